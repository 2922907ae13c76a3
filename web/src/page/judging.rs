//! Questions about the puzzle, answered between two strokes.

use gridcheck::complete::broken_already;
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::document::Document;
use gridcheck::formats::puzzle::{Feature, Puzzle};
use gridcheck::grid::Grid;
use gridcheck::lint::choice::Choice;
use gridcheck::lint::{Diagnostic, Linter, Severity, has_error};
use gridcheck::problem::Problem;
use gridcheck::rules::{GridKind, all_builtin};
use gridcheck::size::Size;
use gridcheck::stats::Stats;
use gridcheck::words::{Word, Words};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{By, document};
use crate::options::parsed;
use crate::{Answer, answer};

/// The codes of findings that only say that a puzzle is not finished: no clue, no letter, no title or author.
const UNFINISHED: [&str; 3] = ["GC104", "GC109", "GC114"];

/// Returns the findings on a document, its clue numbers, its entries, its measures and its progress. Until all letters and clues are there,
/// missing ones are progress and no findings. While squares are open, only rules that are broken whatever their colours are reported, there
/// are no numbers and no entries, and open squares are measured as white.
#[wasm_bindgen]
pub fn judge(options: &str, document: &str) -> Answer {
    answer(|reply| {
        let (linter, file) = (parsed::<By>(options)?.linter()?, document::parsed(document)?);
        reply.put(
            &file.puzzle().map_or_else(|_| of_begun(&file, &linter), |puzzle| of_puzzle(Some(&file), puzzle, &linter)),
        )
    })
}

/// Returns what [`judge`] returns, without the findings about clues and texts, which take most of the time.
#[wasm_bindgen]
pub fn glance(options: &str, document: &str) -> Answer {
    answer(|reply| {
        let (linter, file) = (parsed::<By>(options)?.linter()?, document::parsed(document)?);
        reply.put(&file.puzzle().map_or_else(|_| of_begun(&file, &linter), |puzzle| of_puzzle(None, puzzle, &linter)))
    })
}

/// Judges a puzzle, and its clues and texts if its file is given.
fn of_puzzle(file: Option<&PuzzleFile>, puzzle: &Puzzle, linter: &Linter) -> Value {
    let (words, letters) = (puzzle.words(), puzzle.count(Feature::Letters));
    let (clues, whites) = (puzzle.count(Feature::Clues), puzzle.grid.whites());
    let is_unfinished = letters < whites || clues < words.words.len();
    let is_begun = is_begun(puzzle, linter);
    let mut findings = if is_begun { linter.findings_of(puzzle, file) } else { Vec::new() };
    findings.retain(|finding| !(is_unfinished && UNFINISHED.contains(&finding.code.name)));
    json!({
        "open": 0,
        "valid": (is_begun && linter.says_validity()).then(|| !has_error(&findings)),
        "begun": is_begun,
        "findings": findings.iter().map(Diagnostic::as_json).collect::<Vec<_>>(),
        "numbers": numbers(puzzle, &words),
        "entries": entries(puzzle, &words),
        "stats": measures(&Stats::of(puzzle)),
        "progress": { "letters": [letters, whites], "clues": [clues, words.words.len()] },
    })
}

/// Returns `false` for white squares without bars under rules for bars: such a grid has not been begun, so nothing is wrong with it.
fn is_begun(puzzle: &Puzzle, linter: &Linter) -> bool {
    let grid = &puzzle.grid;
    let is_white = grid.whites() == grid.height() * grid.width() && puzzle.count(Feature::Voids) == 0;
    !(linter.rules.kind == GridKind::Bars && is_white && grid.bars().is_empty())
}

/// Judges a document with open squares. Beside bars and voids, nothing is known about open squares.
fn of_begun(file: &PuzzleFile, linter: &Linter) -> Value {
    let rows = Document::of(file).rows;
    let grid: Grid = rows.replace('?', ".").replace('_', "#").parse().expect("rows of white and black squares");
    let problem = file.givens().ok().and_then(|givens| {
        let size = Size::new(givens.height(), givens.width()).ok()?;
        Problem::of_size(size, linter.rules.clone()).ok()?.with_givens(givens.into_owned()).ok()
    });
    let broken = problem.map_or_else(Vec::new, |problem| broken_already(&problem));
    json!({
        "open": rows.matches('?').count(),
        "valid": (!broken.is_empty()).then_some(false),
        "findings": broken.iter().map(Diagnostic::as_json).collect::<Vec<_>>(),
        "numbers": [],
        "entries": [],
        "stats": measures(&Stats::of(&grid)),
        "progress": null,
    })
}

/// Returns the rules that suit a finished grid best: the profile that accepts it, or else a rule set that does, or else the closest profile.
#[wasm_bindgen]
pub fn suited(_options: &str, document: &str) -> Answer {
    answer(|reply| {
        let file = document::parsed(document)?;
        let puzzle = document::puzzle(&file)?;
        let choice = Choice::new();
        let accepts = |linter: &Linter| !linter.severities(puzzle).contains(&Severity::Error);
        let closest = choice.closest(puzzle);
        let by_rules = || all_builtin().find(|rules| accepts(&Linter::by_rules(&rules.ruleset())));
        let profile = |is_accepted: bool| (format!("profile {}", closest.name), is_accepted);
        let (name, is_accepted) = match accepts(&Linter::by_profile(closest)) {
            true => profile(true),
            false => by_rules().map_or_else(|| profile(false), |rules| (format!("rules {}", rules.name), true)),
        };
        reply.put(&json!({ "name": name, "accepts": is_accepted }))
    })
}

/// Returns the answers that a puzzle has in full, with the row, the column and the direction of their entries.
#[wasm_bindgen]
pub fn answers(_options: &str, document: &str) -> Answer {
    answer(|reply| {
        let file = document::parsed(document)?;
        let Ok(puzzle) = file.puzzle() else { return reply.put(&json!([])) };
        let answer = |word: &Word| {
            let letters = word.squares().map(|square| puzzle.letter(square)).collect::<Vec<_>>();
            let is_whole = letters.iter().all(|letter| !letter.is_empty());
            is_whole.then(|| json!([word.row, word.column, word.direction, letters.concat()]))
        };
        reply.put(&puzzle.words().words.iter().filter_map(answer).collect::<Vec<_>>())
    })
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
