//! Questions about the grids of a file.

use std::io::Cursor;

use anyhow::{anyhow, bail};
use gridcheck::complete::broken_already;
use gridcheck::constraint::Constraint;
use gridcheck::formats::source::{As, Checked, FoundShape, Source};
use gridcheck::formats::text::Options as Glyphs;
use gridcheck::lint::codes::Code;
use gridcheck::reports::complete::{Analysis, analysed, problem_of, sentence_on_broken};
use gridcheck::reports::convert::{OutputForm, must_fit, write};
use gridcheck::reports::names::{code_named, profile_named};
use gridcheck::reports::repair::{self, GridPlace, RepairBasis, RepairOutcome, RepairedGrid, repaired};
use gridcheck::reports::stats::{PuzzleRow, Row, links};
use gridcheck::reports::validate::{BaselineState, Judge, Judged, Selection};
use gridcheck::run::Run;
use gridcheck::run::watch::Unwatched;
use gridcheck::shape::Shape;
use gridcheck::stats::{Stats, satisfied};
use serde::Deserialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{Rules, asked, constraints, limit, one_of, parsed, ruleset, unnamed};
use crate::{Answer, Listener, Reply, Written, answer, tell, told};

/// The time limits of the command.
const COMPLETE_SECONDS: f64 = 10.0;
const REPAIR_SECONDS: f64 = 60.0;

/// Reads a file to its end for mistakes.
fn checked(name: &str, bytes: Vec<u8>) -> anyhow::Result<Checked> {
    Ok(Source::stream(name, Cursor::new(bytes)).check_shaped(As::Recognised, Glyphs::default())?)
}

