//! The words and clues of a JPZ document.
//!
//! A word is a list of cells under an id, and a clue names the id. The words may follow the clues, so both are collected, and matched at
//! the end. A clue of an unknown word is matched by its number and the title of its list.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::defects::{Part, WordReference};
use super::super::draft::{Draft, PuzzleFile, add_kind, foreign};
use super::super::fault::LineCounter;
use super::super::puzzle::{Square, numbers_in, one_line};
use gridcheck_layout::words::Direction;

/// Upper bound for the number of cells of a word, which may have several rows and columns.
const MAX_CELLS: usize = 1024;
/// Upper bound for the number of cells of all words. Those of a grid have each cell twice.
const MAX_CELLS_OF_ALL: usize = 1 << 18;

/// The [words and clues](self) read so far.
#[derive(Default)]
pub(super) struct WordsAndClues {
    /// The cells of each word, at most [`MAX_CELLS`].
    words: HashMap<String, Vec<Square>>,
    /// The number of cells so far, at most [`MAX_CELLS_OF_ALL`].
    count: usize,
    /// The ids of the words, in the order of the file.
    ids: Vec<String>,
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
    /// The id of the word whose clue is also for this word.
    pub(super) link: String,
    /// The byte at which it begins.
    pub(super) start: usize,
    pub(super) html: String,
}

impl WordsAndClues {
    /// Begins a word. Its element may already have some cells.
    pub(super) fn word(&mut self, id: &str, x: Option<&str>, y: Option<&str>) {
        id.clone_into(&mut self.current);
        self.ids.push(id.to_owned());
        self.words.insert(self.current.clone(), Vec::new());
        self.cells(x, y);
    }

    /// Adds cells to the word: a column and a row from 1. One of the two may be a range such as `3-7`.
    pub(super) fn cells(&mut self, x: Option<&str>, y: Option<&str>) {
        let (Some(x), Some(y)) = (x.and_then(range), y.and_then(range)) else { return };
        let Some(cells) = self.words.get_mut(&self.current) else { return };
        let (mut at, end) = ((x.0, y.0), (x.1, y.1));
        while cells.len() < MAX_CELLS && self.count < MAX_CELLS_OF_ALL {
            if cells.last() != Some(&(at.1 - 1, at.0 - 1)) {
                self.count += 1;
                cells.push((at.1 - 1, at.0 - 1));
            }
            if at == end {
                break;
            }
            at = (towards(at.0, end.0), towards(at.1, end.1));
        }
    }

    pub(super) fn clue(&mut self, clue: Clue) {
        self.clues.push((clue, self.title.clone()));
    }

