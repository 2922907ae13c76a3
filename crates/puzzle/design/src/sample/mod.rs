//! Draws grids at random, each equally likely.
//!
//! Counts that can be unranked allow exact draws: a uniform number below the count is the rank of a uniform grid ([`Ranking`]).
//! The draws are uniform because ranks and grids are in one-to-one correspondence; the tests verify this wherever all grids can
//! be listed. Grids that no such engine can count are listed, if there are not too many, and drawn from the list. Constraints
//! are satisfied by rejection: grids are drawn until enough of them satisfy all constraints. Those are uniform among all grids
//! that satisfy them. The first draws are a [`Trial`]: they tell how many more it takes.
//!
//! A seed draws the same grids on every machine and with any number of threads ([`SeededRng`]).

mod as_rules;
mod trial;
mod walk;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use thiserror::Error;

use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::blocks::Ranking;
use gridcheck_engine::clock::Moment;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::{Declined, EngineError, Prepared, Run};
use gridcheck_registry::ENGINES;
use gridcheck_sums::{BlockSums, InBlocks};
use gridcheck_validator::stats::satisfied;

pub use as_rules::{RuleFromConstraint, with_constraints_as_rules};
pub use trial::Trial;
pub use walk::{lattice, walk};

/// The reasons why nothing could be drawn.
#[derive(Debug, Error)]
pub enum SampleError {
    /// No grid obeys the rules.
    #[error("there is nothing to draw from: no grid obeys the rules")]
    Nothing,
    /// No grid that obeys the rules is accepted.
    #[error("there is nothing to draw from: no grid that obeys the rules satisfies {0}")]
    NoneAccepted(String),
    /// More grids are requested than exist.
    #[error("{wanted} different grids are wanted, and there are {there}")]
    TooMany {
        /// The requested number.
        wanted: u64,
        /// The existing number.
        there: u128,
    },
    /// No grid has that rank.
    #[error("there is no grid of rank {rank}: ranks go from 0 to {last}")]
    NoRank {
        /// The rank.
        rank: u128,
        /// The largest rank.
        last: u128,
    },
    /// None of a large number of drawn grids satisfied the constraints.
    #[error("of {0} grids drawn none satisfies the constraints: it may be that no grid does")]
    NoneGrants(u64),
    /// Too many grids to list for a problem that the ranking engine does not support.
    #[error("these grids cannot be drawn: {0}")]
    Unable(String),
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// All grids of a problem, with or without its constraints satisfied, each with a rank.
pub struct Population {
    problem: Problem,
    ranks: Ranks,
}

enum Ranks {
    Counted(Ranking),
    /// The grids in the order of their listing.
    Listed(Vec<Grid>),
}

/// A request for grids.
pub struct DrawRequest<'a> {
    /// The number of grids.
    pub wanted: u64,
    /// The seed. It draws the same grids everywhere.
    pub seed: u64,
    /// `true` if a grid may be drawn more than once.
    pub with_repetition: bool,
    /// Decides besides the constraints if a drawn grid is accepted.
    pub accepts: Option<&'a dyn Fn(&Grid) -> bool>,
    /// The part of all grids that are accepted, if it is known.
    pub rate: Option<f64>,
}

/// Returns the problem of all grids, whether they satisfy the constraints or not. Ranks and sums are of these.
fn without_constraints(problem: &Problem) -> Problem {
    // Dropping constraints cannot make a problem contradictory.
    problem.clone().with_constraints(Vec::new()).unwrap_or_else(|_| problem.clone())
}

/// The drawn grids.
#[derive(Debug, Clone)]
pub struct Draws {
    /// The grids and their ranks, in the order of drawing.
    pub grids: Vec<(u128, Grid)>,
    /// Number of grids drawn in total, including those that violate the constraints.
    pub drawn: u64,
}

/// Maximum number of grids to list.
const MAX_LISTED: usize = 1 << 21;
/// Number of draws without a grid that satisfies the constraints after which drawing is given up.
const MAX_VAIN: u64 = 1_000_000;

/// A population whose grids are not counted or listed yet.
pub struct UncountedPopulation {
    problem: Problem,
    /// The grids with or without the constraints satisfied, or the reason why they cannot be ranked.
    rankable: Result<(Prepared<'static>, InBlocks), Declined>,
}

impl UncountedPopulation {
    /// Prepares the grids of a problem.
    pub fn of(problem: &Problem) -> Self {
        let rankable = ENGINES.ranking(&without_constraints(problem)).and_then(|prepared| {
            let blocks = InBlocks::new(&prepared)?;
            Ok((prepared, blocks))
        });
        UncountedPopulation { problem: problem.clone(), rankable }
    }

