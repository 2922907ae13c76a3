//! The judge of grids with bars or voids, a square at a time.
//!
//! Such grids come one by one, out of puzzle files, so this is written to be read and not to be fast. A *run* goes on from a white
//! square to the next white one unless a bar is between them; from runs follows what a word is, what is checked, and what hangs
//! together: a bar parts two squares, for they help each other with no word. Rules about single words are the same functions as for
//! plain grids; what a rule about lines or the whole grid means here stands beside what it means there.

use std::ops::ControlFlow;

use super::Validator;
use super::place::Direction;
use super::rule::{connected, edges, in_word, min_white, single_cells, symmetry, white};
use super::seen::Seen;
use super::sink::Sink;
use super::violation::Violation;
use gridcheck_layout::shape::Shape;

impl Validator {
    /// Judges a grid with bars or voids; the order is that of the judge of plain grids.
    pub(super) fn judge_shape(&self, shape: Shape, sink: &mut impl Sink<Violation = Violation>) -> ControlFlow<()> {
        let Validator { single_cells, words: _, edges, connected, symmetry, min_white_per_row } = self;
        let seen = Seen::of(shape);
        white::judge(shape.grid.rows(), sink)?;
        symmetry::judge_shape(*symmetry, shape, sink)?;
        if *edges {
            edges::judge_shape(shape, sink)?;
        }
        if *min_white_per_row > 0 {
            min_white::judge_shape(*min_white_per_row, Direction::Across, shape, sink)?;
            min_white::judge_shape(*min_white_per_row, Direction::Down, shape, sink)?;
        }
        in_word::judge_shape(&seen, sink)?;
        if !single_cells {
            single_cells::judge_shape(Direction::Across, &seen, sink)?;
            single_cells::judge_shape(Direction::Down, &seen, sink)?;
        }
        for direction in [Direction::Across, Direction::Down] {
            for &word in seen.runs(direction).iter().filter(|run| run.length > 1) {
                self.judge_word(word, seen.pattern(word), sink)?;
            }
        }
        if *connected {
            connected::judge_shape(&seen, sink)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
