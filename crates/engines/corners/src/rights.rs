//! Sums of the ways to fill one corner, over its right sides that complete a right side of the other corner.
//!
//! Right sides that differ at the last open sites only are a *family*. Where its members agree, the right sides that complete them are the same.
//! So the ways are added once for the family, by their parts at the last sites, and then site by site for its members.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run};
use rayon::prelude::*;

use crate::join::{Entry, Group, Join, JoinAtRight, Joined, chunks};
use crate::parts::Parts;
use crate::space::at;
use crate::state::{Side, open_sites};

/// The number of the last open sites, at which the members of a family differ.
const LAST: usize = 2;

/// Numbers of ways by bottom side, in order.
type Ways = Vec<(u32, u64)>;

/// Adds numbers of ways by bottom side.
struct Adder {
    /// A sum for each bottom side, which is 0 between two calls.
    sums: Vec<u64>,
    /// Bit k: bottom side k has a sum.
    has: Vec<u64>,
}

impl Adder {
    fn new(bottoms: usize) -> Self {
        Adder { sums: vec![0; bottoms], has: vec![0; bottoms.div_ceil(64)] }
    }

    /// Returns the sums of numbers of ways. No sum exceeds the number of all ways to fill the corner, which is known to fit.
    fn sums(&mut self, ways: impl Iterator<Item = (u32, u64)>) -> Ways {
        for (bottom, ways) in ways {
            let bottom = bottom as usize;
            self.sums[bottom] = self.sums[bottom].wrapping_add(ways);
            self.has[bottom / 64] |= 1 << (bottom % 64);
        }
        let mut sums = Vec::with_capacity(self.has.iter().map(|has| has.count_ones() as usize).sum());
        for (word, has) in self.has.iter_mut().enumerate() {
            while *has != 0 {
                let bottom = word * 64 + has.trailing_zeros() as usize;
                *has &= *has - 1;
                // Bottom sides are numbered by 32 bits.
                sums.push((bottom as u32, std::mem::take(&mut self.sums[bottom])));
            }
        }
        sums
    }
}

/// The sums of the ways with these parts at the last sites, by group.
type SumsAt = (Side, Vec<Ways>);

/// Groups of regions of the first corner: those of a group are joined by the same regions of a family.
struct Groups {
    /// The regions of the family, in order.
    regions: Vec<u32>,
    /// For each group, entry k is `true` if regions k of the family join it.
    joins: Vec<Vec<bool>>,
    by_joins: HashMap<Vec<bool>, usize, FixedState>,
    by_regions: HashMap<u32, usize, FixedState>,
}

impl Groups {
    /// Takes right sides of the other corner, with their ways.
    fn new(family: &[(Side, Vec<Entry>)]) -> Self {
        let regions = family.iter().flat_map(|(_, entries)| chunks(entries)).map(|entries| entries[0].regions);
        Groups {
            regions: regions.collect::<BTreeSet<u32>>().into_iter().collect(),
            joins: Vec::new(),
            by_joins: HashMap::default(),
            by_regions: HashMap::default(),
        }
    }

    /// Returns the group of regions of the first corner.
    fn of(&mut self, one: u32, joined: &Joined<'_>) -> usize {
        let Groups { regions, joins, by_joins, by_regions } = self;
        *by_regions.entry(one).or_insert_with(|| {
            let of_one: Vec<bool> = regions.iter().map(|&other| joined.are_one(one, other)).collect();
            *by_joins.entry(of_one).or_insert_with_key(|of_one| {
                joins.push(of_one.clone());
                joins.len() - 1
            })
        })
    }
}

