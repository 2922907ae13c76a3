//! Deals the middle columns into pieces of about equal expected work. The deal is the same on every machine.
//!
//! The costliest come first, each to the piece that is cheapest with it (longest processing time first, Graham 1969).
//! Two middle columns that differ only in the centre share the sweep above the last row. So the cost of the second
//! one in a piece does not include this sweep. Always keeping such pairs together would save a twentieth of the work
//! but make the pieces less even: the slowest of 16 pieces of British 13 × 13 would take 1.4 times the mean instead
//! of 1.2.
//!
//! Invariant: every middle column is in exactly one piece. If there are more pieces than middle columns, some are
//! empty.

use std::cmp::Reverse;

use super::arm::Arm;
use super::effort::{Cost, Effort};

/// Returns the middle columns of each piece.
pub fn deal(effort: &Effort, middle_columns: &[Arm], pieces: usize) -> Vec<Vec<Arm>> {
    let mut dearest: Vec<(&Arm, Cost)> = middle_columns.iter().map(|arm| (arm, effort.of(arm))).collect();
    dearest.sort_by_key(|(arm, cost)| (Reverse(cost.above + cost.below), arm.white(), arm.has_white_centre()));
    let mut dealt: Vec<Vec<Arm>> = vec![Vec::new(); pieces];
    let mut loads = vec![0_u64; pieces];
    for (arm, cost) in dearest {
        let with = |piece: usize| {
            let is_swept = dealt[piece].iter().any(|other| other.white() == arm.white());
            loads[piece] + cost.below + if is_swept { 0 } else { cost.above }
        };
        let best = (0..pieces).map(|piece| (with(piece), piece)).min();
        if let Some((load, piece)) = best {
            loads[piece] = load;
            dealt[piece].push(arm.clone());
        }
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(side: usize) -> Vec<Arm> {
        (0..1 << side).flat_map(|white| [false, true].map(|centre| Arm::new(side, white, centre))).collect()
    }

    #[test]
    fn every_upright_is_dealt_once() {
        for side in [1, 2, 4] {
            let effort = Effort::from_costs(side, |white, _| Cost { above: 3, below: u64::from(white * white % 11) });
            for pieces in [1, 2, 3, 7, 16, 100] {
                let dealt = deal(&effort, &all(side), pieces);
                assert_eq!(dealt.len(), pieces);
                let mut pieces_of: Vec<(u32, bool)> =
                    dealt.iter().flatten().map(|arm| (arm.white(), arm.has_white_centre())).collect();
                pieces_of.sort_unstable();
                let expected: Vec<(u32, bool)> =
                    all(side).iter().map(|arm| (arm.white(), arm.has_white_centre())).collect();
                assert_eq!(pieces_of, expected);
            }
        }
    }

    #[test]
    fn pieces_are_about_equally_costly() {
        let effort = Effort::from_costs(5, |white, _| Cost { above: 20, below: 100 + u64::from(white) });
        for pieces in [2, 5, 16] {
            let dealt = deal(&effort, &all(5), pieces);
            let cost = |piece: &Vec<Arm>| piece.iter().map(|arm| effort.of(arm).below).sum::<u64>();
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
        let dealt = deal(&Effort::from_costs(1, cost), &all(1), 2);
        let whites: Vec<Vec<u32>> = dealt.iter().map(|piece| piece.iter().map(Arm::white).collect()).collect();
        assert_eq!(whites, [[0, 0], [1, 1]]);
    }
}
