//! Estimates the cost of a count from a census of smaller grids. The estimate is the same on every machine.
//!
//! The census sweeps all middle columns of a smaller grid and joins nothing. The cost of a sweep is proportional to
//! the states after each of its rows. The remaining cost of a middle column is proportional to the states after the last
//! row and to the signatures that are joined. A middle column has the joins with its own middle rows, each extrapolated from
//! those of smaller arms. The estimate depends only on the problem, so that different
//! machines compute the same deal. Given squares make the pieces less even, but do not affect the result.

use std::cmp::Reverse;
use std::sync::Arc;

use super::NAME;
use super::arm::{Arm, Arms};
use super::effort::{Effort, SmallCosts};
use super::frame::{Frame, frame, frame_and_words};
use super::middle_column::{MiddleColumn, SweptAbove};
use super::tables::Tables;
use gridcheck_core::problem::{Problem, ProblemError};
use gridcheck_core::rules::Ruleset;
use gridcheck_run::memo::Memo;
use gridcheck_run::memory::Account;
use gridcheck_run::{EngineError, Run};

/// The cost in microseconds, measured on British 15 × 15 and American 17 × 17: of a state after a row above the last one,
/// of a state after the last row, and of a signature, which is joined with others.
const ABOVE: f64 = 0.24;
const LAST_ROW: f64 = 0.2;
const SIGNATURE: f64 = 0.24;
/// The constant cost of a middle column.
const EACH: f64 = 5.0;

/// Up to this size a census takes milliseconds. It is sufficient for grids up to the next size.
pub const QUICK: usize = 9;
pub const SMALL: usize = 13;
/// A census of this size takes a tenth of a second and is sufficient for any grid.
pub const LARGE: usize = 11;

/// A limit on the growth of the states' memory between odd sizes: the least growth where states are many. Where they
/// are few, as for rules that small grids have no room for, the growth is larger but not representative.
const MOST_GROWTH: f64 = 13.0;

/// The most middle columns among which the dearest one is sought, and the share of the highest estimated cost that each has.
const CANDIDATES: usize = 16;
const SHARE_OF_DEAREST: f64 = 0.9;

/// The cost of all middle columns of a grid.
pub struct Census {
    costs: SmallCosts,
    /// The largest number of bytes of one middle column's states.
    pub bytes: f64,
}

impl Census {
    /// Returns the estimated processor time of the whole count in seconds.
    pub fn seconds(&self) -> f64 {
        self.costs.above.iter().chain(self.costs.below.iter().flatten()).sum::<f64>() / 1e6
    }
}

/// The censuses under one set of rules. Each is taken when it is first needed.
pub struct Censuses {
    rules: Ruleset,
    by_size: Memo<usize, Arc<Census>>,
}

impl Censuses {
    /// Creates the censuses under these rules, none of them taken yet.
    pub fn new(rules: &Ruleset) -> Self {
        Censuses { rules: rules.clone(), by_size: Memo::default() }
    }

    /// Returns the census of grids of this size.
    ///
    /// # Errors
    /// The census exceeds the memory.
    pub fn of_size(&self, size: usize) -> Result<Arc<Census>, EngineError> {
        self.by_size.get(size, || take_census(size, &self.rules).map(Arc::new))
    }

    /// Estimates the cost of the middle columns of a problem, from its size, its rules and the given squares of its middle lines.
    ///
    /// # Errors
    /// The census exceeds the memory.
    pub fn effort(&self, problem: &Problem, frame: &Frame, arms: &Arms) -> Result<Effort, EngineError> {
        let (rows, columns) = (problem.height(), problem.width());
        let size = if rows.max(columns) <= SMALL { QUICK } else { LARGE };
        let census = self.of_size(size.min(rows).min(columns))?;
        let whites = |rows: &[Arm]| rows.iter().map(Arm::white).collect();
        let middle_columns = MiddleColumn::all(frame, arms, None);
        let columns_and_rows: Vec<(&Arm, Vec<u32>)> =
            middle_columns.iter().map(|column| (&column.arm, whites(&column.middle_rows))).collect();
        Ok(Effort::extrapolate([rows / 2, columns / 2], &census.costs).with_middle_rows(&columns_and_rows))
    }

    /// Estimates the cost for the progress report. Returns `None` if the count is short, squares are given, or the census
    /// fails.
    pub fn effort_to_show(&self, problem: &Problem, frame: &Frame, arms: &Arms) -> Option<Effort> {
        let is_extrapolated = problem.height().min(problem.width()) > LARGE && frame.is_open();
        is_extrapolated.then(|| self.effort(problem, frame, arms).ok()).flatten()
    }

    /// Rejects middle columns whose states will not fit into memory, one middle column at a time. The estimate from
    /// smaller grids is low. Given squares reduce the states by an unknown factor, so problems with given squares are
    /// accepted. Small problems are accepted too, because they run out of memory within seconds.
    ///
    /// # Errors
    /// The estimate exceeds the memory.
    pub fn demand_memory(&self, problem: &Problem, arms: &Arms, middle_columns: &[Arm]) -> Result<(), EngineError> {
        let frame = frame(problem)?;
        let (rows, columns) = (problem.height(), problem.width());
        if rows.min(columns) <= LARGE || rows.max(columns) <= SMALL || !frame.is_open() || middle_columns.is_empty() {
            return Ok(());
        }
        let [before, bytes] = [self.of_size(LARGE - 2)?.bytes, self.of_size(LARGE)?.bytes];
        let growth = (bytes / before.max(1.0)).clamp(1.0, MOST_GROWTH);
        let effort = self.effort(problem, &frame, arms)?;
        let cost = |middle_column: &Arm| effort.of(middle_column).above + effort.of(middle_column).below;
        let [asked, all] = [middle_columns.iter().map(cost).max(), frame.arms().map(|arm| cost(&arm)).max()];
        let share = asked.unwrap_or(0) as f64 / all.unwrap_or(1) as f64;
        let grown = (LARGE..usize::midpoint(rows, columns)).step_by(2).fold(bytes, |bytes, _| bytes * growth);
        Account::open().demand((grown * share) as u64)
    }

