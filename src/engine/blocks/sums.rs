//! The sums of the blocks: in memory, or in a file that a long count can go on from and anyone can audit.
//!
//! The file is a [checked log](crate::checked_log). Its [first line](super::head) says what was counted; a record is a block: its
//! name, and how many grids are in it, written as soon as the block is done. When the count is done the file is put in order and
//! ends with the total, `total` and a number; the file of a [piece](super::piece) ends with `piece`, its number and what its blocks
//! come to, and one in which pieces have been put together has such a record for each piece that is whole. Blocks without a grid
//! are left out where nothing had to be counted to know it.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use foldhash::fast::FixedState;
use thiserror::Error;

use super::block::{BlockId, Blocks, Ledger};
use super::counter::InBlocks;
use super::head::{self, Head, Part};
use super::piece::{Piece, Pieces};
use crate::checked_log::{Claim, Kind, Log, LogError, Reader};
use crate::engine::{Engine, EngineError};
use crate::locks::{locked, unlocked};
use crate::problem::Problem;

/// Why a file of sums cannot be used.
#[derive(Debug, Error)]
pub enum SumsError {
    /// The file cannot be.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Its first line is not understood.
    #[error("{path}:1: {what}")]
    Head {
        /// The file.
        path: String,
        /// What is wrong with it.
        what: String,
    },
    /// It is about another question.
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem {
        /// The file.
        path: String,
        /// The problem it is about.
        theirs: String,
    },
    /// It is about another part of the count.
    #[error("{path}:1: these are the sums of {theirs}, not of {ours}")]
    OtherPart {
        /// The file.
        path: String,
        /// The part it is about.
        theirs: String,
        /// The part asked for.
        ours: String,
    },
    /// Another engine counted it, in blocks of its own.
    #[error("{path}:1: these are the sums of the blocks of engine {theirs}, not of {ours}")]
    OtherEngine {
        /// The file.
        path: String,
        /// The engine it is by.
        theirs: String,
        /// The engine asked for.
        ours: &'static str,
    },
    /// Two files that have nothing to do with one another.
    #[error("{one} and {other} are sums of different problems: {one_is}; {other_is}")]
    Different {
        /// A file.
        one: String,
        /// What it is about.
        one_is: String,
        /// The other file.
        other: String,
        /// What that is about.
        other_is: String,
    },
    /// Two files that have other blocks.
    #[error("{one} and {other} are sums of different blocks: those of engine {one_is}; those of {other_is}")]
    Engines {
        /// A file.
        one: String,
        /// The engine that counted it.
        one_is: String,
        /// The other file.
        other: String,
        /// The engine that counted that.
        other_is: String,
    },
    /// Its pieces are not those of this version.
    #[error(
        "{path}:1: {}",
        if version == env!("CARGO_PKG_VERSION") {
            "damaged: this version deals what the line says into pieces in another way".to_owned()
        } else {
            format!("version {version} dealt the blocks into pieces in another way than this one: use that version for its pieces")
        }
    )]
    OtherDeal {
        /// The file.
        path: String,
        /// The version that began it.
        version: String,
    },
    /// The problem cannot be counted in blocks, or not be dealt into pieces.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No file says what it is about.
    #[error("{0}: nothing is on record here, not even what was to be counted")]
    Nothing(String),
    /// The sum does not fit.
    #[error("the sum of the blocks does not fit in 128 bits")]
    Overflow,
}

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

/// What the sums are of.
#[derive(Debug, Clone, Default)]
pub(super) enum Scope {
    #[default]
    Whole,
    Piece(Piece, Arc<Pieces>),
    /// All, put together from pieces.
    Of(Arc<Pieces>),
}

impl Scope {
    fn new(engine: &dyn InBlocks, problem: &Problem, part: Part) -> Result<Self, EngineError> {
        let pieces = |of| Pieces::of(engine, problem, of);
        Ok(match part {
            Part::Whole => Scope::Whole,
            Part::Piece(piece) => Scope::Piece(piece, pieces(piece.of())?),
            Part::Of(of) => Scope::Of(pieces(of)?),
        })
    }

