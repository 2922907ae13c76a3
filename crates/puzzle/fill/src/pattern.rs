//! A pattern of letters, as in `C[AE]?T*`, by which words are looked up or demanded.
//!
//! | part | meaning |
//! |---|---|
//! | a letter | this letter |
//! | `?`, `.` | any letter |
//! | `[AE]`, `[A-E]`, `[^AE]` | one of these letters, or any other |
//! | `*` | any letters, or none |
//! | `^` at the start | the word begins so; its end is free unless `$` follows |
//! | `$` at the end | the word ends so; its start is free unless `^` precedes |

use std::str::FromStr;

use thiserror::Error;

use super::letters::{Accents, fold};
use gridcheck_core::grid::MAX_SIZE;

/// A pattern. Without accents, as the words of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Any,
    /// One of these letters, or none of them.
    Letters {
        letters: Vec<char>,
        are_excluded: bool,
    },
    /// Any letters, or none.
    Many,
}

/// The reason why a text is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// A character stands for nothing.
    #[error(
        "expected letters, ? for any letter, * for any letters and [AE] for one of them, as in 'C?T*'; found {0:?}"
    )]
    Stray(char),
    /// Brackets are empty or open.
    #[error("expected letters in brackets, as in [AE], [A-E] or [^AE]")]
    Brackets,
    /// It has no letter, or more than a grid has room for.
    #[error("expected a pattern of 1 to {MAX_SIZE} letters")]
    Length,
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (inner, begins) = text.strip_prefix('^').map_or((text, false), |rest| (rest, true));
        let (inner, ends) = inner.strip_suffix('$').map_or((inner, false), |rest| (rest, true));
        let mut parts = Vec::new();
        if ends && !begins {
            parts.push(Part::Many);
        }
        let mut rest = inner.chars();
        while let Some(character) = rest.next() {
            match character {
                '?' | '.' => parts.push(Part::Any),
                '*' => parts.push(Part::Many),
                '[' => {
                    let (inside, after) = rest.as_str().split_once(']').ok_or(PatternError::Brackets)?;
                    parts.push(class(inside)?);
                    rest = after.chars();
                }
                letter => {
                    let found = folded(letter).ok_or(PatternError::Stray(letter))?;
                    parts.extend(
                        found.into_iter().map(|letter| Part::Letters { letters: vec![letter], are_excluded: false }),
                    );
                }
            }
        }
        if begins && !ends {
            parts.push(Part::Many);
        }
        let single = parts.iter().filter(|part| **part != Part::Many).count();
        if single > MAX_SIZE || parts.is_empty() {
            return Err(PatternError::Length);
        }
        Ok(Pattern { text: text.to_owned(), parts })
    }
}

/// Returns the letters of one character, without accents: none for a space, a hyphen or an apostrophe.
fn folded(letter: char) -> Option<Vec<char>> {
    let mut letters = Vec::new();
    fold(letter.encode_utf8(&mut [0; 4]), Accents::Fold, &mut letters).ok()?;
    Some(letters)
}

/// Reads the letters between brackets.
fn class(inside: &str) -> Result<Part, PatternError> {
    let (inside, are_excluded) = inside.strip_prefix('^').map_or((inside, false), |rest| (rest, true));
    let mut letters: Vec<char> = Vec::new();
    let mut characters = inside.chars().peekable();
    while let Some(character) = characters.next() {
        let one = |character: char| match folded(character).as_deref() {
            Some([letter]) => Ok(*letter),
            Some(_) | None => Err(PatternError::Brackets),
        };
        let first = one(character)?;
        if characters.next_if_eq(&'-').is_some() {
            let last = one(characters.next().ok_or(PatternError::Brackets)?)?;
            letters.extend(first..=last);
        } else {
            letters.push(first);
        }
    }
    if letters.is_empty() { Err(PatternError::Brackets) } else { Ok(Part::Letters { letters, are_excluded }) }
}

impl Pattern {
    /// Returns the pattern as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the lengths of the words that can fit: bit `n - 1` for length `n`.
    pub fn lengths(&self) -> u64 {
        let least = self.parts.iter().filter(|part| **part != Part::Many).count().max(1);
        let from_least = u64::MAX << (least - 1);
        if self.parts.contains(&Part::Many) { from_least } else { 1 << (least - 1) }
    }

    /// Returns the letters that a word must have.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.parts.iter().flat_map(|part| match part {
            Part::Letters { letters, .. } => letters.clone(),
            Part::Any | Part::Many => Vec::new(),
        })
    }

    /// Returns `true` if a word fits.
    pub fn fits(&self, word: &[char]) -> bool {
        // The numbers of letters that the parts so far can take.
        let mut taken = vec![false; word.len() + 1];
        taken[0] = true;
        for part in &self.parts {
            let fits = |letter: &char| match part {
                Part::Any | Part::Many => true,
                Part::Letters { letters, are_excluded } => letters.contains(letter) != *are_excluded,
            };
            if *part == Part::Many {
                let first = taken.iter().position(|&taken| taken).unwrap_or(taken.len());
                taken[first..].fill(true);
            } else {
                for i in (0..word.len()).rev() {
                    taken[i + 1] = taken[i] && fits(&word[i]);
                }
                taken[0] = false;
            }
        }
        taken[word.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, word: &str) -> bool {
        let pattern: Pattern = pattern.parse().expect("a pattern");
        let word: Vec<char> = word.chars().collect();
        let fits = pattern.fits(&word);
        assert!(!fits || pattern.lengths() >> (word.len() - 1) & 1 == 1, "{word:?}");
        fits
    }

    #[test]
    fn a_pattern_is_for_whole_words() {
        for (pattern, word, expected) in [
            ("c?t", "CAT", true),
            ("c.t", "CATS", false),
            ("C[AE]?T*", "CANT", true),
            ("C[AE]?T*", "CELTIC", true),
            ("C[AE]?T*", "CULT", false),
            ("[^AEIOU]*", "TREE", true),
            ("[^AEIOU]*", "ATE", false),
            ("[a-c]*[x-z]", "BOX", true),
            ("*S*S*", "SAIS", true),
            ("*S*S*", "SAINT", false),
            ("^[AEIOU]", "ATE", true),
            ("^[AEIOU]", "TEA", false),
            ("ING$", "KING", true),
            ("ING$", "INGOT", false),
            ("^É?E$", "EYE", true),
            ("^E?E$", "EYED", false),
        ] {
            assert_eq!(fits(pattern, word), expected, "{pattern} {word}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "^", "C2T", "[", "[]", "[^]", "[A-]", "A B+", &"A".repeat(65)] {
            assert!(text == "^" || text.parse::<Pattern>().is_err(), "{text}");
        }
    }
}
