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
use super::question::{Question, Turn};
use super::ring::Ring;
use super::sweep::sweep;
use super::tables::Tables;
use super::tile::Tile;
use super::tray::{Groups, Role, Tray};
use super::weight::{Total, Weight};
use crate::engine::{EngineError, Run};

/// What is known of the blocks, and learns of them.
pub trait Ledger<T>: Sync {
    /// Whether a block need not be counted any more.
    fn knows(&self, block: Block) -> bool;
    /// Takes note of what a block's grids come to, and says how many there are, for the eye.
    fn counted(&self, block: Block, total: T) -> Result<u64, EngineError>;
}

/// Counts all blocks that `ledger` does not know yet, and lets it learn them.
pub fn count<W: Weight>(question: &Question, run: &Run, ledger: &dyn Ledger<W::Total>) -> Result<(), EngineError> {
    Plan::<W> { question, run, ledger }.count()
}

/// A count while it goes on.
struct Plan<'a, W: Weight> {
    question: &'a Question,
    run: &'a Run,
    ledger: &'a dyn Ledger<W::Total>,
}

/// Two groups that meet, or one that meets itself.
struct Pair<W> {
    /// The first group's skeleton.
    skeleton: Skeleton,
    one: (Layout, Group<W>),
    two: Option<(Layout, Group<W>)>,
}

/// The pairs of a tile, by block.
type Pairs<W> = BTreeMap<Block, Vec<Pair<W>>>;

impl<W: Weight> Pair<W> {
    fn len(&self) -> usize {
        self.one.1.len() + self.two.as_ref().map_or(0, |two| two.1.len())
    }
}

impl<W: Weight> Plan<'_, W> {
    /// Counts all blocks that are not known yet.
    fn count(&self) -> Result<(), EngineError> {
        let patterns = 1_u32 << self.question.tables.shape.height;
        let whole = Tile::square(match self.question.only {
            None => (0..patterns).collect(),
            Some(block) => block.patterns(),
        });
        self.run.set_pieces(whole.pairs());
        let mut tiles = whole.cut(self.question.parts);
        while let Some(tile) = tiles.pop() {
            match self.sweep_tile(&tile)? {
                Some(groups) => self.count_tile(&tile, groups)?,
                None => tiles.extend(tile.cut(2)),
            }
        }
        Ok(())
    }

    /// The groups of a tile, by block; `None` if they do not fit into memory and the tile can be cut.
    fn sweep_tile(&self, tile: &Tile) -> Result<Option<Pairs<W>>, EngineError> {
        let roles: &[Role] =
            if self.question.given.len() == 1 { &[Role::Either] } else { &[Role::First, Role::Second] };
        let mut swept: Vec<Groups<W>> = Vec::new();
        let mut bytes = 0;
        for (&role, given) in roles.iter().zip(&self.question.given) {
            let tray = Tray::new(self.question, self.ledger, tile, role, bytes);
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
    fn pair(&self, mut first: Groups<W>, mut second: Option<Groups<W>>) -> Pairs<W> {
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
    fn count_tile(&self, tile: &Tile, blocks: Pairs<W>) -> Result<(), EngineError> {
        let mut blocks: Vec<(Block, Vec<Pair<W>>)> = blocks.into_iter().collect();
        blocks.sort_by_key(|(_, pairs)| Reverse(pairs.iter().map(Pair::len).sum::<usize>()));
        let (all, pieces) = (blocks.len() as u64, tile.pairs() as u64);
        let done = AtomicU64::new(0);
        blocks.into_par_iter().with_max_len(1).try_for_each(|(block, pairs)| {
            let found = self.ledger.counted(block, self.block(pairs)?)?;
            // A tile's pieces, shared out among the blocks that there turn out to be.
            let nth = done.fetch_add(1, Ordering::Relaxed);
            let share = (nth + 1) * pieces / all - nth * pieces / all;
            self.run.pieces_done(share, found);
            Ok::<_, EngineError>(())
        })?;
        if all == 0 {
            self.run.pieces_done(pieces, 0);
        }
        Ok(())
    }

    /// The grids of one block.
    fn block(&self, pairs: Vec<Pair<W>>) -> Result<W::Total, EngineError> {
        // Where one sweep is for both quarters, either group of a pair can be the first quarter's.
        let twice = self.question.given.len() == 1;
        let mut total = W::Total::none();
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
            let copies = if self.question.turn == Turn::Half { 2 } else { 4 };
            let centre = self.tables().shape.has_centre().then(|| skeleton.centre.is_white());
            let grids = grids.with_centre(copies, centre).ok_or(EngineError::Overflow)?;
            total.add(&grids).ok_or(EngineError::Overflow)?;
            if twice && is_two {
                total.add(&grids).ok_or(EngineError::Overflow)?;
            }
        }
        Ok(total)
    }

    /// A group that meets itself meets it turned: its sites in the other order.
    fn meet_itself<K: Key>(
        &self,
        skeleton: Skeleton,
        layout: &Layout,
        one: Vec<(K, W)>,
    ) -> Result<W::Total, EngineError> {
        let turned = Layout::new(self.tables(), skeleton, false);
        let two = one.iter().map(|(key, weight)| (layout.reorder(&turned, *key), weight.clone())).collect();
        self.meet(skeleton, [layout, &turned], one, two)
    }

    fn meet<K: Key>(
        &self,
        skeleton: Skeleton,
        layouts: [&Layout; 2],
        mut one: Vec<(K, W)>,
        mut two: Vec<(K, W)>,
    ) -> Result<W::Total, EngineError> {
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
