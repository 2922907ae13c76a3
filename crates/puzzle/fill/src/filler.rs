//! The engines that fill grids.
//!
//! As with the engines that [list grids](gridcheck_engine::listing), the work is split into tasks, numbered from 0. Threads take them in
//! increasing order and pass the fills of each to a [`Collector`]. The tasks, and the order of fills in a task, depend on the question
//! alone.
//!
//! **Independence.** An engine uses the [question](super::question), and neither another engine nor the [validator](super::validator). Each
//! finds the fitting words independently. `crates/testing/tests/sources.rs` checks this.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::question::Question;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_engine::listing::{Collector, Each, TaskSink, for_each_task};
use gridcheck_engine::{EngineError, Run};

/// A method of filling grids.
pub trait Filler: Sync {
    /// Returns the name that `--engine` takes.
    fn name(&self) -> &'static str;

    /// Passes every fill once to the collector.
    ///
    /// # Errors
    /// Returns an error if the run is stopped, the collector wants no more fills, or the engine fails.
    fn fills(&self, question: &Question, run: &Run, collector: &dyn Collector<Fill>) -> Result<(), EngineError>;
}

/// A fill: a letter for each square of the question.
pub type Fill = [u8];

/// Takes the fills of one task, and counts them.
pub(super) struct TaskFills<'c> {
    sink: Box<dyn TaskSink<Fill> + 'c>,
    found: u64,
}

impl TaskFills<'_> {
    pub(super) fn put(&mut self, fill: &Fill) -> Result<(), EngineError> {
        self.found += 1;
        match self.sink.put(fill) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(EngineError::Stopped),
        }
    }
}

/// Passes the fills that `work` finds in each task 0 .. `tasks` to the collector.
pub(super) fn in_tasks(
    tasks: usize,
    run: &Run,
    collector: &dyn Collector<Fill>,
    work: impl Fn(usize, &mut TaskFills) -> Result<(), EngineError> + Sync,
) -> Result<(), EngineError> {
    for_each_task(tasks, run, |index| {
        let mut task = TaskFills { sink: collector.begin(index), found: 0 };
        work(index, &mut task)?;
        task.sink.end();
        Ok(task.found)
    })
}

/// Passes the first `most` fills of an engine to `receiver`, in an order that depends on the question and the engine alone.
///
/// # Errors
/// Returns an error if the run is stopped or the engine fails.
pub fn list(
    filler: &dyn Filler,
    question: &Question,
    most: u64,
    run: &Run,
    receiver: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
) -> Result<(), EngineError> {
    let state = Mutex::new((receiver, most));
    let first_fills = Each(|fill: &Fill| {
        let (receiver, left) = &mut *locked(&state);
        if *left == 0 {
            return ControlFlow::Break(());
        }
        *left -= 1;
        receiver(fill)?;
        if *left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // One thread takes the tasks in order. If no thread can be started, this is the only one.
    let outcome = match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(one) => one.install(|| filler.fills(question, run, &first_fills)),
        Err(_) => filler.fills(question, run, &first_fills),
    };
    match outcome {
        Err(EngineError::Stopped) if unlocked(state).1 == 0 => Ok(()),
        outcome => outcome,
    }
}

/// Returns the first fill of an engine, or `None` if there is none.
///
/// # Errors
/// Returns an error if the run is stopped or the engine fails.
pub fn first(filler: &dyn Filler, question: &Question, run: &Run) -> Result<Option<Vec<u8>>, EngineError> {
    let mut found = None;
    list(filler, question, 1, run, |fill| {
        found = Some(fill.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(found)
}
