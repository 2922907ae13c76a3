//! The validator: reads a finished grid against a rule set and names every broken rule and where.
//!
//! It is a witness of its own. It knows the grid and the rule *data* and nothing of the engines, so that a grid which
//! an engine wrongly lists is caught by someone who did not make the same mistake.
//!
//! The method is bit-parallel, a row or a column at a time. The grid and its transpose are two stacks of bit words;
//! shifting a line along itself and looking at the lines beside it gives, for all its squares at once, which lie in a
//! word and which are checked. Runs of one, isolated squares, outer lines and symmetry are read off such words with
//! their places. All words together get a quick look (`words`) and are judged one by one only if that finds cause;
//! whether the grid is connected is a flood fill of whole runs (`regions`).
//!
//! There is one judge. It hands what it finds to a sink; [`violations`] collects it all and [`is_valid`] breaks off at
//! the first, so the two cannot disagree. A valid grid costs both the same, and no allocation.
//!
//! Invariant: what the judge takes for granted about a grid is what [`Grid`] promises, that no bit beyond the width is
//! set. Lines beyond the grid's last are 0, that is black.

mod lines;
mod regions;
mod violation;
mod words;

use std::ops::{ControlFlow, RangeInclusive};

use super::{Checking, Ruleset, Symmetry};
use crate::grid::{Grid, MAX_SIZE, Transform, full_row};
use lines::{Lines, both_directions, image_line};
use regions::Regions;
use words::{WordRules, most};

pub use violation::{Direction, Pattern, Region, Side, Square, Violation, Word, checked_letters};

/// Every broken rule of `grid`, with its place: the empty grid, symmetry, edges, thin rows and columns, isolated
/// squares and runs of one, words across, words down, and regions cut off, each in reading order. Empty when the grid is valid.
///
/// To judge many grids, build one [`Validator`].
pub fn violations(grid: &Grid, rules: &Ruleset) -> Vec<Violation> {
    Validator::new(rules).violations(grid)
}

/// Whether `grid` breaks no rule.
///
/// To judge many grids, build one [`Validator`].
pub fn is_valid(grid: &Grid, rules: &Ruleset) -> bool {
    Validator::new(rules).is_valid(grid)
}

/// A rule set in the form the judge reads.
#[derive(Debug, Clone)]
pub struct Validator {
    single_cells: bool,
    words: WordRules,
    edges: bool,
    connected: bool,
    symmetry: Symmetry,
    min_white_per_row: usize,
}

/// Takes the violations the judge finds, and says whether to go on.
trait Sink {
    fn report(&mut self, violation: impl FnOnce() -> Violation) -> ControlFlow<()>;
}

/// Keeps them all.
impl Sink for Vec<Violation> {
    fn report(&mut self, violation: impl FnOnce() -> Violation) -> ControlFlow<()> {
        self.push(violation());
        ControlFlow::Continue(())
    }
}

/// Wants to know only that there is one.
struct AtFirst;

