//! Tests constraints in every engine. Each measure is compared with `stats` on listed grids, under random rules, givens and
//! constraints, and so are distributions and extremes. An engine that ignores a constraint must be caught.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::*;
use gridcheck::compare::compare;
use gridcheck::constraint::{BlackShape, Bounds, Distribution, Extreme, Kind, Rational, Subject};
use gridcheck::stats::{Measures, black_shape};
use proptest::prelude::*;

/// Returns the subject of a constraint that the number picks, where the longest word has `longest` letters. One or two lengths exceed it:
/// no grid has such a word.
fn subject(longest: usize, pick: usize) -> Subject {
    let length = 2 + pick / 16 % (longest + 1);
    match pick % 15 {
        0 => Subject::Of(Measure::Letters),
        1 => Subject::Of(Measure::Blacks),
        2 => Subject::Of(Measure::Words),
        3 => Subject::Of(Measure::Checked),
        4 => Subject::Of(Measure::Unchecked),
        5 => Subject::Of(Measure::Length(length)),
        6 if (pick / 14).is_multiple_of(2) => Subject::EachLength { from: length, to: longest.max(length) },
        6 => Subject::MeanLength,
        7 => Subject::Lengths,
        8 => Subject::OtherLengths([length, 2 + pick / 64 % 9].into_iter().collect()),
        9 => Subject::BlacksPerRow,
        10 => Subject::Of(Measure::Cheaters),
        11 => Subject::Of(Measure::Elbows),
        12 => Subject::Hinges,
        _ => Subject::Black(BlackShape::ALL[pick / 15 % BlackShape::ALL.len()]),
    }
}

/// Returns the value of the subject in this grid.
fn value(grid: &Grid, subject: Subject) -> Rational {
    let measures = Measures::of(grid);
    let get = |measure| u128::from(measures.get(measure));
    match subject {
        Subject::Of(measure) => get(measure).into(),
        Subject::EachLength { from, .. } => get(Measure::Length(from)).into(),
        Subject::OtherLengths(set) => {
            let other = (2..=grid.size().longest_word()).find(|&length| !set.contains(length));
            other.map_or(0, |length| get(Measure::Length(length))).into()
        }
        Subject::BlacksPerRow => (grid.width() as u128 - u128::from(grid.rows()[0].count_ones())).into(),
        Subject::MeanLength => Rational::new(get(Measure::Letters) + get(Measure::Checked), get(Measure::Words).max(1)),
        Subject::Lengths => {
            let occurring = (2..=grid.size().longest_word()).filter(|&length| get(Measure::Length(length)) > 0);
            (occurring.count() as u128).into()
        }
        Subject::Black(shape) => (black_shape(grid, shape) as u128).into(),
        Subject::Hinges => (number_of_hinges(grid) as u128).into(),
    }
}

/// Bounds that no small grid or every small grid satisfies, and that would overflow a narrow type.
const EXTREMES: [u128; 9] =
    [0, 1, 36, 25_565_281, 53_687_090, 1 << 31, 1 << 32, 1 << 63, 999_999_999_999_999_999_999_999_999_999];

/// Returns a bound near this value, or an extreme one.
fn bound(value: Rational, pick: usize) -> Rational {
    let a_little = Rational::new(1, 10_u128.pow(25));
    match pick % 8 {
        0 | 1 => value,
        2 => value.floor(),
        3 => value + a_little,
        4 if value > a_little => value - a_little,
        5 => value + Rational::new(1, 3),
        _ => EXTREMES[pick / 8 % EXTREMES.len()].into(),
    }
}

