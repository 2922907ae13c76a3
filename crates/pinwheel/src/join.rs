//! Meeting: how many grids two groups of quarters make together.
//!
//! Wanted is the sum of weight × weight over all pairs of keys that fit at every site and whose tails go together. Method. The
//! sites are taken one at a time. At each, the two lists of keys are split by what they say there; parts of one that meet
//! the same parts of the other are merged into one list, in which keys that differed only there become one; and the lists
//! that meet go on to the next site. It is the sum over x and y of a(x) · M(x, y) · b(y) for a kernel M that is a product over
//! sites, computed site by site (as in Yates, 1937, for full tables), but on sparse sorted lists, depth first, and with
//! the choice, at every split anew, of which side to repeat. Two short lists are compared key by key.
//!
//! Invariant of [`Meeting::meet`]: either list is sorted, and its keys agree in all that they say at the sites passed, down to
//! the last of these; and there each key of the one fits each of the other. So the keys of a list that say the same at the next
//! site stand together, the first and the last key tell whether all say the same, and no site passed is looked at again.

use arrayvec::ArrayVec;

use super::compatibility::{Compatibility, Level};
use super::encoder::MeasureEncoder;
use super::group::{Key, Layout, Site};
use super::tables::Tables;
use super::tails::TailCompatibility;
use super::weight::{Total, Weight};
use gridcheck_run::memory::{AvailableMemory, attempt};
use gridcheck_run::{EngineError, Run};

/// One site on the way: where its field is, and what fits there.
enum JoinSite<'t> {
    /// Shut on both sides: closed does not meet closed.
    Shut {
        bit: u32,
    },
    Open {
        field: u32,
        fits: &'t Compatibility,
    },
}

/// A meeting of two groups.
pub struct Join<'t, K, W> {
    sites: Vec<JoinSite<'t>>,
    encoder: &'t MeasureEncoder,
    class: u64,
    /// All bits that say whether a shut site is closed.
    shut: K,
    tail: u64,
    tails: TailCompatibility<'t>,
    run: &'t Run,
    /// Lists to be used again.
    spare: Vec<Vec<(K, W)>>,
    steps: u32,
}

/// Lists whose product of lengths is at most this are compared key by key.
pub const SHORT: usize = 64;

