//! The program of Ho (2021), re-enacted as a procedure: rows are added around the middle, outward, and the complete grids are checked at the
//! end.
//!
//! Only the upper half is chosen, row by row; the half turn gives the lower half. The middle row and its two neighbours come
//! first, then each row outward. A complete grid is kept if the outermost row, the middle row and all columns are right and the
//! white squares are connected. The procedure follows the description of the program in Ho (2021). The two [faults](Faults) are
//! switches; with both off the procedure implements the rules that the article states.
//!
//! This is a witness under examination, not an engine. It uses a separate, slow test of rows, and shares only the grid type with the
//! rest of the project.

use rayon::prelude::*;

use gridcheck_core::grid::{Grid, full_row};
use gridcheck_engine::{EngineError, Run};

/// A selection of the procedure's faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Faults {
    /// Fault A: the filter that should exclude two-letter words from columns looks for the wrong squares. So no column reads,
    /// downward, white, black, white, white in the upper half.
    pub inverted_filter: bool,
    /// Fault B: a row between the outermost and the middle is judged before the row outside it exists, as if it were at the
    /// grid's edge.
    pub one_sided_check: bool,
}

impl Faults {
    /// The program as published.
    pub const BOTH: Faults = Faults { inverted_filter: true, one_sided_check: true };
    /// The rules as the article states them.
    pub const NONE: Faults = Faults { inverted_filter: false, one_sided_check: false };
    /// Fault A alone.
    pub const A: Faults = Faults { inverted_filter: true, one_sided_check: false };
    /// Fault B alone.
    pub const B: Faults = Faults { inverted_filter: false, one_sided_check: true };

    /// Returns in words which faults are mended.
    pub fn described(self) -> &'static str {
        match (self.inverted_filter, self.one_sided_check) {
            (true, true) => "as published, with both faults",
            (false, true) => "A mended, B left",
            (true, false) => "B mended, A left",
            (false, false) => "both mended",
        }
    }
}

/// Returns every grid of `size` × `size` (odd, 5 to 11) that the procedure admits with these faults, in the order of [`Grid`].
///
/// # Errors
/// Fails if the run is stopped.
pub fn grids(size: usize, faults: Faults, run: &Run) -> Result<Vec<Grid>, EngineError> {
    let procedure = Procedure::new(size, faults);
    let cores = procedure.cores();
    run.set_tasks(cores.len());
    let found: Vec<Vec<Grid>> = cores
        .into_par_iter()
        .map(|core| {
            run.check()?;
            let mut rows = core;
            let mut found = Vec::new();
            procedure.outward(&mut rows, size / 2 - 1, &mut found);
            run.task_done(found.len() as u128);
            Ok(found)
        })
        .collect::<Result<_, EngineError>>()?;
    let mut grids = found.concat();
    grids.sort();
    Ok(grids)
}

struct Procedure {
    size: usize,
    faults: Faults,
    /// The possible rows: no word of two letters, and at least one white square. A set bit `c` means white.
    rows: Vec<u64>,
    lines: Lines,
    /// For each row, the possible rows that can be put outside it: as the outermost row, and otherwise.
    outside: [Vec<Vec<u64>>; 2],
}

impl Procedure {
    fn new(size: usize, faults: Faults) -> Self {
        let lines = Lines::new(size);
        let rows = (1..=full_row(size)).filter(|&row| lines.may_become_right(row, 0)).collect();
        let mut procedure = Procedure { size, faults, rows, lines, outside: Default::default() };
        procedure.outside = [0, 1].map(|place| {
            let may_stand = |row: u64, inward| procedure.may_stand_outside(row, inward, place);
            let outside = |inward| procedure.rows.iter().copied().filter(|&row| may_stand(row, inward)).collect();
            (0..=full_row(size)).map(outside).collect()
        });
        procedure
    }

    /// Returns every possible middle row with its two neighbours.
    fn cores(&self) -> Vec<Vec<u64>> {
        let middle = self.size / 2;
        let is_palindrome = |row: &u64| self.turned(*row) == *row;
        let mut cores = Vec::new();
        for row in self.rows.iter().copied().filter(is_palindrome) {
            for &above in &self.rows {
                let below = self.turned(above);
                if self.may_stand_outside(above, row, middle - 1) && self.lines.are_right(row, above | below) {
                    let mut rows = vec![0; self.size];
                    rows[middle - 1..=middle + 1].copy_from_slice(&[above, row, below]);
                    cores.push(rows);
                }
            }
        }
        cores
    }

    /// Adds rows around those from `top` to its image until the grid is complete.
    fn outward(&self, rows: &mut [u64], top: usize, found: &mut Vec<Grid>) {
        if top == 0 {
            found.extend(self.finished(rows));
            return;
        }
        for &row in &self.outside[usize::from(top > 1)][rows[top] as usize] {
            if !self.filter_lets_pass(rows, top, row) {
                continue;
            }
            if !self.faults.one_sided_check && !self.lines.are_right(rows[top], row | rows[top + 1]) {
                continue;
            }
            rows[top - 1] = row;
            rows[self.size - top] = self.turned(row);
            self.outward(rows, top - 1, found);
        }
    }

    /// Returns `true` if a row can be put at `place` when `inward` is the row next to it.
    ///
    /// With the one-sided check it is judged as if the row outside it were black. Otherwise a row that is not the outermost may
    /// still get checks from the next row, so it is judged once that row is known.
    fn may_stand_outside(&self, row: u64, inward: u64, place: usize) -> bool {
        if self.faults.one_sided_check || place == 0 {
            self.lines.are_right(row, inward)
        } else {
            self.lines.may_become_right(row, inward)
        }
    }

