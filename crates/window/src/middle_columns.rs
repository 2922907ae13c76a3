//! All middle columns of a problem: the blocks of its count.
//!
//! In a square without given squares, a middle column also represents its reflections. Its grids are those whose middle row is
//! not smaller than it, and their reflections in the diagonal. The arm with fewer white squares is smaller. Among
//! arms with equally many, compare binary numbers in which white is 1 and the lowest digit is the square at the edge
//! of the grid.
//!
//! A middle column is identified by its squares and the centre. Its name lists its squares from the edge of the grid
//! on, `o` white and `-` black, then a colon and the centre: `o-ooo:o`. A count in many pieces cuts expensive ones into
//! [parts](super::parts).

use std::collections::HashMap;

use super::arm::{Arm, Arms};
use super::census::Censuses;
use super::deal::deal;
use super::effort::{Cost, Effort};
use super::forecast::Forecast;
use super::frame::{Frame, frame, frame_and_words};
use super::measured::{ColumnMeasurer, MeasureContext};
use super::middle_column::{MiddleColumn, SweptAbove};
use super::parts::{ColumnPart, Load, WorkOfRows, loads, whole_loads};
use super::tables::Tables;
use super::words::WordClasses;
use gridcheck_core::problem::Problem;
use gridcheck_run::blocks::{BlockId, Blocks, Division, Estimate, Ledger, RequestedBlocks, SumKind};
use gridcheck_run::memory::Account;
use gridcheck_run::{EngineError, Run};

/// The side of the smallest quadrants whose middle columns are cut. Smaller grids take less than a tenth of a second.
const SMALLEST_CUT: usize = 5;

/// The middle columns of a problem.
pub struct MiddleColumns {
    problem: Problem,
    /// Number of rows and of columns of a quadrant.
    sides: [usize; 2],
    words: [WordClasses; 2],
    arms: Arms,
    /// The middle columns that have a middle row, in order.
    all: Vec<BlockId>,
    censuses: Censuses,
}

impl MiddleColumns {
    /// Creates the blocks of a problem.
    ///
    /// # Errors
    /// The engine does not support the problem.
    pub fn new(problem: &Problem) -> Result<Self, EngineError> {
        let (frame, words) = frame_and_words(problem)?;
        let arms = Arms::new(&words, frame.sides);
        let all = MiddleColumn::all(&frame, &arms, None).iter().map(id).collect();
        let censuses = Censuses::new(problem.rules());
        Ok(MiddleColumns { problem: problem.clone(), sides: frame.sides, words, arms, all, censuses })
    }

    fn arm(&self, block: BlockId) -> Arm {
        let part = ColumnPart::numbered(block);
        Arm::new(self.sides[0], part.white, part.centre)
    }

    fn effort(&self) -> Result<Effort, EngineError> {
        self.censuses.effort(&self.problem, &frame(&self.problem)?, &self.arms)
    }

    /// Returns the estimated costs of blocks.
    fn costs_of(&self, blocks: &[BlockId], effort: &Effort) -> Result<Vec<Cost>, EngineError> {
        let frame = frame(&self.problem)?;
        let mut known: HashMap<BlockId, WorkOfRows> = HashMap::new();
        let cost = |&block: &BlockId| {
            let (part, arm) = (ColumnPart::numbered(block), self.arm(block));
            if part.rows.is_none() {
                return effort.of(&arm);
            }
            let column = || WorkOfRows::new(&MiddleColumn::new(&frame, &self.arms, arm, None), effort);
            known.entry(self.whole(block)).or_insert_with(column).cost_of(&part)
        };
        Ok(blocks.iter().map(cost).collect())
    }

