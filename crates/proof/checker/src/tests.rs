//! Checks whole certificates that were written by hand here: right ones are accepted, forged ones are refused for the right reason.
//!
//! The clauses exclude each colouring alone, and the refutation branches on one square after the other. So it needs no solver, and it is
//! flawless for any list of grids.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::choices::Choices;
use super::manifest::{
    COMPLETE, FILES, FORMAT, GIVENS, GRIDS, HashedFile, LRAT, MANIFEST, Manifest, PROBLEM, RULES, check_with, claim,
};
use super::{CheckError, Meaning, Report, Verdict, WitnessFinding, WitnessResult, Witnesses, check};
use gridcheck_engine::ClauseUse;
use gridcheck_engine::watch::Watch;
use gridcheck_registry::{Brute, ENGINES};
use gridcheck_testing::prelude::*;

/// Returns the literals that exclude the colourings that begin like this.
fn excluding(colours: &[bool]) -> Vec<i32> {
    (1..).zip(colours).map(|(square, &white)| if white { -square } else { square }).collect()
}

fn text(clause: &[i32]) -> String {
    clause.iter().map(i32::to_string).chain(["0".to_owned()]).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a file with these lines.
fn file(lines: impl Iterator<Item = String>) -> String {
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// A refutation of clauses that exclude every colouring.
struct Refutation {
    squares: usize,
    /// The number of the clause that excludes a colouring.
    numbers: HashMap<Vec<bool>, usize>,
    last: usize,
    steps: u64,
    lrat: Vec<String>,
}

impl Refutation {
    /// Excludes all colourings that begin with these colours, and returns the number of the clause.
    fn exclude(&mut self, colours: &[bool]) -> usize {
        if colours.len() == self.squares {
            return self.numbers[colours];
        }
        let longer = [false, true].map(|white| [colours, &[white]].concat());
        let [black, white] = [0, 1].map(|i| self.exclude(&longer[i]));
        (self.last, self.steps) = (self.last + 1, self.steps + 1);
        let (number, clause) = (self.last, text(&excluding(colours)));
        self.lrat.push(format!("{number} {clause} {black} {white} 0"));
        if !colours.is_empty() && longer[0].len() < self.squares {
            self.lrat.push(format!("{number} d {black} {white} 0"));
        }
        number
    }
}

/// The files of a certificate before they are written.
struct Folder {
    texts: Vec<(&'static str, String)>,
    manifest: Manifest,
}

/// A watch that keeps the run of every stage.
#[derive(Default)]
struct Stages(Mutex<Vec<(String, Arc<Run>)>>);

impl Watch for Stages {
    fn run(&self, stage: &str) -> Arc<Run> {
        let run = Arc::new(Run::new());
        self.0.lock().expect("no panic").push((stage.to_owned(), Arc::clone(&run)));
        run
    }

    fn learned(&self, _fact: String) {}
}

/// States that the variable after the choices has the value of the first one.
fn definition(problem: &Problem) -> Vec<Vec<i32>> {
    let variable = Choices::of(problem).number() as i32 + 1;
    vec![vec![-variable, 1], vec![variable, -1]]
}

impl Folder {
    /// Returns the certificate of these grids. Its clauses end with `more`, which are not needed for the refutation.
    fn new(problem: &Problem, grids: &[Grid], more: &[Vec<i32>]) -> Self {
        let choices = Choices::of(problem);
        let squares = choices.number();
        let listed: Vec<Vec<bool>> = grids.iter().map(|grid| choices.values(grid).collect()).collect();
        let all = (0..1_usize << squares).map(|bits| (0..squares).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>());
        let others: Vec<Vec<bool>> = all.filter(|colours| !listed.contains(colours)).collect();
        let stated: Vec<Vec<i32>> =
            others.iter().map(|colours| excluding(colours)).chain(more.iter().cloned()).collect();
        let complete: Vec<Vec<i32>> =
            stated.iter().cloned().chain(listed.iter().map(|colours| excluding(colours))).collect();
        let of_others = others.into_iter().zip(1..);
        let numbers = of_others.chain(listed.into_iter().zip(stated.len() + 1..)).collect();
        let mut refutation = Refutation { squares, numbers, last: complete.len(), steps: 0, lrat: Vec::new() };
        refutation.exclude(&[]);
        let cnf = |clauses: &[Vec<i32>]| {
            format!("p cnf {} {}\n{}", squares + 1, clauses.len(), file(clauses.iter().map(|clause| text(clause))))
        };
        let list = file(grids.iter().map(Grid::one_line));
        let (rules, givens) = (problem.rules(), problem.givens());
        let texts = FILES.map(|name| {
            let text = match name {
                RULES => rules.to_toml(),
                GIVENS => format!("{givens}\n"),
                PROBLEM => cnf(&stated),
                GRIDS => list.clone(),
                COMPLETE => cnf(&complete),
                _ => file(refutation.lrat.iter().cloned()),
            };
            (name, text)
        });
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            made_by: "a person".to_owned(),
            refuted_by: None,
            claim: claim(problem, grids.len()),
            size: problem.size().into(),
            rules: rules.name.clone(),
            givens: !givens.is_empty(),
            constraints: problem.constraints().iter().map(Constraint::to_string).collect(),
            grids: grids.len(),
            variables: squares + 1,
            clauses: stated.len(),
            steps: refutation.steps,
            files: Vec::new(),
            check_with: check_with(),
        };
        let texts = texts.into_iter().filter(|&(name, _)| name != GIVENS || manifest.givens).collect();
        Folder { texts, manifest }
    }

    /// Replaces the one place in a file that reads `from`.
    fn replace(&mut self, file: &str, from: &str, to: &str) {
        let (_, text) = self.texts.iter_mut().find(|(name, _)| *name == file).expect("a file of the folder");
        assert_eq!(text.matches(from).count(), 1, "{file}: {from} in {text}");
        *text = text.replace(from, to);
    }

    /// Writes the folder, with the digests of its files.
    fn write(&self, place: &Path) {
        let mut manifest = self.manifest.clone();
        for (name, text) in &self.texts {
            let mut file = HashedFile::create(place, name).expect("room on the disk");
            file.write_all(text.as_bytes()).expect("room on the disk");
            manifest.files.push(file.finish().expect("room on the disk"));
        }
        let manifest = serde_json::to_vec(&manifest).expect("a manifest is JSON");
        std::fs::write(place.join(MANIFEST), manifest).expect("room on the disk");
    }

    fn check_as(&self, expected: Option<&Ruleset>, witnesses: Witnesses) -> Result<Report, CheckError> {
        let place = tempfile::tempdir().expect("a folder");
        self.write(place.path());
        check(place.path(), expected, witnesses, &Stages::default())
    }

    fn checked(&self) -> Result<Report, CheckError> {
        self.check_as(None, ENGINES.into())
    }

    #[track_caller]
    fn is_refused(&self, why: &str) {
        let error = self.checked().expect_err(why).to_string();
        assert!(error.starts_with("refused: ") && error.contains(why), "{error}: expected {why}");
    }
}

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).expect("a fair size")
}

