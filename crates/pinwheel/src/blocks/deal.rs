//! Deals the blocks into pieces of about equal expected work. The deal is the same on every machine.
//!
//! A piece sweeps only its own quarters. Its cost is the last row and the joins of its blocks, plus the upper rows
//! that lead to them. Upper rows are swept in every piece that has a block below them. The method is:
//!
//! 1. Cut the patterns, in depth-first order, into k ranges of about equal weight.
//! 2. Form a [tile](crate::blocks::tile) of blocks for each two ranges.
//! 3. Assign the tiles, the costliest first, each to the piece that is cheapest with it. The cost includes the upper
//!    rows that this piece does not sweep yet (longest processing time first, Graham 1969, with shared work counted
//!    once).
//!
//! With few ranges the pieces are uneven; with many ranges they sweep more rows. So several k are tried, and the deal
//! with the cheapest maximum is kept.
//!
//! Invariant: every block is in exactly one piece. If there are more pieces than pairs of patterns, some are empty.

use std::collections::BTreeSet;

use crate::blocks::tile::{Tile, ranges, rank};
use crate::estimates::effort::Effort;

/// Returns the pairs of patterns of each piece.
pub fn deal(effort: &Effort, whole: &Tile, pieces: usize) -> Vec<Tile> {
    let patterns = 1_usize << effort.height();
    // This number of ranges gives about one tile per piece.
    let least = (1..patterns).find(|k| k * (k + 1) / 2 >= pieces).unwrap_or(patterns);
    let tried: BTreeSet<usize> = (4..=8).map(|quarters| (least * quarters / 4).min(patterns)).collect();
    let deals = tried.into_iter().map(|k| Deal::new(effort, whole, pieces, k));
    let best = deals.min_by_key(|deal| deal.loads.iter().copied().max());
    best.map_or_else(Vec::new, Deal::tiles)
}

/// A deal for one number of ranges.
struct Deal<'w> {
    whole: &'w Tile,
    height: usize,
    /// Indexed by pattern: its range.
    range_of: Vec<usize>,
    /// Indexed by pair of ranges: its piece.
    piece_of: Vec<usize>,
    ranges: usize,
    /// Indexed by piece: its estimated cost.
    loads: Vec<u64>,
}

impl<'w> Deal<'w> {
    /// Deals with this number of ranges.
    fn new(effort: &Effort, whole: &'w Tile, pieces: usize, ranges: usize) -> Self {
        let height = effort.height();
        let range_of = in_ranges(effort, ranges);
        let mut costs = vec![0_u64; ranges * ranges];
        for &pair in whole.pairs() {
            let [one, other] = pair.map(|pattern| range_of[pattern as usize]);
            costs[one * ranges + other] += effort.of_pair(pair);
        }
        let above = UpperRows::new(effort, &range_of, ranges);
        let mut tiles: Vec<usize> = (0..costs.len()).filter(|&tile| costs[tile] > 0).collect();
        tiles.sort_by_key(|&tile| (std::cmp::Reverse(costs[tile]), tile));
        let mut deal = Deal { whole, height, range_of, piece_of: vec![0; costs.len()], ranges, loads: vec![0; pieces] };
        let mut swept = vec![vec![false; above.costs.len()]; pieces];
        // The pieces, ordered by their cost so far.
        let mut by_load: BTreeSet<(u64, usize)> = (0..pieces).map(|piece| (0, piece)).collect();
        for tile in tiles {
            let rows = [tile / ranges, tile % ranges];
            let mut best: Option<(u64, usize)> = None;
            // Empty pieces are equivalent, so one of them is enough.
            let (empty, others) = (by_load.range(..(1, 0)).take(1), by_load.range((1, 0)..));
            for &(load, piece) in empty.chain(others) {
                let least = load + costs[tile];
                if best.is_some_and(|(cost, _)| cost <= least) {
                    break;
                }
                let with = (least + above.further(&swept[piece], rows), piece);
                best = Some(best.map_or(with, |best| best.min(with)));
            }
            let Some((cost, piece)) = best else { continue };
            by_load.remove(&(deal.loads[piece], piece));
            by_load.insert((cost, piece));
            deal.loads[piece] = cost;
            deal.piece_of[tile] = piece;
            above.sweep(&mut swept[piece], rows);
        }
        deal
    }

    fn tiles(self) -> Vec<Tile> {
        let mut pairs: Vec<Vec<[u32; 2]>> = vec![Vec::new(); self.loads.len()];
        for &pair in self.whole.pairs() {
            let [one, other] = pair.map(|pattern| self.range_of[pattern as usize]);
            pairs[self.piece_of[one * self.ranges + other]].push(pair);
        }
        pairs.into_iter().map(|pairs| Tile::of(self.height, pairs)).collect()
    }
}

