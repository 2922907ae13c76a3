//! Tests spot checks: samples are small, varied and determined by the seed; a faulty engine is caught, and the shown sample can
//! be asked again.

use std::io::Cursor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use gridcheck_compare::spot::{SpotError, SpotReport, SpotRequest, spot_checks};
use gridcheck_compare::{Report, compare};
use gridcheck_engine::watch::Watch;
use gridcheck_formats::source::Source;
use gridcheck_registry::{Backtrack, Brute, Composition, ENGINES, ExactCover, Sat, Sweeping};
use gridcheck_testing::faulty::{Altered, CountedBy, CountingOnly, Edit, Faulty};
use gridcheck_testing::prelude::*;

/// No engine is left out for being slow, however busy the machine is.
const UNHURRIED: Duration = Duration::from_secs(3600);

fn british(size: usize) -> Problem {
    problem(size, rules("british"))
}

fn request<'a>(compared: &'a [&'static dyn Engine], samples: usize, seed: u64) -> SpotRequest<'a> {
    SpotRequest { drawn_by: ENGINES, compared, samples, seed, patience: UNHURRIED }
}

fn checked(problem: &Problem, engines: &[&'static dyn Engine], samples: usize, seed: u64) -> SpotReport {
    spot_checks(problem, &request(engines, samples, seed), &Unwatched).expect("samples can be drawn")
}

/// Returns an engine that is kept until the tests end, as the engines of the program are.
fn kept(engine: impl Engine + 'static) -> &'static dyn Engine {
    Box::leak(Box::new(engine))
}

/// Returns the samples of a seed, with their numbers of grids.
fn samples(problem: &Problem, number: usize, seed: u64) -> Vec<(Problem, u128)> {
    samples_by([&Backtrack, &ExactCover], problem, number, seed)
}

/// Returns the samples of a seed, as the first of two engines counts them.
fn samples_by(
    [first, second]: [&'static dyn Engine; 2],
    problem: &Problem,
    number: usize,
    seed: u64,
) -> Vec<(Problem, u128)> {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&asked);
    let recorder = CountedBy::new("recorder", first, move |prepared, run| {
        let count = prepared.count(run)?;
        record.lock().expect("no panic while it is held").push((prepared.problem().clone(), count));
        Ok(count)
    });
    let report = checked(problem, &[kept(recorder), second], number, seed);
    assert!(report.agree && report.compared == number);
    let samples = asked.lock().expect("no panic while it is held").clone();
    assert_eq!(report.grids, samples.iter().map(|(_, count)| count).sum());
    assert_eq!(report.with_grids, samples.iter().filter(|(_, count)| *count > 0).count());
    samples
}

#[test]
fn every_built_in_set_at_several_sizes() {
    for set in &BUILTIN {
        for size in [3, 6, 9] {
            let problem = problem(size, set.ruleset());
            let engines: [&'static dyn Engine; 3] = [&Backtrack, &ExactCover, &Sat];
            // The solver takes seconds for samples of 9 × 9.
            let engines = if size == 9 { &engines[..2] } else { &engines };
            match spot_checks(&problem, &request(engines, 4, 1), &Unwatched) {
                Ok(report) => {
                    assert!(report.agree, "{} {size}", set.name);
                    assert_eq!((report.compared, report.with_grids), (4, 4), "{} {size}", set.name);
                }
                Err(error) => {
                    assert!(matches!(error, SpotError::NoGrid), "{} {size}: {error}", set.name);
                    assert_eq!(Backtrack.count(&problem, &Run::new()), Ok(0), "{} {size}", set.name);
                }
            }
        }
    }
}

#[test]
fn every_symmetry_group() {
    for symmetry in Symmetry::ALL {
        for size in [6, 8] {
            let rules = Ruleset { symmetry, ..rules("american-loose") };
            let problem = problem(size, rules);
            let counter = kept(CountingOnly::new("counter", &Sat));
            let report = checked(&problem, &[&Sat, counter, &ExactCover], 4, 2);
            assert!(report.agree && report.with_grids == 4, "{symmetry:?} {size}");
        }
    }
}

#[test]
fn samples_are_distinct_with_moderate_counts_and_mixed_shapes() {
    let samples = samples(&british(11), 16, 3);
    assert!(samples.iter().all(|&(_, count)| (1..=20_000).contains(&count)));
    assert!(samples.iter().filter(|&&(_, count)| count >= 20).count() >= 8, "few samples have many grids");
    let mut pictures: Vec<String> = samples.iter().map(|(part, _)| part.givens().to_string()).collect();
    let open_row = |picture: &&String| picture.lines().any(|row| row == "?".repeat(11));
    assert!(pictures.iter().filter(open_row).count() >= 3, "whole rows are opened");
    let open_column =
        |picture: &&String| (0..11).any(|c| picture.lines().all(|row| row.as_bytes().get(c) == Some(&b'?')));
    assert!(pictures.iter().filter(open_column).count() >= 3, "whole columns are opened");
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 16);
}

#[test]
fn the_seed_determines_the_samples_and_their_order() {
    let problem = british(7);
    let four = samples(&problem, 4, 4);
    assert_eq!(four, samples(&problem, 4, 4));
    assert_eq!(four[..2], samples(&problem, 2, 4), "more samples begin with the same");
    assert_ne!(four, samples(&problem, 4, 5));
}

#[test]
fn samples_keep_the_given_squares() {
    let problem = with_squares(&british(9), &[(4, 4, false), (0, 3, true)]);
    for (part, _) in samples(&problem, 8, 6) {
        assert_eq!((part.givens().colour(4, 4), part.givens().colour(0, 3)), (Some(false), Some(true)));
    }
}

#[test]
fn samples_of_barred_grids_have_the_bars_of_grids() {
    let barred = problem(8, rules("ximenes-4"));
    let mut givens = Givens::open(8, 8);
    givens.fix_bars(1, 1, [true, false]);
    for problem in [barred.clone(), barred.with_givens(givens).expect("of that size")] {
        let samples = samples_by([&Sweeping, &Composition], &problem, 12, 6);
        assert!(samples.iter().all(|&(_, count)| (1..=20_000).contains(&count)));
        let bars = |(part, _): &&(Problem, u128)| part.givens().bars().len() >= 4;
        assert!(samples.iter().filter(bars).count() >= 6, "few samples have bars");
        let given = |(part, _): &(Problem, u128)| {
            problem.givens().square(1, 1).is_none_or(|square| part.givens().square(1, 1) == Some(square))
        };
        assert!(samples.iter().all(given));
    }
}

/// Compares on the first disputed sample again, read back from its picture.
fn asked_again(problem: &Problem, report: &SpotReport, engines: &[&dyn Engine]) -> Report {
    let first = report.first.as_ref().expect("a disagreement");
    let picture = Cursor::new(first.givens.to_string());
    let (givens, _) = Source::stream("picture", picture).givens().expect("the notation of given squares");
    assert_eq!(givens, first.givens);
    let part = problem.clone().with_givens(givens).expect("the same size");
    let again = compare(&part, engines, None, &Unwatched).expect("the engines answer");
    let counts = |report: &Report| report.answers.iter().map(|answer| answer.count).collect::<Vec<_>>();
    assert_eq!(counts(&again), counts(&first.report));
    again
}

#[test]
fn a_counting_engine_that_misreads_a_rule_is_caught() {
    let edits: [(&str, &str, Edit); 3] = [
        ("checking", "british", |rules| rules.checking = Checking::EitherHalf),
        ("min_word", "american", |rules| rules.min_word = 2),
        ("edges", "american", |rules| rules.edges = false),
    ];
    for (rule, set, edit) in edits {
        let wrong = kept(Faulty { engine: &Backtrack, edit });
        let counter = kept(CountingOnly::new("counter", wrong));
        let problem = problem(9, rules(set));
        let engines = [counter, &ExactCover, &Backtrack];
        let report = checked(&problem, &engines, 6, 7);
        assert!(!report.agree && report.disputed > 0, "{rule}");
        assert!(report.engines[0].disagreed > 0 && report.engines[1].disagreed == 0, "{rule}");
        let again = asked_again(&problem, &report, &engines);
        assert!(!again.agree, "{rule}");
        let difference = again.differences.first().unwrap_or_else(|| panic!("{rule}: {:?}", again.remarks));
        assert!(difference.opinion.violations.iter().any(|violation| violation.rule() == Some(rule)), "{rule}");
    }
}

#[test]
fn a_lister_that_overlooks_grids_is_caught() {
    let wrong = Altered { engine: &Backtrack, times: |grid: &Grid| usize::from(!grid.is_white(3, 3)) };
    let problem = british(13);
    let engines = [kept(wrong), &ExactCover, &Sat];
    let report = checked(&problem, &engines, 8, 8);
    assert!(!report.agree && report.engines[0].disagreed == report.disputed && report.disputed > 0);
    let again = asked_again(&problem, &report, &engines);
    assert!(again.differences.iter().all(|difference| difference.opinion.is_good() && difference.grid.is_white(3, 3)));
    assert!(!again.differences.is_empty());
}

/// The total number of grids is unchanged, but one grid is replaced.
#[test]
fn a_lister_with_other_grids_is_caught() {
    let swapped = Altered {
        engine: &Backtrack,
        times: |grid| match grid.one_line().as_str() {
            "...../.#.#./...../.#.#./....." => 0,
            "...##/.#.##/...../##.#./##..." => 2,
            _ => 1,
        },
    };
    assert_eq!(swapped.count(&british(5), &Run::new()), Ok(17));
    let report = checked(&british(5), &[kept(swapped), &ExactCover], 12, 9);
    assert!(!report.agree && report.disputed > 0);
}

#[test]
fn leaves_out_a_declining_engine_and_reports_its_reason() {
    let declines: fn(&Problem) -> Option<String> =
        |problem| (!problem.givens().is_empty()).then(|| "given squares".to_owned());
    let unwilling = CountingOnly { declines, ..CountingOnly::new("unwilling", &Backtrack) };
    let report = checked(&british(9), &[&Backtrack, kept(unwilling), &Sat, &Brute], 4, 10);
    assert!(report.agree);
    let unwilling = &report.engines[1];
    assert_eq!((unwilling.samples, unwilling.left_out, unwilling.why.as_deref()), (0, 4, Some("given squares")));
    assert_eq!(report.engines[0].samples, 4);
    assert!(report.engines[0].seconds > 0.0);
    let other = CountingOnly { declines: |_| Some("any square".to_owned()), ..CountingOnly::new("unwilling", &Sat) };
    let alone = spot_checks(&british(9), &request(&[&Backtrack, kept(other)], 4, 10), &Unwatched);
    let Err(error @ SpotError::TooFew(_)) = alone else { panic!("nobody to compare with") };
    assert!(error.to_string().contains("unwilling (any square)"), "{error}");
    let one = spot_checks(&british(5), &request(&[&Backtrack], 1, 1), &Unwatched);
    assert!(matches!(one, Err(SpotError::TooFew(_))));
}

#[test]
fn without_a_grid_there_is_no_sample() {
    let problem = problem(3, rules("min-4"));
    let outcome = spot_checks(&problem, &request(&[&Backtrack, &Sat], 4, 1), &Unwatched);
    assert!(matches!(outcome, Err(SpotError::NoGrid)));
}

/// A watch that hands out a single run, and keeps it.
#[derive(Default)]
struct OneRun(Arc<Run>);

impl Watch for OneRun {
    fn run(&self, _stage: &str) -> Arc<Run> {
        Arc::clone(&self.0)
    }

    fn learned(&self, _fact: String) {}
}

/// Returns an engine that simulates Ctrl-C at the last of this many questions, and counts some grids too many.
fn impatient(watch: &OneRun, questions: usize, more: u128) -> &'static dyn Engine {
    let (left, whole) = (Mutex::new(questions), Arc::clone(&watch.0));
    kept(CountedBy::new("impatient", &Backtrack, move |prepared, run| {
        let mut left = left.lock().expect("no panic while it is held");
        *left -= 1;
        if *left == 0 {
            whole.stop();
        }
        Ok(prepared.count(run)? + more)
    }))
}

#[test]
fn a_stopped_check_reports_the_samples_compared_so_far() {
    let watch = OneRun::default();
    let impatient = impatient(&watch, 3, 1);
    let report = spot_checks(&british(7), &request(&[impatient, &ExactCover], 50, 1), &watch).expect("two samples");
    assert!(report.stopped && !report.agree);
    assert_eq!((report.compared, report.disputed), (2, 2));
    let first = report.first.expect("it was wrong from the first");
    assert_eq!((first.sample, first.report.answers.len()), (1, 2));
    assert_eq!(first.report.answers[0].count, first.report.answers[1].count + 1);
}

#[test]
fn a_stop_before_any_comparison_is_no_agreement() {
    let watch = OneRun::default();
    let impatient = impatient(&watch, 1, 0);
    let report = spot_checks(&british(7), &request(&[impatient, &ExactCover], 50, 1), &watch).expect("a report");
    assert!(report.stopped && !report.agree);
    assert_eq!((report.compared, report.disputed), (0, 0));
}

#[test]
fn a_sample_without_two_answers_in_time_is_skipped() {
    let was_asked = AtomicBool::new(false);
    // It never answers the first question.
    let late = CountedBy::new("late", &Backtrack, move |prepared, run| {
        if !was_asked.swap(true, Ordering::Relaxed) {
            loop {
                run.check()?;
                thread::sleep(Duration::from_millis(1));
            }
        }
        prepared.count(run)
    });
    let engines = [kept(late), &ExactCover];
    let request = SpotRequest { patience: Duration::from_millis(500), ..request(&engines, 3, 1) };
    let report = spot_checks(&british(5), &request, &Unwatched).expect("two samples");
    assert_eq!((report.compared, report.agree, report.stopped), (2, true, false));
    let [late, other] = &report.engines[..] else { panic!("two engines") };
    assert_eq!((late.left_out, late.samples, other.left_out), (1, 2, 0));
    assert_eq!(late.why.as_deref(), Some("more than 0 s"));
}

#[test]
fn samples_without_grids_are_told_from_others() {
    /// An engine that finds no grid.
    const NOTHING: Altered = Altered { engine: &Backtrack, times: |_| 0 };
    let counters = ["one", "two"].map(|name| kept(CountingOnly::new(name, &NOTHING)));
    let report = checked(&british(7), &counters, 3, 1);
    assert_eq!((report.compared, report.with_grids, report.grids), (3, 0, 0));
    assert!(report.engines.iter().all(|engine| engine.disagreed == 0 && engine.samples == 3));
}

/// A report names its seed so that its samples can be drawn again, also by the next version. Recorded are each sample's number of
/// open squares and of grids.
#[test]
fn a_seed_draws_the_same_samples_from_version_to_version() {
    let drawn = |problem: &Problem, seed: u64| -> String {
        let open = |part: &Problem| part.givens().to_string().matches('?').count();
        let drawn = samples(problem, 12, seed);
        drawn.iter().map(|(part, count)| format!("{}:{count}", open(part))).collect::<Vec<_>>().join(" ")
    };
    let mut givens = Givens::open(8, 8);
    givens.fix(2, 2, true);
    let problem = Problem::new(8, rules("american-loose"))
        .and_then(|problem| problem.with_givens(givens))
        .expect("a fair problem");
    let british = "88:363 104:4199 75:32 91:139 93:229 104:2617 56:452 40:2 93:218 77:2076 61:1 74:2";
    assert_eq!(drawn(&self::british(11), 1), british);
    let loose = "55:64 55:560 37:10 41:31 32:22 63:2449 59:715 54:1303 63:2449 55:49 55:186 2:1";
    assert_eq!(drawn(&problem, 2), loose);
}
