//! The possible words of each slot and letters of each square, kept consistent.
//!
//! The words of a slot are a bit set, and so are the letters of a square. [`State::propagate`] processes the slots one of whose squares has
//! lost letters. It drops the words that have such a letter there (bit-parallel, by the [`masks`](super::masks)). Then it determines the
//! letters that the remaining words have at each square, and removes the others from the square. It repeats this until nothing changes. If
//! words must be distinct, the only remaining word of a slot is removed from all other slots. If few words are left, they are examined one
//! by one. That is faster than to examine whole sets for each letter.
//!
//! Deep in the tree, sets of thousands of bits contain a handful of words. There a [smaller plan](State::smaller_plan) is built from the
//! remaining words, so that sets are short again.
//!
//! Invariants between calls of `propagate`, unless it failed:
//! - Every word of a slot has only letters that are possible in its squares.
//! - Every letter of a square is that of a word in each of its slots.
//! - `sizes` holds the numbers of bits in `bits`.
//! - `trail` holds the changes in order, so that [`State::back_to`] can undo them. The whole set of a slot is saved (in `saved`) the first
//!   time that it changes after a choice.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::demands::{Demands, SlotDemand};
use super::super::letters::each;
use super::super::list::WordsOfLength;
use super::super::question::{ALONE, Question};
use super::conflicts::Conflicts;
use super::masks::{Masks, numbers};
use gridcheck_core::rng::SeededRng;
use gridcheck_layout::words::Word;

/// The data that all states of a question share.
pub(super) struct Plan<'q> {
    pub(super) question: &'q Question,
    slots: Vec<PlanSlot>,
    /// For each square its slots, and its position in each of them.
    squares: Vec<[Option<(u32, u32)>; 2]>,
    masks: Vec<Masks>,
    /// For each of the masks the scores of its words, in decreasing order, or nothing if the words are not in this order.
    scores: Vec<Vec<i64>>,
    /// The words that exclude each other.
    conflicts: Option<Arc<Conflicts>>,
    /// The words that a slot may not have: the slot, and the number of the word.
    unfit: Vec<(usize, u32)>,
    /// The letters that some square must have.
    pub(super) wanted: u64,
    /// `true` if one of those that must occur is in no word of the list and is not given.
    lacks_letter: bool,
}

#[derive(Clone)]
struct PlanSlot {
    squares: Vec<u32>,
    /// Start of its set in the bits of a state.
    first: usize,
    /// Index of the masks for its length.
    masks: usize,
    /// If words are distinct, the other slots that may have the same words.
    rivals: Vec<u32>,
    /// `true` if all its letters are given. Then no conflict excludes its word.
    is_given: bool,
}

/// A change that can be undone.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// The slot and its former number of words. Its former set is the last one in `saved`.
    Words(u32, u32),
    /// The square and its former letters.
    Letters(u32, u64),
    /// The slot whose word was removed from its rivals.
    Claim(u32),
}

/// The possible words and letters, and the [changes](self) that led to them.
#[derive(Clone)]
pub(super) struct State<'p, 'q> {
    pub(super) plan: &'p Plan<'q>,
    bits: Vec<u64>,
    sizes: Vec<u32>,
    pub(super) letters: Vec<u64>,
    /// `true` if a slot's only remaining word has been removed from its rivals.
    claimed: Vec<bool>,
    trail: Vec<Change>,
    saved: Vec<u64>,
    /// The number of the choice at which a slot's set was last saved.
    saved_at: Vec<u64>,
    choice: u64,
    /// The slots to process, each once.
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// `true` if a slot has lost words, other than by lost letters, since it was processed.
    lost_words: Vec<bool>,
    /// For each slot the set of positions whose squares have lost letters since it was processed.
    changed_places: Vec<u64>,
    /// For each slot the number of contradictions, plus one.
    pub(super) failures: Vec<f64>,
}

