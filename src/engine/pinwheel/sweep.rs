//! Counting the quarters of every kind, a row at a time.
//!
//! Method. A quarter is built from the top row down, in the manner of transfer matrices (Conway, Enting and Guttmann
//! wrote of such sweeps in the 1990s; Jensen, 2001, packs the states). The colours of the next row are guessed while a row is judged,
//! so a square's checked state is known when its row is: its words across are judged for the whole row at once, for all
//! states that share the colours of three rows, and what is left to do for one state is a table look-up for every
//! part of a down word and one for the partition into components.
//!
//! The ends of the rows at the right (black, closed, open) are not part of a state: they are fixed one after the other,
//! depth first, so that of all quarters only those with one beginning of the right side are in memory at a time. And within a
//! row all states that can become equal have the same next row, and the same squares white in both: they meet in a small
//! table that stays in cache.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use super::block::{Centre, Skeleton};
use super::given::Given;
use super::join::Fits;
use super::merge::{Merger, State};
use super::number::Number;
use super::partition::{Growth, Partitions, Rim};
use super::quarter::{End, Lines, Rows, Shape, Sites};
use crate::engine::parts::{CHECKED, Class, Parts, UNCHECKED};
use crate::engine::{EngineError, Run};

/// What a sweep goes by: the question, turned into tables.
pub struct Tables {
    pub shape: Shape,
    pub parts: Parts,
    pub rows: Rows,
    pub lines: Lines,
    pub partitions: Partitions,
    pub packing: Packing,
    /// Whether components matter.
    pub connected: bool,
    /// Whether the centre may be a run of one square.
    pub single_cells: bool,
    /// By class of a link: whether the centre may be its word's middle letter, unchecked and checked.
    pub through_centre: Vec<[bool; 2]>,
}

/// Where a state's fields are. The down parts have a word to themselves, column j from bit `j * class` on. The other word
/// holds, from the lowest bit: the partition's number, the lines touched, the across parts that lead out of the right side.
#[derive(Debug, Clone, Copy)]
pub struct Packing {
    /// Bits of a class, of a partition's number, of the lines touched.
    pub class: u32,
    pub partition: u32,
    pub touched: u32,
}

impl Packing {
    /// The place of the across part of row `i`.
    pub fn across(self, i: usize) -> u32 {
        self.partition + self.touched + self.class * i as u32
    }

    /// The place of the down part of column `j`.
    pub fn down(self, j: usize) -> u32 {
        self.class * j as u32
    }

    pub fn class_mask(self) -> u64 {
        (1 << self.class) - 1
    }

    fn partition_mask(self) -> u64 {
        (1 << self.partition) - 1
    }
}

/// Quarters that are alike but for what their states say.
pub struct Kind {
    pub skeleton: Skeleton,
    /// The closed sites on the right and at the bottom, a bit each.
    pub closed: [u32; 2],
}

/// Takes the quarters that a sweep has counted.
pub trait Receiver<N>: Sync {
    /// Whether quarters with these open sites are wanted. `right` says so of the first `rows` rows only.
    fn wants_right(&self, rows: usize, right: u32) -> bool;
    /// The same of the whole quarter.
    fn wants(&self, skeleton: Skeleton) -> bool;
    /// Takes all quarters of one kind, each state once. An error ends the sweep.
    fn receive(&self, kind: &Kind, states: &[State<N>]) -> Result<(), EngineError>;
}

/// All states with the same row to be judged next, and the same squares above it white.
///
/// Invariant: `survives` has an entry a state, as [`Joints::survives`] gives it for the row.
struct Bucket<N> {
    row: u32,
    above: u32,
    states: Vec<State<N>>,
    survives: Vec<u64>,
    /// What some state survives.
    some_survives: u64,
}

