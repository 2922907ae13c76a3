//! `gridcheck convert`: converts a puzzle file or a list of grids to another format.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use super::list::Printer;
use super::{Format, Output, Terminal, Verdict, note_all, report};
use crate::ask::AskEach;
use crate::ask::convert::{Convert, Converted};
use crate::ask::failure::Failure;

/// Convert a puzzle file, or a list of grids, to another format.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck convert monday.puz                    # black, . white
  gridcheck convert monday.puz --to exolve
  gridcheck convert monday.ipuz --out monday.puz
  gridcheck convert monday.puz --to puz-text --out monday.txt
  gridcheck list --size 5 | gridcheck convert - --to line
  gridcheck convert mygrid.txt --out mygrid.ipuz
  gridcheck convert draft.xd --clues clues.txt --title Mine --author 'A. Setter' --out mine.ipuz
  gridcheck convert puzzles --to ipuz --out-dir converted

The file may be .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON, that of other newspapers (site-json) or plain text; its content shows
which. The ending of --out names the format to write: .puz, .ipuz, .jpz, .xd, .exolve or .txt. --to names it for another
ending, and for a format that shares .txt; an ending that contradicts --to is an error. The command draw writes pictures.

Letters, clues, title, author and all else are kept if the format can store them. A note names each kind of thing that it
cannot. A file is read back before it is kept. An input file is only replaced with --in-place, and only if nothing is lost.")]
pub(super) struct ConvertCommand {
    #[command(flatten)]
    request: Convert,
}

impl ConvertCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let mut printer = Printer::new(output, Format::Text);
        let converted = self.request.ask_each(terminal, &mut |part| match part {
            Converted::Bytes(bytes) => printer.write(|output| output.write_all(bytes)),
            Converted::Unconverted(failure) => {
                terminal.clear();
                report(&failure.to_string());
                ControlFlow::Continue(())
            }
        });
        // If it was stopped, the printed part consists of whole grids, so it is kept.
        printer.end()?;
        let converted = converted?;
        terminal.clear();
        note_all(&converted.notes);
        Ok(if converted.unconverted == 0 { Verdict::Well } else { Verdict::Unreadable })
    }
}
