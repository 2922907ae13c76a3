//! Two groups that meet, or one that meets itself: the grids that they make together.

use super::block::Skeleton;
use super::group::{Group, Key, Layout};
use super::join::Meeting;
use super::question::{Question, Turn};
use super::ring::Ring;
use super::tables::Tables;
use super::weight::Weight;
use gridcheck_run::{EngineError, Run};

/// All quarters of one skeleton, and how their keys are laid out.
pub type Laid<W> = (Layout, Group<W>);

/// What the quarters of the grids are worth in which `one`, of this skeleton, meets `two`, or itself.
pub fn grids<W: Weight>(
    question: &Question,
    run: &Run,
    skeleton: Skeleton,
    one: Laid<W>,
    two: Option<Laid<W>>,
) -> Result<W::Total, EngineError> {
    let pair = Pair { question, run, skeleton };
    match (one, two) {
        ((layout, Group::Narrow(one)), Some((other, Group::Narrow(two)))) => pair.meet([&layout, &other], one, two),
        ((layout, Group::Wide(one)), Some((other, Group::Wide(two)))) => pair.meet([&layout, &other], one, two),
        ((layout, Group::Narrow(one)), None) => pair.meet_itself(&layout, one),
        ((layout, Group::Wide(one)), None) => pair.meet_itself(&layout, one),
        // Both layouts of a pair take the same number of bits, which decides how wide the keys are.
        _ => Err(EngineError::Failed { engine: super::NAME, what: "groups of two widths meet".to_owned() }),
    }
}

struct Pair<'q> {
    question: &'q Question,
    run: &'q Run,
    skeleton: Skeleton,
}

impl Pair<'_> {
    /// A group that meets itself meets it turned: its sites in the other order.
    fn meet_itself<K: Key, W: Weight>(&self, layout: &Layout, one: Vec<(K, W)>) -> Result<W::Total, EngineError> {
        let turned = Layout::new(self.tables(), self.skeleton, false);
        let reordering = layout.reordering(&turned);
        let two = one.iter().map(|(key, weight)| (reordering.apply(*key), weight.clone())).collect();
        self.meet([layout, &turned], one, two)
    }

    fn meet<K: Key, W: Weight>(
        &self,
        layouts: [&Layout; 2],
        mut one: Vec<(K, W)>,
        mut two: Vec<(K, W)>,
    ) -> Result<W::Total, EngineError> {
        let mut meeting = meeting(self.question, self.run, self.skeleton, layouts, [&mut one, &mut two]);
        match self.question.turn {
            Turn::Quarter => meeting.with_itself(&one, &two),
            Turn::Half => {
                sort(&mut one)?;
                sort(&mut two)?;
                meeting.grids(&one, &two)
            }
        }
    }

    fn tables(&self) -> &Tables {
        &self.question.tables
    }
}

/// A meeting of the quarters of a skeleton with these keys, whose tails become the indices of its ring.
pub fn meeting<'q, K: Key, W: Weight>(
    question: &'q Question,
    run: &'q Run,
    skeleton: Skeleton,
    layouts: [&Layout; 2],
    groups: [&mut Vec<(K, W)>; 2],
) -> Meeting<'q, K, W> {
    let mut ring = Ring::new(&question.tables, skeleton, layouts);
    let tail = (1_u64 << layouts[0].tail_bits()) - 1;
    for (group, keys) in groups.into_iter().enumerate() {
        for (key, _) in keys.iter_mut() {
            let index = ring.index(group, key.low() & tail);
            *key = *key & !K::from(tail) | K::from(index.into());
        }
    }
    let fits = [&question.fits[0], &question.fits[1]];
    Meeting::new((&question.tables, &question.meter), layouts[0], fits, ring, run)
}

/// Sorts keys and puts equal ones together.
pub fn sort<K: Key, W: Weight>(keys: &mut Vec<(K, W)>) -> Result<(), EngineError> {
    keys.sort_unstable_by_key(|&(key, _)| key);
    let mut fits = true;
    keys.dedup_by(|(key, weight), (before, sum)| {
        let same = key == before;
        if same {
            fits &= sum.add(weight).is_some();
        }
        same
    });
    if fits { Ok(()) } else { Err(EngineError::Overflow) }
}
