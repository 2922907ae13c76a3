//! Counts the quarters of every signature, row by row.
//!
//! A quarter is built from the top row down, as in a transfer matrix (Conway, Enting and Guttmann described such
//! sweeps in the 1990s; Jensen, 2001, packs the states). The colours of the next row are chosen when a row is judged,
//! so the checked state of a square is known when its row is judged. The across words of a row are judged once for
//! all states that share the colours of three rows ([`Transition`]). The states between two rows are matrices, so
//! that little work remains per state ([`states`]).
//!
//! The open right sites are fixed row by row, depth first. So only quarters with one beginning of the right side are
//! in memory at a time, and upper rows are shared by all right sides that begin with them. All groups with the same
//! open right sites are completed together, one after the other.

pub(crate) mod intern;
pub(crate) mod states;
pub(crate) mod transition;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use arrayvec::ArrayVec;
use foldhash::fast::FixedState;

use crate::blocks::block::{Centre, Skeleton};
use crate::blocks::group::{Group, Layout};
use crate::given::Given;
use crate::measures::encoder::MeasureEncoder;
use crate::measures::weight::QuarterWeight;
use crate::partition::{BoundaryStep, Growth};
use crate::parts::{CHECKED, UNCHECKED};
use crate::prepared::PreparedProblem;
use crate::progress::{self, Share};
use crate::quarter::Sites;
use crate::sweep::states::{Bucket, BucketMerge, Buffers};
use crate::sweep::transition::{DownSteps, Side, Transition, boundary_step};
use crate::tables::Tables;
use gridcheck_core::locks::{locked, unlocked};
use gridcheck_engine::{EngineError, Run};

/// Receives the quarters that a sweep has counted.
pub(crate) trait Receiver<W>: Sync {
    /// Returns `true` if quarters with these open right sites are wanted. `right` describes the first `rows` rows
    /// only.
    fn wants_right(&self, rows: usize, right: u32) -> bool;
    /// Returns `true` if quarters with this skeleton are wanted.
    fn wants(&self, skeleton: Skeleton) -> bool;
    /// Returns `true` if the keys of a group have their sites in the order of a leading group.
    fn leads(&self, skeleton: Skeleton) -> bool;
    /// Receives all quarters of a skeleton, if there are any.
    ///
    /// # Errors
    /// An error ends the sweep.
    fn receive(&self, skeleton: Skeleton, layout: Layout, group: Group<W>) -> Result<(), EngineError>;
    /// Reports that all groups with these open right sites were delivered.
    ///
    /// # Errors
    /// An error ends the sweep.
    fn all_received(&self, right: u32) -> Result<(), EngineError>;
}

/// The buffers of one thread.
struct Worker<W: QuarterWeight> {
    buffers: Buffers<W>,
    growths: Growths,
}

type Growths = HashMap<BoundaryStep, Growth, FixedState>;

impl<W: QuarterWeight> Worker<W> {
    fn new() -> Self {
        Worker { buffers: Buffers::new(), growths: HashMap::default() }
    }
}

/// Counts all quarters that `receiver` wants and delivers them to it, from several threads.
///
/// # Errors
/// The run is stopped, a sum overflows, or the receiver fails.
pub(crate) fn sweep<W: QuarterWeight>(
    prepared: &PreparedProblem,
    given: &Given,
    receiver: &dyn Receiver<W>,
    run: &Run,
    share: &Share<'_>,
) -> Result<(), EngineError> {
    let PreparedProblem { tables, encoder, .. } = prepared;
    let (workers, failure) = (Mutex::new(Vec::new()), Mutex::new(None));
    let sweep = Sweep { tables, encoder, given, receiver, run, share, workers, failure };
    let first = tables.rows.possible().filter(|&row| given.allows(0, row)).map(|row| {
        let runs = Sites::new(tables.shape, 0, 0, row).runs();
        Bucket::top(row, if tables.connected { tables.partitions.apart(runs) } else { 0 })
    });
    let first = Arc::new(first.collect());
    rayon::scope(|scope| sweep.descend(scope, Side { rows: 0, open: 0 }, &first, share.units()));
    unlocked(sweep.failure).map_or(Ok(()), Err)
}

