//! Somebody's published list of grids as one more party.
//!
//! The list is read through once for its count, its digest and the validator's opinion of every grid, and then matched
//! against an engine: which of the engine's grids it lacks, which of its own come twice. For the matching a fingerprint of each
//! listed grid is kept (the low 128 bits of its hash), of at most [`MOST_FINGERPRINTS`] grids at a time; a longer
//! list is matched in several passes, each over a fixed share of all fingerprints, so memory does not grow with it.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::CompareError;
use super::digest::Digest;
use super::tally::Sum;
use super::watch::Watch;
use crate::engine::Engine;
use crate::engine::listing::{Collector, Piece};
use crate::format::source::{Checked, SourceError};
use crate::format::text::ReadError;
use crate::grid::Grid;
use crate::problem::Problem;
use crate::rules::validator::{Validator, Violation};

/// Fingerprints held at a time (about 64 MB).
const MOST_FINGERPRINTS: u64 = 2 << 20;
/// Missing and invalid grids that are kept to be shown.
const MOST_SHOWN: usize = 50;

/// What a list amounts to by itself.
pub struct Reading {
    /// How many grids and which, repetitions included, of those that agree with the problem's givens.
    pub sum: Sum,
    /// How many grids do not, and so are no answers to the problem, right or wrong.
    pub outside: u64,
    /// How many of them the validator refuses.
    pub invalid: u64,
    /// The first of those.
    pub refused: Vec<Refused>,
}

/// A listed grid that breaks the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The line of its first row.
    pub line: usize,
    /// The grid.
    pub grid: Grid,
    /// Every rule it breaks, and where.
    pub violations: Vec<Violation>,
}

/// What a list and an engine have in common.
#[derive(Debug, Default)]
pub struct Matching {
    /// Grids of the engine that the list does not have.
    pub missing: u64,
    /// The smallest few of those.
    pub lacking: BTreeSet<Grid>,
    /// Grids of the list that have come before in it.
    pub duplicates: u64,
    /// The line of the first of those.
    pub first_duplicate: Option<usize>,
}

/// Reads a list through. A grid of another size is an error that names its line.
pub fn read(list: &mut Checked, problem: &Problem, watch: &dyn Watch) -> Result<Reading, CompareError> {
    let run = watch.run("reading the list");
    run.set_pieces(list.count() as usize);
    let validator = Validator::new(problem.rules());
    let mut reading = Reading { sum: Sum::default(), outside: 0, invalid: 0, refused: Vec::new() };
    each_grid(list, problem.size(), |line, grid| {
        run.check()?;
        run.piece_done(1);
        if !problem.givens().admit(&grid) {
            reading.outside += 1;
            return Ok(());
        }
        reading.sum.add_grid(&grid);
        let violations = validator.violations(&grid);
        if !violations.is_empty() {
            reading.invalid += 1;
            if reading.refused.len() < MOST_SHOWN {
                reading.refused.push(Refused { line, grid, violations });
            }
        }
        Ok(())
    })?;
    Ok(reading)
}

/// Matches a list with the grids of an engine.
pub fn match_with(
    list: &mut Checked,
    engine: &dyn Engine,
    problem: &Problem,
    watch: &dyn Watch,
) -> Result<Matching, CompareError> {
    let passes = u128::from(list.count().div_ceil(MOST_FINGERPRINTS).max(1));
    let mut matching = Matching::default();
    for pass in 0..passes {
        let mut listed = HashSet::new();
        each_grid(list, problem.size(), |line, grid| {
            let fingerprint = Digest::of(&grid).low_bits();
            let is_here = fingerprint % passes == pass && problem.givens().admit(&grid);
            if is_here && !listed.insert(fingerprint) {
                matching.duplicates += 1;
                matching.first_duplicate = Some(matching.first_duplicate.map_or(line, |first| first.min(line)));
            }
            Ok(())
        })?;
        let missing = Missing { listed: &listed, passes, pass, found: Mutex::default() };
        engine.list(problem, &watch.run("matching the list"), &missing)?;
        let (count, grids) = missing.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        matching.missing += count;
        keep_smallest(&mut matching.lacking, grids);
    }
    Ok(matching)
}

fn keep_smallest(kept: &mut BTreeSet<Grid>, more: impl IntoIterator<Item = Grid>) {
    for grid in more {
        kept.insert(grid);
        if kept.len() > MOST_SHOWN {
            kept.pop_last();
        }
    }
}

/// Gives `f` each grid of the list with its line.
fn each_grid(
    list: &mut Checked,
    size: usize,
    mut f: impl FnMut(usize, Grid) -> Result<(), CompareError>,
) -> Result<(), CompareError> {
    let name = list.name().to_owned();
    for found in list.grids()? {
        let found = found?;
        let (height, width) = (found.grid.height(), found.grid.width());
        if (height, width) != (size, size) {
            let message = format!("a grid of {height} × {width}, expected {size} × {size}");
            return Err(SourceError::Faulty { name, fault: ReadError { line: found.line, column: 1, message } }.into());
        }
        f(found.line, found.grid)?;
    }
    Ok(())
}

/// Collects the grids of one pass that are not listed.
struct Missing<'a> {
    listed: &'a HashSet<u128>,
    passes: u128,
    pass: u128,
    found: Mutex<(u64, BTreeSet<Grid>)>,
}

impl Collector for Missing<'_> {
    fn begin(&self, _index: usize) -> Box<dyn Piece + '_> {
        Box::new(MissingPiece { missing: self, count: 0, grids: BTreeSet::new() })
    }
}

struct MissingPiece<'a> {
    missing: &'a Missing<'a>,
    count: u64,
    grids: BTreeSet<Grid>,
}

impl Piece for MissingPiece<'_> {
    fn grid(&mut self, grid: &Grid) -> ControlFlow<()> {
        let fingerprint = Digest::of(grid).low_bits();
        if fingerprint % self.missing.passes == self.missing.pass && !self.missing.listed.contains(&fingerprint) {
            self.count += 1;
            keep_smallest(&mut self.grids, [grid.clone()]);
        }
        ControlFlow::Continue(())
    }

    fn end(self: Box<Self>) {
        let mut found = self.missing.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.0 += self.count;
        keep_smallest(&mut found.1, self.grids);
    }
}
