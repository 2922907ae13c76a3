//! Tests that a pipe or a device in a folder never makes the program wait: it is refused in one line, or left out with a note.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use crate::program::{Said, gridcheck, refusal};

/// An open run of letters. Only its ends are checked: an error by the British rules.
const BAD: &str = ".#.\n...\n.#.\n";

/// Makes a folder with a puzzle in it and in a folder below.
fn puzzles() -> TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(place.path().join("some/below")).expect("a folder");
    for file in ["some/one.txt", "some/below/two.txt"] {
        fs::write(place.path().join(file), BAD).expect("a file");
    }
    place
}

fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("there is a mkfifo command");
    assert!(made.success(), "{}", path.display());
}

/// Runs the program in a folder. It fails if the program waits for a writer.
fn run_in(folder: &Path, args: &[&str]) -> Said {
    let output = gridcheck(args).current_dir(folder).timeout(Duration::from_secs(60)).output();
    output.expect("the program starts").into()
}

fn refused_in(folder: &Path, args: &[&str]) -> String {
    refusal(args, &run_in(folder, args))
}

#[test]
fn a_list_of_what_to_leave_out_is_a_regular_file() {
    for list in [".gitignore", "some/.gitignore", "some/.ignore", "some/below/.ignore", "some/.git/info/exclude"] {
        for of_device in [false, true] {
            let place = puzzles();
            let path = place.path().join(list);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            if of_device {
                symlink("/dev/zero", &path).expect("a link");
            } else {
                pipe(&path);
            }
            let line = refused_in(place.path(), &["validate", "some"]);
            assert!(line.ends_with(&format!("{list}: expected a file, this is no regular file")), "{line}");
        }
    }
}

#[test]
fn a_folder_with_the_name_of_such_a_list_is_passed_over() {
    let place = puzzles();
    fs::create_dir(place.path().join("some/.gitignore")).expect("a folder");
    let said = run_in(place.path(), &["validate", "--no-drawing", "some"]);
    assert!(said.out.ends_with("2 grids by the rules british: 0 valid, 2 invalid\n"), "{said:?}");
}

#[test]
fn a_configuration_is_a_regular_file() {
    let place = puzzles();
    let path = place.path().join("gridcheck.toml");
    let said = || refused_in(place.path(), &["validate", "some"]);
    pipe(&path);
    assert!(said().ends_with("gridcheck.toml: expected a file, this is no regular file"), "{}", said());
    fs::remove_file(&path).expect("it is there");
    fs::create_dir(&path).expect("a folder");
    assert!(said().ends_with("gridcheck.toml: expected a file, this is a folder"), "{}", said());
    fs::remove_dir(&path).expect("it is there");
    symlink("nothing", &path).expect("a link");
    assert!(said().contains("gridcheck.toml: "), "{}", said());
}

#[test]
fn a_configuration_with_a_dot_is_named_in_a_note() {
    let place = puzzles();
    fs::write(place.path().join(".gridcheck.toml"), "exclude = [\"some/\"]\n").expect("a file");
    let args = &["validate", "--quiet", "some"];
    let said = run_in(place.path(), args);
    let notes: Vec<&str> = said.err.lines().filter(|line| line.contains(".gridcheck.toml")).collect();
    let [note] = notes[..] else { panic!("{said:?}") };
    assert!(note.starts_with("gridcheck: note: "), "{note}");
    assert!(note.ends_with(".gridcheck.toml: not read, because the name of such a file is gridcheck.toml"), "{note}");
    assert_eq!(said.code, 1, "{said:?}");
    let said = run_in(place.path(), &["validate", "--no-config", "some"]);
    assert!(!said.err.contains(".gridcheck.toml"), "{said:?}");
}

#[test]
fn a_pipe_among_puzzles_is_left_out_with_a_note() {
    let place = puzzles();
    pipe(&place.path().join("some/three.txt"));
    pipe(&place.path().join("some/four.html"));
    let said = run_in(place.path(), &["validate", "--no-drawing", "some"]);
    let note = "gridcheck: note: some: 2 files left out: a pipe or a device is read only if it is named\n";
    assert!(said.err.starts_with(note), "{said:?}");
    assert!(said.out.ends_with("2 grids by the rules british: 0 valid, 2 invalid\n"), "{said:?}");
}

#[test]
fn a_pipe_among_files_of_sums_is_refused() {
    let place = puzzles();
    pipe(&place.path().join("some/one.sums"));
    let line = refused_in(place.path(), &["audit", "--max-size", "3", "--results", "some"]);
    assert_eq!(line, "some: one.sums: expected a file, this is no regular file");
    let args = ["count", "--size", "7", "--pieces", "2", "--missing-in", "some"];
    assert_eq!(refused_in(place.path(), &args), "some: one.sums: expected a file, this is no regular file");
}
