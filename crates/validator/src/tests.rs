//! Tests the texts and data of each rule's violations, and the measurements.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::code::Diagnostic;
use super::rule_violation::RuleViolation;
use super::stats::{Length, Measures, Stats, satisfied, unsatisfied};
use super::*;
use gridcheck_core::constraint::{Constraint, Measure};
use gridcheck_core::grid::Transform;
use gridcheck_core::rules::{Checking, Limit, builtin};
use gridcheck_layout::shape::Colour;

fn square((row, column): (usize, usize)) -> Square {
    Square { row, column }
}

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid in the test")
}

/// Compares all that a violation says, with squares counted from 0, and fields from 1.
fn says(broken: &dyn Diagnostic, code: &str, squares: &[(usize, usize)], text: &str, fields: &Value) {
    assert_eq!(broken.code().name, code);
    assert_eq!(broken.to_string(), text);
    let shown = broken.squares(&Grid::black(3, 4));
    assert_eq!(shown, squares.iter().map(|&at| square(at)).collect::<Vec<_>>(), "{text}");
    let map: Map<String, Value> = broken.fields().into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    assert_eq!(&Value::Object(map), fields, "{text}");
}

#[test]
fn a_violation_of_words_is_shown_in_its_squares() {
    let across = Word { direction: Direction::Across, first: square((1, 2)), length: 5 };
    let down = Word { direction: Direction::Down, ..across };
    says(
        &ShortWord { word: across, needed: 7 },
        "GC007",
        &[(1, 2), (1, 3), (1, 4), (1, 5), (1, 6)],
        "5 letters, at least 7 needed",
        &json!({"direction": "across", "row": 2, "column": 3, "length": 5, "needed": 7}),
    );
    says(
        &LongWord { word: down, allowed: 3 },
        "GC018",
        &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)],
        "5 letters, at most 3 allowed",
        &json!({"direction": "down", "row": 2, "column": 3, "length": 5, "allowed": 3}),
    );
    let pattern = Pattern::new(5, 0b0_0010);
    for (expected, squares, needed) in [
        (3..=3, &[(1, 2), (1, 4), (1, 5), (1, 6)][..], "exactly 3 needed"),
        (3..=5, &[(1, 2), (1, 4), (1, 5), (1, 6)], "at least 3 needed"),
        (2..=3, &[(1, 2), (1, 4), (1, 5), (1, 6)], "2 or 3 needed"),
        (1..=1, &[(1, 2), (1, 4), (1, 5), (1, 6)], "exactly 1 needed"),
        (0..=0, &[(1, 3)], "exactly 0 needed"),
    ] {
        let text = format!("1 of 5 letters checked (UCUUU), {needed}");
        let (least, most) = (*expected.start(), *expected.end());
        let fields = json!({"direction": "across", "row": 2, "column": 3, "length": 5, "pattern": "UCUUU", "checked": 1,
                            "expected_least": least, "expected_most": most});
        says(&WrongChecking { word: across, pattern, expected }, "GC008", squares, &text, &fields);
    }
    says(
        &UncheckedRun { word: down, pattern, letter: 2, run: 3, allowed: 2 },
        "GC009",
        &[(3, 2), (4, 2), (5, 2)],
        "3 unchecked letters side by side from letter 3 (UCUUU), at most 2 allowed",
        &json!({"direction": "down", "row": 2, "column": 3, "length": 5, "pattern": "UCUUU", "letter": 3, "run": 3,
                "allowed": 2}),
    );
    says(
        &UncheckedEnd { word: down, pattern, end: End::End, run: 3, allowed: 1 },
        "GC010",
        &[(3, 2), (4, 2), (5, 2)],
        "ends with 3 unchecked letters (UCUUU), at most 1 allowed",
        &json!({"direction": "down", "row": 2, "column": 3, "length": 5, "pattern": "UCUUU", "letter": 3, "run": 3,
                "allowed": 1}),
    );
    says(
        &UncheckedEnd { word: across, pattern, end: End::Start, run: 1, allowed: 0 },
        "GC010",
        &[(1, 2)],
        "starts with 1 unchecked letter (UCUUU), at most 0 allowed",
        &json!({"direction": "across", "row": 2, "column": 3, "length": 5, "pattern": "UCUUU", "letter": 1, "run": 1,
                "allowed": 0}),
    );
}

