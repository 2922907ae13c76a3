//! `gridcheck count`: counts grids.

mod answer;
mod by_measures;
mod by_symmetry;
mod estimate;
mod sequence;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{anyhow, bail};
use clap::Args;

use super::args::{
    ExternalsArg, GoalArgs, MemoryArg, ProblemArgs, engine_or_fastest, in_blocks_or_fastest, one_engine,
};
use super::cite::{Citation, CiteArg};
use super::destination::refuse_inputs;
use super::format::Format;
use super::output::{Output, write_json};
use super::sizes::Sizes;
use super::terminal::Terminal;
use super::{Verdict, cut_short, report};
use crate::constraint::Measure;
use crate::draw::chart::Scale;
use crate::engine::blocks::{BlockSums, InBlocks, Piece, count_block, count_in_blocks, demand_memory};
use crate::engine::watch::Watch;
use crate::engine::{ENGINES, Engine, EngineError, Programs};
use crate::plural::plural;
use crate::problem::Problem;
use crate::serial::AsText;

use answer::{CountAnswer, Found};
use by_measures::{Grouping, MeasureQuery, by};
use sequence::Sequence;

/// Count the grids that obey the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck count --size 9
  gridcheck count --size 8 --rules american --engine sat
  gridcheck count --size 9 --engine external:ganak
                                          ask somebody else's program
  gridcheck count --size 7 --given corner.txt --format json
  gridcheck count --size 9 --by symmetry  Keith's A, h, r, t, N, and how many grids are essentially different
  gridcheck count --size 9 --where 'words <= 14' --where 'length 3 = 0'
                                          only such grids
  gridcheck count --size 9 --by words     how many grids there are of so many words
  gridcheck count --size 11 --by letters,words --out 11.svg
                                          and a picture of it
  gridcheck count --size 11 --most words  as many words as a grid can have, and how many have them
  gridcheck count --size 11 --cite        the number, with a paragraph and BibTeX to cite it
  gridcheck count --size 3..11 --rules american
                                          each size from 3 to 11 (3..11/2: every second)
  gridcheck count --size 5x3..5x12 --format bfile
                                          rectangles, as a b-file of the OEIS
  gridcheck count --size 15 --sums british-15.txt --resume
                                          a long count that can be killed and goes on
  gridcheck count --size 15 --sums british-15.txt --block o-o-o--:-
                                          count one of its blocks again, and see whether it was right
  gridcheck count --size 17 --pieces 100 --piece 17 --sums 17.sums --resume --memory 12G
                                          one of 100 pieces, wherever there is a processor; gridcheck sums
                                          puts them together
  gridcheck count --size 17 --estimate --pieces 100 --jobs 1
                                          time and memory of each piece, for a scheduler
  gridcheck count --size 17 --pieces 100 --piece 17 --sums - | gzip | aws s3 cp - s3://bucket/17.sums.gz
                                          the same without a shared folder
  gridcheck count --size 15 --engine pinwheel --sums by-pinwheel.txt
                                          the same by another engine, in other blocks

