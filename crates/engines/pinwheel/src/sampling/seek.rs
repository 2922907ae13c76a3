//! Finds the first key of a grid by the grid's number, where two groups meet.
//!
//! The grids of two lists are ordered by their first keys. The first list is split site by site, as in a [`Join`].
//! For each part, the grids with the compatible part of the second list are counted. Only the part that contains the
//! number is split further. In its second list, keys that differ only at processed sites have become equal. So the
//! search costs little more than the counts at the first sites. Several numbers, in order, are searched at once, and
//! the grids between them are counted once.

use crate::blocks::group::Key;
use crate::joins::join::{Join, SHORT};
use gridcheck_engine::EngineError;

/// The numbers to find, in order, and the results for the first of them: the place of the key in its list, and the
/// number among the grids of the key.
struct RankSearch<'n> {
    numbers: &'n [u128],
    found: Vec<(usize, u128)>,
}

impl RankSearch<'_> {
    /// Returns `true` if none of the remaining numbers is below `end`.
    fn is_beyond(&self, end: u128) -> bool {
        self.numbers.get(self.found.len()).is_none_or(|&number| number >= end)
    }

    /// Records that the key at `place` has the grids from `begin` to `end`.
    fn take(&mut self, place: usize, begin: u128, end: u128) {
        let left = &self.numbers[self.found.len()..];
        self.found.extend(left.iter().take_while(|&&number| number < end).map(|number| (place, number - begin)));
    }
}

/// A part of the first list: the place of its first key, and the range of its grids' numbers.
#[derive(Clone, Copy)]
struct Span {
    place: usize,
    begin: u128,
    end: u128,
}

impl<K: Key> Join<'_, K, u64> {
    /// Finds the first key of each of these grids. Returns the key's place and the grid's number among those of the
    /// key. `numbers` are in order and below `total`, the number of grids of the lists. The lists are as in
    /// [`Join::grids`].
    ///
    /// # Errors
    /// The run is stopped.
    pub(crate) fn seek(
        &mut self,
        one: &[(K, u64)],
        two: &[(K, u64)],
        numbers: &[u128],
        total: u128,
    ) -> Result<Vec<(usize, u128)>, EngineError> {
        debug_assert!(numbers.is_sorted() && numbers.last().is_none_or(|&last| last < total), "there is such a grid");
        let mut search = RankSearch { numbers, found: Vec::with_capacity(numbers.len()) };
        self.search([one, two], 0, Span { place: 0, begin: 0, end: total }, &mut search)?;
        Ok(search.found)
    }

    fn search(
        &mut self,
        [one, two]: [&[(K, u64)]; 2],
        at: usize,
        span: Span,
        search: &mut RankSearch<'_>,
    ) -> Result<(), EngineError> {
        let Span { place, mut begin, end } = span;
        if one.len() == 1 {
            search.take(place, begin, end);
            return Ok(());
        }
        if at == self.sites() || one.len() * two.len() <= SHORT {
            for (place, key) in (place..).zip(one.chunks(1)) {
                let after = begin + self.grids_from(key, two, at)?;
                search.take(place, begin, after);
                begin = after;
            }
            return Ok(());
        }
        let parts = self.split(one, at);
        let mut place = place;
        for (nth, &(says, part)) in parts.iter().enumerate() {
            if search.is_beyond(end) {
                break;
            }
            let compatible_part = self.compatible_part(two, at, says)?;
            let is_last = nth + 1 == parts.len();
            let after = if is_last { end } else { begin + self.grids_from(part, compatible_part.list(), at + 1)? };
            if !search.is_beyond(after) {
                self.search([part, compatible_part.list()], at + 1, Span { place, begin, end: after }, search)?;
            }
            self.release(compatible_part);
            place += part.len();
            begin = after;
        }
        Ok(())
    }
}
