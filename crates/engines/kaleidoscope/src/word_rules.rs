//! Applies the rules to a word that is read letter by letter; each letter is known to be crossed or uncrossed.
//!
//! Three numbers determine the continuations of a prefix: its length, the number of its crossed letters and the number of uncrossed letters
//! at its end ([`Prefix`]). The rules read a word the same in both directions. So a mirror is only an addition: a prefix that ends in a
//! mirror continues with itself, backwards. Two prefixes that meet in a mirror continue with each other.
//!
//! Invariant: a prefix alone breaks no rule.

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// A prefix of a word: the squares read so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Prefix {
    pub length: usize,
    pub crossed: usize,
    /// Number of uncrossed letters at its end.
    pub run: usize,
}

/// The prefix without letters.
pub(crate) const EMPTY: Prefix = Prefix { length: 0, crossed: 0, run: 0 };

/// The rules about words.
pub(crate) struct WordRules {
    lengths: [usize; 2],
    singles: bool,
    /// The required number of checked letters.
    pub checking: Checking,
    run: Limit,
    run_at_ends: Limit,
}

fn allows(limit: Limit, number: usize) -> bool {
    match limit {
        Limit::AtMost(most) => number <= most,
        Limit::Unlimited => true,
    }
}

impl WordRules {
    /// Returns the rules of a rule set, in a grid of this size.
    pub(crate) fn new(rules: &Ruleset, size: usize) -> Self {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let longest = match max_word {
            Limit::AtMost(most) => most.min(size),
            Limit::Unlimited => size,
        };
        WordRules {
            lengths: [min_word, longest],
            singles: single_cells,
            checking,
            run: max_unchecked_run,
            run_at_ends: max_unchecked_run_at_ends,
        }
    }

    /// Returns the prefix with one more letter, unless no word begins like that.
    pub(crate) fn longer(&self, prefix: Prefix, crossed: bool) -> Option<Prefix> {
        let run = if crossed { 0 } else { prefix.run + 1 };
        let longer = Prefix { length: prefix.length + 1, crossed: prefix.crossed + usize::from(crossed), run };
        let is_lead = run == longer.length;
        let runs_well = allows(self.run, run) && (!is_lead || allows(self.run_at_ends, run));
        (longer.length <= self.lengths[1] && runs_well).then_some(longer)
    }

    /// Returns `true` if a prefix with one more letter and this ending is a word.
    pub(crate) fn ends(&self, prefix: Prefix, crossed: bool, ending: Ending) -> bool {
        self.longer(prefix, crossed).is_some_and(|longer| match ending {
            Ending::Edge => self.meet(longer, EMPTY),
            Ending::Through => self.meet(longer, prefix),
            Ending::Behind => self.meet(longer, longer),
        })
    }

    /// Returns `true` if a prefix, followed by another read backwards, is a word, or an allowed run of one square.
    pub(crate) fn meet(&self, one: Prefix, two: Prefix) -> bool {
        let (length, crossed) = (one.length + two.length, one.crossed + two.crossed);
        if length == 1 {
            return self.singles && crossed == 1;
        }
        let middle = one.run + two.run;
        // If a whole prefix is uncrossed, its letters reach the word's end.
        let at_ends = [one, two].iter().all(|prefix| prefix.run < prefix.length || allows(self.run_at_ends, middle));
        let half = length.div_ceil(2);
        let is_checked = match self.checking {
            Checking::All => crossed == length,
            Checking::CeilHalf => crossed == half,
            Checking::EitherHalf => crossed == half || crossed == length / 2,
            Checking::AtLeastHalf => crossed >= half,
            Checking::Any => true,
            Checking::ByLength(table) => {
                table.unchecked(length).is_some_and(|range| range.contains(&(length - crossed)))
            }
        };
        (self.lengths[0]..=self.lengths[1]).contains(&length) && is_checked && allows(self.run, middle) && at_ends
    }
}

/// The ending of a word after its last letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The word ends after the letter.
    Edge,
    /// A mirror goes through the letter.
    Through,
    /// A mirror is behind the letter.
    Behind,
}

impl Ending {
    pub(crate) const ALL: [Ending; 3] = [Ending::Edge, Ending::Through, Ending::Behind];
}
