//! The grids of one block by number: unranking and ranking.
//!
//! The grids of a block whose first quarter has a certain skeleton are ordered by these criteria in turn:
//!
//! 1. the key of the first quarter;
//! 2. the key of the second quarter;
//! 3. the number of the first quarter among those of its key;
//! 4. the number of the second quarter among those of its key.
//!
//! Quarters of one key are ordered by their rows, as numbers. The grid of a number is found in three steps (unranking
//! by counting: Nijenhuis and Wilf, 1975). First, [`seek`](crate::sampling::seek) finds the first key, splitting the list site
//! by site. Second, the second keys that fit it are scanned. Third, each quarter of a key is a path of a [`Trellis`].
//! No step repeats the sweep.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::blocks::block::Skeleton;
use crate::blocks::group::{Group, Key, Layout, Reordering};
use crate::given::Given;
use crate::joins::join::Join;
use crate::joins::pair::join;
use crate::prepared::PreparedProblem;
use crate::quarter::Turn;
use crate::sampling::chosen::{Groups, group};
use crate::sampling::trellis::{Rows, Target, Trellis};
use gridcheck_engine::{EngineError, Run};
use gridcheck_weight::sort_and_merge;

/// The grids of a block whose first quarter has a certain skeleton.
pub(crate) trait RankedBlock {
    /// Returns the number of grids.
    ///
    /// # Errors
    /// The run is stopped, or a sum overflows.
    fn len(&mut self) -> Result<u128, EngineError>;
    /// Returns the two quarters of the grids of these numbers. The numbers must be in order and below
    /// [`len`](Self::len). With quarter-turn symmetry both quarters are the same.
    ///
    /// # Errors
    /// The run is stopped.
    fn quarters(&mut self, numbers: &[u128]) -> Result<Vec<[Rows; 2]>, EngineError>;
    /// Returns the number of the grid with these quarters, or `None` if there is none.
    ///
    /// # Errors
    /// The run is stopped.
    fn number(&mut self, quarters: [&Rows; 2]) -> Result<Option<u128>, EngineError>;
}

/// Opens a block for the grids whose first quarter has this skeleton. `total` is their number, if known. Returns
/// `None` if there are none.
///
/// # Errors
/// The sum of two weights overflows.
pub(crate) fn open<'q>(
    prepared: &'q PreparedProblem,
    run: &'q Run,
    skeleton: Skeleton,
    groups: &Groups,
    total: Option<u128>,
) -> Result<Option<Box<dyn RankedBlock + 'q>>, EngineError> {
    let (Some(one), Some(two)) = (groups.get(0, skeleton), groups.get(1, skeleton.turned())) else { return Ok(None) };
    let block = BlockRequest { prepared, run, skeleton, total };
    Ok(match [one, two] {
        [(layout, Group::Narrow(one)), (other, Group::Narrow(two))] => {
            Some(Box::new(block.pairs([layout, other], [one, two])?))
        }
        [(layout, Group::Wide(one)), (other, Group::Wide(two))] => {
            Some(Box::new(block.pairs([layout, other], [one, two])?))
        }
        // Both layouts of a pair take the same number of bits, so their keys have the same width.
        _ => None,
    })
}

/// The arguments of [`open`].
struct BlockRequest<'q> {
    prepared: &'q PreparedProblem,
    run: &'q Run,
    skeleton: Skeleton,
    total: Option<u128>,
}

impl<'q> BlockRequest<'q> {
    /// Converts both groups to the layout of the leading one.
    fn pairs<K: Key>(
        self,
        [layout, other]: [&Layout; 2],
        [one, two]: [&[(K, u64)]; 2],
    ) -> Result<Pairs<'q, K>, EngineError> {
        let BlockRequest { prepared, run, skeleton, total } = self;
        let turned = Layout::new(&prepared.tables, skeleton.turned(), false);
        let reordering = other.reordering(&turned);
        let mut one = one.to_vec();
        let mut two: Vec<(K, u64)> = two.iter().map(|&(key, quarters)| (reordering.apply(key), quarters)).collect();
        let join = join(prepared, run, skeleton, [layout, &turned], [&mut one, &mut two]);
        sort_and_merge(&mut one).ok_or(EngineError::Overflow)?;
        sort_and_merge(&mut two).ok_or(EngineError::Overflow)?;
        let (skeletons, layouts) = ([skeleton, skeleton.turned()], [layout.clone(), turned]);
        Ok(Pairs { prepared, run, skeletons, layouts, reordering, lists: [one, two], join, total })
    }
}

