//! Asks an engine of this project as a witness that a list of grids is complete, where there are too many colourings to judge all.
//!
//! A forger can write clauses that exclude a valid grid, and leave that grid out of the list. The refutation is then flawless. An engine that
//! uses no clauses finds the missing grid.
//!
//! Where no such engine can list the grids in reasonable time, one that counts is enough. The listed grids are valid and all different, so
//! the list is complete if the count equals its length. A count can take hours, and one grid that is not listed refutes the claim. So an
//! engine that lists first looks for such a grid, for a short time. An engine that reads the rules as clauses is not asked, because its clauses could
//! be wrong in the same way. Without a witness the claim is not accepted.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

use super::CheckError;
use super::meaning::Colourings;
use super::refusal::Refusal;
use super::report::{WitnessFinding, WitnessResult};
use gridcheck_core::grid::Grid;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{BlockId, BlockSum, Ledger, RequestedBlocks, SumKind};
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{ClauseUse, Engine, EngineError, Engines, Prepared, Run};

/// The engines that may be asked as witnesses.
#[derive(Clone, Copy)]
pub struct Witnesses {
    /// The engines of which the fastest that is able is asked, if there are too many colourings to judge them all.
    pub engines: Engines,
    /// The engine that is asked instead, in any case, however long it takes. It must use no clauses.
    pub named: Option<&'static dyn Engine>,
}

impl From<Engines> for Witnesses {
    fn from(engines: Engines) -> Self {
        Witnesses { engines, named: None }
    }
}

/// Returns the engines that list grids without clauses, the fastest first.
fn listing_engines(engines: Engines) -> impl Iterator<Item = &'static dyn Engine> {
    engines.listers().filter(|engine| engine.facts().clauses == ClauseUse::None)
}

/// Returns the engines that only count, without clauses. They serve where a list would take too long.
fn counting_engines(engines: Engines) -> impl Iterator<Item = &'static dyn Engine> {
    engines.into_iter().filter(|engine| !engine.facts().lists() && engine.facts().clauses == ClauseUse::None)
}

