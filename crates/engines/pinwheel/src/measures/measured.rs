//! Grids by their measures: distributions, extremes, and counts of the grids that meet constraints.
//!
//! The count is the usual one with another [`weight`](crate::measures::weight). A distribution is counted by all
//! forms that its measures and the constraints need. The sweep drops grids that exceed the maximum of a constraint.
//! The other grids that violate a constraint are dropped at the end.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use foldhash::fast::FixedState;

use crate::blocks::block::{Block, Centre};
use crate::blocks::count::count;
use crate::blocks::job::TotalLedger;
use crate::measures::best::Best;
use crate::measures::encoder::{Form, MeasureEncoder};
use crate::measures::polynomial::{Coefficients, Polynomial};
use crate::measures::weight::{Total, Weight};
use crate::prepared::{Geometry, PreparedProblem, Turn};
use crate::{prepare_with, unable};
use gridcheck_core::constraint::{Distribution, Goal, Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;
use gridcheck_run::blocks::{Ledger, SumKind};
use gridcheck_run::{EngineError, Run};

/// Returns an encoder of everything that the constraints and these measures need.
///
/// # Errors
/// Returns the reason if the measures do not fit into one exponent.
pub fn encoder(problem: &Problem, by: &[Measure], geometry: &Geometry) -> Result<MeasureEncoder, String> {
    let wanted = by.iter().map(|&measure| form(measure));
    let constrained = problem.rounded_constraints().iter().flat_map(|&constraint| forms_of(problem, constraint));
    let mut forms: Vec<Form> = Vec::new();
    for form in wanted.chain(constrained) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    let too_many = || format!("{} measures at once, more than an exponent of 64 bits has room for", forms.len());
    let most = |form| most(problem, form).map(|most| most / copies(geometry.turn));
    MeasureEncoder::new(geometry.shape, &geometry.lengths, &forms, most).ok_or_else(too_many)
}

/// Returns the number of places of the grid that a quarter fills.
fn copies(turn: Turn) -> u32 {
    match turn {
        Turn::Half => 2,
        Turn::Quarter => 4,
    }
}

/// Returns the most that a grid which meets the constraints can have of a form, if one of them bounds it.
fn most(problem: &Problem, form: Form) -> Option<u32> {
    let squares = problem.size().squares() as u32;
    let of_measure = |measure: Measure, range: Range| match (measure, form) {
        (Measure::Letters, Form::Letters) | (Measure::Blacks, Form::Blacks) | (Measure::Checked, Form::Checked) => {
            range.most
        }
        (Measure::Blacks, Form::Letters) | (Measure::Letters, Form::Blacks) => {
            Some(squares.saturating_sub(range.least))
        }
        (Measure::Words, Form::Ends) => Some(2 * range.most?),
        (Measure::Length(length), Form::EndsOf(counted)) if length == counted => Some(2 * range.most?),
        (
            Measure::Letters
            | Measure::Blacks
            | Measure::Words
            | Measure::Checked
            | Measure::Unchecked
            | Measure::Length(_),
            _,
        ) => None,
    };
    let of_constraint = |&constraint: &RoundedConstraint| match (constraint, form) {
        (RoundedConstraint::Measure(measure, range), _) => of_measure(measure, range),
        (RoundedConstraint::EachLength { lengths, range }, Form::EndsOf(length)) if lengths.contains(length) => {
            of_measure(Measure::Length(length), range)
        }
        (
            RoundedConstraint::EachLength { .. }
            | RoundedConstraint::BlacksPerRow(_)
            | RoundedConstraint::Black(..)
            | RoundedConstraint::MeanLength { .. }
            | RoundedConstraint::Lengths(_),
            _,
        ) => None,
    };
    problem.rounded_constraints().iter().filter_map(of_constraint).min()
}

/// Counts the valid grids that meet the constraints, by the values of these measures.
///
/// # Errors
/// The engine does not support the problem, the count was stopped, a sum overflows, or the memory is exhausted.
pub fn distribution(problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
    let prepared = prepare_with(problem, |geometry| encoder(problem, by, geometry)).map_err(unable)?;
    let sums = by_centre::<Polynomial>(&prepared, run)?;
    let mut distribution = Distribution::empty(by);
    for (centre, table) in &sums {
        for (exponent, grids) in table.iter() {
            let grid = ExponentReader { prepared: &prepared, problem, exponent, centre: *centre };
            grid.sort_into(&mut distribution, grids)?;
        }
    }
    Ok(distribution)
}

/// Returns an encoder of everything that sums of this kind need. Extremes without constraints keep the greatest exponent only.
///
/// # Errors
/// Returns the reason if the measures do not fit into one exponent.
pub fn encoder_of(problem: &Problem, kind: &SumKind, geometry: &Geometry) -> Result<MeasureEncoder, String> {
    let encoder = encoder(problem, &kind.measures(), geometry)?;
    Ok(match kind {
        // Black squares are computed from the letters: the most of one is the fewest of the other.
        SumKind::Extreme(goal)
            if problem.constraints().is_empty()
                && matches!(goal, Goal::Most(_)) == (goal.measure() == Measure::Blacks) =>
        {
            encoder.negative()
        }
        SumKind::Plain | SumKind::Distribution(_) | SumKind::Extreme(_) => encoder,
    })
}

/// Makes sums of this kind of the grids of each block that meet the constraints, for the blocks that `ledger` does not
/// know. The problem is prepared with the [encoder](encoder_of) of the kind.
///
/// # Errors
/// The count was stopped, a sum overflows, the memory is exhausted, or the ledger fails.
pub fn count_blocks(
    prepared: &PreparedProblem,
    problem: &Problem,
    kind: &SumKind,
    run: &Run,
    ledger: &dyn Ledger,
) -> Result<(), EngineError> {
    let ledger = MeasuredLedger { prepared, problem, kind, ledger };
    match kind {
        SumKind::Extreme(_) if problem.constraints().is_empty() => count::<Best<u64>>(prepared, run, &ledger),
        SumKind::Plain | SumKind::Distribution(_) | SumKind::Extreme(_) => count::<Polynomial>(prepared, run, &ledger),
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
    fn learn(&self, block: Block, exponents: impl Iterator<Item = (u64, u128)>) -> Result<u128, EngineError> {
        let MeasuredLedger { prepared, problem, kind, ledger } = *self;
        let mut distribution = Distribution::empty(&kind.measures());
        for (exponent, grids) in exponents {
            let grid = ExponentReader { prepared, problem, exponent, centre: block.centre() };
            grid.sort_into(&mut distribution, grids)?;
        }
        let sum = kind.of_distribution(distribution).ok_or(EngineError::Overflow)?;
        let grids = sum.grids().unwrap_or_default();
        ledger.learn(block.id(), sum)?;
        Ok(grids)
    }
}

impl TotalLedger<Coefficients> for MeasuredLedger<'_> {
    fn knows(&self, block: Block) -> bool {
        self.ledger.knows(block.id())
    }

    fn counted(&self, block: Block, total: Coefficients) -> Result<u128, EngineError> {
        self.learn(block, total.iter())
    }
}

impl TotalLedger<Best<u128>> for MeasuredLedger<'_> {
    fn knows(&self, block: Block) -> bool {
        self.ledger.knows(block.id())
    }

    fn counted(&self, block: Block, total: Best<u128>) -> Result<u128, EngineError> {
        self.learn(block, std::iter::once((total.exponent.unsigned_abs(), total.number)))
    }
}

