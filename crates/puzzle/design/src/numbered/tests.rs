//! Compares the grids of a numbering with all valid grids, whose words are numbered one by one.

use super::*;

use std::collections::BTreeSet;

use gridcheck_core::rules::GridKind;
use gridcheck_layout::numbering::{KnownWords, PlainNumber};
use gridcheck_registry::{Backtrack, Composition};
use gridcheck_testing::prelude::*;

/// Returns the list of known words with some facts left out.
fn in_part(known: &KnownWords, rng: &mut SeededRng) -> KnownWords {
    let (numbers, lengths) = (rng.below(3), rng.below(3));
    let mut fact = |fact: Option<usize>, how: usize| match how {
        0 => fact.map_or("?".to_owned(), |fact| fact.to_string()),
        1 if rng.one_in(2) => fact.map_or("?".to_owned(), |fact| fact.to_string()),
        _ => "?".to_owned(),
    };
    let mut words: Vec<String> = known
        .words()
        .iter()
        .map(|word| format!("{} ({})", fact(word.number, numbers), fact(word.length, lengths)))
        .collect();
    if rng.one_in(3) {
        words.truncate(rng.below(words.len() + 1));
        words.push("...".to_owned());
    }
    KnownWords::parse(&words.join(", "), PlainNumber::Length).expect("known words")
}

fn found(problem: &Problem, numbering: &Numbering, most: usize) -> (Vec<Grid>, SearchEnd) {
    let mut grids = Vec::new();
    let end =
        with_numbering(problem, numbering, most, &Run::new(), |grid| grids.push(grid)).expect("it is not stopped");
    (grids, end)
}

#[test]
fn all_grids_of_a_numbering_are_found() {
    let mut rng = SeededRng::new(11);
    let (mut several, mut single) = (0, 0);
    for (set, sizes) in [(british(), [5, 6, 7]), (rules("american"), [5, 6, 7]), (rules("ximenes"), [4, 5, 6])] {
        for size in sizes {
            let problem = problem(size, set.clone());
            let all = match problem.rules().kind {
                GridKind::Blocks => listed(&Backtrack, &problem),
                GridKind::Bars => listed(&Composition, &problem),
            };
            for _ in 0..25 {
                let grid = &all[rng.below(all.len())];
                let whole = Numbering::of(&Words::of(grid));
                let part = |direction, rng: &mut SeededRng| {
                    let known = whole.in_direction(direction).filter(|_| !rng.one_in(4))?;
                    Some(in_part(known, rng))
                };
                let (across, down) = (part(Direction::Across, &mut rng), part(Direction::Down, &mut rng));
                let Ok(numbering) = Numbering::new(across, down) else { continue };
                let expected: BTreeSet<&Grid> = all.iter().filter(|grid| numbering.fits(&Words::of(*grid))).collect();
                let (grids, end) = found(&problem, &numbering, usize::MAX);
                assert_eq!(end, SearchEnd::All);
                assert_eq!(grids.iter().collect::<BTreeSet<_>>(), expected, "{size}: {numbering:?}");
                assert_eq!(grids.len(), expected.len(), "a grid comes twice");
                several += usize::from(grids.len() > 1);
                if grids.len() > 1 {
                    let (some, end) = found(&problem, &numbering, grids.len() - 1);
                    assert_eq!((some.len(), end), (grids.len() - 1, SearchEnd::More));
                    let (same, end) = found(&problem, &numbering, grids.len());
                    assert_eq!((same.len(), end), (grids.len(), SearchEnd::All));
                }
                single += usize::from(grids.len() == 1);
            }
        }
    }
    assert!(several > 30 && single > 20, "{several} {single}");
}

#[test]
fn there_may_be_no_grid() {
    let known = |text: &str| Some(KnownWords::parse(text, PlainNumber::Length).expect(text));
    for (across, down) in [("5", "5"), ("6, 5", "..."), ("1 (5), 90 (5)", "..."), ("1 (5), 2 (5), 3 (5)", "...")] {
        let numbering = Numbering::new(known(across), known(down)).expect("known words");
        assert_eq!(found(&problem(5, british()), &numbering, 9), (Vec::new(), SearchEnd::All), "{across} {down}");
    }
}

#[test]
fn a_stopped_search_says_so() {
    let run = stopped();
    let numbering = Numbering::new(None, KnownWords::parse("...", PlainNumber::Length).ok()).expect("known words");
    let end = with_numbering(&problem(5, british()), &numbering, 9, &run, |_| panic!("a grid after the stop"));
    assert_eq!(end, Ok(SearchEnd::Stopped));
}
