//! The question: a grid, the letters given in it, and the list of words for its slots.
//!
//! A *slot* is a run of two or more white squares that one word of the list must fill. A *square* here is a white square that lies in a
//! slot; squares are numbered. A white square outside all slots has no required letter. A white square with several given letters (a rebus)
//! has a number for each of them, so its slots have more letters than white squares.
//!
//! This module does not check fills. A *fill* is a letter for each square, by the codes of the [alphabet](super::letters::Alphabet). Each
//! engine and the [validator](super::validator) look its words up independently.
//!
//! Invariant: `slots[s].squares[i]` is square `q` exactly when `squares[q]` has `(s, i)` as its across or down place.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::letters::{Accents, each, fold};
use super::list::{WordList, WordsOfLength, lengths_in_words};
use gridcheck_core::grid::{Grid, Transform};
use gridcheck_core::visible::quoted;
use gridcheck_formats::puzzle::Puzzle;
use gridcheck_layout::words::{Direction, Word};

/// A run of white squares for a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Its position, direction and clue number.
    pub word: Word,
    /// The numbers of its squares.
    pub squares: Vec<usize>,
}

impl Slot {
    /// Returns the letters that a fill has in the slot.
    pub(super) fn letters(&self, fill: &[u8]) -> Vec<u8> {
        self.squares.iter().map(|&square| fill[square]).collect()
    }
}

/// A white square that lies in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotSquare {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// For the across and the down slot of the square: the slot and the position of the square in it.
    pub places: [Option<(usize, usize)>; 2],
    /// The code of the given letter, if any.
    pub given: Option<u8>,
}

/// A grid with its slots, before a list is read.
#[derive(Debug, Clone)]
pub struct Frame {
    grid: Grid,
    slots: Vec<Slot>,
    squares: Vec<SlotSquare>,
    /// The given letter of each square, if any.
    given: Vec<Option<char>>,
    /// The letters given in white squares outside all slots, row by row.
    alone: Vec<((usize, usize), char)>,
    /// `true` if some words of the grid are no slots, as only a region is to be filled.
    is_partial: bool,
}

/// A grid with a list of words: in which ways can the words fill the grid?
#[derive(Debug, Clone)]
pub struct Question {
    frame: Frame,
    list: Arc<WordList>,
    distinct: bool,
    /// The entries whose letters are all given and that are not in the list, if these may stand.
    standing: Option<Vec<Vec<char>>>,
}

/// The reason why there is no such question.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// The grid has no slot.
    #[error("the grid has no two white squares side by side, so there is nothing to fill")]
    NoSlot,
    /// The text of a square is not letters, or the squares of a slot have too many.
    #[error("row {row}, column {column} has \"{}\": expected letters, at most {MAX_SQUARES} in a word", quoted(found))]
    NoLetter {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
        /// The text of the square.
        found: String,
    },
    /// No word has the length of a slot.
    #[error("no word fits: the slots have {slots} letters, the words {words}")]
    NoLength {
        /// The lengths of the slots.
        slots: String,
        /// The lengths of the words.
        words: String,
    },
    /// All words with the length of a slot have too low a score.
    #[error("no word fits: 0 words of {slots} letters with a score of {least} or more, {below} with a lower one")]
    LowScores {
        /// The lengths of the slots.
        slots: String,
        /// The lowest score that is asked for.
        least: i64,
        /// The number of words of these lengths.
        below: u64,
    },
}

impl Frame {
    /// Returns the slots of a puzzle and the letters given in it. A square may have several given letters, which its words have in a row.
    ///
    /// # Errors
    /// Returns an error if the grid has no slot, if the text of a square is not letters, or if a slot has more letters than any word can have.
    pub fn of(puzzle: &Puzzle, accents: Accents) -> Result<Self, QuestionError> {
        Frame::of_region(puzzle, accents, None)
    }

