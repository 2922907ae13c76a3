//! Tests explanations of figures: rule sets near a given one, and a re-enacted published program.

use std::sync::LazyLock;
use std::time::Duration;

use crate::prelude::*;
use crate::program::shared;
use gridcheck::classes::{Scope, by_symmetry};
use gridcheck::engine::Engines;
use gridcheck::explain::change::Change;
use gridcheck::explain::ho_2021::{Faults, Reenactment, inverted_filter_strikes, one_sided_check_strikes, reenact};
use gridcheck::explain::minima::{Minima, Minimum};
use gridcheck::explain::reading::Reading;
use gridcheck::explain::search::{FigureQuestion, OtherFigure, SearchOutcome, search};
use gridcheck::formats::source::Source;
use gridcheck::formats::text::Options;
use gridcheck::validator::is_valid;

fn listed(size: usize, rules: &Ruleset) -> Vec<Grid> {
    let problem = Problem::new(size, rules.clone()).expect("a problem");
    let mut grids = gridcheck_testing::listed(&Backtrack, &problem);
    grids.sort();
    grids
}

fn asked(size: usize, figure: u128, base: &str, most_changes: usize) -> FigureQuestion {
    let budget = Duration::from_secs(600);
    FigureQuestion { size: square(size), figure, base: rules(base), others: Vec::new(), most_changes, budget }
}

fn searched(question: &FigureQuestion) -> SearchOutcome {
    search(question, ENGINES, &Unwatched).expect("a search")
}

/// Re-enacts the program of Ho (2021) once for all tests here: it takes seconds.
fn runs() -> &'static [Reenactment] {
    static RUNS: LazyLock<Vec<Reenactment>> = LazyLock::new(|| reenact(&Unwatched).expect("the run is not stopped"));
    &RUNS
}

#[test]
fn reproduces_the_published_figures_and_those_without_its_faults() {
    let runs = runs();
    let figures = |faults: Faults| runs.iter().map(|run| run.grids(faults).len()).collect::<Vec<_>>();
    assert_eq!(runs.iter().map(|run| run.size).collect::<Vec<_>>(), [5, 7, 9]);
    assert_eq!(figures(Faults::BOTH), [17, 346, 9381]);
    assert!(runs.iter().all(Reenactment::is_reproduced));
    assert_eq!(figures(Faults::B)[1], 437);
    assert_eq!(figures(Faults::A)[1], 564);
    assert_eq!(figures(Faults::NONE), [17, 650, 68956]);
    for run in runs {
        // Without faults the procedure has exactly the grids of an unrelated engine.
        assert!(run.grids(Faults::NONE) == listed(run.size, &rules("british")), "size {}", run.size);
        what_each_fault_does_is_what_is_said_of_it(run);
    }

    let seven = &runs[1];
    let valid = |grid: &&Grid| is_valid(grid, &rules("ho"));
    assert_eq!(seven.grids(Faults::BOTH).iter().filter(valid).count(), 334);
    let effect = seven.effect(Faults::BOTH);
    assert_eq!((effect.lost.len(), effect.let_in.len()), (316, 12));
    // No fault depends on the other: one of the two rejects every lost valid grid.
    for grid in &effect.lost {
        assert!(inverted_filter_strikes(grid).is_some() || one_sided_check_strikes(grid).is_some(), "{grid}");
    }

    let given_by: Vec<(usize, u128, Vec<Minimum>)> = runs
        .iter()
        .flat_map(|run| {
            run.interesting.iter().map(|figure| {
                let as_published = figure.explained_by.iter().filter(|(faults, _)| *faults == Faults::BOTH);
                (run.size, figure.published, as_published.map(|&(_, minimum)| minimum).collect())
            })
        })
        .collect();
    let rows_and_columns = |least| vec![Minimum { least, columns_too: true }];
    assert_eq!(given_by, [(5, 9, rows_and_columns(2)), (7, 43, rows_and_columns(3)), (9, 334, rows_and_columns(4))]);
}

fn what_each_fault_does_is_what_is_said_of_it(run: &Reenactment) {
    let a = run.effect(Faults::A);
    assert!(a.let_in.is_empty(), "a filter lets nothing in");
    let struck: Vec<&Grid> =
        run.grids(Faults::NONE).iter().filter(|grid| inverted_filter_strikes(grid).is_some()).collect();
    assert!(a.lost.iter().eq(struck), "size {}", run.size);

    let b = run.effect(Faults::B);
    let struck: Vec<&Grid> =
        run.grids(Faults::NONE).iter().filter(|grid| one_sided_check_strikes(grid).is_some()).collect();
    assert!(b.lost.iter().eq(struck), "size {}", run.size);
    assert!(b.let_in.iter().all(|grid| !is_valid(grid, &rules("ho"))));
}

