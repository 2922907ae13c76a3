//! `validate` on the real program: one grid or many, what is printed of each, and the exit code.

mod program;

use std::fs;

use program::{answer, feed, file, fixture, json_lines, keys, name, refused, run, text};

const LIST: &str = "fixtures/cli/british_5x5.txt";
const RING: &str = "fixtures/cli/ring.txt";

#[test]
fn valid_grids_are_told_one_a_line() {
    let text = answer(&["validate", LIST]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 18);
    for (i, line) in lines[..17].iter().enumerate() {
        assert_eq!(*line, format!("{LIST}:{}: grid {}, 5 × 5: valid", 6 * i + 1, i + 1));
    }
    assert_eq!(lines[17], "17 grids by the rules british: 17 valid, 0 invalid");
}

#[test]
fn every_violation_has_its_place() {
    let said = run(&["validate", RING]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    for violation in [
        "edges: the first row has no white square",
        "edges: the last row has no white square",
        "edges: the first column has no white square",
        "edges: the last column has no white square",
        "checking: across word at row 2, column 2, length 3 (CCC)",
        "checking: across word at row 3, column 2, length 3 (CCC)",
        "checking: across word at row 4, column 2, length 3 (CCC)",
        "checking: down word at row 2, column 2, length 3 (CCC)",
        "checking: down word at row 2, column 3, length 3 (CCC)",
        "checking: down word at row 2, column 4, length 3 (CCC)",
    ] {
        assert!(said.out.contains(&format!("  {violation}")), "{violation}: {}", said.out);
    }
    assert!(said.out.starts_with(&format!("{RING}:1: grid 1, 5 × 5: 10 violations\n")), "{}", said.out);
    assert!(said.out.ends_with("1 grid by the rules british: 0 valid, 1 invalid\n"), "{}", said.out);
    assert_eq!(run(&["validate", "--rules", "american-loose", RING]).code, 0, "under other rules it is valid");
}

#[test]
fn json_is_one_object_a_grid() {
    let said = run(&["validate", "--format", "json", LIST, RING]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let objects = json_lines(&said.out);
    assert_eq!(objects.len(), 18, "no summary");
    for object in &objects {
        let keys = keys(object);
        assert!(["file", "index", "valid", "violations"].iter().all(|key| keys.contains(key)), "{object}");
        let violations = object["violations"].as_array().expect("an array");
        assert_eq!(object["valid"], violations.is_empty());
        for violation in violations {
            assert!(violation["rule"].is_string() && violation["message"].is_string(), "{violation}");
        }
    }
    for (i, object) in objects[..17].iter().enumerate() {
        assert_eq!(
            (&object["file"], &object["index"], &object["valid"]),
            (&LIST.into(), &(i + 1).into(), &true.into())
        );
    }
    let ring = &objects[17];
    assert_eq!((&ring["file"], &ring["index"], &ring["valid"]), (&RING.into(), &1.into(), &false.into()));
    let word = ring["violations"].as_array().and_then(|all| all.iter().find(|one| one["rule"] == "checking"));
    let word = word.expect("a word checked too much");
    assert_eq!((&word["row"], &word["column"], &word["pattern"]), (&2.into(), &2.into(), &"CCC".into()));
}

#[test]
fn standard_input_and_files_mix() {
    let said = feed(&["validate", RING, "-", LIST], fs::read(LIST).expect("a fixture"));
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.contains("standard input:1: grid 1, 5 × 5: valid"), "{}", said.out);
    assert!(said.out.ends_with("35 grids by the rules british: 34 valid, 1 invalid\n"), "{}", said.out);
    let quiet = feed(&["validate", "--quiet", RING, "-", LIST], fs::read(LIST).expect("a fixture"));
    assert_eq!((quiet.code, quiet.err.as_str()), (1, ""));
    assert_eq!(quiet.out, "35 grids by the rules british: 34 valid, 1 invalid\n");

    let line = program::refusal(&[], &feed(&["validate", "-", "-"], fs::read(LIST).expect("a fixture")));
    assert!(line.contains("twice"), "{line}");
}

#[test]
fn rectangles_have_their_own_symmetry() {
    let said = run(&["validate", &fixture("rectangle.txt")]);
    assert!(said.code == 0 && said.out.contains("3 × 5: valid"), "{said:?}");
    assert!(program::one_line(&[], &said.err).starts_with("note: 1 of 1 not square"), "{}", said.err);
    // The quarter turn of a rectangle is another shape.
    let quarter = file("extends = \"british\"\nsymmetry = \"rot90\"\n");
    let said = run(&["validate", "--rules", name(&quarter), &fixture("rectangle.txt")]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("  symmetry: "), "{}", said.out);
}

#[test]
fn black_is_what_one_says_it_is() {
    let path = fixture("zeros_and_ones.txt");
    let line = refused(&["validate", &path]);
    assert!(line.starts_with(&format!("{path}:1:1: ")) && line.contains("--black"), "{line}");
    let judged =
        |black: &str| json_lines(&run(&["validate", "--black", black, "--format", "json", &path]).out).remove(0);
    let down_words_half_unchecked = judged("1");
    assert!(down_words_half_unchecked["violations"].as_array().is_some_and(|all| all.len() == 2));
    let two_single_squares = judged("0");
    let rules: Vec<&str> = two_single_squares["violations"]
        .as_array()
        .expect("violations")
        .iter()
        .filter_map(|one| one["rule"].as_str())
        .collect();
    assert!(rules.contains(&"in_word") && rules.contains(&"connected"), "{rules:?}");
    for black in ["", "ab", " ", "/"] {
        refused(&["validate", "--black", black, &path]);
    }
}

#[test]
fn quiet_json_would_have_nothing_to_say() {
    assert!(refused(&["validate", "--quiet", "--format", "json", LIST]).contains("nothing to print"));
}

#[test]
fn even_sizes_and_forgotten_blank_lines_are_mentioned() {
    let four = feed(&["validate", "--rules", "american", "-"], "..../..../..../....\n");
    assert_eq!(four.code, 0, "{}", four.out);
    assert!(program::one_line(&[], &four.err).contains("Keith's rule 1"), "{}", four.err);
    let run_together = feed(&["validate", "-"], "...\n.#.\n...\n...\n.#.\n...\n");
    assert!(program::one_line(&[], &run_together.err).contains("blank line"), "{}", run_together.err);
    assert!(run_together.out.ends_with("invalid\n"), "{}", run_together.out);
}

/// A process may have some 1,024 files open; a shell hands over more names than that without a word.
#[cfg(unix)]
#[test]
fn there_may_be_more_files_than_can_be_open() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for i in 0..400 {
        fs::write(folder.path().join(format!("{i}.txt")), "...\n.#.\n...\n").expect("room for it");
    }
    let script = format!(
        "ulimit -n 300 && exec {} validate --quiet {}/*.txt",
        env!("CARGO_BIN_EXE_gridcheck"),
        text(folder.path())
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let said = program::Said::from(output);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert_eq!(said.out, "400 grids by the rules british: 400 valid, 0 invalid\n");
}
