//! The search itself: rows placed outward, columns and regions followed along.
//!
//! A *level* is a row and, with a half turn, its image: level 0 is the middle row (odd sizes) or the two middle rows (even);
//! without symmetry it is the first row, and outward means down. At each level the node's successors filtered, all at once, by
//! what the columns permit: a row falls out when it is black where a column may not end, white alone where that is forbidden, or
//! white in a word where that is. One thing more is asked of each row left: it may not be black in both arms of a run through
//! the centre that would then be no legal word.

use super::columns::{BLACK, Columns, MAY_ALONE, MAY_BLACK, MAY_CROSSED, Middle, OtherArm, State};
use super::filter::Forbidden;
use super::regions::Regions;
use super::rows::{Pattern, Patterns, RowGraph};
use super::words::Words;
use crate::engine::{EngineError, Run};
use crate::rules::Ruleset;

/// The most squares a row can have in this engine.
pub const MOST_SIZE: usize = 32;

/// What the search needs to know, made once for a problem.
pub struct Plan {
    /// Rows and columns.
    pub size: usize,
    /// Whether grids are unchanged by a half turn.
    pub half_turn: bool,
    /// Rows placed one after the other.
    pub levels: usize,
    /// The set of patterns that each level takes its rows from.
    pub sets: Vec<usize>,
    /// All patterns.
    pub patterns: Patterns,
    /// The word rules.
    pub words: Words,
    /// The column automaton.
    pub columns: Columns,
    /// The first and last column need a white square.
    pub edges: bool,
    /// White squares form one region.
    pub connected: bool,
    /// The fewest white squares in a column.
    pub least: usize,
}

/// The rows from the middle (or the top) outward, and what the next row has to respect.
#[derive(Clone)]
struct Level {
    node: u32,
    row: u32,
    /// Columns in which a square so far (or, with a half turn, its image) is white.
    seen: u32,
    forbidden: Forbidden,
    /// Columns c such that c and n−1−c may not both be black next.
    not_both_black: u32,
    /// Columns whose run through the centre is still growing.
    central: u32,
    states: [State; MOST_SIZE],
    /// The finished half of each column whose run through the centre has ended.
    ended: [State; MOST_SIZE],
    regions: Regions,
}

/// Gets the grids that a search finds.
pub trait Receiver {
    /// A grid's rows, a word a level from level 0 outward. An error ends the search.
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError>;
}

/// One thread's search.
pub struct Search<'a, R> {
    plan: &'a Plan,
    run: &'a Run,
    graph: RowGraph<'a>,
    levels: Vec<Level>,
    /// Row of each level of the grid found; the last one is no `Level`.
    rows: Vec<u32>,
    /// For each level, the patterns that may follow it.
    candidates: Vec<Vec<u64>>,
    /// Who gets the grids.
    pub receiver: R,
}

impl Plan {
    /// The symmetries of a rule set that the search can do: a half turn or nothing.
    pub fn half_turn(rules: &Ruleset) -> Option<bool> {
        match rules.symmetry {
            crate::rules::Symmetry::None => Some(false),
            crate::rules::Symmetry::Rot180 => Some(true),
            _ => None,
        }
    }

    /// The middle squares that a run through the centre can have.
    pub fn middles(size: usize, half_turn: bool) -> &'static [Middle] {
        match (half_turn, size % 2) {
            (false, _) => &[],
            (true, 0) => &[Middle::Absent],
            (true, _) => &[Middle::Alone, Middle::Crossed],
        }
    }
}

impl<'a, R: Receiver> Search<'a, R> {
    /// A search that has not begun.
    pub fn new(plan: &'a Plan, run: &'a Run, graph: RowGraph<'a>, receiver: R) -> Self {
        let level = Level {
            node: 0,
            row: 0,
            seen: 0,
            forbidden: Forbidden::default(),
            not_both_black: 0,
            central: 0,
            states: [BLACK; MOST_SIZE],
            ended: [BLACK; MOST_SIZE],
            regions: Regions::none(),
        };
        Search {
            plan,
            run,
            graph,
            levels: vec![level; plan.levels - 1],
            rows: vec![0; plan.levels],
            candidates: vec![Vec::new(); plan.levels],
            receiver,
        }
    }

    /// The graph, for the next search to use, and the receiver.
    pub fn into_parts(self) -> (RowGraph<'a>, R) {
        (self.graph, self.receiver)
    }

    /// Finds every grid whose level 0 is pattern `first` and whose level 1 is one of the patterns `seconds`.
    pub fn run(&mut self, first: u32, seconds: &[u32]) -> Result<(), EngineError> {
        let plan = self.plan;
        let Pattern { row, reversed, .. } = *plan.patterns.get(first);
        if !self.start(first) {
            return Ok(());
        }
        let middle = plan.half_turn && plan.size % 2 == 1;
        let inner = if plan.half_turn && !middle { row & reversed } else { 0 };
        let last = plan.levels == 2;
        for &second in seconds {
            let next = *plan.patterns.get(second);
            let upright = if middle { row & next.fold } else { row & (inner | next.row) };
            let legal = plan.patterns.legal_between(&plan.words, first, upright)
                && (!last || plan.patterns.legal_between(&plan.words, second, row & next.row));
            if legal && self.levels[0].admits(&next) {
                let node = self.graph.node(second, row & next.row);
                self.place(0, second, node)?;
            }
        }
        Ok(())
    }