    /// Returns the problem of all grids, whether they satisfy the constraints or not. Ranks and sums are of these.
    pub fn all(&self) -> Problem {
        without_constraints(&self.problem)
    }

    /// Returns the blocks whose sums give each grid its rank.
    ///
    /// # Errors
    /// Returns the reason if the grids cannot be ranked.
    pub fn blocks(&self) -> Result<&InBlocks, &Declined> {
        self.rankable.as_ref().map(|(_, blocks)| blocks)
    }

    /// Returns the reason why the count of the blocks would take unreasonably long, if it would.
    pub fn slow(&self) -> Option<&str> {
        self.rankable.as_ref().ok().and_then(|(prepared, _)| prepared.slow())
    }

    /// Leaves the blocks uncounted, so that the grids are listed.
    #[must_use]
    pub fn listed(self) -> Self {
        let uncounted = |(prepared, _): (Prepared<'_>, InBlocks)| {
            Err(Declined { engine: prepared.name(), why: "the blocks are not counted".to_owned() })
        };
        UncountedPopulation { rankable: self.rankable.and_then(uncounted), ..self }
    }

    /// Counts the grids, or lists them if they cannot be ranked. Blocks that are missing in `sums` are counted.
    ///
    /// # Errors
    /// Fails if the grids can be neither ranked nor listed, or if an engine fails or is stopped.
    pub fn count(self, sums: &BlockSums, run: &Run) -> Result<Population, SampleError> {
        let UncountedPopulation { problem, rankable } = self;
        let ranks = match rankable {
            Ok((prepared, blocks)) => {
                blocks.count(run, sums)?;
                Ranks::Counted(Ranking::new(&prepared, &sums.with_grids())?)
            }
            Err(declined) => Ranks::Listed(listed(&without_constraints(&problem), &declined.why, run)?),
        };
        Ok(Population { problem, ranks })
    }
}

impl Population {
    /// Counts the grids, including those that violate the constraints.
    pub fn total(&self) -> u128 {
        match &self.ranks {
            Ranks::Counted(ranking) => ranking.total(),
            Ranks::Listed(grids) => grids.len() as u128,
        }
    }

    /// Returns the grids of these ranks, in the same order.
    ///
    /// # Errors
    /// Fails if there is no grid, if a rank is too large, or if the run is stopped.
    pub fn grids(&self, ranks: &[u128], run: &Run) -> Result<Vec<Grid>, SampleError> {
        if self.total() == 0 {
            return Err(SampleError::Nothing);
        }
        if let Some(&rank) = ranks.iter().find(|&&rank| rank >= self.total()) {
            return Err(SampleError::NoRank { rank, last: self.total() - 1 });
        }
        match &self.ranks {
            Ranks::Counted(ranking) => Ok(ranking.grids(ranks, run)?),
            Ranks::Listed(grids) => Ok(ranks.iter().map(|&rank| grids[rank as usize].clone()).collect()),
        }
    }

    /// Returns the rank of a grid; `None` if it is not a grid of the problem.
    ///
    /// # Errors
    /// Fails if the run is stopped.
    pub fn rank(&self, grid: &Grid, run: &Run) -> Result<Option<u128>, SampleError> {
        match &self.ranks {
            Ranks::Counted(ranking) => Ok(ranking.rank(grid, run)?),
            Ranks::Listed(grids) => Ok(grids.iter().position(|other| other == grid).map(|place| place as u128)),
        }
    }

