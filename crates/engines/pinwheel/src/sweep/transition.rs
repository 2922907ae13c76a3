//! The transition from one row to the next: the effect on a bucket of states of judging its row with certain squares
//! white below.
//!
//! Everything that depends only on the colours is computed once for the bucket: the across words, the down words that
//! begin, and the step of each down part from above. There are four possible steps (continue or end, checked or
//! unchecked). Each line of the bucket stores the steps that it survives as a bit set. So one comparison rejects most
//! lines.

use arrayvec::ArrayVec;

use crate::joins::compatibility::Compatibility;
use crate::measures::encoder::{MeasureEncoder, RowInPlace};
use crate::measures::weight::QuarterWeight;
use crate::partition::BoundaryStep;
use crate::parts::{CHECKED, Class, UNCHECKED};
use crate::quarter::{Shape, Sites};
use crate::tables::Tables;

/// The steps of the down parts in one row. The tables are indexed by 2 if the word continues below, else 0, plus the
/// row's letter; then by class. A legal word that ends leaves class 0; an illegal one leaves `None`.
pub(crate) struct DownSteps {
    row: usize,
    tables: [[Option<Class>; Compatibility::MAX]; 4],
    /// Indexed by the row's letter and by class: the exponent of a word that ends, if lengths are counted.
    worths: Option<Box<[[i64; Compatibility::MAX]; 2]>>,
}

/// Number of bits of [`DownSteps::survives`] for each of the four tables. A quarter has at most this many columns.
const COLUMNS: usize = 16;

impl DownSteps {
    pub(crate) fn new(tables: &Tables, encoder: &MeasureEncoder, row: usize) -> Self {
        let mut down_steps = [[None; Compatibility::MAX]; 4];
        let mut worths = (!encoder.lengths().is_empty()).then(|| Box::new([[0; Compatibility::MAX]; 2]));
        if let Some(above) = row.checked_sub(1).filter(|_| row < tables.shape.height) {
            for class in 0..tables.parts.classes(above) as Class {
                for letter in [UNCHECKED, CHECKED] {
                    let next = tables.parts.next(above, class, letter);
                    down_steps[2 + letter][usize::from(class)] = next;
                    let tag = next.and_then(|next| tables.parts.length_tag(row, next));
                    down_steps[letter][usize::from(class)] = tag.map(|_| 0);
                    if let (Some(worths), Some(tag)) = (&mut worths, tag) {
                        worths[letter][usize::from(class)] = 2 * encoder.end(tag);
                    }
                }
            }
        }
        DownSteps { row, tables: down_steps, worths }
    }

