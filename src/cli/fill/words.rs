//! Prints answers about fills, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use comfy_table::{Cell, Color};
use serde::Serialize;

use super::super::format::Format;
use super::super::output::{Output, write_json};
use super::super::table::{align_right, empty_table, print_table};
use crate::fill::backtrack::{Estimate, Scored, scientific};
use crate::fill::compare::{Difference, FillComparison, Mirrored};
use crate::fill::core::Core;
use crate::fill::demands::Demands;
use crate::fill::question::Question;
use crate::plural::plural;
use crate::serial::AsText;

/// The JSON of a fill.
#[derive(Serialize)]
struct FillAnswer {
    rows: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Scores>,
}

/// The scores of the words of a fill.
#[derive(Serialize)]
struct Scores {
    mean: f64,
    minimum: i64,
}

/// The JSON where no fill was found, and the reason.
#[derive(Serialize)]
struct NoFill {
    /// Holds no rows, which a fill has.
    rows: Option<Vec<String>>,
    why: String,
    #[serde(flatten)]
    conflict: Option<Conflict>,
}

/// The slots and squares that together exclude every fill.
#[derive(Serialize)]
struct Conflict {
    slots: Vec<String>,
    squares: Option<Vec<SquareAnswer>>,
    distinct: bool,
}

/// A square, counted from 1.
#[derive(Serialize)]
struct SquareAnswer {
    row: usize,
    column: usize,
}

/// The JSON of a count.
#[derive(Serialize)]
struct FillCount<'a> {
    engine: &'a str,
    count: AsText<u128>,
    distinct: bool,
    words: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_transposition: Option<Transposed>,
}

/// The number of fills, a fill and its transpose counted once.
#[derive(Serialize)]
struct Transposed {
    count: AsText<u128>,
    pairs: AsText<u128>,
    word_squares: AsText<u128>,
}

/// The JSON of an estimate.
#[derive(Serialize)]
struct Uncounted {
    /// Holds no number, which a count has.
    count: Option<AsText<u128>>,
    #[serde(flatten)]
    progress: Option<Progress>,
    estimate: EstimateAnswer,
}

/// The progress of an unfinished count.
#[derive(Serialize)]
pub struct Progress {
    pub pieces_done: u64,
    pub pieces: u64,
    pub found_in_them: AsText<u128>,
    pub seconds: u64,
}

/// An estimate of the number of fills.
#[derive(Serialize)]
struct EstimateAnswer {
    mean: String,
    standard_error: String,
    interval: Option<[String; 2]>,
    log10: Option<f64>,
    probes: u64,
    reached: u64,
    seed: u64,
}

impl EstimateAnswer {
    fn new(estimate: &Estimate, seed: u64) -> Self {
        EstimateAnswer {
            mean: estimate.value(),
            standard_error: estimate.error(),
            interval: estimate.interval().map(|(low, high)| [scientific(low), scientific(high)]),
            log10: estimate.log10.is_finite().then_some(estimate.log10),
            probes: estimate.probes,
            reached: estimate.reached,
            seed,
        }
    }
}

/// Prints answers to a question.
pub struct FillPrinter<'q> {
    /// The question.
    pub question: &'q Question,
    /// The output format.
    pub format: Format,
}

