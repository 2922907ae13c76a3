//! The keeper: a process between this one and somebody else's program, that leaves nothing of the program behind.
//!
//! A process group does not hold a program that makes a session of its own, and nothing that is done here is done when this
//! process is ended by SIGKILL. So the program is run by a keeper, which is this program again, run in another role. It waits
//! for the program to end, to be asked to end it (SIGTERM), or to lose its own parent, and then kills all that is left of it.
//!
//! Linux can make the keeper a *child subreaper*: a descendant whose parent has ended becomes its child, wherever it has gone.
//! Then to kill all children, and the children that these leave, until there is none is to kill every descendant; and since
//! nobody else collects the keeper's children, no number is another process's by the time it is used. Elsewhere the program's
//! process group is killed, and what has left it escapes.
//!
//! What escapes is the program of a keeper that is itself ended by SIGKILL.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
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

/// The first argument of a keeper.
const ROLE: &str = "--keep-a-program";
/// Whether this program can be a keeper.
static IS_KEEPER_HERE: AtomicBool = AtomicBool::new(false);

/// How often it is looked at what has happened.
const POLL: Duration = Duration::from_millis(5);
/// The longest that is waited for what has been killed: a process that the system holds cannot go.
const PATIENCE: Duration = Duration::from_secs(3);
/// As a shell's, for a program that cannot be started.
const CANNOT_START: i32 = 126;

/// To be called by a program's `main` before anything else: plays the keeper and does not return if that is the role. Without
/// this call other people's programs are run without a keeper, held by their process groups alone.
pub fn keep_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(ROLE)) {
        IS_KEEPER_HERE.store(true, Ordering::Relaxed);
        return;
    }
    let parent = arguments.next().and_then(|parent| parent.to_str()?.parse().ok()).and_then(Pid::from_raw);
    let (Some(parent), Some(program)) = (parent, arguments.next()) else { exit(CANNOT_START) };
    keep(parent, &program, arguments)
}

/// The command that runs a command with a keeper; `None` where this program has not said that it can be one.
pub(super) fn kept(program: &str, arguments: &[String]) -> Option<Command> {
    if !IS_KEEPER_HERE.load(Ordering::Relaxed) {
        return None;
    }
    // This very program, even if its file has been replaced meanwhile.
    let this = if cfg!(target_os = "linux") { "/proc/self/exe".into() } else { std::env::current_exe().ok()? };
    let mut command = Command::new(this);
    command.arg(ROLE).arg(getpid().as_raw_nonzero().to_string()).arg(program).args(arguments);
    Some(command)
}

fn keep(parent: Pid, program: &OsStr, arguments: impl Iterator<Item = OsString>) -> ! {
    // From here on SIGTERM does not end this process; before, there was nothing to be ended.
    let asked = Arc::new(AtomicBool::new(false));
    let listens =
        [SIGTERM, SIGINT, SIGHUP].map(|signal| signal_hook::flag::register(signal, Arc::clone(&asked)).is_ok());
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    let started = if listens.contains(&false) { Err(io::Error::other("no signal handler")) } else { command.spawn() };
    let leader = match started {
        Ok(child) => Pid::from_child(&child),
        Err(error) => {
            let _ = writeln!(io::stderr(), "cannot be started: {error}");
            exit(CANNOT_START)
        }
    };
    drop(command);
    while !has_ended(leader) && !asked.load(Ordering::Relaxed) && getppid() == Some(parent) {
        sleep(POLL);
    }
    if let Some(code) = end_all(leader).and_then(WaitStatus::exit_status) {
        exit(code);
    }
    // As the program ended: by a signal.
    let _ = kill_process(getpid(), Signal::KILL);
    exit(CANNOT_START)
}

/// Whether the program has ended. It is not collected: until then its number cannot become another's.
fn has_ended(leader: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(leader), options).map_or(true, |status| status.is_some())
}

/// Kills all that is left of the program, and says how it ended.
fn end_all(leader: Pid) -> Option<WaitStatus> {
    let start = Instant::now();
    let mut ended = None;
    let _ = kill_process_group(leader, Signal::KILL);
    while start.elapsed() < PATIENCE {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == leader => ended = Some(status),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => {
                for child in children() {
                    let _ = kill_process(child, Signal::KILL);
                }
                sleep(Duration::from_millis(1));
            }
            // There is no child left.
            Err(_) => break,
        }
    }
    ended
}

/// This process's children, as the system lists them.
#[cfg(target_os = "linux")]
fn children() -> Vec<Pid> {
    let me = getpid();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let is_child = |pid: &Pid| {
        // The name, in brackets, may hold anything; then come the state and the parent.
        let stat = std::fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        let after = String::from_utf8_lossy(stat.rsplit(|&byte| byte == b')').next().unwrap_or_default()).into_owned();
        after.split_whitespace().nth(1).and_then(|parent| parent.parse().ok()).and_then(Pid::from_raw) == Some(me)
    };
    let pids = entries.flatten().filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
    pids.filter(is_child).collect()
}

/// Where nothing makes a child of what has left the group, there is none to be found.
#[cfg(not(target_os = "linux"))]
fn children() -> Vec<Pid> {
    Vec::new()
}
