//! The passage from one row to the next: what becomes of a bucket of states when its row is judged with a certain row below.
//!
//! All that depends on the colours alone is settled once for the bucket: the words across, the down words that begin, which
//! of the four things happens to each down part that comes from above. Which of these a state survives is kept with the
//! state as a bit set, so that most states are passed over by one comparison, without a branch.

use super::join::Fits;
use super::merge::{Merger, State};
use super::partition::Growth;
use super::parts::{CHECKED, Class, UNCHECKED};
use super::quarter::End;
use super::tables::Tables;
use super::weight::{RowInPlace, Weight};
use crate::engine::EngineError;

/// All states with the same row to be judged next, and the same squares above it white.
///
/// Invariant: `survives` has an entry a state, as [`Joints::survives`] gives it for the row.
pub struct Bucket<W> {
    pub row: u32,
    pub above: u32,
    states: Vec<State<W>>,
    survives: Vec<u64>,
    /// What some state survives.
    some_survives: u64,
}

impl<W> Bucket<W> {
    pub fn new(tables: &Tables, joints: &Joints, row: u32, above: u32, states: Vec<State<W>>) -> Self {
        let survives: Vec<u64> = states.iter().map(|state| joints.survives(tables, above, state.down)).collect();
        let some_survives = survives.iter().fold(0, |some, survives| some | survives);
        Bucket { row, above, states, survives, some_survives }
    }
}

/// What becomes of the down parts in one row: by whether the word goes on below (2) or ends (0), plus the row's letter, and
/// by class. A word that ends leaves class 0; a word that is not legal leaves none.
pub struct Joints {
    row: usize,
    tables: [[Option<Class>; Fits::MOST]; 4],
}

/// Bits of [`Joints::survives`] for each of the four tables; a quarter is no wider than this.
const COLUMNS: usize = 16;

impl Joints {
    pub fn new(tables: &Tables, row: usize) -> Self {
        let mut joints = [[None; Fits::MOST]; 4];
        if let Some(above) = row.checked_sub(1).filter(|_| row < tables.shape.height) {
            for class in 0..tables.parts.classes(above) as Class {
                for letter in [UNCHECKED, CHECKED] {
                    let next = tables.parts.next(above, class, letter);
                    joints[2 + letter][usize::from(class)] = next;
                    joints[letter][usize::from(class)] = next.filter(|&next| tables.parts.whole(row, next)).map(|_| 0);
                }
            }
        }
        Joints { row, tables: joints }
    }

    /// Which of the four things may happen to the down part of each column with a white square above: bit `16 * t + j` for
    /// table t and column j.
    fn survives(&self, tables: &Tables, above: u32, down: u64) -> u64 {
        let packing = tables.packing;
        let columns = (0..tables.shape.width).filter(|j| above >> j & 1 == 1);
        columns.fold(0, |survives, j| {
            let class = (down >> packing.down(j) & packing.class_mask()) as usize;
            (0..4).fold(survives, |survives, table| {
                survives | u64::from(self.tables[table][class].is_some()) << (COLUMNS * table + j)
            })
        })
    }
}

/// What happens to every state of a bucket when its row is judged with a certain row below.
pub struct Passage<'j, F> {
    /// By column with white squares above and below: its place, and what becomes of its part.
    columns: [(u32, &'j [Option<Class>; Fits::MOST]); COLUMNS],
    count: usize,
    /// What must be possible for a state to live on, as in [`Joints::survives`].
    needs: u64,
    /// The parts that begin in this row.
    begun: u64,
    /// What the row adds to the rest of the state.
    added: u64,
    /// What the row is worth.
    factor: F,
}

impl<'j, F> Passage<'j, F> {
    /// `None` if a word of this row, or a down word of one square, is not legal.
    pub fn new<W: Weight<Factor = F>>(
        tables: &Tables,
        joints: &'j Joints,
        row: u32,
        above: u32,
        below: u32,
        end: End,
    ) -> Option<Self> {
        let Tables { shape, parts, packing, .. } = tables;
        let i = joints.row;
        let across = tables.rows.judge(row, row & (above | below), end)?;
        let past_end = u32::from(end == End::Open) << (shape.width - 1);
        let (left, right) = (row << 1 & row, (row >> 1 | past_end) & row);
        let checked = left | right;
        let factor = W::row(&RowInPlace { row, above, below: row & below, left, right });
        let mut begun = 0;
        let mut columns = [(0, &joints.tables[0]); COLUMNS];
        let (mut count, mut needs) = (0, 0);
        for j in (0..shape.width).filter(|j| row >> j & 1 == 1) {
            let letter = if checked >> j & 1 == 1 { CHECKED } else { UNCHECKED };
            let goes_on = below >> j & 1 == 1;
            if above >> j & 1 == 1 {
                let table = 2 * usize::from(goes_on) + letter;
                needs |= 1 << (COLUMNS * table + j);
                if goes_on {
                    columns[count] = (packing.down(j), &joints.tables[table]);
                    count += 1;
                }
            } else {
                let first = parts.first(i, letter)?;
                if goes_on {
                    begun |= u64::from(first) << packing.down(j);
                } else if !parts.whole(i, first) {
                    return None;
                }
            }
        }
        let touched = tables.lines.touched(i, row) << packing.partition;
        let added = touched | if end == End::Open { u64::from(across) << packing.across(i) } else { 0 };
        Some(Passage { columns, count, needs, begun, added, factor })
    }

    /// Adds the successors of a bucket's states to `merger`; `alive` is room to work in.
    pub fn carry<W: Weight<Factor = F>>(
        &self,
        tables: &Tables,
        bucket: &Bucket<W>,
        mut growth: Option<&mut Growth>,
        merger: &mut Merger<W>,
        alive: &mut Vec<u32>,
    ) -> Result<(), EngineError> {
        if bucket.some_survives & self.needs != self.needs {
            return Ok(());
        }
        // Most states die here: the few are picked out first, without a branch for each.
        alive.resize(alive.len().max(bucket.states.len()), 0);
        let mut living = 0;
        for (index, survives) in bucket.survives.iter().enumerate() {
            alive[living] = index as u32;
            living += usize::from(survives & self.needs == self.needs);
        }
        let columns = &self.columns[..self.count];
        let (class, partition) = (tables.packing.class_mask(), tables.packing.partition_mask());
        for &index in &alive[..living] {
            let state = &bucket.states[index as usize];
            let mut rest = state.rest | self.added;
            if let Some(growth) = growth.as_deref_mut() {
                let Some(to) = growth.apply(&tables.partitions, (rest & partition) as u32) else { continue };
                rest = rest & !partition | u64::from(to);
            }
            let mut down = self.begun;
            for &(place, table) in columns {
                // A part that survives has a class.
                let next = table[(state.down >> place & class) as usize].unwrap_or_default();
                down |= u64::from(next) << place;
            }
            let weight = state.weight.with(&self.factor).ok_or(EngineError::Overflow)?;
            merger.add(State { down, rest, weight }).ok_or(EngineError::Overflow)?;
        }
        Ok(())
    }
}
