//! The puzzle that the page edits, as the library's types.

use anyhow::anyhow;
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::document::Document;
use gridcheck::formats::puzzle::Puzzle;

/// Parses a document of the page.
pub fn parsed(json: &str) -> anyhow::Result<PuzzleFile> {
    Ok(serde_json::from_str::<Document>(json)?.file()?)
}

/// Returns the puzzle of a document without open squares.
pub fn puzzle(file: &PuzzleFile) -> anyhow::Result<&Puzzle> {
    file.puzzle().map_err(|_| anyhow!("some squares are open: paint them first"))
}
