//! `gridcheck count --estimate`: the time of a count, from a random sample of its blocks.

use std::io::Write;
use std::time::Duration;

use indicatif::HumanDuration;
use serde::Serialize;

use super::super::{Format, Output, memory_limit, write_json};
use super::Verdict;
use crate::engine::memory::Bytes;
use crate::plural::plural;
use crate::serial::RulesName;
use crate::size::Size;
use crate::sums::{Extrapolation, InBlocks, Sample};

/// The report. Seconds are by the clock, with these threads. Of blocks that were cut, the part that was done tells their time.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateAnswer<'a> {
    size: Size,
    rules: RulesName,
    engine: &'a str,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    threads: usize,
    blocks: usize,
    known: usize,
    counted: usize,
    cut: usize,
    sample_seconds: f64,
    /// The expected time; null if fewer than two blocks were counted, or only the lower end of the interval is known.
    seconds: Option<f64>,
    interval: Option<[Option<f64>; 2]>,
    memory_bytes: u64,
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pieces: Option<usize>,
    seconds_of_piece: Option<f64>,
}

/// Prints how long all blocks take, and how long each of this many pieces.
pub fn print(
    prepared: &InBlocks,
    sample: &Sample,
    pieces: Option<usize>,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let (threads, problem, engine) = (rayon::current_num_threads(), prepared.problem(), prepared.engine());
    let Sample { blocks, known, spent, .. } = *sample;
    let (counted, cut, memory_bytes) = (sample.counted.len(), sample.cut.len(), memory_limit::peak());
    let expected = sample.extrapolate();
    if format == Format::Json {
        let (seconds, interval) = (expected.and_then(|all| all.mean), expected.map(|all| all.interval));
        let answer = EstimateAnswer {
            size: problem.size(),
            rules: problem.rules().into(),
            engine,
            threads,
            blocks,
            known,
            counted,
            cut,
            sample_seconds: spent,
            seconds,
            interval,
            memory_bytes,
            pieces,
            seconds_of_piece: seconds.zip(pieces).map(|(seconds, pieces)| seconds / pieces as f64),
        };
        write_json(output, &answer)?;
        return Ok(Verdict::Well);
    }
    let about = |seconds: f64| HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e10)));
    let before = if known > 0 { format!(", {known} before") } else { String::new() };
    let begun = if cut > 0 { format!(", {cut} more begun") } else { String::new() };
    writeln!(
        output,
        "{counted} of {} counted{begun} in {}{before}, with {} and at most {}",
        plural(blocks, "block"),
        about(spent),
        plural(threads, "thread"),
        Bytes(memory_bytes)
    )?;
    let longer = "--estimate=SECONDS counts for longer";
    match expected {
        _ if sample.is_all() => writeln!(output, "all blocks are counted")?,
        None => writeln!(output, "too few blocks for an estimate: {longer}")?,
        Some(Extrapolation { mean: Some(mean), interval: [low, high] }) => {
            let [low, high] = [low, high].map(|end| end.unwrap_or(mean));
            writeln!(output, "all: about {}, probably {} to {}", about(mean), about(low), about(high))?;
            if let Some(pieces) = pieces {
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
    Ok(Verdict::Well)
}
