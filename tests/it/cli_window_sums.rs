//! Tests `gridcheck count --sums` with the blocks of window, middle columns: the sum of each block is in a file that a later run
//! resumes.

use std::fs;
use std::path::Path;

use crate::program::{Said, answer, one_line, refused, run, text, without_runs};
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
    assert_eq!(without_runs(&fs::read_to_string(&path).expect("the file is there")), without_runs(&file));
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

#[test]
fn an_upright_is_counted_again_by_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, file) = whole(folder.path());
    for line in file.lines().skip(1).filter(|line| line.contains(':')) {
        let [name, grids, _] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let said = run(&count(&["--sums", &path, "--block", name]));
        assert_eq!((said.code, said.out.trim()), (0, grids));
        assert!(one_line(&["count"], &said.err).ends_with("for this block: the same"), "{}", said.err);
    }
}

/// Returns the first line.
fn head(file: &str) -> String {
    file.lines().next().expect("a line").to_owned() + "\n"
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, file) = whole(folder.path());
    let other = text(&folder.path().join("other")).to_owned();
    let refuses = |args: &[&str], what: &str| {
        let said = refused(args);
        assert!(said.contains(what), "{said}");
    };
    refuses(&count(&["--sums", &path]), "there is such a file already");
    refuses(
        &count(&["--sums", &path, "--rules", "ho", "--resume", "--where", "words = 9"]),
        "the constraint words = 9, it takes none",
    );
    refuses(
        &["count", "--size", "7", "--engine", "window", "--sums", &path, "--resume"],
        "of another problem: size 9, rules british",
    );
    refuses(&count(&["--block", "o-o"]), "`o-o` is no block of size 9, expected a name like o---:o");
    refuses(&count(&["--block", "black:----:----"]), "is no block of size 9");
    refuses(&["count", "--size", "23", "--engine", "window", "--sums", &other], "only odd sizes");
    assert!(!Path::new(&other).exists());
    let damages = [
        (file.replacen("british", "britisch", 1), "damaged"),
        (file.replacen("\"size\":9", "\"size\":9,\"bars\":1", 1), "unknown key `bars`"),
        (file.replacen("sums 2", "sums 9", 1), "this version reads"),
        (
            file.replacen("\"engine\":\"window\"", "\"engine\":\"pinwheel\"", 1),
            "these are the sums of the blocks of engine pinwheel, not of window",
        ),
        (file.clone() + file.lines().nth(1).expect("a record") + "\n", "nothing was expected after the total"),
        (file.replacen(" 0 ", " 1 ", 1), "damaged"),
        (head(&file) + &record(head(&file).trim_end(), "oo:o 5"), "expected the name of a block"),
        (head(&file) + &record(head(&file).trim_end(), "foo 5"), "expected the name of a block"),
        (head(&file) + &record(head(&file).trim_end(), "oo--:- 5"), "what was counted has no such block"),
    ];
    for (damaged, what) in damages {
        fs::write(&other, damaged).expect("written");
        refuses(&count(&["--sums", &other, "--resume"]), what);
    }
}

/// An existing file is read only if the count is resumed, and its faults are reported with their place.
#[test]
fn what_is_wrong_with_a_file_comes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, file) = whole(folder.path());
    let even = ["count", "--size", "8", "--sums", &path];
    // The note on even sizes precedes the error.
    let Said { code, err, .. } = run(&even);
    assert_eq!(code, 2);
    assert!(err.ends_with("there is such a file already; resume to go on with it, or remove it\n"), "{err}");
    let line = refused(&[&even[..], &["--resume"]].concat());
    assert!(line.ends_with(":1: these are the sums of another problem: size 9, rules british"), "{line}");
    fs::write(&path, file.replacen("window", "sat", 1)).expect("written");
    let line = refused(&["count", "--size", "9", "--sums", &path, "--resume"]);
    assert!(line.ends_with(":1: engine `sat`: expected window or pinwheel"), "{line}");
}

/// A count is resumed with the engine that began the file, named or not. It reports another version that began the file.
#[test]
fn a_file_is_gone_on_with_by_its_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = |engine: &str| {
        let path = text(&folder.path().join(engine)).to_owned();
        answer(&["count", "--size", "9", "--engine", engine, "--sums", &path]);
        let file = fs::read_to_string(&path).expect("there");
        let head = head(&file).trim_end().replace(env!("CARGO_PKG_VERSION"), "0.0.9");
        let records = file.lines().skip(1).take(2).map(|line| line.rsplit_once(' ').expect("a check").0);
        let begun: String = records.map(|text| record(&head, text)).collect();
        fs::write(&path, format!("{head}\n{begun}")).expect("written");
        path
    };
    for path in ["window", "pinwheel"].map(first) {
        let said = run(&["count", "--size", "9", "--sums", &path, "--resume"]);
        assert_eq!((said.code, said.out.as_str()), (0, "68956\n"), "{}", said.err);
        assert!(said.err.contains("2 blocks were counted before"), "{}", said.err);
        assert!(said.err.contains(&format!("note: version 0.0.9 began {path}")), "{}", said.err);
    }
}
