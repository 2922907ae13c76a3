//! Compares the validator with the rules: each rule has small grids that break it and no other, at named places. A slow judge,
//! written independently from the rules, must agree on random grids under random rules.

use std::collections::BTreeMap;

use gridcheck_layout::shape::Shape;
use gridcheck_testing::prelude::*;
use gridcheck_validator::diagnostic::{Diagnostic, named};
use gridcheck_validator::{Direction, Square, Validator, is_valid, violations};
use proptest::prelude::*;
use serde_json::{Value, json};

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid in the test")
}

/// Judges a grid, checks that the verdict and the list of violations agree, and returns the messages.
#[track_caller]
fn messages(text: &str, rules: &Ruleset) -> Vec<String> {
    let found = violations(&grid(text), rules);
    assert_eq!(is_valid(&grid(text), rules), found.is_empty());
    named(&grid(text), found).iter().map(Diagnostic::line).collect()
}

/// Returns the messages like `messages`, for a grid that the loosest rules accept.
#[track_caller]
fn only(text: &str, rules: &Ruleset) -> Vec<String> {
    assert_eq!(messages(text, &lax()), [""; 0]);
    messages(text, rules)
}

#[test]
fn a_grid_without_white_is_never_valid() {
    assert_eq!(messages("##/##/##", &lax()), ["GC001 the grid has no white square"]);
    // Nothing needs to be connected, but the edges are black and the rows have too few white squares.
    let rules = Ruleset { edges: true, connected: true, min_white_per_row: 1, ..lax() };
    assert_eq!(
        messages("##", &rules),
        [
            "GC001 the grid has no white square",
            "GC003 the first row has no white square",
            "GC003 the last row has no white square",
            "GC003 the first column has no white square",
            "GC003 the last column has no white square",
            "GC004 row 1 has 0 white, at least 1 needed",
            "GC004 column 1 has 0 white, at least 1 needed",
            "GC004 column 2 has 0 white, at least 1 needed",
        ]
    );
}

#[test]
fn an_isolated_square_is_never_valid() {
    assert_eq!(messages("..#/###/#.#", &lax()), ["GC005 the white square at row 3, column 2 lies in no word"]);
    assert_eq!(messages(".", &lax()), ["GC005 the white square at row 1, column 1 lies in no word"]);
    // If runs of one are forbidden, it breaks that rule in both directions as well.
    let rules = Ruleset { single_cells: false, ..lax() };
    assert_eq!(
        messages("#.", &rules),
        [
            "GC005 the white square at row 1, column 2 lies in no word",
            "GC006 across run of one square at row 1, column 2",
            "GC006 down run of one square at row 1, column 2",
        ]
    );
}

#[test]
fn symmetry() {
    let with = |symmetry| Ruleset { symmetry, ..lax() };
    let half = "GC002 row 1, column 3 is black, its image under the half turn, row 3, column 1, is white";
    let quarter = "GC002 row 1, column 1 is white, its image under the quarter turn, row 1, column 3, is black";
    let left_right = "GC002 row 1, column 1 is white, its image under the left-right mirror, row 1, column 3, is black";
    let top_bottom = "GC002 row 1, column 3 is black, its image under the top-bottom mirror, row 3, column 3, is white";
    let other = "GC002 row 1, column 2 is white, its image under the other diagonal, row 2, column 3, is black";
    let main = "GC002 row 1, column 2 is black, its image under the main diagonal, row 2, column 1, is white";

    let corner = "..#/.../...";
    assert_eq!(only(corner, &with(Symmetry::None)), [""; 0]);
    assert_eq!(only(corner, &with(Symmetry::Rot180)), [half]);
    assert_eq!(only(corner, &with(Symmetry::Rot90)), [quarter, half]);
    assert_eq!(only(corner, &with(Symmetry::Mirror)), [left_right]);
    assert_eq!(only(corner, &with(Symmetry::Mirrors)), [left_right, top_bottom, half]);
    assert_eq!(
        only(corner, &with(Symmetry::Diagonal)),
        ["GC002 row 1, column 3 is black, its image under the main diagonal, row 3, column 1, is white"]
    );
    assert_eq!(only("..#/..#/...", &with(Symmetry::Diagonals))[1..2], [other]);
    assert_eq!(only(".#./.../...", &with(Symmetry::Diagonal)), [main]);
    // The other diagonal maps this corner to itself.
    assert_eq!(only(corner, &with(Symmetry::Diagonals)).len(), 2);
    assert_eq!(only(corner, &with(Symmetry::All)).len(), 5);

    for symmetry in Symmetry::ALL {
        assert_eq!(only("#...#/...../..#../...../#...#", &with(symmetry)), [""; 0], "{symmetry:?}");
    }
    // A pinwheel has a quarter turn but no mirror.
    let pinwheel = "..#./#.../...#/.#..";
    assert_eq!(only(pinwheel, &with(Symmetry::Rot90)), [""; 0]);
    assert_eq!(only(pinwheel, &with(Symmetry::All)).len(), 4);
}