/// Sums up all blocks, by the role of their centre.
fn by_centre<W: Weight>(prepared: &PreparedProblem, run: &Run) -> Result<HashMap<Centre, W::Total>, EngineError> {
    let sums = ByCentre(Mutex::new(Sums { known: HashSet::default(), totals: HashMap::new() }));
    count::<W>(prepared, run, &sums)?;
    Ok(unlocked(sums.0).totals)
}

/// Keeps only the sum of all blocks, and which blocks it contains. A tile that did not fit is swept again in parts,
/// and must not be counted twice.
struct ByCentre<T>(Mutex<Sums<T>>);

struct Sums<T> {
    known: HashSet<Block, FixedState>,
    totals: HashMap<Centre, T>,
}

impl<T: Total> TotalLedger<T> for ByCentre<T> {
    fn knows(&self, block: Block) -> bool {
        locked(&self.0).known.contains(&block)
    }

    fn counted(&self, block: Block, total: T) -> Result<u128, EngineError> {
        let mut sums = locked(&self.0);
        if !sums.known.insert(block) {
            let what = "a block was counted a second time".to_owned();
            return Err(EngineError::Failed { engine: crate::NAME, what });
        }
        sums.totals.entry(block.centre()).or_insert_with(T::none).add(&total).ok_or(EngineError::Overflow)?;
        Ok(0)
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
            // The engine declines both: a row lies in two quarters, and so may a block.
            RoundedConstraint::BlacksPerRow(_) | RoundedConstraint::Black(..) => false,
            RoundedConstraint::Lengths(range) => {
                let occurs = |&length: &usize| self.measure(Measure::Length(length)) > 0;
                within(range, (2..=self.problem.height()).filter(occurs).count() as u32)
            }
        }
    }
}

