//! The groups of a tile that wait for their partners.
//!
//! The sweep delivers one group after another. A group whose partner is waiting is joined with it at once, and both
//! are dropped. Otherwise the group waits. So only the earlier of two partners is kept. At most about a quarter of
//! all groups wait: those between finished and unfinished patterns of open right sites.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foldhash::fast::FixedState;

use crate::blocks::block::{Block, Skeleton};
use crate::blocks::group::{Group, Layout};
use crate::blocks::job::CountJob;
use crate::blocks::tile::Tile;
use crate::joins::pair::{GroupWithLayout, grids};
use crate::measures::weight::QuarterWeight;
use crate::quarter::Turn;
use crate::sweep::Receiver;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_engine::EngineError;
use gridcheck_weight::Sum;

/// The place of a sweep's quarters in a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// One sweep serves for both: its quarters lead if their skeleton leads.
    Either,
    /// The quarter at the top left.
    First,
    /// The next quarter clockwise, which is swept after the first.
    Second,
}

/// The groups of a tile that wait for their partners; see the module documentation.
pub(crate) struct PendingGroups<'p, W: QuarterWeight> {
    job: &'p CountJob<'p, W>,
    can_be_cut: bool,
    height: usize,
    /// Indexed by the patterns on both sides: `true` if blocks with these are in the tile.
    holds: Vec<bool>,
    /// Indexed by number of rows and beginning of the right side: `true` if a pattern of the tile begins so.
    begins: Vec<Vec<bool>>,
    /// The groups whose partner has not arrived yet.
    waiting: Mutex<HashMap<Skeleton, GroupWithLayout<W>, FixedState>>,
    /// The partial sums of blocks whose groups can belong to either quarter, until both sweeps are done.
    sums: Mutex<BTreeMap<Block, W::Total>>,
    /// Number of bytes of the waiting groups.
    taken: AtomicUsize,
    full: AtomicBool,
}

impl<'p, W: QuarterWeight> PendingGroups<'p, W> {
    /// Prepares for the groups of a tile that are not in counted blocks.
    pub(crate) fn new(job: &'p CountJob<'p, W>, tile: &Tile) -> Self {
        let height = job.prepared.tables.shape.height;
        let mut holds = vec![false; 1 << (2 * height)];
        let mut begins: Vec<Vec<bool>> = (0..=height).map(|rows| vec![false; 1 << rows]).collect();
        for &[one, other] in tile.pairs() {
            holds[(one << height | other) as usize] = true;
            holds[(other << height | one) as usize] = true;
            for pattern in [one, other] {
                for (rows, begins) in begins.iter_mut().enumerate() {
                    begins[(pattern & ((1 << rows) - 1)) as usize] = true;
                }
            }
        }
        PendingGroups {
            job,
            can_be_cut: tile.can_be_cut(),
            height,
            holds,
            begins,
            waiting: Mutex::default(),
            sums: Mutex::default(),
            taken: AtomicUsize::new(0),
            full: AtomicBool::new(false),
        }
    }

    /// Returns `true` if a sweep was stopped because the memory was exhausted.
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Stores the partial sums, after all groups have arrived. A group that still waits has no partner, so its block
    /// has no grid.
    ///
    /// # Errors
    /// The ledger rejects a sum.
    pub(crate) fn finish(self) -> Result<(), EngineError> {
        unlocked(self.sums).into_iter().try_for_each(|(block, total)| self.job.counted(block, total))
    }

    fn holds(&self, right: u32, bottom: u32) -> bool {
        self.holds[(right << self.height | bottom) as usize]
    }

    /// Returns the group and its partner, if the partner waits. Otherwise keeps the group, or fails if the memory is
    /// exhausted.
    fn fetch_or_keep(
        &self,
        skeleton: Skeleton,
        own: GroupWithLayout<W>,
        partner: Option<Skeleton>,
    ) -> Result<Option<[GroupWithLayout<W>; 2]>, EngineError> {
        // Search and insertion are one critical section. Otherwise two partners that arrive together would both wait.
        let mut waiting = locked(&self.waiting);
        if let Some(other) = partner.and_then(|partner| waiting.remove(&partner)) {
            self.taken.fetch_sub(other.1.bytes(), Ordering::Relaxed);
            return Ok(Some([own, other]));
        }
        let taken = self.taken.fetch_add(own.1.bytes(), Ordering::Relaxed) + own.1.bytes();
        if self.can_be_cut && taken > self.job.prepared.memory {
            self.full.store(true, Ordering::Relaxed);
            return Err(EngineError::Stopped);
        }
        let before = waiting.insert(skeleton, own);
        debug_assert!(before.is_none(), "a group comes once, whole");
        Ok(None)
    }

