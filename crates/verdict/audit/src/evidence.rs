//! Gathers the opinions of engines on counting questions, within a time budget.
//!
//! A question is settled by two engines that share nothing but the data. Steps are ordered by their expected cost over all questions:
//! small sizes come before large ones, and the engines for a size come in the order of their ranks. A few steps
//! keep the problem as it was prepared for the ordering. The others prepare it again when it is their turn, so memory stays bounded.
//!
//! The time that an engine takes under constraints is unknown in advance. So each engine first gets a short time limit, and a
//! longer one only when all others have used as much (iterative deepening; Korf, 1985). An engine that calls a problem slow waits
//! until the others have used sixteen times as much. Under constraints, which may help it, it waits for four times as much. An
//! engine that has answered for the same rules and size with other constraints, or with none, gets its turn and its limit by that
//! time. Of the steps of one turn, its step comes first.
//!
//! An engine that lists visits the grids one by one. It is not asked if another engine has counted more than a thousand million.
//!
//! Two engines that are one witness ([`Witness`](gridcheck_engine::Witness)) settle a question only if no engine unrelated to the
//! first can answer in reasonable time. An engine that calls a problem slow is asked last, and only if fewer than two others have
//! answered. An engine that finds an extreme also counts the grids that reach it; this may answer another question.

use std::time::Duration;

use super::opinions::KnownOpinions;
use super::question::{CountedQuantity, Opinion, Origin, Question};
use super::relations::nameless;
use gridcheck_core::problem::Problem;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Engine, EngineError, Prepared};
use gridcheck_sums::checked_log::LogError;

/// The reason why the gathering ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// No engine can add anything more.
    Complete,
    /// The time budget was spent.
    OutOfBudget,
    /// The user or the watch interrupted it.
    Interrupted,
}

/// First time limit for an engine and a question while other steps remain. Most questions are settled within it.
const FIRST_PATIENCE: Duration = Duration::from_secs(1);
/// Factor from one time limit to the next.
const LONGER: u32 = 4;
/// Factor by which the limits of other engines must exceed that of an engine that calls the problem slow before it is asked.
const SLOW: u32 = LONGER * LONGER;
/// Factor in place of [`SLOW`] under constraints. An engine that visits grids one by one may then have few to visit.
const SLOW_IF_CONSTRAINED: u32 = LONGER;
/// Most steps that keep a prepared problem from the time when they are ordered: its tables can need megabytes, and there can be thousands.
const MAX_KEPT: usize = 24;
/// Most grids that an engine is asked to visit one by one. The fastest visits fifty million a second and thread.
const MAX_VISITED: u128 = 1_000_000_000;

/// All questions, with the opinions on them.
#[derive(Debug)]
pub struct Evidence {
    questions: Vec<Question>,
    /// First time limit for an engine and a question.
    patience: Duration,
}

impl Default for Evidence {
    fn default() -> Self {
        Evidence { questions: Vec::new(), patience: FIRST_PATIENCE }
    }
}

/// One engine to ask about one question.
struct Step<'a> {
    /// `true` if the engine calls the problem slow.
    slow: bool,
    /// The number of squares to colour.
    squares: usize,
    engine: &'a dyn Engine,
    /// The problem as the engine prepared it, if it is kept.
    kept: Option<Prepared<'a>>,
    question: usize,
    /// The time limit of the next attempt.
    patience: Duration,
}

/// The time at which a step is taken, and the time that it gets.
struct Turn {
    /// The limit that steps of unknown time have when it is this step's turn.
    after: Duration,
    /// The time limit.
    limit: Duration,
    /// `true` if the time that the step takes is unknown.
    is_guess: bool,
}

