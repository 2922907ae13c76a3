//! `gridcheck count --by words,…` and `--most words`: counts grids by measures, and finds the extremes of one measure.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;

use super::super::args::measurer_or_fastest;
use super::super::draw::{PictureFormat, picture_format};
use super::super::format::Format;
use super::super::output::{Output, write_json};
use super::super::report;
use super::super::table::{align_right, empty_table};
use super::super::terminal::Terminal;
use super::Verdict;
use super::answer::{CountAnswer, DistributionRow, Found};
use crate::constraint::{Distribution, Goal, Measure, measures};
use crate::draw::chart::{self, Scale};
use crate::engine::watch::Watch;
use crate::engine::{Engine, Programs};
use crate::file::NewFile;
use crate::plural::plural;
use crate::problem::Problem;
use crate::serial::{AsText, texts};

/// The property by which grids are grouped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grouping {
    /// Symmetry type: Keith's A, h, r, t, N.
    Symmetry,
    /// The values of these measures.
    Measures(Vec<Measure>),
    /// The multiset of the lengths of their words.
    Lengths,
}

/// Parses the value of `--by`.
pub fn by(text: &str) -> Result<Grouping, String> {
    match text.trim() {
        "symmetry" => Ok(Grouping::Symmetry),
        "lengths" => Ok(Grouping::Lengths),
        text => measures(text).map(Grouping::Measures).map_err(|error| format!("{error}; or symmetry, or lengths")),
    }
}

/// Maximum number of rows in a table.
const MOST_ROWS: usize = 100_000;

/// A question about groups of grids.
pub struct MeasureQuery<'a> {
    pub problem: &'a Problem,
    pub engine: Option<&'a str>,
    pub programs: &'a Programs,
    pub format: Format,
}

impl MeasureQuery<'_> {
    fn engine(&self, by: &[Measure], terminal: &Terminal) -> anyhow::Result<&'static dyn Engine> {
        measurer_or_fastest(self.engine, self.programs, self.problem, by, terminal)
    }

    /// Counts the grids by measures, prints a table, and draws the chart if one is requested.
    pub fn sort(
        &self,
        by: &[Measure],
        as_lengths: bool,
        (out, scale): (Option<&Path>, Scale),
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let picture = out.map(|path| chart_kind(path, by, as_lengths)).transpose()?;
        let engine = self.engine(by, terminal)?;
        let start = Instant::now();
        let distribution = engine.distribution(self.problem, by, &terminal.run(engine.name()))?;
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        if distribution.grids.len() > MOST_ROWS && self.format == Format::Text {
            anyhow::bail!(
                "{} different values: too many for a table; --format csv or json has them",
                distribution.grids.len()
            );
        }
        match self.format {
            Format::Json => {
                let rows =
                    distribution.grids.iter().map(|(values, grids)| DistributionRow { values, grids: AsText(*grids) });
                let found = Found::Distribution {
                    by: texts(&distribution.by),
                    grids: rows.collect(),
                    count: distribution.total().map(AsText),
                };
                write_json(output, &CountAnswer::new(self.problem, engine.name(), found, seconds))?;
            }
            Format::Csv => print_csv(output, &distribution)?,
            _ if as_lengths => self.print_lengths(output, &distribution)?,
            _ => self.print(output, &distribution)?,
        }
        if let (Some(path), Some(kind)) = (out, picture) {
            let title = self.title(by);
            let file = NewFile::begin(path).with_context(|| format!("--out {}", path.display()))?;
            let drawn = file.fill(|file| match kind {
                PictureFormat::Png => chart::png(file, &distribution, &title, scale),
                PictureFormat::Svg | PictureFormat::Pdf | PictureFormat::Html => {
                    chart::svg(file, &distribution, &title, scale)
                }
            });
            drawn.with_context(|| format!("--out {}", path.display()))?;
        }
        Ok(Verdict::Well)
    }

    fn title(&self, by: &[Measure]) -> String {
        let by: Vec<String> = by.iter().map(Measure::to_string).collect();
        let (size, rules) = (self.problem.size().rows_by_columns(), &self.problem.rules().name);
        let constraints = self.problem.constraints();
        let granting = if constraints.is_empty() {
            String::new()
        } else {
            format!(", {}", crate::constraint::in_words(constraints))
        };
        format!("{size} grids, rules {rules}{granting}, by {}", by.join(" and "))
    }

    fn print(&self, output: &mut Output, distribution: &Distribution) -> anyhow::Result<()> {
        let header = distribution.by.iter().map(Measure::to_string).chain(["grids".to_owned(), String::new()]);
        let mut table = empty_table(output, header.collect::<Vec<_>>());
        let most = distribution.grids.values().copied().max().unwrap_or(0);
        for (values, grids) in &distribution.grids {
            let cells = values.iter().map(u32::to_string).chain([grids.to_string(), bar(*grids, most)]);
            table.add_row(cells.collect::<Vec<_>>());
        }
        let numbers: Vec<usize> = (0..=distribution.by.len()).collect();
        align_right(&mut table, &numbers);
        writeln!(output, "{}\n", self.title(&distribution.by))?;
        table.lines().try_for_each(|line| writeln!(output, "{}", line.trim_end()))?;
        print_total(output, distribution)
    }

    /// Prints each multiset of lengths, as in 3×4 5×2: four words of three letters, two of five.
    fn print_lengths(&self, output: &mut Output, distribution: &Distribution) -> anyhow::Result<()> {
        let (size, rules) = (self.problem.size().rows_by_columns(), &self.problem.rules().name);
        writeln!(output, "{size} grids, rules {rules}, by the lengths of their words (length×words)\n")?;
        let mut table = empty_table(output, ["grids", "lengths"]);
        let mut rows: Vec<(&Vec<u32>, &u128)> = distribution.grids.iter().collect();
        rows.sort_by_key(|&(_, grids)| std::cmp::Reverse(grids));
        for (values, grids) in rows {
            let lengths =
                distribution.by.iter().zip(values).filter(|&(_, &words)| words > 0).map(|(by, words)| match by {
                    Measure::Length(letters) => format!("{letters}×{words}"),
                    other => format!("{other} {words}"),
                });
            table.add_row([grids.to_string(), lengths.collect::<Vec<_>>().join(" ")]);
        }
        align_right(&mut table, &[0]);
        table.lines().try_for_each(|line| writeln!(output, "{}", line.trim_end()))?;
        print_total(output, distribution)
    }

    /// Prints the extreme, and the number of grids that reach it.
    pub fn extreme(&self, goal: Goal, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let engine = self.engine(&[goal.measure()], terminal)?;
        let start = Instant::now();
        let extreme = engine.extreme(self.problem, goal, &terminal.run(engine.name()))?;
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        if self.format == Format::Json {
            let value = extreme.map(|extreme| extreme.value);
            let grids = AsText(extreme.map_or(0, |extreme| extreme.grids));
            let found = Found::Extreme { goal: AsText(goal), value, grids };
            write_json(output, &CountAnswer::new(self.problem, engine.name(), found, seconds))?;
        } else {
            match extreme {
                Some(extreme) => {
                    writeln!(output, "{goal}: {}, in {}", extreme.value, plural(extreme.grids, "grid"))?;
                }
                None => writeln!(output, "{goal}: there is no grid")?,
            }
        }
        Ok(Verdict::Well)
    }
}

