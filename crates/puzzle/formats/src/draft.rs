//! A puzzle file during reading: its squares, clues and texts in any order, until the file is complete.
//!
//! A file names the word of a clue by its number, by its first square or by its position in a list. A puzzle names it by its first square.
//! [`Draft::finish`] resolves these names, when all squares are known. It reports clues for words that the grid does not have, second clues
//! for one word, and everything that no [`Puzzle`] holds. So nothing is lost silently when the puzzle is written to another file.
//!
//! The caller selects what it accepts: [`PuzzleFile::puzzle`] returns everything, and [`PuzzleFile::plain`] rejects open squares, bars and
//! voids.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::collections::btree_map::Entry;

use super::clue::Clue;
use super::defects::{ClueList, Defects, DraftClue, DraftClues, WordReference};
use super::fault::{Fault, LineCounter, Place};
use super::html;
use super::puzzle::{Field, Puzzle, Square, lines, one_line};
use super::registry::Format;
use super::rich_text;
use super::squares::{Bar, Side};
use gridcheck_core::grid::{Grid, MAX_SIZE};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Givens;
use gridcheck_core::visible::visible;
use gridcheck_layout::words::{Direction, Word};

/// Maximum number of unread kinds to list.
pub(super) const MAX_KINDS: usize = 20;
const MAX_KIND: usize = 80;
/// Answers beside clues that have the letters of the grid in another spelling, as a kind of thing.
pub(super) const ANSWERS: &str = "answers beside clues";
/// Numbers of clues that are not those of the words of their squares, as a kind of thing.
pub(super) const OTHER_NUMBERS: &str = "numbers of clues other than those of their words";
const MORE_KINDS: &str = "more kinds of things than these";

/// A puzzle file that was read successfully.
#[derive(Debug)]
pub struct PuzzleFile {
    pub(super) puzzle: Puzzle,
    pub(super) givens: Givens,
    /// The fault of the first open square, for callers that need a finished grid.
    pub(super) open: Option<Fault>,
    /// The fault of the first void, for callers that need a full rectangle.
    pub(super) voided: Option<Fault>,
    /// The fault of the first bar, for callers that need a grid without bars.
    pub(super) barred: Option<Fault>,
    /// The line on which the grid begins, from 1. It is 1 for formats without lines.
    pub line: usize,
    /// The place of the first square of each row that the file states, if it states any.
    pub(super) rows: Vec<Option<Place>>,
    /// Notes for the user about the file, one sentence each.
    pub notes: Vec<String>,
    /// The kinds of things in the file that no [`Puzzle`] holds.
    pub unread: BTreeSet<String>,
    /// The kinds of things that the puzzle has, and that a new file of the same format would spell in another way.
    pub rewritten: BTreeSet<String>,
    /// The format of the file, or `None` if the puzzle was not read from a file.
    pub format: Option<Format>,
    /// The mistakes in its clues and texts.
    pub defects: Defects,
}

impl PuzzleFile {
    /// Returns the puzzle with its bars and voids.
    ///
    /// # Errors
    /// Returns an error if a square is open.
    pub fn puzzle(&self) -> Result<&Puzzle, Fault> {
        self.open.clone().map_or(Ok(&self.puzzle), Err)
    }

    /// Returns the puzzle of a plain grid.
    ///
    /// # Errors
    /// Returns an error if a square is open or a void, or if there is a bar between white squares.
    pub fn plain(&self) -> Result<&Puzzle, Fault> {
        let puzzle = self.without_voids()?;
        self.barred.clone().map_or(Ok(puzzle), Err)
    }

    /// Returns the puzzle of a grid that may have bars.
    ///
    /// # Errors
    /// Returns an error if a square is open or a void.
    pub fn without_voids(&self) -> Result<&Puzzle, Fault> {
        let puzzle = self.puzzle()?;
        self.voided.clone().map_or(Ok(puzzle), Err)
    }

