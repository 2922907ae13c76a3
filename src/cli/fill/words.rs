//! Prints answers about fills, as text and as JSON.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use comfy_table::Cell;
use serde::Serialize;

use super::super::table::{agreement, align_right, empty_table, print_table};
use super::super::{Format, Output, Verdict, write_json};
use crate::fill::backtrack::{Estimate, Scored, scientific};
use crate::fill::candidates::{Candidate, Candidates, candidates};
use crate::fill::compare::{Difference, FillComparison, Mirrored};
use crate::fill::core::Core;
use crate::fill::demands::Demands;
use crate::fill::question::Question;
use crate::plural::plural;
use crate::serial::{AsSquare, Digits};
use crate::words::Word;

/// The progress of an unfinished count.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    pub pieces_done: u64,
    pub pieces: u64,
    #[serde(with = "Digits")]
    pub found_in_them: u128,
    pub seconds: u64,
}

/// Prints answers to a question.
pub struct FillPrinter<'q> {
    pub question: &'q Question,
    pub format: Format,
}

impl FillPrinter<'_> {
    /// Prints one fill; `first` is `true` if none was printed before. The scores are printed if some word has one.
    pub fn fill(&self, fill: &Scored, first: bool, output: &mut impl Write) -> anyhow::Result<()> {
        let rows = self.question.rows(&fill.fill);
        let scored = fill.scores.iter().any(|&score| score != 0);
        let (mean, minimum) = ((100.0 * fill.mean()).round() / 100.0, fill.minimum());
        match self.format {
            Format::Json => {
                write_json(output, &FillAnswer { rows, scores: scored.then_some(ScoresAnswer { mean, minimum }) })?;
            }
            Format::Line => writeln!(output, "{}", rows.join("/"))?,
            _ => {
                writeln!(output, "{}{}", if first { "" } else { "\n" }, rows.join("\n"))?;
                if scored {
                    writeln!(output, "\nMean score {mean:.2}, lowest {minimum}.")?;
                }
            }
        }
        Ok(())
    }

    /// Prints the words for one slot, the best first.
    pub fn candidates(&self, slot: &str, output: &mut Output) -> anyhow::Result<Verdict> {
        let slots = self.question.slots();
        let found = slots.iter().position(|its| is_named(&its.word, slot));
        let Some(number) = found else {
            let example = slots.first().map_or(String::new(), |its| format!(", as in {}", its.word));
            bail!("--candidates {slot}: no such slot is to be filled: expected a number and a direction{example}");
        };
        let Candidates { fitting, words } = candidates(self.question, number);
        let name = slots[number].word.to_string();
        let scored = words.iter().any(|candidate| candidate.score != 0);
        match self.format {
            Format::Json => write_json(output, &CandidatesAnswer { slot: name, fitting, candidates: &words })?,
            Format::Line => {
                for Candidate { word, .. } in &words {
                    writeln!(output.until_closed(), "{word}")?;
                }
            }
            _ => {
                let (fits, kept) = (plural(fitting, "word"), words.len());
                writeln!(output, "{name}: {fits} with the letters given, {kept} that leave a word for every crossing")?;
                for Candidate { word, score, left, .. } in words.iter().take(MOST_CANDIDATES) {
                    let score = if scored { format!("  {score:>4}") } else { String::new() };
                    let left = left.iter().map(|left| left.map_or("-".to_owned(), |left| left.to_string()));
                    writeln!(output, "  {word}{score}  leaves {}", left.collect::<Vec<_>>().join(" "))?;
                }
                if kept > MOST_CANDIDATES {
                    writeln!(output, "  … and {} more (--format line or json prints all)", kept - MOST_CANDIDATES)?;
                }
            }
        }
        Ok(Verdict::well_if(!words.is_empty()))
    }

    /// Prints that no fill meets the demands, although there are others.
    pub fn unmet(&self, output: &mut Output) -> anyhow::Result<()> {
        let why = "no fill meets --require, --theme, --no-shared and --one-form; without them there are fills";
        self.format.print_line(output, &NoFillAnswer::new(why), format!("There is no fill: {why}."))
    }

    pub fn impossible(&self, core: &Core, output: &mut Output) -> anyhow::Result<()> {
        let place = |&square: &usize| {
            let square = &self.question.squares()[square];
            AsSquare::from((square.row, square.column))
        };
        let squares = core.squares.as_ref().map(|squares| squares.iter().map(place).collect());
        let core_answer = CoreAnswer { slots: core.slot_names(), squares, distinct: core.distinct };
        let why = core.to_string();
        let answer = NoFillAnswer { core: Some(core_answer), ..NoFillAnswer::new(&why) };
        self.format.print_line(output, &answer, format!("There is no fill. {core}."))
    }

    /// Prints that there is no fill, and that the search for the reason was stopped.
    pub fn unexplained(&self, demands: &Demands, output: &mut Output) -> anyhow::Result<()> {
        let fill = if demands.is_empty() { "no fill" } else { "no fill that meets the demands" };
        let why = format!("there is {fill}; the search for the reason was stopped");
        let line = format!("There is {fill}. The search for the reason was stopped.");
        self.format.print_line(output, &NoFillAnswer::new(&why), line)
    }

    pub fn undecided(&self, budget: Duration, output: &mut Output) -> anyhow::Result<()> {
        let seconds = budget.as_secs();
        let answer = &format!("not decided in {seconds} s");
        let line = format!("Undecided: stopped at the limit of {seconds} s.");
        self.format.print_line(output, &NoFillAnswer::new(answer), line)
    }

    pub fn count(
        &self,
        count: u128,
        mirrored: Option<Mirrored>,
        engine: &str,
        seconds: f64,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let classes = mirrored.and_then(|mirrored| mirrored.classes());
        let of_classes =
            |(Mirrored { pairs, symmetric, .. }, count)| ClassesAnswer { count, pairs, word_squares: symmetric };
        let answer = FillCountAnswer {
            engine,
            count,
            distinct: self.question.is_distinct(),
            words: self.question.list().len(),
            seconds,
            up_to_transposition: mirrored.zip(classes).map(of_classes),
        };
        let line = mirrored.zip(classes).map_or_else(
            || count.to_string(),
            |(mirrored, classes)| {
                let (pairs, squares) = (plural(mirrored.pairs, "pair"), plural(mirrored.symmetric, "word square"));
                format!("{classes} up to transposition: {pairs}, {squares} ({})", plural(count, "fill"))
            },
        );
        self.format.print_line(output, &answer, line)
    }

    /// Prints an estimate, labelled as such.
    pub fn estimate(&self, estimate: &Estimate, seed: u64, output: &mut Output) -> anyhow::Result<()> {
        self.format.print_line(output, &UnfinishedAnswer::new(None, estimate, seed), in_words(estimate, seed))
    }

    /// Prints the progress of an unfinished count, and an estimate of the whole.
    pub fn unfinished(
        &self,
        progress: &Progress,
        estimate: &Estimate,
        seed: u64,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let &Progress { pieces_done, pieces, found_in_them: found, seconds } = progress;
        let (pieces, found) = (plural(pieces, "piece"), plural(found, "fill"));
        let done = format!("Not counted in {seconds} s: {pieces_done} of {pieces} done, {found} in them.");
        let line = format!("{done}\n{}", in_words(estimate, seed));
        self.format.print_line(output, &UnfinishedAnswer::new(Some(progress), estimate, seed), line)
    }

    pub fn report(&self, report: &FillComparison, output: &mut Output) -> anyhow::Result<()> {
        if self.format == Format::Json {
            return Ok(write_json(output, report)?);
        }
        let once = if self.question.is_distinct() { ", each at most once" } else { "" };
        let (slots, words) = (plural(self.question.slots().len(), "slot"), plural(self.question.list().len(), "word"));
        writeln!(output, "{slots}, {words}{once}\n")?;
        let mut table = empty_table(output, ["engine", "count", "digest", "valid", "time", "agrees?"]);
        for answer in &report.answers {
            table.add_row([
                Cell::new(answer.name),
                Cell::new(answer.sum.count),
                Cell::new(answer.sum.digest.short()),
                Cell::new(answer.sum.count - u128::from(answer.invalid)),
                Cell::new(format!("{:.3} s", answer.seconds)),
                agreement(output, answer.agrees),
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

const MOST_CANDIDATES: usize = 20;

/// Returns `true` if a text names a word, as in `7D`, `7 down` or `7-Down`.
fn is_named(word: &Word, text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let direction = text[digits..].trim_start_matches(['-', ' ']).to_ascii_lowercase();
    let name = word.direction.title().to_ascii_lowercase();
    text[..digits] == word.number.to_string() && !direction.is_empty() && name.starts_with(&direction)
}

/// A fill.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillAnswer {
    #[cfg_attr(feature = "schema", schemars(with = "crate::serial::AsRows<()>"))]
    rows: Vec<String>,
    /// The scores of the words with `--best` and `--vary`, if some word has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ScoresAnswer"))]
    scores: Option<ScoresAnswer>,
}

/// The scores of the words of a fill.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScoresAnswer {
    mean: f64,
    minimum: i64,
}

/// The words for a slot.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidatesAnswer<'a> {
    slot: String,
    /// The number of words with the letters given.
    fitting: usize,
    candidates: &'a [Candidate],
}

/// No fill was found. A fill has rows instead.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoFillAnswer<'a> {
    rows: (),
    why: &'a str,
    #[serde(flatten)]
    core: Option<CoreAnswer>,
}

