//! `gridcheck compare --spot-checks`: compares engines on random small parts of the problem.

use std::io::Write;
use std::time::Duration;

use comfy_table::{Cell, Table};
use serde_json::{Value, json};

use super::super::Verdict;
use super::super::format::Format;
use super::super::output::{Output, indented, rows};
use super::super::seed;
use super::super::table::{align_right, empty_table};
use super::super::terminal::Terminal;
use super::{answer_as_json, beside_rules, differences_as_json, parts_as_json, table, verdict, words};
use crate::compare::spot::{Disputed, EngineRecord, SpotReport, spot_checks};
use crate::engine::{Engine, EngineError};
use crate::plural::plural;
use crate::problem::Problem;

/// Compares on random parts and prints the report. After Ctrl-C it prints what is known by then.
pub fn run(
    problem: &Problem,
    engines: &[&dyn Engine],
    samples: usize,
    (seed, patience): (Option<u64>, Duration),
    format: Format,
    (terminal, output): (&Terminal, &mut Output),
) -> anyhow::Result<Verdict> {
    let seed = seed::or_picked(seed);
    let report = spot_checks(problem, engines, samples, seed, patience, terminal)?;
    terminal.clear();
    if report.compared > 0 {
        if format == Format::Json {
            writeln!(output, "{}", as_json(problem, seed, &report))?;
        } else {
            print_text(output, problem, seed, &report)?;
        }
    }
    if report.stopped {
        output.flush()?;
        return Err(EngineError::Stopped.into());
    }
    Ok(if report.agree() { Verdict::Well } else { Verdict::Refuted })
}

fn print_text(output: &mut Output, problem: &Problem, seed: u64, report: &SpotReport) -> anyhow::Result<()> {
    let SpotReport { asked, compared, with_grids, grids, disputed, .. } = report;
    let (size, given) = (problem.size().rows_by_columns(), beside_rules(problem));
    let asked_for = plural(*asked, "spot check");
    writeln!(output, "{size} grids, rules {}{given}: {asked_for}, seed {seed}\n", problem.rules().name)?;
    for line in conduct_table(output, report).lines() {
        writeln!(output, "{}", line.trim())?;
    }
    writeln!(output)?;

    let whole = if report.agree() {
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
        for line in table(output, report).lines() {
            writeln!(output, "{}", line.trim())?;
        }
        super::print_findings(output, report)?;
        writeln!(output)?;
    }
    for EngineRecord { name, samples, left_out, why, .. } in &report.engines {
        let Some(why) = why else { continue };
        match samples {
            0 => writeln!(output, "left out: {name} ({why})")?,
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
            verdict(output, engine.disagreed == 0),
        ]);
    }
    align_right(&mut table, &[1, 2, 3]);
    table
}

fn as_json(problem: &Problem, seed: u64, report: &SpotReport) -> Value {
    let party = |engine: &EngineRecord| {
        json!({
            "name": engine.name,
            "samples": engine.samples,
            "grids": engine.grids.to_string(),
            "seconds": engine.seconds,
            "disagreed": engine.disagreed,
            "left_out": engine.left_out,
            "why": engine.why,
        })
    };
    json!({
        "size": problem.size(),
        "rules": problem.rules().name,
        "seed": seed,
        "agree": report.agree(),
        "spot_checks": report.asked,
        "compared": report.compared,
        "with_grids": report.with_grids,
        "grids": report.grids.to_string(),
        "disputed": report.disputed,
        "parties": report.engines.iter().map(party).collect::<Vec<_>>(),
        "first_disagreement": report.first.as_ref().map(|Disputed { sample, givens, report }| json!({
            "sample": sample,
            "given": rows(givens),
            "parties": report.answers.iter().map(answer_as_json).collect::<Vec<_>>(),
            "differences": differences_as_json(report),
            "disputed_parts": parts_as_json(report),
            "remarks": report.remarks.iter().map(words::remark).collect::<Vec<_>>(),
        })),
        "stopped": report.stopped,
        "notes": problem.notes(),
    })
}
