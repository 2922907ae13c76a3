//! The words of a row or a column: their lengths and the positions of their unchecked letters. The clauses contain only squares.
//!
//! A letter of an across word is unchecked exactly when the squares above and below it are black or off the grid. A clause forbids a window
//! of unchecked letters: it names their squares and the neighbours. One of the neighbours must be white. A run of one square needs no
//! window. A word must cross it, so every clause here and in [`balance`](super::balance) treats it as a checked letter.

use std::collections::BTreeSet;

use super::Cnf;
use super::requirements::WordLimits;
use gridcheck_core::grid::Transform;
use gridcheck_core::rules::Limit;
use gridcheck_core::size::Size;

/// A row or a column with the variables of its squares.
pub(super) struct EncodedLine {
    /// Its squares, in order.
    pub squares: Vec<i32>,
    /// The neighbours of each square across the line: two, or one at an edge, or none in a grid of this line alone.
    pub neighbours: Vec<Vec<i32>>,
    /// `true` for the first and last row and the first and last column.
    pub outer: bool,
    /// The number of lines that the symmetry maps to one another with it.
    pub images: u32,
}

/// Returns the number of rows, or, if `down`, of columns.
fn number_of_lines(size: Size, down: bool) -> usize {
    if down { size.columns() } else { size.rows() }
}

/// Returns the coordinates of the squares of row or column `index`.
fn places(size: Size, down: bool, index: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..number_of_lines(size, !down)).map(move |i| if down { (i, index) } else { (index, i) })
}

/// Returns one line of each orbit of lines under the group.
pub(super) fn representatives(size: Size, group: &[Transform]) -> Vec<EncodedLine> {
    let mut seen: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut lines = Vec::new();
    let indices = |down| (0..number_of_lines(size, down)).map(move |index| (down, index));
    for (down, index) in [false, true].into_iter().flat_map(indices) {
        let line: Vec<_> = places(size, down, index).collect();
        let image = |transform: &Transform| {
            let image = line.iter().map(|&square| transform.square(size.rows(), size.columns(), square));
            let mut image: Vec<_> = image.collect();
            image.sort_unstable();
            image
        };
        let images: BTreeSet<_> = group.iter().map(image).collect();
        if !images.iter().any(|image| seen.contains(image)) {
            lines.push(EncodedLine { images: images.len() as u32, ..EncodedLine::new(size, down, index) });
            seen.push(line);
        }
    }
    lines
}

impl EncodedLine {
    fn new(size: Size, down: bool, index: usize) -> Self {
        let lines = number_of_lines(size, down);
        let variable = |(r, c)| (r * size.columns() + c + 1) as i32;
        let beside = |i: usize| {
            let before = index.checked_sub(1);
            let after = Some(index + 1).filter(|&after| after < lines);
            let at = move |index| variable(if down { (i, index) } else { (index, i) });
            [before, after].into_iter().flatten().map(at).collect()
        };
        let squares: Vec<i32> = places(size, down, index).map(variable).collect();
        let neighbours = (0..squares.len()).map(beside).collect();
        EncodedLine { squares, neighbours, outer: index == 0 || index == lines - 1, images: 1 }
    }

    /// Returns the square before place `i`, or `None` at the edge. If it is white, no run starts at `i`.
    fn before(&self, i: usize) -> Option<i32> {
        i.checked_sub(1).map(|i| self.squares[i])
    }
}

/// Adds clauses: every white square lies in a word, or in two words if runs of one square are forbidden.
pub(super) fn encode_squares(cnf: &mut Cnf, words: &WordLimits) {
    let size = cnf.size;
    for (r, c) in size.positions() {
        let near = |place: Option<(usize, usize)>| place.filter(|&(r, c)| r < size.rows() && c < size.columns());
        let across = [c.checked_sub(1).map(|left| (r, left)), near(Some((r, c + 1)))];
        let down = [r.checked_sub(1).map(|above| (above, c)), near(Some((r + 1, c)))];
        let literals = |places: [Option<(usize, usize)>; 2]| -> Vec<i32> {
            places.into_iter().flatten().map(|(r, c)| cnf.square(r, c)).collect()
        };
        let (across, down, black) = (literals(across), literals(down), [-cnf.square(r, c)]);
        if words.all_checked {
            cnf.clause(&[&black[..], &across].concat());
            cnf.clause(&[&black[..], &down].concat());
        } else {
            cnf.clause(&[&black[..], &across, &down].concat());
        }
    }
}

/// Adds the clauses of one line, except those for the numbers of checked letters and of white squares.
pub(super) fn encode(cnf: &mut Cnf, line: &EncodedLine, words: &WordLimits) {
    let n = line.squares.len();
    // Two white squares after a black one begin a word, which must reach its minimum length.
    for start in 0..n - 1 {
        for missing in start + 2..start + words.shortest {
            let mut clause: Vec<i32> = line.before(start).into_iter().collect();
            clause.extend([-line.squares[start], -line.squares[start + 1]]);
            clause.extend(line.squares.get(missing));
            cnf.clause(&clause);
            if missing >= n {
                break;
            }
        }
    }
    // After the longest allowed word, the next square is black.
    if let Limit::AtMost(most) = words.longest {
        let black = |i: usize| -line.squares[i];
        for start in 0..n.saturating_sub(most) {
            cnf.clause(&(start..=start + most).map(black).collect::<Vec<_>>());
        }
    }
    // Of one more adjacent squares than may be black, one is white.
    if let Limit::AtMost(most) = words.black_run {
        for window in line.squares.windows(most.saturating_add(1)) {
            cnf.clause(window);
        }
    }
    if words.all_checked {
        return;
    }
    // A window of `letters` adjacent letters, all unchecked.
    let unchecked = |start: usize, letters: usize| -> Vec<i32> {
        let one = |i: usize| std::iter::once(-line.squares[i]).chain(line.neighbours[i].iter().copied());
        (start..start + letters).flat_map(one).collect()
    };
    if let Limit::AtMost(most) = words.inside {
        for start in 0..n.saturating_sub(most) {
            cnf.clause(&unchecked(start, most + 1));
        }
    }
    if let Limit::AtMost(most) = words.at_ends {
        for start in 0..n.saturating_sub(most) {
            let letters = unchecked(start, most + 1);
            cnf.clause(&line.before(start).into_iter().chain(letters.iter().copied()).collect::<Vec<_>>());
            cnf.clause(&letters.into_iter().chain(line.squares.get(start + most + 1).copied()).collect::<Vec<_>>());
        }
    }
}
