//! The last row of a quadrant, above every middle row: there columns end or leave the quadrant.
//!
//! The step of a column depends on the middle row only by whether the square below is white and crossed. So the
//! transitions through the last row that agree in everything else form a [`LastRowGroup`]. They are applied together,
//! once for each set of crossed squares of some middle row below, and equal states are merged. The signatures above a
//! middle row are the lists of the groups that fit above it.
//!
//! Invariant: the states of a list are sorted, and no two are equal.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::arm::{Arm, parts_of};
use super::quadrant::{Quadrant, RowTransition, SweptQuadrant, apply_row};
use super::region::{Labels, RunPartition, run_partition};
use super::signatures::{Fillings, Tail};
use super::states::{StateAccumulator, StateList};
use super::tables::{Choice, Direction, Tables};
use super::weight::QuadrantWeight;
use gridcheck_engine::{EngineError, Run};

/// The number of groups between two checks whether the run was stopped.
const CHECK_INTERVAL: usize = 1 << 10;

/// A middle row, in the form that quadrants beside one middle column need.
pub(crate) struct MiddleRow<'a> {
    pub arm: &'a Arm,
    /// Indexed by set of rows: `true` if these may be rows whose words leave the quadrant.
    may_open: Vec<bool>,
    /// Indexed by set of columns: `true` if these may be columns whose words leave the quadrant.
    may_leave: Vec<bool>,
    /// Its squares with a white neighbour along it.
    crossed: u32,
    /// Its squares where a word cannot begin.
    no_start: u32,
}

impl<'a> MiddleRow<'a> {
    /// Prepares a middle row. `rows` are the sets of rows whose words may leave the quadrant, `columns` the sets of
    /// columns.
    pub(crate) fn new(tables: &Tables, arm: &'a Arm, [rows, columns]: [&[u32]; 2]) -> Self {
        let Tables { height, width, .. } = *tables;
        let squares = |is: &dyn Fn(usize) -> bool| -> u32 {
            (0..width).filter(|&square| arm.is_white(square) && is(square)).map(|square| 1 << square).sum()
        };
        MiddleRow {
            arm,
            may_open: parts_of(height, rows.iter().copied()),
            may_leave: parts_of(width, columns.iter().copied()),
            crossed: squares(&|square| arm.is_crossed(square)),
            no_start: squares(&|square| !tables.middle_letter(Direction::Down, arm.is_crossed(square)).may_begin),
        }
    }

    /// Returns `true` if these may be rows whose words leave the quadrant.
    pub(crate) fn may_open(&self, rows: usize) -> bool {
        self.may_open[rows]
    }

    /// Returns `true` if it fits below these white squares; those in `open` have a white square below. Below black
    /// squares, words begin with the middle row.
    pub(crate) fn fits_below(&self, white: u32, open: u32) -> bool {
        self.arm.white() & white == open && self.may_leave[open as usize] && self.no_start & !white == 0
    }
}

/// Middle rows that are equal for a row above them.
struct EqualMiddleRows<'a> {
    crossed: u32,
    middle_rows: Vec<&'a MiddleRow<'a>>,
}

/// Transitions through the last row that have the same effect on everything below.
struct LastRowGroup<W> {
    end: RowEnd,
    /// The states for each set of crossed squares below.
    lists: Vec<(u32, StateList<W>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RowEnd {
    white: u32,
    open: u32,
    touched: u32,
    labels: Labels,
}

/// The last row of one quadrant, for all middle rows.
pub(crate) struct LastRow<'a, W: QuadrantWeight> {
    quadrant: &'a Quadrant<'a, W>,
    groups: Vec<LastRowGroup<W>>,
}

impl<'a, W: QuadrantWeight> LastRow<'a, W> {
    /// Applies the last row to a quadrant, above all these middle rows.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn new(
        quadrant: &'a Quadrant<'a, W>,
        swept: &SweptQuadrant<W>,
        middle_rows: &[MiddleRow<'_>],
        run: &Run,
    ) -> Result<Self, EngineError> {
        let mut below: HashMap<(u32, u32), Vec<EqualMiddleRows<'_>>, FixedState> = HashMap::default();
        let mut transitions: HashMap<RowEnd, Vec<RowTransition>, FixedState> = HashMap::default();
        let all_transitions = quadrant.last_transitions(swept, run)?;
        for transition in &all_transitions {
            let Choice { white, open, symbol: _ } = transition.choice;
            if !below.entry((white, open)).or_insert_with(|| alike(middle_rows, white, open)).is_empty() {
                let end = RowEnd { white, open, touched: transition.touched, labels: transition.labels };
                transitions.entry(end).or_default().push(*transition);
            }
        }
        drop(all_transitions);
        let groups: Result<Vec<LastRowGroup<W>>, EngineError> = transitions
            .into_par_iter()
            .map_init(StateAccumulator::new, |accumulator, (end, mut transitions)| {
                run.check()?;
                transitions.sort_unstable_by_key(|transition| swept.open(transition));
                let lists = below[&(end.white, end.open)].iter().map(|alike| {
                    let states = states(quadrant, swept, &transitions, alike, accumulator, run)?;
                    Ok((alike.crossed, states))
                });
                Ok(LastRowGroup { end, lists: lists.collect::<Result<_, EngineError>>()? })
            })
            .collect();
        Ok(LastRow { quadrant, groups: groups? })
    }

