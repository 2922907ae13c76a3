//! Texts with markup: italic, bold, underlined, struck out, superscript, subscript, line breaks, and marked definitions.
//!
//! A [`RichText`] is a list of pieces in a normal form, so equal texts have equal pieces. Tags are balanced and hold some text. White space is
//! single spaces, none at the ends and none beside a line break. The plain text follows from the pieces: superscripts and subscripts get signs
//! by which they differ from the text before them. A definition is a `<def>` in HTML, and may have a class, as Exolve's markers have.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::html::{self, escaped_strictly};
use gridcheck_layout::contents::TextRun;

/// A tag of the normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The class of a definition, empty if there is none.
    pub(super) class: String,
}

/// The elements that are tags of the normal form, with their names. The first name is that of the tag.
const TAGS: [(Kind, &[&str]); 7] = [
    (Kind::Style, &["i", "em", "cite"]),
    (Kind::Style, &["b", "strong"]),
    (Kind::Style, &["u"]),
    (Kind::Style, &["s", "strike", "del"]),
    (Kind::Script, &[SUPERSCRIPT]),
    (Kind::Script, &["sub"]),
    (Kind::Definition, &["def"]),
];
const SUPERSCRIPT: &str = "sup";

/// Maximum number of tags inside each other. Further ones are dropped.
const DEEPEST: usize = 16;

/// A text of one line with markup, in the [normal form](self).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichText(Vec<Piece>);

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Open(Tag),
    Close(Tag),
    Break,
}

/// The features to which markup belongs: formats hold them independently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Italic, bold, underlined, struck out.
    Style,
    /// Superscripts, subscripts and line breaks.
    Script,
    /// Marked definitions.
    Definition,
}

/// A text that was read from HTML.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) text: RichText,
    /// `true` if there was markup that the normal form does not have.
    pub(super) has_more: bool,
    /// `true` if there was other white space than single spaces between words.
    pub(super) is_wide: bool,
}

impl Tag {
    /// Returns the tag of an element, or `None` if the normal form has no such tag.
    fn of(name: &str) -> Option<Tag> {
        let (kind, names) = TAGS.into_iter().find(|(_, names)| names.contains(&name))?;
        Some(Tag { name: names[0], kind, class: String::new() })
    }
}

impl Piece {
    /// Returns the piece as HTML.
    pub(super) fn html(&self) -> String {
        match self {
            Piece::Text(text) => escaped_strictly(text),
            Piece::Open(Tag { name, class, .. }) if !class.is_empty() => format!("<{name} class=\"{class}\">"),
            Piece::Open(tag) => format!("<{}>", tag.name),
            Piece::Close(tag) => format!("</{}>", tag.name),
            Piece::Break => "<br>".to_owned(),
        }
    }

    fn kind(&self) -> Option<Kind> {
        match self {
            Piece::Text(_) => None,
            Piece::Open(tag) | Piece::Close(tag) => Some(tag.kind),
            Piece::Break => Some(Kind::Script),
        }
    }
}

impl From<&str> for RichText {
    /// Returns a text without markup. The text has one line, and single spaces between words.
    fn from(text: &str) -> Self {
        RichText(if text.is_empty() { Vec::new() } else { vec![Piece::Text(text.to_owned())] })
    }
}