impl<'t, K: Key, W: Weight> Join<'t, K, W> {
    /// Both groups' layouts are the same but for the side that each site is on.
    pub fn new(
        (tables, encoder): (&'t Tables, &'t MeasureEncoder),
        layout: &Layout,
        fits: [&'t Compatibility; 2],
        tails: TailCompatibility<'t>,
        run: &'t Run,
    ) -> Self {
        let shut = (0..layout.shut.len()).map(|index| JoinSite::Shut { bit: layout.bit(index) });
        let open = layout.open.iter().enumerate().map(|(index, site)| JoinSite::Open {
            field: layout.field(index),
            fits: match site {
                Site::Right(_) => fits[0],
                Site::Bottom(_) => fits[1],
            },
        });
        let one = K::from(1);
        Join {
            sites: shut.chain(open).collect(),
            encoder,
            class: tables.packing.class_mask(),
            shut: (0..layout.shut.len()).fold(K::from(0), |shut, index| shut | one << layout.bit(index)),
            tail: (1 << layout.tail_bits()) - 1,
            tails,
            run,
            spare: Vec::new(),
            steps: 0,
        }
    }

    /// The key as it was before its tail became an index of the ring.
    pub fn raw(&self, group: usize, key: K) -> K {
        let tail = self.tails.tail(group, (key.low() & self.tail) as u32);
        key & !K::from(self.tail) | K::from(tail)
    }

    /// Whether two keys fit everywhere.
    pub fn fits(&mut self, one: K, two: K) -> bool {
        self.words_if_compatible(one, two, 0, &self.nothing()).is_some()
    }

    /// The number of grids. The lists are sorted, their tails are the ring's indices.
    pub fn grids(&mut self, one: &[(K, W)], two: &[(K, W)]) -> Result<W::Total, EngineError> {
        self.grids_from(one, two, 0)
    }

    /// The number of grids in which a quarter meets itself: `two` is `one`, turned, in the same order.
    pub fn with_itself(&mut self, one: &[(K, W)], two: &[(K, W)]) -> Result<W::Total, EngineError> {
        let mut total = W::Total::none();
        let nothing = self.nothing();
        for (&(key, ref weight), &(turned, _)) in one.iter().zip(two) {
            if let Some(words) = self.words_if_compatible(key, turned, 0, &nothing) {
                weight.scaled(&words).add_self_pairs(&mut total).ok_or(EngineError::Overflow)?;
            }
        }
        Ok(total)
    }

    /// How many sites there are to pass.
    pub fn sites(&self) -> usize {
        self.sites.len()
    }

    /// What two lists come to whose keys agree, and fit, at all stops before this one.
    pub fn grids_from(&mut self, one: &[(K, W)], two: &[(K, W)], at: usize) -> Result<W::Total, EngineError> {
        let mut total = W::Total::none();
        self.meet(one, two, at, self.nothing(), &mut total)?;
        Ok(total)
    }

    /// A list in parts, by what its keys say at a stop: they agree at all before it.
    pub fn split<'l>(&self, list: &'l [(K, W)], at: usize) -> SplitList<'l, K, W> {
        match self.sites[at] {
            JoinSite::Shut { bit } => part_by(list, |key| (key >> bit).low() & 1),
            JoinSite::Open { field, .. } => self.by_class(list, field),
        }
    }

    /// The part of the second list that fits first keys which say this at a stop.
    pub fn compatible_part<'l>(
        &mut self,
        two: &'l [(K, W)],
        at: usize,
        value: u64,
    ) -> Result<SelectedList<'l, K, W>, EngineError> {
        let parts = self.split(two, at);
        match self.sites[at] {
            // Black meets black and closed, closed meets black.
            JoinSite::Shut { bit } => self.select(&parts, if value == 0 { 0b11 } else { 0b01 }, bit),
            JoinSite::Open { field, fits } => self.select(&parts, fits.compatible_with(value), field),
        }
    }

    /// Takes back a list, for its memory.
    pub fn give_back(&mut self, list: SelectedList<'_, K, W>) {
        self.spare.extend(list.into_spare());
    }

    /// Adds what two lists come to from a stop on; what the words across the sites before are worth comes with them.
    fn meet(
        &mut self,
        one: &[(K, W)],
        two: &[(K, W)],
        mut at: usize,
        mut words: W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        debug_assert!([one, two].iter().all(|list| list.is_sorted_by_key(|&(key, _)| key)), "a list is out of order");
        debug_assert!(
            at == 0 || [one, two].iter().all(|list| self.agree(list, at - 1)),
            "keys differ at a site passed"
        );
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) {
            self.run.check()?;
        }
        loop {
            let ((Some(&(first, _)), Some(&(last, _))), (Some(&(other_first, _)), Some(&(other_last, _)))) =
                ((one.first(), one.last()), (two.first(), two.last()))
            else {
                return Ok(());
            };
            if W::is_too_much(&words) {
                return Ok(());
            }
            if at == self.sites.len() || one.len() * two.len() <= SHORT {
                return self.pair_up(one, two, at, &words, total);
            }
            // Where both lists say but one thing, there is nothing to split.
            match self.sites[at] {
                JoinSite::Shut { bit } => {
                    let value = |key: K| (key >> bit).low() & 1;
                    let (a, b) = ((value(first), value(last)), (value(other_first), value(other_last)));
                    if a.0 == a.1 && b.0 == b.1 {
                        if a.0 & b.0 == 1 {
                            return Ok(());
                        }
                        at += 1;
                        continue;
                    }
                    return self.split_shut(one, two, (at, bit), &words, total);
                }
                JoinSite::Open { field, fits } => {
                    let value = |key: K| (key >> field).low() & self.class;
                    let (a, b) = ((value(first), value(last)), (value(other_first), value(other_last)));
                    if a.0 == a.1 && b.0 == b.1 {
                        let Some(level) = fits.level(a.0, b.0) else { return Ok(()) };
                        words = self.with_word(&words, level);
                        at += 1;
                        continue;
                    }
                    return self.split_open(one, two, (at, field, fits), &words, total);
                }
            }
        }
    }

    /// Whether all keys of a sorted list say the same at a stop and at those before it.
    fn agree(&self, list: &[(K, W)], at: usize) -> bool {
        let (JoinSite::Shut { bit: place } | JoinSite::Open { field: place, .. }) = self.sites[at];
        list.first().zip(list.last()).is_none_or(|(first, last)| first.0 >> place == last.0 >> place)
    }

    /// Black meets black and closed, closed meets black.
    fn split_shut(
        &mut self,
        one: &[(K, W)],
        two: &[(K, W)],
        (at, bit): (usize, u32),
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let black = |list: &[(K, W)]| list.partition_point(|&(key, _)| (key >> bit).low() & 1 == 0);
        let (one_black, one_closed) = one.split_at(black(one));
        let (two_black, two_closed) = two.split_at(black(two));
        // The black ones of one side are gone through twice: of the side that has fewer.
        if one_black.len() <= two_black.len() {
            let all = self.merge(&[one_black, one_closed], bit)?;
            self.meet(&all, two_black, at + 1, words.clone(), total)?;
            self.spare.push(all);
            self.meet(one_black, two_closed, at + 1, words.clone(), total)
        } else {
            let all = self.merge(&[two_black, two_closed], bit)?;
            self.meet(one_black, &all, at + 1, words.clone(), total)?;
            self.spare.push(all);
            self.meet(one_closed, two_black, at + 1, words.clone(), total)
        }
    }

    fn split_open(
        &mut self,
        one: &[(K, W)],
        two: &[(K, W)],
        (at, field, fits): (usize, u32, &Compatibility),
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let ones = self.by_class(one, field);
        let twos = self.by_class(two, field);
        for level in fits.levels() {
            // For either choice: the bunches of parts of one side that meet the same parts of the other.
            let forth = batches(&twos, &ones, &level.back);
            let back = batches(&ones, &twos, &level.forth);
            let words = self.with_word(words, level);
            if work(&forth, &twos, &ones) <= work(&back, &ones, &twos) {
                for (met, classes) in forth {
                    self.batch((&ones, met), (&twos, classes), (at, field), &words, total)?;
                }
            } else {
                for (met, classes) in back {
                    self.batch((&ones, classes), (&twos, met), (at, field), &words, total)?;
                }
            }
        }
        Ok(())
    }

    /// What no word is worth.
    fn nothing(&self) -> W::Factor {
        W::factor(self.encoder, || 0)
    }

    /// What words are worth with one more, of this layer.
    fn with_word(&self, words: &W::Factor, level: &Level) -> W::Factor {
        W::product(words, &W::factor(self.encoder, || level.worth))
    }

    /// The grids of all the first side's parts of some classes with all the second's of some classes: all of them fit.
    fn batch(
        &mut self,
        (ones, one_classes): (&SplitList<K, W>, u64),
        (twos, two_classes): (&SplitList<K, W>, u64),
        (at, field): (usize, u32),
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let one = self.select(ones, one_classes, field)?;
        let two = self.select(twos, two_classes, field)?;
        self.meet(one.list(), two.list(), at + 1, words.clone(), total)?;
        self.spare.extend(one.into_spare());
        self.spare.extend(two.into_spare());
        Ok(())
    }

    fn select<'l>(
        &mut self,
        parts: &SplitList<'l, K, W>,
        classes: u64,
        field: u32,
    ) -> Result<SelectedList<'l, K, W>, EngineError> {
        let chosen: ArrayVec<&'l [(K, W)], { Compatibility::MOST }> =
            parts.iter().filter(|(class, _)| classes >> class & 1 == 1).map(|&(_, list)| list).collect();
        Ok(match chosen[..] {
            [only] => SelectedList::Part(only),
            _ => SelectedList::Merged(self.merge(&chosen, field)?),
        })
    }

    fn by_class<'l>(&self, list: &'l [(K, W)], field: u32) -> SplitList<'l, K, W> {
        part_by(list, |key| (key >> field).low() & self.class)
    }

    /// One sorted list of all keys, less what they say at `place` and above; equal ones become one.
    fn merge(&mut self, lists: &[&[(K, W)]], place: u32) -> Result<Vec<(K, W)>, EngineError> {
        let below = !(!K::from(0) << place);
        let mut merged = self.spare.pop().unwrap_or_default();
        merged.clear();
        let Some((first, others)) = lists.split_first() else { return Ok(merged) };
        let [second, others @ ..] = others else {
            merged.extend(first.iter().map(|(key, weight)| (*key & below, weight.clone())));
            return Ok(merged);
        };
        merge_two(first, second, below, &mut merged)?;
        if !others.is_empty() {
            let mut before = self.spare.pop().unwrap_or_default();
            for other in others {
                std::mem::swap(&mut before, &mut merged);
                merged.clear();
                merge_two(&before, other, below, &mut merged)?;
            }
            self.spare.push(before);
        }
        Ok(merged)
    }

    /// Every key of one list with every key of the other.
    fn pair_up(
        &mut self,
        one: &[(K, W)],
        two: &[(K, W)],
        at: usize,
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        for &(key, ref weight) in one {
            let mut others = W::none();
            for &(other, ref weight) in two {
                if let Some(words) = self.words_if_compatible(key, other, at, words) {
                    others.add_scaled(weight, &words).ok_or(EngineError::Overflow)?;
                }
            }
            weight.add_product(&others, total).ok_or(EngineError::Overflow)?;
        }
        Ok(())
    }

    /// If two keys fit from a stop on, what the words across all sites are worth, those before included.
    fn words_if_compatible(&mut self, one: K, two: K, at: usize, before: &W::Factor) -> Option<W::Factor> {
        // Of the shut sites that have been passed nothing can clash any more: one test will do for all.
        if (one & two & self.shut) != K::from(0) {
            return None;
        }
        let mut words = before.clone();
        for stop in &self.sites[at..] {
            if let JoinSite::Open { field, fits } = *stop {
                let (one, two) = ((one >> field).low() & self.class, (two >> field).low() & self.class);
                words = self.with_word(&words, fits.level(one, two)?);
            }
        }
        self.tails.are_compatible((one.low() & self.tail) as u32, (two.low() & self.tail) as u32).then_some(words)
    }
}

