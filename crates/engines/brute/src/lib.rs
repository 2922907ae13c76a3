//! Tests every pattern individually: the reference engine.
//!
//! The engine uses no search technique. The squares that the symmetry maps to each other form an orbit. The engine paints each of the 2^k
//! colourings of the k orbits that no given square fixes. It then tests the rules, one after the other, square by square, as a person would
//! with the rule book open. This is the smallest program that can be right, and its speed is limited accordingly: 25 free orbits (5 × 5
//! without symmetry, 7 × 7 with a half turn) take seconds.
//!
//! In a barred grid, the orbits are those of the edges between squares, with a bar or without ([`bars`]).

mod bars;
mod hinges;
mod words;

use std::cmp::Ordering;

use gridcheck_core::constraint::{BlackShape, Constraint, Kind, Measure, Rational, Subject};
use gridcheck_core::grid::{Grid, Square};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, GridKind, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::{Collector, for_each_task};
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineError, EngineFacts, Lister, Method, Prepared, Run, Witness};

/// Tries every pattern and tests each individually.
pub struct Brute;

/// Above this number of free orbits (2^26 patterns, about ten seconds) the engine reports that it is slow ...
const REASONABLE_ORBITS: usize = 26;
/// ... and above this number it rejects the problem: 2^36 patterns take hours.
const MAX_ORBITS: usize = 36;
/// Number of patterns in one task, as a power of two.
const TASK_BITS: usize = 14;

const FACTS: EngineFacts = EngineFacts {
    name: "brute",
    witness: Witness::Alone,
    method: Method::Lists { suits_small_parts: false },
    kinds: &GridKind::ALL,
    symmetries: &Symmetry::ALL,
    constraints: &Kind::ALL,
    rank: 6,
    clauses: ClauseUse::None,
    seeks_extremes: false,
};

impl Engine for Brute {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let orbits = match problem.rules().kind {
            GridKind::Blocks => Orbits::of(problem),
            GridKind::Bars => bars::orbits(problem),
        };
        let free = orbits.as_ref().map_or(0, |orbits| orbits.free.len());
        if free > MAX_ORBITS {
            let why = format!("2^{free} patterns to try, at most 2^{MAX_ORBITS}");
            return Err(Declined { engine: self.name(), why });
        }
        let slow = (free > REASONABLE_ORBITS)
            .then(|| format!("2^{free} patterns to try, reasonable up to 2^{REASONABLE_ORBITS}"));
        Prepared::listing(self, problem, kind, slow, Patterns { problem: problem.clone(), orbits })
    }
}

/// The patterns of a problem.
struct Patterns {
    problem: Problem,
    /// `None` if the givens contradict the symmetry, so that there is no grid.
    orbits: Option<Orbits>,
}

impl Lister for Patterns {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        GridTotals::of(grid).measure(measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let Patterns { problem, orbits: Some(orbits) } = self else { return Ok(()) };
        let obeys = match problem.rules().kind {
            GridKind::Blocks => obeys,
            GridKind::Bars => bars::obeys,
        };
        let rules = RuleBook::of(problem.rules());
        let bits = orbits.free.len().min(TASK_BITS);
        let tasks = 1 << (orbits.free.len() - bits);
        for_each_task(tasks, run, |index| {
            let mut task = collector.begin(index);
            let mut grids = 0;
            // A task shares the colours of all but its first few orbits; from one choice to the next, two change on average.
            let mut grid = orbits.base.clone();
            orbits.paint(&mut grid, 0, index << bits);
            for choice in 0..1usize << bits {
                if choice % 1024 == 0 {
                    run.check()?;
                }
                orbits.paint(&mut grid, choice.saturating_sub(1), choice);
                if obeys(&grid, &rules) && meets(&grid, problem.constraints()) {
                    grids += 1;
                    if task.put(&grid).is_break() {
                        return Err(EngineError::Stopped);
                    }
                }
            }
            task.end();
            Ok(grids)
        })
    }
}

/// The squares, or the edges between them, grouped by the symmetry, with the colours or bars that the givens fix.
struct Orbits {
    /// All given white squares and their images; everything else is black. In a barred grid, all given bars and their images.
    base: Grid,
    /// The orbits that no given square fixes.
    free: Vec<Vec<Part>>,
}

/// A part of a grid that has one of two states.
#[derive(Clone, Copy)]
enum Part {
    /// A square, white or black.
    Square(Square),
    /// The edge between two squares, with a bar or without.
    Edge(Square, Square),
}