/// Divides the patterns into ranges and returns the range of each. Patterns that differ only in the last site stay
/// together where possible, because they share all upper rows.
fn in_ranges(effort: &Effort, parts: usize) -> Vec<usize> {
    let height = effort.height();
    let patterns = 1_u32 << height;
    let together = if parts <= patterns as usize / 2 { 2 } else { 1 };
    let weights: Vec<u64> = (0..patterns).map(|place| effort.of_pattern(rank(height, place))).collect();
    let batches: Vec<u64> = weights.chunks(together).map(|batch| batch.iter().sum()).collect();
    let mut range_of = vec![0; patterns as usize];
    for (number, range) in ranges(&batches, parts).into_iter().enumerate() {
        for place in range.start * together..range.end * together {
            range_of[rank(height, place as u32) as usize] = number;
        }
    }
    range_of
}

/// The rows above the last.
struct UpperRows {
    /// The cost to sweep each row after each beginning of the right side.
    costs: Vec<u64>,
    /// Indexed by range: the entries of `costs` that lead to its patterns.
    of_range: Vec<Vec<usize>>,
}

impl UpperRows {
    fn new(effort: &Effort, range_of: &[usize], ranges: usize) -> Self {
        let height = effort.height();
        let mut costs = Vec::new();
        let mut of_range = vec![BTreeSet::new(); ranges];
        for sites in 1..height {
            for (pattern, &range) in (0..).zip(range_of) {
                of_range[range].insert(costs.len() + (rank(height, pattern) as usize >> (height - sites)));
            }
            costs.extend(effort.above(sites));
        }
        UpperRows { costs, of_range: of_range.into_iter().map(|rows| rows.into_iter().collect()).collect() }
    }

    /// Returns the cost of the upper rows of two ranges that are not swept yet.
    fn further(&self, swept: &[bool], ranges: [usize; 2]) -> u64 {
        let [one, other] = ranges.map(|range| &self.of_range[range]);
        let fresh = |row: &&usize| !swept[**row];
        let ones: u64 = one.iter().filter(fresh).map(|&row| self.costs[row]).sum();
        if ranges[0] == ranges[1] {
            return ones;
        }
        let others = other.iter().filter(fresh).filter(|row| one.binary_search(row).is_err());
        ones + others.map(|&row| self.costs[row]).sum::<u64>()
    }

    fn sweep(&self, swept: &mut [bool], ranges: [usize; 2]) {
        for row in ranges.iter().flat_map(|&range| &self.of_range[range]) {
            swept[*row] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::effort::SideCounts;

    #[test]
    fn every_pair_is_dealt_once() {
        for height in [1, 2, 3, 5] {
            let signatures: Vec<u64> = (0..1_u64 << height).map(|pattern| pattern * pattern % 11).collect();
            let effort = Effort::counted(height, &SideCounts { signatures: [signatures.clone(), signatures] });
            for alike in [false, true] {
                let whole = Tile::whole(height, alike);
                for pieces in [1, 2, 3, 7, 16, 100, 1000] {
                    let dealt = deal(&effort, &whole, pieces);
                    assert_eq!(dealt.len(), pieces);
                    let pairs: Vec<[u32; 2]> = dealt.iter().flat_map(|tile| tile.pairs().to_vec()).collect();
                    assert_eq!(pairs.len(), whole.pairs().len());
                    assert_eq!(Tile::of(height, pairs), whole);
                    let filled = dealt.iter().filter(|tile| !tile.pairs().is_empty()).count();
                    assert!(filled > 1 || pieces == 1 || whole.pairs().len() < 4, "{filled} of {pieces}");
                }
            }
        }
    }

    #[test]
    fn pieces_are_about_equally_costly() {
        let signatures: Vec<u64> = (0..64_u32).map(|pattern| 3_u64.pow(6 - pattern.count_ones())).collect();
        let effort = Effort::counted(6, &SideCounts { signatures: [signatures.clone(), signatures] });
        let whole = Tile::whole(6, false);
        for pieces in [2, 5, 16] {
            let costs: Vec<u64> = deal(&effort, &whole, pieces)
                .iter()
                .map(|tile| tile.pairs().iter().map(|&pair| effort.of_pair(pair)).sum())
                .collect();
            let mean = costs.iter().sum::<u64>() / pieces as u64;
            assert!(costs.iter().all(|&cost| cost < 2 * mean), "{pieces}: {costs:?}, mean {mean}");
        }
    }
}