/// Returns the form that gives a measure.
fn form(measure: Measure) -> Form {
    match measure {
        Measure::Letters | Measure::Blacks => Form::Letters,
        Measure::Words => Form::Ends,
        Measure::Checked => Form::Checked,
        Measure::Unchecked => Form::Unchecked,
        Measure::Length(length) => Form::EndsOf(length),
    }
}

/// Returns the forms that decide whether a constraint is met.
fn forms_of(problem: &Problem, constraint: RoundedConstraint) -> Vec<Form> {
    match constraint {
        // Black squares have a maximum here, so the sweep can drop what exceeds it.
        RoundedConstraint::Measure(Measure::Letters, range) if range.least > 0 => vec![Form::Blacks],
        RoundedConstraint::Measure(Measure::Blacks, range) if range.most.is_some() => vec![Form::Blacks],
        RoundedConstraint::Measure(measure, _) => vec![form(measure)],
        RoundedConstraint::MeanLength { .. } => vec![Form::Spelled, Form::Ends],
        RoundedConstraint::EachLength { lengths, .. } => lengths.iter().map(Form::EndsOf).collect(),
        RoundedConstraint::BlacksPerRow(_) | RoundedConstraint::Black(..) => Vec::new(),
        RoundedConstraint::Lengths(_) => (2..=problem.height()).map(Form::EndsOf).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use gridcheck_testing::{self as testing, british};

    /// Counts grids by centre and exponent.
    fn polynomial(prepared: &PreparedProblem) -> BTreeMap<(Centre, u64), u128> {
        let sums = by_centre::<Polynomial>(prepared, &Run::new()).expect("the engine answers");
        let grids = |(centre, table): (Centre, crate::measures::polynomial::Coefficients)| {
            table.iter().map(|(exponent, grids)| ((centre, exponent), grids)).collect::<Vec<_>>()
        };
        sums.into_iter().flat_map(grids).collect()
    }

    /// A tile that does not fit is abandoned after some of its blocks are counted, and swept again in parts.
    #[test]
    fn a_tile_that_does_not_fit_is_not_counted_twice() {
        for size in [7, 8, 9] {
            let problem = testing::problem(size, british());
            let prepared = |memory| {
                let prepared = prepare_with(&problem, |geometry| encoder(&problem, &[Measure::Words], geometry));
                prepared.expect("it can be measured").within(memory)
            };
            let whole = polynomial(&prepared(usize::MAX));
            for memory in [200_000, 20_000, 2000, 0] {
                assert_eq!(polynomial(&prepared(memory)), whole, "size {size}, {memory} bytes");
            }
            let best = |memory| by_centre::<Best<u64>>(&prepared(memory), &Run::new()).expect("the engine answers");
            let numbers =
                |memory| best(memory).into_iter().map(|(centre, best)| (centre, (best.exponent, best.number)));
            assert_eq!(numbers(2000).collect::<BTreeMap<_, _>>(), numbers(usize::MAX).collect::<BTreeMap<_, _>>());
        }
    }
}
