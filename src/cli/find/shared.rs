//! Prints the grids of files that have the same clue numbers and lengths as another one.

use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;

use serde::Serialize;

use super::super::{Format, Output, Terminal, Verdict, report, write_json};
use super::{FilesRead, Find, FoundGrid, GridPlace};
use crate::engine::watch::Watch;
use crate::grid::Grid;
use crate::numbering::Numbering;
use crate::plural::plural;

/// The JSON of the answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedAnswer<'a> {
    searched: usize,
    shared: Vec<Vec<FoundGrid<'a>>>,
}

/// Reads the files and prints the groups, in the order of their first grids.
pub fn print(find: &Find, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
    let mut groups: Vec<Vec<(GridPlace, Grid)>> = Vec::new();
    let mut known: HashMap<Numbering, usize> = HashMap::new();
    let run = terminal.run("searching");
    let FilesRead { grids, unreadable } = find.each((&run, terminal), Numbering::of, |place, grid, numbering| {
        let group = *known.entry(numbering.clone()).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push((place, grid.clone()));
        Ok(ControlFlow::Continue(()))
    })?;
    terminal.clear();
    groups.retain(|group| group.len() > 1);
    if find.format == Format::Json {
        let shared = groups.iter().map(|group| of_group(group)).collect();
        write_json(output, &SharedAnswer { searched: grids, shared })?;
    } else {
        for (i, group) in groups.iter().enumerate() {
            let gap = if i > 0 { "\n" } else { "" };
            writeln!(output, "{gap}{} have the same clue numbers and lengths:", plural(group.len(), "grid"))?;
            for (place, grid) in group {
                writeln!(output, "  {place}: {}", grid.one_line())?;
            }
        }
    }
    output.flush()?;
    let all = plural(grids, "grid");
    report(&match groups.len() {
        0 => format!("no two of {all} have the same clue numbers and lengths"),
        number => format!("{} of {all} that cannot be told apart by their clues", plural(number, "group")),
    });
    Ok(match (unreadable, groups.is_empty()) {
        (true, _) => Verdict::Unreadable,
        (false, true) => Verdict::Refuted,
        (false, false) => Verdict::Well,
    })
}

/// Returns the grids of a group as JSON has them.
fn of_group(group: &[(GridPlace, Grid)]) -> Vec<FoundGrid<'_>> {
    group.iter().map(|(place, grid)| FoundGrid::of(Some(place), grid)).collect()
}
