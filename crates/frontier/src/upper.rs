//! The states of the upper half: what the rows swept so far leave to be decided.
//!
//! A state of level r stands for all ways to colour rows 0 to r that leave the same to be decided. Row r is coloured,
//! but its across words are judged only when row r + 1 says which of its squares are checked from below. What remains
//! of the rows above row r is, for every white column of row r, the start of its down word ([`starts`](super::starts)), the
//! part's last letter being known since row r is; which squares of row r have a white square above; how the runs of row
//! r hang together ([`Regions`]); and which columns have been black so far, if that matters. Colours and squares above
//! name the bucket, the rest is the key.
//!
//! This is the transfer-matrix method with states of connectivity (Conway and Guttmann 1996; Jensen 2001), a row at a
//! time rather than a square: what is judged by colours alone is judged once for two buckets, and what depends on the
//! key is done for all columns at once. Each state is kept twice, its starts moved on by either letter, so that a
//! successor is made with two masks; states that refuse the same columns form a group that is passed over as a whole.
//!
//! Invariants: every start can still become a legal word; with `connected`, every component of a state reaches its row
//! (one that does not is cut off, and so is its image in the lower half, which makes two regions). Where mirror images
//! are merged, a bucket stands for itself and its image and is the lesser of the two; so does a state in a bucket that
//! is its own image, and is the lesser when it is reached. Then pairs of columns that are alike are merged ([`Pairs`]).

use std::marker::PhantomData;

use rayon::prelude::*;

use super::board::Board;
use super::bucket::Bucket;
use super::columns::Columns;
use super::fold::Fold;
use super::key::Key;
use super::pairs::{Pairs, Steps};
use super::placed::{Down, RowInPlace};
use super::regions::{Links, Regions};
use super::rows::{Row, columns, neighboured};
use super::starts::{CHECKED, Number, UNCHECKED};
use super::sweep::{Level, Sink, Spec, Total};
use super::weight::Weight;
use gridcheck_run::{EngineError, Run};

/// The sweep of a board's upper half, with keys of type `K`.
pub struct Upper<'b, K> {
    board: &'b Board,
    pairs: &'b Pairs,
    /// By level: every bucket that could have states, in order, as far as colours say.
    buckets: Vec<Vec<Bucket>>,
    keys: PhantomData<K>,
}

/// The states of a bucket, grouped.
pub struct Groups<K, W: Weight> {
    /// By group, what it refuses.
    refused: Vec<Columns>,
    /// By group, which of `rests` it has, and where its states end; they begin where those of the group before end.
    outlines: Vec<(u32, u32)>,
    /// What keys have beside starts: regions, and pairs of columns that have a white square.
    rests: Vec<(Regions, Row)>,
    states: Vec<MovedState<K, W>>,
}

/// A state's starts one place on, by the letter there (0 where it is refused), and the ways that lead to it.
struct MovedState<K, W: Weight> {
    unchecked: K,
    checked: K,
    /// How long the starts are, for weights that ask.
    lengths: W::Lengths,
    ways: W,
}

/// One of the two ways in which a bucket's row can lie: as it is or mirrored.
struct Orientation {
    row: Row,
    above: Row,
    mirrored: bool,
}

impl<K, W: Weight> Groups<K, W> {
    /// A group's rest and its states.
    fn group(&self, group: usize) -> (usize, &[MovedState<K, W>]) {
        let begin = group.checked_sub(1).map_or(0, |before| self.outlines[before].1);
        let (rest, end) = self.outlines[group];
        (rest as usize, &self.states[begin as usize..end as usize])
    }
}

impl<'b, K: Key> Upper<'b, K> {
    /// Whether every state fits a key.
    pub fn fits(board: &Board) -> bool {
        let starts = (0..board.half).map(|place| board.starts.count(place)).max().unwrap_or_default();
        let flags = (Row::BITS - board.wanted.leading_zeros()) as usize;
        starts <= 1 << K::FIELD && K::FIELD * board.size + flags <= K::WIDTH
    }

