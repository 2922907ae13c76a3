//! A small hash table that numbers words as they come.

/// Open addressing with linear probing. Each filling starts with few slots, whatever there was before: a table of a dozen
/// words is to stay in the fastest cache.
///
/// Invariant: `slots` has a power of two places, at most half of them taken; a slot holds 1 + a word's number, 0 if free.
pub struct Interner {
    slots: Vec<u32>,
    words: Vec<u64>,
}

const FEWEST_SLOTS: usize = 1 << 6;

impl Interner {
    pub fn new() -> Self {
        Interner { slots: vec![0; FEWEST_SLOTS], words: Vec::new() }
    }

    /// The words so far, by number.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Forgets all words.
    pub fn clear(&mut self) {
        if !self.words.is_empty() {
            // Keeps its memory.
            self.slots.clear();
            self.slots.resize(FEWEST_SLOTS, 0);
            self.words.clear();
        }
    }

    /// The word's number, the next one if it is new.
    pub fn number(&mut self, word: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(word) & mask;
        while self.slots[at] != 0 {
            let number = self.slots[at] - 1;
            if self.words[number as usize] == word {
                return number;
            }
            at = (at + 1) & mask;
        }
        let number = self.words.len() as u32;
        self.words.push(word);
        self.slots[at] = number + 1;
        if 2 * self.words.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        debug_assert!(self.slots.len().is_power_of_two());
        let slots = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, &word) in self.words.iter().enumerate() {
            let mut at = hash(word) & (slots - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}

fn hash(word: u64) -> usize {
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xc2b2_ae3d_27d4_eb4f;
    (product ^ product >> 64) as u64 as usize
}