impl<'q> Plan<'q> {
    /// Returns the plan in which words have the order of the list.
    pub(super) fn new(question: &'q Question) -> Self {
        Self::in_order(question, |words| (0..words.len()).collect())
    }

    /// Returns the plan in which the words of one length have decreasing scores. Words with equal scores are in random order.
    pub(super) fn by_score(question: &'q Question, rng: &mut SeededRng) -> Self {
        let mut plan = Self::in_order(question, |words| {
            let mut order: Vec<usize> = (0..words.len()).collect();
            rng.shuffle(&mut order);
            order.sort_by_key(|&index| Reverse(words.score(index)));
            order
        });
        let scores = plan.masks.iter().map(|masks| {
            let words = question.list().words(masks.length);
            let mut scores: Vec<i64> = (0..words.len()).map(|index| words.score(index)).collect();
            scores.sort_unstable_by_key(|&score| Reverse(score));
            scores
        });
        plan.scores = scores.collect();
        plan
    }

    fn in_order(question: &'q Question, mut order: impl FnMut(&WordsOfLength) -> Vec<usize>) -> Self {
        let length = |slot: usize| question.slots()[slot].squares.len();
        let n = question.slots().len();
        let mut lengths: Vec<usize> = (0..n).map(length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let letters = question.list().alphabet().letters().len();
        let masks = lengths.iter().map(|&length| {
            let words = question.list().words(length);
            Masks::of(length, letters, order(words).into_iter().map(|index| words.word(index)))
        });
        let masks = masks.collect();
        let slots = question.slots().iter().enumerate().map(|(slot, its)| {
            let is_rival = |&other: &usize| question.is_distinct() && other != slot && length(other) == length(slot);
            PlanSlot {
                squares: its.squares.iter().map(|&square| square as u32).collect(),
                first: 0,
                // Every length of a slot occurs in `lengths`.
                masks: lengths.binary_search(&length(slot)).unwrap_or_default(),
                rivals: (0..n).filter(is_rival).map(|other| other as u32).collect(),
                is_given: question.given_word(slot).is_some(),
            }
        });
        let place = |place: Option<(usize, usize)>| place.map(|(slot, i)| (slot as u32, i as u32));
        let squares = question.squares().iter().map(|square| square.places.map(place)).collect();
        Plan {
            question,
            slots: slots.collect(),
            squares,
            masks,
            scores: Vec::new(),
            conflicts: None,
            unfit: Vec::new(),
            wanted: 0,
            lacks_letter: false,
        }
        .placed()
    }

    /// Adds the demands that exclude words from slots, and some pairs of words, and those on letters.
    #[must_use]
    pub(super) fn with_demands(mut self, demands: &Demands) -> Self {
        if demands.exclude_pairs() {
            self.conflicts = Some(Arc::new(Conflicts::new(self.question, &self.masks, demands)));
        }
        self.unfit = demands.slots.iter().flat_map(|demand| self.unfit(demand)).collect();
        let alone: Vec<char> = self.question.letters_alone().collect();
        for letter in demands.letters.iter().filter(|letter| !alone.contains(letter)) {
            match self.question.list().alphabet().code(*letter) {
                Some(code) => self.wanted |= 1 << code,
                None => self.lacks_letter = true,
            }
        }
        self
    }

    /// Returns the words that do not fit the pattern of a slot.
    fn unfit(&self, demand: &SlotDemand) -> Vec<(usize, u32)> {
        let SlotDemand { first, direction, pattern, .. } = demand;
        let is_it = |word: &Word| (word.row, word.column) == *first && word.direction == *direction;
        let Some(slot) = self.question.slots().iter().position(|its| is_it(&its.word)) else { return Vec::new() };
        let fits = |&number: &u32| {
            let letters: Vec<char> = self.word(slot, number).iter().map(|&code| self.question.letter(code)).collect();
            pattern.fits(&letters)
        };
        let all = 0..self.masks(slot).len() as u32;
        all.filter(|number| !fits(number)).map(|number| (slot, number)).collect()
    }

    /// Assigns each slot's set a place among the bits of a state.
    fn placed(mut self) -> Self {
        let mut first = 0;
        for slot in &mut self.slots {
            slot.first = first;
            first += self.masks[slot.masks].width;
        }
        self
    }

    fn masks(&self, slot: usize) -> &Masks {
        &self.masks[self.slots[slot].masks]
    }

    pub(super) fn word(&self, slot: usize, number: u32) -> &[u8] {
        self.masks(slot).word(number as usize)
    }

    /// Returns the slots that have the length of a word, and the number of the word in them. They are none if the word is not in the list.
    pub(super) fn places(&self, letters: &[u8]) -> Vec<(usize, u32)> {
        let found = self.masks.iter().position(|masks| masks.length == letters.len()).and_then(|which| {
            let is_it = |&number: &u32| self.masks[which].word(number as usize) == letters;
            (0..self.masks[which].len() as u32).find(is_it).map(|number| (which, number))
        });
        let slots = |(which, number)| {
            (0..self.slots.len()).filter(move |&slot| self.slots[slot].masks == which).map(move |slot| (slot, number))
        };
        found.into_iter().flat_map(slots).collect()
    }

    /// Returns the different scores of all words, the highest first, in a plan [by score](Self::by_score).
    pub(super) fn thresholds(&self) -> Vec<i64> {
        let scores: BTreeSet<Reverse<i64>> = self.scores.iter().flatten().copied().map(Reverse).collect();
        scores.into_iter().map(|Reverse(score)| score).collect()
    }

    /// Returns the score of a word of a slot, in a plan [by score](Self::by_score).
    pub(super) fn score(&self, slot: usize, number: u32) -> i64 {
        self.scores[self.slots[slot].masks][number as usize]
    }

    /// Returns the lowest and the highest score of some words of a slot, in their order, if they differ and the plan is
    /// [by score](Self::by_score).
    pub(super) fn score_range(&self, slot: usize, words: &[u32]) -> Option<(i64, i64)> {
        let scores = self.scores.get(self.slots[slot].masks)?;
        let (high, low) = (scores[*words.first()? as usize], scores[*words.last()? as usize]);
        (high > low).then_some((low, high))
    }

    /// Returns the state after propagation without any choice, or `None` if that shows that there is no fill.
    pub(super) fn root(&self) -> Option<State<'_, 'q>> {
        self.root_from(None)
    }

    /// Returns the [root](Self::root) in which only words with at least this score are possible, in a plan [by score](Self::by_score).
    pub(super) fn root_from(&self, min_score: Option<i64>) -> Option<State<'_, 'q>> {
        if self.lacks_letter {
            return None;
        }
        let n = self.slots.len();
        let lens = self.masks.iter().enumerate().map(|(which, masks)| match min_score {
            None => masks.len(),
            Some(least) => self.scores[which].partition_point(|&score| score >= least),
        });
        let lens: Vec<usize> = lens.collect();
        let letters = self.question.squares().iter().map(|square| square.given.map_or(u64::MAX, |letter| 1 << letter));
        let bits = (0..n).flat_map(|slot| self.masks(slot).first(lens[self.slots[slot].masks])).collect();
        let sizes = (0..n).map(|slot| lens[self.slots[slot].masks] as u32).collect();
        let mut state = State {
            queue: (0..n as u32).collect(),
            queued: vec![true; n],
            lost_words: vec![true; n],
            changed_places: self.slots.iter().map(|slot| u64::MAX >> (64 - slot.squares.len())).collect(),
            ..self.state(bits, sizes, letters.collect())
        };
        if let Some(conflicts) = &self.conflicts {
            for &(masks, word) in &conflicts.excluded_at_root {
                state.exclude_in_conflict(masks, word, None);
            }
        }
        for &(slot, word) in &self.unfit {
            state.exclude(slot, word as usize / 64, 1 << (word % 64));
        }
        state.propagate().then(|| {
            // Changes before the root are never undone.
            state.trail.clear();
            state.saved.clear();
            state
        })
    }

    /// Returns the state with these words and letters, in which nothing is to be processed and nothing can be undone.
    fn state(&self, bits: Vec<u64>, sizes: Vec<u32>, letters: Vec<u64>) -> State<'_, 'q> {
        let n = self.slots.len();
        State {
            plan: self,
            bits,
            sizes,
            letters,
            claimed: vec![false; n],
            trail: Vec::new(),
            saved: Vec::new(),
            saved_at: vec![0; n],
            choice: 1,
            queue: Vec::new(),
            queued: vec![false; n],
            lost_words: vec![false; n],
            changed_places: vec![0; n],
            failures: vec![1.0; n],
        }
    }
}

impl<'q> State<'_, 'q> {
    pub(super) fn size(&self, slot: usize) -> usize {
        self.sizes[slot] as usize
    }

