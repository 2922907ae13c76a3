//! Lists all engines of gridcheck. No other crate depends on every engine.
//!
//! Each engine is a separate crate. Its `Cargo.toml` shows that it depends on the grid, the rule data and the run, and on no other engine
//! and no judge.

use gridcheck_run::Engines;

pub use gridcheck_backtrack::Backtrack;
pub use gridcheck_brute::Brute;
pub use gridcheck_exact_cover::ExactCover;
pub use gridcheck_frontier::Frontier;
pub use gridcheck_kaleidoscope::Kaleidoscope;
pub use gridcheck_pinwheel::{Pinwheel, Ranking};
pub use gridcheck_sat::Sat;
pub use gridcheck_window::Window;

/// Holds every engine of gridcheck, fastest first. The crate `gridcheck-external` contains the engines that are programs of other authors.
pub static ENGINES: Engines =
    Engines(&[&Window, &Pinwheel, &Frontier, &Kaleidoscope, &Backtrack, &ExactCover, &Sat, &Brute]);

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::problem::Problem;
    use gridcheck_core::rules::builtin;
    use gridcheck_run::{Engine, Lister};

    #[test]
    fn nearly_full_grids_are_counted_by_engines_for_small_parts() {
        let problem = Problem::new(21, builtin("british").expect("built in")).expect("a fair size");
        let mut givens = problem.givens().clone();
        for (r, c) in (0..21).flat_map(|r| (0..21).map(move |c| (r, c))).skip(2) {
            givens.fix(r, c, r % 2 == 0 || c % 2 == 0);
        }
        let full = problem.clone().with_givens(givens).expect("givens of that size");
        let lister = ENGINES.fastest(&full).and_then(Engine::lister);
        assert!(lister.is_some_and(Lister::suits_small_parts), "{:?}", ENGINES.fastest(&full).map(Engine::name));
        assert_eq!(ENGINES.fastest(&problem).map(Engine::name), Some("window"));
    }
}
