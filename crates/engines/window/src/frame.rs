//! The problem in terms of this engine: middle lines, quadrants, and the given squares of each.

use super::arm::Arm;
use super::facts::LARGEST;
use super::quadrant::Given;
use super::words::{MAX_CLASSES, WordClasses, WordRule};
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rules::{Checking, RulesOnGrid};
use gridcheck_core::size::Size;
use gridcheck_engine::Unsupported;

/// A problem in terms of its middle lines and quadrants.
pub(crate) struct Frame {
    word_rule: WordRule,
    pub size: Size,
    /// Number of rows and of columns of a quadrant.
    pub sides: [usize; 2],
    pub connected: bool,
    /// `true` if every line needs a white square, not only the outer lines. For connected grids the outer lines are
    /// enough.
    pub all_lines: bool,
    /// The lines of a quadrant that need a white square: rows, and from bit 16 on columns.
    pub needs: u32,
    /// The given squares of the left quadrant, and of the right one, reflected. Half-turn images are included.
    pub quadrants: [Given; 2],
    pub middle_column: GivenSquares,
    pub middle_row: GivenSquares,
    pub centre: GivenSquares,
}

/// The squares that are given white, and those that are given black.
#[derive(Clone, Copy, Default)]
pub(crate) struct GivenSquares {
    pub white: u32,
    pub black: u32,
}

impl GivenSquares {
    /// Collects the given squares of a line, and of its half-turn image.
    fn of(givens: &Givens, squares: impl Iterator<Item = (usize, usize)>) -> GivenSquares {
        let (bottom, right) = (givens.height() - 1, givens.width() - 1);
        let mut given = GivenSquares::default();
        for (place, (r, c)) in squares.enumerate() {
            for colour in [givens.colour(r, c), givens.colour(bottom - r, right - c)].into_iter().flatten() {
                *(if colour { &mut given.white } else { &mut given.black }) |= 1 << place;
            }
        }
        given
    }

    pub(crate) fn allow(self, white: u32) -> bool {
        white & self.white == self.white && white & self.black == 0
    }
}

impl Frame {
    /// Returns the frame, or the reason why the problem is unsupported. A grid that is wider than high is counted as its reflection,
    /// because a quadrant with fewer columns has fewer states.
    ///
    /// # Errors
    /// Returns the reason why the engine does not support the problem.
    pub(crate) fn new(problem: &Problem) -> Result<Self, Unsupported> {
        let RulesOnGrid { edges, connected, symmetry: _ } = problem.rules().on_grid();
        let size = problem.size();
        let is_possible = |lines: usize| !lines.is_multiple_of(2) && (3..=LARGEST).contains(&lines);
        if !is_possible(size.rows()) || !is_possible(size.columns()) {
            return Err(format!("size {size}, only odd sizes from 3 to {LARGEST}").into());
        }
        let problem = &*problem.upright();
        let size = problem.size();
        let least = problem.rules().on_lines().whites_up_to(1)?;
        let (last, givens) = (size.columns() - 1, problem.givens());
        let sides @ [height, width] = [size.rows() / 2, size.columns() / 2];
        let all_lines = least == 1 && !connected;
        let lines = |side: usize| if all_lines { (1 << side) - 1 } else { u32::from(edges || least == 1) };
        let quadrants = [false, true].map(|right| {
            let row = |r: usize| GivenSquares::of(givens, (0..width).map(|c| (r, if right { last - c } else { c })));
            let rows: Vec<GivenSquares> = (0..height).map(row).collect();
            Given {
                white: rows.iter().map(|row| row.white).collect(),
                black: rows.iter().map(|row| row.black).collect(),
            }
        });
        Ok(Frame {
            word_rule: WordRule::of(problem.rules()),
            size,
            sides,
            connected,
            all_lines,
            needs: lines(height) | lines(width) << 16,
            quadrants,
            middle_column: GivenSquares::of(givens, (0..height).map(|r| (r, width))),
            middle_row: GivenSquares::of(givens, (0..width).map(|c| (height, c))),
            centre: GivenSquares::of(givens, [(height, width)].into_iter()),
        })
    }

    /// Computes the classes of down words, and those of across words. That takes long at large sizes.
    ///
    /// # Errors
    /// Returns the reason if a square has too many classes.
    pub(crate) fn words(&self) -> Result<[WordClasses; 2], Unsupported> {
        // The squares of a quadrant's side, and the middle one.
        let words = |line: usize| {
            WordClasses::new(self.word_rule, line, line / 2 + 1)
                .ok_or_else(|| format!("more than {MAX_CLASSES} ways in which a word can have begun"))
        };
        let down = words(self.size.rows())?;
        let across = if self.size.is_square() { down.clone() } else { words(self.size.columns())? };
        Ok([down, across])
    }

    /// Returns `true` if no square is given.
    pub(crate) fn is_open(&self) -> bool {
        let lines = self.quadrants.iter().flat_map(|quadrant| quadrant.white.iter().chain(&quadrant.black));
        let arms = [self.middle_column, self.middle_row, self.centre];
        lines.chain(arms.iter().flat_map(|arm| [&arm.white, &arm.black])).all(|&given| given == 0)
    }

    /// Returns `true` if the reflection in the diagonal of every grid is a grid.
    pub(crate) fn has_reflections(&self) -> bool {
        self.size.is_square() && self.is_open()
    }

    /// Returns the number of squares of a quadrant that are not given, in the quadrant that has more of them.
    pub(crate) fn free(&self) -> u32 {
        let free = |quadrant: &Given| -> u32 {
            let given = |row: usize| (quadrant.white[row] | quadrant.black[row]).count_ones();
            (0..self.sides[0]).map(|row| self.sides[1] as u32 - given(row)).sum()
        };
        self.quadrants.iter().map(free).max().unwrap_or(0)
    }

    /// Returns the reason why the problem would take very long, or `None`. The free squares of a quadrant decide;
    /// less restrictive rules are slower.
    pub(crate) fn slow(&self) -> Option<String> {
        let free = self.free();
        let reasonable = match self.word_rule.checking {
            Checking::All => 81,
            Checking::CeilHalf => 49,
            Checking::EitherHalf => 36,
            Checking::AtLeastHalf | Checking::Any | Checking::ByLength(_) => 25,
        };
        (free > reasonable)
            .then(|| format!("{free} free squares in a quarter of the grid, reasonable up to {reasonable}"))
    }

    /// Returns all possible middle columns, with either centre. Those that differ only in the centre are adjacent.
    pub(crate) fn arms(&self) -> impl Iterator<Item = Arm> {
        let whites = (0..1 << self.sides[0]).filter(|&white| self.middle_column.allow(white));
        let middle_columns = whites.flat_map(|white| [(white, false), (white, true)]);
        middle_columns
            .filter(|&(_, centre)| self.centre.allow(u32::from(centre)))
            .map(|(white, centre)| Arm::new(self.sides[0], white, centre))
    }

    /// Returns `true` if the join of black middle lines counts the grid without a white square. That grid is not
    /// valid, but only its connectivity could exclude it.
    pub(crate) fn has_black_grid(&self) -> bool {
        let in_quadrants = self.quadrants.iter().flat_map(|quadrant| &quadrant.white);
        let in_lines = [self.middle_column.white, self.middle_row.white, self.centre.white];
        !self.connected && self.needs == 0 && in_quadrants.chain(&in_lines).all(|&white| white == 0)
    }
}
