//! Searches: places rows outward, and updates columns and regions.
//!
//! A *level* is a row and, with a half turn, its image. Level 0 is the middle row (odd sizes) or the two middle rows (even sizes). Without
//! symmetry it is the first row, and outward means down. At each level the node's successors are filtered, all at once, by the permissions
//! of the columns. A row is removed in three cases: it is black where a column may not end, white alone where that is forbidden, or white
//! in a word where that is forbidden. Each remaining row is tested once more: it may not be black in both arms of a run through the centre
//! that would then not be a legal word. If columns must read as rows do, squares that the placed rows fix are forbidden any other colour.

use super::columns::Middle;
use super::constraints::Totals;
use super::edge_lookahead::EdgeLookahead;
use super::filter::members;
use super::forbidden::Forbidden;
use super::graph::RowGraph;
use super::level::Level;
use super::pattern::RowPattern;
use super::plan::Plan;
use gridcheck_engine::{EngineError, Run};

/// Receives the grids that a search finds.
pub(crate) trait Receiver {
    /// Receives a grid's rows, a word a level from level 0 outward.
    ///
    /// # Errors
    ///
    /// An error ends the search.
    fn found(&mut self, rows: &[u32]) -> Result<(), EngineError>;
}

/// The search of one thread.
pub(crate) struct Search<'a, R> {
    plan: &'a Plan,
    run: &'a Run,
    graph: RowGraph<'a>,
    levels: Vec<Level>,
    /// The row of each level of the current grid; the last row has no `Level`.
    rows: Vec<u32>,
    /// For each level, the totals of the rows up to it, if constraints need them.
    totals: Vec<Totals>,
    /// For each level, the patterns that may follow it.
    candidates: Vec<Vec<u64>>,
    /// The receiver of the grids.
    pub receiver: R,
}

impl Plan {
    /// Forbids the next row any colour that contradicts the placed rows.
    fn forbid_by_symmetry(&self, rows: &[u32], forbidden: &mut Forbidden) {
        if let Some(columns) = self.symmetry_rules.columns {
            forbidden.require(self.symmetry_rules.fixed_by(columns, self.width, rows));
        }
    }

    /// Returns the number of rows of the grid beyond level `k` and its image.
    fn rows_after(&self, k: usize) -> usize {
        let copies = if self.symmetry_rules.half_turn { 2 } else { 1 };
        copies * (self.levels - 1 - k)
    }

    /// Returns the middle squares that a run through the centre can have.
    pub(crate) fn middles(height: usize, half_turn: bool) -> &'static [Middle] {
        match (half_turn, height % 2) {
            (false, _) => &[],
            (true, 0) => &[Middle::Absent],
            (true, _) => &[Middle::Alone, Middle::Crossed],
        }
    }
}

impl<'a, R: Receiver> Search<'a, R> {
    /// Returns a search at its start.
    pub(crate) fn new(plan: &'a Plan, run: &'a Run, graph: RowGraph<'a>, receiver: R) -> Self {
        Search {
            plan,
            run,
            graph,
            levels: vec![Level::default(); plan.levels - 1],
            rows: vec![0; plan.levels],
            totals: vec![Totals::default(); plan.levels],
            candidates: vec![Vec::new(); plan.levels],
            receiver,
        }
    }

    /// Returns the graph, for the next search, and the receiver.
    pub(crate) fn into_parts(self) -> (RowGraph<'a>, R) {
        (self.graph, self.receiver)
    }

    /// Finds every grid whose level 0 is pattern `first` and whose level 1 is one of the patterns `seconds`.
    ///
    /// # Errors
    ///
    /// Fails if the run must stop, or if the receiver returns an error.
    pub(crate) fn run(&mut self, first: u32, seconds: &[u32]) -> Result<(), EngineError> {
        let plan = self.plan;
        let pattern = plan.patterns.get(first);
        if !self.levels[0].start(plan, pattern) {
            return Ok(());
        }
        let RowPattern { row, reversed, .. } = *pattern;
        self.rows[0] = row;
        if !self.may_meet(0, row) {
            return Ok(());
        }
        plan.forbid_by_symmetry(&self.rows[..1], &mut self.levels[0].forbidden);
        let middle = plan.symmetry_rules.half_turn && plan.height % 2 == 1;
        let inner = if plan.symmetry_rules.half_turn && !middle { row & reversed } else { 0 };
        let last = plan.levels == 2;
        for &second in seconds {
            let next = plan.patterns.get(second);
            let vertical = if middle { row & next.fold } else { row & (inner | next.row) };
            let legal = plan.patterns.legal_between(&plan.words, first, vertical)
                && (!last || plan.patterns.legal_between(&plan.words, second, row & next.row));
            if !legal || !self.levels[0].admits(next) {
                continue;
            }
            if last {
                self.put_edge(next)?;
            } else {
                let node = self.graph.node(second, row & next.row);
                self.place(0, next, node)?;
            }
        }
        Ok(())
    }

    /// Puts a row that the columns admit outside level k, not at the edge, and continues outward.
    fn place(&mut self, k: usize, next: &RowPattern, node: u32) -> Result<(), EngineError> {
        let plan = self.plan;
        self.rows[k + 1] = next.row;
        if !self.may_meet(k + 1, next.row) {
            return Ok(());
        }
        let (below, above) = self.levels.split_at_mut(k + 1);
        above[0].become_after(plan, &below[k], next);
        above[0].node = node;
        above[0].forbid(plan, plan.levels - 2 - k);
        plan.forbid_by_symmetry(&self.rows[..k + 2], &mut above[0].forbidden);
        self.extend(k + 1)
    }