In text form standard output is the number alone (with --by, a table; with --most and --fewest, a sentence); anything to be said goes to standard error.")]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Ask this engine; external:NAME is an external program. The default is the fastest engine that can count the grids.
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_parser = one_engine)]
    engine: Option<String>,
    #[command(flatten)]
    externals: ExternalsArg,
    /// Count the grids in groups: by symmetry, by one or more measures of --where with commas between (as in letters,words), or
    /// by the lengths of their words (lengths). With symmetry the groups are Keith's types, as classes of grids that are images
    /// of each other; types that would take too long are left out.
    #[arg(long, value_name = "WHAT", value_parser = by, conflicts_with_all = ["most", "fewest", "sums", "resume", "block", "pieces", "piece"])]
    by: Option<Grouping>,
    /// Draw the result of --by as a chart: .svg or .png, by the name's ending.
    #[arg(long, value_name = "PICTURE", requires = "by")]
    out: Option<PathBuf>,
    /// Draw the chart with logarithms of the numbers of grids, so that small numbers can be seen beside large ones.
    #[arg(long, requires = "out")]
    log_scale: bool,
    #[command(flatten)]
    extreme: GoalArgs,
    /// Write the number of grids in each block of the count to a new file, or to standard output if it is -. Engines that count in
    /// blocks have different blocks.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["most", "fewest"])]
    sums: Option<PathBuf>,
    /// Resume from the file of sums, if it exists. A file that was compressed has to be decompressed first.
    #[arg(long, requires = "sums")]
    resume: bool,
    /// Print the expected work, processor time and peak memory of the whole, and of each of --pieces, and count nothing. The memory is
    /// for the threads of --jobs; it is 1.0 to 1.5 times the truth at the sizes that were measured, the time half to twice the truth.
    #[arg(long, conflicts_with_all = ["by", "most", "fewest", "sums", "block", "piece"])]
    estimate: bool,
    /// Divide the blocks into this many pieces of about equal work, the same on every machine, and count only one piece.
    #[arg(long, value_name = "N", conflicts_with = "block", allow_negative_numbers = true)]
    pieces: Option<usize>,
    /// Count this piece, numbered from 1.
    #[arg(long, value_name = "K", requires = "pieces", allow_negative_numbers = true)]
    piece: Option<usize>,
    /// Count only this block; with --sums, compare the result with the file.
    #[arg(long, value_name = "BLOCK", conflicts_with_all = ["resume", "most", "fewest"], allow_hyphen_values = true)]
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
        if self.pieces.is_some() && !self.estimate && (self.piece.is_none() || self.sums.is_none()) {
            bail!("--pieces <N> goes with --piece <K> and --sums <FILE>, or with --estimate");
        }
        let number = self.piece.or(self.estimate.then_some(1));
        let piece = self.pieces.zip(number).map(|(of, number)| Piece::new(number, of)).transpose()?;
        if let Some(out) = &self.out {
            refuse_inputs(out, self.problem.question.inputs())?;
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
        let is_stream = self.sums.as_deref() == Some(Path::new(STREAM));
        if is_stream {
            self.refuse_stream()?;
        }
        if let Some(block) = &self.block {
            return self.one_block(block, &problem, terminal, output);
        }
        if self.estimate {
            self.refuse_csv()?;
            let engine = in_blocks_or_fastest(self.engine.as_deref(), &problem)?;
            return estimate::run(engine, &problem, self.pieces, self.format, output);
        }
        let counter = self.sums.as_deref().map(|path| self.counter(Some(path), &problem)).transpose()?;
        self.say_notes(&problem);
        let asked = MeasureQuery {
            problem: &problem,
            engine: self.engine.as_deref(),
            programs: &programs,
            format: self.format,
        };
        if let Some(goal) = self.extreme.goal() {
            self.refuse_csv()?;
            return asked.extreme(goal, terminal, output);
        }
        let scale = if self.log_scale { Scale::Logarithmic } else { Scale::Linear };
        let out = self.out.as_deref();
        match &self.by {
            None => self.refuse_csv()?,
            Some(Grouping::Symmetry) if out.is_some() => bail!("--out: there is no chart of --by symmetry"),
            Some(Grouping::Symmetry) => {
                self.refuse_csv()?;
                return by_symmetry::run(&asked, terminal, output);
            }
            Some(Grouping::Measures(by)) => return asked.sort(by, false, (out, scale), terminal, output),
            Some(Grouping::Lengths) => {
                let by: Vec<Measure> = (2..=problem.size().longest_word()).map(Measure::Length).collect();
                return asked.sort(&by, true, (out, scale), terminal, output);
            }
        }
        let start = Instant::now();
        let (engine, count) = if let Some((path, engine)) = self.sums.as_ref().zip(counter) {
            let sums = self.sums_at(path, engine, &problem, piece)?;
            self.announce(engine, &problem, &sums, piece);
            let run = terminal.run(engine.name());
            if is_stream {
                let count = count_in_blocks(engine, &problem, &run, &sums)?;
                terminal.clear();
                report(&match piece {
                    Some(piece) => sentence_about(piece, count, &sums),
                    None => plural(count, "grid"),
                });
                return Ok(Verdict::Well);
            }
            terminal.learned(format!("finished blocks are in {}; go on with --resume", path.display()));
            let count = count_in_blocks(engine, &problem, &run, &sums).map_err(|error| kept(error, path))?;
            if let Some(piece) = piece {
                terminal.clear();
                self.print_piece(&problem, (engine, piece), (count, &sums), start, output)?;
                return Ok(Verdict::Well);
            }
            (engine.name(), count)
        } else {
            let engine = engine_or_fastest(self.engine.as_deref(), &programs, &problem, terminal)?;
            if let Some(engine) = engine.in_blocks().filter(|_| problem.constraints().is_empty()) {
                self.announce(engine, &problem, &BlockSums::in_memory(), None);
            }
            (engine.name(), engine.count(&problem, &terminal.run(engine.name()))?)
        };
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        if self.format == Format::Json {
            let found = Found::Count { count: AsText(count) };
            write_json(output, &CountAnswer::new(&problem, engine, found, seconds))?;
        } else {
            writeln!(output, "{count}")?;
            if self.cite.cite {
                Citation::of_count(&problem, count, &[engine], start.elapsed()).print(output)?;
            }
        }
        Ok(Verdict::Well)
    }

    /// Fails if a citation is requested for an answer that is no single number of all grids.
    fn refuse_citation(&self) -> anyhow::Result<()> {
        let is_one_size = self.problem.question.size.as_ref().is_none_or(|sizes| sizes.all().len() == 1);
        let is_part = self.piece.is_some() || self.block.is_some() || self.sums.as_deref() == Some(Path::new(STREAM));
        let is_number = self.by.is_none() && self.extreme.goal().is_none() && !is_part && !self.estimate;
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
            ("--estimate", self.estimate),
            ("--block", self.block.is_some()),
            ("--given", question.given.is_some()),
        ];
        if let Some((option, _)) = single.into_iter().find(|&(_, is_given)| is_given) {
            bail!("{option} is for one size, and --size names {}", sizes.all().len());
        }
        let (goal, engine, format) = (self.extreme.goal(), self.engine.as_deref(), self.format);
        Ok(Sequence { question, rules: question.rules.ruleset()?, sizes, goal, engine, programs, format })
    }

    /// Fails if sums in standard output cannot be combined with another option.
    fn refuse_stream(&self) -> anyhow::Result<()> {
        if self.resume {
            bail!("--sums -: standard output cannot be resumed; name a file, and pass it on when it is finished");
        }
        if self.block.is_some() {
            bail!("--sums -: --block compares with a file");
        }
        if self.format != Format::Text {
            bail!("--sums -: standard output has the sums, and no place for another format");
        }
        Ok(())
    }

    /// Fails if CSV is requested for an answer that is no table.
    fn refuse_csv(&self) -> anyhow::Result<()> {
        if self.format == Format::Csv {
            bail!("--format csv is for --by with measures");
        }
        Ok(())
    }

    /// Returns the engine that counts blocks: the requested one, or else the one that began the file which is resumed or read. If
    /// there is neither, it is the fastest that can.
    fn counter(&self, path: Option<&Path>, problem: &Problem) -> anyhow::Result<&'static dyn InBlocks> {
        let is_read = self.engine.is_none() && (self.resume || self.block.is_some());
        let begun = match path.filter(|path| is_read && path.is_file()) {
            Some(path) => BlockSums::counter_of(path, &ENGINES, problem)?,
            None => None,
        };
        in_blocks_or_fastest(self.engine.as_deref().or(begun.map(Engine::name)), problem)
    }

    /// Opens the file of sums to count into, and reports its state.
    fn sums_at(
        &self,
        path: &Path,
        engine: &dyn InBlocks,
        problem: &Problem,
        piece: Option<Piece>,
    ) -> anyhow::Result<BlockSums> {
        if path == Path::new(STREAM) {
            demand_memory(engine, problem, piece)?;
            return Ok(BlockSums::stream("standard output", Box::new(std::io::stdout()), engine, problem, piece)?);
        }
        if !path.exists() {
            // Fail before a file is created.
            demand_memory(engine, problem, piece)?;
        }
        let sums = if self.resume {
            BlockSums::resume(path, engine, problem, piece)?
        } else {
            BlockSums::create(path, engine, problem, piece)?
        };
        if sums.was_cut_short() {
            report(&cut_short(path));
        }
        if !sums.is_empty() && self.format == Format::Text {
            let were = if sums.len() == 1 { "was" } else { "were" };
            report(&format!("note: {} {were} counted before", plural(sums.len(), "block")));
            if let Some(version) = sums.version().filter(|version| *version != env!("CARGO_PKG_VERSION")) {
                report(&format!("note: version {version} began {}", path.display()));
            }
        }
        Ok(sums)
    }

    fn announce(&self, engine: &dyn InBlocks, problem: &Problem, sums: &BlockSums, piece: Option<Piece>) {
        if self.format == Format::Text {
            estimate::announce(engine, problem, sums, piece);
        }
    }

    /// Prints the count of a piece.
    fn print_piece(
        &self,
        problem: &Problem,
        (engine, piece): (&dyn InBlocks, Piece),
        (count, sums): (u128, &BlockSums),
        start: Instant,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let blocks = sums.len();
        if self.format == Format::Json {
            let (number, pieces, count_of_piece) = (piece.number(), piece.of(), AsText(count));
            let found = Found::Piece { piece: number, pieces, blocks, count_of_piece };
            let seconds = start.elapsed().as_secs_f64();
            write_json(output, &CountAnswer::new(problem, engine.name(), found, seconds))?;
        } else {
            writeln!(output, "{}", sentence_about(piece, count, sums))?;
        }
        Ok(())
    }

    fn say_notes(&self, problem: &Problem) {
        if self.format == Format::Text {
            problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        }
    }

    /// Counts one block. The verdict is refuted if a file of sums has another count.
    fn one_block(
        &self,
        block: &str,
        problem: &Problem,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        self.refuse_csv()?;
        let start = Instant::now();
        let engine = self.counter_of(block, problem)?;
        let sums = match &self.sums {
            Some(path) => BlockSums::read(path, engine, problem)?,
            None => BlockSums::in_memory(),
        };
        let (count, recorded) = count_block(engine, problem, &terminal.run(engine.name()), block, &sums)?;
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        self.say_notes(problem);
        let agree = recorded.is_none_or(|recorded| recorded == count);
        if self.format == Format::Json {
            let found = Found::Block { block, count: AsText(count), recorded: recorded.map(AsText) };
            write_json(output, &CountAnswer::new(problem, engine.name(), found, seconds))?;
        } else {
            writeln!(output, "{count}")?;
            if let Some(path) = &self.sums {
                let says = match recorded {
                    Some(recorded) if agree => format!("has {recorded} for this block: the same"),
                    Some(recorded) => format!("has {recorded} for this block: NOT the same"),
                    None => "does not have this block yet".to_owned(),
                };
                report(&format!("{} {says}", path.display()));
            }
        }
        Ok(if agree { Verdict::Well } else { Verdict::Refuted })
    }

    /// Returns the engine that counts one block. It is chosen as for all blocks; without other information it is the one whose
    /// blocks have such names.
    fn counter_of(&self, block: &str, problem: &Problem) -> anyhow::Result<&'static dyn InBlocks> {
        if self.engine.is_none() && self.sums.is_none() {
            let is_its =
                |engine: &&dyn InBlocks| engine.blocks(problem).is_ok_and(|blocks| blocks.named(block).is_some());
            if let Some(engine) = ENGINES.block_counters().find(is_its) {
                return Ok(engine);
            }
        }
        self.counter(self.sums.as_deref(), problem)
    }
}

/// The path that stands for standard output.
const STREAM: &str = "-";

/// Returns the count of a piece in words that cannot be mistaken for the whole count.
fn sentence_about(piece: Piece, count: u128, sums: &BlockSums) -> String {
    let empty = if sums.is_of_nothing() { ": it is empty, for there are more pieces than work" } else { "" };
    format!("{piece} alone: {} in {}{empty}", plural(count, "grid"), plural(sums.len(), "block"))
}

/// Adds to a memory error that the finished blocks are kept and the count can be resumed.
fn kept(error: EngineError, path: &Path) -> anyhow::Error {
    match error {
        EngineError::OutOfMemory { .. } => {
            anyhow!("{error}; finished blocks are in {}; with more memory go on with --resume", path.display())
        }
        other => other.into(),
    }
}
