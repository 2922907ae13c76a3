//! The fold: how many grids a state of the last row above the middle has.
//!
//! The lower half is the upper half turned, so column c goes on below the middle as column n − 1 − c read upwards, and a
//! grid is a state, the same state turned, and for an odd size a middle row that reads the same both ways. (Were the
//! halves independent, one would multiply the counts of two states; here the sum is linear in them.) Columns are judged in
//! pairs, c with n − 1 − c: a pair of parts refuses to end, or to be joined by a middle row with either letter. So a state
//! comes down to the pairs that refuse, and each middle row asks for its own: [`Columns`], a bit a pair.

use std::collections::HashMap;

use super::board::Board;
use super::key::Key;
use super::rows::{Row, columns, neighboured};
use super::sweep::{Tally, Total};
use super::upper::{Bucket, Columns};
use crate::engine::parts::{CHECKED, Class, UNCHECKED};
use crate::engine::{EngineError, Run};
use crate::rules::Ruleset;

/// The middle of a board, and what parts may meet there.
pub struct Fold<'b> {
    board: &'b Board,
    /// By class: may the part end above the middle?
    whole: Vec<bool>,
    /// By letter of the middle row, by class: may the part go on into the middle row and end there?
    ends_in_middle: [Vec<bool>; 2],
    /// By letter of the middle row, by two classes (the first times their number, and the second): may the parts be joined
    /// by it? For an even size the parts meet directly, and the letter is of no account.
    meet: [Vec<bool>; 2],
}

/// One way to end a bucket's states.
struct Ending {
    /// The middle row of an odd size; black for an even one, which has none.
    middle: Row,
    /// The pairs of columns that end, and those that are joined.
    asked: Columns,
}

impl<'b> Fold<'b> {
    /// Looks up the classes of the last place above the middle.
    pub fn new(board: &'b Board, rules: &Ruleset) -> Self {
        let parts = &board.parts;
        let place = board.half - 1;
        let classes = parts.classes(place);
        let all = || (0..classes).map(|class| class as Class);
        let next = |class, letter| parts.next(place, class, letter);
        let ends_in_middle = |letter| {
            let ends = |class| next(class, letter).is_some_and(|class| parts.whole(place + 1, class));
            all().map(ends).collect()
        };
        let joins = |left: Class, right: Class, letter: usize| {
            let (place, left) = if board.is_odd() { (place + 1, next(left, letter)) } else { (place, Some(left)) };
            left.is_some_and(|left| parts.fits(rules, (place, left), (board.half - 1, right)))
        };
        let meet = |letter| {
            all().flat_map(|left| all().map(move |right| (left, right))).map(|(l, r)| joins(l, r, letter)).collect()
        };
        Fold {
            board,
            whole: all().map(|class| parts.whole(place, class)).collect(),
            ends_in_middle: [UNCHECKED, CHECKED].map(ends_in_middle),
            meet: [UNCHECKED, CHECKED].map(meet),
        }
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
            let asks = |columns: Row| board.pairs(row & columns);
            let asked = Columns::new(asks(!middle), asks(middle & !checked), asks(checked));
            // A middle square with black above has black below as well.
            let alone = |c| {
                let letter = if checked >> c & 1 == 1 { CHECKED } else { UNCHECKED };
                board.parts.first(board.half, letter).is_some_and(|class| board.parts.whole(board.half, class))
            };
            let legal = board.across.is_legal(row, above | row & middle)
                && board.across.is_legal(middle, middle & (row | image))
                && columns(middle & !(row | image)).all(alone);
            legal.then_some(Ending { middle, asked })
        };
        board.rows[board.half].iter().filter_map(ending).collect()
    }

    /// The pairs of columns that refuse to end, or to be joined by a letter.
    fn refused<K: Key>(&self, row: Row, key: K) -> Columns {
        let size = self.board.size;
        let mut refused = [0; 3];
        for c in 0..size.div_ceil(2) {
            let part = |c: usize| (row >> c & 1 == 1).then(|| key.field(c));
            let (ends, joined) = match (part(c), part(size - 1 - c)) {
                (None, None) => continue,
                (Some(class), None) | (None, Some(class)) => {
                    (self.whole[class], [UNCHECKED, CHECKED].map(|letter| self.ends_in_middle[letter][class]))
                }
                (Some(left), Some(right)) => (
                    self.whole[left] && self.whole[right],
                    [UNCHECKED, CHECKED].map(|letter| self.meet[letter][left * self.whole.len() + right]),
                ),
            };
            refused[0] |= Row::from(!ends) << c;
            refused[1] |= Row::from(!joined[UNCHECKED]) << c;
            refused[2] |= Row::from(!joined[CHECKED]) << c;
        }
        Columns::new(refused[0], refused[1], refused[2])
    }

    /// The grids of these states.
    pub fn ends<K: Key, T: Tally>(
        &self,
        bucket: Bucket,
        states: &[(K, T)],
        run: &Run,
    ) -> Result<Total<T>, EngineError> {
        let board = self.board;
        let (row, _) = bucket;
        let endings = self.endings(bucket);
        let classes = K::fields(row);
        // By what a key has beside classes: what the endings ask that it permits.
        let mut permitted: HashMap<K, Vec<Columns>> = HashMap::new();
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
            for &(key, ways) in states {
                let rest = key.without(classes);
                let permitted = permitted.entry(rest).or_insert_with(|| {
                    endings.iter().filter(|ending| permits(rest, ending)).map(|ending| ending.asked).collect()
                });
                if permitted.is_empty() {
                    continue;
                }
                let refused = self.refused(row, key);
                for _ in permitted.iter().filter(|asked| refused.avoid(**asked)) {
                    total.add(ways);
                }
            }
        }
        Ok(total)
    }
}
