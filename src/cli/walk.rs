//! The files that a user names: files, and folders with all files of known endings below them.
//!
//! A folder is searched as ripgrep does it: hidden files and those that `.gitignore` names are left out, and links are not followed. The
//! order of the files is that of their names, so two runs read them in the same order. A pipe or a device could make the walk wait for ever: as
//! a puzzle it is left out with a note, and as a list of what to leave out, such as `.gitignore`, it is refused.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use ignore::overrides::OverrideBuilder;
use ignore::{DirEntry, WalkBuilder};

use super::args::at_most_one_stdin;
use super::report;
use crate::formats::recognition::UNSUPPORTED;
use crate::formats::source::{ExolvePage, STANDARD_INPUT, Source, SourceError, file_and_choice, shows_puzzle};
use crate::plural::plural;
use crate::sums::regular_file::expect_file;

/// The endings of files that are read in a folder.
const ENDINGS: [&str; 7] = ["puz", "ipuz", "jpz", "xd", "exolve", "qxw", "txt"];

/// The endings of files that are read in a folder if their content shows a puzzle.
const OTHER_ENDINGS: [&str; 3] = ["json", "xml", "html"];

/// The files of a folder that the walk reads to know what it must leave out.
const LISTS: [&str; 3] = [".gitignore", ".ignore", ".git/info/exclude"];

/// The choice of files in folders.
#[derive(Args)]
pub struct WalkArgs {
    /// In a folder, read the files that match this pattern, as in '*.puz' or '2026/**/*.json'; with ! in front, leave them out
    /// (repeatable). The default is the endings .puz, .ipuz, .jpz, .xd, .exolve, .qxw and .txt,
    /// and .json, .xml and .html if a puzzle is in the file. A note counts the files of formats that are not
    /// supported, .ccw and .cfp.
    #[arg(long, value_name = "PATTERN")]
    glob: Vec<String>,
}

pub struct Inputs {
    /// The files, in the order of the arguments, each folder in the order of names.
    pub files: Vec<InputFile>,
    /// `true` if the user named one file and no folder.
    pub is_one_file: bool,
}

#[derive(Clone)]
pub struct InputFile {
    pub path: PathBuf,
    /// The folder that the user named and in which the file was found.
    pub folder: Option<PathBuf>,
    /// The page that was read and split, and the index of the puzzle on it, if `path` names one of its puzzles.
    page: Option<(Arc<ExolvePage>, usize)>,
}

impl InputFile {
    /// Opens the file.
    pub fn source(&self) -> Result<Source, SourceError> {
        match &self.page {
            Some((page, index)) => Ok(Source::on_page(self.path.display().to_string(), page, *index)),
            None => Source::open(&self.path),
        }
    }

    /// Returns `true` if the file is the puzzle of a page that was read.
    pub fn is_in_memory(&self) -> bool {
        self.page.is_some()
    }
}

impl WalkArgs {
    /// Returns the files that arguments name.
    pub fn inputs(&self, arguments: &[PathBuf]) -> anyhow::Result<Inputs> {
        at_most_one_stdin(arguments)?;
        let mut files = Vec::new();
        let mut folders = 0;
        for path in arguments {
            if path.as_os_str() != STANDARD_INPUT && path.is_dir() {
                folders += 1;
                let found = self.below(path)?;
                if found.is_empty() {
                    report(&format!("note: {}: no file to read in this folder", path.display()));
                }
                files.extend(found);
            } else if path.is_file() {
                files.extend(puzzles_of(path.clone(), None));
            } else if path.as_os_str() == STANDARD_INPUT || file_and_choice(path).0.symlink_metadata().is_ok() {
                // Standard input and pipes can be read only once.
                files.push(InputFile { path: path.clone(), folder: None, page: None });
            } else {
                // A misspelt name is a wrong argument, unlike a file that cannot be read.
                std::fs::metadata(path).with_context(|| path.display().to_string())?;
            }
        }
        if folders == 0 && !self.glob.is_empty() {
            bail!("--glob chooses files in folders, and no folder is named");
        }
        Ok(Inputs { is_one_file: folders == 0 && files.len() == 1, files })
    }

