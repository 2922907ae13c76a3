//! Everything of a puzzle that is carried from one format to another.
//!
//! A reader fills a [`Puzzle`], a writer takes one, and neither knows the other. What a puzzle can have besides its grid is a
//! [`Feature`]; what a puzzle has of each can be counted and taken away, so that what a format has no room for is known before
//! it is written. Texts are plain: a format that knows markup has it read away, and put back as far as plain text needs it.
//!
//! Invariant, which [`draft`](super::draft) sees to: letters, marks and numbers are at white squares; bars are between white squares;
//! voids are black; a clue is at a square where a word begins in its direction; a text is one line (of the notes: each line is one) with single
//! spaces in it and none at its ends, and it is not empty. So equal puzzles say the same, and a puzzle that comes back from a file can be compared with
//! the one that was written.

use std::collections::{BTreeMap, BTreeSet};

use gridcheck_core::grid::Grid;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word, Words};

pub use gridcheck_layout::shape::{Bars, Square};

/// A file larger than this holds no puzzle: real ones have some ten thousand bytes.
pub const MOST_BYTES: usize = 4 << 20;

/// A grid and all that is written in it and beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Which squares are black.
    pub grid: Grid,
    /// Where words end between white squares.
    pub bars: Bars,
    /// Where there is no square; black in the grid.
    pub voids: BTreeSet<Square>,
    /// What is to be written in each square, row by row: mostly one letter, nothing where that is not told.
    pub letters: Vec<String>,
    /// Squares with a circle in them.
    pub circles: BTreeSet<Square>,
    /// Squares of another colour than white.
    pub shading: BTreeSet<Square>,
    /// What stands in the corners of squares, where that is not what a newspaper would put there; otherwise empty.
    pub numbers: BTreeMap<Square, String>,
    /// The clues, by the words that they are for. A word without one is not in it.
    pub clues: BTreeMap<Start, String>,
    /// Title, author and so on.
    pub about: BTreeMap<Field, String>,
    /// Whether finding the black squares is a part of the puzzle.
    pub diagramless: bool,
}

/// Where a word begins, in the order of clue numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Start {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// Which way the word runs.
    pub direction: Direction,
}

/// What a puzzle says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// What it is called.
    Title,
    /// Who made it.
    Author,
    /// Who edited it.
    Editor,
    /// Who published it.
    Publisher,
    /// Whose it is.
    Copyright,
    /// When it was published.
    Date,
    /// What a solver should know; of all of these it alone may have several lines.
    Notes,
}

/// A kind of thing that a puzzle can have besides its grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Bars between white squares.
    Bars,
    /// Places without a square.
    Voids,
    /// That the solver is to find the black squares.
    Diagramless,
    /// Letters of the solution.
    Letters,
    /// Squares with several letters in them.
    Rebus,
    /// Circles.
    Circles,
    /// Shaded squares.
    Shading,
    /// Numbers that are not those of a newspaper.
    Numbers,
    /// Clues.
    Clues,
    /// Something said of the puzzle.
    About(Field),
}

impl Field {
    /// All of them.
    pub const ALL: [Field; 7] =
        [Field::Title, Field::Author, Field::Editor, Field::Publisher, Field::Copyright, Field::Date, Field::Notes];

    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Author => "author",
            Field::Editor => "editor",
            Field::Publisher => "publisher",
            Field::Copyright => "copyright",
            Field::Date => "date",
            Field::Notes => "notes",
        }
    }
}

impl Feature {
    /// All of them, what decides over others first.
    pub const ALL: [Feature; 16] = [
        Feature::Bars,
        Feature::Voids,
        Feature::Diagramless,
        Feature::Letters,
        Feature::Rebus,
        Feature::Circles,
        Feature::Shading,
        Feature::Numbers,
        Feature::Clues,
        Feature::About(Field::Title),
        Feature::About(Field::Author),
        Feature::About(Field::Editor),
        Feature::About(Field::Publisher),
        Feature::About(Field::Copyright),
        Feature::About(Field::Date),
        Feature::About(Field::Notes),
    ];

    /// What a person calls it.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Bars => "bars",
            Feature::Voids => "voids",
            Feature::Diagramless => "that the puzzle is diagramless",
            Feature::Letters => "letters",
            Feature::Rebus => "squares of several letters",
            Feature::Circles => "circles",
            Feature::Shading => "shaded squares",
            Feature::Numbers => "numbers of its own",
            Feature::Clues => "clues",
            Feature::About(Field::Title) => "the title",
            Feature::About(Field::Author) => "the author",
            Feature::About(Field::Editor) => "the editor",
            Feature::About(Field::Publisher) => "the publisher",
            Feature::About(Field::Copyright) => "the copyright",
            Feature::About(Field::Date) => "the date",
            Feature::About(Field::Notes) => "the notes",
        }
    }
}

impl<'a> From<&'a Puzzle> for Shape<'a> {
    fn from(puzzle: &'a Puzzle) -> Self {
        Shape { grid: &puzzle.grid, voids: &puzzle.voids, bars: &puzzle.bars }
    }
}

