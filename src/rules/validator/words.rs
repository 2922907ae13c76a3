//! A first look at all the words of a grid at once: is there one that deserves a close look?
//!
//! Judging thirty words one by one takes a few hundred nanoseconds, most of it lost to branches that no processor can
//! predict. A valid grid, the common case, is acquitted here without a branch:
//! - a word is too short where it starts and no window of `min_word` word squares does, and too long where a window of one
//!   more than `max_word` begins;
//! - an unchecked run is too long where a window of one more than allowed begins, anywhere in a word, on its first
//!   letter or ending on its last;
//! - the checked letters are counted for all columns together, row by row downwards, and likewise for all rows. What is
//!   counted is a word's *balance*, checked less unchecked letters: exactly ⌈k/2⌉ of k are checked when it is 0 or 1,
//!   ⌊k/2⌋ when it is 0 or -1, at least half when it is not negative. The counters lie across bit planes, in two's
//!   complement: bit c of plane p is bit p of column c's balance (vertical counters, Warren 2013, *Hacker's Delight*,
//!   ch. 5).
//!
//! Invariant of the planes: after a line, every place that lies in no word along the count has balance 0.

use super::lines::{Lines, windows};
use crate::grid::MAX_SIZE;
use crate::rules::{Checking, Limit};

/// What a rule set asks of a word.
#[derive(Debug, Clone)]
pub(super) struct WordRules {
    pub min_word: usize,
    /// [`MAX_SIZE`] stands for no limit.
    pub max_word: usize,
    pub checking: Checking,
    /// The most adjacent unchecked letters, anywhere and at an end; [`MAX_SIZE`] stands for no limit.
    pub unchecked_run: usize,
    pub unchecked_run_at_ends: usize,
}

/// A limit as a number; [`MAX_SIZE`] stands for none.
pub(super) fn most(limit: Limit) -> usize {
    match limit {
        Limit::AtMost(most) => most.min(MAX_SIZE),
        Limit::Unlimited => MAX_SIZE,
    }
}

impl WordRules {
    /// Whether some word of the grid breaks a rule.
    pub fn suspect<const N: usize>(&self, across: &Lines<N>, down: &Lines<N>) -> bool {
        let badly_checked = match self.checking {
            Checking::Any => false,
            Checking::All => has_unchecked(across) || has_unchecked(down),
            Checking::CeilHalf | Checking::EitherHalf | Checking::AtLeastHalf => self.unbalanced(across, down),
        };
        badly_checked || self.wrong_length_or_run(across) || self.wrong_length_or_run(down)
    }

    /// Whether some word along these lines is too short or too long, or has too long an unchecked run.
    fn wrong_length_or_run<const N: usize>(&self, lines: &Lines<N>) -> bool {
        let unchecked: [u64; N] = std::array::from_fn(|i| lines.word[i] & !lines.cross[i]);
        let long_enough = windows(&lines.word, self.min_word);
        let too_long = windows(&lines.word, self.max_word + 1);
        let anywhere = windows(&unchecked, self.unchecked_run + 1);
        let at_ends = windows(&unchecked, self.unchecked_run_at_ends + 1);
        let found = (0..N).fold(0, |found, i| {
            let word = lines.word[i];
            let starts = word & !(word << 1);
            let ends = word & !(word >> 1);
            // A window ends `unchecked_run_at_ends` places after it begins; from 64 on there is none.
            let ending = at_ends[i] << (self.unchecked_run_at_ends % MAX_SIZE);
            found | starts & !long_enough[i] | too_long[i] | anywhere[i] | at_ends[i] & starts | ending & ends
        });
        found != 0
    }

    /// Whether some word has the wrong balance.
    fn unbalanced<const N: usize>(&self, across: &Lines<N>, down: &Lines<N>) -> bool {
        // The rows count the down words and the columns the across words. Up to 32 lines, one 64-bit word does both.
        if N <= 32 {
            let both = |a: &[u64; N], b: &[u64; N], i: usize| a[i] | b[i] << 32;
            self.unbalanced_along(
                &std::array::from_fn::<u64, N, _>(|i| both(&across.word, &down.word, i)),
                &std::array::from_fn(|i| both(&across.cross, &down.cross, i)),
            )
        } else {
            self.unbalanced_along(&across.word, &across.cross) || self.unbalanced_along(&down.word, &down.cross)
        }
    }

    /// The count from line to line: `cross` squares are the letters of its words, checked where they are `word` too.
    fn unbalanced_along<const N: usize>(&self, word: &[u64; N], cross: &[u64; N]) -> bool {
        let mut balance = [0; planes(MAX_SIZE)];
        let balance = &mut balance[..planes(N)];
        let mut wrong = 0;
        for i in 0..=N {
            // Past the last line there are only ends of words.
            let (word, letters) = if i < N { (word[i], cross[i]) } else { (0, 0) };
            wrong |= self.wrong_balance(balance) & !letters;
            let checked = letters & word;
            let mut flip = letters;
            for plane in &mut *balance {
                // Adding 1 is carried on past a 1, taking 1 away is borrowed past a 0.
                let before = *plane & letters;
                *plane = before ^ flip;
                flip &= !(before ^ checked);
            }
        }
        wrong != 0
    }

    /// The places whose balance the rule does not allow.
    fn wrong_balance(&self, balance: &[u64]) -> u64 {
        let sign = balance[balance.len() - 1];
        // The bits above the lowest: all 0 in 0 and 1, all 1 in -1 and -2.
        let (mut some, mut all) = (0, u64::MAX);
        for plane in &balance[1..] {
            some |= plane;
            all &= plane;
        }
        match self.checking {
            Checking::CeilHalf => some,
            Checking::EitherHalf => some & !(all & balance[0]),
            _ => sign,
        }
    }
}

/// The bits of a balance of -n to n.
const fn planes(n: usize) -> usize {
    n.ilog2() as usize + 2
}

fn has_unchecked<const N: usize>(lines: &Lines<N>) -> bool {
    (0..N).fold(0, |found, i| found | lines.word[i] & !lines.cross[i]) != 0
}
