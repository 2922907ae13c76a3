//! What a square is, given what `puzzle` and what `solution` say of it.
//!
//! `puzzle` is what a solver sees, `solution` what comes out. Either may say nothing of a square: `solution` has `null`
//! for what is no letter, be it black or a void, and in a *diagramless* puzzle `puzzle` may show every square as white, or may show the
//! black ones all the same. So each says what it can, and the other fills in; where they contradict each other the file is refused.
//!
//! | `puzzle` | `solution` | |
//! |---|---|---|
//! | black | black, nothing | black |
//! | black | white | refused |
//! | white | white, nothing | white |
//! | white | black | refused; black if the puzzle is diagramless |
//! | white, and nothing is black in `puzzle` | nothing, and the puzzle is diagramless | refused: it may be black |
//! | void | | void, as is what neither speaks of |

/// What one of the two says of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    Nothing,
    Void,
    Black,
    White,
}

/// What comes of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merged {
    Void,
    Black,
    White,
    /// They contradict each other.
    Contradiction,
    /// It may be black or white.
    Doubt,
}

/// Whether and how the black squares of a puzzle are hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Diagram {
    /// They are not.
    Shown,
    /// The puzzle is diagramless, and `puzzle` has black squares all the same.
    Known,
    /// The puzzle is diagramless, and `puzzle` has none.
    Hidden,
}

pub(super) fn merged(puzzle: Says, solution: Says, diagram: Diagram) -> Merged {
    match (puzzle, solution) {
        (Says::Void, _) | (Says::Nothing, Says::Nothing | Says::Void) => Merged::Void,
        (Says::Black, Says::White) => Merged::Contradiction,
        (Says::White, Says::Black) if diagram == Diagram::Shown => Merged::Contradiction,
        (_, Says::Black) | (Says::Black, Says::Nothing | Says::Void) => Merged::Black,
        (Says::White, Says::Nothing | Says::Void) if diagram == Diagram::Hidden => Merged::Doubt,
        (Says::White | Says::Nothing, Says::White) | (Says::White, Says::Nothing | Says::Void) => Merged::White,
    }
}
