//! Moves the contents of a puzzle to a changed grid of the same size.

use std::collections::BTreeSet;

use super::clue::Answer;
use super::puzzle::{Feature, Puzzle, Square, Start};
use super::target::Loss;
use gridcheck_core::grid::Grid;
use gridcheck_layout::words::{Word, Words};

impl Puzzle {
    /// Returns the puzzle with another grid of the same size, and the contents that it loses.
    ///
    /// The bars are those of the new grid. Letters and marks stay in the squares that stay white, and clues stay with the words that stay
    /// the same. Numbers that differ from a newspaper's stay if the same squares begin words. Voids must be black in the new grid.
    ///
    /// # Panics
    /// Panics if the grids differ in size.
    pub fn with_grid(&self, grid: &Grid) -> (Puzzle, Vec<Loss>) {
        assert_eq!(self.grid.size(), grid.size(), "the grids have the same size");
        let old = self.words();
        let mut puzzle = Puzzle { grid: grid.clone(), ..self.clone() };
        puzzle.clear_blacks();
        puzzle.numbers.retain(|&(r, c), _| grid.is_white(r, c));
        let new = puzzle.words();
        let place = |word: &Word| (Start::from(word), word.length);
        let kept: BTreeSet<(Start, usize)> = new.words.iter().map(place).collect();
        let gone = old.words.iter().map(place).filter(|word| !kept.contains(word));
        for (start, _) in gone {
            puzzle.clues.remove(&start);
        }
        // The further words of an answer must stay too.
        let is_kept = |start: Start, squares: &[Square]| match self.linked_words(start, &old) {
            Some(parts) => parts.iter().map(place).all(|word| kept.contains(&word)),
            None => squares.iter().all(|&(r, c)| grid.is_white(r, c)),
        };
        puzzle.change_clues(|start, clue| {
            if clue.answer.squares().is_some_and(|squares| !is_kept(start, squares)) {
                clue.answer = Answer::Word;
            }
        });
        let starts = |words: &Words| words.words.iter().map(|word| (word.row, word.column)).collect::<BTreeSet<_>>();
        if starts(&old) != starts(&new) {
            puzzle.numbers.clear();
        }
        if self.grid != *grid {
            puzzle.leave_grid();
        }
        // Bars belong to the grid, so the new ones replace the old.
        let contents = Feature::ALL.into_iter().filter(|&thing| thing != Feature::Bars);
        let lost = contents.filter_map(|thing| {
            let count = self.count(thing).saturating_sub(puzzle.count(thing));
            let why = Some("squares changed".to_owned());
            (count > 0).then_some(Loss { thing, count, why })
        });
        let lost = lost.collect();
        (puzzle, lost)
    }
}

#[cfg(test)]
mod tests {
    use super::super::clue::Clue;
    use super::super::puzzle::Field;
    use super::*;
    use gridcheck_layout::words::Direction;

    #[test]
    fn contents_stay_where_squares_do() {
        let mut puzzle = Puzzle::of("...\n.#.\n...".parse().expect("a grid"));
        puzzle.letters = ["A", "B", "C", "D", "", "E", "F", "GH", "I"].map(str::to_owned).to_vec();
        puzzle.circles = [(0, 0), (2, 2)].into();
        puzzle.shading = [(0, 0)].into();
        puzzle.about.insert(Field::Title, "Title".to_owned());
        let clue = |row, column, direction: Direction| {
            (Start { row, column, direction }, Clue::from(format!("{row}{column}").as_str()))
        };
        let (across, down) = (Direction::Across, Direction::Down);
        puzzle.clues = [clue(0, 0, across), clue(0, 0, down), clue(0, 2, down), clue(2, 0, across)].into();
        assert_eq!(puzzle.with_grid(&puzzle.grid), (puzzle.clone(), Vec::new()));

        let grid: Grid = "#..\n...\n...".parse().expect("a grid");
        let (moved, lost) = puzzle.with_grid(&grid);
        assert_eq!(moved.grid, grid);
        assert_eq!(moved.letters, ["", "B", "C", "D", "", "E", "F", "GH", "I"]);
        assert_eq!((moved.circles, moved.shading), ([(2, 2)].into(), BTreeSet::new()));
        assert_eq!(moved.clues, [clue(0, 2, down), clue(2, 0, across)].into());
        assert_eq!(moved.about, puzzle.about);
        let lost: Vec<(Feature, usize)> = lost.iter().map(|loss| (loss.thing, loss.count)).collect();
        let expected =
            [(Feature::Letters, 1), (Feature::Circles, 1), (Feature::Shading, 1), (Feature::Clues, 2)].to_vec();
        assert_eq!(lost, expected);
    }

    #[test]
    fn own_numbers_stay_with_the_words() {
        let mut puzzle = Puzzle::of("...\n...\n...".parse().expect("a grid"));
        puzzle.numbers = [((0, 0), "7".to_owned())].into();
        let (same, lost) = puzzle.with_grid(&puzzle.grid);
        assert_eq!((&same, lost.len()), (&puzzle, 0));
        let (changed, lost) = puzzle.with_grid(&"...\n.#.\n...".parse().expect("a grid"));
        assert!(changed.numbers.is_empty() && lost.len() == 1);
    }

    /// The square begins no word, so the starts of words stay the same.
    #[test]
    fn a_square_that_becomes_black_loses_its_number() {
        let mut puzzle = Puzzle::of("...\n.#.\n...".parse().expect("a grid"));
        puzzle.numbers = [((0, 0), "7".to_owned()), ((2, 2), "8".to_owned())].into();
        let (changed, lost) = puzzle.with_grid(&"...\n.#.\n..#".parse().expect("a grid"));
        assert_eq!((changed.numbers, lost.len()), ([((0, 0), "7".to_owned())].into(), 1));
    }
}