impl Evidence {
    /// Replaces the first time limit.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Evidence { patience, ..self }
    }

    /// Returns the number of the question, which is added if it is new. The name of its rule set does not matter.
    pub fn ask(&mut self, problem: &Problem, sought: impl Into<CountedQuantity>) -> usize {
        let sought = sought.into();
        self.number(problem, &sought).unwrap_or_else(|| {
            let (problem, nameless) = (problem.clone(), nameless(problem));
            self.questions.push(Question { problem, nameless, sought, opinions: Vec::new(), failures: Vec::new() });
            self.questions.len() - 1
        })
    }

    fn number(&self, problem: &Problem, sought: &CountedQuantity) -> Option<usize> {
        let problem = nameless(problem);
        let same = |question: &Question| question.sought == *sought && question.nameless == problem;
        self.questions.iter().position(same)
    }

    /// Returns the question with that number.
    pub fn question(&self, number: usize) -> &Question {
        &self.questions[number]
    }

    /// Returns all questions, in the order in which they were asked.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Asks engines until every question is settled, no step is left, or `deadline` has passed. Opinions in `state` are not asked
    /// for again; new ones are added to it.
    ///
    /// # Errors
    /// Fails if the state cannot be written.
    pub fn gather(
        &mut self,
        engines: &[&dyn Engine],
        state: &mut KnownOpinions,
        deadline: Moment,
        watch: &dyn Watch,
    ) -> Result<EndReason, LogError> {
        for question in &mut self.questions {
            question.opinions = state.opinions(&question.problem, &question.sought, engines);
        }
        let mut steps = self.steps(engines);
        while let Some((place, patience)) = self.next(&steps) {
            if deadline.is_past() {
                return Ok(EndReason::OutOfBudget);
            }
            let step = &mut steps[place];
            let question = &self.questions[step.question];
            let problem = &question.problem;
            let name = step.engine.name();
            let kept = step.kept.take();
            let is_kept = kept.is_some();
            // The engine prepared the problem before, so it does it again.
            let Some(prepared) = kept.or_else(|| question.prepared_by(step.engine)) else { continue };
            let run =
                watch.run(&format!("{name}, {} {}", problem.size().rows_by_columns(), problem.rules().described()));
            run.stop_at(Moment::after(deadline.left().min(patience)));
            let start = Moment::now();
            let answer = question.ask(&prepared, &run);
            match answer {
                Ok((count, other)) => {
                    let (witness, seconds) = (step.engine.facts().witness, start.seconds());
                    let other = other
                        .and_then(|(problem, grids)| Some((self.number(&problem, &CountedQuantity::Grids)?, grids)));
                    for (number, count) in [(step.question, count)].into_iter().chain(other) {
                        let question = &mut self.questions[number];
                        if question.opinions.iter().all(|opinion| opinion.engine != name) {
                            let opinion =
                                Opinion { engine: name, witness, count, origin: Origin::ThisBuild { seconds } };
                            state.record(&question.problem, &question.sought, &opinion)?;
                            question.opinions.push(opinion);
                        }
                    }
                    // Their tables need memory.
                    steps.retain(|step| !self.questions[step.question].is_settled());
                }
                Err(EngineError::Stopped) if run.is_late() => {
                    step.patience = patience.saturating_mul(LONGER);
                    step.kept = Some(prepared).filter(|_| is_kept);
                }
                Err(EngineError::Stopped) => return Ok(EndReason::Interrupted),
                Err(error) => self.questions[step.question].failures.push((name, error.to_string())),
            }
        }
        Ok(EndReason::Complete)
    }

    /// Returns all possible steps, cheapest first; steps that engines call slow come last.
    fn steps<'a>(&self, engines: &[&'a dyn Engine]) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        for (number, question) in self.questions.iter().enumerate().filter(|(_, question)| !question.is_settled()) {
            let squares = free_squares(&question.problem);
            for prepared in engines.iter().filter_map(|&engine| question.prepared_by(engine)) {
                let (slow, engine) = (question.is_slow(&prepared), prepared.engine());
                let kept = (steps.len() < MAX_KEPT).then_some(prepared);
                steps.push(Step { slow, squares, engine, kept, question: number, patience: self.patience });
            }
        }
        // The sort is stable: engines of the same rank keep their order.
        steps.sort_by_key(|step| (step.slow, step.squares, step.engine.facts().rank));
        steps
    }

    /// Returns the next step and its time limit: the first of the useful steps with the earliest turn. Slow ones count as later; of
    /// equals, they come first, because they use less time.
    /// The only useful step left gets unlimited time.
    fn next(&self, steps: &[Step<'_>]) -> Option<(usize, Duration)> {
        let worth: Vec<usize> = (0..steps.len()).filter(|&place| self.is_worth_taking(&steps[place], steps)).collect();
        if let [only] = worth[..] {
            return Some((only, Duration::MAX));
        }
        let rank = |place: usize| {
            let step: &Step<'_> = &steps[place];
            let Turn { after, limit, is_guess } = self.turn(step);
            (after.saturating_mul(self.handicap(step)), after, is_guess, place, limit)
        };
        let (_, _, _, place, limit) = worth.into_iter().map(rank).min()?;
        Some((place, limit))
    }

    /// Returns the factor by which the limits of other engines must exceed that of this step.
    fn handicap(&self, step: &Step<'_>) -> u32 {
        match (step.slow, self.questions[step.question].problem.constraints().is_empty()) {
            (false, _) => 1,
            (true, true) => SLOW,
            (true, false) => SLOW_IF_CONSTRAINED,
        }
    }

    /// Returns the turn of a step. Twice the longest time of its engine on a similar question is enough, unless that limit was
    /// already too short for this one.
    fn turn(&self, step: &Step<'_>) -> Turn {
        let problem = &self.questions[step.question].nameless;
        let is_such = |question: &&Question| {
            let other = &question.nameless;
            other.size() == problem.size() && other.rules() == problem.rules() && other.givens() == problem.givens()
        };
        let such = self.questions.iter().filter(is_such).flat_map(|question| &question.opinions);
        let by_it = such.filter(|opinion| opinion.engine == step.engine.name());
        let Some(longest) = by_it.filter_map(|opinion| opinion.origin.seconds()).max_by(f64::total_cmp) else {
            return Turn { after: step.patience, limit: step.patience, is_guess: true };
        };
        let limit_above = |seconds: f64| {
            let limits = std::iter::successors(Some(step.patience), |limit| Some(limit.saturating_mul(LONGER)));
            limits.into_iter().find(|limit| limit.as_secs_f64() >= seconds).unwrap_or(Duration::MAX)
        };
        let is_guess = step.patience > self.patience;
        Turn { after: limit_above(longest), limit: limit_above(2.0 * longest), is_guess }
    }

    /// Returns `true` if a step adds information.
    fn is_worth_taking(&self, step: &Step<'_>, steps: &[Step<'_>]) -> bool {
        let question = &self.questions[step.question];
        let (name, engine) = (step.engine.name(), step.engine);
        let has_spoken = |engine: &str| {
            question.opinions.iter().any(|opinion| opinion.engine == engine)
                || question.failures.iter().any(|(failed, _)| *failed == engine)
        };
        let visits_too_many = engine.facts().lists() && question.has_more_grids_than(MAX_VISITED);
        if question.is_settled() || has_spoken(name) || visits_too_many || (step.slow && question.opinions.len() > 1) {
            return false;
        }
        let brings_news = |engine: &dyn Engine| {
            let shared_with = |other: &Opinion| other.witness.shared_with(engine.facts().witness);
            question.opinions.iter().all(|other| shared_with(other).is_none())
        };
        let is_open =
            |other: &&Step<'_>| other.question == step.question && !other.slow && !has_spoken(other.engine.name());
        // A step that shares its witness with an engine that has answered waits for unrelated engines that are not slow.
        brings_news(engine) || !steps.iter().filter(is_open).any(|other| brings_news(other.engine))
    }
}

/// Counts the squares that can be coloured freely under the symmetry: one of each orbit.
fn free_squares(problem: &Problem) -> usize {
    let size = problem.size();
    let is_first = |square: &(usize, usize)| problem.symmetry().orbit(size, *square).first() == Some(square);
    size.positions().filter(is_first).count()
}
