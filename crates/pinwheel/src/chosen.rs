//! The groups of chosen blocks, all out of one sweep.
//!
//! What a sweep does in the upper rows it does for all groups that begin alike. So who opens many blocks has their groups made
//! together, as a count does; but here they are kept, for a block may be wanted for long.
//!
//! Invariant: every group is in the layout of the leading one, whichever of the two that meet it will be.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use foldhash::fast::FixedState;

use super::block::{Block, Skeleton};
use super::given::Given;
use super::group::{Group, Layout};
use super::pair::GroupWithLayout;
use super::prepared::PreparedProblem;
use super::progress::Share;
use super::sweep::{Receiver, sweep};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_run::memory::Part;
use gridcheck_run::{EngineError, Run};

/// See the module.
pub struct Groups<'q> {
    /// Of the first quarter and of the second, or of both where they are swept as one.
    sides: Vec<Collected<'q>>,
}

/// The groups that a sweep handed over, and their memory.
type Collected<'q> = (HashMap<Skeleton, GroupWithLayout<u64>, FixedState>, Part<'q>);

impl<'q> Groups<'q> {
    /// The groups of these blocks; `None` if there is more than one block and not enough memory for all.
    pub fn of(prepared: &'q PreparedProblem, run: &Run, blocks: &[Block]) -> Result<Option<Self>, EngineError> {
        // A block's other skeleton is the one turned, so these are those of both quarters.
        let skeletons = || blocks.iter().flat_map(|block| block.skeletons()).flat_map(|one| [one, one.turned()]);
        let most = if blocks.len() > 1 { prepared.memory / prepared.given.len() } else { usize::MAX };
        let mut sides = Vec::new();
        for given in &prepared.given {
            let Some(side) = collect_groups(prepared, given, run, skeletons(), most)? else { return Ok(None) };
            sides.push(side);
        }
        Ok(Some(Groups { sides }))
    }

    /// The group of a skeleton, of first quarters (0) or of second ones (1); `None` if there are none.
    pub fn get(&self, side: usize, skeleton: Skeleton) -> Option<&GroupWithLayout<u64>> {
        self.sides[side.min(self.sides.len() - 1)].0.get(&skeleton)
    }
}

/// The group of one skeleton, in the layout of the leading one; `None` if it has no quarters.
pub fn group(
    prepared: &PreparedProblem,
    given: &Given,
    run: &Run,
    skeleton: Skeleton,
) -> Result<Option<GroupWithLayout<u64>>, EngineError> {
    let collected = collect_groups(prepared, given, run, [skeleton], usize::MAX)?;
    Ok(collected.and_then(|(mut groups, _)| groups.remove(&skeleton)))
}

/// The groups of these skeletons; `None` if they take more than `most` bytes.
fn collect_groups<'q>(
    prepared: &'q PreparedProblem,
    given: &Given,
    run: &Run,
    skeletons: impl IntoIterator<Item = Skeleton>,
    most: usize,
) -> Result<Option<Collected<'q>>, EngineError> {
    let wanted: HashSet<Skeleton, FixedState> = skeletons.into_iter().collect();
    let height = prepared.tables.shape.height;
    let begins = (0..=height).map(|rows| wanted.iter().map(|one| one.right & ((1 << rows) - 1)).collect()).collect();
    let collector = Collector {
        wanted,
        begins,
        most,
        collected: Mutex::default(),
        taken: prepared.account.part(),
        full: AtomicBool::new(false),
    };
    match sweep((prepared, &prepared.encoder), given, &collector, run, &Share::unreported(run)) {
        Err(_) if collector.full.load(Ordering::Relaxed) => Ok(None),
        other => other.map(|_| Some((unlocked(collector.collected), collector.taken))),
    }
}

/// Keeps the groups that are wanted.
struct Collector<'q> {
    wanted: HashSet<Skeleton, FixedState>,
    /// By rows: how the right sides of those that are wanted begin in so many.
    begins: Vec<HashSet<u32, FixedState>>,
    most: usize,
    collected: Mutex<HashMap<Skeleton, GroupWithLayout<u64>, FixedState>>,
    taken: Part<'q>,
    full: AtomicBool,
}

impl Receiver<u64> for Collector<'_> {
    fn wants_right(&self, rows: usize, right: u32) -> bool {
        self.begins[rows].contains(&right)
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        self.wanted.contains(&skeleton)
    }

    fn leads(&self, _skeleton: Skeleton) -> bool {
        true
    }

    fn receive(&self, skeleton: Skeleton, layout: Layout, group: Group<u64>) -> Result<(), EngineError> {
        let taken = self.taken.take(group.bytes());
        if self.most < usize::MAX && (taken.is_err() || self.taken.bytes() > self.most) {
            self.full.store(true, Ordering::Relaxed);
            return Err(EngineError::Stopped);
        }
        taken?;
        locked(&self.collected).insert(skeleton, (layout, group));
        Ok(())
    }

    fn has_all(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}
