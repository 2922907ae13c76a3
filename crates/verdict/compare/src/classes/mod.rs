//! Symmetry classes: the number of essentially different grids, by their symmetry.
//!
//! The square's eight symmetries map a valid grid to up to eight valid grids, because rows and columns have the same rules. Grids
//! that are images of each other form a *class*; a *primitive* grid represents its class ([`canonical`]). A grid's
//! *type* is the group of those of the eight symmetries that leave it unchanged, up to conjugacy. Under the half turn the types
//! are Keith's (2026): A (all eight), h (both mirror reflections), r (the quarter turn), t (both diagonal reflections) and N (the
//! half turn alone).
//!
//! Counting the classes lists no grids. An engine counts the grids *unchanged under* a group: the same rules with that group as
//! symmetry. Subtracting the types of all larger groups leaves the grids of the type itself (Möbius inversion on the subgroups;
//! Burnside 1897). So the types with more symmetry than the rules require need only the few grids that have it. 13 × 13 takes
//! seconds, although it has 162 billion grids.

pub mod canonical;
mod groups;

use serde::{Serialize, Serializer};
use thiserror::Error;

use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::{Grid, Symmetry, Transform};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem, ProblemError};
use gridcheck_core::rules::Ruleset;
use gridcheck_core::serial::{Digits, DigitsIfKnown};
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{EngineError, Prepared};
use gridcheck_registry::ENGINES;
use groups::{conjugates, containing, images};

/// The types to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All types.
    Whole,
    /// The types with more symmetry than the rules require: A, h, r and t under the half turn.
    Symmetrical,
}

/// A count and its engines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The number of grids.
    pub count: u128,
    /// The engines that gave it.
    pub engines: Vec<&'static str>,
}

/// The grids of one type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeCount {
    /// The largest group that leaves them unchanged, up to conjugacy.
    #[serde(flatten, with = "TypeNames")]
    pub symmetry: Symmetry,
    /// Number of classes that they form.
    #[serde(rename = "primitive", with = "Digits")]
    pub classes: u128,
    /// Number of grids in each class that obey the rules, including their symmetry.
    #[serde(with = "Digits")]
    pub multiplicity: u128,
    /// Number of grids of this type.
    #[serde(with = "Digits")]
    pub grids: u128,
    /// The engines whose counts were used.
    pub engines: Vec<&'static str>,
}

/// Returns Keith's letter for a type, or the name of the symmetry in a rule file.
pub fn type_name(symmetry: Symmetry) -> &'static str {
    symmetry.letter().unwrap_or(symmetry.name())
}

/// The names of a type and of its symmetry.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeNames {
    r#type: &'static str,
    symmetry: &'static str,
}

impl TypeNames {
    /// Serializes a type with its name and that of its symmetry.
    ///
    /// # Errors
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(&symmetry: &Symmetry, serializer: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&TypeNames { r#type: type_name(symmetry), symmetry: symmetry.name() }, serializer)
    }
}

/// The classes of a problem's grids, by type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Classes {
    /// The types, the most symmetrical first.
    #[serde(rename = "types")]
    pub kinds: Vec<TypeCount>,
    /// The types that were counted.
    #[serde(skip)]
    pub scope: Scope,
    /// The number of all grids; `None` if the scope excludes some.
    #[serde(with = "DigitsIfKnown")]
    pub total: Option<u128>,
}

/// The reasons why the classes could not be counted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClassesError {
    /// The givens change under one of the symmetries of the grid's shape, so only part of a class may have them.
    #[error(
        "the given squares tell a grid from its images: symmetry classes need givens unchanged under every symmetry of an open grid"
    )]
    Givens,
    /// A constraint on rows holds for some images of a grid and not for others.
    #[error("{0} tells rows from columns: symmetry classes need constraints that all images of a grid meet")]
    Rows(Box<Constraint>),
    /// No engine can count the grids of some symmetry.
    #[error("no engine to count the grids of symmetry {}", .0.name())]
    NoEngine(Symmetry),
    /// An engine failed or was stopped.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The rules are impossible with another symmetry.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The counts are inconsistent: they imply a negative number of grids of this type, or a fraction of a class.
    #[error("the counts contradict each other: {} unchanged under {} leave no whole number of classes of that type", plural(*.count, "grid"), .symmetry.name())]
    Inconsistent {
        /// The type.
        symmetry: Symmetry,
        /// The reported number of grids with at least that symmetry.
        count: u128,
    },
}

