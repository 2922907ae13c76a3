//! Tests the engine from outside.

use gridcheck_frontier::Frontier;
use gridcheck_testing::prelude::*;

#[test]
fn reports_unsupported_problems() {
    let british = rules("british");
    let why = |problem: &Problem| why_unable(&Frontier, problem).expect("it is unable");
    let turned = Ruleset { symmetry: Symmetry::Rot90, ..british.clone() };
    assert_eq!(why(&Problem::new(7, turned).expect("fair")), "symmetry rot90, it supports only rot180");
    let full = Ruleset { min_white_per_row: 2, ..british };
    assert_eq!(why(&Problem::new(7, full).expect("fair")), "min_white_per_row = 2, at most 1");
    assert_eq!(why(&problem(17, rules("british"))), "size 17, at most 15");
    assert_eq!(why(&problem(18, rules("american"))), "size 18, at most 17");
    let cheaters = constrained(&problem(7, rules("british")), &["cheaters = 0"]);
    assert_eq!(why(&cheaters), "cheaters = 0, unless the rules require that every letter is checked");
}

#[test]
fn reports_slow_problems() {
    let why = |problem: &Problem| why_slow(&Frontier, problem).expect("it is slow");
    assert!(is_able(&Frontier, &problem(13, rules("british"))));
    assert!(is_able(&Frontier, &problem(15, rules("american"))));
    let fifteen = problem(15, rules("british"));
    assert_eq!(why(&fifteen), "113 open squares, reasonable up to 85");
    // The last row is the image of the first: giving both closes no more squares than giving one.
    let both = fifteen.with_row(0, 0b111).with_row(14, 0b111 << 12);
    assert_eq!(why(&both), "98 open squares, reasonable up to 85");
    assert!(is_able(&Frontier, &both.with_row(1, 0b111)));
    let pairs = Ruleset { min_word: 2, ..rules("british") };
    assert_eq!(why(&problem(12, pairs)), "72 open squares, reasonable up to 61");
}

#[test]
fn random_rectangles_agree_with_every_pattern() {
    let mut rng = SeededRng::new(34);
    let some = agrees_on_rectangles(&Frontier, 1500, &mut rng);
    assert!(some > 300, "{some} say something");
}
