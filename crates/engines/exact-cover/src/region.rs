//! Tests connectivity by a flood fill of whole rows of bits.
//!
//! A region starts as one white square. A step extends the region in one row: first by the squares that touch it in neighbouring rows, and
//! then by whole runs along the row. Sweeps down and up alternate until nothing changes.

/// Returns `true` if the white squares (a bit each, a word a row) form exactly one region; without a white square there is no region.
pub(crate) fn is_one_region(rows: &[u64]) -> bool {
    let Some(start) = rows.iter().position(|&row| row != 0) else { return false };
    let mut region = vec![0; rows.len()];
    region[start] = rows[start] & rows[start].wrapping_neg();
    let mut grown = true;
    while grown {
        grown = false;
        for r in (0..rows.len()).chain((0..rows.len()).rev()) {
            let above = if r > 0 { region[r - 1] } else { 0 };
            let below = region.get(r + 1).copied().unwrap_or(0);
            let row = filled_runs(rows[r], (region[r] | above | below) & rows[r]);
            grown |= row != region[r];
            region[r] = row;
        }
    }
    region == rows
}

/// Returns the runs of `row` that contain a square of `seeds`, a subset of `row`.
fn filled_runs(row: u64, seeds: u64) -> u64 {
    // The addition of a seed to its run carries through the squares above the seed. From both ends, this gives the whole run.
    let upward = |row: u64, seeds: u64| row & (row.wrapping_add(seeds) ^ row) | seeds;
    upward(row, seeds) | upward(row.reverse_bits(), seeds.reverse_bits()).reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::grid::Grid;

    fn one_region(text: &str) -> bool {
        is_one_region(text.parse::<Grid>().expect("a grid in the test").rows())
    }

    #[test]
    fn regions() {
        assert!(!one_region("##/##"));
        assert!(one_region("#./##"));
        assert!(!one_region("#./.#"));
        assert!(one_region("../.#"));
        assert!(!one_region(".#./.#."));
        assert!(one_region(".#./.../.#."));
        // A spiral, whole and cut.
        assert!(one_region("......./######./.....#./.###.#./.#...#./.#####./......."));
        assert!(!one_region("......./######./.....#./.####../.#.#.#./.#####./......."));
    }

    #[test]
    fn runs_fill_from_any_seed() {
        assert_eq!(filled_runs(0b1110_1110, 0b0000_0100), 0b0000_1110);
        assert_eq!(filled_runs(0b1110_1110, 0b1010_0010), 0b1110_1110);
        assert_eq!(filled_runs(u64::MAX, 1 << 40), u64::MAX);
        assert_eq!(filled_runs(u64::MAX << 60, 3 << 61), u64::MAX << 60);
        assert_eq!(filled_runs(0b101, 0), 0);
    }
}
