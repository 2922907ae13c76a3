//! A puzzle file as it is read: its squares, clues and texts as the file has them, in whatever order, until it is finished.
//!
//! A file names the word of a clue by its number, by its first square or by its place in a list; a puzzle by the square where
//! it begins. That is settled at the end, when all squares are known. A clue for a word that the grid does not have, a second clue for
//! one, and whatever a reader meets and no [`Puzzle`] holds are named, so that nobody who takes the puzzle to another file
//! loses them unawares.
//!
//! Who reads a file knows what for: [`PuzzleFile`] has the whole of it, and refuses open squares, bars or voids to those who ask for
//! grids without.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use super::fault::{Fault, Place};
use super::puzzle::{Field, Puzzle, Square, Start, lines, one_line};
use super::squares::{Board, Squares};
use gridcheck_core::problem::Givens;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word, Words};

/// So many kinds of things that are not read are named, and by so many characters.
const MOST_KINDS: usize = 20;
const LONGEST_KIND: usize = 80;
const MORE_KINDS: &str = "more kinds of things than these";

/// A puzzle file that can be read.
#[derive(Debug)]
pub struct PuzzleFile {
    puzzle: Puzzle,
    givens: Givens,
    open: Option<Fault>,
    barred: Option<Fault>,
    voided: Option<Fault>,
    /// The line on which the grid begins, from 1; 1 where there are no lines.
    pub line: usize,
    /// What a person should know of the file though it can be read, a sentence each.
    pub notes: Vec<String>,
    /// What the file has and no [`Puzzle`] holds, a kind of thing each.
    pub unread: BTreeSet<String>,
}

impl PuzzleFile {
    /// The puzzle, bars and voids and all; an error if a square of it is open.
    pub fn puzzle(&self) -> Result<&Puzzle, Fault> {
        self.open.clone().map_or(Ok(&self.puzzle), Err)
    }

    /// The same, and an error too if it is no full rectangle or there is a bar between white squares.
    pub fn plain(&self) -> Result<&Puzzle, Fault> {
        let puzzle = self.puzzle()?;
        self.not_plain().map_or(Ok(puzzle), Err)
    }

    /// Its squares as a partial grid; an error if it is no full rectangle or there is a bar between white squares.
    pub fn givens(&self) -> Result<&Givens, Fault> {
        self.not_plain().map_or(Ok(&self.givens), Err)
    }

    fn not_plain(&self) -> Option<Fault> {
        self.voided.clone().or_else(|| self.barred.clone())
    }

    /// The same with its faults in other words.
    pub(super) fn map_faults(self, f: impl Fn(Fault) -> Fault) -> Self {
        let PuzzleFile { open, barred, voided, .. } = self;
        PuzzleFile { open: open.map(&f), barred: barred.map(&f), voided: voided.map(&f), ..self }
    }
}

/// A puzzle file under way.
pub(super) struct Draft {
    pub(super) squares: Squares,
    clues: Vec<Clue>,
    lists: Vec<(Option<Direction>, Vec<String>)>,
    about: BTreeMap<Field, String>,
    /// Whether the solver is to find the black squares.
    pub(super) diagramless: bool,
    /// The line on which the grid begins, from 1.
    pub(super) line: usize,
    /// See [`PuzzleFile::notes`].
    pub(super) notes: Vec<String>,
    unread: BTreeSet<String>,
    unnumbered: BTreeSet<Square>,
}

/// A clue as a file has it.
struct Clue {
    direction: Direction,
    at: At,
    text: String,
}

/// How a file names the word of a clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum At {
    /// By what stands in the corner of its first square.
    Number(String),
    /// By its first square.
    Square(Square),
}

impl Draft {
    pub(super) fn new(squares: Squares) -> Self {
        Draft {
            squares,
            clues: Vec::new(),
            lists: Vec::new(),
            about: BTreeMap::new(),
            diagramless: false,
            line: 1,
            notes: Vec::new(),
            unread: BTreeSet::new(),
            unnumbered: BTreeSet::new(),
        }
    }

    /// Squares that are passed over in the numbering, though words begin there.
    pub(super) fn skip_numbers(&mut self, squares: BTreeSet<Square>) {
        self.unnumbered = squares;
    }

    /// What the puzzle says of itself. What is said twice is said in several lines of the notes.
    pub(super) fn about(&mut self, field: Field, text: &str) {
        let text = if field == Field::Notes { lines(text) } else { one_line(text) };
        if text.is_empty() {
            return;
        }
        match self.about.get_mut(&field) {
            None => {
                self.about.insert(field, text);
            }
            Some(notes) if field == Field::Notes => {
                if !notes.contains(&text) {
                    notes.push('\n');
                    notes.push_str(&text);
                }
            }
            Some(_) => self.unread(format!("a second {}", field.name())),
        }
    }

