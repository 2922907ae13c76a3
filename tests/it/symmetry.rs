//! Compares the eight symmetry groups with pictures drawn by hand.
//!
//! In a picture every square has a letter. Two squares have the same letter if the group maps one to the other. The pictures were
//! drawn from the meaning of the names (a half turn, a mirror, a diagonal), not from the code. So they are independent evidence
//! for the one definition of the groups that every engine and the validator share.

use std::collections::BTreeSet;

use crate::prelude::*;
use gridcheck::validator::violations;

/// A group, and its pictures at 3 × 3 and 4 × 4.
const PICTURES: [(Symmetry, &str, &str); 8] = [
    (Symmetry::None, "abc/def/ghi", "abcd/efgh/ijkl/mnop"),
    (Symmetry::Rot180, "abc/ded/cba", "abcd/efgh/hgfe/dcba"),
    (Symmetry::Rot90, "aba/bcb/aba", "abca/cddb/bddc/acba"),
    (Symmetry::Mirror, "aba/cdc/efe", "abba/cddc/effe/ghhg"),
    (Symmetry::Mirrors, "aba/cdc/aba", "abba/cddc/cddc/abba"),
    (Symmetry::Diagonal, "abc/bde/cef", "abcd/befg/cfhi/dgij"),
    (Symmetry::Diagonals, "abc/bdb/cba", "abcd/befc/cfeb/dcba"),
    (Symmetry::All, "aba/bcb/aba", "abba/bccb/bccb/abba"),
];

/// Returns a picture's letters, row by row.
fn letters(picture: &str) -> Vec<Vec<char>> {
    picture.split('/').map(|row| row.chars().collect()).collect()
}

/// Returns every picture with its group.
fn pictures() -> impl Iterator<Item = (Symmetry, Vec<Vec<char>>)> {
    PICTURES.into_iter().flat_map(|(symmetry, three, four)| [(symmetry, letters(three)), (symmetry, letters(four))])
}

fn squares(picture: &[Vec<char>]) -> Vec<(usize, usize)> {
    let n = picture.len();
    (0..n * n).map(|i| (i / n, i % n)).collect()
}

#[test]
fn there_is_a_picture_of_every_group() {
    assert_eq!(PICTURES.map(|(symmetry, ..)| symmetry), Symmetry::ALL);
    for (symmetry, picture) in pictures() {
        let n = picture.len();
        assert!((3..=4).contains(&n) && picture.iter().all(|row| row.len() == n), "{symmetry:?}");
    }
}

/// At 3 × 3 a quarter turn and the whole group have the same orbits; only 4 × 4 distinguishes them.
#[test]
fn no_two_groups_look_alike() {
    let alike: BTreeSet<&str> = PICTURES.iter().map(|&(_, _, four)| four).collect();
    assert_eq!(alike.len(), PICTURES.len());
}

#[test]
fn the_groups_take_a_square_to_those_of_its_letter() {
    for (symmetry, picture) in pictures() {
        let n = picture.len();
        for (r, c) in squares(&picture) {
            let images: BTreeSet<_> = symmetry.group().iter().map(|element| element.square(n, n, (r, c))).collect();
            let drawn: BTreeSet<_> =
                squares(&picture).into_iter().filter(|&(y, x)| picture[y][x] == picture[r][c]).collect();
            assert_eq!(images, drawn, "{symmetry:?} {n} × {n}, row {}, column {}", r + 1, c + 1);
        }
    }
}

/// Returns `true` if the validator finds the grid symmetric.
fn symmetric(grid: &Grid, symmetry: Symmetry) -> bool {
    let rules = Ruleset { symmetry, ..lax() };
    !violations(grid, &rules).iter().any(|violation| violation.rule() == Some("symmetry"))
}

/// Every colouring of the letters is symmetric. Changing one square breaks the symmetry, unless no other square has its letter.
#[test]
fn validator_requires_equal_colours_for_equal_letters() {
    for (symmetry, picture) in pictures() {
        let n = picture.len();
        let alphabet: BTreeSet<char> = picture.iter().flatten().copied().collect();
        for black in alphabet {
            let mut grid = Grid::black(n, n);
            for (r, c) in squares(&picture) {
                grid.set_white(r, c, picture[r][c] != black);
            }
            assert!(symmetric(&grid, symmetry), "{symmetry:?} refuses {grid:?}");
            for (r, c) in squares(&picture) {
                let alone = picture.iter().flatten().filter(|&&letter| letter == picture[r][c]).count() == 1;
                let mut spoilt = grid.clone();
                spoilt.set_white(r, c, !grid.is_white(r, c));
                assert_eq!(symmetric(&spoilt, symmetry), alone, "{symmetry:?} on {spoilt:?}");
            }
        }
    }
}

/// One grid for each group that is symmetric under it, and one that almost is.
#[test]
fn accepts_symmetric_and_rejects_almost_symmetric_grids() {
    let grids = [
        (Symmetry::Rot180, "..../..#./.#../....", "..../..#./..#./...."),
        (Symmetry::Rot90, ".#../...#/#.../..#.", ".#../#.../...#/..#."),
        (Symmetry::Mirror, "#..#/..../..../....", "#.../..../..../#..."),
        (Symmetry::Mirrors, ".##./..../..../.##.", ".##./#..#/..../.##."),
        (Symmetry::Diagonal, "..#./..../#.../...#", "..#./..../.#../...."),
        (Symmetry::Diagonals, "#.../..#./.#../...#", "#.../..../..../...."),
        (Symmetry::All, "#..#/..../..../#..#", ".#../...#/#.../..#."),
    ];
    for (symmetry, good, bad) in grids {
        let [good, bad] = [good, bad].map(|text| text.parse::<Grid>().expect("a grid in the test"));
        assert!(symmetric(&good, symmetry), "{symmetry:?} refuses {good:?}");
        assert!(!symmetric(&bad, symmetry), "{symmetry:?} accepts {bad:?}");
        assert!(symmetric(&good, Symmetry::None) && symmetric(&bad, Symmetry::None));
    }
}
