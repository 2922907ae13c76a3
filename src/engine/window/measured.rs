//! Grids by what they measure: extremes, and a distribution as a polynomial that is known by its values.
//!
//! An extreme is a count of which only the best is kept. For a distribution the window is counted once to know the least and the
//! greatest exponent, then again for the polynomial's values at as many points as there are exponents from the one to the other, a few
//! points at a time ([`values`](super::values)). No list is longer than for a count, whatever is measured. And a mistake on the way shows:
//! coefficients that are found again from wrong values are any numbers below the prime, and do not add up to the count.

use super::arm::Arms;
use super::gauge::{Form, Gauge};
use super::tables::Tables;
use super::values::{POINTS, PRIME, Values, coefficients};
use super::worth::{Best, BestGrids, GridSpan, Span, Worth};
use super::{ByCentre, Frame, NAME, Upright, frame, sum};
use crate::engine::memory::Account;
use crate::engine::{EngineError, Run};
use crate::problem::Problem;
use crate::wish::{Distribution, Extreme, Goal, Measure};

/// How many valid grids have how much of a measure.
pub fn distribution(problem: &Problem, by: Measure, form: Form, run: &Run) -> Result<Distribution, EngineError> {
    let (frame, words) = frame(problem)?;
    let account = Account::open();
    let taken = account.part();
    let tables = Tables::new(words, frame.side, &taken)?;
    let arms = Arms::new(&tables.words, frame.side);
    let whole = Whole::new(&frame, &arms, &tables, &account, run);
    // The half without the centre has so many squares; there are as many ends, if every square is one.
    run.set_work(whole.work().saturating_mul(work_of(2 * frame.side * (frame.side + 1))));
    let spans = whole.worth(&Gauge::<Span>::measuring(form, frame.side, |more| more))?;
    let terms = spans.iter().map(GridSpan::exponents).max().unwrap_or(0);
    let grids = spans.iter().try_fold(0_u128, |sum, span| sum.checked_add(span.grids)).ok_or(EngineError::Overflow)?;
    demand_few(grids)?;

    // The rest is known now, and less than was feared.
    run.set_work(whole.work().saturating_mul(work_of(terms)));
    run.worked(whole.work());
    let mut points: Vec<u64> = Vec::new();
    let mut values: ByCentre<Vec<u64>> = [Vec::new(), Vec::new()];
    while points.len() < terms {
        // Neither 0 nor the same twice.
        let next: [u64; POINTS] = std::array::from_fn(|place| (points.len() + place + 2) as u64);
        let found = whole.worth(&Gauge::<Values>::measuring(form, frame.side, |more| Values::of_power(next, more)))?;
        points.extend(next);
        values.iter_mut().zip(found).for_each(|(values, found)| values.extend(found.0));
    }

    let mut distribution = Distribution::empty(&[by]);
    for (centre, (span, values)) in (0..).zip(spans.iter().zip(&values)) {
        let terms = span.exponents();
        let grids = coefficients(&points[..terms], &values[..terms], span.least);
        for (grids, half) in grids.into_iter().zip(span.least..) {
            let value = value(problem, by, form.whole(half, centre));
            distribution.add(vec![value], grids.into()).ok_or(EngineError::Overflow)?;
        }
    }
    if distribution.total() != Some(grids) {
        let what = "what it found by measure does not add up to what it counted".to_owned();
        return Err(EngineError::Failed { engine: NAME, what });
    }
    Ok(distribution)
}

/// An error if some number of so many grids could not be told from another by what is left of it when the prime divides it.
fn demand_few(grids: u128) -> Result<(), EngineError> {
    if grids < PRIME.into() {
        return Ok(());
    }
    let what = format!("{grids} grids, it can sort no more than {}", PRIME - 1);
    Err(EngineError::Failed { engine: NAME, what })
}

/// The measure's value where the form has this one: what is not white is black.
fn value(problem: &Problem, measure: Measure, of_form: u32) -> u32 {
    let squares = (problem.size() * problem.size()) as u32;
    if measure == Measure::Blacks { squares - of_form } else { of_form }
}

/// The extreme of a measure, and how many valid grids reach it.
pub fn extreme(problem: &Problem, goal: Goal, form: Form, run: &Run) -> Result<Option<Extreme>, EngineError> {
    let (frame, words) = frame(problem)?;
    if frame.has_black_grid() {
        return Ok(distribution(problem, goal.measure(), form, run)?.extreme(goal));
    }
    let account = Account::open();
    let taken = account.part();
    let tables = Tables::new(words, frame.side, &taken)?;
    let arms = Arms::new(&tables.words, frame.side);
    let whole = Whole::new(&frame, &arms, &tables, &account, run);
    run.set_work(whole.work());
    // Most blacks are fewest letters.
    let is_greatest = matches!(goal, Goal::Most(_)) != (goal.measure() == Measure::Blacks);
    let best: ByCentre<BestGrids> = if is_greatest {
        whole.worth(&Gauge::<Best<true>>::measuring(form, frame.side, |more| more))?
    } else {
        whole.worth(&Gauge::<Best<false>>::measuring(form, frame.side, |more| more))?
    };
    let mut reached = Distribution::empty(&[goal.measure()]);
    for (best, centre) in best.into_iter().zip(0..) {
        let value = value(problem, goal.measure(), form.whole(best.exponent, centre));
        reached.add(vec![value], best.grids).ok_or(EngineError::Overflow)?;
    }
    Ok(reached.extreme(goal))
}

/// How much work so many exponents are, by the work that a count is.
fn work_of(terms: usize) -> u64 {
    Span::WORK + terms.div_ceil(POINTS) as u64 * Values::WORK
}

/// A window that is gone through as a whole, again and again.
struct Whole<'a> {
    uprights: Vec<Upright<'a>>,
    tables: &'a Tables,
    account: &'a Account,
    run: &'a Run,
}

impl<'a> Whole<'a> {
    fn new(frame: &'a Frame<'a>, arms: &'a Arms, tables: &'a Tables, account: &'a Account, run: &'a Run) -> Self {
        Whole { uprights: frame.uprights(arms), tables, account, run }
    }

    /// How much a count is.
    fn work(&self) -> u64 {
        self.uprights.iter().map(Upright::work).sum()
    }

    /// What all grids are worth.
    fn worth<W: Worth>(&self, gauge: &Gauge<W>) -> Result<ByCentre<W::Total>, EngineError> {
        self.uprights.iter().try_fold([W::NO_GRID; 2], |total, upright| {
            let more = upright.worth((self.tables, gauge), self.account, self.run)?;
            sum::<W>(total, more)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_grids_than_the_prime_tells_apart_are_refused() {
        assert_eq!(demand_few(u128::from(PRIME) - 1), Ok(()));
        let error = demand_few(PRIME.into()).expect_err("too many").to_string();
        assert_eq!(error, "engine window: 2305843009213693951 grids, it can sort no more than 2305843009213693950");
    }
}
