//! Finds the valid grids that have given clue numbers and lengths.
//!
//! # The method
//! A square *starts* a word if it is white, the square before it is not, and the one after it is. In a barred grid it starts a word if
//! there is a bar before it and none after it. Going over the squares row by row, a unary counter for each direction holds how many words have started, and another how many squares have a number. The square that makes
//! a counter k starts the k-th word, so the clauses fix its length and its number there. The counters are those of Sinz (2005), with
//! clauses in both directions.
//!
//! The solver is asked for a grid until it has none; each grid is then forbidden by a clause. The validator judges each, and its words are
//! compared with what is known. A contradiction is an error.

use crate::oracle::{Lit, Oracle};
use gridcheck_core::grid::{Grid, Square};
use gridcheck_core::problem::Problem;
use gridcheck_core::size::Size;
use gridcheck_engine::{EngineError, Run};
use gridcheck_layout::numbering::Numbering;
use gridcheck_layout::words::{Direction, Words};

/// The reason why the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchEnd {
    /// No further grid exists.
    All,
    /// More grids exist than were asked for.
    More,
    /// The run was stopped, for example by its time limit: there may be more grids.
    Stopped,
}

/// Calls `found` for each valid grid of the problem that fits the numbering, for at most `most` of them.
///
/// # Errors
/// Fails if the solver fails or contradicts itself.
pub fn with_numbering(
    problem: &Problem,
    numbering: &Numbering,
    most: usize,
    run: &Run,
    mut found: impl FnMut(Grid),
) -> Result<SearchEnd, EngineError> {
    let mut oracle = Oracle::new(problem, run);
    Encoder { oracle: &mut oracle, size: problem.size() }.encode(numbering);
    for number in 0.. {
        let grid = match oracle.grid(&[]) {
            Ok(Some(grid)) => grid,
            Ok(None) => return Ok(SearchEnd::All),
            Err(EngineError::Stopped) => return Ok(SearchEnd::Stopped),
            Err(error) => return Err(error),
        };
        if !numbering.fits(&Words::of(&grid)) {
            let what = format!("its grid {} has other clue numbers or lengths", grid.one_line());
            return Err(EngineError::Failed { engine: "varisat", what });
        }
        if number == most {
            return Ok(SearchEnd::More);
        }
        oracle.forbid(&grid);
        run.tasks_done(0, 1);
        found(grid);
    }
    Ok(SearchEnd::More)
}

/// A literal, or a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bit {
    False,
    True,
    Is(Lit),
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        match self {
            Bit::False => Bit::True,
            Bit::True => Bit::False,
            Bit::Is(literal) => Bit::Is(!literal),
        }
    }
}

/// A number of true bits in unary: bit j is true exactly when at least j + 1 are.
type Unary = Vec<Bit>;

/// Returns the bit that at least this many are true. Greater numbers than those that are counted never occur.
fn at_least(count: &Unary, number: usize) -> Bit {
    match number.checked_sub(1) {
        None => Bit::True,
        Some(place) => count.get(place).copied().unwrap_or(Bit::False),
    }
}

struct Encoder<'a, 'r> {
    oracle: &'a mut Oracle<'r>,
    size: Size,
}

impl Encoder<'_, '_> {
    /// Adds a clause: one of these bits is true.
    fn add(&mut self, bits: &[Bit]) {
        if bits.contains(&Bit::True) {
            return;
        }
        let literals: Vec<Lit> =
            bits.iter().filter_map(|bit| if let Bit::Is(literal) = bit { Some(*literal) } else { None }).collect();
        if literals.is_empty() {
            // The solver takes no empty clause.
            let any = self.oracle.fresh();
            self.oracle.add(&[any]);
            self.oracle.add(&[!any]);
            return;
        }
        self.oracle.add(&literals);
    }

    /// Returns the bit that words go on from a white square to a neighbour: it is white too, or there is no bar between them.
    fn goes_on(&self, square: Square, neighbour: Option<Square>) -> Bit {
        let Some(neighbour) = neighbour else { return Bit::False };
        match self.oracle.bar((square.min(neighbour), square.max(neighbour))) {
            Some(bar) => Bit::Is(!bar),
            None => Bit::Is(self.oracle.square(neighbour, true)),
        }
    }

    /// Returns the bit that a word goes on from the square that is `steps` after another in a direction.
    fn goes_on_after(&self, square: Square, direction: Direction, steps: usize) -> Bit {
        let (row, column) = direction.after(square, steps + 1);
        let is_inside = row < self.size.rows() && column < self.size.columns();
        self.goes_on(direction.after(square, steps), is_inside.then_some((row, column)))
    }

