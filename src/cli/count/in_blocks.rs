//! `gridcheck count --sums`, `--piece` and `--block`: counts in blocks, with a file of their sums.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;

use super::super::cite::Citation;
use super::super::engines::Asked;
use super::super::output::SharedOutput;
use super::super::sum::{self, SumAnswer, in_text, in_text_beside};
use super::super::{Format, Output, Terminal, cut_short, report, run_number, write_json};
use super::by_measures::MeasureQuery;
use super::{Count, Verdict, estimate};
use crate::engines::ENGINES;
use crate::plural::plural;
use crate::problem::Problem;
use crate::reports::count::{BlockAnswer, CountAnswer, NumberAnswer, PieceAnswer};
use crate::reports::question::Grouping;
use crate::run::blocks::{BlockSum, BlockSums, InBlocks, Piece, SumKind};
use crate::run::watch::Watch;
use crate::run::{Engine, Prepared};

/// The path that stands for standard output.
pub const STREAM: &str = "-";

impl Count {
    /// Returns what is asked of each block. Fails if it is no sum of blocks.
    pub fn kind_of_sums(&self) -> anyhow::Result<SumKind> {
        Ok(match (&self.by, self.extreme.goal()) {
            (_, Some(goal)) => SumKind::Extreme(goal),
            (None, None) => SumKind::Plain,
            (Some(Grouping::Measures(by)), None) => SumKind::Distribution(by.clone()),
            (Some(Grouping::Symmetry), None) => {
                bail!("--by symmetry makes several counts, so it cannot be combined with --sums, --pieces and --block")
            }
            (Some(Grouping::Lengths), None) => {
                bail!(
                    "--by lengths cannot be combined with --sums, --pieces and --block; name some lengths, as in --by 'length 3,length 4'"
                )
            }
        })
    }

