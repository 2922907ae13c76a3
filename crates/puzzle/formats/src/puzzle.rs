//! The contents of a puzzle that can be carried from one format to another.
//!
//! A reader fills a [`Puzzle`] and a writer takes one, independently of each other. A property besides the grid is a [`Feature`]. The
//! amount of each feature can be counted and removed, so the losses of a format are known before it is written. All texts but
//! the clues are plain. Formats with markup escape plain text on writing.
//!
//! All that is known of the clue of a word is a [`Clue`].
//!
//! Invariants, which [`draft`](super::draft) establishes:
//! - Letters, marks and numbers are at white squares.
//! - Voids are black.
//! - A clue is at a square where a word begins in its direction.
//! - The answer of a link begins in the first square of its word, and has more squares than the word, or others.
//! - A text is not empty. It is one line, or several for the notes, with single spaces between words and none at the ends.
//!
//! So equal puzzles have equal contents, and a puzzle that was read back can be compared with the written one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::clue::{Answer, Clue};
use super::extras::Extras;
use super::rich_text::{Kind, RichText};
use gridcheck_core::grid::Grid;
use gridcheck_layout::contents::TextRun;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word, Words};

pub use super::feature::Feature;
pub use gridcheck_layout::shape::{Bars, Square};

/// Maximum size of a puzzle file. Real ones have some ten thousand bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// A grid with all texts and marks in it and beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The black and white squares.
    pub grid: Grid,
    /// The places without a square. They are black in the grid.
    pub voids: BTreeSet<Square>,
    /// The solution of each square, row by row: usually one letter, empty if unknown.
    pub letters: Vec<String>,
    /// Squares with a circle in them.
    pub circles: BTreeSet<Square>,
    /// Squares of another colour than white.
    pub shading: BTreeSet<Square>,
    /// The texts in the corners of squares, if they differ from a newspaper's numbers; otherwise empty.
    pub numbers: BTreeMap<Square, String>,
    /// The clues by their words. A word is absent if nothing is known about it.
    pub clues: BTreeMap<Start, Clue>,
    /// Title, author and other descriptions.
    pub about: BTreeMap<Field, String>,
    /// `true` if the solver must find the black squares.
    pub diagramless: bool,
    /// Contents that only the format of the file has.
    pub extras: Extras,
}

/// The first square and the direction of a word, in the order of clue numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Start {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// Direction of the word.
    pub direction: Direction,
}

named! {
    /// A description of the puzzle.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Field {
        /// The title.
        Title = "title",
        /// The author.
        Author = "author",
        /// The editor.
        Editor = "editor",
        /// The publisher.
        Publisher = "publisher",
        /// The copyright notice.
        Copyright = "copyright",
        /// The date of publication.
        Date = "date",
        /// Instructions for the solver. Only this field may have several lines.
        Notes = "notes",
    }
}

impl<'a> From<&'a Puzzle> for Shape<'a> {
    fn from(puzzle: &'a Puzzle) -> Self {
        Shape { grid: &puzzle.grid, voids: &puzzle.voids }
    }
}

impl From<&Word> for Start {
    fn from(word: &Word) -> Self {
        Start { row: word.row, column: word.column, direction: word.direction }
    }
}

impl Puzzle {
    /// Returns a puzzle with a grid and nothing else.
    pub fn of(grid: Grid) -> Self {
        Puzzle {
            voids: BTreeSet::new(),
            letters: vec![String::new(); grid.height() * grid.width()],
            circles: BTreeSet::new(),
            shading: BTreeSet::new(),
            numbers: BTreeMap::new(),
            clues: BTreeMap::new(),
            about: BTreeMap::new(),
            diagramless: false,
            extras: Extras::default(),
            grid,
        }
    }

    /// Returns the words, including those between bars.
    pub fn words(&self) -> Words {
        Words::of(self)
    }

    /// Returns the solution of a square, empty if unknown.
    pub fn letter(&self, (r, c): Square) -> &str {
        &self.letters[r * self.grid.width() + c]
    }

    /// Sets the solution of each square, row by row. If it differs, the answers that the file has beside its clues are removed.
    pub fn set_letters(&mut self, letters: Vec<String>) {
        if self.letters != letters {
            self.letters = letters;
            self.leave_letters();
        }
    }

    /// Returns the squares of the answer to the clue of a word: those of the word, or of all words of a link.
    pub fn answer_squares(&self, word: &Word) -> Vec<Square> {
        self.link(Start::from(word)).map_or_else(|| word.squares().collect(), <[Square]>::to_vec)
    }

