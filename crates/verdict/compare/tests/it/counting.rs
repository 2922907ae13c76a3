//! Tests `compare` with counting engines: they vote with a number but support no set. If they are wrong, the comparison narrows
//! the problem to a grid that they count wrongly.

use std::io::Cursor;

use gridcheck_compare::narrow::{Obstacle, Part, narrow};
use gridcheck_compare::{CompareError, DifferenceKind, Remark, Report, compare, compare_prepared};
use gridcheck_formats::source::Source;
use gridcheck_formats::text::Options;
use gridcheck_registry::{Backtrack, ExactCover, Pinwheel, Sat};
use gridcheck_testing::faulty::{Altered, CountedBy, CountingOnly, Edit, Faulty, Noting};
use gridcheck_testing::prelude::*;

const LATTICE: &str = "...../.#.#./...../.#.#./.....";

/// Omits one of the 17 British grids of 5 × 5.
const FORGETFUL: Altered = Altered { engine: &Backtrack, times: |grid| usize::from(grid.one_line() != LATTICE) };

/// Replaces the lattice by another grid: the number is right, the set is wrong.
const SWAPPED: Altered = Altered {
    engine: &Backtrack,
    times: |grid| match grid.one_line().as_str() {
        LATTICE => 0,
        "...##/.#.##/...../##.#./##..." => 2,
        _ => 1,
    },
};

fn british(size: usize) -> Problem {
    problem(size, rules("british"))
}

fn compared(problem: &Problem, engines: &[&dyn Engine]) -> Report {
    compare(problem, engines, None, &Unwatched).expect("the engines answer")
}

fn agreeing(report: &Report) -> Vec<bool> {
    report.answers.iter().map(|answer| answer.agrees).collect()
}

#[test]
fn a_number_agrees_with_sets_of_its_size() {
    let counter = CountingOnly::new("counter", &Backtrack);
    let report = compared(&british(7), &[&counter, &ExactCover, &Sat]);
    assert!(report.agree && agreeing(&report) == [true; 3]);
    assert_eq!(report.answers[0].count, 650);
    assert!(report.answers[0].listed.is_none() && report.answers[1].listed.is_some());
}

/// Two different sets of 17 grids both agree with the number 17, but not with each other.
#[test]
fn a_number_does_not_reconcile_two_sets() {
    let counter = CountingOnly::new("counter", &Sat);
    for engines in [[&counter as &dyn Engine, &SWAPPED, &ExactCover], [&SWAPPED, &ExactCover, &counter]] {
        let report = compared(&british(5), &engines);
        assert!(report.answers.iter().all(|answer| answer.count == 17) && !report.agree);
        for answer in &report.answers {
            assert_eq!(answer.agrees, answer.name == "counter", "{}", answer.name);
        }
        assert!(report.differences.iter().any(|difference| difference.grid.one_line() == LATTICE));
    }
}

#[test]
fn a_lister_that_differs_from_most_counts_is_reported() {
    let counters = ["first", "second"].map(|name| CountingOnly::new(name, &Sat));
    let report = compared(&british(5), &[&FORGETFUL, &counters[0], &counters[1]]);
    assert_eq!(agreeing(&report), [false, true, true]);
    assert!(!report.agree);
    // Each of the two counts contradicts the only set.
    assert_eq!(report.differences.len(), 2);
}

#[test]
fn counts_alone_can_be_compared() {
    let (right, also) = (CountingOnly::new("right", &Backtrack), CountingOnly::new("also", &Sat));
    let wrong = CountingOnly::new("wrong", &FORGETFUL);
    assert!(compared(&british(5), &[&right, &also]).agree);
    let report = compared(&british(5), &[&wrong, &right, &also]);
    assert_eq!(agreeing(&report), [false, true, true]);
    let [difference] = &report.differences[..] else { panic!("{:?}", report.remarks) };
    assert_eq!(difference.found, DifferenceKind::Counted { engines: ["right", "wrong"], counts: [1, 0] });
    assert!(difference.grid.one_line() == LATTICE && difference.opinion.is_good());
}