/// Returns a constraint that some of these grids satisfy, or a random one if there are no grids.
fn constraint(grids: &[Grid], longest: usize, pick: usize) -> Constraint {
    let subject = subject(longest, pick);
    let value = if grids.is_empty() { (pick as u128 % 9).into() } else { value(&grids[pick % grids.len()], subject) };
    let value = bound(value, pick / 128);
    let above = value + Rational::from(1 + pick as u128 % 3);
    let (least, most) = match pick / 7 % 4 {
        0 => (Some(value), Some(value)),
        1 => (None, Some(value)),
        2 => (Some(value), None),
        _ => (Some(value), Some(above)),
    };
    let constraint = Constraint { subject, bounds: Bounds::new(least, most).expect("in order") };
    // The largest writable bound has no larger one beside it.
    if let Ok(same) = constraint.to_string().parse::<Constraint>() {
        assert_eq!(same, constraint, "{constraint} reads back");
    }
    constraint
}

/// Draws a problem small enough to list: random rules, some squares given.
fn problems() -> impl Strategy<Value = Problem> {
    let sides = prop_oneof![3 => (3usize..=6).prop_map(|side| (side, side)), 2 => (1usize..=6, 1usize..=6)];
    (rulesets(), sides, prop::collection::vec(0u8..6, 36)).prop_map(|(rules, (rows, columns), colours)| {
        let most = if rules.symmetry == Symmetry::None { 4 } else { 6 };
        let size = Size::new(rows.min(most), columns.min(most)).expect("a size");
        let symmetry = if rules.symmetry.fits(size) { rules.symmetry } else { Symmetry::Rot180 };
        let (rows, columns) = (size.rows(), size.columns());
        let mut givens = Givens::open(rows, columns);
        for (square, colour) in colours.into_iter().take(rows * columns).enumerate() {
            if colour < 2 && square % 5 == 0 {
                givens.fix(square / columns, square % columns, colour == 1);
            }
        }
        let problem = Problem::of_size(size, Ruleset { symmetry, ..rules }).expect("a symmetry that fits");
        problem.with_givens(givens).expect("givens of that size")
    })
}

/// Returns the engines that can sort the problem's grids by these measures.
fn measurers(problem: &Problem, by: &[Measure]) -> impl Iterator<Item = &'static dyn Engine> {
    let kind = SumKind::Distribution(by.to_vec());
    ENGINES.into_iter().filter(move |engine| engine.prepare(problem, &kind).is_ok())
}

/// Sets the number of cases of a property; the environment can override it.
fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").is_ok();
    if asked { ProptestConfig::default() } else { ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(cases(150))]

    /// Every engine gives exactly those grids that `stats` selects from a listing without the constraint.
    #[test]
    fn engines_apply_constraints_as_stats_measures_the_grids(problem in problems(), picks in prop::collection::vec(0usize..1_000_000, 1..4)) {
        prop_assume!(is_able(&Brute, &problem));
        let all = listed(&Brute, &problem);
        let constraints: Vec<Constraint> = picks.iter().map(|&pick| constraint(&all, problem.size().longest_word(), pick)).collect();
        let Ok(problem) = problem.with_constraints(constraints.clone()) else { return Ok(()) };
        let granting = |grid: &&Grid| constraints.iter().all(|&constraint| Measures::of(*grid).grant(constraint));
        let expected: BTreeSet<String> = all.iter().filter(granting).map(Grid::one_line).collect();
        for engine in ENGINES.into_iter().filter(|engine| engine.prepare(&problem, &SumKind::Plain).is_ok()) {
            let count = engine.count(&problem, &Run::new());
            prop_assert_eq!(count, Ok(expected.len() as u128), "{} counts", engine.name());
            if engine.facts().lists() {
                let found: BTreeSet<String> = listed(engine, &problem).iter().map(Grid::one_line).collect();
                prop_assert_eq!(&found, &expected, "{} lists", engine.name());
            }
        }
    }

    /// Every measuring engine groups the grids like `stats`, and finds the extremes of that distribution.
    #[test]
    fn engines_group_grids_and_find_extremes_as_stats_measures(problem in problems(), picks in prop::collection::vec(0usize..1_000_000, 1..4)) {
        prop_assume!(is_able(&Brute, &problem));
        let all = listed(&Brute, &problem);
        let (of_constraint, by) = picks.split_first().expect("one at least");
        let constraints: Vec<Constraint> = if of_constraint % 3 == 0 { vec![constraint(&all, problem.size().longest_word(), *of_constraint)] } else { Vec::new() };
        let Ok(problem) = problem.with_constraints(constraints.clone()) else { return Ok(()) };
        let mut measures = Vec::new();
        for &pick in by {
            if let Subject::Of(measure) = subject(problem.size().longest_word(), pick) && !measures.contains(&measure) {
                measures.push(measure);
            }
        }
        let mut expected = Distribution::empty(&measures);
        for grid in &all {
            let found = Measures::of(grid);
            if constraints.iter().all(|&constraint| found.grant(constraint)) {
                let values = measures.iter().map(|&measure| found.get(measure)).collect();
                expected.add(values, 1).expect("few grids");
            }
        }
        for engine in measurers(&problem, &measures) {
            let sorted = engine.distribution(&problem, &measures, &Run::new());
            prop_assert_eq!(sorted.as_ref(), Ok(&expected), "{}", engine.name());
            if let &[measure] = &measures[..] {
                let ends = [expected.grids.last_key_value(), expected.grids.first_key_value()];
                for (goal, end) in [Goal::Most(measure), Goal::Fewest(measure)].into_iter().zip(ends) {
                    let extreme = end.map(|(values, grids)| Extreme { value: values[0], grids: *grids });
                    prop_assert_eq!(engine.extreme(&problem, goal, &Run::new()), Ok(extreme), "{}", engine.name());
                }
            }
        }
    }
}