impl RichText {
    /// Returns the nearest plain text.
    pub fn plain(&self) -> Cow<'_, str> {
        match self.0.as_slice() {
            [Piece::Text(text)] => Cow::Borrowed(text),
            pieces => Cow::Owned(plain_with(pieces, ' ')),
        }
    }

    /// Returns `true` if there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Returns the text as HTML in which every character of markup is an entity.
    pub(super) fn html(&self) -> String {
        self.0.iter().map(Piece::html).collect()
    }

    /// Returns the text as HTML that people write: a `&` or `<` that begins no markup stays.
    pub(super) fn loose_html(&self) -> String {
        let html = |piece: &Piece| match piece {
            Piece::Text(text) => html::escaped(text, ""),
            piece => piece.html(),
        };
        self.0.iter().map(html).collect()
    }

    pub(super) fn has_markup(&self) -> bool {
        self.0.iter().any(|piece| piece.kind().is_some())
    }

    /// Returns `true` if the text has markup of this kind.
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.0.iter().any(|piece| piece.kind() == Some(kind))
    }

    /// Removes the markup of one kind. Superscripts and subscripts become plain text.
    pub(super) fn remove(&mut self, kind: Kind) {
        self.0 = without(&self.0, kind);
    }

    /// Adds plain text at the end.
    pub(super) fn push(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.0.extend(RichText::from(text).0),
        }
    }

    /// Returns the text without plain text at its end, or `None` if it ends otherwise.
    pub(super) fn without_end(&self, end: &str) -> Option<Self> {
        let (Piece::Text(last), before) = self.0.split_last()? else { return None };
        let mut text = RichText(before.to_vec());
        text.0.extend(RichText::from(last.strip_suffix(end)?).0);
        Some(text)
    }

    /// Returns the parts of one style each. Underlined and struck out text, and definitions, are plain.
    pub fn runs(&self) -> Vec<TextRun> {
        let mut open: Vec<&Tag> = Vec::new();
        let mut runs: Vec<TextRun> = Vec::new();
        for piece in &self.0 {
            let text = match piece {
                Piece::Text(text) => text.clone(),
                Piece::Break => "\n".to_owned(),
                Piece::Open(tag) => {
                    open.push(tag);
                    continue;
                }
                Piece::Close(_) => {
                    open.pop();
                    continue;
                }
            };
            let raised = match open.iter().rev().find(|tag| tag.kind == Kind::Script) {
                Some(Tag { name: SUPERSCRIPT, .. }) => 1,
                Some(_) => -1,
                None => 0,
            };
            let is_in = |name: &str| open.iter().any(|tag| tag.name == name);
            runs.push(TextRun { text, italic: is_in("i"), bold: is_in("b"), raised });
        }
        runs
    }
}

/// Reads a text. Only with `definitions` a `def` is markup.
pub(super) fn read(html: &str, definitions: bool) -> Marked {
    let (raw, has_more) = tokens(html, definitions);
    let (pieces, is_wide) = normal(raw);
    Marked { text: RichText(pieces), has_more, is_wide }
}

/// The tags that are open at a place of a text, at most [`DEEPEST`].
#[derive(Default)]
struct OpenTags {
    open: Vec<Tag>,
    /// The number of open tags that were dropped, by their names.
    dropped: BTreeMap<&'static str, usize>,
}

impl OpenTags {
    /// Opens a tag. Returns `false` if it is dropped, as too many are open.
    fn open(&mut self, tag: Tag) -> bool {
        let has_room = self.open.len() < DEEPEST;
        if has_room {
            self.open.push(tag);
        } else {
            *self.dropped.entry(tag.name).or_default() += 1;
        }
        has_room
    }

    /// Closes a tag and those inside it, innermost first.
    fn close(&mut self, tag: &Tag) -> Vec<Tag> {
        if let Some(count) = self.dropped.get_mut(tag.name).filter(|count| **count > 0) {
            *count -= 1;
            return Vec::new();
        }
        let at = self.open.iter().rposition(|other| other.name == tag.name);
        at.map(|at| self.open.drain(at..).rev().collect()).unwrap_or_default()
    }
}

/// Returns the balanced pieces of HTML in any form, and `true` if it has markup outside these pieces.
fn tokens(html: &str, definitions: bool) -> (Vec<Piece>, bool) {
    let (mut pieces, mut has_more, mut open) = (Vec::new(), false, OpenTags::default());
    html::each(html, |token| match token {
        html::Token::Text(text) => match pieces.last_mut() {
            Some(Piece::Text(before)) => before.push_str(text),
            _ => pieces.push(Piece::Text(text.to_owned())),
        },
        html::Token::Break => pieces.push(Piece::Break),
        html::Token::Tag { name, is_end, attributes } => {
            let tag = Tag::of(name).filter(|tag| definitions || tag.kind != Kind::Definition);
            let class = attributes.strip_prefix("class=\"").and_then(|rest| rest.strip_suffix('"'));
            let tag = match (tag, class) {
                (Some(tag), Some(class)) if tag.kind == Kind::Definition && is_class(class) => {
                    Some(Tag { class: class.to_owned(), ..tag })
                }
                (tag, _) => {
                    has_more |= tag.is_none() || !attributes.is_empty();
                    tag
                }
            };
            match tag {
                Some(tag) if is_end => pieces.extend(open.close(&tag).into_iter().map(Piece::Close)),
                Some(tag) if open.open(tag.clone()) => pieces.push(Piece::Open(tag)),
                Some(_) => has_more = true,
                None => {}
            }
        }
    });
    pieces.extend(open.open.into_iter().rev().map(Piece::Close));
    (pieces, has_more)
}

/// Returns `true` if a text can be the class of a definition.
pub(super) fn is_class(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}