impl Orbits {
    /// Groups the squares; `None` if two given squares of one orbit differ in colour.
    fn of(problem: &Problem) -> Option<Self> {
        let (height, width) = (problem.height(), problem.width());
        let mut base = Grid::black(height, width);
        let mut free = Vec::new();
        let mut seen = vec![vec![false; width]; height];
        for square in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            if seen[square.0][square.1] {
                continue;
            }
            let mut orbit: Vec<_> =
                problem.symmetry().group().iter().map(|transform| transform.square(height, width, square)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            let mut colour = None;
            for &(r, c) in &orbit {
                seen[r][c] = true;
                let given = problem.givens().colour(r, c);
                if given.is_some() && colour.is_some() && given != colour {
                    return None;
                }
                colour = colour.or(given);
            }
            match colour {
                None => free.push(orbit.into_iter().map(Part::Square).collect()),
                Some(white) => {
                    for (r, c) in orbit {
                        base.set_white(r, c, white);
                    }
                }
            }
        }
        Some(Orbits { base, free })
    }

    /// Paints a grid of choice `before` as that of `choice`, in which free orbit i is white, or has bars, where bit i is set.
    fn paint(&self, grid: &mut Grid, before: usize, choice: usize) {
        let mut changed = before ^ choice;
        while changed != 0 {
            let i = changed.trailing_zeros();
            let is_set = choice >> i & 1 == 1;
            for &part in &self.free[i as usize] {
                match part {
                    Part::Square((r, c)) => grid.set_white(r, c, is_set),
                    Part::Edge(one, other) => grid.bars_mut().set_between(one, other, is_set),
                }
            }
            changed &= changed - 1;
        }
    }
}

/// The rules, taken apart once for all grids.
struct RuleBook {
    words: WordRules,
    single_cells: bool,
    min_white_per_row: usize,
    max_black_run: Limit,
    edges: bool,
    connected: bool,
}

impl RuleBook {
    fn of(rules: &Ruleset) -> Self {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let RulesOnLines { min_white_per_row, max_black_run } = rules.on_lines();
        let RulesOnGrid { edges, connected, symmetry: _ } = rules.on_grid();
        let (inside, at_ends) = (max_unchecked_run, max_unchecked_run_at_ends);
        let words = WordRules { shortest: min_word, longest: max_word, checking, inside, at_ends };
        RuleBook { words, single_cells, min_white_per_row, max_black_run, edges, connected }
    }
}

/// Returns `true` if a grid of blocks obeys every rule except symmetry, which the painting guarantees.
fn obeys(grid: &Grid, rules: &RuleBook) -> bool {
    let &RuleBook { ref words, single_cells, min_white_per_row, max_black_run, edges, connected } = rules;
    let (height, width) = (grid.height(), grid.width());
    let white = |r: usize, c: usize| r < height && c < width && grid.is_white(r, c);
    // A neighbour above row 0 or left of column 0 is `usize::MAX`, which `white` treats as black.
    let in_across_word = |r: usize, c: usize| white(r, c.wrapping_sub(1)) || white(r, c + 1);
    let in_down_word = |r: usize, c: usize| white(r.wrapping_sub(1), c) || white(r + 1, c);
    let checked = |r: usize, c: usize| in_across_word(r, c) && in_down_word(r, c);

    let squares = || (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).filter(|&(r, c)| white(r, c));
    for (r, c) in squares() {
        if !(in_across_word(r, c) || in_down_word(r, c)) {
            return false;
        }
        let in_both = in_across_word(r, c) && in_down_word(r, c);
        if !(single_cells || in_both) {
            return false;
        }
        // The words that start here, to the right and downward.
        for (down, across) in [(0, 1), (1, 0)] {
            if white(r.wrapping_sub(down), c.wrapping_sub(across)) || !white(r + down, c + across) {
                continue;
            }
            let letters =
                (0..height.max(width)).map(|i| (r + i * down, c + i * across)).take_while(|&(r, c)| white(r, c));
            let word: Vec<bool> = letters.map(|(r, c)| checked(r, c)).collect();
            if !words.allow(&word) {
                return false;
            }
        }
    }
    let row_whites = |r: usize| (0..width).filter(|&c| white(r, c)).count();
    let column_whites = |c: usize| (0..height).filter(|&r| white(r, c)).count();
    let has_enough = |whites: usize| whites >= min_white_per_row;
    if !(0..height).map(row_whites).chain((0..width).map(column_whites)).all(has_enough) {
        return false;
    }
    let black = |r: usize, c: usize| r < height && c < width && !grid.is_white(r, c);
    if let Limit::AtMost(most) = max_black_run {
        for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            if (0..=most).all(|i| black(r, c + i)) || (0..=most).all(|i| black(r + i, c)) {
                return false;
            }
        }
    }
    if edges && [row_whites(0), row_whites(height - 1), column_whites(0), column_whites(width - 1)].contains(&0) {
        return false;
    }
    // A grid without a white square is never valid.
    squares().next().is_some_and(|first| !connected || reached_from(first, (height, width), white) == squares().count())
}

