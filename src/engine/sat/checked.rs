//! How many letters of a word are checked, in two encodings.
//!
//! **Subsets**, for short lines: for every place and length a word can have, every set of one letter too many that is
//! checked, and every set of one too many that is not, is forbidden by a clause. No variable is added, and that is what
//! counts when the same few orbits are enumerated a hundred thousand times; but the clauses grow like 2^n.
//!
//! **Balance**, for long lines: a counter runs along the line and holds (checked − unchecked) of the run so far, 0 on a black
//! square; where a run ends the counter must be in range. Its value d(i) is kept in order encoding (Crawford & Baker 1994):
//! one variable for each "d(i) ≥ t", which makes four short clauses for each i and t. The counter is a function of the
//! colours, so it does not multiply models. A value that the rest of the line cannot bring back into range is excluded
//! at once, which halves the variables.
//!
//! Notation and the treatment of runs of one square are those of [`words`](super::words): such a run counts as one checked
//! letter, which every rule allows.

use varisat::Lit;

use super::formula::Encoder;
use super::lines::Line;
use crate::rules::{Checking, Limit, Ruleset};

/// Lines up to this length are best encoded by subsets.
pub(super) const LONGEST_BY_SUBSETS: usize = 11;

/// The clauses of one line, by subsets if it has at most `longest_by_subsets` squares.
pub(super) fn encode(line: &Line, rules: &Ruleset, longest_by_subsets: usize, encoder: &mut Encoder) {
    // Every letter checked is a matter of single squares, and seen to with the unchecked runs.
    if matches!(rules.checking, Checking::Any | Checking::All) {
        return;
    }
    if line.len() <= longest_by_subsets {
        by_subsets(line, rules, encoder);
    } else {
        by_balance(line, rules.checking, encoder);
    }
}

/// The least and the most checked letters in a word of `length`.
fn checked_letters(checking: Checking, length: usize) -> (usize, usize) {
    match checking {
        Checking::All => (length, length),
        Checking::CeilHalf => (length.div_ceil(2), length.div_ceil(2)),
        Checking::EitherHalf => (length / 2, length.div_ceil(2)),
        Checking::AtLeastHalf => (length.div_ceil(2), length),
        Checking::Any => (0, length),
    }
}

fn by_subsets(line: &Line, rules: &Ruleset, encoder: &mut Encoder) {
    for length in rules.min_word.max(2)..=line.len() {
        let (least, most) = checked_letters(rules.checking, length);
        for start in 0..=line.len() - length {
            let no_run = line.no_run(start, length);
            for set in subsets(length, most + 1) {
                let members = (0..length).filter(|i| set >> i & 1 == 1);
                encoder.clause(no_run.iter().copied().chain(members.map(|i| !line.crossed[start + i])));
            }
            for set in subsets(length, length - least + 1) {
                if allowed_unchecked(set, length, rules) {
                    let members = (0..length).filter(|i| set >> i & 1 == 1);
                    encoder.clause(no_run.iter().copied().chain(members.map(|i| line.crossed[start + i])));
                }
            }
        }
    }
}

/// Whether the limits on unchecked runs allow the letters of `set` to be unchecked; if not, they say so themselves.
fn allowed_unchecked(set: u32, length: usize, rules: &Ruleset) -> bool {
    let full = (1 << length) - 1;
    let within = |run: u32, limit: Limit| match limit {
        Limit::AtMost(most) => run as usize <= most,
        Limit::Unlimited => true,
    };
    let mut longest = 0;
    let mut rest = set;
    while rest != 0 {
        rest &= rest >> 1;
        longest += 1;
    }
    within(longest, rules.max_unchecked_run)
        && within(set.trailing_ones(), rules.max_unchecked_run_at_ends)
        && within((set << (32 - length) | !full << (32 - length)).leading_ones(), rules.max_unchecked_run_at_ends)
}

/// All sets of `size` of the letters 0 .. `length`, as bits; none when `size` is more than `length`.
fn subsets(length: usize, size: usize) -> impl Iterator<Item = u32> {
    (0u32..1 << length).filter(move |set| set.count_ones() as usize == size)
}

/// checked − unchecked of a whole word: the least and the most.
fn balance(checking: Checking, longest: i32) -> (i32, i32) {
    match checking {
        Checking::All => (longest, longest),
        Checking::CeilHalf => (0, 1),
        Checking::EitherHalf => (-1, 1),
        Checking::AtLeastHalf => (0, longest),
        Checking::Any => (-longest, longest),
    }
}

/// One value of the counter: "d ≥ t" for each t.
struct Counter {
    /// d is at least this.
    least: i32,
    /// The literals for t = `least` + 1, `least` + 2, ...; d is at most `least` + their number.
    steps: Vec<Lit>,
}

impl Counter {
    /// "d ≥ t".
    fn at_least(&self, t: i32, truth: Lit) -> Lit {
        if t <= self.least { truth } else { self.steps.get((t - self.least - 1) as usize).copied().unwrap_or(!truth) }
    }
}

fn by_balance(line: &Line, checking: Checking, encoder: &mut Encoder) {
    let n = line.len() as i32;
    let (low, high) = balance(checking, n);
    let truth = encoder.truth();
    let mut previous = Counter { least: 0, steps: Vec::new() };
    for i in 0..line.len() {
        let (so_far, to_come) = (i as i32 + 1, n - 1 - i as i32);
        let least = (-so_far).max(low - to_come);
        let most = so_far.min(high.saturating_add(to_come));
        let counter = Counter { least, steps: (least..most).map(|_| encoder.fresh()).collect() };
        for pair in counter.steps.windows(2) {
            encoder.clause([!pair[1], pair[0]]);
        }
        let (white, crossed) = (line.white[i], line.crossed[i]);
        let was = |t| previous.at_least(t, truth);
        let is = |t| counter.at_least(t, truth);
        // Every t that says something of the previous value, one further at either end.
        for t in -so_far..=so_far {
            encoder.clause([!white, !crossed, !was(t), is(t + 1)]);
            encoder.clause([!white, !was(t), is(t - 1)]);
            encoder.clause([!white, crossed, was(t), !is(t - 1)]);
            encoder.clause([!white, was(t), !is(t + 1)]);
        }
        for clause in [[white, is(0)], [white, !is(1)], [white, was(low)], [white, !was(high + 1)]] {
            encoder.clause(clause);
        }
        previous = counter;
    }
    encoder.clause([previous.at_least(low, truth)]);
    encoder.clause([!previous.at_least(high + 1, truth)]);
}
