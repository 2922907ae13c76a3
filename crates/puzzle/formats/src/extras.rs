//! The entries of a file that only its own format has: an id, an origin, a setting. They are kept if the puzzle is written in that format
//! again, and otherwise reported.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::draft::foreign;
use super::puzzle::{Start, one_line};
use super::registry::Format;
use gridcheck_core::visible::shortened;

/// The name of the entry of a clue for its answer as `.xd` spells it, with marks between words. No line of a file can have this name.
pub(super) const SPELT_ANSWER: &str = " ~ ";

/// Maximum length of a name in a message.
const LONGEST_NAME: usize = 60;

/// The [entries](self) of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Extras {
    /// The format of the file, or `None` if there are no entries.
    format: Option<Format>,
    entries: Vec<Extra>,
}

/// An entry, in the syntax of its format.
#[derive(Debug, Clone, Eq, Serialize, Deserialize)]
pub(super) struct Extra {
    pub(super) name: String,
    /// The value, as the file has it.
    pub(super) text: String,
    pub(super) role: Role,
    /// The word of the clue that has it, or `None` if it belongs to the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) clue: Option<Start>,
}

impl Extra {
    pub(super) fn new(name: impl Into<String>, text: impl Into<String>, role: Role) -> Self {
        Extra { name: name.into(), text: text.into(), role, clue: None }
    }
}

impl PartialEq for Extra {
    /// Returns `true` if the entries are the same. Their roles follow from the rest of their files.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.text == other.text && self.clue == other.clue
    }
}

/// The meaning of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Role {
    /// It describes the puzzle, whatever its squares are.
    OfPuzzle,
    /// It may describe squares or words, so it is true of this grid only.
    OfGrid,
    /// It only states how the file spells what the puzzle has. Another format does not lack it.
    Spelling,
}

impl Extras {
    pub(super) fn add(&mut self, name: impl Into<String>, text: impl Into<String>, role: Role) {
        self.entries.push(Extra::new(name, text, role));
    }

    pub(super) fn add_to_clue(&mut self, clue: Start, extra: Extra) {
        self.entries.push(Extra { clue: Some(clue), ..extra });
    }

    pub(super) fn of_clue(&self, clue: Start) -> impl Iterator<Item = &Extra> {
        self.entries.iter().filter(move |entry| entry.clue == Some(clue))
    }

    /// Sets the format of the file that has the entries.
    pub(super) fn set_format(&mut self, format: Format) {
        self.format = (!self.entries.is_empty()).then_some(format);
    }

    /// Returns `true` if a file of this format can hold the entries.
    pub(super) fn fits(&self, format: Format) -> bool {
        self.format.is_none_or(|own| own == format)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.of_file().find(|entry| entry.name == name).map(|entry| entry.text.as_str())
    }

    /// Returns the entries of the file, without those of its clues.
    pub(super) fn of_file(&self) -> impl Iterator<Item = &Extra> {
        self.entries.iter().filter(|entry| entry.clue.is_none())
    }

    /// Returns the names of the entries that another format lacks, for a message. Entries of clues with one name are named once.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let mut seen = BTreeSet::new();
        let lacking = self.entries.iter().filter(|entry| entry.role != Role::Spelling);
        let lacking = lacking.filter(move |entry| entry.clue.is_none() || seen.insert(&entry.name));
        lacking.map(|entry| {
            let name = one_line(&entry.name);
            let name = shortened(&name, LONGEST_NAME);
            let whose = if entry.clue.is_some() { " of clues" } else { "" };
            format!("{}{whose}", foreign(&name))
        })
    }

    pub(super) fn clear(&mut self) {
        *self = Extras::default();
    }

    /// Removes the entries that are true of one grid only.
    pub(super) fn leave_grid(&mut self) {
        self.retain(|entry| entry.role != Role::OfGrid && entry.clue.is_none());
    }

    /// Removes the answers of clues, which are true of some letters only.
    pub(super) fn leave_letters(&mut self) {
        self.retain(|entry| entry.clue.is_none() || !["answer", SPELT_ANSWER].contains(&entry.name.as_str()));
    }

    pub(super) fn retain(&mut self, keeps: impl FnMut(&mut Extra) -> bool) {
        self.entries.retain_mut(keeps);
        self.format = self.format.filter(|_| !self.entries.is_empty());
    }
}