/// A measure can have the same value in every grid: no word has more letters than the size, and one grid has one value. Such a measure has
/// an extreme and a distribution like any other. Where there is no grid there is neither.
#[test]
fn constant_measures_have_extremes_in_every_engine() {
    let shape = |name: &str, symmetry, (rows, columns)| {
        let size = Size::new(rows, columns).expect("a size");
        Problem::of_size(size, Ruleset { symmetry, ..rules(name) }).expect("a fair problem")
    };
    let five = shape("british", Symmetry::Rot180, (5, 5));
    let one = listed(&Brute, &five).swap_remove(9);
    let given = (0..5).fold(five.clone(), |problem, r| problem.with_row(r, one.rows()[r]));
    let none = constrained(&five, &["letters = 1"]);
    let mut answers = BTreeMap::new();
    for problem in [
        five,
        given,
        none,
        shape("american", Symmetry::Rot90, (7, 7)),
        shape("american", Symmetry::All, (8, 8)),
        shape("american-loose", Symmetry::Mirrors, (2, 3)),
        shape("american-loose", Symmetry::Mirrors, (1, 5)),
    ] {
        let grids = listed(&Brute, &problem);
        let longest = problem.size().longest_word();
        let beyond = [1, 2, 60].map(|more| Measure::Length(longest + more));
        for measure in [Measure::Length(2), Measure::Length(longest)]
            .into_iter()
            .chain(beyond)
            .chain(Measure::PLAIN)
            .chain(Measure::OF_NEIGHBOURS)
        {
            let mut expected = Distribution::empty(&[measure]);
            for grid in &grids {
                expected.add(vec![Measures::of(grid).get(measure)], 1).expect("few grids");
            }
            let ends = [expected.grids.last_key_value(), expected.grids.first_key_value()];
            let extremes = ends.map(|end| end.map(|(values, grids)| Extreme { value: values[0], grids: *grids }));
            for engine in measurers(&problem, &[measure]).filter(|engine| is_able(*engine, &problem)) {
                let (name, run) = (engine.name(), Run::new());
                assert_eq!(engine.distribution(&problem, &[measure], &run).as_ref(), Ok(&expected), "{name} {measure}");
                for (goal, extreme) in [Goal::Most(measure), Goal::Fewest(measure)].into_iter().zip(extremes) {
                    assert_eq!(engine.extreme(&problem, goal, &run), Ok(extreme), "{name} {goal} {problem:?}");
                }
                *answers.entry(name).or_insert(0) += 1;
            }
        }
    }
    assert!(answers.len() >= 6 && answers.values().all(|&number| number >= 10), "{answers:?}");
}

