//! Prints the outcome of a search for rules that give a figure, as text and as JSON.

use std::fmt::Write as _;
use std::io::Write;

use comfy_table::{Cell, CellAlignment, Color};
use serde::Serialize;

use super::super::table::{align_right, coloured, empty_table, print_table};
use super::super::{Format, Output, Terminal, Verdict};
use super::REENACTMENTS;
use crate::audit::evidence::Ending;
use crate::engine::EngineError;
use crate::explain::change::Change;
use crate::explain::published::FigureSource;
use crate::explain::reading::Reading;
use crate::explain::search::{FigureQuestion, Hit, OtherFigure, SearchOutcome, search};
use crate::plural::plural;
use crate::rules::Ruleset;
use crate::serial::{Digits, DigitsIfKnown, RulesName};
use crate::size::Size;

const MOST_UNDECIDED: usize = 3;

pub fn run(
    question: &FigureQuestion,
    published: &[FigureSource],
    top: usize,
    format: Format,
    terminal: &Terminal,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let outcome = search(question, terminal)?;
    terminal.clear();
    let answer = || answer(question, published, &outcome);
    format.print(output, answer, |output| print_text(output, question, published, &outcome, top))?;
    if outcome.ending == Ending::Interrupted {
        output.flush()?;
        return Err(EngineError::Stopped.into());
    }
    Ok(match outcome.is_explained(question) {
        Some(true) => Verdict::Well,
        Some(false) => Verdict::Refuted,
        None => Verdict::Undecided,
    })
}

fn print_text(
    output: &mut Output,
    question: &FigureQuestion,
    published: &[FigureSource],
    outcome: &SearchOutcome,
    top: usize,
) -> anyhow::Result<()> {
    let FigureQuestion { size, figure, base, others, .. } = question;
    let has = outcome.base.map_or_else(|| "an unknown number of grids".to_owned(), |count| plural(count, "grid"));
    writeln!(output, "{}, rules {}: {has}. Why {figure}?", size.rows_by_columns(), base.described())?;
    if !published.is_empty() {
        let names: Vec<&str> = published.iter().map(|source| source.source.as_str()).collect();
        writeln!(output, "{figure} is printed by {}.", names.join(", "))?;
    }
    if !others.is_empty() {
        let figures: Vec<String> =
            others.iter().map(|other| format!("{}: {}", other.size.rows_by_columns(), other.figure)).collect();
        writeln!(output, "Its source also says {}.", figures.join(", "))?;
    }
    writeln!(output)?;
    let with = |verdict| outcome.hits.iter().filter(move |hit| hit.explains_all(question) == verdict);
    let (explaining, unknown): (Vec<&Hit>, _) = (with(Some(true)).collect(), with(None).count());
    let all = if others.is_empty() { "" } else { " and every other figure of the source" };
    let is_undecided = outcome.is_explained(question).is_none();
    // A refutation that is not certain is no refutation.
    let none = |text: String| if is_undecided { format!("Undecided: {text}") } else { output.bad(&text) };
    let verdict = match (explaining.as_slice(), outcome.hits.len()) {
        ([], 0) if is_undecided => none(format!("no rule set that was decided gives {figure}.")),
        ([], 0) => none(format!("No rule set that was tried gives {figure}.")),
        ([], n) if unknown > 0 => none(format!(
            "{} {figure}; for {unknown} of them, other figures of the source were not counted in time.",
            sets_give(n)
        )),
        ([], n) => none(format!("{} {figure}, and none of them the other figures of the source.", sets_give(n))),
        ([plain], _) if plain.reading.changes.is_empty() => {
            output.good(&format!("These rules give {figure}{all} as they stand."))
        }
        (hits, _) => output.good(&format!("{} {figure}{all}.", sets_give(hits.len()))),
    };
    writeln!(output, "{verdict}")?;
    if !outcome.hits.is_empty() {
        writeln!(output)?;
        let table = table(output, question, &outcome.hits[..top.min(outcome.hits.len())]);
        print_table(output, &table)?;
        if outcome.hits.len() > top {
            writeln!(output, "... and {} more (--top {0} shows more)", outcome.hits.len() - top)?;
        }
    }
    for hit in &outcome.hits {
        if let Some((engine, count)) = hit.against {
            let line = format!("engines differ: {engine} counts {count} where {}", described(&hit.reading, base));
            writeln!(output, "{}", output.bad(&line))?;
        }
    }
    writeln!(output, "\n{}", searched(question, outcome))?;
    for (reading, why) in outcome.undecided.iter().take(MOST_UNDECIDED) {
        writeln!(output, "  {}: {why}", described(reading, base))?;
    }
    let unnamed = outcome.undecided.len().saturating_sub(MOST_UNDECIDED);
    if unnamed > 0 {
        writeln!(output, "  ... and {unnamed} more")?;
    }
    let is_reenacted = |name: &&str| published.iter().any(|source| source.source == *name);
    let program = REENACTMENTS.map(|program| program.name).into_iter().find(is_reenacted);
    if let Some(name) = program.filter(|_| explaining.is_empty()) {
        writeln!(output, "\nThe program behind {name} is re-enacted by gridcheck explain {name}.")?;
    }
    Ok(())
}

