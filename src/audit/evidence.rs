//! Who says so: opinions of engines on counting questions, gathered within a budget.
//!
//! A question is settled by two engines that have nothing in common but the data. Next comes always the step that seems
//! the least effort among all questions: first opinions and second ones, small sizes before large. How long an engine takes over constraints
//! is not known before, so each is given little time at first, and more only when everybody has had as much (as in iterative deepening:
//! Korf, 1985). Where an engine has answered for the same rules and size with other constraints, or with none, that tells what to give it, and of those
//! that are given the same, it is asked first. Two engines that are one witness ([`Witness`](crate::engine::Witness)) settle a question
//! only if no engine unrelated to the first can do it in reasonable time, and an engine that calls a problem slow is asked last, when fewer than
//! two others have answered. Whoever finds an extreme has counted the grids that reach it as well, which may be another question.

use std::time::Duration;

use super::question::{Opinion, Question};
use super::relations::nameless;
use super::state::State;
use crate::checked_log::LogError;
use crate::constraint::Goal;
use crate::engine::clock::Moment;
use crate::engine::watch::Watch;
use crate::engine::{Ability, Engine, EngineError};
use crate::problem::Problem;

/// How the gathering ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everything that the engines can say has been said.
    Complete,
    /// Time ran out.
    OutOfBudget,
    /// Whoever watches has stopped it.
    Interrupted,
}

/// What an engine is given at first for a question, where something else can be done as well, and how many times as long after that.
const FIRST_PATIENCE: Duration = Duration::from_secs(30);
const LONGER: u32 = 4;

/// All questions.
#[derive(Debug)]
pub struct Evidence {
    questions: Vec<Question>,
    /// What an engine is given at first for one of them.
    patience: Duration,
}

impl Default for Evidence {
    fn default() -> Self {
        Evidence { questions: Vec::new(), patience: FIRST_PATIENCE }
    }
}

/// One thing that can be done next.
#[derive(Clone)]
struct Step<'a> {
    /// Whether the engine calls the problem slow.
    slow: bool,
    /// How long it takes, for comparison with others alone.
    effort: f64,
    engine: &'a dyn Engine,
    question: usize,
    /// What it is given the next time.
    patience: Duration,
}

