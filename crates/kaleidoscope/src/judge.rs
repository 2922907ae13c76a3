//! What a square says of the words that it is in: whether those that a state has begun can go on, or end, with it.
//!
//! A down word is judged a square behind, when it is known what is below. So is an across word, but it is foreseen: as soon as all
//! its squares are coloured, it must be possible that it becomes a word, whatever the row below brings; and a down word forgets at once
//! what can no longer matter to it. That is what keeps states few.
//!
//! Invariant: what is put together or given up here is the same, or nothing, to all that can follow.

use super::demands::Ending;
use super::horizons::{Class, Crossings, NOTHING};
use super::piece::{Piece, Side};
use super::state::{Cell, State};
use super::words::Words;

/// Judges the words of a piece in its states.
pub struct Judge {
    pub piece: Piece,
    pub words: Words,
}

/// How far the across word has come before a square is read.
#[derive(Debug, Clone, Copy)]
pub enum Progress {
    /// A class among those of its horizon.
    Of(Class),
    /// The class that the state has.
    Read(Class),
}

impl Progress {
    pub fn so_far(state: &State) -> Self {
        state.across.map_or(Progress::Of(NOTHING), Progress::Read)
    }
}

impl Judge {
    /// How many letters can still be added below this row's squares, these included.
    pub fn below(&self, row: usize) -> usize {
        self.piece.depth() - row
    }

    /// How many letters can still be added from this column on.
    pub fn beyond(&self, column: usize) -> usize {
        self.piece.size - column
    }

    /// Whether there is white to the right of a white square of a row, which has white on its left or has not.
    pub fn is_white_right(&self, row: usize, column: usize, left: bool, state: &State) -> bool {
        let [_, last] = self.piece.columns(row);
        if column < last {
            return state.cells[column + 1].is_white();
        }
        match self.piece.right(row) {
            Side::Edge => false,
            // The image of what is on the left.
            Side::Through => left,
            Side::Behind => true,
            Side::Turn => state.cells[column].goes_on(),
        }
    }

    /// What the last letter of a word along a row is followed by, and how many letters are left with that of this column.
    fn ahead(&self, row: usize, column: usize, state: &State) -> (usize, Side) {
        let [_, last] = self.piece.columns(row);
        let whites = state.cells[column..=last].iter().take_while(|cell| cell.is_white()).count();
        (whites, if column + whites > last { self.piece.right(row) } else { Side::Edge })
    }

    /// Whether a part with one more letter, the last before a side, makes a word with what is beyond it.
    fn whole_at_side(&self, side: Side, horizon: usize, class: Class, crossed: bool) -> bool {
        ending_at(side).is_some_and(|ending| self.words.is_whole_with((horizon, class), crossed, ending))
    }

    /// The across word of a row takes in the square in a column, which has white above or below it or has not.
    pub fn across(&self, row: usize, column: usize, before: Progress, crossed: bool, state: &mut State) -> Option<()> {
        let horizon = self.beyond(column);
        let (left, side) = self.ahead(row, column, state);
        let Some(ending) = ending_at(side) else {
            let (Progress::Of(class) | Progress::Read(class)) = before;
            state.across = Some(self.words.along.longer(horizon, class, crossed)?);
            return Some(());
        };
        let class = match before {
            Progress::Of(class) => self.words.counted_down((horizon, class), left, ending)?,
            Progress::Read(class) => class,
        };
        let class = self.words.one_less(class, left, ending, crossed)?;
        state.across = (left > 1).then_some(class);
        Some(())
    }

    /// The down word above a white square is put together with those that are the same to what can follow, and that is the square
    /// itself, with white on its right or not, if it is known yet; no state is left where nothing can.
    pub fn settle(&self, row: usize, column: usize, right: Option<bool>, state: &mut State) -> Option<()> {
        let [first, last] = self.piece.columns(row);
        // On a diagonal what is beside a square is the image of what is above or below it.
        let turns = column == first && self.piece.turns_left || column == last && self.piece.right(row) == Side::Turn;
        let left = column > first && state.cells[column - 1].is_white();
        let crossings = match right {
            _ if turns => [true; 2],
            _ if left => [false, true],
            None => [true; 2],
            Some(white) => [!white, white],
        };
        if let Cell::White { above, .. } = &mut state.cells[column] {
            *above = self.words.down().settled(self.below(row), *above, crossings)?;
        }
        Some(())
    }

    /// Whether the white squares of a row that end in a column can be a word, whatever is below them.
    pub fn can_be_word(&self, row: usize, end: usize, state: &State) -> bool {
        let [first, last] = self.piece.columns(row);
        let mut start = end;
        while start > first && state.cells[start - 1].is_white() {
            start -= 1;
        }
        let mut classes = 1_u128 << NOTHING;
        if start == first
            && self.piece.turns_left
            && let Cell::White { above, .. } = state.cells[start]
        {
            classes = 1 << above;
        }
        let side = if end == last { self.piece.right(row) } else { Side::Edge };
        for column in start..end {
            classes = self.words.along.all_longer(self.beyond(column), classes, self.crossings(row, column, state));
        }
        let (horizon, crossings) = (self.beyond(end), self.crossings(row, end, state));
        if side == Side::Turn {
            let longer = self.words.along.all_longer(horizon, classes, crossings);
            let Cell::White { above, .. } = state.cells[end] else { return false };
            return in_set(longer).any(|class| self.words.meet((horizon - 1, class), (self.below(row), above)));
        }
        in_set(classes).any(|class| {
            let whole =
                |crossed: bool| crossings[usize::from(crossed)] && self.whole_at_side(side, horizon, class, crossed);
            whole(false) || whole(true)
        })
    }

    /// Whether there may be no white square above or below a white one of the row that is being coloured, and whether
    /// there may be one.
    fn crossings(&self, row: usize, column: usize, state: &State) -> Crossings {
        let [first, last] = self.piece.columns(row);
        let is_white = |column: usize| state.cells[column].is_white();
        let certain = if state.cells[column].goes_on() {
            Some(true)
        } else if column == first && self.piece.turns_left {
            // What is below a diagonal is the image of what is beside it.
            Some(match self.piece.right(row) {
                _ if column < last => is_white(column + 1),
                Side::Behind => true,
                Side::Edge | Side::Through | Side::Turn => false,
            })
        } else if column == last && self.piece.right(row) == Side::Turn {
            Some(column > first && is_white(column - 1))
        } else if row + 1 == self.piece.height() {
            Some(self.piece.bottom == Ending::Behind)
        } else {
            None
        };
        certain.map_or([true; 2], |crossed| [!crossed, crossed])
    }
}

/// The classes in a set, of which each is a bit.
fn in_set(mut set: u128) -> impl Iterator<Item = Class> {
    std::iter::from_fn(move || {
        let class = (set != 0).then(|| set.trailing_zeros() as Class)?;
        set &= set - 1;
        Some(class)
    })
}

/// How a word ends that runs into a side; `None` at a diagonal, where that is told by the column that it turns into.
fn ending_at(side: Side) -> Option<Ending> {
    match side {
        Side::Edge => Some(Ending::Edge),
        Side::Through => Some(Ending::Through),
        Side::Behind => Some(Ending::Behind),
        Side::Turn => None,
    }
}
