//! Checks the other form of the refutation, DRAT: lemmas without hints, and deletion of clauses by their literals.
//!
//! Each lemma must follow by unit propagation from the clauses that the proof still holds: the formula's and earlier lemmas, less the
//! deleted ones (Goldberg & Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas"; with deletion, Wetzler, Heule &
//! Hunt 2014, "DRAT-trim").
//!
//! A checker of DRAT alone must find the propagation itself. Here it is known, because the lemmas are those of the LRAT proof in the same
//! order. The hints of a step propagate one after the other until one is violated, as [`lrat`](super::lrat) has just checked. This module
//! only checks that the DRAT proof still holds each hint at that point. More clauses cannot prevent a propagation that some clauses allow,
//! so any DRAT checker finds it too.
//!
//! The checker applies every deletion. DRAT-trim ignores the deletion of clauses of one literal, so it never holds fewer clauses. A proof
//! is rejected if it deletes a clause that it does not hold, or needs other clauses than the hints. RAT steps are rejected: no proof of
//! this project needs them.
//!
//! Invariant: `held` counts, for each set of literals, the clauses of exactly these literals that the proof holds.

use std::collections::HashMap;
use std::io::BufRead;

use super::allowance::{Allowance, CLAUSE_OVERHEAD};
use super::drat_text::{Line, Lines};
use super::lrat::Step;
use super::refusal::Refusal;

/// Memory of the number of a lemma, held or deleted, in words of four bytes.
const LEMMA_ENTRY: usize = 8;
/// Memory of the number of a clause of the formula, in words of four bytes.
const GIVEN_ENTRY: usize = 2;

/// The index in `held` of a set of literals.
type Place = u32;

/// Reads a DRAT proof in its text form and compares it with the steps of an LRAT proof.
pub struct DratChecker<R> {
    lines: Lines<R>,
    /// The place of each set of literals that is held. The literals are sorted and unique.
    places: HashMap<Box<[i32]>, Place>,
    /// The number of held clauses of each set of literals, by place. A place is not reused after its count reaches 0.
    held: Vec<u32>,
    /// The place of each clause of the formula, by its number in the LRAT proof, from 1.
    given: Vec<Place>,
    /// The place of each lemma, by its number in the LRAT proof.
    numbered: HashMap<u64, Place>,
    /// The memory that these may still take.
    allowance: Allowance,
    forgotten: u64,
    clause: Vec<i32>,
    literals: Vec<i32>,
}

impl<R: BufRead> DratChecker<R> {
    /// Starts to read. Errors mention the name `file`.
    pub fn new(input: R, file: &'static str, variables: usize, allowance: Allowance) -> Self {
        DratChecker {
            lines: Lines::new(input, file, variables),
            places: HashMap::new(),
            held: Vec::new(),
            given: Vec::new(),
            numbered: HashMap::new(),
            allowance,
            forgotten: 0,
            clause: Vec::new(),
            literals: Vec::new(),
        }
    }

    /// Adds the next clause of the formula.
    ///
    /// # Errors
    /// Returns an error if the clause exceeds the allowance.
    pub fn formula_clause(&mut self, clause: &[i32]) -> Result<(), Refusal> {
        self.literals.clear();
        self.literals.extend_from_slice(clause);
        self.allowance.take(GIVEN_ENTRY)?;
        let place = self.hold()?;
        self.given.push(place);
        Ok(())
    }

    /// Returns the place of the clause with this number, if there was one.
    fn place(&self, number: u64) -> Option<Place> {
        let given = number.checked_sub(1).and_then(|place| self.given.get(place as usize));
        given.or_else(|| self.numbered.get(&number)).copied()
    }

