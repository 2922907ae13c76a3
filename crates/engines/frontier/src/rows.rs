//! Lists the possible rows and tests the across rule.
//!
//! The legality of the across words of a row depends only on two things: its colours, and the set of its squares that have a white
//! neighbour above or below. The rule is therefore computed once for each row, as the set of the legal masks.

use super::starts::{CHECKED, Starts, UNCHECKED};

/// The colours of a row: bit c is set where column c is white.
pub(crate) type Row = u32;

/// The states that share the colours of a row and a set of its squares below a white square: the white ones, and the black ones for which it
/// matters ([`TrackedMeasures::blacks_that_ask`](super::tracked::TrackedMeasures::blacks_that_ask)).
pub(crate) type RowPair = (Row, Row);

/// Returns the white columns of a row, from the left.
pub(crate) fn columns(row: Row) -> impl Iterator<Item = usize> {
    (0..Row::BITS as usize).filter(move |&c| row >> c & 1 == 1)
}

/// Returns the runs of white squares in a row, each as its first column and the first column after it.
pub(crate) fn runs(row: Row) -> impl Iterator<Item = (usize, usize)> {
    let mut rest = row;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let start = rest.trailing_zeros();
            let end = start + (rest >> start).trailing_ones();
            rest = rest >> end << end;
            (start as usize, end as usize)
        })
    })
}

/// Returns the row read from the right.
pub(crate) fn reversed(row: Row, size: usize) -> Row {
    row.reverse_bits() >> (Row::BITS as usize - size)
}

/// Returns the white squares that have a white neighbour in their row.
pub(crate) fn neighboured(row: Row) -> Row {
    row & (row << 1 | row >> 1)
}

/// The across rule, by row.
pub(crate) struct Across {
    /// Indexed by row: the masks of checked squares with which the row is legal, a bit each; empty if no mask is legal.
    legal: Vec<Box<[u64]>>,
    /// Number of squares in a row.
    size: usize,
}

impl Across {
    /// Computes the rule for rows of `size` squares.
    pub(crate) fn new(starts: &Starts, size: usize) -> Self {
        let legal = (0..=full(size)).map(|row| masks(starts, row, size)).collect();
        Across { legal, size }
    }

    /// Returns `true` if the row's across words are legal when exactly its squares in `checked` have a white vertical neighbour.
    #[inline]
    pub(crate) fn is_legal(&self, row: Row, checked: Row) -> bool {
        let checked = checked as usize;
        self.legal[row as usize].get(checked / 64).is_some_and(|word| word >> (checked % 64) & 1 == 1)
    }

    /// Returns the rows that are legal with some mask.
    pub(crate) fn possible(&self) -> impl Iterator<Item = Row> {
        (0..=full(self.size)).filter(|&row| !self.legal[row as usize].is_empty())
    }
}

/// Returns the row of `size` white squares.
pub(crate) fn full(size: usize) -> Row {
    Row::MAX >> (Row::BITS as usize - size)
}

/// Returns the masks of checked squares that make every across word of `row` legal, as a set of bits.
fn masks(starts: &Starts, row: Row, size: usize) -> Box<[u64]> {
    let mut masks: Vec<Row> = vec![0];
    for (start, end) in runs(row) {
        // The masks of the run so far, each with the number of its start.
        let mut grown = Vec::new();
        for letter in [UNCHECKED, CHECKED] {
            grown.extend(starts.first(start, letter).map(|number| (bit(start, letter), number)));
        }
        for c in start + 1..end {
            let longer = |&(mask, number): &(Row, _)| {
                [UNCHECKED, CHECKED].map(|letter| Some((mask | bit(c, letter), starts.next(c - 1, number, letter)?)))
            };
            grown = grown.iter().flat_map(longer).flatten().collect();
        }
        grown.retain(|&(_, number)| starts.whole(end - 1, number));
        masks = masks.iter().flat_map(|mask| grown.iter().map(move |(run, _)| mask | run)).collect();
    }
    if masks.is_empty() {
        return Box::default();
    }
    let mut set = vec![0u64; (1usize << size).div_ceil(64)];
    for mask in masks {
        set[mask as usize / 64] |= 1 << (mask % 64);
    }
    set.into()
}

fn bit(c: usize, letter: usize) -> Row {
    Row::from(letter == CHECKED) << c
}

/// A row and the squares around it: bit c is set if column c is white.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowInPlace {
    pub row: Row,
    /// The squares of the row. An even number of rows has no middle row, and none is set.
    pub squares: Row,
    /// The rows above and below it.
    pub above: Row,
    pub below: Row,
    /// `true` if it is the first row, which has none above.
    pub is_first: bool,
    /// `true` if it is the middle row, the only row without an image.
    pub is_middle: bool,
}

/// The columns whose starts become words, in a board of `size` columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DownWords {
    /// The columns whose start ends: it is a word, and so is its image.
    pub ended: Row,
    /// The columns whose start is joined, at the middle, to the start of the column's image.
    pub joined: Row,
    /// Number of squares between the two starts: 1 if there is a middle row.
    pub between: usize,
    /// Number of columns.
    pub size: usize,
}
