//! What an engine that fills grids is, and who receives its fills.
//!
//! As with the engines that [list grids](gridcheck_run::listing), the work is cut into pieces, numbered from 0; threads take them in
//! increasing order and hand the fills of each to a [`FillCollector`]. Which pieces there are, and the order of fills in a piece, depend on
//! the question alone.
//!
//! **Independence.** An engine uses the [question](super::question), and neither another engine nor the [validator](super::validator): which
//! words fit where, each finds out in its own way. `tests/it/independence.rs` holds it to that.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::question::Question;
use gridcheck_core::locks::locked;
use gridcheck_run::{EngineError, Run};

/// One method of filling grids.
pub trait Filler: Sync {
    /// The name that `--engine` takes.
    fn name(&self) -> &'static str;

    /// Gives every fill, once, to the harvest.
    fn fills(&self, question: &Question, run: &Run, harvest: &dyn FillCollector) -> Result<(), EngineError>;
}

/// Receives fills: a letter for each square of the question.
pub trait FillCollector: Sync {
    /// Called once for each piece, in increasing order of `index`, from any thread. Several pieces may be open at a time.
    fn begin(&self, index: usize) -> Box<dyn Basket + '_>;
}

/// Receives the fills of one piece.
pub trait Basket {
    /// One fill. `Break` means that no more is wanted, from this piece or any other.
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()>;

    /// The piece is complete. A piece dropped without this was abandoned, and the work with it.
    fn end(self: Box<Self>);
}

/// Passes the first few fills on to a receiver, one at a time.
struct Few<F> {
    state: Mutex<Taking<F>>,
}

struct Taking<F> {
    receiver: F,
    /// How many it still takes.
    left: u64,
}

impl<F> Few<F> {
    fn new(most: u64, receiver: F) -> Self {
        Few { state: Mutex::new(Taking { receiver, left: most }) }
    }

    /// Whether the receiver has had its last.
    fn is_over(&self) -> bool {
        locked(&self.state).left == 0
    }
}

struct FewBasket<'a, F>(&'a Few<F>);

impl<F: FnMut(&[u8]) -> ControlFlow<()> + Send> FillCollector for Few<F> {
    fn begin(&self, _index: usize) -> Box<dyn Basket + '_> {
        Box::new(FewBasket(self))
    }
}

impl<F: FnMut(&[u8]) -> ControlFlow<()>> Basket for FewBasket<'_, F> {
    fn put(&mut self, fill: &[u8]) -> ControlFlow<()> {
        let Taking { receiver, left } = &mut *locked(&self.0.state);
        if *left == 0 {
            return ControlFlow::Break(());
        }
        *left -= 1;
        receiver(fill)?;
        if *left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(self: Box<Self>) {}
}

/// Passes the first fills of an engine on, in an order that depends on the question and the engine alone.
pub fn list(
    filler: &dyn Filler,
    question: &Question,
    most: u64,
    run: &Run,
    receiver: impl FnMut(&[u8]) -> ControlFlow<()> + Send,
) -> Result<(), EngineError> {
    let few = Few::new(most, receiver);
    // One thread takes the pieces in order. Where none can be started there is only one anyway.
    let outcome = match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(one) => one.install(|| filler.fills(question, run, &few)),
        Err(_) => filler.fills(question, run, &few),
    };
    match outcome {
        Err(EngineError::Stopped) if few.is_over() => Ok(()),
        outcome => outcome,
    }
}

/// The first fill of an engine; `None` if there is none at all.
pub fn first(filler: &dyn Filler, question: &Question, run: &Run) -> Result<Option<Vec<u8>>, EngineError> {
    let mut found = None;
    list(filler, question, 1, run, |fill| {
        found = Some(fill.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(found)
}
