//! Grids by what they measure: distributions, extremes, and counts of those that grant wishes.
//!
//! The count is the same as ever; only the [`weight`](super::weight) is another. A distribution is counted by all forms that its
//! measures and the wishes need, and the grids that do not grant the wishes are left out at the end.

use std::collections::HashMap;
use std::sync::Mutex;

use super::best::Best;
use super::block::{Block, Centre};
use super::count::count;
use super::meter::{Form, Meter};
use super::plan::Ledger;
use super::question::{Question, Turn};
use super::spread::Spread;
use super::weight::{Total, Weight};
use super::{question, unable, with_room};
use crate::engine::{EngineError, Run};
use crate::locks::{locked, unlocked};
use crate::problem::Problem;
use crate::wish::{Distribution, Extreme, Goal, Kind, Measure, Subject, Wish};

/// What wishes may be about: all but the lengths of words, which lie in more than one quarter.
pub const KINDS: [Kind; 6] =
    [Kind::Letters, Kind::Blacks, Kind::Words, Kind::Checked, Kind::Unchecked, Kind::MeanLength];

/// How many valid grids that grant the wishes have which values of these measures.
pub fn distribution(problem: &Problem, by: &[Measure], run: &Run) -> Result<Distribution, EngineError> {
    let mut forms: Vec<Form> = by.iter().map(|&measure| form(measure)).collect::<Result<_, _>>()?;
    for wish in problem.wishes() {
        forms.extend(forms_of(*wish)?);
    }
    let mut told: Vec<Form> = Vec::new();
    for form in forms {
        if !told.contains(&form) {
            told.push(form);
        }
    }
    let mut question = with_room(problem, question(problem).map_err(unable)?)?;
    question.meter = Meter::new(question.tables.shape, told);
    let sums = by_centre::<Spread>(&question, run)?;
    let mut distribution = Distribution::empty(by);
    for (centre, table) in &sums {
        for (exponent, grids) in table.iter() {
            let grid = Reading { question: &question, problem, exponent, centre: *centre };
            if problem.wishes().iter().all(|&wish| grid.grants(wish)) {
                let values = by.iter().map(|&measure| grid.measure(measure)).collect();
                distribution.add(values, grids).ok_or(EngineError::Overflow)?;
            }
        }
    }
    Ok(distribution)
}

/// The extreme of a measure and how many grids reach it, where nothing is wished.
pub fn extreme(problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
    debug_assert!(problem.wishes().is_empty(), "wishes are asked of a distribution");
    let form = form(goal.measure())?;
    // Blacks are read off the letters: most of the one is fewest of the other.
    let is_greatest = matches!(goal, Goal::Most(_)) != (goal.measure() == Measure::Blacks);
    let mut question = with_room(problem, question(problem).map_err(unable)?)?;
    let meter = Meter::new(question.tables.shape, vec![form]);
    question.meter = if is_greatest { meter } else { meter.negative() };
    let sums = by_centre::<Best<u64>>(&question, run)?;
    let mut best: Option<Extreme> = None;
    for (centre, Best { exponent, number }) in sums.into_iter().filter(|(_, best)| best.number > 0) {
        let exponent = exponent.unsigned_abs() as u32;
        let value = Reading { question: &question, problem, exponent, centre }.measure(goal.measure());
        let is_better = |so_far: u32| match goal {
            Goal::Most(_) => value > so_far,
            Goal::Fewest(_) => value < so_far,
        };
        match &mut best {
            Some(so_far) if value == so_far.value => {
                so_far.grids = so_far.grids.checked_add(number).ok_or(EngineError::Overflow)?;
            }
            Some(so_far) if !is_better(so_far.value) => {}
            _ => best = Some(Extreme { value, grids: number }),
        }
    }
    Ok(best)
}

/// What all blocks come to, by what their centre is.
fn by_centre<W: Weight>(question: &Question, run: &Run) -> Result<HashMap<Centre, W::Total>, EngineError> {
    let sums = ByCentre(Mutex::new(HashMap::new()));
    count::<W>(question, run, &sums)?;
    Ok(unlocked(sums.0))
}

/// Keeps no block, only what they come to together.
struct ByCentre<T>(Mutex<HashMap<Centre, T>>);

impl<T: Total> Ledger<T> for ByCentre<T> {
    fn knows(&self, _block: Block) -> bool {
        false
    }

    fn counted(&self, block: Block, total: T) -> Result<u64, EngineError> {
        let mut sums = locked(&self.0);
        sums.entry(block.centre()).or_insert_with(T::none).add(&total).ok_or(EngineError::Overflow)?;
        Ok(0)
    }
}

/// Grids alike in all that is told of them.
struct Reading<'a> {
    question: &'a Question,
    problem: &'a Problem,
    exponent: u32,
    centre: Centre,
}

impl Reading<'_> {
    fn read(&self, form: Form) -> u32 {
        let copies = match self.question.turn {
            Turn::Half => 2,
            Turn::Quarter => 4,
        };
        self.question.meter.read(self.exponent, copies, self.centre, form)
    }

    fn measure(&self, measure: Measure) -> u32 {
        let squares = (self.problem.size() * self.problem.size()) as u32;
        match measure {
            Measure::Letters => self.read(Form::Letters),
            Measure::Blacks => squares - self.read(Form::Letters),
            Measure::Words => self.read(Form::Ends) / 2,
            Measure::Checked => self.read(Form::Checked),
            Measure::Unchecked => self.read(Form::Unchecked),
            // Never asked for: no form tells it.
            Measure::Length(_) => 0,
        }
    }

    fn grants(&self, Wish { subject, bounds }: Wish) -> bool {
        match subject {
            Subject::Of(measure) => bounds.admit(self.measure(measure)),
            Subject::MeanLength => {
                let (spelled, ends) = (self.read(Form::Spelled), self.read(Form::Ends));
                // Half as many words as ends.
                2 * spelled >= bounds.least() * ends && bounds.most().is_none_or(|most| 2 * spelled <= most * ends)
            }
            // Never wished: see `forms_of`.
            Subject::EachLength { .. } | Subject::Lengths => false,
        }
    }
}

/// What tells a measure.
fn form(measure: Measure) -> Result<Form, EngineError> {
    match measure {
        Measure::Letters | Measure::Blacks => Ok(Form::Letters),
        Measure::Words => Ok(Form::Ends),
        Measure::Checked => Ok(Form::Checked),
        Measure::Unchecked => Ok(Form::Unchecked),
        Measure::Length(_) => Err(unable(format!("{measure}: most words lie in two quarters or more"))),
    }
}

/// What tells whether a wish is granted.
fn forms_of(wish: Wish) -> Result<Vec<Form>, EngineError> {
    match wish.subject {
        Subject::Of(measure) => Ok(vec![form(measure)?]),
        Subject::MeanLength => Ok(vec![Form::Spelled, Form::Ends]),
        Subject::EachLength { .. } | Subject::Lengths => {
            Err(unable(format!("{wish}: most words lie in two quarters or more")))
        }
    }
}
