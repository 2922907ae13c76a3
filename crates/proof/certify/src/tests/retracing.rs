//! Tests the retracing of foreign refutations: clauses that follow are accepted with their hints, and no others.

use super::*;
use crate::retrace::{retrace, retrace_drat};
use gridcheck_engine::Run;

/// (a or b), (a or not b), (not a or b), (not a or not b), and two more variables that are equal.
const FORMULA: &str = "p cnf 4 6\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n-3 4 0\n3 -4 0\n";

fn formula(text: &str) -> Formula {
    dimacs::read(text.as_bytes(), "x.cnf").expect("a formula")
}

/// Retraces a foreign proof and returns it as LRAT, after a check.
fn retraced(text: &str, proof: &str) -> Result<String, String> {
    let formula = formula(text);
    let found = retrace(&formula, Vec::new(), proof.as_bytes(), &Run::new()).map_err(|stop| match stop {
        Stop::Requested => "stopped".to_owned(),
        Stop::Refused(why) => why.to_string(),
    })?;
    let lrat = written(&found, &formula);
    checked(&formula, &[], &lrat).expect("what is retraced is a proof");
    Ok(String::from_utf8(lrat).expect("a text"))
}

#[test]
fn hints_are_found() {
    // The second literal follows at the root and becomes a separate lemma.
    assert_eq!(retraced(FORMULA, "1 0\n0\n"), Ok("7 1 0 1 2 0\n8 2 0 7 3 0\n9 0 8 7 4 0\n".to_owned()));
    for (proof, why) in [
        ("1 0\n", "what the root implies contradicts itself before the empty clause is there"),
        ("1 0\nd 1 0\n0\n", "a clause of one literal stays"),
        ("1 0\nd 1 2 0\nd 2 1 0\n0\n", "literals in any order, and what is forgotten twice"),
        ("d 1 3 0\n1 0\n0\n", "what was never there"),
        ("3 -4 1 0\n1 0\n0\n", "a lemma that is no use"),
        ("1 3 0\n1 0\n0\n", "one that is longer than it has to be"),
        ("1 -1 0\n-3 3 4 0\n2 2 0\nd 1 -1 0\n0\n", "what always holds; a literal twice"),
        ("1 0\n0\nhere ends what is read", "what follows the empty clause"),
        ("-1 0\r\n\n0\r\n", "other line ends"),
    ] {
        let lrat = retraced(FORMULA, proof).unwrap_or_else(|error| panic!("{why}: {error}"));
        // Useless lemmas are not derived.
        assert!(lrat.lines().all(|line| !line.contains("-4")), "{why}: {lrat}");
    }
}

/// All clauses over the first three variables, and three variables that occur in none.
const CUBE: &str = "p cnf 6 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";

#[test]
fn rejects_underivable_and_malformed_clauses_with_their_line() {
    assert!(retraced(CUBE, "1 2 0\n1 0\n2 0\n").is_ok());
    // A clause over an unused variable keeps satisfiability and does not follow. Here no lemma depends on one ...
    assert!(retraced(CUBE, "6 0\n1 2 0\n4 -5 0\n1 0\n2 0\n").is_ok());
    for (proof, why) in [
        // ... and here all do: the sixth variable stands for the first and the second.
        (
            "6 -1 -2 0\n-6 1 0\n-6 2 0\n-6 0\nd -1 -2 3 0\n-1 -2 0\n-1 2 0\n-1 0\n2 0\n",
            "line 2: the clause does not follow by unit propagation",
        ),
        ("1 0\n2 0\n", "line 1: the clause does not follow"),
        ("0\n", "line 1: the clause does not follow"),
        ("1 2 0\nd 1 -2 3 0\n1 0\n2 0\n", "line 3: the clause does not follow"),
        ("1 2 0\n1 -2 0\nd 2 1 0\nd 1 -2 0\n1 0\n2 0\n", "line 5: the clause does not follow"),
        ("1 2 4 0\nd 1 2 3 0\nd 4 1 2 0\n1 2 0\n1 0\n2 0\n", "line 4: the clause does not follow"),
        ("", "line 1: the proof ends without the empty clause"),
        ("1 2 0\n1 0\n", "the proof ends without the empty clause"),
        ("1 2 0\nd 2 1 0\n", "the proof ends without the empty clause"),
        ("1 2 3", "the file ends in the middle of a clause"),
        ("1 3 0\nd 1", "the file ends in the middle of a clause"),
        ("1 2 7 0\n", "line 1: literal 7: variables are 1 to 6"),
        ("1 2 0\nd -7 0\n", "line 2: literal -7: variables are 1 to 6"),
        ("1 -2147483648 0\n", "literal -2147483648: variables"),
        ("99999999999 0\n", "line 1: expected a clause of at most 6 literals"),
        ("1 2 3 4 5 6 1 0\n", "line 1: expected a clause of at most 6 literals"),
        ("a\u{1}\u{2}", "line 1: expected a clause"),
        ("s UNSATISFIABLE\n", "line 1: expected a clause"),
    ] {
        let refused = retraced(CUBE, proof).expect_err(proof);
        assert!(refused.starts_with("the prover's proof, line ") && refused.contains(why), "{proof:?}: {refused}");
    }
}

