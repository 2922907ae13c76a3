//! The entries of a file that only its own format has: an id, an origin, a setting. They are kept if the puzzle is written in that format
//! again, and otherwise reported.

use serde::{Deserialize, Serialize};

use super::registry::Format;

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
}

impl PartialEq for Extra {
    /// Returns `true` if the entries are the same. Their roles follow from the rest of their files.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.text == other.text
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
        self.entries.push(Extra { name: name.into(), text: text.into(), role });
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
        self.entries().find(|entry| entry.name == name).map(|entry| entry.text.as_str())
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Extra> {
        self.entries.iter()
    }

    /// Returns the names of the entries that another format lacks.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries().filter(|entry| entry.role != Role::Spelling).map(|entry| entry.name.as_str())
    }

    pub(super) fn clear(&mut self) {
        *self = Extras::default();
    }

    /// Removes the entries that are true of one grid only.
    pub(super) fn leave_grid(&mut self) {
        self.retain(|entry| entry.role != Role::OfGrid);
    }

    pub(super) fn retain(&mut self, keeps: impl FnMut(&Extra) -> bool) {
        self.entries.retain(keeps);
        self.format = self.format.filter(|_| !self.entries.is_empty());
    }
}
