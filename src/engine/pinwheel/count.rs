//! The whole count: sweep the quarters, let their groups meet, block by block.
//!
//! The groups of all blocks may be more than memory holds. Then the blocks are done in *tiles*: all blocks with the right
//! sites open as in one set and the bottom sites as in another. A sweep makes only the quarters of its tile, and costs little
//! more for being one of several: nearly all its work is in the last row, where every tile does its own part. Whether a
//! tile fits is found by trying: one that does not is cut in parts.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::block::{Block, Centre, Skeleton};
use super::group::{Group, Key, Layout};
use super::join::{Fits, Meeting};
use super::merge::State;
use super::number::{Number, Total};
use super::partition::Partitions;
use super::quarter::{Lines, Rows, Shape};
use super::ring::Ring;
use super::sums::BlockSums;
use super::sweep::{Kind, Packing, Receiver, Tables, sweep};
use crate::engine::parts::{CHECKED, Class, Parts, UNCHECKED};
use crate::engine::{EngineError, Run};
use crate::problem::Problem;
use crate::rules::{Ruleset, Symmetry};

/// The bytes that the groups of one tile may take; lists that grow take up to as much again.
const MEMORY: usize = 8 << 30;

/// What is to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Grids unchanged by a half turn: pairs of quarters.
    Half,
    /// Grids unchanged by a quarter turn: a quarter and itself.
    Quarter,
}

/// A problem turned into tables.
pub struct Question {
    tables: Tables,
    /// What fits where a right site of the leading group meets a bottom site of the other, and where its bottom site meets a
    /// right site.
    fits: [Fits; 2],
    turn: Turn,
    /// The most bytes that the groups of one tile may take.
    memory: usize,
    /// In how many parts either side of the blocks is cut from the start, so that tiles can be expected to fit.
    parts: usize,
    /// Only this block, if any.
    only: Option<Block>,
}

/// What a kind of quarter takes in memory, roughly: most keys fit into 64 bits, some quarters are in two groups.
const BYTES_A_KIND: f64 = 18.0;

impl Question {
    /// The tables; what is too much about the problem if they cannot be made. The symmetry is rot180 or rot90, no square is
    /// given, and `min_white_per_row` is at most 1.
    pub fn new(problem: &Problem) -> Result<Self, String> {
        let rules = problem.rules();
        let shape = Shape::new(problem.size());
        let too_many = || "its word rule parts words into more classes than there is room for at this size".to_owned();
        let parts = Parts::new(rules, shape.size).ok_or_else(too_many)?;
        let classes = (0..shape.width).map(|place| parts.classes(place)).max().unwrap_or(0);
        let class = usize::BITS - classes.saturating_sub(1).max(1).leading_zeros();
        let partitions = Partitions::new();
        // Of the sites along the rim at most every second one begins a run.
        let partition = if rules.connected { partitions.bits((shape.height + shape.width).div_ceil(2)) } else { 0 };
        let lines = Lines::new(shape, rules);
        let packing = Packing { class, partition, touched: lines.bits() as u32 };
        if classes > Fits::MOST || packing.down(shape.width) > u64::BITS || packing.across(shape.height) > u64::BITS {
            return Err(too_many());
        }
        let (right, bottom) = (shape.width - 1, shape.height - 1);
        let forth = Fits::new([parts.classes(right), parts.classes(bottom)], |one, two| {
            parts.fits(rules, (right, one), (bottom, two))
        });
        let fits = [forth.clone(), forth.turned()];
        let tables = Tables {
            shape,
            rows: Rows::new(shape, &parts),
            lines,
            partitions,
            packing,
            connected: rules.connected,
            single_cells: rules.single_cells,
            through_centre: through_centre(shape, &parts, rules),
            parts,
        };
        let turn = if rules.symmetry == Symmetry::Rot90 { Turn::Quarter } else { Turn::Half };
        Ok(Question { tables, fits, turn, memory: MEMORY, parts: 1, only: None })
    }

    /// The same with only one block to be counted.
    #[must_use]
    pub fn only(self, block: Block) -> Self {
        Question { only: Some(block), parts: 1, ..self }
    }

