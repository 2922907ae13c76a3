//! Tests `gridcheck sample` on the real program: constraints that become rules, estimates, profiles.

use std::io::{BufRead, BufReader};
use std::sync::mpsc;
use std::thread;

use crate::program::{HANGS, answer, feed, refused, run, start};

/// Returns the grids of a list, one a line.
fn lines(args: &[&str]) -> Vec<String> {
    answer(&[args, &["--format", "line"]].concat()).lines().map(str::to_owned).collect()
}

#[test]
fn constraints_that_are_rules_need_no_rejection() {
    let draw = ["sample", "--size", "9", "--seed", "1", "--format", "line", "--count"];
    let drawn = run(&[&draw[..], &["50", "--where", "length 3 = 0"]].concat());
    let count = answer(&["count", "--size", "9", "--where", "length 3 = 0"]);
    let notes = format!(
        "gridcheck: note: the constraint length 3 = 0 is asked as the rule min_word = 4\n\
         gridcheck: 50 grids drawn from {} grids, seed 1\n",
        count.trim()
    );
    assert_eq!((drawn.code, drawn.err.as_str()), (0, &*notes));
    // The seed draws the same grids by the rule.
    assert_eq!(drawn.out, run(&[&draw[..], &["50", "--rules", "min-4"]].concat()).out);

    let both = run(&[&draw[..], &["9", "--where", "length except 5/7/9 = 0", "--where", "words >= 0"]].concat());
    assert!(both.err.contains("a part of the constraint length except 5/7/9 = 0 is asked as the rule min_word = 5\n"));
    assert!(both.err.contains("under these rules every grid has words >= 0\n"), "{}", both.err);
    let all = lines(&["list", "--size", "9", "--where", "length except 5/7/9 = 0"]);
    assert!(both.out.lines().count() == 9 && both.out.lines().all(|grid| all.iter().any(|one| one == grid)));
    assert!(both.err.contains("9 grids drawn from "), "{}", both.err);
}

/// Sums are of the rules as they are. So constraints stay, and the faster way is named.
#[test]
fn with_sums_constraints_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("9.sums").display().to_string();
    answer(&["count", "--size", "9", "--engine", "pinwheel", "--sums", &path]);
    let draw = ["sample", "--size", "9", "--where", "length 3 = 0", "--count", "5", "--seed", "1", "--format", "line"];
    let drawn = run(&[&draw[..], &["--sums", &path]].concat());
    assert!(drawn.code == 0 && !drawn.err.contains("is asked as"), "{}", drawn.err);
    let all = lines(&["list", "--size", "9", "--where", "length 3 = 0"]);
    assert!(drawn.out.lines().count() == 5 && drawn.out.lines().all(|grid| all.iter().any(|one| one == grid)));
    // Sums of the grids that satisfy the constraints are of other grids than those that have ranks.
    let other = folder.path().join("other.sums").display().to_string();
    answer(&["count", "--size", "9", "--engine", "pinwheel", "--where", "words = 20", "--sums", &other]);
    let line = refused(&["sample", "--size", "9", "--where", "words = 20", "--sums", &other]);
    assert!(line.contains("these are the sums of another problem: size 9, rules british, where words = 20"), "{line}");
}

