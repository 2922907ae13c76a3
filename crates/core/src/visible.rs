//! Makes foreign text safe to print on one line of a terminal, by escaping what would hide, reorder or break it.
//!
//! Names, file names and the contents of files can hold anything. Control characters command a terminal, separators break a line, and
//! directional marks reorder the text behind them (see <https://trojansource.codes>). Every quotation in a message passes through
//! [`visible`]. A name that is stored is rejected by [`hides`] instead.
//!
//! A file name must not command a GitHub runner. So `::` at the start of a text and `##[` anywhere are escaped too
//! (<https://docs.github.com/actions/reference/workflow-commands-for-github-actions>).

use std::borrow::Cow;

/// Most characters of a quotation in a message.
const MAX_QUOTATION: usize = 200;

/// Returns `true` if the character is invisible: a control character, a separator of lines or paragraphs, a directional mark, or another
/// invisible format character.
pub fn hides(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns the text on one line, escaped as in Rust: `\n` and `\u{202e}` for characters that [`hides`] finds, `\u{23}#[` for a command.
pub fn visible(text: &str) -> Cow<'_, str> {
    shortened(text, usize::MAX)
}

/// Returns the visible text, cut to the length of a quotation in a message.
pub fn quoted(text: &str) -> Cow<'_, str> {
    shortened(text, MAX_QUOTATION)
}

/// Returns the visible text for an annotation of GitHub, which ends at a line end and encodes some characters by a percent sign.
pub fn in_annotation(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

/// Returns at most the first `most` characters of the visible text; `…` stands for the rest.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    let command = text.len() - text.trim_start().len();
    let begins_command = |at: usize| text[at..].starts_with("##[") || at == command && text[at..].starts_with("::");
    let is_plain = !begins_command(command) && !text.contains("##[") && !text.contains(hides);
    if is_plain && text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    let mut line = String::new();
    let mut left = most;
    for (at, character) in text.char_indices() {
        let shown: String = match character {
            _ if hides(character) => character.escape_default().collect(),
            _ if begins_command(at) => character.escape_unicode().collect(),
            plain => plain.to_string(),
        };
        let Some(rest) = left.checked_sub(shown.chars().count()) else {
            line.push('…');
            break;
        };
        line += &shown;
        left = rest;
    }
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_hidden_characters_only() {
        for plain in ["", "monday.puz", "Jérôme’s 回文 «9 × 9» \"x\" \\n", "e\u{301}", "a\u{a0}b"] {
            assert!(matches!(visible(plain), Cow::Borrowed(same) if same == plain), "{plain}");
        }
        assert_eq!(visible("a\r\nb\tc\u{1b}[31m\u{9b}"), "a\\r\\nb\\tc\\u{1b}[31m\\u{9b}");
        for turned in ["\u{61c}", "\u{200e}", "\u{200f}", "\u{202a}", "\u{202e}", "\u{2066}", "\u{2069}"] {
            assert_eq!(visible(turned), turned.escape_unicode().to_string());
        }
        assert_eq!(visible("a\u{2028}b\u{2029}c\u{200b}\u{feff}"), "a\\u{2028}b\\u{2029}c\\u{200b}\\u{feff}");
    }

    #[test]
    fn escapes_workflow_commands_in_file_names() {
        assert_eq!(visible("::stop-commands::x.txt"), "\\u{3a}:stop-commands::x.txt");
        assert_eq!(visible(" ::x"), " \\u{3a}:x");
        assert_eq!(visible("a ##[error]x ##[y"), "a \\u{23}#[error]x \\u{23}#[y");
        assert_eq!(visible("std::fs #[test]"), "std::fs #[test]");
    }

    #[test]
    fn shortens_quotations_beyond_the_limit() {
        let long = "é".repeat(MAX_QUOTATION);
        assert_eq!(quoted(&long), long);
        assert_eq!(quoted(&format!("{long}\n")), format!("{long}…"));
        assert_eq!([shortened("a\nb", 4), shortened("a\nb", 3), shortened("a\nb", 2)], ["a\\nb", "a\\n…", "a…"]);
    }
}
