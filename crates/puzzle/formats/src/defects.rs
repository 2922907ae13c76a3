//! The clues of a file, and the mistakes in them: clues for words that the grid does not have, second clues, answers that contradict the grid.
//!
//! A file names the word of a clue by its number, by its first square or by its position in a list. [`DraftClues::give`] finds the words when
//! all squares are known.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::puzzle::{Puzzle, Square, Start, name_of, one_line, spelt};
use gridcheck_core::plural::plural;
use gridcheck_layout::words::{Direction, Word, Words};

/// The mistakes in the clues and texts of a file, of which a [`Puzzle`] holds nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Defects {
    /// The clues of words that the grid does not have: the name of the word in the file, and the clue.
    pub stray: Vec<(String, String)>,
    /// `true` if a blank clue belongs to no word of the grid.
    pub has_blank_stray: bool,
    /// The second clues of words. The first clue is that of the puzzle.
    pub second: Vec<(Start, String)>,
    /// The answers beside clues that are not the letters of the grid.
    pub answers: Vec<(Start, String)>,
    /// The words whose clue is also for other words.
    pub linked: BTreeSet<Start>,
    /// The lists of clues that have another length than the list of their words: the number of clues and of words.
    pub lists: Vec<(usize, usize)>,
    /// The texts with white space other than single spaces between words, as the puzzle has them.
    pub wide: Vec<String>,
    /// The squares whose letter in the diagram is not that of the solution.
    pub contradicted: BTreeSet<Square>,
}

/// The name of a clue's word in a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum WordReference {
    /// The text in the corner of its first square.
    Number(String),
    /// Its first square.
    Square(Square),
}

/// The clues of a file in its own form.
#[derive(Default)]
pub(super) struct DraftClues {
    pub(super) clues: Vec<(WordReference, Direction, String)>,
    /// The clues of all words, or of all words in one direction, in the order of their numbers.
    pub(super) lists: Vec<(Option<Direction>, Vec<String>)>,
    pub(super) linked: Vec<(WordReference, Direction)>,
    pub(super) answers: Vec<(WordReference, Direction, String)>,
}

/// The answers beside clues, compared with the letters of the grid.
pub(super) struct Answers {
    /// `true` if there are any.
    pub(super) repeated: bool,
    /// `true` if those that have the letters of the grid have them in the same spelling.
    pub(super) exact: bool,
    /// `true` if one belongs to no word, or to a word without letters.
    pub(super) alone: bool,
}

impl DraftClues {
    /// Adds the clues to a puzzle, and what is wrong with them to the defects. `start` returns the square of a word's number.
    /// Returns what the answers beside the clues are to the letters of the grid.
    pub(super) fn give(
        self,
        puzzle: &mut Puzzle,
        words: &Words,
        start: impl Fn(&Word) -> Square,
        defects: &mut Defects,
    ) -> Answers {
        let DraftClues { clues, lists, linked, answers } = self;
        let mut named: HashMap<(WordReference, Direction), &Word> = HashMap::new();
        for word in &words.words {
            named.insert((WordReference::Square((word.row, word.column)), word.direction), word);
            if let Some(number) = puzzle.number(start(word), words) {
                named.entry((WordReference::Number(number), word.direction)).or_insert(word);
            }
        }
        let mut found: Vec<(&Word, String)> = Vec::new();
        for (at, direction, text) in clues {
            let name = (at, direction);
            match named.get(&name) {
                Some(word) => found.push((word, text)),
                None if text.is_empty() => defects.has_blank_stray = true,
                None => defects.stray.push((format!("{}-{}", name.0, direction.title()), text)),
            }
        }
        for (direction, texts) in lists {
            let is_such = |word: &&Word| direction.is_none_or(|direction| word.direction == direction);
            let of_list: Vec<&Word> = words.words.iter().filter(is_such).collect();
            if of_list.len() == texts.len() {
                found.extend(of_list.into_iter().zip(texts.iter().map(|text| one_line(text))));
            } else {
                defects.lists.push((texts.len(), of_list.len()));
            }
        }
        for (word, text) in found {
            // A clue that only states the length of its word counts as none.
            if text.is_empty() || text == format!("({})", word.length) {
                continue;
            }
            match puzzle.clues.get(&Start::from(word)) {
                None => {
                    puzzle.clues.insert(Start::from(word), text);
                }
                Some(first) if *first == text => {}
                Some(_) => defects.second.push((Start::from(word), text)),
            }
        }
        defects.linked = linked.iter().filter_map(|name| named.get(name)).map(|&word| Start::from(word)).collect();
        let mut outcome = Answers { repeated: !answers.is_empty(), exact: true, alone: false };
        for (at, direction, answer) in answers {
            match named.get(&(at, direction)).and_then(|&word| Some((word, puzzle.answer(word)?))) {
                None => outcome.alone = true,
                Some((word, letters)) if spelt(&letters) != spelt(&answer) => {
                    defects.answers.push((Start::from(word), answer));
                }
                Some((_, letters)) => outcome.exact &= letters == answer,
            }
        }
        outcome
    }
}

impl Defects {
    /// Returns the clues that the puzzle lacks, as kinds of things that were not read.
    pub(super) fn unread(&self, words: &Words) -> Vec<String> {
        let lists = self
            .lists
            .iter()
            .map(|(clues, words)| format!("{} for {}", plural(*clues, "clue"), plural(*words, "word")));
        let stray = self.stray.iter().map(|(name, _)| name.clone());
        let second = self.second.iter().filter_map(|(start, _)| words.at(start.direction, (start.row, start.column)));
        let second = second.map(|word| word.to_string());
        let stray = sample("clues of words that the grid does not have", stray);
        let blank = self.has_blank_stray.then(|| "blank clues of words that the grid does not have".to_owned());
        lists.chain(stray).chain(sample("second clues of a word", second)).chain(blank).collect()
    }
}

const NAMED: usize = 3;

/// Returns the number of names, and the first few of them.
fn sample(kind: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    let more = if names.len() > NAMED { ", …" } else { "" };
    let first = names[..names.len().min(NAMED)].join(", ");
    (!names.is_empty()).then(|| format!("{kind}: {} ({first}{more})", names.len()))
}

impl fmt::Display for WordReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordReference::Number(number) => f.write_str(&one_line(number)),
            WordReference::Square(square) => f.write_str(&name_of(*square)),
        }
    }
}
