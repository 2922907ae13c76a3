//! Tests `gridcheck similar` on the real program.

use crate::program::{feed, file, json_lines, name, shared};

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
