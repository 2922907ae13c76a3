//! Cuts and measures of barred grids.
//!
//! A grid is disconnected if bars separate some of its squares from the others. Let R be a region of it, and F a part of the grid that
//! remains without R, bars ignored. Every edge between F and the other squares leads to R and has a bar. All squares are white, so in every
//! connected grid one of these edges has no bar. That is the cut.

use varisat::Lit;

use super::orbits::Orbits;
use gridcheck_core::constraint::Measure;
use gridcheck_core::grid::{Grid, Square, edges_of};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::RulesOnGrid;
use gridcheck_core::size::Size;

/// Computes cuts for one problem about barred grids.
pub(super) struct BarCutter<'a> {
    orbits: &'a Orbits,
}

impl<'a> BarCutter<'a> {
    /// Prepares the cuts of a problem; `None` if its grids need not be connected.
    pub(super) fn of(problem: &Problem, orbits: &'a Orbits) -> Option<Self> {
        let RulesOnGrid { edges: _, connected, symmetry: _ } = problem.rules().on_grid();
        connected.then_some(BarCutter { orbits })
    }

    /// Returns the cuts that `grid` violates; there are none exactly if it is connected.
    pub(super) fn cuts(&self, grid: &Grid) -> Vec<Vec<Lit>> {
        let size = grid.size();
        let regions = labelled(size, |one, other| !grid.bars().between(one, other));
        let number = regions.iter().max().map_or(0, |last| last + 1);
        let mut cuts = Vec::new();
        if number < 2 {
            return cuts;
        }
        let index = |(r, c): Square| r * size.columns() + c;
        for region in 0..number {
            let is_inside = |square: Square| regions[index(square)] == region;
            let parts = labelled(size, |one, other| is_inside(one) == is_inside(other));
            let mut far: Vec<usize> =
                size.positions().filter(|&square| !is_inside(square)).map(|square| parts[index(square)]).collect();
            far.sort_unstable();
            far.dedup();
            for part in far {
                let is_far = |square: Square| parts[index(square)] == part;
                let crossing = edges_of(size).filter(|&(one, other)| is_far(one) != is_far(other));
                let mut cut: Vec<Lit> = crossing.map(|(one, other)| !self.orbits.bar(one, other)).collect();
                cut.sort_unstable();
                cut.dedup();
                if !cuts.contains(&cut) {
                    cuts.push(cut);
                }
            }
        }
        cuts
    }
}

/// Returns for each square, row by row, the number of its component in the graph of joined neighbours. Components are numbered from 0.
fn labelled(size: Size, is_joined: impl Fn(Square, Square) -> bool) -> Vec<usize> {
    let index = |(r, c): Square| r * size.columns() + c;
    let mut joined = vec![Vec::new(); size.squares()];
    for (one, other) in edges_of(size).filter(|&(one, other)| is_joined(one, other)) {
        joined[index(one)].push(index(other));
        joined[index(other)].push(index(one));
    }
    let mut labels = vec![usize::MAX; size.squares()];
    let mut next = 0;
    for start in 0..labels.len() {
        let mut to_visit = vec![start];
        let is_new = labels[start] == usize::MAX;
        while let Some(square) = to_visit.pop() {
            if labels[square] == usize::MAX {
                labels[square] = next;
                to_visit.extend(&joined[square]);
            }
        }
        next += usize::from(is_new);
    }
    labels
}

/// Returns a measure of a valid barred grid. Follows each row and column, and ends a run at each bar and at the rim.
pub(super) fn measure(grid: &Grid, measure: Measure) -> u32 {
    let (height, width) = (grid.height(), grid.width());
    let rows = (0..height).map(|r| (0..width).map(|c| (r, c)).collect::<Vec<Square>>());
    let columns = (0..width).map(|c| (0..height).map(|r| (r, c)).collect());
    let lines: Vec<Vec<Square>> = rows.chain(columns).collect();
    let runs = lines.iter().flat_map(|line| line.chunk_by(|&one, &other| !grid.bars().between(one, other)));
    let words: Vec<usize> = runs.map(<[Square]>::len).filter(|&length| length > 1).collect();
    let squares = height * width;
    // A square that is in two words is counted twice, and every square is in one.
    let checked = words.iter().sum::<usize>() - squares;
    let number = match measure {
        Measure::Letters => squares,
        // No square is black.
        Measure::Blacks | Measure::Cheaters | Measure::Elbows => 0,
        Measure::Words => words.len(),
        Measure::Checked => checked,
        Measure::Unchecked => squares - checked,
        Measure::Length(length) => words.iter().filter(|&&found| found == length).count(),
    };
    number as u32
}
