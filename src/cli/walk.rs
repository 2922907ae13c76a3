//! The files that a user names in the arguments of a command.

use std::path::{Path, PathBuf};

use super::terminal::Terminal;
use crate::ask::failure::Failure;
use crate::ask::input::Input;
pub use crate::ask::inputs::{Folders, InputFile, Inputs};
use crate::formats::source::STANDARD_INPUT;

/// Returns the files that arguments name.
pub fn inputs(folders: &Folders, arguments: &[PathBuf], terminal: &Terminal) -> Result<Inputs, Failure> {
    let arguments: Vec<Input> = arguments.iter().map(|path| Input::from(path.as_path())).collect();
    folders.inputs(&arguments, terminal)
}

/// Returns the name of a file as the user knows it.
pub fn name_of(path: &Path) -> String {
    if path.as_os_str() == STANDARD_INPUT { "standard input".to_owned() } else { path.display().to_string() }
}
