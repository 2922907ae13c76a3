//! A puzzle that is being edited, as JSON.
//!
//! Unlike a [`Puzzle`], it may have open squares, and a clue may have lost its word. Such a clue is kept, because
//! the word often returns with the next change of a square. [`Document::file`] finds the words as a reader of files does, so a clue without
//! a word is a defect of the file, and is reported like any other.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::clue::Clue;
use super::defects::{Part, WordReference};
use super::draft::{Draft, PuzzleFile};
use super::extras::StoredExtras;
use super::fault::{Fault, Place};
use super::puzzle::{Bars, Field, Puzzle, Square, Start, joined, lines, one_line};
use super::squares::Side;
use super::{html, ipuz, rich_text};
use gridcheck_core::plural::plural;
use gridcheck_layout::words::Words;

/// The contents of a puzzle while it is edited. Rows and columns count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The rows, joined by line ends: `.` white, `#` black, `?` open, `_` a void.
    pub rows: String,
    /// The bars at which words end. A bar beside a black square waits until the square is white again.
    #[serde(default)]
    pub bars: Bars,
    /// The solution of each square, row by row, empty if unknown. No letters at all are an empty list.
    #[serde(default)]
    pub letters: Vec<String>,
    /// The clues, each with the first square and the direction of its word.
    #[serde(default)]
    pub clues: Vec<DocumentClue>,
    /// Title, author and other descriptions, by [`Field::name`].
    #[serde(default)]
    pub about: BTreeMap<String, String>,
    /// Squares with a circle.
    #[serde(default)]
    pub circles: BTreeSet<Square>,
    /// Squares of another colour than white.
    #[serde(default)]
    pub shading: BTreeSet<Square>,
    /// Numbers that differ from a newspaper's.
    #[serde(default)]
    pub numbers: Option<OwnNumbers>,
    /// `true` if the solver must find the black squares.
    #[serde(default)]
    pub diagramless: bool,
    /// The entries of the file that only its format has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extras: Option<OwnExtras>,
}

/// A clue, with the first square and the direction of its word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentClue {
    /// The first square and the direction.
    #[serde(flatten)]
    pub start: Start,
    /// The clue with its enumeration.
    pub text: String,
    /// The clue with its markup, as HTML. It counts while its plain text is the clue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub styled: Option<String>,
    /// The explanation of the clue, in plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The explanation of the clue, as HTML. It counts while its plain text is the note, or if there is no note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    /// The words in which the answer continues, if it is for several words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continued: Option<Vec<Start>>,
    /// The squares of the answer, if it is not one word or several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<Square>>,
}

/// The texts in the corners of squares. They hold for one grid: other squares begin other words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnNumbers {
    /// The rows of that grid.
    pub rows: String,
    /// Row, column and text.
    pub texts: Vec<(usize, usize, String)>,
}

/// The entries of a file that only its format has. Some hold for one grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnExtras {
    /// The rows of that grid.
    pub rows: String,
    /// The letters of that grid, if they are known: answers beside clues hold for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letters: Option<Vec<String>>,
    /// The entries.
    pub extras: StoredExtras,
}

/// Returns the clues of a puzzle, and what belongs to words without one.
fn clues_of(puzzle: &Puzzle) -> Vec<DocumentClue> {
    let words = puzzle.words();
    let clue = |(&start, clue): (&Start, &Clue)| {
        let Clue { text, note, answer, .. } = clue;
        let continued = continued(puzzle, start, &words);
        let annotation = Some(note).filter(|note| !note.is_empty());
        DocumentClue {
            start,
            text: text.plain().into_owned(),
            styled: text.has_markup().then(|| text.html()),
            note: annotation.map(|annotation| html::plain(annotation).0),
            annotation: annotation.cloned(),
            squares: answer.squares().filter(|_| continued.is_none()).map(<[Square]>::to_vec),
            continued,
        }
    };
    let only_extras = |clue: &Clue| Clue { extras: Vec::new(), ..clue.clone() } == Clue::default();
    puzzle.clues.iter().filter(|(_, clue)| !only_extras(clue)).map(clue).collect()
}

