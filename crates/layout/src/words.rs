//! The words of a grid as a solver knows them: clue numbers, directions, checked letters.
//!
//! For those who describe a grid: statistics, house rules, pictures, other file formats. It judges nothing; the validator and the
//! engines have each their own way to see words, and share with it only the names of the two directions.

use std::fmt;

use serde::Serialize;

use crate::shape::Shape;
use gridcheck_core::grid::Grid;

/// The two ways that words run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
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
    /// The clue's number.
    pub number: usize,
    /// Which way it runs.
    pub direction: Direction,
    /// Row of its first square, from 0.
    pub row: usize,
    /// Column of its first square, from 0.
    pub column: usize,
    /// How many letters it has.
    pub length: usize,
    /// Which of its letters are checked, that is in a word the other way too: bit `i` for letter `i`.
    pub checked: u64,
}

/// The words of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// In the order of their numbers, across before down.
    pub words: Vec<Word>,
    /// The clue number that stands in each square, row by row; 0 where there is none.
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

impl Word {
    /// The square (row and column, from 0) of each letter.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Word { direction, row, column, length, .. } = *self;
        (0..length).map(move |i| match direction {
            Direction::Across => (row, column + i),
            Direction::Down => (row + i, column),
        })
    }

    /// Whether letter `i` is checked.
    pub fn is_checked(&self, i: usize) -> bool {
        self.checked >> i & 1 == 1
    }

    /// How many letters are checked.
    pub fn checked_letters(&self) -> usize {
        self.checked.count_ones() as usize
    }

    /// The lengths of its runs of unchecked letters, from the start.
    pub fn unchecked_runs(&self) -> Vec<usize> {
        let letters: Vec<bool> = (0..self.length).map(|i| self.is_checked(i)).collect();
        letters.split(|&checked| checked).map(<[bool]>::len).filter(|&run| run > 0).collect()
    }
}

impl Words {
    /// The words of a grid, numbered as in a newspaper: row by row, every square in which a word starts.
    pub fn of<'a>(shape: impl Into<Shape<'a>>) -> Self {
        let Shape { grid, bars, voids: _ } = shape.into();
        Words::barred(grid, |square, direction| match direction {
            Direction::Across => bars.right.contains(&square),
            Direction::Down => bars.below.contains(&square),
        })
    }

    /// The same of a grid in which words end at bars too: `bar` says whether there is one behind a square (row and column,
    /// from 0), going in a direction.
    pub fn barred(grid: &Grid, bar: impl Fn((usize, usize), Direction) -> bool) -> Self {
        let (height, width) = (grid.height(), grid.width());
        let white = |r: usize, c: usize| r < height && c < width && grid.is_white(r, c);
        // Whether a word goes on from a square to the next one, and whether one has come from the square before.
        let goes_on = |r: usize, c: usize, direction: Direction| {
            let (r2, c2) = next((r, c), direction);
            white(r, c) && white(r2, c2) && !bar((r, c), direction)
        };
        let comes_from = |r: usize, c: usize, direction: Direction| match direction {
            Direction::Across => c > 0 && goes_on(r, c - 1, direction),
            Direction::Down => r > 0 && goes_on(r - 1, c, direction),
        };
        let mut words = Words { words: Vec::new(), numbers: vec![0; height * width], width };
        let mut number = 0;
        for r in 0..height {
            for c in 0..width {
                let starts = |&direction: &Direction| goes_on(r, c, direction) && !comes_from(r, c, direction);
                for direction in [Direction::Across, Direction::Down].into_iter().filter(starts) {
                    if words.numbers[r * width + c] == 0 {
                        number += 1;
                        words.numbers[r * width + c] = number;
                    }
                    let other = match direction {
                        Direction::Across => Direction::Down,
                        Direction::Down => Direction::Across,
                    };
                    let mut word = Word { number, direction, row: r, column: c, length: 1, checked: 0 };
                    let (mut r2, mut c2) = (r, c);
                    while goes_on(r2, c2, direction) {
                        (r2, c2) = next((r2, c2), direction);
                        word.length += 1;
                    }
                    for (i, (r, c)) in word.squares().enumerate() {
                        word.checked |= u64::from(goes_on(r, c, other) || comes_from(r, c, other)) << i;
                    }
                    words.words.push(word);
                }
            }
        }
        words
    }

    /// The word that runs from a square (row and column, from 0) in a direction.
    pub fn at(&self, direction: Direction, first: (usize, usize)) -> Option<Word> {
        self.words.iter().find(|word| word.direction == direction && (word.row, word.column) == first).copied()
    }

    /// The clue number that stands in a square.
    pub fn number(&self, row: usize, column: usize) -> Option<usize> {
        Some(self.numbers[row * self.width + column]).filter(|&number| number > 0)
    }
}

/// The square behind a square in a direction, which may lie outside the grid.
fn next((r, c): (usize, usize), direction: Direction) -> (usize, usize) {
    match direction {
        Direction::Across => (r, c + 1),
        Direction::Down => (r + 1, c),
    }
}

/// As a solver would say it: `17-Across`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            Direction::Across => "Across",
            Direction::Down => "Down",
        };
        write!(f, "{}-{direction}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let grid: Grid = "....\n.##.\n....".parse().expect("a grid");
        // A bar right of the second square of the first row, and one below the first of all.
        let bar =
            |square, direction| matches!((square, direction), ((0, 1), Direction::Across) | ((0, 0), Direction::Down));
        let words = Words::barred(&grid, bar).words;
        let named: Vec<String> = words.iter().map(|word| format!("{word} {}", word.length)).collect();
        assert_eq!(named, ["1-Across 2", "2-Across 2", "3-Down 3", "4-Down 2", "5-Across 4"]);
        assert_eq!((words[0].checked, words[4].checked), (0b00, 0b1001));
    }
}
