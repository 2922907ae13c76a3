//! The names below the grids of a sheet, in letters of 5 × 7 dots as on a dot-matrix display.
//!
//! This module decides the size of the letters for every form of picture. A letter has one free column of dots beside it, and free rows of
//! dots above and below. The descenders of letters such as g take one row more. A dot is one pixel, or more if squares are large.
//!
//! Invariants:
//! - No name has more than [`MOST_LETTERS`] letters.
//! - No two columns of a sheet touch: the place of a grid is at least as wide as the longest name ([`Captions::room`]).

/// Maximum number of letters of a name. A longer name is cut in its middle.
pub const MOST_LETTERS: usize = 40;
/// The text in the place of the cut letters.
const CUT: &str = "...";
/// Number of pixels of a square for each pixel of a dot.
const SQUARE_TO_DOT: usize = 16;
/// Number of dots from one letter to the next.
const ADVANCE: usize = 6;
/// Number of dots from the grid to the top of the letters.
const ABOVE: usize = 3;
/// Height of a capital letter, in dots.
const CAPITAL: usize = 7;
/// Height of a caption in dots: the letters, the descenders, and the free rows above and below.
const HEIGHT: usize = ABOVE + CAPITAL + 3;

/// The names of a sheet's grids, in the order of the grids, and the size of their letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captions {
    names: Vec<String>,
    pixels: usize,
}

impl Captions {
    /// Returns the captions for these names on a sheet with `pixels` pixels a square.
    pub fn new(names: &[String], pixels: usize) -> Self {
        Captions { names: names.iter().map(|name| shortened(name)).collect(), pixels: pixels.max(1) }
    }

    /// Returns the name of grid `i`.
    pub fn name(&self, i: usize) -> Option<&str> {
        self.names.get(i).map(String::as_str)
    }

    /// Returns the number of pixels of a dot.
    pub fn dot(&self) -> usize {
        (self.pixels / SQUARE_TO_DOT).max(1)
    }

    /// Returns the height and the width of the names, in squares.
    pub fn room(&self) -> (usize, usize) {
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let squares = |dots: usize| (dots * self.dot()).div_ceil(self.pixels);
        (squares(HEIGHT), squares(longest * ADVANCE))
    }

    /// Returns the dots of a name. Each dot is its distance to the right of and below the grid's lower left corner.
    pub fn dots(name: &str) -> impl Iterator<Item = (usize, usize)> {
        name.chars().enumerate().flat_map(|(i, letter)| {
            let columns = shape(letter).into_iter().enumerate();
            columns.flat_map(move |(c, column)| {
                (0..8).filter(move |r| column >> r & 1 == 1).map(move |r| (i * ADVANCE + c, ABOVE + r))
            })
        })
    }

    /// Returns the width of a letter and the distance of its lower edge from the grid, both in squares.
    pub fn letter(&self) -> (f64, f64) {
        let squares = |dots: usize| (dots * self.dot()) as f64 / self.pixels as f64;
        (squares(ADVANCE), squares(ABOVE + CAPITAL))
    }
}

/// Returns the name, with its middle cut out if it is too long.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= MOST_LETTERS {
        return name.to_owned();
    }
    let kept = MOST_LETTERS - CUT.len();
    let (first, last) = (&letters[..kept / 2], &letters[letters.len() - kept.div_ceil(2)..]);
    first.iter().chain(CUT.chars().collect::<Vec<_>>().iter()).chain(last).collect()
}

/// Returns the columns of a letter from left to right, the lowest bit at the top. A character other than printable ASCII is a box.
fn shape(letter: char) -> [u8; 5] {
    let index = u32::from(letter).checked_sub(u32::from(' ')).map(|index| index as usize);
    index.and_then(|index| LETTERS.get(index)).copied().unwrap_or([0x7f, 0x41, 0x41, 0x41, 0x7f])
}

