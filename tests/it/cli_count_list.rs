//! Tests `count` and `list` on the real program: output, order, and that no setting changes the answer.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};

use crate::program::{
    answer, end, feed, file, fixture, fixture_grids, json_lines, keys, name, one_line, refused, run, start,
};

const ENGINES: [&str; 4] = ["backtrack", "exact-cover", "sat", "brute"];
/// Brute force takes seconds from 7 × 7 on.
const QUICK_ENGINES: [&str; 3] = ["backtrack", "exact-cover", "sat"];
const RULE_SETS: [&str; 7] = ["british", "american", "american-loose", "ho", "min-4", "either-half", "no-pairs"];

#[test]
fn a_count_is_the_number_alone() {
    assert_eq!(answer(&["count", "--size", "5"]), "17\n");
    for engine in ENGINES {
        assert_eq!(answer(&["count", "--size", "5", "--engine", engine]), "17\n", "{engine}");
    }
    for engine in QUICK_ENGINES {
        assert_eq!(answer(&["count", "--size", "7", "--engine", engine]), "650\n", "{engine}");
    }
}

#[test]
fn threads_change_nothing() {
    for engine in QUICK_ENGINES {
        for command in [&["count"][..], &["list"], &["list", "--format", "line"]] {
            let with = |jobs: &str| answer(&[command, &["--size", "7", "--engine", engine, "--jobs", jobs]].concat());
            let one = with("1");
            assert_eq!(one, with("2"), "{engine} {command:?}");
            assert_eq!(one, with("5"), "{engine} {command:?}");
            assert_eq!(one, with("2"), "{engine} {command:?}: a second run");
        }
    }
}

#[test]
fn a_count_as_json_has_the_promised_keys_and_types() {
    let text = answer(&["count", "--size", "7", "--rules", "american", "--engine", "sat", "--format", "json"]);
    let [answer] = &json_lines(&text)[..] else { panic!("not one object: {text}") };
    for key in ["size", "rules", "engine", "count", "seconds"] {
        assert!(keys(answer).contains(&key), "{key}: {text}");
    }
    assert_eq!(answer["size"], 7);
    assert_eq!(answer["rules"], "american");
    assert_eq!(answer["engine"], "sat");
    assert_eq!(answer["count"], "312", "a string: counts outgrow what JSON readers keep exactly");
    assert!(answer["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{text}");
}

#[test]
fn what_an_even_size_means_is_said_beside_the_number() {
    let said = run(&["count", "--size", "6"]);
    assert_eq!(said.code, 0);
    assert!(said.out.trim_end().bytes().all(|byte| byte.is_ascii_digit()), "{}", said.out);
    let note = one_line(&[], &said.err);
    assert!(note.starts_with("note: ") && note.contains("even"), "{note}");

    let said = run(&["count", "--size", "6", "--format", "json"]);
    assert_eq!(said.err, "", "in JSON the notes are in the object");
    let [object] = &json_lines(&said.out)[..] else { panic!("{}", said.out) };
    assert!(object["notes"][0].as_str().is_some_and(|note| note.contains("even")), "{object}");

    let said = run(&["list", "--size", "4", "--rules", "american"]);
    assert_eq!((said.code, said.out.split("\n\n").count()), (0, 3));
    assert!(one_line(&[], &said.err).contains("even"));
}

/// Published: Keith 2026 (british 650, american 312), Kleber 2019 as corrected (american-loose 397).
#[test]
fn every_built_in_rule_set_has_a_name() {
    let count = |rules, engine| answer(&["count", "--size", "7", "--rules", rules, "--engine", engine]);
    for (rules, published) in [("british", 650), ("american", 312), ("american-loose", 397), ("ho", 650)] {
        assert_eq!(count(rules, "backtrack"), format!("{published}\n"), "{rules}");
    }
    for rules in RULE_SETS {
        assert_eq!(count(rules, "backtrack"), count(rules, "sat"), "{rules}");
    }
}

/// Ho 2021: 9 "interesting" grids of 5 × 5, those with at least two white squares in every row.
#[test]
fn rules_come_from_a_file_too() {
    let path = fixture("rules/two_white_a_row.toml");
    for engine in ENGINES {
        assert_eq!(answer(&["count", "--size", "5", "--rules", &path, "--engine", engine]), "9\n", "{engine}");
    }
    let rules_of = |path: &str| {
        let text = answer(&["count", "--size", "5", "--rules", path, "--format", "json"]);
        json_lines(&text)[0]["rules"].as_str().expect("a name").to_owned()
    };
    assert_eq!(rules_of(&path), "ho-interesting-5");
    assert_eq!(rules_of(&fixture("rules/no_symmetry.toml")), "no_symmetry", "a file without a name goes by its own");
}

#[test]
fn a_printed_rule_set_reads_back() {
    let list = answer(&["rules"]);
    for rules in RULE_SETS {
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(rules)), "{rules}: {list}");
        let printed = answer(&["rules", rules]);
        let file = file(&printed);
        let options = ["count", "--size", "5", "--format", "json"];
        let by_name = answer(&[&options[..], &["--rules", rules]].concat());
        let by_file = answer(&[&options[..], &["--rules", name(&file)]].concat());
        for key in ["rules", "count"] {
            assert_eq!(json_lines(&by_name)[0][key], json_lines(&by_file)[0][key], "{rules} {key}");
        }
    }
}

