//! Prints the outcome of a re-enactment, as text and as JSON.

use std::io::Write;

use comfy_table::Cell;
use serde::Serialize;

use super::super::table::{align_right, empty_table, print_table};
use super::super::{Format, Output, Terminal, Verdict, write_json};
use crate::compare::judge::{AnswerChecker, GridFaults};
use crate::explain::ho_2021::{self, Effect, Faults, Interesting, Reenactment};
use crate::explain::minima::Minimum;
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::Problem;
use crate::rules::builtin;
use crate::serial::{Digits, DigitsIfKnown};

/// Returns the run that shows the faults: the smallest size at which they change the result.
fn shown(runs: &[Reenactment]) -> Option<&Reenactment> {
    runs.iter().find(|run| run.grids(Faults::BOTH).len() != run.grids(Faults::NONE).len())
}

pub fn run(format: Format, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
    let runs = ho_2021::reenact(terminal)?;
    terminal.clear();
    if format == Format::Json {
        write_json(output, &answer(&runs)?)?;
    } else {
        print_text(output, &runs)?;
    }
    Ok(Verdict::well_if(runs.iter().all(Reenactment::is_reproduced)))
}

fn print_text(output: &mut Output, runs: &[Reenactment]) -> anyhow::Result<()> {
    writeln!(output, "{}: the published program, re-enacted with and without its faults\n", ho_2021::NAME)?;
    let mut header = vec!["program".to_owned()];
    header.extend(runs.iter().map(|run| format!("{0} × {0}", run.size)));
    let mut table = empty_table(output, header);
    let published = runs.iter().map(|run| run.published.map_or_else(|| "–".to_owned(), |figure| figure.to_string()));
    table.add_row(std::iter::once("as printed".to_owned()).chain(published).map(Cell::new));
    for faults in [Faults::BOTH, Faults::B, Faults::A, Faults::NONE] {
        let counts = runs.iter().map(|run| run.grids(faults).len().to_string());
        table.add_row(std::iter::once(faults.described().to_owned()).chain(counts).map(Cell::new));
    }
    align_right(&mut table, &(1..=runs.len()).collect::<Vec<_>>());
    print_table(output, &table)?;
    let verdict = if runs.iter().all(Reenactment::is_reproduced) {
        output.good("With both faults the program gives every printed figure.")
    } else {
        output.bad("The re-enactment does not give every printed figure.")
    };
    writeln!(output, "\n{verdict}")?;

    if let Some(run) = shown(runs) {
        print_faults(output, run)?;
    }
    writeln!(output, "\nThe figures of \"interesting\" grids, which have a least number of white squares:")?;
    for run in runs {
        for interesting in &run.interesting {
            let stated: Vec<String> = interesting.stated.iter().map(ToString::to_string).collect();
            let by = by_minimum(&interesting.explained_by);
            let by = if by.is_empty() { vec!["no minimum gives it".to_owned()] } else { by };
            let size = run.size;
            writeln!(
                output,
                "  {size} × {size}: {} (stated: at least {})",
                interesting.published,
                stated.join(" or ")
            )?;
            by.iter().try_for_each(|by| writeln!(output, "    {by}"))?;
        }
    }
    Ok(())
}

/// Returns the minimums that give a figure, each with the versions of the program under which it does.
fn by_minimum(explained: &[(Faults, Minimum)]) -> Vec<String> {
    let mut minimums: Vec<Minimum> = explained.iter().map(|&(_, minimum)| minimum).collect();
    minimums.sort_by_key(|minimum| (minimum.least, !minimum.columns_too));
    minimums.dedup();
    let with = |minimum: &Minimum| {
        let faults: Vec<&str> =
            explained.iter().filter(|(_, other)| other == minimum).map(|(faults, _)| faults.described()).collect();
        let faults = if faults.len() == 4 { "with or without the faults".to_owned() } else { faults.join(" or ") };
        format!("{minimum}: {faults}")
    };
    minimums.iter().map(with).collect()
}

fn print_faults(output: &mut Output, run: &Reenactment) -> anyhow::Result<()> {
    let judge = judge(run.size)?;
    let show = |output: &mut Output, what: &str, grid: &Grid| -> anyhow::Result<()> {
        writeln!(output, "  {what}:")?;
        write!(output, "{}", output.grid_beside_opinion(grid, &judge.opinion(grid)))?;
        Ok(())
    };
    let says = [
        (
            Faults::A,
            "Fault A, an inverted filter: it is to keep words of two letters out of the columns, and looks for the\n\
             wrong squares: no column of the upper half may read, downward, white, black, white, white.",
        ),
        (
            Faults::B,
            "Fault B, a one-sided check: a row between the outermost and the middle is judged as if it were the\n\
             grid's edge, and not again when the row outside it is known.",
        ),
    ];
    for (faults, text) in says {
        let effect = run.effect(faults);
        let (size, lost, let_in) = (run.size, plural(effect.lost.len(), "grid"), effect.let_in.len());
        writeln!(output, "\n{text}\nAlone, at {size} × {size}, it loses {lost} and lets in {let_in}.")?;
        if let Some(grid) = effect.lost.first() {
            show(output, &format!("lost: {}", where_it_strikes(faults, grid)), grid)?;
        }
        if let Some(grid) = effect.let_in.first() {
            show(output, "let in", grid)?;
        }
    }
    Ok(())
}

