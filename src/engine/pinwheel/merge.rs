//! A small hash table in which equal states become one.

use super::weight::Weight;

/// A state of the sweep and what the quarters in it are worth; see [`Packing`](super::tables::Packing) for the fields.
#[derive(Debug, Clone)]
pub struct State<W> {
    pub down: u64,
    pub rest: u64,
    pub weight: W,
}

/// Open addressing with linear probing. Each filling starts with few slots, whatever there was before: a table of a dozen
/// states is to stay in the fastest cache.
///
/// Invariant: `slots` has a power of two places, at most half of them taken; a slot holds 1 + an index into `states`, 0 if
/// free.
pub struct Merger<W> {
    slots: Vec<u32>,
    states: Vec<State<W>>,
}

const FEWEST_SLOTS: usize = 1 << 8;

impl<W: Weight> Merger<W> {
    pub fn new() -> Self {
        Merger { slots: vec![0; FEWEST_SLOTS], states: Vec::new() }
    }

    /// Adds some quarters; `None` if their weight no longer fits.
    pub fn add(&mut self, state: State<W>) -> Option<()> {
        let mask = self.slots.len() - 1;
        let mut at = hash(&state) & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            let known = &mut self.states[slot as usize - 1];
            if known.down == state.down && known.rest == state.rest {
                return known.weight.add(&state.weight);
            }
            at = (at + 1) & mask;
        }
        self.states.push(state);
        self.slots[at] = self.states.len() as u32;
        if 2 * self.states.len() > self.slots.len() {
            self.grow();
        }
        Some(())
    }

    fn grow(&mut self) {
        let slots = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, 0);
        let mask = slots - 1;
        for (index, state) in self.states.iter().enumerate() {
            let mut at = hash(state) & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = index as u32 + 1;
        }
    }

    /// All states, each once; the table is empty afterwards.
    pub fn take(&mut self) -> Vec<State<W>> {
        let mut states = Vec::new();
        self.drain_into(&mut states);
        states
    }

    /// Adds all states, each once, to `into`; the table is empty afterwards.
    pub fn drain_into(&mut self, into: &mut Vec<State<W>>) {
        if !self.states.is_empty() {
            // Keeps its memory.
            self.slots.clear();
            self.slots.resize(FEWEST_SLOTS, 0);
            into.reserve_exact(self.states.len());
            into.append(&mut self.states);
        }
    }
}

fn hash<W>(state: &State<W>) -> usize {
    // A folded multiplication; the odd constants keep a zero in one word from wiping out the other.
    let product = u128::from(state.down ^ 0x9e37_79b9_7f4a_7c15) * u128::from(state.rest ^ 0xc2b2_ae3d_27d4_eb4f);
    (product ^ product >> 64) as u64 as usize
}
