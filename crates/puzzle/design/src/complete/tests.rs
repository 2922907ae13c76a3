//! Compares the analyses with all grids of a problem, filtered.

use super::{count, *};

use std::time::Duration;

use gridcheck_engine::Candidates;
use gridcheck_engine::blocks::SumKind;
use gridcheck_registry::{Backtrack, Brute, ENGINES};
use gridcheck_testing::prelude::*;
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::Diagnostic;

fn candidates(problem: &Problem) -> Candidates {
    Candidates::new(ENGINES, problem, &SumKind::Plain)
}

/// Paints some squares: as in `model` if there is one, else in random colours.
fn painted(rng: &mut SeededRng, size: usize, squares: usize, model: Option<&Grid>) -> Givens {
    let mut givens = Givens::open(size, size);
    for _ in 0..squares {
        let (r, c) = (rng.below(size), rng.below(size));
        givens.fix(r, c, model.map_or_else(|| rng.one_in(2), |grid| grid.is_white(r, c)));
    }
    givens
}

/// Returns problems of 4, 5 and 7 with all their grids, and paintings of them. Half of the paintings certainly have a completion.
fn each_painting(rounds: usize, mut ask: impl FnMut(&Problem, &[Grid])) {
    let mut rng = SeededRng::new(21);
    let mut questions = vec![(problem(7, british()), 20), (problem(7, builtin("min-4").expect("built in")), 10)];
    for round in 0..rounds {
        let symmetry = Symmetry::ALL[round % 8];
        let size = if symmetry == Symmetry::None { 4 } else { 5 };
        questions.push((problem(size, rng.rules(symmetry)), 6));
    }
    for (open, paintings) in questions {
        let n = open.height();
        let all = if n == 7 { listed(&Backtrack, &open) } else { listed(&Brute, &open) };
        for painting in 0..paintings {
            let model = if painting % 2 == 0 && !all.is_empty() { Some(&all[rng.below(all.len())]) } else { None };
            let squares = rng.below(if model.is_some() { n * n / 2 } else { n * n / 4 });
            let givens = painted(&mut rng, n, squares, model);
            let question = open.clone().with_givens(givens).expect("of that size");
            ask(&question, &all);
        }
    }
}

fn completions<'a>(question: &Problem, all: &'a [Grid]) -> Vec<&'a Grid> {
    all.iter().filter(|grid| question.givens().first_broken(grid).is_none()).collect()
}

#[test]
fn forced_squares_are_those_that_all_completions_have() {
    let (mut forced_squares, mut without) = (0, 0);
    each_painting(60, |question, all| {
        let completions = completions(question, all);
        match forced(question, &Run::new()).expect("the run is not stopped") {
            None => {
                assert!(completions.is_empty(), "{question:?}");
                without += 1;
            }
            Some(Forced { squares, example }) => {
                assert!(completions.contains(&&example));
                for (r, c) in question.size().positions() {
                    let white = completions.iter().filter(|grid| grid.is_white(r, c)).count();
                    let colour = if white == completions.len() {
                        Some(true)
                    } else if white == 0 {
                        Some(false)
                    } else {
                        None
                    };
                    assert_eq!(squares.colour(r, c), colour, "row {r}, column {c} of {question:?}");
                    forced_squares += usize::from(colour.is_some() && question.givens().colour(r, c).is_none());
                }
            }
        }
    });
    assert!(forced_squares > 500 && without > 50, "{forced_squares} forced, {without} without completion");
}

