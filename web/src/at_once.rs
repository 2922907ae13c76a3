//! Questions that are answered between two strokes.

use gridcheck::complete::broken_already;
use gridcheck::format::target::Target;
use gridcheck::grid::Grid;
use gridcheck::lint::profile::PROFILES;
use gridcheck::lint::{Diagnostic, has_error};
use gridcheck::rules::{BUILTIN, Symmetry};
use gridcheck::size::Size;
use gridcheck::stats::Stats;
use gridcheck::words::Words;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::basis::Basis;
use crate::painting::Painting;
use crate::{Answer, files, told};

/// Returns the choices: rule sets, profiles, symmetries, and the formats for saving.
#[wasm_bindgen]
pub fn choices() -> String {
    let rules = BUILTIN.iter().map(|rules| json!({ "name": rules.name, "summary": rules.summary }));
    let profiles = PROFILES.iter().map(|profile| json!({ "name": profile.name, "summary": profile.summary() }));
    let puzzles = Target::ALL.iter().map(|target| json!([target.name(), target.description()]));
    json!({
        "rules": rules.collect::<Vec<_>>(),
        "profiles": profiles.collect::<Vec<_>>(),
        "symmetries": Symmetry::ALL.map(Symmetry::name),
        "formats": files::OURS.iter().map(|own| json!([own.name(), own.description()])).chain(puzzles).collect::<Vec<_>>(),
    })
    .to_string()
}

/// Returns the symmetry that the rules require.
#[wasm_bindgen]
pub fn symmetry(basis: &str) -> Answer {
    Ok(Basis::named(basis).map_err(told)?.linter.rules.symmetry.name().to_owned())
}

/// Returns for each square, row by row, the first square of its orbit under a symmetry. Squares with the same number are painted
/// together.
#[wasm_bindgen]
pub fn ties(height: usize, width: usize, symmetry: &str) -> Result<Vec<u32>, wasm_bindgen::JsError> {
    let known = Symmetry::ALL.into_iter().find(|known| known.name() == symmetry);
    let group = known.ok_or_else(|| told(format!("no symmetry `{symmetry}`")))?.group();
    let squares = (0..height).flat_map(|r| (0..width).map(move |c| (r, c)));
    let first = |square| {
        let images = group.iter().map(|transform| transform.square(height, width, square));
        images.map(|(r, c)| if r < height && c < width { Some((r * width + c) as u32) } else { None }).min().flatten()
    };
    let ties: Option<Vec<u32>> = squares.map(first).collect();
    ties.ok_or_else(|| told(format!("a grid of {height} × {width} cannot have the symmetry {symmetry}")))
}

/// Returns the findings on a painting, its clue numbers and its measures. While squares are open, only rules that are broken
/// whatever their colours are reported, there are no numbers, and open squares are measured as white.
#[wasm_bindgen]
pub fn judge(rows: &str, basis: &str) -> Answer {
    let basis = Basis::named(basis).map_err(told)?;
    let painting = Painting::of(rows).map_err(told)?;
    let (open, grid) = (painting.open(), painting.grid());
    let (valid, findings, numbers) = if open == 0 {
        let findings = basis.linter.findings(&grid);
        let valid = basis.linter.says_validity().then(|| !has_error(&findings));
        (valid, findings, numbers(&grid))
    } else {
        let broken = painting.problem(&basis).map_or_else(|_| Vec::new(), |problem| broken_already(&problem));
        ((!broken.is_empty()).then_some(false), broken, Vec::new())
    };
    Ok(json!({
        "open": open,
        "valid": valid,
        "findings": findings.iter().map(Diagnostic::as_json).collect::<Vec<_>>(),
        "numbers": numbers,
        "stats": measures(&Stats::of(&grid)),
    })
    .to_string())
}

fn numbers(grid: &Grid) -> Vec<[usize; 3]> {
    let words = Words::of(grid);
    Size::of_grid(grid).positions().filter_map(|(r, c)| words.number(r, c).map(|number| [r, c, number])).collect()
}

fn measures(stats: &Stats) -> Value {
    let lengths = stats.lengths.iter().map(|(length, words)| [*length, words.across, words.down]);
    json!({
        "words": stats.words,
        "mean": stats.mean_length,
        "letters": stats.white,
        "checked": stats.checked,
        "unchecked": stats.unchecked,
        "isolated": stats.isolated,
        "black": stats.black,
        "symmetry": stats.symmetry.name(),
        "pieces": stats.regions,
        "hinges": stats.hinges.len(),
        "lengths": lengths.collect::<Vec<_>>(),
    })
}
