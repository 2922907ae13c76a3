//! The rules about words as an automaton that reads a word letter by letter.
//!
//! A state stands for the letters that were read since the last bar. It has only what the rules still need: the length, the number of
//! unchecked letters, the unchecked letters at the end so far, and if all letters are unchecked. Rows and columns use one automaton. A state
//! exists only if some letters after it complete a word, or if it is a run of one square that may end.

use std::collections::HashMap;

use gridcheck_core::rules::{Checking, Limit, RulesOnWords, Ruleset};

/// A state of the automaton.
pub(crate) type State = u16;

/// The state after a bar or the rim.
pub(crate) const FRESH: State = 0;

/// The rules about words.
pub(crate) struct Words {
    states: Vec<StateFacts>,
}

/// The continuations of the letters that were read.
struct StateFacts {
    /// The states after a checked and an unchecked letter.
    next: [Option<State>; 2],
    /// Bit k is set if k more letters can complete a word. Bit 0 is set too if the letters are a run of one square that may end.
    ends_after: u128,
    /// Bit m is set if the run may end before the last m squares of a column, which can then be cut into runs.
    may_end: u64,
    /// Bit m is set if the run may continue into the last m squares of a column, and end such that the others can be cut into runs.
    may_continue: u64,
}

/// The rules about the letters of a word.
struct WordRules {
    shortest: usize,
    single_cells: bool,
    checking: Checking,
    inside: Limit,
    at_ends: Limit,
}

/// The letters of an unfinished word, as far as the rules need them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Letters {
    length: usize,
    unchecked: usize,
    /// The unchecked letters since the last checked one.
    trailing: usize,
    all_unchecked: bool,
}

/// More states take too much memory, and a state has 16 bits.
const MAX_STATES: usize = 60_000;

impl Words {
    /// Builds the automaton for words of at most `longest` letters. Returns `None` if it has too many states.
    pub(crate) fn new(rules: &Ruleset, longest: usize) -> Option<Self> {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            rules.on_words();
        let (inside, at_ends) = (max_unchecked_run, max_unchecked_run_at_ends);
        let limits = WordRules { shortest: min_word, single_cells, checking, inside, at_ends };
        let longest = match max_word {
            Limit::AtMost(most) => most.min(longest),
            Limit::Unlimited => longest,
        };
        // A run of one square has no rule for words, so it is read even if words cannot be that long.
        let longest = longest.max(1);
        let start = Letters { length: 0, unchecked: 0, trailing: 0, all_unchecked: true };
        let mut found = vec![start];
        let mut numbers = HashMap::from([(start, FRESH)]);
        let mut next = Vec::new();
        // Each state is found after all states of shorter words.
        let mut at = 0;
        while let Some(&letters) = found.get(at) {
            at += 1;
            next.push([false, true].map(|is_unchecked| {
                let after = (letters.length < longest).then(|| letters.after(is_unchecked, &limits)).flatten()?;
                let number = *numbers.entry(after).or_insert_with(|| {
                    found.push(after);
                    (found.len() - 1) as State
                });
                Some(number)
            }));
            if found.len() > MAX_STATES {
                return None;
            }
        }
        let mut states: Vec<StateFacts> =
            next.into_iter().map(|next| StateFacts { next, ends_after: 0, may_end: 0, may_continue: 0 }).collect();
        for at in (0..states.len()).rev() {
            let mut ends_after = u128::from(found[at].may_end(&limits));
            for side in 0..2 {
                let after = states[at].next[side].map_or(0, |after| states[usize::from(after)].ends_after);
                if after == 0 {
                    states[at].next[side] = None;
                }
                ends_after |= after << 1;
            }
            states[at].ends_after = ends_after;
        }
        // Bit m is set if a column of m squares can be cut into runs of allowed lengths.
        let mut fillable: u64 = 1;
        for squares in 1..64usize {
            let is_fillable =
                (1..=squares).any(|run| states[0].ends_after >> run & 1 == 1 && fillable >> (squares - run) & 1 == 1);
            fillable |= u64::from(is_fillable) << squares;
        }
        for state in &mut states {
            for squares in 0..64 {
                let is_fillable = |letters: &usize| fillable >> (squares - letters) & 1 == 1;
                let may_end_after = |letters: &usize| state.ends_after >> letters & 1 == 1 && is_fillable(letters);
                state.may_end |= u64::from(may_end_after(&0)) << squares;
                state.may_continue |= u64::from((1..=squares).any(|letters| may_end_after(&letters))) << squares;
            }
        }
        Some(Words { states })
    }

