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
use super::refusal::Refusal;
use super::report::{WitnessFinding, WitnessResult};
use gridcheck_core::grid::Grid;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{BlockId, BlockSum, Ledger, RequestedBlocks, SumKind};
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, Engine, EngineError, Engines, Prepared, Purpose, Run};

/// The engines that may be asked as witnesses.
#[derive(Clone, Copy)]
pub struct Witnesses<'a> {
    /// The engines to choose from. The fastest that is able is asked, if there are too many colourings to judge them all.
    pub engines: Engines,
    /// The engine that is asked instead, in any case, however long it takes. It must use no clauses.
    pub named: Option<&'static dyn Engine>,
    /// A problem as these engines have prepared it. It is of use if the certificate is about this problem.
    pub prepared: Option<&'a Candidates>,
}

impl From<Engines> for Witnesses<'_> {
    fn from(engines: Engines) -> Self {
        Witnesses { engines, named: None, prepared: None }
    }
}

impl Witnesses<'_> {
    /// Returns the result of `work` with these engines for a problem. What they have prepared for it is not prepared again.
    pub fn about<T>(self, problem: &Problem, work: impl FnOnce(&Candidates) -> T) -> T {
        match self.prepared.filter(|candidates| candidates.problem() == problem) {
            Some(candidates) => work(candidates),
            None => work(&self.candidates(problem)),
        }
    }

    /// Creates the candidates for a problem: these engines, and the one that is named.
    pub fn candidates(self, problem: &Problem) -> Candidates {
        Candidates::new(self.engines, problem, &SumKind::Plain).and_named(self.named)
    }
}

/// Finds an engine that confirms the listed grids or their number. Returns `None` if no engine could do so in reasonable time. The listed
/// grids must be valid.
pub(super) fn agreeing(
    problem: &Problem,
    listed: &HashSet<&Grid>,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Option<WitnessResult>, CheckError> {
    witnesses.about(problem, |candidates| {
        let named = witnesses.named.map(|engine| candidates.prepared_by(engine));
        let named = named.transpose().map_err(|declined| failed(declined.into()))?;
        let Some(prepared) = named.or_else(|| candidates.quick(Purpose::Witness)) else { return Ok(None) };
        if prepared.lister().is_none() {
            seek_unlisted(candidates, listed, watch)?;
        }
        let does = if prepared.lister().is_some() { "listing" } else { "counting" };
        let run = watch.run(&format!("{does} with {}", prepared.name()));
        let question = WitnessQuestion { prepared, listed };
        let finding = if named.is_some() { question.ask(&run) } else { question.ask_announced(&run, watch) };
        let clauses = prepared.engine().facts().clauses;
        finding.map(|found| Some(WitnessResult { engine: prepared.name(), clauses, found }))
    })
}

/// A listed set of grids that an engine is to confirm.
struct WitnessQuestion<'a> {
    prepared: &'a Prepared<'a>,
    listed: &'a HashSet<&'a Grid>,
}

/// Time for a witness, before the user learns that it is at work.
const UNANNOUNCED: Duration = Duration::from_secs(1);

impl WitnessQuestion<'_> {
    /// Asks the engine if it lists the same grids or, if it does not list, counts as many.
    fn ask(&self, run: &Run) -> Result<WitnessFinding, CheckError> {
        if self.prepared.lister().is_some() {
            same_grids(self.prepared, self.listed, run).map(|()| WitnessFinding::SameGrids)
        } else {
            same_number(self.prepared, self.listed.len(), run).map(|()| WitnessFinding::SameNumber)
        }
    }

    /// Asks the engine for a short time. If it takes longer, announces it to the watch, and asks it again.
    fn ask_announced(&self, run: &Run, watch: &dyn Watch) -> Result<WitnessFinding, CheckError> {
        let short = run.within(UNANNOUNCED);
        match self.ask(&short) {
            Err(CheckError::Stopped) if short.is_late() => {}
            outcome => return outcome,
        }
        let does = if self.prepared.lister().is_some() { "lists the grids" } else { "counts the grids" };
        let name = self.prepared.name();
        watch.begins(&format!("there are too many colourings to judge them all: {name}, as a witness, {does}"));
        self.ask(run)
    }
}

/// Time for a listing engine to find a grid that is not listed, before another engine counts.
const SEEKING: Duration = Duration::from_secs(2);

