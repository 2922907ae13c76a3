//! Ranks: a number for every grid and a grid for every number, without a list.
//!
//! Grids are in the order of their blocks, which the sums index, and within a block as [`opened`](super::opened) says. So a number
//! below the count leads to its grid by opening one block, and a grid to its number; one is the inverse of the other. Whoever
//! draws numbers evenly draws grids evenly.
//!
//! Invariant of [`Ranking`]: `begins` has every block that has a grid, in order, with the number of its first one.

use rayon::prelude::*;

use super::block::{Block, Centre, Skeleton};
use super::opened::{Rows, open};
use super::quarter::Shape;
use super::question::{Question, Turn};
use super::sums::BlockSums;
use super::{NAME, Pinwheel, question, unable};
use crate::engine::{Ability, Engine, EngineError, Run};
use crate::grid::Grid;
use crate::problem::Problem;

/// The grids of a problem, each with its rank: 0 and up, without a gap.
pub struct Ranking {
    question: Question,
    size: usize,
    begins: Vec<(u128, Block)>,
    total: u128,
}

impl Ranking {
    /// Why the grids of a problem cannot be ranked, if they cannot.
    pub fn obstacle(problem: &Problem) -> Option<String> {
        match Pinwheel.ability(problem) {
            Ability::Unable(why) => Some(why),
            Ability::Able | Ability::Slow(_) => None,
        }
    }

    /// The ranking of a problem that has no wishes. Blocks that `sums` does not know are counted.
    pub fn of(problem: &Problem, sums: &BlockSums, run: &Run) -> Result<Self, EngineError> {
        let total = Pinwheel.count_in_blocks(problem, run, sums)?;
        let mut before = 0;
        let begins = sums.blocks().into_iter().map(|(block, grids)| {
            let begin = before;
            // Their sum fits: it is the total.
            before += grids;
            (begin, block)
        });
        let begins = begins.collect();
        Ok(Ranking { question: question(problem).map_err(unable)?, size: problem.size(), begins, total })
    }

