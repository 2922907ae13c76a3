//! The search itself: rows placed outward, columns and regions followed along.
//!
//! A *level* is a row and, with a half turn, its image: level 0 is the middle row (odd sizes) or the two middle rows
//! (even); without symmetry it is the first row, and outward means down. At each level the node's successors are
//! filtered, all at once, by what the columns permit: a row falls out when it is black where a column may not end,
//! white alone where that is forbidden, or white in a word where that is. One thing more is asked of each row left: it
//! may not be black in both arms of a run through the centre that would then be no legal word. Where columns must read as
//! rows do, what the rows placed fix is forbidden to be otherwise.

use super::columns::Middle;
use super::constraints::Tally;
use super::ending::Ending;
use super::filter::members;
use super::forbidden::Forbidden;
use super::graph::RowGraph;
use super::level::Level;
use super::pattern::RowPattern;
use super::plan::Plan;
use gridcheck_run::{EngineError, Run};

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
    /// For each level, what the rows up to it have, where constraints ask for it.
    tallies: Vec<Tally>,
    /// For each level, the patterns that may follow it.
    candidates: Vec<Vec<u64>>,
    /// Who gets the grids.
    pub receiver: R,
}

impl Plan {
    /// Forbids the next row to be otherwise than the rows placed fix it.
    fn demand_of_next(&self, rows: &[u32], forbidden: &mut Forbidden) {
        if let Some(columns) = self.demands.columns {
            forbidden.demand(self.demands.fixed_by(columns, self.size, rows));
        }
    }

    /// The rows of the grid beyond level `k` and its image.
    fn rows_after(&self, k: usize) -> usize {
        let copies = if self.demands.half_turn { 2 } else { 1 };
        copies * (self.levels - 1 - k)
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
        Search {
            plan,
            run,
            graph,
            levels: vec![Level::default(); plan.levels - 1],
            rows: vec![0; plan.levels],
            tallies: vec![Tally::default(); plan.levels],
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
        let pattern = plan.patterns.get(first);
        if !self.levels[0].start(plan, pattern) {
            return Ok(());
        }
        let RowPattern { row, reversed, .. } = *pattern;
        self.rows[0] = row;
        if !self.may_grant(0, row) {
            return Ok(());
        }
        plan.demand_of_next(&self.rows[..1], &mut self.levels[0].forbidden);
        let middle = plan.demands.half_turn && plan.size % 2 == 1;
        let inner = if plan.demands.half_turn && !middle { row & reversed } else { 0 };
        let last = plan.levels == 2;
        for &second in seconds {
            let next = plan.patterns.get(second);
            let upright = if middle { row & next.fold } else { row & (inner | next.row) };
            let legal = plan.patterns.legal_between(&plan.words, first, upright)
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

    /// Puts a row that the columns admit outside level k, not at the edge, and goes on outward.
    fn place(&mut self, k: usize, next: &RowPattern, node: u32) -> Result<(), EngineError> {
        let plan = self.plan;
        self.rows[k + 1] = next.row;
        if !self.may_grant(k + 1, next.row) {
            return Ok(());
        }
        let (below, above) = self.levels.split_at_mut(k + 1);
        above[0].become_after(plan, &below[k], next);
        above[0].node = node;
        above[0].forbid(plan, plan.levels - 2 - k);
        plan.demand_of_next(&self.rows[..k + 2], &mut above[0].forbidden);
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
        // The regions matter only where some row may follow, which near the edge is seldom.
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
                            // Asked for each time, as the graph may have been trimmed in between.
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

    /// Tries these rows, which the columns admit one by one, outside level k, the last but two, and every row at the
    /// edge.
    fn end(&mut self, k: usize, candidates: &[u64]) -> Result<(), EngineError> {
        let plan = self.plan;
        let (set, edge_set) = (plan.sets[k + 1], plan.sets[k + 2]);
        let mut edges = std::mem::take(&mut self.candidates[k + 1]);
        let ending = Ending::of(plan, &self.levels[k]);
        let followers = self.graph.followers(self.levels[k].node, set);
        for i in members(candidates) {
            let next = plan.patterns.get(plan.patterns.set(set)[i]);
            if !self.may_grant(k + 1, next.row) {
                continue;
            }
            let (below, above) = self.levels.split_at_mut(k + 1);
            let (level, outer) = (&below[k], &mut above[0]);
            if !level.admits_black_pairs(next) {
                continue;
            }
            let node = self.graph.target(followers, i);
            self.rows[k + 1] = next.row;
            outer.forbidden = ending.after(plan, level, next);
            plan.demand_of_next(&self.rows[..k + 2], &mut outer.forbidden);
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

    /// Tries these rows, which the columns admit one by one, at the edge.
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
        if !self.may_grant(plan.levels - 1, edge.row) {
            return Ok(());
        }
        if self.levels[plan.levels - 2].completes(plan, edge) && self.columns_full() && self.grants() {
            self.receiver.found(&self.rows)?;
        }
        Ok(())
    }

    /// Whether the rows up to level `k`, this one its last, may be those of a grid that is wanted.
    fn may_grant(&mut self, k: usize, row: u32) -> bool {
        let plan = self.plan;
        let Some(wanted) = &plan.wanted else { return true };
        let before = k.checked_sub(1).map(|before| self.tallies[before]).unwrap_or_default();
        self.tallies[k] = wanted.after(before, k, row);
        self.rows[k] = row;
        wanted.may_grant(self.tallies[k], &self.rows[..=k], plan.rows_after(k))
    }

    /// Whether the finished grid is wanted.
    fn grants(&self) -> bool {
        self.plan.wanted.as_ref().is_none_or(|wanted| wanted.grants(&self.rows))
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
            if plan.demands.half_turn && (k > 0 || plan.size.is_multiple_of(2)) {
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