#[test]
fn a_rectangle_has_no_quarter_turn_or_diagonal() {
    for (symmetry, valid) in [
        (Symmetry::None, true),
        (Symmetry::Rot180, true),
        (Symmetry::Rot90, false),
        (Symmetry::Mirror, true),
        (Symmetry::Mirrors, true),
        (Symmetry::Diagonal, false),
        (Symmetry::Diagonals, false),
        (Symmetry::All, false),
    ] {
        let found = only(".../...", &Ruleset { symmetry, ..lax() });
        let name = symmetry.name();
        let expected = format!("GC002 2 rows and 3 columns, but the group {name} exchanges rows and columns");
        assert_eq!(found, if valid { vec![] } else { vec![expected] });
    }
    // Symmetries that a rectangle can have are still judged.
    let found = only("..#/...", &Ruleset { symmetry: Symmetry::Rot90, ..lax() });
    assert_eq!(found.len(), 2);
    assert!(found[1].contains("half turn, row 2, column 1"), "{found:?}");
}

#[test]
fn edges() {
    let rules = Ruleset { edges: true, ..lax() };
    assert_eq!(only("#../.../..#", &rules), [""; 0]);
    assert_eq!(only("###/.../...", &rules), ["GC003 the first row has no white square"]);
    assert_eq!(only(".../.../###", &rules), ["GC003 the last row has no white square"]);
    assert_eq!(only("#../#../#..", &rules), ["GC003 the first column has no white square"]);
    assert_eq!(only("..#/..#/..#", &rules), ["GC003 the last column has no white square"]);
    // This rule does not concern a black row in the middle.
    assert_eq!(only(".../###/...", &rules), [""; 0]);
}

#[test]
fn connected() {
    let rules = Ruleset { connected: true, ..lax() };
    assert_eq!(only("../..", &rules), [""; 0]);
    // Squares that touch at corners are not connected. Of two equally large regions the second counts as cut off.
    let two = "..##/##..";
    assert_eq!(only(two, &rules), ["GC011 2 regions of white squares; cut off: 2 squares at row 2, column 3"]);
    let found = violations(&grid("..#...##/###...##/#...###./##..###."), &rules);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].squares, [Square { row: 0, column: 0 }, Square { row: 2, column: 7 }]);
    let cut_off = json!([{"row": 1, "column": 1, "size": 2}, {"row": 3, "column": 8, "size": 2}]);
    assert_eq!(found[0].fields[2..], [("regions", json!(3)), ("cut_off", cut_off)]);
    let found = only(&["..#..#..#..#"; 3].join("/############/"), &rules);
    assert!(found[0].starts_with("GC011 12 regions"), "{found:?}");
    assert!(found[0].ends_with("; 2 squares at row 3, column 4; and 6 more"), "{found:?}");
    // A winding region, and the same with its arm cut.
    assert_eq!(only("......./######./.....#./.###.#./.#...#./.#####./.......", &rules), [""; 0]);
    assert_eq!(
        only("......./######./.....#./.###.#./.#...#./.#####./...#...", &rules),
        ["GC011 2 regions of white squares; cut off: 15 squares at row 3, column 1"]
    );
}

#[test]
fn min_word() {
    let rules = Ruleset { min_word: 3, ..lax() };
    assert_eq!(
        only("..##/###./###.", &rules),
        ["GC007 1-Across: 2 letters, at least 3 needed", "GC007 2-Down: 2 letters, at least 3 needed",]
    );
    assert_eq!(only(".../#.#/#.#", &rules), [""; 0]);
    let whole_line = ".".repeat(64);
    assert_eq!(only(&whole_line, &Ruleset { min_word: 64, ..lax() }), [""; 0]);
    assert_eq!(only(&whole_line[1..], &Ruleset { min_word: 64, ..lax() }).len(), 1);
}

#[test]
fn max_word() {
    let rules = Ruleset { max_word: Limit::AtMost(3), ..lax() };
    assert_eq!(
        only("....#/#.###/#.###/#.###/....#", &rules),
        [
            "GC018 1-Across: 4 letters, at most 3 allowed",
            "GC018 3-Across: 4 letters, at most 3 allowed",
            "GC018 2-Down: 5 letters, at most 3 allowed",
        ]
    );
    assert_eq!(only(".../#.#/#.#", &rules), [""; 0]);
    let whole_line = ".".repeat(64);
    assert_eq!(only(&whole_line, &Ruleset { max_word: Limit::AtMost(64), ..lax() }), [""; 0]);
    assert_eq!(only(&whole_line, &Ruleset { max_word: Limit::AtMost(63), ..lax() }).len(), 1);
    let json = serde_json::to_value(named(&grid("...."), violations(&grid("...."), &rules))).expect("plain data");
    assert_eq!((&json[0]["rule"], &json[0]["length"], &json[0]["allowed"]), (&json!("max_word"), &json!(4), &json!(3)));
}

#[test]
fn single_cells() {
    let rules = Ruleset { single_cells: false, ..lax() };
    assert_eq!(only("../..", &rules), [""; 0]);
    assert_eq!(
        only("#.#/.../#.#", &rules),
        [
            "GC006 across run of one square at row 1, column 2",
            "GC006 across run of one square at row 3, column 2",
            "GC006 down run of one square at row 2, column 1",
            "GC006 down run of one square at row 2, column 3",
        ]
    );
}

