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

use super::fits::{Fits, Layer};
use super::group::{Key, Layout, Site};
use super::meter::Meter;
use super::ring::Ring;
use super::tables::Tables;
use super::weight::{Total, Weight};
use gridcheck_run::memory::{AvailableMemory, attempt};
use gridcheck_run::{EngineError, Run};

/// One site on the way: where its field is, and what fits there.
enum Stop<'t> {
    /// Shut on both sides: closed does not meet closed.
    Shut {
        bit: u32,
    },
    Open {
        field: u32,
        fits: &'t Fits,
    },
}

/// A meeting of two groups.
pub struct Meeting<'t, K, W> {
    stops: Vec<Stop<'t>>,
    meter: &'t Meter,
    class: u64,
    /// All bits that say whether a shut site is closed.
    shut: K,
    tail: u64,
    ring: Ring<'t>,
    run: &'t Run,
    /// Lists to be used again.
    spare: Vec<Vec<(K, W)>>,
    steps: u32,
}

/// Lists whose product of lengths is at most this are compared key by key.
pub const SHORT: usize = 64;

impl<'t, K: Key, W: Weight> Meeting<'t, K, W> {
    /// Both groups' layouts are the same but for the side that each site is on.
    pub fn new(
        (tables, meter): (&'t Tables, &'t Meter),
        layout: &Layout,
        fits: [&'t Fits; 2],
        ring: Ring<'t>,
        run: &'t Run,
    ) -> Self {
        let shut = (0..layout.shut.len()).map(|index| Stop::Shut { bit: layout.bit(index) });
        let open = layout.open.iter().enumerate().map(|(index, site)| Stop::Open {
            field: layout.field(index),
            fits: match site {
                Site::Right(_) => fits[0],
                Site::Bottom(_) => fits[1],
            },
        });
        let one = K::from(1);
        Meeting {
            stops: shut.chain(open).collect(),
            meter,
            class: tables.packing.class_mask(),
            shut: (0..layout.shut.len()).fold(K::from(0), |shut, index| shut | one << layout.bit(index)),
            tail: (1 << layout.tail_bits()) - 1,
            ring,
            run,
            spare: Vec::new(),
            steps: 0,
        }
    }

    /// The key as it was before its tail became an index of the ring.
    pub fn raw(&self, group: usize, key: K) -> K {
        let tail = self.ring.tail(group, (key.low() & self.tail) as u32);
        key & !K::from(self.tail) | K::from(tail)
    }

    /// Whether two keys fit everywhere.
    pub fn fits(&mut self, one: K, two: K) -> bool {
        self.do_fit(one, two, 0, &self.nothing()).is_some()
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
            if let Some(words) = self.do_fit(key, turned, 0, &nothing) {
                weight.with(&words).meet_itself(&mut total).ok_or(EngineError::Overflow)?;
            }
        }
        Ok(total)
    }

    /// How many sites there are to pass.
    pub fn stops(&self) -> usize {
        self.stops.len()
    }

    /// What two lists come to whose keys agree, and fit, at all stops before this one.
    pub fn grids_from(&mut self, one: &[(K, W)], two: &[(K, W)], at: usize) -> Result<W::Total, EngineError> {
        let mut total = W::Total::none();
        self.meet(one, two, at, self.nothing(), &mut total)?;
        Ok(total)
    }

