//! The files that differ from a revision of their git repository.

use std::collections::{HashMap, HashSet};
#[cfg(unix)]
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use gridcheck_formats::source::file_and_choice;

use super::InputFile;
use crate::failure::Failure;
use crate::input::Input;
use crate::usage;

/// Keeps the files that differ from a revision of their git repository, or that git does not know yet.
pub(super) fn keep_changed(files: &mut Vec<InputFile>, revision: &str) -> Result<(), Failure> {
    let mut changed_below: HashMap<PathBuf, HashSet<PathBuf>> = HashMap::new();
    let mut kept = Vec::new();
    for file in files.drain(..) {
        let Input::Path(path) = &file.input else {
            return Err(usage!([changed_since] ": " (file.name()) " is in no repository"));
        };
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = file.folder.as_deref().unwrap_or(parent);
        if !changed_below.contains_key(folder) {
            changed_below.insert(folder.to_owned(), changed(folder, revision)?);
        }
        let path = file_and_choice(path).0.canonicalize();
        let path = path.map_err(|error| Failure::of_file(&file.name(), &error))?;
        if changed_below[folder].contains(&path) {
            kept.push(file);
        }
    }
    *files = kept;
    Ok(())
}

/// Returns the files of a repository that differ from the revision, as absolute paths. The repository is the one of `folder`.
fn changed(folder: &Path, revision: &str) -> Result<HashSet<PathBuf>, Failure> {
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(text(&top).trim_end_matches('\n')).canonicalize()?;
    let commit = format!("{revision}^{{commit}}");
    let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
        .map_err(|_| usage!([changed_since] " " (revision) ": no such revision"))?;
    let commit = text(&commit);
    let differing = git(&top, &["diff", "--name-only", "-z", "--no-renames", commit.trim(), "--"])?;
    let new = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let paths = [differing, new].concat();
    // The path of a deleted file cannot be resolved.
    Ok(paths.split(|byte| *byte == 0).filter_map(|name| top.join(path(name)).canonicalize().ok()).collect())
}

/// Settings with which git runs no code from a checkout. A folder of a checkout can pose as a bare repository, and its configuration can
/// name a program to run.
const GIT_SETTINGS: [&str; 4] = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"];

fn git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let mut command = Command::new("git");
    command.args(GIT_SETTINGS).arg("-C").arg(folder).args(arguments);
    let said = command.output().map_err(|error| usage!([changed_since] ": git: " (error)))?;
    if said.status.success() {
        return Ok(said.stdout);
    }
    let said = text(&said.stderr);
    Err(usage!([changed_since] ": " (folder.display()) ": " (said.lines().next().unwrap_or("git failed"))))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(text(bytes))
}
