//! Symmetry classes: how many essentially different grids there are, by how symmetrical they are.
//!
//! The square's eight symmetries make of a valid grid up to eight valid grids, for the rules ask of rows what they ask of
//! columns. Grids that they make of one another form a *class*; a *primitive* grid stands for its class ([`canonical`],
//! [`primitive`]). A grid's *type* is the group of those of the eight that leave it unchanged, up to conjugacy. Under the
//! half turn the types are Keith's (2026): A (all eight), h (both mirror reflections), r (the quarter turn), t (both
//! diagonal reflections) and N (the half turn alone).
//!
//! No grid is looked at to count them. The grids *unchanged under* a group are counted by an engine, under the same rules
//! with that group for symmetry; those of the type itself are what is left when the types of all larger groups are taken
//! away (Möbius inversion on the subgroups; Burnside 1897). So the types with more symmetry than the rules ask for
//! need only the grids that have it, which are few: 13 × 13 takes seconds, and its 162 billion grids are not touched.

pub mod canonical;
mod groups;
pub mod primitive;

use thiserror::Error;

use crate::engine::watch::Watch;
use crate::engine::{ENGINES, Engine, EngineError};
use crate::grid::{Grid, Symmetry, Transform};
use crate::problem::{Givens, Problem, ProblemError};
use crate::rules::Ruleset;
use groups::{conjugates, containing, images};

/// Which types are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Whole,
    /// Those with more symmetry than the rules ask for: A, h, r and t under the half turn.
    Symmetrical,
}

/// A count, and who gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The number of grids.
    pub count: u128,
    /// The engines that gave it.
    pub engines: Vec<&'static str>,
}

/// The grids of one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The largest group that leaves them unchanged, up to conjugacy.
    pub symmetry: Symmetry,
    /// How many classes they form.
    pub classes: u128,
    /// How many grids of each class obey the rules, their symmetry included.
    pub multiplicity: u128,
    /// How many grids that makes.
    pub grids: u128,
    /// The engines whose counts this rests on.
    pub engines: Vec<&'static str>,
}

/// The classes of a problem's grids, by type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classes {
    /// The types, the most symmetrical first.
    pub kinds: Vec<Kind>,
    /// Whether these are all types.
    pub scope: Scope,
    /// The number of all grids; `None` when the scope leaves some out.
    pub total: Option<u128>,
}

/// Why there are no classes to show.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClassesError {
    /// The givens are not the same under all eight symmetries, so that part of a class may agree with them.
    #[error(
        "the given squares tell a grid from its images: symmetry classes need givens unchanged under all eight symmetries"
    )]
    Givens,
    /// No engine is there to count the grids of some symmetry.
    #[error("no engine to count the grids of symmetry {}", .0.name())]
    NoEngine(Symmetry),
    /// An engine failed or was stopped.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The problem cannot be asked with another symmetry.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The counts cannot all be right: there would be a negative number of grids of this type, or part of a class.
    #[error("the counts contradict each other: {count} grids are unchanged under {}, which leaves no whole number of classes of that type", symmetry.name())]
    Inconsistent {
        /// The type.
        symmetry: Symmetry,
        /// How many grids are said to have that symmetry or more.
        count: u128,
    },
}

/// Picks the engine that counts a problem, which is the one asked about with another symmetry; [`Engines::fastest`](crate::engine::Engines::fastest) is one.
pub type Choose<'a> = &'a dyn Fn(&Problem) -> Option<&'static dyn Engine>;

/// The classes of a problem's grids, counted by the fastest engines.
pub fn by_symmetry(problem: &Problem, scope: Scope, watch: &dyn Watch) -> Result<Classes, ClassesError> {
    by_symmetry_with(problem, scope, &|problem| ENGINES.fastest(problem), watch)
}

/// The same, counted by the engines that `choose` picks.
pub fn by_symmetry_with(
    problem: &Problem,
    scope: Scope,
    choose: Choose,
    watch: &dyn Watch,
) -> Result<Classes, ClassesError> {
    classify(problem, scope, |part| {
        let symmetry = part.rules().symmetry;
        let engine = choose(part).ok_or(ClassesError::NoEngine(symmetry))?;
        let count = engine.count(part, &watch.run(engine.name()))?;
        watch.learned(format!("{}: {count} grids of symmetry {}", engine.name(), symmetry.name()));
        Ok(Counted { count, engines: vec![engine.name()] })
    })
}

