//! Prints `gridcheck compare --spot-checks`: engines compared on random small parts of the problem.

use std::io::Write;

use comfy_table::{Cell, Table};

use super::super::Output;
use super::super::output::indented;
use super::super::table::{agreement, align_right, empty_table, print_table};
use super::{beside_rules, print_notes, table};
use crate::ask::failure::Failure;
use crate::ask::json::About;
use crate::compare::spot::{Disputed, EngineRecord, SpotReport};
use crate::plural::plural;

/// Prints the report.
pub(super) fn print_text(output: &mut Output, about: &About<SpotReport>) -> Result<(), Failure> {
    let (problem, report) = (&about.problem, &about.report);
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
    print_notes(output, &about.notes)
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
