//! The grids of a block by number.
//!
//! A grid is a [pair](crate::pairs) of ways to fill the upper corners. If a block has the grids with rows and columns exchanged as well, those
//! come second.

use gridcheck_core::grid::{Edge, Grid, Square, Transform};
use gridcheck_engine::blocks::{BlockId, NumberedBlocks, NumbersInBlock};
use gridcheck_engine::{EngineError, Run};

use crate::blocks::{Block, CornerBlocks, fill};
use crate::board::Board;
use crate::join::Corner;
use crate::pairs::Pairs;
use crate::paths::{BarsOfCorner, Paths};
use crate::sweep::Sweep;

impl NumberedBlocks for CornerBlocks {
    fn grids(&self, wanted: &[NumbersInBlock], run: &Run) -> Result<Vec<Vec<Grid>>, EngineError> {
        // Without a board there is no block.
        let Some(board) = &self.board else { return Ok(Vec::new()) };
        let grids_of = |wanted: &NumbersInBlock| {
            let block = Block::numbered(wanted.block);
            let grids = FilledCorners::new(board, block, run)?.grids(&wanted.numbers)?;
            run.task_done(grids.len() as u128);
            run.worked(grids.len() as u64);
            Ok(grids)
        };
        wanted.iter().map(grids_of).collect()
    }

    fn block_of(&self, grid: &Grid) -> Option<BlockId> {
        let board = self.board.as_ref()?;
        let (rows, columns) = (2 * board.rows, 2 * board.columns);
        let is_white = (grid.height(), grid.width()) == (rows, columns) && grid.whites() == rows * columns;
        let is_turned = is_white && grid.transformed(Transform::Rot180) == *grid;
        is_turned.then(|| leading(board, grid).0.id())
    }

    fn number(&self, grid: &Grid, _sum: u128, run: &Run) -> Result<Option<u128>, EngineError> {
        let Some(board) = &self.board else { return Ok(None) };
        let (block, is_exchanged) = leading(board, grid);
        let corners = FilledCorners::new(board, block, run)?;
        let pairs = corners.pairs()?;
        Ok(if is_exchanged {
            let number = corners.number(&grid.transformed(Transform::MainDiagonal), &pairs)?;
            number.map(|number| pairs.len() + number)
        } else {
            corners.number(grid, &pairs)?
        })
    }
}

/// Returns the block of a grid, and `true` if the grid is there with rows and columns exchanged.
fn leading(board: &Board, grid: &Grid) -> (Block, bool) {
    let open = |edge: Edge| u32::from(!grid.bars().between(edge.0, edge.1));
    let right = (0..board.rows).map(|row| open(edges(board, 0, (row, board.columns - 1))[0]) << row).sum();
    let bottom = (0..board.columns).map(|column| open(edges(board, 0, (board.rows - 1, column))[1]) << column).sum();
    let block = Block { right, bottom };
    if board.is_diagonal() && !block.leads() { (Block { right: bottom, bottom: right }, true) } else { (block, false) }
}

/// Returns the edges of the grid at the right of a square of a corner, and below it. The right corner is read in the mirror.
fn edges(board: &Board, corner: usize, (row, column): Square) -> [Edge; 2] {
    let place = |(row, column)| if corner == 0 { (row, column) } else { (row, 2 * board.columns - 1 - column) };
    let square = place((row, column));
    [(square, place((row, column + 1))), (square, place((row + 1, column)))]
}

/// The ways to fill the upper corners of the grids of a block. If both corners are alike, one is filled.
struct FilledCorners<'b> {
    board: &'b Board,
    block: Block,
    run: &'b Run,
    paths: Vec<Paths<'b>>,
    corners: Vec<Corner>,
}

impl<'b> FilledCorners<'b> {
    fn new(board: &'b Board, block: Block, run: &'b Run) -> Result<Self, EngineError> {
        let Block { right, bottom } = block;
        let corners = (0..board.different_corners()).map(|corner| fill(board, corner, right, &[bottom].into(), run));
        let corners: Vec<Vec<Corner>> = corners.collect::<Result<_, EngineError>>()?;
        let paths = |corner| Paths { sweep: Sweep { board, corner, right, run }, bottom };
        let paths = (0..corners.len()).map(paths).collect();
        Ok(FilledCorners { board, block, run, paths, corners: corners.into_iter().flatten().collect() })
    }

    /// Returns the items of both upper corners.
    fn both<T>(items: &[T]) -> [&T; 2] {
        [&items[0], &items[items.len() - 1]]
    }

    fn pairs(&self) -> Result<Pairs<'_>, EngineError> {
        let [one, other] = Self::both(&self.corners);
        Pairs::new(self.board, one, other, self.run)
    }

    /// Returns the grids of these numbers, which are in order.
    fn grids(&self, numbers: &[u128]) -> Result<Vec<Grid>, EngineError> {
        let pairs = self.pairs()?;
        let (direct, others) = numbers.split_at(numbers.partition_point(|&number| number < pairs.len()));
        let direct = pairs.find(direct, self.run)?;
        let exchanged = if self.block.has_exchanged(self.board) {
            let others: Vec<u128> = others.iter().map(|number| number - pairs.len()).collect();
            pairs.find(&others, self.run)?
        } else {
            Vec::new()
        };
        let ways = [0, 1].map(|corner| {
            let both = direct.iter().chain(&exchanged);
            both.map(|ways| ways[corner]).collect::<Vec<_>>()
        });
        let [left, right] = Self::both(&self.paths);
        let corners = [left.bars(&ways[0])?, right.bars(&ways[1])?];
        let grids = corners[0].iter().zip(&corners[1]).map(|(left, right)| self.grid([left, right]));
        let exchange = |(place, grid): (usize, Grid)| {
            if place < direct.len() { grid } else { grid.transformed(Transform::MainDiagonal) }
        };
        Ok(grids.enumerate().map(exchange).collect())
    }

    /// Returns the number of the pair of upper corners of a grid, if it is one.
    fn number(&self, grid: &Grid, pairs: &Pairs<'_>) -> Result<Option<u128>, EngineError> {
        let [left, right] = Self::both(&self.paths);
        let (Some(one), Some(other)) = (left.way(&self.bars(0, grid))?, right.way(&self.bars(1, grid))?) else {
            return Ok(None);
        };
        pairs.number([one, other], self.run)
    }

    /// Returns the grid with these upper corners.
    fn grid(&self, corners: [&BarsOfCorner; 2]) -> Grid {
        let (height, width) = (2 * self.board.rows, 2 * self.board.columns);
        let mut grid = Grid::white(height, width);
        for (corner, bars) in corners.into_iter().enumerate() {
            for (square, bars) in self.board.squares().zip(bars) {
                for ((one, other), &is_bar) in edges(self.board, corner, square).into_iter().zip(bars) {
                    let turned = |(r, c)| (height - 1 - r, width - 1 - c);
                    grid.bars_mut().set_between(one, other, is_bar);
                    grid.bars_mut().set_between(turned(one), turned(other), is_bar);
                }
            }
        }
        grid
    }

    /// Returns the bars of an upper corner of a grid.
    fn bars(&self, corner: usize, grid: &Grid) -> BarsOfCorner {
        let is_bar = |(one, other): Edge| grid.bars().between(one, other);
        self.board.squares().map(|square| edges(self.board, corner, square).map(is_bar)).collect()
    }
}