/// Returns a random constraint that grids of few squares can meet or miss.
fn constraint(rng: &mut SeededRng) -> Constraint {
    const SUBJECTS: [&str; 11] = [
        "letters",
        "blacks",
        "words",
        "checked",
        "unchecked",
        "length 2",
        "length 3",
        "length 2..3",
        "length 2..4",
        "mean-length",
        "lengths",
    ];
    let subject = rng.of(&SUBJECTS);
    let number = if subject == "mean-length" {
        rng.of(&["2", "9/4", "2.5", "8/3", "3"]).to_owned()
    } else {
        rng.below(6).to_string()
    };
    let relation = rng.of(&["=", "<=", ">="]);
    format!("{subject} {relation} {number}").parse().expect("a constraint")
}

/// The grids come from an engine that shares no judge with the checker, and every colouring is judged. So the checker must read rules, given
/// squares and constraints as that engine does.
#[test]
fn right_certificates_are_accepted() {
    let mut rng = SeededRng::new(31);
    let sizes = [(1, 5), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4)];
    let (mut selective, mut some) = (0, 0);
    for round in 0..400 {
        let (rows, columns) = sizes[round % sizes.len()];
        let mut problem = random_problem(&mut rng, size(rows, columns), Symmetry::None);
        if round % 2 == 0 {
            problem = problem_of_size((rows, columns), lax());
        }
        let grids = listed(&Brute, &problem).len();
        let Ok(problem) = problem.with_constraints(vec![constraint(&mut rng)]) else { continue };
        let met = listed(&Brute, &problem);
        let checked = Folder::new(&problem, &met, &definition(&problem)).checked();
        let accepted = checked.map(|report| (report.verdict, report.grids));
        assert_eq!(accepted, Ok((Verdict::Accepted, met.len())), "{problem:?}");
        some += usize::from(grids > 0);
        selective += usize::from(!met.is_empty() && met.len() < grids);
    }
    assert!(some > 150 && selective > 60, "hardly a constraint mattered: {some}, {selective}");
}

