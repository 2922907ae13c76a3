//! Finds the grids of a formula and the proof that there are no others, by CDCL with chronological backtracking.
//!
//! # Terms
//! - A *literal* is a variable or its negation. A *clause* is a set of literals. At least one of them must be true.
//! - The *trail* lists the true literals, in the order in which they were *assigned*. A literal is assigned by a *decision*, or a clause
//!   *implies* it: the clause is its *reason*, and all other literals of the clause are false.
//! - The *decision level* of a literal is the number of decisions on the trail up to and including it. A literal of the *root*, level 0, is
//!   true in every model.
//! - The *assertion level* of an implied literal is the highest level among the other literals of its reason. The literal is implied while
//!   that level stands, even if it was found later and is at a higher level of the trail.
//! - A *conflict* is a clause whose literals are all false.
//! - The *blocking clause* of a grid says that not all squares have its colours.
//! - A *lemma* is a clause derived from a conflict. It follows by unit propagation from its *hints*, the clauses that it was derived from,
//!   in the order in which these propagate.
//!
//! # The search
//! The search *decides* that the first open square in reading order is black, and *propagates* (Davis, Logemann & Loveland 1962). If all
//! squares have a colour without a conflict, it has found a grid, whose blocking clause is at once a conflict. It *analyses* a conflict
//! into a lemma (Marques-Silva & Sakallah 1996), *backtracks* and assigns the literal that the lemma implies. When it derives the empty
//! lemma, the formula with all blocking clauses has no model.
//!
//! **Analysis** ([`analyze`]). Reasons are resolved into the conflict, the last literal of the trail first, until the highest level of the
//! conflict contributes only its decision. Most solvers stop at the first unique implication point. Here the decision must be flipped. A
//! literal of a lower level is resolved away if that adds no new one (local minimization, Sörensson & Biere 2009).
//!
//! One could also resolve until only decisions are left. But then a lemma about squares that are cut off is less general, and the proof is
//! longer: for British 9 × 9 it has 206,000 steps and 189 MB of LRAT instead of 124,000 and 147 MB.
//!
//! **Chronological backtracking** ([`backtrack`]; Nadel & Ryvchin 2018). A solver for one model jumps back to the assertion level of the
//! lemma's literal, however low. In a search for all models, that would lose levels whose grids are already found, and the search would
//! find them again.
//!
//! So only the lemma's highest level and the levels above it are undone. The lemma shows that these are irrelevant (Prosser 1993). The
//! decision is flipped one level below. The literal is then higher on the trail than its assertion level. Later backtracking keeps it
//! while the assertion level stands.
//!
//! **Learning.** A lemma that was derived without any grid, mostly about squares that cut off others, is watched and propagates like the
//! formula's clauses. A lemma that depends on a blocking clause concerns one part of the tree and only serves as a reason there. So each
//! blocking clause is used exactly once, where it arises, and the number of grids does not slow the search. A general solver that gets all
//! of them at the start must watch tens of thousands of long clauses.
//!
//! # Invariants
//! Debug builds check these where they are established.
//! - No variable is assigned twice. When a literal is assigned, the other literals of its reason are false.
//! - Decisions are made, and grids found, only when propagation is complete.
//! - A lemma is false when it is learned, and the negated decision is its only literal of its highest level. Its literals are in the order
//!   of the trail, last first.
//! - The shares of the tree that the levels must still visit and the visited share add up to the whole.
//! - A lemma is derived only from the formula, from blocking clauses and from earlier lemmas.

mod analyze;
mod backtrack;
mod derivation;
mod level;

use crate::propagation::{ClauseIndex, Literal, Propagation};
use crate::refutation::{Refutation, Source, Stop};
use gridcheck_checker::clauses::Formula;
use gridcheck_checker::manifest::MAX_GRIDS;
use gridcheck_checker::refusal::Refusal;
use level::DecisionLevel;

/// A callback that receives the progress: the visited share of the tree and the number of grids found. It may stop the search.
pub(super) type Watcher<'a> = &'a mut dyn FnMut(f64, usize) -> Result<(), Stop>;

/// Number of conflicts between two calls of the watcher.
const BETWEEN_CALLS: u64 = 256;

