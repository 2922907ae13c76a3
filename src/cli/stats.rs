//! `gridcheck stats`: measures grids.

mod csv;

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;

use super::args::skips;
use super::list::Printer;
use super::table::{align_right, indented_table};
use super::{Format, Output, Terminal, Verdict, write_json};
use crate::ask::AskEach;
use crate::ask::failure::Failure;
use crate::ask::stats::{Link, StatsReport, StatsRequest};
use crate::plural::plural;
use crate::shape::extras;
use crate::stats::{Length, Stats};
use crate::visible::visible;

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
words that hang together. A cheater is a black square that could be white without changing the number of words. Keith
counts squares of odd size that obey the rule set british.")]
#[command(mut_arg("constraints", skips))]
pub(super) struct StatsCommand {
    #[command(flatten)]
    request: StatsRequest,
    /// Print the figures in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Csv, Format::Json]))]
    format: Format,
}

impl StatsCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let mut printer = Printer::new(output, self.format);
        let measured = self.request.ask_each(terminal, &mut |report| {
            let is_first = printer.is_first();
            printer.write(|output| self.print(output, report, is_first))
        });
        if measured.is_ok() && printer.is_first() && self.format == Format::Csv {
            let _ = printer.write(|output| writeln!(output, "{}", csv::header()?));
        }
        printer.end()?;
        Ok(if measured?.unreadable.is_empty() { Verdict::Well } else { Verdict::Unreadable })
    }

    /// Prints a grid. The names of columns stand before the first one.
    fn print(&self, output: &mut Output, report: StatsReport<'_>, is_first: bool) -> io::Result<()> {
        let StatsReport { file, index, line, stats, .. } = report;
        let file = visible(file);
        match self.format {
            Format::Json => write_json(output, &report),
            Format::Csv => {
                if is_first {
                    writeln!(output, "{}", csv::header()?)?;
                }
                writeln!(output, "{}", csv::row(&StatsReport { file: &file, ..report })?)
            }
            Format::Line => writeln!(output, "{file}:{line}: {}", in_one_line(stats)),
            _ => {
                let separator = if is_first { "" } else { "\n" };
                write!(output, "{separator}{file}:{line}: grid {index}, ")?;
                print(output, stats, &report.links)
            }
        }
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

fn print(output: &mut Output, stats: &Stats, links: &[Link]) -> io::Result<()> {
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
        cheaters,
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
    writeln!(
        output,
        "               largest block {largest_black_block}, longest along an edge {longest_black_edge}, {}",
        plural(*cheaters, "cheater")
    )?;
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

fn print_lengths(output: &mut Output, lengths: &BTreeMap<usize, Length>) -> io::Result<()> {
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
    table.lines().try_for_each(|line| writeln!(output, "  {}", line.trim_end()))
}
