//! Tests `gridcheck repair` on the real program, and `validate --suggest`.

use std::fs;

use crate::program::{answer, feed, file, fixture, json_lines, keys, name, refused, run, shared, text};
use gridcheck::grid::Grid;
use gridcheck::lint::choice::Choice;
use gridcheck::lint::profile::Profile;
use gridcheck::rules::builtin;
use gridcheck::validator::is_valid;
use serde_json::Value;

const SLIP: &str = "fixtures/tour/slip.txt";

/// Returns the repaired grids.
fn grids(answer: &Value) -> Vec<Grid> {
    let rows = |grid: &Value| -> String {
        let rows = grid["rows"].as_array().expect("rows").iter().map(|row| row.as_str().expect("a row").to_owned());
        rows.collect::<Vec<_>>().join("\n")
    };
    answer["grids"].as_array().expect("grids").iter().map(|grid| rows(grid).parse().expect("a grid")).collect()
}

fn differing(one: &Grid, other: &Grid) -> usize {
    one.rows().iter().zip(other.rows()).map(|(row, other)| (row ^ other).count_ones() as usize).sum()
}

#[test]
fn all_nearest_grids_are_those_of_the_list() {
    let list = answer(&["list", "--size", "7", "--format", "line"]);
    let all: Vec<Grid> = list.lines().map(|line| line.parse().expect("a grid")).collect();
    let slip: Grid = fs::read_to_string(SLIP).expect("a fixture").parse().expect("a grid");
    let changes = all.iter().map(|grid| differing(&slip, grid)).min().expect("grids");
    let mut expected: Vec<&Grid> = all.iter().filter(|grid| differing(&slip, grid) == changes).collect();
    let answer = &json_lines(&answer(&["repair", SLIP, "--all", "--format", "json"]))[0];
    let mut found = grids(answer);
    found.sort();
    expected.sort();
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    assert_eq!((answer["changes"].as_u64(), answer["all"].as_bool()), (Some(changes as u64), Some(true)));
    for (grid, told) in grids(answer).iter().zip(answer["grids"].as_array().expect("grids")) {
        let changed = told["changed"].as_array().expect("squares");
        assert_eq!(changed.len(), changes);
        for square in changed {
            let at = |i: usize| square[i].as_u64().expect("a number") as usize - 1;
            assert_ne!(grid.is_white(at(0), at(1)), slip.is_white(at(0), at(1)));
        }
    }
}

#[test]
fn the_changed_squares_are_marked_and_the_grid_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("mended.txt");
    let printed = answer(&["repair", SLIP, "--out", text(&out)]);
    let slip = fs::read_to_string(SLIP).expect("a fixture");
    let mended = fs::read_to_string(&out).expect("it was written");
    assert!(is_valid(&mended.parse().expect("a grid"), &builtin("british").expect("built in")), "{mended}");
    let drawn: Vec<&str> = printed.lines().skip(1).map(str::trim).collect();
    for (r, (old, new)) in slip.lines().zip(mended.lines()).enumerate() {
        for (c, (old, new)) in old.chars().zip(new.chars()).enumerate() {
            let expected = if old == new {
                old
            } else if new == '.' {
                'o'
            } else {
                'X'
            };
            assert_eq!(drawn[r].chars().nth(c), Some(expected), "row {r}, column {c} of {printed}");
        }
    }
    // A valid grid stays unchanged.
    assert!(answer(&["repair", text(&out)]).contains("valid as it is"));
}

#[test]
fn squares_that_are_to_stay_do() {
    let slip: Grid = fs::read_to_string(SLIP).expect("a fixture").parse().expect("a grid");
    let free = &json_lines(&answer(&["repair", SLIP, "--format", "json"]))[0];
    let changed = free["grids"][0]["changed"][0].clone();
    let (row, column) =
        (changed[0].as_u64().expect("a row") as usize - 1, changed[1].as_u64().expect("a column") as usize - 1);
    let square = if slip.is_white(row, column) { '.' } else { '#' };
    let mask: String = (0..7)
        .flat_map(|r| (0..7).map(move |c| if (r, c) == (row, column) { square } else { '?' }).chain(['\n']))
        .collect();
    let keep = file(&mask);
    let kept = &json_lines(&answer(&["repair", SLIP, "--keep", name(&keep), "--format", "json"]))[0];
    assert!(kept["changes"].as_u64() >= free["changes"].as_u64());
    assert_eq!(grids(kept)[0].is_white(row, column), slip.is_white(row, column));
    // An invalid grid cannot be kept completely.
    let said = run(&["repair", SLIP, "--keep", SLIP]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.contains("no valid grid has the squares that stay"), "{}", said.out);
    // A colour that differs from the grid's is an error, and so is another size.
    let other: String = mask.replace(square, if square == '.' { "#" } else { "." });
    let line = refused(&["repair", SLIP, "--keep", name(&file(&other))]);
    assert!(line.contains("stays") && line.contains(&format!("row {}, column {}", row + 1, column + 1)), "{line}");
    let line = refused(&["repair", SLIP, "--keep", name(&file("???\n???\n???\n"))]);
    assert!(line.contains("3 × 3"), "{line}");
    let two = file(format!("{0}\n{0}", fs::read_to_string(SLIP).expect("a fixture")));
    assert!(refused(&["repair", name(&two), "--keep", name(&keep)]).contains("2 grids"));
}

