//! Painted squares that exclude every grid: why there is no completion.
//!
//! An *exclusion* is a set of painted squares that no valid grid has all of; it is *irreducible* when each of its squares is needed.
//! The solver names one when it finds no completion, and squares are left out one by one as long as no grid comes of it
//! (Chinneck and Dravnieks 1991).
//!
//! **A smallest one.** Every valid grid disagrees with the painting somewhere, so an exclusion *hits* each of these disagreements:
//! it holds a square of each, and a set that hits them all is an exclusion. So a smallest set that hits the disagreements known so
//! far is either an exclusion, and then a smallest, or a grid agrees with all of it; and that grid, made to agree with as much of
//! the painting as it can, is a disagreement more (Ignatiev, Previti, Liffiton and Marques-Silva 2015). That ends quickly where a
//! few squares suffice, and is given up where it does not: then the exclusion is called irreducible, and no more.

use super::{Place, places};
use crate::engine::{EngineError, Run};
use crate::grid::Grid;
use crate::oracle::{Lit, Oracle};
use crate::problem::{Givens, Problem};

/// Painted squares that exclude every grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exclusion {
    /// The squares, rows and columns from 0, in reading order; none if the rules have no grid of the size.
    pub squares: Vec<(usize, usize)>,
    /// Whether no fewer of the painted squares do. If not, no square of these can be left out all the same.
    pub smallest: bool,
}

/// So many disagreements are gathered before the search for a smaller one is given up.
const MOST_DISAGREEMENTS: usize = 400;
/// And so many sets of squares tried.
const MOST_TRIES: usize = 300_000;

/// Finds an exclusion; `None` if there is a completion.
pub fn exclusion(problem: &Problem, run: &Run) -> Result<Option<Exclusion>, EngineError> {
    let mut painting = Painting::of(problem, run);
    let all: Vec<Place> = painting.squares.clone();
    if painting.grid(&all)?.is_some() {
        return Ok(None);
    }
    let squares = painting.reduced()?;
    let smaller = painting.smallest(squares.len())?;
    let (mut squares, smallest) = match smaller {
        Sought::Found(smaller) => (smaller, true),
        Sought::NoSmaller => (squares, true),
        Sought::GivenUp => (squares, false),
    };
    squares.sort_unstable();
    Ok(Some(Exclusion { squares, smallest }))
}

/// The painted squares, and who knows which of them some grid has.
struct Painting<'r> {
    oracle: Oracle<'r>,
    colours: Givens,
    squares: Vec<Place>,
}

/// What became of the search for an exclusion of fewer squares.
enum Sought {
    Found(Vec<Place>),
    NoSmaller,
    GivenUp,
}

impl<'r> Painting<'r> {
    fn of(problem: &Problem, run: &'r Run) -> Self {
        let colours = problem.givens().clone();
        let squares = places(problem).filter(|&(r, c)| colours.colour(r, c).is_some()).collect();
        Painting { oracle: Oracle::new(&problem.clone().open(), run), colours, squares }
    }

    /// "This square is as it is painted."
    fn literal(&self, (r, c): Place) -> Lit {
        self.oracle.square((r, c), self.colours.colour(r, c) == Some(true))
    }

    /// A grid that has all of these squares as they are painted.
    fn grid(&mut self, squares: &[Place]) -> Result<Option<Grid>, EngineError> {
        let literals: Vec<Lit> = squares.iter().map(|&square| self.literal(square)).collect();
        self.oracle.grid(&literals)
    }

    /// Of what was asked for last, a part that no grid has.
    fn core(&self) -> Vec<Place> {
        let core = self.oracle.core();
        self.squares.iter().copied().filter(|&square| core.contains(&self.literal(square))).collect()
    }

    /// Where a grid has other colours than are painted.
    fn disagreement(&self, grid: &Grid) -> Vec<Place> {
        let differs = |&(r, c): &Place| self.colours.colour(r, c) != Some(grid.is_white(r, c));
        self.squares.iter().copied().filter(differs).collect()
    }

    /// An irreducible part of what was asked for last.
    fn reduced(&mut self) -> Result<Vec<Place>, EngineError> {
        let mut core = self.core();
        let mut needed = 0;
        while needed < core.len() {
            // Each of the first `needed` squares is needed, and stays so in every part that excludes all grids.
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

    /// An exclusion of fewer than `size` squares, a smallest.
    fn smallest(&mut self, size: usize) -> Result<Sought, EngineError> {
        let mut disagreements: Vec<Vec<Place>> = Vec::new();
        let mut tries = MOST_TRIES;
        for sought in 0..size {
            loop {
                let mut hitting = Vec::new();
                let hits = hits(&disagreements, sought, &mut hitting, &mut tries);
                if tries == 0 {
                    return Ok(Sought::GivenUp);
                }
                if !hits {
                    break;
                }
                let Some(grid) = self.grid(&hitting)? else { return Ok(Sought::Found(self.core())) };
                if disagreements.len() == MOST_DISAGREEMENTS {
                    return Ok(Sought::GivenUp);
                }
                let disagreement = self.least_disagreement(&grid)?;
                disagreements.push(disagreement);
                disagreements.sort_by_key(Vec::len);
            }
        }
        Ok(Sought::NoSmaller)
    }

    /// Where a grid disagrees that agrees with more of the painting than any that agrees where this one does.
    fn least_disagreement(&mut self, grid: &Grid) -> Result<Vec<Place>, EngineError> {
        let mut open = self.disagreement(grid);
        let mut agreed: Vec<Place> = self.squares.iter().copied().filter(|square| !open.contains(square)).collect();
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

/// Finds at most `most` squares that hit all of these sets, the smallest set first; with what is in `chosen` already. That none do
/// is not known if no `tries` are left.
fn hits(sets: &[Vec<Place>], most: usize, chosen: &mut Vec<Place>, tries: &mut usize) -> bool {
    let Some(missed) = sets.iter().find(|set| !set.iter().any(|square| chosen.contains(square))) else { return true };
    *tries = tries.saturating_sub(1);
    if most == 0 || *tries == 0 {
        return false;
    }
    for &square in missed {
        chosen.push(square);
        if hits(sets, most - 1, chosen, tries) {
            return true;
        }
        chosen.pop();
    }
    false
}