    /// Returns the files in a folder and its subfolders.
    fn below(&self, folder: &Path) -> anyhow::Result<Vec<InputFile>> {
        let mut patterns = OverrideBuilder::new(folder);
        let unsupported = UNSUPPORTED.iter().map(|(ending, _)| ending);
        let known = ENDINGS.iter().chain(&OTHER_ENDINGS).chain(unsupported).map(|ending| format!("*.{ending}"));
        let known: Vec<String> = known.collect();
        // A list of exclusions alone would admit every other file.
        let is_exclusion = |pattern: &String| pattern.starts_with('!');
        let defaults = known.iter().filter(|_| self.glob.iter().all(is_exclusion));
        patterns.case_insensitive(true)?;
        for pattern in defaults.chain(&self.glob) {
            patterns.add(pattern).map_err(|error| anyhow!("--glob {pattern}: {error}"))?;
        }
        let patterns = patterns.build()?;
        // The walk also reads the lists of the folders above.
        folder.canonicalize().with_context(|| folder.display().to_string())?.ancestors().try_for_each(expect_lists)?;
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
        let looks_inside = self.glob.iter().all(is_exclusion);
        for entry in walk.build() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    // A folder that cannot be read is reported like such a file.
                    let path = unreadable(&error).ok_or_else(|| anyhow!("{}: {error}", folder.display()))?;
                    files.push(InputFile { path: path.to_owned(), folder: Some(folder.to_owned()), page: None });
                    continue;
                }
            };
            let kind = entry.file_type();
            if !kind.is_some_and(|kind| kind.is_file()) {
                pipes += usize::from(kind.is_some_and(|kind| !kind.is_dir() && !kind.is_symlink()));
                continue;
            }
            let path = entry.into_path();
            let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
            if looks_inside && OTHER_ENDINGS.contains(&ending.as_str()) && !shows_puzzle(&path) {
                others += 1;
                continue;
            }
            let unsupported = UNSUPPORTED.iter().position(|(unsupported, _)| *unsupported == ending);
            if let Some(place) = unsupported.filter(|_| looks_inside) {
                refused[place] += 1;
                continue;
            }
            files.extend(puzzles_of(path, Some(folder)));
        }
        if let Some(error) = refused_list.get() {
            bail!("{error:#}");
        }
        if pipes > 0 {
            let pipes = plural(pipes, "file");
            report(&format!(
                "note: {}: {pipes} left out: a pipe or a device is read only if it is named",
                folder.display()
            ));
        }
        if others > 0 {
            let files = plural(others, "file");
            report(&format!(
                "note: {}: no puzzle in {files} that could have one (.json, .xml, .html)",
                folder.display()
            ));
        }
        for ((_, refusal), count) in UNSUPPORTED.iter().zip(refused).filter(|(_, count)| *count > 0) {
            report(&format!("note: {}: {} left out: {refusal}", folder.display(), plural(count, "file")));
        }
        Ok(files)
    }
}

/// Returns an error if a list of what to leave out is a pipe or a device in this folder. The walk passes over a folder of such a name.
fn expect_lists(folder: &Path) -> anyhow::Result<()> {
    let mut lists = LISTS.iter().map(|list| folder.join(list)).filter(|list| !list.is_dir());
    lists.try_for_each(|list| expect_file(&list).with_context(|| list.display().to_string()))
}

/// Returns a file, or each puzzle of a page that has several, as in `page.html#2`.
fn puzzles_of(path: PathBuf, folder: Option<&Path>) -> Vec<InputFile> {
    let folder = folder.map(Path::to_owned);
    let Some(page) = ExolvePage::open(&path) else { return vec![InputFile { path, folder, page: None }] };
    let chosen = |index: usize| {
        let mut name = path.clone().into_os_string();
        name.push(format!("#{}", index + 1));
        InputFile { path: name.into(), folder: folder.clone(), page: Some((Arc::clone(&page), index)) }
    };
    (0..page.count()).map(chosen).collect()
}

/// Returns the path that a walk could not read.
fn unreadable(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => unreadable(err),
        _ => None,
    }
}

/// Returns the name of a file as the user knows it.
pub fn name_of(path: &Path) -> String {
    if path.as_os_str() == STANDARD_INPUT { "standard input".to_owned() } else { path.display().to_string() }
}

/// Keeps the files that differ from a revision of their git repository, or that git does not know yet.
pub fn keep_changed(files: &mut Vec<InputFile>, revision: &str) -> anyhow::Result<()> {
    let mut changed_below: HashMap<PathBuf, HashSet<PathBuf>> = HashMap::new();
    let mut kept = Vec::new();
    for file in files.drain(..) {
        if file.path.as_os_str() == STANDARD_INPUT {
            bail!("--changed-since: standard input is in no repository");
        }
        let parent = file.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = file.folder.as_deref().unwrap_or(parent);
        if !changed_below.contains_key(folder) {
            changed_below.insert(folder.to_owned(), changed(folder, revision)?);
        }
        let path = file_and_choice(&file.path).0.canonicalize().with_context(|| file.path.display().to_string())?;
        if changed_below[folder].contains(&path) {
            kept.push(file);
        }
    }
    *files = kept;
    Ok(())
}

/// Returns the files of a repository that differ from the revision, as absolute paths. The repository is the one of `folder`.
fn changed(folder: &Path, revision: &str) -> anyhow::Result<HashSet<PathBuf>> {
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(text(&top).trim_end_matches('\n')).canonicalize()?;
    let commit = format!("{revision}^{{commit}}");
    let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
        .map_err(|_| anyhow!("--changed-since {revision}: no such revision"))?;
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

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let mut command = Command::new("git");
    command.args(GIT_SETTINGS).arg("-C").arg(folder).args(arguments);
    let said = command.output().context("--changed-since: git")?;
    if said.status.success() {
        return Ok(said.stdout);
    }
    bail!("--changed-since: {}: {}", folder.display(), text(&said.stderr).lines().next().unwrap_or("git failed"))
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
