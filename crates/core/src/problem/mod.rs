//! Represents one counting question: a size, a rule set, squares whose colour is given, and constraints.

pub mod orbit;
mod record;

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use thiserror::Error;

use crate::constraint::{Constraint, ConstraintFault, Decided, RoundedConstraint};
use crate::grid::{Bars, Edge, Grid, MAX_SIZE, Square, character_of, full_row, square_of};
use crate::rules::{GridKind, RulesFault, Ruleset, Symmetry, is_keiths};
use crate::size::{Size, SizeError};

pub use record::RecordError;

/// The question of the grids, or their number, of one size that obey `rules`, agree with `givens` and meet all
/// `constraints`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    size: Size,
    rules: Ruleset,
    givens: Givens,
    constraints: Vec<Constraint>,
    /// The constraints in the same order, rounded for this size.
    rounded: Vec<RoundedConstraint>,
}

/// The reason why a question is impossible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// The size is out of range.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The givens are for another size.
    #[error("the given squares form a grid of {height} × {width}, the size asked for is {size}")]
    Givens {
        /// Rows of the givens.
        height: usize,
        /// Columns of the givens.
        width: usize,
        /// The size of the question.
        size: Size,
    },
    /// A rectangle cannot have the symmetry, which exchanges rows and columns.
    #[error("symmetry {}: a grid of {size} can have only {}", .symmetry.name(), names_of_symmetries(*.size))]
    Symmetry {
        /// The symmetry that the rules require.
        symmetry: Symmetry,
        /// The size of the question.
        size: Size,
    },
    /// The rule set contradicts itself.
    #[error("rule set {name}: {fault}")]
    Rules {
        /// The set's name.
        name: String,
        /// The fault of the set.
        fault: RulesFault,
    },
    /// The table of unchecked letters has no entry for words that grids of this size can have.
    #[error("rule set {name}: checking has no entry for words of {length} letters, which a grid of {size} can have")]
    NoChecking {
        /// The set's name.
        name: String,
        /// The first length without an entry.
        length: usize,
        /// The size of the question.
        size: Size,
    },
    /// A given square is black, and a barred grid has none.
    #[error("row {}, column {}: a given square is black, and a grid with kind = \"bars\" has white squares only", .0 + 1, .1 + 1)]
    GivenBlack(usize, usize),
    /// A bar is given, and a grid of blocks has none.
    #[error("row {}, column {}: a bar is given, and a grid with kind = \"blocks\" has none", .0 + 1, .1 + 1)]
    GivenBar(usize, usize),
    /// No grid could have all the constraints.
    #[error(transparent)]
    Constraints(#[from] ConstraintFault),
}

impl Problem {
    /// Creates a question about square grids, without givens and constraints.
    ///
    /// # Errors
    /// Returns an error if the size or a value of the rule set is out of range.
    pub fn new(side: usize, rules: Ruleset) -> Result<Self, ProblemError> {
        Problem::of_size(Size::square(side)?, rules)
    }

    /// Creates a question without givens and constraints.
    ///
    /// # Errors
    /// Returns an error if a value of the rule set is out of range, or if it requires a symmetry that grids of this size cannot have.
    pub fn of_size(size: Size, rules: Ruleset) -> Result<Self, ProblemError> {
        if let Some(fault) = rules.fault() {
            return Err(ProblemError::Rules { name: rules.name, fault });
        }
        if !rules.symmetry.fits(size) {
            return Err(ProblemError::Symmetry { symmetry: rules.symmetry, size });
        }
        if let Some(length) = rules.length_without_checking(size.longest_word()) {
            return Err(ProblemError::NoChecking { name: rules.name, length, size });
        }
        let givens = Givens::open(size.rows(), size.columns());
        Ok(Problem { size, rules, givens, constraints: Vec::new(), rounded: Vec::new() })
    }

    /// Replaces the given squares.
    ///
    /// # Errors
    /// Returns an error if the givens are for another size or for another kind of grid.
    pub fn with_givens(self, givens: Givens) -> Result<Self, ProblemError> {
        if (givens.height(), givens.width()) != (self.size.rows(), self.size.columns()) {
            return Err(ProblemError::Givens { height: givens.height(), width: givens.width(), size: self.size });
        }
        match self.rules.kind {
            GridKind::Blocks => {
                if let Some((r, c)) = givens.bars.first() {
                    return Err(ProblemError::GivenBar(r, c));
                }
            }
            GridKind::Bars => {
                let is_black = |&(r, c): &(usize, usize)| givens.colour(r, c) == Some(false);
                if let Some((r, c)) = self.size.positions().find(is_black) {
                    return Err(ProblemError::GivenBlack(r, c));
                }
            }
        }
        Ok(Problem { givens, ..self })
    }