    /// Returns the squares as a partial grid. If there is a bar between white squares, a white square has exactly its bars, and an open one
    /// can have more.
    ///
    /// # Errors
    /// Returns an error if a square is a void.
    pub fn givens(&self) -> Result<Cow<'_, Givens>, Fault> {
        self.voided.clone().map_or(Ok(()), Err)?;
        if self.barred.is_none() {
            return Ok(Cow::Borrowed(&self.givens));
        }
        let mut givens = self.givens.clone();
        for (r, c) in self.puzzle.grid.size().positions() {
            let bars = self.puzzle.grid.bars().after((r, c));
            if self.open.is_some() && givens.colour(r, c).is_none() {
                givens.give_bars(r, c, bars);
            } else {
                givens.fix_bars(r, c, bars);
            }
        }
        Ok(Cow::Owned(givens))
    }

    /// Returns a sentence on each kind of things that no [`Puzzle`] holds.
    pub fn left_out(&self) -> impl Iterator<Item = String> {
        self.unread.iter().map(|kind| format!("left out: {kind}"))
    }

    /// Returns a sentence on each kind of things that a new file of the same format would not have as they are.
    pub fn left_out_in_place(&self) -> impl Iterator<Item = String> {
        self.left_out().chain(self.rewritten.iter().map(|kind| format!("written in another way: {kind}")))
    }

    /// Returns the line of a row, from 1. It is that of the grid if the format has no lines or no rows.
    pub fn line_of_row(&self, row: usize) -> usize {
        match self.rows.get(row) {
            Some(Some(Place::Text { line, .. })) => (*line).max(self.line),
            Some(Some(Place::Byte(_)) | None) | None => self.line,
        }
    }

    pub(super) fn map_faults(self, f: impl Fn(Fault) -> Fault) -> Self {
        let PuzzleFile { open, voided, barred, .. } = self;
        PuzzleFile { open: open.map(&f), voided: voided.map(&f), barred: barred.map(&f), ..self }
    }

    /// Returns the file with lines and columns of a text in place of bytes.
    pub(super) fn in_text(mut self, text: &str) -> Self {
        let mut lines = LineCounter::new(text);
        for place in self.rows.iter_mut().flatten() {
            if let Place::Byte(offset) = *place {
                *place = Place::Text { line: lines.line(offset), column: 1 };
            }
        }
        self.map_faults(|fault| fault.in_text(text))
    }
}

/// Returns a name that a file has, for a sentence: as it is if it is an identifier, else visible and in quotation marks, so that it cannot
/// be read as a part of the sentence.
pub(super) fn foreign(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '$' | '/');
    if !name.is_empty() && name.chars().all(is_plain) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("`{}`", visible(name).replace('`', "'")))
    }
}

/// Returns `true` if a text has a control character, which is read as a blank, besides tabs and line ends.
fn has_control(text: &str) -> bool {
    text.contains(|character: char| character.is_control() && !character.is_whitespace())
}

/// Adds a kind of thing to a list of limited length.
pub(super) fn add_kind(kinds: &mut BTreeSet<String>, kind: &str) {
    // The kind may quote the file.
    let kind: String = one_line(kind).chars().take(MAX_KIND).collect();
    if kinds.len() < MAX_KINDS {
        kinds.insert(kind);
    } else if !kinds.contains(&kind) {
        kinds.insert(MORE_KINDS.to_owned());
    }
}

/// A puzzle file that is being read. [`squares`](super::squares) adds its squares.
pub(super) struct Draft {
    /// The puzzle so far. Open squares and voids are black in its grid.
    pub(super) puzzle: Puzzle,
    pub(super) givens: Givens,
    /// One place a square, row by row: `true` if the square has been set.
    pub(super) is_told: Vec<bool>,
    /// The place of the first square of each row that was set.
    pub(super) rows: Vec<Option<Place>>,
    /// The bars so far, in the order of the file, also those that end no word.
    pub(super) bars: Vec<Bar>,
    pub(super) barred: BTreeSet<(Square, Side)>,
    pub(super) open: Option<Fault>,
    pub(super) voided: Option<Fault>,
    /// The kinds of things in squares that no puzzle holds. They are few, so they are listed beside any number of others.
    pub(super) of_squares: BTreeSet<&'static str>,
    clues: DraftClues,
    defects: Defects,
    pub(super) line: usize,
    pub(super) notes: Vec<String>,
    unread: BTreeSet<String>,
    rewritten: BTreeSet<String>,
    /// `true` if the answers beside clues are entries of the file that are kept. Otherwise a written file has those of its words.
    pub(super) keeps_answers: bool,
    /// The squares that the numbering skips, although words begin there.
    pub(super) unnumbered: BTreeSet<Square>,
    /// The first and last squares of the words that are read from their last square.
    reversed: BTreeSet<(Square, Square)>,
}

