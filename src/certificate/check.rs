//! Checking a certificate: everything that its claim rests on, in the order in which one thing leads to the next.
//!
//! Neither the translation into clauses nor any solver has a part in this. The files are read as a stranger's would be.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use rayon::prelude::*;
use thiserror::Error;

use super::clauses::Formula;
use super::constraints::first_unmet;
use super::extension::{Extender, Extension};
use super::manifest::{COMPLETE, DRAT, GRIDS, LRAT, MANIFEST, Manifest, PROBLEM, RULES, check_with, claim, open};
use super::meaning::Colourings;
use super::naming::{must_be_those_meant, named};
use super::reading::{colours, formula, grids, must_agree, question};
use super::refusal::Refusal;
use super::report::{Finding, Meaning, Report, conclusion};
use super::{dimacs, drat, lrat, witness};
use crate::broken::Broken;
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::Problem;
use crate::rules::Ruleset;
use crate::rules::validator::Validator;

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// It is wrong.
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    /// It is none, or of another version, or beyond what this version reads.
    #[error("not a certificate that can be checked: {0}")]
    Unusable(Refusal),
    /// The watch wanted no more.
    #[error("stopped")]
    Stopped,
}

/// So many colourings are held against the clauses themselves.
const COLOURINGS_TRIED: usize = 1 << 13;

/// Checks the certificate in a folder. If a reader says which rules are `meant`, it must be about these.
pub fn check(folder: &Path, meant: Option<&Ruleset>, watch: &dyn Watch) -> Result<Report, CheckError> {
    let manifest = Manifest::read(folder).map_err(CheckError::Unusable)?;
    let mut findings = Findings::default();
    manifest.agree_with(folder, &watch.run("comparing digests"))?;
    findings.add("digests", format!("{} files as {MANIFEST} says", manifest.files.len()));

    let problem = claimed(folder, &manifest)?;
    let rules = problem.rules();
    if let Some(meant) = meant {
        must_be_those_meant(rules, meant)?;
    }
    findings.add(RULES, named(rules, meant));
    let formula = formula(folder, &manifest)?;
    let grids = grids(folder, &manifest)?;
    let listed = all_different(&grids)?;
    refuted(folder, &manifest, &formula, &grids, watch, &mut findings)?;
    valid(&grids, &problem)?;
    findings.add(
        "validator",
        format!("{} of {} obey the rules{}", grids.len(), plural(grids.len(), "grid"), and_more(&manifest)),
    );
    let meaning = meaning(&manifest, &problem, &formula, &grids, &listed, watch, &mut findings)?;
    let witness = match meaning {
        Meaning::All { .. } => None,
        Meaning::Some(_) => {
            let witness = witness::agreeing(&problem, &listed, watch)?;
            let none = || "none: no engine that makes no use of clauses can do this in reasonable time".to_owned();
            findings.add("witness", witness.map_or_else(none, |witness| witness.says(grids.len())));
            witness
        }
    };
    let claim = claim(&problem, &rules.described(), manifest.grids);
    Ok(conclusion(&manifest, &problem, claim, findings.0, meaning, witness))
}

/// What was found, in order.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, what: &'static str, found: String) {
        self.0.push(Finding { what, found });
    }
}

/// The question, if what the manifest says of it is what the files say.
fn claimed(folder: &Path, manifest: &Manifest) -> Result<Problem, CheckError> {
    let problem = question(folder, manifest)?;
    must_agree("claim", &manifest.claim, &claim(&problem, &problem.rules().name, manifest.grids))?;
    if manifest.check_with != check_with() {
        return Err(Refusal::new(format!("{MANIFEST}: check_with has other commands than this version writes")).into());
    }
    Ok(problem)
}

/// The listed grids, if none is listed twice.
fn all_different(grids: &[Grid]) -> Result<HashSet<&Grid>, Refusal> {
    let mut listed = HashSet::new();
    match grids.iter().find(|grid| !listed.insert(*grid)) {
        Some(again) => Err(Refusal::new(format!("{GRIDS}: the grid {} is listed twice", again.one_line()))),
        None => Ok(listed),
    }
}

