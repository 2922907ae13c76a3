//! Joins two groups: computes the total weight of the grids that they make.
//!
//! The result is the sum of weight × weight over all pairs of keys that fit at every site and whose tails are
//! compatible. It has the form Σ a(x) · M(x, y) · b(y), with a kernel M that is a product over the sites. Yates
//! (1937) computes it site by site for full tables. Here the lists are sparse and sorted, and the sites are processed
//! depth first:
//!
//! 1. Split both lists by their value at the site.
//! 2. Merge the parts of one list that meet the same parts of the other. Keys that differ only at this site become
//!    equal.
//! 3. Continue with the next site for each pair of lists that meet.
//!
//! At each split, the cheaper side is merged. Two short lists are compared key by key.
//!
//! Invariant of [`Join::meet`]: each list is sorted, and its keys agree at all processed sites. Each key of one list
//! fits each key of the other there. So keys with the same value at the next site are adjacent. The first and the
//! last key show whether all values are equal. No processed site is read again.

use arrayvec::ArrayVec;

use crate::blocks::group::{Key, Layout, Site};
use crate::joins::compatibility::{Compatibility, CompatibilityLevel};
use crate::joins::tails::TailCompatibility;
use crate::measures::encoder::MeasureEncoder;
use crate::measures::weight::QuarterWeight;
use crate::tables::Tables;
use gridcheck_engine::{EngineError, Run};

/// A site of the join: the position of its field, and the classes that fit there.
enum JoinSite<'t> {
    /// Shut on both sides: closed does not meet closed.
    Shut {
        bit: u32,
    },
    Open(OpenSite<'t>),
}

#[derive(Clone, Copy)]
struct OpenSite<'t> {
    field: u32,
    fits: &'t Compatibility,
}

/// A join of two groups.
pub(crate) struct Join<'t, K, W> {
    sites: Vec<JoinSite<'t>>,
    encoder: &'t MeasureEncoder,
    class: u64,
    /// All bits that mark a shut site as closed.
    shut: K,
    tail: u64,
    tails: TailCompatibility<'t>,
    run: &'t Run,
    /// Lists for reuse.
    spare: Vec<Vec<(K, W)>>,
    steps: u32,
}

/// Lists are compared key by key if the product of their lengths is at most this.
pub(crate) const SHORT: usize = 64;

