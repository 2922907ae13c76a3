//! A checker of refutations: LRAT proofs, step by step, by unit propagation alone.
//!
//! LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017, "Efficient certified RAT verification") numbers clauses:
//! those of the formula from 1 in their order, those that the proof derives by any larger number. A step that derives a
//! clause C names *hints*: suppose every literal of C false; then each hint in turn has one literal left that is not false,
//! which therefore must be true, and the last has none left. So C follows from the hints. A step `d` forgets clauses. When
//! the empty clause is derived, the formula has no model.
//!
//! The RAT part of the format, steps that keep satisfiability without following, is not accepted: no proof of ours needs it.
//!
//! Invariant: between steps no variable has a value, and every clause kept is one of the formula's or follows from it.
//! Memory is bounded by the clauses that the proof keeps, and these by [`MOST_KEPT`].

use std::collections::HashMap;
use std::io::BufRead;

use super::refusal::Refusal;
use super::words::{Words, number};

/// The clauses kept at a time may take this many words of four bytes together (2 GB), ...
const MOST_KEPT: usize = 1 << 29;
/// ... of which each takes so many beside its literals.
const BESIDE_LITERALS: usize = 16;

/// What a proof was found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Checked {
    /// Steps that derive a clause.
    pub(super) steps: u64,
    /// Hints in all of them.
    pub(super) hints: u64,
}

/// The clauses known to hold, by number, and the values of the step at hand.
pub(super) struct Checker {
    clauses: HashMap<u64, Box<[i32]>>,
    /// What they take, as [`MOST_KEPT`] counts it.
    kept: usize,
    /// By variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// Variables with a value.
    set: Vec<usize>,
    largest: u64,
}

/// What a step does.
enum Step {
    Derive,
    Forget,
}

impl Checker {
    /// A checker for formulas over variables 1 to `variables`.
    pub(super) fn new(variables: usize) -> Self {
        Checker { clauses: HashMap::new(), kept: 0, values: vec![0; variables + 1], set: Vec::new(), largest: 0 }
    }

    /// Takes the next clause of the formula. Literals must be over the checker's variables.
    pub(super) fn formula_clause(&mut self, clause: &[i32]) -> Result<(), Refusal> {
        self.largest += 1;
        self.keep(self.largest, clause)
    }

    fn keep(&mut self, number: u64, clause: &[i32]) -> Result<(), Refusal> {
        self.kept += clause.len() + BESIDE_LITERALS;
        if self.kept > MOST_KEPT {
            return Err(Refusal::new(format!("the proof needs too much at a time: {} clauses", self.clauses.len())));
        }
        self.clauses.insert(number, clause.into());
        Ok(())
    }

    /// Checks a proof that the formula has no model. `each` gets the clause of each step after its check, in order, and may
    /// refuse the proof for a reason of its own.
    pub(super) fn refutation(
        mut self,
        proof: impl BufRead,
        file: &'static str,
        mut each: impl FnMut(&[i32]) -> Result<(), Refusal>,
    ) -> Result<Checked, Refusal> {
        let mut words = Words::new(proof, file);
        let mut checked = Checked { steps: 0, hints: 0 };
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        loop {
            let Some(number) = words.number()? else {
                return Err(words.refuse(format_args!(
                    "the proof ends after {} steps without deriving the empty clause",
                    checked.steps
                )));
            };
            match self.read_step(&mut words, &mut clause, &mut hints)? {
                Step::Forget => self.forget(&hints).map_err(|what| words.refuse(what))?,
                Step::Derive => {
                    let number = u64::try_from(number).ok().filter(|&number| number > self.largest);
                    let Some(number) = number else {
                        return Err(words.refuse("a step's number must be larger than all before it"));
                    };
                    self.largest = number;
                    let follows = self.follows(&clause, &hints);
                    self.clear();
                    follows.map_err(|what| words.refuse(format_args!("step {number}: {what}")))?;
                    each(&clause)?;
                    checked.steps += 1;
                    checked.hints += hints.len() as u64;
                    if clause.is_empty() {
                        return match words.next()? {
                            None => Ok(checked),
                            Some(_) => Err(words.refuse("the proof goes on after the empty clause")),
                        };
                    }
                    self.keep(number, &clause)?;
                }
            }
        }
    }

    /// Reads what follows a step's number: its clause and hints, or the clauses to forget as `hints`.
    fn read_step(
        &self,
        words: &mut Words<impl BufRead>,
        clause: &mut Vec<i32>,
        hints: &mut Vec<u64>,
    ) -> Result<Step, Refusal> {
        clause.clear();
        hints.clear();
        let variables = self.values.len() - 1;
        let mut step = Step::Derive;
        let mut first = true;
        loop {
            let literal = match words.next()? {
                Some(b"d") if first => {
                    step = Step::Forget;
                    break;
                }
                Some(word) => number(word),
                None => return Err(words.refuse("the proof ends in the middle of a step")),
            };
            first = false;
            match literal.map(i32::try_from) {
                Some(Ok(0)) => break,
                Some(Ok(literal)) if literal.unsigned_abs() as usize <= variables => clause.push(literal),
                _ => return Err(words.refuse(format_args!("a literal was expected, variables are 1 to {variables}"))),
            }
            if clause.len() > variables {
                return Err(words.refuse(format_args!("a clause of more than {variables} literals")));
            }
        }
        loop {
            match words.needed()? {
                0 => return Ok(step),
                hint => match u64::try_from(hint) {
                    // More hints than clauses there are cannot all be of use.
                    Ok(hint) if hints.len() < self.clauses.len() => hints.push(hint),
                    Ok(_) => return Err(words.refuse("more hints than there are clauses")),
                    Err(_) => return Err(words.refuse(format_args!("hint {hint}: steps of kind RAT are not accepted"))),
                },
            }
        }
    }

    fn forget(&mut self, numbers: &[u64]) -> Result<(), String> {
        for number in numbers {
            match self.clauses.remove(number) {
                Some(clause) => self.kept -= clause.len() + BESIDE_LITERALS,
                None => return Err(format!("clause {number} is to be forgotten, and there is none of that number")),
            }
        }
        Ok(())
    }

    /// Whether the clause follows from the hints; an error says why that is not shown.
    fn follows(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        for &literal in clause {
            if self.value(literal) == 1 {
                return Err(format!("the clause holds both {} and {literal}", -literal));
            }
            self.make_true(-literal);
        }
        for (i, hint) in hints.iter().enumerate() {
            let Some(reason) = self.clauses.get(hint) else {
                return Err(format!("there is no clause {hint} to use as a hint"));
            };
            let mut left = None;
            for &literal in reason {
                match self.value(literal) {
                    -1 => {}
                    0 if left.is_none_or(|left| left == literal) => left = Some(literal),
                    0 => return Err(format!("clause {hint}, used as a hint, has more than one literal left")),
                    _ => return Err(format!("clause {hint}, used as a hint, holds already and so implies nothing")),
                }
            }
            match left {
                Some(literal) => self.make_true(literal),
                None if i + 1 == hints.len() => return Ok(()),
                None => return Err(format!("clause {hint} ends the step, and more hints follow")),
            }
        }
        Err("the hints do not lead to a contradiction".to_owned())
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    fn make_true(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.set.push(variable);
    }

    fn clear(&mut self) {
        for variable in self.set.drain(..) {
            self.values[variable] = 0;
        }
    }
}