    /// Draws grids that satisfy the constraints and that the request accepts, each equally likely. If not all are found when the trial is
    /// over, `on_trial` learns its result, and can end the drawing by an error.
    ///
    /// # Errors
    /// Fails if fewer grids exist, if no drawn grid is accepted, if `on_trial` fails, or if the run is stopped.
    pub fn draw(
        &self,
        request: &DrawRequest<'_>,
        run: &Run,
        on_trial: impl FnOnce(&Trial) -> Result<(), SampleError>,
    ) -> Result<Draws, SampleError> {
        let DrawRequest { wanted, seed, with_repetition: again, .. } = *request;
        let total = self.total();
        if total == 0 {
            return Err(SampleError::Nothing);
        }
        if !again && u128::from(wanted) > total {
            return Err(SampleError::TooMany { wanted, there: total });
        }
        let is_accepted = |grid: &Grid| {
            satisfied(grid, self.problem.constraints()) && request.accepts.is_none_or(|accepts| accepts(grid))
        };
        let is_selective = !self.problem.constraints().is_empty() || request.accepts.is_some();
        let start = Moment::now();
        let mut rng = SeededRng::new(seed);
        let mut seen = HashSet::new();
        let mut draws = Draws { grids: Vec::new(), drawn: 0 };
        let mut on_trial = Some(on_trial).filter(|_| is_selective);
        while (draws.grids.len() as u64) < wanted {
            run.check()?;
            let rate = if is_selective { request.rate } else { Some(1.0) };
            let trial =
                Trial { wanted, drawn: draws.drawn, accepted: draws.grids.len() as u64, rate, time: start.elapsed() };
            if trial.is_over()
                && let Some(on_trial) = on_trial.take()
            {
                on_trial(&trial)?;
            }
            let batch = trial.next_batch();
            let mut ranks = Vec::new();
            while (ranks.len() as u64) < batch && (again || (seen.len() as u128) < total) {
                let rank = rng.below_wide(total);
                if again || seen.insert(rank) {
                    ranks.push(rank);
                }
            }
            if ranks.is_empty() {
                // All grids have been drawn.
                return Err(SampleError::TooMany { wanted, there: draws.grids.len() as u128 });
            }
            let grids = self.batch(&ranks, &trial, run)?;
            for (rank, grid) in ranks.into_iter().zip(grids) {
                if (draws.grids.len() as u64) < wanted {
                    draws.drawn += 1;
                    if is_accepted(&grid) {
                        draws.grids.push((rank, grid));
                    }
                }
            }
            if draws.grids.is_empty() && draws.drawn >= MAX_VAIN {
                return Err(SampleError::NoneGrants(draws.drawn));
            }
        }
        // The estimate of the work may have been too high.
        run.continue_work(draws.drawn, draws.drawn);
        Ok(draws)
    }