    /// Sets up level 0; `false` when some column cannot be completed.
    fn start(&mut self, first: u32) -> bool {
        let plan = self.plan;
        let pattern = *plan.patterns.get(first);
        let level = &mut self.levels[0];
        let middle_row = plan.half_turn && plan.size % 2 == 1;
        level.row = pattern.row;
        level.seen = if plan.half_turn { pattern.fold } else { pattern.row };
        level.central = match (plan.half_turn, middle_row) {
            (true, true) => pattern.row,
            (true, false) => pattern.row & pattern.reversed,
            (false, _) => 0,
        };
        level.ended = [BLACK; MOST_SIZE];
        for c in 0..plan.size {
            let (white, crossed) = (pattern.row >> c & 1 == 1, pattern.across >> c & 1 == 1);
            let symbol = usize::from(white) + usize::from(crossed);
            level.states[c] = if middle_row {
                match symbol {
                    0 => BLACK,
                    1 => plan.columns.half(Middle::Alone),
                    _ => plan.columns.half(Middle::Crossed),
                }
            } else {
                let before = if level.central >> c & 1 == 1 { plan.columns.half(Middle::Absent) } else { BLACK };
                if plan.columns.permits(plan.levels)[usize::from(before)] >> symbol & 1 == 0 {
                    return false;
                }
                plan.columns.step(before, symbol)
            };
        }
        level.regions = match (plan.half_turn, middle_row) {
            (true, true) => Regions::of_middle_row(pattern.row),
            (true, false) => {
                let mut regions = Regions::of_rows(pattern.row, pattern.reversed);
                regions.join_across_centre();
                regions
            }
            (false, _) => Regions::of_rows(pattern.row, 0),
        };
        self.rows[0] = pattern.row;
        level.forbid(plan, plan.levels - 1);
        true
    }

    /// Puts a row that the columns admit outside level k, and goes on outward. `node` is that row's, unless it is the last.
    fn place(&mut self, k: usize, next: u32, node: u32) -> Result<(), EngineError> {
        let plan = self.plan;
        let pattern = *plan.patterns.get(next);
        self.rows[k + 1] = pattern.row;
        if k + 2 == plan.levels {
            return if self.levels[k].completes(plan, &pattern) && self.columns_full() {
                self.receiver.found(&self.rows)
            } else {
                Ok(())
            };
        }
        let (below, above) = self.levels.split_at_mut(k + 1);
        above[0].become_after(plan, &below[k], &pattern, node, plan.levels - 2 - k);
        self.extend(k + 1)
    }

    /// Tries every row outside level k ≥ 1.
    fn extend(&mut self, k: usize) -> Result<(), EngineError> {
        let plan = self.plan;
        let (set, last) = (plan.sets[k + 1], k + 2 == plan.levels);
        let mut candidates = std::mem::take(&mut self.candidates[k]);
        let (below, above) = self.levels.split_at_mut(k);
        let level = &mut above[0];
        let list = self.graph.successors(level.node, set, last, &mut candidates);
        // The regions matter only where some row may follow, which near the edge is seldom.
        if plan.patterns.filter(set).apply(&mut candidates, level.forbidden)
            && level.follow_regions(plan, &below[k - 1])
        {
            if !last {
                self.run.check()?;
            }
            for (word, &bits) in candidates.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    let next = plan.patterns.set(set)[word * 64 + bit as usize];
                    if self.levels[k].admits_black_pairs(plan.patterns.get(next)) {
                        let node = if last { 0 } else { self.graph.target(list, word, bit) };
                        self.place(k, next, node)?;
                    }
                }
            }
        }
        self.candidates[k] = candidates;
        Ok(())
    }

    /// Whether every column of the finished grid has the white squares it must have at least: the columns' counts are
    /// kept as bit planes, one row added at a time.
    fn columns_full(&self) -> bool {
        let plan = self.plan;
        if plan.least == 0 {
            return true;
        }
        let mut planes = [0u32; 7];
        let mut add = |row: u32| {
            let mut carry = row;
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        };
        for (k, &row) in self.rows.iter().enumerate() {
            add(row);
            if plan.half_turn && (k > 0 || plan.size.is_multiple_of(2)) {
                add(row.reverse_bits() >> (32 - plan.size));
            }
        }
        // Columns whose count is at least `least`, compared from the highest plane down.
        let (mut above, mut equal) = (0, u32::MAX);
        for (i, &plane) in planes.iter().enumerate().rev() {
            let bit = if plan.least >> i & 1 == 1 { u32::MAX } else { 0 };
            above |= equal & plane & !bit;
            equal &= !(plane ^ bit);
        }
        (above | equal) & (u32::MAX >> (32 - plan.size)) == u32::MAX >> (32 - plan.size)
    }
}