#[test]
fn a_list_needs_an_engine_that_lists() {
    let counter = CountingOnly::new("counter", &Backtrack);
    let mut list = Source::stream("list", Cursor::new(LATTICE)).check(Options::default()).expect("a good list");
    let alone = compare(&british(5), &[&counter], Some(&mut list), &Unwatched);
    assert!(matches!(alone, Err(CompareError::NoLister)));
    let engines: [&dyn Engine; 2] = [&counter, &Backtrack];
    let report = compare(&british(5), &engines, Some(&mut list), &Unwatched).expect("the engines answer");
    let list = report.list.expect("a list was given");
    assert_eq!((list.matched_with, list.matching.missing), ("backtrack", 16));
}

/// Runs the problem as it was prepared to choose the engines, also to match a list.
#[test]
fn engines_that_agree_prepare_the_problem_once() {
    let noting = [&Backtrack as &dyn Engine, &Pinwheel].map(Noting::new);
    let problem = british(7);
    let prepared =
        noting.each_ref().map(|engine| engine.prepare(&problem, &SumKind::Plain).expect("it can count them"));
    assert_eq!(prepared.each_ref().map(|prepared| prepared.lister().is_some()), [true, false]);
    let listed = listed(&Backtrack, &problem).iter().map(|grid| grid.one_line() + "\n").collect::<String>();
    for (text, missing) in [(listed.as_str(), 0), (listed.split_once('\n').expect("several grids").1, 1)] {
        let mut list =
            Source::stream("list", Cursor::new(text.to_owned())).check(Options::default()).expect("a good list");
        let report = compare_prepared(&prepared, Some(&mut list), None, &Unwatched).expect("the engines answer");
        assert_eq!(
            report.answers.iter().map(|answer| (answer.name, answer.count)).collect::<Vec<_>>(),
            [("backtrack", 650), ("pinwheel", 650)]
        );
        let list = report.list.expect("a list was given");
        assert_eq!((list.agrees, list.matching.missing), (missing == 0, missing));
    }
    let calls = || noting.each_ref().map(|engine| engine.prepared().len());
    assert_eq!(calls(), [1, 1]);
    // Calls by way of a prepared problem are noted, too.
    assert!(compared(&problem, &prepared.each_ref().map(Prepared::engine)).agree);
    assert_eq!(calls(), [2, 2]);
}

/// For a counting engine that ignores a rule, a grid is found that breaks it.
#[test]
fn a_wrong_count_is_brought_down_to_a_grid() {
    let edits: [(&str, &str, Edit); 4] = [
        ("checking", "british", |rules| rules.checking = Checking::Any),
        ("min_word", "british", |rules| rules.min_word = 2),
        ("edges", "american", |rules| rules.edges = false),
        ("symmetry", "american", |rules| rules.symmetry = Symmetry::None),
    ];
    for (rule, set, edit) in edits {
        let wrong = Faulty { engine: &Backtrack, edit };
        let counter = CountingOnly::new("counter", &wrong);
        let problem = problem(6, rules(set));
        for engines in [[&Sat as &dyn Engine, &counter], [&counter, &Sat]] {
            let report = compared(&problem, &engines);
            assert!(!report.agree && report.remarks.is_empty() && report.parts.is_empty(), "{rule}");
            let [difference] = &report.differences[..] else { panic!("{rule}: one grid is enough") };
            assert_eq!(difference.found, DifferenceKind::Counted { engines: ["sat", "counter"], counts: [0, 1] });
            assert!(difference.opinion.violations.iter().any(|violation| violation.rule() == Some(rule)), "{rule}");
        }
    }
}

/// Returns the part on which `narrow` finds the engines' counts to differ.
fn narrowed(problem: &Problem, engines: [&dyn Engine; 2]) -> Part {
    let counts = engines.map(|engine| engine.count(problem, &Run::new()).expect("a count"));
    assert_ne!(counts[0], counts[1]);
    narrow(problem, engines, counts, &Unwatched).expect("the engines answer")
}