/// Finds an engine that confirms the listed grids or their number. Returns `None` if no engine could do so in reasonable time. The listed
/// grids must be valid.
pub(super) fn agreeing(
    problem: &Problem,
    listed: &HashSet<&Grid>,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Option<WitnessResult>, CheckError> {
    let prepared = if let Some(engine) = witnesses.named {
        engine.prepare(problem, &SumKind::Plain).map_err(|declined| failed(declined.into()))?
    } else {
        let engines = listing_engines(witnesses.engines).chain(counting_engines(witnesses.engines));
        let mut able = engines.filter_map(|engine| engine.prepare_if_quick(problem, &SumKind::Plain));
        let Some(able) = able.next() else { return Ok(None) };
        able
    };
    if prepared.lister().is_none() {
        seek_unlisted(problem, listed, witnesses.engines, watch)?;
    }
    if witnesses.named.is_none() {
        announce(&prepared, watch);
    }
    confirmed(&prepared, listed, watch).map(Some)
}

/// Returns the result of an engine that lists the same grids or, if it does not list, counts as many.
fn confirmed(prepared: &Prepared<'_>, listed: &HashSet<&Grid>, watch: &dyn Watch) -> Result<WitnessResult, CheckError> {
    let (engine, clauses) = (prepared.name(), prepared.engine().facts().clauses);
    let found = if prepared.lister().is_some() {
        same_grids(prepared, listed, &watch.run(&format!("listing with {engine}")))?;
        WitnessFinding::SameGrids
    } else {
        same_number(prepared, listed.len(), watch)?;
        WitnessFinding::SameNumber
    };
    Ok(WitnessResult { engine, clauses, found })
}

/// The effort at which an engine takes about a second; see [`EngineFacts::effort_per_square`](gridcheck_engine::EngineFacts).
const SECOND: f64 = 65.0;

/// Announces an engine to the watch if it needs a second or more. Constraints can take longer, so they are always announced.
fn announce(prepared: &Prepared<'_>, watch: &dyn Watch) {
    let problem = prepared.problem();
    let free = Colourings::new(problem.size(), problem.rules(), problem.givens()).free_squares();
    if free as f64 * prepared.engine().facts().effort_per_square >= SECOND || !problem.constraints().is_empty() {
        let does = if prepared.lister().is_some() { "lists the grids" } else { "counts the grids" };
        let name = prepared.name();
        watch.begins(&format!("there are too many colourings to judge them all: {name}, as a witness, {does}"));
    }
}

/// Time for a listing engine to find a grid that is not listed, before another engine counts.
const SEEKING: Duration = Duration::from_secs(2);

/// Returns an error if a listing engine soon finds a grid that is not listed. Otherwise that engine has established nothing.
fn seek_unlisted(
    problem: &Problem,
    listed: &HashSet<&Grid>,
    engines: Engines,
    watch: &dyn Watch,
) -> Result<(), CheckError> {
    let mut listers = listing_engines(engines).filter_map(|engine| engine.prepare(problem, &SumKind::Plain).ok());
    let Some(lister) = listers.next() else { return Ok(()) };
    let run = watch.run(&format!("looking with {} for a grid that is not listed", lister.name()));
    match same_grids(&lister, listed, &run.within(SEEKING)) {
        Err(refused @ CheckError::Refused(_)) => Err(refused),
        _ => run.check().map_err(failed),
    }
}

/// Returns an error unless the engine finds exactly the listed grids.
fn same_grids(prepared: &Prepared<'_>, listed: &HashSet<&Grid>, run: &Run) -> Result<(), CheckError> {
    let name = prepared.name();
    let (mut found, mut missing) = (0, None);
    let collector = InOrder::new(|grid: &Grid| {
        if listed.contains(grid) {
            found += 1;
            return ControlFlow::Continue(());
        }
        missing = Some(grid.one_line());
        ControlFlow::Break(())
    });
    let outcome = prepared.list(run, &collector);
    drop(collector);
    if let Some(grid) = missing {
        return Err(Refusal::new(format!("the engine {name} finds the grid {grid}, and it is not listed")).into());
    }
    outcome.map_err(failed)?;
    if found == listed.len() {
        return Ok(());
    }
    Err(Refusal::new(format!("the engine {name} finds {found} of the {}", plural(listed.len(), "listed grid"))).into())
}

/// Returns an error unless the engine's count is `listed`. An engine that counts in blocks stops as soon as they have more grids.
fn same_number(prepared: &Prepared<'_>, listed: usize, watch: &dyn Watch) -> Result<(), CheckError> {
    let name = prepared.name();
    let run = watch.run(&format!("counting with {name}"));
    let (least, count) = match prepared.blocks() {
        Some(blocks) => {
            let counted = CountUpTo { most: listed as u128, count: Mutex::new(0) };
            let outcome = blocks.count(RequestedBlocks::All, &run, &counted);
            let count = unlocked(counted.count);
            if count > listed as u128 {
                ("at least ", count)
            } else {
                outcome.map_err(failed)?;
                ("", count)
            }
        }
        None => ("", prepared.count(&run).map_err(failed)?),
    };
    if count == listed as u128 {
        return Ok(());
    }
    let grids = plural(count, "grid");
    Err(Refusal::new(format!("the engine {name} counts {least}{grids}, and the list has {listed}")).into())
}

/// Adds up the grids of blocks, and stops the count at more than `most`.
struct CountUpTo {
    most: u128,
    count: Mutex<u128>,
}

impl Ledger for CountUpTo {
    fn knows(&self, _block: BlockId) -> bool {
        false
    }

    fn learn(&self, _block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
        let mut count = locked(&self.count);
        *count = count.saturating_add(sum.grids().unwrap_or(u128::MAX));
        if *count > self.most { Err(EngineError::Stopped) } else { Ok(()) }
    }
}

/// Converts the error of a witness. A witness that fails says nothing, for the list or against it.
fn failed(error: EngineError) -> CheckError {
    match error {
        EngineError::Stopped => CheckError::Stopped,
        error => CheckError::NoWitness(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::prelude::*;
    use gridcheck_testing::{self as testing};
    use std::sync::Arc;
    use std::time::Instant;

    use gridcheck_registry::{Backtrack, Brute, ENGINES, ExactCover, Window};

    #[test]
    fn listing_witnesses_do_not_use_clauses() {
        assert_eq!(
            listing_engines(ENGINES).map(Engine::name).collect::<Vec<_>>(),
            ["backtrack", "exact-cover", "brute"]
        );
    }

    fn british(size: usize) -> Problem {
        testing::problem(size, testing::british())
    }

    #[test]
    fn a_listing_witness_detects_missing_and_extra_grids() {
        let problem = british(5);
        let mut all = listed(&ExactCover, &problem);
        let agreeing = |grids: &[Grid]| agreeing(&problem, &grids.iter().collect(), ENGINES.into(), &Unwatched);
        assert_eq!(
            agreeing(&all),
            Ok(Some(WitnessResult { engine: "backtrack", clauses: ClauseUse::None, found: WitnessFinding::SameGrids }))
        );
        let refused = agreeing(&all[1..]).expect_err("one is missing").to_string();
        assert!(refused.contains(&all[0].one_line()) && refused.contains("not listed"), "{refused}");
        all.push(Grid::black(5, 5));
        let refused = agreeing(&all).expect_err("one is too much").to_string();
        assert!(refused.contains(&format!("{} of the {} listed", all.len() - 1, all.len())), "{refused}");
    }

    #[test]
    fn a_witness_that_counts_needs_the_very_number() {
        assert_eq!(
            counting_engines(ENGINES).map(Engine::name).collect::<Vec<_>>(),
            ["window", "pinwheel", "frontier", "kaleidoscope"]
        );
        for engine in counting_engines(ENGINES) {
            let symmetry = engine.facts().symmetries[0];
            let problem = testing::problem(5, Ruleset { symmetry, ..testing::british() });
            let number = Backtrack.count(&problem, &Run::new()).expect("a count") as usize;
            let prepared = engine.prepare(&problem, &SumKind::Plain).expect("it can count them");
            assert_eq!(same_number(&prepared, number, &Unwatched), Ok(()));
            for wrong in [0, number - 1, number + 1] {
                let refused = same_number(&prepared, wrong, &Unwatched).expect_err("not the number").to_string();
                assert!(refused.ends_with(&format!(", and the list has {wrong}")), "{refused}");
                // A count in blocks stops early, and states what it has.
                let stops = prepared.blocks().is_some() && wrong < number;
                let whole = format!(" counts {},", plural(number, "grid"));
                assert!(refused.contains(if stops { " counts at least " } else { &whole }), "{refused}");
            }
        }
    }

    #[test]
    fn a_witness_that_fails_is_no_refusal() {
        let error = failed(EngineError::Overflow);
        assert!(matches!(error, CheckError::NoWitness(EngineError::Overflow)), "{error}");
        assert_eq!(failed(EngineError::Stopped), CheckError::Stopped);
    }

    #[derive(Default)]
    struct Announced(Mutex<Vec<String>>);

    impl Watch for Announced {
        fn run(&self, _stage: &str) -> Arc<Run> {
            Arc::new(Run::new())
        }

        fn learned(&self, _fact: String) {}

        fn begins(&self, work: &str) {
            self.0.lock().expect("no panic").push(work.to_owned());
        }
    }

    #[test]
    fn long_work_is_announced() {
        let constrained = constrained(&british(5), &["words >= 1"]);
        let engines: [&dyn Engine; 2] = [&Window, &Brute];
        for (engine, problem, is_announced) in [
            (0, british(11), false),
            (0, british(13), true),
            (1, british(5), false),
            (1, constrained, true),
            (1, british(7), true),
        ] {
            let (announced, engine) = (Announced::default(), engines[engine]);
            announce(&engine.prepare(&problem, &SumKind::Plain).expect("it can count them"), &announced);
            let works = announced.0.into_inner().expect("no panic");
            assert_eq!(works.len(), usize::from(is_announced), "{works:?}");
            let does = if engine.facts().lists() { "lists the grids" } else { "counts the grids" };
            assert!(works.iter().all(|work| work.ends_with(&format!(", as a witness, {does}"))), "{works:?}");
            assert!(works.iter().all(|work| work.contains(engine.name())), "{works:?}");
        }
    }

    /// Asks an engine that counts. The words are so long that there are few grids, but the listing engines estimate many.
    #[test]
    fn a_counting_engine_is_witness_if_listing_seems_slow() {
        let rules = Ruleset { name: "long".to_owned(), min_word: 7, ..builtin("american").expect("built in") };
        let problem = testing::problem(13, rules);
        let all = listed(&ExactCover, &problem);
        let agreeing = |grids: &[Grid]| agreeing(&problem, &grids.iter().collect(), ENGINES.into(), &Unwatched);
        assert_eq!(
            agreeing(&all),
            Ok(Some(WitnessResult { engine: "window", clauses: ClauseUse::None, found: WitnessFinding::SameNumber }))
        );
        assert!(agreeing(&all[1..]).is_err());
    }

    /// A count of all 15 × 15 grids takes minutes. The first grid, or the first block, refutes the claim that there is none.
    #[test]
    fn a_count_stops_when_it_exceeds_the_list() {
        let begun = Instant::now();
        for named in [None, ENGINES.named("window")] {
            let witnesses = Witnesses { engines: ENGINES, named };
            let refused = agreeing(&british(15), &HashSet::new(), witnesses, &Unwatched).expect_err("there are grids");
            let refused = refused.to_string();
            assert!(refused.ends_with("not listed") || refused.ends_with("and the list has 0"), "{refused}");
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    }

    /// Asks an engine that counts where no engine can list. Twelve rows are too many to list, and quick to count.
    #[test]
    fn a_counting_engine_is_the_witness_if_no_engine_lists() {
        const COUNTING: Engines = Engines(&[&Window, &gridcheck_registry::Pinwheel]);
        let refused = agreeing(&british(12), &HashSet::new(), COUNTING.into(), &Unwatched)
            .expect_err("there are grids")
            .to_string();
        assert!(refused.contains("the engine pinwheel counts "), "{refused}");
        assert!(refused.ends_with("and the list has 0"), "{refused}");
    }
}
