//! The census: how large a question is, found by sweeping without keeping anything.

use std::sync::atomic::{AtomicU64, Ordering};

use super::block::{Centre, Skeleton};
use super::group::{Group, Layout};
use super::progress::Share;
use super::question::Question;
use super::sweep::{Receiver, sweep};
use crate::engine::{EngineError, Run};

/// How large a question is; not in whole numbers, where it is guessed.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Kinds of quarter.
    pub kinds: f64,
    /// The bytes that a sweep needs for one beginning of the right side.
    pub bytes: f64,
}

/// How large a question is.
pub fn extent(question: &Question, run: &Run) -> Result<Extent, EngineError> {
    let census = Census::default();
    let mut bytes = 0;
    for given in &question.given {
        bytes = bytes.max(sweep::<u64>(question, given, &census, run, &Share::untold(run))?);
    }
    Ok(Extent { kinds: census.kinds.into_inner() as f64, bytes: bytes as f64 })
}

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

    fn leads(&self, _skeleton: Skeleton) -> bool {
        true
    }

    fn receive(&self, _skeleton: Skeleton, _layout: Layout, group: Group<u64>) -> Result<(), EngineError> {
        self.kinds.fetch_add(group.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn has_all(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}
