//! The grids of a formula and the proof that there are no others, found together: CDCL with chronological backtracking.
//!
//! # Terms
//! - A *literal* is a variable or its negation, a *clause* a set of literals of which one must be true.
//! - The *trail* lists the literals that are true, in the order in which they were *assigned*. A literal is assigned by a
//!   *decision*, or because it is *implied* by a clause whose other literals are all false, its *reason*.
//! - The *decision level* of a literal is how many decisions are on the trail up to it, itself included. What is assigned at the
//!   *root*, level 0, is true in every model.
//! - The *assertion level* of an implied literal is the highest level among the other literals of its reason: it is implied
//!   as long as that level is there, even where it was found later and stands at a higher level of the trail.
//! - A *conflict* is a clause whose literals are all false.
//! - The *blocking clause* of a grid says that not all squares have its colours.
//! - A *lemma* is a clause derived from a conflict. It follows by unit propagation from the clauses that it was derived
//!   from, its *hints*, in the order in which these propagate.
//!
//! # The search
//! The open square that comes first in reading order is *decided* to be black, and what follows is *propagated* (Davis, Logemann
//! & Loveland 1962). Where all squares have a colour without a conflict, a grid is found, and its blocking clause is a
//! conflict at once. A conflict is *analysed* into a lemma (Marques-Silva & Sakallah 1996), and the search *backtracks* and
//! assigns what the lemma implies. When a lemma without literals is left, the formula with all blocking clauses has no model.
//!
//! **Analysis** ([`analyze`]). Reasons are resolved into the conflict, the last literal of the trail first, until its highest level
//! is left with the decision alone. Most solvers stop at the first unique implication point; here the decision is what is to
//! be turned round. A literal of a lower level is resolved away where that brings no new one (local minimization, Sörensson &
//! Biere 2009). Tried, for British 9 × 9: resolving until only decisions are left makes the proof longer (206,000 steps and
//! 189 MB of LRAT for 124,000 and 147 MB), since what is learned about squares cut off is then less general.
//!
//! **Chronological backtracking** ([`backtrack`]; Nadel & Ryvchin 2018). A solver that wants one model jumps back to the
//! assertion level of the lemma's literal, however low. A search for all models would lose its place: between there and here
//! lie levels whose grids are found, and would be found again. So only the lemma's highest level is taken back, with those
//! above it, which the lemma shows to be of no account (Prosser 1993), and the decision is turned round one level below. The
//! literal then stands higher on the trail than its assertion level; when backtracking goes on, it stays as long as that does.
//!
//! **What is learned.** A lemma that was derived without any grid (that some squares cut others off, mostly) is watched and
//! propagates like the formula's own clauses. A lemma that rests on a blocking clause concerns one corner of the tree and
//! only serves as a reason there. So each blocking clause is used exactly once, where it arises, and the number of grids does not
//! slow the search; a general solver that is handed them all at the start has tens of thousands of long clauses to watch.
//!
//! # Invariants
//! Debug builds check them where they are made.
//! - No variable is assigned twice, and when a literal is assigned the others of its reason are false.
//! - Decisions are made, and grids found, when everything is propagated.
//! - A lemma is false when it is learned, and of its highest level holds the negated decision alone; its literals are in the
//!   order of the trail, last first.
//! - The shares of the tree that the levels have yet to visit and the one that is done make up the whole.
//! - A lemma is derived from the formula, from blocking clauses and from earlier lemmas only.

mod analyze;
mod backtrack;
mod derivation;
mod level;

use crate::found::{Found, Source, Stop};
use crate::propagation::{ClauseIndex, Literal, Propagation};
use gridcheck_checker::clauses::Formula;
use gridcheck_checker::manifest::MOST_GRIDS;
use gridcheck_checker::refusal::Refusal;
use level::Level;

/// Told of the work as it goes on: the share of the tree that is done, and the grids found so far. May stop it.
pub(super) type Watcher<'a> = &'a mut dyn FnMut(f64, usize) -> Result<(), Stop>;

/// Conflicts between two calls of the watcher.
const BETWEEN_CALLS: u64 = 256;

/// Finds all assignments of the variables 1 to `squares` that extend to a model of the formula. Given all of these, unit
/// propagation must assign every other variable, or lead to a conflict.
pub(super) fn search(formula: &Formula, squares: usize, watcher: Watcher) -> Result<Found, Stop> {
    let mut search = Search::new(formula, squares);
    let mut falsified = search.propagate(Propagation::propagate_units);
    let mut conflicts = 0_u64;
    loop {
        let conflict = if let Some(clause) = falsified {
            search.conflict(clause)
        } else if search.decide() {
            falsified = search.propagate(Propagation::propagate);
            continue;
        } else {
            search.block()?
        };
        conflicts += 1;
        if conflicts.is_multiple_of(BETWEEN_CALLS) {
            watcher(search.done, search.found.grids.len())?;
        }
        if !search.learn(&conflict) {
            watcher(1.0, search.found.grids.len())?;
            return Ok(search.found);
        }
        falsified = search.propagate(Propagation::propagate);
    }
}

