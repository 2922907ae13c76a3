//! Chooses rows from the top: the cut of a row into runs, then the bars below it, column by column.
//!
//! Each column keeps the state of its unfinished run. A square is unchecked for its down word if its row's cut leaves it single, so a cut
//! alone decides what all columns read. A square is unchecked for its across word if there are bars above and below it. So the row's words
//! are read while the bars below them are chosen. A branch ends when no continuation completes a word of the row or of a column.

use gridcheck_core::rng::SeededRng;
use gridcheck_engine::{EngineError, Run};

use super::board::Board;
use super::cuts::Cut;
use super::stages::Known;
use super::words::{FRESH, State};

/// The first rows of a grid.
#[derive(Clone)]
pub(crate) struct Prefix {
    /// Number of rows.
    pub rows: usize,
    /// The last squares of runs across, for each row.
    right: Vec<u64>,
    /// The last squares of runs down, for each row.
    below: Vec<u64>,
    /// The states of the columns after the prefix.
    states: Vec<State>,
}

impl Prefix {
    /// Returns the prefix of no row.
    pub(crate) fn empty(board: &Board) -> Self {
        Prefix { rows: 0, right: vec![0; board.height], below: vec![0; board.height], states: vec![FRESH; board.width] }
    }
}

/// A search among the grids with a prefix.
pub(crate) struct Search<'b> {
    board: &'b Board,
    right: Vec<u64>,
    below: Vec<u64>,
    /// The states of the columns before each row, and after the last.
    states: Vec<Vec<State>>,
    steps: usize,
}

/// Receives the rows that were chosen: the last squares of runs across and of runs down, and the states of the columns after them.
type Visit<'v> = dyn FnMut(&[u64], &[u64], &[State]) -> Result<(), EngineError> + 'v;

/// The end of a search: the number of rows to choose, what receives them, and the run.
struct Goal<'g, 'v> {
    rows: usize,
    visit: &'g mut Visit<'v>,
    run: &'g Run,
}

/// The states that columns can have after a row, for a checked and for an unchecked letter.
struct Reading {
    /// The bars in the row that earlier rows decide.
    known: Known,
    /// The states after the letter, by column. They mean something where the column may continue.
    next: [[State; 64]; 2],
    /// The columns whose run may end.
    may_end: [u64; 2],
    /// The columns whose run may continue.
    may_continue: [u64; 2],
}

/// A row whose cut is chosen.
struct CutRow {
    row: usize,
    cut: Cut,
    /// The squares with a bar above them, or at the rim.
    above: u64,
    /// The columns whose run may end.
    may_end: u64,
    /// The columns whose run may continue.
    may_continue: u64,
}

/// The beginning of a row below which bars are chosen.
#[derive(Clone, Copy)]
struct Begun {
    columns: usize,
    /// The last squares of runs down.
    below: u64,
    /// The state of the row's unfinished word.
    state: State,
}

const NOT_BEGUN: Begun = Begun { columns: 0, below: 0, state: FRESH };

/// Rows between two looks at the clock.
const STEPS_PER_CHECK: usize = 1024;

impl<'b> Search<'b> {
    /// Creates a search among the grids with a prefix.
    pub(crate) fn new(board: &'b Board, prefix: &Prefix) -> Self {
        let mut states = vec![vec![FRESH; board.width]; board.height + 1];
        states[prefix.rows].clone_from(&prefix.states);
        Search { board, right: prefix.right.clone(), below: prefix.below.clone(), states, steps: 0 }
    }

    /// Gives `visit` every grid with the prefix that obeys the rules for words, the symmetry and the givens. Its arguments are the last
    /// squares of runs across and of runs down, by row.
    ///
    /// # Errors
    /// Returns the error of `visit`, or an error if the run is stopped.
    pub(crate) fn grids(
        &mut self,
        prefix: &Prefix,
        run: &Run,
        mut visit: impl FnMut(&[u64], &[u64]) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let visit = &mut |right: &[u64], below: &[u64], _: &[State]| visit(right, below);
        self.row(prefix.rows, &mut Goal { rows: self.board.height, visit, run })
    }

