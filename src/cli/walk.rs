//! The files that a user names in the arguments of a command.

use std::io;
use std::path::{Path, PathBuf};

use super::terminal::Terminal;
use crate::ask::failure::Failure;
use crate::ask::input::Input;
pub use crate::ask::inputs::{Folders, InputFile, Inputs};
use crate::formats::source::STANDARD_INPUT;
use crate::sums::regular_file::expect_file;

/// Returns the files that arguments name.
pub fn inputs(folders: &Folders, arguments: &[PathBuf], terminal: &Terminal) -> Result<Inputs, Failure> {
    let arguments: Vec<Input> = arguments.iter().map(|path| Input::from(path.as_path())).collect();
    folders.inputs(&arguments, terminal)
}

/// Returns the files of a folder that have one of these endings, in the order of their names. A pipe or a device of such a name is an error.
pub fn with_endings(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut paths = folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    paths.sort();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().display();
        expect_file(path).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    }
    Ok(paths)
}

/// Returns the name of a file as the user knows it.
pub fn name_of(path: &Path) -> String {
    if path.as_os_str() == STANDARD_INPUT { "standard input".to_owned() } else { path.display().to_string() }
}
