//! `gridcheck stats`: measures grids.

mod csv;

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::args::{Conditions, needs_black, skips};
use super::table::{align_right, indented_table};
use super::walk::{Folders, Inputs, inputs};
use super::{Format, Output, Terminal, Verdict, report, report_notes, write_json};
use crate::ask::examine::{ExaminedGrid, Step, examine_all};
use crate::ask::options::Reading;
use crate::ask::stats::{Link, PuzzleRow, Row, links};
use crate::formats::source::FoundShape;
use crate::grid::Grid;
use crate::plural::plural;
use crate::shape::extras;
use crate::stats::{Length, Stats, satisfied};
use crate::visible::visible;
use clap::Args;

/// Measure grids, valid or not: words, checking, black squares, symmetry.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck stats monday.puz
  gridcheck stats --format csv grids > grids.csv   all puzzles and lists in a folder
  gridcheck stats --where 'words >= 30' --format line grids/*.txt
  gridcheck list --size 7 | gridcheck stats --format line - | cut -d, -f2 | sort | uniq -c
                                          how many grids have each number of words and mean length

A letter is checked when it is in a word both ways, otherwise it is an unch. A hinge is a checked square whose loss would part
words that hang together. Keith counts squares of odd size that obey the rule set british.")]
#[command(mut_arg("constraints", skips), mut_arg("white", needs_black))]
pub struct StatsCommand {
    /// Measure the grids of these files, or puzzle files, or of all such files in a folder; - is standard input.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    walk: Folders,
    #[command(flatten)]
    constraints: Conditions,
    #[command(flatten)]
    reading: Reading,
    /// Print the figures in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Csv, Format::Json]))]
    format: Format,
}

impl StatsCommand {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let Inputs { files, is_one_file } = inputs(&self.walk, &self.files, terminal)?;
        let how = self.reading.settled()?;
        let run = terminal.printing_run("measuring", output);
        let mut begun = false;
        let mut verdict = Verdict::Well;
        let mut first = true;
        let measure = |_, found: &FoundShape| satisfied(found, &self.constraints.constraints).then(|| Stats::of(found));
        let outcome = examine_all(&files, how, (&run, terminal), measure, |file, step| {
            let file = files[file].name();
            let ExaminedGrid { index, found, outcome } = match step {
                Step::File { notes } => {
                    self.begin(output, &mut begun)?;
                    report_notes(&file, notes);
                    return Ok(ControlFlow::Continue(()));
                }
                Step::Unreadable(error) if is_one_file => return Err(error.into()),
                Step::Unreadable(error) => {
                    report(&error.to_string());
                    verdict = Verdict::Unreadable;
                    return Ok(ControlFlow::Continue(()));
                }
                Step::Grid(grid) => grid,
            };
            let Some(stats) = outcome else { return Ok(ControlFlow::Continue(())) };
            let shown = visible(&file);
            let row = |file| Row { file, index: index + 1, line: found.line, stats };
            match self.format {
                Format::Json => {
                    write_json(&mut output.until_closed(), &PuzzleRow { row: row(&file), links: links(found) })?;
                }
                Format::Csv => writeln!(output.until_closed(), "{}", csv::row(&row(&shown).figures()?))?,
                Format::Line => writeln!(output.until_closed(), "{shown}:{}: {}", found.line, in_one_line(stats))?,
                _ => {
                    let separator = if first { "" } else { "\n" };
                    write!(output.until_closed(), "{separator}{shown}:{}: grid {}, ", found.line, index + 1)?;
                    print(output, stats, &links(found))?;
                }
            }
            first = false;
            Ok(ControlFlow::Continue(()))
        });
        if let Err(error) = outcome {
            // What is printed consists of whole grids.
            output.flush()?;
            return Err(error);
        }
        self.begin(output, &mut begun)?;
        Ok(verdict)
    }

    /// Prints the names of the columns before the first grid. They are printed even if no grid satisfies the constraints.
    fn begin(&self, output: &mut Output, begun: &mut bool) -> anyhow::Result<()> {
        if self.format == Format::Csv && !*begun {
            // Every grid has the same columns.
            let any = Row { file: "", index: 0, line: 0, stats: &Stats::of(&Grid::black(1, 1)) };
            writeln!(output, "{}", csv::header(&any.figures()?))?;
        }
        *begun = true;
        Ok(())
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Returns the most distinctive figures, in the same order for every grid.
fn in_one_line(stats: &Stats) -> String {
    let Stats { height, width, white, black, words, unchecked, regions, bars, voids, .. } = stats;
    let mean = stats.mean_length.map_or(String::new(), |mean| format!(" (mean length {mean:.2})"));
    let extras = extras(*bars, *voids);
    format!(
        "{height} × {width}{extras}, {}{mean}, {}, {unchecked} unchecked ({:.1} %), {black} black ({:.1} %), symmetry {}, {}",
        plural(*words, "word"),
        plural(*white, "letter"),
        percent(*unchecked, *white),
        percent(*black, white + black),
        stats.symmetry.name(),
        plural(*regions, "piece"),
    )
}

fn print(output: &mut Output, stats: &Stats, links: &[Link]) -> anyhow::Result<()> {
    let Stats {
        height,
        width,
        white,
        black,
        words,
        mean_length,
        checked,
        unchecked,
        isolated,
        double_unches,
        triple_unches,
        unches_at_ends,
        symmetry,
        keiths_type,
        regions,
        hinges,
        largest_black_block,
        longest_black_edge,
        in_keiths_count,
        is_american,
        lengths,
        bars,
        voids,
    } = stats;
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    writeln!(output, "{height} × {width}{}", extras(*bars, *voids))?;
    let mean = mean_length.map_or(String::new(), |mean| format!(", mean length {mean:.2}"));
    writeln!(output, "  words        {words}{mean}")?;
    if !links.is_empty() {
        let names =
            links.iter().map(|Link { words, length }| format!("{} ({})", words.join(" + "), plural(*length, "letter")));
        writeln!(output, "  linked       {}", names.collect::<Vec<_>>().join("; "))?;
    }
    writeln!(
        output,
        "  letters      {white}, {checked} checked, {unchecked} unchecked ({:.1} %)",
        percent(*unchecked, *white)
    )?;
    if *isolated > 0 {
        writeln!(output, "  in no word   {}", plural(*isolated, "white square"))?;
    }
    writeln!(output, "  black        {black} ({:.1} %)", percent(*black, white + black))?;
    writeln!(output, "               largest block {largest_black_block}, longest along an edge {longest_black_edge}")?;
    writeln!(
        output,
        "  unches       {} with two side by side, {triple_unches} with three or more, {unches_at_ends} with two or more at an end",
        plural(*double_unches, "word"),
    )?;
    let keiths = keiths_type.map_or(String::new(), |letter| format!(" (Keith's {letter})"));
    writeln!(output, "  symmetry     {}{keiths}", symmetry.name())?;
    writeln!(output, "  pieces       {regions}")?;
    let hinges: Vec<String> = hinges.iter().map(|(r, c)| format!("row {}, column {}", r + 1, c + 1)).collect();
    let hinges = if hinges.is_empty() { "none".to_owned() } else { format!("{}: {}", hinges.len(), hinges.join("; ")) };
    writeln!(output, "  hinges       {hinges}")?;
    let shape = if bars + voids > 0 { " (these have neither bars nor voids)" } else { "" };
    let (keiths, american) = (yes(*in_keiths_count), yes(*is_american));
    writeln!(output, "  in Keith's count  {keiths}; as an American grid  {american}{shape}")?;
    if lengths.is_empty() {
        return Ok(());
    }
    writeln!(output)?;
    print_lengths(output, lengths)
}

fn print_lengths(output: &mut Output, lengths: &BTreeMap<usize, Length>) -> anyhow::Result<()> {
    let header = ["length", "across", "down", "words", "least", "mean", "most", "under half", "over half"];
    let mut table = indented_table(output, 2, header);
    for (&length, row) in lengths {
        let Length { across, down, under_half, over_half, fewest_checked, most_checked, checked } = *row;
        let share = |letters: f64| format!("{:.0} %", 100.0 * letters / length as f64);
        table.add_row([
            length.to_string(),
            across.to_string(),
            down.to_string(),
            row.words().to_string(),
            share(fewest_checked as f64),
            share(checked as f64 / row.words() as f64),
            share(most_checked as f64),
            under_half.to_string(),
            over_half.to_string(),
        ]);
    }
    align_right(&mut table, &(0..9).collect::<Vec<_>>());
    table.lines().try_for_each(|line| writeln!(output, "  {}", line.trim_end()))?;
    Ok(())
}
