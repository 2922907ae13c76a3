//! Generates pseudo-random numbers that are the same in every version.
//!
//! The method is `SplitMix64` (Steele, Lea and Flood 2014). It is written out here because a seed in a report is a promise: it must draw
//! the same samples with every version of every library.

/// A generator in one of its 2^64 states.
pub struct SeededRng(u64);

impl SeededRng {
    /// Creates the generator with this seed.
    #[inline]
    pub fn new(seed: u64) -> Self {
        SeededRng(seed)
    }

    /// Returns a number from 0 to `bound` - 1. The first few are likelier by about one part in 2^50, which does not matter for bounds this
    /// small.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// Returns a number from 0 to `bound` - 1, all exactly equally likely. It draws numbers with as many bits as the bound until one is
    /// below it.
    pub fn below_wide(&mut self, bound: u128) -> u128 {
        let unused = bound.saturating_sub(1).leading_zeros();
        loop {
            let wide = u128::from(self.bits()) << 64 | u128::from(self.bits());
            let number = wide.checked_shr(unused).unwrap_or(0);
            if number < bound {
                return number;
            }
        }
    }

    /// Puts the items in random order (Fisher and Yates 1938, Durstenfeld 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the first outputs for this seed with those of other implementations.
    #[test]
    fn first_outputs_equal_those_of_splitmix64() {
        let mut rng = SeededRng::new(1_234_567);
        let first = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([rng.bits(), rng.bits(), rng.bits()], first);
    }

    #[test]
    fn wide_numbers_are_below_their_bound_and_reach_it() {
        for bound in [1, 2, 3, 5, 8, 1 << 90, u128::MAX] {
            let mut rng = SeededRng::new(9);
            let numbers: Vec<u128> = (0..200).map(|_| rng.below_wide(bound)).collect();
            assert!(numbers.iter().all(|&number| number < bound));
            assert!(bound > 8 || (0..bound).all(|number| numbers.contains(&number)), "{bound}");
            assert!(bound <= 8 || numbers.iter().any(|&number| number > bound / 2), "{bound}");
        }
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<usize> = (0..100).collect();
        SeededRng::new(1).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
