//! The squares of a puzzle file while it is read, in any order.
//!
//! This module implements the rules that all formats share. A grid has 1 to 64 rows and columns. Each square is set exactly once: black,
//! white, open or a void. A bar beside a black square or at the edge has no effect and is ignored. Letters and marks in a black square are
//! ignored too.

use super::draft::Draft;
use super::fault::{Fault, Place};
use super::puzzle::{Feature, Puzzle, Square, capital, name_of, one_line};

/// The end of the message for a rejected bar or void.
const PLAIN_ONLY: &str = "only validate, stats, draw, convert and fill know others";

/// The name of the bars that a puzzle lacks.
const IDLE_BARS: &str = "bars that end no word";

/// A side of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// A bar between two squares of the grid, and the place where the file first names it.
pub(super) struct Bar {
    place: Place,
    beside: [Square; 2],
}

/// Returns the characters of a row of `width` squares on `line`, each with its column, from 0, and its place. `says` names what states the
/// width.
pub(super) fn cells<'a>(
    (line, row): (usize, &'a str),
    width: usize,
    says: &str,
) -> Result<impl Iterator<Item = (usize, char, Place)> + use<'a>, Fault> {
    let indent = row.chars().take_while(|c| c.is_whitespace()).count();
    let found = row.trim().chars().count();
    if found != width {
        let message = format!("a row of {found}, expected {width} as {says}");
        return Err(Fault::at(line, indent + 1 + found.min(width), message));
    }
    let cells = row.trim().chars().enumerate();
    Ok(cells.map(move |(c, cell)| (c, cell, Place::Text { line, column: indent + c + 1 })))
}

impl Draft {
    pub(super) fn width(&self) -> usize {
        self.puzzle.grid.width()
    }

    pub(super) fn height(&self) -> usize {
        self.puzzle.grid.height()
    }

    /// Sets square (`r`, `c`), from 0, to white or black. `place` is its place in the file.
    pub(super) fn tell(&mut self, (r, c): Square, white: bool, place: Place) -> Result<(), Fault> {
        self.take((r, c), place)?;
        self.puzzle.grid.set_white(r, c, white);
        self.givens.fix(r, c, white);
        Ok(())
    }

    /// Sets a square to open. `fault` is its fault for callers that need a finished grid.
    pub(super) fn tell_open(&mut self, square: Square, fault: Fault) -> Result<(), Fault> {
        self.take(square, fault.place)?;
        self.open.get_or_insert(fault);
        Ok(())
    }

    pub(super) fn tell_void(&mut self, (r, c): Square, place: Place) -> Result<(), Fault> {
        self.take((r, c), place)?;
        self.puzzle.voids.insert((r, c));
        self.voided.get_or_insert_with(|| {
            let message = format!("{} is a void: expected a full rectangle, as {PLAIN_ONLY}", name_of((r, c)));
            Fault::new(place, message)
        });
        Ok(())
    }

    /// Returns the square, or an error if it is outside the grid.
    pub(super) fn inside(&self, (r, c): Square, place: Place) -> Result<Square, Fault> {
        let (width, height) = (self.width(), self.height());
        if r >= height || c >= width {
            return Err(Fault::new(place, format!("{} is outside a grid of {height} × {width}", name_of((r, c)))));
        }
        Ok((r, c))
    }

    /// Marks a square as set. Returns an error if it is outside the grid or was set before.
    fn take(&mut self, square: Square, place: Place) -> Result<(), Fault> {
        let (r, c) = self.inside(square, place)?;
        let width = self.width();
        if std::mem::replace(&mut self.is_told[r * width + c], true) {
            return Err(Fault::new(place, format!("{} is stated twice", name_of(square))));
        }
        Ok(())
    }

    /// Sets the solution of a square of the grid. A single letter becomes a capital.
    pub(super) fn set_letter(&mut self, (r, c): Square, letter: &str) {
        let width = self.width();
        let plain = one_line(letter);
        let capital = capital(&plain);
        if plain != capital {
            self.of_squares.insert("which letters are small");
        }
        self.puzzle.letters[r * width + c] = capital;
    }

