//! Parts of words: the letters of a word that lie in a corner, from the word's end to the edge of the corner.
//!
//! Two corners meet at an edge. A word across it has a part in each, so a part is judged by the parts that [meet](Parts::partners) it.
//! Parts that everything to come treats alike are one [class](Classes).

use std::collections::HashMap;
use std::hash::Hash;

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// The number of a part; [`NONE`] if no word is begun.
pub(crate) type Part = u8;

/// The number for no part: a bar, or the rim, is before the next square.
pub(crate) const NONE: Part = 0;

/// The most parts, [`NONE`] included: a set of them is a word of bits.
pub(crate) const MOST: usize = 64;

/// The letters of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Letters {
    all: usize,
    unchecked: usize,
    /// The unchecked letters at the inner end.
    inner: usize,
}

/// The limits on a word.
struct Limits {
    lengths: std::ops::RangeInclusive<usize>,
    checking: Checking,
    /// The most unchecked letters side by side.
    together: usize,
    /// The most of them at an end of the word.
    at_end: usize,
}

/// All parts of words up to a length, numbered.
pub(crate) struct Parts {
    /// The part with one more letter, unchecked or checked; `None` if no word begins so.
    longer: Vec<[Option<Part>; 2]>,
    /// `true` if the part is a whole word.
    whole: Vec<bool>,
    /// The set of parts that complete a part to a word across an edge.
    partners: Vec<u64>,
    /// `true` if a square may be alone in one direction.
    single_cells: bool,
}

impl Limits {
    fn of(rules: &Ruleset) -> (Self, bool) {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let number = |limit| match limit {
            Limit::AtMost(most) => most,
            Limit::Unlimited => usize::MAX,
        };
        let lengths = min_word.max(2)..=number(max_word);
        let (together, at_end) = (number(max_unchecked_run), number(max_unchecked_run_at_ends));
        (Limits { lengths, checking, together, at_end: at_end.min(together) }, single_cells)
    }

    /// Returns the part with one more letter, if a word can begin so.
    fn longer(&self, part: Option<Letters>, is_checked: bool) -> Option<Letters> {
        let before = part.unwrap_or(Letters { all: 0, unchecked: 0, inner: 0 });
        let all = before.all + 1;
        let (unchecked, inner) =
            if is_checked { (before.unchecked, 0) } else { (before.unchecked + 1, before.inner + 1) };
        let most = if inner == all { self.at_end } else { self.together };
        (inner <= most && all <= *self.lengths.end()).then_some(Letters { all, unchecked, inner })
    }

    /// Returns `true` if a word may have this number of letters, and of unchecked ones.
    fn allow(&self, letters: usize, unchecked: usize) -> bool {
        let checked = letters - unchecked;
        let is_checked = match self.checking {
            Checking::All => unchecked == 0,
            Checking::CeilHalf => checked == letters.div_ceil(2),
            Checking::EitherHalf => checked == letters / 2 || unchecked == letters / 2,
            Checking::AtLeastHalf => 2 * checked >= letters,
            Checking::Any => true,
            Checking::ByLength(table) => table.unchecked(letters).is_some_and(|range| range.contains(&unchecked)),
        };
        is_checked && self.lengths.contains(&letters)
    }

    /// Returns `true` if a part is a word without more letters.
    fn is_whole(&self, part: Letters) -> bool {
        part.inner <= self.at_end && self.allow(part.all, part.unchecked)
    }

    /// Returns `true` if two parts are a word across an edge.
    fn is_word(&self, one: Letters, other: Letters) -> bool {
        let inner = one.inner + other.inner;
        let reaches_end = one.inner == one.all || other.inner == other.all;
        let most = if reaches_end { self.at_end } else { self.together };
        inner <= most && self.allow(one.all + other.all, one.unchecked + other.unchecked)
    }
}

