//! Counts the ways to fill a corner, square by square, by the state at its sites.

use gridcheck_engine::{EngineError, Run};
use rayon::prelude::*;

use crate::board::Board;
use crate::parts::{Gate, NONE};
use crate::state::{Region, State};
use crate::ways::{Adding, Ways};

/// The number of a region while its square is added.
const FRESH: Region = 15;

/// The number of states between two checks for a stop.
const STATES_A_CHECK: usize = 1024;

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
    /// Fills all rows but the last.
    pub(crate) fn upper_rows(&self) -> Result<Ways, EngineError> {
        let mut ways = Ways::of_empty_corner();
        for row in 0..self.board.rows - 1 {
            for column in 0..self.board.columns {
                ways = self.add_square(row, column, Gate::Either, &ways)?;
            }
        }
        ways.sort_by_rows(self.board.rows);
        Ok(ways)
    }

    /// Fills the last row of corners that are open in each of these sets of columns.
    pub(crate) fn last_row(&self, upper: &Ways, bottoms: &[u32], put: &Put<'_>) -> Result<(), EngineError> {
        let fill = |ways: &[(State, u64)]| self.fill_last_row(0, ways, bottoms, put);
        upper.by_rows(self.board.rows).into_par_iter().try_for_each(fill)
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
            return bottoms.iter().try_for_each(|&bottom| put(bottom, before));
        }
        let (open, shut): (Vec<u32>, Vec<u32>) = bottoms.iter().partition(|&bottom| bottom >> column & 1 == 1);
        for (gate, bottoms) in [(Gate::Open, open), (Gate::Shut, shut)] {
            if !bottoms.is_empty() {
                let after = self.add_square(self.board.rows - 1, column, gate, before)?;
                self.fill_last_row(column + 1, &after, &bottoms, put)?;
            }
        }
        Ok(())
    }

    /// Adds a square to each state.
    fn add_square(&self, row: usize, column: usize, gate: Gate, before: &[(State, u64)]) -> Result<Ways, EngineError> {
        let mut after = Adding::after(before.len());
        for (i, &(state, ways)) in before.iter().enumerate() {
            if i % STATES_A_CHECK == 0 {
                self.run.check()?;
            }
            let mut fits = true;
            self.each_next((row, column), gate, &state, |state| fits &= after.add(state, ways).is_some());
            if !fits {
                return Err(EngineError::Overflow);
            }
        }
        after.settled().ok_or(EngineError::Overflow)
    }

    /// Gives each state after one more square.
    fn each_next(&self, (row, column): (usize, usize), gate: Gate, before: &State, mut put: impl FnMut(State)) {
        let Sweep { board, corner, right, run: _ } = *self;
        let is_open = right >> row & 1 == 1;
        let (across, down) = (row, board.rows + column);
        let is_last = column + 1 == board.columns;
        for bar_right in [true, false] {
            let allowed =
                if is_last { bar_right != is_open } else { board.given.allow_right(corner, (row, column), bar_right) };
            if !allowed {
                continue;
            }
            for bar_below in [true, false] {
                let allowed = match gate {
                    Gate::Shut => bar_below,
                    Gate::Open => !bar_below,
                    Gate::Either => board.given.allow_below(corner, (row, column), bar_below),
                };
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
