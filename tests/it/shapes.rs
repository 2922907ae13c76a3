//! Tests grids with bars and voids: their files, their findings and measures, their drawings, and the commands that refuse them.

use std::collections::BTreeSet;
use std::fs;

use crate::formats::shown;
use crate::prelude::*;
use gridcheck::draw::figure::Look;
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::typeface::Fonts;
use gridcheck::draw::{png, svg};
use gridcheck::formats::puzzle::{Feature, Puzzle};
use gridcheck::formats::registry::read;
use gridcheck::lint::profile::PROFILES;
use gridcheck::lint::{Diagnostic, Linter, Severity};
use gridcheck::shape::{Bars, Shape, Square};
use gridcheck::stats::{Measures, Stats};
use gridcheck::validator::Validator;
use gridcheck::validator::diagnostic::Code;
use gridcheck::validator::rule::{checking, connected, in_word, min_word, single_cells};
use gridcheck::words::{Direction, Words};
use proptest::prelude::*;

use crate::pictures::decoded;

const FILES: [&str; 11] = [
    "barred.ipuz",
    "barred.jpz",
    "barred.qxw",
    "barred.exolve",
    "voids.ipuz",
    "voids.jpz",
    "voids.qxw",
    "voids.xd",
    "both.ipuz",
    "both.jpz",
    "both.qxw",
];

fn path(name: &str) -> String {
    format!("fixtures/shapes/{name}")
}

fn puzzle(name: &str) -> Puzzle {
    let bytes = fs::read(path(name)).expect("a fixture");
    let file = read(&bytes, shown(&bytes).expect(name)).unwrap_or_else(|fault| panic!("{name}:{fault}"));
    let settings: &[&str] = match name.rsplit('.').next() {
        Some("jpz") => &["alphabet of rectangular-puzzle", "cell-size-in-pixels of grid-look"],
        Some("qxw") => &["settings of Qxw"],
        _ => &[],
    };
    assert_eq!(file.unread.iter().collect::<Vec<_>>(), settings, "{name}");
    assert!(file.plain().is_err() && file.givens().is_ok() == name.starts_with("barred"), "{name}");
    file.puzzle().expect("no open square").clone()
}

fn bars(right: &[Square], below: &[Square]) -> Bars {
    let right = right.iter().map(|&(r, c)| ((r, c), (r, c + 1)));
    right.chain(below.iter().map(|&(r, c)| ((r, c), (r + 1, c)))).collect()
}

/// Every format gives the same grid, which is written out here.
#[test]
fn every_format_of_a_fixture_gives_the_same_shape() {
    let white = Grid::from_rows(6, &[63; 6]).expect("a grid");
    let hollow: Grid = "#.....#/.#.#.#./...#.../.#.#.#./#.....#".parse().expect("a grid");
    let ring: Grid = "#.....#/......./......./...#.../......./......./#.....#".parse().expect("a grid");
    let barred = bars(&[(1, 2), (2, 2), (3, 2), (4, 2)], &[(0, 1), (2, 0), (2, 2), (2, 3), (2, 5), (4, 4)]);
    let both =
        bars(&[(1, 2), (2, 0), (2, 3), (4, 2), (4, 5), (5, 3)], &[(1, 6), (2, 1), (2, 2), (3, 4), (3, 5), (4, 0)]);
    let corners = |height: usize| BTreeSet::from([(0, 0), (0, 6), (height - 1, 0), (height - 1, 6)]);
    for file in FILES {
        let (grid, voids, words) = match file.split('.').next() {
            Some("barred") => (white.clone().with_bars(barred.clone()), BTreeSet::new(), 20),
            Some("voids") => (hollow.clone(), corners(5), 8),
            _ => (ring.clone().with_bars(both.clone()), corners(7), 24),
        };
        let puzzle = puzzle(file);
        assert_eq!((&puzzle.grid, &puzzle.voids), (&grid, &voids), "{file}");
        assert_eq!(puzzle.words().words.len(), words, "{file}");
        assert_eq!(puzzle.count(Feature::Letters), grid.whites(), "{file}");
        // The numbers are those of a newspaper in which words end at bars, and the clues belong to these words.
        assert!(puzzle.numbers.is_empty(), "{file}: {:?}", puzzle.numbers);
        let clues = if file.ends_with("qxw") { 0 } else { words };
        assert_eq!(puzzle.count(Feature::Clues), clues, "{file}");
    }
}

/// Returns a grid twice as large, in which each edge between two squares has a further square, white if there is no bar. Its plain
/// words are the words between bars, with double length less one.
fn doubled(shape: Shape) -> Grid {
    let mut grid = Grid::black(2 * shape.height() - 1, 2 * shape.width() - 1);
    let is_white = |r: usize, c: usize| r < shape.height() && c < shape.width() && shape.grid.is_white(r, c);
    for (r, c) in shape.places().filter(|&(r, c)| is_white(r, c)) {
        grid.set_white(2 * r, 2 * c, true);
        if is_white(r, c + 1) && !shape.bars().is_right((r, c)) {
            grid.set_white(2 * r, 2 * c + 1, true);
        }
        if is_white(r + 1, c) && !shape.bars().is_below((r, c)) {
            grid.set_white(2 * r + 1, 2 * c, true);
        }
    }
    grid
}