/// Finds all assignments of the variables 1 to `squares` that extend to a model of the formula. For each such assignment, unit propagation
/// must assign every other variable or reach a conflict.
pub(super) fn search(formula: &Formula, squares: usize, watcher: Watcher) -> Result<Refutation, Stop> {
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

/// The levels of an assigned variable.
#[derive(Clone, Copy)]
struct Assignment {
    /// The level of the variable on the trail.
    level: DecisionLevel,
    /// The lowest level at which the variable is known to be implied.
    assertion: DecisionLevel,
}

/// The state of a search.
struct Search {
    squares: usize,
    /// Number of clauses of the formula.
    formula: usize,
    /// The formula's clauses and the lemmas, and the current assignment.
    propagation: Propagation,
    /// The levels of each variable.
    assignments: Vec<Assignment>,
    /// The clause that holds only the literal, for each variable assigned at the root.
    units: Vec<Source>,
    /// The position on the trail of each level above the root, where its decision is.
    decisions: Vec<usize>,
    /// The share of the whole tree that each level must still visit alone.
    shares: Vec<f64>,
    /// The visited share of the tree.
    done: f64,
    /// `true` for each lemma that depends on a blocking clause.
    rests_on_blocking: Vec<bool>,
    /// `true` for each variable of the clause under analysis.
    marked: Vec<bool>,
    found: Refutation,
}

impl Search {
    fn new(formula: &Formula, squares: usize) -> Self {
        let variables = formula.variables;
        let unassigned = Assignment { level: DecisionLevel::ROOT, assertion: DecisionLevel::ROOT };
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
            marked: vec![false; variables + 1],
            found: Refutation::default(),
        }
    }

    /// Returns the current level.
    fn level(&self) -> DecisionLevel {
        DecisionLevel::after(self.decisions.len())
    }

    /// Makes a literal true at the current level.
    fn assign(&mut self, literal: Literal, reason: Option<ClauseIndex>, assertion: DecisionLevel) {
        debug_assert!(assertion <= self.level());
        self.propagation.assign(literal, reason);
        self.place(literal, assertion);
    }

    /// Records the levels of a literal that was just assigned.
    fn place(&mut self, literal: Literal, assertion: DecisionLevel) {
        let variable = literal.variable();
        self.assignments[variable] = Assignment { level: self.level(), assertion };
        if let Some(reason) = self.propagation.reason(variable).filter(|_| self.level() == DecisionLevel::ROOT) {
            self.units[variable] = self.unit(literal, reason);
        }
    }

    /// Propagates at the current level with `propagate`. Returns a clause that becomes false, if there is one.
    fn propagate(&mut self, propagate: fn(&mut Propagation) -> Option<ClauseIndex>) -> Option<ClauseIndex> {
        let start = self.propagation.trail().len();
        let falsified = propagate(&mut self.propagation);
        for at in start..self.propagation.trail().len() {
            self.place(self.propagation.trail()[at], self.level());
        }
        falsified
    }

    /// Begins a level with the decision that the first open square is black. Returns `false` if there is no open square.
    fn decide(&mut self) -> bool {
        debug_assert!(self.propagation.is_propagated());
        let open = (1..=self.squares).map(Literal::white).find(|&white| self.propagation.value(white) == 0);
        let Some(white) = open else { return false };
        // Each side of the decision gets half of the share that this level must still visit.
        let half = self.shares[self.decisions.len()] / 2.0;
        self.shares[self.decisions.len()] = half;
        self.shares.push(half);
        self.decisions.push(self.propagation.trail().len());
        self.assign(!white, None, self.level());
        true
    }

    /// Records the current grid and returns its blocking clause.
    fn block(&mut self) -> Result<Conflict, Refusal> {
        debug_assert!(self.propagation.is_propagated());
        if self.propagation.trail().len() < self.assignments.len() - 1 {
            return Err(Refusal::new("the colours of the squares leave a variable of the formula open"));
        }
        if self.found.grids.len() == MAX_GRIDS {
            return Err(Refusal::new(format!("more than the {MAX_GRIDS} grids that a certificate can have")));
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