/// A rectangle is repaired as a square is: by rules, by a profile, by constraints, and into a file.
#[test]
fn rectangles_are_repaired() {
    let lattice = |rows: usize, columns: usize| -> Vec<String> {
        let square = |r, c| if r % 2 == 1 && c % 2 == 1 { '#' } else { '.' };
        (0..rows).map(|r| (0..columns).map(|c| square(r, c)).collect()).collect()
    };
    for (rows, columns) in [(13, 15), (15, 13), (5, 21)] {
        let mut slip = lattice(rows, columns);
        slip[4].replace_range(3..4, "#");
        let slip = file(slip.join("\n") + "\n");
        for by in [&["--rules", "british"][..], &["--profile", "times"], &["--where", "letters >= 3"]] {
            let repaired =
                &json_lines(&answer(&[&["repair", name(&slip), "--format", "json", "--all"], by].concat()))[0];
            assert_eq!((repaired["changes"].as_u64(), repaired["fewest"].as_u64()), (Some(1), Some(1)), "{repaired}");
            for mended in grids(repaired) {
                assert_eq!((mended.height(), mended.width()), (rows, columns));
                let rules = &by[..2];
                let rules = if rules[0] == "--where" { &["--rules", "british"][..] } else { rules };
                let judged = feed(&[&["validate", "--quiet", "-"], rules].concat(), format!("{mended}\n"));
                assert_eq!(judged.code, 0, "{by:?} {mended}");
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("mended.txt");
        answer(&["repair", name(&slip), "--out", text(&out)]);
        assert_eq!(run(&["validate", "--quiet", text(&out)]).code, 0);
    }
}

#[test]
fn bad_input_is_refused() {
    let quarter = file("extends = \"british\"\nsymmetry = \"rot90\"\n");
    let rectangle = refused(&["repair", &fixture("rectangle.txt"), "--rules", name(&quarter)]);
    assert!(rectangle.contains("3x5 can have only none, rot180, mirror, mirrors"), "{rectangle}");
    assert!(refused(&["repair", "no-such-file.txt"]).starts_with("no-such-file.txt: "));
    assert!(refused(&["repair", SLIP, "--count", "0"]).contains("from 1"));
    assert!(refused(&["repair", SLIP, "--profile", "nobody"]).contains("guardian-cryptic"));
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("mended.txt");
    refused(&["repair", &fixture("bad/ragged.txt"), "--out", text(&out)]);
    assert!(!out.exists() && fs::read_dir(folder.path()).expect("a folder").count() == 0);
}

#[test]
fn time_can_be_too_short() {
    let white = format!("{}\n", [".".repeat(31).as_str(); 31].join("\n"));
    let said = feed(&["repair", "-", "--time-limit", "1s", "--format", "json"], white.as_str());
    let answer = &json_lines(&said.out)[0];
    assert_eq!((said.code, answer["changes"].is_null()), (1, true), "{answer}");
    assert!(answer["fewest"].is_u64());
    let done = &json_lines(&run(&["repair", SLIP, "--format", "json"]).out)[0];
    assert_eq!(keys(answer), keys(done));
}

#[test]
fn validate_says_how_much_a_repair_changes() {
    let changes = json_lines(&answer(&["repair", SLIP, "--format", "json"]))[0]["changes"].clone();
    let said = run(&["validate", "--suggest", SLIP]);
    let squares = if changes == 1 { "square" } else { "squares" };
    assert!(said.out.contains(&format!("  repair changes {changes} {squares}\n")), "{}", said.out);
    let said = run(&["validate", "--suggest", "--format", "json", SLIP]);
    assert_eq!(json_lines(&said.out)[0]["repair"]["changes"], changes);
    // No suggestion is made for a valid grid.
    for valid in ["fixtures/tour/lattice.txt", &fixture("rectangle.txt")] {
        assert!(!run(&["validate", "--suggest", valid]).out.contains("repair"));
    }
    assert!(refused(&["validate", "--suggest", "--format", "sarif", SLIP]).contains("sarif"));
}

/// Every published grid is repaired by the profile that fits it and by the strictest rules of its kind.
#[test]
fn published_grids_are_repaired() {
    let Some(folder) = shared("grids") else { return };
    let index = fs::read_to_string(folder.join("INDEX.tsv")).expect("an index");
    let choice = Choice::new();
    let (mut repaired, mut changed) = (0, 0);
    for file in index.lines().skip(1).filter_map(|line| line.split('\t').next()) {
        let path = folder.join(file);
        let grid: Grid = fs::read_to_string(&path).expect("a grid").parse().expect("a grid of # and .");
        let profile = choice.closest(&grid).name;
        let strict = if file.starts_with("british") { "keith" } else { "nyt" };
        for profile in [profile, strict] {
            let rules = Profile::named(profile).expect("a profile").ruleset();
            let said = run(&["repair", text(&path), "--profile", profile, "--format", "json"]);
            let answer = &json_lines(&said.out)[0];
            let changes =
                answer["changes"].as_u64().unwrap_or_else(|| panic!("{file} by {profile}: {answer}")) as usize;
            assert_eq!(said.code, 0);
            for mended in grids(answer) {
                assert!(is_valid(&mended, &rules), "{file} by {profile}");
                assert_eq!(differing(&grid, &mended), changes);
            }
            assert_eq!(changes == 0, is_valid(&grid, &rules), "{file} by {profile}");
            repaired += 1;
            changed += usize::from(changes > 0);
        }
    }
    assert!(repaired >= 50 && changed >= 8, "{repaired} repaired, {changed} of them changed");
}

/// A repaired puzzle keeps its letters, clues and descriptions where squares do not change.
#[test]
fn a_repaired_puzzle_is_still_a_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    // By the half turn row 1, column 1 and row 3, column 3 differ.
    let source = file(
        "exolve-begin\nexolve-width: 3\nexolve-height: 3\nexolve-title: Mini\nexolve-grid:\nCAT\nOWE\nBE.\n\
         exolve-across:\n1 Pet (3)\n4 Be in debt (3)\n5 Exist (2)\nexolve-down:\n1 Spider (3)\n2 Wonder (3)\n3 Drink (2)\n\
         exolve-end\n",
    );
    let rules =
        file("name = \"half\"\nextends = \"american-loose\"\nmin_word = 2\nchecking = \"any\"\nsingle_cells = true\n");
    let (puz, txt) = (path("m.puz"), path("m.txt"));
    let repair = ["repair", name(&source), "--rules", name(&rules), "--keep"];
    let keep = file("???\n???\n???\n");
    let white = file("?.?\n???\n?.?\n");
    let args = |keep: &str, out: &str| -> Vec<String> {
        repair.into_iter().chain([keep, "--out", out]).map(str::to_owned).collect()
    };
    let args = |keep: &str, out: &str| run(&args(keep, out).iter().map(String::as_str).collect::<Vec<_>>());
    let said = args(name(&white), &puz);
    assert_eq!(said.code, 0, "{said:?}");
    let ipuz = answer(&["convert", &puz, "--to", "ipuz"]);
    for kept in ["Mini", "Be in debt", "Wonder"] {
        assert!(ipuz.contains(kept), "{kept}: {ipuz}");
    }
    let letters = answer(&["convert", &puz, "--to", "exolve"]);
    assert!(letters.contains("    OWE\n"), "{letters}");
    // One of two corners changed: either Drink and Exist end at another square, or Pet and Spider begin at one.
    assert!(said.err.contains("left out: clues (2): squares changed"), "{said:?}");
    let said = args(name(&keep), &txt);
    assert!(said.err.contains("plain text cannot store letters: "), "{said:?}");

    // In place nothing may be lost; where nothing changes, nothing is.
    let before = "CAT\nO#E\nWET\n";
    fs::write(path("list.xd"), "Title: x\nAuthor: y\n\n\nCAT\nO#E\nWET\n\n\nA1. Pet ~ CAT\n").expect("room");
    let ok = run(&["repair", &path("list.xd"), "--rules", name(&rules), "--in-place"]);
    assert_eq!((ok.code, ok.err.as_str()), (0, ""), "{before}");
    fs::copy(source.path(), path("m.exolve")).expect("room");
    let whole = fs::read(path("m.exolve")).expect("a file");
    let lost = run(&["repair", &path("m.exolve"), "--rules", name(&rules), "--in-place"]);
    assert!(lost.code == 2 && lost.err.contains("not replaced") && lost.err.contains("clues (2)"), "{lost:?}");
    assert_eq!(fs::read(path("m.exolve")).expect("a file"), whole);
    let several = refused(&["repair", name(&source), "--rules", name(&rules), "--all", "--force", "--out", &puz]);
    assert!(several.contains("puz holds one grid"), "{several}");
    assert!(refused(&["repair", SLIP, "--to", "puz"]).contains("--out names one"));
}