impl Level {
    /// Whether every column permits what `next` would make it read.
    fn admits(&self, next: &Pattern) -> bool {
        let alone = next.row & !next.across;
        let Forbidden { black, alone: not_alone, crossed } = self.forbidden;
        (!next.row & black) | (alone & not_alone) | (next.across & crossed) == 0 && self.admits_black_pairs(next)
    }

    /// Whether no run through the centre would end at both ends as no legal word.
    fn admits_black_pairs(&self, next: &Pattern) -> bool {
        !next.fold & self.not_both_black == 0
    }

    /// Makes this the level after `before`, with the row `next`, all but the regions.
    fn become_after(&mut self, plan: &Plan, before: &Level, next: &Pattern, node: u32, remaining: usize) {
        self.node = node;
        self.row = next.row;
        self.seen = before.seen | if plan.half_turn { next.fold } else { next.row };
        self.central = before.central & next.row;
        self.ended = before.ended;
        let mut ending = before.central & !next.row;
        while ending != 0 {
            let c = ending.trailing_zeros() as usize;
            self.ended[c] = before.states[c];
            ending &= ending - 1;
        }
        for c in 0..plan.size {
            let symbol = (next.row >> c & 1) + (next.across >> c & 1);
            self.states[c] = plan.columns.step(before.states[c], symbol as usize);
        }
        self.forbid(plan, remaining);
    }

    /// Works out the regions from those of the level before; `false` when they can no longer be joined.
    fn follow_regions(&mut self, plan: &Plan, before: &Level) -> bool {
        if !plan.connected {
            return true;
        }
        let far = if plan.half_turn { self.row.reverse_bits() >> (32 - plan.size) } else { 0 };
        self.regions.follow(&before.regions, self.row, far)
    }

    /// Works out from the columns' states what the next row may not be.
    fn forbid(&mut self, plan: &Plan, remaining: usize) {
        let permits = plan.columns.permits(remaining);
        let (mut black, mut alone, mut crossed) = (0, 0, 0);
        for c in 0..plan.size {
            let forbidden = u32::from(!permits[usize::from(self.states[c])]);
            black |= (forbidden & u32::from(MAY_BLACK)) << c;
            alone |= (forbidden & u32::from(MAY_ALONE)) >> 1 << c;
            crossed |= (forbidden & u32::from(MAY_CROSSED)) >> 2 << c;
        }
        self.not_both_black = 0;
        let mut central = self.central;
        while central != 0 {
            let c = central.trailing_zeros() as usize;
            let opposite = plan.size - 1 - c;
            let other = if c == opposite {
                OtherArm::Image
            } else if self.central >> opposite & 1 == 1 {
                let joined = plan.columns.join(self.states[c], self.states[opposite]);
                self.not_both_black |= u32::from(!joined) << c;
                OtherArm::Growing(self.states[opposite])
            } else {
                OtherArm::Ended(self.ended[opposite])
            };
            let forbidden = u32::from(!plan.columns.half_permits(remaining, self.states[c], other));
            black |= (forbidden & u32::from(MAY_BLACK)) << c;
            alone |= (forbidden & u32::from(MAY_ALONE)) >> 1 << c;
            crossed |= (forbidden & u32::from(MAY_CROSSED)) >> 2 << c;
            central &= central - 1;
        }
        self.forbidden = Forbidden { black, alone, crossed };
    }

    /// Whether the row `edge`, which the columns admit, makes a finished grid of the levels up to this one.
    fn completes(&self, plan: &Plan, edge: &Pattern) -> bool {
        let seen = self.seen | if plan.half_turn { edge.fold } else { edge.row };
        let sides = 1 | 1 << (plan.size - 1);
        if seen == 0 || plan.edges && seen & sides != sides {
            return false;
        }
        // Runs through the centre that reach the edge: the last step and the end come at once.
        let reaching = self.central & edge.row;
        let mut pairs = reaching | reaching.reverse_bits() >> (32 - plan.size);
        pairs &= u32::MAX >> (32 - plan.size.div_ceil(2));
        while pairs != 0 {
            let c = pairs.trailing_zeros() as usize;
            let half = |c: usize| {
                if self.central >> c & 1 == 0 {
                    self.ended[c]
                } else if edge.row >> c & 1 == 0 {
                    self.states[c]
                } else {
                    plan.columns.step(self.states[c], 1 + (edge.across >> c & 1) as usize)
                }
            };
            if !plan.columns.join(half(c), half(plan.size - 1 - c)) {
                return false;
            }
            pairs &= pairs - 1;
        }
        let far = if plan.half_turn { edge.reversed } else { 0 };
        !plan.connected || self.regions.one_after(self.row, edge.row, far)
    }
}
