//! Tests `compare --against FILE --out DIR`: the grids of a list and an engine, sorted into files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::program::{file, fixture_grids, json_lines, name, refused, run, text};
use gridcheck::format::source::Source;
use gridcheck::format::text::Options;

/// Returns the grids of one of the files, in order and in one-line form, read like any list of grids.
fn grids(folder: &Path, file: &str) -> Vec<String> {
    let path = folder.join(file);
    if fs::read_to_string(&path).expect("the file is there").is_empty() {
        return Vec::new();
    }
    let mut list = Source::open(&path).expect("a file").check(Options::default()).expect("a list of grids");
    list.grids().expect("grids").map(|found| found.expect("a grid").grid.one_line()).collect()
}

#[test]
fn every_grid_is_in_the_file_where_it_belongs() {
    let british = fixture_grids("british_5x5.txt");
    let with_hole = "...../.#.#./...../.#.#./...#.";
    // The eighth grid is missing, the second is repeated, and one grid is invalid and repeated too.
    let mut listed: Vec<&str> = british.iter().map(String::as_str).filter(|grid| *grid != british[7]).collect();
    listed.extend([british[1].as_str(), with_hole, with_hole]);
    let list = file(listed.join("\n"));
    let place = tempfile::tempdir().expect("a folder");
    for engines in ["backtrack", "exact-cover,sat"] {
        let out = place.path().join(engines);
        let args = ["compare", "--size", "5", "--engines", engines, "--against", name(&list), "--out", text(&out)];
        let said = run(&args);
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{}", said.out);
        let counts = "19 grids, 16 matched, 17 valid, 2 invalid, 1 missing, 2 duplicates";
        assert!(said.out.contains(counts), "{}", said.out);

        assert_eq!(grids(&out, "matched.txt"), listed[..16]);
        assert_eq!(grids(&out, "missing.txt"), [british[7].as_str()]);
        assert_eq!(grids(&out, "invalid.txt"), [with_hole]);
        assert_eq!(grids(&out, "duplicates.txt"), [british[1].as_str(), with_hole]);
        assert_eq!(grids(&out, "extra.txt"), [""; 0]);
        let invalid = fs::read_to_string(out.join("invalid.txt")).expect("the file is there");
        assert!(invalid.starts_with("line 18\n") && invalid.contains("\nGC002 "), "{invalid}");
    }
}

#[test]
fn a_right_list_is_sorted_too_and_json_says_by_which_rules_grids_are_invalid() {
    let british = fixture_grids("british_5x5.txt");
    let place = tempfile::tempdir().expect("a folder");
    let out = place.path().join("sorted");
    let list = file(british.join("\n"));
    let said = run(&["compare", "--size", "5", "--against", name(&list), "--out", text(&out), "--format", "json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(json_lines(&said.out)[0]["list"]["matched"], 17);
    assert_eq!(grids(&out, "matched.txt"), british);
    assert!(
        ["missing.txt", "invalid.txt", "duplicates.txt", "extra.txt"].iter().all(|file| grids(&out, file).is_empty())
    );

    let list = file([british.as_slice(), &["#####/#####/##.##/#####/#####".to_owned()]].concat().join("\n"));
    let said = run(&["compare", "--size", "5", "--against", name(&list), "--format", "json"]);
    let by_rule = &json_lines(&said.out)[0]["list"]["invalid_by_rule"];
    let rules: BTreeSet<&str> = by_rule.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(rules, BTreeSet::from(["edges", "in_word"]), "{by_rule}");
    assert_eq!(by_rule["edges"], 1, "a grid counts once for a rule that it breaks four times");
}

#[test]
fn a_folder_that_cannot_be_is_refused_and_nothing_is_left() {
    let list = file(fixture_grids("british_5x5.txt").join("\n"));
    let place = tempfile::tempdir().expect("a folder");
    fs::write(place.path().join("mine"), "precious").expect("room");
    let sort = |out: &Path| refused(&["compare", "--size", "5", "--against", name(&list), "--out", text(out)]);
    assert!(sort(place.path()).contains("not empty"), "somebody's files");
    assert!(sort(&place.path().join("mine")).contains("--out "), "a file");
    assert!(sort(&place.path().join("no/where")).contains("--out "), "a folder in none");
    assert!(refused(&["compare", "--size", "5", "--out", "x"]).contains("--against"));

    // An unreadable list, or one with a grid of another size, leaves no folder behind.
    let out = place.path().join("sorted");
    for content in ["..x..\n.", "...\n...\n...\n"] {
        let list = file(content);
        refused(&["compare", "--size", "5", "--against", name(&list), "--out", text(&out)]);
    }
    let left: Vec<_> =
        fs::read_dir(place.path()).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(left, [place.path().join("mine")]);
}
