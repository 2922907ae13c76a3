//! Represents clauses, and simplifies them under a partial assignment.
//!
//! [`Encoder`] collects the clauses of the rules. [`Formula`] is the finished conjunction, always propagated to a fixed point. Dividing the
//! search into cubes then only needs [`Formula::under`]. Each cube gets a smaller formula, and a cube that propagation alone refutes never
//! reaches a solver. Except for the empty clause, the fixed point of unit propagation does not depend on the order of the steps. A formula
//! is therefore a function of its cube.
//!
//! Invariant of [`Formula`]: a variable with a value occurs in no clause, and every clause has two literals or more.

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

/// Collects clauses over numbered variables.
pub(super) struct Encoder {
    variables: usize,
    clauses: Clauses,
    scratch: Vec<Lit>,
}

impl Encoder {
    /// Returns an encoder with the initial variables 0 .. `variables`.
    pub(super) fn new(variables: usize) -> Self {
        Encoder { variables, clauses: Clauses::default(), scratch: Vec::new() }
    }

    /// Returns a new variable.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::from_index(self.variables - 1).positive()
    }

    /// Adds a clause. Symmetry makes squares share variables, so literals may be repeated or occur with their negation.
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

    /// Returns the formula in which the `given` literals hold; `None` if propagation refutes it.
    pub(super) fn finish(self, given: &[Lit]) -> Option<Formula> {
        let mut clauses: Vec<&[Lit]> = self.clauses.iter().collect();
        // Lines that the symmetry maps to themselves produce some clauses twice.
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
    /// Returns the value of `literal`, if it has one.
    pub(super) fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.index()].map(|value| value == literal.is_positive())
    }

    /// Returns the number of variables, with and without a value.
    pub(super) fn variables(&self) -> usize {
        self.values.len()
    }

    /// Returns the remaining clauses.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter()
    }

    /// Writes the remaining literals of a clause to `rest`; returns `false` if the clause is already true.
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

    /// Returns this formula with the `assumed` literals true, propagated; `None` if propagation refutes it.
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

    /// Appends the remaining literals of each clause, and uses units immediately; returns `true` if there were any.
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

    /// Sets `literal` to true; returns `false` if it is already false.
    fn set(&mut self, literal: Lit) -> bool {
        *self.values[literal.index()].get_or_insert(literal.is_positive()) == literal.is_positive()
    }
}
