//! All engines that can solve a problem agree on it: random rule sets, random givens, odd and even sizes. `compare` makes the
//! comparison, so the validator judges every grid too.

use std::collections::BTreeSet;

use crate::prelude::*;
use gridcheck::compare::compare;
use proptest::prelude::*;

/// Above this number of open orbits (2^21 patterns) a test leaves the brute engine out.
const BRUTE_ORBITS: usize = 21;

/// Counts the orbits under the symmetry that no given fixes.
fn open_orbits(problem: &Problem) -> usize {
    let size = problem.size();
    let is_open = |orbit: &Vec<(usize, usize)>| orbit.iter().all(|&(r, c)| problem.givens().colour(r, c).is_none());
    let orbits = size.positions().map(|square| problem.symmetry().orbit(size, square)).filter(is_open);
    orbits.collect::<BTreeSet<_>>().len()
}

/// Returns the count on which all engines agree; panics with the report's first difference otherwise.
fn must_agree(problem: &Problem) -> u128 {
    let engines: Vec<&dyn Engine> = ENGINES
        .into_iter()
        .filter(|engine| is_able(*engine, problem))
        .filter(|engine| engine.name() != "brute" || open_orbits(problem) <= BRUTE_ORBITS)
        .collect();
    assert!(engines.len() >= 2, "only {} engines for {problem:?}", engines.len());
    let report = compare(problem, &engines, None, &Unwatched).expect("the engines answer");
    for answer in &report.answers {
        let engine = engines.iter().find(|engine| engine.name() == answer.name).expect("one of them");
        assert_eq!(engine.count(problem, &Run::new()), Ok(answer.count), "{} counts and lists", answer.name);
    }
    let counts: Vec<_> = report.answers.iter().map(|answer| (answer.name, answer.count)).collect();
    let difference = report.differences.first().map(|difference| (&difference.found, difference.grid.to_string()));
    assert!(report.agree, "{problem:?}\n{counts:?}\n{difference:?}");
    report.answers[0].count
}

/// Returns one of the first `among` grids that the fastest engine lists.
fn some_grid(problem: &Problem, among: usize) -> Option<Grid> {
    let lister = ENGINES.fastest_lister(problem)?;
    collected(among, |collector| lister.list(&Run::new(), collector)).pop()
}

#[test]
fn built_in_rule_sets() {
    for problem in built_in_problems(3..=8) {
        must_agree(&problem);
    }
}

#[test]
fn every_symmetry_group() {
    for symmetry in Symmetry::ALL {
        for name in ["british", "american"] {
            for size in 3..=6 {
                let rules = Ruleset { symmetry, ..rules(name) };
                let problem = Problem::new(size, rules).expect("a fair problem");
                if open_orbits(&problem) <= 25 {
                    must_agree(&problem);
                }
            }
        }
    }
}

/// Counts grids of m × n and of n × m, which have equally many under rules that do not distinguish rows from columns.
#[test]
fn a_rectangle_has_as_many_grids_as_its_reflection() {
    let mut totals = Vec::new();
    for (name, symmetry) in [
        ("british", Symmetry::Rot180),
        ("american", Symmetry::Rot180),
        ("american-loose", Symmetry::Mirrors),
        ("min-4", Symmetry::None),
    ] {
        for (rows, columns) in [(1, 7), (2, 9), (3, 8), (4, 5), (5, 7)] {
            let count = |rows: usize, columns: usize| {
                let size = Size::new(rows, columns).expect("a fair size");
                let rules = Ruleset { symmetry, ..rules(name) };
                must_agree(&Problem::of_size(size, rules).expect("a fair problem"))
            };
            let total = count(rows, columns);
            assert_eq!(total, count(columns, rows), "{name} {rows} x {columns}");
            totals.push(total);
        }
    }
    assert!(totals.iter().filter(|&&total| total >= 9).count() >= 5, "{totals:?}");
}

/// Weights of 64 bits are too small here, so the engines count again with wider ones.
#[test]
fn counts_beyond_64_bits() {
    let rules = Ruleset { symmetry: Symmetry::Rot180, ..lax() };
    let problem = Problem::new(13, rules).expect("a fair size");
    let counts = [&Pinwheel as &dyn Engine, &Window].map(|engine| engine.count(&problem, &Run::new()));
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0].as_ref().is_ok_and(|&count| count > u128::from(u64::MAX)), "{counts:?}");
}

#[test]
fn published_totals() {
    let totals = |name: &str, sizes: &[usize]| {
        sizes.iter().map(|&size| must_agree(&Problem::new(size, rules(name)).expect("a fair size"))).collect::<Vec<_>>()
    };
    assert_eq!(totals("british", &[3, 5, 7]), [1, 17, 650]);
    assert_eq!(totals("american", &[3, 4, 5, 6, 7, 8]), [1, 3, 12, 48, 312, 2190]);
    assert_eq!(totals("american-loose", &[3, 5, 7, 8]), [1, 15, 397, 2637]);
}

/// Draws the size of a square or of a rectangle.
fn sizes() -> impl Strategy<Value = Size> {
    let sides = prop_oneof![
        (3usize..=6).prop_map(|side| (side, side)),
        (1usize..=8, 1usize..=8).prop_filter("few squares", |(rows, columns)| rows * columns <= 36),
    ];
    sides.prop_map(|(rows, columns)| Size::new(rows, columns).expect("a fair size"))
}

/// Draws a problem without given squares: a rectangle has no symmetry that exchanges rows and columns.
fn problems() -> impl Strategy<Value = Problem> {
    let fit = |(rules, size): &(Ruleset, Size)| rules.symmetry.fits(*size);
    let pairs = (rulesets(), sizes()).prop_filter("a symmetry that fits", fit);
    pairs.prop_map(|(rules, size)| Problem::of_size(size, rules).expect("a fair problem"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Squares are given from a valid grid, if there is one, so that most problems have solutions. Then one in eight of the given
    /// squares changes its colour.
    #[test]
    fn random_rules_and_givens(free in problems(), open in 6usize..=14, seed in any::<u64>()) {
        let size = free.size();
        let mut rng = SeededRng::new(seed);
        let model = some_grid(&free, 1 + rng.below(50));
        let mut givens = free.givens().clone();
        let mut problem = free;
        let spoil = rng.below(4) == 0;
        while open_orbits(&problem) > open {
            let (r, c) = (rng.below(size.rows()), rng.below(size.columns()));
            let white = model.as_ref().map_or(rng.below(3) > 0, |grid| grid.is_white(r, c));
            givens.fix(r, c, white != (spoil && rng.below(8) == 0));
            problem = problem.with_givens(givens.clone()).expect("givens of that size");
        }
        must_agree(&problem);
    }

    /// No square is given, and the size is small enough to try every pattern.
    #[test]
    fn random_rules(problem in problems()) {
        prop_assume!(open_orbits(&problem) <= 13);
        must_agree(&problem);
    }
}