    /// Returns the letters of the answer to the clue of a word, if all are known. A link has the letters of several words.
    pub fn whole_answer(&self, word: &Word) -> Option<String> {
        let letters: Vec<&str> = self.answer_squares(word).into_iter().map(|square| self.letter(square)).collect();
        (!letters.contains(&"")).then(|| letters.concat())
    }

    /// Returns the words of a link, in order, or `None` if its answer does not consist of words. A word that begins where the one before it
    /// ends shares that square. `words` are the words of the puzzle.
    pub fn linked_words(&self, start: Start, words: &Words) -> Option<Vec<Word>> {
        let squares = self.link(start)?;
        let mut found = Vec::new();
        let mut at = 0;
        while at < squares.len() {
            let from_here = |from: usize| {
                let at_start = |direction| words.at(direction, squares[from]);
                // The last word of a loop ends in the first square, which the answer has once.
                let rest = || squares[from..].iter().chain(squares.first().filter(|_| from > 0)).copied();
                [Direction::Across, Direction::Down]
                    .into_iter()
                    .filter_map(at_start)
                    .find(|word| rest().count() >= word.length && word.squares().eq(rest().take(word.length)))
            };
            let next = from_here(at).map(|word| (word, at));
            let next = next.or_else(|| at.checked_sub(1).and_then(|from| Some((from_here(from)?, from))));
            let (word, from) = next?;
            at = from + word.length;
            found.push(word);
        }
        Some(found)
    }

    /// Returns the first words of all words that are a further part of some link. They need no clue.
    pub fn continuations(&self, words: &Words) -> BTreeSet<Start> {
        let parts = self.links().filter_map(|(start, _)| self.linked_words(start, words));
        parts.flat_map(|parts| parts.into_iter().skip(1)).map(|word| Start::from(&word)).collect()
    }

    /// Returns the name of the words of a clue, as in `1, 5` and `1, 5-Down`: the number of its word, and those of a link with a direction
    /// if it differs. `words` are the words of the puzzle.
    pub fn linked_name(&self, word: &Word, words: &Words) -> Option<String> {
        let parts = self.linked_words(Start::from(word), words)?;
        let name = |part: &Word| {
            let number = self.number((part.row, part.column), words).unwrap_or_default();
            let direction = (part.direction != word.direction).then(|| format!("-{}", part.direction.title()));
            number + &direction.unwrap_or_default()
        };
        Some(parts.iter().map(name).collect::<Vec<_>>().join(", "))
    }

    /// Returns the letters of a word, if all are known.
    pub fn answer(&self, word: &Word) -> Option<String> {
        let letters: Vec<&str> = word.squares().map(|square| self.letter(square)).collect();
        (!letters.contains(&"")).then(|| letters.concat())
    }

    /// Returns the clue of a word, if it has one.
    pub fn clue(&self, word: &Word) -> Option<&RichText> {
        self.clues.get(&Start::from(word)).map(|clue| &clue.text).filter(|text| !text.is_empty())
    }

    /// Returns the explanation of the clue of a word in HTML, if it has one.
    pub(super) fn note(&self, start: Start) -> Option<&str> {
        self.clues.get(&start).map(|clue| clue.note.as_str()).filter(|note| !note.is_empty())
    }

    /// Returns the squares of the answer that begins at a word, if they are not those of the word.
    pub(super) fn link(&self, start: Start) -> Option<&[Square]> {
        self.clues.get(&start)?.answer.squares()
    }

    /// Returns the answers that are not one word of the grid, by the word at which they begin.
    pub fn links(&self) -> impl Iterator<Item = (Start, &[Square])> {
        self.clues.iter().filter_map(|(&start, clue)| Some((start, clue.answer.squares()?)))
    }

    /// Changes every clue. A clue is removed if nothing is left of it.
    pub(super) fn change_clues(&mut self, mut change: impl FnMut(Start, &mut Clue)) {
        self.clues.retain(|&start, clue| {
            change(start, clue);
            *clue != Clue::default()
        });
    }

    /// Returns the clue of a word as parts of one style each.
    pub fn clue_runs(&self, word: &Word) -> Vec<TextRun> {
        self.clue(word).map_or_else(Vec::new, RichText::runs)
    }

    /// Returns a field, empty if the puzzle lacks it.
    pub fn field(&self, field: Field) -> &str {
        self.about.get(&field).map_or("", String::as_str)
    }

