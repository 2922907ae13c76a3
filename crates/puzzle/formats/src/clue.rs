//! All that a puzzle has about the clue of one word.

use gridcheck_layout::shape::Square;

use super::extras::Extra;
use super::rich_text::RichText;

/// A clue and what belongs to it. Its parts are independent: a word may have an explanation and no clue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clue {
    /// The clue with its enumeration. Empty if the word has no clue.
    pub text: RichText,
    /// The explanation for those who have solved the clue, in HTML. Empty if there is none.
    pub note: String,
    /// The squares of its answer.
    pub answer: Answer,
    /// The entries that only the format of the file has.
    pub(super) extras: Vec<Extra>,
}

/// The squares of the answer to a clue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Answer {
    /// The squares of the word at which the clue stands.
    #[default]
    Word,
    /// Other squares, in the order of the letters: several words of the grid, or a path that turns or skips squares.
    Squares(Vec<Square>),
}

impl Answer {
    /// Returns the squares of an answer that is not the word of its clue.
    pub fn squares(&self) -> Option<&[Square]> {
        match self {
            Answer::Word => None,
            Answer::Squares(squares) => Some(squares),
        }
    }
}

impl From<&str> for Clue {
    /// Returns a clue in plain text.
    fn from(text: &str) -> Self {
        Clue { text: RichText::from(text), ..Clue::default() }
    }
}
