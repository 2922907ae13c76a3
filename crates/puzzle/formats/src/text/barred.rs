//! Barred grids, as [`Grid`](gridcheck_core::grid::Grid) writes them: all squares are white; `r` has a bar at its right, `b` a bar below,
//! `+` both, `.` none. In a partial grid, the edges of `?` at its right and below are open. `|` has a bar at its right and is open below; `=` has a
//! bar below and is open at its right.
//!
//! Such a line may also be a heading. Rows are a barred grid only if there are two or more, all of the same width, and one square has no bar
//! after it.

use gridcheck_core::grid::{GridError, MAX_SIZE, full_row};
use gridcheck_core::problem::Givens;

use super::super::fault::Fault;
use super::block::Block;
use super::lines::columns;

/// Returns the squares with bars. In a partial grid squares with bars can be open.
pub(super) fn bars(partial: bool) -> &'static [char] {
    if partial { &['r', 'b', '+', '|', '='] } else { &['r', 'b', '+'] }
}

/// A line that may be a row of a barred grid, with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct BarredRow<'a> {
    /// The text, with the white space around it.
    pub(super) text: &'a str,
    /// The line, from 1.
    pub(super) line: usize,
    /// The column of the text's start, from 1.
    pub(super) column: usize,
}

impl BarredRow<'_> {
    /// Returns the fault of a square, counted from 0.
    fn fault(&self, square: usize, message: &impl ToString) -> Fault {
        let indent = columns(self.text) - columns(self.text.trim_start());
        Fault::at(self.line, self.column + indent + square, message.to_string())
    }

    fn width(&self) -> usize {
        columns(self.text.trim())
    }
}

/// Returns `true` if a line can be a row of a barred grid. In a partial grid squares can be open.
fn is_row(text: &str, partial: bool) -> bool {
    let row = text.trim();
    !row.is_empty() && row.chars().all(|square| ".rb+".contains(square) || partial && "?|=".contains(square))
}

/// Returns `true` if a line is such a row, and has a bar.
pub(super) fn has_bar(text: &str, partial: bool) -> bool {
    text.contains(bars(partial)) && is_row(text, partial)
}

/// Returns the barred grid with these rows; `None` if they are not a barred grid.
pub(super) fn read(rows: &[BarredRow<'_>], partial: bool) -> Result<Option<Block>, Fault> {
    let [first, second, ..] = rows else { return Ok(None) };
    let (line, width) = (first.line, first.width());
    let is_grid = second.width() == width
        && rows.iter().all(|row| is_row(row.text, partial))
        && rows.iter().any(|row| has_bar(row.text, partial))
        && rows.iter().any(|row| row.text.contains(['.', '?']));
    if !is_grid {
        return Ok(None);
    }
    if width > MAX_SIZE {
        return Err(first.fault(MAX_SIZE, &GridError::TooLarge));
    }
    if let Some(row) = rows.get(MAX_SIZE) {
        return Err(row.fault(0, &GridError::TooLarge));
    }
    if let Some(row) = rows.iter().find(|row| row.width() != width) {
        let message = format!("a row of length {}, expected {width} as in the rows above", row.width());
        return Err(row.fault(row.width().min(width), &message));
    }
    let mut givens = Givens::open(rows.len(), width);
    for (r, row) in rows.iter().enumerate() {
        // All characters are squares, so a bar is on the rim.
        let on_rim = |c| row.fault(c, &GridError::Bar { row: r + 1, column: c + 1 });
        givens.fix_written(r, row.text.trim()).map_err(on_rim)?;
    }
    let white: Vec<u64> = (0..rows.len()).map(|r| givens.white(r)).collect();
    let open = white.iter().map(|white| full_row(width) & !white).collect();
    let mut block = Block::barred(line, width, [white, open], givens.bars().clone());
    block.rows_are_lines = second.line > line;
    Ok(Some(block))
}

#[cfg(test)]
mod tests {
    use super::super::{FoundGrid, Options, Reader, read_givens};
    use super::*;

    fn found(text: &str) -> Vec<Result<FoundGrid, Fault>> {
        Reader::new(text.as_bytes(), Options::default()).collect()
    }

    #[test]
    fn grids_are_read_as_they_are_written() {
        let grids = ["..../rrr./....", "..../..../b..b/....", "+./..", "rb./.+./...", "..#/.../..."];
        let (barred, _) = grids.split_at(4);
        let text: Vec<String> = grids.iter().map(|grid| grid.replace('/', "\n")).collect();
        let read: Vec<String> =
            found(&text.join("\n\n")).into_iter().map(|grid| grid.expect("a grid").grid.one_line()).collect();
        assert_eq!(read, grids);
        for grid in barred {
            let [Ok(rows), Ok(object)] =
                &found(&format!("{grid}\n{{\"rows\": [\"{}\"]}}", grid.replace('/', "\", \"")))[..]
            else {
                panic!("{grid}");
            };
            assert_eq!([rows.grid.one_line(), object.grid.one_line()], [*grid, *grid]);
        }
    }

    #[test]
    fn the_place_of_a_bar_on_the_rim_is_named() {
        for (text, place) in [("..\n  .r\n..", "2:4"), ("....\n....\n..b.", "3:3"), ("#.\n..\n\n../.+", "4:5")] {
            let last = found(text).pop().expect("a fault").expect_err(text).to_string();
            assert!(last.starts_with(place) && last.ends_with("a bar is between two white squares"), "{text}: {last}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_barred_grid_is_named_with_its_place() {
        let wide = format!("{}\n{}", "r".repeat(65), ".".repeat(65));
        let high = "rr.\n...\n".repeat(33);
        let cases = [
            (wide.as_str(), "1:65: a grid has at most 64"),
            (&high, "65:1: a grid has at most 64"),
            ("....\nrr..\n...", "3:4: a row of length 3, expected 4"),
            ("rrcb\nr...\n....", "1:1: 'r' is not a square"),
        ];
        for (text, start) in cases {
            let last = found(text).pop().expect("a fault").expect_err(text).to_string();
            assert!(last.starts_with(start), "{text}: {last}");
        }
    }

    #[test]
    fn a_partial_barred_grid_keeps_bars_and_open_squares() {
        let (givens, _) = read_givens("?r.?\n.?b.\n????".as_bytes()).expect("a partial grid");
        assert_eq!(givens.to_string(), "?r.?\n.?b.\n????");
        for text in ["?|?\n?=?\n???", "?|?\n?r.\n???", "==?\n???"] {
            assert_eq!(read_givens(text.as_bytes()).expect(text).0.to_string(), text);
        }
        let error = read_givens("?r.?\n.?b.\n???r".as_bytes()).expect_err("a bar on the rim");
        assert_eq!(error.to_string(), "3:4: row 3, column 4: a bar is between two white squares");
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
        let named = Options { black: Some('b'), ..Options::default() };
        let grid = Reader::new("b.\n..".as_bytes(), named).next().expect("a grid").expect("a grid").grid;
        assert_eq!(grid.one_line(), "#./..");
    }
}
