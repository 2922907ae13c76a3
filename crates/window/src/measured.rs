//! Grids by their measures: extremes, and distributions as polynomials that are interpolated from their values.
//!
//! An extreme is a count that keeps only the best value. A distribution needs several counts. The first one finds the
//! least and the greatest exponent of each middle column. The others evaluate its polynomial at as many points as
//! there are exponents in this range, some points at a time ([`values`](super::values)). No list has more states than
//! in a plain count.
//!
//! A wrong value is detected. A polynomial interpolated from it has arbitrary coefficients below the prime, which do
//! not add up to the count. Wrong increments of squares are not detected here; the tests compare them with other
//! engines.

use super::NAME;
use super::arm::Arms;
use super::census::effort_to_show;
use super::encoder::{Form, MeasureEncoder};
use super::frame::{Frame, frame_and_words};
use super::middle_column::{ByCentre, MiddleColumn, SweptAbove};
use super::tables::Tables;
use super::values::{POINTS, PRIME, Values, coefficients, value_at};
use super::weight::{Best, BestGrids, GridSpan, Span, Weight};
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_run::memory::Account;
use gridcheck_run::{EngineError, Run};

/// Counts the valid grids by the values of a measure.
///
/// # Errors
/// The engine does not support the problem, the run is stopped, a sum overflows, the memory is exhausted, or the
/// results are inconsistent.
pub fn distribution(problem: &Problem, by: Measure, form: Form, run: &Run) -> Result<Distribution, EngineError> {
    let (frame, words) = frame_and_words(problem)?;
    let account = Account::open();
    let taken = account.part();
    let arms = Arms::new(&words, frame.sides);
    let tables = Tables::new(&words, frame.sides, &taken)?;
    let whole = AllMiddleColumns::new(problem, &frame, &arms, &tables, &account, run);
    // The half without the centre has this many squares, and a square is an end of at most two words.
    let most = (frame.size.squares() - 1) / 2 * if form == Form::Ends { 2 } else { 1 };
    run.set_work(whole.work().saturating_mul(work_of(most)));
    let spans = whole.weight(&MeasureEncoder::<Span>::measuring(form, frame.sides, |more| more))?;
    spans.iter().flatten().try_for_each(|span| require_fewer_than_prime(span.grids))?;
    let terms = spans.iter().flatten().map(GridSpan::exponents).max().unwrap_or(0);

    // The number of terms is known now, and is at most the bound used before.
    run.continue_work(Span::WORK * whole.work(), whole.work().saturating_mul(work_of(terms)));
    let mut points: Vec<u64> = Vec::new();
    let mut values: Vec<ByCentre<Vec<u64>>> = spans.iter().map(|_| [Vec::new(), Vec::new()]).collect();
    while points.len() < terms {
        // The points are distinct, and neither 0 nor 1.
        let next: [u64; POINTS] = std::array::from_fn(|place| (points.len() + place + 2) as u64);
        let found = whole
            .weight(&MeasureEncoder::<Values>::measuring(form, frame.sides, |more| Values::of_power(next, more)))?;
        points.extend(next);
        values.iter_mut().flatten().zip(found.iter().flatten()).for_each(|(values, found)| values.extend(found.0));
    }

    let mut distribution = Distribution::empty(&[by]);
    for (spans, values) in spans.iter().zip(&values) {
        for (centre, (span, values)) in (0..).zip(spans.iter().zip(values)) {
            for (grids, half) in interpolate(span, &points, values)?.into_iter().zip(span.least..) {
                let value = value(problem, by, form.whole(half, centre));
                distribution.add(vec![value], grids.into()).ok_or(EngineError::Overflow)?;
            }
        }
    }
    Ok(distribution)
}