/// Reports each grid of a file that satisfies the constraints; `index` is its number in the file, from 0.
fn each_grid(
    reply: &mut Reply,
    name: &str,
    file: Vec<u8>,
    constraints: &[Constraint],
    report: impl Fn(&mut Reply, usize, &FoundShape) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut source = checked(name, file)?;
    reply.add_notes(name, source.notes());
    for (index, found) in source.shapes()?.enumerate() {
        let found = found?;
        if satisfied(&found, constraints) {
            report(reply, index, &found)?;
        }
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Validate {
    #[serde(default = "unnamed")]
    name: String,
    rules: Option<Rules>,
    profile: Option<String>,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
    #[serde(default)]
    select: Vec<String>,
    #[serde(default)]
    ignore: Vec<String>,
}

fn codes_of(names: &[String]) -> anyhow::Result<Vec<&'static Code>> {
    names.iter().map(|name| code_named(name).map_err(|error| anyhow!("{name}: {error}"))).collect()
}

/// Judges every grid of a file.
#[wasm_bindgen]
pub fn validate(options: &str, file: Vec<u8>) -> Answer {
    answer(|reply| {
        let Validate { name, rules, profile, constraints: texts, select, ignore } = parsed(options)?;
        one_of(rules.as_ref(), profile.as_deref())?;
        let constraints = constraints(&texts)?;
        let selection = Selection { select: codes_of(&select)?, ignore: codes_of(&ignore)? };
        let judge = match &profile {
            Some(profile) => Judge::by_profile(profile_named(profile)?, &selection),
            None => Judge::by_rules(&ruleset(rules.as_ref())?, &selection),
        };
        selection.must_be_checked_by(&judge)?;
        each_grid(reply, &name, file, &constraints, |reply, index, found| {
            let shape = Shape::from(found);
            let (by, linter) = judge.linter(shape);
            let findings = linter.findings_of(shape, found.file.as_deref());
            let known = vec![BaselineState::NoBaseline; findings.len()];
            let (file, line, findings, known) = (&*name, found.line, &*findings, &*known);
            reply.add(&Judged { file, index, line, shape, by, findings, known, repair: None }.report())
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measure {
    #[serde(default = "unnamed")]
    name: String,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
}

/// Measures every grid of a file.
#[wasm_bindgen]
pub fn stats(options: &str, file: Vec<u8>) -> Answer {
    answer(|reply| {
        let Measure { name, constraints: texts } = parsed(options)?;
        let constraints = constraints(&texts)?;
        each_grid(reply, &name, file, &constraints, |reply, index, found| {
            let row = Row { file: &name, index: index + 1, line: found.line, stats: &Stats::of(found) };
            reply.add(&PuzzleRow { row, links: links(found) })
        })
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Complete {
    #[serde(default = "unnamed")]
    name: String,
    rules: Option<Rules>,
    profile: Option<String>,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
    #[serde(rename = "timeLimit")]
    time_limit: Option<f64>,
}

/// Analyses a partly painted grid.
#[wasm_bindgen]
pub fn complete(options: &str, file: Vec<u8>, listener: &Listener) -> Answer {
    answer(|reply| {
        let Complete { name, rules, profile, constraints: texts, time_limit } = parsed(options)?;
        let (rules, profile) = asked(rules.as_ref(), profile.as_deref())?;
        let (givens, notes) = Source::stream(&name, Cursor::new(file)).givens()?;
        reply.add_notes(&name, &notes);
        let (problem, house) = problem_of(&name, givens, rules, profile, &constraints(&texts)?)?;
        reply.notes.extend(problem.notes());
        reply.notes.extend(house.iter().flat_map(|house| house.notes()));
        let broken = broken_already(&problem);
        reply.notes.extend(sentence_on_broken(&name, &problem, &broken));
        let (house, limit) = (house.as_ref(), limit(time_limit, COMPLETE_SECONDS)?);
        let (file, problem) = (name.as_str(), &problem);
        let on_part = |answer: &_| tell(listener, &Analysis { file, problem, house, answer }.report());
        let answer = &analysed(problem, house, limit, !broken.is_empty(), &Unwatched, &on_part)?;
        reply.add(&Analysis { file, problem, house, answer }.report())
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repair {
    #[serde(default = "unnamed")]
    name: String,
    rules: Option<Rules>,
    profile: Option<String>,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
    /// Rows in which `?` may change.
    keep: Option<String>,
    #[serde(default = "one")]
    count: usize,
    #[serde(default)]
    all: bool,
    #[serde(rename = "timeLimit")]
    time_limit: Option<f64>,
}

fn one() -> usize {
    1
}

/// Finds the valid grids nearest to each grid of a file.
#[wasm_bindgen]
pub fn repair(options: &str, file: Vec<u8>, listener: &Listener) -> Answer {
    answer(|reply| {
        let Repair { name, rules, profile, constraints: texts, keep, count, all, time_limit } = parsed(options)?;
        one_of(rules.as_ref(), profile.as_deref())?;
        if count == 0 {
            bail!("count: expected a whole number from 1");
        }
        let by = match &profile {
            Some(profile) => RepairBasis::of_profile(profile_named(profile)?),
            None => RepairBasis::Rules(ruleset(rules.as_ref())?),
        };
        let keep = keep.map(|rows| Source::stream("keep", Cursor::new(rows)).givens()).transpose()?;
        let keep = keep.as_ref().map(|(givens, _)| ("keep", givens));
        let (constraints, limit) = (constraints(&texts)?, limit(time_limit, REPAIR_SECONDS)?);
        let mut source = checked(&name, file)?;
        reply.add_notes(&name, source.notes());
        for (index, found) in source.grids()?.enumerate() {
            let found = found?;
            let at = GridPlace { file: &name, index, line: found.line };
            let (problem, profile) = repair::problem_of(at, &found.grid, &by, &constraints, keep)?;
            let most = if all { usize::MAX } else { count };
            let of = |outcome| RepairedGrid::new(at, &found.grid, &problem, profile, outcome);
            let on_bound = |fewest| tell(listener, &of(RepairOutcome::OutOfTime(fewest)).report());
            let outcome = repaired(&problem, &found.grid, most, limit, (&Run::new(), &Unwatched), on_bound)?;
            reply.add(&of(outcome).report())?;
        }
        Ok(())
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Convert {
    #[serde(default = "unnamed")]
    name: String,
    to: String,
}

/// Converts a file to another format.
#[wasm_bindgen]
pub fn convert(options: &str, file: Vec<u8>) -> Result<Written, JsError> {
    let converted = || -> anyhow::Result<Written> {
        let Convert { name, to } = parsed(options)?;
        let form = OutputForm::named(&to).ok_or_else(|| {
            let known: Vec<&str> = OutputForm::all().map(OutputForm::name).collect();
            anyhow!("to: no format `{to}`, expected one of {}", known.join(", "))
        })?;
        let mut source = checked(&name, file)?;
        must_fit(&source, form)?;
        let mut bytes = Vec::new();
        let outcome = write(form, &mut source, &|file| file.left_out().collect(), &Run::new(), &mut bytes)?;
        let mut reply = Reply::default();
        reply.add_notes(&name, &[source.notes(), &outcome.lost, &outcome.notes].concat());
        Ok(Written { bytes, notes: reply.notes })
    };
    converted().map_err(|error| told(&error))
}
