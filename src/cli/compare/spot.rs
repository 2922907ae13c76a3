//! `gridcheck compare --spot-checks`: compares engines on random small parts of the problem.

use std::io::Write;
use std::time::Duration;

use comfy_table::{Cell, Table};

use super::super::output::{About, indented};
use super::super::table::{agreement, align_right, empty_table, print_table};
use super::super::{Format, Output, Terminal, Verdict, seed};
use super::{beside_rules, table};
use crate::compare::spot::{Disputed, EngineRecord, SpotReport, spot_checks};
use crate::engine::{Engine, EngineError};
use crate::plural::plural;
use crate::problem::Problem;

#[derive(Clone, Copy)]
pub struct Samples {
    pub number: usize,
    pub seed: Option<u64>,
    /// The time after which an engine is left out of a part.
    pub patience: Duration,
}

/// Compares on random parts and prints the report. After Ctrl-C it prints what is known by then.
pub fn run(
    problem: &Problem,
    engines: &[&dyn Engine],
    samples: Samples,
    format: Format,
    terminal: &Terminal,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let seed = seed::or_picked(samples.seed);
    let report = spot_checks(problem, engines, samples.number, seed, samples.patience, terminal)?;
    terminal.clear();
    if report.compared > 0 {
        let answer = || About::new(problem, &report);
        format.print(output, answer, |output| print_text(output, problem, &report))?;
    }
    if report.stopped {
        output.flush()?;
        return Err(EngineError::Stopped.into());
    }
    Ok(Verdict::well_if(report.agree))
}

fn print_text(output: &mut Output, problem: &Problem, report: &SpotReport) -> anyhow::Result<()> {
    let SpotReport { seed, asked, compared, with_grids, grids, disputed, .. } = report;
    let (size, given) = (problem.size().rows_by_columns(), beside_rules(problem));
    let asked_for = plural(*asked, "spot check");
    writeln!(output, "{size} grids, rules {}{given}: {asked_for}, seed {seed}\n", problem.rules().described())?;
    let conduct = conduct_table(output, report);
    print_table(output, &conduct)?;
    writeln!(output)?;

    let whole = if report.agree {
        let all = if *compared == 1 { "" } else { "all " };
        output.good(&format!("The engines agree on {all}{}.", plural(*compared, "sample")))
    } else {
        output.bad(&format!("They do not agree on {disputed} of {}.", plural(*compared, "sample")))
    };
    let have = if *with_grids == 1 { "has" } else { "have" };
    writeln!(output, "{whole} {with_grids} of these {have} at least one grid, {} in all.", plural(*grids, "grid"))?;
    if compared < asked {
        let were = if asked - compared == 1 { "was" } else { "were" };
        writeln!(output, "{} {were} not compared.", plural(asked - compared, "sample"))?;
    }
    if let Some(Disputed { sample, givens, report }) = &report.first {
        writeln!(output, "\nThe first disagreement is over sample {sample}, with these squares given:")?;
        write!(output, "{}", indented(givens))?;
        writeln!(output)?;
        let table = table(output, report);
        print_table(output, &table)?;
        super::print_findings(output, report)?;
        writeln!(output)?;
    }
    for EngineRecord { name, samples, left_out, why, .. } in &report.engines {
        let Some(why) = why else { continue };
        match samples {
            0 => writeln!(output, "not asked: {name} ({why})")?,
            _ => writeln!(output, "left out of {left_out} of the samples: {name} ({why})")?,
        }
    }
    for note in problem.notes() {
        writeln!(output, "note: {note}")?;
    }
    Ok(())
}

/// Returns a table with a row for each engine that took part at least once.
fn conduct_table(output: &Output, report: &SpotReport) -> Table {
    let mut table = empty_table(output, ["party", "samples", "grids", "time", "agrees?"]);
    for engine in report.engines.iter().filter(|engine| engine.samples > 0) {
        table.add_row([
            Cell::new(engine.name),
            Cell::new(engine.samples),
            Cell::new(engine.grids),
            Cell::new(format!("{:.3} s", engine.seconds)),
            agreement(output, engine.disagreed == 0),
        ]);
    }
    align_right(&mut table, &[1, 2, 3]);
    table
}