    /// Looks for the buckets, from the last level up. The keys must fit.
    pub fn new(board: &'b Board, pairs: &'b Pairs, run: &Run) -> Result<Self, EngineError> {
        let mut upper = Upper { board, pairs, buckets: vec![Vec::new(); board.half], keys: PhantomData };
        for level in (0..board.half).rev() {
            let of_row = |&row: &Row| run.check().map(|()| upper.buckets_of(level, row));
            let buckets: Vec<Vec<Bucket>> = board.rows[level].par_iter().map(of_row).collect::<Result<_, _>>()?;
            upper.buckets[level] = buckets.concat();
        }
        Ok(upper)
    }

    /// The buckets of a row that could have states.
    fn buckets_of(&self, level: usize, row: Row) -> Vec<Bucket> {
        let board = self.board;
        let mut aboves: Vec<Row> = match level.checked_sub(1) {
            Some(before) => board.rows[before].iter().map(|above| above & row).collect(),
            None => vec![0],
        };
        aboves.sort_unstable();
        aboves.dedup();
        let could_be = |&(row, above): &Bucket| {
            (row, above) == self.lesser((row, above))
                && self.beginnings(level, row, above).is_some()
                && if level + 1 == board.half {
                    Fold::new(board, self.pairs).may_end((row, above))
                } else {
                    self.nexts(level, (row, above)).next().is_some()
                }
        };
        aboves.into_iter().map(|above| (row, above)).filter(could_be).collect()
    }

    /// The rows that can follow the row of a bucket, as far as colours say. Not for the last level.
    fn nexts(&self, level: usize, (row, above): Bucket) -> impl Iterator<Item = Row> {
        self.board.rows[level + 1].iter().copied().filter(move |&next| {
            self.board.across.is_legal(row, above | row & next)
                && self.buckets[level + 1].binary_search(&self.lesser((next, row & next))).is_ok()
        })
    }

    /// The lesser of a bucket and its image, where images are merged.
    fn lesser(&self, (row, above): Bucket) -> Bucket {
        let bucket = (row, above);
        if self.board.mirrored { bucket.min((self.board.reversed(row), self.board.reversed(above))) } else { bucket }
    }

    /// The ways in which the row of a bucket can lie. A bucket that is its own image has one, and is `both`.
    fn lies(&self, (row, above): Bucket) -> (impl Iterator<Item = Orientation>, bool) {
        let image = (self.board.reversed(row), self.board.reversed(above));
        let both = self.board.mirrored && image == (row, above);
        let other =
            (self.board.mirrored && !both).then_some(Orientation { row: image.0, above: image.1, mirrored: true });
        ([Orientation { row, above, mirrored: false }].into_iter().chain(other), both)
    }

    /// The starts of the down words that begin in this row; `None` if one of them is dead from the start.
    fn beginnings(&self, level: usize, row: Row, above: Row) -> Option<K> {
        let neighboured = neighboured(row);
        columns(row & !above).try_fold(K::default(), |key, c| {
            let letter = if neighboured >> c & 1 == 1 { CHECKED } else { UNCHECKED };
            Some(key | K::put(c, self.board.starts.first(level, letter)?.into()))
        })
    }

