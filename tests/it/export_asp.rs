//! The exported logic program has one stable model per grid; clingo counts them where it is installed.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{constrained, lax, rules, rulesets};
use gridcheck::encodings::asp;
use gridcheck::engines::ENGINES;
use gridcheck::problem::{Givens, Problem};
use gridcheck::rules::{BUILTIN, Ruleset, Symmetry};
use gridcheck::run::Run;
use gridcheck::run::blocks::SumKind;
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
    for set in &BUILTIN {
        for size in 3..=7 {
            must_agree(&Problem::new(size, set.ruleset()).expect("a fair problem"));
        }
    }
}

/// Every kind of constraint, alone and two together.
#[test]
fn constraints() {
    if absent() {
        return;
    }
    for problem in constrained() {
        must_agree(&problem);
    }
}

#[test]
fn every_symmetry_group() {
    if absent() {
        return;
    }
    for symmetry in Symmetry::ALL {
        for base in [rules("british"), rules("american-loose"), lax()] {
            for (size, connected) in [(3, true), (4, true), (4, false)] {
                let rules = Ruleset { symmetry, connected, ..base.clone() };
                must_agree(&Problem::new(size, rules).expect("a fair problem"));
            }
        }
    }
}

#[test]
fn random_rules_and_givens() {
    if absent() {
        return;
    }
    let cases = (rulesets(), 3usize..=5, prop::collection::vec(0u8..5, 25));
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    let outcome = runner.run(&cases, |(rules, size, colours)| {
        let mut givens = Givens::open(size, size);
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            match colours[r * size + c] {
                0 => givens.fix(r, c, false),
                1 => givens.fix(r, c, true),
                _ => {}
            }
        }
        must_agree(&Problem::new(size, rules).and_then(|problem| problem.with_givens(givens)).expect("a fair problem"));
        Ok(())
    });
    outcome.expect("they agree");
}
