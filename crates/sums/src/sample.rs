//! Counts a random sample of blocks for some seconds, and extrapolates the time of all.
//!
//! The sample is the beginning of a [fixed order](shuffled) that looks random. Its sums are kept, so no work is lost if they
//! are in a file. A block that takes a large part of the time is cut, so that the sample has several, and the part that was done tells
//! the time of the whole. The times of blocks can differ by a factor of a thousand. So the interval is wide while few blocks are counted.

use std::time::Duration;

use super::counting::requested_blocks;
use super::in_blocks::InBlocks;
use super::sums::BlockSums;
use gridcheck_engine::blocks::shuffled;
use gridcheck_engine::blocks::{BlockId, Ledger, RequestedBlocks};
use gridcheck_engine::clock::Moment;
use gridcheck_engine::{Declined, EngineError, Run};

/// The times of a sample of blocks, in seconds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    /// Number of all blocks.
    pub blocks: usize,
    /// Number of blocks whose sums were known before. They are not in the sample.
    pub known: usize,
    /// The time of each counted block.
    pub counted: Vec<f64>,
    /// The expected time of each block that was cut; if `is_bound`, the time for which it was counted.
    pub cut: Vec<f64>,
    /// `true` if a block was cut before any part of it was done. Then the sample only bounds the time.
    pub is_bound: bool,
    /// The time that the sample took.
    pub spent: f64,
}

/// The extrapolated time of all blocks, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extrapolation {
    /// The expected time; `None` if only the lower end of the interval is known.
    pub mean: Option<f64>,
    /// The lower and the upper end of an interval: two standard errors on each side.
    pub interval: [Option<f64>; 2],
}

impl Sample {
    /// Returns `true` if no block is left.
    pub fn is_all(&self) -> bool {
        self.known + self.counted.len() == self.blocks
    }

    /// Adds a block that was cut after this time, with the part of it that was done.
    fn add_cut(&mut self, seconds: f64, done: Option<f64>) {
        self.is_bound |= done.is_none();
        self.cut.push(seconds / done.unwrap_or(1.0));
    }

    /// Extrapolates the time of all blocks. Returns `None` if the sample has fewer than two blocks, unless these are all.
    pub fn extrapolate(&self) -> Option<Extrapolation> {
        let times: Vec<f64> = self.counted.iter().chain(&self.cut).copied().collect();
        let (number, sum) = (times.len() as f64, times.iter().sum::<f64>());
        if self.known == 0 && self.counted.len() == self.blocks {
            return Some(Extrapolation { mean: Some(sum), interval: [Some(sum); 2] });
        }
        if times.len() < 2 {
            return None;
        }
        let (all, mean) = (self.blocks as f64, sum / number);
        let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (number - 1.0);
        let error = all * (variance / number * (1.0 - number / all).max(0.0)).sqrt();
        let mean = all * mean;
        let low = (mean - 2.0 * error).max(sum);
        let known = |value: f64| (!self.is_bound).then_some(value);
        Some(Extrapolation { mean: known(mean), interval: [Some(low), known(mean + 2.0 * error)] })
    }
}

/// A block is cut after the time limit divided by this number.
const CUTS: u32 = 4;

impl InBlocks {
    /// Counts a random sample of the blocks that `sums` is about and does not know, until the time limit. Adds each to `sums`.
    ///
    /// # Errors
    /// Returns an error if the blocks share work, if the sums are another engine's or of another kind, or if the count fails or is
    /// stopped.
    pub fn sample(&self, run: &Run, limit: Duration, sums: &BlockSums) -> Result<Sample, EngineError> {
        if !self.blocks().are_separate() {
            let why = "its blocks share work, so that a sample does not tell the time of all".to_owned();
            return Err(Declined { engine: self.engine(), why }.into());
        }
        self.must_be_about(sums)?;
        let mut left: Vec<BlockId> = match requested_blocks(sums.scope()) {
            RequestedBlocks::All => self.blocks().all(),
            RequestedBlocks::Piece(some) | RequestedBlocks::These(some) => some.to_vec(),
        };
        let blocks = left.len();
        left.retain(|&block| !sums.contains(block));
        let mut sample = Sample { blocks, known: blocks - left.len(), ..Sample::default() };
        let (end, longest) = (Moment::after(limit), limit / CUTS);
        for block in shuffled(left) {
            if end.is_past() {
                break;
            }
            let (start, part) = (Moment::now(), run.within(end.left().min(longest)));
            let outcome = self.blocks().count(RequestedBlocks::These(&[block]), &part, sums);
            run.check()?;
            let seconds = start.seconds();
            sample.spent += seconds;
            match outcome {
                Err(EngineError::Stopped) if part.is_late() => {
                    let done = part.fraction().filter(|done| *done > 0.0);
                    // The last block has the rest of the time, which may be too short to tell anything.
                    if done.is_some() || seconds >= longest.as_secs_f64() {
                        sample.add_cut(seconds, done);
                    }
                }
                outcome => {
                    outcome?;
                    sample.counted.push(seconds);
                }
            }
        }
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extrapolated(blocks: usize, counted: &[f64], cut: &[f64]) -> Option<(f64, [f64; 2])> {
        let sample = Sample { blocks, counted: counted.to_vec(), cut: cut.to_vec(), ..Sample::default() };
        let Extrapolation { mean, interval } = sample.extrapolate()?;
        Some((mean.expect("no bound"), interval.map(|end| end.expect("no bound"))))
    }

    #[test]
    fn extrapolates_the_time_of_all_blocks_from_a_sample() {
        assert_eq!(extrapolated(2, &[1.0, 3.0], &[]), Some((4.0, [4.0, 4.0])));
        assert_eq!(extrapolated(0, &[], &[]), Some((0.0, [0.0, 0.0])));
        assert_eq!(extrapolated(100, &[2.0, 2.0, 2.0], &[]), Some((200.0, [200.0, 200.0])));
        assert_eq!(extrapolated(100, &[2.0], &[]), None);
        assert_eq!(extrapolated(100, &[2.0], &[2.0]), Some((200.0, [200.0, 200.0])));
        let (mean, [low, high]) = extrapolated(100, &[1.0, 3.0], &[]).expect("two blocks");
        assert!((mean - 200.0).abs() < 1e-9 && low >= 4.0 && (high - 200.0 - 198.0).abs() < 1.0, "{mean} {low} {high}");
        let (mean, _) = extrapolated(100, &[1.0, 3.0], &[20.0]).expect("three blocks");
        assert!((mean - 800.0).abs() < 1e-9, "{mean}");
        let bound = Sample { blocks: 100, cut: vec![5.0, 5.0], is_bound: true, ..Sample::default() };
        assert_eq!(bound.extrapolate(), Some(Extrapolation { mean: None, interval: [Some(500.0), None] }));
    }

    #[test]
    fn the_finished_part_of_a_block_tells_the_time_of_the_whole() {
        let mut sample = Sample::default();
        sample.add_cut(3.0, Some(0.25));
        assert_eq!((&sample.cut[..], sample.is_bound), (&[12.0][..], false));
        sample.add_cut(5.0, None);
        assert_eq!((&sample.cut[..], sample.is_bound), (&[12.0, 5.0][..], true));
    }
}
