//! Is a grid valid, and if not, which rule does it break where?
//!
//!     cargo run --example validate -- '.../.#./...' american

use std::error::Error;

use gridcheck::grid::Grid;
use gridcheck::rules::builtin;
use gridcheck::rules::validator::violations;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    // `#` is black, `.` white, and `/` ends a row.
    let grid: Grid = arguments.next().ok_or("expected a grid, as in .../.#./...")?.parse()?;
    let name = arguments.next().unwrap_or_else(|| "british".to_owned());

    let rules = builtin(&name).ok_or("no such rule set is built in")?;
    let violations = violations(&grid, &rules);
    println!("{grid}");
    for violation in &violations {
        println!("{violation}");
    }
    println!("{} by the rules {name}", if violations.is_empty() { "valid" } else { "not valid" });
    Ok(())
}
