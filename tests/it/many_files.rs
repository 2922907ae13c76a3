//! Tests hundreds of files at once: a process may often have only 1,024 files open.

use std::fs;

use crate::program::{Said, run, text};

#[cfg(unix)]
#[test]
fn more_lists_than_can_be_open_are_judged() {
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
    let said = Said::from(output);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert_eq!(said.out, "400 grids by the rules british: 400 valid, 0 invalid\n");
}

/// Puzzles are reopened like lists.
#[test]
fn hundreds_of_puzzles_are_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = fs::read("fixtures/formats/ordinary.puz").expect("a fixture");
    let paths: Vec<_> = (0..300).map(|i| folder.path().join(format!("{i}.puz"))).collect();
    for path in &paths {
        fs::write(path, &bytes).expect("room for it");
    }
    let mut args = vec!["validate", "--quiet"];
    args.extend(paths.iter().map(|path| text(path)));
    assert_eq!(run(&args).out, "300 grids by the rules british: 0 valid, 300 invalid\n");
}
