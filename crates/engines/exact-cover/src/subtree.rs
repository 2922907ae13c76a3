//! Represents a part of the search: the remaining options of every line, made consistent, split and finally solved by exact cover.
//!
//! A [`Subtree`] holds the remaining options of every line and the remaining states of every square. [`narrow`](Subtree::narrow) makes the
//! two consistent. It removes an option if one of its squares cannot be in its state. It removes a state if a line of the square has no
//! option with it. It repeats this until nothing changes (generalised arc consistency on tables, Mackworth 1977). A smaller subtree results
//! from fixing one line to one of its options and narrowing again. The subtrees of all options of a line are disjoint, and their union is
//! the whole subtree. This divides the work into tasks, and splits a task until the rest is a small exact cover problem.
//!
//! **The exact cover problem** is that of [`gridcheck_encodings::cover`], reduced to the lines that are still open. An item of a square
//! whose answer is known is not part of it.
//!
//! Invariant: after `narrow` returned true, every line has options. The `states` of a square are exactly those for which each of its lines
//! has an option.

use super::facts::NAME;
use super::region::is_one_region;
use gridcheck_core::grid::{Grid, reverse_row};
use gridcheck_core::problem::Problem;
use gridcheck_dlx::{Matrix, MatrixError};
use gridcheck_encodings::cover::board::{BLACK, Board, States};
use gridcheck_encodings::cover::line::{Allowed, LineOption, for_each_option};
use gridcheck_engine::{EngineError, Run};

/// A subtree with at most this many options in its open lines goes to the exact cover solver in one matrix.
///
/// Measured: dancing links still finds nearly all grids, several to a matrix (hundreds with rules that have few options a line). A matrix
/// takes about a millisecond, and a stop can take as long to be noticed. With four times as many options a listing takes three to four
/// times as long. The solver then hides repeatedly the options that narrowing removes once.
const MATRIX_OPTIONS: usize = 100;

/// The data described in the [module](self).
#[derive(Clone)]
pub(crate) struct Subtree {
    /// The remaining options of each line of the board.
    options: Vec<Vec<LineOption>>,
    /// The remaining states of each square of the board.
    states: Vec<States>,
}

/// The remaining budget for the computation of options.
pub(crate) struct Budget {
    /// Number of options that may be computed.
    pub options: usize,
    /// Number of steps that the walk may take.
    pub steps: usize,
}

/// The exhausted part of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// The number of options exceeds the budget.
    Options,
    /// The number of steps exceeds the budget.
    Steps,
}

/// A line, and the option to which it is fixed.
pub(crate) type FixedLine = (usize, LineOption);

impl Subtree {
    /// Returns the whole search, or `None` if it is empty; the error is the part of the budget that it exceeds.
    ///
    /// # Errors
    ///
    /// Fails if the options exceed the budget.
    pub(crate) fn whole(board: &Board, problem: &Problem, mut budget: Budget) -> Result<Option<Self>, Exhausted> {
        let mut whole =
            Subtree { options: vec![Vec::new(); board.lines().len()], states: board.initial_states(problem) };
        let mut left: Vec<usize> = (0..board.lines().len()).collect();
        // Lines with few open squares come first: they restrict squares, so that the other lines have fewer options.
        while let Some(at) = (0..left.len()).min_by_key(|&at| whole.openness(board, left[at])) {
            let line = left.remove(at);
            whole.options[line] = whole.all_options(board, line, &mut budget)?;
            whole.keep_supported(board, line, |_| {});
        }
        let all = all_lines(board);
        Ok(whole.narrow(board, all).then_some(whole))
    }

    fn all_options(&self, board: &Board, line: usize, budget: &mut Budget) -> Result<Vec<LineOption>, Exhausted> {
        let line_rules = board.line_rules();
        // For connected grids the edge rule leaves no line all black: white squares on both sides of it would be separated.
        let with_white = line_rules.edges && line_rules.connected;
        let mut options = Vec::new();
        for_each_option(&board.lines()[line], line_rules, &self.states, with_white, &mut |option| {
            let (left, exhausted) = match option {
                Some(_) => (&mut budget.options, Exhausted::Options),
                None => (&mut budget.steps, Exhausted::Steps),
            };
            *left = left.checked_sub(1).ok_or(exhausted)?;
            options.extend(option);
            Ok(())
        })?;
        Ok(options)
    }

