//! Represents bars: edges between two white squares at which words end.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Transform;
use crate::size::Size;

/// A row and a column, from 0.
pub type Square = (usize, usize);

/// The two squares beside an edge, in order.
pub type Edge = (Square, Square);

/// Returns the edges between neighbours: row by row, for each square the edge at its right and then the one below it.
pub fn edges_of(size: Size) -> impl Iterator<Item = Edge> {
    let after = |(r, c)| [((r, c), (r, c + 1)), ((r, c), (r + 1, c))];
    size.positions().flat_map(after).filter(move |&(_, (r, c))| r < size.rows() && c < size.columns())
}

/// Bars between squares, at which words end.
///
/// Invariant: neither list ends with a row without bars, so that equal bars have equal fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "Lists", from = "Lists")]
pub struct Bars {
    /// Bit `c` of `right[r]` is set if square (`r`, `c`) has a bar at its right.
    right: Vec<u64>,
    /// Bit `c` of `below[r]` is set if square (`r`, `c`) has a bar below it.
    below: Vec<u64>,
}

/// The form of bars as data: the squares with a bar at their right, and those with a bar below.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    right: BTreeSet<Square>,
    below: BTreeSet<Square>,
}

impl Bars {
    /// Creates bars from rows of bits: bit `c` of `right[r]` is set if square (`r`, `c`) has a bar at its right, and of `below[r]` if it has one
    /// below.
    pub fn from_rows(right: &[u64], below: &[u64]) -> Self {
        Bars { right: trimmed(right.to_vec()), below: trimmed(below.to_vec()) }
    }

    /// Returns the number of bars.
    pub fn len(&self) -> usize {
        self.right.iter().chain(&self.below).map(|row| row.count_ones() as usize).sum()
    }

    /// Returns `true` if there is no bar.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.right.is_empty() && self.below.is_empty()
    }

    /// Returns the bars at the right of the squares of row `r`, a bit for each column.
    #[inline]
    pub fn right(&self, r: usize) -> u64 {
        self.right.get(r).copied().unwrap_or(0)
    }

    /// Returns the bars below the squares of row `r`, a bit for each column.
    #[inline]
    pub fn below(&self, r: usize) -> u64 {
        self.below.get(r).copied().unwrap_or(0)
    }

    /// Returns `true` if a square has a bar at its right.
    #[inline]
    pub fn is_right(&self, (r, c): Square) -> bool {
        self.right(r) >> c & 1 == 1
    }

    /// Returns `true` if a square has a bar below it.
    #[inline]
    pub fn is_below(&self, (r, c): Square) -> bool {
        self.below(r) >> c & 1 == 1
    }

    /// Places or removes the bar at the right of a square.
    pub fn set_right(&mut self, square: Square, is_bar: bool) {
        set(&mut self.right, square, is_bar);
    }

    /// Places or removes the bar below a square.
    pub fn set_below(&mut self, square: Square, is_bar: bool) {
        set(&mut self.below, square, is_bar);
    }

    /// Returns `true` for the right side of a square and for its lower side if it has a bar.
    #[inline]
    pub fn after(&self, square: Square) -> [bool; 2] {
        [self.is_right(square), self.is_below(square)]
    }

    /// Places or removes the bars that [`after`](Bars::after) returns.
    pub fn set_after(&mut self, square: Square, [is_right, is_below]: [bool; 2]) {
        self.set_right(square, is_right);
        self.set_below(square, is_below);
    }

    /// Places or removes the bar between two adjacent squares, given in any order.
    pub fn set_between(&mut self, one: Square, other: Square, is_bar: bool) {
        let first = one.min(other);
        if one.0 == other.0 { self.set_right(first, is_bar) } else { self.set_below(first, is_bar) }
    }

    /// Returns `true` if there is a bar between two adjacent squares, given in any order.
    pub fn between(&self, one: Square, other: Square) -> bool {
        let first = one.min(other);
        if one.0 == other.0 { self.is_right(first) } else { self.is_below(first) }
    }

    /// Returns the two squares beside each bar, row by row.
    pub fn sides(&self) -> impl Iterator<Item = (Square, Square)> {
        let rows = 0..self.right.len().max(self.below.len());
        rows.flat_map(move |r| {
            let columns = (0..64).filter(move |c| (self.right(r) | self.below(r)) >> c & 1 == 1);
            columns.flat_map(move |c| {
                let right = self.is_right((r, c)).then_some(((r, c), (r, c + 1)));
                right.into_iter().chain(self.is_below((r, c)).then_some(((r, c), (r + 1, c))))
            })
        })
    }

    /// Returns the square before the first bar, row by row.
    pub fn first(&self) -> Option<Square> {
        self.sides().next().map(|(first, _)| first)
    }

    /// Returns `true` for each side of a square that has a bar: top, right, bottom, left.
    pub fn around(&self, (r, c): Square) -> [bool; 4] {
        let above = r > 0 && self.is_below((r - 1, c));
        let before = c > 0 && self.is_right((r, c - 1));
        [above, self.is_right((r, c)), self.is_below((r, c)), before]
    }

    /// Keeps the bars between two squares that satisfy `is_kept`.
    pub fn retain(&mut self, is_kept: impl Fn(Square, Square) -> bool) {
        let gone: Vec<_> = self.sides().filter(|&(one, other)| !is_kept(one, other)).collect();
        for (one, other) in gone {
            self.set_between(one, other, false);
        }
    }

    /// Returns the image of the bars of a grid of `height` × `width` under `transform`.
    #[must_use]
    pub fn transformed(&self, height: usize, width: usize, transform: Transform) -> Self {
        let image = |square| transform.square(height, width, square);
        self.sides().map(|(one, other)| (image(one), image(other))).collect()
    }
}