fn print_total(output: &mut Output, distribution: &Distribution) -> anyhow::Result<()> {
    match distribution.total() {
        Some(total) => writeln!(output, "\n{} in all", plural(total, "grid"))?,
        None => report("note: all of them together do not fit in 128 bits"),
    }
    Ok(())
}

fn print_csv(output: &mut Output, distribution: &Distribution) -> io::Result<()> {
    let header: Vec<String> = distribution.by.iter().map(Measure::to_string).collect();
    writeln!(output, "{},grids", header.join(","))?;
    for (values, grids) in &distribution.grids {
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        writeln!(output, "{},{grids}", values.join(","))?;
    }
    Ok(())
}

/// Columns of the longest bar.
const LONGEST: u128 = 40;

/// Returns a bar in eighths of a column. A positive number gets at least one eighth.
fn bar(part: u128, most: u128) -> String {
    // Only the first bits of very large numbers are used, so that the product does not overflow.
    let shift = (128 - most.leading_zeros()).saturating_sub(96);
    let (part, most) = (part >> shift, (most >> shift).max(1));
    let eighths = (part * LONGEST * 8).div_ceil(most).max(1) as usize;
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + rest
}

/// Returns the format of a chart. One measure makes bars, two a heat map; more have no chart.
fn chart_kind(path: &Path, by: &[Measure], as_lengths: bool) -> anyhow::Result<PictureFormat> {
    let kind = picture_format(path)?;
    if matches!(kind, PictureFormat::Html | PictureFormat::Pdf) {
        anyhow::bail!("{}: a chart's name ends in .svg or .png", path.display());
    }
    if as_lengths || by.len() > 2 {
        anyhow::bail!("--out: a chart has one measure, or two");
    }
    Ok(kind)
}
