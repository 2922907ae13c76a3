//! Checking a certificate: everything that its claim rests on, in the order in which one thing leads to the next.
//!
//! Neither the translation into clauses nor any solver has a part in this. The files are read as a stranger's would be.

use std::collections::HashSet;
use std::io::BufReader;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

use super::clauses::Formula;
use super::extension::{Extender, Extension};
use super::manifest::{COMPLETE, DRAT, GRIDS, LRAT, MANIFEST, Manifest, PROBLEM, RULES, check_with, claim, open};
use super::meaning::{Colourings, Meaning};
use super::reading::{colours, formula, grids, must_agree, question};
use super::refusal::Refusal;
use super::{dimacs, drat, lrat, witness};
use crate::broken::Broken;
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::grid::Grid;
use crate::problem::{Givens, Problem};
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

/// What was found of a certificate that is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What it claims.
    pub claim: String,
    /// How many grids it lists.
    pub grids: usize,
    /// What was looked at, and how it was found.
    pub findings: Vec<Finding>,
    /// What is proved by that, a sentence each.
    pub proved: Vec<String>,
    /// What is only tested, a sentence each.
    pub tested: Vec<String>,
    /// What has to be believed, a sentence each.
    pub trusted: Vec<String>,
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its name.
    pub what: &'static str,
    /// How it was found.
    pub found: String,
}

/// So many colourings are held against the clauses themselves.
const COLOURINGS_TRIED: usize = 1 << 13;

/// Checks the certificate in a folder.
pub fn check(folder: &Path, watch: &dyn Watch) -> Result<Report, CheckError> {
    let manifest = Manifest::read(folder).map_err(CheckError::Unusable)?;
    let mut findings = Vec::new();
    let mut find = |what, found: String| findings.push(Finding { what, found });

    manifest.agree_with(folder, &watch.run("comparing digests"))?;
    find("digests", format!("{} files as {MANIFEST} says", manifest.files.len()));

    let problem = question(folder, &manifest)?;
    let claim = claim(manifest.size, &manifest.rules, manifest.givens, manifest.grids);
    must_agree("claim", &manifest.claim, &claim)?;
    if manifest.check_with != check_with() {
        return Err(Refusal::new(format!("{MANIFEST}: check_with has other commands than this version writes")).into());
    }

    let formula = formula(folder, &manifest)?;
    let grids = grids(folder, &manifest)?;
    let distinct: HashSet<&Grid> = grids.iter().collect();
    if distinct.len() < grids.len() {
        let mut seen = HashSet::new();
        let again = grids.iter().find(|grid| !seen.insert(*grid)).map(Grid::one_line).unwrap_or_default();
        return Err(Refusal::new(format!("{GRIDS}: the grid {again} is listed twice")).into());
    }
    models(&formula, &grids, &watch.run("extending grids to models"))?;
    find(
        GRIDS,
        format!("{}, all different, each a model of {PROBLEM} in exactly one way", counted(grids.len(), "grid")),
    );

    let run = watch.run("checking the proof");
    let checker = complete(folder, &formula, &grids)?;
    find(
        COMPLETE,
        format!("the {} clauses of {PROBLEM} and {} that exclude one grid each", formula.clauses.len(), grids.len()),
    );
    let proof = refutation(folder, checker, &manifest, &run)?;
    find(
        LRAT,
        format!("{} steps with {} hints, each step checked; the last is the empty clause", proof.steps, proof.hints),
    );
    find(DRAT, "the same steps".to_owned());

    valid(&grids, &problem)?;
    find(
        "validator",
        format!("{} of {} obey the rules{}", grids.len(), counted(grids.len(), "grid"), and_givens(&manifest)),
    );

    let colourings = Colourings::new(manifest.size, problem.rules(), problem.givens());
    let meaning = colourings.judge(&grids, &watch.run("judging colourings"))?;
    let tried = against_clauses(&formula, &colourings.sample(&grids, COLOURINGS_TRIED), &distinct, problem.givens())?;
    let judged = match meaning {
        Meaning::Proved { colourings } => {
            format!("the validator judged all {colourings} colourings that have the symmetry{}", and_givens(&manifest))
        }
        Meaning::Tested { changes, random } => format!(
            "the validator judged {changes} changes of one or two squares, with their images, in listed grids, and {random} random colourings"
        ),
    };
    find("meaning", format!("{judged}: none is valid and not listed; {tried} tried on the clauses, which agree"));

    let witness = match meaning {
        Meaning::Proved { .. } => None,
        Meaning::Tested { .. } => witness::agreeing(&problem, &distinct, watch)?,
    };
    if let Some(name) = witness {
        find(
            "witness",
            format!(
                "the engine {name}, which makes no use of clauses, finds the same {}",
                counted(grids.len(), "grid")
            ),
        );
    }
    Ok(conclusion(&manifest, &problem, claim, findings, meaning, witness))
}

