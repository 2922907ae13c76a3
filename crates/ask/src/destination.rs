//! The file of `--out`, and the rules on what it may replace.
//!
//! Invariant: before a file is begun, it is compared with every input of the command, by path and by inode. Another file that exists is
//! replaced only with `--force`. A command that can replace its input does so only with `--in-place`. Then the new file must hold
//! everything that the old one held, and the old one must still have the content that was read.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use same_file::{Handle, is_same_file};
use serde::Deserialize;

use gridcheck_core::visible::visible;
use gridcheck_files::file::NewFile;
use gridcheck_formats::source::{STANDARD_INPUT, file_and_choice};

use super::failure::Failure;
use super::input::Input;
use super::usage;

/// The reason why a file is not replaced that is not as it was read.
const CHANGED: &str = "not replaced, because it changed while it was processed";

/// The permission to replace an existing file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default)]
pub struct ForceArg {
    /// Replace the file of --out if it exists.
    #[cfg_attr(feature = "clap", arg(long, requires = "out"))]
    pub force: bool,
}

/// A file to write that replaces no input.
#[derive(Clone, Copy)]
pub struct OutFile<'a> {
    path: &'a Path,
    /// `true` if it may replace an existing file.
    force: bool,
}

/// The file to write, and the permission to replace the input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct OutArgs {
    /// Write to this file, complete or not at all, in the format of its ending. An input file is not overwritten.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub out: Option<PathBuf>,
    /// Replace the input file, in the same format. If anything in it would be lost, nothing is written, and the exit code is 2.
    #[cfg_attr(feature = "clap", arg(long))]
    pub in_place: bool,
    /// Replace a file that exists and is not an input.
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "in_place"))]
    pub force: bool,
}

/// A file that a command may write.
pub struct Destination {
    path: PathBuf,
    force: bool,
    /// The content of the input, if the file replaces it.
    read: Option<Content>,
}

/// A digest of the content of a file when it was read.
#[derive(PartialEq, Eq)]
pub struct Content(blake3::Hash);

impl Content {
    /// Returns the content of a file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        io::copy(&mut File::open(path)?, &mut hasher)?;
        Ok(Content(hasher.finalize()))
    }

    /// Returns the content of a file that was read whole.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Content(blake3::hash(bytes))
    }

    fn has_changed(&self, path: &Path) -> io::Result<bool> {
        Ok(Content::of(path)? != *self)
    }

    /// Puts a new file in place of the file at `path`. A file that has changed since it was read stays as it is: that is an error.
    ///
    /// # Errors
    /// The file has changed, or cannot be written. The failure does not name it.
    pub fn replace(&self, path: &Path, mut file: NewFile) -> Result<(), Failure> {
        file.sync()?;
        if self.has_changed(path)? {
            return Err(Failure::unusable(CHANGED));
        }
        file.keep()?;
        Ok(())
    }
}

impl ForceArg {
    /// Returns a file with this permission.
    pub fn file<'a>(&self, path: &'a Path) -> OutFile<'a> {
        OutFile { path, force: self.force }
    }
}

impl<'a> OutFile<'a> {
    /// Returns a file that replaces an existing one only with `force`.
    pub fn new(path: &'a Path, force: bool) -> Self {
        OutFile { path, force }
    }

    /// Returns its path.
    pub fn path(self) -> &'a Path {
        self.path
    }

    /// Fails if the file is one of the inputs, or exists and may not be replaced. So a command fails before it works.
    ///
    /// # Errors
    /// See above.
    pub fn check(self, inputs: impl IntoIterator<Item: AsRef<Path>>) -> Result<(), Failure> {
        let OutFile { path, force } = self;
        refuse_inputs(path, inputs)?;
        if !force && path.is_file() {
            return Err(exists(path));
        }
        Ok(())
    }

    /// Begins the file.
    ///
    /// # Errors
    /// It cannot be created, or exists and may not be replaced.
    pub fn begin(self) -> Result<NewFile, Failure> {
        let begun = if self.force { NewFile::begin(self.path) } else { NewFile::begin_new(self.path) };
        begun.map_err(|error| self.failure(&error))
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// It cannot be written or renamed, or it exists by now and may not be replaced.
    pub fn keep(self, file: NewFile) -> Result<(), Failure> {
        file.keep().map_err(|error| self.failure(&error))
    }

    /// Lets `write` write the content of the file. After an error, nothing has changed.
    ///
    /// # Errors
    /// It cannot be created, written or renamed.
    pub fn fill(self, write: impl FnOnce(&mut NewFile) -> io::Result<()>) -> Result<(), Failure> {
        self.complete(self.begin()?, write)
    }

    /// Lets `write` write the content of a file that was begun. After an error, nothing has changed.
    ///
    /// # Errors
    /// It cannot be written or renamed.
    pub fn complete(
        self,
        mut file: NewFile,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<(), Failure> {
        write(&mut file).map_err(|error| self.failure(&error))?;
        self.keep(file)
    }

    /// Returns the path for messages.
    pub fn argument(self) -> String {
        argument(self.path)
    }

    fn failure(self, error: &io::Error) -> Failure {
        // The error for something else than a file has a message.
        let is_file = error.kind() == io::ErrorKind::AlreadyExists && error.get_ref().is_none();
        if is_file { exists(self.path) } else { Failure::of_file(&self.argument(), error) }
    }
}

/// Returns the failure for a file that exists, with the advice.
fn exists(path: &Path) -> Failure {
    usage!((argument(path)) ": the file exists: use " [force] " to replace it, or name another one")
}

fn argument(path: &Path) -> String {
    visible(&path.display().to_string()).into_owned()
}

impl OutArgs {
    /// Returns the file to write, if there is one: another file, or the input itself. `others` are further inputs of the request.
    ///
    /// # Errors
    /// The options contradict each other, or the file may not be replaced.
    pub fn destination<'a>(
        &self,
        input: &Input,
        others: impl IntoIterator<Item = &'a Input>,
    ) -> Result<Option<Destination>, Failure> {
        if self.in_place && self.force {
            return Err(usage!([in_place] " cannot be combined with " [force]));
        }
        let path = match &self.out {
            Some(path) => path,
            None if self.force => return Err(usage!([force] " is for the file of " [out])),
            None if !self.in_place => return Ok(None),
            None => match input.path() {
                Some(path) => {
                    refuse_parts(path).map_err(|failure| failure.about("--in-place"))?;
                    path
                }
                None => return Err(usage!([in_place] ": " (input.name()) " cannot be replaced")),
            },
        };
        refuse_inputs(path, others.into_iter().filter_map(Input::named_file))?;
        let is_input = input.named_file().is_some_and(|input| is_same(path, input));
        let place = visible(&path.display().to_string()).into_owned();
        if is_input && input.path().is_some_and(|input| file_and_choice(input).1.is_some()) {
            return Err(usage!([out] " " (place) ": this is the page of the puzzle; name another file"));
        }
        let read = match (self.in_place, is_input) {
            (false, true) => {
                return Err(usage!([out] " " (place) ": this is the input file; " [in_place] " replaces it"));
            }
            (true, false) => {
                return Err(usage!(
                    [out] " " (place) ": not the input file, which " [in_place] " replaces; leave out one of them"
                ));
            }
            (false, false) => {
                OutFile::new(path, self.force).check([] as [&Path; 0])?;
                None
            }
            (true, true) => Some(Content::of(path).map_err(|error| Failure::of_file(&place, &error))?),
        };
        Ok(Some(Destination { path: path.to_owned(), force: self.force, read }))
    }
}

