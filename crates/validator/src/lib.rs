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
//! Grids with bars or voids, which come one by one, are looked at a square at a time (`shaped`). A plain grid that is judged that
//! way breaks the same rules at the same places, as the tests say of all small grids; either way takes the rules apart
//! without leaving one out.
//!
//! There is one judge. It hands what it finds to a sink; [`violations`] collects it all and [`is_valid`] breaks off at
//! the first, so the two cannot disagree. A valid grid costs both the same, and no allocation.
//!
//! Invariant: what the judge takes for granted about a grid is what [`Grid`] promises, that no bit beyond the width is
//! set. Lines beyond the grid's last are 0, that is black.

pub mod code;
mod lines;
mod place;
mod regions;
mod rule;
pub mod rule_violation;
mod seen;
mod shaped;
mod sink;
pub mod stats;
mod violation;
mod words;

use std::ops::ControlFlow;

use gridcheck_core::grid::{Grid, MAX_SIZE, full_row};
use gridcheck_core::rules::{Ruleset, Symmetry};
use gridcheck_layout::shape::Shape;
use lines::{Lines, both_directions};
use rule::{
    checking, connected, edges, in_word, max_word, min_white, min_word, single_cells, symmetry, unchecked_ends,
    unchecked_run, white,
};
use sink::Sink;
use violation::AtFirst;
use words::{WordRules, most};

pub use place::{Direction, Pattern, Square, Word};
pub use rule::{
    Asymmetry, BlackEdge, CutOff, End, FewWhites, Isolated, LongWord, Miscounted, NoWhite, RULES, Region, Rule,
    ShortWord, Side, SingleCell, UncheckedEnd, UncheckedRun, asked,
};
pub use violation::Violation;

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

    /// The same of a grid that may have bars and voids. Words end at them, and what a rule means there its own file says.
    pub fn violations_of<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Violation> {
        let shape = shape.into();
        if shape.is_plain() {
            return self.violations(shape.grid);
        }
        let mut found = Vec::new();
        // Collecting never breaks off, so the flow says nothing.
        let _ = self.judge_shape(shape, &mut found);
        found
    }

    /// Whether no rule is broken.
    pub fn is_valid(&self, grid: &Grid) -> bool {
        self.judge(grid, &mut AtFirst).is_continue()
    }

    /// Chooses how many lines a stack has: 16 hold most grids (a 15 × 15 takes a fifth of the time of a 63 × 63), and 8 the small
    /// ones that come in millions.
    fn judge(&self, grid: &Grid, sink: &mut impl Sink<Violation = Violation>) -> ControlFlow<()> {
        match grid.height().max(grid.width()) {
            0..=8 => self.judge_lines::<8>(grid, sink),
            9..=16 => self.judge_lines::<16>(grid, sink),
            17..=32 => self.judge_lines::<32>(grid, sink),
            _ => self.judge_lines::<MAX_SIZE>(grid, sink),
        }
    }

    fn judge_lines<const N: usize>(&self, grid: &Grid, sink: &mut impl Sink<Violation = Violation>) -> ControlFlow<()> {
        let Validator { single_cells, words, edges, connected, symmetry, min_white_per_row } = self;
        let (across, down) = both_directions::<N>(grid);
        let rows = &across.white[..grid.height()];
        let columns = &down.white[..grid.width()];

        white::judge(rows, sink)?;
        symmetry::judge(*symmetry, rows, columns, sink)?;
        if *edges {
            edges::judge(rows, columns, sink)?;
        }
        if *min_white_per_row > 0 {
            min_white::judge(*min_white_per_row, Direction::Across, rows, sink)?;
            min_white::judge(*min_white_per_row, Direction::Down, columns, sink)?;
        }
        in_word::judge(&across, sink)?;
        if !single_cells {
            single_cells::judge(Direction::Across, &across, sink)?;
            single_cells::judge(Direction::Down, &down, sink)?;
        }
        if words.suspect(&across, &down) {
            self.judge_words(Direction::Across, &across, sink)?;
            self.judge_words(Direction::Down, &down, sink)?;
        }
        if *connected {
            connected::judge(&across.white, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// The words of one direction, one by one.
    #[cold]
    fn judge_words<const N: usize>(
        &self,
        direction: Direction,
        lines: &Lines<N>,
        sink: &mut impl Sink<Violation = Violation>,
    ) -> ControlFlow<()> {
        for line in 0..N {
            let mut rest = lines.word[line];
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                let length = (rest >> place).trailing_ones() as usize;
                rest &= !(full_row(length) << place);
                let word = Word { direction, first: Square::on(direction, line, place), length };
                self.judge_word(word, Pattern::new(length, lines.cross[line] >> place), sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn judge_word(&self, word: Word, pattern: Pattern, sink: &mut impl Sink<Violation = Violation>) -> ControlFlow<()> {
        let WordRules { min_word, max_word, checking, unchecked_run, unchecked_run_at_ends } = self.words;
        min_word::judge(min_word, word, sink)?;
        max_word::judge(max_word, word, sink)?;
        checking::judge(checking, word, pattern, sink)?;
        unchecked_run::judge(unchecked_run, word, pattern, sink)?;
        unchecked_ends::judge(unchecked_run_at_ends, word, pattern, sink)
    }
}
