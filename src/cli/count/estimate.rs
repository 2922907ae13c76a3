//! `gridcheck count --estimate`: the time of a count, from a random sample of its blocks.

use std::io::Write;
use std::time::Duration;

use indicatif::HumanDuration;
use serde::Serialize;

use super::super::format::Format;
use super::super::memory_limit;
use super::super::output::{Output, write_json};
use super::Verdict;
use crate::engine::blocks::{Extrapolation, Prepared, Sample};
use crate::engine::memory::Bytes;
use crate::plural::plural;
use crate::size::Size;

/// Prints how long all blocks take, and how long each of this many pieces.
pub fn print(
    prepared: &Prepared<'_>,
    sample: &Sample,
    pieces: Option<usize>,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let (threads, problem, engine) = (rayon::current_num_threads(), prepared.problem(), prepared.engine().name());
    let (blocks, counted, memory_bytes) = (sample.blocks, sample.seconds.len(), memory_limit::peak());
    let sample_seconds = sample.seconds.iter().chain(&sample.unfinished).sum();
    let expected = sample.extrapolate();
    if format == Format::Json {
        let (size, rules) = (problem.size(), problem.rules().described());
        let (seconds, interval) = (expected.map(|all| all.mean), expected.map(|all| all.interval));
        let seconds_of_piece = seconds.zip(pieces).map(|(seconds, pieces)| seconds / pieces as f64);
        let answer = EstimateAnswer {
            size,
            rules,
            engine,
            threads,
            blocks,
            counted,
            sample_seconds,
            seconds,
            interval,
            memory_bytes,
            pieces,
            seconds_of_piece,
        };
        write_json(output, &answer)?;
        return Ok(Verdict::Well);
    }
    let about = |seconds: f64| HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e10)));
    writeln!(
        output,
        "{counted} of {} counted in {}, with {} and at most {}",
        plural(blocks, "block"),
        about(sample_seconds),
        plural(threads, "thread"),
        Bytes(memory_bytes)
    )?;
    let Some(Extrapolation { mean, interval: [low, high] }) = expected else {
        writeln!(output, "too few blocks for an estimate: --estimate=SECONDS counts for longer")?;
        return Ok(Verdict::Well);
    };
    writeln!(output, "all: about {}, probably {} to {}", about(mean), about(low), about(high))?;
    if let Some(pieces) = pieces {
        writeln!(output, "each of {}: about {}", plural(pieces, "piece"), about(mean / pieces as f64))?;
    }
    Ok(Verdict::Well)
}

/// The JSON of an estimate. Seconds are by the clock, with these threads.
#[derive(Serialize)]
struct EstimateAnswer<'a> {
    size: Size,
    rules: String,
    engine: &'a str,
    threads: usize,
    /// Number of blocks that were to be counted.
    blocks: usize,
    /// Number of blocks in the sample.
    counted: usize,
    sample_seconds: f64,
    /// The expected time of all blocks; `None` if the sample is too small.
    seconds: Option<f64>,
    interval: Option<[f64; 2]>,
    /// The most memory so far.
    memory_bytes: u64,
    pieces: Option<usize>,
    seconds_of_piece: Option<f64>,
}
