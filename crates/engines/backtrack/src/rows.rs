//! Lists the possible rows, and tests if a row is legal between its neighbours.
//!
//! A *pattern* is a row whose across runs all have legal lengths. The checking of a row's across words depends on the row itself and on its
//! squares that have a white neighbour above or below.

use super::filter::Filter;
use super::pattern::RowPattern;
use super::words::WordPatterns;

/// The given squares of a row, and its minimum number of white squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowGivens {
    /// Squares given white.
    pub white: u32,
    /// Squares given black.
    pub black: u32,
    /// Minimum number of white squares.
    pub least: u32,
}

/// All patterns, and the sets of them that the levels of the search may use.
pub(crate) struct RowPatterns {
    width: usize,
    all: Vec<RowPattern>,
    /// The words of each pattern, as (first square, length).
    words: Vec<Vec<(u8, u8)>>,
    /// For each set, indices into `all`, increasing. The last set is used by the edge only.
    sets: Vec<Vec<u32>>,
    filters: Vec<Filter>,
}

impl RowGivens {
    /// Returns the lengths of the runs that may begin at square `at`, after a black one; 0 stands for a black square.
    fn runs_from(self, at: usize, width: usize, words: &WordPatterns) -> impl Iterator<Item = usize> {
        let given = move |squares: u32, at: usize| at < width && squares >> at & 1 == 1;
        let longest = (at..width).take_while(|&at| !given(self.black, at)).count();
        (0..=longest).filter(move |&length| {
            let legal = match length {
                0 => true,
                1 => words.single_cells,
                _ => words.allow_length(length),
            };
            legal && !given(self.white, at + length)
        })
    }
}

/// Counts the patterns that agree with `givens`, for any number of white squares.
pub(crate) fn number_of_rows(width: usize, words: &WordPatterns, givens: RowGivens) -> u64 {
    // At each place after a black square, the number of ways to continue; beyond the right border there is one.
    let mut ways = vec![1u64; width + 2];
    for at in (0..width).rev() {
        ways[at] = givens.runs_from(at, width, words).map(|length| ways[at + length + 1]).sum();
    }
    ways[0]
}

/// Returns every pattern that agrees with `givens`, in increasing order.
pub(crate) fn legal_rows(width: usize, words: &WordPatterns, givens: RowGivens) -> Vec<u32> {
    // Rows determined up to a black square or the right border, and that position.
    let mut begun = vec![(0u64, 0)];
    let mut found = Vec::new();
    while let Some((row, at)) = begun.pop() {
        if at < width {
            let runs = givens.runs_from(at, width, words);
            begun.extend(runs.map(|length| (row | ((1 << length) - 1) << at, at + length + 1)));
        } else if row.count_ones() >= givens.least {
            found.push(row as u32);
        }
    }
    found.sort_unstable();
    found
}

impl RowPatterns {
    /// Computes one table for several sets of rows of `width` squares, the last of them the edge's.
    pub(crate) fn new(width: usize, sets: &[Vec<u32>]) -> Self {
        let mut rows: Vec<u32> = sets.concat();
        rows.sort_unstable();
        rows.dedup();
        let pattern = |&row: &u32| {
            let reversed = row.reverse_bits() >> (32 - width);
            RowPattern { row, across: row & (row << 1 | row >> 1), fold: row | reversed, reversed }
        };
        let index = |row: &u32| rows.partition_point(|other| other < row) as u32;
        let all: Vec<RowPattern> = rows.iter().map(pattern).collect();
        let sets: Vec<Vec<u32>> = sets.iter().map(|set| set.iter().map(index).collect()).collect();
        let members = |set: &Vec<u32>| set.iter().map(|&index| all[index as usize]).collect::<Vec<_>>();
        let filters = sets.iter().map(|set| Filter::new(width, &members(set))).collect();
        RowPatterns { width, words: rows.iter().map(|&row| words_of(row, width)).collect(), all, sets, filters }
    }

    /// Returns the filter that selects the patterns of a set that the columns permit.
    pub(crate) fn filter(&self, set: usize) -> &Filter {
        &self.filters[set]
    }

    /// Returns the pattern with this index.
    pub(crate) fn get(&self, index: u32) -> &RowPattern {
        &self.all[index as usize]
    }

    /// Returns the number of patterns.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the number of sets.
    pub(crate) fn sets(&self) -> usize {
        self.sets.len()
    }

    /// Returns the number of the edge's set.
    pub(crate) fn edge_set(&self) -> usize {
        self.sets.len() - 1
    }

    /// Returns the number of squares of a row.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the indices of a set's patterns.
    pub(crate) fn set(&self, set: usize) -> &[u32] {
        &self.sets[set]
    }

    /// Returns `true` if a row is legal when the squares in `vertical` have a white neighbour above or below. Its words must be checked as
    /// the rules require, and a word must cross each run of one square.
    pub(crate) fn legal_between(&self, words: &WordPatterns, index: u32, vertical: u32) -> bool {
        let RowPattern { row, across, .. } = *self.get(index);
        row & !across & !vertical == 0
            && self.words[index as usize]
                .iter()
                .all(|&(first, k)| words.allow(k.into(), vertical >> first & (u32::MAX >> (32 - k))))
    }
}

fn words_of(row: u32, width: usize) -> Vec<(u8, u8)> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < width {
        let length = (row >> at).trailing_ones() as usize;
        if length >= 2 {
            words.push((at as u8, length as u8));
        }
        at += length + 1;
    }
    words
}
