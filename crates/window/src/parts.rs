//! Cuts expensive middle columns into parts, so that a count can be divided into many even pieces.
//!
//! A part of a middle column has the middle rows of a range. A middle row is numbered by its white squares, the square at
//! the edge of the grid as the lowest binary digit. The name of a part is that of its middle column, a slash, and its
//! first and its last number: `o-ooo:o/5-19`.
//!
//! Each part repeats the sweep above the last row, and some of the last row. So a middle column is cut only if it costs
//! more than a piece may, and not so finely that the repeated sweep is the greater part of the work. Two middle columns
//! that differ only in the centre share the sweep. They are cut alike, and their parts are dealt together.
//!
//! The sweep takes 16 % of the dearest middle column of British 15 × 15, and 72 % of those of American 17 × 17. So
//! American ones are hardly cut. Ranges of states would not help: every state of the left quadrant meets most states of
//! the right one. With k ranges for each, k (k + 1) / 2 parts need two ranges each, and together k times the sweep.
//!
//! Invariant: every middle row of a cut middle column is in exactly one of its parts.

use std::ops::RangeInclusive;

use super::arm::Arm;
use super::effort::{Cost, Effort};
use super::middle_column::MiddleColumn;
use gridcheck_run::blocks::BlockId;

/// A block: a middle column, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnPart {
    pub white: u32,
    pub centre: bool,
    /// The numbers of its middle rows; `None` for all of them.
    pub rows: Option<RangeInclusive<u32>>,
}

/// The bit of a number of a part, which a number of a middle column never has.
const IS_PART: u64 = 1 << 63;

impl ColumnPart {
    /// Returns the whole middle column.
    pub fn whole(arm: &Arm) -> Self {
        ColumnPart { white: arm.white(), centre: arm.has_white_centre(), rows: None }
    }

    /// Returns its number. Middle columns that differ only in the centre are adjacent, and so are parts of one.
    pub fn id(&self) -> BlockId {
        let column = u64::from(self.white) << 1 | u64::from(self.centre);
        BlockId(match &self.rows {
            None => column,
            Some(rows) => IS_PART | column << 32 | u64::from(*rows.start()) << 16 | u64::from(*rows.end()),
        })
    }

    /// Returns the part of this number.
    pub fn numbered(BlockId(id): BlockId) -> Self {
        let (column, rows) = if id & IS_PART == 0 {
            (id, None)
        } else {
            let row = |from: u32| (id >> from) as u32 & 0xFFFF;
            ((id & !IS_PART) >> 32, Some(row(16)..=row(0)))
        };
        ColumnPart { white: (column >> 1) as u32, centre: column & 1 == 1, rows }
    }

    /// Returns `true` if the middle row of this number belongs to it.
    pub fn has_row(&self, row: u32) -> bool {
        self.rows.as_ref().is_none_or(|rows| rows.contains(&row))
    }
}

/// The last row's share of the cost below it, measured on British 15 × 15.
const LAST_ROW: f64 = 0.25;

/// Returns the share of the cost below the sweep that a part with this share of the work has. About the square root of the
/// last row is repeated, because a range of middle rows fixes only some squares below it.
fn share_below(share: f64) -> f64 {
    LAST_ROW * share.sqrt() + (1.0 - LAST_ROW) * share
}

/// A middle column with the expected work of its middle rows.
pub struct WorkOfRows {
    column: ColumnPart,
    cost: Cost,
    /// The numbers of its middle rows, in order, and the work of each.
    rows: Vec<(u32, f64)>,
    all: f64,
}

impl WorkOfRows {
    pub fn new(middle_column: &MiddleColumn<'_>, effort: &Effort) -> Self {
        let work = |row: &Arm| (row.white(), middle_column.work_with(row) as f64);
        let rows: Vec<(u32, f64)> = middle_column.middle_rows.iter().map(work).collect();
        let (column, all) = (ColumnPart::whole(&middle_column.arm), rows.iter().map(|(_, work)| work).sum());
        WorkOfRows { column, cost: effort.of(&middle_column.arm), rows, all }
    }