    /// Fails if sums in standard output cannot be combined with another option.
    pub fn refuse_stream(&self) -> anyhow::Result<()> {
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

    /// Fails if a table or a chart of all grids is requested for a part of them.
    pub fn refuse_table_of_part(&self) -> anyhow::Result<()> {
        if self.format == Format::Csv {
            bail!("--format csv is for the table of all grids, not of a part");
        }
        if self.out.is_some() {
            bail!("--out draws the table of all grids, not of a part; gridcheck sums merges the pieces");
        }
        Ok(())
    }

    /// Counts all blocks, or a piece, into the file at `path`.
    pub fn count_into(
        &self,
        path: &Path,
        asked: &MeasureQuery<'_>,
        piece: Option<Piece>,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let (problem, kind, is_stream) = (asked.problem, self.kind_of_sums()?, path == Path::new(STREAM));
        if piece.is_some() || is_stream {
            self.refuse_table_of_part()?;
        }
        let chart = self.chart()?;
        let start = Instant::now();
        let prepared = self.prepared(Some(path), Asked { problem, kind: &kind })?;
        self.say_notes(problem);
        if is_stream {
            return self.count_into_stream(&prepared, piece, terminal);
        }
        let sums = self.sums_at(path, &prepared, piece)?;
        if kind == SumKind::Plain {
            self.announce(piece, terminal);
        }
        let engine = prepared.engine();
        let run = terminal.run(engine);
        terminal.learned(format!("finished blocks are in {}; go on with --resume", path.display()));
        let sum = prepared.sum(&run, &sums)?;
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        match (piece, &sum) {
            (Some(piece), _) => {
                let (number, pieces, blocks) = (piece.number(), piece.of(), sums.len());
                let found = PieceAnswer { piece: number, pieces, blocks, count_of_piece: SumAnswer::from(&sum) };
                let answer = CountAnswer::new(problem, engine, found, seconds);
                self.format.print_line(output, &answer, sentence_about(piece, &sum, &sums))?;
            }
            (None, BlockSum::Plain(grids)) => self.print_count(problem, engine, *grids, start, output)?,
            (None, BlockSum::Distribution(_) | BlockSum::Extreme { .. }) => {
                asked.print(engine, &sum, seconds, chart, output)?;
            }
        }
        Ok(Verdict::Well)
    }

    /// Counts all blocks, or a piece, into standard output. If its reader leaves, the count has no use, and ends without a fault.
    fn count_into_stream(
        &self,
        prepared: &InBlocks,
        piece: Option<Piece>,
        terminal: &Terminal,
    ) -> anyhow::Result<Verdict> {
        let stream = SharedOutput::default();
        let counted = || -> anyhow::Result<String> {
            let sums =
                BlockSums::stream("standard output", Box::new(stream.clone()), prepared, piece, run_number::drawn()?)?;
            if *prepared.kind() == SumKind::Plain {
                self.announce(piece, terminal);
            }
            let sum = prepared.sum(&terminal.run(prepared.engine()), &sums)?;
            Ok(match (piece, &sum) {
                (Some(piece), _) => sentence_about(piece, &sum, &sums),
                (None, BlockSum::Plain(grids)) => plural(*grids, "grid"),
                (None, BlockSum::Distribution(_) | BlockSum::Extreme { .. }) => in_text(&sum),
            })
        };
        let sentence = counted();
        terminal.clear();
        if !stream.is_closed() {
            report(&sentence?);
        }
        Ok(Verdict::Well)
    }

    pub fn print_count(
        &self,
        problem: &Problem,
        engine: &str,
        count: u128,
        start: Instant,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let answer = CountAnswer::new(problem, engine, NumberAnswer { count }, start.elapsed().as_secs_f64());
        self.format.print_line(output, &answer, count)?;
        // It is refused in JSON.
        if self.cite.cite {
            Citation::of_count(problem, count, &[engine], start.elapsed()).print(output)?;
        }
        Ok(())
    }

    /// Returns the blocks as the requested engine prepares them, or else the one that began the file which is resumed or read. If
    /// there is neither, it is the fastest that can.
    fn prepared(&self, path: Option<&Path>, asked: Asked<'_>) -> anyhow::Result<InBlocks> {
        let is_read = self.engine.is_none() && (self.resume || self.block.is_some());
        let begun = match path.filter(|path| is_read && path.is_file()) {
            Some(path) => BlockSums::counter_of(path, &ENGINES, asked.problem)?,
            None => None,
        };
        asked.in_blocks_or_fastest(self.engine.as_deref().or(begun.map(Engine::name)))
    }

    /// Opens the file of sums to count into, and reports its state.
    fn sums_at(&self, path: &Path, prepared: &InBlocks, piece: Option<Piece>) -> anyhow::Result<BlockSums> {
        let run = run_number::drawn()?;
        let sums = if self.resume {
            BlockSums::resume(path, prepared, piece, run)?
        } else {
            BlockSums::create(path, prepared, piece, run)?
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

    /// Lets the first blocks tell how long the count takes, with advice on how to shorten it.
    pub fn announce(&self, piece: Option<Piece>, terminal: &Terminal) {
        if self.format == Format::Text {
            let how = match piece {
                Some(_) => "more pieces are shorter ones",
                None => "--pieces N --piece K --sums K.sums counts one of N pieces, on any machine",
            };
            terminal.hint_if_long(how.to_owned());
        }
    }

    /// Counts a sample of the blocks, and prints how long all take.
    pub fn estimate(
        &self,
        seconds: u32,
        problem: &Problem,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        self.refuse_csv()?;
        let asked = Asked::number(problem);
        asked.refuse_without_estimate()?;
        let prepared = self.prepared(self.sums.as_deref(), asked)?;
        let sums = match self.sums.as_deref() {
            None => BlockSums::in_memory(),
            Some(path) if path == Path::new(STREAM) => bail!("--sums -: an estimate keeps its sums in a file"),
            Some(path) => self.sums_at(path, &prepared, None)?,
        };
        let sample = prepared.sample(&terminal.run(prepared.engine()), Duration::from_secs(seconds.into()), &sums)?;
        terminal.clear();
        estimate::print(&prepared, &sample, self.pieces, self.format, output)
    }

    /// Counts one block. The verdict is refuted if a file of sums has another sum.
    pub fn one_block(
        &self,
        block: &str,
        problem: &Problem,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let kind = self.kind_of_sums()?;
        self.refuse_table_of_part()?;
        let start = Instant::now();
        let prepared = self.prepared_for_block(block, Asked { problem, kind: &kind })?;
        let sums = match &self.sums {
            Some(path) => BlockSums::read(path, &prepared)?,
            None => BlockSums::in_memory_of(&kind),
        };
        let (sum, recorded) = prepared.count_block(&terminal.run(prepared.engine()), block, &sums)?;
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        self.say_notes(problem);
        let agree = recorded.as_ref().is_none_or(|recorded| *recorded == sum);
        if self.format == Format::Json {
            let found =
                BlockAnswer { block, count: SumAnswer::from(&sum), recorded: recorded.as_ref().map(SumAnswer::from) };
            write_json(output, &CountAnswer::new(problem, prepared.engine(), found, seconds))?;
        } else {
            let printed = sum::print(output, problem, &sum);
            if let Some(path) = &self.sums {
                let says = match recorded {
                    Some(recorded) if agree => format!("has {} for this block: the same", in_text(&recorded)),
                    Some(recorded) => {
                        let has = in_text_beside(&recorded, &[&recorded, &sum]);
                        format!("has {has} for this block: NOT the same")
                    }
                    None => "does not have this block yet".to_owned(),
                };
                report(&format!("{} {says}", path.display()));
            }
            printed?;
        }
        Ok(Verdict::well_if(agree))
    }

    /// Returns the blocks of which one is counted. The engine is chosen as for all blocks; without other information it is the one whose
    /// blocks have such names.
    fn prepared_for_block(&self, block: &str, asked: Asked<'_>) -> anyhow::Result<InBlocks> {
        if self.engine.is_none() && self.sums.is_none() {
            // The name says whose block it is, whatever is asked of it.
            let is_its = |engine: &&dyn Engine| {
                let prepared = engine.prepare(asked.problem, &SumKind::Plain).and_then(Prepared::into_blocks);
                prepared.is_ok_and(|blocks| blocks.blocks().named(block).is_some())
            };
            if let Some(engine) = ENGINES.block_counters().find(is_its) {
                return asked.in_blocks_or_fastest(Some(engine.name()));
            }
        }
        self.prepared(self.sums.as_deref(), asked)
    }
}

/// Returns the sum of a piece in words that cannot be mistaken for the whole count.
fn sentence_about(piece: Piece, sum: &BlockSum, sums: &BlockSums) -> String {
    let empty = if sums.is_of_nothing() { ": it is empty, for there are more pieces than work" } else { "" };
    let blocks = plural(sums.len(), "block");
    match sum {
        BlockSum::Plain(grids) => format!("{piece} alone: {} in {blocks}{empty}", plural(*grids, "grid")),
        BlockSum::Distribution(_) | BlockSum::Extreme { .. } => {
            format!("{piece} alone: {} ({blocks}){empty}", in_text(sum))
        }
    }
}
