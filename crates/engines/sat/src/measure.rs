//! Measures grids.

use gridcheck_core::constraint::Measure;
use gridcheck_core::grid::{Grid, Square};

/// Returns a measure of a valid grid. Writes its lines one after the other as a text, and counts the places where something begins.
pub(super) fn measure(grid: &Grid, measure: Measure) -> u32 {
    let (height, width) = (grid.height(), grid.width());
    let rows = (0..height).map(|r| (0..width).map(|c| grid.is_white(r, c)).collect::<Vec<bool>>());
    let columns = (0..width).map(|c| (0..height).map(|r| grid.is_white(r, c)).collect::<Vec<bool>>());
    let mut text = vec![false];
    for line in rows.chain(columns) {
        text.extend(line);
        text.push(false);
    }
    let words = || text.split(|&white| !white).map(<[bool]>::len).filter(|&length| length > 1);
    let letters = text.iter().filter(|&&white| white).count() / 2;
    let checked = words().sum::<usize>() - letters;
    let number = match measure {
        Measure::Letters => letters,
        Measure::Blacks => height * width - letters,
        Measure::Words => words().count(),
        Measure::Checked => checked,
        Measure::Unchecked => letters - checked,
        Measure::Length(length) => words().filter(|&found| found == length).count(),
        Measure::Cheaters => grid.size().positions().filter(|&square| is_cheater(grid, square)).count(),
        Measure::Elbows => grid.size().positions().filter(|&square| is_elbow(grid, square)).count(),
    };
    number as u32
}

/// Returns `true` if a square is black, and its row and its column together have as many words when it is white.
fn is_cheater(grid: &Grid, (r, c): Square) -> bool {
    let (row, column) = lines_through(grid, (r, c));
    let words = |line: &[bool]| line.split(|&white| !white).filter(|run| run.len() > 1).count();
    let white = |mut line: Vec<bool>, place: usize| {
        line[place] = true;
        words(&line)
    };
    !row[c] && words(&row) + words(&column) == white(row, c) + white(column, r)
}

/// Returns `true` if a square is black, with a black neighbour in its row and in its column.
fn is_elbow(grid: &Grid, (r, c): Square) -> bool {
    let (row, column) = lines_through(grid, (r, c));
    let is_black = |line: &[bool], place: usize| line.get(place) == Some(&false);
    let has_black = |line: &[bool], place: usize| is_black(line, place.wrapping_sub(1)) || is_black(line, place + 1);
    !row[c] && has_black(&row, c) && has_black(&column, r)
}

/// Returns the row and the column of a square, `true` for white.
fn lines_through(grid: &Grid, (r, c): Square) -> (Vec<bool>, Vec<bool>) {
    let row = (0..grid.width()).map(|c| grid.is_white(r, c)).collect();
    (row, (0..grid.height()).map(|r| grid.is_white(r, c)).collect())
}
