//! A part of the question: for each slot, the words that are still possible.
//!
//! A word is possible in a slot if each of its letters is possible in its square: no other letter is given, and the crossing slot has a
//! word with that letter. Impossible words are removed until nothing changes. So a cube is a function of the choices that lead to it.
//!
//! Invariants: no slot is without words. `letters` holds for each square the letters that the words of each of its slots have there.

use super::super::question::Question;
use gridcheck_engine::{EngineError, Run};

/// The possible words and letters of a [part of the question](self).
pub(super) struct Cube<'q> {
    pub(super) question: &'q Question,
    /// The words of each slot.
    pub(super) words: Vec<Vec<u32>>,
    /// The letters of each square.
    pub(super) letters: Vec<u64>,
}

/// A slot and one of its words.
pub(super) type Choice = (usize, u32);

impl<'q> Cube<'q> {
    /// Returns the whole question, or `None` if some slot has no word.
    pub(super) fn whole(question: &'q Question) -> Option<Self> {
        let letters = question.squares().iter().map(|square| square.given.map_or(u64::MAX, |letter| 1 << letter));
        let words = (0..question.slots().len()).map(|slot| (0..question.words(slot).len() as u32).collect());
        Cube { question, words: words.collect(), letters: letters.collect() }.reduced()
    }

    /// Returns the part in which these slots have these words, or `None` if then some slot has no word.
    pub(super) fn with(&self, choices: &[Choice]) -> Option<Self> {
        let question = self.question;
        let mut letters = self.letters.clone();
        for &(slot, word) in choices {
            for (&square, letter) in question.slots()[slot].squares.iter().zip(question.words(slot).word(word as usize))
            {
                letters[square] &= 1 << letter;
            }
        }
        let words = (0..self.words.len()).map(|slot| fitting(question, slot, &self.words[slot], &letters));
        Cube { question, words: words.collect(), letters }.reduced()
    }

    /// Returns the number of words of all slots together.
    pub(super) fn options(&self) -> usize {
        self.words.iter().map(Vec::len).sum()
    }

    /// Returns the slot with the fewest words, of the slots with several.
    pub(super) fn narrowest(&self) -> Option<usize> {
        (0..self.words.len()).filter(|&slot| self.words[slot].len() > 1).min_by_key(|&slot| self.words[slot].len())
    }

    /// Returns choices that split the cube into about `enough` parts, which together have all fills. Parts with at most `leaf` options are
    /// not split further.
    pub(super) fn tasks(&self, enough: usize, leaf: usize, run: &Run) -> Result<Vec<Vec<Choice>>, EngineError> {
        let mut tasks = vec![Vec::new()];
        loop {
            let mut next: Vec<Vec<Choice>> = Vec::new();
            let before = tasks.len();
            for task in &tasks {
                run.check()?;
                let Some(cube) = self.with(task) else { continue };
                match cube.narrowest().filter(|_| cube.options() > leaf) {
                    None => next.push(task.clone()),
                    Some(slot) => {
                        next.extend(cube.words[slot].iter().map(|&word| [&task[..], &[(slot, word)]].concat()));
                    }
                }
            }
            tasks = next;
            if tasks.len() >= enough || tasks.len() == before {
                return Ok(tasks);
            }
        }
    }

    fn reduced(mut self) -> Option<Self> {
        let question = self.question;
        loop {
            let mut changed = false;
            for (slot, place) in question.slots().iter().enumerate() {
                let mut seen = vec![0_u64; place.squares.len()];
                for &word in &self.words[slot] {
                    let letters = question.words(slot).word(word as usize);
                    seen.iter_mut().zip(letters).for_each(|(seen, letter)| *seen |= 1 << letter);
                }
                for (&square, seen) in place.squares.iter().zip(seen) {
                    let left = self.letters[square] & seen;
                    changed |= left != self.letters[square];
                    self.letters[square] = left;
                }
            }
            if !changed {
                return Some(self);
            }
            for slot in 0..self.words.len() {
                self.words[slot] = fitting(question, slot, &self.words[slot], &self.letters);
                if self.words[slot].is_empty() {
                    return None;
                }
            }
        }
    }
}

/// Returns the words of a slot whose letters all remain possible in its squares.
fn fitting(question: &Question, slot: usize, words: &[u32], letters: &[u64]) -> Vec<u32> {
    let squares = &question.slots()[slot].squares;
    let list = question.words(slot);
    let fits = |word: &&u32| {
        let mut pairs = list.word(**word as usize).iter().zip(squares);
        pairs.all(|(&letter, &square)| letters[square] >> letter & 1 == 1)
    };
    words.iter().filter(fits).copied().collect()
}
