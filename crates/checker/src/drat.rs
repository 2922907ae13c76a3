//! The refutation's other form, DRAT: lemmas without hints, and clauses forgotten by their literals.
//!
//! Each lemma must follow, by unit propagation, from the clauses that the proof still holds: the formula's and earlier lemmas,
//! less those forgotten (Goldberg & Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas"; with
//! forgetting, Wetzler, Heule & Hunt 2014, "DRAT-trim"). A checker of DRAT alone has to find the propagation itself. Here it is
//! known: the lemmas are those of the LRAT proof, in its order, and the hints of a step are clauses that propagate one after
//! the other until one is broken, as [`lrat`](super::lrat) has just checked. What is left to see is that this proof still
//! holds each of them at that point. A propagation that some clauses allow, more clauses cannot prevent, so a checker that
//! finds its own way gets there too.
//!
//! Forgetting is honoured to the letter. DRAT-trim passes over it for clauses of one literal, and so holds no fewer. A proof that
//! forgets what was never there, or needs other clauses than the hints, is refused. The RAT part of the format is not
//! accepted: no proof of ours needs it.
//!
//! Invariant: `held` has, for each set of literals, how often the proof holds a clause of just these.

use std::collections::HashMap;
use std::io::BufRead;

use super::allowance::{Allowance, BESIDE_LITERALS};
use super::drat_text::{Line, Lines};
use super::lrat::Step;
use super::refusal::Refusal;

/// The number of a lemma takes so many words of four bytes, whether it is held or forgotten ...
const NUMBER: usize = 8;
/// ... and that of a clause of the formula so many.
const GIVEN: usize = 2;

/// The place in `held` of a set of literals.
type Place = u32;

/// Reads a DRAT proof in its text form and holds it against the steps of an LRAT proof.
pub struct Checker<R> {
    lines: Lines<R>,
    /// The place of each set of literals that is held, the literals in order and each once.
    places: HashMap<Box<[i32]>, Place>,
    /// By place: how many clauses of these literals are held. A place is not used again once that is none.
    held: Vec<u32>,
    /// By number in the LRAT proof, from 1, of a clause of the formula: its place.
    given: Vec<Place>,
    /// By number of a lemma there: its place.
    numbered: HashMap<u64, Place>,
    /// What more of all that may take.
    allowance: Allowance,
    forgotten: u64,
    clause: Vec<i32>,
    literals: Vec<i32>,
}

impl<R: BufRead> Checker<R> {
    /// `file` is the name that errors mention.
    pub fn new(input: R, file: &'static str, variables: usize, allowance: Allowance) -> Self {
        Checker {
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

    /// Takes the next clause of the formula.
    pub fn formula_clause(&mut self, clause: &[i32]) -> Result<(), Refusal> {
        self.literals.clear();
        self.literals.extend_from_slice(clause);
        self.allowance.take(GIVEN)?;
        let place = self.hold()?;
        self.given.push(place);
        Ok(())
    }

    /// Returns the place of the clause of a number, if there was one.
    fn place(&self, number: u64) -> Option<Place> {
        let given = number.checked_sub(1).and_then(|place| self.given.get(place as usize));
        given.or_else(|| self.numbered.get(&number)).copied()
    }

    /// Reads on to the next lemma, which must be that of a step of the LRAT proof, and follow from what is still held.
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
        self.allowance.take(NUMBER)?;
        let place = self.hold()?;
        self.numbered.insert(number, place);
        Ok(())
    }

    /// An error if there are more lemmas; how many clauses the proof has forgotten.
    pub fn end(mut self) -> Result<u64, Refusal> {
        if self.next_lemma()? {
            return Err(self.lines.refuse("the proof goes on after the empty clause"));
        }
        Ok(self.forgotten)
    }

    /// Holds one more clause of just `self.literals`, and returns its place.
    fn hold(&mut self) -> Result<Place, Refusal> {
        self.in_order();
        let place = if let Some(&place) = self.places.get(self.literals.as_slice()) {
            place
        } else {
            self.allowance.take(self.literals.len() + BESIDE_LITERALS)?;
            let place = self.held.len() as Place;
            self.places.insert(self.literals.as_slice().into(), place);
            self.held.push(0);
            place
        };
        self.held[place as usize] += 1;
        Ok(place)
    }

    /// Forgets one clause of just `self.literals`.
    fn forget(&mut self) -> Result<(), Refusal> {
        self.in_order();
        let Some(&place) = self.places.get(self.literals.as_slice()) else {
            return Err(self.lines.refuse("a clause is to be forgotten that is not held"));
        };
        self.held[place as usize] -= 1;
        if self.held[place as usize] == 0 {
            self.places.remove(self.literals.as_slice());
            self.allowance.give_back(self.literals.len() + BESIDE_LITERALS);
        }
        self.forgotten += 1;
        Ok(())
    }

    /// Brings `self.literals` into the form in which `places` has them.
    fn in_order(&mut self) {
        self.literals.sort_unstable();
        self.literals.dedup();
    }

    /// Reads the next lemma, and forgets what is to be forgotten before it; false at the end of the file.
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

    /// (a or b), (a or not b), (not a or b), (not a or not b), and that the first comes twice.
    const SQUARE: [&[i32]; 5] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2], &[2, 1, 2]];

    /// The refutation of that: a from the first two, nothing from it and the last two.
    const STEPS: [(u64, &[i32], &[u64]); 2] = [(6, &[1], &[1, 2]), (7, &[], &[6, 3, 4])];

    fn checked(proof: &str, steps: &[(u64, &[i32], &[u64])]) -> Result<u64, String> {
        within(Allowance::default(), proof, steps)
    }

    fn within(allowance: Allowance, proof: &str, steps: &[(u64, &[i32], &[u64])]) -> Result<u64, String> {
        let mut checker = Checker::new(proof.as_bytes(), "x.drat", 2, allowance);
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
            // Literals in any order; the second copy of the first clause serves as well.
            ("d 2 1 0\n1 0\nd -2 1 0\n0\n", 2),
            ("1 0\nd 1 2 0\nd 1 2 0\n0\nd 1 0\n", 3),
        ] {
            assert_eq!(checked(proof, &STEPS), Ok(forgotten), "{proof}");
        }
        // A lemma may be derived again, and one copy forgotten.
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
        let formula = 4 * (2 + BESIDE_LITERALS) + 5 * GIVEN;
        let room = |words| within(Allowance::of(formula + words), "1 0\nd 1 -2 0\n0\n", &STEPS);
        // The lemma of one literal and the empty one, less the forgotten clause of two.
        assert_eq!(room(BESIDE_LITERALS + 2 * NUMBER - 1), Ok(1));
        assert!(room(BESIDE_LITERALS + 2 * NUMBER - 2).expect_err("too much").contains("too many clauses"));
        let kept = |words| within(Allowance::of(formula + words), "1 0\n0\n", &STEPS);
        assert_eq!(kept(1 + 2 * BESIDE_LITERALS + 2 * NUMBER), Ok(0));
        assert!(kept(2 * BESIDE_LITERALS + 2 * NUMBER).is_err());
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
