//! Columns judged in pairs: column c with its image under the half turn, column n − 1 − c.
//!
//! The lower half is the upper half turned, so below the middle column c goes on as column n − 1 − c read upwards, and the
//! two parts that a state has there must be completed by the same squares: by some from c, read downwards, and from the
//! other, read downwards too, with the middle between. Two pairs of parts that the same squares complete are alike, and one stands
//! for both: this is the minimisation of the word rule's parts ([`parts`](crate::engine::parts)) once more, for pairs. It is
//! done backwards from the middle, level by level.
//!
//! A *slot* is 0 for a black square and 1 + class for a white one.

use std::collections::HashMap;

use super::board::Board;
use crate::engine::parts::{CHECKED, Class, Parts, UNCHECKED};
use crate::rules::Ruleset;

/// The pairs of every level.
pub struct Pairs {
    /// By level above the last: the pairs that stand for all.
    least: Vec<Table<Option<(usize, usize)>>>,
    /// On the last level: what a pair refuses at the middle, a bit each: to end above it; to be joined by a middle row's
    /// unchecked letter; by a checked one. For an even size the parts meet directly, and the letter is of no account.
    refused: Table<u8>,
}

/// Something for each pair of slots.
struct Table<V> {
    slots: usize,
    values: Vec<V>,
}

impl<V> Table<V> {
    fn new(slots: usize, value: impl FnMut((usize, usize)) -> V) -> Self {
        let pairs = (0..slots).flat_map(|left| (0..slots).map(move |right| (left, right)));
        Table { slots, values: pairs.map(value).collect() }
    }

    #[inline]
    fn at(&self, (left, right): (usize, usize)) -> &V {
        &self.values[left * self.slots + right]
    }
}

/// What may stand in the next row of a column.
#[derive(Clone, Copy)]
enum Square {
    Black,
    White(usize),
}

const SQUARES: [Square; 3] = [Square::Black, Square::White(UNCHECKED), Square::White(CHECKED)];

impl Pairs {
    /// Works out the pairs of all levels.
    pub fn new(board: &Board, rules: &Ruleset) -> Self {
        let parts = &board.parts;
        let last = board.half - 1;
        let slots = |level: usize| 1 + parts.classes(level);
        let refused = Table::new(slots(last), |pair| refusals(board, rules, pair));

        // By pair of the level below: its kind, the same for pairs that are alike; `None` if nothing completes it.
        let mut kinds = Table::new(slots(last), |pair| {
            let refused = *refused.at(pair);
            (refused != 0b111).then_some(refused.into())
        });
        let mut least = Vec::with_capacity(last);
        for level in (0..last).rev() {
            let mut known: HashMap<Vec<Option<usize>>, usize> = HashMap::new();
            let mut firsts: Vec<[Option<(usize, usize)>; 4]> = Vec::new();
            let mut least_here = Vec::new();
            let here = Table::new(slots(level), |(left, right)| {
                let next = |a, b| {
                    let pair = (follow(parts, level, left, a)?, follow(parts, level, right, b)?);
                    *kinds.at(pair)
                };
                let completions: Vec<Option<usize>> =
                    SQUARES.into_iter().flat_map(|a| SQUARES.map(|b| next(a, b))).collect();
                if completions.iter().all(Option::is_none) {
                    least_here.push(None);
                    return None;
                }
                let fresh = known.len();
                let kind = *known.entry(completions).or_insert(fresh);
                if kind == fresh {
                    firsts.push([None; 4]);
                }
                // Colours are known beside the pair, and stay as they are.
                let colours = usize::from(left > 0) * 2 + usize::from(right > 0);
                least_here.push(Some(*firsts[kind][colours].get_or_insert((left, right))));
                Some(kind)
            });
            least.push(Table { slots: slots(level), values: least_here });
            kinds = here;
        }
        least.reverse();
        Pairs { least, refused }
    }

    /// The pair that stands for all pairs like this one; `None` if nothing completes it. Not for the last level.
    #[inline]
    pub fn least(&self, level: usize, pair: (usize, usize)) -> Option<(usize, usize)> {
        *self.least[level].at(pair)
    }

    /// What a pair of the last level refuses at the middle.
    #[inline]
    pub fn refused(&self, pair: (usize, usize)) -> u8 {
        *self.refused.at(pair)
    }
}

/// The slot after the next square; `None` if the square is not possible there.
fn follow(parts: &Parts, level: usize, slot: usize, square: Square) -> Option<usize> {
    let class = slot.checked_sub(1).map(|class| class as Class);
    let next = match (class, square) {
        (None, Square::Black) => return Some(0),
        (Some(class), Square::Black) => return parts.whole(level, class).then_some(0),
        (None, Square::White(letter)) => parts.first(level + 1, letter),
        (Some(class), Square::White(letter)) => parts.next(level, class, letter),
    };
    next.map(|class| 1 + usize::from(class))
}

/// What a pair of slots refuses just above the middle; see [`Pairs::refused`].
fn refusals(board: &Board, rules: &Ruleset, (left, right): (usize, usize)) -> u8 {
    let parts = &board.parts;
    let place = board.half - 1;
    let class = |slot: usize| slot.checked_sub(1).map(|class| class as Class);
    let (left, right) = (class(left), class(right));
    let ends = [left, right].into_iter().flatten().all(|class| parts.whole(place, class));
    let joins = |letter| match (left, right, board.is_odd()) {
        (Some(left), Some(right), true) => {
            let longer = parts.next(place, left, letter);
            longer.is_some_and(|longer| parts.fits(rules, (place + 1, longer), (place, right)))
        }
        (Some(left), Some(right), false) => parts.fits(rules, (place, left), (place, right)),
        (Some(one), None, true) | (None, Some(one), true) => {
            parts.next(place, one, letter).is_some_and(|longer| parts.whole(place + 1, longer))
        }
        (None, None, true) => parts.first(place + 1, letter).is_some_and(|class| parts.whole(place + 1, class)),
        // Black squares that meet join nothing.
        (_, None, false) | (None, _, false) => false,
    };
    u8::from(!ends) | u8::from(!joins(UNCHECKED)) << 1 | u8::from(!joins(CHECKED)) << 2
}
