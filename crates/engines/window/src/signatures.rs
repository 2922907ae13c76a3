//! The signatures of a quadrant: its fillings between a middle column and a middle row, as far as the other quadrant sees
//! them.
//!
//! A signature has a symbol for each white square of the two arms, and a [`Tail`]. Its key holds the symbols, five bits each:
//! those of the middle row above those of the middle column, in both the first square lowest. The lowest bits are the number of
//! the tail. Nearly all keys fit in 64 bits.

use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, Shl, Shr};

use foldhash::fast::FixedState;

use super::arm::{Arm, elements};
use super::region::RunPartition;
use super::states::{OPEN, StateList};
use super::tables::{BITS, SYMBOLS};
use super::weight::QuadrantWeight;
use super::weighted::{Weighted, merge_equal};
use gridcheck_engine::{EngineError, Run};

/// The part of a signature beside its symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tail {
    pub regions: RunPartition,
    /// The lines that have their white square.
    pub touched: u32,
}

/// An unsigned number that can be the key of a signature.
pub(crate) trait Key:
    Copy
    + Ord
    + From<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Returns the low 64 bits.
    fn low(self) -> u64;

    /// Returns the bits below this one.
    fn below(self, bit: u32) -> Self;
}

impl Key for u64 {
    #[inline]
    fn low(self) -> u64 {
        self
    }

    #[inline]
    fn below(self, bit: u32) -> Self {
        self & !(u64::MAX << bit)
    }
}

impl Key for u128 {
    #[inline]
    fn low(self) -> u64 {
        self as u64
    }

    #[inline]
    fn below(self, bit: u32) -> Self {
        self & !(u128::MAX << bit)
    }
}

/// The position of the symbols in a key, for two arms.
#[derive(Clone, Copy)]
pub(crate) struct Layout<'a> {
    pub middle_column: &'a Arm,
    pub middle_row: &'a Arm,
    /// Number of bits below the symbols.
    pub low: u32,
    /// Number of bits of a key.
    pub bits: u32,
}

impl<'a> Layout<'a> {
    /// Places the symbols of the arms above the numbers of this many tails.
    pub(crate) fn new([middle_column, middle_row]: [&'a Arm; 2], tails: usize) -> Self {
        let low = usize::BITS - tails.saturating_sub(1).leading_zeros();
        let sites = middle_column.white().count_ones() + middle_row.white().count_ones();
        Layout { middle_column, middle_row, low, bits: low + BITS * sites }
    }

    /// Returns `true` if its keys fit in 64 bits, and every shift in a key is shorter than that. In WebAssembly all keys are long, because
    /// the code for short ones would make the page and the package a hundredth larger.
    pub(crate) fn is_short(&self) -> bool {
        !cfg!(target_family = "wasm") && self.bits < u64::BITS
    }

    /// Returns the symbols of the middle row at their place in a key. `bottom` has them in five bits for each column.
    fn of_row<K: Key>(&self, bottom: u64) -> K {
        let mut shift = self.low + BITS * self.middle_column.white().count_ones();
        elements(self.middle_row.white()).fold(K::from(0), |all, column| {
            let symbol = K::from((bottom >> (BITS * column as u32)) % SYMBOLS as u64) << shift;
            shift += BITS;
            all | symbol
        })
    }
}

/// The fillings of a quadrant above a middle row, as lists of states with a common tail.
pub(crate) struct Fillings<'a, W> {
    /// Indexed by set of rows: `true` if these may be rows whose words leave the quadrant.
    may_open: &'a [bool],
    lists: Vec<(&'a StateList<W>, usize)>,
    numbers: HashMap<Tail, usize, FixedState>,
    tails: Vec<Tail>,
}

impl<'a, W: QuadrantWeight> Fillings<'a, W> {
    pub(crate) fn new(may_open: &'a [bool]) -> Self {
        Fillings { may_open, lists: Vec::new(), numbers: HashMap::default(), tails: Vec::new() }
    }

    pub(crate) fn add(&mut self, list: &'a StateList<W>, tail: Tail) {
        let number = *self.numbers.entry(tail).or_insert_with(|| {
            self.tails.push(tail);
            self.tails.len() - 1
        });
        self.lists.push((list, number));
    }

    /// Returns the tails, by number.
    pub(crate) fn tails(&self) -> &[Tail] {
        &self.tails
    }

    /// Returns the signatures, sorted by key.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn signatures<K: Key>(
        &self,
        layout: &Layout<'_>,
        run: &Run,
    ) -> Result<Vec<Weighted<K, W>>, EngineError> {
        // The symbols of the middle row are the highest part of a key. So the runs are sorted by them, then the states of equal runs.
        let runs = self.lists.iter().flat_map(|&(list, number)| {
            list.runs().map(move |(bottom, states)| (layout.of_row::<K>(bottom), number as u64, states))
        });
        let mut runs: Vec<_> = runs.collect();
        runs.sort_unstable_by_key(|&(row, ..)| row);
        run.check()?;
        let mut signatures = Vec::new();
        for runs in runs.chunk_by(|(one, ..), (other, ..)| one == other) {
            let begin = signatures.len();
            for &(row, number, states) in runs {
                let open = states.iter().filter(|state| self.may_open[(state.key >> OPEN) as usize]);
                signatures.extend(open.map(|&Weighted { key, weight }| {
                    let of_column = K::from(key & !(u64::MAX << OPEN));
                    Weighted { key: row | of_column << layout.low | K::from(number), weight }
                }));
            }
            signatures[begin..].sort_unstable_by_key(|signature| signature.key);
        }
        merge_equal(&mut signatures)?;
        Ok(signatures)
    }
}