    /// The same, for about so many kinds of quarter.
    #[must_use]
    pub fn expecting(self, kinds: f64) -> Self {
        // Of k × k parts a tile off the diagonal holds two.
        let parts = (2.0 * kinds * BYTES_A_KIND / self.memory as f64).sqrt().ceil();
        Question { parts: parts.max(1.0) as usize, ..self }
    }

    /// The same with so many bytes for the groups of one tile.
    #[cfg(test)]
    pub fn within(self, memory: usize) -> Self {
        Question { memory, ..self }
    }

    /// How many kinds of quarter there are.
    pub fn kinds(&self, run: &Run) -> Result<u64, EngineError> {
        let census = Census::default();
        sweep::<u64>(&self.tables, &census, run)?;
        Ok(census.kinds.into_inner())
    }

    /// Counts all blocks that `sums` does not know yet, and lets it learn them.
    pub fn count<N: Number>(&self, run: &Run, sums: &BlockSums) -> Result<(), EngineError> {
        Plan { question: self, tables: &self.tables, run, sums }.count::<N>()
    }
}

/// A count while it goes on.
struct Plan<'a> {
    question: &'a Question,
    tables: &'a Tables,
    run: &'a Run,
    sums: &'a BlockSums,
}

/// Blocks whose leading skeleton has, of two sets of side patterns, one on the right and one at the bottom.
#[derive(Clone)]
struct Tile {
    sides: [Vec<u32>; 2],
}

/// The groups of one tile while they are swept.
struct Tray<'p, N> {
    plan: &'p Plan<'p>,
    can_be_cut: bool,
    /// By pattern of open sites: in which of the tile's two sets it is, a bit each.
    sides: Vec<u8>,
    groups: Vec<Mutex<HashMap<Skeleton, (Layout, Group<N>), FixedState>>>,
    bytes: AtomicUsize,
    full: AtomicBool,
}