#[test]
fn checking() {
    let with = |checking| Ruleset { checking, ..lax() };
    // Row 3 reads CUUUCUC; its down words CU have one checked letter of two.
    let comb = "#######/#######/......./.###.#.";
    assert_eq!(
        only(comb, &with(Checking::CeilHalf)),
        ["GC008 1-Across: 3 of 7 letters checked (CUUUCUC), exactly 4 needed"]
    );
    assert_eq!(only(comb, &with(Checking::EitherHalf)), [""; 0]);
    assert_eq!(
        only(comb, &with(Checking::AtLeastHalf)),
        ["GC008 1-Across: 3 of 7 letters checked (CUUUCUC), at least 4 needed"]
    );
    assert_eq!(
        only(comb, &with(Checking::All)),
        [
            "GC008 1-Across: 3 of 7 letters checked (CUUUCUC), exactly 7 needed",
            "GC008 1-Down: 1 of 2 letters checked (CU), exactly 2 needed",
            "GC008 2-Down: 1 of 2 letters checked (CU), exactly 2 needed",
            "GC008 3-Down: 1 of 2 letters checked (CU), exactly 2 needed",
        ]
    );
    assert_eq!(only(".../.##", &with(Checking::EitherHalf)), [""; 0], "one of three is the lower half");
    assert_eq!(
        only("...../####.", &with(Checking::EitherHalf)),
        ["GC008 1-Across: 1 of 5 letters checked (UUUUC), 2 or 3 needed"]
    );
    // If exactly half is required, more is as wrong as less.
    assert_eq!(only("../..", &with(Checking::CeilHalf)).len(), 4, "all four words are wholly checked");
    assert_eq!(only("../..", &with(Checking::AtLeastHalf)), [""; 0]);
    assert_eq!(only("../..", &with(Checking::All)), [""; 0]);
    // A word that fills the widest line, fully checked and fully unchecked.
    let block = [".".repeat(64), ".".repeat(64)].join("/");
    assert_eq!(only(&block, &with(Checking::All)), [""; 0]);
    assert_eq!(only(&block, &with(Checking::AtLeastHalf)), [""; 0]);
    assert_eq!(only(&block, &with(Checking::EitherHalf)).len(), 66);
    assert_eq!(only(&block[..64], &with(Checking::AtLeastHalf)).len(), 1);
}

#[test]
fn unchecked_runs() {
    let inside = |most| Ruleset { max_unchecked_run: Limit::AtMost(most), ..lax() };
    // CUUUCUUC
    let comb = "......../.###.##.";
    assert_eq!(only(comb, &inside(3)), [""; 0]);
    assert_eq!(
        only(comb, &inside(2)),
        ["GC009 1-Across: 3 unchecked letters side by side from letter 2 (CUUUCUUC), at most 2 allowed"]
    );
    let found = only(comb, &inside(1));
    assert_eq!(found.len(), 2, "each run is named");
    assert!(found[1].contains("2 unchecked letters side by side from letter 6"), "{found:?}");
    // The limit holds at the ends too, because such a run is also inside the word.
    assert_eq!(only("....", &inside(3)).len(), 1);
    assert_eq!(only("....", &inside(4)), [""; 0]);
    // No letter is unchecked.
    assert_eq!(only("../..", &inside(0)), [""; 0]);
    assert_eq!(only("../.#", &inside(0)).len(), 2);
}

#[test]
fn unchecked_runs_at_the_ends() {
    let at_ends = |most| Ruleset { max_unchecked_run_at_ends: Limit::AtMost(most), ..lax() };
    // UUCUUUCU: the three in the middle are at no end.
    let comb = "......../##.###.#";
    let start = "GC010 1-Across: starts with 2 unchecked letters (UUCUUUCU), at most 1 allowed";
    assert_eq!(only(comb, &at_ends(2)), [""; 0]);
    assert_eq!(only(comb, &at_ends(1)), [start]);
    // The mirror image ends with two unchecked letters.
    assert_eq!(
        only("......../#.###.##", &at_ends(1)),
        ["GC010 1-Across: ends with 2 unchecked letters (UCUUUCUU), at most 1 allowed"]
    );
    // A word with no checked letter is one run, at both ends.
    let rules = at_ends(1);
    let found = only("..", &rules);
    assert_eq!(found.len(), 2);
    assert!(found[0].ends_with("starts with 2 unchecked letters (UU), at most 1 allowed"), "{found:?}");
    assert!(found[1].ends_with("ends with 2 unchecked letters (UU), at most 1 allowed"), "{found:?}");
    // Runs of every length, at one end only.
    for run in 1..=63 {
        let row = |square: usize| (0..=run).map(|c| if c == square { '.' } else { '#' }).collect::<String>();
        let word = ".".repeat(run + 1);
        for (first, says) in [(0, format!("ends with {run} unch")), (run, format!("starts with {run} unch"))] {
            let text = format!("{word}/{}", row(first));
            assert_eq!(only(&text, &at_ends(run)), [""; 0]);
            let found: Vec<String> =
                only(&text, &at_ends(run - 1)).into_iter().filter(|message| message.contains("Across")).collect();
            assert!(found.len() == 1 && found[0].contains(&says), "{found:?}");
        }
    }
    // Columns are judged likewise.
    let found = violations(&grid("./."), &rules);
    let starts: Vec<&str> = found.iter().filter_map(|end| end.message.split(' ').next()).collect();
    assert_eq!(starts, ["starts", "ends"]);
    assert!(found.iter().all(|end| end.code.name == "GC010"));
    assert!(found[0].word.is_some_and(|word| word.direction == Direction::Down && word.length == 2));
}

#[test]
fn min_white_per_row() {
    let rules = Ruleset { min_white_per_row: 2, ..lax() };
    assert_eq!(only("../..", &rules), [""; 0]);
    assert_eq!(
        only("..#/..#/.##/###", &rules),
        [
            "GC004 row 3 has 1 white, at least 2 needed",
            "GC004 row 4 has 0 white, at least 2 needed",
            "GC004 column 3 has 0 white, at least 2 needed",
        ]
    );
}

