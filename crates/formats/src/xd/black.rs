//! Whether `.` is black in an `.xd` file.
//!
//! The format's description has `#` for black and `.` for a white square that is still empty. At least one maker of puzzles
//! writes `.` for black and no `#` at all. A grid with a `#` in it follows the description. In one without, the file must tell:
//! read either way it has numbered words, and its clue lines (`A1. clue ~ ANSWER`) name words and spell them. A line
//! is borne out by a reading in which there is a word of that number and direction that has room for the answer and no
//! other letters in it. The reading that bears out every line is right if the other does not; if both do, the one in which every
//! word has a clue is, if the other is not so. Answers have misprints, so a reading that bears out nine tenths is right too
//! if the other does so for less than half. Anything else leaves the matter open, and then a person must say.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::fault::{Fault, Place};
use super::super::puzzle::Square;
use super::{ClueLine, VOID};
use gridcheck_core::grid::Grid;
use gridcheck_layout::words::{Direction, Word, Words};

/// What is known of the black squares of a file before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Black {
    /// Nobody has named them, but somebody can.
    Unnamed,
    /// This character is black.
    Named(char),
    /// Nobody can name them.
    Unnameable,
}

/// How much of the clue lines a reading bears out.
struct Borne {
    lines: usize,
    /// Whether every word has a clue.
    complete: bool,
}

