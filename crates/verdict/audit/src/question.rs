//! A counting question, and the answers of engines to it.
//!
//! A question is a problem, and the number that is sought: that of its grids, the extreme of a measure over them, or that of pairs of them. An
//! opinion is one engine's number. Two opinions settle a question if their engines share nothing but the data.

use std::fmt;
use std::ops::ControlFlow;

use gridcheck_compare::numberings::NumberingTally;
use gridcheck_core::constraint::{Bounds, Constraint, Extreme, Goal, Subject};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::listing::InOrder;
use gridcheck_engine::{Engine, EngineError, Prepared, Run, Witness};
use gridcheck_layout::numbering::Numbering;
use gridcheck_layout::words::Words;

/// One engine's count.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion {
    /// The engine.
    pub engine: &'static str,
    /// The engines with which it forms one witness.
    pub witness: Witness,
    /// The number of grids, or the extreme value.
    pub count: u128,
    /// The place that it comes from.
    pub origin: Origin,
}

/// The place that an opinion comes from. Seconds are of wall-clock time; a build is as [`BUILD`](super::build::BUILD) names this one.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Origin {
    /// An engine of this build has counted.
    ThisBuild { seconds: f64 },
    /// An engine of another build has counted, in an earlier audit.
    OtherBuild { seconds: f64, build: String },
    /// A finished file of sums, by its name.
    Sums(String),
}

impl Origin {
    /// Returns the wall-clock time, in seconds; `None` if the count was made elsewhere.
    pub fn seconds(&self) -> Option<f64> {
        match self {
            Origin::ThisBuild { seconds } | Origin::OtherBuild { seconds, .. } => Some(*seconds),
            Origin::Sums(_) => None,
        }
    }

    /// Returns the build or the file, if it is not an engine of this build.
    pub fn elsewhere(&self) -> Option<&str> {
        match self {
            Origin::ThisBuild { .. } => None,
            Origin::OtherBuild { build, .. } => Some(build),
            Origin::Sums(file) => Some(file),
        }
    }
}

/// Writes the time, and what is not of this build: `0.3 s`, `0.3 s, by 0.1.0, engines 01234567`, `british-15.sums`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::ThisBuild { seconds } => write!(f, "{seconds:.1} s"),
            Origin::OtherBuild { seconds, build } => write!(f, "{seconds:.1} s, by {build}"),
            Origin::Sums(file) => f.write_str(file),
        }
    }
}

/// The number that a question seeks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountedQuantity {
    /// The number of grids.
    Grids,
    /// The extreme of a measure over the grids.
    Extreme(Goal),
    /// The number of pairs of different grids that have the same clue numbers and lengths.
    PairsOfEqualNumbering,
    /// The number of grids that have these clue numbers and lengths.
    Numbered(Numbering),
}

/// The beginning of the name of a quantity of grids that have known clue numbers and lengths.
pub const NUMBERING: &str = "numbering ";

impl From<Option<Goal>> for CountedQuantity {
    fn from(goal: Option<Goal>) -> Self {
        goal.map_or(CountedQuantity::Grids, CountedQuantity::Extreme)
    }
}

impl CountedQuantity {
    /// Returns the name of what is sought, unless it is the number of grids.
    pub fn name(&self) -> Option<String> {
        match self {
            CountedQuantity::Grids => None,
            CountedQuantity::Extreme(goal) => Some(goal.to_string()),
            CountedQuantity::PairsOfEqualNumbering => Some("pairs of equal numbering".to_owned()),
            CountedQuantity::Numbered(numbering) => {
                let lists = numbering.lists().map(|(direction, list)| format!("{direction} {list}"));
                Some(format!("{NUMBERING}{}", lists.collect::<Vec<_>>().join(" ")))
            }
        }
    }
}

/// A counting question and the opinions on it.
#[derive(Debug)]
pub struct Question {
    /// The problem; its rule set has the name that the claims use.
    pub problem: Problem,
    /// The problem with an unnamed rule set, by which questions are compared.
    pub nameless: Problem,
    /// The number that is sought.
    pub sought: CountedQuantity,
    /// Opinions, at most one from each engine.
    pub opinions: Vec<Opinion>,
    /// Engines that failed, and the reasons.
    pub failures: Vec<(&'static str, String)>,
}

impl Question {
    /// Returns what is asked of an engine.
    fn kind(&self) -> SumKind {
        match self.sought {
            CountedQuantity::Grids | CountedQuantity::PairsOfEqualNumbering | CountedQuantity::Numbered(_) => {
                SumKind::Plain
            }
            CountedQuantity::Extreme(goal) => SumKind::Extreme(goal),
        }
    }

