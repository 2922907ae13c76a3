//! Why Ho (2021) prints other figures than his rules give: his program, re-enacted with and without its two faults.
//!
//! The program differs from the rules that the article states in two places, found by reading it. Each is a switch of the
//! [`procedure`]; both on give the published figures. The grids of the procedure with one fault, held against those
//! with none, are what that fault loses and what it lets in; the validator gives its opinion of each that is shown.
//!
//! The published figures are those of the built-in claims. The article's "interesting" grids have a least number of white squares a
//! row; which number, and whether columns count too, is found by trying every [minimum](Minima) on the grids of the procedure.

mod procedure;

use crate::audit::claims::Claims;
use crate::audit::quantity::Quantity;
use crate::engine::EngineError;
use crate::engine::watch::Watch;
use crate::grid::Grid;
use crate::rules::{Ruleset, builtin};

use super::minima::{Minima, Minimum};

pub use procedure::{inverted_filter_strikes, one_sided_check_strikes};

/// The name of the source, here and among the built-in claims.
pub const NAME: &str = "ho-2021";

/// Which faults the procedure has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Faults {
    /// Fault A: the filter that is to keep words of two letters out of columns looks for the wrong squares, so that no column
    /// reads, downward, white, black, white, white in the upper half.
    pub inverted_filter: bool,
    /// Fault B: a row between the outermost and the middle is judged only as long as the row outside it is not there, as
    /// if it were the grid's edge.
    pub one_sided_check: bool,
}

impl Faults {
    /// As published.
    pub const BOTH: Faults = Faults { inverted_filter: true, one_sided_check: true };
    /// As the article's words have it.
    pub const NONE: Faults = Faults { inverted_filter: false, one_sided_check: false };
    /// Fault A alone.
    pub const A: Faults = Faults { inverted_filter: true, one_sided_check: false };
    /// Fault B alone.
    pub const B: Faults = Faults { inverted_filter: false, one_sided_check: true };

    /// What is mended and what is not, in words.
    pub fn described(self) -> &'static str {
        match (self.inverted_filter, self.one_sided_check) {
            (true, true) => "as published, with both faults",
            (false, true) => "A mended, B left",
            (true, false) => "B mended, A left",
            (false, false) => "both mended",
        }
    }
}

/// The procedure, run at one size.
pub struct Reenactment {
    /// Rows and columns.
    pub size: usize,
    /// The figure that was published, if one was.
    pub published: Option<u128>,
    /// What the procedure admits with [both](Faults::BOTH) faults, with B alone, with A alone and with none.
    pub outcomes: [Outcome; 4],
    /// The published figures of "interesting" grids, and what gives them.
    pub interesting: Vec<Interesting>,
}

/// What the procedure admits with some faults.
pub struct Outcome {
    /// The faults.
    pub faults: Faults,
    /// The grids, in order.
    pub grids: Vec<Grid>,
}

/// A published figure of grids with a least number of white squares.
pub struct Interesting {
    /// The figure.
    pub published: u128,
    /// The least numbers that the source states for it; it may state more than one.
    pub stated: Vec<usize>,
    /// Every minimum that gives the figure, and with which faults.
    pub explained_by: Vec<(Faults, Minimum)>,
}

/// What one fault does by itself.
pub struct Effect {
    /// Grids that the procedure without faults has and the one with the fault has not.
    pub lost: Vec<Grid>,
    /// Grids that only the procedure with the fault has.
    pub let_in: Vec<Grid>,
}

/// Runs the procedure at every size that the source gives a figure for.
///
/// # Errors
/// If whoever watches stops it.
pub fn reenact(watch: &dyn Watch) -> Result<Vec<Reenactment>, EngineError> {
    let figures = Figures::published();
    figures.sizes().into_iter().map(|size| Reenactment::at(size, &figures, watch)).collect()
}

impl Reenactment {
    fn at(size: usize, figures: &Figures, watch: &dyn Watch) -> Result<Self, EngineError> {
        let run = |faults: Faults| {
            let run = watch.run(&format!("{NAME}, {size} × {size}, {}", faults.described()));
            Ok(Outcome { faults, grids: procedure::grids(size, faults, &run)? })
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

    /// The grids that the procedure admits with these faults.
    pub fn grids(&self, faults: Faults) -> &[Grid] {
        // Every combination is among the outcomes.
        self.outcomes.iter().find(|outcome| outcome.faults == faults).map_or(&[], |outcome| &outcome.grids)
    }

    /// Whether the procedure with both faults gives the published figure, where there is one.
    pub fn is_reproduced(&self) -> bool {
        self.published.is_none_or(|published| self.grids(Faults::BOTH).len() as u128 == published)
    }

    /// What these faults do, against the procedure with none.
    pub fn effect(&self, faults: Faults) -> Effect {
        let (with, without) = (self.grids(faults), self.grids(Faults::NONE));
        let only = |some: &[Grid], others: &[Grid]| {
            some.iter().filter(|grid| others.binary_search(grid).is_err()).cloned().collect()
        };
        Effect { lost: only(without, with), let_in: only(with, without) }
    }
}

/// The figures of the source under its own rules: size, least number of white squares a row, figure.
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
            is_own.then_some((meaning.problem.size(), least, claim.value.try_into().ok()?))
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

    /// Each figure of grids with a minimum, once, with the minimums that are stated for it.
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
