//! Reports whether a grid is valid, and if not, which rule it breaks at which place.
//!
//!     cargo run --example validate -- '.../.#./...' american

use std::error::Error;

use gridcheck::grid::Grid;
use gridcheck::lint::Linter;
use gridcheck::rules::builtin;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    // `#` is black, `.` white, and `/` ends a row.
    let grid: Grid = arguments.next().ok_or("expected a grid, as in .../.#./...")?.parse()?;
    let name = arguments.next().unwrap_or_else(|| "british".to_owned());

    let rules = builtin(&name).ok_or("no such rule set is built in")?;
    let findings = Linter::by_rules(&rules).findings(&grid);
    println!("{grid}");
    for finding in &findings {
        println!("{}: {finding}", finding.code);
    }
    println!("{} by the rules {name}", if findings.is_empty() { "valid" } else { "not valid" });
    Ok(())
}
