//! Delivers the grids of an engine: task by task, from many threads, in an order that does not depend on their number.
//!
//! An engine cuts its search into *tasks*, numbered from 0 without a gap. The cut and the order of grids inside a task depend on the
//! problem alone. Threads take tasks in increasing order ([`for_each_task`]) and give each task's grids to a [`Collector`].
//!
//! A collector that ignores the order works in parallel: [`Summary`], [`Each`], [`AnyOrder`]. The collector [`InOrder`] restores the order
//! of the tasks with a bounded buffer, so that memory never holds all the grids.
//!
//! Other answers than grids can be delivered in the same way: [`Collector`] is generic over them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::error::EngineError;
use super::run::Run;
use gridcheck_core::grid::{Bars, Grid};
use gridcheck_core::locks::{locked, unlocked};

/// Receives the grids, or other answers, of a listing.
pub trait Collector<T: ?Sized = Grid>: Sync {
    /// Opens a task. An engine calls it once for each task, in increasing order of `index`, from any thread. Several tasks may be open
    /// at a time.
    fn begin(&self, index: usize) -> Box<dyn TaskSink<T> + '_>;
}

/// Receives the answers of one task, in order.
pub trait TaskSink<T: ?Sized = Grid> {
    /// Receives an answer. `Break` means that the receiver wants no more, from this task or any other.
    fn put(&mut self, answer: &T) -> ControlFlow<()>;

    /// Ends the task as complete. A task dropped without this call was abandoned, and the listing with it.
    fn end(self: Box<Self>);
}

/// Does `work` for each task 0 .. `tasks` on rayon's threads, which take the tasks in increasing order. The function `work` returns the
/// number of grids of the task.
///
/// A task that fails can make other tasks stop that wait for it. Their [`Stopped`](EngineError::Stopped) must not hide the cause.
///
/// # Errors
/// Returns the first error, which stops all tasks. Another error takes precedence over `Stopped`.
pub fn for_each_task(
    tasks: usize,
    run: &Run,
    work: impl Fn(usize) -> Result<u64, EngineError> + Sync,
) -> Result<(), EngineError> {
    run.set_tasks(tasks);
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let fail = |error| {
        let mut failure = locked(&failure);
        if matches!(*failure, None | Some(EngineError::Stopped)) {
            *failure = Some(error);
        }
    };
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= tasks || locked(&failure).is_some() {
                return;
            }
            match run.check().and_then(|()| work(index)) {
                Ok(grids) => run.task_done(grids.into()),
                Err(error) => return fail(error),
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| worker());
        }
    });
    unlocked(failure).map_or(Ok(()), Err)
}

/// A collector that summarizes each task, and adds the summaries of the complete tasks to a total.
pub struct Summary<A, S, P, M> {
    total: Mutex<A>,
    start: S,
    put: P,
    merge: M,
}

impl<A, S, P, M> Summary<A, S, P, M> {
    /// Creates a collector from the total of no task, and three functions. `start` returns the summary of an empty task, `put` adds an
    /// answer to it, and `merge` adds it to the total.
    pub fn new<T: ?Sized, Task>(total: A, start: S, put: P, merge: M) -> Self
    where
        S: Fn() -> Task,
        P: Fn(&mut Task, &T) -> ControlFlow<()>,
        M: Fn(&mut A, Task),
    {
        Summary { total: Mutex::new(total), start, put, merge }
    }

    /// Returns the total of the tasks that have ended.
    pub fn into_total(self) -> A {
        unlocked(self.total)
    }
}

impl<T, A, Task, S, P, M> Collector<T> for Summary<A, S, P, M>
where
    T: ?Sized,
    A: Send,
    Task: 'static,
    S: Fn() -> Task + Sync,
    P: Fn(&mut Task, &T) -> ControlFlow<()> + Sync,
    M: Fn(&mut A, Task) + Sync,
{
    fn begin(&self, _index: usize) -> Box<dyn TaskSink<T> + '_> {
        Box::new(SummaryTask { of: self, task: (self.start)() })
    }
}

struct SummaryTask<'a, Task, A, S, P, M> {
    of: &'a Summary<A, S, P, M>,
    task: Task,
}

