//! The whole count: sweep the quarters, let their groups meet, block by block.
//!
//! The groups of all blocks may be more than memory holds. Then the blocks are done in *tiles*: all blocks with the right
//! sites open as in one set and the bottom sites as in another. A sweep makes only the quarters of its tile, and costs little
//! more for being one of several: nearly all its work is in the last row, where every tile does its own part. Whether a
//! tile fits is found by trying: one that does not is cut in parts.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::block::{Block, Centre, Skeleton};
use super::group::{Group, Key, Layout};
use super::join::{Fits, Meeting};
use super::merge::State;
use super::number::{Number, Total};
use super::ring::Ring;
use super::sums::Sums;
use super::sweep::{Kind, Receiver, Tables, sweep};
use crate::engine::{EngineError, Run};

/// What is to be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Grids unchanged by a half turn: pairs of quarters.
    Half,
    /// Grids unchanged by a quarter turn: a quarter and itself.
    Quarter,
}

/// How a count is gone about.
pub struct Plan<'a> {
    pub tables: &'a Tables,
    /// What fits where a right site of the leading group meets a bottom site of the other, and where its bottom site meets a
    /// right site.
    pub fits: [Fits; 2],
    pub turn: Turn,
    /// The most bytes that the groups of one tile may take.
    pub memory: usize,
    /// Only this block, if any.
    pub only: Option<Block>,
    pub run: &'a Run,
}

/// Blocks whose leading skeleton has, of two sets of side patterns, one on the right and one at the bottom.
#[derive(Clone)]
struct Tile {
    sides: [Vec<u32>; 2],
}

/// The groups of one tile while they are swept.
struct Tray<'p, N> {
    plan: &'p Plan<'p>,
    sums: &'p Sums,
    /// By pattern of open sites: in which of the tile's two sets it is, a bit each.
    sides: Vec<u8>,
    groups: Vec<Mutex<HashMap<Skeleton, (Layout, Group<N>), FixedState>>>,
    bytes: AtomicUsize,
    full: AtomicBool,
}

