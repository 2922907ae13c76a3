//! Counts a random sample of blocks for some seconds, and extrapolates the time of all.
//!
//! The sample is the beginning of a [fixed order](super::piece::shuffled) that looks random. Its sums are kept, so no work is lost if they
//! are in a file. The times of blocks can differ by a factor of a thousand. So the interval is wide while few blocks are counted.

use std::time::Duration;

use super::block::{BlockId, Ledger, RequestedBlocks};
use super::counting::requested_blocks;
use super::piece::shuffled;
use super::prepared::Prepared;
use super::sums::BlockSums;
use crate::clock::Moment;
use crate::timeout::with_timeout;
use crate::{EngineError, Run};

/// The times of a sample of blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    /// Number of blocks that were to be counted.
    pub blocks: usize,
    /// The time of each counted block, in seconds.
    pub seconds: Vec<f64>,
    /// The time of a block that was stopped at the time limit, in seconds.
    pub unfinished: Option<f64>,
}

/// The extrapolated time of all blocks, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extrapolation {
    /// The expected time.
    pub mean: f64,
    /// The lower and the upper end of an interval: two standard errors on each side, and at least the time of the sample.
    pub interval: [f64; 2],
}

impl Sample {
    /// Extrapolates the time of all blocks. Returns `None` if the sample is too small: fewer than two counted blocks, unless all are counted.
    pub fn extrapolate(&self) -> Option<Extrapolation> {
        let times: Vec<f64> = self.seconds.iter().copied().chain(self.unfinished).collect();
        let (number, spent) = (times.len() as f64, times.iter().sum::<f64>());
        if self.seconds.len() == self.blocks {
            return Some(Extrapolation { mean: spent, interval: [spent, spent] });
        }
        if self.seconds.len() < 2 {
            return None;
        }
        let (all, mean) = (self.blocks as f64, spent / number);
        let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (number - 1.0);
        let error = all * (variance / number * (1.0 - number / all).max(0.0)).sqrt();
        let mean = all * mean;
        Some(Extrapolation { mean, interval: [(mean - 2.0 * error).max(spent), mean + 2.0 * error] })
    }
}

impl Prepared<'_> {
    /// Counts a random sample of the blocks that `sums` is about and does not know, until the time limit. Adds each to `sums`.
    ///
    /// # Errors
    /// Returns an error if the blocks share work, if the sums are another engine's, or if the count fails or is stopped.
    pub fn sample(&self, run: &Run, limit: Duration, sums: &BlockSums) -> Result<Sample, EngineError> {
        if !self.blocks().are_separate() {
            let why = "its blocks share work, so that a sample does not tell the time of all".to_owned();
            return Err(EngineError::Unable { engine: self.engine().name(), why });
        }
        self.must_make(sums.kind())?;
        sums.must_be_of(self.engine().name())?;
        let mut left: Vec<BlockId> = match requested_blocks(sums.scope()) {
            RequestedBlocks::All => self.blocks().all(),
            RequestedBlocks::Piece(some) | RequestedBlocks::These(some) => some.to_vec(),
        };
        left.retain(|&block| !sums.knows(block));
        let (end, mut sample) = (Moment::after(limit), Sample { blocks: left.len(), ..Sample::default() });
        for block in shuffled(left) {
            if end.is_past() {
                break;
            }
            let start = Moment::now();
            let count = |run: &Run| self.blocks().count(sums.kind(), RequestedBlocks::These(&[block]), run, sums);
            match with_timeout(run, end.left(), count)? {
                Some(()) => sample.seconds.push(start.seconds()),
                None => sample.unfinished = Some(start.seconds()),
            }
        }
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extrapolated(blocks: usize, seconds: &[f64], unfinished: Option<f64>) -> Option<(f64, [f64; 2])> {
        let sample = Sample { blocks, seconds: seconds.to_vec(), unfinished };
        sample.extrapolate().map(|Extrapolation { mean, interval }| (mean, interval))
    }

    #[test]
    fn all_blocks_take_as_long_as_a_sample_says() {
        assert_eq!(extrapolated(2, &[1.0, 3.0], None), Some((4.0, [4.0, 4.0])));
        assert_eq!(extrapolated(0, &[], None), Some((0.0, [0.0, 0.0])));
        assert_eq!(extrapolated(100, &[2.0, 2.0, 2.0], None), Some((200.0, [200.0, 200.0])));
        assert_eq!(extrapolated(100, &[2.0], Some(30.0)), None);
        let (mean, [low, high]) = extrapolated(100, &[1.0, 3.0], None).expect("two blocks");
        assert!((mean - 200.0).abs() < 1e-9 && low >= 4.0 && (high - 200.0 - 198.0).abs() < 1.0, "{mean} {low} {high}");
        // A block that was stopped takes at least as long.
        assert!(extrapolated(100, &[1.0, 3.0], Some(20.0)).is_some_and(|(mean, _)| mean > 790.0));
    }
}
