//! Words and clues of a JPZ document.
//!
//! A word is a list of cells under an id, a clue names the id. The words may come behind the clues, so both are gathered, and matched at the
//! end. A clue whose word is not told is found by its number and by the title of its list.

use std::collections::HashMap;

use super::super::draft::{At, Draft};
use super::super::enumeration;
use super::super::puzzle::Square;
use gridcheck_layout::words::Direction;

/// See the [module](self).
#[derive(Default)]
pub(super) struct Listed {
    /// The first two cells of each word.
    words: HashMap<String, Vec<Square>>,
    /// The word whose cells come.
    current: String,
    /// The title of the list whose clues come.
    pub(super) title: String,
    /// Each with the title of its list.
    clues: Vec<(Clue, String)>,
}

/// A clue as it is listed.
#[derive(Default)]
pub(super) struct Clue {
    pub(super) word: String,
    pub(super) number: String,
    pub(super) lengths: String,
    pub(super) text: String,
}

impl Listed {
    /// A word begins, of which some cells may be told at once.
    pub(super) fn word(&mut self, id: &str, x: Option<&str>, y: Option<&str>) {
        id.clone_into(&mut self.current);
        self.words.insert(self.current.clone(), Vec::new());
        self.cells(x, y);
    }

    /// Further cells of the word: a column and a row from 1, one of which may be a range such as `3-7`.
    pub(super) fn cells(&mut self, x: Option<&str>, y: Option<&str>) {
        let (Some(x), Some(y)) = (x.and_then(range), y.and_then(range)) else { return };
        let Some(cells) = self.words.get_mut(&self.current) else { return };
        // A second cell tells the direction, and nothing more is asked.
        for (x, y) in [(x.0, y.0), (toward(x), toward(y))] {
            if cells.len() < 2 && cells.last() != Some(&(y - 1, x - 1)) {
                cells.push((y - 1, x - 1));
            }
        }
    }

    /// A clue of the current list.
    pub(super) fn clue(&mut self, clue: Clue) {
        self.clues.push((clue, self.title.clone()));
    }

    /// Gives a draft its clues.
    pub(super) fn tell(self, draft: &mut Draft) {
        let Listed { words, clues, .. } = self;
        for (Clue { word, number, lengths, text }, title) in clues {
            let text = enumeration::joined(&text, &lengths);
            let named = title.to_ascii_lowercase();
            match (words.get(&word).map(Vec::as_slice), named.contains("across"), named.contains("down")) {
                (Some(&[first, second]), ..) if first.0 == second.0 => {
                    draft.clue(Direction::Across, At::Square(first), &text);
                }
                (Some(&[first, second]), ..) if first.1 == second.1 => {
                    draft.clue(Direction::Down, At::Square(first), &text);
                }
                (_, true, false) => draft.clue(Direction::Across, At::Number(number), &text),
                (_, false, true) => draft.clue(Direction::Down, At::Number(number), &text),
                _ => draft.unread(format!("clues {title}")),
            }
        }
    }
}

/// The ends of a range such as `3-7`, or twice a number, from 1.
fn range(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|&number| number > 0);
    Some((number(from)?, number(to)?))
}

/// The second number of a range, or the only one.
fn toward((from, to): (usize, usize)) -> usize {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}