impl<'t, K: Key, W: QuarterWeight> Join<'t, K, W> {
    /// Prepares a join. The layouts of both groups are the same except for the side of each site.
    pub(crate) fn new(
        tables: &'t Tables,
        encoder: &'t MeasureEncoder,
        layout: &Layout,
        fits: [&'t Compatibility; 2],
        tails: TailCompatibility<'t>,
        run: &'t Run,
    ) -> Self {
        let shut = (0..layout.shut.len()).map(|index| JoinSite::Shut { bit: layout.bit(index) });
        let open = layout.open.iter().enumerate().map(|(index, site)| {
            let fits = match site {
                Site::Right(_) => fits[0],
                Site::Bottom(_) => fits[1],
            };
            JoinSite::Open(OpenSite { field: layout.field(index), fits })
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

    /// Returns the key with its tail instead of the tail's index.
    pub(crate) fn raw(&self, group: usize, key: K) -> K {
        let tail = self.tails.tail(group, (key.low() & self.tail) as u32);
        key & !K::from(self.tail) | K::from(tail)
    }

    /// Returns `true` if two keys fit at all sites and their tails are compatible.
    pub(crate) fn fits(&mut self, one: K, two: K) -> bool {
        self.words_if_compatible(one, two, 0, &self.nothing()).is_some()
    }

    /// Returns the total weight of the grids of two sorted lists whose tails are indices.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub(crate) fn grids(&mut self, one: &[(K, W)], two: &[(K, W)]) -> Result<W::Total, EngineError> {
        self.grids_from(one, two, 0)
    }

    /// Returns the total weight of the grids in which a quarter meets itself. `two` is `one`, turned, in the same
    /// order.
    ///
    /// # Errors
    /// A sum overflows.
    pub(crate) fn with_itself(&mut self, one: &[(K, W)], two: &[(K, W)]) -> Result<W::Total, EngineError> {
        let mut total = W::Total::default();
        let nothing = self.nothing();
        for (&(key, ref weight), &(turned, _)) in one.iter().zip(two) {
            if let Some(words) = self.words_if_compatible(key, turned, 0, &nothing) {
                weight.scaled(&words).add_product(&W::one(), &mut total).ok_or(EngineError::Overflow)?;
            }
        }
        Ok(total)
    }

    /// Returns the number of sites.
    pub(crate) fn sites(&self) -> usize {
        self.sites.len()
    }

    /// Returns the total weight of two lists whose keys agree and fit at all sites before `at`.
    ///
    /// # Errors
    /// The run is stopped, a sum overflows, or the memory is exhausted.
    pub(crate) fn grids_from(&mut self, one: &[(K, W)], two: &[(K, W)], at: usize) -> Result<W::Total, EngineError> {
        let mut total = W::Total::default();
        self.meet(one, two, at, self.nothing(), &mut total)?;
        Ok(total)
    }

    /// Splits a list by the value of its keys at a site. The keys agree at all sites before it.
    pub(crate) fn split<'l>(&self, list: &'l [(K, W)], at: usize) -> SplitList<'l, K, W> {
        match self.sites[at] {
            JoinSite::Shut { bit } => part_by(list, |key| (key >> bit).low() & 1),
            JoinSite::Open(OpenSite { field, .. }) => self.by_class(list, field),
        }
    }

    /// Returns the part of the second list that fits first keys with this value at a site.
    ///
    /// # Errors
    /// A sum overflows, or the memory is exhausted.
    pub(crate) fn compatible_part<'l>(
        &mut self,
        two: &'l [(K, W)],
        at: usize,
        value: u64,
    ) -> Result<SelectedList<'l, K, W>, EngineError> {
        let parts = self.split(two, at);
        match self.sites[at] {
            // Black meets black and closed, closed meets black.
            JoinSite::Shut { bit } => {
                self.select(&Selection { parts: &parts, classes: if value == 0 { 0b11 } else { 0b01 } }, bit)
            }
            JoinSite::Open(OpenSite { field, fits }) => {
                self.select(&Selection { parts: &parts, classes: fits.compatible_with(value) }, field)
            }
        }
    }

    /// Takes back the memory of a list.
    pub(crate) fn release(&mut self, list: SelectedList<'_, K, W>) {
        self.spare.extend(list.into_spare());
    }

    /// Adds the total weight of two lists from a site on. `words` is the factor of the words across the sites before
    /// it.
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
            // If all keys of each list have one value, there is nothing to split.
            match self.sites[at] {
                JoinSite::Shut { bit } => {
                    let value = |key: K| (key >> bit).low() & 1;
                    let (a, b) = ((value(first), value(last)), (value(other_first), value(other_last)));
                    if a.0 != a.1 || b.0 != b.1 {
                        return self.split_shut(one, two, at, bit, &words, total);
                    }
                    if a.0 & b.0 == 1 {
                        return Ok(());
                    }
                }
                JoinSite::Open(site) => {
                    let OpenSite { field, fits } = site;
                    let value = |key: K| (key >> field).low() & self.class;
                    let (a, b) = ((value(first), value(last)), (value(other_first), value(other_last)));
                    if a.0 != a.1 || b.0 != b.1 {
                        return self.split_open(one, two, at, site, &words, total);
                    }
                    let Some(level) = fits.level(a.0, b.0) else { return Ok(()) };
                    words = self.with_word(&words, level);
                }
            }
            at += 1;
        }
    }

    /// Returns `true` if all keys of a sorted list agree at a site and at those before it.
    fn agree(&self, list: &[(K, W)], at: usize) -> bool {
        let (JoinSite::Shut { bit: place } | JoinSite::Open(OpenSite { field: place, .. })) = self.sites[at];
        list.first().zip(list.last()).is_none_or(|(first, last)| first.0 >> place == last.0 >> place)
    }

    /// Splits at a shut site: black meets black and closed, closed meets black.
    fn split_shut(
        &mut self,
        one: &[(K, W)],
        two: &[(K, W)],
        at: usize,
        bit: u32,
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let black = |list: &[(K, W)]| list.partition_point(|&(key, _)| (key >> bit).low() & 1 == 0);
        let (one_black, one_closed) = one.split_at(black(one));
        let (two_black, two_closed) = two.split_at(black(two));
        // The black keys of one side are processed twice, so choose the shorter list.
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
        at: usize,
        OpenSite { field, fits }: OpenSite<'_>,
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let ones = self.by_class(one, field);
        let twos = self.by_class(two, field);
        for level in fits.levels() {
            // For either choice: the parts of one side, batched by the parts of the other that they meet.
            let forth = batches(&twos, &ones, &level.back);
            let back = batches(&ones, &twos, &level.forth);
            let words = self.with_word(words, level);
            if work(&forth, &twos, &ones) <= work(&back, &ones, &twos) {
                for (met, classes) in forth {
                    let one = Selection { parts: &ones, classes: met };
                    let two = Selection { parts: &twos, classes };
                    self.batch(&one, &two, at, field, &words, total)?;
                }
            } else {
                for (met, classes) in back {
                    let one = Selection { parts: &ones, classes };
                    let two = Selection { parts: &twos, classes: met };
                    self.batch(&one, &two, at, field, &words, total)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the factor of no word.
    fn nothing(&self) -> W::Factor {
        W::factor(self.encoder, || 0)
    }

    /// Multiplies the factor of words by that of one more word of this level.
    fn with_word(&self, words: &W::Factor, level: &CompatibilityLevel) -> W::Factor {
        W::product(words, &W::factor(self.encoder, || level.worth))
    }

    /// Adds the grids of all selected parts of one side with all selected parts of the other. All of them fit.
    fn batch(
        &mut self,
        one: &Selection<'_, '_, K, W>,
        two: &Selection<'_, '_, K, W>,
        at: usize,
        field: u32,
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        let one = self.select(one, field)?;
        let two = self.select(two, field)?;
        self.meet(one.list(), two.list(), at + 1, words.clone(), total)?;
        self.spare.extend(one.into_spare());
        self.spare.extend(two.into_spare());
        Ok(())
    }

    fn select<'l>(
        &mut self,
        &Selection { parts, classes }: &Selection<'_, 'l, K, W>,
        field: u32,
    ) -> Result<SelectedList<'l, K, W>, EngineError> {
        let chosen: ArrayVec<&'l [(K, W)], { Compatibility::MAX }> =
            parts.iter().filter(|(class, _)| classes >> class & 1 == 1).map(|&(_, list)| list).collect();
        Ok(match chosen[..] {
            [only] => SelectedList::Part(only),
            _ => SelectedList::Merged(self.merge(&chosen, field)?),
        })
    }

    fn by_class<'l>(&self, list: &'l [(K, W)], field: u32) -> SplitList<'l, K, W> {
        part_by(list, |key| (key >> field).low() & self.class)
    }

    /// Merges lists into one sorted list, without the bits from `place` on. Equal keys are added up.
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

    /// Compares every key of one list with every key of the other.
    fn pair_up(
        &mut self,
        one: &[(K, W)],
        two: &[(K, W)],
        at: usize,
        words: &W::Factor,
        total: &mut W::Total,
    ) -> Result<(), EngineError> {
        for &(key, ref weight) in one {
            let mut others = W::default();
            for &(other, ref weight) in two {
                if let Some(words) = self.words_if_compatible(key, other, at, words) {
                    others.add_scaled(weight, &words).ok_or(EngineError::Overflow)?;
                }
            }
            weight.add_product(&others, total).ok_or(EngineError::Overflow)?;
        }
        Ok(())
    }

    /// Returns the factor of all words, including those before the site, if two keys fit from a site on.
    fn words_if_compatible(&mut self, one: K, two: K, at: usize, before: &W::Factor) -> Option<W::Factor> {
        // Processed shut sites cannot clash any more, so one test covers all.
        if (one & two & self.shut) != K::from(0) {
            return None;
        }
        let mut words = before.clone();
        for stop in &self.sites[at..] {
            if let JoinSite::Open(OpenSite { field, fits }) = *stop {
                let (one, two) = ((one >> field).low() & self.class, (two >> field).low() & self.class);
                words = self.with_word(&words, fits.level(one, two)?);
            }
        }
        self.tails.are_compatible((one.low() & self.tail) as u32, (two.low() & self.tail) as u32).then_some(words)
    }
}