impl From<&Word> for Start {
    fn from(word: &Word) -> Self {
        Start { row: word.row, column: word.column, direction: word.direction }
    }
}

impl Puzzle {
    /// A grid and nothing else.
    pub fn of(grid: Grid) -> Self {
        Puzzle {
            bars: Bars::default(),
            voids: BTreeSet::new(),
            letters: vec![String::new(); grid.height() * grid.width()],
            circles: BTreeSet::new(),
            shading: BTreeSet::new(),
            numbers: BTreeMap::new(),
            clues: BTreeMap::new(),
            about: BTreeMap::new(),
            diagramless: false,
            grid,
        }
    }

    /// Its words, those between bars among them.
    pub fn words(&self) -> Words {
        Words::of(self)
    }

    /// What is to be written in a square, empty if that is not told.
    pub fn letter(&self, (r, c): Square) -> &str {
        &self.letters[r * self.grid.width() + c]
    }

    /// What it says of itself, empty if it does not.
    pub fn field(&self, field: Field) -> &str {
        self.about.get(&field).map_or("", String::as_str)
    }

    /// What stands in the corner of a square, given its words.
    pub fn number(&self, (r, c): Square, words: &Words) -> Option<String> {
        if self.numbers.is_empty() {
            words.number(r, c).map(|number| number.to_string())
        } else {
            self.numbers.get(&(r, c)).cloned()
        }
    }

    /// Its squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (height, width) = (self.grid.height(), self.grid.width());
        (0..height).flat_map(move |r| (0..width).map(move |c| (r, c)))
    }

    /// How many it has of a thing.
    pub fn count(&self, thing: Feature) -> usize {
        match thing {
            Feature::Bars => self.bars.len(),
            Feature::Voids => self.voids.len(),
            Feature::Diagramless => usize::from(self.diagramless),
            Feature::Letters => self.letters.iter().filter(|letter| !letter.is_empty()).count(),
            Feature::Rebus => self.letters.iter().filter(|letter| is_rebus(letter)).count(),
            Feature::Circles => self.circles.len(),
            Feature::Shading => self.shading.len(),
            Feature::Numbers => self.numbers.len(),
            Feature::Clues => self.clues.len(),
            Feature::About(field) => usize::from(self.about.contains_key(&field)),
        }
    }

    /// Takes all that it has of a thing away. Voids become black squares, as they are in the grid.
    pub fn remove(&mut self, thing: Feature) {
        match thing {
            Feature::Bars => self.bars = Bars::default(),
            Feature::Voids => self.voids.clear(),
            Feature::Diagramless => self.diagramless = false,
            Feature::Letters => self.letters.iter_mut().for_each(String::clear),
            Feature::Rebus => self.letters.iter_mut().filter(|letter| is_rebus(letter)).for_each(String::clear),
            Feature::Circles => self.circles.clear(),
            Feature::Shading => self.shading.clear(),
            Feature::Numbers => self.numbers.clear(),
            Feature::Clues => self.clues.clear(),
            Feature::About(field) => {
                self.about.remove(&field);
            }
        }
    }

    /// What it has besides its grid.
    pub fn things(&self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(|&thing| self.count(thing) > 0)
    }
}

/// Whether what stands in a square is more than one letter.
pub(super) fn is_rebus(letter: &str) -> bool {
    letter.chars().nth(1).is_some()
}

/// A letter as a capital, if it is one letter and its capital is one too.
pub(super) fn capital(letter: &str) -> String {
    let mut capital = letter.chars().flat_map(char::to_uppercase);
    match (letter.chars().nth(1), capital.next(), capital.next()) {
        (None, Some(capital), None) => capital.to_string(),
        _ => letter.to_owned(),
    }
}

/// A text on one line, with single spaces for any white space and control characters in it.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The lines of a text that are not blank, each as [`one_line`] has it.
pub(super) fn lines(text: &str) -> String {
    let lines = text.split(['\n', '\r']).map(one_line).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
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

    /// A puzzle with one of everything.
    fn full() -> Puzzle {
        let mut puzzle = Puzzle::of("..\n..\n#.".parse().expect("a grid"));
        puzzle.letters = ["A", "", "BC", "D", "", ""].map(str::to_owned).to_vec();
        puzzle.voids.insert((2, 0));
        puzzle.bars.right.insert((0, 0));
        puzzle.circles.insert((1, 1));
        puzzle.shading.insert((0, 0));
        puzzle.numbers.insert((1, 0), "7".to_owned());
        puzzle.clues.insert(Start { row: 1, column: 0, direction: Direction::Across }, "Clue".to_owned());
        puzzle.about = Field::ALL.map(|field| (field, field.name().to_owned())).into();
        puzzle.diagramless = true;
        puzzle
    }

    #[test]
    fn what_is_taken_away_is_gone_and_nothing_else() {
        let full = full();
        assert_eq!(full.things().collect::<Vec<_>>(), Feature::ALL);
        for thing in Feature::ALL {
            let mut less = full.clone();
            less.remove(thing);
            // Without letters there is no square of several.
            let gone = |other: &Feature| *other == thing || thing == Feature::Letters && *other == Feature::Rebus;
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
