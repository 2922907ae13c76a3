//! The question as a formula in DIMACS form. Each fill is one model.
//!
//! The variables are first one for each square and letter, square by square, then one for each slot and word. A word gives its squares
//! their letters, a slot has a word, and a square has at most one letter. So the words of a model follow from its letters, and a model
//! counter counts fills.

use std::collections::HashMap;
use std::io::{self, Write};

use super::super::question::{Question, Slot};
use super::heading;

/// Writes the formula.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(question: &Question, out: &mut impl Write) -> io::Result<()> {
    let letters = question.list().alphabet().letters().len();
    let squares = question.squares().len();
    let mut firsts = Vec::new();
    let mut variables = (squares * letters) as isize;
    for slot in 0..question.slots().len() {
        firsts.push(variables + 1);
        variables += question.words(slot).len() as isize;
    }
    let letter = |square: usize, letter: usize| (square * letters + letter + 1) as isize;
    for line in heading(question) {
        writeln!(out, "c {line}")?;
    }
    writeln!(out, "c variables 1 to {}: the letter of a square, square by square:", squares * letters)?;
    let names = question.list().alphabet().letters().iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    writeln!(out, "c {names}")?;
    for ((Slot { word, .. }, first), slot) in question.slots().iter().zip(&firsts).zip(0..) {
        let last = first + question.words(slot).len() as isize - 1;
        writeln!(out, "c variables {first} to {last}: the word of {word}, in alphabetical order")?;
    }
    let mut clauses = 0_usize;
    each_clause(question, &firsts, &letter, &mut |_| {
        clauses += 1;
        Ok(())
    })?;
    writeln!(out, "p cnf {variables} {clauses}")?;
    each_clause(question, &firsts, &letter, &mut |clause| {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")
    })
}

fn each_clause(
    question: &Question,
    firsts: &[isize],
    letter: &impl Fn(usize, usize) -> isize,
    give: &mut dyn FnMut(&[isize]) -> io::Result<()>,
) -> io::Result<()> {
    let letters = question.list().alphabet().letters().len();
    for (square, its) in question.squares().iter().enumerate() {
        if its.places == [None; 2] {
            // A square outside all slots has no letter.
            (0..letters).try_for_each(|one| give(&[-letter(square, one)]))?;
            continue;
        }
        if let Some(given) = its.given {
            give(&[letter(square, given.into())])?;
        }
        for one in 0..letters {
            for other in 0..one {
                give(&[-letter(square, one), -letter(square, other)])?;
            }
        }
    }
    let mut same: HashMap<&[u8], Vec<isize>> = HashMap::new();
    for (slot, (place, &first)) in question.slots().iter().zip(firsts).enumerate() {
        let words = question.words(slot);
        give(&(first..).take(words.len()).collect::<Vec<_>>())?;
        for (word, variable) in words.iter().zip(first..) {
            for (&square, &code) in place.squares.iter().zip(word) {
                give(&[-variable, letter(square, code.into())])?;
            }
            if question.is_distinct() {
                same.entry(word).or_default().push(variable);
            }
        }
    }
    let mut same: Vec<Vec<isize>> = same.into_values().collect();
    same.sort_unstable();
    for variables in same {
        for (i, &one) in variables.iter().enumerate() {
            for &other in &variables[..i] {
                give(&[-one, -other])?;
            }
        }
    }
    Ok(())
}
