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
use super::pair::Laid;
use super::progress::Share;
use super::question::Question;
use super::sweep::{Receiver, sweep};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_run::memory::Part;
use gridcheck_run::{EngineError, Run};

/// See the module.
pub struct Groups<'q> {
    /// Of the first quarter and of the second, or of both where they are swept as one.
    sides: Vec<Caught<'q>>,
}

/// The groups that a sweep handed over, and their memory.
type Caught<'q> = (HashMap<Skeleton, Laid<u64>, FixedState>, Part<'q>);

impl<'q> Groups<'q> {
    /// The groups of these blocks; `None` if there is more than one block and not enough memory for all.
    pub fn of(question: &'q Question, run: &Run, blocks: &[Block]) -> Result<Option<Self>, EngineError> {
        // A block's other skeleton is the one turned, so these are those of both quarters.
        let skeletons = || blocks.iter().flat_map(|block| block.skeletons()).flat_map(|one| [one, one.turned()]);
        let most = if blocks.len() > 1 { question.memory / question.given.len() } else { usize::MAX };
        let mut sides = Vec::new();
        for given in &question.given {
            let Some(side) = catch(question, given, run, skeletons(), most)? else { return Ok(None) };
            sides.push(side);
        }
        Ok(Some(Groups { sides }))
    }

    /// The group of a skeleton, of first quarters (0) or of second ones (1); `None` if there are none.
    pub fn get(&self, side: usize, skeleton: Skeleton) -> Option<&Laid<u64>> {
        self.sides[side.min(self.sides.len() - 1)].0.get(&skeleton)
    }
}

/// The group of one skeleton, in the layout of the leading one; `None` if it has no quarters.
pub fn group(
    question: &Question,
    given: &Given,
    run: &Run,
    skeleton: Skeleton,
) -> Result<Option<Laid<u64>>, EngineError> {
    let caught = catch(question, given, run, [skeleton], usize::MAX)?;
    Ok(caught.and_then(|(mut groups, _)| groups.remove(&skeleton)))
}

/// The groups of these skeletons; `None` if they take more than `most` bytes.
fn catch<'q>(
    question: &'q Question,
    given: &Given,
    run: &Run,
    skeletons: impl IntoIterator<Item = Skeleton>,
    most: usize,
) -> Result<Option<Caught<'q>>, EngineError> {
    let wanted: HashSet<Skeleton, FixedState> = skeletons.into_iter().collect();
    let height = question.tables.shape.height;
    let begins = (0..=height).map(|rows| wanted.iter().map(|one| one.right & ((1 << rows) - 1)).collect()).collect();
    let net = Net {
        wanted,
        begins,
        most,
        caught: Mutex::default(),
        taken: question.account.part(),
        full: AtomicBool::new(false),
    };
    match sweep((question, &question.meter), given, &net, run, &Share::untold(run)) {
        Err(_) if net.full.load(Ordering::Relaxed) => Ok(None),
        other => other.map(|_| Some((unlocked(net.caught), net.taken))),
    }
}

/// Keeps the groups that are wanted.
struct Net<'q> {
    wanted: HashSet<Skeleton, FixedState>,
    /// By rows: how the right sides of those that are wanted begin in so many.
    begins: Vec<HashSet<u32, FixedState>>,
    most: usize,
    caught: Mutex<HashMap<Skeleton, Laid<u64>, FixedState>>,
    taken: Part<'q>,
    full: AtomicBool,
}

impl Receiver<u64> for Net<'_> {
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
        locked(&self.caught).insert(skeleton, (layout, group));
        Ok(())
    }

    fn has_all(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}
