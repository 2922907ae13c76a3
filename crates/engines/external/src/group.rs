//! A child process together with all processes that it starts. Dropping the [`Group`] kills them all.
//!
//! If this program can be a [`supervisor`](super::supervisor), the child is a supervisor and the external program is its child. The
//! supervisor then kills all processes that the program started. Otherwise the child is the program, and it leads a process group.

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

/// A child that leads a process group. Dropping the group kills all its processes.
pub(super) struct Group {
    /// The leader.
    pub child: Child,
    is_supervised: bool,
}

/// Time limit for a supervisor to kill its program. A supervisor that needs longer is killed.
#[cfg(unix)]
const SUPERVISOR_TIMEOUT: Duration = Duration::from_secs(5);

impl Group {
    /// Starts the program of this absolute path in a folder. `prepare` sets its standard input and output.
    pub(crate) fn spawn(
        program: &Path,
        arguments: impl Iterator<Item = String>,
        folder: &Path,
        prepare: impl FnOnce(&mut Command),
    ) -> io::Result<Self> {
        let arguments: Vec<String> = arguments.collect();
        #[cfg(unix)]
        let supervised = super::supervisor::supervised(program, &arguments);
        #[cfg(not(unix))]
        let supervised = None;
        let is_supervised = supervised.is_some();
        let mut command = supervised.unwrap_or_else(|| {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        });
        prepare(&mut command);
        // Some programs read the name of their folder here.
        command.current_dir(folder).env("PWD", folder);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Group { child: command.spawn()?, is_supervised })
    }

    /// Returns the exit status of the leader if it has ended, and then kills the rest of its group.
    pub(crate) fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if !self.leader_has_ended()? {
            return Ok(None);
        }
        self.kill();
        self.child.wait().map(Some)
    }

    /// Does not collect the leader. Until it is collected, the system cannot give its number to another group.
    #[cfg(unix)]
    fn leader_has_ended(&mut self) -> io::Result<bool> {
        let leader = WaitId::Pid(Pid::from_child(&self.child));
        Ok(waitid(leader, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?.is_some())
    }

    #[cfg(not(unix))]
    fn leader_has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Asks a supervisor to end its program, and waits for it.
    #[cfg(unix)]
    fn ask_supervisor(&mut self) {
        let start = Instant::now();
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        while matches!(self.leader_has_ended(), Ok(false)) && start.elapsed() < SUPERVISOR_TIMEOUT {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[cfg(not(unix))]
    fn ask_supervisor(&mut self) {}

    fn kill(&mut self) {
        // An error means that no process is left to kill.
        #[cfg(unix)]
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A collected leader has been killed already, and another process may have its number by now.
        if let Ok(false) = self.leader_has_ended() {
            if self.is_supervised {
                self.ask_supervisor();
            }
            self.kill();
            // An error here cannot be handled: the child cannot be collected.
            let _ = self.child.wait();
        }
    }
}
