//! The foot of a quadrant, its last row, above every middle row: there columns end, or leave the quadrant.
//!
//! What becomes of a column's symbol there depends on the middle row only by whether its square below is white, and crossed. So the ways through the
//! last row that agree in everything else that is still to be known (a [`Step`]) are taken together, once for each set of crossed squares
//! that some middle row has below them, and equal states are put together. The kinds of quadrant above a middle row are the lists of the steps that it
//! can stand below.
//!
//! Invariant: the states of a list are sorted, and no two are equal.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::arm::{Arm, parts_of};
use super::quadrant::{Quadrant, Swept, Way, take};
use super::region::{Labels, Ties, ties};
use super::states::{OPEN, Pile, State, put_together};
use super::tables::{BITS, Choice, Tables};
use super::worth::Worth;
use gridcheck_run::memory::Part;
use gridcheck_run::{EngineError, Run};

/// After so many steps it is looked whether the run goes on.
const BREATH: usize = 1 << 10;

/// A middle row, as quadrants beside one middle column meet it.
pub struct MiddleRow<'a> {
    pub arm: &'a Arm,
    /// By set of rows, whether these may be the ones whose words leave the quadrant.
    may_open: Vec<bool>,
    /// The same by set of columns.
    may_leave: Vec<bool>,
    /// Its squares with a white neighbour in it.
    crossed: u32,
    /// Its squares where a word cannot begin.
    no_start: u32,
}

impl<'a> MiddleRow<'a> {
    /// `rows` are the sets of rows that may leave the quadrant, `columns` the sets of columns.
    pub fn new(tables: &Tables, arm: &'a Arm, (rows, columns): (&[u32], &[u32])) -> Self {
        let side = tables.side;
        let squares = |is: &dyn Fn(usize) -> bool| -> u32 {
            (0..side).filter(|&square| arm.is_white(square) && is(square)).map(|square| 1 << square).sum()
        };
        MiddleRow {
            arm,
            may_open: parts_of(side, rows.iter().copied()),
            may_leave: parts_of(side, columns.iter().copied()),
            crossed: squares(&|square| arm.is_crossed(square)),
            no_start: squares(&|square| !tables.may_begin(arm.is_crossed(square))),
        }
    }

    /// Whether it can stand below these white squares, of which these go on below. Below black squares words begin with the middle row.
    fn fits_below(&self, white: u32, open: u32) -> bool {
        self.arm.white() & white == open && self.may_leave[open as usize] && self.no_start & !white == 0
    }
}

/// Crossbars that are the same for a row above them.
struct Alike<'a> {
    crossed: u32,
    middle_rows: Vec<&'a MiddleRow<'a>>,
}

/// Ways through the last row that agree in all that is still to be known.
struct Step<W> {
    end: End,
    /// By which of the squares below are crossed: all states.
    lists: Vec<(u32, Vec<State<W>>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct End {
    white: u32,
    open: u32,
    touched: u32,
    labels: Labels,
}

/// The last rows of one quadrant.
pub struct Foot<'a, W: Worth> {
    quadrant: &'a Quadrant<'a, W>,
    steps: Vec<Step<W>>,
}

/// The ways to fill a quadrant between a middle column and a middle row, by kind.
pub struct Kinds<W> {
    /// Sorted by symbols. Below its symbols, `bottom` has the number of what else is to be known.
    pub states: Vec<State<W>>,
    /// By that number: what hangs together, and which lines have their white square.
    pub others: Vec<(Ties, u32)>,
}

impl<W> Kinds<W> {
    /// The bits of `bottom` below the symbols.
    pub fn low_bits(side: usize) -> u32 {
        u64::BITS - BITS * side as u32
    }
}

impl<'a, W: Worth> Foot<'a, W> {
    /// Takes a quadrant through its last row, above all these middle rows. What stays in memory is taken from `taken`.
    pub fn new(
        quadrant: &'a Quadrant<'a, W>,
        swept: &Swept<W>,
        middle_rows: &[MiddleRow<'_>],
        taken: &Part<'_>,
        run: &Run,
    ) -> Result<Self, EngineError> {
        let mut below: HashMap<(u32, u32), Vec<Alike<'_>>, FixedState> = HashMap::default();
        let mut ways: HashMap<End, Vec<Way>, FixedState> = HashMap::default();
        let of_ways = taken.account().part();
        let all_ways = quadrant.last_ways(swept, run)?;
        // These, and those of them that are kept, in another order.
        of_ways.take(2 * all_ways.len() * size_of::<Way>())?;
        for way in &all_ways {
            let Choice { white, open, symbol: _ } = way.choice;
            if !below.entry((white, open)).or_insert_with(|| alike(middle_rows, white, open)).is_empty() {
                let end = End { white, open, touched: way.touched, labels: way.labels };
                ways.entry(end).or_default().push(*way);
            }
        }
        drop(all_ways);
        let steps: Result<Vec<Step<W>>, EngineError> = ways
            .into_par_iter()
            .map(|(end, mut ways)| {
                run.check()?;
                ways.sort_unstable_by_key(|way| swept.open(way));
                let lists = below[&(end.white, end.open)].iter().map(|alike| {
                    let pile = Pile::new(taken.account());
                    let states = states(quadrant, swept, &ways, alike, (pile, run))?;
                    taken.take(states.len() * size_of::<State<W>>())?;
                    Ok((alike.crossed, states))
                });
                Ok(Step { end, lists: lists.collect::<Result<_, EngineError>>()? })
            })
            .collect();
        Ok(Foot { quadrant, steps: steps? })
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.steps.iter().flat_map(|step| &step.lists).map(|(_, states)| states.len()).sum()
    }

    /// The tables of its quadrant.
    pub fn tables(&self) -> &'a Tables {
        self.quadrant.tables
    }

