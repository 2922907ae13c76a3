//! Tests `gridcheck complete` on the real program.

use std::fs;

use crate::prelude::*;
use crate::program::{answer, feed, file, json_lines, name, run, shared};
use gridcheck::lint::profile::Profile;
use gridcheck::validator::Validator;
use serde_json::Value;

/// Returns the answer as JSON, and the exit code.
fn completed(painting: &str, args: &[&str]) -> (Value, i32) {
    let said = feed(&[&["complete", "-", "--format", "json"], args].concat(), painting);
    let answer = json_lines(&said.out).pop().unwrap_or_else(|| panic!("{painting}: {}", said.err));
    (answer, said.code)
}

/// Opens squares of a grid at random; one in `one_in` keeps its colour.
fn opened(rng: &mut SeededRng, grid: &str, one_in: usize) -> String {
    let mut open = |character: char| if character == '\n' || rng.below(one_in) == 0 { character } else { '?' };
    grid.chars().map(&mut open).collect()
}

#[test]
fn completions_equal_the_count_and_shares_give_forced_squares() {
    let mut rng = SeededRng::new(51);
    let grids = answer(&["list", "--size", "9", "--limit", "400"]);
    let grids: Vec<&str> = grids.split("\n\n").collect();
    for round in 0..12 {
        let grid = grids[rng.below(grids.len())];
        let painting = opened(&mut rng, grid.trim(), 2 + round % 4);
        let (found, code) = completed(&painting, &[]);
        let given = file(&painting);
        let counted = answer(&["count", "--size", "9", "--given", name(&given), "--engine", "backtrack"]);
        assert_eq!((found["completions"].as_str(), code), (Some(counted.trim()), 0), "{painting}");
        let total: u128 = counted.trim().parse().expect("a number");
        for (r, row) in painting.lines().enumerate() {
            for (c, square) in row.chars().enumerate() {
                let white: u128 = found["white"][r][c].as_str().expect("a number").parse().expect("a number");
                let shown = found["forced"][r].as_str().expect("a row").chars().nth(c).expect("a square");
                let expected = if white == total {
                    '.'
                } else if white == 0 {
                    '#'
                } else {
                    '?'
                };
                assert_eq!(shown, expected, "row {r}, column {c} of {painting}");
                assert!(square == '?' || square == shown);
            }
        }
    }
}

/// The completions of a profile are those grids that its validation passes without a warning.
#[test]
fn completions_by_a_profile_are_judged_one_by_one() {
    let mut rng = SeededRng::new(53);
    let lattice = format!("{}.........\n", ".........\n.#.#.#.#.\n".repeat(4));
    let mut fewer = 0;
    for round in 0..8 {
        let profile = ["times", "exet"][round % 2];
        let painting = opened(&mut rng, lattice.trim(), 2 + round / 3);
        let (found, code) = completed(&painting, &["--profile", profile]);
        let rules = file(Profile::named(profile).expect("a profile").ruleset().to_toml());
        let given = file(&painting);
        let all = run(&["list", "--size", "9", "--given", name(&given), "--rules", name(&rules)]);
        let judged = feed(&["validate", "--profile", profile, "--format", "json", "-"], all.out.as_str());
        let mut grids = json_lines(&judged.out);
        let listed = grids.len();
        grids.retain(|grid| grid["findings"].as_array().expect("findings").iter().all(|one| one["severity"] == "note"));
        assert_eq!(found["completions"].as_str(), Some(&*grids.len().to_string()), "{profile} {painting}");
        assert_eq!((code, found["profile"].as_str()), (i32::from(grids.is_empty()), Some(profile)));
        assert!(found["not_held"].is_null());
        fewer += usize::from(grids.len() < listed);
    }
    assert!(fewer >= 3, "{fewer}");
}

/// If most squares of a published grid are opened, the grid is a completion, and its squares agree with all forced ones.
#[test]
fn published_grids_are_completions_of_their_parts() {
    let Some(folder) = shared("grids") else { return };
    let validator = Validator::new(&builtin("british").expect("built in"));
    let mut rng = SeededRng::new(52);
    let (mut tried, mut forced) = (0, 0);
    let mut paths: Vec<_> =
        fs::read_dir(folder.join("british")).expect("grids").map(|entry| entry.expect("a grid").path()).collect();
    paths.sort();
    for path in paths.into_iter().step_by(2) {
        let text = fs::read_to_string(&path).expect("a grid");
        let grid: Grid = text.parse().expect("a grid of # and .");
        if !grid.is_square() || !validator.is_valid(&grid) {
            continue;
        }
        let painting = opened(&mut rng, text.trim(), 4);
        let (found, code) = completed(&painting, &["--time-limit", "1s"]);
        assert_eq!(code, 0, "{}", path.display());
        for square in found["forced_squares"].as_array().expect("squares") {
            let at = |key: &str| square[key].as_u64().expect("a number") as usize - 1;
            let colour = if grid.is_white(at("row"), at("column")) { "white" } else { "black" };
            assert_eq!(square["colour"], colour, "{} {square}", path.display());
            forced += 1;
        }
        tried += 1;
    }
    assert!(tried >= 4 && forced > 50, "{tried} grids, {forced} forced squares");
}