    /// Returns the largest number of bytes of one middle column's states. It sweeps the middle columns with the highest
    /// estimated costs. Returns `None` if that would take long.
    ///
    /// # Errors
    /// The states exceed the memory.
    pub fn dearest_bytes(&self, size: usize) -> Result<Option<f64>, EngineError> {
        let problem = smaller(size, &self.rules)?;
        let (frame, words) = frame_and_words(&problem)?;
        if frame.slow().is_some() {
            return Ok(None);
        }
        let account = Account::open();
        let of_tables = account.part();
        let tables = Tables::new(&words, frame.sides, &of_tables)?;
        let arms = Arms::new(&words, frame.sides);
        let effort = self.effort(&problem, &frame, &arms)?;
        let all = MiddleColumn::all(&frame, &arms, None);
        // The states of a middle column grow with its sweep.
        let cost = |white: u32| effort.of(&Arm::new(frame.sides[0], white, false)).above;
        let mut whites: Vec<u32> = all.iter().map(|middle_column| middle_column.arm.white()).collect();
        whites.dedup();
        whites.sort_by_key(|&white| (Reverse(cost(white)), white));
        let least = whites.first().map_or(0.0, |&white| SHARE_OF_DEAREST * cost(white) as f64);
        whites.retain(|&white| cost(white) as f64 >= least);
        whites.truncate(CANDIDATES);
        let mut above = SweptAbove::nothing();
        let candidates = all.iter().filter(|middle_column| whites.contains(&middle_column.arm.white()));
        let mut bytes =
            candidates.map(|middle_column| middle_column.state_bytes(&tables, &mut above, &account, &Run::new()));
        bytes.try_fold(0.0, |most: f64, bytes| Ok(most.max(bytes? as f64))).map(Some)
    }
}

fn smaller(size: usize, rules: &Ruleset) -> Result<Problem, EngineError> {
    let unable = |error: ProblemError| EngineError::Unable { engine: NAME, why: error.to_string() };
    Problem::new(size, rules.clone()).map_err(unable)
}

/// Returns the relative cost of a join of this many signatures: their power of 1.25, measured on British 15 × 15. Roots are
/// the same on every machine; other powers need not be.
fn join(signatures: f64) -> f64 {
    signatures * signatures.sqrt().sqrt()
}

/// Takes a census.
fn take_census(size: usize, rules: &Ruleset) -> Result<Census, EngineError> {
    let problem = smaller(size, rules)?;
    let (frame, words) = frame_and_words(&problem)?;
    let account = Account::open();
    let of_tables = account.part();
    let tables = Tables::new(&words, frame.sides, &of_tables)?;
    let arms = Arms::new(&words, frame.sides);
    let arms_of_side = 1 << frame.sides[0];
    let nothing = || vec![0.0; arms_of_side];
    let no_joins = || vec![nothing(); arms_of_side];
    let (above, below, joins) = (nothing(), [nothing(), nothing()], [no_joins(), no_joins()]);
    let costs = SmallCosts { side: frame.sides[0], above, below, joins };
    let mut census = Census { costs, bytes: 0.0 };
    let mut above = SweptAbove::nothing();
    for middle_column in MiddleColumn::all(&frame, &arms, None) {
        let state_counts = middle_column.state_counts(&tables, &mut above, &account, &Run::new())?;
        let costs = &mut census.costs;
        let (white, centre) = (middle_column.arm.white() as usize, usize::from(middle_column.arm.has_white_centre()));
        let signatures: usize = state_counts.signatures.iter().map(|(_, signatures)| signatures).sum();
        costs.above[white] = EACH + ABOVE * state_counts.swept as f64;
        costs.below[centre][white] = EACH + LAST_ROW * state_counts.last_row as f64 + SIGNATURE * signatures as f64;
        for (row, signatures) in state_counts.signatures {
            // The reflection in the diagonal exchanges the two arms.
            for (column, row) in [(white, row as usize), (row as usize, white)] {
                costs.joins[centre][column][row] = join(signatures as f64);
            }
        }
        census.bytes = census.bytes.max(state_counts.bytes as f64);
    }
    Ok(census)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::{british, problem};

    /// Middle columns with every other square white have the highest estimates, as measured at 13 × 13.
    #[test]
    fn the_dearest_uprights_are_expected_to_be_dear() {
        let dearest = |size: usize| {
            let problem = problem(size, british());
            let (frame, words) = frame_and_words(&problem).expect("a window");
            let censuses = Censuses::new(problem.rules());
            let effort = censuses.effort(&problem, &frame, &Arms::new(&words, frame.sides)).expect("room");
            let of = |white: u32| effort.of(&Arm::new(size / 2, white, false)).below;
            let mut whites: Vec<u32> = (0..1 << (size / 2)).collect();
            whites.sort_by_key(|&white| std::cmp::Reverse(of(white)));
            whites
        };
        assert!(dearest(9)[..4].contains(&0b0101));
        assert!(dearest(13)[..4].contains(&0b01_0101), "{:?}", dearest(13));
        assert!(dearest(15)[..6].contains(&0b010_1010), "{:?}", dearest(15));
    }
}