    /// The kinds above a middle row.
    pub fn kinds(&self, middle_row: &MiddleRow<'_>, taken: &Part<'_>, run: &Run) -> Result<Kinds<W>, EngineError> {
        let Quadrant { tables, middle_column, needs, connected, .. } = *self.quadrant;
        let low = Kinds::<W>::low_bits(tables.side);
        let mut numbers: HashMap<(Ties, u32), u64, FixedState> = HashMap::default();
        let (mut kinds, mut others) = (Vec::new(), Vec::new());
        for (place, Step { end, lists }) in self.steps.iter().enumerate() {
            if place.is_multiple_of(BREATH) {
                run.check()?;
            }
            let End { white, open, touched, labels } = *end;
            let crossed = middle_row.crossed & open;
            let list = lists.iter().find(|(below, _)| *below == crossed).filter(|_| middle_row.fits_below(white, open));
            let Some((_, list)) = list else { continue };
            let ties = if connected {
                ties(tables.side, &labels, open, middle_column, middle_row.arm)
            } else {
                Ties::default()
            };
            let other = (ties, touched | middle_row.arm.white() << 16 & needs);
            let number = *numbers.entry(other).or_insert_with(|| {
                others.push(other);
                others.len() as u64 - 1
            });
            if number >> low != 0 {
                return Err(EngineError::Failed {
                    engine: super::NAME,
                    what: "too many regions and white lines to tell apart".to_owned(),
                });
            }
            taken.reserve(&mut kinds, list.len())?;
            for states in list.chunk_by(|one, other| one.right >> OPEN == other.right >> OPEN) {
                if middle_row.may_open[(states[0].right >> OPEN) as usize] {
                    kinds.extend(states.iter().map(|state| State {
                        right: state.right & !(u64::MAX << OPEN),
                        bottom: state.bottom << low | number,
                        worth: state.worth,
                    }));
                }
            }
        }
        put_together(&mut kinds)?;
        Ok(Kinds { states: kinds, others })
    }
}

/// The middle rows that can stand below such a row, by which of its squares are crossed.
fn alike<'a>(middle_rows: &'a [MiddleRow<'a>], white: u32, open: u32) -> Vec<Alike<'a>> {
    let mut all: Vec<Alike<'_>> = Vec::new();
    for middle_row in middle_rows.iter().filter(|middle_row| middle_row.fits_below(white, open)) {
        let crossed = middle_row.crossed & open;
        match all.iter_mut().find(|alike| alike.crossed == crossed) {
            Some(alike) => alike.middle_rows.push(middle_row),
            None => all.push(Alike { crossed, middle_rows: vec![middle_row] }),
        }
    }
    all
}

/// All states after these ways, of which those that come from like columns are neighbours, above such middle rows.
fn states<W: Worth>(
    quadrant: &Quadrant<'_, W>,
    swept: &Swept<W>,
    ways: &[Way],
    alike: &Alike<'_>,
    (mut pile, run): (Pile<'_, W>, &Run),
) -> Result<Vec<State<W>>, EngineError> {
    let row = quadrant.tables.side - 1;
    let mut known = vec![None; 1 << quadrant.tables.side];
    let mut may_open = |rows: usize| -> bool {
        *known[rows].get_or_insert_with(|| alike.middle_rows.iter().any(|middle_row| middle_row.may_open[rows]))
    };
    for ways in ways.chunk_by(|one, other| swept.open(one) == swept.open(other)) {
        let acts = quadrant.acts(row, swept.open(&ways[0]), ways[0].choice, Some(alike.middle_rows[0].arm));
        for way in ways {
            let more = (way.choice.symbol, quadrant.factor(row, swept.open(way), way.choice));
            take(row, &acts, more, swept.states(way), &mut may_open, |state| pile.push(state));
            pile.settle(run)?;
        }
    }
    pile.end()
}
