//! Prints answers about fills.

use std::io::Write;

use comfy_table::Cell;

use super::super::table::{agreement, align_right, empty_table, print_table};
use super::super::{Output, Print};
use crate::ask::failure::Failure;
use crate::ask::fill::report::{
    Classes, CompareReport, FillCount, FillEstimate, FillReport, FilledGrid, NoFill, NoFillReason, Progress,
    RankedWords, Unfinished, fill_in_words,
};
use crate::fill::candidates::Candidate;
use crate::fill::compare::Difference;
use crate::plural::plural;

/// Maximum number of words for a slot in text.
const MAX_CANDIDATES: usize = 20;

impl Print for FillReport<'_> {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        match self {
            FillReport::Fill(fill) => print_fill(fill, output),
            FillReport::None(none) => Ok(writeln!(output, "{}", without_fill(none))?),
            FillReport::Count(count) => Ok(writeln!(output, "{}", number(count))?),
            FillReport::Unfinished(unfinished) => print_unfinished(unfinished, output),
            FillReport::Comparison(report) => print_comparison(report, output),
            FillReport::Candidates(words) => print_candidates(words, output),
        }
    }
}

/// Prints a fill, or a word for a slot, on one line. Other reports are the same as in text.
pub(super) fn print_line(report: &FillReport<'_>, output: &mut Output) -> Result<(), Failure> {
    match report {
        FillReport::Fill(fill) => Ok(writeln!(output, "{}", fill.rows.join("/"))?),
        FillReport::Candidates(RankedWords { candidates, .. }) => {
            candidates.iter().try_for_each(|candidate| Ok(writeln!(output.until_closed(), "{}", candidate.word)?))
        }
        FillReport::None(_) | FillReport::Count(_) | FillReport::Unfinished(_) | FillReport::Comparison(_) => {
            report.print(output)
        }
    }
}

fn print_fill(fill: &FilledGrid<'_>, output: &mut Output) -> Result<(), Failure> {
    writeln!(output, "{}", fill.rows.join("\n"))?;
    if let Some(scores) = fill.scores {
        writeln!(output, "\nMean score {:.2}, lowest {}.", scores.mean, scores.minimum)?;
    }
    Ok(())
}

fn without_fill(none: &NoFill) -> String {
    match none.reason() {
        NoFillReason::Impossible(why) => format!("There is no fill. {why}."),
        NoFillReason::Unmet(why) => format!("There is no fill: {why}."),
        NoFillReason::Unexplained { are_demanded } => {
            format!("There is {}. The search for the reason was stopped.", fill_in_words(*are_demanded))
        }
        NoFillReason::OutOfTime(seconds) => format!("Undecided: stopped at the limit of {seconds} s."),
    }
}

fn number(count: &FillCount) -> String {
    match count.up_to_transposition {
        None => count.count.to_string(),
        Some(Classes { count: classes, pairs, word_squares }) => {
            let (pairs, squares) = (plural(pairs, "pair"), plural(word_squares, "word square"));
            format!("{classes} up to transposition: {pairs}, {squares} ({})", plural(count.count, "fill"))
        }
    }
}

/// Prints an estimate, labelled as such, below the progress of a count that was not finished.
fn print_unfinished(unfinished: &Unfinished, output: &mut Output) -> Result<(), Failure> {
    if let Some(&Progress { pieces_done, pieces, found_in_them: found, seconds }) = unfinished.progress() {
        let (pieces, found) = (plural(pieces, "piece"), plural(found, "fill"));
        writeln!(output, "Not counted in {seconds} s: {pieces_done} of {pieces} done, {found} in them.")?;
    }
    Ok(writeln!(output, "{}", in_words(unfinished.estimate()))?)
}

fn in_words(estimate: &FillEstimate) -> String {
    let FillEstimate { mean, standard_error, interval, log10: _, probes, reached, seed, varies } = estimate;
    let probes = plural(*probes, "probe");
    if *reached == 0 {
        return format!("No estimate: none of {probes} (seed {seed}) reached a fill.");
    }
    // If all probes agree, the interval is a single number.
    let interval = interval.as_ref().filter(|_| *varies);
    let interval = interval.map_or(String::new(), |[low, high]| format!("probably {low} to {high}, "));
    let fill = if mean == "1" { "fill" } else { "fills" };
    format!(
        "About {mean} {fill}, {interval}standard error {standard_error}: an estimate from {probes} (seed {seed}), {reached} of them reached a fill; not a count."
    )
}

fn print_candidates(words: &RankedWords, output: &mut Output) -> Result<(), Failure> {
    let RankedWords { slot, fitting, candidates } = words;
    let scored = candidates.iter().any(|candidate| candidate.score != 0);
    let (fits, kept) = (plural(*fitting, "word"), candidates.len());
    writeln!(output, "{slot}: {fits} with the letters given, {kept} that leave a word for every crossing")?;
    for Candidate { word, score, left, .. } in candidates.iter().take(MAX_CANDIDATES) {
        let score = if scored { format!("  {score:>4}") } else { String::new() };
        let left = left.iter().map(|left| left.map_or("-".to_owned(), |left| left.to_string()));
        writeln!(output, "  {word}{score}  leaves {}", left.collect::<Vec<_>>().join(" "))?;
    }
    if kept > MAX_CANDIDATES {
        writeln!(output, "  … and {} more (--format line or json prints all)", kept - MAX_CANDIDATES)?;
    }
    Ok(())
}

fn print_comparison(report: &CompareReport, output: &mut Output) -> Result<(), Failure> {
    let comparison = &report.comparison;
    let once = if report.is_distinct { ", each at most once" } else { "" };
    let (slots, words) = (plural(report.slots, "slot"), plural(report.words, "word"));
    writeln!(output, "{slots}, {words}{once}\n")?;
    let mut table = empty_table(output, ["engine", "count", "digest", "valid", "time", "agrees?"]);
    for answer in &comparison.answers {
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
    match &comparison.answers[..] {
        [_] if comparison.agree => {
            writeln!(output, "One engine only: nothing to compare its answer with but the validator.")?;
        }
        [first, ..] if comparison.agree => {
            let agreed = format!(
                "All {} engines agree: the same {}.",
                comparison.answers.len(),
                plural(first.sum.count, "fill")
            );
            writeln!(output, "{}", output.good(&agreed))?;
        }
        _ => writeln!(output, "{}", output.bad("They do not agree."))?,
    }
    for Difference { rows, engines, flaws } in &comparison.differences {
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