impl<T, Task, A, S, P, M> TaskSink<T> for SummaryTask<'_, Task, A, S, P, M>
where
    T: ?Sized,
    P: Fn(&mut Task, &T) -> ControlFlow<()>,
    M: Fn(&mut A, Task),
{
    fn put(&mut self, answer: &T) -> ControlFlow<()> {
        (self.of.put)(&mut self.task, answer)
    }

    fn end(self: Box<Self>) {
        (self.of.merge)(&mut locked(&self.of.total), self.task);
    }
}

/// A collector that calls a function with each answer, from any thread.
pub struct Each<F>(pub F);

impl<T: ?Sized, F: Fn(&T) -> ControlFlow<()> + Sync> Collector<T> for Each<F> {
    fn begin(&self, _index: usize) -> Box<dyn TaskSink<T> + '_> {
        Box::new(EachTask(&self.0))
    }
}

struct EachTask<'a, F>(&'a F);

impl<T: ?Sized, F: Fn(&T) -> ControlFlow<()>> TaskSink<T> for EachTask<'_, F> {
    fn put(&mut self, answer: &T) -> ControlFlow<()> {
        self.0(answer)
    }

    fn end(self: Box<Self>) {}
}

/// A collector that passes each answer to another one zero or more times, as a function says.
pub struct Repeat<'a, T: ?Sized, F> {
    to: &'a dyn Collector<T>,
    times: F,
}

impl<'a, T: ?Sized, F: Fn(&T) -> usize> Repeat<'a, T, F> {
    /// Creates a collector that passes an answer to `to` as often as `times` says.
    pub fn new(to: &'a dyn Collector<T>, times: F) -> Self {
        Repeat { to, times }
    }
}

impl<T: ?Sized, F: Fn(&T) -> usize + Sync> Collector<T> for Repeat<'_, T, F> {
    fn begin(&self, index: usize) -> Box<dyn TaskSink<T> + '_> {
        Box::new(RepeatTask { to: self.to.begin(index), times: &self.times })
    }
}

struct RepeatTask<'a, T: ?Sized, F> {
    to: Box<dyn TaskSink<T> + 'a>,
    times: &'a F,
}

impl<T: ?Sized, F: Fn(&T) -> usize> TaskSink<T> for RepeatTask<'_, T, F> {
    fn put(&mut self, answer: &T) -> ControlFlow<()> {
        (0..(self.times)(answer)).try_for_each(|_| self.to.put(answer))
    }

    fn end(self: Box<Self>) {
        self.to.end();
    }
}

/// A collector that passes grids to one receiver as they arrive, in no particular order.
pub struct AnyOrder<F> {
    receiver: Mutex<F>,
}

/// Number of grids that are passed at a time. A task may have any number, and locking for each grid is too slow.
const BATCH: usize = 1 << 12;

impl<F: FnMut(&Grid) + Send> AnyOrder<F> {
    /// Creates a collector that passes every grid to `receiver`.
    pub fn new(receiver: F) -> Self {
        AnyOrder { receiver: Mutex::new(receiver) }
    }
}

impl<F: FnMut(&Grid) + Send> Collector for AnyOrder<F> {
    fn begin(&self, _index: usize) -> Box<dyn TaskSink + '_> {
        Box::new(AnyOrderTask { to: self, grids: Vec::new() })
    }
}

struct AnyOrderTask<'a, F> {
    to: &'a AnyOrder<F>,
    grids: Vec<Grid>,
}

impl<F: FnMut(&Grid)> AnyOrderTask<'_, F> {
    fn flush(&mut self) {
        let mut receiver = locked(&self.to.receiver);
        self.grids.drain(..).for_each(|grid| receiver(&grid));
    }
}

impl<F: FnMut(&Grid) + Send> TaskSink for AnyOrderTask<'_, F> {
    fn put(&mut self, grid: &Grid) -> ControlFlow<()> {
        self.grids.push(grid.clone());
        if self.grids.len() == BATCH {
            self.flush();
        }
        ControlFlow::Continue(())
    }

    fn end(mut self: Box<Self>) {
        self.flush();
    }
}

/// A collector that passes grids to one receiver in the order of the tasks.
///
/// A complete task that is not yet due is kept packed. If the kept tasks exceed a fixed amount, threads wait for their turn. The due
/// task never waits, and threads take tasks in increasing order, so one thread can always proceed.
pub struct InOrder<F> {
    state: Mutex<InOrderState<F>>,
    turn: Condvar,
    /// A copy of `state.closed` for threads that do not hold the lock.
    closed: AtomicBool,
}

