//! Validates a finished grid against a rule set and names every broken rule and its place.
//!
//! The validator is an independent witness. It knows the grid and the rule *data* and nothing of the engines. So it catches a grid that an
//! engine wrongly lists, because it does not share the engine's mistake.
//!
//! The method is bit-parallel, a row or a column at a time. The grid and its transpose are two stacks of 64-bit integers. A line is shifted
//! along itself and compared with its neighbour lines. For all its squares at once, this shows which are joined: neighbours, white, and
//! without a bar between them. Joined squares make words and regions, with bars and voids and without. Runs of one, isolated squares, outer
//! lines and symmetry are read from such integers with their places. A word is the integer of its checked letters. A flood fill of whole
//! runs (`regions`) decides if the grid is connected. The rule set is destructured completely, so no rule can be forgotten.
//!
//! There is one judge, which gives its findings to a sink. The function [`violations`] collects all of them and [`is_valid`] stops at the
//! first, so the two cannot disagree. For a valid grid both take the same time and allocate nothing.
//!
//! Invariant: the judge only assumes what [`Grid`] guarantees, that no bit beyond the width is set. Lines beyond the grid's last are 0,
//! which means black.

pub mod diagnostic;
mod lines;
mod place;
mod regions;
pub mod rule;
#[cfg(feature = "schema")]
pub mod schema;
mod sink;
pub mod stats;

use std::ops::ControlFlow;

use diagnostic::{Code, Diagnostic};
use gridcheck_core::grid::{Grid, MAX_SIZE, full_row};
use gridcheck_core::rules::{Checking, GridKind, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry};
use gridcheck_layout::shape::{Colour, Shape};
use lines::{Lines, both_directions};
use rule::{
    checking, connected, edges, in_word, kind, max_black_run, max_word, min_white, min_word, single_cells, symmetry,
    unchecked_ends, unchecked_run, white,
};
use sink::{FirstViolation, Sink};

pub use place::{Direction, Pattern, Square, Word};

/// Returns every broken rule of `grid` with its place; empty if the grid is valid.
///
/// The order is: the empty grid, the kind of grid. Then symmetry, edges, rows and columns with few white squares, long runs of black squares, isolated squares,
/// runs of one, words across, words down, and regions cut off. Each of these is in reading order. To judge many grids, build one [`Validator`].
pub fn violations(grid: &Grid, rules: &Ruleset) -> Vec<Diagnostic> {
    Validator::new(rules).violations(grid)
}

/// Returns `true` if `grid` breaks no rule.
///
/// To judge many grids, build one [`Validator`].
pub fn is_valid(grid: &Grid, rules: &Ruleset) -> bool {
    Validator::new(rules).is_valid(grid)
}

/// A rule set in the form that the judge reads.
#[derive(Debug, Clone)]
pub struct Validator {
    kind: GridKind,
    single_cells: bool,
    min_word: usize,
    /// In the four limits, [`MAX_SIZE`] stands for none.
    max_word: usize,
    unchecked_run: usize,
    unchecked_run_at_ends: usize,
    max_black_run: usize,
    checking: Checking,
    edges: bool,
    connected: bool,
    symmetry: Symmetry,
    min_white_per_row: usize,
}

impl Validator {
    /// Prepares to judge grids by these rules.
    pub fn new(rules: &Ruleset) -> Self {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let RulesOnLines { min_white_per_row, max_black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected, symmetry } = rules.on_grid();
        let [max_word, unchecked_run, unchecked_run_at_ends, max_black_run] =
            [max_word, max_unchecked_run, max_unchecked_run_at_ends, max_black_run].map(|limit| match limit {
                Limit::AtMost(most) => most.min(MAX_SIZE),
                Limit::Unlimited => MAX_SIZE,
            });
        Validator {
            kind: rules.kind,
            single_cells,
            min_word,
            max_word,
            unchecked_run,
            unchecked_run_at_ends,
            max_black_run,
            checking,
            edges,
            connected,
            symmetry,
            min_white_per_row,
        }
    }

    /// Returns every broken rule, in the order that [`violations`](violations()) describes.
    pub fn violations(&self, grid: &Grid) -> Vec<Diagnostic> {
        self.collected(grid.into())
    }