    /// Replaces the constraints.
    ///
    /// # Errors
    /// Returns an error if no grid of this size can meet all of them.
    pub fn with_constraints(self, constraints: Vec<Constraint>) -> Result<Self, ProblemError> {
        if let Some(fault) = ConstraintFault::of(&constraints, self.size) {
            return Err(fault.into());
        }
        let rounded = constraints.iter().map(|constraint| RoundedConstraint::of(constraint, self.size)).collect();
        Ok(Problem { constraints, rounded, ..self })
    }

    /// Gives the whole of row `r`: bit `c` of `row` set means white. Squares of that row that were given before must have that colour
    /// ([`Givens::allow_row`]).
    #[must_use]
    pub fn with_row(mut self, r: usize, row: u64) -> Self {
        debug_assert!(self.givens.allow_row(r, row));
        self.givens.fix_row(r, row);
        self
    }

    /// Removes all given squares.
    #[must_use]
    pub fn open(mut self) -> Self {
        self.givens = Givens::open(self.size.rows(), self.size.columns());
        self
    }

    /// Returns the question about the reflections of the grids in the main diagonal, which have as many rows as these have columns. Returns
    /// `None` if the symmetry or a constraint distinguishes rows from columns. No other rule does.
    pub fn transposed(&self) -> Option<Self> {
        let by_constraint = self.constraints.iter().any(|constraint| constraint.subject.distinguishes_rows());
        if by_constraint || self.symmetry() == Symmetry::Mirror {
            return None;
        }
        let size = self.size.transposed();
        let mut givens = Givens::open(size.rows(), size.columns());
        for (r, c) in size.positions() {
            let [is_right, is_below] = self.givens.bars.after((c, r));
            match self.givens.colour(c, r) {
                Some(white) => givens.fix_square(r, c, (white, [is_below, is_right])),
                None => givens.give_bars(r, c, [is_below, is_right]),
            }
        }
        Some(Problem { size, givens, ..self.clone() })
    }

    /// Returns the question whose grids have no more columns than rows: this one or its [reflection](Problem::transposed), which has as many
    /// grids. Returns this one too if it has no reflection.
    pub fn upright(&self) -> Cow<'_, Self> {
        let is_wide = self.width() > self.height();
        let transposed = if is_wide { self.transposed() } else { None };
        transposed.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// Replaces the rules.
    ///
    /// # Errors
    /// Returns an error if the rule set contradicts itself.
    pub fn with_rules(self, rules: Ruleset) -> Result<Self, ProblemError> {
        Problem::of_size(self.size, rules)?.with_givens(self.givens)?.with_constraints(self.constraints)
    }

    /// Returns the size of the grids.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of rows of the grids.
    pub fn height(&self) -> usize {
        self.size.rows()
    }

    /// Returns the number of columns of the grids.
    pub fn width(&self) -> usize {
        self.size.columns()
    }

    /// Returns the number of rows of square grids; `None` if the grids are no squares.
    pub fn side(&self) -> Option<usize> {
        self.size.side()
    }

    /// Returns the rules of a valid grid.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the symmetry that the rules require.
    pub fn symmetry(&self) -> Symmetry {
        self.rules.symmetry
    }

    /// Returns the squares whose colour is fixed.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// Returns the constraints as they were written. A grid must meet all of them.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns the constraints for this size, in small whole numbers, in the order of [`constraints`](Problem::constraints).
    pub fn rounded_constraints(&self) -> &[RoundedConstraint] {
        &self.rounded
    }

    /// Returns facts that a reader of the answer should know, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let (height, width) = (self.height(), self.width());
        if (height.is_multiple_of(2) || width.is_multiple_of(2)) && is_keiths(&self.rules) {
            notes.push(format!("size {} is even: Keith counts odd sizes only", self.size));
        }
        notes.extend(self.rules.impossible().map(|why| why.to_string()));
        if self.rules.min_word > height.max(width) || self.rules.min_white_per_row > height.min(width) {
            notes.push(format!("size {} is too small for these rules to have any grid", self.size));
        }
        for (constraint, rounded) in self.constraints.iter().zip(&self.rounded) {
            match rounded.decided(self.size) {
                Some(Decided::Always) => notes.push(format!("every grid of size {} has {constraint}", self.size)),
                Some(Decided::Never) => notes.push(format!("no grid of size {} has {constraint}", self.size)),
                None => {}
            }
        }
        notes
    }
}