/// The listed grids must be models of the formula, and the proofs must show that there are no others.
fn refuted(
    folder: &Path,
    manifest: &Manifest,
    formula: &Formula,
    grids: &[Grid],
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    models(formula, grids, &watch.run("extending grids to models"))?;
    findings.add(
        GRIDS,
        format!("{}, all different, each a model of {PROBLEM} in exactly one way", plural(grids.len(), "grid")),
    );
    let run = watch.run("checking the proof");
    let proofs = complete(folder, formula, grids)?;
    findings.add(
        COMPLETE,
        format!("the {} clauses of {PROBLEM} and {} that exclude one grid each", formula.clauses.len(), grids.len()),
    );
    let (checked, forgotten) = refutation(folder, proofs, manifest, &run)?;
    findings.add(
        LRAT,
        format!(
            "{} steps with {} hints, each step checked; the last is the empty clause",
            checked.steps, checked.hints
        ),
    );
    findings.add(
        DRAT,
        format!("the same steps, each from clauses that are held at that point; {forgotten} are forgotten on the way"),
    );
    Ok(())
}

/// Holds the list against colourings that the validator judges, and the clauses against a few of them.
fn meaning(
    manifest: &Manifest,
    problem: &Problem,
    formula: &Formula,
    grids: &[Grid],
    listed: &HashSet<&Grid>,
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<Meaning, CheckError> {
    let colourings = Colourings::new(manifest.size, problem.rules(), problem.givens()).granting(problem.wishes());
    let meaning = colourings.judge(grids, listed, &watch.run("judging colourings"))?;
    let tried = against_clauses(formula, &colourings.sample(grids, COLOURINGS_TRIED), listed)?;
    findings.add(
        "meaning",
        format!(
            "{}: none is valid and not listed; {tried} were tried on the clauses, which agree",
            meaning.judged(&and_more(manifest))
        ),
    );
    Ok(meaning)
}

/// What was asked for beside the rules.
fn and_more(manifest: &Manifest) -> String {
    let givens = if manifest.givens { " and the given squares" } else { "" };
    let wishes = if manifest.wishes.is_empty() { "" } else { " and the wishes" };
    format!("{givens}{wishes}")
}

/// Grids that one thread extends before it looks at the stop sign.
const GRIDS_A_PIECE: usize = 64;

/// Each grid must extend to a model.
fn models(formula: &Formula, grids: &[Grid], run: &Run) -> Result<(), CheckError> {
    run.set_pieces(grids.len().div_ceil(GRIDS_A_PIECE));
    let extender = Extender::new(formula);
    let failed = grids.par_chunks(GRIDS_A_PIECE).map_with(extender, |extender, piece| {
        run.check().map_err(|_| CheckError::Stopped)?;
        for grid in piece {
            extender.extend(colours(grid)).must_be_model(grid.one_line())?;
        }
        run.piece_done(piece.len() as u128);
        Ok(())
    });
    failed.find_map_first(Result::err).map_or(Ok(()), Err)
}

/// Each of some colourings must satisfy the clauses exactly if it is listed; how many they are. The proof says so too: should
/// its checker be wrong, this may show it.
fn against_clauses(formula: &Formula, sample: &[Grid], listed: &HashSet<&Grid>) -> Result<usize, CheckError> {
    let wrong = sample.par_iter().map_with(Extender::new(formula), |extender, grid| {
        let wrong = match (extender.extend(colours(grid)), listed.contains(grid)) {
            (Extension::Model, true) | (Extension::Breaks(_), false) => return Ok(()),
            (Extension::Model, false) => "satisfies the clauses and is not listed".to_owned(),
            (Extension::Breaks(clause), true) => format!("is listed and breaks clause {}", clause + 1),
            (Extension::Leaves(variable), _) => format!("leaves variable {variable} open"),
        };
        Err(Refusal::new(format!("{PROBLEM}: the colouring {} {wrong}", grid.one_line())))
    });
    match wrong.find_map_first(Result::err) {
        Some(why) => Err(why.into()),
        None => Ok(sample.len()),
    }
}

/// The checkers of the two forms of the proof.
struct Proofs {
    lrat: lrat::Checker,
    drat: drat::Checker<BufReader<File>>,
}

/// Reads `complete.cnf`, which must be the problem and the clauses that exclude the grids, into checkers of proofs.
fn complete(folder: &Path, formula: &Formula, grids: &[Grid]) -> Result<Proofs, CheckError> {
    let mut reader = dimacs::Reader::new(BufReader::new(open(folder, COMPLETE)?), COMPLETE)?;
    let number = formula.clauses.len() + grids.len();
    if (reader.variables(), reader.announced()) != (formula.variables, number) {
        let (variables, announced) = (reader.variables(), reader.announced());
        return Err(Refusal::new(format!(
            "{COMPLETE}: {variables} variables and {announced} clauses, expected the problem's {} and {number}",
            formula.variables
        ))
        .into());
    }
    let drat = BufReader::new(open(folder, DRAT)?);
    let mut proofs =
        Proofs { lrat: lrat::Checker::new(formula.variables), drat: drat::Checker::new(drat, DRAT, formula.variables) };
    let mut clause = Vec::new();
    let mut given = 0;
    while reader.next(&mut clause)? {
        if given < formula.clauses.len() {
            if clause != formula.clauses.get(given) {
                return Err(reader.refuse(format_args!("not that of {PROBLEM}")).into());
            }
        } else {
            let grid = &grids[given - formula.clauses.len()];
            let excluding = (1..).zip(colours(grid)).map(|(square, white)| if white { -square } else { square });
            if !clause.iter().copied().eq(excluding) {
                return Err(reader.refuse(format_args!("not the one that excludes {}", grid.one_line())).into());
            }
        }
        given += 1;
        proofs.lrat.formula_clause(&clause)?;
        proofs.drat.formula_clause(given as u64, &clause)?;
    }
    Ok(proofs)
}

/// Steps between two looks at the stop sign.
const STEPS_A_PIECE: u64 = 256;

/// Checks both forms of the proof: the LRAT proof, and how many clauses the DRAT proof forgets.
fn refutation(
    folder: &Path,
    proofs: Proofs,
    manifest: &Manifest,
    run: &Run,
) -> Result<(lrat::Checked, u64), CheckError> {
    run.set_pieces((manifest.steps / STEPS_A_PIECE) as usize);
    let Proofs { lrat, mut drat } = proofs;
    let mut steps = 0_u64;
    let proof = BufReader::with_capacity(1 << 16, open(folder, LRAT)?);
    let checked = lrat.refutation(proof, LRAT, |step| {
        steps += 1;
        if steps.is_multiple_of(STEPS_A_PIECE) {
            run.piece_done(0);
            // Whether it was this is seen below.
            run.check().map_err(|_| Refusal::new("stopped"))?;
        }
        drat.derive(step)
    });
    if run.check().is_err() {
        return Err(CheckError::Stopped);
    }
    let checked = checked?;
    let forgotten = drat.end()?;
    must_agree("steps", &manifest.steps, &checked.steps)?;
    Ok((checked, forgotten))
}

/// Every listed grid must obey the rules, have the given squares and grant the wishes.
fn valid(grids: &[Grid], problem: &Problem) -> Result<(), Refusal> {
    let validator = Validator::new(problem.rules());
    for grid in grids {
        let line = grid.one_line();
        if let Some(broken) = Broken::of(grid, validator.violations(grid)).first() {
            return Err(Refusal::new(format!("{GRIDS}: the grid {line} breaks the rules: {}", broken.line())));
        }
        if let Some((r, c)) = problem.givens().first_broken(grid) {
            return Err(Refusal::new(format!(
                "{GRIDS}: the grid {line} has not the given square of row {}, column {}",
                r + 1,
                c + 1
            )));
        }
        if let Some((wish, instead)) = first_unmet(grid, problem.wishes()) {
            return Err(Refusal::new(format!("{GRIDS}: the grid {line} does not grant the wish {wish}: {instead}")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the white grid of 3 × 3 and the black one satisfy a formula exactly where they are listed.
    fn tried(text: &str, listed: &[Grid]) -> Result<usize, CheckError> {
        let formula = dimacs::read(text.as_bytes(), PROBLEM).expect("a formula");
        let mut white = Grid::black(3, 3);
        (0..9).for_each(|square| white.set_white(square / 3, square % 3, true));
        against_clauses(&formula, &[white, Grid::black(3, 3)], &listed.iter().collect())
    }

    #[test]
    fn clauses_and_list_are_held_against_each_other() {
        let black = [Grid::black(3, 3)];
        assert_eq!(tried("p cnf 9 1\n-1 0\n", &black), Ok(2));
        for (text, listed, why) in [
            ("p cnf 9 0\n", &black[..], ".../.../... satisfies the clauses and is not listed"),
            ("p cnf 9 2\n-1 0\n2 0\n", &black, "###/###/### is listed and breaks clause 2"),
            ("p cnf 10 2\n-1 0\n10 1 -2 0\n", &black, "###/###/### leaves variable 10 open"),
            ("p cnf 10 2\n-1 0\n10 1 -2 0\n", &[], "###/###/### leaves variable 10 open"),
        ] {
            let refused = tried(text, listed).expect_err(text).to_string();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }
}