#[test]
fn given_squares_divide_the_grids() {
    let (black, white) = (fixture("corner_black.txt"), fixture("corner_white.txt"));
    for engine in ENGINES {
        let listed =
            |given: &str| answer(&["list", "--size", "5", "--given", given, "--engine", engine, "--format", "line"]);
        let counted = |given: &str| answer(&["count", "--size", "5", "--given", given, "--engine", engine]);
        let (with_black, with_white) = (listed(&black), listed(&white));
        assert!(with_black.lines().all(|grid| grid.starts_with('#')), "{engine}: {with_black}");
        assert!(with_white.lines().all(|grid| grid.starts_with('.')), "{engine}: {with_white}");
        assert_eq!(counted(&black), format!("{}\n", with_black.lines().count()), "{engine}");
        assert_eq!(counted(&white), format!("{}\n", with_white.lines().count()), "{engine}");
        assert_eq!(with_black.lines().count() + with_white.lines().count(), 17, "{engine}");
    }
    let said = feed(&["count", "--size", "5", "--given", "-"], std::fs::read(&black).expect("a fixture"));
    assert_eq!((said.code, said.out), (0, answer(&["count", "--size", "5", "--given", &black])));
}

#[test]
fn every_engine_lists_the_same_grids() {
    let expected: BTreeSet<String> = fixture_grids("british_5x5.txt").into_iter().collect();
    assert_eq!(expected.len(), 17);
    for engine in ENGINES {
        let listed = answer(&["list", "--size", "5", "--engine", engine, "--format", "line"]);
        assert_eq!(listed.lines().count(), 17, "{engine}");
        assert_eq!(listed.lines().map(str::to_owned).collect::<BTreeSet<_>>(), expected, "{engine}");
    }
}

#[test]
fn the_three_forms_say_the_same() {
    let lines = answer(&["list", "--size", "7", "--format", "line"]);
    let text = answer(&["list", "--size", "7"]);
    let json = answer(&["list", "--size", "7", "--format", "json"]);
    assert_eq!(text, answer(&["list", "--size", "7", "--format", "text"]));
    assert_eq!(lines.lines().count(), 650);
    assert!(lines.lines().all(|line| line.len() == 7 * 7 + 6));

    let from_text = text.trim_end().split("\n\n").map(|grid| grid.replace('\n', "/"));
    assert!(from_text.eq(lines.lines()));
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "no blank line after the last grid");

    let objects = json_lines(&json);
    let from_json = objects.iter().map(|object| {
        let rows = object["rows"].as_array().expect("rows");
        rows.iter().map(|row| row.as_str().expect("text")).collect::<Vec<_>>().join("/")
    });
    assert!(from_json.eq(lines.lines().map(str::to_owned)));
}

#[test]
fn what_is_listed_is_valid_in_every_form() {
    for rules in ["british", "american"] {
        let count = answer(&["count", "--size", "7", "--rules", rules]);
        for format in ["text", "line", "json"] {
            let list = answer(&["list", "--size", "7", "--rules", rules, "--format", format]);
            let said = feed(&["validate", "--quiet", "--rules", rules, "-"], list);
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{format}: {}", said.out);
            assert!(said.out.contains(&format!("{} valid, 0 invalid", count.trim_end())), "{format}: {}", said.out);
        }
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for format in ["text", "line", "json"] {
        let mut child = start(&["list", "--size", "9", "--format", format]);
        let mut first = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut first).expect("a line");
        drop(reader);
        let said = end(child);
        assert!(!first.is_empty());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{format}");
    }
}

