//! `gridcheck count`: counts grids.

mod by_measures;
mod by_symmetry;
pub mod estimate;
mod in_blocks;
mod missing;
mod sequence;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::Args;

use super::args::{ExternalsArg, GoalArgs, MemoryArg, ProblemArgs};
use super::cite::CiteArg;
use super::destination::ForceArg;
use super::engines::{Asked, all_engines, one_engine};
use super::sizes::Sizes;
use super::{Format, Output, Terminal, Verdict, note_all};
use crate::draw::chart::Scale;
use crate::engine::blocks::SumKind;
use crate::engine::watch::Watch;
use crate::external::Programs;
use crate::problem::Problem;
use crate::reports::question::{Grouping, by};
use crate::sums::Piece;

use by_measures::{Chart, MeasureQuery};
use in_blocks::STREAM;
use sequence::Sequence;

/// The help of `--size` for this command.
const SIZES: &str = "Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15; several, \
     as in 5,7,9; or a range, as in 3..15, 3..15/2 (every second) and 5x3..5x20. `count 13` is short for `count --size 13`";

/// Count the grids that obey the rules.
#[derive(Args)]
#[command(mut_arg("size", |size| size.help(SIZES)))]
#[command(after_help = "\
Examples:
  gridcheck count --size 9
  gridcheck count --size 8 --rules american --engine sat
  gridcheck count --size 9 --engine external:ganak
                                          ask somebody else's program
  gridcheck count --size 7 --given corner.txt --format json
  gridcheck count --size 9 --by symmetry  how symmetric the grids are, and how many are essentially different
  gridcheck count --size 9 --where 'words <= 14' --where 'length 3 = 0'
                                          only such grids
  gridcheck count --size 9 --by words     the number of grids with each number of words
  gridcheck count --size 11 --by letters,words --out 11.svg
                                          and a picture of it
  gridcheck count --size 11 --most words  as many words as a grid can have, and how many have them
  gridcheck count --size 11 --cite        the number, with a paragraph and BibTeX to cite it
  gridcheck count --size 3..11 --rules american
                                          each size from 3 to 11 (3..11/2: every second)
  gridcheck count --size 5x3..5x12 --format bfile
                                          rectangles, as a b-file of the OEIS
  gridcheck count --size 15 --sums british-15.sums --resume
                                          a long count that can be stopped and resumed
  gridcheck count --size 15 --by words --pieces 100 --piece 17 --sums 17.sums
                                          piece 17 of 100 of a table
  gridcheck count --size 15 --sums british-15.sums --block o-o-o--:-
                                          count one of its blocks again, and see whether it was right
  gridcheck count --size 17 --pieces 100 --piece 17 --sums 17.sums --resume --memory 12G
                                          one of 100 pieces, wherever there is a processor; gridcheck sums
                                          puts them together
  gridcheck count --size 17 --pieces 100 --missing-in sums
                                          the numbers of those that the folder lacks
  gridcheck count --size 15 --estimate --pieces 100 --jobs 1
                                          the time of all blocks and of each piece, from some blocks
  gridcheck count --size 17 --pieces 100 --piece 17 --sums - | gzip | aws s3 cp - s3://bucket/17.sums.gz
                                          the same without a shared folder
  gridcheck count --size 15 --engine pinwheel --sums by-pinwheel.sums
                                          the same by another engine, in other blocks

