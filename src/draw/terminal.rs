//! Grids on a terminal, or as plain text where there is none.
//!
//! Three forms, of which the first that shows everything is taken:
//! - *blocks*, for a terminal: a character is two squares, one above the other, which makes squares about square. With
//!   colour, white squares are white on any terminal; without, `█` is black, as it is in print.
//! - *plain*: `#` black, `.` white, a blank where a square is left out.
//! - *wide*, for clue numbers and for marks that no colour can show: several characters a square, the number at its left,
//!   `*` at the right of a marked one.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::figure::{Figure, Look, Square};
use crate::grid::Grid;

/// What there is to write on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Whether half blocks may be used.
    pub blocks: bool,
    /// Whether colours are seen.
    pub colour: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Blocks,
    Plain,
    /// So many characters a square.
    Wide(usize),
}

/// Between grids side by side.
const GAP: usize = 2;

/// How many grids so wide as this one go side by side in `characters`; at least one.
pub fn columns(grid: &Grid, look: &Look, screen: Screen, characters: usize) -> usize {
    let figure = Figure::of(grid, look);
    let form = form(std::slice::from_ref(&figure), look, screen);
    ((characters + GAP) / (form.characters(figure.width()) + GAP)).max(1)
}

/// Writes grids side by side, each line of text ended.
pub fn write_row(out: &mut impl Write, grids: &[Grid], look: &Look, screen: Screen) -> io::Result<()> {
    let figures: Vec<Figure> = grids.iter().map(|grid| Figure::of(grid, look)).collect();
    let form = form(&figures, look, screen);
    let texts: Vec<Vec<String>> = figures.iter().map(|figure| lines(figure, form, screen)).collect();
    for i in 0..texts.iter().map(Vec::len).max().unwrap_or(0) {
        let mut line = String::new();
        for (figure, text) in figures.iter().zip(&texts) {
            match text.get(i) {
                Some(text) => line.push_str(text),
                None => line.push_str(&" ".repeat(form.characters(figure.width()))),
            }
            line.push_str(&" ".repeat(GAP));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

impl Form {
    /// The characters of a line of so many squares.
    fn characters(self, squares: usize) -> usize {
        match self {
            Form::Blocks | Form::Plain => squares,
            Form::Wide(each) => squares * each,
        }
    }
}

fn form(figures: &[Figure], look: &Look, screen: Screen) -> Form {
    let red = screen.blocks && screen.colour;
    if look.numbers || !(look.marks.is_empty() || red) {
        let numbers = figures.iter().filter(|_| look.numbers).filter_map(|figure| figure.words().words.last());
        let digits = numbers.map(|word| word.number.to_string().len()).max().unwrap_or(1);
        Form::Wide((digits + usize::from(!look.marks.is_empty())).max(2))
    } else if screen.blocks {
        Form::Blocks
    } else {
        Form::Plain
    }
}

fn lines(figure: &Figure, form: Form, screen: Screen) -> Vec<String> {
    match form {
        Form::Blocks if screen.colour => (0..figure.height()).step_by(2).map(|r| coloured_blocks(figure, r)).collect(),
        Form::Blocks => (0..figure.height()).step_by(2).map(|r| blocks(figure, r)).collect(),
        Form::Plain => {
            let character = |square| match square {
                Square::White(_) => '.',
                Square::Black => '#',
                Square::LeftOut => ' ',
            };
            let row = |r| (0..figure.width()).map(|c| character(figure.square(r, c))).collect();
            (0..figure.height()).map(row).collect()
        }
        Form::Wide(characters) => (0..figure.height()).map(|r| wide(figure, r, characters, screen)).collect(),
    }
}

/// Rows `r` and `r + 1` without colour.
fn blocks(figure: &Figure, r: usize) -> String {
    let is_black = |r: usize, c: usize| r < figure.height() && figure.square(r, c) == Square::Black;
    let character = |c| match (is_black(r, c), is_black(r + 1, c)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..figure.width()).map(character).collect()
}

/// The same with colour: the upper square is drawn, the lower is what it is drawn on.
fn coloured_blocks(figure: &Figure, r: usize) -> String {
    // Of the 256 colours: white, a black that a black terminal does not swallow, red. 39 and 49 are the terminal's own.
    let colour = |r: usize, c: usize| {
        if r >= figure.height() {
            return None;
        }
        match figure.square(r, c) {
            _ if figure.is_marked(r, c) => Some(203),
            Square::White(_) => Some(231),
            Square::Black => Some(236),
            Square::LeftOut => None,
        }
    };
    let mut line = String::new();
    for c in 0..figure.width() {
        // Writing to a String cannot fail.
        let _ = match (colour(r, c), colour(r + 1, c)) {
            (Some(upper), Some(lower)) => write!(line, "\x1b[38;5;{upper};48;5;{lower}m▀"),
            (Some(upper), None) => write!(line, "\x1b[38;5;{upper};49m▀"),
            (None, Some(lower)) => write!(line, "\x1b[38;5;{lower};49m▄"),
            (None, None) => write!(line, "\x1b[39;49m "),
        };
    }
    line.push_str("\x1b[0m");
    line
}

fn wide(figure: &Figure, r: usize, characters: usize, screen: Screen) -> String {
    let mut line = String::new();
    for c in 0..figure.width() {
        let fill = match figure.square(r, c) {
            Square::White(_) => '.',
            Square::Black if screen.blocks => '█',
            Square::Black => '#',
            Square::LeftOut => ' ',
        };
        let number = figure.number(r, c).map(|number| number.to_string()).unwrap_or_default();
        let mark = if figure.is_marked(r, c) { "*" } else { "" };
        line.push_str(&number);
        line.extend(std::iter::repeat_n(fill, characters - number.len() - mark.len()));
        line.push_str(mark);
    }
    line
}