    fn openness(&self, board: &Board, line: usize) -> u32 {
        let positions = board.lines()[line].positions.iter();
        positions.map(|position| self.states[position.square].count_ones().saturating_sub(1)).sum()
    }

    /// Makes options and states consistent, beginning with the lines in `due` (bit l for line l); returns `false` if the subtree is empty.
    fn narrow(&mut self, board: &Board, mut due: u128) -> bool {
        while due != 0 {
            let line = due.trailing_zeros() as usize;
            due &= due - 1;
            let allowed = Allowed::new(&board.lines()[line], &self.states);
            self.options[line].retain(|&option| allowed.admits(option));
            if self.options[line].is_empty() {
                return false;
            }
            self.keep_supported(board, line, |crossing| due |= 1 << crossing);
        }
        true
    }

    /// Removes from the squares of `line` the states for which it has no option, and passes the crossing line of each change to `changed`.
    fn keep_supported(&mut self, board: &Board, line: usize, mut changed: impl FnMut(usize)) {
        let mut supported = [0; 4];
        for option in &self.options[line] {
            for (squares, more) in supported.iter_mut().zip(option.squares_by_state()) {
                *squares |= more;
            }
        }
        for (i, &position) in board.lines()[line].positions.iter().enumerate() {
            let states = (0..4).fold(0, |states, state| states | ((supported[state] >> i & 1) as States) << state);
            let (before, states) = (&mut self.states[position.square], position.turned(states));
            if *before & !states != 0 {
                *before &= states;
                changed(board.crossing(line, position));
            }
        }
    }

    /// Returns the subtree in which a line is fixed; `None` if it is empty.
    pub(crate) fn fix(&self, board: &Board, (line, option): FixedLine) -> Option<Self> {
        let mut states = self.states.clone();
        for (i, position) in board.lines()[line].positions.iter().enumerate() {
            states[position.square] &= 1 << position.turned_state(option.state(i));
        }
        let mut fixed = Subtree { options: Vec::with_capacity(self.options.len()), states };
        let mut due = 0u128;
        for (other, options) in self.options.iter().enumerate() {
            let allowed = Allowed::new(&board.lines()[other], &fixed.states);
            let left: Vec<LineOption> = if other == line {
                vec![option]
            } else {
                options.iter().copied().filter(|&option| allowed.admits(option)).collect()
            };
            if left.is_empty() {
                return None;
            }
            fixed.options.push(left);
            // Later lines are filtered in their turn; only earlier lines have to be tested again.
            fixed.keep_supported(board, other, |crossing| due |= 1 << crossing);
            due &= (1 << other) - 1;
        }
        fixed.narrow(board, due).then_some(fixed)
    }

    /// Returns the open line with the fewest options and those options; `None` if the subtree is small enough for one matrix.
    pub(crate) fn split(&self) -> Option<(usize, &[LineOption])> {
        let open = || self.options.iter().enumerate().filter(|(_, options)| options.len() > 1);
        if open().map(|(_, options)| options.len()).sum::<usize>() <= MATRIX_OPTIONS {
            return None;
        }
        open().min_by_key(|(_, options)| options.len()).map(|(line, options)| (line, options.as_slice()))
    }

    /// Passes every grid of this subtree to `found`, in an order that depends only on the subtree. Constraints are not tested.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, if the solver rejects a matrix, or if `found` returns an error.
    pub(crate) fn search(
        &self,
        board: &Board,
        run: &Run,
        found: &mut dyn FnMut(&Grid) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        run.check()?;
        let Some((line, options)) = self.split() else { return self.cover(board, run, found) };
        for &option in options {
            if let Some(fixed) = self.fix(board, (line, option)) {
                fixed.search(board, run, found)?;
            }
        }
        Ok(())
    }

