//! The allowed numbers of unchecked letters of a word, by its length: `checking` as a table.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::grid::MAX_SIZE;

/// The least and the greatest allowed number of unchecked letters of a word, by its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UncheckedTable {
    /// The least and the greatest by length; the least exceeds the greatest if the table has no entry.
    bounds: [(u8, u8); MAX_SIZE + 1],
}

/// No entry.
const ABSENT: (u8, u8) = (1, 0);

impl UncheckedTable {
    /// Creates a table without entries.
    pub const fn empty() -> Self {
        UncheckedTable { bounds: [ABSENT; MAX_SIZE + 1] }
    }

    /// Sets the entry for words of `length` letters, at most [`MAX_SIZE`].
    #[must_use]
    pub const fn with(mut self, length: usize, least: u8, most: u8) -> Self {
        self.bounds[length] = (least, most);
        self
    }

    /// Returns the allowed numbers of unchecked letters of a word of `length` letters; `None` if the table has no entry for this length.
    pub fn unchecked(&self, length: usize) -> Option<RangeInclusive<usize>> {
        let &(least, most) = self.bounds.get(length)?;
        (least <= most).then_some(least.into()..=most.into())
    }

    /// Returns the entries by length.
    fn entries(&self) -> impl Iterator<Item = (usize, String)> {
        (0..=MAX_SIZE).filter_map(|length| {
            let bounds = self.unchecked(length)?;
            let (least, most) = (bounds.start(), bounds.end());
            Some((length, if least == most { least.to_string() } else { format!("{least}..{most}") }))
        })
    }

    /// Reads a table: the length of words, with a number or a range as in `0..1`.
    pub(super) fn of_texts(texts: &BTreeMap<String, String>) -> Result<Self, String> {
        let mut table = UncheckedTable::empty();
        for (length, range) in texts {
            let wrong = |what: String| format!("words of `{}` letters: {what}", crate::visible::quoted(length));
            let letters = length.parse().ok().filter(|letters| (2..=MAX_SIZE).contains(letters));
            let letters: usize = letters.ok_or_else(|| wrong(format!("expected a length from 2 to {MAX_SIZE}")))?;
            let (least, most) = range.split_once("..").unwrap_or((range, range));
            let number = |text: &str| text.parse::<u8>().ok().filter(|&number| usize::from(number) <= letters);
            let bounds = number(least).zip(number(most)).filter(|(least, most)| least <= most);
            let (least, most) = bounds.ok_or_else(|| {
                let found = crate::visible::quoted(range);
                wrong(format!("`{found}`, expected unchecked letters as in \"1\" or \"0..1\", at most {letters}"))
            })?;
            table = table.with(letters, least, most);
        }
        if texts.is_empty() {
            return Err("an empty table, expected the unchecked letters of words by length".to_owned());
        }
        Ok(table)
    }
}

/// Writes the entries, as in `{ 3 = "0", 4 = "0..1" }`.
impl fmt::Display for UncheckedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: Vec<String> = self.entries().map(|(length, range)| format!("{length} = \"{range}\"")).collect();
        write!(f, "{{ {} }}", entries.join(", "))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for UncheckedTable {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "UncheckedTable".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The allowed numbers of unchecked letters of a word, by its length, as in {\"3\": \"0\", \"4\": \"0..1\"}.",
            "type": "object",
            "additionalProperties": { "type": "string", "pattern": "^[0-9]+([.][.][0-9]+)?$" },
        })
    }
}

impl Serialize for UncheckedTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (length, range) in self.entries() {
            map.serialize_entry(&length.to_string(), &range)?;
        }
        map.end()
    }
}
