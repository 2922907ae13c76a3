//! Checks the texts of a puzzle: clues, title and author.

use std::collections::BTreeMap;

use serde_json::json;

use gridcheck_core::plural::plural;
use gridcheck_formats::puzzle::Field;
use gridcheck_layout::words::Word;
use gridcheck_validator::diagnostic::{Diagnostic, Severity};

use super::{ClueRule, Clued, about, again, code, is_reference, quoted};

pub(super) const REPEATED: ClueRule = ClueRule {
    severity: Severity::Note,
    find: repeated,
    code: &code(
        "GC111",
        "the same clue for two entries",
        "No two entries have the same clue.",
        "Some setters do this on purpose. Otherwise one of the two was copied and not changed. Clues such as See 7, or - for a clue that is still missing, do not count. A text that half of the clues have is a placeholder, and one finding.",
        "Feline (3) for 1-Across and for 8-Down",
    ),
};

pub(super) const ENCODING: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: encoding,
    code: &code(
        "GC112",
        "text in a wrong encoding",
        "No text has characters that come from reading it in a wrong encoding, or entities of HTML.",
        "The text was read and written by programs that assumed different encodings.",
        "CafÃ© (for Café), donâ€™t (for don’t), Q &amp; A",
    ),
};

pub(super) const WHITE_SPACE: ClueRule = ClueRule {
    severity: Severity::Note,
    find: white_space,
    code: &code(
        "GC113",
        "white space other than single spaces",
        "The words of clues, title and author are separated by single spaces.",
        "gridcheck reads single spaces. Other programs print the white space as it is. The option --fix replaces it.",
        "Feline  (3), with two spaces",
    ),
};

pub(super) const UNTITLED: ClueRule = ClueRule {
    severity: Severity::Note,
    find: untitled,
    code: &code(
        "GC114",
        "a puzzle without a title or an author",
        "A puzzle with clues has a title and an author.",
        "It cannot be credited.",
        "a file with clues and no author",
    ),
};

pub(super) const UNREAD: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: unread,
    code: &code(
        "GC115",
        "a clue or a text that has no place",
        "Every clue is across or down and has a number, and title, author and the like are stated once.",
        "Programs leave out such lines, or understand them differently.",
        "B7. Rodent (5), in a list of clues of .xd",
    ),
};

/// Beginnings of the kinds of unread things that are clues or texts.
const UNPLACED: [&str; 3] = ["clues ", "lengths beside clues", "a second "];

fn unread(clued: &Clued) -> Vec<Diagnostic> {
    // Clues of missing entries, and second ones, have other codes.
    let has_own_code = |kind: &str| kind.starts_with("clues of words") || kind.starts_with("clues, as");
    let unplaced = clued.unread.iter().filter(|kind| UNPLACED.iter().any(|begins| kind.starts_with(begins)));
    let finding = |kind: &String| Diagnostic::new(UNREAD.code, format!("not placed: {kind}"), Vec::new(), []);
    unplaced.filter(|kind| !has_own_code(kind)).map(finding).collect()
}

fn repeated(clued: &Clued) -> Vec<Diagnostic> {
    let finding = |(word, clue, other): (&Word, &str, &Word)| {
        let message = format!("the clue of {other} again: {}", quoted(clue));
        about(REPEATED.code, word, message, [("other", json!(other.to_string()))])
    };
    let has_words = |clue: &str| without_lengths(clue).contains(char::is_alphanumeric);
    let repeated = again(clued.clues().filter(|(_, clue)| !is_reference(clue) && has_words(clue)));
    match placeholder(clued) {
        None => repeated.map(finding).collect(),
        Some((text, count)) => {
            let message =
                format!("a placeholder: {count} of {} are {}", plural(clued.clues().count(), "clue"), quoted(text));
            let one = Diagnostic::new(REPEATED.code, message, Vec::new(), [("clues", json!(count))]);
            let others = repeated.filter(|(_, clue, _)| without_lengths(clue) != text).map(finding);
            [one].into_iter().chain(others).collect()
        }
    }
}

/// Returns the text that at least half of the clues have, with their number, if these are several.
fn placeholder<'a>(clued: &'a Clued) -> Option<(&'a str, usize)> {
    const MIN: usize = 3;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, clue) in clued.clues().filter(|(_, clue)| clue.contains(char::is_alphanumeric)) {
        *counts.entry(without_lengths(clue)).or_default() += 1;
    }
    let (text, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count >= MIN && 2 * count >= clued.clues().count()).then_some((text, count))
}

/// Returns a clue without the brackets at its end.
fn without_lengths(clue: &str) -> &str {
    clue.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')).map_or(clue, |(before, _)| before).trim_end()
}

/// Traces of UTF-8 that was read as Windows-1252 or Latin-1, and entities.
const TRACES: [&str; 10] = ["\u{FFFD}", "â€", "Ã©", "Ã¨", "Ã¼", "Ã±", "Â ", "&amp;", "&quot;", "&#"];

/// Returns the first trace of a wrong encoding in a text.
fn trace(text: &str) -> Option<String> {
    TRACES.into_iter().find(|trace| text.contains(trace)).map(quoted)
}

fn encoding(clued: &Clued) -> Vec<Diagnostic> {
    let about_texts = clued.puzzle.about.iter().filter_map(|(field, text)| {
        let message = format!("the {} has {}: {}", field.name(), trace(text)?, quoted(text));
        Some(Diagnostic::new(ENCODING.code, message, Vec::new(), []))
    });
    let clues = clued.clues().filter_map(|(word, clue)| {
        let message = format!("the clue has {}: {}", trace(clue)?, quoted(clue));
        Some(about(ENCODING.code, word, message, []))
    });
    about_texts.chain(clues).collect()
}

fn white_space(clued: &Clued) -> Vec<Diagnostic> {
    let wide = &clued.defects.wide;
    let Some(first) = wide.first() else { return Vec::new() };
    let message = format!(
        "{} with other white space than single spaces, the first: {}",
        plural(wide.len(), "text"),
        quoted(first)
    );
    vec![Diagnostic::new(WHITE_SPACE.code, message, Vec::new(), [("texts", json!(wide.len()))])]
}

fn untitled(clued: &Clued) -> Vec<Diagnostic> {
    if !clued.has_clues() {
        return Vec::new();
    }
    let missing = [Field::Title, Field::Author].into_iter().filter(|field| !clued.puzzle.about.contains_key(field));
    let finding = |field: Field| Diagnostic::new(UNTITLED.code, format!("no {}", field.name()), Vec::new(), []);
    missing.map(finding).collect()
}