    /// Passes every grid of this subtree to `found`, by one exact cover problem.
    fn cover(
        &self,
        board: &Board,
        run: &Run,
        found: &mut dyn FnMut(&Grid) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let (height, width) = (board.size().rows(), board.size().columns());
        let shown = board.rows();
        let mut grid = Grid::black(height, width);
        for (r, options) in self.options[..shown].iter().enumerate() {
            // For an open line this is any option; the solution will replace it.
            grid.set_row(r, options[0].white());
        }
        let mut give = |grid: &mut Grid| {
            for r in shown..height {
                grid.set_row(r, reverse_row(grid.rows()[height - 1 - r], width));
            }
            let some_white = || grid.rows().iter().any(|&row| row != 0);
            let valid = if board.line_rules().connected { is_one_region(grid.rows()) } else { some_white() };
            if valid { found(grid) } else { Ok(()) }
        };
        if self.options.iter().all(|options| options.len() == 1) {
            return give(&mut grid);
        }
        let failed = |error: MatrixError| EngineError::Failed { engine: NAME, what: error.to_string() };
        let (matrix, chosen) = self.matrix(board).map_err(failed)?;
        for solution in matrix.solutions() {
            run.check()?;
            for (line, option) in solution.into_iter().map(|number| chosen[number]) {
                if line < shown {
                    grid.set_row(line, option.white());
                }
            }
            give(&mut grid)?;
        }
        Ok(())
    }

    /// Returns the exact cover problem of the open lines, and the line and option of each of its options.
    fn matrix(&self, board: &Board) -> Result<(Matrix, Vec<FixedLine>), MatrixError> {
        let open: Vec<usize> = (0..self.options.len()).filter(|&line| self.options[line].len() > 1).collect();
        let mut items = open.len();
        // For each square and each of the two questions: its item, unless the answer is known.
        let mut item_of = vec![[None; 2]; self.states.len()];
        for (square, &states) in self.states.iter().enumerate() {
            for (question, yes) in [0b1010, 0b1100].into_iter().enumerate() {
                if board.is_shared(square) && states & yes != 0 && states & !yes != 0 {
                    item_of[square][question] = Some(items);
                    items += 1;
                }
            }
        }
        let mut matrix = Matrix::new(items, 0)?;
        let mut chosen = Vec::new();
        let mut covered = Vec::new();
        for (item, &line) in open.iter().enumerate() {
            for &option in &self.options[line] {
                covered.clear();
                covered.push(item);
                covered.extend(board.covered(line, option).filter_map(|(square, question)| item_of[square][question]));
                matrix.add(&covered)?;
                chosen.push((line, option));
            }
        }
        Ok((matrix, chosen))
    }

    /// Returns the number of squares whose colour is open.
    pub(crate) fn open_squares(&self) -> usize {
        self.states.iter().filter(|&&states| states & 1 << BLACK != 0 && states != 1 << BLACK).count()
    }

    /// Estimates the number of grids, as a power of two; rough, and for planning only.
    ///
    /// If lines were independent, it would be a product of two factors: the number of ways to fill all lines, and the chance that row and
    /// column agree in every square. Neighbouring squares agree together more often, by an amount that grows with the board. Measured on
    /// the built-in rule sets, it is between 0.05 and 0.17 bits an open square (none at all if the rules allow any checking).
    pub(crate) fn expected_bits(&self, board: &Board) -> f64 {
        let mut agree = vec![[[0.0; 4]; 2]; self.states.len()];
        for (line, options) in board.lines().iter().zip(&self.options) {
            for (i, position) in line.positions.iter().enumerate() {
                let shares = &mut agree[position.square][position.view(line.direction)];
                *shares = [0.0; 4];
                for option in options {
                    shares[position.turned_state(option.state(i))] += 1.0 / options.len() as f64;
                }
            }
        }
        let ways: f64 = self.options.iter().map(|options| (options.len() as f64).log2()).sum();
        let shared = agree.iter().enumerate().filter(|&(square, _)| board.is_shared(square));
        let chances: f64 =
            shared.map(|(_, [row, column])| row.iter().zip(column).map(|(a, b)| a * b).sum::<f64>().log2()).sum();
        ways + chances + 0.1 * self.open_squares() as f64
    }
}

fn all_lines(board: &Board) -> u128 {
    u128::MAX >> (128 - board.lines().len())
}