    /// The states of a bucket, those that are alike as one; those that nothing completes left out.
    fn least<W: Weight>(
        &self,
        level: usize,
        bucket: Bucket,
        mut states: Vec<(K, W)>,
    ) -> Result<Vec<(K, W)>, EngineError> {
        let (size, half) = (self.board.size, self.board.half);
        let (row, _) = bucket;
        let mut steps = vec![Steps::default(); size.div_ceil(2)];
        self.nexts(level, bucket).for_each(|next| Steps::add(&mut steps, next, size));
        let is_middle = |c| self.board.is_odd() && c == half;
        let least: Vec<_> =
            steps.iter().enumerate().map(|(c, &steps)| self.pairs.least(level, steps, is_middle(c))).collect();

        let fields = K::fields(row);
        let put = |c, slot: usize| slot.checked_sub(1).map_or(K::default(), |start| K::put(c, start));
        let stands_for = |key: K| {
            least.iter().enumerate().try_fold(key.without(fields), |stands, (c, least)| {
                let image = size - 1 - c;
                let (left, right) = (*least.at((key.slot(row, c), key.slot(row, image))))?;
                Some(stands | put(c, left) | put(image, right))
            })
        };
        states.retain_mut(|(key, _)| stands_for(*key).map(|least| *key = least).is_some());
        merged(states)
    }

    /// What a key has beside starts, as it is and mirrored, for a row that lies in this way; what is not `asked` for
    /// is left out.
    fn rest(&self, lie: &Orientation, regions: Regions, touched: Row, asked: [bool; 2]) -> [K; 2] {
        let board = self.board;
        let flags = K::put(board.size, usize::from(touched));
        let labels = |mirrored| match (board.connected, mirrored) {
            (false, _) => K::default(),
            (true, false) => K::labels(lie.row, regions),
            (true, true) => K::labels(board.reversed(lie.row), regions.mirrored(lie.row)),
        };
        [false, true].map(|mirrored| if asked[usize::from(mirrored)] { labels(mirrored) | flags } else { flags })
    }

    /// The pairs of columns that matter and have a white square, after this row.
    fn touched(&self, before: Row, row: Row) -> Row {
        before | self.board.pairs(row) & self.board.wanted
    }
}

