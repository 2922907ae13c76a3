//! Defines house rules that no rule set can express, one per file: the rule's text, its code, its check, and its message.

pub mod black_shapes;
pub mod blacks;
pub mod hinge;
pub mod odd_size;
pub mod sizes;
pub mod unches;
pub mod word_count;

use serde_json::json;

use gridcheck_core::constraint::BlackShape;
use gridcheck_core::plural::plural;
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

    /// Returns a note if the rule does not apply to a grid, which is no fault of the grid.
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
