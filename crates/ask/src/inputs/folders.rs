//! The files below a folder.
//!
//! A folder is searched as ripgrep does it: hidden files and those that `.gitignore` names are left out, and links are not followed. The
//! order of the files is that of their names, so two runs read them in the same order. A pipe or a device could make the walk wait for ever: as
//! a puzzle it is left out with a note, and as a list of what to leave out, such as `.gitignore`, it is refused.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use ignore::overrides::OverrideBuilder;
use ignore::{DirEntry, WalkBuilder};

use gridcheck_core::plural::plural;
use gridcheck_formats::recognition::UNSUPPORTED;
use gridcheck_formats::source::shows_puzzle;
use gridcheck_sums::regular_file::expect_file;

use super::{InputFile, puzzles_of, whole};
use crate::failure::Failure;
use crate::host::Host;
use crate::input::Input;
use crate::usage;

/// The endings of files that are read in a folder.
const ENDINGS: [&str; 7] = ["puz", "ipuz", "jpz", "xd", "exolve", "qxw", "txt"];

/// The endings of files that are read in a folder if their content shows a puzzle.
const OTHER_ENDINGS: [&str; 3] = ["json", "xml", "html"];

/// The files of a folder that the walk reads to know what it must leave out.
const LISTS: [&str; 3] = [".gitignore", ".ignore", ".git/info/exclude"];

/// Returns the files in a folder and its subfolders that patterns choose. Notes count those that are left out.
pub(super) fn files_below(folder: &Path, glob: &[String], host: &dyn Host) -> Result<Vec<InputFile>, Failure> {
    let mut patterns = OverrideBuilder::new(folder);
    let unsupported = UNSUPPORTED.iter().map(|(ending, _)| ending);
    let known = ENDINGS.iter().chain(&OTHER_ENDINGS).chain(unsupported).map(|ending| format!("*.{ending}"));
    let known: Vec<String> = known.collect();
    // A list of exclusions alone would admit every other file.
    let is_exclusion = |pattern: &String| pattern.starts_with('!');
    let defaults = known.iter().filter(|_| glob.iter().all(is_exclusion));
    patterns.case_insensitive(true).map_err(Failure::unusable)?;
    for pattern in defaults.chain(glob) {
        patterns.add(pattern).map_err(|error| usage!([glob] " " (pattern) ": " (error)))?;
    }
    let patterns = patterns.build().map_err(Failure::unusable)?;
    // The walk also reads the lists of the folders above.
    let place = folder.canonicalize().map_err(|error| Failure::of_file(&folder.display().to_string(), &error))?;
    place.ancestors().try_for_each(expect_lists)?;
    let refused_list = Arc::new(OnceLock::new());
    let refused_below = Arc::clone(&refused_list);
    let mut walk = WalkBuilder::new(folder);
    // As overrides of the walk itself the patterns would admit hidden files and those that `.gitignore` names.
    let is_wanted = move |entry: &DirEntry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if entry.depth() > 0 && patterns.matched(entry.path(), is_folder).is_ignore() {
            return false;
        }
        let lists = if is_folder { expect_lists(entry.path()) } else { Ok(()) };
        // The walk would open the lists of a folder that is wanted.
        lists.map_err(|error| refused_below.set(error)).is_ok()
    };
    walk.require_git(false).filter_entry(is_wanted).sort_by_file_name(OsStr::cmp);
    let mut files = Vec::new();
    let mut others = 0;
    let mut pipes = 0;
    let mut refused = [0; UNSUPPORTED.len()];
    // A pattern of the user admits any file.
    let looks_inside = glob.iter().all(is_exclusion);
    for entry in walk.build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                // A folder that cannot be read is reported like such a file.
                let other = || Failure::unusable(format!("{}: {error}", folder.display()));
                let path = unreadable(&error).ok_or_else(other)?;
                files.push(whole(&Input::Path(path.to_owned()), Some(folder)));
                continue;
            }
        };
        let kind = entry.file_type();
        if !kind.is_some_and(|kind| kind.is_file()) {
            pipes += usize::from(kind.is_some_and(|kind| !kind.is_dir() && !kind.is_symlink()));
            continue;
        }
        // An empty file is damaged, whatever was in it.
        let is_empty = entry.metadata().is_ok_and(|metadata| metadata.len() == 0);
        let path = entry.into_path();
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        if looks_inside && OTHER_ENDINGS.contains(&ending.as_str()) && !is_empty && !shows_puzzle(&path) {
            others += 1;
            continue;
        }
        let unsupported = UNSUPPORTED.iter().position(|(unsupported, _)| *unsupported == ending);
        if let Some(place) = unsupported.filter(|_| looks_inside) {
            refused[place] += 1;
            continue;
        }
        files.extend(puzzles_of(&Input::Path(path), Some(folder)));
    }
    if let Some(error) = refused_list.get() {
        return Err(Failure::unusable(error));
    }
    if pipes > 0 {
        let pipes = plural(pipes, "file");
        host.note(format!("{}: {pipes} left out: a pipe or a device is read only if it is named", folder.display()));
    }
    if others > 0 {
        let files = plural(others, "file");
        host.note(format!("{}: no puzzle in {files} that could have one (.json, .xml, .html)", folder.display()));
    }
    for ((_, refusal), count) in UNSUPPORTED.iter().zip(refused).filter(|(_, count)| *count > 0) {
        host.note(format!("{}: {} left out: {refusal}", folder.display(), plural(count, "file")));
    }
    Ok(files)
}

/// Returns an error if a list of what to leave out is a pipe or a device in this folder. The walk passes over a folder of such a name.
fn expect_lists(folder: &Path) -> Result<(), Failure> {
    let mut lists = LISTS.iter().map(|list| folder.join(list)).filter(|list| !list.is_dir());
    lists.try_for_each(|list| expect_file(&list).map_err(|error| Failure::of_file(&list.display().to_string(), &error)))
}

/// Returns the path that a walk could not read.
fn unreadable(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => unreadable(err),
        _ => None,
    }
}
