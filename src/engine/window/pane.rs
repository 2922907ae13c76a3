//! A pane, swept row by row beside one upright: how many ways there are to fill it, of every kind.
//!
//! States with the same [`Ground`] (which columns are open or closed, what hangs together, which lines have their white square) go on in
//! the same ways; so what a row does to the region is worked out once for all of them, and their symbols are taken through tables. States
//! that have become equal are put together after each row. The last row is taken once for each crossbar ([`Pane::kinds`]): then columns end, or
//! leave the pane.
//!
//! Invariant: the states of a ground are sorted, and no two are equal.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::arm::{Arm, parts_of};
use super::region::{LABELS, Labels, NOBODY, Ties, after_row, ties};
use super::tables::{Act, BITS, Beyond, Choice, NO_WAY, PairTable, SYMBOLS, Tables, Then};
use crate::engine::memory::Part;
use crate::engine::{EngineError, Run};

/// Symbols, and in how many ways they come about.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The symbols at the upright, five bits each, the first row in the lowest; and from [`OPEN`] on a bit for each that is not 0.
    pub right: u64,
    /// The symbols of the columns, five bits each, the first column in the lowest.
    pub bottom: u64,
    pub count: u64,
}

/// Where in [`State::right`] the set of open sites begins.
pub const OPEN: u32 = 54;

impl State {
    const START: State = State { right: 0, bottom: 0, count: 1 };

    pub fn key(&self) -> (u64, u64) {
        (self.right, self.bottom)
    }
}

/// Adds up equal neighbours.
pub fn add_up(states: &mut Vec<State>) -> Result<(), EngineError> {
    let mut kept = 0;
    for next in 0..states.len() {
        let state = states[next];
        if kept > 0 && states[kept - 1].key() == state.key() {
            let count = states[kept - 1].count.checked_add(state.count).ok_or(EngineError::Overflow)?;
            states[kept - 1].count = count;
        } else {
            states[kept] = state;
            kept += 1;
        }
    }
    states.truncate(kept);
    Ok(())
}

/// What states have in common that go on in the same ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Ground {
    /// Columns whose last square is white, with a white square below.
    open: u32,
    /// Columns whose last square is white, with a black square below.
    closed: u32,
    /// Lines that have the white square they need: rows, and from 16 on columns.
    touched: u32,
    labels: Labels,
}

const START: Ground = Ground { open: 0, closed: 0, touched: 0, labels: [NOBODY; LABELS] };

/// The squares that are given in a pane, by row.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub white: Vec<u32>,
    pub black: Vec<u32>,
}

/// What a pane is asked for.
pub struct Pane<'a> {
    pub tables: &'a Tables,
    pub given: &'a Given,
    pub upright: &'a Arm,
    /// By set of rows, whether these may be the ones whose words leave the pane.
    pub may_open: Vec<bool>,
    /// The lines that need a white square: rows, and from 16 on columns.
    pub needs: u32,
    pub connected: bool,
}

/// All states before the last row, and what they may do there.
pub struct Swept {
    grounds: Vec<(Ground, Vec<State>)>,
    ways: Vec<Way>,
}

/// One way on from a ground.
#[derive(Clone, Copy)]
struct Way {
    from: u32,
    choice: Choice,
    touched: u32,
    labels: Labels,
}

/// The ways to fill a pane between an upright and a crossbar, by kind.
pub struct Kinds {
    /// Sorted by symbols. Below its symbols, `bottom` has the number of what else is to be known.
    pub states: Vec<State>,
    /// By that number: what hangs together, and which lines have their white square.
    pub others: Vec<(Ties, u32)>,
}

impl Kinds {
    /// The bits of `bottom` below the symbols.
    pub fn low_bits(side: usize) -> u32 {
        u64::BITS - BITS * side as u32
    }
}

/// After so many steps it is looked whether the run goes on.
const BREATH: usize = 1 << 10;

