//! The census: how many kinds of quarter there are, counted without keeping any.

use std::sync::atomic::{AtomicU64, Ordering};

use super::block::{Centre, Skeleton};
use super::group::{Group, Layout};
use super::question::Question;
use super::sweep::{Receiver, sweep};
use crate::engine::{EngineError, Run};

/// How many kinds of quarter a question has.
pub fn kinds(question: &Question, run: &Run) -> Result<u64, EngineError> {
    let census = Census::default();
    for given in &question.given {
        sweep::<u64>(&question.tables, given, &census, run)?;
    }
    Ok(census.kinds.into_inner())
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
