//! Finds what a set of grids shows: its [symmetry classes](classes), its [maximal grids](mod@maximal), and the grids that are the most
//! [similar] to a given one.

pub mod classes;
pub mod maximal;
pub mod similar;
