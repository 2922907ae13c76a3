//! Finds the regions of white squares by flood fill, a row at a time.
//!
//! A region grows from its first square in sweeps, down the rows and up again. At each row it takes over the squares below those of the
//! previous row and spreads to the whole of every run it touches. A sweep follows the region through any number of rows in one direction.
//! So there are as many sweeps as a path turns between up and down. Seventeen published British grids need one to three.
//!
//! Spreading upwards uses carry propagation: adding a bit to a run of ones ripples to its end. Spreading downwards uses a parallel-prefix
//! fill (Kogge and Stone 1973, as chess programs use it for sliding pieces). Both follow the joints between squares, so a bar stops them.
//!
//! Invariant of `Regions`: `rest` is the union of the regions not yet returned.

use super::lines::Lines;
use super::place::Square;

/// Iterates over the regions of a grid, each with its first square, in the order of these squares.
pub(super) struct Regions<'a, const N: usize> {
    rows: &'a Lines<N>,
    rest: [u64; N],
}

impl<'a, const N: usize> Regions<'a, N> {
    pub(crate) fn of(rows: &'a Lines<N>) -> Self {
        Regions { rows, rest: rows.white }
    }
}

impl<const N: usize> Iterator for Regions<'_, N> {
    type Item = (Square, [u64; N]);

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rest.iter().position(|&row| row != 0)?;
        let first = Square { row, column: self.rest[row].trailing_zeros() as usize };
        let region = filled(self.rows, &self.rest, first);
        for (rest, region) in self.rest.iter_mut().zip(&region) {
            *rest &= !region;
        }
        Some((first, region))
    }
}

/// Returns the region of the square `first`, the first square of `rest`, which is a union of regions.
fn filled<const N: usize>(rows: &Lines<N>, rest: &[u64; N], first: Square) -> [u64; N] {
    let mut region = [0; N];
    region[first.row] = 1 << first.column;
    loop {
        sweep(rows, rest, &mut region, (first.row..N).map(|r| (r, if r > 0 { rows.next[r - 1] } else { 0 })));
        // A region that does not grow upwards either is complete: the sweep downwards has just filled it.
        let upwards = (first.row..N).rev().map(|r| (r, rows.next[r]));
        if region_is(&region, rest) || !sweep(rows, rest, &mut region, upwards) {
            return region;
        }
    }
}

/// Grows `region` along the rows, each with its joints to the row before it, and returns `true` if it grew.
fn sweep<const N: usize>(
    rows: &Lines<N>,
    rest: &[u64; N],
    region: &mut [u64; N],
    order: impl Iterator<Item = (usize, u64)>,
) -> bool {
    let mut grown = 0;
    let mut row = 0;
    for (r, joints) in order {
        // Most rows are complete after the first sweep. They need not wait for the row before them.
        if region[r] != rest[r] {
            row = spread::<N>(rows.along[r], region[r] | row & joints);
            grown |= row ^ region[r];
            region[r] = row;
        }
        row = region[r];
    }
    grown != 0
}

fn region_is<const N: usize>(region: &[u64; N], other: &[u64; N]) -> bool {
    region.iter().zip(other).fold(0, |differing, (a, b)| differing | a ^ b) == 0
}

/// Returns every run that holds a bit of `seeds`, in full. A run is a square, or squares that `along` joins with their next ones.
fn spread<const N: usize>(along: u64, seeds: u64) -> u64 {
    // Above the lowest seed of a run, the sum has the bits of the seeds. So the bits that differ from `along` are filled, to the last
    // square of the run, where the carry stops. The fill downwards adds the seeds and the squares below them.
    let upwards = along.wrapping_add(seeds & along) ^ along;
    let mut downwards = seeds;
    let mut open = along;
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
    use super::super::lines::both_directions;
    use super::*;
    use gridcheck_core::grid::Grid;

    /// Spreads within the runs of `white`.
    fn spread_in<const N: usize>(white: u64, seeds: u64) -> u64 {
        spread::<N>(white & white >> 1, seeds)
    }

    #[test]
    fn spreading_fills_the_runs_touched_and_no_other() {
        assert_eq!(spread_in::<16>(0b1110_1111_0110, 0b0000_0100_0000), 0b0000_1111_0000);
        assert_eq!(spread_in::<16>(0b1110_1111_0110, 0b0100_0000_0010), 0b1110_0000_0110);
        assert_eq!(spread_in::<16>(0b1111, 0b0101), 0b1111);
        assert_eq!(spread_in::<16>(0b1111, 0), 0);
        assert_eq!(spread_in::<64>(u64::MAX, 1 << 63), u64::MAX);
        assert_eq!(spread_in::<64>(u64::MAX, 1), u64::MAX);
    }

    #[test]
    fn spreading_stops_at_bars() {
        // Six squares in a row, with a bar after the third.
        let along = 0b01_1011;
        assert_eq!(
            [0b1, 0b100, 0b1000, 0b10_0000].map(|seed| spread::<8>(along, seed)),
            [0b111, 0b111, 0b11_1000, 0b11_1000]
        );
        assert_eq!(spread::<8>(along, 0b1001), 0b11_1111);
    }

    #[test]
    fn a_spiral_is_one_region() {
        // From the middle outwards, the path turns back at every corner.
        let spiral = [0b111_1111u64, 0b100_0000, 0b101_1111, 0b101_0001, 0b101_1101, 0b100_0001, 0b111_1111, 0];
        let grid = Grid::from_rows(7, &spiral).expect("8 rows of 7");
        let (rows, _) = both_directions::<8>((&grid).into());
        let regions: Vec<_> = Regions::of(&rows).collect();
        assert_eq!(regions, [(Square { row: 0, column: 0 }, spiral)]);
    }
}
