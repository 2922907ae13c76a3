//! A puzzle on paper, as PDF: title, author, grid and clues in columns, the solution on a separate page, or the pages that editors ask of
//! submissions, with answers beside clues.
//!
//! The first page has three columns. The grid lies at the top of the second and third, and the clues fill what is left, in the largest
//! size of letters with which they fit. If no size does, they go on to a second page, in the largest size for two pages, and then to more.
//! A large grid takes three columns of four, so that its squares are wide enough to write in. The columns of the last page are equally long.

use std::io::{self, Write};

use pdf_writer::Content;
use unicode_segmentation::UnicodeSegmentation as _;

use super::figure::{Figure, Labels, Look};
use super::pdf::{INK, draw, write_document};
use super::pdf_font::{BaseLine, PdfFonts};
use super::typeface::{Face, Fonts};
use gridcheck_core::grid::Grid;
use gridcheck_layout::contents::{Contents, TextRun};
use gridcheck_layout::shape::Shape;

/// A sheet of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// The pages of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The grid with its clues.
    pub clues: bool,
    /// The solution.
    pub solution: bool,
    /// The pages of a submission instead: the filled grid, and the clues with their answers beside them.
    pub submission: bool,
}

/// A clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedClue {
    /// Its number, or several, as in `1, 5`.
    pub label: String,
    /// Its text.
    pub runs: Vec<TextRun>,
    /// Its answer, empty if unknown.
    pub answer: String,
}

/// A puzzle to print.
pub struct PrintedPuzzle<'a> {
    /// The grid.
    pub shape: Shape<'a>,
    /// The letters, circles and shaded squares.
    pub contents: &'a Contents,
    /// The texts in the corners of squares, if they are not the numbers of a newspaper.
    pub labels: Option<&'a Labels>,
    /// `true` if the solver must find the black squares. The grid for the solver is an outline then.
    pub diagramless: bool,
    /// The title.
    pub title: &'a str,
    /// The author, the copyright and the like, a line each.
    pub credits: Vec<String>,
    /// The instructions for the solver, some lines.
    pub notes: &'a str,
    /// The lists of clues under their headings.
    pub lists: Vec<(&'static str, Vec<PrintedClue>)>,
}

/// Margin around a page, and gap between columns, in points.
const MARGIN: f32 = 34.0;
const GAP: f32 = 12.0;
/// The numbers of columns of a page, and of those that the grid takes, in the order in which they are tried.
const LAYOUTS: [(usize, usize); 3] = [(3, 2), (4, 3), (3, 3)];
/// Least side of a square, if the paper has room for it: 6 mm, enough for handwriting.
const MIN_SIDE: f32 = 6.0 * 72.0 / 25.4;
/// The sizes of letters that are tried for the clues, the largest first.
const SIZES: [f32; 8] = [10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0];
/// The size of letters of clues that fill more than a page.
const SIZE_OF_MANY: f32 = 9.0;
/// Distance of lines, for letters of size 1.
const LEADING: f32 = 1.28;
/// Largest side of a square of the grid, and the largest share of the page's height that the grid takes.
const LARGEST: f32 = 26.0;
const MAX_HEIGHT: f32 = 0.62;
/// Size of superscripts and subscripts, and how far they are moved.
const SCRIPT: f32 = 0.7;
const RAISE: f32 = 0.33;

impl Paper {
    /// Returns the width and the height in points.
    const fn sides(self) -> (f32, f32) {
        match self {
            Paper::A4 => (595.28, 841.89),
            Paper::Letter => (612.0, 792.0),
        }
    }
}

/// The parts of a word, each in one style.
type StyledWord<'r> = Vec<(String, &'r TextRun)>;

/// A word of a line, with its place in it.
struct Piece {
    x: f32,
    text: String,
    face: Face,
    raised: i8,
    /// `true` if the text runs from the right to the left. Its neighbours are in order already.
    is_rtl: bool,
}

/// A line of a column.
struct Line {
    pieces: Vec<Piece>,
    /// Space above it, unless it is the first of its column.
    above: f32,
    /// `true` if the next line must stand in the same column.
    keeps_next: bool,
}

