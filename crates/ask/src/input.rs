//! Defines where the contents of a file come from: a path, standard input, or memory.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

#[cfg(feature = "clap")]
use clap::builder::{MapValueParser, PathBufValueParser, TypedValueParser, ValueParserFactory};
use serde::{Deserialize, Deserializer};

use gridcheck_core::place::line_and_column;
use gridcheck_core::problem::Givens;
use gridcheck_formats::source::{STANDARD_INPUT, Source, SourceError};

use super::failure::Failure;
use super::host::Host;

/// The contents of a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a path, or an object with a name and a text or bytes")]
pub enum Input {
    /// The file at this path.
    #[cfg_attr(feature = "schema", schemars(with = "PathBuf"))]
    Path(#[serde(deserialize_with = "path_of_file")] PathBuf),
    /// A text from memory. The name stands in messages.
    Text {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
    /// Bytes from memory. The name stands in messages.
    Bytes {
        /// The name.
        name: String,
        /// The bytes.
        #[serde(with = "serde_bytes")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
        bytes: Vec<u8>,
    },
    /// Standard input.
    #[serde(skip)]
    StandardInput,
}

/// Reads a path. Standard input belongs to the host, so a request in JSON does not name it.
fn path_of_file<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    if path.as_os_str() == STANDARD_INPUT {
        return Err(serde::de::Error::custom("- is not a file: standard input cannot be named here"));
    }
    Ok(path)
}

/// Reads an argument of a shell: a path, which need not be UTF-8, or - for standard input.
#[cfg(feature = "clap")]
impl ValueParserFactory for Input {
    type Parser = MapValueParser<PathBufValueParser, fn(PathBuf) -> Input>;

    fn value_parser() -> Self::Parser {
        PathBufValueParser::new().map(|path| Input::from(path.as_path()))
    }
}

impl From<&Path> for Input {
    fn from(path: &Path) -> Self {
        if path.as_os_str() == STANDARD_INPUT { Input::StandardInput } else { Input::Path(path.to_owned()) }
    }
}

impl Input {
    /// Returns the path, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Input::Path(path) => Some(path),
            Input::Text { .. } | Input::Bytes { .. } | Input::StandardInput => None,
        }
    }

    /// Returns the path of a file, or - for standard input. What is in memory has none.
    pub fn named_file(&self) -> Option<&Path> {
        match self {
            Input::Path(path) => Some(path),
            Input::StandardInput => Some(Path::new(STANDARD_INPUT)),
            Input::Text { .. } | Input::Bytes { .. } => None,
        }
    }

    /// Returns the path that a shell names: - for standard input, and the name of what is in memory.
    pub fn argument(&self) -> &Path {
        match self {
            Input::Path(path) => path,
            Input::Text { name, .. } | Input::Bytes { name, .. } => Path::new(name),
            Input::StandardInput => Path::new(STANDARD_INPUT),
        }
    }

    /// Returns the name that stands in messages.
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) => path.display().to_string(),
            Input::Text { name, .. } | Input::Bytes { name, .. } => name.clone(),
            Input::StandardInput => "standard input".to_owned(),
        }
    }

    /// Opens the contents as grids or a puzzle.
    ///
    /// # Errors
    /// The file cannot be opened, or the host has no standard input.
    pub fn source(&self, host: &dyn Host) -> Result<Source, Failure> {
        Ok(self.open(host)?)
    }

    /// Opens the contents as grids or a puzzle, as one of several inputs: the error concerns this one alone.
    ///
    /// # Errors
    /// As for [`source`](Input::source).
    pub fn open(&self, host: &dyn Host) -> Result<Source, SourceError> {
        let name = self.name();
        Ok(match self {
            Input::Path(path) => Source::open(path)?,
            Input::Text { text, .. } => Source::stream(&name, Cursor::new(text.clone())),
            Input::Bytes { bytes, .. } => Source::stream(&name, Cursor::new(bytes.clone())),
            Input::StandardInput => match host.standard_input() {
                Ok(reader) => Source::stream(&name, reader),
                Err(failure) => return Err(SourceError::Unreadable { name, reason: io::Error::other(failure) }),
            },
        })
    }

    /// Reads one partial grid, and notes how ambiguous characters were read. Returns the name of the input too.
    ///
    /// # Errors
    /// The input cannot be read, or is not one partial grid.
    pub fn givens(&self, host: &dyn Host) -> Result<(String, Givens), Failure> {
        let source = self.source(host)?;
        let name = source.name().to_owned();
        let (givens, notes) = source.givens()?;
        for note in notes {
            host.note(format!("{name}: {note}"));
        }
        Ok((name, givens))
    }

    /// Returns a reader of the contents.
    ///
    /// # Errors
    /// The file cannot be opened, or the host has no standard input.
    pub fn reader(&self, host: &dyn Host) -> Result<Box<dyn Read + '_>, Failure> {
        Ok(match self {
            Input::Path(path) => Box::new(File::open(path).map_err(|error| Failure::of_file(&self.name(), &error))?),
            Input::Text { text, .. } => Box::new(text.as_bytes()),
            Input::Bytes { bytes, .. } => Box::new(&**bytes),
            Input::StandardInput => host.standard_input()?,
        })
    }

    /// Returns the whole contents, of at most `most` bytes.
    ///
    /// # Errors
    /// The input cannot be read, or is larger.
    pub fn bytes(&self, host: &dyn Host, most: u64) -> Result<Vec<u8>, Failure> {
        let name = self.name();
        let mut bytes = Vec::new();
        self.reader(host)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| Failure::of_file(&name, &error))?;
        if bytes.len() as u64 > most {
            return Err(Failure::unusable(format!("{name}: larger than such a file can be ({most} bytes)")));
        }
        Ok(bytes)
    }

    /// Returns the whole text, of at most `most` bytes.
    ///
    /// # Errors
    /// The input cannot be read, is larger, or is not UTF-8.
    pub fn text(&self, host: &dyn Host, most: u64) -> Result<String, Failure> {
        String::from_utf8(self.bytes(host, most)?).map_err(|error| {
            let name = self.name();
            let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
            let (line, column) = line_and_column(&good, good.len());
            Failure::unusable(format!("{name}:{line}:{column}: not a text file: not UTF-8"))
        })
    }
}

/// One input, or several.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "expected a path, an object with a name and a text or bytes, or several")]
pub(crate) enum Inputs {
    One(Input),
    More(Vec<Input>),
}

/// Reads inputs: one, or several.
pub(crate) fn inputs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Input>, D::Error> {
    Ok(match Inputs::deserialize(deserializer)? {
        Inputs::One(input) => vec![input],
        Inputs::More(inputs) => inputs,
    })
}

/// Refuses a second use of standard input: the second reader would find nothing.
///
/// # Errors
/// More than one input is standard input.
pub fn at_most_one_standard_input<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> Result<(), Failure> {
    if inputs.into_iter().filter(|input| **input == Input::StandardInput).count() > 1 {
        return Err(Failure::unusable(format!(
            "{STANDARD_INPUT} is named twice, and standard input can be read only once"
        )));
    }
    Ok(())
}
