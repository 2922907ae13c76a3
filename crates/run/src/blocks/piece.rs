//! Divides a count into pieces, so that independent machines count each block once.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;
use thiserror::Error;

use super::block::{BlockId, Blocks, Division, InBlocks};
use crate::EngineError;
use gridcheck_core::locks::locked;
use gridcheck_core::problem::Problem;

/// One of the pieces into which the blocks of a count are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    number: usize,
    of: usize,
}

/// The most pieces: more are useless, and this number is small enough to divide at once.
const MOST_PIECES: usize = 10_000;

/// The reason why a piece cannot exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PieceError {
    /// The number of the piece is out of range.
    #[error("piece {number} of {of}: expected 1 to {of}")]
    Number {
        /// The requested number.
        number: usize,
        /// Number of pieces.
        of: usize,
    },
    /// The number of pieces is out of range.
    #[error("{0} pieces: expected 1 to {MOST_PIECES}")]
    Of(usize),
}

impl Piece {
    /// Returns piece `number`, from 1, of `of` pieces.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn new(number: usize, of: usize) -> Result<Self, PieceError> {
        if !(1..=MOST_PIECES).contains(&of) {
            return Err(PieceError::Of(of));
        }
        if !(1..=of).contains(&number) {
            return Err(PieceError::Number { number, of });
        }
        Ok(Piece { number, of })
    }

    /// Returns the number of the piece, from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// Returns the number of pieces.
    pub fn of(self) -> usize {
        self.of
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {} of {}", self.number, self.of)
    }
}

/// The blocks of a problem, divided into pieces.
#[derive(Debug)]
pub struct Pieces {
    blocks: Vec<Vec<BlockId>>,
    /// The piece of each block, from 0.
    piece_of: HashMap<BlockId, u32, FixedState>,
    digest: String,
    /// `true` if some block is cut.
    are_cut: bool,
}

/// A division that was computed before.
struct CachedPieces {
    engine: &'static str,
    problem: Problem,
    is_earlier: bool,
    /// `None` if there is no earlier division.
    pieces: Option<Arc<Pieces>>,
    of: usize,
}

/// The number of divisions in the cache: that of this version and that of an earlier one.
const CACHED: usize = 2;

impl Pieces {
    /// Returns the pieces of a problem, as an engine divides it.
    pub fn of(engine: &dyn InBlocks, problem: &Problem, of: usize) -> Result<Arc<Self>, EngineError> {
        Pieces::cached(engine, problem, of, false)?.ok_or_else(|| EngineError::Failed {
            engine: engine.name(),
            what: format!("it does not divide this problem into {of} pieces"),
        })
    }

    /// Returns the pieces of a problem, as an engine or an earlier version of it divides it with this digest; `None` if neither does.
    pub fn with_digest(
        engine: &dyn InBlocks,
        problem: &Problem,
        of: usize,
        digest: &str,
    ) -> Result<Option<Arc<Self>>, EngineError> {
        for is_earlier in [false, true] {
            let pieces = Pieces::cached(engine, problem, of, is_earlier)?;
            if let Some(pieces) = pieces.filter(|pieces| pieces.digest == digest) {
                return Ok(Some(pieces));
            }
        }
        Ok(None)
    }

    /// Returns a division. Code that reads many files asks repeatedly for the same one, so the last ones are cached.
    fn cached(
        engine: &dyn InBlocks,
        problem: &Problem,
        of: usize,
        is_earlier: bool,
    ) -> Result<Option<Arc<Self>>, EngineError> {
        static CACHE: Mutex<Vec<CachedPieces>> = Mutex::new(Vec::new());
        let is_it = |last: &&CachedPieces| {
            (last.of, last.is_earlier, last.engine) == (of, is_earlier, engine.name()) && last.problem == *problem
        };
        if let Some(last) = locked(&CACHE).iter().find(is_it) {
            return Ok(last.pieces.clone());
        }
        let blocks = engine.blocks(problem)?;
        let division = if is_earlier { blocks.earlier_deal(of)? } else { Some(blocks.deal(of)?) };
        let pieces = division.map(|division| Arc::new(Pieces::new(&*blocks, division)));
        let last =
            CachedPieces { engine: engine.name(), problem: problem.clone(), is_earlier, pieces: pieces.clone(), of };
        let mut cache = locked(&CACHE);
        cache.truncate(CACHED - 1);
        cache.insert(0, last);
        Ok(pieces)
    }

    fn new(of: &dyn Blocks, Division { pieces: mut blocks, digest }: Division) -> Self {
        let are_cut = blocks.iter().flatten().any(|&block| of.whole(block) != block);
        let mut piece_of = HashMap::default();
        for (piece, blocks) in (0_u32..).zip(&mut blocks) {
            blocks.sort_unstable();
            piece_of.extend(blocks.iter().map(|&block| (block, piece)));
        }
        Pieces { blocks, piece_of, digest, are_cut }
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the blocks of a piece, by its number from 1, in order.
    pub fn blocks(&self, number: usize) -> &[BlockId] {
        &self.blocks[number - 1]
    }

    /// Returns the number, from 1, of the piece that holds a block; `None` if the block is in no piece as a whole.
    pub fn number_of(&self, block: BlockId) -> Option<usize> {
        self.piece_of.get(&block).map(|&piece| piece as usize + 1)
    }

    /// Returns all blocks in order, cut as they are divided.
    pub fn all(&self) -> Vec<BlockId> {
        let mut all = self.blocks.concat();
        all.sort_unstable();
        all
    }

    /// Returns `true` if some block is cut into parts.
    pub fn are_cut(&self) -> bool {
        self.are_cut
    }

    /// Returns the digest of the division, which differs for other divisions.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}
