//! Prints the re-enactment of a construction of layouts as text.

use std::io::Write;

use comfy_table::Cell;

use super::super::Output;
use super::super::table::{align_right, empty_table, print_table};
use crate::ask::explain::layouts::LayoutsReport;
use crate::ask::failure::Failure;
use crate::explain::nanogenmo_2021::ConnectivityTest;
use crate::plural::plural;

pub(super) fn print_text(output: &mut Output, report: &LayoutsReport) -> Result<(), Failure> {
    let LayoutsReport { source: name, size, .. } = report;
    writeln!(output, "{name}: the published construction, re-enacted with its list in place of a connectivity test\n")?;
    let mut table = empty_table(output, [format!("{size} × {size}, words of 5, 7 or 9 letters"), "grids".to_owned()]);
    let printed = report.published.iter().map(|figure| ("as printed".to_owned(), figure.to_string()));
    let patterns = ("patterns, connected or not".to_owned(), report.patterns.to_string());
    let tests = ConnectivityTest::ALL.map(|test| {
        let grids = match test {
            ConnectivityTest::Published => report.list_as_published,
            ConnectivityTest::Mended => report.list_mended,
            ConnectivityTest::Search => report.search,
        };
        (test.described().to_owned(), grids.to_string())
    });
    let engines = report.engines.iter().map(|one| (format!("the engine {}", one.engine), one.count.to_string()));
    for (what, number) in printed.chain([patterns]).chain(tests).chain(engines) {
        table.add_row([what, number].map(Cell::new));
    }
    align_right(&mut table, &[1]);
    print_table(output, &table)?;
    let verdict = match report.reproduced.first() {
        Some(figure) => {
            output.good(&format!("With the list as published the construction gives the printed figure {figure}."))
        }
        None => output.bad("The re-enactment gives no printed figure."),
    };
    writeln!(output, "\n{verdict}")?;
    for figure in report.published.iter().filter(|figure| !report.reproduced.contains(figure)) {
        writeln!(output, "Which list gave {figure} is not known.")?;
    }
    let fault = "The list names walls of black squares. It lacks two walls that lead from the middle of one side of the grid to the\n\
                 middle of the next, around the corner of a black square of the lattice.";
    writeln!(output, "\n{fault}\nSo it lets in {}:", plural(report.let_in.len(), "grid"))?;
    for judged in &report.let_in {
        write!(output, "\n{}", output.grid_beside_opinion(&judged.grid, &judged.violations))?;
    }
    Ok(())
}