/// Returns balanced pieces in the normal form: not empty, with single spaces. Returns `true` if there was other white space.
fn normal(raw: Vec<Piece>) -> (Vec<Piece>, bool) {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut is_wide = false;
    // At the start and after a space, no space is added.
    let mut after_space = true;
    let mut has_text = false;
    // The text that ends with a space, and the break, after which there is no other text.
    let (mut last_space, mut last_break): (Option<usize>, Option<usize>) = (None, None);
    for piece in raw {
        match piece {
            Piece::Text(text) => {
                let mut kept = String::new();
                let mut run = 0;
                for character in text.chars() {
                    if character.is_whitespace() || character.is_control() {
                        run += 1;
                        is_wide |= has_text && (run > 1 || character != ' ');
                        if !after_space {
                            kept.push(' ');
                        }
                        after_space = true;
                    } else {
                        kept.push(character);
                        (run, after_space, has_text) = (0, false, true);
                    }
                }
                if !kept.is_empty() {
                    last_break = None;
                    last_space = kept.ends_with(' ').then_some(pieces.len());
                    pieces.push(Piece::Text(kept));
                }
            }
            Piece::Break => {
                if has_text {
                    let before = last_break.replace(pieces.len());
                    trim(&mut pieces, last_space.take(), before);
                    pieces.push(Piece::Break);
                    after_space = true;
                }
            }
            tag => pieces.push(tag),
        }
    }
    trim(&mut pieces, last_space, last_break);
    (without_empty(pieces), is_wide)
}

/// Removes the space at the end of a text, and a break. What is left is empty, so that other places stay.
fn trim(pieces: &mut [Piece], space: Option<usize>, line_break: Option<usize>) {
    if let Some(Piece::Text(text)) = space.map(|at| &mut pieces[at]) {
        text.pop();
    }
    if let Some(at) = line_break {
        pieces[at] = Piece::Text(String::new());
    }
}

/// Removes texts and tags with nothing in them, and joins texts side by side.
fn without_empty(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut kept: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (kept.last_mut(), &piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Open(one)), Piece::Close(other)) if one.name == other.name => {
                kept.pop();
            }
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(text),
            _ => kept.push(piece),
        }
    }
    kept
}

/// Returns pieces without the markup of one kind, in which superscripts and subscripts become text.
fn without(all: &[Piece], kind: Kind) -> Vec<Piece> {
    let mut kept = Vec::new();
    let mut at = 0;
    let mut after_digit = false;
    while at < all.len() {
        let known = kept.len();
        match &all[at] {
            Piece::Break if kind == Kind::Script => kept.push(Piece::Text(" ".to_owned())),
            Piece::Open(tag) if kind == Kind::Script && tag.kind == kind => {
                let end = end_of(all, at);
                kept.push(Piece::Text(script(tag, &plain_with(&all[at + 1..end], ' '), after_digit)));
                at = end;
            }
            piece if piece.kind() == Some(kind) => {}
            piece => kept.push(piece.clone()),
        }
        if let Some(Piece::Text(text)) = kept.last().filter(|_| kept.len() > known) {
            after_digit = if text.is_empty() { after_digit } else { ends_with_digit(text) };
        }
        at += 1;
    }
    normal(kept).0
}

/// Returns the nearest plain text of HTML of any form, with line breaks. White space stays as it is.
pub(super) fn plain_in_lines(html: &str) -> String {
    plain_with(&tokens(html, true).0, '\n')
}

/// Returns the text of balanced pieces.
fn plain_with(pieces: &[Piece], line_break: char) -> String {
    let mut text = String::new();
    // The open tags, each with the place at which it begins.
    let mut open: Vec<(&Tag, usize)> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Break => text.push(line_break),
            Piece::Open(tag) => open.push((tag, text.len())),
            Piece::Close(_) => {
                if let Some((tag, from)) = open.pop().filter(|(tag, _)| tag.kind == Kind::Script) {
                    let inner = text.split_off(from);
                    let shown = script(tag, &inner, ends_with_digit(&text));
                    text.push_str(&shown);
                }
            }
        }
    }
    text
}

fn ends_with_digit(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit())
}

