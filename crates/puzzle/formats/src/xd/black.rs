//! Decides if `.` is black in an `.xd` file.
//!
//! In the format's description `#` is black and `.` is a white square that is still empty. At least one producer of puzzles writes `.` for
//! black and no `#` at all. A grid with a `#` follows the description. For other grids the clues decide. Each of the two readings of `.`
//! has numbered words, and the clue lines (`A1. clue ~ ANSWER`) name words and spell them. A reading *confirms* a line if it has a word of
//! that number and direction, with the length of the answer and no contradicting letter.
//!
//! - A reading that confirms every line is right if the other does not.
//! - If both confirm every line, the reading in which every word has a clue is right if the other lacks this.
//! - Answers have misprints, so a reading that confirms nine tenths is right if the other confirms less than half.
//! - A bar between two such squares shows that they are white.
//! - Otherwise the question is open, and the user must decide.

use std::collections::{BTreeSet, HashMap};

use super::super::fault::{Fault, Place};
use super::super::puzzle::{Puzzle, Square, normalised};
use super::{ClueLine, MarkedGrid, VOID};
use gridcheck_core::grid::Grid;
use gridcheck_layout::words::{Direction, Word};

/// The knowledge about the black squares of a file before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Black {
    /// The black glyph is not named, but the user can name it.
    Unnamed,
    /// The named black glyph.
    Named(char),
    /// The black glyph is not named, and the user cannot name it.
    Unnameable,
}

/// The clue lines that a reading confirms.
struct Evidence {
    lines: usize,
    /// `true` if every word has a clue.
    complete: bool,
}

/// Returns `true` if `.` is black, given the squares of a file and its clue lines.
pub(super) fn dot_is_black(
    marked: &MarkedGrid,
    clues: &[ClueLine],
    black: Black,
    notes: &mut Vec<String>,
) -> Result<bool, Fault> {
    let MarkedGrid { cells, .. } = marked;
    let place_of = |wanted: char| cells.iter().find(|(_, cell, _)| *cell == wanted).map(|&(_, _, place)| place);
    let start = cells.first().map_or(Place::START, |&(_, _, place)| place);
    let hash = place_of('#');
    match (black, hash) {
        (Black::Named('#'), _) => return Ok(false),
        (Black::Named('.'), None) => return Ok(true),
        (Black::Named('.'), Some(hash)) => {
            return Err(Fault::new(hash, "'#' is black in a grid that has it: leave out --black ."));
        }
        (Black::Named(other), _) => {
            return Err(Fault::new(start, format!("--black {other}: expected --black # or --black .")));
        }
        (Black::Unnamed | Black::Unnameable, _) => {}
    }
    let Some(dot) = place_of('.').filter(|_| hash.is_none()) else { return Ok(false) };
    let told = decided_by_clues(marked, clues).or_else(|| is_bar_between_dots(marked).then_some(false));
    if told == Some(true) {
        notes.push("'.' is black in it, as its clues show: the format's description has # for black".to_owned());
    }
    told.ok_or_else(|| {
        let advice = if black == Black::Unnameable { "expected # for black" } else { "say --black . or --black #" };
        let message = format!(
            "'.' may be black or a white square without a letter, and the clues do not tell: which is black? {advice}"
        );
        Fault::new(dot, message)
    })
}

/// Returns `true` if a bar lies between two squares that are `.`.
fn is_bar_between_dots(MarkedGrid { cells, bars, .. }: &MarkedGrid) -> bool {
    let dots: BTreeSet<Square> = cells.iter().filter(|(_, cell, _)| *cell == '.').map(|&(square, ..)| square).collect();
    bars.sides().any(|(one, other)| dots.contains(&one) && dots.contains(&other))
}

/// Returns `Some(true)` if the clues show that `.` is black, `Some(false)` if they show that it is white.
fn decided_by_clues(marked: &MarkedGrid, clues: &[ClueLine]) -> Option<bool> {
    let MarkedGrid { cells, marks, bars } = marked;
    let (height, width) = cells.last().map(|((r, c), ..)| (r + 1, c + 1))?;
    let evidence_of = |dot_is_black: bool| {
        let mut grid = Grid::black(height, width);
        for &((r, c), cell, _) in *cells {
            grid.set_white(r, c, cell != VOID && !(dot_is_black && cell == '.'));
        }
        let is_white = |(r, c): Square| grid.is_white(r, c);
        let mut bars = bars.clone();
        bars.retain(|one, other| is_white(one) && is_white(other));
        let puzzle = Puzzle::of(grid.with_bars(bars));
        evidence(&puzzle, clues, |(r, c)| match cells[r * width + c].1 {
            '.' => None,
            cell => Some(marks.get(&cell).map_or_else(|| cell.to_string(), Clone::clone)),
        })
    };
    let (black, white) = (evidence_of(true), evidence_of(false));
    let all = clues.len();
    let by_count = |one: &Evidence, other: &Evidence| {
        10 * one.lines >= 9 * all && 2 * other.lines < all || one.lines == all && other.lines < all
    };
    if all == 0 {
        None
    } else if by_count(&black, &white) {
        Some(true)
    } else if by_count(&white, &black) {
        Some(false)
    } else if black.lines == all && white.lines == all && black.complete != white.complete {
        Some(black.complete)
    } else {
        None
    }
}

/// Counts the clue lines that a grid confirms. `letters` returns the letters of a square.
fn evidence(puzzle: &Puzzle, clues: &[ClueLine], letters: impl Fn(Square) -> Option<String>) -> Evidence {
    let words = puzzle.words().words;
    let by_name: HashMap<(Direction, String), &Word> =
        words.iter().map(|word| ((word.direction, word.number.to_string()), word)).collect();
    let mut clued = BTreeSet::new();
    let mut lines = 0;
    for clue in clues {
        let Some(word) = by_name.get(&(clue.direction, clue.number.to_owned())) else { continue };
        clued.insert((word.number, word.direction));
        lines += usize::from(clue.answer.is_empty() || spells(word, clue.answer, &letters));
    }
    Evidence { lines, complete: clued.len() == words.len() }
}

/// Returns `true` if a word can have this answer: the same length and no contradicting letter.
fn spells(word: &Word, answer: &str, letters: impl Fn(Square) -> Option<String>) -> bool {
    // Producers write rebus squares in full.
    let answer = normalised(answer);
    let mut rest = Some(answer.as_str());
    for square in word.squares() {
        rest = rest.and_then(|rest| match letters(square) {
            None => rest.strip_prefix(|_| true),
            Some(written) => rest.strip_prefix(&normalised(&written)),
        });
    }
    rest == Some("")
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use gridcheck_layout::words::Words;

    #[test]
    fn only_a_command_is_told_to_name_the_black_glyph() {
        let text = "## Grid\nCAT.\nA..O\n.DOG\n## Clues\n";
        let refused = read(text.as_bytes(), Black::Unnameable).expect_err("in doubt").to_string();
        assert!(refused.ends_with("which is black? expected # for black"), "{refused}");
    }

    #[test]
    fn answers_have_misprints_and_rebus_squares() {
        let word = Words::of(&"....".parse::<Grid>().unwrap()).words[0];
        let letters = |(_, c): Square| Some(["HEART", "A", "", "HE"][c].to_owned()).filter(|text| !text.is_empty());
        assert!(spells(&word, "heart|a che", letters));
        assert!(!spells(&word, "HEARTACHES", letters), "too long");
        assert!(!spells(&word, "HEARTAHE", letters), "too short");
        assert!(!spells(&word, "HEARTACHA", letters), "another letter");
    }
}
