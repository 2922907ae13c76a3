//! Tests `gridcheck count --sums` with the blocks of window, middle columns: the sum of each block is in a file that a later run
//! resumes.

use std::fs;
use std::path::Path;

use crate::program::{Said, answer, run, text};
use gridcheck::checked_log::record;

/// Returns the arguments of British 9 × 9 in blocks of window.
fn count<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["count", "--size", "9", "--engine", "window"], more].concat()
}

/// Makes a whole file, and returns its path and content.
fn whole(folder: &Path) -> (String, String) {
    let path = folder.join("9.sums");
    let total = answer(&count(&["--sums", text(&path)]));
    assert_eq!(total, answer(&["count", "--size", "9", "--engine", "pinwheel"]));
    (text(&path).to_owned(), fs::read_to_string(&path).expect("the file is there"))
}

#[test]
fn a_count_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, file) = whole(folder.path());
    let total = answer(&count(&[]));
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines.len() > 12 && lines[lines.len() - 1].starts_with(&format!("total {}", total.trim())), "{file}");
    // The count was killed after any line, or in the middle of one.
    for kept in [1, 2, lines.len() / 2, lines.len() - 1, lines.len()] {
        for torn in if kept < lines.len() { vec!["", "o-o"] } else { vec![""] } {
            fs::write(&path, lines[..kept].join("\n") + "\n" + torn).expect("the file can be written");
            let Said { code, out, err } = run(&count(&["--sums", &path, "--resume"]));
            assert_eq!((code, &out), (0, &total), "{err}");
            assert_eq!(err.contains("cut short"), !torn.is_empty(), "{err}");
            assert_eq!(err.contains("counted before"), kept > 1, "{err}");
            assert_eq!(fs::read_to_string(&path).expect("the file is there"), file);
        }
    }
    // The first line is truncated, so there is nothing to resume.
    fs::write(&path, &file[..40]).expect("written");
    let Said { code, out, err } = run(&count(&["--sums", &path, "--resume"]));
    assert_eq!((code, &out, err.contains("cut short")), (0, &total, true), "{err}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), file);
    // Recorded blocks are read, not counted.
    let forged = file.replace(&format!("{}\n", lines[lines.len() - 1]), "");
    let first: Vec<&str> = lines[1].split(' ').collect();
    let wrong = record(lines[0], &format!("{} 1{}", first[0], first[1]));
    fs::write(&path, forged.replace(&format!("{}\n", lines[1]), &wrong)).expect("written");
    let said = run(&count(&["--sums", &path, "--resume"]));
    let number = |text: &str| text.trim().parse::<u128>().expect("a number");
    assert_eq!(
        (said.code, number(&said.out)),
        (0, number(&total) - number(first[1]) + number(&format!("1{}", first[1])))
    );
    let said = run(&count(&["--sums", &path, "--block", first[0]]));
    assert_eq!((said.code, said.out.trim()), (1, first[1]));
    assert!(said.err.contains("NOT the same"), "{}", said.err);
}
