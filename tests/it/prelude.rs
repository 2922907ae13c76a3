//! The names that most tests use.

pub use gridcheck::engines::{Backtrack, Brute, ENGINES, ExactCover, Frontier, Kaleidoscope, Pinwheel, Sat, Window};
pub use gridcheck_testing::faulty::{CountingOnly, Edit, Faulty, Misreading};
pub use gridcheck_testing::prelude::*;

pub use crate::support::*;
