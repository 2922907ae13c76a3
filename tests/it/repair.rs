//! Tests `gridcheck repair` on the real program, and `validate --suggest`.

use std::fs;

use crate::program::{PublishedGrid, answer, feed, json_lines, keys, published_grids, run, text};
use gridcheck::grid::Grid;
use gridcheck::lint::choice::Choice;
use gridcheck::lint::profile::Profile;
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
fn json_states_a_lower_bound_at_the_time_limit() {
    let white = format!("{}\n", [".".repeat(31).as_str(); 31].join("\n"));
    let said = feed(&["repair", "-", "--time-limit", "1s", "--format", "json"], white.as_str());
    let answer = &json_lines(&said.out)[0];
    assert_eq!((said.code, answer["changes"].is_null()), (3, true), "{answer}");
    assert!(answer["fewest"].is_u64());
    let done = &json_lines(&run(&["repair", SLIP, "--format", "json"]).out)[0];
    assert_eq!(keys(answer), keys(done));
}

/// Every published grid is repaired by the profile that fits it and by the strictest rules of its kind.
#[test]
fn published_grids_are_repaired() {
    let Some(published) = published_grids() else { return };
    let choice = Choice::new();
    let (mut repaired, mut changed) = (0, 0);
    for PublishedGrid { path, grid, facts } in &published {
        let file = &facts["file"];
        let profile = choice.closest(grid).name;
        let strict = if file.starts_with("british") { "keith" } else { "nyt" };
        for profile in [profile, strict] {
            let rules = Profile::named(profile).expect("a profile").ruleset();
            let said = run(&["repair", text(path), "--profile", profile, "--format", "json"]);
            let answer = &json_lines(&said.out)[0];
            let changes =
                answer["changes"].as_u64().unwrap_or_else(|| panic!("{file} by {profile}: {answer}")) as usize;
            assert_eq!(said.code, 0);
            for mended in grids(answer) {
                assert!(is_valid(&mended, &rules), "{file} by {profile}");
                assert_eq!(differing(grid, &mended), changes);
            }
            assert_eq!(changes == 0, is_valid(grid, &rules), "{file} by {profile}");
            repaired += 1;
            changed += usize::from(changes > 0);
        }
    }
    assert!(repaired >= 50 && changed >= 8, "{repaired} repaired, {changed} of them changed");
}