    #[inline]
    fn set(&self, slot: usize) -> &[u64] {
        &self.bits[self.plan.slots[slot].first..][..self.plan.masks(slot).width]
    }

    #[inline]
    fn set_mut(&mut self, slot: usize) -> &mut [u64] {
        &mut self.bits[self.plan.slots[slot].first..][..self.plan.masks(slot).width]
    }

    /// Returns `true` if a slot can have a word.
    pub(super) fn can_have(&self, slot: usize, word: u32) -> bool {
        self.set(slot)[word as usize / 64] >> (word % 64) & 1 == 1
    }

    pub(super) fn words(&self, slot: usize) -> Vec<u32> {
        numbers(self.set(slot)).collect()
    }

    /// Returns the number of words of a slot that have a letter at a place.
    pub(super) fn support(&self, slot: usize, place: usize, letter: usize) -> u32 {
        let with = self.plan.masks(slot).with(place, letter);
        self.set(slot).iter().zip(with).map(|(set, with)| (set & with).count_ones()).sum()
    }

    /// Returns the possible word of a slot with the lowest number: in a plan [by score](Plan::by_score) one with the highest score.
    pub(super) fn first_word(&self, slot: usize) -> Option<u32> {
        numbers(self.set(slot)).next()
    }

    /// Returns the next slot to fill: the first of the unfilled slots with the fewest words.
    pub(super) fn narrowest(&self) -> Option<usize> {
        let open = (0..self.sizes.len()).filter(|&slot| self.sizes[slot] > 1);
        open.min_by_key(|&slot| self.sizes[slot])
    }

