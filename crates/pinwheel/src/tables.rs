//! What a count goes by, made once from the problem: the rules as tables, and where a state keeps what.

use super::block::Centre;
use super::partition::Partitions;
use super::parts::{LengthTag, Parts};
use super::quarter::{RequiredLines, RowTable, Shape};

/// What a sweep goes by: the question, turned into tables.
pub struct Tables {
    pub shape: Shape,
    pub parts: Parts,
    pub rows: RowTable,
    pub lines: RequiredLines,
    pub partitions: Partitions,
    pub packing: Packing,
    /// Whether components matter.
    pub connected: bool,
    /// Whether the centre may be a run of one square.
    pub single_cells: bool,
    /// By class of a link: if the centre may be its word's middle letter, unchecked and checked, what is told of the word.
    pub through_centre: Vec<[Option<LengthTag>; 2]>,
}

impl Tables {
    /// The parts that the centre can play.
    pub fn centres(&self) -> &'static [Centre] {
        Centre::possible(self.shape, self.single_cells)
    }

    /// The word through the centre is a quarter's part, the centre, and the part again, turned. Once it is judged the part
    /// no longer tells one quarter from another. What is told of the word comes with it.
    pub fn through_centre(&self, downs: u64, letter: usize) -> Option<(u64, LengthTag)> {
        let Tables { packing, shape, through_centre, .. } = self;
        let (link, class) = (packing.down(shape.height), packing.class_mask());
        let tag = through_centre[(downs >> link & class) as usize][letter]?;
        Some((downs & !(class << link), tag))
    }
}

/// Where a state's fields are. The down parts have a word to themselves, column j from bit `j * class` on. The other word
/// holds, from the lowest bit: the partition's number, the lines touched, and by row the across part that leads out of its
/// right site; of one that is not open, whether it is closed (else it is black).
#[derive(Debug, Clone, Copy)]
pub struct Packing {
    /// Bits of a class, of a partition's number, of the lines touched.
    pub class: u32,
    pub partition: u32,
    pub touched: u32,
    /// A group's keys are kept in words of 64 bits if they take at most so many, else in words of 128.
    pub narrow: u32,
}

impl Packing {
    /// The place of the across part of row `i`.
    pub fn across(self, i: usize) -> u32 {
        self.partition + self.touched + self.class * i as u32
    }

    /// The place of the down part of column `j`.
    pub fn down(self, j: usize) -> u32 {
        self.class * j as u32
    }

    pub fn class_mask(self) -> u64 {
        (1 << self.class) - 1
    }

    pub fn partition_mask(self) -> u64 {
        (1 << self.partition) - 1
    }

    pub fn touched_mask(self) -> u64 {
        (1 << self.touched) - 1
    }
}