struct InOrderState<F> {
    receiver: F,
    due: usize,
    kept: BTreeMap<usize, Packed>,
    kept_words: usize,
    closed: bool,
}

/// Most 8-byte words of all tasks kept for later (32 MB).
const MAX_KEPT_WORDS: usize = 4 << 20;
/// Most 8-byte words of all tasks that threads work on.
const MAX_OPEN_WORDS: usize = 4 << 20;
/// Most 8-byte words of one such task (2 MB), even with few threads.
const MAX_TASK_WORDS: usize = 256 << 10;

/// Grids of one size, with their rows in one vector.
#[derive(Default)]
struct Packed {
    height: usize,
    width: usize,
    /// `true` if the rows of each grid are followed by its bars: at the right of the squares of each row, then below them.
    has_bars: bool,
    rows: Vec<u64>,
}

impl Packed {
    fn push(&mut self, grid: &Grid) {
        (self.height, self.width) = (grid.height(), grid.width());
        let bars = grid.bars();
        if !self.has_bars && !bars.is_empty() {
            self.has_bars = true;
            let without_bars = std::mem::take(&mut self.rows);
            for rows in without_bars.chunks_exact(self.height) {
                self.rows.extend_from_slice(rows);
                self.rows.resize(self.rows.len() + 2 * self.height, 0);
            }
        }
        self.rows.extend_from_slice(grid.rows());
        if self.has_bars {
            self.rows.extend((0..self.height).map(|r| bars.right(r)));
            self.rows.extend((0..self.height).map(|r| bars.below(r)));
        }
    }

    /// Calls a function with each grid until it breaks.
    fn try_for_each(&self, mut receive: impl FnMut(&Grid) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.rows.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut grid = Grid::black(self.height, self.width);
        let words = if self.has_bars { 3 * self.height } else { self.height };
        self.rows.chunks_exact(words).try_for_each(|packed| {
            let (rows, bars) = packed.split_at(self.height);
            rows.iter().enumerate().for_each(|(r, &row)| grid.set_row(r, row));
            let (right, below) = bars.split_at(bars.len() / 2);
            *grid.bars_mut() = Bars::from_rows(right, below);
            receive(&grid)
        })
    }
}

impl<F: FnMut(&Grid) -> ControlFlow<()> + Send> InOrder<F> {
    /// Creates a collector that passes every grid to `receiver` in order. A `Break` of the receiver stops the engine.
    pub fn new(receiver: F) -> Self {
        let state = InOrderState { receiver, due: 0, kept: BTreeMap::new(), kept_words: 0, closed: false };
        InOrder { state: Mutex::new(state), turn: Condvar::new(), closed: AtomicBool::new(false) }
    }
}

impl<F: FnMut(&Grid) -> ControlFlow<()>> InOrderState<F> {
    fn deliver(&mut self, packed: &Packed) {
        if !self.closed {
            self.closed = packed.try_for_each(&mut self.receiver).is_break();
        }
    }
}

impl<F: FnMut(&Grid) -> ControlFlow<()> + Send> Collector for InOrder<F> {
    fn begin(&self, index: usize) -> Box<dyn TaskSink + '_> {
        let most_words = MAX_TASK_WORDS.min(MAX_OPEN_WORDS / rayon::current_num_threads());
        Box::new(InOrderTask { order: self, index, most_words, packed: Packed::default(), ended: false })
    }
}

struct InOrderTask<'a, F> {
    order: &'a InOrder<F>,
    index: usize,
    /// Number of packed words at which the task waits for its turn.
    most_words: usize,
    packed: Packed,
    ended: bool,
}

