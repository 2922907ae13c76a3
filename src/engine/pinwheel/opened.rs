//! A block opened: its quarters one by one, so that a grid of it has a number and a number a grid.
//!
//! The grids of a block in which the first quarter has a certain skeleton are in the order of, first, the first quarter's key,
//! second, the second one's, then the first quarter among those of its key, then the second. Quarters of one key are in the order of
//! their rows, as numbers. To find the grid of a number, the first keys are halved again and again: how many grids one half
//! makes with all second keys the join says ([`Meeting`]). A quarter of its key is found row by row: one sweep under which a quarter
//! is worth x to the power of a row's colours ([`Meter::of_row`](super::meter::Meter::of_row)) says how many there are of each row.
//! (Unranking by counting: Nijenhuis and Wilf, 1975.)

use std::sync::Mutex;

use super::block::Skeleton;
use super::given::Given;
use super::group::{Group, Key, Layout};
use super::join::Meeting;
use super::meter::Meter;
use super::pair::{meeting, sort};
use super::progress::Share;
use super::question::{Question, Turn};
use super::spread::Spread;
use super::sweep::{Receiver, sweep};
use super::weight::Weight;
use crate::engine::locks::{locked, unlocked};
use crate::engine::{EngineError, Run};

/// The rows of a quarter, from the top.
pub type Rows = Vec<u32>;

/// The grids of a block whose first quarter has some skeleton.
pub trait Opened {
    /// How many grids there are.
    fn len(&mut self) -> Result<u128, EngineError>;
    /// The two quarters of the grid of this number, which must be less than there are. Where grids are unchanged by a quarter turn
    /// both are the same.
    fn quarters(&mut self, number: u128) -> Result<[Rows; 2], EngineError>;
    /// The number of the grid with these quarters; `None` if there is none.
    fn number(&mut self, quarters: [&Rows; 2]) -> Result<Option<u128>, EngineError>;
}

/// The block's grids of which the first quarter has this skeleton; `None` if there are none.
pub fn open<'q>(
    question: &'q Question,
    run: &'q Run,
    skeleton: Skeleton,
) -> Result<Option<Box<dyn Opened + 'q>>, EngineError> {
    let skeletons = [skeleton, skeleton.turned()];
    let [one, two] = [0, 1].map(|side| {
        let given = of_side(&question.given, side);
        quarters::<u64>((question, &Meter::default()), given, run, skeletons[side], side == 0)
    });
    Ok(match (one?, two?) {
        (Some((layout, Group::Narrow(one))), Some((other, Group::Narrow(two)))) => {
            Some(Box::new(Pairs::new(question, run, skeleton, [&layout, &other], [one, two])?))
        }
        (Some((layout, Group::Wide(one))), Some((other, Group::Wide(two)))) => {
            Some(Box::new(Pairs::new(question, run, skeleton, [&layout, &other], [one, two])?))
        }
        // A side has no quarter. (Both layouts of a pair take the same number of bits, so the keys are as wide.)
        _ => None,
    })
}

/// What is given of the first quarter, and of the second: the same where both are swept as one.
fn of_side(given: &[Given], side: usize) -> &Given {
    &given[side.min(given.len() - 1)]
}

/// The quarters of one skeleton.
fn quarters<W: Weight>(
    question: (&Question, &Meter),
    given: &Given,
    run: &Run,
    skeleton: Skeleton,
    leading: bool,
) -> Result<Option<(Layout, Group<W>)>, EngineError> {
    let catch = Catch { wanted: skeleton, leading, caught: Mutex::new(None) };
    sweep(question, given, &catch, run, &Share::untold(run))?;
    Ok(unlocked(catch.caught))
}

/// Takes one group and wants no other.
struct Catch<W> {
    wanted: Skeleton,
    leading: bool,
    caught: Mutex<Option<(Layout, Group<W>)>>,
}

impl<W: Weight> Receiver<W> for Catch<W> {
    fn wants_right(&self, rows: usize, right: u32) -> bool {
        self.wanted.right & ((1 << rows) - 1) == right
    }

    fn wants(&self, skeleton: Skeleton) -> bool {
        skeleton == self.wanted
    }

    fn leads(&self, _skeleton: Skeleton) -> bool {
        self.leading
    }

