//! Compares the search, its proof and the checker of proofs with each other and with an exhaustive search.

mod rectangles;
mod retracing;

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;

use crate::proof::Proof;
use crate::refutation::{Refutation, Stop};
use crate::search::search;
use gridcheck_checker::allowance::Allowance;
use gridcheck_checker::clauses::{Clauses, Formula};
use gridcheck_checker::dimacs;
use gridcheck_checker::extension::{Extender, Extension};
use gridcheck_checker::lrat::{CheckedProof, LratChecker};
use gridcheck_checker::refusal::Refusal;
use gridcheck_encodings::cnf::Cnf;
use gridcheck_testing::{british, problem};

/// A formula whose first variables are squares. The other variables are functions of them.
#[derive(Debug, Clone)]
struct Sample {
    squares: usize,
    formula: Formula,
}

/// Generates random clauses over squares and gates of earlier literals.
fn samples(most_clauses: usize) -> impl Strategy<Value = Sample> {
    let gates = prop::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 0..8);
    let clauses = prop::collection::vec(prop::collection::vec((any::<u32>(), any::<bool>()), 1..5), 0..most_clauses);
    (1usize..8, gates, clauses).prop_map(|(squares, gates, clauses)| {
        let variables = squares + gates.len();
        let literal = |pick: u32, below: usize, sign: bool| {
            let variable = (pick as usize % below + 1) as i32;
            if sign { variable } else { -variable }
        };
        let mut all = Clauses::default();
        for (i, &(a, b, sign)) in gates.iter().enumerate() {
            let below = squares + i;
            let (gate, a, b) = ((below + 1) as i32, literal(a, below, sign), literal(b, below, !sign));
            all.push([-gate, a]);
            all.push([-gate, b]);
            all.push([gate, -a, -b]);
        }
        for clause in &clauses {
            all.push(clause.iter().map(|&(pick, sign)| literal(pick, variables, sign)));
        }
        Sample { squares, formula: Formula { variables, clauses: all } }
    })
}

/// Returns the colourings that satisfy the formula, by trying every assignment of all variables.
fn by_trying(sample: &Sample) -> BTreeSet<Vec<bool>> {
    let formula = &sample.formula;
    let satisfied = |bits: u32| {
        let holds = |literal: &i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
        formula.clauses.iter().all(|clause| clause.iter().any(holds))
    };
    (0..1_u32 << formula.variables)
        .filter(|&bits| satisfied(bits))
        .map(|bits| (0..sample.squares).map(|square| bits >> square & 1 == 1).collect())
        .collect()
}

fn found(sample: &Sample) -> Refutation {
    search(&sample.formula, sample.squares, &mut |_, _| Ok(())).expect("gates are functions of the squares")
}

/// Returns the excluding clauses of a search's grids, last found first, so that their numbers differ from the order of finding.
fn excluding(found: &Refutation) -> Vec<Vec<i32>> {
    (0..found.grids.len()).rev().map(|grid| found.excluding(grid).collect()).collect()
}

fn written(found: &Refutation, formula: &Formula) -> Vec<u8> {
    let places: Vec<usize> = (0..found.grids.len()).rev().collect();
    let proof = Proof::new(found, formula.clauses.len(), &places);
    let mut lrat = Vec::new();
    (0..proof.steps()).for_each(|step| proof.write_lrat_step(step, &mut lrat).expect("memory"));
    lrat
}

/// Returns an LRAT proof as DRAT: without numbers and hints, and with the literals of the lemmas that are deleted.
pub(super) fn without_hints(lrat: &[u8]) -> Vec<u8> {
    let mut drat = String::new();
    let mut lemmas: HashMap<&str, &str> = HashMap::new();
    for line in std::str::from_utf8(lrat).expect("text").lines() {
        let (number, rest) = line.split_once(' ').expect("a number");
        if let Some(deleted) = rest.strip_prefix("d ") {
            let lemmas = deleted.split(' ').filter_map(|number| lemmas.get(number));
            lemmas.for_each(|literals| drat.extend(["d ", literals, "0\n"]));
        } else {
            let end = rest.find("0 ").filter(|&end| end == 0).or_else(|| rest.find(" 0 ").map(|end| end + 1));
            let literals = &rest[..end.expect("a clause and hints")];
            drat.extend([literals, "0\n"]);
            lemmas.insert(number, literals);
        }
    }
    drat.into_bytes()
}

