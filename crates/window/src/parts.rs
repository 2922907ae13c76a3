//! Cuts expensive middle columns into parts, so that a count can be divided into many even pieces.
//!
//! A part of a middle column has the middle rows of a range. A middle row is numbered by its white squares, the square at
//! the edge of the grid as the lowest binary digit. The name of a part is that of its middle column, a slash, and its
//! first and its last number: `o-ooo:o/5-19`.
//!
//! Each part repeats most of the sweep above the last row, and some of the last row. So a middle column is cut only if it
//! costs more than a piece may, and only while the repeated sweep is at most two thirds of the dearest part.
//!
//! The sweep takes 7 % of the dearest middle columns of British 17 × 17, and half of those of American 17 × 17. So
//! American ones are hardly cut. The last rows of a part's sweep keep only states that fit its own middle rows
//! ([`lookahead`](super::lookahead)): 0.4 to 1 times those of the whole. But the sweep of American 17 × 17 takes no less
//! than 0.7 times as long, because the rows further up are the same.
//!
//! Ranges of states would not help: every state of the left quadrant meets most states of the right one. With k ranges for
//! each, k (k + 1) / 2 parts need two ranges each, and together k times the sweep.
//!
//! Invariant: every middle row of a cut middle column is in exactly one of its parts.

use std::ops::RangeInclusive;

use super::arm::Arm;
use super::effort::{Cost, Effort, LAST_ROW_SHARE};
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

    /// Returns its number. Middle columns that differ only in the centre are adjacent.
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

/// The share of the sweep that is the same for any middle rows, measured on British 15 × 15 and American 17 × 17. The rest
/// is multiplied by a factor for each square that has the same colour in all middle rows.
const SWEEP: f64 = 0.5;
const SWEEP_OF_SQUARE: f64 = 0.92;

/// A middle column with the expected work of its joins with the middle rows.
pub struct WorkOfRows {
    column: ColumnPart,
    side: u32,
    cost: Cost,
    /// The numbers of its middle rows, in order, and the work of each.
    rows: Vec<(u32, f64)>,
}

impl WorkOfRows {
    pub fn new(middle_column: &MiddleColumn<'_>, effort: &Effort) -> Self {
        let joins = effort.of_joins(&middle_column.arm);
        let work = |row: &Arm| (row.white(), joins[row.white() as usize]);
        let rows = middle_column.middle_rows.iter().map(work).collect();
        let (column, cost) = (ColumnPart::whole(&middle_column.arm), effort.of(&middle_column.arm));
        WorkOfRows { column, side: joins.len().ilog2(), cost, rows }
    }

    /// Returns the estimated cost of a part of it.
    pub fn cost_of(&self, part: &ColumnPart) -> Cost {
        let (mut work, mut white, mut black) = (0.0, u32::MAX, u32::MAX);
        for &(row, of_row) in self.rows.iter().filter(|(row, _)| part.has_row(*row)) {
            (work, white, black) = (work + of_row, white & row, black & !row);
        }
        let share = work / self.rows.iter().map(|(_, work)| work).sum::<f64>();
        // The last row grows with the power of 0.8 of the joins, measured on British 15 × 15. Roots give 0.75.
        let below = LAST_ROW_SHARE * (share * share.sqrt()).sqrt() + (1.0 - LAST_ROW_SHARE) * share;
        let squares = ((white | black) & ((1 << self.side) - 1)).count_ones();
        let above = SWEEP + (1.0 - SWEEP) * (0..squares).fold(1.0, |factor, _| factor * SWEEP_OF_SQUARE);
        Cost { above: (self.cost.above as f64 * above) as u64, below: (self.cost.below as f64 * below) as u64 }
    }

    /// Returns the parts of about equal work, at most this many. Some of the last row is repeated in each, because a range of
    /// middle rows fixes only some squares below it.
    fn parts(&self, parts: usize) -> Vec<Load> {
        let part = |rows| {
            let part = ColumnPart { rows: Some(rows), ..self.column };
            Load { shared: None, block: part.id(), cost: self.cost_of(&part) }
        };
        ranges(&self.rows, parts).into_iter().map(part).collect()
    }
}

/// A block to deal: a middle column, or a part of one.
#[derive(Debug, Clone)]
pub struct Load {
    /// The white squares, if it shares the sweep with another load beside the same squares. A part does not.
    pub shared: Option<u32>,
    pub block: BlockId,
    pub cost: Cost,
}

impl Load {
    /// Returns its cost alone.
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
    let divided: Vec<Vec<Vec<Load>>> = middle_columns.iter().map(|column| divisions(column, effort)).collect();
    let all = |limit: f64| divided.iter().flat_map(move |divisions| within(limit, divisions));
    let expected = |load: &Load| load.cost.expected(load.shared.is_some());
    let mean = |limit: f64| all(limit).map(expected).sum::<u64>() as f64 / pieces as f64;
    let mut limit = mean(f64::INFINITY);
    // Finer parts cost more in all, so the mean cost decreases as the limit increases.
    while limit < UNEVEN * mean(limit) {
        limit *= STEP;
    }
    all(limit).cloned().collect()
}

/// Returns the coarsest of these loads that do not exceed the limit, or the finest.
fn within(limit: f64, divisions: &[Vec<Load>]) -> &[Load] {
    let fits = |loads: &&Vec<Load>| loads.iter().all(|load| load.total() as f64 <= limit);
    divisions.iter().find(fits).or(divisions.last()).map_or(&[], |loads| loads)
}

/// Returns every middle column as one load.
pub fn whole_loads(middle_columns: &[MiddleColumn<'_>], effort: &Effort) -> Vec<Load> {
    middle_columns.iter().map(|middle_column| whole_load(middle_column, effort)).collect()
}

fn whole_load(middle_column: &MiddleColumn<'_>, effort: &Effort) -> Load {
    let arm = &middle_column.arm;
    Load { shared: Some(arm.white()), block: ColumnPart::whole(arm).id(), cost: effort.of(arm) }
}

/// Divides a middle column more and more finely.
fn divisions(middle_column: &MiddleColumn<'_>, effort: &Effort) -> Vec<Vec<Load>> {
    let mut divisions = vec![vec![whole_load(middle_column, effort)]];
    let work = WorkOfRows::new(middle_column, effort);
    let mut dearest = divisions[0][0].total();
    for parts in 2..=MOST_PARTS.min(work.rows.len()) {
        let loads = work.parts(parts);
        let of_dearest = loads.iter().map(Load::total).max().unwrap_or(0);
        // Beyond this, two thirds of the work would be repeated.
        if loads.iter().any(|load| 3 * load.cost.above > 2 * of_dearest) {
            break;
        }
        if of_dearest < dearest {
            dearest = of_dearest;
            divisions.push(loads);
        }
    }
    divisions
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
        // Pieces are dealt by these numbers.
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
