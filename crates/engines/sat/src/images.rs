//! Restricts the models to one of the grids that are images of one another.
//!
//! No rule and no constraint distinguishes rows from columns, or a line's start from its end. So the symmetries of the square, or of the
//! rectangle, map valid grids to valid grids, provided that the image has the required symmetry and the given squares. Of the images of a grid, the model is the one
//! whose orbits, read in order, come first; the others are derived from it. The clauses are those of Crawford, Ginsberg, Luks and Roy
//! (1996): x ≤ g(x) for each symmetry g, read orbit by orbit along a chain of variables "equal so far". These variables are functions of
//! the colours, so no model is repeated. A cube that decides the comparison no longer contains them.
//!
//! Invariant: the symmetries are a group; otherwise some grid might have no first image.

use std::iter::once;

use varisat::{Lit, Var};

use super::formula::Encoder;
use super::orbits::Orbits;
use gridcheck_core::constraint::Kind;
use gridcheck_core::grid::{Grid, Transform};
use gridcheck_core::problem::Problem;

/// The symmetries that map valid grids to valid grids.
pub(super) struct Images {
    /// All of them, including the identity.
    symmetries: Vec<Transform>,
    /// The images of the orbits under the symmetries that move some orbit, each permutation once.
    moves: Vec<Vec<usize>>,
}

impl Images {
    pub(super) fn of(problem: &Problem, orbits: &Orbits) -> Self {
        let mut given = vec![None; orbits.len()];
        for literal in orbits.givens(problem) {
            given[literal.index()] = Some(literal.is_positive());
        }
        let (mut symmetries, mut moves) = (Vec::new(), Vec::new());
        let all: &[Transform] =
            if constraints_ignore_images(problem) { &Transform::ALL } else { &[Transform::Identity] };
        for &symmetry in all {
            let keeps_givens = |moved: &Vec<usize>| moved.iter().zip(&given).all(|(&image, &one)| given[image] == one);
            let Some(moved) = orbits.moved(symmetry).filter(keeps_givens) else { continue };
            symmetries.push(symmetry);
            if !moved.iter().copied().eq(0..orbits.len()) && !moves.contains(&moved) {
                moves.push(moved);
            }
        }
        Images { symmetries, moves }
    }

    /// Adds the clauses that require a model to be the first of its images.
    pub(super) fn encode(&self, encoder: &mut Encoder) {
        for moved in &self.moves {
            let mut equal: Option<Lit> = None;
            for (orbit, &image) in moved.iter().enumerate() {
                // Two orbits that exchange places are compared once.
                if image == orbit || image < orbit && moved[image] == orbit {
                    continue;
                }
                let [one, other] = [orbit, image].map(|orbit| Var::from_index(orbit).positive());
                let otherwise = |literals: [Lit; 2]| equal.into_iter().map(|equal| !equal).chain(literals);
                let next = encoder.fresh();
                encoder.clause(otherwise([!one, other]));
                encoder.clause(otherwise([!one, next]));
                encoder.clause(otherwise([other, next]));
                encoder.clause([!next, one, !other]);
                if let Some(equal) = equal {
                    encoder.clause([!next, equal]);
                }
                equal = Some(next);
            }
        }
    }

    /// Returns a grid, and its other images.
    pub(super) fn all(&self, grid: &Grid) -> Vec<Grid> {
        let mut images = Vec::with_capacity(self.symmetries.len());
        for image in once(grid.clone()).chain(self.symmetries.iter().map(|&symmetry| grid.transformed(symmetry))) {
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}

/// Returns `true` if the constraints treat a grid and its images alike.
fn constraints_ignore_images(problem: &Problem) -> bool {
    problem.constraints().iter().all(|constraint| match constraint.subject.kind() {
        // These concern squares, or words in both directions.
        Kind::Letters
        | Kind::Blacks
        | Kind::Words
        | Kind::Checked
        | Kind::Unchecked
        | Kind::Length
        | Kind::MeanLength
        | Kind::Lengths
        | Kind::Cheaters
        | Kind::Elbows
        | Kind::Black(_)
        | Kind::Hinges => true,
        // A quarter turn makes columns of the rows.
        Kind::BlacksPerRow => false,
    })
}
