//! Holds a list of engines and chooses among them.

use std::ops::Deref;

use gridcheck_core::constraint::Measure;
use gridcheck_core::problem::Problem;

use super::blocks::{InBlocks, SumKind};
use super::{Ability, Engine, Lister};

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
    pub fn listers(self) -> impl Iterator<Item = &'static dyn Lister> {
        self.into_iter().filter_map(Engine::lister)
    }

    /// Returns the engine to count with: the first that can do the problem in reasonable time, otherwise the first that can do it at all.
    /// If givens leave few squares open, engines that suit small parts come first.
    pub fn fastest(self, problem: &Problem) -> Option<&'static dyn Engine> {
        let givens = problem.givens();
        let open = problem.size().positions().filter(|&(r, c)| givens.colour(r, c).is_none()).count();
        let is_small_part = !givens.is_empty() && open <= FEW_OPEN;
        let small = self.listers().filter(|lister| is_small_part && lister.suits_small_parts());
        first_able(small.map(|lister| lister as &dyn Engine).chain(self), problem)
    }

    /// Returns the engines that count in blocks, the fastest first.
    pub fn block_counters(self) -> impl Iterator<Item = &'static dyn InBlocks> {
        self.into_iter().filter_map(Engine::in_blocks)
    }

    /// Returns the engine to make sums of this kind with, chosen as by [`fastest`](Engines::fastest) among those that can.
    pub fn fastest_in_blocks(self, problem: &Problem, kind: &SumKind) -> Option<&'static dyn InBlocks> {
        first_able(self.block_counters().filter(|engine| kind.obstacle(*engine, problem).is_none()), problem)
    }

    /// Returns the engines that can sort the problem's grids by these measures, the fastest first.
    pub fn measurers(self, problem: &Problem, by: &[Measure]) -> impl Iterator<Item = &'static dyn Engine> {
        self.into_iter().filter(|engine| engine.wrong_measure(problem, by).is_none())
    }

    /// Returns the engine to sort grids with, chosen as by [`fastest`](Engines::fastest).
    pub fn fastest_measurer(self, problem: &Problem, by: &[Measure]) -> Option<&'static dyn Engine> {
        first_able(self.measurers(problem, by), problem)
    }

    /// Returns the engine to list with, chosen as by [`fastest`](Engines::fastest) among those that list.
    pub fn fastest_lister(self, problem: &Problem) -> Option<&'static dyn Lister> {
        first_able(self.listers(), problem)
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

fn first_able<E: Engine + ?Sized>(
    engines: impl IntoIterator<Item = &'static E>,
    problem: &Problem,
) -> Option<&'static E> {
    let mut possible = None;
    for engine in engines {
        match engine.ability(problem) {
            Ability::Able => return Some(engine),
            Ability::Slow(_) => possible = possible.or(Some(engine)),
            Ability::Unable(_) => {}
        }
    }
    possible
}