/// Draws a grid with bars and voids.
fn any_shape() -> impl Strategy<Value = (Grid, BTreeSet<Square>)> {
    (1usize..10, 1usize..10).prop_flat_map(|(height, width)| {
        let rows = || prop::collection::vec(any::<u64>(), height);
        (rows(), rows(), rows(), rows(), rows()).prop_map(move |(white, more, right, below, voids)| {
            let white: Vec<u64> = white.iter().zip(&more).map(|(a, b)| a | b).collect();
            let grid = Grid::from_rows(width, &white).expect("rows that fit");
            let is_set = |rows: &[u64], (r, c): Square| rows[r] & rows[r] >> 1 >> c & 1 == 1;
            let is_white = |r: usize, c: usize| r < height && c < width && grid.is_white(r, c);
            let places = || Shape::from(&grid).places();
            let between = |rows, steps: Square| {
                let beside = move |(r, c): Square| ((r, c), (r + steps.0, c + steps.1));
                let is_bar = move |&((r, c), other): &(Square, Square)| {
                    is_white(r, c) && is_white(other.0, other.1) && is_set(rows, (r, c))
                };
                places().map(beside).filter(is_bar)
            };
            let bars: Bars = between(&right, (0, 1)).chain(between(&below, (1, 0))).collect();
            let voids = places().filter(|&square| !is_white(square.0, square.1) && is_set(&voids, square)).collect();
            (grid.with_bars(bars), voids)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Words between bars have the findings of plain words in the grid of double size, which need no support for bars.
    #[test]
    fn words_between_bars_are_plain_words_of_a_grid_twice_as_large((grid, voids) in any_shape()) {
        let shape = Shape { grid: &grid, voids: &voids };
        let large = doubled(shape);
        let (words, plain) = (Words::of(shape).words, Words::of(&large).words);
        prop_assert_eq!(words.len(), plain.len());
        for (word, plain) in words.iter().zip(&plain) {
            let expected = (plain.number, plain.direction, plain.row / 2, plain.column / 2, plain.length.div_ceil(2));
            prop_assert_eq!((word.number, word.direction, word.row, word.column, word.length), expected);
            for i in 0..word.length {
                prop_assert_eq!(word.is_checked(i), plain.is_checked(2 * i), "{} {}", word, i);
            }
        }
        let (stats, of_large) = (Stats::of(shape), Stats::of(&large));
        prop_assert_eq!((stats.regions, stats.isolated), (of_large.regions, of_large.isolated));
        prop_assert_eq!(stats.hinges.clone(), of_large.hinges.iter().map(|(r, c)| (r / 2, c / 2)).collect::<Vec<_>>());
        if voids.is_empty() {
            prop_assert_eq!(stats.symmetry, of_large.symmetry);
        }
        prop_assert_eq!((stats.bars, stats.voids, stats.white + stats.black), (grid.bars().len(), voids.len(), shape.squares()));
        let measures = Measures::of(shape);
        prop_assert_eq!(measures.get(Measure::Words) as usize, words.len());
        prop_assert_eq!(measures.get(Measure::Blacks) as usize, stats.black);
    }

    /// Under rules that every word breaks, the words that the validator reports are the described words.
    #[test]
    fn the_validator_sees_the_same_words((grid, voids) in any_shape()) {
        let shape = Shape { grid: &grid, voids: &voids };
        let words = Words::of(shape).words;
        let rules = Ruleset { min_word: 64, connected: true, checking: Checking::All, single_cells: false, ..Ruleset::lax() };
        let violations = Validator::new(&rules).violations_of(shape);
        let by_place = |mut words: Vec<(Direction, usize, usize, usize)>| {
            words.sort_unstable();
            words
        };
        let of = |code: &'static Code| violations.iter().filter(move |violation| violation.code == code);
        let short = of(min_word::CODE).filter_map(|broken| broken.word);
        let short = short.map(|word| (word.direction, word.first.row, word.first.column, word.length));
        let all = words.iter().map(|word| (word.direction, word.row, word.column, word.length));
        prop_assert_eq!(by_place(short.collect()), by_place(all.collect()));
        for word in &words {
            let pattern: String = (0..word.length).map(|i| if word.is_checked(i) { 'C' } else { 'U' }).collect();
            let is_it = |broken: &&Diagnostic| broken.word.is_some_and(|other| {
                (other.direction, other.first.row, other.first.column) == (word.direction, word.row, word.column)
            });
            let found = of(checking::CODE).find(is_it).and_then(|broken| field(broken, "pattern"));
            prop_assert_eq!(found, pattern.contains('U').then(|| pattern.into()));
        }
        let stats = Stats::of(shape);
        prop_assert_eq!(of(in_word::CODE).count(), stats.isolated);
        // A white square alone is in a word or a run of one, across and down.
        prop_assert_eq!(of(single_cells::CODE).count(), 2 * stats.white - 2 * stats.checked - stats.unchecked);
        let regions = of(connected::CODE).find_map(|broken| field(broken, "regions"));
        prop_assert_eq!(regions.unwrap_or(stats.regions.min(1).into()), stats.regions);
    }

    /// Only bars have thick lines, voids are blank paper, and all pictures are well-formed.
    #[test]
    fn pictures_show_bars_and_nothing_at_voids((grid, voids) in any_shape(), pixels in 8usize..20) {
        let shapes = [Shape { grid: &grid, voids: &voids }];
        let (look, sheet) = (Look::default(), Sheet::spaced(&shapes, None));
        let mut bytes = Vec::new();
        png::write(&mut bytes, &shapes, &look, &sheet, pixels, &Fonts::embedded()).expect("room in memory");
        let (width, _, colours) = decoded(&bytes);
        let at = |y: usize, x: usize| colours[y * width as usize + x];
        for (r, c) in shapes[0].places() {
            let (top, left) = ((1 + r) * pixels, (1 + c) * pixels);
            let middle = if shapes[0].grid.is_white(r, c) || voids.contains(&(r, c)) { [255; 3] } else { [17; 3] };
            prop_assert_eq!(at(top + pixels / 2, left + pixels / 2), middle, "row {}, column {}", r, c);
            if !shapes[0].grid.is_white(r, c) {
                continue;
            }
            // The pixel beside the line before the next square.
            let beside = at(top + pixels / 2, left + pixels - 1)[0] < 64;
            prop_assert_eq!(beside, grid.bars().is_right((r, c)), "right of row {}, column {}", r, c);
            let below = at(top + pixels - 1, left + pixels / 2)[0] < 64;
            prop_assert_eq!(below, grid.bars().is_below((r, c)), "below row {}, column {}", r, c);
        }
        let mut bytes = Vec::new();
        svg::write(&mut bytes, &shapes, &look, &sheet, 8).expect("room in memory");
        let text = String::from_utf8(bytes).expect("SVG is text");
        let document = roxmltree::Document::parse(&text).expect("well-formed XML");
        let path = |class: &str| {
            let node = document.descendants().find(|node| node.attribute("class") == Some(class));
            node.and_then(|node| node.attribute("d")).unwrap_or_default().to_owned()
        };
        // The start and the direction of each bar, rounded: bars are extended a little where others may meet them.
        let drawn = path("r");
        let drawn: BTreeSet<(Square, bool)> = drawn
            .split('M')
            .skip(1)
            .map(|bar| {
                let (x, rest) = bar.split_once(' ').expect("a place");
                let (y, across) = rest.split_once(['h', 'v']).map(|(y, _)| (y, rest.contains('h'))).expect("a way");
                let at = |text: &str| text.parse::<f64>().expect("a number").round() as usize;
                ((at(y), at(x)), across)
            })
            .collect();
        let expected: BTreeSet<(Square, bool)> = grid.bars().sides().map(|(one, other)| (other, one.1 == other.1)).collect();
        prop_assert_eq!(drawn, expected);
    }
}

fn field(finding: &Diagnostic, key: &str) -> Option<serde_json::Value> {
    finding.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone())
}

fn is_not_applicable(finding: &Diagnostic) -> bool {
    field(finding, "applicable") == Some(false.into())
}

/// Every grid is found valid or invalid: no rule about full rectangles makes an error in any profile.
#[test]
fn rules_not_applicable_to_a_shape_give_notes_only() {
    let grid: Grid = ["#".to_owned() + &".".repeat(14), ["."; 15].concat()]
        .iter()
        .cycle()
        .take(15)
        .cloned()
        .collect::<Vec<_>>()
        .join("/")
        .parse()
        .expect("a grid");
    let voids = (0..15).step_by(2).map(|r| (r, 0)).collect();
    let shape = Shape { grid: &grid, voids: &voids };
    let mut unmeant = BTreeSet::new();
    for profile in PROFILES.iter() {
        for finding in Linter::by_profile(profile).findings(shape) {
            if is_not_applicable(&finding) {
                assert_eq!(finding.severity, Severity::Note);
                assert!(profile.severity(finding.code) < Severity::Error, "{} {}", profile.name, finding.code);
                unmeant.insert((profile.name, finding.code.name));
            }
        }
        // With black squares in place of the voids, all rules apply to the grid.
        let plain = Linter::by_profile(profile).findings(&grid);
        assert!(!plain.iter().any(is_not_applicable));
    }
    let guardians = ["guardian-cryptic", "guardian-prize", "guardian-quick", "guardian-quiptic"];
    let sizes = guardians.into_iter().chain(["azed", "mephisto", "nyt", "times"]);
    let mut expected: BTreeSet<(&str, &str)> = sizes.map(|name| (name, "GC016")).collect();
    expected.insert(("nyt", "GC015"));
    assert_eq!(unmeant, expected);
}