/// Picks the engine that counts a part, the problem with another symmetry, and prepares it.
/// [`Engines::fastest`](gridcheck_engine::Engines::fastest) is such a function.
pub type Choose<'a> = &'a dyn Fn(&Problem) -> Option<Prepared<'static>>;

/// Counts the classes of a problem's grids with the fastest engines.
///
/// # Errors
/// Fails like [`by_symmetry_with`].
pub fn by_symmetry(problem: &Problem, scope: Scope, watch: &dyn Watch) -> Result<Classes, ClassesError> {
    by_symmetry_with(problem, scope, &|problem| ENGINES.fastest(problem, &SumKind::Plain), watch)
}

/// Counts the classes of a problem's grids with the engines that `choose` picks.
///
/// # Errors
/// Fails if the givens are not symmetrical, a constraint tells rows from columns, no engine can count a part, an engine fails or is stopped, or counts are
/// inconsistent.
pub fn by_symmetry_with(
    problem: &Problem,
    scope: Scope,
    choose: Choose,
    watch: &dyn Watch,
) -> Result<Classes, ClassesError> {
    classify(problem, scope, |part| {
        let symmetry = part.rules().symmetry;
        let engine = choose(part).ok_or(ClassesError::NoEngine(symmetry))?;
        let count = engine.count(&watch.run(engine.name()))?;
        watch.learned(format!("{}: {} of symmetry {}", engine.name(), plural(count, "grid"), symmetry.name()));
        Ok(Counted { count, engines: vec![engine.name()] })
    })
}

/// Computes the classes of a problem's grids from the counts that `counted` returns. It is called for the problem with each larger
/// symmetry, the largest first. If the scope is whole, it is also called for the problem's own symmetry.
///
/// # Errors
/// Fails if the givens are not symmetrical, if `counted` fails, or if counts are inconsistent.
pub fn classify<E: From<ClassesError>>(
    problem: &Problem,
    scope: Scope,
    mut counted: impl FnMut(&Problem) -> Result<Counted, E>,
) -> Result<Classes, E> {
    if !is_unchanged(problem.givens()) {
        return Err(ClassesError::Givens.into());
    }
    if let Some(constraint) = canonical::distinguishes_rows(problem) {
        return Err(ClassesError::Rows(Box::new(constraint)).into());
    }
    let own = problem.rules().symmetry;
    let mut exact: Vec<ExactCount> = Vec::new();
    let mut kinds = Vec::new();
    let mut total = None;
    let size = problem.size();
    let wanted = |&symmetry: &Symmetry| {
        symmetry.fits(size) && containing(size, symmetry, own) > 0 && (scope == Scope::Whole || symmetry != own)
    };
    for symmetry in Symmetry::LARGEST_FIRST.into_iter().filter(wanted) {
        let part = with_symmetry(problem, symmetry).map_err(|error| E::from(error.into()))?;
        let Counted { mut count, mut engines } = counted(&part)?;
        let mut mirrors = 1;
        if !size.is_square() && symmetry == Symmetry::Mirror && own == Symmetry::None {
            let other = counted(&other_mirror(&part).map_err(|error| E::from(error.into()))?)?;
            count = count.checked_add(other.count).ok_or_else(|| E::from(EngineError::Overflow.into()))?;
            engines.extend(other.engines);
            mirrors = 2;
        }
        if symmetry == own {
            total = Some(count);
        }
        let mut left = Some(count);
        for larger in &exact {
            let groups = mirrors * containing(size, larger.symmetry, symmetry);
            if groups > 0 {
                left = larger.grids.checked_mul(groups).and_then(|more| left?.checked_sub(more));
                engines.extend(&larger.engines);
            }
        }
        let mut seen = Vec::new();
        engines.retain(|name| {
            !seen.contains(name) && {
                seen.push(*name);
                true
            }
        });
        let inconsistent = ClassesError::Inconsistent { symmetry, count };
        let grids = left.ok_or_else(|| E::from(inconsistent.clone()))?;
        // A class has equally many grids for each of the type's groups.
        let of_each_group = images(size, symmetry) / conjugates(size, symmetry);
        if !grids.is_multiple_of(of_each_group) {
            return Err(inconsistent.into());
        }
        let alike = containing(size, symmetry, own);
        kinds.push(TypeCount {
            symmetry,
            classes: grids / of_each_group,
            multiplicity: of_each_group * alike,
            grids: grids.checked_mul(alike).ok_or_else(|| E::from(EngineError::Overflow.into()))?,
            engines: engines.clone(),
        });
        exact.push(ExactCount { symmetry, grids, engines });
    }
    Ok(Classes { kinds, scope, total })
}

