//! What hangs together: the columns and the runs of the middle lines that a quadrant's white squares join.
//!
//! In a sweep, a *label* for each open column and each run of the middle column that was met says which of them are one region so far; labels are
//! numbered in the order in which they come, so equal partitions look equal. A region that reaches neither the row below nor a middle line is cut off for good.
//! When a quadrant is done, only runs of middle lines are left ([`Ties`]).

use super::arm::{Arm, MOST_RUNS};

/// In labels: nothing stands there.
pub const NO_LABEL: u8 = u8::MAX;

/// Columns and runs of one middle column.
pub const LABELS: usize = 16;

/// Labels of columns, then, from the side's length on, of runs of the middle column.
pub type Labels = [u8; LABELS];

/// Which runs of the middle column, and, from [`MOST_RUNS`] on, of the middle row, a quadrant joins.
pub type RunPartition = [u8; 2 * MOST_RUNS];

/// Sets that are joined: union by the smaller number (Galler and Fischer, 1964).
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

/// Numbers in the order in which they are asked for.
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

/// Places of the squares of a row among the labels' places, which come first.
const SQUARES: u8 = LABELS as u8;

/// What hangs together after one more row, before it is known which of its squares go on below.
pub struct JoinedRow {
    side: usize,
    /// By column: of white squares, the number of the region they are in.
    columns: [u8; LABELS],
    /// The same of the runs of the middle column that were met.
    runs: [u8; MOST_RUNS],
    met: usize,
    /// The regions of white squares, and those that have a run.
    of_squares: u32,
    of_runs: u32,
}

impl JoinedRow {
    /// Row `row` of a quadrant with so many columns, beside that square of the middle column: `above` are the columns that come in from above, with
    /// these labels, `white` the row's white squares.
    pub fn new(
        side: usize,
        labels: &Labels,
        (above, white): (u32, u32),
        (middle_column, row): (&Arm, usize),
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
        // A run that begins here has no label yet: it takes the place after the squares.
        let begins = row == 0 || middle_column.run(row - 1).is_none();
        let place = |run: usize| if begins && here == Some(run) { square(side) } else { labels[side + run] };
        if let Some(run) = here.filter(|_| is(white, side - 1)) {
            sets.join(place(run), square(side - 1));
        }
        let mut joined = JoinedRow {
            side,
            columns: [NO_LABEL; LABELS],
            runs: [NO_LABEL; MOST_RUNS],
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

    /// The labels if these of its squares go on below. `None` if a region is cut off.
    pub fn below(&self, open: u32) -> Option<Labels> {
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

/// What a finished quadrant joins: `open` columns reach the middle row. The centre joins the last runs of both lines if it and they are white.
pub fn run_partition(side: usize, labels: &Labels, open: u32, middle_column: &Arm, middle_row: &Arm) -> RunPartition {
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
    let (mut numbers, mut run_partition) = (Renumbering::new(), [NO_LABEL; 2 * MOST_RUNS]);
    for run in 0..middle_column.runs() {
        run_partition[run] = numbers.of(sets.root(labels[side + run]));
    }
    for run in 0..middle_row.runs() {
        run_partition[MOST_RUNS + run] = numbers.of(sets.root(place(run)));
    }
    run_partition
}

/// Whether the white squares are one region when the left quadrant has the one ties and the right quadrant, reflected, the other; the lower quadrants are
/// these two, turned by half.
pub fn is_one(left: &RunPartition, right: &RunPartition, middle_column: &Arm, middle_row: &Arm) -> bool {
    // Places of runs: of the middle column above and below the centre, of the middle row left and right of it.
    let [above, below, left_half, right_half] = [0, 1, 2, 3].map(|half| half * MOST_RUNS as u8);
    let mut sets = DisjointSets::new();
    let columns_and_rows = [(above, left_half), (above, right_half), (below, right_half), (below, left_half)];
    for (run_partition, (column, row)) in [left, right, left, right].into_iter().zip(columns_and_rows) {
        let mut first = [NO_LABEL; 2 * MOST_RUNS];
        let of_middle_column = (0..middle_column.runs()).map(|run| (run_partition[run], column + run as u8));
        let of_middle_row = (0..middle_row.runs()).map(|run| (run_partition[MOST_RUNS + run], row + run as u8));
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