impl Destination {
    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if the file replaces the input.
    pub fn replaces_input(&self) -> bool {
        self.read.is_some()
    }

    /// Begins the file.
    ///
    /// # Errors
    /// It cannot be created, or exists and may not be replaced.
    pub fn begin(&self) -> Result<NewFile, Failure> {
        match self.read {
            Some(_) => NewFile::begin(&self.path).map_err(|error| Failure::of_file(&self.argument(), &error)),
            None => OutFile::new(&self.path, self.force).begin(),
        }
    }

    /// Gives the complete file its name. `lost` names everything of the input that the file does not hold.
    ///
    /// # Errors
    /// It cannot be written or renamed, something would be lost, or the input has changed.
    pub fn keep(&self, file: NewFile, lost: &[String]) -> Result<(), Failure> {
        let Some(read) = &self.read else { return OutFile::new(&self.path, self.force).keep(file) };
        let name = || visible(&self.path.display().to_string()).into_owned();
        if !lost.is_empty() {
            let lost = lost.join("; ");
            return Err(Failure::unusable(format!("{}: not replaced, because this would be lost: {lost}", name())));
        }
        read.replace(&self.path, file).map_err(|failure| failure.about(name()))
    }

    /// Returns the path for messages.
    pub fn argument(&self) -> String {
        argument(&self.path)
    }
}

/// Returns the result of a request with this destination. If the input was to be replaced and changed, that is the cause of a failure.
///
/// # Errors
/// With the failure of `result`, or that of a changed input.
pub fn result_for<T, E: From<Failure>>(destination: Option<&Destination>, result: Result<T, E>) -> Result<T, E> {
    let changed =
        destination.filter(|to| to.read.as_ref().is_some_and(|read| read.has_changed(&to.path).is_ok_and(|it| it)));
    match changed {
        Some(to) if result.is_err() => {
            Err(Failure::unusable(format!("{}: {CHANGED}", visible(&to.path.display().to_string()))).into())
        }
        _ => result,
    }
}

/// Fails if an input is not a whole file, so that no file can replace it.
///
/// # Errors
/// It is standard input, or one of several puzzles in a file.
pub fn refuse_parts(input: &Path) -> Result<(), Failure> {
    if input.as_os_str() == STANDARD_INPUT {
        return Err(Failure::unusable("standard input cannot be replaced"));
    }
    if file_and_choice(input).1.is_some() {
        let input = input.display();
        return Err(Failure::unusable(format!("{input} is one puzzle of a page, which cannot be replaced alone")));
    }
    Ok(())
}

/// Fails if a file to write is one of the inputs.
fn refuse_inputs(out: &Path, inputs: impl IntoIterator<Item: AsRef<Path>>) -> Result<(), Failure> {
    let same = inputs.into_iter().find(|input| is_same(out, input.as_ref()));
    match same.as_ref().map(AsRef::as_ref) {
        Some(input) if input.as_os_str() == STANDARD_INPUT => {
            Err(usage!([out] " " (out.display()) ": this file is standard input; name another one"))
        }
        Some(input) => {
            Err(usage!([out] " " (out.display()) ": this is the input file " (input.display()) "; name another one"))
        }
        None => Ok(()),
    }
}

/// Returns `true` if both paths lead to one file, also by a link. The name of standard input stands for the file behind it.
fn is_same(out: &Path, input: &Path) -> bool {
    if input.as_os_str() == STANDARD_INPUT {
        return matches!((Handle::stdin(), Handle::from_path(out)), (Ok(input), Ok(out)) if input == out);
    }
    // A file that does not exist yet is not an input, and one that cannot be examined cannot be written either.
    is_same_file(out, file_and_choice(input).0).unwrap_or(false)
}
