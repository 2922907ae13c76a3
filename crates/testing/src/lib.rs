//! Provides what the tests of several engines share: problems, listings, random rule sets, faulty engines. It contains no judge.

#![allow(clippy::missing_panics_doc, reason = "a test that panics has failed")]

pub mod faulty;
pub mod prelude;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use gridcheck_brute::Brute;
use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::{Grid, MAX_SIZE, edges_of};
use gridcheck_core::locks::locked;
use gridcheck_core::problem::Problem;
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::{BUILTIN, Builtin, Checking, GridKind, Limit, Ruleset, Symmetry, UncheckedTable, builtin};
use gridcheck_core::size::Size;
use gridcheck_engine::blocks::{BlockId, BlockSum, Blocks, Ledger, RequestedBlocks, SumKind};
use gridcheck_engine::listing::{Collector, InOrder};
use gridcheck_engine::{Engine, EngineError, Prepared, Run};

/// Returns a built-in rule set.
pub fn rules(name: &str) -> Ruleset {
    builtin(name).unwrap_or_else(|| panic!("{name} is built in"))
}

/// Returns the built-in British rules.
pub fn british() -> Ruleset {
    rules("british")
}

/// Returns the loosest rule set: some square is white, and each white square is in a word.
pub fn lax() -> Ruleset {
    Ruleset { name: "lax".to_owned(), ..Ruleset::lax() }
}

/// Returns the problem of this size under these rules.
pub fn problem(size: usize, rules: Ruleset) -> Problem {
    Problem::new(size, rules).expect("a fair problem")
}

/// Returns the problem with these squares given: row, column, and `true` for white.
pub fn with_squares(problem: &Problem, squares: &[(usize, usize, bool)]) -> Problem {
    let mut givens = problem.givens().clone();
    for &(r, c, white) in squares {
        givens.fix(r, c, white);
    }
    problem.clone().with_givens(givens).expect("givens of that size")
}

