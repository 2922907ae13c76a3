//! Searches with a satisfiability solver: the rules are clauses, and grids are models.
//!
//! The rule data ([`requirements`]) become a formula in conjunctive normal form. It has a variable for each orbit of squares ([`orbits`]).
//! Its clauses describe the shape of words ([`words`]), the number of checked letters ([`checked`]) and the number of white squares
//! ([`whites`]), line by line ([`lines`]). Constraints are sums of literals ([`constraints`]). Of grids that are images of one another,
//! only one is a model ([`images`]). The formula omits connectivity; clauses are added when a model violates it ([`cuts`]). The
//! conflict-driven solver varisat finds the models ([`models`]), in cubes of limited size ([`cubes`]). No specialised search is involved:
//! the results depend only on the clauses.

mod checked;
mod constraints;
mod cubes;
mod cuts;
mod formula;
mod images;
mod lines;
mod models;
mod orbits;
mod requirements;
mod whites;
mod words;

#[cfg(test)]
mod tests;

use cubes::{Search, Sizes};
use formula::{Encoder, Formula};
use gridcheck_core::constraint::{Extreme, Goal, Kind, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_run::blocks::SumKind;
use gridcheck_run::extreme::by_bounds;
use gridcheck_run::listing::{Collector, for_each_task};
use gridcheck_run::{Declined, Engine, EngineError, EngineFacts, Lister, Method, Prepared, Run, Witness};
use images::Images;
use lines::Line;
use orbits::Orbits;
use requirements::Requirements;

/// Finds grids one after another with a satisfiability solver.
pub struct Sat;

/// British 10 × 10 has 50 open squares and takes 5 s on two cores. It takes three times as long if given squares leave no grid an image.
/// The 61 open squares of 11 × 11 would take about seven minutes, extrapolated from its rate (68,000 grids a second of processor time).
const REASONABLE_ORBITS: usize = 50;

const FACTS: EngineFacts = EngineFacts {
    name: "sat",
    witness: Witness::Alone,
    method: Method::Lists { suits_small_parts: true },
    symmetries: &Symmetry::ALL,
    constraints: &Kind::SUMS,
    effort_per_square: 1.6,
    uses_clauses: true,
    seeks_extremes: true,
};

impl Engine for Sat {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        if let Some(why) = FACTS.unsupported_constraint(problem) {
            return Err(Declined { engine: self.name(), why });
        }
        let orbits = Orbits::of(problem);
        let mut given = orbits.givens(problem);
        given.sort_unstable();
        given.dedup();
        let open = orbits.len().saturating_sub(given.len());
        let slow =
            (open > REASONABLE_ORBITS).then(|| format!("{open} open squares, reasonable up to {REASONABLE_ORBITS}"));
        Prepared::listing(self, problem, kind, slow, Models { problem: problem.clone() })
    }
}

/// A problem whose grids are models of a formula.
struct Models {
    problem: Problem,
}

impl Lister for Models {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        constraints::measure(grid, measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        list_in_cubes(&self.problem, cubes::SIZES, run, collector)
    }

    /// Finds a better grid, or shows that there is none, long before all grids are listed.
    fn extreme(&self, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        let measure = |grid: &Grid| constraints::measure(grid, goal.measure());
        by_bounds(&Sat, measure, |problem| any(problem, run), &self.problem, goal, run)
    }
}

/// Returns a grid of the problem, if there is one.
fn any(problem: &Problem, run: &Run) -> Result<Option<Grid>, EngineError> {
    let orbits = Orbits::of(problem);
    let requirements = Requirements::of(problem.rules());
    match encode(problem, &orbits, &requirements, &Images::of(problem, &orbits)) {
        Some(formula) => Search::new(&requirements, &orbits, cubes::SIZES, run).any(&formula),
        None => Ok(None),
    }
}

/// Lists the grids, with the search divided by `sizes`.
fn list_in_cubes(problem: &Problem, sizes: Sizes, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
    let orbits = Orbits::of(problem);
    let requirements = Requirements::of(problem.rules());
    let images = Images::of(problem, &orbits);
    let Some(formula) = encode(problem, &orbits, &requirements, &images) else { return Ok(()) };
    let search = Search::new(&requirements, &orbits, sizes, run);
    let cubes = search.first_cubes(&formula)?;
    for_each_task(cubes.len(), run, |index| {
        let mut task = collector.begin(index);
        let mut grids = 0;
        search.list(&formula, &cubes[index], &mut |grid| {
            images.all(grid).iter().try_for_each(|image| {
                grids += 1;
                if task.put(image).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
            })
        })?;
        task.end();
        Ok(grids)
    })
}

/// Encodes every rule except connectivity, and every constraint, for one image of each grid. Returns `None` if propagation alone shows that
/// no grid obeys them. Every constraint has clauses.
fn encode(problem: &Problem, orbits: &Orbits, requirements: &Requirements, images: &Images) -> Option<Formula> {
    let Requirements { words, checking, whites, connected: _ } = requirements;
    let mut encoder = Encoder::new(orbits.len());
    let lines = Line::all(orbits, &mut encoder);
    for line in &lines {
        words::encode(line, words, &mut encoder);
        checked::encode(line, *checking, words.unchecked, &mut encoder);
    }
    whites::encode(orbits, &lines, *whites, &mut encoder);
    constraints::encode(orbits, problem.rounded_constraints(), &mut encoder);
    images.encode(&mut encoder);
    encoder.finish(&orbits.givens(problem))
}
