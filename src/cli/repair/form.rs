//! Prints repaired grids, as text and as JSON.

use std::io::Write;

use serde_json::{Value, json};

use super::super::output::Output;
use super::RepairOutcome;
use crate::grid::Grid;
use crate::lint::Diagnostic;
use crate::plural::plural;
use crate::repair::Nearest;
use crate::serial::AsRows;
use crate::visible::visible;

/// The place of a grid.
#[derive(Clone, Copy)]
pub struct GridPlace<'a> {
    /// The file's name.
    pub file: &'a str,
    /// The grid's number in its file, from 0.
    pub index: usize,
    /// The line of its first row, from 1.
    pub line: usize,
}

/// A grid of the file and its result.
pub struct RepairedGrid<'a> {
    /// The place of the grid.
    pub at: GridPlace<'a>,
    /// The grid.
    pub grid: &'a Grid,
    /// The name of the rules or of the profile.
    pub name: String,
    /// `true` if it is a profile.
    pub is_profile: bool,
    /// The result.
    pub outcome: RepairOutcome,
    /// The findings of the profile in each of the repaired grids.
    pub findings: Vec<Vec<Diagnostic>>,
}

impl RepairedGrid<'_> {
    /// Returns the nearest valid grids; none if there are none, or none was found in time.
    pub fn grids(&self) -> &[Grid] {
        match &self.outcome {
            RepairOutcome::Repaired(nearest) => &nearest.grids,
            RepairOutcome::Impossible | RepairOutcome::OutOfTime(_) => &[],
        }
    }

    /// Prints the result as text.
    pub fn print(&self, output: &mut Output) -> anyhow::Result<()> {
        let RepairedGrid { at: GridPlace { file, index, line }, grid, name, is_profile, outcome, findings } = self;
        let (height, width) = (grid.height(), grid.width());
        let by = format!("{} {name}", if *is_profile { "profile" } else { "rules" });
        let file = visible(file);
        write!(output, "{file}:{line}: grid {}, {height} × {width}, {by}: ", index + 1)?;
        let nearest = match outcome {
            RepairOutcome::Impossible => {
                writeln!(output, "{}", output.bad("no valid grid has the squares that stay"))?;
                return Ok(());
            }
            RepairOutcome::OutOfTime(fewest) => {
                let known =
                    format!("no valid grid found in time; none changes fewer than {}", plural(*fewest, "square"));
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

    /// Returns the result as JSON.
    pub fn as_json(&self) -> Value {
        let RepairedGrid { at: GridPlace { file, index, line }, grid, name, is_profile, outcome, findings } = self;
        let (changes, fewest, all) = match outcome {
            RepairOutcome::Repaired(Nearest { changes, all, .. }) => (Some(changes), Some(changes), Some(*all)),
            RepairOutcome::Impossible => (None, None, Some(true)),
            RepairOutcome::OutOfTime(fewest) => (None, Some(fewest), None),
        };
        let grids = self.grids().iter().enumerate().map(|(i, repaired)| {
            let squares = (0..grid.height()).flat_map(|r| (0..grid.width()).map(move |c| (r, c)));
            let changed = squares.filter(|&(r, c)| grid.is_white(r, c) != repaired.is_white(r, c));
            let codes = findings.get(i).into_iter().flatten().map(|finding| finding.code.name);
            json!({
                "rows": AsRows(repaired),
                "changed": changed.map(|(r, c)| [r + 1, c + 1]).collect::<Vec<_>>(),
                "findings": codes.collect::<Vec<_>>(),
            })
        });
        json!({
            "file": file,
            "index": index + 1,
            "line": line,
            (if *is_profile { "profile" } else { "rules" }): name,
            "changes": changes,
            "fewest": fewest,
            "all": all,
            "grids": grids.collect::<Vec<_>>(),
        })
    }
}

/// Describes the nearest grids.
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
