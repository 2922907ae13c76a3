//! Tests `compare --spot-checks` on the real program.

use crate::program::{answer, fixture, json_lines, keys, refused};

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
fn the_same_seed_gives_the_same_samples() {
    let again = [&QUICK[..], &["--seed", "12"]].concat();
    let text = answer(&again);
    assert!(text.starts_with("7 × 7 grids, rules british: 5 spot checks, seed 12\n"), "{text}");
    assert!(text.contains("The engines agree on all 5 samples. 5 of these have at least one grid, "), "{text}");
    let json = |seed: &str| {
        let args = [&QUICK[..], &["--seed", seed, "--format", "json"]].concat();
        json_lines(&answer(&args)).remove(0)
    };
    assert_eq!(json("12")["grids"], json("12")["grids"]);
    assert_ne!(json("12")["grids"], json("13")["grids"]);
    let grids = json("12")["grids"].as_str().expect("a string").to_owned();
    assert!(text.contains(&format!("{grids} grids in all")), "{text}");
}

#[test]
fn a_seed_that_was_picked_is_printed() {
    let text = answer(&QUICK);
    let seed = text.lines().next().and_then(|line| line.rsplit(' ').next()).expect("a seed");
    let again = answer(&[&QUICK[..], &["--seed", seed]].concat());
    assert_eq!(without_times(&text), without_times(&again));
}

#[test]
fn json_has_the_promised_keys() {
    let values = json_lines(&answer(&[&QUICK[..], &["--seed", "1", "--format", "json"]].concat()));
    let [outcome] = &values[..] else { panic!("one object, on one line") };
    let expected = [
        "size",
        "rules",
        "seed",
        "agree",
        "spot_checks",
        "compared",
        "with_grids",
        "grids",
        "disputed",
        "parties",
        "first_disagreement",
        "stopped",
        "notes",
    ];
    assert_eq!(keys(outcome), expected);
    assert_eq!((&outcome["agree"], &outcome["compared"], &outcome["disputed"]), (&true.into(), &5.into(), &0.into()));
    assert!(outcome["first_disagreement"].is_null() && outcome["stopped"] == false);
    for party in outcome["parties"].as_array().expect("parties") {
        assert_eq!(keys(party), ["name", "samples", "grids", "seconds", "disagreed", "left_out", "why"]);
        assert_eq!((&party["samples"], &party["grids"]), (&5.into(), &outcome["grids"]));
    }
}

#[test]
fn who_takes_no_part_is_named_with_the_reason() {
    let mirror = fixture("rules/mirror.toml");
    let parts = ["compare", "--size", "5", "--rules", &mirror, "--spot-checks", "3", "--seed", "1"];
    let text = answer(&[&parts[..], &["--patience", "1h"]].concat());
    assert!(text.contains("left out: exact-cover (symmetry mirror"), "{text}");
    // An engine that cannot solve the whole may solve parts of it.
    let parts = ["compare", "--size", "9", "--engines", "brute,sat", "--spot-checks", "2", "--seed", "1"];
    let text = answer(&[&parts[..], &["--patience", "1h"]].concat());
    assert!(text.contains("The engines agree on all 2 samples"), "{text}");
}

#[test]
fn bad_use_is_refused() {
    let compare = ["compare", "--size", "7"];
    for (more, expected) in [
        (&["--spot-checks", "0"][..], "--spot-checks"),
        (&["--spot-checks", "-3"], "--spot-checks"),
        (&["--spot-checks", "many"], "--spot-checks"),
        (&["--seed", "1"], "--spot-checks"),
        (&["--patience", "1m"], "--spot-checks"),
        (&["--spot-checks", "3", "--patience", "long"], "--patience"),
        (&["--spot-checks", "3", "--seed", "-1"], "--seed"),
        (&["--spot-checks", "3", "--against", "fixtures/cli/british_5x5.txt"], "--against"),
        (&["--spot-checks", "3", "--engines", "sat"], "two engines"),
        (&["--spot-checks", "3", "--engines", "sat,sat"], "twice"),
        (&["--spot-checks", "3", "--engines", "sat,none"], "none"),
    ] {
        let line = refused(&[&compare[..], more].concat());
        assert!(line.contains(expected), "{more:?}: {line}");
    }
    let line = refused(&["compare", "--size", "3", "--rules", "min-4", "--spot-checks", "3"]);
    assert!(line.contains("no grid was found"), "{line}");
}
