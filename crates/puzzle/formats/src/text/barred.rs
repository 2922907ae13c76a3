//! Barred grids, as [`Grid`] writes them: all squares are white; `r` has a bar at its right, `b` a bar below, `+` both, `.` none.
//!
//! Such a line may also be a heading. Rows are a barred grid only if there are two or more, all of the same width, and one square has no bar
//! after it.

use gridcheck_core::grid::{Grid, GridError, MAX_SIZE, full_row};

use super::super::fault::Fault;
use super::block::Block;
use super::lines::columns;

/// Returns `true` if a line can be a row of a barred grid.
pub(super) fn is_row(text: &str) -> bool {
    let row = text.trim();
    !row.is_empty() && row.chars().all(|square| ".rb+".contains(square))
}

/// Returns `true` if a line is such a row, and has a bar.
pub(super) fn has_bar(text: &str) -> bool {
    is_row(text) && text.trim().chars().any(|square| square != '.')
}

/// Returns the barred grid with these rows, each with its line and the column of its text; `None` if they are no barred grid.
pub(super) fn read(rows: &[(&str, usize, usize)]) -> Result<Option<Block>, Fault> {
    let [(first, line, _), _, ..] = *rows else { return Ok(None) };
    let width = columns(first.trim());
    let is_grid = rows.iter().all(|(row, ..)| is_row(row) && columns(row.trim()) == width)
        && rows.iter().any(|(row, ..)| has_bar(row))
        && rows.iter().any(|(row, ..)| row.contains('.'));
    if !is_grid {
        return Ok(None);
    }
    let text: Vec<&str> = rows.iter().map(|(row, ..)| row.trim()).collect();
    let at = |row: usize, column: usize, error: &GridError| {
        let (text, line, first) = rows[row];
        let indent = columns(text) - columns(text.trim_start());
        Fault::at(line, first + indent + column, error.to_string())
    };
    match text.join("/").parse::<Grid>() {
        Ok(grid) => Ok(Some(Block::barred(line, width, vec![full_row(width); rows.len()], grid.bars().clone()))),
        Err(error @ GridError::Bar { row, column }) => Err(at(row - 1, column - 1, &error)),
        Err(error @ GridError::TooLarge) => Err(at(rows.len().min(MAX_SIZE + 1) - 1, width.min(MAX_SIZE), &error)),
        // All rows have squares, and as many as the first.
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FoundGrid, Options, Reader};
    use super::*;

    fn found(text: &str) -> Vec<Result<FoundGrid, Fault>> {
        Reader::new(text.as_bytes(), Options::default()).collect()
    }

    #[test]
    fn grids_are_read_as_they_are_written() {
        let grids = ["..../rrr./....", "..../..../b..b/....", "+./..", "rb./.+./...", "..#/.../...", ".../..r/b.."];
        let (barred, other) = grids.split_at(4);
        let text: Vec<String> = grids[..5].iter().map(|grid| grid.replace('/', "\n")).collect();
        let read: Vec<String> =
            found(&text.join("\n\n")).into_iter().map(|grid| grid.expect("a grid").grid.one_line()).collect();
        assert_eq!(read, grids[..5]);
        for grid in barred {
            let [Ok(rows), Ok(object)] =
                &found(&format!("{grid}\n{{\"rows\": [\"{}\"]}}", grid.replace('/', "\", \"")))[..]
            else {
                panic!("{grid}");
            };
            assert_eq!([rows.grid.one_line(), object.grid.one_line()], [*grid, *grid]);
        }
        assert_eq!(other.len(), 2);
    }

    #[test]
    fn the_place_of_a_bar_on_the_rim_is_named() {
        for (text, place) in [("..\n  .r\n..", "2:4"), ("....\n....\n..b.", "3:3"), ("#.\n..\n\n../.+", "4:5")] {
            let last = found(text).pop().expect("a fault").expect_err(text).to_string();
            assert!(last.starts_with(place) && last.ends_with("a bar is between two white squares"), "{text}: {last}");
        }
    }

    #[test]
    fn letters_of_bars_are_headings_and_solutions_as_before() {
        let texts = ["b\n\n#.\n..", "bb\nrr\n\n#.\n..", "rb\n\n.#\n.."];
        for text in texts {
            let grids: Vec<_> = found(text);
            assert!(grids.iter().all(|grid| grid.as_ref().is_ok_and(|grid| grid.grid.bars().is_empty())), "{text}");
        }
        let solution = found("b#r\nrbr").pop().expect("a grid").expect("a solution");
        assert_eq!((solution.grid.one_line(), solution.letters.len()), (".#./...".to_owned(), 6));
        let named = Options { black: Some('b'), white: None };
        let grid = Reader::new("b.\n..".as_bytes(), named).next().expect("a grid").expect("a grid").grid;
        assert_eq!(grid.one_line(), "#./..");
    }
}
