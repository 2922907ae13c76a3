//! Counting the quarters of every kind, a row at a time.
//!
//! Method. A quarter is built from the top row down, in the manner of transfer matrices (Conway, Enting and Guttmann
//! wrote of such sweeps in the 1990s; Jensen, 2001, packs the states). The colours of the next row are guessed while a
//! row is judged, so a square's checked state is known when its row is: its words across are judged for the whole row at
//! once, for all states that share the colours of three rows, and what is left to do for one state is a table look-up
//! for every part of a down word and one for the partition into components ([`Passage`]).
//!
//! The ends of the rows at the right (black, closed, open) are not part of a state: they are fixed one after the other,
//! depth first, so that of all quarters only those with one beginning of the right side are in memory at a time. And
//! within a row all states that can become equal have the same next row, and the same squares white in both: they meet
//! in a small table that stays in cache.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;

use super::block::{Centre, Skeleton};
use super::given::Given;
use super::merge::{Merger, State};
use super::partition::{Growth, Rim};
use super::parts::{CHECKED, UNCHECKED};
use super::passage::{Bucket, Joints, Passage};
use super::quarter::{End, Sites};
use super::tables::Tables;
use super::weight::Weight;
use crate::engine::locks::{locked, unlocked};
use crate::engine::{EngineError, Run};

/// Quarters that are alike but for what their states say.
pub struct Kind {
    pub skeleton: Skeleton,
    /// The closed sites on the right and at the bottom, a bit each.
    pub closed: [u32; 2],
}

/// Takes the quarters that a sweep has counted.
pub trait Receiver<W>: Sync {
    /// Whether quarters with these open sites are wanted. `right` says so of the first `rows` rows only.
    fn wants_right(&self, rows: usize, right: u32) -> bool;
    /// The same of the whole quarter.
    fn wants(&self, skeleton: Skeleton) -> bool;
    /// Takes all quarters of one kind, each state once. An error ends the sweep.
    fn receive(&self, kind: &Kind, states: &[State<W>]) -> Result<(), EngineError>;
}

/// What one thread needs again and again.
struct Worker<W> {
    merger: Merger<W>,
    growths: HashMap<Rim, Growth, FixedState>,
    /// The states of a bucket that live on, by index.
    alive: Vec<u32>,
}

impl<W: Weight> Worker<W> {
    fn new() -> Self {
        Worker { merger: Merger::new(), growths: HashMap::default(), alive: Vec::new() }
    }
}

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
pub fn sweep<W: Weight>(
    tables: &Tables,
    given: &Given,
    receiver: &dyn Receiver<W>,
    run: &Run,
) -> Result<(), EngineError> {
    let sweep = Sweep { tables, given, receiver, run, workers: Mutex::new(Vec::new()), failure: Mutex::new(None) };
    let top = Side { rows: 0, open: 0, closed: 0 };
    let joints = Joints::new(tables, 0);
    let first = tables.rows.possible().filter(|&row| given.allows(0, row)).map(|row| {
        let runs = Sites::new(tables.shape, 0, 0, row).runs();
        let partition = if tables.connected { tables.partitions.apart(runs).into() } else { 0 };
        Bucket::new(tables, &joints, row, 0, vec![State { down: 0, rest: partition, weight: W::one() }])
    });
    let first = Arc::new(first.collect());
    rayon::scope(|scope| sweep.descend(scope, top, &first));
    let failure = unlocked(sweep.failure);
    failure.map_or(Ok(()), Err)
}

struct Sweep<'t, W> {
    tables: &'t Tables,
    given: &'t Given,
    receiver: &'t dyn Receiver<W>,
    run: &'t Run,
    workers: Mutex<Vec<Worker<W>>>,
    failure: Mutex<Option<EngineError>>,
}

impl<W: Weight> Sweep<'_, W> {
    /// Sweeps on from `table`, once for each end that the row can have.
    fn descend<'s>(&'s self, scope: &rayon::Scope<'s>, side: Side, table: &Arc<Vec<Bucket<W>>>) {
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
                let idle = locked(&self.workers).pop();
                let mut worker = idle.unwrap_or_else(Worker::new);
                let joints = Joints::new(self.tables, side.rows);
                let step = Step { sweep: self, table: &table, joints, before: side, after: further, end };
                let outcome = if further.rows == self.tables.shape.height {
                    step.last_row(&mut worker).map(|()| None)
                } else {
                    step.row(&mut worker).map(Some)
                };
                locked(&self.workers).push(worker);
                drop(table);
                match outcome {
                    Ok(Some(next)) => self.descend(scope, further, &Arc::new(next)),
                    Ok(None) => {}
                    Err(error) => *locked(&self.failure) = Some(error),
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

    fn hand_over(&self, kind: &Kind, states: &[State<W>]) -> Result<(), EngineError> {
        let Sweep { tables, receiver, .. } = self;
        if !kind.skeleton.centre.is_linked() {
            return receiver.receive(kind, states);
        }
        // The word through the centre is this quarter's part, the centre, and the part again, turned. Once it is judged the
        // part no longer tells one quarter from another.
        let link = tables.packing.down(tables.shape.height);
        let class = tables.packing.class_mask();
        let letter = if kind.skeleton.centre == Centre::Crossed { CHECKED } else { UNCHECKED };
        let legal = |state: &&State<W>| tables.through_centre[(state.down >> link & class) as usize][letter];
        let forget = |state: &State<W>| State { down: state.down & !(class << link), ..state.clone() };
        let states: Vec<State<W>> = states.iter().filter(legal).map(forget).collect();
        if states.is_empty() { Ok(()) } else { receiver.receive(kind, &states) }
    }

    fn failed(&self) -> Option<EngineError> {
        locked(&self.failure).clone()
    }
}

