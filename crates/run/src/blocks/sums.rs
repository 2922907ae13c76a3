//! The sums of the blocks: in memory, or in a file that a long count can go on from and anyone can audit.
//!
//! The file is a [checked log](crate::checked_log). Its [first line](super::head) says what was counted; a record is a block: its
//! name, and how many grids are in it, written as soon as the block is done. When the count is done the file is put in order and
//! ends with the total, `total` and a number; the file of a [piece](super::piece) ends with `piece`, its number and what its blocks
//! come to, and one in which pieces have been put together has such a record for each piece that is whole. Blocks without a grid
//! are left out where nothing had to be counted to know it.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::block::{BlockId, Blocks, InBlocks, Ledger};
use super::contents::{
    Contents, Finished, KIND, Known, Scope, Sought, block_record, counter, open, piece_record, read, sum, whole_record,
};
use super::error::SumsError;
use super::head::{Head, Part};
use super::piece::Piece;
use crate::checked_log::{Claim, Log, LogError, Reader};
use crate::{Engine, EngineError};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_core::problem::Problem;

/// How many grids are in each block that has been counted.
#[derive(Default)]
pub struct BlockSums {
    state: Mutex<State>,
    /// The engine whose blocks these are, once that is known.
    engine: OnceLock<&'static str>,
    was_cut_short: bool,
    part: Scope,
    version: Option<String>,
}

#[derive(Default)]
struct State {
    known: Known,
    finished: Finished,
    file: Option<Written>,
}

/// A file that is written, and those who know what its blocks are called.
struct Written {
    log: Log,
    engine: &'static str,
    blocks: Arc<dyn Blocks>,
}

impl Written {
    fn failed(engine: &'static str, error: &LogError) -> EngineError {
        EngineError::Failed { engine, what: error.to_string() }
    }
}

impl BlockSums {
    /// No block counted yet, and nothing written.
    pub fn in_memory() -> Self {
        BlockSums::default()
    }

    /// No block counted yet; a new file at `path`, for the whole count or for a piece of it.
    pub fn create(
        path: &Path,
        engine: &dyn InBlocks,
        problem: &Problem,
        piece: Option<Piece>,
    ) -> Result<Self, SumsError> {
        let blocks = engine.blocks(problem)?;
        let scope = Scope::new(engine, problem, Part::of(piece))?;
        // A file without its first line is of no use to anyone.
        let begin = |claim| BlockSums::begin(claim, (engine, blocks), problem, scope);
        Ok(begin(Claim::new(path)?).inspect_err(|_| drop(std::fs::remove_file(path)))?)
    }

    /// The blocks counted in the file at `path`, to go on from; a new file if there is none, or one with nothing on record:
    /// that is all that a count killed at its very start leaves.
    pub fn resume(
        path: &Path,
        engine: &dyn InBlocks,
        problem: &Problem,
        piece: Option<Piece>,
    ) -> Result<Self, SumsError> {
        // Before there is a file, so that there is none if it cannot be.
        let blocks = engine.blocks(problem)?;
        let scope = Scope::new(engine, problem, Part::of(piece))?;
        let claim = Claim::old_or_new(path)?;
        let Contents { head, scope: theirs, known, finished, whole, was_cut_short } =
            read(path, claim.reader(&KIND)?, &Sought::Engine(engine))?;
        let Some((line, head)) = head else {
            return Ok(BlockSums { was_cut_short, ..BlockSums::begin(claim, (engine, blocks), problem, scope)? });
        };
        same_problem(path, &head, problem)?;
        // Whoever counts the whole can go on from pieces that have been put together.
        if theirs.piece() != piece {
            return Err(other_part(path, theirs.piece(), piece));
        }
        let file = Some(Written { log: claim.go_on(&line, whole)?, engine: engine.name(), blocks });
        let state = Mutex::new(State { known, finished, file });
        Ok(BlockSums { state, engine: engine.name().into(), was_cut_short, part: theirs, version: head.version })
    }

    /// No block counted yet; the file gets its first line.
    fn begin(
        claim: Claim,
        (engine, blocks): (&dyn InBlocks, Arc<dyn Blocks>),
        problem: &Problem,
        scope: Scope,
    ) -> Result<Self, LogError> {
        let deal = scope.pieces().map(|pieces| pieces.digest().to_owned());
        let head = Head::new(engine.name(), problem, scope.part(), deal.as_deref());
        let file = Some(Written { log: claim.begin(&head.line())?, engine: engine.name(), blocks });
        let state = Mutex::new(State { file, ..State::default() });
        let engine = engine.name().into();
        Ok(BlockSums { state, engine, was_cut_short: false, part: scope, version: head.version })
    }

    /// The blocks counted in the file at `path`, which is left as it is.
    pub fn read(path: &Path, engine: &dyn InBlocks, problem: &Problem) -> Result<Self, SumsError> {
        let Contents { head, scope, known, finished, was_cut_short, .. } = open(path, &Sought::Engine(engine))?;
        if let Some((_, head)) = &head {
            same_problem(path, head, problem)?;
        }
        let version = head.and_then(|(_, head)| head.version);
        let state = Mutex::new(State { known, finished, file: None });
        Ok(BlockSums { state, engine: engine.name().into(), was_cut_short, part: scope, version })
    }

    /// The same, but an error if it is about a piece.
    pub fn read_whole(path: &Path, engine: &dyn InBlocks, problem: &Problem) -> Result<Self, SumsError> {
        let sums = BlockSums::read(path, engine, problem)?;
        match sums.piece() {
            None => Ok(sums),
            Some(piece) => Err(other_part(path, Some(piece), None)),
        }
    }

