//! Blocks: the grids whose upper corners are open in the same rows and the same columns.

use std::collections::{BTreeMap, BTreeSet};
#[cfg(not(target_family = "wasm"))]
use std::sync::Arc;
use std::sync::Mutex;

use gridcheck_core::locks::{locked, unlocked};
#[cfg(not(target_family = "wasm"))]
use gridcheck_engine::blocks::NumberedBlocks;
use gridcheck_engine::blocks::{BlockId, Blocks, Ledger, RequestedBlocks};
use gridcheck_engine::{EngineError, Run};

use crate::board::Board;
use crate::join::{Corner, Join};
use crate::state::{MOST_SITES, State};
use crate::sweep::Sweep;

/// The grids whose upper corners meet in these rows, and meet the images of each other in these columns. If the image of each corner in its
/// diagonal is a corner too, the grids with rows and columns exchanged are in the block as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    /// Bit k: row k leads out of the corner.
    pub(crate) right: u32,
    /// Bit k: column k leads out of the corner.
    pub(crate) bottom: u32,
}

impl Block {
    pub(crate) fn id(self) -> BlockId {
        BlockId(u64::from(self.right) << MOST_SITES | u64::from(self.bottom))
    }

    /// Returns `true` if the block represents the one with rows and columns exchanged: fewer rows are open, so their ways are fewer.
    pub(crate) fn leads(self) -> bool {
        let order = |open: u32| (open.count_ones(), open);
        order(self.right) <= order(self.bottom)
    }

    /// Returns `true` if the block has the grids with rows and columns exchanged as well.
    pub(crate) fn has_exchanged(self, board: &Board) -> bool {
        board.is_diagonal() && self.right != self.bottom
    }

    pub(crate) fn numbered(BlockId(id): BlockId) -> Self {
        let bottom = id & ((1 << MOST_SITES) - 1);
        // Both are sets of at most that many sites.
        Block { right: (id >> MOST_SITES) as u32, bottom: bottom as u32 }
    }
}

/// The blocks of a problem.
pub(crate) struct CornerBlocks {
    /// `None` if the symmetry contradicts the given bars, so that there is no grid.
    pub(crate) board: Option<Board>,
    all: BTreeSet<BlockId>,
    rows: usize,
    columns: usize,
}

impl CornerBlocks {
    pub(crate) fn new(board: Option<Board>, rows: usize, columns: usize) -> Self {
        let mut all = BTreeSet::new();
        if let Some(board) = &board {
            let (rights, bottoms) = (0..1 << rows, 0..1 << columns);
            let pairs = rights.flat_map(|right| bottoms.clone().map(move |bottom| Block { right, bottom }));
            let leads = |block: &Block| !board.is_diagonal() || block.leads();
            let fits = |block: &Block| board.given.allow_sides(block.right, block.bottom);
            all.extend(pairs.filter(leads).filter(fits).map(Block::id));
        }
        CornerBlocks { board, all, rows, columns }
    }
}

/// Fills the corners that are open in these rows, and in each of these sets of columns. Returns them by these sets, in order.
pub(crate) fn fill(
    board: &Board,
    corner: usize,
    right: u32,
    bottoms: &BTreeSet<u32>,
    run: &Run,
) -> Result<Vec<Corner>, EngineError> {
    let bottoms: Vec<u32> = bottoms.iter().copied().collect();
    let filled: BTreeMap<u32, Mutex<Corner>> = bottoms.iter().map(|&bottom| (bottom, Mutex::default())).collect();
    let put = |bottom: u32, ways: &[(State, u64)]| {
        locked(&filled[&bottom]).add(board.rows, ways).ok_or(EngineError::Overflow)
    };
    Sweep { board, corner, right, run }.fill(&bottoms, &put)?;
    let sorted = filled.into_values().map(|corner| {
        let mut corner = unlocked(corner);
        corner.sort();
        corner
    });
    Ok(sorted.collect())
}

