//! Finds the regions of white squares by flood fill, a row at a time.
//!
//! A region grows from its first square in sweeps, down the rows and up again. At each row it takes over the squares below those of the
//! previous row and spreads to the whole of every run it touches. A sweep follows the region through any number of rows in one direction.
//! So there are as many sweeps as a path turns between up and down. Seventeen published British grids need one to three.
//!
//! Spreading upwards uses carry propagation: adding a bit to a run of ones ripples to its end. Spreading downwards uses a parallel-prefix
//! fill (Kogge and Stone 1973, as chess programs use it for sliding pieces).
//!
//! Invariant of `Regions`: `rest` is the union of the regions not yet returned.

use super::place::Square;

/// Iterates over the regions of a grid, each with its first square, in the order of these squares.
pub(super) struct Regions<const N: usize> {
    rest: [u64; N],
}

impl<const N: usize> Regions<N> {
    pub fn of(white: &[u64; N]) -> Self {
        Regions { rest: *white }
    }
}

impl<const N: usize> Iterator for Regions<N> {
    type Item = (Square, [u64; N]);

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rest.iter().position(|&row| row != 0)?;
        let first = Square { row, column: self.rest[row].trailing_zeros() as usize };
        let region = filled(&self.rest, first);
        for (rest, region) in self.rest.iter_mut().zip(&region) {
            *rest &= !region;
        }
        Some((first, region))
    }
}

/// Returns the region of the square `first`, the first white square of the grid.
fn filled<const N: usize>(white: &[u64; N], first: Square) -> [u64; N] {
    let mut region = [0; N];
    region[first.row] = 1 << first.column;
    loop {
        sweep(white, &mut region, first.row..N);
        // A region that does not grow upwards either is complete: the sweep downwards has just filled it.
        if region_is(&region, white) || !sweep(white, &mut region, (first.row..N).rev()) {
            return region;
        }
    }
}

/// Grows `region` along `rows` and returns `true` if it grew.
fn sweep<const N: usize>(white: &[u64; N], region: &mut [u64; N], rows: impl Iterator<Item = usize>) -> bool {
    let mut grown = 0;
    let mut row = 0;
    for r in rows {
        // Most rows are complete after the first sweep. They need not wait for the row before them.
        if region[r] != white[r] {
            row = spread::<N>(white[r], (region[r] | row) & white[r]);
            grown |= row ^ region[r];
            region[r] = row;
        }
        row = region[r];
    }
    grown != 0
}

fn region_is<const N: usize>(region: &[u64; N], white: &[u64; N]) -> bool {
    region.iter().zip(white).fold(0, |differing, (a, b)| differing | a ^ b) == 0
}

/// Returns every run of `white` that holds a bit of `seeds`, in full. All seeds are white.
fn spread<const N: usize>(white: u64, seeds: u64) -> u64 {
    // Above the lowest seed of a run, the sum has the bits of the seeds. So the bits that differ from `white` are filled. The fill
    // downwards adds the seeds and the squares below them.
    let upwards = white & (white.wrapping_add(seeds) ^ white);
    let mut downwards = seeds;
    let mut open = white;
    let mut step = 1;
    while step < N {
        downwards |= open & downwards >> step;
        open &= open >> step;
        step *= 2;
    }
    upwards | downwards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreading_fills_the_runs_touched_and_no_other() {
        assert_eq!(spread::<16>(0b1110_1111_0110, 0b0000_0100_0000), 0b0000_1111_0000);
        assert_eq!(spread::<16>(0b1110_1111_0110, 0b0100_0000_0010), 0b1110_0000_0110);
        assert_eq!(spread::<16>(0b1111, 0b0101), 0b1111);
        assert_eq!(spread::<16>(0b1111, 0), 0);
        assert_eq!(spread::<64>(u64::MAX, 1 << 63), u64::MAX);
        assert_eq!(spread::<64>(u64::MAX, 1), u64::MAX);
    }

    #[test]
    fn a_spiral_is_one_region() {
        // From the middle outwards, the path turns back at every corner.
        let spiral = [0b111_1111u64, 0b100_0000, 0b101_1111, 0b101_0001, 0b101_1101, 0b100_0001, 0b111_1111, 0];
        let regions: Vec<_> = Regions::of(&spiral).collect();
        assert_eq!(regions, [(Square { row: 0, column: 0 }, spiral)]);
    }
}
