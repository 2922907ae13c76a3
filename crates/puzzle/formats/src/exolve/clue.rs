//! The line of a clue: `1 Its text (3,2) An annotation`.
//!
//! The lengths of its answer, in brackets, end a clue. Lengths are numbers, or contain a question mark or a word such as `words` or
//! `letters`. The last brackets of this kind count, or the first that `[` follows. If a `*` follows them, they are hidden, and not part of
//! the clue. Without lengths, the whole line is the clue.

use super::super::html::escaped;

/// Characters with a special meaning in a clue.
const MEANINGFUL: &str = "#[~*";

/// The parts of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ClueLine<'a> {
    pub(super) number: &'a str,
    /// The clue with its lengths, as HTML.
    pub(super) text: &'a str,
    pub(super) has_annotation: bool,
    /// `true` if the lengths of its answer are hidden, and not part of the text.
    pub(super) hides_lengths: bool,
    /// `true` if the clue also belongs to further words.
    pub(super) is_linked: bool,
}

/// Returns the parts of a line, or `None` if it does not begin with a number.
pub(super) fn parse(line: &str) -> Option<ClueLine<'_>> {
    let line = line.trim();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at_checked(digits).filter(|_| digits > 0)?;
    let (rest, is_linked) = without_links(rest);
    let rest = rest.trim_start();
    let (text, after) = without_annotation(rest);
    let has_annotation = !after.trim().is_empty();
    let hides_lengths = text.len() < rest.len() && rest[text.len()..].starts_with('(');
    Some(ClueLine { number, text, has_annotation, hides_lengths, is_linked })
}

/// Returns the text after the numbers of further words, as in `1, 5 & 2d Clue`, and `true` if there are any.
fn without_links(rest: &str) -> (&str, bool) {
    // A letter directly after a number is a direction.
    let after_direction = |rest: &'_ str| -> usize {
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters <= 2 && rest[letters..].starts_with([' ', ',', '&']) { letters } else { 0 }
    };
    let mut rest = &rest[after_direction(rest)..];
    let mut is_linked = false;
    while let Some(next) = rest.trim_start().strip_prefix([',', '&']).map(str::trim_start) {
        let digits = next.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            break;
        }
        is_linked = true;
        rest = &next[digits..];
        rest = &rest[after_direction(rest)..];
    }
    (rest, is_linked)
}

/// Returns a clue and its annotation.
fn without_annotation(text: &str) -> (&str, &str) {
    let mut end = None;
    let mut from = 0;
    while let Some(open) = text[from..].find('(').map(|at| from + at) {
        let Some(close) = text[open..].find(')').map(|at| open + at) else { break };
        from = open + 1;
        if !is_lengths(&text[open + 1..close]) {
            continue;
        }
        from = close + 1;
        let after = &text[close + 1..];
        let (clue, rest) = match after.strip_prefix('*') {
            Some(rest) => (&text[..open], rest),
            None => (&text[..=close], after),
        };
        end = Some((clue, rest));
        if rest.trim_start().starts_with('[') {
            break;
        }
    }
    end.unwrap_or((text, ""))
}

/// Returns `true` if the text in brackets states lengths.
fn is_lengths(inner: &str) -> bool {
    let is_numbers = inner.starts_with(|first: char| first.is_ascii_digit())
        && inner.chars().all(|character| character.is_ascii_digit() || "-,.'’ ".contains(character));
    let mut words = inner.split(|character: char| !character.is_alphabetic());
    is_numbers
        || inner.contains('?')
        || words.any(|word| begins_within(word, "words") || begins_within(word, "letters"))
}

/// Returns `true` if `word` abbreviates `whole`: it has the same first letter, and its letters occur in the same order.
fn begins_within(word: &str, whole: &str) -> bool {
    let mut letters = whole.chars();
    let word = word.to_ascii_lowercase();
    word.chars().next() == whole.chars().next() && word.chars().all(|letter| letters.any(|other| other == letter))
}

pub(super) fn format_line(number: &str, text: &str) -> String {
    let html = escaped(text, MEANINGFUL);
    // A comma after the number would begin a further number.
    let html = html.strip_prefix(',').map_or(html.clone(), |rest| format!("&#44;{rest}"));
    // If brackets inside the clue would end it, all its brackets are escaped.
    let is_whole = without_annotation(&html).0 == html;
    format!("{number} {}", if is_whole { html } else { html.replace('(', "&#40;") })
}

#[cfg(test)]
mod tests {
    use super::super::super::html;
    use super::*;

    #[test]
    fn a_clue_ends_with_its_lengths() {
        // Most of these lines are from the format's description.
        for (line, text, has_annotation) in [
            ("1 Greeting (5) An annotation", "Greeting (5)", true),
            ("1 This (13) clue ends (word) here! (4)", "This (13) clue ends (word) here! (4)", false),
            ("2 This (13) clue also ends (1 word) here! (4) More", "This (13) clue also ends (1 word) here! (4)", true),
            ("3 This ends (2 letters) here! (8) [SOLUTION] (9) more", "This ends (2 letters) here! (8)", true),
            ("5 This is a clue that ends here!", "This is a clue that ends here!", false),
            ("6 This one too! (?)*", "This one too! ", false),
            ("1 Satellite (4)* MOON", "Satellite ", true),
            ("7 Neither (brackets) nor (half", "Neither (brackets) nor (half", false),
            ("17", "", false),
        ] {
            let found = parse(line).unwrap();
            assert_eq!((found.text, found.has_annotation, found.is_linked), (text, has_annotation, false), "{line}");
        }
        assert_eq!(parse("[A] A clue"), None);
    }

    #[test]
    fn a_clue_may_be_for_several_words() {
        for (line, is_linked) in
            [("1, 5, 2d In spite (7)", true), ("3 & 7 In spite (7)", true), ("3d In spite (7)", false)]
        {
            let found = parse(line).unwrap();
            assert_eq!((found.text, found.is_linked), ("In spite (7)", is_linked), "{line}");
        }
    }

    #[test]
    fn formatted_clues_read_back_unchanged() {
        for text in [
            "Greeting (5)",
            "Song (1999) by Prince",
            "a ( b (x? (4) [c] (5)* ~{d}~ # e",
            ", 5 and & 6",
            "<b>no tag</b> & (no lengths",
            "5, 6d apples",
            "a d",
        ] {
            let line = format_line("12", text);
            let found = parse(&line).unwrap();
            assert_eq!((found.number, found.has_annotation), ("12", false), "{line}");
            assert_eq!(html::plain(found.text).0, text, "{line}");
        }
    }
}