    /// Returns the text in the corner of a square. `words` are the words of the puzzle.
    pub fn number(&self, (r, c): Square, words: &Words) -> Option<String> {
        if self.numbers.is_empty() {
            words.number(r, c).map(|number| number.to_string())
        } else {
            self.numbers.get(&(r, c)).cloned()
        }
    }

    /// Returns the squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.grid.size().positions()
    }

    /// Returns the amount of a feature.
    pub fn count(&self, feature: Feature) -> usize {
        (feature.spec().get)(self)
    }

    /// Removes a feature. Voids become black squares, as they are in the grid.
    pub fn remove(&mut self, feature: Feature) {
        (feature.spec().clear)(self);
    }

    /// Returns the links whose answers consist of words, or the others.
    pub(super) fn links_of(&self, are_words: bool) -> Vec<Start> {
        if self.links().next().is_none() {
            return Vec::new();
        }
        let words = self.words();
        let links = self.links().map(|(start, _)| start);
        links.filter(|&start| self.linked_words(start, &words).is_some() == are_words).collect()
    }

    /// Removes the links whose answers consist of words, or the others.
    pub(super) fn remove_links(&mut self, are_words: bool) {
        let removed = self.links_of(are_words);
        self.change_clues(|start, clue| {
            if removed.contains(&start) {
                clue.answer = Answer::Word;
            }
        });
    }

    pub(super) fn with_markup(&self, kind: Kind) -> usize {
        self.clues.values().filter(|clue| clue.text.has(kind)).count()
    }

    pub(super) fn remove_markup(&mut self, kind: Kind) {
        self.change_clues(|_, clue| clue.text.remove(kind));
    }

    /// Removes letters, circles and shading of black squares.
    pub(super) fn clear_blacks(&mut self) {
        let Puzzle { grid, letters, circles, shading, .. } = self;
        let is_white = |&(r, c): &Square| grid.is_white(r, c);
        for (square, letter) in grid.size().positions().zip(letters) {
            if !is_white(&square) {
                letter.clear();
            }
        }
        circles.retain(is_white);
        shading.retain(is_white);
    }

    /// Returns the features that the puzzle has.
    pub fn things(&self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(|&thing| self.count(thing) > 0)
    }
}

/// Returns the squares of an answer of several words, in order. A word that begins where the one before it ends shares that square, and so
/// does the last word if it ends where the first one begins.
pub(super) fn joined<'w>(words: impl IntoIterator<Item = &'w Word>) -> Vec<Square> {
    let mut squares: Vec<Square> = Vec::new();
    let mut count = 0;
    for word in words {
        let shared = usize::from(squares.last() == word.squares().next().as_ref());
        squares.extend(word.squares().skip(shared));
        count += 1;
    }
    if count > 1 && squares.first() == squares.last() {
        squares.pop();
    }
    squares
}

/// Returns the letters and digits of a text as capitals, in which answers are compared. Producers separate words in several ways.
pub fn normalised(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns the [normalised](normalised) text without the accents of Latin, Greek and Cyrillic letters: grids have FIANCE for fiancé.
fn folded(text: &str) -> String {
    let is_accent = |character: &char| ('\u{300}'..='\u{36f}').contains(character);
    normalised(&text.nfd().filter(|character| !is_accent(character)).collect::<String>())
}

/// Returns the solutions that a square can have. A rebus square may have alternatives, as in `KIT/KAT`: one of them across and the other down,
/// or any.
pub fn alternatives(letter: &str) -> Vec<&str> {
    let parts: Vec<&str> = letter.split(['/', '|']).collect();
    if parts.len() > 1 && parts.iter().all(|part| !part.is_empty()) { parts } else { vec![letter] }
}

/// Returns `true` if an answer has the letters of its squares, or would have them without its accents. Of alternatives each may be meant,
/// or all in a row; and an answer may state several readings, as in `CIGAR / PENIS`.
pub fn fits<'l>(letters: impl Iterator<Item = &'l str>, answer: &str) -> bool {
    let letters: Vec<&str> = letters.collect();
    let fits_spelt = |answer: &str, normalised: fn(&str) -> String| {
        let answer = normalised(answer);
        let mut ends = BTreeSet::from([0]);
        for letter in letters.iter().copied() {
            let readings: Vec<String> = alternatives(letter).into_iter().chain([letter]).map(normalised).collect();
            let after = |&end: &usize| {
                let rest = &answer[end..];
                let fitting = readings.iter().filter(|reading| rest.starts_with(reading.as_str()));
                fitting.map(|reading| end + reading.len()).collect::<Vec<_>>()
            };
            ends = ends.iter().flat_map(after).collect();
        }
        ends.contains(&answer.len())
    };
    let fits_one = |answer: &str| fits_spelt(answer, normalised) || !answer.is_ascii() && fits_spelt(answer, folded);
    let readings: Vec<&str> = answer.split(" / ").flat_map(|part| part.split(" | ")).collect();
    fits_one(answer) || readings.len() > 1 && readings.into_iter().all(fits_one)
}

