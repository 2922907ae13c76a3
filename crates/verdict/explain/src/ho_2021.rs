//! Explains the figures that Ho (2021) prints: his program, re-enacted with and without its two faults.
//!
//! The program differs from the rules that the article states in two places. Each is a switch of the
//! [procedure](gridcheck_programs::ho_2021); both on give the published figures. Comparing the grids with one fault to those without shows which grids that fault loses and which it
//! admits. The validator judges each grid that is shown.
//!
//! The published figures are those of the built-in claims. The article's "interesting" grids have a minimum number of white
//! squares in each row. The search tries every [minimum](Minima) on the grids of the procedure, for rows alone and for columns
//! too.

use gridcheck_audit::claims::Claims;
use gridcheck_audit::quantity::Quantity;
use gridcheck_core::grid::Grid;
use gridcheck_core::rules::{Ruleset, builtin};
use gridcheck_engine::EngineError;
use gridcheck_engine::watch::Watch;

use super::minima::{Minima, Minimum};

pub use gridcheck_programs::ho_2021::{Faults, inverted_filter_strikes, one_sided_check_strikes};

/// The name of the source, here and among the built-in claims.
pub const NAME: &str = "ho-2021";

/// The procedure, run at one size.
pub struct Reenactment {
    /// Rows and columns.
    pub size: usize,
    /// The published figure, if there is one.
    pub published: Option<u128>,
    /// The outcomes with [both](Faults::BOTH) faults, with B alone, with A alone and with none.
    pub outcomes: [ProcedureOutcome; 4],
    /// The published figures of "interesting" grids, and the minimums that give them.
    pub interesting: Vec<Interesting>,
}

/// The grids that the procedure admits with some faults.
pub struct ProcedureOutcome {
    /// The faults.
    pub faults: Faults,
    /// The grids, in order.
    pub grids: Vec<Grid>,
}

/// A published figure of grids with a minimum number of white squares.
pub struct Interesting {
    /// The figure.
    pub published: u128,
    /// The minimums that the source states for it; it may state more than one.
    pub stated: Vec<usize>,
    /// Every minimum that gives the figure, with the faults under which it does.
    pub explained_by: Vec<(Faults, Minimum)>,
}

/// The effect of some faults, compared with the procedure without faults.
pub struct Effect {
    /// Grids that only the procedure without faults has.
    pub lost: Vec<Grid>,
    /// Grids that only the procedure with the faults has.
    pub let_in: Vec<Grid>,
}

/// Runs the procedure at every size for which the source gives a figure.
///
/// # Errors
/// Fails if the run is stopped.
pub fn reenact(watch: &dyn Watch) -> Result<Vec<Reenactment>, EngineError> {
    let figures = Figures::published();
    figures.sizes().into_iter().map(|size| Reenactment::at(size, &figures, watch)).collect()
}

impl Reenactment {
    fn at(size: usize, figures: &Figures, watch: &dyn Watch) -> Result<Self, EngineError> {
        let run = |faults: Faults| {
            let run = watch.run(&format!("{NAME}, {size} × {size}, {}", faults.described()));
            Ok::<_, EngineError>(ProcedureOutcome {
                faults,
                grids: gridcheck_programs::ho_2021::grids(size, faults, &run)?,
            })
        };
        let outcomes = [run(Faults::BOTH)?, run(Faults::B)?, run(Faults::A)?, run(Faults::NONE)?];
        let minima: Vec<(Faults, Minima)> =
            outcomes.iter().map(|outcome| (outcome.faults, outcome.grids.iter().collect())).collect();
        let interesting = figures.interesting(size).into_iter().map(|(published, stated)| {
            let giving = |(faults, minima): &(Faults, Minima)| {
                let faults = *faults;
                minima.giving(published).into_iter().map(move |minimum| (faults, minimum)).collect::<Vec<_>>()
            };
            Interesting { published, stated, explained_by: minima.iter().flat_map(giving).collect() }
        });
        Ok(Reenactment { size, published: figures.total(size), interesting: interesting.collect(), outcomes })
    }

    /// Returns the grids that the procedure admits with these faults.
    pub fn grids(&self, faults: Faults) -> &[Grid] {
        // Every combination is among the outcomes.
        self.outcomes.iter().find(|outcome| outcome.faults == faults).map_or(&[], |outcome| &outcome.grids)
    }

    /// Returns `true` if the procedure with both faults gives the published figure, or if there is no such figure.
    pub fn is_reproduced(&self) -> bool {
        self.published.is_none_or(|published| self.grids(Faults::BOTH).len() as u128 == published)
    }

    /// Compares these faults with the procedure without faults.
    pub fn effect(&self, faults: Faults) -> Effect {
        let (with, without) = (self.grids(faults), self.grids(Faults::NONE));
        let only = |some: &[Grid], others: &[Grid]| {
            some.iter().filter(|grid| others.binary_search(grid).is_err()).cloned().collect()
        };
        Effect { lost: only(without, with), let_in: only(with, without) }
    }
}

/// The figures of the source under the source's rules: size, minimum number of white squares in a row, figure.
struct Figures(Vec<(usize, usize, u128)>);

impl Figures {
    fn published() -> Self {
        let own = builtin("ho");
        let sources = Claims::builtin().into_iter().filter(|source| source.name == NAME);
        let figures = sources.flat_map(|source| source.claims).filter_map(|claim| {
            let meaning = claim.meaning.ok()?;
            let rules = meaning.problem.rules();
            let least = rules.min_white_per_row;
            let without = Ruleset { name: "ho".to_owned(), min_white_per_row: 0, ..rules.clone() };
            let is_own = meaning.quantity == Quantity::Total && Some(&without) == own.as_ref();
            let is_own = is_own && meaning.problem.constraints().is_empty();
            let side = meaning.problem.side().filter(|_| is_own)?;
            Some((side, least, claim.value.exact()?.try_into().ok()?))
        });
        Figures(figures.collect())
    }

    fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.0.iter().map(|&(size, ..)| size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    fn total(&self, size: usize) -> Option<u128> {
        self.0.iter().find(|&&(at, least, _)| (at, least) == (size, 0)).map(|&(.., figure)| figure)
    }

    /// Returns each figure of grids with a minimum once, with the minimums that are stated for it.
    fn interesting(&self, size: usize) -> Vec<(u128, Vec<usize>)> {
        let mut figures: Vec<(u128, Vec<usize>)> = Vec::new();
        for &(_, least, figure) in self.0.iter().filter(|&&(at, least, _)| at == size && least > 0) {
            match figures.iter_mut().find(|(known, _)| *known == figure) {
                Some((_, stated)) => stated.push(least),
                None => figures.push((figure, vec![least])),
            }
        }
        figures
    }
}
