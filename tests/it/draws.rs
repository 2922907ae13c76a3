//! Tests `gridcheck sample` on the real program: constraints that become rules, estimates, profiles.

use std::io::{BufRead, BufReader};
use std::sync::mpsc;
use std::thread;

use crate::program::{HANGS, run, start};

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
    while !["note: drawing: 0%", "note: faster: --lattice"].iter().all(|part| said.contains(part)) {
        said += &lines.recv_timeout(HANGS).unwrap_or_else(|error| panic!("{error} after {said}"));
        said.push('\n');
    }
    drop(child);
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
