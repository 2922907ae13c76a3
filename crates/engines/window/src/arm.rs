//! The halves of the middle lines, called *arms*: the upper half of the middle column and the left half of the middle
//! row. Both end beside the centre, and the half turn gives their other halves.
//!
//! The words of a middle line depend on its white squares, and on which of these have a white neighbour in a quadrant
//! on either side ([`Arms::masks`]).

use super::words::WordClasses;

/// A bound on the runs of an arm of ten squares.
pub(crate) const MAX_RUNS: usize = 8;

/// Half of a middle line, from the edge of the grid on.
#[derive(Debug, Clone)]
pub(crate) struct Arm {
    side: usize,
    /// Its squares as bits, and the centre as the last bit.
    line: u32,
    /// Indexed by square: the number of its run, or [`NONE`].
    run: [u8; 16],
    /// Indexed by square: the number of runs that begin at or before it.
    runs: [u8; 16],
}

const NONE: u8 = u8::MAX;

impl Arm {
    pub(crate) fn new(side: usize, white: u32, centre: bool) -> Arm {
        debug_assert!(white >> side == 0, "the centre is given apart");
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

    /// Returns its white squares.
    pub(crate) fn white(&self) -> u32 {
        self.line & !(1 << self.side)
    }

    /// Returns `true` if a square, or the centre, is white.
    pub(crate) fn is_white(&self, square: usize) -> bool {
        self.line >> square & 1 == 1
    }

    /// Returns `true` if the centre is white.
    pub(crate) fn has_white_centre(&self) -> bool {
        self.is_white(self.side)
    }

    /// Returns `true` if a square has a white neighbour along the line.
    pub(crate) fn is_crossed(&self, square: usize) -> bool {
        self.line & ((1 << square) >> 1 | 2 << square) != 0
    }

    /// Counts the runs that begin at or before this square.
    pub(crate) fn runs_to(&self, square: usize) -> usize {
        usize::from(self.runs[square])
    }

    pub(crate) fn runs(&self) -> usize {
        self.runs_to(self.side - 1)
    }

    /// Returns the number of the run of a square, if the square is white.
    pub(crate) fn run(&self, square: usize) -> Option<usize> {
        Some(self.run[square]).filter(|&run| run != NONE).map(usize::from)
    }

    /// Returns `true` if the square beside the centre is white.
    pub(crate) fn is_white_beside_centre(&self) -> bool {
        self.is_white(self.side - 1)
    }

    /// Returns the run that contains the centre, if there is one.
    pub(crate) fn at_centre(&self) -> Option<usize> {
        self.run(self.side - 1).filter(|_| self.is_white(self.side))
    }
}

/// For every middle column and every middle row, the sets of its squares that may have white neighbours in the
/// quadrants.
pub(crate) struct Arms {
    pub columns: ArmsOfLine,
    pub rows: ArmsOfLine,
}

impl Arms {
    pub(crate) fn new(words: &[WordClasses; 2], [height, width]: [usize; 2]) -> Arms {
        let [down, across] = words;
        Arms { columns: ArmsOfLine::new(down, height), rows: ArmsOfLine::new(across, width) }
    }

    /// Returns the sets of squares of the middle column, and those of the middle row, that may have a white neighbour
    /// in a quadrant.
    pub(crate) fn masks(&self, middle_column: &Arm, middle_row: &Arm) -> [&[u32]; 2] {
        [self.columns.masks(middle_column, middle_row), self.rows.masks(middle_row, middle_column)]
    }
}

/// For every arm of one of the middle lines, the sets of its squares that may have white neighbours in the quadrants.
pub(crate) struct ArmsOfLine {
    /// Indexed by the colour of the centre, by whether the centre has white neighbours in the other middle line, and
    /// by arm.
    masks: [[Vec<Vec<u32>>; 2]; 2],
}

impl ArmsOfLine {
    fn new(words: &WordClasses, side: usize) -> Self {
        let whole = |half: u32, centre: bool| {
            let mirrored: u32 = (0..side).map(|square| (half >> square & 1) << (2 * side - square)).sum();
            half | u32::from(centre) << side | mirrored
        };
        let masks = |centre: bool, crossed: bool, white: u32| {
            let line = whole(white, centre);
            subsets(white).filter(|&mask| words.is_line(2 * side + 1, line, whole(mask, crossed))).collect()
        };
        let all = |centre, crossed| (0..1 << side).map(|white| masks(centre, crossed, white)).collect();
        ArmsOfLine { masks: [false, true].map(|centre| [false, true].map(|crossed| all(centre, crossed))) }
    }

    /// Returns the sets of its squares that may have a white neighbour in a quadrant, for this other arm.
    fn masks(&self, arm: &Arm, other: &Arm) -> &[u32] {
        let (centre, crossed) = (arm.has_white_centre(), other.is_white_beside_centre());
        &self.masks[usize::from(centre)][usize::from(crossed)][arm.white() as usize]
    }
}

/// Indexed by set of squares: `true` if it is a subset of one of the masks.
pub(crate) fn parts_of(side: usize, masks: impl Iterator<Item = u32>) -> Vec<bool> {
    let mut is_part = vec![false; 1 << side];
    masks.flat_map(subsets).for_each(|part| is_part[part as usize] = true);
    is_part
}

/// Returns the elements of a set, the least first.
pub(crate) fn elements(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(least)
    })
}

/// Returns all subsets of a set of squares.
pub(crate) fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let subset = next?;
        next = subset.checked_sub(1).map(|less| less & set);
        Some(subset)
    })
}
