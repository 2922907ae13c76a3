//! States the result of a check: the verdict, its grounds, and what remains to be trusted.
//!
//! A refutation shows which grids satisfy some clauses. It does not show that the clauses state the rules, and the claim depends on that.
//! Without it the verdict is [`Verdict::MeaningNotEstablished`], even if all else is correct.

use serde::Serialize;

use super::choices::Choices;
use super::manifest::{GRIDS, Manifest, PROBLEM, RULES};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::GridKind;
use gridcheck_engine::ClauseUse;

/// The verdict on a folder that is not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim holds. The refutation is sound, and the clauses state the rules, by a proof or by the word of a witness.
    Accepted,
    /// The refutation is sound. It is not established that the clauses state the rules.
    MeaningNotEstablished,
}

/// The result for a certificate that is not refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The claim. It spells out the rules unless they are a built-in set.
    pub claim: String,
    /// Number of listed grids.
    pub grids: usize,
    /// The checks that were made, each with its result.
    pub findings: Vec<Finding>,
    /// The colourings that the validator judged, to test if the clauses state the rules.
    pub meaning: Meaning,
    /// The engine that agrees, where not all colourings could be judged.
    pub witness: Option<WitnessResult>,
    /// The proved statements, a sentence each.
    pub proved: Vec<String>,
    /// The statements that are only tested, a sentence each.
    pub tested: Vec<String>,
    /// The statements that the claim still requires, a sentence each.
    pub not_established: Vec<String>,
    /// The statements that a reader must trust, a sentence each.
    pub trusted: Vec<String>,
}

/// One check and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CheckFinding"))]
pub struct Finding {
    /// The name of the check.
    pub what: &'static str,
    /// The result in words.
    pub found: String,
}

/// The colourings that the validator judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "judged", rename_all = "kebab-case")]
pub enum Meaning {
    /// All colourings with the symmetry and the given squares.
    All {
        /// Number of colourings.
        colourings: u64,
    },
    /// A sample of the colourings.
    Some(Sample),
}

/// The colourings that were judged where there are too many to judge all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Sample {
    /// Number of free orbits. There are two to this power of colourings.
    pub free_squares: usize,
    /// Number of listed grids.
    pub listed: u64,
    /// Number of listed grids in which one square and two squares were changed, with their images.
    pub changed: u64,
    /// Number of colourings that result from these changes.
    pub changes: u64,
    /// Number of random colourings.
    pub random: u64,
}

/// The result of an engine that does not read the rules as clauses and agrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WitnessResult {
    /// The name of the engine.
    pub engine: &'static str,
    /// The part of clauses in its work.
    #[serde(skip)]
    pub clauses: ClauseUse,
    /// The kind of agreement.
    pub found: WitnessFinding,
}

/// The kind of agreement of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WitnessFinding {
    /// The engine finds exactly the listed grids.
    SameGrids,
    /// The engine finds the same number of grids.
    SameNumber,
}

impl WitnessResult {
    /// States the result in words, for this number of listed grids.
    pub(super) fn says(self, grids: usize) -> String {
        let (engine, grids) = (self.engine, plural(grids, "grid"));
        let engine = match self.clauses {
            ClauseUse::None => format!("the engine {engine}, which makes no use of clauses,"),
            ClauseUse::ReadsRules => format!("the engine {engine}, which reads the rules as clauses,"),
            ClauseUse::Unknown { receives } => format!(
                "the external program {engine}, which received {receives} and no clauses (no more is known of it here),"
            ),
        };
        match self.found {
            WitnessFinding::SameGrids => format!("{engine} finds the same {grids}"),
            WitnessFinding::SameNumber => {
                format!("{engine} counts {grids} too, and those listed are valid and all different")
            }
        }
    }
}

impl Meaning {
    /// States in words which colourings the validator judged.
    pub(super) fn judged(&self, kind: GridKind, and_givens: &str) -> String {
        let (all, places) = words(kind);
        match self {
            Meaning::All { colourings } => {
                format!("the validator judged all {colourings} {all} that have the symmetry{and_givens}")
            }
            Meaning::Some(sample) => format!(
                "of the 2^{} {all} that have the symmetry{and_givens}, the validator judged {} that differ by one or two \
                 {places}, with their images, from {}, and {} random ones",
                sample.free_squares,
                sample.changes,
                sample.share(),
                sample.random
            ),
        }
    }
}

/// Returns the words for what the validator judges, and for where they differ.
fn words(kind: GridKind) -> (&'static str, &'static str) {
    match kind {
        GridKind::Blocks => ("colourings", "squares"),
        GridKind::Bars => ("sets of bars", "edges"),
    }
}

