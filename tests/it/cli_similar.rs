//! Tests `gridcheck similar` on the real program.

use crate::program::{answer, feed, file, fixture, json_lines, name, refused, shared};
use gridcheck::grid::{Grid, Transform};
use serde_json::Value;

#[test]
fn a_turned_grid_is_found_first() {
    let list = answer(&["list", "--size", "7", "--format", "line"]);
    let grids: Vec<Grid> = list.lines().map(|line| line.parse().expect("a grid")).collect();
    let (at, grid) =
        grids.iter().enumerate().find(|(_, grid)| grid.transformed(Transform::Rot90) != **grid).expect("one");
    let turned = file(grid.transformed(Transform::Rot90).to_string());
    let among = file(&list);
    let args = ["similar", name(&turned), "--among", name(&among), "--count", "20"];
    let found = json_lines(&answer(&[&args[..], &["--format", "json"]].concat()));
    assert_eq!(found.len(), 20);
    let is_image = |other: &Grid| Transform::ALL.iter().any(|&transform| other.transformed(transform) == *grid);
    let images: Vec<usize> = (0..grids.len()).filter(|&index| is_image(&grids[index])).collect();
    let number = |found: &Value, key: &str| found[key].as_u64().expect("a number") as usize;
    let same = found.iter().filter(|found| number(found, "distance") == 0);
    assert_eq!(same.map(|found| number(found, "index") - 1).collect::<Vec<_>>(), images);
    assert!(images.contains(&at) && found.is_sorted_by_key(|found| number(found, "distance")));
    let printed = answer(&args);
    let lines: Vec<&str> = printed.lines().collect();
    assert!(lines[0].ends_with(&format!(": 7 × 7, among {} grids of these sides", grids.len())), "{printed}");
    assert!(lines[1].contains(&format!(":{0}: grid {0}: the same", images[0] + 1)), "{printed}");
}

#[test]
fn several_files_are_one_list_and_other_sides_are_left_out() {
    let five = fixture("british_5x5.txt");
    let printed = answer(&[
        "similar",
        &fixture("ring.txt"),
        "--among",
        &five,
        &fixture("rectangle.txt"),
        "fixtures/tour/lattice.txt",
    ]);
    assert!(printed.lines().next().expect("a line").contains("left out"), "{printed}");
}

#[test]
fn bad_input_is_refused() {
    let five = fixture("british_5x5.txt");
    assert!(refused(&["similar", &five, "--among", &five]).contains("17 grids, expected one"));
    assert!(
        refused(&["similar", "fixtures/tour/lattice.txt", "--among", "no-such-file"]).starts_with("no-such-file: ")
    );
    assert!(refused(&["similar", "-", "--among", "-"]).contains("named twice"));
    assert!(refused(&["similar", "fixtures/tour/lattice.txt"]).contains("--among"));
    let bad = fixture("bad/third_grid.txt");
    assert!(refused(&["similar", "fixtures/tour/lattice.txt", "--among", &bad]).contains(":10:2: "));
}

/// A published grid is found among all published ones, and no other grid is nearer.
#[test]
fn published_grids_are_found() {
    let Some(folder) = shared("grids") else { return };
    let mut paths = Vec::new();
    for kind in ["american", "british"] {
        let entries = std::fs::read_dir(folder.join(kind)).expect("grids");
        paths.extend(entries.map(|entry| entry.expect("a grid").path().display().to_string()));
    }
    let grids: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).expect("a grid")).collect();
    let list = grids.join("\n");
    for grid in &grids {
        let said =
            feed(&["similar", name(&file(grid)), "--among", "-", "--count", "1", "--format", "json"], list.as_str());
        assert_eq!(json_lines(&said.out)[0]["distance"], 0, "{} {grid}", said.err);
    }
}
