//! Holds a list of engines and chooses among them.

use std::ops::Deref;

use gridcheck_core::problem::Problem;

use super::blocks::SumKind;
use super::{ClauseUse, Engine, Method, Prepared};

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

    /// Returns the engines that list small parts of large problems in milliseconds, the fastest first.
    pub fn small_part_listers(self) -> impl Iterator<Item = &'static dyn Engine> {
        self.into_iter().filter(|engine| engine.facts().method == Method::Lists { suits_small_parts: true })
    }

    /// Returns the engines that count in blocks, the fastest first.
    pub fn block_counters(self) -> impl Iterator<Item = &'static dyn Engine> {
        self.into_iter().filter(|engine| engine.facts().method == Method::AddsBlocks)
    }

    /// Returns the problem as the engine prepares it that is to make this kind of sum: the first that does it in reasonable time, otherwise
    /// the first that does it at all. If givens leave few squares open, engines that suit small parts come first.
    pub fn fastest(self, problem: &Problem, kind: &SumKind) -> Option<Prepared<'static>> {
        first_able(self.in_order(problem), problem, kind)
    }

    /// Returns the engines in the order in which they are asked about a problem.
    fn in_order(self, problem: &Problem) -> impl Iterator<Item = &'static dyn Engine> {
        let givens = problem.givens();
        let open = problem.size().positions().filter(|&(r, c)| givens.colour(r, c).is_none()).count();
        let is_small_part = !givens.is_empty() && open <= FEW_OPEN;
        self.small_part_listers().filter(move |_| is_small_part).chain(self)
    }

    /// Returns the problem as an engine prepares it that uses no clauses, chosen as by [`fastest`](Engines::fastest). Its sum confirms what a
    /// solver found on clauses.
    pub fn fastest_without_clauses(self, problem: &Problem, kind: &SumKind) -> Option<Prepared<'static>> {
        first_able(self.in_order(problem).filter(|engine| engine.facts().clauses == ClauseUse::None), problem, kind)
    }

    /// Returns the problem as the engine prepares it that is to list the grids, chosen as by [`fastest`](Engines::fastest).
    pub fn fastest_lister(self, problem: &Problem) -> Option<Prepared<'static>> {
        first_able(self.listers(), problem, &SumKind::Plain)
    }

    /// Returns the problem as the engine prepares it that is to make sums of blocks, chosen as by [`fastest`](Engines::fastest).
    pub fn fastest_in_blocks(self, problem: &Problem, kind: &SumKind) -> Option<Prepared<'static>> {
        first_able(self.block_counters(), problem, kind)
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
fn first_able(
    engines: impl Iterator<Item = &'static dyn Engine>,
    problem: &Problem,
    kind: &SumKind,
) -> Option<Prepared<'static>> {
    let mut slow = None;
    for prepared in engines.filter_map(|engine| engine.prepare(problem, kind).ok()) {
        if prepared.slow().is_none() {
            return Some(prepared);
        }
        slow.get_or_insert(prepared);
    }
    slow
}