#[test]
fn max_black_run() {
    let rules = |most| Ruleset { max_black_run: Limit::AtMost(most), ..lax() };
    assert_eq!(only("../..", &rules(0)), [""; 0]);
    assert_eq!(only("##../..#./.##.", &rules(2)), [""; 0]);
    assert_eq!(only("..#./..#.", &rules(0)).len(), 3);
    assert_eq!(
        only("###../..#../..#../.....", &rules(2)),
        [
            "GC021 row 1 has 3 black squares side by side, at most 2 allowed",
            "GC021 column 3 has 3 black squares side by side, at most 2 allowed",
        ]
    );
    let found = violations(&grid(&format!("{}/{}", "#".repeat(64), ".".repeat(64))), &rules(63));
    assert_eq!((found.len(), found[0].squares.len()), (1, 64));
    // A void ends a run.
    let (dark, voids) = (grid("###./...."), [(0, 1)].into());
    let shape = Shape { voids: &voids, ..Shape::from(&dark) };
    assert_eq!(Validator::new(&rules(1)).violations_of(shape), []);
    assert_eq!(Validator::new(&rules(0)).violations_of(shape).len(), 4);
}

#[test]
fn every_broken_rule_is_named_at_once() {
    // Two words CC, one UUUC, then down two more CC and one UC; an isolated square; three regions.
    let found = violations(&grid("..#./..##/###./...."), &builtin("british").expect("built in"));
    let rules: Vec<&str> = found.iter().filter_map(Diagnostic::rule).collect();
    let across = ["min_word", "checking", "min_word", "checking", "checking", "max_unchecked_run"];
    let down = ["min_word", "checking", "min_word", "checking", "min_word"];
    let expected =
        [&["symmetry", "in_word"][..], &across, &["max_unchecked_run_at_ends"], &down, &["connected"]].concat();
    assert_eq!(rules, expected);
}

/// Every second row and column is white, so all words are CUCU..., in each of the three sizes of the judge's bit words.
#[test]
fn lattices_of_all_sizes_are_valid() {
    let rules = Ruleset { symmetry: Symmetry::None, ..builtin("british").expect("built in") };
    for (height, width) in (3..=64).flat_map(|n| [(n, n), (n, 64), (64, n), (n, 16), (n, 33)]) {
        let mut lattice = Grid::black(height, width);
        for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            lattice.set_white(r, c, r % 2 == 0 || c % 2 == 0);
        }
        assert_eq!(violations(&lattice, &rules), [], "{height} x {width}");
        // One more white square checks letters of words that had enough.
        lattice.set_white(height / 2 / 2 * 2 + 1, 1, true);
        let broken = tally(&lattice, &rules);
        assert!(broken.contains_key("checking"), "{height} x {width}: {broken:?}");
    }
}

/// One unchecked word and no other white square, in each line of grids on both sides of each of the judge's word sizes.
#[test]
fn a_lone_word_in_any_line_is_judged() {
    let half = [Checking::All, Checking::CeilHalf, Checking::EitherHalf, Checking::AtLeastHalf];
    for n in [4, 15, 16, 17, 31, 32, 33, 63, 64] {
        let limit = Limit::AtMost(n - 1);
        let mut sets: Vec<Ruleset> = half.iter().map(|&checking| Ruleset { checking, ..lax() }).collect();
        sets.push(Ruleset { max_unchecked_run: limit, ..lax() });
        sets.push(Ruleset { max_unchecked_run_at_ends: limit, ..lax() });
        sets.extend((n < 64).then(|| Ruleset { min_word: n + 1, ..lax() }));
        sets.push(Ruleset { max_word: limit, ..lax() });
        for line in 0..n {
            let mut across = Grid::black(n, n);
            across.set_row(line, u64::MAX);
            let down = across.transformed(Transform::MainDiagonal);
            for (grid, direction) in [(&across, Direction::Across), (&down, Direction::Down)] {
                assert_eq!(violations(grid, &lax()), []);
                for rules in &sets {
                    assert_eq!(findings(grid, rules), Naive::findings(grid, rules));
                    assert!(!is_valid(grid, rules), "{direction} word in line {line} of {n}, {rules:?}");
                }
            }
        }
    }
}

#[test]
fn json_has_the_code_the_word_and_the_place() {
    let comb = grid("#######/#######/......./.###.#.");
    let rules = Ruleset { checking: Checking::CeilHalf, ..lax() };
    assert_eq!(
        serde_json::to_value(named(&comb, violations(&comb, &rules))).expect("plain data"),
        json!([{
            "code": "GC008",
            "rule": "checking",
            "word": "1-Across",
            "message": "3 of 7 letters checked (CUUUCUC), exactly 4 needed",
            "direction": "across", "row": 3, "column": 1, "length": 7, "pattern": "CUUUCUC",
            "checked": 3, "expected_least": 4, "expected_most": 4,
        }])
    );
    let rules = Ruleset { connected: true, ..lax() };
    let parted = grid("..##/##..");
    assert_eq!(
        serde_json::to_value(named(&parted, violations(&parted, &rules))).expect("plain data"),
        json!([{
            "code": "GC011",
            "rule": "connected",
            "message": "2 regions of white squares; cut off: 2 squares at row 2, column 3",
            "row": 2, "column": 3, "regions": 2, "cut_off": [{"row": 2, "column": 3, "size": 2}],
        }])
    );
}