fn sets_give(n: usize) -> String {
    format!("{} {}", plural(n, "rule set"), if n == 1 { "gives" } else { "give" })
}

fn searched(question: &FigureQuestion, outcome: &SearchOutcome) -> String {
    let SearchOutcome { rule_sets, readings, impossible, left, .. } = outcome;
    let mut text = format!(
        "Searched: {} with at most {} changed, and {} of them (a least number of\n\
         white squares, one grid a class, the all-black grid), in {:.1} s. {impossible} more {}.",
        plural(*rule_sets, "rule set"),
        plural(question.most_changes, "rule"),
        plural(*readings, "reading"),
        outcome.seconds,
        if *impossible == 1 { "rule set has no grid of any size" } else { "rule sets have no grid of any size" },
    );
    let ended = match outcome.ending {
        Ending::Interrupted => "Interrupted",
        Ending::OutOfBudget | Ending::Complete => "The time was over",
    };
    // Writing to a `String` cannot fail.
    if *left > 0 {
        let _ = write!(text, "\n{ended} with {} left, those farther away.", plural(*left, "rule set"));
    }
    if !outcome.undecided.is_empty() {
        let _ = write!(text, "\nNot decided, wholly or in part: {}", outcome.undecided.len());
    }
    text
}

fn table(output: &Output, question: &FigureQuestion, hits: &[Hit]) -> comfy_table::Table {
    let mut header = vec!["rules".to_owned(), question.size.rows_by_columns()];
    header.extend(question.others.iter().map(|other| other.size.rows_by_columns()));
    header.push("counted by".to_owned());
    let columns: Vec<usize> = (1..header.len() - 1).collect();
    let mut table = empty_table(output, header);
    for hit in hits {
        let mut row =
            vec![Cell::new(described(&hit.reading, &question.base)), figure(output, Some(question.figure), true)];
        for (count, other) in hit.elsewhere.iter().zip(&question.others) {
            row.push(figure(output, *count, *count == Some(other.figure)));
        }
        row.push(Cell::new(hit.engines.join(", ")));
        table.add_row(row);
    }
    align_right(&mut table, &columns);
    table
}

fn figure(output: &Output, count: Option<u128>, is_right: bool) -> Cell {
    let Some(count) = count else { return Cell::new("–") };
    let cell = if is_right {
        coloured(output, count, Color::Green)
    } else {
        coloured(output, format!("{count} (no)"), Color::Red)
    };
    cell.set_alignment(CellAlignment::Right)
}

