//! Reads folders: which files they have.

use std::io;
use std::path::{Path, PathBuf};

use gridcheck_sums::regular_file::expect_file;

/// Returns the files of a folder that have one of these endings, in the order of their names. A pipe or a device of such a name is an error.
pub(crate) fn with_endings(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut paths = folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    paths.sort();
    for path in &paths {
        let name = path.file_name().unwrap_or_default().display();
        expect_file(path).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    }
    Ok(paths)
}
