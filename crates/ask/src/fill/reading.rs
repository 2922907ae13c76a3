//! Reads the grid and the word lists, and puts the question.

use std::collections::BTreeSet;
use std::path::Path;

use gridcheck_core::grid::{Grid, MAX_SIZE, full_row};
use gridcheck_core::plural::plural;
use gridcheck_engine::memory::Bytes;
use gridcheck_fill::letters::fold;
use gridcheck_fill::list::WordFilter;
use gridcheck_fill::question::{Frame, Question, QuestionError};
use gridcheck_formats::PuzzleFile;
use gridcheck_formats::puzzle::Puzzle;

use super::Fill;
use super::demands::RequiredWords;
use super::report::FilledPuzzle;
use super::task::{Symmetry, Task};
use crate::convert::puzzle as only_puzzle;
use crate::examine::{ReadOptions, only_one};
use crate::failure::Failure;
use crate::host::Host;
use crate::input::{Input, at_most_one_standard_input};
#[cfg(feature = "clap")]
use crate::parse::WrongValue;
use crate::usage;
use crate::word_lists::read_lists;

/// Above this number of lines, a note tells how much of the list was kept.
const LONG: u64 = 1_000_000;

/// The grid that is to be filled, and the question about it.
pub(super) struct GridToFill {
    /// The name of its file in messages.
    name: String,
    puzzle: Puzzle,
    /// Sentences on what its file has that the puzzle lacks.
    left_out: Vec<String>,
    pub question: Question,
    /// The words that must occur.
    pub required: RequiredWords,
}

impl GridToFill {
    /// Returns the puzzle with the letters of a fill.
    pub(super) fn filled(&self, fill: &[u8]) -> FilledPuzzle {
        let mut puzzle = self.puzzle.clone();
        let width = puzzle.grid.width();
        let mut letters = puzzle.letters.clone();
        let texts = self.question.texts(fill);
        for square in self.question.squares() {
            letters[square.row * width + square.column] = texts.square(square.row, square.column).iter().collect();
        }
        puzzle.set_letters(letters);
        FilledPuzzle { name: self.name.clone(), puzzle, left_out: self.left_out.clone() }
    }
}

/// A grid before the question about it.
struct NamedPuzzle {
    name: String,
    puzzle: Puzzle,
    left_out: Vec<String>,
}

impl Fill {
    /// Returns the question as other programs get it, without scores. They count all fills. [`gridcheck_fill::export`] translates it for
    /// them.
    ///
    /// # Errors
    /// An option is for another task, or an input is at fault.
    pub fn question_to_export(&self, host: &dyn Host) -> Result<Question, Failure> {
        self.must_be_exportable()?;
        self.question(&self.puzzle(host)?, &RequiredWords::default(), false, false, host)
    }

    /// Reads the grid and the lists.
    pub(super) fn asked(&self, task: &Task, host: &dyn Host) -> Result<GridToFill, Failure> {
        let grid = self.puzzle(host)?;
        let required = self.required_words(&grid.puzzle, host)?;
        let question = self.question(&grid, &required, task.uses_marks(), task.needs_scores(), host)?;
        if let Task::Count(_, Symmetry::UpToTransposition) = task {
            if !question.is_symmetric() {
                return Err(usage!(
                    [up_to_transposition]
                    ": the grid, with its letters, is not the same on both sides of its main diagonal"
                ));
            }
            if question.is_distinct() {
                host.note("a word square uses each word twice; --repeat allows that".to_owned());
            }
        }
        let NamedPuzzle { name, puzzle, left_out } = grid;
        Ok(GridToFill { name, puzzle, left_out, question, required })
    }

    /// Reads the lists, and puts the question about a grid.
    fn question(
        &self,
        grid: &NamedPuzzle,
        required: &RequiredWords,
        marks: bool,
        scores: bool,
        host: &dyn Host,
    ) -> Result<Question, Failure> {
        let NamedPuzzle { name, puzzle, .. } = grid;
        let region = self.squares_of_region(name, puzzle)?;
        let frame = match Frame::of_region(puzzle, self.accents(), region.as_ref()) {
            Err(QuestionError::NoSlot) if region.is_some() => {
                return Err(usage!(
                    [region] ": every word in it reaches an empty square outside it, so there is nothing to fill"
                ));
            }
            frame => frame.map_err(|error| Failure::unusable(format!("{name}: {error}")))?,
        };
        let RequiredWords { theme, listed } = required;
        let mut banned = self.words_or_lists("ban", &self.ban, host)?;
        if !self.repeat {
            banned.extend(self.linked_answers(puzzle));
        }
        banned.sort();
        let mut preferred = Vec::new();
        for list in &self.prefer {
            preferred.extend(self.words_of_list(list, host)?);
        }
        preferred.sort();
        let letters = [frame.letters(), theme.concat()].concat();
        let wanted = WordFilter {
            lengths: frame.lengths(),
            min_score: self.min_score,
            accents: self.accents(),
            letters: &letters,
            scores,
            marks,
            strict: self.strict_list,
            preferred: &preferred,
            banned: &banned,
            added: theme,
        };
        let list = read_lists(&self.words, wanted, host)?;
        for word in listed {
            let codes: Option<Vec<u8>> = word.iter().map(|&letter| list.alphabet().code(letter)).collect();
            if codes.is_none_or(|codes| list.words(word.len()).position(&codes).is_none()) {
                let word: String = word.iter().collect();
                return Err(usage!(
                    [require] ": " (word) " is not in the list, or no slot has its length (" [theme] " adds words to the list)"
                ));
            }
        }
        let first = self.words.first().map_or(String::new(), Input::name);
        let (lines, bytes) = (list.met().lines, list.bytes());
        if lines > LONG {
            let (kept, lines) = (plural(list.len(), "word"), plural(lines, "line"));
            host.note(format!("{first}: of {lines} {kept} may fit, in {} of memory", Bytes(bytes)));
        }
        let question = Question::new(frame, list, !self.repeat);
        let question = question.map_err(|error| Failure::unusable(format!("{first}: {error}")))?;
        Ok(if self.strict { question } else { question.with_standing_entries() })
    }

