//! Finds the words of a grid as a solver sees them: clue numbers, directions, checked letters.
//!
//! It serves code that describes a grid: statistics, house rules, pictures, other file formats. It judges nothing. The validator and the
//! engines find words with separate code, and share only the names of the two directions with it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shape::{Shape, Square};

/// The two directions of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Along a row.
    Across,
    /// Along a column.
    Down,
}

/// A run of two or more white squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// The clue number.
    pub number: usize,
    /// The direction of the word.
    pub direction: Direction,
    /// The row of the first square, from 0.
    pub row: usize,
    /// The column of the first square, from 0.
    pub column: usize,
    /// Number of letters.
    pub length: usize,
    /// The checked letters, which are in a word the other way too: bit `i` for letter `i`.
    pub checked: u64,
}

/// The words of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// The words in the order of their numbers, across before down.
    pub words: Vec<Word>,
    /// The clue number in each square, row by row; 0 if there is none.
    numbers: Vec<usize>,
    width: usize,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Across => "across",
            Direction::Down => "down",
        })
    }
}

impl Direction {
    /// Returns the other direction.
    #[must_use]
    pub const fn other(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }

    /// Returns the square that is `steps` after another in this direction. It may lie outside the grid.
    pub const fn after(self, (row, column): Square, steps: usize) -> Square {
        match self {
            Direction::Across => (row, column + steps),
            Direction::Down => (row + steps, column),
        }
    }

    /// Returns `length` squares in this direction, from the first.
    pub fn squares(self, first: Square, length: usize) -> impl Iterator<Item = Square> + use<> {
        (0..length).map(move |i| self.after(first, i))
    }

    /// Returns the name of the direction in the name of a word, as in `17-Across`.
    pub const fn title(self) -> &'static str {
        match self {
            Direction::Across => "Across",
            Direction::Down => "Down",
        }
    }
}

impl Word {
    /// Returns the square (row and column, from 0) of each letter.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Word { direction, row, column, length, .. } = *self;
        direction.squares((row, column), length)
    }

    /// Returns `true` if letter `i` is checked.
    pub fn is_checked(&self, i: usize) -> bool {
        self.checked >> i & 1 == 1
    }

    /// Returns the number of checked letters.
    pub fn checked_letters(&self) -> usize {
        self.checked.count_ones() as usize
    }

    /// Returns the lengths of the runs of unchecked letters, from the start.
    pub fn unchecked_runs(&self) -> Vec<usize> {
        let letters: Vec<bool> = (0..self.length).map(|i| self.is_checked(i)).collect();
        letters.split(|&checked| checked).map(<[bool]>::len).filter(|&run| run > 0).collect()
    }
}

impl Words {
    /// Finds the words of a grid. They are numbered as in a newspaper: row by row, every square in which a word starts.
    pub fn of<'a>(shape: impl Into<Shape<'a>>) -> Self {
        let shape = shape.into();
        let Shape { grid, voids: _ } = shape;
        let (height, width) = (grid.height(), grid.width());
        // `continues` is `true` if a word continues to the next square. `is_continued` is `true` if one continues from the previous square.
        let continues = |square: Square, direction: Direction| {
            let (r, c) = direction.after(square, 1);
            let is_bar = match direction {
                Direction::Across => grid.bars().is_right(square),
                Direction::Down => grid.bars().is_below(square),
            };
            let is_white = |(r, c): Square| grid.is_white(r, c);
            r < height && c < width && is_white(square) && is_white((r, c)) && !is_bar
        };
        let is_continued = |(r, c): Square, direction: Direction| match direction {
            Direction::Across => c > 0 && continues((r, c - 1), direction),
            Direction::Down => r > 0 && continues((r - 1, c), direction),
        };
        let mut words = Words { words: Vec::new(), numbers: vec![0; height * width], width };
        let mut number = 0;
        for first in shape.places() {
            let (row, column) = first;
            for (direction, other) in [(Direction::Across, Direction::Down), (Direction::Down, Direction::Across)] {
                if !continues(first, direction) || is_continued(first, direction) {
                    continue;
                }
                let here = &mut words.numbers[row * width + column];
                if *here == 0 {
                    number += 1;
                    *here = number;
                }
                let mut word = Word { number, direction, row, column, length: 1, checked: 0 };
                let mut last = first;
                while continues(last, direction) {
                    last = direction.after(last, 1);
                    word.length += 1;
                }
                for (i, square) in word.squares().enumerate() {
                    word.checked |= u64::from(continues(square, other) || is_continued(square, other)) << i;
                }
                words.words.push(word);
            }
        }
        words
    }

    /// Returns the word that starts in a square (row and column, from 0) in a direction.
    pub fn at(&self, direction: Direction, first: Square) -> Option<Word> {
        self.words.iter().find(|word| word.direction == direction && (word.row, word.column) == first).copied()
    }

    /// Returns the clue number in a square.
    pub fn number(&self, row: usize, column: usize) -> Option<usize> {
        Some(self.numbers[row * self.width + column]).filter(|&number| number > 0)
    }
}

/// Writes the solver's name of the word: `17-Across`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.number, self.direction.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    #[test]
    fn words_are_numbered_as_in_a_newspaper() {
        let grid: Grid = "...#.\n.#...\n.....\n...#.\n.#...".parse().expect("a grid");
        let words = Words::of(&grid);
        let named: Vec<String> = words.words.iter().map(|word| format!("{word} {}", word.length)).collect();
        let expected = [
            "1-Across 3",
            "1-Down 5",
            "2-Down 5",
            "3-Down 5",
            "4-Across 3",
            "5-Down 2",
            "6-Across 5",
            "7-Down 2",
            "8-Across 3",
            "9-Across 3",
        ];
        assert_eq!(named, expected);
        assert_eq!((words.number(0, 0), words.number(0, 1), words.number(0, 4)), (Some(1), None, Some(3)));
    }

    #[test]
    fn checked_letters_and_runs() {
        let grid: Grid = ".....\n.##.#\n.....".parse().expect("a grid");
        let words = Words::of(&grid).words;
        assert_eq!(
            words.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["1-Across", "1-Down", "2-Down", "3-Across"]
        );
        assert_eq!((words[0].checked, words[0].checked_letters()), (0b01001, 2));
        assert_eq!(words[0].unchecked_runs(), [2, 1]);
        assert_eq!(words[1].unchecked_runs(), [1]);
    }

    #[test]
    fn words_end_at_bars() {
        let grid: Grid = "br..\n.##.\n....".parse().expect("a grid");
        let words = Words::of(&grid).words;
        let named: Vec<String> = words.iter().map(|word| format!("{word} {}", word.length)).collect();
        assert_eq!(named, ["1-Across 2", "2-Across 2", "3-Down 3", "4-Down 2", "5-Across 4"]);
        assert_eq!((words[0].checked, words[4].checked), (0b00, 0b1001));
    }
}
