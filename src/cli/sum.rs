//! Prints the sum of a count or of some of its blocks: a number, a table of grids by measures, or an extreme.

use std::io::{self, Write};

use super::table::{align_right, empty_table};
use super::{Output, report};
use crate::ask::failure::Failure;
use crate::constraint::{Distribution, Measure, in_words};
use crate::engine::blocks::{BlockSum, SumKind};
use crate::plural::plural;
use crate::problem::Problem;

const MAX_ROWS: usize = 100_000;

pub(super) fn print_sum(output: &mut Output, problem: &Problem, sum: &BlockSum) -> Result<(), Failure> {
    match sum {
        BlockSum::Plain(_) | BlockSum::Extreme { .. } => writeln!(output, "{}", in_text(sum))?,
        BlockSum::Distribution(distribution) => print_table(output, problem, distribution)?,
    }
    Ok(())
}

/// Returns a sum in one line: a number, an extreme, or the number of all grids of a distribution and its measures.
pub(super) fn in_text(sum: &BlockSum) -> String {
    match sum {
        BlockSum::Plain(grids) => grids.to_string(),
        BlockSum::Distribution(distribution) => {
            let total =
                distribution.total().map_or_else(|| "2^128 grids or more".to_owned(), |grids| plural(grids, "grid"));
            format!("{total} by {}", by(&distribution.by))
        }
        BlockSum::Extreme { goal, best: Some(best) } => {
            format!("{goal}: {}, in {}", best.value, plural(best.grids, "grid"))
        }
        BlockSum::Extreme { goal, best: None } => format!("{goal}: there is no grid"),
    }
}

/// Returns a sum in one line beside others. A distribution is reduced to the first values on which `all` sums do not agree.
pub(super) fn in_text_beside(sum: &BlockSum, all: &[&BlockSum]) -> String {
    let BlockSum::Distribution(found) = sum else { return in_text(sum) };
    let grids = |sum: &BlockSum, values: &[u32]| match sum {
        BlockSum::Distribution(found) => found.grids.get(values).copied().unwrap_or(0),
        BlockSum::Plain(_) | BlockSum::Extreme { .. } => 0,
    };
    let all_values = all.iter().filter_map(|sum| match sum {
        BlockSum::Distribution(found) => Some(found.grids.keys()),
        BlockSum::Plain(_) | BlockSum::Extreme { .. } => None,
    });
    let differ = |values: &&Vec<u32>| all.iter().any(|sum| grids(sum, values) != grids(all[0], values));
    let Some(values) = all_values.flatten().filter(differ).min() else { return in_text(sum) };
    let at: Vec<String> = found.by.iter().zip(values).map(|(by, value)| format!("{by} = {value}")).collect();
    format!("{} with {}", plural(grids(sum, values), "grid"), at.join(", "))
}

/// Returns the question of sums of this kind as a part of a sentence; empty for plain counts.
pub(super) fn asked(kind: &SumKind) -> String {
    match kind {
        SumKind::Plain => String::new(),
        SumKind::Distribution(measures) => format!(" by {}", by(measures)),
        SumKind::Extreme(goal) => format!(", {goal}"),
    }
}

fn by(measures: &[Measure]) -> String {
    measures.iter().map(Measure::to_string).collect::<Vec<_>>().join(" and ")
}

/// Returns the title of a table or a chart.
pub(super) fn title(problem: &Problem, measures: &[Measure]) -> String {
    let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
    let constraints = problem.constraints();
    let granting = if constraints.is_empty() { String::new() } else { format!(", {}", in_words(constraints)) };
    format!("{size} grids, rules {rules}{granting}, by {}", by(measures))
}

/// Fails if a distribution has too many values for a table.
pub(super) fn refuse_long_table(distribution: &Distribution) -> Result<(), Failure> {
    let values = distribution.grids.len();
    if values > MAX_ROWS {
        return Err(Failure::unusable(format!(
            "{values} different values: too many for a table; --format json has them"
        )));
    }
    Ok(())
}

/// Prints a distribution as a table with bars.
fn print_table(output: &mut Output, problem: &Problem, distribution: &Distribution) -> Result<(), Failure> {
    refuse_long_table(distribution)?;
    let header = distribution.by.iter().map(Measure::to_string).chain(["grids".to_owned(), String::new()]);
    let mut table = empty_table(output, header.collect::<Vec<_>>());
    let most = distribution.grids.values().copied().max().unwrap_or(0);
    for (values, grids) in &distribution.grids {
        let cells = values.iter().map(u32::to_string).chain([grids.to_string(), bar(*grids, most)]);
        table.add_row(cells.collect::<Vec<_>>());
    }
    let numbers: Vec<usize> = (0..=distribution.by.len()).collect();
    align_right(&mut table, &numbers);
    writeln!(output, "{}\n", title(problem, &distribution.by))?;
    table.lines().try_for_each(|line| writeln!(output, "{}", line.trim_end()))?;
    print_total(output, distribution)
}

/// Prints the number of all grids below a table.
pub(super) fn print_total(output: &mut Output, distribution: &Distribution) -> Result<(), Failure> {
    match distribution.total() {
        Some(total) => writeln!(output, "\n{} in all", plural(total, "grid"))?,
        None => report("note: all of them together do not fit in 128 bits"),
    }
    Ok(())
}

pub(super) fn print_csv(output: &mut Output, distribution: &Distribution) -> io::Result<()> {
    let header: Vec<String> = distribution.by.iter().map(Measure::to_string).collect();
    writeln!(output, "{},grids", header.join(","))?;
    for (values, grids) in &distribution.grids {
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        writeln!(output, "{},{grids}", values.join(","))?;
    }
    Ok(())
}

const MAX: u128 = 40;

/// Returns a bar in eighths of a column. A positive number gets at least one eighth.
fn bar(part: u128, most: u128) -> String {
    // Only the first bits of very large numbers are used, so that the product does not overflow.
    let shift = (128 - most.leading_zeros()).saturating_sub(96);
    let (part, most) = (part >> shift, (most >> shift).max(1));
    let eighths = (part * MAX * 8).div_ceil(most).max(1) as usize;
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + rest
}
