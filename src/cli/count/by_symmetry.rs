//! `gridcheck count --by symmetry`: counts the grids by type of symmetry, as a table.
//!
//! If counting all grids would take unreasonably long, the types that need that count are left out, and the others are still
//! counted.

use std::io::Write;
use std::time::Instant;

use comfy_table::Table;
use serde::Serialize;

use super::super::engines::Asked;
use super::super::format::Format;
use super::super::output::{Output, write_json};
use super::super::report;
use super::super::table::{align_right, empty_table};
use super::super::terminal::Terminal;
use super::Verdict;
use super::by_measures::MeasureQuery;
use crate::classes::{Classes, Counted, Scope, TypeCount, classify};
use crate::engines::ENGINES;
use crate::plural::plural;
use crate::problem::Problem;
use crate::rules::Symmetry;
use crate::run::blocks::SumKind;
use crate::run::watch::Watch;
use crate::serial::AsText;
use crate::size::Size;

/// A cell for a value that was not counted.
const NOTHING: &str = "–";

/// Counts with the engine of that name, or the fastest for each symmetry, and prints a table.
pub fn run(asked: &MeasureQuery, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
    let &MeasureQuery { problem, engine: name, programs, format } = asked;
    let start = Instant::now();
    let out_of_reach = out_of_reach(problem, name);
    let scope = if out_of_reach.is_some() { Scope::Symmetrical } else { Scope::Whole };
    let classes = classify(problem, scope, |part| {
        let engine = Asked::number(part).prepared_or_fastest(name, programs, terminal)?;
        let count = engine.count(&terminal.run(engine.name()))?;
        terminal.learned(format!("{} of symmetry {}", plural(count, "grid"), part.rules().symmetry.name()));
        anyhow::Ok(Counted { count, engines: vec![engine.name()] })
    })?;
    let seconds = start.elapsed().as_secs_f64();
    terminal.clear();
    let own = problem.rules().symmetry;
    if format == Format::Json {
        let symmetry = own.name();
        let left_out = out_of_reach.map(|why| ExcludedType { letter: type_name(own), symmetry, why });
        let answer = ClassesAnswer {
            size: problem.size(),
            rules: problem.rules().described(),
            types: classes.kinds.iter().map(TypeAnswer::from).collect(),
            left_out,
            primitive: classes.primitive().map(AsText),
            total: classes.total.map(AsText),
            seconds,
            notes: problem.notes(),
        };
        write_json(output, &answer)?;
    } else {
        let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
        writeln!(output, "{size} grids, rules {rules}, by symmetry\n\n{}", table(output, &classes, own))?;
        if let Some(why) = &out_of_reach {
            report(&format!("note: type {} is left out, it needs a count of all grids: {why}", type_name(own)));
        }
    }
    Ok(Verdict::Well)
}

/// Returns why all grids cannot be counted in reasonable time, or `None` if they can.
fn out_of_reach(problem: &Problem, name: Option<&str>) -> Option<String> {
    // An engine that cannot count at all reports this itself.
    let prepared = match name {
        Some(name) => ENGINES.named(name)?.prepare(problem, &SumKind::Plain).ok()?,
        None => ENGINES.fastest(problem, &SumKind::Plain)?,
    };
    Some(format!("{}: {}", prepared.name(), prepared.slow()?))
}

/// Returns Keith's letter, or the name in a rule file.
fn type_name(symmetry: Symmetry) -> &'static str {
    symmetry.letter().unwrap_or(symmetry.name())
}

/// The JSON of the numbers of grids by symmetry.
#[derive(Serialize)]
struct ClassesAnswer<'a> {
    size: Size,
    rules: String,
    types: Vec<TypeAnswer<'a>>,
    left_out: Option<ExcludedType>,
    primitive: Option<AsText<u128>>,
    total: Option<AsText<u128>>,
    seconds: f64,
    notes: Vec<String>,
}

/// The grids of one type.
#[derive(Serialize)]
struct TypeAnswer<'a> {
    #[serde(rename = "type")]
    letter: &'static str,
    symmetry: &'static str,
    primitive: AsText<u128>,
    multiplicity: AsText<u128>,
    grids: AsText<u128>,
    engines: &'a [&'static str],
}

/// The type that was not counted, and the reason.
#[derive(Serialize)]
struct ExcludedType {
    #[serde(rename = "type")]
    letter: &'static str,
    symmetry: &'static str,
    why: String,
}

impl<'a> From<&'a TypeCount> for TypeAnswer<'a> {
    fn from(kind: &'a TypeCount) -> Self {
        let TypeCount { symmetry, classes, multiplicity, grids, engines } = kind;
        TypeAnswer {
            letter: type_name(*symmetry),
            symmetry: symmetry.name(),
            primitive: AsText(*classes),
            multiplicity: AsText(*multiplicity),
            grids: AsText(*grids),
            engines,
        }
    }
}

/// Returns the table; `own` is the type that the scope may exclude.
fn table(output: &Output, classes: &Classes, own: Symmetry) -> Table {
    let header = ["type", "symmetry", "primitive", "multiplicity", "grids", "engines"];
    let mut table = empty_table(output, header);
    for TypeCount { symmetry, classes, multiplicity, grids, engines } in &classes.kinds {
        table.add_row([
            type_name(*symmetry).to_owned(),
            symmetry.name().to_owned(),
            classes.to_string(),
            multiplicity.to_string(),
            grids.to_string(),
            engines.join(", "),
        ]);
    }
    if let (Some(primitive), Some(total)) = (classes.primitive(), classes.total) {
        table.add_row(["total", "", &primitive.to_string(), "", &total.to_string(), ""]);
    } else {
        table.add_row([type_name(own), own.name(), NOTHING, NOTHING, NOTHING, "out of reach"]);
    }
    align_right(&mut table, &[2, 3, 4]);
    if !output.terminal() {
        let last = table.column_count() - 1;
        for (i, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, if i == last { 0 } else { 2 }));
        }
    }
    table
}
