//! The middle lines, by their halves: the *middle column* is the upper half of the middle column, the *middle row* the left half of the
//! middle row; both end beside the centre. The half turn makes their other halves.
//!
//! Whether the words of a middle line are legal depends on its white squares and on which of these have a white neighbour in a quadrant, on either side ([`Arms::masks`]).

use super::words::WordClasses;

/// The most runs of an arm of ten squares, with room to spare.
pub const MOST_RUNS: usize = 8;

/// Half of a middle line, the edge of the grid first.
#[derive(Debug, Clone)]
pub struct Arm {
    side: usize,
    /// Its squares as bits, and the centre as the last.
    line: u32,
    /// By square: the number of the run it is in, or [`NONE`].
    run: [u8; 16],
    /// By square: how many runs begin up to and with it.
    runs: [u8; 16],
}

const NONE: u8 = u8::MAX;

impl Arm {
    pub fn new(side: usize, white: u32, centre: bool) -> Arm {
        let (mut run, mut runs, mut begun) = ([NONE; 16], [0; 16], 0);
        for square in 0..side {
            if white >> square & 1 == 1 {
                begun += u8::from(square == 0 || white >> (square - 1) & 1 == 0);
                run[square] = begun - 1;
            }
            runs[square] = begun;
        }
        Arm { side, line: white | u32::from(centre) << side, run, runs }
    }

    /// Its white squares.
    pub fn white(&self) -> u32 {
        self.line & !(1 << self.side)
    }

    /// Whether a square, or the centre, is white.
    pub fn is_white(&self, square: usize) -> bool {
        self.line >> square & 1 == 1
    }

    /// Whether the centre is white.
    pub fn has_white_centre(&self) -> bool {
        self.is_white(self.side)
    }

    /// Whether a square has a white neighbour along the line.
    pub fn is_crossed(&self, square: usize) -> bool {
        self.line & ((1 << square) >> 1 | 2 << square) != 0
    }

    /// How many runs begin in the first squares, up to and with this one.
    pub fn runs_to(&self, square: usize) -> usize {
        usize::from(self.runs[square])
    }

    pub fn runs(&self) -> usize {
        self.runs_to(self.side - 1)
    }

    /// The number of the run that a square is in, if it is white.
    pub fn run(&self, square: usize) -> Option<usize> {
        Some(self.run[square]).filter(|&run| run != NONE).map(usize::from)
    }

    /// The run that the centre belongs to, if it is white.
    pub fn at_centre(&self) -> Option<usize> {
        self.run(self.side - 1).filter(|_| self.is_white(self.side))
    }
}

/// For every arm, which of its squares may have white neighbours in the quadrants.
pub struct Arms {
    side: usize,
    /// By colour of the centre, by whether the centre has white neighbours in the other middle line, by arm.
    masks: [[Vec<Vec<u32>>; 2]; 2],
}

impl Arms {
    pub fn new(words: &WordClasses, side: usize) -> Arms {
        let whole = |half: u32, centre: bool| {
            let mirrored: u32 = (0..side).map(|square| (half >> square & 1) << (2 * side - square)).sum();
            half | u32::from(centre) << side | mirrored
        };
        let masks = |centre: bool, crossed: bool, white: u32| {
            let line = whole(white, centre);
            subsets(white).filter(|&mask| words.is_line(2 * side + 1, line, whole(mask, crossed))).collect()
        };
        let all = |centre, crossed| (0..1 << side).map(|white| masks(centre, crossed, white)).collect();
        Arms { side, masks: [false, true].map(|centre| [false, true].map(|crossed| all(centre, crossed))) }
    }

    /// The sets of its squares that may be those with a white neighbour in a quadrant, the other arm being what it is.
    pub fn masks(&self, arm: &Arm, other: &Arm) -> &[u32] {
        let centre = arm.is_white(self.side);
        let crossed = other.is_white(self.side - 1);
        &self.masks[usize::from(centre)][usize::from(crossed)][arm.white() as usize]
    }

    /// The same of an arm with these white squares for some other arm or none, both colours of its last square, and either centre.
    pub fn masks_with_any(&self, white: u32) -> impl Iterator<Item = u32> + Clone {
        self.masks.iter().flatten().flat_map(move |by_arm| by_arm[white as usize].iter().copied())
    }
}

/// By set of squares, whether it is part of one of these.
pub fn parts_of(side: usize, masks: impl Iterator<Item = u32>) -> Vec<bool> {
    let mut is_part = vec![false; 1 << side];
    masks.flat_map(subsets).for_each(|part| is_part[part as usize] = true);
    is_part
}

/// All subsets of a set of squares.
pub fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = subset.checked_sub(1).map(|less| less & set);
        Some(subset)
    })
}
