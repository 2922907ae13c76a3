//! Constraints along the search: what the rows placed so far have already, and what those to come can add.
//!
//! A row has its letters and its words across at once, and a word down is known when both of its ends are among the rows placed. So a constraint for at most so
//! many letters or words, or words of some length, ends a branch as soon as the rows placed have more, and a constraint for at least
//! so many when the rows to come cannot make up for it (branch and bound: Land and Doig, 1960). A whole grid is measured
//! with words down too: the words that begin in a row are found for all columns at once, and only those are walked along.

use super::pattern::MOST_SIZE;
use super::{each_row, rows_of_level};
use gridcheck_core::constraint::{Mean, Measure, Range, RoundedConstraint};
use gridcheck_core::grid::Grid;

/// What some rows of a grid have.
#[derive(Clone, Copy)]
pub struct Tally {
    letters: u32,
    /// Letters of a word across and of a word down; 0 while words down are not known.
    checked: u32,
    /// Words by length.
    words: [u8; MOST_SIZE + 1],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { letters: 0, checked: 0, words: [0; MOST_SIZE + 1] }
    }
}

impl Tally {
    /// Adds `copies` of a row, its words across with it.
    fn row(&mut self, row: u32, copies: u32) {
        self.letters += copies * row.count_ones();
        let mut starts = row & !(row << 1) & (row >> 1);
        while starts != 0 {
            let length = (row >> starts.trailing_zeros()).trailing_ones();
            self.words[length as usize] += copies as u8;
            starts &= starts - 1;
        }
    }

    /// All rows of a grid.
    fn whole(rows: &[u32]) -> Self {
        let mut tally = Tally::default();
        let at = |r: usize| rows.get(r).copied().unwrap_or(0);
        for (r, &row) in rows.iter().enumerate() {
            tally.row(row, 1);
            let (above, below) = (at(r.wrapping_sub(1)), at(r + 1));
            tally.checked += (row & (above | below) & (row << 1 | row >> 1)).count_ones();
            let mut starts = row & !above & below;
            while starts != 0 {
                let bit = starts & starts.wrapping_neg();
                let length = rows[r..].iter().take_while(|&&row| row & bit != 0).count();
                tally.words[length] += 1;
                starts &= starts - 1;
            }
        }
        tally
    }

    fn number_of_words(&self) -> u32 {
        self.words.iter().map(|&words| u32::from(words)).sum()
    }

    fn spelled(&self) -> u32 {
        self.words.iter().zip(0..).map(|(&words, length)| u32::from(words) * length).sum()
    }

    fn different(&self) -> u32 {
        self.words.iter().filter(|&&words| words > 0).count() as u32
    }

    fn of_length(&self, length: usize) -> u32 {
        self.words.get(length).map_or(0, |&words| words.into())
    }

    fn measure(&self, measure: Measure, squares: usize) -> u32 {
        match measure {
            Measure::Letters => self.letters,
            Measure::Blacks => squares as u32 - self.letters,
            Measure::Words => self.number_of_words(),
            Measure::Checked => self.checked,
            Measure::Unchecked => self.letters - self.checked,
            Measure::Length(length) => self.of_length(length),
        }
    }
}

/// What is constrained of the grids that a search finds.
pub struct Wanted {
    size: usize,
    half_turn: bool,
    constraints: Vec<RoundedConstraint>,
    /// Whether lengths of words matter.
    by_length: bool,
}

impl Wanted {
    /// Returns `None` if any grid will do.
    pub fn new(constraints: &[RoundedConstraint], size: usize, half_turn: bool) -> Option<Self> {
        let of_length = |constraint: &RoundedConstraint| match constraint {
            RoundedConstraint::Measure(Measure::Length(_), _)
            | RoundedConstraint::EachLength { .. }
            | RoundedConstraint::Lengths(_) => true,
            RoundedConstraint::Measure(..) | RoundedConstraint::MeanLength { .. } => false,
        };
        let by_length = constraints.iter().any(of_length);
        let constraints = constraints.to_vec();
        (!constraints.is_empty()).then_some(Wanted { size, half_turn, constraints, by_length })
    }

    /// The rows placed before level `k`, and that of level `k`, with its image.
    pub fn after(&self, before: Tally, k: usize, row: u32) -> Tally {
        let (_, image) = rows_of_level(self.size, self.half_turn, k);
        let mut after = before;
        after.row(row, 1 + u32::from(image.is_some()));
        after
    }