/// Returns the number of grids of each exponent, from the least on. Fails if their sum is not the count, or if the
/// polynomial has other values at the spare points.
fn interpolate(span: &GridSpan, points: &[u64], values: &[u64]) -> Result<Vec<u64>, EngineError> {
    let terms = span.exponents();
    let grids = coefficients(&points[..terms], &values[..terms], span.least);
    let sum: u128 = grids.iter().map(|&grids| u128::from(grids)).sum();
    let mut spare = points.iter().zip(values).skip(terms);
    if sum == span.grids && spare.all(|(&point, &value)| value_at(point, &grids, span.least) == value) {
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

/// Converts the value of the form to that of the measure: squares that are not white are black.
fn value(problem: &Problem, measure: Measure, of_form: u32) -> u32 {
    let squares = problem.size().squares() as u32;
    if measure == Measure::Blacks { squares - of_form } else { of_form }
}

/// Returns the extreme of a measure, and the number of valid grids that reach it.
///
/// # Errors
/// The engine does not support the problem, the run is stopped, a sum overflows, or the memory is exhausted.
pub fn extreme(problem: &Problem, goal: Goal, form: Form, run: &Run) -> Result<Option<Extreme>, EngineError> {
    let (frame, words) = frame_and_words(problem)?;
    // The most black squares are the fewest letters.
    let is_greatest = matches!(goal, Goal::Most(_)) != (goal.measure() == Measure::Blacks);
    if !is_greatest && frame.has_black_grid() {
        return Ok(distribution(problem, goal.measure(), form, run)?.extreme(goal));
    }
    let account = Account::open();
    let taken = account.part();
    let arms = Arms::new(&words, frame.sides);
    let tables = Tables::new(&words, frame.sides, &taken)?;
    let whole = AllMiddleColumns::new(problem, &frame, &arms, &tables, &account, run);
    run.set_work(whole.work());
    let best: Vec<ByCentre<BestGrids>> = if is_greatest {
        whole.weight(&MeasureEncoder::<Best<true>>::measuring(form, frame.sides, |more| more))?
    } else {
        whole.weight(&MeasureEncoder::<Best<false>>::measuring(form, frame.sides, |more| more))?
    };
    let mut reached = Distribution::empty(&[goal.measure()]);
    for best in best {
        for (best, centre) in best.into_iter().zip(0..) {
            let value = value(problem, goal.measure(), form.whole(best.exponent, centre));
            reached.add(vec![value], best.grids).ok_or(EngineError::Overflow)?;
        }
    }
    Ok(reached.extreme(goal))
}

/// Returns the work of a distribution with this number of exponents, relative to a plain count.
fn work_of(terms: usize) -> u64 {
    Span::WORK + terms.div_ceil(POINTS) as u64 * Values::WORK
}

/// All middle columns, for several counts.
struct AllMiddleColumns<'a> {
    middle_columns: Vec<MiddleColumn<'a>>,
    tables: &'a Tables,
    account: &'a Account,
    run: &'a Run,
}

impl<'a> AllMiddleColumns<'a> {
    fn new(
        problem: &Problem,
        frame: &'a Frame,
        arms: &'a Arms,
        tables: &'a Tables,
        account: &'a Account,
        run: &'a Run,
    ) -> Self {
        let effort = effort_to_show(frame, problem);
        AllMiddleColumns { middle_columns: MiddleColumn::all(frame, arms, effort.as_ref()), tables, account, run }
    }

    /// Returns the work of a plain count.
    fn work(&self) -> u64 {
        MiddleColumn::work_of(&self.middle_columns)
    }

    /// Returns the total weight of the grids of each middle column.
    fn weight<W: Weight>(&self, encoder: &MeasureEncoder<W>) -> Result<Vec<ByCentre<W::Total>>, EngineError> {
        let mut above = SweptAbove::nothing();
        let weight = |middle_column: &MiddleColumn<'a>| {
            middle_column.weight(self.tables, encoder, &mut above, self.account, self.run)
        };
        self.middle_columns.iter().map(weight).collect()
    }
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
    fn a_wrong_value_shows() {
        let grids = [5, 0, 7, 1];
        let span = GridSpan { grids: 13, least: 3, most: 6 };
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
