//! Which of the grids that are covered grant the wishes: told once a grid is whole.
//!
//! A line's runs are the differences between places where its colour changes; rows and columns are gone through alike.

use crate::grid::Grid;
use crate::wish::{Bounds, Measure, Subject, Wish};

/// What the lines of a grid come to.
pub struct Tally {
    squares: u32,
    letters: u32,
    /// By length, how many runs there are, rows and columns together; those of one square are no words.
    runs: [u32; 65],
}

impl Tally {
    pub fn of(grid: &Grid) -> Self {
        let (height, width) = (grid.height(), grid.width());
        let mut tally = Tally { squares: (height * width) as u32, letters: 0, runs: [0; 65] };
        for &row in grid.rows() {
            tally.letters += row.count_ones();
            tally.line(row);
        }
        for c in 0..width {
            let column = grid.rows().iter().enumerate().map(|(r, row)| (row >> c & 1) << r);
            tally.line(column.sum());
        }
        tally
    }

    fn line(&mut self, mut line: u64) {
        while line != 0 {
            line >>= line.trailing_zeros();
            let run = line.trailing_ones();
            self.runs[run as usize] += 1;
            line = line.checked_shr(run).unwrap_or(0);
        }
    }

    /// The words by their length.
    fn words(&self) -> impl Iterator<Item = (usize, u32)> {
        self.runs.iter().copied().enumerate().skip(2)
    }

    fn spelled(&self) -> u32 {
        self.words().map(|(length, words)| length as u32 * words).sum()
    }

    /// Of the two runs through a letter one at most is of one square, as long as it is in a word.
    pub fn measure(&self, measure: Measure) -> u32 {
        match measure {
            Measure::Letters => self.letters,
            Measure::Blacks => self.squares - self.letters,
            Measure::Words => self.words().map(|(_, words)| words).sum(),
            Measure::Checked => self.letters.saturating_sub(self.runs[1]),
            Measure::Unchecked => self.spelled().saturating_sub(2 * self.measure(Measure::Checked)),
            Measure::Length(letters) => self.runs.get(letters).copied().unwrap_or(0),
        }
    }

    fn grants(&self, wish: Wish) -> bool {
        let Wish { subject, bounds } = wish;
        match subject {
            Subject::Of(measure) => bounds.admit(self.measure(measure)),
            Subject::EachLength { from, to } => self.runs[from..=to].iter().all(|&words| bounds.admit(words)),
            Subject::MeanLength => self.has_mean(bounds),
            Subject::Lengths => bounds.admit(self.words().filter(|&(_, words)| words > 0).count() as u32),
        }
    }

    /// Whether the words are so long on average: what they are too long or too short by adds up.
    fn has_mean(&self, bounds: Bounds) -> bool {
        let beyond = |mean: u32| -> i64 {
            self.words().map(|(length, words)| (length as i64 - i64::from(mean)) * i64::from(words)).sum()
        };
        beyond(bounds.least()) >= 0 && bounds.most().is_none_or(|most| beyond(most) <= 0)
    }
}

/// Whether a grid grants all of them.
pub fn granted(grid: &Grid, wishes: &[Wish]) -> bool {
    wishes.is_empty() || {
        let tally = Tally::of(grid);
        wishes.iter().all(|&wish| tally.grants(wish))
    }
}