    /// Returns the slots of a region, in which no letter is given, and the letters given elsewhere. A word that has an empty square outside
    /// the region is not a slot. Without a region it is the whole grid, with its letters.
    ///
    /// # Errors
    /// Returns an error as [`of`](Self::of).
    pub fn of_region(
        puzzle: &Puzzle,
        accents: Accents,
        region: Option<&BTreeSet<(usize, usize)>>,
    ) -> Result<Self, QuestionError> {
        let is_inside = |square: &(usize, usize)| region.is_none_or(|region| region.contains(square));
        let is_open = |square: (usize, usize)| !is_inside(&square) && puzzle.letter(square).is_empty();
        let all = puzzle.words().words;
        let words: Vec<Word> = all.iter().filter(|word| !word.squares().any(is_open)).copied().collect();
        if words.is_empty() {
            return Err(QuestionError::NoSlot);
        }
        let mut givens = Vec::new();
        let is_given = |square: &(usize, usize)| region.is_none() || !is_inside(square);
        let given = puzzle.squares().zip(&puzzle.letters).filter(|(square, _)| is_given(square));
        for ((r, c), text) in given.filter(|(_, text)| !text.is_empty()) {
            let mut letters = Vec::new();
            let folded = fold(text, accents, &mut letters);
            if folded.is_err() || letters.is_empty() {
                return Err(QuestionError::NoLetter { row: r + 1, column: c + 1, found: text.clone() });
            }
            givens.extend(letters.into_iter().map(|letter| ((r, c), letter)));
        }
        let is_partial = words.len() < all.len();
        let frame = Frame::with_words(puzzle.grid.clone(), words, givens);
        if let Some(Slot { word, .. }) = frame.slots.iter().find(|slot| slot.squares.len() > MAX_SQUARES) {
            let found = word.squares().map(|square| puzzle.letter(square)).collect();
            return Err(QuestionError::NoLetter { row: word.row + 1, column: word.column + 1, found });
        }
        Ok(Frame { is_partial, ..frame })
    }

    /// Returns the frame whose slots are these words, with the given letters. Letters of one square are neighbours.
    fn with_words(grid: Grid, words: Vec<Word>, givens: Vec<((usize, usize), char)>) -> Self {
        let (height, width) = (grid.height(), grid.width());
        let mut in_square = vec![Vec::new(); height * width];
        for &((r, c), letter) in &givens {
            in_square[r * width + c].push(letter);
        }
        let mut is_in_slot = vec![false; height * width];
        for (r, c) in words.iter().flat_map(Word::squares) {
            is_in_slot[r * width + c] = true;
        }
        // The numbers of the squares that each white square has.
        let mut numbers = vec![0..0; height * width];
        let (mut squares, mut given) = (Vec::new(), Vec::new());
        for (at, number) in numbers.iter_mut().enumerate().filter(|(at, _)| is_in_slot[*at]) {
            let first = squares.len();
            let square = SlotSquare { row: at / width, column: at % width, places: [None; 2], given: None };
            given.extend(in_square[at].iter().copied().map(Some));
            given.resize(given.len().max(first + 1), None);
            squares.resize(given.len(), square);
            *number = first..squares.len();
        }
        let slots: Vec<Slot> = words
            .into_iter()
            .map(|word| Slot {
                word,
                squares: word.squares().flat_map(|(r, c)| numbers[r * width + c].clone()).collect(),
            })
            .collect();
        for (s, slot) in slots.iter().enumerate() {
            let way = usize::from(slot.word.direction == Direction::Down);
            for (i, &square) in slot.squares.iter().enumerate() {
                squares[square].places[way] = Some((s, i));
            }
        }
        let mut alone: Vec<_> = givens.into_iter().filter(|&((r, c), _)| !is_in_slot[r * width + c]).collect();
        // The sort is stable: letters of one square stay in order.
        alone.sort_by_key(|&(place, _)| place);
        Frame { grid, slots, squares, given, alone, is_partial: false }
    }

    /// Returns the set of the lengths of the slots: bit `n - 1` for n letters.
    pub fn lengths(&self) -> u64 {
        self.slots.iter().fold(0, |lengths, slot| lengths | 1 << (slot.squares.len() - 1))
    }

    /// Returns the given letters.
    pub fn letters(&self) -> Vec<char> {
        self.givens().map(|(_, letter)| letter).collect()
    }

    /// Returns the given letters, each with its row and column.
    fn givens(&self) -> impl Iterator<Item = ((usize, usize), char)> {
        let in_slots = self.squares.iter().zip(&self.given);
        let in_slots = in_slots.filter_map(|(square, given)| Some(((square.row, square.column), (*given)?)));
        in_slots.chain(self.alone.iter().copied())
    }

    /// Removes the given letters.
    #[must_use]
    pub fn without_givens(mut self) -> Self {
        self.given.fill(None);
        self
    }

    /// Keeps only the selected slots. Squares outside all kept slots have no required letter.
    #[must_use]
    pub fn with_slots(mut self, is_kept: impl Fn(usize, &Slot) -> bool) -> Self {
        let mut numbers = vec![None; self.slots.len()];
        let mut slots = Vec::new();
        for (s, slot) in self.slots.into_iter().enumerate() {
            if is_kept(s, &slot) {
                numbers[s] = Some(slots.len());
                slots.push(slot);
            }
        }
        self.is_partial |= slots.len() < numbers.len();
        self.slots = slots;
        for place in self.squares.iter_mut().flat_map(|square| &mut square.places) {
            *place = place.and_then(|(s, i)| numbers[s].map(|s| (s, i)));
        }
        self
    }
}

