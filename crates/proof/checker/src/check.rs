//! Checks a certificate: everything that its claim rests on, in logical order.
//!
//! No solver takes part, and neither does the translation into clauses. The files are read as those of an untrusted stranger.
//!
//! Memory is bounded, whatever the files hold: 0.6 GB for the formula and the list, then 0.5 GB to extend grids, then 2 GB for the proof
//! ([`allowance`](super::allowance)). A large formula is extended on one thread. A witness asks for memory separately.

use std::collections::HashSet;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use thiserror::Error;

use super::allowance::Allowance;
use super::choices::Choices;
use super::clauses::Formula;
use super::constraints::first_unmet;
use super::extension::{Extender, Extension};
use super::manifest::{COMPLETE, GRIDS, LRAT, MANIFEST, Manifest, PROBLEM, RULES, check_with, claim, open};
use super::meaning::Colourings;
use super::naming::{described, must_equal};
use super::reading::{formula, grids, must_agree, question};
use super::refusal::Refusal;
use super::report::{Finding, Meaning, Report, conclusion};
use super::watched::Watched;
use super::witness::Witnesses;
use super::{dimacs, lrat, witness};
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Run};
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::named;

/// The reason why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The certificate is wrong.
    #[error("refused: {0}")]
    Refused(Refusal),
    /// The folder is not a certificate, or has another version, or exceeds what this version reads.
    #[error("not a certificate that can be checked: {0}")]
    Unusable(Refusal),
    /// The engine that serves as a witness has no answer. That says nothing against the certificate.
    #[error("no verdict: {0}")]
    NoWitness(EngineError),
    /// The watch stopped the check.
    #[error("stopped")]
    Stopped,
}

impl From<Refusal> for CheckError {
    fn from(why: Refusal) -> Self {
        if why.is_limit() { CheckError::Unusable(why) } else { CheckError::Refused(why) }
    }
}

/// Does work that a run can stop. A stop replaces the error of the work.
fn stoppable<'a, T>(run: &'a Run, work: impl FnOnce(&'a Run) -> Result<T, CheckError>) -> Result<T, CheckError> {
    let outcome = work(run);
    run.check().map_err(|_| CheckError::Stopped)?;
    outcome
}

/// Checks the certificate in a folder.
///
/// If a reader names the `expected` rules, the certificate must be about them. Where there are too many colourings to judge them all, one
/// of `witnesses` is asked.
///
/// # Errors
/// Returns the reason if the certificate is refused or unusable, if the witness fails, or if the check is stopped.
pub fn check(
    folder: &Path,
    expected: Option<&Ruleset>,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Report, CheckError> {
    let manifest = Manifest::read(folder).map_err(CheckError::Unusable)?;
    let mut findings = Findings::default();
    manifest.agree_with(folder, &watch.run("comparing digests"))?;
    findings.add("digests", format!("{} files as {MANIFEST} says", manifest.files.len()));

    let problem = claimed(folder, &manifest)?;
    let (rules, choices) = (problem.rules(), Choices::of(&problem));
    if let Some(expected) = expected {
        must_equal(rules, expected)?;
    }
    findings.add(RULES, described(rules, expected));
    let formula = stoppable(&watch.run("reading the clauses"), |run| formula(folder, &manifest, &choices, run))?;
    let grids = stoppable(&watch.run("reading the grids"), |run| grids(folder, &manifest, &problem, run))?;
    let listed = distinct(&grids)?;
    check_refutation(folder, &manifest, &formula, &choices, &grids, watch, &mut findings)?;
    stoppable(&watch.run("judging the grids"), |run| must_be_valid(&grids, &problem, run))?;
    findings.add(
        "validator",
        format!(
            "{} of {} obey the rules{}",
            grids.len(),
            plural(grids.len(), "grid"),
            givens_and_constraints(&manifest)
        ),
    );
    let meaning = meaning(&manifest, &problem, &grids, &listed, watch, &mut findings)?;
    let mut witness = None;
    let is_needed = matches!(meaning, Meaning::Some(_));
    if is_needed || witnesses.named.is_some() {
        witness = witness::agreeing(&problem, &listed, witnesses, watch)?;
        let none = || "none: no engine that makes no use of clauses can do this in reasonable time".to_owned();
        findings.add("witness", witness.map_or_else(none, |witness| witness.says(grids.len())));
    }
    let claim = claim(&problem, manifest.grids);
    Ok(conclusion(&manifest, &problem, &choices, claim, findings.0, meaning, witness))
}

/// The findings in the order of the checks.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, what: &'static str, found: String) {
        self.0.push(Finding { what, found });
    }
}