/// All states before a row, after one beginning of the right side.
type StateTable<W> = Vec<Bucket<W>>;

struct Sweep<'t, W: QuarterWeight> {
    tables: &'t Tables,
    encoder: &'t MeasureEncoder,
    given: &'t Given,
    receiver: &'t dyn Receiver<W>,
    run: &'t Run,
    share: &'t Share<'t>,
    workers: Mutex<Vec<Worker<W>>>,
    failure: Mutex<Option<EngineError>>,
}

impl<W: QuarterWeight> Sweep<'_, W> {
    /// Sweeps on from `table`, with the row's right site open and with it shut. This completes `units` units of the
    /// progress.
    fn descend<'s>(&'s self, scope: &rayon::Scope<'s>, side: Side, table: &Arc<StateTable<W>>, units: u64) {
        let work = [false, true].map(|open| self.work(side.with(open), table, open));
        for (open, units) in [false, true].into_iter().zip(progress::divide(units, &work)) {
            let further = side.with(open);
            if !self.receiver.wants_right(further.rows, further.open) {
                self.share.swept(units);
                continue;
            }
            let own = progress::row_units(units, self.tables.shape.height - further.rows);
            let table = Arc::clone(table);
            scope.spawn(move |scope| {
                if self.failed().is_some() {
                    return;
                }
                let idle = locked(&self.workers).pop();
                let mut worker = idle.unwrap_or_else(Worker::new);
                let down_steps = DownSteps::new(self.tables, self.encoder, side.rows);
                let step =
                    Step { sweep: self, table: &table, down_steps, before: side, after: further, open, units: own };
                let outcome = if further.rows == self.tables.shape.height {
                    step.last_row(&mut worker).map(|()| None)
                } else {
                    step.row(&mut worker).map(Some)
                };
                locked(&self.workers).push(worker);
                drop(table);
                match outcome {
                    Ok(Some(next)) => {
                        self.descend(scope, further, &Arc::new(next), units - own);
                    }
                    Ok(None) => {}
                    // Only the first error is the cause; later errors may result from ending the sweep.
                    Err(error) => {
                        locked(&self.failure).get_or_insert(error);
                    }
                }
            });
        }
    }

    /// Returns the relative cost of sweeping on from a table on this side.
    fn work(&self, after: Side, table: &StateTable<W>, open: bool) -> f64 {
        let shape = self.tables.shape;
        let rows = shape.height - after.rows;
        let states = |white: u32| {
            let ends_so = |bucket: &&Bucket<W>| bucket.row >> (shape.width - 1) & 1 == white;
            table.iter().filter(ends_so).map(Bucket::len).sum::<usize>()
        };
        // A tile wants only some of the possible right sides.
        let follows = |rest: &u32| self.receiver.wants_right(shape.height, after.open | rest << after.rows);
        let wanted = (0..1 << rows).filter(follows).count();
        progress::relative_cost(open, [states(0), states(1)], rows) * wanted as f64
    }

    fn failed(&self) -> Option<EngineError> {
        locked(&self.failure).clone()
    }
}

/// One row, with its right site open or shut, for all states before it.
struct Step<'s, 't, W: QuarterWeight> {
    sweep: &'s Sweep<'t, W>,
    table: &'s [Bucket<W>],
    down_steps: DownSteps,
    before: Side,
    after: Side,
    open: bool,
    /// The units of progress that it completes.
    units: u64,
}

/// A group under construction.
struct UnfinishedGroup<W> {
    skeleton: Skeleton,
    layout: Layout,
    group: Group<W>,
}

impl<W: QuarterWeight> Step<'_, '_, W> {
    /// Returns the buckets by row, for the rows that allow this right site.
    fn sources(&self) -> impl Iterator<Item = &[Bucket<W>]> {
        let by_row = self.table.chunk_by(|one, other| one.row == other.row);
        let last = self.sweep.tables.shape.width - 1;
        by_row.filter(move |buckets| !self.open || buckets[0].row >> last & 1 == 1)
    }