For one size, standard output is the number alone. Several sizes and --by print a table, other options sentences. Notes and errors go to standard error.")]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_parser = one_engine,
        help = format!("Ask this engine: {}. The default is the fastest that can count the grids", all_engines()))]
    engine: Option<String>,
    #[command(flatten)]
    externals: ExternalsArg,
    /// Count the grids in groups: by symmetry; by lengths (how many words of each length); or by measures of --where with commas
    /// between, as in letters,words.
    ///
    /// With symmetry the groups are Keith's types: A has all eight symmetries of the square, h both mirrors, r the quarter turn, t
    /// both diagonals, N the half turn alone. Grids that are images of each other count once. Types that would take too long are left out.
    #[arg(long, value_name = "WHAT", value_parser = by, conflicts_with_all = ["most", "fewest"])]
    by: Option<Grouping>,
    #[command(flatten)]
    extreme: GoalArgs,
    /// Draw the result of --by as a chart: .svg or .png, by the name's ending.
    #[arg(long, value_name = "PICTURE", requires = "by")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// With --out: draw the chart with logarithms of the numbers of grids, so that small numbers can be seen beside large ones.
    #[arg(long, requires = "out")]
    log_scale: bool,
    /// Write the number of grids in each block to a new file, or to standard output if it is -. A block is a part of the problem that an
    /// engine counts separately. With --by, --most or
    /// --fewest, write the table or the extreme of each block. Engines that count in blocks have different blocks.
    #[arg(long, value_name = "FILE")]
    sums: Option<PathBuf>,
    /// With --sums: resume from the file, if it exists. A file that was compressed has to be decompressed first.
    #[arg(long, requires = "sums")]
    resume: bool,
    /// Count blocks at random for this many seconds, by default 20, and print how long all blocks take, and each of --pieces. With
    /// --sums the file keeps the counted blocks.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "20",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = ["by", "most", "fewest", "block", "piece"])]
    estimate: Option<u32>,
    /// Divide the blocks into this many pieces, the same on every machine. Needs --piece with --sums, or --missing-in, or --estimate.
    #[arg(long, value_name = "N", conflicts_with = "block", allow_negative_numbers = true)]
    pieces: Option<usize>,
    /// With --pieces and --sums: count only this piece, numbered from 1.
    #[arg(long, value_name = "K", requires = "pieces", allow_negative_numbers = true)]
    piece: Option<usize>,
    /// With --pieces: print the numbers of the pieces that the files *.sums of this folder lack, one per line, and count nothing. A folder
    /// that does not exist lacks all. A file of another problem or another number of pieces is refused.
    #[arg(long, value_name = "FOLDER", requires = "pieces", conflicts_with_all = ["piece", "sums", "block", "estimate", "out", "cite"])]
    missing_in: Option<PathBuf>,
    /// Count only this block, named as in the first column of a file of sums; with --sums, compare the result with the file.
    #[arg(long, value_name = "BLOCK", conflicts_with = "resume", allow_hyphen_values = true)]
    block: Option<String>,
    #[command(flatten)]
    memory: MemoryArg,
    #[command(flatten)]
    cite: CiteArg,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Csv, Format::Json, Format::Bfile]))]
    format: Format,
}