impl<'a> NoFillAnswer<'a> {
    fn new(why: &'a str) -> Self {
        NoFillAnswer { rows: (), why, core: None }
    }
}

/// The conflict, if there is no fill.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CoreAnswer {
    slots: Vec<String>,
    squares: Option<Vec<AsSquare>>,
    distinct: bool,
}

/// The number of fills.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FillCountAnswer<'a> {
    engine: &'a str,
    #[serde(with = "Digits")]
    count: u128,
    distinct: bool,
    words: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "ClassesAnswer"))]
    up_to_transposition: Option<ClassesAnswer>,
}

/// The result of `--up-to-transposition`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ClassesAnswer {
    #[serde(with = "Digits")]
    count: u128,
    #[serde(with = "Digits")]
    pairs: u128,
    #[serde(with = "Digits")]
    word_squares: u128,
}

/// An estimate, and the progress of a count that was not finished.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnfinishedAnswer<'a> {
    count: (),
    #[serde(flatten)]
    progress: Option<&'a Progress>,
    estimate: EstimateAnswer,
}

/// The estimate; mean, error and interval are numbers as text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EstimateAnswer {
    mean: String,
    standard_error: String,
    interval: Option<[String; 2]>,
    log10: Option<f64>,
    probes: u64,
    reached: u64,
    seed: u64,
}

impl<'a> UnfinishedAnswer<'a> {
    fn new(progress: Option<&'a Progress>, estimate: &Estimate, seed: u64) -> Self {
        let estimate = EstimateAnswer {
            mean: estimate.value(),
            standard_error: estimate.error(),
            interval: estimate.interval().map(|(low, high)| [scientific(low), scientific(high)]),
            log10: estimate.log10.is_finite().then_some(estimate.log10),
            probes: estimate.probes,
            reached: estimate.reached,
            seed,
        };
        UnfinishedAnswer { count: (), progress, estimate }
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
