//! Puzzles on paper, with their clues.

use std::io::{self, Write};

use gridcheck_draw::paper::{self, Paper, Parts, PrintedClue, PrintedPuzzle};
use gridcheck_draw::typeface::{Face, Fonts};
use gridcheck_formats::puzzle::{Feature, Field, Puzzle, Start};
use gridcheck_formats::source::InputGrid;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word};

use super::arrangement::{has_letters, note_lack};
use crate::host::Host;

/// Puzzles to print, each with the same pages.
pub(super) struct PrintedPuzzles {
    pub grids: Vec<InputGrid>,
    pub parts: Parts,
    pub paper: Paper,
    pub fonts: Fonts,
}

impl PrintedPuzzles {
    /// Notes how many of the puzzles lack something that is to be printed.
    pub(super) fn note_lacks(&self, host: &dyn Host) {
        let Parts { clues, solution, submission } = self.parts;
        if clues || submission {
            let has_clues = |grid: &InputGrid| puzzle(grid).is_some_and(|puzzle| puzzle.count(Feature::Clues) > 0);
            note_lack("clues", &self.grids, has_clues, host);
        }
        if solution || submission {
            note_lack("letters", &self.grids, has_letters, host);
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        paper::write(out, &printed_puzzles(&self.grids), self.parts, self.paper, &self.fonts)
    }
}

/// Returns the texts that are printed.
pub(super) fn texts(grids: &[InputGrid], parts: Parts) -> Vec<(Face, String)> {
    paper::texts(&printed_puzzles(grids), parts)
}

fn printed_puzzles(grids: &[InputGrid]) -> Vec<PrintedPuzzle<'_>> {
    grids.iter().map(printed).collect()
}

/// Returns the puzzle of a grid, unless it is a grid of a list.
pub(super) fn puzzle(grid: &InputGrid) -> Option<&Puzzle> {
    grid.file.as_ref().and_then(|file| file.puzzle().ok())
}

fn printed(grid: &InputGrid) -> PrintedPuzzle<'_> {
    let puzzle = puzzle(grid);
    let field = |field| puzzle.map_or("", |puzzle| puzzle.field(field));
    let credits = [
        ("", field(Field::Author)),
        ("edited by ", field(Field::Editor)),
        ("", field(Field::Publisher)),
        ("", field(Field::Date)),
        ("© ", field(Field::Copyright).trim_start_matches(['©', ' '])),
    ];
    let credits = credits.into_iter().filter(|(_, text)| !text.is_empty());
    PrintedPuzzle {
        shape: Shape::from(grid),
        contents: &grid.contents,
        labels: puzzle.map(|puzzle| &puzzle.numbers),
        diagramless: puzzle.is_some_and(|puzzle| puzzle.diagramless),
        title: field(Field::Title),
        credits: credits.map(|(before, text)| format!("{before}{text}")).collect(),
        notes: field(Field::Notes),
        lists: puzzle.map(printed_lists).unwrap_or_default(),
    }
}

/// Returns the lists of clues of a puzzle, in the order of their numbers.
fn printed_lists(puzzle: &Puzzle) -> Vec<(&'static str, Vec<PrintedClue>)> {
    let words = puzzle.words();
    let has_clues = puzzle.count(Feature::Clues) > 0;
    let continuations = puzzle.continuations(&words);
    // An entry whose clue is empty keeps its line, unless it is a further part of an answer.
    let is_listed =
        |word: &&Word| puzzle.clue(word).is_some() || has_clues && !continuations.contains(&Start::from(*word));
    let list = |direction: Direction| {
        let clued = words.words.iter().filter(|word| word.direction == direction).filter(is_listed);
        let clue = |word: &Word| {
            let number = puzzle.number((word.row, word.column), &words).unwrap_or_default();
            PrintedClue {
                label: puzzle.linked_name(word, &words).unwrap_or(number),
                runs: puzzle.clue_runs(word),
                answer: puzzle.whole_answer(word).unwrap_or_default(),
            }
        };
        (direction.title(), clued.map(clue).collect::<Vec<_>>())
    };
    [Direction::Across, Direction::Down].map(list).into_iter().filter(|(_, clues)| !clues.is_empty()).collect()
}
