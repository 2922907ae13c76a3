//! `gridcheck compare --by words`: compares engines bin by bin.

use std::io::Write;

use comfy_table::Cell;
use serde::Serialize;

use super::super::output::About;
use super::super::table::{agreement, align_right, empty_table, print_table};
use super::super::{Format, Output, Terminal, Verdict};
use super::beside_rules;
use crate::compare::bins::{BinDifference, BinReport, Bins, compare_bins};
use crate::constraint::Measure;
use crate::engine::Prepared;
use crate::problem::Problem;
use crate::serial::Texts;

/// The JSON of the comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ByMeasures<'a> {
    #[serde(with = "Texts")]
    by: &'a [Measure],
    #[serde(flatten)]
    report: &'a BinReport,
}

/// Counts the grids in each bin with every engine, and prints which engines agree with the first.
pub fn run(
    problem: &Problem,
    engines: &[Prepared<'_>],
    by: &[Measure],
    format: Format,
    terminal: &Terminal,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let report = compare_bins(engines, terminal)?;
    terminal.clear();
    let answer = || About::new(problem, ByMeasures { by, report: &report });
    format.print(output, answer, |output| print_text(output, problem, by, &report))?;
    Ok(Verdict::well_if(report.agree))
}

fn print_text(output: &mut Output, problem: &Problem, by: &[Measure], report: &BinReport) -> anyhow::Result<()> {
    let BinReport { agree, answers, differences } = report;
    let names: Vec<String> = by.iter().map(Measure::to_string).collect();
    let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
    writeln!(output, "{size} grids, rules {rules}{}, by {}\n", beside_rules(problem), names.join(" and "))?;
    let mut table = empty_table(output, ["party", "bins", "grids", "time", "agrees?"]);
    for Bins { engine, bins, count, seconds, agrees } in answers {
        table.add_row([
            Cell::new(engine),
            Cell::new(bins),
            Cell::new(count.map_or("too many".to_owned(), |total| total.to_string())),
            Cell::new(format!("{seconds:.3} s")),
            agreement(output, *agrees),
        ]);
    }
    align_right(&mut table, &[1, 2, 3]);
    print_table(output, &table)?;
    writeln!(output)?;
    for BinDifference { engine, values, grids: [first, other] } in differences {
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        let (bin, first_name) = (values.join(", "), answers[0].engine);
        writeln!(output, "{}: {first} from {first_name}, {other} from {engine}", output.bad(&bin))?;
    }
    if *agree {
        let all = format!("All {} engines agree bin by bin.", answers.len());
        writeln!(output, "{}", output.good(&all))?;
    }
    Ok(())
}