/// The grids unchanged under one group and no larger one.
struct ExactCount {
    symmetry: Symmetry,
    grids: u128,
    engines: Vec<&'static str>,
}

/// Returns the problem with another symmetry.
fn with_symmetry(problem: &Problem, symmetry: Symmetry) -> Result<Problem, ProblemError> {
    problem.clone().with_rules(Ruleset { symmetry, ..problem.rules().clone() })
}

/// Returns the problem whose grids are the reflections in the diagonal of those with a mirror between top and bottom, instead of left and
/// right. Rows and columns have the same rules, and the givens are unchanged under both mirrors.
fn other_mirror(problem: &Problem) -> Result<Problem, ProblemError> {
    let open = with_symmetry(problem, Symmetry::None)?;
    with_symmetry(
        &open.transposed().expect("neither the symmetry none nor a constraint tells rows from columns"),
        Symmetry::Mirror,
    )
}

/// Returns `true` if every symmetry of an open grid leaves the givens unchanged.
fn is_unchanged(givens: &Givens) -> bool {
    let whites: Vec<u64> = (0..givens.height()).map(|r| givens.white(r)).collect();
    let blacks: Vec<u64> = (0..givens.height()).map(|r| givens.black(r)).collect();
    // A bar belongs to the square before it, and the images of that square may come after the images of the bar.
    givens.bars().is_empty()
        && [whites, blacks].into_iter().all(|rows| {
            let grid = Grid::from_rows(givens.width(), &rows);
            grid.is_ok_and(|grid| Transform::of_size(grid.size()).all(|transform| grid.transformed(transform) == grid))
        })
}

impl Classes {
    /// Returns the number of classes of a type; `None` if the type was not counted, or no grid can have it.
    pub fn of(&self, symmetry: Symmetry) -> Option<u128> {
        self.kinds.iter().find(|kind| kind.symmetry == symmetry).map(|kind| kind.classes)
    }

    /// Returns Keith's A: classes unchanged under all eight symmetries.
    pub fn a(&self) -> Option<u128> {
        self.of(Symmetry::All)
    }

    /// Returns Keith's h: classes unchanged under both mirror reflections, and no more.
    pub fn h(&self) -> Option<u128> {
        self.of(Symmetry::Mirrors)
    }

    /// Returns Keith's r: classes unchanged under the quarter turn, and no more.
    pub fn r(&self) -> Option<u128> {
        self.of(Symmetry::Rot90)
    }

    /// Returns Keith's t: classes unchanged under both diagonal reflections, and no more.
    pub fn t(&self) -> Option<u128> {
        self.of(Symmetry::Diagonals)
    }

    /// Returns Keith's N: classes unchanged under the half turn, and no more.
    pub fn n(&self) -> Option<u128> {
        self.of(Symmetry::Rot180)
    }

    /// Counts all classes; `None` if the scope excludes some.
    pub fn primitive(&self) -> Option<u128> {
        // This cannot overflow: there are at most as many classes as grids, and those were counted.
        (self.scope == Scope::Whole).then(|| self.kinds.iter().map(|kind| kind.classes).sum())
    }
}