/// Returns the numbers in a text, as they are written.
pub(super) fn numbers_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty())
}

/// Returns the row and the column of a square, from 1, for messages.
pub(super) fn name_of((r, c): Square) -> String {
    format!("row {}, column {}", r + 1, c + 1)
}

/// Returns the character of a text that has only one.
pub(super) fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Returns `true` if the solution of a square has several letters.
pub(super) fn is_rebus(letter: &str) -> bool {
    letter.graphemes(true).nth(1).is_some()
}

/// Returns the capital of a single letter, if that is also a single letter. Other texts are unchanged.
pub(super) fn capital(letter: &str) -> String {
    let capital = letter.to_uppercase();
    if is_rebus(letter) || is_rebus(&capital) { letter.to_owned() } else { capital }
}

/// Returns a text on one line. Each sequence of white space and control characters becomes a single space.
pub fn one_line(text: &str) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the non-blank lines of a text, each in the form of [`one_line`].
pub(super) fn lines(text: &str) -> String {
    let lines = text.split(['\n', '\r']).map(one_line).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::rich_text;
    use super::*;

    #[test]
    fn a_letter_is_a_capital() {
        assert_eq!([capital("é"), capital("ß"), capital("Heart"), capital("")], ["É", "ß", "Heart", ""]);
    }

    #[test]
    fn a_text_is_one_line() {
        assert_eq!(one_line(" a\n\tb\u{1b}c "), "a b c");
        assert_eq!(one_line(" \n\0"), "");
        assert_eq!(lines("\r\n a \t b\r\n\n c\0"), "a b\nc");
    }

    /// Returns a puzzle with every feature.
    fn full() -> Puzzle {
        let mut puzzle = Puzzle::of("..\n..\n#.".parse().expect("a grid"));
        puzzle.letters = ["A", "", "BC", "D", "", ""].map(str::to_owned).to_vec();
        puzzle.voids.insert((2, 0));
        puzzle.grid.bars_mut().set_right((0, 0), true);
        puzzle.circles.insert((1, 1));
        puzzle.shading.insert((0, 0));
        puzzle.numbers.insert((1, 0), "7".to_owned());
        let (across, down) = (
            Start { row: 0, column: 0, direction: Direction::Across },
            Start { row: 0, column: 1, direction: Direction::Down },
        );
        let text = rich_text::read("<def>A</def> <i>b</i><sup>2</sup>.", true).text;
        let link = Answer::Squares(vec![(0, 1), (1, 1), (2, 1), (1, 0), (1, 1)]);
        let path = Answer::Squares(vec![(1, 0), (1, 1), (2, 1)]);
        puzzle.clues = [
            (across, Clue { text, ..Clue::default() }),
            (down, Clue { note: "why".to_owned(), answer: link, ..Clue::from("Clue") }),
            (Start { row: 1, column: 0, direction: Direction::Across }, Clue { answer: path, ..Clue::from("Clue") }),
        ]
        .into();
        puzzle.about = Field::ALL.map(|field| (field, field.name().to_owned())).into();
        puzzle.diagramless = true;
        puzzle.extras.add("id", "7", super::super::extras::Role::OfPuzzle);
        puzzle
    }

    #[test]
    fn remove_drops_one_feature_and_no_other() {
        let full = full();
        assert_eq!(full.things().collect::<Vec<_>>(), Feature::ALL);
        for thing in Feature::ALL {
            let mut less = full.clone();
            less.remove(thing);
            // Without letters there is no square of several letters.
            let of_clues = [Feature::Markup, Feature::Scripts, Feature::Definitions];
            let gone = |other: &Feature| {
                *other == thing
                    || thing == Feature::Letters && *other == Feature::Rebus
                    || thing == Feature::Clues && of_clues.contains(other)
            };
            let left: Vec<Feature> = Feature::ALL.into_iter().filter(|other| !gone(other)).collect();
            assert_eq!(less.things().collect::<Vec<_>>(), left, "without {thing:?}");
        }
        let mut bare = full;
        for thing in Feature::ALL {
            bare.remove(thing);
        }
        assert_eq!(bare, Puzzle::of(bare.grid.clone()));
    }
}
