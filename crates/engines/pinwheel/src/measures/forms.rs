//! The forms that a problem and a kind of sum need, and the encoder of all of them.

use std::ops::RangeInclusive;

use crate::facts::FACTS;
use crate::measures::encoder::{Form, MeasureEncoder};
use crate::quarter::{Shape, Turn};
use gridcheck_core::constraint::{Goal, Measure, Range, RoundedConstraint};
use gridcheck_core::problem::Problem;
use gridcheck_engine::Unsupported;
use gridcheck_engine::blocks::SumKind;

/// The facts that an encoder depends on.
pub(crate) struct Geometry {
    pub shape: Shape,
    pub turn: Turn,
    /// The possible lengths of words.
    pub lengths: RangeInclusive<usize>,
}

/// Returns an encoder of everything that the constraints and these measures need.
///
/// # Errors
/// Returns the reason if a measure is not supported, or if the measures do not fit into one exponent.
fn encoder(problem: &Problem, by: &[Measure], geometry: &Geometry) -> Result<MeasureEncoder, Unsupported> {
    FACTS.check_measures(by)?;
    let wanted = by.iter().filter_map(|&measure| form(measure));
    let constrained = problem.rounded_constraints().iter().flat_map(|&constraint| forms_of(problem, constraint));
    let mut forms: Vec<Form> = Vec::new();
    for form in wanted.chain(constrained) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    let too_many = || format!("{} measures at once, more than an exponent of 64 bits has room for", forms.len()).into();
    let most = |form| most(problem, form).map(|most| most / copies(geometry.turn));
    MeasureEncoder::new(geometry.shape, &geometry.lengths, &forms, most).ok_or_else(too_many)
}

/// Returns the number of places of the grid that a quarter fills.
pub(crate) fn copies(turn: Turn) -> u32 {
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
            | Measure::Length(_)
            | Measure::Cheaters
            | Measure::Elbows,
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
            | RoundedConstraint::Hinges(_)
            | RoundedConstraint::MeanLength { .. }
            | RoundedConstraint::Lengths(_),
            _,
        ) => None,
    };
    problem.rounded_constraints().iter().filter_map(of_constraint).min()
}

/// Returns an encoder of everything that sums of this kind need. Extremes without constraints keep the greatest exponent only.
///
/// # Errors
/// Returns the reason if the measures do not fit into one exponent.
pub(crate) fn encoder_of(
    problem: &Problem,
    kind: &SumKind,
    geometry: &Geometry,
) -> Result<MeasureEncoder, Unsupported> {
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

/// Returns the form that gives a measure. `None` if it depends on what is beside a black square: that may be in another quarter.
fn form(measure: Measure) -> Option<Form> {
    match measure {
        Measure::Letters | Measure::Blacks => Some(Form::Letters),
        Measure::Words => Some(Form::Ends),
        Measure::Checked => Some(Form::Checked),
        Measure::Unchecked => Some(Form::Unchecked),
        Measure::Length(length) => Some(Form::EndsOf(length)),
        Measure::Cheaters | Measure::Elbows => None,
    }
}

/// Returns the forms that decide whether a constraint is met. The engine declines the other constraints.
fn forms_of(problem: &Problem, constraint: RoundedConstraint) -> Vec<Form> {
    match constraint {
        // Black squares have a maximum here, so the sweep can drop what exceeds it.
        RoundedConstraint::Measure(Measure::Letters, range) if range.least > 0 => vec![Form::Blacks],
        RoundedConstraint::Measure(Measure::Blacks, range) if range.most.is_some() => vec![Form::Blacks],
        RoundedConstraint::Measure(measure, _) => form(measure).into_iter().collect(),
        RoundedConstraint::MeanLength { .. } => vec![Form::Spelled, Form::Ends],
        RoundedConstraint::EachLength { lengths, .. } => lengths.iter().map(Form::EndsOf).collect(),
        RoundedConstraint::BlacksPerRow(_) | RoundedConstraint::Black(..) | RoundedConstraint::Hinges(_) => Vec::new(),
        RoundedConstraint::Lengths(_) => (2..=problem.height()).map(Form::EndsOf).collect(),
    }
}