#[test]
fn the_published_lists_are_those_of_the_program_with_both_faults() {
    let Some(folder) = shared("published/ho-2021") else { return };
    let runs = runs();
    assert!(runs.len() >= 2, "two lists were published");
    for run in runs.iter().take(2) {
        let path = folder.join(format!("valid_{0}x{0}_grids.txt", run.size));
        let mut list = Source::open(&path).expect("the list").check(Options::default()).expect("a list");
        let mut grids: Vec<Grid> = list.grids().expect("grids").map(|found| found.expect("a grid").grid).collect();
        grids.sort();
        assert!(grids == run.grids(Faults::BOTH), "size {}", run.size);
    }
}

#[test]
fn minima_equal_counts_under_min_white_per_row() {
    for size in [5, 6, 7] {
        let grids = listed(size, &rules("either-half"));
        let minima: Minima = grids.iter().collect();
        for least in 0..=size + 1 {
            let rules = Ruleset { min_white_per_row: least, ..rules("either-half") };
            let problem = Problem::new(size, rules).expect("a problem");
            let count = Backtrack.count(&problem, &Run::new()).expect("a count");
            assert_eq!(minima.count(Minimum { least, columns_too: true }), count, "{size}, {least}");
            let rows = grids.iter().filter(|grid| grid.rows().iter().all(|row| row.count_ones() as usize >= least));
            assert_eq!(minima.count(Minimum { least, columns_too: false }), rows.count() as u128, "{size}, {least}");
        }
    }
}

#[test]
fn a_figure_of_the_rules_is_explained_without_changes() {
    let others = vec![
        OtherFigure { size: square(5), figure: 17, least: 0 },
        OtherFigure { size: square(9), figure: 68956, least: 0 },
    ];
    let outcome = searched(&FigureQuestion { others, ..asked(7, 650, "british", 2) });
    assert_eq!(outcome.base, Some(650));
    assert_eq!(outcome.hits.len(), 1);
    assert!(outcome.hits[0].reading.changes.is_empty());
    assert!(outcome.hits[0].engines.len() > 1, "a second engine has counted too");
    assert_eq!(outcome.rule_sets, 1);
}

#[test]
fn published_variants_are_found() {
    for (size, figure, base, wanted) in [
        (7, 312, "american-loose", vec![Change::Edges(true)]),
        (7, 398, "american-loose", vec![Change::AllBlack]),
        (8, 2638, "american-loose", vec![Change::AllBlack]),
        (7, 182, "british", vec![Change::PerClass]),
        (7, 79, "british", vec![Change::Least(Minimum { least: 3, columns_too: true })]),
        (7, 183, "british", vec![Change::Least(Minimum { least: 3, columns_too: false })]),
    ] {
        let question = asked(size, figure, base, 1);
        let outcome = searched(&question);
        let first = outcome.hits.first().unwrap_or_else(|| panic!("{figure} is found"));
        assert_eq!(first.reading.changes, wanted, "{figure}");
        assert!(first.engines.len() > 1 && first.against.is_none(), "{figure}: {:?}", first.engines);
    }
}

#[test]
fn finds_counts_per_class_combined_with_other_changes() {
    let minimum = Minimum { least: 2, columns_too: true };
    let rules = Change::Least(minimum).applied_to(&rules("british"));
    let problem = Problem::new(7, rules).expect("a problem");
    let classes = by_symmetry(&problem, Scope::Whole, &Unwatched).expect("counts").primitive().expect("all types");
    let found = searched(&asked(7, classes, "british", 2)).hits;
    assert!(found.iter().any(|hit| hit.reading.changes == [Change::PerClass, Change::Least(minimum)]), "{classes}");

    // The all-black grid is a class of one.
    let problem = self::problem(7, self::rules("american-loose"));
    let classes = by_symmetry(&problem, Scope::Whole, &Unwatched).expect("counts").primitive().expect("all types");
    let found = searched(&asked(7, classes + 1, "american-loose", 2)).hits;
    assert!(found.iter().any(|hit| hit.reading.changes == [Change::PerClass, Change::AllBlack]), "{classes}");
    assert!(found.iter().all(|hit| hit.against.is_none()));
}

