//! `gridcheck count --estimate`: forecasts the work, the time and the memory of a count and of its pieces, and counts nothing. The same
//! forecast announces a long count before it begins.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use indicatif::HumanDuration;
use serde::Serialize;

use super::super::format::Format;
use super::super::output::{Output, write_json};
use super::super::report;
use super::Verdict;
use crate::engine::blocks::{BlockSums, Estimate, PartEstimate, Piece, Prepared};
use crate::engine::memory::Bytes;
use crate::plural::plural;
use crate::size::Size;

/// A longer count is announced.
const LONG: Duration = Duration::from_secs(600);
/// Grids with fewer squares take seconds, or their engine calls them slow. A forecast would take as long.
const FEW_SQUARES: usize = 200;

/// Prints the forecast of a count, and of its pieces.
pub fn run(
    prepared: &Prepared<'_>,
    pieces: Option<usize>,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let (threads, problem, engine) = (rayon::current_num_threads(), prepared.problem(), prepared.engine());
    let Some((whole, parts)) = prepared.estimates(pieces, threads)? else {
        bail!("--estimate: engine {} has no estimate; --engine window has one", engine.name());
    };
    let parts: Vec<PieceEstimate> =
        parts.into_iter().zip(1..).map(|(part, piece)| PieceEstimate { piece, cost: part.into() }).collect();
    if format == Format::Json {
        let (size, rules) = (problem.size(), problem.rules().described());
        let answer = EstimateAnswer { size, rules, engine: engine.name(), threads, whole: whole.into(), pieces: parts };
        write_json(output, &answer)?;
        return Ok(Verdict::Well);
    }
    let about = |seconds: f64| HumanDuration(duration(seconds));
    let cost = |of: &Cost| {
        let Cost { blocks, share, seconds, memory_bytes } = of;
        let (blocks, percent) = (plural(*blocks, "block"), 100.0 * share);
        format!(
            "{blocks}, {percent:.2} % of the work, about {} of processor time, {}",
            about(*seconds),
            Bytes(*memory_bytes)
        )
    };
    let whole = Cost::from(whole);
    let by_clock = about(whole.seconds / threads as f64);
    writeln!(output, "{}, {by_clock} in {}", cost(&whole), plural(threads, "thread"))?;
    parts.iter().try_for_each(|part| writeln!(output, "piece {}: {}", part.piece, cost(&part.cost)))?;
    Ok(Verdict::Well)
}

/// Reports how long a count is expected to take and how to shorten it, if it takes longer than some minutes.
pub fn announce(prepared: &Prepared<'_>, sums: &BlockSums, piece: Option<Piece>) {
    let threads = rayon::current_num_threads();
    if prepared.problem().size().squares() < FEW_SQUARES {
        return;
    }
    // Without enough memory for an estimate there is none. The count reports the shortage.
    let Ok(Some(Estimate { share: _, seconds, bytes })) = prepared.estimate_rest(sums, threads) else { return };
    let by_clock = duration(seconds / threads as f64);
    if by_clock < LONG {
        return;
    }
    let how = if piece.is_some() {
        "more pieces are shorter ones".to_owned()
    } else {
        let pieces = (seconds / LONG.as_secs_f64()).clamp(2.0, 1000.0).ceil();
        format!("--pieces {pieces} --piece K --sums K.sums counts one of {pieces} pieces, on any machine")
    };
    report(&format!(
        "note: this takes about {} of processor time, {} in {}, and {}; {how}",
        HumanDuration(duration(seconds)),
        HumanDuration(by_clock),
        plural(threads, "thread"),
        Bytes(bytes)
    ));
}

/// Returns a duration. Longer ones need no distinction, and the type must not overflow.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 1e10))
}

/// The JSON of a forecast.
#[derive(Serialize)]
struct EstimateAnswer<'a> {
    size: Size,
    rules: String,
    engine: &'a str,
    threads: usize,
    #[serde(flatten)]
    whole: Cost,
    pieces: Vec<PieceEstimate>,
}

/// The forecast of a piece.
#[derive(Serialize)]
struct PieceEstimate {
    piece: usize,
    #[serde(flatten)]
    cost: Cost,
}

/// The expected cost of a part.
#[derive(Serialize)]
struct Cost {
    blocks: usize,
    /// Share of the work of the whole count.
    share: f64,
    seconds: f64,
    memory_bytes: u64,
}

impl From<PartEstimate> for Cost {
    fn from(PartEstimate { blocks, cost: Estimate { share, seconds, bytes } }: PartEstimate) -> Self {
        Cost { blocks, share, seconds, memory_bytes: bytes }
    }
}
