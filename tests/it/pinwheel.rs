//! Compares the engine `pinwheel` with `backtrack`, which lists, and tests its long counts through the program.

use std::fs;
use std::ops::ControlFlow;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::time::{Duration, Instant};

use crate::prelude::*;
use gridcheck::engine::listing::InOrder;
use proptest::prelude::*;

/// Returns both engines' counts. The grids with quarter turns are selected from those with half turns.
fn counts(size: usize, rules: Ruleset) -> (u128, u128) {
    let problem = Problem::new(size, rules).expect("a fair problem");
    let pinwheel = Pinwheel.count(&problem, &Run::new()).expect("the engine answers");
    if problem.rules().symmetry == Symmetry::Rot180 {
        return (pinwheel, Backtrack.count(&problem, &Run::new()).expect("the engine answers"));
    }
    let half = Ruleset { symmetry: Symmetry::Rot180, ..problem.rules().clone() };
    let half = problem.with_rules(half).expect("a fair problem");
    let mut turning = 0;
    let collector = InOrder::new(|grid: &Grid| {
        turning += u128::from(grid.transformed(Transform::Rot90) == *grid);
        ControlFlow::Continue(())
    });
    Backtrack.list(&half, &Run::new(), &collector).expect("the engine answers");
    drop(collector);
    (pinwheel, turning)
}

#[test]
fn built_in_rule_sets_under_both_turns() {
    for set in &BUILTIN {
        for symmetry in [Symmetry::Rot180, Symmetry::Rot90] {
            for size in 3..=9 {
                let (pinwheel, backtrack) = counts(size, Ruleset { symmetry, ..set.ruleset() });
                assert_eq!(pinwheel, backtrack, "{} {size} {symmetry:?}", set.name);
            }
        }
    }
}

#[test]
#[ignore = "seconds in release"]
fn eleven_by_eleven() {
    for set in &BUILTIN {
        for symmetry in [Symmetry::Rot180, Symmetry::Rot90] {
            let (pinwheel, backtrack) = counts(11, Ruleset { symmetry, ..set.ruleset() });
            assert_eq!(pinwheel, backtrack, "{} {symmetry:?}", set.name);
        }
    }
}

/// Published by Keith (2026); backtracking took him 84 days.
#[test]
#[ignore = "seconds in release"]
fn thirteen_by_thirteen() {
    let problem = Problem::new(13, rules("british")).expect("a fair problem");
    assert_eq!(Pinwheel.count(&problem, &Run::new()), Ok(162_468_835_136));
    let problem = Problem::new(13, rules("american")).expect("a fair problem");
    assert_eq!(Pinwheel.count(&problem, &Run::new()), Ok(40_575_832_476));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_rule_sets(rules in rulesets(), size in 3usize..=7, quarter in prop::bool::weighted(0.3)) {
        let symmetry = if quarter { Symmetry::Rot90 } else { Symmetry::Rot180 };
        let rules = Ruleset { symmetry, ..with_whites_up_to(1, rules) };
        // Under the loosest rules there are too many 7 × 7 grids to list them for each case.
        prop_assume!(size < 7 || rules.min_word > 2 && (rules.connected || !quarter));
        let (pinwheel, backtrack) = counts(size, rules);
        prop_assert_eq!(pinwheel, backtrack);
    }
}