/// A list in parts, each with the class that its keys have at a site.
pub type SplitList<'l, K, W> = ArrayVec<(u64, &'l [(K, W)]), { Compatibility::MOST }>;

/// Sets of classes of one side, and for each the set of classes of the other side that goes with it, that one first.
type Batches = ArrayVec<(u64, u64), { Compatibility::MOST }>;

/// A list that is part of another, or one made by merging.
pub enum SelectedList<'l, K, W> {
    Part(&'l [(K, W)]),
    Merged(Vec<(K, W)>),
}

impl<K, W> SelectedList<'_, K, W> {
    pub fn list(&self) -> &[(K, W)] {
        match self {
            SelectedList::Part(list) => list,
            SelectedList::Merged(list) => list,
        }
    }

    fn into_spare(self) -> Option<Vec<(K, W)>> {
        match self {
            SelectedList::Part(_) => None,
            SelectedList::Merged(list) => Some(list),
        }
    }
}

/// A list in parts by what its keys say: those that say the same stand together.
fn part_by<K: Key, W>(list: &[(K, W)], value: impl Fn(K) -> u64) -> SplitList<'_, K, W> {
    list.chunk_by(|one, other| value(one.0) == value(other.0)).map(|part| (value(part[0].0), part)).collect()
}

/// The classes of `parts` put together by which classes of `others` they meet: for each bunch the classes met and its own.
fn batches<K, W>(parts: &SplitList<K, W>, others: &SplitList<K, W>, meets: &[u64]) -> Batches {
    let present = others.iter().fold(0, |present, (class, _)| present | 1 << class);
    let mut batches = Batches::new();
    for (class, _) in parts {
        let met = meets[*class as usize] & present;
        if met == 0 {
            continue;
        }
        if let Some(batch) = batches.iter_mut().find(|batch| batch.0 == met) {
            batch.1 |= 1 << class;
        } else {
            batches.push((met, 1 << class));
        }
    }
    batches
}

