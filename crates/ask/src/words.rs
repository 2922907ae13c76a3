//! `gridcheck words`: looks up the words of lists that fit a pattern.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_fill::list::WordFilter;
use gridcheck_fill::pattern::{Pattern, PatternError};

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
    /// Find words with these letters: ? or . stands for any letter, * for any letters or none, [AE] for one of these, [^AE] for another
    /// one. ^ALL and ING$ find beginnings and ends.
    // The text is also the help of the argument, so the brackets stand as they are typed.
    #[allow(rustdoc::broken_intra_doc_links)]
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
    /// The number of lengths that a word can have.
    pub lengths: usize,
    /// The words of these lengths with a sufficient score.
    pub of_length: usize,
    /// The words of these lengths with a lower score.
    pub below: u64,
}

impl AskEach for Words {
    type Item<'a> = FoundWord<'a>;
    type Summary = WordsSummary;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<WordsSummary, Failure> {
        at_most_one_standard_input(&self.words)?;
        let refused = |error: PatternError| usage!((format!("{:?}", self.pattern)) ": " (error));
        let pattern: Pattern = self.pattern.parse().map_err(refused)?;
        let wanted = WordFilter {
            lengths: pattern.lengths(),
            min_score: self.min_score,
            marks: true,
            strict: self.strict_list,
            ..WordFilter::default()
        };
        let list = read_lists(&self.words, wanted, host)?;
        let lengths = || (1..=MAX_SIZE).filter(|length| pattern.lengths() >> (length - 1) & 1 == 1);
        let mut found: Vec<(i64, String)> = Vec::new();
        for words in lengths().map(|length| list.words(length)) {
            for index in 0..words.len() {
                let word: Vec<char> = words.word(index).iter().map(|&code| list.alphabet().letter(code)).collect();
                if pattern.fits(&word) {
                    found.push((words.score(index), word.into_iter().collect()));
                }
            }
        }
        // The words are in alphabetical order, which stays among equal scores.
        found.sort_by_key(|(score, _)| Reverse(*score));
        let are_scored = found.iter().any(|(score, _)| *score != 0);
        // A reader that has enough is not at fault.
        let _ = found.iter().try_for_each(|(score, word)| each(FoundWord { word, score: *score, are_scored }));
        let below = lengths().filter_map(|length| list.met().below.get(&length)).sum();
        let of_length = lengths().map(|length| list.words(length).len()).sum();
        Ok(WordsSummary { found: found.len(), lengths: lengths().count(), of_length, below })
    }
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
        assert_eq!(summary.expect("words"), WordsSummary { found: 3, lengths: 1, of_length: 4, below: 0 });
        let long = Words { pattern: "[^b]*t".to_owned(), ..request.clone() };
        let mut words = Vec::new();
        let summary = long.ask_each(&Unattended, &mut |FoundWord { word, .. }| {
            words.push(word.to_owned());
            ControlFlow::Continue(())
        });
        // From 2 letters.
        let expected = WordsSummary { found: 2, lengths: MAX_SIZE - 1, of_length: 4, below: 0 };
        assert_eq!(summary.expect("words"), expected);
        assert_eq!(words, ["RAT", "CAT"]);
        // A pattern may name more letters than an alphabet has.
        let alphabets = Words { pattern: "[A-Z][А-Я][Α-Ω]".to_owned(), ..request.clone() };
        let none = alphabets.ask_each(&Unattended, &mut |_| ControlFlow::Break(())).expect("no word");
        assert_eq!((none.found, none.of_length), (0, 4));
        let failure =
            Words { pattern: "r2?".to_owned(), ..request }.ask_each(&Unattended, &mut |_| ControlFlow::Break(()));
        assert!(failure.expect_err("no letter").to_string().starts_with("\"r2?\": expected letters"));
    }
}