impl Sample {
    /// Returns the share of changed grids, as in "800 of the 1000 listed grids (80 %)".
    fn share(&self) -> String {
        let Sample { listed, changed, .. } = *self;
        if listed == 0 {
            return "a listed grid".to_owned();
        }
        let percent = changed as f64 * 100.0 / listed as f64;
        // Round the share down: 100 % must mean all.
        let percent =
            if changed == listed { "100".to_owned() } else { format!("{:.1}", (percent * 10.0).floor() / 10.0) };
        format!("{changed} of {} ({percent} %)", plural(listed, "listed grid"))
    }
}

/// Combines the results into a report.
pub(super) fn conclusion(
    manifest: &Manifest,
    problem: &Problem,
    choices: &Choices,
    claim: String,
    findings: Vec<Finding>,
    meaning: Meaning,
    witness: Option<WitnessResult>,
) -> Report {
    let kind = problem.rules().kind;
    let meant = match kind {
        GridKind::Blocks => "row by row, true for white",
        GridKind::Bars => "row by row, true for a bar and its images",
    };
    let mut proved = vec![
        format!(
            "{PROBLEM} has exactly {}, and each is a grid of {GRIDS} by its first {}, {meant}.",
            plural(manifest.grids, "model"),
            plural(choices.number(), "variable")
        ),
        format!("Every grid of {GRIDS} obeys the rules as the validator reads them."),
    ];
    let (mut tested, mut not_established) = (Vec::new(), Vec::new());
    let sampled = |sample: &Sample| {
        format!(
            "That no other grid obeys the rules is proved of the clauses of {PROBLEM}; that these say what the rules say was tried \
             on {} of 2^{} {}",
            sample.changes + sample.random,
            sample.free_squares,
            words(kind).0
        )
    };
    match (&meaning, witness) {
        (Meaning::All { .. }, witness) => {
            proved.push(
                "No other grid does: all that have the symmetry were judged. So the claim holds as the validator reads the rules.".to_owned(),
            );
            tested.extend(witness.map(|witness| format!("As a further witness, {}.", witness.says(manifest.grids))));
        }
        (Meaning::Some(sample), Some(witness)) => {
            tested.push(format!("{}, and {}.", sampled(sample), witness.says(manifest.grids)));
        }
        (Meaning::Some(sample), None) => not_established.push(format!(
            "{}, and no engine that makes no use of clauses can list or count the grids in reasonable time. So other grids may \
             obey the rules.",
            sampled(sample)
        )),
    }
    let verdict = if not_established.is_empty() { Verdict::Accepted } else { Verdict::MeaningNotEstablished };
    let rules = problem.rules().described();
    let trusted = vec![
        format!("That {RULES} ({rules}) are the rules you mean, and that the validator reads them as you do."),
        "The code of this checker, its compiler and this machine; the proof alone can be checked by other programs (see check_with in manifest.json).".to_owned(),
    ];
    Report {
        verdict,
        claim,
        grids: manifest.grids,
        findings,
        meaning,
        witness,
        proved,
        tested,
        not_established,
        trusted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(changed: u64, listed: u64) -> String {
        Sample { free_squares: 30, listed, changed, changes: 0, random: 0 }.share()
    }

    #[test]
    fn states_the_judged_colourings_and_the_witness_result() {
        assert_eq!(
            Meaning::All { colourings: 8 }.judged(GridKind::Blocks, " and more"),
            "the validator judged all 8 colourings that have the symmetry and more"
        );
        let sample = Sample { free_squares: 30, listed: 8, changed: 1, changes: 465, random: 7 };
        assert_eq!(
            Meaning::Some(sample).judged(GridKind::Blocks, ""),
            "of the 2^30 colourings that have the symmetry, the validator judged 465 that differ by one or two squares, with their \
             images, from 1 of 8 listed grids (12.5 %), and 7 random ones"
        );
        let says = |found| WitnessResult { engine: "brute", clauses: ClauseUse::None, found }.says(1);
        assert_eq!(
            says(WitnessFinding::SameGrids),
            "the engine brute, which makes no use of clauses, finds the same 1 grid"
        );
        assert!(
            says(WitnessFinding::SameNumber)
                .starts_with("the engine brute, which makes no use of clauses, counts 1 grid too, ")
        );
        let clauses = ClauseUse::Unknown { receives: "a logic program" };
        let external = WitnessResult { engine: "external:x", clauses, found: WitnessFinding::SameNumber };
        let known = "the external program external:x, which received a logic program and no clauses (no more is known of it here), counts ";
        assert!(external.says(1).starts_with(known), "{}", external.says(1));
    }

    #[test]
    fn a_share_of_100_percent_means_all_grids() {
        assert_eq!(share(0, 0), "a listed grid");
        assert_eq!(share(80_000, 80_000), "80000 of 80000 listed grids (100 %)");
        assert_eq!(share(79_999, 80_000), "79999 of 80000 listed grids (99.9 %)");
        assert_eq!(share(1, 8), "1 of 8 listed grids (12.5 %)");
    }
}