/// How long the lists of all bunches are together, both sides of each.
fn work<K, W>(batches: &Batches, parts: &SplitList<K, W>, others: &SplitList<K, W>) -> usize {
    let long = |parts: &SplitList<K, W>, classes: u64| {
        let chosen = parts.iter().filter(|(class, _)| classes >> class & 1 == 1);
        chosen.map(|(_, list)| list.len()).sum::<usize>()
    };
    batches.iter().map(|&(met, own)| long(others, met) + long(parts, own)).sum()
}

fn merge_two<K: Key, W: Weight>(
    one: &[(K, W)],
    two: &[(K, W)],
    below: K,
    into: &mut Vec<(K, W)>,
) -> Result<(), EngineError> {
    // What it takes is kept free of tables for it; where the system has less than it value, that is said.
    let bytes = (one.len() + two.len()) * size_of::<(K, W)>();
    let none = |_| EngineError::OutOfMemory { needed: bytes as u64, room: AvailableMemory::now() };
    attempt(|| into.try_reserve(one.len() + two.len())).map_err(none)?;
    let (mut i, mut j) = (0, 0);
    while let (Some((a, a_weight)), Some((b, b_weight))) = (one.get(i), two.get(j)) {
        let (a, b) = (*a & below, *b & below);
        let (take_a, take_b) = (a <= b, b <= a);
        let mut weight = if take_a { a_weight.clone() } else { b_weight.clone() };
        if take_a && take_b {
            weight.add(b_weight).ok_or(EngineError::Overflow)?;
        }
        into.push((if take_a { a } else { b }, weight));
        i += usize::from(take_a);
        j += usize::from(take_b);
    }
    into.extend(one[i..].iter().chain(&two[j..]).map(|(key, weight)| (*key & below, weight.clone())));
    Ok(())
}
