//! Prints `gridcheck count --by symmetry` as a table.

use std::io::Write;

use comfy_table::Table;

use super::super::table::{align_right, empty_table};
use super::super::{Output, report};
use crate::ask::count::by_symmetry::SymmetryReport;
use crate::ask::failure::Failure;
use crate::ask::json::About;
use crate::classes::{Classes, TypeCount, type_name};
use crate::rules::Symmetry;

/// A cell for a value that was not counted.
const NOTHING: &str = "–";

/// Prints the numbers of grids by type.
pub(super) fn print_types(about: &About<SymmetryReport>, output: &mut Output) -> Result<(), Failure> {
    let (problem, found) = (&about.problem, &about.report);
    let (size, rules, own) = (problem.size().rows_by_columns(), problem.rules().described(), problem.rules().symmetry);
    writeln!(output, "{size} grids, rules {rules}, by symmetry\n\n{}", table(output, &found.classes, own))?;
    if let Some(left_out) = &found.left_out {
        let (name, why) = (type_name(own), &left_out.why);
        report(&format!("note: type {name} is left out, it needs a count of all grids: {why}"));
    }
    Ok(())
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