/// A clause whose literals are all false.
struct Conflict {
    literals: Vec<Literal>,
    source: Source,
}

/// What is known of a variable, as far as it is assigned.
#[derive(Clone, Copy)]
struct Assignment {
    /// Where it stands on the trail.
    level: Level,
    /// The lowest level that it is known to be implied at.
    assertion: Level,
}

/// The state of a search.
struct Search {
    squares: usize,
    /// Clauses of the formula.
    formula: usize,
    /// The formula's clauses and the lemmas, and what is assigned.
    propagation: Propagation,
    /// By variable.
    assignments: Vec<Assignment>,
    /// By variable of the root: the clause that is just this literal.
    units: Vec<Source>,
    /// Where each level above the root begins on the trail: its decision.
    decisions: Vec<usize>,
    /// By level: the share of the whole tree that it has yet to visit itself.
    shares: Vec<f64>,
    /// The share of the tree that is visited.
    done: f64,
    /// By lemma: whether it rests on a blocking clause.
    rests_on_blocking: Vec<bool>,
    /// By variable: whether the clause under analysis holds it.
    held: Vec<bool>,
    found: Found,
}

impl Search {
    fn new(formula: &Formula, squares: usize) -> Self {
        let variables = formula.variables;
        let unassigned = Assignment { level: Level::ROOT, assertion: Level::ROOT };
        Search {
            squares,
            formula: formula.clauses.len(),
            propagation: Propagation::of(variables, &formula.clauses),
            assignments: vec![unassigned; variables + 1],
            units: vec![Source::Formula(0); variables + 1],
            decisions: Vec::new(),
            shares: vec![1.0],
            done: 0.0,
            rests_on_blocking: Vec::new(),
            held: vec![false; variables + 1],
            found: Found::default(),
        }
    }

    /// The level that is reached.
    fn level(&self) -> Level {
        Level::after(self.decisions.len())
    }

    /// Makes a literal true at the level that is reached.
    fn assign(&mut self, literal: Literal, reason: Option<ClauseIndex>, assertion: Level) {
        debug_assert!(assertion <= self.level());
        self.propagation.assign(literal, reason);
        self.place(literal, assertion);
    }

    /// Takes down where a literal that was just assigned stands.
    fn place(&mut self, literal: Literal, assertion: Level) {
        let variable = literal.variable();
        self.assignments[variable] = Assignment { level: self.level(), assertion };
        if let Some(reason) = self.propagation.reason(variable).filter(|_| self.level() == Level::ROOT) {
            self.units[variable] = self.unit(literal, reason);
        }
    }

    /// Propagates at the level that is reached, by `propagate`; a clause that is false then.
    fn propagate(&mut self, propagate: fn(&mut Propagation) -> Option<ClauseIndex>) -> Option<ClauseIndex> {
        let start = self.propagation.trail().len();
        let falsified = propagate(&mut self.propagation);
        for at in start..self.propagation.trail().len() {
            self.place(self.propagation.trail()[at], self.level());
        }
        falsified
    }

    /// Begins a level with the first open square decided to be black; false if there is none.
    fn decide(&mut self) -> bool {
        debug_assert!(self.propagation.is_propagated());
        let open = (1..=self.squares).map(Literal::white).find(|&white| self.propagation.value(white) == 0);
        let Some(white) = open else { return false };
        // Half of what this level has yet to visit lies on either side of the decision.
        let half = self.shares[self.decisions.len()] / 2.0;
        self.shares[self.decisions.len()] = half;
        self.shares.push(half);
        self.decisions.push(self.propagation.trail().len());
        self.assign(!white, None, self.level());
        true
    }

    /// Takes down the grid at hand; its blocking clause.
    fn block(&mut self) -> Result<Conflict, Refusal> {
        debug_assert!(self.propagation.is_propagated());
        if self.propagation.trail().len() < self.assignments.len() - 1 {
            return Err(Refusal::new("the colours of the squares leave a variable of the formula open"));
        }
        if self.found.grids.len() == MOST_GRIDS {
            return Err(Refusal::new(format!("more than the {MOST_GRIDS} grids that a certificate can have")));
        }
        let source = Source::Blocking(self.found.grids.len() as u32);
        let white = |square| self.propagation.value(Literal::white(square)) == 1;
        let literals = (1..=self.squares)
            .map(|square| if white(square) { !Literal::white(square) } else { Literal::white(square) })
            .collect();
        let grid = (1..=self.squares).map(white).collect();
        self.found.grids.push(grid);
        Ok(Conflict { literals, source })
    }
}
