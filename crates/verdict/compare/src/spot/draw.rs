//! Draws the samples: parts of a problem that have grids and are small enough to list.
//!
//! Squares given at random almost always contradict the rules, and agreement on a part without grids proves little. So a sample's
//! givens are taken from a grid, the *model*: some squares are opened, the others are given as in the model. The model changes
//! step by step. A region of it is opened and refilled with one of the grids that fit the rest (a block Gibbs sampler: Geman and
//! Geman 1984). After a few rounds it no longer depends on its start.
//!
//! The grids come from one of the engines that suit small parts. With two or three whole rows open, exact cover takes milliseconds at
//! 15 × 15, and backtracking ten seconds. If that engine is wrong, a sample may have fewer
//! or other grids than intended. The comparison trusts no engine for having drawn the samples.
//!
//! Invariant: the model has the squares that the problem gives, unless the engine that listed it is wrong. All choices depend on
//! the seed alone, except where a listing exceeds its time limit.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::shape::Shape;
use super::{SpotError, SpotRequest};
use gridcheck_core::grid::Grid;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::listing::Each;
use gridcheck_engine::timeout::with_timeout;
use gridcheck_engine::{Candidates, EngineError, Prepared, Purpose, Run};

/// Maximum number of grids of a sample.
pub(super) const MAX_GRIDS: u64 = 20_000;
/// The target size of a sample is a power of two, with an exponent of at most this.
const TARGET_BITS: usize = 13;
/// Maximum number of open squares, images under the symmetry not counted, where a smaller part is possible. With more, engines
/// whose time grows with them are too slow: backtracking with four whole rows of 13 × 13 open takes more than ten seconds.
const MAX_OPEN: usize = 48;
/// Squares, images under the symmetry not counted, that are refilled at a time.
const REFILLED: usize = 16;
/// A region is refilled with one of this many first grids that fit.
const CANDIDATES: usize = 2048;
/// Rounds of refilling before the first sample. One round uses each shape once.
const FIRST_ROUNDS: usize = 16;
/// Rounds of refilling before each sample.
const ROUNDS: usize = 2;
/// First time limit of each engine for the very first grid. At 13 × 13 one engine needs less than a second; at 21 × 21 it takes
/// 15.
const FIRST_PATIENCE: Duration = Duration::from_secs(5);
/// Factor from one time limit to the next.
const LONGER: u32 = 4;
/// The longest time limit for the first grid, in multiples of the time limit of other listings.
const MAX_PATIENCE: u32 = 6;

/// Draws parts of a problem.
pub(super) struct Sampler<'a> {
    problem: &'a Problem,
    request: &'a SpotRequest<'a>,
    /// Stops the drawing.
    whole: &'a Run,
    /// A pool of one thread; `None` where the program has only one thread.
    single_thread: Option<ThreadPool>,
    rng: SeededRng,
    model: Grid,
}

/// Selects which squares of a symmetry orbit are given. Giving one of them determines all.
#[derive(Clone, Copy)]
enum Images {
    All,
    First,
    Last,
}

impl<'a> Sampler<'a> {
    /// Creates a drawer; `None` if no engine finds a grid of the problem in time.
    ///
    /// # Errors
    /// Fails if no thread can be started, or if an engine fails or is stopped.
    pub(super) fn new(
        problem: &'a Problem,
        request: &'a SpotRequest<'a>,
        whole: &'a Run,
    ) -> Result<Option<Self>, SpotError> {
        let one = || ThreadPoolBuilder::new().num_threads(1).build();
        let single_thread = (rayon::current_num_threads() > 1).then(one).transpose();
        let single_thread = single_thread.map_err(|error| SpotError::Threads(error.to_string()))?;
        let candidates = request.candidates(problem);
        let longest = request.patience.saturating_mul(MAX_PATIENCE);
        let mut first = FIRST_PATIENCE.min(longest);
        loop {
            for lister in candidates.able(Purpose::GridsOfSmallPart) {
                let (mut grids, is_late) = first_grids(lister, 1, first, single_thread.as_ref(), whole)?;
                if let Some(model) = grids.pop() {
                    let rng = SeededRng::new(request.seed);
                    let mut sampler = Sampler { problem, request, whole, single_thread, rng, model };
                    sampler.refill_regions(FIRST_ROUNDS)?;
                    return Ok(Some(sampler));
                }
                if !is_late {
                    return Ok(None);
                }
            }
            if first == longest {
                return Ok(None);
            }
            first = first.saturating_mul(LONGER).min(longest);
        }
    }

