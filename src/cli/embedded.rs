//! A command within another program, such as a Python process.
//!
//! It is the command that a shell runs: the same arguments, the same answer on standard output, and the same line for an error. But it
//! takes no signal, writes nothing to the standard streams and never ends the process. It has its own threads, so that a command whose
//! reader pauses delays no other one.
//!
//! The arguments must not name standard input, which belongs to the other program.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::{ArgMatches, CommandFactory};

use super::terminal::{Control, Terminal};
use super::{Cli, memory_limit, parsed, threads, usage_error};
use crate::unfinished;
use gridcheck_core::locks::locked;

pub use super::failure::Failure;
use super::output::Output;

/// A command that runs on a separate thread.
pub struct Job {
    control: Control,
    notes: Notes,
    outcome: Mutex<Receiver<Result<Answer, Failure>>>,
}

/// The answer of a command that ended without an error.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The exit code: 0; 1 if engines or files disagree, a grid is invalid or a count is incomplete; 2 if some of several files cannot be
    /// read; 3 if the question is undecided.
    pub exit_code: u8,
    /// The standard output of the command.
    pub output: Vec<u8>,
}

/// Sentences that a command reports on standard error.
type Notes = Arc<Mutex<Vec<String>>>;

thread_local! {
    /// The notes of the command for which this thread works.
    static NOTES: RefCell<Option<Notes>> = const { RefCell::new(None) };
}

/// Adds a message to the notes of the command for which this thread works. Returns `false` if there is none: then this is the program
/// gridcheck.
pub(super) fn took(message: &str) -> bool {
    NOTES.with_borrow(|notes| notes.as_ref().inspect(|notes| locked(notes).push(message.to_owned())).is_some())
}

impl Job {
    /// Starts a command. The arguments are those that follow `gridcheck` in a shell.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn start(arguments: Vec<OsString>) -> io::Result<Job> {
        let terminal = Terminal::embedded();
        let (control, notes) = (terminal.control(), Notes::default());
        let (sender, outcome) = channel();
        let of_command = Arc::clone(&notes);
        thread::Builder::new().name("gridcheck".to_owned()).spawn(move || {
            // Without a receiver, the caller has given up.
            let _ = sender.send(run(arguments, &terminal, of_command, Output::in_memory()));
        })?;
        Ok(Job { control, notes, outcome: Mutex::new(outcome) })
    }

    /// Waits at most this long for the outcome. Returns `None` if there is none yet.
    pub fn wait(&self, most: Duration) -> Option<Result<Answer, Failure>> {
        match locked(&self.outcome).recv_timeout(most) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                let message = "an internal error ended the command: please report it".to_owned();
                Some(Err(Failure { message, exit_code: 2 }))
            }
        }
    }

    /// Stops the command. It then ends soon, with a failure that states what is known so far.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Returns the finished part, the whole, and a text about both; `None` while the work has no measure.
    pub fn progress(&self) -> Option<(u64, u64, String)> {
        self.control.progress()
    }

    /// Returns the notes since the last call, each in one line.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut locked(&self.notes))
    }
}

/// Deletes the unfinished files of all commands, before the process ends.
pub fn discard_unfinished() {
    unfinished::discard();
}

fn run(arguments: Vec<OsString>, terminal: &Terminal, notes: Notes, output: Output) -> Result<Answer, Failure> {
    let arguments = std::iter::once("gridcheck".into()).chain(arguments).collect();
    let (cli, matches) = parsed(Cli::command(), arguments)
        .map_err(|error| Failure { message: usage_error::in_one_line(&error), exit_code: 2 })?;
    let begin = move || NOTES.set(Some(Arc::clone(&notes)));
    let outcome = threads::pool(&matches, begin).and_then(|pool| {
        // A command that has failed may have written a part of its output, which is no answer.
        pool.install(|| command(&cli, &matches, terminal, output))
    });
    outcome.or_else(|error| match terminal.forced_end().or_else(|| super::failure(&error, Some(terminal))) {
        Some(failure) => Err(failure),
        // The receiver of the grids wants no more.
        None => Ok(Answer { exit_code: 0, output: Vec::new() }),
    })
}

fn command(cli: &Cli, matches: &ArgMatches, terminal: &Terminal, mut output: Output) -> anyhow::Result<Answer> {
    memory_limit::watch(matches, terminal)?;
    let verdict = cli.command.run(terminal, &mut output)?;
    Ok(Answer { exit_code: verdict.exit_code(), output: output.into_bytes() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(arguments: &[&str]) -> (Result<Answer, Failure>, Vec<String>) {
        let job = Job::start(arguments.iter().map(OsString::from).collect()).expect("a thread");
        let outcome = job.wait(Duration::from_secs(60)).expect("an outcome in time");
        (outcome, job.notes())
    }

    #[test]
    fn answers_as_the_program_does() {
        let (answer, notes) = outcome(&["count", "5", "--jobs", "1"]);
        let answer = answer.expect("a count");
        assert_eq!((answer.exit_code, answer.output, notes), (0, b"17\n".to_vec(), Vec::new()));
        let (answer, notes) = outcome(&["count", "--size", "4"]);
        assert_eq!(answer.expect("a count").output, b"5\n", "{notes:?}");
        assert!(notes[0].contains("size 4 is even"), "{notes:?}");
    }

    #[test]
    fn fails_with_the_line_of_the_program() {
        for (arguments, line) in [
            (&["count", "--size", "65"][..], "expected whole numbers from 1 to 64"),
            (&["count", "--size", "5", "--rules", "britsh"], "no built-in rule set `britsh`"),
        ] {
            let failure = outcome(arguments).0.expect_err(line);
            assert!(failure.message.contains(line) && failure.exit_code == 2, "{failure:?}");
        }
    }

    #[test]
    fn a_stop_ends_the_command_with_what_is_known() {
        let job = Job::start(["count", "21"].map(OsString::from).into()).expect("a thread");
        assert!(job.wait(Duration::from_millis(300)).is_none());
        job.stop();
        let failure = job.wait(Duration::from_secs(20)).expect("an outcome").expect_err("a stop");
        assert!(failure.message.starts_with("interrupted in ") && failure.exit_code == 130, "{failure:?}");
    }
}