impl Count {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let counts_no_piece = self.estimate.is_some() || self.missing_in.is_some();
        if self.pieces.is_some() && !counts_no_piece && (self.piece.is_none() || self.sums.is_none()) {
            bail!(
                "--pieces <N> goes with --piece <K> and --sums <FILE>, with --missing-in <FOLDER> or with --estimate"
            );
        }
        let number = self.piece.or(self.estimate.map(|_| 1));
        let piece = self.pieces.zip(number).map(|(of, number)| Piece::new(number, of)).transpose()?;
        if let Some(out) = &self.out {
            self.force.file(out).check(self.problem.question.inputs())?;
        }
        self.refuse_citation()?;
        let programs = self.externals.programs()?;
        if let Some(sizes) = self.problem.question.size.as_ref().filter(|sizes| sizes.all().len() > 1) {
            return self.sequence(sizes, &programs)?.run(terminal, output);
        }
        if self.format == Format::Bfile {
            bail!("--format bfile is for several sizes, as in --size 3..15");
        }
        let problem = self.problem.problem()?;
        if self.sums.as_deref() == Some(Path::new(STREAM)) {
            self.refuse_stream()?;
        }
        if let Some(block) = &self.block {
            return self.one_block(block, &problem, terminal, output);
        }
        if let Some(folder) = &self.missing_in {
            return self.list_missing(folder, &problem, output);
        }
        if let Some(seconds) = self.estimate {
            return self.estimate(seconds, &problem, terminal, output);
        }
        if !matches!(self.by, Some(Grouping::Measures(_) | Grouping::Lengths)) {
            self.refuse_csv()?;
        }
        let asked = MeasureQuery {
            problem: &problem,
            engine: self.engine.as_deref(),
            programs: &programs,
            format: self.format,
        };
        if let Some(path) = &self.sums {
            return self.count_into(path, &asked, piece, terminal, output);
        }
        self.say_notes(&problem);
        if let Some(goal) = self.extreme.goal() {
            return asked.answer(&SumKind::Extreme(goal), None, terminal, output);
        }
        let chart = self.chart()?;
        match &self.by {
            None => {}
            Some(Grouping::Symmetry) => return by_symmetry::run(&asked, terminal, output),
            Some(Grouping::Measures(by)) => {
                return asked.answer(&SumKind::Distribution(by.clone()), chart, terminal, output);
            }
            Some(Grouping::Lengths) => return asked.sort_by_lengths(terminal, output),
        }
        let start = Instant::now();
        let asked = Asked::number(&problem);
        let prepared = asked.prepared_or_fastest(self.engine.as_deref(), &programs, terminal)?;
        // Only then do the first blocks tell how long all take.
        if prepared.blocks().is_some_and(|blocks| blocks.are_separate()) {
            self.announce(None, terminal);
        }
        let count = prepared.count(&terminal.run(prepared.name()))?;
        terminal.clear();
        self.print_count(&problem, prepared.name(), count, start, output)?;
        Ok(Verdict::Well)
    }

    /// Fails if a citation is requested for an answer that is no single number of all grids.
    fn refuse_citation(&self) -> anyhow::Result<()> {
        let is_one_size = self.problem.question.size.as_ref().is_none_or(|sizes| sizes.all().len() == 1);
        let is_part = self.piece.is_some() || self.block.is_some() || self.sums.as_deref() == Some(Path::new(STREAM));
        let is_number = self.by.is_none() && self.extreme.goal().is_none() && !is_part && self.estimate.is_none();
        if self.cite.cite && !(is_one_size && is_number && self.format == Format::Text) {
            bail!(
                "--cite cites one number of grids, in text: leave out other formats, sizes, measures, parts and estimates"
            );
        }
        Ok(())
    }

    /// Returns the question about several sizes. Fails if another option allows only one.
    fn sequence<'a>(&'a self, sizes: &'a Sizes, programs: &'a Programs) -> anyhow::Result<Sequence<'a>> {
        let question = &self.problem.question;
        let single = [
            ("--by", self.by.is_some()),
            ("--sums", self.sums.is_some()),
            ("--missing-in", self.missing_in.is_some()),
            ("--estimate", self.estimate.is_some()),
            ("--block", self.block.is_some()),
            ("--given", question.given.is_some()),
        ];
        if let Some((option, _)) = single.into_iter().find(|&(_, is_given)| is_given) {
            bail!("{option} is for one size, and --size names {}", sizes.all().len());
        }
        let (goal, engine, format) = (self.extreme.goal(), self.engine.as_deref(), self.format);
        Ok(Sequence { question, rules: question.rules.ruleset()?, sizes, goal, engine, programs, format })
    }

    /// Fails if CSV is requested for an answer that is no table.
    fn refuse_csv(&self) -> anyhow::Result<()> {
        if self.format == Format::Csv {
            bail!("--format csv is for --by with measures");
        }
        Ok(())
    }

    /// Returns the chart that --out asks for.
    fn chart(&self) -> anyhow::Result<Option<Chart<'_>>> {
        let Some(path) = &self.out else { return Ok(None) };
        let scale = if self.log_scale { Scale::Logarithmic } else { Scale::Linear };
        match &self.by {
            Some(Grouping::Measures(by)) => Chart::new(self.force.file(path), scale, by.len()).map(Some),
            Some(Grouping::Symmetry) => bail!("--out: there is no chart of --by symmetry"),
            Some(Grouping::Lengths) | None => bail!("--out: a chart has one measure, or two"),
        }
    }

    fn say_notes(&self, problem: &Problem) {
        if self.format == Format::Text {
            note_all(problem.notes());
        }
    }
}