/// These counts were found by unrelated programs, among them an answer-set solver.
#[test]
fn known_counts_of_small_grids() {
    let british = builtin("british").expect("built in");
    let validator = Validator::new(&british);
    let apart = Validator::new(&Ruleset { connected: false, ..british.clone() });
    let apart_but_no_black_line = Validator::new(&Ruleset { connected: false, min_white_per_row: 1, ..british });
    // No word has two letters, so only such rows need to be tried.
    let fair = |width: usize, row: u64| (0..width).all(|c| row << 2 >> c & 0b11110 != 0b01100);
    for (n, expected) in [(3, [1; 3]), (5, [17; 3]), (7, [650, 809, 724])] {
        let rows: Vec<u64> = (0..1 << n).filter(|&row| fair(n, row << 1 >> 1)).collect();
        let reversed = |row: u64| (0..n).fold(0, |image, c| image | (row >> c & 1) << (n - 1 - c));
        let mut counts = [0; 3];
        let upper = n / 2;
        for choice in 0..rows.len().pow(upper as u32) {
            let mut grid = Grid::black(n, n);
            for r in 0..upper {
                let row = rows[choice / rows.len().pow(r as u32) % rows.len()];
                grid.set_row(r, row);
                grid.set_row(n - 1 - r, reversed(row));
            }
            for &middle in rows.iter().filter(|&&row| reversed(row) == row) {
                grid.set_row(upper, middle);
                for (count, judge) in counts.iter_mut().zip([&validator, &apart, &apart_but_no_black_line]) {
                    *count += u32::from(judge.is_valid(&grid));
                }
            }
        }
        assert_eq!(counts, expected, "{n} x {n}");
    }
}

/// The squares (row and column, from 0) that are marked where a rule is broken, place by place.
#[test]
fn every_broken_rule_shows_its_squares() {
    let shown = |key: &str, text: &str, rules: Ruleset| {
        let grid = grid(text);
        let of_rule = violations(&grid, &rules).into_iter().filter(|violation| violation.rule() == Some(key));
        let squares =
            |violation: Diagnostic| violation.squares.iter().map(|square| (square.row, square.column)).collect();
        let mut shown: Vec<Vec<(usize, usize)>> = of_rule.map(squares).collect();
        shown.sort();
        shown
    };
    assert_eq!(shown("white", "##/##", lax()), [[]]);
    assert_eq!(shown("in_word", "##/#.", lax()), [[(1, 1)]]);
    assert_eq!(shown("single_cells", "../.#", Ruleset { single_cells: false, ..lax() }), [[(0, 1)], [(1, 0)]]);
    assert_eq!(shown("min_word", "###/#..", Ruleset { min_word: 3, ..lax() }), [[(1, 1), (1, 2)]]);
    let short = Ruleset { max_word: Limit::AtMost(3), ..lax() };
    assert_eq!(shown("max_word", "#####/#....", short), [[(1, 1), (1, 2), (1, 3), (1, 4)]]);
    let full = Ruleset { min_white_per_row: 2, ..lax() };
    assert_eq!(
        shown("min_white_per_row", ".../##.", full),
        [vec![(0, 0), (1, 0)], vec![(0, 1), (1, 1)], vec![(1, 0), (1, 1), (1, 2)]]
    );
    // If too many letters are checked, these are marked; if too few, the unchecked ones.
    let half = Ruleset { checking: Checking::CeilHalf, ..lax() };
    assert_eq!(shown("checking", "...", half.clone()), [[(0, 0), (0, 1), (0, 2)]]);
    assert_eq!(shown("checking", "..../.###/####", half.clone()), [[(0, 1), (0, 2), (0, 3)]]);
    let many = [
        vec![(0, 0), (0, 1), (0, 2)],
        vec![(0, 0), (1, 0)],
        vec![(0, 1), (1, 1)],
        vec![(0, 2), (1, 2)],
        vec![(1, 0), (1, 1), (1, 2)],
    ];
    assert_eq!(shown("checking", "..../...#", half), many);
    let inside = Ruleset { max_unchecked_run: Limit::AtMost(2), ..lax() };
    assert_eq!(shown("max_unchecked_run", "......../.###.##.", inside), [[(0, 1), (0, 2), (0, 3)]]);
    let ends = Ruleset { max_unchecked_run_at_ends: Limit::AtMost(0), ..lax() };
    assert_eq!(
        shown("max_unchecked_run_at_ends", "..../#.##", ends),
        [vec![(0, 0)], vec![(0, 2), (0, 3)], vec![(1, 1)]]
    );

    let black = violations(&grid("###/###/..#"), &Ruleset { edges: true, ..lax() });
    let fields: Vec<Value> = black.iter().map(|violation| json!(violation.fields)).collect();
    assert_eq!(fields, [json!([["side", "top"], ["line", 1]]), json!([["side", "right"], ["line", 3]])]);
    let none = violations(&grid("##"), &lax());
    assert!(none.iter().all(|violation| violation.fields.is_empty()), "nothing is told of a grid without white");
}

/// The description of a violation's place, as far as the naive judge has one.
type Finding = (String, Option<String>, Option<u64>, Option<u64>, Option<u64>, Option<String>);

