//! Questions that are answered between two strokes.

use gridcheck::complete::broken_already;
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::puzzle::{Feature, Field, Puzzle};
use gridcheck::formats::target::Target;
use gridcheck::lint::choice::Choice;
use gridcheck::lint::profile::PROFILES;
use gridcheck::lint::{Diagnostic, Linter, Severity, has_error};
use gridcheck::problem::Givens;
use gridcheck::rules::{BUILTIN, Symmetry};
use gridcheck::sample;
use gridcheck::size::Size;
use gridcheck::stats::Stats;
use gridcheck::words::{Word, Words};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::basis::Basis;
use crate::painting::Painting;
use crate::{Answer, document, files, told};

/// Returns the choices: rule sets, profiles, symmetries, the fields of a puzzle, and the formats for saving.
#[wasm_bindgen]
pub fn choices() -> String {
    let rules = BUILTIN.iter().map(|rules| json!({ "name": rules.name, "summary": rules.summary }));
    let profiles = PROFILES.iter().map(|profile| json!({ "name": profile.name, "summary": profile.summary() }));
    let puzzles = Target::ALL.iter().map(|target| json!([target.name(), target.description()]));
    json!({
        "rules": rules.collect::<Vec<_>>(),
        "profiles": profiles.collect::<Vec<_>>(),
        "symmetries": Symmetry::ALL.map(Symmetry::name),
        "fields": Field::ALL.map(Field::name),
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

/// The codes of findings that only say that a puzzle is not finished: no clue, no letter, no title or author.
const UNFINISHED: [&str; 3] = ["GC104", "GC109", "GC114"];

/// Returns the findings on a document, its clue numbers, its entries, its measures and its progress. Until all letters and clues are there,
/// missing ones are progress and no findings. While squares are open, only rules that are broken whatever their colours are reported, there
/// are no numbers and no entries, and open squares are measured as white.
#[wasm_bindgen]
pub fn judge(document: &str, basis: &str) -> Answer {
    let basis = Basis::named(basis).map_err(told)?;
    let file = document::parsed(document).map_err(told)?;
    let Ok(puzzle) = file.puzzle() else { return judge_open(&file, &basis) };
    let (words, letters) = (puzzle.words(), puzzle.count(Feature::Letters));
    let (clues, whites) = (puzzle.clues.len(), puzzle.grid.whites());
    let is_unfinished = letters < whites || clues < words.words.len();
    let mut findings = basis.linter.findings_of(puzzle, Some(&file));
    findings.retain(|finding| !(is_unfinished && UNFINISHED.contains(&finding.code.name)));
    Ok(json!({
        "open": 0,
        "valid": basis.linter.says_validity().then(|| !has_error(&findings)),
        "findings": findings.iter().map(Diagnostic::as_json).collect::<Vec<_>>(),
        "numbers": numbers(puzzle, &words),
        "entries": entries(puzzle, &words),
        "stats": measures(&Stats::of(puzzle)),
        "progress": { "letters": [letters, whites], "clues": [clues, words.words.len()] },
    })
    .to_string())
}

/// Judges a document with open squares. Beside bars and voids, nothing is known about open squares.
fn judge_open(file: &PuzzleFile, basis: &Basis) -> Answer {
    let (open, grid, broken) = match Painting::of_file(file) {
        Ok(painting) => {
            let problem = painting.problem(basis);
            let broken = problem.map_or_else(|_| Vec::new(), |problem| broken_already(&problem));
            (painting.open(), painting.grid(), broken)
        }
        Err(_) => (document::open(file), document::filled(file), Vec::new()),
    };
    Ok(json!({
        "open": open,
        "valid": (!broken.is_empty()).then_some(false),
        "findings": broken.iter().map(Diagnostic::as_json).collect::<Vec<_>>(),
        "numbers": [],
        "entries": [],
        "stats": measures(&Stats::of(&grid)),
        "progress": null,
    })
    .to_string())
}

/// Returns the rules that suit a finished grid best: the profile that accepts it, or else a rule set that does, or else the closest profile.
#[wasm_bindgen]
pub fn suited(document: &str) -> Answer {
    let file = document::parsed(document).map_err(told)?;
    let puzzle = document::puzzle(&file).map_err(told)?;
    let choice = Choice::new();
    let accepts = |linter: &Linter| !linter.severities(puzzle).contains(&Severity::Error);
    let closest = choice.closest(puzzle);
    let by_rules = || BUILTIN.iter().find(|rules| accepts(&Linter::by_rules(&rules.ruleset())));
    let profile = |is_accepted: bool| (format!("profile {}", closest.name), is_accepted);
    let (name, is_accepted) = match accepts(&Linter::by_profile(closest)) {
        true => profile(true),
        false => by_rules().map_or_else(|| profile(false), |rules| (format!("rules {}", rules.name), true)),
    };
    Ok(json!({ "name": name, "accepts": is_accepted }).to_string())
}

/// Returns a grid to start from: the lattice if it is valid, otherwise all squares white if that is valid, otherwise open squares.
#[wasm_bindgen]
pub fn start(height: usize, width: usize, basis: &str) -> Answer {
    let size = Size::new(height, width).map_err(told)?;
    let basis = Basis::named(basis).map_err(told)?;
    let open = Givens::open(height, width);
    let starts = [sample::lattice(size), open.filled(true)];
    let valid = starts.into_iter().find(|grid| !has_error(&basis.linter.findings(grid)));
    Ok(valid.map_or_else(|| open.to_string(), |grid| grid.to_string()).trim_end().to_owned())
}

/// Returns the grid that is black where an even row meets an even column.
#[wasm_bindgen]
pub fn lattice(height: usize, width: usize) -> Answer {
    Ok(sample::lattice(Size::new(height, width).map_err(told)?).to_string().trim_end().to_owned())
}

/// Returns the texts in the corners of squares, each with its row and column.
fn numbers(puzzle: &Puzzle, words: &Words) -> Vec<(usize, usize, String)> {
    puzzle.squares().filter_map(|(r, c)| Some((r, c, puzzle.number((r, c), words)?))).collect()
}

/// Returns the words in the order of their clues, with their squares, counted row by row.
fn entries(puzzle: &Puzzle, words: &Words) -> Vec<Value> {
    let width = puzzle.grid.width();
    let entry = |word: &Word| {
        let number = puzzle.number((word.row, word.column), words).unwrap_or_default();
        json!({
            "name": format!("{number}-{}", word.direction.title()),
            "number": number,
            "direction": word.direction,
            "row": word.row,
            "column": word.column,
            "squares": word.squares().map(|(r, c)| r * width + c).collect::<Vec<_>>(),
        })
    };
    words.words.iter().map(entry).collect()
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