/// Barred grids are lists of bars: every set of them with the symmetry is judged.
#[test]
fn certificates_of_barred_grids_are_checked_as_others_are() {
    let of = |name: &str| Ruleset { symmetry: Symmetry::Rot180, ..builtin(name).expect("built in") };
    let problem = problem_of_size((4, 4), of("ximenes"));
    let grids = listed(&Brute, &problem);
    let right = |grids: &[Grid]| Folder::new(&problem, grids, &definition(&problem));
    let report = right(&grids).checked().expect("a right one");
    assert_eq!(
        (report.verdict, report.grids, report.meaning),
        (Verdict::Accepted, 13, Meaning::All { colourings: 4096 })
    );
    let said = |what: &str| &report.findings.iter().find(|finding| finding.what == what).expect("found").found;
    assert_eq!(
        said("meaning"),
        "the validator judged all 4096 sets of bars that have the symmetry: none is valid and not listed"
    );
    assert!(report.proved[0].ends_with("by its first 12 variables, row by row, true for a bar and its images."));
    for missing in 0..grids.len() {
        let mut fewer = grids.clone();
        let missing = fewer.remove(missing).one_line();
        right(&fewer).is_refused(&format!("the grid {missing} obeys the rules by the validator, and is not listed"));
    }
    // A square at the rim has no bar there, and a listed grid has no black and no open square.
    let line = grids[1].one_line();
    for last in ["#", "?", "|", "r", "+"] {
        let mut folder = right(&grids);
        folder.replace(GRIDS, &line, &format!("{}{last}", &line[..line.len() - 1]));
        folder.is_refused("line 2: expected a grid");
    }
    // A grid without the symmetry has the values of another one.
    let mut turned = grids.clone();
    let bar = problem.size().positions().find(|&square| grids[1].bars().is_right(square)).expect("a bar");
    turned[1].bars_mut().set_right((3 - bar.0, 2 - bar.1), false);
    right(&turned).is_refused("breaks the rules");
}

/// Returns a question with a given square and a constraint, and its grids.
fn question() -> (Problem, Vec<Grid>) {
    let problem = constrained(&with_squares(&problem_of_size((2, 3), lax()), &[(1, 2, true)]), &["letters <= 5"]);
    let grids = listed(&Brute, &problem);
    (problem, grids)
}

fn right() -> Folder {
    let (problem, grids) = question();
    Folder::new(&problem, &grids, &definition(&problem))
}

#[test]
fn a_list_with_another_grid_more_or_less_is_refused() {
    let (problem, grids) = question();
    let forged = |grids: &[Grid]| Folder::new(&problem, grids, &definition(&problem));
    for missing in 0..grids.len() {
        let mut fewer = grids.clone();
        let line = fewer.remove(missing).one_line();
        forged(&fewer).is_refused(&format!("the grid {line} obeys the rules by the validator, and is not listed"));
    }
    for (line, why) in [
        ("###/##.", "breaks the rules"),
        ("..#/..#", "has not the given square of row 2, column 3"),
        (".../...", "does not satisfy the constraint letters <= 5: it has 6"),
        (&grids[0].one_line(), "is listed twice"),
    ] {
        let more = [&grids[..], &[grid(line)]].concat();
        forged(&more).is_refused(why);
    }
}