#[test]
fn counts_and_shares_are_those_of_all_completions() {
    let limit = Duration::from_secs(600);
    each_painting(30, |question, all| {
        let completions = completions(question, all);
        let total = completions.len() as u128;
        let Ok(CompletionCount::Exactly(counted, _)) = count(&candidates(question), limit, &Run::new()) else {
            panic!("{question:?}")
        };
        assert_eq!(counted, total, "{question:?}");
        let n = question.height();
        let share = |r, c| completions.iter().filter(|grid| grid.is_white(r, c)).count() as u128;
        let expected: Vec<Vec<u128>> = (0..n).map(|r| (0..n).map(|c| share(r, c)).collect()).collect();
        let run = Run::new();
        assert_eq!(
            whites(&candidates(question), total, limit, &run),
            Ok(WhiteCounts::Counted(expected.clone())),
            "{question:?}"
        );
        if let Ok(Some(forced)) = forced(question, &run) {
            assert_eq!(disagreement(question, &forced, total, &expected), None);
            let mut wrong = expected.clone();
            wrong[n - 1][0] = if wrong[n - 1][0] == 0 { total } else { 0 };
            assert_eq!(disagreement(question, &forced, total, &wrong), Some((n - 1, 0)));
        }
        // Count square by square, as if there were too many completions to list.
        let by_square = whites(&candidates(question), u128::MAX, limit, &run).expect("the run is not stopped");
        let WhiteCounts::Counted(mut by_square) = by_square else { panic!("{by_square:?}") };
        for (r, c) in question.size().positions().filter(|&(r, c)| question.givens().colour(r, c) == Some(true)) {
            // This repeats the total that it was given.
            by_square[r][c] = total;
        }
        assert_eq!(by_square, expected, "{question:?}");
    });
}

/// A judge that accepts some grids leaves the forced squares and the shares of these.
#[test]
fn accepted_completions_are_those_of_the_judge() {
    let (mut some, mut none) = (0, 0);
    each_painting(30, |question, all| {
        let accepts = |grid: &Grid| grid.whites().is_multiple_of(3);
        let completions = completions(question, all);
        let kept: Vec<&Grid> = completions.iter().copied().filter(|grid| accepts(grid)).collect();
        let found = accepted(&candidates(question), &Run::new(), accepts)
            .expect("no engine fails")
            .expect("they can be listed");
        assert_eq!((found.listed, found.count), (completions.len() as u128, kept.len() as u128), "{question:?}");
        let Some(forced) = found.forced() else {
            none += usize::from(kept.is_empty());
            return;
        };
        for (r, c) in question.size().positions() {
            let white = kept.iter().filter(|grid| grid.is_white(r, c)).count();
            assert_eq!(found.whites[r][c], white as u128);
            let expected = Some(white > 0).filter(|_| white == 0 || white == kept.len());
            assert_eq!(forced.squares.colour(r, c), expected, "row {r}, column {c} of {question:?}");
        }
        some += usize::from(kept.len() < completions.len());
    });
    assert!(some > 20 && none > 20, "{some} and {none}");
    let stopped = stopped();
    assert_eq!(accepted(&candidates(&problem(9, british())), &stopped, |_| true), Ok(None));
}

#[test]
fn reports_counts_and_shares_not_finished_in_time() {
    let question = candidates(&problem(13, british()));
    let limit = Duration::from_millis(1);
    let Ok(CompletionCount::TooMany(why)) = count(&question, limit, &Run::new()) else {
        panic!("13 x 13 in a millisecond")
    };
    assert_eq!(why, "not in 0.001 s");
    let Ok(WhiteCounts::NotCounted(why)) = whites(&question, u128::MAX, limit, &Run::new()) else {
        panic!("not so fast")
    };
    assert_eq!(why, "not in 0.001 s: 0 of 85 squares done");
    let stopped = stopped();
    assert!(count(&question, limit, &stopped).is_err() && whites(&question, 1, limit, &stopped).is_err());
}