    /// Computes the states after this row, for every next row.
    fn row(&self, worker: &mut Worker<W>) -> Result<StateTable<W>, EngineError> {
        let Sweep { tables, encoder, given, run, .. } = self.sweep;
        let next_down_steps = DownSteps::new(tables, encoder, self.after.rows);
        let sources: Vec<&[Bucket<W>]> = self.sources().collect();
        let Worker { buffers, growths } = worker;
        let mut next = Vec::new();
        let is_wanted = self.endings();
        let is_wanted = |below: u32| is_wanted.as_ref().is_none_or(|wanted| wanted[below as usize]);
        let belows: Vec<u32> =
            tables.rows.possible().filter(|&below| given.allows(self.after.rows, below) && is_wanted(below)).collect();
        if belows.is_empty() {
            self.sweep.share.swept(self.units);
        }
        let units = progress::divide(self.units, &vec![1.0; belows.len()]);
        for (below, units) in belows.into_iter().zip(units) {
            run.check()?;
            // Sorting numbers, not sources, needs one sort for all weights.
            let mut order: Vec<(u32, usize)> =
                sources.iter().enumerate().map(|(i, buckets)| (buckets[0].row & below, i)).collect();
            order.sort_unstable();
            for same in order.chunk_by(|one, other| one.0 == other.0) {
                let mut merging = BucketMerge::new(buffers);
                for &(_, i) in same {
                    self.add_buckets(&mut merging, growths, sources[i], below, |downs| Some((downs, 0)));
                }
                if let Some(bucket) = merging.bucket(tables, &next_down_steps, below, same[0].0)? {
                    next.push(bucket);
                }
            }
            self.sweep.share.swept(units);
        }
        Ok(next)
    }

    /// Before the last row, returns for each next row whether a wanted quarter ends with it. The open bottom sites
    /// are white in the last row. This skips most rows if only certain groups are wanted.
    fn endings(&self) -> Option<Vec<bool>> {
        let Sweep { tables, receiver, .. } = self.sweep;
        let shape = tables.shape;
        if self.after.rows + 1 < shape.height {
            return None;
        }
        let mut wanted = vec![false; 1 << shape.width];
        for bottom in 0..1_u32 << shape.height {
            let is_wanted = |&open: &bool| {
                let right = self.after.with(open).open;
                let skeleton = |&centre: &Centre| Skeleton { centre, right, bottom };
                tables.centres().iter().map(skeleton).any(|skeleton| receiver.wants(skeleton))
            };
            wanted[bottom as usize] = [false, true].iter().any(is_wanted);
        }
        // Every superset of a sufficient row is sufficient.
        for square in 0..shape.width {
            for row in shape.rows().filter(|row| row >> square & 1 == 1) {
                wanted[row as usize] |= wanted[(row & !(1 << square)) as usize];
            }
        }
        Some(wanted)
    }

    /// Delivers the quarters that end with this row, group by group. Below it, the bottom sites and the link are
    /// chosen.
    fn last_row(&self, worker: &mut Worker<W>) -> Result<(), EngineError> {
        let Sweep { tables, encoder, receiver, run, .. } = self.sweep;
        let link = if tables.shape.has_centre() { 1 << tables.shape.height } else { 0 };
        for (bottom, units) in (0..).zip(self.units_by_bottom()) {
            run.check()?;
            let mut unfinished = self.wanted(bottom);
            if unfinished.is_empty() {
                self.sweep.share.swept(units);
                continue;
            }
            for buckets in self.sources().filter(|buckets| buckets[0].row & bottom == bottom) {
                let is_beside = |centre| match centre {
                    Centre::None | Centre::Black => true,
                    Centre::Other => buckets[0].row & link == 0,
                    Centre::Crossed | Centre::Own => false,
                };
                self.add(worker, buckets, bottom, &mut unfinished, is_beside, |downs| Some((downs, 0)))?;
                for (centre, letter) in [(Centre::Crossed, CHECKED), (Centre::Own, UNCHECKED)] {
                    if buckets[0].row & link != 0 {
                        // One end of its word is in this quarter.
                        let judged =
                            |downs| tables.through_centre(downs, letter).map(|(downs, tag)| (downs, encoder.end(tag)));
                        self.add(worker, buckets, bottom | link, &mut unfinished, |one| one == centre, judged)?;
                    }
                }
            }
            for UnfinishedGroup { skeleton, layout, mut group } in unfinished {
                if group.len() > 0 {
                    group.shrink();
                    receiver.receive(skeleton, layout, group)?;
                }
            }
            self.sweep.share.swept(units);
        }
        receiver.all_received(self.after.open)
    }

