//! Runs a program, writes its input, reads its output, and stops it at the time limit or when the run is stopped.
//!
//! A program runs in an empty folder, which is removed afterwards. Many programs, such as Python, load code from the folder in which they
//! run, and the user's current folder may hold other people's files.
//!
//! A separate thread serves each of the three pipes. So a program that does not read, or that prints without end, cannot block this
//! process. The threads end when the pipes close, and the pipes close when the process group is killed. A process that has left the group
//! can keep a pipe open; its thread is then abandoned.

use std::fs::File;
use std::io::{self, Write};
use std::process::{ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::{NamedTempFile, TempDir};

use super::entry::{FILE, PROOF, ProgramEntry};
use super::group::Group;
use super::reply::{last_line, shown};
use gridcheck_engine::Run;
use gridcheck_files::unfinished::{self, Unfinished};

/// Interval between two checks of the program.
const POLL: Duration = Duration::from_millis(5);
/// Longest wait for the remaining output after the program has ended. It is usually available at once.
const GRACE: Duration = Duration::from_secs(2);

/// The exit code and the output of a program that has ended.
pub(super) struct Ended<T> {
    /// The exit code, or `None` if a signal ended the program.
    pub code: Option<i32>,
    /// The result of reading standard output. It includes the last line.
    pub reply: T,
    /// The last line of standard error.
    last_error: String,
    /// The names of temporary files and of the folder that the program has received, each with the name that the user knows.
    temporary: Vec<(String, &'static str)>,
}

/// The reason why a program did not end.
pub(super) enum Failure {
    /// The run was asked to stop.
    Stopped,
    /// A file or a pipe failed.
    File(String, io::ErrorKind),
    /// Another reason, as text.
    Other(String),
}

impl Failure {
    /// Creates the failure of a file or a pipe, from what it was about.
    pub(crate) fn of_file(what: &str, error: &io::Error) -> Self {
        Failure::File(format!("{what}: {error}"), error.kind())
    }
}

impl<T: AsRef<str>> Ended<T> {
    /// Returns `true` if the exit code is that of a complete answer.
    pub(crate) fn is_complete(&self, entry: &ProgramEntry) -> bool {
        self.code.is_some_and(|code| entry.exits.contains(&code))
    }

    /// Describes how the program ended, for an error message.
    pub(crate) fn describe(&self, entry: &ProgramEntry) -> String {
        let how = self.code.map_or("was killed".to_owned(), |code| format!("ended with exit code {code}"));
        format!("{how}{}{}", self.last_line_suffix(), entry.advice("if something is not installed"))
    }

    /// Returns the last line that the program printed as the end of a sentence. Standard error takes precedence.
    pub(crate) fn last_line_suffix(&self) -> String {
        let said = if self.last_error.is_empty() { self.reply.as_ref() } else { &self.last_error };
        if said.is_empty() {
            return String::new();
        }
        let said = self.temporary.iter().fold(said.to_owned(), |said, (path, name)| said.replace(path, name));
        format!("; it last said: {}", shown(&said))
    }
}

/// Runs the program of an entry on `input`. Each placeholder in its arguments becomes the value that `values` has for it. `read`
/// receives its standard output.
///
/// # Errors
/// Returns a [`Failure`] if the run is stopped, the time limit is reached, or the program cannot be started, waited for or read.
pub(super) fn run<T: Send + 'static>(
    entry: &ProgramEntry,
    input: Vec<u8>,
    values: &[(&str, String)],
    read: impl FnOnce(ChildStdout) -> io::Result<T> + Send + 'static,
    run: &Run,
) -> Result<Ended<T>, Failure> {
    let other = |what: String| Failure::Other(what);
    let from_file = entry.command.iter().any(|argument| argument.contains(FILE));
    let mut values = values.to_vec();
    let file = from_file.then(|| file_of(&input)).transpose();
    let file = file.map_err(|error| Failure::of_file("its input file", &error))?;
    values.extend(file.iter().map(|(file, _)| (FILE, file.path().to_string_lossy().into_owned())));
    let filled =
        |argument: &String| values.iter().fold(argument.clone(), |text, (name, value)| text.replace(name, value));
    let program = entry.program().map_err(|missing| Failure::Other(missing.to_string()))?;
    let arguments = entry.command.iter().skip(1).map(filled);
    // Dropped after the group, whose processes may write into it.
    let folder = unfinished::begin_temporary(TempDir::new, TempDir::path);
    let (folder, _unfinished) = folder.map_err(|error| Failure::of_file("the folder it runs in", &error))?;
    let mut temporary: Vec<_> = values
        .iter()
        .filter_map(|(name, path)| {
            [FILE, PROOF].into_iter().find(|known| known == name).map(|name| (path.clone(), name))
        })
        .collect();
    // The system may give the folder another name, which may contain this one.
    let names = [folder.path().canonicalize().ok(), Some(folder.path().to_owned())];
    temporary.extend(names.into_iter().flatten().map(|path| (path.to_string_lossy().into_owned(), ".")));
    let mut group = Group::spawn(&program, arguments, folder.path(), |command| {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    })
    .map_err(|error| Failure::of_file("cannot be started", &error))?;
    let deadline = Instant::now() + Duration::from_secs(entry.seconds);
    let pipes = (group.child.stdin.take(), group.child.stdout.take(), group.child.stderr.take());
    let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(other("has no standard input and output".to_owned()));
    };
    if from_file {
        drop(stdin);
    } else {
        // A program may stop reading early for a good reason. Its answer decides, so a write error is ignored.
        thread::spawn(move || stdin.write_all(&input));
    }
    let reply = in_background(move || read(stdout));
    let last_error = in_background(move || last_line(stderr));

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
            Err(error) => return Err(Failure::of_file("cannot be waited for", &error)),
        }
    };
    let held_open = |_| other("has ended, and a process it has started still holds its output".to_owned());
    let reply = reply.recv_timeout(GRACE).map_err(held_open)?;
    let last_error = last_error.recv_timeout(GRACE).map_err(held_open)?;
    let unreadable = |error| Failure::of_file("its output cannot be read", &error);
    let (reply, last_error) = (reply.map_err(unreadable)?, last_error.map_err(unreadable)?);
    Ok(Ended { code: status.code(), reply, last_error, temporary })
}

/// Returns a file that holds the problem. The file is deleted when the value is dropped or this process is ended.
fn file_of(input: &[u8]) -> io::Result<(NamedTempFile, Unfinished)> {
    let (mut file, unfinished) = unfinished::begin_temporary(NamedTempFile::new, NamedTempFile::path)?;
    File::write_all(file.as_file_mut(), input)?;
    Ok((file, unfinished))
}

fn in_background<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    // A stopped program has no receiver any more, so an error of `send` is ignored.
    thread::spawn(move || sender.send(job()));
    receiver
}