    /// The clue of a word.
    pub(super) fn clue(&mut self, direction: Direction, at: At, text: &str) {
        let text = one_line(text);
        if !text.is_empty() {
            self.clues.push(Clue { direction, at, text });
        }
    }

    /// The clues of all words, or of all that run in a direction, in the order of their numbers.
    pub(super) fn clue_list(&mut self, direction: Option<Direction>, texts: Vec<String>) {
        if texts.iter().any(|text| !one_line(text).is_empty()) {
            self.lists.push((direction, texts));
        }
    }

    /// The file has a kind of thing that no puzzle holds.
    pub(super) fn unread(&mut self, kind: impl AsRef<str>) {
        // It may quote the file.
        let kind: String = one_line(kind.as_ref()).chars().take(LONGEST_KIND).collect();
        if self.unread.len() < MOST_KINDS {
            self.unread.insert(kind);
        } else if !self.unread.contains(&kind) {
            self.unread.insert(MORE_KINDS.to_owned());
        }
    }

    /// The file as a whole. `end` is where a square that was never told is missed.
    pub(super) fn finish(self, end: Place) -> Result<PuzzleFile, Fault> {
        let Draft { squares, clues, lists, about, diagramless, line, notes, mut unread, unnumbered } = self;
        let Board { grid, givens, bars, voids, letters, circles, shading, mut numbers, open, barred, voided } =
            squares.finish(end)?;
        let words = Words::of(Shape { grid: &grid, voids: &voids, bars: &bars });
        let starts: BTreeSet<Square> = words.words.iter().map(|word| (word.row, word.column)).collect();
        if !unnumbered.is_empty() {
            let numbered = starts.iter().filter(|start| !unnumbered.contains(start));
            numbers = numbered.zip(1_usize..).map(|(&start, number)| (start, number.to_string())).collect();
        }
        let common = |&(r, c): &Square| ((r, c), words.number(r, c).map_or(String::new(), |number| number.to_string()));
        // Where no number is told, they are those of a newspaper as well.
        if numbers == starts.iter().map(common).collect() {
            numbers.clear();
        }
        let mut puzzle = Puzzle {
            grid,
            bars,
            voids,
            letters,
            circles,
            shading,
            numbers,
            clues: BTreeMap::new(),
            about,
            diagramless,
        };
        unread.extend(give_clues(&mut puzzle, &words.words, clues, lists));
        Ok(PuzzleFile { puzzle, givens, open, barred, voided, line, notes, unread })
    }
}

/// Gives a puzzle its clues; what cannot be given is the answer.
fn give_clues(
    puzzle: &mut Puzzle,
    words: &[Word],
    clues: Vec<Clue>,
    lists: Vec<(Option<Direction>, Vec<String>)>,
) -> Vec<String> {
    let mut unread = Vec::new();
    let mut by_number: HashMap<(String, Direction), &Word> = HashMap::new();
    let mut by_square: HashMap<(Square, Direction), &Word> = HashMap::new();
    for word in words {
        let square = (word.row, word.column);
        by_square.insert((square, word.direction), word);
        let number = if puzzle.numbers.is_empty() {
            Some(word.number.to_string())
        } else {
            puzzle.numbers.get(&square).cloned()
        };
        if let Some(number) = number {
            by_number.entry((number, word.direction)).or_insert(word);
        }
    }
    let mut found: Vec<(&Word, String)> = Vec::new();
    let mut wordless = Many::default();
    for Clue { direction, at, text } in clues {
        let word = match &at {
            At::Number(number) => by_number.get(&(number.clone(), direction)),
            At::Square(square) => by_square.get(&(*square, direction)),
        };
        match word {
            Some(word) => found.push((word, text)),
            None => wordless.add(|| at.with(direction)),
        }
    }
    for (direction, texts) in lists {
        let of_list: Vec<&Word> =
            words.iter().filter(|word| direction.is_none_or(|direction| word.direction == direction)).collect();
        if of_list.len() == texts.len() {
            found.extend(of_list.into_iter().zip(texts.iter().map(|text| one_line(text))));
        } else {
            let (clues, words) = (texts.len(), of_list.len());
            unread.push(format!("clues, as there are {clues} of them for {words} words"));
        }
    }
    let mut second = Many::default();
    for (word, text) in found {
        // A clue that only says how long its word is says nothing.
        if text.is_empty() || text == format!("({})", word.length) {
            continue;
        }
        match puzzle.clues.get(&Start::from(word)) {
            None => {
                puzzle.clues.insert(Start::from(word), text);
            }
            Some(first) if *first == text => {}
            Some(_) => second.add(|| word.to_string()),
        }
    }
    unread.extend(wordless.shown("clues of words that the grid does not have"));
    unread.extend(second.shown("second clues of a word"));
    unread
}

