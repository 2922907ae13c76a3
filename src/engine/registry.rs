//! The engines of this crate by name, and which of them to ask.

use super::blocks::InBlocks;
use super::{Ability, Backtrack, Brute, Engine, ExactCover, Frontier, Kaleidoscope, Lister, Pinwheel, Sat, Window};
use crate::problem::Problem;
use crate::wish::Measure;

/// Every engine of this crate, fastest first; other people's programs are engines by their [`Programs`](super::Programs).
pub static ENGINES: [&dyn Engine; 8] =
    [&Window, &Pinwheel, &Frontier, &Kaleidoscope, &Backtrack, &ExactCover, &Sat, &Brute];

/// The engine of this crate that has that name.
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.into_iter().find(|engine| engine.name() == name)
}

/// Those that list, fastest first.
pub fn listers() -> impl Iterator<Item = &'static dyn Lister> {
    ENGINES.into_iter().filter_map(Engine::lister)
}

/// The engine to count with: the first that can do the problem in reasonable time, failing that the first that can at all.
pub fn fastest(problem: &Problem) -> Option<&'static dyn Engine> {
    first_able(ENGINES, problem)
}

/// Those that count in blocks, fastest first.
pub fn block_counters() -> impl Iterator<Item = &'static dyn InBlocks> {
    ENGINES.into_iter().filter_map(Engine::in_blocks)
}

/// The engine to count in blocks with, chosen in the same way among those.
pub fn fastest_in_blocks(problem: &Problem) -> Option<&'static dyn InBlocks> {
    first_able(block_counters(), problem)
}

/// Those that can sort the problem's grids by these measures, fastest first.
pub fn measurers(problem: &Problem, by: &[Measure]) -> impl Iterator<Item = &'static dyn Engine> {
    ENGINES.into_iter().filter(|engine| engine.wrong_measure(problem, by).is_none())
}

/// The engine to sort grids with, chosen in the same way.
pub fn fastest_measurer(problem: &Problem, by: &[Measure]) -> Option<&'static dyn Engine> {
    first_able(measurers(problem, by), problem)
}

/// The engine to list with, chosen in the same way among those that list.
pub fn fastest_lister(problem: &Problem) -> Option<&'static dyn Lister> {
    first_able(listers(), problem)
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