    /// Returns the one of these slots with several words and the smallest ratio of words to contradictions.
    pub(super) fn most_constrained(&self, slots: impl Iterator<Item = usize>) -> Option<usize> {
        let weight = |slot: usize| self.size(slot) as f64 / self.failures[slot];
        slots.filter(|&slot| self.size(slot) > 1).min_by(|&a, &b| weight(a).total_cmp(&weight(b)))
    }

    /// Returns a plan of the words that some slot still has, if these are few. After [`Self::moved_to`] this plan, all sets are shorter.
    pub(super) fn smaller_plan(&self) -> Option<Plan<'q>> {
        let plan = self.plan;
        let widest = plan.masks.iter().map(|masks| masks.width).max().unwrap_or(0);
        let left: usize = self.sizes.iter().map(|&size| size as usize).sum();
        // The number of 64-bit words for the remaining words, if they were different in every slot. Conflicts name words by number.
        if plan.conflicts.is_some() || widest < WIDE || left.div_ceil(64) * SHRINKING > widest {
            return None;
        }
        let masks = plan.masks.iter().enumerate().map(|(which, masks)| {
            let any = self.any(which);
            Masks::of(masks.length, masks.letters, numbers(&any).map(|number| masks.word(number as usize)))
        });
        let (question, squares) = (plan.question, plan.squares.clone());
        let slots = plan.slots.clone();
        let (masks, scores, unfit) = (masks.collect(), Vec::new(), Vec::new());
        let (wanted, lacks_letter) = (plan.wanted, plan.lacks_letter);
        let plan = Plan { question, slots, squares, masks, scores, conflicts: None, unfit, wanted, lacks_letter };
        Some(plan.placed())
    }

    /// Returns the words of one length that some slot still has.
    fn any(&self, which: usize) -> Vec<u64> {
        let mut any = vec![0; self.plan.masks[which].width];
        for slot in (0..self.sizes.len()).filter(|&slot| self.plan.slots[slot].masks == which) {
            any.iter_mut().zip(self.set(slot)).for_each(|(any, set)| *any |= set);
        }
        any
    }

    /// Returns this state for a [smaller plan](Self::smaller_plan). Earlier changes cannot be undone in it.
    pub(super) fn moved_to<'p>(&self, plan: &'p Plan<'q>) -> State<'p, 'q> {
        let n = self.sizes.len();
        let any: Vec<Vec<u64>> = (0..plan.masks.len()).map(|which| self.any(which)).collect();
        let mut bits = vec![0; (0..n).map(|slot| plan.masks(slot).width).sum()];
        for (slot, its) in plan.slots.iter().enumerate() {
            let set = self.set(slot);
            for (new, old) in numbers(&any[its.masks]).enumerate() {
                let has = set[old as usize / 64] >> (old % 64) & 1;
                bits[its.first + new / 64] |= has << (new % 64);
            }
        }
        State {
            claimed: self.claimed.clone(),
            failures: self.failures.clone(),
            ..plan.state(bits, self.sizes.clone(), self.letters.clone())
        }
    }

    /// Returns the current end of the trail.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes since `mark`.
    pub(super) fn back_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Words(slot, size)) => {
                    let slot = slot as usize;
                    let (first, width) = (self.plan.slots[slot].first, self.plan.masks(slot).width);
                    let start = self.saved.len() - width;
                    self.bits[first..first + width].copy_from_slice(&self.saved[start..]);
                    self.saved.truncate(start);
                    self.sizes[slot] = size;
                }
                Some(Change::Letters(square, letters)) => self.letters[square as usize] = letters,
                Some(Change::Claim(slot)) => self.claimed[slot as usize] = false,
                None => {}
            }
        }
        // Later changes belong to another choice and are saved again.
        self.choice += 1;
    }

    /// Gives a slot one of its words. Returns `false` if there is no fill then.
    pub(super) fn choose(&mut self, slot: usize, word: u32) -> bool {
        if !self.can_have(slot, word) {
            return false;
        }
        let (at, bit) = (word as usize / 64, 1 << (word % 64));
        self.choice += 1;
        self.save(slot);
        let set = self.set_mut(slot);
        set.fill(0);
        set[at] = bit;
        self.sizes[slot] = 1;
        self.lost_words[slot] = true;
        self.enqueue(slot);
        self.propagate()
    }

    /// Returns the squares that can have a letter, given by its code, unless one has it.
    pub(super) fn open_squares(&self, letter: usize) -> Option<Vec<usize>> {
        let squares = self.squares_in_slots().filter(|&square| self.letters[square] >> letter & 1 == 1);
        let squares: Vec<usize> = squares.collect();
        squares.iter().all(|&square| self.letters[square] != 1 << letter).then_some(squares)
    }

    /// Returns the letters that must occur and that no square has yet.
    pub(super) fn missing_letters(&self) -> u64 {
        if self.plan.wanted == 0 {
            return 0;
        }
        let letters = self.squares_in_slots().map(|square| self.letters[square]);
        self.plan.wanted
            & !letters.filter(|letters| letters.is_power_of_two()).fold(0, |placed, letter| placed | letter)
    }

    /// Returns the slots of a square, and its position in each.
    pub(super) fn places(&self, square: usize) -> impl Iterator<Item = (usize, usize)> {
        self.plan.squares[square].into_iter().flatten().map(|(slot, place)| (slot as usize, place as usize))
    }

    /// Gives a square one of its letters. Returns `false` if there is no fill then.
    pub(super) fn choose_letter(&mut self, square: usize, letter: usize) -> bool {
        self.choice += 1;
        self.restrict(square, 1 << letter);
        self.propagate()
    }

    /// Writes the letters of the only remaining fill.
    pub(super) fn write(&self, fill: &mut Vec<u8>) {
        fill.clear();
        fill.extend(self.letters.iter().zip(&self.plan.squares).map(|(letters, places)| match places {
            [None, None] => ALONE,
            _ => letters.trailing_zeros() as u8,
        }));
    }

    /// Saves the set of a slot before it changes.
    #[inline]
    fn save(&mut self, slot: usize) {
        if std::mem::replace(&mut self.saved_at[slot], self.choice) != self.choice {
            let (first, width) = (self.plan.slots[slot].first, self.plan.masks(slot).width);
            self.saved.extend_from_slice(&self.bits[first..first + width]);
            self.trail.push(Change::Words(slot as u32, self.sizes[slot]));
        }
    }

    #[inline]
    fn enqueue(&mut self, slot: usize) {
        if !std::mem::replace(&mut self.queued[slot], true) {
            self.queue.push(slot as u32);
        }
    }

    /// Removes impossible words and letters. Returns `false` if a slot has no word left, or if no square is left for a letter that must
    /// occur.
    fn propagate(&mut self) -> bool {
        loop {
            if !self.propagate_words() {
                return false;
            }
            // Without wanted letters there is nothing to place.
            let single = if self.plan.wanted == 0 { Some(0) } else { self.letters_of_one_square() };
            match single {
                None => return false,
                Some(0) => return true,
                Some(single) if !self.place_letters(single) => return false,
                Some(_) => {}
            }
        }
    }

    /// Returns the squares of slots.
    pub(super) fn squares_in_slots(&self) -> impl Iterator<Item = usize> {
        self.plan.squares.iter().enumerate().filter(|(_, places)| **places != [None; 2]).map(|(square, _)| square)
    }

    /// Returns the wanted letters that one square alone can have and does not have yet. Returns `None` if too few squares are left for the
    /// wanted letters.
    fn letters_of_one_square(&self) -> Option<u64> {
        let (mut once, mut twice, mut placed, mut open) = (0, 0, 0, 0);
        for square in self.squares_in_slots() {
            let letters = self.letters[square];
            twice |= once & letters;
            once |= letters;
            if letters.is_power_of_two() { placed |= letters } else { open += 1 }
        }
        let wanted = self.plan.wanted;
        let is_room = wanted & !once == 0 && (wanted & !placed).count_ones() <= open;
        is_room.then_some(wanted & once & !twice & !placed)
    }

    /// Gives these letters the only square that can have each. Returns `false` if two need the same square.
    fn place_letters(&mut self, letters: u64) -> bool {
        let squares: Vec<usize> =
            self.squares_in_slots().filter(|&square| self.letters[square] & letters != 0).collect();
        let is_room = squares.iter().all(|&square| (self.letters[square] & letters).is_power_of_two());
        if is_room {
            for square in squares {
                self.restrict(square, self.letters[square] & letters);
            }
        }
        is_room
    }

    /// Takes all other letters from a square.
    fn restrict(&mut self, square: usize, letters: u64) {
        self.trail.push(Change::Letters(square as u32, self.letters[square]));
        self.letters[square] = letters;
        for (slot, place) in self.plan.squares[square].into_iter().flatten() {
            self.changed_places[slot as usize] |= 1 << place;
            self.enqueue(slot as usize);
        }
    }

    /// Removes impossible words and letters. Returns `false` if a slot has no word left.
    fn propagate_words(&mut self) -> bool {
        while let Some(slot) = self.queue.pop() {
            let slot = slot as usize;
            self.queued[slot] = false;
            if !self.revise(slot) {
                self.failures[slot] += 1.0;
                while let Some(slot) = self.queue.pop() {
                    self.queued[slot as usize] = false;
                    self.lost_words[slot as usize] = false;
                    self.changed_places[slot as usize] = 0;
                }
                return false;
            }
            self.claim(slot);
        }
        debug_assert!((0..self.sizes.len()).all(|slot| self.is_consistent(slot)));
        true
    }

    /// Removes the words of a slot whose letters its squares no longer have, and the letters of its squares that no word has. Returns
    /// `false` if no word is left.
    fn revise(&mut self, slot: usize) -> bool {
        let plan = self.plan;
        let PlanSlot { squares, first, .. } = &plan.slots[slot];
        let masks = plan.masks(slot);
        let width = masks.width;
        let changed_places = std::mem::take(&mut self.changed_places[slot]);
        let lost_words = std::mem::take(&mut self.lost_words[slot]);
        if changed_places != 0 {
            self.save(slot);
            let before = self.sizes[slot];
            let set = &mut self.bits[*first..first + width];
            for place in each(changed_places) {
                let letters = self.letters[squares[place] as usize];
                let (kept, gone) = masks.sides(letters);
                // Examining a word takes about as long as combining eight 64-bit words of sets.
                if kept.min(gone) as usize * width <= 8 * before as usize {
                    restrict_set_by_set(set, masks, place, letters);
                } else {
                    restrict_word_by_word(set, masks, place, letters);
                }
            }
            let size = set.iter().map(|bits| bits.count_ones()).sum();
            self.sizes[slot] = size;
            if size == before && !lost_words {
                return true;
            }
        }
        let size = self.sizes[slot];
        if size == 0 {
            return false;
        }
        let set = &self.bits[*first..first + width];
        let mut seen = [0_u64; 64];
        if is_few(size, width) {
            for number in numbers(set) {
                let word = masks.word(number as usize);
                seen.iter_mut().zip(word).for_each(|(seen, &letter)| *seen |= LETTER[usize::from(letter % 64)]);
            }
        } else {
            for (place, &square) in squares.iter().enumerate() {
                let letters = self.letters[square as usize];
                seen[place] = each(letters).fold(0, |seen, letter| {
                    let has = letter < masks.letters && meet(set, masks.with(place, letter));
                    seen | u64::from(has) << letter
                });
            }
        }
        for (&square, seen) in squares.iter().zip(seen) {
            let before = self.letters[square as usize];
            if seen == before {
                continue;
            }
            self.trail.push(Change::Letters(square, before));
            self.letters[square as usize] = seen;
            for (other, place) in plan.squares[square as usize].into_iter().flatten() {
                let other = other as usize;
                if other != slot {
                    self.changed_places[other] |= 1 << place;
                    self.enqueue(other);
                }
            }
        }
        true
    }

    /// Removes the only word of a slot from its rivals.
    fn claim(&mut self, slot: usize) {
        let plan = self.plan;
        let rivals = &plan.slots[slot].rivals;
        if self.sizes[slot] != 1 || rivals.is_empty() && plan.conflicts.is_none() || self.claimed[slot] {
            return;
        }
        self.claimed[slot] = true;
        self.trail.push(Change::Claim(slot as u32));
        let Some(at) = self.set(slot).iter().position(|&bits| bits != 0) else { return };
        let bit = self.set(slot)[at];
        for &rival in rivals {
            self.exclude(rival as usize, at, bit);
        }
        if let Some(conflicts) = &plan.conflicts {
            let number = 64 * at as u32 + bit.trailing_zeros();
            for (masks, word) in conflicts.excluded_by(plan.slots[slot].masks, number) {
                self.exclude_in_conflict(masks, word, Some(slot));
            }
        }
    }

    fn exclude(&mut self, slot: usize, at: usize, bit: u64) {
        if self.set(slot)[at] & bit != 0 {
            self.save(slot);
            self.set_mut(slot)[at] &= !bit;
            self.sizes[slot] -= 1;
            self.lost_words[slot] = true;
            self.enqueue(slot);
        }
    }

    /// Removes a word from all slots of its length but those with given letters and the one that `cause` names.
    fn exclude_in_conflict(&mut self, masks: usize, word: u32, cause: Option<usize>) {
        let plan = self.plan;
        for (slot, its) in plan.slots.iter().enumerate() {
            if its.masks == masks && !its.is_given && cause != Some(slot) {
                self.exclude(slot, word as usize / 64, 1 << (word % 64));
            }
        }
    }

    /// Returns `true` if the invariant holds at a slot.
    fn is_consistent(&self, slot: usize) -> bool {
        let PlanSlot { squares, .. } = &self.plan.slots[slot];
        let (set, masks) = (self.set(slot), self.plan.masks(slot));
        numbers(set).count() == self.size(slot)
            && squares.iter().enumerate().all(|(place, &square)| {
                let seen = numbers(set).fold(0_u64, |seen, word| seen | 1 << masks.word(word as usize)[place]);
                seen == self.letters[square as usize]
            })
    }
}

