//! Wishes as clauses: a measure is a sum of literals, and a sum is counted along a chain.
//!
//! Every measure is a sum of literals with factors: a letter is the literal of its square, a word that of its beginning (black,
//! white, white), a word of some length that of its whole run between two blacks. Squares that symmetry ties together are one
//! literal with a factor of 2 or more. A chain of literals "the first i terms come to v at least" then holds the sum
//! (the sequential counter of Sinz, 2005, with factors as in Hölldobler, Manthey and Steinke, 2012), for the values v that can
//! occur and matter. The chain is a function of the colours and does not multiply models.

use std::collections::{BTreeMap, HashMap};

use varisat::Lit;

use super::formula::Encoder;
use super::orbits::Orbits;
use crate::grid::Grid;
use crate::wish::{Bounds, Measure, Subject, Wish};

/// The clauses of all wishes.
pub(super) fn encode(orbits: &Orbits, wishes: &[Wish], encoder: &mut Encoder) {
    let mut places = Places { orbits, encoder, all: HashMap::new() };
    for &Wish { subject, bounds } in wishes {
        match subject {
            Subject::Of(measure) => {
                let sum = places.measure(measure);
                within(sum, both(bounds), places.encoder);
            }
            Subject::EachLength { from, to } => {
                for length in from..=to {
                    let sum = places.measure(Measure::Length(length));
                    within(sum, both(bounds), places.encoder);
                }
            }
            Subject::MeanLength => {
                let longer = places.beyond_mean(bounds.least());
                within(longer, (Some(0), None), places.encoder);
                if let Some(most) = bounds.most() {
                    let shorter = places.beyond_mean(most);
                    within(shorter, (None, Some(0)), places.encoder);
                }
            }
            Subject::Lengths => {
                let n = places.orbits.size();
                let occur: Vec<Lit> = (2..=n).map(|length| places.occurs(length)).collect();
                let occur = occur.into_iter().map(|occurs| (occurs, 1)).collect();
                within(occur, both(bounds), places.encoder);
            }
        }
    }
}

/// Literals, and how often each counts.
type Sum = Vec<(Lit, i32)>;

/// The squares of a grid as literals, and what is made of them.
struct Places<'a> {
    orbits: &'a Orbits,
    encoder: &'a mut Encoder,
    /// The literal that stands for all of some others, by these in order.
    all: HashMap<Vec<Lit>, Lit>,
}

impl Places<'_> {
    /// The colour of square i of line l, across or down; off the grid there is none.
    fn white(&self, down: bool, line: usize, i: usize) -> Option<Lit> {
        let n = self.orbits.size();
        (i < n && line < n).then(|| if down { self.orbits.white(i, line) } else { self.orbits.white(line, i) })
    }

    /// A literal equivalent to the conjunction.
    fn all(&mut self, mut literals: Vec<Lit>) -> Lit {
        literals.sort_unstable();
        literals.dedup();
        if let &[one] = &literals[..] {
            return one;
        }
        if let Some(&known) = self.all.get(&literals) {
            return known;
        }
        let whole = self.encoder.fresh();
        for &literal in &literals {
            self.encoder.clause([!whole, literal]);
        }
        self.encoder.clause(literals.iter().map(|&literal| !literal).chain([whole]));
        self.all.insert(literals, whole);
        whole
    }

    /// Where a run of at least, or of just, so many squares begins: a literal for every place, those of images among them.
    fn runs(&mut self, length: usize, exactly: bool) -> Vec<Lit> {
        let n = self.orbits.size();
        let mut runs = Vec::new();
        for (down, line) in [false, true].into_iter().flat_map(|down| (0..n).map(move |line| (down, line))) {
            for start in 0..(n + 1).saturating_sub(length) {
                let before = start.checked_sub(1).and_then(|before| self.white(down, line, before));
                let after = if exactly { self.white(down, line, start + length) } else { None };
                let squares = (start..start + length).filter_map(|i| self.white(down, line, i));
                let literals = squares.chain(before.into_iter().chain(after).map(|black| !black)).collect();
                runs.push(self.all(literals));
            }
        }
        runs
    }

    fn letters(&self) -> Vec<Lit> {
        let n = self.orbits.size();
        (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).map(|(r, c)| self.orbits.white(r, c)).collect()
    }

    /// For every square: it is white, and so is a neighbour to the side and one above or below.
    fn checked(&mut self) -> Vec<Lit> {
        let n = self.orbits.size();
        let mut checked = Vec::new();
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            let beside = self.any_of([(r, c.wrapping_sub(1)), (r, c + 1)]);
            let over = self.any_of([(r.wrapping_sub(1), c), (r + 1, c)]);
            let white = self.orbits.white(r, c);
            checked.push(self.all(vec![white, beside, over]));
        }
        checked
    }

    /// One of these is white; at least one is on the grid.
    fn any_of(&mut self, squares: [(usize, usize); 2]) -> Lit {
        let [one, other] = squares.map(|(r, c)| self.white(false, r, c));
        match (one, other) {
            (Some(one), Some(other)) => self.encoder.either(one, other),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => !self.encoder.truth(),
        }
    }

    fn measure(&mut self, measure: Measure) -> Sum {
        match measure {
            Measure::Letters => counted(self.letters(), 1),
            Measure::Blacks => counted(self.letters().into_iter().map(|white| !white).collect(), 1),
            Measure::Words => counted(self.runs(2, false), 1),
            Measure::Checked => counted(self.checked(), 1),
            Measure::Unchecked => [counted(self.letters(), 1), counted(self.checked(), -1)].concat(),
            Measure::Length(length) => counted(self.runs(length, true), 1),
        }
    }

    /// The letters of all words, less so many for each word.
    fn beyond_mean(&mut self, mean: u32) -> Sum {
        let words = counted(self.runs(2, false), -(mean as i32));
        [counted(self.letters(), 1), counted(self.checked(), 1), words].concat()
    }

    /// Some word has so many letters.
    fn occurs(&mut self, length: usize) -> Lit {
        let mut runs = self.runs(length, true);
        runs.sort_unstable();
        runs.dedup();
        let none = runs.into_iter().map(|run| !run).collect();
        !self.all(none)
    }
}