impl Plan<'_> {
    fn count<N: Number>(&self) -> Result<(), EngineError> {
        let patterns = 1_u32 << self.tables.shape.height;
        let all: Vec<u32> = match self.question.only {
            None => (0..patterns).collect(),
            Some(block) => block.skeletons().map(|skeleton| skeleton.right).to_vec(),
        };
        let whole = Tile { sides: [all.clone(), all] };
        self.run.set_pieces(whole.blocks());
        let mut tiles = whole.cut(self.question.parts);
        while let Some(tile) = tiles.pop() {
            if !self.tile::<N>(&tile)? {
                tiles.extend(tile.cut(2));
            }
        }
        Ok(())
    }

    /// Counts the blocks of a tile, unless it does not fit into memory and can be cut: then it is not done, and `false`.
    fn tile<N: Number>(&self, tile: &Tile) -> Result<bool, EngineError> {
        let mut sides = vec![0; 1 << self.tables.shape.height];
        for (bit, side) in tile.sides.iter().enumerate() {
            side.iter().for_each(|&pattern| sides[pattern as usize] |= 1 << bit);
        }
        let tray = Tray {
            plan: self,
            sides,
            can_be_cut: tile.can_be_cut(),
            groups: (0..256).map(|_| Mutex::default()).collect(),
            bytes: AtomicUsize::new(0),
            full: AtomicBool::new(false),
        };
        match sweep(self.tables, &tray, self.run) {
            Err(EngineError::Stopped) if tray.full.load(Ordering::Relaxed) => return Ok(false),
            other => other?,
        }
        let mut groups: HashMap<Skeleton, (Layout, Group<N>), FixedState> = HashMap::default();
        for part in tray.groups {
            groups.extend(part.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
        }
        let leading: Vec<Skeleton> = groups.keys().copied().filter(|skeleton| skeleton.leads()).collect();
        let mut pairs = Vec::new();
        for skeleton in leading {
            let block = Block::of(self.tables.shape, skeleton);
            // Both are there, or no grid is in the block.
            let Some(one) = groups.remove(&skeleton) else { continue };
            let two = if block.is_its_own() { None } else { groups.remove(&skeleton.turned()) };
            if block.is_its_own() || two.is_some() {
                pairs.push((block, one, two));
            }
        }
        drop(groups);
        // The longest first, so that no thread is left with one at the end.
        pairs.sort_by_key(|(_, one, two)| std::cmp::Reverse(one.1.len() + two.as_ref().map_or(0, |two| two.1.len())));
        let pieces = tile.blocks() as u64;
        let done = AtomicU64::new(0);
        let blocks = pairs.len() as u64;
        pairs.into_par_iter().with_max_len(1).try_for_each(|(block, one, two)| {
            let grids = self.block(block, one, two)?.wide();
            self.sums.learn(block, grids)?;
            // A tile's pieces, shared out among the blocks that there turn out to be.
            let nth = done.fetch_add(1, Ordering::Relaxed);
            let share = (nth + 1) * pieces / blocks - nth * pieces / blocks;
            self.run.pieces_done(share, u64::try_from(grids).unwrap_or(u64::MAX));
            Ok::<_, EngineError>(())
        })?;
        if blocks == 0 {
            self.run.pieces_done(pieces, 0);
        }
        Ok(true)
    }

    /// The grids of one block.
    fn block<N: Number>(
        &self,
        block: Block,
        one: (Layout, Group<N>),
        two: Option<(Layout, Group<N>)>,
    ) -> Result<N::Total, EngineError> {
        match (one, two) {
            ((layout, Group::Narrow(keys)), None) => self.meet(block, (layout, keys), None),
            ((layout, Group::Wide(keys)), None) => self.meet(block, (layout, keys), None),
            ((layout, Group::Narrow(keys)), Some((other_layout, Group::Narrow(others)))) => {
                self.meet(block, (layout, keys), Some((other_layout, others)))
            }
            ((layout, Group::Wide(keys)), Some((other_layout, Group::Wide(others)))) => {
                self.meet(block, (layout, keys), Some((other_layout, others)))
            }
            // Keys of a block have the same fields, so the same width.
            (_, Some(_)) => unreachable!("two groups of a block with keys of different widths"),
        }
    }

    /// The grids of one block; a group without a second one meets itself.
    fn meet<K: Key, N: Number>(
        &self,
        block: Block,
        (layout, mut one): (Layout, Vec<(K, N)>),
        two: Option<(Layout, Vec<(K, N)>)>,
    ) -> Result<N::Total, EngineError> {
        let own = two.is_none();
        // A group that meets itself is turned towards itself: its sites in the other order.
        let (other_layout, mut two) = two.unwrap_or_else(|| {
            let turned = Layout::new(self.tables, block.skeletons()[1], false);
            let keys = one.iter().map(|&(key, count)| (layout.reorder(&turned, key), count)).collect();
            (turned, keys)
        });
        let mut ring = Ring::new(self.tables, block.skeletons()[0], [&layout, &other_layout]);
        let tail = (1_u64 << layout.tail_bits()) - 1;
        for (group, keys) in [&mut one, &mut two].into_iter().enumerate() {
            for (key, _) in keys.iter_mut() {
                let index = ring.index(group, key.low() & tail);
                *key = *key & !K::from(tail) | K::from(index.into());
            }
        }
        let fits = [&self.question.fits[0], &self.question.fits[1]];
        match self.question.turn {
            Turn::Quarter => Meeting::new(self.tables, &layout, fits, ring, self.run).with_itself(&one, &two),
            Turn::Half => {
                one.sort_unstable_by_key(|&(key, _)| key);
                two.sort_unstable_by_key(|&(key, _)| key);
                let grids = Meeting::new(self.tables, &layout, fits, ring, self.run).grids(&one, &two)?;
                // Either group can be the first quarter's.
                if own { Ok(grids) } else { grids.plus(grids).ok_or(EngineError::Overflow) }
            }
        }
    }
}

