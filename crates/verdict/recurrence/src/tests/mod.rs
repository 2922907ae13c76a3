//! The counts against a judge that reads whole grids and shares nothing with the automaton, and against engines.

use std::sync::{Arc, Mutex};

mod random;

use super::*;

use gridcheck_core::rules::{RulesOnGrid, RulesOnWords};
use gridcheck_registry::{Brute, ENGINES, Frontier, Kaleidoscope};
use gridcheck_testing::faulty::{Edit, Faulty};
use gridcheck_testing::prelude::*;

fn named(name: &str, symmetry: Symmetry) -> Ruleset {
    Ruleset { symmetry, ..builtin(name).expect("built in") }
}

fn found(height: usize, rules: &Ruleset) -> Recurrence {
    of_automaton(height, rules, &Unwatched).unwrap_or_else(|error| panic!("{error}: {rules:?}"))
}

/// A grid, row by row.
type Squares = Vec<Vec<bool>>;

/// Judges a grid by the rule book, naively.
fn obeys(grid: &Squares, asked: &Ruleset) -> bool {
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        asked.on_words();
    let RulesOnGrid { edges, connected, symmetry } = asked.on_grid();
    let min_white_per_row = asked.on_lines().whites_up_to(MAX_SIZE).expect("strips support no other rule about lines");
    let most = |limit| if let Limit::AtMost(most) = limit { most } else { usize::MAX };
    let (height, width) = (grid.len(), grid[0].len());
    let turned: Squares = (0..width).map(|c| (0..height).map(|r| grid[r][c]).collect()).collect();
    let across = words(grid);
    let down: Vec<Vec<usize>> = {
        let lengths = words(&turned);
        (0..height).map(|r| (0..width).map(|c| lengths[c][r]).collect()).collect()
    };
    let whites: Vec<(usize, usize)> =
        (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).filter(|&(r, c)| grid[r][c]).collect();
    if whites.is_empty() || whites.iter().any(|&(r, c)| across[r][c] < 2 && down[r][c] < 2) {
        return false;
    }
    let half_turn: Squares = grid.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
    if symmetry == Symmetry::Rot180 && half_turn != *grid {
        return false;
    }
    let lines = || grid.iter().chain(&turned);
    let white = |line: &Vec<bool>| line.iter().filter(|&&white| white).count();
    if lines().any(|line| white(line) < min_white_per_row) {
        return false;
    }
    let outer = [grid.first(), grid.last(), turned.first(), turned.last()];
    if edges && outer.into_iter().flatten().any(|line| white(line) == 0) {
        return false;
    }
    if connected {
        let mut reached = vec![whites[0]];
        let mut next = 0;
        while next < reached.len() {
            let (r, c) = reached[next];
            next += 1;
            let near: Vec<(usize, usize)> = whites
                .iter()
                .copied()
                .filter(|&(row, column)| row.abs_diff(r) + column.abs_diff(c) == 1 && !reached.contains(&(row, column)))
                .collect();
            reached.extend(near);
        }
        if reached.len() < whites.len() {
            return false;
        }
    }
    let is_checked = |r: usize, c: usize| across[r][c] > 1 && down[r][c] > 1;
    let checked: Squares = (0..height).map(|r| (0..width).map(|c| is_checked(r, c)).collect()).collect();
    let checked_down: Squares = (0..width).map(|c| (0..height).map(|r| is_checked(r, c)).collect()).collect();
    let each = grid.iter().zip(&checked).chain(turned.iter().zip(&checked_down));
    each.into_iter().all(|(line, checked)| {
        let places: Vec<usize> = (0..line.len()).collect();
        places.chunk_by(|&one, &other| line[one] == line[other]).filter(|run| line[run[0]]).all(|run| {
            let length = run.len();
            if length == 1 {
                return single_cells;
            }
            let pattern: Vec<bool> = run.iter().map(|&place| checked[place]).collect();
            let number = pattern.iter().filter(|&&checked| checked).count();
            let runs: Vec<usize> = pattern.split(|&checked| checked).map(<[bool]>::len).collect();
            length >= min_word
                && length <= most(max_word)
                && match checking {
                    Checking::All => number == length,
                    Checking::CeilHalf => number == length.div_ceil(2),
                    Checking::EitherHalf => number == length / 2 || number == length.div_ceil(2),
                    Checking::AtLeastHalf => 2 * number >= length,
                    Checking::Any => true,
                    Checking::ByLength(_) => panic!("strips do not support a table"),
                }
                && runs.iter().all(|&run| run <= most(max_unchecked_run))
                && runs[0] <= most(max_unchecked_run_at_ends)
                && runs[runs.len() - 1] <= most(max_unchecked_run_at_ends)
        })
    })
}

