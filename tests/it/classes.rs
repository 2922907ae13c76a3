//! Compares symmetry classes with Keith's table (2026), and with listed grids sorted by their symmetry.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::prelude::*;
use gridcheck::classes::canonical::{least_image, primitive};
use gridcheck::classes::{Choose, Classes, ClassesError, Counted, Scope, by_symmetry, by_symmetry_with, classify};
use gridcheck::compare::choose;
use gridcheck::engine::listing::InOrder;
use proptest::prelude::*;

/// Keith's A, h, r, t, N, primitive and total.
const KEITH: [(usize, [u128; 7]); 5] = [
    (5, [1, 0, 1, 3, 2, 7, 17]),
    (7, [6, 6, 6, 18, 146, 182, 650]),
    (9, [18, 83, 130, 348, 16_954, 17_533, 68_956]),
    (11, [149, 5_372, 2_856, 9_984, 15_086_902, 15_105_263, 60_384_181]),
    (13, [1_096, 283_977, 153_168, 588_555, 40_616_695_660, 40_617_722_456, 162_468_835_136]),
];

fn british(size: usize) -> Problem {
    problem(size, rules("british"))
}

/// Returns A, h, r, t where they were counted.
fn symmetrical(classes: &Classes) -> [Option<u128>; 4] {
    [classes.a(), classes.h(), classes.r(), classes.t()]
}

/// Returns the classes of British grids, which must equal Keith's row of the table.
fn must_be_keiths(size: usize, scope: Scope, choose: Choose) -> Classes {
    let (_, [a, h, r, t, n, primitive, total]) =
        KEITH.into_iter().find(|row| row.0 == size).expect("a size in the table");
    let classes = by_symmetry_with(&british(size), scope, choose, &Unwatched).expect("engines for every symmetry");
    assert_eq!(symmetrical(&classes), [a, h, r, t].map(Some));
    let rest = [classes.n(), classes.primitive(), classes.total];
    assert_eq!(rest, if scope == Scope::Whole { [n, primitive, total].map(Some) } else { [None; 3] });
    assert!(classes.kinds.iter().all(|kind| !kind.engines.is_empty()));
    classes
}

/// Prepares a problem with the engine `place` places behind the fastest of those that can solve it in reasonable time.
fn able(problem: &Problem, place: usize) -> Option<Prepared<'static>> {
    choose(ENGINES, problem, &SumKind::Plain).0.into_iter().nth(place)
}

#[test]
fn keiths_table() {
    for size in [5, 7, 9] {
        let first = must_be_keiths(size, Scope::Whole, &|problem| able(problem, 0));
        let second = must_be_keiths(size, Scope::Whole, &|problem| able(problem, 1));
        must_be_keiths(size, Scope::Symmetrical, &|problem| able(problem, 1));
        for (first, second) in first.kinds.iter().zip(&second.kinds) {
            assert_ne!(first.engines, second.engines, "two opinions");
        }
    }
}

#[test]
#[ignore = "a minute or two"]
fn keiths_table_at_eleven_and_thirteen() {
    must_be_keiths(11, Scope::Whole, &|problem| able(problem, 0));
    must_be_keiths(11, Scope::Whole, &|problem| able(problem, 1));
    must_be_keiths(13, Scope::Symmetrical, &|problem| able(problem, 0));
    must_be_keiths(13, Scope::Symmetrical, &|problem| able(problem, 1));
}

fn gather(list: impl FnOnce(&InOrder<&mut (dyn FnMut(&Grid) -> ControlFlow<()> + Send)>)) -> Vec<Grid> {
    let mut grids = Vec::new();
    let mut keep = |grid: &Grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    };
    list(&InOrder::new(&mut keep));
    grids
}

/// Returns all grids of a problem, and those that represent their class.
fn listed(problem: &Problem) -> (Vec<Grid>, Vec<Grid>) {
    let lister = ENGINES.fastest_lister(problem).expect("an engine");
    let all = gather(|order| lister.list(&Run::new(), order).expect("a listing"));
    let primitive = gather(|order| {
        lister.list(&Run::new(), &primitive(problem, order)).expect("a listing");
    });
    (all, primitive)
}

/// Returns the type of the transforms that leave a grid unchanged, tested one by one.
fn type_of(grid: &Grid) -> Symmetry {
    let keeps = |transform| grid.transformed(transform) == *grid;
    let mirrors = [Transform::MirrorLeftRight, Transform::MirrorTopBottom].map(keeps);
    let diagonals = [Transform::MainDiagonal, Transform::AntiDiagonal].map(keeps);
    match (keeps(Transform::Rot180), mirrors, diagonals) {
        (true, [true, true], [true, true]) => Symmetry::All,
        (true, [true, true], [false, false]) => Symmetry::Mirrors,
        (true, [false, false], [true, true]) => Symmetry::Diagonals,
        (true, ..) if keeps(Transform::Rot90) => Symmetry::Rot90,
        (true, ..) => Symmetry::Rot180,
        (false, [false, false], [false, false]) => Symmetry::None,
        (false, [false, false], _) => Symmetry::Diagonal,
        (false, ..) => Symmetry::Mirror,
    }
}

