//! Runs a program: feeds it, reads what it prints, and stops it when its time is over or nobody wants to know any more.
//!
//! Its three pipes are served by a thread each, so that no program can hang us by not reading or by printing without end.
//! The threads end when the pipes close, and those close when the process group is killed; a process that has left the
//! group could keep one open, and then its thread is left to itself.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::entry::{Entry, FILE, PROOF};
use super::group::Group;
use super::reply::{last_line, shown};
use gridcheck_files::unfinished::{self, Unfinished};
use gridcheck_run::Run;

/// How often it is asked whether the program has ended.
const POLL: Duration = Duration::from_millis(5);
/// What a program printed arrives at once when it has ended.
const GRACE: Duration = Duration::from_secs(2);

/// How a program ended.
pub(super) struct Ended<T> {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What was made of what it printed, which knows the last line.
    pub reply: T,
    /// The last line it printed on standard error.
    complaint: String,
}

/// Why it did not end.
pub(super) enum Failure {
    /// The run was asked to stop.
    Stopped,
    /// For the reason given.
    Other(String),
}

impl<T: AsRef<str>> Ended<T> {
    /// Whether it ended as it does with a complete answer.
    pub fn is_complete(&self, entry: &Entry) -> bool {
        self.code.is_some_and(|code| entry.exits.contains(&code))
    }

    /// How it ended otherwise.
    pub fn how(&self, entry: &Entry) -> String {
        let how = self.code.map_or("was killed".to_owned(), |code| format!("ended with exit code {code}"));
        format!("{how}{}{}", self.last_words(), entry.advice("if something is not installed"))
    }

    /// The last thing it said, on standard error if anything, as the end of a sentence.
    pub fn last_words(&self) -> String {
        let said = if self.complaint.is_empty() { self.reply.as_ref() } else { &self.complaint };
        if said.is_empty() { String::new() } else { format!("; it last said: {}", shown(said)) }
    }
}

/// Runs the program of an entry on `input`. It is to write a proof to the file `proof`, if to any; what it prints goes to
/// `read`.
pub(super) fn run<T: Send + 'static>(
    entry: &Entry,
    input: Vec<u8>,
    proof: Option<&Path>,
    read: impl FnOnce(ChildStdout) -> io::Result<T> + Send + 'static,
    run: &Run,
) -> Result<Ended<T>, Failure> {
    let other = |what: String| Failure::Other(what);
    let from_file = entry.command.iter().any(|argument| argument.contains(FILE));
    let file = if from_file {
        Some(file_of(&input).map_err(|error| other(format!("its input file: {error}")))?)
    } else {
        None
    };
    let name = |path: Option<&Path>| path.map_or(String::new(), |path| path.to_string_lossy().into_owned());
    let (place, proof) = (name(file.as_ref().map(|(file, _)| file.path())), name(proof));
    let mut arguments = entry.command.iter().map(|argument| argument.replace(FILE, &place).replace(PROOF, &proof));
    // An entry has a program.
    let program = arguments.next().unwrap_or_default();
    let mut group = Group::spawn(&program, arguments, |command| {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    })
    .map_err(|error| other(format!("cannot be started: {error}")))?;
    let deadline = Instant::now() + Duration::from_secs(entry.seconds);
    let pipes = (group.child.stdin.take(), group.child.stdout.take(), group.child.stderr.take());
    let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(other("has no standard input and output".to_owned()));
    };
    if from_file {
        drop(stdin);
    } else {
        // A program that does not read to the end may have reasons; its answer will tell.
        thread::spawn(move || stdin.write_all(&input));
    }
    let reply = in_background(move || read(stdout));
    let complaint = in_background(move || last_line(stderr));

    let status = loop {
        if run.check().is_err() {
            return Err(Failure::Stopped);
        }
        match group.ended() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() >= deadline => {
                return Err(other(format!("was stopped after {} s, its time limit", entry.seconds)));
            }
            Ok(None) => thread::sleep(POLL),
            Err(error) => return Err(other(format!("cannot be waited for: {error}"))),
        }
    };
    let held_open = |_| other("has ended, and a process it has started still holds its output".to_owned());
    let reply = reply.recv_timeout(GRACE).map_err(held_open)?;
    let complaint = complaint.recv_timeout(GRACE).map_err(held_open)?;
    let unreadable = |error| other(format!("its output cannot be read: {error}"));
    Ok(Ended { code: status.code(), reply: reply.map_err(unreadable)?, complaint: complaint.map_err(unreadable)? })
}

/// A file with the problem; it goes when the value does, or when the program is ended.
fn file_of(input: &[u8]) -> io::Result<(NamedTempFile, Unfinished)> {
    let (mut file, unfinished) = unfinished::begin(NamedTempFile::new, NamedTempFile::path)?;
    File::write_all(file.as_file_mut(), input)?;
    Ok((file, unfinished))
}

fn in_background<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    // Nobody listens any more to a program that was stopped.
    thread::spawn(move || sender.send(job()));
    receiver
}