/// Returns the result for a right side of the other corner, given by its place.
type OfRight<'j, 'c, T> = dyn Fn(usize, JoinAtRight<'c>) -> Result<T, EngineError> + Sync + 'j;

/// A family of right sides of the other corner, while they are joined.
struct Family<'j, 'c, T> {
    join: &'j Join<'c>,
    groups: Groups,
    run: &'j Run,
    result: &'j OfRight<'j, 'c, T>,
}

/// Adds the numbers of the sides that complete one at some sites, among some that are in order and equal at the sites before.
fn add_completing(parts: &Parts, one: &Side, sites: &[usize], those: &[(Side, u32)], found: &mut Vec<u32>) {
    let Some((&site, sites)) = sites.split_first() else {
        found.extend(those.iter().map(|&(_, number)| number));
        return;
    };
    let partners = parts.partners(one[site]);
    for alike in those.chunk_by(|(one, _), (other, _)| one[site] == other[site]) {
        if partners >> alike[0].0[site] & 1 == 1 {
            add_completing(parts, one, sites, alike, found);
        }
    }
}

impl<'c> Join<'c> {
    /// Returns the numbers of the right sides of the first corner that complete one of the other corner at some sites.
    fn completing_at(&self, side: &Side, sites: &[usize]) -> Vec<u32> {
        let mut found = Vec::new();
        add_completing(&self.board().parts, side, sites, &self.rights, &mut found);
        found
    }

    /// Returns the places of the right sides of the first corner that complete one of the other corner.
    pub(crate) fn completing(&self, right: usize) -> Vec<u32> {
        let side = &self.other.rights[right].0;
        self.completing_at(side, &open_sites(side))
    }

    /// Returns a result for each right side of the other corner, in order.
    pub(crate) fn by_right<T: Send>(&self, run: &Run, result: &OfRight<'_, 'c, T>) -> Result<Vec<T>, EngineError> {
        let rights = &self.other.rights;
        let Some((first, _)) = rights.first() else { return Ok(Vec::new()) };
        let open = open_sites(first);
        let (first, last) = open.split_at(open.len().saturating_sub(LAST));
        let families = ranges(rights, 0..rights.len(), |one, other| first.iter().all(|&site| one[site] == other[site]));
        let of_family = |rights| self.of_family([first, last], rights, run, result);
        let results: Vec<Vec<T>> = families.into_par_iter().map(of_family).collect::<Result<_, _>>()?;
        Ok(results.into_iter().flatten().collect())
    }

    /// Returns the part of the join with one right side of the other corner.
    pub(crate) fn at_right(&self, right: usize, run: &Run) -> Result<JoinAtRight<'c>, EngineError> {
        let open = open_sites(&self.other.rights[right].0);
        let mut found = self.of_family([&open, &[]], right..right + 1, run, &|_, at_right| Ok(at_right))?;
        Ok(found.remove(0))
    }

    /// Returns a result for each right side of a family, in order. They are equal at the first of these sites.
    fn of_family<T: Send>(
        &self,
        [first, last]: [&[usize]; 2],
        rights: Range<usize>,
        run: &Run,
        result: &OfRight<'_, 'c, T>,
    ) -> Result<Vec<T>, EngineError> {
        run.check()?;
        let members = &self.other.rights[rights.clone()];
        let mut groups = Groups::new(members);
        let mut lists: BTreeMap<Side, Vec<Vec<&[Entry]>>> = BTreeMap::new();
        for right in self.completing_at(&members[0].0, first) {
            let (side, entries) = &self.one.rights[right as usize];
            let lists = lists.entry(at(last, side)).or_default();
            for entries in chunks(entries) {
                let group = groups.of(entries[0].regions, &self.joined);
                if lists.len() <= group {
                    lists.resize(group + 1, Vec::new());
                }
                lists[group].push(entries);
            }
        }
        let add = |adder: &mut Adder, (side, lists): (Side, Vec<Vec<&[Entry]>>)| {
            let sum = |entries: Vec<&[Entry]>| {
                adder.sums(entries.into_iter().flatten().map(|entry| (entry.bottom, entry.ways)))
            };
            (side, lists.into_iter().map(sum).collect())
        };
        let lists: Vec<(Side, Vec<Vec<&[Entry]>>)> = lists.into_iter().collect();
        let sums: Vec<SumsAt> = lists.into_par_iter().map_init(|| self.adder(), add).collect();
        Family { join: self, groups, run, result }.descend(last, rights, &sums)
    }

    fn adder(&self) -> Adder {
        Adder::new(self.one.bottoms.items.len())
    }
}

