//! Distinguishes a heading from a row with a mistake in it, where a grid may begin.
//!
//! The rule counts characters, so that a person can predict it. White space and `/` do not count. If at least half of the characters of a
//! line are glyphs, the line is a row. Otherwise it is a heading. Letters and digits count by the word: `xoxo` counts, but the x of `Box`
//! and the 1 of `No. 1` do not. A bare number or size (`12`, `#12`, `(12)`, `12.`, `7x7`, `11 × 11:`) is a [`Label`].

use super::glyphs::{Colour, Palette};
use super::lines::VARIATION_SELECTOR;

/// A line that only states the number or the size of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Number,
    Size,
}

pub(super) fn label(line: &str) -> Option<Label> {
    let line = line.trim();
    let line = line.strip_prefix(['#', '(']).unwrap_or(line);
    let line = line.strip_suffix(['.', ':', ')']).unwrap_or(line);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number(line) {
        return Some(Label::Number);
    }
    let (height, width) = line.split_once(['x', 'X', '×'])?;
    (is_number(height.trim_end()) && is_number(width.trim_start())).then_some(Label::Size)
}

/// Returns `true` if `line`, which is not a row, was meant as one: at least half of its characters are squares.
pub(super) fn is_faulty_row(line: &str, palette: &Palette) -> bool {
    let mut squares = 0;
    let mut characters = 0;
    let mut word = 0;
    let mut word_is_squares = true;
    // The space at the end ends the last word.
    for character in line.chars().chain([' ']) {
        if character.is_alphanumeric() {
            word += 1;
            word_is_squares &= is_plain_square(character, palette);
            continue;
        }
        characters += word;
        squares += if word_is_squares { word } else { 0 };
        (word, word_is_squares) = (0, true);
        if !character.is_whitespace() && character != '/' && character != VARIATION_SELECTOR {
            characters += 1;
            squares += usize::from(is_plain_square(character, palette));
        }
    }
    squares > 0 && 2 * squares >= characters
}

/// Returns `true` if `character` is definitely a square: not a 0 or 1 of unknown colour, and not a letter of a solution.
fn is_plain_square(character: char, palette: &Palette) -> bool {
    match palette.kind(character) {
        None | Some(Colour::Either) => false,
        Some(Colour::Black) => true,
        Some(Colour::White | Colour::Open) => !character.is_alphabetic() || is_letter_glyph(character),
    }
}

/// Returns `true` if `line` has a letter that is not also a glyph, so that it could be a word.
pub(super) fn has_letter(line: &str) -> bool {
    line.contains(|character: char| character.is_alphabetic() && !is_letter_glyph(character))
}

pub(super) fn has_letter_glyph(line: &str) -> bool {
    line.contains(is_letter_glyph)
}

pub(super) fn is_letter_glyph(character: char) -> bool {
    matches!(character, 'X' | 'x' | 'O' | 'o')
}
