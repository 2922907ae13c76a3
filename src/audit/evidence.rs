//! Who says so: opinions of engines on counting questions, gathered within a budget.
//!
//! A question is a problem; an opinion is one engine's count of it. An engine gives its opinion by counting, or, where the
//! grids asked for are those of the half turn with still more symmetry, by listing the former while the latter are
//! sifted out: one listing answers all such questions, for an engine that knows no symmetry but the half turn.
//!
//! A question is settled by two engines that have nothing in common but the data. Next comes always the step that seems
//! the least effort among all questions: first opinions and second ones, small sizes before large. Two engines that share the
//! reading of words ([`relatives`]) settle a question only if no engine unrelated to the first can do it in reasonable time,
//! and an engine that calls a problem slow is asked last, when fewer than two others have answered.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::relations::nameless;
use super::state::State;
use crate::engine::listing::{Collector, Piece};
use crate::engine::watch::Watch;
use crate::engine::{Ability, Engine, EngineError, Run};
use crate::grid::{Grid, Transform};
use crate::problem::Problem;
use crate::rules::{Ruleset, Symmetry};

/// One engine's count.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// The engine.
    pub engine: &'static str,
    /// How many grids.
    pub count: u128,
    /// Wall-clock time; of the whole listing if the grids were sifted from one.
    pub seconds: f64,
    /// Whether the grids were sifted from a listing under half-turn symmetry.
    pub sifted: bool,
}

/// A counting question and what is known of it.
pub struct Question {
    /// The question; its rule set is called what the claims call it.
    pub problem: Problem,
    /// Opinions, each of another engine.
    pub opinions: Vec<Opinion>,
    /// Engines that could not answer, and why.
    pub failures: Vec<(&'static str, String)>,
}

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

/// All questions.
#[derive(Default)]
pub struct Evidence {
    questions: Vec<Question>,
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
    sifting: bool,
}

impl Question {
    /// The count, if any engine has answered and those that have agree.
    pub fn count(&self) -> Option<u128> {
        let (first, others) = self.opinions.split_first()?;
        others.iter().all(|other| other.count == first.count).then_some(first.count)
    }

    /// Whether engines have given different counts.
    pub fn is_disputed(&self) -> bool {
        !self.opinions.is_empty() && self.count().is_none()
    }

    /// Whether two engines that are no [`relatives`] have answered.
    pub fn is_settled(&self) -> bool {
        let opinions = &self.opinions;
        opinions.iter().any(|one| opinions.iter().any(|other| are_unrelated(one.engine, other.engine)))
    }
}

/// Engines that share the automaton by which words are read: one witness for that, two for everything else.
pub const fn relatives() -> [&'static str; 2] {
    ["pinwheel", "frontier"]
}

fn are_unrelated(one: &str, other: &str) -> bool {
    one != other && !(relatives().contains(&one) && relatives().contains(&other))
}

impl Evidence {
    /// The number of the question, which is added if it is new. The name of its rule set does not matter.
    pub fn ask(&mut self, problem: &Problem) -> usize {
        let same = |question: &Question| nameless(&question.problem) == nameless(problem);
        self.questions.iter().position(same).unwrap_or_else(|| {
            let (opinions, failures) = (Vec::new(), Vec::new());
            self.questions.push(Question { problem: problem.clone(), opinions, failures });
            self.questions.len() - 1
        })
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
        deadline: Instant,
        watch: &dyn Watch,
    ) -> Result<Ending, std::io::Error> {
        for question in &mut self.questions {
            question.opinions = state.opinions(&question.problem, engines);
        }
        let steps = self.steps(engines);
        while let Some(step) = self.next(&steps) {
            if Instant::now() >= deadline {
                return Ok(Ending::OutOfBudget);
            }
            let asked = &self.questions[step.question].problem;
            let name = step.engine.name();
            let run = watch.run(&format!("{name}, {0} × {0} {1}", asked.size(), asked.rules().name));
            let start = Instant::now();
            let answer = until(deadline, &run, || self.take(step, &run));
            let seconds = start.elapsed().as_secs_f64();
            match answer {
                Ok(counts) => {
                    for (number, count) in counts {
                        let question = &mut self.questions[number];
                        let opinion = Opinion { engine: name, count, seconds, sifted: step.sifting };
                        state.learn(&question.problem, &opinion)?;
                        question.opinions.push(opinion);
                    }
                }
                Err(EngineError::Stopped) if Instant::now() >= deadline => return Ok(Ending::OutOfBudget),
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
                let slow = match engine.ability(&question.problem) {
                    Ability::Able => false,
                    Ability::Slow(_) => true,
                    Ability::Unable(_) => continue,
                };
                let effort = effort(engine, &question.problem);
                steps.push(Step { slow, effort, engine, question: number, sifting: false });
            }
            let Some(whole) = sifted_from(&question.problem) else { continue };
            let listers = engines.iter().filter(|engine| engine.lister().is_some());
            for &engine in listers.filter(|engine| engine.ability(&whole) == Ability::Able) {
                let effort = effort(engine, &whole);
                steps.push(Step { slow: false, effort, engine, question: number, sifting: true });
            }
        }
        // Of counting and sifting, which are alike in effort, sifting answers more.
        steps.sort_by(|a, b| {
            let by_effort = a.slow.cmp(&b.slow).then(a.effort.total_cmp(&b.effort));
            by_effort.then(b.sifting.cmp(&a.sifting))
        });
        steps
    }

