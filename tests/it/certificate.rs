//! Tests certificates. A made certificate is accepted, also by other people's checkers where they are installed. No change to a
//! folder makes the checker accept a false claim, even if all digests were made anew.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::{lax, rules, square};
use gridcheck::certify::{Proving, certify, certify_by};
use gridcheck::checker::{CheckError, Report, Verdict, WitnessFinding, WitnessResult, check};
use gridcheck::engines::{Backtrack, ENGINES};
use gridcheck::grid::Grid;
use gridcheck::problem::{Givens, Problem};
use gridcheck::rules::{Ruleset, builtin};
use gridcheck::run::listing::InOrder;
use gridcheck::run::prover::{self, Prover, ProverError};
use gridcheck::run::watch::Unwatched;
use gridcheck::run::{Engine, Run};
use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use varisat::{ProofFormat, Solver};

const FILES: [&str; 5] = ["rules.toml", "problem.cnf", "grids.txt", "complete.cnf", "proof.lrat"];

fn problem(size: usize, set: &str) -> Problem {
    Problem::new(size, rules(set)).expect("a question")
}

/// Makes a certificate in a new folder.
pub fn made(problem: &Problem) -> (TempDir, Report) {
    let folder = TempDir::new().expect("a temporary folder");
    let report = certify(problem, folder.path(), ENGINES.into(), &Unwatched).expect("a certificate");
    (folder, report)
}

/// The certificate that most tests change copies of: 5 × 5, British.
fn british() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| made(&problem(5, "british")).0).path()
}

/// A certificate of a size with too many colourings to try: 8 × 8, American.
fn american() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| made(&problem(8, "american")).0).path()
}

/// The certificate for checkers of others: 7 × 7, American.
fn american_7() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| made(&problem(7, "american")).0).path()
}

/// The largest size at which every colouring is judged: 7 × 7, British.
fn british_7() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| made(&problem(7, "british")).0).path()
}

/// A problem whose grids are rare among many, so that an engine that lists finds none for a while.
pub fn rare() -> Problem {
    let constraints = vec!["words = 12".parse().expect("a constraint")];
    problem(12, "british").with_constraints(constraints).expect("a question")
}

/// Makes a folder that claims that no grid exists. Its clauses contradict each other, whatever the rules are, and the proof of
/// that is flawless.
pub fn claims_none(problem: &Problem) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let (size, rules) = (problem.height(), problem.rules());
    let formula = format!("p cnf {} 2\n1 0\n-1 0\n", size * size);
    let contents = [rules.to_toml(), formula.clone(), String::new(), formula, "3 0 1 2 0\n".to_owned()];
    let files: Vec<Value> = FILES.iter().map(|name| json!({ "name": name, "bytes": 0, "sha256": "" })).collect();
    for (name, content) in FILES.iter().zip(contents) {
        fs::write(folder.path().join(name), content).expect("room for it");
    }
    let name = &rules.name;
    let constraints: Vec<String> = problem.constraints().iter().map(ToString::to_string).collect();
    let granting = if constraints.is_empty() {
        String::new()
    } else {
        format!(" and satisfy the constraints {}", constraints.join(", "))
    };
    let manifest = json!({
        "format": "gridcheck certificate 2",
        "made_by": "a forger",
        "claim": format!("Exactly 0 grids of {size} x {size} squares obey the rules of rules.toml ({}){granting}: those of grids.txt.", rules.spelled()),
        "size": size,
        "rules": name,
        "givens": false,
        "wishes": constraints,
        "grids": 0,
        "variables": size * size,
        "clauses": 2,
        "steps": 1,
        "files": files,
        "check_with": Forgery::of(british()).field("check_with"),
    });
    fs::write(folder.path().join("manifest.json"), manifest.to_string()).expect("room for it");
    let forgery = Forgery(folder);
    forgery.seal();
    forgery.0
}

/// A copy of a certificate, to be modified.
pub struct Forgery(TempDir);

