//! The words and letters that must occur in a fill, and the reasons why some cannot.

use std::collections::BTreeMap;

use gridcheck_core::plural::plural;
use gridcheck_fill::demands::{Demands, SlotDemand};
use gridcheck_fill::pattern::Pattern;
use gridcheck_fill::question::Question;
use gridcheck_formats::puzzle::Puzzle;

use super::Fill;
use super::many::slot_named;
use super::reading::GridToFill;
use crate::failure::Failure;
use crate::host::Host;
use crate::usage;

/// The words that must occur, each once and in order. Answers of clues for several entries that are written already are left out.
#[derive(Debug, Default)]
pub(super) struct RequiredWords {
    /// Words that the list may lack.
    pub theme: Vec<Vec<char>>,
    /// Words of the list.
    pub listed: Vec<Vec<char>>,
}

impl RequiredWords {
    /// Returns the words, each with its option.
    fn with_options(&self) -> impl Iterator<Item = (&'static str, &Vec<char>)> {
        let theme = self.theme.iter().map(|word| ("theme", word));
        theme.chain(self.listed.iter().map(|word| ("require", word)))
    }
}

impl Fill {
    /// Reads the words that must occur.
    pub(super) fn required_words(&self, puzzle: &Puzzle, host: &dyn Host) -> Result<RequiredWords, Failure> {
        let written = self.linked_answers(puzzle);
        let words = |option, values: &[String]| {
            let mut words = self.words_or_lists(option, values, host)?;
            words.retain(|word| !written.contains(word));
            words.sort();
            words.dedup();
            Ok::<_, Failure>(words)
        };
        let (theme, mut listed) = (words("theme", &self.theme)?, words("require", &self.require)?);
        listed.retain(|word| !theme.contains(word));
        Ok(RequiredWords { theme, listed })
    }

    /// Returns the demands on a fill.
    ///
    /// # Errors
    /// A slot has another name, or the grid has visibly no room for a word or a letter.
    pub(super) fn demands(&self, asked: &GridToFill) -> Result<Demands, Failure> {
        let question = &asked.question;
        let slot = |(name, pattern): (&str, Pattern)| {
            let word = question.slots()[slot_named(question, "slot", name)?].word;
            Ok::<_, Failure>(SlotDemand {
                first: (word.row, word.column),
                direction: word.direction,
                name: word.to_string(),
                pattern,
            })
        };
        let slots = self.slot_patterns()?.into_iter().map(slot).collect::<Result<_, _>>()?;
        must_have_slots(question, &asked.required)?;
        let letters = self.pangram_letters()?;
        must_have_squares(question, &letters)?;
        let required = asked.required.with_options().map(|(_, word)| word.clone()).collect();
        Ok(Demands { required, letters, no_shared: self.no_shared, one_form: self.one_form, slots })
    }
}

/// Fails if the grid has no slot for a word, or too few for all words of one length.
fn must_have_slots(question: &Question, required: &RequiredWords) -> Result<(), Failure> {
    let standing = question.standing_entries().unwrap_or_default();
    let mut of_length: BTreeMap<usize, usize> = BTreeMap::new();
    for (option, word) in required.with_options().filter(|(_, word)| !standing.contains(word)) {
        let (text, letters) = (word.iter().collect::<String>(), plural(word.len(), "letter"));
        let mut slots = (0..question.slots().len()).filter(|&slot| question.slots()[slot].squares.len() == word.len());
        if slots.clone().next().is_none() {
            return Err(usage!({option} ": " (text) " has " (letters) ", and no slot has this length"));
        }
        if !slots.any(|slot| question.suits(slot, word)) {
            return Err(
                usage!({option} ": " (text) " fits no slot: each slot of " (letters) " has another given letter"),
            );
        }
        *of_length.entry(word.len()).or_default() += 1;
    }
    for (length, words) in of_length {
        let slots = question.slots().iter().filter(|slot| slot.squares.len() == length).count();
        if words > slots {
            let (words, letters) = (plural(words, "required word"), plural(length, "letter"));
            return Err(
                usage!([theme] ": there are " (words) " of " (letters) " and only " (plural(slots, "slot")) " of this length"),
            );
        }
    }
    Ok(())
}

/// Fails if there are more letters than squares, or if a letter is in no word of the list and not given.
fn must_have_squares(question: &Question, letters: &[char]) -> Result<(), Failure> {
    if letters.is_empty() {
        return Ok(());
    }
    let known = question.known_letters();
    let missing: Vec<String> =
        letters.iter().filter(|letter| !known.contains(letter)).map(ToString::to_string).collect();
    if !missing.is_empty() {
        return Err(usage!(
            [pangram] ": no word that has the length of a slot has " (missing.join(", ")) ", and the grid has none given"
        ));
    }
    let squares = question.squares().len();
    if letters.len() > squares + question.letters_alone().count() {
        return Err(
            usage!([pangram] ": " (plural(letters.len(), "letter")) " need as many squares, and the words have " (squares)),
        );
    }
    Ok(())
}
