//! A count in pieces: which blocks are in which, so that machines that know nothing of one another count each block once.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;
use thiserror::Error;

use super::block::{BlockId, Dealt, InBlocks};
use crate::EngineError;
use gridcheck_core::locks::locked;
use gridcheck_core::problem::Problem;

/// One of the pieces that the blocks of a count are dealt into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    number: usize,
    of: usize,
}

/// The most pieces: a number beyond any use, and small enough to be dealt at once.
const MOST_PIECES: usize = 10_000;

/// There is no such piece.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PieceError {
    /// Its number is out of range.
    #[error("piece {number} of {of}: expected 1 to {of}")]
    Number {
        /// The number asked for.
        number: usize,
        /// How many pieces there are.
        of: usize,
    },
    /// A count is not dealt into so many.
    #[error("{0} pieces: expected 1 to {MOST_PIECES}")]
    Of(usize),
}

impl Piece {
    /// Piece `number`, from 1, of so many.
    pub fn new(number: usize, of: usize) -> Result<Self, PieceError> {
        if !(1..=MOST_PIECES).contains(&of) {
            return Err(PieceError::Of(of));
        }
        if !(1..=of).contains(&number) {
            return Err(PieceError::Number { number, of });
        }
        Ok(Piece { number, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// How many pieces there are.
    pub fn of(self) -> usize {
        self.of
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {} of {}", self.number, self.of)
    }
}

/// The blocks of a problem, dealt.
#[derive(Debug)]
pub struct Pieces {
    blocks: Vec<Vec<BlockId>>,
    /// By block: its piece, from 0.
    piece_of: HashMap<BlockId, u32, FixedState>,
    digest: String,
}

/// What was dealt last.
struct Last {
    engine: &'static str,
    problem: Problem,
    pieces: Arc<Pieces>,
}

impl Pieces {
    /// Those of a problem, as an engine deals it. Whoever reads many files asks for the same again and again, so the last answer is kept.
    pub fn of(engine: &dyn InBlocks, problem: &Problem, of: usize) -> Result<Arc<Self>, EngineError> {
        static LAST: Mutex<Option<Last>> = Mutex::new(None);
        if let Some(last) = &*locked(&LAST)
            && last.pieces.len() == of
            && last.engine == engine.name()
            && last.problem == *problem
        {
            return Ok(Arc::clone(&last.pieces));
        }
        let pieces = Arc::new(Pieces::new(engine.blocks(problem)?.deal(of)?));
        let last = Last { engine: engine.name(), problem: problem.clone(), pieces: Arc::clone(&pieces) };
        *locked(&LAST) = Some(last);
        Ok(pieces)
    }

    fn new(Dealt { pieces: mut blocks, digest }: Dealt) -> Self {
        let mut piece_of = HashMap::default();
        for (piece, blocks) in (0_u32..).zip(&mut blocks) {
            blocks.sort_unstable();
            piece_of.extend(blocks.iter().map(|&block| (block, piece)));
        }
        Pieces { blocks, piece_of, digest }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The blocks of a piece, by its number from 1, in order.
    pub fn blocks(&self, number: usize) -> &[BlockId] {
        &self.blocks[number - 1]
    }

    /// The number, from 1, of the piece that a block is in.
    pub fn number_of(&self, block: BlockId) -> usize {
        // Every block of the problem is dealt; of another one nothing is on record anywhere.
        self.piece_of.get(&block).map_or(1, |&piece| piece as usize + 1)
    }

    /// What tells this deal from others, made by versions that deal in another way.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}
