//! The steps of the sweep: what may follow a state, square by square.
//!
//! While a row is coloured, the row above is read: only now is it known of each of its squares whether there is a white one below
//! it. So a step colours a square, adds the square above it to its down word and to the across word of its row, and
//! ends both where they end. At a diagonal a down word goes on as the across word of the row that begins there.
//!
//! Invariant: a state that is handed on breaks no rule in what has been read.

use std::iter::once;

use super::demands::Ending;
use super::horizons::{Class, NOTHING};
use super::judge::{Judge, Progress};
use super::piece::{Piece, Side};
use super::state::{Cell, Kept, Layout, MOST_COLUMNS, State, Whites, bits_below};
use super::words::Words;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;

/// One step. The row is the one that is being coloured; the one above it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The row begins.
    Begin { row: usize },
    /// The square of the row in this column is coloured; below the last row it is what is beyond it.
    Square { row: usize, column: usize },
    /// The row ends.
    End { row: usize },
}

/// All steps of a problem.
pub struct Steps {
    judge: Judge,
    connected: bool,
    /// By row, one more than there are.
    layouts: Vec<Layout>,
    strides: Vec<Stride>,
}

/// Steps of one row that are taken at once: what comes of a state in all of them is put together with what comes of others, and not
/// before.
pub struct Stride {
    /// The row as which keys are laid out before.
    before: usize,
    row: usize,
    steps: Vec<Step>,
}

/// Steps in a stride. More of them are fewer keys to be made and read, and more states that are taken on one by one though they are
/// equal.
const STEPS: usize = 3;

/// A number that no component has in a key, nor any other square's in the same row.
const fn fresh(column: usize) -> u8 {
    (MOST_COLUMNS + column) as u8
}

