//! The supervisor: a process between this one and an external program. It kills all processes of the program at the end.
//!
//! A process group does not contain a program that starts a new session. A process that is ended by SIGKILL cannot clean up. Therefore a
//! supervisor runs the program. The supervisor is a second process of this executable in another role. It waits until the program ends,
//! until it receives SIGTERM, or until the supervisor's parent ends. Then it kills the remaining processes of the program.
//!
//! Linux can make the supervisor a *child subreaper*: a descendant whose parent has ended becomes the supervisor's child, in any session.
//! The supervisor kills its children, and then the children that those leave, until none is left. This kills every descendant. Only the
//! supervisor collects its children, so the system cannot reuse a process number before the supervisor uses it. On other systems the
//! supervisor kills the program's process group, and processes that left the group survive.
//!
//! If SIGKILL ends the supervisor, its program survives. A SIGHUP that is ignored stays ignored, in the supervisor and in its program:
//! under `nohup` both outlive the terminal.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, getppid, kill_process, kill_process_group,
    wait, waitid,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use gridcheck_engine::hang_up::hang_up_is_ignored;

/// The first argument of a supervisor.
const ROLE: &str = "--keep-a-program";
/// `true` if this executable can run as a supervisor.
static CAN_SUPERVISE: AtomicBool = AtomicBool::new(false);

/// Interval between two checks of the program, of the signals and of the parent.
const POLL: Duration = Duration::from_millis(5);
/// Longest wait for killed processes. A process that the system holds cannot end.
const KILL_TIMEOUT: Duration = Duration::from_secs(3);
/// Exit code of a shell for a program that cannot be started.
const CANNOT_START: i32 = 126;

/// Runs the supervisor and does not return, if the arguments ask for this role.
///
/// A program's `main` calls this function before anything else. Without this call, external programs run without a supervisor, and only
/// their process groups contain them.
pub fn keep_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(ROLE)) {
        CAN_SUPERVISE.store(true, Ordering::Relaxed);
        return;
    }
    let parent = arguments.next().and_then(|parent| parent.to_str()?.parse().ok()).and_then(Pid::from_raw);
    let (Some(parent), Some(program)) = (parent, arguments.next()) else { exit(CANNOT_START) };
    supervise(parent, &program, arguments)
}

/// Returns the command that runs a program under a supervisor, or `None` if [`keep_if_asked`] was not called.
pub(super) fn supervised(program: &Path, arguments: &[String]) -> Option<Command> {
    if !CAN_SUPERVISE.load(Ordering::Relaxed) {
        return None;
    }
    // The running executable, even if its file has been replaced since the start.
    let this = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe().ok()? };
    let mut command = Command::new(this);
    command.arg(ROLE).arg(getpid().as_raw_nonzero().to_string()).arg(program).args(arguments);
    Some(command)
}

fn supervise(parent: Pid, program: &OsStr, arguments: impl Iterator<Item = OsString>) -> ! {
    // From here on SIGTERM does not end this process. Before this line no program exists that must be killed.
    let asked_to_stop = Arc::new(AtomicBool::new(false));
    let mut obeyed = [SIGTERM, SIGINT, SIGHUP].into_iter().filter(|&signal| signal != SIGHUP || !hang_up_is_ignored());
    let registered = obeyed.all(|signal| signal_hook::flag::register(signal, Arc::clone(&asked_to_stop)).is_ok());
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    let started = if registered { command.spawn() } else { Err(io::Error::other("no signal handler")) };
    let leader = match started {
        Ok(child) => Pid::from_child(&child),
        Err(error) => {
            let _ = writeln!(io::stderr(), "cannot be started: {error}");
            exit(CANNOT_START)
        }
    };
    drop(command);
    while !has_ended(leader) && !asked_to_stop.load(Ordering::Relaxed) && getppid() == Some(parent) {
        sleep(POLL);
    }
    if let Some(code) = end_all(leader).and_then(WaitStatus::exit_status) {
        exit(code);
    }
    // A signal ended the program, so a signal ends the supervisor too.
    let _ = kill_process(getpid(), Signal::KILL);
    exit(CANNOT_START)
}

/// Returns `true` if the program has ended. Does not collect it: until then the system cannot reuse its number.
fn has_ended(leader: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(leader), options).map_or(true, |status| status.is_some())
}

/// Kills all remaining processes of the program and returns the program's exit status.
fn end_all(leader: Pid) -> Option<WaitStatus> {
    let start = Instant::now();
    let mut ended = None;
    let _ = kill_process_group(leader, Signal::KILL);
    while start.elapsed() < KILL_TIMEOUT {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == leader => ended = Some(status),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => {
                for child in children() {
                    let _ = kill_process(child, Signal::KILL);
                }
                sleep(Duration::from_millis(1));
            }
            // No child is left.
            Err(_) => break,
        }
    }
    ended
}

/// Returns the children of this process, as the system lists them.
#[cfg(target_os = "linux")]
fn children() -> Vec<Pid> {
    let me = getpid();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let is_child = |pid: &Pid| {
        // The name stands in brackets and may hold any character. The state and the parent follow it.
        let stat = std::fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        let after = String::from_utf8_lossy(stat.rsplit(|&byte| byte == b')').next().unwrap_or_default()).into_owned();
        after.split_whitespace().nth(1).and_then(|parent| parent.parse().ok()).and_then(Pid::from_raw) == Some(me)
    };
    let pids = entries.flatten().filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
    pids.filter(is_child).collect()
}

/// Returns no process: without a subreaper, processes that left the group are not children of this process.
#[cfg(not(target_os = "linux"))]
fn children() -> Vec<Pid> {
    Vec::new()
}