impl Forgery {
    pub fn of(folder: &Path) -> Self {
        let copy = TempDir::new().expect("a temporary folder");
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            fs::copy(entry.path(), copy.path().join(entry.file_name())).expect("room for a copy");
        }
        Forgery(copy)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("room for it");
    }

    fn edit(&self, name: &str, edit: impl FnOnce(&str) -> String) {
        let before = self.read(name);
        let after = edit(&before);
        assert_ne!(before, after, "an edit of {name} that changes nothing");
        self.write(name, after);
    }

    /// Changes the rules, and the claim that spells them out.
    fn edit_rules(&self, edit: impl FnOnce(&str) -> String) {
        let rules = || Ruleset::from_toml(&self.read("rules.toml"), "rules").expect("rules");
        let before = rules().spelled();
        self.edit("rules.toml", edit);
        let after = rules().spelled();
        self.manifest(|manifest| {
            let claim =
                manifest["claim"].as_str().expect("text").replace(&format!("({before})"), &format!("({after})"));
            manifest["claim"] = json!(claim);
        });
    }

    fn manifest(&self, edit: impl FnOnce(&mut Value)) {
        let mut manifest: Value = serde_json::from_str(&self.read("manifest.json")).expect("JSON");
        edit(&mut manifest);
        self.write("manifest.json", manifest.to_string());
    }

    /// Updates lengths and digests to fit the files.
    pub fn seal(&self) {
        self.manifest(|manifest| {
            for entry in manifest["files"].as_array_mut().expect("a list") {
                let name = entry["name"].as_str().expect("a name").to_owned();
                let Ok(bytes) = fs::read(self.path(&name)) else { continue };
                let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).expect("below 16");
                let digest = Sha256::digest(&bytes);
                let digest: String = digest.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
                entry["bytes"] = json!(bytes.len());
                entry["sha256"] = json!(digest);
            }
        });
    }

    /// Returns the value of a key of the manifest.
    fn field(&self, key: &str) -> Value {
        let manifest: Value = serde_json::from_str(&self.read("manifest.json")).expect("JSON");
        manifest[key].clone()
    }

    /// Returns a number of the manifest.
    fn number(&self, key: &str) -> usize {
        self.field(key).as_u64().expect("a number") as usize
    }

    /// Returns the number of clauses that the manifest states.
    fn clauses(&self) -> usize {
        self.number("clauses")
    }

    /// Sets the numbers of grids and clauses in the manifest.
    fn recount(&self, grids: usize, clauses: usize) {
        self.manifest(|manifest| {
            let claim =
                manifest["claim"].as_str().expect("text").replace(&manifest["grids"].to_string(), &grids.to_string());
            manifest["claim"] = json!(claim);
            manifest["grids"] = json!(grids);
            manifest["clauses"] = json!(clauses);
        });
    }

    fn check(&self) -> Result<Report, CheckError> {
        check(self.0.path(), None, ENGINES.into(), &Unwatched)
    }

    /// Returns the reason why it is refused.
    fn refused(&self) -> String {
        match self.check() {
            Err(CheckError::Refused(why)) => why.to_string(),
            other => panic!("not refused: {other:?}"),
        }
    }

    /// Returns the reason why it is refused after the digests were updated.
    fn refused_sealed(&self) -> String {
        self.seal();
        self.refused()
    }

    fn unusable(&self) -> String {
        match self.check() {
            Err(CheckError::Unusable(why)) => why.to_string(),
            other => panic!("not unusable: {other:?}"),
        }
    }
}