/// One row with one end, over all states before it.
struct Step<'s, 't, W> {
    sweep: &'s Sweep<'t, W>,
    table: &'s [Bucket<W>],
    joints: Joints,
    before: Side,
    after: Side,
    end: End,
}

impl<W: Weight> Step<'_, '_, W> {
    /// The buckets by row, of the rows that can end so.
    fn sources(&self) -> impl Iterator<Item = &[Bucket<W>]> {
        let by_row = self.table.chunk_by(|one, other| one.row == other.row);
        by_row.filter(|buckets| self.end.suits(self.sweep.tables.shape, buckets[0].row))
    }

    /// The states after this row, for every next row.
    fn row(&self, worker: &mut Worker<W>) -> Result<Vec<Bucket<W>>, EngineError> {
        let Sweep { tables, given, run, .. } = self.sweep;
        let next_joints = Joints::new(tables, self.after.rows);
        let sources: Vec<&[Bucket<W>]> = self.sources().collect();
        let mut next = Vec::new();
        for below in tables.rows.possible().filter(|&below| given.allows(self.after.rows, below)) {
            run.check()?;
            let mut sources: Vec<(u32, &[Bucket<W>])> =
                sources.iter().map(|&buckets| (buckets[0].row & below, buckets)).collect();
            sources.sort_by_key(|&(both, _)| both);
            for same in sources.chunk_by(|one, other| one.0 == other.0) {
                for (_, buckets) in same {
                    self.pour(worker, buckets, below)?;
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
    fn last_row(&self, worker: &mut Worker<W>) -> Result<(), EngineError> {
        let mut states = Vec::new();
        for buckets in self.sources() {
            let row = buckets[0].row;
            for below in subsets(row) {
                self.sweep.run.check()?;
                let kinds = self.sweep.kinds(self.after, row, below);
                if kinds.is_empty() {
                    continue;
                }
                self.pour(worker, buckets, below)?;
                states.clear();
                worker.merger.drain_into(&mut states);
                if !states.is_empty() {
                    for kind in kinds {
                        self.sweep.hand_over(&kind, &states)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the successors of buckets of one row, with these squares white below it, to the worker's merger.
    fn pour(&self, worker: &mut Worker<W>, buckets: &[Bucket<W>], below: u32) -> Result<(), EngineError> {
        let Sweep { tables, .. } = self.sweep;
        let Worker { merger, growths, alive } = worker;
        let mut growth = tables.connected.then(|| {
            let rim = self.rim(buckets[0].row, below);
            growths.entry(rim).or_insert_with(|| Growth::new(&tables.partitions, rim))
        });
        for bucket in buckets {
            let passage = Passage::new::<W>(tables, &self.joints, bucket.row, bucket.above, below, self.end);
            if let Some(passage) = passage {
                passage.carry(tables, bucket, growth.as_deref_mut(), merger, alive)?;
            }
        }
        Ok(())
    }

    /// How the open sites after this row hang on those before it, where `row` has `below` under it.
    fn rim(&self, row: u32, below: u32) -> Rim {
        let shape = self.sweep.tables.shape;
        let old = Sites::new(shape, self.before.rows, self.before.open, row);
        let new = Sites::new(shape, self.after.rows, self.after.open, below);
        let mut rim = Rim::new(old.runs(), new.runs());
        let mut reach = |from: Option<usize>, to: Option<usize>| {
            if let (Some(from), Some(to)) = (from, to) {
                rim.reach(from, to);
            }
        };
        for i in 0..self.before.rows {
            reach(old.run_of_right(i), new.run_of_right(i));
        }
        reach(old.run_of_column(shape.width - 1), new.run_of_right(self.before.rows));
        for j in 0..shape.width {
            reach(old.run_of_column(j), new.run_of_column(j));
        }
        rim
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
