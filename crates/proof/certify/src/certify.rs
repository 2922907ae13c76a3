//! Makes a certificate: the problem as clauses, its grids, the refutation of any other grid, and the claim.

use std::io::{self, BufReader, Write};
use std::path::Path;

use crate::error::{CertifyError, too_many};
use crate::proof::Proof;
use crate::proving::{self, Proving};
use crate::refutation::{Refutation, Stop};
use crate::search::search;
use gridcheck_checker::choices::Choices;
use gridcheck_checker::clauses::{Formula, write_clause};
use gridcheck_checker::manifest::{
    COMPLETE, FORMAT, FileRecord, GIVENS, GRIDS, HashedFile, LRAT, MANIFEST, MAX_GRIDS, Manifest, PROBLEM, RULES,
    check_with, claim, open,
};
use gridcheck_checker::refusal::Refusal;
use gridcheck_checker::{CheckError, Report, Witnesses, check, dimacs};
use gridcheck_core::constraint::Constraint;
use gridcheck_core::problem::Problem;
use gridcheck_encodings::cnf::Cnf;
use gridcheck_encodings::unsupported_constraint;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, EngineError, Purpose, Run};
#[cfg(feature = "files")]
use gridcheck_files::folder::NewFolder;

/// Number of grids or steps written between two checks for a stop.
const BETWEEN_CHECKS: usize = 1024;
/// Number of parts of the search's progress: thousandths of a percent.
const SHARES: usize = 100_000;

