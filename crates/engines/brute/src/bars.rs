//! Barred grids: orbits of edges, and the rule book for words that end at bars.

use gridcheck_core::grid::{Grid, Square};
use gridcheck_core::problem::Problem;

use super::words::{DIRECTIONS, in_word, next, previous, word_from};
use super::{Orbits, Part, RuleBook};

/// Groups the edges by the symmetry; `None` if two given edges of one orbit differ.
pub(super) fn orbits(problem: &Problem) -> Option<Orbits> {
    let (height, width) = (problem.height(), problem.width());
    let mut base = Grid::white(height, width);
    let mut free = Vec::new();
    for (one, direction) in
        problem.size().positions().flat_map(|square| DIRECTIONS.map(|direction| (square, direction)))
    {
        let other = (one.0 + direction.0, one.1 + direction.1);
        if other.0 == height || other.1 == width {
            continue;
        }
        // The images are found here and not by the code that the clauses use, so that a fault there shows.
        let image = |square: Square, of: usize| problem.symmetry().group()[of].square(height, width, square);
        let images = (0..problem.symmetry().group().len()).map(|of| (image(one, of), image(other, of)));
        let mut orbit: Vec<_> = images.map(|(one, other)| (one.min(other), one.max(other))).collect();
        orbit.sort_unstable();
        orbit.dedup();
        // Each orbit is met at its first edge.
        if orbit[0] != (one, other) {
            continue;
        }
        // The first square of an edge states if there is a bar.
        let mut states = orbit.iter().filter_map(|&edge| problem.givens().bar(edge));
        match states.next() {
            None => free.push(orbit.into_iter().map(|(one, other)| Part::Edge(one, other)).collect()),
            Some(is_bar) if states.all(|state| state == is_bar) => {
                for (one, other) in orbit {
                    base.bars_mut().set_between(one, other, is_bar);
                }
            }
            Some(_) => return None,
        }
    }
    Some(Orbits { base, free })
}

/// Returns `true` if a barred grid obeys every rule except symmetry, which the painting guarantees.
pub(super) fn obeys(grid: &Grid, rules: &RuleBook) -> bool {
    // A rule set for bars requires nothing of black squares.
    let &RuleBook { ref words, single_cells, connected, min_white_per_row: _, max_black_run: _, edges: _ } = rules;
    let checked = |square| in_word(grid, square, (0, 1)) && in_word(grid, square, (1, 0));
    for square in grid.size().positions() {
        let in_words = DIRECTIONS.map(|direction| in_word(grid, square, direction));
        if in_words == [false, false] || !(single_cells || checked(square)) {
            return false;
        }
        for direction in DIRECTIONS {
            if let Some(word) = word_from(grid, square, direction) {
                let word: Vec<bool> = word.into_iter().map(checked).collect();
                if !words.allow(&word) {
                    return false;
                }
            }
        }
    }
    !connected || reached_from_corner(grid) == grid.size().squares()
}

/// Returns the number of squares that can be reached from the top left corner by steps that cross no bar.
fn reached_from_corner(grid: &Grid) -> usize {
    let mut reached = vec![vec![false; grid.width()]; grid.height()];
    let mut to_visit = vec![(0, 0)];
    let mut count = 0;
    while let Some(square) = to_visit.pop() {
        if std::mem::replace(&mut reached[square.0][square.1], true) {
            continue;
        }
        count += 1;
        for direction in DIRECTIONS {
            to_visit.extend(next(grid, square, direction));
            to_visit.extend(previous(grid, square, direction));
        }
    }
    count
}