    pub(super) fn circle(&mut self, square: Square) {
        self.puzzle.circles.insert(square);
    }

    pub(super) fn shade(&mut self, square: Square) {
        self.puzzle.shading.insert(square);
    }

    /// Sets the number, or another text, in the corner of a square of the grid.
    pub(super) fn number(&mut self, square: Square, number: &str) {
        let number = one_line(number);
        if !number.is_empty() {
            self.puzzle.numbers.insert(square, number);
        }
    }

    /// Adds a bar at one side of square (`r`, `c`), which is in the grid.
    pub(super) fn bar(&mut self, (r, c): Square, side: Side, place: Place) {
        let beside = match side {
            Side::Top => (r.wrapping_sub(1), c),
            Side::Right => (r, c + 1),
            Side::Bottom => (r + 1, c),
            Side::Left => (r, c.wrapping_sub(1)),
        };
        if beside.0 >= self.height() || beside.1 >= self.width() {
            self.of_squares.insert(IDLE_BARS);
        } else if self.barred.insert(((r, c), side)) {
            self.bars.push(Bar { place, beside: [(r, c), beside] });
        }
    }

    /// Checks that all squares are set, and removes what stands in black ones. Returns the fault of the first bar, for callers that do not
    /// support bars. `end` is the place of the fault for a square that was never set.
    pub(super) fn finish_squares(&mut self, end: Place) -> Result<Option<Fault>, Fault> {
        if let Some((square, _)) = self.puzzle.squares().zip(&self.is_told).find(|(_, is_told)| !**is_told) {
            return Err(Fault::new(end, format!("{} is missing: expected every square", name_of(square))));
        }
        if self.puzzle.voids.len() == self.is_told.len() {
            return Err(Fault::new(end, "every square is a void: expected one that is not"));
        }
        let barred = self.finish_bars();
        let contents = |puzzle: &Puzzle| {
            let things = [Feature::Letters, Feature::Circles, Feature::Shading, Feature::Numbers];
            things.map(|thing| puzzle.count(thing))
        };
        let all = contents(&self.puzzle);
        self.puzzle.clear_blacks();
        let Puzzle { grid, numbers, .. } = &mut self.puzzle;
        numbers.retain(|&(r, c), _| grid.is_white(r, c));
        if contents(&self.puzzle) != all {
            self.of_squares.insert("letters and marks of black squares");
        }
        Ok(barred)
    }

