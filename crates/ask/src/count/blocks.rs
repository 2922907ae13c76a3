//! Counts in blocks: into a file of sums, one block, one piece, a sample, or which pieces are missing.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gridcheck_core::plural::plural;
use gridcheck_engine::blocks::{BlockSum, SumKind};
use gridcheck_engine::clock::Moment;
use gridcheck_engine::{Candidates, Engine, Prepared};
use gridcheck_sums::regular_file::with_endings;
use gridcheck_sums::{BlockSums, InBlocks, Piece, missing_pieces};

use super::report::{BlockReport, CountReport, EstimateReport, Found, MissingReport, PieceReport, Total};
use super::task::SumsFile;
use crate::engines::{ENGINES, in_blocks_of_or_fastest, refuse_without_estimate};
use crate::failure::Failure;
use crate::host::{Advice, Host};
use crate::json::About;

/// A sum that is made in blocks.
pub(super) struct BlocksRequest<'a> {
    /// The engines, and the problem and the kind of the sum.
    pub candidates: Candidates,
    /// The name of the engine, if one is asked for.
    pub engine: Option<&'a str>,
    pub host: &'a dyn Host,
}

impl BlocksRequest<'_> {
    /// Counts all blocks, or those of a piece, and keeps their sums.
    pub(super) fn count_into(&self, file: SumsFile, piece: Option<Piece>) -> Result<CountReport, Failure> {
        let start = Moment::now();
        let prepared = self.prepared(file)?;
        let sums = self.open(file, &prepared, piece)?;
        if *self.candidates.kind() == SumKind::Plain {
            self.host.advise_if_long(if piece.is_some() { Advice::DivideFurther } else { Advice::Divide });
        }
        let engine = prepared.engine();
        let run = self.host.run(engine);
        if let SumsFile::New(path) | SumsFile::Begun(path) = file {
            self.host.learned(format!("finished blocks are in {}; go on with --resume", path.display()));
        }
        let sum = prepared.sum(&run, &sums)?;
        Ok(self.report(engine, piece, sum, &sums, start.seconds()))
    }

    fn report(
        &self,
        engine: &'static str,
        piece: Option<Piece>,
        sum: BlockSum,
        sums: &BlockSums,
        seconds: f64,
    ) -> CountReport {
        let problem = self.candidates.problem();
        match piece {
            None => {
                let total = Total { sum, is_by_lengths: false };
                CountReport::Total(Found::about(problem, engine, total, seconds))
            }
            Some(piece) => {
                let found = PieceReport {
                    piece: piece.number(),
                    pieces: piece.of(),
                    blocks: sums.len(),
                    count_of_piece: sum,
                    of: piece,
                    is_of_nothing: sums.is_of_nothing(),
                };
                CountReport::Piece(Found::about(problem, engine, found, seconds))
            }
        }
    }

    /// Counts one block, and compares its sum with that in a file.
    pub(super) fn count_one(&self, block: &str, file: Option<&Path>) -> Result<CountReport, Failure> {
        let start = Moment::now();
        let prepared = self.prepared_for_block(block, file)?;
        let sums = match file {
            Some(path) => BlockSums::read(path, &prepared)?,
            None => BlockSums::in_memory_of(self.candidates.kind()),
        };
        let (count, recorded) = prepared.count_block(&self.host.run(prepared.engine()), block, &sums)?;
        let file = file.map(|path| path.display().to_string());
        let found = BlockReport { block: block.to_owned(), count, recorded, file };
        Ok(CountReport::Block(Found::about(self.candidates.problem(), prepared.engine(), found, start.seconds())))
    }

    /// Finds the pieces that a folder lacks. It counts nothing.
    pub(super) fn missing(&self, pieces: usize, folder: &Path) -> Result<CountReport, Failure> {
        let prepared = in_blocks_of_or_fastest(&self.candidates, self.engine)?;
        let missing = missing_pieces(&files_of_sums(folder)?, &prepared, pieces)?;
        Ok(CountReport::Missing(About::new(self.candidates.problem(), MissingReport { pieces, missing })))
    }

    /// Counts a sample of the blocks.
    pub(super) fn estimate(
        &self,
        seconds: u32,
        file: Option<SumsFile>,
        pieces: Option<usize>,
    ) -> Result<CountReport, Failure> {
        refuse_without_estimate(&self.candidates)?;
        let (prepared, sums) = match file {
            None => (in_blocks_of_or_fastest(&self.candidates, self.engine)?, BlockSums::in_memory()),
            Some(file) => {
                let prepared = self.prepared(file)?;
                let sums = self.open(file, &prepared, None)?;
                (prepared, sums)
            }
        };
        let limit = Duration::from_secs(seconds.into());
        let sample = prepared.sample(&self.host.run(prepared.engine()), limit, &sums)?;
        let expected = sample.extrapolate();
        let seconds = expected.and_then(|all| all.mean);
        let problem = prepared.problem();
        Ok(CountReport::Estimate(EstimateReport {
            size: problem.size(),
            rules: problem.rules().into(),
            engine: prepared.engine(),
            threads: rayon::current_num_threads(),
            blocks: sample.blocks,
            known: sample.known,
            counted: sample.counted.len(),
            cut: sample.cut.len(),
            sample_seconds: sample.spent,
            seconds,
            interval: expected.map(|all| all.interval),
            memory_bytes: self.host.peak_memory(),
            pieces,
            seconds_of_piece: seconds.zip(pieces).map(|(seconds, pieces)| seconds / pieces as f64),
            sample,
        }))
    }

    /// Returns the blocks as the requested engine prepares them, or else the one that began the file which is resumed. If there is
    /// neither, it is the fastest that can.
    fn prepared(&self, file: SumsFile) -> Result<InBlocks, Failure> {
        match file {
            SumsFile::Begun(path) => self.prepared_as_in(path),
            SumsFile::New(_) | SumsFile::StandardOutput => in_blocks_of_or_fastest(&self.candidates, self.engine),
        }
    }

    fn prepared_as_in(&self, path: &Path) -> Result<InBlocks, Failure> {
        let begun = if self.engine.is_none() && path.is_file() {
            BlockSums::counter_of(path, &ENGINES, self.candidates.problem())?
        } else {
            None
        };
        in_blocks_of_or_fastest(&self.candidates, self.engine.or(begun.map(Engine::name)))
    }

    /// Returns the blocks that include this one, which is counted. The engine is chosen as for all blocks; without other information it is
    /// the one whose blocks have such names.
    fn prepared_for_block(&self, block: &str, file: Option<&Path>) -> Result<InBlocks, Failure> {
        if let Some(path) = file {
            return self.prepared_as_in(path);
        }
        // The name says whose block it is, whatever is asked of it.
        let has_it = |prepared: &Prepared<'_>| prepared.blocks().is_some_and(|blocks| blocks.named(block).is_some());
        let is_its = |engine: &&dyn Engine| match self.candidates.kind() {
            SumKind::Plain => self.candidates.prepared_by(*engine).is_ok_and(has_it),
            SumKind::Distribution(_) | SumKind::Extreme(_) => {
                engine.prepare(self.candidates.problem(), &SumKind::Plain).is_ok_and(|prepared| has_it(&prepared))
            }
        };
        let owner = if self.engine.is_none() { ENGINES.block_counters().find(is_its) } else { None };
        in_blocks_of_or_fastest(&self.candidates, self.engine.or(owner.map(Engine::name)))
    }

    /// Opens the file of sums to count into, and notes its state.
    fn open(&self, file: SumsFile, prepared: &InBlocks, piece: Option<Piece>) -> Result<BlockSums, Failure> {
        let (sums, path) = match file {
            SumsFile::StandardOutput => {
                return Ok(BlockSums::stream(
                    "standard output",
                    self.host.standard_output()?,
                    prepared,
                    piece,
                    self.host.run_number()?,
                )?);
            }
            SumsFile::Begun(path) => (BlockSums::resume(path, prepared, piece, self.host.run_number()?)?, path),
            SumsFile::New(path) => (BlockSums::create(path, prepared, piece, self.host.run_number()?)?, path),
        };
        if sums.was_cut_short() {
            self.host.note(format!("{}: the last line was cut short, and is dropped", path.display()));
        }
        if !sums.is_empty() {
            let were = if sums.len() == 1 { "was" } else { "were" };
            self.host.note(format!("{} {were} counted before", plural(sums.len(), "block")));
            if let Some(version) = sums.version().filter(|version| *version != env!("CARGO_PKG_VERSION")) {
                self.host.note(format!("version {version} began {}", path.display()));
            }
        }
        Ok(sums)
    }
}

/// Returns the files `*.sums` of a folder, in the order of their names. A folder that does not exist has none.
fn files_of_sums(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    match with_endings(folder, &["sums"]) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        files => files.map_err(|error| Failure::of_file(&folder.display().to_string(), &error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ask;
    use crate::count::Count;
    use crate::host::Unattended;

    #[test]
    fn an_estimate_with_pieces_gives_the_time_of_one() {
        let request = serde_json::json!({ "size": 7, "estimate": 20, "pieces": 4 });
        let request: Count = serde_json::from_value(request).expect("a request");
        let CountReport::Estimate(report) = request.ask(&Unattended).expect("a report") else { panic!("no estimate") };
        let all = report.seconds.expect("the expected time");
        assert!(all > 0.0);
        assert_eq!(report.seconds_of_piece, Some(all / 4.0));
    }
}
