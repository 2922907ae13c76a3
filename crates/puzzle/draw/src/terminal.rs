//! Grids on a terminal or as plain text.
//!
//! There are three forms. The first that shows everything is used:
//! - *blocks*, for a terminal: a character is two squares, one above the other, so that squares are about square. With colour, white
//!   squares are white on any terminal. Without colour, `█` is black, as it is in print.
//! - *text*: `#` black, `.` white, a blank for a square that is left out. With clue numbers, or marks that no colour can show, a square has
//!   several characters, the number at its left, `*` at the right of a marked one.
//! - *ruled*, for bars: squares as in the form of text, with space between them for `|` and `-`, on a terminal `┃` and `━`.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::figure::{Appearance, Figure, Labels, Look};
use gridcheck_layout::shape::{Shape, Shaped, Square};

/// The abilities of the output device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Screen {
    /// `true` if half blocks may be used.
    pub blocks: bool,
    /// `true` if colours are visible.
    pub colour: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Blocks,
    /// The number of characters a square.
    Text(usize),
    /// The number of characters a square, with one more between squares.
    Ruled(usize),
}

/// Number of blanks between grids side by side.
const GAP: usize = 2;

/// Returns the number of grids of this width that fit side by side into `characters`, at least one.
pub fn columns(grid: &impl Shaped, labels: Option<&Labels>, look: &Look, screen: Screen, characters: usize) -> usize {
    let figure = Figure::of(grid.shape(), look).with_labels(labels);
    let form = form(std::slice::from_ref(&figure), look, screen);
    ((characters + GAP) / (form.characters(figure.width()) + GAP)).max(1)
}

/// Writes grids side by side, and ends each line of text. `labels` has the texts in the corners of squares for each grid.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write_row(
    out: &mut impl Write,
    grids: &[impl Shaped],
    labels: &[Labels],
    look: &Look,
    screen: Screen,
) -> io::Result<()> {
    let figure = |(i, grid)| Figure::of(Shaped::shape(grid), look).with_labels(labels.get(i));
    let figures: Vec<Figure> = grids.iter().enumerate().map(figure).collect();
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
    /// Returns the number of characters of a line of squares.
    fn characters(self, squares: usize) -> usize {
        match self {
            Form::Blocks => squares,
            Form::Text(each) => squares * each,
            Form::Ruled(each) => squares * (each + 1) - 1,
        }
    }
}

fn form(figures: &[Figure], look: &Look, screen: Screen) -> Form {
    let is_ruled = figures.iter().any(|figure| !figure.shape().bars().is_empty());
    let red = screen.blocks && screen.colour && !is_ruled;
    if look.numbers || !(look.marks.is_empty() || red) {
        let of = |figure: &Figure| figure.squares().filter_map(|(r, c, _)| figure.label(r, c)).collect::<Vec<_>>();
        let labels = figures.iter().flat_map(of);
        let longest = labels.map(|label| label.chars().count()).max().unwrap_or(1);
        let characters = (longest + usize::from(!look.marks.is_empty())).max(2);
        if is_ruled { Form::Ruled(characters) } else { Form::Text(characters) }
    } else if is_ruled {
        Form::Ruled(1)
    } else if screen.blocks {
        Form::Blocks
    } else {
        Form::Text(1)
    }
}

fn lines(figure: &Figure, form: Form, screen: Screen) -> Vec<String> {
    match form {
        Form::Blocks if screen.colour => (0..figure.height()).step_by(2).map(|r| coloured_blocks(figure, r)).collect(),
        Form::Blocks => (0..figure.height()).step_by(2).map(|r| blocks(figure, r)).collect(),
        Form::Text(characters) => {
            let row = |r| (0..figure.width()).map(|c| text(figure, (r, c), characters, screen)).collect();
            (0..figure.height()).map(row).collect()
        }
        Form::Ruled(characters) => {
            ruled(figure.shape(), characters, screen, |square| text(figure, square, characters, screen))
        }
    }
}

/// Returns the line for rows `r` and `r + 1`, without colour.
fn blocks(figure: &Figure, r: usize) -> String {
    let is_black = |r: usize, c: usize| r < figure.height() && figure.square(r, c) == Appearance::Black;
    let character = |c| match (is_black(r, c), is_black(r + 1, c)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..figure.width()).map(character).collect()
}

/// Returns the line for rows `r` and `r + 1`, with colour: the upper square is the foreground, the lower is the background.
fn coloured_blocks(figure: &Figure, r: usize) -> String {
    // Of the 256 colours: white, a black that differs from a black terminal, and red. 39 and 49 are the terminal's default colours.
    let colour = |r: usize, c: usize| {
        if r >= figure.height() {
            return None;
        }
        match figure.square(r, c) {
            _ if figure.is_marked(r, c) => Some(203),
            Appearance::White(_) => Some(231),
            Appearance::Black => Some(236),
            Appearance::LeftOut => None,
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

/// Returns a square as a text of `characters` characters.
fn text(figure: &Figure, (r, c): Square, characters: usize, screen: Screen) -> String {
    let fill = match figure.square(r, c) {
        Appearance::White(_) => '.',
        Appearance::Black if screen.blocks => '█',
        Appearance::Black => '#',
        Appearance::LeftOut => ' ',
    };
    let number = figure.label(r, c).unwrap_or_default();
    let mark = if figure.is_marked(r, c) { "*" } else { "" };
    let filling = fill.to_string().repeat(characters - number.chars().count() - mark.len());
    format!("{number}{filling}{mark}")
}

/// Returns the lines of a grid with its bars. `square` returns the text of a square, which has `characters` characters.
pub fn ruled(shape: Shape, characters: usize, screen: Screen, square: impl Fn(Square) -> String) -> Vec<String> {
    let [beside, below, crossing] = if screen.blocks { ["┃", "━", "╋"] } else { ["|", "-", "+"] };
    let is_right = |r: usize, c: usize| shape.bars().is_right((r, c));
    let is_below = |r: usize, c: usize| shape.bars().is_below((r, c));
    let mut lines = Vec::new();
    for r in 0..shape.height() {
        let (mut line, mut rule) = (String::new(), String::new());
        for c in 0..shape.width() {
            line.push_str(&square((r, c)));
            rule.push_str(&if is_below(r, c) { below } else { " " }.repeat(characters));
            if c + 1 < shape.width() {
                line.push_str(if is_right(r, c) { beside } else { " " });
                // Where four squares meet, a bar that arrives from two opposite sides is continuous.
                let along = [is_below(r, c), is_below(r, c + 1)];
                let across = [is_right(r, c), is_right(r + 1, c)];
                rule.push_str(match (along, across) {
                    ([false, false], [true, true]) => beside,
                    ([true, true], [false, false]) => below,
                    ([false, false], _) | (_, [false, false]) => " ",
                    _ => crossing,
                });
            }
        }
        lines.push(line);
        if r + 1 < shape.height() {
            lines.push(rule);
        }
    }
    lines
}
