//! Deals the middle columns, or [parts](super::parts) of them, into pieces of about equal expected work. The deal is the same on every machine.
//!
//! The costliest come first, each to the piece that is cheapest with it (longest processing time first, Graham 1969).
//! Two whole middle columns that differ only in the centre share the sweep above the last row. So the cost of the second
//! one in a piece does not include this sweep. Always keeping such pairs together would save a twentieth of the work
//! but make the pieces less even: the slowest of 16 pieces of British 13 × 13 would take 1.4 times the mean instead
//! of 1.2.
//!
//! Invariant: every load is in exactly one piece. If there are more pieces than loads, some are empty.

use std::cmp::Reverse;

use super::parts::Load;
use gridcheck_run::blocks::BlockId;

/// Returns the blocks of each piece.
pub fn deal(mut loads: Vec<Load>, pieces: usize) -> Vec<Vec<BlockId>> {
    loads.sort_by_key(|load| (Reverse(load.total()), load.block));
    let mut dealt: Vec<Vec<Load>> = vec![Vec::new(); pieces];
    let mut costs = vec![0_u64; pieces];
    for load in loads {
        let with = |piece: usize| {
            let is_swept = dealt[piece].iter().any(|other| load.shared.is_some() && other.shared == load.shared);
            costs[piece] + load.cost.below + if is_swept { 0 } else { load.cost.above }
        };
        let best = (0..pieces).map(|piece| (with(piece), piece)).min();
        if let Some((cost, piece)) = best {
            costs[piece] = cost;
            dealt[piece].push(load);
        }
    }
    dealt.into_iter().map(|loads| loads.into_iter().map(|load| load.block).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Cost;

    /// Returns a load for each number of white squares and each centre, with block 2 × white + centre.
    fn all(side: usize, cost: impl Fn(u32, bool) -> Cost) -> Vec<Load> {
        let load = |white, centre| Load {
            shared: Some(white),
            block: BlockId(u64::from(white) << 1 | u64::from(centre)),
            cost: cost(white, centre),
        };
        (0..1 << side).flat_map(|white| [load(white, false), load(white, true)]).collect()
    }

    #[test]
    fn every_load_is_dealt_once() {
        for side in [1, 2, 4] {
            for pieces in [1, 2, 3, 7, 16, 100] {
                let dealt = deal(all(side, |white, _| Cost { above: 3, below: u64::from(white * white % 11) }), pieces);
                assert_eq!(dealt.len(), pieces);
                let mut blocks = dealt.concat();
                blocks.sort_unstable();
                assert_eq!(blocks, (0..2 << side).map(BlockId).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn pieces_are_about_equally_costly() {
        let below = |white: u32| 100 + u64::from(white);
        for pieces in [2, 5, 16] {
            let dealt = deal(all(5, |white, _| Cost { above: 20, below: below(white) }), pieces);
            let cost = |piece: &Vec<BlockId>| piece.iter().map(|block| below((block.0 >> 1) as u32)).sum::<u64>();
            let costs: Vec<u64> = dealt.iter().map(cost).collect();
            let mean = costs.iter().sum::<u64>() / pieces as u64;
            assert!(costs.iter().all(|&cost| cost < mean + mean / 4), "{pieces}: {costs:?}, mean {mean}");
        }
    }

    /// The second middle column with the same squares goes to the piece of the first one, although the other piece
    /// has less work so far.
    #[test]
    fn what_is_swept_already_costs_nothing() {
        let cost = |white, centre| match (white, centre) {
            (0, false) => Cost { above: 20, below: 80 },
            (0, true) => Cost { above: 20, below: 40 },
            (_, centre) => Cost { above: 5, below: if centre { 1 } else { 90 } },
        };
        let dealt = deal(all(1, cost), 2);
        let whites: Vec<Vec<u64>> =
            dealt.iter().map(|piece| piece.iter().map(|block| block.0 >> 1).collect()).collect();
        assert_eq!(whites, [[0, 0], [1, 1]]);
    }
}
