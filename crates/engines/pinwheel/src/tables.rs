//! Tables that are made once from the problem: the rules, and the layout of a state.

use crate::blocks::block::Centre;
use crate::partition::Partitions;
use crate::parts::{LengthTag, Parts};
use crate::quarter::{RequiredLines, RowTable, Shape};

/// Everything that a sweep reads.
pub(crate) struct Tables {
    pub shape: Shape,
    pub parts: Parts,
    pub rows: RowTable,
    pub lines: RequiredLines,
    pub partitions: Partitions,
    pub packing: Packing,
    /// `true` if the grid must be connected.
    pub connected: bool,
    /// `true` if the centre may be a run of one square.
    pub single_cells: bool,
    /// Indexed by class of the link and by letter of the centre: the length tag of the word through the centre, if it
    /// is legal.
    pub through_centre: Vec<[Option<LengthTag>; 2]>,
}

impl Tables {
    /// Returns the possible roles of the centre.
    pub(crate) fn centres(&self) -> &'static [Centre] {
        Centre::possible(self.shape, self.single_cells)
    }

    /// Judges the word through the centre: a quarter's part, the centre, and the part again, turned. Returns the
    /// downs without this part, which is no longer needed, and the word's length tag.
    pub(crate) fn through_centre(&self, downs: u64, letter: usize) -> Option<(u64, LengthTag)> {
        let Tables { packing, shape, through_centre, .. } = self;
        let (link, class) = (packing.down(shape.height), packing.class_mask());
        let tag = through_centre[(downs >> link & class) as usize][letter]?;
        Some((downs & !(class << link), tag))
    }
}

/// The layout of a state. The down parts fill one 64-bit word: column j starts at bit `j * class`. The other word
/// holds, from the lowest bit, the partition's number, the lines touched, and one field per row for its right site.
/// The field of an open site is the class of its across part. The field of a shut site is 1 if it is closed and 0 if
/// it is black.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packing {
    /// Number of bits of a class, of a partition's number, and of the lines touched.
    pub class: u32,
    pub partition: u32,
    pub touched: u32,
    /// The largest number of bits for which a group's keys are stored in 64 bits; other keys take 128.
    pub narrow: u32,
}

impl Packing {
    /// Returns the position of the field of the right site of row `i`.
    pub(crate) fn across(self, i: usize) -> u32 {
        self.partition + self.touched + self.class * i as u32
    }

    /// Returns the position of the down part of column `j`.
    pub(crate) fn down(self, j: usize) -> u32 {
        self.class * j as u32
    }

    pub(crate) fn class_mask(self) -> u64 {
        (1 << self.class) - 1
    }

    pub(crate) fn partition_mask(self) -> u64 {
        (1 << self.partition) - 1
    }

    pub(crate) fn touched_mask(self) -> u64 {
        (1 << self.touched) - 1
    }
}