    /// A list in parts, by what its keys say at a stop: they agree at all before it.
    pub fn parted<'l>(&self, list: &'l [(K, W)], at: usize) -> Parted<'l, K, W> {
        match self.stops[at] {
            Stop::Shut { bit } => part_by(list, |key| (key >> bit).low() & 1),
            Stop::Open { field, .. } => self.by_class(list, field),
        }
    }

    /// The part of the second list that fits first keys which say this at a stop.
    pub fn fitting<'l>(&mut self, two: &'l [(K, W)], at: usize, says: u64) -> Result<Gathered<'l, K, W>, EngineError> {
        let parts = self.parted(two, at);
        match self.stops[at] {
            // Black meets black and closed, closed meets black.
            Stop::Shut { bit } => self.gather(&parts, if says == 0 { 0b11 } else { 0b01 }, bit),
            Stop::Open { field, fits } => self.gather(&parts, fits.with(says), field),
        }
    }

    /// Takes back a list, for its memory.
    pub fn give_back(&mut self, list: Gathered<'_, K, W>) {
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
            if at == self.stops.len() || one.len() * two.len() <= SHORT {
                return self.pair_up(one, two, at, &words, total);
            }
            // Where both lists say but one thing, there is nothing to split.
            match self.stops[at] {
                Stop::Shut { bit } => {
                    let says = |key: K| (key >> bit).low() & 1;
                    let (a, b) = ((says(first), says(last)), (says(other_first), says(other_last)));
                    if a.0 == a.1 && b.0 == b.1 {
                        if a.0 & b.0 == 1 {
                            return Ok(());
                        }
                        at += 1;
                        continue;
                    }
                    return self.split_shut(one, two, (at, bit), &words, total);
                }
                Stop::Open { field, fits } => {
                    let says = |key: K| (key >> field).low() & self.class;
                    let (a, b) = ((says(first), says(last)), (says(other_first), says(other_last)));
                    if a.0 == a.1 && b.0 == b.1 {
                        let Some(layer) = fits.layer(a.0, b.0) else { return Ok(()) };
                        words = self.with_word(&words, layer);
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
        let (Stop::Shut { bit: place } | Stop::Open { field: place, .. }) = self.stops[at];
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
        (at, field, fits): (usize, u32, &Fits),
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let ones = self.by_class(one, field);
        let twos = self.by_class(two, field);
        for layer in fits.layers() {
            // For either choice: the bunches of parts of one side that meet the same parts of the other.
            let forth = bunches(&twos, &ones, &layer.back);
            let back = bunches(&ones, &twos, &layer.forth);
            let words = self.with_word(words, layer);
            if work(&forth, &twos, &ones) <= work(&back, &ones, &twos) {
                for (met, classes) in forth {
                    self.bunch((&ones, met), (&twos, classes), (at, field), &words, total)?;
                }
            } else {
                for (met, classes) in back {
                    self.bunch((&ones, classes), (&twos, met), (at, field), &words, total)?;
                }
            }
        }
        Ok(())
    }

    /// What no word is worth.
    fn nothing(&self) -> W::Factor {
        W::factor(self.meter, || 0)
    }

    /// What words are worth with one more, of this layer.
    fn with_word(&self, words: &W::Factor, layer: &Layer) -> W::Factor {
        W::product(words, &W::factor(self.meter, || layer.worth))
    }

    /// The grids of all the first side's parts of some classes with all the second's of some classes: all of them fit.
    fn bunch(
        &mut self,
        (ones, one_classes): (&Parted<K, W>, u64),
        (twos, two_classes): (&Parted<K, W>, u64),
        (at, field): (usize, u32),
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let one = self.gather(ones, one_classes, field)?;
        let two = self.gather(twos, two_classes, field)?;
        self.meet(one.list(), two.list(), at + 1, words.clone(), total)?;
        self.spare.extend(one.into_spare());
        self.spare.extend(two.into_spare());
        Ok(())
    }

    fn gather<'l>(
        &mut self,
        parts: &Parted<'l, K, W>,
        classes: u64,
        field: u32,
    ) -> Result<Gathered<'l, K, W>, EngineError> {
        let chosen: ArrayVec<&'l [(K, W)], { Fits::MOST }> =
            parts.iter().filter(|(class, _)| classes >> class & 1 == 1).map(|&(_, list)| list).collect();
        Ok(match chosen[..] {
            [only] => Gathered::Part(only),
            _ => Gathered::Merged(self.merge(&chosen, field)?),
        })
    }

    fn by_class<'l>(&self, list: &'l [(K, W)], field: u32) -> Parted<'l, K, W> {
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
                if let Some(words) = self.do_fit(key, other, at, words) {
                    others.add_with(weight, &words).ok_or(EngineError::Overflow)?;
                }
            }
            weight.meet(&others, total).ok_or(EngineError::Overflow)?;
        }
        Ok(())
    }

    /// If two keys fit from a stop on, what the words across all sites are worth, those before included.
    fn do_fit(&mut self, one: K, two: K, at: usize, before: &W::Factor) -> Option<W::Factor> {
        // Of the shut sites that have been passed nothing can clash any more: one test will do for all.
        if (one & two & self.shut) != K::from(0) {
            return None;
        }
        let mut words = before.clone();
        for stop in &self.stops[at..] {
            if let Stop::Open { field, fits } = *stop {
                let (one, two) = ((one >> field).low() & self.class, (two >> field).low() & self.class);
                words = self.with_word(&words, fits.layer(one, two)?);
            }
        }
        self.ring.together((one.low() & self.tail) as u32, (two.low() & self.tail) as u32).then_some(words)
    }
}