impl Parts {
    /// Numbers the parts of up to `longest` letters; `None` if there are more than numbers.
    pub(crate) fn new(rules: &Ruleset, longest: usize) -> Option<Self> {
        let (limits, single_cells) = Limits::of(rules);
        let mut letters: Vec<Option<Letters>> = vec![None];
        let mut longer = Vec::new();
        // Parts are numbered by their length, so a part comes after all that it grows from.
        while let Some(&part) = letters.get(longer.len()) {
            let may_grow = part.is_none_or(|part| part.all < longest);
            let mut grown = [None; 2];
            for (grown, is_checked) in grown.iter_mut().zip([false, true]).filter(|_| may_grow) {
                let Some(part) = limits.longer(part, is_checked) else { continue };
                let known = letters.iter().position(|&other| other == Some(part));
                let number = known.unwrap_or(letters.len());
                if known.is_none() {
                    letters.push(Some(part));
                }
                *grown = Some(Part::try_from(number).ok().filter(|_| number < MOST)?);
            }
            longer.push(grown);
        }
        let whole = letters.iter().map(|part| part.is_some_and(|part| limits.is_whole(part))).collect();
        let partners = |one: &Option<Letters>| {
            let meets =
                |other: &Option<Letters>| one.zip(*other).is_some_and(|(one, other)| limits.is_word(one, other));
            (0..).zip(&letters).filter(|(_, other)| meets(other)).fold(0, |set, (number, _)| set | 1 << number)
        };
        let partners = letters.iter().map(partners).collect();
        Some(Parts { longer, whole, partners, single_cells })
    }

    /// Returns `true` if a square may be alone so: across, and down.
    pub(crate) fn allow_alone(&self, across: bool, down: bool) -> bool {
        !(across || down) || self.single_cells && !(across && down)
    }

    /// Returns the part after a square, which is the last before a bar if `is_barred`; `None` if no word is possible.
    pub(crate) fn after(&self, part: Part, is_checked: bool, is_barred: bool) -> Option<Part> {
        if part == NONE && is_barred {
            return Some(NONE);
        }
        let longer = self.longer[usize::from(part)][usize::from(is_checked)]?;
        if is_barred { self.whole[usize::from(longer)].then_some(NONE) } else { Some(longer) }
    }

    /// Returns the set of parts that complete this one across an edge: bit k for part k.
    pub(crate) fn partners(&self, part: Part) -> u64 {
        self.partners[usize::from(part)]
    }

    /// Returns `true` if each part completes the one at the same site, for sides that are open at the same sites.
    pub(crate) fn complete(&self, one: &[Part], other: &[Part]) -> bool {
        one.iter().zip(other).all(|(&one, other)| one == NONE || self.partners(one) >> other & 1 == 1)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Part> + use<> {
        // They are at most 64.
        (0..self.longer.len()).map(|number| number as Part)
    }
}

/// The last edge of a line of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    /// A bar ends the line.
    Shut,
    /// The line leads out of the corner.
    Open,
    /// Both are possible.
    Either,
}

/// For each part the part that stands for its class, by the number of squares that follow.
pub(crate) struct Classes(Vec<Vec<Option<Part>>>);

impl Classes {
    /// Computes the classes backwards from the last of `squares` squares.
    pub(crate) fn new(parts: &Parts, squares: usize, gate: Gate) -> Self {
        let at_gate = |part: Part| {
            let fits = match (part == NONE, gate) {
                (true, Gate::Shut | Gate::Either) => true,
                (false, Gate::Open | Gate::Either) => parts.partners(part) != 0,
                (true, Gate::Open) | (false, Gate::Shut) => false,
            };
            fits.then(|| (part == NONE, parts.partners(part)))
        };
        let mut levels = vec![representatives(parts.all(), at_gate)];
        for _ in 0..squares {
            let next = &levels[levels.len() - 1];
            let choices = [(false, false), (false, true), (true, false), (true, true)];
            let after =
                |part: Part, (is_checked, is_barred)| next[usize::from(parts.after(part, is_checked, is_barred)?)];
            let level = representatives(parts.all(), |part| {
                let outcomes = choices.map(|choice| after(part, choice));
                // Only a square without a part before it can be alone.
                (outcomes != [None; 4]).then_some((part == NONE, outcomes))
            });
            levels.push(level);
        }
        Classes(levels)
    }

    /// Returns the representative of a part before `left` more squares; `None` if nothing completes it.
    pub(crate) fn class(&self, left: usize, part: Part) -> Option<Part> {
        self.0[left][usize::from(part)]
    }
}

/// Returns the first part with the same signature, for each part that has one.
fn representatives<S: Eq + Hash>(
    parts: impl Iterator<Item = Part>,
    signature: impl Fn(Part) -> Option<S>,
) -> Vec<Option<Part>> {
    let mut first = HashMap::new();
    parts.map(|part| Some(*first.entry(signature(part)?).or_insert(part))).collect()
}
