//! Tests requests in JSON, with lists in memory.

use std::sync::Mutex;

use serde_json::{Value, json};

use super::*;
use crate::host::Unattended;
use crate::request::Request;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_engine::Run;
use gridcheck_engine::watch::Watch;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A host that keeps notes.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Watch for Notes {
    fn run(&self, stage: &str) -> Arc<Run> {
        Unattended.run(stage)
    }
}

impl Host for Notes {
    fn note(&self, note: String) {
        locked(&self.0).push(note);
    }
}

/// Answers a request about the words `ab` and `ba` in a 2 × 2 grid, with these options. Returns the reports and the notes.
fn asked(options: &Value) -> Result<(Vec<Value>, Vec<String>), Failure> {
    let list = json!({ "name": "mine", "text": "ab;5\nba;7\n1\n" });
    let mut request = json!({ "size": 2, "words": list, "repeat": true });
    for (key, value) in options.as_object().expect("options") {
        request[key] = value.clone();
    }
    let request: Request = serde_json::from_value(json!({ "fill": request })).map_err(Failure::unusable)?;
    let (notes, mut reports) = (Notes::default(), Vec::new());
    request.ask_in_json(&notes, |line| {
        reports.push(serde_json::from_str(&line).expect("JSON"));
        ControlFlow::Continue(())
    })?;
    Ok((reports, unlocked(notes.0)))
}

#[test]
fn every_task_answers_from_lists_in_memory() {
    let left_out = "left out 1 line without a usable word, the first: mine:3:1: '1' is not a letter: expected one word a line, or WORD;score";
    for (options, expected) in [
        (json!({ "list": 5 }), json!([{ "rows": ["AB", "BA"] }, { "rows": ["BA", "AB"] }])),
        (json!({ "list": 1 }), json!([{ "rows": ["AB", "BA"] }])),
        (json!({ "best": true, "seconds": 1 }), json!([{ "scores": { "mean": 6.0, "minimum": 5 } }])),
        (json!({ "list": 2, "vary": true }), json!([{ "scores": { "mean": 6.0, "minimum": 5 } }])),
        (
            json!({ "count": true, "up_to_transposition": true }),
            json!([{ "count": "2", "words": 2,
            "up_to_transposition": { "count": "2", "pairs": "0", "word_squares": "2" } }]),
        ),
        (json!({ "compare": true, "engine": "sat,exact-cover" }), json!([{ "agree": true, "differences": [] }])),
        (json!({ "estimate": 20, "seed": 1 }), json!([{ "count": null }])),
        (json!({ "candidates": "1a" }), json!([{ "slot": "1-Across", "fitting": 2 }])),
        (json!({ "theme": ["ab", "ba"] }), json!([{}])),
        (
            json!({ "size": null, "grid": { "name": "g", "text": "A.\n.B\n" }, "black": "#" }),
            json!([{ "rows": null, "distinct": false }]),
        ),
    ] {
        let (reports, notes) = asked(&options).unwrap_or_else(|failure| panic!("{options}: {failure}"));
        for (report, expected) in reports.iter().zip(expected.as_array().expect("reports")) {
            for (key, value) in expected.as_object().expect("keys") {
                assert_eq!(&report[key], value, "{options}: {key} in {report}");
            }
        }
        assert!(reports.len() >= expected.as_array().expect("reports").len(), "{options}: {reports:?}");
        assert_eq!(notes.first().map(String::as_str), Some(left_out), "{options}");
    }
}

#[test]
fn options_are_held_against_each_other() {
    for (options, expected) in [
        (json!({ "count": true, "list": 3 }), "--count cannot be combined with --list"),
        (json!({ "best": "mean", "candidates": "1A" }), "--best cannot be combined with --candidates"),
        (json!({ "candidates": "1A", "slot": "9D=A" }), "--slot cannot be combined with --candidates"),
        (json!({ "candidates": "1A", "pangram": true }), "--pangram cannot be combined with --candidates"),
        (json!({ "pangram": "A1" }), "--pangram: \"A1\": expected letters"),
        (json!({ "pangram": 5 }), "pangram: expected letters, true or false"),
        (json!({ "seconds": 3 }), "--seconds needs --best"),
        (json!({ "vary": true }), "--vary needs --list"),
        (json!({ "up_to_transposition": true }), "--up-to-transposition needs --count"),
        (json!({ "estimate": 0 }), "--estimate: expected a whole number from 1"),
        (json!({ "no_shared": 0 }), "--no-shared: expected a whole number from 1"),
        (json!({ "size": 1 }), "--size: expected a whole number from 2 to 64"),
        (json!({ "size": null }), "--grid is missing"),
        (json!({ "grid": "a.txt" }), "--size cannot be combined with --grid"),
        (json!({ "words": [] }), "--words is missing"),
        (json!({ "engine": "sat,backtrack" }), "--engine: expected one engine (--compare asks several)"),
        (
            json!({ "count": true, "region": "1,1" }),
            "--region works for one fill, --best, --list with --vary, and --candidates",
        ),
        (
            json!({ "engine": "sat", "one_form": true }),
            "--require, --theme, --pangram, --slot, --no-shared and --one-form work for one fill, --best and --list with --vary, by the engine backtrack",
        ),
        (json!({ "best": 5 }), "best: expected mean, minimum, true or false"),
        (json!({ "export": "dimacs" }), "unknown field `export`"),
    ] {
        let failure = asked(&options).expect_err("options that contradict each other").to_string();
        assert!(failure.starts_with(expected), "{options}: {failure}");
    }
}

