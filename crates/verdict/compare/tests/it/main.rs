//! Tests comparisons of engines, some of them deliberately faulty.

mod counting;
mod disputes;
mod faults;
mod spot_checks;
