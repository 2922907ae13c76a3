//! `gridcheck find`: finds the grids that have given clue numbers and lengths.

pub mod shared;

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;

use super::args::{Threads, duration, needs_black};
use super::list::print;
use super::walk::{Folders, Inputs, inputs};
use super::{Format, Output, Terminal, Verdict, note_all, report, report_notes, write_json};
use crate::ask::examine::{ExaminedGrid, Step, examine_all, only_one};
use crate::ask::grid::GridReport;
use crate::ask::input::{Input, at_most_one_standard_input};
use crate::ask::options::Reading;
use crate::ask::question::Question;
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Run};
use crate::formats::source::FoundShape;
use crate::grid::Grid;
use crate::numbered::{SearchEnd, with_numbering};
use crate::numbering::{KnownWords, Numbering, PlainNumber};
use crate::plural::plural;
use crate::serial::AsRows;
use crate::stats::satisfied;
use crate::visible::visible;
use crate::words::{Direction, Words};

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
#[command(mut_arg("size", |size| size.required(false)), mut_arg("white", needs_black))]
pub struct Find {
    /// Search the grids of these files, or puzzle files, or of all such files in a folder; - is standard input. Without files, --size
    /// asks for all valid grids.
    #[arg(value_name = "FILE|FOLDER", required_unless_present = "size", conflicts_with_all = ["size", "rules", "given", "lattice"])]
    files: Vec<PathBuf>,
    /// The words across, in the order of their numbers: lengths as in 3,5,3, or clue numbers and lengths as in '1 (3), 4 (5)'.
    #[arg(long, value_name = "WORDS", required_unless_present_any = ["down", "like", "shared"])]
    across: Option<String>,
    /// The words down, in the same form.
    #[arg(long, value_name = "WORDS")]
    down: Option<String>,
    /// Read a number that stands alone in --across and --down as a clue number, not as a length.
    #[arg(long)]
    numbers: bool,
    /// Take the clue numbers and lengths of this grid, or of the grid of a puzzle file; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["across", "down", "numbers"])]
    like: Option<PathBuf>,
    /// Show the grids of the files that have the same clue numbers and lengths as another one.
    #[arg(long, requires = "files", conflicts_with_all = ["across", "down", "numbers", "like", "count"])]
    shared: bool,
    /// Show at most this many grids.
    #[arg(long, value_name = "K", default_value = "20", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    count: u32,
    #[command(flatten)]
    question: Question,
    /// Search at most this long for the grids of each size.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    #[command(flatten)]
    jobs: Threads,
    #[command(flatten)]
    walk: Folders,
    #[command(flatten)]
    reading: Reading,
    /// Print the grids in this format: as gridcheck list does, or as one JSON object. Of files, text and line name the places.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

/// The JSON of the answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindAnswer<'a> {
    /// The known words across: lengths, or clue numbers and lengths; null if nothing is known.
    across: Option<String>,
    down: Option<String>,
    outcome: Outcome,
    /// The number of grids in the files, if files are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "usize"))]
    searched: Option<usize>,
    grids: Vec<FoundGrid<'a>>,
}

/// The end of the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Outcome {
    /// These grids and no others.
    All,
    None,
    /// `--count` ended the search.
    More,
    /// The time limit was reached, so there may be more.
    #[serde(rename = "out of time")]
    OutOfTime,
}

/// The JSON of a grid, with its place if it is of a file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FoundGrid<'a> {
    #[serde(flatten)]
    place: Option<&'a GridPlace>,
    rows: AsRows<&'a Grid>,
}

impl<'a> FoundGrid<'a> {
    fn of(place: Option<&'a GridPlace>, grid: &'a Grid) -> Self {
        FoundGrid { place, rows: AsRows(grid) }
    }
}

/// The place of a grid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GridPlace {
    file: String,
    /// The grid's number in its file, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    index: usize,
    /// The line of its first row, from 1.
    line: usize,
}

