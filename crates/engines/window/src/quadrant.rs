//! Sweeps a quadrant row by row beside one middle column, and counts its fillings by signature.
//!
//! States with the same [`Boundary`] (open and closed columns, connections, and lines with their white square) have
//! the same transitions. So the effect of a row on the regions is computed once for all of them, and their symbols
//! are mapped by tables. Equal states are merged after each row. The [last row](super::last_row) is separate, because
//! the rows above it do not depend on the centre of the grid.
//!
//! Invariant: the states of a boundary are sorted, and no two are equal.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::arm::Arm;
use super::encoder::{MeasureEncoder, Neighbours};
use super::lookahead::Lookahead;
use super::region::{JoinedRow, LABELS, Labels, NO_LABEL};
use super::states::{OPEN, StateAccumulator, StateList};
use super::tables::{
    BITS, BelowLetter, Beyond, Choice, ColumnStep, DEMANDS, INFEASIBLE, NextSteps, PairTable, SYMBOLS, Tables,
};
use super::weight::QuadrantWeight;
use gridcheck_engine::{EngineError, Run};

/// The properties that determine the transitions of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Boundary {
    /// The columns whose last square is white, with a white square below.
    open: u32,
    /// The columns whose last square is white, with a black square below.
    closed: u32,
    /// The lines that already have their white square: rows, and from bit 16 on columns.
    touched: u32,
    labels: Labels,
}

const START: Boundary = Boundary { open: 0, closed: 0, touched: 0, labels: [NO_LABEL; LABELS] };

/// The squares that are given in a quadrant, by row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Given {
    pub white: Vec<u32>,
    pub black: Vec<u32>,
}

impl Given {
    /// Returns the possible rows below these open columns that have the given squares.
    pub(crate) fn choices<'t>(
        &self,
        tables: &'t Tables,
        middle_column: &Arm,
        row: usize,
        open: u32,
    ) -> impl Iterator<Item = &'t Choice> + use<'t> {
        let (white, black) = (self.white[row], self.black[row]);
        let choices = tables.choices(Beyond::of(middle_column, row), open).iter();
        choices.filter(move |choice| choice.white & white == white && choice.white & black == 0)
    }
}

/// A quadrant beside one middle column, and the conditions on it.
pub(crate) struct Quadrant<'a, W: QuadrantWeight> {
    pub tables: &'a Tables,
    pub encoder: &'a MeasureEncoder<W>,
    pub given: &'a Given,
    pub middle_column: &'a Arm,
    /// Indexed by set of rows: `true` if these may be rows whose words leave the quadrant.
    pub may_open: Vec<bool>,
    /// The lines that need a white square: rows, and from bit 16 on columns.
    pub needs: u32,
    pub connected: bool,
    pub lookahead: Lookahead,
}

/// All states before the last row.
pub(crate) struct SweptQuadrant<W> {
    boundaries: Vec<(Boundary, StateList<W>)>,
}

/// A row transition from a boundary, and its resulting state.
#[derive(Clone, Copy)]
pub(crate) struct RowTransition {
    from: u32,
    pub choice: Choice,
    pub touched: u32,
    pub labels: Labels,
}

impl<W: QuadrantWeight> SweptQuadrant<W> {
    /// Returns the number of states.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.boundaries.iter().map(|(_, states)| states.len()).sum()
    }

    /// Returns the columns that are open before a transition through the last row.
    pub(crate) fn open(&self, transition: &RowTransition) -> u32 {
        self.boundaries[transition.from as usize].0.open
    }

    /// Returns the states that a transition applies to.
    pub(crate) fn states(&self, transition: &RowTransition) -> &StateList<W> {
        &self.boundaries[transition.from as usize].1
    }
}

