//! Shared code of several modules: rule sets, random ones among them, and deliberately faulty engines.

use std::thread;
use std::time::{Duration, Instant};

use gridcheck::constraint::{Constraint, Measure};
use gridcheck::engine::listing::{Collector, Repeat, count_by_listing};
use gridcheck::engine::{Ability, Backtrack, Engine, EngineError, Lister, Run};
use gridcheck::grid::Grid;
use gridcheck::problem::Problem;
use gridcheck::rules::{Checking, Limit, Ruleset, Symmetry, builtin};
use gridcheck::size::Size;
use proptest::prelude::*;

/// Returns the size of a square grid.
pub fn square(side: usize) -> Size {
    Size::square(side).expect("a fair size")
}

/// Returns a built-in rule set.
pub fn rules(name: &str) -> Ruleset {
    builtin(name).unwrap_or_else(|| panic!("{name} is built in"))
}

/// Returns the loosest rule set: some square is white, and each white square is in a word.
pub fn lax() -> Ruleset {
    Ruleset { name: "lax".to_owned(), ..Ruleset::lax() }
}

/// Draws a limit from 0 to 4, or none.
fn limits() -> impl Strategy<Value = Limit> {
    prop_oneof![4 => (0usize..5).prop_map(Limit::AtMost), 1 => Just(Limit::Unlimited)]
}

/// Draws consistent rule sets of every kind.
pub fn rulesets() -> impl Strategy<Value = Ruleset> {
    let checking = prop::sample::select(&Checking::ALL[..]);
    let symmetry = prop_oneof![
        3 => Just(Symmetry::Rot180),
        2 => Just(Symmetry::None),
        3 => prop::sample::select(Symmetry::ALL.to_vec()),
    ];
    let booleans = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.7));
    let max_word = prop_oneof![2 => Just(Limit::Unlimited), 1 => (2usize..7).prop_map(Limit::AtMost)];
    let lengths = (2usize..5, max_word);
    (lengths, checking, limits(), limits(), booleans, symmetry, 0usize..3)
        .prop_map(|(lengths, checking, inside, at_ends, (single_cells, edges, connected), symmetry, least)| Ruleset {
            name: "random".to_owned(),
            min_word: lengths.0,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            edges,
            connected,
            symmetry,
            min_white_per_row: least,
            max_word: lengths.1,
        })
        .prop_filter("no word could obey it", |rules| rules.fault().is_none())
}

/// Returns the problem with these squares given: row, column, and `true` for white.
pub fn with_squares(problem: &Problem, squares: &[(usize, usize, bool)]) -> Problem {
    let mut givens = problem.givens().clone();
    for &(r, c, white) in squares {
        givens.fix(r, c, white);
    }
    problem.clone().with_givens(givens).expect("givens of that size")
}

/// Returns the count. An engine that cannot list its grids must agree on it with the backtracking engine, whose grids the
/// validator has judged.
pub fn as_backtrack(engine: &dyn Engine, problem: &Problem) -> u128 {
    let count = Backtrack.count(problem, &Run::new()).expect("a count");
    assert_eq!(engine.count(problem, &Run::new()), Ok(count), "{problem:?}");
    count
}

/// Asserts that a count that is stopped after a while ends within seconds, and reports that it was stopped.
pub fn stops_soon(engine: &dyn Engine, problem: &Problem, after: Duration) {
    let run = Run::new();
    thread::scope(|scope| {
        let counting = scope.spawn(|| engine.count(problem, &run));
        thread::sleep(after);
        let asked = Instant::now();
        run.stop();
        assert_eq!(counting.join().expect("no panic"), Err(EngineError::Stopped));
        assert!(asked.elapsed() < Duration::from_secs(6), "stopped after {:?}", asked.elapsed());
    });
}

/// Returns problems with every kind of constraint, alone and in pairs, except contradictory ones.
pub fn constrained() -> Vec<Problem> {
    let constraints = [
        "letters 10..15",
        "blacks = 9",
        "words <= 7",
        "checked >= 8",
        "unchecked = 8",
        "length 3 = 2",
        "length 3..5 >= 1",
        "mean-length 4..4",
        "mean-length <= 3",
        "mean-length >= 5",
        "lengths = 2",
        "length except 3/5 = 0",
        "length except 4/6 1..3",
        "blacks-per-row = 2",
        "blacks-per-row 1..3",
    ];
    let constraints = constraints.map(|text| text.parse::<Constraint>().expect(text));
    let mut problems = Vec::new();
    for (i, &one) in constraints.iter().enumerate() {
        let other = constraints[(3 * i + 1) % constraints.len()];
        for (size, name) in [(5, "british"), (5, "american-loose"), (6, "british")] {
            for constraints in [vec![one], vec![one, other]] {
                let problem = Problem::new(size, rules(name)).expect("a fair size");
                problems.extend(problem.with_constraints(constraints));
            }
        }
    }
    problems
}

