//! The state of a sweep: for each column the run down that is unfinished, and the region of its open edge.

use crate::runs::{ENDED, Pair, Run};

/// The most columns.
pub(crate) const MAX_WIDTH: usize = 12;

/// The bits of a region's number.
const REGION_BITS: u32 = 4;

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

/// A state as a key: the columns of each half, and the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    halves: [u64; 2],
    row: u32,
}

/// The form of the keys of a sweep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    width: usize,
    run_bits: u32,
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
        let mut numbers = [0; 1 << REGION_BITS];
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

impl Form {
    /// Returns the form for `runs` runs in `width` columns; `None` if they do not fit.
    pub(crate) fn new(width: usize, runs: usize) -> Option<Self> {
        let run_bits = runs.next_power_of_two().trailing_zeros();
        let fits = width <= MAX_WIDTH && width.div_ceil(2) as u32 * (run_bits + REGION_BITS) <= 64;
        fits.then_some(Form { width, run_bits })
    }

    pub(crate) fn key(&self, state: &State) -> Key {
        let field = |run: Run, region: Region| u64::from(run) << REGION_BITS | u64::from(region);
        let bits = self.run_bits + REGION_BITS;
        let columns = |columns: std::ops::Range<usize>| {
            columns.fold(0, |half, c| half << bits | field(state.down[c], state.regions[c]))
        };
        let middle = self.width / 2;
        let [left, right] = state.inner;
        let row = field(state.across.0, left) << bits | field(state.across.1, right);
        Key { halves: [columns(0..middle), columns(middle..self.width)], row: row as u32 }
    }

    pub(crate) fn state(&self, key: Key) -> State {
        let bits = self.run_bits + REGION_BITS;
        let split = |field: u64| {
            let field = field & ((1 << bits) - 1);
            ((field >> REGION_BITS) as Run, (field & ((1 << REGION_BITS) - 1)) as Region)
        };
        let mut state = State::START;
        let middle = self.width / 2;
        for (columns, mut half) in [(0..middle, key.halves[0]), (middle..self.width, key.halves[1])] {
            for c in columns.rev() {
                (state.down[c], state.regions[c]) = split(half);
                half >>= bits;
            }
        }
        let row = u64::from(key.row);
        ((state.across.0, state.inner[0]), (state.across.1, state.inner[1])) = (split(row >> bits), split(row));
        state
    }
}