/// The classes of a problem's grids, from counts that `count` gives: of the problem with each larger symmetry, and with its
/// own where the scope is whole. The most symmetrical are asked for first.
pub fn classify<E: From<ClassesError>>(
    problem: &Problem,
    scope: Scope,
    mut count: impl FnMut(&Problem) -> Result<Counted, E>,
) -> Result<Classes, E> {
    if !is_unchanged(problem.givens()) {
        return Err(ClassesError::Givens.into());
    }
    let own = problem.rules().symmetry;
    let mut exact: Vec<Exact> = Vec::new();
    let mut kinds = Vec::new();
    let mut total = None;
    let wanted = |&symmetry: &Symmetry| containing(symmetry, own) > 0 && (scope == Scope::Whole || symmetry != own);
    for symmetry in Symmetry::LARGEST_FIRST.into_iter().filter(wanted) {
        let part = with_symmetry(problem, symmetry).map_err(|error| E::from(error.into()))?;
        let Counted { count, mut engines } = count(&part)?;
        if symmetry == own {
            total = Some(count);
        }
        let mut left = Some(count);
        for larger in &exact {
            let groups = containing(larger.symmetry, symmetry);
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
        // A class has as many grids of each of the type's groups.
        let of_each_group = images(symmetry) / conjugates(symmetry);
        if !grids.is_multiple_of(of_each_group) {
            return Err(inconsistent.into());
        }
        let alike = containing(symmetry, own);
        kinds.push(Kind {
            symmetry,
            classes: grids / of_each_group,
            multiplicity: of_each_group * alike,
            grids: grids.checked_mul(alike).ok_or_else(|| E::from(EngineError::Overflow.into()))?,
            engines: engines.clone(),
        });
        exact.push(Exact { symmetry, grids, engines });
    }
    Ok(Classes { kinds, scope, total })
}

/// The grids unchanged under one group and no larger one.
struct Exact {
    symmetry: Symmetry,
    grids: u128,
    engines: Vec<&'static str>,
}

/// The same question about grids of another symmetry.
fn with_symmetry(problem: &Problem, symmetry: Symmetry) -> Result<Problem, ProblemError> {
    problem.clone().with_rules(Ruleset { symmetry, ..problem.rules().clone() })
}

/// Whether all eight symmetries leave the givens as they are.
fn is_unchanged(givens: &Givens) -> bool {
    let n = givens.width();
    let whites: Vec<u64> = (0..n).map(|r| givens.white(r)).collect();
    let blacks: Vec<u64> = (0..n).map(|r| givens.black(r)).collect();
    [whites, blacks].into_iter().all(|rows| {
        let grid = Grid::from_rows(n, &rows);
        grid.is_ok_and(|grid| Transform::ALL.iter().all(|&transform| grid.transformed(transform) == grid))
    })
}

impl Classes {
    /// The number of classes of a type; `None` when it was left out, or no grid can have it.
    pub fn of(&self, symmetry: Symmetry) -> Option<u128> {
        self.kinds.iter().find(|kind| kind.symmetry == symmetry).map(|kind| kind.classes)
    }

    /// Keith's A: unchanged under all eight.
    pub fn a(&self) -> Option<u128> {
        self.of(Symmetry::All)
    }

    /// Keith's h: unchanged under both mirror reflections, and no more.
    pub fn h(&self) -> Option<u128> {
        self.of(Symmetry::Mirrors)
    }

    /// Keith's r: unchanged under the quarter turn, and no more.
    pub fn r(&self) -> Option<u128> {
        self.of(Symmetry::Rot90)
    }

    /// Keith's t: unchanged under both diagonal reflections, and no more.
    pub fn t(&self) -> Option<u128> {
        self.of(Symmetry::Diagonals)
    }

    /// Keith's N: unchanged under the half turn, and no more.
    pub fn n(&self) -> Option<u128> {
        self.of(Symmetry::Rot180)
    }

    /// The number of all classes; `None` when the scope leaves some out.
    pub fn primitive(&self) -> Option<u128> {
        // Classes are no more than grids, whose number was counted: this cannot overflow.
        (self.scope == Scope::Whole).then(|| self.kinds.iter().map(|kind| kind.classes).sum())
    }
}