/// Without an accepted draw the rate is bounded, the solver is asked, and faster ways are named. Drawing continues, with progress in lines.
#[test]
fn hopeless_draws_are_announced() {
    // The time until the notes does not depend on the number of threads.
    let few = ["--where", "largest-block <= 1", "--seed", "1", "--jobs", "1"];
    let mut child = start(&[&["sample", "--size", "11"], &few[..]].concat());
    let (sender, lines) = mpsc::channel();
    let errors = BufReader::new(child.stderr.take().expect("piped"));
    thread::spawn(move || errors.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let mut said = String::new();
    while !said.contains("note: drawing: ") {
        said += &lines.recv_timeout(HANGS).unwrap_or_else(|error| panic!("{error} after {said}"));
        said.push('\n');
    }
    child.kill().and_then(|()| child.wait()).expect("the program runs");
    let vain = said.lines().find(|line| line.contains("note: none of ")).expect("a note");
    assert!(vain.contains(" draws satisfies the constraints, so probably fewer than 1 in "), "{vain}");
    assert!(vain.contains(" do: more than ") && vain.contains(" for 1 grid;"), "{vain}");
    assert!(said.contains("; the solver knows a grid that satisfies the constraints\n"), "{said}");
    assert!(said.contains("note: faster: gridcheck list with the same --size, --rules and --where"), "{said}");
    assert!(said.contains("note: faster: --lattice, --given FILE or a smaller --size"), "{said}");
    assert!(said.contains("note: drawing: 0%, ") && said.contains(" grids, no estimate yet\n"), "{said}");
}

/// The rate is estimated from the first draws, and the whole takes about as long as estimated.
#[test]
fn long_draws_are_estimated() {
    let constraints = ["--where", "largest-block <= 6", "--where", "black-edge <= 3", "--count", "150", "--seed", "2"];
    let drawn = run(&[&["sample", "--size", "11", "--lattice", "--format", "line"], &constraints[..]].concat());
    assert_eq!((drawn.code, drawn.out.lines().count()), (0, 150), "{}", drawn.err);
    let last = drawn.err.lines().last().expect("a report");
    let draws: f64 = last
        .split_once("150 of ")
        .and_then(|(_, rest)| rest.split_once(' '))
        .expect("a number of draws")
        .0
        .parse()
        .expect("a number");
    if let Some(estimate) = drawn.err.lines().find(|line| line.contains(" draws satisfies the constraints: about ")) {
        let each: f64 =
            estimate.split("1 in ").nth(1).expect("a rate").split(' ').next().expect("it").parse().expect("a number");
        let ratio = 150.0 * each / draws;
        assert!((0.25..4.0).contains(&ratio), "{estimate}, but {draws} draws");
    }
}

#[test]
fn where_no_grid_satisfies_the_constraints_nothing_is_drawn() {
    // No engine counts these quickly. The solver knows that there is none.
    let none = run(&[
        "sample",
        "--size",
        "13",
        "--lattice",
        "--where",
        "square-blocks = 0",
        "--where",
        "letters <= 40",
        "--seed",
        "1",
        "--jobs",
        "1",
    ]);
    assert_eq!((none.code, none.out.as_str()), (1, ""), "{}", none.err);
    assert!(
        none.err.contains("there is nothing to draw from: no grid that obeys the rules satisfies "),
        "{}",
        none.err
    );
}

/// Every drawn grid passes, with warnings too: only notes are left.
#[test]
fn grids_of_a_profile_pass_its_validation() {
    for (profile, size) in [
        ("keith", "9"),
        ("times", "9"),
        ("times", "11"),
        ("guardian-quick", "9"),
        ("exet", "9"),
        ("nyt", "9"),
        ("nyt", "15"),
        ("lax", "4"),
    ] {
        let args = ["sample", "--size", size, "--profile", profile, "--count", "60", "--seed", "3"];
        // The full size takes too long; a lattice of American grids has no word.
        let given = "...#...#.......\n".to_owned()
            + &"???????????????\n".repeat(4)
            + &"...............\n".repeat(5)
            + &"???????????????\n".repeat(4)
            + ".......#...#...\n";
        let given = crate::program::file(given);
        let of_size = if size == "15" { vec!["--given", crate::program::name(&given)] } else { Vec::new() };
        let drawn = run(&[&args[..], &of_size].concat());
        assert_eq!(drawn.code, 0, "{profile} {size}: {}", drawn.err);
        let judged = feed(&["validate", "--profile", profile, "--no-drawing", "-"], drawn.out);
        assert_eq!(judged.code, 0, "{profile}: {}", judged.out);
        assert!(!judged.out.contains("warning: ") && judged.out.contains("60 grids by the profile"), "{}", judged.out);
    }
}

/// The house rules reject some grids that the rules allow.
#[test]
fn demands_beyond_rules_reject_draws() {
    let drawn =
        run(&["sample", "--size", "9", "--profile", "times", "--count", "200", "--seed", "1", "--format", "line"]);
    let last = drawn.err.lines().last().expect("a report");
    assert!(last.ends_with(" drawn satisfied the profile times") && !last.contains("200 of 200"), "{last}");
    assert!(
        drawn.err.contains("the profile times only notes these demands, so they are not held: 13 x 13"),
        "{}",
        drawn.err
    );
    let both = run(&["sample", "--size", "9", "--profile", "exet", "--where", "words = 16", "--seed", "1"]);
    assert!(both.err.contains("satisfied the constraints and the profile exet"), "{}", both.err);
}

#[test]
fn bad_profiles_are_refused() {
    let sample = ["sample", "--size", "8", "--profile"];
    for (args, part) in [
        (&["nobody"][..], "no profile `nobody`, expected auto or one of keith"),
        (&["auto"], "--profile auto is chosen for a finished grid: name a profile here"),
        (&["keith"], "no grid of 8 × 8 passes the profile keith: odd numbers of rows and columns"),
        (&["times", "--rules", "ho"], "cannot be used with '--rules"),
    ] {
        let line = refused(&[&sample[..], args].concat());
        assert!(line.contains(part), "{line}");
    }
    let line = refused(&["sample", "--size", "9", "--rules", "times"]);
    assert!(line.contains("gridcheck validate, repair, sample and complete take --profile times"), "{line}");
}