    /// Returns the state after one more letter; `None` if no letters complete the word.
    #[inline]
    pub(crate) fn read(&self, state: State, is_unchecked: bool) -> Option<State> {
        self.states[usize::from(state)].next[usize::from(is_unchecked)]
    }

    /// Returns `true` if exactly `letters` more letters can complete the word.
    #[inline]
    pub(crate) fn ends_after(&self, state: State, letters: usize) -> bool {
        self.states[usize::from(state)].ends_after >> letters & 1 == 1
    }

    /// Returns `true` if a run of this many squares can occur in a line.
    pub(crate) fn has_run(&self, squares: usize) -> bool {
        self.ends_after(FRESH, squares)
    }

    /// Returns `true` if the run may end before the last `squares` of a column.
    #[inline]
    pub(crate) fn may_end(&self, state: State, squares: usize) -> bool {
        self.states[usize::from(state)].may_end >> squares & 1 == 1
    }

    /// Returns `true` if the run may continue into the last `squares` of a column.
    #[inline]
    pub(crate) fn may_continue(&self, state: State, squares: usize) -> bool {
        self.states[usize::from(state)].may_continue >> squares & 1 == 1
    }
}

impl Letters {
    /// Returns the letters with one more; `None` if this breaks a limit already.
    fn after(self, is_unchecked: bool, limits: &WordRules) -> Option<Self> {
        let within = |number: usize, limit: Limit| match limit {
            Limit::AtMost(most) => number <= most,
            Limit::Unlimited => true,
        };
        let mut letters = Letters { length: self.length + 1, ..self };
        if is_unchecked {
            letters.unchecked += 1;
            letters.trailing += 1;
            // The unchecked letters at the start are all letters so far.
            let is_at_start = self.all_unchecked;
            if !within(letters.trailing, limits.inside) || is_at_start && !within(letters.trailing, limits.at_ends) {
                return None;
            }
        } else {
            letters.trailing = 0;
            letters.all_unchecked = false;
        }
        // States that no rule distinguishes are one.
        let is_limited = |limit| matches!(limit, Limit::AtMost(_));
        if !is_limited(limits.inside) && !is_limited(limits.at_ends) {
            (letters.trailing, letters.all_unchecked) = (0, letters.length == 1 && is_unchecked);
        }
        if limits.checking == Checking::Any {
            letters.unchecked = 0;
        }
        Some(letters)
    }

    /// Returns `true` if the letters are a word, or a run of one square that may occur.
    fn may_end(self, limits: &WordRules) -> bool {
        let Letters { length, unchecked, trailing, all_unchecked } = self;
        match length {
            0 => false,
            // A square that is in no word the other way must be in a word here.
            1 => limits.single_cells && !all_unchecked,
            _ => {
                let has_end = match limits.at_ends {
                    Limit::AtMost(most) => trailing <= most,
                    Limit::Unlimited => true,
                };
                let has_number = match limits.checking {
                    Checking::All => unchecked == 0,
                    Checking::CeilHalf => unchecked == length / 2,
                    Checking::EitherHalf => unchecked == length / 2 || unchecked == length - length / 2,
                    Checking::AtLeastHalf => unchecked <= length / 2,
                    Checking::Any => true,
                    Checking::ByLength(table) => {
                        table.unchecked(length).is_some_and(|range| range.contains(&unchecked))
                    }
                };
                length >= limits.shortest && has_end && has_number
            }
        }
    }
}