    /// Divides the units of the last row among the sets of open bottom sites.
    fn units_by_bottom(&self) -> Vec<u64> {
        let mut states = vec![0; 1 << self.sweep.tables.shape.height];
        for bucket in self.sources().flatten() {
            for (bottom, states) in (0..).zip(&mut states) {
                *states += if bucket.row & bottom == bottom { bucket.len() } else { 0 };
            }
        }
        let is_wanted = |bottom: u32| !self.wanted(bottom).is_empty();
        let work: Vec<f64> =
            (0..).zip(states).map(|(bottom, states)| if is_wanted(bottom) { states as f64 } else { 0.0 }).collect();
        progress::divide(self.units, &work)
    }

    /// Returns the wanted groups with these bottom sites, still empty.
    fn wanted(&self, bottom: u32) -> Vec<UnfinishedGroup<W>> {
        let Sweep { tables, given, receiver, .. } = self.sweep;
        let skeletons = tables
            .centres()
            .iter()
            .filter(|&&centre| given.allows_centre(centre))
            .map(|&centre| Skeleton { centre, right: self.after.open, bottom });
        let wanted = skeletons.filter(|&skeleton| receiver.wants(skeleton));
        let unfinished = wanted.map(|skeleton| {
            let layout = Layout::new(tables, skeleton, receiver.leads(skeleton));
            let group = Group::new(&layout);
            UnfinishedGroup { skeleton, layout, group }
        });
        unfinished.collect()
    }

    /// Adds the quarters that end with one row, with these squares white below it, to the groups of some roles of the
    /// centre.
    fn add(
        &self,
        worker: &mut Worker<W>,
        buckets: &[Bucket<W>],
        below: u32,
        unfinished: &mut [UnfinishedGroup<W>],
        centres: impl Fn(Centre) -> bool,
        keep: impl Fn(u64) -> Option<(u64, i64)>,
    ) -> Result<(), EngineError> {
        let mut unfinished: ArrayVec<(&mut UnfinishedGroup<W>, Vec<u128>), 4> = unfinished
            .iter_mut()
            .filter(|unfinished| centres(unfinished.skeleton.centre))
            .map(|unfinished| (unfinished, Vec::new()))
            .collect();
        if unfinished.is_empty() {
            return Ok(());
        }
        let closed = buckets[0].row & !below;
        let Worker { buffers, growths } = worker;
        let mut merging = BucketMerge::new(buffers);
        self.add_buckets(&mut merging, growths, buckets, below, keep);
        merging.lines(|downs, cells, rests| {
            for (UnfinishedGroup { layout, group, .. }, packed) in &mut unfinished {
                packed.extend(rests[packed.len()..].iter().map(|&rest| layout.pack_rest(rest)));
                group.add(layout.pack_downs(downs, closed), cells, packed);
            }
            Ok(())
        })
    }

    /// Adds buckets of one row to a merge, with these squares white below it.
    fn add_buckets<'b>(
        &self,
        merging: &mut BucketMerge<'b, '_, W>,
        growths: &mut Growths,
        buckets: &'b [Bucket<W>],
        below: u32,
        keep: impl Fn(u64) -> Option<(u64, i64)>,
    ) {
        let Sweep { tables, encoder, .. } = self.sweep;
        let mut growth = tables.connected.then(|| {
            let boundary_step = boundary_step(tables.shape, [self.before, self.after], [buckets[0].row, below]);
            growths.entry(boundary_step).or_insert_with(|| Growth::new(&tables.partitions, boundary_step))
        });
        for bucket in buckets {
            let transition =
                Transition::new(tables, encoder, &self.down_steps, [bucket.row, bucket.above, below], self.open);
            if let Some(transition) = transition {
                merging.add(tables, encoder, bucket, &transition, growth.as_deref_mut(), &keep);
            }
        }
    }
}
