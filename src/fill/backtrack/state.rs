//! What may still stand in each slot and square, kept consistent.
//!
//! The words of a slot are a sparse set (Briggs and Torczon 1993): an array of word numbers of which the first `size` are in
//! the set. To drop a word is to swap it behind the end, and to take the drop back is to restore `size`: nothing is ever copied. The
//! letters of a square are a bit set in one word.
//!
//! [`State::settle`] is the propagation: it takes the slots one of whose squares has lost letters, drops the words that have such a letter,
//! collects which letters the remaining words have at each square, and takes the others from the square, until nothing changes. A
//! slot with one word left takes that word away from all others if words are to be distinct.
//!
//! Invariant between calls of `settle`, unless it failed: every word of a slot has only letters that its squares may have, and every letter of a square
//! is that of a word in each of its slots. `trail` has what was dropped, in order, so that [`State::back_to`] undoes it.

use super::super::question::{ALONE, Question};

/// What all states of a question share.
pub(super) struct Plan<'q> {
    pub(super) question: &'q Question,
    /// The squares of each slot.
    squares: Vec<Vec<u32>>,
    /// For each square its slots.
    slots: Vec<[Option<u32>; 2]>,
    /// For each slot those others that may have the same words, if words are distinct.
    rivals: Vec<Vec<u32>>,
}

/// Something that can be taken back.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// A slot had so many words.
    Size(u32, u32),
    /// A square had these letters.
    Letters(u32, u64),
    /// A slot's word was not yet taken from its rivals.
    Claim(u32),
}

/// See the [module](self).
#[derive(Clone)]
pub(super) struct State<'p, 'q> {
    pub(super) plan: &'p Plan<'q>,
    words: Vec<Vec<u32>>,
    sizes: Vec<u32>,
    letters: Vec<u64>,
    /// Whether a slot's one word has been taken from its rivals.
    claimed: Vec<bool>,
    trail: Vec<Change>,
    /// Slots to be looked at, each once.
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// How often words ran out in each slot, for who wants to know.
    pub(super) failures: Vec<f64>,
}

impl<'q> Plan<'q> {
    pub(super) fn new(question: &'q Question) -> Self {
        let squares: Vec<Vec<u32>> =
            question.slots().iter().map(|slot| slot.squares.iter().map(|&square| square as u32).collect()).collect();
        let slots = question.squares().iter().map(|square| square.places.map(|place| place.map(|(s, _)| s as u32)));
        let rivals = (0..squares.len()).map(|s| {
            let is_rival = |&t: &usize| question.is_distinct() && t != s && squares[t].len() == squares[s].len();
            (0..squares.len()).filter(is_rival).map(|t| t as u32).collect()
        });
        Plan { question, slots: slots.collect(), rivals: rivals.collect(), squares }
    }

    /// The state before anything is decided but what propagation decides; `None` if that finds that there is no fill.
    pub(super) fn root(&self) -> Option<State<'_, 'q>> {
        let n = self.squares.len();
        let letters = self.question.squares().iter().map(|square| square.given.map_or(u64::MAX, |letter| 1 << letter));
        let words: Vec<Vec<u32>> = (0..n).map(|s| (0..self.question.words(s).len() as u32).collect()).collect();
        let mut state = State {
            plan: self,
            sizes: words.iter().map(|words| words.len() as u32).collect(),
            words,
            letters: letters.collect(),
            claimed: vec![false; n],
            trail: Vec::new(),
            queue: (0..n as u32).collect(),
            queued: vec![true; n],
            failures: vec![1.0; n],
        };
        state.settle().then(|| {
            // Nothing is ever taken back behind the root.
            state.trail.clear();
            state
        })
    }
}

impl State<'_, '_> {
    /// How many words a slot has left.
    pub(super) fn size(&self, slot: usize) -> usize {
        self.sizes[slot] as usize
    }

    /// The words that a slot has left.
    pub(super) fn words(&self, slot: usize) -> &[u32] {
        &self.words[slot][..self.sizes[slot] as usize]
    }

    /// The letters that a square may have.
    pub(super) fn letters(&self, square: usize) -> u64 {
        self.letters[square]
    }

    /// The slot that is to be filled next: of those that are not filled the one with the fewest words, the first of equals.
    pub(super) fn tightest(&self) -> Option<usize> {
        let open = (0..self.sizes.len()).filter(|&slot| self.sizes[slot] > 1);
        open.min_by_key(|&slot| self.sizes[slot])
    }

    /// Where the trail ends now.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what has happened since.
    pub(super) fn back_to(&mut self, mark: usize) {
        for change in self.trail.drain(mark..).rev() {
            match change {
                Change::Size(slot, size) => self.sizes[slot as usize] = size,
                Change::Letters(square, letters) => self.letters[square as usize] = letters,
                Change::Claim(slot) => self.claimed[slot as usize] = false,
            }
        }
    }

