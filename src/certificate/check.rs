//! Checking a certificate: everything that its claim rests on, in the order in which one thing leads to the next.
//!
//! Neither the translation into clauses nor any solver has a part in this. The files are read as a stranger's would be.

use std::collections::HashSet;
use std::fmt::Display;
use std::io::{BufReader, Read};
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error;

use super::clauses::Formula;
use super::extension::{Extender, Extension};
use super::manifest::{
    COMPLETE, DRAT, GIVENS, GRIDS, LRAT, MANIFEST, MOST_GRIDS, Manifest, PROBLEM, RULES, check_with, claim, open,
    unreadable,
};
use super::meaning::{Colourings, Meaning};
use super::refusal::Refusal;
use super::words::Words;
use super::{dimacs, lrat};
use crate::engine::Run;
use crate::engine::watch::Watch;
use crate::grid::Grid;
use crate::problem::{Givens, Problem};
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

/// Rule sets and given squares are small; a formula larger than this is none of ours.
const MOST_TEXT: u64 = 1 << 20;
const MOST_FORMULA: u64 = 1 << 26;
/// So many colourings are held against the clauses themselves.
const COLOURINGS_TRIED: usize = 1 << 13;

/// Checks the certificate in a folder.
pub fn check(folder: &Path, watch: &dyn Watch) -> Result<Report, CheckError> {
    let manifest = Manifest::read(folder).map_err(CheckError::Unusable)?;
    let mut findings = Vec::new();
    let mut find = |what, found: String| findings.push(Finding { what, found });

    manifest.compare(folder, &watch.run("comparing digests"))?;
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
    find(GRIDS, format!("{} grids, all different, each a model of {PROBLEM} in exactly one way", grids.len()));

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
    find("validator", format!("all {} grids obey the rules{}", grids.len(), and_givens(&manifest)));

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

    Ok(conclusion(&manifest, &problem, claim, findings, meaning))
}

/// What all this amounts to.
fn conclusion(
    manifest: &Manifest,
    problem: &Problem,
    claim: String,
    findings: Vec<Finding>,
    meaning: Meaning,
) -> Report {
    let grids = manifest.grids;
    let mut proved = vec![
        format!(
            "{PROBLEM} has exactly {grids} models, and the first {} variables of each are a grid of {GRIDS}, row by row, true for white.",
            manifest.size * manifest.size
        ),
        format!("Every grid of {GRIDS} obeys the rules as the validator reads them."),
    ];
    let mut tested = Vec::new();
    match meaning {
        Meaning::Proved { .. } => proved.push("No other grid does: all that have the symmetry were judged. So the claim holds as the validator reads the rules.".to_owned()),
        Meaning::Tested { .. } => tested.push(format!(
            "That no other grid obeys the rules is proved of the clauses of {PROBLEM}; that these say what the rules say was tried on the colourings above, not on all."
        )),
    }
    let rules = &problem.rules().name;
    let trusted = vec![
        format!("That {RULES} ({rules}) are the rules you mean, and that the validator reads them as you do."),
        "The code of this checker, its compiler and this machine; the proof alone can be checked by other programs (see check_with in manifest.json).".to_owned(),
    ];
    Report { claim, grids, findings, proved, tested, trusted }
}

fn and_givens(manifest: &Manifest) -> &'static str {
    if manifest.givens { " and the given squares" } else { "" }
}

/// The rules, the size and the given squares.
fn question(folder: &Path, manifest: &Manifest) -> Result<Problem, CheckError> {
    let rules = text(folder, RULES, MOST_TEXT)?;
    let rules = Ruleset::from_toml(&rules, "rules").map_err(|error| Refusal::new(format!("{RULES}:{error}")))?;
    must_agree("rules", &manifest.rules, &rules.name)?;
    let problem = Problem::new(manifest.size, rules).map_err(|error| Refusal::new(format!("{MANIFEST}: {error}")))?;
    if !manifest.givens {
        return Ok(problem);
    }
    let givens = givens(&text(folder, GIVENS, MOST_TEXT)?, manifest.size)?;
    problem.with_givens(givens).map_err(|error| Refusal::new(format!("{GIVENS}: {error}")).into())
}

/// Given squares: # black, . white, ? open, a row a line.
fn givens(text: &str, size: usize) -> Result<Givens, Refusal> {
    let mut givens = Givens::open(size, size);
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() != size || lines.iter().any(|line| line.len() != size) {
        return Err(Refusal::new(format!("{GIVENS}: expected {size} lines of {size} characters")));
    }
    for (r, line) in lines.into_iter().enumerate() {
        for (c, character) in line.chars().enumerate() {
            match character {
                '#' => givens.fix(r, c, false),
                '.' => givens.fix(r, c, true),
                '?' => {}
                _ => return Err(Refusal::new(format!("{GIVENS}, line {}: expected # . and ? only", r + 1))),
            }
        }
    }
    Ok(givens)
}

fn formula(folder: &Path, manifest: &Manifest) -> Result<Formula, CheckError> {
    let file = open(folder, PROBLEM)?;
    let length = file.metadata().map_err(|error| unreadable(PROBLEM, &error))?.len();
    if length > MOST_FORMULA {
        return Err(CheckError::Unusable(Refusal::new(format!("{PROBLEM}: larger than {MOST_FORMULA} bytes"))));
    }
    let formula = dimacs::read(BufReader::new(file.take(length)), PROBLEM)?;
    must_agree("variables", manifest.variables, formula.variables)?;
    must_agree("clauses", manifest.clauses, formula.clauses.len())?;
    let squares = manifest.size * manifest.size;
    if formula.variables < squares {
        return Err(Refusal::new(format!("{PROBLEM}: {} variables for {squares} squares", formula.variables)).into());
    }
    Ok(formula)
}

