//! Reads the grids of many files on all processors, and passes them on in order.
//!
//! A small file is checked, read and examined by one thread. A large file or a stream, which may exceed the memory, is checked first, and
//! then read batch by batch, each batch examined by all threads. A file that cannot be read does not keep the others from being read.

use std::fs::Metadata;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use gridcheck_core::plural::plural;
use gridcheck_engine::Run;
use gridcheck_formats::registry::Format;
use gridcheck_formats::source::{CheckedSource, InputGrid, Source, SourceError};
use gridcheck_formats::text::Options;

use super::failure::Failure;
use super::host::{Host, Unattended};
use super::input::Input;
use super::inputs::{InputFile, Inputs};

/// The way in which files are read.
#[derive(Clone, Copy)]
pub struct ReadOptions {
    /// The format, or `None` for the one that the content shows.
    pub format: Option<Format>,
    /// The characters of plain text.
    pub options: Options,
}

/// A step in the reading of files.
pub enum Step<'a, T> {
    /// A file begins.
    File {
        /// Notes for the user, one sentence each.
        notes: &'a [String],
    },
    /// The next grid of the file.
    Grid(&'a ExaminedGrid<T>),
    /// The file cannot be read, or not to its end.
    Unreadable(SourceError),
}

/// A grid, and what was found out about it.
pub struct ExaminedGrid<T> {
    /// The grid's number in its file, from 0.
    pub index: usize,
    /// The grid.
    pub found: InputGrid,
    /// The result of the examination.
    pub outcome: T,
}

/// The examination of every grid of many files.
#[derive(Clone, Copy)]
pub struct Examination<'a> {
    /// The way in which the files are read.
    pub how: ReadOptions,
    /// Stops the examination.
    pub run: &'a Run,
    /// Lends what is read, and learns about the files.
    pub host: &'a dyn Host,
}

/// A file that was read as a whole.
struct SmallFile<T> {
    notes: Vec<String>,
    grids: Vec<ExaminedGrid<T>>,
}

/// Maximum size of a file whose grids are held in memory.
const SMALL_BYTES: u64 = 1 << 18;
/// Number of small files that are read at a time.
const MAX_FILES: usize = 256;
/// Number of grids of a large file that are examined at a time.
const BATCH: usize = 1024;
/// Interval at which a stop is looked for while a file is checked.
const TICK: Duration = Duration::from_millis(50);

impl ReadOptions {
    /// Opens and checks one of several files, whose grids may have bars and voids.
    ///
    /// # Errors
    /// The file cannot be read, or has a fault.
    pub fn check_input(self, file: &InputFile, host: &dyn Host) -> Result<CheckedSource, SourceError> {
        file.source(host)?.check_shaped(self.format, self.options)
    }

    /// Opens and checks an input whose grids may have bars and voids.
    ///
    /// # Errors
    /// The input cannot be read, or has a fault.
    pub fn check_shaped(self, input: &Input, host: &dyn Host) -> Result<CheckedSource, Failure> {
        Ok(input.source(host)?.check_shaped(self.format, self.options)?)
    }

    /// Opens and checks an input whose grids may have bars.
    ///
    /// # Errors
    /// The input cannot be read, has a fault, or has voids.
    pub fn check(self, input: &Input, host: &dyn Host) -> Result<CheckedSource, Failure> {
        Ok(input.source(host)?.check_as(self.format, self.options)?)
    }
}

/// Notes how a file was read. Returns its name.
pub fn note_reading(file: &CheckedSource, host: &dyn Host) -> String {
    let name = file.name().to_owned();
    file.notes().iter().for_each(|note| host.note(format!("{name}: {note}")));
    name
}

/// Notes how a file was read that must hold one grid. Returns its name.
///
/// # Errors
/// It holds none, or several.
pub fn only_one(file: &CheckedSource, host: &dyn Host) -> Result<String, Failure> {
    let name = note_reading(file, host);
    if file.count() != 1 {
        return Err(Failure::unusable(format!("{name}: {}, expected one", plural(file.count(), "grid"))));
    }
    Ok(name)
}

