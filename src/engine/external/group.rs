//! A child process and all processes that it starts: killed together, however this one ends its interest in them.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A child that leads a process group. Dropping it kills the group.
pub(super) struct Group {
    /// The leader.
    pub child: Child,
}

impl Group {
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(Group { child: command.spawn()? })
    }

    /// How the leader ended, once it has; whatever it left behind is then killed.
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
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let leader = WaitId::Pid(Pid::from_child(&self.child));
        Ok(waitid(leader, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?.is_some())
    }

    #[cfg(not(unix))]
    fn leader_has_ended(&mut self) -> io::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    fn kill(&mut self) {
        // It fails only where nothing is left to kill.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A leader that was collected has been killed, and its number may be another's by now.
        if let Ok(false) = self.leader_has_ended() {
            self.kill();
            // Nothing can be done about a child that cannot be collected.
            let _ = self.child.wait();
        }
    }
}