#[test]
fn only_all_fills_can_be_exported() {
    let list = || Input::Text { name: "mine".to_owned(), text: "ab\nba\n".to_owned() };
    let plain = || Fill { size: Some(2), words: vec![list()], ..Fill::default() };
    assert_eq!(plain().question_to_export(&Unattended).expect("a question").slots().len(), 4);
    for (request, expected) in [
        (Fill { count: true, ..plain() }, "--count cannot be combined with --export"),
        (
            Fill { region: vec!["1,1".parse().expect("a square")], ..plain() },
            "--region cannot be combined with --export",
        ),
        (
            Fill { one_form: true, ..plain() },
            "--require, --theme, --pangram, --slot, --no-shared and --one-form cannot be combined with --export",
        ),
    ] {
        assert_eq!(request.question_to_export(&Unattended).expect_err("another task").to_string(), expected);
    }
}

#[test]
fn a_linked_answer_is_not_used_again() {
    let grid = "exolve-begin\nexolve-width: 4\nexolve-height: 5\nexolve-grid:\n AB..\n ....\n CD..\n ....\n 0000\n\
                exolve-across:\n 1, 2 x (2,2)\nexolve-end\n";
    let filled = |list: &str, repeat: bool| {
        let (grid, list) = (json!({ "name": "mine.exolve", "text": grid }), json!({ "name": "list", "text": list }));
        let (reports, _) =
            asked(&json!({ "size": null, "grid": grid, "repeat": repeat, "words": list })).expect("an answer");
        reports[0]["rows"][4].clone()
    };
    assert_eq!(filled("abcd\nabce\n", false), "ABCE");
    assert_eq!(filled("abcd\n", true), "ABCD");
}

#[test]
fn texts_are_for_one_fill_and_their_faults_come_before_it() {
    let title = json!({ "title": "Mine", "count": true });
    let refused = |options: &Value| asked(options).expect_err("no answer").to_string();
    assert_eq!(refused(&title), "--title cannot be combined with --count");
    let clues = json!({ "clues": { "name": "clues.txt", "text": "Across\n9 Nowhere" } });
    assert!(refused(&clues).starts_with("clues.txt:2:1: a clue for 9-Across"));
}

#[test]
fn a_slot_is_filled_by_its_pattern() {
    let rows = |pattern: &str| asked(&json!({ "slot": pattern })).map(|(reports, _)| reports[0]["rows"][0].clone());
    assert_eq!(rows("1A=^B").expect("a fill"), "BA");
    assert_eq!(rows("1-across=*B").expect("a fill"), "AB");
    for (option, expected) in [
        ("1A", "--slot \"1A\": expected a slot and a pattern, as in 5A=C?T*"),
        ("1A=[", "--slot \"1A=[\": expected letters in brackets"),
        ("1A=[Z-AB]*", "--slot \"1A=[Z-AB]*\": expected a range from a letter to a later one, as in [A-E]; found Z-A"),
        ("9D=A", "--slot 9D: no such slot is to be filled"),
    ] {
        let failure = rows(option).expect_err(option).to_string();
        assert!(failure.starts_with(expected), "{failure}");
    }
    let many = asked(&json!({ "slot": "1A=AB", "count": true })).expect_err("no demands").to_string();
    assert!(
        many.starts_with("--require, --theme, --pangram, --slot, --no-shared and --one-form work for one fill"),
        "{many}"
    );
}

#[test]
fn the_pattern_of_a_slot_keeps_accents_as_the_list_does() {
    let list = json!({ "name": "mine", "text": "ÉTÉ\nETE\nTUT\n" });
    let row = |slot: &str, accents: &str| {
        let options = json!({ "size": 3, "words": list, "slot": slot, "accents": accents });
        asked(&options).expect("an answer").0[0]["rows"][0].clone()
    };
    assert_eq!(row("1A=É??", "keep"), "ÉTÉ");
    assert_eq!(row("1A=E??", "keep"), "ETE");
    assert_eq!(row("1A=É??", "fold"), "ETE");
}

