//! Lists of grids as plain text, in the forms that people use, read one grid at a time in constant memory.
//!
//! # Squares
//! Black is `#`, `X`, `█`, `⬛`, `■` or `▓`. White is `.`, `-`, `_`, `⬜`, `□`, `░` or `O`. Upper and lower case are equal. Beside `█` and
//! `▓` white may also be a space.
//!
//! A file uses one glyph for each colour. A file with several is rejected until [`Options::black`] names the black one. The same holds for
//! 0 and 1, which people use in both ways. If black is named, every other glyph is white, including 0 and 1. Every other letter is then
//! a letter, including O and X. The option [`Options::white`] names the only white glyph beside it.
//!
//! If black is not named, letters can be white as words of a solution, beside a black glyph that is not a letter. The module [`letters`]
//! states the conditions. The notes ([`Reader::notes`]) report an O or X that was read as a glyph without being named.
//!
//! Single spaces may separate squares, in all rows of a grid or in none. `?` is an open square, which only [`read_givens`] accepts. A byte
//! order mark, CRLF, a U+FE0F after an emoji, and white space around a row are ignored. The columns of faults do not count a U+FE0F.
//!
//! # Grids
//! - Rows one below the other, with a blank line (or the end) after the last.
//! - A whole grid on a line, the rows joined by `/`. Blank lines are not needed.
//! - A whole grid on a line as a JSON object, `{"rows": ["..#", "..."]}`. Other keys are ignored.
//!
//! If white squares are spaces, a line of spaces is a row and only an empty line is a blank one.
//!
//! # Headings
//! Inside a grid every line is a row, and a character that is not a square is rejected. Where a grid may begin, a line that is not a row is
//! a heading if
//! - it is only a number or a size, such as `12`, `#12`, `12.` or `7x7`; or
//! - fewer than half of its characters are squares. White space and `/` do not count, and letters and digits count by the word.
//!
//! Otherwise it is a row with a mistake in it, and is rejected. Three other cases are rejected because they may have been meant as rows:
//! - a heading without a space, directly above a grid of the same width;
//! - a word directly above a grid of letters;
//! - two consecutive lines of only 0 and 1, if the black glyph is not named.
//!
//! If the black glyph is named, a single word between blank lines is a heading, although its letters could be white squares.
//!
//! # Limits
//! A grid has at most 64 rows and 64 columns. A line has at most 65,536 bytes. At most 1,000 lines lie between two grids, so an endless
//! stream of other lines soon ends in an error.

mod block;
mod blocks;
mod glyphs;
mod heading;
mod json;
mod letters;
pub mod lines;
mod row;

use std::io::BufRead;

use block::Block;
use blocks::Blocks;
use letters::NO_LETTER;

use super::fault::Fault;
use super::puzzle::{Puzzle, capital};

use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Givens;

/// The options for reading a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The black glyph. Every other glyph and letter is then white. [`glyph`] reads it.
    pub black: Option<char>,
    /// The only white glyph beside a named black one. It is ignored without `black`.
    pub white: Option<char>,
}

/// A grid and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundGrid {
    /// The grid.
    pub grid: Grid,
    /// The line of its first row, from 1.
    pub line: usize,
    /// The letters of its squares, row by row, with a space for no letter. The list is empty if there are none.
    pub letters: Vec<char>,
}

impl FoundGrid {
    /// Returns the grid as a puzzle, with its letters.
    pub fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::of(self.grid.clone());
        for (square, letter) in puzzle.letters.iter_mut().zip(&self.letters).filter(|(_, letter)| **letter != NO_LETTER)
        {
            *square = capital(&letter.to_string());
        }
        puzzle
    }
}

/// An iterator over the grids of a text, in order. It ends after the first error. A text without a grid is an error.
///
/// ```
/// use gridcheck_formats::text::{Options, Reader};
///
/// let list = "Two grids\n\n#.\n..\n\n#./.#\n";
/// let grids = Reader::new(list.as_bytes(), Options::default()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(grids[1].grid, "#./.#".parse()?);
/// assert_eq!((grids[0].line, grids[1].line), (3, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R> {
    blocks: Blocks<R>,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Returns a reader of `input`. Its first line counts as line 1.
    pub fn new(input: R, options: Options) -> Self {
        Reader { blocks: Blocks::new(input, options, false), over: false }
    }

    /// Returns notes for the user on how the grids so far were read, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        self.blocks.notes()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<FoundGrid, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let found = self.blocks.next().transpose();
        self.over = !matches!(found, Some(Ok(_)));
        found.map(|block| {
            block.map(|Block { line, width, white, letters, .. }| {
                let grid = Grid::from_rows(width, &white).expect("a block has 1 to 64 rows and columns");
                FoundGrid { grid, line, letters }
            })
        })
    }
}