impl FillPrinter<'_> {
    fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Prints one fill; `first` is `true` if none was printed before. The scores are printed if some word has one.
    pub fn fill(&self, fill: &Scored, first: bool, output: &mut impl Write) -> anyhow::Result<()> {
        let rows = self.question.rows(&fill.fill);
        let scores = fill
            .scores
            .iter()
            .any(|&score| score != 0)
            .then(|| Scores { mean: (100.0 * fill.mean()).round() / 100.0, minimum: fill.minimum() });
        match self.format {
            Format::Json => write_json(output, &FillAnswer { rows, scores })?,
            Format::Line => writeln!(output, "{}", rows.join("/"))?,
            _ => {
                writeln!(output, "{}{}", if first { "" } else { "\n" }, rows.join("\n"))?;
                if let Some(Scores { mean, minimum }) = scores {
                    writeln!(output, "\nMean score {mean:.2}, lowest {minimum}.")?;
                }
            }
        }
        Ok(())
    }

    /// Prints that no fill meets the demands, although there are others.
    pub fn unmet(&self, output: &mut Output) -> anyhow::Result<()> {
        let why = "no fill meets --require, --theme, --no-shared and --one-form; without them there are fills";
        if self.is_json() {
            write_json(output, &NoFill { rows: None, why: why.to_owned(), conflict: None })?;
        } else {
            writeln!(output, "There is no fill: {why}.")?;
        }
        Ok(())
    }

    /// Prints that there is no fill, and the reason.
    pub fn impossible(&self, core: &Core, output: &mut Output) -> anyhow::Result<()> {
        if self.is_json() {
            let square = |(row, column)| SquareAnswer { row, column };
            let conflict = Conflict {
                slots: core.slot_names(),
                squares: core.squares.as_ref().map(|_| core.places().into_iter().map(square).collect()),
                distinct: core.distinct,
            };
            write_json(output, &NoFill { rows: None, why: core.to_string(), conflict: Some(conflict) })?;
        } else {
            writeln!(output, "There is no fill. {core}.")?;
        }
        Ok(())
    }

    /// Prints that there is no fill, and that the search for the reason was stopped.
    pub fn unexplained(&self, demands: &Demands, output: &mut Output) -> anyhow::Result<()> {
        let fill = if demands.is_empty() { "no fill" } else { "no fill that meets the demands" };
        if self.is_json() {
            let why = format!("there is {fill}; the search for the reason was stopped");
            write_json(output, &NoFill { rows: None, why, conflict: None })?;
        } else {
            writeln!(output, "There is {fill}. The search for the reason was stopped.")?;
        }
        Ok(())
    }

    /// Prints that no fill was found within the time limit.
    pub fn undecided(&self, budget: Duration, output: &mut Output) -> anyhow::Result<()> {
        let seconds = budget.as_secs();
        if self.is_json() {
            let why = format!("not decided in {seconds} s");
            write_json(output, &NoFill { rows: None, why, conflict: None })?;
        } else {
            writeln!(output, "Undecided: stopped at the limit of {seconds} s.")?;
        }
        Ok(())
    }

    /// Prints a count.
    pub fn count(
        &self,
        count: u128,
        mirrored: Option<Mirrored>,
        engine: &str,
        seconds: f64,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let classes = mirrored.and_then(|mirrored| mirrored.classes());
        if self.is_json() {
            let transposed = mirrored.zip(classes).map(|(mirrored, classes)| Transposed {
                count: AsText(classes),
                pairs: AsText(mirrored.pairs),
                word_squares: AsText(mirrored.symmetric),
            });
            let answer = FillCount {
                engine,
                count: AsText(count),
                distinct: self.question.is_distinct(),
                words: self.question.list().len(),
                seconds,
                up_to_transposition: transposed,
            };
            write_json(output, &answer)?;
        } else if let (Some(mirrored), Some(classes)) = (mirrored, classes) {
            let (pairs, squares) = (plural(mirrored.pairs, "pair"), plural(mirrored.symmetric, "word square"));
            writeln!(output, "{classes} up to transposition: {pairs}, {squares} ({})", plural(count, "fill"))?;
        } else {
            writeln!(output, "{count}")?;
        }
        Ok(())
    }

    /// Prints an estimate, labelled as such.
    pub fn estimate(&self, estimate: &Estimate, seed: u64, output: &mut Output) -> anyhow::Result<()> {
        if self.is_json() {
            let estimate = EstimateAnswer::new(estimate, seed);
            write_json(output, &Uncounted { count: None, progress: None, estimate })?;
        } else {
            writeln!(output, "{}", in_words(estimate, seed))?;
        }
        Ok(())
    }

    /// Prints the progress of an unfinished count, and an estimate of the whole.
    pub fn unfinished(
        &self,
        progress: Progress,
        estimate: &Estimate,
        seed: u64,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        if self.is_json() {
            let estimate = EstimateAnswer::new(estimate, seed);
            write_json(output, &Uncounted { count: None, progress: Some(progress), estimate })?;
        } else {
            let Progress { pieces_done, pieces, found_in_them: AsText(found), seconds } = progress;
            let (pieces, found) = (plural(pieces, "piece"), plural(found, "fill"));
            writeln!(output, "Not counted in {seconds} s: {pieces_done} of {pieces} done, {found} in them.")?;
            writeln!(output, "{}", in_words(estimate, seed))?;
        }
        Ok(())
    }

    /// Prints a comparison.
    pub fn report(&self, report: &FillComparison, output: &mut Output) -> anyhow::Result<()> {
        if self.is_json() {
            return Ok(write_json(output, report)?);
        }
        let once = if self.question.is_distinct() { ", each at most once" } else { "" };
        let (slots, words) = (plural(self.question.slots().len(), "slot"), plural(self.question.list().len(), "word"));
        writeln!(output, "{slots}, {words}{once}\n")?;
        let mut table = empty_table(output, ["engine", "count", "digest", "valid", "time", "agrees?"]);
        for answer in &report.answers {
            let verdict = Cell::new(if answer.agrees { "yes" } else { "NO" });
            let colour = if answer.agrees { Color::Green } else { Color::Red };
            table.add_row([
                Cell::new(answer.name),
                Cell::new(answer.sum.count),
                Cell::new(answer.sum.digest.short()),
                Cell::new(answer.sum.count - u128::from(answer.invalid)),
                Cell::new(format!("{:.3} s", answer.seconds)),
                if output.colour() { verdict.fg(colour) } else { verdict },
            ]);
        }
        align_right(&mut table, &[1, 3, 4]);
        print_table(output, &table)?;
        writeln!(output)?;
        match &report.answers[..] {
            [_] if report.agree => {
                writeln!(output, "One engine only: nothing to compare its answer with but the validator.")?;
            }
            [first, ..] if report.agree => {
                let agreed = format!(
                    "All {} engines agree: the same {}.",
                    report.answers.len(),
                    plural(first.sum.count, "fill")
                );
                writeln!(output, "{}", output.good(&agreed))?;
            }
            _ => writeln!(output, "{}", output.bad("They do not agree."))?,
        }
        for Difference { rows, engines, flaws } in &report.differences {
            let times = |(name, times): &(&str, usize)| match times {
                0 => format!("{name} does not have it"),
                1 => format!("{name} has it"),
                n => format!("{name} has it {n} times"),
            };
            writeln!(output, "\n{}:", engines.iter().map(times).collect::<Vec<_>>().join(", "))?;
            for row in rows {
                writeln!(output, "  {row}")?;
            }
            if flaws.is_empty() {
                writeln!(output, "  the validator finds nothing wrong with it")?;
            }
            for flaw in flaws {
                writeln!(output, "  {}", output.bad(&flaw.to_string()))?;
            }
        }
        Ok(())
    }
}

fn in_words(estimate: &Estimate, seed: u64) -> String {
    let probes = plural(estimate.probes, "probe");
    if estimate.reached == 0 {
        return format!("No estimate: none of {probes} (seed {seed}) reached a fill.");
    }
    // If all probes agree, the interval is a single number.
    let interval = estimate.interval().filter(|_| estimate.relative_error > 0.0);
    let interval = interval.map(|(low, high)| format!("probably {} to {}, ", scientific(low), scientific(high)));
    let fill = if estimate.value() == "1" { "fill" } else { "fills" };
    format!(
        "About {} {fill}, {}standard error {}: an estimate from {probes} (seed {seed}), {} of which reached a fill; not a count.",
        estimate.value(),
        interval.unwrap_or_default(),
        estimate.error(),
        estimate.reached
    )
}