/// Returns the rows of a fill of a grid, or the reason why there is none.
fn rows(grid: &str, list: &str, options: &Value) -> Result<Vec<String>, String> {
    let grid = json!({ "name": "grid", "text": grid });
    let mut request =
        json!({ "size": null, "grid": grid, "black": "#", "repeat": false, "words": { "name": "list", "text": list } });
    for (key, value) in options.as_object().expect("options") {
        request[key] = value.clone();
    }
    let (reports, _) = asked(&request).map_err(|failure| failure.to_string())?;
    let rows =
        reports[0]["rows"].as_array().ok_or_else(|| reports[0]["why"].as_str().unwrap_or_default().to_owned())?;
    Ok(rows.iter().map(|row| row.as_str().expect("a row").to_owned()).collect())
}

#[test]
fn words_that_must_occur_may_be_written_already() {
    let list = "cat\ncot\ntoe\ntae\nate\nore\nace\n";
    // The letters of the grid make the word.
    assert_eq!(rows("CAT\n.#.\n...\n", list, &json!({ "require": "cat" })).expect("a fill")[0], "CAT");
    // Words that share letters, in any order and more than once.
    let open = rows("...\n.#.\n...\n", list, &json!({ "theme": ["TOE", "cat", "CAT", "Toe"] })).expect("a fill");
    let column = |at: usize| open.iter().map(|row| row.as_bytes()[at] as char).collect::<String>();
    let words = [open[0].clone(), open[2].clone(), column(0), column(2)];
    assert!(["CAT", "TOE"].iter().all(|word| words.contains(&(*word).to_owned())), "{words:?}");
    for (grid, options, expected) in [
        (
            "X.X\n.#.\nX.X\n",
            json!({ "theme": "cat" }),
            "--theme: CAT fits no slot: each slot of 3 letters has another given letter",
        ),
        (
            "X.X\n.#.\nX.X\n",
            json!({ "require": "cat" }),
            "--require: CAT fits no slot: each slot of 3 letters has another given letter",
        ),
        (
            "...\n.#.\n...\n",
            json!({ "theme": "cat,toe,ate,ore,ace" }),
            "--theme: there are 5 required words of 3 letters and only 4 slots",
        ),
        ("...\n.#.\n...\n", json!({ "theme": "house" }), "--theme: HOUSE has 5 letters, and no slot has this length"),
        ("...\n.#.\n...\n", json!({ "pangram": true }), "--pangram: no word that has the length of a slot has B, D, F"),
        (
            "...\n.#.\n...\n",
            json!({ "theme": "bdf,ghi,jkl,mno", "pangram": "ABDFGHIJK" }),
            "--pangram: 9 letters need as many squares, and the words have 8",
        ),
        (
            "...\n.#.\n...\n",
            json!({ "theme": "cat,ore,ace" }),
            "no fill meets the demands on required words and letters",
        ),
    ] {
        let refused = rows(grid, list, &options).expect_err(expected);
        assert!(refused.contains(expected), "{options}: {refused}");
    }
}

#[test]
fn a_linked_answer_that_is_written_is_a_word_that_must_occur() {
    let grid = "exolve-begin\nexolve-width: 4\nexolve-height: 5\nexolve-grid:\n AB..\n ....\n CD..\n ....\n 0000\n\
                exolve-across:\n 1, 2 x (2,2)\nexolve-end\n";
    let request = json!({ "black": null, "theme": "abcd" });
    assert_eq!(rows(grid, "abce\n", &request).expect("a fill")[4], "ABCE");
}

#[test]
fn words_of_a_file_must_occur() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("theme.txt");
    std::fs::write(&path, "Toe\nCAT;50\n").expect("a file");
    let theme = path.to_str().expect("a path");
    let found = rows("...\n.#.\n...\n", "cow\nwoe\n", &json!({ "theme": theme })).expect("a fill").join("/");
    assert!(["CAT/O#O/WOE", "COW/A#O/TOE"].contains(&found.as_str()), "{found}");
    let request: Fill = serde_json::from_value(json!({ "size": 3, "words": "w", "theme": theme })).expect("a request");
    assert!(request.inputs().any(|input| input.path() == Some(path.as_path())));
}

#[test]
fn a_pangram_has_each_letter() {
    let list = "ab\nba\ncd\ndc\nac\nbd\nca\ndb\n";
    let found = rows("..\n..\n", list, &json!({ "pangram": "dcba" })).expect("a fill").join("");
    let mut letters: Vec<char> = found.chars().collect();
    letters.sort_unstable();
    assert_eq!(letters, ['A', 'B', 'C', 'D']);
    // A letter outside all words counts too.
    assert!(rows("..#\n..#\n##E\n", list, &json!({ "pangram": "abe" })).is_ok());
    assert!(rows("..#\n..#\n##E\n", list, &json!({ "pangram": false })).is_ok());
}
