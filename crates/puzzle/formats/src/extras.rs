//! The entries of a file that only one format has: an id, an origin, a setting. A clue may have some too. They are kept if the puzzle is written
//! in that format again, and otherwise reported.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::draft::foreign;
use super::puzzle::{Puzzle, Start, one_line};
use super::registry::Format;
use gridcheck_core::visible::shortened;
use gridcheck_layout::words::{Direction, Word, Words};

/// The name of the entry of a clue for its answer as `.xd` spells it, with marks between words. No line of a file can have this name.
pub(super) const SPELT_ANSWER: &str = " ~ ";

/// Maximum length of a name in a message.
const MAX_NAME: usize = 60;

/// The [entries](self) of one file, without those of its clues.
#[derive(Debug, Clone, Eq, Default)]
pub struct Extras {
    /// The format of the file, or `None` if the puzzle was not read from a file.
    format: Option<Format>,
    entries: Vec<Extra>,
}

impl PartialEq for Extras {
    /// Returns `true` if the entries are the same.
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

/// An entry, in the syntax of its format.
#[derive(Debug, Clone, Eq, Serialize, Deserialize)]
pub(super) struct Extra {
    pub(super) name: String,
    /// The value, as the file has it.
    pub(super) text: String,
    pub(super) role: Role,
}

/// The entries of a file and of its clues, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredExtras {
    format: Option<Format>,
    entries: Vec<StoredExtra>,
}

/// An entry, as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct StoredExtra {
    #[serde(flatten)]
    extra: Extra,
    /// The word of the clue that has it, or `None` if it belongs to the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clue: Option<Start>,
}

impl Extra {
    pub(super) fn new(name: impl Into<String>, text: impl Into<String>, role: Role) -> Self {
        Extra { name: name.into(), text: text.into(), role }
    }
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
        self.entries.push(Extra::new(name, text, role));
    }

    /// Sets the format of the file that has the entries.
    pub(super) fn set_format(&mut self, format: Format) {
        self.format = Some(format);
    }

    /// Returns `true` if a file of this format can hold the entries.
    pub(super) fn fits(&self, format: Format) -> bool {
        self.format.is_none_or(|own| own == format)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| entry.text.as_str())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Extra> {
        self.entries.iter()
    }

    pub(super) fn retain(&mut self, keeps: impl FnMut(&Extra) -> bool) {
        self.entries.retain(keeps);
    }

    pub(super) fn retain_mut(&mut self, keeps: impl FnMut(&mut Extra) -> bool) {
        self.entries.retain_mut(keeps);
    }
}

impl Puzzle {
    /// Returns the names of the entries that another format lacks, for a message. Entries of clues with one name are named once.
    pub(super) fn extra_names(&self) -> impl Iterator<Item = String> {
        let of_clues = self.extras_of_clues().map(|(_, extra)| extra);
        let is_lacking = |entry: &&Extra| entry.role != Role::Spelling;
        let mut seen = BTreeSet::new();
        let of_clues = of_clues.filter(is_lacking).filter(move |entry| seen.insert(&entry.name));
        let named = |entry: &Extra| foreign(&shortened(&one_line(&entry.name), MAX_NAME)).into_owned();
        let of_clues = of_clues.map(move |entry| format!("{} of clues", named(entry)));
        self.extras.iter().filter(is_lacking).map(named).chain(of_clues)
    }

    /// Returns the entries of all clues, those across first, as most files list them.
    fn extras_of_clues(&self) -> impl Iterator<Item = (Start, &Extra)> {
        [Direction::Across, Direction::Down].into_iter().flat_map(|direction| {
            let clues = self.clues.iter().filter(move |(start, _)| start.direction == direction);
            clues.flat_map(|(&start, clue)| clue.extras.iter().map(move |extra| (start, extra)))
        })
    }

    /// Returns the entries of the clue of a word.
    pub(super) fn clue_extras(&self, start: Start) -> &[Extra] {
        self.clues.get(&start).map_or(&[], |clue| &clue.extras)
    }

    pub(super) fn clear_extras(&mut self) {
        self.extras = Extras::default();
        self.change_clues(|_, clue| clue.extras.clear());
    }

    /// Removes the entries that are true of one grid only.
    pub(super) fn leave_grid(&mut self) {
        self.extras.retain(|entry| entry.role != Role::OfGrid);
        self.change_clues(|_, clue| clue.extras.clear());
    }

    /// Removes the answers of clues, which are true of some letters only.
    pub(super) fn leave_letters(&mut self) {
        let is_answer = |extra: &Extra| ["answer", SPELT_ANSWER].contains(&extra.name.as_str());
        self.change_clues(|_, clue| clue.extras.retain(|extra| !is_answer(extra)));
    }

    /// Keeps the entries of clues for which `keeps` returns `true`, with the roles that it sets. `keeps` receives the puzzle with all entries,
    /// its words, the word of the clue and the entry.
    pub(super) fn settle_extras(&mut self, keeps: impl Fn(&Puzzle, &Words, &Word, &mut Extra) -> bool) {
        let words = self.words();
        let before = self.clone();
        self.change_clues(|start, clue| {
            if let Some(word) = words.at(start.direction, (start.row, start.column)) {
                clue.extras.retain_mut(|extra| keeps(&before, &words, &word, extra));
            }
        });
    }

    /// Returns the entries as JSON, or `None` if there are none.
    pub(super) fn stored_extras(&self) -> Option<StoredExtras> {
        let of_file = self.extras.iter().map(|extra| StoredExtra { extra: extra.clone(), clue: None });
        let of_clues =
            self.extras_of_clues().map(|(start, extra)| StoredExtra { extra: extra.clone(), clue: Some(start) });
        let entries: Vec<StoredExtra> = of_file.chain(of_clues).collect();
        (!entries.is_empty()).then_some(StoredExtras { format: self.extras.format, entries })
    }

    /// Replaces the entries of the file by those of the JSON, and adds those of its clues.
    pub(super) fn set_stored_extras(&mut self, stored: &StoredExtras) {
        self.extras = Extras { format: stored.format, entries: Vec::new() };
        for StoredExtra { extra, clue } in stored.entries.iter().cloned() {
            match clue {
                Some(start) => self.clues.entry(start).or_default().extras.push(extra),
                None => self.extras.entries.push(extra),
            }
        }
    }
}
