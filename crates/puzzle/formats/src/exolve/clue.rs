//! The line of a clue: `1 Its text (3,2) An annotation`.
//!
//! The lengths of its answer, in brackets, end a clue. Lengths are numbers, or contain a question mark or a word such as `words` or
//! `letters`. The last brackets of this kind count, or the first that `[` follows. If a `*` follows them, they are hidden, and not part of
//! the clue. Without lengths, the whole line is the clue.

use super::super::html::escaped;
use super::super::rich_text::{self, Kind, Piece, RichText, Tag};
use gridcheck_layout::words::Direction;

/// Characters with a special meaning in a clue.
const MEANINGFUL: &str = "#[~*";

/// The lengths of a clue that states none but has an annotation, and the sign that ends it.
const NO_LENGTHS: &str = " (?)* []";

/// Upper bounds for what is looked at behind each bracket: the lengths in it, and the name of a tag.
const MAX_LENGTHS: usize = 200;
const MAX_TAG: usize = 20;

/// A number in front of a clue, with the letters of a direction behind it.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(in super::super) struct Label<'a> {
    pub(in super::super) number: &'a str,
    pub(in super::super) direction: Option<Direction>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClueLine<'a> {
    /// The places of squares before the number, as in `#a8`.
    pub(super) squares: Vec<&'a str>,
    /// The number, or the label in brackets.
    pub(super) number: &'a str,
    /// The numbers of further words.
    pub(super) further: Vec<Label<'a>>,
    /// The clue with its lengths, as HTML.
    pub(super) text: &'a str,
    pub(super) annotation: &'a str,
    /// `true` if the lengths of its answer are hidden, and not part of the text.
    pub(super) hides_lengths: bool,
}

/// Returns the parts of a line, or `None` if it does not begin with a number or a label in brackets.
pub(super) fn parse(line: &str) -> Option<ClueLine<'_>> {
    let mut rest = line.trim();
    let mut squares = Vec::new();
    while let Some(after) = rest.strip_prefix('#') {
        let length = after.bytes().take_while(u8::is_ascii_alphanumeric).count();
        squares.push(&after[..length]);
        rest = after[length..].trim_start();
    }
    let (labels, rest) = labels(rest)?;
    let (first, further) = labels.split_first()?;
    let (text, hidden, annotation) = split(rest);
    let hides_lengths = hidden.is_some_and(|inner| inner != "?");
    Some(ClueLine { squares, number: first.number, further: further.to_vec(), text, annotation, hides_lengths })
}

/// Returns the labels in front of a clue, and the clue. There is one label or more.
pub(in super::super) fn labels(line: &str) -> Option<(Vec<Label<'_>>, &str)> {
    let (first, mut rest) = label(line)?;
    let mut labels = vec![first];
    while let Some((next, after)) = after_joint(rest).and_then(label) {
        labels.push(next);
        rest = after;
    }
    // A single period after the number is punctuation, and an ellipsis is part of the clue.
    let after_space = rest.trim_start();
    if let Some(after) = after_space.strip_prefix('.').filter(|after| !after.starts_with('.')) {
        rest = after;
    }
    Some((labels, rest.trim_start()))
}

/// Returns the text behind the sign that joins two labels: a comma, a `&`, also as `&amp;`, a slash, or the word `and`.
fn after_joint(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let sign = [",", "&amp;", "&", "/"].into_iter().find_map(|sign| text.strip_prefix(sign));
    let word = || text.get(..3).filter(|word| word.eq_ignore_ascii_case("and")).map(|_| &text[3..]);
    sign.or_else(|| word().filter(|after| after.starts_with([' ', '\t', '['])))
}

/// Returns the label at the start of a text, and the rest.
fn label(text: &str) -> Option<(Label<'_>, &str)> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = match text.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        Some((inner, rest)) => (inner.trim().trim_end_matches('.').trim_end(), rest),
        None => text.split_at_checked(digits).filter(|_| digits > 0)?,
    };
    // Letters directly after a number are a direction, if nothing else follows them.
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let ends = rest[letters..].is_empty() || rest[letters..].starts_with([' ', '\t', ',', '&', '/', '.']);
    let direction = match rest[..letters].to_ascii_lowercase().as_str() {
        "a" | "ac" | "b" | "ba" if ends => Some(Direction::Across),
        "d" | "dn" | "u" | "up" if ends => Some(Direction::Down),
        _ => None,
    };
    let rest = if direction.is_some() { &rest[letters..] } else { rest };
    Some((Label { number, direction }, rest))
}

