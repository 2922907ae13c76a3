//! Drawing the samples: parts of a problem, small enough to list, that have grids.
//!
//! Squares given at random contradict the rules nearly always, and that two engines find nothing in a part without grids
//! proves little. So a sample's givens are taken from a grid, the *model*: some squares are opened, the others are given as the
//! model has them. The model wanders. Again and again a region of it is opened and filled anew with one of the grids that
//! fit the rest (a block Gibbs sampler: Geman and Geman 1984), so that, however it began, it soon has nothing left of its
//! beginnings. The grids come from one of the engines that suit small parts ([`drawers`]). Should that engine be wrong, a sample may have
//! fewer grids or others than intended; no engine is believed because of it.
//!
//! Invariant: the model has the squares that the problem gives, unless the engine that listed it is wrong. All choices depend
//! on the seed alone; only a listing that takes longer than the caller has patience for could make a difference.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::SpotError;
use super::shape::Shape;
use crate::dice::Dice;
use crate::engine::listing::{Collector, Piece};
use crate::engine::timeout::with_timeout;
use crate::engine::{Ability, ENGINES, EngineError, Lister, Run};
use crate::grid::Grid;
use crate::locks::{locked, unlocked};
use crate::problem::{Givens, Problem};

/// A sample has at most so many grids ...
pub const MOST_GRIDS: u64 = 20_000;
/// The fewest that a sample is meant to have is a power of two, with an exponent of at most this.
const TARGET_BITS: usize = 13;
/// ... and at most so many open squares, images under the symmetry not counted, where there is a choice: with more, engines
/// whose time goes with them fall behind (backtracking with four whole rows of 13 × 13 open takes more than ten seconds).
const MOST_OPEN: usize = 48;
/// Squares, images under the symmetry not counted, that are filled anew at a time.
const REFILLED: usize = 16;
/// A region is filled with one of so many of the first grids that fit.
const CANDIDATES: usize = 2048;
/// Rounds of filling anew, one round being each shape once, before the first sample ...
const FIRST_ROUNDS: usize = 16;
/// ... and before each sample.
const ROUNDS: usize = 2;
/// For the first grid of all each engine has this long, then so many times as long, and so on, up to so many times the patience
/// for any other listing. At 13 × 13 one of them has it in less than a second; at 21 × 21 it takes 15.
const FIRST_PATIENCE: Duration = Duration::from_secs(5);
const LONGER: u32 = 4;
const LONGEST: u32 = 6;

/// Who lists while samples are drawn. With two or three whole rows open, exact cover takes milliseconds at 15 × 15, and
/// backtracking ten seconds.
fn drawers() -> impl Iterator<Item = &'static dyn Lister> {
    ENGINES.listers().filter(|lister| lister.suits_small_parts())
}

/// Draws parts of a problem.
pub struct Drawer<'a> {
    problem: &'a Problem,
    /// Stops the drawing.
    whole: &'a Run,
    /// No listing takes longer than this.
    patience: Duration,
    /// One thread; `None` where there is no more than one anyway.
    alone: Option<ThreadPool>,
    dice: Dice,
    model: Grid,
}

/// Which of the squares that the symmetry makes equal are given: giving one of them is giving all.
#[derive(Clone, Copy)]
enum Images {
    All,
    First,
    Last,
}

