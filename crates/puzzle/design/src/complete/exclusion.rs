//! Explains why there is no completion: painted squares that exclude every grid.
//!
//! An *exclusion* is a set of painted squares that no valid grid contains. It is *irreducible* if each of its squares is needed.
//! The solver returns an exclusion if it finds no completion. Squares are then removed one by one as long as the rest still
//! excludes every grid (Chinneck and Dravnieks 1991).
//!
//! **A smallest one.** Every valid grid disagrees with the painting somewhere, and an exclusion *hits* each of these
//! disagreements: it contains a square of each. Conversely, a set that hits them all is an exclusion. So take a smallest set that
//! hits the known disagreements. Either it is an exclusion, and then a smallest one, or some grid agrees with all of it. That
//! grid is changed to agree with as much of the painting as possible, which gives one more disagreement (Ignatiev, Previti,
//! Liffiton and Marques-Silva 2015). The search ends quickly if a few squares suffice. Otherwise it is given up, and the
//! exclusion is only called irreducible.

use std::collections::BTreeMap;

use crate::oracle::{Lit, Oracle};
use gridcheck_core::grid::{Grid, Square};
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_engine::{EngineError, Run};

/// Painted squares that exclude every grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The squares (row and column, from 0) in reading order; empty if no grid of the size obeys the rules.
    pub squares: Vec<(usize, usize)>,
    /// `true` if no smaller set of painted squares excludes every grid. Otherwise the set is only irreducible.
    pub smallest: bool,
}

/// Number of disagreements after which the search for a smaller exclusion is given up.
const MAX_DISAGREEMENTS: usize = 400;
/// Number of candidate sets after which that search is given up.
const MAX_TRIES: usize = 300_000;

/// Finds an exclusion; returns `None` if there is a completion.
///
/// # Errors
/// Fails if the solver fails or the run is stopped.
pub fn exclusion(problem: &Problem, run: &Run) -> Result<Option<Exclusion>, EngineError> {
    let mut painting = ExclusionSearch::of(problem, run);
    let all: Vec<Square> = painting.squares.clone();
    if painting.grid(&all)?.is_some() {
        return Ok(None);
    }
    let squares = painting.reduced()?;
    let smaller = painting.smallest(squares.len())?;
    let (mut squares, smallest) = match smaller {
        SmallerExclusion::Found(smaller) => (smaller, true),
        SmallerExclusion::NoSmaller => (squares, true),
        SmallerExclusion::GivenUp => (squares, false),
    };
    squares.sort_unstable();
    Ok(Some(Exclusion { squares, smallest }))
}

/// The painted squares, with a solver that finds grids for subsets of them.
struct ExclusionSearch<'r> {
    oracle: Oracle<'r>,
    run: &'r Run,
    painted: Givens,
    squares: Vec<Square>,
    /// The literal that each of them is as painted.
    literals: BTreeMap<Square, Lit>,
}

/// The result of the search for an exclusion of fewer squares.
enum SmallerExclusion {
    Found(Vec<Square>),
    NoSmaller,
    GivenUp,
}

impl<'r> ExclusionSearch<'r> {
    fn of(problem: &Problem, run: &'r Run) -> Self {
        let painted = problem.givens().clone();
        let squares: Vec<Square> = problem.size().positions().filter(|&square| painted.has_given(square)).collect();
        let mut oracle = Oracle::new(&problem.clone().open(), run);
        let literals = squares.iter().map(|&square| (square, as_painted(square, &painted, &mut oracle))).collect();
        ExclusionSearch { oracle, run, painted, squares, literals }
    }

    /// Returns a grid that has all of these squares as painted.
    fn grid(&mut self, squares: &[Square]) -> Result<Option<Grid>, EngineError> {
        let literals: Vec<Lit> = squares.iter().map(|square| self.literals[square]).collect();
        self.oracle.grid(&literals)
    }

    /// Returns the subset of the squares last queried that the solver proved to exclude every grid.
    fn core(&self) -> Vec<Square> {
        let core = self.oracle.core();
        self.squares.iter().copied().filter(|square| core.contains(&self.literals[square])).collect()
    }

