//! What a file of sums says, read and checked line by line.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::block::{BlockId, Blocks, InBlocks};
use super::error::SumsError;
use super::head::{self, Head, Part};
use super::piece::{Piece, Pieces};
use crate::checked_log::{Kind, Reader};
use crate::{Engine, EngineError};
use gridcheck_core::problem::Problem;
use gridcheck_core::visible::quoted;

/// Files of sums.
pub static KIND: Kind = Kind { begins: head::BEGINS, name: "the first line of a file of block sums", longest: 1 << 12 };

/// What the sums are of.
#[derive(Debug, Clone, Default)]
pub enum Scope {
    #[default]
    Whole,
    Piece(Piece, Arc<Pieces>),
    /// All, put together from pieces.
    Of(Arc<Pieces>),
}

impl Scope {
    pub fn new(engine: &dyn InBlocks, problem: &Problem, part: Part) -> Result<Self, EngineError> {
        let pieces = |of| Pieces::of(engine, problem, of);
        Ok(match part {
            Part::Whole => Scope::Whole,
            Part::Piece(piece) => Scope::Piece(piece, pieces(piece.of())?),
            Part::Of(of) => Scope::Of(pieces(of)?),
        })
    }

    pub fn pieces(&self) -> Option<&Arc<Pieces>> {
        match self {
            Scope::Whole => None,
            Scope::Piece(_, pieces) | Scope::Of(pieces) => Some(pieces),
        }
    }

    pub fn piece(&self) -> Option<Piece> {
        match self {
            Scope::Piece(piece, _) => Some(*piece),
            Scope::Whole | Scope::Of(_) => None,
        }
    }

    pub fn part(&self) -> Part {
        match self {
            Scope::Whole => Part::Whole,
            Scope::Piece(piece, _) => Part::Piece(*piece),
            Scope::Of(pieces) => Part::Of(pieces.len()),
        }
    }
}

/// Which blocks without a grid have been left out.
#[derive(Debug, Clone, Default)]
pub struct Finished {
    /// All that are not known.
    pub whole: bool,
    /// Those of the pieces of these numbers.
    pub pieces: BTreeSet<usize>,
}

impl Finished {
    /// Whether nothing is left to be counted of what the sums are of.
    pub fn is_all_of(&self, scope: &Scope) -> bool {
        self.whole || scope.piece().is_some_and(|piece| self.pieces.contains(&piece.number()))
    }

    fn covers(&self, scope: &Scope, block: BlockId) -> bool {
        self.whole || scope.pieces().is_some_and(|pieces| self.pieces.contains(&pieces.number_of(block)))
    }

    /// What is on record of a block: that it was left out says that it has no grid. `None` if it was not counted.
    pub fn recorded(&self, known: &Known, scope: &Scope, block: BlockId) -> Option<u128> {
        known.get(&block).copied().or_else(|| self.covers(scope, block).then_some(0))
    }
}

/// Grids by block.
pub type Known = HashMap<BlockId, u128, FixedState>;

/// What was read from a file.
pub struct Contents {
    /// The first line, and what it says. It may name the rule set otherwise than the problem does, and the checks depend on it. None if
    /// it was cut short, and nothing follows it.
    pub head: Option<(String, Head)>,
    pub scope: Scope,
    pub known: Known,
    pub finished: Finished,
    /// The bytes of the first line and of whole lines of blocks, and of what says that they are all there are.
    pub whole: u64,
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

/// The record of a block.
pub fn block_record(name: &str, grids: u128) -> String {
    format!("{name} {grids}")
}

/// The record that ends a whole count.
pub fn whole_record(total: u128) -> String {
    format!("total {total}")
}

/// The record that says that a piece is whole.
pub fn piece_record(number: usize, total: u128) -> String {
    format!("piece {number} {total}")
}

/// The sum; `None` if it does not fit.
pub fn sum<'g>(grids: impl IntoIterator<Item = &'g u128>) -> Option<u128> {
    grids.into_iter().try_fold(0_u128, |total, &grids| total.checked_add(grids))
}

/// Who may have counted what is in a file.
pub enum Sought<'e> {
    /// This engine.
    Engine(&'e dyn InBlocks),
    /// One of these.
    Among(&'e [&'static dyn Engine]),
}

impl Sought<'_> {
    /// The engine that counted, by its name.
    fn engine(&self, path: &Path, name: &str) -> Result<&dyn InBlocks, SumsError> {
        match self {
            Sought::Engine(engine) if engine.name() == name => Ok(*engine),
            Sought::Engine(engine) => Err(SumsError::OtherEngine {
                path: path.display().to_string(),
                theirs: name.to_owned(),
                ours: engine.name(),
            }),
            Sought::Among(engines) => counter(engines, path, name).map(|engine| engine as &dyn InBlocks),
        }
    }
}

/// The one of these engines that has this name and counts in blocks, as a first line has it.
pub fn counter(engines: &[&'static dyn Engine], path: &Path, name: &str) -> Result<&'static dyn InBlocks, SumsError> {
    let counters: Vec<&'static dyn InBlocks> = engines.iter().filter_map(|engine| engine.in_blocks()).collect();
    let found = counters.iter().copied().find(|engine| engine.name() == name);
    found.ok_or_else(|| {
        let known = counters.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(" or ");
        SumsError::in_head(path, &format!("engine `{}`: expected {known}", quoted(name)))
    })
}

/// What the file at this path holds.
pub fn open(path: &Path, sought: &Sought<'_>) -> Result<Contents, SumsError> {
    read(path, Reader::open(path, &KIND)?, sought)
}

/// What a file holds.
pub fn read<R: Read>(path: &Path, mut reader: Reader<R>, sought: &Sought<'_>) -> Result<Contents, SumsError> {
    let Some(line) = reader.header().map(str::to_owned) else {
        return Ok(Contents::nothing(reader.was_cut_short()));
    };
    let head = Head::read(&line).map_err(|error| SumsError::in_head(path, &error))?;
    let engine = sought.engine(path, &head.engine)?;
    let blocks = engine.blocks(&head.problem).map_err(|error| SumsError::in_head(path, &error))?;
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
    let scope = Scope::new(engine, &head.problem, head.part).map_err(|error| SumsError::in_head(path, &error))?;
    if scope.pieces().map(|pieces| pieces.digest()) == head.deal.as_deref() {
        return Ok(scope);
    }
    let version = head.version.clone().unwrap_or_else(|| "unknown".to_owned());
    Err(SumsError::OtherDeal { path: path.display().to_string(), version })
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