/// What all this amounts to.
fn conclusion(
    manifest: &Manifest,
    problem: &Problem,
    claim: String,
    findings: Vec<Finding>,
    meaning: Meaning,
    witness: Option<&str>,
) -> Report {
    let mut proved = vec![
        format!(
            "{PROBLEM} has exactly {}, and the first {} variables of each are a grid of {GRIDS}, row by row, true for white.",
            counted(manifest.grids, "model"),
            manifest.size * manifest.size
        ),
        format!("Every grid of {GRIDS} obeys the rules as the validator reads them."),
    ];
    let mut tested = Vec::new();
    match meaning {
        Meaning::Proved { .. } => proved.push("No other grid does: all that have the symmetry were judged. So the claim holds as the validator reads the rules.".to_owned()),
        Meaning::Tested { .. } => tested.push(format!(
            "That no other grid obeys the rules is proved of the clauses of {PROBLEM}; that these say what the rules say was tried on the colourings above, not on all{}.",
            witness.map_or(String::new(), |name| format!(", and the engine {name} finds no other grid"))
        )),
    }
    let rules = &problem.rules().name;
    let trusted = vec![
        format!("That {RULES} ({rules}) are the rules you mean, and that the validator reads them as you do."),
        "The code of this checker, its compiler and this machine; the proof alone can be checked by other programs (see check_with in manifest.json).".to_owned(),
    ];
    Report { claim, grids: manifest.grids, findings, proved, tested, trusted }
}

/// As in "1 grid" and "17 grids".
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn and_givens(manifest: &Manifest) -> &'static str {
    if manifest.givens { " and the given squares" } else { "" }
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
        run.piece_done(piece.len() as u64);
        Ok(())
    });
    failed.find_map_first(Result::err).map_or(Ok(()), Err)
}

/// Each of some colourings must satisfy the clauses exactly if it is listed; how many they are.
fn against_clauses(
    formula: &Formula,
    sample: &[Grid],
    listed: &HashSet<&Grid>,
    givens: &Givens,
) -> Result<usize, CheckError> {
    let wrong = sample.par_iter().map_with(Extender::new(formula), |extender, grid| {
        let satisfies = match extender.extend(colours(grid)) {
            Extension::Model => true,
            Extension::Breaks(_) => false,
            Extension::Leaves(variable) => {
                let grid = grid.one_line();
                return Err(Refusal::new(format!("{PROBLEM}: the colouring {grid} leaves variable {variable} open")));
            }
        };
        let expected = listed.contains(grid) && givens.first_broken(grid).is_none();
        if satisfies == expected {
            return Ok(());
        }
        let grid = grid.one_line();
        Err(Refusal::new(format!(
            "{PROBLEM}: the colouring {grid} satisfies the clauses and is not listed, or the reverse"
        )))
    });
    match wrong.find_map_first(Result::err) {
        Some(why) => Err(why.into()),
        None => Ok(sample.len()),
    }
}

/// Reads `complete.cnf`, which must be the problem and the clauses that exclude the grids, into a checker of proofs.
fn complete(folder: &Path, formula: &Formula, grids: &[Grid]) -> Result<lrat::Checker, CheckError> {
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
    let mut checker = lrat::Checker::new(formula.variables);
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
        checker.formula_clause(&clause)?;
        given += 1;
    }
    Ok(checker)
}

/// Steps between two looks at the stop sign.
const STEPS_A_PIECE: u64 = 256;

/// Checks the LRAT proof, and that the DRAT proof derives the same clauses in the same order.
fn refutation(
    folder: &Path,
    checker: lrat::Checker,
    manifest: &Manifest,
    run: &Run,
) -> Result<lrat::Checked, CheckError> {
    run.set_pieces((manifest.steps / STEPS_A_PIECE) as usize);
    let mut drat = drat::Reader::new(BufReader::new(open(folder, DRAT)?), DRAT, manifest.variables);
    let mut lemma = Vec::new();
    let mut steps = 0_u64;
    let proof = BufReader::with_capacity(1 << 16, open(folder, LRAT)?);
    let checked = checker.refutation(proof, LRAT, |clause| {
        steps += 1;
        if steps.is_multiple_of(STEPS_A_PIECE) {
            run.piece_done(0);
            // Whether it was this is seen below.
            run.check().map_err(|_| Refusal::new("stopped"))?;
        }
        if !drat.next(&mut lemma)? || lemma != clause {
            return Err(drat.refuse(format_args!("not the clause of step {steps} of {LRAT}")));
        }
        Ok(())
    });
    if run.check().is_err() {
        return Err(CheckError::Stopped);
    }
    let checked = checked?;
    if drat.next(&mut lemma)? {
        return Err(drat.refuse("the proof goes on after the empty clause").into());
    }
    must_agree("steps", &manifest.steps, &checked.steps)?;
    Ok(checked)
}

/// Every listed grid must obey the rules and have the given squares.
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
    }
    Ok(())
}
