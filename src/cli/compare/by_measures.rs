//! Prints `gridcheck compare --by words`: engines compared bin by bin.

use std::io::Write;

use comfy_table::Cell;

use super::super::Output;
use super::super::table::{agreement, align_right, empty_table, print_table};
use super::beside_rules;
use crate::ask::compare::BinComparison;
use crate::ask::failure::Failure;
use crate::ask::json::About;
use crate::compare::bins::{BinDifference, BinReport, Bins};
use crate::constraint::Measure;

/// Prints the number of grids in each bin, and which engines agree with the first.
pub(super) fn print_text(output: &mut Output, about: &About<BinComparison>) -> Result<(), Failure> {
    let BinComparison { by, report: BinReport { agree, answers, differences } } = &about.report;
    let problem = &about.problem;
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
