//! The names below the grids of a sheet.
//!
//! This module decides the size of the letters for every form of picture. The unit is a dot, which is one pixel, or more if squares are
//! large. All letters are equally wide.
//!
//! Invariants:
//! - No name has more than [`MAX_LETTERS`] letters.
//! - No two columns of a sheet touch: the place of a grid is at least as wide as the longest name ([`Captions::room`]).

/// Maximum number of letters of a name. A longer name is cut in its middle.
pub const MAX_LETTERS: usize = 40;
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

    /// Returns the width of a letter and the distance of its lower edge from the grid, both in squares.
    pub fn letter(&self) -> (f64, f64) {
        let squares = |dots: usize| (dots * self.dot()) as f64 / self.pixels as f64;
        (squares(ADVANCE), squares(ABOVE + CAPITAL))
    }
}

/// Returns the name, with its middle cut out if it is too long.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= MAX_LETTERS {
        return name.to_owned();
    }
    let kept = MAX_LETTERS - CUT.len();
    let (first, last) = (&letters[..kept / 2], &letters[letters.len() - kept.div_ceil(2)..]);
    first.iter().chain(CUT.chars().collect::<Vec<_>>().iter()).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_loses_its_middle() {
        let long = format!("{}.puz", "monday".repeat(20));
        let short = shortened(&long);
        assert_eq!(short.chars().count(), MAX_LETTERS);
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
