//! Finds the rules that the painted squares break on their own, whatever the colours of the open ones.
//!
//! They are the violations, with equal words, squares and numbers, that occur both with every open square white and with every
//! open square black. The reason is monotony: more white squares mean more letters in words and more checked letters. So a run
//! that is equal at both extremes is painted from end to end, together with its bounds. Letters that are checked equally at both
//! extremes are checked equally in between. The same holds for a line's white squares, and for a piece of the grid, all of whose
//! squares are then painted.
//!
//! An open square that the symmetry ties to a painted one has its colour here, because any other colour breaks the symmetry rule.
//!
//! A painting can exclude all grids in other ways; [`exclusion`](super::exclusion) finds those.

use super::{Square, open_orbits};
use gridcheck_core::plural::plural;
use gridcheck_core::problem::{Givens, Problem};
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::Diagnostic;

/// Returns the violations that occur in every grid with these squares. Clue numbers would mislead while squares are open, so the name of a
/// word is its first square.
pub fn broken_already(problem: &Problem) -> Vec<Diagnostic> {
    let validator = Validator::new(problem.rules());
    let painting = with_images(problem);
    let [white, black] = [true, false].map(|white| painting.filled(white));
    let always = validator.violations(&black);
    let found = validator.violations(&white).into_iter().filter(|violation| always.contains(violation));
    let named = |violation: Diagnostic| {
        let name = violation.word.map(|word| {
            let letters = plural(word.length, "letter");
            format!("{} word of {letters} from {}", word.direction, word.first)
        });
        Diagnostic { name, ..violation }
    };
    found.map(named).collect()
}

/// Returns the painting together with the squares that the symmetry ties to it. Each gets the colour of the first painted square
/// of its orbit.
fn with_images(problem: &Problem) -> Givens {
    let mut painting = problem.givens().clone();
    for orbit in open_orbits(problem) {
        let colour = |&(r, c): &Square| problem.givens().colour(r, c);
        if let Some(white) = orbit.iter().find_map(colour) {
            orbit.iter().filter(|place| colour(place).is_none()).for_each(|&(r, c)| painting.fix(r, c, white));
        }
    }
    painting
}
