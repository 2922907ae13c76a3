//! Computes a number that represents a set of grids in any order.
//!
//! The digest of a set is the sum, modulo 2^256, of the BLAKE3 hashes of its grids, each hash read as a little-endian number. The hashed
//! text is the grid's one-line form in ASCII (`..#/.../#..`), so standard tools can recompute a digest from a list. A repeated grid counts
//! twice, so an engine that repeats a grid does not agree with the others.

use std::fmt;

use serde::{Serialize, Serializer};

use gridcheck_core::grid::Grid;

/// The digest of a set of grids, as the [module](self) defines it. The empty set's digest is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Digest(#[cfg_attr(feature = "schema", schemars(with = "String"))] [u64; 4]);

impl Digest {
    /// Returns the digest of a set of one grid.
    pub fn of(grid: &Grid) -> Self {
        Digest::of_text(&grid.one_line())
    }

    /// Returns the digest of a set of one item with this one-line form.
    pub fn of_text(text: &str) -> Self {
        let hash = *blake3::hash(text.as_bytes()).as_bytes();
        let mut limbs = [0; 4];
        for (limb, bytes) in limbs.iter_mut().zip(hash.as_chunks::<8>().0) {
            *limb = u64::from_le_bytes(*bytes);
        }
        Digest(limbs)
    }

    /// Adds the digest of another set.
    pub fn add(&mut self, other: Digest) {
        let mut carry = false;
        for (limb, addend) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = limb.overflowing_add(addend);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, first || second);
        }
    }

    /// Returns the lowest 128 bits, which serve as a fingerprint of a single grid.
    pub fn low_bits(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }

    /// Returns the first 16 hexadecimal digits, for a table.
    pub fn short(self) -> String {
        format!("{:016x}", self.0[3])
    }
}

/// Writes all 64 hexadecimal digits, the most significant first.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_digest() {
        let digest = Digest([0x11, 0x22, 0x33, 0x44]);
        assert_eq!(digest.low_bits(), 0x22_0000_0000_0000_0011);
        assert_eq!(digest.short(), "0000000000000044");
    }

    #[test]
    fn a_digest_sum_ignores_order_and_counts_repetition() {
        let [a, b] = ["..../....", "..../...#"].map(|text| Digest::of(&text.parse().expect("a grid")));
        let sum = |terms: &[Digest]| {
            terms.iter().fold(Digest::default(), |mut sum, &term| {
                sum.add(term);
                sum
            })
        };
        assert_eq!(sum(&[a, b]), sum(&[b, a]));
        assert_ne!(sum(&[a, b]), sum(&[a, b, b]));
        assert_ne!(sum(&[a]), sum(&[b]));
    }

    #[test]
    fn the_sum_carries_and_wraps() {
        let mut most = Digest([u64::MAX; 4]);
        most.add(Digest([2, 0, 0, 0]));
        assert_eq!(most, Digest([1, 0, 0, 0]));
    }

    #[test]
    fn a_digest_equals_the_reversed_blake3_hash() {
        // Recompute with: printf '.../.../...' | b3sum, then reverse the bytes, because the hash is a little-endian number.
        let grid = ".../.../...".parse().expect("a grid");
        let mut bytes = *blake3::hash(b".../.../...").as_bytes();
        bytes.reverse();
        let reversed = blake3::Hash::from_bytes(bytes).to_hex().to_string();
        assert_eq!(Digest::of(&grid).to_string(), reversed);
    }
}