/// Returns, for each square, the length of the run that it is in along its line.
fn words(lines: &Squares) -> Vec<Vec<usize>> {
    let in_line = |line: &Vec<bool>| {
        line.chunk_by(|one, other| one == other)
            .flat_map(|run| vec![if run[0] { run.len() } else { 0 }; run.len()])
            .collect()
    };
    lines.iter().map(in_line).collect()
}

/// Counts by trying every grid.
fn tried(height: usize, width: usize, rules: &Ruleset) -> u32 {
    let grids = 0..1_u32 << (height * width);
    let squares = |bits: u32| -> Squares {
        (0..height).map(|r| (0..width).map(|c| bits >> (r * width + c) & 1 == 1).collect()).collect()
    };
    grids.filter(|&bits| obeys(&squares(bits), rules)).count() as u32
}

fn agrees_with_trying(height: usize, width: usize, rules: &Ruleset, found: &Recurrence) -> bool {
    let expected = tried(height, width, rules);
    assert_eq!(found.first_terms(width)[width - 1], BigUint::from(expected), "{height} × {width}, {rules:?}");
    expected > 0
}

const GROUPS: [Symmetry; 2] = [Symmetry::None, Symmetry::Rot180];

#[test]
fn counts_of_named_rule_sets_equal_trying_every_grid() {
    let bounded = |name: &str| Ruleset { max_word: Limit::AtMost(5), ..named(name, Symmetry::None) };
    let mut sets: Vec<Ruleset> =
        ["american", "american-loose", "no-pairs"].map(|name| named(name, Symmetry::None)).into();
    sets.extend(["british", "either-half", "min-4"].map(bounded));
    sets.push(Ruleset { connected: true, edges: true, ..Ruleset::lax() });
    let mut some = 0;
    for symmetry in GROUPS {
        for rules in sets.iter().map(|rules| Ruleset { symmetry, ..rules.clone() }) {
            for height in 1..=4 {
                let found = found(height, &rules);
                some += (1..=4).filter(|&width| agrees_with_trying(height, width, &rules, &found)).count();
            }
            some += usize::from(agrees_with_trying(3, 5, &rules, &found(3, &rules)));
        }
    }
    assert!(some > 80, "{some}");
}

#[test]
fn counts_of_random_rule_sets_equal_trying_every_grid() {
    let mut rng = SeededRng::new(2026);
    let (mut some, mut refused) = (0, 0);
    for round in 0..240 {
        let rules = with_whites_up_to(MAX_SIZE, rng.rules(GROUPS[round % 2]));
        let height = 1 + rng.below(4);
        match of_automaton(height, &rules, &Unwatched) {
            Ok(found) => {
                let widths = 1..=12 / height;
                some += widths.filter(|&width| agrees_with_trying(height, width, &rules, &found)).count();
            }
            Err(StripError::Unbounded(..)) => refused += 1,
            Err(error) => panic!("{error}: {rules:?}"),
        }
    }
    assert!(some > 150 && (1..60).contains(&refused), "{some} {refused}");
}

#[test]
fn squares_are_as_engines_count_them() {
    let mut rng = SeededRng::new(7);
    let mut asked = 0;
    let mut compare = |size: usize, rules: &Ruleset| {
        let engine: &dyn Engine = if rules.symmetry == Symmetry::None { &Kaleidoscope } else { &Frontier };
        let problem = Problem::new(size, rules.clone()).expect("a fair problem");
        if !is_able(engine, &problem) {
            return;
        }
        let Ok(found) = of_automaton(size, rules, &Unwatched) else { return };
        let expected = engine.count(&problem, &Run::new()).expect("a count");
        assert_eq!(found.first_terms(size)[size - 1], BigUint::from(expected), "{size} {rules:?}");
        asked += 1;
    };
    for symmetry in GROUPS {
        for set in &BUILTIN {
            for size in 3..=5 {
                let rules = Ruleset { symmetry, ..set.ruleset() };
                let bounded = Ruleset { max_word: Limit::AtMost(5), ..rules.clone() };
                compare(size, if rules.checking == Checking::All { &rules } else { &bounded });
            }
        }
        for _ in 0..40 {
            let rules = rng.common_rules(symmetry);
            compare(3 + rng.below(2), &rules);
        }
    }
    assert!(asked > 100, "{asked}");
}

