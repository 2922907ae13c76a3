//! Explains published figures.
//!
//! There are two methods. [`mod@search`] looks for rule sets near a given one that have exactly that number of grids: the source
//! may have counted something slightly different from what it states. [`ho_2021`] and [`nanogenmo_2021`] re-enact a published program
//! with its faults as switches: the source may have made an error. The first method asks the engines. The second is independent of
//! them; it is a witness under examination.

mod candidates;
pub mod change;
mod decide;
pub mod ho_2021;
pub mod minima;
pub mod nanogenmo_2021;
pub mod prepared;
pub mod published;
pub mod reading;
pub mod search;
