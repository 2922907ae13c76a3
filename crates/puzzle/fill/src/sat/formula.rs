//! The clauses of a part of the question, and their models.
//!
//! Some clauses follow from the others: a letter in a square is the letter of some word of each of its slots. They are added because with
//! them unit propagation finds what otherwise takes a conflict.
//!
//! The solver does not get what unit propagation would remove at once. A word has no variable if one of its letters is impossible in its
//! square: another letter is fixed or given, or no word of the crossing slot has it. A letter has no variable if no remaining word has it.
//! Letters are variables before words are, so that a model's letters come first.

use std::collections::{BTreeMap, HashMap};

use varisat::{ExtendFormula, Lit, Var};

use super::super::letters::each;
use super::super::question::{ALONE, Question};
use super::super::solver::StoppableSolver;
use gridcheck_engine::{EngineError, Run};

/// The remaining words and letters of a part of the question, from which the [clauses](self) are made.
pub(super) struct Formula<'q> {
    question: &'q Question,
    /// The remaining words of each slot.
    words: Vec<Vec<u32>>,
    /// For each square the set of letters that remaining words of all of its slots have there.
    letters: Vec<u64>,
    fixed: Vec<(usize, u8)>,
}

impl<'q> Formula<'q> {
    /// Returns the part of a question in which the squares of `part` have the given letters.
    pub(super) fn of(question: &'q Question, part: &[(usize, u8)]) -> Self {
        let mut fixed: Vec<(usize, u8)> = part.to_vec();
        let givens =
            question.squares().iter().enumerate().filter_map(|(square, its)| its.given.map(|letter| (square, letter)));
        fixed.extend(givens);
        let mut letters = vec![u64::MAX; question.squares().len()];
        for &(square, letter) in &fixed {
            letters[square] = 1 << letter;
        }
        let all = (0..question.slots().len()).map(|slot| (0..question.words(slot).len() as u32).collect());
        let mut words: Vec<Vec<u32>> = all.collect();
        loop {
            let before = letters.clone();
            for (slot, place) in question.slots().iter().enumerate() {
                let list = question.words(slot);
                let has_letters = |number: &u32| {
                    let mut pairs = list.word(*number as usize).iter().zip(&place.squares);
                    pairs.all(|(&letter, &square)| letters[square] >> letter & 1 == 1)
                };
                words[slot].retain(has_letters);
                let mut seen = vec![0_u64; place.squares.len()];
                for &number in &words[slot] {
                    seen.iter_mut().zip(list.word(number as usize)).for_each(|(seen, letter)| *seen |= 1 << letter);
                }
                place.squares.iter().zip(seen).for_each(|(&square, seen)| letters[square] &= seen);
            }
            if letters == before {
                break;
            }
        }
        for (letters, square) in letters.iter_mut().zip(question.squares()) {
            if square.places == [None; 2] {
                *letters = 0;
            }
        }
        Formula { question, words, letters, fixed }
    }

    /// Returns `true` if a slot has no word left, so that there is no model.
    pub(super) fn is_unsatisfiable(&self) -> bool {
        self.words.iter().any(Vec::is_empty)
    }

    /// Returns the number of words in all slots together.
    pub(super) fn words(&self) -> usize {
        self.words.iter().map(Vec::len).sum()
    }

    /// Returns the first square that may have several letters, with the set of these letters.
    pub(super) fn open_square(&self) -> Option<(usize, u64)> {
        let is_fixed = |square: usize| self.fixed.iter().any(|&(other, _)| other == square);
        let mut open = self.letters.iter().copied().enumerate();
        open.find(|&(square, letters)| letters.count_ones() > 1 && !is_fixed(square))
    }

    /// Returns a solver that has all clauses, and answers until the run is stopped.
    pub(super) fn models<'r>(&self, run: &'r Run) -> Models<'r> {
        let question = self.question;
        let mut stoppable = StoppableSolver::new("sat", run);
        let solver = &mut stoppable.solver;
        let mut named = Vec::new();
        let letters: Vec<BTreeMap<u8, Var>> = self
            .letters
            .iter()
            .enumerate()
            .map(|(square, &letters)| {
                let variable = |letter| {
                    named.push((square, letter));
                    (letter, solver.new_var())
                };
                each(letters).map(|letter| letter as u8).map(variable).collect()
            })
            .collect();
        for of_square in &letters {
            let mut all: Vec<Var> = of_square.values().copied().collect();
            all.sort_unstable();
            stoppable.at_most_one(&all, &[]);
        }
        let solver = &mut stoppable.solver;
        for &(square, letter) in &self.fixed {
            if let Some(variable) = letters[square].get(&letter) {
                solver.add_clause(&[variable.positive()]);
            }
        }
        let mut same: HashMap<&[u8], Vec<Var>> = HashMap::new();
        for (slot, place) in question.slots().iter().enumerate() {
            let variables: Vec<Var> = self.words[slot].iter().map(|_| solver.new_var()).collect();
            let some: Vec<Lit> = variables.iter().map(|variable| variable.positive()).collect();
            solver.add_clause(&some);
            let mut supports: HashMap<(usize, u8), Vec<Lit>> = HashMap::new();
            for (&number, variable) in self.words[slot].iter().zip(&variables) {
                let word = question.words(slot).word(number as usize);
                for (&letter, &square) in word.iter().zip(&place.squares) {
                    solver.add_clause(&[variable.negative(), letters[square][&letter].positive()]);
                    supports.entry((square, letter)).or_default().push(variable.positive());
                }
                if question.is_distinct() {
                    same.entry(word).or_default().push(*variable);
                }
            }
            for &square in &place.squares {
                for (letter, variable) in &letters[square] {
                    let mut support = supports.remove(&(square, *letter)).unwrap_or_default();
                    support.push(variable.negative());
                    solver.add_clause(&support);
                }
            }
        }
        for variables in same.values() {
            stoppable.at_most_one(variables, &[]);
        }
        Models { solver: stoppable, named, squares: question.squares().len() }
    }
}

/// An iterator over the models.
pub(super) struct Models<'r> {
    solver: StoppableSolver<'r>,
    /// The square and the letter of each of the solver's first variables.
    named: Vec<(usize, u8)>,
    squares: usize,
}

impl Models<'_> {
    /// Returns the fill of the next model, and then excludes it.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, EngineError> {
        if !self.solver.solve()? {
            return Ok(None);
        }
        let no_model = || self.solver.failed("varisat has no model of a satisfiable formula".to_owned());
        let model = self.solver.solver.model().ok_or_else(no_model)?;
        let mut fill = vec![ALONE; self.squares];
        let mut clause = Vec::new();
        for literal in model.into_iter().filter(|literal| literal.is_positive()) {
            if let Some(&(square, letter)) = self.named.get(literal.index()) {
                fill[square] = letter;
                clause.push(!literal);
            }
        }
        self.solver.solver.add_clause(&clause);
        Ok(Some(fill))
    }
}
