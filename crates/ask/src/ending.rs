//! The formats that the ending of a file's name stands for.

use std::path::Path;

use gridcheck_formats::registry::Format;

use super::failure::Failure;
use super::usage;

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

/// Returns the name of the format to write: the one that an option names, or the one of the ending.
///
/// # Errors
/// The ending belongs to other formats, to none that the request writes, or to none at all.
pub fn format_of(path: &Path, named: Option<&'static str>, written: &[&'static str]) -> Result<&'static str, Failure> {
    match named {
        Some(named) => refuse_other_ending(path, named).map(|()| named),
        None => format_by_ending(path, written)?.ok_or_else(
            || usage!([out] " " (without_format(path)) "; " [to] " names the format: " (written.join(", "))),
        ),
    }
}

/// Fails if the ending of a file belongs to other formats than the named one.
///
/// # Errors
/// It does.
pub fn refuse_other_ending(path: &Path, named: &str) -> Result<(), Failure> {
    match known_ending(path) {
        Some((ending, formats)) if !formats.contains(&named) => {
            let formats = formats.join(", ");
            Err(
                usage!([out] " " (path.display()) ": the ending ." (ending) " belongs to " (formats) ", not to " (named)),
            )
        }
        _ => Ok(()),
    }
}

/// Returns the usual format of the ending, or `None` if it names none.
///
/// # Errors
/// The request does not write that format.
pub fn format_by_ending(path: &Path, written: &[&'static str]) -> Result<Option<&'static str>, Failure> {
    let Some((ending, formats)) = known_ending(path) else { return Ok(None) };
    let (place, expected) = (path.display(), written.join(", "));
    match formats[0] {
        format if written.contains(&format) => Ok(Some(format)),
        picture if PICTURES.contains(&picture) => Err(usage!(
            [out] " " (place) ": not a picture, expected " (expected) "; gridcheck draw writes ." (ending)
        )),
        _ => Err(usage!([out] " " (place) ": no format ." (ending) " can be written, expected " (expected))),
    }
}

/// Returns the sentence that no format has the ending of a file.
fn without_format(path: &Path) -> String {
    let place = path.display();
    match path.extension() {
        Some(ending) => format!("{place}: no format has the ending .{}", ending.display()),
        None => format!("{place}: the name has no ending"),
    }
}

/// Returns the format of a puzzle file, by its ending. Plain text cannot store letters, so `.txt` is refused.
///
/// # Errors
/// The ending belongs to no such format.
pub fn puzzle_format(path: &Path) -> Result<Format, Failure> {
    let targets = Format::WRITTEN_PUZZLES.into_iter().filter(|target| *target != Format::PuzText);
    let names: Vec<&'static str> = targets.clone().map(Format::name).collect();
    let named = format_by_ending(path, &names)?;
    let target = targets.clone().find(|target| Some(target.name()) == named);
    target.ok_or_else(|| usage!([out] " " (without_format(path)) ", expected " (names.join(", "))))
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
