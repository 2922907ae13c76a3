//! Checks the lengths behind clues, as in `Ran away (3,2)`.
//!
//! Numbers in brackets occur in other clues too (`Psalms (23)`). So lengths are checked only in a puzzle where at least half of the clues end
//! with the length of their answer.

use std::collections::BTreeSet;

use serde_json::json;

use gridcheck_formats::PuzzleFile;
use gridcheck_formats::puzzle::{Puzzle, Start, alternatives, normalised};
use gridcheck_layout::words::Word;
use gridcheck_validator::diagnostic::{Diagnostic, Severity};

use super::{ClueRule, Clued, about, code, is_reference, quoted};

pub(super) const WRONG: ClueRule = ClueRule {
    severity: Severity::Error,
    find: wrong,
    code: &code(
        "GC101",
        "a clue with another length than its answer",
        "The lengths at the end of a clue, as in (7) or (3,4), add up to the length of the answer. Remarks beside them, as in (4, 2 words) or (abbr., 4), are no lengths. Two commas in a row, or one at an end, are a misprint.",
        "Solvers rely on the lengths. In a puzzle where most clues have no lengths, numbers in brackets mean something else and \
         are not checked. The option --fix corrects a single length.",
        "1-Across Feline (4), for an entry of three squares",
    ),
};

pub(super) const MISSING: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: missing,
    code: &code(
        "GC102",
        "a clue without the length of its answer",
        "If most clues of a puzzle end with the length of the answer, every clue does.",
        "British papers print the lengths. Clues that refer to another one, such as See 7, have none.",
        "1-Across Feline, where other clues end with (3) or (5)",
    ),
};

/// The lengths at the end of a clue.
struct Lengths<'a> {
    /// The text in the brackets.
    text: &'a str,
    /// Their sum.
    sum: usize,
    /// `true` if a length is missing before or behind a comma.
    lacks_one: bool,
}

/// Returns the lengths at the end of a clue: whole numbers with `,`, `-`, `'`, `/` or a space between them. A remark, as in `(4, 2 words)` or
/// `(abbr., 4)`, stands between commas or semicolons.
fn lengths(clue: &str) -> Option<Lengths<'_>> {
    let (_, text) = clue.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).filter(|part| !is_remark(part)).collect();
    let numbers = parts.iter().flat_map(|part| part.split(|character: char| "-–'’/ ".contains(character)));
    let numbers = numbers.filter(|number| !number.is_empty());
    let sum = numbers.map(|number| number.parse::<u16>().ok().map(usize::from)).sum::<Option<usize>>()?;
    (sum > 0).then(|| Lengths { text, sum, lacks_one: parts.iter().any(|part| part.is_empty()) })
}

/// Returns `true` if a text beside lengths is a remark about the answer.
fn is_remark(text: &str) -> bool {
    // Beginnings of words, as they are abbreviated too.
    const ABOUT: [&str; 11] = ["word", "wds", "wrds", "abbr", "hyph", "init", "acron", "sp", "pl", "var", "apos"];
    let words = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_ascii_lowercase();
    let last = words.rsplit(' ').next().unwrap_or_default();
    ABOUT.iter().any(|about| last.starts_with(about))
}

/// Returns the possible lengths of an answer: its squares, and its letters if a square has several, or alternatives. The answer of a clue for
/// several entries has the squares of all of them.
fn possible(puzzle: &Puzzle, word: &Word) -> BTreeSet<usize> {
    let squares = puzzle.answer_squares(word);
    let mut lengths = BTreeSet::from([0]);
    for &square in &squares {
        let letter = puzzle.letter(square);
        let letters =
            alternatives(letter).into_iter().chain([letter]).map(|reading| normalised(reading).chars().count().max(1));
        let letters: BTreeSet<usize> = letters.collect();
        lengths = lengths.iter().flat_map(|length| letters.iter().map(move |more| length + more)).collect();
    }
    lengths.insert(squares.len());
    lengths
}

/// Returns `true` if most clues end with the length of their answer.
fn has_lengths(clued: &Clued) -> bool {
    let fits = |word: &Word, clue: &str| {
        lengths(clue).is_some_and(|lengths| possible(clued.puzzle, word).contains(&lengths.sum))
    };
    let (all, fitting) = (clued.clues().count(), clued.clues().filter(|(word, clue)| fits(word, clue)).count());
    2 * fitting >= all && fitting > 0
}

