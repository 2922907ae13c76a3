//! Searches with a satisfiability solver: the rules are clauses, and grids are models.
//!
//! The clauses are those of [`gridcheck_encodings`], which `gridcheck export --to dimacs` writes: what is solved here is what others can solve.
//! Squares that the symmetry maps to each other share a variable ([`orbits`]). Of grids that are images of one another, only one is a model
//! ([`images`]). Connectivity is left out; clauses are added when a model violates it ([`cuts`]). The conflict-driven solver varisat finds the
//! models ([`models`]), in cubes of limited size ([`cubes`]). No specialised search is involved: the results depend only on the clauses.
//!
//! In barred grids the variables are edges between squares instead of squares. [`bars`] has what differs: the cuts, and the measures.
//!
//! The engine shares the clauses with every solver that reads the exported formula, so they are one witness.

mod bars;
mod cubes;
mod cuts;
mod formula;
mod images;
mod measure;
mod models;
mod orbits;

#[cfg(test)]
mod tests;

use cubes::{Search, Sizes};
use formula::{Encoder, Formula};
use gridcheck_core::constraint::{Extreme, Goal, Measure};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_encodings::CONSTRAINTS;
use gridcheck_encodings::cnf::{Cnf, SHARED};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::extreme::by_bounds;
use gridcheck_engine::listing::{Collector, for_each_task};
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineError, EngineFacts, Lister, Method, Prepared, Run, Witness};
use images::Images;
use orbits::Orbits;
use varisat::Var;

/// Finds grids one after another with a satisfiability solver.
pub struct Sat;

/// British 10 × 10 has 50 open squares and takes 5 s on two cores. It takes three times as long if given squares leave no grid an image.
/// The 61 open squares of 11 × 11 would take about seven minutes, extrapolated from its rate (68,000 grids a second of processor time).
const REASONABLE_ORBITS: usize = 50;

/// 7 × 7 under `ximenes` has 42 open edges and takes 2.7 s on one core for 320,763 grids. 8 × 8 under `ximenes-4` has 56 and takes 12 s for
/// 1,307,789 grids, but `ximenes` has many more grids there.
const REASONABLE_BARS: usize = 42;

const FACTS: EngineFacts = EngineFacts {
    name: "sat",
    witness: Witness::Sharing(SHARED),
    method: Method::Lists { suits_small_parts: true },
    kinds: &GridKind::ALL,
    symmetries: &Symmetry::ALL,
    constraints: CONSTRAINTS,
    rank: 4,
    clauses: ClauseUse::ReadsRules,
    seeks_extremes: true,
};

impl Engine for Sat {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let orbits = Orbits::of(problem);
        let mut given = orbits.givens(problem);
        given.sort_unstable();
        given.dedup();
        let open = orbits.len().saturating_sub(given.len());
        let (reasonable, open_parts) = match problem.rules().kind {
            GridKind::Blocks => (REASONABLE_ORBITS, "open squares"),
            GridKind::Bars => (REASONABLE_BARS, "open edges"),
        };
        let slow = (open > reasonable).then(|| format!("{open} {open_parts}, reasonable up to {reasonable}"));
        Prepared::listing(self, problem, kind, slow, InClauses { problem: problem.clone() })
    }
}

/// A problem whose grids are models of a formula.
struct InClauses {
    problem: Problem,
}

impl Lister for InClauses {
    fn measure(&self, grid: &Grid, measure: Measure) -> u32 {
        measure_grid(&self.problem, grid, measure)
    }

    fn list(&self, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
        list_in_cubes(&self.problem, cubes::SIZES, run, collector)
    }

    /// Finds a better grid, or shows that there is none, long before all grids are listed.
    fn extreme(&self, goal: Goal, run: &Run) -> Result<Option<Extreme>, EngineError> {
        let measure = |grid: &Grid| measure_grid(&self.problem, grid, goal.measure());
        by_bounds(&Sat, measure, |problem| any(problem, run), &self.problem, goal, run)
    }
}

/// Returns a measure of a valid grid.
fn measure_grid(problem: &Problem, grid: &Grid, measure: Measure) -> u32 {
    match problem.rules().kind {
        GridKind::Blocks => measure::measure(grid, measure),
        GridKind::Bars => bars::measure(grid, measure),
    }
}

/// Returns a grid of the problem, if there is one.
fn any(problem: &Problem, run: &Run) -> Result<Option<Grid>, EngineError> {
    let orbits = Orbits::of(problem);
    match formula(problem, &orbits, &Images::of(problem, &orbits), run)? {
        Some(formula) => Search::new(problem, &orbits, cubes::SIZES, run).any(&formula),
        None => Ok(None),
    }
}

/// Lists the grids, with the search divided by `sizes`.
fn list_in_cubes(problem: &Problem, sizes: Sizes, run: &Run, collector: &dyn Collector) -> Result<(), EngineError> {
    let orbits = Orbits::of(problem);
    let images = Images::of(problem, &orbits);
    let Some(formula) = formula(problem, &orbits, &images, run)? else { return Ok(()) };
    let search = Search::new(problem, &orbits, sizes, run);
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

/// The number of clauses between two checks whether the run was stopped.
const CHECK_INTERVAL: usize = 1 << 16;

/// Returns the formula of every rule except connectivity, and of every constraint, for one image of each grid. Returns `None` if propagation
/// alone shows that no grid obeys them.
///
/// # Errors
/// Fails if the run must stop.
fn formula(problem: &Problem, orbits: &Orbits, images: &Images, run: &Run) -> Result<Option<Formula>, EngineError> {
    let cnf = Cnf::in_pieces(problem);
    // Squares of an orbit share a variable, and edges of an orbit. The auxiliary variables follow the orbits.
    let choices = orbits.choices(&cnf);
    let variable = |number: usize| match number.checked_sub(choices.len()) {
        Some(auxiliary) => Var::from_index(orbits.len() + auxiliary),
        None => choices[number],
    };
    let mut encoder = Encoder::new(orbits.len() + cnf.variables() - choices.len());
    for (place, clause) in cnf.clauses().enumerate() {
        if place.is_multiple_of(CHECK_INTERVAL) {
            run.check()?;
        }
        encoder.clause(clause.iter().map(|literal| variable(literal.unsigned_abs() as usize - 1).lit(*literal > 0)));
    }
    images.encode(&mut encoder);
    run.check()?;
    Ok(encoder.finish(&orbits.givens(problem)))
}