    /// Divides the loads that `cut` makes of all middle columns. The digest covers each block and its piece.
    fn divide(
        &self,
        pieces: usize,
        cut: impl Fn(&[MiddleColumn<'_>], &Effort) -> Vec<Load>,
    ) -> Result<Division, EngineError> {
        let (frame, effort) = (frame(&self.problem)?, self.effort()?);
        let loads = cut(&MiddleColumn::all(&frame, &self.arms, None), &effort);
        let (mut dealt, mut digest_input) = (Vec::new(), Vec::new());
        for (piece, mut blocks) in (0_u32..).zip(deal(loads, pieces)) {
            blocks.sort_unstable();
            for block in &blocks {
                digest_input.extend(block.0.to_le_bytes());
                digest_input.extend(piece.to_le_bytes());
            }
            dealt.push(blocks);
        }
        Ok(Division::new(dealt, &digest_input))
    }

    /// Returns the requested middle columns, and the requested parts of others, in the order in which they share sweeps.
    fn requested<'a>(
        &'a self,
        frame: &'a Frame,
        effort: Option<&Effort>,
        requested: RequestedBlocks<'_>,
    ) -> Result<Vec<(BlockId, MiddleColumn<'a>)>, EngineError> {
        let all = MiddleColumn::all(frame, &self.arms, effort);
        let (RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks)) = requested else {
            return Ok(all.into_iter().map(|middle_column| (id(&middle_column), middle_column)).collect());
        };
        let mut blocks = blocks.to_vec();
        blocks.sort_unstable();
        blocks.dedup();
        let costs = effort.map(|effort| self.costs_of(&blocks, effort)).transpose()?;
        let columns: HashMap<BlockId, &MiddleColumn<'_>> = all.iter().map(|column| (id(column), column)).collect();
        let part = |(place, &block): (usize, &BlockId)| {
            let column = columns.get(&self.whole(block))?;
            Some((block, column.part(&ColumnPart::numbered(block), costs.as_ref().map(|costs| costs[place]))))
        };
        Ok(blocks.iter().enumerate().filter_map(part).collect())
    }
}

/// Returns the number of a middle column.
fn id(middle_column: &MiddleColumn<'_>) -> BlockId {
    ColumnPart::whole(&middle_column.arm).id()
}

impl Blocks for MiddleColumns {
    fn name(&self, block: BlockId) -> String {
        let arm = self.arm(block);
        let colour = |square| if arm.is_white(square) { 'o' } else { '-' };
        let column: String = (0..self.sides[0]).map(colour).chain([':', colour(self.sides[0])]).collect();
        match ColumnPart::numbered(block).rows {
            None => column,
            Some(rows) => format!("{column}/{}-{}", rows.start(), rows.end()),
        }
    }

    fn named(&self, name: &str) -> Option<BlockId> {
        let is_colour = |colour: &u8| b"o-".contains(colour);
        let (column, rows) = name.split_once('/').map_or((name, None), |(column, rows)| (column, Some(rows)));
        let Some((squares, [b':', centre])) = column.as_bytes().split_at_checked(self.sides[0]) else { return None };
        if !squares.iter().chain([centre]).all(is_colour) {
            return None;
        }
        let white = (0..).zip(squares).filter(|(_, colour)| **colour == b'o').map(|(square, _)| 1 << square).sum();
        let mut part = ColumnPart { white, centre: *centre == b'o', rows: None };
        if let Some(rows) = rows {
            let (from, to) = rows.split_once('-')?;
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            if from > to || to >= 1_u32 << self.sides[1] {
                return None;
            }
            part.rows = Some(from..=to);
        }
        // There is one way to write a number.
        Some(part.id()).filter(|&block| self.name(block) == name)
    }

    fn example(&self) -> String {
        self.name(ColumnPart::whole(&Arm::new(self.sides[0], 1, true)).id())
    }

    fn has(&self, block: BlockId) -> bool {
        self.all.binary_search(&block).is_ok()
    }

    fn all(&self) -> Vec<BlockId> {
        self.all.clone()
    }

    fn whole(&self, part: BlockId) -> BlockId {
        ColumnPart { rows: None, ..ColumnPart::numbered(part) }.id()
    }

    fn costs(&self, blocks: &[BlockId]) -> Result<Vec<u64>, EngineError> {
        let costs = self.costs_of(blocks, &self.effort()?)?;
        let is_whole = |&block: &BlockId| ColumnPart::numbered(block).rows.is_none();
        Ok(blocks.iter().zip(costs).map(|(block, cost)| cost.expected(is_whole(block))).collect())
    }

    fn deal(&self, pieces: usize) -> Result<Division, EngineError> {
        let is_worth_cutting = self.sides.iter().all(|&side| side >= SMALLEST_CUT);
        self.divide(pieces, |middle_columns, effort| {
            if is_worth_cutting { loads(middle_columns, effort, pieces) } else { whole_loads(middle_columns, effort) }
        })
    }

