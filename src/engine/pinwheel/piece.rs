//! A count in pieces: which blocks are in which, so that machines that know nothing of one another count each block once.

use std::fmt;

use std::sync::{Arc, Mutex};

use thiserror::Error;

use super::block::Block;
use super::deal::{MOST_PIECES, deal};
use super::effort::Effort;
use super::forecast;
use super::question::Question;
use super::tile::Tile;
use crate::locks::locked;
use crate::problem::Problem;

/// One of the pieces that the blocks of a count are dealt into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    number: usize,
    of: usize,
}

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

/// The blocks of a question, dealt.
#[derive(Debug)]
pub struct Pieces {
    height: usize,
    tiles: Vec<Tile>,
    /// By the patterns on the two sides of a block: its piece, from 0.
    piece_of: Vec<u32>,
    digest: String,
}

/// The digits of a deal's hash.
const DIGITS: usize = 16;

impl Pieces {
    /// Those of a problem, or why there are none. Whoever reads many files asks for the same again and again, so the last answer is kept.
    pub fn of(problem: &Problem, of: usize) -> Result<Arc<Self>, String> {
        static LAST: Mutex<Option<(Problem, Arc<Pieces>)>> = Mutex::new(None);
        if let Some((last, pieces)) = &*locked(&LAST)
            && pieces.len() == of
            && last == problem
        {
            return Ok(Arc::clone(pieces));
        }
        let question = super::question(problem)?;
        let effort = forecast::effort(problem).map_err(|error| error.to_string())?;
        let pieces = Arc::new(Pieces::new(&question, &effort, of));
        *locked(&LAST) = Some((problem.clone(), Arc::clone(&pieces)));
        Ok(pieces)
    }

    /// So many.
    fn new(question: &Question, effort: &Effort, of: usize) -> Self {
        let height = question.tables.shape.height;
        let tiles = deal(effort, &question.all_pairs(), of);
        let mut piece_of = vec![0; 1 << (2 * height)];
        for (piece, tile) in (0..).zip(&tiles) {
            for &[one, other] in tile.pairs() {
                piece_of[(one << height | other) as usize] = piece;
                piece_of[(other << height | one) as usize] = piece;
            }
        }
        let bytes: Vec<u8> = piece_of.iter().copied().flat_map(u32::to_le_bytes).collect();
        let digest = blake3::hash(&bytes).to_hex()[..DIGITS].to_owned();
        Pieces { height, tiles, piece_of, digest }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// The pairs of patterns of a piece, by its number from 1.
    pub fn tile(&self, number: usize) -> &Tile {
        &self.tiles[number - 1]
    }

    /// The number, from 1, of the piece that a block is in.
    pub fn number_of(&self, block: Block) -> usize {
        let [one, other] = block.patterns();
        self.piece_of[(one << self.height | other) as usize] as usize + 1
    }

    /// What tells this deal from others, made by versions that deal in another way.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}
