//! Checks refutations in LRAT form, step by step, by unit propagation alone.
//!
//! LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017, "Efficient certified RAT verification") numbers clauses. The formula's
//! clauses have the numbers from 1 in their order. A derived clause has any larger number.
//!
//! A step that derives a clause C names *hints*. Assume that every literal of C is false. Then each hint in turn has one literal left that
//! is not false, which must therefore be true. The last hint has none left. So C follows from the hints. A step `d` deletes clauses. If the
//! proof derives the empty clause, the formula has no model.
//!
//! The checker rejects RAT steps, which keep satisfiability but do not follow from the clauses. No proof of this project needs them.
//!
//! Invariant: between steps no variable has a value, and every clause kept is one of the formula's or follows from it. The formula and the
//! clauses that the proof keeps bound the memory, and an [`Allowance`] bounds both. The formula can have millions of clauses. They are
//! stored together and stay there after their deletion.

use gridcheck_core::plural::plural;
use std::collections::HashMap;
use std::io::BufRead;

use super::allowance::{Allowance, CLAUSE_OVERHEAD};
use super::clauses::Clauses;
use super::refusal::Refusal;
use super::tokens::{TokenReader, number};

/// Memory of a clause of the formula beside its literals, in words of four bytes.
const GIVEN_OVERHEAD: usize = 3;

/// The size of a proof that was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckedProof {
    /// Number of steps that derive a clause.
    pub steps: u64,
    /// Number of hints in all of these steps.
    pub hints: u64,
}

/// The clauses known to hold, by number, and the values of the current step.
pub struct LratChecker {
    derived: HashMap<u64, Box<[i32]>>,
    /// The clauses of the formula, numbered from 1.
    given: Clauses,
    /// `true` for each deleted clause, by index in `given`.
    is_forgotten: Vec<bool>,
    /// Number of clauses that are not deleted.
    held: usize,
    /// The memory that more clauses may take.
    allowance: Allowance,
    /// The value of each variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// The variables with a value.
    set: Vec<usize>,
    largest: u64,
}

/// The kind of a line of the proof.
enum LineKind {
    Derive,
    Forget,
}

impl LratChecker {
    /// Makes a checker for formulas over variables 1 to `variables`.
    pub fn new(variables: usize, allowance: Allowance) -> Self {
        LratChecker {
            derived: HashMap::new(),
            given: Clauses::default(),
            is_forgotten: Vec::new(),
            held: 0,
            allowance,
            values: vec![0; variables + 1],
            set: Vec::new(),
            largest: 0,
        }
    }

    /// Reserves memory for a formula with these numbers of clauses and literals, if the allowance covers it.
    pub fn reserve(&mut self, clauses: usize, literals: usize) {
        if self.allowance.covers(clauses * GIVEN_OVERHEAD + literals) {
            self.given.reserve(clauses, literals);
            self.is_forgotten.reserve_exact(clauses);
        }
    }

    /// Adds the next clause of the formula. Literals must be over the checker's variables.
    ///
    /// # Errors
    /// Returns an error if the clause exceeds the allowance.
    pub fn formula_clause(&mut self, clause: &[i32]) -> Result<(), Refusal> {
        self.allowance.take(clause.len() + GIVEN_OVERHEAD)?;
        self.largest += 1;
        self.given.push(clause.iter().copied());
        self.is_forgotten.push(false);
        self.held += 1;
        Ok(())
    }

    fn keep(&mut self, number: u64, clause: &[i32]) -> Result<(), Refusal> {
        self.allowance.take(clause.len() + CLAUSE_OVERHEAD)?;
        self.derived.insert(number, clause.into());
        self.held += 1;
        Ok(())
    }

    /// Returns the index in `given` of a clause number, if it is one of the formula's.
    fn given_place(&self, number: u64) -> Option<usize> {
        number.checked_sub(1).map(|place| place as usize).filter(|&place| place < self.given.len())
    }

