//! `gridcheck compare --by words`: do the engines agree bin by bin on how many grids measure what?

use std::io::Write;
use std::time::Instant;

use serde_json::json;

use super::super::Verdict;
use super::super::format::Format;
use super::super::output::Output;
use super::super::table::{align_right, empty_table};
use super::super::terminal::Terminal;
use super::beside_rules;
use crate::engine::Engine;
use crate::engine::watch::Watch;
use crate::problem::Problem;
use crate::wish::{Distribution, Measure};

/// An engine's bins.
struct Party {
    engine: &'static str,
    found: Distribution,
    seconds: f64,
}

/// Where an engine differs from the first one: the bin, and what either has in it.
struct Difference {
    engine: &'static str,
    values: Vec<u32>,
    grids: [u128; 2],
}

/// Sorts by every engine and prints who agrees with the first.
pub fn run(
    problem: &Problem,
    engines: &[&dyn Engine],
    by: &[Measure],
    format: Format,
    terminal: &Terminal,
    output: &mut Output,
) -> anyhow::Result<Verdict> {
    let mut parties: Vec<Party> = Vec::new();
    for engine in engines {
        let start = Instant::now();
        let found = engine.distribution(problem, by, &terminal.run(engine.name()))?;
        parties.push(Party { engine: engine.name(), found, seconds: start.elapsed().as_secs_f64() });
    }
    terminal.clear();
    let differences: Vec<Difference> = match parties.split_first() {
        Some((first, others)) => others.iter().flat_map(|other| differences(first, other)).collect(),
        None => Vec::new(),
    };
    let agrees = |party: &Party| differences.iter().all(|difference| difference.engine != party.engine);
    if format == Format::Json {
        let answers = parties.iter().map(|party| {
            json!({
                "engine": party.engine,
                "bins": party.found.grids.len(),
                "count": party.found.total().map(|total| total.to_string()),
                "seconds": party.seconds,
                "agrees": agrees(party),
            })
        });
        let differing = differences.iter().map(|difference| {
            let grids = difference.grids.map(|grids| grids.to_string());
            json!({ "engine": difference.engine, "values": difference.values, "grids": grids })
        });
        let answer = json!({
            "size": problem.size(),
            "rules": problem.rules().name,
            "by": by.iter().map(Measure::to_string).collect::<Vec<_>>(),
            "agree": differences.is_empty(),
            "answers": answers.collect::<Vec<_>>(),
            "differences": differing.collect::<Vec<_>>(),
        });
        writeln!(output, "{answer}")?;
    } else {
        let names: Vec<String> = by.iter().map(Measure::to_string).collect();
        let (size, rules) = (problem.size(), &problem.rules().name);
        writeln!(
            output,
            "{size} × {size} grids, rules {rules}{}, by {}\n",
            beside_rules(problem),
            names.join(" and ")
        )?;
        let mut table = empty_table(output, ["party", "bins", "grids", "time", "agrees?"]);
        for party in &parties {
            let Party { engine, found, seconds } = party;
            table.add_row([
                (*engine).to_owned(),
                found.grids.len().to_string(),
                found.total().map_or("too many".to_owned(), |total| total.to_string()),
                format!("{seconds:.3} s"),
                if agrees(party) { "yes" } else { "NO" }.to_owned(),
            ]);
        }
        align_right(&mut table, &[1, 2, 3]);
        table.lines().try_for_each(|line| writeln!(output, "{}", line.trim()))?;
        writeln!(output)?;
        for Difference { engine, values, grids: [first, other] } in &differences {
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            let (bin, first_name) = (values.join(", "), parties[0].engine);
            writeln!(output, "{}: {first} from {first_name}, {other} from {engine}", output.bad(&bin))?;
        }
        if differences.is_empty() {
            let all = format!("All {} engines agree bin by bin.", parties.len());
            writeln!(output, "{}", output.good(&all))?;
        }
    }
    Ok(if differences.is_empty() { Verdict::Well } else { Verdict::Refuted })
}

/// The bins in which one differs from the first.
fn differences(first: &Party, other: &Party) -> Vec<Difference> {
    let bins: std::collections::BTreeSet<&Vec<u32>> =
        first.found.grids.keys().chain(other.found.grids.keys()).collect();
    let of = |party: &Party, values: &Vec<u32>| party.found.grids.get(values).copied().unwrap_or(0);
    let differing = bins.into_iter().map(|values| Difference {
        engine: other.engine,
        values: values.clone(),
        grids: [of(first, values), of(other, values)],
    });
    differing.filter(|difference| difference.grids[0] != difference.grids[1]).collect()
}
