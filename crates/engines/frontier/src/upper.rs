//! Defines the states of the upper half: the open decisions after the rows swept so far.
//!
//! A state of level r stands for all colourings of rows 0 to r that leave the same open decisions. Row r is coloured. Its across words are
//! tested only when row r + 1 determines which of its squares are checked from below. Four facts remain of the rows above:
//! - for every white column of row r, the start of its down word ([`starts`](super::starts)); its last letter is known, because row r is
//!   known;
//! - the squares of row r that have a white square above; of the black ones only those that a measure asks for;
//! - the connection of the runs of row r ([`Regions`]);
//! - the columns that have been black so far, if the rules need them.
//!
//! The colours and the squares with a white square above define the bucket; the rest is the key.
//!
//! This is the transfer-matrix method with states of connectivity (Conway and Guttmann 1996; Jensen 2001), with one row a step instead of
//! one square. Tests that need only colours run once for two buckets. Tests that need the key run for all columns at once. Each state is
//! stored twice, its starts extended by either letter, so that two masks produce a successor. States that refuse the same columns form a
//! group that is skipped as a whole.
//!
//! Invariants:
//! - Every start can still become a legal word.
//! - With `connected`, every component of a state reaches its row. A component that does not is cut off, and so is its image in the lower
//!   half, which makes two regions.
//! - If mirror images are merged, a bucket represents itself and its image, and is the lesser of the two. In a bucket that is equal to
//!   its image, a state also represents its image, and is the lesser of the two when it is reached. Afterwards equivalent pairs of columns
//!   are merged ([`Pairs`]).

use std::marker::PhantomData;

use rayon::prelude::*;

use super::board::Board;
use super::columns::Columns;
use super::fold::Fold;
use super::key::Key;
use super::pairs::{Pairs, Steps};
use super::regions::{Links, Regions};
use super::rows::{DownWords, Row, RowPair, columns, neighboured};
use super::starts::{CHECKED, Number, UNCHECKED};
use super::sweep::{ReadyBuckets, Sink, Spec};
use super::weight::RowWeight;
use gridcheck_engine::{EngineError, Run};
use gridcheck_weight::sort_and_merge;

/// The sweep of a board's upper half, with keys of type `K`.
pub(crate) struct Upper<'b, K> {
    board: &'b Board,
    pairs: &'b Pairs,
    /// Indexed by level: every bucket that could have states, in order, as far as colours determine them.
    buckets: Vec<Vec<RowPair>>,
    keys: PhantomData<K>,
}

/// The states of a bucket, grouped.
pub(crate) struct Groups<K, W: RowWeight> {
    /// Indexed by group, the columns that refuse each next square.
    refused: Vec<Columns>,
    /// Indexed by group, the index of its entry in `rests`, and the end of its states; they begin at the end of the group before.
    outlines: Vec<(u32, u32)>,
    /// The parts of keys without starts: regions, and the pairs of columns that have a white square.
    rests: Vec<(Regions, Row)>,
    states: Vec<MovedState<K, W>>,
}

/// A state with its starts extended by either letter (0 for a refused one), and the ways that lead to it.
struct MovedState<K, W: RowWeight> {
    unchecked: K,
    checked: K,
    /// The lengths of the starts, for weights that need them.
    lengths: W::Lengths,
    ways: W,
}

/// One of the two orientations of a bucket's row: as it is, or mirrored.
struct Orientation {
    row: Row,
    above: Row,
    mirrored: bool,
}

impl<K, W: RowWeight> Groups<K, W> {
    /// Returns the index of a group's rest, and its states.
    fn group(&self, group: usize) -> (usize, &[MovedState<K, W>]) {
        let begin = group.checked_sub(1).map_or(0, |before| self.outlines[before].1);
        let (rest, end) = self.outlines[group];
        (rest as usize, &self.states[begin as usize..end as usize])
    }
}

impl<'b, K: Key> Upper<'b, K> {
    /// Returns `true` if every state fits a key.
    pub(crate) fn fits(board: &Board) -> bool {
        let starts = (0..board.half).map(|place| board.starts.count(place)).max().unwrap_or_default();
        // Their position must lie within the key also if there are none.
        let flags = (Row::BITS - board.wanted.leading_zeros()).max(1) as usize;
        starts <= 1 << K::FIELD && K::FIELD * board.width + flags <= K::WIDTH
    }