    /// Reads up to the next lemma. It must be that of `step` and follow from the clauses that are still held.
    ///
    /// # Errors
    /// Returns an error if the lemma differs, needs a deleted clause, cannot be read, or exceeds the allowance.
    pub fn derive(&mut self, step: &Step) -> Result<(), Refusal> {
        let number = step.number;
        if !self.next_lemma()? || self.clause != step.clause {
            return Err(self.lines.refuse(format_args!("expected the clause of the other proof's step {number}")));
        }
        for hint in step.hints {
            let is_held = self.place(*hint).is_some_and(|place| self.held[place as usize] > 0);
            if !is_held {
                return Err(self.lines.refuse(format_args!("the lemma needs clause {hint}, which is forgotten")));
            }
        }
        self.literals.clone_from(&self.clause);
        self.allowance.take(LEMMA_ENTRY)?;
        let place = self.hold()?;
        self.numbered.insert(number, place);
        Ok(())
    }

    /// Reads to the end of the proof and returns the number of deleted clauses.
    ///
    /// # Errors
    /// Returns an error if there are more lemmas or a line is wrong.
    pub fn end(mut self) -> Result<u64, Refusal> {
        if self.next_lemma()? {
            return Err(self.lines.refuse("the proof goes on after the empty clause"));
        }
        Ok(self.forgotten)
    }

    /// Adds one clause with the literals `self.literals` and returns its place.
    fn hold(&mut self) -> Result<Place, Refusal> {
        self.normalize();
        let place = if let Some(&place) = self.places.get(self.literals.as_slice()) {
            place
        } else {
            self.allowance.take(self.literals.len() + CLAUSE_OVERHEAD)?;
            let place = self.held.len() as Place;
            self.places.insert(self.literals.as_slice().into(), place);
            self.held.push(0);
            place
        };
        self.held[place as usize] += 1;
        Ok(place)
    }

    /// Deletes one clause with the literals `self.literals`.
    fn forget(&mut self) -> Result<(), Refusal> {
        self.normalize();
        let Some(&place) = self.places.get(self.literals.as_slice()) else {
            return Err(self.lines.refuse("a clause is to be forgotten that is not held"));
        };
        self.held[place as usize] -= 1;
        if self.held[place as usize] == 0 {
            self.places.remove(self.literals.as_slice());
            self.allowance.release(self.literals.len() + CLAUSE_OVERHEAD);
        }
        self.forgotten += 1;
        Ok(())
    }

    /// Sorts `self.literals` and removes duplicates: the form of the keys of `places`.
    fn normalize(&mut self) {
        self.literals.sort_unstable();
        self.literals.dedup();
    }