    /// Returns the code of every broken rule of a grid, in the order of [`violations_of`](Self::violations_of). It takes less time than the
    /// texts.
    pub fn codes_of_violations<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<&'static Code> {
        self.collected(shape.into())
    }

    /// Returns every broken rule of a grid that may have bars and voids, at which words end. The file of each rule defines its meaning
    /// there.
    pub fn violations_of<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Diagnostic> {
        let shape = shape.into();
        let mut found: Vec<Diagnostic> = self.collected(shape);
        for diagnostic in &mut found {
            diagnostic.squares.retain(|square| shape.at((square.row, square.column)) != Colour::Void);
        }
        found
    }

    /// Returns a collection of what the judge reports.
    fn collected<S: Sink + Default>(&self, shape: Shape) -> S {
        let mut found = S::default();
        // Collecting never stops early, so the result carries no information.
        let _ = self.judge(shape, &mut found);
        found
    }

    /// Returns `true` if no rule is broken.
    pub fn is_valid(&self, grid: &Grid) -> bool {
        self.judge(grid.into(), &mut FirstViolation).is_continue()
    }

    /// Chooses the number of lines of a stack. Most grids fit 16: a 15 × 15 takes a fifth of the time of a 63 × 63. Small grids, which come
    /// in millions, fit 8.
    fn judge(&self, shape: Shape, sink: &mut impl Sink) -> ControlFlow<()> {
        match shape.height().max(shape.width()) {
            0..=8 => self.judge_lines::<8>(shape, sink),
            9..=16 => self.judge_lines::<16>(shape, sink),
            17..=32 => self.judge_lines::<32>(shape, sink),
            _ => self.judge_lines::<MAX_SIZE>(shape, sink),
        }
    }

    fn judge_lines<const N: usize>(&self, shape: Shape, sink: &mut impl Sink) -> ControlFlow<()> {
        let (across, down) = both_directions::<N>(shape);
        let rows = &across.white[..shape.height()];
        let columns = &down.white[..shape.width()];

        white::judge(rows, sink)?;
        kind::judge(self.kind, shape, sink)?;
        symmetry::judge(self.symmetry, shape, [&across.white, &down.white], sink)?;
        if self.edges {
            edges::judge(shape, rows, columns, sink)?;
        }
        if self.min_white_per_row > 0 {
            min_white::judge(self.min_white_per_row, shape, Direction::Across, rows, sink)?;
            min_white::judge(self.min_white_per_row, shape, Direction::Down, columns, sink)?;
        }
        if self.max_black_run < MAX_SIZE {
            max_black_run::judge(self.max_black_run, shape, Direction::Across, rows, sink)?;
            max_black_run::judge(self.max_black_run, shape, Direction::Down, columns, sink)?;
        }
        in_word::judge(&across, sink)?;
        if !self.single_cells {
            single_cells::judge(Direction::Across, &across, sink)?;
            single_cells::judge(Direction::Down, &down, sink)?;
        }
        self.judge_words(Direction::Across, &across, sink)?;
        self.judge_words(Direction::Down, &down, sink)?;
        if self.connected {
            connected::judge(&across, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Judges the words of one direction, one by one.
    fn judge_words<const N: usize>(
        &self,
        direction: Direction,
        lines: &Lines<N>,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        for line in 0..N {
            // Bit i joins letters i and i + 1, so a word of k letters has k - 1 bits.
            let mut rest = lines.along[line];
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                let length = 1 + (rest >> place).trailing_ones() as usize;
                rest &= !(full_row(length - 1) << place);
                let word = Word { direction, first: Square::on(direction, line, place), length };
                self.judge_word(word, Pattern::new(length, lines.cross[line] >> place), sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn judge_word(&self, word: Word, pattern: Pattern, sink: &mut impl Sink) -> ControlFlow<()> {
        min_word::judge(self.min_word, word, sink)?;
        max_word::judge(self.max_word, word, sink)?;
        checking::judge(self.checking, word, pattern, sink)?;
        unchecked_run::judge(self.unchecked_run, word, pattern, sink)?;
        unchecked_ends::judge(self.unchecked_run_at_ends, word, pattern, sink)
    }
}

#[cfg(test)]
mod tests;