    /// Tries every row outside level k ≥ 1.
    fn extend(&mut self, k: usize) -> Result<(), EngineError> {
        let plan = self.plan;
        let set = plan.sets[k + 1];
        let to_come = plan.levels - 1 - k;
        if to_come > 2 {
            self.graph.trim(plan.most_kept, self.levels[1..=k].iter_mut().map(|level| &mut level.node));
        }
        let mut candidates = std::mem::take(&mut self.candidates[k]);
        let (below, above) = self.levels.split_at_mut(k);
        let level = &mut above[0];
        let successors = self.graph.successors(level.node, set);
        // The regions matter only if some row may follow, which is rare near the edge.
        if plan.patterns.filter(set).survivors(successors, &level.forbidden, &mut candidates)
            && level.follow_regions(plan, &below[k - 1])
        {
            self.run.check()?;
            match to_come {
                1 => self.finish(&candidates)?,
                2 => self.end(k, &candidates)?,
                _ => {
                    for i in members(&candidates) {
                        let next = plan.patterns.get(plan.patterns.set(set)[i]);
                        if self.levels[k].admits_black_pairs(next) {
                            // Looked up each time, because the graph may have been trimmed in between.
                            let followers = self.graph.followers(self.levels[k].node, set);
                            let node = self.graph.target(followers, i);
                            self.place(k, next, node)?;
                        }
                    }
                }
            }
        }
        self.candidates[k] = candidates;
        Ok(())
    }

    /// Tries these rows, which the columns admit individually, outside level k, the last but two, with every row at the edge.
    fn end(&mut self, k: usize, candidates: &[u64]) -> Result<(), EngineError> {
        let plan = self.plan;
        let (set, edge_set) = (plan.sets[k + 1], plan.sets[k + 2]);
        let mut edges = std::mem::take(&mut self.candidates[k + 1]);
        let lookahead = EdgeLookahead::of(plan, &self.levels[k]);
        let followers = self.graph.followers(self.levels[k].node, set);
        for i in members(candidates) {
            let next = plan.patterns.get(plan.patterns.set(set)[i]);
            if !self.may_meet(k + 1, next.row) {
                continue;
            }
            let (below, above) = self.levels.split_at_mut(k + 1);
            let (level, outer) = (&below[k], &mut above[0]);
            if !level.admits_black_pairs(next) {
                continue;
            }
            let node = self.graph.target(followers, i);
            self.rows[k + 1] = next.row;
            outer.forbidden = lookahead.after(plan, level, next);
            plan.forbid_by_symmetry(&self.rows[..k + 2], &mut outer.forbidden);
            if !self.graph.may_reach_edge(node, &outer.forbidden) {
                continue;
            }
            let successors = self.graph.successors(node, edge_set);
            if plan.patterns.filter(edge_set).survivors(successors, &outer.forbidden, &mut edges) {
                outer.become_after(plan, level, next);
                if outer.follow_regions(plan, level) {
                    self.finish(&edges)?;
                }
            }
        }
        self.candidates[k + 1] = edges;
        Ok(())
    }

    /// Tries these rows, which the columns admit individually, at the edge.
    fn finish(&mut self, edges: &[u64]) -> Result<(), EngineError> {
        let plan = self.plan;
        let k = plan.levels - 2;
        for i in members(edges) {
            let edge = plan.patterns.get(plan.patterns.set(plan.sets[k + 1])[i]);
            if self.levels[k].admits_black_pairs(edge) {
                self.put_edge(edge)?;
            }
        }
        Ok(())
    }

    /// Puts a row that the columns admit at the edge.
    fn put_edge(&mut self, edge: &RowPattern) -> Result<(), EngineError> {
        let plan = self.plan;
        self.rows[plan.levels - 1] = edge.row;
        if !self.may_meet(plan.levels - 1, edge.row) {
            return Ok(());
        }
        if self.levels[plan.levels - 2].completes(plan, edge) && self.columns_full() && self.meets() {
            self.receiver.found(&self.rows)?;
        }
        Ok(())
    }

    /// Returns `true` if the rows up to level `k` may be those of a wanted grid. The last of these rows is `row`.
    fn may_meet(&mut self, k: usize, row: u32) -> bool {
        let plan = self.plan;
        let Some(wanted) = &plan.wanted else { return true };
        let before = k.checked_sub(1).map(|before| self.totals[before]).unwrap_or_default();
        self.totals[k] = wanted.after(before, k, row);
        self.rows[k] = row;
        wanted.may_meet(self.totals[k], &self.rows[..=k], plan.rows_after(k))
    }

    /// Returns `true` if the finished grid meets the constraints.
    fn meets(&self) -> bool {
        self.plan.wanted.as_ref().is_none_or(|wanted| wanted.meets(&self.rows))
    }

    /// Returns `true` if every column of the finished grid has the required number of white squares. The columns' counts are kept as bit
    /// planes, and one row is added at a time.
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
            if plan.symmetry_rules.half_turn && (k > 0 || plan.height.is_multiple_of(2)) {
                add(row.reverse_bits() >> (32 - plan.width));
            }
        }
        // The columns whose count is at least `least`, compared from the highest plane down.
        let (mut above, mut equal) = (0, u32::MAX);
        for (i, &plane) in planes.iter().enumerate().rev() {
            let bit = if plan.least >> i & 1 == 1 { u32::MAX } else { 0 };
            above |= equal & plane & !bit;
            equal &= !(plane ^ bit);
        }
        (above | equal) & (u32::MAX >> (32 - plan.width)) == u32::MAX >> (32 - plan.width)
    }
}