/// The sweep of `frontier` keeps no rows. So it must know of each black square above the lowest row if the square below it decides.
#[test]
fn black_squares_are_told_by_their_neighbours() {
    let mut rng = SeededRng::new(67);
    let (mut counted, mut some) = (0, 0);
    for _ in 0..200 {
        let rules = Ruleset { checking: Checking::All, ..rng.rules(Symmetry::Rot180) };
        let size = Size::new(2 + rng.below(5), 2 + rng.below(5)).expect("a fair size");
        let problem = Problem::of_size(size, rules).expect("a half turn fits");
        let grids = listed(&Sat, &problem);
        let [cheaters, elbows] = Measure::OF_NEIGHBOURS;
        let values = |grid: &Grid| [cheaters, elbows].map(|measure| Measures::of(grid).get(measure));
        let bound = grids.first().map_or(1, |grid| values(grid)[rng.below(2)]);
        for texts in [
            &["cheaters = 0".to_owned()][..],
            &["elbows = 0".to_owned()],
            &["cheaters = 0".to_owned(), "elbows = 0".to_owned()],
            &[format!("cheaters <= {bound}")],
            &[format!("cheaters <= {bound}"), format!("elbows >= {bound}")],
        ] {
            let constraints: Vec<Constraint> = texts.iter().map(|text| text.parse().expect("a constraint")).collect();
            let Ok(problem) = problem.clone().with_constraints(constraints.clone()) else { continue };
            let Ok(prepared) = Frontier.prepare(&problem, &SumKind::Plain) else { continue };
            let expected = grids.iter().filter(|&grid| constraints.iter().all(|&one| Measures::of(grid).grant(one)));
            let expected = expected.count() as u128;
            assert_eq!(prepared.count(&Run::new()), Ok(expected), "{texts:?} {problem:?}");
            counted += 1;
            some += usize::from(expected > 0);
        }
    }
    assert!(counted > 500 && some > 200, "{counted} {some}");
}

/// A single row cannot stand on end where its constraint is on rows.
#[test]
fn an_engine_that_needs_two_rows_declines_one() {
    let wide = Problem::of_size(Size::new(1, 5).expect("a size"), rules("american-loose")).expect("a fair problem");
    assert!(is_able(&Frontier, &wide));
    let rows = constrained(&wide, &["blacks-per-row <= 2"]);
    assert_eq!(why_unable(&Frontier, &rows).as_deref(), Some("size 1x5, at least 2 rows"));
}

/// A constraint on rows stays one on rows, also where an engine that sweeps would exchange rows and columns.
#[test]
fn constraints_on_the_rows_of_rectangles() {
    rows_are_constrained(&[(3, 4), (4, 3), (3, 5), (5, 3), (2, 7), (7, 2), (4, 4)]);
    // The sweep cannot turn 18 columns into 18 rows: the constraint would be about columns.
    let of_columns = |columns: usize, rules: Ruleset| {
        let size = Size::new(5, columns).expect("a size");
        Problem::of_size(size, rules).expect("a fair problem")
    };
    assert!(is_able(&Frontier, &of_columns(18, rules("american"))));
    let rows = |columns, rules| constrained(&of_columns(columns, rules), &["blacks-per-row <= 4"]);
    assert!(why_unable(&Frontier, &rows(18, rules("american"))).is_some());
    // States of 16 and 17 columns have longer keys, with flags or without. Single squares are allowed, but none is checked in both words.
    let single = Ruleset { checking: Checking::All, single_cells: true, ..british() };
    for set in [rules("american"), rules("american-loose"), single] {
        for columns in [15, 16, 17] {
            let expected = count(&Backtrack, &rows(columns, set.clone()));
            assert!(expected > 5);
            assert_eq!(count(&Frontier, &rows(columns, set.clone())), expected, "{} {columns}", set.name);
        }
    }
}

#[test]
#[ignore = "a minute in release"]
fn constraints_on_the_rows_of_larger_rectangles() {
    rows_are_constrained(&[(3, 6), (6, 3), (4, 5), (5, 4), (2, 8), (8, 2), (5, 5)]);
}

