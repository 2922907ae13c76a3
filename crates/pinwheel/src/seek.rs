//! Seeking: which first key has the grid of a number, where two groups meet.
//!
//! The grids of two lists are in the order of the first keys. Method. The first list is split at one site after the other, as in a
//! [`Meeting`]; what the parts come to with that of the second list which fits them is counted, part by part, and only the part
//! that has the grid is gone into, with a second list in which keys that differed at the sites passed have become one. So
//! at every site the lists are those of one part, and the way down costs little more than to count the first parts. Many numbers, in order, are
//! sought in one go: what lies between them is counted once.

use super::group::Key;
use super::join::{Join, SHORT};
use gridcheck_run::EngineError;

/// Numbers that are sought, in order, and the finds for the first of them: the place of the key in its list, and the number
/// among the grids of the key.
struct RankSearch<'n> {
    numbers: &'n [u128],
    found: Vec<(usize, u128)>,
}

impl RankSearch<'_> {
    /// Whether none of the numbers left is below `end`.
    fn is_beyond(&self, end: u128) -> bool {
        self.numbers.get(self.found.len()).is_none_or(|&number| number >= end)
    }

    /// The key at `place` has the grids from `begin` to `end`.
    fn take(&mut self, place: usize, begin: u128, end: u128) {
        let left = &self.numbers[self.found.len()..];
        self.found.extend(left.iter().take_while(|&&number| number < end).map(|number| (place, number - begin)));
    }
}

/// Part of the first list: where it begins in it, and the numbers of its grids.
#[derive(Clone, Copy)]
struct Span {
    place: usize,
    begin: u128,
    end: u128,
}

impl<K: Key> Join<'_, K, u64> {
    /// Of each of these numbers, which are in order and below `total`: the place of the first key that has its grid, and the number
    /// among the grids of that key. `total` is what the lists come to. Both are as in [`Meeting::grids`].
    pub fn seek(
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
            self.give_back(compatible_part);
            place += part.len();
            begin = after;
        }
        Ok(())
    }
}