/// Returns the question of the certificate. Returns an error unless the manifest agrees with the files.
fn claimed(folder: &Path, manifest: &Manifest) -> Result<Problem, CheckError> {
    let problem = question(folder, manifest)?;
    must_agree("claim", &manifest.claim, &claim(&problem, manifest.grids))?;
    if manifest.check_with != check_with() {
        return Err(Refusal::new(format!("{MANIFEST}: check_with has other commands than this version writes")).into());
    }
    Ok(problem)
}

/// Returns the set of listed grids, or an error if one is listed twice.
fn distinct(grids: &[Grid]) -> Result<HashSet<&Grid>, Refusal> {
    let mut listed = HashSet::new();
    match grids.iter().find(|grid| !listed.insert(*grid)) {
        Some(again) => Err(Refusal::new(format!("{GRIDS}: the grid {} is listed twice", again.one_line()))),
        None => Ok(listed),
    }
}

/// Checks that the listed grids are models of the formula and that the proofs exclude all others.
fn check_refutation(
    folder: &Path,
    manifest: &Manifest,
    formula: &Formula,
    choices: &Choices,
    grids: &[Grid],
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<(), CheckError> {
    must_be_models(formula, choices, grids, &watch.run("extending grids to models"))?;
    findings.add(
        GRIDS,
        format!("{}, all different, each a model of {PROBLEM} in exactly one way", plural(grids.len(), "grid")),
    );
    let run = watch.run("checking the proof");
    let checker = stoppable(&run, |run| complete(folder, formula, choices, grids, run))?;
    findings.add(
        COMPLETE,
        format!(
            "the {} of {PROBLEM}, and {} that each exclude one grid",
            plural(formula.clauses.len(), "clause"),
            plural(grids.len(), "clause")
        ),
    );
    let checked = stoppable(&run, |run| refutation(folder, checker, manifest, run))?;
    findings.add(
        LRAT,
        format!(
            "{} with {}, each step checked; the last is the empty clause",
            plural(checked.steps, "step"),
            plural(checked.hints, "hint")
        ),
    );
    Ok(())
}

/// Compares the list with colourings that the validator judges.
fn meaning(
    manifest: &Manifest,
    problem: &Problem,
    grids: &[Grid],
    listed: &HashSet<&Grid>,
    watch: &dyn Watch,
    findings: &mut Findings,
) -> Result<Meaning, CheckError> {
    let colourings =
        Colourings::new(problem.size(), problem.rules(), problem.givens()).with_constraints(problem.constraints());
    let meaning = colourings.judge(grids, listed, &watch.run("judging colourings"))?;
    let judged = meaning.judged(problem.rules().kind, &givens_and_constraints(manifest));
    findings.add("meaning", format!("{judged}: none is valid and not listed"));
    Ok(meaning)
}

/// Returns the words for the givens and constraints, the parts of the question beside the rules.
fn givens_and_constraints(manifest: &Manifest) -> String {
    let givens = if manifest.givens { " and the given squares" } else { "" };
    let constraints = if manifest.constraints.is_empty() { "" } else { " and the constraints" };
    format!("{givens}{constraints}")
}

/// Number of grids that one thread extends at a time.
const GRIDS_PER_TASK: usize = 64;
/// Most bytes that the extenders of all threads take together. A single extender may exceed it.
const MAX_EXTENDERS: usize = 1 << 29;

/// Extends each grid, on as many threads as memory allows, and returns the error of the first grid that fails.
fn extend_each(
    formula: &Formula,
    choices: &Choices,
    grids: &[Grid],
    run: &Run,
    judge: impl Fn(&Grid, Extension) -> Result<(), CheckError> + Sync,
) -> Result<(), CheckError> {
    let tasks = grids.len().div_ceil(GRIDS_PER_TASK);
    run.set_tasks(tasks);
    let memory = MAX_EXTENDERS / Extender::most_bytes(formula).max(1);
    let threads = memory.clamp(1, rayon::current_num_threads()).min(tasks);
    // Tasks are taken in order. Where one fails, all before it are already taken and run to their end.
    let next = AtomicUsize::new(0);
    let first_failure = |_| {
        let mut extender = Extender::new(formula);
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            let places = grids.chunks(GRIDS_PER_TASK).nth(task)?;
            for (place, grid) in places.iter().enumerate() {
                let stopped = run.check().map_err(|_| CheckError::Stopped);
                if let Err(error) = stopped.and_then(|()| judge(grid, extender.extend(choices.values(grid)))) {
                    next.store(tasks, Ordering::Relaxed);
                    return Some((task, place, error));
                }
            }
            run.task_done(places.len() as u128);
        }
    };
    let failures = (0..threads).into_par_iter().with_max_len(1).filter_map(first_failure);
    failures.min_by_key(|&(task, place, _)| (task, place)).map_or(Ok(()), |(_, _, error)| Err(error))
}

