//! Regions: the columns and the runs of the middle lines that a quadrant's white squares connect.
//!
//! During a sweep, each open column and each run of the middle column that was reached has a *label*. Equal labels
//! mean the same region so far. Labels are numbered in order of first appearance, so equal partitions have equal
//! labels. A region that reaches neither the row below nor a middle line is cut off. A finished quadrant is described
//! by runs of the middle lines only ([`RunPartition`]).

use super::arm::{Arm, MAX_RUNS};

/// The label of a place that has none.
pub(crate) const NO_LABEL: u8 = u8::MAX;

/// The largest number of columns and runs of one middle column.
pub(crate) const LABELS: usize = 16;

/// The labels of columns and then, from the side's length on, of runs of the middle column.
pub(crate) type Labels = [u8; LABELS];

/// The region of each run that a quadrant connects: runs of the middle column, and from [`MAX_RUNS`] on runs of the
/// middle row.
pub(crate) type RunPartition = [u8; 2 * MAX_RUNS];

/// Disjoint sets, united towards the smaller number (Galler and Fischer, 1964).
struct DisjointSets([u8; 32]);

impl DisjointSets {
    fn new() -> DisjointSets {
        DisjointSets(std::array::from_fn(|place| place as u8))
    }

    fn root(&self, mut place: u8) -> u8 {
        while self.0[usize::from(place)] != place {
            place = self.0[usize::from(place)];
        }
        place
    }

    fn join(&mut self, one: u8, other: u8) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[usize::from(one.max(other))] = one.min(other);
    }
}

/// Assigns numbers in order of first request.
struct Renumbering {
    numbers: [u8; 32],
    fresh: u8,
}

impl Renumbering {
    fn new() -> Renumbering {
        Renumbering { numbers: [NO_LABEL; 32], fresh: 0 }
    }

    fn of(&mut self, root: u8) -> u8 {
        let name = &mut self.numbers[usize::from(root)];
        if *name == NO_LABEL {
            *name = self.fresh;
            self.fresh += 1;
        }
        *name
    }
}

/// The place of a row's first square; the places of the labels come before.
const SQUARES: u8 = LABELS as u8;

/// The regions after one more row, for any choice of the squares that continue below.
pub(crate) struct JoinedRow {
    side: usize,
    /// Indexed by column: the region of its white square.
    columns: [u8; LABELS],
    /// Indexed by run of the middle column that was reached: its region.
    runs: [u8; MAX_RUNS],
    met: usize,
    /// The regions of white squares, and those of runs, as bit sets.
    of_squares: u32,
    of_runs: u32,
}

impl JoinedRow {
    /// Adds row `row` of a quadrant with `side` columns. `above` are the open columns, which have these labels, and
    /// `white` are the row's white squares.
    pub(crate) fn new(
        side: usize,
        labels: &Labels,
        above: u32,
        white: u32,
        middle_column: &Arm,
        row: usize,
    ) -> JoinedRow {
        let mut sets = DisjointSets::new();
        let is = |set: u32, column: usize| set >> column & 1 == 1;
        let square = |column: usize| SQUARES + column as u8;
        for column in (0..side).filter(|&column| is(white, column)) {
            if is(above, column) {
                sets.join(labels[column], square(column));
            }
            if column > 0 && is(white, column - 1) {
                sets.join(square(column - 1), square(column));
            }
        }
        let here = middle_column.run(row);
        // A run that begins here has no label yet, so it takes the place after the squares.
        let begins = row == 0 || middle_column.run(row - 1).is_none();
        let place = |run: usize| if begins && here == Some(run) { square(side) } else { labels[side + run] };
        if let Some(run) = here.filter(|_| is(white, side - 1)) {
            sets.join(place(run), square(side - 1));
        }
        let mut joined = JoinedRow {
            side,
            columns: [NO_LABEL; LABELS],
            runs: [NO_LABEL; MAX_RUNS],
            met: middle_column.runs_to(row),
            of_squares: 0,
            of_runs: 0,
        };
        for column in (0..side).filter(|&column| is(white, column)) {
            joined.columns[column] = sets.root(square(column));
            joined.of_squares |= 1 << joined.columns[column];
        }
        for run in 0..joined.met {
            joined.runs[run] = sets.root(place(run));
            joined.of_runs |= 1 << joined.runs[run];
        }
        joined
    }

