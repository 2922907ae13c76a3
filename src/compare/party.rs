//! What each engine answers, and whom to believe where they differ.
//!
//! An engine that lists answers with a set (a count and a digest, every grid judged), one that only counts with a number. A
//! number says less than a set: two engines with different sets of the same size both agree with it. So sets are voted
//! on by those that list alone, counts by all; and the *reference*, which others are held against, lists if any engine
//! does. Whatever equals the reference then equals everything else that does.

use std::cmp::Reverse;

use super::difference::bucket_rows;
use super::tally::{Sum, Tally, Totals};
use crate::engine::clock::Moment;
use crate::engine::{Engine, EngineError, Lister, Run};
use crate::problem::Problem;

/// An engine and its answer.
pub struct Party<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// How many grids it finds.
    pub count: u128,
    /// What they came to, if it lists them.
    pub listing: Option<Listing<'a>>,
    /// Wall-clock time.
    pub seconds: f64,
}

/// The grids of an engine that lists.
pub struct Listing<'a> {
    /// The engine.
    pub lister: &'a dyn Lister,
    /// How many of which grids, by the middle row.
    pub totals: Totals,
}

impl<'a> Party<'a> {
    /// Asks the engine: for its grids if it lists, for their number if not.
    pub fn ask(engine: &'a dyn Engine, problem: &Problem, run: &Run) -> Result<Self, EngineError> {
        let start = Moment::now();
        let (count, listing) = match engine.lister() {
            None => (engine.count(problem, run)?, None),
            Some(lister) => {
                let middle = bucket_rows(problem.size()).next().unwrap_or(0);
                let tally = Tally::new(problem, middle, &[]);
                lister.list(problem, run, &tally)?;
                let totals = tally.into_totals();
                (totals.sum().count, Some(Listing { lister, totals }))
            }
        };
        Ok(Party { engine, count, listing, seconds: start.seconds() })
    }

    /// The answer in one line.
    pub fn summary(&self) -> String {
        let (name, count) = (self.engine.name(), self.count);
        match self.sum() {
            Some(Sum { digest, .. }) => format!("{name} finished: {count} grids, digest {}", digest.short()),
            None => format!("{name} finished: {count} grids"),
        }
    }

    /// Count and digest, if it lists.
    pub fn sum(&self) -> Option<Sum> {
        self.listing.as_ref().map(|listing| listing.totals.sum())
    }

    /// How many of its grids are no answers.
    pub fn invalid(&self) -> u64 {
        self.listing.as_ref().map_or(0, |listing| listing.totals.invalid)
    }

    /// Whether nothing tells the two answers apart: equal sets if both list, otherwise equal counts.
    pub fn matches(&self, other: &Party) -> bool {
        match (self.sum(), other.sum()) {
            (Some(mine), Some(theirs)) => mine == theirs,
            _ => self.count == other.count,
        }
    }

    /// Whether it has the count of more than half of the parties and, if it lists, the set of more than half of those that
    /// list, with nothing wrong in it.
    pub fn agrees_with_most_of(&self, parties: &[Party]) -> bool {
        let same_count = parties.iter().filter(|party| party.count == self.count).count();
        let sums: Vec<Sum> = parties.iter().filter_map(Party::sum).collect();
        let same_set = |sum: Sum| 2 * sums.iter().filter(|&&other| other == sum).count() > sums.len();
        2 * same_count > parties.len() && self.sum().is_none_or(same_set) && self.invalid() == 0
    }
}

/// Whether nothing tells any two answers apart, and nothing is wrong with any grid.
pub fn all_agree(parties: &[Party]) -> bool {
    let reference = most_credible(parties);
    parties.iter().all(|party| party.matches(reference) && party.invalid() == 0)
}

/// The party to hold the others against: of those that list, or of all if none does, the one that most others match; of
/// equals, the one with the fewest faulty grids, then the first. There is at least one party.
pub fn most_credible<'p, 'a>(parties: &'p [Party<'a>]) -> &'p Party<'a> {
    let rank = |party: &&Party| {
        let votes = parties.iter().filter(|other| other.matches(party)).count();
        (party.listing.is_none(), Reverse(votes), party.invalid())
    };
    parties.iter().min_by_key(rank).unwrap_or(&parties[0])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::digest::Digest;
    use crate::engine::{Backtrack, Pinwheel};
    use crate::grid::Grid;

    /// An engine that only counts.
    fn counted(count: u128) -> Party<'static> {
        Party { engine: &Pinwheel, count, listing: None, seconds: 0.0 }
    }

    /// One that lists so many grids, which grid stands for all of them.
    fn listed(count: u128, grid: &Grid, invalid: u64) -> Party<'static> {
        let sum = Sum { count, digest: Digest::of(grid) };
        let totals = Totals { buckets: BTreeMap::from([(0, sum)]), invalid, ..Totals::default() };
        Party { engine: &Backtrack, count, listing: Some(Listing { lister: &Backtrack, totals }), seconds: 0.0 }
    }

    fn agree(parties: &[Party]) -> Vec<bool> {
        parties.iter().map(|party| party.agrees_with_most_of(parties)).collect()
    }

    #[test]
    fn most_are_more_than_half() {
        assert_eq!(agree(&[counted(5), counted(6)]), [false, false]);
        assert_eq!(agree(&[counted(5), counted(5), counted(6)]), [true, true, false]);
        assert_eq!(agree(&[counted(5)]), [true]);
        let [one, other] = ["#.", ".#"].map(|row| format!("{row}\n{row}").parse::<Grid>().expect("a grid"));
        assert_eq!(agree(&[counted(5), listed(5, &one, 0)]), [true, true]);
        // As many grids, and other ones.
        assert_eq!(agree(&[counted(5), listed(5, &one, 0), listed(5, &other, 0)]), [true, false, false]);
        assert_eq!(agree(&[listed(5, &one, 0), listed(5, &one, 0), listed(5, &other, 0)]), [true, true, false]);
        // The same grids, with something wrong in them.
        assert_eq!(agree(&[counted(5), listed(5, &one, 1)]), [true, false]);
        // The same digest, and another count.
        assert_eq!(agree(&[counted(6), counted(6), listed(5, &one, 0)]), [true, true, false]);
    }

    #[test]
    fn an_answer_is_told_in_a_line() {
        let grid: Grid = "..\n..".parse().expect("a grid");
        assert_eq!(counted(5).summary(), "pinwheel finished: 5 grids");
        let digest = Digest::of(&grid).short();
        assert_eq!(listed(5, &grid, 0).summary(), format!("backtrack finished: 5 grids, digest {digest}"));
    }
}
