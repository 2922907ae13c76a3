//! One broken rule and its place, as data, as a line of text and as JSON.
//!
//! Invariant: every number here counts from 0, as [`Grid`](crate::grid::Grid) does. Text and JSON, which people read,
//! count rows, columns and letters from 1; only this file adds the 1.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::grid::{Transform, full_row};
use crate::rules::Symmetry;

/// A broken rule, and where it is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// The grid has no white square.
    NoWhite,
    /// A symmetry of the group changes the grid.
    Asymmetric {
        /// The symmetry that fails.
        transform: Transform,
        /// The first square, row by row, whose image has the other colour.
        square: Square,
        /// Where `transform` takes it.
        image: Square,
        /// Whether `square` is the white one.
        white: bool,
    },
    /// The group has quarter turns or diagonal reflections, and the grid is no square.
    UnequalSides {
        /// The group.
        symmetry: Symmetry,
        /// The number of rows.
        height: usize,
        /// The number of columns.
        width: usize,
    },
    /// An outer row or column is all black.
    Edge {
        /// Which one.
        side: Side,
    },
    /// A row or column with too few white squares.
    FewWhites {
        /// Across for a row, down for a column.
        direction: Direction,
        /// Which row or column.
        index: usize,
        /// Its number of white squares.
        found: usize,
        /// The least number allowed.
        needed: usize,
    },
    /// A white square that lies in no word.
    Isolated {
        /// The square.
        square: Square,
    },
    /// A run of one square.
    SingleCell {
        /// The run's direction.
        direction: Direction,
        /// The square.
        square: Square,
    },
    /// A word that is too short.
    ShortWord {
        /// The word.
        word: Word,
        /// The least length allowed.
        needed: usize,
    },
    /// A word that is too long.
    LongWord {
        /// The word.
        word: Word,
        /// The greatest length allowed.
        allowed: usize,
    },
    /// A word with the wrong number of checked letters.
    Checking {
        /// The word.
        word: Word,
        /// Its checking pattern.
        pattern: Pattern,
        /// How many checked letters it may have.
        expected: RangeInclusive<usize>,
    },
    /// Too many adjacent unchecked letters inside a word.
    UncheckedRun {
        /// The word.
        word: Word,
        /// Its checking pattern.
        pattern: Pattern,
        /// The first unchecked letter of the run.
        letter: usize,
        /// The number of letters in the run.
        run: usize,
        /// The most allowed.
        allowed: usize,
    },
    /// Too many unchecked letters at a word's start.
    UncheckedStart {
        /// The word.
        word: Word,
        /// Its checking pattern.
        pattern: Pattern,
        /// The number of unchecked letters it starts with.
        run: usize,
        /// The most allowed.
        allowed: usize,
    },
    /// Too many unchecked letters at a word's end.
    UncheckedEnd {
        /// The word.
        word: Word,
        /// Its checking pattern.
        pattern: Pattern,
        /// The number of unchecked letters it ends with.
        run: usize,
        /// The most allowed.
        allowed: usize,
    },
    /// The white squares form more than one region.
    Disconnected {
        /// The number of regions.
        regions: usize,
        /// Every region but the largest (the first, where several are), in the order of their first squares.
        cut_off: Vec<Region>,
    },
}

/// A square's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
}

/// The two ways that words run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Along a row.
    Across,
    /// Along a column.
    Down,
}

/// A word's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// Which way it runs.
    pub direction: Direction,
    /// Its first square.
    pub first: Square,
    /// Its number of letters.
    pub length: usize,
}

/// A word's checking pattern: which of its letters are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    length: usize,
    checked: u64,
}

/// One of the grid's outer lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// The first column.
    Left,
    /// The last column.
    Right,
}

/// A region of white squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    /// Its first square, row by row.
    pub first: Square,
    /// Its number of squares.
    pub size: usize,
}

/// A disconnected grid's message tells so many cut-off regions one by one; the data always has them all.
const REGIONS_TOLD: usize = 5;

impl Violation {
    /// The key, in a rule file, of the rule that is broken; `white` and `in_word` for the two rules that always hold.
    pub const fn rule(&self) -> &'static str {
        match self {
            Violation::NoWhite => "white",
            Violation::Asymmetric { .. } | Violation::UnequalSides { .. } => "symmetry",
            Violation::Edge { .. } => "edges",
            Violation::FewWhites { .. } => "min_white_per_row",
            Violation::Isolated { .. } => "in_word",
            Violation::SingleCell { .. } => "single_cells",
            Violation::ShortWord { .. } => "min_word",
            Violation::LongWord { .. } => "max_word",
            Violation::Checking { .. } => "checking",
            Violation::UncheckedRun { .. } => "max_unchecked_run",
            Violation::UncheckedStart { .. } | Violation::UncheckedEnd { .. } => "max_unchecked_run_at_ends",
            Violation::Disconnected { .. } => "connected",
        }
    }
}

