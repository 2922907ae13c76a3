//! Counts the grids that complete a state of the last row above the middle.
//!
//! The lower half is the upper half turned, so column c continues below the middle as column n − 1 − c read upwards. A grid consists of a
//! state, the same state turned, and for an odd size a middle row that reads the same both ways. If the halves were independent, one would
//! multiply the counts of two states; here the sum is linear in them. Columns are tested in pairs ([`Pairs`]). A state therefore reduces to
//! three sets of pairs: those that refuse to end, and those that refuse to be joined by a middle row with either letter. Each middle row
//! requires separate sets: [`Columns`], a bit for each pair.

use std::collections::HashMap;

use super::board::Board;
use super::columns::Columns;
use super::key::Key;
use super::pairs::Pairs;
use super::rows::{DownWords, Row, RowInPlace, RowPair, columns, full, neighboured};
use super::starts::Number;
use super::weight::RowWeight;
use gridcheck_engine::{EngineError, Run};
use gridcheck_weight::Weight;

/// The middle of a board.
pub(crate) struct Fold<'b> {
    board: &'b Board,
    pairs: &'b Pairs,
}

/// One way to end the states of a bucket.
struct Ending {
    /// The middle row of an odd size; black for an even size, which has none.
    middle: Row,
    /// The pairs of columns that must end, and those that must be joined.
    required: Columns,
}

/// The requirement of an ending, its factors, and the down words that it completes. The factors are those of the row above the middle and
/// of the middle row.
type Permitted<W> = (Columns, [<W as Weight>::Factor; 2], DownWords);

impl<'b> Fold<'b> {
    /// Returns the middle of this board.
    pub(crate) fn new(board: &'b Board, pairs: &'b Pairs) -> Self {
        Fold { board, pairs }
    }

    /// Returns `true` if the row of a bucket has an ending at all.
    pub(crate) fn may_end(&self, bucket: RowPair) -> bool {
        !self.endings(bucket).is_empty()
    }

    /// Returns the ways to end the states of a bucket, as far as colours determine them.
    fn endings(&self, bucket: RowPair) -> Vec<Ending> {
        let mut endings = self.legal_endings(bucket);
        endings.retain(|ending| !self.places(bucket, ending).iter().any(|&place| self.board.tracked.refuse(place)));
        endings
    }

    /// Returns the ways to end that the across rule permits.
    fn legal_endings(&self, (row, above): RowPair) -> Vec<Ending> {
        let board = self.board;
        let image = board.reversed(row);
        if !board.is_odd() {
            let joined = row & image;
            let required = Columns::new(board.pairs(row & !image), board.pairs(joined), 0);
            let legal = board.across.is_legal(row, above & row | joined);
            return if legal { vec![Ending { middle: 0, required }] } else { Vec::new() };
        }
        let ending = |&middle: &Row| {
            let checked = neighboured(middle);
            let required =
                Columns::new(board.pairs(row & !middle), board.pairs(middle & !checked), board.pairs(checked));
            let legal = board.across.is_legal(row, row & (above | middle))
                && board.across.is_legal(middle, middle & (row | image));
            legal.then_some(Ending { middle, required })
        };
        board.rows[board.half].iter().filter_map(ending).collect()
    }

    /// Returns the pairs of columns that refuse to end, or to be joined by a letter.
    fn refused<K: Key>(&self, row: Row, key: K) -> Columns {
        let size = self.board.width;
        let mut refused = [0; 3];
        for c in 0..size.div_ceil(2) {
            let pair = self.pairs.refused((key.slot(row, c), key.slot(row, size - 1 - c)));
            for (what, columns) in refused.iter_mut().enumerate() {
                *columns |= Row::from(pair >> what & 1) << c;
            }
        }
        Columns::new(refused[0], refused[1], refused[2])
    }

    /// Returns the row above the middle and the middle row with this ending.
    fn places(&self, bucket: RowPair, ending: &Ending) -> [RowInPlace; 2] {
        let (board, (row, _)) = (self.board, bucket);
        let image = board.reversed(row);
        let (below, squares) = if board.is_odd() { (ending.middle, full(board.width)) } else { (image, 0) };
        let middle =
            RowInPlace { row: ending.middle, squares, above: row, below: image, is_first: false, is_middle: true };
        [board.place(board.half - 1, bucket, below), middle]
    }

    /// Returns the columns in which an ending completes words of one start or of two.
    fn down(&self, row: Row, ending: &Ending) -> DownWords {
        let (board, image) = (self.board, self.board.reversed(row));
        let joined = if board.is_odd() { ending.middle } else { row & image };
        DownWords { ended: row & !joined, joined, between: usize::from(board.is_odd()), size: board.width }
    }

    /// Returns the total weight of the grids that complete these states.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, or if the sum does not fit.
    pub(crate) fn ends<K: Key, W: RowWeight>(
        &self,
        bucket: RowPair,
        states: &[(K, W)],
        run: &Run,
    ) -> Result<W, EngineError> {
        let board = self.board;
        let (row, _) = bucket;
        let endings = self.endings(bucket);
        let fields = K::fields(row);
        // By ending: the factors of the last row above the middle and of the middle row.
        let worth = |ending| self.places(bucket, ending).map(|place| W::row(board.tracked, place));
        let factors: Vec<[W::Factor; 2]> = endings.iter().map(worth).collect();
        // By the key without starts: the endings that it permits.
        let mut permitted: HashMap<K, Vec<Permitted<W>>> = HashMap::new();
        let permits = |key: K, ending: &Ending| {
            let touched = key.flags(board.width) as Row | board.pairs(ending.middle);
            let regions = key.regions(row);
            board.wanted & !touched == 0
                && (!board.connected
                    || if board.is_odd() {
                        regions.close_around(row, ending.middle, board.width)
                    } else {
                        regions.close(row, board.width)
                    })
        };
        let mut total = W::default();
        for states in states.chunks(1 << 12) {
            run.check()?;
            for (key, ways) in states {
                let rest = key.without(fields);
                let permitted = permitted.entry(rest).or_insert_with(|| {
                    let allowed = endings.iter().zip(&factors).filter(|(ending, _)| permits(rest, ending));
                    allowed.map(|(ending, factor)| (ending.required, factor.clone(), self.down(row, ending))).collect()
                });
                if permitted.is_empty() {
                    continue;
                }
                let refused = self.refused(row, *key);
                let starts = columns(row).map(|c| (c, board.starts.length(board.half - 1, key.field(c) as Number)));
                let lengths = W::lengths(starts);
                for (_, [last, middle], down) in permitted.iter().filter(|(required, ..)| refused.avoid(*required)) {
                    let last = W::ending(last, board.tracked, lengths, *down);
                    total.add(&ways.scaled(&last).scaled(middle)).ok_or(EngineError::Overflow)?;
                }
            }
        }
        Ok(total)
    }
}
