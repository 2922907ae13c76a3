//! Defines house rules that no rule set can express, one per file: the rule's text, its code, its check, and its message.

pub mod black_shapes;
pub mod blacks;
pub mod hinge;
pub mod odd_size;
pub mod sizes;
pub mod unches;
pub mod word_count;

use serde_json::json;

use gridcheck_core::constraint::{BlackShape, Bounds, Constraint, Measure, Subject};
use gridcheck_core::plural::plural;
use gridcheck_core::rules::GridKind;
use gridcheck_core::size::Size;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Severity};

/// One house rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseRule {
    /// No checked square alone connects two parts of the grid.
    NoHinge,
    /// A word has at most as many unchecked letters as checked ones; from nine letters on, one more.
    FewUnches,
    /// At most a sixth of the squares are black.
    SixthBlack,
    /// A square grid of this size has at most this many words.
    MostWords {
        /// Number of rows and of columns.
        size: usize,
        /// The most words.
        words: usize,
    },
    /// The grid is a square of one of these sizes.
    Sizes(&'static [usize]),
    /// The numbers of rows and of columns are odd.
    OddSize,
    /// At most this number of black squares lie together.
    MostBlack(BlackShape, usize),
}

/// The meaning of a house rule for the grids of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnSize {
    /// Every grid obeys the rule.
    Holds,
    /// No grid obeys the rule.
    Fails,
    /// Exactly the grids that meet the constraint obey the rule.
    Constraint(Constraint),
    /// No constraint has the meaning of the rule, so that each grid must be judged.
    EachGrid,
}

impl HouseRule {
    /// Returns the code of the findings that break the rule.
    pub const fn code(self) -> &'static Code {
        match self {
            HouseRule::NoHinge => hinge::CODE,
            HouseRule::FewUnches => unches::CODE,
            HouseRule::SixthBlack => blacks::CODE,
            HouseRule::MostWords { .. } => word_count::CODE,
            HouseRule::Sizes(_) => sizes::CODE,
            HouseRule::OddSize => odd_size::CODE,
            HouseRule::MostBlack(shape, _) => black_shapes::code(shape),
        }
    }

    /// Returns the meaning of the rule for grids of this size and kind without voids.
    pub fn on_size(self, size: Size, kind: GridKind) -> OnSize {
        let at_most = |subject, most: usize| {
            // The squares of a grid, and the numbers in house rules, are far fewer than a number of 32 bits can count.
            OnSize::Constraint(Constraint { subject, bounds: Bounds::at_most(most as u32) })
        };
        let all_or_none = |holds| if holds { OnSize::Holds } else { OnSize::Fails };
        match self {
            HouseRule::NoHinge if kind == GridKind::Blocks => at_most(Subject::Hinges, 0),
            // The engines that list large barred grids do not take the constraint.
            HouseRule::NoHinge | HouseRule::FewUnches => OnSize::EachGrid,
            HouseRule::SixthBlack => at_most(Subject::Of(Measure::Blacks), size.squares() / 6),
            HouseRule::MostWords { size: side, words } if size.side() == Some(side) => {
                at_most(Subject::Of(Measure::Words), words)
            }
            HouseRule::MostWords { .. } => OnSize::Holds,
            HouseRule::Sizes(sides) => all_or_none(size.side().is_some_and(|side| sides.contains(&side))),
            HouseRule::OddSize => all_or_none(size.rows() % 2 == 1 && size.columns() % 2 == 1),
            HouseRule::MostBlack(shape, most) => at_most(Subject::Black(shape), most),
        }
    }

    /// Returns a note if the rule does not apply to a grid, which is not a fault of the grid.
    ///
    /// Rules about words, checking and symmetry apply to any grid: words end at bars and voids. A rule about full rectangles of some size
    /// does not apply to a grid with voids.
    pub(crate) fn not_applicable(self, shape: Shape) -> Option<Diagnostic> {
        let needs_full = match self {
            HouseRule::MostWords { size, .. } => (shape.height(), shape.width()) == (size, size),
            HouseRule::Sizes(_) => true,
            HouseRule::NoHinge
            | HouseRule::FewUnches
            | HouseRule::SixthBlack
            | HouseRule::OddSize
            | HouseRule::MostBlack(..) => false,
        };
        (needs_full && !shape.is_full()).then(|| {
            let (code, voids) = (self.code(), shape.voids.len());
            let (title, counted) = (code.title, plural(voids, "void"));
            let message =
                format!("not applicable ({title}): the rule is about full rectangles, and this grid has {counted}");
            let fields = [("applicable", json!(false)), ("voids", json!(voids))];
            Diagnostic { severity: Severity::Note, ..Diagnostic::new(code, message, Vec::new(), fields) }
        })
    }

    /// Returns every violation of the rule by a grid with these words.
    pub(crate) fn broken(self, shape: Shape, words: &Words) -> Vec<Diagnostic> {
        let grid = shape.grid;
        match self {
            HouseRule::NoHinge => hinge::all(words).collect(),
            HouseRule::FewUnches => unches::all(words).collect(),
            HouseRule::SixthBlack => blacks::found(shape).into_iter().collect(),
            HouseRule::MostWords { size, words: most } => {
                word_count::found(grid, words, size, most).into_iter().collect()
            }
            HouseRule::Sizes(sizes) => sizes::found(grid, sizes).into_iter().collect(),
            HouseRule::OddSize => odd_size::found(grid).into_iter().collect(),
            HouseRule::MostBlack(black, most) => black_shapes::found(shape, black, most).into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::PROFILES;
    use gridcheck_core::grid::Grid;
    use gridcheck_core::rng::SeededRng;
    use gridcheck_validator::stats::satisfied;

    /// Compares with the check of each grid, on random grids of the sizes that houses print and of others.
    #[test]
    fn a_rule_on_a_size_means_what_its_check_says() {
        let mut rng = SeededRng::new(35);
        let other = [
            HouseRule::MostBlack(BlackShape::Run, 3),
            HouseRule::MostBlack(BlackShape::TwoByTwo, 2),
            HouseRule::MostWords { size: 5, words: 9 },
        ];
        let rules: Vec<HouseRule> = PROFILES.iter().flat_map(|profile| profile.house).copied().chain(other).collect();
        let mut times = [0; 2];
        for round in 0..400 {
            let (rows, columns) = [(5, 5), (15, 15), (13, 13), (21, 21), (4, 7), (15, 13)][round % 6];
            let size = Size::new(rows, columns).expect("a size");
            let mut grid = Grid::black(rows, columns);
            let whites = 2 + rng.below(8);
            size.positions().for_each(|(r, c)| grid.set_white(r, c, rng.below(whites) > 0));
            let (shape, words) = (Shape::from(&grid), Words::of(Shape::from(&grid)));
            for &rule in &rules {
                let obeys = match rule.on_size(size, GridKind::Blocks) {
                    OnSize::Holds => true,
                    OnSize::Fails => false,
                    OnSize::Constraint(constraint) => satisfied(&grid, &[constraint]),
                    OnSize::EachGrid => continue,
                };
                assert_eq!(rule.broken(shape, &words).is_empty(), obeys, "{rule:?}: {grid}");
                times[usize::from(obeys)] += 1;
            }
        }
        assert!(times.iter().all(|&times| times > 1000), "{times:?}");
    }
}
