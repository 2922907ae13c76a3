//! Represents a level: the rows from the middle (or the top) outward, and their prohibitions for the next row.

use super::columns::{BLACK, Middle, OtherArm, RunState};
use super::diagonal::{self, Reflections};
use super::forbidden::Forbidden;
use super::pattern::{MAX_SIZE, RowPattern};
use super::plan::Plan;
use super::regions::Regions;

/// A summary of the placed rows.
#[derive(Clone)]
pub(crate) struct Level {
    /// The outermost row's node in the row graph.
    pub node: u32,
    /// The prohibitions for the next row.
    pub forbidden: Forbidden,
    row: u32,
    /// Columns in which a square so far (or, with a half turn, its image) is white.
    seen: u32,
    /// Columns whose run through the centre is still growing.
    pub central: u32,
    /// The run of each column.
    pub states: [RunState; MAX_SIZE],
    /// The finished half of each column whose run through the centre has ended.
    ended: [RunState; MAX_SIZE],
    regions: Regions,
    /// The squares of the middle column that must be white from the next level outward, if the squares before equal those of the middle
    /// row. It is 0 unless reflections are skipped (see [`diagonal`]).
    pub wanted: u32,
}

impl Default for Level {
    fn default() -> Self {
        Level {
            node: 0,
            forbidden: Forbidden::default(),
            row: 0,
            seen: 0,
            central: 0,
            states: [BLACK; MAX_SIZE],
            ended: [BLACK; MAX_SIZE],
            regions: Regions::none(),
            wanted: 0,
        }
    }
}

impl Level {
    /// Sets this to level 0, which is one row (and its image); returns `false` if some column cannot be completed.
    pub(crate) fn start(&mut self, plan: &Plan, pattern: &RowPattern) -> bool {
        let middle_row = plan.symmetry_rules.half_turn && plan.height % 2 == 1;
        self.row = pattern.row;
        self.seen = if plan.symmetry_rules.half_turn { pattern.fold } else { pattern.row };
        self.central = match (plan.symmetry_rules.half_turn, middle_row) {
            (true, true) => pattern.row,
            (true, false) => pattern.row & pattern.reversed,
            (false, _) => 0,
        };
        self.ended = [BLACK; MAX_SIZE];
        for c in 0..plan.width {
            let symbol = pattern.symbol(c);
            self.states[c] = if middle_row {
                match symbol {
                    0 => BLACK,
                    1 => plan.columns.half(Middle::Alone),
                    _ => plan.columns.half(Middle::Crossed),
                }
            } else {
                let before = if self.central >> c & 1 == 1 { plan.columns.half(Middle::Absent) } else { BLACK };
                if plan.columns.permits(plan.levels, before) >> symbol & 1 == 0 {
                    return false;
                }
                plan.columns.step(before, symbol)
            };
        }
        self.regions = match (plan.symmetry_rules.half_turn, middle_row) {
            (true, true) => Regions::of_middle_row(pattern.row),
            (true, false) => {
                let mut regions = Regions::of_rows(pattern.row, pattern.reversed);
                regions.join_across_centre();
                regions
            }
            (false, _) => Regions::of_rows(pattern.row, 0),
        };
        self.wanted = match plan.reflections {
            Reflections::Both => 0,
            Reflections::OneOfTwo => diagonal::outward(pattern.row, plan.width) >> 1,
        };
        self.forbid(plan, plan.levels - 1);
        true
    }

    /// Returns `true` if every column permits the symbol that it reads in `next`.
    pub(crate) fn admits(&self, next: &RowPattern) -> bool {
        let forbidden = self.forbidden.symbols.iter().zip(next.reads());
        forbidden.fold(0, |any, (forbidden, read)| any | forbidden & read) == 0 && self.admits_black_pairs(next)
    }

    /// Returns `false` if a run through the centre would end at both ends and not be a legal word.
    pub(crate) fn admits_black_pairs(&self, next: &RowPattern) -> bool {
        !next.fold & self.forbidden.both_black == 0
    }

