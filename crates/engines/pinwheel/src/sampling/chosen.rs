//! The groups of chosen blocks, from one sweep.
//!
//! A sweep shares its upper rows among all groups with a common beginning. So the groups of many blocks are made
//! together, as in a count. Unlike in a count they are kept, because a block may be used for a long time.
//!
//! Invariant: every group has the layout of a leading group, also if it does not lead.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use foldhash::fast::FixedState;

use crate::blocks::block::{Block, Skeleton};
use crate::blocks::group::{Group, Layout};
use crate::given::Given;
use crate::joins::pair::GroupWithLayout;
use crate::prepared::PreparedProblem;
use crate::progress::Share;
use crate::sweep::{Receiver, sweep};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_engine::{EngineError, Run};

/// The groups of chosen blocks.
pub(crate) struct Groups {
    /// The groups of the first quarter and of the second, or one entry if one sweep serves for both.
    sides: Vec<Collected>,
}

/// The groups that a sweep delivered.
type Collected = HashMap<Skeleton, GroupWithLayout<u64>, FixedState>;

impl Groups {
    /// Collects the groups of these blocks. Returns `None` if there is more than one block and the memory does not
    /// hold all groups.
    ///
    /// # Errors
    /// The run is stopped.
    pub(crate) fn of(prepared: &PreparedProblem, run: &Run, blocks: &[Block]) -> Result<Option<Self>, EngineError> {
        // The skeleton of the second quarter is the first one's, turned. So both skeletons of a block serve both
        // quarters.
        let skeletons = || blocks.iter().flat_map(|block| block.skeletons()).flat_map(|one| [one, one.turned()]);
        let most = if blocks.len() > 1 { prepared.memory / prepared.given.len() } else { usize::MAX };
        let mut sides = Vec::new();
        for given in &prepared.given {
            let Some(side) = collect_groups(prepared, given, run, skeletons(), most)? else { return Ok(None) };
            sides.push(side);
        }
        Ok(Some(Groups { sides }))
    }

    /// Returns the group of a skeleton, of first quarters (0) or of second quarters (1), or `None` if it is empty.
    pub(crate) fn get(&self, side: usize, skeleton: Skeleton) -> Option<&GroupWithLayout<u64>> {
        self.sides[side.min(self.sides.len() - 1)].get(&skeleton)
    }
}

/// Returns the group of one skeleton, in the layout of a leading group, or `None` if it has no quarters.
///
/// # Errors
/// The run is stopped.
pub(crate) fn group(
    prepared: &PreparedProblem,
    given: &Given,
    run: &Run,
    skeleton: Skeleton,
) -> Result<Option<GroupWithLayout<u64>>, EngineError> {
    let collected = collect_groups(prepared, given, run, [skeleton], usize::MAX)?;
    Ok(collected.and_then(|mut groups| groups.remove(&skeleton)))
}

/// Collects the groups of these skeletons. Returns `None` if they take more than `most` bytes.
fn collect_groups(
    prepared: &PreparedProblem,
    given: &Given,
    run: &Run,
    skeletons: impl IntoIterator<Item = Skeleton>,
    most: usize,
) -> Result<Option<Collected>, EngineError> {
    let wanted: HashSet<Skeleton, FixedState> = skeletons.into_iter().collect();
    let height = prepared.tables.shape.height;
    let begins = (0..=height).map(|rows| wanted.iter().map(|one| one.right & ((1 << rows) - 1)).collect()).collect();
    let collector = GroupCollector {
        wanted,
        begins,
        most,
        collected: Mutex::default(),
        taken: AtomicUsize::new(0),
        full: AtomicBool::new(false),
    };
    match sweep(prepared, given, &collector, run, &Share::unreported(run)) {
        Err(_) if collector.full.load(Ordering::Relaxed) => Ok(None),
        other => other.map(|()| Some(unlocked(collector.collected))),
    }
}

/// Keeps the groups of the wanted skeletons.
struct GroupCollector {
    wanted: HashSet<Skeleton, FixedState>,
    /// Indexed by number of rows: the beginnings of the wanted right sides.
    begins: Vec<HashSet<u32, FixedState>>,
    most: usize,
    collected: Mutex<Collected>,
    /// Number of bytes of the collected groups.
    taken: AtomicUsize,
    full: AtomicBool,
}

impl Receiver<u64> for GroupCollector {
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
        let taken = self.taken.fetch_add(group.bytes(), Ordering::Relaxed) + group.bytes();
        if taken > self.most {
            self.full.store(true, Ordering::Relaxed);
            return Err(EngineError::Stopped);
        }
        locked(&self.collected).insert(skeleton, (layout, group));
        Ok(())
    }

    fn all_received(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}