/// Returns where the faulty program rejects a grid.
fn where_it_strikes(faults: Faults, grid: &Grid) -> String {
    if faults.inverted_filter {
        ho_2021::inverted_filter_strikes(grid).map_or_else(String::new, |(r, c)| {
            format!("column {} reads white, black, white, white from row {} on", c + 1, r + 1)
        })
    } else {
        ho_2021::one_sided_check_strikes(grid)
            .map_or_else(String::new, |r| format!("row {} would not do as the first row", r + 1))
    }
}

/// Returns a judge by the rules that the source states.
fn judge(size: usize) -> anyhow::Result<AnswerChecker> {
    let rules = builtin("ho").ok_or_else(|| anyhow::anyhow!("no rule set ho"))?;
    Ok(AnswerChecker::new(&Problem::new(size, rules)?))
}

/// The report: at each size the numbers of grids with and without the faults.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReenactmentAnswer {
    source: &'static str,
    sizes: Vec<ReenactedSize>,
}

/// The program at one size: numbers of grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ReenactedSize {
    size: usize,
    #[serde(with = "DigitsIfKnown")]
    published: Option<u128>,
    reproduced: bool,
    both_faults: usize,
    a_mended: usize,
    b_mended: usize,
    both_mended: usize,
    fault_a_alone: EffectAnswer,
    fault_b_alone: EffectAnswer,
    interesting: Vec<InterestingAnswer>,
}

/// The effect of one fault.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "effect"))]
struct EffectAnswer {
    lost: usize,
    let_in: usize,
    one_lost: Option<JudgedGrid>,
    one_let_in: Option<JudgedGrid>,
}

/// A figure of interesting grids.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct InterestingAnswer {
    #[serde(with = "Digits")]
    published: u128,
    stated: Vec<usize>,
    given_by: Vec<MinimumAnswer>,
}

/// A minimum that gives it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MinimumAnswer {
    program: &'static str,
    least: usize,
    columns_too: bool,
}

/// A grid in one line, and its broken rules.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedGrid {
    grid: String,
    #[cfg_attr(feature = "schema", schemars(with = "crate::validator::schema::Violations"))]
    violations: GridFaults,
}

impl JudgedGrid {
    pub fn new(grid: &Grid, judge: &AnswerChecker) -> Self {
        JudgedGrid { grid: grid.one_line(), violations: judge.opinion(grid) }
    }
}

fn answer(runs: &[Reenactment]) -> anyhow::Result<ReenactmentAnswer> {
    Ok(ReenactmentAnswer { source: ho_2021::NAME, sizes: runs.iter().map(of_size).collect::<anyhow::Result<_>>()? })
}

fn of_size(run: &Reenactment) -> anyhow::Result<ReenactedSize> {
    let judge = judge(run.size)?;
    let grids = |faults: Faults| run.grids(faults).len();
    let effect = |faults: Faults| {
        let Effect { lost, let_in } = run.effect(faults);
        let one = |grids: &[Grid]| grids.first().map(|grid| JudgedGrid::new(grid, &judge));
        EffectAnswer { lost: lost.len(), let_in: let_in.len(), one_lost: one(&lost), one_let_in: one(&let_in) }
    };
    let minimum = |&(faults, Minimum { least, columns_too }): &(Faults, Minimum)| MinimumAnswer {
        program: faults.described(),
        least,
        columns_too,
    };
    let interesting = |Interesting { published, stated, explained_by }: &Interesting| InterestingAnswer {
        published: *published,
        stated: stated.clone(),
        given_by: explained_by.iter().map(minimum).collect(),
    };
    Ok(ReenactedSize {
        size: run.size,
        published: run.published,
        reproduced: run.is_reproduced(),
        both_faults: grids(Faults::BOTH),
        a_mended: grids(Faults::B),
        b_mended: grids(Faults::A),
        both_mended: grids(Faults::NONE),
        fault_a_alone: effect(Faults::A),
        fault_b_alone: effect(Faults::B),
        interesting: run.interesting.iter().map(interesting).collect(),
    })
}
