//! Corrects clues and white space of a puzzle file in its bytes, so that everything else in the file stays as it is.
//!
//! A text is found by its words, between which any spaces and tabs may stand. It is replaced only where the corrected file holds the wanted
//! puzzle when it is read back. `.puz` is not text: it is written anew, if it holds nothing that would be lost.

use std::borrow::Cow;

use super::draft::PuzzleFile;
use super::puzzle::{Puzzle, Start};
use super::registry::{Format, read};
use super::rich_text::RichText;
use super::target::write;

/// Returns the corrected file, or the same bytes if there is nothing to correct. `clues` are the corrected clues.
///
/// # Errors
/// Returns the reason why the file cannot be corrected without changing anything else.
pub fn corrected(
    bytes: &[u8],
    format: Format,
    file: &PuzzleFile,
    clues: &[(Start, String)],
) -> Result<Vec<u8>, &'static str> {
    let wide = &file.defects.wide;
    if clues.is_empty() && wide.is_empty() {
        return Ok(bytes.to_vec());
    }
    let mut wanted = file.puzzle().map_err(|_| "a square is open")?.clone();
    for (start, clue) in clues {
        wanted.clues.entry(*start).or_default().text = RichText::from(clue.as_str());
    }
    let corrected = if format == Format::Puz {
        rewritten(file, &wanted)?
    } else {
        let old = str::from_utf8(bytes).map_err(|_| "it is not text in UTF-8")?;
        let mut text = old.to_owned();
        for clean in wide {
            text = with_single_spaces(&text, clean);
        }
        for (start, clue) in clues {
            let before = file.puzzle.clues.get(start).map_or(Cow::Borrowed(""), |clue| clue.text.plain());
            let mut places = text.match_indices(&*before);
            let (Some((at, _)), None) = (places.next(), places.next()) else {
                return Err("a clue is in the file not once, or in another form");
            };
            text.replace_range(at..at + before.len(), clue);
        }
        text.into_bytes()
    };
    let back = read(&corrected, format).map_err(|_| "the corrected file could not be read")?;
    let is_right = back.puzzle().is_ok_and(|puzzle| *puzzle == wanted) && back.unread == file.unread;
    if is_right { Ok(corrected) } else { Err("something else would change") }
}

fn rewritten(file: &PuzzleFile, wanted: &Puzzle) -> Result<Vec<u8>, &'static str> {
    match write(wanted, Format::Puz) {
        Ok(written) if written.lost.is_empty() && file.left_out_in_place().next().is_none() => Ok(written.bytes),
        _ => Err("something that the program does not keep would be lost"),
    }
}

/// Replaces every occurrence of the words of `clean` that have other spaces or tabs between them.
fn with_single_spaces(text: &str, clean: &str) -> String {
    let mut words = clean.split(' ');
    let (first, rest): (&str, Vec<&str>) = (words.next().unwrap_or_default(), words.collect());
    let mut out = String::new();
    let mut left = text;
    while let Some(at) = left.find(first).filter(|_| !first.is_empty()) {
        let mut end = at + first.len();
        let found = rest.iter().all(|word| {
            let spaces = left[end..].len() - left[end..].trim_start_matches([' ', '\t']).len();
            let is_next = spaces > 0 && left[end + spaces..].starts_with(word);
            end += if is_next { spaces + word.len() } else { 0 };
            is_next
        });
        out.push_str(&left[..at]);
        out.push_str(if found { clean } else { first });
        left = &left[if found { end } else { at + first.len() }..];
    }
    out + left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_spaces_of_the_text_are_replaced() {
        let text = "A1. one  two\tthree ~ X\nA2. one  two  four\n";
        assert_eq!(with_single_spaces(text, "one two three"), "A1. one two three ~ X\nA2. one  two  four\n");
        assert_eq!(with_single_spaces(text, "absent text"), text);
        assert_eq!(with_single_spaces(text, ""), text);
    }
}
