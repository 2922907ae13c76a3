//! The grid that represents its class: the *least* of its images.
//!
//! Grids are compared like their one-line texts, square by square from the top left, black (`#`) before white (`.`). Only those
//! images count that belong to the listed set: they have its symmetry and the given squares. The symmetry matters where a rule
//! set requires a single reflection.

use std::cmp::Ordering;

use gridcheck_core::constraint::Constraint;
use gridcheck_core::grid::{Grid, Transform, reverse_row};
use gridcheck_core::problem::Problem;
use gridcheck_engine::listing::{Collector, Repeat};
use gridcheck_validator::stats::satisfied;

/// Returns `true` if a grid of the problem is the least of its images that are also grids of the problem.
pub fn stands_for_class(grid: &Grid, problem: &Problem) -> bool {
    Transform::of_size(grid.size()).all(|transform| {
        compare_image(grid, transform) != Ordering::Less || !is_of_problem(&grid.transformed(transform), problem)
    })
}

/// Returns a collector that passes on to `to` the grids of a listing of `problem` that represent their class.
pub fn primitive<'a>(problem: &'a Problem, to: &'a dyn Collector) -> impl Collector + 'a {
    Repeat::new(to, |grid: &Grid| usize::from(stands_for_class(grid, problem)))
}

/// Returns the least of a grid's images: eight, or four of a rectangle.
pub fn least_image(grid: &Grid) -> Grid {
    let images = Transform::of_size(grid.size()).map(|transform| grid.transformed(transform));
    images.fold(grid.clone(), |least, image| if is_less(&image, &least) { image } else { least })
}

/// Returns `true` if an image of a grid of the problem is also a grid of the problem. Rows and columns have the same rules, and
/// every image has the same measures. So only symmetry, givens and constraints on rows can differ.
fn is_of_problem(image: &Grid, problem: &Problem) -> bool {
    problem.rules().symmetry.group().iter().all(|&transform| image.transformed(transform) == *image)
        && problem.givens().first_broken(image).is_none()
        && (distinguishes_rows(problem).is_none() || satisfied(image, problem.constraints()))
}

/// Returns the constraint that a grid can meet while its reflection in the diagonal does not, if the problem has one.
pub fn distinguishes_rows(problem: &Problem) -> Option<Constraint> {
    problem.constraints().iter().copied().find(|constraint| constraint.subject.distinguishes_rows())
}

fn is_less(grid: &Grid, other: &Grid) -> bool {
    let ordered = |grid: &Grid| grid.rows().iter().map(|&row| reverse_row(row, grid.width())).collect::<Vec<_>>();
    ordered(grid) < ordered(other)
}

/// Compares an image with the grid, the image first. The first row usually decides, so the rows of the image are computed one by
/// one.
fn compare_image(grid: &Grid, transform: Transform) -> Ordering {
    let mut rows =
        (0..grid.height()).map(|r| image_row(grid, transform, r).cmp(&reverse_row(grid.rows()[r], grid.width())));
    rows.find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
}

/// Returns row `r` of an image, with its first square in the highest bit. A transform that swaps the sides needs a square grid.
fn image_row(grid: &Grid, transform: Transform, r: usize) -> u64 {
    let n = grid.width();
    let last = grid.height() - 1 - r;
    let row = |r: usize| grid.rows()[r];
    // Bit `i` is the square in row `i`.
    let column = |c: usize| (0..n).fold(0, |column, i| column | (row(i) >> c & 1) << i);
    match transform {
        Transform::Identity => reverse_row(row(r), n),
        Transform::MirrorLeftRight => row(r),
        Transform::MirrorTopBottom => reverse_row(row(last), n),
        Transform::Rot180 => row(last),
        Transform::MainDiagonal => reverse_row(column(r), n),
        Transform::Rot90 => column(r),
        Transform::Rot270 => reverse_row(column(last), n),
        Transform::AntiDiagonal => column(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_core::rules::builtin;

    /// A grid without any symmetry.
    fn lopsided() -> Grid {
        "..#./####/#.##/##..".parse().expect("a grid in the test")
    }

    #[test]
    fn rows_of_images_are_those_of_the_transformed_grid() {
        let grid = lopsided();
        for transform in Transform::ALL {
            let image = grid.transformed(transform);
            for r in 0..4 {
                assert_eq!(image_row(&grid, transform, r), reverse_row(image.rows()[r], 4), "{transform:?}, row {r}");
            }
        }
    }

    #[test]
    fn the_least_image_is_the_first_in_text_order() {
        let grid = lopsided();
        let mut lines = Transform::ALL.map(|transform| grid.transformed(transform).one_line());
        lines.sort();
        assert_eq!(least_image(&grid).one_line(), lines[0]);
    }

    #[test]
    fn an_image_outside_the_problem_does_not_count() {
        let symmetry = gridcheck_core::rules::Symmetry::Diagonal;
        let rules = gridcheck_core::rules::Ruleset { symmetry, ..builtin("american").expect("built in") };
        let problem = Problem::new(4, rules).expect("a fair problem");
        // Both are unchanged under the main diagonal; the mirror images between them are not.
        let (grid, turned) = ("#.../..../..../....", "..../..../..../...#");
        let stands = |text: &str| stands_for_class(&text.parse().expect("a grid in the test"), &problem);
        assert!(stands(grid) && !stands(turned));
        let problem = Problem::new(3, gridcheck_core::rules::Ruleset::lax()).expect("a fair problem");
        let problem =
            problem.with_constraints(vec!["blacks-per-row = 1".parse().expect("a constraint")]).expect("it can be");
        // The quarter turn of both, which is less, has three black squares in a row.
        assert!(stands_for_class(&"#../#../#..".parse().expect("a grid in the test"), &problem));
        assert!(!stands_for_class(&"..#/..#/..#".parse().expect("a grid in the test"), &problem));
        let first: Grid = ".../..#/.##".parse().expect("a grid in the test");
        assert_eq!(least_image(&first).one_line(), "##./#../...");
    }
}
