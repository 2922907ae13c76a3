//! Holds a list of engines and chooses among them.

use std::ops::Deref;
use std::sync::OnceLock;

use gridcheck_core::problem::Problem;

use super::blocks::SumKind;
use super::engine::{Engine, Prepared, are_unrelated};
use super::error::Declined;
use super::facts::{ClauseUse, Method};

/// Holds engines, the fastest first. The program has one such list. A library receives it as an argument and names no engine.
#[derive(Clone, Copy)]
pub struct Engines(pub &'static [&'static dyn Engine]);

/// Most open squares for which listing is faster than the tables that counters build for the whole size. At 21 × 21, window first judges
/// every string of 21 letters, which takes a tenth of a second.
const FEW_OPEN: usize = 12;

impl Engines {
    /// Returns the engine with this name.
    pub fn named(self, name: &str) -> Option<&'static dyn Engine> {
        self.into_iter().find(|engine| engine.name() == name)
    }

    /// Returns the names of all engines, fastest first.
    pub fn names(self) -> Vec<&'static str> {
        self.into_iter().map(Engine::name).collect()
    }

    /// Returns the engines that list, the fastest first.
    pub fn listers(self) -> impl Iterator<Item = &'static dyn Engine> {
        self.into_iter().filter(|engine| engine.facts().lists())
    }

    /// Returns the engines that count in blocks, the fastest first.
    pub fn block_counters(self) -> impl Iterator<Item = &'static dyn Engine> {
        self.into_iter().filter(|engine| matches!(engine.facts().method, Method::AddsBlocks { .. }))
    }

    /// Returns the engines that take grids of the problem's kind.
    pub fn of_kind(self, problem: &Problem) -> impl Iterator<Item = &'static dyn Engine> {
        self.into_iter().filter(|engine| engine.facts().check_kind(problem).is_ok())
    }

    /// Returns the problem as the engine prepares it that is to make this kind of sum: the first that does it in reasonable time, otherwise
    /// the first that does it at all. If givens leave few squares open, engines that suit small parts come first.
    pub fn fastest(self, problem: &Problem, kind: &SumKind) -> Option<Prepared<'static>> {
        self.choose(problem, kind, Purpose::Sum)
    }

    /// Returns the problem as the engine prepares it that is to list the grids, chosen as by [`fastest`](Engines::fastest).
    pub fn fastest_lister(self, problem: &Problem) -> Option<Prepared<'static>> {
        self.choose(problem, &SumKind::Plain, Purpose::Grids)
    }

    /// Returns the problem as the engine prepares it that is to make sums of blocks, chosen as by [`fastest`](Engines::fastest).
    pub fn fastest_in_blocks(self, problem: &Problem, kind: &SumKind) -> Option<Prepared<'static>> {
        self.choose(problem, kind, Purpose::Blocks)
    }

    /// Returns the problem as the first engine prepares it that can [rank](super::blocks::Ranking) its grids.
    ///
    /// # Errors
    /// Returns the reason why the grids cannot be ranked, from an engine that takes grids of their kind if there is one.
    pub fn ranking(self, problem: &Problem) -> Result<Prepared<'static>, Declined> {
        let mut declined = Declined { engine: "gridcheck", why: "no engine ranks grids".to_owned() };
        let ranks = |engine: &&dyn Engine| engine.facts().method == Method::AddsBlocks { numbers_grids: true };
        let (of_kind, others): (Vec<_>, Vec<_>) =
            self.into_iter().filter(ranks).partition(|engine| engine.facts().check_kind(problem).is_ok());
        for engine in others.into_iter().chain(of_kind) {
            match engine.prepare(problem, &SumKind::Plain) {
                Ok(prepared) if prepared.numbered_blocks().is_some() => return Ok(prepared),
                Ok(prepared) => {
                    let why = "it does not number the grids that meet constraints".to_owned();
                    declined = Declined { engine: prepared.name(), why };
                }
                Err(why) => declined = why,
            }
        }
        Err(declined)
    }

    fn choose(self, problem: &Problem, kind: &SumKind, purpose: Purpose) -> Option<Prepared<'static>> {
        let in_order = self.in_order(problem, purpose).into_iter();
        first_quick(in_order.filter_map(|engine| engine.prepare(problem, kind).ok()), Prepared::slow)
    }

    /// Returns the engines that can serve a purpose, in the order in which they are asked about a problem.
    fn in_order(self, problem: &Problem, purpose: Purpose) -> Vec<&'static dyn Engine> {
        let uses_no_clauses = |engine: &&dyn Engine| engine.facts().clauses == ClauseUse::None;
        match purpose {
            Purpose::Sum => self.small_parts_first(problem).collect(),
            Purpose::SumWithoutClauses => self.small_parts_first(problem).filter(uses_no_clauses).collect(),
            Purpose::Grids => self.listers().collect(),
            Purpose::GridsOfSmallPart => self.into_iter().filter(|engine| engine.facts().suits_small_parts()).collect(),
            Purpose::Blocks => self.block_counters().collect(),
            Purpose::Witness => {
                let counters = self.into_iter().filter(|engine| !engine.facts().lists());
                self.listers().chain(counters).filter(uses_no_clauses).collect()
            }
        }
    }

    /// Returns all engines. If givens leave few squares open, those that suit small parts come first.
    fn small_parts_first(self, problem: &Problem) -> impl Iterator<Item = &'static dyn Engine> {
        let givens = problem.givens();
        let open = problem.size().positions().filter(|&(r, c)| givens.colour(r, c).is_none()).count();
        let is_small_part = !givens.is_empty() && open <= FEW_OPEN;
        let is_first = move |engine: &&dyn Engine| is_small_part && engine.facts().suits_small_parts();
        self.into_iter().filter(is_first).chain(self.into_iter().filter(move |engine| !is_first(engine)))
    }
}

