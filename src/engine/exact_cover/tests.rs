//! The whole engine: against published counts, against every pattern judged one by one, and as a citizen of a run.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::*;
use crate::engine::Brute;
use crate::engine::listing::InOrder;
use crate::grid::Grid;
use crate::problem::Givens;
use crate::rules::{BUILTIN, Checking, Limit, Ruleset, builtin};

fn british() -> Ruleset {
    builtin("british").expect("built in")
}

fn problem(size: usize, rules: Ruleset) -> Problem {
    Problem::new(size, rules).expect("a fair problem")
}

fn count(problem: &Problem) -> u128 {
    ExactCover.count(problem, &Run::new()).expect("nobody stops it")
}

/// All grids of an engine, as lines, in the order in which it gives them.
fn listed(engine: &dyn Lister, problem: &Problem) -> Vec<String> {
    let grids = Mutex::new(Vec::new());
    let collector = InOrder::new(|grid: &Grid| {
        grids.lock().expect("no panic while it is held").push(grid.one_line());
        ControlFlow::Continue(())
    });
    engine.list(problem, &Run::new(), &collector).expect("nobody stops it");
    drop(collector);
    grids.into_inner().expect("no panic while it was held")
}

/// Compares the engine with the brute one, as sets of grids, and returns their number.
fn agree(problem: &Problem) -> usize {
    let ours = listed(&ExactCover, problem);
    let set: BTreeSet<&String> = ours.iter().collect();
    assert_eq!(set.len(), ours.len(), "a grid comes twice: {problem:?}");
    let brute = listed(&Brute, problem);
    assert_eq!(set, brute.iter().collect(), "{problem:?}");
    ours.len()
}

/// Numbers that look random and are the same every time (`SplitMix64`, Steele, Lea and Flood 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn limit(&mut self) -> Limit {
        [Limit::AtMost(0), Limit::AtMost(1), Limit::AtMost(2), Limit::AtMost(3), Limit::Unlimited][self.below(5)]
    }

    /// A rule set that some word can obey.
    fn rules(&mut self, symmetry: Symmetry) -> Ruleset {
        const CHECKING: [Checking; 5] =
            [Checking::All, Checking::CeilHalf, Checking::EitherHalf, Checking::AtLeastHalf, Checking::Any];
        loop {
            let rules = Ruleset {
                name: "random".to_owned(),
                min_word: 2 + self.below(3),
                single_cells: !self.one_in(3),
                checking: CHECKING[self.below(5)],
                max_unchecked_run: self.limit(),
                max_unchecked_run_at_ends: self.limit(),
                edges: self.one_in(2),
                connected: self.one_in(2),
                symmetry,
                min_white_per_row: if self.one_in(3) { self.below(4) } else { 0 },
            };
            if rules.fault().is_none() {
                return rules;
            }
        }
    }

    /// Fixes squares until at most `open` orbits are left; like a grid under half turn where the colours allow it.
    fn givens(&mut self, size: usize, half_turn: bool, open: usize) -> Givens {
        let mut givens = Givens::open(size, size);
        let mut squares: Vec<usize> = (0..if half_turn { (size * size).div_ceil(2) } else { size * size }).collect();
        while squares.len() > open {
            let square = squares.swap_remove(self.below(squares.len()));
            // More white than black, or hardly any problem would have a grid.
            givens.fix(square / size, square % size, !self.one_in(3));
        }
        givens
    }
}

#[test]
fn british_counts() {
    for (size, grids) in [(3, 1), (5, 17), (7, 650)] {
        assert_eq!(count(&problem(size, british())), grids, "{size}");
    }
    assert_eq!(count(&problem(7, Ruleset { connected: false, ..british() })), 809);
}

#[test]
fn built_in_sets_agree_with_every_pattern() {
    for set in &BUILTIN {
        for size in 3..=5 {
            agree(&problem(size, set.ruleset()));
        }
        for size in 3..=4 {
            agree(&problem(size, Ruleset { symmetry: Symmetry::None, ..set.ruleset() }));
        }
    }
    assert!(agree(&problem(6, british())) > 0);
}

#[test]
fn random_rule_sets_agree_with_every_pattern() {
    let mut dice = Dice(1);
    let mut with_grids = 0;
    for _ in 0..300 {
        let symmetry = [Symmetry::None, Symmetry::Rot180][dice.below(2)];
        let size = if symmetry == Symmetry::None { 3 + dice.below(2) } else { 3 + dice.below(3) };
        with_grids += usize::from(agree(&problem(size, dice.rules(symmetry))) > 0);
    }
    assert!(with_grids > 100, "{with_grids} say something");
}

