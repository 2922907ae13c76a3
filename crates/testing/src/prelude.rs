//! The names that most tests use: `use gridcheck_testing::prelude::*;`.

pub use gridcheck_core::constraint::{Constraint, Goal, Measure};
pub use gridcheck_core::grid::{Grid, Transform};
pub use gridcheck_core::problem::{Givens, Problem};
pub use gridcheck_core::rng::SeededRng;
pub use gridcheck_core::rules::{BUILTIN, Builtin, Checking, GridKind, Limit, Ruleset, Symmetry, builtin};
pub use gridcheck_core::size::Size;
pub use gridcheck_engine::blocks::SumKind;
pub use gridcheck_engine::watch::Unwatched;
pub use gridcheck_engine::{Engine, EngineError, Prepared, Run};

pub use crate::{
    Draw, agree, agrees_on_rectangles, british, collected, constrained, constraint, count, counts_as_brute,
    first_listed, grid, is_able, is_legal_word, lax, letters, lines, listed, problem, problem_of_size,
    random_barred_problem, random_problem, rule_sets, rules, same_order_on_threads, stopped, stops_from_both_ends,
    stops_soon, why_slow, why_unable, with_squares, with_whites_up_to,
};