    /// Returns the prefixes with one more row; `None` if there are more than `most`.
    ///
    /// # Errors
    /// Returns an error if the run is stopped.
    pub(crate) fn longer(
        &mut self,
        prefix: &Prefix,
        most: usize,
        run: &Run,
    ) -> Result<Option<Vec<Prefix>>, EngineError> {
        let mut longer = Vec::new();
        let mut is_full = false;
        let rows = prefix.rows + 1;
        let visit = &mut |right: &[u64], below: &[u64], states: &[State]| {
            is_full = longer.len() == most;
            if is_full {
                return Err(EngineError::Stopped);
            }
            longer.push(Prefix { rows, right: right.to_vec(), below: below.to_vec(), states: states.to_vec() });
            Ok(())
        };
        let outcome = self.row(prefix.rows, &mut Goal { rows, visit, run });
        if is_full { Ok(None) } else { outcome.map(|()| Some(longer)) }
    }

    /// Chooses row `row` and those after it.
    fn row(&mut self, row: usize, goal: &mut Goal<'_, '_>) -> Result<(), EngineError> {
        if row == goal.rows {
            return (goal.visit)(&self.right, &self.below, &self.states[row]);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_CHECK) {
            goal.run.check()?;
        }
        let reading = self.reading(row);
        for &cut in self.cuts(row, reading.known) {
            if let Some(cut_row) = self.with_cut(row, cut, &reading) {
                self.columns(&cut_row, &reading, NOT_BEGUN, goal)?;
            }
        }
        Ok(())
    }

    /// Chooses the bars below a row, after those that have begun, and the rows after it.
    fn columns(
        &mut self,
        row: &CutRow,
        reading: &Reading,
        begun: Begun,
        goal: &mut Goal<'_, '_>,
    ) -> Result<(), EngineError> {
        let c = begun.columns;
        if c == self.board.width {
            self.below[row.row] = begun.below;
            return self.row(row.row + 1, goal);
        }
        for is_end in [false, true] {
            if let Some(longer) = self.with_column(row, begun, is_end) {
                self.enter(row, reading, c, is_end);
                self.columns(row, reading, longer, goal)?;
            }
        }
        Ok(())
    }

    /// Sets the state of a column after a row.
    fn enter(&mut self, row: &CutRow, reading: &Reading, c: usize, is_end: bool) {
        let is_single = row.cut.singles >> c & 1;
        self.states[row.row + 1][c] = if is_end { FRESH } else { reading.next[is_single as usize][c] };
    }

    /// Returns the states that the columns can have after a row.
    fn reading(&self, row: usize) -> Reading {
        let words = &self.board.words;
        let left = self.board.height - 1 - row;
        let known = self.board.stages.right[row].known(&self.right, &self.below);
        let mut reading = Reading { known, next: [[FRESH; 64]; 2], may_end: [0; 2], may_continue: [0; 2] };
        for (c, &state) in self.states[row].iter().enumerate() {
            for letter in 0..2 {
                if let Some(next) = words.read(state, letter == 1) {
                    reading.next[letter][c] = next;
                    reading.may_end[letter] |= u64::from(words.may_end(next, left)) << c;
                    reading.may_continue[letter] |= u64::from(words.may_continue(next, left)) << c;
                }
            }
        }
        reading
    }

