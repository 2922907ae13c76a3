//! Compares a published list of grids with an engine, as one more party.
//!
//! The list is read once for its count, its digest and the validator's verdict on every grid. Then it is matched with an engine.
//! The result says which of the engine's grids the list lacks, which listed grids the engine lacks, and which are repeated.
//!
//! The matching keeps a fingerprint of each listed grid (the low 128 bits of its hash), of at most [`MAX_FINGERPRINTS`] grids at
//! a time. A longer list is matched in several passes, each over a fixed share of all fingerprints. So memory does not grow with
//! the list.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::CompareError;
use super::judge::{GridChecker, GridFaults};
use super::sorted::{Category, SortedFiles};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::serial::{EachRows, Rows};
use gridcheck_core::size::Size;
use gridcheck_engine::listing::{InOrder, Summary};
use gridcheck_engine::watch::Watch;
use gridcheck_engine::{Prepared, Run};
use gridcheck_formats::Fault;
use gridcheck_formats::source::{CheckedSource, SourceError};
use gridcheck_sums::digest::Digest;
use gridcheck_sums::totals::Sum;
use gridcheck_validator::stats::satisfied;

/// Fingerprints in memory at a time (about 64 MB).
const MAX_FINGERPRINTS: u64 = 1 << 20;
/// Missing and invalid grids that are kept for display.
const MAX_SHOWN: usize = 50;

/// The summary of a list alone, without engines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListSummary {
    /// Count and digest, repetitions included, of the grids that agree with the problem's givens.
    #[serde(flatten)]
    pub sum: Sum,
    /// Number of grids that contradict the givens, and so do not answer the problem at all.
    pub outside: u64,
    /// Number of grids that the validator accepts.
    pub valid: u64,
    /// Number of grids that the validator rejects.
    pub invalid: u64,
    /// The first of the rejected grids.
    pub refused: Vec<ListedGrid>,
    /// Number of grids that break each rule, by the rule's key in a rule file. A grid may break several.
    pub by_rule: BTreeMap<&'static str, u64>,
}

/// A grid of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedGrid {
    /// The line of its first row.
    pub line: usize,
    /// The grid.
    #[serde(rename = "rows", with = "Rows")]
    pub grid: Grid,
    /// The faults of the grid, if any.
    #[serde(rename = "violations")]
    #[cfg_attr(feature = "schema", schemars(with = "gridcheck_validator::schema::Violations"))]
    pub opinion: GridFaults,
}

/// The result of matching a list with an engine.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matching {
    /// Grids that both contain, each counted once.
    pub matched: u64,
    /// Grids of the engine that the list lacks.
    pub missing: u64,
    /// The smallest of the missing grids.
    #[serde(with = "EachRows")]
    pub lacking: BTreeSet<Grid>,
    /// Grids of the list that the engine lacks, each counted once.
    pub extra: u64,
    /// The first extra grids that are valid: the list may be right and the engine wrong.
    pub only_listed: Vec<ListedGrid>,
    /// Grids that repeat an earlier one of the list.
    pub duplicates: u64,
    /// The line of the first repeated grid.
    pub first_duplicate: Option<usize>,
}

/// Reads the whole list.
///
/// # Errors
/// Fails if the list cannot be read, or at a grid of another size; the error names its line.
pub fn read(list: &mut CheckedSource, problem: &Problem, watch: &dyn Watch) -> Result<ListSummary, CompareError> {
    let run = watch.run("reading the list");
    run.set_tasks(list.count() as usize);
    let judge = GridChecker::new(problem);
    let mut reading = ListSummary {
        sum: Sum::default(),
        outside: 0,
        valid: 0,
        invalid: 0,
        refused: Vec::new(),
        by_rule: BTreeMap::new(),
    };
    each_grid(list, problem.size(), |line, grid| {
        run.check()?;
        run.task_done(1);
        if problem.givens().first_broken(&grid).is_some() || !satisfied(&grid, problem.constraints()) {
            reading.outside += 1;
            return Ok(());
        }
        reading.sum.add_one(Digest::of(&grid));
        if judge.accepts(&grid) {
            reading.valid += 1;
            return Ok(());
        }
        reading.invalid += 1;
        let opinion = judge.opinion(&grid);
        for rule in opinion.rules() {
            *reading.by_rule.entry(rule).or_default() += 1;
        }
        if reading.refused.len() < MAX_SHOWN {
            reading.refused.push(ListedGrid { line, grid, opinion });
        }
        Ok(())
    })?;
    Ok(reading)
}

