//! How many letters of a word are checked: a counter along the line.
//!
//! The counter d(i) holds (checked − unchecked) of the run so far, and 0 on a black square; where a run ends it must be in the
//! rule's range, which is the same for words of every length: half of the letters, rounded up, is a balance of 0 or 1. Its
//! value is kept in order encoding (Crawford & Baker 1994), one variable for each "d(i) ≥ t", so a step along the line is four
//! short clauses for each t. The counter is a function of the colours and does not multiply models. Values that the limits on
//! unchecked runs, or the squares left in the line, put out of reach get no variable: 31 are left of 90 in a British line of 9.
//!
//! Tried instead: forbidding, for every place and length of a word, each set of one letter too many that is checked or
//! unchecked. That needs no counter, but 2^n clauses: as fast at 9 × 9, three times slower at 11 × 11.
//!
//! Notation and the treatment of runs of one square are those of [`words`](super::words): such a run counts as one checked
//! letter, which every rule allows.

use varisat::Lit;

use super::demands::Unchecked;
use super::formula::Encoder;
use super::lines::Line;
use gridcheck_core::rules::{Checking, Limit};

/// The least and the most that (checked − unchecked) of a whole word can be; `None` where there is nothing to count.
fn balance(checking: Checking, longest: i32) -> Option<(i32, i32)> {
    match checking {
        Checking::CeilHalf => Some((0, 1)),
        Checking::EitherHalf => Some((-1, 1)),
        Checking::AtLeastHalf => Some((0, longest)),
        // Every letter checked is a matter of single squares, and seen to with the unchecked runs.
        Checking::All | Checking::Any => None,
    }
}

/// One value of the counter: "d ≥ t" for each t.
struct Counter {
    /// d is at least this.
    least: i32,
    /// The literals for t = `least` + 1, `least` + 2, ... up to the most that d can be.
    steps: Vec<Lit>,
}

impl Counter {
    fn most(&self) -> i32 {
        self.least + self.steps.len() as i32
    }

    /// "d ≥ t".
    fn at_least(&self, t: i32, truth: Lit) -> Lit {
        if t <= self.least { truth } else { self.steps.get((t - self.least - 1) as usize).copied().unwrap_or(!truth) }
    }
}

/// The clauses of one line.
pub(super) fn encode(line: &Line, checking: Checking, unchecked: Unchecked, encoder: &mut Encoder) {
    let n = line.len();
    let Some((low, high)) = balance(checking, n as i32) else { return };
    let lowest = lowest_starts(unchecked, n);
    let truth = encoder.truth();
    let mut previous = Counter { least: 0, steps: Vec::new() };
    for i in 0..n {
        let (so_far, to_come) = (i + 1, n - 1 - i);
        let least = lowest[so_far].max(low - to_come as i32);
        let most = (so_far as i32).min(high - lowest[to_come]);
        let counter = Counter { least, steps: (least..most).map(|_| encoder.fresh()).collect() };
        for pair in counter.steps.windows(2) {
            encoder.clause([!pair[1], pair[0]]);
        }
        let (white, crossed) = (line.white[i], line.crossed[i]);
        let was = |t| previous.at_least(t, truth);
        let is = |t| counter.at_least(t, truth);
        // On a white square d goes up or down by one from what it was, which is 0 where a run starts.
        // Beyond these t, "d ≥ t" of the previous value is a constant, and the clauses repeat themselves.
        for t in previous.least..=previous.most() + 1 {
            encoder.clause([!white, !crossed, !was(t), is(t + 1)]);
            encoder.clause([!white, !was(t), is(t - 1)]);
            encoder.clause([!white, crossed, was(t), !is(t - 1)]);
            encoder.clause([!white, was(t), !is(t + 1)]);
        }
        // On a black square d is 0, and a run that ends before it ended in range.
        for clause in [[white, is(0)], [white, !is(1)], [white, was(low)], [white, !was(high + 1)]] {
            encoder.clause(clause);
        }
        previous = counter;
    }
    encoder.clause([previous.at_least(low, truth)]);
    encoder.clause([!previous.at_least(high + 1, truth)]);
}

/// Entry k is the least (checked − unchecked) of a word's first k letters or fewer: as many unchecked as may stand at an end,
/// then one checked and as many unchecked as may stand together, again and again. A word's last letters are no different.
fn lowest_starts(unchecked: Unchecked, longest: usize) -> Vec<i32> {
    let (inner, mut allowed) = match unchecked {
        Unchecked::Nowhere => (0, 0),
        Unchecked::AtMost { inside, at_ends } => {
            let inner = limit_or(inside, longest);
            (inner, limit_or(at_ends, longest).min(inner))
        }
    };
    let mut lowest = vec![0];
    let mut balance = 0;
    for _ in 0..longest {
        if allowed > 0 {
            allowed -= 1;
            balance -= 1;
        } else {
            allowed = inner;
            balance += 1;
        }
        lowest.push(balance.min(lowest[lowest.len() - 1]));
    }
    lowest
}

fn limit_or(limit: Limit, unlimited: usize) -> usize {
    match limit {
        Limit::AtMost(most) => most,
        Limit::Unlimited => unlimited,
    }
}