#[test]
fn the_value_of_a_grid_is_stated() {
    for (constraint, why) in [
        ("blacks >= 3", "it has 2"),
        ("words <= 1", "it has 2"),
        ("length 2..3 = 2", "it has 1 of length 2"),
        ("mean-length >= 3", "its 2 words: 5 letters"),
        ("lengths = 1", "it has 2"),
    ] {
        let problem = constrained(&problem_of_size((2, 3), lax()), &[constraint]);
        let grids = [listed(&Brute, &problem), vec![grid(".../#.#")]].concat();
        Folder::new(&problem, &grids, &definition(&problem)).is_refused(&format!("the constraint {constraint}: {why}"));
    }
}

#[test]
fn the_manifest_must_state_what_the_files_hold() {
    type Forge = fn(&mut Manifest);
    let forgeries: [(Forge, &str); 7] = [
        (|manifest| manifest.claim += " ", "claim: "),
        (|manifest| manifest.rules = "ho".to_owned(), "rules: expected `lax`, found `ho`"),
        (|manifest| manifest.grids += 1, "expected `Exactly 19 grids"),
        (|manifest| manifest.variables -= 1, "variables: expected `7`, found `6`"),
        (|manifest| manifest.clauses -= 1, "clauses: "),
        (|manifest| manifest.steps += 1, "steps: expected `63`, found `64`"),
        (|manifest| manifest.check_with.clear(), "check_with has other commands than this version writes"),
    ];
    for (forge, why) in forgeries {
        let mut folder = right();
        forge(&mut folder.manifest);
        folder.is_refused(why);
    }
}

#[test]
fn other_clauses_given_squares_and_proofs_are_refused() {
    let (problem, grids) = question();
    let both = definition(&problem);
    Folder::new(&problem, &grids, &both[..1]).is_refused("leave variable 7 open");
    let breaks = [&both[..], &[Choices::of(&problem).excluding(&grids[1]).collect()]].concat();
    let clauses = 64 - grids.len() + breaks.len();
    Folder::new(&problem, &grids, &breaks)
        .is_refused(&format!("{} is not a model of the problem: it breaks clause {clauses}", grids[1].one_line()));

    let clauses = 64 + both.len();
    let (first, second) = (excluding(&[false; 6]), excluding(&[true, false, false, false, false, false]));
    let last = text(&Choices::of(&problem).excluding(&grids[grids.len() - 1]).collect::<Vec<_>>());
    let lines = [format!("{}\n{}\n", text(&first), text(&second)), format!("{}\n{}\n", text(&second), text(&first))];
    let header = |variables: usize, clauses: usize| format!("p cnf {variables} {clauses}\n");
    let forgeries = [
        (
            COMPLETE,
            header(7, clauses),
            header(8, clauses),
            "8 variables and 66 clauses, expected the problem's 7 and 66",
        ),
        (
            COMPLETE,
            header(7, clauses),
            header(7, clauses + 1),
            "7 variables and 67 clauses, expected the problem's 7 and 66",
        ),
        (COMPLETE, lines[0].clone(), lines[1].clone(), "clause 1: not that of problem.cnf"),
        (
            COMPLETE,
            format!("\n{last}\n"),
            format!("\n{}\n", last.replacen('-', "", 1)),
            "clause 66: not the one that excludes",
        ),
        (GIVENS, "???\n??.\n".to_owned(), "???\n".to_owned(), "expected 2 lines of 3 characters"),
        (GIVENS, "???\n??.\n".to_owned(), "???\n??\n".to_owned(), "expected 2 lines of 3 characters"),
        (
            GIVENS,
            "???\n??.\n".to_owned(),
            "???\n??x\n".to_owned(),
            "line 2: expected # . ? and bars between squares only",
        ),
    ];
    for (file, from, to, why) in forgeries {
        let mut folder = right();
        folder.replace(file, &from, &to);
        folder.is_refused(why);
    }
    let mut folder = right();
    let (_, text) = folder.texts.iter_mut().find(|(name, _)| *name == LRAT).expect("a proof");
    let last = text.lines().next_back().expect("many lines").len() + 1;
    text.truncate(text.len() - last);
    folder.is_refused("the proof ends after 62 steps");
}

