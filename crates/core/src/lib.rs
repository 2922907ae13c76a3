//! Holds the data of gridcheck: grids, rule sets, constraints, and the counting problem made of them. It judges nothing.
//!
//! | module | content |
//! |---|---|
//! | [`grid`] | the grid as bit words, its plain text, the eight symmetries |
//! | [`size`] | the number of rows and of columns |
//! | [`rules`] | rule sets as data, built in or from TOML |
//! | [`constraint`] | constraints: measures and their bounds |
//! | [`problem`] | one counting question: size, rule set, given squares and constraints |
//! | [`serial`] | forms of counts, names and grids in JSON |
//! | [`rng`] | pseudo-random numbers that are the same in every version |
//! | [`locks`], [`place`], [`plural`], [`visible`] | locks, positions in a text, plurals, foreign text made safe to print |

pub mod constraint;
pub mod grid;
pub mod locks;
pub mod place;
pub mod plural;
pub mod problem;
pub mod rng;
pub mod rules;
pub mod serial;
pub mod size;
pub mod visible;
