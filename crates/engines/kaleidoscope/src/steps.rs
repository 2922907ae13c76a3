//! Defines the steps of the sweep: the successors of a state, square by square.
//!
//! While a row is coloured, the row above is read: the square below decides if a square of that row has white below it. So a step colours a
//! square and adds the square above it to its down word and to the across word of its row. The step also ends these words where they end.
//! At a diagonal a down word continues as the across word of the row that begins there.
//!
//! Invariant: a state that is passed on breaks no rule in the squares read so far.

use std::iter::once;

use super::checker::{Progress, WordChecker};
use super::domain::{Domain, Side};
use super::horizons::{Class, NOTHING, PrefixClass};
use super::state::{Cell, Layout, MAX_COLUMNS, State, TrackedParts, Whites, bits_below};
use super::word_rules::{Ending, WordRules};
use super::words::WordClasses;
use gridcheck_engine::Unsupported;

/// One step; `row` is the row that is being coloured, and the row above it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Begins the row.
    Begin { row: usize },
    /// Colours the square of the row in this column; below the last row, the square is the image beyond it.
    Square { row: usize, column: usize },
    /// Ends the row.
    End { row: usize },
}

/// All steps of a problem.
pub(crate) struct Steps {
    checker: WordChecker,
    /// Indexed by row, including one after the last.
    layouts: Vec<Layout>,
    strides: Vec<Stride>,
}

/// Consecutive steps of one row, after which equal states are merged; they are not merged between these steps.
pub(crate) struct Stride {
    /// The row that defines the layout of keys before the stride.
    before: usize,
    row: usize,
    steps: Vec<Step>,
}

/// Number of steps in a stride. More steps pack and unpack fewer keys, but advance more equal states one by one.
const STEPS: usize = 3;

/// Returns a number that no component has in a key, and that no other square of the same row has.
const fn fresh(column: usize) -> u8 {
    (MAX_COLUMNS + column) as u8
}

impl Steps {
    /// Returns the steps of a problem; the error names a limit that the problem exceeds.
    ///
    /// # Errors
    ///
    /// Fails if the word rule has too many classes, or if a state does not fit a key.
    pub(crate) fn new(word_rules: WordRules, domain: Domain) -> Result<Self, Unsupported> {
        let (longest, height) = (domain.size.longest_word(), domain.height());
        let words = WordClasses::new(word_rules, longest, domain.depth(), domain.bottom)
            .ok_or("its word rule leaves too many beginnings of words apart")?;
        // Prefixes with an exact number of letters to come have no more classes than those with a maximum number.
        let across_bits = bits_below(words.along.most_classes() + 1);
        let tracked = TrackedParts { regions: domain.connected, lines: domain.requires_lines(), across_bits };
        let mut layouts = Vec::new();
        let mut strides = Vec::new();
        for row in 0..=height {
            let [first, last] = span(&domain, row);
            let classes = [row.saturating_sub(1), row].map(|row| words.down().classes(domain.depth() - row));
            let layout = Layout::new([first, last], classes[0].max(classes[1]), tracked);
            layouts.push(layout.ok_or("it leaves too much open across the piece that stands for the grid")?);
            let squares = columns(&domain, row).map(|column| Step::Square { row, column });
            let steps: Vec<Step> = once(Step::Begin { row }).chain(squares).chain([Step::End { row }]).collect();
            for steps in steps.chunks(STEPS) {
                let begins = matches!(steps, [Step::Begin { .. }, ..]);
                let before = if begins { row.saturating_sub(1) } else { row };
                strides.push(Stride { before, row, steps: steps.to_vec() });
            }
        }
        Ok(Steps { checker: WordChecker { domain, words }, layouts, strides })
    }

    /// Returns all strides, in order; there is at least one.
    pub(crate) fn strides(&self) -> &[Stride] {
        &self.strides
    }

    /// Returns the layouts of keys before and after a stride.
    pub(crate) fn layouts(&self, stride: &Stride) -> [&Layout; 2] {
        [stride.before, stride.row].map(|row| &self.layouts[row])
    }

    /// Returns the layout of keys after the last stride.
    pub(crate) fn last_layout(&self) -> &Layout {
        &self.layouts[self.checker.domain.height()]
    }