    /// Checks a proof that the formula has no model. The function `each` is called after the check of each step that derives a
    /// clause. It may stop the check.
    ///
    /// # Errors
    /// Returns an error if the proof is malformed or wrong, exceeds the allowance, or is stopped by `each`.
    pub fn refutation(
        mut self,
        proof: impl BufRead,
        file: &'static str,
        mut each: impl FnMut() -> Result<(), Refusal>,
    ) -> Result<CheckedProof, Refusal> {
        let mut tokens = TokenReader::new(proof, file);
        let mut checked = CheckedProof { steps: 0, hints: 0 };
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        loop {
            let Some(number) = tokens.number()? else {
                return Err(tokens.refuse(format_args!(
                    "the proof ends after {} without deriving the empty clause",
                    plural(checked.steps, "step")
                )));
            };
            match self.read_line(&mut tokens, &mut clause, &mut hints)? {
                LineKind::Forget => self.forget(&hints).map_err(|what| tokens.refuse(what))?,
                LineKind::Derive => {
                    let number = u64::try_from(number).ok().filter(|&number| number > self.largest);
                    let Some(number) = number else {
                        return Err(tokens.refuse("a step's number must be larger than all before it"));
                    };
                    self.largest = number;
                    let follows = self.follows(&clause, &hints);
                    self.clear();
                    follows.map_err(|what| tokens.refuse(format_args!("step {number}: {what}")))?;
                    each()?;
                    checked.steps += 1;
                    checked.hints += hints.len() as u64;
                    if clause.is_empty() {
                        break;
                    }
                    self.keep(number, &clause)?;
                }
            }
        }
        match tokens.next_token()? {
            None => Ok(checked),
            Some(_) => Err(tokens.refuse("the proof goes on after the empty clause")),
        }
    }

    /// Reads the rest of a line after its number: the clause and its hints, or the clauses to delete as `hints`.
    fn read_line(
        &self,
        tokens: &mut TokenReader<impl BufRead>,
        clause: &mut Vec<i32>,
        hints: &mut Vec<u64>,
    ) -> Result<LineKind, Refusal> {
        clause.clear();
        hints.clear();
        let variables = self.values.len() - 1;
        let mut line = LineKind::Derive;
        let mut first = true;
        loop {
            let literal = match tokens.next_token()? {
                Some(b"d") if first => {
                    line = LineKind::Forget;
                    break;
                }
                Some(token) => number(token),
                None => return Err(tokens.refuse("the proof ends in the middle of a step")),
            };
            first = false;
            match literal.map(i32::try_from) {
                Some(Ok(0)) => break,
                Some(Ok(literal)) if literal.unsigned_abs() as usize <= variables => clause.push(literal),
                _ => return Err(tokens.refuse(format_args!("a literal was expected, variables are 1 to {variables}"))),
            }
            if clause.len() > variables {
                return Err(tokens.refuse(format_args!("a clause of more than {}", plural(variables, "literal"))));
            }
        }
        loop {
            match tokens.needed()? {
                0 => return Ok(line),
                hint => match u64::try_from(hint) {
                    // More hints than clauses cannot all be useful.
                    Ok(hint) if hints.len() < self.held => hints.push(hint),
                    Ok(_) => return Err(tokens.refuse("more hints than there are clauses")),
                    Err(_) => {
                        return Err(tokens.refuse(format_args!("hint {hint}: steps of kind RAT are not accepted")));
                    }
                },
            }
        }
    }

    fn forget(&mut self, numbers: &[u64]) -> Result<(), String> {
        for number in numbers {
            let is_there = if let Some(place) = self.given_place(*number) {
                !std::mem::replace(&mut self.is_forgotten[place], true)
            } else if let Some(clause) = self.derived.remove(number) {
                self.allowance.release(clause.len() + CLAUSE_OVERHEAD);
                true
            } else {
                false
            };
            if !is_there {
                return Err(format!("clause {number} is to be forgotten, and there is none of that number"));
            }
            self.held -= 1;
        }
        Ok(())
    }

