//! The ways to fill a corner with one state, by number.
//!
//! A way is a path through the states after each square. Paths are ordered by their last state but one, then by the one before it, and so on.
//! They are followed backwards: the states before a state are found among those that lead to the same right side, which are few.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;
use gridcheck_core::grid::Square;
use gridcheck_engine::EngineError;
use rayon::prelude::*;

use crate::parts::{Gate, NONE};
use crate::state::{Side, State};
use crate::sweep::{STATES_A_CHECK, Sweep, gate};

/// A way to fill a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    /// The state of the filled corner.
    pub(crate) state: State,
    /// The number of the way among all with that state.
    pub(crate) number: u64,
}

/// The bars of a corner, square by square: `true` for a bar at the right, and for a bar below.
pub(crate) type BarsOfCorner = Vec<[bool; 2]>;

/// The corners that are open in the same rows and the same columns.
pub(crate) struct Paths<'b> {
    pub(crate) sweep: Sweep<'b>,
    /// Bit k: column k leads out of the corner.
    pub(crate) bottom: u32,
}

/// The states after each number of squares. Those whose finished rows lead to other right sides are left out, and those of the filled corner.
type Levels = Vec<Vec<(State, u64)>>;

/// The states before some states, in order, with the number of ways that lead to each.
type Predecessors = HashMap<State, Vec<(State, u64)>, FixedState>;

impl Paths<'_> {
    /// Returns the bars of some ways, in the same order.
    pub(crate) fn bars(&self, ways: &[Way]) -> Result<Vec<BarsOfCorner>, EngineError> {
        let mut by_right: BTreeMap<Side, Vec<usize>> = BTreeMap::new();
        for (place, way) in ways.iter().enumerate() {
            by_right.entry(way.state.row_parts(self.sweep.board.rows)).or_default().push(place);
        }
        let of_right = |(right, places): (&Side, &Vec<usize>)| {
            let ways = places.iter().map(|&place| ways[place]).collect();
            let bars = self.bars_in(&self.levels(right)?, ways)?;
            Ok(places.iter().copied().zip(bars).collect())
        };
        let bars: Vec<Vec<_>> = by_right.par_iter().map(of_right).collect::<Result<_, EngineError>>()?;
        let mut bars = bars.concat();
        bars.sort_unstable_by_key(|&(place, _)| place);
        Ok(bars.into_iter().map(|(_, bars)| bars).collect())
    }

    /// Returns the way with these bars, if there is one.
    pub(crate) fn way(&self, bars: &BarsOfCorner) -> Result<Option<Way>, EngineError> {
        let mut path = vec![State::EMPTY];
        for (square, bars) in self.sweep.board.squares().zip(bars) {
            let mut after = None;
            self.sweep.each_next(square, self.gate(square), &path[path.len() - 1], |state| {
                if self.bars_of(square, &state) == *bars {
                    after = Some(state);
                }
            });
            let Some(after) = after else { return Ok(None) };
            path.push(after);
        }
        // The empty corner is in it.
        let state = path[path.len() - 1];
        let levels = self.levels(&state.row_parts(self.sweep.board.rows))?;
        let mut number = 0;
        for ((square, level), step) in self.sweep.board.squares().zip(&levels).zip(path.windows(2)) {
            let before = &self.before(square, level, [step[1]].into_iter())?[&step[1]];
            let earlier = before.iter().take_while(|(state, _)| *state != step[0]);
            number += earlier.map(|(_, ways)| ways).sum::<u64>();
        }
        Ok(Some(Way { state, number }))
    }

    fn gate(&self, (_, column): Square) -> Gate {
        gate(column, &[self.bottom])
    }

    /// Returns the bars of a square by the state after it: no word leaves it through a bar.
    fn bars_of(&self, (row, column): Square, after: &State) -> [bool; 2] {
        [row, self.sweep.board.rows + column].map(|site| after.parts[site] == NONE)
    }

    /// Counts the ways by states that can lead to a right side.
    fn levels(&self, right: &Side) -> Result<Levels, EngineError> {
        let mut levels = vec![vec![(State::EMPTY, 1)]];
        for square in self.sweep.board.squares() {
            let mut after = self.sweep.add_square(square, self.gate(square), &levels[levels.len() - 1])?;
            let (row, column) = square;
            if column + 1 == self.sweep.board.columns {
                after.retain(|(state, _)| state.parts[row] == right[row]);
            }
            levels.push(after);
        }
        levels.pop();
        Ok(levels)
    }

    /// Returns the bars of ways with one right side.
    fn bars_in(&self, levels: &Levels, mut ways: Vec<Way>) -> Result<Vec<BarsOfCorner>, EngineError> {
        let mut bars: Vec<BarsOfCorner> = vec![Vec::with_capacity(levels.len()); ways.len()];
        for (square, level) in self.sweep.board.squares().zip(levels).rev() {
            let before = self.before(square, level, ways.iter().map(|way| way.state))?;
            for (way, bars) in ways.iter_mut().zip(&mut bars) {
                bars.push(self.bars_of(square, &way.state));
                for &(state, ways) in &before[&way.state] {
                    if way.number < ways {
                        way.state = state;
                        break;
                    }
                    way.number -= ways;
                }
            }
        }
        for bars in &mut bars {
            bars.reverse();
        }
        Ok(bars)
    }

    /// Finds the states before a square, among some, that lead to these states after it.
    fn before(
        &self,
        square: Square,
        states: &[(State, u64)],
        after: impl Iterator<Item = State>,
    ) -> Result<Predecessors, EngineError> {
        let mut before: Predecessors = after.map(|state| (state, Vec::new())).collect();
        for (place, &(state, ways)) in states.iter().enumerate() {
            if place % STATES_A_CHECK == 0 {
                self.sweep.run.check()?;
            }
            self.sweep.each_next(square, self.gate(square), &state, |after| {
                if let Some(before) = before.get_mut(&after) {
                    before.push((state, ways));
                }
            });
        }
        for states in before.values_mut() {
            states.sort_unstable();
        }
        Ok(before)
    }
}