/// Returns the words in which the answer to a clue continues, or `None` if these do not say all about its squares.
fn continued(puzzle: &Puzzle, start: Start, words: &Words) -> Option<Vec<Start>> {
    let linked = puzzle.linked_words(start, words)?;
    (Some(&*joined(&linked)) == puzzle.link(start)).then(|| linked[1..].iter().map(Start::from).collect())
}

/// Returns a note as the HTML of an annotation.
fn annotation_of(note: &str) -> String {
    html::escaped(&lines(note), "#").replace('\n', "<br>")
}

impl Document {
    /// Returns the contents of a puzzle file.
    pub fn of(file: &PuzzleFile) -> Self {
        let puzzle = &file.puzzle;
        let rows = rows_of(file);
        let numbers = puzzle.numbers.iter().map(|(&(r, c), text)| (r, c, text.clone()));
        Document {
            bars: puzzle.grid.bars().clone(),
            letters: puzzle.letters.clone(),
            clues: clues_of(puzzle),
            about: puzzle.about.iter().map(|(field, text)| (field.name().to_owned(), text.clone())).collect(),
            circles: puzzle.circles.clone(),
            shading: puzzle.shading.clone(),
            numbers: (!puzzle.numbers.is_empty()).then(|| OwnNumbers { rows: rows.clone(), texts: numbers.collect() }),
            diagramless: puzzle.diagramless,
            extras: puzzle.stored_extras().map(|extras| OwnExtras {
                rows: rows.clone(),
                letters: Some(puzzle.letters.clone()),
                extras,
            }),
            rows,
        }
    }

    /// Returns the puzzle as a file that was read. Its defects include clues without a word.
    ///
    /// # Errors
    /// Returns an error if the rows are no grid, or if something lies outside of it.
    pub fn file(&self) -> Result<PuzzleFile, Fault> {
        let lines: Vec<&str> = self.rows.lines().collect();
        let width = lines.first().map_or(0, |line| line.chars().count());
        let mut draft = Draft::new(width as u64, lines.len() as u64, Place::START)?;
        for (r, line) in lines.iter().enumerate() {
            let place = |c: usize| Place::Text { line: r + 1, column: c + 1 };
            if line.chars().count() != width {
                return Err(Fault::new(place(0), format!("expected a row of {width} squares, as in the first")));
            }
            for (c, square) in line.chars().enumerate() {
                match square {
                    '.' => draft.tell((r, c), true, place(c))?,
                    '#' => draft.tell((r, c), false, place(c))?,
                    '?' => draft.tell_open((r, c), Fault::new(place(c), "the square is open"))?,
                    '_' => draft.tell_void((r, c), place(c))?,
                    _ => return Err(Fault::new(place(c), "expected a square . # ? or _")),
                }
            }
        }
        self.add_contents(&mut draft)?;
        draft.puzzle.diagramless = self.diagramless;
        draft.finish(Place::START)
    }

