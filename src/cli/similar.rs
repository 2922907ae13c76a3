//! `gridcheck similar`: finds out whether a grid has been used before.

use std::io::Write;

use clap::Args;

use super::{Format, Output, Terminal, Verdict, report, write_json};
use crate::ask::Ask;
use crate::ask::failure::Failure;
use crate::ask::similar::{SimilarReport, SimilarRequest};
use crate::plural::plural;
use crate::visible::visible;

/// Find the grids of a list that are nearest to a given grid, up to rotation and reflection.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck similar mygrid.txt --among published.txt
  gridcheck similar monday.puz --among puzzles --count 20   a folder of puzzles
  gridcheck list --size 9 | gridcheck similar mygrid.txt --among - --format json

The distance of two grids is the number of squares and bars in which they differ, in the rotation or reflection with the fewest. The same
grid, turned or not, comes first.")]
pub(super) struct SimilarCommand {
    #[command(flatten)]
    request: SimilarRequest,
    /// Print the answer in this format; JSON has one object for each grid shown.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl SimilarCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        terminal.end_at_once();
        let found = self.request.ask(terminal);
        terminal.clear();
        let found = found?;
        found.unreadable.iter().for_each(|message| report(message));
        match self.format {
            Format::Json => found.nearest.iter().try_for_each(|grid| write_json(output, grid))?,
            _ => print(output, &found)?,
        }
        Ok(if found.unreadable.is_empty() { Verdict::Well } else { Verdict::Unreadable })
    }
}

fn print(output: &mut Output, report: &SimilarReport) -> Result<(), Failure> {
    let SimilarReport { name, grid, nearest, compared, of_other_sides, unreadable: _ } = report;
    let (height, width, among) = (grid.height(), grid.width(), plural(*compared, "grid"));
    write!(output, "{}: {height} × {width}, among {among} of these sides", visible(name))?;
    match of_other_sides {
        0 => writeln!(output)?,
        others => writeln!(output, ", {others} of others left out")?,
    }
    for found in nearest {
        let what = match found.distance {
            0 => output.bad("the same"),
            distance if !grid.bars().is_empty() => format!("{} in squares or bars", plural(distance, "difference")),
            1 => "1 square differs".to_owned(),
            distance => format!("{distance} squares differ"),
        };
        let turned = if found.is_unturned { String::new() } else { format!(" ({})", found.transform) };
        writeln!(output, "  {}:{}: grid {}: {what}{turned}", visible(&found.file), found.line, found.index)?;
    }
    Ok(())
}