impl Direction {
    /// The square at `place` along line `line`: a row of an across word, a column of a down word.
    pub(super) const fn square(self, line: usize, place: usize) -> Square {
        match self {
            Direction::Across => Square { row: line, column: place },
            Direction::Down => Square { row: place, column: line },
        }
    }
}

impl Pattern {
    /// A pattern of `length` letters, bit i of `checked` set when letter i is checked.
    pub(super) const fn new(length: usize, checked: u64) -> Self {
        Pattern { length, checked: checked & full_row(length) }
    }

    /// The number of checked letters.
    pub const fn checked(self) -> usize {
        self.checked.count_ones() as usize
    }

    /// Whether letter `i`, from 0, is checked.
    pub const fn is_checked(self, i: usize) -> bool {
        self.checked >> i & 1 == 1
    }

    /// The runs of unchecked letters: the first letter, from 0, and the number of letters of each.
    pub fn unchecked_runs(self) -> impl Iterator<Item = (usize, usize)> {
        let starts = move |&i: &usize| !self.is_checked(i) && (i == 0 || self.is_checked(i - 1));
        (0..self.length).filter(starts).map(move |i| (i, (i..self.length).take_while(|&j| !self.is_checked(j)).count()))
    }
}

/// Letters C (checked) and U (unchecked).
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.length).try_for_each(|i| f.write_str(if self.is_checked(i) { "C" } else { "U" }))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Across => "across",
            Direction::Down => "down",
        })
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} word at {}, length {}", self.direction, self.first, self.length)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Top => "first row",
            Side::Bottom => "last row",
            Side::Left => "first column",
            Side::Right => "last column",
        })
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.size == 1 { "" } else { "s" };
        write!(f, "{} square{plural} at {}", self.size, self.first)
    }
}

/// One line, rows and columns counted from 1.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule())?;
        match self {
            Violation::NoWhite => f.write_str("the grid has no white square"),
            Violation::Asymmetric { transform, square, image, white } => {
                let (colour, other) = if *white { ("white", "black") } else { ("black", "white") };
                let name = transform_name(*transform);
                write!(f, "{square} is {colour}, its image under the {name}, {image}, is {other}")
            }
            Violation::UnequalSides { symmetry, height, width } => {
                let name = symmetry.name();
                write!(f, "{height} rows and {width} columns, but the group {name} exchanges rows and columns")
            }
            Violation::Edge { side } => write!(f, "the {side} has no white square"),
            Violation::FewWhites { direction, index, found, needed } => {
                let line = if *direction == Direction::Across { "row" } else { "column" };
                write!(f, "{line} {} has {found} white, at least {needed} needed", index + 1)
            }
            Violation::Isolated { square } => write!(f, "the white square at {square} lies in no word"),
            Violation::SingleCell { direction, square } => write!(f, "{direction} run of one square at {square}"),
            Violation::ShortWord { word, needed } => write!(f, "{word}: at least {needed} letters needed"),
            Violation::LongWord { word, allowed } => write!(f, "{word}: at most {allowed} letters allowed"),
            Violation::Checking { word, pattern, expected } => {
                let checked = pattern.checked();
                let expected = checked_letters(expected, word.length);
                write!(f, "{word} ({pattern}): {checked} of {} letters checked, expected {expected}", word.length)
            }
            Violation::UncheckedRun { word, pattern, letter, run, allowed } => {
                write!(
                    f,
                    "{word} ({pattern}): {run} adjacent unchecked letters from letter {}, at most {allowed} allowed",
                    letter + 1
                )
            }
            Violation::UncheckedStart { word, pattern, run, allowed } => {
                write!(f, "{word} ({pattern}): starts with {run} unchecked, at most {allowed} allowed")
            }
            Violation::UncheckedEnd { word, pattern, run, allowed } => {
                write!(f, "{word} ({pattern}): ends with {run} unchecked, at most {allowed} allowed")
            }
            Violation::Disconnected { regions, cut_off } => {
                write!(f, "{regions} regions of white squares; cut off: ")?;
                for (i, region) in cut_off.iter().take(REGIONS_TOLD).enumerate() {
                    let separator = if i > 0 { "; " } else { "" };
                    write!(f, "{separator}{region}")?;
                }
                match cut_off.len().saturating_sub(REGIONS_TOLD) {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more"),
                }
            }
        }
    }
}

/// How many letters of a word of `length` are to be checked, in words.
pub fn checked_letters(expected: &RangeInclusive<usize>, length: usize) -> String {
    let (fewest, most) = (*expected.start(), *expected.end());
    if fewest == most {
        format!("exactly {fewest}")
    } else if most == length {
        format!("at least {fewest}")
    } else {
        format!("{fewest} or {most}")
    }
}