    /// Sets this to the level after `before`, with the row `next`; does not set the node, the regions and the prohibitions.
    pub(crate) fn become_after(&mut self, plan: &Plan, before: &Level, next: &RowPattern) {
        self.row = next.row;
        self.seen = before.seen | if plan.symmetry_rules.half_turn { next.fold } else { next.row };
        self.central = before.central & next.row;
        self.wanted = diagonal::still_wanted(before.wanted, diagonal::outward(next.row, plan.width) & 1 == 1);
        self.ended = before.ended;
        for c in columns_of(before.central & !next.row) {
            self.ended[c] = before.states[c];
        }
        for c in 0..plan.width {
            self.states[c] = plan.columns.step(before.states[c], next.symbol(c));
        }
    }

    /// Computes the regions from those of the level before; returns `false` if they can no longer be joined.
    pub(crate) fn follow_regions(&mut self, plan: &Plan, before: &Level) -> bool {
        if !plan.connected {
            return true;
        }
        let far = if plan.symmetry_rules.half_turn { self.row.reverse_bits() >> (32 - plan.width) } else { 0 };
        self.regions.follow(&before.regions, self.row, far)
    }

    /// Computes the prohibitions for the next row from the columns' states, for `remaining` levels.
    pub(crate) fn forbid(&mut self, plan: &Plan, remaining: usize) {
        self.forbidden = Forbidden::default();
        let forbids = plan.columns.forbids(remaining);
        for c in 0..plan.width {
            self.forbidden.add(&forbids[usize::from(self.states[c])], c);
        }
        for c in columns_of(self.central) {
            let other = self.other_arm(plan, c);
            if let OtherArm::Growing(other) = other {
                let joined = plan.columns.join(self.states[c], other);
                self.forbidden.both_black |= u32::from(!joined) << c;
            }
            let permits = plan.columns.half_permits(remaining, self.states[c], other);
            self.forbidden.add(&Forbidden::all_but(permits), c);
        }
        self.forbidden.symbols[0] |= (self.wanted & 1) << (plan.width / 2);
    }

    /// Returns the other arm of the run through the centre in column c, which is still growing.
    pub(crate) fn other_arm(&self, plan: &Plan, c: usize) -> OtherArm {
        let opposite = plan.width - 1 - c;
        if c == opposite {
            OtherArm::Image
        } else if self.central >> opposite & 1 == 1 {
            OtherArm::Growing(self.states[opposite])
        } else {
            OtherArm::Ended(self.ended[opposite])
        }
    }

    /// Returns `true` if the row `edge`, which the columns admit, completes a grid with the levels up to this one.
    pub(crate) fn completes(&self, plan: &Plan, edge: &RowPattern) -> bool {
        let seen = self.seen | if plan.symmetry_rules.half_turn { edge.fold } else { edge.row };
        let sides = 1 | 1 << (plan.width - 1);
        if seen == 0 || plan.edges && seen & sides != sides {
            return false;
        }
        // For runs through the centre that reach the edge, the last step and the end are at the same time.
        let reaching = self.central & edge.row;
        let pairs =
            (reaching | reaching.reverse_bits() >> (32 - plan.width)) & (u32::MAX >> (32 - plan.width.div_ceil(2)));
        for c in columns_of(pairs) {
            let half = |c: usize| {
                if self.central >> c & 1 == 0 {
                    self.ended[c]
                } else {
                    match edge.symbol(c) {
                        0 => self.states[c],
                        symbol => plan.columns.step(self.states[c], symbol),
                    }
                }
            };
            if !plan.columns.join(half(c), half(plan.width - 1 - c)) {
                return false;
            }
        }
        let far = if plan.symmetry_rules.half_turn { edge.reversed } else { 0 };
        !plan.connected || self.regions.one_after(self.row, edge.row, far)
    }
}

/// Returns the columns whose bits are set.
pub(crate) fn columns_of(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        next
    })
}
