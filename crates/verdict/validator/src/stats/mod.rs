//! Measures a finished grid, valid or not, square or not, with or without bars and voids.
//!
//! The figures are those of setters' programs (Exet, Qxw, Crosshare, Crossword Compiler). They cover words and their lengths, checking,
//! black squares, symmetry, and hinges. This module judges only one thing, by the validator: if the grid is among those that Keith (2026)
//! counts.

mod hinges;
mod measures;
mod regions;

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::Validator;
use gridcheck_core::constraint::{BlackShape, Measure};
use gridcheck_core::rules::{Symmetry, builtin};
use gridcheck_core::serial::Squares;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::{Direction, Word, Words};

pub use hinges::hinges;
pub use measures::{Measures, satisfied, unsatisfied};
pub use regions::black_shape;

/// The measurements of one grid. Squares are counted from 0 here, and from 1 in anything a person or a program reads.
///
/// The JSON of a grid has these fields in this order, and so has the line of column names of a table. Names never change, and new
/// fields come last.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of white squares.
    pub white: usize,
    /// Number of black squares.
    pub black: usize,
    /// Number of words.
    pub words: usize,
    /// The mean length of a word; `None` if there is no word.
    pub mean_length: Option<f64>,
    /// Number of white squares that are letters of two words.
    pub checked: usize,
    /// Number of white squares that are letters of one word.
    pub unchecked: usize,
    /// Number of white squares in no word.
    pub isolated: usize,
    /// Number of words with exactly two unchecked letters side by side as their longest run.
    pub double_unches: usize,
    /// Number of words with three or more unchecked letters side by side.
    pub triple_unches: usize,
    /// Number of words that begin or end with two or more unchecked letters.
    pub unches_at_ends: usize,
    /// The symmetries that leave the grid unchanged.
    pub symmetry: Symmetry,
    /// Keith's letter for the symmetry, if he has one.
    pub keiths_type: Option<&'static str>,
    /// Number of regions of white squares.
    pub regions: usize,
    /// The checked squares whose loss would separate connected words, in reading order. They are the bridges of the graph whose nodes are
    /// words and whose edges are checked squares.
    #[serde(with = "Squares")]
    pub hinges: Vec<(usize, usize)>,
    /// Number of squares in the largest region of black squares.
    pub largest_black_block: usize,
    /// The most black squares side by side along an edge.
    pub longest_black_edge: usize,
    /// Black squares that could be white without changing the number of words.
    pub cheaters: usize,
    /// `true` if Keith counts the grid: a square of odd size, without bars or voids, that obeys the British rules.
    pub in_keiths_count: bool,
    /// `true` if the grid is a valid American grid, in the same sense.
    pub is_american: bool,
    /// The words by their length.
    #[serde(serialize_with = "as_rows")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<LengthRow>"))]
    pub lengths: BTreeMap<usize, Length>,
    /// Number of bars between white squares.
    pub bars: usize,
    /// Number of places of the rectangle without a square.
    pub voids: usize,
}

/// Statistics of the words of one length.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Length {
    /// Number of words across.
    pub across: usize,
    /// Number of words down.
    pub down: usize,
    /// Number of words with fewer than half of their letters checked.
    pub under_half: usize,
    /// Number of words with more letters checked than half, rounded up.
    pub over_half: usize,
    /// The fewest checked letters of a word.
    pub fewest_checked: usize,
    /// The most checked letters of a word.
    pub most_checked: usize,
    /// Number of checked letters of all the words together.
    pub checked: usize,
}

impl Length {
    /// Returns the number of words.
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
        let (symmetry, voids) = (shape.symmetry(), shape.voids.len());
        Stats {
            height: grid.height(),
            width: grid.width(),
            white: grid.whites(),
            black: shape.blacks(),
            words: words.len(),
            mean_length: (!words.is_empty()).then(|| letters as f64 / words.len() as f64),
            checked,
            unchecked,
            isolated: grid.whites() - checked - unchecked,
            double_unches: words.iter().filter(|word| longest_unch(word) == 2).count(),
            triple_unches: words.iter().filter(|word| longest_unch(word) > 2).count(),
            unches_at_ends: words.iter().filter(|word| has_double_at_end(word)).count(),
            symmetry,
            keiths_type: symmetry.letter(),
            regions: regions::white_regions(shape),
            hinges: hinges(words),
            largest_black_block: black_shape(shape, BlackShape::LargestBlock),
            longest_black_edge: black_shape(shape, BlackShape::EdgeRun),
            cheaters: Measures::of(shape).get(Measure::Cheaters) as usize,
            in_keiths_count: is_of_keiths_sizes && obeys("british"),
            is_american: is_of_keiths_sizes && obeys("american"),
            lengths: lengths(words),
            bars: shape.bars().len(),
            voids,
        }
    }
}

/// The words of one length.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LengthRow<'a> {
    #[serde(flatten)]
    row: &'a Length,
    length: usize,
}

fn as_rows<S: Serializer>(lengths: &BTreeMap<usize, Length>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lengths.iter().map(|(&length, row)| LengthRow { row, length }))
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