/// Changes line `index` of a file with `edit`, and removes empty lines.
fn line(text: &str, index: usize, edit: impl FnOnce(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[index] = edit(&lines[index]);
    lines.retain(|line| !line.is_empty());
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Returns the line at which the clauses of a formula begin.
fn first_clause(text: &str) -> usize {
    text.lines().position(|line| !line.starts_with(['c', 'p'])).expect("clauses")
}

fn flipped(clause: &str) -> String {
    clause.strip_prefix('-').map_or_else(|| format!("-{clause}"), str::to_owned)
}

fn header(text: &str, change: i64) -> String {
    let index = text.lines().position(|line| line.starts_with("p cnf")).expect("a header");
    line(text, index, |header| {
        let (start, clauses) = header.rsplit_once(' ').expect("a number");
        format!("{start} {}", clauses.parse::<i64>().expect("a number") + change)
    })
}

fn grids(problem: &Problem) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    let collector = InOrder::new(|grid: &Grid| {
        lines.insert(grid.one_line());
        std::ops::ControlFlow::Continue(())
    });
    Backtrack.list(problem, &Run::new(), &collector).expect("a list");
    drop(collector);
    lines
}

fn listed(text: &str) -> BTreeSet<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn check_accepts_each_certificate_that_certify_makes() {
    // The name of another rule set is refused.
    let mine = |symmetry, base: &str| Ruleset { name: "mine".to_owned(), symmetry, ..rules(base) };
    let symmetric = mine(gridcheck::rules::Symmetry::All, "british");
    let diagonal = mine(gridcheck::rules::Symmetry::Diagonal, "american-loose");
    let mut givens = Givens::open(5, 5);
    givens.fix(0, 0, false);
    givens.fix(2, 3, true);
    let none = Problem::new(3, rules("min-4")).expect("a question");
    for problem in [
        problem(3, "british"),
        problem(4, "british"),
        problem(5, "american"),
        problem(6, "ho"),
        none,
        Problem::new(7, symmetric).expect("a question"),
        Problem::new(6, diagonal).expect("a question"),
        Problem::new(4, lax()).expect("a question"),
        problem(5, "british").with_givens(givens).expect("givens"),
    ] {
        let (folder, report) = made(&problem);
        assert_eq!(check(folder.path(), None, ENGINES.into(), &Unwatched), Ok(report.clone()));
        let expected = grids(&problem);
        assert_eq!(report.grids, expected.len());
        assert_eq!(listed(&Forgery::of(folder.path()).read("grids.txt")), expected, "{}", report.claim);
        assert!(report.claim.contains(&format!("{} grid", expected.len())), "{}", report.claim);
    }
}

/// The refutation is flawless, and there are too many grids to list. A counting engine refutes the claim.
#[test]
fn a_false_claim_beyond_listing_is_refused() {
    let refused = Forgery(claims_none(&rare())).refused();
    assert!(refused.contains(" counts at least ") && refused.ends_with(", and the list has 0"), "{refused}");
    // American grids are so numerous that one of the tried colourings is valid.
    let refused = Forgery(claims_none(&problem(11, "american"))).refused();
    assert!(refused.contains(" obeys the rules by the validator, and is not listed"), "{refused}");
    // Where an engine can list, the refusal names a grid.
    let refused = Forgery(claims_none(&problem(9, "british"))).refused();
    assert!(
        refused.starts_with("the engine backtrack finds the grid ") && refused.ends_with("not listed"),
        "{refused}"
    );
}

/// Every grid is within these bounds. A product or a bound in 32 bits would wrap, and the witness would find no grid.
#[test]
fn a_bound_that_wraps_does_not_hide_grids() {
    for constraint in ["mean-length <= 2147483648", "letters <= 4294967296", "length 3 <= 9223372036854775808"] {
        let problem = problem(9, "british")
            .with_constraints(vec![constraint.parse().expect("a constraint")])
            .expect("a question");
        let refused = Forgery(claims_none(&problem)).refused();
        assert!(refused.starts_with("the engine backtrack finds the grid "), "{constraint}: {refused}");
    }
}

/// It has 169 free squares, far too many to list, and no counting engine supports a problem without symmetry.
pub fn without_witness() -> Problem {
    let rules =
        Ruleset { name: "asymmetric".to_owned(), symmetry: gridcheck::rules::Symmetry::None, ..rules("british") };
    Problem::new(13, rules).expect("a question")
}

#[test]
fn without_a_witness_nothing_is_accepted() {
    let report = check(claims_none(&without_witness()).path(), None, ENGINES.into(), &Unwatched)
        .expect("the refutation is sound");
    assert_eq!((report.verdict, report.witness), (Verdict::MeaningNotEstablished, None));
    assert!(report.tested.is_empty() && report.not_established.len() == 1);
    assert!(report.not_established[0].contains("other grids may obey the rules"), "{:?}", report.not_established);
    assert!(!report.proved.iter().any(|sentence| sentence.contains("No other grid does")), "{:?}", report.proved);
}

#[test]
fn given_squares_bring_large_sizes_into_reach() {
    let mut givens = Givens::open(11, 11);
    (3..8).for_each(|r| givens.fix_row(r, (1 << 11) - 1));
    let (_, report) = made(&problem(11, "american").with_givens(givens).expect("givens"));
    assert!(report.grids > 1, "{}", report.claim);
    assert_eq!(report.witness, Some(WitnessResult { engine: "backtrack", found: WitnessFinding::SameGrids }));
    assert_eq!(report.verdict, Verdict::Accepted);
}

/// Makes a copy whose rules have another name.
fn renamed(folder: &Path, from: &str, to: &str) -> Forgery {
    let forgery = Forgery::of(folder);
    let named = |name: &str| format!("name = \"{name}\"");
    forgery.edit("rules.toml", |text| text.replace(&named(from), &named(to)));
    forgery.manifest(|manifest| {
        // A claim has no name but that of a built-in set.
        if builtin(to).is_some() {
            let claim = manifest["claim"].as_str().expect("text").replace(&format!("({from})"), &format!("({to})"));
            manifest["claim"] = json!(claim);
        }
        manifest["rules"] = json!(to);
    });
    forgery.seal();
    forgery
}

#[test]
fn a_borrowed_name_is_refused() {
    let refused = renamed(american(), "american", "british").refused();
    assert_eq!(
        refused,
        "rules.toml:1:8: calls itself british, and differs from that built-in set: \
         single_cells = false (there true), checking = \"all\" (there \"ceil-half\"); \
         expected another name for these rules"
    );
    // Equal rules under another built-in name are that built-in set.
    let report = renamed(british(), "british", "ho").check().expect("accepted");
    assert!(report.claim.contains("(ho)"), "{}", report.claim);
    // An unknown name carries no meaning, so the claim states the rules without it.
    let report = renamed(british(), "british", "British").check().expect("accepted");
    assert!(report.claim.contains("(british)"), "{}", report.claim);
}

/// A name is an identifier, so no name makes a sentence, and none looks like that of a built-in set.
#[test]
fn a_name_that_makes_a_sentence_is_refused() {
    let honest = Ruleset { name: "eight".to_owned(), min_word: 8, ..rules("british") };
    let (folder, report) = made(&Problem::new(7, honest.clone()).expect("a fair problem"));
    let claim =
        "Exactly 0 grids of 7 x 7 squares obey the rules of rules.toml (british, min_word = 8): those of grids.txt.";
    assert_eq!((report.claim.as_str(), Forgery::of(folder.path()).field("claim")), (claim, json!(claim)));
    for name in ["british): those of grids.txt. Proved. (Set", "british\u{3164}", "br\u{456}tish"] {
        let forged = Ruleset { name: name.to_owned(), ..honest.clone() };
        let place = folder.path().join("forged");
        let refused = certify(&Problem::new(7, forged).expect("fair"), &place, ENGINES.into(), &Unwatched);
        assert!(refused.expect_err(name).to_string().contains("name: expected letters (a to z"), "{name}");
        assert!(!place.exists());
        let refused = renamed(folder.path(), "eight", name).refused();
        assert!(refused.starts_with("rules.toml:1:8: name: expected letters (a to z"), "{refused}");
    }
}

/// The claim is printed from the meaning of the constraints, never from the text of the manifest.
#[test]
fn the_manifest_must_state_constraints_in_normal_form() {
    let constraints = vec!["letters >= 1".parse().expect("a constraint"), "words <= 30".parse().expect("a constraint")];
    let (folder, report) = made(&problem(5, "british").with_constraints(constraints).expect("possible"));
    assert!(report.claim.contains(" satisfy the constraints letters >= 1, words <= 30: those of"), "{}", report.claim);
    let blanks = " ".repeat(200);
    for hidden in [
        format!("words\r\n{blanks}<= 30"),
        "words <=\t30".to_owned(),
        "words<=30".to_owned(),
        "words <= 030".to_owned(),
    ] {
        let forgery = Forgery::of(folder.path());
        forgery.manifest(|manifest| {
            let claim = manifest["claim"].as_str().expect("text").replace("words <= 30", &hidden);
            manifest["claim"] = json!(claim);
            manifest["wishes"][1] = json!(hidden);
        });
        let refused = forgery.refused();
        let expected =
            format!("manifest.json: a constraint: expected `words <= 30`, found `{}`", hidden.escape_default());
        assert_eq!(refused, expected);
    }
    // A quotation from a manifest is one short line.
    let forgery = Forgery::of(british());
    forgery
        .manifest(|manifest| manifest["claim"] = json!(format!("All is well\u{2028}\u{202e}{}", "x".repeat(1 << 13))));
    let refused = forgery.refused();
    assert!(refused.contains(", found `All is well\\u{2028}\\u{202e}xxx") && refused.len() < 2_200, "{refused}");
}

#[test]
fn no_certificate_is_made_under_a_borrowed_name() {
    let parent = TempDir::new().expect("a temporary folder");
    let misnamed = Ruleset { name: "ho".to_owned(), ..rules("min-4") };
    let problem = Problem::new(5, misnamed).expect("a question");
    let refused = certify(&problem, &parent.path().join("new"), ENGINES.into(), &Unwatched)
        .expect_err("a borrowed name")
        .to_string();
    assert!(
        refused.contains("calls itself ho, and differs from that built-in set: min_word = 4 (there 3)"),
        "{refused}"
    );
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
}

#[test]
fn swapped_files_are_refused() {
    let (american, _) = made(&problem(5, "american"));
    for (name, why) in [
        ("rules.toml", "rules"),
        ("problem.cnf", "variables"),
        ("grids.txt", "grids"),
        ("complete.cnf", "complete.cnf: "),
        ("proof.lrat", "proof.lrat, line "),
    ] {
        let forgery = Forgery::of(british());
        fs::copy(american.path().join(name), forgery.path(name)).expect("room");
        assert!(forgery.refused().starts_with(name));
        let refused = forgery.refused_sealed();
        assert!(refused.contains(why), "{name}: {refused}");
    }
}

#[test]
fn a_flipped_literal_is_refused() {
    for offset in [0, 40, 700] {
        let forgery = Forgery::of(british());
        forgery.edit("problem.cnf", |text| line(text, first_clause(text) + offset, flipped));
        let refused = forgery.refused_sealed();
        assert!(
            refused.contains("no model of the problem") || refused.contains("not that of problem.cnf"),
            "{refused}"
        );

        let forgery = Forgery::of(british());
        forgery.edit("complete.cnf", |text| line(text, first_clause(text) + offset, flipped));
        let refused = forgery.refused_sealed();
        assert!(refused.contains(&format!("clause {}: not that of problem.cnf", offset + 1)), "{refused}");
    }
    let forgery = Forgery::of(british());
    forgery.edit("complete.cnf", |text| line(text, text.lines().count() - 1, flipped));
    assert!(forgery.refused_sealed().contains("not the one that excludes"));
    let proof = Forgery::of(british()).read("proof.lrat");
    for (step, words) in proof.lines().map(|step| step.split(' ').collect::<Vec<_>>()).enumerate() {
        // A deletion of another clause may be harmless.
        if words[1] != "d" {
            let literal = if words[1] == "0" { "1 0".to_owned() } else { flipped(words[1]) };
            let forgery = Forgery::of(british());
            let changed = [&[words[0], &literal], &words[2..]].concat().join(" ");
            forgery.edit("proof.lrat", |text| line(text, step, |_| changed));
            assert!(forgery.refused_sealed().starts_with("proof."), "step {step}");
        }
    }
}

/// Flipping a literal in both formulas alike makes another formula. If it is accepted, the claim must still be true of the rules.
#[test]
fn a_formula_with_another_meaning_is_refused() {
    let clauses = {
        let text = Forgery::of(british()).read("problem.cnf");
        text.lines().count() - first_clause(&text)
    };
    let mut refusals = 0;
    for clause in (0..clauses).step_by(37) {
        let forgery = Forgery::of(british());
        for name in ["problem.cnf", "complete.cnf"] {
            forgery.edit(name, |text| line(text, first_clause(text) + clause, flipped));
        }
        forgery.seal();
        match forgery.check() {
            // The grids and the claim are unchanged and true, and are proved from a formula that is just as good.
            Ok(report) => {
                assert_eq!(report, check(british(), None, ENGINES.into(), &Unwatched).expect("accepted"));
            }
            Err(_) => refusals += 1,
        }
    }
    assert!(refusals > 0);
}

#[test]
fn a_dropped_clause_is_refused() {
    for offset in [0, 40, 700] {
        let forgery = Forgery::of(british());
        let drop = |text: &str| line(text, first_clause(text) + offset, |_| String::new());
        forgery.edit("problem.cnf", drop);
        assert!(forgery.refused_sealed().contains("announces"));
        forgery.edit("problem.cnf", |text| header(text, -1));
        assert!(forgery.refused_sealed().contains("manifest.json: clauses"));
        forgery.manifest(|manifest| manifest["clauses"] = json!(manifest["clauses"].as_u64().expect("a number") - 1));
        let refused = forgery.refused_sealed();
        // If the clause defined a variable, the checker finds that first.
        let open = refused.contains("leave variable");
        assert!(open || refused.starts_with("complete.cnf: "), "{refused}");
        forgery.edit("complete.cnf", |text| header(&drop(text), -1));
        let refused = forgery.refused_sealed();
        assert!(refused.contains("leave variable") == open, "{refused}");
        assert!(open || refused.starts_with("proof.lrat, line "), "{refused}");
    }
}

#[test]
fn a_removed_grid_is_refused() {
    let forgery = Forgery::of(british());
    let (grids, clauses) = (17, forgery.clauses());
    forgery.edit("grids.txt", |text| line(text, 4, |_| String::new()));
    assert!(forgery.refused_sealed().contains("manifest.json: grids: expected `16`, found `17`"));
    forgery.recount(grids - 1, clauses);
    assert!(forgery.refused_sealed().contains("complete.cnf: "));
    forgery.edit("complete.cnf", |text| header(&line(text, first_clause(text) + clauses + 4, |_| String::new()), -1));
    let refused = forgery.refused_sealed();
    assert!(refused.starts_with("proof.lrat, line "), "{refused}");
}

/// The cleverest forgery: the excluding clause of a valid grid becomes one of the problem's clauses. The refutation stays valid.
fn smuggled(folder: &Path) -> Forgery {
    let forgery = Forgery::of(folder);
    let (grids, clauses) = (forgery.number("grids"), forgery.clauses());
    forgery.edit("grids.txt", |text| line(text, 0, |_| String::new()));
    let complete = forgery.read("complete.cnf");
    let excluding = complete.lines().nth(first_clause(&complete) + clauses).expect("a clause").to_owned();
    forgery.edit("problem.cnf", |text| format!("{}{excluding}\n", header(text, 1)));
    forgery.recount(grids - 1, clauses + 1);
    forgery
}

#[test]
fn a_grid_excluded_by_the_problem_is_missed() {
    for folder in [british(), british_7()] {
        let refused = smuggled(folder).refused_sealed();
        assert!(refused.contains("obeys the rules by the validator, and is not listed"), "{refused}");
    }
    // Where not all colourings can be tried, the changed neighbours of listed grids or the witness find it.
    let refused = smuggled(american()).refused_sealed();
    assert!(refused.contains("is not listed"), "{refused}");
}

#[test]
fn an_added_grid_is_refused() {
    let added = "#...#/...../...../...../#...#";
    let forgery = Forgery::of(british());
    let (grids, clauses) = (17, forgery.clauses());
    assert!(!forgery.read("grids.txt").contains(added));
    forgery.edit("grids.txt", |text| format!("{text}{added}\n"));
    assert!(forgery.refused_sealed().contains("grids: expected `18`, found `17`"));
    forgery.recount(grids + 1, clauses);
    let refused = forgery.refused_sealed();
    assert!(refused.starts_with(&format!("{added} is no model of the problem: it breaks clause ")), "{refused}");
}

#[test]
fn a_truncated_proof_is_refused() {
    let whole = Forgery::of(british()).read("proof.lrat");
    for length in (0..whole.len()).step_by(101).chain([whole.len() - 2]) {
        let forgery = Forgery::of(british());
        forgery.write("proof.lrat", &whole[..length]);
        let refused = forgery.refused_sealed();
        assert!(refused.starts_with("proof.lrat, line "), "cut at {length}: {refused}");
    }
}

#[test]
fn a_changed_manifest_is_refused() {
    type Edit = fn(&mut Value);
    let forged = |edit: Edit| {
        let forgery = Forgery::of(british());
        forgery.manifest(edit);
        forgery
    };
    let refused: [(Edit, &str); 5] = [
        (|m| m["claim"] = json!("Exactly 16 grids"), ", found `Exactly 16 grids`"),
        (|m| m["size"] = json!(7), "claim"),
        (|m| m["size"] = json!(0), "size 0"),
        (|m| m["size"] = json!(usize::MAX), "expected 1 to 64"),
        (|m| m["files"][1]["bytes"] = json!(u64::MAX), "problem.cnf: "),
    ];
    for (edit, why) in refused {
        let found = forged(edit).refused();
        assert!(found.contains(why), "{why}: {found}");
    }
    let unusable: [(Edit, &str); 6] = [
        (|m| m["format"] = json!("gridcheck certificate 1"), "this version reads"),
        (|m| m["size"] = json!(-5), "manifest.json"),
        (|m| m["extra"] = json!(1), "unknown field"),
        (|m| m["files"] = json!([]), "the files must be rules.toml, problem.cnf"),
        (|m| m["givens"] = json!(true), "the files must be rules.toml, givens.txt"),
        (|m| m["files"][0]["name"] = json!("../../etc/passwd"), "the files must be"),
    ];
    for (edit, why) in unusable {
        let found = forged(edit).unusable();
        assert!(found.contains(why), "{why}: {found}");
    }
}

#[test]
fn other_rules_are_refused() {
    let stricter = |text: &str| text.replace("min_word = 3", "min_word = 4");
    let looser = |text: &str| text.replace("ceil-half", "any");
    let forgery = renamed(british(), "british", "mine");
    forgery.edit_rules(stricter);
    let refused = forgery.refused_sealed();
    assert!(refused.starts_with("grids.txt: the grid ") && refused.contains("breaks the rules"), "{refused}");
    let forgery = renamed(british(), "british", "mine");
    forgery.edit_rules(looser);
    assert!(forgery.refused_sealed().contains("obeys the rules by the validator, and is not listed"));
    let forgery = Forgery::of(british());
    forgery.edit("rules.toml", |text| format!("{text}surprise = 1\n"));
    assert!(forgery.refused_sealed().starts_with("rules.toml:"));
}

#[test]
fn other_givens_are_refused() {
    let mut givens = Givens::open(5, 5);
    givens.fix(0, 0, false);
    let (folder, _) = made(&problem(5, "british").with_givens(givens).expect("givens"));
    for (from, to, why) in [
        ("#????", ".????", "has not the given square of row 1, column 1"),
        ("#????", "?????", "and have the squares of givens.txt: those of grids.txt.`"),
        ("#????", "x????", "givens.txt, line 1: expected # . and ? only"),
        ("#????\n", "", "givens.txt: expected 5 lines of 5 characters"),
        ("#????", "#???\u{e9}", "givens.txt: expected 5 lines"),
    ] {
        let forgery = Forgery::of(folder.path());
        forgery.edit("givens.txt", |text| text.replacen(from, to, 1));
        let refused = forgery.refused_sealed();
        assert!(refused.contains(why), "{to}: {refused}");
    }
}

/// Returns `true` if a folder's claim is true, according to an engine that takes no part in certificates of this size.
pub fn claims_the_truth(folder: &Path) -> bool {
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("a text");
    let rules = Ruleset::from_toml(&text("rules.toml"), "rules").expect("rules");
    let manifest: Value = serde_json::from_str(&text("manifest.json")).expect("JSON");
    let size = manifest["size"].as_u64().expect("a number") as usize;
    let mut problem = Problem::new(size, rules).expect("a question");
    if manifest["givens"] == true {
        let mut givens = Givens::open(size, size);
        for (r, line) in text("givens.txt").lines().enumerate() {
            line.chars()
                .enumerate()
                .filter(|(_, square)| *square != '?')
                .for_each(|(c, square)| givens.fix(r, c, square == '.'));
        }
        problem = problem.with_givens(givens).expect("givens");
    }
    let constraints: Vec<String> = serde_json::from_value(manifest["wishes"].clone()).unwrap_or_default();
    let constraints = constraints.iter().map(|text| text.parse().expect("a constraint")).collect();
    let truth = grids(&problem.with_constraints(constraints).expect("constraints that can hold"));
    let list = text("grids.txt");
    manifest["grids"] == truth.len()
        && manifest["claim"].as_str().is_some_and(|claim| {
            claim.starts_with(&format!("Exactly {} grid", truth.len()))
                && claim.contains(&format!(" of {size} x {size} "))
        })
        && list.lines().count() == truth.len()
        && listed(&list) == truth
}

#[derive(Debug, Clone)]
enum Change {
    Byte(u8),
    Number(i64),
    DropLine,
    RepeatLine,
    SwapWithNextLine,
    Cut,
}

fn changes() -> impl Strategy<Value = Vec<(usize, prop::sample::Index, Change)>> {
    let change = prop_oneof![
        any::<u8>().prop_map(Change::Byte),
        prop_oneof![-500i64..3000, any::<i64>()].prop_map(Change::Number),
        Just(Change::DropLine),
        Just(Change::RepeatLine),
        Just(Change::SwapWithNextLine),
        Just(Change::Cut),
    ];
    prop::collection::vec((0..FILES.len(), any::<prop::sample::Index>(), change), 1..4)
}

fn changed(bytes: &[u8], at: prop::sample::Index, change: &Change) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let index = at.index(lines.len());
    match change {
        Change::Byte(byte) => {
            let mut bytes = bytes.to_vec();
            let place = at.index(bytes.len());
            bytes[place] = *byte;
            return bytes;
        }
        Change::Number(number) => {
            let text = String::from_utf8_lossy(&lines[index]).into_owned();
            let mut words: Vec<&str> = text.split_whitespace().collect();
            let number = number.to_string();
            if !words.is_empty() {
                let word = at.index(words.len());
                words[word] = &number;
            }
            lines[index] = format!("{}\n", words.join(" ")).into_bytes();
        }
        Change::DropLine => drop(lines.remove(index)),
        Change::RepeatLine => lines.insert(index, lines[index].clone()),
        Change::SwapWithNextLine => {
            let next = (index + 1) % lines.len();
            lines.swap(index, next);
        }
        Change::Cut => lines.truncate(index),
    }
    lines.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_change_makes_a_false_claim_accepted(changes in changes(), recounted in prop::option::of((14usize..20, 0usize..10))) {
        let forgery = Forgery::of(british());
        for (file, at, change) in &changes {
            let bytes = fs::read(forgery.path(FILES[*file])).expect("a file");
            forgery.write(FILES[*file], changed(&bytes, *at, change));
        }
        if let Some((grids, clauses)) = recounted {
            // Try numbers around the true one.
            forgery.recount(grids, Forgery::of(british()).clauses() - 5 + clauses);
        }
        forgery.seal();
        if let Ok(report) = forgery.check() {
            prop_assert!(claims_the_truth(forgery.0.path()), "{}", report.claim);
        }
    }

    #[test]
    fn no_bytes_make_the_checker_panic(file in 0..=FILES.len(), bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let forgery = Forgery::of(british());
        let name = FILES.get(file).unwrap_or(&"manifest.json");
        forgery.write(name, &bytes);
        if *name != "manifest.json" {
            forgery.seal();
        }
        prop_assert!(forgery.check().is_err());
    }
}

