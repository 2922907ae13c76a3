//! Why a published figure is what it is.
//!
//! Two ways to ask. [`mod@search`] looks for a rule set near a given one that has exactly so many grids: the source may have counted
//! something slightly other than it says. [`ho_2021`] re-enacts a published program with its faults as switches: the source may
//! have counted wrongly what it says. The first asks the engines; the second is kept apart from them, a witness under examination.

mod candidates;
pub mod change;
mod decide;
pub mod ho_2021;
pub mod minima;
pub mod published;
pub mod reading;
pub mod search;