    /// Returns the legal steps of the down part of each column with a white square above: bit `16 * t + j` for table
    /// t and column j.
    pub(crate) fn survives(&self, tables: &Tables, above: u32, down: u64) -> u64 {
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

/// The effect on every state of a bucket when its row is judged with certain squares white below.
pub(crate) struct Transition<'j, W: QuarterWeight> {
    /// For each column with white squares above and below: its position, and the next class of its part.
    columns: ArrayVec<(u32, &'j [Option<Class>; Compatibility::MAX]), COLUMNS>,
    /// The steps that a state must survive, as in [`DownSteps::survives`].
    pub needs: u64,
    /// The parts that begin in this row.
    begun: u64,
    /// The bits that the row adds to the rest of the state.
    pub added: u64,
    /// The weight factor of the row.
    factor: W::Factor,
    /// For each column with a white square above and none below, if lengths are counted: its position, and by class
    /// the exponent of the word that ends there.
    ended: ArrayVec<(u32, &'j [i64; Compatibility::MAX]), COLUMNS>,
}

impl<'j, W: QuarterWeight> Transition<'j, W> {
    /// Returns `None` if a word of this row, or a down word of one square, is illegal. `open` is the state of the
    /// row's right site.
    pub(crate) fn new(
        tables: &Tables,
        encoder: &MeasureEncoder,
        down_steps: &'j DownSteps,
        [row, above, below]: [u32; 3],
        open: bool,
    ) -> Option<Self> {
        let Tables { shape, parts, packing, .. } = tables;
        let i = down_steps.row;
        let across = tables.rows.judge(row, row & (above | below), open)?;
        let past_end = u32::from(open) << (shape.width - 1);
        let (left, right) = (row << 1 & row, (row >> 1 | past_end) & row);
        let checked = left | right;
        let (mut begun, mut needs) = (0, 0);
        let (mut columns, mut ended) = (ArrayVec::new(), ArrayVec::new());
        for j in (0..shape.width).filter(|j| row >> j & 1 == 1) {
            let letter = if checked >> j & 1 == 1 { CHECKED } else { UNCHECKED };
            let goes_on = below >> j & 1 == 1;
            if above >> j & 1 == 1 {
                let table = 2 * usize::from(goes_on) + letter;
                needs |= 1 << (COLUMNS * table + j);
                if goes_on {
                    columns.push((packing.down(j), &down_steps.tables[table]));
                } else if let Some(worths) = &down_steps.worths {
                    ended.push((packing.down(j), &worths[letter]));
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
        // A shut site stores whether it is closed.
        let site = if open { u64::from(across) } else { u64::from(row >> (shape.width - 1)) };
        let added = touched | site << packing.across(i);
        let factor = W::factor(encoder, || encoder.row(&RowInPlace { row, above, below: row & below, left, right }));
        Some(Transition { columns, needs, begun, added, factor, ended })
    }

    /// Returns the weight factor of the row for these downs. `besides` is the exponent of one more word that ends.
    pub(crate) fn worth(&self, tables: &Tables, encoder: &MeasureEncoder, downs: u64, besides: i64) -> W::Factor {
        if self.ended.is_empty() && besides == 0 {
            return self.factor.clone();
        }
        let class = tables.packing.class_mask();
        let words = self.ended.iter().map(|(place, worths)| worths[(downs >> place & class) as usize]);
        words
            .chain([besides])
            .filter(|&worth| worth != 0)
            .fold(self.factor.clone(), |factor, worth| W::product(&factor, &W::factor(encoder, || worth)))
    }

    /// Returns the downs after the row, for downs that survive it.
    pub(crate) fn downs(&self, tables: &Tables, downs: u64) -> u64 {
        let class = tables.packing.class_mask();
        self.columns.iter().fold(self.begun, |so_far, &(place, table)| {
            let next = table[(downs >> place & class) as usize];
            debug_assert!(next.is_some(), "downs that survive have a class");
            so_far | u64::from(next.unwrap_or_default()) << place
        })
    }
}

/// The right sites of the finished rows, and which of them are open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Side {
    pub rows: usize,
    pub open: u32,
}

impl Side {
    /// Adds one row.
    pub(crate) fn with(self, open: bool) -> Self {
        Side { rows: self.rows + 1, open: self.open | u32::from(open) << self.rows }
    }
}

/// Returns the connections between the open sites before and after a row, if `row` has `below` under it.
pub(crate) fn boundary_step(shape: Shape, [before, after]: [Side; 2], [row, below]: [u32; 2]) -> BoundaryStep {
    let old = Sites::new(shape, before.rows, before.open, row);
    let new = Sites::new(shape, after.rows, after.open, below);
    let mut boundary_step = BoundaryStep::new(old.runs(), new.runs());
    let mut reach = |from: Option<usize>, to: Option<usize>| {
        if let (Some(from), Some(to)) = (from, to) {
            boundary_step.reach(from, to);
        }
    };
    for i in 0..before.rows {
        reach(old.run_of_right(i), new.run_of_right(i));
    }
    reach(old.run_of_column(shape.width - 1), new.run_of_right(before.rows));
    for j in 0..shape.width {
        reach(old.run_of_column(j), new.run_of_column(j));
    }
    boundary_step
}