    fn receive(&self, _skeleton: Skeleton, layout: Layout, group: Group<W>) -> Result<(), EngineError> {
        *locked(&self.caught) = Some((layout, group));
        Ok(())
    }

    fn has_all(&self, _right: u32) -> Result<(), EngineError> {
        Ok(())
    }
}

/// See [`Opened`]. Either list is sorted, each key once.
struct Pairs<'q, K, W> {
    question: &'q Question,
    run: &'q Run,
    skeletons: [Skeleton; 2],
    lists: [Vec<(K, W)>; 2],
    meeting: Meeting<'q, K, W>,
    total: Option<u128>,
}

impl<'q, K: Key> Pairs<'q, K, u64> {
    fn new(
        question: &'q Question,
        run: &'q Run,
        skeleton: Skeleton,
        layouts: [&Layout; 2],
        [mut one, mut two]: [Vec<(K, u64)>; 2],
    ) -> Result<Self, EngineError> {
        let meeting = meeting(question, run, skeleton, layouts, [&mut one, &mut two]);
        sort(&mut one)?;
        sort(&mut two)?;
        let skeletons = [skeleton, skeleton.turned()];
        Ok(Pairs { question, run, skeletons, lists: [one, two], meeting, total: None })
    }

    /// What is given of the first quarter, and of the second.
    fn given(&self, side: usize) -> &Given {
        of_side(&self.question.given, side)
    }

    /// How many grids the first keys from one place to another make.
    fn grids(&mut self, from: usize, to: usize) -> Result<u128, EngineError> {
        let Pairs { lists: [one, two], meeting, .. } = self;
        meeting.grids(&one[from..to], two)
    }

    /// The second keys that fit the first key of this place: place and number of grids, in order.
    fn partners(&mut self, first: usize) -> Vec<(usize, u128)> {
        let Pairs { lists: [one, two], meeting, .. } = self;
        let (key, quarters) = one[first];
        let fitting = two.iter().enumerate().filter(|(_, (other, _))| meeting.fits(key, *other));
        let fitting: Vec<(usize, u64)> = fitting.map(|(place, &(_, others))| (place, others)).collect();
        fitting.into_iter().map(|(place, others)| (place, u128::from(quarters) * u128::from(others))).collect()
    }

    /// How many quarters of a key there are by the colours of row `i`, the rows before it being these.
    fn by_row(&self, side: usize, raw: K, rows: &[u32]) -> Result<Vec<(u32, u64)>, EngineError> {
        let question = (self.question, &Meter::of_row(rows.len()));
        let given = self.given(side).with_rows(rows);
        let group = quarters::<Spread>(question, &given, self.run, self.skeletons[side], side == 0)?;
        let mut spread = Spread::none();
        let keys = group.map_or_else(Vec::new, |(_, group)| group.into_keys::<K>());
        let alike = keys.iter().filter(|(key, _)| *key == raw);
        let added = alike.map(|(_, quarters)| spread.add(quarters)).collect::<Option<()>>();
        added.ok_or(EngineError::Overflow)?;
        Ok(spread.iter().collect())
    }

    /// The quarter of this number among those of a key.
    fn quarter(&self, side: usize, key: K, mut number: u64) -> Result<Rows, EngineError> {
        let raw = self.meeting.raw(side, key);
        let mut rows = Rows::new();
        while rows.len() < self.question.tables.shape.height {
            let mut chosen = None;
            for (row, quarters) in self.by_row(side, raw, &rows)? {
                if number < quarters {
                    chosen = Some(row);
                    break;
                }
                number -= quarters;
            }
            rows.push(chosen.ok_or_else(|| failed("a quarter is not where it was counted"))?);
        }
        Ok(rows)
    }

    /// The place of a quarter's key in its list, and the quarter's number among those of the key.
    fn find(&self, side: usize, rows: &Rows) -> Result<Option<(usize, u64)>, EngineError> {
        let all = self.given(side);
        if rows.iter().enumerate().any(|(i, &row)| !all.allows(i, row)) {
            return Ok(None);
        }
        let question = (self.question, &Meter::default());
        let group = quarters::<u64>(question, &all.with_rows(rows), self.run, self.skeletons[side], side == 0)?;
        let key = group.and_then(|(_, group)| group.into_keys::<K>().first().map(|&(key, _)| key));
        let Some(raw) = key else { return Ok(None) };
        let list = &self.lists[side];
        let Some(place) = list.iter().position(|&(key, _)| self.meeting.raw(side, key) == raw) else { return Ok(None) };
        let mut number = 0;
        for i in 0..rows.len() {
            let before = self.by_row(side, raw, &rows[..i])?;
            number += before.iter().take_while(|&&(row, _)| row < rows[i]).map(|(_, quarters)| quarters).sum::<u64>();
        }
        Ok(Some((place, number)))
    }
}

