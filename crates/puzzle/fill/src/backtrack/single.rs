//! Finds one fill, or proves that there is none.
//!
//! The search tree is that of [`tree`](super::tree), in another order. The next slot is the one with the smallest ratio of words to
//! contradictions seen (dom/wdeg; Boussemart, Hemery, Lecoutre and Sais 2004). So a corner that cannot be filled is visited early. Its
//! words are tried in the order of the words that they leave for their crossings, the most first. If words have scores, high ones come first:
//! the score weighs less after each restart, so a grid that good words do not fill gets the words that do.
//!
//! A bad choice near the root may be hidden below millions of others. Therefore the search restarts with other random numbers after some
//! dead ends, and keeps the contradictions of the slots. Each restart allows one and a half times as many dead ends, so the search is
//! complete in the end. (Luby, Sinclair and Zuckerman 1993 explain why restarts pay.)
//!
//! Words and letters that must occur come before all others: first the words, the one with the fewest slots left, then the letters that few
//! words have, the one with the fewest squares left. Common letters are not placed. The state reports when one of them has no square left.

use super::super::demands::Demands;
use super::super::letters::{MAX_LETTERS, each};
use super::super::question::Question;
use super::state::{Plan, State};
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::{EngineError, Run};

/// Number of dead ends before the first restart.
const FIRST_LIMIT: f64 = 100.0;
/// Factor by which this number increases with each restart.
const GROWTH: f64 = 1.5;
/// Maximum number of words of a slot that are weighed. Of more words, a random sample is weighed, because weighing would cost more than it
/// saves.
const MAX_WEIGHED: usize = 400;
/// Maximum random change of a word's weight, in logarithms.
const NOISE: f64 = 1.0;
/// Maximum random change of the weight of a square for a letter, in logarithms.
const LETTER_NOISE: f64 = 4.0;
/// Weight of the highest score before the first restart, in logarithms for each crossing.
const SCORE_WEIGHT: f64 = 6.0;
/// A letter that must occur is placed first if a random fill has fewer of it on average.
const RARE: f64 = 1.0;
/// Weight of a missing letter in a word, in logarithms.
const MISSING_WEIGHT: f64 = 2.0;
/// Below this weight, the words that are weighed are drawn from all words, not from those with the highest scores.
const MIN_SCORE_WEIGHT: f64 = 1.0;
/// Factor by which this weight decreases with each restart.
const SCORE_DECAY: f64 = 0.8;

/// Returns a fill that meets the demands, or `None` if there is none. Other seeds find other fills if there are several.
///
/// # Errors
/// Returns an error if the run is stopped.
pub fn some_fill(question: &Question, demands: &Demands, seed: u64, run: &Run) -> Result<Option<Vec<u8>>, EngineError> {
    let plan = if question.list().has_scores() {
        Plan::by_score(question, &mut SeededRng::new(seed))
    } else {
        Plan::new(question)
    };
    let plan = plan.with_demands(demands);
    let Some(mut state) = plan.root() else { return Ok(None) };
    if !fill_rest(&mut state, demands, seed, run, || false)? {
        return Ok(None);
    }
    let mut fill = Vec::new();
    state.write(&mut fill);
    Ok(Some(fill))
}

/// Fills the other slots of a state. Returns `false` if that is impossible, or if `is_over` before it is found. Then the state is as before.
pub(super) fn fill_rest(
    state: &mut State,
    demands: &Demands,
    seed: u64,
    run: &Run,
    is_over: impl Fn() -> bool,
) -> Result<bool, EngineError> {
    let (mark, required) = (state.mark(), required_words(state, demands));
    let all: Vec<usize> = (0..required.len()).collect();
    let rare = rare_letters(state);
    let mut attempt = Attempt { run, required, rare, rng: SeededRng::new(seed), left: 0, score_weight: SCORE_WEIGHT };
    let mut limit = FIRST_LIMIT;
    while !is_over() {
        attempt.left = limit as u64;
        let outcome = attempt.place_words(state, &all)?;
        if matches!(outcome, Outcome::Filled) {
            return Ok(true);
        }
        state.back_to(mark);
        if matches!(outcome, Outcome::Exhausted) {
            break;
        }
        limit *= GROWTH;
        attempt.score_weight *= SCORE_DECAY;
    }
    Ok(false)
}

/// A required word: the slots of its length, and its number in each.
type Places = Vec<(usize, u32)>;

/// Returns the places of the required words that no standing entry has.
fn required_words(state: &State, demands: &Demands) -> Vec<Places> {
    let question = state.plan.question;
    let standing = question.standing_entries().unwrap_or_default();
    let alphabet = question.list().alphabet();
    let missing = demands.required.iter().filter(|word| !standing.contains(word));
    // A letter outside the alphabet is in no word, and `MAX_LETTERS` is the code of none.
    let code = |&letter: &char| alphabet.code(letter).unwrap_or(MAX_LETTERS as u8);
    missing.map(|word| state.plan.places(&word.iter().map(code).collect::<Vec<u8>>())).collect()
}

/// Returns the letters that must occur and that few words have, by code.
fn rare_letters(state: &State) -> Vec<usize> {
    let expected = |letter: usize| -> f64 {
        let share = |(slot, place)| f64::from(state.support(slot, place, letter)) / state.size(slot).max(1) as f64;
        let in_square = |square| state.places(square).map(share).fold(1.0, f64::min);
        state.squares_in_slots().map(in_square).sum()
    };
    each(state.plan.wanted).filter(|&letter| expected(letter) < RARE).collect()
}

/// The outcome of a part of the search.
enum Outcome {
    /// A fill was found. The state holds it.
    Filled,
    /// No fill exists below.
    Exhausted,
    /// The limit of dead ends was reached.
    GivenUp,
}