/// Returns the constraint.
pub fn constraint(text: &str) -> Constraint {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the problem under these constraints.
pub fn constrained(problem: &Problem, texts: &[&str]) -> Problem {
    let constraints = texts.iter().map(|text| constraint(text)).collect();
    problem.clone().with_constraints(constraints).unwrap_or_else(|error| panic!("{texts:?}: {error}"))
}

/// Returns the grid of this text.
pub fn grid(text: &str) -> Grid {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a run that is stopped.
pub fn stopped() -> Run {
    let run = Run::new();
    run.stop();
    run
}

/// Returns the count of an engine.
pub fn count(engine: &dyn Engine, problem: &Problem) -> u128 {
    engine.count(problem, &Run::new()).unwrap_or_else(|error| panic!("{error}: {problem:?}"))
}

/// Returns the blocks of the problem, prepared for this kind of sum.
pub fn blocks(engine: &dyn Engine, problem: &Problem, kind: &SumKind) -> Arc<dyn Blocks> {
    let prepared = engine.prepare(problem, kind).unwrap_or_else(|declined| panic!("{declined}"));
    Arc::clone(prepared.blocks().expect("the engine counts in blocks"))
}

/// The sums of the counted blocks. Files of sums are above the engines, so the tests of engines have this ledger.
#[derive(Default)]
pub struct CountedBlocks(Mutex<BTreeMap<BlockId, BlockSum>>);

impl CountedBlocks {
    /// Returns the sum over all blocks, of this kind; `None` on overflow.
    pub fn total(&self, kind: &SumKind) -> Option<BlockSum> {
        let mut total = kind.none();
        locked(&self.0).values().try_for_each(|sum| total.add(sum))?;
        Some(total)
    }

    /// Returns the number of all grids; `None` on overflow.
    pub fn grids(&self) -> Option<u128> {
        self.total(&SumKind::Plain)?.grids()
    }

    /// Returns the number of grids of a block; 0 if it was not counted.
    pub fn grids_of(&self, block: BlockId) -> u128 {
        locked(&self.0).get(&block).map_or(0, |sum| sum.grids().expect("a number"))
    }

    /// Returns the blocks that have grids, in order, with their numbers of grids.
    pub fn with_grids(&self) -> Vec<(BlockId, u128)> {
        let sums = locked(&self.0);
        let grids = sums.iter().map(|(&block, sum)| (block, sum.grids().expect("a number")));
        grids.filter(|&(_, grids)| grids > 0).collect()
    }
}

impl Ledger for CountedBlocks {
    fn contains(&self, block: BlockId) -> bool {
        locked(&self.0).contains_key(&block)
    }

    fn record(&self, block: BlockId, sum: BlockSum) -> Result<(), EngineError> {
        assert_eq!(locked(&self.0).insert(block, sum), None, "{block:?} was counted a second time");
        Ok(())
    }
}

/// Counts all blocks of a prepared problem.
pub fn counted(prepared: &Prepared<'_>) -> CountedBlocks {
    let counted = CountedBlocks::default();
    let blocks = prepared.blocks().expect("the engine counts in blocks");
    blocks.count(RequestedBlocks::All, &Run::new(), &counted).expect("the engine answers");
    counted
}

/// Returns the number of grids of one block, counted alone.
pub fn grids_of_block(blocks: &dyn Blocks, block: BlockId) -> u128 {
    let counted = CountedBlocks::default();
    blocks.count(RequestedBlocks::These(&[block]), &Run::new(), &counted).expect("the engine answers");
    counted.grids_of(block)
}

/// Returns the problem of this many rows and columns under these rules.
pub fn problem_of_size(size: (usize, usize), rules: Ruleset) -> Problem {
    Problem::of_size(Size::new(size.0, size.1).expect("a fair size"), rules).expect("a fair problem")
}

/// Returns the first grids that `list` passes on, at most this many.
pub fn collected(most: usize, list: impl FnOnce(&dyn Collector) -> Result<(), EngineError>) -> Vec<Grid> {
    let mut grids = Vec::new();
    let collector = InOrder::new(|grid: &Grid| {
        grids.push(grid.clone());
        if grids.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let outcome = list(&collector);
    drop(collector);
    assert!(outcome == Ok(()) || outcome == Err(EngineError::Stopped) && grids.len() == most, "{outcome:?}");
    grids
}

/// Returns all grids of an engine, one line each.
pub fn lines(engine: &dyn Engine, problem: &Problem) -> BTreeSet<String> {
    listed(engine, problem).iter().map(Grid::one_line).collect()
}

/// Returns all grids of an engine, in the order in which it lists them.
pub fn listed(engine: &dyn Engine, problem: &Problem) -> Vec<Grid> {
    first_listed(engine, problem, usize::MAX)
}

/// Returns the first grids that an engine lists, at most this many.
pub fn first_listed(engine: &dyn Engine, problem: &Problem, most: usize) -> Vec<Grid> {
    collected(most, |collector| engine.list(problem, &Run::new(), collector))
}

/// Compares an engine's list with the brute engine's, as sets of grids, and its count with its list; returns the grids.
pub fn agree(engine: &dyn Engine, problem: &Problem) -> BTreeSet<Grid> {
    let ours = listed(engine, problem);
    let count = ours.len();
    let set: BTreeSet<Grid> = ours.into_iter().collect();
    assert_eq!(set.len(), count, "a grid comes twice: {problem:?}");
    assert_eq!(set, listed(&Brute, problem).into_iter().collect(), "{problem:?}");
    let counted = engine.count(problem, &Run::new()).expect("the run is not stopped");
    assert_eq!(counted, count as u128, "counted otherwise than listed: {problem:?}");
    set
}

/// Returns letters of this number, checked where a bit is set.
pub fn letters(length: usize, bits: usize) -> Vec<bool> {
    (0..length).map(|i| bits >> i & 1 == 1).collect()
}

/// Returns every built-in rule set for grids of blocks, and random ones with a half turn.
pub fn rule_sets(seed: u64, random: usize) -> Vec<Ruleset> {
    let mut rng = SeededRng::new(seed);
    let random = (0..random).map(|_| rng.rules(Symmetry::Rot180));
    BUILTIN.iter().map(Builtin::ruleset).chain(random).collect()
}

/// Returns `true` if the rules allow a word, or a run of one square, of these letters. It reads the rules letter by letter: `true` is a
/// checked one.
pub fn is_legal_word(rules: &Ruleset, word: &[bool]) -> bool {
    let checked = word.iter().filter(|letter| **letter).count();
    if let [letter] = word {
        return rules.single_cells && *letter;
    }
    let share = match rules.checking {
        Checking::All => checked == word.len(),
        Checking::CeilHalf => checked == word.len().div_ceil(2),
        Checking::EitherHalf => checked == word.len().div_ceil(2) || checked == word.len() / 2,
        Checking::AtLeastHalf => checked >= word.len() - checked,
        Checking::Any => true,
        Checking::ByLength(table) => {
            table.unchecked(word.len()).is_some_and(|range| range.contains(&(word.len() - checked)))
        }
    };
    let within = |run: usize, limit| match limit {
        Limit::AtMost(most) => run <= most,
        Limit::Unlimited => true,
    };
    let gaps: Vec<usize> = word.split(|letter| *letter).map(<[bool]>::len).collect();
    word.len() >= rules.min_word
        && within(word.len(), rules.max_word)
        && share
        && gaps.iter().all(|&gap| within(gap, rules.max_unchecked_run))
        && [gaps[0], gaps[gaps.len() - 1]].iter().all(|&gap| within(gap, rules.max_unchecked_run_at_ends))
}

/// Returns the grids that an engine lists, more than a hundred, after a check that one thread and two list them in one order.
pub fn same_order_on_threads(engine: &dyn Engine, problem: &Problem) -> Vec<Grid> {
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| listed(engine, problem))
    };
    let one = with_threads(1);
    assert!(one.len() > 100, "{}", one.len());
    assert_eq!(one, with_threads(2));
    one
}

/// Asserts that an engine ends with an error if its run is stopped before, or its collector stops it after some grids.
pub fn stops_from_both_ends(engine: &dyn Engine, problem: &Problem) {
    assert_eq!(engine.count(problem, &stopped()), Err(EngineError::Stopped));
    assert_eq!(first_listed(engine, problem, 5).len(), 5);
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

/// Returns the rule set with rules about lines that a reader supports which calls `RulesOnLines::whites_up_to` with this number.
pub fn with_whites_up_to(most: usize, rules: Ruleset) -> Ruleset {
    let min_white_per_row = rules.min_white_per_row.min(most);
    Ruleset { min_white_per_row, max_black_run: Limit::Unlimited, ..rules }
}

/// Returns a random problem, whose rules about lines every engine supports. Every other time some squares are given.
pub fn random_problem(rng: &mut SeededRng, size: Size, symmetry: Symmetry) -> Problem {
    let rules = rng.common_rules(symmetry);
    let open = Problem::of_size(size, rules).expect("a fair problem");
    if !rng.one_in(2) {
        return open;
    }
    // The givens may contradict one another under the symmetry: then there is no grid.
    let mut givens = open.givens().clone();
    for _ in 0..=rng.below(3) {
        givens.fix(rng.below(size.rows()), rng.below(size.columns()), rng.one_in(2));
    }
    open.with_givens(givens).expect("givens of that size")
}

/// Returns a random problem about barred grids of at most 6 × 6, whose edges have at most `most` orbits that givens leave open. Two in three
/// have givens. `known` returns some grids of a problem without givens. The givens are those of one of them, or random ones, which may
/// contradict one another or the rules.
pub fn random_barred_problem(rng: &mut SeededRng, most: usize, known: impl Fn(&Problem) -> Vec<Grid>) -> Problem {
    let (size, symmetry) = loop {
        let side = 1 + rng.below(6);
        let other = if rng.one_in(2) { side } else { 1 + rng.below(6) };
        let (size, symmetry) = (Size::new(side, other).expect("a fair size"), rng.of(&Symmetry::ALL));
        if symmetry.fits(size) {
            break (size, symmetry);
        }
    };
    let open = Problem::of_size(size, rng.barred_rules(symmetry)).expect("a fair problem");
    let grids = if rng.one_in(6) { Vec::new() } else { known(&open) };
    let mut givens = open.givens().clone();
    let squares = size.squares();
    let mut left = if rng.one_in(3) { 0 } else { 1 + rng.below(squares.min(4)) };
    let grid = (!grids.is_empty()).then(|| &grids[rng.below(grids.len())]);
    loop {
        let given = open.clone().with_givens(givens.clone()).expect("givens of that size");
        if left == 0 && open_edge_orbits(&given) <= most {
            return given;
        }
        left = left.saturating_sub(1);
        let square = (rng.below(size.rows()), rng.below(size.columns()));
        let bars = match grid {
            Some(grid) => [grid.bars().is_right(square), grid.bars().is_below(square)],
            None => [rng.one_in(2), rng.one_in(2)],
        };
        if rng.one_in(3) {
            givens.give_bars(square.0, square.1, bars);
        } else {
            givens.fix_bars(square.0, square.1, bars);
        }
    }
}

/// Returns the number of orbits of edges of a barred grid that no given square fixes.
pub fn open_edge_orbits(problem: &Problem) -> usize {
    let size = problem.size();
    let orbits: BTreeSet<_> = edges_of(size).map(|edge| problem.symmetry().edge_orbit(size, edge)).collect();
    orbits.iter().filter(|orbit| orbit.iter().all(|&edge| problem.givens().bar(edge).is_none())).count()
}

/// Compares an engine's counts with the brute engine's on random rule sets and givens. Returns the number of problems that had grids.
/// `shape` draws a size and a group for the round.
pub fn counts_as_brute(
    engine: &dyn Engine,
    rounds: usize,
    rng: &mut SeededRng,
    shape: impl Fn(usize, &mut SeededRng) -> (usize, Symmetry),
) -> usize {
    let mut some = 0;
    for round in 0..rounds {
        let (size, symmetry) = shape(round, rng);
        let asked = random_problem(rng, Size::square(size).expect("a fair size"), symmetry);
        let expected = Brute.count(&asked, &Run::new()).expect("a count");
        assert_eq!(engine.count(&asked, &Run::new()), Ok(expected), "{asked:?}");
        some += usize::from(expected > 0);
    }
    some
}

/// The most squares of a rectangle, so that the brute engine tries few patterns.
const MAX_SQUARES: usize = 16;

/// Compares an engine with the brute engine on random rectangles: its counts, and its lists if it lists. Returns the number of problems that
/// the engine supports and that have grids.
pub fn agrees_on_rectangles(engine: &dyn Engine, rounds: usize, rng: &mut SeededRng) -> usize {
    let mut some = 0;
    for _ in 0..rounds {
        let (size, symmetry) = loop {
            let size = Size::new(1 + rng.below(7), 1 + rng.below(9)).expect("a fair size");
            let symmetry = rng.of(engine.facts().symmetries);
            let orbits = size.squares() / if symmetry == Symmetry::None { 1 } else { 2 };
            if symmetry.fits(size) && !size.is_square() && orbits <= MAX_SQUARES {
                break (size, symmetry);
            }
        };
        let asked = random_problem(rng, size, symmetry);
        if engine.prepare(&asked, &SumKind::Plain).is_err() {
            continue;
        }
        let grids = if engine.facts().lists() {
            agree(engine, &asked).len() as u128
        } else {
            let expected = Brute.count(&asked, &Run::new()).expect("a count");
            assert_eq!(engine.count(&asked, &Run::new()), Ok(expected), "{asked:?}");
            expected
        };
        some += usize::from(grids > 0);
    }
    some
}

/// Returns the reason why the engine declines a problem, after a check that its error has that reason and the engine's name; `None` if it
/// does not.
pub fn why_unable(engine: &dyn Engine, problem: &Problem) -> Option<String> {
    let declined = engine.prepare(problem, &SumKind::Plain).err()?;
    assert_eq!(declined.engine, engine.name());
    assert_eq!(engine.count(problem, &Run::new()), Err(declined.clone().into()));
    Some(declined.why)
}

/// Returns the reason why the engine takes unreasonably long, if it does. It must be able to do the problem.
pub fn why_slow(engine: &dyn Engine, problem: &Problem) -> Option<String> {
    let prepared = engine.prepare(problem, &SumKind::Plain).expect("the engine can do it");
    prepared.slow().map(str::to_owned)
}

/// Returns `true` if the engine can do the problem in reasonable time.
pub fn is_able(engine: &dyn Engine, problem: &Problem) -> bool {
    engine.prepare(problem, &SumKind::Plain).is_ok_and(|prepared| prepared.slow().is_none())
}

/// Draws random values for tests.
pub trait Draw {
    /// Returns `true` once in `times` times.
    fn one_in(&mut self, times: usize) -> bool;

    /// Returns one of these, each with the same probability.
    fn of<T: Copy>(&mut self, choices: &[T]) -> T;

    /// Returns a rule set. Few have no grid of any size.
    fn rules(&mut self, symmetry: Symmetry) -> Ruleset;

    /// Returns a table of unchecked letters by length.
    fn table(&mut self) -> Checking;

    /// Returns a rule set whose rules about lines every engine supports.
    fn common_rules(&mut self, symmetry: Symmetry) -> Ruleset;

    /// Returns a rule set for barred grids.
    fn barred_rules(&mut self, symmetry: Symmetry) -> Ruleset;
}

impl Draw for SeededRng {
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn table(&mut self) -> Checking {
        Checking::ByLength((2..=MAX_SIZE).fold(UncheckedTable::empty(), |table, length| {
            let most = self.below(length.min(5) + 1);
            table.with(length, self.below(most + 1) as u8 / 2, most as u8)
        }))
    }

    fn rules(&mut self, symmetry: Symmetry) -> Ruleset {
        const LIMITS: [Limit; 5] =
            [Limit::AtMost(0), Limit::AtMost(1), Limit::AtMost(2), Limit::AtMost(3), Limit::Unlimited];
        loop {
            let rules = Ruleset {
                name: "random".to_owned(),
                kind: GridKind::Blocks,
                min_word: 2 + self.below(3),
                single_cells: !self.one_in(3),
                checking: self.of(&Checking::NAMED),
                max_unchecked_run: self.of(&LIMITS),
                max_unchecked_run_at_ends: self.of(&LIMITS),
                edges: self.one_in(2),
                connected: self.one_in(2),
                symmetry,
                min_white_per_row: if self.one_in(3) { self.below(4) } else { 0 },
                max_word: if self.one_in(3) { Limit::AtMost(2 + self.below(5)) } else { Limit::Unlimited },
                max_black_run: if self.one_in(3) { Limit::AtMost(self.below(5)) } else { Limit::Unlimited },
            };
            if rules.impossible().is_none() || self.one_in(8) {
                return rules;
            }
        }
    }

    fn common_rules(&mut self, symmetry: Symmetry) -> Ruleset {
        let min_white_per_row = self.below(2);
        Ruleset { min_white_per_row, ..with_whites_up_to(1, self.rules(symmetry)) }
    }

    fn barred_rules(&mut self, symmetry: Symmetry) -> Ruleset {
        let single_cells = !self.one_in(6);
        let checking = if self.one_in(3) { self.table() } else { self.of(&Checking::NAMED) };
        let rules = Ruleset { single_cells, checking, ..self.rules(symmetry) };
        Ruleset { kind: GridKind::Bars, edges: false, min_white_per_row: 0, max_black_run: Limit::Unlimited, ..rules }
    }
}
