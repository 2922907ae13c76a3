//! Finds the runs and the regions of a grid with bars or voids.
//!
//! Invariant: every white square is in exactly one run across and one down. In `in_word` it is `true` where that run is a word.

use super::place::{Direction, Pattern, Square, Word};
use gridcheck_layout::shape::Shape;

/// A shape with its runs.
pub(super) struct ShapeRuns<'a> {
    pub shape: Shape<'a>,
    /// The runs across and the runs down, including runs of one square, each line by line.
    runs: [Vec<Word>; 2],
    /// For each direction: `true` for each square that is in a word of that direction.
    in_word: [Vec<bool>; 2],
}

impl<'a> ShapeRuns<'a> {
    pub fn of(shape: Shape<'a>) -> Self {
        let none = || vec![false; shape.height() * shape.width()];
        let mut seen = ShapeRuns { shape, runs: [Vec::new(), Vec::new()], in_word: [none(), none()] };
        for direction in [Direction::Across, Direction::Down] {
            let (lines, places) = match direction {
                Direction::Across => (shape.height(), shape.width()),
                Direction::Down => (shape.width(), shape.height()),
            };
            for line in 0..lines {
                let mut place = 0;
                while place < places {
                    let first = Square::on(direction, line, place);
                    let length = 1
                        + (place..places)
                            .take_while(|&place| seen.continues(Square::on(direction, line, place), direction))
                            .count();
                    place += length;
                    if seen.is_white(first) {
                        seen.take(Word { direction, first, length });
                    }
                }
            }
        }
        seen
    }

    fn take(&mut self, run: Word) {
        self.runs[run.direction as usize].push(run);
        for square in (0..run.length).map(|i| run.square(i)) {
            let at = self.at(square);
            self.in_word[run.direction as usize][at] = run.length > 1;
        }
    }

    /// Returns the runs of one direction, line by line.
    pub fn runs(&self, direction: Direction) -> &[Word] {
        &self.runs[direction as usize]
    }

    /// Returns `true` if a white square is in a word of that direction.
    pub fn is_in_word(&self, square: Square, direction: Direction) -> bool {
        self.in_word[direction as usize][self.at(square)]
    }

    /// Returns the checking pattern of a word.
    pub fn pattern(&self, word: Word) -> Pattern {
        let other = match word.direction {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        };
        let checked = (0..word.length).filter(|&i| self.is_in_word(word.square(i), other));
        Pattern::new(word.length, checked.fold(0, |checked, i| checked | 1 << i))
    }

    /// Returns the white squares, row by row.
    pub fn whites(&self) -> impl Iterator<Item = Square> {
        let places = self.shape.places().map(|(row, column)| Square { row, column });
        places.filter(|&square| self.is_white(square))
    }

    /// Returns the regions of white squares, separated by bars too: the first square and the size of each, in the order of the first
    /// squares.
    pub fn regions(&self) -> Vec<(Square, usize)> {
        let mut reached = vec![false; self.shape.height() * self.shape.width()];
        let mut regions = Vec::new();
        for first in self.whites() {
            let mut size = 0;
            let mut waiting = vec![first];
            while let Some(square) = waiting.pop() {
                let at = self.at(square);
                if !std::mem::replace(&mut reached[at], true) {
                    size += 1;
                    waiting.extend(self.neighbours(square));
                }
            }
            if size > 0 {
                regions.push((first, size));
            }
        }
        regions
    }

    /// Returns the white neighbours of a white square that no bar separates from it.
    fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> {
        let Square { row, column } = square;
        let before = [
            (row.checked_sub(1).map(|row| Square { row, column }), Direction::Down),
            (column.checked_sub(1).map(|column| Square { row, column }), Direction::Across),
        ];
        let before = before.into_iter().filter_map(|(square, direction)| Some((square?, direction)));
        let before = before.filter(|&(square, direction)| self.continues(square, direction)).map(|(square, _)| square);
        let after = [Direction::Across, Direction::Down].into_iter();
        let after = after.filter(move |&direction| self.continues(square, direction));
        before.chain(after.map(move |direction| next(square, direction)))
    }

    /// Returns `true` if a run continues after a square: it and the next one are white, and no bar separates them.
    fn continues(&self, square: Square, direction: Direction) -> bool {
        let Square { row, column } = square;
        let bars = match direction {
            Direction::Across => &self.shape.bars.right,
            Direction::Down => &self.shape.bars.below,
        };
        self.is_white(square) && self.is_white(next(square, direction)) && !bars.contains(&(row, column))
    }

    /// Returns `true` if the square lies in the grid and is white.
    fn is_white(&self, Square { row, column }: Square) -> bool {
        row < self.shape.height() && column < self.shape.width() && self.shape.grid.is_white(row, column)
    }

    fn at(&self, Square { row, column }: Square) -> usize {
        row * self.shape.width() + column
    }
}

/// Returns the next square in a direction, which may lie outside the grid.
const fn next(Square { row, column }: Square, direction: Direction) -> Square {
    match direction {
        Direction::Across => Square { row, column: column + 1 },
        Direction::Down => Square { row: row + 1, column },
    }
}