    /// Returns the answers of clues for several entries whose letters are all given. As words of the list, they would be used twice.
    pub(super) fn linked_answers(&self, puzzle: &Puzzle) -> Vec<Vec<char>> {
        let words = puzzle.words();
        let linked = puzzle.links().filter_map(|(start, _)| words.at(start.direction, (start.row, start.column)));
        let answers = linked.filter_map(|word| puzzle.whole_answer(&word));
        let folded = |answer: String| {
            let mut letters = Vec::new();
            fold(&answer, self.accents(), &mut letters).is_ok().then_some(letters)
        };
        answers.filter_map(folded).collect()
    }

    /// Returns the squares of the region, if there is one.
    fn squares_of_region(&self, name: &str, puzzle: &Puzzle) -> Result<Option<BTreeSet<(usize, usize)>>, Failure> {
        let (height, width) = (puzzle.grid.height(), puzzle.grid.width());
        let mut squares = BTreeSet::new();
        for region in &self.region {
            let (r, c) = (region.rows.1, region.columns.1);
            if r >= height || c >= width {
                return Err(usage!(
                    [region] ": " (name) " is " (height) " × " (width) ", and has no square " (r + 1) "," (c + 1)
                ));
            }
            squares.extend(region.squares());
        }
        Ok((!self.region.is_empty()).then_some(squares))
    }

    /// Returns the words of an option whose values are words and names of lists, in folded letters.
    pub(super) fn words_or_lists(
        &self,
        option: &'static str,
        values: &[String],
        host: &dyn Host,
    ) -> Result<Vec<Vec<char>>, Failure> {
        let (lists, words) = lists_and_words(values);
        let mut found = self.words_of(option, &words)?;
        for list in &lists {
            found.extend(self.words_of_list(list, host)?);
        }
        Ok(found)
    }

    /// Returns the words of a list, in folded letters.
    fn words_of_list(&self, list: &Input, host: &dyn Host) -> Result<Vec<Vec<char>>, Failure> {
        let wanted = WordFilter {
            lengths: u64::MAX,
            accents: self.accents(),
            strict: self.strict_list,
            ..WordFilter::default()
        };
        let list = read_lists(std::slice::from_ref(list), wanted, host)?;
        let word = |word: &[u8]| word.iter().map(|&code| list.alphabet().letter(code)).collect();
        Ok((1..=MAX_SIZE).flat_map(|length| list.words(length).iter().map(word).collect::<Vec<_>>()).collect())
    }

    /// Reads the grid with its letters.
    fn puzzle(&self, host: &dyn Host) -> Result<NamedPuzzle, Failure> {
        at_most_one_standard_input(&self.inputs().collect::<Vec<_>>())?;
        let texts = self.texts.read(host)?;
        let with_texts = |mut puzzle: Puzzle| texts.set(&mut puzzle).map(|()| puzzle);
        let Some(input) = &self.grid else {
            // The task has one of the two.
            let size = self.size.unwrap_or(2);
            let white = Grid::from_rows(size, &vec![full_row(size); size]).map_err(Failure::unusable)?;
            return Ok(NamedPuzzle {
                name: "the open grid".to_owned(),
                puzzle: with_texts(Puzzle::of(white))?,
                left_out: Vec::new(),
            });
        };
        let ReadOptions { format, options } = self.reading.settled()?;
        let mut source = input.source(host)?.check_shaped(format, options)?;
        let name = only_one(&source, host)?;
        let left_out = source.puzzle_file().into_iter().flat_map(PuzzleFile::left_out).collect();
        Ok(NamedPuzzle { name, puzzle: with_texts(only_puzzle(&mut source)?)?, left_out })
    }
}

/// Returns the values of an option that are names of files, and the others, which are words.
pub(super) fn lists_and_words(values: &[String]) -> (Vec<Input>, Vec<String>) {
    let (files, words): (Vec<&String>, _) = values.iter().partition(|value| Path::new(value).is_file());
    (files.into_iter().map(|path| Input::Path(path.into())).collect(), words.into_iter().cloned().collect())
}

/// Parses the number of rows and columns.
///
/// # Errors
/// It is not a number from 2 to the most.
#[cfg(feature = "clap")]
pub(super) fn side(text: &str) -> Result<usize, WrongValue> {
    let size = text.parse().ok().filter(|size| (2..=MAX_SIZE).contains(size));
    size.ok_or_else(|| WrongValue::new(format_args!("expected a whole number from 2 to {MAX_SIZE}")))
}
