//! The question which grids are drawn at random or ranked, and the drawing.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::engines::ENGINES;
use crate::failure::Failure;
use crate::house::PublisherStyle;
use gridcheck_core::constraint::in_words;
use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_core::rng::SeededRng;
use gridcheck_core::rules::{Checking, GridKind};
use gridcheck_design::oracle::exists;
use gridcheck_design::sample::{
    DrawRequest, Draws, Population, RuleFromConstraint, SampleError, Trial, walk, with_constraints_as_rules,
};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Candidates, EngineError, Purpose, Run};
use gridcheck_lint::profile::Profile;
use gridcheck_validator::stats::satisfied;

/// The question whose grids are drawn or ranked. A rank is among all grids of its rules. Constraints that mean the same as a rule have
/// become that rule; the other constraints, and the house, only select.
pub struct RankedQuestion {
    /// The problem to draw from, and the engines that may count or list its grids.
    pub candidates: Candidates,
    /// The house whose grids are asked for.
    pub house: Option<PublisherStyle>,
}

/// The number of grids to draw, and how.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    /// The number of grids.
    pub count: u64,
    /// The seed. It draws the same grids everywhere.
    pub seed: u64,
    /// `true` if a grid may be drawn more than once.
    pub with_repetition: bool,
}

/// Maximum number of random walks for each grid that is drawn.
const MAX_WALKS: u64 = 1000;

/// Time after which a count of the accepted grids is given up. Counts under constraints can take much longer than those of all grids.
const COUNTING: Duration = Duration::from_secs(2);

/// Returns a sentence on a constraint that became a rule.
fn replacement(from: &RuleFromConstraint) -> String {
    let RuleFromConstraint { constraint, rules, is_partial } = from;
    if rules.is_empty() {
        return format!("under these rules every grid has {constraint}");
    }
    let part = if *is_partial { "a part of " } else { "" };
    let form = if rules.len() == 1 { "rule" } else { "rules" };
    format!("{part}the constraint {constraint} is asked as the {form} {}", rules.join(" and "))
}

/// Returns the problem of the grids that have a lattice.
fn with_lattice(problem: &Problem, lattice: Givens) -> Result<Problem, SampleError> {
    problem.clone().with_givens(lattice).map_err(|error| SampleError::Unable(error.to_string()))
}

impl RankedQuestion {
    /// Adds the demands of a profile to a problem by its rules, and what the grids that the house prints have in common if that is asked for.
    /// Unless the rules stay as they are, constraints become rules. Returns also notes, one sentence each.
    ///
    /// # Errors
    /// No grid of the size passes the profile, or constraints contradict each other.
    pub fn new(
        problem: Problem,
        profile: Option<&'static Profile>,
        as_printed: bool,
        keep_rules: bool,
    ) -> Result<(Self, Vec<String>), Failure> {
        let (problem, house) = match profile {
            None => (problem, None),
            Some(profile) => {
                let size = problem.size();
                let house = if as_printed {
                    PublisherStyle::as_printed(profile, size)
                } else {
                    PublisherStyle::of(profile, size)
                }?;
                let constraints = [problem.constraints(), &house.constraints].concat();
                (problem.with_constraints(constraints)?, Some(house))
            }
        };
        let mut notes = problem.notes();
        notes.extend(house.iter().flat_map(PublisherStyle::notes));
        let (problem, replaced) = if keep_rules { (problem, Vec::new()) } else { with_constraints_as_rules(&problem) };
        notes.extend(replaced.iter().map(replacement));
        let candidates = Candidates::new(ENGINES, &problem, &SumKind::Plain);
        Ok((RankedQuestion { candidates, house }, notes))
    }

    /// Returns the problem to draw from.
    pub fn problem(&self) -> &Problem {
        self.candidates.problem()
    }

    /// Returns `true` if the question asks for this grid, which obeys the rules.
    pub fn accepts(&self, grid: &Grid) -> bool {
        satisfied(grid, self.problem().constraints()) && self.house.as_ref().is_none_or(|house| house.accepts(grid))
    }

    /// Returns `true` if draws can be rejected.
    pub fn is_selective(&self) -> bool {
        !self.problem().constraints().is_empty() || self.house.as_ref().is_some_and(PublisherStyle::judges)
    }

    /// Returns the name of what a drawn grid must satisfy.
    pub fn demands(&self) -> String {
        match &self.house {
            None => "the constraints".to_owned(),
            Some(house) if self.problem().constraints().len() == house.constraints.len() => {
                format!("the profile {}", house.profile.name)
            }
            Some(house) => format!("the constraints and the profile {}", house.profile.name),
        }
    }

    /// Returns `true` if grids are drawn by random walks: hardly any of all grids is as the house prints them, so a uniform draw finds none.
    pub fn walks(&self) -> bool {
        self.house.as_ref().is_some_and(PublisherStyle::is_as_printed)
    }