impl<F: FnMut(&Grid) -> ControlFlow<()> + Send> InOrderTask<'_, F> {
    /// Waits until this task is due, or the listing is over.
    fn wait<'a>(&self, order: &'a InOrder<F>) -> MutexGuard<'a, InOrderState<F>> {
        order
            .turn
            .wait_while(locked(&order.state), |state| state.due != self.index && !state.closed)
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: FnMut(&Grid) -> ControlFlow<()> + Send> TaskSink for InOrderTask<'_, F> {
    fn put(&mut self, grid: &Grid) -> ControlFlow<()> {
        if self.order.closed.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.packed.push(grid);
        if self.packed.rows.len() < self.most_words {
            return ControlFlow::Continue(());
        }
        let mut state = self.wait(self.order);
        state.deliver(&self.packed);
        self.packed.rows.clear();
        self.order.closed.store(state.closed, Ordering::Relaxed);
        if state.closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(mut self: Box<Self>) {
        let mut packed = std::mem::take(&mut self.packed);
        // The limit counts lengths, so the capacity must not exceed the length.
        packed.rows.shrink_to_fit();
        let mut state = locked(&self.order.state);
        if state.due != self.index && state.kept_words + packed.rows.len() <= MAX_KEPT_WORDS {
            state.kept_words += packed.rows.len();
            state.kept.insert(self.index, packed);
            self.ended = true;
            return;
        }
        drop(state);
        let mut state = self.wait(self.order);
        state.deliver(&packed);
        state.due += 1;
        loop {
            let due = state.due;
            let Some(packed) = state.kept.remove(&due) else { break };
            state.kept_words -= packed.rows.len();
            state.deliver(&packed);
            state.due += 1;
        }
        self.order.closed.store(state.closed, Ordering::Relaxed);
        self.order.turn.notify_all();
        // Set this last: if the receiver panics, the task counts as abandoned.
        self.ended = true;
    }
}

/// Ends the listing if the task was abandoned, because other threads must not wait for it for ever.
impl<F> Drop for InOrderTask<'_, F> {
    fn drop(&mut self) {
        if !self.ended {
            locked(&self.order.state).closed = true;
            self.order.closed.store(true, Ordering::Relaxed);
            self.order.turn.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Returns the result of `job` on a pool of `threads` threads. Panics if that takes ten seconds.
    fn on_threads<T: Send + 'static>(threads: usize, job: impl FnOnce() -> T + Send + 'static) -> T {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            // The receiver is gone if the job took too long.
            let _ = sender.send(pool.install(job));
        });
        receiver.recv_timeout(Duration::from_secs(10)).expect("the listing ends")
    }

    #[test]
    fn a_failure_takes_precedence_over_stopped_tasks() {
        let failed = EngineError::Failed { engine: "none", what: "something broke".to_owned() };
        for outcomes in [[EngineError::Stopped, failed.clone()], [failed.clone(), EngineError::Stopped]] {
            let outcome = on_threads(2, move || {
                let (first_is_over, both_begun) = (AtomicBool::new(false), std::sync::Barrier::new(2));
                for_each_task(2, &Run::new(), |index| {
                    both_begun.wait();
                    if index == 0 {
                        first_is_over.store(true, Ordering::Relaxed);
                    } else {
                        while !first_is_over.load(Ordering::Relaxed) {
                            thread::yield_now();
                        }
                        // Time for the first thread's error to arrive first.
                        thread::sleep(Duration::from_millis(50));
                    }
                    Err(outcomes[index].clone())
                })
            });
            assert_eq!(outcome, Err(failed.clone()));
        }
    }

    #[test]
    fn grids_keep_their_bars_in_order() {
        let grids = ["#./..", "../..", "r./..", "../..", "+./r."].map(|text| text.parse::<Grid>().expect("a grid"));
        let mut received = Vec::new();
        let order = InOrder::new(|grid: &Grid| {
            received.push(grid.clone());
            ControlFlow::Continue(())
        });
        // The second task ends first and is kept.
        let (mut first, mut second) = (order.begin(0), order.begin(1));
        assert!(grids[..3].iter().all(|grid| first.put(grid).is_continue()));
        assert!(grids[3..].iter().all(|grid| second.put(grid).is_continue()));
        second.end();
        first.end();
        drop(order);
        assert_eq!(received, grids);
    }

    #[test]
    fn a_receiver_that_panics_ends_all_tasks() {
        let panicked = on_threads(2, || {
            let order = InOrder::new(|_: &Grid| panic!("a receiver that panics"));
            let listing = || {
                for_each_task(2, &Run::new(), |index| {
                    let mut task = order.begin(index);
                    // The receiver gets task 0 at its end; task 1 is so large that it must wait for its turn before.
                    let grids = if index == 0 { 1 } else { MAX_TASK_WORDS };
                    for _ in 0..grids {
                        if task.put(&Grid::black(1, 1)).is_break() {
                            return Err(EngineError::Stopped);
                        }
                    }
                    task.end();
                    Ok(grids as u64)
                })
            };
            catch_unwind(AssertUnwindSafe(listing)).is_err()
        });
        assert!(panicked, "the panic goes on to whoever asked for the listing");
    }
}