fn findings(grid: &Grid, rules: &Ruleset) -> Vec<Finding> {
    let mut found: Vec<Finding> = violations(grid, rules)
        .iter()
        .map(|violation| {
            let value = |key: &str| violation.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value);
            let text = |key: &str| value(key).and_then(Value::as_str).map(ToOwned::to_owned);
            let number = |key: &str| value(key).and_then(Value::as_u64);
            (
                violation.rule().expect("a rule of the validator").to_owned(),
                text("direction"),
                number("row"),
                number("column"),
                number("length"),
                text("pattern"),
            )
        })
        .collect();
    found.sort();
    found
}

/// A map of squares under a symmetry, from height, width, row and column.
type Move = fn(usize, usize, usize, usize) -> (usize, usize);

/// The rules, read square by square and word by word. Indices are from 0 inside, from 1 in reports.
struct Naive<'a> {
    grid: &'a Grid,
    rules: &'a Ruleset,
    found: Vec<Finding>,
}

impl Naive<'_> {
    fn findings(grid: &Grid, rules: &Ruleset) -> Vec<Finding> {
        let mut judge = Naive { grid, rules, found: Vec::new() };
        judge.white();
        judge.symmetry();
        judge.lines();
        judge.runs();
        judge.connected();
        judge.found.sort();
        judge.found
    }

    fn report(&mut self, rule: &str, direction: Option<&str>, square: Option<(usize, usize)>, word: Option<&str>) {
        self.found.push((
            rule.to_owned(),
            direction.map(ToOwned::to_owned),
            square.map(|(r, _)| r as u64 + 1),
            square.map(|(_, c)| c as u64 + 1),
            word.map(|word| word.len() as u64),
            word.map(ToOwned::to_owned),
        ));
    }

    fn white_at(&self, r: i64, c: i64) -> bool {
        (0..self.grid.height() as i64).contains(&r)
            && (0..self.grid.width() as i64).contains(&c)
            && self.grid.is_white(r as usize, c as usize)
    }

    fn squares(&self) -> Vec<(usize, usize)> {
        (0..self.grid.height()).flat_map(|r| (0..self.grid.width()).map(move |c| (r, c))).collect()
    }

    fn whites(&self) -> Vec<(usize, usize)> {
        self.squares().into_iter().filter(|&(r, c)| self.grid.is_white(r, c)).collect()
    }

    /// Returns the run through a white square.
    fn run(&self, (r, c): (usize, usize), down: bool) -> Vec<(usize, usize)> {
        let (dr, dc) = if down { (1, 0) } else { (0, 1) };
        let (mut r, mut c) = (r as i64, c as i64);
        while self.white_at(r - dr, c - dc) {
            (r, c) = (r - dr, c - dc);
        }
        let mut run = Vec::new();
        while self.white_at(r, c) {
            run.push((r as usize, c as usize));
            (r, c) = (r + dr, c + dc);
        }
        run
    }

    fn white(&mut self) {
        if self.whites().is_empty() {
            self.report("white", None, None, None);
        }
        for square in self.whites() {
            if self.run(square, false).len() < 2 && self.run(square, true).len() < 2 {
                self.report("in_word", None, Some(square), None);
            }
        }
    }

    fn symmetry(&mut self) {
        let (h, w) = (self.grid.height(), self.grid.width());
        let half: Move = |h, w, r, c| (h - 1 - r, w - 1 - c);
        let left_right: Move = |_, w, r, c| (r, w - 1 - c);
        let top_bottom: Move = |h, _, r, c| (h - 1 - r, c);
        let quarter: Move = |h, _, r, c| (c, h - 1 - r);
        let main: Move = |_, _, r, c| (c, r);
        let other: Move = |h, w, r, c| (w - 1 - c, h - 1 - r);
        // A quarter turn back is broken exactly when a quarter turn is, and is not reported again.
        let (keeping, swapping): (Vec<Move>, Vec<Move>) = match self.rules.symmetry {
            Symmetry::None => (vec![], vec![]),
            Symmetry::Rot180 => (vec![half], vec![]),
            Symmetry::Rot90 => (vec![half], vec![quarter]),
            Symmetry::Mirror => (vec![left_right], vec![]),
            Symmetry::Mirrors => (vec![left_right, top_bottom, half], vec![]),
            Symmetry::Diagonal => (vec![], vec![main]),
            Symmetry::Diagonals => (vec![half], vec![main, other]),
            Symmetry::All => (vec![left_right, top_bottom, half], vec![quarter, main, other]),
        };
        if h != w && !swapping.is_empty() {
            self.report("symmetry", None, None, None);
        }
        for image in keeping.into_iter().chain(if h == w { swapping } else { vec![] }) {
            let differs = |&(r, c): &(usize, usize)| {
                let (image_r, image_c) = image(h, w, r, c);
                self.grid.is_white(r, c) != self.grid.is_white(image_r, image_c)
            };
            if let Some(square) = self.squares().into_iter().find(differs) {
                self.report("symmetry", None, Some(square), None);
            }
        }
    }

    fn lines(&mut self) {
        let (h, w) = (self.grid.height(), self.grid.width());
        let rows: Vec<usize> = (0..h).map(|r| (0..w).filter(|&c| self.grid.is_white(r, c)).count()).collect();
        let columns: Vec<usize> = (0..w).map(|c| (0..h).filter(|&r| self.grid.is_white(r, c)).count()).collect();
        for outer in [rows[0], rows[h - 1], columns[0], columns[w - 1]] {
            if self.rules.edges && outer == 0 {
                self.report("edges", None, None, None);
            }
        }
        let thin = |lines: &[usize]| {
            let least = self.rules.min_white_per_row;
            (1..).zip(lines.to_vec()).filter(move |&(_, whites)| whites < least).map(|(number, _)| number)
        };
        let rule = "min_white_per_row".to_owned();
        let thin_rows: Vec<Finding> = thin(&rows).map(|r| (rule.clone(), None, Some(r), None, None, None)).collect();
        let thin_columns = thin(&columns).map(|c| (rule.clone(), None, None, Some(c), None, None));
        let thin_columns: Vec<Finding> = thin_columns.collect();
        self.found.extend(thin_rows);
        self.found.extend(thin_columns);
        let Limit::AtMost(most) = self.rules.max_black_run else { return };
        let rows = (0..h).map(|r| (0..w).map(|c| (r, c)).collect::<Vec<_>>());
        let columns = (0..w).map(|c| (0..h).map(|r| (r, c)).collect::<Vec<_>>());
        for (line, direction) in rows.map(|row| (row, "across")).chain(columns.map(|column| (column, "down"))) {
            for run in line.split(|&(r, c)| self.grid.is_white(r, c)).filter(|run| run.len() > most) {
                let (row, column) = (run[0].0 as u64 + 1, run[0].1 as u64 + 1);
                let place = (Some(direction.to_owned()), Some(row), Some(column), Some(run.len() as u64));
                self.found.push(("max_black_run".to_owned(), place.0, place.1, place.2, place.3, None));
            }
        }
    }

    fn runs(&mut self) {
        for (down, direction) in [(false, "across"), (true, "down")] {
            for square in self.whites() {
                let run = self.run(square, down);
                if run[0] != square {
                    continue;
                }
                if run.len() == 1 {
                    if !self.rules.single_cells {
                        self.report("single_cells", Some(direction), Some(square), None);
                    }
                    continue;
                }
                let pattern: String =
                    run.iter().map(|&letter| if self.run(letter, !down).len() >= 2 { 'C' } else { 'U' }).collect();
                self.word(direction, square, &pattern);
            }
        }
    }

    fn word(&mut self, direction: &str, square: (usize, usize), pattern: &str) {
        let length = pattern.len();
        let checked = pattern.matches('C').count();
        let too_short = length < self.rules.min_word;
        let too_long = match self.rules.max_word {
            Limit::AtMost(most) => length > most,
            Limit::Unlimited => false,
        };
        for (is_broken, rule) in [(too_short, "min_word"), (too_long, "max_word")] {
            if is_broken {
                let (direction, row, column) = (direction.to_owned(), square.0 as u64 + 1, square.1 as u64 + 1);
                let place = (Some(direction), Some(row), Some(column), Some(length as u64));
                self.found.push((rule.to_owned(), place.0, place.1, place.2, place.3, None));
            }
        }
        let rounded_up = length / 2 + length % 2;
        let right = match self.rules.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == rounded_up,
            Checking::EitherHalf => checked == rounded_up || checked == length / 2,
            Checking::AtLeastHalf => 2 * checked >= length,
            Checking::Any => true,
        };
        let mut broken = Vec::new();
        if !right {
            broken.push("checking");
        }
        if let Limit::AtMost(most) = self.rules.max_unchecked_run {
            broken.extend(pattern.split('C').filter(|run| run.len() > most).map(|_| "max_unchecked_run"));
        }
        if let Limit::AtMost(most) = self.rules.max_unchecked_run_at_ends {
            let start = length - pattern.trim_start_matches('U').len();
            let end = length - pattern.trim_end_matches('U').len();
            broken.extend([start, end].iter().filter(|&&run| run > most).map(|_| "max_unchecked_run_at_ends"));
        }
        for rule in broken {
            self.report(rule, Some(direction), Some(square), Some(pattern));
        }
    }

    fn connected(&mut self) {
        let mut region_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut regions = Vec::new();
        for first in self.whites() {
            if region_of.contains_key(&first) {
                continue;
            }
            let mut size = 0;
            let mut to_visit = vec![first];
            while let Some((r, c)) = to_visit.pop() {
                if !self.white_at(r as i64, c as i64) || region_of.insert((r, c), regions.len()).is_some() {
                    continue;
                }
                size += 1;
                to_visit.extend([(r + 1, c), (r, c + 1), (r.wrapping_sub(1), c), (r, c.wrapping_sub(1))]);
            }
            regions.push((first, size));
        }
        if self.rules.connected && regions.len() > 1 {
            let largest = regions.iter().map(|&(_, size)| size).max();
            let kept = regions.iter().position(|&(_, size)| Some(size) == largest).expect("one is the largest");
            self.report("connected", None, Some(regions[usize::from(kept == 0)].0), None);
        }
    }
}

