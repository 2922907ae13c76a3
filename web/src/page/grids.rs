//! Rules, symmetries, and grids to start from.

use std::io::Cursor;

use anyhow::anyhow;
use gridcheck::ask::complete::problem_of;
use gridcheck::constraint::Constraint;
use gridcheck::engine::Run;
use gridcheck::formats::puzzle::Field;
use gridcheck::formats::source::Source;
use gridcheck::lint::profile::PROFILES;
use gridcheck::lint::{clue, has_error};
use gridcheck::problem::Givens;
use gridcheck::rules::{GridKind, Symmetry, all_builtin};
use gridcheck::sample;
use gridcheck::size::Size;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{By, files};
use crate::options::parsed;
use crate::{Answer, answer};

/// Returns the choices: rule sets and profiles, each for blocks or for bars, symmetries, the fields of a puzzle, and the formats for saving.
#[wasm_bindgen]
pub fn choices() -> Answer {
    let rules = all_builtin()
        .map(|rules| json!({ "name": rules.name, "summary": rules.summary, "kind": rules.ruleset().kind }));
    let profiles = PROFILES
        .iter()
        .map(|profile| json!({ "name": profile.name, "summary": profile.summary(), "kind": profile.ruleset().kind }));
    answer(|reply| {
        reply.put(&json!({
            "rules": rules.collect::<Vec<_>>(),
            "profiles": profiles.collect::<Vec<_>>(),
            "symmetries": Symmetry::ALL.map(Symmetry::name),
            "fields": Field::ALL.map(Field::name),
            "formats": files::formats(),
            "clueCodes": clue::RULES.iter().map(|rule| rule.code.name).collect::<Vec<_>>(),
        }))
    })
}

/// Returns the symmetry that rules require.
#[wasm_bindgen]
pub fn symmetry(options: &str) -> Answer {
    answer(|reply| reply.put(&parsed::<By>(options)?.linter()?.rules.symmetry.name()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tie {
    height: usize,
    width: usize,
    symmetry: String,
}

/// Returns for each square, row by row, the first square of its orbit under a symmetry. Squares with the same number are painted
/// together.
#[wasm_bindgen]
pub fn ties(options: &str) -> Answer {
    answer(|reply| {
        let Tie { height, width, symmetry } = parsed(options)?;
        let known = Symmetry::ALL.into_iter().find(|known| known.name() == symmetry);
        let group = known.ok_or_else(|| anyhow!("no symmetry `{symmetry}`"))?.group();
        let squares = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
        let first = |square| {
            let images = group.iter().map(|transform| transform.square(height, width, square));
            images.map(|(r, c)| if r < height && c < width { Some(r * width + c) } else { None }).min().flatten()
        };
        let ties: Option<Vec<usize>> = squares.map(first).collect();
        let refused = || anyhow!("a grid of {height} × {width} cannot have the symmetry {symmetry}");
        reply.put(&ties.ok_or_else(refused)?)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    height: usize,
    width: usize,
    by: By,
}

/// Returns a grid to start from: the lattice if it is valid, otherwise all squares white if that is valid, otherwise open squares. A grid of
/// bars begins with white squares.
#[wasm_bindgen]
pub fn begin(options: &str) -> Answer {
    answer(|reply| {
        let Begin { height, width, by } = parsed(options)?;
        let (size, linter, open) = (Size::new(height, width)?, by.linter()?, Givens::open(height, width));
        if linter.rules.kind == GridKind::Bars {
            return reply.put(&open.filled(true).to_string().trim_end());
        }
        let starts = [sample::lattice(size), open.filled(true)];
        let valid = starts.into_iter().find(|grid| !has_error(&linter.findings(grid)));
        reply.put(&valid.map_or_else(|| open.to_string(), |grid| grid.to_string()).trim_end())
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    height: usize,
    width: usize,
}

/// Returns the grid that is black where an even row meets an even column.
#[wasm_bindgen]
pub fn lattice(options: &str) -> Answer {
    answer(|reply| {
        let Sides { height, width } = parsed(options)?;
        reply.put(&sample::lattice(Size::new(height, width)?).to_string().trim_end())
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Walk {
    by: By,
    #[serde(rename = "where")]
    constraints: Vec<String>,
    seed: u64,
}

/// Draws a valid completion of rows by a random walk, which takes little time. Not each is equally likely. `null` if there is none.
#[wasm_bindgen]
pub fn walk(options: &str, rows: &str) -> Answer {
    answer(|reply| {
        let Walk { by, constraints: texts, seed } = parsed(options)?;
        let (rules, profile) = by.rules()?;
        let (givens, _) = Source::stream("grid", Cursor::new(rows.to_owned())).givens()?;
        let (problem, _) = problem_of("grid", givens, rules, profile, &constraints(&texts)?)?;
        let grid = sample::walk(&problem, seed, &Run::new())?;
        reply.put(&grid.map(|grid| grid.to_string().trim_end().to_owned()))
    })
}

/// Parses constraints.
fn constraints(texts: &[String]) -> anyhow::Result<Vec<Constraint>> {
    let parsed = |text: &String| text.parse().map_err(|error| anyhow!("{text}: {error}"));
    texts.iter().map(parsed).collect()
}
