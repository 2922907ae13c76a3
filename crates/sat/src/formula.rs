//! Clauses, and what is left of them under a partial assignment.
//!
//! [`Encoder`] collects clauses while the rules are written down; [`Formula`] is the finished conjunction, always propagated
//! to a fixed point. Cutting the search into cubes is then only [`Formula::under`]: each cube gets a smaller formula of its
//! own, and a cube that propagation alone refutes never reaches a solver. The fixed point of unit propagation does not
//! depend on the order of the steps (the empty clause aside), so a formula is a function of its cube.
//!
//! Invariant of [`Formula`]: a variable with a value occurs in no clause, and every clause has two literals or more.

use std::collections::HashMap;

use varisat::{Lit, Var};

/// Clauses one after the other in one vector.
#[derive(Clone, Default)]
pub(super) struct Clauses {
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }
}

/// Takes down clauses over numbered variables, the first of which are given and the rest made on the way.
pub(super) struct Encoder {
    variables: usize,
    clauses: Clauses,
    /// The literal that stands for a ∨ b, by (a, b) in order.
    either: HashMap<(Lit, Lit), Lit>,
    truth: Option<Lit>,
    scratch: Vec<Lit>,
}

impl Encoder {
    /// `variables` are there from the start, numbered from 0.
    pub(super) fn new(variables: usize) -> Self {
        Encoder { variables, clauses: Clauses::default(), either: HashMap::new(), truth: None, scratch: Vec::new() }
    }

    /// A new variable.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::from_index(self.variables - 1).positive()
    }

    /// A literal that is true.
    pub(super) fn truth(&mut self) -> Lit {
        if let Some(truth) = self.truth {
            return truth;
        }
        let truth = self.fresh();
        self.clause([truth]);
        self.truth = Some(truth);
        truth
    }

    /// One more clause. Symmetry makes squares share variables, so literals may come twice or with their negation.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.scratch.clear();
        self.scratch.extend(literals);
        self.scratch.sort_unstable();
        self.scratch.dedup();
        // A literal and its negation are neighbours in varisat's order.
        if self.scratch.windows(2).all(|pair| pair[0].var() != pair[1].var()) {
            self.clauses.push(self.scratch.iter().copied());
        }
    }

    /// A literal equivalent to a ∨ b.
    pub(super) fn either(&mut self, a: Lit, b: Lit) -> Lit {
        if a == b {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&literal) = self.either.get(&key) {
            return literal;
        }
        let literal = self.fresh();
        self.clause([!literal, a, b]);
        self.clause([literal, !a]);
        self.clause([literal, !b]);
        self.either.insert(key, literal);
        literal
    }

    /// The formula in which `given` literals hold; `None` when propagation refutes it.
    pub(super) fn finish(self, given: &[Lit]) -> Option<Formula> {
        let mut clauses: Vec<&[Lit]> = self.clauses.iter().collect();
        // Lines that symmetry ties to themselves say some things twice.
        clauses.sort_unstable();
        clauses.dedup();
        let mut distinct = Clauses::default();
        for clause in clauses {
            distinct.push(clause.iter().copied());
        }
        Formula { values: vec![None; self.variables], clauses: distinct }.under(given)
    }
}

/// A conjunction of clauses under the assignment that it implies by propagation.
#[derive(Clone)]
pub(super) struct Formula {
    values: Vec<Option<bool>>,
    clauses: Clauses,
}

impl Formula {
    /// What `literal` is worth here.
    pub(super) fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.index()].map(|value| value == literal.is_positive())
    }

    /// The number of variables, with and without a value.
    pub(super) fn variables(&self) -> usize {
        self.values.len()
    }

    /// The clauses that are left.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter()
    }

    /// What is left of a clause here, in `rest`; false when it is true already and nothing is left to ask.
    pub(super) fn rest_of(&self, clause: &[Lit], rest: &mut Vec<Lit>) -> bool {
        rest.clear();
        for &literal in clause {
            match self.value(literal) {
                Some(true) => return false,
                Some(false) => {}
                None => rest.push(literal),
            }
        }
        true
    }

    /// This formula with `assumed` literals true, propagated; `None` when that refutes it.
    pub(super) fn under(&self, assumed: &[Lit]) -> Option<Formula> {
        let mut next = Formula { values: self.values.clone(), clauses: Clauses::default() };
        for &literal in assumed {
            if !next.set(literal) {
                return None;
            }
        }
        let mut changed = next.reduce(&self.clauses)?;
        while changed {
            let before = std::mem::take(&mut next.clauses);
            changed = next.reduce(&before)?;
        }
        Some(next)
    }

    /// Appends what is left of each clause, using units as soon as they are seen; whether there were any.
    fn reduce(&mut self, clauses: &Clauses) -> Option<bool> {
        let mut changed = false;
        for clause in clauses.iter() {
            let start = self.clauses.literals.len();
            let mut satisfied = false;
            for &literal in clause {
                match self.value(literal) {
                    Some(true) => {
                        satisfied = true;
                        break;
                    }
                    Some(false) => {}
                    None => self.clauses.literals.push(literal),
                }
            }
            let left = self.clauses.literals.len() - start;
            match left {
                _ if satisfied => self.clauses.literals.truncate(start),
                0 => return None,
                1 => {
                    let unit = self.clauses.literals[start];
                    self.clauses.literals.truncate(start);
                    self.set(unit);
                    changed = true;
                }
                _ => self.clauses.ends.push(start + left),
            }
        }
        Some(changed)
    }

    /// Gives `literal` the value true; false when it has the other.
    fn set(&mut self, literal: Lit) -> bool {
        *self.values[literal.index()].get_or_insert(literal.is_positive()) == literal.is_positive()
    }
}
