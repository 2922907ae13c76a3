//! The files that a user names in the arguments of a command.

use std::path::PathBuf;

use super::terminal::Terminal;
use crate::ask::failure::Failure;
use crate::ask::input::Input;
pub use crate::ask::inputs::{Folders, InputFile, Inputs};

/// Returns the files that arguments name.
pub fn inputs(folders: &Folders, arguments: &[PathBuf], terminal: &Terminal) -> Result<Inputs, Failure> {
    let arguments: Vec<Input> = arguments.iter().map(|path| Input::from(path.as_path())).collect();
    folders.inputs(&arguments, terminal)
}
