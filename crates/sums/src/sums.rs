//! Stores the sums of the blocks: in memory, or in a file that a long count can resume from and anyone can audit.
//!
//! The file is a [checked log](crate::checked_log). Its [first line](super::head) describes the count. A record is the name of a block and
//! its [sum](BlockSum), written as soon as the block is done.
//!
//! When the count is done, the file is sorted and ends with a record of the total, `total` and a sum. The file of a
//! [piece](super::piece) ends with `piece`, its number and the sum of its blocks. A merged file has such a record for each complete piece.
//! For distributions, these records have only the number of all grids.
//! Blocks that have no grid for an obvious reason are left out.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::contents::{
    Contents, Finished, KIND, KnownSums, Preparer, Scope, block_record, counter, open, piece_record, read,
    same_problem, sum, whole_record,
};
use super::end::sum_at_end;
use super::error::SumsError;
use super::head::{CountPart, Head};
use super::in_blocks::InBlocks;
use super::piece::Piece;
use super::runs::{RunNumber, Runs};
use crate::checked_log::{LockedLog, Log, LogError, LogReader};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{BlockId, BlockSum, Blocks, Ledger, SumKind};
use gridcheck_engine::{Engine, EngineError};

/// The sum of each block that has been counted.
#[derive(Default)]
pub struct BlockSums {
    kind: SumKind,
    state: Mutex<SumsState>,
    /// The engine that defines these blocks, once it is known.
    engine: OnceLock<&'static str>,
    was_cut_short: bool,
    part: Scope,
    version: Option<String>,
}

#[derive(Default)]
struct SumsState {
    known: KnownSums,
    finished: Finished,
    file: Option<SumsFile>,
}

/// An open file, with the blocks that give its records their names.
struct SumsFile {
    log: Log,
    engine: &'static str,
    blocks: Arc<dyn Blocks>,
}

impl SumsFile {
    fn failed(engine: &'static str, error: impl Into<SumsError>) -> EngineError {
        let error = error.into();
        let what = error.to_string();
        match error {
            SumsError::Log(LogError::File { error, .. }) => EngineError::File { engine, what, kind: error.kind() },
            _ => EngineError::Failed { engine, what },
        }
    }
}

impl BlockSums {
    /// Creates empty sums without a file, for numbers of grids.
    pub fn in_memory() -> Self {
        BlockSums::default()
    }

    /// Creates empty sums without a file, of this kind.
    pub fn in_memory_of(kind: &SumKind) -> Self {
        BlockSums { kind: kind.clone(), ..BlockSums::default() }
    }

