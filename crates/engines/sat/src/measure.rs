//! Measures grids.

use gridcheck_core::constraint::Measure;
use gridcheck_core::grid::Grid;

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
    };
    number as u32
}