    /// Gives a slot one of its words; false if then there is no fill.
    pub(super) fn choose(&mut self, slot: usize, word: u32) -> bool {
        let size = self.sizes[slot] as usize;
        let Some(at) = self.words[slot][..size].iter().position(|&other| other == word) else { return false };
        self.words[slot].swap(0, at);
        self.trail.push(Change::Size(slot as u32, size as u32));
        self.sizes[slot] = 1;
        self.look_at(slot as u32);
        self.settle()
    }

    /// The letters of the only fill that is left.
    pub(super) fn write(&self, fill: &mut Vec<u8>) {
        fill.clear();
        fill.extend(self.letters.iter().zip(&self.plan.slots).map(|(letters, slots)| match slots {
            [None, None] => ALONE,
            _ => letters.trailing_zeros() as u8,
        }));
    }

    fn look_at(&mut self, slot: u32) {
        if !std::mem::replace(&mut self.queued[slot as usize], true) {
            self.queue.push(slot);
        }
    }

    /// Drops what cannot be; false if a slot has no word left.
    fn settle(&mut self) -> bool {
        while let Some(slot) = self.queue.pop() {
            self.queued[slot as usize] = false;
            if !self.sift(slot as usize) || !self.claim(slot as usize) {
                self.failures[slot as usize] += 1.0;
                while let Some(slot) = self.queue.pop() {
                    self.queued[slot as usize] = false;
                }
                return false;
            }
        }
        debug_assert!((0..self.sizes.len()).all(|slot| self.is_consistent(slot)));
        true
    }

    /// Drops the words of a slot whose letters its squares no longer have, and from its squares the letters that no word has.
    fn sift(&mut self, slot: usize) -> bool {
        let plan = self.plan;
        let squares = &plan.squares[slot];
        let (list, n) = (plan.question.words(slot), squares.len());
        let mut allowed = [0; 64];
        let mut seen = [0_u64; 64];
        for (letters, &square) in allowed.iter_mut().zip(squares) {
            *letters = self.letters[square as usize];
        }
        let words = &mut self.words[slot];
        let before = self.sizes[slot] as usize;
        let (mut i, mut size) = (0, before);
        while i < size {
            let word = list.word(words[i] as usize);
            if word.iter().zip(&allowed).all(|(&letter, letters)| letters >> letter & 1 == 1) {
                word.iter().zip(&mut seen).for_each(|(&letter, seen)| *seen |= 1 << letter);
                i += 1;
            } else {
                size -= 1;
                words.swap(i, size);
            }
        }
        if size < before {
            self.trail.push(Change::Size(slot as u32, before as u32));
            self.sizes[slot] = size as u32;
        }
        if size == 0 {
            return false;
        }
        for i in 0..n {
            let square = squares[i] as usize;
            if seen[i] != allowed[i] {
                self.trail.push(Change::Letters(square as u32, allowed[i]));
                self.letters[square] = seen[i];
                for other in plan.slots[square].into_iter().flatten().filter(|&other| other as usize != slot) {
                    self.look_at(other);
                }
            }
        }
        true
    }

    /// Takes the only word of a slot away from its rivals.
    fn claim(&mut self, slot: usize) -> bool {
        let plan = self.plan;
        if self.sizes[slot] != 1 || plan.rivals[slot].is_empty() || self.claimed[slot] {
            return true;
        }
        self.claimed[slot] = true;
        self.trail.push(Change::Claim(slot as u32));
        let word = self.words[slot][0];
        let letters = plan.question.words(slot).word(word as usize);
        for &rival in &plan.rivals[slot] {
            let other = rival as usize;
            let may_have = |(&letter, &square): (&u8, &u32)| self.letters[square as usize] >> letter & 1 == 1;
            if !letters.iter().zip(&plan.squares[other]).all(may_have) {
                continue;
            }
            let size = self.sizes[other] as usize;
            if let Some(at) = self.words[other][..size].iter().position(|&its| its == word) {
                self.trail.push(Change::Size(rival, size as u32));
                self.words[other].swap(at, size - 1);
                self.sizes[other] -= 1;
                self.look_at(rival);
            }
        }
        true
    }

    /// Whether the invariant holds at a slot.
    fn is_consistent(&self, slot: usize) -> bool {
        let squares = &self.plan.squares[slot];
        let list = self.plan.question.words(slot);
        squares.iter().enumerate().all(|(i, &square)| {
            let seen = self.words(slot).iter().fold(0_u64, |seen, &word| seen | 1 << list.word(word as usize)[i]);
            seen == self.letters[square as usize]
        })
    }
}