#[test]
fn hostile_folders_are_refused() {
    let nowhere = check(Path::new("no/such/folder"), None, ENGINES.into(), &Unwatched);
    assert!(matches!(nowhere, Err(CheckError::Unusable(_))), "{nowhere:?}");
    for manifest in ["", "{", "null", "[]", "{\"format\": 1}", &"[".repeat(100_000), &"{\"a\":".repeat(100_000)] {
        let forgery = Forgery::of(british());
        forgery.write("manifest.json", manifest);
        assert!(forgery.unusable().starts_with("manifest.json: "));
    }
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_folders_are_unusable_without_waiting() {
    let forgery = Forgery::of(british());
    fs::remove_file(forgery.path("proof.lrat")).expect("it was there");
    let made = Command::new("mkfifo").arg(forgery.path("proof.lrat")).status().expect("there is a mkfifo command");
    assert!(made.success());
    assert_eq!(forgery.unusable(), "proof.lrat: not a file");
    fs::remove_file(forgery.path("proof.lrat")).expect("it was there");
    std::os::unix::fs::symlink("/dev/zero", forgery.path("proof.lrat")).expect("a link");
    assert_eq!(forgery.unusable(), "proof.lrat: not a file");
    fs::remove_file(forgery.path("proof.lrat")).expect("it was there");
    fs::create_dir(forgery.path("proof.lrat")).expect("room");
    assert_eq!(forgery.unusable(), "proof.lrat: not a file");
}

/// Other people's checkers, where they are installed.
#[test]
fn other_checkers_accept_the_proofs() {
    let (none, _) = made(&problem(3, "min-4"));
    for folder in [british(), american_7(), british_7(), none.path()] {
        for (checker, verdict) in
            [("lrat-check", "VERIFIED"), ("lrat-trim", "s VERIFIED"), ("cake_lpr", "s VERIFIED UNSAT")]
        {
            match Command::new(checker).args(["complete.cnf", "proof.lrat"]).current_dir(folder).output() {
                Ok(output) => {
                    let said = String::from_utf8_lossy(&output.stdout).into_owned();
                    assert!(said.contains(verdict), "{checker}: {said}");
                }
                Err(_) => println!("skipped: there is no {checker}"),
            }
        }
    }
}

/// A checker of the Python package index reads the proof without its hints, as docs/TRUST.md removes them. It runs where it is installed.
#[test]
fn dratify_accepts_the_proofs() {
    let script = "import importlib.util, sys\n\
                  if importlib.util.find_spec('dratify') is None: sys.exit(3)\n\
                  import dratify, subprocess\n\
                  formula = dratify.parse_dimacs(open('complete.cnf').read())\n\
                  proof = subprocess.run(['awk', sys.argv[1], 'proof.lrat'], stdout=subprocess.PIPE, check=True).stdout.decode()\n\
                  print(dratify.check_proof(formula, proof).ok)\n";
    let without_hints = r#"$2 != "d" { s = ""; for (i = 2; $i != 0; i++) s = s $i " "; print s "0" }"#;
    assert!(fs::read_to_string("docs/TRUST.md").expect("docs").contains(without_hints));
    for folder in [british(), american_7()] {
        match Command::new("python3").args(["-c", script, without_hints]).current_dir(folder).output() {
            Ok(output) if output.status.code() != Some(3) => {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!(said, "True\n", "{}", String::from_utf8_lossy(&output.stderr));
            }
            _ => println!("skipped: there is no dratify"),
        }
    }
}

/// A prover that gets its proof from a solver in this process.
struct Varisat;

impl Prover for Varisat {
    fn name(&self) -> &'static str {
        "varisat"
    }

    fn refute(&self, formula: Vec<u8>, _run: &Run) -> Result<prover::ProverAnswer, ProverError> {
        let mut text = Vec::new();
        let mut solver = Solver::new();
        solver.write_proof(&mut text, ProofFormat::Drat);
        solver.add_dimacs_cnf(&formula[..]).expect("a formula");
        let is_satisfiable = solver.solve().expect("an answer");
        solver.close_proof().expect("memory takes all");
        drop(solver);
        let bytes = text.len() as u64;
        let proof = prover::Proof { text: Box::new(Cursor::new(text)), bytes };
        Ok(if is_satisfiable { prover::ProverAnswer::Satisfiable } else { prover::ProverAnswer::Refuted(proof) })
    }
}