/// Divides a page between the grid and the clues. Lengths are in points.
struct Layout {
    /// The number of columns.
    count: usize,
    /// The width of a column.
    width: f32,
    /// The side of a square.
    side: f32,
}

/// A column: its left edge, its top and its bottom, in points from the upper left corner.
#[derive(Debug, Clone, Copy)]
struct Column {
    left: f32,
    top: f32,
    bottom: f32,
}

/// The pages while they are written.
struct Pages<'f> {
    fonts: &'f PdfFonts<'f>,
    paper: (f32, f32),
    /// The contents of the finished pages.
    done: Vec<Content>,
    ink: Content,
}

/// Writes the pages of puzzles.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(
    out: &mut impl Write,
    puzzles: &[PrintedPuzzle],
    parts: Parts,
    paper: Paper,
    fonts: &Fonts,
) -> io::Result<()> {
    let fonts = &PdfFonts::new(fonts);
    let mut pages = Pages { fonts, paper: paper.sides(), done: Vec::new(), ink: Content::new() };
    for puzzle in puzzles {
        if parts.submission {
            pages.submission(puzzle);
            continue;
        }
        if parts.clues {
            pages.clues(puzzle);
        }
        if parts.solution {
            pages.solution(puzzle, "Solution");
        }
    }
    let title = puzzles.iter().map(|puzzle| puzzle.title).find(|title| !title.is_empty()).unwrap_or("Crossword");
    write_document(out, title, fonts, pages.done.into_iter().map(|ink| (paper.sides(), ink)).collect())
}

/// Returns the texts that are printed, with the styles of their letters.
pub fn texts(puzzles: &[PrintedPuzzle], parts: Parts) -> Vec<(Face, String)> {
    let mut texts = Vec::new();
    for puzzle in puzzles {
        let is_filled = parts.solution || parts.submission;
        puzzle.with_figure(is_filled, |figure| texts.extend(figure.texts().map(|text| (Face::Plain, text))));
        texts.push((Face::Bold, puzzle.title.to_owned()));
        texts.extend(puzzle.credits.iter().map(|credit| (Face::Plain, credit.clone())));
        if parts.clues && !parts.submission {
            texts.push((Face::Oblique, puzzle.notes.to_owned()));
        }
        if parts.clues || parts.submission {
            for (heading, clues) in &puzzle.lists {
                texts.push((Face::Bold, (*heading).to_owned()));
                for clue in clues {
                    texts.push((Face::Bold, clue.label.clone()));
                    texts.extend(clue.runs.iter().map(|run| (face(run), run.text.clone())));
                    if parts.submission {
                        texts.push((Face::Plain, clue.answer.clone()));
                    }
                }
            }
        }
    }
    texts
}

impl PrintedPuzzle<'_> {
    /// Calls `use_it` with the figure of the grid, which is `is_filled` in the solution.
    fn with_figure(&self, is_filled: bool, use_it: impl FnOnce(&Figure)) {
        let is_outline = self.diagramless && !is_filled;
        let look = Look { numbers: !is_outline, ..Look::default() };
        let outline = outline(self.shape);
        let shape = if is_outline { Shape { grid: &outline, ..self.shape } } else { self.shape };
        let Contents { letters, circles, shading } = self.contents;
        let letters = if is_filled { letters.clone() } else { Vec::new() };
        let contents = Contents { letters, circles: circles.clone(), shading: shading.clone() };
        use_it(&Figure::of(shape, &look).with_contents(Some(&contents)).with_labels(self.labels));
    }
}

