//! Divides a count into pieces, so that independent machines count each block once.

use std::collections::HashMap;
use std::fmt;

use foldhash::fast::FixedState;
use thiserror::Error;

use super::block::{BlockId, Blocks, Division};

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

impl Pieces {
    /// Creates the pieces of a division of these blocks.
    pub fn new(of: &dyn Blocks, Division { pieces: mut blocks, digest }: Division) -> Self {
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