/// All rules treat rows and columns alike, so a strip may be laid on its side.
#[test]
fn rows_and_columns_exchange_roles() {
    let sets = ["american", "american-loose", "no-pairs"].map(|name| builtin(name).expect("built in"));
    let lax = Ruleset { edges: true, connected: true, min_white_per_row: 2, ..Ruleset::lax() };
    let long = Ruleset { max_word: Limit::AtMost(5), ..builtin("british").expect("built in") };
    for symmetry in GROUPS {
        for rules in sets.iter().chain([&lax, &long]).map(|rules| Ruleset { symmetry, ..rules.clone() }) {
            let table: Vec<Vec<BigUint>> = (1..=5).map(|height| found(height, &rules).first_terms(5)).collect();
            for (height, width) in (0..5).flat_map(|height| (0..height).map(move |width| (height, width))) {
                assert_eq!(table[height][width], table[width][height], "{height} {width} {rules:?}");
            }
        }
        let rules = named("american", symmetry);
        assert_eq!(found(7, &rules).first_terms(6)[5], found(6, &rules).first_terms(7)[6]);
    }
}

#[test]
fn recurrence_terms_generating_function_and_state_counts_agree() {
    for (height, rules) in [
        (4, named("american", Symmetry::None)),
        (3, named("british", Symmetry::None)),
        (3, named("british", Symmetry::Rot180)),
        (1, named("american", Symmetry::None)),
        (4, Ruleset { max_word: Limit::AtMost(4), min_white_per_row: 6, ..named("no-pairs", Symmetry::None) }),
    ] {
        let found = found(height, &rules);
        let terms: Vec<BigInt> = found.first_terms(60).into_iter().map(BigInt::from).collect();
        let order = found.order();
        assert!(order < found.holds_from && found.holds_from <= found.bound + 1);
        assert_eq!(found.terms.len(), found.holds_from - 1 + found.bound);
        // From there on and no earlier, terms are sums of those before them.
        let holds = |n: usize| {
            let products = found.coefficients.iter().enumerate().map(|(i, one)| one * &terms[n - 2 - i]);
            products.sum::<BigInt>() == terms[n - 1]
        };
        assert!((found.holds_from..=60).all(holds), "{rules:?}");
        assert!(found.holds_from == order + 1 || !holds(found.holds_from - 1), "{rules:?}");
        // The generating function times its denominator is its numerator.
        let series: Vec<BigInt> = std::iter::once(BigInt::ZERO).chain(terms).collect();
        for n in 0..60 {
            let products = found.denominator.iter().take(n + 1).enumerate().map(|(i, one)| one * &series[n - i]);
            let expected = found.numerator.get(n).cloned().unwrap_or(BigInt::ZERO);
            assert_eq!(products.sum::<BigInt>(), expected, "{n} {rules:?}");
        }
        assert_eq!(found.denominator[0], BigInt::from(1));
        assert!(found.states.merged <= found.states.useful && found.states.useful <= found.states.reachable);
    }
}

/// Strips of five rows and up to forty columns, by the recurrence and by counting them with the automaton before anything is merged.
#[test]
fn forty_terms_equal_the_counts_of_the_unmerged_automaton() {
    for symmetry in GROUPS {
        for name in ["american", "no-pairs"] {
            let rules = named(name, symmetry);
            let (strip, group) = strip(5, &rules).expect("a good question");
            let run = Run::new();
            let Layer { automaton, single, .. } = Layer::explore(&strip, group, &run).expect("finite");
            let counted = Sequence { automaton, group, single }.exact(40, &run).expect("no stop");
            let answer = found(5, &rules);
            // Only the irregular terms are kept, and the recurrence makes the others.
            let short = Recurrence { terms: answer.terms[..answer.holds_from - 1].to_vec(), ..answer };
            assert_eq!(short.first_terms(40), counted, "{rules:?}");
        }
    }
}