    /// The first step that is still worth taking.
    fn next<'s, 'a>(&self, steps: &'s [Step<'a>]) -> Option<&'s Step<'a>> {
        steps.iter().find(|step| {
            let question = &self.questions[step.question];
            let name = step.engine.name();
            let has_spoken = |engine: &str| {
                question.opinions.iter().any(|opinion| opinion.engine == engine)
                    || question.failures.iter().any(|(failed, _)| *failed == engine)
            };
            if question.is_settled() || has_spoken(name) || (step.slow && question.opinions.len() > 1) {
                return false;
            }
            let brings_news = |engine: &str| question.opinions.iter().all(|other| are_unrelated(other.engine, engine));
            let is_open =
                |other: &&Step<'_>| other.question == step.question && !other.slow && !has_spoken(other.engine.name());
            // A relative of one who has spoken waits for those who are not, if they can do it in reasonable time.
            brings_news(name) || !steps.iter().filter(is_open).any(|other| brings_news(other.engine.name()))
        })
    }

    /// Takes a step: the questions it answers, and the answers.
    fn take(&self, step: &Step<'_>, run: &Run) -> Result<Vec<(usize, u128)>, EngineError> {
        let problem = &self.questions[step.question].problem;
        let (Some(whole), Some(lister), true) = (sifted_from(problem), step.engine.lister(), step.sifting) else {
            return Ok(vec![(step.question, step.engine.count(problem, run)?)]);
        };
        let sieve = Sieve::default();
        lister.list(&whole, run, &sieve)?;
        let answers = self.questions.iter().enumerate().filter_map(|(number, question)| {
            let from = sifted_from(&question.problem).unwrap_or_else(|| question.problem.clone());
            let is_part = nameless(&from) == nameless(&whole);
            let has_spoken = question.opinions.iter().any(|opinion| opinion.engine == step.engine.name());
            (is_part && !has_spoken).then(|| Some((number, sieve.count(question.problem.rules().symmetry)?)))?
        });
        Ok(answers.collect())
    }
}

/// Does `work`, and stops `run` when `deadline` comes first.
fn until<T>(deadline: Instant, run: &Run, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if waiting.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                run.stop();
            }
        });
        let answer = work();
        drop(done);
        answer
    })
}

/// The problem with half-turn symmetry alone whose grids include this one's, if this one asks for more.
fn sifted_from(problem: &Problem) -> Option<Problem> {
    let rules = problem.rules();
    let has_more = rules.symmetry != Symmetry::Rot180 && rules.symmetry.group().contains(&Transform::Rot180);
    let half_turn = Ruleset { symmetry: Symmetry::Rot180, ..rules.clone() };
    // Whether a rule set makes sense does not depend on its symmetry.
    has_more.then(|| problem.clone().with_rules(half_turn).ok())?
}

