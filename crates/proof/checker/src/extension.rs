//! Extends a colouring of the squares to all variables of a formula, by unit propagation, and decides if the result is a model.
//!
//! Two literals of each clause are watched (Moskewicz, Madigan, Zhao, Zhang & Malik 2001, "Chaff"). Correctness does not depend on the
//! propagation: its result is tested on every clause, one by one.

use std::ops::Range;

use super::clauses::Formula;
use super::refusal::Refusal;

/// The result of the extension of a colouring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extension {
    /// The colouring extends to exactly one model: propagation gave every variable its value.
    Model,
    /// Propagation violates the clause of this index: no model has this colouring.
    Breaks(usize),
    /// Propagation leaves this variable open.
    Leaves(usize),
}

/// A formula prepared to extend one colouring after another.
///
/// Invariant: a clause has the same index here and in the formula. In a clause of two or more different literals, the first two are
/// watched.
pub struct Extender<'a> {
    formula: &'a Formula,
    /// The literals of all clauses, one clause after the other, without duplicates in a clause.
    literals: Vec<i32>,
    /// The end of each clause's literals. A formula of 64 MB has fewer than 2^32.
    ends: Vec<u32>,
    /// The clauses that watch each literal, by its code.
    watches: Vec<Vec<u32>>,
    /// The clauses of one literal.
    units: Vec<u32>,
    /// The index of a clause without literals.
    empty: Option<usize>,
    /// The value of each variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    trail: Vec<i32>,
}

