//! The words of a grid as a solver knows them: 1-Across, 1-Down, 2-Down ...
//!
//! Squares are numbered row by row from the top left; a square has a number exactly when a word begins at it, in either
//! direction. A run of one square is no word.

use crate::grid::Grid;

/// A word's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along a row.
    Across,
    /// Along a column.
    Down,
}

/// A word with its clue number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Light {
    /// The clue number, from 1.
    pub number: usize,
    /// The way it runs.
    pub direction: Direction,
    /// The row of its first square, from 0.
    pub row: usize,
    /// The column of its first square, from 0.
    pub column: usize,
    /// The number of its squares, at least 2.
    pub length: usize,
}

/// Every word of a grid, in order of number, across before down where two have the same.
pub fn lights(grid: &Grid) -> Vec<Light> {
    let mut lights = Vec::new();
    let mut number = 0;
    for row in 0..grid.height() {
        for column in (0..grid.width()).filter(|&column| grid.is_white(row, column)) {
            let lengths = [
                (Direction::Across, column == 0 || !grid.is_white(row, column - 1), across(grid, row, column)),
                (Direction::Down, row == 0 || !grid.is_white(row - 1, column), down(grid, row, column)),
            ];
            let begins = lengths.iter().filter(|&&(_, first, length)| first && length >= 2);
            if begins.clone().next().is_some() {
                number += 1;
            }
            lights.extend(begins.map(|&(direction, _, length)| Light { number, direction, row, column, length }));
        }
    }
    lights
}

/// The number of white squares from (`row`, `column`) on to the right.
fn across(grid: &Grid, row: usize, column: usize) -> usize {
    (column..grid.width()).take_while(|&c| grid.is_white(row, c)).count()
}

/// The number of white squares from (`row`, `column`) on downwards.
fn down(grid: &Grid, row: usize, column: usize) -> usize {
    (row..grid.height()).take_while(|&r| grid.is_white(r, column)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> String {
        let grid = text.parse().unwrap();
        let name = |light: &Light| {
            let way = if light.direction == Direction::Across { 'A' } else { 'D' };
            format!("{}{way}{}", light.number, light.length)
        };
        lights(&grid).iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_are_numbered_as_solvers_know_them() {
        assert_eq!(named("...../.#.#./...../.#.#./....."), "1A5 1D5 2D5 3D5 4A5 5A5");
        assert_eq!(named("..#/.../#.."), "1A2 1D2 2D3 3A3 4D2 5A2");
    }

    #[test]
    fn a_square_alone_has_no_number() {
        assert_eq!(named(".#./#.#/.#."), "");
        assert_eq!(named(".../#.#/###"), "1A3 2D2");
    }
}
