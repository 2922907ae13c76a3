//! Checks the clues and texts of puzzle files: each check has its code, its severity and its message in one file.
//!
//! Only profiles have these checks, because a rule set is about grids. The severities are the same in every profile. A file without clues has
//! no findings about them.

mod answer;
mod entry;
mod enumeration;
mod reference;
mod text;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use gridcheck_core::visible::shortened;
use gridcheck_formats::PuzzleFile;
use gridcheck_formats::defects::Defects;
use gridcheck_formats::puzzle::{Puzzle, Start};
use gridcheck_layout::words::{Word, Words};
use gridcheck_validator::diagnostic::{Code, Diagnostic, Severity};
use gridcheck_validator::{Square, Word as Place};

pub use enumeration::corrected;

/// A check of clues or texts.
pub struct ClueRule {
    /// The code of its findings.
    pub code: &'static Code,
    /// Their severity.
    pub severity: Severity,
    find: fn(&Clued) -> Vec<Diagnostic>,
}

/// All checks, in the order of their codes.
pub static RULES: [ClueRule; 16] = [
    enumeration::WRONG,
    enumeration::MISSING,
    entry::STRAY,
    entry::UNCLUED,
    entry::SECOND,
    answer::TWICE,
    answer::IN_CLUE,
    answer::CONTRADICTED,
    answer::INCOMPLETE,
    reference::DANGLING,
    text::REPEATED,
    text::ENCODING,
    text::WHITE_SPACE,
    text::UNTITLED,
    text::UNREAD,
    answer::IN_OTHER_CLUE,
];

/// The code of clues without the lengths of their answers, which only some houses print.
pub(crate) const NO_LENGTHS: &Code = enumeration::MISSING.code;

/// The codes of clues whose structure is wrong, whatever a house asks for.
pub(crate) const STRUCTURE: [&Code; 5] =
    [enumeration::WRONG.code, enumeration::MISSING.code, entry::STRAY.code, entry::UNCLUED.code, entry::SECOND.code];

/// Returns `true` if findings with this code are about clues or texts, not about the grid.
pub fn is_about(code: &Code) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

/// A puzzle to check.
struct Clued<'a> {
    puzzle: &'a Puzzle,
    words: Words,
    /// The clues in plain text, in the order of their words.
    clues: Vec<(Word, String)>,
    defects: &'a Defects,
    unread: &'a BTreeSet<String>,
}

/// Returns the findings of the checks whose code is wanted. The words are named later.
pub(crate) fn all(file: &PuzzleFile, wanted: &[&Code]) -> Vec<Diagnostic> {
    let Some(clued) = Clued::of(file) else { return Vec::new() };
    let rules = RULES.iter().filter(|rule| wanted.contains(&rule.code));
    let weighed = |rule: &ClueRule| {
        let severity = rule.severity;
        let lines = &clued.defects.lines;
        (rule.find)(&clued).into_iter().map(move |finding| {
            let of_clue = finding.word.and_then(|word| {
                let Square { row, column } = word.first;
                lines.get(&Start { row, column, direction: word.direction }).copied()
            });
            Diagnostic { severity, line_of_file: finding.line_of_file.or(of_clue), ..finding }
        })
    };
    rules.flat_map(weighed).collect()
}

impl<'a> Clued<'a> {
    /// Returns the puzzle of a file, or `None` if a square is open.
    fn of(file: &'a PuzzleFile) -> Option<Self> {
        let puzzle = file.puzzle().ok()?;
        let words = puzzle.words();
        let plain = |word: &Word| Some((*word, puzzle.clue(word)?.plain().into_owned()));
        let clues = words.words.iter().filter_map(plain).collect();
        Some(Clued { puzzle, words, clues, defects: &file.defects, unread: &file.unread })
    }

    fn clues(&self) -> impl Iterator<Item = (&Word, &str)> {
        self.clues.iter().map(|(word, text)| (word, text.as_str()))
    }

    fn has_clues(&self) -> bool {
        !self.clues.is_empty()
    }

    fn word(&self, start: Start) -> Option<Word> {
        self.words.at(start.direction, (start.row, start.column))
    }

    /// Returns `true` if the clue of a word is also for words that the file does not name, so its answer is not known.
    fn is_linked(&self, word: &Word) -> bool {
        self.defects.linked.contains(&Start::from(word))
    }

    /// Returns the words that need no clue, as they are a further part of an answer.
    fn continuations(&self) -> BTreeSet<Start> {
        self.puzzle.continuations(&self.words)
    }
}

/// Returns a finding about the clue or the answer of a word.
fn about<const N: usize>(
    code: &'static Code,
    word: &Word,
    message: String,
    fields: [(&'static str, Value); N],
) -> Diagnostic {
    let first = Square { row: word.row, column: word.column };
    let place = Place { direction: word.direction, first, length: word.length };
    Diagnostic::of_word(code, place, message, std::iter::empty(), fields)
}

/// Returns the words whose text an earlier word has, with the text and that word.
fn again<'a, T: Ord + Clone>(
    texts: impl Iterator<Item = (&'a Word, T)>,
) -> impl Iterator<Item = (&'a Word, T, &'a Word)> {
    let mut first = BTreeMap::new();
    texts.filter_map(move |(word, text)| match first.entry(text) {
        Entry::Vacant(entry) => {
            entry.insert(word);
            None
        }
        Entry::Occupied(entry) => Some((word, entry.key().clone(), *entry.get())),
    })
}

/// Returns a text for a message: visible, in quotation marks, and cut if it is long.
fn quoted(text: &str) -> String {
    const MAX: usize = 60;
    format!("\"{}\"", shortened(text, MAX))
}

/// Returns `true` if a clue only refers to another one.
fn is_reference(clue: &str) -> bool {
    clue.to_ascii_lowercase().starts_with("see ")
}

/// Returns a code of this crate's checks of clues. Its example is a piece of a puzzle.
const fn code(
    name: &'static str,
    title: &'static str,
    checks: &'static str,
    matters: &'static str,
    example: &'static str,
) -> Code {
    use gridcheck_validator::diagnostic::{Example, Setting};
    Code { name, key: None, title, checks, matters, example: Example { setting: Setting::Puzzle, rows: example } }
}
