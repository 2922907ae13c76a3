//! `gridcheck find`: finds the grids that have given clue numbers and lengths.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;

use super::list::{Printer, print};
use super::{Format, Output, Terminal, Verdict, report, write_json};
use crate::ask::failure::Failure;
use crate::ask::find::Find;
use crate::ask::find::report::{FindReport, FoundGrid, FoundReport, Outcome, PlaceInFile, SharedReport};
use crate::ask::grid::GridReport;
use crate::plural::plural;
use crate::visible::visible;

/// Find the grids that have given clue numbers and lengths, in files or among all valid grids.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck find --size 5 --across 3,5,3 --down 3,5,3
                                          all valid grids with these lengths, by the solver
  gridcheck find --across '1 (5), 4 (3), 6 (7)' --down '1 (4), 2 (7), ...' puzzles
                                          clue numbers and lengths, in a folder of puzzles
  gridcheck find --across 1,5,8,9 --down 1,2,3,4,6,7 --numbers --size 5..9
                                          clue numbers alone; the size is not known
  gridcheck find --like monday.puz published.txt
                                          the grids of a list that have the same clue numbers and lengths
  gridcheck list --size 9 --rules american | gridcheck find --shared -
                                          all grids of a list that cannot be told apart by their clues

Words stand in the order of their clue numbers. A length is one of 5, (5) and (3,2); 4 (5) has a clue number too, ? is unknown,
and ... at the end lets more words follow. The solver proves that there are no more grids, and the validator judges every one.

Exit codes: 0 all such grids are shown, or as many as --count allows, 1 there are none, 2 bad use, 3 the time limit ended the search.")]
#[command(mut_arg("size", |size| size.required(false)))]
pub(super) struct FindCommand {
    #[command(flatten)]
    request: Find,
    /// Print the grids in this format: as gridcheck list does, or as one JSON object. Of files, text and line name the places.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

impl FindCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let mut printer = Printer::new(output, self.format);
        let found = self.request.ask_in_parts(terminal, &mut |found| match (&found.place, self.format) {
            (None, _) | (_, Format::Json) => ControlFlow::Continue(()),
            (Some(place), _) => printer.write(|output| writeln!(output, "{}", place_in_words(place))),
        });
        printer.end()?;
        terminal.clear();
        let found = found?;
        match (&found, self.format) {
            (_, Format::Json) => write_json(output, &found)?,
            (FindReport::Found(found), format) => {
                let valid = found.grids.iter().filter(|found| found.place.is_none());
                for (i, found) in valid.enumerate() {
                    print(output, GridReport::new(&found.grid, None), format, i == 0)?;
                }
            }
            (FindReport::Shared(found), _) => print_groups(output, &found.shared)?,
        }
        output.flush()?;
        report(&match &found {
            FindReport::Found(found) => self.sentence(found),
            FindReport::Shared(SharedReport { searched, shared, .. }) => match shared.len() {
                0 => format!("no two of {} have the same clue numbers and lengths", plural(*searched, "grid")),
                groups => format!(
                    "{} of {} that cannot be told apart by their clues",
                    plural(groups, "group"),
                    plural(*searched, "grid")
                ),
            },
        });
        Ok(verdict(&found))
    }

    /// Returns the result of the search in one sentence.
    fn sentence(&self, found: &FoundReport) -> String {
        let FoundReport { outcome, searched, grids, time_limit, .. } = found;
        let (is_empty, grids, limit) = (grids.is_empty(), plural(grids.len(), "grid"), time_limit.as_secs_f64());
        let among = match (searched, &self.request.question.size) {
            (Some(searched), _) => format!("of {}", plural(*searched, "grid")),
            (None, Some(sizes)) if sizes.all().len() > 1 => "of these sizes".to_owned(),
            (None, _) => "of this size".to_owned(),
        };
        match outcome {
            Outcome::None => format!("no grid {among} has these clues"),
            Outcome::All => format!("found {grids} {among} with these clues: that is all"),
            Outcome::More => format!("found {grids} {among} with these clues: there are more (--count)"),
            Outcome::OutOfTime if is_empty => {
                format!("undecided: stopped at the limit of {limit} s, and no grid {among} was found")
            }
            Outcome::OutOfTime => {
                format!("undecided: stopped at the limit of {limit} s; {grids} {among} found, and there may be more")
            }
        }
    }
}

fn verdict(found: &FindReport) -> Verdict {
    match found {
        FindReport::Found(FoundReport { unreadable, .. }) | FindReport::Shared(SharedReport { unreadable, .. })
            if !unreadable.is_empty() =>
        {
            Verdict::Unreadable
        }
        FindReport::Shared(SharedReport { shared, .. }) => Verdict::well_if(!shared.is_empty()),
        FindReport::Found(FoundReport { outcome, .. }) => match outcome {
            Outcome::All | Outcome::More => Verdict::Well,
            Outcome::None => Verdict::Refuted,
            Outcome::OutOfTime => Verdict::Undecided,
        },
    }
}

/// Returns the place of a grid in words.
fn place_in_words(PlaceInFile { file, index, line }: &PlaceInFile) -> String {
    format!("{}:{line}: grid {index}", visible(file))
}

fn print_groups(output: &mut Output, groups: &[Vec<FoundGrid>]) -> std::io::Result<()> {
    for (i, group) in groups.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(output, "{gap}{} have the same clue numbers and lengths:", plural(group.len(), "grid"))?;
        for FoundGrid { place, grid } in group {
            let place = place.as_ref().map_or(String::new(), place_in_words);
            writeln!(output, "  {place}: {}", grid.one_line())?;
        }
    }
    Ok(())
}
