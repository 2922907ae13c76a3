//! Of grids that are images of one another only one is sought.
//!
//! No rule and no constraint tells rows from columns, or a line's start from its end. So the square's symmetries make valid grids of valid
//! grids, as long as what they make has the symmetry that is asked for, and the given squares. Of the images of a grid one is a
//! model, that of which the orbits, read in order, come first; the others are made of it. The clauses are those of
//! Crawford, Ginsberg, Luks and Roy (1996): x ≤ g(x) for each symmetry g, read orbit by orbit along a chain of variables
//! "equal so far". These are functions of the colours, so that no model comes twice, and a cube that decides the
//! comparison is rid of them.
//!
//! Invariant: the symmetries are a group; without that some grid might have no image that comes first.

use std::iter::once;

use varisat::{Lit, Var};

use super::formula::Encoder;
use super::orbits::Orbits;
use gridcheck_core::constraint::Kind;
use gridcheck_core::grid::{Grid, Transform};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;

/// The symmetries that make valid grids of valid grids.
pub(super) struct Images {
    /// The identity among them.
    symmetries: Vec<Transform>,
    /// Where the orbits go under those that do not leave all in place, each way once.
    moves: Vec<Vec<usize>>,
}

impl Images {
    pub(super) fn of(problem: &Problem, orbits: &Orbits) -> Self {
        let mut given = vec![None; orbits.len()];
        for literal in orbits.givens(problem) {
            given[literal.index()] = Some(literal.is_positive());
        }
        let (mut symmetries, mut moves) = (Vec::new(), Vec::new());
        let all: &[Transform] = if are_blind(problem) { &Transform::ALL } else { &[Transform::Identity] };
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

    /// A model comes first among its images.
    pub(super) fn encode(&self, encoder: &mut Encoder) {
        for moved in &self.moves {
            let mut equal: Option<Lit> = None;
            for (orbit, &image) in moved.iter().enumerate() {
                // Two orbits that change places are compared once.
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

    /// A grid, and its other images.
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

/// Whether rules and constraints say the same of a grid and its images; of the symmetry asked for this is not true, which is a matter of
/// [`Orbits`].
fn are_blind(problem: &Problem) -> bool {
    let Ruleset {
        name: _,
        // Of words in both directions, read either way.
        min_word: _,
        max_word: _,
        single_cells: _,
        checking: _,
        max_unchecked_run: _,
        max_unchecked_run_at_ends: _,
        // Of all four edges, of all lines, of the region.
        edges: _,
        min_white_per_row: _,
        connected: _,
        symmetry: _,
    } = *problem.rules();
    problem.constraints().iter().all(|constraint| match constraint.subject.kind() {
        // Of squares, or of words in both directions.
        Kind::Letters
        | Kind::Blacks
        | Kind::Words
        | Kind::Checked
        | Kind::Unchecked
        | Kind::Length
        | Kind::MeanLength
        | Kind::Lengths => true,
    })
}
