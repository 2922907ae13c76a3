//! A census: sweeps all quarters, keeps none, and counts their signatures by where the quarters are open.

use std::sync::Mutex;

use crate::blocks::block::{Centre, Skeleton};
use crate::blocks::group::{Group, Layout};
use crate::estimates::effort::SideCounts;
use crate::estimates::progress::Share;
use crate::prepared::PreparedProblem;
use crate::sweep::{Receiver, sweep};
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_run::{EngineError, Run};

/// The size of a problem, as estimated or counted.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Number of signatures.
    pub signatures: f64,
    /// The bytes that a sweep needs for one beginning of the right side.
    pub bytes: f64,
}

/// The results of a census.
#[derive(Debug, Clone)]
pub struct CensusResult {
    pub extent: Extent,
    /// The signatures by open sites, of the first quarter if two are swept.
    pub sides: SideCounts,
}

/// Counts the signatures of a problem and measures the memory of its sweep.
///
/// # Errors
/// The run is stopped, a sum overflows, or the memory is exhausted.
pub fn census(prepared: &PreparedProblem, run: &Run) -> Result<CensusResult, EngineError> {
    let mut found: Option<CensusResult> = None;
    for given in &prepared.given {
        let none = vec![0; 1 << prepared.tables.shape.height];
        let census = Census { signatures: Mutex::new([none.clone(), none]) };
        let bytes = sweep::<u64>(prepared, given, &census, run, &Share::unreported(run))? as f64;
        let sides = SideCounts { signatures: unlocked(census.signatures) };
        let signatures = sides.signatures[0].iter().sum::<u64>() as f64;
        found = Some(match found {
            None => CensusResult { extent: Extent { signatures, bytes }, sides },
            Some(CensusResult { extent, sides }) => CensusResult {
                extent: Extent { signatures: extent.signatures + signatures, bytes: extent.bytes.max(bytes) },
                sides,
            },
        });
    }
    found.ok_or(EngineError::Stopped)
}

struct Census {
    /// Indexed by the pattern of open right sites, and by that of open bottom sites.
    signatures: Mutex<[Vec<u64>; 2]>,
}

impl Receiver<u64> for Census {
    fn wants_right(&self, _rows: usize, _right: u32) -> bool {
        true
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        // The quarters beside a white centre in the other quarter's word are among those beside a black centre.
        skeleton.centre != Centre::Other
    }

    fn leads(&self, _skeleton: Skeleton) -> bool {
        true
    }

    fn receive(&self, skeleton: Skeleton, _layout: Layout, group: Group<u64>) -> Result<(), EngineError> {
        let mut signatures = locked(&self.signatures);
        signatures[0][skeleton.right as usize] += group.len() as u64;
        signatures[1][skeleton.bottom as usize] += group.len() as u64;
        Ok(())
    }

    fn all_received(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}
