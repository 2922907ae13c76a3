//! `gridcheck recurrence` on the real program: the counts of strips against counting, against published figures, and bad input.

use num_bigint::{BigInt, BigUint};
use serde_json::Value;

use crate::program::{answer, json_lines};

const ANY_LENGTH: &str = "fixtures/tour/any-length.toml";

fn found(args: &[&str]) -> Value {
    let all = [&["recurrence", "--format", "json"], args].concat();
    json_lines(&answer(&all)).remove(0)
}

fn numbers(found: &Value, key: &str) -> Vec<BigInt> {
    let list = found[key].as_array().unwrap_or_else(|| panic!("{key}: {found}"));
    list.iter().map(|number| number.as_str().and_then(|text| text.parse().ok()).expect("a number")).collect()
}

/// OEIS A034184 and A034187, as published, with the orders of the recurrences that are given there as empirical. The two heights beyond are theirs
/// by exchange of rows and columns.
#[test]
fn published_recurrences_are_theorems() {
    let published = [
        (3, 9, "1, 15, 111, 649, 3495, 18189, 93231, 474479, 2406621, 12187137"),
        (4, 20, "1, 39, 649, 7943, 86995, 910667, 9339937, 94844591, 958363411, 9659847433"),
    ];
    let mut tables = Vec::new();
    for height in ["3", "4", "5", "6"] {
        tables.push(found(&["--height", height, "--rules", ANY_LENGTH, "--terms", "40"]));
    }
    for ((height, order, terms), found) in published.into_iter().zip(&tables) {
        let expected: Vec<BigInt> = terms.split(", ").map(|term| term.parse().expect("a number")).collect();
        assert_eq!(numbers(found, "terms")[..10], expected, "height {height}");
        assert_eq!((&found["height"], &found["order"]), (&height.into(), &order.into()));
    }
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(numbers(&tables[i], "terms")[j + 2], numbers(&tables[j], "terms")[i + 2]);
    }
}

#[test]
fn square_terms_equal_the_answers_of_count() {
    for (rules, sizes) in [("american", "3 5 7"), ("american-loose", "3 5 7"), ("no-pairs", "3 5")] {
        for size in sizes.split(' ') {
            let found = found(&["--height", size, "--rules", rules, "--symmetry", "rot180", "--terms", size]);
            let expected = answer(&["count", "--size", size, "--rules", rules]);
            assert_eq!(numbers(&found, "terms").last().expect("a term").to_string(), expected.trim(), "{rules} {size}");
        }
    }
}

#[test]
fn the_terms_obey_the_recurrence() {
    let args = ["--height", "4", "--rules", "american", "--terms", "60"];
    let found = found(&args);
    let [terms, coefficients, numerator, denominator] =
        ["terms", "coefficients", "numerator", "denominator"].map(|key| numbers(&found, key));
    let number = |key: &str| found[key].as_u64().expect("a number") as usize;
    assert_eq!((terms.len(), coefficients.len()), (60, number("order")));
    for n in number("holds_from")..=60 {
        let products = coefficients.iter().enumerate().map(|(i, one)| one * &terms[n - 2 - i]);
        assert_eq!(products.sum::<BigInt>(), terms[n - 1], "{n}");
    }
    assert_eq!(number("checked_terms"), number("bound") + number("holds_from") - 1);
    assert_eq!(number("bound"), found["states"]["merged"].as_u64().expect("a number") as usize);
    assert!(numerator.len() <= number("holds_from") && denominator.len() == coefficients.len() + 1);
}

/// The counts of strips of five rows are the coefficients of the generating function's series.
#[test]
fn forty_columns_by_the_generating_function() {
    let found = found(&["--height", "5", "--rules", "american", "--terms", "40"]);
    let [terms, numerator, denominator] = ["terms", "numerator", "denominator"].map(|key| numbers(&found, key));
    let mut series: Vec<BigInt> = Vec::new();
    for n in 0..=40 {
        let less: BigInt = (1..denominator.len().min(n + 1)).map(|i| &denominator[i] * &series[n - i]).sum();
        series.push(numerator.get(n).cloned().unwrap_or_default() - less);
    }
    assert_eq!(series[1..], terms);
    assert!(terms.iter().all(|term| *term.magnitude() < BigUint::from(2_u32).pow(200)));
}
