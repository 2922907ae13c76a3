//! The answers of the engines, and the choice of the reference where they differ.
//!
//! An engine that lists answers with a set: a count, a digest, and a verdict on every grid. An engine that only counts answers
//! with a number. A number carries less information than a set: two engines with different sets of the same size both agree with
//! it. So only listing engines vote on sets, and all engines vote on counts. All others are compared with the *reference*, which
//! lists if any engine does. Then two parties that both equal the reference equal each other.

use std::cmp::Reverse;

use super::difference::bucket_rows;
use super::tally::tally;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::{Engine, EngineError, Prepared, Run};
use gridcheck_sums::totals::{Sum, Totals};

/// An engine and its answer.
pub(crate) struct Party<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// Number of grids that it finds.
    pub count: u128,
    /// Counts and digests of its grids by their middle row, if it lists them.
    pub listing: Option<Totals<Grid>>,
    /// Wall-clock time, in seconds.
    pub seconds: f64,
}

impl<'a> Party<'a> {
    /// Asks the engine for its grids if it lists, otherwise for their number.
    ///
    /// # Errors
    /// Fails if the engine fails or is stopped.
    pub(crate) fn ask(prepared: &Prepared<'a>, run: &Run) -> Result<Self, EngineError> {
        let start = Moment::now();
        let (count, listing) = if prepared.lister().is_some() {
            let middle = bucket_rows(prepared.problem().height()).next().unwrap_or(0);
            let totals = tally(prepared, middle, &[], run)?;
            (totals.sum().count, Some(totals))
        } else {
            (prepared.count(run)?, None)
        };
        Ok(Party { engine: prepared.engine(), count, listing, seconds: start.seconds() })
    }

    /// Returns the answer in one line.
    pub(crate) fn summary(&self) -> String {
        let (name, count) = (self.engine.name(), plural(self.count, "grid"));
        match self.sum() {
            Some(Sum { digest, .. }) => format!("{name} finished: {count}, digest {}", digest.short()),
            None => format!("{name} finished: {count}"),
        }
    }

    /// Returns count and digest, if the engine lists.
    pub(crate) fn sum(&self) -> Option<Sum> {
        self.listing.as_ref().map(Totals::sum)
    }

    /// Counts its grids that are not valid answers.
    pub(crate) fn invalid(&self) -> u64 {
        self.listing.as_ref().map_or(0, |totals| totals.invalid)
    }

    /// Returns `true` if the answers are consistent: equal sets if both list, otherwise equal counts.
    pub(crate) fn matches(&self, other: &Party) -> bool {
        match (self.sum(), other.sum()) {
            (Some(mine), Some(theirs)) => mine == theirs,
            _ => self.count == other.count,
        }
    }

    /// Returns `true` if more than half of the parties give its count and none of its grids is invalid. If it lists, more than
    /// half of the listing parties must also give its set.
    pub(crate) fn agrees_with_most_of(&self, parties: &[Party]) -> bool {
        let same_count = parties.iter().filter(|party| party.count == self.count).count();
        let sums: Vec<Sum> = parties.iter().filter_map(Party::sum).collect();
        let same_set = |sum: Sum| 2 * sums.iter().filter(|&&other| other == sum).count() > sums.len();
        2 * same_count > parties.len() && self.sum().is_none_or(same_set) && self.invalid() == 0
    }
}

/// Returns `true` if all answers are consistent and no grid is invalid.
pub(crate) fn all_agree(parties: &[Party]) -> bool {
    let reference = most_credible(parties);
    parties.iter().all(|party| party.matches(reference) && party.invalid() == 0)
}

/// Returns the party with which the others are compared. It lists if any party does, and matches the most others. Of equals, the
/// one with the fewest faulty grids is taken, then the first. There must be at least one party.
pub(crate) fn most_credible<'p, 'a>(parties: &'p [Party<'a>]) -> &'p Party<'a> {
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
    use gridcheck_registry::{Backtrack, Pinwheel};
    use gridcheck_sums::digest::Digest;

    /// An engine that only counts.
    fn counted(count: u128) -> Party<'static> {
        Party { engine: &Pinwheel, count, listing: None, seconds: 0.0 }
    }

    /// An engine that lists this number of grids, whose digest is that of `grid`.
    fn listed(count: u128, grid: &Grid, invalid: u64) -> Party<'static> {
        let sum = Sum { count, digest: Digest::of(grid) };
        let totals = Totals { buckets: BTreeMap::from([(0, sum)]), invalid, ..Totals::default() };
        Party { engine: &Backtrack, count, listing: Some(totals), seconds: 0.0 }
    }

    fn agree(parties: &[Party]) -> Vec<bool> {
        parties.iter().map(|party| party.agrees_with_most_of(parties)).collect()
    }

    #[test]
    fn majority_is_more_than_half_by_counts_and_sets() {
        assert_eq!(agree(&[counted(5), counted(6)]), [false, false]);
        assert_eq!(agree(&[counted(5), counted(5), counted(6)]), [true, true, false]);
        assert_eq!(agree(&[counted(5)]), [true]);
        let [one, other] = ["#.", ".#"].map(|row| format!("{row}\n{row}").parse::<Grid>().expect("a grid"));
        assert_eq!(agree(&[counted(5), listed(5, &one, 0)]), [true, true]);
        // Equal counts, different sets.
        assert_eq!(agree(&[counted(5), listed(5, &one, 0), listed(5, &other, 0)]), [true, false, false]);
        assert_eq!(agree(&[listed(5, &one, 0), listed(5, &one, 0), listed(5, &other, 0)]), [true, true, false]);
        // Equal sets, with invalid grids in one.
        assert_eq!(agree(&[counted(5), listed(5, &one, 1)]), [true, false]);
        // Equal digests, different counts.
        assert_eq!(agree(&[counted(6), counted(6), listed(5, &one, 0)]), [true, true, false]);
    }

    #[test]
    fn an_answer_is_one_line() {
        let grid: Grid = "..\n..".parse().expect("a grid");
        assert_eq!(counted(5).summary(), "pinwheel finished: 5 grids");
        let digest = Digest::of(&grid).short();
        assert_eq!(listed(5, &grid, 0).summary(), format!("backtrack finished: 5 grids, digest {digest}"));
    }
}