/// Makes the certificate of a problem in a new folder `place` and checks it. On an error nothing is left there.
///
/// # Errors
/// Returns an error if the folder cannot be written, if the problem is too large or has a constraint without clauses, if the
/// check fails, or on a stop.
#[cfg(feature = "files")]
pub fn certify(
    problem: &Problem,
    place: &Path,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Report, CertifyError> {
    complete_or_none(place, |folder| certify_in(folder, problem, witnesses, watch))
}

/// Makes a certificate as [`certify`] does, from the refutation of another program, which is retraced.
///
/// # Errors
/// Returns an error for the same causes, and if the prover fails or its proof is wrong.
#[cfg(feature = "files")]
pub fn certify_by(
    proving: &Proving,
    problem: &Problem,
    place: &Path,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Report, CertifyError> {
    complete_or_none(place, |folder| make(folder, problem, Some(proving), witnesses, watch))
}

#[cfg(feature = "files")]
fn complete_or_none(
    place: &Path,
    make: impl FnOnce(&Path) -> Result<Report, CertifyError>,
) -> Result<Report, CertifyError> {
    let folder = NewFolder::begin(place)?;
    let report = make(folder.path())?;
    folder.keep()?;
    Ok(report)
}

/// Makes the certificate of a problem in an existing empty folder and checks it. On an error the caller must delete the folder.
///
/// # Errors
/// Returns an error if the folder cannot be written, if the problem is too large or has a constraint without clauses, if the
/// check fails, or on a stop.
pub fn certify_in(
    folder: &Path,
    problem: &Problem,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Report, CertifyError> {
    make(folder, problem, None, witnesses, watch)
}

fn make(
    folder: &Path,
    problem: &Problem,
    proving: Option<&Proving>,
    witnesses: Witnesses,
    watch: &dyn Watch,
) -> Result<Report, CertifyError> {
    if let Some(fault) = problem.rules().name_fault() {
        return Err(Refusal::new(format!("{RULES}: {fault}")).into());
    }
    if let Some(why) = unsupported_constraint(problem) {
        return Err(Refusal::new(why).into());
    }
    witnesses.about(problem, |candidates| {
        // A prover can answer before a count is complete. The listing for it stops at too many grids.
        if proving.is_none() {
            refuse_if_large(candidates, watch)?;
        }
        fill(folder, candidates, proving, watch)?;
        let witnesses = Witnesses { prepared: Some(candidates), ..witnesses };
        check(folder, None, witnesses, watch).map_err(|error| match error {
            CheckError::Refused(why) | CheckError::Unusable(why) => CertifyError::Wrong(why),
            CheckError::NoWitness(why) => CertifyError::Wrong(Refusal::new(why.to_string())),
            CheckError::Stopped => CertifyError::Stopped,
        })
    })
}

/// Returns an error if a fast engine finds that there are too many grids. That takes less time than the search.
fn refuse_if_large(candidates: &Candidates, watch: &dyn Watch) -> Result<(), CertifyError> {
    let Some(prepared) = candidates.quick(Purpose::Sum) else { return Ok(()) };
    let grids = match prepared.count(&watch.run("counting")) {
        Ok(grids) => grids,
        Err(EngineError::Stopped) => return Err(CertifyError::Stopped),
        Err(error) => return Err(Refusal::new(error.to_string()).into()),
    };
    Ok(must_fit(grids)?)
}

/// Returns an error if a certificate cannot have this many grids.
fn must_fit(grids: u128) -> Result<(), Refusal> {
    if grids > MAX_GRIDS as u128 {
        return Err(too_many(grids));
    }
    Ok(())
}

/// Writes all files of a certificate into an empty folder.
fn fill(
    folder: &Path,
    candidates: &Candidates,
    proving: Option<&Proving>,
    watch: &dyn Watch,
) -> Result<(), CertifyError> {
    let problem = candidates.problem();
    let rules = problem.rules();
    let givens = problem.givens();
    let mut files = vec![write(folder, RULES, |out| out.write_all(rules.to_toml().as_bytes()))?];
    if !givens.is_empty() {
        files.push(write(folder, GIVENS, |out| writeln!(out, "{givens}"))?);
    }
    let run = watch.run("writing the formula");
    files.push(write(folder, PROBLEM, |out| Cnf::of(problem).write(out))?);
    if run.check().is_err() {
        return Err(CertifyError::Stopped);
    }

    // Read the formula back: the certificate is about the content of the file.
    let formula = dimacs::read(BufReader::new(open(folder, PROBLEM)?), PROBLEM)?;
    let choices = Choices::of(problem);
    let found = match proving {
        None => grids_and_refutation(&formula, &choices, &watch.run("searching"))?,
        Some(proving) => proving::find(proving, candidates, &formula, &choices, watch)?,
    };
    let list = List::new(&choices, &found);
    let proof = Proof::new(&found, formula.clauses.len(), &list.places);
    let run = watch.run("writing");
    files.extend(write_findings(folder, &formula, &list, &proof, &run).map_err(|error| match run.check() {
        Err(_) => CertifyError::Stopped,
        Ok(()) => CertifyError::Write(error),
    })?);

    let constraints: Vec<String> = problem.constraints().iter().map(Constraint::to_string).collect();
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        made_by: concat!("gridcheck ", env!("CARGO_PKG_VERSION")).to_owned(),
        refuted_by: proving.map(|proving| proving.prover.name().to_owned()),
        claim: claim(problem, list.order.len()),
        size: problem.size().into(),
        rules: rules.name.clone(),
        givens: !givens.is_empty(),
        constraints,
        grids: list.order.len(),
        variables: formula.variables,
        clauses: formula.clauses.len(),
        steps: proof.steps() as u64,
        files,
        check_with: check_with(),
    };
    write(folder, MANIFEST, |out| {
        serde_json::to_writer_pretty(&mut *out, &manifest)?;
        writeln!(out)
    })?;
    Ok(())
}

fn grids_and_refutation(formula: &Formula, choices: &Choices, run: &Run) -> Result<Refutation, CertifyError> {
    run.set_tasks(SHARES);
    let (mut shown, mut known) = (0, 0);
    let found = search(formula, choices.number(), &mut |share, grids| {
        let done = ((share * SHARES as f64) as usize).clamp(shown, SHARES);
        run.tasks_done((done - shown) as u64, (grids - known) as u128);
        (shown, known) = (done, grids);
        run.check().map_err(|_| Stop::Requested)
    });
    Ok(found?)
}

/// The grids that a search found, sorted by their lines.
struct List<'a> {
    found: &'a Refutation,
    lines: Vec<String>,
    /// The grid of each line, as an index in the order of finding.
    order: Vec<usize>,
    /// The line of each grid.
    places: Vec<usize>,
}

impl<'a> List<'a> {
    fn new(choices: &Choices, found: &'a Refutation) -> Self {
        let lines: Vec<String> = found.grids.iter().map(|values| choices.grid(values).one_line()).collect();
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_unstable_by_key(|&grid| &lines[grid]);
        let mut places = vec![0; lines.len()];
        for (place, &grid) in order.iter().enumerate() {
            places[grid] = place;
        }
        List { found, lines, order, places }
    }
}

/// Writes the files that depend on the search. If the run was stopped, the error is the run's.
fn write_findings(
    folder: &Path,
    formula: &Formula,
    list: &List,
    proof: &Proof,
    run: &Run,
) -> io::Result<[FileRecord; 3]> {
    let grids = list.order.len();
    run.set_tasks(2 * grids.div_ceil(BETWEEN_CHECKS) + proof.steps().div_ceil(BETWEEN_CHECKS));
    let each = |i: usize| -> io::Result<()> {
        if i.is_multiple_of(BETWEEN_CHECKS) {
            run.task_done(0);
            run.check().map_err(io::Error::other)?;
        }
        Ok(())
    };
    let listed = write(folder, GRIDS, |out| {
        list.order.iter().enumerate().try_for_each(|(i, &grid)| {
            each(i)?;
            writeln!(out, "{}", list.lines[grid])
        })
    })?;
    let complete = write(folder, COMPLETE, |out| {
        writeln!(out, "c {PROBLEM} without its comments, and for each grid of {GRIDS} the clause that excludes it")?;
        formula.write_with(grids, out)?;
        list.order.iter().enumerate().try_for_each(|(i, &grid)| {
            each(i)?;
            write_clause(out, list.found.excluding(grid))
        })
    })?;
    let lrat = write(folder, LRAT, |out| {
        (0..proof.steps()).try_for_each(|i| {
            each(i)?;
            proof.write_lrat_step(i, out)
        })
    })?;
    Ok([listed, complete, lrat])
}

/// Writes one file. Errors name it.
fn write(
    folder: &Path,
    name: &'static str,
    content: impl FnOnce(&mut HashedFile) -> io::Result<()>,
) -> io::Result<FileRecord> {
    let written = HashedFile::create(folder, name).and_then(|mut file| {
        content(&mut file)?;
        file.finish()
    });
    written.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use gridcheck_engine::prover::{self, Prover, ProverAnswer, ProverError};
    use gridcheck_registry::ENGINES;
    use gridcheck_testing::{british, constrained, problem};

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

    impl Stages {
        /// Returns the tasks done, the tasks in all, and the grids found, of a stage.
        fn progress(&self, wanted: &str) -> (u64, u64, u128) {
            let stages = self.0.lock().expect("no panic");
            stages.iter().find(|(stage, _)| stage == wanted).expect("there is such a stage").1.progress()
        }
    }

    #[test]
    fn progress_ends_with_everything_done() {
        let place = tempfile::tempdir().expect("a folder");
        let stages = Stages::default();
        certify_in(place.path(), &problem(7, british()), ENGINES.into(), &stages).expect("a certificate");
        let text = |name: &str| std::fs::read_to_string(place.path().join(name)).expect("a file");
        let steps = text(LRAT).lines().filter(|line| line.split(' ').nth(1) != Some("d")).count();
        let grids = text(GRIDS).lines().count();
        assert!(grids > 0);
        assert_eq!(stages.progress("searching"), (SHARES as u64, SHARES as u64, grids as u128));
        let tasks = (2 * grids.div_ceil(1024) + steps.div_ceil(1024)) as u64;
        assert_eq!(stages.progress("writing"), (tasks, tasks, 0));
        let tasks = steps as u64 / 256;
        assert!(tasks > 1);
        assert_eq!(stages.progress("checking the proof"), (tasks, tasks, 0));
    }

    #[test]
    fn a_constraint_without_clauses_is_refused() {
        let problem = constrained(&problem(5, british()), &["black-run <= 2"]);
        let place = tempfile::tempdir().expect("a folder");
        let refused = certify_in(place.path(), &problem, ENGINES.into(), &Stages::default());
        assert!(refused.expect_err("no clauses").to_string().contains("the constraint black-run <= 2"));
        assert!(std::fs::read_dir(place.path()).expect("a folder").next().is_none(), "a file was written");
    }

    #[test]
    fn findings_name_the_given_squares_and_constraints() {
        let problem = constrained(&problem(5, british()).with_row(0, 0b11111), &["words <= 4"]);
        let place = tempfile::tempdir().expect("a folder");
        let report = certify_in(place.path(), &problem, ENGINES.into(), &Stages::default()).expect("a certificate");
        let of = |what: &str| &report.findings.iter().find(|finding| finding.what == what).expect("found").found;
        assert!(
            of("validator").ends_with(" obey the rules and the given squares and the constraints"),
            "{}",
            of("validator")
        );
        assert!(
            of("meaning").contains("the symmetry and the given squares and the constraints: none "),
            "{}",
            of("meaning")
        );
    }

    #[test]
    fn a_certificate_has_a_million_grids_at_most() {
        assert_eq!(must_fit(1_000_000), Ok(()));
        assert!(must_fit(1_000_001).is_err());
        let candidates = Witnesses::from(ENGINES).candidates(&problem(11, british()));
        let refused = refuse_if_large(&candidates, &Stages::default());
        assert!(matches!(refused, Err(CertifyError::Wrong(_))), "{refused:?}");
    }

    /// Proves as the search of this crate does, or says that there is a model.
    struct Standin {
        knows: bool,
    }

    impl Prover for Standin {
        fn name(&self) -> &'static str {
            "standin"
        }

        fn refute(&self, text: Vec<u8>, _run: &Run) -> Result<ProverAnswer, ProverError> {
            let formula = dimacs::read(&text[..], "x.cnf").expect("a formula");
            let found = search(&formula, 25, &mut |_, _| Ok(())).expect("gates are functions of the squares");
            if !self.knows || !found.grids.is_empty() {
                return Ok(ProverAnswer::Satisfiable);
            }
            let proof = Proof::new(&found, formula.clauses.len(), &[]);
            let mut lrat = Vec::new();
            (0..proof.steps()).for_each(|step| proof.write_lrat_step(step, &mut lrat).expect("memory"));
            let drat = crate::tests::without_hints(&lrat);
            Ok(ProverAnswer::Refuted(prover::Proof { bytes: drat.len() as u64, text: Box::new(io::Cursor::new(drat)) }))
        }
    }

    /// Writes whole folders or none, from the project's search and from the proof of another program.
    #[test]
    fn a_folder_is_complete_or_absent() {
        let place = tempfile::tempdir().expect("a folder");
        let (mine, other, none) = (place.path().join("mine"), place.path().join("other"), place.path().join("none"));
        let (problem, stages) = (problem(5, british()), Stages::default());
        let grids = certify(&problem, &mine, ENGINES.into(), &stages).expect("a certificate").grids;
        let by = |knows: bool, folder: &Path| {
            let proving = Proving { prover: &Standin { knows }, lister: None };
            certify_by(&proving, &problem, folder, ENGINES.into(), &stages)
        };
        assert_eq!(by(true, &other).expect("a certificate").grids, grids);
        for name in [GRIDS, COMPLETE] {
            let texts = [&mine, &other].map(|folder| std::fs::read_to_string(folder.join(name)).expect("a file"));
            assert_eq!(texts[0], texts[1], "{name}");
        }
        assert_eq!(stages.progress("listing with backtrack").2, grids as u128);
        let wrong = by(false, &none).expect_err("it claims a model").to_string();
        assert!(wrong.contains("says that the clauses have one more: they disagree"), "{wrong}");
        assert!(mine.exists() && other.exists() && !none.exists());
    }
}