impl Steps {
    /// The steps of a problem, or what there is too much of.
    pub fn new(problem: &Problem, piece: Piece) -> Result<Self, &'static str> {
        let Ruleset {
            name: _,
            min_word: _,
            single_cells: _,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges: _,
            connected,
            symmetry: _,
            min_white_per_row: _,
            max_word: _,
        } = *problem.rules();
        let (size, height) = (piece.size, piece.height());
        let words = Words::new(problem.rules(), size, (piece.depth(), piece.bottom))
            .ok_or("its word rule leaves too many beginnings of words apart")?;
        let most = words.along.most_classes().max(words.most_counted_down());
        let kept = Kept { regions: connected, lines: piece.is_needy(), across_bits: bits_below(most + 1) };
        let mut layouts = Vec::new();
        let mut strides = Vec::new();
        for row in 0..=height {
            let [first, last] = span(&piece, row);
            let classes = [row.saturating_sub(1), row].map(|row| words.down().classes(piece.depth() - row));
            let layout = Layout::new([first, last], classes[0].max(classes[1]), kept);
            layouts.push(layout.ok_or("it leaves too much open across the piece that stands for the grid")?);
            let squares = columns(&piece, row).map(|column| Step::Square { row, column });
            let steps: Vec<Step> = once(Step::Begin { row }).chain(squares).chain([Step::End { row }]).collect();
            for steps in steps.chunks(STEPS) {
                let begins = matches!(steps, [Step::Begin { .. }, ..]);
                let before = if begins { row.saturating_sub(1) } else { row };
                strides.push(Stride { before, row, steps: steps.to_vec() });
            }
        }
        Ok(Steps { judge: Judge { piece, words }, connected, layouts, strides })
    }

    /// All strides, in order: there is one at least.
    pub fn strides(&self) -> &[Stride] {
        &self.strides
    }

    /// How keys are laid out before a stride, and after it.
    pub fn layouts(&self, stride: &Stride) -> [&Layout; 2] {
        [stride.before, stride.row].map(|row| &self.layouts[row])
    }

    /// How keys are laid out in the end.
    pub fn last_layout(&self) -> &Layout {
        &self.layouts[self.judge.piece.height()]
    }

    /// Whether a state after all steps is that of a grid.
    pub fn is_grid(&self, state: &State) -> bool {
        if !self.connected {
            return state.whites == Whites::Some;
        }
        let wanted = [self.judge.piece.mirrors_right(), self.judge.piece.mirrors_otherwise()];
        state.whites == Whites::All && wanted.into_iter().zip(state.reached).all(|(wanted, reached)| reached || !wanted)
    }

    /// Hands over what a stride makes of a state.
    pub fn walk(&self, stride: &Stride, state: State, receive: &mut dyn FnMut(&State)) {
        self.walk_on(&stride.steps, state, receive);
    }

    fn walk_on(&self, steps: &[Step], state: State, receive: &mut dyn FnMut(&State)) {
        let [step, rest @ ..] = steps else { return receive(&state) };
        self.take(*step, state, &mut |next| self.walk_on(rest, next, receive));
    }

    /// Hands over what a step makes of a state.
    fn take(&self, step: Step, state: State, receive: &mut impl FnMut(State)) {
        match step {
            Step::Begin { row: 0 } => receive(state),
            Step::Begin { row } => {
                if let Some(next) = self.begin(row, state) {
                    receive(next);
                }
            }
            Step::Square { row, column } if row == self.judge.piece.height() => {
                if let Some(next) = self.close(column, state) {
                    receive(next);
                }
            }
            Step::Square { row, column } => {
                let pending = if row == 0 { Pending::Black } else { self.read(row, column, &state) };
                for white in [false, true] {
                    if self.judge.piece.allows(row, column, white)
                        && let Some(next) = self.colour(row, column, white, state, pending)
                    {
                        receive(next);
                    }
                }
            }
            Step::End { row } => {
                if let Some(next) = self.end(row, state) {
                    receive(next);
                }
            }
        }
    }

    /// The row above begins to be read: at a diagonal with what has been read of the column.
    fn begin(&self, row: usize, mut state: State) -> Option<State> {
        state.across = None;
        state.row_touched = false;
        if !self.judge.piece.turns_left {
            return Some(state);
        }
        let upper = row - 1;
        let [first, _] = self.judge.piece.columns(upper);
        let cell = state.cells[first];
        let Cell::White { above, .. } = cell else { return Some(state) };
        // What is on its left is the image of what is above it.
        let left = cell.goes_on();
        let crossed = left || self.judge.is_white_right(upper, first, left, &state);
        self.judge.across(upper, first, Progress::Of(above), crossed, &mut state)?;
        self.without(first, state)
    }

    /// The square above is read as far as it can be without knowing the one below it.
    fn read(&self, row: usize, column: usize, state: &State) -> Pending {
        let cell = state.cells[column];
        let Cell::White { above, .. } = cell else { return Pending::Black };
        let left = state.across.is_some();
        let crossed = left || self.judge.is_white_right(row - 1, column, left, state);
        Pending::White { above, crossed, goes_on: cell.goes_on() }
    }

    /// The square gets a colour.
    fn colour(&self, row: usize, column: usize, white: bool, mut state: State, upper: Pending) -> Option<State> {
        if white && state.whites == Whites::All {
            return None;
        }
        let mut above = NOTHING;
        if let Pending::White { above: class, crossed, goes_on } = upper {
            self.judge.across(row - 1, column, Progress::so_far(&state), goes_on || white, &mut state)?;
            let horizon = self.judge.below(row - 1);
            let down = self.judge.words.down();
            above = down.longer(horizon, class, crossed)?;
            if !white && !down.is_whole(horizon - 1, above) {
                return None;
            }
        }
        let [first, last] = self.judge.piece.columns(row);
        if !white {
            // First of all, so that nobody takes the square above for one of the row.
            state = self.without(column, state)?;
            if column > first && state.cells[column - 1].is_white() {
                if !self.judge.can_be_word(row, column - 1, &state) {
                    return None;
                }
                self.judge.settle(row, column - 1, Some(false), &mut state)?;
            }
            return Some(state);
        }
        state.whites = Whites::Some;
        state.row_touched |= self.judge.piece.needs(row);
        state.touched |= u32::from(self.judge.piece.needs(column)) << column;
        state.reached[0] |= column == last && self.judge.piece.right(row) != Side::Edge;
        // At a crossing of diagonals both are reached.
        state.reached[1] |= column == first && self.judge.piece.turns_left;
        let beside = if column > first { state.cells[column - 1].component() } else { None };
        let component = match (state.cells[column].component(), beside) {
            (None, None) => fresh(column),
            (Some(one), None) | (None, Some(one)) => one,
            (Some(one), Some(other)) => {
                for cell in &mut state.cells {
                    if let Cell::White { component, .. } = cell
                        && *component == other
                    {
                        *component = one;
                    }
                }
                one
            }
        };
        state.cells[column] = Cell::White { above, component };
        if column > first && state.cells[column - 1].is_white() {
            self.judge.settle(row, column - 1, Some(true), &mut state)?;
        }
        let right = match self.judge.piece.right(row) {
            _ if column < last => None,
            // The image of what is on the left is there if that is.
            Side::Edge | Side::Through => Some(false),
            Side::Behind => Some(true),
            Side::Turn => None,
        };
        self.judge.settle(row, column, right, &mut state)?;
        (column < last || self.judge.can_be_word(row, column, &state)).then_some(state)
    }

    /// The square of the last row is read, with what is beyond it.
    fn close(&self, column: usize, mut state: State) -> Option<State> {
        let height = self.judge.piece.height();
        let pending = self.read(height, column, &state);
        let Pending::White { above, crossed, goes_on } = pending else { return Some(state) };
        let below = match self.judge.piece.bottom {
            Ending::Edge => false,
            Ending::Through => goes_on,
            Ending::Behind => true,
        };
        self.judge.across(height - 1, column, Progress::so_far(&state), goes_on || below, &mut state)?;
        if !self.judge.words.down().ends(above, crossed) {
            return None;
        }
        state.reached[1] |= self.judge.piece.bottom != Ending::Edge;
        self.without(column, state)
    }

    /// The row above has been read but for what is beyond it, and the row has been coloured.
    fn end(&self, row: usize, mut state: State) -> Option<State> {
        if let Some(upper) = row.checked_sub(1)
            && self.judge.piece.right(upper) == Side::Turn
        {
            let [_, wall] = self.judge.piece.columns(upper);
            let horizon = self.judge.beyond(wall);
            if let Cell::White { above, .. } = state.cells[wall] {
                // What is below it is the image of what is on its left.
                let crossed = state.across.is_some() || above != NOTHING;
                let longer = self.judge.words.along.longer(horizon, state.across.unwrap_or(NOTHING), crossed)?;
                if !self.judge.words.meet((horizon - 1, longer), (self.judge.below(upper), above)) {
                    return None;
                }
            }
            state.across = None;
            state = self.without(wall, state)?;
        }
        if row < self.judge.piece.height() && self.judge.piece.needs(row) {
            let [first, last] = self.judge.piece.columns(row);
            let turned = |turns: bool, column: usize| turns && state.touched >> column & 1 == 1;
            let is_touched = state.row_touched
                || turned(self.judge.piece.turns_left, first)
                || turned(self.judge.piece.right(row) == Side::Turn, last);
            if !is_touched {
                return None;
            }
        }
        let is_last = row == self.judge.piece.height();
        if is_last && !self.judge.piece.turns_left {
            let [first, last] = self.judge.piece.columns(row - 1);
            if (first..=last).any(|column| self.judge.piece.needs(column) && state.touched >> column & 1 == 0) {
                return None;
            }
        }
        state.row_touched = false;
        Some(state)
    }

    /// The square in a column is no longer beside anything to come. If its component is not either, the region must be whole.
    fn without(&self, column: usize, mut state: State) -> Option<State> {
        let gone = std::mem::replace(&mut state.cells[column], Cell::Black);
        let Some(component) = gone.component().filter(|_| self.connected) else { return Some(state) };
        let mut others = state.cells.iter().filter_map(|cell| cell.component()).peekable();
        if others.peek().is_none() {
            state.whites = Whites::All;
            return Some(state);
        }
        others.any(|other| other == component).then_some(state)
    }
}

/// A square of the row above that has been read in part.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Black,
    White {
        /// How far its down word had come above it.
        above: Class,
        /// Whether there is white on its left or right.
        crossed: bool,
        /// Whether there is white above it.
        goes_on: bool,
    },
}

/// The columns of the squares that a row's steps colour, or close.
fn columns(piece: &Piece, row: usize) -> impl Iterator<Item = usize> + use<> {
    let [first, last] = match row.checked_sub(1) {
        _ if row < piece.height() => piece.columns(row),
        // Of the last row of a piece with diagonals all that is left to be read are its ends.
        Some(upper) if !piece.turns_left => piece.columns(upper),
        _ => [1, 0],
    };
    first..=last
}

/// The columns that states have while a row is coloured: its own, and those of the row above but for what its beginning has read.
fn span(piece: &Piece, row: usize) -> [usize; 2] {
    let Some(upper) = row.checked_sub(1) else { return piece.columns(0) };
    let [first, last] = piece.columns(upper);
    [first + usize::from(piece.turns_left), last]
}
