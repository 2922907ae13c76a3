//! Checks if the words of a state can continue or end with a square.
//!
//! A down word is checked one square late, when the colour below is known. The same holds for an across word, but it is checked in advance
//! too. As soon as all its squares are coloured, some colours of the row below must complete it to a word. A down word drops at once the
//! information that can no longer affect it. Both reduce the number of states.
//!
//! Invariant: states that are merged here have the same continuations, and states that are dropped have none.

use super::domain::{Domain, Side};
use super::horizons::{Class, Crossings, NOTHING, PrefixClass};
use super::state::{Cell, State};
use super::word_rules::Ending;
use super::words::WordClasses;

/// Checks the words of the domain in its states.
pub(crate) struct WordChecker {
    pub domain: Domain,
    pub words: WordClasses,
}

/// The class of the across word before a square is read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Progress {
    /// A class among those of its horizon.
    Of(Class),
    /// The class that the state has.
    Read(Class),
}

impl Progress {
    pub(crate) fn so_far(state: &State) -> Self {
        state.across.map_or(Progress::Of(NOTHING), Progress::Read)
    }
}

impl WordChecker {
    /// Returns the number of letters that can still be added from this row down, including this row.
    pub(crate) fn below(&self, row: usize) -> usize {
        self.domain.depth() - row
    }

    /// Returns the number of letters that can still be added from this column on.
    pub(crate) fn beyond(&self, column: usize) -> usize {
        self.domain.size.columns() - column
    }

    /// Returns `true` if there is white to the right of a white square of a row; `left` states if there is white on its left.
    pub(crate) fn is_white_right(&self, row: usize, column: usize, left: bool, state: &State) -> bool {
        let [_, last] = self.domain.columns(row);
        if column < last {
            return state.cells[column + 1].is_white();
        }
        match self.domain.right(row) {
            Side::Edge => false,
            // The image of the square on the left.
            Side::Through => left,
            Side::Behind => true,
            Side::Turn => state.cells[column].continues_above(),
        }
    }

    /// Returns the number of letters left in the across word from this column on, and the side that follows the last letter.
    fn ahead(&self, row: usize, column: usize, state: &State) -> (usize, Side) {
        let [_, last] = self.domain.columns(row);
        let whites = state.cells[column..=last].iter().take_while(|cell| cell.is_white()).count();
        (whites, if column + whites > last { self.domain.right(row) } else { Side::Edge })
    }

    /// Returns `true` if a prefix with one more letter, the last before a side, makes a word with the squares beyond it.
    fn whole_at_side(&self, side: Side, horizon: usize, class: Class, crossed: bool) -> bool {
        ending_at(side).is_some_and(|ending| self.words.is_whole_with(PrefixClass { horizon, class }, crossed, ending))
    }

    /// Adds the square in a column to the across word of a row; `crossed` states if it has white above or below it.
    pub(crate) fn across(
        &self,
        row: usize,
        column: usize,
        before: Progress,
        crossed: bool,
        state: &mut State,
    ) -> Option<()> {
        let horizon = self.beyond(column);
        let (left, side) = self.ahead(row, column, state);
        let Some(ending) = ending_at(side) else {
            let (Progress::Of(class) | Progress::Read(class)) = before;
            state.across = Some(self.words.along.longer(horizon, class, crossed)?);
            return Some(());
        };
        let class = match before {
            Progress::Of(class) => self.words.counted_down(PrefixClass { horizon, class }, left, ending)?,
            Progress::Read(class) => class,
        };
        let class = self.words.one_less(class, left, ending, crossed)?;
        state.across = (left > 1).then_some(class);
        Some(())
    }

    /// Replaces the class of the down word above a white square by the representative of all classes with the same continuations. The
    /// continuations start with the square itself; `right` states if white follows on its right, if that is known. Returns `None` if no
    /// continuation is possible.
    pub(crate) fn settle(&self, row: usize, column: usize, right: Option<bool>, state: &mut State) -> Option<()> {
        let [first, last] = self.domain.columns(row);
        // On a diagonal, the squares beside a square are the images of those above or below it.
        let turns = column == first && self.domain.turns_left || column == last && self.domain.right(row) == Side::Turn;
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

    /// Returns `true` if the white squares of a row that end in a column can be a word with some colours below them.
    pub(crate) fn can_be_word(&self, row: usize, end: usize, state: &State) -> bool {
        let [first, last] = self.domain.columns(row);
        let mut start = end;
        while start > first && state.cells[start - 1].is_white() {
            start -= 1;
        }
        let mut classes = 1_u128 << NOTHING;
        if start == first
            && self.domain.turns_left
            && let Cell::White { above, .. } = state.cells[start]
        {
            classes = 1 << above;
        }
        let side = if end == last { self.domain.right(row) } else { Side::Edge };
        for column in start..end {
            classes = self.words.along.all_longer(self.beyond(column), classes, self.crossings(row, column, state));
        }
        let (horizon, crossings) = (self.beyond(end), self.crossings(row, end, state));
        if side == Side::Turn {
            let longer = self.words.along.all_longer(horizon, classes, crossings);
            let Cell::White { above, .. } = state.cells[end] else { return false };
            let down = PrefixClass { horizon: self.below(row), class: above };
            return in_set(longer).any(|class| self.words.meet(PrefixClass { horizon: horizon - 1, class }, down));
        }
        in_set(classes).any(|class| {
            let whole =
                |crossed: bool| crossings[usize::from(crossed)] && self.whole_at_side(side, horizon, class, crossed);
            whole(false) || whole(true)
        })
    }

    /// Returns two flags for a white square of the row being coloured: it may be uncrossed, and it may have a white square above or below.
    fn crossings(&self, row: usize, column: usize, state: &State) -> Crossings {
        let [first, last] = self.domain.columns(row);
        let is_white = |column: usize| state.cells[column].is_white();
        let certain = if state.cells[column].continues_above() {
            Some(true)
        } else if column == first && self.domain.turns_left {
            // The square below a diagonal is the image of the square beside it.
            Some(match self.domain.right(row) {
                _ if column < last => is_white(column + 1),
                Side::Behind => true,
                Side::Edge | Side::Through | Side::Turn => false,
            })
        } else if column == last && self.domain.right(row) == Side::Turn {
            Some(column > first && is_white(column - 1))
        } else if row + 1 == self.domain.height() {
            Some(self.domain.bottom == Ending::Behind)
        } else {
            None
        };
        certain.map_or([true; 2], |crossed| [!crossed, crossed])
    }
}

/// Returns the classes in a set, which has a bit for each class.
fn in_set(mut set: u128) -> impl Iterator<Item = Class> {
    std::iter::from_fn(move || {
        let class = (set != 0).then(|| set.trailing_zeros() as Class)?;
        set &= set - 1;
        Some(class)
    })
}

/// Returns the ending of a word that runs into a side; `None` at a diagonal, where the column that it turns into decides.
fn ending_at(side: Side) -> Option<Ending> {
    match side {
        Side::Edge => Some(Ending::Edge),
        Side::Through => Some(Ending::Through),
        Side::Behind => Some(Ending::Behind),
        Side::Turn => None,
    }
}
