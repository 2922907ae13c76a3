//! All middle columns of a problem: the blocks of its count.
//!
//! In a square without given squares, a middle column also represents its reflections. Its grids are those whose middle row is
//! not smaller than it, and their reflections in the diagonal. The arm with fewer white squares is smaller. Among
//! arms with equally many, compare binary numbers in which white is 1 and the lowest digit is the square at the edge
//! of the grid.
//!
//! A middle column is identified by its squares and the centre. Its name lists its squares from the edge of the grid
//! on, `o` white and `-` black, then a colon and the centre: `o-ooo:o`.
//!
//! They are counted in a [fixed order](shuffled) that looks random, so that the first ones are a fair sample of all. Two that differ only
//! in the centre share a sweep and follow each other.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::arm::{Arm, Arms};
use super::encoder::Summand;
use super::frame::Frame;
use super::measured::{ColumnMeasurer, MeasureContext};
use super::middle_column::{MiddleColumn, SweptAbove};
use super::tables::Tables;
use super::words::WordClasses;
use gridcheck_core::constraint::Measure;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{BlockId, Blocks, Ledger, RequestedBlocks, SumKind, shuffled};
use gridcheck_engine::{EngineError, Run, Unsupported};

/// The middle columns of a problem.
pub(crate) struct MiddleColumns {
    problem: Problem,
    kind: SumKind,
    /// The measure of the sums and its form, unless they are numbers of grids.
    measure: Option<(Measure, Summand)>,
    frame: Frame,
    words: [WordClasses; 2],
    /// Built by the first count, and kept for counts of other blocks.
    tables: OnceLock<Tables>,
    arms: Arms,
    /// The middle columns that have a middle row, in order.
    all: Vec<BlockId>,
}

impl MiddleColumns {
    /// Creates the blocks of a problem for sums of this kind.
    ///
    /// # Errors
    /// Returns the reason why the engine does not support the problem or the kind.
    pub(crate) fn new(problem: &Problem, kind: &SumKind) -> Result<Self, Unsupported> {
        let frame = Frame::new(problem)?;
        let measure = match kind {
            SumKind::Plain => None,
            SumKind::Distribution(_) | SumKind::Extreme(_) => Some(one_form(&kind.measures())?),
        };
        let free = frame.free();
        if measure.is_some() && free > SORTED {
            return Err(format!("{free} free squares in a quarter of the grid, it sorts up to {SORTED}").into());
        }
        let words = frame.words()?;
        let arms = Arms::new(&words, frame.sides);
        let all = MiddleColumn::all(&frame, &arms).iter().map(|column| id(&column.arm)).collect();
        let (problem, kind, tables) = (problem.clone(), kind.clone(), OnceLock::new());
        Ok(MiddleColumns { problem, kind, measure, frame, words, tables, arms, all })
    }

    /// Returns the reason why a count takes unreasonably long, or `None`.
    pub(crate) fn slow(&self) -> Option<String> {
        self.frame.slow()
    }

    /// Returns the middle column of this number.
    fn arm(&self, BlockId(block): BlockId) -> Arm {
        Arm::new(self.frame.sides[0], (block >> 1) as u32, block & 1 == 1)
    }
}

/// Returns the number of a middle column. Those that differ only in the centre are adjacent.
fn id(arm: &Arm) -> BlockId {
    BlockId(u64::from(arm.white()) << 1 | u64::from(arm.has_white_centre()))
}

impl Blocks for MiddleColumns {
    fn name(&self, block: BlockId) -> String {
        let arm = self.arm(block);
        let colour = |square| if arm.is_white(square) { 'o' } else { '-' };
        let column: String = (0..self.frame.sides[0]).map(colour).chain([':', colour(self.frame.sides[0])]).collect();
        column
    }

    fn named(&self, name: &str) -> Option<BlockId> {
        let is_colour = |colour: &u8| b"o-".contains(colour);
        let Some((squares, [b':', centre])) = name.as_bytes().split_at_checked(self.frame.sides[0]) else {
            return None;
        };
        if !squares.iter().chain([centre]).all(is_colour) {
            return None;
        }
        let white = (0..).zip(squares).filter(|(_, colour)| **colour == b'o').map(|(square, _)| 1 << square).sum();
        Some(id(&Arm::new(self.frame.sides[0], white, *centre == b'o')))
    }

