//! Improves the scores of a fill until the time is up, or no better fill is left.
//!
//! The first fill comes from the search for [one fill](super::single). If many words have high scores, it tries first with these alone. Then
//! a part of the grid is emptied and filled again, with a higher total, over and over (large neighbourhood search; Shaw 1998). The part is
//! a window of squares: all slots that meet it are emptied, and all others keep their words. It lies more often where scores are low. It
//! grows if it can be searched completely, and shrinks if it cannot.
//!
//! A part is filled by branch and bound. Words are tried in the order of their scores, the highest first. Where the best words that are left
//! to the slots cannot reach a higher total, the branch ends. Totals that are equal are accepted: such changes lead out of dead ends.
//!
//! If the part is the whole grid and it was searched completely, no fill has a higher total, and all threads end.
//!
//! Several threads search with different random numbers, and the best fill of all is the result. So the result depends on the time and on
//! the machine, not on the seed alone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::super::demands::Demands;
use super::super::question::{Question, Slot};
use super::single::fill_rest;
use super::state::{Plan, State};
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::{EngineError, Run};

/// The quantity to maximise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The mean of the scores.
    Mean,
    /// The lowest score, and then the mean.
    Minimum,
}

/// A fill and its scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// The letters, by code.
    pub fill: Vec<u8>,
    /// The score of the word in each slot.
    pub scores: Vec<i64>,
}

impl Scored {
    /// Returns a fill with the scores that the list gives its words.
    pub fn of(question: &Question, fill: Vec<u8>) -> Self {
        let score = |slot: &Slot| {
            let letters = slot.letters(&fill);
            let words = question.list().words(letters.len());
            words.position(&letters).map_or(0, |index| words.score(index))
        };
        let scores = question.slots().iter().map(score).collect();
        Scored { fill, scores }
    }

    /// Returns the mean of the scores.
    pub fn mean(&self) -> f64 {
        self.total() as f64 / self.scores.len().max(1) as f64
    }

    /// Returns the lowest score, or 0 without slots.
    pub fn minimum(&self) -> i64 {
        self.scores.iter().copied().min().unwrap_or(0)
    }

    fn total(&self) -> i64 {
        self.scores.iter().sum()
    }

    fn rank(&self, goal: Goal) -> (i64, i64) {
        match goal {
            Goal::Mean => (0, self.total()),
            Goal::Minimum => (self.minimum(), self.total()),
        }
    }
}

/// Maximum number of dead ends in one part of the grid.
const DEAD_ENDS: u32 = 300;
/// The share of the time that one threshold may take.
const SHARE: f64 = 0.05;
/// The side of the first window, in squares, and of the smallest.
const FIRST_SIDE: f64 = 5.0;
const MIN_SIDE: f64 = 2.0;
/// Factor by which windows grow after a complete search. An incomplete one undoes three such steps.
const GROWTH: f64 = 1.01;

/// Returns the best fill found within `time`, or `None` if there is no fill that meets the demands. If the run is stopped after a fill was
/// found, this is the result too.
///
/// # Errors
/// Returns an error if the run is stopped before a fill is found.
pub fn best_fill(
    question: &Question,
    demands: &Demands,
    goal: Goal,
    seed: u64,
    time: Duration,
    run: &Run,
) -> Result<Option<Scored>, EngineError> {
    let mut rng = SeededRng::new(seed);
    let plan = Plan::by_score(question, &mut rng).with_demands(demands);
    let clock = Clock { start: Instant::now(), time, run, is_exhausted: AtomicBool::new(false) };
    let Some(FirstFill { words: first, has_best_minimum }) = first_words(&plan, demands, seed, &clock)? else {
        return Ok(None);
    };
    let least = match goal {
        Goal::Mean => None,
        Goal::Minimum => (0..first.len()).map(|slot| plan.score(slot, first[slot])).min(),
    };
    // The first fill has only words of this score or more, so the root of these words is consistent.
    let Some(root) = plan.root_from(least) else { return Ok(None) };
    let seeds: Vec<u64> = (0..rayon::current_num_threads()).map(|_| rng.bits()).collect();
    let improved = seeds.into_par_iter().map(|seed| {
        let mut part = Improver::new(&plan, root.clone(), demands, first.clone(), SeededRng::new(seed));
        part.can_be_best = has_best_minimum || goal == Goal::Mean;
        part.improve(&clock);
        part.scored()
    });
    Ok(improved.max_by_key(|scored| scored.rank(goal)))
}

/// The end of the search.
struct Clock<'a> {
    start: Instant,
    time: Duration,
    run: &'a Run,
    /// `true` if a thread has a fill that is known to be the best.
    is_exhausted: AtomicBool,
}

