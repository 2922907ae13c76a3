//! Tests certificates. A made certificate is accepted, also by other people's checkers where they are installed. No change to a
//! folder makes the checker accept a false claim, even if all digests were made anew.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::prelude::*;
use gridcheck::certify::{Proving, certify, certify_by};
use gridcheck::checker::{CheckError, Report, Verdict, check};
use gridcheck::engine::prover::{self, Prover, ProverError};
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
    constrained(&problem(12, "british"), &["words = 12"])
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

    /// Returns the number of clauses that the manifest states.
    fn clauses(&self) -> usize {
        self.field("clauses").as_u64().expect("a number") as usize
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
}

/// Changes line `index` of a file with `edit`, and removes empty lines.
fn line(text: &str, index: usize, edit: impl FnOnce(&str) -> String) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[index] = edit(&lines[index]);
    lines.retain(|line| !line.is_empty());
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn lines_of(text: &str) -> BTreeSet<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn check_accepts_each_certificate_that_certify_makes() {
    // The name of another rule set is refused.
    let mine = |symmetry, base: &str| Ruleset { name: "mine".to_owned(), symmetry, ..rules(base) };
    let symmetric = mine(gridcheck::rules::Symmetry::All, "british");
    let diagonal = mine(gridcheck::rules::Symmetry::Diagonal, "american-loose");
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
        with_squares(&problem(5, "british"), &[(0, 0, false), (2, 3, true)]),
    ] {
        let (folder, report) = made(&problem);
        assert_eq!(check(folder.path(), None, ENGINES.into(), &Unwatched), Ok(report.clone()));
        let expected = lines(&Backtrack, &problem);
        assert_eq!(report.grids, expected.len());
        assert_eq!(lines_of(&Forgery::of(folder.path()).read("grids.txt")), expected, "{}", report.claim);
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
        let problem = constrained(&problem(9, "british"), &[constraint]);
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
    let truth = lines(&Backtrack, &problem.with_constraints(constraints).expect("constraints that can hold"));
    let list = text("grids.txt");
    manifest["grids"] == truth.len()
        && manifest["claim"].as_str().is_some_and(|claim| {
            claim.starts_with(&format!("Exactly {} grid", truth.len()))
                && claim.contains(&format!(" of {size} x {size} "))
        })
        && list.lines().count() == truth.len()
        && lines_of(&list) == truth
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
    for problem in [
        problem(3, "british"),
        problem(5, "british"),
        problem(6, "american"),
        Problem::new(3, rules("min-4")).expect("a question"),
        problem(5, "british").with_givens(lattice).expect("givens"),
        constrained(&problem(5, "british"), &["length 3..5 = 2"]),
        constrained(&problem(5, "british"), &["length except 3/4/5 = 0", "blacks-per-row <= 2"]),
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