/// Matches a list with the grids of an engine that lists, and sorts the grids of both into `files`, if there are any.
///
/// # Errors
/// Fails if the list cannot be read, the engine fails or is stopped, or the files cannot be written.
pub fn match_with(
    list: &mut CheckedSource,
    prepared: &Prepared<'_>,
    mut files: Option<&mut SortedFiles>,
    watch: &dyn Watch,
) -> Result<Matching, CompareError> {
    let problem = prepared.problem();
    let passes = u128::from(list.count().div_ceil(MAX_FINGERPRINTS).max(1));
    let judge = GridChecker::new(problem);
    let mut matching = Matching::default();
    for pass in 0..passes {
        // Returns the fingerprint of a listed grid if this pass covers it.
        let fingerprint = |grid: &Grid| {
            let bits = Digest::of(grid).low_bits();
            let is_asked_for = problem.givens().first_broken(grid).is_none() && satisfied(grid, problem.constraints());
            (bits % passes == pass && is_asked_for).then_some(bits)
        };
        let run = watch.run("matching the list");
        let mut met: HashMap<u128, AtomicBool> = HashMap::new();
        each_grid(list, problem.size(), |line, grid| {
            run.check()?;
            let Some(bits) = fingerprint(&grid) else { return Ok(()) };
            if met.insert(bits, AtomicBool::new(false)).is_some() {
                matching.duplicates += 1;
                matching.first_duplicate = Some(matching.first_duplicate.map_or(line, |first| first.min(line)));
            }
            Ok(())
        })?;
        let matcher = Matcher { met: &met, passes, pass };
        let run = watch.run("matching the list");
        let missing = match files.as_deref_mut() {
            Some(files) => list_in_order(prepared, &run, &matcher, files)?,
            None => list_in_any_order(prepared, &run, &matcher)?,
        };
        matching.missing += missing.count;
        keep_smallest(&mut matching.lacking, missing.grids);

        let extra = met.values().filter(|met| !met.load(Ordering::Relaxed)).count() as u64;
        matching.matched += met.len() as u64 - extra;
        matching.extra += extra;
        if is_more_to_tell(files.is_some(), extra, matching.only_listed.len()) {
            let mut seen = HashSet::new();
            each_grid(list, problem.size(), |line, grid| {
                run.check()?;
                let Some(bits) = fingerprint(&grid) else { return Ok(()) };
                let opinion = judge.opinion(&grid);
                let sort = match met[&bits].load(Ordering::Relaxed) {
                    _ if !seen.insert(bits) => Category::Duplicate,
                    _ if !opinion.is_good() => Category::Invalid,
                    true => Category::Matched,
                    false => Category::Extra,
                };
                if let Some(files) = files.as_deref_mut() {
                    files.write(sort, &grid, Some(line), Some(&opinion))?;
                }
                if sort == Category::Extra && matching.only_listed.len() < MAX_SHOWN {
                    matching.only_listed.push(ListedGrid { line, grid, opinion });
                }
                Ok(())
            })?;
        }
    }
    Ok(matching)
}

/// Returns `true` if another pass over the list has grids to sort or to show.
fn is_more_to_tell(sorting: bool, extra: u64, shown: usize) -> bool {
    sorting || extra > 0 && shown < MAX_SHOWN
}