impl Clock<'_> {
    fn is_over(&self) -> bool {
        self.is_exhausted.load(Ordering::Relaxed) || self.start.elapsed() >= self.time || self.run.check().is_err()
    }
}

/// The fill that is improved.
struct FirstFill {
    /// The words, by slot.
    words: Vec<u32>,
    /// `true` if every fill has a word whose score is not higher than the lowest one here.
    has_best_minimum: bool,
}

/// Returns a first fill. A binary search looks for the highest score such that a fill with words of this score or
/// more is found in a share of the time.
fn first_words(plan: &Plan, demands: &Demands, seed: u64, clock: &Clock) -> Result<Option<FirstFill>, EngineError> {
    let thresholds = plan.thresholds();
    let share = clock.time.mul_f64(SHARE);
    let (mut best, mut is_decided) = (None, true);
    let (mut low, mut high) = (0, thresholds.len());
    while low < high && !clock.is_over() {
        let middle = low.midpoint(high);
        let start = Instant::now();
        if let Some(better) = words_from(plan, Some(thresholds[middle]), demands, seed, Some(share), clock.run)? {
            (best, high) = (Some(better), middle);
        } else {
            is_decided &= start.elapsed() < share;
            low = middle + 1;
        }
    }
    let has_best_minimum = is_decided && low == high;
    let words = if best.is_some() { best } else { words_from(plan, None, demands, seed, None, clock.run)? };
    Ok(words.map(|words| FirstFill { words, has_best_minimum }))
}

/// Returns the words of a fill with scores of `least` or more, or `None` if there is none or the time is over.
fn words_from(
    plan: &Plan,
    least: Option<i64>,
    demands: &Demands,
    seed: u64,
    time: Option<Duration>,
    run: &Run,
) -> Result<Option<Vec<u32>>, EngineError> {
    let Some(mut state) = plan.root_from(least) else { return Ok(None) };
    let start = Instant::now();
    let is_over = || time.is_some_and(|time| start.elapsed() >= time);
    let is_filled = fill_rest(&mut state, demands, seed, run, is_over)?;
    Ok(is_filled.then(|| (0..state.failures.len()).filter_map(|slot| state.first_word(slot)).collect()))
}

/// A fill that becomes better, part by part.
struct Improver<'p, 'q> {
    plan: &'p Plan<'q>,
    /// The state without any choice.
    state: State<'p, 'q>,
    /// The present word of each slot.
    words: Vec<u32>,
    /// `true` for slots that keep their words: those of required words.
    kept: Vec<bool>,
    /// The best words of all so far, and their total.
    best: (i64, Vec<u32>),
    rng: SeededRng,
    /// The side of the next window, in squares.
    side: f64,
    /// `true` if the fill with the highest total from the words of the root is the best of all.
    can_be_best: bool,
}

/// A search for better words in a part of the grid.
struct PartSearch<'a> {
    plan: &'a Plan<'a>,
    /// The emptied slots.
    slots: &'a [usize],
    /// The highest total so far, and the words that reach it.
    best: (i64, Option<Vec<u32>>),
    /// Number of dead ends left.
    left: u32,
}

impl<'p, 'q> Improver<'p, 'q> {
    fn new(plan: &'p Plan<'q>, state: State<'p, 'q>, demands: &Demands, words: Vec<u32>, rng: SeededRng) -> Self {
        let alphabet = plan.question.list().alphabet();
        let is_required = |slot: usize| {
            let letters: Vec<char> = plan.word(slot, words[slot]).iter().map(|&code| alphabet.letter(code)).collect();
            demands.required.contains(&letters)
        };
        let kept = (0..words.len()).map(is_required).collect();
        let mut improver =
            Improver { plan, state, words, kept, best: (0, Vec::new()), rng, side: FIRST_SIDE, can_be_best: false };
        improver.best = (improver.total(), improver.words.clone());
        improver
    }

    fn score(&self, slot: usize) -> i64 {
        self.plan.score(slot, self.words[slot])
    }

    fn total(&self) -> i64 {
        (0..self.words.len()).map(|slot| self.score(slot)).sum()
    }

