//! Reads the grids of many files on all processors, and passes them on in order.
//!
//! A small file is checked, read and examined by one thread. A large file or a stream, which may exceed the memory, is checked first, and
//! then read batch by batch, each batch examined by all threads. A file that cannot be read does not keep the others from being read.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use rayon::prelude::*;

use super::report_notes;
use super::walk::InputFile;
use crate::engine::{EngineError, Run};
use crate::formats::source::{As, Checked, FoundShape, STANDARD_INPUT, Source, SourceError};
use crate::formats::text::Options;
use crate::plural::plural;

#[derive(Clone, Copy)]
pub struct ReadOptions {
    pub what: As,
    pub options: Options,
}

/// A step in the reading of files.
pub enum Step<'a, T> {
    /// A file begins. It has these notes for the user, one sentence each.
    File {
        notes: &'a [String],
    },
    Grid(&'a ExaminedGrid<T>),
    /// The file cannot be read, or not to its end.
    Unreadable(SourceError),
}

pub struct ExaminedGrid<T> {
    /// The grid's number in its file, from 0.
    pub index: usize,
    pub found: FoundShape,
    pub outcome: T,
}

/// Maximum size of a file whose grids are held in memory.
const SMALL_BYTES: u64 = 1 << 18;
/// Number of small files that are read at a time.
const MOST_FILES: usize = 256;
/// Number of grids of a large file that are examined at a time.
const BATCH: usize = 1024;

impl ReadOptions {
    /// Opens and checks a file whose grids may have bars and voids.
    pub fn check(self, path: &Path) -> Result<Checked, SourceError> {
        Source::open(path)?.check_shaped(self.what, self.options)
    }

    /// Opens and checks one of several files, whose grids may have bars and voids.
    pub fn check_input(self, file: &InputFile) -> Result<Checked, SourceError> {
        file.source()?.check_shaped(self.what, self.options)
    }

    /// Opens and checks a file of plain grids.
    pub fn check_plain(self, path: &Path) -> Result<Checked, SourceError> {
        Source::open(path)?.check_as(self.what, self.options)
    }
}

/// Reports how a file was read that must hold one grid, and returns its name.
pub fn only_one(file: &Checked) -> anyhow::Result<String> {
    let name = file.name().to_owned();
    report_notes(&name, file.notes());
    if file.count() != 1 {
        bail!("{name}: {}, expected one", plural(file.count(), "grid"));
    }
    Ok(name)
}

/// Examines every grid of the files, and calls `pass_on` for each file and then for each of its grids, until it returns `Break`. Both
/// functions receive the number of the file.
pub fn examine_all<T: Send>(
    files: &[InputFile],
    how: ReadOptions,
    run: &Run,
    examine: impl Fn(usize, &FoundShape) -> T + Sync,
    mut pass_on: impl FnMut(usize, Step<'_, T>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let is_alone = files.len() == 1;
    if !is_alone {
        run.set_tasks(files.len());
    }
    let mut next = 0;
    while next < files.len() {
        let small = files[next..].iter().take(MOST_FILES).take_while(|file| is_small(file)).count();
        if small == 0 {
            let outcome = examine_large((next, &files[next]), how, (run, is_alone), &examine, &mut pass_on)?;
            if outcome.is_break() {
                return Ok(());
            }
            next += 1;
            continue;
        }
        let read = (next..next + small).into_par_iter().map(|file| {
            let outcome = read_small(&files[file], how, run, |found| examine(file, found));
            run.task_done(outcome.as_ref().map_or(0, |small| small.grids.len() as u128));
            outcome
        });
        for (outcome, file) in read.collect::<Vec<_>>().into_iter().zip(next..) {
            run.check()?;
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

/// Returns `true` if the grids of a file fit into memory, with everything that is found out about them.
fn is_small(file: &InputFile) -> bool {
    let path = &file.path;
    file.is_in_memory()
        || path.as_os_str() != STANDARD_INPUT
            && path.metadata().is_ok_and(|file| file.is_file() && file.len() <= SMALL_BYTES)
}

/// A file that was read as a whole.
struct SmallFile<T> {
    notes: Vec<String>,
    grids: Vec<ExaminedGrid<T>>,
}

fn read_small<T>(
    file: &InputFile,
    how: ReadOptions,
    run: &Run,
    examine: impl Fn(&FoundShape) -> T,
) -> Result<SmallFile<T>, SourceError> {
    let mut checked = how.check_input(file)?;
    let mut grids = Vec::new();
    for (index, found) in checked.shapes()?.enumerate() {
        if run.check().is_err() {
            break;
        }
        let found = found?;
        let outcome = examine(&found);
        grids.push(ExaminedGrid { index, found, outcome });
    }
    Ok(SmallFile { notes: checked.notes().to_vec(), grids })
}

/// Interval at which a stop is looked for while a file is checked.
const TICK: Duration = Duration::from_millis(50);

/// Checks a file. A pipe may have no end, so a separate thread reads it, and a stop does not wait for that thread.
fn check_until_stopped(
    file: &InputFile,
    how: ReadOptions,
    run: &Run,
) -> Result<Result<Checked, SourceError>, EngineError> {
    let file = file.clone();
    let (done, waiting) = mpsc::channel::<()>();
    let reader = thread::spawn(move || {
        // It is dropped when the file is checked, and the channel is closed.
        let _done = done;
        how.check_input(&file)
    });
    while waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        run.check()?;
    }
    Ok(reader.join().unwrap_or_else(|panic| resume_unwind(panic)))
}

/// Examines the grids of a large file. If it is the only file, its grids are the pieces of the run.
fn examine_large<T: Send>(
    (file, input): (usize, &InputFile),
    how: ReadOptions,
    (run, is_alone): (&Run, bool),
    examine: &(impl Fn(usize, &FoundShape) -> T + Sync),
    pass_on: &mut impl FnMut(usize, Step<'_, T>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<ControlFlow<()>> {
    let mut checked = match check_until_stopped(input, how, run)? {
        Ok(checked) => checked,
        Err(error) => return pass_on(file, Step::Unreadable(error)),
    };
    if is_alone {
        run.set_tasks(checked.count() as usize);
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
            if run.check().is_err() {
                return Err(EngineError::Stopped.into());
            }
            if is_alone {
                run.task_done(1);
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
        run.task_done(1);
    }
    Ok(ControlFlow::Continue(()))
}