    /// Returns the labels if `open` are the squares that continue below, or `None` if a region is cut off.
    pub(crate) fn below(&self, open: u32) -> Option<Labels> {
        let open = || (0..self.side).filter(move |&column| open >> column & 1 == 1);
        let lives = open().fold(self.of_runs, |lives, column| lives | 1 << self.columns[column]);
        if self.of_squares & !lives != 0 {
            return None;
        }
        let (mut numbers, mut labels) = (Renumbering::new(), [NO_LABEL; LABELS]);
        for column in open() {
            labels[column] = numbers.of(self.columns[column]);
        }
        for run in 0..self.met {
            labels[self.side + run] = numbers.of(self.runs[run]);
        }
        Some(labels)
    }
}

/// Returns the regions of a finished quadrant whose `open` columns reach the middle row. A white centre connects the
/// last runs of both lines, if they reach it.
pub(crate) fn run_partition(
    side: usize,
    labels: &Labels,
    open: u32,
    middle_column: &Arm,
    middle_row: &Arm,
) -> RunPartition {
    let mut sets = DisjointSets::new();
    let place = |run: usize| SQUARES + run as u8;
    for column in (0..side).filter(|&column| open >> column & 1 == 1) {
        if let Some(run) = middle_row.run(column) {
            sets.join(labels[column], place(run));
        }
    }
    if let Some((one, other)) = middle_column.at_centre().zip(middle_row.at_centre()) {
        sets.join(labels[side + one], place(other));
    }
    let (mut numbers, mut run_partition) = (Renumbering::new(), [NO_LABEL; 2 * MAX_RUNS]);
    for run in 0..middle_column.runs() {
        run_partition[run] = numbers.of(sets.root(labels[side + run]));
    }
    for run in 0..middle_row.runs() {
        run_partition[MAX_RUNS + run] = numbers.of(sets.root(place(run)));
    }
    run_partition
}

/// Returns `true` if the white squares form one region. The left and the right quadrant (reflected) connect these
/// runs; the lower quadrants are their half-turn images.
pub(crate) fn is_one(left: &RunPartition, right: &RunPartition, middle_column: &Arm, middle_row: &Arm) -> bool {
    // The places of the runs: those of the middle column above and below the centre, those of the middle row left and
    // right of it.
    let [above, below, left_half, right_half] = [0, 1, 2, 3].map(|half| half * MAX_RUNS as u8);
    let mut sets = DisjointSets::new();
    let columns_and_rows = [(above, left_half), (above, right_half), (below, right_half), (below, left_half)];
    for (run_partition, (column, row)) in [left, right, left, right].into_iter().zip(columns_and_rows) {
        let mut first = [NO_LABEL; 2 * MAX_RUNS];
        let of_middle_column = (0..middle_column.runs()).map(|run| (run_partition[run], column + run as u8));
        let of_middle_row = (0..middle_row.runs()).map(|run| (run_partition[MAX_RUNS + run], row + run as u8));
        for (tie, place) in of_middle_column.chain(of_middle_row) {
            let first = &mut first[usize::from(tie)];
            if *first == NO_LABEL {
                *first = place;
            }
            sets.join(*first, place);
        }
    }
    let mut ends = middle_column.at_centre().into_iter().flat_map(|run| [above, below].map(|half| half + run as u8));
    let more = middle_row.at_centre().into_iter().flat_map(|run| [left_half, right_half].map(|half| half + run as u8));
    if let Some(first) = ends.next() {
        ends.chain(more).for_each(|place| sets.join(first, place));
    } else {
        let mut more = more;
        if let Some(first) = more.next() {
            more.for_each(|place| sets.join(first, place));
        }
    }
    let of = |halves: [u8; 2], arm: &Arm| {
        let runs = arm.runs() as u8;
        halves.into_iter().flat_map(move |half| (0..runs).map(move |run| half + run)).collect::<Vec<u8>>()
    };
    let mut places = of([above, below], middle_column)
        .into_iter()
        .chain(of([left_half, right_half], middle_row))
        .map(|place| sets.root(place));
    places.next().is_some_and(|first| places.all(|place| place == first))
}