/// A pair of groups that implements [`RankedBlock`]. Each list is sorted, without repeated keys.
struct Pairs<'q, K> {
    prepared: &'q PreparedProblem,
    run: &'q Run,
    skeletons: [Skeleton; 2],
    layouts: [Layout; 2],
    /// Converts the layout of a leading group to that of its partner.
    reordering: Reordering,
    lists: [Vec<(K, u64)>; 2],
    join: Join<'q, K, u64>,
    total: Option<u128>,
}

/// A quarter: its list (0 or 1), the place of its key in the list, and its number among the quarters of the key.
#[derive(Clone, Copy)]
struct QuarterRef {
    side: usize,
    place: usize,
    number: u64,
}

impl<K: Key> Pairs<'_, K> {
    /// Returns the given squares of the first or the second quarter.
    fn given(&self, side: usize) -> &Given {
        let given = &self.prepared.given;
        &given[side.min(given.len() - 1)]
    }

    /// Returns the second keys that fit a first key, in order: their places and numbers of grids.
    fn partners(&mut self, first: usize) -> impl Iterator<Item = (usize, u128)> {
        let Pairs { lists: [one, two], join, .. } = self;
        let (key, quarters) = one[first];
        let grids = move |others: u64| u128::from(quarters) * u128::from(others);
        let compatible_part = two.iter().enumerate().filter(move |(_, (other, _))| join.fits(key, *other));
        compatible_part.map(move |(place, &(_, others))| (place, grids(others)))
    }

    /// Returns the two quarters of a grid by its number among the grids of a first key.
    fn quarter_refs(&mut self, first: usize, mut number: u128) -> Result<[QuarterRef; 2], EngineError> {
        let found = self.partners(first).find(|&(_, grids)| {
            let is_it = number < grids;
            number -= if is_it { 0 } else { grids };
            is_it
        });
        let (second, _) = found.ok_or_else(missing)?;
        let others = u128::from(self.lists[1][second].1);
        // Both are less than a number of 64 bits.
        let [one, two] = [(number / others) as u64, (number % others) as u64];
        Ok([QuarterRef { side: 0, place: first, number: one }, QuarterRef { side: 1, place: second, number: two }])
    }

    /// Builds the trellis of the quarters of a key.
    fn trellis(&self, side: usize, place: usize) -> Result<Trellis, EngineError> {
        let key = self.join.raw(side, self.lists[side][place].0);
        let (tables, given, skeleton) = (&self.prepared.tables, self.given(side), self.skeletons[side]);
        Trellis::new(&Target::new(tables, given, skeleton, &self.layouts[side], key.into()), self.run)
    }

    /// Returns the rows of these quarters, in the same order. Each trellis is built once for all quarters of its key.
    fn rows(&self, quarter_refs: &[QuarterRef]) -> Result<Vec<Rows>, EngineError> {
        let mut order: Vec<usize> = (0..quarter_refs.len()).collect();
        let key = |&pick: &usize| (quarter_refs[pick].side, quarter_refs[pick].place);
        order.sort_unstable_by_key(key);
        let of_key = |alike: &[usize]| {
            let (side, place) = key(&alike[0]);
            let trellis = self.trellis(side, place)?;
            let rows = |&pick: &usize| Ok((pick, trellis.quarter(quarter_refs[pick].number).ok_or_else(missing)?));
            alike.iter().map(rows).collect::<Result<Vec<_>, EngineError>>()
        };
        let keys: Vec<&[usize]> = order.chunk_by(|one, other| key(one) == key(other)).collect();
        let found: Vec<Vec<(usize, Rows)>> = keys.into_par_iter().map(of_key).collect::<Result<_, _>>()?;
        let mut found: Vec<(usize, Rows)> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|&(pick, _)| pick);
        Ok(found.into_iter().map(|(_, rows)| rows).collect())
    }

    /// Returns the place of a quarter's key in its list, and the quarter's number among those of the key.
    fn find(&self, side: usize, rows: &Rows) -> Result<Option<(usize, u64)>, EngineError> {
        let all = self.given(side);
        if rows.iter().enumerate().any(|(i, &row)| !all.allows(i, row)) {
            return Ok(None);
        }
        let swept = group(self.prepared, &all.with_rows(rows), self.run, self.skeletons[side])?;
        let key = swept.and_then(|(_, group)| group.into_keys::<K>().first().map(|&(key, _)| key));
        let Some(key) = key else { return Ok(None) };
        let key = if side == 0 { key } else { self.reordering.apply(key) };
        let list = &self.lists[side];
        let Some(place) = list.iter().position(|&(other, _)| self.join.raw(side, other) == key) else {
            return Ok(None);
        };
        Ok(self.trellis(side, place)?.number(rows).map(|number| (place, number)))
    }

    /// Returns the first keys that fit their own turned image: their places and numbers of quarters.
    fn self_compatible(&mut self) -> Vec<(usize, u64)> {
        let Pairs { lists: [one, two], join, reordering, .. } = self;
        let raws: BTreeMap<K, K> = two.iter().map(|&(key, _)| (join.raw(1, key), key)).collect();
        let mut self_compatible = Vec::new();
        for (place, &(key, quarters)) in one.iter().enumerate() {
            let turned = reordering.apply(join.raw(0, key));
            if let Some(&turned) = raws.get(&turned)
                && join.fits(key, turned)
            {
                self_compatible.push((place, quarters));
            }
        }
        self_compatible
    }

    /// Returns the quarters of these numbers, if each quarter makes a grid with its image.
    fn self_paired_quarters(&mut self, numbers: &[u128]) -> Result<Vec<[Rows; 2]>, EngineError> {
        let self_compatible = self.self_compatible();
        let pick = |&number: &u128| {
            let mut number = number;
            for &(place, quarters) in &self_compatible {
                if number < quarters.into() {
                    // It is less than a number of 64 bits.
                    return Ok(QuarterRef { side: 0, place, number: number as u64 });
                }
                number -= u128::from(quarters);
            }
            Err(missing())
        };
        let quarter_refs = numbers.iter().map(pick).collect::<Result<Vec<_>, _>>()?;
        Ok(self.rows(&quarter_refs)?.into_iter().map(|rows| [rows.clone(), rows]).collect())
    }
}

