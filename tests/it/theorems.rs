//! The theorems that `audit` cites: the file that it reads repeats what the sources of the proofs state, and the engines agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::prelude::*;
use gridcheck::audit::quantity::Quantity;
use gridcheck::audit::theorems::{Theorem, about, all, extracted};

/// Names the files of theorems that are checked every night.
const NIGHTLY: [&str; 2] = ["assumptions.txt", "assumptions-nightly.txt"];

/// Returns every theorem of these files with its statement, as Coq printed them when the proofs were checked: names with their modules.
/// `make -C proofs` compares the files with what Coq prints.
fn statements(files: &[&str]) -> Vec<(String, String)> {
    let proofs = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
    let printed = files
        .iter()
        .map(|name| fs::read_to_string(proofs.join(name)).expect("what Coq printed"))
        .collect::<String>()
        .replace("Closed under the axioms of primitive integers in axioms.txt", "Closed under the global context");
    let entry = |text: &str| {
        // Coq indents the colon by the length of the statement.
        let (name, statement) = text.trim().split_once('\n').expect("a name and a statement");
        let statement = statement.trim_start().strip_prefix(": ").expect("a statement");
        assert!(!name.contains(char::is_whitespace) && !statement.contains("Axioms:"), "{text}");
        let name = name.rsplit('.').next().expect("a part");
        (name.to_owned(), statement.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (theorems, rest) = printed.rsplit_once("Closed under the global context").expect("a theorem");
    assert!(rest.trim().is_empty(), "{rest}");
    theorems.split("Closed under the global context").map(entry).collect()
}

/// Returns the statement of an entry, as Coq prints it.
fn stated(theorem: &Theorem) -> Option<String> {
    let Theorem { rules, size, quantity, count, .. } = theorem;
    let name = rules.name.replace('-', "_");
    match quantity {
        Quantity::Total if rules.min_white_per_row > 0 => {
            Some(format!("Validator.count (Results.interesting {}) {size} = {count}", rules.min_white_per_row))
        }
        Quantity::Total => Some(format!("Validator.count Spec.{name} {size} = {count}")),
        _ => None,
    }
}

#[test]
fn each_entry_is_a_statement_of_the_proofs() {
    let evaluated = statements(&[&NIGHTLY[..], &["assumptions-release.txt"]].concat());
    let mut cited = BTreeSet::new();
    for theorem in all() {
        let (name, statement) = evaluated
            .iter()
            .find(|(name, _)| *name == theorem.name)
            .unwrap_or_else(|| panic!("the proofs have no theorem {}", theorem.name));
        cited.insert(name.clone());
        if let Some(stated) = stated(theorem) {
            assert_eq!(*statement, stated, "{name}");
            continue;
        }
        // classes_by_type SIZE A h r t N PRIMITIVE, of the British rules.
        assert_eq!(theorem.rules, builtin("british").expect("built in"), "{name}");
        let numbers: Vec<&str> =
            statement.strip_prefix("Results.classes_by_type ").expect("a table").split(' ').collect();
        let types = [Quantity::A, Quantity::H, Quantity::R, Quantity::T, Quantity::N, Quantity::Primitive];
        let at = types.iter().position(|quantity| *quantity == theorem.quantity).expect("a type");
        assert_eq!((numbers[0], numbers[at + 1]), (&*theorem.size.to_string(), &*theorem.count.to_string()), "{name}");
    }
    // Each count that is checked every night is cited.
    for (name, statement) in statements(&NIGHTLY) {
        let is_count =
            (statement.starts_with("Validator.count ") && statement.contains(" = ") && !statement.contains(" -> "))
                || statement.starts_with("Results.classes_by_type ");
        assert!(!is_count || cited.contains(&name), "{name} is not in theorems.json");
    }
}

#[test]
fn no_extracted_count_is_a_theorem() {
    for found in extracted() {
        let problem = Problem::new(found.size, found.rules.clone()).expect("a fair problem");
        assert_eq!(about(all(), &problem, &found.quantity), None, "{} {}", found.rules.name, found.size);
        assert!(found.name.is_empty());
    }
}

#[test]
fn the_engines_agree_with_every_theorem_and_extracted_count() {
    for theorem in all().iter().chain(extracted()) {
        let problem = Problem::new(theorem.size, theorem.rules.clone()).expect("a fair problem");
        let found =
            about(all(), &problem, &theorem.quantity).or_else(|| about(extracted(), &problem, &theorem.quantity));
        assert_eq!(found.map(|found| &found.count), Some(&theorem.count), "{}", theorem.name);
        let needs = theorem.quantity.needs(&theorem.rules).into_iter().map(|rules| {
            let part = problem.clone().with_rules(rules).expect("a fair problem");
            let engine = ENGINES.fastest(&part, &SumKind::Plain).expect("an engine that can");
            engine.count(&Run::new()).expect("a count")
        });
        let counted = theorem.quantity.evaluate(&needs.collect::<Vec<_>>()).expect("a number of classes");
        assert_eq!(counted, theorem.count, "{}", theorem.name);
    }
}

#[test]
fn a_theorem_is_about_the_whole_problem_alone() {
    let british = builtin("british").expect("built in");
    let problem = Problem::new(7, british.clone()).expect("a fair problem");
    assert_eq!(about(all(), &problem, &Quantity::Total).map(|theorem| theorem.name.as_str()), Some("british_7"));
    let renamed = gridcheck::rules::Ruleset { name: "mine".to_owned(), ..british.clone() };
    assert!(about(all(), &Problem::new(7, renamed).expect("a fair problem"), &Quantity::Total).is_some());
    let other = gridcheck::rules::Ruleset { name: "mine".to_owned(), min_word: 4, edges: false, ..british };
    assert!(about(all(), &Problem::new(7, other).expect("a fair problem"), &Quantity::Total).is_none());
    let constrained = problem.clone().with_constraints(vec!["words >= 1".parse().expect("a constraint")]);
    assert!(about(all(), &constrained.expect("a fair problem"), &Quantity::Total).is_none());
    assert!(about(all(), &problem.with_row(0, 0b111_1111), &Quantity::Total).is_none());
}
