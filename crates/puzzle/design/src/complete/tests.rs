//! Compares the analyses with all grids of a problem, filtered.

use super::{count, *};

use std::collections::BTreeMap;
use std::time::Duration;

use gridcheck_core::grid::{Edge, Square, edges_of};
use gridcheck_core::rules::GridKind;
use gridcheck_engine::Candidates;
use gridcheck_engine::blocks::SumKind;
use gridcheck_registry::{Backtrack, Brute, ENGINES};
use gridcheck_testing::prelude::*;
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::Diagnostic;

fn candidates(problem: &Problem) -> Candidates {
    Candidates::new(ENGINES, problem, &SumKind::Plain)
}

/// Paints some squares: as in `model` if there is one, else in random colours or with random bars.
fn painted(rng: &mut SeededRng, problem: &Problem, squares: usize, model: Option<&Grid>) -> Givens {
    let mut givens = problem.givens().clone();
    for _ in 0..squares {
        let (r, c) = (rng.below(problem.height()), rng.below(problem.width()));
        match (problem.rules().kind, model) {
            (_, Some(grid)) => givens.fix_square(r, c, state(grid, (r, c))),
            (GridKind::Blocks, None) => givens.fix(r, c, rng.one_in(2)),
            (GridKind::Bars, None) => givens.fix_bars(r, c, [rng.one_in(2), rng.one_in(2)]),
        }
    }
    givens
}

/// Returns the colour of a square, and its bars, at its right and below it.
fn state(grid: &Grid, (r, c): Square) -> (bool, [bool; 2]) {
    (grid.is_white(r, c), grid.bars().after((r, c)))
}

/// Returns what all of these are; `None` if they differ, or there is none.
fn common<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// Passes on paintings of problems of 3 to 5 and 7, a third of them barred, with all grids of the problem. Half of the paintings certainly
/// have a completion.
fn each_painting(rounds: usize, mut ask: impl FnMut(&Problem, &[Grid])) {
    let mut rng = SeededRng::new(21);
    let mut questions = vec![(problem(7, british()), 20), (problem(7, builtin("min-4").expect("built in")), 10)];
    for round in 0..rounds {
        let symmetry = Symmetry::ALL[round % 8];
        let size = if symmetry == Symmetry::None { 4 } else { 5 };
        questions.push((problem(size, rng.rules(symmetry)), 6));
        if round % 2 == 0 {
            let symmetry = [Symmetry::Rot180, Symmetry::None, Symmetry::Rot90, Symmetry::Diagonal][round / 2 % 4];
            let size = if symmetry == Symmetry::None { 3 } else { 4 };
            questions.push((problem(size, rng.barred_rules(symmetry)), 6));
        }
    }
    for (open, paintings) in questions {
        let n = open.height();
        let all = if n == 7 { listed(&Backtrack, &open) } else { listed(&Brute, &open) };
        for painting in 0..paintings {
            let model = if painting % 2 == 0 && !all.is_empty() { Some(&all[rng.below(all.len())]) } else { None };
            let squares = rng.below(if model.is_some() { n * n / 2 } else { n * n / 4 });
            let givens = painted(&mut rng, &open, squares, model);
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
    let (mut forced_squares, mut forced_edges, mut without) = (0, 0, 0);
    each_painting(60, |question, all| {
        let completions = completions(question, all);
        match forced(question, &Run::new()).expect("the run is not stopped") {
            None => {
                assert!(completions.is_empty(), "{question:?}");
                without += 1;
            }
            Some(Forced { squares, edges: found, example }) => {
                assert!(completions.contains(&&example));
                for (r, c) in question.size().positions() {
                    let expected = common(completions.iter().map(|grid| state(grid, (r, c))));
                    assert_eq!(squares.square(r, c), expected, "row {r}, column {c} of {question:?}");
                    forced_squares += usize::from(expected.is_some() && question.givens().colour(r, c).is_none());
                }
                let bar = |(one, other): Edge| common(completions.iter().map(|grid| grid.bars().between(one, other)));
                let barred = edges_of(question.size()).filter(|_| question.rules().kind == GridKind::Bars);
                let expected: BTreeMap<Edge, bool> = barred.filter_map(|edge| Some((edge, bar(edge)?))).collect();
                assert_eq!(found, expected, "{question:?}");
                forced_edges += expected.keys().filter(|&&edge| question.givens().bar(edge).is_none()).count();
            }
        }
    });
    let told = format!("{forced_squares} squares, {forced_edges} edges, {without} without completion");
    assert!(forced_squares > 500 && forced_edges > 300 && without > 50, "{told}");
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
        let expected = tally(question, &completions);
        let run = Run::new();
        let shared = shares(&candidates(question), total, limit, &run);
        assert_eq!(shared, Ok(Shares::Counted(expected.clone())), "{question:?}");
        if let Ok(Some(forced)) = forced(question, &run) {
            assert_eq!(disagreement(question, &forced, total, &expected), None);
            let last = question.height() - 1;
            let mut wrong = expected.clone();
            let count = match &mut wrong {
                Tally::Whites(rows) => &mut rows[last][0],
                Tally::Bars(rows) => &mut rows[last][0][0],
            };
            *count = if *count == 0 { total } else { 0 };
            assert_eq!(disagreement(question, &forced, total, &wrong), Some((last, 0)));
        }
        // As if there were too many completions to list.
        match (shares(&candidates(question), u128::MAX, limit, &run), expected) {
            (Ok(Shares::Counted(Tally::Whites(mut by_square))), Tally::Whites(expected)) => {
                let painted = |&(r, c): &Square| question.givens().colour(r, c) == Some(true);
                for (r, c) in question.size().positions().filter(painted) {
                    // This repeats the total that it was given.
                    by_square[r][c] = total;
                }
                assert_eq!(by_square, expected, "{question:?}");
            }
            (Ok(Shares::NotCounted(why)), Tally::Bars(_)) => assert_eq!(why, "they are too many to list in 600 s"),
            (other, _) => panic!("{other:?} for {question:?}"),
        }
    });
}

