//! A counting question, and what engines have said of it.
//!
//! A question is a problem, or the extreme of a measure over its grids; an opinion is one engine's number. Two opinions settle a question if the engines have nothing
//! in common but the data.

use crate::constraint::{Bounds, Constraint, Extreme, Goal, Subject};
use crate::engine::{Ability, Engine, EngineError, Run, Witness};
use crate::problem::Problem;

/// One engine's count.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// The engine.
    pub engine: &'static str,
    /// With whom it is one witness.
    pub witness: Witness,
    /// How many grids, or the extreme.
    pub count: u128,
    /// Wall-clock time.
    pub seconds: f64,
}

/// What an engine answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// So many grids.
    Count(u128),
    /// An extreme, and of what.
    Extreme(Goal, Extreme),
}

/// A counting question and what is known of it.
#[derive(Debug)]
pub struct Question {
    /// The question; its rule set is called what the claims call it.
    pub problem: Problem,
    /// What is asked of its grids, if not how many there are.
    pub goal: Option<Goal>,
    /// Opinions, each of another engine.
    pub opinions: Vec<Opinion>,
    /// Engines that could not answer, and why.
    pub failures: Vec<(&'static str, String)>,
}

impl Question {
    /// Whether an engine can answer it. To seek an extreme is not slow where to count is.
    pub fn ability(&self, engine: &dyn Engine) -> Ability {
        let wrong = self.goal.and_then(|goal| engine.wrong_measure(&self.problem, &[goal.measure()]));
        match wrong.map_or_else(|| engine.ability(&self.problem), Ability::Unable) {
            Ability::Slow(_) if self.goal.is_some() && engine.seeks_extremes() => Ability::Able,
            ability => ability,
        }
    }

    /// An engine's answer.
    pub fn put_to(&self, engine: &dyn Engine, run: &Run) -> Result<Answer, EngineError> {
        let Some(goal) = self.goal else { return engine.count(&self.problem, run).map(Answer::Count) };
        let extreme = engine.extreme(&self.problem, goal, run)?;
        extreme
            .map(|extreme| Answer::Extreme(goal, extreme))
            .ok_or(EngineError::Failed { engine: engine.name(), what: format!("{goal}: there is no grid") })
    }

    /// What an answer to it tells: of this question, and, since an extreme comes with the number of grids that reach it, of another one.
    pub fn told_by(&self, answer: Answer) -> (u128, Option<(Problem, u128)>) {
        let (goal, extreme) = match answer {
            Answer::Count(count) => return (count, None),
            Answer::Extreme(goal, extreme) => (goal, extreme),
        };
        let reached = Constraint { subject: Subject::Of(goal.measure()), bounds: Bounds::exactly(extreme.value) };
        let constraints = self.problem.constraints().iter().copied().chain([reached]).collect();
        let reaching = self.problem.clone().with_constraints(constraints);
        (extreme.value.into(), reaching.ok().map(|problem| (problem, extreme.grids)))
    }

    /// The count, if any engine has answered and those that have agree.
    pub fn count(&self) -> Option<u128> {
        let (first, others) = self.opinions.split_first()?;
        others.iter().all(|other| other.count == first.count).then_some(first.count)
    }

    /// Whether engines have given different counts.
    pub fn is_disputed(&self) -> bool {
        !self.opinions.is_empty() && self.count().is_none()
    }

    /// Whether two witnesses have answered.
    pub fn is_settled(&self) -> bool {
        self.opinions.len() > 1 && self.in_common().is_none()
    }

    /// What all engines that have answered have in common, so that they are one witness; `None` if they are several, or if
    /// fewer than two have answered.
    pub fn in_common(&self) -> Option<&'static str> {
        let (first, others) = self.opinions.split_first()?;
        let mut shared = others.iter().map(|other| first.witness.shared_with(other.witness));
        let what = shared.next()??;
        shared.all(|shared| shared.is_some()).then_some(what)
    }
}