impl Pane<'_> {
    /// Sweeps all rows but the last. What stays in memory is taken from `taken`.
    pub fn sweep(&self, taken: &Part<'_>, run: &Run) -> Result<Swept, EngineError> {
        let mut grounds = vec![(START, vec![State::START])];
        let last = self.tables.side - 1;
        for row in 0..last {
            let mut to: HashMap<Ground, Vec<Way>, FixedState> = HashMap::default();
            for way in self.ways(&grounds, row, run)? {
                let Choice { white, open, symbol: _ } = way.choice;
                let ground = Ground { open, closed: white & !open, touched: way.touched, labels: way.labels };
                to.entry(ground).or_default().push(way);
            }
            let before = taken.bytes();
            let next: Result<Vec<_>, EngineError> = to
                .into_par_iter()
                .map(|(ground, ways)| {
                    run.check()?;
                    let mut states = Vec::new();
                    for way in ways {
                        let (from, entries) = &grounds[way.from as usize];
                        let acts = self.acts(row, from, way.choice, None);
                        take(row, &acts, way.choice.symbol, entries, &self.may_open, |state| states.push(state));
                    }
                    sort(&mut states);
                    add_up(&mut states)?;
                    states.shrink_to_fit();
                    taken.take(states.len() * size_of::<State>())?;
                    Ok((ground, states))
                })
                .collect();
            grounds = next?;
            grounds.retain(|(_, states)| !states.is_empty());
            taken.give_back(before);
        }
        let ways = self.ways(&grounds, last, run)?;
        taken.take(ways.len() * size_of::<Way>())?;
        Ok(Swept { grounds, ways })
    }

    /// All ways through a row.
    fn ways(&self, grounds: &[(Ground, Vec<State>)], row: usize, run: &Run) -> Result<Vec<Way>, EngineError> {
        let beyond = Beyond::of(self.upright, row);
        let needs_this = self.needs & 1 << row;
        let (white, black) = (self.given.white[row], self.given.black[row]);
        let ways: Result<Vec<Vec<Way>>, EngineError> = grounds
            .par_iter()
            .with_min_len(BREATH / 16)
            .enumerate()
            .map(|(from, (ground, _))| {
                if from.is_multiple_of(BREATH) {
                    run.check()?;
                }
                let choices = self.tables.choices(beyond, ground.open, ground.closed);
                let fitting =
                    choices.iter().filter(|choice| choice.white & white == white && choice.white & black == 0);
                let way = |choice: &Choice| {
                    let touches_row = choice.white != 0 || self.upright.is_white(row);
                    let touched = if touches_row { ground.touched | needs_this } else { ground.touched };
                    let touched = touched | choice.white << 16 & self.needs;
                    Some(Way {
                        from: from as u32,
                        choice: *choice,
                        touched,
                        labels: self.labels(ground, *choice, row)?,
                    })
                };
                Ok(fitting.filter_map(way).collect())
            })
            .collect();
        Ok(ways?.concat())
    }

    fn labels(&self, ground: &Ground, choice: Choice, row: usize) -> Option<Labels> {
        if !self.connected {
            return Some([NOBODY; LABELS]);
        }
        let squares = (choice.white, choice.open);
        after_row(self.tables.side, &ground.labels, ground.open, squares, (self.upright, row))
    }

    /// What each pair of columns does in a row; in the last row above this crossbar.
    fn acts(&self, row: usize, from: &Ground, choice: Choice, crossbar: Option<&Arm>) -> Vec<&PairTable> {
        let Choice { white, open, symbol: _ } = choice;
        let side = self.tables.side;
        let beside = white << 1 | white >> 1 | u32::from(self.upright.is_white(row)) << (side - 1);
        let is = |set: u32, column: usize| set >> column & 1 == 1;
        let act = |column: usize| {
            if column == side || !is(white, column) {
                return Act::Black;
            }
            let then = match crossbar {
                _ if !is(open, column) => Then::Ends,
                None => Then::GoesOn,
                Some(crossbar) => Then::Leaves { crossed: crossbar.is_crossed(column) },
            };
            Act::Letter { goes_on: is(from.open, column), crossed: is(beside, column), then }
        };
        (0..side).step_by(2).map(|column| self.tables.pair(row, [act(column), act(column + 1)])).collect()
    }

    /// The kinds above a crossbar. `columns` are the sets of columns that may leave the pane, `rows` the sets of rows.
    pub fn kinds(
        &self,
        swept: &Swept,
        crossbar: &Arm,
        (rows, columns): (&[u32], &[u32]),
        taken: &Part<'_>,
        run: &Run,
    ) -> Result<Kinds, EngineError> {
        let side = self.tables.side;
        let row = side - 1;
        let may_open = parts_of(side, rows.iter().copied());
        let may_leave = parts_of(side, columns.iter().copied());
        // Below black squares words begin with the crossbar.
        let no_start: u32 = (0..side)
            .filter(|&column| !self.tables.may_begin(crossbar.is_crossed(column)))
            .map(|column| 1 << column)
            .sum();
        let low = Kinds::low_bits(side);
        let mut numbers: HashMap<(Ties, u32), u64, FixedState> = HashMap::default();
        let (mut kinds, mut others) = (Vec::new(), Vec::new());
        for (place, way) in swept.ways.iter().enumerate() {
            if place.is_multiple_of(BREATH) {
                run.check()?;
            }
            let Choice { white, open, symbol } = way.choice;
            if crossbar.white() & white != open
                || !may_leave[open as usize]
                || crossbar.white() & !white & no_start != 0
            {
                continue;
            }
            let ties =
                if self.connected { ties(side, &way.labels, open, self.upright, crossbar) } else { Ties::default() };
            let other = (ties, way.touched | crossbar.white() << 16 & self.needs);
            let number = *numbers.entry(other).or_insert_with(|| {
                others.push(other);
                others.len() as u64 - 1
            });
            if number >> low != 0 {
                return Err(EngineError::Failed { engine: super::NAME, what: "too many kinds of region".to_owned() });
            }
            let (from, states) = &swept.grounds[way.from as usize];
            taken.reserve(&mut kinds, states.len())?;
            let acts = self.acts(row, from, way.choice, Some(crossbar));
            take(row, &acts, symbol, states, &may_open, |state| {
                let right = state.right & !(u64::MAX << OPEN);
                kinds.push(State { right, bottom: state.bottom << low | number, count: state.count });
            });
        }
        sort(&mut kinds);
        add_up(&mut kinds)?;
        Ok(Kinds { states: kinds, others })
    }
}

/// Takes states through a row, as far as there is a way and the open sites may be open.
fn take(row: usize, acts: &[&PairTable], symbol: u8, states: &[State], may_open: &[bool], mut to: impl FnMut(State)) {
    let opens = u64::from(symbol > 0) << row;
    let more = opens << OPEN | u64::from(symbol) << (BITS * row as u32);
    for states in states.chunk_by(|one, other| one.right >> OPEN == other.right >> OPEN) {
        if !may_open[(states[0].right >> OPEN | opens) as usize] {
            continue;
        }
        for state in states {
            let (mut bottom, mut no_way) = (0, false);
            for (pair, table) in acts.iter().enumerate() {
                let shift = 2 * BITS * pair as u32;
                let symbols = table[(state.bottom >> shift) as usize % (SYMBOLS * SYMBOLS)];
                no_way |= symbols == NO_WAY;
                bottom |= u64::from(symbols) << shift;
            }
            if !no_way {
                to(State { right: state.right | more, bottom, count: state.count });
            }
        }
    }
}

fn sort(states: &mut [State]) {
    states.sort_unstable_by_key(State::key);
}
