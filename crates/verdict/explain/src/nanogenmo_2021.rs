//! Explains the figures of `NaNoGenMo` 2021, issue 77: the [construction](gridcheck_programs::nanogenmo_2021), re-enacted with its list of
//! walls.
//!
//! The list stands for a test of connectivity. With the list as published the construction gives one of the published figures, which are
//! those of the built-in claims. A search in place of the list shows which patterns the list accepts in error. Two engines count the
//! same layouts from their description: British rules, given squares and a constraint on the lengths of words. The validator judges each
//! grid that is shown.

use gridcheck_audit::claims::Claims;
use gridcheck_core::constraint::{Bounds, Constraint, Subject};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::{Givens, Problem, ProblemError};
use gridcheck_core::rules::Ruleset;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, EngineError, Engines, Prepared, Purpose};

use gridcheck_programs::nanogenmo_2021::patterns;
pub use gridcheck_programs::nanogenmo_2021::{ConnectivityTest, SIZE};

/// The name of the source, here and among the built-in claims.
pub const NAME: &str = "nanogenmo-2021";

/// Number of engines that count the layouts.
const ENGINES_ASKED: usize = 2;

/// The construction and what each test of connectivity accepts.
pub struct Reenactment {
    /// The published figures.
    pub published: Vec<u128>,
    /// Number of patterns, connected or not.
    pub patterns: usize,
    /// The patterns that each test accepts, in the order of [`ConnectivityTest::ALL`].
    pub accepted: Vec<(ConnectivityTest, Vec<Grid>)>,
    /// The engines and their counts.
    pub counts: Vec<(&'static str, u128)>,
}

/// Returns the layouts as a problem for the engines. Squares in an odd row and an odd column are black, from 0. Those in an even row and an
/// even column are white.
///
/// # Errors
/// Fails if the rules contradict the given squares or the constraint.
pub fn problem(rules: Ruleset) -> Result<Problem, ProblemError> {
    let mut givens = Givens::open(SIZE, SIZE);
    for r in 0..SIZE {
        (r % 2..SIZE).step_by(2).for_each(|c| givens.fix(r, c, r % 2 == 0));
    }
    let subject = Subject::OtherLengths([5, 7, 9].into_iter().collect());
    let constraint = Constraint { subject, bounds: Bounds::exactly(0) };
    Problem::new(SIZE, rules)?.with_givens(givens)?.with_constraints(vec![constraint])
}

/// Runs the construction with each test, and asks the fastest of these engines.
///
/// # Errors
/// Fails if the run is stopped or an engine fails.
pub fn reenact(problem: &Problem, engines: Engines, watch: &dyn Watch) -> Result<Reenactment, EngineError> {
    let patterns = patterns();
    let accepted = |test: ConnectivityTest| {
        (test, patterns.iter().filter(|pattern| test.accepts(pattern)).cloned().collect::<Vec<Grid>>())
    };
    let accepted = ConnectivityTest::ALL.map(accepted).to_vec();
    let candidates = Candidates::new(engines, problem, &SumKind::Plain);
    let count = |engine: &Prepared<'_>| Ok((engine.name(), engine.count(&watch.run(engine.name()))?));
    let counts =
        candidates.all_quick(Purpose::Sum).take(ENGINES_ASKED).map(count).collect::<Result<_, EngineError>>()?;
    let sources = Claims::builtin().into_iter().filter(|source| source.name == NAME);
    let published = sources.flat_map(|source| source.claims).filter_map(|claim| claim.value.exact()?.try_into().ok());
    Ok(Reenactment { published: published.collect(), patterns: patterns.len(), accepted, counts })
}

impl Reenactment {
    /// Returns the patterns that a test accepts.
    pub fn grids(&self, test: ConnectivityTest) -> &[Grid] {
        // Every test is among them.
        self.accepted.iter().find(|(other, _)| *other == test).map_or(&[], |(_, grids)| grids)
    }

    /// Returns the published figures that the published list gives.
    pub fn reproduced(&self) -> Vec<u128> {
        let list = self.grids(ConnectivityTest::Published).len() as u128;
        self.published.iter().copied().filter(|&figure| figure == list).collect()
    }

    /// Returns the patterns that only the published list accepts.
    pub fn let_in(&self) -> Vec<Grid> {
        let connected = self.grids(ConnectivityTest::Search);
        let accepted = self.grids(ConnectivityTest::Published);
        accepted.iter().filter(|grid| !connected.contains(grid)).cloned().collect()
    }
}
