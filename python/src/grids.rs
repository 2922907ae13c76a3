//! Iterates over the grids of a command. The command waits while no grid is taken.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use gridcheck::grid;
use gridcheck_ask::job::Job;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::ask::request_from;
use super::attended::{Attended, Caller, TICK};
use super::grid::Grid;

/// A grid, with its rank if it is known.
type Ranked = (grid::Grid, Option<u128>);

/// Most grids in a chunk. Chunks begin with one grid, so that the first comes at once, and grow.
const MAX: usize = 1024;
/// Number of chunks that may wait to be taken.
const WAITING: usize = 2;

/// An iterator over grids, in the order in which the command lists them.
#[pyclass(frozen, module = "gridcheck")]
pub struct GridIterator(Mutex<State>);

struct State {
    command: Attended<()>,
    chunks: Option<Receiver<Vec<Ranked>>>,
    chunk: std::vec::IntoIter<Ranked>,
    rank: Option<u128>,
}

#[pymethods]
impl GridIterator {
    #[new]
    fn new(request: &Bound<'_, PyDict>, caller: Caller) -> PyResult<Self> {
        let request = request_from(request)?;
        let (sender, chunks) = sync_channel(WAITING);
        let mut packer = Packer { sender, chunk: Vec::new(), size: 1, sent: Instant::now() };
        let list = move || {
            Job::start(request.resources(), move |host| {
                request.ask_for_grids(host, |report| packer.take(report.grid, report.rank))
            })
        };
        let command = Attended::new(caller, list)?;
        Ok(GridIterator(Mutex::new(State { command, chunks: Some(chunks), chunk: Vec::new().into_iter(), rank: None })))
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Grid>> {
        let mut state = self.state(py);
        let next = state.next(py);
        if !matches!(next, Ok(Some(_))) {
            state.close();
        }
        next
    }

    /// The rank of the last grid, if it is known.
    #[getter]
    fn rank(&self, py: Python<'_>) -> Option<u128> {
        self.state(py).rank
    }
}

impl GridIterator {
    /// Returns the state. Another thread may hold it while it waits for grids, so this waits without Python's lock.
    fn state(&self, py: Python<'_>) -> MutexGuard<'_, State> {
        use pyo3::sync::MutexExt;
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Grid>> {
        loop {
            if let Some((grid, rank)) = self.chunk.next() {
                self.rank = rank;
                return Ok(Some(Grid(grid)));
            }
            let Some(chunks) = &mut self.chunks else { return Ok(None) };
            let chunk = py.detach(move || chunks.recv_timeout(TICK));
            self.command.attend(py)?;
            match chunk {
                Ok(chunk) => self.chunk = chunk.into_iter(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.command.outcome(py).map(|()| None),
            }
        }
    }

    /// Stops the command, and takes no more grids.
    fn close(&mut self) {
        self.command.stop();
        self.chunks = None;
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.close();
    }
}

/// Packs grids into chunks.
struct Packer {
    sender: SyncSender<Vec<Ranked>>,
    chunk: Vec<Ranked>,
    /// The size of the next chunk.
    size: usize,
    sent: Instant,
}

impl Packer {
    /// Adds a grid. Returns a break if no grid is wanted any more.
    fn take(&mut self, grid: &grid::Grid, rank: Option<u128>) -> ControlFlow<()> {
        self.chunk.push((grid.clone(), rank));
        let is_due = self.chunk.len() >= self.size || self.sent.elapsed() > TICK;
        if !is_due || self.send() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn send(&mut self) -> bool {
        (self.size, self.sent) = (MAX.min(2 * self.size), Instant::now());
        self.sender.send(std::mem::take(&mut self.chunk)).is_ok()
    }
}

impl Drop for Packer {
    fn drop(&mut self) {
        // Without a receiver the last grids are not wanted.
        self.send();
    }
}
