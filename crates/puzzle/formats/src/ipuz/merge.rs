//! Merges the states of a square in `puzzle` and in `solution`.
//!
//! `puzzle` is the solver's view, and `solution` is the result. Either may lack a square. `solution` has `null` for a square without a
//! letter, black or void. In a *diagramless* puzzle, `puzzle` may show every square as white, or may show the black ones. So each of them
//! completes the other. If they contradict each other, the file is rejected.
//!
//! | `puzzle` | `solution` | merged |
//! |---|---|---|
//! | black | black, nothing | black |
//! | black | white | rejected |
//! | white | white, nothing | white |
//! | white | black | rejected; black if the puzzle is diagramless |
//! | white, and nothing is black in `puzzle` | nothing, and the puzzle is diagramless | rejected: it may be black |
//! | void | any | void; also a square that neither has |

/// The state of a square in one of the two grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellState {
    Nothing,
    Void,
    Black,
    White,
}

/// The merged state of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merged {
    Void,
    Black,
    White,
    /// The two grids contradict each other.
    Contradiction,
    /// The square may be black or white.
    Doubt,
}

/// Merges two states. `shows_black` is `true` if `puzzle` has a black square.
pub(super) fn merged(puzzle: CellState, solution: CellState, is_diagramless: bool, shows_black: bool) -> Merged {
    match (puzzle, solution) {
        (CellState::Void, _) | (CellState::Nothing, CellState::Nothing | CellState::Void) => Merged::Void,
        (CellState::Black, CellState::White) => Merged::Contradiction,
        (CellState::White, CellState::Black) if !is_diagramless => Merged::Contradiction,
        (_, CellState::Black) | (CellState::Black, CellState::Nothing | CellState::Void) => Merged::Black,
        (CellState::White, CellState::Nothing | CellState::Void) if is_diagramless && !shows_black => Merged::Doubt,
        (CellState::White | CellState::Nothing, CellState::White)
        | (CellState::White, CellState::Nothing | CellState::Void) => Merged::White,
    }
}
