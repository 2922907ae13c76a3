//! A program that a test starts, watches and signals. It never outlives its test, and no wait for it is without a limit.

use std::io::Read;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread::{self, sleep};
use std::time::Duration;

use crate::program::HANGS;

/// A started program. It is killed when this value is dropped, or after [`HANGS`]. Then its pipes close, so that no reader waits longer.
pub struct Running {
    pub id: u32,
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
    child: Arc<Mutex<Child>>,
    /// Dropping it ends the thread that waits for the time limit.
    _is_wanted: Sender<()>,
}

impl Running {
    /// Starts a program.
    pub fn new(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let (id, stdin, stdout, stderr) = (child.id(), child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        let (is_wanted, dropped) = channel();
        let hanging = Arc::clone(&child);
        thread::spawn(move || {
            if dropped.recv_timeout(HANGS) == Err(RecvTimeoutError::Timeout) {
                kill(&hanging);
            }
        });
        Running { id, stdin, stdout, stderr, child, _is_wanted: is_wanted }
    }

    /// Starts a program with pipes at all three ends.
    pub fn with_pipes(command: &mut Command) -> Self {
        Self::new(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()))
    }

    /// Returns the exit status if the program has ended.
    pub fn ended(&self) -> Option<ExitStatus> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        child.try_wait().expect("a child can be waited for")
    }

    /// Kills the program, as SIGKILL does.
    pub fn kill(&self) {
        kill(&self.child);
    }

    /// Waits until the program has ended. Returns the rest of its output.
    pub fn output(mut self) -> Output {
        let stdout = self.stdout.take().map(|pipe| thread::spawn(|| all(pipe)));
        let stderr = self.stderr.take().map(|pipe| thread::spawn(|| all(pipe)));
        let status = loop {
            if let Some(status) = self.ended() {
                break status;
            }
            sleep(Duration::from_millis(5));
        };
        let [stdout, stderr] =
            [stdout, stderr].map(|reader| reader.map_or(Vec::new(), |reader| reader.join().expect("no panic")));
        Output { status, stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).wait();
    }
}

/// A child that has ended is not killed: the system may have given its number to another process.
fn kill(child: &Mutex<Child>) {
    let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
}

fn all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes).expect("its output can be read");
    bytes
}

/// Prepares the start of a program that obeys signals even if this process ignores them, as under `nohup`. Without an `env` that can do
/// this, the program inherits what this process ignores.
pub fn obeying_signals(program: &str) -> Command {
    const OPTION: &str = "--default-signal=HUP,INT,TERM";
    static CAN: LazyLock<bool> = LazyLock::new(|| {
        let tried = Command::new("env").args([OPTION, "true"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    });
    if !*CAN {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args([OPTION, program]);
    command
}