    /// Adds the bars between white squares to the puzzle, and returns the fault of the first one.
    fn finish_bars(&mut self) -> Option<Fault> {
        let mut barred = None;
        for Bar { place, beside } in &self.bars {
            if !beside.iter().all(|&(r, c)| self.puzzle.grid.is_white(r, c)) {
                self.of_squares.insert(IDLE_BARS);
                continue;
            }
            let [(r, c), (r2, c2)] = *beside;
            let bars = &mut self.puzzle.bars;
            let side = if r == r2 { &mut bars.right } else { &mut bars.below };
            side.insert((r.min(r2), c.min(c2)));
            barred.get_or_insert_with(|| {
                let [one, other] = beside.map(name_of);
                let expected = format!("expected a grid without bars, as {PLAIN_ONLY}");
                Fault::new(*place, format!("a bar between {one} and {other}: {expected}"))
            });
        }
        barred
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::PuzzleFile;
    use super::*;

    fn told(bars: &[(Square, Side)]) -> PuzzleFile {
        let mut squares = Draft::new(2, 2, Place::START).unwrap();
        for (i, white) in [true, true, false, true].into_iter().enumerate() {
            squares.tell((i / 2, i % 2), white, Place::START).unwrap();
        }
        for &(square, side) in bars {
            squares.bar(square, side, Place::Byte(7));
        }
        squares.finish(Place::START).unwrap()
    }

    #[test]
    fn a_bar_counts_where_it_ends_a_word() {
        let outer = [((0, 0), Side::Top), ((0, 0), Side::Left), ((1, 1), Side::Right), ((1, 1), Side::Bottom)];
        for bars in [&outer[..], &[((0, 0), Side::Bottom), ((1, 1), Side::Left)]] {
            let board = told(bars);
            assert_eq!((board.puzzle.grid.one_line().as_str(), board.shaped), ("../#.", None));
            assert!(board.puzzle.bars.is_empty());
        }
        for (square, side, other, right) in [
            ((0, 0), Side::Right, "row 1, column 1 and row 1, column 2", true),
            ((0, 1), Side::Left, "row 1, column 2 and row 1, column 1", true),
            ((0, 1), Side::Bottom, "row 1, column 2 and row 2, column 2", false),
            ((1, 1), Side::Top, "row 2, column 2 and row 1, column 2", false),
        ] {
            let board = told(&[(square, side)]);
            let refused = board.shaped.unwrap().to_string();
            assert!(refused.starts_with(&format!("byte 7: a bar between {other}: ")), "{refused}");
            let found = if right { board.puzzle.bars.right } else { board.puzzle.bars.below };
            assert_eq!(found, [if right { (0, 0) } else { (0, 1) }].into());
        }
    }

    #[test]
    fn every_square_is_set_once() {
        let mut squares = Draft::new(2, 1, Place::START).unwrap();
        assert!(squares.tell((0, 1), true, Place::START).is_ok());
        let twice = squares.tell((0, 1), true, Place::Byte(3)).unwrap_err();
        assert_eq!(twice.to_string(), "byte 3: row 1, column 2 is stated twice");
        let outside = squares.tell((1, 0), true, Place::Byte(4)).unwrap_err();
        assert_eq!(outside.to_string(), "byte 4: row 2, column 1 is outside a grid of 1 × 2");
        let missing = squares.finish(Place::Byte(5)).map(|board| board.line).unwrap_err();
        assert_eq!(missing.to_string(), "byte 5: row 1, column 1 is missing: expected every square");
    }

    #[test]
    fn an_open_square_is_a_fault_of_a_finished_grid_only() {
        let mut squares = Draft::new(3, 1, Place::START).unwrap();
        squares.tell((0, 0), true, Place::START).unwrap();
        squares.tell_open((0, 1), Fault::new(Place::Byte(3), "undecided")).unwrap();
        squares.tell((0, 2), false, Place::START).unwrap();
        let board = squares.finish(Place::START).unwrap();
        assert_eq!(board.givens.to_string(), ".?#");
        assert_eq!(board.open.unwrap().to_string(), "byte 3: undecided");
    }

    #[test]
    fn contents_of_black_squares_are_ignored() {
        let mut squares = Draft::new(2, 1, Place::START).unwrap();
        for c in 0..2 {
            squares.tell((0, c), c == 0, Place::START).unwrap();
            squares.set_letter((0, c), "é");
            squares.circle((0, c));
            squares.shade((0, c));
            squares.number((0, c), " 7 ");
        }
        let board = squares.finish(Place::START).unwrap();
        assert_eq!(board.puzzle.letters, ["É", ""]);
        assert_eq!((board.puzzle.circles, board.puzzle.shading), ([(0, 0)].into(), [(0, 0)].into()));
        assert_eq!(board.puzzle.numbers, [((0, 0), "7".to_owned())].into());
    }

    #[test]
    fn rejects_sizes_outside_1_to_64() {
        for (width, height) in [(0, 5), (5, 0), (65, 1), (1, 65), (u64::MAX, u64::MAX)] {
            assert!(Draft::new(width, height, Place::START).is_err(), "{width} × {height}");
        }
        assert!(Draft::new(64, 64, Place::START).is_ok());
    }
}
