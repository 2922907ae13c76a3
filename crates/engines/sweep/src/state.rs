//! The state of a sweep: for each column the run down that is unfinished, and the region of its open edge.

use crate::runs::{ENDED, Pair, Run};

/// The most columns.
pub(crate) const MAX_WIDTH: usize = 12;

/// The number of numbers that a region can have while squares are added.
const NUMBERS: usize = 16;

/// The number of a region: 0 at an edge with a bar.
pub(crate) type Region = u8;

/// The edges between the squares that are done and those to come. A row is done from both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    /// The run down in each column.
    pub(crate) down: [Run; MAX_WIDTH],
    /// The region at the lower edge of each column.
    pub(crate) regions: [Region; MAX_WIDTH],
    /// The runs across from the left and from the right in the row that is begun.
    pub(crate) across: Pair,
    /// The regions at their open edges.
    pub(crate) inner: [Region; 2],
}

/// A state as a key: for each half the run across, and the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key([u64; 2]);

/// The form of the keys of a sweep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    width: usize,
    /// The number of numbers that a region has in a key: one for each open edge at most, and 0 for the others.
    regions: u64,
    /// The number of pairs of a run and a region. A key has a digit to this base for each column, and one for each run across.
    base: u64,
}

impl State {
    /// The state before the first square: bars all along the rim.
    pub(crate) const START: State =
        State { down: [ENDED; MAX_WIDTH], regions: [0; MAX_WIDTH], across: (ENDED, ENDED), inner: [0; 2] };

    fn all_regions(&mut self, width: usize) -> impl Iterator<Item = &mut Region> {
        self.regions[..width].iter_mut().chain(&mut self.inner)
    }

    /// Numbers the regions in the order of the columns, so that equal states are equal.
    pub(crate) fn renumber(&mut self, width: usize) {
        let mut numbers = [0; NUMBERS];
        let mut next = 1;
        for region in self.all_regions(width).filter(|region| **region > 0) {
            let number = &mut numbers[usize::from(*region)];
            if *number == 0 {
                *number = next;
                next += 1;
            }
            *region = *number;
        }
    }

    /// Returns `true` if a region has an open edge.
    pub(crate) fn has_open_edge(&self, width: usize, region: Region) -> bool {
        self.inner.contains(&region) || self.regions[..width].contains(&region)
    }

    /// Makes two regions one.
    pub(crate) fn join(&mut self, width: usize, one: Region, other: Region) {
        for region in self.all_regions(width) {
            if *region == other {
                *region = one;
            }
        }
    }

    /// Returns the image in the mirror. The regions must be numbered again.
    pub(crate) fn mirrored(mut self, width: usize) -> Self {
        self.down[..width].reverse();
        self.regions[..width].reverse();
        self.inner.reverse();
        self.across = (self.across.1, self.across.0);
        self
    }
}

impl Key {
    /// Returns a number below `most`. The largest shards have three times the keys of the smallest, so they grow at different times.
    pub(crate) fn shard(self, most: usize) -> usize {
        let Key([left, right]) = self;
        let mixed = (left ^ right.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let even = mixed >> 32;
        let skewed = even.midpoint((even * even) >> 32);
        ((skewed * most as u64) >> 32) as usize
    }
}

impl Form {
    /// Returns the form for `runs` runs in `width` columns, with regions if they matter; `None` if they do not fit.
    pub(crate) fn new(width: usize, runs: usize, has_regions: bool) -> Option<Self> {
        let regions = if has_regions { width as u64 + 3 } else { 1 };
        let base = runs as u64 * regions;
        let fits = width <= MAX_WIDTH && base.checked_pow(width.div_ceil(2) as u32 + 1).is_some();
        fits.then_some(Form { width, regions, base })
    }

    pub(crate) fn key(&self, state: &State) -> Key {
        let digit = |run: Run, region: Region| u64::from(run) * self.regions + u64::from(region);
        let half = |across: u64, columns: std::ops::Range<usize>| {
            columns.fold(across, |half, c| half * self.base + digit(state.down[c], state.regions[c]))
        };
        let middle = self.width / 2;
        let [left, right] = state.inner;
        let (left, right) = (digit(state.across.0, left), digit(state.across.1, right));
        Key([half(left, 0..middle), half(right, middle..self.width)])
    }

    pub(crate) fn state(&self, key: Key) -> State {
        let split = |digit: u64| ((digit / self.regions) as Run, (digit % self.regions) as Region);
        let mut state = State::START;
        let middle = self.width / 2;
        let Key([mut left, mut right]) = key;
        for (columns, half) in [(0..middle, &mut left), (middle..self.width, &mut right)] {
            for c in columns.rev() {
                (state.down[c], state.regions[c]) = split(*half % self.base);
                *half /= self.base;
            }
        }
        ((state.across.0, state.inner[0]), (state.across.1, state.inner[1])) = (split(left), split(right));
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_its_state_again() {
        for (width, runs) in [(1, 200), (9, 125), (10, 125), (11, 40), (12, 37)] {
            let form = Form::new(width, runs, true).expect("they fit");
            let largest = (runs - 1) as Run;
            let mut state = State { across: (largest, 1), inner: [width as Region + 2, 1], ..State::START };
            for c in 0..width {
                (state.down[c], state.regions[c]) = (largest - (c % 2) as Run, (width - c) as Region);
            }
            assert_eq!(form.state(form.key(&state)), state, "{width}");
        }
        assert!(Form::new(10, 126, true).is_none() && Form::new(10, 1600, false).is_some());
        assert!(Form::new(MAX_WIDTH + 1, 2, false).is_none());
    }
}