impl Tile {
    fn is_square(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    fn can_be_cut(&self) -> bool {
        self.sides.iter().any(|side| side.len() > 1)
    }

    /// How many pairs of side patterns, not counting the order.
    fn blocks(&self) -> usize {
        let [one, two] = [self.sides[0].len(), self.sides[1].len()];
        if self.is_square() { one * (one + 1) / 2 } else { one * two }
    }

    /// The same blocks in smaller tiles: either side in so many parts.
    fn cut(&self, parts: usize) -> Vec<Tile> {
        // Every so-manieth pattern, so that each part has some with few open sites and some with many.
        let cut = |side: &[u32]| -> Vec<Vec<u32>> {
            let part = |first: usize| side.iter().copied().skip(first).step_by(parts).collect::<Vec<u32>>();
            (0..parts).map(part).filter(|part| !part.is_empty()).collect()
        };
        let ones = cut(&self.sides[0]);
        let twos = cut(&self.sides[1]);
        let mut tiles = Vec::new();
        for (i, one) in ones.iter().enumerate() {
            for two in twos.iter().skip(if self.is_square() { i } else { 0 }) {
                tiles.push(Tile { sides: [one.clone(), two.clone()] });
            }
        }
        tiles
    }
}

/// Counts kinds of quarter, and keeps none.
#[derive(Default)]
struct Census {
    kinds: AtomicU64,
}

impl Receiver<u64> for Census {
    fn wants_right(&self, _rows: usize, _right: u32) -> bool {
        true
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        // The quarters of a white centre's other line are among those of a black one.
        skeleton.centre != Centre::Theirs
    }

    fn receive(&self, _kind: &Kind, states: &[State<u64>]) -> Result<(), EngineError> {
        self.kinds.fetch_add(states.len() as u64, Ordering::Relaxed);
        Ok(())
    }
}

impl<N> Tray<'_, N> {
    fn holds(&self, right: u32, bottom: u32) -> bool {
        let (right, bottom) = (self.sides[right as usize], self.sides[bottom as usize]);
        right & 1 != 0 && bottom & 2 != 0 || right & 2 != 0 && bottom & 1 != 0
    }
}

impl<N: Number> Receiver<N> for Tray<'_, N> {
    fn wants_right(&self, rows: usize, right: u32) -> bool {
        let mask = (1 << rows) - 1;
        self.sides.iter().zip(0_u32..).any(|(&sides, pattern)| sides != 0 && pattern & mask == right)
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        let block = Block::of(self.plan.tables.shape, skeleton);
        let meets_itself = skeleton.right == skeleton.bottom && skeleton.centre == skeleton.centre.turned();
        self.holds(skeleton.right, skeleton.bottom)
            && (self.plan.question.turn == Turn::Half || meets_itself)
            && self.plan.question.only.is_none_or(|only| only == block)
            && self.plan.sums.sum(block).is_none()
    }

    fn receive(&self, kind: &Kind, states: &[State<N>]) -> Result<(), EngineError> {
        let Skeleton { centre, right, bottom } = kind.skeleton;
        let shelf = (right.wrapping_mul(0x9e37_79b9) ^ bottom.wrapping_mul(0x85eb_ca6b)) >> 24 ^ centre as u32;
        let mut shelf =
            self.groups[shelf as usize % self.groups.len()].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (layout, group) = shelf.entry(kind.skeleton).or_insert_with(|| {
            let layout = Layout::new(self.plan.tables, kind.skeleton, kind.skeleton.leads());
            let group = Group::new(&layout);
            (layout, group)
        });
        let bytes = group.add(layout, kind, states);
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) > self.plan.question.memory && self.can_be_cut {
            self.full.store(true, Ordering::Relaxed);
            return Err(EngineError::Stopped);
        }
        Ok(())
    }
}

/// Whether the word of a link's part, the centre with a letter, and the part turned is legal: by class and letter.
fn through_centre(shape: Shape, parts: &Parts, rules: &Ruleset) -> Vec<[bool; 2]> {
    if !shape.has_centre() {
        return Vec::new();
    }
    let above = shape.height - 1;
    let legal = |class: Class, letter: usize| {
        let middle = parts.next(above, class, letter);
        middle.is_some_and(|middle| parts.fits(rules, (above + 1, middle), (above, class)))
    };
    (0..parts.classes(above) as Class).map(|class| [UNCHECKED, CHECKED].map(|letter| legal(class, letter))).collect()
}