    /// Returns the problem as an engine prepares it to answer, if it can.
    pub fn prepared_by<'e>(&self, engine: &'e dyn Engine) -> Option<Prepared<'e>> {
        let prepared = engine.prepare(&self.problem, &self.kind()).ok()?;
        let is_able = match self.sought {
            CountedQuantity::Grids | CountedQuantity::Extreme(_) => true,
            CountedQuantity::PairsOfEqualNumbering | CountedQuantity::Numbered(_) => prepared.lister().is_some(),
        };
        is_able.then_some(prepared)
    }

    /// Returns `true` if the engine takes unreasonably long to answer. An engine that is slow at counting can still find an extreme in
    /// reasonable time.
    pub fn is_slow(&self, prepared: &Prepared<'_>) -> bool {
        let is_slow = prepared.slow().is_some();
        match self.sought {
            CountedQuantity::Extreme(_) => is_slow && !prepared.engine().facts().seeks_extremes,
            CountedQuantity::Grids | CountedQuantity::PairsOfEqualNumbering | CountedQuantity::Numbered(_) => is_slow,
        }
    }

    /// Returns an engine's answer, and the count for a second question: an extreme comes with the number of grids that reach it.
    ///
    /// # Errors
    /// Fails if the engine stops or fails, or if an extreme is asked for and no grid exists.
    pub fn ask(&self, prepared: &Prepared<'_>, run: &Run) -> Result<(u128, Option<(Problem, u128)>), EngineError> {
        let goal = match &self.sought {
            CountedQuantity::Grids => return Ok((prepared.count(run)?, None)),
            CountedQuantity::PairsOfEqualNumbering => return Ok((pairs(prepared, run)?, None)),
            CountedQuantity::Numbered(numbering) => return Ok((numbered(numbering, prepared, run)?, None)),
            CountedQuantity::Extreme(goal) => *goal,
        };
        let Some(Extreme { value, grids }) = prepared.extreme(run)? else {
            return Err(EngineError::Failed { engine: prepared.name(), what: format!("{goal}: there is no grid") });
        };
        let reached = Constraint { subject: Subject::Of(goal.measure()), bounds: Bounds::exactly(value) };
        let constraints = self.problem.constraints().iter().copied().chain([reached]).collect();
        let reaching = self.problem.clone().with_constraints(constraints);
        Ok((value.into(), reaching.ok().map(|problem| (problem, grids))))
    }

    /// Returns the count and the opinions in words, as in `650` and `window (0.1 s), pinwheel (0.2 s)`.
    pub fn in_words(&self) -> (String, String) {
        let count = self.count().map_or("engines disagree".to_owned(), |count| count.to_string());
        let opinions = self.opinions.iter().map(|opinion| format!("{} ({})", opinion.engine, opinion.origin));
        (count, opinions.collect::<Vec<_>>().join(", "))
    }

    /// Returns the count, if at least one engine has answered and all answers agree.
    pub fn count(&self) -> Option<u128> {
        let (first, others) = self.opinions.split_first()?;
        others.iter().all(|other| other.count == first.count).then_some(first.count)
    }

    /// Returns `true` if an engine has counted more grids than this. The value of an extreme is not a number of grids.
    pub fn has_more_grids_than(&self, number: u128) -> bool {
        self.sought == CountedQuantity::Grids && self.opinions.iter().any(|opinion| opinion.count > number)
    }

    /// Returns `true` if engines have given different counts.
    pub fn is_disputed(&self) -> bool {
        !self.opinions.is_empty() && self.count().is_none()
    }

    /// Returns `true` if two independent witnesses have answered.
    pub fn is_settled(&self) -> bool {
        self.opinions.len() > 1 && self.in_common().is_none()
    }

    /// Returns what all engines that have answered have in common, so that they are one witness. Returns `None` if they are
    /// several witnesses, or if fewer than two have answered.
    pub fn in_common(&self) -> Option<&'static str> {
        let (first, others) = self.opinions.split_first()?;
        let mut shared = others.iter().map(|other| first.witness.shared_with(other.witness));
        let what = shared.next()??;
        shared.all(|shared| shared.is_some()).then_some(what)
    }
}

/// Counts the pairs of grids of equal numbering that an engine lists.
fn pairs(prepared: &Prepared<'_>, run: &Run) -> Result<u128, EngineError> {
    let mut tally = NumberingTally::default();
    let mut is_full = false;
    let order = InOrder::new(|grid: &Grid| {
        is_full = !tally.add(grid);
        if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = prepared.list(run, &order);
    drop(order);
    if is_full {
        return Err(EngineError::Failed { engine: prepared.name(), what: "too many numberings to compare".to_owned() });
    }
    outcome.map(|()| tally.pairs())
}

/// Counts the grids of a numbering that an engine lists.
fn numbered(numbering: &Numbering, prepared: &Prepared<'_>, run: &Run) -> Result<u128, EngineError> {
    let mut count = 0;
    let order = InOrder::new(|grid: &Grid| {
        count += u128::from(numbering.fits(&Words::of(grid)));
        ControlFlow::Continue(())
    });
    let outcome = prepared.list(run, &order);
    drop(order);
    outcome.map(|()| count)
}
