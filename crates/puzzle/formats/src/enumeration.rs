//! The lengths of an answer's words behind a clue: `Ran away (3,2)`.
//!
//! In a [`Puzzle`](super::puzzle::Puzzle) they are the end of the clue, as a solver sees it. Some formats have a separate field for them.
//! Brackets at the end count as lengths only if their sum is the length of the word, because other numbers occur there too (`Psalms (23)`).

use super::puzzle::{Feature, Puzzle, numbers_in};
use super::rich_text::RichText;
use gridcheck_layout::words::Word;

/// A clue and the lengths behind it.
pub(super) struct SplitClue {
    pub(super) text: RichText,
    pub(super) lengths: Option<String>,
}

/// Returns the clue of a word and its lengths. The lengths of a word without a clue are the word's length if no word of the puzzle has a clue.
pub(super) fn of(puzzle: &Puzzle, word: &Word) -> SplitClue {
    let Some(clue) = puzzle.clue(word) else {
        let lengths = (puzzle.count(Feature::Clues) == 0).then(|| word.length.to_string());
        return SplitClue { text: RichText::default(), lengths };
    };
    let plain = clue.plain();
    let (before, lengths) = split(&plain, puzzle.answer_squares(word).len());
    // The lengths may be within the markup.
    let before = |lengths: &str| {
        if clue.has_markup() { clue.without_end(&format!(" ({lengths})")) } else { Some(RichText::from(before)) }
    };
    match lengths.and_then(|lengths| Some((before(lengths)?, lengths))) {
        Some((text, lengths)) => SplitClue { text, lengths: Some(lengths.to_owned()) },
        None => SplitClue { text: clue.clone(), lengths: None },
    }
}

/// Splits a clue into its text and the lengths behind it. The lengths must add up to the length of its word, and [`join`] must restore the
/// clue.
pub(super) fn split(clue: &str, length: usize) -> (&str, Option<&str>) {
    let found = in_brackets(clue).filter(|(before, inner)| {
        (before.is_empty() || before.ends_with(' ')) && is_plain(inner) && sum(inner) == Some(length)
    });
    let found = found.map(|(before, inner)| (before.trim_end(), inner));
    let found =
        found.filter(|(before, inner)| join(before, inner).trim_start() == clue && !contradicts(before, inner, length));
    found.map_or((clue, None), |(before, inner)| (before, Some(inner)))
}

/// Returns `true` if a clue ends with other lengths than those beside it: with several numbers, or with the length of its answer.
pub(super) fn contradicts(clue: &str, lengths: &str, length: usize) -> bool {
    let plain = |lengths: &str| lengths.replace(['(', ')', ' '], "");
    let own = in_brackets(clue.trim_end()).map(|(_, inner)| inner).filter(|inner| is_plain(inner));
    let own = own.filter(|inner| sum(inner) == Some(length) || numbers_in(inner).count() > 1);
    own.is_some_and(|own| !plain(lengths).is_empty() && plain(lengths) != plain(own))
}

/// Returns the text before the brackets at the end of a clue, and the text in them.
fn in_brackets(clue: &str) -> Option<(&str, &str)> {
    clue.strip_suffix(')')?.rsplit_once('(')
}

/// Returns `true` if a text consists of numbers and of marks between them.
fn is_plain(lengths: &str) -> bool {
    lengths.starts_with(|first: char| first.is_ascii_digit())
        && lengths.chars().all(|character| character.is_ascii_digit() || ",-'’ ".contains(character))
}

fn sum(lengths: &str) -> Option<usize> {
    numbers_in(lengths).map(|part| part.parse::<usize>().ok()).sum()
}

/// Returns a clue with the lengths behind it, unless it already ends with them.
pub(super) fn join(clue: &str, lengths: &str) -> String {
    clue.to_owned() + &end(clue, lengths)
}

/// Returns the end of a clue with the lengths in it. It is empty if the clue already ends with them.
pub(super) fn end(clue: &str, lengths: &str) -> String {
    let lengths = lengths.trim();
    let lengths = lengths.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(lengths);
    let ends = in_brackets(clue.trim_end()).is_some_and(|(_, own)| own.replace(' ', "") == lengths.replace(' ', ""));
    if lengths.is_empty() || ends { String::new() } else { format!(" ({lengths})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_off_lengths_only_if_they_match_the_word() {
        assert_eq!(split("Ran away (3,2)", 5), ("Ran away", Some("3,2")));
        assert_eq!(split("Ran away (3,2)", 6), ("Ran away (3,2)", None));
        assert_eq!(split("(5)", 5), ("", Some("5")));
        assert_eq!(split("Psalms (23)", 5), ("Psalms (23)", None));
        // The lengths before would contradict those beside the clue.
        assert_eq!(split("Ran away (3,2) (5)", 5), ("Ran away (3,2) (5)", None));
        // Joining would add only one of the two.
        assert_eq!(split("Twice (5) (5)", 5), ("Twice (5) (5)", None));
        for clue in ["", "Clue", "Clue(5)", "Clue (five)", "Clue (,5)", "Clue (5", "Clue (99999999999999999999)"] {
            assert_eq!(split(clue, 5), (clue, None), "{clue}");
        }
    }

    #[test]
    fn a_clue_contradicts_lengths_beside_it_only_if_it_ends_with_lengths() {
        for (clue, lengths, length, is_so) in [
            ("Ran away (2,2)", "4", 4, true),
            ("Ran away (4)", "2,2", 4, true),
            ("Ran away (2,2)", "5", 5, true),
            ("Ran away (3,2)", "(3, 2)", 5, false),
            ("Ran away (3,2)", "", 5, false),
            ("Psalms (23)", "5", 5, false),
            ("Prince (the symbol)", "5", 5, false),
            ("Ran away", "5", 5, false),
        ] {
            assert_eq!(contradicts(clue, lengths, length), is_so, "{clue} {lengths}");
        }
    }

    #[test]
    fn joins_clue_and_lengths_without_repeating_them() {
        assert_eq!(join("Ran away (3, 2)", "3,2"), "Ran away (3, 2)");
        assert_eq!(join("Ran away", "3,2"), "Ran away (3,2)");
        assert_eq!(join("Ran away (3,2)", "3,2"), "Ran away (3,2)");
        assert_eq!(join("Ran away", "(3,2)"), "Ran away (3,2)");
        assert_eq!(join("Ran away", " "), "Ran away");
    }
}