/// Compares the counts of all engines under constraints on rows with a list of all patterns.
fn rows_are_constrained(sizes: &[(usize, usize)]) {
    let (mut grids, mut counts) = (0, 0);
    for &(rows, columns) in sizes {
        let size = Size::new(rows, columns).expect("a size");
        for symmetry in [Symmetry::Rot180, Symmetry::Mirrors, Symmetry::None] {
            let open = Problem::of_size(size, Ruleset { symmetry, ..Ruleset::lax() }).expect("a fair problem");
            if !is_able(&Brute, &open) {
                continue;
            }
            let all = listed(&Brute, &open);
            for (least, most) in [(0, 1), (1, 1), (1, 2), (2, columns)] {
                let constraint = format!("blacks-per-row {least}..{most}").parse().expect("a constraint");
                let problem = open.clone().with_constraints(vec![constraint]).expect("it can be");
                let whites = columns - most..=columns - least;
                let has_them =
                    |grid: &&Grid| grid.rows().iter().all(|row| whites.contains(&(row.count_ones() as usize)));
                let expected = all.iter().filter(has_them).count();
                grids += expected;
                for engine in ENGINES.into_iter().filter(|engine| is_able(*engine, &problem)) {
                    let count = engine.count(&problem, &Run::new());
                    assert_eq!(count, Ok(expected as u128), "{} {size} {symmetry:?} {least}..{most}", engine.name());
                    counts += 1;
                }
            }
        }
    }
    assert!(grids > 1000 && counts > 200, "only {grids} grids in {counts} counts");
}

/// Ignores constraints of this kind.
struct BlindTo(Kind);

impl Misreading for BlindTo {
    fn of(&self, problem: &Problem) -> Problem {
        let constraints =
            problem.constraints().iter().copied().filter(|constraint| constraint.subject.kind() != self.0).collect();
        problem.clone().with_constraints(constraints).expect("fewer constraints contradict each other no more")
    }
}

/// Returns a constraint of each kind that some British grids of this size satisfy and others violate.
fn constraint_of(kind: Kind, size: usize) -> Constraint {
    let grids = listed(&Backtrack, &problem(size, rules_for(kind)));
    let divides = |constraint: &Constraint| {
        let granting = grids.iter().filter(|grid| Measures::of(*grid).grant(*constraint)).count();
        granting > 0 && granting < grids.len()
    };
    let constraints =
        (0..10_000).map(|pick| constraint(&grids, size, pick)).filter(|constraint| constraint.subject.kind() == kind);
    constraints.into_iter().find(divides).unwrap_or_else(|| panic!("{} divides no grids", kind.name()))
}

/// Returns the engines that support grids of blocks.
fn for_blocks() -> impl Iterator<Item = &'static dyn Engine> {
    ENGINES.into_iter().filter(|engine| engine.facts().kinds.contains(&GridKind::Blocks))
}

#[test]
fn an_engine_blind_to_a_constraint_is_caught() {
    for kind in Kind::ALL {
        let problem = problem(5, rules_for(kind));
        let problem = problem.with_constraints(vec![constraint_of(kind, 5)]).expect("it can be");
        let mut engines = 0;
        for engine in for_blocks().filter(|engine| engine.facts().constraints.contains(&kind)) {
            let blind = Faulty { engine, edit: BlindTo(kind) };
            let report = compare(&problem, &[&Backtrack, &blind], None, &Unwatched).expect("both answer");
            assert!(!report.agree, "{} blind to {} went unnoticed", engine.name(), kind.name());
            let told = report.differences.iter().any(|difference| !difference.opinion.unsatisfied.is_empty());
            assert!(told || report.differences.is_empty(), "{}: the constraint is not named", engine.name());
            assert!(told || !engine.facts().lists(), "{}: no grid is shown", engine.name());
            engines += 1;
        }
        assert!(engines >= 3, "only {engines} engines take constraints about {}", kind.name());
    }
}