    /// Creates empty sums and a new file at `path`, for the whole count or for a piece of it. The file has this run number.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn create(path: &Path, prepared: &InBlocks, piece: Option<Piece>, run: RunNumber) -> Result<Self, SumsError> {
        let begun = BegunSums::new(prepared, piece, run);
        // Remove the file on failure: without its first line it is useless.
        let begin = |locked_log: LockedLog| begun.begin(|header| locked_log.begin(header));
        Ok(begin(LockedLog::create(path)?).inspect_err(|_| drop(std::fs::remove_file(path)))?)
    }

    /// Reads the blocks counted in the file at `path`, to resume the count. It creates the file if it is missing or has no complete first
    /// line, as after a kill at the very start. Only a file that begins here gets this run number.
    ///
    /// # Errors
    /// Returns an error if the file is unusable or about another count.
    pub fn resume(path: &Path, prepared: &InBlocks, piece: Option<Piece>, run: RunNumber) -> Result<Self, SumsError> {
        let begun = BegunSums::new(prepared, piece, run);
        let locked_log = LockedLog::open_or_create(path)?;
        let Contents { head, scope: theirs, known, finished, whole, was_cut_short } =
            read(path, &mut locked_log.reader(&KIND)?, &mut Preparer::Only(prepared))?;
        let Some((line, head)) = head else {
            let sums = begun.begin(|header| locked_log.begin(header))?;
            return Ok(BlockSums { was_cut_short, ..sums });
        };
        // A count of the whole can also resume from merged pieces.
        if theirs.piece() != piece {
            return Err(other_part(path, theirs.piece(), piece));
        }
        let (engine, blocks) = (begun.engine, begun.blocks);
        let file = Some(SumsFile { log: locked_log.resume(&line, whole)?, engine, blocks });
        let state = Mutex::new(SumsState { known, finished, file });
        let (kind, version) = (head.kind, Some(head.version));
        Ok(BlockSums { kind, state, engine: engine.into(), was_cut_short, part: theirs, version })
    }

    /// Creates empty sums that are written to a stream, for the whole count or for a piece of it. `name` is the stream's name in errors.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be written.
    pub fn stream(
        name: &str,
        to: Box<dyn Write + Send>,
        prepared: &InBlocks,
        piece: Option<Piece>,
        run: RunNumber,
    ) -> Result<Self, SumsError> {
        let begun = BegunSums::new(prepared, piece, run);
        Ok(begun.begin(|header| Log::of_stream(name, to, header))?)
    }

    /// Reads the blocks counted in the file at `path` and leaves it unchanged.
    ///
    /// # Errors
    /// Returns an error if the file is unusable or about another count.
    pub fn read(path: &Path, prepared: &InBlocks) -> Result<Self, SumsError> {
        let Contents { head, scope, known, finished, was_cut_short, .. } = open(path, &mut Preparer::Only(prepared))?;
        let version = head.map(|(_, head)| head.version);
        let state = Mutex::new(SumsState { known, finished, file: None });
        let (kind, engine) = (prepared.kind().clone(), prepared.engine().into());
        Ok(BlockSums { kind, state, engine, was_cut_short, part: scope, version })
    }

    /// Reads a file as [`read`](BlockSums::read) does, for a whole count.
    ///
    /// # Errors
    /// Returns an error if the file is unusable or about another count or only a piece.
    pub fn read_whole(path: &Path, prepared: &InBlocks) -> Result<Self, SumsError> {
        let sums = BlockSums::read(path, prepared)?;
        match sums.piece() {
            None => Ok(sums),
            Some(piece) => Err(other_part(path, Some(piece), None)),
        }
    }

    /// Returns the engine, among these, that began the file at `path`; `None` if the file has no complete first line.
    ///
    /// # Errors
    /// Returns an error if the file is unusable or about another problem, or if none of the engines began it.
    pub fn counter_of(
        path: &Path,
        engines: &[&'static dyn Engine],
        problem: &Problem,
    ) -> Result<Option<&'static dyn Engine>, SumsError> {
        let reader = LogReader::open(path, &KIND)?;
        let Some(line) = reader.header() else { return Ok(None) };
        let head = Head::read(line).map_err(|error| SumsError::in_head(path, &error))?;
        let engine = counter(engines, path, &head.engine)?;
        same_problem(path, &head, problem)?;
        Ok(Some(engine))
    }

    /// Returns the kind of the sums.
    pub fn kind(&self) -> &SumKind {
        &self.kind
    }

    /// Returns `true` if the file's last line was cut short and dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// Returns the piece that the sums are about; `None` for the whole.
    pub fn piece(&self) -> Option<Piece> {
        self.part.piece()
    }

    /// Returns `true` if the piece has no block, because there are more pieces than work.
    pub fn is_of_nothing(&self) -> bool {
        match &self.part {
            Scope::Piece(piece, pieces) => pieces.blocks(piece.number()).is_empty(),
            Scope::Whole | Scope::Of(_) => false,
        }
    }

    /// Returns the version that began the file; `None` without a file or a complete first line.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns an error if these sums belong to another engine. Sums without an engine are assigned to this one.
    pub(super) fn must_be_of(&self, engine: &'static str) -> Result<(), EngineError> {
        let known = *self.engine.get_or_init(|| engine);
        let what = || format!("the sums are of the blocks of engine {known}");
        if known == engine { Ok(()) } else { Err(EngineError::Failed { engine, what: what() }) }
    }

    pub(super) fn scope(&self) -> &Scope {
        &self.part
    }

    /// Returns the number of blocks that have been counted.
    pub fn len(&self) -> usize {
        self.state().known.len()
    }

    /// Returns `true` if no block has been counted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if all requested blocks have been counted.
    pub fn is_finished(&self) -> bool {
        self.state().finished.is_all_of(&self.part)
    }

    /// Returns the sum of a block, if it has been counted.
    pub fn sum(&self, block: BlockId) -> Option<BlockSum> {
        self.state().known.get(&block).cloned()
    }

    /// Returns the recorded sum of a block; `None` if it was not counted. A block that a finished count left out has no grid.
    pub fn recorded(&self, block: BlockId) -> Option<BlockSum> {
        let state = self.state();
        state.finished.recorded(&state.known, &self.part, block, &self.kind.none()).cloned()
    }

    /// Returns the sum over all blocks; `None` on overflow.
    pub fn total(&self) -> Option<BlockSum> {
        sum(&self.kind, self.state().known.values())
    }

    /// Returns the counted blocks that have grids, in order, with their numbers of grids. Extremes have no such number.
    pub fn with_grids(&self) -> Vec<(BlockId, u128)> {
        let mut blocks: Vec<(BlockId, u128)> =
            self.state().known.iter().filter_map(|(&block, sum)| Some((block, sum.grids()?))).collect();
        blocks.retain(|&(_, grids)| grids > 0);
        blocks.sort_unstable_by_key(|&(block, _)| block);
        blocks
    }

    pub(super) fn into_known(self) -> KnownSums {
        unlocked(self.state).known
    }

    /// Sorts the file and appends the total.
    pub(super) fn close(&self) -> Result<(), EngineError> {
        let mut state = self.state();
        let SumsState { known, file, .. } = &mut *state;
        let Some(SumsFile { mut log, engine, blocks }) = file.take() else { return Ok(()) };
        let end = sum(&self.kind, known.values()).and_then(|total| sum_at_end(&total)).ok_or(EngineError::Overflow)?;
        let last = self.piece().map_or_else(|| whole_record(&end), |piece| piece_record(piece.number(), &end));
        // If a second file cannot be written, for lack of space or of rights, the first gets its total and stays unsorted. So does a stream.
        let records = sorted_records(known, &*blocks).map_err(|error| SumsFile::failed(engine, error))?;
        let replaced = log.replace(records.into_iter().chain([last.clone()]));
        replaced.or_else(|_| log.add(&last)).map_err(|error| SumsFile::failed(engine, error))
    }

    fn state(&self) -> MutexGuard<'_, SumsState> {
        // A map and a file that only grow are whole even if a thread panicked while it held them.
        locked(&self.state)
    }
}