/// Describes the changes of a reading, each with its effect.
fn described(reading: &Reading, base: &Ruleset) -> String {
    if reading.changes.is_empty() {
        return "no change".to_owned();
    }
    let changes = reading.changes.iter().map(|change| match change.published_as() {
        Some(variant) => format!("{change} ({}, as in {variant})", change.kind(base)),
        None => format!("{change} ({})", change.kind(base)),
    });
    changes.collect::<Vec<_>>().join("; ")
}

/// The report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainAnswer<'a> {
    size: Size,
    rules: RulesName,
    #[serde(with = "Digits")]
    figure: u128,
    #[serde(with = "DigitsIfKnown")]
    count: Option<u128>,
    published_by: Vec<&'a str>,
    hits: Vec<HitAnswer<'a>>,
    searched: Extent,
}

/// A rule set that gives the figure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HitAnswer<'a> {
    changes: Vec<ChangedRule>,
    /// Null if the figures that were counted are right and others were not counted in time.
    explains_all: Option<bool>,
    engines: &'a [&'static str],
    /// An engine that gives another count.
    against: Option<EngineCount>,
    elsewhere: Vec<OtherAnswer>,
}

/// The count of an engine.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineCount {
    pub engine: &'static str,
    #[serde(with = "Digits")]
    pub count: u128,
}

/// Another figure of the source.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OtherAnswer {
    size: Size,
    #[serde(with = "Digits")]
    published: u128,
    #[serde(with = "DigitsIfKnown")]
    count: Option<u128>,
}

/// A changed rule.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ChangedRule {
    rule: &'static str,
    change: String,
    kind: String,
    steps: usize,
    published_as: Option<&'static str>,
}

/// The extent of the search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Extent {
    most_changes: usize,
    rule_sets: usize,
    readings: usize,
    impossible: usize,
    left: usize,
    undecided: Vec<UndecidedRules>,
    complete: bool,
    seconds: f64,
}

/// A rule set that was not decided.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct UndecidedRules {
    changes: Vec<ChangedRule>,
    why: String,
}

fn answer<'a>(
    question: &FigureQuestion,
    published: &'a [FigureSource],
    outcome: &'a SearchOutcome,
) -> ExplainAnswer<'a> {
    let FigureQuestion { size, figure, base, others, most_changes, .. } = question;
    let elsewhere = |(&count, &OtherFigure { size, figure, .. }): (&Option<u128>, &OtherFigure)| OtherAnswer {
        size,
        published: figure,
        count,
    };
    let hit = |hit: &'a Hit| HitAnswer {
        changes: changes(&hit.reading, base),
        explains_all: hit.explains_all(question),
        engines: &hit.engines,
        against: hit.against.map(|(engine, count)| EngineCount { engine, count }),
        elsewhere: hit.elsewhere.iter().zip(others).map(elsewhere).collect(),
    };
    let undecided =
        |(reading, why): &(Reading, String)| UndecidedRules { changes: changes(reading, base), why: why.clone() };
    ExplainAnswer {
        size: *size,
        rules: base.into(),
        figure: *figure,
        count: outcome.base,
        published_by: published.iter().map(|source| source.source.as_str()).collect(),
        hits: outcome.hits.iter().map(hit).collect(),
        searched: Extent {
            most_changes: *most_changes,
            rule_sets: outcome.rule_sets,
            readings: outcome.readings,
            impossible: outcome.impossible,
            left: outcome.left,
            undecided: outcome.undecided.iter().map(undecided).collect(),
            complete: outcome.ending == Ending::Complete,
            seconds: outcome.seconds,
        },
    }
}

fn changes(reading: &Reading, base: &Ruleset) -> Vec<ChangedRule> {
    let change = |change: &Change| ChangedRule {
        rule: change.rule(),
        change: change.to_string(),
        kind: change.kind(base).to_string(),
        steps: change.steps(base),
        published_as: change.published_as(),
    };
    reading.changes.iter().map(change).collect()
}