impl Draft {
    /// Returns a draft of a grid of this size. `place` is the place of the size in the file.
    pub(super) fn new(width: u64, height: u64, place: Place) -> Result<Self, Fault> {
        let fits = 1..=MAX_SIZE as u64;
        if !fits.contains(&width) || !fits.contains(&height) {
            let message = format!(
                "{} and {}: expected 1 to {MAX_SIZE} of each, as nothing here handles a larger grid",
                plural(width, "column"),
                plural(height, "row")
            );
            return Err(Fault::new(place, message));
        }
        let (width, height) = (width as usize, height as usize);
        Ok(Draft {
            puzzle: Puzzle::of(Grid::black(height, width)),
            givens: Givens::open(height, width),
            is_told: vec![false; width * height],
            rows: vec![None; height],
            bars: Vec::new(),
            barred: BTreeSet::new(),
            open: None,
            voided: None,
            of_squares: BTreeSet::new(),
            clues: DraftClues::default(),
            defects: Defects::default(),
            line: 1,
            notes: Vec::new(),
            unread: BTreeSet::new(),
            rewritten: BTreeSet::new(),
            keeps_answers: false,
            unnumbered: BTreeSet::new(),
            reversed: BTreeSet::new(),
        })
    }

    /// Sets that the word between two squares is read from the second. So its number is there.
    pub(super) fn reverse(&mut self, first: Square, last: Square) {
        self.reversed.insert((first, last));
        self.unread("which words are reversed");
    }

    /// Sets a field of the puzzle. Several different notes become lines of one note; a second value of another field is unread.
    pub(super) fn about(&mut self, field: Field, text: &str) {
        let raw = text;
        self.unread_if(has_control(raw), &format!("control characters in the {field}"));
        let text = if field == Field::Notes { lines(text) } else { one_line(text) };
        if field != Field::Notes && text != raw.trim() {
            self.defects.wide.push(text.clone());
        }
        if text.is_empty() {
            return;
        }
        match self.puzzle.about.entry(field) {
            Entry::Vacant(place) => {
                place.insert(text);
            }
            Entry::Occupied(notes) if field == Field::Notes => {
                if !notes.get().contains(&text) {
                    notes.into_mut().extend(["\n", &text]);
                }
            }
            Entry::Occupied(_) => self.unread(format!("a second {}", field.name())),
        }
    }

    /// Sets a field of the puzzle from a text that may have markup and entities.
    pub(super) fn about_in_html(&mut self, field: Field, html: &str) {
        let text = self.plain(html, &format!("markup in the {field}"));
        self.about(field, &text);
    }

    /// Adds a clue in plain text. More about it can be set in the result.
    pub(super) fn clue(&mut self, direction: Direction, at: WordReference, text: &str) -> &mut DraftClue {
        let line = one_line(text);
        self.unread_if(has_control(text), "control characters in clues");
        if line != text.trim() {
            self.defects.wide.push(line.clone());
        }
        self.clues.add(DraftClue { clue: Clue::from(&*line), ..DraftClue::new(at, direction) })
    }

    /// Adds a clue in HTML. Only with `definitions` a `def` is markup.
    pub(super) fn clue_in_html(
        &mut self,
        direction: Direction,
        at: WordReference,
        html: &str,
        definitions: bool,
    ) -> &mut DraftClue {
        let marked = rich_text::read(html, definitions);
        self.unread_if(marked.has_more, "markup in clues");
        self.unread_if(has_control(html), "control characters in clues");
        if marked.is_wide {
            self.defects.wide.push(marked.text.plain().into_owned());
        }
        let clue = Clue { text: marked.text, ..Clue::default() };
        self.clues.add(DraftClue { clue, ..DraftClue::new(at, direction) })
    }

    /// Records the answer that the file has beside the clue of a word.
    pub(super) fn answer(&mut self, direction: Direction, at: WordReference, answer: &str) {
        if !answer.is_empty() {
            self.clues.answers.push((at, direction, one_line(answer)));
        }
    }

