//! Compares the numbers and the sets of grids of two unrelated engines.
//!
//!     cargo run --release --example compare

use std::error::Error;

use gridcheck::compare::compare;
use gridcheck::engine::Engine;
use gridcheck::engine::watch::Unwatched;
use gridcheck::engines::{Backtrack, Sat};
use gridcheck::problem::Problem;
use gridcheck::rules::builtin;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = builtin("british").ok_or("no such rule set is built in")?;
    let problem = Problem::new(7, rules)?;
    // One tries rows of bits; the other searches models with a SAT solver.
    let engines: [&dyn Engine; 2] = [&Backtrack, &Sat];
    let report = compare(&problem, &engines, None, &Unwatched)?;
    for answer in &report.answers {
        // An engine that lists its grids gives a digest of the set, which does not depend on their order.
        let digest = answer.listed.as_ref().map_or_else(String::new, |listed| format!(", digest {}", listed.digest));
        println!("{}: {} grids{digest}", answer.name, answer.count);
    }
    println!("{}", if report.agree { "they agree" } else { "they do not agree" });
    Ok(())
}
