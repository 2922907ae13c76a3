//! Judges grids with bars or voids, a square at a time.
//!
//! Such grids come one by one from puzzle files, so this code is written for clarity, not for speed. A *run* continues from a white square
//! to the next white one unless a bar is between them. The runs define words, checked squares and regions. A bar separates two squares of a
//! region, because no word connects them there.
//!
//! Rules about single words use the same functions as for plain grids. Each other rule defines its meaning for these grids beside that for
//! plain ones.

use std::ops::ControlFlow;

use super::Validator;
use super::place::Direction;
use super::rule::{connected, edges, in_word, min_white, single_cells, symmetry, white};
use super::runs::ShapeRuns;
use super::sink::Sink;
use gridcheck_layout::shape::Shape;

impl Validator {
    /// Judges a grid with bars or voids, in the order of the judge of plain grids.
    pub(super) fn judge_shape(&self, shape: Shape, sink: &mut impl Sink) -> ControlFlow<()> {
        let Validator { single_cells, words: _, edges, connected, symmetry, min_white_per_row } = self;
        let runs = ShapeRuns::of(shape);
        white::judge(shape.grid.rows(), sink)?;
        symmetry::judge_shape(*symmetry, shape, sink)?;
        if *edges {
            edges::judge_shape(shape, sink)?;
        }
        if *min_white_per_row > 0 {
            min_white::judge_shape(*min_white_per_row, Direction::Across, shape, sink)?;
            min_white::judge_shape(*min_white_per_row, Direction::Down, shape, sink)?;
        }
        in_word::judge_shape(&runs, sink)?;
        if !single_cells {
            single_cells::judge_shape(Direction::Across, &runs, sink)?;
            single_cells::judge_shape(Direction::Down, &runs, sink)?;
        }
        for direction in [Direction::Across, Direction::Down] {
            for &word in runs.runs(direction).iter().filter(|run| run.length > 1) {
                self.judge_word(word, runs.pattern(word), sink)?;
            }
        }
        if *connected {
            connected::judge_shape(&runs, sink)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