/// Things of which the first few are named and the others counted.
#[derive(Default)]
struct Many {
    first: Vec<String>,
    count: usize,
}

impl Many {
    const NAMED: usize = 3;

    fn add(&mut self, name: impl FnOnce() -> String) {
        if self.count < Self::NAMED {
            self.first.push(name());
        }
        self.count += 1;
    }

    fn shown(&self, kind: &str) -> Option<String> {
        let more = if self.count > Self::NAMED { ", …" } else { "" };
        (self.count > 0).then(|| format!("{kind}: {} ({}{more})", self.count, self.first.join(", ")))
    }
}

impl At {
    fn with(&self, direction: Direction) -> String {
        let direction = match direction {
            Direction::Across => "Across",
            Direction::Down => "Down",
        };
        format!("{self}-{direction}")
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Number(number) => f.write_str(&one_line(number)),
            At::Square((r, c)) => write!(f, "row {}, column {}", r + 1, c + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 2 × 3, its last square black: the words 1-Across, 1-Down, 2-Down and 4-Across or, as in a newspaper, 3.
    fn draft() -> Draft {
        let mut squares = Squares::new(3, 2, Place::START).unwrap();
        for i in 0..6 {
            squares.tell((i / 3, i % 3), i != 5, Place::START).unwrap();
        }
        Draft::new(squares)
    }

    fn clues(file: &PuzzleFile) -> Vec<(usize, usize, Direction, &str)> {
        let clues = &file.puzzle().unwrap().clues;
        clues.iter().map(|(start, text)| (start.row, start.column, start.direction, text.as_str())).collect()
    }

    #[test]
    fn clues_find_their_words() {
        let mut draft = draft();
        draft.clue(Direction::Down, At::Number("2".into()), " two\tdown ");
        draft.clue(Direction::Across, At::Square((1, 0)), "three across");
        draft.clue(Direction::Across, At::Number("1".into()), "(3)");
        draft.clue(Direction::Down, At::Number("1".into()), "(3)");
        draft.clue(Direction::Down, At::Number("2".into()), "again");
        draft.clue(Direction::Down, At::Number("3".into()), "nowhere");
        let file = draft.finish(Place::START).unwrap();
        assert_eq!(
            clues(&file),
            [
                (0, 0, Direction::Down, "(3)"),
                (0, 1, Direction::Down, "two down"),
                (1, 0, Direction::Across, "three across")
            ]
        );
        let unread: Vec<&String> = file.unread.iter().collect();
        assert_eq!(
            unread,
            ["clues of words that the grid does not have: 1 (3-Down)", "second clues of a word: 1 (2-Down)"]
        );
    }

    #[test]
    fn numbers_are_kept_where_they_are_other_than_in_a_newspaper() {
        let mut draft_of_newspaper = draft();
        for (square, number) in [((0, 0), "1"), ((0, 1), "2"), ((1, 0), "3")] {
            draft_of_newspaper.squares.number(square, number);
        }
        let file = draft_of_newspaper.finish(Place::START).unwrap();
        assert!(file.puzzle().unwrap().numbers.is_empty());

        let mut draft = draft();
        draft.squares.number((0, 0), "1");
        draft.squares.number((1, 0), "4");
        draft.clue(Direction::Across, At::Number("4".into()), "four across");
        let file = draft.finish(Place::START).unwrap();
        assert_eq!(file.puzzle().unwrap().numbers.len(), 2);
        assert_eq!(clues(&file), [(1, 0, Direction::Across, "four across")]);
    }

    #[test]
    fn a_list_of_clues_has_one_for_every_word() {
        let mut whole = draft();
        whole.clue_list(None, ["a", "b", "", "d"].map(str::to_owned).to_vec());
        let file = whole.finish(Place::START).unwrap();
        let down = Direction::Down;
        assert_eq!(clues(&file), [(0, 0, Direction::Across, "a"), (0, 0, down, "b"), (1, 0, Direction::Across, "d")]);
        let mut halves = draft();
        halves.clue_list(Some(Direction::Across), ["a", "b"].map(str::to_owned).to_vec());
        halves.clue_list(Some(down), vec!["c".to_owned()]);
        let file = halves.finish(Place::START).unwrap();
        assert_eq!(clues(&file), [(0, 0, Direction::Across, "a"), (1, 0, Direction::Across, "b")]);
        assert!(file.unread.contains("clues, as there are 1 of them for 2 words"));
    }
}
