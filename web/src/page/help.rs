//! Help with the clue of an answer, from the word list: anagrams, hidden words, and the letters that are left over.

use std::sync::Arc;

use anyhow::anyhow;
use gridcheck::fill::letters::{Accents, fold};
use gridcheck::fill::list::WordList;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use super::words::listed;
use crate::options::parsed;
use crate::{Answer, answer};

/// Maximum number of words of each kind.
const MAX_WORDS: usize = 40;
/// Minimum number of letters of a word within an answer.
const MIN_INSIDE: usize = 3;
/// Maximum number of words for each side of a place where two words meet.
const MAX_SIDES: usize = 6;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Help {
    min_score: Option<i64>,
    answer: String,
    /// Letters from which an anagram is made.
    #[serde(default)]
    letters: String,
}

/// Returns help with a clue. `anagrams` have the letters of the answer, `inside` and `reversed` are words within it, and `parts` are two words
/// that make it. `around` are words that contain it, and `hidden` are pairs of words for each place where the first may end and the second
/// begin. `over` are the letters that the given ones have beyond the answer, `missing` those that they lack, and `rest` the words from the
/// letters that are left over.
#[wasm_bindgen]
pub fn help(options: &str) -> Answer {
    answer(|reply| {
        let Help { min_score, answer, letters } = parsed(options)?;
        let (answer, given) = (letters_of(&answer)?, letters_of(&letters)?);
        let words = Words { list: listed(min_score, &answer)? };
        let (over, missing) = (without(&given, &answer), without(&answer, &given));
        let inside = |letters: &[char]| words.inside(letters);
        let backwards: Vec<char> = answer.iter().rev().copied().collect();
        let splits = (1..answer.len()).map(|at| answer.split_at(at));
        let parts = splits
            .clone()
            .filter(|(one, other)| one.len() > 1 && other.len() > 1 && words.has(one) && words.has(other));
        let hidden = splits.filter_map(|(end, begin)| {
            let (ends, begins) = (
                words.best(MAX_SIDES, |word| word.len() > end.len() && word.ends_with(end)),
                words.best(MAX_SIDES, |word| word.len() > begin.len() && word.starts_with(begin)),
            );
            (!ends.is_empty() && !begins.is_empty()).then(|| json!([ends, begins]))
        });
        reply.put(&json!({
            "anagrams": words.anagrams(&answer),
            "inside": inside(&answer),
            "reversed": inside(&backwards),
            "parts": parts.map(|(one, other)| json!([text(one), text(other)])).collect::<Vec<Value>>(),
            "around": words.best(MAX_WORDS, |word| word.len() > answer.len() && word.windows(answer.len()).any(|window| window == answer)),
            "hidden": hidden.collect::<Vec<Value>>(),
            "over": text(&over),
            "missing": text(&missing),
            "rest": if over.is_empty() { Vec::new() } else { words.anagrams(&over) },
        }))
    })
}

/// Returns the letters of a text, whatever else it has.
fn letters_of(text: &str) -> anyhow::Result<Vec<char>> {
    let text: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    let mut letters = Vec::new();
    fold(&text, Accents::Fold, &mut letters).map_err(|_| anyhow!("{text:?}: expected letters"))?;
    Ok(letters)
}

fn text(letters: &[char]) -> String {
    letters.iter().collect()
}

fn sorted(letters: &[char]) -> Vec<char> {
    let mut letters = letters.to_vec();
    letters.sort_unstable();
    letters
}

/// Returns the letters of `one` that `other` lacks, each as often as it lacks it.
fn without(one: &[char], other: &[char]) -> Vec<char> {
    let mut left = sorted(one);
    for letter in other {
        if let Some(at) = left.iter().position(|known| known == letter) {
            left.remove(at);
        }
    }
    left
}

struct Words {
    list: Arc<WordList>,
}

impl Words {
    fn has(&self, letters: &[char]) -> bool {
        let codes: Option<Vec<u8>> = letters.iter().map(|&letter| self.list.alphabet().code(letter)).collect();
        codes.is_some_and(|codes| self.list.words(codes.len()).position(&codes).is_some())
    }

    /// Returns the words with these properties, those with the highest scores first.
    fn best(&self, count: usize, is_wanted: impl Fn(&[char]) -> bool) -> Vec<String> {
        let mut found: Vec<(i64, String)> = Vec::new();
        let mut letters = Vec::new();
        for length in 1..=gridcheck::grid::MAX_SIZE {
            let words = self.list.words(length);
            for (index, word) in words.iter().enumerate() {
                letters.clear();
                letters.extend(word.iter().map(|&code| self.list.alphabet().letter(code)));
                if is_wanted(&letters) {
                    found.push((words.score(index), text(&letters)));
                }
            }
        }
        found.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        found.into_iter().take(count).map(|(_, word)| word).collect()
    }

    fn anagrams(&self, letters: &[char]) -> Vec<String> {
        let wanted = sorted(letters);
        self.best(MAX_WORDS, |word| word.len() == letters.len() && word != letters && sorted(word) == wanted)
    }

    /// Returns the words within a text, without the text itself, the longest first.
    fn inside(&self, letters: &[char]) -> Vec<String> {
        let lengths = (MIN_INSIDE..=letters.len()).rev();
        let windows = lengths.flat_map(|length| letters.windows(length)).filter(|window| self.has(window));
        let mut found: Vec<String> = Vec::new();
        for word in windows.map(text).filter(|word| word.chars().count() < letters.len() || *word != text(letters)) {
            if !found.contains(&word) {
                found.push(word);
            }
        }
        found.truncate(MAX_WORDS);
        found
    }
}