impl<W: QuadrantWeight> Quadrant<'_, W> {
    /// Sweeps all rows except the last. The centre has no influence on them. The lookahead drops states that it does not
    /// need.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    pub(crate) fn sweep(&self, run: &Run) -> Result<SweptQuadrant<W>, EngineError> {
        let mut boundaries = vec![(START, StateList::start())];
        let last = self.tables.height - 1;
        for row in 0..last {
            let mut to: HashMap<Boundary, Vec<RowTransition>, FixedState> = HashMap::default();
            let all_transitions = self.transitions(&boundaries, row, run)?;
            for transition in all_transitions {
                let Choice { white, open, symbol: _ } = transition.choice;
                let boundary =
                    Boundary { open, closed: white & !open, touched: transition.touched, labels: transition.labels };
                to.entry(boundary).or_default().push(transition);
            }
            let next: Result<Vec<_>, EngineError> = to
                .into_par_iter()
                .map_init(StateAccumulator::new, |accumulator, (boundary, transitions)| {
                    run.check()?;
                    for transition in transitions {
                        let (from, entries) = &boundaries[transition.from as usize];
                        let steps = self.steps(row, from.open, transition.choice, None);
                        apply_row(
                            &steps,
                            self.symbol_at(row, transition.choice.symbol),
                            self.factor(row, from.open, transition.choice),
                            entries,
                            |rows| self.may_open[rows],
                            |bottom, right, weight| accumulator.push(bottom, right, weight),
                        );
                        accumulator.compact(run)?;
                    }
                    Ok((boundary, accumulator.end()?))
                })
                .collect();
            boundaries = next?;
            boundaries.retain(|(_, states)| !states.is_empty());
        }
        Ok(SweptQuadrant { boundaries })
    }

    /// Returns all transitions through the last row.
    ///
    /// # Errors
    /// The run is stopped.
    pub(crate) fn last_transitions(
        &self,
        swept: &SweptQuadrant<W>,
        run: &Run,
    ) -> Result<Vec<RowTransition>, EngineError> {
        self.transitions(&swept.boundaries, self.tables.height - 1, run)
    }

    /// Returns all transitions through a row.
    fn transitions(
        &self,
        boundaries: &[(Boundary, StateList<W>)],
        row: usize,
        run: &Run,
    ) -> Result<Vec<RowTransition>, EngineError> {
        // The regions after a row depend only on the open columns and the labels. So boundaries that agree in these
        // share the computation.
        let mut alike: HashMap<(u32, Labels), Vec<usize>, FixedState> = HashMap::default();
        for (from, (boundary, _)) in boundaries.iter().enumerate() {
            alike.entry((boundary.open, boundary.labels)).or_default().push(from);
        }
        let transitions: Result<Vec<Vec<RowTransition>>, EngineError> = alike
            .into_par_iter()
            .map(|((open, labels), alike)| {
                run.check()?;
                let closed = alike.iter().fold(u32::MAX, |closed, &from| closed & boundaries[from].0.closed);
                let choices = self.choices(open, closed, &labels, row);
                let transitions = alike.iter().flat_map(|&from| {
                    let boundary = &boundaries[from].0;
                    let fitting = choices.iter().filter(|(choice, _)| choice.white & boundary.closed == 0);
                    fitting.map(move |&(choice, labels)| {
                        let touched = boundary.touched | self.touched_by(choice.white, row);
                        RowTransition { from: from as u32, choice, touched, labels }
                    })
                });
                Ok(transitions.collect())
            })
            .collect();
        Ok(transitions?.concat())
    }

    /// Returns the possible rows below these columns that cut off no region, and the labels after them.
    fn choices(&self, open: u32, closed: u32, labels: &Labels, row: usize) -> Vec<(Choice, Labels)> {
        let choices = self.given.choices(self.tables, self.middle_column, row, open);
        let fitting = choices.filter(|choice| choice.white & closed == 0 && self.lookahead.allows(row, choice));
        if !self.connected {
            return fitting.map(|&choice| (choice, [NO_LABEL; LABELS])).collect();
        }
        // Rows with the same white squares are adjacent, so their regions are computed once.
        let mut all = Vec::new();
        let mut joined = None;
        for &choice in fitting {
            let row = match joined.take() {
                Some((of, joined)) if of == choice.white => joined,
                _ => JoinedRow::new(self.tables.width, labels, open, choice.white, self.middle_column, row),
            };
            all.extend(row.below(choice.open).map(|labels| (choice, labels)));
            joined = Some((choice.white, row));
        }
        all
    }

    /// Returns the lines that need a white square and have one in this row.
    fn touched_by(&self, white: u32, row: usize) -> u32 {
        let touches_row = white != 0 || self.middle_column.is_white(row);
        self.needs & (white << 16 | u32::from(touches_row) << row)
    }

    /// Returns the weight factor of a row below these columns.
    pub(crate) fn factor(&self, row: usize, above: u32, choice: Choice) -> &W::Factor {
        let Choice { white, open, symbol: _ } = choice;
        let beyond = u32::from(self.middle_column.is_white(row)) << (self.tables.width - 1);
        let squares =
            Neighbours { white, before: white << 1, after: white >> 1 | beyond, one_side: above, other_side: open };
        self.encoder.factor(self.encoder.added(squares))
    }

    /// Returns the bits that the symbol of a row adds to a state.
    pub(crate) fn symbol_at(&self, row: usize, symbol: u8) -> u64 {
        let opens = u64::from(symbol > 0) << row;
        let before = (self.middle_column.white() & !(u32::MAX << row)).count_ones();
        opens << OPEN | u64::from(symbol) << (BITS * before)
    }

    /// Returns the steps of each pair of columns in a row below these columns. For the last row, `middle_row` is the
    /// middle row below it.
    pub(crate) fn steps(&self, row: usize, above: u32, choice: Choice, middle_row: Option<&Arm>) -> RowSteps<'_> {
        let Choice { white, open, symbol: _ } = choice;
        let side = self.tables.width;
        let beside = white << 1 | white >> 1 | u32::from(self.middle_column.is_white(row)) << (side - 1);
        let next = if middle_row.is_none() { self.lookahead.next_steps(row, &choice) } else { 0 };
        let is = |set: u32, column: usize| set >> column & 1 == 1;
        let step = |column: usize| {
            if column == side || !is(white, column) {
                return ColumnStep::Black;
            }
            let below = match middle_row {
                _ if !is(open, column) => BelowLetter::Ends,
                None => BelowLetter::GoesOn(NextSteps::of_column(next, column)),
                Some(middle_row) => BelowLetter::Leaves { crossed: middle_row.is_crossed(column) },
            };
            ColumnStep::Letter { goes_on: is(above, column), crossed: is(beside, column), below }
        };
        let of_pair = |pair: usize| self.tables.pair(row, [step(2 * pair), step(2 * pair + 1)]);
        let mut steps =
            RowSteps { pairs: side.div_ceil(2), tables: [of_pair(0); MAX_PAIRS], meets: self.lookahead.meets() };
        (1..steps.pairs).for_each(|pair| steps.tables[pair] = of_pair(pair));
        steps
    }
}

