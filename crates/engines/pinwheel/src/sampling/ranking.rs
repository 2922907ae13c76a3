//! Ranks: a number for every grid and a grid for every number, without a list of grids.
//!
//! Grids are ordered by their blocks, and within a block as [`ranked_block`](crate::sampling::ranked_block) defines. The sums
//! of blocks are the index. So finding the grid of a rank, or the rank of a grid, opens one block. The two functions
//! are inverse to each other. Uniform ranks give uniform grids.
//!
//! Invariant of [`Ranking`]: `begins` lists every block that has a grid, in order, with the rank of its first grid.

use std::sync::Arc;

use rayon::prelude::*;

use crate::blocks::block::{Block, Centre, Skeleton};
use crate::blocks::interface::PinwheelBlocks;
use crate::blocks::tile;
use crate::facts::{FACTS, NAME, Pinwheel};
use crate::prepared::{PreparedProblem, prepare};
use crate::quarter::{Shape, Turn};
use crate::sampling::chosen::Groups;
use crate::sampling::ranked_block::{RankedBlock, open};
use crate::sampling::trellis::Rows;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::{BlockId, SumKind};
use gridcheck_engine::{Declined, EngineError, Prepared, Run};

/// A problem without constraints, prepared for a ranking.
pub struct Rankable {
    prepared: Arc<PreparedProblem>,
    in_blocks: Prepared<'static>,
}

/// The grids of a problem with their ranks: 0, 1, … without a gap.
pub struct Ranking {
    prepared: Arc<PreparedProblem>,
    size: usize,
    begins: Vec<(u128, Block)>,
    total: u128,
}

/// The ranks of one block in order, each with its place in the request.
struct RanksInBlock<'w> {
    /// The block's place in `begins`.
    place: usize,
    ranks: &'w [(usize, u128)],
}

impl Rankable {
    /// Prepares a problem.
    ///
    /// # Errors
    /// Returns the reason why the grids of the problem cannot be ranked.
    pub fn new(problem: &Problem) -> Result<Self, Declined> {
        if let Some(constraint) = problem.constraints().first() {
            let why = format!("a ranking has no place for the constraint {constraint}");
            return Err(Declined { engine: NAME, why });
        }
        FACTS.check(problem).map_err(|unsupported| unsupported.by(NAME))?;
        let prepared = Arc::new(prepare(problem, &SumKind::Plain)?);
        let blocks = Arc::new(PinwheelBlocks::new(problem, &SumKind::Plain, Arc::clone(&prepared)));
        let in_blocks = Prepared::in_blocks(&Pinwheel, problem, &SumKind::Plain, prepared.slow.clone(), blocks);
        Ok(Rankable { prepared, in_blocks })
    }

    /// Returns the problem with the blocks that order the grids.
    pub fn in_blocks(&self) -> &Prepared<'static> {
        &self.in_blocks
    }

    /// Ranks the grids by the number of grids of each block that has some, in the order of the blocks.
    ///
    /// # Errors
    /// Returns an error if the sum of all blocks overflows.
    pub fn rank(self, counted: &[(BlockId, u128)]) -> Result<Ranking, EngineError> {
        let Rankable { prepared, in_blocks } = self;
        let (mut begins, mut total) = (Vec::new(), 0_u128);
        for &(block, grids) in counted {
            begins.push((total, Block::numbered(prepared.tables.shape, block)));
            total = total.checked_add(grids).ok_or(EngineError::Overflow)?;
        }
        Ok(Ranking { prepared, size: in_blocks.problem().height(), begins, total })
    }
}

impl Ranking {
    /// Returns the number of grids.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Returns the grids of these ranks, in the same order. Each is a unit of the run's work.
    ///
    /// # Errors
    /// A rank is not below the total, the run is stopped.
    pub fn grids(&self, ranks: &[u128], run: &Run) -> Result<Vec<Grid>, EngineError> {
        if let Some(rank) = ranks.iter().find(|&&rank| rank >= self.total) {
            let what = format!("there is no grid of rank {rank}: there are {}", self.total);
            return Err(EngineError::Failed { engine: NAME, what });
        }
        // Each block is opened once for all of its ranks, and one sweep makes the groups of many blocks.
        let mut wanted: Vec<(usize, u128)> = ranks.iter().copied().enumerate().collect();
        wanted.sort_unstable_by_key(|&(_, rank)| rank);
        let by_block = wanted.chunk_by(|one, other| self.place_of(one.1) == self.place_of(other.1));
        let mut blocks: Vec<RanksInBlock<'_>> =
            by_block.map(|ranks| RanksInBlock { place: self.place_of(ranks[0].1), ranks }).collect();
        // Blocks with a common beginning stay together if the memory does not hold all groups.
        let height = self.prepared.tables.shape.height;
        blocks.sort_by_key(|wanted| self.begins[wanted.place].1.patterns().map(|pattern| tile::rank(height, pattern)));
        run.set_tasks(blocks.len());
        let mut found: Vec<(usize, Grid)> = Vec::with_capacity(ranks.len());
        let mut parts = vec![&blocks[..]];
        while let Some(part) = parts.pop() {
            let chosen: Vec<Block> = part.iter().map(|wanted| self.begins[wanted.place].1).collect();
            let Some(groups) = Groups::of(&self.prepared, run, &chosen)? else {
                parts.extend(part.chunks(part.len().div_ceil(2)));
                continue;
            };
            let in_part = part.par_iter().map(|wanted| {
                let found = self.in_block(wanted, &groups, run)?;
                run.task_done(found.len() as u128);
                run.worked(found.len() as u64);
                Ok(found)
            });
            let in_part: Vec<Vec<(usize, Grid)>> = in_part.collect::<Result<_, EngineError>>()?;
            found.extend(in_part.into_iter().flatten());
        }
        found.sort_unstable_by_key(|&(at, _)| at);
        Ok(found.into_iter().map(|(_, grid)| grid).collect())
    }

