//! Checks a fill: reads the finished rows as a person would, and looks up every word.
//!
//! It shares only the grid and the list with the engines. It finds the words independently, along rows and columns up to a black square, a
//! bar or the edge. It holds the list as texts. Comparisons validate every fill, so that a mistake which all engines share is also
//! detected.

use std::collections::{BTreeSet, HashSet};

use foldhash::fast::RandomState;
use thiserror::Error;

use super::demands::FilledWord;
use super::question::{BLANK, Question, Texts};
use gridcheck_layout::words::Direction;

/// A fault of a fill. Rows and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum Flaw {
    /// A word is not in the list.
    #[error("row {row}, column {column}, {direction}: {word} is not in the list")]
    Unlisted {
        /// Row of its first square.
        row: usize,
        /// Column of its first square.
        column: usize,
        /// Direction of the word.
        direction: Direction,
        /// The word.
        word: String,
    },
    /// A word occurs again, although words must be distinct.
    #[error("{word} is there more than once")]
    Repeated {
        /// The word.
        word: String,
    },
    /// A square does not have its given letter.
    #[error("row {row}, column {column} has {found}, {given} is given")]
    Changed {
        /// Row of the square.
        row: usize,
        /// Column of the square.
        column: usize,
        /// The given letter.
        given: char,
        /// The letter in the fill.
        found: char,
    },
}

/// A checker for the [fills](self) of one question.
pub struct Validator<'q> {
    question: &'q Question,
    words: HashSet<String, RandomState>,
    givens: Vec<((usize, usize), char)>,
}

impl<'q> Validator<'q> {
    /// Returns a validator for the fills of a question.
    pub fn new(question: &'q Question) -> Self {
        let list = question.list();
        let longest = question.longest().max(question.grid().height()).max(question.grid().width());
        let text = |word: &[u8]| word.iter().map(|&code| list.alphabet().letter(code)).collect();
        let words = (2..=longest).flat_map(|length| list.words(length).iter().map(text)).collect();
        Validator { question, words, givens: question.givens().collect() }
    }

    /// Returns the faults of a fill.
    pub fn flaws(&self, fill: &[u8]) -> Vec<Flaw> {
        let texts = self.question.texts(fill);
        let mut flaws = Vec::new();
        // A square may have several given letters, one after the other.
        for letters in self.givens.chunk_by(|(one, _), (other, _)| one == other) {
            let mut found = texts.square(letters[0].0.0, letters[0].0.1).iter();
            for &((r, c), given) in letters {
                let found = found.next().copied().unwrap_or(BLANK);
                if found != given {
                    flaws.push(Flaw::Changed { row: r + 1, column: c + 1, given, found });
                }
            }
        }
        let mut met = HashSet::with_hasher(RandomState::default());
        for direction in [Direction::Across, Direction::Down] {
            for (row, column, length, letters) in self.words_along(&texts, direction) {
                let word: String = letters.iter().collect();
                let is_given = || self.is_given(row, column, direction, length);
                // A word that reaches out of the region is not finished, and only the words of a part are filled.
                if self.question.is_partial() && !is_given() && !self.question.asks_for(row, column, direction) {
                    continue;
                }
                if !self.words.contains(&word) {
                    if self.question.standing_entries().is_none() || !is_given() {
                        flaws.push(Flaw::Unlisted { row: row + 1, column: column + 1, direction, word });
                    }
                } else if self.question.is_distinct() && met.contains(&word) {
                    flaws.push(Flaw::Repeated { word });
                } else {
                    met.insert(word);
                }
            }
        }
        flaws
    }

    /// Returns the words of a fill, with the roots that the list gives them.
    pub fn filled_words(&self, fill: &[u8]) -> Vec<FilledWord> {
        let texts = self.question.texts(fill);
        let list = self.question.list();
        let mut words = Vec::new();
        for direction in [Direction::Across, Direction::Down] {
            for (row, column, length, letters) in self.words_along(&texts, direction) {
                let codes: Option<Vec<u8>> = letters.iter().map(|&letter| list.alphabet().code(letter)).collect();
                let listed = list.words(letters.len());
                let root = codes.and_then(|codes| listed.root(listed.position(&codes)?)).unwrap_or_default().to_vec();
                let is_given = self.is_given(row, column, direction, length);
                words.push(FilledWord { first: (row, column), direction, letters, root, is_given });
            }
        }
        words
    }

    /// Returns the letters of a fill, those outside all words too.
    pub fn filled_letters(&self, fill: &[u8]) -> BTreeSet<char> {
        let (grid, texts) = (self.question.grid(), self.question.texts(fill));
        let white = grid.size().positions().filter(|&(r, c)| grid.is_white(r, c));
        white.flat_map(|(r, c)| texts.square(r, c)).copied().filter(|&letter| letter != BLANK).collect()
    }

    /// Returns `true` if every letter of a word is given.
    fn is_given(&self, row: usize, column: usize, direction: Direction, length: usize) -> bool {
        let is_given = |i| self.givens.iter().any(|&(given, _)| given == direction.after((row, column), i));
        (0..length).all(is_given)
    }

    /// Returns the words of two squares or more in one direction: row and column of the first square, number of squares, letters.
    fn words_along(&self, texts: &Texts, direction: Direction) -> Vec<(usize, usize, usize, Vec<char>)> {
        let grid = self.question.grid();
        let (lines, length) = match direction {
            Direction::Across => (grid.height(), grid.width()),
            Direction::Down => (grid.width(), grid.height()),
        };
        let mut found = Vec::new();
        for line in 0..lines {
            let mut first = (0, 0);
            let (mut word, mut white) = (Vec::new(), 0);
            for i in 0..length {
                let (r, c) = direction.after(direction.other().after((0, 0), line), i);
                if grid.is_white(r, c) {
                    if word.is_empty() {
                        first = (r, c);
                    }
                    word.extend(texts.square(r, c));
                    white += 1;
                }
                let is_barred = match direction {
                    Direction::Across => grid.bars().is_right((r, c)),
                    Direction::Down => grid.bars().is_below((r, c)),
                };
                if !grid.is_white(r, c) || is_barred || i + 1 == length {
                    let (word, white) = (std::mem::take(&mut word), std::mem::take(&mut white));
                    if white > 1 {
                        found.push((first.0, first.1, white, word));
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::tests::question;
    use super::*;

    fn flaws(question: &Question, letters: &str) -> Vec<String> {
        let fill: Vec<u8> = letters.chars().map(|c| question.list().alphabet().code(c).expect("a letter")).collect();
        Validator::new(question).flaws(&fill).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn finds_repeated_words_unlisted_words_and_changed_givens() {
        let once = question("A./..", "AB BA AA", true);
        assert_eq!(flaws(&once, "ABBA"), ["AB is there more than once", "BA is there more than once"]);
        assert_eq!(flaws(&once.clone().with_distinct(false), "ABBA"), [""; 0]);
        assert_eq!(
            flaws(&once, "BABB"),
            [
                "row 1, column 1 has B, A is given",
                "row 2, column 1, across: BB is not in the list",
                "row 1, column 1, down: BB is not in the list",
            ]
        );
    }

    #[test]
    fn words_end_at_black_squares() {
        let question = question("..#/.../#..", "AB BAB BAA BB", false);
        assert_eq!(flaws(&question, "ABBABAB"), [""; 0]);
        assert_eq!(
            flaws(&question, "AABABAB"),
            ["row 1, column 1, across: AA is not in the list", "row 1, column 2, down: AAA is not in the list"]
        );
    }
}
