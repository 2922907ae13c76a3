//! Tests `gridcheck export` on the real program.

use std::fs;
use std::time::{Duration, Instant};

use crate::program::{HANGS, answer, end, file, name, one_line, refused, run, start, text};

#[test]
fn dimacs_is_in_the_competitions_form() {
    let cnf = answer(&["export", "--size", "5", "--to", "dimacs"]);
    let lines: Vec<&str> = cnf.lines().collect();
    assert!(lines[0].starts_with("c crossword grids of 5 x 5 squares; written by gridcheck "), "{}", lines[0]);
    assert!(lines.contains(&"c rule name = \"british\"") && lines.contains(&"c t pmc"));
    assert!(lines.contains(&"c variable 7 is the square in row 2, column 2"));
    let squares = (1..=25).map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
    assert!(lines.contains(&format!("c p show {squares} 0").as_str()));
    let head = lines.iter().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
    let (variables, clauses) = head.split_once(' ').expect("two numbers");
    let body: Vec<Vec<i64>> = lines
        .iter()
        .filter(|line| !line.starts_with(['c', 'p']))
        .map(|line| line.split(' ').map(|literal| literal.parse().expect("a literal")).collect())
        .collect();
    assert_eq!(body.len().to_string(), clauses);
    let variables: i64 = variables.parse().expect("a number");
    for clause in &body {
        let (last, literals) = clause.split_last().expect("a clause");
        assert!(*last == 0 && literals.iter().all(|&literal| literal != 0 && literal.abs() <= variables), "{clause:?}");
    }
}

#[test]
fn the_file_has_what_standard_output_has() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for to in ["dimacs", "asp", "dlx"] {
        let path = folder.path().join(to);
        for _ in 0..2 {
            assert_eq!(answer(&["export", "--size", "5", "--to", to, "--force", "--out", text(&path)]), "");
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), answer(&["export", "--size", "5", "--to", to]));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3, "nothing else is left there");
}

#[test]
fn given_squares_are_in_the_export() {
    let givens = file("?.?\n???\n?#?\n");
    let args = |to| ["export", "--size", "3", "--given", name(&givens), "--to", to];
    assert!(answer(&args("dimacs")).lines().any(|line| line == "-8 0"));
    assert!(answer(&args("asp")).contains(":- not white((1,2)).\n:- white((3,2)).\n"));
    assert!(answer(&args("dlx")).contains("| given ?.?\n"));
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let args = |out| ["export", "--size", "5", "--to", "asp", "--out", out];
    let said = refused(&args(text(folder.path())));
    assert!(said.contains("something else than a file"), "{said}");
    let nowhere = folder.path().join("nowhere").join("x.lp");
    let said = refused(&args(text(&nowhere)));
    assert!(said.contains(text(&nowhere)) && said.contains("there is no folder "), "{said}");
    assert!(refused(&["export", "--size", "5", "--to", "cnf"]).contains("dimacs, asp, dlx"));
    assert!(refused(&["export", "--size", "5"]).contains("--to"));
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "nothing is left there");
}

/// An export too large to finish is interrupted while it writes, and leaves no file.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("large.dlx");
    let args = ["export", "--size", "33", "--to", "dlx", "--out", text(&path)];
    let child = start(&args);
    let files = || fs::read_dir(folder.path()).expect("the folder").count();
    let begin = Instant::now();
    while files() == 0 {
        assert!(begin.elapsed() < HANGS, "nothing is ever written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill command").success());
    let said = end(child);
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(one_line(&args, &said.err).starts_with("interrupted in export"), "{}", said.err);
    assert_eq!(files(), 0);
}

#[test]
fn even_sizes_are_remarked_upon() {
    let said = run(&["export", "--size", "4", "--to", "asp"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("size 4 is even") && said.out.contains("#const n = 4."), "{}", said.err);
}
