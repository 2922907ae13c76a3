//! The stems of English words: POINT and POINTS have one stem. Most solvers take two forms of one word in a grid for a mistake.
//!
//! Source: M. F. Porter, "An algorithm for suffix stripping" (1980), in its revision of 2001, as the crate `rust-stemmers` has it.

use std::collections::BTreeMap;

use rust_stemmers::{Algorithm, Stemmer};

use super::demands::FilledWord;

/// Shortest word that has a stem. Shorter ones are abbreviations, and mostly unrelated.
const MIN: usize = 3;

/// Returns the stem of a word of capital letters, or `None` if it is too short or no word of the Latin alphabet.
pub fn stem(letters: &[char]) -> Option<Vec<char>> {
    if letters.len() < MIN || !letters.iter().all(char::is_ascii_uppercase) {
        return None;
    }
    let word: String = letters.iter().map(char::to_ascii_lowercase).collect();
    let stem = Stemmer::create(Algorithm::English).stem(&word).to_ascii_uppercase();
    Some(stem.chars().collect())
}

/// Returns the root of a word: what the list gives, or else its stem.
pub(super) fn root(letters: &[char], listed: Option<&[char]>) -> Option<Vec<char>> {
    listed.filter(|root| !root.is_empty()).map(<[char]>::to_vec).or_else(|| stem(letters))
}

/// Returns the words of a fill that have one root with an earlier one, each with that one.
pub fn forms_of_one(words: &[FilledWord]) -> Vec<(String, String)> {
    let mut first: BTreeMap<Vec<char>, &FilledWord> = BTreeMap::new();
    let mut pairs = Vec::new();
    for word in words {
        let Some(root) = root(&word.letters, Some(&word.root)) else { continue };
        match first.get(&root) {
            Some(other) if other.letters != word.letters => {
                pairs.push((other.letters.iter().collect(), word.letters.iter().collect()));
            }
            Some(_) => {}
            None => drop(first.insert(root, word)),
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_have_one_stem() {
        let stem_of = |word: &str| stem(&word.chars().collect::<Vec<_>>());
        for (one, other) in [("POINT", "POINTS"), ("WALK", "WALKING"), ("BERRY", "BERRIES")] {
            assert_eq!(stem_of(one), stem_of(other), "{one} {other}");
        }
        assert_ne!(stem_of("POINT"), stem_of("PINT"));
        assert_eq!((stem_of("AS"), stem_of("ÉTÉ")), (None, None));
    }
}
