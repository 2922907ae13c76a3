//! The exported logic program has one stable model per grid; clingo counts them where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::prelude::*;
use gridcheck::encodings::asp;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Returns the number of stable models of the exported program.
fn models(problem: &Problem) -> u128 {
    let mut text = Vec::new();
    asp::write(problem, &mut text).expect("memory takes all");
    let mut command = Command::new("clingo");
    command.args(["--models=0", "--quiet"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut clingo = command.spawn().expect("clingo starts");
    clingo.stdin.take().expect("a pipe").write_all(&text).expect("clingo reads");
    let output = clingo.wait_with_output().expect("clingo ends");
    // Clingo warns about oddities, and must find none in these programs.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", String::from_utf8_lossy(&text));
    let said = String::from_utf8_lossy(&output.stdout);
    let count = said.lines().find_map(|line| line.strip_prefix("Models")).expect("a count");
    count.trim_start_matches([' ', ':']).trim().parse().expect("a number")
}

fn must_agree(problem: &Problem) {
    let engine = ENGINES.fastest(problem, &SumKind::Plain).expect("an engine that can");
    assert_eq!(Ok(models(problem)), engine.count(&Run::new()), "{problem:?}");
}

/// Returns `true`, and reports it, if clingo is not installed.
fn absent() -> bool {
    let absent = Command::new("clingo").arg("--version").stdout(Stdio::null()).status().is_err();
    if absent {
        println!("skipped: there is no clingo (apt-get install gringo)");
    }
    absent
}

#[test]
fn built_in_rule_sets() {
    if absent() {
        return;
    }
    built_in_problems(3..=7).for_each(|problem| must_agree(&problem));
}

/// Every kind of constraint, alone and two together.
#[test]
fn constraints() {
    if absent() {
        return;
    }
    constrained_problems().iter().for_each(must_agree);
}

#[test]
fn every_symmetry_group() {
    if absent() {
        return;
    }
    symmetric_problems(|_, _, _| true).iter().for_each(must_agree);
}

#[test]
fn random_rules_and_givens() {
    if absent() {
        return;
    }
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    let outcome = runner.run(&partly_given(1), |problem| {
        must_agree(&problem);
        Ok(())
    });
    outcome.expect("they agree");
}
