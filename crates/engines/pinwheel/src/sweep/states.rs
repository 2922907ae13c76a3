//! The states between two rows, as sparse matrices.
//!
//! A state consists of its *downs*, the classes of its down words, and its *rest*: the right sites, the lines touched
//! and the partition of the open sites. A row changes the downs and the rest independently. So the states with the
//! same colours of two rows are the cells of a matrix, indexed by downs and by rest. Below, a *line* is a row of this
//! matrix and never a row of the grid. A row of the grid maps whole lines to lines and whole columns to columns. It
//! judges a word once per line and unites components once per column; a cell is only added to another.
//!
//! Lines with the same new downs are added one after the other into a dense line. This is sparse matrix
//! multiplication (Gustavson, 1978). The dense line needs no clearing (Briggs and Torczon, 1993).

use crate::measures::encoder::MeasureEncoder;
use crate::measures::weight::QuarterWeight;
use crate::partition::Growth;
use crate::sweep::intern::Interner;
use crate::sweep::transition::{DownSteps, Transition};
use crate::tables::Tables;
use gridcheck_engine::EngineError;

/// All states with the same next row and the same white squares above it.
///
/// Invariant: the lines differ in their downs, and each has at least one cell. The cells of a line differ in their
/// rest.
pub(crate) struct Bucket<W> {
    pub row: u32,
    pub above: u32,
    lines: Vec<Line>,
    /// Indexed by number: the rest of a state.
    rests: Vec<u64>,
    /// The number of a rest, and the weight of the quarters in the state.
    cells: Vec<(u32, W)>,
    /// The union of what the lines survive.
    some_survives: u64,
}

/// The states with the same downs.
struct Line {
    downs: u64,
    /// The steps that its words survive; see [`DownSteps::survives`].
    survives: u64,
    /// The end of its cells; they begin at the end of the previous line.
    end: u32,
}

impl<W: QuarterWeight> Bucket<W> {
    /// Creates the only state before the first row.
    pub(crate) fn top(row: u32, partition: u32) -> Self {
        let line = Line { downs: 0, survives: 0, end: 1 };
        let cells = vec![(0, W::one())];
        Bucket { row, above: 0, lines: vec![line], rests: vec![partition.into()], cells, some_survives: 0 }
    }

    /// Counts the states.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    fn cells(&self, line: usize) -> &[(u32, W)] {
        let begin = line.checked_sub(1).map_or(0, |before| self.lines[before].end);
        &self.cells[begin as usize..self.lines[line].end as usize]
    }
}

/// A line after a row, before it is merged.
struct MovedLine<F> {
    /// Its downs after the row.
    downs: u64,
    source: u32,
    line: u32,
    /// The weight factor of the row for this line.
    factor: F,
}

/// A bucket whose lines were moved.
struct Source<'b, W> {
    bucket: &'b Bucket<W>,
    /// The position of its rests among those of all sources.
    base: usize,
}

/// Merges several buckets after one row. They must agree in everything that downs and rest do not store.
pub(crate) struct BucketMerge<'b, 'r, W: QuarterWeight> {
    buffers: &'r mut Buffers<W>,
    sources: Vec<Source<'b, W>>,
}

/// Reusable buffers of a merge.
pub(crate) struct Buffers<W: QuarterWeight> {
    moves: Vec<MovedLine<W::Factor>>,
    /// Indexed by rest of all sources: its value after the row, and the number of this value.
    after: Vec<u64>,
    numbers: Vec<u32>,
    rests: Interner,
    line: DenseLine<W>,
}

/// The line that is being merged.
struct DenseLine<W> {
    /// The number of a rest, and the weight of the quarters in the state.
    cells: Vec<(u32, W)>,
    /// Indexed by number of a rest: the possible place of its cell.
    places: Vec<u32>,
}

impl<W: QuarterWeight> DenseLine<W> {
    /// Adds a cell, multiplied by a factor. Returns `None` if the sum overflows.
    fn add(&mut self, number: u32, weight: &W, factor: &W::Factor) -> Option<()> {
        let place = &mut self.places[number as usize];
        if let Some(cell) = self.cells.get_mut(*place as usize)
            && cell.0 == number
        {
            return cell.1.add_scaled(weight, factor);
        }
        let weight = weight.scaled(factor);
        if weight != W::default() {
            *place = self.cells.len() as u32;
            self.cells.push((number, weight));
        }
        Some(())
    }
}

impl<W: QuarterWeight> Buffers<W> {
    pub(crate) fn new() -> Self {
        Buffers {
            moves: Vec::new(),
            after: Vec::new(),
            numbers: Vec::new(),
            rests: Interner::new(),
            line: DenseLine { cells: Vec::new(), places: Vec::new() },
        }
    }
}