    pub(super) fn pieces(&self) -> Option<&Arc<Pieces>> {
        match self {
            Scope::Whole => None,
            Scope::Piece(_, pieces) | Scope::Of(pieces) => Some(pieces),
        }
    }

    pub(super) fn piece(&self) -> Option<Piece> {
        match self {
            Scope::Piece(piece, _) => Some(*piece),
            Scope::Whole | Scope::Of(_) => None,
        }
    }

    fn part(&self) -> Part {
        match self {
            Scope::Whole => Part::Whole,
            Scope::Piece(piece, _) => Part::Piece(*piece),
            Scope::Of(pieces) => Part::Of(pieces.len()),
        }
    }
}

/// Which blocks without a grid have been left out.
#[derive(Debug, Clone, Default)]
pub(super) struct Finished {
    /// All that are not known.
    pub whole: bool,
    /// Those of the pieces of these numbers.
    pub pieces: BTreeSet<usize>,
}

impl Finished {
    /// Whether nothing is left to be counted of what the sums are of.
    pub(super) fn is_all_of(&self, scope: &Scope) -> bool {
        self.whole || scope.piece().is_some_and(|piece| self.pieces.contains(&piece.number()))
    }

    fn covers(&self, scope: &Scope, block: BlockId) -> bool {
        self.whole || scope.pieces().is_some_and(|pieces| self.pieces.contains(&pieces.number_of(block)))
    }

    /// What is on record of a block: that it was left out says that it has no grid. `None` if it was not counted.
    pub(super) fn recorded(&self, known: &Known, scope: &Scope, block: BlockId) -> Option<u128> {
        known.get(&block).copied().or_else(|| self.covers(scope, block).then_some(0))
    }
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

/// Grids by block.
pub(super) type Known = HashMap<BlockId, u128, FixedState>;

/// What was read from a file.
pub(super) struct Contents {
    /// The first line, and what it says. It may name the rule set otherwise than the problem does, and the checks depend on it. None if
    /// it was cut short, and nothing follows it.
    pub head: Option<(String, Head)>,
    pub scope: Scope,
    pub known: Known,
    pub finished: Finished,
    /// The bytes of the first line and of whole lines of blocks, and of what says that they are all there are.
    whole: u64,
    pub was_cut_short: bool,
}

impl Contents {
    /// Those of a file without a whole first line.
    fn nothing(was_cut_short: bool) -> Self {
        Contents {
            head: None,
            scope: Scope::Whole,
            known: Known::default(),
            finished: Finished::default(),
            whole: 0,
            was_cut_short,
        }
    }
}

static KIND: Kind = Kind { begins: head::BEGINS, name: "the first line of a file of block sums", longest: 1 << 12 };

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
        let ours = engine.blocks(problem)?;
        let scope = Scope::new(engine, problem, Part::of(piece))?;
        let claim = Claim::old_or_new(path)?;
        let Contents { head, scope, known, finished, whole, was_cut_short, .. } = match claim.reader(&KIND)? {
            reader if reader.header().is_none() => {
                let was_cut_short = reader.was_cut_short();
                return Ok(BlockSums { was_cut_short, ..BlockSums::begin(claim, (engine, ours), problem, scope)? });
            }
            reader => read(path, reader, &Sought::Engine(engine))?,
        };
        let Some((line, head)) = head else { return Err(SumsError::Nothing(path.display().to_string())) };
        same_problem(path, &head, problem)?;
        // Whoever counts the whole can go on from pieces that have been put together.
        if scope.piece() != piece {
            return Err(other_part(path, scope.piece(), piece));
        }
        let file = Some(Written { log: claim.go_on(&line, whole)?, engine: engine.name(), blocks: ours });
        let state = Mutex::new(State { known, finished, file });
        Ok(BlockSums { state, engine: engine.name().into(), was_cut_short, part: scope, version: head.version })
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