    /// Which of these engines has begun the file at `path`; `None` if it does not say. An error if it is about another problem.
    pub fn counter_of(
        path: &Path,
        engines: &[&'static dyn Engine],
        problem: &Problem,
    ) -> Result<Option<&'static dyn InBlocks>, SumsError> {
        let reader = Reader::open(path, &KIND)?;
        let Some(line) = reader.header() else { return Ok(None) };
        let head = Head::read(line).map_err(|error| SumsError::in_head(path, &error))?;
        let engine = counter(engines, path, &head.engine)?;
        same_problem(path, &head, problem)?;
        Ok(Some(engine))
    }

    /// Whether the file's last line had been cut short, and was dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// The piece that this is about; `None` if it is the whole.
    pub fn piece(&self) -> Option<Piece> {
        self.part.piece()
    }

    /// Whether there are more pieces than work, so that this one has no block.
    pub fn is_of_nothing(&self) -> bool {
        match &self.part {
            Scope::Piece(piece, pieces) => pieces.blocks(piece.number()).is_empty(),
            Scope::Whole | Scope::Of(_) => false,
        }
    }

    /// The version of this crate that began the file; the first ones did not say.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// An error unless these are sums of that engine's blocks, or of nobody's yet.
    pub(super) fn are_of(&self, engine: &'static str) -> Result<(), EngineError> {
        let known = *self.engine.get_or_init(|| engine);
        let what = || format!("the sums are of the blocks of engine {known}");
        if known == engine { Ok(()) } else { Err(EngineError::Failed { engine, what: what() }) }
    }

    pub(super) fn scope(&self) -> &Scope {
        &self.part
    }

    /// How many blocks have been counted.
    pub fn len(&self) -> usize {
        self.state().known.len()
    }

    /// Whether none has been.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all that were to be counted have been.
    pub fn is_finished(&self) -> bool {
        self.state().finished.is_all_of(&self.part)
    }

    /// The grids of a block, if it has been counted.
    pub fn sum(&self, block: BlockId) -> Option<u128> {
        self.state().known.get(&block).copied()
    }

    /// What is on record of a block: that a finished count left it out says that it has no grid. `None` if it was not counted.
    pub fn recorded(&self, block: BlockId) -> Option<u128> {
        let state = self.state();
        state.finished.recorded(&state.known, &self.part, block)
    }

    /// The sum over all blocks; `None` if it does not fit.
    pub fn total(&self) -> Option<u128> {
        sum(self.state().known.values())
    }

    /// The blocks that have been counted and have grids, in order, and how many.
    pub fn with_grids(&self) -> Vec<(BlockId, u128)> {
        let mut blocks: Vec<(BlockId, u128)> =
            self.state().known.iter().map(|(&block, &grids)| (block, grids)).collect();
        blocks.retain(|&(_, grids)| grids > 0);
        blocks.sort_unstable_by_key(|&(block, _)| block);
        blocks
    }

    pub(super) fn into_known(self) -> Known {
        unlocked(self.state).known
    }

    /// Puts the file in order, with the total at its end.
    pub(super) fn close(&self) -> Result<(), EngineError> {
        let total = self.total().ok_or(EngineError::Overflow)?;
        let last = self.piece().map_or_else(|| whole_record(total), |piece| piece_record(piece.number(), total));
        let mut state = self.state();
        let State { known, file, .. } = &mut *state;
        let Some(Written { mut log, engine, blocks }) = file.take() else { return Ok(()) };
        // Where there is no room for a second file, or no right to make one, the first gets its total and keeps its order.
        let replaced = log.replace(in_order(known, &*blocks).chain([last.clone()]));
        replaced.or_else(|_| log.add(&last)).map_err(|error| Written::failed(engine, &error))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A map and a file that only ever grow are whole even if a thread ended while it held them.
        locked(&self.state)
    }
}

/// The records of blocks, in order.
fn in_order<'b>(known: &Known, blocks: &'b dyn Blocks) -> impl Iterator<Item = String> + use<'b> {
    let mut sums: Vec<(BlockId, u128)> = known.iter().map(|(&block, &grids)| (block, grids)).collect();
    sums.sort_unstable();
    sums.into_iter().map(|(block, grids)| block_record(&blocks.name(block), grids))
}

impl Ledger for BlockSums {
    fn knows(&self, block: BlockId) -> bool {
        self.recorded(block).is_some()
    }

    fn learn(&self, block: BlockId, grids: u128) -> Result<(), EngineError> {
        let mut state = self.state();
        if let Some(Written { log, engine, blocks }) = &mut state.file {
            let record = block_record(&blocks.name(block), grids);
            log.add(&record).map_err(|error| Written::failed(engine, &error))?;
        }
        state.known.insert(block, grids);
        Ok(())
    }
}

fn other_part(path: &Path, theirs: Option<Piece>, ours: Option<Piece>) -> SumsError {
    let words = |piece: Option<Piece>| piece.map_or("the whole count".to_owned(), |piece| piece.to_string());
    SumsError::OtherPart { path: path.display().to_string(), theirs: words(theirs), ours: words(ours) }
}

/// Whether a file's first line is about this problem.
fn same_problem(path: &Path, head: &Head, problem: &Problem) -> Result<(), SumsError> {
    if head.problem.is_recorded_as(problem) {
        return Ok(());
    }
    Err(SumsError::OtherProblem { path: path.display().to_string(), theirs: head.problem.in_words_beside(problem) })
}
