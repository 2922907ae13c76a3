//! Grids by their measures: extremes, and distributions as polynomials that are interpolated from their values.
//!
//! An extreme is a count that keeps only the best value. A distribution needs several counts. The first one finds the
//! least and the greatest exponent of each middle column. The others evaluate its polynomial at as many points as
//! there are exponents in this range, some points at a time ([`values`](super::values)). No list has more states than
//! in a plain count. Middle columns beside the same squares share the sweep of each count. They are measured together,
//! and others after them.
//!
//! A wrong value is detected. A polynomial interpolated from it has arbitrary coefficients below the prime, which do
//! not add up to the count. Wrong increments of squares are not detected here; the tests compare them with other
//! engines.

use super::encoder::{MeasureEncoder, Summand};
use super::facts::NAME;
use super::frame::Frame;
use super::middle_column::{ByCentre, MiddleColumn, SweptAbove};
use super::tables::Tables;
use super::values::{POINTS, PRIME, Values, coefficients, value_at};
use super::weight::{QuadrantWeight, Span};
use gridcheck_core::constraint::{Distribution, Goal, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::{EngineError, Run};
use gridcheck_weight::Best;

/// Holds the problem and the tables for measuring middle columns.
#[derive(Clone, Copy)]
pub(crate) struct MeasureContext<'a> {
    pub problem: &'a Problem,
    pub frame: &'a Frame,
    pub tables: &'a Tables,
    pub run: &'a Run,
}

/// Makes distributions or extremes of middle columns.
pub(crate) struct ColumnMeasurer<'a> {
    pub kind: &'a SumKind,
    pub measure: Measure,
    pub form: Summand,
    pub context: MeasureContext<'a>,
}

