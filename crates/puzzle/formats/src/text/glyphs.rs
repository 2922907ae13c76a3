//! The glyphs: characters that represent squares, and those that a file uses.
//!
//! A new [`Palette`] accepts all characters that can be squares. It fixes the file's only black and only white glyph, square by square.
//! Upper and lower case are one glyph. A second glyph of one colour, or a 0 or 1 of unknown colour, is rejected with the advice to name the
//! black one. X and O are also letters. Reading them as glyphs is a guess, which [`Palette::guess`] reports, unless the black glyph is
//! named.
//!
//! Invariant: `table` maps a byte to 0 or 1 (black or white) exactly when the byte is an ASCII glyph with a fixed colour. So rows of such
//! bytes need only the table.

use super::super::fault::Fault;
use super::Options;
use gridcheck_core::grid::MAX_SIZE;

/// The possible colours of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Black,
    White,
    /// 0 and 1, which different people use for different colours.
    Either,
    Open,
}

/// The glyphs that a file has used so far.
#[derive(Debug, Clone)]
pub(super) struct Palette {
    /// The black glyph, if the caller has named it. Every other glyph is then white, and every other letter a letter.
    given: Option<char>,
    /// The only white glyph, if the caller has named it beside the black one.
    given_white: Option<char>,
    /// `true` for a partial grid, whose squares may be open.
    partial: bool,
    /// `true` if the caller cannot name a glyph, as for a partial grid.
    unnameable: bool,
    black: Option<Glyph>,
    white: Option<Glyph>,
    table: [u8; 256],
}

/// A glyph and the line of its first use. The line is 0 if the glyph was named and has not occurred.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    character: char,
    line: usize,
}

impl Glyph {
    fn is(self, character: char) -> bool {
        self.character.eq_ignore_ascii_case(&character)
    }

    fn shown(self) -> String {
        if self.character == ' ' { "a space".to_owned() } else { self.character.to_string() }
    }
}

const NO_SQUARE: u8 = 2;

/// Black characters beside which people write white squares as spaces.
const BESIDE_SPACES: [char; 2] = ['█', '▓'];

/// Returns the meaning of a character if the black glyph is not named.
fn listed(character: char) -> Option<Colour> {
    match character {
        '#' | 'X' | 'x' | '█' | '⬛' | '■' | '▓' => Some(Colour::Black),
        '.' | '-' | '_' | '⬜' | '□' | '░' | 'O' | 'o' => Some(Colour::White),
        '0' | '1' => Some(Colour::Either),
        '?' => Some(Colour::Open),
        _ => None,
    }
}

impl Palette {
    pub(super) fn new(options: Options, partial: bool) -> Self {
        let given = options.black;
        let black = given.map(|character| Glyph { character, line: 0 });
        let given_white = options.white.filter(|_| given.is_some());
        let unnameable = partial || options.unnameable;
        let mut palette =
            Palette { given, given_white, partial, unnameable, black, white: None, table: [NO_SQUARE; 256] };
        palette.update_table();
        palette
    }

    pub(super) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    pub(super) fn is_partial(&self) -> bool {
        self.partial
    }

    /// Returns the colour of `character`, or `None` if it cannot be a square. `character` is not a space.
    pub(super) fn kind(&self, character: char) -> Option<Colour> {
        let Some(given) = self.given else { return listed(character) };
        if given.eq_ignore_ascii_case(&character) {
            Some(Colour::Black)
        } else if self.is_given_white(character) || character.is_alphabetic() {
            Some(Colour::White)
        } else if character == '?' {
            Some(Colour::Open)
        } else {
            listed(character).filter(|_| self.given_white.is_none()).map(|_| Colour::White)
        }
    }

    fn is_given_white(&self, character: char) -> bool {
        self.given_white.is_some_and(|white| white.eq_ignore_ascii_case(&character))
    }

    /// Returns `true` if `character` is a letter of a solution. The black glyph has been named.
    pub(super) fn is_letter(&self, character: char) -> bool {
        character.is_alphabetic() && !self.is_black(character) && !self.is_given_white(character)
    }

    /// Reports the letters that were read as glyphs without having been named, and how to name them.
    pub(super) fn guess(&self) -> Option<String> {
        let letter = |glyph: Option<Glyph>| glyph.map(|glyph| glyph.character).filter(|glyph| glyph.is_alphabetic());
        let (taken, named) = match (letter(self.black), letter(self.white)) {
            _ if self.is_given() => return None,
            (None, None) => return None,
            (Some(black), None) => (format!("{black} is taken for black"), format!("--black {black}")),
            (Some(black), Some(white)) => (
                format!("{black} is taken for black and {white} for white"),
                format!("--black {black} --white {white}"),
            ),
            (None, Some(white)) => {
                let black = self.black.map_or('#', |black| black.character);
                (format!("{white} is taken for white"), format!("--black {black} --white {white}"))
            }
        };
        let advice = if self.unnameable { "write # and . instead".to_owned() } else { format!("{named} confirms it") };
        Some(format!("{taken}, not for a letter: {advice}"))
    }

    pub(super) fn is_black(&self, character: char) -> bool {
        self.black.is_some_and(|black| black.is(character))
    }

