//! Sums of the ways to fill one corner, over its right sides that complete a right side of the other corner.
//!
//! Right sides that differ at the last open sites only are a *family*. Where its members agree, the right sides that complete them are the same.
//! So the ways are added once for the family, by their parts at the last sites, and then site by site for its members.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use foldhash::fast::FixedState;
use gridcheck_engine::{EngineError, Run};

use crate::join::{Entry, Group, Join, JoinAtRight, Joined, chunks};
use crate::parts::Parts;
use crate::prelude::*;
use crate::space::at;
use crate::state::{Side, open_sites};

/// The number of the last open sites, at which the members of a family differ.
const LAST: usize = 2;

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

    /// Returns the sums of the entries of some lists, in order, with the regions of the first. No sum exceeds the number of all ways to fill
    /// the corner, which is known to fit.
    fn sums(&mut self, lists: &[&[Entry]]) -> Vec<Entry> {
        let Some(first) = lists.first().and_then(|entries| entries.first()) else { return Vec::new() };
        for &Entry { bottom, ways, .. } in lists.iter().copied().flatten() {
            let bottom = bottom as usize;
            self.sums[bottom] = self.sums[bottom].wrapping_add(ways);
            self.has[bottom / 64] |= 1 << (bottom % 64);
        }
        let mut sums = Vec::with_capacity(self.has.iter().map(|has| has.count_ones() as usize).sum());
        for (word, has) in self.has.iter_mut().enumerate() {
            while *has != 0 {
                let bottom = word * 64 + has.trailing_zeros() as usize;
                *has &= *has - 1;
                let ways = std::mem::take(&mut self.sums[bottom]);
                // Bottom sides are numbered by 32 bits.
                sums.push(Entry { regions: first.regions, bottom: bottom as u32, ways });
            }
        }
        sums
    }
}

/// Entries with these parts at the last sites: lists by group, none of them empty.
type ListsAt<'l> = (Side, Vec<Vec<&'l [Entry]>>);

/// The sums of entries with these parts at the last sites, by group.
type SumsAt = (Side, Vec<Vec<Entry>>);

/// Adds a list.
fn push<'l>(lists: &mut Vec<ListsAt<'l>>, side: Side, group: usize, entries: &'l [Entry]) {
    let place = lists.binary_search_by_key(&side, |(known, _)| *known).unwrap_or_else(|place| {
        lists.insert(place, (side, Vec::new()));
        place
    });
    let by_group = &mut lists[place].1;
    if by_group.len() <= group {
        by_group.resize(group + 1, Vec::new());
    }
    by_group[group].push(entries);
}

/// Groups of regions of the first corner: those of a group are joined by the same regions of a family.
struct Groups {
    /// The regions of the family, in order.
    regions: Vec<u32>,
    /// For each group, entry k is `true` if regions k of the family join it.
    joins: Vec<Vec<bool>>,
    by_regions: HashMap<u32, usize, FixedState>,
}

impl Groups {
    /// Takes right sides of the other corner, with their ways.
    fn new(family: &[(Side, Vec<Entry>)]) -> Self {
        let regions = family.iter().flat_map(|(_, entries)| chunks(entries)).map(|entries| entries[0].regions);
        Groups {
            regions: regions.collect::<BTreeSet<u32>>().into_iter().collect(),
            joins: Vec::new(),
            by_regions: HashMap::default(),
        }
    }

    /// Returns the group of regions of the first corner.
    fn of(&mut self, one: u32, joined: &Joined<'_>) -> usize {
        let Groups { regions, joins, by_regions } = self;
        *by_regions.entry(one).or_insert_with(|| {
            let of_one: Vec<bool> = regions.iter().map(|&other| joined.are_one(one, other)).collect();
            joins.iter().position(|known| *known == of_one).unwrap_or_else(|| {
                joins.push(of_one);
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
        of_each(rights, 0..rights.len(), first, &|rights| self.of_family([first, last], rights, run, result))
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
        let mut lists = Vec::new();
        for right in self.completing_at(&members[0].0, first) {
            let (side, entries) = &self.one.rights[right as usize];
            for entries in chunks(entries) {
                push(&mut lists, at(last, side), groups.of(entries[0].regions, &self.joined), entries);
            }
        }
        let sums = self.sums(&lists);
        Family { join: self, groups, run, result }.descend(last, rights, &sums)
    }

    /// Adds lists of entries of the first corner.
    fn sums(&self, lists: &[ListsAt<'_>]) -> Vec<SumsAt> {
        let mut adder = Adder::new(self.one.bottoms.items.len());
        let sum = |(side, lists): &ListsAt<'_>| (*side, lists.iter().map(|lists| adder.sums(lists)).collect());
        lists.iter().map(sum).collect()
    }
}

/// Divides a range of right sides into ranges of those with equal parts at these sites. Returns all results for them, in order.
fn of_each<T: Send>(
    rights: &[(Side, Vec<Entry>)],
    Range { mut start, end }: Range<usize>,
    sites: &[usize],
    results: &(dyn Fn(Range<usize>) -> Result<Vec<T>, EngineError> + Sync),
) -> Result<Vec<T>, EngineError> {
    let alike = rights[start..end].chunk_by(|(one, _), (other, _)| sites.iter().all(|&site| one[site] == other[site]));
    let range = |alike: &[_]| {
        let begin = start;
        start += alike.len();
        begin..start
    };
    let ranges: Vec<Range<usize>> = alike.map(range).collect();
    let found: Vec<Vec<T>> = many(ranges).map(results).collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().collect())
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
        of_each(members, rights, &[site], &|rights| {
            let partners = self.join.board().parts.partners(members[rights.start].0[site]);
            let mut lists = Vec::new();
            for (side, sums) in sums.iter().filter(|(side, _)| partners >> side[site] & 1 == 1) {
                for (group, entries) in sums.iter().enumerate().filter(|(_, entries)| !entries.is_empty()) {
                    push(&mut lists, at(sites, side), group, entries);
                }
            }
            let sums = self.join.sums(&lists);
            self.descend(sites, rights, &sums)
        })
    }

    /// Returns the part of the join with one right side, for which the sums are given.
    fn at_right(&self, right: usize, sums: &[Vec<Entry>]) -> JoinAtRight<'c> {
        let of_other: Vec<&[Entry]> = chunks(&self.join.other.rights[right].1).collect();
        let Groups { regions, joins, .. } = &self.groups;
        let place = |entries: &&[Entry]| regions.partition_point(|&regions| regions < entries[0].regions);
        let places: Vec<usize> = of_other.iter().map(place).collect();
        // Groups of the family may be alike for one right side.
        let mut alike: Vec<(Vec<bool>, Vec<&[Entry]>)> = Vec::new();
        for (joins, entries) in joins.iter().zip(sums).filter(|(_, entries)| !entries.is_empty()) {
            let joins: Vec<bool> = places.iter().map(|&place| joins[place]).collect();
            match alike.iter_mut().find(|(known, _)| *known == joins) {
                Some((_, lists)) => lists.push(entries),
                None => alike.push((joins, vec![entries])),
            }
        }
        let mut adder = Adder::new(self.join.one.bottoms.items.len());
        let group = |(joins, lists): (Vec<bool>, Vec<&[Entry]>)| {
            let indexed = |entry: Entry| (self.join.indices[0][entry.bottom as usize], entry.ways);
            Group { joins, ways: adder.sums(&lists).into_iter().map(indexed).collect() }
        };
        let groups = alike.into_iter().map(group).collect();
        JoinAtRight { of_other, groups }
    }
}
