//! Finds valid grids for people who design them: the [completions](complete) of a partly painted grid, its nearest [repairs](repair),
//! grids with given clue numbers and lengths ([`numbered`]), and [samples](sample) at random. The [`oracle`] is a satisfiability solver
//! that gives valid grids one at a time, and an [`orbit`](gridcheck_core::problem::orbit::Orbit) is what it decides at once.

pub mod complete;
pub mod numbered;
pub mod oracle;
pub mod repair;
pub mod sample;
