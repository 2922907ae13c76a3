//! Numbers the runs that can be unfinished, and merges those that all completions treat alike.
//!
//! Runs are merged in pairs. A row is filled from both ends, and its two runs across meet at its middle. The half turn maps a column to
//! another, and what the upper half leaves open in both must fit together at the middle row. Without a symmetry a column is alone.

use std::collections::HashMap;
use std::hash::Hash;

use crate::words::{Start, WordRule};

/// The number of a run: 0 if a bar has ended it, so that the next square begins another one.
pub(crate) type Run = u8;

/// The number of a run that has ended.
pub(crate) const ENDED: Run = 0;

/// All runs up to a length, numbered.
pub(crate) struct Runs {
    /// The letters of each run; `None` for [`ENDED`].
    starts: Vec<Option<Start>>,
    /// The number of each run with one more letter, unchecked or checked.
    grown: Vec<[Option<Run>; 2]>,
    /// `true` if the run is a word.
    words: Vec<bool>,
}

/// The result of a square for a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    /// The run after the square.
    pub(crate) run: Run,
    /// `true` if the square ends a word.
    pub(crate) is_word: bool,
}

impl Runs {
    /// Numbers the runs of up to `longest` letters; `None` if there are more than numbers.
    pub(crate) fn new(rule: &WordRule, longest: usize) -> Option<Self> {
        let mut starts: Vec<Option<Start>> = vec![None];
        let mut numbers = HashMap::new();
        let mut grown: Vec<[Option<Run>; 2]> = Vec::new();
        let mut level = 0..1;
        for _ in 0..longest {
            for number in level.clone() {
                let longer = [false, true].map(|is_checked| rule.grown(starts[number], is_checked));
                let mut next = [None; 2];
                for (next, start) in next.iter_mut().zip(longer) {
                    let Some(start) = start else { continue };
                    let fresh = starts.len();
                    let number = *numbers.entry(start).or_insert(fresh);
                    if number == fresh {
                        starts.push(Some(start));
                    }
                    *next = Some(Run::try_from(number).ok()?);
                }
                grown.push(next);
            }
            level = level.end..starts.len();
        }
        grown.resize(starts.len(), [None; 2]);
        let words = starts.iter().map(|start| start.is_some_and(|start| rule.is_word(start))).collect();
        Some(Runs { starts, grown, words })
    }

    /// Returns all numbers, the ended run first.
    pub(crate) fn all(&self) -> impl Iterator<Item = Run> + Clone + use<> {
        // They are at most 256.
        (0..self.starts.len()).map(|number| number as Run)
    }

    /// Returns what a square makes of a run: a letter of a word if `is_letter`, and the last square of the run if `is_barred`. `None` if no
    /// word is possible.
    pub(crate) fn step(&self, run: Run, is_checked: bool, is_barred: bool) -> Option<Step> {
        if run == ENDED && is_barred {
            return Some(Step { run: ENDED, is_word: false });
        }
        let grown = self.grown[usize::from(run)][usize::from(is_checked)]?;
        if is_barred {
            self.words[usize::from(grown)].then_some(Step { run: ENDED, is_word: true })
        } else {
            Some(Step { run: grown, is_word: false })
        }
    }

    /// Returns `true` if two unfinished runs that meet are a word.
    pub(crate) fn join(&self, rule: &WordRule, one: Run, other: Run) -> bool {
        match (self.starts[usize::from(one)], self.starts[usize::from(other)]) {
            (Some(one), Some(other)) => rule.joins(one, other),
            _ => false,
        }
    }

    /// Returns the number of runs, the ended one included.
    pub(crate) fn number(&self) -> usize {
        self.starts.len()
    }

    fn index(&self, (one, other): Pair) -> usize {
        usize::from(one) * self.number() + usize::from(other)
    }

    /// Returns the run with one more letter.
    pub(crate) fn longer(&self, run: Run, is_checked: bool) -> Option<Run> {
        self.grown[usize::from(run)][usize::from(is_checked)]
    }

    /// Returns `true` if the run is a word.
    pub(crate) fn is_word(&self, run: Run) -> bool {
        self.words[usize::from(run)]
    }
}

/// The representative of each item that can be completed; items with equal signatures have the same one.
fn representatives<T: Copy, S: Eq + Hash>(
    items: impl Iterator<Item = T>,
    signature: impl Fn(T) -> Option<S>,
) -> Vec<Option<T>> {
    let mut first = HashMap::new();
    items.map(|item| Some(*first.entry(signature(item)?).or_insert(item))).collect()
}

/// Two runs that meet, or one twice.
pub(crate) type Pair = (Run, Run);

/// The representatives of the pairs of runs, after each square of both: entry r after r squares.
pub(crate) struct PairClasses {
    runs: usize,
    /// The representatives by squares, then by the pair.
    levels: Vec<Vec<Option<Pair>>>,
}

/// The squares that can come next: each with a checked letter or an unchecked one, and with a bar or none.
const CHOICES: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

impl PairClasses {
    /// Computes the classes backwards from the last square. The signature of a pair after it is `None` if it does not fit. If `is_alone`,
    /// both runs of a pair are the same.
    pub(crate) fn new<S: Eq + Hash>(
        runs: &Runs,
        squares: usize,
        is_alone: bool,
        last: impl Fn(Pair) -> Option<S>,
    ) -> Self {
        let all = || runs.all().flat_map(|one| runs.all().map(move |other| (one, other)));
        let fits = |pair: Pair| !is_alone || pair.0 == pair.1;
        let mut levels = vec![representatives(all(), |pair| last(pair).filter(|_| fits(pair)))];
        for _ in 0..squares {
            let after = &levels[levels.len() - 1];
            let signature = |(one, other): Pair| {
                if !fits((one, other)) {
                    return None;
                }
                let mut outcomes = Vec::with_capacity(CHOICES.len() * CHOICES.len());
                for mine in CHOICES {
                    let step = runs.step(one, mine.0, mine.1);
                    for theirs in CHOICES.into_iter().filter(|&theirs| !is_alone || theirs == mine) {
                        let pair = step.zip(runs.step(other, theirs.0, theirs.1));
                        outcomes.push(pair.and_then(|(one, other)| {
                            let class = after[runs.index((one.run, other.run))]?;
                            Some((class, one.is_word, other.is_word))
                        }));
                    }
                }
                // A square after the end of a run can be a run of one.
                let ended = (one == ENDED, other == ENDED);
                outcomes.iter().any(Option::is_some).then_some((ended, outcomes))
            };
            let level = representatives(all(), signature);
            levels.push(level);
        }
        levels.reverse();
        PairClasses { runs: runs.number(), levels }
    }

    /// Returns the representative of a pair after `squares` squares; `None` if nothing completes it.
    pub(crate) fn class(&self, squares: usize, (one, other): Pair) -> Option<Pair> {
        self.levels[squares][usize::from(one) * self.runs + usize::from(other)]
    }
}