    /// Adds the clues to a draft. Returns what can be checked when the words of the grid are known.
    pub(super) fn add_to(self, draft: &mut Draft, text: &str) -> Links {
        let mut lines = LineCounter::new(text);
        let WordsAndClues { words, clues, ids, .. } = self;
        let words: HashMap<String, Arc<[Square]>> =
            words.into_iter().map(|(id, cells)| (id, Arc::from(cells))).collect();
        // The cells of the words to which links lead, and the links that were compared.
        let mut linked: HashMap<String, HashSet<Square>> = HashMap::new();
        let mut compared: HashSet<(String, String)> = HashSet::new();
        let (mut numbers, mut targets) = (Vec::new(), Vec::new());
        for (Clue { word, number, lengths, link, start, html }, title) in clues {
            let (line, lengths) = (Some(lines.line(start)), one_line(&lengths));
            let mut belongs = |whole: &Arc<[Square]>| {
                let cells = linked.entry(link.clone()).or_insert_with(|| whole.iter().copied().collect());
                !compared.insert((word.clone(), link.clone()))
                    || words.get(&word).is_none_or(|own| own.iter().all(|cell| cells.contains(cell)))
            };
            draft.unread_if(
                !link.is_empty() && !words.get(&link).is_some_and(&mut belongs),
                "links to words that do not have the cells",
            );
            draft.unread_if(
                !word.is_empty() && !words.contains_key(&word),
                "clues of words that the file does not have",
            );
            targets.extend(words.get(&link).cloned());
            let named = title.to_ascii_lowercase();
            // A link may name the whole answer as its word. Then its number tells the entry.
            let cells = words.get(&word).filter(|cells| words.get(&link) != Some(cells));
            match (cells.map(|cells| &**cells), named.contains("across"), named.contains("down")) {
                (Some(&[first, second, ..]), ..) => {
                    numbers.push((first, number));
                    let direction = if first.0 == second.0 { Direction::Across } else { Direction::Down };
                    let clue = draft.clue_in_html(direction, WordReference::Square(first), &html, false);
                    clue.parts.extend(cells.cloned().map(Part::Squares));
                    (clue.line, clue.lengths) = (line, lengths);
                }
                (_, is_across, is_down) if is_across != is_down => {
                    let direction = if is_across { Direction::Across } else { Direction::Down };
                    let clue = draft.clue_in_html(direction, WordReference::Number(number), &html, false);
                    (clue.line, clue.lengths) = (line, lengths);
                }
                _ => draft.unread(format!("clues {}", foreign(&title))),
            }
        }
        Links {
            words: ids.into_iter().map(|id| (words.get(&id).cloned().unwrap_or_else(|| Arc::from([])), id)).collect(),
            numbers,
            targets,
        }
    }
}

/// The names that link cells, words and clues. The words of a grid replace them.
pub(super) struct Links {
    /// The cells and the id of each word.
    words: Vec<(Arc<[Square]>, String)>,
    /// The first square of the word of a clue, and the number of the clue.
    numbers: Vec<(Square, String)>,
    /// The cells of the words to which clues link.
    targets: Vec<Arc<[Square]>>,
}

impl Links {
    /// Records the links that the words of the grid do not replace.
    pub(super) fn check(&self, file: &mut PuzzleFile) {
        let words = file.puzzle.words();
        let by_cells: HashMap<Vec<Square>, usize> =
            words.words.iter().zip(1..).map(|(word, id)| (word.squares().collect(), id)).collect();
        let linked: HashSet<&[Square]> = file.puzzle.links().map(|(_, squares)| squares).collect();
        if !self.targets.iter().all(|cells| linked.contains(&**cells)) {
            add_kind(&mut file.unread, "links to words that are no answer of several words");
        }
        for (cells, id) in &self.words {
            match by_cells.get(&**cells) {
                None if linked.contains(&**cells) => {}
                None => add_kind(&mut file.unread, "words that the grid does not have"),
                Some(written) if written.to_string() != *id => add_kind(&mut file.rewritten, "the ids of words"),
                Some(_) => {}
            }
        }
        let is_number = |(square, number): &(Square, String)| {
            let is_linked = |direction| {
                let name = words.at(direction, *square).and_then(|word| file.puzzle.linked_name(&word, &words));
                name.is_some_and(|name| numbers_in(&name).eq(numbers_in(number)))
            };
            number.is_empty()
                || file.puzzle.number(*square, &words).is_some_and(|known| known == number.trim())
                || [Direction::Across, Direction::Down].into_iter().any(is_linked)
        };
        if !self.numbers.iter().all(is_number) {
            add_kind(&mut file.unread, "numbers of clues that are not those of their words");
        }
    }
}

/// Returns the ends of a range such as `3-7`, or the same number twice, from 1.
fn range(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|&number| number > 0);
    Some((number(from)?, number(to)?))
}

/// Returns the next number on the way from one to another.
fn towards(from: usize, to: usize) -> usize {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_all_words_are_bounded() {
        let mut found = WordsAndClues::default();
        for word in 0..1000 {
            found.word(&word.to_string(), Some("1-2000"), Some("1"));
        }
        assert_eq!(found.words["0"].len(), MAX_CELLS);
        assert_eq!(found.words.values().map(Vec::len).sum::<usize>(), MAX_CELLS_OF_ALL);
    }
}