/// A list in parts, each with the class that its keys have at a site.
pub type Parted<'l, K, W> = ArrayVec<(u64, &'l [(K, W)]), { Fits::MOST }>;

/// Sets of classes of one side, and for each the set of classes of the other side that goes with it, that one first.
type Bunches = ArrayVec<(u64, u64), { Fits::MOST }>;

/// A list that is part of another, or one made by merging.
pub enum Gathered<'l, K, W> {
    Part(&'l [(K, W)]),
    Merged(Vec<(K, W)>),
}

impl<K, W> Gathered<'_, K, W> {
    pub fn list(&self) -> &[(K, W)] {
        match self {
            Gathered::Part(list) => list,
            Gathered::Merged(list) => list,
        }
    }

    fn into_spare(self) -> Option<Vec<(K, W)>> {
        match self {
            Gathered::Part(_) => None,
            Gathered::Merged(list) => Some(list),
        }
    }
}

/// A list in parts by what its keys say: those that say the same stand together.
fn part_by<K: Key, W>(list: &[(K, W)], says: impl Fn(K) -> u64) -> Parted<'_, K, W> {
    list.chunk_by(|one, other| says(one.0) == says(other.0)).map(|part| (says(part[0].0), part)).collect()
}

/// The classes of `parts` put together by which classes of `others` they meet: for each bunch the classes met and its own.
fn bunches<K, W>(parts: &Parted<K, W>, others: &Parted<K, W>, meets: &[u64]) -> Bunches {
    let present = others.iter().fold(0, |present, (class, _)| present | 1 << class);
    let mut bunches = Bunches::new();
    for (class, _) in parts {
        let met = meets[*class as usize] & present;
        if met == 0 {
            continue;
        }
        if let Some(bunch) = bunches.iter_mut().find(|bunch| bunch.0 == met) {
            bunch.1 |= 1 << class;
        } else {
            bunches.push((met, 1 << class));
        }
    }
    bunches
}

/// How long the lists of all bunches are together, both sides of each.
fn work<K, W>(bunches: &Bunches, parts: &Parted<K, W>, others: &Parted<K, W>) -> usize {
    let long = |parts: &Parted<K, W>, classes: u64| {
        let chosen = parts.iter().filter(|(class, _)| classes >> class & 1 == 1);
        chosen.map(|(_, list)| list.len()).sum::<usize>()
    };
    bunches.iter().map(|&(met, own)| long(others, met) + long(parts, own)).sum()
}

fn merge_two<K: Key, W: Weight>(
    one: &[(K, W)],
    two: &[(K, W)],
    below: K,
    into: &mut Vec<(K, W)>,
) -> Result<(), EngineError> {
    // What it takes is kept free of tables for it; where the system has less than it says, that is said.
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
