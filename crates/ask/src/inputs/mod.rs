//! Defines the inputs of a request about many files: files, and folders with all files of known endings below them.

#[cfg(feature = "folders")]
mod changed;
#[cfg(feature = "folders")]
mod folders;

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use gridcheck_formats::source::{ExolvePage, Source, SourceError, file_and_choice};

use super::failure::Failure;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::parse::texts;
use super::usage;

/// The choice of files in folders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Folders {
    /// In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out
    /// (repeatable). The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt,
    /// and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not
    /// supported, .ccw and .cfp.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PATTERN"))]
    #[serde(deserialize_with = "texts")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::OneOrMore"))]
    pub glob: Vec<String>,
}

/// The files to read.
pub struct Inputs {
    /// The files, in the order of the arguments, each folder in the order of names.
    pub files: Vec<InputFile>,
    /// `true` if the user named one file and no folder.
    pub is_one_file: bool,
}

/// A file to read.
#[derive(Clone)]
pub struct InputFile {
    /// The file. If it is a puzzle of a page that was read, only its name counts.
    input: Input,
    /// The folder that the user named and in which the file was found.
    pub folder: Option<PathBuf>,
    /// The page that was read and split, and the index of the puzzle on it.
    page: Option<(Arc<ExolvePage>, usize)>,
}

impl InputFile {
    /// Returns the input. If it is a puzzle of a page that was read, only its name counts.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Returns the path that a shell names: - for standard input, and the name of what is in memory.
    pub fn path(&self) -> &Path {
        self.input.argument()
    }

    /// Returns the name that stands in messages.
    pub fn name(&self) -> String {
        self.input.name()
    }

    /// Opens the file.
    ///
    /// # Errors
    /// The file cannot be opened, or the host has no standard input.
    pub fn source(&self, host: &dyn Host) -> Result<Source, SourceError> {
        match &self.page {
            Some((page, index)) => Ok(Source::on_page(self.name(), page, *index)),
            None => self.input.open(host),
        }
    }

    /// Returns the number of bytes, if the contents are in memory.
    pub fn bytes_in_memory(&self) -> Option<usize> {
        match (&self.page, &self.input) {
            // A page is small.
            (Some(_), _) => Some(0),
            (None, Input::Text { text, .. }) => Some(text.len()),
            (None, Input::Bytes { bytes, .. }) => Some(bytes.len()),
            (None, Input::Path(_) | Input::StandardInput) => None,
        }
    }
}

impl Folders {
    /// Returns the files that inputs name. Notes say what is left out.
    ///
    /// # Errors
    /// A file does not exist, standard input is named twice, a pattern is wrong, or a folder cannot be read.
    pub fn inputs(&self, named: &[Input], host: &dyn Host) -> Result<Inputs, Failure> {
        if named.is_empty() {
            return Err(Failure::unusable("expected the name of a file or folder, and none is given"));
        }
        at_most_one_standard_input(named)?;
        let mut files = Vec::new();
        let mut folders = 0;
        for input in named {
            match input {
                Input::Path(path) if path.is_dir() => {
                    folders += 1;
                    files.extend(Self::below(path, &self.glob, host)?);
                }
                Input::Path(path) if path.as_os_str().is_empty() => {
                    return Err(Failure::unusable("expected the name of a file or folder, and it is empty"));
                }
                Input::Path(path) if path.is_file() => files.extend(puzzles_of(input, None)),
                Input::Path(path) => {
                    // A misspelt name is a wrong argument, unlike a file that cannot be read.
                    if file_and_choice(path).0.symlink_metadata().is_err() {
                        path.metadata().map_err(|error| Failure::of_file(&input.name(), &error))?;
                    }
                    // A pipe can be read only once.
                    files.push(whole(input, None));
                }
                Input::StandardInput => files.push(whole(input, None)),
                Input::Text { .. } | Input::Bytes { .. } => files.extend(puzzles_of(input, None)),
            }
        }
        if folders == 0 && !self.glob.is_empty() {
            return Err(usage!([glob] " chooses files in folders, and no folder is named"));
        }
        Ok(Inputs { is_one_file: folders == 0 && files.len() == 1, files })
    }

    /// Returns the files in a folder and its subfolders.
    #[cfg(feature = "folders")]
    fn below(folder: &Path, glob: &[String], host: &dyn Host) -> Result<Vec<InputFile>, Failure> {
        let found = folders::files_below(folder, glob, host)?;
        if found.is_empty() {
            host.note(format!("{}: no file to read in this folder", folder.display()));
        }
        Ok(found)
    }

    #[cfg(not(feature = "folders"))]
    fn below(folder: &Path, _glob: &[String], _host: &dyn Host) -> Result<Vec<InputFile>, Failure> {
        Err(Failure::unusable(format!("{}: no folder can be read here", folder.display())))
    }
}

impl Inputs {
    /// Removes each path that names the same place as an earlier one, as in `a.xd ./a.xd`. A link is another place than its target.
    pub fn remove_repeats(&mut self) {
        let mut folders: HashMap<PathBuf, PathBuf> = HashMap::new();
        let mut seen: HashSet<(PathBuf, OsString)> = HashSet::new();
        self.files.retain(|file| {
            // What is in memory has no place.
            let Input::Path(path) = &file.input else { return true };
            let Some(name) = path.file_name() else { return true };
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let resolve = || parent.canonicalize().unwrap_or_else(|_| parent.to_owned());
            let folder = folders.entry(parent.to_owned()).or_insert_with(resolve).clone();
            seen.insert((folder, name.to_owned()))
        });
    }

    /// Keeps the files that differ from a revision of their git repository, or that git does not know yet.
    ///
    /// # Errors
    /// A file is in no repository, there is no such revision, or git does not run.
    #[cfg(feature = "folders")]
    pub fn keep_changed(&mut self, revision: &str) -> Result<(), Failure> {
        changed::keep_changed(&mut self.files, revision)
    }

    /// Fails: there is no git here.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "folders"))]
    pub fn keep_changed(&mut self, _revision: &str) -> Result<(), Failure> {
        Err(usage!([changed_since] ": no repository can be read here"))
    }
}

/// Returns the file of an input.
fn whole(input: &Input, folder: Option<&Path>) -> InputFile {
    InputFile { input: input.clone(), folder: folder.map(Path::to_owned), page: None }
}

/// Returns the file of an input, or each puzzle of a page that has several, as in `page.html#2`.
fn puzzles_of(input: &Input, folder: Option<&Path>) -> Vec<InputFile> {
    let page = match input {
        Input::Path(path) => ExolvePage::open(path),
        Input::Text { name, text } => ExolvePage::in_memory(name, text.as_bytes()),
        Input::Bytes { name, bytes } => ExolvePage::in_memory(name, bytes),
        Input::StandardInput => None,
    };
    let Some(page) = page else { return vec![whole(input, folder)] };
    let chosen = |index: usize| {
        let choice = format!("#{}", index + 1);
        let input = match input {
            Input::Path(path) => {
                let mut name = path.clone().into_os_string();
                name.push(choice);
                Input::Path(name.into())
            }
            other => Input::Text { name: other.name() + &choice, text: String::new() },
        };
        InputFile { input, folder: folder.map(Path::to_owned), page: Some((Arc::clone(&page), index)) }
    };
    (0..page.count()).map(chosen).collect()
}
