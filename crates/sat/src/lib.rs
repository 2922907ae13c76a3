//! Satisfiability: the rules as clauses, grids as models.
//!
//! The rule data ([`demands`]) become a formula in conjunctive normal form: a variable for each orbit of squares ([`orbits`]), clauses for
//! the shape of words ([`words`]), for the number of checked letters ([`checked`]) and of white squares ([`whites`]),
//! line by line ([`lines`]); constraints are sums of literals ([`constraints`]). Of grids that are images of one another one is a model ([`images`]).
//! Connectivity is left out and enforced by clauses made when a model breaks it ([`cuts`]). The conflict-driven solver varisat finds the
//! models ([`models`]), in cubes of manageable size ([`cubes`]). Hand-made search has no part in it: what is right here is right
//! because the clauses are.

mod checked;
mod constraints;
mod cubes;
mod cuts;
mod demands;
mod formula;
mod images;
mod lines;
mod models;
mod orbits;
mod whites;
mod words;

#[cfg(test)]
mod tests;

use cubes::{Search, Sizes};
use demands::Demands;
use formula::{Encoder, Formula};
use gridcheck_core::constraint::{Extreme, Goal, Kind, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;
use gridcheck_run::extreme::by_bounds;
use gridcheck_run::listing::{Collector, count_by_listing, for_each_piece};
use gridcheck_run::{Ability, Engine, EngineError, Lister, Run, Witness};
use images::Images;
use lines::Line;
use orbits::Orbits;

/// Asks a satisfiability solver for one grid after another.
pub struct Sat;

/// British 10 × 10 has 50 open squares and takes 5 s on two cores, three times as long where given squares leave no grid an image. The 61
/// of 11 × 11 would take some seven minutes, reckoned from its rate (68,000 grids a second of processor time).
const REASONABLE_ORBITS: usize = 50;

impl Engine for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn witness(&self) -> Witness {
        Witness::Alone
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::ALL
    }

    fn constraints(&self) -> &'static [Kind] {
        &Kind::ALL
    }

    fn effort_per_square(&self) -> f64 {
        1.6
    }

    fn uses_clauses(&self) -> bool {
        true
    }

    fn ability(&self, problem: &Problem) -> Ability {
        let orbits = Orbits::of(problem);
        let mut given = orbits.givens(problem);
        given.sort_unstable();
        given.dedup();
        let open = orbits.len().saturating_sub(given.len());
        if open <= REASONABLE_ORBITS {
            Ability::Able
        } else {
            Ability::Slow(format!("{open} open squares, reasonable up to {REASONABLE_ORBITS}"))
        }
    }

    fn count(&self, problem: &Problem, run: &Run) -> Result<u128, EngineError> {
        count_by_listing(self, problem, run)
    }

    /// A grid that has more is found, or shown not to be there, long before all are listed.
    fn extreme(&self, problem: &Problem, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        by_bounds(self, |problem| any(problem, run), problem, goal, run)
    }

    fn seeks_extremes(&self) -> bool {
        true
    }

    fn lister(&self) -> Option<&dyn Lister> {
        Some(self)
    }
}

impl Lister for Sat {
    fn suits_small_parts(&self) -> bool {
        true
    }

    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        constraints::measure(grid, measure)
    }

    fn list(&self, problem: &Problem, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        list_in_cubes(problem, cubes::SIZES, run, collector)
    }
}

/// A grid of the problem, if there is one.
fn any(problem: &Problem, run: &Run) -> Result<Option<Grid>, EngineError> {
    let orbits = Orbits::of(problem);
    let demands = Demands::of(problem.rules());
    match encode(problem, &orbits, &demands, &Images::of(problem, &orbits)) {
        Some(formula) => Search::new(&demands, &orbits, cubes::SIZES, run).any(&formula),
        None => Ok(None),
    }
}

/// The listing, with the search cut as `sizes` says.
fn list_in_cubes(problem: &Problem, sizes: Sizes, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
    let orbits = Orbits::of(problem);
    let demands = Demands::of(problem.rules());
    let images = Images::of(problem, &orbits);
    let Some(formula) = encode(problem, &orbits, &demands, &images) else { return Ok(()) };
    let search = Search::new(&demands, &orbits, sizes, run);
    let cubes = search.first_cubes(&formula)?;
    for_each_piece(cubes.len(), run, |index| {
        let mut piece = collector.begin(index);
        let mut grids = 0;
        search.list(&formula, &cubes[index], &mut |grid| {
            images.all(grid).iter().try_for_each(|image| {
                grids += 1;
                if piece.grid(image).is_break() { Err(EngineError::Stopped) } else { Ok(()) }
            })
        })?;
        piece.end();
        Ok(grids)
    })
}

/// Every rule but connectivity, and every constraint, for one of the images of each grid; `None` when propagation alone shows that no grid
/// obeys them.
fn encode(problem: &Problem, orbits: &Orbits, demands: &Demands, images: &Images) -> Option<Formula> {
    let Demands { words, checking, whites, connected: _ } = demands;
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