    /// Returns the tables of its quadrant.
    pub(crate) fn tables(&self) -> &'a Tables {
        self.quadrant.tables
    }

    /// Returns the fillings of the quadrant above a middle row.
    ///
    /// # Errors
    /// The run is stopped.
    pub(crate) fn fillings<'l>(
        &'l self,
        middle_row: &'l MiddleRow<'_>,
        run: &Run,
    ) -> Result<Fillings<'l, W>, EngineError> {
        let Quadrant { tables, middle_column, needs, connected, .. } = *self.quadrant;
        let mut fillings = Fillings::new(&middle_row.may_open);
        for (place, LastRowGroup { end, lists }) in self.groups.iter().enumerate() {
            if place.is_multiple_of(CHECK_INTERVAL) {
                run.check()?;
            }
            let RowEnd { white, open, touched, labels } = *end;
            let crossed = middle_row.crossed & open;
            let list = lists.iter().find(|(below, _)| *below == crossed).filter(|_| middle_row.fits_below(white, open));
            let Some((_, list)) = list else { continue };
            let regions = if connected {
                run_partition(tables.width, &labels, open, middle_column, middle_row.arm)
            } else {
                RunPartition::default()
            };
            fillings.add(list, Tail { regions, touched: touched | middle_row.arm.white() << 16 & needs });
        }
        Ok(fillings)
    }
}

/// Groups the middle rows that fit below a row by their crossed squares.
fn alike<'a>(middle_rows: &'a [MiddleRow<'a>], white: u32, open: u32) -> Vec<EqualMiddleRows<'a>> {
    let mut all: Vec<EqualMiddleRows<'_>> = Vec::new();
    for middle_row in middle_rows.iter().filter(|middle_row| middle_row.fits_below(white, open)) {
        let crossed = middle_row.crossed & open;
        match all.iter_mut().find(|alike| alike.crossed == crossed) {
            Some(alike) => alike.middle_rows.push(middle_row),
            None => all.push(EqualMiddleRows { crossed, middle_rows: vec![middle_row] }),
        }
    }
    all
}

/// Returns all states after these transitions, above equal middle rows. Transitions from the same open columns must
/// be adjacent.
fn states<W: QuadrantWeight>(
    quadrant: &Quadrant<'_, W>,
    swept: &SweptQuadrant<W>,
    transitions: &[RowTransition],
    alike: &EqualMiddleRows<'_>,
    accumulator: &mut StateAccumulator<W>,
    run: &Run,
) -> Result<StateList<W>, EngineError> {
    let row = quadrant.tables.height - 1;
    let mut known = vec![None; 1 << quadrant.tables.height];
    let mut may_open = |rows: usize| -> bool {
        *known[rows].get_or_insert_with(|| alike.middle_rows.iter().any(|middle_row| middle_row.may_open[rows]))
    };
    for transitions in transitions.chunk_by(|one, other| swept.open(one) == swept.open(other)) {
        let steps =
            quadrant.steps(row, swept.open(&transitions[0]), transitions[0].choice, Some(alike.middle_rows[0].arm));
        for transition in transitions {
            let factor = quadrant.factor(row, swept.open(transition), transition.choice);
            let symbol = quadrant.symbol_at(row, transition.choice.symbol);
            let push = |bottom, right, weight| accumulator.push(bottom, right, weight);
            apply_row(&steps, symbol, factor, swept.states(transition), &mut may_open, push);
            accumulator.compact(run)?;
        }
    }
    accumulator.end()
}