impl<N> Bucket<N> {
    fn new(tables: &Tables, joints: &Joints, row: u32, above: u32, states: Vec<State<N>>) -> Self {
        let survives: Vec<u64> = states.iter().map(|state| joints.survives(tables, above, state.down)).collect();
        let some_survives = survives.iter().fold(0, |some, survives| some | survives);
        Bucket { row, above, states, survives, some_survives }
    }
}

/// What one thread needs again and again.
struct Worker<N> {
    merger: Merger<N>,
    growths: Growths,
    /// The states of a bucket that live on, by index.
    alive: Vec<u32>,
}

type Growths = HashMap<Rim, Growth, FixedState>;

/// The ends of the rows so far.
#[derive(Debug, Clone, Copy)]
struct Side {
    rows: usize,
    open: u32,
    closed: u32,
}

impl Side {
    fn with(self, end: End) -> Self {
        let bit = |is: bool| u32::from(is) << self.rows;
        Side {
            rows: self.rows + 1,
            open: self.open | bit(end == End::Open),
            closed: self.closed | bit(end == End::Closed),
        }
    }
}

/// Counts all quarters that `receiver` wants and hands them to it, in no particular order, from several threads.
pub fn sweep<N: Number>(
    tables: &Tables,
    given: &Given,
    receiver: &dyn Receiver<N>,
    run: &Run,
) -> Result<(), EngineError> {
    let sweep = Sweep { tables, given, receiver, run, workers: Mutex::new(Vec::new()), failure: Mutex::new(None) };
    let top = Side { rows: 0, open: 0, closed: 0 };
    let joints = Joints::new(tables, 0);
    let first = tables.rows.possible().filter(|&row| given.allows(0, row)).map(|row| {
        let runs = Sites::new(tables.shape, 0, 0, row).runs();
        let partition = if tables.connected { tables.partitions.apart(runs).into() } else { 0 };
        Bucket::new(tables, &joints, row, 0, vec![State { down: 0, rest: partition, count: N::ONE }])
    });
    let first = Arc::new(first.collect());
    rayon::scope(|scope| sweep.descend(scope, top, &first));
    let failure = sweep.failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

struct Sweep<'t, N> {
    tables: &'t Tables,
    given: &'t Given,
    receiver: &'t dyn Receiver<N>,
    run: &'t Run,
    workers: Mutex<Vec<Worker<N>>>,
    failure: Mutex<Option<EngineError>>,
}