    /// Returns `true` if a state after all steps is that of a grid.
    pub(crate) fn is_grid(&self, state: &State) -> bool {
        if !self.checker.domain.connected {
            return state.whites == Whites::Some;
        }
        let wanted = [self.checker.domain.mirrors_right(), self.checker.domain.mirrors_otherwise()];
        state.whites == Whites::All && wanted.into_iter().zip(state.reached).all(|(wanted, reached)| reached || !wanted)
    }

    /// Passes the successors of a state after a stride to `receive`.
    pub(crate) fn walk(&self, stride: &Stride, state: State, receive: &mut dyn FnMut(&State)) {
        self.walk_on(&stride.steps, state, receive);
    }

    fn walk_on(&self, steps: &[Step], state: State, receive: &mut dyn FnMut(&State)) {
        let [step, rest @ ..] = steps else { return receive(&state) };
        self.take(*step, state, &mut |next| self.walk_on(rest, next, receive));
    }

    /// Passes the successors of a state after a step to `receive`.
    fn take(&self, step: Step, state: State, receive: &mut impl FnMut(State)) {
        match step {
            Step::Begin { row: 0 } => receive(state),
            Step::Begin { row } => {
                if let Some(next) = self.begin(row, state) {
                    receive(next);
                }
            }
            Step::Square { row, column } if row == self.checker.domain.height() => {
                if let Some(next) = self.close(column, state) {
                    receive(next);
                }
            }
            Step::Square { row, column } => {
                let pending = if row == 0 { Pending::Black } else { self.read(row, column, &state) };
                for white in [false, true] {
                    if self.checker.domain.allows(row, column, white)
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

    /// Begins to read the row above; at a diagonal the across word begins with the down word read so far.
    fn begin(&self, row: usize, mut state: State) -> Option<State> {
        state.across = None;
        state.row_touched = false;
        if !self.checker.domain.turns_left {
            return Some(state);
        }
        let upper = row - 1;
        let [first, _] = self.checker.domain.columns(upper);
        let cell = state.cells[first];
        let Cell::White { above, .. } = cell else { return Some(state) };
        // The square on its left is the image of the square above it.
        let left = cell.continues_above();
        let crossed = left || self.checker.is_white_right(upper, first, left, &state);
        self.checker.across(upper, first, Progress::Of(above), crossed, &mut state)?;
        self.without(first, state)
    }

    /// Reads the square above as far as possible without the colour of the square below it.
    fn read(&self, row: usize, column: usize, state: &State) -> Pending {
        let cell = state.cells[column];
        let Cell::White { above, .. } = cell else { return Pending::Black };
        let left = state.across.is_some();
        let crossed = left || self.checker.is_white_right(row - 1, column, left, state);
        Pending::White { above, crossed, continues_above: cell.continues_above() }
    }

    /// Colours the square.
    fn colour(&self, row: usize, column: usize, white: bool, mut state: State, upper: Pending) -> Option<State> {
        if white && state.whites == Whites::All {
            return None;
        }
        let mut above = NOTHING;
        if let Pending::White { above: class, crossed, continues_above } = upper {
            self.checker.across(row - 1, column, Progress::so_far(&state), continues_above || white, &mut state)?;
            let horizon = self.checker.below(row - 1);
            let down = self.checker.words.down();
            above = down.longer(horizon, class, crossed)?;
            if !white && !down.is_whole(horizon - 1, above) {
                return None;
            }
        }
        let [first, last] = self.checker.domain.columns(row);
        if !white {
            // Removes the square above first, because it must not be taken for a square of the row.
            state = self.without(column, state)?;
            if column > first && state.cells[column - 1].is_white() {
                if !self.checker.can_be_word(row, column - 1, &state) {
                    return None;
                }
                self.checker.settle(row, column - 1, Some(false), &mut state)?;
            }
            return Some(state);
        }
        state.whites = Whites::Some;
        state.row_touched |= self.checker.domain.requires_row(row);
        state.touched |= u32::from(self.checker.domain.requires_column(column)) << column;
        state.reached[0] |= column == last && self.checker.domain.right(row) != Side::Edge;
        // At a crossing of diagonals both mirrors are reached.
        state.reached[1] |= column == first && self.checker.domain.turns_left;
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
        // Settling a black square does nothing.
        if column > first {
            self.checker.settle(row, column - 1, Some(true), &mut state)?;
        }
        let right = match self.checker.domain.right(row) {
            _ if column < last => None,
            // If the image of the left square exists, the left square does too.
            Side::Edge | Side::Through => Some(false),
            Side::Behind => Some(true),
            Side::Turn => None,
        };
        self.checker.settle(row, column, right, &mut state)?;
        (column < last || self.checker.can_be_word(row, column, &state)).then_some(state)
    }

    /// Reads the square of the last row with the square beyond it.
    fn close(&self, column: usize, mut state: State) -> Option<State> {
        let height = self.checker.domain.height();
        let pending = self.read(height, column, &state);
        let Pending::White { above, crossed, continues_above } = pending else { return Some(state) };
        let below = match self.checker.domain.bottom {
            Ending::Edge => false,
            Ending::Through => continues_above,
            Ending::Behind => true,
        };
        self.checker.across(height - 1, column, Progress::so_far(&state), continues_above || below, &mut state)?;
        if !self.checker.words.down().ends(above, crossed) {
            return None;
        }
        state.reached[1] |= self.checker.domain.bottom != Ending::Edge;
        self.without(column, state)
    }

    /// Ends a row: the row above has been read except for the squares beyond it, and the row has been coloured.
    fn end(&self, row: usize, mut state: State) -> Option<State> {
        if let Some(upper) = row.checked_sub(1)
            && self.checker.domain.right(upper) == Side::Turn
        {
            let [_, wall] = self.checker.domain.columns(upper);
            let horizon = self.checker.beyond(wall);
            if let Cell::White { above, .. } = state.cells[wall] {
                // The square below it is the image of the square on its left.
                let crossed = state.across.is_some() || above != NOTHING;
                let longer = self.checker.words.along.longer(horizon, state.across.unwrap_or(NOTHING), crossed)?;
                let across = PrefixClass { horizon: horizon - 1, class: longer };
                let down = PrefixClass { horizon: self.checker.below(upper), class: above };
                if !self.checker.words.meet(across, down) {
                    return None;
                }
            }
            state.across = None;
            state = self.without(wall, state)?;
        }
        if row < self.checker.domain.height() && self.checker.domain.requires_row(row) {
            let [first, last] = self.checker.domain.columns(row);
            let turned = |turns: bool, column: usize| turns && state.touched >> column & 1 == 1;
            let is_touched = state.row_touched
                || turned(self.checker.domain.turns_left, first)
                || turned(self.checker.domain.right(row) == Side::Turn, last);
            if !is_touched {
                return None;
            }
        }
        let is_last = row == self.checker.domain.height();
        if is_last && !self.checker.domain.turns_left {
            let [first, last] = self.checker.domain.columns(row - 1);
            if (first..=last)
                .any(|column| self.checker.domain.requires_column(column) && state.touched >> column & 1 == 0)
            {
                return None;
            }
        }
        state.row_touched = false;
        Some(state)
    }

    /// Removes the square in a column, which has no further neighbours. If its component has no other square in the state, the region must
    /// be complete.
    fn without(&self, column: usize, mut state: State) -> Option<State> {
        let gone = std::mem::replace(&mut state.cells[column], Cell::Black);
        let Some(component) = gone.component().filter(|_| self.checker.domain.connected) else { return Some(state) };
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
        /// The class of its down word above it.
        above: Class,
        /// `true` if there is white on its left or right.
        crossed: bool,
        /// `true` if there is white above it.
        continues_above: bool,
    },
}

/// Returns the columns of the squares that a row's steps colour or close.
fn columns(domain: &Domain, row: usize) -> impl Iterator<Item = usize> + use<> {
    let [first, last] = match row.checked_sub(1) {
        _ if row < domain.height() => domain.columns(row),
        // Of the last row of a domain with diagonals, only the ends are left to read.
        Some(upper) if !domain.turns_left => domain.columns(upper),
        _ => [1, 0],
    };
    first..=last
}

/// Returns the columns that states have while a row is coloured: the columns of this row, and those of the row above without the
/// one read at its beginning.
fn span(domain: &Domain, row: usize) -> [usize; 2] {
    let Some(upper) = row.checked_sub(1) else { return domain.columns(0) };
    let [first, last] = domain.columns(upper);
    [first + usize::from(domain.turns_left), last]
}