#[test]
fn a_violation_of_lines_and_squares_is_shown_in_them() {
    says(&NoWhite, "GC001", &[], "the grid has no white square", &json!({}));
    let at = json!({"row": 2, "column": 3});
    says(
        &Isolated { square: square((1, 2)) },
        "GC005",
        &[(1, 2)],
        "the white square at row 2, column 3 lies in no word",
        &at,
    );
    says(
        &SingleCell { direction: Direction::Down, square: square((1, 2)) },
        "GC006",
        &[(1, 2)],
        "down run of one square at row 2, column 3",
        &json!({"direction": "down", "row": 2, "column": 3}),
    );
    let row = [(2, 0), (2, 1), (2, 2), (2, 3)];
    let column = [(0, 3), (1, 3), (2, 3)];
    for (side, line, squares, name, key) in [
        (Side::Top, 2, &row[..], "first row", "top"),
        (Side::Bottom, 2, &row, "last row", "bottom"),
        (Side::Left, 3, &column, "first column", "left"),
        (Side::Right, 3, &column, "last column", "right"),
    ] {
        let fields = json!({"side": key, "line": line + 1});
        let text = format!("the {name} has no white square");
        says(&BlackEdge { side, line, behind_voids: false }, "GC003", squares, &text, &fields);
        let text = format!("the {name} that is not all void, number {}, has no white square", line + 1);
        says(&BlackEdge { side, line, behind_voids: true }, "GC003", squares, &text, &fields);
    }
    says(
        &FewWhites { direction: Direction::Across, index: 2, found: 1, needed: 3 },
        "GC004",
        &row,
        "row 3 has 1 white, at least 3 needed",
        &json!({"row": 3, "found": 1, "needed": 3}),
    );
    says(
        &FewWhites { direction: Direction::Down, index: 3, found: 1, needed: 3 },
        "GC004",
        &column,
        "column 4 has 1 white, at least 3 needed",
        &json!({"column": 4, "found": 1, "needed": 3}),
    );
    let transform = Transform::Rot180;
    says(
        &Asymmetry::Square {
            transform,
            square: square((0, 1)),
            image: square((2, 3)),
            colour: Colour::White,
            other: Colour::Black,
        },
        "GC002",
        &[(0, 1), (2, 3)],
        "row 1, column 2 is white, its image under the half turn, row 3, column 4, is black",
        &json!({"row": 1, "column": 2, "colour": "white", "transform": "half turn", "image_row": 3, "image_column": 4,
                "image_colour": "black"}),
    );
    says(
        &Asymmetry::Bar { transform, between: [(0, 1), (0, 2)].map(square), images: [(2, 2), (2, 1)].map(square) },
        "GC002",
        &[(0, 1), (0, 2), (2, 2), (2, 1)],
        "a bar between row 1, column 2 and row 1, column 3, none between their images under the half turn, row 3, column 3 \
         and row 3, column 2",
        &json!({"bar_between": [[1, 2], [1, 3]], "transform": "half turn", "images": [[3, 3], [3, 2]]}),
    );
    says(
        &Asymmetry::Sides { symmetry: Symmetry::Rot90, height: 3, width: 4 },
        "GC002",
        &[],
        "3 rows and 4 columns, but the group rot90 exchanges rows and columns",
        &json!({"symmetry": "rot90", "height": 3, "width": 4}),
    );
    let region = |row, size| Region { first: square((row, 4)), size };
    says(
        &CutOff { regions: 3, cut_off: vec![region(1, 1), region(2, 2)] },
        "GC011",
        &[(1, 4), (2, 4)],
        "3 regions of white squares; cut off: 1 square at row 2, column 5; 2 squares at row 3, column 5",
        &json!({"row": 2, "column": 5, "regions": 3,
                "cut_off": [{"row": 2, "column": 5, "size": 1}, {"row": 3, "column": 5, "size": 2}]}),
    );
    let many = CutOff { regions: 8, cut_off: (0..7).map(|row| region(row, 2)).collect() };
    assert!((&many as &dyn Diagnostic).to_string().ends_with("at row 5, column 5; and 2 more"));
}

