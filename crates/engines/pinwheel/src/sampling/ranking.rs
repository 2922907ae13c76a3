//! The grids of a block by number.
//!
//! A block has the grids whose first quarter has one of its skeletons, one skeleton after the other.
//! [`ranked_block`](crate::sampling::ranked_block) defines the order of the grids of a skeleton.

use rayon::prelude::*;

use crate::blocks::block::{Block, Centre, Skeleton};
use crate::blocks::interface::PinwheelBlocks;
use crate::blocks::tile;
use crate::quarter::{Shape, Turn};
use crate::sampling::chosen::Groups;
use crate::sampling::ranked_block::open;
use crate::sampling::trellis::Rows;
use gridcheck_core::grid::Grid;
use gridcheck_engine::blocks::{BlockId, NumberedBlocks, NumbersInBlock};
use gridcheck_engine::{EngineError, Run};

impl NumberedBlocks for PinwheelBlocks {
    fn grids(&self, wanted: &[NumbersInBlock], run: &Run) -> Result<Vec<Vec<Grid>>, EngineError> {
        // Blocks with a common beginning stay together if the memory does not hold all groups.
        let height = self.shape().height;
        let block = |place: usize| self.block(wanted[place].block);
        let mut places: Vec<usize> = (0..wanted.len()).collect();
        places.sort_by_key(|&place| block(place).patterns().map(|pattern| tile::rank(height, pattern)));
        let mut found = vec![Vec::new(); wanted.len()];
        let mut parts = vec![&places[..]];
        // One sweep makes the groups of many blocks.
        while let Some(part) = parts.pop() {
            let chosen: Vec<Block> = part.iter().map(|&place| block(place)).collect();
            let Some(groups) = Groups::of(&self.prepared, run, &chosen)? else {
                parts.extend(part.chunks(part.len().div_ceil(2)));
                continue;
            };
            let in_part = part.par_iter().map(|&place| {
                let grids = self.in_block(&wanted[place], &groups, run)?;
                run.task_done(grids.len() as u128);
                run.worked(grids.len() as u64);
                Ok((place, grids))
            });
            for (place, grids) in in_part.collect::<Result<Vec<_>, EngineError>>()? {
                found[place] = grids;
            }
        }
        Ok(found)
    }

    fn block_of(&self, grid: &Grid) -> Option<BlockId> {
        let is_of_size = grid.size() == self.problem.size();
        (is_of_size && self.is_turned(grid)).then(|| Block::of(self.shape(), self.skeleton(grid)).id())
    }

    fn number(&self, grid: &Grid, sum: u128, run: &Run) -> Result<Option<u128>, EngineError> {
        let quarters = [false, true].map(|turned| self.quarter(grid, turned));
        let own = self.skeleton(grid);
        let block = Block::of(self.shape(), own);
        // A single block always fits, or `Groups::of` fails.
        let Some(groups) = Groups::of(&self.prepared, run, &[block])? else { return Ok(None) };
        let known = self.of_skeleton(block, sum);
        let mut before = 0;
        for skeleton in block.skeletons() {
            if let Some(known) = known.filter(|_| skeleton != own) {
                before += known;
                continue;
            }
            let Some(mut ranked_block) = open(&self.prepared, run, skeleton, &groups, known)? else { continue };
            if skeleton == own {
                let number = ranked_block.number([&quarters[0], &quarters[1]])?;
                return Ok(number.map(|number| before + number));
            }
            before += ranked_block.len()?;
        }
        Ok(None)
    }
}

impl PinwheelBlocks {
    /// Returns the number of grids per skeleton of the first quarter, if the block's sum gives it: there is only one
    /// skeleton, or the two can be exchanged.
    fn of_skeleton(&self, block: Block, sum: u128) -> Option<u128> {
        match block.skeletons().count() {
            1 => Some(sum),
            _ if self.prepared.given.len() == 1 => Some(sum / 2),
            _ => None,
        }
    }

    /// Returns the grids of these numbers of one block.
    fn in_block(&self, wanted: &NumbersInBlock, groups: &Groups, run: &Run) -> Result<Vec<Grid>, EngineError> {
        let NumbersInBlock { block, sum, ref numbers } = *wanted;
        let block = self.block(block);
        let known = self.of_skeleton(block, sum);
        let mut begin = 0;
        let mut grids = Vec::with_capacity(numbers.len());
        let mut left = &numbers[..];
        for skeleton in block.skeletons() {
            let Some(&next) = left.first() else { break };
            if let Some(known) = known.filter(|known| next >= begin + known) {
                begin += known;
                continue;
            }
            let Some(mut ranked_block) = open(&self.prepared, run, skeleton, groups, known)? else { continue };
            let end = begin + ranked_block.len()?;
            let (own, others) = left.split_at(left.partition_point(|&number| number < end));
            let numbers: Vec<u128> = own.iter().map(|number| number - begin).collect();
            let quarters = ranked_block.quarters(&numbers)?;
            grids.extend(quarters.iter().map(|quarters| self.grid(skeleton.centre, quarters)));
            (begin, left) = (end, others);
        }
        Ok(grids)
    }

