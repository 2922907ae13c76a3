//! Tests `compare --spot-checks` on the real program.

use crate::program::answer;

/// A quick run: two engines, a few samples.
const QUICK: [&str; 9] =
    ["compare", "--size", "7", "--engines", "backtrack,exact-cover", "--spot-checks", "5", "--patience", "1h"];

/// Removes the parts of the text that differ from run to run.
fn without_times(text: &str) -> Vec<String> {
    let words = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().filter(|word| word.parse::<f64>().is_err()).collect();
        words.join(" ")
    };
    text.lines().map(words).collect()
}

#[test]
fn a_seed_that_was_picked_is_printed() {
    let text = answer(&QUICK);
    let seed = text.lines().next().and_then(|line| line.rsplit(' ').next()).expect("a seed");
    let again = answer(&[&QUICK[..], &["--seed", seed]].concat());
    assert_eq!(without_times(&text), without_times(&again));
}
