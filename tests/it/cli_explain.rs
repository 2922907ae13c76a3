//! Tests `gridcheck explain` on the command line.

use crate::program::{answer, refused, run};
use serde_json::Value;

#[test]
fn the_published_program_is_re_enacted() {
    let text = answer(&["explain", "ho-2021"]);
    for line in [
        "as printed                         17    346   9381",
        "A mended, B left                   17    437  17624",
        "both mended                        17    650  68956",
        "With both faults the program gives every printed figure.",
        "    at least 3 white squares in every row and every column: as published, with both faults",
    ] {
        assert!(text.lines().any(|found| found == line), "no line {line:?} in\n{text}");
    }
    assert_eq!(text.matches("the validator finds it valid").count(), 2, "a grid that each fault loses");
    assert_eq!(text.matches("the validator finds it invalid").count(), 1, "a grid that fault B lets in");
}

#[test]
fn the_published_layouts_are_re_enacted() {
    let text = answer(&["explain", "nanogenmo-2021"]);
    let number = |what: &str| text.lines().find_map(|line| Some(line.strip_prefix(what)?.trim().to_owned()));
    for (what, grids) in [
        ("patterns, connected or not", "6561"),
        ("the list as published", "6170"),
        ("the list with its two missing walls", "6168"),
        ("a search in place of the list", "6168"),
    ] {
        assert_eq!(number(what).as_deref(), Some(grids), "{what}:\n{text}");
    }
    let engines: Vec<&str> = text.lines().filter(|line| line.starts_with("the engine ")).collect();
    assert!(engines.len() == 2 && engines.iter().all(|line| line.ends_with("  6168")), "{text}");
    for line in [
        "With the list as published the construction gives the printed figure 6170.",
        "Which list gave 6364 is not known.",
        "So it lets in 2 grids:",
    ] {
        assert!(text.lines().any(|found| found == line), "no line {line:?} in\n{text}");
    }
    assert_eq!(text.matches("the validator finds it invalid").count(), 2, "{text}");
    assert_eq!(text.matches("not connected").count() + text.matches("regions").count(), 2, "{text}");
}

#[test]
fn the_programs_that_are_re_enacted_are_listed() {
    let text = answer(&["explain", "--list"]);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["ho-2021", "nanogenmo-2021"], "each has a test above");
    let line = refused(&["explain", "--list", "ho-2021"]);
    assert!(line.contains("cannot be used with"), "{line}");
}

#[test]
fn a_search_says_what_it_found_and_how_far_it_looked() {
    let args = ["explain", "--size", "7", "--count", "398", "--changes", "1"];
    let text = answer(&args);
    assert!(text.contains("398 is printed by ferry-2019."), "{text}");
    assert!(text.contains("1 rule set gives 398 and every other figure of the source."), "{text}");
    assert!(text.contains("Searched: 27 rule sets"), "{text}");

    let found: Value = serde_json::from_str(&answer(&[&args[..], &["--format", "json"]].concat())).expect("JSON");
    assert_eq!(found["hits"][0]["changes"][0]["change"], "the all-black grid counts");
    assert_eq!(found["hits"][0]["elsewhere"][0]["count"], "2638");
    assert_eq!(found["searched"]["complete"], true);
}

#[test]
fn nothing_found_is_said_and_is_exit_code_1() {
    let args = ["explain", "--size", "7", "--count", "346", "--changes", "1"];
    let said = run(&args);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let text = said.out;
    assert!(text.contains("No rule set that was tried gives 346."), "{text}");
    assert!(text.contains("re-enacted by gridcheck explain ho-2021"), "{text}");
    // A chance match gives one figure, and the other figures of the source reveal it.
    let claims = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/tour/claims.json");
    let args = ["explain", "--size", "7", "--count", "650", "--also", "9=9,381", "--claims", claims, "--changes", "1"];
    let text = run(&args).out;
    assert!(text.contains("and none of them the other figures of the source"), "{text}");
    assert!(text.contains("68956 (no)"), "{text}");
}

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    for (args, said) in [
        (vec!["explain"], "required"),
        (vec!["explain", "ho"], "no program `ho` is re-enacted here, expected ho-2021 or nanogenmo-2021"),
        (vec!["explain", "ho-2021", "--size", "7", "--count", "3"], "cannot be used with"),
        (vec!["explain", "--size", "7"], "--count"),
        (vec!["explain", "--size", "65", "--count", "3"], "expected whole numbers from 1 to 64"),
        (vec!["explain", "--size", "7", "--count", "-3"], "expected a whole number"),
        (vec!["explain", "--size", "7", "--count", "many"], "expected a whole number, as in 1234 or 1,234"),
        (vec!["explain", "--size", "7", "--count", "3", "--also", "9"], "expected a size and a figure"),
        (vec!["explain", "--size", "7", "--count", "3", "--also", "99=1"], "expected whole numbers from 1 to 64"),
        (vec!["explain", "--size", "7", "--count", "3", "--rules", "welsh"], "no built-in rule set `welsh`"),
        (vec!["explain", "--size", "7", "--count", "3", "--claims", "nowhere.json"], "nowhere.json"),
        (vec!["explain", "--size", "7", "--count", "3", "--changes", "0"], "1..=4"),
        (vec!["explain", "--size", "7", "--count", "3", "--budget", "soon"], "expected a time"),
    ] {
        let line = refused(&args);
        assert!(line.contains(said), "{args:?}: {line}");
    }
}
