//! The whole count: sweep the quarters, let their groups meet, block by block.
//!
//! The groups of all blocks may be more than memory holds. Then the blocks are done in [tiles](Tile), a sweep for each,
//! which makes only the quarters of its tile. The last row, most of the work, is shared out among them; the rows above it
//! are gone through again. Whether a tile fits is found by trying: one that does not is cut in parts.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::block::{Block, Skeleton};
use super::group::{Group, Key, Layout};
use super::join::Meeting;
use super::number::{Number, Total};
use super::question::{Question, Turn};
use super::ring::Ring;
use super::sums::BlockSums;
use super::sweep::sweep;
use super::tables::Tables;
use super::tile::Tile;
use super::tray::{Groups, Role, Tray};
use crate::engine::{EngineError, Run};

/// A count while it goes on.
pub struct Plan<'a> {
    pub question: &'a Question,
    pub run: &'a Run,
    pub sums: &'a BlockSums,
}

/// Two groups that meet, or one that meets itself.
struct Pair<N> {
    /// The first group's skeleton.
    skeleton: Skeleton,
    one: (Layout, Group<N>),
    two: Option<(Layout, Group<N>)>,
}

/// The pairs of a tile, by block.
type Pairs<N> = BTreeMap<Block, Vec<Pair<N>>>;

impl<N: Number> Pair<N> {
    fn len(&self) -> usize {
        self.one.1.len() + self.two.as_ref().map_or(0, |two| two.1.len())
    }
}