/// Makes a certificate whose refutation comes from a general solver.
fn retraced(problem: &Problem) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let proving = Proving { prover: &Varisat, lister: None };
    certify_by(&proving, problem, folder.path(), ENGINES.into(), &Unwatched).expect("a certificate");
    folder
}

#[test]
fn retraced_certificates_are_accepted_and_claim_the_same() {
    let lattice = Givens::lattice(square(5), 1).expect("a phase");
    let [constraint, others, rows] = ["length 3..5 = 2", "length except 3/4/5 = 0", "blacks-per-row <= 2"]
        .map(|constraint| constraint.parse().expect("a constraint"));
    for problem in [
        problem(3, "british"),
        problem(5, "british"),
        problem(6, "american"),
        Problem::new(3, rules("min-4")).expect("a question"),
        problem(5, "british").with_givens(lattice).expect("givens"),
        problem(5, "british").with_constraints(vec![constraint]).expect("a constraint"),
        problem(5, "british").with_constraints(vec![others, rows]).expect("constraints"),
    ] {
        let (ours, report) = made(&problem);
        let theirs = retraced(&problem);
        let checked = check(theirs.path(), None, ENGINES.into(), &Unwatched).expect("accepted");
        assert_eq!((&checked.claim, checked.verdict, &checked.proved), (&report.claim, report.verdict, &report.proved));
        let text = |folder: &TempDir, name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        for name in ["grids.txt", "complete.cnf"] {
            assert_eq!(text(&ours, name), text(&theirs, name), "{}: {name}", report.claim);
        }
    }
}

/// Every hint and every literal of a retraced proof is needed.
#[test]
fn a_retraced_proof_needs_every_hint_and_literal() {
    let folder = retraced(&problem(5, "british"));
    let proof = Forgery::of(folder.path()).read("proof.lrat");
    let steps: Vec<(usize, &str)> = proof.lines().enumerate().filter(|(_, step)| !step.contains(" d ")).collect();
    for (at, step) in steps.into_iter().step_by(23) {
        let words: Vec<&str> = step.split(' ').collect();
        let end = words.iter().position(|word| *word == "0").expect("the end of the clause");
        for dropped in (1..words.len() - 1).filter(|&dropped| dropped != end) {
            let forgery = Forgery::of(folder.path());
            let fewer = [&words[..dropped], &words[dropped + 1..]].concat().join(" ");
            forgery.edit("proof.lrat", |text| line(text, at, |_| fewer));
            let refused = forgery.refused_sealed();
            assert!(refused.starts_with("proof."), "{step} without {}: {refused}", words[dropped]);
        }
    }
}
