//! Represents sets of row patterns as bit words, and removes the patterns that columns forbid.
//!
//! Bit i of a set stands for the set's i-th pattern. For every small group of columns and every subset of them, a table holds the patterns
//! that do not violate a prohibition there. The patterns that all columns permit result from a few word-wise ANDs, for any number of
//! patterns.

use super::forbidden::Forbidden;
use super::pattern::{RowPattern, SYMBOLS};

/// Number of columns that one table covers.
const GROUP: usize = 6;

/// The tables of one set of patterns.
pub(crate) struct Filter {
    /// Number of words of a set.
    words: usize,
    groups: usize,
    /// The patterns that survive, at `((symbol * groups + group) << GROUP | columns) * words`; see [`Forbidden`].
    survivors: Vec<u64>,
}

impl Filter {
    /// Computes the tables for patterns of `size` squares.
    pub(crate) fn new(size: usize, patterns: &[RowPattern]) -> Self {
        let words = patterns.len().div_ceil(64);
        let groups = size.div_ceil(GROUP);
        let mut survivors = Vec::with_capacity((SYMBOLS * groups * words) << GROUP);
        let mut has = vec![false; patterns.len()];
        for symbol in 0..SYMBOLS {
            for group in 0..groups {
                for columns in 0..1u32 << GROUP {
                    let columns = columns << (group * GROUP);
                    for (has, pattern) in has.iter_mut().zip(patterns) {
                        *has = pattern.reads()[symbol] & columns == 0;
                    }
                    survivors.extend(set_of(&has));
                }
            }
        }
        Filter { words, groups, survivors }
    }

    /// Writes to `into` every pattern of `set` that breaks no prohibition; returns `false` if there is none.
    pub(crate) fn survivors(&self, set: &[u64], forbidden: &Forbidden, into: &mut Vec<u64>) -> bool {
        let table = |symbol: usize, group: usize| {
            let columns = (forbidden.symbols[symbol] >> (group * GROUP)) as usize & ((1 << GROUP) - 1);
            let at = ((symbol * self.groups + group) << GROUP | columns) * self.words;
            &self.survivors[at..at + self.words]
        };
        let tables = |group| table(0, group).iter().zip(table(1, group)).zip(table(2, group));
        into.clear();
        into.extend(set.iter().zip(tables(0)).map(|(set, ((black, alone), crossed))| set & black & alone & crossed));
        for group in 1..self.groups {
            for (set, ((black, alone), crossed)) in into.iter_mut().zip(tables(group)) {
                *set &= black & alone & crossed;
            }
        }
        into.iter().fold(0, |any, word| any | word) != 0
    }
}

/// Returns the words of the set that has bit i if `has[i]`.
pub(crate) fn set_of(has: &[bool]) -> impl Iterator<Item = u64> {
    has.chunks(64).map(|chunk| chunk.iter().rev().fold(0, |word, &has| word << 1 | u64::from(has)))
}

/// Returns the numbers of a set's members, in order.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let next = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
            next
        })
    })
}