    /// Returns the grids of these ranks. The run shows how many grids of the expected draws are drawn, if they can be estimated.
    fn batch(&self, ranks: &[u128], trial: &Trial, run: &Run) -> Result<Vec<Grid>, SampleError> {
        if let Some(left) = trial.draws_left() {
            run.continue_work(trial.drawn, trial.drawn.saturating_add(left));
            return self.grids(ranks, run);
        }
        run.set_work(1);
        let grids = self.grids(ranks, &run.within(Duration::MAX))?;
        run.tasks_done(0, grids.len() as u128);
        Ok(grids)
    }
}

/// Lists all grids with the fastest listing engine.
fn listed(problem: &Problem, why: &str, run: &Run) -> Result<Vec<Grid>, SampleError> {
    let lister = ENGINES.fastest_lister(problem).filter(|lister| lister.slow().is_none());
    let lister = lister.ok_or_else(|| SampleError::Unable(why.to_owned()))?;
    let mut grids = Vec::new();
    let order = InOrder::new(|grid: &Grid| {
        grids.push(grid.clone());
        if grids.len() > MAX_LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = lister.list(run, &order);
    drop(order);
    if grids.len() > MAX_LISTED {
        return Err(SampleError::Unable(format!("{why}, and more than {MAX_LISTED} are too many to list")));
    }
    outcome?;
    Ok(grids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::prelude::*;

    fn population(size: usize) -> Population {
        counted(&problem(size, british()))
    }

    fn counted(problem: &Problem) -> Population {
        let population = UncountedPopulation::of(problem);
        population.count(&BlockSums::in_memory(), &Run::new()).expect("it can be counted or listed")
    }

    fn request(wanted: u64, seed: u64, with_repetition: bool) -> DrawRequest<'static> {
        DrawRequest { wanted, seed, with_repetition, accepts: None, rate: None }
    }

    fn draw(population: &Population, request: &DrawRequest) -> Result<Draws, SampleError> {
        population.draw(request, &Run::new(), |_| Ok(()))
    }

    #[test]
    fn barred_grids_are_drawn_from_their_list() {
        let problem = problem(5, builtin("ximenes-4").expect("a built-in rule set"));
        let population = counted(&problem);
        let all = u64::try_from(population.total()).expect("few");
        assert_eq!(count(&gridcheck_registry::Brute, &problem), u128::from(all));
        let drawn = draw(&population, &request(all, 0, false)).expect("all of them").grids;
        assert!(drawn.iter().all(|(_, grid)| gridcheck_validator::is_valid(grid, problem.rules())));
        let different: HashSet<String> = drawn.iter().map(|(_, grid)| grid.one_line()).collect();
        assert_eq!(different.len() as u64, all);
    }

    /// Returns the deviation of the numbers of draws from uniform, as χ².
    fn chi_squared(counts: &[u64]) -> f64 {
        let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
    }

    /// χ² with k degrees of freedom deviates from k by less than four standard deviations, except once in 30,000.
    fn is_even(counts: &[u64]) -> bool {
        let freedom = counts.len() as f64 - 1.0;
        (chi_squared(counts) - freedom).abs() < 4.0 * (2.0 * freedom).sqrt()
    }

    #[test]
    fn draws_are_even_and_a_bias_would_be_seen() {
        for (size, draws) in [(5, 20_000), (7, 40_000)] {
            let population = population(size);
            let mut counts = vec![0; population.total() as usize];
            let drawn = draw(&population, &request(draws, 7, true)).expect("there are grids");
            for (rank, _) in &drawn.grids {
                counts[*rank as usize] += 1;
            }
            assert!(is_even(&counts), "{size}: {}", chi_squared(&counts));
            // A tenth of the first grid's draws go to the second, and one grid in five is half as likely.
            let mut biased = counts.clone();
            biased.iter_mut().step_by(5).for_each(|count| *count /= 2);
            assert!(!is_even(&biased), "{size}: a planted bias is not seen");
        }
    }

    #[test]
    fn without_repetition_all_grids_come_once() {
        let population = population(5);
        let all = draw(&population, &request(17, 1, false)).expect("as many as there are");
        let different: HashSet<String> = all.grids.iter().map(|(_, grid)| grid.one_line()).collect();
        assert_eq!(different.len(), 17);
        assert!(matches!(
            draw(&population, &request(18, 1, false)),
            Err(SampleError::TooMany { wanted: 18, there: 17 })
        ));
        assert_eq!(draw(&population, &request(18, 1, true)).expect("some come again").grids.len(), 18);
    }

    #[test]
    fn draws_satisfy_constraints_and_are_fixed_by_the_seed() {
        let words = vec!["words = 12".parse().expect("a constraint")];
        let problem = problem(7, british()).with_constraints(words).expect("it can be");
        let population = counted(&problem);
        let draw = |seed| draw(&population, &request(5, seed, false)).expect("there are such grids");
        assert!(draw(3).grids.iter().all(|(_, grid)| satisfied(grid, problem.constraints())));
        assert_eq!(draw(3).grids, draw(3).grids);
        assert_ne!(draw(3).grids, draw(4).grids);
        for (rank, grid) in draw(3).grids {
            assert_eq!(population.rank(&grid, &Run::new()).expect("it can be ranked"), Some(rank));
        }
    }

    /// Rejection takes the grids that it accepts in the order in which they are drawn, whatever the size of the batches.
    #[test]
    fn rejection_keeps_the_order_of_draws_for_any_batch() {
        let population = population(7);
        let accepts = |grid: &Grid| grid.is_white(0, 0) && !grid.is_white(1, 1);
        let all = draw(&population, &request(600, 2, false)).expect("there are grids").grids;
        let expected: Vec<_> = all.into_iter().filter(|(_, grid)| accepts(grid)).take(20).collect();
        for rate in [None, Some(0.9), Some(0.001)] {
            let request = DrawRequest { accepts: Some(&accepts), rate, ..request(20, 2, false) };
            let drawn = draw(&population, &request).expect("there are such grids");
            assert_eq!(drawn.grids, expected);
            assert!(drawn.drawn >= 20);
        }
    }

    #[test]
    fn a_trial_that_finds_nothing_can_end_the_drawing() {
        let population = population(7);
        let request = DrawRequest { accepts: Some(&|_| false), ..request(1, 2, true) };
        let mut drawn = 0;
        let error = population.draw(&request, &Run::new(), |trial| {
            drawn = trial.drawn;
            Err(SampleError::NoneGrants(trial.drawn))
        });
        assert!(matches!(error, Err(SampleError::NoneGrants(number)) if number == drawn && number >= 256), "{error:?}");
    }

    #[test]
    fn lists_and_ranks_grids_if_quarters_cannot_count_them() {
        let population = counted(&problem(5, Ruleset { symmetry: Symmetry::Mirror, ..british() }));
        let grids = draw(&population, &request(3, 1, false)).expect("there are grids").grids;
        for (rank, grid) in grids {
            assert_eq!(population.rank(&grid, &Run::new()).expect("it can be ranked"), Some(rank));
        }
    }
}
