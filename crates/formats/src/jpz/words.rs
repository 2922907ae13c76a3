//! The words and clues of a JPZ document.
//!
//! A word is a list of cells under an id, and a clue names the id. The words may follow the clues, so both are collected, and matched at
//! the end. A clue of an unknown word is matched by its number and the title of its list.

use std::collections::HashMap;

use super::super::defects::WordReference;
use super::super::draft::Draft;
use super::super::enumeration;
use super::super::puzzle::Square;
use gridcheck_layout::words::Direction;

/// The [words and clues](self) read so far.
#[derive(Default)]
pub(super) struct WordsAndClues {
    /// The first two cells of each word.
    words: HashMap<String, Vec<Square>>,
    /// The word whose cells are being read.
    current: String,
    /// The title of the list whose clues are being read.
    pub(super) title: String,
    /// Each clue with the title of its list.
    clues: Vec<(Clue, String)>,
}

/// A clue with the attributes of its element.
#[derive(Default)]
pub(super) struct Clue {
    pub(super) word: String,
    pub(super) number: String,
    pub(super) lengths: String,
    pub(super) text: String,
}

impl WordsAndClues {
    /// Begins a word. Its element may already have some cells.
    pub(super) fn word(&mut self, id: &str, x: Option<&str>, y: Option<&str>) {
        id.clone_into(&mut self.current);
        self.words.insert(self.current.clone(), Vec::new());
        self.cells(x, y);
    }

    /// Adds cells to the word: a column and a row from 1, one of which may be a range such as `3-7`.
    pub(super) fn cells(&mut self, x: Option<&str>, y: Option<&str>) {
        let (Some(x), Some(y)) = (x.and_then(range), y.and_then(range)) else { return };
        let Some(cells) = self.words.get_mut(&self.current) else { return };
        // The second cell determines the direction. Further cells are not needed.
        for (x, y) in [(x.0, y.0), (second(x), second(y))] {
            if cells.len() < 2 && cells.last() != Some(&(y - 1, x - 1)) {
                cells.push((y - 1, x - 1));
            }
        }
    }

    /// Adds a clue to the current list.
    pub(super) fn clue(&mut self, clue: Clue) {
        self.clues.push((clue, self.title.clone()));
    }

    /// Adds the clues to a draft.
    pub(super) fn add_to(self, draft: &mut Draft) {
        let WordsAndClues { words, clues, .. } = self;
        for (Clue { word, number, lengths, text }, title) in clues {
            let text = enumeration::join(&text, &lengths);
            let named = title.to_ascii_lowercase();
            match (words.get(&word).map(Vec::as_slice), named.contains("across"), named.contains("down")) {
                (Some(&[first, second]), ..) if first.0 == second.0 => {
                    draft.clue(Direction::Across, WordReference::Square(first), &text);
                }
                (Some(&[first, second]), ..) if first.1 == second.1 => {
                    draft.clue(Direction::Down, WordReference::Square(first), &text);
                }
                (_, true, false) => draft.clue(Direction::Across, WordReference::Number(number), &text),
                (_, false, true) => draft.clue(Direction::Down, WordReference::Number(number), &text),
                _ => draft.unread(format!("clues {title}")),
            }
        }
    }
}

/// Returns the ends of a range such as `3-7`, or the same number twice, from 1.
fn range(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|&number| number > 0);
    Some((number(from)?, number(to)?))
}

/// Returns the second number of a range, or its only number.
fn second((from, to): (usize, usize)) -> usize {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}