/// The parts of a list, each with the class of its keys at a site.
pub(crate) type SplitList<'l, K, W> = ArrayVec<(u64, &'l [(K, W)]), { Compatibility::MAX }>;

/// The parts of a list in some classes, which are a bit set.
struct Selection<'p, 'l, K, W> {
    parts: &'p SplitList<'l, K, W>,
    classes: u64,
}

/// For each set of classes of one side that is met: the set of classes of the other side that meets it.
type Batches = ArrayVec<(u64, u64), { Compatibility::MAX }>;

/// A part of a list, or a merged list.
pub(crate) enum SelectedList<'l, K, W> {
    Part(&'l [(K, W)]),
    Merged(Vec<(K, W)>),
}

impl<K, W> SelectedList<'_, K, W> {
    pub(crate) fn list(&self) -> &[(K, W)] {
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

/// Splits a list by a value of its keys. Keys with the same value must be adjacent.
fn part_by<K: Key, W>(list: &[(K, W)], value: impl Fn(K) -> u64) -> SplitList<'_, K, W> {
    list.chunk_by(|one, other| value(one.0) == value(other.0)).map(|part| (value(part[0].0), part)).collect()
}

/// Batches the classes of `parts` by the classes of `others` that they meet. Each entry holds the classes met, then
/// the classes of `parts` that meet them.
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

/// Returns the total length of the lists of all batches, on both sides.
fn work<K, W>(batches: &Batches, parts: &SplitList<K, W>, others: &SplitList<K, W>) -> usize {
    let long = |parts: &SplitList<K, W>, classes: u64| {
        let chosen = parts.iter().filter(|(class, _)| classes >> class & 1 == 1);
        chosen.map(|(_, list)| list.len()).sum::<usize>()
    };
    batches.iter().map(|&(met, own)| long(others, met) + long(parts, own)).sum()
}

fn merge_two<K: Key, W: QuarterWeight>(
    one: &[(K, W)],
    two: &[(K, W)],
    below: K,
    into: &mut Vec<(K, W)>,
) -> Result<(), EngineError> {
    into.reserve(one.len() + two.len());
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