    /// Checks that the clause follows from the hints. The error states why that is not shown.
    fn follows(&mut self, clause: &[i32], hints: &[u64]) -> Result<(), String> {
        for &literal in clause {
            if self.value(literal) == 1 {
                return Err(format!("the clause holds both {} and {literal}", -literal));
            }
            self.make_true(-literal);
        }
        for (i, hint) in hints.iter().enumerate() {
            let reason = match self.given_place(*hint) {
                Some(place) => (!self.is_forgotten[place]).then(|| self.given.get(place)),
                None => self.derived.get(hint).map(|clause| &**clause),
            };
            let Some(reason) = reason else {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The four clauses of two literals, which have no model.
    const SQUARE: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
    const EACH: usize = 2 + CLAUSE_OVERHEAD;
    const EACH_GIVEN: usize = 2 + GIVEN_OVERHEAD;

    /// Checks a proof with `room` words of memory beside the formula's.
    fn checked(room: usize, proof: &str) -> Result<CheckedProof, Refusal> {
        let mut checker = LratChecker::new(2, Allowance::of(SQUARE.len() * EACH_GIVEN + room));
        for clause in SQUARE {
            checker.formula_clause(clause)?;
        }
        checker.refutation(proof.as_bytes(), "x.lrat", || Ok(()))
    }

    #[test]
    fn the_memory_limit_counts_clauses_kept_at_a_time() {
        let short = "5 1 0 1 2 0\n6 0 5 3 4 0\n";
        assert!(checked(EACH - 1, short).is_ok());
        assert!(checked(EACH - 2, short).expect_err("too much").to_string().contains("too many clauses at a time"));
        // Clause 7 uses the memory of 6. The formula keeps the memory of 1 and 2.
        let long = "5 1 0 1 2 0\n5 d 1 2 0\n6 -1 2 0 3 0\n6 d 6 0\n7 -1 -2 0 4 0\n8 0 5 3 4 0\n";
        assert!(checked(2 * EACH - 1, long).is_ok());
        assert!(checked(2 * EACH - 2, long).is_err());
        let kept = long.replace("6 d 6 0\n", "");
        assert!(checked(3 * EACH - 1, &kept).is_ok());
        assert!(checked(3 * EACH - 2, &kept).is_err());
        // A clause can be deleted once.
        for twice in ["5 1 0 1 2 0\n5 d 1 1 0\n", "5 1 0 1 2 0\n5 d 5 5 0\n"] {
            assert!(checked(EACH, twice).expect_err(twice).to_string().contains("there is none of that number"));
        }
        assert!(
            checked(EACH, "5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n")
                .expect_err("forgotten")
                .to_string()
                .contains("no clause 3")
        );
    }

    #[test]
    fn rejects_each_faulty_proof_step_with_its_reason() {
        assert_eq!(
            checked(1000, "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n").ok(),
            Some(CheckedProof { steps: 2, hints: 5 })
        );
        for (proof, why) in [
            ("", "line 1: the proof ends after 0 steps without deriving the empty clause"),
            ("5 1 0 1 2 0\n", "ends after 1 step without"),
            ("5 1 0 1 2 0\n6 0 5 3", "ends in the middle"),
            ("5 1 0 1 2 0\n6 0 5 3 0\n", "line 2: step 6: the hints do not lead to a contradiction"),
            ("5 1 0 1 0\n", "step 5: the hints do not lead"),
            ("5 1 0 2 1 3 0\n", "clause 1 ends the step, and more hints follow"),
            ("5 1 0 3 0\n", "clause 3, used as a hint, holds already"),
            ("5 0 1 2 0\n", "clause 1, used as a hint, has more than one literal left"),
            ("5 1 0 1 9 0\n", "there is no clause 9 to use as a hint"),
            ("5 1 0 5 1 2 0\n", "there is no clause 5"),
            ("5 1 -1 0 1 0\n", "holds both 1 and -1"),
            ("4 1 0 1 2 0\n", "must be larger than all before it"),
            ("-5 1 0 1 2 0\n", "must be larger than all before it"),
            ("5 1 0 1 2 0\n5 0 5 3 4 0\n", "must be larger than all before it"),
            ("5 1 0 1 2 0\n5 d 9 0\n", "clause 9 is to be forgotten"),
            ("5 1 0 1 2 0\n5 d 5 0\n6 0 5 3 4 0\n", "there is no clause 5"),
            ("5 1 0 1 -2 0\n", "RAT are not accepted"),
            ("5 3 0 1 0\n", "variables are 1 to 2"),
            ("5 2147483648 0 1 0\n", "variables are 1 to 2"),
            ("5 -2147483648 0 1 0\n", "variables are 1 to 2"),
            ("5 1 1 1 0 1 0\n", "a clause of more than 2 literals"),
            ("5 1 0 1 1 1 1 1 0\n", "more hints than there are clauses"),
            ("5 1 d 2 0\n", "a literal was expected"),
            ("5 x 0 1 0\n", "a literal was expected"),
            ("5 1 0 1 2 0\n6 0 5 3 4 0\n7 2 0 5 3 0\n", "goes on after the empty clause"),
            // Five clauses; three of them are deleted.
            ("5 1 0 1 2 0\n5 d 1 2 3 0\n6 0 5 4 4 0\n", "more hints than there are clauses"),
            ("5 1 0 1 2 3 0\n", "clause 2 ends the step, and more hints follow"),
        ] {
            let refused = checked(1000, proof).expect_err(proof).to_string();
            assert!(refused.contains(why), "{proof}: {refused}");
        }
        // A deleted clause returns its memory once, and no more.
        let again = "5 1 0 1 2 0\n6 1 2 0 1 0\n6 d 6 0\n7 1 2 0 1 0\n8 1 2 0 1 0\n9 0 5 3 4 0\n";
        assert!(checked(3 * EACH - 1, again).is_ok());
        assert!(checked(3 * EACH - 2, again).is_err());
    }
}
