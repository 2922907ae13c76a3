//! The construction of `NaNoGenMo` 2021, issue 77, re-enacted: 15 × 15 layouts whose words have 5, 7 or 9 letters.
//!
//! Every square in an odd row and an odd column is black, counted from 0. Each of the rows 0, 2, 4 and 6 gets one more black square, in
//! column 5, 7 or 9. Each of the columns 0, 2, 4 and 6 gets one in row 5, 7 or 9. The half turn gives the others. So the construction
//! has 3⁸ patterns. A pattern counts if its white squares are connected.
//!
//! The program does not search for that. It has a [list](PUBLISHED) of walls: a pattern is rejected if all squares of a wall are black.
//! The list follows the description of the program. It lacks [two walls](MISSING).
//!
//! This is a witness under examination, not an engine. It uses a separate search for connected squares, and shares only the grid type with
//! the rest of the project.

use gridcheck_core::grid::Grid;

/// Number of rows and of columns of the layouts.
pub const SIZE: usize = 15;

/// The rows and the columns that get one more black square; the half turn maps them to the other even ones.
const LINES: [usize; 4] = [0, 2, 4, 6];

/// The possible places of that square in its line.
const PLACES: [usize; 3] = [5, 7, 9];

/// A row and a column, from 0.
pub type Square = (usize, usize);

/// Walls with a common part: that part, and the parts that complete it.
pub type Walls = (&'static [Square], &'static [&'static [Square]]);

/// The walls of the published list, in its order.
pub const PUBLISHED: [Walls; 6] = [
    (&[(0, 7), (2, 7), (4, 7), (6, 7)], &[&[]]),
    (&[(7, 0), (7, 2), (7, 4), (7, 6)], &[&[]]),
    (
        &[(0, 5), (2, 5), (4, 5)],
        &[&[(5, 0), (5, 2), (5, 4)], &[(5, 6), (6, 7)], &[(6, 5), (7, 6)], &[(6, 5), (7, 0), (7, 2), (7, 4)]],
    ),
    (
        &[(0, 9), (2, 9), (4, 9)],
        &[&[(9, 0), (9, 2), (9, 4)], &[(9, 6), (6, 7)], &[(6, 9), (7, 6)], &[(6, 9), (7, 0), (7, 2), (7, 4)]],
    ),
    (&[(5, 0), (5, 2), (5, 4)], &[&[(6, 5), (7, 6)], &[(5, 6), (6, 7)], &[(5, 6), (0, 7), (2, 7), (4, 7)]]),
    (&[(9, 0), (9, 2), (9, 4)], &[&[(8, 5), (7, 6)], &[(9, 6), (6, 7)], &[(9, 6), (14, 7), (12, 7), (10, 7)]]),
];

/// The walls that the published list lacks: from the middle of one side of the grid to the middle of the next, around the corner of a
/// black square of the lattice.
pub const MISSING: [Walls; 2] = [
    (&[(0, 7), (2, 7), (4, 7), (5, 6)], &[&[(6, 5), (7, 0), (7, 2), (7, 4)]]),
    (&[(14, 7), (12, 7), (10, 7), (9, 6)], &[&[(8, 5), (7, 0), (7, 2), (7, 4)]]),
];

/// A way to decide if the white squares of a pattern are connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectivityTest {
    /// The published list.
    Published,
    /// The published list and the two walls that it lacks.
    Mended,
    /// A search from one white square.
    Search,
}

impl ConnectivityTest {
    /// Every test, the published one first.
    pub const ALL: [ConnectivityTest; 3] =
        [ConnectivityTest::Published, ConnectivityTest::Mended, ConnectivityTest::Search];

    /// Returns the test in words.
    pub fn described(self) -> &'static str {
        match self {
            ConnectivityTest::Published => "the list as published",
            ConnectivityTest::Mended => "the list with its two missing walls",
            ConnectivityTest::Search => "a search in place of the list",
        }
    }

    /// Returns `true` if the test accepts a pattern.
    pub fn accepts(self, pattern: &Grid) -> bool {
        match self {
            ConnectivityTest::Published => !has_wall(pattern, &PUBLISHED),
            ConnectivityTest::Mended => !has_wall(pattern, &PUBLISHED) && !has_wall(pattern, &MISSING),
            ConnectivityTest::Search => is_connected(pattern),
        }
    }
}

/// Returns every pattern of the construction, connected or not.
pub fn patterns() -> Vec<Grid> {
    let choices = PLACES.len().pow(2 * LINES.len() as u32);
    (0..choices).map(pattern).collect()
}