struct Findings {
    grids: Vec<(Option<GridPlace>, Grid)>,
    end: SearchEnd,
    /// The number of grids in the files.
    searched: Option<usize>,
    /// A file cannot be read.
    unreadable: bool,
}

struct FilesRead {
    grids: usize,
    /// A file cannot be read.
    unreadable: bool,
}

impl fmt::Display for GridPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GridPlace { file, index, line } = self;
        write!(f, "{}:{line}: grid {index}", visible(file))
    }
}

impl Find {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let named = self.files.iter().chain(&self.like).map(|path| Input::from(path.as_path()));
        at_most_one_standard_input(&named.chain(self.question.inputs()).collect::<Vec<_>>())?;
        if self.shared {
            return shared::print(self, terminal, output);
        }
        let numbering = self.numbering(terminal)?;
        let found = if self.files.is_empty() {
            self.among_valid(&numbering, terminal, output)?
        } else {
            self.among_files(&numbering, terminal, output)?
        };
        terminal.clear();
        let outcome = match (found.end, found.grids.len()) {
            (SearchEnd::All, 0) => Outcome::None,
            (SearchEnd::All, _) => Outcome::All,
            (SearchEnd::More, _) => Outcome::More,
            (SearchEnd::Stopped, _) => Outcome::OutOfTime,
        };
        if self.format == Format::Json {
            let known = |direction| numbering.in_direction(direction).map(KnownWords::to_string);
            let [across, down] = [Direction::Across, Direction::Down].map(known);
            let grids = found.grids.iter().map(|(place, grid)| FoundGrid::of(place.as_ref(), grid)).collect();
            write_json(output, &FindAnswer { across, down, outcome, searched: found.searched, grids })?;
        }
        output.flush()?;
        report(&self.summary(&found));
        Ok(match (found.end, found.grids.len()) {
            _ if found.unreadable => Verdict::Unreadable,
            (SearchEnd::Stopped, _) => Verdict::Undecided,
            (SearchEnd::All, 0) => Verdict::Refuted,
            (SearchEnd::All | SearchEnd::More, _) => Verdict::Well,
        })
    }
    /// Returns what is known of the grids.
    fn numbering(&self, terminal: &Terminal) -> anyhow::Result<Numbering> {
        if let Some(path) = &self.like {
            let mut list = self.reading.settled()?.check(path)?;
            let name = only_one(&list, terminal)?;
            let found = list.shapes()?.next().transpose()?;
            // The check has already refused a list without grids.
            let found = found.with_context(|| format!("{name}: no grid found"))?;
            return Ok(Numbering::of(&Words::of(&found)));
        }
        let plain = if self.numbers { PlainNumber::ClueNumber } else { PlainNumber::Length };
        let known = |option: &str, text: &Option<String>| {
            let words = text.as_ref().map(|text| KnownWords::parse(text, plain));
            words.transpose().map_err(|error| anyhow!("--{option}: {error}"))
        };
        let (across, down) = (known("across", &self.across)?, known("down", &self.down)?);
        Numbering::new(across, down).map_err(|error| anyhow!("--across and --down: {error}"))
    }

    /// Searches the valid grids of each size.
    fn among_valid(&self, numbering: &Numbering, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Findings> {
        let sizes = self.question.size.as_ref().context("--size is missing")?;
        let mut found = Findings { grids: Vec::new(), end: SearchEnd::All, searched: None, unreadable: false };
        for &size in sizes.all() {
            let problem = self.question.problem_of_size(size, terminal)?;
            note_all(problem.notes());
            let run = terminal.run("searching");
            let most = self.count as usize - found.grids.len();
            let end = with_numbering(&problem, numbering, most, &run.within(self.time_limit), |grid| {
                found.grids.push((None, grid));
            })?;
            terminal.clear();
            if run.check().is_err() {
                terminal.learned(format!("{} found", plural(found.grids.len(), "grid")));
                return Err(EngineError::Stopped.into());
            }
            // A later size can still have grids after a search that did not end.
            found.end = match (found.end, end) {
                (SearchEnd::Stopped, SearchEnd::All) => SearchEnd::Stopped,
                (_, end) => end,
            };
            if end == SearchEnd::More {
                break;
            }
        }
        if self.format != Format::Json {
            for (i, (_, grid)) in found.grids.iter().enumerate() {
                print(output, GridReport::new(grid, None), self.format, i == 0)?;
            }
        }
        Ok(found)
    }

    /// Searches the grids of files, and prints their places.
    fn among_files(&self, numbering: &Numbering, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Findings> {
        let mut found = Findings { grids: Vec::new(), end: SearchEnd::All, searched: None, unreadable: false };
        let is_json = self.format == Format::Json;
        let run = terminal.printing_run("searching", output);
        let read = self.each(
            (&run, terminal),
            |words| numbering.fits(words),
            |place, grid, fits| {
                if !fits {
                    return Ok(ControlFlow::Continue(()));
                }
                if found.grids.len() == self.count as usize {
                    found.end = SearchEnd::More;
                    return Ok(ControlFlow::Break(()));
                }
                if !is_json {
                    writeln!(output.until_closed(), "{place}")?;
                }
                found.grids.push((Some(place), grid.clone()));
                Ok(ControlFlow::Continue(()))
            },
        );
        if read.is_err() {
            // What is printed consists of whole lines.
            output.flush()?;
        }
        let FilesRead { grids, unreadable } = read?;
        Ok(Findings { searched: Some(grids), unreadable, ..found })
    }

    /// Examines the words of each grid of the files that satisfies the constraints, and passes the result on with the place of the grid.
    fn each<T: Send>(
        &self,
        (run, terminal): (&Run, &Terminal),
        examine: impl Fn(&Words) -> T + Sync,
        mut pass_on: impl FnMut(GridPlace, &Grid, &T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<FilesRead> {
        let Inputs { files, is_one_file } = inputs(&self.walk, &self.files, terminal)?;
        let how = self.reading.settled()?;
        let constraints = &self.question.constraints;
        let mut read = FilesRead { grids: 0, unreadable: false };
        let examine = |_, found: &FoundShape| satisfied(found, constraints).then(|| examine(&Words::of(found)));
        examine_all(&files, how, (run, terminal), examine, |number, step| {
            let file = files[number].name();
            match step {
                Step::File { notes } => report_notes(&file, notes),
                Step::Unreadable(error) if is_one_file => return Err(error.into()),
                Step::Unreadable(error) => {
                    report(&error.to_string());
                    read.unreadable = true;
                }
                Step::Grid(ExaminedGrid { index, found, outcome }) => {
                    read.grids += 1;
                    let place = GridPlace { file, index: index + 1, line: found.line };
                    let Some(outcome) = outcome else { return Ok(ControlFlow::Continue(())) };
                    return pass_on(place, &found.grid, outcome);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(read)
    }

    /// Returns the answer in one sentence.
    fn summary(&self, found: &Findings) -> String {
        let grids = plural(found.grids.len(), "grid");
        let among = match (found.searched, &self.question.size) {
            (Some(searched), _) => format!("of {}", plural(searched, "grid")),
            (None, Some(sizes)) if sizes.all().len() > 1 => "of these sizes".to_owned(),
            (None, _) => "of this size".to_owned(),
        };
        let limit = self.time_limit.as_secs_f64();
        match (found.end, found.grids.len()) {
            (SearchEnd::All, 0) => format!("no grid {among} has these clues"),
            (SearchEnd::All, _) => format!("found {grids} {among} with these clues: that is all"),
            (SearchEnd::More, _) => format!("found {grids} {among} with these clues: there are more (--count)"),
            (SearchEnd::Stopped, 0) => {
                format!("undecided: stopped at the limit of {limit} s, and no grid {among} was found")
            }
            (SearchEnd::Stopped, _) => {
                format!("undecided: stopped at the limit of {limit} s; {grids} {among} found, and there may be more")
            }
        }
    }
}
