//! Prints the re-enactment of a construction of layouts, as text and as JSON.

use std::io::Write;

use anyhow::anyhow;
use comfy_table::Cell;
use serde::Serialize;

use super::super::table::{align_right, empty_table, print_table};
use super::super::{Format, Output, Terminal, Verdict};
use super::reenactment::JudgedGrid;
use super::search::EngineCount;
use crate::compare::judge::AnswerChecker;
use crate::explain::nanogenmo_2021::{self, ConnectivityTest, Reenactment, SIZE};
use crate::plural::plural;
use crate::rules::builtin;
use crate::serial::EachDigits;

pub fn run(format: Format, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
    let rules = builtin("british").ok_or_else(|| anyhow!("no rule set british"))?;
    let problem = nanogenmo_2021::problem(rules)?;
    let run = nanogenmo_2021::reenact(&problem, terminal)?;
    terminal.clear();
    let judge = AnswerChecker::new(&problem);
    format.print(output, || answer(&run, &judge), |output| print_text(output, &run, &judge))?;
    Ok(Verdict::well_if(!run.reproduced().is_empty()))
}

fn print_text(output: &mut Output, run: &Reenactment, judge: &AnswerChecker) -> anyhow::Result<()> {
    let name = nanogenmo_2021::NAME;
    writeln!(output, "{name}: the published construction, re-enacted with its list in place of a connectivity test\n")?;
    let mut table = empty_table(output, [format!("{SIZE} × {SIZE}, words of 5, 7 or 9 letters"), "grids".to_owned()]);
    let printed = run.published.iter().map(|figure| ("as printed".to_owned(), figure.to_string()));
    let patterns = ("patterns, connected or not".to_owned(), run.patterns.to_string());
    let tests = run.accepted.iter().map(|(test, grids)| (test.described().to_owned(), grids.len().to_string()));
    let engines = run.counts.iter().map(|(engine, count)| (format!("the engine {engine}"), count.to_string()));
    for (what, number) in printed.chain([patterns]).chain(tests).chain(engines) {
        table.add_row([what, number].map(Cell::new));
    }
    align_right(&mut table, &[1]);
    print_table(output, &table)?;
    let reproduced = run.reproduced();
    let verdict = match reproduced.first() {
        Some(figure) => {
            output.good(&format!("With the list as published the construction gives the printed figure {figure}."))
        }
        None => output.bad("The re-enactment gives no printed figure."),
    };
    writeln!(output, "\n{verdict}")?;
    for figure in run.published.iter().filter(|figure| !reproduced.contains(figure)) {
        writeln!(output, "Which list gave {figure} is not known.")?;
    }
    let let_in = run.let_in();
    let fault = "The list names walls of black squares. It lacks two walls that lead from the middle of one side of the grid to the\n\
                 middle of the next, around the corner of a black square of the lattice.";
    writeln!(output, "\n{fault}\nSo it lets in {}:", plural(let_in.len(), "grid"))?;
    for grid in &let_in {
        write!(output, "\n{}", output.grid_beside_opinion(grid, &judge.opinion(grid)))?;
    }
    Ok(())
}

/// The report.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutsAnswer {
    source: &'static str,
    size: usize,
    #[serde(with = "EachDigits")]
    published: Vec<u128>,
    #[serde(with = "EachDigits")]
    reproduced: Vec<u128>,
    patterns: usize,
    list_as_published: usize,
    list_mended: usize,
    search: usize,
    engines: Vec<EngineCount>,
    let_in: Vec<JudgedGrid>,
}

fn answer(run: &Reenactment, judge: &AnswerChecker) -> LayoutsAnswer {
    let number = |test: ConnectivityTest| run.grids(test).len();
    LayoutsAnswer {
        source: nanogenmo_2021::NAME,
        size: SIZE,
        published: run.published.clone(),
        reproduced: run.reproduced(),
        patterns: run.patterns,
        list_as_published: number(ConnectivityTest::Published),
        list_mended: number(ConnectivityTest::Mended),
        search: number(ConnectivityTest::Search),
        engines: run.counts.iter().map(|&(engine, count)| EngineCount { engine, count }).collect(),
        let_in: run.let_in().iter().map(|grid| JudgedGrid::new(grid, judge)).collect(),
    }
}