impl Pages<'_> {
    fn end_page(&mut self) {
        self.done.push(std::mem::replace(&mut self.ink, Content::new()));
    }

    /// Writes a text whose base line begins at a point, from the upper left corner of the page.
    fn show(&mut self, face: Face, size: f32, place: (f32, f32), text: &str) {
        self.show_directed(face, size, place, text, false);
    }

    /// Writes a text as [`show`](Pages::show) does. `is_rtl` states that it runs from the right to the left.
    fn show_directed(&mut self, face: Face, size: f32, (x, y): (f32, f32), text: &str, is_rtl: bool) {
        self.ink.set_fill_gray(INK);
        let line = BaseLine { x, y: self.paper.1 - y, up: 1.0 };
        let show = if is_rtl { PdfFonts::show_from_right } else { PdfFonts::show };
        show(self.fonts, &mut self.ink, face, size, line, text);
    }

    /// Draws a grid whose upper left corner is a point, with squares of this side.
    fn grid(&mut self, puzzle: &PrintedPuzzle, is_filled: bool, (x, y): (f32, f32), side: f32) {
        self.ink.save_state().transform([side, 0.0, 0.0, -side, x, self.paper.1 - y]);
        puzzle.with_figure(is_filled, |figure| draw(&mut self.ink, figure, self.fonts));
        self.ink.restore_state();
    }

    /// Writes the title and the credits, and returns the place below them.
    fn head(&mut self, puzzle: &PrintedPuzzle, more: &str) -> f32 {
        let width = self.paper.0 - 2.0 * MARGIN;
        let mut y = MARGIN;
        let title = [puzzle.title, more].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" – ");
        for line in self.wrapped(&[TextRun { text: title, bold: true, ..TextRun::default() }], 16.0, width) {
            y += 18.0;
            self.line(&line, 16.0, (MARGIN, y));
        }
        let credits = puzzle.credits.join(" · ");
        for line in self.wrapped(&[TextRun { text: credits, ..TextRun::default() }], 10.0, width) {
            y += 14.0;
            self.line(&line, 10.0, (MARGIN, y));
        }
        y + 12.0
    }

    fn clues(&mut self, puzzle: &PrintedPuzzle) {
        let (paper_width, paper_height) = self.paper;
        let mut top = self.head(puzzle, "");
        for line in puzzle.notes.lines() {
            let line = TextRun { text: line.to_owned(), italic: true, ..TextRun::default() };
            for line in self.wrapped(&[line], 9.0, paper_width - 2.0 * MARGIN) {
                self.line(&line, 9.0, (MARGIN, top));
                top += 12.0;
            }
        }
        let bottom = paper_height - MARGIN;
        let (columns, rows) = (puzzle.shape.width() as f32, puzzle.shape.height() as f32);
        let layout = |(count, taken): (usize, usize)| {
            let width = (paper_width - 2.0 * MARGIN - GAP * (count - 1) as f32) / count as f32;
            let beside = width * taken as f32 + GAP * (taken - 1) as f32;
            let side = (beside / columns).min(MAX_HEIGHT * (bottom - top) / rows).min(LARGEST);
            Layout { count, width, side }
        };
        let [.., last] = LAYOUTS;
        let wide = LAYOUTS.map(layout).into_iter().find(|layout| layout.side >= MIN_SIDE);
        let Layout { count, width, side } = wide.unwrap_or(layout(last));
        let grid_left = paper_width - MARGIN - side * columns;
        self.grid(puzzle, false, (grid_left, top), side);
        let below = top + side * rows + 16.0;
        let left = |index: usize| MARGIN + (width + GAP) * index as f32;
        let column = |index: usize, top: f32| Column { left: left(index), top, bottom };
        // A small grid leaves room for a further column.
        let is_beside = |index: usize| left(index) + width <= grid_left;
        let first: Vec<_> = (0..count).map(|i| column(i, if is_beside(i) { top } else { below })).collect();
        let whole: Vec<_> = (0..count).map(|i| column(i, MARGIN)).collect();
        let two_pages = [&first[..], &whole[..]].concat();
        let fits = |columns: &[Column]| {
            SIZES.into_iter().find(|&size| Self::placed(&self.lines(puzzle, size, width), size, columns).is_some())
        };
        let size = fits(&first).or_else(|| fits(&two_pages)).unwrap_or(SIZE_OF_MANY);
        let lines = self.lines(puzzle, size, width);
        self.flow(&lines, size, &first, &whole);
    }

    /// Writes the solution on a page, with `heading` behind the title.
    fn solution(&mut self, puzzle: &PrintedPuzzle, heading: &str) {
        let top = self.head(puzzle, heading);
        let (width, height) = (self.paper.0 - 2.0 * MARGIN, self.paper.1 - MARGIN - top);
        let (columns, rows) = (puzzle.shape.width() as f32, puzzle.shape.height() as f32);
        let side = (width / columns).min(height / rows).min(LARGEST);
        self.grid(puzzle, true, (MARGIN, top), side);
        self.end_page();
    }

    /// Writes the pages of a submission: the filled grid, and then the clues with their answers beside them, in two columns of wide lines.
    fn submission(&mut self, puzzle: &PrintedPuzzle) {
        const SIZE: f32 = 11.0;
        const LINE: f32 = 2.0 * SIZE;
        self.solution(puzzle, "");
        let (width, height) = self.paper;
        // The label, the clue and the answer.
        let (label, answer) = (MARGIN + 40.0, width - MARGIN - 150.0);
        let bottom = height - MARGIN;
        let mut y = bottom;
        for (heading, clues) in &puzzle.lists {
            let mut is_first = true;
            for clue in clues {
                let lines = self.wrapped(&clue.runs, SIZE, answer - label - 2.0 * GAP);
                let needed = LINE * (lines.len().max(1) + usize::from(is_first)) as f32;
                if y + needed > bottom {
                    // At first no page is begun.
                    if y < bottom {
                        self.end_page();
                    }
                    y = MARGIN;
                }
                if is_first {
                    y += LINE;
                    self.show(Face::Bold, SIZE, (MARGIN, y), heading);
                    is_first = false;
                }
                y += LINE;
                self.show(Face::Plain, SIZE, (MARGIN, y), &clue.label);
                let long = self.fonts.width(Face::Plain, &clue.answer) * SIZE;
                let room = width - MARGIN - answer;
                self.show(Face::Plain, SIZE * (room / long.max(1.0)).min(1.0), (answer, y), &clue.answer);
                for (i, line) in lines.iter().enumerate() {
                    y += if i > 0 { LINE / 1.5 } else { 0.0 };
                    self.line(line, SIZE, (label, y));
                }
            }
        }
        self.end_page();
    }

    /// Returns the lines of all clues for columns of this width.
    fn lines(&self, puzzle: &PrintedPuzzle, size: f32, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let of_list = |clue: &PrintedClue| self.fonts.width(Face::Bold, &clue.label) * size;
        let usual = self.fonts.width(Face::Bold, "00") * size;
        let short = puzzle.lists.iter().flat_map(|(_, clues)| clues).map(of_list).filter(|label| *label <= usual + 0.1);
        let indent = short.fold(0.0, f32::max).max(usual) + 0.45 * size;
        for (heading, clues) in &puzzle.lists {
            let name = Piece { x: 0.0, text: (*heading).to_owned(), face: Face::Bold, raised: 0, is_rtl: false };
            lines.push(Line { pieces: vec![name], above: 0.7 * size, keeps_next: true });
            for clue in clues {
                let label = of_list(clue) + 0.45 * size;
                let mut first =
                    vec![Piece { x: 0.0, text: clue.label.clone(), face: Face::Bold, raised: 0, is_rtl: false }];
                let text = self.wrapped_from(&clue.runs, size, width - indent, (label - indent).max(0.0));
                let count = text.len();
                for (i, pieces) in text.into_iter().enumerate() {
                    let pieces = pieces.into_iter().map(|piece| Piece { x: piece.x + indent, ..piece });
                    let mut line = std::mem::take(&mut first);
                    line.extend(pieces);
                    let above = if i == 0 { 0.25 * size } else { 0.0 };
                    // No line of a clue stands alone.
                    lines.push(Line { pieces: line, above, keeps_next: i + 1 < count && count < 4 });
                }
                if !first.is_empty() {
                    lines.push(Line { pieces: first, above: 0.25 * size, keeps_next: false });
                }
            }
        }
        lines
    }

    /// Breaks a text into lines.
    fn wrapped(&self, runs: &[TextRun], size: f32, width: f32) -> Vec<Vec<Piece>> {
        self.wrapped_from(runs, size, width, 0.0)
    }

    /// Breaks a text into lines. The first line begins at `start`.
    fn wrapped_from(&self, runs: &[TextRun], size: f32, width: f32, start: f32) -> Vec<Vec<Piece>> {
        let mut lines: Vec<Vec<Piece>> = Vec::new();
        let (mut line, mut x): (Vec<Piece>, f32) = (Vec::new(), start);
        // The parts of a word that has several styles stay together.
        let mut word = StyledWord::new();
        let mut space = 0.0;
        let mut words: Vec<(f32, StyledWord, bool)> = Vec::new();
        for run in runs {
            let blank = self.fonts.width(face(run), " ") * size;
            for part in run.text.split_inclusive([' ', '\n']) {
                let text = part.trim_end_matches([' ', '\n']);
                if !text.is_empty() {
                    word.push((text.to_owned(), run));
                }
                if part.len() > text.len() {
                    words.push((space, std::mem::take(&mut word), part.ends_with('\n')));
                    space = blank;
                }
            }
        }
        words.push((space, word, false));
        for (space, word, ends_line) in words {
            let piece_width =
                |(text, run): &(String, &TextRun)| self.fonts.width(face(run), text) * size_of(run.raised, size);
            let wide: f32 = word.iter().map(piece_width).sum();
            let is_first = line.is_empty() && x <= start;
            if !is_first && x + space + wide > width && !word.is_empty() {
                lines.push(std::mem::take(&mut line));
                x = 0.0;
            } else if !line.is_empty() {
                x += space;
            }
            for (text, run) in word {
                let long = |text: &str| piece_width(&(text.to_owned(), run));
                // A word that no line has room for is broken.
                for (i, text) in broken(&text, width - x, width, long).into_iter().enumerate() {
                    if i > 0 {
                        lines.push(std::mem::take(&mut line));
                        x = 0.0;
                    }
                    let wide = long(&text);
                    line.push(Piece { x, text, face: face(run), raised: run.raised, is_rtl: false });
                    x += wide;
                }
            }
            if ends_line {
                lines.push(std::mem::take(&mut line));
                x = 0.0;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        #[cfg(feature = "fonts")]
        let lines = self.in_visual_order(lines, runs, size);
        lines
    }

    /// Puts the pieces of each line in the order in which they are seen, if some of them run from the right to the left.
    ///
    /// Lines are broken before, because the first words of a text stand in its first line. The longest line begins at the left. If the text
    /// runs from the right, all lines have one right end.
    #[cfg(feature = "fonts")]
    fn in_visual_order(&self, lines: Vec<Vec<Piece>>, runs: &[TextRun], size: f32) -> Vec<Vec<Piece>> {
        let text: String = runs.iter().map(|run| &*run.text).collect();
        let Some(base) = super::fallback::base_level(&text) else { return lines };
        let wide = |piece: &Piece| self.fonts.width(piece.face, &piece.text) * size_of(piece.raised, size);
        let ordered = |line: Vec<Piece>| {
            let Some(start) = line.first().map(|piece| piece.x) else { return line };
            // A blank is a part with no piece.
            let mut parts: Vec<(String, Option<Piece>, f32)> = Vec::new();
            let mut end = start;
            for piece in line {
                if piece.x > end + 0.01 {
                    parts.push((" ".to_owned(), None, piece.x - end));
                }
                end = piece.x + wide(&piece);
                parts.push((piece.text.clone(), Some(piece), 0.0));
            }
            let mut x = start;
            let mut seen = Vec::new();
            for (part, text, is_rtl) in super::fallback::in_visual_order(parts.iter().map(|part| &*part.0), base) {
                let (_, piece, blank) = &parts[part];
                x += blank;
                if let Some(piece) = piece {
                    let piece = Piece { x, text, is_rtl, ..*piece };
                    x += wide(&piece);
                    seen.push(piece);
                }
            }
            seen
        };
        let mut lines: Vec<_> = lines.into_iter().map(ordered).collect();
        if base.is_rtl() {
            let end = |line: &Vec<Piece>| line.last().map_or(0.0, |piece| piece.x + wide(piece));
            let farthest = lines.iter().map(end).fold(0.0, f32::max);
            for line in &mut lines {
                let right = farthest - end(line);
                for piece in line {
                    piece.x += right;
                }
            }
        }
        lines
    }

    fn line(&mut self, pieces: &[Piece], size: f32, (x, y): (f32, f32)) {
        for piece in pieces {
            let shift = match piece.raised {
                0 => 0.0,
                raised => size * RAISE * if raised > 0 { 1.0 } else { -0.5 },
            };
            let place = (x + piece.x, y - shift);
            self.show_directed(piece.face, size_of(piece.raised, size), place, &piece.text, piece.is_rtl);
        }
    }

    /// Returns the place of each line: the number of its column and the place of its base line. Returns `None` if the columns are too small.
    fn placed(lines: &[Line], size: f32, columns: &[Column]) -> Option<Vec<(usize, f32)>> {
        let mut places = Vec::new();
        let (mut at, mut y, mut is_first) = (0, columns.first()?.top, true);
        let mut i = 0;
        while i < lines.len() {
            let count = 1 + lines[i..].iter().take_while(|line| line.keeps_next).count();
            let group = &lines[i..(i + count).min(lines.len())];
            let height: f32 = group.iter().map(|line| line.above + LEADING * size).sum();
            if !is_first && y + height > columns[at].bottom {
                at += 1;
                y = columns.get(at)?.top;
                is_first = true;
            }
            for line in group {
                y += if is_first { 0.0 } else { line.above } + LEADING * size;
                is_first = false;
                places.push((at, y - 0.3 * size));
            }
            if y > columns[at].bottom + 0.1 {
                return None;
            }
            i += count;
        }
        Some(places)
    }

    /// Returns the columns with the highest bottom for which they have room for these lines, so that they are about equally long.
    fn shortened(lines: &[Line], size: f32, columns: &[Column]) -> Vec<Column> {
        let to = |bottom: f32| columns.iter().map(|column| Column { bottom, ..*column }).collect::<Vec<_>>();
        let fits = |bottom: f32| Self::placed(lines, size, &to(bottom)).is_some();
        let top = columns.iter().map(|column| column.top).fold(f32::INFINITY, f32::min);
        let bottom = columns.iter().map(|column| column.bottom).fold(0.0, f32::max);
        let highest = (top as usize..bottom as usize).map(|bottom| bottom as f32).find(|&bottom| fits(bottom));
        highest.map_or(columns.to_vec(), to)
    }

    /// Writes lines into the columns of this page, and then into those of further pages.
    fn flow(&mut self, lines: &[Line], size: f32, first: &[Column], further: &[Column]) {
        let mut columns = first;
        let mut rest = lines;
        loop {
            // The most lines that fit on the page.
            let count = if Self::placed(rest, size, columns).is_some() {
                rest.len()
            } else {
                let fits = |count: &usize| Self::placed(&rest[..*count], size, columns).is_some();
                let most = (1..rest.len()).rev().find(fits).unwrap_or(1);
                // A heading is not the last line of a page.
                most - rest[..most].iter().rev().take_while(|line| line.keeps_next).count().min(most - 1)
            };
            let shortened = (count == rest.len()).then(|| Self::shortened(rest, size, columns));
            let columns_here = shortened.as_deref().unwrap_or(columns);
            let places = Self::placed(&rest[..count], size, columns_here).unwrap_or_default();
            for (line, (at, y)) in rest[..count].iter().zip(places) {
                self.line(&line.pieces, size, (columns[at].left, y));
            }
            self.end_page();
            rest = &rest[count..];
            columns = further;
            if rest.is_empty() {
                return;
            }
        }
    }
}

/// Returns a grid with the same voids and no black square.
fn outline(shape: Shape) -> Grid {
    let mut grid = shape.grid.clone();
    for (r, c) in shape.places().filter(|place| !shape.voids.contains(place)) {
        grid.set_white(r, c, true);
    }
    grid
}

/// Returns the size of letters in a text of this size, which are smaller if they are raised or lowered.
fn size_of(raised: i8, size: f32) -> f32 {
    if raised == 0 { size } else { size * SCRIPT }
}

/// Returns the parts of a text that fit into a line of this width, at least one character each. `room` is that of the first line.
fn broken(text: &str, room: f32, width: f32, long: impl Fn(&str) -> f32) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut room = room;
    for character in text.graphemes(true) {
        let last = parts.last_mut().expect("there is one");
        let before = last.len();
        last.push_str(character);
        if before > 0 && long(last) > room {
            last.truncate(before);
            parts.push(character.to_owned());
            room = width;
        }
    }
    parts
}

