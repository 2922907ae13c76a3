//! Counts the ways to fill a corner, square by square, by the state at its sites.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use gridcheck_core::grid::Square;
use gridcheck_engine::{EngineError, Run};

use crate::board::Board;
use crate::parts::{Gate, NONE};
use crate::prelude::*;
use crate::state::{Region, State};

/// The number of a region while its square is added.
const FRESH: Region = 15;

/// The number of states between two checks for a stop.
pub(crate) const STATES_A_CHECK: usize = 1024;

/// Receives ways to fill a corner, with the columns that lead out of it: bit k for column k. All ways with the same right side come at once.
type Put<'b> = dyn Fn(u32, &[(State, u64)]) -> Result<(), EngineError> + Sync + 'b;

/// The corners that are open in the same rows.
#[derive(Clone, Copy)]
pub(crate) struct Sweep<'b> {
    pub(crate) board: &'b Board,
    pub(crate) corner: usize,
    /// Bit k: row k leads out of the corner.
    pub(crate) right: u32,
    pub(crate) run: &'b Run,
}

impl Sweep<'_> {
    /// Fills the corners that are open in each of these sets of columns.
    ///
    /// Ways that differ in the part that leaves a finished row never become alike. So each thread follows one of these parts at a time, and only
    /// few states are in memory at once.
    pub(crate) fn fill(&self, bottoms: &[u32], put: &Put<'_>) -> Result<(), EngineError> {
        self.fill_from_row(0, &[(State::EMPTY, 1)], bottoms, put)
    }

    fn fill_from_row(
        &self,
        row: usize,
        before: &[(State, u64)],
        bottoms: &[u32],
        put: &Put<'_>,
    ) -> Result<(), EngineError> {
        if row + 1 == self.board.rows {
            return self.fill_last_row(0, before, bottoms, put);
        }
        let mut ways = before.to_vec();
        for column in 0..self.board.columns {
            ways = self.add_square((row, column), gate(column, bottoms), &ways)?;
        }
        each_part(row, ways, |ways| self.fill_from_row(row + 1, ways, bottoms, put))
    }

    /// Adds the squares of the last row from a column on. Sets of columns that are equal up to there share the work.
    fn fill_last_row(
        &self,
        column: usize,
        before: &[(State, u64)],
        bottoms: &[u32],
        put: &Put<'_>,
    ) -> Result<(), EngineError> {
        if column == self.board.columns {
            let put = |ways: &[(State, u64)]| bottoms.iter().try_for_each(|&bottom| put(bottom, ways));
            return each_part(self.board.rows - 1, before.to_vec(), put);
        }
        let (open, shut): (Vec<u32>, Vec<u32>) = bottoms.iter().partition(|&bottom| bottom >> column & 1 == 1);
        for bottoms in [open, shut].iter().filter(|bottoms| !bottoms.is_empty()) {
            let after = self.add_square((self.board.rows - 1, column), gate(column, bottoms), before)?;
            self.fill_last_row(column + 1, &after, bottoms, put)?;
        }
        Ok(())
    }

    /// Adds a square to each state. The gate is that of its column.
    pub(crate) fn add_square(
        &self,
        square: Square,
        gate: Gate,
        before: &[(State, u64)],
    ) -> Result<Vec<(State, u64)>, EngineError> {
        let mut after: HashMap<State, u64, FixedState> =
            HashMap::with_capacity_and_hasher(before.len(), FixedState::default());
        for (i, &(state, ways)) in before.iter().enumerate() {
            if i % STATES_A_CHECK == 0 {
                self.run.check()?;
            }
            let mut fits = true;
            self.each_next(square, gate, &state, |state| {
                let sum = after.entry(state).or_insert(0);
                match sum.checked_add(ways) {
                    Some(more) => *sum = more,
                    None => fits = false,
                }
            });
            if !fits {
                return Err(EngineError::Overflow);
            }
        }
        Ok(after.into_iter().collect())
    }

    /// Gives each state after one more square.
    pub(crate) fn each_next(&self, (row, column): Square, gate: Gate, before: &State, mut put: impl FnMut(State)) {
        let Sweep { board, corner, right, run: _ } = *self;
        let is_open = right >> row & 1 == 1;
        let (across, down) = (row, board.rows + column);
        let is_last = [column + 1 == board.columns, row + 1 == board.rows];
        for bar_right in [true, false] {
            let given = board.given.allow_right(corner, (row, column), bar_right);
            let allowed = if is_last[0] { bar_right != is_open } else { given };
            if !allowed {
                continue;
            }
            for bar_below in [true, false] {
                let given = board.given.allow_below(corner, (row, column), bar_below);
                let allowed = if is_last[1] { bar_below != (gate == Gate::Open) } else { given };
                let alone_across = before.parts[across] == NONE && bar_right;
                let alone_down = before.parts[down] == NONE && bar_below;
                if !allowed || !board.parts.allow_alone(alone_across, alone_down) {
                    continue;
                }
                let part = board.parts.after(before.parts[across], !alone_down, bar_right);
                let left = board.columns - 1 - column;
                let Some(part_across) = part.and_then(|part| board.across(is_open).class(left, part)) else { continue };
                let part = board.parts.after(before.parts[down], !alone_across, bar_below);
                let left = board.rows - 1 - row;
                let Some(part_down) = part.and_then(|part| board.down(gate).class(left, part)) else { continue };
                let mut state = *before;
                (state.parts[across], state.parts[down]) = (part_across, part_down);
                if !board.connected || connect(&mut state, [across, down], [bar_right, bar_below]) {
                    put(state);
                }
            }
        }
    }
}

/// Gives the ways with the same part in a row together.
fn each_part(
    row: usize,
    mut ways: Vec<(State, u64)>,
    put: impl Fn(&[(State, u64)]) -> Result<(), EngineError> + Send + Sync,
) -> Result<(), EngineError> {
    ways.sort_unstable_by_key(|(state, _)| state.parts[row]);
    alike(&ways, |(one, _), (other, _)| one.parts[row] == other.parts[row]).try_for_each(put)
}

/// Returns the gate of a column of corners that are open in these sets of columns.
pub(crate) fn gate(column: usize, bottoms: &[u32]) -> Gate {
    let mut open = bottoms.iter().map(|bottom| bottom >> column & 1 == 1);
    match (open.clone().any(|is_open| is_open), open.all(|is_open| is_open)) {
        (_, true) => Gate::Open,
        (false, _) => Gate::Shut,
        (true, false) => Gate::Either,
    }
}

/// Adds a square between two sites to the regions. Returns `false` if it closes a region, which no edge would leave any more.
fn connect(state: &mut State, sites: [usize; 2], bars: [bool; 2]) -> bool {
    let mut region = FRESH;
    for site in sites {
        let beside = std::mem::replace(&mut state.regions[site], 0);
        if beside > 0 && region == FRESH {
            region = beside;
        } else if beside > 0 && beside != region {
            state.join(region, beside);
        }
    }
    for (site, is_bar) in sites.into_iter().zip(bars) {
        state.regions[site] = if is_bar { 0 } else { region };
    }
    let is_left = state.regions.contains(&region);
    state.renumber();
    is_left
}
