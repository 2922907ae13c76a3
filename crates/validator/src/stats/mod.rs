//! What can be measured of a finished grid, valid or not, square or not, with bars and voids or without.
//!
//! The figures are those that setters' programs report (Exet, Qxw, Crosshare, Crossword Compiler): words and their lengths, how
//! well they are checked, black squares, symmetry, and the squares on which the grid hangs. Nothing is judged here but whether
//! the grid is among those that Keith (2026) counts, which the validator says.

mod hinges;
mod measures;
mod regions;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Validator;
use gridcheck_core::rules::{Symmetry, builtin};
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word, Words};

pub use hinges::hinges;
pub use measures::{Measures, granted, not_granted};

/// The measurements of one grid. Squares are counted from 0 here, and from 1 in anything a person reads.
#[derive(Debug, Clone, PartialEq)]
pub struct Stats {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// White squares.
    pub white: usize,
    /// White squares that are letters of two words.
    pub checked: usize,
    /// White squares that are letters of one word.
    pub unchecked: usize,
    /// White squares in no word.
    pub isolated: usize,
    /// The words by their length.
    pub lengths: BTreeMap<usize, Length>,
    /// Words that have two unchecked letters side by side, and no more than two.
    pub double_unches: usize,
    /// Words that have three or more unchecked letters side by side.
    pub triple_unches: usize,
    /// Words that begin or end with two or more unchecked letters.
    pub unches_at_ends: usize,
    /// The symmetries that leave the grid as it is.
    pub symmetry: Symmetry,
    /// The regions that the white squares form.
    pub regions: usize,
    /// The checked squares whose loss would part words that hang together, in reading order: bridges of the graph whose nodes are
    /// words and whose edges are checked squares.
    pub hinges: Vec<(usize, usize)>,
    /// The most black squares that hang together.
    pub largest_black_block: usize,
    /// The most black squares side by side along an edge.
    pub longest_black_edge: usize,
    /// Whether Keith counts it: a square of odd size, without bars or voids, that obeys the British rules.
    pub in_keiths_count: bool,
    /// Whether it is a valid American grid, in the same sense.
    pub is_american: bool,
    /// Bars between white squares.
    pub bars: usize,
    /// Places of the rectangle without a square.
    pub voids: usize,
}

/// The words of one length.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Length {
    /// Words across.
    pub across: usize,
    /// Words down.
    pub down: usize,
    /// Words of which fewer than half of the letters are checked.
    pub under_half: usize,
    /// Words with more letters checked than half, rounded up.
    pub over_half: usize,
    /// The fewest checked letters of a word.
    pub fewest_checked: usize,
    /// The most checked letters of a word.
    pub most_checked: usize,
    /// The checked letters of all the words together.
    pub checked: usize,
}

impl Length {
    /// How many words there are.
    pub fn words(&self) -> usize {
        self.across + self.down
    }
}

impl Stats {
    /// Measures a grid.
    pub fn of<'a>(shape: impl Into<Shape<'a>>) -> Self {
        let shape = shape.into();
        let grid = shape.grid;
        let Words { words, .. } = &Words::of(shape);
        let letters: usize = words.iter().map(|word| word.length).sum();
        let checked = words.iter().map(Word::checked_letters).sum::<usize>() / 2;
        let unchecked = letters - 2 * checked;
        let longest_unch = |word: &Word| word.unchecked_runs().into_iter().max().unwrap_or(0);
        let obeys = |rules: &str| builtin(rules).is_some_and(|rules| Validator::new(&rules).is_valid(grid));
        let is_of_keiths_sizes = shape.is_plain() && grid.is_square() && !grid.height().is_multiple_of(2);
        Stats {
            height: grid.height(),
            width: grid.width(),
            white: grid.whites(),
            checked,
            unchecked,
            isolated: grid.whites() - checked - unchecked,
            lengths: lengths(words),
            double_unches: words.iter().filter(|word| longest_unch(word) == 2).count(),
            triple_unches: words.iter().filter(|word| longest_unch(word) > 2).count(),
            unches_at_ends: words.iter().filter(|word| has_double_at_end(word)).count(),
            symmetry: shape.symmetry(),
            regions: regions::white_regions(shape),
            hinges: hinges(words),
            largest_black_block: regions::largest_black_block(shape),
            longest_black_edge: regions::longest_black_edge(shape),
            in_keiths_count: is_of_keiths_sizes && obeys("british"),
            is_american: is_of_keiths_sizes && obeys("american"),
            bars: shape.bars.len(),
            voids: shape.voids.len(),
        }
    }

    /// All squares.
    pub fn squares(&self) -> usize {
        self.height * self.width - self.voids
    }

    /// Black squares.
    pub fn black(&self) -> usize {
        self.squares() - self.white
    }

    /// Words in all.
    pub fn words(&self) -> usize {
        self.lengths.values().map(Length::words).sum()
    }

    /// The mean length of a word; `None` if there is no word.
    pub fn mean_length(&self) -> Option<f64> {
        let letters: usize = self.lengths.iter().map(|(length, words)| length * words.words()).sum();
        (self.words() > 0).then(|| letters as f64 / self.words() as f64)
    }
}

fn lengths(words: &[Word]) -> BTreeMap<usize, Length> {
    let mut lengths: BTreeMap<usize, Length> = BTreeMap::new();
    for word in words {
        let checked = word.checked_letters();
        let row = lengths.entry(word.length).or_insert(Length { fewest_checked: checked, ..Length::default() });
        match word.direction {
            Direction::Across => row.across += 1,
            Direction::Down => row.down += 1,
        }
        row.under_half += usize::from(2 * checked < word.length);
        row.over_half += usize::from(checked > word.length.div_ceil(2));
        row.fewest_checked = row.fewest_checked.min(checked);
        row.most_checked = row.most_checked.max(checked);
        row.checked += checked;
    }
    lengths
}

fn has_double_at_end(word: &Word) -> bool {
    let unchecked = |i: usize| !word.is_checked(i);
    unchecked(0) && unchecked(1) || unchecked(word.length - 1) && unchecked(word.length - 2)
}
