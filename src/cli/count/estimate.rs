//! Prints `gridcheck count --estimate`: the time of a count, from a random sample of its blocks.

use std::io::Write;
use std::time::Duration;

use indicatif::HumanDuration;

use super::super::Output;
use crate::ask::count::report::EstimateReport;
use crate::ask::failure::Failure;
use crate::engine::memory::Bytes;
use crate::plural::plural;
use crate::sums::Extrapolation;

/// Prints how long all blocks take, and how long each of this many pieces.
pub(super) fn print_estimate(estimate: &EstimateReport, output: &mut Output) -> Result<(), Failure> {
    let EstimateReport { sample, threads, blocks, known, counted, cut, sample_seconds: spent, .. } = estimate;
    let (spent, expected) = (*spent, sample.extrapolate());
    let about = |seconds: f64| HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e10)));
    let before = if *known > 0 { format!(", {known} before") } else { String::new() };
    let begun = if *cut > 0 { format!(", {cut} more begun") } else { String::new() };
    writeln!(
        output,
        "{counted} of {} counted{begun} in {}{before}, with {} and at most {}",
        plural(*blocks, "block"),
        about(spent),
        plural(*threads, "thread"),
        Bytes(estimate.memory_bytes)
    )?;
    let longer = "--estimate=SECONDS counts for longer";
    match expected {
        _ if sample.is_all() => writeln!(output, "all blocks are counted")?,
        None => writeln!(output, "too few blocks for an estimate: {longer}")?,
        Some(Extrapolation { mean: Some(mean), interval: [low, high] }) => {
            let [low, high] = [low, high].map(|end| end.unwrap_or(mean));
            writeln!(output, "all: about {}, probably {} to {}", about(mean), about(low), about(high))?;
            if let Some(pieces) = estimate.pieces {
                writeln!(output, "each of {}: about {}", plural(pieces, "piece"), about(mean / pieces as f64))?;
            }
        }
        Some(Extrapolation { mean: None, interval: [low, _] }) => {
            writeln!(
                output,
                "all: probably more than {}, as some blocks need more time; {longer}",
                about(low.unwrap_or(spent))
            )?;
        }
    }
    Ok(())
}