/// Returns the pattern of a number whose digits, to the base 3, choose the places in the rows and then in the columns.
fn pattern(mut choice: usize) -> Grid {
    let mut grid = Grid::black(SIZE, SIZE);
    for r in 0..SIZE {
        (0..SIZE).filter(|c| r % 2 == 0 || c % 2 == 0).for_each(|c| grid.set_white(r, c, true));
    }
    for in_column in [false, true] {
        for line in LINES {
            let place = PLACES[choice % PLACES.len()];
            choice /= PLACES.len();
            let (r, c) = if in_column { (place, line) } else { (line, place) };
            grid.set_white(r, c, false);
            grid.set_white(SIZE - 1 - r, SIZE - 1 - c, false);
        }
    }
    grid
}

/// Returns `true` if all squares of some wall are black.
pub fn has_wall(pattern: &Grid, walls: &[Walls]) -> bool {
    let is_black = |squares: &[Square]| squares.iter().all(|&(r, c)| !pattern.is_white(r, c));
    walls.iter().any(|(common, others)| is_black(common) && others.iter().any(|other| is_black(other)))
}

/// Returns `true` if the white squares form one region. The corner of a pattern is white.
fn is_connected(pattern: &Grid) -> bool {
    let mut reached = vec![false; SIZE * SIZE];
    let mut to_visit = vec![(0, 0)];
    let mut count = 0;
    while let Some((r, c)) = to_visit.pop() {
        if r >= SIZE || c >= SIZE || !pattern.is_white(r, c) || reached[r * SIZE + c] {
            continue;
        }
        reached[r * SIZE + c] = true;
        count += 1;
        // A step up or to the left of the edge leads to `usize::MAX`, which is off the grid.
        to_visit.extend([(r + 1, c), (r.wrapping_sub(1), c), (r, c + 1), (r, c.wrapping_sub(1))]);
    }
    count == pattern.whites()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn accepted(test: ConnectivityTest) -> Vec<Grid> {
        patterns().into_iter().filter(|pattern| test.accepts(pattern)).collect()
    }

    #[test]
    fn the_list_gives_the_published_figure_and_two_too_many() {
        assert_eq!(patterns().into_iter().collect::<HashSet<_>>().len(), 6561);
        let [published, mended, connected] = ConnectivityTest::ALL.map(accepted);
        assert_eq!((published.len(), connected.len()), (6170, 6168));
        assert_eq!(mended, connected);
        // Only the two patterns of the missing walls are wrong.
        let wrong: Vec<&Grid> = published.iter().filter(|pattern| !connected.contains(pattern)).collect();
        assert_eq!(wrong.len(), 2);
        assert!(wrong.iter().all(|pattern| has_wall(pattern, &MISSING)));
        assert!(connected.iter().all(|pattern| published.contains(pattern)));
    }

    /// No wall is implied by the others, and no square of a wall is needless.
    #[test]
    fn every_square_of_every_wall_matters() {
        let patterns = patterns();
        let walls: Vec<Vec<Square>> = PUBLISHED
            .iter()
            .flat_map(|(common, others)| others.iter().map(|other| [*common, *other].concat()))
            .collect();
        assert_eq!(walls.len(), 16);
        let accepted = |walls: &[Vec<Square>]| {
            let is_wall = |wall: &Vec<Square>, grid: &Grid| wall.iter().all(|&(r, c)| !grid.is_white(r, c));
            patterns.iter().filter(|grid| !walls.iter().any(|wall| is_wall(wall, grid))).count()
        };
        let all = accepted(&walls);
        assert_eq!(all, 6170);
        for at in 0..walls.len() {
            let mut fewer = walls.clone();
            fewer.remove(at);
            assert!(accepted(&fewer) > all, "wall {at} is needless");
            for square in 0..walls[at].len() {
                let mut shorter = walls.clone();
                shorter[at].remove(square);
                assert!(accepted(&shorter) < all, "square {square} of wall {at} is needless");
            }
        }
    }

    #[test]
    fn words_have_five_seven_or_nine_letters() {
        for pattern in patterns().iter().step_by(97) {
            let (rows, columns): (Vec<String>, Vec<String>) = (0..SIZE)
                .map(|i| {
                    let colour = |white: bool| if white { '.' } else { '#' };
                    let row = (0..SIZE).map(|c| colour(pattern.is_white(i, c)));
                    (row.collect::<String>(), (0..SIZE).map(|r| colour(pattern.is_white(r, i))).collect::<String>())
                })
                .unzip();
            for line in rows.iter().chain(&columns) {
                let words = line.split('#').map(str::len).filter(|&length| length > 1);
                assert!(words.into_iter().all(|length| [5, 7, 9].contains(&length)), "{line}");
            }
        }
    }
}