struct Attempt<'a> {
    run: &'a Run,
    required: Vec<Places>,
    /// The [rare letters](rare_letters).
    rare: Vec<usize>,
    rng: SeededRng,
    /// Number of dead ends left.
    left: u64,
    /// The present [weight](SCORE_WEIGHT) of the scores.
    score_weight: f64,
}

impl Attempt<'_> {
    /// Gives each of these required words a slot, and fills the other slots.
    fn place_words(&mut self, state: &mut State, words: &[usize]) -> Result<Outcome, EngineError> {
        self.run.check()?;
        let possible = |&word: &usize| {
            let places = self.required[word].iter().copied().filter(|&(slot, number)| state.can_have(slot, number));
            (word, places.collect::<Places>())
        };
        let Some((word, mut places)) = words.iter().map(possible).min_by_key(|(_, places)| places.len()) else {
            return self.place_letters(state);
        };
        let others: Vec<usize> = words.iter().copied().filter(|&other| other != word).collect();
        // A word that has its slot already needs no other.
        if let Some(place) = places.iter().copied().find(|&(slot, _)| state.size(slot) == 1) {
            places = vec![place];
        }
        self.rng.shuffle(&mut places);
        self.try_each(
            state,
            places,
            |state, (slot, number)| state.choose(slot, number),
            |search, state| search.place_words(state, &others),
        )
    }

    /// Gives each rare letter a square, and fills the slots.
    fn place_letters(&mut self, state: &mut State) -> Result<Outcome, EngineError> {
        self.run.check()?;
        let missing = self.rare.iter().filter_map(|&letter| Some((letter, state.open_squares(letter)?)));
        let Some((letter, squares)) = missing.min_by_key(|(_, squares)| squares.len()) else {
            return self.descend(state);
        };
        // The squares in whose slots the most words have the letter there come first.
        let mut weighed: Vec<(f64, usize)> = Vec::new();
        for square in squares {
            let support = state.places(square).map(|(slot, place)| state.support(slot, place, letter));
            let worth: f64 = support.map(|words| f64::from(words.max(1)).ln()).sum();
            weighed.push((worth + LETTER_NOISE * self.rng.below(1 << 20) as f64 / f64::from(1 << 20), square));
        }
        weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
        let squares = weighed.into_iter().map(|(_, square)| square).collect();
        self.try_each(state, squares, |state, square| state.choose_letter(square, letter), Self::place_letters)
    }

    /// Makes one choice after the other, and goes on from each, until a fill is found or the limit of dead ends is reached.
    fn try_each<T>(
        &mut self,
        state: &mut State,
        choices: Vec<T>,
        choose: impl Fn(&mut State, T) -> bool,
        mut next: impl FnMut(&mut Self, &mut State) -> Result<Outcome, EngineError>,
    ) -> Result<Outcome, EngineError> {
        for choice in choices {
            let mark = state.mark();
            if choose(state, choice) {
                match next(self, state)? {
                    Outcome::Exhausted => {}
                    outcome => return Ok(outcome),
                }
            } else {
                self.left = self.left.saturating_sub(1);
            }
            state.back_to(mark);
            if self.left == 0 {
                return Ok(Outcome::GivenUp);
            }
        }
        Ok(Outcome::Exhausted)
    }

    fn descend(&mut self, state: &mut State) -> Result<Outcome, EngineError> {
        self.run.check()?;
        let Some(slot) = state.most_constrained(0..state.failures.len()) else { return Ok(Outcome::Filled) };
        let words = self.in_order(state, slot);
        self.try_each(state, words, |state, word| state.choose(slot, word), Self::descend)
    }

    /// Returns the words of a slot, in the order of the number of crossing words that have their letters, the most first.
    fn in_order(&mut self, state: &State, slot: usize) -> Vec<u32> {
        let question = state.plan.question;
        let mut words = state.words(slot);
        let scores = state.plan.score_range(slot, &words);
        // In a plan by score the first words have the highest scores.
        if scores.is_none() || self.score_weight < MIN_SCORE_WEIGHT {
            self.rng.shuffle(&mut words);
        }
        let weighed = words.len().min(MAX_WEIGHED);
        let crossings: Vec<(usize, [f64; 64])> = question.slots()[slot]
            .squares
            .iter()
            .enumerate()
            .filter(|&(_, &square)| state.letters[square].count_ones() > 1)
            .filter_map(|(i, &square)| {
                let other = question.squares()[square].places.into_iter().flatten().find(|&(other, _)| other != slot);
                let (other, place) = other?;
                let mut counts = [0_u32; 64];
                for letter in each(state.letters[square]) {
                    counts[letter] = state.support(other, place, letter);
                }
                Some((i, counts.map(|count| f64::from(count.max(1)).ln())))
            })
            .collect();
        let missing = state.missing_letters();
        let mut weights: Vec<(f64, u32)> = words[..weighed]
            .iter()
            .map(|&word| {
                let letters = state.plan.word(slot, word);
                let worth: f64 = crossings.iter().map(|(i, logs)| logs[usize::from(letters[*i])]).sum();
                let score =
                    scores.map_or(0.0, |(low, high)| (state.plan.score(slot, word) - low) as f64 / (high - low) as f64);
                let worth = worth + self.score_weight * score * crossings.len().max(1) as f64;
                let found = letters.iter().fold(0, |found, &letter| found | missing & 1 << letter).count_ones();
                let worth = worth + MISSING_WEIGHT * f64::from(found);
                (worth + NOISE * self.rng.below(1 << 20) as f64 / f64::from(1 << 20), word)
            })
            .collect();
        weights.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (place, (_, word)) in words.iter_mut().zip(weights) {
            *place = word;
        }
        words
    }
}
