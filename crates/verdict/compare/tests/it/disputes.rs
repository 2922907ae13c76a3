//! Tests comparisons with faults that rules alone do not show: engines that ignore given squares, a wrong engine and a right
//! list, and disagreements too large for memory.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Mutex;

use gridcheck_compare::difference::{Limits, UnequalGrid, find};
use gridcheck_compare::tally::tally;
use gridcheck_compare::{Remark, Report, compare};
use gridcheck_engine::listing::{Collector, InOrder};
use gridcheck_engine::{Declined, EngineFacts, Lister};
use gridcheck_formats::source::{CheckedSource, Source};
use gridcheck_formats::text::Options;
use gridcheck_registry::{Backtrack, ExactCover};
use gridcheck_sums::totals::Totals;
use gridcheck_testing::faulty::{Altered, Edit, Faulty, Misreading, Noting};
use gridcheck_testing::prelude::*;
use gridcheck_validator::Validator;

/// Ignores the given squares.
struct WithoutGivens;

impl Misreading for WithoutGivens {
    fn of(&self, problem: &Problem) -> Problem {
        let open = Givens::open(problem.height(), problem.width());
        problem.clone().with_givens(open).expect("the same size")
    }
}

/// An engine that is correct apart from that.
const BLIND: Faulty<WithoutGivens> = Faulty { engine: &Backtrack, edit: WithoutGivens };

const LATTICE: &str = "...../.#.#./...../.#.#./.....";

/// A correct engine that omits the lattice, one of the 17 British grids of 5 × 5.
const FORGETFUL: Altered = Altered { engine: &Backtrack, times: |grid| usize::from(grid.one_line() != LATTICE) };

fn british(size: usize) -> Problem {
    problem(size, rules("british"))
}

/// Returns every grid of a problem as a published list.
fn complete_list(problem: &Problem) -> CheckedSource {
    list_of(problem, &Backtrack)
}

/// Returns an engine's grids as a published list.
fn list_of(problem: &Problem, engine: &dyn Engine) -> CheckedSource {
    let mut text = String::new();
    let write = InOrder::new(|grid: &Grid| {
        text.push_str(&grid.one_line());
        text.push('\n');
        ControlFlow::Continue(())
    });
    engine.list(problem, &Run::new(), &write).expect("a listing");
    drop(write);
    Source::stream("list", Cursor::new(text)).check(Options::default()).expect("a good list")
}

fn compared(problem: &Problem, engines: &[&dyn Engine], list: Option<&mut CheckedSource>) -> Report {
    compare(problem, engines, list, &Unwatched).expect("the engines answer")
}

#[test]
fn an_engine_blind_to_givens_is_wrong_even_alone() {
    let problem = with_squares(&british(5), &[(0, 0, true)]);
    let alone = compared(&problem, &[&BLIND], None);
    assert!(!alone.agree && alone.answers[0].listed.as_ref().is_some_and(|listed| listed.invalid > 0));
    assert_eq!(alone.differences[0].opinion.against_given, Some((0, 0)));
    assert!(compared(&problem, &[&Backtrack], None).agree);

    let disputed = compared(&problem, &[&BLIND, &Backtrack], None);
    assert!(!disputed.agree && disputed.remarks.is_empty(), "{:?}", disputed.remarks);
    assert!(!disputed.differences.is_empty());
    assert!(disputed.differences.iter().all(|difference| difference.opinion.against_given == Some((0, 0))));
}

#[test]
fn without_a_majority_no_party_is_right() {
    let two = compared(&british(5), &[&FORGETFUL, &Backtrack], None);
    assert_eq!(two.answers.iter().map(|answer| answer.agrees).collect::<Vec<_>>(), [false, false]);
    let three = compared(&british(5), &[&FORGETFUL, &Backtrack, &ExactCover], None);
    assert_eq!(three.answers.iter().map(|answer| answer.agrees).collect::<Vec<_>>(), [false, true, true]);
    assert!(!three.agree);
}

/// The engine with faulty grids is not the reference, although it comes first.
#[test]
fn the_engine_without_faulty_grids_is_the_reference() {
    let faulty = Faulty { engine: &ExactCover, edit: (|rules| rules.checking = Checking::Any) as Edit };
    let problem = british(5);
    let report = compared(&problem, &[&faulty, &Backtrack], Some(&mut complete_list(&problem)));
    let list = report.list.expect("a list was given");
    assert_eq!((list.matched_with, list.agrees, list.matching.missing), ("backtrack", true, 0));
    assert!(
        report.remarks.iter().any(|remark| matches!(remark, Remark::MatchedInDispute { .. })),
        "{:?}",
        report.remarks
    );
}