    /// The name of the engine whose sums are in the file at `path`; `None` if it does not say.
    pub fn engine_of(path: &Path) -> Result<Option<String>, SumsError> {
        let reader = Reader::open(path, &KIND)?;
        let head = reader.header().map(Head::read).transpose();
        let head =
            head.map_err(|error| SumsError::Head { path: path.display().to_string(), what: error.to_string() })?;
        Ok(head.map(|head| head.engine))
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
    pub(super) fn sum(&self, block: BlockId) -> Option<u128> {
        self.state().known.get(&block).copied()
    }

    /// What is on record of a block: that a finished count left it out says that it has no grid. `None` if it was not counted.
    pub(super) fn recorded(&self, block: BlockId) -> Option<u128> {
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

/// The record of a block.
pub(super) fn block_record(name: &str, grids: u128) -> String {
    format!("{name} {grids}")
}

/// The record that ends a whole count.
pub(super) fn whole_record(total: u128) -> String {
    format!("total {total}")
}

/// The record that says that a piece is whole.
pub(super) fn piece_record(number: usize, total: u128) -> String {
    format!("piece {number} {total}")
}

/// The records of blocks, in order.
fn in_order<'b>(known: &Known, blocks: &'b dyn Blocks) -> impl Iterator<Item = String> + use<'b> {
    let mut sums: Vec<(BlockId, u128)> = known.iter().map(|(&block, &grids)| (block, grids)).collect();
    sums.sort_unstable();
    sums.into_iter().map(|(block, grids)| block_record(&blocks.name(block), grids))
}

/// The sum; `None` if it does not fit.
pub(super) fn sum<'g>(grids: impl IntoIterator<Item = &'g u128>) -> Option<u128> {
    grids.into_iter().try_fold(0_u128, |total, &grids| total.checked_add(grids))
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

/// Who may have counted what is in a file.
pub(super) enum Sought<'e> {
    /// This engine.
    Engine(&'e dyn InBlocks),
    /// One of these.
    Among(&'e [&'static dyn Engine]),
}

impl Sought<'_> {
    /// The engine that counted, by its name.
    fn engine(&self, path: &Path, name: &str) -> Result<&dyn InBlocks, SumsError> {
        let path = || path.display().to_string();
        match self {
            Sought::Engine(engine) if engine.name() == name => Ok(*engine),
            Sought::Engine(engine) => {
                Err(SumsError::OtherEngine { path: path(), theirs: name.to_owned(), ours: engine.name() })
            }
            Sought::Among(engines) => {
                let counters: Vec<&dyn InBlocks> = engines.iter().filter_map(|engine| engine.in_blocks()).collect();
                let found = counters.iter().copied().find(|engine| engine.name() == name);
                found.ok_or_else(|| {
                    let known = counters.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(" or ");
                    SumsError::Head { path: path(), what: format!("engine `{name}`: expected {known}") }
                })
            }
        }
    }
}

/// What the file at this path holds.
pub(super) fn open(path: &Path, sought: &Sought<'_>) -> Result<Contents, SumsError> {
    read(path, Reader::open(path, &KIND)?, sought)
}

/// What a file holds.
fn read<R: Read>(path: &Path, mut reader: Reader<R>, sought: &Sought<'_>) -> Result<Contents, SumsError> {
    let in_head = |what: String| SumsError::Head { path: path.display().to_string(), what };
    let Some(line) = reader.header().map(str::to_owned) else {
        return Ok(Contents::nothing(reader.was_cut_short()));
    };
    let head = Head::read(&line).map_err(|error| in_head(error.to_string()))?;
    let engine = sought.engine(path, &head.engine)?;
    let blocks = engine.blocks(&head.problem).map_err(|error| in_head(error.to_string()))?;
    let scope = scope_of(path, engine, &head)?;
    let mut found =
        Findings { scope: &scope, known: Known::default(), finished: Finished::default(), sums: HashMap::default() };
    let mut whole = reader.whole();
    while let Some(text) = reader.record()? {
        found.take(&*blocks, &text).map_err(|what| reader.damaged(what))?;
        whole = reader.whole();
    }
    let Findings { known, finished, .. } = found;
    let was_cut_short = reader.was_cut_short();
    Ok(Contents { head: Some((line, head)), known, finished, whole, was_cut_short, scope })
}