/// Returns an error if a listing engine soon finds a grid that is not listed. Otherwise that engine has established nothing.
fn seek_unlisted(candidates: &Candidates, listed: &HashSet<&Grid>, watch: &dyn Watch) -> Result<(), CheckError> {
    let lister = candidates.able(Purpose::Witness).find(|prepared| prepared.lister().is_some());
    let Some(lister) = lister else { return Ok(()) };
    let run = watch.run(&format!("looking with {} for a grid that is not listed", lister.name()));
    match same_grids(lister, listed, &run.within(SEEKING)) {
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
fn same_number(prepared: &Prepared<'_>, listed: usize, run: &Run) -> Result<(), CheckError> {
    let name = prepared.name();
    let (least, count) = match prepared.blocks() {
        Some(blocks) => {
            let counted = CountUpTo { most: listed as u128, count: Mutex::new(0) };
            let outcome = blocks.count(RequestedBlocks::All, run, &counted);
            let count = unlocked(counted.count);
            if count > listed as u128 {
                ("at least ", count)
            } else {
                outcome.map_err(failed)?;
                ("", count)
            }
        }
        None => ("", prepared.count(run).map_err(failed)?),
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
    fn contains(&self, _block: BlockId) -> bool {
        false
    }

    fn record(&self, _block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
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

    use gridcheck_engine::ClauseUse;
    use gridcheck_registry::{Backtrack, ENGINES, ExactCover, Window};
    use gridcheck_testing::faulty::CountedBy;

    /// Returns the names of the engines that can be asked about a problem, in their order.
    fn asked(problem: &Problem) -> Vec<&'static str> {
        Witnesses::from(ENGINES).candidates(problem).able(Purpose::Witness).map(Prepared::name).collect()
    }

    #[test]
    fn witnesses_use_no_clauses_and_list_if_they_can() {
        let half_turn = ["backtrack", "exact-cover", "brute", "window", "pinwheel", "frontier"];
        assert_eq!(asked(&british(5)), half_turn);
        let quarter_turn = Ruleset { symmetry: Symmetry::Rot90, ..testing::british() };
        let by_quarters = asked(&testing::problem(5, quarter_turn));
        assert_eq!(by_quarters, ["backtrack", "exact-cover", "brute", "pinwheel"]);
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
        let takes_blocks = |engine: &dyn Engine| engine.facts().kinds.contains(&GridKind::Blocks);
        let counts = |engine: &&dyn Engine| !engine.facts().lists() && takes_blocks(*engine);
        let counting = ENGINES.into_iter().filter(counts).collect::<Vec<_>>();
        assert_eq!(counting.len(), 4);
        for engine in counting {
            let symmetry = engine.facts().symmetries[0];
            let problem = testing::problem(5, Ruleset { symmetry, ..testing::british() });
            let number = Backtrack.count(&problem, &Run::new()).expect("a count") as usize;
            let prepared = engine.prepare(&problem, &SumKind::Plain).expect("it can count them");
            assert_eq!(same_number(&prepared, number, &Run::new()), Ok(()));
            for wrong in [0, number - 1, number + 1] {
                let refused = same_number(&prepared, wrong, &Run::new()).expect_err("not the number").to_string();
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

    const COUNTS: &str = "there are too many colourings to judge them all: sleeper, as a witness, counts the grids";

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

    /// A witness that needs longer than the first try is asked once more, without a limit.
    #[test]
    fn long_work_is_announced() {
        let problem = british(5);
        let all = listed(&Backtrack, &problem);
        let all = all.iter().collect();
        for (nap, expected) in [(Duration::ZERO, vec![]), (UNANNOUNCED * 2, vec![COUNTS])] {
            let sleeper = CountedBy::new("sleeper", &Window, |prepared, run| {
                let begun = Instant::now();
                while begun.elapsed() < nap {
                    run.check()?;
                    std::thread::sleep(Duration::from_millis(10));
                }
                prepared.count(run)
            });
            let prepared = sleeper.prepare(&problem, &SumKind::Plain).expect("it can count them");
            let announced = Announced::default();
            let question = WitnessQuestion { prepared: &prepared, listed: &all };
            assert_eq!(question.ask_announced(&Run::new(), &announced), Ok(WitnessFinding::SameNumber));
            assert_eq!(announced.0.into_inner().expect("no panic"), expected);
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
            let witnesses = Witnesses { named, ..ENGINES.into() };
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