fn face(run: &TextRun) -> Face {
    match run {
        TextRun { bold: true, .. } => Face::Bold,
        TextRun { italic: true, .. } => Face::Oblique,
        TextRun { .. } => Face::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_no_line_has_room_for_is_broken() {
        let long = |text: &str| text.chars().count() as f32;
        assert_eq!(broken("abcdefg", 3.0, 3.0, long), ["abc", "def", "g"]);
        assert_eq!(broken("abcdefg", 1.0, 4.0, long), ["a", "bcde", "fg"]);
        assert_eq!(broken("ab", 0.0, 0.5, long), ["a", "b"]);
        assert_eq!(broken("e\u{301}x", 1.0, 1.0, long), ["e\u{301}", "x"], "a mark stays with its letter");
    }

    /// Returns lines of equal height. None of them must stand with the next.
    fn lines(count: usize) -> Vec<Line> {
        (0..count).map(|_| Line { pieces: Vec::new(), above: 0.0, keeps_next: false }).collect()
    }

    #[test]
    fn the_columns_of_the_last_page_are_about_equally_long() {
        let columns = [100.0, 300.0, 300.0].map(|top| Column { left: 0.0, top, bottom: 700.0 });
        let count = |columns: &[Column]| {
            let places = Pages::placed(&lines(60), 10.0, columns).expect("the columns have room");
            [0, 1, 2].map(|column| places.iter().filter(|place| place.0 == column).count())
        };
        assert_eq!(count(&columns), [46, 14, 0]);
        let [first, second, third] = count(&Pages::shortened(&lines(60), 10.0, &columns));
        assert!(second.abs_diff(third) <= 2 && (first - second).abs_diff(16) <= 2, "{first} {second} {third}");
    }

    /// A page for each paper, with 78 clues of 11 words, a title and an author.
    #[test]
    fn squares_of_large_grids_are_6_mm_wide_and_78_clues_take_two_pages_at_most() {
        let clue = |number: usize| PrintedClue {
            label: number.to_string(),
            runs: vec![TextRun {
                text: "the setter hides a word of seven letters in some river (7)".into(),
                ..TextRun::default()
            }],
            answer: String::new(),
        };
        let contents = Contents::default();
        for (size, paper) in [(21, Paper::A4), (23, Paper::A4), (21, Paper::Letter), (23, Paper::Letter)] {
            let grid = Grid::white(size, size);
            let puzzle = PrintedPuzzle {
                shape: (&grid).into(),
                contents: &contents,
                labels: None,
                diagramless: false,
                title: "Monday",
                credits: vec!["A. Setter".into()],
                notes: "",
                lists: [("Across", 1), ("Down", 2)]
                    .map(|(name, first)| (name, (first..79).step_by(2).map(clue).collect()))
                    .into(),
            };
            let mut bytes = Vec::new();
            let parts = Parts { clues: true, solution: false, submission: false };
            write(&mut bytes, &[puzzle], parts, paper, &Fonts::embedded()).expect("room in memory");
            let text = String::from_utf8_lossy(&bytes);
            // The grid is drawn in units of a square.
            let side = text.lines().find_map(|line| line.strip_suffix(" cm")?.split(' ').next()?.parse::<f32>().ok());
            let millimetres = side.expect("the grid is drawn") * 25.4 / 72.0;
            assert!(millimetres >= 6.0, "{size} × {size}: {millimetres} mm");
            assert!(text.matches("/Type /Page\n").count() <= 2, "{size} × {size}");
        }
    }

    #[test]
    fn an_outline_has_no_black_square() {
        let grid: Grid = ".#./#../...".parse().expect("a grid");
        let voids = [(0, 1)].into();
        let blank = outline(Shape { grid: &grid, voids: &voids });
        assert_eq!(blank.one_line(), ".#./.../...");
    }
}
