//! Tests columns in pairs: column c with its image under the half turn, column n − 1 − c.
//!
//! The lower half is the upper half turned, so column c continues below the middle as column n − 1 − c read upwards. The same squares must
//! complete the two starts that a state has there: some squares from c and some from the other column, both read downwards, with the middle
//! between. Two pairs of starts that the same squares complete are equivalent, and one represents both. This is a minimal automaton (Myhill
//! and Nerode 1958), for pairs. It is computed backwards from the middle, level by level.
//!
//! A state restricts the rows that can follow its row. So pairs are compared only by the steps that some such row takes. If lengths of
//! words are tracked, equivalent pairs must also end words of the same lengths with the same steps.
//!
//! A *slot* is 0 for a black square and 1 + the number of its start for a white one.

use std::array;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::board::Board;
use super::rows::{Row, neighboured};
use super::starts::{CHECKED, Number, Starts, UNCHECKED};

/// The pairs of every level.
pub(crate) struct Pairs {
    /// Indexed by level, without the last.
    levels: Vec<Pairing>,
    /// The refusals of each pair of the last level at the middle, a bit each: to end above it; to be joined by an unchecked letter of the
    /// middle row; to be joined by a checked letter. For an even size the starts meet directly, and the letter has no effect.
    refused: PairTable<u8>,
}

/// The pairs of one level.
struct Pairing {
    completions: PairTable<Completions>,
    /// Indexed by set of steps: the representatives of all pairs as far as these steps distinguish them, computed on demand.
    least: Vec<OnceLock<Least>>,
    /// The representatives for the middle column, which is mapped to itself: only pairs of equal slots.
    least_in_middle: Vec<OnceLock<Least>>,
}

/// Indexed by step, the class of the pair that it leads to: equivalent pairs have the same number; `None` if nothing completes the pair.
type Completions = [Option<usize>; STEPS];

/// For each pair, its representative; `None` if nothing completes it.
type Least = PairTable<Option<(usize, usize)>>;

/// Number of combinations of squares that a pair can have in the next row: three times the number of the left square plus that of the right
/// square.
const STEPS: usize = SQUARES.len() * SQUARES.len();

/// A set of steps, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Steps(u16);

impl Steps {
    /// Adds the squares of a next row to the steps of each pair of columns.
    pub(crate) fn add(all: &mut [Steps], next: Row, size: usize) {
        let neighboured = neighboured(next);
        // The number of the square in `SQUARES`.
        let square = |c: usize| (next >> c & 1) + (neighboured >> c & 1);
        for (c, steps) in all.iter_mut().enumerate() {
            steps.0 |= 1 << (3 * square(c) + square(size - 1 - c));
        }
    }
}

/// A value for each pair of slots.
pub(crate) struct PairTable<V> {
    slots: usize,
    values: Vec<V>,
}

impl<V> PairTable<V> {
    fn new(slots: usize, value: impl FnMut((usize, usize)) -> V) -> Self {
        let pairs = (0..slots).flat_map(|left| (0..slots).map(move |right| (left, right)));
        PairTable { slots, values: pairs.map(value).collect() }
    }

    /// Returns the value of a pair.
    #[inline]
    pub(crate) fn at(&self, (left, right): (usize, usize)) -> &V {
        &self.values[left * self.slots + right]
    }
}

/// A square in the next row of a column.
#[derive(Clone, Copy)]
enum Square {
    Black,
    White(usize),
}

const SQUARES: [Square; 3] = [Square::Black, Square::White(UNCHECKED), Square::White(CHECKED)];

impl Pairs {
    /// Computes the pairs of all levels.
    pub(crate) fn new(board: &Board) -> Self {
        let starts = &board.starts;
        let last = board.half - 1;
        let slots = |level: usize| 1 + starts.count(level);
        let refused = PairTable::new(slots(last), |pair| refusals(board, pair));

        // By pair of the level below: its class. On the last level, the refusals and the lengths of the starts define the class.
        let mut last_kinds = HashMap::new();
        let mut kinds = PairTable::new(slots(last), |(left, right)| {
            let refused = *refused.at((left, right));
            let kind = (refused, length(starts, last, left), length(starts, last, right));
            let fresh = last_kinds.len();
            (refused != 0b111).then(|| *last_kinds.entry(kind).or_insert(fresh))
        });
        let mut levels = Vec::with_capacity(last);
        for level in (0..last).rev() {
            // The outcomes of steps: the class of the next pair, and the lengths of the words that the step ends.
            let mut outcomes = HashMap::new();
            let completions = PairTable::new(slots(level), |(left, right)| -> Completions {
                array::from_fn(|step| {
                    let [a, b] = [SQUARES[step / 3], SQUARES[step % 3]];
                    let kind = (*kinds.at((follow(starts, level, left, a)?, follow(starts, level, right, b)?)))?;
                    let ended = [(left, a), (right, b)].map(|(slot, square)| match square {
                        Square::Black => length(starts, level, slot),
                        Square::White(_) => 0,
                    });
                    let fresh = outcomes.len();
                    Some(*outcomes.entry((kind, ended)).or_insert(fresh))
                })
            });
            let mut known: HashMap<Completions, usize> = HashMap::new();
            kinds = PairTable::new(slots(level), |pair| {
                let completions = *completions.at(pair);
                let fresh = known.len();
                completions.iter().any(Option::is_some).then(|| *known.entry(completions).or_insert(fresh))
            });
            let unasked = || (0..1 << STEPS).map(|_| OnceLock::new()).collect();
            levels.push(Pairing { completions, least: unasked(), least_in_middle: unasked() });
        }
        levels.reverse();
        Pairs { levels, refused }
    }

