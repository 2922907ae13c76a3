//! Prints the outcome of a search for rules that give a figure as text.

use std::fmt::Write as _;
use std::io::Write;

use comfy_table::{Cell, CellAlignment, Color};

use super::super::Output;
use super::super::table::{align_right, coloured, empty_table, print_table};
use crate::ask::explain::REENACTMENTS;
use crate::ask::explain::figure::{ChangedRule, EngineCount, Extent, FigureReport, HitReport, UndecidedRules};
use crate::ask::failure::Failure;
use crate::audit::evidence::EndReason;
use crate::plural::plural;

const MAX_UNDECIDED: usize = 3;

pub(super) fn print_text(output: &mut Output, report: &FigureReport, top: usize) -> Result<(), Failure> {
    let FigureReport { size, figure, count, published_by, hits, searched, base, others, is_explained, .. } = report;
    let has = count.map_or_else(|| "an unknown number of grids".to_owned(), |count| plural(count, "grid"));
    writeln!(output, "{}, rules {}: {has}. Why {figure}?", size.rows_by_columns(), base.described())?;
    if !published_by.is_empty() {
        writeln!(output, "{figure} is printed by {}.", published_by.join(", "))?;
    }
    if !others.is_empty() {
        let figures: Vec<String> =
            others.iter().map(|other| format!("{}: {}", other.size.rows_by_columns(), other.figure)).collect();
        writeln!(output, "Its source also says {}.", figures.join(", "))?;
    }
    writeln!(output)?;
    let with = |verdict| hits.iter().filter(move |hit| hit.explains_all == verdict);
    let (explaining, unknown): (Vec<&HitReport>, _) = (with(Some(true)).collect(), with(None).count());
    let all = if others.is_empty() { "" } else { " and every other figure of the source" };
    let is_undecided = is_explained.is_none();
    // A refutation that is not certain is not a refutation.
    let none = |text: String| if is_undecided { format!("Undecided: {text}") } else { output.bad(&text) };
    let verdict = match (explaining.as_slice(), hits.len()) {
        ([], 0) if is_undecided => none(format!("no rule set that was decided gives {figure}.")),
        ([], 0) => none(format!("No rule set that was tried gives {figure}.")),
        ([], n) if unknown > 0 => none(format!(
            "{} {figure}; for {unknown} of them, other figures of the source were not counted in time.",
            sets_give(n)
        )),
        ([], n) => none(format!("{} {figure}, and none of them the other figures of the source.", sets_give(n))),
        ([plain], _) if plain.changes.is_empty() => {
            output.good(&format!("These rules give {figure}{all} as they stand."))
        }
        (explaining, _) => output.good(&format!("{} {figure}{all}.", sets_give(explaining.len()))),
    };
    writeln!(output, "{verdict}")?;
    if !hits.is_empty() {
        writeln!(output)?;
        let table = table(output, report, &hits[..top.min(hits.len())]);
        print_table(output, &table)?;
        if hits.len() > top {
            writeln!(output, "... and {} more (--top {0} shows more)", hits.len() - top)?;
        }
    }
    for hit in hits {
        if let Some(EngineCount { engine, count }) = &hit.against {
            let line = format!("engines differ: {engine} counts {count} where {}", described(&hit.changes));
            writeln!(output, "{}", output.bad(&line))?;
        }
    }
    writeln!(output, "\n{}", extent(report))?;
    for UndecidedRules { changes, why } in searched.undecided.iter().take(MAX_UNDECIDED) {
        writeln!(output, "  {}: {why}", described(changes))?;
    }
    let unnamed = searched.undecided.len().saturating_sub(MAX_UNDECIDED);
    if unnamed > 0 {
        writeln!(output, "  ... and {unnamed} more")?;
    }
    let is_reenacted = |name: &&str| published_by.iter().any(|source| source == name);
    let program = REENACTMENTS.iter().map(|program| program.name).find(is_reenacted);
    if let Some(name) = program.filter(|_| explaining.is_empty()) {
        writeln!(output, "\nThe program behind {name} is re-enacted by gridcheck explain {name}.")?;
    }
    Ok(())
}

fn sets_give(n: usize) -> String {
    format!("{} {}", plural(n, "rule set"), if n == 1 { "gives" } else { "give" })
}

fn extent(report: &FigureReport) -> String {
    let Extent { most_changes, rule_sets, readings, impossible, left, undecided, seconds, .. } = &report.searched;
    let mut text = format!(
        "Searched: {} with at most {} changed, and {} of them (a least number of\n\
         white squares, one grid a class, the all-black grid), in {seconds:.1} s. {impossible} more {}.",
        plural(*rule_sets, "rule set"),
        plural(*most_changes, "rule"),
        plural(*readings, "reading"),
        if *impossible == 1 { "rule set has no grid of any size" } else { "rule sets have no grid of any size" },
    );
    let ended = match report.ending {
        EndReason::Interrupted => "Interrupted",
        EndReason::OutOfBudget | EndReason::Complete => "The time was over",
    };
    // Writing to a `String` cannot fail.
    if *left > 0 {
        let _ = write!(text, "\n{ended} with {} left, those farther away.", plural(*left, "rule set"));
    }
    if !undecided.is_empty() {
        let _ = write!(text, "\nNot decided, wholly or in part: {}", undecided.len());
    }
    text
}

fn table(output: &Output, report: &FigureReport, hits: &[HitReport]) -> comfy_table::Table {
    let mut header = vec!["rules".to_owned(), report.size.rows_by_columns()];
    header.extend(report.others.iter().map(|other| other.size.rows_by_columns()));
    header.push("counted by".to_owned());
    let columns: Vec<usize> = (1..header.len() - 1).collect();
    let mut table = empty_table(output, header);
    for hit in hits {
        let mut row = vec![Cell::new(described(&hit.changes)), figure(output, Some(report.figure), true)];
        for other in &hit.elsewhere {
            row.push(figure(output, other.count, other.count == Some(other.published)));
        }
        row.push(Cell::new(hit.engines.join(", ")));
        table.add_row(row);
    }
    align_right(&mut table, &columns);
    table
}

fn figure(output: &Output, count: Option<u128>, is_right: bool) -> Cell {
    let Some(count) = count else { return Cell::new("–") };
    let cell = if is_right {
        coloured(output, count, Color::Green)
    } else {
        coloured(output, format!("{count} (no)"), Color::Red)
    };
    cell.set_alignment(CellAlignment::Right)
}

/// Describes changes, each with its effect.
fn described(changes: &[ChangedRule]) -> String {
    if changes.is_empty() {
        return "no change".to_owned();
    }
    let changes = changes.iter().map(|ChangedRule { change, kind, published_as, .. }| match published_as {
        Some(variant) => format!("{change} ({kind}, as in {variant})"),
        None => format!("{change} ({kind})"),
    });
    changes.collect::<Vec<_>>().join("; ")
}