/// Counts the blocks that have these open rows, and each of these sets of open columns.
fn count_blocks(
    board: &Board,
    right: u32,
    bottoms: &BTreeSet<u32>,
    run: &Run,
    ledger: &dyn Ledger,
) -> Result<(), EngineError> {
    // If both corners are alike, one is filled.
    let corners = (0..board.different_corners()).map(|corner| fill(board, corner, right, bottoms, run));
    let corners: Vec<Vec<Corner>> = corners.collect::<Result<_, EngineError>>()?;
    for (place, &bottom) in bottoms.iter().enumerate() {
        let (one, other) = (&corners[0][place], &corners[corners.len() - 1][place]);
        // It is at most the product of the numbers of ways to fill the corners, which fits.
        let grids = Join::new(board, one, other).grids(run)?.iter().sum::<u128>();
        let block = Block { right, bottom };
        let twice = block.has_exchanged(board);
        let grids = if twice { grids.checked_mul(2).ok_or(EngineError::Overflow)? } else { grids };
        ledger.record(block.id(), grids.into())?;
        run.task_done(grids);
    }
    Ok(())
}

impl Blocks for CornerBlocks {
    fn name(&self, block: BlockId) -> String {
        let Block { right, bottom } = Block::numbered(block);
        let sites = |open: u32, sites: usize| (0..sites).map(move |site| if open >> site & 1 == 1 { 'o' } else { '-' });
        sites(right, self.rows).chain([':']).chain(sites(bottom, self.columns)).collect()
    }

    fn named(&self, name: &str) -> Option<BlockId> {
        let (right, bottom) = name.split_once(':')?;
        let sites = |text: &str, sites: usize| {
            let bit = |(site, byte)| match byte {
                b'o' => Some(1_u32 << site),
                b'-' => Some(0),
                _ => None,
            };
            (text.len() == sites).then(|| text.bytes().enumerate().map(bit).sum::<Option<u32>>()).flatten()
        };
        let block = Block { right: sites(right, self.rows)?, bottom: sites(bottom, self.columns)? };
        let leads = block.leads() || !self.board.as_ref().is_some_and(Board::is_diagonal);
        leads.then(|| block.id())
    }

    fn example(&self) -> String {
        self.name(Block { right: 0b1, bottom: 0b11 }.id())
    }

    fn has(&self, block: BlockId) -> bool {
        self.all.contains(&block)
    }

    fn all(&self) -> Vec<BlockId> {
        self.all.iter().copied().collect()
    }

    /// Blocks with the same open rows share the upper rows of their corners, and those with the same first columns also a part of the last.
    fn batches(&self, least: usize) -> Vec<Vec<BlockId>> {
        let by_columns = |columns: usize| {
            let mut batches: BTreeMap<_, Vec<BlockId>> = BTreeMap::new();
            for &id in &self.all {
                let Block { right, bottom } = Block::numbered(id);
                batches.entry((right, bottom & ((1 << columns) - 1))).or_default().push(id);
            }
            batches.into_values().collect::<Vec<_>>()
        };
        let enough = (0..self.columns).map(by_columns).find(|batches| batches.len() >= least);
        enough.unwrap_or_else(|| by_columns(self.columns))
    }

    fn are_separate(&self) -> bool {
        false
    }

    #[cfg(not(target_family = "wasm"))]
    fn numbered(self: Arc<Self>) -> Option<Arc<dyn NumberedBlocks>> {
        Some(self)
    }

    fn count(&self, requested: RequestedBlocks<'_>, run: &Run, ledger: &dyn Ledger) -> Result<(), EngineError> {
        let Some(board) = &self.board else { return Ok(()) };
        let requested = match requested {
            RequestedBlocks::All => self.all(),
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => blocks.to_vec(),
        };
        run.set_tasks(requested.len());
        let (known, requested): (Vec<_>, Vec<_>) = requested.into_iter().partition(|&block| ledger.contains(block));
        run.tasks_done(known.len() as u64, 0);
        let mut by_right: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for Block { right, bottom } in requested.into_iter().map(Block::numbered) {
            by_right.entry(right).or_default().insert(bottom);
        }
        by_right.iter().try_for_each(|(&right, bottoms)| count_blocks(board, right, bottoms, run, ledger))
    }
}
