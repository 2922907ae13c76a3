//! A quadrant, swept row by row beside one middle column: how many ways there are to fill it, of every kind.
//!
//! States with the same [`Ground`] (which columns are open or closed, what hangs together, which lines have their white square) go on in
//! the same ways; so what a row does to the region is worked out once for all of them, and their symbols are taken through tables. States
//! that have become equal are put together after each row. The last row is left to
//! the [foot](super::foot): what is above it is the same whatever the centre of the grid.
//!
//! Invariant: the states of a ground are sorted, and no two are equal.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::arm::Arm;
use super::gauge::{Gauge, Neighbours};
use super::region::{LABELS, Labels, NOBODY, Row};
use super::states::{OPEN, Pile, State};
use super::tables::{Act, BITS, Beyond, Choice, NO_WAY, PairTable, SYMBOLS, Tables, Then};
use super::worth::Worth;
use gridcheck_run::memory::Part;
use gridcheck_run::{EngineError, Run};

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

/// The squares that are given in a quadrant, by row.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub white: Vec<u32>,
    pub black: Vec<u32>,
}

/// What a quadrant is asked for.
pub struct Quadrant<'a, W: Worth> {
    pub tables: &'a Tables,
    pub gauge: &'a Gauge<W>,
    pub given: &'a Given,
    pub middle_column: &'a Arm,
    /// By set of rows, whether these may be the ones whose words leave the quadrant, with either centre.
    pub may_open: Vec<bool>,
    /// The lines that need a white square: rows, and from 16 on columns.
    pub needs: u32,
    pub connected: bool,
}

/// All states before the last row.
pub struct Swept<W> {
    grounds: Vec<(Ground, Vec<State<W>>)>,
}

/// One way on from a ground, and what is so after it.
#[derive(Clone, Copy)]
pub struct Way {
    from: u32,
    pub choice: Choice,
    pub touched: u32,
    pub labels: Labels,
}

impl<W: Worth> Swept<W> {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.grounds.iter().map(|(_, states)| states.len()).sum()
    }

    /// The columns that come into the last row from above.
    pub fn open(&self, way: &Way) -> u32 {
        self.grounds[way.from as usize].0.open
    }

    /// The states that may go this way.
    pub fn states(&self, way: &Way) -> &[State<W>] {
        &self.grounds[way.from as usize].1
    }
}