/// Returns rules under which every engine that takes a kind of constraint takes it, and under which it divides the small grids. `frontier`
/// needs checked letters to tell cheaters.
fn rules_for(kind: Kind) -> Ruleset {
    rules(match kind {
        Kind::Cheaters => "american",
        Kind::Hinges => "either-half",
        _ => "british",
    })
}

/// A bound far above any grid's value excludes every grid: an engine that overflows or drops it must be caught.
#[test]
fn an_engine_blind_to_an_extreme_bound_is_caught() {
    for kind in Kind::ALL {
        let subject = if kind == Kind::Length { "length 3".to_owned() } else { kind.name().to_owned() };
        for bound in [1_u128 << 31, 1 << 32, 1 << 63] {
            let problem = problem(5, rules_for(kind));
            let [never, always] = ["=", "<="].map(|sign| {
                let constraint = format!("{subject} {sign} {bound}").parse().expect("a constraint");
                problem.clone().with_constraints(vec![constraint]).expect("it can be asked")
            });
            for engine in for_blocks().filter(|engine| engine.facts().constraints.contains(&kind)) {
                let count = |problem: &Problem| engine.count(problem, &Run::new());
                assert_eq!(count(&always), count(&problem), "{} {subject} <= {bound}", engine.name());
                let blind = Faulty { engine, edit: BlindTo(kind) };
                let report = compare(&never, &[engine, &blind], None, &Unwatched).expect("both answer");
                assert!(!report.agree, "{} blind to {subject} = {bound} went unnoticed", engine.name());
                assert_eq!(report.answers.iter().map(|answer| answer.count).min(), Some(0), "{}", engine.name());
            }
        }
    }
}

/// An engine must solve what it claims to support, and decline everything else.
#[test]
fn engines_decline_the_constraints_that_they_do_not_take() {
    for engine in for_blocks() {
        for kind in Kind::ALL {
            let symmetry = *engine.facts().symmetries.first().expect("one at least");
            let of = Ruleset { symmetry, ..rules_for(kind) };
            let problem = problem(5, of).with_constraints(vec![constraint_of(kind, 5)]).expect("it can be");
            let takes = engine.facts().constraints.contains(&kind);
            match why_unable(engine, &problem) {
                Some(why) => {
                    assert!(!takes, "{} declines {}", engine.name(), kind.name());
                    assert!(why.contains(&constraint_of(kind, 5).to_string()), "{why}");
                }
                None => assert!(takes, "{} does not decline {}", engine.name(), kind.name()),
            }
        }
    }
}

/// Engines that compute distributions are compared bin by bin with one that lists. All bins together equal the plain count.
#[test]
fn distributions_of_all_built_in_rule_sets() {
    for set in &BUILTIN {
        for size in 3..=8 {
            let problem = problem(size, set.ruleset());
            for by in [
                &[Measure::Words][..],
                &[Measure::Letters, Measure::Words],
                &[Measure::Unchecked],
                &[Measure::Length(size)],
                &[Measure::Length(3), Measure::Length(4), Measure::Words],
            ] {
                let listed = Backtrack.distribution(&problem, by, &Run::new()).expect("it lists");
                let count = Pinwheel.count(&problem, &Run::new()).ok();
                assert_eq!(listed.total(), count, "{} {size}", set.name);
                for engine in [&Pinwheel as &dyn Engine, &Frontier] {
                    let weighed = engine.distribution(&problem, by, &Run::new());
                    assert_eq!(weighed.as_ref(), Ok(&listed), "{} {} {size}", engine.name(), set.name);
                }
            }
        }
    }
}

#[test]
fn a_number_of_grids_that_does_not_fit_is_an_error() {
    let mut distribution = Distribution::empty(&[Measure::Words]);
    assert_eq!(distribution.add(vec![3], u128::MAX), Some(()));
    assert_eq!(distribution.total(), Some(u128::MAX));
    assert_eq!(distribution.add(vec![4], 1), Some(()));
    assert_eq!(distribution.total(), None);
    assert_eq!(distribution.add(vec![3], 1), None);
}