    /// Returns the cuts of a row, or the only one that the rows before it allow.
    fn cuts(&self, row: usize, known: Known) -> &'b [Cut] {
        let cuts = &self.board.cuts[row];
        if known.mask != self.board.full() {
            return cuts;
        }
        let found = cuts.binary_search_by_key(&known.bars, |cut| cut.ends);
        found.map_or(&[], |found| &cuts[found..=found])
    }

    /// Chooses the cut of a row; `None` if a column then has no continuation.
    fn with_cut(&mut self, row: usize, cut: Cut, reading: &Reading) -> Option<CutRow> {
        let by_letter = |[checked, unchecked]: [u64; 2]| checked & !cut.singles | unchecked & cut.singles;
        let (may_end, may_continue) = (by_letter(reading.may_end), by_letter(reading.may_continue));
        let full = self.board.full();
        if may_end | may_continue != full || !reading.known.allows(cut.ends) {
            return None;
        }
        self.right[row] = cut.ends;
        let known = self.board.stages.below[row].known(&self.right, &self.below);
        let may_end = may_end & !(known.mask & !known.bars);
        let may_continue = may_continue & !known.bars;
        let above = if row == 0 { full } else { self.below[row - 1] };
        (may_end | may_continue == full).then_some(CutRow { row, cut, above, may_end, may_continue })
    }

    /// Returns the beginning with one more column; `None` if the column, or the row's word, then has no continuation.
    #[inline]
    fn with_column(&self, row: &CutRow, begun: Begun, is_end: bool) -> Option<Begun> {
        let Begun { columns: c, below, state } = begun;
        let may = if is_end { row.may_end } else { row.may_continue };
        let twin = self.board.stages.below[row.row].twins[c];
        if may >> c & 1 == 0 || twin.is_some_and(|twin| (below >> twin & 1 == 1) != is_end) {
            return None;
        }
        let below = below | u64::from(is_end) << c;
        // A square alone in its row is in a word down.
        if row.cut.singles >> c & 1 == 1 {
            return Some(Begun { columns: c + 1, below, state });
        }
        let words = &self.board.words;
        let state = words.read(state, is_end && row.above >> c & 1 == 1)?;
        let left = (row.cut.ends >> c).trailing_zeros() as usize;
        let state_after = if left == 0 { FRESH } else { state };
        words.ends_after(state, left).then_some(Begun { columns: c + 1, below, state: state_after })
    }

    /// Estimates the number of rows that a search chooses, by one random descent (Knuth 1975): each choice is drawn among those possible,
    /// and counts as often as there are possible ones.
    pub(crate) fn probe(&mut self, prefix: &Prefix, rng: &mut SeededRng) -> Probe {
        let (mut weight, mut probe) = (1.0, Probe { rows: 0.0, tried: 0 });
        for row in prefix.rows..self.board.height {
            let reading = self.reading(row);
            let cuts = self.cuts(row, reading.known);
            probe.tried += cuts.len() + self.board.width;
            let fitting: Vec<Cut> =
                cuts.iter().copied().filter(|&cut| self.with_cut(row, cut, &reading).is_some()).collect();
            let drawn = fitting.get(rng.below(fitting.len().max(1)));
            let Some(cut_row) = drawn.and_then(|&cut| self.with_cut(row, cut, &reading)) else { break };
            weight *= fitting.len() as f64;
            let mut begun = NOT_BEGUN;
            while begun.columns < self.board.width {
                let both = [false, true].map(|is_end| self.with_column(&cut_row, begun, is_end));
                let is_end = match both {
                    [None, None] => return probe,
                    [Some(_), None] => false,
                    [None, Some(_)] => true,
                    [Some(_), Some(_)] => {
                        weight *= 2.0;
                        rng.below(2) == 1
                    }
                };
                self.enter(&cut_row, &reading, begun.columns, is_end);
                begun = both[usize::from(is_end)].unwrap_or(begun);
            }
            self.below[row] = begun.below;
            probe.rows += weight;
        }
        probe
    }
}

/// The result of a random descent.
pub(crate) struct Probe {
    /// The estimate of the number of rows of the whole search.
    pub rows: f64,
    /// Number of cuts and columns that were tried.
    pub tried: usize,
}
