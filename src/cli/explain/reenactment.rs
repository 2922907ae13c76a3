//! Prints the outcome of a re-enactment as text.

use std::io::Write;

use comfy_table::Cell;

use super::super::Output;
use super::super::table::{align_right, empty_table, print_table};
use crate::ask::explain::reenactment::{JudgedGrid, MinimumReport, ReenactedSize, ReenactmentReport};
use crate::ask::failure::Failure;
use crate::explain::ho_2021::{self, Faults};
use crate::explain::minima::Minimum;
use crate::grid::Grid;
use crate::plural::plural;

/// Returns the run that shows the faults: the smallest size at which they change the result.
fn shown(runs: &[ReenactedSize]) -> Option<&ReenactedSize> {
    runs.iter().find(|run| run.both_faults != run.both_mended)
}

/// Returns the number of grids that the program with these faults admits.
fn grids(run: &ReenactedSize, faults: Faults) -> usize {
    match (faults.inverted_filter, faults.one_sided_check) {
        (true, true) => run.both_faults,
        (false, true) => run.a_mended,
        (true, false) => run.b_mended,
        (false, false) => run.both_mended,
    }
}

pub(super) fn print_text(output: &mut Output, report: &ReenactmentReport) -> Result<(), Failure> {
    let runs = &report.sizes;
    writeln!(output, "{}: the published program, re-enacted with and without its faults\n", report.source)?;
    let mut header = vec!["program".to_owned()];
    header.extend(runs.iter().map(|run| format!("{0} × {0}", run.size)));
    let mut table = empty_table(output, header);
    let published = runs.iter().map(|run| run.published.map_or_else(|| "–".to_owned(), |figure| figure.to_string()));
    table.add_row(std::iter::once("as printed".to_owned()).chain(published).map(Cell::new));
    for faults in [Faults::BOTH, Faults::B, Faults::A, Faults::NONE] {
        let counts = runs.iter().map(|run| grids(run, faults).to_string());
        table.add_row(std::iter::once(faults.described().to_owned()).chain(counts).map(Cell::new));
    }
    align_right(&mut table, &(1..=runs.len()).collect::<Vec<_>>());
    print_table(output, &table)?;
    let verdict = if report.is_reproduced() {
        output.good("With both faults the program gives every printed figure.")
    } else {
        output.bad("The re-enactment does not give every printed figure.")
    };
    writeln!(output, "\n{verdict}")?;

    if let Some(run) = shown(runs) {
        print_faults(output, run)?;
    }
    writeln!(output, "\nThe figures of \"interesting\" grids, which have a least number of white squares:")?;
    for run in runs {
        for interesting in &run.interesting {
            let stated: Vec<String> = interesting.stated.iter().map(ToString::to_string).collect();
            let by = by_minimum(&interesting.given_by);
            let by = if by.is_empty() { vec!["no minimum gives it".to_owned()] } else { by };
            let size = run.size;
            writeln!(
                output,
                "  {size} × {size}: {} (stated: at least {})",
                interesting.published,
                stated.join(" or ")
            )?;
            by.iter().try_for_each(|by| writeln!(output, "    {by}"))?;
        }
    }
    Ok(())
}

/// Returns the minimums that give a figure, each with the versions of the program under which it does.
fn by_minimum(given_by: &[MinimumReport]) -> Vec<String> {
    let minimum = |&MinimumReport { least, columns_too, program: _ }: &MinimumReport| Minimum { least, columns_too };
    let mut minimums: Vec<Minimum> = given_by.iter().map(minimum).collect();
    minimums.sort_by_key(|minimum| (minimum.least, !minimum.columns_too));
    minimums.dedup();
    let with = |wanted: &Minimum| {
        let faults: Vec<&str> = given_by.iter().filter(|one| minimum(one) == *wanted).map(|one| one.program).collect();
        let faults = if faults.len() == 4 { "with or without the faults".to_owned() } else { faults.join(" or ") };
        format!("{wanted}: {faults}")
    };
    minimums.iter().map(with).collect()
}

fn print_faults(output: &mut Output, run: &ReenactedSize) -> Result<(), Failure> {
    let show = |output: &mut Output, what: &str, judged: &JudgedGrid| -> Result<(), Failure> {
        writeln!(output, "  {what}:")?;
        write!(output, "{}", output.grid_beside_opinion(&judged.grid, &judged.violations))?;
        Ok(())
    };
    let says = [
        (
            Faults::A,
            &run.fault_a_alone,
            "Fault A, an inverted filter: it is to keep words of two letters out of the columns, and looks for the\n\
             wrong squares: no column of the upper half may read, downward, white, black, white, white.",
        ),
        (
            Faults::B,
            &run.fault_b_alone,
            "Fault B, a one-sided check: a row between the outermost and the middle is judged as if it were the\n\
             grid's edge, and not again when the row outside it is known.",
        ),
    ];
    for (faults, effect, text) in says {
        let (size, lost, let_in) = (run.size, plural(effect.lost, "grid"), effect.let_in);
        writeln!(output, "\n{text}\nAlone, at {size} × {size}, it loses {lost} and lets in {let_in}.")?;
        if let Some(lost) = &effect.one_lost {
            show(output, &format!("lost: {}", where_it_strikes(faults, &lost.grid)), lost)?;
        }
        if let Some(let_in) = &effect.one_let_in {
            show(output, "let in", let_in)?;
        }
    }
    Ok(())
}

/// Returns where the faulty program rejects a grid.
fn where_it_strikes(faults: Faults, grid: &Grid) -> String {
    if faults.inverted_filter {
        ho_2021::inverted_filter_strikes(grid).map_or_else(String::new, |(r, c)| {
            format!("column {} reads white, black, white, white from row {} on", c + 1, r + 1)
        })
    } else {
        ho_2021::one_sided_check_strikes(grid)
            .map_or_else(String::new, |r| format!("row {} would not do as the first row", r + 1))
    }
}
