//! Plain text in formats whose texts are HTML.
//!
//! Reading removes tags and replaces every entity by its character. `<br>` and paragraphs become line breaks. A `<` that begins no tag and
//! a `&` that begins no entity are kept, because people type both. Writing replaces each `<` and `&` that may begin markup, here or in a
//! browser, by an entity. So the text reads back unchanged, and a browser shows it as one text.
//!
//! Source: WHATWG, "HTML", section "Tokenization" (a living standard).

use std::fmt::Write as _;

use super::rich_text;

/// Upper bound for the length of an entity's name.
const MAX_ENTITY: usize = 10;

/// Entities for markup and for typographical characters, with their characters in the same order.
const ENTITIES: [(&str, &str); 3] = [
    ("amp lt gt quot apos", "&<>\"'"),
    ("lsquo rsquo ldquo rdquo sbquo bdquo", "‘’“”‚„"),
    ("ndash mdash hellip euro bull", "–—…€•"),
];

/// Entities of Latin-1 from U+00A0 on, as in HTML 4.
const LATIN1: &str = "\
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
    eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// Entities that browsers know without a semicolon too, beside those of Latin-1.
const OLD: [&str; 4] = ["amp", "lt", "gt", "quot"];

/// Elements that begin a new line.
const BREAKING: [&str; 5] = ["br", "p", "div", "li", "ul"];

/// A part of an HTML text.
pub(super) enum Token<'t> {
    /// Plain characters, in which entities are replaced.
    Text(&'t str),
    /// The beginning or the end of an element that begins a new line.
    Break,
    /// Another tag, or a comment, which has the name `!--`.
    Tag { name: &'t str, is_end: bool, attributes: &'t str },
}

/// Returns a text without its markup, and `true` if some markup changed its appearance. `<br>` and the like are line breaks.
pub(super) fn plain(html: &str) -> (String, bool) {
    let mut styled = false;
    each(html, |token| styled |= matches!(token, Token::Tag { .. }));
    (rich_text::plain_in_lines(html), styled)
}

/// Returns a text in which entities are replaced by characters.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = entity(rest).unwrap_or(('&', 1));
        plain.push(character);
        rest = &rest[length..];
    }
    plain + rest
}

/// Calls `take` with every part of an HTML text, in order.
pub(super) fn each(html: &str, mut take: impl FnMut(Token)) {
    let mut rest = html;
    // The search for the end of every comment would take quadratic time if many comments have none.
    let last_end = html.rfind("-->");
    while let Some(at) = rest.find(['<', '&']) {
        if at > 0 {
            take(Token::Text(&rest[..at]));
        }
        rest = &rest[at..];
        let is_closed = last_end > Some(html.len() - rest.len());
        if let Some((name, length)) = tag(rest, is_closed) {
            if BREAKING.contains(&name.as_str()) {
                take(Token::Break);
            } else {
                let is_end = rest.starts_with("</");
                let inner = rest[1 + usize::from(is_end)..length - 1].trim_end_matches('/');
                let attributes = inner.get(name.len()..).unwrap_or_default().trim();
                take(Token::Tag { name: &name, is_end, attributes });
            }
            rest = &rest[length..];
        } else if let Some((character, length)) = entity(rest) {
            take(Token::Text(character.encode_utf8(&mut [0; 4])));
            rest = &rest[length..];
        } else {
            take(Token::Text(&rest[..1]));
            rest = &rest[1..];
        }
    }
    if !rest.is_empty() {
        take(Token::Text(rest));
    }
}

/// Returns the lower-case name and the length of the tag or comment at the start of a text. `is_closed` is `true` if the end of a comment
/// follows.
fn tag(text: &str, is_closed: bool) -> Option<(String, usize)> {
    let inner = text.strip_prefix('<')?;
    if inner.starts_with("!--") {
        let end = if is_closed { inner.find("-->")? } else { return None };
        return Some(("!--".to_owned(), 1 + end + 3));
    }
    let begins = inner.strip_prefix('/').unwrap_or(inner);
    let name: String = begins.chars().take_while(|&character| is_in_name(character)).collect();
    if !is_tag(&name) {
        return None;
    }
    // The end of the tag or an attribute follows the name. "<b4" and "<you" in a sentence are not tags.
    let after = &begins[name.len()..];
    let end = after.find(['<', '>'])?;
    let is_tag = after[end..].starts_with('>') && (end == 0 || after.starts_with([' ', '/', '\n', '\t', '\r']));
    is_tag.then(|| (name.to_ascii_lowercase(), text.len() - after.len() + end + 1))
}

/// Returns `true` if a text can be the name of a tag, such as `i`, `h1` or `x-y`.
pub(super) fn is_tag(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.chars().all(is_in_name)
}

fn is_in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-:".contains(character)
}