/// Returns the names of the symmetries that grids of this size can have, as a list in words.
fn names_of_symmetries(size: Size) -> String {
    let names: Vec<&str> = Symmetry::ALL.iter().filter(|symmetry| symmetry.fits(size)).map(|it| it.name()).collect();
    names.join(", ")
}

/// A partial grid: squares fixed white, squares fixed black, the rest open. In a barred grid, a fixed square is white and has exactly the
/// given bars at its right and below it. An open square can have a given bar at one of the two sides; its other edge is open.
///
/// Invariant: `white[r] & black[r]` is 0 and neither has a bit at or above the width. A bar is at the right of a white or open square or below
/// it, and not on the rim. A square is fixed if it has bars at both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Givens {
    width: usize,
    white: Vec<u64>,
    black: Vec<u64>,
    bars: Bars,
}

/// The characters of an open square: without a bar, with one at its right, and with one below.
const OPEN: char = '?';
const BAR_AT_RIGHT: char = '|';
const BAR_BELOW: char = '=';

impl Givens {
    /// Creates givens with every square open.
    pub fn open(height: usize, width: usize) -> Self {
        Givens { width, white: vec![0; height], black: vec![0; height], bars: Bars::default() }
    }

    /// Reads rows of `#`, `.` and `?`: black, white and open. A white square of a barred grid can be `r`, `b` or `+`, as in the text of a
    /// [`Grid`]. An open one is `|` with a bar at its right, and `=` with a bar below it. Returns `None` if the rows differ in length, hold
    /// anything else, or are too many or too long.
    pub fn of_rows(rows: &[&str]) -> Option<Self> {
        let width = rows.first()?.len();
        if width.max(rows.len()) > MAX_SIZE || rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let mut givens = Givens::open(rows.len(), width);
        rows.iter().enumerate().try_for_each(|(r, row)| givens.fix_written(r, row)).ok()?;
        Some(givens)
    }

    /// Returns the setters' lattice: black at every other square of every other row.
    ///
    /// Counted from 1, phase 1 has the black squares in even rows and even columns, and phase 2 in even rows and odd columns. Phase 3 has
    /// them in odd rows and even columns, and phase 4 in odd rows and odd columns. Returns `None` if there is no such phase.
    pub fn lattice(size: Size, phase: usize) -> Option<Self> {
        let (row, column) = [(1, 1), (1, 0), (0, 1), (0, 0)].get(phase.checked_sub(1)?).copied()?;
        let mut lattice = Givens::open(size.rows(), size.columns());
        for r in (row..size.rows()).step_by(2) {
            (column..size.columns()).step_by(2).for_each(|c| lattice.fix(r, c, false));
        }
        Some(lattice)
    }

    /// Returns the squares that are given in either.
    ///
    /// # Errors
    /// Returns a square that cannot be as in both, if there is one.
    pub fn and(&self, other: &Givens) -> Result<Givens, (usize, usize)> {
        let mut both = self.clone();
        for (r, c) in (0..self.height()).flat_map(|r| (0..self.width).map(move |c| (r, c))) {
            let bars = |givens: &Givens| givens.bars.after((r, c));
            match (self.square(r, c), other.square(r, c)) {
                (Some(square), _) if !other.agree((r, c), square) => return Err((r, c)),
                (_, Some(square)) if !self.agree((r, c), square) => return Err((r, c)),
                (None, Some(square)) => both.fix_square(r, c, square),
                (None, None) => both.give_bars(r, c, [0, 1].map(|side| bars(self)[side] || bars(other)[side])),
                (Some(_), _) => {}
            }
        }
        Ok(both)
    }

