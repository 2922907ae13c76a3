//! The title, the author and the clues that a request sets in a puzzle.

use serde::Deserialize;

use gridcheck_formats::puzzle::{Field, MAX_BYTES, Puzzle, one_line};

use super::failure::Failure;
use super::host::Host;
use super::input::Input;

/// Texts that replace those of a puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Texts {
    /// Set the title of the new file.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT"))]
    pub title: Option<String>,
    /// Set the author of the new file.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT"))]
    pub author: Option<String>,
    /// Set the clues that this text file lists; - is standard input.
    ///
    /// It has one clue a line, as in "A1. Feline (3)" or "1-Across Feline (3)". Below a line Across or Down the number suffices.
    /// "1, 5d" is for two entries. An answer may follow, as in "A1. Feline (3) ~ CAT". Lines that begin with # are remarks. Other clues
    /// of the puzzle stay.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub clues: Option<Input>,
}

/// The texts, read.
pub struct NewTexts {
    about: Vec<(Field, String)>,
    /// The list of clues, with the name of its file.
    clues: Option<(String, String)>,
}

impl Texts {
    /// Returns the name of an option that is given, if one is.
    pub fn option(&self) -> Option<&'static str> {
        let Texts { title, author, clues } = self;
        let given = [("title", title.is_some()), ("author", author.is_some()), ("clues", clues.is_some())];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Reads the file of clues.
    ///
    /// # Errors
    /// It cannot be read, or is not a text.
    pub fn read(&self, host: &dyn Host) -> Result<NewTexts, Failure> {
        let about = [(Field::Title, &self.title), (Field::Author, &self.author)];
        let about = about.into_iter().filter_map(|(field, text)| Some((field, one_line(text.as_ref()?))));
        let read = |file: &Input| Ok::<_, Failure>((file.name(), file.text(host, MAX_BYTES as u64)?));
        Ok(NewTexts { about: about.collect(), clues: self.clues.as_ref().map(read).transpose()? })
    }
}

impl NewTexts {
    /// Sets the texts of a puzzle. An empty title or author is removed.
    ///
    /// # Errors
    /// A line of the clues is at fault.
    pub fn set(&self, puzzle: &mut Puzzle) -> Result<(), Failure> {
        for (field, text) in &self.about {
            if text.is_empty() {
                puzzle.about.remove(field);
            } else {
                puzzle.about.insert(*field, text.clone());
            }
        }
        let Some((name, clues)) = &self.clues else { return Ok(()) };
        puzzle.set_clues(clues).map_err(|fault| Failure::unusable(format!("{name}:{fault}")))
    }
}
