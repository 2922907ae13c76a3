//! Describes squares and lines, and the initial states of each square.
//!
//! A square is in one of four *states*, a two-bit number. Bit 0 is set if it lies in an across word, bit 1 if it lies in a down word. State
//! 0 is black, because every white square lies in a word. Two squares that a half turn exchanges have the same state, because the
//! turn keeps the direction of words. Such a pair is one square here, and only the upper rows and the left columns are lines. A middle row
//! or column contains every pair twice and is its own image.
//!
//! Invariant: a square lies in exactly one row of `lines` and in exactly one column.

use super::line::LineRules;
use gridcheck_core::constraint::RoundedConstraint;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_core::size::Size;

/// A set of states: bit s stands for state s.
pub type States = u8;

/// The state of a black square.
pub const BLACK: usize = 0;
/// The set of all states.
pub const ANY: States = 0b1111;

/// A row or a column.
pub struct Line {
    /// The direction of its words.
    pub direction: Direction,
    /// `true` if it is the first or the last of its direction.
    pub outer: bool,
    /// The numbers of its squares, from the left or from the top.
    pub squares: Vec<usize>,
    /// `true` if the half turn maps it to itself.
    pub palindrome: bool,
}

/// The direction of a line and of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// A row, and the words in it.
    Across,
    /// A column, and the words in it.
    Down,
}

/// The squares and lines of one problem.
pub struct Board {
    size: Size,
    half_turn: bool,
    line_rules: LineRules,
    constraints: Vec<RoundedConstraint>,
    /// Rows from the top, then columns from the left.
    lines: Vec<Line>,
    /// For each square its row and its column, as indices into `lines`.
    lines_of: Vec<[usize; 2]>,
}

impl Board {
    /// Returns the board of a problem whose symmetry is `rot180` or `none`.
    pub fn new(problem: &Problem) -> Self {
        let size = problem.size();
        let half_turn = problem.symmetry() == Symmetry::Rot180;
        let mut board = Board {
            size,
            half_turn,
            line_rules: LineRules::of(problem.rules()),
            constraints: problem.rounded_constraints().to_vec(),
            lines: Vec::new(),
            lines_of: vec![[0; 2]; size.squares()],
        };
        for direction in [Direction::Across, Direction::Down] {
            let (lines, length) = match direction {
                Direction::Across => (size.rows(), size.columns()),
                Direction::Down => (size.columns(), size.rows()),
            };
            for index in 0..if half_turn { lines.div_ceil(2) } else { lines } {
                let squares: Vec<usize> = (0..length)
                    .map(|i| match direction {
                        Direction::Across => board.square(index, i),
                        Direction::Down => board.square(i, index),
                    })
                    .collect();
                for &square in &squares {
                    board.lines_of[square][direction as usize] = board.lines.len();
                }
                board.lines.push(Line {
                    direction,
                    outer: index == 0 || index == lines - 1,
                    squares,
                    palindrome: half_turn && 2 * index + 1 == lines,
                });
            }
        }
        board
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules for the options of the lines.
    pub fn line_rules(&self) -> &LineRules {
        &self.line_rules
    }

    /// Returns `true` if the white squares must form one region; single lines cannot decide this.
    pub fn connected(&self) -> bool {
        self.line_rules.connected
    }

    /// Returns the constraints on the grids.
    pub fn constraints(&self) -> &[RoundedConstraint] {
        &self.constraints
    }

    /// Returns the number of lines that are rows. The other rows of the grid are images of these.
    pub fn rows(&self) -> usize {
        self.lines.iter().filter(|line| line.direction == Direction::Across).count()
    }

    /// Returns the rows from the top, then the columns from the left.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the line that crosses `line` in `square`.
    pub fn crossing(&self, line: usize, square: usize) -> usize {
        self.lines_of[square][1 - self.lines[line].direction as usize]
    }

    /// Returns the number of squares. A pair that the half turn exchanges is one square, numbered by its first position.
    pub fn square_count(&self) -> usize {
        let squares = self.size.squares();
        if self.half_turn { squares.div_ceil(2) } else { squares }
    }

    fn square(&self, r: usize, c: usize) -> usize {
        let number = r * self.size.columns() + c;
        if self.half_turn { number.min(self.size.squares() - 1 - number) } else { number }
    }

    /// Returns the states that the givens of a square and of its neighbours permit; empty if two givens contradict each other.
    pub fn initial_states(&self, problem: &Problem) -> Vec<States> {
        let (height, width) = (self.size.rows(), self.size.columns());
        let colours = self.colours(problem);
        // Squares off the board count as black.
        let colour =
            |r: usize, c: usize| if r < height && c < width { colours[self.square(r, c)] } else { Colours::BLACK };
        let mut states = vec![ANY; self.square_count()];
        for (r, c) in self.size.positions() {
            // Above row 0 and left of column 0 the index is `usize::MAX`, which is off the board too.
            let beside = [colour(r, c.wrapping_sub(1)), colour(r, c + 1)];
            let over = [colour(r.wrapping_sub(1), c), colour(r + 1, c)];
            let state = &mut states[self.square(r, c)];
            for (in_word, neighbours) in [(0b1010, beside), (0b1100, over)] {
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
        let mut colours = vec![Colours { black: true, white: true }; self.square_count()];
        for (r, c) in self.size.positions() {
            let colour = &mut colours[self.square(r, c)];
            match problem.givens().colour(r, c) {
                Some(true) => colour.black = false,
                Some(false) => colour.white = false,
                None => {}
            }
        }
        colours
    }
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
