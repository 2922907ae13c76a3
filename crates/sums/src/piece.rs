//! Divides a count into pieces, so that independent machines count each block once.

use std::collections::HashMap;
use std::fmt;

use foldhash::fast::FixedState;
use thiserror::Error;

use gridcheck_engine::blocks::{BlockId, Blocks, shuffled};

/// One of the pieces into which the blocks of a count are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    number: usize,
    of: usize,
}

/// The most pieces: more are useless, and this number is small enough to divide at once.
const MAX_PIECES: usize = 10_000;

/// The reason why a piece cannot exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "names and messages say it")]
pub enum PieceError {
    #[error("piece {number} of {of}: expected 1 to {of}")]
    Number { number: usize, of: usize },
    #[error("{0} pieces: expected 1 to {MAX_PIECES}")]
    Of(usize),
}

impl Piece {
    /// Returns piece `number`, from 1, of `of` pieces.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn new(number: usize, of: usize) -> Result<Self, PieceError> {
        if !(1..=MAX_PIECES).contains(&of) {
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

/// The blocks of a problem, divided into pieces. The division depends on the blocks and on the number of pieces only, so that all machines
/// compute the same.
#[derive(Debug)]
pub(crate) struct Pieces {
    blocks: Vec<Vec<BlockId>>,
    /// The piece of each block, from 0.
    piece_of: HashMap<BlockId, u32, FixedState>,
    digest: String,
}

/// Fewest batches of a piece, if there are enough. With more, pieces are more even, but share less work.
const BATCHES: usize = 2;

/// Number of digits of a division's digest.
const DIGITS: usize = 16;

impl Pieces {
    /// Deals the batches of blocks into this many pieces in a fixed order. Some pieces are empty if there are more pieces than batches.
    pub(crate) fn new(of: &dyn Blocks, pieces: usize) -> Self {
        let mut blocks = vec![Vec::new(); pieces];
        for (place, batch) in shuffled(of.batches(BATCHES * pieces)).into_iter().enumerate() {
            blocks[place % pieces].extend(batch);
        }
        let (mut piece_of, mut digest_input) = (HashMap::default(), Vec::new());
        for (piece, blocks) in (0_u32..).zip(&mut blocks) {
            blocks.sort_unstable();
            piece_of.extend(blocks.iter().map(|&block| (block, piece)));
            digest_input
                .extend(blocks.iter().flat_map(|block| [block.0.to_le_bytes(), u64::from(piece).to_le_bytes()]));
        }
        let digest = blake3::hash(digest_input.as_flattened()).to_hex()[..DIGITS].to_owned();
        Pieces { blocks, piece_of, digest }
    }

    /// Returns the number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the blocks of a piece, by its number from 1, in order.
    pub(crate) fn blocks(&self, number: usize) -> &[BlockId] {
        &self.blocks[number - 1]
    }

    /// Returns the number, from 1, of the piece that holds a block; `None` if no piece holds it.
    pub(crate) fn number_of(&self, block: BlockId) -> Option<usize> {
        self.piece_of.get(&block).map(|&piece| piece as usize + 1)
    }

    /// Returns all blocks in order.
    pub(crate) fn all(&self) -> Vec<BlockId> {
        let mut all = self.blocks.concat();
        all.sort_unstable();
        all
    }

    /// Returns the digest of the division, which differs for other divisions.
    pub(crate) fn digest(&self) -> &str {
        &self.digest
    }
}
