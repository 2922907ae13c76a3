//! Adds up the ways to place bars, square by square and row by row.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run as Progress};

use crate::board::{Board, Fold};
use crate::runs::{ENDED, PairClasses};
use crate::state::{Key, State};
use crate::ways::Ways;

/// A number that no region has.
const FRESH: u8 = 15;

/// The number of states between two checks for a stop.
const STATES_A_CHECK: usize = 4096;

type States<W> = HashMap<Key, W, FixedState>;

/// A part of the sum: for each pair of columns the way in which they meet at the middle.
pub(crate) struct Sweep<'b> {
    pub(crate) board: &'b Board,
    /// The classes of each column's pair.
    classes: Vec<&'b PairClasses>,
}

/// A square's place in the sweep.
#[derive(Clone, Copy)]
struct Square {
    row: usize,
    column: usize,
}

impl<'b> Sweep<'b> {
    /// Creates the part of these choices, as [`Board::choices`] offers them.
    pub(crate) fn new(board: &'b Board, choices: &[usize]) -> Self {
        let classes = (0..board.width).map(|c| {
            let pair = c.min(board.width - 1 - c);
            match board.fold {
                Fold::End => &board.alone[0],
                Fold::Even | Fold::Odd if 2 * c + 1 == board.width => &board.alone[choices[board.width / 2]],
                Fold::Even | Fold::Odd => &board.pairs[choices[pair]],
            }
        });
        Sweep { board, classes: classes.collect() }
    }

    /// Returns the states after the last row with their ways.
    pub(crate) fn states<W: Ways>(&self, run: &Progress) -> Result<Vec<(State, W)>, EngineError> {
        let form = &self.board.form;
        let mut states: States<W> = HashMap::default();
        states.insert(form.key(&State::START), W::one());
        for row in 0..self.board.rows {
            for column in 0..self.board.width {
                let mut after: States<W> = HashMap::with_capacity_and_hasher(states.len(), FixedState::default());
                let mut fits = true;
                for (i, (key, ways)) in states.into_iter().enumerate() {
                    if i % STATES_A_CHECK == 0 {
                        run.check()?;
                    }
                    self.each_next(&form.state(key), Square { row, column }, |state, words| {
                        let more = ways.with_words(words);
                        fits &= after.entry(form.key(&state)).or_default().add(&more).is_some();
                    });
                }
                if !fits {
                    return Err(EngineError::Overflow);
                }
                states = after;
            }
        }
        Ok(states.into_iter().map(|(key, ways)| (form.state(key), ways)).collect())
    }

    /// Gives each state after one more square to `put`, with the number of words that end there.
    fn each_next(&self, before: &State, square: Square, mut put: impl FnMut(State, usize)) {
        let Board { width, runs, edges, single_cells, .. } = self.board;
        let (width, place, column) = (*width, (square.row, square.column), square.column);
        let last_column = column + 1 == width;
        let last_row = self.board.fold == Fold::End && square.row + 1 == self.board.rows;
        for right_bar in [true, false] {
            if !right_bar && last_column || !last_column && !edges.allow_right(place, right_bar) {
                continue;
            }
            for bar_below in [true, false] {
                if !bar_below && last_row || !last_row && !edges.allow_below(place, bar_below) {
                    continue;
                }
                let alone_across = before.across == ENDED && right_bar;
                let alone_down = before.down[column] == ENDED && bar_below;
                if alone_across && alone_down || !single_cells && (alone_across || alone_down) {
                    continue;
                }
                let Some(across) = runs.step(before.across, !alone_down, right_bar) else { continue };
                let Some(down) = runs.step(before.down[column], !alone_across, bar_below) else { continue };
                let mut state = *before;
                state.across = across.run;
                if !right_bar {
                    let Some(same) = self.board.across[width - 1 - column][usize::from(across.run)] else { continue };
                    state.across = same;
                }
                state.down[column] = down.run;
                if !self.merge(&mut state, square) {
                    continue;
                }
                if self.board.connected && !self.connect(before, &mut state, square, [right_bar, bar_below]) {
                    continue;
                }
                if last_column && self.board.is_mirrored {
                    state = self.first_of_mirrored(state, square.row + 1);
                }
                put(state, usize::from(across.is_word) + usize::from(down.is_word));
            }
        }
    }

    /// Replaces the runs of the square's pair of columns by their representatives. Returns `false` if nothing completes them.
    fn merge(&self, state: &mut State, Square { row, column }: Square) -> bool {
        let classes = self.classes[column];
        let partner = if self.board.fold == Fold::End { column } else { self.board.width - 1 - column };
        if partner > column {
            // The other column of the pair still has this row to come.
            return classes.is_first(row + 1, state.down[column]);
        }
        let pair = (state.down[partner], state.down[column]);
        match classes.class(row + 1, pair) {
            Some(class) => {
                (state.down[partner], state.down[column]) = class;
                true
            }
            None => false,
        }
    }

    /// Joins the regions at a square. Returns `false` if a region has no open edge any more, though squares are to come.
    fn connect(
        &self,
        before: &State,
        state: &mut State,
        Square { row, column }: Square,
        [right_bar, bar_below]: [bool; 2],
    ) -> bool {
        let width = self.board.width;
        let above = (before.down[column] != ENDED).then_some(before.regions[column]);
        let left = (before.across != ENDED).then_some(before.region);
        if let (Some(above), Some(left)) = (above, left) {
            state.join(width, above, left);
        }
        let region = above.or(left).unwrap_or(FRESH);
        state.regions[column] = if bar_below { 0 } else { region };
        state.region = if right_bar { 0 } else { region };
        let is_last = self.board.fold == Fold::End && row + 1 == self.board.rows && column + 1 == width;
        if !is_last && !state.has_open_edge(width, region) {
            return false;
        }
        state.renumber(width);
        true
    }

    /// Returns the state or its image in the mirror, whichever has the smaller key.
    fn first_of_mirrored(&self, state: State, rows: usize) -> State {
        let width = self.board.width;
        let mut image = state.mirrored(width);
        for column in width / 2..width {
            let partner = if self.board.fold == Fold::End { column } else { width - 1 - column };
            // The image of what can be completed can be completed.
            if let Some(class) = self.classes[column].class(rows, (image.down[partner], image.down[column])) {
                (image.down[partner], image.down[column]) = class;
            }
        }
        image.renumber(width);
        let form = &self.board.form;
        if form.key(&image) < form.key(&state) { image } else { state }
    }
}
