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

use std::collections::BTreeSet;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

use super::letters::{Accents, MAX_LETTERS, fold};
use gridcheck_core::grid::MAX_SIZE;

/// A pattern, with or without accents, as the words of a list.
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
    /// A range goes backwards.
    #[error("expected a range from a letter to a later one, as in [A-E]; found {first}-{last}")]
    Range {
        /// The letter before the hyphen.
        first: char,
        /// The letter after it.
        last: char,
    },
    /// Brackets have more letters than an alphabet.
    #[error("expected at most {MAX_LETTERS} letters in brackets, the most an alphabet can have; found more in [{0}]")]
    Letters(String),
    /// It has no letter, or more than a grid has room for.
    #[error("expected a pattern of 1 to {MAX_SIZE} letters")]
    Length,
}

/// Reads a pattern without accents.
impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        Pattern::read(text, Accents::Fold)
    }
}

impl Pattern {
    /// Reads a pattern for words whose accents are treated this way.
    ///
    /// # Errors
    /// The text is not a pattern.
    pub fn read(text: &str, accents: Accents) -> Result<Self, PatternError> {
        // A letter and its accent can be two characters.
        let composed: String = text.nfc().collect();
        let (inner, begins) = composed.strip_prefix('^').map_or((&*composed, false), |rest| (rest, true));
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
                    parts.push(class(inside, accents)?);
                    rest = after.chars();
                }
                letter => {
                    let found = folded(letter, accents).ok_or(PatternError::Stray(letter))?;
                    parts.extend(
                        found.into_iter().map(|letter| Part::Letters { letters: vec![letter], are_excluded: false }),
                    );
                }
            }
        }
        if begins && !ends {
            parts.push(Part::Many);
        }
        parts.dedup_by(|one, other| *one == Part::Many && *other == Part::Many);
        let single = parts.iter().filter(|part| **part != Part::Many).count();
        if single > MAX_SIZE || parts.is_empty() {
            return Err(PatternError::Length);
        }
        Ok(Pattern { text: text.to_owned(), parts })
    }

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

/// Returns the letters of one character: none for a space, a hyphen or an apostrophe.
fn folded(letter: char, accents: Accents) -> Option<Vec<char>> {
    let mut letters = Vec::new();
    fold(letter.encode_utf8(&mut [0; 4]), accents, &mut letters).ok()?;
    Some(letters)
}

/// Reads the letters between brackets.
fn class(inside: &str, accents: Accents) -> Result<Part, PatternError> {
    let (listed, are_excluded) = inside.strip_prefix('^').map_or((inside, false), |rest| (rest, true));
    let one = |character: char| match folded(character, accents).as_deref() {
        Some([letter]) => Ok(*letter),
        Some(_) | None => Err(PatternError::Brackets),
    };
    let mut letters = BTreeSet::new();
    let mut characters = listed.chars().peekable();
    while let Some(character) = characters.next() {
        let first = one(character)?;
        if characters.next_if_eq(&'-').is_some() {
            let until = characters.next().ok_or(PatternError::Brackets)?;
            let last = one(until)?;
            if first > last {
                return Err(PatternError::Range { first: character, last: until });
            }
            letters.extend((first..=last).take(MAX_LETTERS + 1));
        } else {
            letters.insert(first);
        }
        if letters.len() > MAX_LETTERS {
            return Err(PatternError::Letters(inside.to_owned()));
        }
    }
    if letters.is_empty() {
        return Err(PatternError::Brackets);
    }
    Ok(Part::Letters { letters: letters.into_iter().collect(), are_excluded })
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
            ("^", "ATE", true),
            ("$", "ATE", true),
            ("[A-A]*", "ATE", true),
        ] {
            assert_eq!(fits(pattern, word), expected, "{pattern} {word}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let brackets = PatternError::Brackets;
        let many = |inside: &str| PatternError::Letters(inside.to_owned());
        for (text, expected) in [
            ("", PatternError::Length),
            ("^$", PatternError::Length),
            (&"A".repeat(65), PatternError::Length),
            ("C2T", PatternError::Stray('2')),
            ("A B+", PatternError::Stray('+')),
            ("[", brackets.clone()),
            ("[]", brackets.clone()),
            ("[^]", brackets.clone()),
            ("[A-]", brackets),
            ("[Z-AB]*", PatternError::Range { first: 'Z', last: 'A' }),
            ("[^é-a]", PatternError::Range { first: 'é', last: 'a' }),
            ("?[A-Ω]", many("A-Ω")),
            ("[^A-Za-zА-ЯΑ-Ω]", many("^A-Za-zА-ЯΑ-Ω")),
        ] {
            assert_eq!(text.parse::<Pattern>(), Err(expected), "{text}");
        }
    }

    #[test]
    fn accents_are_kept_or_dropped() {
        let fits = |pattern: &str, accents, word: &str| {
            Pattern::read(pattern, accents).expect("a pattern").fits(&word.chars().collect::<Vec<_>>())
        };
        for pattern in ["É??", "é??", "e\u{301}??", "[É]??", "[e\u{301}]??", "[è-ê]??"] {
            assert!(fits(pattern, Accents::Keep, "ÉTÉ"), "{pattern}");
            assert!(!fits(pattern, Accents::Keep, "ETE"), "{pattern}");
            assert!(fits(pattern, Accents::Fold, "ETE"), "{pattern}");
        }
        assert!(!fits("E??", Accents::Keep, "ÉTÉ"));
        assert!(fits("[^E]??", Accents::Keep, "ÉTÉ"));
    }

    #[test]
    fn neighbouring_stars_are_one() {
        let parts = |text: &str| text.parse::<Pattern>().expect("a pattern").parts;
        assert_eq!(parts(&"*".repeat(1000)), [Part::Many]);
        assert_eq!(parts("**A**"), parts("*A*"));
        assert_eq!(parts("^A**"), parts("^A"));
        assert_eq!(parts("**A$"), parts("A$"));
        assert_eq!(parts("A??").len(), 3);
    }
}