    /// Returns the painted squares that have another colour or other bars in the grid.
    fn disagreement(&self, grid: &Grid) -> Vec<Square> {
        let found = |(r, c): Square| (grid.is_white(r, c), grid.bars().after((r, c)));
        let differs = |&square: &Square| !self.painted.agree(square, found(square));
        self.squares.iter().copied().filter(differs).collect()
    }

    /// Returns an irreducible subset of the squares last queried.
    fn reduced(&mut self) -> Result<Vec<Square>, EngineError> {
        let mut core = self.core();
        let mut needed = 0;
        while needed < core.len() {
            // Invariant: each of the first `needed` squares is needed, and stays needed in every smaller exclusion.
            let mut rest = core.clone();
            let tried = rest.remove(needed);
            if self.grid(&rest)?.is_some() {
                rest.insert(0, tried);
                core = rest;
                needed += 1;
            } else {
                let smaller = self.core();
                core.retain(|square| smaller.contains(square));
            }
        }
        Ok(core)
    }

    /// Searches for a smallest exclusion of fewer than `size` squares.
    fn smallest(&mut self, size: usize) -> Result<SmallerExclusion, EngineError> {
        let mut disagreements: Vec<Vec<Square>> = Vec::new();
        let mut tries = MAX_TRIES;
        for sought in 0..size {
            loop {
                let mut hitting = Vec::new();
                let hits = hits(&disagreements, sought, &mut hitting, &mut tries, self.run)?;
                if tries == 0 {
                    return Ok(SmallerExclusion::GivenUp);
                }
                if !hits {
                    break;
                }
                let Some(grid) = self.grid(&hitting)? else { return Ok(SmallerExclusion::Found(self.core())) };
                if disagreements.len() == MAX_DISAGREEMENTS {
                    return Ok(SmallerExclusion::GivenUp);
                }
                let disagreement = self.least_disagreement(&grid)?;
                disagreements.push(disagreement);
                disagreements.sort_by_key(Vec::len);
            }
        }
        Ok(SmallerExclusion::NoSmaller)
    }

    /// Returns a minimal disagreement: no other grid agrees with the same painted squares as this grid and with more.
    fn least_disagreement(&mut self, grid: &Grid) -> Result<Vec<Square>, EngineError> {
        let mut open = self.disagreement(grid);
        let mut agreed: Vec<Square> = self.squares.iter().copied().filter(|square| !open.contains(square)).collect();
        let mut least = Vec::new();
        while let Some(square) = open.pop() {
            agreed.push(square);
            if let Some(better) = self.grid(&agreed)? {
                let differs = self.disagreement(&better);
                agreed.extend(open.iter().filter(|square| !differs.contains(square)));
                open.retain(|square| differs.contains(square));
            } else {
                agreed.pop();
                least.push(square);
            }
        }
        Ok(least)
    }
}

/// Returns the literal that a square has its painted colour, or one that implies its painted bars.
fn as_painted((r, c): Square, painted: &Givens, oracle: &mut Oracle) -> Lit {
    if !oracle.is_barred() {
        return oracle.square((r, c), painted.colour(r, c) == Some(true));
    }
    let as_painted = oracle.fresh();
    for edge in [(r, c + 1), (r + 1, c)].map(|other| ((r, c), other)) {
        if let (Some(bar), Some(is_bar)) = (oracle.bar(edge), painted.bar(edge)) {
            oracle.add(&[!as_painted, if is_bar { bar } else { !bar }]);
        }
    }
    as_painted
}

/// Searches at most `most` squares, besides those in `chosen`, that hit all of these sets. Branches on the first set that is not
/// hit. `false` proves nothing if no `tries` are left.
fn hits(
    sets: &[Vec<Square>],
    most: usize,
    chosen: &mut Vec<Square>,
    tries: &mut usize,
    run: &Run,
) -> Result<bool, EngineError> {
    run.check()?;
    let missed = sets.iter().find(|set| !set.iter().any(|square| chosen.contains(square)));
    let Some(missed) = missed else { return Ok(true) };
    *tries = tries.saturating_sub(1);
    if most == 0 || *tries == 0 {
        return Ok(false);
    }
    for &square in missed {
        chosen.push(square);
        if hits(sets, most - 1, chosen, tries, run)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}