/// The purpose for which an engine is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Make the sum over the grids.
    Sum,
    /// Make the sum over the grids without the use of clauses. It confirms what a solver found on clauses.
    SumWithoutClauses,
    /// List the grids.
    Grids,
    /// List the grids of a small part of a large problem in milliseconds.
    GridsOfSmallPart,
    /// Make sums of blocks.
    Blocks,
    /// Confirm a list of grids without the use of clauses. An engine that lists the same grids is asked before one that counts as many.
    Witness,
}

/// The engines to choose from for one problem and one kind of sum. Each prepares the problem when it is first considered, and only once.
pub struct Candidates {
    problem: Problem,
    kind: SumKind,
    engines: Engines,
    prepared: Vec<Candidate>,
}

/// An engine, and the problem as it prepared it, once it was asked.
type Candidate = (&'static dyn Engine, OnceLock<Result<Prepared<'static>, Declined>>);

impl Candidates {
    /// Creates the candidates among these engines. None has prepared the problem yet.
    pub fn new(engines: Engines, problem: &Problem, kind: &SumKind) -> Self {
        let prepared = engines.into_iter().map(|engine| (engine, OnceLock::new())).collect();
        Candidates { problem: problem.clone(), kind: kind.clone(), engines, prepared }
    }

    /// Adds engines that a user has named. They are never chosen.
    #[must_use]
    pub fn and_named(mut self, engines: impl IntoIterator<Item = &'static dyn Engine>) -> Self {
        for engine in engines {
            if self.candidate(engine.name()).is_none() {
                self.prepared.push((engine, OnceLock::new()));
            }
        }
        self
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the kind of sum that is asked for.
    pub fn kind(&self) -> &SumKind {
        &self.kind
    }

    /// Creates the candidates among the same engines for another problem.
    #[must_use]
    pub fn for_problem(&self, problem: &Problem) -> Self {
        Candidates::new(self.engines, problem, &self.kind)
    }

    /// Returns the problem as an engine prepared it.
    ///
    /// # Errors
    /// Returns the reason if the engine cannot do the problem, or if it is not among the candidates.
    pub fn prepared_by(&self, engine: &dyn Engine) -> Result<&Prepared<'static>, Declined> {
        let Some((engine, prepared)) = self.candidate(engine.name()) else {
            return Err(Declined { engine: engine.name(), why: "it is not among the candidates".to_owned() });
        };
        prepared.get_or_init(|| engine.prepare(&self.problem, &self.kind)).as_ref().map_err(Declined::clone)
    }

    /// Returns the problem as the engines have prepared it that can serve a purpose, in the order in which they are asked.
    pub fn able(&self, purpose: Purpose) -> impl Iterator<Item = &Prepared<'static>> {
        let in_order = self.engines.in_order(&self.problem, purpose).into_iter();
        in_order.filter_map(|engine| self.prepared_by(engine).ok())
    }

    /// Returns the problem as the engines have prepared it that serve the purpose in reasonable time, in the order in which they are asked.
    pub fn all_quick(&self, purpose: Purpose) -> impl Iterator<Item = &Prepared<'static>> {
        self.able(purpose).filter(|prepared| prepared.slow().is_none())
    }

    /// Returns the problem as the first engine prepared it that serves the purpose in reasonable time, if there is one.
    pub fn quick(&self, purpose: Purpose) -> Option<&Prepared<'static>> {
        self.all_quick(purpose).next()
    }

    /// Returns the problem as the first engine prepared it that serves the purpose in reasonable time and is unrelated to these engines, if
    /// there is one.
    pub fn quick_unrelated(&self, purpose: Purpose, others: &[&str]) -> Option<&Prepared<'static>> {
        let others: Vec<&dyn Engine> = others.iter().filter_map(|name| self.engines.named(name)).collect();
        let in_order = self.engines.in_order(&self.problem, purpose).into_iter();
        let unrelated = in_order.filter(|engine| others.iter().all(|other| are_unrelated(*other, *engine)));
        unrelated.filter_map(|engine| self.prepared_by(engine).ok()).find(|prepared| prepared.slow().is_none())
    }

    /// Returns the problem as the first engine prepared it that serves the purpose in reasonable time, otherwise as the first that serves it
    /// at all.
    pub fn fastest(&self, purpose: Purpose) -> Option<&Prepared<'static>> {
        first_quick(self.able(purpose), |prepared| prepared.slow())
    }

    fn candidate(&self, name: &str) -> Option<&Candidate> {
        self.prepared.iter().find(|(engine, _)| engine.name() == name)
    }
}

impl Deref for Engines {
    type Target = [&'static dyn Engine];

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl IntoIterator for Engines {
    type Item = &'static dyn Engine;
    type IntoIter = std::iter::Copied<std::slice::Iter<'static, &'static dyn Engine>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

/// Returns the first problem that is not slow, otherwise the first of all.
fn first_quick<P>(prepared: impl Iterator<Item = P>, slow: impl Fn(&P) -> Option<&str>) -> Option<P> {
    let mut first_slow = None;
    for prepared in prepared {
        if slow(&prepared).is_none() {
            return Some(prepared);
        }
        first_slow.get_or_insert(prepared);
    }
    first_slow
}
