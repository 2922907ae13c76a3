//! Represents a set of word lengths.

use std::fmt;

use crate::grid::MAX_SIZE;

/// A set of word lengths, from 1 to [`MAX_SIZE`] letters: bit k − 1 stands for k letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LengthSet(u64);

impl LengthSet {
    /// Returns `true` if the set has this length.
    pub fn contains(self, length: usize) -> bool {
        (1..=MAX_SIZE).contains(&length) && self.0 >> (length - 1) & 1 == 1
    }

    /// Returns the lengths in increasing order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        (1..=MAX_SIZE).filter(move |&length| self.contains(length))
    }
}

/// Collects lengths; those above [`MAX_SIZE`] are left out, because no word is longer.
impl FromIterator<usize> for LengthSet {
    fn from_iter<I: IntoIterator<Item = usize>>(lengths: I) -> Self {
        let possible = lengths.into_iter().filter(|length| (1..=MAX_SIZE).contains(length));
        LengthSet(possible.fold(0, |set, length| set | 1 << (length - 1)))
    }
}

/// Writes the lengths as in `5/7/9`. A comma would end a constraint in a list of constraints.
impl fmt::Display for LengthSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<String> = self.iter().map(|length| length.to_string()).collect();
        f.write_str(&lengths.join("/"))
    }
}
