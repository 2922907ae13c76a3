//! Questions about the grids of a size.

use std::io::Cursor;

use anyhow::{anyhow, bail};
use gridcheck::classes::Counted;
use gridcheck::constraint::Goal;
use gridcheck::engine::Run;
use gridcheck::engine::blocks::SumKind;
use gridcheck::engine::clock::Moment;
use gridcheck::engine::watch::Unwatched;
use gridcheck::formats::source::Source;
use gridcheck::lint::profile::Profile;
use gridcheck::problem::Problem;
use gridcheck::reports::count::{CountAnswer, TotalAnswer};
use gridcheck::reports::grid::GridAnswer;
use gridcheck::reports::names::{fastest, prepared_by};
use gridcheck::reports::question::{Grouping, all_lengths, by as grouping, measure, on_lattice, size as size_of};
use gridcheck::reports::sample::{RankedQuestion, Request};
use gridcheck::reports::symmetry::BySymmetry;
use gridcheck::sample::UncountedPopulation;
use gridcheck::sums::BlockSums;
use serde::Deserialize;
use serde_json::Number;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{Rules, asked, constraints, parsed};
use crate::{Answer, Reply, answer};

/// A size: the number of rows and columns of a square, both numbers, or a text as in `13x15`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "size: expected whole numbers from 1 to 64, as in 13, [13, 15] or \"13x15\"")]
enum Sides {
    Square(Number),
    Both([Number; 2]),
    Text(String),
}

/// The question which grids.
struct Which {
    size: Sides,
    rules: Option<Rules>,
    /// Rows of `#`, `.` and `?`, or the text of a puzzle file.
    given: Option<String>,
    lattice: Option<usize>,
    constraints: Vec<String>,
}

impl Which {
    /// Returns the problem, with the rules of a profile if one is stated.
    fn problem(self, profile: Option<&str>, reply: &mut Reply) -> anyhow::Result<(Problem, Option<&'static Profile>)> {
        let Which { size, rules, given, lattice, constraints: texts } = self;
        let (rules, profile) = asked(rules.as_ref(), profile)?;
        let text = match size {
            Sides::Square(side) => side.to_string(),
            Sides::Both([rows, columns]) => format!("{rows}x{columns}"),
            Sides::Text(text) => text,
        };
        let size = size_of(&text).map_err(|expected| anyhow!("size: {expected}"))?;
        let mut problem = Problem::of_size(size, rules)?;
        if let Some(rows) = given {
            let (givens, notes) = Source::stream("given", Cursor::new(rows)).givens()?;
            reply.add_notes("given", &notes);
            problem = problem.with_givens(givens).map_err(|error| anyhow!("given:1:1: {error}"))?;
        }
        match lattice {
            None => {}
            Some(phase @ 1..=4) => problem = on_lattice(problem, phase)?,
            Some(phase) => bail!("lattice: {phase} is not in 1..=4"),
        }
        Ok((problem.with_constraints(constraints(&texts)?)?, profile))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    size: Sides,
    rules: Option<Rules>,
    given: Option<String>,
    lattice: Option<usize>,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
    engine: Option<String>,
    by: Option<String>,
    most: Option<String>,
    fewest: Option<String>,
}

/// Counts grids, all of them, by measures, or those that reach an extreme.
#[wasm_bindgen]
pub fn count(options: &str) -> Answer {
    answer(|reply| {
        let Count { size, rules, given, lattice, constraints, engine, by, most, fewest } = parsed(options)?;
        let one = |key, text: &str| measure(text).map_err(|error| anyhow!("{key}: {error}"));
        let (problem, _) = Which { size, rules, given, lattice, constraints }.problem(None, reply)?;
        let prepared = |problem: &Problem, kind: &SumKind| match &engine {
            Some(engine) => prepared_by(engine, problem, kind),
            None => fastest(problem, kind),
        };
        let start = Moment::now();
        let kind = match (by, most, fewest) {
            (None, None, None) => SumKind::Plain,
            (Some(by), None, None) => match grouping(&by).map_err(|error| anyhow!("by: {error}"))? {
                Grouping::Measures(by) => SumKind::Distribution(by),
                Grouping::Lengths => SumKind::Distribution(all_lengths(problem.size())),
                Grouping::Symmetry => {
                    let found = BySymmetry::count(&problem, engine.as_deref(), |part| {
                        let engine = prepared(part, &SumKind::Plain)?;
                        Ok(Counted { count: engine.count(&Run::new())?, engines: vec![engine.name()] })
                    })?;
                    return reply.add(&found.report(&problem, start.seconds()));
                }
            },
            (None, Some(most), None) => SumKind::Extreme(Goal::Most(one("most", &most)?)),
            (None, None, Some(fewest)) => SumKind::Extreme(Goal::Fewest(one("fewest", &fewest)?)),
            _ => bail!("by, most and fewest cannot be combined"),
        };
        let prepared = prepared(&problem, &kind)?;
        let sum = prepared.sum(&Run::new())?;
        reply.add(&CountAnswer::new(&problem, prepared.name(), TotalAnswer::from(&sum), start.seconds()))
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    size: Sides,
    rules: Option<Rules>,
    profile: Option<String>,
    given: Option<String>,
    lattice: Option<usize>,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
    #[serde(default = "one")]
    count: u64,
    seed: u64,
    #[serde(default, rename = "withRepetition")]
    with_repetition: bool,
    #[serde(default)]
    wild: bool,
}

fn one() -> u64 {
    1
}

/// Draws grids at random, each equally likely.
#[wasm_bindgen]
pub fn sample(options: &str) -> Answer {
    answer(|reply| {
        let Sample { size, rules, profile, given, lattice, constraints, count, seed, with_repetition, wild } =
            parsed(options)?;
        let which = Which { size, rules, given, lattice, constraints };
        let (problem, profile) = which.problem(profile.as_deref(), reply)?;
        let (question, notes) = RankedQuestion::new(problem, profile, !wild, false)?;
        reply.notes.extend(notes);
        let request = Request { count, seed, with_repetition };
        if question.walks() {
            let sentence = question.walked(&request, &Run::new(), |grid| reply.add(&GridAnswer::new(grid, None)))?;
            reply.notes.push(sentence);
            return Ok(());
        }
        let population = UncountedPopulation::of(&question.problem).count(&BlockSums::in_memory(), &Run::new())?;
        let (among, draws) = question.draw(&population, &request, &Unwatched, |trial, run| {
            if trial.is_vain() { question.some_exist(run).map(drop) } else { Ok(()) }
        })?;
        for (rank, grid) in &draws.grids {
            reply.add(&GridAnswer::new(grid, Some(*rank)))?;
        }
        reply.notes.push(question.drawn_sentence(among, &population, &draws, seed));
        Ok(())
    })
}
