//! The counts that Coq's kernel has checked: `proved/theorems.json` says which theorem of `proofs/` states which count.
//!
//! The file repeats the statements for this program; a test compares it with the sources of the proofs, which `make -C proofs` checks.
//! `proved/extracted.json` lists counts that `gridcheck-proved`, the program extracted from the proofs, has printed. The kernel has not checked
//! them, so they decide no verdict: they are evidence beside engines.

use std::sync::LazyLock;

use num_bigint::BigUint;
use serde::Deserialize;

use super::quantity::Quantity;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Ruleset, builtin};

const FILE: &str = include_str!("../proved/theorems.json");
const EXTRACTED_FILE: &str = include_str!("../proved/extracted.json");

/// A theorem or an extracted count as its file has it: `rules` names a built-in set, which `min_white_per_row` may change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    theorem: String,
    rules: String,
    min_white_per_row: Option<usize>,
    size: usize,
    quantity: String,
    count: u64,
}

/// A theorem that states a count, or a count of the extracted program.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Theorem {
    /// The theorem's name in `proofs/`; empty for a count of the extracted program.
    pub name: String,
    pub rules: Ruleset,
    pub size: usize,
    pub quantity: Quantity,
    pub count: BigUint,
}

fn read(file: &str) -> Vec<Theorem> {
    let entries: Vec<Entry> = serde_json::from_str(file).expect("the file is right");
    entries.into_iter().map(Entry::read).collect()
}

impl Entry {
    fn read(self) -> Theorem {
        let rules = builtin(&self.rules).expect("a built-in set");
        Theorem {
            rules: Ruleset { min_white_per_row: self.min_white_per_row.unwrap_or(rules.min_white_per_row), ..rules },
            quantity: Quantity::named(&self.quantity).expect("a quantity"),
            name: self.theorem,
            size: self.size,
            count: self.count.into(),
        }
    }
}

/// Returns all theorems. The file is part of this program, and a test reads it.
pub fn all() -> &'static [Theorem] {
    static THEOREMS: LazyLock<Vec<Theorem>> = LazyLock::new(|| read(FILE));
    &THEOREMS
}

/// Returns all counts of the extracted program. The file is part of this program, and a test reads it.
pub fn extracted() -> &'static [Theorem] {
    static EXTRACTED: LazyLock<Vec<Theorem>> = LazyLock::new(|| read(EXTRACTED_FILE));
    &EXTRACTED
}

/// Returns the one of these theorems that states this quantity of the problem's grids, if there is one. The name of the rules only decides
/// between theorems about equal rules.
pub fn about(theorems: &'static [Theorem], problem: &Problem, quantity: &Quantity) -> Option<&'static Theorem> {
    if !problem.givens().is_empty() || !problem.constraints().is_empty() {
        return None;
    }
    let is_it = |theorem: &&Theorem| {
        (Some(theorem.size), &theorem.quantity) == (problem.side(), quantity)
            && theorem.rules.has_rules_of(problem.rules())
    };
    // Of theorems about equal rules, the one that names them as the problem does.
    theorems.iter().filter(is_it).max_by_key(|theorem| theorem.rules.name == problem.rules().name)
}
