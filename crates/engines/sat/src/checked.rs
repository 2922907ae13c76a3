//! Encodes the number of checked letters of a word by a counter along the line.
//!
//! The counter d(i) holds (checked − unchecked) of the run so far, and 0 on a black square. At the end of a run it must be in the rule's
//! range, which is the same for words of every length: "half of the letters, rounded up" means a balance of 0 or 1. Its value is
//! represented in order encoding (Crawford & Baker 1994), one variable for each "d(i) ≥ t". A step along the line is then four short
//! clauses for each t. The counter is a function of the colours and does not multiply models. Values that the limits on unchecked runs, or
//! the remaining squares of the line, make impossible have no variable: 31 of 90 remain in a British line of 9.
//!
//! An alternative was tried: for every place and length of a word, forbid each set of letters with one checked or unchecked letter too
//! many. It needs no counter, but 2^n clauses: as fast at 9 × 9, three times slower at 11 × 11.
//!
//! Notation and the treatment of runs of one square are those of [`words`](super::words): such a run counts as one checked letter, which
//! every rule allows.

use varisat::Lit;

use super::formula::Encoder;
use super::lines::Line;
use super::requirements::Unchecked;
use gridcheck_core::rules::{Checking, Limit};

/// Returns the least and the greatest (checked − unchecked) of a whole word; `None` if the rule needs no counter.
fn balance(checking: Checking, longest: i32) -> Option<(i32, i32)> {
    match checking {
        Checking::CeilHalf => Some((0, 1)),
        Checking::EitherHalf => Some((-1, 1)),
        Checking::AtLeastHalf => Some((0, longest)),
        // The rule "every letter is checked" concerns single squares; the clauses for unchecked runs enforce it.
        Checking::All | Checking::Any => None,
    }
}

/// One value of the counter: "d ≥ t" for each t.
struct Counter {
    /// A lower bound of d.
    least: i32,
    /// The literals for t = `least` + 1, `least` + 2, ... up to the maximum of d.
    steps: Vec<Lit>,
}

impl Counter {
    fn most(&self) -> i32 {
        self.least + self.steps.len() as i32
    }

    /// Returns the literal "d ≥ t".
    fn at_least(&self, t: i32, truth: Lit) -> Lit {
        if t <= self.least { truth } else { self.steps.get((t - self.least - 1) as usize).copied().unwrap_or(!truth) }
    }
}

/// Adds the clauses of one line.
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
        // On a white square d changes by one from its previous value, which is 0 where a run starts. Beyond these t, "d ≥ t" of the
        // previous value is a constant, and the clauses repeat.
        for t in previous.least..=previous.most() + 1 {
            encoder.clause([!white, !crossed, !was(t), is(t + 1)]);
            encoder.clause([!white, !was(t), is(t - 1)]);
            encoder.clause([!white, crossed, was(t), !is(t - 1)]);
            encoder.clause([!white, was(t), !is(t + 1)]);
        }
        // On a black square d is 0, and a run that ends before it must have ended in range.
        for clause in [[white, is(0)], [white, !is(1)], [white, was(low)], [white, !was(high + 1)]] {
            encoder.clause(clause);
        }
        previous = counter;
    }
    encoder.clause([previous.at_least(low, truth)]);
    encoder.clause([!previous.at_least(high + 1, truth)]);
}

/// Returns a table whose entry k is the least (checked − unchecked) of a word's first k letters or fewer. It is the balance of a word that
/// starts with the maximum of unchecked letters. After them, one checked letter and the maximum of adjacent unchecked letters alternate. A
/// word's last letters obey the same bounds.
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