#[test]
fn the_digests_are_those_of_the_files() {
    let place = || {
        let place = tempfile::tempdir().expect("a folder");
        right().write(place.path());
        place
    };
    for name in FILES {
        let checked = |change: &dyn Fn(&Path)| {
            let place = place();
            change(&place.path().join(name));
            check(place.path(), None, ENGINES.into(), &Stages::default()).expect_err("changed")
        };
        let longer = checked(&|path| {
            let text = std::fs::read_to_string(path).expect("it is there");
            std::fs::write(path, text + "\n").expect("room on the disk");
        });
        assert!(longer.to_string().contains("bytes, the manifest says "), "{longer}");
        let other = checked(&|path| {
            let mut bytes = std::fs::read(path).expect("it is there");
            *bytes.last_mut().expect("not empty") ^= 1;
            std::fs::write(path, bytes).expect("room on the disk");
        });
        let why = format!("refused: {name}: not the file of the manifest's digest");
        assert_eq!(other.to_string(), why);
        let gone = checked(&|path| std::fs::remove_file(path).expect("it is there"));
        assert!(matches!(gone, CheckError::Unusable(_)), "{gone}");
    }
}

#[test]
fn the_findings_name_rules_and_witness() {
    let folder = right();
    let report = folder.checked().expect("it is right");
    assert_eq!(report.witness, None);
    let grids = question().1.len();
    assert_eq!(
        report.claim,
        format!(
            "Exactly {grids} grids of 2 x 3 squares obey the rules of rules.toml ({}) and have the squares of givens.txt and satisfy \
             the constraints letters <= 5: those of grids.txt.",
            question().0.rules().spelled()
        )
    );
    let found: Vec<(&str, &str)> = report.findings.iter().map(|finding| (finding.what, &finding.found[..])).collect();
    assert_eq!(found[0], ("digests", "6 files as manifest.json says"));
    let described = question().0.rules().described();
    assert_eq!(found[1].1, format!("no built-in set: {described}"));
    let whole = format!("{grids} of {grids} grids obey the rules and the given squares and the constraints");
    assert!(found.contains(&("validator", &whole)), "{found:?}");
    assert!(found.iter().any(|(what, text)| *what == LRAT && text.starts_with("63 steps with 126 hints")), "{found:?}");
    let named = Witnesses { named: Some(&Brute), ..ENGINES.into() };
    let witness = folder.check_as(None, named).expect("it is right").witness;
    assert_eq!(
        witness,
        Some(WitnessResult { engine: "brute", clauses: ClauseUse::None, found: WitnessFinding::SameGrids })
    );

    let same = Ruleset { name: "mine".to_owned(), ..Ruleset::lax() };
    let report = folder.check_as(Some(&same), ENGINES.into()).expect("the same rules");
    assert_eq!(
        report.findings[1].found,
        format!("no built-in set: {described}, and the rules of {}, as asked for", same.described())
    );
    let other = Ruleset { min_word: 3, ..same };
    let refused = folder.check_as(Some(&other), ENGINES.into()).expect_err("other rules").to_string();
    assert!(refused.contains("min_word = 2 (there 3)"), "{refused}");

    let problem = problem_of_size((1, 5), Ruleset { min_word: 5, ..lax() });
    let one = Folder::new(&problem, &listed(&Brute, &problem), &definition(&problem)).checked().expect("it is right");
    assert!(one.claim.starts_with("Exactly 1 grid of 1 x 5 squares obeys the rules of rules.toml ("), "{}", one.claim);
}

/// Follows the progress of a certificate whose proof has more steps than there are between two reports.
#[test]
fn progress_ends_with_everything_done() {
    let problem = problem_of_size((3, 3), lax());
    let place = tempfile::tempdir().expect("a folder");
    Folder::new(&problem, &listed(&Brute, &problem), &definition(&problem)).write(place.path());
    let stages = Stages::default();
    check(place.path(), None, ENGINES.into(), &stages).expect("it is right");
    let stages = stages.0.into_inner().expect("no panic");
    for (stage, run) in &stages {
        let ((done, all, _), (announced, worked)) = (run.progress(), run.work());
        assert_eq!(done, all, "{stage}");
        assert!(announced == worked || announced == 0, "{stage}: {worked} of {announced}");
    }
    let pieces = |wanted: &str| stages.iter().find(|(stage, _)| stage == wanted).expect("a stage").1.progress().1;
    // Each of the five files has one block, and 511 steps are one piece of 256 and a rest.
    assert_eq!((pieces("comparing digests"), pieces("checking the proof")), (5, 1));
}