/// Returns an error unless each grid extends to a model.
fn must_be_models(formula: &Formula, choices: &Choices, grids: &[Grid], run: &Run) -> Result<(), CheckError> {
    extend_each(formula, choices, grids, run, |grid, extension| Ok(extension.must_be_model(grid.one_line())?))
}

/// Reads `complete.cnf` into a checker of proofs. It must hold the problem and then the clauses that exclude the grids.
fn complete(
    folder: &Path,
    formula: &Formula,
    choices: &Choices,
    grids: &[Grid],
    run: &Run,
) -> Result<lrat::LratChecker, CheckError> {
    let file = BufReader::new(Watched { from: open(folder, COMPLETE)?, run });
    let mut reader = dimacs::DimacsReader::new(file, COMPLETE)?;
    let number = formula.clauses.len() + grids.len();
    if (reader.variables(), reader.announced()) != (formula.variables, number) {
        let (variables, clauses) = (plural(reader.variables(), "variable"), plural(reader.announced(), "clause"));
        return Err(Refusal::new(format!(
            "{COMPLETE}: {variables} and {clauses}, expected the problem's {} and {number}",
            formula.variables
        ))
        .into());
    }
    let mut checker = lrat::LratChecker::new(formula.variables, Allowance::default());
    let excluding = grids.len() * choices.number();
    checker.reserve(number, formula.clauses.literals() + excluding);
    let mut clause = Vec::new();
    let mut given = 0;
    while reader.next(&mut clause)? {
        if given < formula.clauses.len() {
            if clause != formula.clauses.get(given) {
                return Err(reader.refuse(format_args!("not that of {PROBLEM}")).into());
            }
        } else {
            let grid = &grids[given - formula.clauses.len()];
            if !clause.iter().copied().eq(choices.excluding(grid)) {
                return Err(reader.refuse(format_args!("not the one that excludes {}", grid.one_line())).into());
            }
        }
        given += 1;
        checker.formula_clause(&clause)?;
    }
    Ok(checker)
}

/// Number of steps between two checks for a stop.
const STEPS_PER_TASK: u64 = 256;

/// Checks the proof step by step.
fn refutation(
    folder: &Path,
    checker: lrat::LratChecker,
    manifest: &Manifest,
    run: &Run,
) -> Result<lrat::CheckedProof, CheckError> {
    run.set_tasks((manifest.steps / STEPS_PER_TASK) as usize);
    let mut steps = 0_u64;
    let proof = BufReader::with_capacity(1 << 16, Watched { from: open(folder, LRAT)?, run });
    let checked = checker.refutation(proof, LRAT, || {
        steps += 1;
        if steps.is_multiple_of(STEPS_PER_TASK) {
            run.task_done(0);
            run.check().map_err(|stopped| Refusal::new(stopped.to_string()))?;
        }
        Ok(())
    })?;
    must_agree("steps", &manifest.steps, &checked.steps)?;
    Ok(checked)
}

/// Checks that every listed grid obeys the rules, has the given squares and meets the constraints.
fn must_be_valid(grids: &[Grid], problem: &Problem, run: &Run) -> Result<(), CheckError> {
    let validator = Validator::new(problem.rules());
    for grid in grids {
        run.check().map_err(|_| CheckError::Stopped)?;
        let line = grid.one_line();
        if let Some(broken) = named(grid, validator.violations(grid)).first() {
            return Err(Refusal::new(format!("{GRIDS}: the grid {line} breaks the rules: {}", broken.line())).into());
        }
        if let Some((r, c)) = problem.givens().first_broken(grid) {
            return Err(Refusal::new(format!(
                "{GRIDS}: the grid {line} has not the given square of row {}, column {}",
                r + 1,
                c + 1
            ))
            .into());
        }
        if let Some((constraint, instead)) = first_unmet(grid, problem.constraints()) {
            return Err(Refusal::new(format!(
                "{GRIDS}: the grid {line} does not satisfy the constraint {constraint}: {instead}"
            ))
            .into());
        }
    }
    Ok(())
}