impl Plan<'_> {
    /// Counts all blocks that are not known yet.
    pub fn count<N: Number>(&self) -> Result<(), EngineError> {
        let patterns = 1_u32 << self.question.tables.shape.height;
        let whole = Tile::square(match self.question.only {
            None => (0..patterns).collect(),
            Some(block) => block.patterns(),
        });
        self.run.set_pieces(whole.pairs());
        let mut tiles = whole.cut(self.question.parts);
        while let Some(tile) = tiles.pop() {
            match self.sweep_tile::<N>(&tile)? {
                Some(groups) => self.count_tile(&tile, groups)?,
                None => tiles.extend(tile.cut(2)),
            }
        }
        Ok(())
    }

    /// The groups of a tile, by block; `None` if they do not fit into memory and the tile can be cut.
    fn sweep_tile<N: Number>(&self, tile: &Tile) -> Result<Option<Pairs<N>>, EngineError> {
        let roles: &[Role] =
            if self.question.given.len() == 1 { &[Role::Either] } else { &[Role::First, Role::Second] };
        let mut swept: Vec<Groups<N>> = Vec::new();
        let mut bytes = 0;
        for (&role, given) in roles.iter().zip(&self.question.given) {
            let tray = Tray::new(self.question, self.sums, tile, role, bytes);
            match sweep(&self.question.tables, given, &tray, self.run) {
                Err(EngineError::Stopped) if tray.is_full() => return Ok(None),
                other => other?,
            }
            let groups;
            (groups, bytes) = tray.into_groups();
            swept.push(groups);
        }
        let second = if swept.len() > 1 { swept.pop() } else { None };
        let Some(first) = swept.pop() else { return Ok(None) };
        Ok(Some(self.pair(first, second)))
    }

    /// Every group with the one that it meets, by block. Groups that meet none are dropped: no grid is in their block.
    fn pair<N>(&self, mut first: Groups<N>, mut second: Option<Groups<N>>) -> Pairs<N> {
        let mut pairs = Pairs::new();
        let apart = second.is_some();
        let skeletons: Vec<Skeleton> = first.keys().copied().filter(|skeleton| apart || skeleton.leads()).collect();
        for skeleton in skeletons {
            let block = Block::of(self.question.tables.shape, skeleton);
            let Some(one) = first.remove(&skeleton) else { continue };
            let two = match &mut second {
                Some(second) => second.remove(&skeleton.turned()),
                None if block.is_its_own() => None,
                None => first.remove(&skeleton.turned()),
            };
            if two.is_some() || !apart && block.is_its_own() {
                pairs.entry(block).or_default().push(Pair { skeleton, one, two });
            }
        }
        pairs
    }

    /// Counts the blocks of a tile, the longest first, so that no thread is left with one at the end.
    fn count_tile<N: Number>(&self, tile: &Tile, blocks: Pairs<N>) -> Result<(), EngineError> {
        let mut blocks: Vec<(Block, Vec<Pair<N>>)> = blocks.into_iter().collect();
        blocks.sort_by_key(|(_, pairs)| Reverse(pairs.iter().map(Pair::len).sum::<usize>()));
        let (all, pieces) = (blocks.len() as u64, tile.pairs() as u64);
        let done = AtomicU64::new(0);
        blocks.into_par_iter().with_max_len(1).try_for_each(|(block, pairs)| {
            let grids = self.block(pairs)?.wide();
            self.sums.learn(block, grids)?;
            // A tile's pieces, shared out among the blocks that there turn out to be.
            let nth = done.fetch_add(1, Ordering::Relaxed);
            let share = (nth + 1) * pieces / all - nth * pieces / all;
            self.run.pieces_done(share, u64::try_from(grids).unwrap_or(u64::MAX));
            Ok::<_, EngineError>(())
        })?;
        if all == 0 {
            self.run.pieces_done(pieces, 0);
        }
        Ok(())
    }

    /// The grids of one block.
    fn block<N: Number>(&self, pairs: Vec<Pair<N>>) -> Result<N::Total, EngineError> {
        // Where one sweep is for both quarters, either group of a pair can be the first quarter's.
        let twice = self.question.given.len() == 1;
        let mut total = N::Total::NONE;
        for Pair { skeleton, one, two } in pairs {
            let is_two = two.is_some();
            let grids = match (one, two) {
                ((layout, Group::Narrow(one)), Some((other, Group::Narrow(two)))) => {
                    self.meet(skeleton, [&layout, &other], one, two)
                }
                ((layout, Group::Wide(one)), Some((other, Group::Wide(two)))) => {
                    self.meet(skeleton, [&layout, &other], one, two)
                }
                ((layout, Group::Narrow(one)), None) => self.meet_itself(skeleton, &layout, one),
                ((layout, Group::Wide(one)), None) => self.meet_itself(skeleton, &layout, one),
                // Both layouts of a pair take the same number of bits, which decides how wide the keys are.
                _ => Err(EngineError::Failed { engine: super::NAME, what: "groups of two widths meet".to_owned() }),
            }?;
            total = total.plus(grids).ok_or(EngineError::Overflow)?;
            if twice && is_two {
                total = total.plus(grids).ok_or(EngineError::Overflow)?;
            }
        }
        Ok(total)
    }

    /// A group that meets itself meets it turned: its sites in the other order.
    fn meet_itself<K: Key, N: Number>(
        &self,
        skeleton: Skeleton,
        layout: &Layout,
        one: Vec<(K, N)>,
    ) -> Result<N::Total, EngineError> {
        let turned = Layout::new(self.tables(), skeleton, false);
        let two = one.iter().map(|&(key, count)| (layout.reorder(&turned, key), count)).collect();
        self.meet(skeleton, [layout, &turned], one, two)
    }

    fn meet<K: Key, N: Number>(
        &self,
        skeleton: Skeleton,
        layouts: [&Layout; 2],
        mut one: Vec<(K, N)>,
        mut two: Vec<(K, N)>,
    ) -> Result<N::Total, EngineError> {
        let mut ring = Ring::new(self.tables(), skeleton, layouts);
        let tail = (1_u64 << layouts[0].tail_bits()) - 1;
        for (group, keys) in [&mut one, &mut two].into_iter().enumerate() {
            for (key, _) in keys.iter_mut() {
                let index = ring.index(group, key.low() & tail);
                *key = *key & !K::from(tail) | K::from(index.into());
            }
        }
        let fits = [&self.question.fits[0], &self.question.fits[1]];
        let mut meeting = Meeting::new(self.tables(), layouts[0], fits, ring, self.run);
        match self.question.turn {
            Turn::Quarter => meeting.with_itself(&one, &two),
            Turn::Half => {
                one.sort_unstable_by_key(|&(key, _)| key);
                two.sort_unstable_by_key(|&(key, _)| key);
                meeting.grids(&one, &two)
            }
        }
    }

    fn tables(&self) -> &Tables {
        &self.question.tables
    }
}