/// The rules about words.
struct WordRules {
    shortest: usize,
    longest: Limit,
    checking: Checking,
    inside: Limit,
    at_ends: Limit,
}

impl WordRules {
    /// Returns `true` if a word with this checking pattern (`true`: checked) obeys the rules for length and checking.
    fn allow(&self, word: &[bool]) -> bool {
        let length = word.len();
        let checked = word.iter().filter(|&&checked| checked).count();
        let right_number = match self.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == length.div_ceil(2),
            Checking::EitherHalf => checked == length.div_ceil(2) || checked == length / 2,
            Checking::AtLeastHalf => 2 * checked >= length,
            Checking::Any => true,
            Checking::ByLength(table) => {
                table.unchecked(length).is_some_and(|allowed| allowed.contains(&(length - checked)))
            }
        };
        let within = |number: usize, limit: Limit| match limit {
            Limit::AtMost(most) => number <= most,
            Limit::Unlimited => true,
        };
        let unchecked_runs_right =
            word.chunk_by(|a, b| a == b).filter(|run| !run[0]).all(|run| within(run.len(), self.inside));
        let at_start = word.iter().take_while(|&&checked| !checked).count();
        let at_end = word.iter().rev().take_while(|&&checked| !checked).count();
        length >= self.shortest
            && within(length, self.longest)
            && right_number
            && unchecked_runs_right
            && within(at_start, self.at_ends)
            && within(at_end, self.at_ends)
    }
}

/// Returns `true` if a grid meets every constraint, as it was written.
fn meets(grid: &Grid, constraints: &[Constraint]) -> bool {
    if constraints.is_empty() {
        return true;
    }
    let totals = GridTotals::of(grid);
    constraints.iter().all(|&Constraint { subject, bounds }| {
        let within = |amount: usize, parts: usize| {
            bounds.least().is_none_or(|least| ordering(amount, parts, least).is_ge())
                && bounds.most().is_none_or(|most| ordering(amount, parts, most).is_le())
        };
        match subject {
            Subject::Of(measure) => within(totals.measure(measure) as usize, 1),
            Subject::EachLength { from, to } => {
                (from..=to).all(|letters| within(totals.measure(Measure::Length(letters)) as usize, 1))
            }
            Subject::OtherLengths(lengths) => (2..=grid.height().max(grid.width()))
                .filter(|&letters| !lengths.contains(letters))
                .all(|letters| within(totals.measure(Measure::Length(letters)) as usize, 1)),
            Subject::BlacksPerRow => (0..grid.height())
                .map(|r| (0..grid.width()).filter(|&c| !grid.is_white(r, c)).count())
                .all(|blacks| within(blacks, 1)),
            Subject::MeanLength => {
                totals.lengths.is_empty() || within(totals.lengths.iter().sum::<usize>(), totals.lengths.len())
            }
            Subject::Lengths => {
                let mut different = totals.lengths.clone();
                different.sort_unstable();
                different.dedup();
                within(different.len(), 1)
            }
            Subject::Black(shape) => within(black_shape(grid, shape), 1),
            Subject::Hinges => within(hinges::hinges(grid), 1),
        }
    })
}

/// Returns a quantity of the black squares that lie together.
fn black_shape(grid: &Grid, shape: BlackShape) -> usize {
    let (height, width) = (grid.height(), grid.width());
    let is_black = |r: usize, c: usize| is_black(grid, r, c);
    let mut found = 0;
    for r in 0..height {
        for c in 0..width {
            // The black squares from here to the right and down.
            let right = (c..width).take_while(|&c| is_black(r, c)).count();
            let down = (r..height).take_while(|&r| is_black(r, c)).count();
            match shape {
                BlackShape::LargestBlock => found = found.max(block(grid, (r, c))),
                BlackShape::Run => found = found.max(right).max(down),
                BlackShape::TwoByTwo => {
                    found += usize::from(right > 1 && down > 1 && is_black(r + 1, c + 1));
                }
                BlackShape::EdgeRun => {
                    let along_row = if r == 0 || r + 1 == height { right } else { 0 };
                    let along_column = if c == 0 || c + 1 == width { down } else { 0 };
                    found = found.max(along_row).max(along_column);
                }
            }
        }
    }
    found
}

/// Returns `true` for a black square, and `false` beyond the grid.
fn is_black(grid: &Grid, r: usize, c: usize) -> bool {
    r < grid.height() && c < grid.width() && !grid.is_white(r, c)
}

/// Returns the number of black squares with a black neighbour in their row and one in their column.
fn elbows(grid: &Grid) -> usize {
    let is_black = |r: usize, c: usize| is_black(grid, r, c);
    let is_elbow = |&(r, c): &Square| {
        is_black(r, c)
            && (is_black(r, c.wrapping_sub(1)) || is_black(r, c + 1))
            && (is_black(r.wrapping_sub(1), c) || is_black(r + 1, c))
    };
    grid.size().positions().filter(is_elbow).count()
}