/// Collects pairs of adjacent squares, each in any order.
impl FromIterator<(Square, Square)> for Bars {
    fn from_iter<I: IntoIterator<Item = (Square, Square)>>(pairs: I) -> Self {
        let mut bars = Bars::default();
        for (one, other) in pairs {
            bars.set_between(one, other, true);
        }
        bars
    }
}

impl From<Bars> for Lists {
    fn from(bars: Bars) -> Self {
        let is_right = |&((r, _), (other, _)): &(Square, Square)| r == other;
        let (right, below): (Vec<_>, Vec<_>) = bars.sides().partition(is_right);
        let firsts = |pairs: Vec<(Square, Square)>| pairs.into_iter().map(|(first, _)| first).collect();
        Lists { right: firsts(right), below: firsts(below) }
    }
}

impl From<Lists> for Bars {
    fn from(lists: Lists) -> Self {
        let right = lists.right.into_iter().map(|(r, c)| ((r, c), (r, c + 1)));
        right.chain(lists.below.into_iter().map(|(r, c)| ((r, c), (r + 1, c)))).collect()
    }
}

fn set(rows: &mut Vec<u64>, (r, c): Square, is_bar: bool) {
    if is_bar {
        rows.resize(rows.len().max(r + 1), 0);
        rows[r] |= 1 << c;
    } else if let Some(row) = rows.get_mut(r) {
        *row &= !(1 << c);
        *rows = trimmed(std::mem::take(rows));
    }
}

/// Removes rows without bars from the end.
fn trimmed(mut rows: Vec<u64>) -> Vec<u64> {
    rows.truncate(rows.iter().rposition(|&row| row != 0).map_or(0, |last| last + 1));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bars_have_equal_fields() {
        let mut bars = Bars::default();
        bars.set_below((3, 2), true);
        bars.set_right((0, 1), true);
        assert_eq!((bars.len(), bars.around((4, 2))), (2, [true, false, false, false]));
        assert_eq!(bars.sides().collect::<Vec<_>>(), [((0, 1), (0, 2)), ((3, 2), (4, 2))]);
        bars.set_below((3, 2), false);
        assert_eq!(bars, Bars::from_rows(&[0b10, 0], &[0, 0, 0]));
        assert!(bars.between((0, 2), (0, 1)) && !bars.between((0, 1), (1, 1)));
        bars.retain(|_, _| false);
        assert_eq!(bars, Bars::default());
    }

    #[test]
    fn bars_move_with_their_squares() {
        let bar = |one, other| Bars::from_iter([(one, other)]);
        let corner = bar((0, 0), (0, 1));
        for (transform, one, other) in [
            (Transform::Rot90, (0, 3), (1, 3)),
            (Transform::Rot180, (3, 2), (3, 3)),
            (Transform::MirrorLeftRight, (0, 2), (0, 3)),
            (Transform::MainDiagonal, (0, 0), (1, 0)),
        ] {
            assert_eq!(corner.transformed(4, 4, transform), bar(one, other));
        }
        assert_eq!(corner.transformed(2, 3, Transform::Rot90), bar((0, 1), (1, 1)));
    }

    #[test]
    fn bars_are_written_as_lists_of_squares() {
        let bars = Bars::from_iter([((0, 1), (0, 2)), ((1, 0), (2, 0))]);
        let json = r#"{"right":[[0,1]],"below":[[1,0]]}"#;
        assert_eq!(serde_json::to_string(&bars).expect("data"), json);
        assert_eq!(serde_json::from_str::<Bars>(json).expect("bars"), bars);
    }
}