fn any_limit() -> impl Strategy<Value = Limit> {
    let small = (0usize..5).prop_map(Limit::AtMost);
    let large = (5usize..70).prop_map(Limit::AtMost);
    prop_oneof![2 => Just(Limit::Unlimited), 5 => small, 1 => large]
}

/// Draws any rules; the strict and the loose extremes are more frequent.
fn any_rules() -> impl Strategy<Value = Ruleset> {
    let checking = prop::sample::select(vec![
        Checking::Any,
        Checking::All,
        Checking::CeilHalf,
        Checking::EitherHalf,
        Checking::AtLeastHalf,
    ]);
    let symmetry = prop_oneof![Just(Symmetry::None), Just(Symmetry::Rot180), prop::sample::select(&Symmetry::ALL[..])];
    let thin = prop_oneof![4 => Just(0usize), 1 => 1usize..6];
    let free = (
        (
            prop_oneof![3 => 2usize..5, 1 => 5usize..=64],
            prop_oneof![2 => any_limit(), 1 => (2usize..=64).prop_map(Limit::AtMost)],
        ),
        any::<bool>(),
        checking,
        any_limit(),
        any_limit(),
        symmetry,
        thin,
        // The rules that are not named here.
        any::<u64>().prop_map(|seed| SeededRng::new(seed).rules(Symmetry::None)),
    )
        .prop_map(|((min_word, max_word), single_cells, checking, inside, at_ends, symmetry, thin, others)| Ruleset {
            name: "random".to_owned(),
            min_word,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            symmetry,
            min_white_per_row: thin,
            max_word,
            ..others
        });
    let known = (0..BUILTIN.len()).prop_map(|i| BUILTIN[i].ruleset());
    prop_oneof![3 => free, 1 => known, 1 => Just(lax())]
}