impl<K: Key> Opened for Pairs<'_, K, u64> {
    fn len(&mut self) -> Result<u128, EngineError> {
        if let Some(total) = self.total {
            return Ok(total);
        }
        let total = match self.question.turn {
            Turn::Half => self.grids(0, self.lists[0].len())?,
            Turn::Quarter => self.alone().iter().map(|(_, _, quarters)| u128::from(*quarters)).sum(),
        };
        self.total = Some(total);
        Ok(total)
    }

    fn quarters(&mut self, mut number: u128) -> Result<[Rows; 2], EngineError> {
        if self.question.turn == Turn::Quarter {
            for (place, _, quarters) in self.alone() {
                if number < quarters.into() {
                    // It is less than a number of 64 bits.
                    let rows = self.quarter(0, self.lists[0][place].0, number as u64)?;
                    return Ok([rows.clone(), rows]);
                }
                number -= u128::from(quarters);
            }
            return Err(failed("a grid is not where it was counted"));
        }
        let (mut from, mut to) = (0, self.lists[0].len());
        while to - from > 1 {
            let middle = from + (to - from) / 2;
            let grids = self.grids(from, middle)?;
            if number < grids {
                to = middle;
            } else {
                number -= grids;
                from = middle;
            }
        }
        for (place, grids) in self.partners(from) {
            if number < grids {
                let (key, others) = self.lists[1][place];
                let [first, second] = [number / u128::from(others), number % u128::from(others)];
                let one = self.quarter(0, self.lists[0][from].0, first as u64)?;
                return Ok([one, self.quarter(1, key, second as u64)?]);
            }
            number -= grids;
        }
        Err(failed("a grid is not where it was counted"))
    }

    fn number(&mut self, [one, two]: [&Rows; 2]) -> Result<Option<u128>, EngineError> {
        let Some((first, one)) = self.find(0, one)? else { return Ok(None) };
        if self.question.turn == Turn::Quarter {
            let alone = self.alone();
            if !alone.iter().any(|&(place, ..)| place == first) {
                return Ok(None);
            }
            let before: u128 = alone.iter().take_while(|(place, ..)| *place < first).map(|a| u128::from(a.2)).sum();
            return Ok(Some(before + u128::from(one)));
        }
        let Some((second, two)) = self.find(1, two)? else { return Ok(None) };
        let before = self.grids(0, first)?;
        let partners = self.partners(first);
        let Some(at) = partners.iter().position(|&(place, _)| place == second) else { return Ok(None) };
        let among: u128 = partners[..at].iter().map(|(_, grids)| grids).sum();
        let others = self.lists[1][second].1;
        Ok(Some(before + among + u128::from(one) * u128::from(others) + u128::from(two)))
    }
}

impl<K: Key> Pairs<'_, K, u64> {
    /// The first keys that fit themselves turned: place, key, how many quarters.
    fn alone(&mut self) -> Vec<(usize, K, u64)> {
        let Pairs { lists: [one, two], meeting, question, skeletons, .. } = self;
        let layouts =
            [true, false].map(|leading| Layout::new(&question.tables, skeletons[usize::from(!leading)], leading));
        let raws: std::collections::BTreeMap<K, K> = two.iter().map(|&(key, _)| (meeting.raw(1, key), key)).collect();
        let mut alone = Vec::new();
        for (place, &(key, quarters)) in one.iter().enumerate() {
            let turned = layouts[0].reorder(&layouts[1], meeting.raw(0, key));
            if let Some(&turned) = raws.get(&turned)
                && meeting.fits(key, turned)
            {
                alone.push((place, key, quarters));
            }
        }
        alone
    }
}

fn failed(what: &str) -> EngineError {
    EngineError::Failed { engine: super::NAME, what: what.to_owned() }
}