    /// How many grids there are.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// The grids of these ranks, in the same order; an error if one is not below the total.
    pub fn grids(&self, ranks: &[u128], run: &Run) -> Result<Vec<Grid>, EngineError> {
        if let Some(rank) = ranks.iter().find(|&&rank| rank >= self.total) {
            let what = format!("there is no grid of rank {rank}: there are {}", self.total);
            return Err(EngineError::Failed { engine: NAME, what });
        }
        // A block is opened once for all of its ranks.
        let mut wanted: Vec<(usize, u128)> = ranks.iter().copied().enumerate().collect();
        wanted.sort_unstable_by_key(|&(_, rank)| rank);
        let blocks: Vec<&[(usize, u128)]> =
            wanted.chunk_by(|one, other| self.place_of(one.1) == self.place_of(other.1)).collect();
        run.set_pieces(blocks.len());
        let found = blocks.into_par_iter().map(|wanted| {
            let found = self.in_block(wanted, run)?;
            run.piece_done(found.len() as u64);
            Ok(found)
        });
        let found: Vec<Vec<(usize, Grid)>> = found.collect::<Result<_, EngineError>>()?;
        let mut found: Vec<(usize, Grid)> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|&(at, _)| at);
        Ok(found.into_iter().map(|(_, grid)| grid).collect())
    }

    /// The place among the blocks of the one that has the grid of this rank.
    fn place_of(&self, rank: u128) -> usize {
        self.begins.partition_point(|&(begin, _)| begin <= rank) - 1
    }

    /// The grids of these ranks, all of one block and in order.
    fn in_block(&self, wanted: &[(usize, u128)], run: &Run) -> Result<Vec<(usize, Grid)>, EngineError> {
        let mut grids = Vec::with_capacity(wanted.len());
        let Some(&(_, first)) = wanted.first() else { return Ok(grids) };
        let (mut begin, block) = self.begins[self.place_of(first)];
        let mut wanted = wanted.iter().peekable();
        for skeleton in block.skeletons() {
            let Some(mut opened) = open(&self.question, run, skeleton)? else { continue };
            let end = begin + opened.len()?;
            while let Some((at, rank)) = wanted.next_if(|(_, rank)| *rank < end) {
                run.check()?;
                let quarters = opened.quarters(rank - begin)?;
                grids.push((*at, self.grid(skeleton.centre, &quarters)));
            }
            begin = end;
        }
        match wanted.next() {
            Some(_) => {
                Err(EngineError::Failed { engine: NAME, what: "a block has fewer grids than its sum".to_owned() })
            }
            None => Ok(grids),
        }
    }

    /// The rank of a grid; `None` if it is none of the problem's.
    pub fn rank(&self, grid: &Grid, run: &Run) -> Result<Option<u128>, EngineError> {
        if (grid.height(), grid.width()) != (self.size, self.size) || !self.is_turned(grid) {
            return Ok(None);
        }
        let quarters = [false, true].map(|turned| self.quarter(grid, turned));
        let own = self.skeleton(grid);
        let block = Block::of(self.question.tables.shape, own);
        let Some(&(begin, _)) = self.begins.iter().find(|(_, other)| *other == block) else { return Ok(None) };
        let mut before = begin;
        for skeleton in block.skeletons() {
            let Some(mut opened) = open(&self.question, run, skeleton)? else { continue };
            if skeleton == own {
                let number = opened.number([&quarters[0], &quarters[1]])?;
                return Ok(number.map(|number| before + number));
            }
            before += opened.len()?;
        }
        Ok(None)
    }

    /// Where square (`i`, `j`) of a quarter is in the grid.
    fn square(&self, turned: bool, (i, j): (usize, usize)) -> (usize, usize) {
        if turned { (j, self.size - 1 - i) } else { (i, j) }
    }

    /// The grid whose first quarter is this one, and the next one clockwise that.
    fn grid(&self, centre: Centre, quarters: &[Rows; 2]) -> Grid {
        let (n, Shape { width, .. }) = (self.size, self.question.tables.shape);
        let mut grid = Grid::black(n, n);
        for (rows, turned) in quarters.iter().zip([false, true]) {
            for (i, row) in rows.iter().enumerate() {
                for j in (0..width).filter(|j| row >> j & 1 == 1) {
                    let (r, c) = self.square(turned, (i, j));
                    grid.set_white(r, c, true);
                    grid.set_white(n - 1 - r, n - 1 - c, true);
                }
            }
        }
        if centre.is_white() {
            grid.set_white(n / 2, n / 2, true);
        }
        grid
    }

    /// The rows of a quarter of a grid.
    fn quarter(&self, grid: &Grid, turned: bool) -> Rows {
        let Shape { height, width, .. } = self.question.tables.shape;
        let white = |i: usize, j: usize| {
            let (r, c) = self.square(turned, (i, j));
            u32::from(grid.is_white(r, c)) << j
        };
        (0..height).map(|i| (0..width).map(|j| white(i, j)).sum()).collect()
    }

    /// Where the first quarter of a grid is open.
    fn skeleton(&self, grid: &Grid) -> Skeleton {
        let Shape { height, width, .. } = self.question.tables.shape;
        let both =
            |one: (usize, usize), other: (usize, usize)| grid.is_white(one.0, one.1) && grid.is_white(other.0, other.1);
        let right = (0..height).filter(|&i| both((i, width - 1), (i, width))).map(|i| 1 << i).sum();
        let bottom = (0..height).filter(|&j| both((height - 1, j), (height, j))).map(|j| 1 << j).sum();
        let centre = if self.size.is_multiple_of(2) {
            Centre::None
        } else if !grid.is_white(height, height) {
            Centre::Black
        } else {
            match (grid.is_white(height - 1, height), grid.is_white(height, height + 1)) {
                (true, true) => Centre::Crossed,
                (true, false) => Centre::Mine,
                (false, _) => Centre::Theirs,
            }
        };
        Skeleton { centre, right, bottom }
    }

    /// Whether the grid has the turn that the problem asks for.
    fn is_turned(&self, grid: &Grid) -> bool {
        let n = self.size;
        let same = |(r, c): (usize, usize)| match self.question.turn {
            Turn::Half => grid.is_white(r, c) == grid.is_white(n - 1 - r, n - 1 - c),
            Turn::Quarter => grid.is_white(r, c) == grid.is_white(c, n - 1 - r),
        };
        (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).all(same)
    }
}