/// Returns the character and the length of the entity at the start of a text. Numbers and old names need no semicolon: `&copy 2026`.
fn entity(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix('&')?;
    let is_in_entity = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let length = inner.bytes().take(MAX_ENTITY + 1).take_while(is_in_entity).count();
    let (name, after) = inner.split_at(length);
    let ends = after.starts_with(';');
    let character = match name.strip_prefix('#') {
        _ if length > MAX_ENTITY || !ends && (!is_old(name) || after.starts_with('=')) => return None,
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
        None => named(name)?,
    };
    Some((character, 1 + length + usize::from(ends)))
}

/// Returns `true` if browsers know an entity without a semicolon too.
fn is_old(name: &str) -> bool {
    name.starts_with('#') || OLD.contains(&name) || LATIN1.split_ascii_whitespace().any(|known| known == name)
}

fn named(name: &str) -> Option<char> {
    let known = ENTITIES.into_iter().flat_map(|(names, characters)| names.split(' ').zip(characters.chars()));
    let latin1 = LATIN1.split_ascii_whitespace().zip('\u{A0}'..='\u{FF}');
    known.chain(latin1).find(|(known, _)| *known == name).map(|(_, character)| character)
}

/// Returns a plain text as HTML. The characters in `also` become entities too. A `&` or `<` stays if it begins markup for no browser.
pub(super) fn escaped(text: &str, also: &str) -> String {
    escaped_where(text, |at, character| {
        let may_begin =
            |others: &str| text[at + 1..].starts_with(|next: char| next.is_ascii_alphabetic() || others.contains(next));
        also.contains(character) || character == '&' && may_begin("#") || character == '<' && may_begin("/!?")
    })
}

/// Returns a plain text as HTML and XML, in which every character of markup is an entity.
pub(super) fn escaped_strictly(text: &str) -> String {
    escaped_where(text, |_, character| "&<>".contains(character))
}

/// Returns a plain text as the value of an attribute of XML.
pub(super) fn escaped_in_attribute(text: &str) -> String {
    escaped_where(text, |_, character| "&<>\"".contains(character))
}

fn escaped_where(text: &str, is_escaped: impl Fn(usize, char) -> bool) -> String {
    let mut html = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            _ if !is_escaped(at, character) => html.push(character),
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            // Writing to a String cannot fail.
            _ => {
                let _ = write!(html, "&#{};", u32::from(character));
            }
        }
    }
    html
}

pub(super) fn escaped_lines(text: &str) -> String {
    escaped(text, "").replace('\n', "<br>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_tags_decodes_entities_and_reports_styling() {
        let cases = [
            ("plain", "plain", false),
            ("<i>Hamlet</i>, say", "Hamlet, say", true),
            ("one<br />two<BR>three", "one\ntwo\nthree", false),
            ("<span class=\"a\">x</span>", "x", true),
            ("Q &amp; A &lt;grid&gt; &#945;&#x3B2;&nbsp;&eacute;", "Q & A <grid> αβ\u{A0}é", false),
            ("Q & A; 3 < 4 > 2 <3", "Q & A; 3 < 4 > 2 <3", false),
            ("a <!-- no --> b", "a  b", true),
            ("less <than", "less <than", false),
            ("&yuml;&szlig;&copy;&mdash;", "ÿß©—", false),
            ("&;&#;&#xZZ;&nosuch;", "&;&#;&#xZZ;&nosuch;", false),
            ("&copy 2026; &amp &#38 a&lt", "© 2026; & & a<", false),
            ("law&ethics &copyz &mdash &copy= AT&T", "law&ethics &copyz &mdash &copy= AT&T", false),
            ("<x-y onfocus=alert(1)>a</x-y> <o:p>b</o:p> <@c> <d@e.f>", "a b <@c> <d@e.f>", true),
        ];
        for (html, text, styled) in cases {
            assert_eq!(plain(html), (text.to_owned(), styled), "{html}");
        }
    }

    #[test]
    fn many_comments_without_an_end_take_linear_time() {
        let html = "<!--".repeat(1 << 20);
        assert_eq!(plain(&html), (html.clone(), false));
        assert_eq!(plain(&format!("{html}-->a<!-- b")), ("a<!-- b".to_owned(), true));
        let text = format!("{html}-->");
        assert_eq!(plain(&escaped(&text, "")), (text, false));
    }

    #[test]
    fn escaped_text_reads_back_unchanged() {
        for text in ["plain", "<i>no tag</i>", "&amp; & &#38;", "3 < 4 & 5 > 2", "<br>", "α ⚔"] {
            assert_eq!(plain(&escaped(text, "α")), (text.to_owned(), false));
            assert_eq!(unescaped(&escaped_strictly(text)), text);
        }
        // What begins no markup stays as people type it.
        assert_eq!(escaped("Q & A, 3 < 4, &4, <3, a &", ""), "Q & A, 3 < 4, &4, <3, a &");
    }
}