/// Keeps a literal at the root after the deletion of its reason.
#[test]
fn root_literals_stay_after_their_reasons_are_deleted() {
    let chain = "p cnf 4 5\n-1 2 0\n-2 3 0\n1 4 0\n1 -4 0\n-3 4 -1 0\n";
    let proof = "1 0\nd -1 2 0\nd -2 3 0\nd 1 0\n-4 0\n";
    let refused = retraced(chain, proof).expect_err("there is a model");
    assert!(refused.contains("line 5: the clause does not follow"), "{refused}");
    let contradicted = format!("{}-3 -4 0\n", chain.replace("4 5", "4 6"));
    assert!(retraced(&contradicted, "1 0\n").is_ok());
    // The clause is added when it implies nothing yet, and deleted when it does.
    let late = "p cnf 4 6\n-1 2 0\n-2 3 0\n1 4 0\n1 -4 0\n-3 4 5 0\n-3 -4 0\n".replace("cnf 4", "cnf 5");
    assert!(retraced(&late, "1 0\nd -1 2 0\nd -2 3 0\n5 0\n0\n").is_err());
}

#[test]
fn a_formula_refuted_by_propagation_needs_no_proof() {
    for text in ["p cnf 2 1\n0\n", "p cnf 2 2\n1 0\n-1 0\n", "p cnf 2 3\n1 0\n-1 2 0\n-2 -1 -1 0\n"] {
        assert!(retraced(text, "").is_ok(), "{text}");
    }
}

#[test]
fn a_retracing_can_be_stopped() {
    let run = Run::new();
    run.stop();
    let proof = "1 2 0\n".repeat(1000);
    let outcome = retrace(&formula(CUBE), Vec::new(), proof.as_bytes(), &run);
    assert!(matches!(outcome, Err(Stop::Requested)));
}

/// Returns the search's proof of a sample as a foreign one, with additional lemmas and deletions that change nothing.
fn foreign(sample: &Sample, found: &Refutation, extra: &[prop::sample::Index]) -> Vec<u8> {
    let drat = without_hints(&written(found, &sample.formula));
    let mut lines: Vec<String> = String::from_utf8(drat).expect("a text").lines().map(str::to_owned).collect();
    for at in extra {
        if !sample.formula.clauses.is_empty() {
            let clause = sample.formula.clauses.get(at.index(sample.formula.clauses.len()));
            let clause: Vec<String> = clause.iter().take(sample.formula.variables).map(i32::to_string).collect();
            let line = at.index(lines.len());
            lines.insert(line, format!("d {} 0", clause.join(" ")));
            lines.insert(line, format!("{} 0", clause.join(" ")));
        }
    }
    lines.join("\n").into_bytes()
}