impl ColumnMeasurer<'_> {
    /// Returns the goal if the best value alone suffices.
    fn goal(&self) -> Option<Goal> {
        match *self.kind {
            SumKind::Extreme(goal) if self.is_greatest(goal) || !self.context.frame.has_black_grid() => Some(goal),
            SumKind::Plain | SumKind::Distribution(_) | SumKind::Extreme(_) => None,
        }
    }

    /// Returns `true` if the greatest exponent is asked for. The most black squares are the fewest letters.
    fn is_greatest(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Most(_)) != (self.measure == Measure::Blacks)
    }

    /// Returns the work for a unit of a plain count: an upper bound, because the number of exponents is not known yet.
    pub(crate) fn work_per_unit(&self) -> u64 {
        // The half without the centre has this many squares, and a square is an end of at most two words.
        let most = (self.context.frame.size.squares() - 1) / 2 * if self.form == Summand::Ends { 2 } else { 1 };
        if self.goal().is_some() { Best::<u64>::WORK } else { work_of(most) }
    }

    /// Returns the sums of middle columns beside the same squares, which share their sweeps.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, the memory is exhausted, or the results are inconsistent.
    pub(crate) fn sums(&self, alike: &[MiddleColumn<'_>]) -> Result<Vec<BlockSum>, EngineError> {
        let found = match self.goal() {
            Some(goal) => self.best(if self.is_greatest(goal) { 1 } else { -1 }, alike)?,
            None => self.distributions(alike)?,
        };
        let sum = |found| self.kind.of_distribution(found).ok_or(EngineError::Overflow);
        found.into_iter().map(sum).collect()
    }

    /// Returns the best values of each middle column, one for each increment of the centre. The best exponent is the
    /// greatest after multiplication by `sign`.
    fn best(&self, sign: i64, alike: &[MiddleColumn<'_>]) -> Result<Vec<Distribution>, EngineError> {
        let encoder =
            MeasureEncoder::<Best<u64>>::measuring(self.form, self.context.frame.sides, |more| sign * i64::from(more));
        let reached = |best: ByCentre<Best<u128>>| {
            let mut reached = Distribution::empty(&[self.measure]);
            for (best, centre) in best.into_iter().zip(0..) {
                self.sort_into(&mut reached, best.value.unsigned_abs() as u16, centre, best.number)?;
            }
            Ok(reached)
        };
        self.weights(alike, &encoder)?.into_iter().map(reached).collect()
    }

    /// Returns the distribution of each middle column.
    fn distributions(&self, alike: &[MiddleColumn<'_>]) -> Result<Vec<Distribution>, EngineError> {
        let (form, sides) = (self.form, self.context.frame.sides);
        let spans = self.weights(alike, &MeasureEncoder::<Span<u64>>::measuring(form, sides, |more| more))?;
        spans.iter().flatten().try_for_each(|span| require_fewer_than_prime(span.number))?;
        let terms = spans.iter().flatten().map(Span::exponents).max().unwrap_or(0);

        let mut points: Vec<u64> = Vec::new();
        let mut values: Vec<ByCentre<Vec<u64>>> = spans.iter().map(|_| [Vec::new(), Vec::new()]).collect();
        while points.len() < terms {
            // The points are distinct, and neither 0 nor 1.
            let next: [u64; POINTS] = std::array::from_fn(|place| (points.len() + place + 2) as u64);
            let encoder = MeasureEncoder::<Values>::measuring(form, sides, |more| Values::of_power(next, more));
            let found = self.weights(alike, &encoder)?;
            points.extend(next);
            values.iter_mut().flatten().zip(found.iter().flatten()).for_each(|(values, found)| values.extend(found.0));
        }
        // Fewer points than announced were needed.
        let spared = self.work_per_unit() - work_of(terms);
        self.context.run.worked(spared.saturating_mul(MiddleColumn::work_of(alike)));

        let distribution = |(spans, values): (&ByCentre<Span<u128>>, &ByCentre<Vec<u64>>)| {
            let mut distribution = Distribution::empty(&[self.measure]);
            for (centre, (span, values)) in (0..).zip(spans.iter().zip(values)) {
                for (grids, half) in interpolate(span, &points, values)?.into_iter().zip(span.least..) {
                    self.sort_into(&mut distribution, half, centre, grids.into())?;
                }
            }
            Ok(distribution)
        };
        spans.iter().zip(&values).map(distribution).collect()
    }

    /// Adds grids with this exponent and this increment of the centre.
    fn sort_into(
        &self,
        distribution: &mut Distribution,
        half: u16,
        centre: u16,
        grids: u128,
    ) -> Result<(), EngineError> {
        let of_form = self.form.whole(half, centre);
        // Squares that are not white are black.
        let squares = self.context.problem.size().squares() as u32;
        let value = if self.measure == Measure::Blacks { squares - of_form } else { of_form };
        distribution.add(vec![value], grids).ok_or(EngineError::Overflow)
    }

    /// Returns the total weight of the grids of each middle column.
    fn weights<W: QuadrantWeight>(
        &self,
        alike: &[MiddleColumn<'_>],
        encoder: &MeasureEncoder<W>,
    ) -> Result<Vec<ByCentre<W::Total>>, EngineError> {
        let MeasureContext { tables, run, .. } = self.context;
        let mut above = SweptAbove::nothing();
        alike.iter().map(|middle_column| middle_column.weight(tables, encoder, &mut above, run)).collect()
    }
}

/// Returns the number of grids of each exponent, from the least on. Fails if their sum is not the count, or if the
/// polynomial has other values at the spare points.
fn interpolate(span: &Span<u128>, points: &[u64], values: &[u64]) -> Result<Vec<u64>, EngineError> {
    let terms = span.exponents();
    let grids = coefficients(&points[..terms], &values[..terms], span.least);
    let sum: u128 = grids.iter().map(|&grids| u128::from(grids)).sum();
    let mut spare = points.iter().zip(values).skip(terms);
    if sum == span.number && spare.all(|(&point, &value)| value_at(point, &grids, span.least) == value) {
        return Ok(grids);
    }
    let what = "what it found by measure does not add up to what it counted".to_owned();
    Err(EngineError::Failed { engine: NAME, what })
}

/// Rejects a number of grids that the prime field cannot represent.
fn require_fewer_than_prime(grids: u128) -> Result<(), EngineError> {
    if grids < PRIME.into() {
        return Ok(());
    }
    let what = format!("{grids} grids in a part that it sorts at once, no more than {} can be", PRIME - 1);
    Err(EngineError::Failed { engine: NAME, what })
}

/// Returns the work of a distribution with this number of exponents, relative to a plain count.
fn work_of(terms: usize) -> u64 {
    Span::<u64>::WORK + terms.div_ceil(POINTS) as u64 * Values::WORK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_grids_than_the_prime_tells_apart_are_refused() {
        assert_eq!(require_fewer_than_prime(u128::from(PRIME) - 1), Ok(()));
        let error = require_fewer_than_prime(PRIME.into()).expect_err("too many").to_string();
        assert!(error.contains("2305843009213693951 grids"), "{error}");
    }

    /// A wrong value is detected at any point, also at a spare one.
    #[test]
    fn interpolation_detects_a_wrong_value_at_any_point() {
        let grids = [5, 0, 7, 1];
        let span = Span { number: 13, least: 3, most: 6 };
        let points = [2, 3, 4, 5, 6, 7];
        let values = points.map(|point| value_at(point, &grids, 3));
        assert_eq!(interpolate(&span, &points, &values), Ok(grids.to_vec()));
        for wrong in 0..points.len() {
            let mut values = values;
            values[wrong] += 1;
            assert!(interpolate(&span, &points, &values).is_err(), "value {wrong}");
        }
    }
}