    /// Returns `true` if `character` can be a square of definite colour.
    pub(super) fn is_square(&self, character: char) -> bool {
        self.kind(character).is_some_and(|kind| kind != Colour::Either)
    }

    /// Returns `true` if spaces are white squares, according to the file so far and `line`. They are white beside a solid black glyph,
    /// unless white has another glyph.
    pub(super) fn spaces_are_white(&self, line: &str) -> bool {
        match (self.white, self.black) {
            _ if self.given_white.is_some() => false,
            (Some(_), _) => self.has_white_spaces(),
            (None, Some(black)) if !BESIDE_SPACES.contains(&black.character) => false,
            (None, None) if !line.contains(BESIDE_SPACES) => false,
            _ => !line.chars().any(|character| self.kind(character) == Some(Colour::White)),
        }
    }

    /// Returns `true` if the file writes its white squares as spaces.
    pub(super) fn has_white_spaces(&self) -> bool {
        self.white.is_some_and(|white| white.character == ' ')
    }

    /// Returns `true` if only spaces have occurred, so that they may still turn out to be white squares.
    pub(super) fn is_blank(&self) -> bool {
        self.black.is_none() && self.white.is_none()
    }

    /// Records `character` as a square on `line`. Returns `Some(true)` for white and `None` for open. An error is in the `column`.
    pub(super) fn take(
        &mut self,
        character: char,
        line: usize,
        column: impl FnOnce() -> usize,
    ) -> Result<Option<bool>, Fault> {
        let seen = Glyph { character, line };
        let is_white = match self.kind(character) {
            _ if character == ' ' => true,
            Some(Colour::White) => true,
            Some(Colour::Black) => false,
            Some(Colour::Open) => return Ok(None),
            Some(Colour::Either) | None => return Err(Fault::at(line, column(), self.which_is_black(character))),
        };
        let known = if is_white { &mut self.white } else { &mut self.black };
        match *known {
            None => {
                *known = Some(seen);
                self.update_table();
            }
            Some(first) if first.is(character) => {}
            // Beside a named black glyph, white may have several glyphs.
            Some(first) if is_white && self.given.is_some() && first.character != ' ' && character != ' ' => {}
            Some(first) => return Err(Fault::at(line, column(), self.two_glyphs(first, character))),
        }
        Ok(Some(is_white))
    }

    /// Returns the message for a glyph of unknown colour.
    pub(super) fn which_is_black(&self, character: char) -> String {
        let (one, other) = match self.black {
            Some(black) => (black.character, character),
            None if matches!(character, '0' | '1') => ('0', '1'),
            None => (character, '#'),
        };
        format!("{character:?} may be black or white: {}", self.advice(one, other))
    }

    fn two_glyphs(&self, first: Glyph, second: char) -> String {
        let line = first.line;
        if first.character == ' ' || second == ' ' {
            return format!("{second:?} and {:?} (line {line}) are both used for white squares", first.character);
        }
        let first = first.character;
        format!("{second:?} and {first:?} (line {line}) in one file: {}", self.advice(first, second))
    }

    fn advice(&self, one: char, other: char) -> String {
        if self.partial {
            "expected # for black, . for white, ? for open".to_owned()
        } else if self.unnameable {
            "expected # for black, . for white".to_owned()
        } else {
            format!("which is black? say --black {one} or --black {other}")
        }
    }

    /// Returns the message for a letter that is in no word of letters.
    pub(super) fn lone_letter(&self, letter: char) -> String {
        let black = self.black.map_or('#', |black| black.character);
        let named = if self.unnameable { String::new() } else { format!(", or with --black {black}") };
        format!("{}; a letter is white in a word of letters{named}", self.no_square(letter))
    }

    pub(super) fn no_square(&self, character: char) -> String {
        let (black, white) = match (self.black, self.white) {
            (Some(black), _) if self.is_given() => {
                let white = self.given_white.map_or_else(|| "any other glyph".to_owned(), String::from);
                (black.shown(), format!("{white} or a letter"))
            }
            (Some(black), Some(white)) => (black.shown(), white.shown()),
            _ => ("# or X".to_owned(), ". or -".to_owned()),
        };
        format!("{character:?} is not a square: expected {black} for black, {white} for white")
    }

    /// Reads a row of only fixed ASCII glyphs: bit `c` is set if column `c` is white.
    pub(super) fn quick_row(&self, line: &[u8]) -> Option<u64> {
        if line.is_empty() || line.len() > MAX_SIZE {
            return None;
        }
        let mut row = 0;
        let mut all = 0;
        for (c, &byte) in line.iter().enumerate() {
            let colour = self.table[usize::from(byte)];
            all |= colour;
            row |= u64::from(colour & 1) << c;
        }
        (all & NO_SQUARE == 0).then_some(row)
    }

    fn update_table(&mut self) {
        for byte in 0..128_u8 {
            let character = char::from(byte);
            let is_white = self.white.is_some_and(|white| {
                white.character != ' '
                    && (white.is(character) || self.given.is_some() && self.kind(character) == Some(Colour::White))
            });
            self.table[usize::from(byte)] = match is_white {
                _ if self.is_black(character) => 0,
                true => 1,
                false => NO_SQUARE,
            };
        }
    }
}