impl Question {
    /// Returns the question. A caller with many questions about one list shares it by an [`Arc`].
    ///
    /// # Errors
    /// Returns an error if no word of the list has the length of any slot.
    pub fn new(frame: Frame, list: impl Into<Arc<WordList>>, distinct: bool) -> Result<Self, QuestionError> {
        let list = list.into();
        let mut lengths: Vec<usize> = frame.slots.iter().map(|slot| slot.squares.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        if !lengths.is_empty() && lengths.iter().all(|&length| list.words(length).is_empty()) {
            let slots = lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let below: u64 = lengths.iter().filter_map(|length| list.met().below.get(length)).sum();
            return Err(match list.met().least {
                Some(least) if below > 0 => QuestionError::LowScores { slots, least, below },
                _ => QuestionError::NoLength { slots, words: lengths_in_words(&list.met().lengths) },
            });
        }
        Ok(Question { frame, list, distinct, standing: None }.with_frame(|frame| frame))
    }

    /// Returns the question with a changed frame.
    #[must_use]
    pub fn with_frame(self, change: impl FnOnce(Frame) -> Frame) -> Self {
        let mut frame = change(self.frame);
        for (square, given) in frame.squares.iter_mut().zip(&frame.given) {
            // The alphabet contains all given letters.
            square.given = given.and_then(|letter| self.list.alphabet().code(letter));
            debug_assert_eq!(square.given.is_some(), given.is_some());
        }
        Question { frame, ..self }
    }

    /// Returns the question in which entries whose letters are all given need not be in the list. The list decides nothing about them,
    /// so they are no slots any more, and squares in no other slot are none either.
    #[must_use]
    pub fn with_standing_entries(self) -> Self {
        let (mut standing, mut words) = (Vec::new(), Vec::new());
        for (slot, &Slot { word, .. }) in self.slots().iter().enumerate() {
            match self.given_word(slot).filter(|letters| self.words(slot).position(letters).is_none()) {
                Some(letters) => standing.push(letters.iter().map(|&code| self.letter(code)).collect()),
                None => words.push(word),
            }
        }
        let question = self.with_frame(|frame| {
            // The letters outside all slots stay before those that come to lie there.
            let mut givens: Vec<_> = frame.givens().collect();
            givens.rotate_right(frame.alone.len());
            let is_partial = frame.is_partial;
            Frame { is_partial, ..Frame::with_words(frame.grid, words, givens) }
        });
        Question { standing: Some(standing), ..question }
    }

    /// Returns `true` if a word has the length of a slot and the letters given in it.
    pub fn suits(&self, slot: usize, word: &[char]) -> bool {
        let given = self.given_letters(slot).map(|given| given.map(|code| self.letter(code)));
        word.len() == self.slots()[slot].squares.len()
            && given.zip(word).all(|(given, &letter)| given.is_none_or(|given| given == letter))
    }

    /// Returns the letters that are given, or that a word with the length of a slot has.
    pub fn known_letters(&self) -> BTreeSet<char> {
        let mut lengths: Vec<usize> = self.slots().iter().map(|slot| slot.squares.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let codes = lengths.iter().flat_map(|&length| self.list.words(length).iter().flatten());
        let used = codes.fold(0_u64, |used, &code| used | 1 << code);
        let listed = each(used).map(|code| self.letter(code as u8));
        listed.chain(self.frame.givens().map(|(_, letter)| letter)).collect()
    }

    /// Returns the letters given in white squares outside all slots.
    pub fn letters_alone(&self) -> impl Iterator<Item = char> {
        self.frame.alone.iter().map(|&(_, letter)| letter)
    }

    /// Returns the entries that are not in the list and may stand, because all their letters are given. Returns `None` if none may.
    pub fn standing_entries(&self) -> Option<&[Vec<char>]> {
        self.standing.as_deref()
    }

    /// Returns for each square of a slot the code of its given letter, if any.
    pub(super) fn given_letters(&self, slot: usize) -> impl Iterator<Item = Option<u8>> {
        self.frame.slots[slot].squares.iter().map(|&square| self.frame.squares[square].given)
    }

    /// Returns the letters of a slot if all of them are given.
    pub(super) fn given_word(&self, slot: usize) -> Option<Vec<u8>> {
        self.given_letters(slot).collect()
    }

    /// Returns the question with words that are used once at most (`distinct`) or any number of times.
    #[must_use]
    pub fn with_distinct(self, distinct: bool) -> Self {
        Question { distinct, ..self }
    }

    /// Returns the slots in the order of their clue numbers, across before down.
    pub fn slots(&self) -> &[Slot] {
        &self.frame.slots
    }

    /// Returns the squares, row by row.
    pub fn squares(&self) -> &[SlotSquare] {
        &self.frame.squares
    }

    /// Returns the words that have the length of a slot.
    pub fn words(&self, slot: usize) -> &WordsOfLength {
        self.list.words(self.frame.slots[slot].squares.len())
    }

    /// Returns the list.
    pub fn list(&self) -> &WordList {
        &self.list
    }

    /// Returns `true` if no word may be used in two slots.
    pub fn is_distinct(&self) -> bool {
        self.distinct
    }

    /// Returns the black and white squares.
    pub fn grid(&self) -> &Grid {
        &self.frame.grid
    }

    /// Returns `true` if some words of the grid are no slots, as only a region is to be filled.
    pub fn is_partial(&self) -> bool {
        self.frame.is_partial
    }

    /// Returns `true` if the word that begins at row and column, from 0, is to be filled.
    pub fn asks_for(&self, row: usize, column: usize, direction: Direction) -> bool {
        let is_it = |word: &Word| (word.row, word.column, word.direction) == (row, column, direction);
        self.frame.slots.iter().any(|slot| is_it(&slot.word))
    }

    /// Returns the number of letters of the longest word that is to be filled.
    pub fn longest(&self) -> usize {
        self.frame.slots.iter().map(|slot| slot.squares.len()).max().unwrap_or_default()
    }

    /// Returns the given letters, each with its row and column, from 0.
    pub fn givens(&self) -> impl Iterator<Item = ((usize, usize), char)> {
        self.frame.givens()
    }

    /// Returns `true` if the transpose of each fill is a fill.
    pub fn is_symmetric(&self) -> bool {
        self.mirror().is_some()
    }

    /// Returns for each square its mirror image in the main diagonal, if the transpose of each fill is a fill: black squares, bars and given
    /// letters are symmetric in this diagonal.
    pub fn mirror(&self) -> Option<Vec<usize>> {
        let Frame { grid, squares, .. } = &self.frame;
        let place = |square: &SlotSquare| (square.row, square.column);
        if has_rebus(squares) {
            return None;
        }
        let image = |square: &SlotSquare| squares.binary_search_by_key(&(square.column, square.row), place).ok();
        let images: Vec<usize> = squares.iter().map(image).collect::<Option<_>>()?;
        let is_symmetric = grid.is_square()
            && grid.transformed(Transform::MainDiagonal) == *grid
            && squares.iter().zip(&images).all(|(square, &image)| squares[image].given == square.given);
        is_symmetric.then_some(images)
    }

    /// Returns the letter of a fill at a square, or `.` for [`ALONE`].
    pub fn letter(&self, code: u8) -> char {
        if code == ALONE { BLANK } else { self.list.alphabet().letter(code) }
    }

    /// Returns the rows of a fill as text: letters, `#` for black, `.` for a square without a required or given letter.
    pub fn rows(&self, fill: &[u8]) -> Vec<String> {
        let texts = self.texts(fill);
        let (height, width) = (self.grid().height(), self.grid().width());
        (0..height).map(|r| texts.squares(r * width..(r + 1) * width).iter().collect()).collect()
    }

    /// Returns the text of each square of a fill, as in [`rows`](Self::rows). A square with several given letters has all of them.
    pub fn texts(&self, fill: &[u8]) -> Texts {
        let Frame { grid, squares, alone, .. } = &self.frame;
        let mut filled = squares.iter().zip(fill).peekable();
        let mut alone = alone.iter().peekable();
        let places = grid.height() * grid.width();
        let (mut letters, mut starts) = (Vec::with_capacity(places), Vec::with_capacity(places + 1));
        starts.push(0);
        for (r, c) in grid.size().positions() {
            let start = letters.len();
            while let Some((_, &code)) = filled.next_if(|(square, _)| (square.row, square.column) == (r, c)) {
                letters.push(self.letter(code));
            }
            while let Some(&(_, letter)) = alone.next_if(|&&(place, _)| place == (r, c)) {
                letters.push(letter);
            }
            if letters.len() == start {
                letters.push(if grid.is_white(r, c) { BLANK } else { BLACK });
            }
            starts.push(letters.len());
        }
        Texts { width: grid.width(), letters, starts }
    }
}

/// The text of each square of a fill.
pub struct Texts {
    width: usize,
    /// The characters of all squares, row by row.
    letters: Vec<char>,
    /// The place of the first character of each square, and the end.
    starts: Vec<usize>,
}

impl Texts {
    /// Returns the characters of a square, by its row and column from 0: letters, `#` or `.`.
    pub fn square(&self, row: usize, column: usize) -> &[char] {
        let place = row * self.width + column;
        self.squares(place..place + 1)
    }

    /// Returns the characters of neighbouring squares, numbered row by row.
    fn squares(&self, places: Range<usize>) -> &[char] {
        &self.letters[self.starts[places.start]..self.starts[places.end]]
    }
}

/// Returns `true` if a square has several given letters.
fn has_rebus(squares: &[SlotSquare]) -> bool {
    squares.windows(2).any(|pair| (pair[0].row, pair[0].column) == (pair[1].row, pair[1].column))
}

/// The code in a fill for a square outside all slots.
pub const ALONE: u8 = u8::MAX;
/// The most letters of a word in a list.
const MAX_SQUARES: usize = 64;
/// The text for a square without a letter.
pub(super) const BLANK: char = '.';
/// The text for a black square.
const BLACK: char = '#';

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::list::WordFilter;

    /// Returns a question about a grid of `#`, `.` and capitals, rows joined by `/`.
    pub(crate) fn question(grid: &str, words: &str, distinct: bool) -> Question {
        let plain: String = grid.chars().map(|c| if "#/".contains(c) { c } else { '.' }).collect();
        let mut puzzle = Puzzle::of(plain.parse().expect("a grid"));
        for (square, letter) in puzzle.letters.iter_mut().zip(grid.chars().filter(|&c| c != '/')) {
            if letter.is_alphabetic() {
                *square = letter.to_string();
            }
        }
        let frame = Frame::of(&puzzle, Accents::Fold).expect("slots");
        let letters = frame.letters();
        let scores = words.contains(';');
        let wanted =
            WordFilter { lengths: frame.lengths(), letters: &letters, scores, marks: scores, ..WordFilter::default() };
        let list = WordList::read(words.replace(' ', "\n").as_bytes(), wanted).expect("a list");
        Question::new(frame, list, distinct).expect("words that fit")
    }

    #[test]
    fn slots_and_squares_know_each_other() {
        let question = question("..#/.A./#..", "AB CD ABC", false);
        let names: Vec<String> = question.slots().iter().map(|slot| slot.word.to_string()).collect();
        assert_eq!(names, ["1-Across", "1-Down", "2-Down", "3-Across", "4-Down", "5-Across"]);
        assert_eq!(question.squares().len(), 7);
        for (s, slot) in question.slots().iter().enumerate() {
            for (i, &square) in slot.squares.iter().enumerate() {
                assert!(question.squares()[square].places.contains(&Some((s, i))));
            }
        }
        assert_eq!(question.squares()[3].given, question.list().alphabet().code('A'));
        assert!(question.is_symmetric());
        assert_eq!(question.mirror().expect("symmetric"), [0, 2, 1, 3, 5, 4, 6]);
        assert_eq!(question.rows(&[0, 1, 2, 3, 0, 0, ALONE]), ["AB#", "CDA", "#A."]);
    }

    #[test]
    fn rejects_missing_slots_alternatives_and_unfitting_word_lists() {
        let lone = Puzzle::of("#./.#".parse().expect("a grid"));
        assert_eq!(Frame::of(&lone, Accents::Fold).err(), Some(QuestionError::NoSlot));
        let mut rebus = Puzzle::of("..".parse().expect("a grid"));
        rebus.letters[1] = "HE/RT".to_owned();
        let error = Frame::of(&rebus, Accents::Fold).expect_err("alternatives in a square");
        assert_eq!(error.to_string(), "row 1, column 2 has \"HE/RT\": expected letters, at most 64 in a word");
        let frame = Frame::of(&Puzzle::of("..".parse().expect("a grid")), Accents::Fold).expect("a slot");
        let wanted = WordFilter { lengths: frame.lengths(), ..WordFilter::default() };
        let list = WordList::read("tea\nmilk\n".as_bytes(), wanted).expect("a list");
        let error = Question::new(frame, list, false).expect_err("no word of two letters");
        assert_eq!(error.to_string(), "no word fits: the slots have 2 letters, the words 3 (1 word), 4 (1 word)");
    }

    #[test]
    fn only_grids_and_givens_unchanged_by_transposition_are_symmetric() {
        assert!(question("../..", "AB", false).is_symmetric());
        assert!(!question(".../...", "AB ABC", false).is_symmetric());
        assert!(!question(".A/..", "AB", false).is_symmetric());
        assert!(!question("..#/.../...", "AB ABC", false).is_symmetric());
    }
}
