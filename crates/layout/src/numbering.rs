//! Represents what people know of a grid by its clues: the numbers and lengths of its words, without the black squares.
//!
//! A list of clues shows the words of each direction in the order of their numbers. Somebody may know the lengths, the numbers, or both,
//! of one direction or of both, and of all words or only of the first.

use std::fmt;

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::plural::plural;
use thiserror::Error;

use crate::words::{Direction, Words};

/// The known facts about one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct KnownWord {
    /// The clue number, if it is known.
    pub number: Option<usize>,
    /// The number of letters, if it is known.
    pub length: Option<usize>,
}

/// The words of one direction, in the order of their numbers.
///
/// Invariant: the known numbers increase, and every length is from 2 to 64.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KnownWords {
    words: Vec<KnownWord>,
    more_may_follow: bool,
}

/// The known words of both directions. Nothing is known of a direction that is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numbering {
    across: Option<KnownWords>,
    down: Option<KnownWords>,
}

/// The meaning of a number that stands alone in a list of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainNumber {
    /// A number of letters.
    Length,
    /// A clue number.
    ClueNumber,
}

/// The reason why lists of words cannot be read, or contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NumberingError(String);

/// The mark behind the last known word, if more words may follow.
const MORE: [&str; 2] = ["...", "…"];

impl KnownWords {
    /// Parses a list such as `3, 5, 3` (lengths), `1 (3), 4 (5), 5 (3)` (clue numbers and lengths) or `3, 5, ...` (more words may
    /// follow). Commas, semicolons and blanks part the words. Lengths can be enumerations, as in `9 (3,4)`, and `?` is unknown.
    ///
    /// # Errors
    /// Fails with a sentence that names the word of the list that is at fault.
    pub fn parse(text: &str, plain: PlainNumber) -> Result<Self, NumberingError> {
        let trimmed = text.trim();
        let without = MORE.iter().find_map(|mark| trimmed.strip_suffix(mark));
        let (list, more_may_follow) = (without.unwrap_or(trimmed), without.is_some());
        let mut words: Vec<KnownWord> = Vec::new();
        let mut last = 0;
        for part in parts(list) {
            let at = |what: &str| NumberingError(format!("word {}, `{part}`: {what}", words.len() + 1));
            let word = word(&part, plain).map_err(|what| at(&what))?;
            if let Some(number) = word.number {
                if number <= last {
                    return Err(at(&format!("clue numbers increase, and {last} comes before it")));
                }
                last = number;
            }
            words.push(word);
        }
        if words.is_empty() && !more_may_follow {
            let expected = "expected lengths as in 3,5,3, or clue numbers and lengths as in '1 (3), 4 (5)'";
            return Err(NumberingError(expected.to_owned()));
        }
        Ok(KnownWords { words, more_may_follow })
    }

    /// Returns the known words.
    pub fn words(&self) -> &[KnownWord] {
        &self.words
    }

    /// Returns `true` if a grid may have more words of this direction.
    pub fn more_may_follow(&self) -> bool {
        self.more_may_follow
    }

    /// Returns `true` if these are all words, and all clue numbers are known.
    pub fn has_all_numbers(&self) -> bool {
        !self.more_may_follow && self.words.iter().all(|word| word.number.is_some())
    }

    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.words.iter().filter_map(|word| word.number)
    }
}

impl Numbering {
    /// Combines what is known of both directions.
    ///
    /// # Errors
    /// Fails if nothing is known, or if all numbers are known and one is missing between them.
    pub fn new(across: Option<KnownWords>, down: Option<KnownWords>) -> Result<Self, NumberingError> {
        if let (Some(across), Some(down)) = (&across, &down)
            && across.has_all_numbers()
            && down.has_all_numbers()
        {
            let mut numbers: Vec<usize> = across.numbers().chain(down.numbers()).collect();
            numbers.sort_unstable();
            numbers.dedup();
            if let Some((missing, _)) = (1..).zip(&numbers).find(|(expected, number)| expected != *number) {
                return Err(NumberingError(format!("clue number {missing} is neither across nor down")));
            }
        }
        match (across, down) {
            (None, None) => Err(NumberingError("nothing is known of the words across or down".to_owned())),
            (across, down) => Ok(Numbering { across, down }),
        }
    }