/// Reads a text that holds exactly one grid, in which `?` is a square of open colour. Returns also the notes of [`Reader::notes`].
///
/// # Errors
/// Returns the first fault of the text, or an error for a second grid.
///
/// # Panics
/// Never: a text without a grid is an error.
pub fn read_givens(input: impl BufRead) -> Result<(Givens, Vec<String>), Fault> {
    let mut blocks = Blocks::new(input, Options::default(), true);
    let block = blocks.next()?.expect("a text without a grid is an error");
    if let Some(second) = blocks.next()? {
        return Err(Fault::at(second.line, 1, "a second grid: expected one"));
    }
    let mut givens = Givens::open(block.white.len(), block.width);
    for (r, (white, open)) in block.white.iter().zip(&block.open).enumerate() {
        for c in (0..block.width).filter(|c| open >> c & 1 == 0) {
            givens.fix(r, c, white >> c & 1 == 1);
        }
    }
    Ok((givens, blocks.notes()))
}

/// Reads a glyph that a user names: one character, optionally followed by a U+FE0F as in emoji.
///
/// # Errors
/// Returns a message if the text is not one character, or if the character cannot represent a square.
pub fn glyph(name: &str) -> Result<char, String> {
    let mut characters = name.strip_suffix(lines::VARIATION_SELECTOR).unwrap_or(name).chars();
    match (characters.next(), characters.next()) {
        (Some(glyph), None) if !glyph.is_whitespace() && !glyph.is_control() && glyph != '/' && glyph != '{' => {
            Ok(glyph)
        }
        (Some(_), None) => Err(format!("{name:?} cannot stand for a square")),
        _ => Err(format!("{name:?}: expected one character")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the grids as one line each, with their line numbers, or the error.
    fn read_with(text: &str, black: Option<char>) -> Result<Vec<(usize, String)>, String> {
        Reader::new(text.as_bytes(), Options { black, white: None })
            .map(|found| found.map(|found| (found.line, found.grid.one_line())).map_err(|error| error.to_string()))
            .collect()
    }

    fn read(text: &str) -> Vec<(usize, String)> {
        read_with(text, None).unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    fn grids(text: &str) -> Vec<String> {
        read(text).into_iter().map(|(_, grid)| grid).collect()
    }

    fn refused(text: &str) -> String {
        match read_with(text, None) {
            Ok(grids) => panic!("{text:?}: {grids:?}"),
            Err(error) => error,
        }
    }

    #[test]
    fn every_pair_of_glyphs_reads_alike() {
        for black in "#Xx█⬛■▓".chars() {
            for white in ".-_⬜□░Oo".chars() {
                let text = format!("{black}{white}{white}\n{white}{white}{black}\n");
                assert_eq!(grids(&text), ["#../..#"], "{text}");
            }
        }
        assert_eq!(grids("xO\noX"), ["#./.#"]);
        assert_eq!(grids("⬛\u{FE0F}⬜\u{FE0F}\n⬜⬛\u{FE0F}\n"), ["#./.#"]);
    }

    #[test]
    fn grids_are_parted_by_blank_lines_wherever_those_are() {
        assert_eq!(read("\u{FEFF}\r\n#.\r\n..\r\n\r\n \t\r\n..  \r\n##"), [(2, "#./..".into()), (6, "../##".into())]);
    }

    #[test]
    fn one_line_grids_need_no_blank_lines() {
        assert_eq!(
            read("#./..\n../##\nlast:\n. #/# .\n"),
            [(1, "#./..".into()), (2, "../##".into()), (4, ".#/#.".into())]
        );
        assert_eq!(grids("#./..\n..\n##\n"), ["#./..", "../##"]);
        assert_eq!(refused("#./..\n../.a\n"), "2:5: 'a' is not a square: expected # for black, . for white");
        assert_eq!(refused("../.\n"), "1:5: a row of length 1, expected 2 as in the rows above");
        assert_eq!(refused("../\n"), "1:4: a row without squares");
        assert_eq!(refused("..\n../..\n"), "2:3: '/' is not a square: expected # or X for black, . or - for white");
    }

    #[test]
    fn json_grids_need_no_blank_lines() {
        let list = "{\"rows\": [\"..#\", \"...\"]}\n{\"n\": {\"rows\": 1}, \"rows\": [\"\\u2b1b\"]}\n";
        assert_eq!(
            refused(list),
            "2:1: row 1, square 1: '⬛' and '#' (line 1) in one file: which is black? say --black # or --black ⬛"
        );
        assert_eq!(grids(&list.replace("\\u2b1b", "\\u0023")), ["..#/...", "#"]);
        assert_eq!(
            refused("{\"rows\": [\"..#\", \".a.\"]}"),
            "1:20: 'a' is not a square: expected # for black, . for white; a letter is white in a word of letters, or with \
             --black #"
        );
        assert_eq!(refused("{\"rows\": []}"), "1:1: a grid without rows");
        assert_eq!(refused("[\"rows\", []]"), "1:1: no grid found");
    }

    #[test]
    fn squares_are_parted_by_spaces_throughout_or_not_at_all() {
        assert_eq!(grids("  . # .\n  # . #  \n\n.#\n"), [".#./#.#", ".#"]);
        assert_eq!(
            refused(". #\n.#\n"),
            "2:2: a row without spaces between squares, expected one with as in the rows above"
        );
        assert_eq!(refused(". ##\n"), "1:4: '#' where a space should part two squares, as before");
        assert_eq!(refused(".  #\n"), "1:3: ' ' is not a square: expected # or X for black, . or - for white");
    }

    #[test]
    fn spaces_are_white_beside_a_solid_black() {
        assert_eq!(read("█ \n  \n\n  \n █\n"), [(1, "#./..".into()), (4, "../.#".into())]);
        assert_eq!(read("Grid 1:\n   \n █ \n"), [(2, ".../.#.".into())]);
        assert_eq!(grids("▓ /  / ▓\n"), ["#./../.#"]);
        // Another white glyph, before or on the same row, gives spaces their usual meaning.
        assert_eq!(grids("█ ░\n█ █\n  \n░ ░"), ["#./##", ".."]);
        assert_eq!(refused("█ █\n░ █\n"), "2:1: '░' and ' ' (line 1) are both used for white squares");
        assert_eq!(refused("█ █\n█\n"), "2:2: a row of length 1, expected 3 as in the rows above");
        assert_eq!(refused("  \n\n█ \n"), "1:1: white squares or a blank line? spaces are white squares on line 3");
    }

    #[test]
    fn headings_are_passed_over_where_a_grid_may_begin() {
        let headings = [
            "There are 346 valid 7x7 grids",
            "- Assuming minimum word length of 3.",
            "Grid 12:",
            "7x7",
            "11x11",
            "3x3",
            "1",
            "10",
            "#1",
            "#101",
            "1.",
            "No. 1",
            "Oxford",
            "15 × 15",
            "# Grids",
            "and/or",
        ];
        for heading in headings {
            for gap in ["", "\n"] {
                let text = format!("{heading}\n{gap}..#\n...\n\n{heading}\n{gap}###\n\n{heading}");
                assert_eq!(grids(&text), ["..#/...", "###"], "{text}");
            }
        }
    }

    #[test]
    fn a_row_with_a_mistake_is_no_heading() {
        let expected = "is not a square: expected # or X for black, . or - for white";
        assert_eq!(refused("Grid 1\n..a\n...\n"), format!("2:3: 'a' {expected}"));
        assert_eq!(refused("a\n#\n.\n"), format!("1:1: 'a' {expected}"));
        assert_eq!(refused("oxa\nxox\n"), format!("1:3: 'a' {expected}"));
        assert_eq!(refused("#.\n..\nGrid 2\n"), "3:1: 'G' is not a square: expected # for black, . for white");
    }

    #[test]
    fn an_uncertain_colour_is_refused() {
        let advice = "in one file: which is black?";
        assert_eq!(refused("#.\nX.\n"), format!("2:1: 'X' and '#' (line 1) {advice} say --black # or --black X"));
        assert_eq!(refused("#.\n\n#-\n"), format!("3:2: '-' and '.' (line 1) {advice} say --black . or --black -"));
        let digits = "may be black or white: which is black? say --black 0 or --black 1";
        assert_eq!(refused("010\n111\n"), format!("1:1: '0' {digits}"));
        assert_eq!(refused("111\n"), format!("1:1: '1' {digits}"));
        assert_eq!(refused("Title\n\n01/10\n"), format!("3:1: '0' {digits}"));
        assert_eq!(refused("##0\n"), "1:3: '0' may be black or white: which is black? say --black # or --black 0");
    }

    #[test]
    fn a_named_black_leaves_every_other_glyph_white() {
        let named = |text, black| read_with(text, Some(black)).map(|grids| grids[0].1.clone());
        assert_eq!(named("010\n111\n", '0'), Ok("#.#/...".into()));
        assert_eq!(named("010\n111\n", '1'), Ok(".#./###".into()));
        assert_eq!(named("FATE.\nL-ES.\n...CX\n", '.'), Ok("....#/....#/###..".into()));
        assert_eq!(named("xo#\nX.1\n", 'x'), Ok("#../#..".into()));
        assert_eq!(named("@.\n.@\n", '@'), Ok("#./.#".into()));
        assert_eq!(named("█ \n █\n", '█'), Ok("#./.#".into()));
        assert_eq!(named("11x11\n01101101101\n", '0'), Ok("#..#..#..#.".into()));
        assert_eq!(named("There are 17\n\nPuzzles\n\n⬛⬜\n", '⬛'), Ok("#.".into()));
        assert_eq!(
            named("#7\n..\n", '#'),
            Err("1:2: '7' is not a square: expected # for black, any other glyph or a letter for white".into())
        );
        assert_eq!(named("1x1\n101\n", '0'), Err("1:1: a heading or a row? leave a blank line below a heading".into()));
    }

    #[test]
    fn a_black_glyph_is_one_character() {
        assert_eq!(glyph("⬛\u{FE0F}"), Ok('⬛'));
        assert_eq!(glyph("x"), Ok('x'));
        for name in ["", "##", " ", "/", "{", "\n"] {
            assert!(glyph(name).is_err_and(|error| error.lines().count() == 1), "{name:?}");
        }
    }

    #[test]
    fn grids_beyond_every_limit_are_refused() {
        assert_eq!(grids(&format!("{}\n", "#".repeat(64))).len(), 1);
        assert_eq!(grids(&"#\n".repeat(64)).len(), 1);
        assert_eq!(refused(&"#".repeat(65)), "1:65: a row of more than 64 squares: a grid has at most 64 columns");
        assert!(refused(&"# ".repeat(1 << 20)).starts_with("1:129: a row of more than 64 squares"));
        assert_eq!(refused(&"#\n".repeat(65)), "65:1: row 65: a grid has at most 64 rows");
        assert!(refused(&"#/".repeat(65)).starts_with("1:129: row 65: a grid has at most 64 rows"));
        assert_eq!(refused(&"word ".repeat(20_000)), "1:1: a line of more than 65536 bytes");
        assert!(refused(&"\n".repeat(1001)).starts_with("1001:1: 1000 lines without a grid"));
    }

    #[test]
    fn a_text_without_a_grid_is_refused() {
        for text in ["", "\n\n", "   \n", "Only words here", "\u{FEFF}"] {
            assert_eq!(refused(text), "1:1: no grid found", "{text:?}");
        }
    }

    #[test]
    fn the_reader_yields_nothing_after_an_error() {
        let mut reader = Reader::new("#.\n\n#\n..\n\n#.\n".as_bytes(), Options::default());
        assert!(matches!(reader.next(), Some(Ok(_))));
        assert!(matches!(reader.next(), Some(Err(_))));
        assert!(reader.next().is_none());
    }

    #[test]
    fn givens_are_one_grid_with_open_squares() {
        let (givens, _) = read_givens("3x3\n?.#\n???\n#??\n".as_bytes()).unwrap();
        assert_eq!((givens.height(), givens.width()), (3, 3));
        let colours: Vec<_> = (0..3).map(|c| givens.colour(0, c)).collect();
        assert_eq!(colours, [None, Some(true), Some(false)]);
        assert_eq!(refused("?.#\n"), "1:1: open square in a finished grid");
        let digits = read_givens("01\n10\n".as_bytes()).unwrap_err().to_string();
        assert_eq!(digits, "1:1: '0' may be black or white: expected # for black, . for white, ? for open");
        let two = read_givens("?\n\n?\n".as_bytes());
        assert_eq!(two.unwrap_err().to_string(), "3:1: a second grid: expected one");
    }
}