const fn transform_name(transform: Transform) -> &'static str {
    match transform {
        Transform::Identity => "identity",
        Transform::Rot90 => "quarter turn",
        Transform::Rot180 => "half turn",
        Transform::Rot270 => "quarter turn back",
        Transform::MirrorLeftRight => "left-right mirror",
        Transform::MirrorTopBottom => "top-bottom mirror",
        Transform::MainDiagonal => "main diagonal",
        Transform::AntiDiagonal => "other diagonal",
    }
}

/// A JSON object: always `rule` and `message`; where they apply `direction`, `row`, `column`, `length` and `pattern`;
/// and the further numbers of each kind. All counted from 1.
impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.rule())?;
        map.serialize_entry("message", &self.to_string())?;
        match self {
            Violation::NoWhite => {}
            Violation::Asymmetric { transform, square, image, white } => {
                square_entries(&mut map, *square)?;
                map.serialize_entry("colour", if *white { "white" } else { "black" })?;
                map.serialize_entry("transform", transform_name(*transform))?;
                map.serialize_entry("image_row", &(image.row + 1))?;
                map.serialize_entry("image_column", &(image.column + 1))?;
            }
            Violation::UnequalSides { symmetry, height, width } => {
                map.serialize_entry("symmetry", symmetry)?;
                map.serialize_entry("height", height)?;
                map.serialize_entry("width", width)?;
            }
            Violation::Edge { side } => map.serialize_entry("side", side)?,
            Violation::FewWhites { direction, index, found, needed } => {
                map.serialize_entry(if *direction == Direction::Across { "row" } else { "column" }, &(index + 1))?;
                map.serialize_entry("found", found)?;
                map.serialize_entry("needed", needed)?;
            }
            Violation::Isolated { square } => square_entries(&mut map, *square)?,
            Violation::SingleCell { direction, square } => {
                map.serialize_entry("direction", direction)?;
                square_entries(&mut map, *square)?;
            }
            Violation::ShortWord { word, needed } => {
                word_entries(&mut map, word)?;
                map.serialize_entry("needed", needed)?;
            }
            Violation::LongWord { word, allowed } => {
                word_entries(&mut map, word)?;
                map.serialize_entry("allowed", allowed)?;
            }
            Violation::Checking { word, pattern, expected } => {
                word_entries(&mut map, word)?;
                map.serialize_entry("pattern", &pattern.to_string())?;
                map.serialize_entry("checked", &pattern.checked())?;
                map.serialize_entry("expected_least", expected.start())?;
                map.serialize_entry("expected_most", expected.end())?;
            }
            Violation::UncheckedRun { word, pattern, letter, run, allowed } => {
                run_entries(&mut map, word, *pattern, *letter, *run, *allowed)?;
            }
            Violation::UncheckedStart { word, pattern, run, allowed } => {
                run_entries(&mut map, word, *pattern, 0, *run, *allowed)?;
            }
            Violation::UncheckedEnd { word, pattern, run, allowed } => {
                run_entries(&mut map, word, *pattern, word.length - run, *run, *allowed)?;
            }
            Violation::Disconnected { regions, cut_off } => {
                if let Some(region) = cut_off.first() {
                    square_entries(&mut map, region.first)?;
                }
                map.serialize_entry("regions", regions)?;
                map.serialize_entry("cut_off", cut_off)?;
            }
        }
        map.end()
    }
}

/// `row`, `column` and `size`, counted from 1.
impl Serialize for Region {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        square_entries(&mut map, self.first)?;
        map.serialize_entry("size", &self.size)?;
        map.end()
    }
}

fn square_entries<M: SerializeMap>(map: &mut M, square: Square) -> Result<(), M::Error> {
    map.serialize_entry("row", &(square.row + 1))?;
    map.serialize_entry("column", &(square.column + 1))
}

fn word_entries<M: SerializeMap>(map: &mut M, word: &Word) -> Result<(), M::Error> {
    map.serialize_entry("direction", &word.direction)?;
    square_entries(map, word.first)?;
    map.serialize_entry("length", &word.length)
}

fn run_entries<M: SerializeMap>(
    map: &mut M,
    word: &Word,
    pattern: Pattern,
    letter: usize,
    run: usize,
    allowed: usize,
) -> Result<(), M::Error> {
    word_entries(map, word)?;
    map.serialize_entry("pattern", &pattern.to_string())?;
    map.serialize_entry("letter", &(letter + 1))?;
    map.serialize_entry("run", &run)?;
    map.serialize_entry("allowed", &allowed)
}
