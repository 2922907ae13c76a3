//! Describes squares and lines, and the initial states of each square.
//!
//! A position of the grid is in one of four *states*, a two-bit number. Bit 0 is set if it lies in an across word, bit 1 if it lies in a
//! down word. State 0 is black, because every white square lies in a word.
//!
//! Positions that the symmetry maps to one another are one *square* here, and lines that it maps to one another are one line: the first.
//! A turn or reflection that makes columns of rows exchanges across and down. So a square has the state of its first position, and a
//! position can have it *exchanged*. A line can contain a square twice.
//!
//! Invariant: exactly one line has a square in a row, and exactly one has it in a column. The two can be the same line. Here an exchanged
//! position of a row counts as one of a column, and the reverse.

use gridcheck_core::grid::Transform;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry};
use gridcheck_core::size::Size;

/// A set of states: bit s stands for state s.
pub type States = u8;

/// The state of a black square.
pub const BLACK: usize = 0;
/// The set of all states.
pub(super) const ANY: States = 0b1111;
/// The states that do not change if across and down are exchanged.
const SYMMETRIC: States = 0b1001;

/// A row or a column.
pub struct Line {
    /// The direction of its words.
    pub direction: Direction,
    /// Its place among the rows or the columns, from 0.
    pub index: usize,
    /// `true` if it is the first or the last of its direction.
    pub outer: bool,
    /// Its positions, from the left or from the top.
    pub positions: Vec<Position>,
}

/// A position in a line.
#[derive(Debug, Clone, Copy)]
pub struct Position {
    /// The number of its square.
    pub square: usize,
    /// `true` if across and down are exchanged, compared with the first position of the square.
    pub exchanged: bool,
    /// An earlier position of the line that is the same square.
    pub twin: Option<usize>,
}

/// The direction of a line and of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// A row, and the words in it.
    Across,
    /// A column, and the words in it.
    Down,
}

/// The rules in the form of this translation. The problem holds the symmetry.
pub struct LineRules {
    pub(super) shortest: usize,
    pub(super) longest: Limit,
    /// `true` if a run of one square may occur.
    pub(super) single_cells: bool,
    pub(super) checking: Checking,
    /// Maximum number of adjacent unchecked letters, inside a word and at its ends.
    pub(super) inside: Limit,
    pub(super) at_ends: Limit,
    /// `true` if each outer line needs a white square.
    pub edges: bool,
    /// `true` if the white squares must form one region; single lines cannot decide this.
    pub connected: bool,
    pub(super) min_white_per_row: usize,
    pub(super) max_black_run: Limit,
}

impl LineRules {
    pub(super) fn of(rules: &Ruleset) -> Self {
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word: longest,
        } = rules.on_words();
        let RulesOnLines { min_white_per_row, max_black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected, symmetry: _ } = rules.on_grid();
        LineRules {
            shortest,
            longest,
            single_cells,
            checking,
            inside,
            at_ends,
            edges,
            connected,
            min_white_per_row,
            max_black_run,
        }
    }
}

/// The squares and lines of one problem.
pub struct Board {
    size: Size,
    line_rules: LineRules,
    /// Rows from the top, then columns from the left.
    lines: Vec<Line>,
    /// The first position of each square, row and column from 0.
    first_positions: Vec<(usize, usize)>,
    /// For each position of the grid, row by row, its square, and whether across and down are exchanged.
    places: Vec<(usize, bool)>,
    /// For each square the line that has it in a row, and the one that has it in a column, as indices into `lines`.
    lines_of: Vec<[usize; 2]>,
}

impl Board {
    /// Returns the board of a problem.
    pub fn new(problem: &Problem) -> Self {
        let (size, symmetry) = (problem.size(), problem.symmetry());
        let (height, width) = (size.rows(), size.columns());
        let mut first_positions = Vec::new();
        let mut places: Vec<(usize, bool)> = Vec::with_capacity(size.squares());
        for position in size.positions() {
            let image = |transform: &Transform| (transform.square(height, width, position), transform.swaps_sides());
            let (first, exchanged) = symmetry.group().iter().map(image).min().unwrap_or((position, false));
            let square = if first == position { first_positions.len() } else { places[first.0 * width + first.1].0 };
            if first == position {
                first_positions.push(position);
            }
            places.push((square, exchanged));
        }
        let mut board = Board {
            size,
            line_rules: LineRules::of(problem.rules()),
            lines: Vec::new(),
            lines_of: vec![[0; 2]; first_positions.len()],
            first_positions,
            places,
        };
        for (direction, lines) in [(Direction::Across, height), (Direction::Down, width)] {
            for index in (0..lines).filter(|&index| is_first(size, symmetry, direction, index)) {
                board.add_line(symmetry, direction, index, lines);
            }
        }
        board
    }

    fn add_line(&mut self, symmetry: Symmetry, direction: Direction, index: usize, lines: usize) {
        let mut positions: Vec<Position> = Vec::new();
        for (r, c) in positions_of(self.size, direction, index) {
            let (square, exchanged) = self.places[r * self.size.columns() + c];
            let twin = positions.iter().position(|earlier| earlier.square == square);
            positions.push(Position { square, exchanged, twin });
            self.lines_of[square][view(direction, exchanged)] = self.lines.len();
            if self.is_symmetric(symmetry, square) {
                self.lines_of[square] = [self.lines.len(); 2];
            }
        }
        self.lines.push(Line { direction, index, outer: index == 0 || index == lines - 1, positions });
    }

