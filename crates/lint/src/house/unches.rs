//! Checks that a word has at most as many unchecked letters as checked ones; from nine letters on, one more.

use std::fmt;

use serde_json::{Value, json};

use gridcheck_core::grid::Grid;
use gridcheck_layout::words::{Word, Words};
use gridcheck_validator::Square;
use gridcheck_validator::code::{Code, Diagnostic};

/// The fault of a word with more unchecked letters than its length allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyUnches {
    /// The word.
    pub word: Word,
    /// The most unchecked letters allowed.
    pub allowed: usize,
}

impl ManyUnches {
    /// The code of the fault.
    pub const CODE: &'static Code = &Code {
        name: "GC013",
        title: "more unchecked letters than the length allows",
        explanation: "A word with more unchecked letters than checked ones leaves the solver with little to go by; a long word may have \
                          one more.",
    };

    fn unchecked(&self) -> usize {
        self.word.length - self.word.checked_letters()
    }
}

/// Returns every word with too many unchecked letters.
pub(super) fn all(words: &Words) -> impl Iterator<Item = ManyUnches> {
    let broken = words.words.iter().map(|&word| {
        let allowed = word.checked_letters() + usize::from(word.length >= 9);
        ManyUnches { word, allowed }
    });
    broken.filter(|broken| broken.unchecked() > broken.allowed)
}

impl Diagnostic for ManyUnches {
    fn code(&self) -> &'static Code {
        Self::CODE
    }

    fn squares(&self, _grid: &Grid) -> Vec<Square> {
        let letters = self.word.squares().enumerate().filter(|&(i, _)| !self.word.is_checked(i));
        letters.map(|(_, (row, column))| Square { row, column }).collect()
    }

    fn say(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unchecked, length, checked) = (self.unchecked(), self.word.length, self.word.checked_letters());
        write!(f, "{unchecked} of {length} letters unchecked, at most {} beside {checked} checked", self.allowed)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("direction", json!(self.word.direction)),
            ("row", json!(self.word.row + 1)),
            ("column", json!(self.word.column + 1)),
            ("length", json!(self.word.length)),
            ("unchecked", json!(self.unchecked())),
            ("allowed", json!(self.allowed)),
        ]
    }
}
