//! The file of `--out`: its format, by the ending of its name, and the rules on what it may replace.
//!
//! Invariant: before a file is begun, it is compared with every input of the command, by path and by inode. Another file that exists is
//! replaced only with `--force`. A command that can replace its input does so only with `--in-place`. Then the new file must hold
//! everything that the old one held, and the old one must still have the content that was read.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use same_file::{Handle, is_same_file};

use crate::file::NewFile;
use crate::formats::source::{STANDARD_INPUT, file_and_choice};
use crate::visible::visible;

/// Endings of file names, and the formats that such a file may hold, the usual one first.
const ENDINGS: [(&str, &[&str]); 16] = [
    ("txt", &["text", "line", "puz-text", "exolve", "xd", "dimacs", "asp", "dlx"]),
    ("puz", &["puz"]),
    ("ipuz", &["ipuz"]),
    ("jpz", &["jpz"]),
    ("xd", &["xd"]),
    ("exolve", &["exolve"]),
    ("cnf", &["dimacs"]),
    ("dimacs", &["dimacs"]),
    ("lp", &["asp"]),
    ("dlx", &["dlx"]),
    ("svg", &["svg"]),
    ("png", &["png"]),
    ("html", &["html"]),
    ("htm", &["html"]),
    ("pdf", &["pdf"]),
    ("json", &["ipuz", "json"]),
];

/// The advice for a file that exists.
const EXISTS: &str = "the file exists: use --force to replace it, or name another one";

/// The reason why a file is not replaced that is not as it was read.
const CHANGED: &str = "not replaced, because it changed while it was processed";

/// The formats of pictures, which only some commands write.
const PICTURES: [&str; 4] = ["svg", "png", "pdf", "html"];

/// The permission to replace an existing file.
#[derive(Args)]
pub struct ForceArg {
    /// Replace the file of --out if it exists.
    #[arg(long, requires = "out")]
    force: bool,
}

#[derive(Clone, Copy)]
pub struct OutFile<'a> {
    path: &'a Path,
    /// `true` if it may replace an existing file.
    force: bool,
}

/// The file to write, and the permission to replace the input.
#[derive(Args)]
pub struct OutArgs {
    /// Write to this file, complete or not at all, in the format of its ending. An input file is not overwritten.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the input file, in its own format. If anything in it would be lost, nothing is written, and the exit code is 2.
    #[arg(long)]
    in_place: bool,
    /// Replace a file that exists and is not an input.
    #[arg(long, conflicts_with = "in_place")]
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
    pub fn replace(&self, path: &Path, mut file: NewFile) -> anyhow::Result<()> {
        file.sync()?;
        if self.has_changed(path)? {
            bail!(CHANGED);
        }
        file.keep()?;
        Ok(())
    }
}

impl ForceArg {
    pub fn file<'a>(&self, path: &'a Path) -> OutFile<'a> {
        OutFile { path, force: self.force }
    }
}

impl<'a> OutFile<'a> {
    /// Returns a file that replaces an existing one only with `force`.
    pub fn new(path: &'a Path, force: bool) -> Self {
        OutFile { path, force }
    }

    pub fn path(self) -> &'a Path {
        self.path
    }

    /// Fails if the file is one of the inputs, or exists and may not be replaced. So a command fails before it works.
    pub fn check(self, inputs: impl IntoIterator<Item: AsRef<Path>>) -> anyhow::Result<()> {
        let OutFile { path, force } = self;
        refuse_inputs(path, inputs)?;
        if !force && path.is_file() {
            bail!("{}: {EXISTS}", self.argument());
        }
        Ok(())
    }

    pub fn begin(self) -> anyhow::Result<NewFile> {
        let begun = if self.force { NewFile::begin(self.path) } else { NewFile::begin_new(self.path) };
        begun.map_err(exists).with_context(|| self.argument())
    }

    pub fn keep(self, file: NewFile) -> anyhow::Result<()> {
        file.keep().map_err(exists).with_context(|| self.argument())
    }

    /// Lets `write` write the content of the file. After an error, nothing has changed.
    pub fn fill(self, write: impl FnOnce(&mut NewFile) -> io::Result<()>) -> anyhow::Result<()> {
        self.complete(self.begin()?, write)
    }

    /// Lets `write` write the content of a file that was begun. After an error, nothing has changed.
    pub fn complete(self, mut file: NewFile, write: impl FnOnce(&mut NewFile) -> io::Result<()>) -> anyhow::Result<()> {
        write(&mut file).with_context(|| self.argument())?;
        self.keep(file)
    }

    pub fn argument(self) -> String {
        argument(self.path)
    }
}