    /// Returns `true` if the symmetry maps a square to itself so that across and down are exchanged.
    fn is_symmetric(&self, symmetry: Symmetry, square: usize) -> bool {
        let first = self.first_positions[square];
        let (height, width) = (self.size.rows(), self.size.columns());
        symmetry.group().iter().any(|image| image.swaps_sides() && image.square(height, width, first) == first)
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules in the form of this translation.
    pub fn line_rules(&self) -> &LineRules {
        &self.line_rules
    }

    /// Returns `true` if no line alone excludes the grid without white squares.
    pub(super) fn may_be_black(&self) -> bool {
        !self.line_rules.edges && self.line_rules.min_white_per_row == 0
    }

    /// Returns the number of lines that are rows. They are the first rows of the grid. Every other row is a reversed image of one of these:
    /// each group that maps a row to another contains the half turn.
    pub fn rows(&self) -> usize {
        self.lines.iter().filter(|line| line.direction == Direction::Across).count()
    }

    /// Returns the rows from the top, then the columns from the left.
    #[inline]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns `true` if two lines share a square, and have to agree on it.
    #[inline]
    pub fn is_shared(&self, square: usize) -> bool {
        let [row, column] = self.lines_of[square];
        row != column
    }

    /// Returns the line that crosses `line` in a position; it can be the same line.
    #[inline]
    pub fn crossing(&self, line: usize, position: Position) -> usize {
        self.lines_of[position.square][1 - view(self.lines[line].direction, position.exchanged)]
    }

    /// Returns the first position of each square, row and column from 0.
    pub fn first_positions(&self) -> &[(usize, usize)] {
        &self.first_positions
    }

    /// Returns the states that the givens of a square and of its neighbours permit; empty if two givens contradict each other.
    pub fn initial_states(&self, problem: &Problem) -> Vec<States> {
        let (height, width) = (self.size.rows(), self.size.columns());
        let colours = self.colours(problem);
        // Squares off the board count as black.
        let colour = |r: usize, c: usize| {
            if r < height && c < width { colours[self.places[r * width + c].0] } else { Colours::BLACK }
        };
        let symmetric = |square| self.is_symmetric(problem.symmetry(), square);
        let mut states: Vec<States> =
            (0..colours.len()).map(|square| if symmetric(square) { SYMMETRIC } else { ANY }).collect();
        for ((r, c), &(square, is_exchanged)) in self.size.positions().zip(&self.places) {
            // Above row 0 and left of column 0 the index is `usize::MAX`, which is off the board too.
            let beside = [colour(r, c.wrapping_sub(1)), colour(r, c + 1)];
            let over = [colour(r.wrapping_sub(1), c), colour(r + 1, c)];
            let [across, down] = if is_exchanged { [over, beside] } else { [beside, over] };
            let state = &mut states[square];
            for (in_word, neighbours) in [(0b1010, across), (0b1100, down)] {
                // A white neighbour means that a white square is in a word; the square may still be black.
                if neighbours.iter().any(|neighbour| !neighbour.black) {
                    *state &= in_word | 1 << BLACK;
                }
                if neighbours.iter().all(|neighbour| !neighbour.white) {
                    *state &= !in_word;
                }
            }
            if !self.line_rules.single_cells {
                *state &= 0b1001;
            }
            let own = colour(r, c);
            if !own.white {
                *state &= 1 << BLACK;
            }
            if !own.black {
                *state &= !(1 << BLACK);
            }
        }
        states
    }

    /// Returns the colours that each square's givens permit.
    fn colours(&self, problem: &Problem) -> Vec<Colours> {
        let mut colours = vec![Colours { black: true, white: true }; self.first_positions.len()];
        for ((r, c), &(square, _)) in self.size.positions().zip(&self.places) {
            match problem.givens().colour(r, c) {
                Some(true) => colours[square].black = false,
                Some(false) => colours[square].white = false,
                None => {}
            }
        }
        colours
    }
}

impl Position {
    /// Returns the states of the square from states of this position, and the reverse.
    #[inline]
    pub fn turned(self, states: States) -> States {
        if self.exchanged { states & SYMMETRIC | (states & 0b0010) << 1 | (states & 0b0100) >> 1 } else { states }
    }

    /// Returns the state of the square from the state of this position, and the reverse.
    #[inline]
    pub fn turned_state(self, state: usize) -> usize {
        if self.exchanged { (state & 1) << 1 | state >> 1 } else { state }
    }

    /// Returns 0 if a line of this direction has the square in a row, and 1 if in a column.
    #[inline]
    pub fn view(self, direction: Direction) -> usize {
        view(direction, self.exchanged)
    }
}

#[inline]
fn view(direction: Direction, exchanged: bool) -> usize {
    usize::from((direction == Direction::Down) != exchanged)
}

/// Returns the positions of a line, row and column from 0.
fn positions_of(size: Size, direction: Direction, index: usize) -> impl Iterator<Item = (usize, usize)> {
    let length = if direction == Direction::Across { size.columns() } else { size.rows() };
    (0..length).map(move |i| if direction == Direction::Across { (index, i) } else { (i, index) })
}

/// Returns `true` if a line is the first of its images under the symmetry, rows before columns.
fn is_first(size: Size, symmetry: Symmetry, direction: Direction, index: usize) -> bool {
    let corner = if direction == Direction::Across { (index, 0) } else { (0, index) };
    symmetry.group().iter().all(|transform| {
        let (r, c) = transform.square(size.rows(), size.columns(), corner);
        let image = if (direction == Direction::Across) == transform.swaps_sides() {
            (Direction::Down, c)
        } else {
            (Direction::Across, r)
        };
        (direction, index) <= image
    })
}

/// The colours that a square may have.
#[derive(Clone, Copy)]
struct Colours {
    black: bool,
    white: bool,
}

impl Colours {
    const BLACK: Colours = Colours { black: true, white: false };
}
