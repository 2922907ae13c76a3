//! Tests the checking patterns of words with bit tables.
//!
//! A pattern of a word of k letters is a number below 2^k: bit i is set when letter i is checked. For words of up to [`TABLED`] letters,
//! one bit of a table decides. A longer word is tested directly; only a mostly given grid of more than [`TABLED`] columns can hold one.

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// The longest word whose 2^k patterns are tabled (all tables together: 8 KB).
const TABLED: usize = 15;

/// The rules about words, in this engine's form.
#[derive(Clone)]
pub(crate) struct WordPatterns {
    /// `true` if a run of one square may occur.
    pub single_cells: bool,
    /// At least 2, as in every rule set of a problem.
    shortest: usize,
    /// At least `shortest`.
    longest: usize,
    checking: Checking,
    /// Maximum number of adjacent unchecked letters inside a word, and at its ends.
    inside: usize,
    at_ends: usize,
    /// `tables[k]`: bit p is set when pattern p is allowed in a word of k letters.
    tables: Vec<Vec<u64>>,
}

impl WordPatterns {
    /// Computes the tables for words in lines of `size` squares.
    pub(crate) fn new(rules: &Ruleset, size: usize) -> Self {
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            max_word,
        } = rules.on_words();
        let limit = |limit| match limit {
            Limit::AtMost(most) if most < size => most,
            Limit::AtMost(_) | Limit::Unlimited => usize::MAX,
        };
        // If every letter must be checked, the limit for unchecked letters is 0 everywhere.
        let unchecked = |most| if checking == Checking::All { 0 } else { limit(most) };
        let mut words = WordPatterns {
            shortest,
            single_cells,
            longest: limit(max_word),
            checking,
            inside: unchecked(max_unchecked_run),
            at_ends: unchecked(max_unchecked_run_at_ends),
            tables: Vec::new(),
        };
        for k in 0..=TABLED.min(size) {
            let mut table = vec![0; (1usize << k).div_ceil(64)];
            for pattern in 0..1u32 << k {
                if words.test_pattern(k, pattern) {
                    table[pattern as usize / 64] |= 1u64 << (pattern % 64);
                }
            }
            words.tables.push(table);
        }
        words
    }

    /// Returns `true` if a word of k ≥ 2 letters may have this pattern.
    pub(crate) fn allow(&self, k: usize, pattern: u32) -> bool {
        match self.tables.get(k) {
            Some(table) => table[pattern as usize / 64] >> (pattern % 64) & 1 == 1,
            None => self.test_pattern(k, pattern),
        }
    }

    /// Returns the greatest length that the rules distinguish from greater ones.
    pub(crate) fn longest_distinguished(&self) -> usize {
        match self.checking {
            Checking::ByLength(_) => MAX_SIZE,
            // No word exceeds `longest`.
            _ if self.longest == usize::MAX => self.shortest,
            _ => self.longest,
        }
    }

    /// Returns the contribution of a letter to its word's *balance*. It is the number of checked letters minus the number of unchecked ones
    /// if the rules limit them, and 0 otherwise.
    pub(crate) fn weight(&self, checked: bool) -> i8 {
        match self.checking {
            Checking::All | Checking::Any => 0,
            Checking::CeilHalf | Checking::EitherHalf | Checking::AtLeastHalf | Checking::ByLength(_) => {
                if checked {
                    1
                } else {
                    -1
                }
            }
        }
    }

    /// Returns `true` if a word of k letters may have this balance. A length that is not distinguished stands for all greater ones.
    pub(crate) fn allow_balance(&self, k: usize, balance: i32) -> bool {
        match self.checking {
            Checking::All | Checking::Any => true,
            Checking::CeilHalf => balance == 0 || balance == 1,
            Checking::EitherHalf => (-1..=1).contains(&balance),
            Checking::AtLeastHalf => balance >= 0,
            Checking::ByLength(table) => table.unchecked(k).is_some_and(|unchecked| {
                // Checked and unchecked letters are k together.
                unchecked.into_iter().any(|unchecked| k as i32 - 2 * unchecked as i32 == balance)
            }),
        }
    }

    /// Returns `true` if a run of k squares has the length of a word; k = 1 is not a word.
    pub(crate) fn allow_length(&self, k: usize) -> bool {
        (self.shortest..=self.longest).contains(&k)
    }

    /// Returns `true` if k squares can be a word or a part of one, or a run of one square.
    pub(crate) fn allow_part(&self, k: usize) -> bool {
        k <= self.longest
    }

    /// Returns `true` if this number of adjacent unchecked letters may stand inside a word.
    pub(crate) fn allow_inside(&self, unchecked: usize) -> bool {
        unchecked <= self.inside
    }

    /// Returns `true` if a word may begin or end with this number of unchecked letters.
    pub(crate) fn allow_at_end(&self, unchecked: usize) -> bool {
        unchecked <= self.inside && unchecked <= self.at_ends
    }

    /// Returns the greatest number of adjacent unchecked letters that the limits distinguish from greater ones.
    pub(crate) fn most_distinguished(&self) -> usize {
        match (self.inside, self.at_ends) {
            (usize::MAX, usize::MAX) => 0,
            (usize::MAX, at_ends) => at_ends + 1,
            // More than `inside` do not occur.
            (inside, _) => inside,
        }
    }

    fn test_pattern(&self, k: usize, pattern: u32) -> bool {
        let checked = pattern.count_ones() as i32;
        let balance = checked * i32::from(self.weight(true)) + (k as i32 - checked) * i32::from(self.weight(false));
        if !self.allow_length(k) || !self.allow_balance(k, balance) {
            return false;
        }
        // The set bits of `unchecked` are the unches; repeated shifts over itself find the longest run.
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