    /// Filters columns, read outward: black, white, white must be followed by white, otherwise a word of two letters ends there.
    /// The inverted filter looks for white, white, black, and accepts only black after it.
    fn filter_lets_pass(&self, rows: &[u64], top: usize, row: u64) -> bool {
        let [outer, inner, inmost] = [rows[top], rows[top + 1], rows[top + 2]];
        if self.faults.inverted_filter {
            !outer & inner & inmost & row == 0
        } else {
            outer & inner & !inmost & !row == 0
        }
    }

    /// Returns the grid of these rows, if it passes the final checks. The outermost row and the middle row were judged when they were put.
    fn finished(&self, rows: &[u64]) -> Option<Grid> {
        let size = self.size;
        // Most grids fail in one of the first columns, so a column is read when its turn comes.
        let column = |c: usize| (0..size).fold(0, |column, r| column | (rows[r] >> c & 1) << r);
        let (mut before, mut line) = (0, column(0));
        for c in 1..=size {
            let after = if c == size { 0 } else { column(c) };
            if line == 0 || !self.lines.are_right(line, before | after) {
                return None;
            }
            (before, line) = (line, after);
        }
        if !is_connected(rows) {
            return None;
        }
        Grid::from_rows(size, rows).ok()
    }

    /// Returns the image of a row under the half turn.
    fn turned(&self, row: u64) -> u64 {
        row.reverse_bits() >> (64 - self.size)
    }
}

/// Tables of the right lines, for every line and every set of squares beside it: the procedure asks millions of times.
struct Lines {
    size: usize,
    /// `true` if the line is right when exactly these of its squares have a white neighbour the other way.
    right: Vec<bool>,
    /// `true` if the line is right for some superset of these squares.
    may_become_right: Vec<bool>,
}

impl Lines {
    fn new(size: usize) -> Self {
        let entries = 1 << (2 * size);
        let mut lines = Lines { size, right: vec![false; entries], may_become_right: vec![false; entries] };
        for line in 0..=full_row(size) {
            for checked in parts(line).filter(|&checked| is_right(line, checked, size)) {
                let entry = lines.entry(line, checked);
                lines.right[entry] = true;
                for part in parts(checked) {
                    let entry = lines.entry(line, part);
                    lines.may_become_right[entry] = true;
                }
            }
        }
        lines
    }

    fn entry(&self, line: u64, beside: u64) -> usize {
        (line << self.size | beside & line) as usize
    }

    fn are_right(&self, line: u64, beside: u64) -> bool {
        self.right[self.entry(line, beside)]
    }

    fn may_become_right(&self, line: u64, beside: u64) -> bool {
        self.may_become_right[self.entry(line, beside)]
    }
}

/// Returns every subset of a set of squares, including the empty one and the whole.
fn parts(squares: u64) -> impl Iterator<Item = u64> {
    let after = move |&part: &u64| (part != squares).then(|| part.wrapping_sub(squares) & squares);
    std::iter::successors(Some(0), after)
}

/// Returns `true` if every word of a line is right when the squares of `beside` have a white neighbour the other way. A word has
/// no two letters, exactly half of its letters checked (rounded up), no three adjacent unchecked letters, and no two at an end. A
/// single square must be crossed.
fn is_right(line: u64, beside: u64, size: usize) -> bool {
    let mut start = 0;
    while start < size {
        if line >> start & 1 == 0 {
            start += 1;
            continue;
        }
        let length = (line >> start).trailing_ones() as usize;
        let checked: Vec<bool> = (start..start + length).map(|i| beside >> i & 1 == 1).collect();
        if !word_is_right(&checked) {
            return false;
        }
        start += length;
    }
    true
}

fn word_is_right(checked: &[bool]) -> bool {
    match checked {
        [alone] => *alone,
        [_, _] | [false, false, ..] | [.., false, false] => false,
        _ => {
            let half = checked.len().div_ceil(2);
            checked.iter().filter(|&&checked| checked).count() == half
                && checked.windows(3).all(|letters| letters.contains(&true))
        }
    }
}

/// Returns `true` if there are white squares and they form one region.
fn is_connected(rows: &[u64]) -> bool {
    let mut reached = vec![0; rows.len()];
    let Some(first) = rows.iter().position(|&row| row != 0) else { return false };
    reached[first] = rows[first] & rows[first].wrapping_neg();
    loop {
        let before = reached.clone();
        for r in 0..rows.len() {
            let above = if r == 0 { 0 } else { reached[r - 1] };
            let below = reached.get(r + 1).copied().unwrap_or(0);
            reached[r] = (reached[r] | reached[r] << 1 | reached[r] >> 1 | above | below) & rows[r];
        }
        if reached == before {
            return reached == rows;
        }
    }
}

/// Returns the first square (row and column, from 0) at which the inverted filter rejects a grid. From there a column of the
/// upper half reads, downward, white, black, white, white. The row below the middle counts too, because the middle row comes with
/// both its neighbours.
pub fn inverted_filter_strikes(grid: &Grid) -> Option<(usize, usize)> {
    let rows = grid.rows();
    (0..grid.height() / 2 - 1).find_map(|r| {
        let struck = rows[r] & !rows[r + 1] & rows[r + 2] & rows[r + 3];
        (struck != 0).then(|| (r, struck.trailing_zeros() as usize))
    })
}

/// Returns the first row (from 0) at which the one-sided check rejects a grid. It lies between the outermost and the middle row,
/// and is not right as long as the row outside it is black.
pub fn one_sided_check_strikes(grid: &Grid) -> Option<usize> {
    let rows = grid.rows();
    (1..grid.height() / 2).find(|&r| !is_right(rows[r], rows[r + 1], grid.width()))
}