impl Plan<'_> {
    /// The number of grids in all blocks that `sums` does not know yet, which learns them, and in those that it knows.
    pub fn count<N: Number>(&self, sums: &Sums) -> Result<N::Total, EngineError> {
        let patterns = 1_u32 << self.tables.shape.height;
        let all: Vec<u32> = match self.only {
            None => (0..patterns).collect(),
            Some(block) => block.skeletons().map(|skeleton| skeleton.right).to_vec(),
        };
        self.run.set_pieces(patterns as usize * (patterns as usize + 1) / 2);
        let mut total = N::Total::NONE;
        let mut tiles = vec![Tile { sides: [all.clone(), all] }];
        while let Some(tile) = tiles.pop() {
            match self.tile::<N>(&tile, sums)? {
                Some(grids) => {
                    total = total.plus(grids).ok_or(EngineError::Overflow)?;
                    (0..tile.blocks()).for_each(|_| self.run.piece_done(0));
                }
                None => tiles.extend(tile.cut()),
            }
        }
        Ok(total)
    }

    /// `None` if the tile does not fit into memory and can be cut.
    fn tile<N: Number>(&self, tile: &Tile, sums: &Sums) -> Result<Option<N::Total>, EngineError> {
        let mut sides = vec![0; 1 << self.tables.shape.height];
        for (bit, side) in tile.sides.iter().enumerate() {
            side.iter().for_each(|&pattern| sides[pattern as usize] |= 1 << bit);
        }
        let tray = Tray {
            plan: self,
            sums,
            sides,
            groups: (0..256).map(|_| Mutex::default()).collect(),
            bytes: AtomicUsize::new(0),
            full: AtomicBool::new(false),
        };
        match sweep(self.tables, &tray, self.run) {
            Err(EngineError::Stopped) if tray.full.load(Ordering::Relaxed) && tile.can_be_cut() => return Ok(None),
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
        let total = pairs
            .into_par_iter()
            .with_max_len(1)
            .map(|(block, one, two)| {
                let grids = self.block(block, one, two)?;
                sums.learn(block, grids.wide())?;
                Ok(grids)
            })
            .try_reduce(|| N::Total::NONE, |one, two| one.plus(two).ok_or(EngineError::Overflow))?;
        Ok(Some(total))
    }

    /// The grids of one block.
    fn block<N: Number>(
        &self,
        block: Block,
        one: (Layout, Group<N>),
        two: Option<(Layout, Group<N>)>,
    ) -> Result<N::Total, EngineError> {
        let two = two.map(|(layout, group)| (layout, Some(group)));
        match (one.1, two) {
            (Group::Narrow(keys), Some((layout, Some(Group::Narrow(other))))) => {
                self.meet(block, (one.0, keys), (layout, Some(other)))
            }
            (Group::Wide(keys), Some((layout, Some(Group::Wide(other))))) => {
                self.meet(block, (one.0, keys), (layout, Some(other)))
            }
            (group, _) => {
                let layout = Layout::new(self.tables, block.skeletons()[1], false);
                match group {
                    Group::Narrow(keys) => self.meet(block, (one.0, keys), (layout, None)),
                    Group::Wide(keys) => self.meet(block, (one.0, keys), (layout, None)),
                }
            }
        }
    }

    /// The grids of one block; a group without a second one meets itself.
    fn meet<K: Key, N: Number>(
        &self,
        block: Block,
        (layout, mut one): (Layout, Vec<(K, N)>),
        (other_layout, two): (Layout, Option<Vec<(K, N)>>),
    ) -> Result<N::Total, EngineError> {
        let own = two.is_none();
        // A group that meets itself is turned towards itself: its sites in the other order.
        let mut two = two.unwrap_or_else(|| {
            let turned = Layout::new(self.tables, block.skeletons()[0], false);
            one.iter().map(|&(key, count)| (layout.reorder(&turned, key), count)).collect()
        });
        let mut ring = Ring::new(self.tables, block.skeletons()[0], [&layout, &other_layout]);
        let tail = (1_u64 << layout.tail_bits()) - 1;
        for (group, keys) in [&mut one, &mut two].into_iter().enumerate() {
            for (key, _) in keys.iter_mut() {
                let index = ring.index(group, key.low() & tail);
                *key = *key & !K::from(tail) | K::from(index.into());
            }
        }
        let fits = [&self.fits[0], &self.fits[1]];
        match self.turn {
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

    /// The same blocks in smaller tiles.
    fn cut(&self) -> Vec<Tile> {
        // Every second one, so that either half has patterns with few open sites and with many.
        let halves = |side: &[u32]| -> Vec<Vec<u32>> {
            let half = |first: usize| side.iter().copied().skip(first).step_by(2).collect::<Vec<u32>>();
            [half(0), half(1)].into_iter().filter(|half| !half.is_empty()).collect()
        };
        let ones = halves(&self.sides[0]);
        let twos = halves(&self.sides[1]);
        let mut tiles = Vec::new();
        for (i, one) in ones.iter().enumerate() {
            for two in twos.iter().skip(if self.is_square() { i } else { 0 }) {
                tiles.push(Tile { sides: [one.clone(), two.clone()] });
            }
        }
        tiles
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
            && (self.plan.turn == Turn::Half || meets_itself)
            && self.plan.only.is_none_or(|only| only == block)
            && !self.sums.knows(block)
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
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) > self.plan.memory && self.sides.iter().filter(|&&side| side != 0).count() > 1 {
            self.full.store(true, Ordering::Relaxed);
            return Err(EngineError::Stopped);
        }
        Ok(())
    }
}

/// Whether the word of a link's part, the centre with a letter, and the part turned is legal: by class and letter.
pub fn through_centre(tables: &super::quarter::Shape, parts: &crate::engine::parts::Parts, rules: &crate::rules::Ruleset) -> Vec<[bool; 2]> {
    if !tables.has_centre() {
        return Vec::new();
    }
    let above = tables.height - 1;
    (0..parts.classes(above) as u8)
        .map(|class| {
            [0, 1].map(|letter| {
                let middle = parts.next(above, class, letter);
                middle.is_some_and(|middle| parts.fits(rules, (above + 1, middle), (above, class)))
            })
        })
        .collect()
}