    /// Returns its rows with the cost below each.
    fn below(&self) -> impl Iterator<Item = (u32, f64)> {
        self.rows.iter().map(|&(row, work)| (row, self.cost.below as f64 * work / self.all))
    }

    /// Returns the estimated cost of a part of it.
    pub fn cost_of(&self, part: &ColumnPart) -> Cost {
        let work: f64 = self.rows.iter().filter(|&&(row, _)| part.has_row(row)).map(|(_, work)| work).sum();
        Cost { below: (self.cost.below as f64 * share_below(work / self.all)) as u64, ..self.cost }
    }
}

/// Blocks that are dealt together: one middle column, or equal parts of two that differ only in the centre.
#[derive(Debug, Clone)]
pub struct Load {
    pub white: u32,
    pub blocks: Vec<BlockId>,
    pub cost: Cost,
}

impl Load {
    pub fn total(&self) -> u64 {
        self.cost.above + self.cost.below
    }
}

/// The cost that no load should exceed, as a multiple of the mean cost of a piece.
const UNEVEN: f64 = 1.3;
/// The factor between two limits that are tried.
const STEP: f64 = 1.05;
/// The largest number of parts of a middle column.
const MOST_PARTS: usize = 128;

/// Returns the loads to deal into this many pieces.
pub fn loads(middle_columns: &[MiddleColumn<'_>], effort: &Effort, pieces: usize) -> Vec<Load> {
    let by_white = middle_columns.chunk_by(|one, other| one.arm.white() == other.arm.white());
    let divided: Vec<DividedColumns> = by_white.map(|alike| DividedColumns::new(alike, effort)).collect();
    let total = |limit: f64| divided.iter().map(|columns| cost_of(columns.loads(limit))).sum::<u64>() as f64;
    let mut limit = total(f64::INFINITY) / pieces as f64;
    // Finer parts cost more in all, so the mean cost decreases as the limit increases.
    while limit < UNEVEN * total(limit) / pieces as f64 {
        limit *= STEP;
    }
    divided.iter().flat_map(|columns| columns.loads(limit)).cloned().collect()
}

/// Returns every middle column as one load.
pub fn whole_loads(middle_columns: &[MiddleColumn<'_>], effort: &Effort) -> Vec<Load> {
    middle_columns.iter().map(|middle_column| whole_load(middle_column, effort)).collect()
}

fn whole_load(middle_column: &MiddleColumn<'_>, effort: &Effort) -> Load {
    let part = ColumnPart::whole(&middle_column.arm);
    Load { white: part.white, blocks: vec![part.id()], cost: effort.of(&middle_column.arm) }
}

/// Returns the cost of loads beside the same white squares, where whole middle columns share the sweep above.
fn cost_of(loads: &[Load]) -> u64 {
    let are_whole = loads.iter().all(|load| ColumnPart::numbered(load.blocks[0]).rows.is_none());
    let above = loads.first().map_or(0, |load| load.cost.above);
    let below: u64 = loads.iter().map(|load| load.cost.below).sum();
    below + above * if are_whole { 1 } else { loads.len() as u64 }
}

/// The middle columns with the same white squares, divided more and more finely.
struct DividedColumns(Vec<Vec<Load>>);

impl DividedColumns {
    fn new(alike: &[MiddleColumn<'_>], effort: &Effort) -> Self {
        let mut divided = vec![whole_loads(alike, effort)];
        let alike: Vec<WorkOfRows> = alike.iter().map(|column| WorkOfRows::new(column, effort)).collect();
        let work = work_of_all(&alike);
        let mut dearest = divided[0].iter().map(Load::total).max().unwrap_or(0);
        for parts in 2..=MOST_PARTS.min(work.len()) {
            let loads: Vec<Load> = ranges(&work, parts).iter().map(|rows| load(&alike, rows)).collect();
            let of_dearest = loads.iter().map(Load::total).max().unwrap_or(0);
            // Beyond this, most of the work would be repeated.
            if loads.iter().any(|load| 2 * load.cost.above > of_dearest) {
                break;
            }
            if of_dearest < dearest {
                dearest = of_dearest;
                divided.push(loads);
            }
        }
        DividedColumns(divided)
    }

    /// Returns the coarsest loads that do not exceed the limit, or the finest.
    fn loads(&self, limit: f64) -> &[Load] {
        let fits = |loads: &&Vec<Load>| loads.iter().all(|load| load.total() as f64 <= limit);
        self.0.iter().find(fits).or(self.0.last()).map_or(&[], |loads| loads)
    }
}

/// Returns the middle rows of some of these middle columns, in order, with the cost below each.
fn work_of_all(alike: &[WorkOfRows]) -> Vec<(u32, f64)> {
    let mut work: Vec<(u32, f64)> = alike.iter().flat_map(WorkOfRows::below).collect();
    work.sort_by_key(|&(row, _)| row);
    work.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    work
}

/// Divides the numbers of middle rows into at most this many ranges of about equal work.
fn ranges(work: &[(u32, f64)], parts: usize) -> Vec<RangeInclusive<u32>> {
    let all: f64 = work.iter().map(|(_, work)| work).sum();
    let (mut ranges, mut before) = (Vec::<(usize, RangeInclusive<u32>)>::new(), 0.0);
    for &(row, work) in work {
        let place = ((before + work / 2.0) / all * parts as f64) as usize;
        before += work;
        match ranges.last_mut() {
            Some((last, rows)) if *last == place => *rows = *rows.start()..=row,
            _ => ranges.push((place, row..=row)),
        }
    }
    ranges.into_iter().map(|(_, rows)| rows).collect()
}

/// Returns the parts of these middle columns that have the middle rows of a range.
fn load(alike: &[WorkOfRows], rows: &RangeInclusive<u32>) -> Load {
    let mut load = Load { white: alike[0].column.white, blocks: Vec::new(), cost: Cost { above: 0, below: 0 } };
    for column in alike {
        let part = ColumnPart { rows: Some(rows.clone()), ..column.column };
        if column.rows.iter().any(|&(row, _)| part.has_row(row)) {
            let Cost { above, below } = column.cost_of(&part);
            load.blocks.push(part.id());
            load.cost = Cost { above, below: load.cost.below + below };
        }
    }
    load
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_identify_parts() {
        for white in [0, 1, 0b10_1101, 1023] {
            for rows in [None, Some(0..=0), Some(0..=1023), Some(17..=40)] {
                for centre in [false, true] {
                    let part = ColumnPart { white, centre, rows: rows.clone() };
                    assert_eq!(ColumnPart::numbered(part.id()), part);
                }
            }
        }
        // Files of earlier versions are dealt by these numbers.
        assert_eq!(ColumnPart { white: 5, centre: true, rows: None }.id(), BlockId(11));
    }

    #[test]
    fn ranges_have_every_row_once() {
        let work: Vec<(u32, f64)> = [(0, 1.0), (3, 5.0), (4, 1.0), (9, 1.0), (12, 2.0)].into();
        assert_eq!(ranges(&work, 1), [0..=12]);
        assert_eq!(ranges(&work, 2), [0..=3, 4..=12]);
        assert_eq!(ranges(&work, 5), [0..=0, 3..=3, 4..=9, 12..=12]);
        for parts in 1..10 {
            let ranges = ranges(&work, parts);
            let holders = |row: u32| ranges.iter().filter(|range| range.contains(&row)).count();
            assert!(ranges.len() <= parts && work.iter().all(|&(row, _)| holders(row) == 1), "{parts}: {ranges:?}");
        }
    }
}