#[test]
fn random_givens_agree_with_every_pattern() {
    let mut dice = Dice(2);
    let mut with_grids = 0;
    for _ in 0..400 {
        let symmetry = [Symmetry::None, Symmetry::Rot180][dice.below(2)];
        let size = 3 + dice.below(6);
        let givens = dice.givens(size, symmetry == Symmetry::Rot180, 12);
        let given = problem(size, dice.rules(symmetry)).with_givens(givens).expect("givens of that size");
        with_grids += usize::from(agree(&given) > 0);
    }
    assert!(with_grids > 60, "{with_grids} say something");
}

#[test]
fn givens_that_a_half_turn_contradicts_leave_nothing() {
    let mut givens = Givens::open(5, 5);
    givens.fix(0, 0, true);
    givens.fix(4, 4, false);
    assert_eq!(count(&problem(5, british()).with_givens(givens).expect("givens of that size")), 0);
}

#[test]
fn a_large_grid_given_but_for_a_few_squares() {
    let size = 64;
    for (row, column) in [(5, 5), (20, 30), (31, 31), (0, 63)] {
        let pair = [(row, column), (size - 1 - row, size - 1 - column)];
        let mut givens = Givens::open(size, size);
        for square in (0..size * size).map(|i| (i / size, i % size)).filter(|square| !pair.contains(square)) {
            givens.fix(square.0, square.1, true);
        }
        let american = problem(size, builtin("american").expect("built in")).with_givens(givens).expect("64 x 64");
        assert_eq!(ExactCover.ability(&american), Ability::Able);
        assert_eq!(count(&american), 2, "white or black at {pair:?}");
    }
}

#[test]
fn order_does_not_depend_on_threads() {
    for rules in [british(), Ruleset { symmetry: Symmetry::None, min_word: 4, ..british() }] {
        let problem = problem(7, rules);
        let with_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| listed(&ExactCover, &problem))
        };
        let one = with_threads(1);
        assert!(one.len() > 100);
        assert_eq!(one, with_threads(2));
        assert_eq!(one, with_threads(2));
    }
}

#[test]
fn a_run_can_be_stopped_from_both_ends() {
    let problem = problem(7, british());
    let run = Run::new();
    run.stop();
    assert_eq!(ExactCover.count(&problem, &run), Err(EngineError::Stopped));
    let mut taken = 0;
    let collector = InOrder::new(|_: &Grid| {
        taken += 1;
        if taken < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(ExactCover.list(&problem, &Run::new(), &collector), Err(EngineError::Stopped));
    drop(collector);
    assert_eq!(taken, 5);
}

#[test]
fn ability_says_why_not() {
    let british_of = |size| ExactCover.ability(&problem(size, british()));
    assert_eq!(british_of(9), Ability::Able);
    let Ability::Slow(why) = british_of(11) else { panic!("11 x 11 has tens of millions") };
    assert!(why.starts_with("61 open squares, about 2^2") && why.ends_with("reasonable up to 2^24"), "{why}");
    assert_eq!(british_of(13), Ability::Slow("85 open squares, reasonable up to 64".to_owned()));
    let too_many = Ability::Unable("rows and columns can be filled in more than 1000000 ways".to_owned());
    assert_eq!(british_of(21), too_many);
    assert_eq!(british_of(64), too_many);
    let free = Ruleset { min_word: 2, checking: Checking::Any, max_unchecked_run: Limit::Unlimited, ..british() };
    assert_eq!(ExactCover.ability(&problem(64, free)), too_many);
    let mirror = problem(5, Ruleset { symmetry: Symmetry::Mirror, ..british() });
    let why = "symmetry mirror; this engine does rot180 and none".to_owned();
    assert_eq!(ExactCover.ability(&mirror), Ability::Unable(why.clone()));
    assert_eq!(ExactCover.count(&mirror, &Run::new()), Err(EngineError::Unable { engine: "exact-cover", why }));
    // A rule set that no grid of this size can obey is answered, with nothing.
    let long = problem(5, Ruleset { min_word: 6, ..british() });
    assert_eq!((ExactCover.ability(&long), count(&long)), (Ability::Able, 0));
}