/// A growth rate is what the last terms say it is.
#[test]
fn a_growth_rate_is_the_quotient_of_late_terms() {
    let rules = Ruleset { edges: true, connected: true, ..Ruleset::lax() };
    for height in 2..=5 {
        let found = found(height, &rules);
        let terms = found.first_terms(200);
        let digits = BigUint::from(10_u32).pow(12);
        let quotient = &terms[199] * &digits / &terms[198];
        let quotient = u64::try_from(quotient).expect("a small number") as f64 / 1e12;
        assert!((quotient - found.growth).abs() < 1e-9, "{height}: {quotient} {}", found.growth);
    }
}

/// Returns a strip whose columns have these numbers, the top row being 1.
fn columns(height: usize, list: &[u32]) -> Squares {
    (0..height).map(|r| list.iter().map(|column| column >> r & 1 == 1).collect()).collect()
}

/// British strips of four to seven rows need a counter: in the second row a word may owe k checked letters, which another stretch pays. Beginnings
/// that differ in k need different ends, so no two of them lead to one state (Myhill 1957, Nerode 1958), and no finite automaton tells
/// these strips from others.
#[test]
fn british_strips_of_four_rows_and_more_have_no_finite_automaton() {
    let rules = named("british", Symmetry::None);
    let (owing, paying, owed) = ([15, 10, 10, 15, 2, 2], [7, 14], [4, 4, 15, 5, 5, 15]);
    for (height, first) in [(4, &[][..]), (5, &[30, 10]), (6, &[56, 40, 56]), (7, &[56, 40, 120])] {
        for (k, j) in (1..6).flat_map(|k| (1..6).map(move |j| (k, j))) {
            let strip = [first, &owing.repeat(k), &paying.repeat(j), &owed.repeat(j)].concat();
            assert_eq!(obeys(&columns(height, &strip), &rules), k == j, "{height} {k} {j}");
        }
        assert_eq!(of_automaton(height, &rules, &Unwatched), Err(StripError::Unbounded(height, 2)));
    }
}