#[test]
fn a_rule_is_asked_for_if_a_grid_can_break_it() {
    let keys = |rules: &Ruleset| asked(rules).map(|rule| rule.key).collect::<Vec<_>>();
    let lax = Ruleset::lax();
    assert_eq!(keys(&lax), ["white", "in_word"]);
    for (rules, key) in [
        (Ruleset { symmetry: Symmetry::Rot180, ..lax.clone() }, "symmetry"),
        (Ruleset { edges: true, ..lax.clone() }, "edges"),
        (Ruleset { min_white_per_row: 1, ..lax.clone() }, "min_white_per_row"),
        (Ruleset { single_cells: false, ..lax.clone() }, "single_cells"),
        (Ruleset { min_word: 3, ..lax.clone() }, "min_word"),
        (Ruleset { checking: Checking::All, ..lax.clone() }, "checking"),
        (Ruleset { max_unchecked_run: Limit::AtMost(2), ..lax.clone() }, "max_unchecked_run"),
        (Ruleset { max_unchecked_run_at_ends: Limit::AtMost(2), ..lax.clone() }, "max_unchecked_run_at_ends"),
        (Ruleset { connected: true, ..lax.clone() }, "connected"),
        (Ruleset { max_word: Limit::AtMost(5), ..lax.clone() }, "max_word"),
    ] {
        let mut asked = keys(&rules);
        asked.retain(|&asked| asked != "white" && asked != "in_word");
        assert_eq!(asked, [key]);
    }
}

const FAIR: &str = "....#/.#.#./...../.#.#./#....";
/// A grid with a triple unch, a word without a checked letter, a hinge, and three regions.
const UNFAIR: &str = "....../.####./.#.##./....../######/.##...";

#[test]
fn a_broken_rule_of_a_word_has_the_solvers_name_of_it() {
    let fair = grid(FAIR);
    let rules = Ruleset { min_word: 5, ..builtin("british").expect("built in") };
    let found = RuleViolation::of(&fair, violations(&fair, &rules));
    let lines: Vec<String> = found.iter().map(RuleViolation::line).collect();
    assert_eq!(lines[0], "GC007 1-Across: 4 letters, at least 5 needed");
    assert_eq!(lines.len(), 4);
    assert_eq!((found[0].rule(), found[0].code().name), ("min_word", "GC007"));
    assert_eq!(
        serde_json::to_value(&found[0]).expect("JSON"),
        json!({"code": "GC007", "rule": "min_word", "word": "1-Across", "message": "4 letters, at least 5 needed",
               "direction": "across", "row": 1, "column": 1, "length": 4, "needed": 5})
    );
    assert!(is_valid(&fair, &builtin("british").expect("built in")) && !is_valid(&fair, &rules));
    let black = Grid::black(3, 3);
    let nothing = RuleViolation::of(&black, violations(&black, &Ruleset::lax()));
    assert_eq!(nothing.iter().map(RuleViolation::line).collect::<Vec<_>>(), ["GC001 the grid has no white square"]);
}