    fn demand_memory(&self, requested: RequestedBlocks<'_>, ledger: &dyn Ledger) -> Result<(), EngineError> {
        let requested = match requested {
            RequestedBlocks::All => &self.all,
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => blocks,
        };
        let left = requested.iter().filter(|&&block| self.has(self.whole(block)) && !ledger.knows(block));
        let left: Vec<Arm> = left.map(|&block| self.arm(block)).collect();
        self.censuses.demand_memory(&self.problem, &self.arms, &left)
    }

    fn estimates(&self, parts: &[&[BlockId]], threads: usize) -> Result<Option<Vec<Estimate>>, EngineError> {
        let (effort, forecast) = (self.effort()?, Forecast::of(&self.problem, &self.censuses)?);
        // The work of a part, and the cost of its dearest middle column. A cut one has its states in each part.
        let work = |blocks: &[BlockId]| {
            let (mut work, mut dearest, mut before) = (0, 0, None);
            for (&block, cost) in blocks.iter().zip(self.costs_of(blocks, &effort)?) {
                let part = ColumnPart::numbered(block);
                // Whole middle columns share the sweep.
                let sweep = Some(part.white).filter(|_| part.rows.is_none());
                work += cost.below + if sweep.is_some() && before == sweep { 0 } else { cost.above };
                let column = effort.of(&self.arm(block));
                dearest = dearest.max(column.above + column.below);
                before = sweep;
            }
            Ok([work, dearest])
        };
        let whole: [u64; 2] = work(&self.all)?;
        let estimate = |blocks: &&[BlockId]| {
            let part = work(blocks)?;
            let [share, of_dearest] = [0, 1].map(|which| part[which] as f64 / whole[which].max(1) as f64);
            Ok(Estimate { share, seconds: forecast.seconds * share, bytes: forecast.peak(of_dearest, threads) })
        };
        parts.iter().map(estimate).collect::<Result<_, EngineError>>().map(Some)
    }

    fn count(
        &self,
        kind: &SumKind,
        requested: RequestedBlocks<'_>,
        run: &Run,
        ledger: &dyn Ledger,
    ) -> Result<(), EngineError> {
        let frame = frame(&self.problem)?;
        let account = Account::open();
        let taken = account.part();
        let tables = Tables::new(&self.words, frame.sides, &taken)?;
        let effort = self.censuses.effort_to_show(&self.problem, &frame, &self.arms);
        let requested = self.requested(&frame, effort.as_ref(), requested)?;
        let (known, requested): (Vec<_>, Vec<_>) = requested.into_iter().partition(|(block, _)| ledger.knows(*block));
        let (blocks, mut middle_columns): (Vec<BlockId>, Vec<MiddleColumn<'_>>) = requested.into_iter().unzip();
        let known: Vec<MiddleColumn<'_>> = known.into_iter().map(|(_, middle_column)| middle_column).collect();
        MiddleColumn::share_sweeps(&mut middle_columns);
        let context = MeasureContext { problem: &self.problem, frame: &frame, tables: &tables, account: &account, run };
        let measurer = if *kind == SumKind::Plain { None } else { Some(ColumnMeasurer::new(kind, context)?) };
        // Blocks that are already counted are reported as done.
        let per_unit = measurer.as_ref().map_or(1, ColumnMeasurer::work_per_unit);
        let work_before = per_unit.saturating_mul(MiddleColumn::work_of(&known));
        let work = per_unit.saturating_mul(MiddleColumn::work_of(&middle_columns));
        run.set_tasks(known.len() + middle_columns.len());
        run.continue_work(work_before, work_before.saturating_add(work));
        run.tasks_done(known.len() as u64, 0);
        if let Some(measurer) = measurer {
            let mut blocks = blocks.into_iter();
            for alike in middle_columns.chunk_by(|one, other| one.sweep() == other.sweep()) {
                for (sum, block) in measurer.sums(alike)?.into_iter().zip(&mut blocks) {
                    let grids = sum.grids().unwrap_or_default();
                    ledger.learn(block, sum)?;
                    run.task_done(grids);
                }
            }
            return Ok(());
        }
        let mut above = SweptAbove::nothing();
        for (block, middle_column) in blocks.into_iter().zip(middle_columns) {
            let grids = middle_column.count(&tables, &mut above, &account, run)?;
            ledger.learn(block, grids.into())?;
            run.task_done(grids);
        }
        Ok(())
    }
}
