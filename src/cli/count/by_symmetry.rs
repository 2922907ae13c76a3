//! `gridcheck count --by symmetry`: counts the grids by type of symmetry, as a table.

use std::io::Write;
use std::time::Instant;

use comfy_table::Table;

use super::super::engines::Asked;
use super::super::table::{align_right, empty_table};
use super::super::{Output, Terminal, report};
use super::Verdict;
use super::by_measures::MeasureQuery;
use crate::classes::{Classes, Counted, TypeCount, type_name};
use crate::engine::watch::Watch;
use crate::plural::plural;
use crate::reports::symmetry::BySymmetry;
use crate::rules::Symmetry;

/// A cell for a value that was not counted.
const NOTHING: &str = "–";

/// Counts with the engine of that name, or the fastest for each symmetry, and prints a table.
pub fn run(asked: &MeasureQuery, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
    let &MeasureQuery { problem, engine: name, programs, format } = asked;
    let start = Instant::now();
    let found = BySymmetry::count(problem, name, |part| {
        let engine = Asked::number(part).prepared_or_fastest(name, programs, terminal)?;
        let count = engine.count(&terminal.run(engine.name()))?;
        terminal.learned(format!("{} of symmetry {}", plural(count, "grid"), part.rules().symmetry.name()));
        Ok(Counted { count, engines: vec![engine.name()] })
    })?;
    let seconds = start.elapsed().as_secs_f64();
    terminal.clear();
    let own = problem.rules().symmetry;
    format.print(
        output,
        || found.report(problem, seconds),
        |output| {
            let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
            writeln!(output, "{size} grids, rules {rules}, by symmetry\n\n{}", table(output, &found.classes, own))?;
            if let Some(why) = &found.left_out {
                report(&format!("note: type {} is left out, it needs a count of all grids: {why}", type_name(own)));
            }
            Ok(())
        },
    )?;
    Ok(Verdict::Well)
}

/// Returns the table; `own` is the type that the scope may exclude.
fn table(output: &Output, classes: &Classes, own: Symmetry) -> Table {
    let header = ["type", "symmetry", "primitive", "multiplicity", "grids", "engines"];
    let mut table = empty_table(output, header);
    for TypeCount { symmetry, classes, multiplicity, grids, engines } in &classes.kinds {
        table.add_row([
            type_name(*symmetry).to_owned(),
            symmetry.name().to_owned(),
            classes.to_string(),
            multiplicity.to_string(),
            grids.to_string(),
            engines.join(", "),
        ]);
    }
    if let (Some(primitive), Some(total)) = (classes.primitive(), classes.total) {
        table.add_row(["total", "", &primitive.to_string(), "", &total.to_string(), ""]);
    } else {
        table.add_row([type_name(own), own.name(), NOTHING, NOTHING, NOTHING, "out of reach"]);
    }
    align_right(&mut table, &[2, 3, 4]);
    if !output.terminal() {
        let last = table.column_count() - 1;
        for (i, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, if i == last { 0 } else { 2 }));
        }
    }
    table
}