    /// Finds the buckets, from the last level up. The keys must fit.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop.
    pub(crate) fn new(board: &'b Board, pairs: &'b Pairs, run: &Run) -> Result<Self, EngineError> {
        let mut upper = Upper { board, pairs, buckets: vec![Vec::new(); board.half], keys: PhantomData };
        for level in (0..board.half).rev() {
            let of_row = |&row: &Row| run.check().map(|()| upper.buckets_of(level, row));
            let buckets: Vec<Vec<RowPair>> = board.rows[level].par_iter().map(of_row).collect::<Result<_, _>>()?;
            upper.buckets[level] = buckets.concat();
        }
        Ok(upper)
    }

    /// Returns the buckets of a row that could have states.
    fn buckets_of(&self, level: usize, row: Row) -> Vec<RowPair> {
        let board = self.board;
        let mut aboves: Vec<Row> = match level.checked_sub(1) {
            Some(before) => board.rows[before].iter().map(|&upper| board.below(upper, row)).collect(),
            None => vec![0],
        };
        aboves.sort_unstable();
        aboves.dedup();
        let could_be = |&(row, above): &RowPair| {
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

    /// Returns the rows that can follow the row of a bucket, as far as colours determine it. Not for the last level.
    fn nexts(&self, level: usize, (row, above): RowPair) -> impl Iterator<Item = Row> {
        self.board.rows[level + 1].iter().copied().filter(move |&next| {
            self.board.across.is_legal(row, row & (above | next))
                && !self.board.tracked.refuse(self.board.place(level, (row, above), next))
                && self.buckets[level + 1].binary_search(&self.lesser((next, self.board.below(row, next)))).is_ok()
        })
    }

    /// Returns the lesser of a bucket and its image, if images are merged.
    fn lesser(&self, (row, above): RowPair) -> RowPair {
        let bucket = (row, above);
        if self.board.mirrored { bucket.min((self.board.reversed(row), self.board.reversed(above))) } else { bucket }
    }

    /// Returns the orientations of the row of a bucket, and `true` if the bucket is equal to its image; it then has one orientation.
    fn orientations(&self, (row, above): RowPair) -> (impl Iterator<Item = Orientation>, bool) {
        let image = (self.board.reversed(row), self.board.reversed(above));
        let both = self.board.mirrored && image == (row, above);
        let other =
            (self.board.mirrored && !both).then_some(Orientation { row: image.0, above: image.1, mirrored: true });
        ([Orientation { row, above, mirrored: false }].into_iter().chain(other), both)
    }

    /// Returns the starts of the down words that begin in this row; `None` if one of them cannot become a legal word.
    fn beginnings(&self, level: usize, row: Row, above: Row) -> Option<K> {
        let neighboured = neighboured(row);
        columns(row & !above).try_fold(K::default(), |key, c| {
            let letter = if neighboured >> c & 1 == 1 { CHECKED } else { UNCHECKED };
            Some(key | K::put(c, self.board.starts.first(level, letter)?.into()))
        })
    }

    /// Merges the equivalent states of a bucket, and drops those that nothing completes.
    fn least<W: RowWeight>(
        &self,
        level: usize,
        bucket: RowPair,
        mut states: Vec<(K, W)>,
    ) -> Result<Vec<(K, W)>, EngineError> {
        let size = self.board.width;
        let (row, _) = bucket;
        let mut steps = vec![Steps::default(); size.div_ceil(2)];
        self.nexts(level, bucket).for_each(|next| Steps::add(&mut steps, next, size));
        let is_middle = |c| 2 * c + 1 == size;
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
        sort_and_merge(&mut states).ok_or(EngineError::Overflow)?;
        Ok(states)
    }

    /// Returns the parts of a key without starts, as it is and mirrored, for a row in this orientation; a part that is not `requested` is
    /// left out.
    fn rest(&self, orientation: &Orientation, regions: Regions, touched: Row, requested: [bool; 2]) -> [K; 2] {
        let board = self.board;
        let flags = K::put(board.width, touched as usize);
        let labels = |mirrored| match (board.connected, mirrored) {
            (false, _) => K::default(),
            (true, false) => K::labels(orientation.row, regions),
            (true, true) => K::labels(board.reversed(orientation.row), regions.mirrored(orientation.row)),
        };
        [false, true].map(|mirrored| if requested[usize::from(mirrored)] { labels(mirrored) | flags } else { flags })
    }

    /// Returns the relevant pairs of columns that have a white square, after this row.
    fn touched(&self, before: Row, row: Row) -> Row {
        before | self.board.pairs(row) & self.board.wanted
    }
}

impl<K: Key> Spec for Upper<'_, K> {
    type Bucket = RowPair;
    type Key = K;
    type Ready<W: RowWeight> = Groups<K, W>;

    fn levels(&self) -> usize {
        self.board.half
    }

    fn buckets(&self, level: usize) -> Vec<RowPair> {
        self.buckets[level].clone()
    }

    fn fill<W: RowWeight>(
        &self,
        level: usize,
        bucket: RowPair,
        before: &ReadyBuckets<Self, W>,
        sink: &mut Sink<K, W>,
    ) -> Result<(), EngineError> {
        let board = self.board;
        let (orientations, both) = self.orientations(bucket);
        let mut rests: Vec<Option<Option<[K; 2]>>> = Vec::new();
        for orientation in orientations {
            let Orientation { row, above, mirrored } = orientation;
            let Some(begun) = self.beginnings(level, row, above) else { continue };
            let requested = [!mirrored, mirrored || both];
            let place = |starts: K, [as_is, image]: [K; 2]| {
                let straight = || starts | as_is;
                let turned = || starts.mirrored(board.width) | image;
                match (mirrored, both) {
                    (false, false) => straight(),
                    (true, _) => turned(),
                    (false, true) => straight().min(turned()),
                }
            };
            let Some(last) = level.checked_sub(1) else {
                let rest = self.rest(&orientation, Regions::apart(row), self.touched(0, row), requested);
                sink.add(place(begun, rest), W::one());
                continue;
            };

            let checked = above & neighboured(row);
            let unchecked = above & row & !checked;
            let kept = (K::fields(unchecked), K::fields(checked));
            for &upper in board.rows[last].iter().filter(|&&upper| board.below(upper, row) == above) {
                let links = Links::new(upper, row);
                let needed = Columns::new(upper & !row, unchecked, checked);
                let down = DownWords { ended: upper & !row, joined: 0, between: 0, size: board.width };
                let rest = |(regions, touched): (Regions, Row)| {
                    let regions = if board.connected { regions.below(&links)? } else { regions };
                    Some(self.rest(&orientation, regions, self.touched(touched, row), requested))
                };
                for (&(_, higher), from) in before.range((upper, 0)..=(upper, Row::MAX)) {
                    if !board.across.is_legal(upper, upper & (higher | row)) {
                        continue;
                    }
                    sink.check()?;
                    let in_place = board.place(last, (upper, higher), row);
                    if board.tracked.refuse(in_place) {
                        continue;
                    }
                    let factor = W::row(board.tracked, in_place);
                    // Computed on demand: often no group needs it.
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
                            let factor = W::ending(&factor, board.tracked, state.lengths, down);
                            sink.add(place(starts, rest), state.ways.scaled(&factor));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn ready<W: RowWeight>(
        &self,
        level: usize,
        bucket: RowPair,
        states: Vec<(K, W)>,
    ) -> Result<Groups<K, W>, EngineError> {
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
            let rest = (key.regions(row), key.flags(self.board.width) as Row);
            let refused = Columns::new(refused[0], refused[1], refused[2]);
            let lengths = W::lengths(columns(row).map(|c| (c, starts.length(level, key.field(c) as Number))));
            let state = MovedState { unchecked: letters[UNCHECKED], checked: letters[CHECKED], lengths, ways };
            (refused, rest, state)
        };
        let states = self.least(level, bucket, states)?;
        let mut moved: Vec<_> = states.into_iter().map(moved).collect();
        // A stable sort, so that the order, and with it the remaining work, is the same in every run.
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

    fn ends<W: RowWeight>(&self, bucket: RowPair, states: &[(K, W)], run: &Run) -> Result<W, EngineError> {
        Fold::new(self.board, self.pairs).ends(bucket, states, run)
    }
}