/// Returns the records of blocks, sorted.
fn sorted_records(known: &KnownSums, blocks: &dyn Blocks) -> Result<Vec<String>, SumsError> {
    let mut sums: Vec<(BlockId, &BlockSum)> = known.iter().map(|(&block, sum)| (block, sum)).collect();
    sums.sort_unstable_by_key(|&(block, _)| block);
    sums.into_iter().map(|(block, sum)| block_record(&blocks.name(block), sum)).collect()
}

/// Empty sums that have no first line yet.
struct BegunSums {
    head: Head,
    engine: &'static str,
    blocks: Arc<dyn Blocks>,
    scope: Scope,
}

impl BegunSums {
    fn new(prepared: &InBlocks, piece: Option<Piece>, run: RunNumber) -> Self {
        let scope = Scope::new(prepared, CountPart::of(piece));
        let deal = scope.pieces().map(|pieces| pieces.digest());
        let engine = prepared.engine();
        let head = Head::new(engine, prepared.problem(), prepared.kind(), scope.part(), deal, Runs::of(run));
        BegunSums { head, engine, blocks: prepared.shared_blocks(), scope }
    }

    /// Writes the first line with `begin`.
    fn begin(self, begin: impl FnOnce(&str) -> Result<Log, LogError>) -> Result<BlockSums, LogError> {
        let BegunSums { head, engine, blocks, scope } = self;
        let file = Some(SumsFile { log: begin(&head.line())?, engine, blocks });
        let state = Mutex::new(SumsState { file, ..SumsState::default() });
        let version = Some(head.version);
        Ok(BlockSums { kind: head.kind, state, engine: engine.into(), was_cut_short: false, part: scope, version })
    }
}

impl Ledger for BlockSums {
    fn contains(&self, block: BlockId) -> bool {
        let state = self.state();
        state.finished.recorded(&state.known, &self.part, block, &self.kind.none()).is_some()
    }

    fn record(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
        if sum.kind() != self.kind {
            let what = format!("a sum is of another question: {}", sum.kind());
            return Err(EngineError::Failed { engine: self.engine.get().copied().unwrap_or("of no name"), what });
        }
        let mut state = self.state();
        if let Some(SumsFile { log, engine, blocks }) = &mut state.file {
            let record = block_record(&blocks.name(block), &sum).map_err(|error| SumsFile::failed(engine, error))?;
            log.add(&record).map_err(|error| SumsFile::failed(engine, error))?;
        }
        state.known.insert(block, sum);
        Ok(())
    }
}

fn other_part(path: &Path, theirs: Option<Piece>, ours: Option<Piece>) -> SumsError {
    let words = |piece: Option<Piece>| piece.map_or("the whole count".to_owned(), |piece| piece.to_string());
    SumsError::OtherPart { path: path.display().to_string(), theirs: words(theirs), ours: words(ours) }
}