/// Returns an error with the advice for a file that exists.
fn exists(error: io::Error) -> io::Error {
    // The error for something else than a file has a message.
    let is_file = error.kind() == io::ErrorKind::AlreadyExists && error.get_ref().is_none();
    if is_file { io::Error::new(error.kind(), EXISTS) } else { error }
}

fn argument(path: &Path) -> String {
    format!("--out {}", visible(&path.display().to_string()))
}

impl OutArgs {
    pub fn destination<'a>(
        &self,
        input: &Path,
        others: impl IntoIterator<Item = &'a Path>,
    ) -> anyhow::Result<Option<Destination>> {
        let path = match &self.out {
            Some(path) => path,
            None if self.force => bail!("--force is for the file of --out"),
            None if !self.in_place => return Ok(None),
            None => {
                refuse_parts(input).context("--in-place")?;
                input
            }
        };
        refuse_inputs(path, others)?;
        let place = argument(path);
        let is_input = is_same(path, input);
        if is_input && file_and_choice(input).1.is_some() {
            bail!("{place}: this is the page of the puzzle; name another file");
        }
        let read = match (self.in_place, is_input) {
            (false, true) => bail!("{place}: this is the input file; --in-place replaces it"),
            (true, false) => {
                bail!("{place}: not the input file, which --in-place replaces; leave out one of them")
            }
            (false, false) => {
                OutFile::new(path, self.force).check([] as [&Path; 0])?;
                None
            }
            (true, true) => Some(Content::of(path).with_context(|| visible(&path.display().to_string()).into_owned())?),
        };
        Ok(Some(Destination { path: path.to_owned(), force: self.force, read }))
    }
}

impl Destination {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if the file replaces the input.
    pub fn replaces_input(&self) -> bool {
        self.read.is_some()
    }

    pub fn begin(&self) -> anyhow::Result<NewFile> {
        match self.read {
            Some(_) => NewFile::begin(&self.path).with_context(|| self.argument()),
            None => OutFile::new(&self.path, self.force).begin(),
        }
    }

    /// Gives the complete file its name. `lost` names everything of the input that the file does not hold.
    pub fn keep(&self, file: NewFile, lost: &[String]) -> anyhow::Result<()> {
        let Some(read) = &self.read else { return OutFile::new(&self.path, self.force).keep(file) };
        let name = || visible(&self.path.display().to_string()).into_owned();
        if !lost.is_empty() {
            bail!("{}: not replaced, because this would be lost: {}", name(), lost.join("; "));
        }
        read.replace(&self.path, file).with_context(name)
    }

    pub fn argument(&self) -> String {
        argument(&self.path)
    }
}

/// Returns the result of a command with this destination. If the input was to be replaced and changed, that is the cause of an error.
pub fn result_for<T>(destination: Option<&Destination>, result: anyhow::Result<T>) -> anyhow::Result<T> {
    let changed =
        destination.filter(|to| to.read.as_ref().is_some_and(|read| read.has_changed(&to.path).is_ok_and(|it| it)));
    match changed {
        Some(to) if result.is_err() => bail!("{}: {CHANGED}", visible(&to.path.display().to_string())),
        _ => result,
    }
}

