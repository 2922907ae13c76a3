//! A child process and all processes that it starts: ended together, however this one ends its interest in them.
//!
//! Where this program can be a [`keeper`](super::keeper), the child is one, and the program its child; it sees to all that the
//! program starts. Elsewhere the child is the program, and leads a process group.

use std::io;
use std::process::{Child, Command, ExitStatus};
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

/// A child that leads a process group. Dropping it ends all.
pub(super) struct Group {
    /// The leader.
    pub child: Child,
    is_kept: bool,
}

/// A keeper that has not done its work by then is beyond help.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(5);

impl Group {
    /// Starts a program, once `prepare` has said what its standard input and output are to be.
    pub fn spawn(
        program: &str,
        arguments: impl Iterator<Item = String>,
        prepare: impl FnOnce(&mut Command),
    ) -> io::Result<Self> {
        let arguments: Vec<String> = arguments.collect();
        #[cfg(unix)]
        let kept = super::keeper::kept(program, &arguments);
        #[cfg(not(unix))]
        let kept = None;
        let is_kept = kept.is_some();
        let mut command = kept.unwrap_or_else(|| {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        });
        prepare(&mut command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Group { child: command.spawn()?, is_kept })
    }

    /// How the leader ended, once it has; whatever it left behind in its group is then killed.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if !self.leader_has_ended()? {
            return Ok(None);
        }
        self.kill();
        self.child.wait().map(Some)
    }

    /// Without collecting the leader: while it is not, its number cannot become another group's.
    #[cfg(unix)]
    fn leader_has_ended(&mut self) -> io::Result<bool> {
        let leader = WaitId::Pid(Pid::from_child(&self.child));
        Ok(waitid(leader, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?.is_some())
    }

    #[cfg(not(unix))]
    fn leader_has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Lets a keeper end its program.
    #[cfg(unix)]
    fn ask_keeper(&mut self) {
        let start = Instant::now();
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        while matches!(self.leader_has_ended(), Ok(false)) && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[cfg(not(unix))]
    fn ask_keeper(&mut self) {}

    fn kill(&mut self) {
        // It fails only where nothing is left to kill.
        #[cfg(unix)]
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A leader that was collected has been killed, and its number may be another's by now.
        if let Ok(false) = self.leader_has_ended() {
            if self.is_kept {
                self.ask_keeper();
            }
            self.kill();
            // Nothing can be done about a child that cannot be collected.
            let _ = self.child.wait();
        }
    }
}