    fn add_contents(&self, draft: &mut Draft) -> Result<(), Fault> {
        let refused = |message: String| Fault::new(Place::START, message);
        let squares = draft.puzzle.letters.len();
        if !self.letters.is_empty() && self.letters.len() != squares {
            return Err(refused(format!("{} for {}", plural(self.letters.len(), "letter"), plural(squares, "square"))));
        }
        // What stands in a square stays in the document while the square is black.
        let givens = draft.givens.clone();
        let voids = draft.puzzle.voids.clone();
        let is_black = |(r, c): Square| givens.colour(r, c) == Some(false) || voids.contains(&(r, c));
        for (square, letter) in draft.puzzle.squares().zip(&self.letters) {
            if !is_black(square) {
                draft.letter(square, letter);
            }
        }
        for &square in &self.circles {
            if !is_black(draft.inside(square, Place::START)?) {
                draft.circle(square);
            }
        }
        for &square in &self.shading {
            if !is_black(draft.inside(square, Place::START)?) {
                draft.shade(square);
            }
        }
        for (square, beyond) in self.bars.sides() {
            let side = if square.0 == beyond.0 { Side::Right } else { Side::Bottom };
            if !is_black(draft.inside(square, Place::START)?) && !is_black(draft.inside(beyond, Place::START)?) {
                draft.bar(square, side, Place::START);
            }
        }
        for &(r, c, ref text) in self.numbers.iter().filter(|own| own.rows == self.rows).flat_map(|own| &own.texts) {
            draft.number(draft.inside((r, c), Place::START)?, text);
        }
        for (name, text) in &self.about {
            let field = Field::ALL.into_iter().find(|field| field.name() == name);
            draft.about(field.ok_or_else(|| refused(format!("no field `{name}`")))?, text);
        }
        for document in &self.clues {
            let DocumentClue { start: Start { row, column, direction }, text, styled, continued, squares, .. } =
                document;
            let clue = draft.clue(*direction, WordReference::Square((*row, *column)), text);
            let styled = styled.as_ref().map(|styled| rich_text::read(styled, true).text);
            if let Some(styled) = styled.filter(|styled| styled.plain() == clue.clue.text.plain()) {
                clue.clue.text = styled;
            }
            clue.clue.note = one_line(&document.explanation());
            let word =
                |start: &Start| Part::Word(WordReference::Square((start.row, start.column)), Some(start.direction));
            clue.parts.extend(continued.iter().flatten().map(word));
            clue.parts.extend(squares.as_deref().map(|squares| Part::Squares(squares.into())));
        }
        if let Some(OwnExtras { rows, letters, extras }) = &self.extras {
            draft.puzzle.set_stored_extras(extras);
            let names = draft.puzzle.extra_names().count();
            if letters.as_ref().is_some_and(|letters| *letters != self.letters) {
                let before = draft.puzzle.clues.clone();
                draft.puzzle.leave_letters();
                let is_less = draft.puzzle.clues != before;
                draft.unread_if(is_less, "answers beside clues, as letters changed");
            }
            ipuz::forget_changed(&mut draft.puzzle);
            if *rows != self.rows {
                draft.puzzle.leave_grid();
                let is_less = draft.puzzle.extra_names().count() < names;
                draft.unread_if(is_less, "entries of the file about its squares, as squares changed");
            }
        }
        // Numbers of an earlier grid name other words.
        let is_stale = self.numbers.as_ref().is_some_and(|own| own.rows != self.rows);
        draft.unread_if(is_stale, "unusual numbers, as squares changed");
        Ok(())
    }
}

impl DocumentClue {
    /// Returns the explanation as HTML, empty if there is none.
    fn explanation(&self) -> Cow<'_, str> {
        let annotation = self.annotation.as_deref().unwrap_or_default();
        match &self.note {
            Some(note) if lines(&html::plain(annotation).0) != lines(note) => Cow::Owned(annotation_of(note)),
            _ => Cow::Borrowed(annotation),
        }
    }
}