/// Returns the number of squares in the block of a square, 0 if it is white.
fn block(grid: &Grid, start: (usize, usize)) -> usize {
    let (mut block, mut next) = (Vec::new(), vec![start]);
    while let Some((r, c)) = next.pop() {
        if is_black(grid, r, c) && !block.contains(&(r, c)) {
            block.push((r, c));
            next.extend([(r + 1, c), (r.wrapping_sub(1), c), (r, c + 1), (r, c.wrapping_sub(1))]);
        }
    }
    block.len()
}

/// Compares `amount` / `parts` with a bound; both sides are multiplied by both denominators. A product beyond 128 bits is greater than one
/// that fits. If both products overflow, the order is unknown; no bound that can be written has both.
fn ordering(amount: usize, parts: usize, bound: Rational) -> Ordering {
    let ours = bound.denom().checked_mul(amount as u128);
    let theirs = bound.numer().checked_mul(parts as u128);
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => ours.cmp(&theirs),
        (Some(_), None) => Ordering::Less,
        (None, _) => Ordering::Greater,
    }
}

/// The totals of a grid, counted square by square.
struct GridTotals<'g> {
    grid: &'g Grid,
    letters: usize,
    checked: usize,
    /// The number of letters of every word.
    lengths: Vec<usize>,
}

impl<'g> GridTotals<'g> {
    fn of(grid: &'g Grid) -> Self {
        let is_checked =
            |&square: &Square| words::DIRECTIONS.into_iter().all(|direction| words::in_word(grid, square, direction));
        let lengths = words::words(grid).map(|word| word.len()).collect();
        let checked = grid.size().positions().filter(is_checked).count();
        GridTotals { grid, letters: grid.whites(), checked, lengths }
    }

    /// Returns a measure of the grid. A white square in no word, which no valid grid has, is neither checked nor unchecked.
    fn measure(&self, measure: Measure) -> u32 {
        let number = match measure {
            Measure::Letters => self.letters,
            Measure::Blacks => self.grid.size().squares() - self.letters,
            Measure::Words => self.lengths.len(),
            Measure::Checked => self.checked,
            // A checked letter is spelled twice.
            Measure::Unchecked => self.lengths.iter().sum::<usize>() - 2 * self.checked,
            Measure::Length(letters) => self.lengths.iter().filter(|&&length| length == letters).count(),
            Measure::Cheaters => self.cheaters(),
            Measure::Elbows => elbows(self.grid),
        };
        number as u32
    }

    /// Paints each black square white, and counts the words again.
    fn cheaters(&self) -> usize {
        let mut changed = self.grid.clone();
        let mut is_cheater = |&(r, c): &Square| {
            changed.set_white(r, c, true);
            let words = words::words(&changed).count();
            changed.set_white(r, c, false);
            words == self.lengths.len()
        };
        let blacks = self.grid.size().positions().filter(|&(r, c)| !self.grid.is_white(r, c));
        blacks.filter(|square| is_cheater(square)).count()
    }
}

/// Returns the number of white squares that can be reached from `start` by steps to a side neighbour.
fn reached_from(start: (usize, usize), (height, width): (usize, usize), white: impl Fn(usize, usize) -> bool) -> usize {
    let mut reached = vec![vec![false; width]; height];
    let mut to_visit = vec![start];
    let mut count = 0;
    while let Some((r, c)) = to_visit.pop() {
        if !white(r, c) || reached[r][c] {
            continue;
        }
        reached[r][c] = true;
        count += 1;
        to_visit.extend([(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)]);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::rules::builtin;

    #[test]
    fn small_british_counts() {
        for (size, count) in [(3, 1), (5, 17)] {
            let problem = Problem::new(size, builtin("british").expect("built in")).expect("a fair size");
            assert_eq!(Brute.count(&problem, &Run::new()), Ok(count));
        }
    }

    /// Compares with two unrelated programs that were written for these counts.
    #[test]
    fn small_barred_counts() {
        let counts = |name: &str, symmetry, sizes: &[usize]| {
            let rules = Ruleset { symmetry, ..builtin(name).expect("built in") };
            let count = |&size| {
                let problem = Problem::new(size, rules.clone()).expect("a fair size");
                Brute.count(&problem, &Run::new()).expect("the run is not stopped")
            };
            sizes.iter().map(count).collect::<Vec<_>>()
        };
        assert_eq!(counts("ximenes", Symmetry::Rot180, &[3, 4, 5]), [1, 13, 72]);
        assert_eq!(counts("ximenes-4", Symmetry::Rot180, &[4, 5]), [1, 33]);
        assert_eq!(counts("ximenes", Symmetry::None, &[3, 4]), [1, 137]);
    }
}
