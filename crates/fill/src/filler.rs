//! The engines that fill grids, and the collectors that receive their fills.
//!
//! As with the engines that [list grids](gridcheck_run::listing), the work is split into pieces, numbered from 0. Threads take them in
//! increasing order and pass the fills of each to a [`FillCollector`]. The pieces, and the order of fills in a piece, depend on the
//! question alone.
//!
//! **Independence.** An engine uses the [question](super::question), and neither another engine nor the [validator](super::validator). Each
//! finds the fitting words independently. `tests/it/independence.rs` checks this.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::question::Question;
use gridcheck_core::locks::locked;
use gridcheck_run::{EngineError, Run};

/// A method of filling grids.
pub trait Filler: Sync {
    /// Returns the name that `--engine` takes.
    fn name(&self) -> &'static str;

    /// Passes every fill once to the collector.
    ///
    /// # Errors
    /// Returns an error if the run is stopped, the collector wants no more fills, or the engine fails.
    fn fills(&self, question: &Question, run: &Run, collector: &dyn FillCollector) -> Result<(), EngineError>;
}

/// Receives fills: a letter for each square of the question.
pub trait FillCollector: Sync {
    /// Begins a piece. Called once for each piece, in increasing order of `index`, from any thread. Several pieces may be open at a time.
    fn begin(&self, index: usize) -> Box<dyn FillPiece + '_>;
}

/// Receives the fills of one piece.
pub trait FillPiece {
    /// Receives one fill. `Break` means that no more fills are wanted, from this piece or any other.
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()>;

    /// Completes the piece. A piece that is dropped without this call was abandoned, and so was the work.
    fn end(self: Box<Self>);
}

/// Passes the first fills on to a receiver, one at a time.
struct FirstFills<F> {
    state: Mutex<Receiver<F>>,
}

struct Receiver<F> {
    receiver: F,
    /// Number of fills that the receiver still takes.
    left: u64,
}

impl<F> FirstFills<F> {
    fn new(most: u64, receiver: F) -> Self {
        FirstFills { state: Mutex::new(Receiver { receiver, left: most }) }
    }

    /// Returns `true` if the receiver takes no more fills.
    fn is_over(&self) -> bool {
        locked(&self.state).left == 0
    }
}

struct FirstFillsBasket<'a, F>(&'a FirstFills<F>);

impl<F: FnMut(&[u8]) -> ControlFlow<()> + Send> FillCollector for FirstFills<F> {
    fn begin(&self, _index: usize) -> Box<dyn FillPiece + '_> {
        Box::new(FirstFillsBasket(self))
    }
}

impl<F: FnMut(&[u8]) -> ControlFlow<()>> FillPiece for FirstFillsBasket<'_, F> {
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()> {
        let Receiver { receiver, left } = &mut *locked(&self.0.state);
        if *left == 0 {
            return ControlFlow::Break(());
        }
        *left -= 1;
        receiver(fill)?;
        if *left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(self: Box<Self>) {}
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
    let first_fills = FirstFills::new(most, receiver);
    // One thread takes the pieces in order. If no thread can be started, this is the only one.
    let outcome = match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(one) => one.install(|| filler.fills(question, run, &first_fills)),
        Err(_) => filler.fills(question, run, &first_fills),
    };
    match outcome {
        Err(EngineError::Stopped) if first_fills.is_over() => Ok(()),
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
