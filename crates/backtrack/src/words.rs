//! Which checking patterns a word may have, as bit tables.
//!
//! A pattern of a word of k letters is a number below 2^k: bit i is set when letter i is checked. For words up to
//! [`TABLED`] letters one bit of a table answers; a longer word, which only a mostly given grid of more than
//! [`TABLED`] columns can hold, is counted out.

use gridcheck_core::rules::{Checking, Limit, Ruleset};

/// The longest word whose 2^k patterns are tabled (all tables together: 8 KB).
const TABLED: usize = 15;

/// The rule data on words, in this engine's own form.
pub struct Words {
    /// At least 2, as in every rule set of a problem.
    shortest: usize,
    /// At least as much.
    longest: usize,
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
        // The rest is no matter of one word.
        let Ruleset {
            name: _,
            min_word: shortest,
            single_cells: _,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges: _,
            connected: _,
            symmetry: _,
            min_white_per_row: _,
            max_word,
        } = *rules;
        let limit = |limit| match limit {
            Limit::AtMost(most) if most < size => most,
            Limit::AtMost(_) | Limit::Unlimited => usize::MAX,
        };
        // That every letter is checked is the same as that no unchecked one may stand anywhere.
        let unchecked = |most| if checking == Checking::All { 0 } else { limit(most) };
        let mut words = Words {
            shortest,
            longest: limit(max_word),
            checking,
            inside: unchecked(max_unchecked_run),
            at_ends: unchecked(max_unchecked_run_at_ends),
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

    /// The greatest length that the rules tell from greater ones.
    pub fn longest_told_apart(&self) -> usize {
        // Longer than `longest` does not occur.
        if self.longest == usize::MAX { self.shortest } else { self.longest }
    }

    /// What a letter adds to its word's *balance*, which is the checked letters less the unchecked ones where their
    /// numbers matter and 0 where they do not.
    pub fn weight(&self, checked: bool) -> i8 {
        match self.checking {
            Checking::All | Checking::Any => 0,
            Checking::CeilHalf | Checking::EitherHalf | Checking::AtLeastHalf if checked => 1,
            Checking::CeilHalf | Checking::EitherHalf | Checking::AtLeastHalf => -1,
        }
    }

    /// Whether a word may have this balance.
    pub fn allow_balance(&self, balance: i32) -> bool {
        match self.checking {
            Checking::All | Checking::Any => true,
            Checking::CeilHalf => balance == 0 || balance == 1,
            Checking::EitherHalf => (-1..=1).contains(&balance),
            Checking::AtLeastHalf => balance >= 0,
        }
    }

    /// Whether a run of k squares has the length of a word; k = 1 is no word.
    pub fn allow_length(&self, k: usize) -> bool {
        (self.shortest..=self.longest).contains(&k)
    }

    /// Whether k squares can be a word or a part of one, or a run of one square.
    pub fn allow_part(&self, k: usize) -> bool {
        k <= self.longest
    }

    /// Whether so many adjacent unchecked letters may stand inside a word.
    pub fn allow_inside(&self, unchecked: usize) -> bool {
        unchecked <= self.inside
    }

    /// Whether a word may begin or end with so many unchecked letters.
    pub fn allow_at_end(&self, unchecked: usize) -> bool {
        unchecked <= self.inside && unchecked <= self.at_ends
    }

    /// The greatest number of adjacent unchecked letters that the limits tell from greater ones.
    pub fn most_told_apart(&self) -> usize {
        match (self.inside, self.at_ends) {
            (usize::MAX, usize::MAX) => 0,
            (usize::MAX, at_ends) => at_ends + 1,
            // More than `inside` do not occur.
            (inside, _) => inside,
        }
    }

    fn judge(&self, k: usize, pattern: u32) -> bool {
        let checked = pattern.count_ones() as i32;
        let balance = checked * i32::from(self.weight(true)) + (k as i32 - checked) * i32::from(self.weight(false));
        if !self.allow_length(k) || !self.allow_balance(balance) {
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
