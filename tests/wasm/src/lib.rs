//! The core of gridcheck as WebAssembly that imports nothing: no clock, no files, no threads.
//!
//! A host passes a question byte by byte, has it answered, and reads the answer byte by byte. The host `run.mjs` asks this module
//! and the program the same questions. Their answers must be equal. A question is a line of words, where the first names the
//! task. A grid or a puzzle file follows.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gridcheck::certify::certify_in;
use gridcheck::compare::spot::{SpotRequest, spot_checks};
use gridcheck::compare::{choose, compare_prepared};
use gridcheck::complete;
use gridcheck::draw::figure::Look;
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::svg;
use gridcheck::engine::blocks::SumKind;
use gridcheck::engine::listing::InOrder;
use gridcheck::engine::watch::Unwatched;
use gridcheck::engine::{Candidates, Run};
use gridcheck::engines::ENGINES;
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::registry::Format;
use gridcheck::formats::source::Source;
use gridcheck::formats::target;
use gridcheck::formats::{recognition, registry};
use gridcheck::grid::Grid;
use gridcheck::lint::Linter;
use gridcheck::lint::profile::Profile;
use gridcheck::problem::Problem;
use gridcheck::repair;
use gridcheck::rules::{Symmetry, builtin};
use gridcheck::stats::Stats;

static BYTES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Appends a byte to the question.
#[unsafe(no_mangle)]
pub extern "C" fn put(byte: u32) {
    BYTES.lock().unwrap_or_else(PoisonError::into_inner).push(byte as u8);
}

/// Answers the question. Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    let mut bytes = BYTES.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = answer(&bytes).unwrap_or_else(|error| format!("error: {error}"));
    *bytes = answer.into_bytes();
    bytes.len() as u32
}

/// Returns one byte of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn take(place: u32) -> u32 {
    BYTES.lock().unwrap_or_else(PoisonError::into_inner).get(place as usize).copied().unwrap_or(0).into()
}

/// Clears the question.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    BYTES.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

type Answer = Result<String, Box<dyn Error>>;

fn answer(question: &[u8]) -> Answer {
    let end = question.iter().position(|&byte| byte == b'\n').ok_or("no line")?;
    let (line, rest) = (std::str::from_utf8(&question[..end])?, &question[end + 1..]);
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        ["engines"] => Ok(ENGINES.names().join(" ")),
        ["count", name, size, rules] => count(name, &problem(size, rules)?),
        ["list", size, rules] => list(&problem(size, rules)?),
        ["compare", size, rules] => sets(&problem(size, rules)?),
        ["spot-checks", size, rules, samples, seed] => spots(&problem(size, rules)?, samples.parse()?, seed.parse()?),
        ["certify", size, rules] => certificate(&problem(size, rules)?),
        ["validate", rules] => broken(&grid(rest)?, rules),
        ["lint", profile] => findings(&grid(rest)?, profile),
        ["measure"] => Ok(measures(&grid(rest)?)),
        ["complete", rules] => completed(rest, rules),
        ["repair", rules] => repaired(&grid(rest)?, rules),
        ["draw"] => drawing(grid(rest)?),
        ["read"] => read(rest),
        ["convert", target] => converted(rest, target),
        _ => Err(line.into()),
    }
}

/// Parses a built-in rule set, `british`, or one with another symmetry, `british/mirrors`.
fn problem(size: &str, rules: &str) -> Result<Problem, Box<dyn Error>> {
    let (name, symmetry) = rules.split_once('/').unwrap_or((rules, ""));
    let mut rules = builtin(name).ok_or("no such rules")?;
    if !symmetry.is_empty() {
        let known = Symmetry::ALL.into_iter().find(|known| known.name() == symmetry);
        rules.symmetry = known.ok_or("no such symmetry")?;
    }
    Ok(Problem::new(size.parse()?, rules)?)
}

fn grid(text: &[u8]) -> Result<Grid, Box<dyn Error>> {
    Ok(std::str::from_utf8(text)?.parse()?)
}

fn count(name: &str, problem: &Problem) -> Answer {
    Ok(ENGINES.named(name).ok_or("no such engine")?.count(problem, &Run::new())?.to_string())
}

fn list(problem: &Problem) -> Answer {
    let mut lines = String::new();
    let order = InOrder::new(|grid: &Grid| {
        lines += &(grid.one_line() + "\n");
        std::ops::ControlFlow::Continue(())
    });
    ENGINES.fastest_lister(problem).ok_or("no engine lists these")?.list(&Run::new(), &order)?;
    drop(order);
    Ok(lines)
}

