//! The squares of a puzzle file while it is read, in any order.
//!
//! This module implements the rules that all formats share. A grid has 1 to 64 rows and columns. Each square is set exactly once: black,
//! white, open or a void. A bar beside a black square or at the edge has no effect and is ignored. Letters and marks in a black square are
//! ignored too.

use super::draft::Draft;
use super::fault::{Fault, Place};
use super::puzzle::{Feature, Puzzle, Square, capital, name_of, one_line};

/// The end of the message for a rejected void.
const PLAIN_ONLY: &str = "only validate, stats, draw, convert and fill know others";

/// The reason why bars are refused.
pub(super) const NO_BARS: &str = "expected a grid without bars, as the rules are about black squares";

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

impl Side {
    /// All sides, clockwise from the top.
    pub(super) const ALL: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
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

    /// Sets a square to white, and to open for callers that complete a partial grid.
    pub(super) fn tell_undecided(&mut self, (r, c): Square, place: Place) -> Result<(), Fault> {
        self.take((r, c), place)?;
        self.puzzle.grid.set_white(r, c, true);
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
        self.rows[r].get_or_insert(place);
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
            let [one, other] = *beside;
            self.puzzle.grid.bars_mut().set_between(one, other, true);
            barred.get_or_insert_with(|| {
                let [one, other] = beside.map(name_of);
                Fault::new(*place, format!("a bar between {one} and {other}: {NO_BARS}"))
            });
        }
        barred
    }
}