    /// Returns a part of the problem in which squares of that shape are open. It stays feasible and within [`MAX_GRIDS`], and below a random target size where possible.
    ///
    /// # Errors
    /// Fails if an engine fails or is stopped.
    pub(super) fn draw(&mut self, shape: Shape) -> Result<Candidates, EngineError> {
        self.refill_regions(ROUNDS)?;
        let target = 1 << self.rng.below(TARGET_BITS + 1);
        let images = [Images::All, Images::First, Images::Last][self.rng.below(3)];
        let mut groups = shape.groups(self.problem.size(), &mut self.rng).into_iter();
        let mut open = self.none_open();
        let (mut opened, mut free) = (0, 0);
        let smallest = self.part(&open, images);
        let (mut part, mut refused): (Option<Candidates>, _) = (None, None);
        while groups.len() > 0 {
            // Larger steps for larger parts keep the number of steps small.
            for group in groups.by_ref().take(1 + opened / 4) {
                opened += 1;
                free += self.open(&mut open, &group);
            }
            if free > MAX_OPEN {
                break;
            }
            let larger = self.part(&open, images);
            // The squares were open before, or the problem gives them.
            if part.as_ref().is_some_and(|part| *part.problem() == larger) {
                continue;
            }
            let larger = self.request.candidates(&larger);
            let grids = if self.request.is_feasible(&larger) { self.count_up_to(MAX_GRIDS, &larger)? } else { None };
            let Some(grids) = grids else {
                refused = Some(larger);
                break;
            };
            part = Some(larger);
            if grids >= target {
                break;
            }
        }
        // If the problem gives the first squares that were opened, the part that was refused is the smallest one.
        let part = part.or(refused.filter(|refused| *refused.problem() == smallest));
        Ok(part.unwrap_or_else(|| self.request.candidates(&smallest)))
    }

    /// Counts the grids of a part. Returns `None` if there are more than `most`, or if counting takes too long.
    fn count_up_to(&self, most: u64, part: &Candidates) -> Result<Option<u64>, EngineError> {
        let Some(lister) = part.quick(Purpose::GridsOfSmallPart) else { return Ok(None) };
        let grids = AtomicU64::new(0);
        let counter = Each(|_: &Grid| {
            let before = grids.fetch_add(1, Ordering::Relaxed);
            if before < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let outcome = with_timeout(self.whole, self.request.patience, |run| lister.list(run, &counter));
        let grids = grids.into_inner();
        match outcome {
            Err(EngineError::Stopped) if grids > most => Ok(None),
            outcome => Ok(outcome?.map(|()| grids)),
        }
    }

    /// Refills one region of the model after another.
    fn refill_regions(&mut self, rounds: usize) -> Result<(), EngineError> {
        for shape in Shape::ALL.repeat(rounds) {
            let mut open = self.none_open();
            let mut free = 0;
            for group in shape.groups(self.problem.size(), &mut self.rng) {
                if free >= REFILLED {
                    break;
                }
                free += self.open(&mut open, &group);
            }
            let region = self.request.candidates(&self.part(&open, Images::All));
            let Some(lister) = region.quick(Purpose::GridsOfSmallPart) else { continue };
            let (mut grids, _) =
                first_grids(lister, CANDIDATES, self.request.patience, self.single_thread.as_ref(), self.whole)?;
            if !grids.is_empty() {
                self.model = grids.swap_remove(self.rng.below(grids.len()));
            }
        }
        Ok(())
    }

    fn none_open(&self) -> Vec<u64> {
        vec![0; self.problem.height()]
    }

    /// Opens squares and their images. Returns the number of newly open squares, images not counted.
    fn open(&self, open: &mut [u64], squares: &[(usize, usize)]) -> usize {
        let mut more = 0;
        for &square in squares {
            if open[square.0] >> square.1 & 1 == 0 {
                more += 1;
                self.images(square).into_iter().for_each(|(r, c)| open[r] |= 1 << c);
            }
        }
        more
    }

    /// Returns the images of a square under the symmetry, in order.
    fn images(&self, square: (usize, usize)) -> Vec<(usize, usize)> {
        self.problem.symmetry().orbit(self.problem.size(), square)
    }

    /// Returns the part of the problem that agrees with the model on all squares that are not open.
    fn part(&self, open: &[u64], images: Images) -> Problem {
        let (height, width) = (self.problem.height(), self.problem.width());
        let mut givens = Givens::open(height, width);
        for (r, &open) in open.iter().enumerate() {
            for c in 0..width {
                let is_given = match images {
                    Images::All => true,
                    Images::First => self.images((r, c)).first() == Some(&(r, c)),
                    Images::Last => self.images((r, c)).last() == Some(&(r, c)),
                };
                let is_closed = open >> c & 1 == 0;
                let of_model = || (self.model.is_white(r, c), self.model.bars().after((r, c)));
                let (asked, bars) = (self.problem.givens().square(r, c), self.problem.givens().bars());
                match asked.or_else(|| (is_closed && is_given).then(of_model)) {
                    Some(square) => givens.fix_square(r, c, square),
                    None => givens.give_bars(r, c, bars.after((r, c))),
                }
            }
        }
        self.problem.clone().with_givens(givens).expect("givens made for a grid of the problem's own size")
    }
}

/// Returns the first `most` grids of a listing, or all that come before `patience` runs out, and `true` if it ran out.
///
/// On a single thread the pieces come in order, so no piece needs to be buffered.
fn first_grids(
    lister: &Prepared<'_>,
    most: usize,
    patience: Duration,
    single_thread: Option<&ThreadPool>,
    whole: &Run,
) -> Result<(Vec<Grid>, bool), EngineError> {
    let grids = Mutex::new(Vec::new());
    let first_few = Each(|grid: &Grid| {
        let mut grids = locked(&grids);
        grids.push(grid.clone());
        if grids.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let outcome = with_timeout(whole, patience, |run| {
        let list = || lister.list(run, &first_few);
        single_thread.map_or_else(list, |single_thread| single_thread.install(list))
    });
    let grids = unlocked(grids);
    match outcome {
        Err(EngineError::Stopped) if grids.len() == most => Ok((grids, false)),
        outcome => outcome.map(|listed| (grids, listed.is_none())),
    }
}
