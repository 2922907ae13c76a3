//! `gridcheck compare --by words`: compares engines bin by bin.

use std::io::Write;

use serde::Serialize;

use super::super::Verdict;
use super::super::format::Format;
use super::super::output::{Output, write_json};
use super::super::table::{align_right, empty_table, print_table};
use super::super::terminal::Terminal;
use super::beside_rules;
use crate::compare::bins::{BinDifference, BinReport, Bins, compare_bins};
use crate::constraint::Measure;
use crate::problem::Problem;
use crate::run::Prepared;
use crate::serial::{AsText, texts};
use crate::size::Size;

/// The JSON of a comparison bin by bin.
#[derive(Serialize)]
struct BinsAnswer<'a> {
    size: Size,
    rules: String,
    by: Vec<AsText<&'a Measure>>,
    agree: bool,
    answers: Vec<BinParty>,
    differences: Vec<DifferingBin>,
}

/// The answer of one engine.
#[derive(Serialize)]
struct BinParty {
    engine: &'static str,
    bins: usize,
    count: Option<AsText<u128>>,
    seconds: f64,
    agrees: bool,
}

/// A bin in which an engine differs from the first one.
#[derive(Serialize)]
struct DifferingBin {
    engine: &'static str,
    values: Vec<u32>,
    grids: [AsText<u128>; 2],
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
    let BinReport { answers, differences } = &report;
    if format == Format::Json {
        let party = |bins: &Bins| BinParty {
            engine: bins.engine,
            bins: bins.found.grids.len(),
            count: bins.found.total().map(AsText),
            seconds: bins.seconds,
            agrees: report.agrees(bins),
        };
        let difference =
            |BinDifference { engine, values, grids }| DifferingBin { engine, values, grids: grids.map(AsText) };
        let answer = BinsAnswer {
            size: problem.size(),
            rules: problem.rules().described(),
            by: texts(by),
            agree: differences.is_empty(),
            answers: answers.iter().map(party).collect(),
            differences: differences.iter().cloned().map(difference).collect(),
        };
        write_json(output, &answer)?;
    } else {
        let names: Vec<String> = by.iter().map(Measure::to_string).collect();
        let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
        writeln!(output, "{size} grids, rules {rules}{}, by {}\n", beside_rules(problem), names.join(" and "))?;
        let mut table = empty_table(output, ["party", "bins", "grids", "time", "agrees?"]);
        for bins in answers {
            let Bins { engine, found, seconds } = bins;
            table.add_row([
                (*engine).to_owned(),
                found.grids.len().to_string(),
                found.total().map_or("too many".to_owned(), |total| total.to_string()),
                format!("{seconds:.3} s"),
                if report.agrees(bins) { "yes" } else { "NO" }.to_owned(),
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
        if differences.is_empty() {
            let all = format!("All {} engines agree bin by bin.", answers.len());
            writeln!(output, "{}", output.good(&all))?;
        }
    }
    Ok(if differences.is_empty() { Verdict::Well } else { Verdict::Refuted })
}