    /// Returns the number of rows and of columns.
    fn side(&self) -> usize {
        self.problem.height()
    }

    /// Returns the position in the grid of square (`i`, `j`) of a quarter.
    fn square(&self, turned: bool, (i, j): (usize, usize)) -> (usize, usize) {
        if turned { (j, self.side() - 1 - i) } else { (i, j) }
    }

    /// Builds the grid from its first quarter and the next one clockwise.
    fn grid(&self, centre: Centre, quarters: &[Rows; 2]) -> Grid {
        let (n, Shape { width, .. }) = (self.side(), self.shape());
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
        let Shape { height, width, .. } = self.shape();
        let white = |i: usize, j: usize| {
            let (r, c) = self.square(turned, (i, j));
            u32::from(grid.is_white(r, c)) << j
        };
        (0..height).map(|i| (0..width).map(|j| white(i, j)).sum()).collect()
    }

    /// Returns the skeleton of the first quarter of a grid.
    fn skeleton(&self, grid: &Grid) -> Skeleton {
        let Shape { height, width, .. } = self.shape();
        let both =
            |one: (usize, usize), other: (usize, usize)| grid.is_white(one.0, one.1) && grid.is_white(other.0, other.1);
        let right = (0..height).filter(|&i| both((i, width - 1), (i, width))).map(|i| 1 << i).sum();
        let bottom = (0..height).filter(|&j| both((height - 1, j), (height, j))).map(|j| 1 << j).sum();
        let centre = if self.side().is_multiple_of(2) {
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
        let n = self.side();
        let same = |(r, c): (usize, usize)| match self.prepared.turn {
            Turn::Half => grid.is_white(r, c) == grid.is_white(n - 1 - r, n - 1 - c),
            Turn::Quarter => grid.is_white(r, c) == grid.is_white(c, n - 1 - r),
        };
        (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).all(same)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::facts::Pinwheel;
    use crate::prepared::{PreparedProblem, prepare};
    use gridcheck_backtrack::Backtrack;
    use gridcheck_core::problem::Problem;
    use gridcheck_core::rules::builtin;
    use gridcheck_engine::Prepared;
    use gridcheck_engine::blocks::{Ranking, SumKind};
    use gridcheck_testing as testing;

    use super::*;

    /// Ranks the grids of a problem, prepared as usual except for a change.
    fn changed_ranking(problem: &Problem, change: impl FnOnce(&mut PreparedProblem)) -> Ranking {
        let mut prepared = prepare(problem, &SumKind::Plain).expect("it can be prepared");
        change(&mut prepared);
        let blocks = Arc::new(PinwheelBlocks::new(problem, &SumKind::Plain, Arc::new(prepared)));
        let prepared = Prepared::in_blocks(&Pinwheel, problem, &SumKind::Plain, None, blocks);
        Ranking::new(&prepared, &testing::counted(&prepared).with_grids()).expect("it fits")
    }

    fn ranking(problem: &Problem) -> Ranking {
        changed_ranking(problem, |_| ())
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
            let ranking = ranking(&problem);
            let step = (ranking.total() / 200).max(1);
            let ranks: Vec<u128> = (0..ranking.total()).step_by(step as usize).collect();
            let all = lines(&ranking, &ranks);
            let single: Vec<String> = ranks.iter().step_by(9).flat_map(|&rank| lines(&ranking, &[rank])).collect();
            assert_eq!(single, all.iter().step_by(9).cloned().collect::<Vec<_>>(), "{problem:?}");
            let backwards: Vec<u128> = ranks.iter().rev().copied().collect();
            assert_eq!(lines(&ranking, &backwards), all.iter().rev().cloned().collect::<Vec<_>>(), "{problem:?}");
            for memory in [0, 2000] {
                let ranking = changed_ranking(&problem, |prepared| prepared.memory = memory);
                assert_eq!(lines(&ranking, &ranks), all, "{problem:?} {memory}");
            }
            let ranking = changed_ranking(&problem, |prepared| prepared.tables.packing.narrow = 0);
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