    /// Returns a bit that is true exactly when all of these are.
    fn all(&mut self, bits: &[Bit]) -> Bit {
        if bits.contains(&Bit::False) {
            return Bit::False;
        }
        let all = Bit::Is(self.oracle.fresh());
        for &bit in bits {
            self.add(&[!all, bit]);
        }
        let otherwise: Vec<Bit> = bits.iter().map(|&bit| !bit).chain([all]).collect();
        self.add(&otherwise);
        all
    }

    /// Returns the bit that a word starts in a square.
    fn starts(&mut self, square: (usize, usize), direction: Direction) -> Bit {
        let (row, column) = square;
        let before = match direction {
            Direction::Across => column.checked_sub(1).map(|column| (row, column)),
            Direction::Down => row.checked_sub(1).map(|row| (row, column)),
        };
        // The squares of a barred grid are white.
        let white = if self.oracle.is_barred() { Bit::True } else { Bit::Is(self.oracle.square(square, true)) };
        let bits = [white, !self.goes_on(square, before), self.goes_on_after(square, direction, 0)];
        self.all(&bits)
    }

    /// Returns a count that includes one more bit, up to as many as it has.
    fn counted(&mut self, count: &Unary, bit: Bit) -> Unary {
        if bit == Bit::False {
            return count.clone();
        }
        let next = |(number, &reached): (usize, &Bit)| {
            let before = at_least(count, number);
            if before == Bit::False {
                return Bit::False;
            }
            let now = Bit::Is(self.oracle.fresh());
            self.add(&[!reached, now]);
            self.add(&[!bit, !before, now]);
            self.add(&[reached, bit, !now]);
            self.add(&[reached, before, !now]);
            now
        };
        count.iter().enumerate().map(next).collect()
    }

    /// Adds the clauses of all that is known.
    fn encode(&mut self, numbering: &Numbering) {
        let directions = [Direction::Across, Direction::Down];
        let known = directions.map(|direction| numbering.in_direction(direction));
        let numbers = known.iter().flatten().flat_map(|known| known.words()).filter_map(|word| word.number);
        let mut numbers: Unary = vec![Bit::False; numbers.max().unwrap_or(0)];
        // One more than the known words, so that the next can be forbidden.
        let mut counts = known.map(|known| vec![Bit::False; known.map_or(0, |known| known.words().len() + 1)]);
        for square in self.size.positions() {
            let starts = directions.map(|direction| self.starts(square, direction));
            for (i, known) in known.iter().enumerate() {
                let Some(known) = known else { continue };
                for (earlier, word) in known.words().iter().enumerate() {
                    let is_this = [starts[i], at_least(&counts[i], earlier), !at_least(&counts[i], earlier + 1)];
                    self.word_starts(&is_this, square, directions[i], word.length);
                    if let Some(number) = word.number {
                        self.implied(&is_this, at_least(&numbers, number - 1));
                        self.implied(&is_this, !at_least(&numbers, number));
                    }
                }
                if !known.more_may_follow() {
                    self.implied(&[starts[i], at_least(&counts[i], known.words().len())], Bit::False);
                }
                counts[i] = self.counted(&counts[i], starts[i]);
            }
            if !numbers.is_empty() {
                let [across, down] = starts;
                let neither = self.all(&[!across, !down]);
                numbers = self.counted(&numbers, !neither);
            }
        }
        for (count, known) in counts.iter().zip(known) {
            self.add(&[at_least(count, known.map_or(0, |known| known.words().len()))]);
        }
    }

    /// Adds a clause: if all causes are true, so is this bit.
    fn implied(&mut self, causes: &[Bit], bit: Bit) {
        let clause: Vec<Bit> = causes.iter().map(|&cause| !cause).chain([bit]).collect();
        self.add(&clause);
    }

    /// Adds clauses: if all causes are true, a word of this length starts in a square.
    fn word_starts(&mut self, causes: &[Bit], square: (usize, usize), direction: Direction, length: Option<usize>) {
        let Some(length) = length else { return };
        for steps in 0..length - 1 {
            self.implied(causes, self.goes_on_after(square, direction, steps));
        }
        let end = self.goes_on_after(square, direction, length - 1);
        self.implied(causes, !end);
    }
}

#[cfg(test)]
mod tests;
