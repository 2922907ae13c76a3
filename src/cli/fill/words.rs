//! Prints answers about fills, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use comfy_table::{Cell, Color};
use serde_json::{Value, json};

use super::super::format::Format;
use super::super::output::Output;
use super::super::table::{align_right, empty_table};
use crate::fill::backtrack::{Estimate, scientific};
use crate::fill::compare::{Difference, Mirrored, Report};
use crate::fill::core::Core;
use crate::fill::question::Question;
use crate::plural::plural;

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

    /// Prints one fill; `first` is `true` if none was printed before.
    pub fn fill(&self, fill: &[u8], first: bool, output: &mut impl Write) -> anyhow::Result<()> {
        let rows = self.question.rows(fill);
        match self.format {
            Format::Json => writeln!(output, "{}", json!({ "rows": rows }))?,
            Format::Line => writeln!(output, "{}", rows.join("/"))?,
            _ if first => writeln!(output, "{}", rows.join("\n"))?,
            _ => writeln!(output, "\n{}", rows.join("\n"))?,
        }
        Ok(())
    }

    /// Prints that there is no fill, and the reason.
    pub fn impossible(&self, core: &Core, output: &mut Output) -> anyhow::Result<()> {
        if self.is_json() {
            let square = |(row, column)| json!({ "row": row, "column": column });
            let answer = json!({
                "rows": null,
                "why": core.to_string(),
                "slots": core.slot_names(),
                "squares": core.squares.as_ref().map(|_| core.places().into_iter().map(square).collect::<Vec<_>>()),
                "distinct": core.distinct,
            });
            writeln!(output, "{answer}")?;
        } else {
            writeln!(output, "There is no fill. {core}.")?;
        }
        Ok(())
    }

    /// Prints that no fill was found within the time limit.
    pub fn undecided(&self, budget: Duration, output: &mut Output) -> anyhow::Result<()> {
        let seconds = budget.as_secs();
        if self.is_json() {
            writeln!(output, "{}", json!({ "rows": null, "why": format!("not decided in {seconds} s") }))?;
        } else {
            writeln!(output, "Not decided in {seconds} s: no fill was found, and that there is none is not shown.")?;
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
            let mut answer = json!({
                "engine": engine,
                "count": count.to_string(),
                "distinct": self.question.is_distinct(),
                "words": self.question.list().len(),
                "seconds": seconds,
            });
            if let (Some(mirrored), Some(classes)) = (mirrored, classes) {
                answer["up_to_transposition"] = json!({
                    "count": classes.to_string(),
                    "pairs": mirrored.pairs.to_string(),
                    "word_squares": mirrored.symmetric.to_string(),
                });
            }
            writeln!(output, "{answer}")?;
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
            writeln!(output, "{}", json!({ "count": null, "estimate": as_json(estimate, seed) }))?;
        } else {
            writeln!(output, "{}", in_words(estimate, seed))?;
        }
        Ok(())
    }

    /// Prints the progress of an unfinished count, and an estimate of the whole.
    pub fn unfinished(
        &self,
        (done, pieces, found): (u64, u64, u128),
        budget: Duration,
        estimate: &Estimate,
        seed: u64,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let seconds = budget.as_secs();
        if self.is_json() {
            let answer = json!({
                "count": null,
                "pieces_done": done,
                "pieces": pieces,
                "found_in_them": found.to_string(),
                "seconds": seconds,
                "estimate": as_json(estimate, seed),
            });
            writeln!(output, "{answer}")?;
        } else {
            writeln!(
                output,
                "Not counted in {seconds} s: {done} of {} done, {} in them.",
                plural(pieces, "piece"),
                plural(found, "fill")
            )?;
            writeln!(output, "{}", in_words(estimate, seed))?;
        }
        Ok(())
    }

    /// Prints a comparison.
    pub fn report(&self, report: &Report, output: &mut Output) -> anyhow::Result<()> {
        if self.is_json() {
            writeln!(output, "{}", serde_json::to_string(report)?)?;
            return Ok(());
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
        for line in table.lines() {
            writeln!(output, "{}", line.trim())?;
        }
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

fn as_json(estimate: &Estimate, seed: u64) -> Value {
    json!({
        "mean": estimate.value(),
        "standard_error": estimate.error(),
        "interval": estimate.interval().map(|(low, high)| [scientific(low), scientific(high)]),
        "log10": estimate.log10.is_finite().then_some(estimate.log10),
        "probes": estimate.probes,
        "reached": estimate.reached,
        "seed": seed,
    })
}

fn in_words(estimate: &Estimate, seed: u64) -> String {
    let probes = plural(estimate.probes, "probe");
    if estimate.reached == 0 {
        return format!("No estimate: none of {probes} (seed {seed}) reached a fill.");
    }
    // If all probes agree, the interval is a single number.
    let interval = estimate.interval().filter(|_| estimate.relative_error > 0.0);
    let interval = interval.map(|(low, high)| format!("probably {} to {}, ", scientific(low), scientific(high)));
    format!(
        "About {} fills, {}standard error {}: an estimate from {probes} (seed {seed}), {} of which reached a fill; not a count.",
        estimate.value(),
        interval.unwrap_or_default(),
        estimate.error(),
        estimate.reached
    )
}
