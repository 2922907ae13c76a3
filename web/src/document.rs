//! The puzzle that the page edits, as the library's types.

use gridcheck::formats::PuzzleFile;
use gridcheck::formats::document::Document;
use gridcheck::formats::puzzle::Puzzle;
use gridcheck::grid::Grid;

/// Parses a document of the page.
pub fn parsed(json: &str) -> Result<PuzzleFile, String> {
    let document: Document = serde_json::from_str(json).map_err(|error| error.to_string())?;
    document.file().map_err(|fault| fault.to_string())
}

/// Returns the puzzle of a document without open squares.
pub fn puzzle(file: &PuzzleFile) -> Result<&Puzzle, String> {
    file.puzzle().map_err(|_| "some squares are open: paint them first".to_owned())
}

/// Counts the open squares of a document with bars or voids.
pub fn open(file: &PuzzleFile) -> usize {
    Document::of(file).rows.matches('?').count()
}

/// Returns the grid of a document with bars or voids, with open squares white and voids black.
pub fn filled(file: &PuzzleFile) -> Grid {
    let rows = Document::of(file).rows.replace('?', ".").replace('_', "#");
    rows.parse().expect("rows of white and black squares")
}
