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

/// Up to this many open squares, listing takes less time than the tables that counters make for the whole size: at 21 × 21
/// window judges every string of 21 letters first, for a tenth of a second.
const FEW_OPEN: usize = 12;

/// Returns the engine to count with: the first that can do the problem in reasonable time, failing that the first that can at
/// all. Where givens leave few squares open, engines that suit small parts come first.
pub fn fastest(problem: &Problem) -> Option<&'static dyn Engine> {
    let givens = problem.givens();
    let squares = (0..givens.height()).flat_map(|r| (0..givens.width()).map(move |c| (r, c)));
    let is_small_part =
        !givens.is_empty() && squares.filter(|&(r, c)| givens.colour(r, c).is_none()).count() <= FEW_OPEN;
    let small =
        listers().filter(|lister| is_small_part && lister.suits_small_parts()).map(|lister| lister as &dyn Engine);
    first_able(small.chain(ENGINES), problem)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn nearly_full_grids_are_counted_by_engines_for_small_parts() {
        let problem = Problem::new(21, builtin("british").expect("built in")).expect("a fair size");
        let mut givens = problem.givens().clone();
        for (r, c) in (0..21).flat_map(|r| (0..21).map(move |c| (r, c))).skip(2) {
            givens.fix(r, c, r % 2 == 0 || c % 2 == 0);
        }
        let full = problem.clone().with_givens(givens).expect("givens of that size");
        let lister = fastest(&full).and_then(Engine::lister);
        assert!(lister.is_some_and(Lister::suits_small_parts), "{:?}", fastest(&full).map(Engine::name));
        assert_eq!(fastest(&problem).map(Engine::name), Some("window"));
    }
}