/// Returns the count, and the digest of the set, of every engine that can answer.
fn sets(problem: &Problem) -> Answer {
    let (engines, _) = choose(ENGINES, problem, &SumKind::Plain);
    let report = compare_prepared(&engines, None, None, &Unwatched)?;
    let mut lines = String::new();
    for answer in &report.answers {
        let digest = answer.listed.as_ref().map_or_else(|| "null".to_owned(), |listed| listed.digest.to_string());
        writeln!(lines, "{} {} {digest}", answer.name, answer.count)?;
    }
    write!(lines, "{}", report.agree)?;
    Ok(lines)
}

fn spots(problem: &Problem, samples: usize, seed: u64) -> Answer {
    let request = SpotRequest { drawn_by: ENGINES, compared: &ENGINES, samples, seed, patience: Duration::MAX };
    let report = spot_checks(problem, &request, &Unwatched)?;
    Ok(format!("{} {} {}", report.compared, report.grids, report.agree))
}

/// Tests that a missing file system is an error, not a panic.
fn certificate(problem: &Problem) -> Answer {
    Ok(certify_in(Path::new("folder"), problem, ENGINES.into(), &Unwatched)?.claim)
}

fn broken(grid: &Grid, rules: &str) -> Answer {
    let linter = Linter::by_rules(&builtin(rules).ok_or("no such rules")?);
    Ok(told(&linter, grid))
}

fn findings(grid: &Grid, profile: &str) -> Answer {
    let linter = Linter::by_profile(Profile::named(profile).ok_or("no such profile")?);
    Ok(told(&linter, grid))
}

fn told(linter: &Linter, grid: &Grid) -> String {
    linter.findings(grid).iter().map(|finding| format!("{} {finding}\n", finding.severity.name())).collect()
}

/// Returns the number of completions, the forced squares, and in how many each square is white; or the squares that exclude all
/// completions.
fn completed(painting: &[u8], rules: &str) -> Answer {
    let source = Source::stream("painting", std::io::Cursor::new(painting.to_vec()));
    let (givens, _) = source.givens()?;
    let problem = problem(&givens.height().to_string(), rules)?.with_givens(givens)?;
    let run = Run::new();
    if let Some(exclusion) = complete::exclusion(&problem, &run)? {
        return Ok(format!("{:?} {}", exclusion.squares, exclusion.smallest));
    }
    let forced = complete::forced(&problem, &run)?.ok_or("no completion, and nothing that excludes it")?;
    let candidates = Candidates::new(ENGINES, &problem, &SumKind::Plain);
    let complete::CompletionCount::Exactly(total, _) = complete::count(&candidates, Duration::MAX, &run)? else {
        return Err("there is no clock here".into());
    };
    let shares = complete::shares(&candidates, total, Duration::MAX, &run)?;
    let complete::Shares::Counted(complete::Tally::Whites(whites)) = shares else {
        return Err("there is no clock here".into());
    };
    Ok(format!("{total} {} {whites:?}", forced.squares.to_string().replace('\n', "/")))
}

/// Returns the minimum number of changed squares, and all grids that change no more.
fn repaired(grid: &Grid, rules: &str) -> Answer {
    let problem = problem(&grid.height().to_string(), rules)?;
    let nearest = repair::nearest(&problem, grid, usize::MAX, &Run::new(), |_| {})?.ok_or("no valid grid")?;
    let lines: Vec<String> = nearest.grids.iter().map(Grid::one_line).collect();
    Ok(format!("{} {}", nearest.changes, lines.join(" ")))
}

fn measures(grid: &Grid) -> String {
    let stats = Stats::of(grid);
    format!("{} {} {} {}", stats.words, stats.white, stats.symmetry.name(), stats.hinges.len())
}

fn drawing(grid: Grid) -> Answer {
    let (grids, mut picture) = ([grid], Vec::new());
    svg::write(&mut picture, &grids, &Look::default(), &Sheet::spaced(&grids, None), 16)?;
    Ok(String::from_utf8(picture)?)
}

fn read(file: &[u8]) -> Answer {
    Ok(opened(file)?.plain().map_err(|fault| fault.to_string())?.grid.one_line())
}

/// Returns a puzzle in another text format.
fn converted(file: &[u8], name: &str) -> Answer {
    let target = Format::WRITTEN.into_iter().find(|target| target.name() == name).ok_or("no such format")?;
    let file = opened(file)?;
    let puzzle = file.puzzle().map_err(|fault| fault.to_string())?;
    let written = target::write(puzzle, target).map_err(|unwritable| unwritable.to_string())?;
    Ok(String::from_utf8(written.bytes)?)
}

fn opened(file: &[u8]) -> Result<PuzzleFile, Box<dyn Error>> {
    let format = recognition::recognise(file, Path::new(""))?;
    if format.is_list() {
        return Err("no puzzle".into());
    }
    Ok(registry::read(file, format).map_err(|fault| fault.to_string())?)
}