/// Fails if an input is no whole file, so that no file can replace it.
pub fn refuse_parts(input: &Path) -> anyhow::Result<()> {
    if input.as_os_str() == STANDARD_INPUT {
        bail!("standard input cannot be replaced");
    }
    if file_and_choice(input).1.is_some() {
        bail!("{} is one puzzle of a page, which cannot be replaced alone", input.display());
    }
    Ok(())
}

/// Fails if a file to write is one of the inputs.
fn refuse_inputs(out: &Path, inputs: impl IntoIterator<Item: AsRef<Path>>) -> anyhow::Result<()> {
    let same = inputs.into_iter().find(|input| is_same(out, input.as_ref()));
    match same.as_ref().map(AsRef::as_ref) {
        Some(input) if input.as_os_str() == STANDARD_INPUT => {
            bail!("--out {}: this file is standard input; name another one", out.display())
        }
        Some(input) => bail!("--out {}: this is the input file {}; name another one", out.display(), input.display()),
        None => Ok(()),
    }
}

/// Returns `true` if both paths lead to one file, also by a link. The name of standard input stands for the file behind it.
fn is_same(out: &Path, input: &Path) -> bool {
    if input.as_os_str() == STANDARD_INPUT {
        return matches!((Handle::stdin(), Handle::from_path(out)), (Ok(input), Ok(out)) if input == out);
    }
    // A file that does not exist yet is no input, and one that cannot be examined cannot be written either.
    is_same_file(out, file_and_choice(input).0).unwrap_or(false)
}

/// Returns the name of the format to write: the one that an option names, or the one of the ending. Fails if the ending belongs to other
/// formats, to none that the command writes, or to none at all.
pub fn format_of(path: &Path, named: Option<&'static str>, written: &[&'static str]) -> anyhow::Result<&'static str> {
    match named {
        Some(named) => refuse_other_ending(path, named).map(|()| named),
        None => format_by_ending(path, written)?
            .ok_or_else(|| anyhow!("{}; --to names the format: {}", without_format(path), written.join(", "))),
    }
}

/// Fails if the ending of a file belongs to other formats than the named one.
pub fn refuse_other_ending(path: &Path, named: &str) -> anyhow::Result<()> {
    match known_ending(path) {
        Some((ending, formats)) if !formats.contains(&named) => {
            bail!("--out {}: the ending .{ending} belongs to {}, not to {named}", path.display(), formats.join(", "))
        }
        _ => Ok(()),
    }
}

/// Returns the usual format of the ending, or `None` if it names none. Fails if the command does not write it.
pub fn format_by_ending(path: &Path, written: &[&'static str]) -> anyhow::Result<Option<&'static str>> {
    let Some((ending, formats)) = known_ending(path) else { return Ok(None) };
    let place = path.display();
    match formats[0] {
        format if written.contains(&format) => Ok(Some(format)),
        picture if PICTURES.contains(&picture) => {
            bail!("--out {place}: not a picture, expected {}; gridcheck draw writes .{ending}", written.join(", "))
        }
        _ => bail!("--out {place}: no format .{ending} can be written, expected {}", written.join(", ")),
    }
}

/// Returns the sentence that no format has the ending of a file.
pub fn without_format(path: &Path) -> String {
    let place = path.display();
    match path.extension() {
        Some(ending) => format!("--out {place}: no format has the ending .{}", ending.display()),
        None => format!("--out {place}: the name has no ending"),
    }
}

/// Returns the usual format of the ending of a file, if it is in the table.
pub fn usual_format(path: &Path) -> Option<&'static str> {
    known_ending(path).map(|(_, formats)| formats[0])
}

/// Returns the ending of a file with its formats, if it is in the table.
fn known_ending(path: &Path) -> Option<&'static (&'static str, &'static [&'static str])> {
    let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
    ENDINGS.iter().find(|(known, _)| *known == ending)
}