impl<N: Number> Sweep<'_, N> {
    /// Sweeps on from `table`, once for each end that the row can have.
    fn descend<'s>(&'s self, scope: &rayon::Scope<'s>, side: Side, table: &Arc<Vec<Bucket<N>>>) {
        for end in End::ALL {
            let further = side.with(end);
            if !self.receiver.wants_right(further.rows, further.open) {
                continue;
            }
            let table = Arc::clone(table);
            scope.spawn(move |scope| {
                if self.failed().is_some() {
                    return;
                }
                let idle = self.workers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
                let mut worker = idle.unwrap_or_else(|| Worker {
                    merger: Merger::new(),
                    growths: Growths::default(),
                    alive: Vec::new(),
                });
                let step = Step { sweep: self, worker: &mut worker, table: &table, before: side, after: further, end };
                let outcome = if further.rows == self.tables.shape.height {
                    step.last_row().map(|()| None)
                } else {
                    step.row().map(Some)
                };
                self.workers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(worker);
                drop(table);
                match outcome {
                    Ok(Some(next)) => self.descend(scope, further, &Arc::new(next)),
                    Ok(None) => {}
                    Err(error) => *self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error),
                }
            });
        }
    }

    /// The kinds of quarter with this last row and these squares white below it.
    fn kinds(&self, side: Side, row: u32, below: u32) -> Vec<Kind> {
        let shape = self.tables.shape;
        let sites = (1 << shape.height) - 1;
        let link = 1 << (shape.width - 1);
        let centres: &[Centre] = match (shape.has_centre(), row & link != 0, below & link != 0) {
            (false, ..) => &[Centre::None],
            (true, false, _) if self.tables.single_cells => &[Centre::Black, Centre::Theirs],
            (true, true, true) if self.tables.single_cells => &[Centre::Crossed, Centre::Mine],
            (true, true, true) => &[Centre::Crossed],
            (true, ..) => &[Centre::Black],
        };
        let kind = |&centre: &Centre| Kind {
            skeleton: Skeleton { centre, right: side.open, bottom: below & sites },
            closed: [side.closed, row & !below & sites],
        };
        centres
            .iter()
            .filter(|&&centre| self.given.allows_centre(centre))
            .map(kind)
            .filter(|kind| self.receiver.wants(kind.skeleton))
            .collect()
    }

    fn hand_over(&self, kind: &Kind, states: &[State<N>]) -> Result<(), EngineError> {
        let Sweep { tables, receiver, .. } = self;
        if !kind.skeleton.centre.is_linked() {
            return receiver.receive(kind, states);
        }
        // The word through the centre is this quarter's part, the centre, and the part again, turned.
        let link = tables.packing.down(tables.shape.height);
        let letter = if kind.skeleton.centre == Centre::Crossed { CHECKED } else { UNCHECKED };
        let legal = |state: &&State<N>| {
            tables.through_centre[(state.down >> link & tables.packing.class_mask()) as usize][letter]
        };
        let states: Vec<State<N>> = states.iter().filter(legal).copied().collect();
        // The link's part is judged: it no longer parts one quarter from another.
        let forget = |state: State<N>| State { down: state.down & !(tables.packing.class_mask() << link), ..state };
        let states: Vec<State<N>> = states.into_iter().map(forget).collect();
        if states.is_empty() { Ok(()) } else { receiver.receive(kind, &states) }
    }

    fn failed(&self) -> Option<EngineError> {
        self.failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

/// One row with one end, over all states before it.
struct Step<'s, 't, N> {
    sweep: &'s Sweep<'t, N>,
    worker: &'s mut Worker<N>,
    table: &'s [Bucket<N>],
    before: Side,
    after: Side,
    end: End,
}

impl<N: Number> Step<'_, '_, N> {
    /// The states after this row, for every next row.
    fn row(self) -> Result<Vec<Bucket<N>>, EngineError> {
        let Step { sweep, worker, table, .. } = self;
        let tables = sweep.tables;
        let joints = Joints::new(tables, self.before.rows);
        let next_joints = Joints::new(tables, self.after.rows);
        let sources: Vec<&[Bucket<N>]> = table
            .chunk_by(|one, other| one.row == other.row)
            .filter(|buckets| self.end.suits(tables.shape, buckets[0].row))
            .collect();
        let mut next = Vec::new();
        for below in tables.rows.possible().filter(|&below| sweep.given.allows(self.after.rows, below)) {
            sweep.run.check()?;
            let mut sources: Vec<(u32, &[Bucket<N>])> =
                sources.iter().map(|&buckets| (buckets[0].row & below, buckets)).collect();
            sources.sort_by_key(|&(both, _)| both);
            for same in sources.chunk_by(|one, other| one.0 == other.0) {
                for (_, buckets) in same {
                    let mut growth =
                        growth(tables, &mut worker.growths, self.before, self.after, buckets[0].row, below);
                    for bucket in *buckets {
                        let passage = Passage::new(tables, &joints, bucket.row, bucket.above, below, self.end);
                        if let Some(passage) = passage {
                            passage.carry(
                                tables,
                                bucket,
                                growth.as_deref_mut(),
                                &mut worker.merger,
                                &mut worker.alive,
                            )?;
                        }
                    }
                }
                let states = worker.merger.take();
                if !states.is_empty() {
                    next.push(Bucket::new(tables, &next_joints, below, same[0].0, states));
                }
            }
        }
        Ok(next)
    }

    /// Hands over the quarters that end with this row; what is guessed below it are the bottom sites and the link.
    fn last_row(self) -> Result<(), EngineError> {
        let Step { sweep, table, before, after, .. } = self;
        let (tables, worker) = (sweep.tables, &mut *self.worker);
        let joints = Joints::new(tables, self.before.rows);
        let mut states = Vec::new();
        for buckets in table.chunk_by(|one, other| one.row == other.row) {
            let row = buckets[0].row;
            if !self.end.suits(tables.shape, row) {
                continue;
            }
            for below in subsets(row) {
                sweep.run.check()?;
                let kinds = sweep.kinds(after, row, below);
                if kinds.is_empty() {
                    continue;
                }
                let mut growth = growth(tables, &mut worker.growths, before, after, row, below);
                for bucket in buckets {
                    let passage = Passage::new(tables, &joints, row, bucket.above, below, self.end);
                    if let Some(passage) = passage {
                        passage.carry(tables, bucket, growth.as_deref_mut(), &mut worker.merger, &mut worker.alive)?;
                    }
                }
                states.clear();
                worker.merger.drain_into(&mut states);
                if !states.is_empty() {
                    for kind in kinds {
                        sweep.hand_over(&kind, &states)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// All bit sets within `set`.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0_u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != set).then(|| (subset | !set).wrapping_add(1) & set);
        Some(subset)
    })
}

/// The step from one partition to the next where row `row` has `below` under it. `None` where components do not matter.
fn growth<'g>(
    tables: &Tables,
    known: &'g mut Growths,
    before: Side,
    after: Side,
    row: u32,
    below: u32,
) -> Option<&'g mut Growth> {
    if !tables.connected {
        return None;
    }
    let shape = tables.shape;
    let old = Sites::new(shape, before.rows, before.open, row);
    let new = Sites::new(shape, after.rows, after.open, below);
    let mut rim = Rim::new(old.runs(), new.runs());
    let mut reach = |from: Option<usize>, to: Option<usize>| {
        if let (Some(from), Some(to)) = (from, to) {
            rim.reach(from, to);
        }
    };
    for i in 0..before.rows {
        reach(old.run_of_right(i), new.run_of_right(i));
    }
    reach(old.run_of_column(shape.width - 1), new.run_of_right(before.rows));
    for j in 0..shape.width {
        reach(old.run_of_column(j), new.run_of_column(j));
    }
    Some(known.entry(rim).or_insert_with(|| Growth::new(&tables.partitions, rim)))
}

/// What becomes of the down parts in one row: by whether the word goes on below (2) or ends (0), plus the row's letter, and
/// by class. A word that ends leaves class 0; a word that is not legal leaves none.
struct Joints {
    row: usize,
    tables: [[Option<Class>; Fits::MOST]; 4],
}

/// Bits of [`Joints::survives`] for each of the four tables; a quarter is no wider than this.
const COLUMNS: usize = 16;

impl Joints {
    fn new(tables: &Tables, row: usize) -> Self {
        let mut joints = [[None; Fits::MOST]; 4];
        if let Some(above) = row.checked_sub(1).filter(|_| row < tables.shape.height) {
            for class in 0..tables.parts.classes(above) as Class {
                for letter in [UNCHECKED, CHECKED] {
                    let next = tables.parts.next(above, class, letter);
                    joints[2 + letter][usize::from(class)] = next;
                    joints[letter][usize::from(class)] = next.filter(|&next| tables.parts.whole(row, next)).map(|_| 0);
                }
            }
        }
        Joints { row, tables: joints }
    }

    /// Which of the four things may happen to the down part of each column with a white square above: bit `16 * t + j` for
    /// table t and column j.
    fn survives(&self, tables: &Tables, above: u32, down: u64) -> u64 {
        let packing = tables.packing;
        let columns = (0..tables.shape.width).filter(|j| above >> j & 1 == 1);
        columns.fold(0, |survives, j| {
            let class = (down >> packing.down(j) & packing.class_mask()) as usize;
            (0..4).fold(survives, |survives, table| {
                survives | u64::from(self.tables[table][class].is_some()) << (COLUMNS * table + j)
            })
        })
    }
}

/// What happens to every state of a bucket when its row is judged with a certain row below.
struct Passage<'j> {
    /// By column with white squares above and below: its place, and what becomes of its part.
    columns: [(u32, &'j [Option<Class>; Fits::MOST]); COLUMNS],
    count: usize,
    /// What must be possible for a state to live on, as in [`Joints::survives`].
    needs: u64,
    /// The parts that begin in this row.
    begun: u64,
    /// What the row adds to the rest of the state.
    added: u64,
}

impl<'j> Passage<'j> {
    /// `None` if a word of this row, or a down word of one square, is not legal.
    fn new(tables: &Tables, joints: &'j Joints, row: u32, above: u32, below: u32, end: End) -> Option<Self> {
        let Tables { shape, parts, packing, .. } = tables;
        let i = joints.row;
        let across = tables.rows.judge(row, row & (above | below), end)?;
        let past_end = u32::from(end == End::Open) << (shape.width - 1);
        let checked = row << 1 | row >> 1 | past_end;
        let mut begun = 0;
        let mut columns = [(0, &joints.tables[0]); COLUMNS];
        let (mut count, mut needs) = (0, 0);
        for j in (0..shape.width).filter(|j| row >> j & 1 == 1) {
            let letter = if checked >> j & 1 == 1 { CHECKED } else { UNCHECKED };
            let goes_on = below >> j & 1 == 1;
            if above >> j & 1 == 1 {
                let table = 2 * usize::from(goes_on) + letter;
                needs |= 1 << (COLUMNS * table + j);
                if goes_on {
                    columns[count] = (packing.down(j), &joints.tables[table]);
                    count += 1;
                }
            } else {
                let first = parts.first(i, letter)?;
                if goes_on {
                    begun |= u64::from(first) << packing.down(j);
                } else if !parts.whole(i, first) {
                    return None;
                }
            }
        }
        let touched = tables.lines.touched(i, row) << packing.partition;
        let added = touched | if end == End::Open { u64::from(across) << packing.across(i) } else { 0 };
        Some(Passage { columns, count, needs, begun, added })
    }

    fn carry<N: Number>(
        &self,
        tables: &Tables,
        bucket: &Bucket<N>,
        mut growth: Option<&mut Growth>,
        merger: &mut Merger<N>,
        alive: &mut Vec<u32>,
    ) -> Result<(), EngineError> {
        if bucket.some_survives & self.needs != self.needs {
            return Ok(());
        }
        // Most states die here: the few are picked out first, without a branch for each.
        alive.resize(alive.len().max(bucket.states.len()), 0);
        let mut living = 0;
        for (index, survives) in bucket.survives.iter().enumerate() {
            alive[living] = index as u32;
            living += usize::from(survives & self.needs == self.needs);
        }
        let columns = &self.columns[..self.count];
        let (class, partition) = (tables.packing.class_mask(), tables.packing.partition_mask());
        for &index in &alive[..living] {
            let state = &bucket.states[index as usize];
            let mut rest = state.rest | self.added;
            if let Some(growth) = growth.as_deref_mut() {
                let Some(to) = growth.apply(&tables.partitions, (rest & partition) as u32) else { continue };
                rest = rest & !partition | u64::from(to);
            }
            let mut down = self.begun;
            for &(place, table) in columns {
                // A part that survives has a class.
                let next = table[(state.down >> place & class) as usize].unwrap_or_default();
                down |= u64::from(next) << place;
            }
            merger.add(State { down, rest, count: state.count }).ok_or(EngineError::Overflow)?;
        }
        Ok(())
    }
}
