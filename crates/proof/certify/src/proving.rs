//! Uses the refutation of another program. An engine lists the grids, a prover refutes that there are more, and its proof is retraced.
//!
//! If no engine can list in reasonable time, the prover is asked if there are any grids.

use std::io::BufReader;
use std::ops::ControlFlow;

use crate::error::{CertifyError, too_many};
use crate::refutation::Refutation;
use crate::retrace::retrace;
use gridcheck_checker::choices::Choices;
use gridcheck_checker::clauses::{Formula, write_clause};
use gridcheck_checker::manifest::MAX_GRIDS;
use gridcheck_checker::refusal::Refusal;
use gridcheck_checker::watched::Watched;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::prover::{Prover, ProverAnswer, ProverError};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, EngineError, Prepared, Purpose};

/// The prover that replaces the project's search, and the engine that lists the grids.
pub struct Proving<'a> {
    /// The prover.
    pub prover: &'a dyn Prover,
    /// The problem as the engine prepared it that lists, however long it takes. With `None`, the fastest engine that can list in reasonable
    /// time, if there is one.
    pub lister: Option<&'a Prepared<'a>>,
}

/// The values that a grid gives to the first variables.
type Values = Box<[bool]>;

/// Finds the grids and a refutation of the existence of more.
pub(super) fn find(
    proving: &Proving,
    candidates: &Candidates,
    formula: &Formula,
    choices: &Choices,
    watch: &dyn Watch,
) -> Result<Refutation, CertifyError> {
    let lister = proving.lister.or_else(|| candidates.quick(Purpose::Grids));
    let grids = lister.map_or(Ok(Vec::new()), |lister| listed(lister, choices, watch))?;
    let found = Refutation { grids, ..Refutation::default() };
    let prover = proving.prover.name();
    let verdict = proving.prover.refute(text(formula, &found), &watch.run(&format!("refuting with {prover}")));
    let proof = match verdict {
        Ok(ProverAnswer::Refuted(proof)) => proof,
        Ok(ProverAnswer::Satisfiable) => return Err(satisfiable(prover, lister, found.grids.len()).into()),
        Err(ProverError::Stopped) => return Err(CertifyError::Stopped),
        Err(error) => return Err(CertifyError::Prover(error)),
    };
    let run = watch.run("retracing the proof");
    run.set_work(proof.bytes);
    let text = BufReader::with_capacity(1 << 16, Watched { from: proof.text, run: &run });
    let retraced = retrace(formula, found.grids, text, &run);
    // After a stop, the error of `retrace` only reflects the stopped reader.
    run.check().map_err(|_| CertifyError::Stopped)?;
    Ok(retraced?)
}

/// Lists the grids in the order of their values.
fn listed(lister: &Prepared<'_>, choices: &Choices, watch: &dyn Watch) -> Result<Vec<Values>, CertifyError> {
    let mut grids: Vec<Values> = Vec::new();
    let mut is_full = false;
    let collector = InOrder::new(|grid: &Grid| {
        is_full = grids.len() == MAX_GRIDS;
        if is_full {
            return ControlFlow::Break(());
        }
        grids.push(choices.values(grid).collect());
        ControlFlow::Continue(())
    });
    let outcome = lister.list(&watch.run(&format!("listing with {}", lister.name())), &collector);
    drop(collector);
    if is_full {
        return Err(too_many(format_args!("at least {}", MAX_GRIDS + 1)).into());
    }
    match outcome {
        Ok(()) => {}
        Err(EngineError::Stopped) => return Err(CertifyError::Stopped),
        Err(error) => return Err(Refusal::new(error.to_string()).into()),
    }
    grids.sort_unstable();
    Ok(grids)
}

/// Returns the formula and the clauses that exclude the grids, as in `complete.cnf`.
fn text(formula: &Formula, found: &Refutation) -> Vec<u8> {
    let mut text = Vec::new();
    let written = formula.write_with(found.grids.len(), &mut text);
    let mut excluding = (0..found.grids.len()).map(|grid| found.excluding(grid));
    let written = written.and_then(|()| excluding.try_for_each(|clause| write_clause(&mut text, clause)));
    debug_assert!(written.is_ok(), "memory takes all");
    text
}

/// Explains a model that the prover found.
fn satisfiable(prover: &str, lister: Option<&Prepared<'_>>, grids: usize) -> Refusal {
    Refusal::new(match lister.map(Prepared::name) {
        Some(engine) => format!(
            "the engine {engine} lists {} in all, and {prover} says that the clauses have one more: they disagree",
            plural(grids, "grid")
        ),
        None => format!(
            "{prover} says that there are grids, and no engine lists them in reasonable time: name the one that is to"
        ),
    })
}
