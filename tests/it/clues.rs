//! Tests the findings about clues and texts of puzzle files, and their corrections.

use std::fs;

use serde_json::Value;

use crate::program::{run, shared, text};

/// The head and the grid of a small puzzle of `.xd`: 1-Across CAT, 3-Across TEN, 1-Down CUT, 2-Down TON.
const HEAD: &str = "## Metadata\n\nTitle: Small\nAuthor: A. Setter\n\n## Grid\n\nCAT\nU#O\nTEN\n\n## Clues\n\n";
/// Clues without a fault.
const CLUES: &str = "A1. Feline (3) ~ CAT\nA3. Number (3) ~ TEN\nD1. Shorten (3) ~ CUT\nD2. Weight (3) ~ TON\n";

/// Returns the codes of the findings about clues in a file of this name and content.
fn codes_in(name: &str, content: &[u8], profile: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, content).expect("a file");
    let said = run(&["validate", "--profile", profile, "--format", "json", text(&path)]);
    let grid: Value = serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"));
    let findings = grid["findings"].as_array().expect("findings");
    let codes = findings.iter().map(|finding| finding["code"].as_str().expect("a code").to_owned());
    codes.filter(|code| code.starts_with("GC1") && code.as_str() > "GC100").collect()
}

#[test]
fn each_code_is_found_in_a_puzzle_with_its_fault_only() {
    let good = format!("{HEAD}{CLUES}");
    assert_eq!(codes_in("good.xd", good.as_bytes(), "times"), [""; 0]);
    let cases = [
        ("GC101", "Feline (3)", "Feline (4)"),
        ("GC101", "Feline (3)", "Feline (2,2)"),
        ("GC102", "Feline (3)", "Feline"),
        ("GC103", "D2. Weight (3) ~ TON\n", "D2. Weight (3) ~ TON\nD9. Nowhere (5)\n"),
        ("GC104", "D2. Weight (3) ~ TON\n", ""),
        ("GC105", "D2. Weight", "D2. Heavy (3) ~ TON\nD2. Weight"),
        ("GC107", "Feline (3)", "Cat (3)"),
        ("GC108", "~ TEN", "~ TAN"),
        ("GC110", "Feline (3)", "Not 7 down (3)"),
        ("GC110", "Feline (3)", "See 9 (3)"),
        ("GC111", "Number (3)", "Feline (3)"),
        ("GC112", "Feline (3)", "CafÃ© animal (3)"),
        ("GC112", "Feline (3)", "Q &amp; A (3)"),
        ("GC112", "Title: Small", "Title: Donâ€™t"),
        ("GC113", "Feline (3)", "Feline  (3)"),
        ("GC114", "Author: A. Setter\n", ""),
        ("GC115", "D1. Shorten", "B7. Rodent (5)\nD1. Shorten"),
    ];
    for (code, old, new) in cases {
        let bad = good.replacen(old, new, 1);
        assert_ne!(bad, good, "{code}: {old}");
        assert_eq!(codes_in("bad.xd", bad.as_bytes(), "times"), [code], "{new}");
    }
    let twice = good.replace("CAT", "TEN").replace("U#O", "E#E").replace("CUT", "TET").replace("TON", "NEN");
    assert_eq!(codes_in("twice.xd", twice.as_bytes(), "times"), ["GC106"]);
    let incomplete = good.replace("U#O", ".#O").replace("~ CUT", "");
    assert_eq!(codes_in("incomplete.xd", incomplete.as_bytes(), "times"), ["GC109"]);
    // A house without lengths does not miss them, and a rule set is about grids.
    let without = good.replacen("Feline (3)", "Feline", 1);
    assert_eq!(codes_in("without.xd", without.as_bytes(), "nyt"), [""; 0]);
    let path = tempfile::NamedTempFile::with_suffix(".xd").expect("a file");
    fs::write(path.path(), good.replacen("(3)", "(9)", 1)).expect("a file");
    let by_rules = run(&["validate", "--rules", "british", text(path.path())]);
    assert!(by_rules.code < 2 && !by_rules.out.contains("GC101"), "{by_rules:?}");
}

#[test]
fn numbers_in_brackets_are_lengths_only_in_a_puzzle_with_lengths() {
    let psalms = format!("{HEAD}{CLUES}").replace(" (3)", "").replacen("Feline", "Psalms (23)", 1);
    assert_eq!(codes_in("psalms.xd", psalms.as_bytes(), "times"), [""; 0]);
    // Lengths with words, a rebus square and a clue for two entries are right.
    let exolve = "exolve-begin\n exolve-title: T\n exolve-setter: S\n exolve-width: 3\n exolve-height: 3\n exolve-option: rebus-cells\n \
                  exolve-grid:\n  C AB T\n  U . O\n  T E N\n exolve-across:\n  1 Taxi, say (4)\n  3 See 1 down\n exolve-down:\n  \
                  1, 3a Shorten number (3,3)\n  2 Weight (3)\nexolve-end\n";
    assert_eq!(codes_in("linked.exolve", exolve.as_bytes(), "times"), [""; 0]);
}

