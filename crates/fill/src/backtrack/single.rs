//! One fill, or that there is none.
//!
//! The tree is the same and is walked in another order. The slot to fill next is that with the fewest words for the
//! contradictions it has seen (dom/wdeg; Boussemart, Hemery, Lecoutre and Sais 2004), so that a corner that cannot be filled is met early. Of its words those
//! go first whose letters leave their crossings the most words. And because a bad choice at the top
//! may hide below millions of others, the search is given up after some dead ends and begun anew with other dice, what
//! it learned of the slots being kept; each time it is given one and a half times as many, so that in the end
//! it is complete (Luby, Sinclair and Zuckerman 1993 on why restarts pay).

use super::super::question::Question;
use super::masks::each;
use super::state::{Plan, State};
use gridcheck_core::dice::Dice;
use gridcheck_run::{EngineError, Run};

/// So many dead ends are allowed before the first restart.
const FIRST_PATIENCE: f64 = 100.0;
/// And so many times as many before the next.
const GROWTH: f64 = 1.5;
/// Of more words than this a slot's first are taken at random, so that a choice does not take longer than what follows from it.
const MOST_WEIGHED: usize = 400;
/// By how much, in logarithms, dice may change the order of words.
const NOISE: f64 = 1.0;

/// A fill, or `None` if there is none. Other seeds find others where there are several.
pub fn some_fill(question: &Question, seed: u64, run: &Run) -> Result<Option<Vec<u8>>, EngineError> {
    let plan = Plan::new(question);
    let Some(mut state) = plan.root() else { return Ok(None) };
    let mut dice = Dice::new(seed);
    let mut patience = FIRST_PATIENCE;
    loop {
        let mark = state.mark();
        let mut attempt = Attempt { run, dice: &mut dice, left: patience as u64 };
        match attempt.descend(&mut state)? {
            Ended::Filled => {
                let mut fill = Vec::new();
                state.write(&mut fill);
                return Ok(Some(fill));
            }
            Ended::Exhausted => return Ok(None),
            Ended::GivenUp => state.back_to(mark),
        }
        patience *= GROWTH;
    }
}

/// How a part of the search ended.
enum Ended {
    /// With a fill, which the state has.
    Filled,
    /// There is none below.
    Exhausted,
    /// Too many dead ends.
    GivenUp,
}

struct Attempt<'a> {
    run: &'a Run,
    dice: &'a mut Dice,
    left: u64,
}

impl Attempt<'_> {
    fn descend(&mut self, state: &mut State) -> Result<Ended, EngineError> {
        self.run.check()?;
        let weight = |slot: &usize| state.size(*slot) as f64 / state.failures[*slot];
        let open = (0..state.failures.len()).filter(|&slot| state.size(slot) > 1);
        let Some(slot) = open.min_by(|a, b| weight(a).total_cmp(&weight(b))) else { return Ok(Ended::Filled) };
        for word in self.in_order(state, slot) {
            let mark = state.mark();
            if state.choose(slot, word) {
                match self.descend(state)? {
                    Ended::Exhausted => {}
                    ended => return Ok(ended),
                }
            } else {
                self.left = self.left.saturating_sub(1);
            }
            state.back_to(mark);
            if self.left == 0 {
                return Ok(Ended::GivenUp);
            }
        }
        Ok(Ended::Exhausted)
    }

    /// The words of a slot, those first whose letters many words of the crossing slots have.
    fn in_order(&mut self, state: &State, slot: usize) -> Vec<u32> {
        let question = state.plan.question;
        let mut words = state.words(slot);
        self.dice.shuffle(&mut words);
        let weighed = words.len().min(MOST_WEIGHED);
        let crossings: Vec<(usize, [f64; 64])> = question.slots()[slot]
            .squares
            .iter()
            .enumerate()
            .filter(|&(_, &square)| state.letters(square).count_ones() > 1)
            .filter_map(|(i, &square)| {
                let other = question.squares()[square].places.into_iter().flatten().find(|&(other, _)| other != slot);
                let (other, place) = other?;
                let mut counts = [0_u32; 64];
                for letter in each(state.letters(square)) {
                    counts[letter] = state.support(other, place, letter);
                }
                Some((i, counts.map(|count| f64::from(count.max(1)).ln())))
            })
            .collect();
        let list = question.words(slot);
        let mut weights: Vec<(f64, u32)> = words[..weighed]
            .iter()
            .map(|&word| {
                let letters = list.word(word as usize);
                let worth: f64 = crossings.iter().map(|(i, logs)| logs[usize::from(letters[*i])]).sum();
                (worth + NOISE * self.dice.below(1 << 20) as f64 / f64::from(1 << 20), word)
            })
            .collect();
        weights.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (place, (_, word)) in words.iter_mut().zip(weights) {
            *place = word;
        }
        words
    }
}