/// Divides a range of right sides into ranges of those that are alike.
fn ranges(
    rights: &[(Side, Vec<Entry>)],
    Range { mut start, end }: Range<usize>,
    are_alike: impl Fn(&Side, &Side) -> bool,
) -> Vec<Range<usize>> {
    let alike = rights[start..end].chunk_by(|(one, _), (other, _)| are_alike(one, other));
    let range = |alike: &[_]| {
        let begin = start;
        start += alike.len();
        begin..start
    };
    alike.map(range).collect()
}

impl<'c, T: Send> Family<'_, 'c, T> {
    /// Returns a result for each right side of a range, in order. They are equal at all sites but these, for which the sums are given.
    fn descend(&self, sites: &[usize], rights: Range<usize>, sums: &[SumsAt]) -> Result<Vec<T>, EngineError> {
        self.run.check()?;
        let Some((&site, sites)) = sites.split_first() else {
            let sums = sums.first().map_or(&[][..], |(_, sums)| sums);
            return Ok(vec![(self.result)(rights.start, self.at_right(rights.start, sums))?]);
        };
        let members = &self.join.other.rights;
        let of_range = |adder: &mut Adder, rights: Range<usize>| {
            let partners = self.join.board().parts.partners(members[rights.start].0[site]);
            let mut completing: BTreeMap<Side, Vec<&[Ways]>> = BTreeMap::new();
            for (side, sums) in sums.iter().filter(|(side, _)| partners >> side[site] & 1 == 1) {
                completing.entry(at(sites, side)).or_default().push(sums);
            }
            let add = |(side, lists): (Side, Vec<&[Ways]>)| {
                let of_group = |group: usize| lists.iter().filter_map(move |list| list.get(group)).flatten().copied();
                (side, (0..self.groups.joins.len()).map(|group| adder.sums(of_group(group))).collect())
            };
            let sums: Vec<SumsAt> = completing.into_iter().map(add).collect();
            self.descend(sites, rights, &sums)
        };
        let ranges = ranges(members, rights, |one, other| one[site] == other[site]);
        let results: Vec<Vec<T>> =
            ranges.into_par_iter().map_init(|| self.join.adder(), of_range).collect::<Result<_, _>>()?;
        Ok(results.into_iter().flatten().collect())
    }

    /// Returns the part of the join with one right side, for which the sums are given.
    fn at_right(&self, right: usize, sums: &[Ways]) -> JoinAtRight<'c> {
        let of_other: Vec<&[Entry]> = chunks(&self.join.other.rights[right].1).collect();
        let Groups { regions, joins, .. } = &self.groups;
        let place = |entries: &&[Entry]| regions.partition_point(|&regions| regions < entries[0].regions);
        let places: Vec<usize> = of_other.iter().map(place).collect();
        // Groups of the family may be alike for one right side.
        let mut alike: HashMap<Vec<bool>, Vec<&Ways>, FixedState> = HashMap::default();
        for (joins, ways) in joins.iter().zip(sums) {
            alike.entry(places.iter().map(|&place| joins[place]).collect()).or_default().push(ways);
        }
        let mut adder = self.join.adder();
        let group = |(joins, lists): (Vec<bool>, Vec<&Ways>)| {
            let sums = adder.sums(lists.into_iter().flatten().copied());
            let indexed = |(bottom, ways): (u32, u64)| (self.join.indices[0][bottom as usize], ways);
            Group { joins, ways: sums.into_iter().map(indexed).collect() }
        };
        let groups = alike.into_iter().map(group).collect();
        JoinAtRight { of_other, groups }
    }
}