/// Returns the index of the piece that closes the tag at `open`, in balanced pieces.
fn end_of(pieces: &[Piece], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, piece) in pieces.iter().enumerate().skip(open) {
        match piece {
            Piece::Open(_) => depth += 1,
            Piece::Close(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    pieces.len()
}

/// Returns a superscript or subscript as plain text. A digit may stand before it: 1st needs no sign, and 10² must not become 102.
fn script(tag: &Tag, text: &str, after_digit: bool) -> String {
    let shifted = |characters: &str| -> Option<String> {
        let digit = |character: char| characters.chars().nth(character.to_digit(10)? as usize);
        text.chars().map(digit).collect()
    };
    let is_ordinal = after_digit && text.chars().all(char::is_alphabetic);
    if text.is_empty() || is_ordinal && text.chars().count() > 1 {
        return text.to_owned();
    }
    match tag.name {
        // Every encoding has the squares and cubes, and few have the other digits.
        SUPERSCRIPT if text.chars().all(|digit| "123".contains(digit)) => {
            shifted("⁰¹²³⁴⁵⁶⁷⁸⁹").unwrap_or_else(|| format!("^{text}"))
        }
        SUPERSCRIPT => format!("^{text}"),
        _ => shifted("₀₁₂₃₄₅₆₇₈₉").unwrap_or_else(|| format!("_{text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_plain_text_keeps_the_meaning() {
        for (html, plain) in [
            ("10<sup>82</sup> atoms", "10^82 atoms"),
            ("10<sup>2</sup>", "10²"),
            ("H<sub>2</sub>O", "H₂O"),
            ("1<sup>st</sup> <i>Hamlet</i> &amp; more", "1st Hamlet & more"),
            ("x<sup>n</sup>", "x^n"),
            ("one<br>two", "one two"),
            ("Q & A <3", "Q & A <3"),
        ] {
            assert_eq!(read(html, false).text.plain(), plain, "{html}");
        }
    }

    #[test]
    fn the_normal_form_is_balanced_and_has_single_spaces() {
        for (html, styled) in [
            ("<em> a </em>b", Some("<i>a </i>b")),
            ("<b><i>x</b></i>", Some("<b><i>x</i></b>")),
            ("<i></i>plain", None),
            ("a <i>b", Some("a <i>b</i>")),
            ("a  <br> b<br>", Some("a<br>b")),
            ("&lt;i&gt; Q & A", None),
            ("<i>Q & A</i>", Some("<i>Q &amp; A</i>")),
        ] {
            let found = read(html, false).text;
            assert_eq!(found.has_markup().then(|| found.html()).as_deref(), styled, "{html}");
            assert_eq!(read(&found.html(), false).text, found, "{html}");
        }
        assert!(read("<span>a</span>", false).has_more && read("<i class='x'>a</i>", false).has_more);
        assert!(read("a  b", false).is_wide && !read(" a b ", false).is_wide);
    }

    #[test]
    fn hostile_markup_takes_linear_time() {
        const SIZE: usize = 1 << 20;
        let deep = format!("{}x", "<sup>".repeat(SIZE / 5));
        assert_eq!(plain_in_lines(&deep), format!("{}x", "^".repeat(DEEPEST)));
        assert!(read(&deep, false).has_more);
        let unclosed = "<b>".repeat(SIZE / 8) + &"</i>".repeat(SIZE / 8);
        assert!(!read(&unclosed, false).text.has_markup());
        let breaks = format!("a{}", "<i><br></i><b></b><br>".repeat(SIZE / 22));
        assert_eq!(read(&breaks, false).text.plain(), "a");
        let scripts = "1<sup>2</sup>".repeat(SIZE / 13);
        let mut scripts = read(&scripts, false).text;
        let plain = "1²".repeat(SIZE / 13);
        assert_eq!(scripts.plain(), plain);
        scripts.remove(Kind::Script);
        assert_eq!(scripts, RichText::from(&*plain));
        // A dropped tag does not close another.
        let deeper = format!("{}x{}y", "<i>".repeat(DEEPEST + 2), "</i>".repeat(DEEPEST + 2));
        assert!(read(&deeper, false).text.html().ends_with("</i>y"));
    }

    #[test]
    fn one_kind_of_markup_is_removed_at_a_time() {
        let all = "<def>A<sup>2</sup></def> <i>b</i><br>c";
        let without = |html: &str, kind: Kind| {
            let mut text = read(html, true).text;
            text.remove(kind);
            text.html()
        };
        assert_eq!(without(all, Kind::Style), "<def>A<sup>2</sup></def> b<br>c");
        assert_eq!(without(all, Kind::Definition), "A<sup>2</sup> <i>b</i><br>c");
        assert_eq!(without(all, Kind::Script), "<def>A²</def> <i>b</i> c");
        assert_eq!(without("<i>b</i>", Kind::Style), "b");
        assert_eq!(read(all, false).text.html(), "A<sup>2</sup> <i>b</i><br>c", "no def without leave");
    }
}