/// A list with the engine's fault matches it, and the faults are still reported.
#[test]
fn a_list_and_an_engine_with_the_same_fault_match() {
    let faulty = Faulty { engine: &ExactCover, edit: (|rules| rules.checking = Checking::Any) as Edit };
    let problem = british(5);
    let report = compared(&problem, &[&faulty], Some(&mut list_of(&problem, &faulty)));
    let list = report.list.expect("a list was given");
    assert!(list.agrees && !report.agree && list.reading.invalid > 0);
    assert_eq!(list.matching.matched, list.reading.valid + list.reading.invalid);
    // The smallest three of its invalid grids are shown.
    assert!(list.reading.invalid > 3);
    assert_eq!(report.differences.len(), 3);
    let is_outside = |remark: &&Remark| matches!(remark, Remark::OutsideGivens { .. });
    assert_eq!(report.remarks.iter().find(is_outside), None, "nothing is outside");
}

/// At most fifty faults are shown, both of the list and of the grids that it lacks.
#[test]
fn shows_at_most_fifty_invalid_extra_and_missing_grids() {
    let faulty = Faulty { engine: &ExactCover, edit: (|rules| rules.checking = Checking::Any) as Edit };
    let nothing = Altered { engine: &Backtrack, times: |_| 0 };
    let problem = british(7);
    let report = compared(&problem, &[&nothing], Some(&mut list_of(&problem, &faulty)));
    let list = report.list.expect("a list was given");
    assert!(list.reading.invalid > 50 && list.reading.valid > 50);
    assert_eq!((list.reading.refused.len(), list.matching.only_listed.len()), (50, 50));
    let few = Altered { engine: &Backtrack, times: |grid| usize::from(grid.rows()[3] == 0b111_1111) };
    let most = compared(&problem, &[&Backtrack], Some(&mut list_of(&problem, &few)));
    assert_eq!(most.list.expect("a list was given").matching.lacking.len(), 50);
}

/// Grids outside the question, because of a given square or a constraint, are neither matched nor extra.
#[test]
fn matching_excludes_grids_outside_givens_and_constraints() {
    let all = Backtrack.count(&british(7), &Run::new()).expect("a count");
    let mut givens = Givens::open(7, 7);
    givens.fix(3, 3, false);
    let constraint = "words <= 10".parse().expect("a constraint");
    let problem = british(7)
        .with_givens(givens)
        .and_then(|problem| problem.with_constraints(vec![constraint]))
        .expect("a fair problem");
    let nothing = Altered { engine: &Backtrack, times: |_| 0 };
    let report = compared(&problem, &[&nothing], Some(&mut list_of(&british(7), &Backtrack)));
    let list = report.list.expect("a list was given");
    let asked = Backtrack.count(&problem, &Run::new()).expect("a count");
    assert!((1..all).contains(&asked));
    assert_eq!(u128::from(list.matching.extra), asked);
    assert_eq!(u128::from(list.reading.outside) + asked, all);
}

#[test]
fn a_list_more_complete_than_the_engine_is_reported() {
    let problem = british(5);
    let report = compared(&problem, &[&FORGETFUL], Some(&mut complete_list(&problem)));
    let list = report.list.expect("a list was given");
    assert!(!report.agree && !list.agrees);
    assert_eq!((list.matching.missing, list.matching.extra, list.reading.invalid), (0, 1, 0));
    let [only] = &list.matching.only_listed[..] else { panic!("one grid is only in the list") };
    assert!(only.grid.one_line() == LATTICE && only.opinion.is_good() && only.line > 0);
}

fn totals(problem: &Problem, engine: &dyn Engine) -> Totals<Grid> {
    let prepared = engine.prepare(problem, &SumKind::Plain).expect("it can list them");
    tally(&prepared, problem.height() / 2, &[], &Run::new()).expect("a listing")
}

/// The smallest three of the invalid grids are kept, whatever the pieces in which they arrive.
#[test]
fn keeps_the_three_smallest_invalid_grids() {
    let faulty = Faulty { engine: &ExactCover, edit: (|rules| rules.checking = Checking::Any) as Edit };
    for size in [5, 7] {
        let problem = british(size);
        let totals = totals(&problem, &faulty);
        let mut refused = Vec::new();
        let all = InOrder::new(|grid: &Grid| {
            if !Validator::new(problem.rules()).is_valid(grid) {
                refused.push(grid.clone());
            }
            ControlFlow::Continue(())
        });
        faulty.list(&problem, &Run::new(), &all).expect("a listing");
        drop(all);
        refused.sort();
        assert!(totals.invalid > 3 && totals.invalid == refused.len() as u64);
        assert_eq!(totals.refused.into_iter().collect::<Vec<_>>(), refused[..3]);
    }
}

