//! The validator's violations as findings: with clue numbers, and the squares that show them.

use super::codes::Code;
use super::finding::{Finding, Severity};
use crate::grid::Grid;
use crate::rules::validator::{Direction, Side, Square, Violation, Word as Place, checked_letters};
use crate::words::{Word, Words};

/// A violation as a finding, `severity` saying how bad its code is.
pub fn finding(violation: &Violation, severity: impl Fn(Code) -> Severity, grid: &Grid, words: &Words) -> Finding {
    let word = place(violation).and_then(|place| numbered(place, words));
    let (code, message) = told(violation);
    Finding { code, severity: severity(code), word, message, squares: squares(violation, grid) }
}

/// The code of a violation, and what to say of it beside the word's name.
fn told(violation: &Violation) -> (Code, String) {
    // Where no word is named, the validator's own words do.
    let plain = || {
        let text = violation.to_string();
        text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_owned())
    };
    match violation {
        Violation::NoWhite => (Code::NoWhite, plain()),
        Violation::Asymmetric { .. } | Violation::UnequalSides { .. } => (Code::Symmetry, plain()),
        Violation::Edge { .. } => (Code::Edge, plain()),
        Violation::FewWhites { .. } => (Code::FewWhites, plain()),
        Violation::Isolated { .. } => (Code::Isolated, plain()),
        Violation::SingleCell { .. } => (Code::SingleSquare, plain()),
        Violation::ShortWord { word, needed } => {
            (Code::ShortWord, format!("{} letters, at least {needed} needed", word.length))
        }
        Violation::LongWord { word, allowed } => {
            (Code::LongWord, format!("{} letters, at most {allowed} allowed", word.length))
        }
        Violation::Checking { word, pattern, expected } => {
            let needed = checked_letters(expected, word.length);
            let checked = pattern.checked();
            (Code::Checking, format!("{checked} of {} letters checked ({pattern}), {needed} needed", word.length))
        }
        Violation::UncheckedRun { pattern, run, allowed, .. } => (
            Code::AdjacentUnches,
            format!("{run} unchecked letters side by side ({pattern}), at most {allowed} allowed"),
        ),
        Violation::UncheckedStart { pattern, run, allowed, .. } => {
            (Code::UnchesAtEnd, format!("starts with {run} unchecked letters ({pattern}), at most {allowed} allowed"))
        }
        Violation::UncheckedEnd { pattern, run, allowed, .. } => {
            (Code::UnchesAtEnd, format!("ends with {run} unchecked letters ({pattern}), at most {allowed} allowed"))
        }
        Violation::Disconnected { .. } => (Code::CutOff, plain()),
    }
}

/// The word that a violation is about.
fn place(violation: &Violation) -> Option<&Place> {
    match violation {
        Violation::ShortWord { word, .. }
        | Violation::LongWord { word, .. }
        | Violation::Checking { word, .. }
        | Violation::UncheckedRun { word, .. }
        | Violation::UncheckedStart { word, .. }
        | Violation::UncheckedEnd { word, .. } => Some(word),
        _ => None,
    }
}

fn numbered(place: &Place, words: &Words) -> Option<Word> {
    let first = (place.first.row, place.first.column);
    words.words.iter().find(|word| word.direction == place.direction && (word.row, word.column) == first).copied()
}

/// The squares that show a violation.
fn squares(violation: &Violation, grid: &Grid) -> Vec<(usize, usize)> {
    let at = |square: &Square| (square.row, square.column);
    let along = |word: &Place, letters: std::ops::Range<usize>| -> Vec<(usize, usize)> {
        letters
            .map(|i| match word.direction {
                Direction::Across => (word.first.row, word.first.column + i),
                Direction::Down => (word.first.row + i, word.first.column),
            })
            .collect()
    };
    let row = |r: usize| (0..grid.width()).map(|c| (r, c)).collect::<Vec<_>>();
    let column = |c: usize| (0..grid.height()).map(|r| (r, c)).collect::<Vec<_>>();
    match violation {
        Violation::NoWhite | Violation::UnequalSides { .. } => Vec::new(),
        Violation::Asymmetric { square, image, .. } => vec![at(square), at(image)],
        Violation::Edge { side } => match side {
            Side::Top => row(0),
            Side::Bottom => row(grid.height() - 1),
            Side::Left => column(0),
            Side::Right => column(grid.width() - 1),
        },
        Violation::FewWhites { direction: Direction::Across, index, .. } => row(*index),
        Violation::FewWhites { direction: Direction::Down, index, .. } => column(*index),
        Violation::Isolated { square } | Violation::SingleCell { square, .. } => vec![at(square)],
        Violation::ShortWord { word, .. } | Violation::LongWord { word, .. } => along(word, 0..word.length),
        // The unchecked letters are what is wrong, or the checked ones where there are too many.
        Violation::Checking { word, pattern, expected } => {
            let too_many = pattern.checked() > *expected.end();
            let shown = |&i: &usize| pattern.is_checked(i) == too_many;
            (0..word.length).filter(shown).flat_map(|i| along(word, i..i + 1)).collect()
        }
        Violation::UncheckedRun { word, letter, run, .. } => along(word, *letter..letter + run),
        Violation::UncheckedStart { word, run, .. } => along(word, 0..*run),
        Violation::UncheckedEnd { word, run, .. } => along(word, word.length - run..word.length),
        Violation::Disconnected { cut_off, .. } => cut_off.iter().map(|region| at(&region.first)).collect(),
    }
}
