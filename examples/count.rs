//! Counts the grids that obey a rule set with the fastest engine that can do it.
//!
//!     cargo run --release --example count -- 9 american

use std::error::Error;

use gridcheck::engine::Run;
use gridcheck::engine::blocks::SumKind;
use gridcheck::engines::ENGINES;
use gridcheck::problem::Problem;
use gridcheck::rules::builtin;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().ok_or("expected a size")?.parse()?;
    let name = arguments.next().unwrap_or_else(|| "british".to_owned());

    let rules = builtin(&name).ok_or("no such rule set is built in")?;
    let problem = Problem::new(size, rules)?;
    let engine = ENGINES.fastest(&problem, &SumKind::Plain).ok_or("no engine can count these")?;
    // A run shows the progress of the engine, and stops it: from another thread, or at a given moment.
    let grids = engine.count(&Run::new())?;
    println!("{grids} {size} × {size} grids obey the rules {name}, counts {}", engine.name());
    Ok(())
}