/// Within `impl Engine`: gives an engine made for a test the facts of the engine that it wraps.
macro_rules! facts_of {
    ($this:ident: $engine:expr) => {
        fn witness(&$this) -> gridcheck::engine::Witness {
            $engine.witness()
        }

        fn symmetries(&$this) -> &'static [gridcheck::rules::Symmetry] {
            $engine.symmetries()
        }

        fn constraints(&$this) -> &'static [gridcheck::constraint::Kind] {
            $engine.constraints()
        }

        fn effort_per_square(&$this) -> f64 {
            $engine.effort_per_square()
        }

        fn uses_clauses(&$this) -> bool {
            $engine.uses_clauses()
        }
    };
}

pub(crate) use facts_of;

/// A mistake in reading the rules.
pub type Edit = fn(&mut Ruleset);

/// The number of times that an engine gives a grid.
pub type Times = fn(&Grid) -> usize;

/// Replaces the problem of an engine by another.
pub trait Misreading: Sync {
    /// Returns the problem that is answered instead.
    fn of(&self, problem: &Problem) -> Problem;
}

impl Misreading for Edit {
    fn of(&self, problem: &Problem) -> Problem {
        let mut rules = problem.rules().clone();
        self(&mut rules);
        problem.clone().with_rules(rules).expect("an edit that makes sense")
    }
}

/// An engine that answers another problem than the given one.
pub struct Faulty<M> {
    /// The wrapped engine.
    pub engine: &'static dyn Engine,
    /// The mistake.
    pub edit: M,
}

impl<M: Misreading> Engine for Faulty<M> {
    fn name(&self) -> &'static str {
        "faulty"
    }

    facts_of!(self: self.engine);

    fn ability(&self, problem: &Problem) -> Ability {
        self.engine.ability(&self.edit.of(problem))
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        self.engine.count(&self.edit.of(problem), run)
    }

    fn lister(&self) -> Option<&dyn Lister> {
        self.engine.lister().map(|_| self as &dyn Lister)
    }
}

impl<M: Misreading> Lister for Faulty<M> {
    fn suits_small_parts(&self) -> bool {
        self.engine.lister().is_some_and(Lister::suits_small_parts)
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        self.engine.lister().expect("asked only where the engine lists").measure(grid, measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        let lister = self.engine.lister().expect("asked only where the engine lists");
        lister.list(&self.edit.of(problem), run, collector)
    }
}

/// An engine that gives each grid of another engine as often as `times` says, and counts what it gives.
pub struct Altered {
    /// The correct engine.
    pub engine: &'static dyn Lister,
    /// The number of times for each grid; 1 is correct.
    pub times: Times,
}

impl Engine for Altered {
    fn name(&self) -> &'static str {
        "altered"
    }

    facts_of!(self: self.engine);

    fn ability(&self, problem: &Problem) -> Ability {
        self.engine.ability(problem)
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        count_by_listing(self, problem, run)
    }

    fn lister(&self) -> Option<&dyn Lister> {
        Some(self)
    }
}

impl Lister for Altered {
    fn suits_small_parts(&self) -> bool {
        self.engine.suits_small_parts()
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        self.engine.measure(grid, measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        self.engine.list(problem, run, &Repeat::new(collector, self.times))
    }
}

/// The counts of another engine, without its grids.
pub struct CountingOnly<'a> {
    /// The name of this engine.
    pub name: &'static str,
    /// The engine that counts.
    pub engine: &'a dyn Engine,
    /// The reason to decline a problem, if there is one.
    pub declines: fn(&Problem) -> Option<String>,
}

impl<'a> CountingOnly<'a> {
    /// Creates an engine that declines only what the wrapped engine declines.
    pub fn new(name: &'static str, engine: &'a dyn Engine) -> Self {
        CountingOnly { name, engine, declines: |_| None }
    }
}

impl Engine for CountingOnly<'_> {
    fn name(&self) -> &'static str {
        self.name
    }

    facts_of!(self: self.engine);

    fn ability(&self, problem: &Problem) -> Ability {
        (self.declines)(problem).map_or_else(|| self.engine.ability(problem), Ability::Unable)
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        assert_eq!((self.declines)(problem), None, "asked what it declines");
        self.engine.count(problem, run)
    }
}