/// Returns a clue, the lengths that it hides, and its annotation.
fn split(text: &str) -> (&str, Option<&str>, &str) {
    // Empty brackets end a clue. Lengths in words count only if there are no others.
    let before_empty = end_of_clue(text, is_lengths).filter(|(.., after)| after.trim_start().starts_with("[]"));
    let end = before_empty.or_else(|| end_of_clue(text, is_numbers)).or_else(|| end_of_clue(text, is_lengths));
    let Some((clue, hidden, after)) = end else { return (text.trim_end(), None, "") };
    // Empty brackets only show where the clue ends.
    let annotation = after.trim();
    let annotation = annotation.strip_prefix("[]").map_or(annotation, str::trim_start);
    (clue.trim_end(), hidden, annotation)
}

/// Returns a clue, the lengths that it hides, and the text after it, if brackets end it.
fn end_of_clue(text: &str, is_end: fn(&str) -> bool) -> Option<(&str, Option<&str>, &str)> {
    let mut end = None;
    let (mut from, mut close) = (0, 0);
    while let Some(open) = text[from..].find('(').map(|at| from + at) {
        if close <= open {
            let Some(next) = text[open..].find(')') else { break };
            close = open + next;
        }
        from = open + 1;
        let inner = &text[open + 1..close];
        if inner.len() > MAX_LENGTHS || !is_end(inner) {
            continue;
        }
        from = close + 1;
        let mut after = &text[close + 1..];
        end = Some(if let Some(rest) = after.strip_prefix('*') {
            (&text[..open], Some(inner), rest)
        } else {
            // Elements that end behind the lengths belong to the clue.
            while let Some(rest) = after.trim_start().strip_prefix("</").and_then(after_tag) {
                after = rest;
            }
            (&text[..text.len() - after.len()], None, after)
        });
        if end.is_some_and(|(.., rest)| rest.trim_start().starts_with('[')) {
            break;
        }
    }
    end
}

/// Returns the text after a tag whose name begins here.
fn after_tag(text: &str) -> Option<&str> {
    let end = text.bytes().take(MAX_TAG + 1).position(|byte| byte == b'>')?;
    Some(&text[end + 1..])
}

fn is_numbers(inner: &str) -> bool {
    inner.starts_with(|first: char| first.is_ascii_digit())
        && inner.chars().all(|character| character.is_ascii_digit() || "-,.'’ ".contains(character))
}

fn is_lengths(inner: &str) -> bool {
    let mut words = inner.split(|character: char| !character.is_alphabetic());
    is_numbers(inner)
        || inner.contains('?')
        || words.any(|word| begins_within(word, "words") || begins_within(word, "letters"))
}

/// Returns `true` if `word` abbreviates `whole`: it has the same first letter, and its letters occur in the same order.
fn begins_within(word: &str, whole: &str) -> bool {
    let mut letters = whole.chars();
    let word = word.to_ascii_lowercase();
    word.chars().next() == whole.chars().next() && word.chars().all(|letter| letters.any(|other| other == letter))
}

/// Returns the line of a clue. `label` is its number with those of further words.
pub(super) fn format_line(label: &str, text: &RichText, annotation: Option<&str>) -> String {
    let html: String = text.pieces().iter().map(piece).collect();
    // A period after the number would belong to it, and so would a sign that joins labels.
    let html = match html.chars().next() {
        Some(first) if first == '.' || after_joint(&html).and_then(self::label).is_some() => {
            let rest = html.strip_prefix("&amp;").unwrap_or(&html[1..]);
            format!("&#{};{rest}", u32::from(first))
        }
        _ => html,
    };
    let annotation = annotation.unwrap_or_default();
    let ends = if annotation.is_empty() {
        vec![String::new()]
    } else {
        vec![format!(" {annotation}"), format!(" [] {annotation}")]
    };
    for end in ends {
        let line = format!("{html}{end}");
        if split(&line) == (html.as_str(), None, annotation) {
            return format!("{label} {line}");
        }
    }
    // If brackets inside the clue would end it, all its brackets are escaped.
    let html = html.replace('(', "&#40;");
    if annotation.is_empty() { format!("{label} {html}") } else { format!("{label} {html}{NO_LENGTHS} {annotation}") }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => escaped(text, MEANINGFUL),
        Piece::Open(Tag { kind: Kind::Definition, class, .. }) if class.is_empty() => "~{".to_owned(),
        Piece::Open(Tag { kind: Kind::Definition, class, .. }) => format!("~{{{{{class}}}"),
        Piece::Close(Tag { kind: Kind::Definition, .. }) => "}~".to_owned(),
        piece => piece.html(),
    }
}