/// How long an engine takes, for comparison alone: the squares that the symmetry leaves free, times what measurements suggest
/// for the engine. A second is at about 65, a minute at 85.
fn effort(engine: &dyn Engine, problem: &Problem) -> f64 {
    let weight = match engine.name() {
        "pinwheel" => 1.0,
        "frontier" => 1.2,
        "backtrack" => 1.35,
        "sat" => 1.6,
        "brute" => 2.8,
        _ => 1.7,
    };
    free_squares(problem) as f64 * weight
}

/// The squares that can be coloured freely under the symmetry: one of each orbit.
fn free_squares(problem: &Problem) -> usize {
    let n = problem.size();
    let group = problem.rules().symmetry.group();
    let is_first = |square: &(usize, usize)| group.iter().all(|transform| transform.square(n, n, *square) >= *square);
    (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).filter(is_first).count()
}

/// Counts the grids of a listing, and those that have more symmetry than it asks for.
#[derive(Default)]
struct Sieve {
    half_turn: AtomicU64,
    mirrors: AtomicU64,
    quarter_turn: AtomicU64,
    diagonals: AtomicU64,
    all: AtomicU64,
}

struct SievePiece<'a> {
    sieve: &'a Sieve,
    grids: u64,
}

impl Sieve {
    /// How many have at least this symmetry, if it is one that is sifted for.
    fn count(&self, symmetry: Symmetry) -> Option<u128> {
        let counter = match symmetry {
            Symmetry::Rot180 => &self.half_turn,
            Symmetry::Mirrors => &self.mirrors,
            Symmetry::Rot90 => &self.quarter_turn,
            Symmetry::Diagonals => &self.diagonals,
            Symmetry::All => &self.all,
            Symmetry::None | Symmetry::Mirror | Symmetry::Diagonal => return None,
        };
        Some(counter.load(Ordering::Relaxed).into())
    }
}

impl Collector for Sieve {
    fn begin(&self, _index: usize) -> Box<dyn Piece + '_> {
        Box::new(SievePiece { sieve: self, grids: 0 })
    }
}

/// Grids with more symmetry are rare, so threads hardly ever meet at their counters. A listing that is abandoned gives no
/// answer, so these need not wait for the end of the piece.
impl Piece for SievePiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        self.grids += 1;
        // With the half turn, one mirror or diagonal reflection brings the other.
        let mirrors = is_own_mirror_image(grid);
        let diagonals = is_own_transpose(grid);
        let has = [mirrors, diagonals, is_own_quarter_turn(grid), mirrors && diagonals];
        let counters = [&self.sieve.mirrors, &self.sieve.diagonals, &self.sieve.quarter_turn, &self.sieve.all];
        for (_, counter) in has.into_iter().zip(counters).filter(|(has, _)| *has) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {
        self.sieve.half_turn.fetch_add(self.grids, Ordering::Relaxed);
    }
}

fn is_own_mirror_image(grid: &Grid) -> bool {
    let unused = 64 - grid.width();
    grid.rows().iter().all(|row| row.reverse_bits() >> unused == *row)
}

fn is_own_transpose(grid: &Grid) -> bool {
    (0..grid.height()).all(|r| (0..r).all(|c| grid.is_white(r, c) == grid.is_white(c, r)))
}

fn is_own_quarter_turn(grid: &Grid) -> bool {
    let n = grid.height();
    (0..n).all(|r| (0..n).all(|c| grid.is_white(r, c) == grid.is_white(c, n - 1 - r)))
}

/// The time until a deadline that is so far from now.
pub fn deadline(budget: Duration) -> Instant {
    let now = Instant::now();
    // A budget that no clock can hold is as good as a year.
    now.checked_add(budget).unwrap_or_else(|| now + Duration::from_secs(365 * 24 * 3600))
}