/// Compares the classes of a problem, and its list of one grid each, with the list of all grids.
fn must_be_as_listed(problem: &Problem) -> Classes {
    let classes = by_symmetry(problem, Scope::Whole, &Unwatched).expect("engines for every symmetry");
    let (all, primitive) = listed(problem);
    let mut members: BTreeMap<Grid, Vec<&Grid>> = BTreeMap::new();
    for grid in &all {
        members.entry(least_image(grid)).or_default().push(grid);
    }
    for kind in &classes.kinds {
        let of_kind: Vec<_> = members.values().filter(|grids| type_of(grids[0]) == kind.symmetry).collect();
        assert_eq!(of_kind.len() as u128, kind.classes, "{kind:?} of {problem:?}");
        assert!(of_kind.iter().all(|grids| grids.len() as u128 == kind.multiplicity), "{kind:?} of {problem:?}");
    }
    assert_eq!(classes.primitive(), Some(members.len() as u128));
    assert_eq!(classes.total, Some(all.len() as u128));

    let least_of_each: BTreeSet<String> =
        members.values().map(|grids| grids.iter().map(|grid| grid.one_line()).min().expect("a member")).collect();
    let lines: Vec<String> = primitive.iter().map(Grid::one_line).collect();
    assert_eq!(lines.len(), least_of_each.len(), "one grid a class");
    assert_eq!(lines.iter().cloned().collect::<BTreeSet<_>>(), least_of_each);
    // The order must be that of the complete list.
    let kept: Vec<String> = all.iter().map(Grid::one_line).filter(|line| least_of_each.contains(line)).collect();
    assert_eq!(lines, kept);
    classes
}

#[test]
fn grids_sorted_one_by_one() {
    for name in ["british", "american"] {
        for size in [5, 6, 7, 9] {
            must_be_as_listed(&problem(size, rules(name)));
        }
    }
}

#[test]
fn without_symmetry_there_are_eight_types() {
    let rules = Ruleset { symmetry: Symmetry::None, ..rules("american") };
    let classes = must_be_as_listed(&problem(5, rules));
    assert_eq!(classes.kinds.len(), 8);
    assert!(classes.of(Symmetry::Mirror).is_some_and(|classes| classes > 0));
    assert!(classes.of(Symmetry::None).is_some_and(|classes| classes > 0));
}

#[test]
fn under_all_eight_every_grid_is_a_class() {
    let rules = Ruleset { symmetry: Symmetry::All, ..rules("british") };
    let classes = must_be_as_listed(&problem(9, rules));
    assert_eq!((classes.kinds.len(), classes.a(), classes.n(), classes.primitive()), (1, Some(18), None, Some(18)));
}

#[test]
fn givens_must_be_as_symmetrical_as_the_square() {
    let mut givens = Givens::open(7, 7);
    givens.fix(3, 3, false);
    must_be_as_listed(&british(7).with_givens(givens.clone()).expect("givens of that size"));
    givens.fix(0, 3, true);
    let lopsided = british(7).with_givens(givens).expect("givens of that size");
    assert_eq!(by_symmetry(&lopsided, Scope::Whole, &Unwatched), Err(ClassesError::Givens));
}

/// With asymmetric givens the least image may not have them. Then the class is represented by the least image that has them.
#[test]
fn lists_one_grid_of_each_class_for_asymmetric_givens() {
    let problem = with_squares(&british(7), &[(0, 0, true), (0, 1, true)]);
    let (all, primitive) = listed(&problem);
    let images = |grids: &[Grid]| grids.iter().map(least_image).collect::<BTreeSet<_>>();
    assert!(primitive.len() < all.len() && primitive.iter().any(|grid| least_image(grid) != *grid));
    assert_eq!(images(&primitive).len(), primitive.len());
    assert_eq!(images(&primitive), images(&all));
}

#[test]
fn reports_counts_that_contradict_each_other_as_inconsistent() {
    let counted = |a: u128, total: u128| {
        classify(&british(5), Scope::Whole, |part| {
            let count = match part.rules().symmetry {
                Symmetry::All => a,
                Symmetry::Rot180 => total,
                _ => ENGINES.named("sat").expect("an engine").count(part, &Run::new())?,
            };
            Ok::<_, ClassesError>(Counted { count, engines: vec!["somebody"] })
        })
    };
    assert_eq!(counted(1, 17).expect("sound counts").n(), Some(2));
    // Only that one grid exists under the mirrors, so there is no second one; and 18 grids do not form whole classes.
    let contradiction = |symmetry, count| Err(ClassesError::Inconsistent { symmetry, count });
    assert_eq!(counted(2, 17), contradiction(Symmetry::Mirrors, 1));
    assert_eq!(counted(1, 18), contradiction(Symmetry::Rot180, 18));
    assert_eq!(counted(1, 5), contradiction(Symmetry::Rot180, 5));
}

#[test]
fn a_missing_declining_or_failing_engine_is_an_error() {
    let none = by_symmetry_with(&british(5), Scope::Whole, &|_| None, &Unwatched);
    assert_eq!(none, Err(ClassesError::NoEngine(Symmetry::All)));
    let pinwheel = |part: &Problem| Pinwheel.prepare(part, &SumKind::Plain).ok();
    let declined = by_symmetry_with(&british(5), Scope::Whole, &pinwheel, &Unwatched);
    assert_eq!(declined, Err(ClassesError::NoEngine(Symmetry::All)));
    let failing = |part: &Problem| {
        let sum = |_: &Run| Err(EngineError::Overflow);
        Some(Prepared::whole(&Pinwheel, part, &SumKind::Plain, None, sum))
    };
    let failed = by_symmetry_with(&british(5), Scope::Whole, &failing, &Unwatched);
    assert_eq!(failed, Err(ClassesError::Engine(EngineError::Overflow)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_rules(rules in rulesets(), size in 3usize..=5) {
        let rules = if rules.symmetry == Symmetry::None && size == 5 {
            Ruleset { symmetry: Symmetry::Mirror, ..rules }
        } else {
            rules
        };
        must_be_as_listed(&problem(size, rules));
    }
}