    /// The words down that end on both sides among the rows placed, where lengths matter.
    fn add_words_down(&self, tally: &mut Tally, levels: &[u32]) {
        if !self.by_length {
            return;
        }
        let mut rows = [0; MOST_SIZE];
        let first = rows_of_level(self.size, self.half_turn, if self.half_turn { levels.len() - 1 } else { 0 }).0;
        let placed = self.place(levels, &mut rows);
        let rows = &rows[first..first + placed];
        for (r, &row) in rows.iter().enumerate() {
            // Above the first row placed there may be anything, unless it is the grid's.
            let above = if r > 0 {
                rows[r - 1]
            } else if first > 0 {
                u32::MAX
            } else {
                0
            };
            let mut starts = row & !above;
            while starts != 0 {
                let bit = starts & starts.wrapping_neg();
                let length = rows[r..].iter().take_while(|&&row| row & bit != 0).count();
                if r + length < placed && length > 1 {
                    tally.words[length] += 1;
                }
                starts &= starts - 1;
            }
        }
    }

    /// Puts the rows of the first levels where they are in the grid; how many they are.
    fn place(&self, levels: &[u32], rows: &mut [u32; MOST_SIZE]) -> usize {
        let mut placed = 0;
        each_row(self.size, self.half_turn, levels, |r, row| {
            rows[r] = row as u32;
            placed += 1;
        });
        placed
    }

    /// Whether a grid that has these rows, and `rows_to_come` others, may still grant all constraints.
    pub fn may_grant(&self, mut so_far: Tally, levels: &[u32], rows_to_come: usize) -> bool {
        self.add_words_down(&mut so_far, levels);
        let n = self.size as u32;
        let to_come = rows_to_come as u32;
        let (across, placed) = (so_far.number_of_words(), n - to_come);
        self.constraints.iter().all(|&constraint| {
            // From what it has to what it can come to.
            let within =
                |range: Range, least: u32, most: u32| most >= range.least && range.most.is_none_or(|b| least <= b);
            // A line of n squares has (n + 1) / 3 words at most.
            let most_words = across + (to_come + n) * ((n + 1) / 3);
            match constraint {
                RoundedConstraint::Measure(Measure::Letters, range) => {
                    within(range, so_far.letters, so_far.letters + to_come * n)
                }
                RoundedConstraint::Measure(Measure::Blacks, range) => {
                    let blacks = placed * n - so_far.letters;
                    within(range, blacks, blacks + to_come * n)
                }
                RoundedConstraint::Measure(Measure::Words, range) => within(range, across, most_words),
                // Every letter placed can be either.
                RoundedConstraint::Measure(Measure::Checked | Measure::Unchecked, range) => {
                    within(range, 0, so_far.letters + to_come * n)
                }
                RoundedConstraint::Measure(Measure::Length(length), range) => {
                    within(range, so_far.of_length(length), u32::MAX)
                }
                RoundedConstraint::EachLength { from, to, range } => {
                    (from..=to).all(|length| within(range, so_far.of_length(length), u32::MAX))
                }
                RoundedConstraint::Lengths(range) => within(range, so_far.different(), n),
                RoundedConstraint::MeanLength { .. } => true,
            }
        })
    }

    /// Returns `true` if the grid of these rows, a level each, meets all constraints.
    pub fn grants(&self, levels: &[u32]) -> bool {
        let mut rows = [0; MOST_SIZE];
        self.place(levels, &mut rows);
        let tally = Tally::whole(&rows[..self.size]);
        let within = |range: Range, value: u32| range.least <= value && range.most.is_none_or(|most| value <= most);
        self.constraints.iter().all(|&constraint| match constraint {
            RoundedConstraint::Measure(measure, range) => within(range, tally.measure(measure, self.size * self.size)),
            RoundedConstraint::EachLength { from, to, range } => {
                (from..=to).all(|length| within(range, tally.of_length(length)))
            }
            RoundedConstraint::MeanLength { least, most } => {
                let (spelled, words) = (u64::from(tally.spelled()), u64::from(tally.number_of_words()));
                // The letters of all words, and as many as they would have at this mean, on one denominator.
                let both = |mean: Mean| (spelled * u64::from(mean.words), words * u64::from(mean.letters));
                least.map(both).is_none_or(|(spelled, least)| spelled >= least)
                    && most.map(both).is_none_or(|(spelled, most)| spelled <= most)
            }
            RoundedConstraint::Lengths(range) => within(range, tally.different()),
        })
    }
}

/// How much of a measure a valid grid has.
pub fn measure(grid: &Grid, measure: Measure) -> u32 {
    let rows: Vec<u32> = grid.rows().iter().map(|&row| row as u32).collect();
    Tally::whole(&rows).measure(measure, grid.height() * grid.width())
}