/// Returns the progress reports of a count in one thread: the processor time, scaled from 0 to 1 at the end, and the reported
/// part of the work. Returns `None` if the system does not measure the time of a thread.
#[cfg(target_os = "linux")]
fn told(size: usize, rules: Ruleset) -> Option<Vec<(f64, f64)>> {
    use std::sync::mpsc;

    let problem = Problem::new(size, rules).expect("a fair problem");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let (run, over) = (Run::new(), std::sync::atomic::AtomicBool::new(false));
    let (thread, name) = mpsc::channel();
    let mut told: Vec<(f64, f64)> = Vec::new();
    let time = |thread: &std::path::Path| -> Option<f64> {
        let text = fs::read_to_string(Path::new("/proc").join(thread).join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok()
    };
    std::thread::scope(|scope| {
        let (run, over) = (&run, &over);
        scope.spawn(move || {
            pool.install(|| {
                let me = fs::read_link("/proc/thread-self").unwrap_or_default();
                thread.send(me).expect("somebody listens");
                Pinwheel.count(&problem, run).expect("the engine answers");
                over.store(true, std::sync::atomic::Ordering::Relaxed);
                // The pause allows one more look.
                std::thread::sleep(Duration::from_millis(50));
            });
        });
        let me = name.recv().expect("a thread");
        let begin = time(&me).unwrap_or_default();
        while let Some(now) = time(&me) {
            told.push((now - begin, run.fraction().unwrap_or_default()));
            if over.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let &(whole, _) = told.last()?;
    Some(told.into_iter().map(|(time, fraction)| (time / whole, fraction)).collect())
}

/// After a tenth of the work, the estimated time is right within a factor of two.
#[cfg(target_os = "linux")]
fn is_fair(name: &str, told: &[(f64, f64)]) {
    assert!(told.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{name}: it goes back");
    assert!(told.last().is_some_and(|&(_, fraction)| fraction >= 1.0), "{name}: it does not end");
    let mut worst: (f64, f64) = (1.0, 0.0);
    for &(time, fraction) in told.iter().filter(|(time, _)| (0.1..1.0).contains(time)) {
        let factor = if fraction > time { fraction / time } else { time / fraction };
        worst = if factor > worst.0 { (factor, time) } else { worst };
    }
    println!(
        "{name}: {} looks, wrong by a factor of at most {:.2}, after {:.2} of the work",
        told.len(),
        worst.0,
        worst.1
    );
    for tenth in 1..10 {
        let at = told.iter().find(|(time, _)| *time >= f64::from(tenth) / 10.0);
        print!(" {:.2}:{:.2}", at.map_or(0.0, |at| at.0), at.map_or(0.0, |at| at.1));
    }
    println!();
    assert!(worst.0 < 2.0, "{name}: {worst:?}");
    // Progress is reported early, although the size of the question must be determined first.
    assert!(told.iter().filter(|(time, _)| *time > 0.1).all(|&(_, fraction)| fraction > 0.0), "{name}");
}

#[cfg(target_os = "linux")]
#[test]
fn progress_is_told_by_work() {
    for (name, size) in [("british", 11), ("either-half", 11), ("min-4", 12)] {
        let Some(told) = told(size, rules(name)) else {
            println!("skipped: the system does not tell the time of a thread");
            return;
        };
        is_fair(name, &told);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "half a minute in release"]
fn progress_of_long_counts_is_told_by_work() {
    for (name, size) in [("british", 13), ("no-pairs", 13), ("american", 15)] {
        if let Some(told) = told(size, rules(name)) {
            is_fair(name, &told);
        }
    }
}

#[test]
fn declines_unsupported_symmetries_rules_and_sizes_with_reason() {
    let why = |problem: Problem| why_unable(&Pinwheel, &problem).expect("it declines");
    let british = |size| Problem::new(size, rules("british")).expect("a fair problem");
    let with = |rules| Problem::new(7, rules).expect("a fair problem");
    assert_eq!(
        why(with(Ruleset { symmetry: Symmetry::Mirror, ..rules("british") })),
        "symmetry mirror, it supports only rot180 and rot90"
    );
    assert_eq!(why(with(Ruleset { min_white_per_row: 2, ..rules("british") })), "min_white_per_row = 2, at most 1");
    assert_eq!(why(british(25)), "size 25, at most 23");
    assert!(why_slow(&Pinwheel, &british(17)).is_some());
    assert!(is_able(&Pinwheel, &british(15)));
}

/// A count killed with `kill -9` and continued with `--resume` gives the same number.
#[test]
fn a_killed_count_resumes_with_the_same_result() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("sums.txt");
    let file = crate::program::text(&path);
    let size = "12";
    let whole = crate::program::run(&["count", "--size", size]);
    assert_eq!(whole.code, 0, "{}", whole.err);

    let child = crate::program::start(&["count", "--size", size, "--jobs", "1", "--sums", file]);
    let start = Instant::now();
    let lines = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    while lines() < 100 {
        assert!(start.elapsed() < crate::program::HANGS, "no block is written");
        std::thread::sleep(Duration::from_millis(1));
    }
    // On Unix this sends SIGKILL.
    drop(child);
    let before = fs::read_to_string(&path).expect("the file is there");
    assert!(!before.contains("total"), "it was over before it was killed");

    let fresh = crate::program::run(&["count", "--size", size, "--sums", file]);
    assert_eq!(fresh.code, 2);
    assert!(fresh.err.contains("the file exists"), "{}", fresh.err);

    let resumed = crate::program::run(&["count", "--size", size, "--sums", file, "--resume"]);
    assert_eq!((resumed.code, &resumed.out), (0, &whole.out), "{}", resumed.err);
    assert!(resumed.err.contains("blocks were counted before"), "{}", resumed.err);
    let after = fs::read_to_string(&path).expect("the file is there");
    assert!(after.lines().last().is_some_and(|line| line.starts_with(&format!("total {}", whole.out.trim()))));
}