fn code(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

fn value(values: &[i8], literal: i32) -> i8 {
    let value = values[literal.unsigned_abs() as usize];
    if literal < 0 { -value } else { value }
}

impl<'a> Extender<'a> {
    /// Prepares to extend colourings to models of the formula.
    pub fn new(formula: &'a Formula) -> Self {
        let mut extender = Extender {
            formula,
            literals: Vec::with_capacity(formula.clauses.literals()),
            ends: Vec::with_capacity(formula.clauses.len()),
            watches: Vec::new(),
            units: Vec::new(),
            empty: None,
            values: vec![0; formula.variables + 1],
            trail: Vec::new(),
        };
        let mut watching = vec![0_u32; 2 * formula.variables + 2];
        let mut literals = Vec::new();
        for (index, clause) in formula.clauses.iter().enumerate() {
            literals.clear();
            literals.extend_from_slice(clause);
            literals.sort_unstable();
            literals.dedup();
            match literals[..] {
                [] => extender.empty = Some(index),
                [_] => extender.units.push(index as u32),
                [first, second, ..] => [first, second].iter().for_each(|&literal| watching[code(literal)] += 1),
            }
            extender.literals.extend_from_slice(&literals);
            extender.ends.push(extender.literals.len() as u32);
        }
        // Allocate the initial length: most lists never grow.
        extender.watches = watching.iter().map(|&clauses| Vec::with_capacity(clauses as usize)).collect();
        for index in 0..extender.ends.len() {
            if let [first, second, ..] = extender.literals[extender.range(index)] {
                for literal in [first, second] {
                    extender.watches[code(literal)].push(index as u32);
                }
            }
        }
        extender
    }

    /// Returns the most bytes that an extender of this formula takes.
    pub fn most_bytes(formula: &Formula) -> usize {
        // A literal takes 4 bytes, and its place in a watch list 8 if the list has doubled. A variable has two such lists.
        12 * formula.clauses.literals() + 8 * formula.clauses.len() + 56 * formula.variables
    }

    /// Returns the range of a clause in `literals`.
    fn range(&self, clause: usize) -> Range<usize> {
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        start as usize..self.ends[clause] as usize
    }

    /// Assigns these values to the variables from 1 and propagates.
    pub fn extend(&mut self, colours: impl Iterator<Item = bool>) -> Extension {
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        if let Some(index) = self.empty {
            return Extension::Breaks(index);
        }
        for (square, white) in (1..).zip(colours) {
            self.make_true(if white { square } else { -square });
        }
        for i in 0..self.units.len() {
            let index = self.units[i] as usize;
            let literal = self.literals[self.range(index).start];
            match value(&self.values, literal) {
                0 => self.make_true(literal),
                1 => {}
                _ => return Extension::Breaks(index),
            }
        }
        if let Some(index) = self.propagate() {
            return Extension::Breaks(index);
        }
        if let Some(open) = (1..self.values.len()).find(|&variable| self.values[variable] == 0) {
            return Extension::Leaves(open);
        }
        let holds = |clause: &[i32]| clause.iter().any(|&literal| value(&self.values, literal) == 1);
        match self.formula.clauses.iter().position(|clause| !holds(clause)) {
            Some(index) => Extension::Breaks(index),
            None => Extension::Model,
        }
    }

    fn make_true(&mut self, literal: i32) {
        self.values[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
        self.trail.push(literal);
    }

    /// Propagates the trail and returns the index of a violated clause, if there is one.
    fn propagate(&mut self) -> Option<usize> {
        let mut next = 0;
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            let mut places = std::mem::take(&mut self.watches[code(-literal)]);
            let mut broken = None;
            places.retain(|&place| {
                if broken.is_some() {
                    return true;
                }
                let range = self.range(place as usize);
                let clause = &mut self.literals[range];
                if clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let first = value(&self.values, clause[0]);
                if first == 1 {
                    return true;
                }
                if let Some(at) = (2..clause.len()).find(|&at| value(&self.values, clause[at]) != -1) {
                    clause.swap(1, at);
                    self.watches[code(clause[1])].push(place);
                    return false;
                }
                if first == -1 {
                    broken = Some(place as usize);
                } else {
                    self.values[clause[0].unsigned_abs() as usize] = if clause[0] < 0 { -1 } else { 1 };
                    self.trail.push(clause[0]);
                }
                true
            });
            self.watches[code(-literal)] = places;
            if broken.is_some() {
                return broken;
            }
        }
        None
    }
}

impl Extension {
    /// Checks that the extension is a model.
    ///
    /// # Errors
    /// Returns an error if the colouring violates a clause or leaves a variable open.
    pub fn must_be_model(&self, grid: impl std::fmt::Display) -> Result<(), Refusal> {
        match self {
            Extension::Model => Ok(()),
            Extension::Breaks(clause) => {
                Err(Refusal::new(format!("{grid} is not a model of the problem: it breaks clause {}", clause + 1)))
            }
            Extension::Leaves(variable) => Err(Refusal::new(format!(
                "{grid} is not shown to be a model of the problem: its squares leave variable {variable} open"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dimacs;
    use super::*;

    fn extensions(text: &str, squares: usize) -> Vec<Extension> {
        let formula = dimacs::read(text.as_bytes(), "x.cnf").expect("a formula");
        let mut extender = Extender::new(&formula);
        (0..1 << squares).map(|bits| extender.extend((0..squares).map(|i| bits >> i & 1 == 1))).collect()
    }

    #[test]
    fn auxiliary_variables_are_derived_from_the_squares() {
        // Variable 3 means 1 and 2, variable 4 means 3 or not 1, and 4 must hold. A literal may occur twice.
        let text = "p cnf 4 7\n-3 1 0\n-3 2 2 0\n3 -1 -2 0\n4 -3 0\n4 1 0\n-4 3 -1 -1 0\n4 4 0\n";
        let found = extensions(text, 2);
        assert_eq!([&found[0], &found[2], &found[3]], [&Extension::Model; 3]);
        assert!(matches!(found[1], Extension::Breaks(_)), "{found:?}");
    }

    #[test]
    fn reports_open_variables_and_falsified_clauses_instead_of_models() {
        // If 1 is false, 2 follows. If 1 is true, 2 is open.
        assert_eq!(extensions("p cnf 2 1\n1 2 0\n", 1), [Extension::Model, Extension::Leaves(2)]);
        assert_eq!(extensions("p cnf 1 1\n0\n", 1), [Extension::Breaks(0), Extension::Breaks(0)]);
        assert_eq!(extensions("p cnf 1 2\n1 0\n-1 0\n", 1), [Extension::Breaks(0), Extension::Breaks(1)]);
    }

    #[test]
    fn the_memory_of_an_extender_is_known() {
        let formula = dimacs::read(&b"p cnf 5 2\n1 2 0\n-5 0\n"[..], "x.cnf").expect("a formula");
        assert_eq!(Extender::most_bytes(&formula), 3 * 12 + 2 * 8 + 5 * 56);
    }
}