    /// Returns the grid with these squares, and with every open square in one colour.
    pub fn filled(&self, white: bool) -> Grid {
        let mut grid = Grid::black(self.height(), self.width);
        for r in 0..self.height() {
            grid.set_row(r, if white { !self.black[r] } else { self.white[r] });
        }
        let mut bars = self.bars.clone();
        bars.retain(|one, other| grid.is_white(one.0, one.1) && grid.is_white(other.0, other.1));
        grid.with_bars(bars)
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.white.len()
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the given bars.
    pub fn bars(&self) -> &Bars {
        &self.bars
    }

    /// Returns `true` if an edge is given with a bar, `false` if without; `None` if it is open.
    pub fn bar(&self, (one, other): Edge) -> Option<bool> {
        let is_bar = self.bars.between(one, other);
        (is_bar || self.colour(one.0, one.1).is_some()).then_some(is_bar)
    }

    /// Returns `true` for an edge with a bar and `false` for one without: the edge at the right of a square, and the one below it. `None` if
    /// the edge is open.
    pub fn bars_of(&self, r: usize, c: usize) -> [Option<bool>; 2] {
        let is_fixed = self.colour(r, c).is_some();
        self.bars.after((r, c)).map(|is_bar| (is_bar || is_fixed).then_some(is_bar))
    }

    /// Returns `true` if square (`r`, `c`) can have this colour and these bars.
    pub fn agree(&self, (r, c): Square, (white, after): (bool, [bool; 2])) -> bool {
        let is_given = |(given, is_bar): (Option<bool>, bool)| given.is_none_or(|given| given == is_bar);
        self.colour(r, c).is_none_or(|given| given == white) && self.bars_of(r, c).into_iter().zip(after).all(is_given)
    }

    /// Returns `true` if square (`r`, `c`) has a given colour or a given bar.
    pub fn has_given(&self, (r, c): Square) -> bool {
        self.colour(r, c).is_some() || self.bars.after((r, c)).contains(&true)
    }

    /// Returns the character of square (`r`, `c`), as in a file of givens.
    pub fn written(&self, r: usize, c: usize) -> char {
        match (self.square(r, c), self.bars.after((r, c))) {
            (Some((white, after)), _) => character_of(white, after),
            (None, [true, _]) => BAR_AT_RIGHT,
            (None, [false, true]) => BAR_BELOW,
            (None, [false, false]) => OPEN,
        }
    }

    /// Returns the colour of square (`r`, `c`), `true` for white, and its bars, at its right and below it. `None` if it is open.
    pub fn square(&self, r: usize, c: usize) -> Option<(bool, [bool; 2])> {
        self.colour(r, c).map(|white| (white, self.bars.after((r, c))))
    }

    /// Fixes square (`r`, `c`) with its bars, which are neither on the rim nor beside a black square.
    pub fn fix_square(&mut self, r: usize, c: usize, (white, after): (bool, [bool; 2])) {
        self.fix(r, c, white);
        self.bars.set_after((r, c), after);
    }

    /// Fixes white square (`r`, `c`) of a barred grid, with a bar at its right and a bar below it or without.
    pub fn fix_bars(&mut self, r: usize, c: usize, [is_right, is_below]: [bool; 2]) {
        self.fix(r, c, true);
        self.bars.set_after((r, c), [is_right && c + 1 < self.width, is_below && r + 1 < self.height()]);
    }

    /// Gives these bars at the right of square (`r`, `c`) of a barred grid and below it, and leaves its other edge open. The previous state is
    /// replaced. A square without an open edge is fixed.
    pub fn give_bars(&mut self, r: usize, c: usize, after: [bool; 2]) {
        let [is_right, is_below] = [after[0] && c + 1 < self.width, after[1] && r + 1 < self.height()];
        let has_open = !is_right && c + 1 < self.width || !is_below && r + 1 < self.height();
        if (is_right || is_below) && !has_open {
            return self.fix_bars(r, c, after);
        }
        self.white[r] &= !(1 << c);
        self.black[r] &= !(1 << c);
        self.bars.set_after((r, c), [is_right, is_below]);
    }

    /// Fixes square (`r`, `c`) without a bar at its right or below, and replaces its previous state.
    pub fn fix(&mut self, r: usize, c: usize, white: bool) {
        self.bars.set_after((r, c), [false; 2]);
        let bit = 1 << c & full_row(self.width);
        self.white[r] &= !bit;
        self.black[r] &= !bit;
        if white {
            self.white[r] |= bit;
        } else {
            self.black[r] |= bit;
        }
    }

    /// Gives what is not open (`?`) in `row`, which is row `r` and has the width of the grid, as [`of_rows`](Givens::of_rows) reads it.
    ///
    /// # Errors
    /// Returns the column, from 0, of any other character, or of a bar on the rim.
    pub fn fix_written(&mut self, r: usize, row: &str) -> Result<(), usize> {
        for (c, square) in row.chars().enumerate() {
            let (fixed, after) = match square {
                OPEN => continue,
                BAR_AT_RIGHT => (None, [true, false]),
                BAR_BELOW => (None, [false, true]),
                square => square_of(square).map(|(white, after)| (Some(white), after)).ok_or(c)?,
            };
            // There are no bars on the rim.
            if after[0] && c + 1 == self.width || after[1] && r + 1 == self.height() {
                return Err(c);
            }
            match fixed {
                Some(white) => self.fix_square(r, c, (white, after)),
                None => self.give_bars(r, c, after),
            }
        }
        Ok(())
    }

    /// Fixes the whole of row `r`: bit `c` of `row` set means white.
    pub fn fix_row(&mut self, r: usize, row: u64) {
        self.white[r] = row & full_row(self.width);
        self.black[r] = !row & full_row(self.width);
    }

    /// Returns the squares of row `r` that are fixed white, a bit each.
    pub fn white(&self, r: usize) -> u64 {
        self.white[r]
    }

    /// Returns the squares of row `r` that are fixed black, a bit each.
    pub fn black(&self, r: usize) -> u64 {
        self.black[r]
    }

    /// Returns the colour of square (`r`, `c`) if it is given: `Some(true)` is white.
    pub fn colour(&self, r: usize, c: usize) -> Option<bool> {
        if self.white[r] >> c & 1 == 1 {
            Some(true)
        } else if self.black[r] >> c & 1 == 1 {
            Some(false)
        } else {
            None
        }
    }

    /// Returns `true` if no square and no bar is given.
    pub fn is_empty(&self) -> bool {
        self.white.iter().chain(&self.black).all(|&row| row == 0) && self.bars.is_empty()
    }

    /// Returns the first square (row and column, from 0) whose colour or bars in a grid of the same size differ from the given ones.
    pub fn first_broken(&self, grid: &Grid) -> Option<(usize, usize)> {
        let (bars, given) = (grid.bars(), &self.bars);
        let differ = |bars: u64, given: u64, r: usize| given & !bars | bars & !given & self.white[r];
        let barred = |r: usize| differ(bars.right(r), given.right(r), r) | differ(bars.below(r), given.below(r), r);
        let broken = |r: usize| grid.rows()[r] & self.black[r] | !grid.rows()[r] & self.white[r] | barred(r);
        (0..self.height()).find(|&r| broken(r) != 0).map(|r| (r, broken(r).trailing_zeros() as usize))
    }

    /// Returns `true` if row `r` can have these colours, bit `c` set meaning white, without changing a given square.
    pub fn allow_row(&self, r: usize, row: u64) -> bool {
        row & self.black[r] | !row & self.white[r] == 0
    }
}

/// Writes the rows as in a file of givens, with a line feed between them: `#` black, `.` white, `?` open. The bars of a white square are `r`, `b`
/// or `+`, and the bar of an open square is `|` or `=`.
impl fmt::Display for Givens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for r in 0..self.height() {
            if r > 0 {
                f.write_str("\n")?;
            }
            for c in 0..self.width {
                f.write_char(self.written(r, c))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn givens(rows: &[&str]) -> Givens {
        Givens::of_rows(rows).expect("givens")
    }

    #[test]
    fn an_open_square_keeps_its_given_bar_and_its_other_edge_is_open() {
        let partial = givens(&["?|?", "=r.", "??."]);
        assert_eq!(partial.to_string(), "?|?\n=r.\n??.");
        assert_eq!([partial.bars_of(0, 1), partial.bars_of(1, 0)], [[Some(true), None], [None, Some(true)]]);
        assert_eq!([partial.bars_of(0, 0), partial.bars_of(1, 1)], [[None, None], [Some(true), Some(false)]]);
        assert!(!givens(&["|?", "??"]).is_empty());
        for (rows, broken) in [
            ("...\n...\n...", Some((0, 1))),
            (".r.\nb..\n...", Some((1, 1))),
            (".r.\nbr.\n...", None),
            ("+r.\n+r.\nr..", None),
        ] {
            assert_eq!(partial.first_broken(&rows.parse::<Grid>().expect("a grid")), broken, "{rows}");
        }
        // There is no bar on the rim, and both edges of a square of the rim can be known.
        for (rows, written) in [(["?=", "??"], "?b\n??"), (["??", "|?"], "??\nr?")] {
            assert_eq!(givens(&rows).to_string(), written);
        }
        assert_eq!([Givens::of_rows(&["?|"]), Givens::of_rows(&["?="])], [None, None]);
    }

    #[test]
    fn what_is_given_in_either_is_given_in_both_unless_it_contradicts() {
        let both = |one: &[&str], other: &[&str]| givens(one).and(&givens(other)).map(|both| both.to_string());
        assert_eq!(both(&["|?", "??"], &["=?", ".?"]), Ok("+?\n.?".to_owned()));
        assert_eq!(both(&["|?", "??"], &["r?", "??"]), Ok("r?\n??".to_owned()));
        assert_eq!(both(&["|?", "??"], &[".?", "??"]), Err((0, 0)));
        assert_eq!(both(&["b?", "??"], &["|?", "??"]), Err((0, 0)));
    }
}
