//! What the rules ask of a word that is read letter by letter, of each of which it is known whether it is crossed.
//!
//! What decides a beginning is how long it is, how many of its letters are crossed and how many uncrossed ones it ends with
//! ([`Part`]). The rules do not tell a word from itself read backwards. So a mirror is no more than an addition: a beginning that
//! ends in a mirror goes on with itself, backwards, and two that meet in one go on with each other.
//!
//! Invariant: a part has broken no rule by itself.

use gridcheck_core::rules::{Checking, Limit, Ruleset};

/// A beginning of a word, as far as its squares have been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    pub length: usize,
    pub crossed: usize,
    /// Uncrossed letters at its end.
    pub run: usize,
}

/// The beginning without letters.
pub const EMPTY: Part = Part { length: 0, crossed: 0, run: 0 };

/// The rules about words.
pub struct Demands {
    lengths: [usize; 2],
    singles: bool,
    checking: Checking,
    run: Limit,
    run_at_ends: Limit,
}

fn allows(limit: Limit, number: usize) -> bool {
    match limit {
        Limit::AtMost(most) => number <= most,
        Limit::Unlimited => true,
    }
}

impl Demands {
    /// Those of a rule set, in a grid of some size.
    pub fn new(rules: &Ruleset, size: usize) -> Self {
        let Ruleset {
            name: _,
            min_word,
            single_cells,
            checking,
            max_unchecked_run,
            max_unchecked_run_at_ends,
            edges: _,
            connected: _,
            symmetry: _,
            min_white_per_row: _,
            max_word,
        } = *rules;
        let longest = match max_word {
            Limit::AtMost(most) => most.min(size),
            Limit::Unlimited => size,
        };
        Demands {
            lengths: [min_word, longest],
            singles: single_cells,
            checking,
            run: max_unchecked_run,
            run_at_ends: max_unchecked_run_at_ends,
        }
    }

    /// The part with one more letter, unless no word begins like that.
    pub fn longer(&self, part: Part, crossed: bool) -> Option<Part> {
        let run = if crossed { 0 } else { part.run + 1 };
        let longer = Part { length: part.length + 1, crossed: part.crossed + usize::from(crossed), run };
        let is_lead = run == longer.length;
        let runs_well = allows(self.run, run) && (!is_lead || allows(self.run_at_ends, run));
        (longer.length <= self.lengths[1] && runs_well).then_some(longer)
    }

    /// Whether a part makes a word with one more letter, when it ends so.
    pub fn ends(&self, part: Part, crossed: bool, ending: Ending) -> bool {
        self.longer(part, crossed).is_some_and(|longer| match ending {
            Ending::Edge => self.meet(longer, EMPTY),
            Ending::Through => self.meet(longer, part),
            Ending::Behind => self.meet(longer, longer),
        })
    }

    /// Whether a part, followed by another read backwards, is a word, or a run of one that may be.
    pub fn meet(&self, one: Part, two: Part) -> bool {
        let (length, crossed) = (one.length + two.length, one.crossed + two.crossed);
        if length == 1 {
            return self.singles && crossed == 1;
        }
        let middle = one.run + two.run;
        // What is uncrossed from end to end of one part reaches the word's end.
        let at_ends = [one, two].iter().all(|part| part.run < part.length || allows(self.run_at_ends, middle));
        let half = length.div_ceil(2);
        let is_checked = match self.checking {
            Checking::All => crossed == length,
            Checking::CeilHalf => crossed == half,
            Checking::EitherHalf => crossed == half || crossed == length / 2,
            Checking::AtLeastHalf => crossed >= half,
            Checking::Any => true,
        };
        (self.lengths[0]..=self.lengths[1]).contains(&length) && is_checked && allows(self.run, middle) && at_ends
    }
}

/// How a word ends after its last letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// There.
    Edge,
    /// In a mirror that goes through that letter.
    Through,
    /// In a mirror behind it.
    Behind,
}

impl Ending {
    pub const ALL: [Ending; 3] = [Ending::Edge, Ending::Through, Ending::Behind];
}
