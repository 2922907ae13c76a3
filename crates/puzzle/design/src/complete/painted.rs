//! Finds the rules that the painted squares break on their own, whatever the colours of the open ones.
//!
//! They are the violations, with equal words, squares and numbers, that occur both with every open square white and with every
//! open square black. In a barred grid they occur with bars on all open edges and on none. The reason is monotony: more white squares, or
//! fewer bars, mean more letters in words and more checked letters. So a run
//! that is equal at both extremes is painted from end to end, together with its bounds. Letters that are checked equally at both
//! extremes are checked equally in between. The same holds for a line's white squares, and for a piece of the grid, all of whose
//! squares are then painted.
//!
//! An open square that the symmetry ties to a painted one has its colour here, because any other colour breaks the symmetry rule.
//!
//! A painting can exclude all grids in other ways; [`exclusion`](super::exclusion) finds those.

use gridcheck_core::grid::Grid;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::problem::orbit::orbits;
use gridcheck_validator::Validator;
use gridcheck_validator::diagnostic::Diagnostic;

/// Returns the violations that occur in every grid with these squares. Clue numbers would mislead while squares are open, so the name of a
/// word is its first square.
pub fn broken_already(problem: &Problem) -> Vec<Diagnostic> {
    let validator = Validator::new(problem.rules());
    let [set, unset] = [true, false].map(|is_set| filled(problem, is_set));
    let always = validator.violations(&unset);
    let found = validator.violations(&set).into_iter().filter(|violation| always.contains(violation));
    let named = |violation: Diagnostic| {
        let name = violation.word.map(|word| {
            let letters = plural(word.length, "letter");
            format!("{} word of {letters} from {}", word.direction, word.first)
        });
        Diagnostic { name, ..violation }
    };
    found.map(named).collect()
}

/// Returns the painting with all open squares white or black, or with bars on all open edges or on none. What the symmetry ties to
/// something painted has the state of the first that is painted.
fn filled(problem: &Problem, is_set: bool) -> Grid {
    let mut grid = problem.givens().filled(true);
    for orbit in orbits(problem.size(), problem.rules()) {
        let painted = orbit.given(problem.givens()).find_map(|given| given);
        orbit.set_open(&mut grid, problem.givens(), painted.unwrap_or(is_set));
    }
    grid
}