fn counted(literals: Vec<Lit>, factor: i32) -> Sum {
    literals.into_iter().map(|literal| (literal, factor)).collect()
}

/// The least and the most that a sum may be.
type Limits = (Option<i32>, Option<i32>);

fn both(bounds: Bounds) -> Limits {
    (Some(bounds.least() as i32), bounds.most().map(|most| most as i32))
}

/// The sum lies within these limits.
fn within(sum: Sum, (least, most): Limits, encoder: &mut Encoder) {
    // A variable each, with a positive factor: a literal that counts against is its negation that does not.
    let mut factors: BTreeMap<Lit, i32> = BTreeMap::new();
    let mut beside = 0;
    for (literal, factor) in sum {
        let positive = if literal.is_positive() { factor } else { -factor };
        beside += if literal.is_positive() { 0 } else { factor };
        *factors.entry(literal.var().positive()).or_insert(0) += positive;
    }
    let mut terms: Vec<(Lit, i32)> = Vec::new();
    for (literal, factor) in factors {
        match factor {
            0 => {}
            1.. => terms.push((literal, factor)),
            ..0 => {
                beside += factor;
                terms.push((!literal, -factor));
            }
        }
    }
    // No sum of positive factors is less than 0.
    let least = least.map_or(0, |least| least - beside);
    chain(&terms, least, most.map(|most| most - beside), encoder);
}

/// `least` ≤ sum ≤ `most`.
fn chain(terms: &[(Lit, i32)], least: i32, most: Option<i32>, encoder: &mut Encoder) {
    let all: i32 = terms.iter().map(|(_, factor)| factor).sum();
    if least > all || most.is_some_and(|most| most < 0) {
        encoder.clause([]);
        return;
    }
    // Nothing above this matters.
    let highest = most.map_or(least, |most| least.max(most + 1));
    // By value: "the terms so far come to that at least", for the values that some terms come to.
    let mut reached: BTreeMap<i32, Option<Lit>> = BTreeMap::from([(0, None)]);
    let mut left = all;
    for &(term, factor) in terms {
        left -= factor;
        let mut values: Vec<i32> = reached.keys().flat_map(|&value| [value, (value + factor).min(highest)]).collect();
        values.sort_unstable();
        values.dedup();
        // What the terms to come make good in any case, or cannot make good, needs no literal.
        values.retain(|&value| value <= 0 || value + left >= least || most.is_some_and(|most| value + left > most));
        let mut next: BTreeMap<i32, Option<Lit>> = BTreeMap::new();
        for value in values {
            if value <= 0 {
                next.insert(value, None);
                continue;
            }
            // At least so much before, with this term or without it; `Err` where that is impossible.
            let at_least = |wanted: i32| -> Result<Option<Lit>, ()> {
                if wanted <= 0 {
                    Ok(None)
                } else {
                    reached.range(wanted..).next().map(|(_, &literal)| literal).ok_or(())
                }
            };
            let (without, with) = (at_least(value), at_least(value - factor));
            let here = encoder.fresh();
            match with {
                Ok(Some(with)) => {
                    encoder.clause([!term, !with, here]);
                    encoder.clause([!here, with]);
                }
                Ok(None) => encoder.clause([!term, here]),
                Err(()) => encoder.clause([!here]),
            }
            match without {
                Ok(Some(without)) => {
                    encoder.clause([!without, here]);
                    encoder.clause([!here, without, term]);
                }
                Ok(None) => encoder.clause([here]),
                Err(()) => encoder.clause([!here, term]),
            }
            next.insert(value, Some(here));
        }
        reached = next;
    }
    // What holds of the whole sum.
    let mut holds = |wanted: i32, should: bool| {
        if wanted <= 0 {
            return;
        }
        match reached.range(wanted..).next() {
            Some((_, &Some(literal))) => encoder.clause([if should { literal } else { !literal }]),
            None if should => encoder.clause([]),
            Some((_, None)) | None => {}
        }
    };
    holds(least, true);
    if let Some(most) = most {
        holds(most + 1, false);
    }
}

/// How much of a measure a valid grid has: its lines written one after the other, and the places where something begins.
pub(super) fn measure(grid: &Grid, measure: Measure) -> u32 {
    let (height, width) = (grid.height(), grid.width());
    let rows = (0..height).map(|r| (0..width).map(|c| grid.is_white(r, c)).collect::<Vec<bool>>());
    let columns = (0..width).map(|c| (0..height).map(|r| grid.is_white(r, c)).collect::<Vec<bool>>());
    let mut text = vec![false];
    for line in rows.chain(columns) {
        text.extend(line);
        text.push(false);
    }
    let words = || text.split(|&white| !white).map(<[bool]>::len).filter(|&length| length > 1);
    let letters = text.iter().filter(|&&white| white).count() / 2;
    let checked = words().sum::<usize>() - letters;
    let number = match measure {
        Measure::Letters => letters,
        Measure::Blacks => height * width - letters,
        Measure::Words => words().count(),
        Measure::Checked => checked,
        Measure::Unchecked => letters - checked,
        Measure::Length(length) => words().filter(|&found| found == length).count(),
    };
    number as u32
}