/// Counts over grids in how many each square is white, or has bars.
fn tally(question: &Problem, grids: &[&Grid]) -> Tally {
    let count = |is_there: &dyn Fn(&Grid) -> bool| grids.iter().filter(|grid| is_there(grid)).count() as u128;
    let columns = 0..question.width();
    let rows = 0..question.height();
    match question.rules().kind {
        GridKind::Blocks => {
            let white = |(r, c)| count(&|grid| grid.is_white(r, c));
            Tally::Whites(rows.map(|r| columns.clone().map(|c| white((r, c))).collect()).collect())
        }
        GridKind::Bars => {
            let bars = |square| [0, 1].map(|side| count(&|grid| grid.bars().after(square)[side]));
            Tally::Bars(rows.map(|r| columns.clone().map(|c| bars((r, c))).collect()).collect())
        }
    }
}

/// A judge that accepts some grids leaves the forced squares and the shares of these.
#[test]
fn accepted_completions_are_those_of_the_judge() {
    let (mut some, mut none) = (0, 0);
    each_painting(30, |question, all| {
        let accepts = |grid: &Grid| (grid.whites() + grid.bars().len()).is_multiple_of(3);
        let completions = completions(question, all);
        let kept: Vec<&Grid> = completions.iter().copied().filter(|grid| accepts(grid)).collect();
        let found = accepted(&candidates(question), &Run::new(), accepts)
            .expect("no engine fails")
            .expect("they can be listed");
        assert_eq!((found.listed, found.count), (completions.len() as u128, kept.len() as u128), "{question:?}");
        assert_eq!(found.tally, tally(question, &kept));
        let Some(forced) = found.forced else {
            none += usize::from(kept.is_empty());
            return;
        };
        for (r, c) in question.size().positions() {
            let expected = common(kept.iter().map(|grid| state(grid, (r, c))));
            assert_eq!(forced.squares.square(r, c), expected, "row {r}, column {c} of {question:?}");
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
    let Ok(Shares::NotCounted(why)) = shares(&question, u128::MAX, limit, &Run::new()) else { panic!("not so fast") };
    assert_eq!(why, "not in 0.001 s: 0 of 85 squares done");
    let stopped = stopped();
    assert!(count(&question, limit, &stopped).is_err() && shares(&question, 1, limit, &stopped).is_err());
}

/// An exclusion excludes every grid and no square of it is redundant. If it is called smallest, no exclusion has fewer squares.
#[test]
fn exclusions_are_irreducible_and_smallest_where_they_say_so() {
    let (mut seen, mut smallest_seen) = (0, 0);
    each_painting(120, |question, all| {
        let found = exclusion(question, &Run::new()).expect("the run is not stopped");
        assert_eq!(found.is_none(), !completions(question, all).is_empty());
        let Some(Exclusion { squares, smallest }) = found else { return };
        let is_painted =
            |grid: &Grid, square: Square| question.givens().square(square.0, square.1) == Some(state(grid, square));
        let agrees = |grid: &Grid, squares: &[Square]| squares.iter().all(|&square| is_painted(grid, square));
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
    let mut seen = BTreeMap::<&str, usize>::new();
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
            assert_broken(&broken, &grid, &validator);
        }
        for broken in broken {
            *seen.entry(broken.rule().expect("a rule of the rule set")).or_default() +=
                usize::from(!open_squares.is_empty());
        }
    }
    assert!(seen.len() >= 10 && seen.values().all(|&times| times > 10), "{seen:?}");
}

#[test]
fn a_rule_of_barred_grids_broken_already_is_broken_in_every_filling() {
    let mut rng = SeededRng::new(23);
    let mut seen = BTreeMap::<&str, usize>::new();
    for round in 0..1500 {
        let rules: Ruleset = rng.barred_rules(Symmetry::ALL[round % 8]);
        let size = 3 + rng.below(2);
        let question = problem(size, rules.clone());
        let mut grid = Grid::white(size, size);
        let share = 2 + rng.below(3);
        for (one, other) in edges_of(question.size()) {
            grid.bars_mut().set_between(one, other, rng.below(share) == 0);
        }
        let open_squares: Vec<Square> = (0..rng.below(4)).map(|_| (rng.below(size), rng.below(size))).collect();
        let mut givens = question.givens().clone();
        for (r, c) in question.size().positions().filter(|square| !open_squares.contains(square)) {
            givens.fix_bars(r, c, grid.bars().after((r, c)));
        }
        let question = question.with_givens(givens).expect("of that size");
        let broken = broken_already(&question);
        let open: Vec<Edge> = edges_of(question.size()).filter(|&edge| question.givens().bar(edge).is_none()).collect();
        let validator = Validator::new(&rules);
        for filling in 0..1_u32 << open.len() {
            for (i, &(one, other)) in open.iter().enumerate() {
                grid.bars_mut().set_between(one, other, filling >> i & 1 == 1);
            }
            assert_broken(&broken, &grid, &validator);
        }
        for broken in broken {
            *seen.entry(broken.rule().expect("a rule of the rule set")).or_default() += usize::from(!open.is_empty());
        }
    }
    assert!(seen.len() >= 6 && seen.values().all(|&times| times > 10), "{seen:?}");
}

/// Asserts that a grid with the symmetry breaks all these rules, in the same way.
fn assert_broken(broken: &[Diagnostic], grid: &Grid, validator: &Validator) {
    let violations = validator.violations(grid);
    if violations.iter().any(|violation| violation.rule() == Some("symmetry")) {
        return;
    }
    for broken in broken {
        // The number of pieces may differ; that there are several must not.
        let is_rule =
            |violation: &Diagnostic| violation.rule() == Some("connected") && broken.rule() == Some("connected");
        let is_there =
            violations.contains(&Diagnostic { name: None, ..broken.clone() }) || violations.iter().any(is_rule);
        assert!(is_there, "{} not in {grid:?}", broken.line());
    }
}
