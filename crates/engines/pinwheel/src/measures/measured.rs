//! Grids by their measures: distributions, extremes, and counts of the grids that meet constraints.
//!
//! The count is the usual one with another [`weight`](crate::measures::weight). A distribution is counted by all
//! forms that its measures and the constraints need. The sweep drops grids that exceed the maximum of a constraint.
//! The other grids that violate a constraint are dropped at the end.

use crate::blocks::block::{Block, Centre};
use crate::blocks::count::count;
use crate::blocks::job::{SelectedBlocks, TotalLedger};
use crate::measures::encoder::Form;
use crate::measures::forms::copies;
use crate::measures::weight::Polynomial;
use crate::prepared::PreparedProblem;
use gridcheck_core::constraint::{Distribution, Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{Ledger, SumKind};
use gridcheck_engine::{EngineError, Run};
use gridcheck_weight::{Best, Coefficients};

/// Makes sums of this kind of the grids of each selected block that meet the constraints, for the blocks that `ledger` does not know.
///
/// # Errors
/// The count was stopped, a sum overflows, the memory is exhausted, or the ledger fails.
pub(crate) fn count_blocks(
    prepared: &PreparedProblem,
    problem: &Problem,
    kind: &SumKind,
    selected: &SelectedBlocks,
    run: &Run,
    ledger: &dyn Ledger,
) -> Result<(), EngineError> {
    let ledger = MeasuredLedger { prepared, problem, kind, ledger };
    match kind {
        SumKind::Extreme(_) if problem.constraints().is_empty() => count::<Best<u64>>(prepared, selected, run, &ledger),
        SumKind::Plain | SumKind::Distribution(_) | SumKind::Extreme(_) => {
            count::<Polynomial>(prepared, selected, run, &ledger)
        }
    }
}

/// Passes on the sum of the grids of each block that meet the constraints.
struct MeasuredLedger<'a> {
    prepared: &'a PreparedProblem,
    problem: &'a Problem,
    kind: &'a SumKind,
    ledger: &'a dyn Ledger,
}

impl MeasuredLedger<'_> {
    /// Passes on the sum of grids that have these exponents. Returns the number of grids, if it is known.
    fn record(&self, block: Block, exponents: impl Iterator<Item = (u64, u128)>) -> Result<u128, EngineError> {
        let MeasuredLedger { prepared, problem, kind, ledger } = *self;
        let mut distribution = Distribution::empty(&kind.measures());
        for (exponent, grids) in exponents {
            let grid = ExponentReader { prepared, problem, exponent, centre: block.centre() };
            grid.sort_into(&mut distribution, grids)?;
        }
        let sum = kind.of_distribution(distribution).ok_or(EngineError::Overflow)?;
        let grids = sum.grids().unwrap_or_default();
        ledger.record(block.id(), sum)?;
        Ok(grids)
    }
}

impl TotalLedger<Coefficients> for MeasuredLedger<'_> {
    fn contains(&self, block: Block) -> bool {
        self.ledger.contains(block.id())
    }

    fn counted(&self, block: Block, total: Coefficients) -> Result<u128, EngineError> {
        self.record(block, total.iter())
    }
}

impl TotalLedger<Best<u128>> for MeasuredLedger<'_> {
    fn contains(&self, block: Block) -> bool {
        self.ledger.contains(block.id())
    }

    fn counted(&self, block: Block, total: Best<u128>) -> Result<u128, EngineError> {
        self.record(block, std::iter::once((total.value.unsigned_abs(), total.number)))
    }
}

/// Grids with the same exponent and the same centre.
struct ExponentReader<'a> {
    prepared: &'a PreparedProblem,
    problem: &'a Problem,
    exponent: u64,
    centre: Centre,
}

