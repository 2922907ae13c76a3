//! Refutations of others, retraced: what follows is taken over with its hints, and nothing else is.

use super::*;
use crate::retrace::retrace;
use gridcheck_run::Run;

/// (a or b), (a or not b), (not a or b), (not a or not b), and of a third and a fourth variable that they are the same.
const FORMULA: &str = "p cnf 4 6\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n-3 4 0\n3 -4 0\n";

fn formula(text: &str) -> Formula {
    dimacs::read(text.as_bytes(), "x.cnf").expect("a formula")
}

/// What a foreign proof comes to as LRAT, which must be accepted.
fn retraced(text: &str, proof: &str) -> Result<String, String> {
    let formula = formula(text);
    let found = retrace(&formula, Vec::new(), proof.as_bytes(), &Run::new()).map_err(|stop| match stop {
        Stop::Asked => "stopped".to_owned(),
        Stop::Refused(why) => why.to_string(),
    })?;
    let (lrat, drat) = written(&found, &formula);
    both_checked(&formula, &[], &lrat, &drat).expect("what is retraced is a proof");
    Ok(String::from_utf8(lrat).expect("a text"))
}

#[test]
fn hints_are_found() {
    // That the second holds follows at the root: it becomes a lemma of its own.
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
        // What is no use is not taken over.
        assert!(lrat.lines().all(|line| !line.contains("-4")), "{why}: {lrat}");
    }
}

/// All clauses of the first three variables, and three variables that do not matter.
const CUBE: &str = "p cnf 6 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n";

#[test]
fn what_does_not_follow_is_refused_with_its_line() {
    assert!(retraced(CUBE, "1 2 0\n1 0\n2 0\n").is_ok());
    // Of a variable that does not occur anything keeps satisfiability, and follows from nothing. Nothing rests on it here ...
    assert!(retraced(CUBE, "6 0\n1 2 0\n4 -5 0\n1 0\n2 0\n").is_ok());
    for (proof, why) in [
        // ... and here all does: the sixth stands for the first and the second.
        (
            "6 -1 -2 0\n-6 1 0\n-6 2 0\n-6 0\nd -1 -2 3 0\n-1 -2 0\n-1 2 0\n-1 0\n2 0\n",
            "line 2: the clause does not follow by unit propagation",
        ),
        ("1 0\n2 0\n", "line 1: the clause does not follow"),
        ("0\n", "line 1: the clause does not follow"),
        ("1 2 0\nd 1 -2 3 0\n1 0\n2 0\n", "line 3: the clause does not follow"),
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

/// A clause that is the reason of something at the root may be forgotten: what it implied stays.
#[test]
fn the_root_stays() {
    let chain = "p cnf 4 5\n-1 2 0\n-2 3 0\n1 4 0\n1 -4 0\n-3 4 -1 0\n";
    let proof = "1 0\nd -1 2 0\nd -2 3 0\nd 1 0\n-4 0\n";
    let refused = retraced(chain, proof).expect_err("there is a model");
    assert!(refused.contains("line 5: the clause does not follow"), "{refused}");
    let contradicted = format!("{}-3 -4 0\n", chain.replace("4 5", "4 6"));
    assert!(retraced(&contradicted, "1 0\n").is_ok());
    // Found where nothing is implied yet, forgotten where it is.
    let late = "p cnf 4 6\n-1 2 0\n-2 3 0\n1 4 0\n1 -4 0\n-3 4 5 0\n-3 -4 0\n".replace("cnf 4", "cnf 5");
    assert!(retraced(&late, "1 0\nd -1 2 0\nd -2 3 0\n5 0\n0\n").is_err());
}

#[test]
fn what_propagation_refutes_needs_no_proof() {
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
    assert!(matches!(outcome, Err(Stop::Asked)));
}

/// The search's proof of a sample, as if somebody else had found it, with lemmas and deletions that change nothing.
fn foreign(sample: &Sample, found: &Found, extra: &[prop::sample::Index]) -> Vec<u8> {
    let (_, drat) = written(found, &sample.formula);
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_refutation_is_taken_over(sample in samples(24), extra in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let theirs = found(&sample);
        let proof = foreign(&sample, &theirs, &extra);
        let ours = retrace(&sample.formula, theirs.grids.clone(), &proof[..], &Run::new());
        prop_assert!(ours.is_ok(), "{:?}\n{}", ours, String::from_utf8_lossy(&proof));
        let ours = ours.expect("it is");
        let (lrat, drat) = written(&ours, &sample.formula);
        let checked = both_checked(&sample.formula, &excluding(&ours), &lrat, &drat);
        prop_assert!(checked.is_ok(), "{:?}\n{}", checked, String::from_utf8_lossy(&lrat));
    }

    /// Whatever is made of a proof: what is taken over is one, and where there is a model nothing is.
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
        if let Ok(ours) = retrace(&sample.formula, grids, &proof[..], &Run::new()) {
            prop_assert!(left_out.is_none());
            let (lrat, drat) = written(&ours, &sample.formula);
            let checked = both_checked(&sample.formula, &excluding(&ours), &lrat, &drat);
            prop_assert!(checked.is_ok(), "{:?}\n{}", checked, String::from_utf8_lossy(&lrat));
        }
    }

    /// A hint of what was taken over dropped, or a literal, which the other proof still has: the checker sees it.
    #[test]
    fn a_dropped_hint_is_missed(sample in samples(12), at in any::<prop::sample::Index>()) {
        let theirs = found(&sample);
        let proof = foreign(&sample, &theirs, &[]);
        let ours = retrace(&sample.formula, theirs.grids.clone(), &proof[..], &Run::new()).expect("a refutation");
        let (lrat, drat) = written(&ours, &sample.formula);
        let lines: Vec<String> = String::from_utf8(lrat).expect("a text").lines().map(str::to_owned).collect();
        let steps: Vec<usize> = (0..lines.len()).filter(|&line| !lines[line].contains(" d ")).collect();
        let step = steps[at.index(steps.len())];
        let (clause, hints) = lines[step].split_once(" 0 ").expect("a clause and hints");
        let hints: Vec<&str> = hints.split(' ').collect();
        // The last is the 0 that ends them. Each of the others implies a literal that a later one needs.
        for dropped in 0..hints.len() - 1 {
            let fewer = [&hints[..dropped], &hints[dropped + 1..]].concat().join(" ");
            let mut lines = lines.clone();
            lines[step] = format!("{clause} 0 {fewer}");
            let lrat = lines.join("\n");
            prop_assert!(checked(&sample.formula, &excluding(&ours), lrat.as_bytes()).is_err(), "{}", lrat);
        }
        let words: Vec<&str> = clause.split(' ').collect();
        for dropped in 1..words.len() {
            let shorter = [&words[..dropped], &words[dropped + 1..]].concat().join(" ");
            let mut lines = lines.clone();
            lines[step] = format!("{shorter} 0 {}", hints.join(" "));
            let lrat = lines.join("\n");
            let checked = both_checked(&sample.formula, &excluding(&ours), lrat.as_bytes(), &drat);
            prop_assert!(checked.is_err(), "{}", lrat);
        }
    }
}