    /// Sets the solution of a square. If the file has another letter for it elsewhere, that is recorded.
    pub(super) fn letter(&mut self, square: Square, letter: &str) {
        let known = self.puzzle.letter(square);
        if !known.is_empty() && !known.eq_ignore_ascii_case(letter) {
            self.defects.contradicted.insert(square);
            self.unread("letters that differ from those of the solution");
        }
        self.set_letter(square, letter);
    }

    /// Adds the clues of all words, or of all words in one direction, in the order of their numbers, with their lines.
    pub(super) fn clue_list(&mut self, direction: Option<Direction>, clues: Vec<(String, Option<usize>)>) {
        self.unread_if(clues.iter().any(|(text, _)| has_control(text)), "control characters in clues");
        if clues.iter().any(|(text, _)| !one_line(text).is_empty()) {
            self.clues.lists.push(ClueList { direction, clues });
        }
    }

    /// Records a kind of thing that the file has and no puzzle holds.
    pub(super) fn unread(&mut self, kind: impl AsRef<str>) {
        add_kind(&mut self.unread, kind.as_ref());
    }

    /// Records a kind of thing that the puzzle has, and that a new file of the same format would spell in another way.
    pub(super) fn rewritten(&mut self, kind: impl AsRef<str>) {
        add_kind(&mut self.rewritten, kind.as_ref());
    }

    /// Records a kind of thing that no puzzle holds, if the file has it.
    pub(super) fn unread_if(&mut self, is_there: bool, kind: &str) {
        if is_there {
            self.unread(kind);
        }
    }

    /// Returns HTML as plain text. `kind` describes its markup, which no puzzle holds.
    pub(super) fn plain(&mut self, html: &str, kind: &str) -> String {
        let (text, styled) = html::plain(html);
        self.unread_if(styled, kind);
        text
    }

