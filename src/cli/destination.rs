//! The file of `--out`: its format, by the ending of its name, and the rule that no input is overwritten.
//!
//! Invariant: before a file is begun, it is compared with every input of the command, by path and by inode. A command that can replace its
//! input does so only with `--in-place`, and only if the new file holds everything that the old one held.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use same_file::{Handle, is_same_file};

use crate::file::NewFile;
use crate::format::source::{STANDARD_INPUT, file_and_number};

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

/// The formats of pictures, which only some commands write.
const PICTURES: [&str; 4] = ["svg", "png", "pdf", "html"];

/// The file to write, and the permission to replace the input.
#[derive(Args)]
pub struct OutArgs {
    /// Write to this file, complete or not at all, in the format of its ending. An input file is not overwritten.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the input file. If anything in it would be lost, nothing is written, and the exit code is 2.
    #[arg(long)]
    in_place: bool,
}

/// A file that a command may write.
pub struct Destination {
    path: PathBuf,
    replaces_input: bool,
}

impl OutArgs {
    /// Returns the file to write, or `None` for standard output.
    ///
    /// # Errors
    /// The file is an input, and the arguments do not allow to replace it.
    pub fn destination<'a>(
        &self,
        input: &Path,
        others: impl IntoIterator<Item = &'a Path>,
    ) -> anyhow::Result<Option<Destination>> {
        let path = match &self.out {
            Some(path) => path,
            None if !self.in_place => return Ok(None),
            None => {
                refuse_parts(input).context("--in-place")?;
                input
            }
        };
        refuse_inputs(path, others)?;
        let replaces_input = is_same(path, input);
        let place = path.display();
        if replaces_input && file_and_number(input).1.is_some() {
            bail!("--out {place}: this is the page of the puzzle; name another file");
        }
        match (self.in_place, replaces_input) {
            (false, true) => bail!("--out {place}: this is the input file; --in-place replaces it"),
            (true, false) => {
                bail!("--out {place}: not the input file, which --in-place replaces; leave out one of them")
            }
            _ => Ok(Some(Destination { path: path.to_owned(), replaces_input })),
        }
    }
}

impl Destination {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if the file replaces the input.
    pub fn replaces_input(&self) -> bool {
        self.replaces_input
    }

    /// Begins the file.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn begin(&self) -> anyhow::Result<NewFile> {
        NewFile::begin(&self.path).with_context(|| self.argument())
    }

    /// Gives the complete file its name. `lost` names everything of the input that the file does not hold.
    ///
    /// # Errors
    /// The file replaces the input, and something would be lost; or the file cannot be written.
    pub fn keep(&self, file: NewFile, lost: &[String]) -> anyhow::Result<()> {
        if !self.replaces_input {
            return file.keep().with_context(|| self.argument());
        }
        if !lost.is_empty() {
            bail!("{}: not replaced, because this would be lost: {}", self.path.display(), lost.join("; "));
        }
        let replaced = File::open(&self.path).and_then(|old| file.keep_in_place_of(&old));
        replaced.with_context(|| self.argument())
    }

    /// Returns the argument that names the file, for messages.
    pub fn argument(&self) -> String {
        format!("--out {}", self.path.display())
    }
}

/// Fails if an input is no whole file, so that no file can replace it.
pub fn refuse_parts(input: &Path) -> anyhow::Result<()> {
    if input.as_os_str() == STANDARD_INPUT {
        bail!("standard input cannot be replaced");
    }
    if file_and_number(input).1.is_some() {
        bail!("{} is one puzzle of a page, which cannot be replaced alone", input.display());
    }
    Ok(())
}

/// Fails if a file to write is one of the inputs.
pub fn refuse_inputs<'a>(out: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> anyhow::Result<()> {
    match inputs.into_iter().find(|input| is_same(out, input)) {
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
    is_same_file(out, file_and_number(input).0).unwrap_or(false)
}

/// Returns the name of the format to write: the one that an option names, or the one of the ending.
///
/// # Errors
/// The ending belongs to other formats, to none that the command writes, or to none at all.
pub fn format_of(path: &Path, named: Option<&'static str>, written: &[&'static str]) -> anyhow::Result<&'static str> {
    let Some(named) = named else {
        return format_by_ending(path, written)?
            .ok_or_else(|| anyhow!("{}; --to names the format: {}", without_format(path), written.join(", ")));
    };
    match known_ending(path) {
        Some((ending, formats)) if !formats.contains(&named) => {
            bail!("--out {}: the ending .{ending} belongs to {}, not to {named}", path.display(), formats.join(", "))
        }
        _ => Ok(named),
    }
}

/// Returns the usual format of the ending, or `None` if it names none.
///
/// # Errors
/// The ending belongs to formats that the command does not write.
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

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: [&str; 5] = ["text", "line", "puz", "ipuz", "puz-text"];

    fn format(path: &str, named: Option<&'static str>) -> Result<&'static str, String> {
        format_of(Path::new(path), named, &WRITTEN).map_err(|error| error.to_string())
    }

    #[test]
    fn the_ending_names_the_format() {
        for (path, named, expected) in [
            ("m.puz", None, "puz"),
            ("a/M.PUZ", None, "puz"),
            ("m.txt", None, "text"),
            ("m.json", None, "ipuz"),
            ("m.txt", Some("puz-text"), "puz-text"),
            ("m.grid", Some("line"), "line"),
            ("m", Some("ipuz"), "ipuz"),
        ] {
            assert_eq!(format(path, named), Ok(expected), "{path}");
        }
        for (path, named, said) in [
            ("m.puz", Some("ipuz"), "--out m.puz: the ending .puz belongs to puz, not to ipuz"),
            ("m.svg", Some("text"), "belongs to svg, not to text"),
            ("m.svg", None, "gridcheck draw writes .svg"),
            ("m.pdf", None, "gridcheck draw writes .pdf"),
            ("m.cnf", None, "no format .cnf can be written, expected text, line, puz"),
            ("m.gif", None, "no format has the ending .gif; --to names the format"),
            ("m", None, "the name has no ending"),
            (".puz", None, "the name has no ending"),
        ] {
            let error = format(path, named).expect_err(path);
            assert!(error.contains(said), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_input_is_known_by_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("m.txt"), "#").expect("room");
        std::fs::write(path("copy.txt"), "#").expect("room");
        std::fs::hard_link(path("m.txt"), path("hard.txt")).expect("a link");
        std::os::unix::fs::symlink("m.txt", path("soft.txt")).expect("a link");
        let input = path("m.txt");
        for same in ["m.txt", "./m.txt", "hard.txt", "soft.txt"] {
            let error = refuse_inputs(&path(same), [input.as_path()]).expect_err(same).to_string();
            assert!(error.contains("this is the input file"), "{error}");
        }
        for other in ["copy.txt", "new.txt"] {
            assert!(refuse_inputs(&path(other), [input.as_path()]).is_ok(), "{other}");
        }
    }
}