    /// Parses the lists of both directions in one text, `across 3, 5, 3 down 6, 3`, or that of one direction.
    ///
    /// # Errors
    /// Fails with a sentence that names the direction and the word of the list that is at fault.
    pub fn parse(text: &str) -> Result<Self, NumberingError> {
        let text = text.trim();
        let (across, down) = match text.split_once("down") {
            Some((across, down)) => (across.trim(), Some(down)),
            None => (text, None),
        };
        let across = match across.strip_prefix("across") {
            None if across.is_empty() => None,
            None => {
                return Err(NumberingError("expected lists of lengths, as in across 3,5,3 down 6,3".to_owned()));
            }
            across => across,
        };
        let known = |direction: &str, list: Option<&str>| {
            let words = list.map(|list| KnownWords::parse(list, PlainNumber::Length)).transpose();
            words.map_err(|why| NumberingError(format!("{direction}: {why}")))
        };
        Numbering::new(known("across", across)?, known("down", down)?)
    }

    /// Returns the lists of the directions about which something is known, as [`Numbering::parse`] reads them.
    pub fn lists(&self) -> impl Iterator<Item = (Direction, &KnownWords)> {
        [Direction::Across, Direction::Down]
            .into_iter()
            .filter_map(|direction| Some((direction, self.in_direction(direction)?)))
    }

    /// Returns all numbers and lengths of a grid.
    pub fn of(words: &Words) -> Self {
        let known = |direction| {
            let words = words.words.iter().filter(|word| word.direction == direction);
            let word = words.map(|word| KnownWord { number: Some(word.number), length: Some(word.length) });
            Some(KnownWords { words: word.collect(), more_may_follow: false })
        };
        Numbering { across: known(Direction::Across), down: known(Direction::Down) }
    }

    /// Returns what is known of the words of a direction.
    pub fn in_direction(&self, direction: Direction) -> Option<&KnownWords> {
        match direction {
            Direction::Across => self.across.as_ref(),
            Direction::Down => self.down.as_ref(),
        }
    }

    /// Returns `true` if a grid with these words agrees with all that is known.
    pub fn fits(&self, words: &Words) -> bool {
        [Direction::Across, Direction::Down].into_iter().all(|direction| {
            let Some(known) = self.in_direction(direction) else { return true };
            let mut found = words.words.iter().filter(|word| word.direction == direction);
            let agrees = |known: &KnownWord| {
                found.next().is_some_and(|word| {
                    known.number.is_none_or(|number| number == word.number)
                        && known.length.is_none_or(|length| length == word.length)
                })
            };
            known.words.iter().all(agrees) && (known.more_may_follow || found.next().is_none())
        })
    }
}

/// Splits a list at commas, semicolons and blanks outside of brackets. A number and the bracket behind it are one part, also with blanks
/// between them.
fn parts(list: &str) -> Vec<String> {
    let mut joined = String::new();
    for character in list.chars() {
        let before = joined.trim_end();
        if character == '(' && before.ends_with(|last: char| last.is_ascii_digit() || last == '?') {
            joined.truncate(before.len());
        }
        joined.push(character);
    }
    let mut in_brackets = false;
    let is_gap = |character: char| {
        in_brackets = (in_brackets || character == '(') && character != ')';
        !in_brackets && (character.is_whitespace() || ",;".contains(character))
    };
    joined.split(is_gap).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Parses one word of a list.
fn word(part: &str, plain: PlainNumber) -> Result<KnownWord, String> {
    let Some((number, rest)) = part.split_once('(') else {
        return Ok(match plain {
            PlainNumber::Length => KnownWord { number: None, length: unless_unknown(part, length)? },
            PlainNumber::ClueNumber => KnownWord { number: unless_unknown(part, clue_number)?, length: None },
        });
    };
    let letters = rest.strip_suffix(')').ok_or("expected ) at the end, as in 4 (5)")?;
    let number = if number.is_empty() { None } else { unless_unknown(number, clue_number)? };
    Ok(KnownWord { number, length: unless_unknown(letters, length)? })
}

/// Parses a text, unless it is the mark of what is unknown.
fn unless_unknown(text: &str, parse: impl FnOnce(&str) -> Result<usize, String>) -> Result<Option<usize>, String> {
    if text.trim() == "?" { Ok(None) } else { parse(text.trim()).map(Some) }
}

fn clue_number(text: &str) -> Result<usize, String> {
    let most = MAX_SIZE * MAX_SIZE;
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a clue number from 1 to {most}, as in 4 or 4 (5)"))
}

/// Parses a length, or the lengths of the parts of an answer, which are added.
fn length(text: &str) -> Result<usize, String> {
    let expected = || format!("expected a length from 2 to {MAX_SIZE}, as in 5 or 4 (5)");
    let parts = text.split([',', '-', ' ', '\'', '’']).filter(|part| !part.is_empty());
    let parts: Vec<usize> = parts.map(|part| part.parse().map_err(|_| expected())).collect::<Result<_, _>>()?;
    let sum = parts.iter().fold(0usize, |sum, part| sum.saturating_add(*part));
    if (2..=MAX_SIZE).contains(&sum) { Ok(sum) } else { Err(expected()) }
}

/// Writes the words as [`KnownWords::parse`] reads them, with plain numbers as lengths: `3, 4 (5), ...`.
impl fmt::Display for KnownWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |known: Option<usize>| known.map_or("?".to_owned(), |known| known.to_string());
        let word = |word: &KnownWord| match word.number {
            None => text(word.length),
            Some(number) => format!("{number} ({})", text(word.length)),
        };
        let more = self.more_may_follow.then(|| "...".to_owned());
        let parts: Vec<String> = self.words.iter().map(word).chain(more).collect();
        f.write_str(&parts.join(", "))
    }
}

