//! A small hash table that numbers 64-bit values in order of arrival.

/// Open addressing with linear probing. Each filling starts with few slots, so that a table of a dozen values stays
/// in the first-level cache.
///
/// Invariant: the number of slots is a power of two, and at most half of them are taken. A slot holds 1 + a value's
/// number, or 0 if free.
pub(crate) struct Interner {
    slots: Vec<u32>,
    values: Vec<u64>,
}

const FEWEST_SLOTS: usize = 1 << 6;

impl Interner {
    pub(crate) fn new() -> Self {
        Interner { slots: vec![0; FEWEST_SLOTS], values: Vec::new() }
    }

    /// Returns the values so far, by number.
    pub(crate) fn values(&self) -> &[u64] {
        &self.values
    }

    /// Removes all values.
    pub(crate) fn clear(&mut self) {
        if !self.values.is_empty() {
            // Keeps the allocated memory.
            self.slots.clear();
            self.slots.resize(FEWEST_SLOTS, 0);
            self.values.clear();
        }
    }

    /// Returns the number of a value. A new value gets the next number.
    pub(crate) fn number(&mut self, value: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = hash(value) & mask;
        while self.slots[at] != 0 {
            let number = self.slots[at] - 1;
            if self.values[number as usize] == value {
                return number;
            }
            at = (at + 1) & mask;
        }
        let number = self.values.len() as u32;
        self.values.push(value);
        self.slots[at] = number + 1;
        if 2 * self.values.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        debug_assert!(self.slots.len().is_power_of_two());
        let slots = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, &value) in self.values.iter().enumerate() {
            let mut at = hash(value) & (slots - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}

fn hash(value: u64) -> usize {
    let product = u128::from(value ^ 0x9e37_79b9_7f4a_7c15) * 0xc2b2_ae3d_27d4_eb4f;
    (product ^ product >> 64) as u64 as usize
}