    /// Returns the place of the block that contains the grid of this rank.
    fn place_of(&self, rank: u128) -> usize {
        self.begins.partition_point(|&(begin, _)| begin <= rank) - 1
    }

    /// Opens the block at a place for the grids whose first quarter has this skeleton. Returns `None` if there are
    /// none.
    fn ranked_block<'q>(
        &'q self,
        place: usize,
        skeleton: Skeleton,
        groups: &Groups,
        run: &'q Run,
    ) -> Result<Option<Box<dyn RankedBlock + 'q>>, EngineError> {
        open(&self.prepared, run, skeleton, groups, self.known(place))
    }

    /// Returns the number of grids per skeleton of the first quarter, if the block's sum gives it: there is only one
    /// skeleton, or the two can be exchanged.
    fn known(&self, place: usize) -> Option<u128> {
        let (begin, block) = self.begins[place];
        let grids = self.begins.get(place + 1).map_or(self.total, |next| next.0) - begin;
        match block.skeletons().count() {
            1 => Some(grids),
            _ if self.prepared.given.len() == 1 => Some(grids / 2),
            _ => None,
        }
    }

    /// Returns the grids of these ranks of one block, with their places in the request.
    fn in_block(
        &self,
        &RanksInBlock { place, ranks }: &RanksInBlock<'_>,
        groups: &Groups,
        run: &Run,
    ) -> Result<Vec<(usize, Grid)>, EngineError> {
        let (mut begin, block) = self.begins[place];
        let mut grids = Vec::with_capacity(ranks.len());
        let mut left = ranks;
        for skeleton in block.skeletons() {
            let Some(&(_, next)) = left.first() else { break };
            if let Some(known) = self.known(place).filter(|known| next >= begin + known) {
                begin += known;
                continue;
            }
            let Some(mut ranked_block) = self.ranked_block(place, skeleton, groups, run)? else { continue };
            let end = begin + ranked_block.len()?;
            let (own, others) = left.split_at(left.partition_point(|&(_, rank)| rank < end));
            let numbers: Vec<u128> = own.iter().map(|&(_, rank)| rank - begin).collect();
            let quarters = ranked_block.quarters(&numbers)?;
            let found = own.iter().zip(quarters);
            grids.extend(found.map(|(&(at, _), quarters)| (at, self.grid(skeleton.centre, &quarters))));
            (begin, left) = (end, others);
        }
        if left.is_empty() {
            return Ok(grids);
        }
        Err(EngineError::Failed { engine: NAME, what: "a block has fewer grids than its sum".to_owned() })
    }

    /// Returns the rank of a grid, or `None` if the grid is not valid for the problem.
    ///
    /// # Errors
    /// The run is stopped.
    pub fn rank(&self, grid: &Grid, run: &Run) -> Result<Option<u128>, EngineError> {
        if (grid.height(), grid.width()) != (self.size, self.size) || !self.is_turned(grid) {
            return Ok(None);
        }
        let quarters = [false, true].map(|turned| self.quarter(grid, turned));
        let own = self.skeleton(grid);
        let block = Block::of(self.prepared.tables.shape, own);
        let Some(place) = self.begins.iter().position(|(_, other)| *other == block) else { return Ok(None) };
        // A single block always fits, or `Groups::of` fails.
        let Some(groups) = Groups::of(&self.prepared, run, &[block])? else { return Ok(None) };
        let mut before = self.begins[place].0;
        for skeleton in block.skeletons() {
            if let Some(known) = self.known(place).filter(|_| skeleton != own) {
                before += known;
                continue;
            }
            let Some(mut ranked_block) = self.ranked_block(place, skeleton, &groups, run)? else { continue };
            if skeleton == own {
                let number = ranked_block.number([&quarters[0], &quarters[1]])?;
                return Ok(number.map(|number| before + number));
            }
            before += ranked_block.len()?;
        }
        Ok(None)
    }

    /// Returns the position in the grid of square (`i`, `j`) of a quarter.
    fn square(&self, turned: bool, (i, j): (usize, usize)) -> (usize, usize) {
        if turned { (j, self.size - 1 - i) } else { (i, j) }
    }

    /// Builds the grid from its first quarter and the next one clockwise.
    fn grid(&self, centre: Centre, quarters: &[Rows; 2]) -> Grid {
        let (n, Shape { width, .. }) = (self.size, self.prepared.tables.shape);
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

    /// Returns the rows of a quarter of a grid.
    fn quarter(&self, grid: &Grid, turned: bool) -> Rows {
        let Shape { height, width, .. } = self.prepared.tables.shape;
        let white = |i: usize, j: usize| {
            let (r, c) = self.square(turned, (i, j));
            u32::from(grid.is_white(r, c)) << j
        };
        (0..height).map(|i| (0..width).map(|j| white(i, j)).sum()).collect()
    }

    /// Returns the skeleton of the first quarter of a grid.
    fn skeleton(&self, grid: &Grid) -> Skeleton {
        let Shape { height, width, .. } = self.prepared.tables.shape;
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
                (true, false) => Centre::Own,
                (false, _) => Centre::Other,
            }
        };
        Skeleton { centre, right, bottom }
    }

    /// Returns `true` if the grid has the required symmetry.
    fn is_turned(&self, grid: &Grid) -> bool {
        let n = self.size;
        let same = |(r, c): (usize, usize)| match self.prepared.turn {
            Turn::Half => grid.is_white(r, c) == grid.is_white(n - 1 - r, n - 1 - c),
            Turn::Quarter => grid.is_white(r, c) == grid.is_white(c, n - 1 - r),
        };
        (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_backtrack::Backtrack;
    use gridcheck_core::rules::builtin;
    use gridcheck_testing as testing;

    fn ranking(problem: &Problem) -> Ranking {
        let rankable = Rankable::new(problem).expect("it can be ranked");
        let counted = testing::counted(rankable.in_blocks()).with_grids();
        rankable.rank(&counted).expect("it fits")
    }

    fn problem(size: usize, rules: &str) -> Problem {
        Problem::new(size, builtin(rules).expect("built in")).expect("a fair problem")
    }

    /// Writes the grids of some ranks, one per line.
    fn lines(ranking: &Ranking, ranks: &[u128]) -> Vec<String> {
        let grids = ranking.grids(ranks, &Run::new()).expect("every rank has a grid");
        grids.iter().map(Grid::one_line).collect()
    }

    /// Asks for ranks all at once, in parts of the memory, one by one, in reverse order, and with wider keys.
    #[test]
    fn a_rank_has_one_grid_however_it_is_asked_for() {
        let given = problem(7, "american").with_row(0, 0b001_1111);
        for problem in [problem(7, "british"), problem(8, "american"), problem(9, "british"), given] {
            let mut ranking = ranking(&problem);
            let step = (ranking.total() / 200).max(1);
            let ranks: Vec<u128> = (0..ranking.total()).step_by(step as usize).collect();
            let all = lines(&ranking, &ranks);
            let single: Vec<String> = ranks.iter().step_by(9).flat_map(|&rank| lines(&ranking, &[rank])).collect();
            assert_eq!(single, all.iter().step_by(9).cloned().collect::<Vec<_>>(), "{problem:?}");
            let backwards: Vec<u128> = ranks.iter().rev().copied().collect();
            assert_eq!(lines(&ranking, &backwards), all.iter().rev().cloned().collect::<Vec<_>>(), "{problem:?}");
            for memory in [0, 2000] {
                Arc::get_mut(&mut ranking.prepared).expect("no other owner").memory = memory;
                assert_eq!(lines(&ranking, &ranks), all, "{problem:?} {memory}");
            }
            Arc::get_mut(&mut ranking.prepared).expect("no other owner").tables.packing.narrow = 0;
            assert_eq!(lines(&ranking, &ranks), all, "{problem:?}");
        }
    }

    /// Ranks all grids of a size at which groups are large enough to be split at many sites.
    #[test]
    fn all_ranks_together_give_every_grid_once() {
        let problem = problem(9, "british");
        let ranking = ranking(&problem);
        let ranks: Vec<u128> = (0..ranking.total()).collect();
        let mut drawn = lines(&ranking, &ranks);
        let mut listed: Vec<String> = testing::listed(&Backtrack, &problem).iter().map(Grid::one_line).collect();
        drawn.sort_unstable();
        listed.sort_unstable();
        assert_eq!(drawn.len(), 68_956);
        assert!(drawn == listed, "the grids of all ranks are not those that are listed");
    }
}
