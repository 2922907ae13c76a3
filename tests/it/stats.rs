//! Tests measurements of grids against brute force and against published measurements.

use std::collections::{BTreeSet, HashSet};

use crate::prelude::*;
use crate::program::{PublishedGrid, published_grids};
use gridcheck::stats::Stats;
use gridcheck::words::{Direction, Word, Words};
use proptest::prelude::*;

fn grids() -> impl Strategy<Value = Grid> {
    (1usize..9, 1usize..9).prop_flat_map(|(height, width)| {
        prop::collection::vec(0u64..1 << width, height)
            .prop_map(move |rows| Grid::from_rows(width, &rows).expect("a grid"))
    })
}

/// Counts the connected parts of a grid's words, where words are connected if they cross at one of `squares`.
fn parts(words: &Words, squares: &HashSet<(usize, usize)>) -> usize {
    let mut part: Vec<usize> = (0..words.words.len()).collect();
    for (i, one) in words.words.iter().enumerate() {
        for (j, other) in words.words.iter().enumerate() {
            if one.squares().any(|square| squares.contains(&square) && other.squares().any(|crossed| crossed == square))
            {
                let (from, to) = (part[i], part[j]);
                part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
            }
        }
    }
    part.into_iter().collect::<BTreeSet<_>>().len()
}

proptest! {
    #[test]
    fn counts_of_squares_and_checked_letters_add_up(grid in grids()) {
        let stats = Stats::of(&grid);
        prop_assert_eq!(stats.white, grid.whites());
        prop_assert_eq!(stats.checked + stats.unchecked + stats.isolated, stats.white);
        prop_assert_eq!(stats.black + stats.white, grid.height() * grid.width());
        let checked: usize = stats.lengths.values().map(|row| row.checked).sum();
        prop_assert_eq!(checked, 2 * stats.checked);
        for (length, row) in &stats.lengths {
            prop_assert!(row.fewest_checked <= row.most_checked && row.most_checked <= *length);
            prop_assert!(row.under_half <= row.words() && row.over_half <= row.words());
        }
    }

    /// A hinge is a checked square whose removal increases the number of parts, and no other square is one.
    #[test]
    fn hinges_are_the_squares_whose_loss_parts_the_words(grid in grids()) {
        let words = Words::of(&grid);
        let squares = |direction: Direction| -> HashSet<(usize, usize)> {
            words.words.iter().filter(|word| word.direction == direction).flat_map(Word::squares).collect()
        };
        let checked: HashSet<(usize, usize)> =
            squares(Direction::Across).intersection(&squares(Direction::Down)).copied().collect();
        let whole = parts(&words, &checked);
        let mut hinges: Vec<(usize, usize)> = checked
            .iter()
            .copied()
            .filter(|&square| {
                let rest = checked.iter().copied().filter(|&other| other != square).collect();
                parts(&words, &rest) > whole
            })
            .collect();
        hinges.sort_unstable();
        prop_assert_eq!(Stats::of(&grid).hinges, hinges);
    }
}

#[test]
fn published_grids_have_the_figures_that_others_measured() {
    let Some(published) = published_grids() else { return };
    for PublishedGrid { grid, facts, .. } in &published {
        let fact = |name: &str| facts[name].parse::<usize>().unwrap_or_else(|_| panic!("{name} of {}", facts["file"]));
        let stats = Stats::of(grid);
        let lengths = &stats.lengths;
        let measured = [
            ("black", stats.black),
            ("words", stats.words),
            ("min_len", *lengths.keys().next().expect("words")),
            ("max_len", *lengths.keys().next_back().expect("words")),
            ("connected", usize::from(stats.regions == 1)),
            ("unchecked_cells", stats.unchecked),
            ("words_under_half_checked", lengths.values().map(|row| row.under_half).sum()),
        ];
        // Others also apply the rules to rectangles, which no count includes.
        let counted = [("keith_rules_ok", stats.in_keiths_count), ("american_ok", stats.is_american)]
            .map(|(name, is_counted)| (name, usize::from(is_counted)));
        let is_of_keiths_sizes = grid.is_square() && grid.height() % 2 == 1;
        let measured = measured.into_iter().chain(counted.into_iter().filter(|_| is_of_keiths_sizes));
        for (name, figure) in measured {
            assert_eq!(figure, fact(name), "{name} of {}", facts["file"]);
        }
        let half_turn = !matches!(stats.symmetry, Symmetry::None | Symmetry::Mirror | Symmetry::Diagonal);
        assert_eq!(usize::from(half_turn), fact("rot180"), "{}", facts["file"]);
    }
    assert!(published.len() >= 28, "only {} grids", published.len());
}