/// The largest number of pairs of columns in a quadrant.
const MAX_PAIRS: usize = (super::facts::LARGEST / 2).div_ceil(2);

/// The steps of each pair of columns in one row.
pub(crate) struct RowSteps<'a> {
    pairs: usize,
    tables: [&'a PairTable; MAX_PAIRS],
    /// Indexed by the demands of all pairs: `true` if some middle row meets them.
    meets: &'a [bool],
}

impl RowSteps<'_> {
    /// Returns the symbols of the columns after the steps, if these are feasible and some middle row meets their demands.
    fn below(&self, above: u64) -> Option<u64> {
        let (mut bottom, mut infeasible, mut demands) = (0, false, 0);
        for (pair, table) in self.tables[..self.pairs].iter().enumerate() {
            let shift = 2 * BITS * pair as u32;
            let entry = table[(above >> shift) as usize % (SYMBOLS * SYMBOLS)];
            infeasible |= entry == INFEASIBLE;
            bottom |= (u64::from(entry) % (1 << DEMANDS)) << shift;
            demands |= usize::from(entry >> DEMANDS) << (4 * pair);
        }
        (!infeasible && self.meets[demands]).then_some(bottom)
    }
}

/// Applies a row to states, if the open rows are allowed. The row adds its symbol and multiplies the weight by its factor. `to` takes
/// the symbols of the columns and of the rows, and the weight.
#[inline]
pub(crate) fn apply_row<W: QuadrantWeight>(
    steps: &RowSteps<'_>,
    symbol: u64,
    factor: &W::Factor,
    states: &StateList<W>,
    mut may_open: impl FnMut(usize) -> bool,
    mut to: impl FnMut(u64, u64, W),
) {
    for (above, states) in states.runs() {
        let Some(bottom) = steps.below(above) else { continue };
        for state in states {
            let right = state.key | symbol;
            if may_open((right >> OPEN) as usize) {
                to(bottom, right, state.weight.scaled(factor));
            }
        }
    }
}
