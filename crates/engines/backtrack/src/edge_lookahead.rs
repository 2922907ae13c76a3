//! Computes the prohibitions at the edge for a row next to it, without placing that row.
//!
//! Most rows that may stand next to the edge have no row that can follow. So before any is tried, the prohibitions of each column at the
//! edge are computed for each symbol before it: black, white alone and white crossed. The prohibitions after a whole row are then a few bit
//! operations. Only a run through the centre whose arms both grow needs both its columns, and near the edge such runs are few.

use super::columns::OtherArm;
use super::diagonal;
use super::forbidden::Forbidden;
use super::level::{Level, columns_of};
use super::pattern::{RowPattern, SYMBOLS};
use super::plan::Plan;

/// The prohibitions at the edge, by the symbols that the columns read before it.
pub(crate) struct EdgeLookahead {
    /// The prohibitions of each column after each symbol.
    after: [Forbidden; SYMBOLS],
    /// Columns of runs through the centre with two growing arms, which may forbid more.
    pairs: u32,
}

impl EdgeLookahead {
    /// Computes the prohibitions from the last level but two.
    pub(crate) fn of(plan: &Plan, level: &Level) -> Self {
        let mut lookahead = EdgeLookahead { after: Default::default(), pairs: 0 };
        for c in 0..plan.width {
            let forbids = plan.columns.forbids_at_edge(level.states[c]);
            for (after, forbids) in lookahead.after.iter_mut().zip(forbids) {
                after.add(forbids, c);
            }
        }
        for c in columns_of(level.central) {
            match level.other_arm(plan, c) {
                OtherArm::Growing(_) => lookahead.pairs |= 1 << c,
                other => {
                    for symbol in 1..SYMBOLS {
                        let half = plan.columns.step(level.states[c], symbol);
                        lookahead.after[symbol].add(&Forbidden::all_but(plan.columns.half_permits(1, half, other)), c);
                    }
                }
            }
        }
        for (symbol, after) in lookahead.after.iter_mut().enumerate() {
            let wanted = diagonal::still_wanted(level.wanted, symbol > 0);
            after.symbols[0] |= (wanted & 1) << (plan.width / 2);
        }
        lookahead
    }

    /// Returns the prohibitions at the edge beyond the row `next`, which `level` admits.
    pub(crate) fn after(&self, plan: &Plan, level: &Level, next: &RowPattern) -> Forbidden {
        let mut forbidden = Forbidden::where_read(&self.after, next.reads());
        for c in columns_of(self.pairs & next.row) {
            let opposite = plan.width - 1 - c;
            let half = plan.columns.step(level.states[c], next.symbol(c));
            let other = match next.symbol(opposite) {
                0 => OtherArm::Ended(level.states[opposite]),
                symbol => {
                    let other = plan.columns.step(level.states[opposite], symbol);
                    forbidden.both_black |= u32::from(!plan.columns.join(half, other)) << c;
                    OtherArm::Growing(other)
                }
            };
            forbidden.add(&Forbidden::all_but(plan.columns.half_permits(1, half, other)), c);
        }
        forbidden
    }
}