impl Sink for AtFirst {
    fn report(&mut self, _violation: impl FnOnce() -> Violation) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Validator {
    /// Makes ready to judge grids by these rules.
    pub fn new(rules: &Ruleset) -> Self {
        let Ruleset {
            name: _,
            min_word,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges,
            connected,
            symmetry,
            min_white_per_row,
            max_word,
        } = *rules;
        let (unchecked_run, unchecked_run_at_ends) = (most(max_unchecked_run), most(max_unchecked_run_at_ends));
        let words = WordRules { min_word, max_word: most(max_word), checking, unchecked_run, unchecked_run_at_ends };
        Validator { single_cells, words, edges, connected, symmetry, min_white_per_row }
    }

    /// Every broken rule, in the order that [`violations`](violations()) describes.
    pub fn violations(&self, grid: &Grid) -> Vec<Violation> {
        let mut found = Vec::new();
        // Collecting never breaks off, so the flow says nothing.
        let _ = self.judge(grid, &mut found);
        found
    }

    /// Whether no rule is broken.
    pub fn is_valid(&self, grid: &Grid) -> bool {
        self.judge(grid, &mut AtFirst).is_continue()
    }

    /// Chooses how many lines a stack has: 16 hold most grids (a 15 × 15 takes a fifth of the time of a 63 × 63), and 8 the small
    /// ones that come in millions.
    fn judge(&self, grid: &Grid, sink: &mut impl Sink) -> ControlFlow<()> {
        match grid.height().max(grid.width()) {
            0..=8 => self.judge_lines::<8>(grid, sink),
            9..=16 => self.judge_lines::<16>(grid, sink),
            17..=32 => self.judge_lines::<32>(grid, sink),
            _ => self.judge_lines::<MAX_SIZE>(grid, sink),
        }
    }

    fn judge_lines<const N: usize>(&self, grid: &Grid, sink: &mut impl Sink) -> ControlFlow<()> {
        let (across, down) = both_directions::<N>(grid);
        let rows = &across.white[..grid.height()];
        let columns = &down.white[..grid.width()];

        if rows.iter().all(|&row| row == 0) {
            sink.report(|| Violation::NoWhite)?;
        }
        self.judge_symmetry(rows, columns, sink)?;
        if self.edges {
            let lines = [
                (Side::Top, rows[0]),
                (Side::Bottom, rows[rows.len() - 1]),
                (Side::Left, columns[0]),
                (Side::Right, columns[columns.len() - 1]),
            ];
            for (side, line) in lines {
                if line == 0 {
                    sink.report(|| Violation::Edge { side })?;
                }
            }
        }
        if self.min_white_per_row > 0 {
            self.judge_whites(Direction::Across, rows, sink)?;
            self.judge_whites(Direction::Down, columns, sink)?;
        }
        for_each_square(&across.isolated(), |line, place| {
            sink.report(|| Violation::Isolated { square: Direction::Across.square(line, place) })
        })?;
        if !self.single_cells {
            judge_single_cells(Direction::Across, &across, sink)?;
            judge_single_cells(Direction::Down, &down, sink)?;
        }
        if self.words.suspect(&across, &down) {
            self.judge_words(Direction::Across, &across, sink)?;
            self.judge_words(Direction::Down, &down, sink)?;
        }
        if self.connected {
            let mut regions = Regions::of(&across.white);
            if regions.next().is_some() && regions.next().is_some() {
                sink.report(|| regions::disconnected(&across.white))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn judge_symmetry(&self, rows: &[u64], columns: &[u64], sink: &mut impl Sink) -> ControlFlow<()> {
        let (height, width) = (rows.len(), columns.len());
        let mut sides_named = false;
        for &transform in self.symmetry.group() {
            // A quarter turn back undoes a quarter turn: both fail, or neither.
            if matches!(transform, Transform::Identity | Transform::Rot270) {
                continue;
            }
            if transform.swaps_sides() && height != width {
                if !std::mem::replace(&mut sides_named, true) {
                    sink.report(|| Violation::UnequalSides { symmetry: self.symmetry, height, width })?;
                }
                continue;
            }
            // Where top and bottom change places and back, squares that differ come in pairs, one in the upper half.
            let upper = matches!(transform, Transform::Rot180 | Transform::MirrorTopBottom);
            let differing = (0..if upper { height.div_ceil(2) } else { height })
                .map(|r| (r, rows[r] ^ image_line(transform, rows, columns, r)))
                .find(|&(_, difference)| difference != 0);
            if let Some((row, difference)) = differing {
                sink.report(|| {
                    let column = difference.trailing_zeros() as usize;
                    let (image_row, image_column) = transform.square(height, width, (row, column));
                    Violation::Asymmetric {
                        transform,
                        square: Square { row, column },
                        image: Square { row: image_row, column: image_column },
                        white: rows[row] >> column & 1 == 1,
                    }
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn judge_whites(&self, direction: Direction, lines: &[u64], sink: &mut impl Sink) -> ControlFlow<()> {
        for (index, line) in lines.iter().enumerate() {
            let found = line.count_ones() as usize;
            if found < self.min_white_per_row {
                sink.report(|| Violation::FewWhites { direction, index, found, needed: self.min_white_per_row })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The words of one direction, one by one.
    #[cold]
    fn judge_words<const N: usize>(
        &self,
        direction: Direction,
        lines: &Lines<N>,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        for line in 0..N {
            let mut rest = lines.word[line];
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                let length = (rest >> place).trailing_ones() as usize;
                rest &= !(full_row(length) << place);
                let word = Word { direction, first: direction.square(line, place), length };
                self.judge_word(word, Pattern::new(length, lines.cross[line] >> place), sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn judge_word(&self, word: Word, pattern: Pattern, sink: &mut impl Sink) -> ControlFlow<()> {
        let asked = &self.words;
        if word.length < asked.min_word {
            sink.report(|| Violation::ShortWord { word, needed: asked.min_word })?;
        }
        if word.length > asked.max_word {
            sink.report(|| Violation::LongWord { word, allowed: asked.max_word })?;
        }
        let expected = expected_checked(asked.checking, word.length);
        if !expected.contains(&pattern.checked()) {
            sink.report(|| Violation::Checking { word, pattern, expected })?;
        }
        for (letter, run) in pattern.unchecked_runs() {
            let allowed = asked.unchecked_run;
            if run > allowed {
                sink.report(|| Violation::UncheckedRun { word, pattern, letter, run, allowed })?;
            }
        }
        for (letter, run) in pattern.unchecked_runs() {
            let allowed = asked.unchecked_run_at_ends;
            if letter == 0 && run > allowed {
                sink.report(|| Violation::UncheckedStart { word, pattern, run, allowed })?;
            }
            if letter + run == word.length && run > allowed {
                sink.report(|| Violation::UncheckedEnd { word, pattern, run, allowed })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// How many letters of a word of `length` may be checked.
fn expected_checked(checking: Checking, length: usize) -> RangeInclusive<usize> {
    let (low, high) = (length / 2, length.div_ceil(2));
    match checking {
        Checking::All => length..=length,
        Checking::CeilHalf => high..=high,
        Checking::EitherHalf => low..=high,
        Checking::AtLeastHalf => high..=length,
        Checking::Any => 0..=length,
    }
}

fn judge_single_cells<const N: usize>(direction: Direction, lines: &Lines<N>, sink: &mut impl Sink) -> ControlFlow<()> {
    for_each_square(&lines.single_cells(), |line, place| {
        sink.report(|| Violation::SingleCell { direction, square: direction.square(line, place) })
    })
}

/// Calls `visit` with the line and the place in it of every set bit, in order.
fn for_each_square(lines: &[u64], mut visit: impl FnMut(usize, usize) -> ControlFlow<()>) -> ControlFlow<()> {
    if lines.iter().fold(0, |all, line| all | line) == 0 {
        return ControlFlow::Continue(());
    }
    for (index, &line) in lines.iter().enumerate() {
        let mut rest = line;
        while rest != 0 {
            visit(index, rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
        }
    }
    ControlFlow::Continue(())
}
