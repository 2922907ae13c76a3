//! Demands on one fill that the counting engines do not know: words and letters that must occur, and words that exclude each other.
//!
//! The search for one fill obeys them. [`flaws`](Demands::flaws) checks a fill for them by its finished words, without the search's code.

use std::collections::BTreeSet;

use thiserror::Error;

use super::pattern::Pattern;
use super::stems;
use gridcheck_layout::words::Direction;

/// The demands. Without any, each fill meets them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Demands {
    /// Words that must occur, in folded letters.
    pub required: Vec<Vec<char>>,
    /// Letters that must occur, as in a pangram.
    pub letters: Vec<char>,
    /// The number of consecutive letters that no two words may share.
    pub no_shared: Option<usize>,
    /// `true` if no two words may have one root: the one that the list gives, or else the stem.
    pub one_form: bool,
    /// The patterns of slots.
    pub slots: Vec<SlotDemand>,
}

/// A pattern that the word of one slot must fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotDemand {
    /// The row and the column of the first square, from 0.
    pub first: (usize, usize),
    /// The direction.
    pub direction: Direction,
    /// The name of the slot in messages.
    pub name: String,
    /// The pattern.
    pub pattern: Pattern,
}

/// A word of a finished fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledWord {
    /// The row and the column of its first square, from 0.
    pub first: (usize, usize),
    /// Its direction.
    pub direction: Direction,
    /// The letters.
    pub letters: Vec<char>,
    /// The root that the list gives it, or nothing.
    pub root: Vec<char>,
    /// `true` if all its letters were given.
    pub is_given: bool,
}

/// A demand that a fill does not meet.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unmet {
    /// A required word is missing.
    #[error("{0} is required and missing")]
    Missing(String),
    /// A required letter is missing.
    #[error("the letter {0} is required and missing")]
    NoLetter(char),
    /// Two words share too many letters.
    #[error("{0} and {1} share too many letters")]
    Shared(String, String),
    /// Two words have one root.
    #[error("{0} and {1} have the same root")]
    SameRoot(String, String),
    /// A word does not fit the pattern of its slot.
    #[error("{0}: {1} does not fit {2}")]
    Unfit(String, String, String),
}

impl Demands {
    /// Returns `true` if the demands exclude some pairs of words.
    pub fn exclude_pairs(&self) -> bool {
        let Demands { required: _, letters: _, no_shared, one_form, slots: _ } = self;
        no_shared.is_some() || *one_form
    }

    /// Returns `true` if each fill meets the demands.
    pub fn is_empty(&self) -> bool {
        self.required.is_empty() && self.letters.is_empty() && self.slots.is_empty() && !self.exclude_pairs()
    }

    /// Returns the demands that a fill with these words and these letters does not meet. Two words that were both given may share anything.
    pub fn flaws(&self, words: &[FilledWord], letters: &BTreeSet<char>) -> Vec<Unmet> {
        let Demands { required, letters: wanted, no_shared, one_form, slots } = self;
        let text = |letters: &[char]| letters.iter().collect::<String>();
        let is_missing = |required: &&Vec<char>| words.iter().all(|word| word.letters != **required);
        let mut flaws: Vec<Unmet> = required.iter().filter(is_missing).map(|word| Unmet::Missing(text(word))).collect();
        flaws.extend(wanted.iter().filter(|letter| !letters.contains(letter)).map(|&letter| Unmet::NoLetter(letter)));
        for SlotDemand { first, direction, name, pattern } in slots {
            let word = words.iter().find(|word| word.first == *first && word.direction == *direction);
            if let Some(word) = word.filter(|word| !pattern.fits(&word.letters)) {
                flaws.push(Unmet::Unfit(name.clone(), text(&word.letters), pattern.text().to_owned()));
            }
        }
        for (i, one) in words.iter().enumerate() {
            for other in words[i + 1..].iter().filter(|other| !(one.is_given && other.is_given)) {
                let names = || (text(&one.letters), text(&other.letters));
                let parts =
                    |word: &FilledWord, k| word.letters.windows(k).map(<[char]>::to_vec).collect::<BTreeSet<_>>();
                if no_shared.is_some_and(|k| !parts(one, k).is_disjoint(&parts(other, k))) {
                    let (one, other) = names();
                    flaws.push(Unmet::Shared(one, other));
                }
                let root = |word: &FilledWord| stems::root(&word.letters, Some(&word.root));
                if *one_form && root(one).is_some() && root(one) == root(other) {
                    let (one, other) = names();
                    flaws.push(Unmet::SameRoot(one, other));
                }
            }
        }
        flaws
    }
}
