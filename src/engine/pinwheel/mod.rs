//! Counting by four quarters, without ever seeing a grid: `pinwheel`.
//!
//! Method. A square grid less its centre falls into four rectangles that turn into one another by 90°; a grid with half-turn
//! symmetry is two of them and the centre, so it is enough to know how many quarters there are of each kind, and which
//! kinds meet: meet in the middle (Horowitz and Sahni, 1974) in two dimensions. Without connectivity the count would be the
//! trace of (T·M)², T the table of the quarters by what they show on their two sides and M what fits what; grids with
//! quarter-turn symmetry are the trace of T·M.
//!
//! - [`question`]: the problem turned into [`tables`];
//! - [`quarter`]: the shape, its rows and sites, and the lines that need a white square; [`given`]: squares given in it;
//! - [`partition`]: which of a region's open sites hang together;
//! - [`sweep`]: counts the quarters of every kind, by [`passage`] from row to row, equal ones meeting in a [`merge`] table;
//! - [`block`]: the pieces of the answer, each a pair of [`group`]s of quarters;
//! - [`join`]: how many grids two groups make; [`ring`]: whether four quarters and the centre are one region;
//! - [`count`]: all of it, in [`tile`]s that fit into [`memory`], their quarters put on a [`tray`]; [`sums`]: what each block
//!   came to, in a file if wanted;
//! - [`census`]: how many kinds there are;
//! - [`weight`]: what is added and multiplied: integers, which never wrap.
//!
//! The rules for words come as the classes of [`parts`](super::parts), so nothing here knows one rule set from another.

mod block;
mod census;
mod count;
mod given;
mod group;
mod intern;
mod join;
mod memory;
mod pair;

mod partition;
mod passage;
mod quarter;
mod question;
mod ring;
mod states;
mod sums;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;
mod tile;
mod tray;
mod weight;

use super::{Ability, Engine, EngineError, Run, Witness, parts};
use crate::problem::Problem;
use crate::rules::Symmetry;
use block::Block;
use quarter::Shape;
use question::Question;

pub use sums::{BlockSums, SumsError};

/// The engine `pinwheel`; see the module.
pub struct Pinwheel;

const NAME: &str = "pinwheel";

/// Partitions of more runs than this are too many to be numbered.
const LARGEST: usize = 23;

impl Engine for Pinwheel {
    fn name(&self) -> &'static str {
        NAME
    }

    fn witness(&self) -> Witness {
        Witness::Sharing(parts::SHARED)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Rot180, Symmetry::Rot90]
    }

    fn effort_per_square(&self) -> f64 {
        1.0
    }

    fn uses_clauses(&self) -> bool {
        false
    }

    fn ability(&self, problem: &Problem) -> Ability {
        match question(problem) {
            Err(why) => Ability::Unable(why),
            Ok(_) => slow(problem).map_or(Ability::Able, Ability::Slow),
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        self.count_in_blocks(problem, run, &BlockSums::in_memory())
    }
}

impl Pinwheel {
    /// The number of valid grids. Blocks that `sums` knows are not counted again; it learns the others one by one.
    pub fn count_in_blocks(&self, problem: &Problem, run: &Run, sums: &BlockSums) -> Result<u128, EngineError> {
        let question = question(problem).map_err(unable)?;
        let question = match expected_kinds(problem) {
            Some(kinds) => question.expecting(kinds),
            None => question,
        };
        match count::count::<u64>(&question, run, sums) {
            // So many quarters alike are not to be expected; the wider type takes twice the room.
            Err(EngineError::Overflow) => count::count::<u128>(&question, run, sums),
            other => other,
        }?;
        let total = sums.total().ok_or(EngineError::Overflow)?;
        sums.close()?;
        Ok(total)
    }

    /// The number of valid grids in the block of this name, counted by itself, and what `sums` says of it: `None` if it was
    /// not counted there. An error if no block can have that name.
    pub fn count_block(
        &self,
        problem: &Problem,
        run: &Run,
        name: &str,
        sums: &BlockSums,
    ) -> Result<(u128, Option<u128>), EngineError> {
        let why =
            || format!("`{name}` is no block of size {}, expected a name like {}", problem.size(), example(problem));
        let block = Block::named(Shape::new(problem.size()), name);
        let block = block.ok_or_else(|| EngineError::Failed { engine: NAME, what: why() })?;
        let question = question(problem).map_err(unable)?.only(block);
        let fresh = BlockSums::in_memory();
        match count::count::<u64>(&question, run, &fresh) {
            Err(EngineError::Overflow) => count::count::<u128>(&question, run, &fresh),
            other => other,
        }?;
        Ok((fresh.sum(block).unwrap_or(0), sums.recorded(block)))
    }
}

/// The name of some block.
fn example(problem: &Problem) -> String {
    let sites = "o".repeat(problem.size() / 2);
    let centre = if problem.size().is_multiple_of(2) { "even" } else { "black" };
    format!("{centre}:{sites}:{sites}")
}

fn unable(why: String) -> EngineError {
    EngineError::Unable { engine: NAME, why }
}

/// The problem as this engine asks it, or why it cannot do it.
fn question(problem: &Problem) -> Result<Question, String> {
    if let Some(why) = Pinwheel.wrong_symmetry(problem) {
        return Err(why);
    }
    if problem.size() > LARGEST {
        return Err(format!("size {}, at most {LARGEST}", problem.size()));
    }
    Question::new(problem)
}

/// Up to this size every rule set takes a few seconds at most.
const QUICK: usize = 9;
/// Up to this size a rough guess will do.
const SMALL: usize = 13;
/// The most kinds of quarter that are counted in reasonable time: about half an hour's worth on two processors.
const MOST_KINDS: f64 = 1e10;

/// Why the problem takes unreasonably long, if it does.
fn slow(problem: &Problem) -> Option<String> {
    let kinds = expected_kinds(problem)?;
    (kinds > MOST_KINDS).then(|| format!("about {kinds:.0e} kinds of quarter, above {MOST_KINDS:.0e} it takes hours"))
}

/// About how many kinds of quarter there are, at a size where that matters: counted at two small sizes and drawn out to
/// this one.
fn expected_kinds(problem: &Problem) -> Option<f64> {
    if problem.size() <= QUICK {
        return None;
    }
    // Small grids have room for few of the words, so they guess too low: what is too many by them is too many.
    let rough = drawn_out(problem, [7, 9])?;
    if problem.size() <= SMALL || rough > MOST_KINDS { Some(rough) } else { drawn_out(problem, [9, 11]) }
}

/// The kinds of quarter at the problem's size if they grow on as from the one odd size to the next.
fn drawn_out(problem: &Problem, sizes: [usize; 2]) -> Option<f64> {
    let [small, large] = sizes.map(|size| {
        let smaller = Problem::new(size, problem.rules().clone()).ok()?;
        let kinds = census::kinds(&Question::new(&smaller).ok()?, &Run::new()).ok()?;
        Some(kinds.max(1) as f64)
    });
    let (small, large) = (small?, large?);
    Some(large * (large / small).powf((problem.size() - sizes[1]) as f64 / 2.0))
}