/// The listed grids: a line each, all lines of one length.
fn grids(folder: &Path, manifest: &Manifest) -> Result<Vec<Grid>, CheckError> {
    let file = open(folder, GRIDS)?;
    let length = file.metadata().map_err(|error| unreadable(GRIDS, &error))?.len();
    let line = manifest.size * (manifest.size + 1);
    if !length.is_multiple_of(line as u64) || length / line as u64 > MOST_GRIDS as u64 {
        return Err(Refusal::new(format!("{GRIDS}: {length} bytes are no list of grids, {line} bytes each")).into());
    }
    let number = (length / line as u64) as usize;
    must_agree("grids", manifest.grids, number)?;
    let mut file = BufReader::new(file);
    let mut bytes = vec![0; line];
    let mut grids = Vec::new();
    for i in 1..=number {
        file.read_exact(&mut bytes).map_err(|error| unreadable(GRIDS, &error))?;
        let is_grid = |size: usize| {
            bytes.chunks_exact(size + 1).enumerate().all(|(r, row)| {
                row[..size].iter().all(|byte| matches!(byte, b'#' | b'.'))
                    && row[size] == if r + 1 == size { b'\n' } else { b'/' }
            })
        };
        if !is_grid(manifest.size) {
            return Err(Refusal::new(format!("{GRIDS}, line {i}: expected a grid, its rows joined by /")).into());
        }
        let mut grid = Grid::black(manifest.size, manifest.size);
        for (r, row) in bytes.chunks_exact(manifest.size + 1).enumerate() {
            for (c, byte) in row[..manifest.size].iter().enumerate() {
                grid.set_white(r, c, *byte == b'.');
            }
        }
        grids.push(grid);
    }
    Ok(grids)
}

/// The colours, row by row.
fn colours(grid: &Grid) -> impl Iterator<Item = bool> + '_ {
    (0..grid.height()).flat_map(move |r| (0..grid.width()).map(move |c| grid.is_white(r, c)))
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
    let mut drat = Words::new(BufReader::new(open(folder, DRAT)?), DRAT);
    let mut lemma = Vec::new();
    let mut steps = 0_u64;
    let proof = BufReader::with_capacity(1 << 16, open(folder, LRAT)?);
    let checked = checker.refutation(proof, LRAT, |clause| {
        steps += 1;
        if steps.is_multiple_of(STEPS_A_PIECE) {
            run.piece_done(0);
            // Which of the two it was is seen below.
            run.check().map_err(|_| Refusal::new("stopped"))?;
        }
        next_derived(&mut drat, &mut lemma, manifest.variables)?;
        if lemma != clause {
            return Err(drat.refuse(format_args!("not the clause of step {steps} of {LRAT}")));
        }
        Ok(())
    });
    if run.check().is_err() {
        return Err(CheckError::Stopped);
    }
    let checked = checked?;
    if drat.next()?.is_some() {
        return Err(drat.refuse("the proof goes on after the empty clause").into());
    }
    must_agree("steps", manifest.steps, checked.steps)?;
    Ok(checked)
}

/// The next clause that a DRAT proof derives; what it forgets is passed over.
fn next_derived(
    drat: &mut Words<impl std::io::BufRead>,
    lemma: &mut Vec<i32>,
    variables: usize,
) -> Result<(), Refusal> {
    lemma.clear();
    loop {
        let forget = match drat.next()? {
            Some(b"d") => true,
            Some(word) => {
                let literal = super::words::number(word);
                match literal {
                    Some(0) => return Ok(()),
                    Some(literal) => push_literal(drat, lemma, literal, variables)?,
                    None => return Err(drat.refuse("expected a literal")),
                }
                false
            }
            None => return Err(drat.refuse(format_args!("the proof ends before that of {LRAT}"))),
        };
        if forget && !lemma.is_empty() {
            return Err(drat.refuse("expected a literal"));
        }
        loop {
            match drat.needed()? {
                0 if forget => break,
                0 => return Ok(()),
                _ if forget => {}
                literal => push_literal(drat, lemma, literal, variables)?,
            }
        }
    }
}

fn push_literal(
    drat: &Words<impl std::io::BufRead>,
    lemma: &mut Vec<i32>,
    literal: i64,
    variables: usize,
) -> Result<(), Refusal> {
    match i32::try_from(literal) {
        Ok(literal) if lemma.len() < variables => lemma.push(literal),
        _ => return Err(drat.refuse(format_args!("more than {variables} literals, or one that is none"))),
    }
    Ok(())
}

/// Every listed grid must obey the rules and have the given squares.
fn valid(grids: &[Grid], problem: &Problem) -> Result<(), Refusal> {
    let validator = Validator::new(problem.rules());
    for grid in grids {
        let line = grid.one_line();
        if let Some(violation) = validator.violations(grid).first() {
            return Err(Refusal::new(format!("{GRIDS}: the grid {line} breaks the rules: {violation}")));
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

fn must_agree<T: PartialEq + Display>(what: &str, said: T, found: T) -> Result<(), Refusal> {
    if said == found {
        Ok(())
    } else {
        Err(Refusal::new(format!("{MANIFEST}: {what}: {said}, and it should be {found}")))
    }
}

fn text(folder: &Path, name: &'static str, most: u64) -> Result<String, Refusal> {
    let mut bytes = Vec::new();
    open(folder, name)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > most {
        return Err(Refusal::new(format!("{name}: larger than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Refusal::new(format!("{name}: not UTF-8 text")))
}