impl<K: Key> RankedBlock for Pairs<'_, K> {
    fn len(&mut self) -> Result<u128, EngineError> {
        if let Some(total) = self.total {
            return Ok(total);
        }
        let total = match self.prepared.turn {
            Turn::Half => {
                let Pairs { lists: [one, two], join, .. } = self;
                join.grids(one, two)?
            }
            Turn::Quarter => self.self_compatible().iter().map(|&(_, quarters)| u128::from(quarters)).sum(),
        };
        self.total = Some(total);
        Ok(total)
    }

    fn quarters(&mut self, numbers: &[u128]) -> Result<Vec<[Rows; 2]>, EngineError> {
        if self.prepared.turn == Turn::Quarter {
            return self.self_paired_quarters(numbers);
        }
        let total = self.len()?;
        let Pairs { lists: [one, two], join, .. } = self;
        let found = join.seek(one, two, numbers, total)?;
        if found.len() < numbers.len() {
            return Err(missing());
        }
        let mut quarter_refs = Vec::with_capacity(2 * numbers.len());
        for (first, number) in found {
            self.run.check()?;
            quarter_refs.extend(self.quarter_refs(first, number)?);
        }
        let mut rows = self.rows(&quarter_refs)?.into_iter();
        Ok(std::iter::from_fn(|| Some([rows.next()?, rows.next()?])).collect())
    }

    fn number(&mut self, [one, two]: [&Rows; 2]) -> Result<Option<u128>, EngineError> {
        let Some((first, one)) = self.find(0, one)? else { return Ok(None) };
        if self.prepared.turn == Turn::Quarter {
            let self_compatible = self.self_compatible();
            if !self_compatible.iter().any(|&(place, _)| place == first) {
                return Ok(None);
            }
            let before: u128 =
                self_compatible.iter().take_while(|(place, _)| *place < first).map(|one| u128::from(one.1)).sum();
            return Ok(Some(before + u128::from(one)));
        }
        let Some((second, two)) = self.find(1, two)? else { return Ok(None) };
        let Pairs { lists: [ones, twos], join, .. } = self;
        let before = join.grids(&ones[..first], twos)?;
        let others = twos[second].1;
        let mut among = 0;
        for (place, grids) in self.partners(first) {
            if place == second {
                return Ok(Some(before + among + u128::from(one) * u128::from(others) + u128::from(two)));
            }
            among += grids;
        }
        Ok(None)
    }
}

fn missing() -> EngineError {
    EngineError::Failed { engine: crate::facts::NAME, what: "a grid is not where it was counted".to_owned() }
}
