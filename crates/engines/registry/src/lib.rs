//! Lists all engines of gridcheck. No other crate depends on every engine.
//!
//! Each engine is a separate crate. Its `Cargo.toml` shows that it depends on the grid, the rule data and what an engine is, and on no
//! other engine and no judge.

use gridcheck_engine::Engines;

pub use gridcheck_backtrack::Backtrack;
pub use gridcheck_brute::Brute;
pub use gridcheck_composition::Composition;
pub use gridcheck_corners::Corners;
pub use gridcheck_exact_cover::ExactCover;
pub use gridcheck_frontier::Frontier;
pub use gridcheck_kaleidoscope::Kaleidoscope;
pub use gridcheck_pinwheel::Pinwheel;
pub use gridcheck_sat::Sat;
pub use gridcheck_sweep::Sweeping;
pub use gridcheck_window::Window;

/// Holds every engine of gridcheck, fastest first. The crate `gridcheck-external` contains the engines that are programs of other authors.
pub static ENGINES: Engines = Engines(&[
    &Window,
    &Pinwheel,
    &Frontier,
    &Kaleidoscope,
    &Corners,
    &Sweeping,
    &Backtrack,
    &Composition,
    &ExactCover,
    &Sat,
    &Brute,
]);

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use gridcheck_core::constraint::{Goal, Measure};
    use gridcheck_core::problem::Problem;
    use gridcheck_core::rng::SeededRng;
    use gridcheck_core::rules::{Ruleset, Symmetry, builtin};
    use gridcheck_engine::blocks::SumKind;
    use gridcheck_engine::listing::AnyOrder;
    use gridcheck_engine::{Engine, EngineError, Method, Run};
    use gridcheck_testing::Draw;

    #[test]
    fn nearly_full_grids_are_counted_by_engines_for_small_parts() {
        let problem = Problem::new(21, builtin("british").expect("built in")).expect("a fair size");
        let mut givens = problem.givens().clone();
        for (r, c) in (0..21).flat_map(|r| (0..21).map(move |c| (r, c))).skip(2) {
            givens.fix(r, c, r % 2 == 0 || c % 2 == 0);
        }
        let full = problem.clone().with_givens(givens).expect("givens of that size");
        let fastest = |problem| ENGINES.fastest(problem, &SumKind::Plain).expect("an engine can").engine();
        assert_eq!(
            fastest(&full).facts().method,
            Method::Lists { suits_small_parts: true },
            "{}",
            fastest(&full).name()
        );
        assert_eq!(fastest(&problem).name(), "window");
    }

    /// Returns a small problem that the engine supports.
    fn small_problem(engine: &dyn Engine) -> Problem {
        let (symmetry, kind) = (engine.facts().symmetries[0], engine.facts().kinds[0]);
        let rules = Ruleset { symmetry, kind, ..Ruleset::lax() };
        // Some engines count only odd sizes, some only even ones.
        let mut problems = [3, 4].map(|size| Problem::new(size, rules.clone()).expect("a fair size")).into_iter();
        problems.find(|problem| engine.prepare(problem, &SumKind::Plain).is_ok()).expect("a size that it supports")
    }

    #[test]
    fn engines_prepare_what_their_facts_say() {
        for engine in ENGINES {
            let (name, problem) = (engine.name(), small_problem(engine));
            let prepared = engine.prepare(&problem, &SumKind::Plain).unwrap_or_else(|declined| panic!("{declined}"));
            assert_eq!((prepared.name(), prepared.problem(), prepared.kind()), (name, &problem, &SumKind::Plain));
            assert_eq!(prepared.slow(), None, "{name}");
            let (lists, in_blocks) = match engine.facts().method {
                Method::Lists { .. } => (true, false),
                Method::AddsBlocks { .. } => (false, true),
                Method::CountsWhole => (false, false),
            };
            let numbers_grids = engine.facts().method == Method::AddsBlocks { numbers_grids: true };
            assert_eq!(prepared.numbered_blocks().is_some(), numbers_grids, "{name}");
            assert_eq!((prepared.lister().is_some(), prepared.blocks().is_some()), (lists, in_blocks), "{name}");
            let mut listed = 0;
            let outcome = prepared.list(&Run::new(), &AnyOrder::new(|_| listed += 1));
            assert_eq!(outcome.is_ok(), lists, "{name}");
            assert!(lists || matches!(outcome, Err(EngineError::Declined(_))), "{name}: {outcome:?}");
            let expected = Brute.count(&problem, &Run::new());
            assert!(expected.as_ref().is_ok_and(|&grids| grids > 1 && (!lists || grids == listed)), "{name}");
            assert_eq!(prepared.count(&Run::new()), expected, "{name}");
            assert!(prepared.distribution(&Run::new()).is_err() && prepared.extreme(&Run::new()).is_err(), "{name}");
        }
    }

    #[test]
    fn engines_measure_or_decline() {
        let by = [Measure::Words];
        let goals = [Goal::Most(Measure::Words), Goal::Fewest(Measure::Words)];
        let mut able = Vec::new();
        for engine in ENGINES {
            let (name, problem, run) = (engine.name(), small_problem(engine), Run::new());
            let expected = Brute.distribution(&problem, &by, &run).expect("brute sorts by every measure");
            assert!(expected.grids.len() > 1);
            match engine.prepare(&problem, &SumKind::Distribution(by.to_vec())) {
                Err(declined) => {
                    assert_eq!(declined.engine, name);
                    assert_eq!(engine.distribution(&problem, &by, &run), Err(declined.into()));
                }
                Ok(prepared) => {
                    assert_eq!(prepared.distribution(&run), Ok(expected.clone()), "{name}");
                    assert!(prepared.count(&run).is_err() && prepared.extreme(&run).is_err(), "{name}");
                    able.push(name);
                }
            }
            for goal in goals {
                match engine.extreme(&problem, goal, &run) {
                    Err(EngineError::Declined(declined)) => assert_eq!(declined.engine, name),
                    extreme => assert_eq!(extreme, Ok(expected.extreme(goal)), "{name}"),
                }
            }
        }
        assert_eq!(
            able,
            ["window", "pinwheel", "frontier", "sweep", "backtrack", "composition", "exact-cover", "sat", "brute"]
        );
    }

    /// No other test draws tables of unchecked letters for grids of blocks.
    #[test]
    fn tables_of_unchecked_letters_are_read_alike() {
        let mut rng = SeededRng::new(1);
        let (mut asked, mut some) = (BTreeMap::new(), 0);
        for _ in 0..150 {
            let symmetry = rng.of(&Symmetry::ALL);
            let rules = Ruleset { checking: rng.table(), ..rng.rules(symmetry) };
            let side = 3 + rng.below(if symmetry.group().len() > 1 { 3 } else { 2 });
            let problem = Problem::new(side, rules).expect("a fair problem");
            let expected = Brute.count(&problem, &Run::new()).expect("a count");
            some += usize::from(expected > 0);
            for engine in ENGINES.of_kind(&problem) {
                if let Ok(prepared) = engine.prepare(&problem, &SumKind::Plain) {
                    *asked.entry(engine.name()).or_insert(0) += 1;
                    assert_eq!(prepared.count(&Run::new()), Ok(expected), "{} {problem:?}", engine.name());
                }
            }
        }
        let of_blocks = ENGINES.of_kind(&small_problem(&Brute)).map(Engine::name).collect::<BTreeSet<_>>();
        assert_eq!(asked.keys().copied().collect::<BTreeSet<_>>(), of_blocks);
        assert!(some > 30 && asked.values().all(|&times| times > 5), "{some} {asked:?}");
    }
}