impl Examination<'_> {
    /// Examines every grid of the files, and calls `pass_on` for each file and then for each of its grids, until it returns `Break`. Both
    /// functions receive the number of the file.
    ///
    /// # Errors
    /// The run is stopped, or `pass_on` fails.
    pub fn all<T: Send>(
        &self,
        files: &[InputFile],
        examine: impl Fn(usize, &InputGrid) -> T + Sync,
        mut pass_on: impl FnMut(usize, Step<'_, T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let is_alone = files.len() == 1;
        if !is_alone {
            self.run.set_tasks(files.len());
        }
        let mut next = 0;
        while next < files.len() {
            let small = files[next..].iter().take(MAX_FILES).take_while(|file| is_small(file)).count();
            if small == 0 {
                let outcome = self.large_file(files, next, &examine, &mut pass_on)?;
                if outcome.is_break() {
                    return Ok(());
                }
                next += 1;
                continue;
            }
            let read = (next..next + small).into_par_iter().map(|file| {
                let outcome = self.small_file(&files[file], |found| examine(file, found));
                self.run.task_done(outcome.as_ref().map_or(0, |small| small.grids.len() as u128));
                outcome
            });
            for (outcome, file) in read.collect::<Vec<_>>().into_iter().zip(next..) {
                self.run.check()?;
                let SmallFile { notes, grids } = match outcome {
                    Ok(small) => small,
                    Err(error) => {
                        if pass_on(file, Step::Unreadable(error))?.is_break() {
                            return Ok(());
                        }
                        continue;
                    }
                };
                let steps = std::iter::once(Step::File { notes: &notes }).chain(grids.iter().map(Step::Grid));
                for step in steps {
                    if pass_on(file, step)?.is_break() {
                        return Ok(());
                    }
                }
            }
            next += small;
        }
        Ok(())
    }

    /// Examines every grid of the inputs, and calls `each` for it with the name of its file, until it returns `Break`. The host learns the notes on
    /// files, and at once the fault of each file that cannot be read, or not to its end. Returns these faults.
    ///
    /// # Errors
    /// The only file cannot be read, or the run is stopped.
    pub fn each<T: Send>(
        &self,
        inputs: &Inputs,
        examine: impl Fn(&InputGrid) -> T + Sync,
        mut each: impl FnMut(&str, &ExaminedGrid<T>) -> ControlFlow<()>,
    ) -> Result<Vec<String>, Failure> {
        let mut unreadable = Vec::new();
        self.all(
            &inputs.files,
            |_, found| examine(found),
            |file, step| {
                let file = inputs.files[file].name();
                match step {
                    Step::File { notes } => notes.iter().for_each(|note| self.host.note(format!("{file}: {note}"))),
                    Step::Unreadable(error) if inputs.is_one_file => return Err(Failure::from(error)),
                    Step::Unreadable(error) => {
                        self.host.inform(error.to_string());
                        unreadable.push(error.to_string());
                    }
                    Step::Grid(grid) => return Ok(each(&file, grid)),
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(unreadable)
    }

    /// Reads a file as a whole, and examines its grids.
    fn small_file<T>(&self, file: &InputFile, examine: impl Fn(&InputGrid) -> T) -> Result<SmallFile<T>, SourceError> {
        let mut checked = self.how.check_input(file, self.host)?;
        let mut grids = Vec::new();
        for (index, found) in checked.shapes()?.enumerate() {
            if self.run.check().is_err() {
                break;
            }
            let found = found?;
            let outcome = examine(&found);
            grids.push(ExaminedGrid { index, found, outcome });
        }
        Ok(SmallFile { notes: checked.notes().to_vec(), grids })
    }

    /// Checks a file. A pipe may have no end, so a separate thread reads it, and a stop does not wait for that thread.
    fn check_until_stopped(&self, file: &InputFile) -> Result<Result<CheckedSource, SourceError>, Failure> {
        if file.bytes_in_memory().is_some() {
            return Ok(self.how.check_input(file, self.host));
        }
        let stream = match file.input() {
            Input::StandardInput => Some(self.host.standard_input()?),
            Input::Path(_) | Input::Text { .. } | Input::Bytes { .. } => None,
        };
        let (file, how) = (file.clone(), self.how);
        let (done, waiting) = mpsc::channel::<()>();
        let reader = thread::spawn(move || {
            // It is dropped when the file is checked, and the channel is closed.
            let _done = done;
            let source = match stream {
                Some(stream) => Source::stream(&file.name(), stream),
                None => file.source(&Unattended)?,
            };
            source.check_shaped(how.format, how.options)
        });
        while waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            self.run.check()?;
        }
        Ok(reader.join().unwrap_or_else(|panic| resume_unwind(panic)))
    }

    /// Examines the grids of a large file. If it is the only file, its grids are the pieces of the run.
    fn large_file<T: Send>(
        &self,
        files: &[InputFile],
        file: usize,
        examine: &(impl Fn(usize, &InputGrid) -> T + Sync),
        pass_on: &mut impl FnMut(usize, Step<'_, T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<ControlFlow<()>, Failure> {
        let is_alone = files.len() == 1;
        let mut checked = match self.check_until_stopped(&files[file])? {
            Ok(checked) => checked,
            Err(error) => return pass_on(file, Step::Unreadable(error)),
        };
        if is_alone {
            self.run.set_tasks(checked.count() as usize);
        }
        let notes = checked.notes().to_vec();
        if pass_on(file, Step::File { notes: &notes })?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let mut grids = match checked.shapes() {
            Ok(grids) => grids.enumerate(),
            Err(error) => return pass_on(file, Step::Unreadable(error)),
        };
        loop {
            let mut batch = Vec::new();
            let mut fault = None;
            for (index, found) in grids.by_ref().take(BATCH) {
                match found {
                    Ok(found) => batch.push((index, found)),
                    Err(error) => {
                        fault = Some(error);
                        break;
                    }
                }
            }
            let is_last = batch.len() < BATCH;
            let examined: Vec<ExaminedGrid<T>> = batch
                .into_par_iter()
                .map(|(index, found)| ExaminedGrid { index, outcome: examine(file, &found), found })
                .collect();
            for grid in &examined {
                self.run.check()?;
                if is_alone {
                    self.run.task_done(1);
                }
                if pass_on(file, Step::Grid(grid))?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if let Some(error) = fault {
                return pass_on(file, Step::Unreadable(error));
            }
            if is_last {
                break;
            }
        }
        if !is_alone {
            self.run.task_done(1);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Fails if a file could not be read.
///
/// # Errors
/// With the message of the first such file.
pub fn file_failure(unreadable: &[String]) -> Result<(), Failure> {
    unreadable.first().map_or(Ok(()), |message| Err(Failure::unusable(message)))
}

/// Returns `true` if the grids of a file fit into memory, with everything that is found out about them.
fn is_small(file: &InputFile) -> bool {
    let length = |path: &Path| path.metadata().ok().filter(Metadata::is_file).map(|file| file.len());
    let bytes = match file.bytes_in_memory() {
        Some(bytes) => Some(bytes as u64),
        None => file.input().path().and_then(length),
    };
    bytes.is_some_and(|bytes| bytes <= SMALL_BYTES)
}
