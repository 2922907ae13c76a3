//! `gridcheck count --by words,…` and `--most words`: counts grids by measures, and finds the extremes of one measure.

use std::io::Write;
use std::time::Instant;

use super::super::destination::OutFile;
use super::super::draw::{PictureFormat, picture_format};
use super::super::engines::Asked;
use super::super::sum::{print, print_csv, print_total, refuse_long_table, title};
use super::super::table::{align_right, empty_table};
use super::super::{Format, Output, Terminal, write_json};
use super::Verdict;
use crate::constraint::{Distribution, Measure};
use crate::draw::chart::{self, Scale};
use crate::engine::blocks::{BlockSum, SumKind};
use crate::engine::watch::Watch;
use crate::external::Programs;
use crate::problem::Problem;
use crate::reports::count::{CountAnswer, TotalAnswer};
use crate::reports::question::all_lengths;

/// A question about groups of grids.
pub struct MeasureQuery<'a> {
    pub problem: &'a Problem,
    pub engine: Option<&'a str>,
    pub programs: &'a Programs,
    pub format: Format,
}

/// A chart to draw: one measure makes bars, two a heat map; more have no chart.
pub struct Chart<'a> {
    file: OutFile<'a>,
    format: PictureFormat,
    scale: Scale,
}

impl<'a> Chart<'a> {
    /// Checks that there is a chart of these measures, in the format of the path's ending.
    pub fn new(file: OutFile<'a>, scale: Scale, measures: usize) -> anyhow::Result<Self> {
        let path = file.path();
        let format = picture_format(path)?;
        if matches!(format, PictureFormat::Html | PictureFormat::Pdf) {
            anyhow::bail!("{}: a chart's name ends in .svg or .png", path.display());
        }
        if measures > 2 {
            anyhow::bail!("--out: a chart has one measure, or two");
        }
        Ok(Chart { file, format, scale })
    }

    pub fn draw(&self, problem: &Problem, distribution: &Distribution) -> anyhow::Result<()> {
        let &Chart { file, format, scale } = self;
        let title = title(problem, &distribution.by);
        file.fill(|file| match format {
            PictureFormat::Png => chart::png(file, distribution, &title, scale),
            PictureFormat::Svg | PictureFormat::Pdf | PictureFormat::Html => {
                chart::svg(file, distribution, &title, scale)
            }
        })
    }
}

impl MeasureQuery<'_> {
    /// Makes a sum of this kind, with the name of the engine and the seconds that it took.
    fn sum(&self, kind: &SumKind, terminal: &Terminal) -> anyhow::Result<(&'static str, BlockSum, f64)> {
        let asked = Asked { problem: self.problem, kind };
        let prepared = asked.prepared_or_fastest(self.engine, self.programs, terminal)?;
        let start = Instant::now();
        let sum = prepared.sum(&terminal.run(prepared.name()))?;
        terminal.clear();
        Ok((prepared.name(), sum, start.elapsed().as_secs_f64()))
    }

    /// Makes and prints a sum of this kind, and draws the chart if one is requested.
    pub fn answer(
        &self,
        kind: &SumKind,
        chart: Option<Chart<'_>>,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let (engine, sum, seconds) = self.sum(kind, terminal)?;
        self.print(engine, &sum, seconds, chart, output)
    }

    /// Counts the grids by the multiset of their lengths, and prints a table.
    pub fn sort_by_lengths(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let (engine, sum, seconds) = self.sum(&SumKind::Distribution(all_lengths(self.problem.size())), terminal)?;
        match &sum {
            BlockSum::Distribution(distribution) if self.format == Format::Text => {
                refuse_long_table(distribution)?;
                self.print_lengths(output, distribution)?;
                Ok(Verdict::Well)
            }
            _ => self.print(engine, &sum, seconds, None, output),
        }
    }

    /// Prints what an engine has found by measures, and draws the chart if one is requested.
    pub fn print(
        &self,
        engine: &str,
        sum: &BlockSum,
        seconds: f64,
        chart: Option<Chart<'_>>,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        match (self.format, sum) {
            (Format::Json, _) => {
                write_json(output, &CountAnswer::new(self.problem, engine, TotalAnswer::from(sum), seconds))?;
            }
            (Format::Csv, BlockSum::Distribution(distribution)) => print_csv(output, distribution)?,
            _ => print(output, self.problem, sum)?,
        }
        if let (Some(chart), BlockSum::Distribution(distribution)) = (chart, sum) {
            chart.draw(self.problem, distribution)?;
        }
        Ok(Verdict::Well)
    }

    /// Prints each multiset of lengths, as in 3×4 5×2: four words of three letters, two of five.
    fn print_lengths(&self, output: &mut Output, distribution: &Distribution) -> anyhow::Result<()> {
        let (size, rules) = (self.problem.size().rows_by_columns(), self.problem.rules().described());
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
}