fn found(problem: &Problem, engines: [&dyn Engine; 2], small: u128) -> Vec<UnequalGrid> {
    let totals = engines.map(|engine| totals(problem, engine));
    let [first, second] = engines.map(|engine| engine.prepare(problem, &SumKind::Plain).expect("it can list them"));
    find(problem, [&first, &second], [&totals[0], &totals[1]], Limits { small, shown: 3 }, &Unwatched)
        .expect("the engines answer")
}

/// Narrowing finds one grid, whatever the memory limit is.
#[test]
fn narrowing_finds_the_one_grid() {
    for small in [0, 1, 2, 5, 1000] {
        let odd = found(&british(5), [&Backtrack, &FORGETFUL], small);
        assert_eq!(odd.len(), 1, "{small}");
        assert_eq!((odd[0].grid.one_line().as_str(), odd[0].times), (LATTICE, [1, 0]), "{small}");
    }
}

/// A disagreement is explained with what the engines have prepared: they prepare no part twice.
#[test]
fn no_part_is_prepared_twice() {
    static FORGETFUL: Altered = Altered { engine: &ExactCover, times: |grid| usize::from(grid.one_line() != LATTICE) };
    let engines = [Noting::new(&Backtrack), Noting::new(&FORGETFUL)];
    let report = compare(&british(5), &[&engines[0], &engines[1]], None, &Unwatched).expect("the engines answer");
    assert_eq!(report.differences.len(), 1);
    for engine in &engines {
        let prepared = engine.prepared();
        assert_eq!(prepared[0].0, british(5));
        let again = (1..prepared.len()).filter(|&place| prepared[..place].contains(&prepared[place]));
        assert_eq!(again.count(), 0, "{}", engine.name());
    }
}

/// Grids that only the first engine has come first.
#[test]
fn differences_are_shown_side_by_side() {
    const OTHER: &str = ".####/...../.#.#./...../####.";
    let other = Altered { engine: &ExactCover, times: |grid| usize::from(grid.one_line() != OTHER) };
    let odd = found(&british(5), [&FORGETFUL, &other], 1000);
    let told: Vec<(String, [usize; 2])> = odd.iter().map(|odd| (odd.grid.one_line(), odd.times)).collect();
    assert_eq!(told, [(OTHER.to_owned(), [1, 0]), (LATTICE.to_owned(), [0, 1])]);
}

/// A correct engine that records how many grids each list has that is asked of it.
#[derive(Default)]
struct Noted(Mutex<Vec<u128>>);

impl Engine for Noted {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: "noted", ..Backtrack.facts() }
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let grids = NotedGrids { asked: &self.0, inner: Backtrack.prepare(problem, kind)? };
        Prepared::listing(self, problem, kind, None, grids)
    }
}

struct NotedGrids<'e> {
    asked: &'e Mutex<Vec<u128>>,
    inner: Prepared<'e>,
}

impl Lister for NotedGrids<'_> {
    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.asked.lock().expect("no panic while it is held").push(self.inner.count(run)?);
        self.inner.list(run, collector)
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        self.inner.lister().expect("the engine lists").measure(grid, measure)
    }
}

/// No more grids are held than the limit allows; within the limit no narrowing takes place.
#[test]
fn narrowing_stops_as_soon_as_grids_fit_the_limit() {
    let asked = |small: u128| {
        let noted = Noted::default();
        assert_eq!(found(&british(7), [&noted, &Backtrack], small), []);
        // The first request was for its totals.
        noted.0.into_inner().expect("no panic while it was held").split_off(1)
    };
    assert_eq!(asked(650), [650]);
    assert_eq!(asked(700), [650]);
    let altered = Altered { engine: &Backtrack, times: |grid| if grid.is_white(3, 3) { 1 } else { 2 } };
    let noted = Noted::default();
    assert!(!found(&british(7), [&noted, &altered], 40).is_empty());
    let asked = noted.0.into_inner().expect("no panic while it was held");
    assert_eq!(asked[0], 650);
    assert!(asked.len() > 2 && asked.last().is_some_and(|&last| last <= 40), "{asked:?}");
}

/// A given square that one engine ignores must survive the narrowing.
#[test]
fn narrowing_keeps_the_question() {
    let loose = Ruleset { checking: Checking::Any, edges: false, ..rules("british") };
    let mut givens = Givens::open(6, 6);
    givens.fix(3, 1, false);
    let problem = Problem::new(6, loose).and_then(|problem| problem.with_givens(givens)).expect("a fair problem");
    for small in [0, 3, 30] {
        let odd = found(&problem, [&Backtrack, &BLIND], small);
        assert!(!odd.is_empty(), "{small}");
        for odd in odd {
            assert_eq!(odd.times, [0, 1], "{small}");
            assert!(odd.grid.is_white(3, 1), "{small}: {:?} answers the question", odd.grid);
        }
    }
}
