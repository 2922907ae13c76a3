//! `gridcheck words`: looks up the words of lists that fit a pattern.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_fill::letters::{Accents, fold};
use gridcheck_fill::list::WordFilter;

use super::failure::Failure;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input, inputs};
use super::word_lists::read_lists;
use super::{AskEach, Each, usage};

/// Looks up the words of a list that fit a pattern, those with the highest scores first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Find words with these letters; ? or . stands for any letter.
    #[cfg_attr(feature = "clap", arg(value_name = "PATTERN"))]
    pub pattern: String,
    /// Read words from this list; - is standard input (repeatable).
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST", required = true))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub words: Vec<Input>,
    /// Use only words with this score or a higher one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SCORE", allow_negative_numbers = true))]
    pub min_score: Option<i64>,
    /// Refuse a list with a line that is not a word, instead of leaving it out with a note.
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub strict_list: bool,
}

/// A word and its score.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct FoundWord<'a> {
    pub word: &'a str,
    pub score: i64,
    /// `true` if any of the words that fit has a score.
    #[serde(skip)]
    pub are_scored: bool,
}

/// The numbers of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordsSummary {
    /// The words that fit.
    pub found: usize,
    /// The words of the length of the pattern with a sufficient score.
    pub of_length: usize,
    /// The words of this length with a lower score.
    pub below: u64,
}

impl AskEach for Words {
    type Item<'a> = FoundWord<'a>;
    type Summary = WordsSummary;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<WordsSummary, Failure> {
        at_most_one_standard_input(&self.words)?;
        let pattern = letters(&self.pattern)?;
        let known: Vec<char> = pattern.iter().flatten().copied().collect();
        let wanted = WordFilter {
            lengths: 1 << (pattern.len() - 1),
            min_score: self.min_score,
            letters: &known,
            marks: true,
            strict: self.strict_list,
            ..WordFilter::default()
        };
        let list = read_lists(&self.words, wanted, host)?;
        let codes: Vec<Option<u8>> =
            pattern.iter().map(|letter| letter.and_then(|letter| list.alphabet().code(letter))).collect();
        let words = list.words(pattern.len());
        let fits =
            |word: &[u8]| codes.iter().zip(word).all(|(wanted, letter)| wanted.is_none_or(|wanted| wanted == *letter));
        let mut found: Vec<(i64, String)> = (0..words.len())
            .filter(|&index| fits(words.word(index)))
            .map(|index| {
                let word = words.word(index).iter().map(|&code| list.alphabet().letter(code)).collect();
                (words.score(index), word)
            })
            .collect();
        // The words are in alphabetical order, which stays among equal scores.
        found.sort_by_key(|(score, _)| Reverse(*score));
        let are_scored = found.iter().any(|(score, _)| *score != 0);
        // A reader that has enough is not at fault.
        let _ = found.iter().try_for_each(|(score, word)| each(FoundWord { word, score: *score, are_scored }));
        let below = list.met().below.get(&pattern.len()).copied().unwrap_or_default();
        Ok(WordsSummary { found: found.len(), of_length: words.len(), below })
    }
}

/// Returns the letters of a pattern, with nothing for any letter.
fn letters(pattern: &str) -> Result<Vec<Option<char>>, Failure> {
    let mut letters = Vec::new();
    for part in pattern.split_inclusive(['?', '.']) {
        let word = part.trim_end_matches(['?', '.']);
        let mut folded = Vec::new();
        if fold(word, Accents::Fold, &mut folded).is_err() {
            return Err(usage!((format!("{pattern:?}")) ": expected letters, and ? for any letter, as in 'C?T?'"));
        }
        letters.extend(folded.into_iter().map(Some));
        letters.extend((word.len() < part.len()).then_some(None));
    }
    if !(1..=MAX_SIZE).contains(&letters.len()) {
        return Err(usage!(
            (format!("{pattern:?}")) ": expected a pattern of 1 to " (MAX_SIZE) " letters, with ? for any letter"
        ));
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::host::Unattended;

    #[test]
    fn finds_words_of_several_lists_in_memory() {
        let request = r#"{"pattern": "?at", "words": [{"name": "one", "text": "cat\nbat;3\ndog"}, {"name": "two", "text": "rat;1"}]}"#;
        let request: Words = serde_json::from_str(request).expect("a request");
        let mut found = Vec::new();
        let summary = request.ask_each(&Unattended, &mut |FoundWord { word, score, are_scored }| {
            found.push((word.to_owned(), score, are_scored));
            ControlFlow::Continue(())
        });
        let expected = [("BAT", 3), ("RAT", 1), ("CAT", 0)].map(|(word, score)| (word.to_owned(), score, true));
        assert_eq!(found, expected);
        assert_eq!(summary.expect("words"), WordsSummary { found: 3, of_length: 4, below: 0 });
        let failure =
            Words { pattern: "r2?".to_owned(), ..request }.ask_each(&Unattended, &mut |_| ControlFlow::Break(()));
        assert!(failure.expect_err("no letter").to_string().starts_with("\"r2?\": expected letters"));
    }
}