#[test]
fn detects_wrong_answers_and_shown_letters_in_ipuz() {
    let ipuz = |shown: &str, answer: &str| {
        format!(
            r#"{{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], "title": "T", "author": "S",
            "dimensions": {{"width": 2, "height": 2}}, "puzzle": [[{shown}, 0], [0, 0]], "solution": [["A", "T"], ["S", "O"]],
            "clues": {{"Across": [{{"number": 1, "clue": "By", "answer": "{answer}"}}, [1, "By"]], "Down": []}}}}"#
        )
    };
    // The entries that begin in the other squares have no clue.
    let of = |shown: &str, answer: &str| codes_in("p.ipuz", ipuz(shown, answer).as_bytes(), "lax");
    let without = ["GC104"; 3];
    assert_eq!(of("1", "AT"), without);
    let found = of("1", "IT");
    assert!(found.contains(&"GC108".to_owned()) && found.len() == 4, "{found:?}");
    let found = of(r#"{"cell": 1, "value": "X"}"#, "AT");
    assert!(found.contains(&"GC108".to_owned()) && found.len() == 4, "{found:?}");
}

/// Every format that is written can be corrected: only what is wrong changes.
#[test]
fn fix_corrects_lengths_and_white_space_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("good.xd");
    fs::write(&good, format!("{HEAD}{CLUES}")).expect("a file");
    for (to, ending) in
        [("xd", "xd"), ("ipuz", "ipuz"), ("jpz", "jpz"), ("exolve", "exolve"), ("puz", "puz"), ("puz-text", "txt")]
    {
        let path = folder.path().join(format!("p.{ending}"));
        let said = run(&["convert", text(&good), "--to", to, "--out", text(&path)]);
        assert_eq!(said.code, 0, "{said:?}");
        let whole = fs::read(&path).expect("a file");
        let wrong = |old: &str, new: &str| {
            let at = whole.windows(old.len()).position(|window| window == old.as_bytes()).expect(to);
            [&whole[..at], new.as_bytes(), &whole[at + old.len()..]].concat()
        };
        let path = text(&path);
        let fixed = |bytes: &[u8]| {
            fs::write(path, bytes).expect("a file");
            let diff = run(&["validate", "--profile", "lax", "--diff", path]);
            assert_eq!((diff.code, fs::read(path).expect("a file").as_slice()), (1, bytes), "{to}: {diff:?}");
            let fixed = run(&["validate", "--profile", "lax", "--fix", path]);
            assert!(fixed.err.contains("corrected"), "{to}: {fixed:?}");
            let again = run(&["validate", "--diff", path]);
            assert_eq!((again.code, again.out.as_str()), (0, ""), "{to}: {again:?}");
            fs::read(path).expect("a file")
        };
        // In these two the length stands apart from the clue, or the checksum would be wrong.
        if !["ipuz", "jpz"].contains(&to) {
            let back = fixed(&wrong("Feline (3)", "Feline (8)"));
            assert!(to == "puz" || back == whole, "{to}");
            assert!(codes_in(path.rsplit('/').next().expect("a name"), &back, "times").is_empty(), "{to}");
        }
        // The checksum of a .puz file would be wrong.
        if to != "puz" {
            assert_eq!(fixed(&wrong("A. Setter", "A.  Setter")), whole, "{to}");
        }
    }
}

/// Published puzzles have almost no findings about clues: those that remain were looked at, and are true.
#[test]
fn published_puzzles_raise_no_false_alarm() {
    let Some(folder) = shared("formats") else { return };
    for (name, expected) in [
        ("av110622.puz", &[][..]),
        ("basic.exolve", &[]),
        ("guardian-simple.json", &[]),
        ("nyt1955-01-01.xd", &[]),
        ("test.ipuz", &[]),
        ("washpost.puz", &["GC113"]),
    ] {
        let path = folder.join(name);
        let found = codes_in(name, &fs::read(path).expect("a file"), "times");
        let found: Vec<&str> =
            found.iter().map(String::as_str).filter(|code| !["GC102", "GC111"].contains(code)).collect();
        assert_eq!(found, expected, "{name}");
    }
}