impl Evidence {
    /// The same, with so much time for an engine at first.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Evidence { patience, ..self }
    }

    /// The number of the question, which is added if it is new. The name of its rule set does not matter.
    pub fn ask(&mut self, problem: &Problem, goal: Option<Goal>) -> usize {
        self.number(problem, goal).unwrap_or_else(|| {
            let (opinions, failures) = (Vec::new(), Vec::new());
            self.questions.push(Question { problem: problem.clone(), goal, opinions, failures });
            self.questions.len() - 1
        })
    }

    fn number(&self, problem: &Problem, goal: Option<Goal>) -> Option<usize> {
        let same = |question: &Question| question.goal == goal && nameless(&question.problem) == nameless(problem);
        self.questions.iter().position(same)
    }

    /// The question of that number.
    pub fn question(&self, number: usize) -> &Question {
        &self.questions[number]
    }

    /// All questions, in the order in which they were asked.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Asks engines until every question is settled or nothing more can be done, at most until `deadline`. Opinions in
    /// `state` are not asked for again, and it learns the new ones.
    pub fn gather(
        &mut self,
        engines: &[&dyn Engine],
        state: &mut State,
        deadline: Moment,
        watch: &dyn Watch,
    ) -> Result<Ending, LogError> {
        for question in &mut self.questions {
            question.opinions = state.opinions((&question.problem, question.goal), engines);
        }
        let mut steps = self.steps(engines);
        while let Some((place, patience)) = self.next(&steps) {
            if deadline.is_past() {
                return Ok(Ending::OutOfBudget);
            }
            let step = &mut steps[place];
            let asked = &self.questions[step.question].problem;
            let name = step.engine.name();
            let run = watch.run(&format!("{name}, {0} × {0} {1}", asked.size(), asked.rules().name));
            run.stop_at(Moment::after(deadline.left().min(patience)));
            let start = Moment::now();
            let answer = self.questions[step.question].put_to(step.engine, &run);
            match answer {
                Ok(answer) => {
                    let (witness, seconds) = (step.engine.witness(), start.seconds());
                    let (count, other) = self.questions[step.question].told_by(answer);
                    let other = other.and_then(|(problem, grids)| Some((self.number(&problem, None)?, grids)));
                    for (number, count) in [(step.question, count)].into_iter().chain(other) {
                        let question = &mut self.questions[number];
                        if question.opinions.iter().all(|opinion| opinion.engine != name) {
                            let opinion = Opinion { engine: name, witness, count, seconds };
                            state.learn((&question.problem, question.goal), &opinion)?;
                            question.opinions.push(opinion);
                        }
                    }
                }
                Err(EngineError::Stopped) if run.is_late() => step.patience = patience.saturating_mul(LONGER),
                Err(EngineError::Stopped) => return Ok(Ending::Interrupted),
                Err(error) => self.questions[step.question].failures.push((name, error.to_string())),
            }
        }
        Ok(Ending::Complete)
    }

    /// Everything that can be done, the least effort first and what engines call slow last.
    fn steps<'a>(&self, engines: &[&'a dyn Engine]) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        for (number, question) in self.questions.iter().enumerate() {
            for &engine in engines {
                let slow = match question.ability(engine) {
                    Ability::Able => false,
                    Ability::Slow(_) => true,
                    Ability::Unable(_) => continue,
                };
                let effort = free_squares(&question.problem) as f64 * engine.effort_per_square();
                steps.push(Step { slow, effort, engine, question: number, patience: self.patience });
            }
        }
        steps.sort_by(|a, b| a.slow.cmp(&b.slow).then(a.effort.total_cmp(&b.effort)));
        steps
    }

    /// The place of the first step that is still worth taking, of those that have been given least, and what it is given now: all the
    /// time there is if it is the only one.
    fn next(&self, steps: &[Step<'_>]) -> Option<(usize, Duration)> {
        let worth: Vec<usize> = (0..steps.len()).filter(|&place| self.is_worth_taking(&steps[place], steps)).collect();
        if let [only] = worth[..] {
            return Some((only, Duration::MAX));
        }
        let share = |place| (self.share(&steps[place]), place);
        let ((patience, _), place) = worth.into_iter().map(share).min()?;
        Some((place, patience))
    }

    /// What a step is given now, and whether that is a guess: twice as long as its engine has taken over such a question is enough, unless it has
    /// been too little for this one.
    fn share(&self, step: &Step<'_>) -> (Duration, bool) {
        let asked = &self.questions[step.question].problem;
        let is_such = |question: &&Question| {
            question.problem.size() == asked.size()
                && nameless(&question.problem).rules() == nameless(asked).rules()
                && question.problem.givens() == asked.givens()
        };
        let such = self.questions.iter().filter(is_such).flat_map(|question| &question.opinions);
        let by_it = such.filter(|opinion| opinion.engine == step.engine.name());
        let Some(longest) = by_it.map(|opinion| opinion.seconds).max_by(f64::total_cmp) else {
            return (step.patience, true);
        };
        let mut share = step.patience;
        while share.as_secs_f64() < 2.0 * longest {
            share = share.saturating_mul(LONGER);
        }
        (share, step.patience > self.patience)
    }

    /// Whether a step tells something that is not known.
    fn is_worth_taking(&self, step: &Step<'_>, steps: &[Step<'_>]) -> bool {
        let question = &self.questions[step.question];
        let name = step.engine.name();
        let has_spoken = |engine: &str| {
            question.opinions.iter().any(|opinion| opinion.engine == engine)
                || question.failures.iter().any(|(failed, _)| *failed == engine)
        };
        if question.is_settled() || has_spoken(name) || (step.slow && question.opinions.len() > 1) {
            return false;
        }
        let brings_news = |engine: &dyn Engine| {
            let shared_with = |other: &Opinion| other.witness.shared_with(engine.witness());
            question.opinions.iter().all(|other| shared_with(other).is_none())
        };
        let is_open =
            |other: &&Step<'_>| other.question == step.question && !other.slow && !has_spoken(other.engine.name());
        // One witness with somebody who has spoken waits for those who are not, if they can do it in reasonable time.
        brings_news(step.engine) || !steps.iter().filter(is_open).any(|other| brings_news(other.engine))
    }
}

/// The squares that can be coloured freely under the symmetry: one of each orbit.
fn free_squares(problem: &Problem) -> usize {
    let n = problem.size();
    let group = problem.rules().symmetry.group();
    let is_first = |square: &(usize, usize)| group.iter().all(|transform| transform.square(n, n, *square) >= *square);
    (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).filter(is_first).count()
}
