//! Rules that the painted squares break by themselves, whatever becomes of the open ones.
//!
//! They are those found, with the same words, squares and numbers, both when every open square is white and when every one is black. For the
//! more squares are white, the more are white, in words and checked: a run that is the same at both extremes is painted from
//! end to end with what bounds it, and if its letters are checked alike at both extremes they are so in between; likewise for a line's
//! white squares, and for a piece of the grid, all of whose squares are then painted. An open square that the symmetry ties to a
//! painted one has its colour here, since a grid in which it has not breaks the rule of symmetry.
//!
//! A painting can exclude all grids in other ways; that is for [`exclusion`](super::exclusion) to tell.

use super::{Place, open_orbits};
use crate::grid::Grid;
use crate::plural::plural;
use crate::problem::{Givens, Problem};
use crate::validator::{Validator, Violation};

/// Rules of which every grid with these squares breaks one.
pub fn broken_already(problem: &Problem) -> Vec<Violation> {
    let validator = Validator::new(problem.rules());
    let painting = with_images(problem);
    let [white, black] = [true, false].map(|white| filled(&painting, white));
    let always = validator.violations(&black);
    let mut found = validator.violations(&white);
    found.retain(|violation| always.contains(violation));
    found
}

/// A broken rule in words. Clue numbers would mislead while squares are open, so a word is called by its first square.
pub fn in_words(broken: &Violation) -> String {
    let told = broken.diagnostic();
    match broken.word() {
        Some(word) => {
            let letters = plural(word.length, "letter");
            format!("{} {} word of {letters} from {}: {told}", told.code(), word.direction, word.first)
        }
        None => format!("{} {told}", told.code()),
    }
}

/// The painting, and the squares tied to it by the symmetry, as the first painted one of them.
fn with_images(problem: &Problem) -> Givens {
    let mut painting = problem.givens().clone();
    for orbit in open_orbits(problem) {
        let colour = |&(r, c): &Place| problem.givens().colour(r, c);
        if let Some(white) = orbit.iter().find_map(colour) {
            orbit.iter().filter(|place| colour(place).is_none()).for_each(|&(r, c)| painting.fix(r, c, white));
        }
    }
    painting
}

/// The painting with every open square of one colour.
fn filled(givens: &Givens, white: bool) -> Grid {
    let mut grid = Grid::black(givens.height(), givens.width());
    for r in 0..givens.height() {
        grid.set_row(r, if white { !givens.black(r) } else { givens.white(r) });
    }
    grid
}