impl<'a> Drawer<'a> {
    /// A drawer with that seed; `None` if no engine finds a grid of the problem in time.
    pub fn new(problem: &'a Problem, seed: u64, patience: Duration, whole: &'a Run) -> Result<Option<Self>, SpotError> {
        let one = || ThreadPoolBuilder::new().num_threads(1).build();
        let alone = (rayon::current_num_threads() > 1).then(one).transpose();
        let alone = alone.map_err(|error| SpotError::Threads(error.to_string()))?;
        let able = |lister: &&dyn Lister| !matches!(lister.ability(problem), Ability::Unable(_));
        let longest = patience.saturating_mul(LONGEST);
        let mut first = FIRST_PATIENCE.min(longest);
        loop {
            for lister in drawers().filter(able) {
                let (mut grids, is_late) = first_grids(lister, problem, (1, first), alone.as_ref(), whole)?;
                if let Some(model) = grids.pop() {
                    let mut drawer = Drawer { problem, whole, patience, alone, dice: Dice::new(seed), model };
                    drawer.wander(FIRST_ROUNDS)?;
                    return Ok(Some(drawer));
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

    /// A part of the problem in which squares of that shape are open: at most as many as leave it `feasible` and within
    /// [`MOST_GRIDS`], fewer where it is to be smaller.
    pub fn draw(&mut self, shape: Shape, feasible: impl Fn(&Problem) -> bool) -> Result<Problem, EngineError> {
        self.wander(ROUNDS)?;
        let target = 1 << self.dice.below(TARGET_BITS + 1);
        let images = [Images::All, Images::First, Images::Last][self.dice.below(3)];
        let mut groups = shape.groups(self.problem.size(), &mut self.dice).into_iter();
        let mut open = self.none_open();
        let (mut opened, mut free) = (0, 0);
        let mut part = self.part(&open, images);
        while groups.len() > 0 {
            // In larger steps as it grows, so that the steps are few.
            for group in groups.by_ref().take(1 + opened / 4) {
                opened += 1;
                free += self.open(&mut open, &group);
            }
            let larger = self.part(&open, images);
            if free > MOST_OPEN || !feasible(&larger) {
                break;
            }
            let Some(grids) = count_up_to(MOST_GRIDS, &larger, self.patience, self.whole)? else { break };
            part = larger;
            if grids >= target {
                break;
            }
        }
        Ok(part)
    }

    /// Fills region after region of the model anew.
    fn wander(&mut self, rounds: usize) -> Result<(), EngineError> {
        for shape in Shape::ALL.repeat(rounds) {
            let mut open = self.none_open();
            let mut free = 0;
            for group in shape.groups(self.problem.size(), &mut self.dice) {
                if free >= REFILLED {
                    break;
                }
                free += self.open(&mut open, &group);
            }
            let region = self.part(&open, Images::All);
            let Some(lister) = lister_for(&region) else { continue };
            let wanted = (CANDIDATES, self.patience);
            let (mut grids, _) = first_grids(lister, &region, wanted, self.alone.as_ref(), self.whole)?;
            if !grids.is_empty() {
                self.model = grids.swap_remove(self.dice.below(grids.len()));
            }
        }
        Ok(())
    }

    fn none_open(&self) -> Vec<u64> {
        vec![0; self.problem.size()]
    }

    /// Opens squares and their images, and says how many more are open, images not counted.
    fn open(&self, open: &mut [u64], squares: &[(usize, usize)]) -> usize {
        let mut more = 0;
        for &square in squares {
            if open[square.0] >> square.1 & 1 == 0 {
                more += 1;
                self.images(square).for_each(|(r, c)| open[r] |= 1 << c);
            }
        }
        more
    }

    /// What the symmetry makes of a square.
    fn images(&self, square: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let n = self.problem.size();
        self.problem.rules().symmetry.group().iter().map(move |transform| transform.square(n, n, square))
    }

    /// The part of the problem that agrees with the model on all squares that are not open.
    fn part(&self, open: &[u64], images: Images) -> Problem {
        let n = self.problem.size();
        let mut givens = Givens::open(n, n);
        for (r, &open) in open.iter().enumerate() {
            for c in 0..n {
                let is_given = match images {
                    Images::All => true,
                    Images::First => self.images((r, c)).min() == Some((r, c)),
                    Images::Last => self.images((r, c)).max() == Some((r, c)),
                };
                let is_closed = open >> c & 1 == 0;
                match self.problem.givens().colour(r, c) {
                    Some(white) => givens.fix(r, c, white),
                    None if is_closed && is_given => givens.fix(r, c, self.model.is_white(r, c)),
                    None => {}
                }
            }
        }
        self.problem.clone().with_givens(givens).expect("givens made for a grid of the problem's own size")
    }
}

/// The first grids of a listing, `most` of them or all; what there is when `patience` runs out, and whether it did.
///
/// On a single thread the pieces come in order, so nothing has to be kept back to put them so.
fn first_grids(
    lister: &dyn Lister,
    problem: &Problem,
    (most, patience): (usize, Duration),
    alone: Option<&ThreadPool>,
    whole: &Run,
) -> Result<(Vec<Grid>, bool), EngineError> {
    let first_few = FirstFew { most, grids: Mutex::default() };
    let outcome = with_timeout(whole, patience, |run| {
        let list = || lister.list(problem, run, &first_few);
        alone.map_or_else(list, |alone| alone.install(list))
    });
    let grids = unlocked(first_few.grids);
    match outcome {
        Err(EngineError::Stopped) if grids.len() == most => Ok((grids, false)),
        outcome => outcome.map(|listed| (grids, listed.is_none())),
    }
}

/// Keeps the first few grids it gets.
struct FirstFew {
    most: usize,
    grids: Mutex<Vec<Grid>>,
}

impl Collector for FirstFew {
    fn begin(&self, _index: usize) -> Box<dyn Piece + '_> {
        Box::new(FirstPiece(self))
    }
}

struct FirstPiece<'a>(&'a FirstFew);

impl Piece for FirstPiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        let mut grids = locked(&self.0.grids);
        grids.push(grid.clone());
        if grids.len() < self.0.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn end(self: Box<Self>) {}
}

fn lister_for(part: &Problem) -> Option<&'static dyn Lister> {
    drawers().find(|lister| lister.ability(part) == Ability::Able)
}

/// How many grids the problem has; `None` if more than `most`, or if that takes too long to find out.
fn count_up_to(most: u64, problem: &Problem, patience: Duration, whole: &Run) -> Result<Option<u64>, EngineError> {
    let Some(lister) = lister_for(problem) else { return Ok(None) };
    let counter = CappedCounter { most, grids: AtomicU64::new(0) };
    let outcome = with_timeout(whole, patience, |run| lister.list(problem, run, &counter));
    let grids = counter.grids.into_inner();
    match outcome {
        Err(EngineError::Stopped) if grids > most => Ok(None),
        outcome => Ok(outcome?.map(|()| grids)),
    }
}

/// Counts, and wants no more once there are more than `most`.
struct CappedCounter {
    most: u64,
    grids: AtomicU64,
}

impl Collector for CappedCounter {
    fn begin(&self, _index: usize) -> Box<dyn Piece + '_> {
        Box::new(CappedPiece(self))
    }
}

struct CappedPiece<'a>(&'a CappedCounter);

impl Piece for CappedPiece<'_> {
    fn grid(&mut self, _grid: &Grid) -> ControlFlow<()> {
        let before = self.0.grids.fetch_add(1, Ordering::Relaxed);
        if before < self.0.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn end(self: Box<Self>) {}
}
