//! Reads a puzzle file. Its format is recognised by its content; the grid is measured and judged by the rules of a house.
//!
//!     cargo run --example puzzle -- fixtures/formats/ordinary.puz

use std::error::Error;
use std::fs;

use gridcheck::formats::puzzle::Field;
use gridcheck::formats::recognition::recognise;
use gridcheck::formats::registry;
use gridcheck::lint::Linter;
use gridcheck::lint::profile::Profile;
use gridcheck::stats::Stats;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = fs::read(&path)?;
    let format = recognise(&bytes, path.as_ref())?;
    let file = registry::read(&bytes, format).map_err(|fault| format!("{path}:{fault}"))?;
    // A file may leave open which squares are black; most do not.
    let puzzle = file.puzzle().map_err(|fault| format!("{path}:{fault}"))?;

    println!("{} ({format}, {})", puzzle.field(Field::Title), puzzle.field(Field::Author));
    println!("{}", puzzle.grid);
    let stats = Stats::of(puzzle);
    println!("{} words, {} black squares, symmetry {}", stats.words, stats.black, stats.symmetry.name());
    let times = Profile::named("times").ok_or("no such profile")?;
    for finding in Linter::by_profile(times).findings(puzzle) {
        println!("{}: {finding}", finding.severity.name());
    }
    Ok(())
}