fn checked(formula: &Formula, excluding: &[Vec<i32>], lrat: &[u8]) -> Result<CheckedProof, Refusal> {
    let mut checker = LratChecker::new(formula.variables, Allowance::default());
    for clause in formula.clauses.iter().chain(excluding.iter().map(Vec::as_slice)) {
        checker.formula_clause(clause)?;
    }
    checker.refutation(lrat, "proof.lrat", || Ok(()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_search_finds_every_model_and_its_proof_is_accepted(sample in samples(24)) {
        let found = found(&sample);
        let grids: Vec<Vec<bool>> = found.grids.iter().map(|grid| grid.to_vec()).collect();
        prop_assert_eq!(grids.iter().cloned().collect::<BTreeSet<_>>().len(), grids.len());
        prop_assert_eq!(grids.iter().cloned().collect::<BTreeSet<_>>(), by_trying(&sample));
        let lrat = written(&found, &sample.formula);
        let checked = checked(&sample.formula, &excluding(&found), &lrat);
        prop_assert!(checked.is_ok(), "{:?}\n{}", checked, String::from_utf8_lossy(&lrat));
    }

    /// Leaves out one excluding clause, so that there is a model and no proof may be accepted.
    #[test]
    fn no_proof_is_accepted_if_a_model_remains(
        sample in samples(6),
        left_out in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let found = found(&sample);
        prop_assume!(found.grids.len() > 1);
        let mut lrat = written(&found, &sample.formula);
        let mut excluding = excluding(&found);
        let left_out = left_out.index(excluding.len());
        // Repeat another clause in its place, so that all numbers stay the same.
        excluding[left_out] = excluding[(left_out + 1) % found.grids.len()].clone();
        for (at, digit) in changes {
            let at = at.index(lrat.len());
            lrat[at] = b"0123456789 -d\n"[usize::from(digit) % 14];
        }
        prop_assert!(checked(&sample.formula, &excluding, &lrat).is_err());
    }

    #[test]
    fn extension_agrees_with_trying(sample in samples(24)) {
        let models = by_trying(&sample);
        let mut extender = Extender::new(&sample.formula);
        for bits in 0..1_u32 << sample.squares {
            let colours: Vec<bool> = (0..sample.squares).map(|square| bits >> square & 1 == 1).collect();
            let extension = extender.extend(colours.iter().copied());
            match extension {
                Extension::Model => prop_assert!(models.contains(&colours)),
                Extension::Breaks(_) => prop_assert!(!models.contains(&colours)),
                Extension::Leaves(_) => prop_assert!(false, "gates are functions of the squares"),
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        // Only a panic would fail this test.
        let _ = dimacs::read(&bytes[..], "x.cnf");
        let _ = LratChecker::new(3, Allowance::default()).refutation(&bytes[..], "x.lrat", || Ok(()));
    }
}

#[test]
fn a_formula_that_leaves_variables_open_is_refused() {
    let formula = dimacs::read(&b"p cnf 3 1\n1 2 3 0\n"[..], "x.cnf").expect("a formula");
    let outcome = search(&formula, 2, &mut |_, _| Ok(()));
    assert!(matches!(outcome, Err(Stop::Refused(why)) if why.to_string().contains("leave a variable")));
}

#[test]
fn formulas_that_propagation_refutes() {
    for text in ["p cnf 2 1\n0\n", "p cnf 2 2\n1 0\n-1 0\n", "p cnf 2 3\n1 0\n-1 2 0\n-2 -1 -1 0\n"] {
        let formula = dimacs::read(text.as_bytes(), "x.cnf").expect("a formula");
        let found = search(&formula, 2, &mut |_, _| Ok(())).expect("an answer");
        assert!(found.grids.is_empty(), "{text}");
        let lrat = written(&found, &formula);
        assert!(checked(&formula, &[], &lrat).is_ok(), "{text}{}", String::from_utf8_lossy(&lrat));
    }
}

#[test]
fn a_search_can_be_stopped() {
    let formula = dimacs::read(&b"p cnf 12 0\n"[..], "x.cnf").expect("a formula");
    let outcome = search(&formula, 12, &mut |share, grids| {
        assert!(share <= 1.0 && grids <= 1 << 12);
        if grids > 1000 { Err(Stop::Requested) } else { Ok(()) }
    });
    assert!(matches!(outcome, Err(Stop::Requested)));
}

#[test]
fn proofs_delete_clauses_but_not_after_the_empty_clause() {
    let problem = problem(5, british());
    let mut text = Vec::new();
    Cnf::of(&problem).write(&mut text).expect("memory");
    let formula = dimacs::read(&text[..], "x.cnf").expect("a formula");
    let found = search(&formula, 25, &mut |_, _| Ok(())).expect("an answer");
    let lrat = String::from_utf8(written(&found, &formula)).expect("text");
    let forgotten = |line: &str| line.split(' ').nth(1) == Some("d");
    assert!(lrat.lines().any(forgotten));
    // After the last step, the empty clause, nothing may be deleted.
    assert!(lrat.lines().last().is_some_and(|line| !forgotten(line)));
}