/// Draws grids of all shapes: noise of several densities and lattices with a few changed squares. Some have half-turn symmetry,
/// so that valid ones are not rare.
fn any_grid() -> impl Strategy<Value = Grid> {
    let side = || prop_oneof![12 => 1usize..10, 3 => 10usize..18, 1 => 18usize..=64];
    let square = side().prop_map(|n| (n, n));
    let wide = Just((2usize, 64usize)).prop_union(Just((64, 2)));
    (prop_oneof![6 => square, 6 => (side(), side()), 1 => wide], 0..6u8, any::<u64>(), any::<bool>(), 0..4u32).prop_map(
        |((height, width), kind, seed, symmetric, parity)| {
            let mut rng = SeededRng::new(seed);
            let mut random = || rng.bits();
            let mut grid = Grid::black(height, width);
            for r in 0..height {
                let stripes = 0x5555_5555_5555_5555u64 << (parity & 1);
                let lattice = if r as u32 % 2 == parity >> 1 { stripes } else { u64::MAX };
                let row = match kind {
                    0 => random(),
                    1 => random() | random(),
                    2 => random() | random() | random(),
                    3 => random() & random(),
                    4 => lattice & !(random() & random() & random()),
                    _ => lattice ^ (random() & random() & random() & random() & random()),
                };
                grid.set_row(r, row);
            }
            if symmetric {
                let image = grid.transformed(Transform::Rot180);
                for r in 0..height / 2 {
                    grid.set_row(r, image.rows()[r]);
                }
                if height % 2 == 1 {
                    grid.set_row(height / 2, grid.rows()[height / 2] | image.rows()[height / 2]);
                }
            }
            grid
        },
    )
}

/// Counts the violations of each rule.
fn tally(grid: &Grid, rules: &Ruleset) -> BTreeMap<&'static str, usize> {
    let mut tally = BTreeMap::new();
    for violation in violations(grid, rules) {
        *tally.entry(violation.rule().expect("a rule of the validator")).or_default() += 1;
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_naive_judge_finds_the_same(grid in any_grid(), rules in any_rules()) {
        let expected = Naive::findings(&grid, &rules);
        prop_assert_eq!(is_valid(&grid, &rules), expected.is_empty());
        prop_assert_eq!(findings(&grid, &rules), expected);
    }

    /// No rule except symmetry distinguishes left from right, rows from columns, or a word's start from its end.
    #[test]
    fn without_symmetry_all_eight_images_fare_alike(grid in any_grid(), rules in any_rules()) {
        let rules = Ruleset { symmetry: Symmetry::None, ..rules };
        let expected = tally(&grid, &rules);
        for transform in Transform::ALL {
            prop_assert_eq!(&tally(&grid.transformed(transform), &rules), &expected, "{:?}", transform);
        }
    }

    #[test]
    fn the_images_under_the_rules_own_group_fare_alike(grid in any_grid(), rules in any_rules()) {
        let expected = tally(&grid, &rules);
        for &transform in rules.symmetry.group() {
            prop_assert_eq!(&tally(&grid.transformed(transform), &rules), &expected, "{:?}", transform);
        }
    }
}

/// Tests every grid of 4 × 4 and smaller, under every built-in rule set and the loosest one.
#[test]
fn the_naive_judge_agrees_on_all_tiny_grids() {
    let sets: Vec<Ruleset> = BUILTIN.iter().map(gridcheck_core::rules::Builtin::ruleset).chain([lax()]).collect();
    for (height, width) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)] {
        for pattern in 0u64..1 << (height * width) {
            let rows: Vec<u64> = (0..height).map(|r| pattern >> (r * width)).collect();
            let grid = Grid::from_rows(width, &rows).expect("a fair size");
            // Each grid of 4 × 4 is tested under one set, in turn, which keeps this to seconds.
            let sets = if height * width == 16 { &sets[pattern as usize % sets.len()..][..1] } else { &sets[..] };
            for rules in sets {
                let expected = Naive::findings(&grid, rules);
                assert_eq!(findings(&grid, rules), expected, "{grid:?} {}", rules.name);
                assert_eq!(is_valid(&grid, rules), expected.is_empty(), "{grid:?} {}", rules.name);
            }
        }
    }
}
