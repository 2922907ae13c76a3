//! Squares, lines, and what is known of each square before any search.
//!
//! A square is in one of four *states*, a two-bit number: bit 0 says that it lies in an across word, bit 1 that it lies in
//! a down word. State 0 is black, for every white square lies in a word. Squares that a half turn exchanges have the same
//! state (words turn into words of their own direction), so such a pair is one square here, and only the upper rows and
//! the left columns are lines; a middle row or column meets every pair twice and is its own image.
//!
//! Invariant: a square lies in exactly one row of `lines` and in exactly one column.

use gridcheck_core::constraint::RoundedConstraint;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Ruleset, Symmetry};

/// A set of states: bit s stands for state s.
pub type States = u8;

/// The state of a black square.
pub const BLACK: usize = 0;
/// Every state.
pub const ANY: States = 0b1111;

/// One row or one column.
pub struct Line {
    /// The direction of its words.
    pub direction: Direction,
    /// Whether it is the first or the last of its direction.
    pub outer: bool,
    /// Its squares, by number, from the left or from the top.
    pub squares: Vec<usize>,
    /// Whether the half turn maps it to itself.
    pub palindrome: bool,
}

/// Across or down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// A row, and the words in it.
    Across,
    /// A column, and the words in it.
    Down,
}

/// The squares and lines of one problem.
pub struct Board {
    size: usize,
    half_turn: bool,
    single_cells: bool,
    connected: bool,
    constraints: Vec<RoundedConstraint>,
    /// Rows from the top, then columns from the left.
    lines: Vec<Line>,
    /// For each square its row and its column, as indices into `lines`.
    lines_of: Vec<[usize; 2]>,
}

impl Board {
    /// The board of a problem whose symmetry is `rot180` or `none`.
    pub fn new(problem: &Problem) -> Self {
        let size = problem.size();
        // The rest is judged where the options of a line are made.
        let Ruleset {
            name: _,
            min_word: _,
            single_cells,
            checking: _,
            max_unchecked_run: _,
            max_unchecked_run_at_ends: _,
            edges: _,
            connected,
            symmetry,
            min_white_per_row: _,
            max_word: _,
        } = *problem.rules();
        let half_turn = symmetry == Symmetry::Rot180;
        let shown = if half_turn { size.div_ceil(2) } else { size };
        let mut board = Board {
            size,
            half_turn,
            single_cells,
            connected,
            constraints: problem.rounded_constraints().to_vec(),
            lines: Vec::new(),
            lines_of: vec![[0; 2]; size * size],
        };
        for direction in [Direction::Across, Direction::Down] {
            for index in 0..shown {
                let squares: Vec<usize> = (0..size)
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
                    outer: index == 0 || index == size - 1,
                    squares,
                    palindrome: half_turn && 2 * index + 1 == size,
                });
            }
        }
        board
    }

    /// Rows of the grid.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the white squares must form one region, which no line can tell.
    pub fn connected(&self) -> bool {
        self.connected
    }

    /// What is constrained of the grids.
    pub fn constraints(&self) -> &[RoundedConstraint] {
        &self.constraints
    }

    /// How many of the lines are rows. The other rows are images of these.
    pub fn rows(&self) -> usize {
        self.lines.len() / 2
    }

    /// Rows from the top, then columns from the left.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line that meets `line` in `square`.
    pub fn crossing(&self, line: usize, square: usize) -> usize {
        self.lines_of[square][1 - self.lines[line].direction as usize]
    }

    /// How many squares there are; a pair that the half turn exchanges is one, numbered where it comes first.
    pub fn square_count(&self) -> usize {
        let squares = self.size * self.size;
        if self.half_turn { squares.div_ceil(2) } else { squares }
    }

    fn square(&self, r: usize, c: usize) -> usize {
        let number = r * self.size + c;
        if self.half_turn { number.min(self.size * self.size - 1 - number) } else { number }
    }

    /// The states that the givens leave to each square, judged square by square and by its neighbours; empty where two
    /// givens contradict each other.
    pub fn opening(&self, problem: &Problem) -> Vec<States> {
        let n = self.size;
        let colours = self.colours(problem);
        // Off the board counts as black.
        let colour = |r: usize, c: usize| if r < n && c < n { colours[self.square(r, c)] } else { Colours::BLACK };
        let mut states = vec![ANY; self.square_count()];
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            // Above row 0 and left of column 0 is `usize::MAX`, off the board too.
            let beside = [colour(r, c.wrapping_sub(1)), colour(r, c + 1)];
            let over = [colour(r.wrapping_sub(1), c), colour(r + 1, c)];
            let state = &mut states[self.square(r, c)];
            for (in_word, neighbours) in [(0b1010, beside), (0b1100, over)] {
                // Only a white square is in a word when a neighbour is white; a black one stays possible.
                if neighbours.iter().any(|neighbour| !neighbour.black) {
                    *state &= in_word | 1 << BLACK;
                }
                if neighbours.iter().all(|neighbour| !neighbour.white) {
                    *state &= !in_word;
                }
            }
            if !self.single_cells {
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

    /// What each square's givens leave of its colour.
    fn colours(&self, problem: &Problem) -> Vec<Colours> {
        let n = self.size;
        let mut colours = vec![Colours { black: true, white: true }; self.square_count()];
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
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

/// Which colours a square may have.
#[derive(Clone, Copy)]
struct Colours {
    black: bool,
    white: bool,
}

impl Colours {
    const BLACK: Colours = Colours { black: true, white: false };
}