    /// Draws grids by random walks, passes each on until `put` returns a break, and returns a sentence on the drawing.
    ///
    /// # Errors
    /// No grid satisfies the profile, or hardly any, or the run is stopped.
    pub fn walked(
        &self,
        request: &Draw,
        run: &Run,
        mut put: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<String, SampleError> {
        let Draw { count, seed, with_repetition } = *request;
        let mut rng = SeededRng::new(seed);
        let (mut drawn, mut walks, mut printed) = (HashSet::new(), 0, 0);
        let problem = self.problem();
        let is_odd = problem.height() % 2 == 1 && problem.width() % 2 == 1;
        let has_blocks = problem.rules().kind == GridKind::Blocks;
        let takes_lattice =
            has_blocks && is_odd && problem.givens().is_empty() && problem.rules().checking != Checking::All;
        let name = self.house.as_ref().map_or("", |house| house.profile.name);
        while printed < count {
            if walks == MAX_WALKS.saturating_mul(printed + 1) {
                return Err(SampleError::NoneGrants(walks));
            }
            // Nearly all published grids with unchecked letters have one of the four lattices.
            let phase = 1 + rng.below(4);
            let lattice = Givens::lattice(problem.size(), phase).filter(|_| takes_lattice);
            let asked = match lattice {
                Some(lattice) => &with_lattice(problem, lattice)?,
                None => problem,
            };
            let Some(grid) = walk(asked, rng.bits(), run)? else {
                if takes_lattice && walks < MAX_WALKS {
                    walks += 1;
                    continue;
                }
                return Err(SampleError::NoneAccepted(format!("the profile {name}")));
            };
            walks += 1;
            let is_accepted = self.house.as_ref().is_none_or(|house| house.accepts(&grid));
            if is_accepted && (drawn.insert(grid.clone()) || with_repetition) {
                printed += 1;
                if put(&grid).is_break() {
                    break;
                }
            }
        }
        let drawn = plural(printed, "grid");
        Ok(format!(
            "{drawn} drawn, seed {seed}; {printed} of {walks} walks ended in another grid that satisfies the profile {name}"
        ))
    }

    /// Asks the solver if some grid satisfies the constraints. Returns `None` if it cannot decide.
    ///
    /// # Errors
    /// No grid does, or the run is stopped.
    pub fn some_exist(&self, run: &Run) -> Result<Option<bool>, SampleError> {
        match exists(self.problem(), run)? {
            Some(false) => Err(SampleError::NoneAccepted(in_words(self.problem().constraints()))),
            exists => Ok(exists),
        }
    }

    /// Draws grids. Returns also the number of all grids that are accepted, if it can be counted quickly. `on_trial` learns how many of
    /// the first draws were accepted.
    ///
    /// # Errors
    /// There are fewer grids, none is accepted, `on_trial` fails, or the work is stopped.
    pub fn draw(
        &self,
        population: &Population,
        request: &Draw,
        watch: &dyn Watch,
        on_trial: impl FnOnce(&Trial, &Run) -> Result<(), SampleError>,
    ) -> Result<(Option<u128>, Draws), SampleError> {
        let Draw { count, seed, with_repetition } = *request;
        let among = self.count_accepted(watch)?;
        match among {
            Some(0) => return Err(SampleError::NoneAccepted(self.demands())),
            Some(there) if !with_repetition && u128::from(count) > there => {
                return Err(SampleError::TooMany { wanted: count, there });
            }
            _ => {}
        }
        let judges = self.house.as_ref().filter(|house| house.judges());
        let accepts = |grid: &Grid| judges.is_none_or(|house| house.accepts(grid));
        let request = DrawRequest {
            wanted: count,
            seed,
            with_repetition,
            accepts: judges.is_some().then_some(&accepts),
            rate: among.map(|among| among as f64 / population.total() as f64),
        };
        let run = watch.run("drawing");
        let draws = population.draw(&request, &run, |trial| on_trial(trial, &run))?;
        Ok((among, draws))
    }

    /// Returns a sentence on the drawing: how many grids, from how many, and with which seed. `among` is the number of accepted grids, if
    /// it is known.
    pub fn drawn_sentence(&self, among: Option<u128>, population: &Population, draws: &Draws, seed: u64) -> String {
        let (drawn, all) = (plural(draws.grids.len(), "grid"), plural(population.total(), "grid"));
        let among = among.map_or(String::new(), |among| format!(" {among} of"));
        let satisfied = if self.is_selective() {
            format!("; {} of {} drawn satisfied {}", draws.grids.len(), draws.drawn, self.demands())
        } else {
            String::new()
        };
        format!("{drawn} drawn from{among} {all}, seed {seed}{satisfied}")
    }

    /// Counts the grids that satisfy the constraints. Returns `None` if there are no constraints, if each grid must be judged, or if no
    /// engine can count quickly.
    fn count_accepted(&self, watch: &dyn Watch) -> Result<Option<u128>, EngineError> {
        if self.problem().constraints().is_empty() || self.house.as_ref().is_some_and(PublisherStyle::judges) {
            return Ok(None);
        }
        let Some(engine) = self.candidates.quick(Purpose::Sum) else { return Ok(None) };
        let run = watch.run(engine.name());
        match engine.count(&run.within(COUNTING)) {
            Err(EngineError::Stopped) => run.check().map(|()| None),
            count => count.map(Some),
        }
    }
}
