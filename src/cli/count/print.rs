//! Prints what a count has found.

use std::io::Write;

use super::super::sum::{in_text, in_text_beside, print_csv, print_sum, print_total, refuse_long_table};
use super::super::table::{align_right, empty_table};
use super::super::{Output, Print, note_all, report as report_line};
use super::by_symmetry::print_types;
use super::estimate::print_estimate;
use crate::ask::count::report::{BlockReport, CountReport, Found, PieceReport, Total};
use crate::ask::failure::Failure;
use crate::ask::json::About;
use crate::constraint::{Distribution, Measure};
use crate::engine::blocks::BlockSum;
use crate::plural::plural;
use crate::problem::Problem;

impl Print for CountReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        match self {
            CountReport::Total(about) => {
                note_all(&about.notes);
                let Total { sum, is_by_lengths } = &about.report.found;
                match sum {
                    BlockSum::Distribution(distribution) if *is_by_lengths => {
                        print_lengths(&about.problem, distribution, output)
                    }
                    sum => print_sum(output, &about.problem, sum),
                }
            }
            CountReport::Symmetry(about) => {
                note_all(&about.notes);
                print_types(about, output)
            }
            CountReport::Piece(about) => {
                note_all(&about.notes);
                Ok(writeln!(output, "{}", sentence_about(&about.report.found))?)
            }
            CountReport::Block(about) => {
                note_all(&about.notes);
                print_block(about, output)
            }
            CountReport::Estimate(estimate) => print_estimate(estimate, output),
            CountReport::Missing(about) => {
                about.report.missing.iter().try_for_each(|number| Ok(writeln!(output, "{number}")?))
            }
        }
    }
}

/// Prints a sum as comma-separated values if it is a table.
pub(super) fn as_csv(about: &About<Found<Total>>, output: &mut Output) -> Result<(), Failure> {
    match &about.report.found.sum {
        BlockSum::Distribution(distribution) => Ok(print_csv(output, distribution)?),
        sum @ (BlockSum::Plain(_) | BlockSum::Extreme { .. }) => print_sum(output, &about.problem, sum),
    }
}

/// Reports a sum whose blocks are in standard output, where it has no place.
pub(super) fn to_standard_error(report: &CountReport) {
    match report {
        CountReport::Total(about) => {
            note_all(&about.notes);
            report_line(&match &about.report.found.sum {
                BlockSum::Plain(grids) => plural(*grids, "grid"),
                sum => in_text(sum),
            });
        }
        CountReport::Piece(about) => {
            note_all(&about.notes);
            report_line(&sentence_about(&about.report.found));
        }
        CountReport::Symmetry(_) | CountReport::Block(_) | CountReport::Estimate(_) | CountReport::Missing(_) => {}
    }
}

/// Returns the sum of a piece in words that cannot be mistaken for the whole count.
fn sentence_about(found: &PieceReport) -> String {
    let PieceReport { of: piece, blocks, count_of_piece: sum, is_of_nothing, .. } = found;
    let empty = if *is_of_nothing { ": it is empty, for there are more pieces than work" } else { "" };
    let blocks = plural(*blocks, "block");
    match sum {
        BlockSum::Plain(grids) => format!("{piece} alone: {} in {blocks}{empty}", plural(*grids, "grid")),
        BlockSum::Distribution(_) | BlockSum::Extreme { .. } => {
            format!("{piece} alone: {} ({blocks}){empty}", in_text(sum))
        }
    }
}

fn print_block(about: &About<Found<BlockReport>>, output: &mut Output) -> Result<(), Failure> {
    let found = &about.report.found;
    let printed = print_sum(output, &about.problem, &found.count);
    if let Some(file) = &found.file {
        let says = match &found.recorded {
            Some(recorded) if found.agrees() => format!("has {} for this block: the same", in_text(recorded)),
            Some(recorded) => {
                let has = in_text_beside(recorded, &[recorded, &found.count]);
                format!("has {has} for this block: NOT the same")
            }
            None => "does not have this block yet".to_owned(),
        };
        report_line(&format!("{file} {says}"));
    }
    printed
}

/// Prints each multiset of lengths, as in 3×4 5×2: four words of three letters, two of five.
fn print_lengths(problem: &Problem, distribution: &Distribution, output: &mut Output) -> Result<(), Failure> {
    refuse_long_table(distribution)?;
    let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
    writeln!(output, "{size} grids, rules {rules}, by the lengths of their words (length×words)\n")?;
    let mut table = empty_table(output, ["grids", "lengths"]);
    let mut rows: Vec<(&Vec<u32>, &u128)> = distribution.grids.iter().collect();
    rows.sort_by_key(|&(_, grids)| std::cmp::Reverse(grids));
    for (values, grids) in rows {
        let lengths = distribution.by.iter().zip(values).filter(|&(_, &words)| words > 0).map(|(by, words)| match by {
            Measure::Length(letters) => format!("{letters}×{words}"),
            other => format!("{other} {words}"),
        });
        table.add_row([grids.to_string(), lengths.collect::<Vec<_>>().join(" ")]);
    }
    align_right(&mut table, &[0]);
    table.lines().try_for_each(|line| writeln!(output, "{}", line.trim_end()))?;
    print_total(output, distribution)
}