/// For each letter the set of it alone. A table, because shifts by many different numbers are slow on processors without an instruction for
/// them.
const LETTER: [u64; 64] = {
    let mut sets = [0; 64];
    let mut letter = 0;
    while letter < 64 {
        sets[letter] = 1 << letter;
        letter += 1;
    }
    sets
};

/// A plan is replaced only if its widest set has at least this many 64-bit words.
const WIDE: usize = 12;
/// A plan is replaced if sets become shorter by this factor.
const SHRINKING: usize = 4;

/// Returns `true` if examining words one by one is faster than set by set.
fn is_few(size: u32, width: usize) -> bool {
    (size as usize) < 16 + 2 * width
}

/// Returns `true` if two sets have a word in common.
fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// Keeps the words of a set that have one of these letters at a place, word by word.
fn restrict_word_by_word(set: &mut [u64], masks: &Masks, place: usize, letters: u64) {
    for (i, bits) in set.iter_mut().enumerate().filter(|(_, bits)| **bits != 0) {
        let gone = each(*bits).filter(|bit| letters >> masks.word(64 * i + bit)[place] & 1 == 0);
        *bits = gone.fold(*bits, |bits, bit| bits & !(1 << bit));
    }
}

/// Number of 64-bit words of a set that are gathered at a time, so that they stay in the cache.
const CHUNK: usize = 64;

/// Keeps the words of a set that have one of these letters at a place, set by set.
fn restrict_set_by_set(set: &mut [u64], masks: &Masks, place: usize, letters: u64) {
    let alphabet = u64::MAX >> (64 - masks.letters);
    let (known, others) = (letters & alphabet, !letters & alphabet);
    if known.is_power_of_two() {
        let with = masks.with(place, known.trailing_zeros() as usize);
        set.iter_mut().zip(with).for_each(|(set, with)| *set &= with);
        return;
    }
    if others.count_ones() < known.count_ones() {
        for letter in each(others) {
            set.iter_mut().zip(masks.with(place, letter)).for_each(|(set, with)| *set &= !with);
        }
        return;
    }
    for (chunk, set) in set.chunks_mut(CHUNK).enumerate() {
        let mut any = [0_u64; CHUNK];
        for letter in each(known) {
            let with = &masks.with(place, letter)[CHUNK * chunk..][..set.len()];
            any.iter_mut().zip(with).for_each(|(any, with)| *any |= with);
        }
        set.iter_mut().zip(any).for_each(|(set, any)| *set &= any);
    }
}
