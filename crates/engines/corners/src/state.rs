//! The edges through which a corner is left, with what the rest of the grid can see of it.

use std::hash::{Hash, Hasher};

use crate::parts::{NONE, Part};

/// The most rows and columns of a corner together.
pub(crate) const MOST_SITES: usize = 12;

/// The number of a region of squares without a bar between them: 0 behind a bar.
pub(crate) type Region = u8;

/// More than the largest number of a region while a square is added: one at each site, and a fresh one.
const MOST_REGIONS: usize = 16;

/// The parts of words at all sites of a side: the right ends of the rows, or the lower ends of the columns.
pub(crate) type Side = [Part; MOST_SITES];

/// A corner that is filled in part, by its sites: first the rows at their right ends, then the columns at their lower ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    /// The part of a word that leaves at each site.
    pub(crate) parts: [Part; MOST_SITES],
    /// The region that is left at each site.
    pub(crate) regions: [Region; MOST_SITES],
}

impl Hash for State {
    /// Hashes the bytes as words, which is faster than one by one.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for bytes in [&self.parts, &self.regions] {
            let word = |from: usize| bytes[from..from + 4].iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            hasher.write_u64(word(0) << 32 | word(4));
            hasher.write_u64(word(8));
        }
    }
}

impl State {
    /// The state of an empty corner.
    pub(crate) const EMPTY: State = State { parts: [NONE; MOST_SITES], regions: [0; MOST_SITES] };

    /// Returns the parts in the first rows, and none at the other sites.
    pub(crate) fn row_parts(&self, rows: usize) -> Side {
        let mut parts = self.parts;
        parts[rows..].fill(NONE);
        parts
    }

    /// Returns the parts in the columns, and none at the first sites, which are those of the rows.
    pub(crate) fn column_parts(&self, rows: usize) -> Side {
        let mut parts = self.parts;
        parts[..rows].fill(NONE);
        parts
    }

    /// Numbers the regions in the order of their sites.
    pub(crate) fn renumber(&mut self) {
        let mut numbers = [0; MOST_REGIONS];
        let mut next = 1;
        for region in self.regions.iter_mut().filter(|region| **region > 0) {
            let number = &mut numbers[usize::from(*region)];
            if *number == 0 {
                *number = next;
                next += 1;
            }
            *region = *number;
        }
    }

    /// Makes two regions one.
    pub(crate) fn join(&mut self, one: Region, other: Region) {
        self.regions.iter_mut().filter(|region| **region == other).for_each(|region| *region = one);
    }
}

/// Returns the sites at which words leave a side.
pub(crate) fn open_sites(side: &Side) -> Vec<usize> {
    (0..MOST_SITES).filter(|&site| side[site] != NONE).collect()
}