/// Returns a clue in which Exolve's markers of definitions are elements: `~{…}~`, and `~{{class}…}~`.
pub(super) fn with_definitions(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("~{") {
        let Some(end) = after.find("}~") else { break };
        html.push_str(before);
        let inner = &after[..end];
        let classed = inner.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        match classed {
            Some((class, marked)) if rich_text::is_class(class) => {
                html.extend([&format!("<def class=\"{class}\">"), marked]);
            }
            // A class that no clue can have is reported as markup.
            Some((_, marked)) => html.extend(["<def class=\"?\">", marked]),
            None => html.extend(["<def>", inner]),
        }
        html.push_str("</def>");
        rest = &after[end + 2..];
    }
    html + rest
}

#[cfg(test)]
mod tests {
    use super::super::super::html;
    use super::*;

    #[test]
    fn many_brackets_take_linear_time() {
        for text in ["(".repeat(1 << 20) + ")", "(5)</".repeat(1 << 17)] {
            let line = format!("1 {text}");
            assert_eq!(parse(&line).unwrap().annotation, if text.starts_with("(5") { "</" } else { "" });
        }
    }

    #[test]
    fn definitions_are_elements() {
        let html = with_definitions("~{Not}~ a ~{{xlv-blue}word}~ ~{open");
        assert_eq!(html, "<def>Not</def> a <def class=\"xlv-blue\">word</def> ~{open");
        let quoted = rich_text::read(&with_definitions("~{{a>b}word}~"), true);
        assert_eq!((&*quoted.text.plain(), quoted.has_more), ("word", true));
        let text = rich_text::read(&html, true).text;
        let line = format_line("1", &text, None);
        assert_eq!(line, "1 ~{Not}~ a ~{{xlv-blue}word}~ &#126;{open");
    }

    #[test]
    fn labels_are_joined_by_signs_and_by_a_word() {
        for line in ["1, 3dn Pet", "1&3dn Pet", "1 &amp; 3dn Pet", "1/3dn Pet", "1 and 3dn. Pet", "1 AND 3dn Pet"] {
            let clue = parse(line).unwrap();
            let three = Label { number: "3", direction: Some(Direction::Down) };
            assert_eq!((clue.number, &clue.further[..], clue.text), ("1", &[three][..], "Pet"), "{line}");
        }
        let three = parse("1, 2/4dn and [5] Pet").unwrap();
        assert_eq!((three.further.len(), three.text), (3, "Pet"));
        for line in ["1 and so 3", "1 android 3", "1 and", "1 and3", "1 / x"] {
            assert_eq!(parse(line).unwrap().further, [], "{line}");
        }
    }

    #[test]
    fn formatted_clues_read_back_unchanged() {
        for text in [
            "Greeting (5)",
            "Song (1999) by Prince",
            "a ( b (x? (4) [c] (5)* ~{d}~ # e",
            ", 5 and & 6",
            "& 6 apples",
            "&amp; 6 apples",
            "and 6 apples",
            "And [6] apples",
            "/6 apples",
            "/ sand 6",
            ". Stop",
            "... and go",
            "<b>no tag</b> & (no lengths",
            "5, 6d apples",
            "a d",
        ] {
            for annotation in [None, Some("Why (3)"), Some("[SOLUTION] x"), Some("[] y")] {
                let line = format_line("12", &RichText::from(text), annotation);
                let found = parse(&line).unwrap();
                assert_eq!((found.number, found.annotation), ("12", annotation.unwrap_or_default()), "{line}");
                assert_eq!(html::plain(found.text).0, text, "{line}");
            }
        }
    }
}