    /// Returns the representatives of all pairs, as far as these steps distinguish them. Not for the last level.
    pub(crate) fn least(&self, level: usize, steps: Steps, middle: bool) -> &Least {
        let Pairing { completions, least, least_in_middle } = &self.levels[level];
        let least = &(if middle { least_in_middle } else { least })[usize::from(steps.0)];
        least.get_or_init(|| {
            let mut known = HashMap::new();
            PairTable::new(completions.slots, |(left, right)| {
                if middle && left != right {
                    return None;
                }
                let mut possible = *completions.at((left, right));
                for (step, kind) in possible.iter_mut().enumerate() {
                    *kind = kind.filter(|_| steps.0 >> step & 1 == 1);
                }
                // Colours are part of the class, because the bucket determines them.
                let alike = (left > 0, right > 0, possible);
                possible.iter().any(Option::is_some).then(|| *known.entry(alike).or_insert((left, right)))
            })
        })
    }

    /// Returns the refusals of a pair of the last level at the middle.
    #[inline]
    pub(crate) fn refused(&self, pair: (usize, usize)) -> u8 {
        *self.refused.at(pair)
    }
}

/// Returns the slot after the next square; `None` if the square is not possible there.
fn follow(starts: &Starts, level: usize, slot: usize, square: Square) -> Option<usize> {
    let start = slot.checked_sub(1).map(|number| number as Number);
    let next = match (start, square) {
        (None, Square::Black) => return Some(0),
        (Some(start), Square::Black) => return starts.whole(level, start).then_some(0),
        (None, Square::White(letter)) => starts.first(level + 1, letter),
        (Some(start), Square::White(letter)) => starts.next(level, start, letter),
    };
    next.map(|start| 1 + usize::from(start))
}

/// Returns the length of the start in a slot, as far as lengths are distinguished; 0 for a black square.
fn length(starts: &Starts, level: usize, slot: usize) -> usize {
    slot.checked_sub(1).map_or(0, |start| starts.length(level, start as Number))
}

/// Computes the refusals of a pair of slots directly above the middle; see [`Pairs::refused`].
fn refusals(board: &Board, (left, right): (usize, usize)) -> u8 {
    let starts = &board.starts;
    let place = board.half - 1;
    let start = |slot: usize| slot.checked_sub(1).map(|number| number as Number);
    let (left, right) = (start(left), start(right));
    let ends = [left, right].into_iter().flatten().all(|start| starts.whole(place, start));
    let joins = |letter| match (left, right, board.is_odd()) {
        (Some(left), Some(right), true) => {
            let longer = starts.next(place, left, letter);
            longer.is_some_and(|longer| starts.fits([place + 1, place], [longer, right]))
        }
        (Some(left), Some(right), false) => starts.fits([place; 2], [left, right]),
        (Some(one), None, true) | (None, Some(one), true) => {
            starts.next(place, one, letter).is_some_and(|longer| starts.whole(place + 1, longer))
        }
        (None, None, true) => starts.first(place + 1, letter).is_some_and(|start| starts.whole(place + 1, start)),
        // Two black squares that meet join nothing.
        (_, None, false) | (None, _, false) => false,
    };
    u8::from(!ends) | u8::from(!joins(UNCHECKED)) << 1 | u8::from(!joins(CHECKED)) << 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracked::TrackedMeasures;
    use gridcheck_testing::prelude::*;

    /// Lists the refusals at the middle after each sequence of steps; a sequence that is not possible refuses everything.
    fn outcomes(board: &Board, pairs: &Pairs, level: usize, pair: (usize, usize), steps: u16) -> Vec<u8> {
        if level + 1 == board.half {
            return vec![pairs.refused(pair)];
        }
        let taken = (0..STEPS).filter(|step| steps >> step & 1 == 1);
        let after = taken.flat_map(|step| {
            let next = follow(&board.starts, level, pair.0, SQUARES[step / 3]).zip(follow(
                &board.starts,
                level,
                pair.1,
                SQUARES[step % 3],
            ));
            match next {
                Some(next) => outcomes(board, pairs, level + 1, next, (1 << STEPS) - 1),
                None => vec![0b111; STEPS.pow((board.half - 2 - level) as u32)],
            }
        });
        after.collect()
    }

    #[test]
    fn a_pair_represents_exactly_the_equivalent_pairs() {
        for (name, size) in [("british", 9), ("min-4", 8), ("american", 7)] {
            let problem = Problem::new(size, builtin(name).expect("built in")).expect("a fair size");
            let starts = || Starts::new(problem.rules(), size, 0).expect("few starts");
            let board = Board::new(&problem, 0, starts(), &starts(), TrackedMeasures::default()).expect("no givens");
            let pairs = Pairs::new(&board);
            for level in 0..board.half - 1 {
                for steps in [0b1_1111_1111, 0b1_0001_0001, 0b0_1101_0011] {
                    let least = pairs.least(level, Steps(steps), false);
                    let all: Vec<_> = (0..least.slots).flat_map(|a| (0..least.slots).map(move |b| (a, b))).collect();
                    let mut seen = HashMap::new();
                    for pair in all {
                        let outcomes = outcomes(&board, &pairs, level, pair, steps);
                        let colours = (pair.0 > 0, pair.1 > 0);
                        let dead = outcomes.iter().all(|&refused| refused == 0b111);
                        let first = *seen.entry((colours, outcomes)).or_insert(pair);
                        assert_eq!(*least.at(pair), (!dead).then_some(first), "{name} {level} {steps:b} {pair:?}");
                    }
                }
            }
        }
    }
}
