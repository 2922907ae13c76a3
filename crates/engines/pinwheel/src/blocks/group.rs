//! Groups: all quarters of one skeleton, each as a packed key and a weight.
//!
//! A key holds these fields, from its highest bit:
//!
//! - for each site that is not open (*shut*): a bit, 1 if it is closed and 0 if it is black;
//! - for each open site: the class of the word part that leads out of it;
//! - the lines touched and the partition, together called the *tail*.
//!
//! The sites are in the order in which the two groups of a block meet. For the leading group, the right sites come
//! before the bottom sites. For the other group, the bottom sites come first. So the two keys of a block have the
//! same layout, and each field meets the same field of the other.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use crate::blocks::block::Skeleton;
use crate::measures::weight::QuarterWeight;
use crate::quarter::Sites;
use crate::tables::{Packing, Tables};

/// An integer type for packed keys.
pub(crate) trait Key:
    Copy
    + Ord
    + Send
    + Sync
    + From<u64>
    + Into<u128>
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// Returns the lowest 64 bits.
    fn low(self) -> u64;
    /// Converts a key of a group that is not wider than this type.
    fn from_wide(key: u128) -> Self;
}

impl Key for u64 {
    fn low(self) -> u64 {
        self
    }

    fn from_wide(key: u128) -> Self {
        key as u64
    }
}

impl Key for u128 {
    fn low(self) -> u64 {
        self as u64
    }

    fn from_wide(key: u128) -> Self {
        key
    }
}

/// A side of the quarter and a site's place along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    Right(usize),
    Bottom(usize),
}

/// The positions of the fields in a skeleton's keys.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub packing: Packing,
    /// The sites that are not open, the highest bit first.
    pub shut: Vec<Site>,
    /// The open sites, the highest field first.
    pub open: Vec<Site>,
    /// Number of bits of the partition's number.
    pub partition: u32,
}

impl Layout {
    /// Creates the layout of a skeleton's keys. The sites are in the order of a leading group, or in the order of its
    /// partner.
    pub(crate) fn new(tables: &Tables, skeleton: Skeleton, leading: bool) -> Self {
        let height = tables.shape.height;
        let right = (0..height).map(Site::Right);
        let bottom = (0..height).map(Site::Bottom);
        let sites: Vec<Site> = if leading { right.chain(bottom).collect() } else { bottom.chain(right).collect() };
        let is_open = |site: &Site| match *site {
            Site::Right(i) => skeleton.right >> i & 1 == 1,
            Site::Bottom(j) => skeleton.bottom >> j & 1 == 1,
        };
        let (open, shut) = sites.into_iter().partition(is_open);
        // Only one of two groups that meet may be linked to the centre, so reserve the bits for the one with more
        // runs.
        let bits = |skeleton| tables.partitions.bits(boundary(tables, skeleton).runs());
        let partition = if tables.connected { bits(skeleton).max(bits(skeleton.turned())) } else { 0 };
        Layout { packing: tables.packing, shut, open, partition }
    }

    pub(crate) fn tail_bits(&self) -> u32 {
        self.partition + self.packing.touched
    }

    /// Returns the position of the field of an open site.
    pub(crate) fn field(&self, index: usize) -> u32 {
        self.tail_bits() + self.packing.class * (self.open.len() - 1 - index) as u32
    }

    /// Returns the position of the bit of a shut site.
    pub(crate) fn bit(&self, index: usize) -> u32 {
        self.tail_bits() + self.packing.class * self.open.len() as u32 + (self.shut.len() - 1 - index) as u32
    }

    pub(crate) fn key_bits(&self) -> u32 {
        self.tail_bits() + self.packing.class * self.open.len() as u32 + self.shut.len() as u32
    }

    /// Packs a state's downs and its closed bottom sites into their part of a key.
    pub(crate) fn pack_downs(&self, downs: u64, closed: u32) -> u128 {
        let class = u128::from(self.packing.class_mask());
        let mut key = 0;
        for (index, site) in self.shut.iter().enumerate() {
            if let Site::Bottom(j) = *site {
                key |= u128::from(closed >> j & 1) << self.bit(index);
            }
        }
        for (index, site) in self.open.iter().enumerate() {
            if let Site::Bottom(j) = *site {
                key |= (u128::from(downs >> self.packing.down(j)) & class) << self.field(index);
            }
        }
        key
    }

    /// Packs the rest of a state into its part of a key.
    pub(crate) fn pack_rest(&self, rest: u64) -> u128 {
        let packing = self.packing;
        let (partition, touched) =
            (rest & packing.partition_mask(), rest >> packing.partition & packing.touched_mask());
        debug_assert!(partition >> self.partition == 0, "a skeleton's partitions are numbered within their bits");
        let mut key = u128::from(touched << self.partition | partition);
        for (index, site) in self.shut.iter().enumerate() {
            if let Site::Right(i) = *site {
                key |= u128::from(rest >> packing.across(i) & 1) << self.bit(index);
            }
        }
        for (index, site) in self.open.iter().enumerate() {
            if let Site::Right(i) = *site {
                key |= u128::from(rest >> packing.across(i) & packing.class_mask()) << self.field(index);
            }
        }
        key
    }