/// The given squares of the problem stay unchanged, right or not.
#[test]
fn narrowing_keeps_the_question() {
    let problem = with_squares(&british(5), &[(0, 0, true)]);
    let wrong = CountingOnly::new("wrong", &FORGETFUL);
    let part = narrowed(&problem, [&wrong, &Backtrack]);
    assert_eq!(part.grid().map(|grid| grid.one_line()).as_deref(), Some(LATTICE));
    assert_eq!((part.counts, part.obstacle), ([0, 1], None));
}

/// Counts the given squares.
fn given(problem: &Problem) -> u32 {
    let givens = problem.givens();
    (0..problem.height()).map(|r| (givens.white(r) | givens.black(r)).count_ones()).sum()
}

/// An engine that accepts only some given squares is followed as far as possible.
#[test]
fn narrowing_ends_where_an_engine_declines() {
    let half_way: fn(&Problem) -> Option<String> =
        |problem| (given(problem) > 7).then(|| "more than seven given squares".to_owned());
    let wrong = CountingOnly { declines: half_way, ..CountingOnly::new("wrong", &FORGETFUL) };
    let part = narrowed(&british(5), [&Sat, &wrong]);
    assert_eq!((given(&part.problem), part.grid()), (7, None));
    let why = "more than seven given squares".to_owned();
    assert_eq!(part.obstacle, Some(Obstacle::Declined { engine: "wrong", why }));
    let report = compared(&british(5), &[&Sat, &wrong]);
    let [part] = &report.parts[..] else { panic!("{:?}", report.remarks) };
    // The middle row is given first, then the one above it.
    assert_eq!(
        part.givens.to_string().lines().map(|row| row.matches('?').count()).collect::<Vec<_>>(),
        [5, 3, 0, 5, 5]
    );

    let unwilling: fn(&Problem) -> Option<String> =
        |problem| (!problem.givens().is_empty()).then(|| "given squares".to_owned());
    let wrong = CountingOnly { declines: unwilling, ..CountingOnly::new("wrong", &FORGETFUL) };
    let report = compared(&british(5), &[&Sat, &wrong]);
    assert!(!report.agree && report.parts.is_empty() && report.differences.is_empty());
    let obstacle = Obstacle::Declined { engine: "wrong", why: "given squares".to_owned() };
    assert_eq!(report.remarks, [Remark::NotNarrowed { engines: ["sat", "wrong"], obstacle }]);
}

/// An engine that counts wrongly only without given squares contradicts itself, and the report says so.
#[test]
fn an_engine_whose_count_and_list_differ_is_reported() {
    let moody = CountedBy::new("moody", &Backtrack, |prepared, run| {
        Ok(prepared.count(run)? + u128::from(prepared.problem().givens().is_empty()))
    });
    let report = compared(&british(5), &[&moody, &Backtrack]);
    assert!(!report.agree && report.differences.is_empty());
    let [Remark::NotNarrowed { obstacle, .. }] = &report.remarks[..] else { panic!("{:?}", report.remarks) };
    // The first square of the middle row is given first.
    assert_eq!(*obstacle, Obstacle::HalvesAgree { square: (2, 0) });
}

/// A report is data: a reader need not parse messages.
#[test]
fn a_report_serializes_with_its_differences() {
    let wrong = CountingOnly::new("wrong", &FORGETFUL);
    let report = serde_json::to_value(compared(&british(5), &[&wrong, &Backtrack])).expect("a report serializes");
    assert_eq!((&report["agree"], &report["parties"][0]["count"]), (&false.into(), &"16".into()));
    let difference = &report["differences"][0];
    assert_eq!(difference["found"]["kind"], "counted");
    assert_eq!(difference["found"]["counts"], serde_json::json!(["1", "0"]));
    assert_eq!(difference["rows"].as_array().map(Vec::len), Some(5));
}