    fn example(&self) -> String {
        self.name(id(&Arm::new(self.frame.sides[0], 1, true)))
    }

    fn has(&self, block: BlockId) -> bool {
        self.all.binary_search(&block).is_ok()
    }

    fn all(&self) -> Vec<BlockId> {
        self.all.clone()
    }

    fn count(&self, requested: RequestedBlocks<'_>, run: &Run, ledger: &dyn Ledger) -> Result<(), EngineError> {
        let MiddleColumns { problem, kind, measure, frame, words, .. } = self;
        let tables = self.tables.get_or_init(|| Tables::new(words, frame.sides));
        let all = MiddleColumn::all(frame, &self.arms);
        let alike = all.chunk_by(|one, other| one.arm.white() == other.arm.white()).collect();
        let only: Option<HashSet<BlockId>> = match requested {
            RequestedBlocks::All => None,
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => Some(blocks.iter().copied().collect()),
        };
        let is_requested =
            |column: &&MiddleColumn<'_>| only.as_ref().is_none_or(|only| only.contains(&id(&column.arm)));
        let requested = shuffled(alike).into_iter().flatten().filter(is_requested).cloned();
        let (known, mut middle_columns): (Vec<_>, Vec<_>) =
            requested.partition(|column| ledger.contains(id(&column.arm)));
        MiddleColumn::share_sweeps(&mut middle_columns);
        let context = MeasureContext { problem, frame, tables, run };
        let measurer = measure.map(|(measure, form)| ColumnMeasurer { kind, measure, form, context });
        // Blocks that are already counted are reported as done.
        let per_unit = measurer.as_ref().map_or(1, ColumnMeasurer::work_per_unit);
        let work_before = per_unit.saturating_mul(MiddleColumn::work_of(&known));
        let work = per_unit.saturating_mul(MiddleColumn::work_of(&middle_columns));
        run.set_tasks(known.len() + middle_columns.len());
        run.continue_work(work_before, work_before.saturating_add(work));
        run.tasks_done(known.len() as u64, 0);
        if let Some(measurer) = measurer {
            for alike in middle_columns.chunk_by(|one, other| one.arm.white() == other.arm.white()) {
                for (sum, column) in measurer.sums(alike)?.into_iter().zip(alike) {
                    let grids = sum.grids().unwrap_or_default();
                    ledger.record(id(&column.arm), sum)?;
                    run.task_done(grids);
                }
            }
            return Ok(());
        }
        let mut above = SweptAbove::nothing();
        for column in middle_columns {
            let grids = column.count(tables, &mut above, run)?;
            ledger.record(id(&column.arm), grids.into())?;
            run.task_done(grids);
        }
        Ok(())
    }
}

/// The largest number of free squares of a quadrant for measures, that of 17 × 17. Beyond it, one middle column can
/// have more grids than the field of [`values`] has elements.
const SORTED: u32 = 64;

/// Returns the single measure and its form, or the reason why the measures are not supported.
fn one_form(by: &[Measure]) -> Result<(Measure, Summand), Unsupported> {
    match *by {
        [measure] => {
            Summand::of(measure).map(|form| (measure, form)).ok_or_else(|| format!("grids by {measure}").into())
        }
        [] => Err("grids by no measure".into()),
        _ => Err(format!("grids by {} measures at once, only by one", by.len()).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Window;
    use crate::tables::BUILT;
    use gridcheck_engine::Engines;
    use gridcheck_testing::{british, grids_of_block, problem};

    /// The tables take long at large sizes, so neither a choice among engines nor a second count builds them.
    #[test]
    fn tables_are_built_once() {
        BUILT.set(0);
        let prepared = Engines(&[&Window]).fastest(&problem(15, british()), &SumKind::Plain).expect("it is able");
        assert_eq!(BUILT.get(), 0);
        let blocks = prepared.blocks().expect("middle columns");
        for name in ["-------:-", "o----oo:o", "----ooo:-"] {
            let block = blocks.named(name).filter(|&block| blocks.has(block)).expect(name);
            grids_of_block(&**blocks, block);
        }
        assert_eq!(BUILT.get(), 1);
    }
}
