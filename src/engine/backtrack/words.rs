//! Which checking patterns a word may have, as bit tables.
//!
//! A pattern of a word of k letters is a number below 2^k: bit i is set when letter i is checked. For words up to
//! [`TABLED`] letters one bit of a table answers; a longer word, which only a mostly given grid of more than
//! [`TABLED`] columns can hold, is counted out.

use crate::rules::{Checking, Limit, Ruleset};

/// The longest word whose 2^k patterns are tabled (all tables together: 8 KB).
const TABLED: usize = 15;

/// The rule data on words, in this engine's own form.
pub struct Words {
    min_word: usize,
    checking: Checking,
    /// Most adjacent unchecked letters inside a word, and at its ends.
    inside: usize,
    at_ends: usize,
    /// `tables[k]`: bit p is set when pattern p is allowed in a word of k letters.
    tables: Vec<Vec<u64>>,
}

impl Words {
    /// Tables for words in lines of `size` squares.
    pub fn new(rules: &Ruleset, size: usize) -> Self {
        let number = |limit| match limit {
            Limit::AtMost(most) => most,
            Limit::Unlimited => usize::MAX,
        };
        let mut words = Words {
            min_word: rules.min_word,
            checking: rules.checking,
            inside: number(rules.max_unchecked_run),
            at_ends: number(rules.max_unchecked_run_at_ends),
            tables: Vec::new(),
        };
        for k in 0..=TABLED.min(size) {
            let mut table = vec![0; (1usize << k).div_ceil(64)];
            for pattern in 0..1u32 << k {
                if words.judge(k, pattern) {
                    table[pattern as usize / 64] |= 1u64 << (pattern % 64);
                }
            }
            words.tables.push(table);
        }
        words
    }

    /// Whether a word of k ≥ 2 letters may have this pattern.
    pub fn allow(&self, k: usize, pattern: u32) -> bool {
        match self.tables.get(k) {
            Some(table) => table[pattern as usize / 64] >> (pattern % 64) & 1 == 1,
            None => self.judge(k, pattern),
        }
    }

    /// Whether a word of k letters may have so many of them checked.
    pub fn allow_number(&self, k: usize, checked: usize) -> bool {
        match self.checking {
            Checking::All => checked == k,
            Checking::CeilHalf => checked == k.div_ceil(2),
            Checking::EitherHalf => checked == k / 2 || checked == k.div_ceil(2),
            Checking::AtLeastHalf => 2 * checked >= k,
            Checking::Any => true,
        }
    }

    /// Whether a run of k squares is long enough to be a word; k = 1 is no word.
    pub fn allow_length(&self, k: usize) -> bool {
        k >= 2 && k >= self.min_word
    }

    /// Whether so many adjacent unchecked letters may stand inside a word.
    pub fn allow_inside(&self, unchecked: usize) -> bool {
        unchecked <= self.inside
    }

    /// Whether a word may begin or end with so many unchecked letters.
    pub fn allow_at_end(&self, unchecked: usize) -> bool {
        unchecked <= self.inside && unchecked <= self.at_ends
    }

    fn judge(&self, k: usize, pattern: u32) -> bool {
        if !self.allow_length(k) || !self.allow_number(k, pattern.count_ones() as usize) {
            return false;
        }
        // Set bits of `unchecked` are the unches; shifting k times over itself finds its longest run.
        let unchecked = !pattern & (u32::MAX >> (32 - k));
        let longest = {
            let (mut rest, mut steps) = (unchecked, 0);
            while rest != 0 {
                rest &= rest << 1;
                steps += 1;
            }
            steps
        };
        let first = (pattern.trailing_zeros() as usize).min(k);
        let last = (pattern.leading_zeros() as usize + k - 32).min(k);
        longest <= self.inside && first <= self.at_ends && last <= self.at_ends
    }
}