#[test]
fn reports_the_rule_sets_left_when_the_budget_ends() {
    let question = FigureQuestion { budget: Duration::ZERO, ..asked(7, 346, "ho", 2) };
    let outcome = searched(&question);
    assert_eq!(outcome.is_explained(&question), None, "no rule set was decided");
    assert_eq!((outcome.base, outcome.rule_sets, outcome.readings), (None, 0, 0));
    assert!(outcome.left > 200, "{} left", outcome.left);
}

/// No engine counts 21 × 21 in seconds, so nothing is known of a figure there.
#[test]
fn a_figure_that_is_not_counted_in_time_is_not_different() {
    let others = vec![OtherFigure { size: square(21), figure: 1, least: 0 }];
    let question = FigureQuestion { others, budget: Duration::from_secs(2), ..asked(5, 7, "british", 1) };
    let outcome = searched(&question);
    assert!(!outcome.hits.is_empty() && outcome.hits.iter().all(|hit| hit.elsewhere == [None]));
    assert!(outcome.hits.iter().all(|hit| hit.explains_all(&question).is_none()));
    assert_eq!(outcome.is_explained(&question), None);
}

/// The engine asked counts only grids that the half turn leaves as they are, so other symmetries stay open, and with them the figure.
#[test]
fn rule_sets_that_no_engine_counts_are_undecided() {
    let question = asked(5, 1_000_000, "british", 1);
    let outcome = search(&question, Engines(&[&Window]), &Unwatched).expect("a search");
    assert_eq!((outcome.hits.len(), outcome.is_explained(&question)), (0, None));
    let times = |changes: &[Change]| outcome.undecided.iter().filter(|(set, _)| set.changes == changes).count();
    assert_eq!(times(&[Change::Symmetry(Symmetry::Mirror)]), 1);
    assert!(outcome.undecided.iter().all(|(set, _)| times(&set.changes) == 1), "each rule set is named once");
}

/// A count at a large size takes long, and says no more of a reading that gives a wrong figure at a smaller one.
#[test]
fn large_sizes_are_counted_only_if_all_smaller_figures_are_right() {
    let counted = |five| {
        let other = |size, figure| OtherFigure { size: square(size), figure, least: 0 };
        let others = vec![other(5, five), other(9, 68956), other(10, 1)];
        let outcome = searched(&FigureQuestion { others, ..asked(7, 650, "british", 0) });
        outcome.hits[0].elsewhere.iter().map(Option::is_some).collect::<Vec<_>>()
    };
    assert_eq!(counted(17), [true; 3]);
    assert_eq!(counted(18), [true, true, false]);
}

#[test]
fn hits_that_explain_other_figures_come_first() {
    // Both limits on unchecked runs give 650 at 7 × 7; only 9 × 9 distinguishes them.
    let base = Ruleset { max_unchecked_run: Limit::AtMost(3), ..rules("british") };
    let others = vec![OtherFigure { size: square(9), figure: 68956, least: 0 }];
    let question = FigureQuestion { base, others, ..asked(7, 650, "british", 1) };
    let outcome = searched(&question);
    let [first, rest @ ..] = outcome.hits.as_slice() else { panic!("there are hits") };
    assert_eq!(first.reading.changes, [Change::Inside(Limit::AtMost(2))]);
    assert_eq!((first.explains_all(&question), outcome.is_explained(&question)), (Some(true), Some(true)));
    assert!(!rest.is_empty() && rest.iter().all(|hit| hit.explains_all(&question) == Some(false)));
    assert!(rest.iter().any(|hit| hit.reading.changes.is_empty()), "the rules as they stand give 650 too");
}

/// Whichever two rules were changed, the search finds them, or a nearer reading with the same number.
#[test]
fn planted_pairs_of_changes_are_found() {
    let base = rules("british");
    let size = 5;
    let changes = Change::of_rules(&base, square(size));
    let mut planted = 0;
    for (i, &first) in changes.iter().enumerate().step_by(3) {
        for &second in changes[i + 1..].iter().filter(|second| second.rule() != first.rule()).step_by(9) {
            let reading = Reading::new(&base, vec![first, second]);
            let Ok(problem) = Problem::new(size, reading.rules().clone()) else { continue };
            let figure = Brute.count(&problem, &Run::new()).expect("a count");
            let outcome = searched(&asked(size, figure, "british", 2));
            let nearest = outcome.hits.first().unwrap_or_else(|| panic!("{first}, {second}: {figure} is found"));
            assert!(nearest.reading.distance(&base) <= reading.distance(&base), "{first}, {second}");
            assert!(nearest.against.is_none(), "{first}, {second}");
            planted += 1;
        }
    }
    assert!(planted > 5, "only {planted} planted");
}