/// Returns the clues whose lengths do not fit, with these lengths.
fn misfits<'a>(clued: &'a Clued) -> Vec<(&'a Word, &'a str, Lengths<'a>)> {
    if !has_lengths(clued) {
        return Vec::new();
    }
    let misfit = |(word, clue)| {
        let is_wrong = |lengths: &Lengths| lengths.lacks_one || !possible(clued.puzzle, word).contains(&lengths.sum);
        let lengths = lengths(clue).filter(is_wrong)?;
        Some((word, clue, lengths)).filter(|_| !clued.is_linked(word))
    };
    clued.clues().filter_map(misfit).collect()
}

/// Returns the name of a linked answer for a sentence. The numbers in it may be any texts of the file.
fn named(name: String) -> String {
    let is_plain = |part: &str| part.len() <= 12 && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if name.split(", ").all(is_plain) { name } else { quoted(&name) }
}

fn wrong(clued: &Clued) -> Vec<Diagnostic> {
    let finding = |(word, clue, Lengths { text, sum, lacks_one }): (&Word, &str, Lengths)| {
        let length = clued.puzzle.answer_squares(word).len();
        let whole =
            clued.puzzle.linked_name(word, &clued.words).map_or(String::new(), |name| format!(" to {}", named(name)));
        let missing = if lacks_one { ", where a length is missing" } else { "" };
        let clue = quoted(clue);
        let message = format!("the clue ends with ({text}){missing}, the answer{whole} has {length} letters: {clue}");
        about(WRONG.code, word, message, [("stated", json!(sum))])
    };
    misfits(clued).into_iter().map(finding).collect()
}

fn missing(clued: &Clued) -> Vec<Diagnostic> {
    if !has_lengths(clued) {
        return Vec::new();
    }
    let without = clued
        .clues()
        .filter(|(word, clue)| !clue.trim_end().ends_with(')') && !is_reference(clue) && !clued.is_linked(word));
    let finding = |(word, clue): (&Word, &str)| {
        let message = format!("the clue has no length, others have one: {}", quoted(clue));
        about(MISSING.code, word, message, [])
    };
    without.map(finding).collect()
}

/// Returns the clues with a single wrong length, each with the corrected clue.
pub fn corrected(file: &PuzzleFile) -> Vec<(Start, String)> {
    let Some(clued) = Clued::of(file) else { return Vec::new() };
    let single =
        misfits(&clued).into_iter().filter(|(_, _, lengths)| lengths.text.bytes().all(|byte| byte.is_ascii_digit()));
    let correct = |(word, clue, Lengths { text, .. }): (&Word, &str, Lengths)| {
        let before = clue.trim_end().strip_suffix(&format!("{text})")).unwrap_or(clue);
        (Start::from(word), format!("{before}{})", clued.puzzle.answer_squares(word).len()))
    };
    single.map(correct).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_remarks_beside_them_and_none_is_missing() {
        let read = |clue| lengths(clue).map(|lengths| (lengths.sum, lengths.lacks_one));
        for clue in [
            "Cat (4)",
            "Cat (4, 2 words)",
            "Cat (abbr., 4)",
            "Cat (4, hyph.)",
            "Cat (4,hyphenated)",
            "Cat (4, two words)",
            "Cat (2 wds., 4)",
            "Cat (1-3)",
            "Cat (1, 3; two words)",
            "Cat (2, 2)",
            "Cat (3'1)",
        ] {
            assert_eq!(read(clue), Some((4, false)), "{clue}");
        }
        for clue in ["Cat (3,2,)", "Cat (,3,2)", "Cat (3,,2)"] {
            assert_eq!(read(clue), Some((5, true)), "{clue}");
        }
        for clue in ["Cat (2 words)", "Cat (abbr.)", "Psalms (chapter 23)", "Cat (4, born 1950 in Rome)", "Cat ()"] {
            assert_eq!(read(clue), None, "{clue}");
        }
    }

    #[test]
    fn numbers_of_the_file_are_quoted_in_sentences() {
        assert_eq!(named("1, 5-Down".to_owned()), "1, 5-Down");
        assert_eq!(named("1, all is well".to_owned()), "\"1, all is well\"");
    }
}