/// Lists an engine's grids, and returns those that the list lacks.
fn list_in_any_order(prepared: &Prepared<'_>, run: &Run, matcher: &Matcher) -> Result<Missing, CompareError> {
    let put = |missing: &mut Missing, grid: &Grid| {
        matcher.put(grid, missing);
        ControlFlow::Continue(())
    };
    let collector = Summary::new(Missing::default(), Missing::default, put, Missing::merge);
    prepared.list(run, &collector)?;
    Ok(collector.into_total())
}

/// Lists an engine's grids in its order, and writes those that the list lacks into their file. Returns the latter.
fn list_in_order(
    prepared: &Prepared<'_>,
    run: &Run,
    matcher: &Matcher,
    files: &mut SortedFiles,
) -> Result<Missing, CompareError> {
    let mut failed = None;
    let mut missing = Missing::default();
    let order = InOrder::new(|grid: &Grid| {
        if matcher.put(grid, &mut missing)
            && let Err(error) = files.write(Category::Missing, grid, None, None)
        {
            failed = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let outcome = prepared.list(run, &order);
    drop(order);
    match failed {
        Some(error) => return Err(error.into()),
        None => outcome?,
    }
    Ok(missing)
}

fn keep_smallest(kept: &mut BTreeSet<Grid>, more: impl IntoIterator<Item = Grid>) {
    for grid in more {
        kept.insert(grid);
        if kept.len() > MAX_SHOWN {
            kept.pop_last();
        }
    }
}

/// Passes each grid of the list, with its line, to `f`.
fn each_grid(
    list: &mut CheckedSource,
    size: Size,
    mut f: impl FnMut(usize, Grid) -> Result<(), CompareError>,
) -> Result<(), CompareError> {
    let (name, is_puzzle) = (list.name().to_owned(), list.puzzle_file().is_some());
    for found in list.grids()? {
        let found = found?;
        if found.grid.size() != size {
            let message =
                format!("a grid of {}, expected {}", found.grid.size().rows_by_columns(), size.rows_by_columns());
            let fault = Fault::at(found.line, 1, message);
            return Err(if is_puzzle {
                SourceError::NoPuzzle { name, fault }
            } else {
                SourceError::Faulty { name, fault }
            }
            .into());
        }
        f(found.line, found.grid)?;
    }
    Ok(())
}

/// The listed grids of a pass, and whether the engine has them.
struct Matcher<'a> {
    met: &'a HashMap<u128, AtomicBool>,
    passes: u128,
    pass: u128,
}

/// Number of grids that the list lacks, and the smallest of them.
#[derive(Default)]
struct Missing {
    count: u64,
    grids: BTreeSet<Grid>,
}

impl Missing {
    fn merge(&mut self, other: Missing) {
        self.count += other.count;
        keep_smallest(&mut self.grids, other.grids);
    }
}

impl Matcher<'_> {
    /// Marks a grid of the engine as met if it is listed, and otherwise adds it to `missing`. Returns `true` if it is missing.
    fn put(&self, grid: &Grid, missing: &mut Missing) -> bool {
        let bits = Digest::of(grid).low_bits();
        if bits % self.passes != self.pass {
            return false;
        }
        if let Some(met) = self.met.get(&bits) {
            met.store(true, Ordering::Relaxed);
            return false;
        }
        missing.count += 1;
        keep_smallest(&mut missing.grids, [grid.clone()]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_smallest_grids_up_to_the_limit() {
        let grids: Vec<Grid> = (0..2 * MAX_SHOWN)
            .map(|i| {
                let mut grid = Grid::black(6, 6);
                (0..6).for_each(|c| grid.set_white(0, c, i >> c & 1 == 1));
                grid
            })
            .collect();
        let smallest: BTreeSet<Grid> =
            grids.iter().cloned().collect::<BTreeSet<_>>().into_iter().take(MAX_SHOWN).collect();
        let mut kept = BTreeSet::new();
        keep_smallest(&mut kept, grids[..MAX_SHOWN].iter().cloned());
        assert_eq!(kept.len(), MAX_SHOWN);
        keep_smallest(&mut kept, grids[MAX_SHOWN..].iter().rev().cloned());
        assert_eq!(kept, smallest);
    }
}