/// The shortest recurrence of as many British counts as shown, modulo a prime. Its complexity is a lower bound of that over the rationals.
///
/// A word of n letters has at most two unchecked letters beside one another. So a balance farther from 0 than n / 4 + 2 takes more than n letters to
/// be reached and to be mended.
#[test]
fn british_counts_have_no_short_recurrence() {
    let rules = named("british", Symmetry::None);
    for (height, columns, complexity) in [(4, 400, 139), (5, 240, 120), (6, 40, 20)] {
        let (strip, group) = strip(height, &rules).expect("a good question");
        let farthest = i8::try_from(columns / 4 + 2).expect("few columns");
        let layer = Layer::within(&strip, group, Some(farthest), &Run::new()).expect("few states");
        let prime = modular::primes().next().expect("a prime");
        let terms = layer.automaton.modulo(prime, columns, &Run::new()).expect("no stop").remove(0);
        assert_eq!(
            modular::shortest(&terms, prime, &Run::new()).expect("not stopped").complexity,
            complexity,
            "{height}"
        );
        if height == 4 {
            assert_eq!(terms[..4], (1..=4).map(|width| u64::from(tried(4, width, &rules))).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_bound_makes_any_rule_set_finite() {
    let british = named("british", Symmetry::None);
    for max_word in [5, 7] {
        for rules in [
            Ruleset { max_word: Limit::AtMost(max_word), ..british.clone() },
            Ruleset { max_unchecked_run: Limit::AtMost(1), max_word: Limit::AtMost(3 * max_word), ..british.clone() },
            Ruleset { max_unchecked_run: Limit::AtMost(1), checking: Checking::AtLeastHalf, ..british.clone() },
        ] {
            let found = found(4, &rules);
            assert!(found.order() > 0 && found.growth > 1.0, "{rules:?}");
        }
    }
}

#[test]
fn rejects_unsupported_heights_symmetries_and_faulty_rules() {
    let rules = named("american", Symmetry::None);
    for height in [0, MAX_HEIGHT + 1] {
        let error = find(height, &rules, ENGINES, &Unwatched).expect_err("out of range");
        assert!(error.to_string().starts_with(&format!("height {height}: expected 1 to ")), "{error}");
    }
    let error = find(4, &named("american", Symmetry::Rot90), ENGINES, &Unwatched).expect_err("no strip");
    assert_eq!(error.to_string(), "symmetry rot90: strips have none or rot180");
    let faulty = Ruleset { min_word: 1, ..rules.clone() };
    assert!(matches!(find(4, &faulty, ENGINES, &Unwatched), Err(StripError::Rules(_))));
}

/// A word whose halves both have more checked letters than the other half needs is a good word.
#[test]
fn the_half_turn_adds_the_balances_of_words_that_are_checked_enough() {
    let rules = |max_unchecked_run, max_word| Ruleset {
        checking: Checking::AtLeastHalf,
        max_unchecked_run: Limit::AtMost(max_unchecked_run),
        max_unchecked_run_at_ends: Limit::AtMost(0),
        max_word,
        ..named("british", Symmetry::Rot180)
    };
    for (height, width, rules) in [
        (3, 7, rules(1, Limit::Unlimited)),
        (3, 9, rules(1, Limit::Unlimited)),
        (5, 5, rules(2, Limit::AtMost(6))),
        (5, 7, rules(1, Limit::Unlimited)),
    ] {
        let size = Size::new(height, width).expect("a size");
        let problem = Problem::of_size(size, rules.clone()).expect("a fair problem");
        let expected = Frontier.count(&problem, &Run::new()).expect("a count");
        assert_eq!(found(height, &rules).first_terms(width)[width - 1], BigUint::from(expected), "{size} {rules:?}");
    }
}

/// An engine that counts a term differently, or no engine at all, leaves nothing proved.
#[test]
fn a_recurrence_needs_an_engine_that_agrees() {
    static FAULTY: Engines = Engines(&[&Faulty::<Edit> { engine: &Frontier, edit: |rules| rules.min_word = 2 }]);
    let rules = named("american", Symmetry::Rot180);
    let Err(StripError::Disagreement(found)) = find(4, &rules, FAULTY, &Unwatched) else { panic!("another count") };
    assert_eq!((found.engine, found.height), ("faulty", 4));
    let size = Size::new(4, found.width).expect("a size");
    let right = Problem::of_size(size, rules.clone()).expect("a fair problem");
    assert_eq!(Brute.count(&right, &Run::new()).map(BigUint::from), Ok(found.term.clone()));
    assert_ne!(found.term, BigUint::from(found.count));
    assert_eq!(find(4, &rules, Engines(&[]), &Unwatched), Err(StripError::NoEngine(4)));
    let proved = find(4, &rules, ENGINES, &Unwatched).expect("equal counts");
    assert!(proved.comparison.compared_terms >= 2, "{:?}", proved.comparison);
    assert!(proved.comparison.engines.iter().all(|name| ENGINES.named(name).is_some()));
}

/// Stops one stage of the work as it begins.
#[derive(Default)]
struct StopAt {
    stage: &'static str,
    facts: Mutex<Vec<String>>,
}

impl Watch for StopAt {
    fn run(&self, stage: &str) -> Arc<Run> {
        let run = Run::new();
        if stage == self.stage {
            run.stop();
        }
        Arc::new(run)
    }

    fn learned(&self, fact: String) {
        self.facts.lock().expect("no panic").push(fact);
    }
}

#[test]
fn each_stage_stops_and_reports_known_merged_states() {
    let rules = named("american", Symmetry::None);
    let merged = found(4, &rules).states.merged;
    for (stage, facts) in [
        ("exploring states", 0),
        ("merging states", 0),
        ("growth rate", 0),
        ("recurrence modulo primes", 1),
        ("checking exact terms", 1),
        ("comparing with engines", 1),
    ] {
        let watch = StopAt { stage, ..StopAt::default() };
        assert_eq!(find(4, &rules, ENGINES, &watch), Err(StripError::Run(EngineError::Stopped)), "{stage}");
        let known = watch.facts.into_inner().expect("no panic");
        assert_eq!(known.len(), facts, "{stage}");
        assert!(known.iter().all(|fact| fact.starts_with(&format!("merging leaves {merged} states"))), "{known:?}");
    }
}

/// With the half turn, even and odd widths have different numbers. Two columns more multiply the count by the square of the growth rate.
#[test]
fn a_growth_rate_spans_even_and_odd_widths() {
    let found = found(5, &named("american", Symmetry::Rot180));
    let terms = found.first_terms(402);
    let digits = BigUint::from(10_u32).pow(12);
    let quotient = |before: usize, after: usize| {
        let quotient = &terms[after] * &digits / &terms[before];
        u64::try_from(quotient).expect("a small number") as f64 / 1e12
    };
    assert!((quotient(399, 401) - found.growth * found.growth).abs() < 1e-9);
    // No single column does so.
    assert!((quotient(399, 400) - found.growth).abs() > 1e-3);
}