    /// Improves parts until the time is over, or the fill is known to be the best.
    fn improve(&mut self, clock: &Clock) {
        let highest: i64 =
            (0..self.words.len()).filter_map(|slot| Some(self.plan.score(slot, self.state.first_word(slot)?))).sum();
        while self.best.0 < highest && !clock.is_over() {
            let window = self.window();
            let is_empty: Vec<bool> =
                (0..self.words.len()).map(|slot| !self.kept[slot] && self.meets(slot, &window)).collect();
            if !is_empty.contains(&true) {
                continue;
            }
            let is_complete = self.improve_part(&is_empty);
            let step = if is_complete { GROWTH } else { GROWTH.powi(-3) };
            let grid = self.plan.question.grid();
            self.side = (self.side * step).clamp(MIN_SIDE, grid.height().max(grid.width()) as f64);
            if self.total() > self.best.0 {
                self.best = (self.total(), self.words.clone());
            }
            if is_complete && self.can_be_best && !is_empty.contains(&false) {
                clock.is_exhausted.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns a window of squares: its first and last row and column. A square of a slot with a low score is its middle.
    fn window(&mut self) -> [[usize; 2]; 2] {
        let question = self.plan.question;
        let weights: Vec<i64> =
            (0..self.words.len()).map(|slot| self.plan.score(slot, 0) - self.score(slot) + 1).collect();
        let mut left = self.rng.below(weights.iter().sum::<i64>().max(1) as usize) as i64;
        let slot = weights.iter().position(|weight| {
            left -= weight;
            left < 0
        });
        let squares = &question.slots()[slot.unwrap_or(0)].squares;
        let middle = question.squares()[squares[self.rng.below(squares.len())]];
        // Windows are wide, square or high, with about the same number of squares.
        let shape = 0.5 + self.rng.below(1000) as f64 / 666.0;
        let around = |middle: usize, side: f64| {
            let reach = (side / 2.0).round() as usize;
            [middle.saturating_sub(reach), middle + reach]
        };
        [around(middle.row, self.side * shape), around(middle.column, self.side / shape)]
    }

    fn meets(&self, slot: usize, [rows, columns]: &[[usize; 2]; 2]) -> bool {
        let question = self.plan.question;
        question.slots()[slot].squares.iter().any(|&square| {
            let square = question.squares()[square];
            (rows[0]..=rows[1]).contains(&square.row) && (columns[0]..=columns[1]).contains(&square.column)
        })
    }

    /// Empties some slots and fills them with the best words found. Returns `true` if there are no better ones.
    fn improve_part(&mut self, is_empty: &[bool]) -> bool {
        let mark = self.state.mark();
        let slots: Vec<usize> = (0..self.words.len()).filter(|&slot| is_empty[slot]).collect();
        let others = (0..self.words.len()).filter(|&slot| !is_empty[slot]);
        let mut is_consistent = true;
        for slot in others {
            is_consistent = is_consistent && self.state.choose(slot, self.words[slot]);
        }
        debug_assert!(is_consistent, "the words of a fill are consistent");
        let before: i64 = slots.iter().map(|&slot| self.score(slot)).sum();
        // An equal total is accepted too.
        let mut search = PartSearch { plan: self.plan, slots: &slots, best: (before - 1, None), left: DEAD_ENDS };
        search.descend(&mut self.state);
        if let Some(words) = search.best.1.take() {
            slots.iter().zip(words).for_each(|(&slot, word)| self.words[slot] = word);
        }
        let is_complete = search.left > 0;
        self.state.back_to(mark);
        is_complete
    }

    fn scored(mut self) -> Scored {
        for (slot, &word) in self.best.1.iter().enumerate() {
            self.state.choose(slot, word);
        }
        let mut fill = Vec::new();
        self.state.write(&mut fill);
        Scored::of(self.plan.question, fill)
    }
}

impl PartSearch<'_> {
    /// Returns the highest total that the words left to the slots allow.
    fn bound(&self, state: &State) -> i64 {
        let best = |&slot: &usize| state.first_word(slot).map_or(0, |word| self.plan.score(slot, word));
        self.slots.iter().map(best).sum()
    }

    fn descend(&mut self, state: &mut State) {
        let bound = self.bound(state);
        if bound <= self.best.0 {
            self.left = self.left.saturating_sub(1);
            return;
        }
        let Some(slot) = state.most_constrained(self.slots.iter().copied()) else {
            let words = self.slots.iter().filter_map(|&slot| state.first_word(slot)).collect();
            self.best = (bound, Some(words));
            return;
        };
        let words = state.words(slot);
        let highest = self.plan.score(slot, words[0]);
        for word in words {
            if self.left == 0 || bound - highest + self.plan.score(slot, word) <= self.best.0 {
                return;
            }
            let mark = state.mark();
            if state.choose(slot, word) {
                self.descend(state);
            } else {
                self.left -= 1;
            }
            state.back_to(mark);
        }
    }
}