    /// Returns the complete file. `end` is the place of the fault for a missing square.
    pub(super) fn finish(mut self, end: Place) -> Result<PuzzleFile, Fault> {
        let barred = self.finish_squares(end)?;
        let Draft { mut puzzle, givens, rows, open, voided, of_squares, clues, mut defects, .. } = self;
        let Draft { line, notes, mut unread, mut rewritten, keeps_answers, unnumbered, reversed, .. } = self;
        let words = puzzle.words();
        let start = |word: &Word| {
            let first = (word.row, word.column);
            word.squares().last().filter(|&last| reversed.contains(&(first, last))).unwrap_or(first)
        };
        let starts: BTreeSet<Square> = words.words.iter().map(start).collect();
        if !unnumbered.is_empty() || !reversed.is_empty() {
            let numbered = starts.iter().filter(|start| !unnumbered.contains(start));
            puzzle.numbers = numbered.zip(1_usize..).map(|(&start, number)| (start, number.to_string())).collect();
        }
        let common = |&(r, c): &Square| ((r, c), words.number(r, c).map_or(String::new(), |number| number.to_string()));
        // If no numbers are given, they are also those of a newspaper.
        if puzzle.numbers == starts.iter().map(common).collect() {
            puzzle.numbers.clear();
        }
        let answers = clues.give(&mut puzzle, &words, start, &mut defects);
        if defects.linked.iter().next().is_some() {
            add_kind(&mut unread, "which clues are for several words");
        }
        if !keeps_answers && (answers.alone || !defects.answers.is_empty()) {
            add_kind(&mut unread, "answers that are not the letters of the grid");
        }
        if answers.repeated && !keeps_answers && !answers.exact {
            add_kind(&mut rewritten, ANSWERS);
        }
        if defects.has_other_number {
            add_kind(&mut rewritten, OTHER_NUMBERS);
        }
        unread.extend(defects.unread(&words));
        defects.rewritten(&words).for_each(|kind| add_kind(&mut rewritten, &kind));
        unread.extend(of_squares.into_iter().map(str::to_owned));
        let format = None;
        Ok(PuzzleFile { puzzle, givens, open, voided, barred, line, rows, notes, unread, rewritten, format, defects })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a grid of 2 × 3 squares, the last one black. Its words are 1-Across, 1-Down, 2-Down and 4-Across, or 3-Across in a
    /// newspaper.
    fn draft() -> Draft {
        let mut draft = Draft::new(3, 2, Place::START).unwrap();
        for i in 0..6 {
            draft.tell((i / 3, i % 3), i != 5, Place::START).unwrap();
        }
        draft
    }

    fn clues(file: &PuzzleFile) -> Vec<(usize, usize, Direction, Cow<'_, str>)> {
        let clues = &file.puzzle().unwrap().clues;
        clues.iter().map(|(start, clue)| (start.row, start.column, start.direction, clue.text.plain())).collect()
    }

    #[test]
    fn clues_find_their_words() {
        let mut draft = draft();
        draft.clue(Direction::Down, WordReference::Number("2".into()), " two\tdown ");
        draft.clue(Direction::Across, WordReference::Square((1, 0)), "three across");
        draft.clue(Direction::Across, WordReference::Number("1".into()), "(3)");
        draft.clue(Direction::Down, WordReference::Number("1".into()), "(3)");
        draft.clue(Direction::Down, WordReference::Number("2".into()), "again");
        draft.clue(Direction::Down, WordReference::Number("3".into()), "nowhere");
        let file = draft.finish(Place::START).unwrap();
        assert_eq!(
            clues(&file),
            [
                (0, 0, Direction::Down, "(3)".into()),
                (0, 1, Direction::Down, "two down".into()),
                (1, 0, Direction::Across, "three across".into())
            ]
        );
        let unread: Vec<&String> = file.unread.iter().collect();
        assert_eq!(
            unread,
            ["clues of words that the grid does not have: 1 (3-Down)", "second clues of a word: 1 (2-Down)"]
        );
    }

    #[test]
    fn control_characters_are_reported_where_they_become_blanks() {
        let mut draft = draft();
        draft.about(Field::Notes, "one\u{1}two\r\nthree\tfour");
        draft.about(Field::Title, "a\tb");
        draft.clue(Direction::Across, WordReference::Number("1".into()), "a\u{1f}b");
        let file = draft.finish(Place::START).unwrap();
        assert_eq!(file.puzzle.about[&Field::Notes], "one two\nthree four");
        let unread: Vec<&String> = file.unread.iter().collect();
        assert_eq!(unread, ["control characters in clues", "control characters in the notes"]);
    }

    #[test]
    fn numbers_are_kept_where_they_are_other_than_in_a_newspaper() {
        let mut draft_of_newspaper = draft();
        for (square, number) in [((0, 0), "1"), ((0, 1), "2"), ((1, 0), "3")] {
            draft_of_newspaper.number(square, number);
        }
        let file = draft_of_newspaper.finish(Place::START).unwrap();
        assert!(file.puzzle().unwrap().numbers.is_empty());

        let mut draft = draft();
        draft.number((0, 0), "1");
        draft.number((1, 0), "4");
        draft.clue(Direction::Across, WordReference::Number("4".into()), "four across");
        let file = draft.finish(Place::START).unwrap();
        assert_eq!(file.puzzle().unwrap().numbers.len(), 2);
        assert_eq!(clues(&file), [(1, 0, Direction::Across, "four across".into())]);
    }

    #[test]
    fn a_list_of_clues_has_one_for_every_word() {
        let mut whole = draft();
        whole.clue_list(None, ["a", "b", "", "d"].map(|text| (text.to_owned(), None)).to_vec());
        let file = whole.finish(Place::START).unwrap();
        let down = Direction::Down;
        assert_eq!(
            clues(&file),
            [(0, 0, Direction::Across, "a".into()), (0, 0, down, "b".into()), (1, 0, Direction::Across, "d".into())]
        );
        let mut halves = draft();
        halves.clue_list(Some(Direction::Across), ["a", "b"].map(|text| (text.to_owned(), None)).to_vec());
        halves.clue_list(Some(down), vec![("c".to_owned(), None)]);
        let file = halves.finish(Place::START).unwrap();
        assert_eq!(clues(&file), [(0, 0, Direction::Across, "a".into()), (1, 0, Direction::Across, "b".into())]);
        assert!(file.unread.contains("1 clue for 2 words"));
    }
}
