//! Telling a heading from a row with a mistake in it, where a grid may begin.
//!
//! The rule is weighed by counting, so that a person can predict it: a line at least half of whose characters (white space
//! and `/` aside) are glyphs was meant as a row, and any other line is a heading. Letters and digits count by the word:
//! `xoxo` counts, but neither the x of `Box` nor the 1 of `No. 1` is taken for a square. A bare number or size (`12`, `#12`,
//! `(12)`, `12.`, `7x7`, `11 × 11:`) is a [`Label`].

use super::glyphs::{Colour, Palette};
use super::lines::VARIATION_SELECTOR;

/// A line that only numbers a grid or says how large it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Number,
    Size,
}

/// What `line` says if it is a label.
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

/// Whether `line`, which is no row, was meant as one: at least half of it are squares.
pub(super) fn is_faulty_row(line: &str, palette: &Palette) -> bool {
    let mut squares = 0;
    let mut characters = 0;
    let mut word = 0;
    let mut word_is_squares = true;
    // The space at the end closes a last word.
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

/// Whether `character` is a square for sure: neither a 0 or 1 of unknown colour nor a letter of a solution.
fn is_plain_square(character: char, palette: &Palette) -> bool {
    match palette.kind(character) {
        None | Some(Colour::Either) => false,
        Some(Colour::Black) => true,
        Some(Colour::White | Colour::Open) => !character.is_alphabetic() || is_letter_glyph(character),
    }
}

/// Whether `line` has a letter that is not a glyph by itself, so that it could be a word.
pub(super) fn has_letter(line: &str) -> bool {
    line.contains(|character: char| character.is_alphabetic() && !is_letter_glyph(character))
}

/// Whether `line` has a letter that is a glyph by itself.
pub(super) fn has_letter_glyph(line: &str) -> bool {
    line.contains(is_letter_glyph)
}

/// Whether a letter is a glyph by itself.
pub(super) fn is_letter_glyph(character: char) -> bool {
    matches!(character, 'X' | 'x' | 'O' | 'o')
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    #[test]
    fn labels() {
        for number in ["1", "12", "#12", "(3)", "4.", "10:", " 5) "] {
            assert_eq!(label(number), Some(Label::Number), "{number}");
        }
        for size in ["7x7", "11x11", "15 X 15", "11 × 11:"] {
            assert_eq!(label(size), Some(Label::Size), "{size}");
        }
        for other in ["", "#", "x", "7x", "x7", "1.1", "..#", "Grid 12:", "7x7x7"] {
            assert_eq!(label(other), None, "{other}");
        }
    }

    #[test]
    fn half_squares_make_a_faulty_row() {
        let palette = Palette::new(Options::default(), false);
        for row in ["..a#", ". a #", "xo.axo", "a#", "⬛⬜\u{FE0F}a", "##/#a"] {
            assert!(is_faulty_row(row, &palette), "{row}");
        }
        for heading in
            ["There are 346 valid 7x7 grids", "- Assuming minimum word length of 3.", "Oxford", "No. 1", "", "//"]
        {
            assert!(!is_faulty_row(heading, &palette), "{heading}");
        }
        let solution = Palette::new(Options { black: Some('.'), white: None }, false);
        assert!(!is_faulty_row("by George Ho", &solution));
        assert!(is_faulty_row("#- 3 ##", &solution));
    }
}