/// Writes what is known: `3 words across and 4 down or more`.
impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |(direction, known): (Direction, &KnownWords)| {
            let more = if known.more_may_follow { " or more" } else { "" };
            format!("{} {direction}{more}", plural(known.words.len(), "word"))
        };
        let parts: Vec<String> = self.lists().map(part).collect();
        f.write_str(&parts.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    fn known(text: &str) -> Result<KnownWords, String> {
        KnownWords::parse(text, PlainNumber::Length).map_err(|error| error.to_string())
    }

    #[test]
    fn both_directions_are_read_from_one_text() {
        let written = |text: &str| {
            let numbering = Numbering::parse(text).map_err(|error| error.to_string())?;
            let lists: Vec<String> = numbering.lists().map(|(direction, list)| format!("{direction} {list}")).collect();
            Ok::<_, String>(lists.join(" "))
        };
        for (text, expected) in [
            ("across 3,5 down 1 (6), 3", "across 3, 5 down 1 (6), 3"),
            ("across 3 ...", "across 3, ..."),
            (" down 4 ", "down 4"),
        ] {
            assert_eq!(written(text).as_deref(), Ok(expected));
        }
        for (text, expected) in [
            ("", "nothing is known"),
            ("3,5", "expected lists"),
            ("along 3 down 5", "expected lists"),
            ("across 3 down 1", "down: word 1, `1`: expected a length"),
            ("across 3 down 5 across 4", "down: word 2, `across`"),
            ("across down 5", "across: expected lengths"),
        ] {
            let error = written(text).expect_err(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_grid_fits_what_is_true_of_it_and_nothing_else() {
        let grid: Grid = "...#.\n.#...\n.....\n...#.\n.#...".parse().expect("a grid");
        let words = Words::of(&grid);
        let whole = Numbering::of(&words);
        assert!(whole.fits(&words));
        assert_eq!(whole.to_string(), "5 words across and 5 words down");
        let fits = |across: &str, down: &str| {
            let known = |text: &str| (!text.is_empty()).then(|| known(text).expect(text));
            Numbering::new(known(across), known(down)).expect("known").fits(&words)
        };
        for (across, down) in [
            ("3,3,5,3,3", "5,5,5,2,2"),
            ("1 (3), 4 (3), 6 (5), 8 (3), 9 (3)", ""),
            ("", "1 (?), 2 (5), ?, 2, 7 (2)"),
            ("3,3,...", ""),
            ("...", "5..."),
        ] {
            assert!(fits(across, down), "{across} and {down}");
        }
        for (across, down) in [
            ("3,3,5,3,3", "5,5,5,2"),
            ("3,3,5,3,3,3", ""),
            ("3,3,5,3,3", "5,5,2,5,2"),
            ("1 (3), 5 (3), 6 (5), 8 (3), 9 (3)", ""),
            ("", "1 (?), 2 (5), ?, 2, 6 (2)"),
            ("3,5,...", ""),
        ] {
            assert!(!fits(across, down), "{across} and {down}");
        }
    }
}
