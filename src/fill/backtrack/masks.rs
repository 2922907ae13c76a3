//! The list as bit sets: for each length, place and letter the words that have that letter there.
//!
//! Bit `i` of a set is word `i` of its length, in the order of the list. Sets of one length have the same number of 64-bit words, and no bit
//! beyond the last word is ever set.

use std::collections::BTreeMap;

use super::super::question::Question;

/// The sets of one length.
pub(super) struct Masks {
    /// 64-bit words of a set.
    width: usize,
    /// How many letters the alphabet has.
    letters: usize,
    /// Set after set, by place and then by letter.
    sets: Vec<u64>,
    /// How many words there are.
    len: usize,
}

impl Masks {
    /// Those of all lengths that a question's slots have, by length.
    pub(super) fn of(question: &Question) -> BTreeMap<usize, Masks> {
        let letters = question.list().alphabet().len();
        let mut all = BTreeMap::new();
        for length in question.slots().iter().map(|slot| slot.squares.len()) {
            all.entry(length).or_insert_with(|| {
                let words = question.list().words(length);
                let width = words.len().div_ceil(64);
                let mut sets = vec![0; length * letters * width];
                for (number, word) in words.iter().enumerate() {
                    for (place, &letter) in word.iter().enumerate() {
                        let set = (place * letters + usize::from(letter)) * width;
                        sets[set + number / 64] |= 1 << (number % 64);
                    }
                }
                Masks { width, letters, sets, len: words.len() }
            });
        }
        all
    }

    /// 64-bit words of a set.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// How many letters the alphabet has.
    pub(super) fn letters(&self) -> usize {
        self.letters
    }

    /// How many letters of the alphabet are in a set of letters, and how many are not.
    pub(super) fn sides(&self, letters: u64) -> (u32, u32) {
        let kept = (letters & (u64::MAX >> (64 - self.letters))).count_ones();
        (kept, self.letters as u32 - kept)
    }

    /// The words that have a letter at a place.
    pub(super) fn with(&self, place: usize, letter: usize) -> &[u64] {
        let set = (place * self.letters + letter) * self.width;
        &self.sets[set..set + self.width]
    }

    /// The set of all words.
    pub(super) fn all(&self) -> impl Iterator<Item = u64> {
        let rest = self.len % 64;
        (0..self.width).map(move |i| if i + 1 == self.width && rest > 0 { (1 << rest) - 1 } else { u64::MAX })
    }
}

/// The letters in a set of them.
pub(super) fn each(letters: u64) -> impl Iterator<Item = usize> {
    let mut rest = letters;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            letter
        })
    })
}