impl<K: Key> Spec for Upper<'_, K> {
    type Bucket = Bucket;
    type Key = K;
    type Ready<W: Weight> = Groups<K, W>;

    fn levels(&self) -> usize {
        self.board.half
    }

    fn buckets(&self, level: usize) -> Vec<Bucket> {
        self.buckets[level].clone()
    }

    fn fill<W: Weight>(
        &self,
        level: usize,
        bucket: Bucket,
        before: &Level<Self, W>,
        sink: &mut Sink<K, W>,
    ) -> Result<(), EngineError> {
        let board = self.board;
        let (lies, both) = self.lies(bucket);
        let mut rests: Vec<Option<Option<[K; 2]>>> = Vec::new();
        for lie in lies {
            let Orientation { row, above, mirrored } = lie;
            let Some(begun) = self.beginnings(level, row, above) else { continue };
            let asked = [!mirrored, mirrored || both];
            let place = |starts: K, [as_is, image]: [K; 2]| {
                let straight = || starts | as_is;
                let turned = || starts.mirrored(board.size) | image;
                match (mirrored, both) {
                    (false, false) => straight(),
                    (true, _) => turned(),
                    (false, true) => straight().min(turned()),
                }
            };
            let Some(last) = level.checked_sub(1) else {
                let rest = self.rest(&lie, Regions::apart(row), self.touched(0, row), asked);
                sink.add(place(begun, rest), Some(W::one()));
                continue;
            };

            let checked = above & neighboured(row);
            let unchecked = above & !checked;
            let kept = (K::fields(unchecked), K::fields(checked));
            for &upper in board.rows[last].iter().filter(|&&upper| upper & row == above) {
                let links = Links::new(upper, row);
                let needed = Columns::new(upper & !row, unchecked, checked);
                let down = Down { ended: upper & !row, joined: 0, between: 0, size: board.size };
                let rest = |(regions, touched): (Regions, Row)| {
                    let regions = if board.connected { regions.below(&links)? } else { regions };
                    Some(self.rest(&lie, regions, self.touched(touched, row), asked))
                };
                for (&(_, higher), from) in before.range((upper, 0)..=(upper, Row::MAX)) {
                    if !board.across.is_legal(upper, higher | above) {
                        continue;
                    }
                    sink.check()?;
                    let factor = W::row(
                        self.board.asked,
                        RowInPlace { row: upper, above: higher, below: row, is_middle: false },
                    );
                    // Worked out when a group asks for it: often none does.
                    rests.clear();
                    rests.resize(from.rests.len(), None);
                    for (group, refused) in from.refused.iter().enumerate() {
                        if !refused.avoid(needed) {
                            continue;
                        }
                        let (which, states) = from.group(group);
                        let Some(rest) = *rests[which].get_or_insert_with(|| rest(from.rests[which])) else { continue };
                        for state in states {
                            let starts = state.unchecked & kept.0 | state.checked & kept.1 | begun;
                            let factor = W::ending(&factor, board.asked, state.lengths, down);
                            sink.add(place(starts, rest), state.ways.with(&factor));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn ready<W: Weight>(&self, level: usize, bucket: Bucket, states: Vec<(K, W)>) -> Result<Groups<K, W>, EngineError> {
        let starts = &self.board.starts;
        let (row, _) = bucket;
        let moved = |(key, ways): (K, W)| {
            let mut letters = [K::default(); 2];
            let mut refused = [0; 3];
            for c in columns(row) {
                let start = key.field(c) as Number;
                refused[0] |= Row::from(!starts.whole(level, start)) << c;
                for letter in [UNCHECKED, CHECKED] {
                    match starts.next(level, start, letter) {
                        Some(next) => letters[letter] = letters[letter] | K::put(c, next.into()),
                        None => refused[1 + letter] |= 1 << c,
                    }
                }
            }
            let rest = (key.regions(row), key.flags(self.board.size) as Row);
            let refused = Columns::new(refused[0], refused[1], refused[2]);
            let lengths = W::lengths(columns(row).map(|c| (c, starts.length(level, key.field(c) as Number))));
            let state = MovedState { unchecked: letters[UNCHECKED], checked: letters[CHECKED], lengths, ways };
            (refused, rest, state)
        };
        let states = self.least(level, bucket, states)?;
        let mut moved: Vec<_> = states.into_iter().map(moved).collect();
        // Stable, so that the order, and with it the work to come, is the same in every run.
        moved.sort_by_key(|&(refused, rest, _)| (refused, rest));

        let mut rests: Vec<(Regions, Row)> = moved.iter().map(|&(_, rest, ..)| rest).collect();
        rests.sort_unstable();
        rests.dedup();
        let mut ready =
            Groups { refused: Vec::new(), outlines: Vec::new(), rests, states: Vec::with_capacity(moved.len()) };
        for (refused, rest, state) in moved {
            // Every rest is in the list.
            let rest = ready.rests.binary_search(&rest).unwrap_or_default() as u32;
            ready.states.push(state);
            let end = ready.states.len() as u32;
            match (ready.refused.last(), ready.outlines.last_mut()) {
                (Some(&before), Some(group)) if (before, group.0) == (refused, rest) => group.1 = end,
                _ => {
                    ready.refused.push(refused);
                    ready.outlines.push((rest, end));
                }
            }
        }
        ready.refused.shrink_to_fit();
        ready.outlines.shrink_to_fit();
        Ok(ready)
    }

    fn ends<W: Weight>(&self, bucket: Bucket, states: &[(K, W)], run: &Run) -> Result<Total<W>, EngineError> {
        Fold::new(self.board, self.pairs).ends(bucket, states, run)
    }
}

/// The states in order, each once.
fn merged<K: Key, W: Weight>(mut states: Vec<(K, W)>) -> Result<Vec<(K, W)>, EngineError> {
    states.sort_unstable_by_key(|&(key, _)| key);
    let mut overflowed = false;
    states.dedup_by(|(key, ways), (before, sum)| {
        let same = key == before;
        if same {
            overflowed |= sum.add(ways).is_none();
        }
        same
    });
    if overflowed { Err(EngineError::Overflow) } else { Ok(states) }
}