impl ExponentReader<'_> {
    fn read(&self, form: Form) -> u32 {
        self.prepared.encoder.read(self.exponent, copies(self.prepared.turn), self.centre, form)
    }

    fn measure(&self, measure: Measure) -> u32 {
        let squares = self.problem.size().squares() as u32;
        match measure {
            Measure::Letters if self.prepared.encoder.encodes(Form::Letters) => self.read(Form::Letters),
            Measure::Letters => squares - self.read(Form::Blacks),
            Measure::Blacks => squares - self.measure(Measure::Letters),
            Measure::Words => self.read(Form::Ends) / 2,
            Measure::Checked => self.read(Form::Checked),
            Measure::Unchecked => self.read(Form::Unchecked),
            Measure::Length(length) => self.read(Form::EndsOf(length)) / 2,
            // No form gives it, so no exponent is asked for it.
            Measure::Cheaters | Measure::Elbows => 0,
        }
    }

    /// Adds grids with this exponent, if they meet the constraints.
    fn sort_into(&self, distribution: &mut Distribution, grids: u128) -> Result<(), EngineError> {
        if !self.problem.rounded_constraints().iter().all(|&constraint| self.meets(constraint)) {
            return Ok(());
        }
        let values = distribution.by.iter().map(|&measure| self.measure(measure)).collect();
        distribution.add(values, grids).ok_or(EngineError::Overflow)
    }

    fn meets(&self, constraint: RoundedConstraint) -> bool {
        let within = |range: Range, value: u32| value >= range.least && value <= range.most.unwrap_or(value);
        match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, self.measure(measure)),
            RoundedConstraint::MeanLength { least, most } => {
                let [spelled, ends] = [Form::Spelled, Form::Ends].map(|form| u64::from(self.read(form)));
                // A word has two ends.
                let letters = |mean: Mean| 2 * spelled * u64::from(mean.words);
                let at_mean = |mean: Mean| ends * u64::from(mean.letters);
                least.is_none_or(|mean| letters(mean) >= at_mean(mean))
                    && most.is_none_or(|mean| letters(mean) <= at_mean(mean))
            }
            RoundedConstraint::EachLength { lengths, range } => {
                lengths.iter().all(|length| within(range, self.measure(Measure::Length(length))))
            }
            // The engine declines them: a row lies in two quarters, and so may a block or the words around a hinge.
            RoundedConstraint::BlacksPerRow(_) | RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => false,
            RoundedConstraint::Lengths(range) => {
                let occurs = |&length: &usize| self.measure(Measure::Length(length)) > 0;
                within(range, (2..=self.problem.height()).filter(occurs).count() as u32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use super::*;
    use gridcheck_core::constraint::Goal;
    use gridcheck_core::locks::{locked, unlocked};
    use gridcheck_engine::blocks::{BlockId, BlockSum, Ledger};
    use gridcheck_testing::{self as testing, british};

    /// Keeps the sums of blocks, and panics if one is counted a second time.
    #[derive(Default)]
    struct Once(Mutex<BTreeMap<BlockId, BlockSum>>);

    impl Ledger for Once {
        fn contains(&self, block: BlockId) -> bool {
            locked(&self.0).contains_key(&block)
        }

        fn record(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
            let before = locked(&self.0).insert(block, sum);
            assert_eq!(before, None, "{block:?} is counted a second time");
            Ok(())
        }
    }

    /// A tile that does not fit is abandoned after some of its blocks are counted, and swept again in parts.
    #[test]
    fn a_tile_that_does_not_fit_is_not_counted_twice() {
        let kinds = [SumKind::Distribution(vec![Measure::Words]), SumKind::Extreme(Goal::Most(Measure::Words))];
        for (size, kind) in [7, 8, 9].into_iter().flat_map(|size| kinds.iter().map(move |kind| (size, kind))) {
            let problem = testing::problem(size, british());
            let sums = |memory| {
                let prepared = PreparedProblem::new(&problem, kind).expect("it can be measured").within(memory);
                let sums = Once::default();
                let outcome = count_blocks(&prepared, &problem, kind, &SelectedBlocks::Whole, &Run::new(), &sums);
                assert_eq!(outcome, Ok(()));
                unlocked(sums.0)
            };
            let whole = sums(usize::MAX);
            assert!(whole.len() > 10, "size {size}, {kind}: {} blocks", whole.len());
            for memory in [200_000, 20_000, 2000, 0] {
                assert_eq!(sums(memory), whole, "size {size}, {kind}, {memory} bytes");
            }
        }
    }
}
