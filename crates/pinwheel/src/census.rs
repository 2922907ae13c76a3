//! The census: how large a question is, and where its quarters are open, found by sweeping without keeping anything.

use std::sync::Mutex;

use super::block::{Centre, Skeleton};
use super::effort::Sides;
use super::group::{Group, Layout};
use super::progress::Share;
use super::question::Question;
use super::sweep::{Receiver, sweep};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_run::{EngineError, Run};

/// How large a question is; not in whole numbers, where it is guessed.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Kinds of quarter.
    pub kinds: f64,
    /// The bytes that a sweep needs for one beginning of the right side.
    pub bytes: f64,
}

/// What a census finds.
#[derive(Debug, Clone)]
pub struct Found {
    pub extent: Extent,
    /// Of the first quarter, if two are swept.
    pub sides: Sides,
}

/// How large a question is, and where its kinds are open.
pub fn census(question: &Question, run: &Run) -> Result<Found, EngineError> {
    let mut found: Option<Found> = None;
    for given in &question.given {
        let none = vec![0; 1 << question.tables.shape.height];
        let census = Census { kinds: Mutex::new([none.clone(), none]) };
        let bytes = sweep::<u64>((question, &question.meter), given, &census, run, &Share::untold(run))? as f64;
        let sides = Sides { kinds: unlocked(census.kinds) };
        let kinds = sides.kinds[0].iter().sum::<u64>() as f64;
        found = Some(match found {
            None => Found { extent: Extent { kinds, bytes }, sides },
            Some(Found { extent, sides }) => {
                Found { extent: Extent { kinds: extent.kinds + kinds, bytes: extent.bytes.max(bytes) }, sides }
            }
        });
    }
    found.ok_or(EngineError::Stopped)
}

struct Census {
    /// By the pattern of open right sites, and by that of open bottom sites.
    kinds: Mutex<[Vec<u64>; 2]>,
}

impl Receiver<u64> for Census {
    fn wants_right(&self, _rows: usize, _right: u32) -> bool {
        true
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        // The quarters of a white centre's other line are among those of a black one.
        skeleton.centre != Centre::Theirs
    }

    fn leads(&self, _skeleton: Skeleton) -> bool {
        true
    }

    fn receive(&self, skeleton: Skeleton, _layout: Layout, group: Group<u64>) -> Result<(), EngineError> {
        let mut kinds = locked(&self.kinds);
        kinds[0][skeleton.right as usize] += group.len() as u64;
        kinds[1][skeleton.bottom as usize] += group.len() as u64;
        Ok(())
    }

    fn has_all(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}