impl<W: Worth> Quadrant<'_, W> {
    /// Sweeps all rows but the last, where the centre has no part in anything. What stays in memory is taken from `taken`.
    pub fn sweep(&self, taken: &Part<'_>, run: &Run) -> Result<Swept<W>, EngineError> {
        let mut grounds = vec![(START, vec![State::START])];
        let last = self.tables.side - 1;
        let of_others = taken.bytes();
        for row in 0..last {
            let mut to: HashMap<Ground, Vec<Way>, FixedState> = HashMap::default();
            let all_ways = self.ways(&grounds, row, run)?;
            let bytes_of_ways = all_ways.len() * size_of::<Way>();
            taken.take(bytes_of_ways)?;
            for way in all_ways {
                let Choice { white, open, symbol: _ } = way.choice;
                let ground = Ground { open, closed: white & !open, touched: way.touched, labels: way.labels };
                to.entry(ground).or_default().push(way);
            }
            let before = taken.bytes() - of_others;
            let next: Result<Vec<_>, EngineError> = to
                .into_par_iter()
                .map(|(ground, ways)| {
                    run.check()?;
                    let mut pile = Pile::new(taken.account());
                    for way in ways {
                        let (from, entries) = &grounds[way.from as usize];
                        let acts = self.acts(row, from.open, way.choice, None);
                        take(
                            row,
                            &acts,
                            (way.choice.symbol, self.factor(row, from.open, way.choice)),
                            entries,
                            |rows| self.may_open[rows],
                            |state| pile.push(state),
                        );
                        pile.settle(run)?;
                    }
                    let states = pile.end()?;
                    taken.take(states.len() * size_of::<State<W>>())?;
                    Ok((ground, states))
                })
                .collect();
            grounds = next?;
            grounds.retain(|(_, states)| !states.is_empty());
            taken.give_back(before);
        }
        Ok(Swept { grounds })
    }

    /// All ways through the last row.
    pub fn last_ways(&self, swept: &Swept<W>, run: &Run) -> Result<Vec<Way>, EngineError> {
        self.ways(&swept.grounds, self.tables.side - 1, run)
    }

    /// All ways through a row.
    fn ways(&self, grounds: &[(Ground, Vec<State<W>>)], row: usize, run: &Run) -> Result<Vec<Way>, EngineError> {
        // Grounds that differ only in what is closed or touched are joined by a row in the same ways, as far as it may be their next.
        let mut alike: HashMap<(u32, Labels), Vec<usize>, FixedState> = HashMap::default();
        for (from, (ground, _)) in grounds.iter().enumerate() {
            alike.entry((ground.open, ground.labels)).or_default().push(from);
        }
        let ways: Result<Vec<Vec<Way>>, EngineError> = alike
            .into_par_iter()
            .map(|((open, labels), alike)| {
                run.check()?;
                let closed = alike.iter().fold(u32::MAX, |closed, &from| closed & grounds[from].0.closed);
                let choices = self.choices((open, closed), &labels, row);
                let ways = alike.iter().flat_map(|&from| {
                    let ground = &grounds[from].0;
                    let fitting = choices.iter().filter(|(choice, _)| choice.white & ground.closed == 0);
                    fitting.map(move |&(choice, labels)| {
                        let touched = ground.touched | self.touched_by(choice.white, row);
                        Way { from: from as u32, choice, touched, labels }
                    })
                });
                Ok(ways.collect())
            })
            .collect();
        Ok(ways?.concat())
    }

    /// The choices in a row below such columns that leave no region behind, and the labels after them.
    fn choices(&self, (open, closed): (u32, u32), labels: &Labels, row: usize) -> Vec<(Choice, Labels)> {
        let (white, black) = (self.given.white[row], self.given.black[row] | closed);
        let choices = self.tables.choices(Beyond::of(self.middle_column, row), open);
        let fitting = choices.iter().filter(|choice| choice.white & white == white && choice.white & black == 0);
        if !self.connected {
            return fitting.map(|&choice| (choice, [NOBODY; LABELS])).collect();
        }
        // Those with the same white squares are neighbours.
        let mut all = Vec::new();
        let mut joined = None;
        for &choice in fitting {
            let row = match joined.take() {
                Some((of, joined)) if of == choice.white => joined,
                _ => Row::new(self.tables.side, labels, (open, choice.white), (self.middle_column, row)),
            };
            all.extend(row.below(choice.open).map(|labels| (choice, labels)));
            joined = Some((choice.white, row));
        }
        all
    }

    /// The lines that need a white square and have one in a row with these.
    fn touched_by(&self, white: u32, row: usize) -> u32 {
        let touches_row = white != 0 || self.middle_column.is_white(row);
        self.needs & (white << 16 | u32::from(touches_row) << row)
    }

    /// What a row below such columns makes of the worth of ways.
    pub fn factor(&self, row: usize, above: u32, choice: Choice) -> &W::Factor {
        let Choice { white, open, symbol: _ } = choice;
        let beyond = u32::from(self.middle_column.is_white(row)) << (self.tables.side - 1);
        let squares =
            Neighbours { white, before: white << 1, after: white >> 1 | beyond, one_side: above, other_side: open };
        self.gauge.factor(self.gauge.added(squares))
    }

    /// What each pair of columns does in a row below such columns; in the last row above this middle row.
    pub fn acts(&self, row: usize, above: u32, choice: Choice, middle_row: Option<&Arm>) -> Acts<'_> {
        let Choice { white, open, symbol: _ } = choice;
        let side = self.tables.side;
        let beside = white << 1 | white >> 1 | u32::from(self.middle_column.is_white(row)) << (side - 1);
        let is = |set: u32, column: usize| set >> column & 1 == 1;
        let act = |column: usize| {
            if column == side || !is(white, column) {
                return Act::Black;
            }
            let then = match middle_row {
                _ if !is(open, column) => Then::Ends,
                None => Then::GoesOn,
                Some(middle_row) => Then::Leaves { crossed: middle_row.is_crossed(column) },
            };
            Act::Letter { goes_on: is(above, column), crossed: is(beside, column), then }
        };
        let of_pair = |pair: usize| self.tables.pair(row, [act(2 * pair), act(2 * pair + 1)]);
        let mut acts = Acts { pairs: side.div_ceil(2), tables: [of_pair(0); MOST_PAIRS] };
        (1..acts.pairs).for_each(|pair| acts.tables[pair] = of_pair(pair));
        acts
    }
}

/// Pairs of columns, in the largest quadrant.
const MOST_PAIRS: usize = (super::LARGEST / 2).div_ceil(2);

/// What each pair of columns does in a row.
pub struct Acts<'a> {
    pairs: usize,
    tables: [&'a PairTable; MOST_PAIRS],
}

/// Takes states through a row, as far as there is a way and the open sites may be open. The row leaves that symbol, and makes that of
/// what ways are worth.
pub fn take<W: Worth>(
    row: usize,
    acts: &Acts<'_>,
    (symbol, factor): (u8, &W::Factor),
    states: &[State<W>],
    mut may_open: impl FnMut(usize) -> bool,
    mut to: impl FnMut(State<W>),
) {
    let opens = u64::from(symbol > 0) << row;
    let more = opens << OPEN | u64::from(symbol) << (BITS * row as u32);
    for states in states.chunk_by(|one, other| one.right >> OPEN == other.right >> OPEN) {
        if !may_open((states[0].right >> OPEN | opens) as usize) {
            continue;
        }
        for state in states {
            let (mut bottom, mut no_way) = (0, false);
            for (pair, table) in acts.tables[..acts.pairs].iter().enumerate() {
                let shift = 2 * BITS * pair as u32;
                let symbols = table[(state.bottom >> shift) as usize % (SYMBOLS * SYMBOLS)];
                no_way |= symbols == NO_WAY;
                bottom |= u64::from(symbols) << shift;
            }
            if !no_way {
                to(State { right: state.right | more, bottom, worth: state.worth.with(factor) });
            }
        }
    }
}
