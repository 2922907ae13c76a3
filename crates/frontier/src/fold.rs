//! The fold: how many grids a state of the last row above the middle has.
//!
//! The lower half is the upper half turned, so column c goes on below the middle as column n − 1 − c read upwards, and
//! a grid is a state, the same state turned, and for an odd size a middle row that reads the same both ways. (Were the
//! halves independent, one would multiply the counts of two states; here the sum is linear in them.) Columns are judged
//! in pairs ([`Pairs`]): so a state comes down to the pairs that refuse to end or to be joined by a middle row with
//! either letter, and each middle row asks for its own: [`Columns`], a bit a pair.

use std::collections::HashMap;

use super::board::Board;
use super::bucket::Bucket;
use super::columns::Columns;
use super::key::Key;
use super::pairs::Pairs;
use super::placed::{Down, RowInPlace};
use super::rows::{Row, columns, neighboured};
use super::starts::Number;
use super::sweep::Total;
use super::weight::Weight;
use gridcheck_run::{EngineError, Run};

/// The middle of a board.
pub struct Fold<'b> {
    board: &'b Board,
    pairs: &'b Pairs,
}

/// One way to end a bucket's states.
struct Ending {
    /// The middle row of an odd size; black for an even one, which has none.
    middle: Row,
    /// The pairs of columns that end, and those that are joined.
    asked: Columns,
}

/// What an ending asks for, what the row above the middle and the middle row are worth with it, and the down words that it makes.
type Permitted<W> = (Columns, [<W as Weight>::Factor; 2], Down);

impl<'b> Fold<'b> {
    /// The middle of this board.
    pub fn new(board: &'b Board, pairs: &'b Pairs) -> Self {
        Fold { board, pairs }
    }

    /// Whether a bucket's rows can be ended at all.
    pub fn may_end(&self, bucket: Bucket) -> bool {
        !self.endings(bucket).is_empty()
    }

    /// The ways to end the states of a bucket, as far as colours say.
    fn endings(&self, (row, above): Bucket) -> Vec<Ending> {
        let board = self.board;
        let image = board.reversed(row);
        if !board.is_odd() {
            let joined = row & image;
            let asked = Columns::new(board.pairs(row & !image), board.pairs(joined), 0);
            let legal = board.across.is_legal(row, above | joined);
            return if legal { vec![Ending { middle: 0, asked }] } else { Vec::new() };
        }
        let ending = |&middle: &Row| {
            let checked = neighboured(middle);
            let asked = Columns::new(board.pairs(row & !middle), board.pairs(middle & !checked), board.pairs(checked));
            let legal = board.across.is_legal(row, above | row & middle)
                && board.across.is_legal(middle, middle & (row | image));
            legal.then_some(Ending { middle, asked })
        };
        board.rows[board.half].iter().filter_map(ending).collect()
    }

    /// The pairs of columns that refuse to end, or to be joined by a letter.
    fn refused<K: Key>(&self, row: Row, key: K) -> Columns {
        let size = self.board.size;
        let mut refused = [0; 3];
        for c in 0..size.div_ceil(2) {
            let pair = self.pairs.refused((key.slot(row, c), key.slot(row, size - 1 - c)));
            for (what, columns) in refused.iter_mut().enumerate() {
                *columns |= Row::from(pair >> what & 1) << c;
            }
        }
        Columns::new(refused[0], refused[1], refused[2])
    }

    /// What the row above the middle is worth with such an ending, and the middle row.
    fn worth<W: Weight>(&self, (row, above): Bucket, ending: &Ending) -> [W::Factor; 2] {
        let (image, asked) = (self.board.reversed(row), self.board.asked);
        let (middle, below) = (ending.middle, if self.board.is_odd() { ending.middle } else { image });
        [
            W::row(asked, RowInPlace { row, above, below, is_middle: false }),
            W::row(asked, RowInPlace { row: middle, above: row, below: image, is_middle: true }),
        ]
    }

    /// The columns of which an ending makes words of two starts, or of one.
    fn down(&self, row: Row, ending: &Ending) -> Down {
        let (board, image) = (self.board, self.board.reversed(row));
        let joined = if board.is_odd() { ending.middle } else { row & image };
        Down { ended: row & !joined, joined, between: usize::from(board.is_odd()), size: board.size }
    }

    /// What the grids of these states are worth.
    pub fn ends<K: Key, W: Weight>(
        &self,
        bucket: Bucket,
        states: &[(K, W)],
        run: &Run,
    ) -> Result<Total<W>, EngineError> {
        let board = self.board;
        let (row, _) = bucket;
        let endings = self.endings(bucket);
        let fields = K::fields(row);
        // By ending: what the last row above the middle and the middle row are worth.
        let factors: Vec<[W::Factor; 2]> = endings.iter().map(|ending| self.worth::<W>(bucket, ending)).collect();
        // By what a key has beside starts: what the endings ask that it permits.
        let mut permitted: HashMap<K, Vec<Permitted<W>>> = HashMap::new();
        let permits = |key: K, ending: &Ending| {
            let touched = key.flags(board.size) as Row | board.pairs(ending.middle);
            let regions = key.regions(row);
            board.wanted & !touched == 0
                && (!board.connected
                    || if board.is_odd() {
                        regions.close_around(row, ending.middle, board.size)
                    } else {
                        regions.close(row, board.size)
                    })
        };
        let mut total = Total::zero();
        for states in states.chunks(1 << 12) {
            run.check()?;
            for (key, ways) in states {
                let rest = key.without(fields);
                let permitted = permitted.entry(rest).or_insert_with(|| {
                    let allowed = endings.iter().zip(&factors).filter(|(ending, _)| permits(rest, ending));
                    allowed.map(|(ending, factor)| (ending.asked, factor.clone(), self.down(row, ending))).collect()
                });
                if permitted.is_empty() {
                    continue;
                }
                let refused = self.refused(row, *key);
                let starts = columns(row).map(|c| (c, board.starts.length(board.half - 1, key.field(c) as Number)));
                let lengths = W::lengths(starts);
                for (_, [last, middle], down) in permitted.iter().filter(|(asked, ..)| refused.avoid(*asked)) {
                    let last = W::ending(last, board.asked, lengths, *down);
                    total.add(ways.with(&last).and_then(|ways| ways.with(middle)).as_ref());
                }
            }
        }
        Ok(total)
    }
}