/// Whether `.` is black, given the squares of a file, its clue lines and the marks that stand for letters.
pub(super) fn dot_is_black(
    cells: &[(Square, char, Place)],
    clues: &[ClueLine],
    marks: &BTreeMap<char, &str>,
    black: Black,
    notes: &mut Vec<String>,
) -> Result<bool, Fault> {
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
    let told = told_by_clues(cells, clues, marks);
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

/// What the clues tell of the colour of `.`: whether it is black.
fn told_by_clues(cells: &[(Square, char, Place)], clues: &[ClueLine], marks: &BTreeMap<char, &str>) -> Option<bool> {
    let (height, width) = cells.last().map(|((r, c), ..)| (r + 1, c + 1))?;
    let borne = |dot_is_black: bool| {
        let mut grid = Grid::black(height, width);
        for &((r, c), cell, _) in cells {
            grid.set_white(r, c, cell != VOID && !(dot_is_black && cell == '.'));
        }
        bears_out(&grid, clues, |(r, c)| match cells[r * width + c].1 {
            '.' => None,
            cell => Some(marks.get(&cell).map_or_else(|| cell.to_string(), |&letters| letters.to_owned())),
        })
    };
    let (black, white) = (borne(true), borne(false));
    let all = clues.len();
    let by_count = |one: &Borne, other: &Borne| {
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

/// How much of the clue lines a grid bears out, in which `letters` tells what is written in a square.
fn bears_out(grid: &Grid, clues: &[ClueLine], letters: impl Fn(Square) -> Option<String>) -> Borne {
    let words = Words::of(grid).words;
    let by_name: HashMap<(Direction, String), &Word> =
        words.iter().map(|word| ((word.direction, word.number.to_string()), word)).collect();
    let mut clued = BTreeSet::new();
    let mut lines = 0;
    for clue in clues {
        let Some(word) = by_name.get(&(clue.direction, clue.number.to_owned())) else { continue };
        clued.insert((word.number, word.direction));
        lines += usize::from(clue.answer.is_empty() || spells(word, clue.answer, &letters));
    }
    Borne { lines, complete: clued.len() == words.len() }
}

/// Whether a word can be this answer: it has room for its letters, and no others in it.
fn spells(word: &Word, answer: &str, letters: impl Fn(Square) -> Option<String>) -> bool {
    // Makers part the words of an answer by spaces or bars, and write rebus squares in full.
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_uppercase).collect()
    };
    let answer = plain(answer);
    let mut rest = answer.as_slice();
    for square in word.squares() {
        match letters(square) {
            None if rest.is_empty() => return false,
            None => rest = &rest[1..],
            Some(written) => match rest.strip_prefix(plain(&written).as_slice()) {
                Some(after) => rest = after,
                None => return false,
            },
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    /// The grid of a file of these rows and clue lines, or why it is refused.
    fn grid(rows: &str, clues: &str, black: Black) -> Result<(String, usize), String> {
        let text = format!("## Grid\n{rows}\n## Clues\n{clues}\n");
        let file = read(text.as_bytes(), black).map_err(|fault| fault.to_string())?;
        let puzzle = file.puzzle().map_err(|fault| fault.to_string())?;
        Ok((puzzle.grid.one_line(), file.notes.len()))
    }

    /// Read with `.` black, its words are 1-Across, 1-Down, 2-Down and 3-Across.
    const ROWS: &str = "CAT.\nA..O\n.DOG";

    fn read_as(one_line: &str, notes: usize) -> (String, usize) {
        (one_line.to_owned(), notes)
    }

    #[test]
    fn a_hash_leaves_no_doubt() {
        for black in [Black::Unnamed, Black::Unnameable, Black::Named('#')] {
            assert_eq!(grid("CAT#\nA..O\n#DOG", "", black), Ok(read_as("...#/..../#...", 0)));
            assert_eq!(grid("CATS\nAREA", "", black), Ok(read_as("..../....", 0)));
        }
    }

    #[test]
    fn clues_decide() {
        let spelt = "A1. Pet ~ CAT\nD1. State ~ CA\nD2. Vase ~ OG\nA3. Other pet ~ DOG";
        let numbers_only = "A1. Pet\nD1. State\nD2. Vase\nA3. Other pet";
        for clues in [spelt, numbers_only] {
            assert_eq!(grid(ROWS, clues, Black::Unnamed), Ok(read_as("...#/.##./#...", 1)));
        }
        let white = "A1. ~ CATS\nA5. ~ AREO\nA6. ~ ADOG\nD1. ~ CAA\nD2. ~ ARD\nD3. ~ TEO\nD4. ~ SOG";
        assert_eq!(grid(ROWS, white, Black::Unnameable), Ok(read_as("..../..../....", 0)));
        // A misprint among ten and more.
        let rows = "ABC.DEF\nA.C.D.F\nABC.DEF";
        let lines = "A1. ~ ABC\nA3. ~ DEF\nA5. ~ ABC\nA6. ~ DEG\nD1. ~ AAA\nD2. ~ CCC\nD3. ~ DDD\nD4. ~ FFF";
        assert!(grid(rows, lines, Black::Unnamed).is_err(), "one of eight is too many");
        let more = format!("{lines}\nA1. ~ ABC\nA3. ~ DEF");
        assert_eq!(grid(rows, &more, Black::Unnamed), Ok(read_as("...#.../.#.#.#./...#...", 1)));
    }

    #[test]
    fn where_clues_do_not_decide_a_person_must() {
        for clues in ["", "A1. Pet", "A9. Nowhere ~ ELSE", "A1. ~ CAT\nA5. ~ DOG\nD1. ~ CA\nD3. ~ OG"] {
            let refused = grid(ROWS, clues, Black::Unnamed).unwrap_err();
            assert!(refused.starts_with("2:4: '.' may be black"), "{refused}");
            assert!(refused.ends_with("which is black? say --black . or --black #"), "{refused}");
            let refused = grid(ROWS, clues, Black::Unnameable).unwrap_err();
            assert!(refused.ends_with("which is black? expected # for black"), "{refused}");
            assert_eq!(grid(ROWS, clues, Black::Named('.')), Ok(read_as("...#/.##./#...", 0)));
            assert_eq!(grid(ROWS, clues, Black::Named('#')), Ok(read_as("..../..../....", 0)));
        }
    }

    #[test]
    fn a_name_that_cannot_be_is_refused() {
        let refused = grid("CAT#\nA..O", "", Black::Named('.')).unwrap_err();
        assert_eq!(refused, "2:4: '#' is black in a grid that has it: leave out --black .");
        for rows in [ROWS, "CAT#\nA..O", "CATS\nAREA"] {
            let refused = grid(rows, "", Black::Named('x')).unwrap_err();
            assert_eq!(refused, "2:1: --black x: expected --black # or --black .");
        }
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