    /// Receives a group of a sweep that serves for both quarters.
    fn receive_either(&self, skeleton: Skeleton, own: GroupWithLayout<W>) -> Result<(), EngineError> {
        let CountJob { prepared, run, .. } = self.job;
        let block = Block::of(prepared.tables.shape, skeleton);
        if block.meets_itself() {
            return self.job.counted(block, grids(prepared, run, skeleton, own, None)?);
        }
        let both = self.fetch_or_keep(skeleton, own, Some(skeleton.turned()))?;
        let Some([own, other]) = both else { return Ok(()) };
        let (skeleton, one, two) =
            if skeleton.leads() { (skeleton, own, other) } else { (skeleton.turned(), other, own) };
        // Either group of the pair can belong to the first quarter.
        let mut total = grids(prepared, run, skeleton, one, Some(two))?;
        total.add(&total.clone()).ok_or(EngineError::Overflow)?;
        self.job.counted(block, total)
    }

    /// Receives a group of the second of two sweeps.
    fn receive_second(&self, skeleton: Skeleton, own: GroupWithLayout<W>) -> Result<(), EngineError> {
        let CountJob { prepared, run, .. } = self.job;
        let first = locked(&self.waiting).remove(&skeleton.turned());
        let Some(first) = first else { return Ok(()) };
        self.taken.fetch_sub(first.1.bytes(), Ordering::Relaxed);
        let total = grids(prepared, run, skeleton.turned(), first, Some(own))?;
        let block = Block::of(prepared.tables.shape, skeleton);
        let mut sums = locked(&self.sums);
        sums.entry(block).or_default().add(&total).ok_or(EngineError::Overflow)
    }
}

/// Receives the groups of one sweep.
pub(crate) struct SweepReceiver<'t, 'p, W: QuarterWeight> {
    pending: &'t PendingGroups<'p, W>,
    role: Role,
    /// The patterns of open right sites whose groups have all arrived.
    done: Mutex<HashSet<u32, FixedState>>,
}

impl<'t, 'p, W: QuarterWeight> SweepReceiver<'t, 'p, W> {
    pub(crate) fn new(pending: &'t PendingGroups<'p, W>, role: Role) -> Self {
        SweepReceiver { pending, role, done: Mutex::default() }
    }

    /// Returns `true` if a group has no partner: all groups with the partner's open right sites have arrived, but the
    /// partner has not.
    fn has_no_partner(&self, skeleton: Skeleton) -> bool {
        let partner = skeleton.turned();
        let has_come = match self.role {
            Role::Either => partner != skeleton && locked(&self.done).contains(&partner.right),
            Role::First => false,
            Role::Second => true,
        };
        has_come && !locked(&self.pending.waiting).contains_key(&partner)
    }
}

impl<W: QuarterWeight> Receiver<W> for SweepReceiver<'_, '_, W> {
    fn wants_right(&self, rows: usize, right: u32) -> bool {
        self.pending.begins[rows][right as usize]
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        let CountJob { prepared, selected, ledger, .. } = self.pending.job;
        let block = Block::of(prepared.tables.shape, skeleton);
        self.pending.holds(skeleton.right, skeleton.bottom)
            && (prepared.turn == Turn::Half || block.meets_itself())
            && selected.contains(block)
            && !ledger.contains(block)
            && !self.has_no_partner(skeleton)
    }

    fn leads(&self, skeleton: Skeleton) -> bool {
        match self.role {
            Role::Either => skeleton.leads(),
            Role::First => true,
            Role::Second => false,
        }
    }

    fn receive(&self, skeleton: Skeleton, layout: Layout, group: Group<W>) -> Result<(), EngineError> {
        match self.role {
            Role::Either => self.pending.receive_either(skeleton, (layout, group)),
            Role::First => self.pending.fetch_or_keep(skeleton, (layout, group), None).map(|_| ()),
            Role::Second => self.pending.receive_second(skeleton, (layout, group)),
        }
    }

    fn all_received(&self, right: u32) -> Result<(), EngineError> {
        if self.role != Role::First {
            let mut done = locked(&self.done);
            done.insert(right);
            let pairs: Vec<[u32; 2]> = done
                .iter()
                .map(|&other| [right, other])
                .filter(|&[one, other]| self.pending.holds(one, other))
                .collect();
            drop(done);
            self.pending.job.pairs_done(&pairs);
        }
        Ok(())
    }
}