    /// Returns the right sites of a key, in the layout of a state's rest, and its closed bottom sites.
    pub(crate) fn sites(&self, key: u128) -> (u64, u32) {
        let (mut across, mut closed) = (0, 0);
        for (index, site) in self.shut.iter().enumerate() {
            let bit = (key >> self.bit(index)) as u64 & 1;
            match *site {
                Site::Right(i) => across |= bit << self.packing.across(i),
                Site::Bottom(j) => closed |= (bit as u32) << j,
            }
        }
        for (index, site) in self.open.iter().enumerate() {
            if let Site::Right(i) = *site {
                across |= ((key >> self.field(index)) as u64 & self.packing.class_mask()) << self.packing.across(i);
            }
        }
        (across, closed)
    }

    /// Returns the reordering of keys to `other`, the other layout of the same skeleton.
    pub(crate) fn reordering(&self, other: &Layout) -> Reordering {
        let place = |sites: &[Site], site: &Site| sites.iter().position(|other| other == site).expect(SAME_SITES);
        let shut = self.shut.iter().enumerate();
        let shut = shut.map(|(index, site)| (self.bit(index), other.bit(place(&other.shut, site)), 1));
        let open = self.open.iter().enumerate();
        let open =
            open.map(|(index, site)| (self.field(index), other.field(place(&other.open, site)), self.packing.class));
        let mut moves: Vec<(u32, u32, u32)> = vec![(0, 0, self.tail_bits())];
        // Starts from the lowest bit, so that adjacent fields are moved together.
        for (from, to, bits) in open.rev().chain(shut.rev()) {
            match moves.last_mut() {
                Some(last) if (last.0 + last.2, last.1 + last.2) == (from, to) && last.2 + bits < u64::BITS => {
                    last.2 += bits;
                }
                _ => moves.push((from, to, bits)),
            }
        }
        Reordering(moves.into_iter().map(|(from, to, bits)| (from, to, (1 << bits) - 1)).collect())
    }

    /// Splits a tail into the partition's number and the lines touched.
    pub(crate) fn split_tail(&self, tail: u64) -> (u32, u64) {
        ((tail & ((1 << self.partition) - 1)) as u32, tail >> self.partition)
    }
}

/// Converts keys between two layouts: for each move the old position, the new position and the mask.
pub(crate) struct Reordering(Vec<(u32, u32, u64)>);

impl Reordering {
    /// Returns the key in the other layout.
    pub(crate) fn apply<K: Key>(&self, key: K) -> K {
        let moved = self.0.iter().map(|&(from, to, bits)| K::from((key >> from).low() & bits) << to);
        moved.fold(K::from(0), |sum, part| sum | part)
    }
}

/// The two layouts have the same sites, because the skeleton determines the sites.
const SAME_SITES: &str = "both layouts are of the same skeleton";

/// Returns the open sites of a whole quarter.
pub(crate) fn boundary(tables: &Tables, skeleton: Skeleton) -> Sites {
    let link = u32::from(skeleton.centre.is_linked()) << (tables.shape.width - 1);
    Sites::new(tables.shape, tables.shape.height, skeleton.right, skeleton.bottom | link)
}

/// The quarters of one skeleton as the sweep delivers them: unordered, possibly with repeated keys.
pub(crate) enum Group<W> {
    Narrow(Vec<(u64, W)>),
    Wide(Vec<(u128, W)>),
}

impl<W: QuarterWeight> Group<W> {
    pub(crate) fn new(layout: &Layout) -> Self {
        if layout.key_bits() <= layout.packing.narrow { Group::Narrow(Vec::new()) } else { Group::Wide(Vec::new()) }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Group::Narrow(keys) => keys.len(),
            Group::Wide(keys) => keys.len(),
        }
    }

    /// Returns the bytes that its keys take.
    pub(crate) fn bytes(&self) -> usize {
        fn beside<K, W: QuarterWeight>(keys: &[(K, W)]) -> usize {
            keys.iter().map(|(_, weight)| weight.bytes_beside()).sum()
        }
        match self {
            Group::Narrow(keys) => size_of::<(u64, W)>() * keys.capacity() + beside(keys),
            Group::Wide(keys) => size_of::<(u128, W)>() * keys.capacity() + beside(keys),
        }
    }

    /// Releases unused memory.
    pub(crate) fn shrink(&mut self) {
        match self {
            Group::Narrow(keys) => keys.shrink_to_fit(),
            Group::Wide(keys) => keys.shrink_to_fit(),
        }
    }

    /// Converts the keys to integers that are wide enough for them.
    pub(crate) fn into_keys<K: Key>(self) -> Vec<(K, W)> {
        match self {
            Group::Narrow(keys) => keys.into_iter().map(|(key, weight)| (K::from(key), weight)).collect(),
            Group::Wide(keys) => keys.into_iter().map(|(key, weight)| (K::from_wide(key), weight)).collect(),
        }
    }

    /// Adds the states of one line. `downs` and `rests` are packed parts of keys; the rests are indexed by number.
    pub(crate) fn add(&mut self, downs: u128, cells: &[(u32, W)], rests: &[u128]) {
        let packed = cells.iter().map(|(rest, weight)| (downs | rests[*rest as usize], weight.clone()));
        match self {
            Group::Narrow(keys) => keys.extend(packed.map(|(key, weight)| (key as u64, weight))),
            Group::Wide(keys) => keys.extend(packed),
        }
    }
}
