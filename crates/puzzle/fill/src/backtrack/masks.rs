//! The words of one length as bit sets: for each place and letter, the words that have that letter there.
//!
//! Bit `i` of a set is word `i`. Sets of one length have the same number of 64-bit words, and no bit beyond the last word is ever set.

use super::super::letters::each;

/// The words of one length, and their sets.
pub(super) struct Masks {
    pub(super) length: usize,
    /// The letters of the words, one after the other.
    words: Vec<u8>,
    /// Number of 64-bit words of a set.
    pub(super) width: usize,
    /// Number of letters of the alphabet.
    pub(super) letters: usize,
    /// The sets, by place and then by letter.
    sets: Vec<u64>,
}

impl Masks {
    /// Returns the masks of words of this length, over an alphabet of `letters` letters.
    pub(super) fn of<'a>(length: usize, letters: usize, words: impl Iterator<Item = &'a [u8]>) -> Self {
        let words: Vec<u8> = words.flatten().copied().collect();
        let width = (words.len() / length).div_ceil(64);
        let mut sets = vec![0; length * letters * width];
        for (number, word) in words.chunks_exact(length).enumerate() {
            for (place, &letter) in word.iter().enumerate() {
                let set = (place * letters + usize::from(letter)) * width;
                sets[set + number / 64] |= 1 << (number % 64);
            }
        }
        Masks { length, words, width, letters, sets }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len() / self.length
    }

    #[inline]
    pub(super) fn word(&self, number: usize) -> &[u8] {
        &self.words[number * self.length..][..self.length]
    }

    /// Returns the numbers of letters of the alphabet inside and outside a set of letters.
    pub(super) fn sides(&self, letters: u64) -> (u32, u32) {
        let kept = (letters & (u64::MAX >> (64 - self.letters))).count_ones();
        (kept, self.letters as u32 - kept)
    }

    /// Returns the words that have a letter at a place.
    #[inline]
    pub(super) fn with(&self, place: usize, letter: usize) -> &[u64] {
        let set = (place * self.letters + letter) * self.width;
        &self.sets[set..set + self.width]
    }

    /// Returns the set of the first `many` words.
    pub(super) fn first(&self, many: usize) -> impl Iterator<Item = u64> {
        (0..self.width).map(move |i| match many.saturating_sub(64 * i) {
            rest @ 0..64 => (1 << rest) - 1,
            _ => u64::MAX,
        })
    }
}

/// Returns the numbers of the bits in a set.
#[inline]
pub(super) fn numbers(set: &[u64]) -> impl Iterator<Item = u32> {
    set.iter().zip(0..).flat_map(|(&bits, i)| each(bits).map(move |bit| 64 * i + bit as u32))
}
