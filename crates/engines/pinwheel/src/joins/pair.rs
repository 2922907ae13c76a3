//! Joins two groups that meet, or a group with itself, into grids.

use crate::blocks::block::Skeleton;
use crate::blocks::group::{Group, Key, Layout};
use crate::joins::join::Join;
use crate::joins::tails::TailCompatibility;
use crate::measures::weight::QuarterWeight;
use crate::prepared::PreparedProblem;
use crate::quarter::Turn;
use crate::tables::Tables;
use gridcheck_engine::{EngineError, Run};
use gridcheck_weight::sort_and_merge;

/// All quarters of one skeleton, with the layout of their keys.
pub(crate) type GroupWithLayout<W> = (Layout, Group<W>);

/// Returns the total weight of the grids in which a quarter of `one`, the group of this skeleton, meets one of `two`.
/// Without `two`, the group meets its turned image.
///
/// # Errors
/// The count was stopped, a sum overflows, or the memory is exhausted.
pub(crate) fn grids<W: QuarterWeight>(
    prepared: &PreparedProblem,
    run: &Run,
    skeleton: Skeleton,
    one: GroupWithLayout<W>,
    two: Option<GroupWithLayout<W>>,
) -> Result<W::Total, EngineError> {
    let pair = Pair { prepared, run, skeleton };
    match (one, two) {
        ((layout, Group::Narrow(one)), Some((other, Group::Narrow(two)))) => pair.meet([&layout, &other], one, two),
        ((layout, Group::Wide(one)), Some((other, Group::Wide(two)))) => pair.meet([&layout, &other], one, two),
        ((layout, Group::Narrow(one)), None) => pair.meet_itself(&layout, one),
        ((layout, Group::Wide(one)), None) => pair.meet_itself(&layout, one),
        // Both layouts of a pair take the same number of bits, and this decides the width of the keys.
        _ => Err(EngineError::Failed { engine: crate::facts::NAME, what: "groups of two widths meet".to_owned() }),
    }
}

struct Pair<'q> {
    prepared: &'q PreparedProblem,
    run: &'q Run,
    skeleton: Skeleton,
}

impl Pair<'_> {
    /// Joins a group with its turned image, whose sites are in the other order.
    fn meet_itself<K: Key, W: QuarterWeight>(
        &self,
        layout: &Layout,
        one: Vec<(K, W)>,
    ) -> Result<W::Total, EngineError> {
        let turned = Layout::new(self.tables(), self.skeleton, false);
        let reordering = layout.reordering(&turned);
        let two = one.iter().map(|(key, weight)| (reordering.apply(*key), weight.clone())).collect();
        self.meet([layout, &turned], one, two)
    }

    fn meet<K: Key, W: QuarterWeight>(
        &self,
        layouts: [&Layout; 2],
        mut one: Vec<(K, W)>,
        mut two: Vec<(K, W)>,
    ) -> Result<W::Total, EngineError> {
        let mut join = join(self.prepared, self.run, self.skeleton, layouts, [&mut one, &mut two]);
        match self.prepared.turn {
            Turn::Quarter => join.with_itself(&one, &two),
            Turn::Half => {
                sort_and_merge(&mut one).ok_or(EngineError::Overflow)?;
                sort_and_merge(&mut two).ok_or(EngineError::Overflow)?;
                join.grids(&one, &two)
            }
        }
    }

    fn tables(&self) -> &Tables {
        &self.prepared.tables
    }
}

/// Prepares the join of two groups with these keys. Replaces the tails of the keys by their indices.
pub(crate) fn join<'q, K: Key, W: QuarterWeight>(
    prepared: &'q PreparedProblem,
    run: &'q Run,
    skeleton: Skeleton,
    layouts: [&Layout; 2],
    groups: [&mut Vec<(K, W)>; 2],
) -> Join<'q, K, W> {
    let mut tails = TailCompatibility::new(&prepared.tables, skeleton, layouts);
    let tail = (1_u64 << layouts[0].tail_bits()) - 1;
    for (group, keys) in groups.into_iter().enumerate() {
        for (key, _) in keys.iter_mut() {
            let index = tails.index(group, key.low() & tail);
            *key = *key & !K::from(tail) | K::from(index.into());
        }
    }
    let fits = [&prepared.fits[0], &prepared.fits[1]];
    Join::new(&prepared.tables, &prepared.encoder, layouts[0], fits, tails, run)
}