/// The number of this rest is not computed yet.
const UNASKED: u32 = u32::MAX;
/// The rest is infeasible: a component was cut off.
const CUT_OFF: u32 = u32::MAX - 1;

impl<'b, 'r, W: QuarterWeight> BucketMerge<'b, 'r, W> {
    pub(crate) fn new(buffers: &'r mut Buffers<W>) -> Self {
        buffers.moves.clear();
        buffers.after.clear();
        buffers.numbers.clear();
        buffers.rests.clear();
        BucketMerge { buffers, sources: Vec::new() }
    }

    /// Adds a bucket, moved by this transition. `keep` drops a line, or returns its downs and an additional exponent
    /// of a word.
    pub(crate) fn add(
        &mut self,
        tables: &Tables,
        encoder: &MeasureEncoder,
        bucket: &'b Bucket<W>,
        transition: &Transition<'_, W>,
        growth: Option<&mut Growth>,
        keep: impl Fn(u64) -> Option<(u64, i64)>,
    ) {
        if bucket.some_survives & transition.needs != transition.needs {
            return;
        }
        let source = self.sources.len() as u32;
        let before = self.buffers.moves.len();
        for (number, line) in bucket.lines.iter().enumerate() {
            if line.survives & transition.needs == transition.needs
                && let Some((downs, besides)) = keep(transition.downs(tables, line.downs))
            {
                let factor = transition.worth(tables, encoder, line.downs, besides);
                self.buffers.moves.push(MovedLine { downs, source, line: number as u32, factor });
            }
        }
        if self.buffers.moves.len() == before {
            return;
        }
        let base = self.buffers.after.len();
        let added = transition.added;
        if let Some(growth) = growth {
            let mask = tables.packing.partition_mask();
            for &rest in &bucket.rests {
                let to = growth.apply(&tables.partitions, (rest & mask) as u32);
                self.buffers.after.push((rest | added) & !mask | u64::from(to.unwrap_or(0)));
                self.buffers.numbers.push(if to.is_some() { UNASKED } else { CUT_OFF });
            }
        } else {
            self.buffers.after.extend(bucket.rests.iter().map(|rest| rest | added));
            self.buffers.numbers.resize(self.buffers.after.len(), UNASKED);
        }
        self.sources.push(Source { bucket, base });
    }

    /// Passes every line to `take`: its downs, its cells, and the rests by number. Later lines may add more rests.
    ///
    /// # Errors
    /// A sum overflows, or `take` fails.
    pub(crate) fn lines(
        self,
        mut take: impl FnMut(u64, &mut Vec<(u32, W)>, &[u64]) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let BucketMerge { buffers: Buffers { moves, after, numbers, rests, line: dense }, sources } = self;
        moves.sort_unstable_by_key(|line| line.downs);
        for alike in moves.chunk_by(|one, other| one.downs == other.downs) {
            dense.cells.clear();
            for line in alike {
                let Source { bucket, base } = &sources[line.source as usize];
                let numbers = &mut numbers[*base..*base + bucket.rests.len()];
                for (rest, weight) in bucket.cells(line.line as usize) {
                    let mut number = numbers[*rest as usize];
                    if number == UNASKED {
                        number = rests.number(after[base + *rest as usize]);
                        numbers[*rest as usize] = number;
                        dense.places.resize(dense.places.len().max(rests.values().len()), 0);
                    }
                    if number != CUT_OFF {
                        dense.add(number, weight, &line.factor).ok_or(EngineError::Overflow)?;
                    }
                }
            }
            if !dense.cells.is_empty() {
                take(alike[0].downs, &mut dense.cells, rests.values())?;
            }
        }
        Ok(())
    }

    /// Returns the result as a bucket before `row`, or `None` if it is empty.
    ///
    /// # Errors
    /// A sum overflows.
    pub(crate) fn bucket(
        self,
        tables: &Tables,
        down_steps: &DownSteps,
        row: u32,
        above: u32,
    ) -> Result<Option<Bucket<W>>, EngineError> {
        let mut bucket =
            Bucket { row, above, lines: Vec::new(), rests: Vec::new(), cells: Vec::new(), some_survives: 0 };
        self.lines(|downs, cells, rests| {
            bucket.cells.append(cells);
            let survives = down_steps.survives(tables, above, downs);
            bucket.some_survives |= survives;
            bucket.lines.push(Line { downs, survives, end: bucket.cells.len() as u32 });
            let known = bucket.rests.len();
            bucket.rests.extend_from_slice(&rests[known..]);
            Ok(())
        })?;
        bucket.cells.shrink_to_fit();
        debug_assert!(bucket.lines.is_sorted_by(|one, other| one.downs < other.downs && one.end < other.end));
        Ok((!bucket.lines.is_empty()).then_some(bucket))
    }
}