/// The pieces that a first line speaks of, if this version deals the same.
fn scope_of(path: &Path, engine: &dyn InBlocks, head: &Head) -> Result<Scope, SumsError> {
    let path = path.display().to_string();
    let scope = match Scope::new(engine, &head.problem, head.part) {
        Ok(scope) => scope,
        Err(error) => return Err(SumsError::Head { path, what: error.to_string() }),
    };
    if scope.pieces().map(|pieces| pieces.digest()) == head.deal.as_deref() {
        return Ok(scope);
    }
    Err(SumsError::OtherDeal { path, version: head.version.clone().unwrap_or_else(|| "unknown".to_owned()) })
}

/// What the records of a file say, as far as they have been read.
struct Findings<'s> {
    scope: &'s Scope,
    known: Known,
    finished: Finished,
    /// By piece, where there are any.
    sums: HashMap<usize, u128, FixedState>,
}

impl Findings<'_> {
    /// Takes in a record; what is wrong with it, if anything.
    fn take(&mut self, blocks: &dyn Blocks, text: &str) -> Result<(), &'static str> {
        if self.finished.whole {
            return Err("nothing was expected after the total");
        }
        let fields: Vec<&str> = text.split(' ').collect();
        let grids = fields.last().and_then(|grids| grids.parse::<u128>().ok()).ok_or(A_RECORD)?;
        match fields[..] {
            ["total", _] => self.end(grids),
            ["piece", number, _] => self.end_piece(number.parse().map_err(|_| A_RECORD)?, grids),
            [block, _] => {
                let block = blocks.named(block).ok_or(A_RECORD)?;
                if blocks.has(block) { self.add(block, grids) } else { Err("what was counted has no such block") }
            }
            _ => Err(A_RECORD),
        }
    }

    fn add(&mut self, block: BlockId, grids: u128) -> Result<(), &'static str> {
        if let Some(pieces) = self.scope.pieces() {
            let number = pieces.number_of(block);
            if self.scope.piece().is_some_and(|piece| piece.number() != number) {
                return Err("the block is not in the piece that the first line names");
            }
            if self.finished.pieces.contains(&number) {
                return Err("nothing was expected of a piece that has ended");
            }
            let sum = self.sums.entry(number).or_default();
            *sum = sum.checked_add(grids).ok_or(TOO_MANY)?;
        }
        if self.known.insert(block, grids).is_some() { Err("the block was there before") } else { Ok(()) }
    }

    fn end_piece(&mut self, number: usize, grids: u128) -> Result<(), &'static str> {
        let is_one = match self.scope {
            Scope::Whole => false,
            Scope::Piece(piece, _) => piece.number() == number,
            Scope::Of(pieces) => (1..=pieces.len()).contains(&number),
        };
        if !is_one {
            return Err("the first line knows of no such piece");
        }
        if self.sums.get(&number).copied().unwrap_or(0) != grids {
            return Err("what is said of the piece is not the sum of its blocks");
        }
        if self.finished.pieces.insert(number) { Ok(()) } else { Err("the piece has ended before") }
    }

    fn end(&mut self, grids: u128) -> Result<(), &'static str> {
        if self.scope.piece().is_some() {
            return Err("a piece has no total");
        }
        if sum(self.known.values()) != Some(grids) {
            return Err("the total is not the sum of the blocks");
        }
        self.finished.whole = true;
        Ok(())
    }
}

/// What a line must be.
const A_RECORD: &str = "expected the name of a block, its grids and a check";
const TOO_MANY: &str = "the sum of the blocks does not fit in 128 bits";

/// Whether a file's first line is about this problem.
fn same_problem(path: &Path, head: &Head, problem: &Problem) -> Result<(), SumsError> {
    if head.problem.is_recorded_as(problem) {
        return Ok(());
    }
    Err(SumsError::OtherProblem { path: path.display().to_string(), theirs: head.problem.in_words_beside(problem) })
}