/// The shapes of printable ASCII, from the blank on.
const LETTERS: [[u8; 5]; 95] = [
    [0x00, 0x00, 0x00, 0x00, 0x00], // blank
    [0x00, 0x00, 0x5f, 0x00, 0x00], // !
    [0x00, 0x07, 0x00, 0x07, 0x00], // "
    [0x14, 0x7f, 0x14, 0x7f, 0x14], // #
    [0x24, 0x2a, 0x7f, 0x2a, 0x12], // $
    [0x23, 0x13, 0x08, 0x64, 0x62], // %
    [0x36, 0x49, 0x56, 0x20, 0x50], // &
    [0x00, 0x08, 0x07, 0x03, 0x00], // '
    [0x00, 0x1c, 0x22, 0x41, 0x00], // (
    [0x00, 0x41, 0x22, 0x1c, 0x00], // )
    [0x2a, 0x1c, 0x7f, 0x1c, 0x2a], // *
    [0x08, 0x08, 0x3e, 0x08, 0x08], // +
    [0x00, 0x80, 0x70, 0x30, 0x00], // ,
    [0x08, 0x08, 0x08, 0x08, 0x08], // -
    [0x00, 0x00, 0x60, 0x60, 0x00], // .
    [0x20, 0x10, 0x08, 0x04, 0x02], // /
    [0x3e, 0x51, 0x49, 0x45, 0x3e], // 0
    [0x00, 0x42, 0x7f, 0x40, 0x00], // 1
    [0x72, 0x49, 0x49, 0x49, 0x46], // 2
    [0x21, 0x41, 0x49, 0x4d, 0x33], // 3
    [0x18, 0x14, 0x12, 0x7f, 0x10], // 4
    [0x27, 0x45, 0x45, 0x45, 0x39], // 5
    [0x3c, 0x4a, 0x49, 0x49, 0x31], // 6
    [0x41, 0x21, 0x11, 0x09, 0x07], // 7
    [0x36, 0x49, 0x49, 0x49, 0x36], // 8
    [0x46, 0x49, 0x49, 0x29, 0x1e], // 9
    [0x00, 0x00, 0x14, 0x00, 0x00], // :
    [0x00, 0x40, 0x34, 0x00, 0x00], // ;
    [0x00, 0x08, 0x14, 0x22, 0x41], // <
    [0x14, 0x14, 0x14, 0x14, 0x14], // =
    [0x00, 0x41, 0x22, 0x14, 0x08], // >
    [0x02, 0x01, 0x59, 0x09, 0x06], // ?
    [0x3e, 0x41, 0x5d, 0x59, 0x4e], // @
    [0x7c, 0x12, 0x11, 0x12, 0x7c], // A
    [0x7f, 0x49, 0x49, 0x49, 0x36], // B
    [0x3e, 0x41, 0x41, 0x41, 0x22], // C
    [0x7f, 0x41, 0x41, 0x41, 0x3e], // D
    [0x7f, 0x49, 0x49, 0x49, 0x41], // E
    [0x7f, 0x09, 0x09, 0x09, 0x01], // F
    [0x3e, 0x41, 0x41, 0x51, 0x73], // G
    [0x7f, 0x08, 0x08, 0x08, 0x7f], // H
    [0x00, 0x41, 0x7f, 0x41, 0x00], // I
    [0x20, 0x40, 0x41, 0x3f, 0x01], // J
    [0x7f, 0x08, 0x14, 0x22, 0x41], // K
    [0x7f, 0x40, 0x40, 0x40, 0x40], // L
    [0x7f, 0x02, 0x1c, 0x02, 0x7f], // M
    [0x7f, 0x04, 0x08, 0x10, 0x7f], // N
    [0x3e, 0x41, 0x41, 0x41, 0x3e], // O
    [0x7f, 0x09, 0x09, 0x09, 0x06], // P
    [0x3e, 0x41, 0x51, 0x21, 0x5e], // Q
    [0x7f, 0x09, 0x19, 0x29, 0x46], // R
    [0x26, 0x49, 0x49, 0x49, 0x32], // S
    [0x03, 0x01, 0x7f, 0x01, 0x03], // T
    [0x3f, 0x40, 0x40, 0x40, 0x3f], // U
    [0x1f, 0x20, 0x40, 0x20, 0x1f], // V
    [0x3f, 0x40, 0x38, 0x40, 0x3f], // W
    [0x63, 0x14, 0x08, 0x14, 0x63], // X
    [0x03, 0x04, 0x78, 0x04, 0x03], // Y
    [0x61, 0x59, 0x49, 0x4d, 0x43], // Z
    [0x00, 0x7f, 0x41, 0x41, 0x41], // [
    [0x02, 0x04, 0x08, 0x10, 0x20], // \
    [0x00, 0x41, 0x41, 0x41, 0x7f], // ]
    [0x04, 0x02, 0x01, 0x02, 0x04], // ^
    [0x40, 0x40, 0x40, 0x40, 0x40], // _
    [0x00, 0x03, 0x07, 0x08, 0x00], // `
    [0x20, 0x54, 0x54, 0x78, 0x40], // a
    [0x7f, 0x28, 0x44, 0x44, 0x38], // b
    [0x38, 0x44, 0x44, 0x44, 0x28], // c
    [0x38, 0x44, 0x44, 0x28, 0x7f], // d
    [0x38, 0x54, 0x54, 0x54, 0x18], // e
    [0x00, 0x08, 0x7e, 0x09, 0x02], // f
    [0x18, 0xa4, 0xa4, 0x9c, 0x78], // g
    [0x7f, 0x08, 0x04, 0x04, 0x78], // h
    [0x00, 0x44, 0x7d, 0x40, 0x00], // i
    [0x20, 0x40, 0x40, 0x3d, 0x00], // j
    [0x7f, 0x10, 0x28, 0x44, 0x00], // k
    [0x00, 0x41, 0x7f, 0x40, 0x00], // l
    [0x7c, 0x04, 0x78, 0x04, 0x78], // m
    [0x7c, 0x08, 0x04, 0x04, 0x78], // n
    [0x38, 0x44, 0x44, 0x44, 0x38], // o
    [0xfc, 0x18, 0x24, 0x24, 0x18], // p
    [0x18, 0x24, 0x24, 0x18, 0xfc], // q
    [0x7c, 0x08, 0x04, 0x04, 0x08], // r
    [0x48, 0x54, 0x54, 0x54, 0x24], // s
    [0x04, 0x04, 0x3f, 0x44, 0x24], // t
    [0x3c, 0x40, 0x40, 0x20, 0x7c], // u
    [0x1c, 0x20, 0x40, 0x20, 0x1c], // v
    [0x3c, 0x40, 0x30, 0x40, 0x3c], // w
    [0x44, 0x28, 0x10, 0x28, 0x44], // x
    [0x4c, 0x90, 0x90, 0x90, 0x7c], // y
    [0x44, 0x64, 0x54, 0x4c, 0x44], // z
    [0x00, 0x08, 0x36, 0x41, 0x00], // {
    [0x00, 0x00, 0x77, 0x00, 0x00], // |
    [0x00, 0x41, 0x36, 0x08, 0x00], // }
    [0x02, 0x01, 0x02, 0x04, 0x02], // ~
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a name as rows of dots.
    fn drawn(name: &str) -> Vec<String> {
        let dots: Vec<_> = Captions::dots(name).collect();
        let dot = |c, r| if dots.contains(&(c, r)) { '#' } else { ' ' };
        let row = |r| (0..name.chars().count() * ADVANCE).map(|c| dot(c, r)).collect::<String>();
        (ABOVE..ABOVE + 8).map(|r| row(r).trim_end().to_owned()).collect()
    }

    #[test]
    fn letters_look_like_letters() {
        assert_eq!(
            drawn("Lé"),
            [
                "#     #####",
                "#     #   #",
                "#     #   #",
                "#     #   #",
                "#     #   #",
                "#     #   #",
                "##### #####",
                ""
            ]
        );
        let jumbled = drawn("gT");
        assert!(jumbled[0].ends_with("#####"), "{jumbled:?}");
        assert!(!jumbled[7].is_empty(), "a g reaches below the line: {jumbled:?}");
    }

    #[test]
    fn a_long_name_loses_its_middle() {
        let long = format!("{}.puz", "monday".repeat(20));
        let short = shortened(&long);
        assert_eq!(short.chars().count(), MOST_LETTERS);
        assert!(short.starts_with("mondaymonday") && short.contains("...") && short.ends_with("monday.puz"), "{short}");
        assert_eq!(shortened("monday.puz"), "monday.puz");
    }

    #[test]
    fn the_room_is_enough_for_the_longest_name() {
        let names = ["monday.puz".to_owned(), "tue.puz".to_owned()];
        let captions = Captions::new(&names, 8);
        assert_eq!((captions.dot(), captions.room()), (1, (2, 8)));
        assert_eq!(Captions::new(&names, 32).dot(), 2);
        assert_eq!((captions.name(1), captions.name(2)), (Some("tue.puz"), None));
    }
}