    /// Reads the next lemma and applies the deletions before it. Returns `false` at the end of the file.
    fn next_lemma(&mut self) -> Result<bool, Refusal> {
        while let Some(line) = self.lines.next(&mut self.clause)? {
            match line {
                Line::Derive => return Ok(true),
                Line::Forget => {
                    self.literals.clone_from(&self.clause);
                    self.forget()?;
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (a or b), (a or not b), (not a or b), (not a or not b), and the first again.
    const SQUARE: [&[i32]; 5] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2], &[2, 1, 2]];

    /// The refutation of these: a from the first two, the empty clause from a and the last two.
    const STEPS: [(u64, &[i32], &[u64]); 2] = [(6, &[1], &[1, 2]), (7, &[], &[6, 3, 4])];

    fn checked(proof: &str, steps: &[(u64, &[i32], &[u64])]) -> Result<u64, String> {
        within(Allowance::default(), proof, steps)
    }

    fn within(allowance: Allowance, proof: &str, steps: &[(u64, &[i32], &[u64])]) -> Result<u64, String> {
        let mut checker = DratChecker::new(proof.as_bytes(), "x.drat", 2, allowance);
        for clause in SQUARE {
            checker.formula_clause(clause).expect("small");
        }
        for &(number, clause, hints) in steps {
            checker.derive(&Step { number, clause, hints }).map_err(|why| why.to_string())?;
        }
        checker.end().map_err(|why| why.to_string())
    }

    #[test]
    fn what_is_not_needed_may_be_forgotten() {
        for (proof, forgotten) in [
            ("1 0\n0\n", 0),
            ("1 0\nd 1 2 0\nd 1 -2 0\n0\n", 2),
            // Literals may be in any order. The second copy of the first clause is enough.
            ("d 2 1 0\n1 0\nd -2 1 0\n0\n", 2),
            ("1 0\nd 1 2 0\nd 1 2 0\n0\nd 1 0\n", 3),
        ] {
            assert_eq!(checked(proof, &STEPS), Ok(forgotten), "{proof}");
        }
        // A lemma may be derived twice, and one copy deleted.
        let again: [(u64, &[i32], &[u64]); 3] = [STEPS[0], (7, &[1], &[1, 2]), (8, &[], &[6, 3, 4])];
        assert_eq!(checked("1 0\n1 0\nd 1 0\n0\n", &again), Ok(1));
    }

    #[test]
    fn what_is_needed_may_not() {
        for (proof, why) in [
            ("d 1 -2 0\n1 0\n0\n", "x.drat, line 2: the lemma needs clause 2, which is forgotten"),
            ("d 1 2 0\nd 1 2 0\n1 0\n0\n", "line 3: the lemma needs clause 1, "),
            ("1 0\nd -1 2 0\n0\n", "line 3: the lemma needs clause 3, "),
            ("1 0\nd 1 0\n0\n", "line 3: the lemma needs clause 6, "),
            ("d 1 2 0\nd 1 2 0\nd 1 2 0\n1 0\n0\n", "line 3: a clause is to be forgotten that is not held"),
            ("d 1 0\n1 0\n0\n", "line 1: a clause is to be forgotten"),
            ("d 0\n1 0\n0\n", "line 1: a clause is to be forgotten"),
            ("2 0\n0\n", "line 1: expected the clause of the other proof's step 6"),
            ("1 0\n", "expected the clause of the other proof's step 7"),
            ("1 0\n0\n0\n", "line 3: the proof goes on after the empty clause"),
        ] {
            let refused = checked(proof, &STEPS).expect_err(proof);
            assert!(refused.contains(why), "{proof:?}: {refused}");
        }
        let unknown: [(u64, &[i32], &[u64]); 1] = [(6, &[1], &[1, 9])];
        assert!(checked("1 0\n", &unknown).expect_err("no clause 9").contains("needs clause 9"));
    }

    #[test]
    fn memory_is_what_is_held_and_every_number() {
        // The last clause has the literals of the first.
        let formula = 4 * (2 + CLAUSE_OVERHEAD) + 5 * GIVEN_ENTRY;
        let room = |words| within(Allowance::of(formula + words), "1 0\nd 1 -2 0\n0\n", &STEPS);
        // The lemma of one literal and the empty one are added. The clause of two literals is deleted.
        assert_eq!(room(CLAUSE_OVERHEAD + 2 * LEMMA_ENTRY - 1), Ok(1));
        assert!(room(CLAUSE_OVERHEAD + 2 * LEMMA_ENTRY - 2).expect_err("too much").contains("too many clauses"));
        let kept = |words| within(Allowance::of(formula + words), "1 0\n0\n", &STEPS);
        assert_eq!(kept(1 + 2 * CLAUSE_OVERHEAD + 2 * LEMMA_ENTRY), Ok(0));
        assert!(kept(2 * CLAUSE_OVERHEAD + 2 * LEMMA_ENTRY).is_err());
    }

    #[test]
    fn what_is_no_proof() {
        for (proof, why) in [
            ("1 2", "middle of a clause"),
            ("d 1", "middle of a clause"),
            ("d", "middle of a clause"),
            ("1 d 2 0", "at most 2 literals"),
            ("d d 2 0", "at most 2 literals"),
            ("1 2 1 0", "at most 2 literals"),
            ("x 0", "at most 2 literals"),
            ("2147483648 0", "at most 2 literals"),
        ] {
            let refused = checked(proof, &STEPS).expect_err(proof);
            assert!(refused.contains(why), "{proof:?}: {refused}");
        }
    }
}
