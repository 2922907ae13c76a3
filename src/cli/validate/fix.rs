//! Corrects what is safe in puzzle files: single wrong lengths of clues, and white space.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::Args;
use similar_text::TextDiff;

use super::super::{Output, Verdict, report};
use crate::ask::destination::{Content, refuse_parts};
use crate::ask::failure::Failure;
use crate::ask::inputs::InputFile;
use crate::ask::validate::FilesToJudge;
use crate::file::NewFile;
use crate::formats::correction::corrected;
use crate::formats::puzzle::MAX_BYTES;
use crate::formats::recognition::recognise;
use crate::formats::registry::{Format, read};
use crate::lint::clue;
use crate::plural::plural;
use crate::visible::visible;

/// The options to correct files.
#[derive(Args)]
pub(super) struct FixArgs {
    /// Correct two things in puzzle files: a single wrong length behind a clue, and white space. Then judge the files. Nothing else
    /// in them changes.
    #[arg(long)]
    fix: bool,
    /// Print what --fix would change, and write nothing. The exit code is 1 if a file would change.
    #[arg(long, conflicts_with_all = ["fix", "quiet", "suggest", "format"])]
    diff: bool,
}

impl FixArgs {
    /// Corrects the files, or prints how they would change. Returns a verdict if that is all that is asked for.
    pub(super) fn run(&self, files: &FilesToJudge, output: &mut Output) -> Result<Option<Verdict>, Failure> {
        let (files, format) = (&files.files, files.how.format);
        if self.fix || self.diff {
            files
                .iter()
                .try_for_each(|file| refuse_parts(file.path()))
                .map_err(|failure| failure.about("--fix and --diff"))?;
        }
        if self.diff {
            return Ok(Some(Verdict::well_if(!diff(files, format, output)?)));
        }
        if self.fix {
            fix(files, format)?;
        }
        Ok(None)
    }
}

fn fix(files: &[InputFile], format: Option<Format>) -> Result<(), Failure> {
    for path in files.iter().map(InputFile::path) {
        if let Some((old, new)) = correction(path, format) {
            let name = path.display().to_string();
            let named = |error| Failure::of_file(&name, &error);
            let mut file = NewFile::begin(path).map_err(named)?;
            file.write_all(&new).map_err(named)?;
            Content::of_bytes(&old).replace(path, file).map_err(|failure| failure.about(&name))?;
            report(&format!("note: {}: corrected, {}", path.display(), amount(&old, &new)));
        }
    }
    Ok(())
}

/// Prints how the files would change. Returns `true` if one would.
fn diff(files: &[InputFile], format: Option<Format>, output: &mut Output) -> Result<bool, Failure> {
    let mut changes = false;
    for path in files.iter().map(InputFile::path) {
        let Some((old, new)) = correction(path, format) else { continue };
        changes = true;
        let name = visible(&path.display().to_string()).into_owned();
        match (str::from_utf8(&old), str::from_utf8(&new)) {
            (Ok(old), Ok(new)) if !old.contains('\0') => {
                let lines = TextDiff::from_lines(old, new);
                write!(output, "{}", lines.unified_diff().header(&name, &name))?;
            }
            _ => writeln!(output, "{name}: would be corrected; it is not text")?,
        }
    }
    Ok(changes)
}

/// Returns the old and the new contents of a file, if it is a puzzle that can be corrected. Judging it reports what cannot be read.
fn correction(path: &Path, format: Option<Format>) -> Option<(Vec<u8>, Vec<u8>)> {
    let bytes = fs::read(path).ok().filter(|bytes| bytes.len() <= MAX_BYTES)?;
    let format = format.or_else(|| recognise(&bytes, path).ok())?;
    let file = read(&bytes, format).ok()?;
    match corrected(&bytes, format, &file, &clue::corrected(&file)) {
        Ok(new) => (new != bytes).then_some((bytes, new)),
        Err(reason) => {
            report(&format!("note: {}: not corrected: {reason}", path.display()));
            None
        }
    }
}

/// Describes the number of lines that differ, or `written anew` if the file is not text.
fn amount(old: &[u8], new: &[u8]) -> String {
    match (str::from_utf8(old), str::from_utf8(new)) {
        (Ok(old), Ok(new)) => plural(old.lines().zip(new.lines()).filter(|(old, new)| old != new).count(), "line"),
        _ => "written anew".to_owned(),
    }
}