#[test]
fn grids_are_measured() {
    let stats = Stats::of(&grid(FAIR));
    let length = |across, down, fewest_checked, most_checked, checked| Length {
        across,
        down,
        under_half: 0,
        over_half: 0,
        fewest_checked,
        most_checked,
        checked,
    };
    let fair = Stats {
        height: 5,
        width: 5,
        white: 19,
        checked: 7,
        unchecked: 12,
        isolated: 0,
        lengths: BTreeMap::from([(4, length(2, 2, 2, 2, 8)), (5, length(1, 1, 3, 3, 6))]),
        double_unches: 0,
        triple_unches: 0,
        unches_at_ends: 0,
        symmetry: Symmetry::Diagonals,
        regions: 1,
        hinges: vec![],
        largest_black_block: 1,
        longest_black_edge: 1,
        in_keiths_count: true,
        is_american: false,
        bars: 0,
        voids: 0,
    };
    assert_eq!(stats, fair);
    assert_eq!((stats.squares(), stats.black(), stats.words()), (25, 6, 6));
    assert_eq!(stats.mean_length(), Some(26.0 / 6.0));

    let unfair = Stats {
        height: 6,
        width: 6,
        white: 21,
        checked: 5,
        unchecked: 15,
        isolated: 1,
        lengths: BTreeMap::from([
            (2, length(0, 1, 1, 1, 1)),
            (3, Length { under_half: 1, ..length(1, 0, 0, 0, 0) }),
            (4, length(0, 2, 2, 2, 4)),
            (6, Length { under_half: 1, ..length(2, 0, 2, 3, 5) }),
        ]),
        double_unches: 3,
        triple_unches: 2,
        unches_at_ends: 1,
        symmetry: Symmetry::None,
        regions: 3,
        hinges: vec![(3, 2)],
        largest_black_block: 8,
        longest_black_edge: 2,
        in_keiths_count: false,
        ..fair
    };
    assert_eq!(Stats::of(&grid(UNFAIR)), unfair);
    assert_eq!(Stats::of(&Grid::black(3, 3)).mean_length(), None);
    // American grids are counted if they are squares of odd size.
    for (text, is_american) in [(".../.../...", true), ("..../..../..../....", false), ("...../...../.....", false)] {
        let stats = Stats::of(&grid(text));
        assert_eq!((stats.is_american, stats.in_keiths_count), (is_american, false), "{text}");
        assert!(stats.lengths.values().all(|words| words.over_half == words.words() && words.under_half == 0));
    }
}

#[test]
fn constraints_are_met_by_what_is_measured() {
    let grid = grid(UNFAIR);
    let measures = Measures::of(&grid);
    for (measure, value) in [
        (Measure::Letters, 21),
        (Measure::Blacks, 15),
        (Measure::Words, 6),
        (Measure::Checked, 5),
        (Measure::Unchecked, 15),
        (Measure::Length(6), 2),
        (Measure::Length(5), 0),
    ] {
        assert_eq!(measures.get(measure), value, "{measure}");
    }
    for (text, found) in [
        ("letters 20..21", None),
        ("letters >= 22", Some("it has 21")),
        ("letters <= 20", Some("it has 21")),
        ("length 2..4 1..2", None),
        ("length 2..4 = 1", Some("it has 2 of length 4")),
        ("mean-length = 25/6", None),
        ("mean-length >= 5", Some("its 6 words have 25 letters")),
        ("lengths = 4", None),
        ("lengths <= 3", Some("it has 4")),
    ] {
        let constraint: Constraint = text.parse().expect(text);
        assert_eq!(satisfied(&grid, &[constraint]), found.is_none(), "{text}");
        let expected: Vec<_> = found.map(|found| (constraint, found.to_owned())).into_iter().collect();
        assert_eq!(unsatisfied(&grid, &[constraint]), expected);
    }
    let any_mean: Constraint = "mean-length >= 5".parse().expect("a constraint");
    assert!(satisfied(&Grid::black(3, 3), &[any_mean]) && satisfied(&grid, &[]));
}
