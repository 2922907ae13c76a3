//! `gridcheck compare --by words`: compares engines bin by bin.

use std::io::Write;

use serde::Serialize;

use super::super::Verdict;
use super::super::format::Format;
use super::super::output::{About, Output, write_json};
use super::super::table::{align_right, empty_table, print_table};
use super::super::terminal::Terminal;
use super::beside_rules;
use crate::compare::bins::{BinDifference, BinReport, Bins, compare_bins};
use crate::constraint::Measure;
use crate::problem::Problem;
use crate::run::Prepared;
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
    let BinReport { agree, answers, differences } = &report;
    if format == Format::Json {
        write_json(output, &About::new(problem, ByMeasures { by, report: &report }))?;
    } else {
        let names: Vec<String> = by.iter().map(Measure::to_string).collect();
        let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
        writeln!(output, "{size} grids, rules {rules}{}, by {}\n", beside_rules(problem), names.join(" and "))?;
        let mut table = empty_table(output, ["party", "bins", "grids", "time", "agrees?"]);
        for bins in answers {
            let Bins { engine, bins, count, seconds, agrees } = bins;
            table.add_row([
                (*engine).to_owned(),
                bins.to_string(),
                count.map_or("too many".to_owned(), |total| total.to_string()),
                format!("{seconds:.3} s"),
                if *agrees { "yes" } else { "NO" }.to_owned(),
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
    }
    Ok(if *agree { Verdict::Well } else { Verdict::Refuted })
}