#[test]
fn an_lrat_proof_keeps_its_hints() {
    // Two equal clauses: propagation would find the first.
    let twice = "p cnf 2 5\n1 2 0\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
    for proof in ["9 1 0 2 3 0\n9 d 2 3 0\n10 0 9 4 5 0\n", "1 d 1 0\n9 1 0 2 3 0\n12 0 9 4 5 0\n"] {
        assert_eq!(retraced(twice, proof), Ok("6 1 0 2 3 0\n7 0 6 4 5 0\n".to_owned()), "{proof}");
    }
    for (proof, why) in [
        ("9 1 0 2 3 0\n", "the proof ends without the empty clause"),
        ("9 1 0 2 3 0\n8 0 9 4 5 0\n", "line 2: a step's number must be larger than all before it"),
        ("5 1 0 2 3 0\n", "line 1: a step's number must be larger than all before it"),
        ("9 1 0 2 7 0\n", "line 1: a hint that is not an earlier clause"),
        ("9 1 0 2 -3 4 0\n", "line 1: steps of kind RAT are not accepted"),
        ("9 3 0 2 3 0\n", "line 1: expected a clause over variables 1 to 2"),
        ("9 1 0 2 3 0\n10 0 9 4", "line 2: the file ends in the middle"),
    ] {
        let refused = retraced(twice, proof).expect_err(proof);
        assert!(refused.starts_with("the prover's proof, ") && refused.contains(why), "{proof:?}: {refused}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_refutation_is_taken_over(sample in samples(24), extra in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let theirs = found(&sample);
        let proof = foreign(&sample, &theirs, &extra);
        // The excluding clauses of `theirs` are in the order of its list, which `written` reverses.
        let mut in_order = theirs.grids.clone();
        in_order.reverse();
        for (proof, grids) in [(proof, theirs.grids.clone()), (written(&theirs, &sample.formula), in_order)] {
            let ours = retrace(&sample.formula, grids, &proof[..], &Run::new());
            prop_assert!(ours.is_ok(), "{:?}\n{}", ours, String::from_utf8_lossy(&proof));
            let ours = ours.expect("it is");
            let lrat = written(&ours, &sample.formula);
            let checked = checked(&sample.formula, &excluding(&ours), &lrat);
            prop_assert!(checked.is_ok(), "{:?}\n{}", checked, String::from_utf8_lossy(&lrat));
        }
    }

    /// Changes a proof at random: every accepted result is a proof, and a formula with a model has none.
    #[test]
    fn no_change_makes_a_false_refutation_accepted(
        sample in samples(12),
        left_out in prop::option::of(any::<prop::sample::Index>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let theirs = found(&sample);
        let mut proof = foreign(&sample, &theirs, &[]);
        for (at, digit) in changes {
            let at = at.index(proof.len());
            proof[at] = b"0123456789 -d\n"[usize::from(digit) % 14];
        }
        let mut grids = theirs.grids.clone();
        let left_out = left_out.filter(|_| !grids.is_empty()).map(|at| grids.remove(at.index(grids.len())));
        if let Ok(ours) = retrace_drat(&sample.formula, grids, &proof[..], &Run::new()) {
            prop_assert!(left_out.is_none());
            let lrat = written(&ours, &sample.formula);
            let checked = checked(&sample.formula, &excluding(&ours), &lrat);
            prop_assert!(checked.is_ok(), "{:?}\n{}", checked, String::from_utf8_lossy(&lrat));
        }
    }

    /// Drops a hint: the checker rejects the proof.
    #[test]
    fn a_dropped_hint_is_missed(sample in samples(12), at in any::<prop::sample::Index>()) {
        let theirs = found(&sample);
        let proof = foreign(&sample, &theirs, &[]);
        let ours = retrace(&sample.formula, theirs.grids.clone(), &proof[..], &Run::new()).expect("a refutation");
        let lrat = written(&ours, &sample.formula);
        let lines: Vec<String> = String::from_utf8(lrat).expect("a text").lines().map(str::to_owned).collect();
        let steps: Vec<usize> = (0..lines.len()).filter(|&line| !lines[line].contains(" d ")).collect();
        let step = steps[at.index(steps.len())];
        let (clause, hints) = lines[step].split_once(" 0 ").expect("a clause and hints");
        let hints: Vec<&str> = hints.split(' ').collect();
        // The last element is the final 0. Each other hint implies a literal that a later one needs.
        for dropped in 0..hints.len() - 1 {
            let fewer = [&hints[..dropped], &hints[dropped + 1..]].concat().join(" ");
            let mut lines = lines.clone();
            lines[step] = format!("{clause} 0 {fewer}");
            let lrat = lines.join("\n");
            prop_assert!(checked(&sample.formula, &excluding(&ours), lrat.as_bytes()).is_err(), "{}", lrat);
        }
    }
}