/// An exclusion excludes every grid and no square of it is redundant. If it is called smallest, no exclusion has fewer squares.
#[test]
fn exclusions_are_irreducible_and_smallest_where_they_say_so() {
    let (mut seen, mut smallest_seen) = (0, 0);
    each_painting(120, |question, all| {
        let found = exclusion(question, &Run::new()).expect("the run is not stopped");
        assert_eq!(found.is_none(), !completions(question, all).is_empty());
        let Some(Exclusion { squares, smallest }) = found else { return };
        let colour = |(r, c): Square| question.givens().colour(r, c).expect("a painted square");
        let agrees =
            |grid: &Grid, squares: &[Square]| squares.iter().all(|&(r, c)| grid.is_white(r, c) == colour((r, c)));
        let excludes = |squares: &[Square]| !all.iter().any(|grid| agrees(grid, squares));
        assert!(excludes(&squares), "{squares:?} {question:?}");
        for i in 0..squares.len() {
            let mut rest = squares.clone();
            rest.remove(i);
            assert!(!excludes(&rest), "{squares:?} without number {i}: {question:?}");
        }
        let given: Vec<Square> =
            question.size().positions().filter(|&(r, c)| question.givens().colour(r, c).is_some()).collect();
        if smallest && squares.len() > 1 && squares.len() <= 4 {
            let fewer = subsets(&given, squares.len() - 1);
            assert!(!fewer.iter().any(|subset| excludes(subset)), "{squares:?} {question:?}");
            smallest_seen += 1;
        }
        seen += 1;
    });
    assert!(seen > 50 && smallest_seen > 25, "{seen} and {smallest_seen}");
}

/// Returns all subsets of that many squares.
fn subsets(squares: &[Square], size: usize) -> Vec<Vec<Square>> {
    match squares {
        _ if size == 0 => vec![Vec::new()],
        [] => Vec::new(),
        [first, rest @ ..] => {
            let mut with = subsets(rest, size - 1);
            for subset in &mut with {
                subset.push(*first);
            }
            with.extend(subsets(rest, size));
            with
        }
    }
}

/// A rule that is reported as broken already is broken in every filling, and in the same way if the filling has the symmetry.
#[test]
fn a_rule_broken_already_is_broken_in_every_filling() {
    let mut rng = SeededRng::new(22);
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for round in 0..3000 {
        let rules: Ruleset = rng.rules(Symmetry::ALL[round % 8]);
        let size = 3 + rng.below(3);
        let mut givens = Givens::open(size, size);
        let white = 1 + rng.below(4);
        (0..size * size).for_each(|i| givens.fix(i / size, i % size, !rng.one_in(white)));
        let mut open = Givens::open(size, size);
        let open_squares: Vec<Square> = (0..rng.below(6)).map(|_| (rng.below(size), rng.below(size))).collect();
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            if !open_squares.contains(&(r, c)) {
                open.fix(r, c, givens.colour(r, c) == Some(true));
            }
        }
        let question = problem(size, rules.clone()).with_givens(open).expect("of that size");
        let broken = broken_already(&question);
        let validator = Validator::new(&rules);
        for filling in 0..1_u32 << open_squares.len() {
            let mut grid = Grid::black(size, size);
            question.size().positions().for_each(|(r, c)| grid.set_white(r, c, givens.colour(r, c) == Some(true)));
            for (i, &(r, c)) in open_squares.iter().enumerate() {
                grid.set_white(r, c, filling >> i & 1 == 1);
            }
            let violations = validator.violations(&grid);
            let asymmetrical = violations.iter().any(|violation| violation.rule() == Some("symmetry"));
            for broken in &broken {
                // The number of pieces may differ; that there are several must not.
                let is_rule = |violation: &Diagnostic| {
                    violation.rule() == Some("connected") && broken.rule() == Some("connected")
                };
                let is_there =
                    violations.contains(&Diagnostic { name: None, ..broken.clone() }) || violations.iter().any(is_rule);
                let is_there = asymmetrical || is_there;
                assert!(is_there, "{} not in {grid:?} of {question:?}", broken.line());
            }
        }
        for broken in broken {
            *seen.entry(broken.rule().expect("a rule of the rule set")).or_default() +=
                usize::from(!open_squares.is_empty());
        }
    }
    assert!(seen.len() >= 10 && seen.values().all(|&times| times > 10), "{seen:?}");
}