#[test]
fn a_full_disk_is_a_failure_with_a_name() {
    if !std::path::Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    for args in [&["count", "--size", "5"][..], &["list", "--size", "5"], &["rules"], &["compare", "--size", "3"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_gridcheck")).args(args).stdout(full).output();
        let output = output.expect("the program starts");
        let line = one_line(args, &String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(crate::program::EXHAUSTED), "{args:?}");
        assert!(line.starts_with("standard output: "), "{line}");
    }
}

#[test]
fn a_long_wait_is_announced() {
    let mut child = start(&["count", "--size", "19"]);
    let mut first = String::new();
    let mut reader = BufReader::new(child.stderr.take().expect("a pipe"));
    reader.read_line(&mut first).expect("a line");
    child.kill().expect("it still runs");
    child.wait().expect("it has ended");
    assert!(
        first.starts_with("gridcheck: note: this takes about ") && first.contains(" of processor time, "),
        "{first}"
    );
    assert!(first.contains("; --pieces ") && first.contains(" --piece K --sums K.sums counts one of "), "{first}");
}

/// Without symmetry 9 × 9 has 81 open squares, more than any engine solves in reasonable time; but the first grid is found at
/// once.
#[test]
fn a_short_wait_is_not_announced_as_a_long_one() {
    let rules = file("extends = \"american\"\nsymmetry = \"none\"\n");
    let said = run(&["list", "--size", "9", "--rules", name(&rules), "--limit", "1", "--format", "line"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(said.out.lines().count(), 1);
}

#[test]
fn a_list_can_be_limited() {
    let whole = answer(&["list", "--size", "5", "--format", "line"]);
    for limit in [0, 1, 5, 17, 18] {
        let some = answer(&["list", "--size", "5", "--format", "line", "--limit", &limit.to_string()]);
        assert_eq!(some.lines().collect::<Vec<_>>(), whole.lines().take(limit).collect::<Vec<_>>());
    }
    let primitive = answer(&["list", "--size", "7", "--primitive", "--limit", "3"]);
    assert_eq!(primitive.split("\n\n").count(), 3);
    assert!(refused(&["list", "--size", "5", "--limit", "-1"]).contains("limit"));
}

#[test]
fn the_version_is_the_crates() {
    assert!(answer(&["--version"]).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn counts_by_symmetry() {
    let table = answer(&["count", "--size", "7", "--by", "symmetry", "--engine", "sat"]);
    let cells: Vec<Vec<&str>> = table.lines().skip(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(cells[0], ["A", "all", "6", "1", "6", "sat"]);
    assert_eq!(cells[4], ["N", "rot180", "146", "4", "584", "sat"]);
    assert_eq!(cells[5], ["total", "182", "650"]);

    let json = answer(&["count", "--size", "5", "--by", "symmetry", "--engine", "backtrack", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["primitive"], &json["total"], &json["left_out"]), (&"7".into(), &"17".into(), &().into()));
    let diagonals = serde_json::json!({
        "type": "t", "symmetry": "diagonals", "primitive": "3", "multiplicity": "2", "grids": "6",
        "engines": ["backtrack"],
    });
    assert_eq!(json["types"][3], diagonals);
}

#[test]
fn the_type_that_needs_a_count_out_of_reach_is_left_out() {
    // 11 x 11 is slow for this engine; its 21 orbits under all eight symmetries are not, nor are the 36 of the others.
    let said = run(&["count", "--size", "11", "--by", "symmetry", "--engine", "sat"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("note: type N is left out") && said.err.contains("61 open squares"), "{}", said.err);
    let cells: Vec<Vec<&str>> = said.out.lines().skip(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(cells[1][..3], ["h", "mirrors", "5372"]);
    assert_eq!(cells[4], ["N", "rot180", "–", "–", "–", "out", "of", "reach"]);
    assert_eq!(cells.len(), 5);
}

#[test]
fn an_engine_that_cannot_do_every_symmetry_is_refused() {
    let said = run(&["count", "--size", "5", "--by", "symmetry", "--engine", "pinwheel"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("symmetry all") && said.err.contains("backtrack, sat, brute can"), "{}", said.err);
}

#[test]
fn one_grid_of_each_class_in_every_format() {
    let lines = answer(&["list", "--size", "7", "--primitive", "--format", "line"]);
    assert_eq!(lines.lines().count(), 182);
    let text = answer(&["list", "--size", "7", "--primitive"]);
    assert_eq!(
        text.trim_end().split("\n\n").map(|grid| grid.replace('\n', "/")).collect::<Vec<_>>(),
        lines.lines().collect::<Vec<_>>()
    );
    let json = answer(&["list", "--size", "7", "--primitive", "--format", "json", "--jobs", "1"]);
    let rows = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let rows = object["rows"].as_array().expect("rows").iter().map(|row| row.as_str().expect("text").to_owned());
        rows.collect::<Vec<_>>().join("/")
    };
    assert_eq!(json.lines().map(rows).collect::<Vec<_>>(), lines.lines().collect::<Vec<_>>());
}

/// The maximal American grids of Ferry (2019).
#[test]
fn maximal_grids_are_listed() {
    let list = |size: &str, more: &[&str]| {
        let args = ["list", "--size", size, "--rules", "american", "--maximal", "--format", "line"];
        let said = run(&[&args[..], more].concat());
        assert_eq!(said.code, 0, "{said:?}");
        said.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for engine in ["backtrack", "sat", "exact-cover"] {
        assert_eq!(list("7", &["--engine", engine]).len(), 10, "{engine}");
    }
    assert_eq!(list("8", &[]).len(), 55);
    let all = list("7", &[]);
    assert!(all.contains(&["......."; 7].join("/")), "{all:?}");
    assert_eq!(list("7", &["--limit", "3"]), all[..3]);
    let classes = list("7", &["--primitive"]);
    assert!(classes.len() < all.len() && classes.iter().all(|grid| all.contains(grid)), "{classes:?}");
    let many = refused(&["list", "--size", "11", "--rules", "american", "--maximal"]);
    assert!(many.contains("more than 100000 grids: --maximal compares each with all others"), "{many}");
}