/// Returns the rows of a file's squares.
fn rows_of(file: &PuzzleFile) -> String {
    let square = |square: Square| match file.givens.colour(square.0, square.1) {
        _ if file.puzzle.voids.contains(&square) => '_',
        Some(true) => '.',
        Some(false) => '#',
        // A square that a file only leaves to those who complete it is white.
        None if file.open.is_none() => '.',
        None => '?',
    };
    let row = |r| (0..file.givens.width()).map(|c| square((r, c))).collect::<String>();
    (0..file.givens.height()).map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use gridcheck_layout::words::Direction;

    use super::super::clue::Answer;
    use super::super::extras::{Extra, Role};
    use super::super::puzzle::Feature;
    use super::super::registry::{Format, read};
    use super::super::target::write;
    use super::*;

    fn full() -> Puzzle {
        let mut puzzle = Puzzle::of("...\n.#.\n...".parse().expect("a grid"));
        puzzle.letters = ["A", "B", "C", "D", "", "E", "FG", "", "I"].map(str::to_owned).to_vec();
        puzzle.circles = [(0, 0), (2, 2)].into();
        puzzle.shading = [(0, 1)].into();
        puzzle.numbers = [((0, 0), "7".to_owned()), ((0, 2), "8".to_owned()), ((2, 0), "9".to_owned())].into();
        let clue = |row, column, direction| {
            (Start { row, column, direction }, Clue::from(format!("Clue {row}{column} (3)").as_str()))
        };
        puzzle.clues = [clue(0, 0, Direction::Across), clue(0, 2, Direction::Down)].into();
        let first = Start { row: 0, column: 0, direction: Direction::Across };
        let clue = puzzle.clues.get_mut(&first).expect("a clue");
        clue.text = rich_text::read("Clue <i>00</i> (3)", false).text;
        clue.answer = Answer::Squares(vec![(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]);
        puzzle.about = Field::ALL.map(|field| (field, field.name().to_owned())).into();
        puzzle.extras.add("uniqueid", "\"seven\"", Role::OfPuzzle);
        puzzle.extras.add("com.example:squares", "[1]", Role::OfGrid);
        puzzle.extras.set_format(Format::Ipuz);
        puzzle
    }

    fn document(puzzle: &Puzzle) -> Document {
        let bytes = write(puzzle, Format::Ipuz).expect("ipuz holds everything").bytes;
        Document::of(&read(&bytes, Format::Ipuz).expect("a puzzle"))
    }

    #[test]
    fn everything_survives_the_way_through_json() {
        let puzzle = full();
        let json = serde_json::to_string(&document(&puzzle)).expect("JSON");
        let back: Document = serde_json::from_str(&json).expect("a document");
        let file = back.file().expect("a puzzle");
        assert_eq!(file.puzzle().expect("no open square"), &puzzle);
        assert!(file.unread.is_empty(), "{:?}", file.unread);
        // Nothing besides the rows is required.
        let bare: Document = serde_json::from_str(r#"{"rows": "..\n.#"}"#).expect("a document");
        let bare = bare.file().expect("a puzzle");
        assert_eq!(bare.puzzle().expect("no open square"), &Puzzle::of("..\n.#".parse().expect("a grid")));
    }

    #[test]
    fn notes_and_links_of_clues_go_to_ipuz_and_exolve_and_back() {
        let start = |row, column, direction| Start { row, column, direction };
        let (first, last) = (start(0, 0, Direction::Across), start(0, 2, Direction::Down));
        let clue = |start, text: &str, note: &str, continued| DocumentClue {
            start,
            text: text.to_owned(),
            styled: None,
            note: Some(note.to_owned()),
            annotation: None,
            continued,
            squares: None,
        };
        let note = "A & B <in> C # (3)\n[] twice";
        let bare =
            Document::of(&document(&Puzzle::of("...\n.#.\n...".parse().expect("a grid"))).file().expect("a puzzle"));
        let written = Document {
            clues: vec![clue(first, "Both (6)", note, Some(vec![last])), clue(last, "See 1", "b", None)],
            ..bare
        };
        let puzzle = written.file().expect("a puzzle").puzzle().expect("no open square").clone();
        for target in [Format::Ipuz, Format::Exolve] {
            let file = write(&puzzle, target).expect("a file");
            assert_eq!(file.lost, [], "{target:?}");
            let back = Document::of(&read(&file.bytes, target).expect("a puzzle"));
            assert_eq!(back.clues[0].note.as_deref(), Some(note), "{target:?}");
            assert_eq!(back.clues[0].continued.as_deref(), Some(&[last][..]), "{target:?}");
            assert_eq!(back.clues[1].text, "See 1", "{target:?}");
            assert_eq!(back.file().expect("a puzzle").puzzle().expect("no open square"), &puzzle, "{target:?}");
        }
        // A changed note replaces the annotation, and a removed one removes it.
        let mut changed = Document::of(&written.file().expect("a puzzle"));
        changed.clues[0].note = Some("new".to_owned());
        changed.clues[1].note = Some(String::new());
        let puzzle = changed.file().expect("a puzzle").puzzle().expect("no open square").clone();
        let notes: Vec<(Start, &str)> = puzzle.clues.iter().map(|(&start, clue)| (start, &*clue.note)).collect();
        assert_eq!(notes, [(first, "new"), (last, "")]);
    }

    #[test]
    fn keeps_bars_and_voids() {
        let mut puzzle = Puzzle::of(".r.\nb..\n..#".parse().expect("a grid"));
        puzzle.voids.insert((2, 2));
        let mut document = document(&puzzle);
        assert_eq!(document.rows, "...\n...\n.._");
        assert_eq!(document.file().expect("a puzzle").puzzle().expect("no open square"), &puzzle);
        // A bar beside a black square waits for the square.
        document.rows = "..#\n...\n.._".to_owned();
        let file = document.file().expect("a puzzle");
        assert_eq!(file.puzzle().expect("no open square").grid.bars().len(), 1);
        assert!(file.unread.is_empty(), "{:?}", file.unread);
    }

    #[test]
    fn a_clue_without_its_word_is_kept_and_reported() {
        let mut document = document(&full());
        document.rows = "#..\n.#.\n...".to_owned();
        let file = document.file().expect("a puzzle");
        assert_eq!(file.puzzle().expect("no open square").count(Feature::Clues), 1);
        let unread: Vec<&str> = file.unread.iter().map(String::as_str).collect();
        let stray = "clues of words that the grid does not have: 1 (Across from row 1, column 1)";
        let entries = "entries of the file about its squares, as squares changed";
        assert_eq!(unread, [stray, entries, "unusual numbers, as squares changed"]);
        let extras: Vec<String> = file.puzzle().expect("no open square").extra_names().collect();
        assert_eq!(extras, ["uniqueid"]);
        document.rows = "...\n.#.\n...".to_owned();
        assert_eq!(document.file().expect("a puzzle").puzzle().expect("no open square"), &full());
    }

    #[test]
    fn answers_beside_clues_leave_with_the_letters() {
        let mut puzzle = full();
        let first = Start { row: 0, column: 0, direction: Direction::Across };
        puzzle.clues.entry(first).or_default().extras.push(Extra::new("answer", "\"ABC\"", Role::Spelling));
        let mut document = document(&puzzle);
        let answers = |document: &Document| {
            let file = document.file().expect("a puzzle");
            (file.puzzle.clue_extras(first).len(), file.unread)
        };
        assert_eq!(answers(&document), (1, [].into()));
        "X".clone_into(&mut document.letters[0]);
        assert_eq!(answers(&document), (0, ["answers beside clues, as letters changed".to_owned()].into()));
        puzzle.set_letters(puzzle.letters.clone());
        assert_eq!(puzzle.clue_extras(first).len(), 1);
        puzzle.set_letters(document.letters);
        assert_eq!(puzzle.clue_extras(first).len(), 0);
    }

    #[test]
    fn open_squares_are_no_puzzle_yet() {
        let document = Document { rows: "..\n.?".to_owned(), ..document(&full()) };
        let document = Document { letters: Vec::new(), circles: BTreeSet::new(), shading: BTreeSet::new(), ..document };
        let file = document.file().expect("a draft");
        assert!(file.puzzle().is_err());
        assert_eq!(file.givens().expect("a plain grid").to_string().trim_end(), "..\n.?");
    }

    #[test]
    fn rejects_faulty_rows_letters_circles_and_fields() {
        let refused = |document: Document| document.file().map(drop).expect_err("a fault").to_string();
        let good = document(&full());
        for (rows, said) in [("...\n..", "2:1: expected a row of 3"), ("..x", "1:3: expected a square"), ("", "rows")] {
            let told = refused(Document { rows: rows.to_owned(), letters: Vec::new(), ..good.clone() });
            assert!(told.contains(said), "{told}");
        }
        assert!(refused(Document { letters: vec![String::new()], ..good.clone() }).contains("1 letter for 9 squares"));
        assert!(refused(Document { circles: [(3, 0)].into(), ..good.clone() }).contains("outside"));
        assert!(refused(Document { about: [("x".to_owned(), String::new())].into(), ..good }).contains("no field `x`"));
    }
}
