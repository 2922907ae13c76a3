//! Prints repaired grids, as text and as JSON.

use std::io::Write;

use super::super::{Output, Print};
use crate::ask::failure::Failure;
use crate::ask::repair::{GridPlace, RepairOutcome, RepairedGrid, changes};
use crate::grid::Bars;
use crate::repair::Nearest;
use crate::visible::visible;

impl Print for RepairedGrid<'_> {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let RepairedGrid { at: GridPlace { file, index, line }, grid, name, is_profile, outcome, findings, .. } = self;
        let (height, width) = (grid.height(), grid.width());
        let by = format!("{} {name}", if *is_profile { "profile" } else { "rules" });
        let file = visible(file);
        write!(output, "{file}:{line}: grid {}, {height} × {width}, {by}: ", index + 1)?;
        let nearest = match outcome {
            RepairOutcome::Impossible => {
                writeln!(
                    output,
                    "{}",
                    output.bad("no valid grid of this size meets the conditions and keeps what stays")
                )?;
                return Ok(());
            }
            RepairOutcome::OutOfTime(fewest) => {
                let known = format!("no valid grid found in time; none changes fewer than {}", changes(grid, *fewest));
                writeln!(output, "{}", output.bad(&known))?;
                return Ok(());
            }
            RepairOutcome::Repaired(nearest) => nearest,
        };
        writeln!(output, "{}", output.good(&in_words(nearest)))?;
        for (i, repaired) in nearest.grids.iter().enumerate() {
            if i > 0 {
                writeln!(output)?;
            }
            for finding in findings.get(i).into_iter().flatten() {
                writeln!(output, "  still: {} {}: {finding}", finding.code, finding.severity.name())?;
            }
            if !grid.bars().is_empty() || !repaired.bars().is_empty() {
                repaired.to_string().lines().try_for_each(|row| writeln!(output, "    {row}"))?;
                for change in changed_bars(grid.bars(), repaired.bars()) {
                    writeln!(output, "    {}", output.bad(&change))?;
                }
                continue;
            }
            for r in 0..height {
                let square = |c: usize| match (grid.is_white(r, c), repaired.is_white(r, c)) {
                    (true, true) => ".".to_owned(),
                    (false, false) => "#".to_owned(),
                    (false, true) => output.bad("o"),
                    (true, false) => output.bad("X"),
                };
                let row: String = (0..width).map(square).collect();
                writeln!(output, "    {row}")?;
            }
        }
        Ok(())
    }
}

/// Returns a sentence on each bar that only one of two grids has.
fn changed_bars(before: &Bars, after: &Bars) -> Vec<String> {
    let only = |has: &Bars, lacks: &Bars, change: &str| {
        let bars = has.sides().filter(|&(one, other)| !lacks.between(one, other));
        let named = |(r, c)| format!("row {}, column {}", r + 1, c + 1);
        bars.map(|(one, other)| format!("{change}: a bar between {} and {}", named(one), named(other)))
            .collect::<Vec<_>>()
    };
    [only(after, before, "new"), only(before, after, "removed")].concat()
}

fn in_words(nearest: &Nearest) -> String {
    let Nearest { changes, grids, all } = nearest;
    if *changes == 0 {
        return "valid as it is".to_owned();
    }
    let ways = match (grids.len(), all) {
        (1, true) => "in one way".to_owned(),
        (shown, true) => format!("in {shown} ways, all shown"),
        (1, false) => "in one of several ways".to_owned(),
        (shown, false) => format!("in more ways than the {shown} shown"),
    };
    format!("fewest changes: {changes}, {ways}")
}
