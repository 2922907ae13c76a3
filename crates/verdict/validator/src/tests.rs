//! Tests the texts and data of each rule's violations, and the measurements.

mod shapes;

use serde_json::{Map, Value, json};

use super::diagnostic::Severity;
use super::stats::{Measures, satisfied, unsatisfied};
use super::*;
use gridcheck_layout::shape::Bars;
use gridcheck_testing::prelude::*;

fn square((row, column): (usize, usize)) -> Square {
    Square { row, column }
}

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid in the test")
}

/// Compares all that the only violation says, with squares counted from 0, and fields from 1.
fn says(found: &[Diagnostic], code: &str, squares: &[(usize, usize)], message: &str, fields: &Value) {
    let [Diagnostic { code: found, severity: Severity::Error, message: said, squares: shown, fields: data, .. }] =
        found
    else {
        panic!("one error was expected: {found:?}")
    };
    assert_eq!((found.name, &**said), (code, message));
    assert_eq!(*shown, squares.iter().map(|&at| square(at)).collect::<Vec<_>>(), "{message}");
    let data: Map<String, Value> = data.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    assert_eq!(Value::Object(data), *fields, "{message}");
}

/// Collects the violations that a rule reports.
fn found(judge: impl FnOnce(&mut Vec<Diagnostic>) -> ControlFlow<()>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    assert_eq!(judge(&mut found), ControlFlow::Continue(()));
    found
}

#[test]
fn a_violation_of_words_is_shown_in_its_squares() {
    let across = Word { direction: Direction::Across, first: square((1, 2)), length: 5 };
    let down = Word { direction: Direction::Down, ..across };
    says(
        &found(|sink| min_word::judge(6, across, sink)),
        "GC007",
        &[(1, 2), (1, 3), (1, 4), (1, 5), (1, 6)],
        "5 letters, at least 6 needed",
        &json!({"direction": "across", "row": 2, "column": 3, "length": 5, "needed": 6}),
    );
    says(
        &found(|sink| max_word::judge(4, down, sink)),
        "GC018",
        &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)],
        "5 letters, at most 4 allowed",
        &json!({"direction": "down", "row": 2, "column": 3, "length": 5, "allowed": 4}),
    );
    let pattern = Pattern::new(5, 0b0_0010);
    let unchecked = [(1, 2), (1, 4), (1, 5), (1, 6)];
    for (rule, least, most, needed) in [
        (Checking::CeilHalf, 3, 3, "exactly 3 needed"),
        (Checking::EitherHalf, 2, 3, "2 or 3 needed"),
        (Checking::AtLeastHalf, 3, 5, "at least 3 needed"),
        (Checking::All, 5, 5, "exactly 5 needed"),
    ] {
        says(
            &found(|sink| checking::judge(rule, across, pattern, sink)),
            "GC008",
            &unchecked,
            &format!("1 of 5 letters checked (UCUUU), {needed}"),
            &json!({"direction": "across", "row": 2, "column": 3, "length": 5, "pattern": "UCUUU", "checked": 1,
                    "expected_least": least, "expected_most": most}),
        );
    }
    says(
        &found(|sink| checking::judge(Checking::CeilHalf, across, Pattern::new(5, 0b1_1011), sink)),
        "GC008",
        &[(1, 2), (1, 3), (1, 5), (1, 6)],
        "4 of 5 letters checked (CCUCC), exactly 3 needed",
        &json!({"direction": "across", "row": 2, "column": 3, "length": 5, "pattern": "CCUCC", "checked": 4,
                "expected_least": 3, "expected_most": 3}),
    );
    let data = json!({"direction": "down", "row": 2, "column": 3, "length": 5, "pattern": "UCUUU", "letter": 3, "run": 3,
                      "allowed": 2});
    let last = [(3, 2), (4, 2), (5, 2)];
    let message = "3 unchecked letters side by side from letter 3 (UCUUU), at most 2 allowed";
    says(&found(|sink| unchecked_run::judge(2, down, pattern, sink)), "GC009", &last, message, &data);
    let message = "ends with 3 unchecked letters (UCUUU), at most 2 allowed";
    says(&found(|sink| unchecked_ends::judge(2, down, pattern, sink)), "GC010", &last, message, &data);
    says(
        &found(|sink| unchecked_ends::judge(0, across, Pattern::new(5, 0b1_1110), sink)),
        "GC010",
        &[(1, 2)],
        "starts with 1 unchecked letter (UCCCC), at most 0 allowed",
        &json!({"direction": "across", "row": 2, "column": 3, "length": 5, "pattern": "UCCCC", "letter": 1, "run": 1,
                "allowed": 0}),
    );
    assert_eq!(found(|sink| unchecked_ends::judge(2, across, Pattern::new(5, 0), sink)).len(), 2);
    let kept = found(|sink| {
        min_word::judge(5, across, sink)?;
        max_word::judge(5, across, sink)?;
        checking::judge(Checking::Any, across, pattern, sink)?;
        unchecked_run::judge(3, across, pattern, sink)?;
        unchecked_ends::judge(3, across, pattern, sink)
    });
    assert_eq!(kept, []);
}

fn judged(rows: &str, rules: &Ruleset) -> Vec<Diagnostic> {
    violations(&grid(rows), rules)
}

#[test]
fn a_violation_of_lines_and_squares_is_shown_in_them() {
    let lax = Ruleset::lax();
    says(&judged("####/####/####", &lax), "GC001", &[], "the grid has no white square", &json!({}));
    let message = "the white square at row 2, column 4 lies in no word";
    says(&judged("..##/..#./..##", &lax), "GC005", &[(1, 3)], message, &json!({"row": 2, "column": 4}));
    says(
        &judged("..../...#/...#", &Ruleset { single_cells: false, ..lax.clone() }),
        "GC006",
        &[(0, 3)],
        "down run of one square at row 1, column 4",
        &json!({"direction": "down", "row": 1, "column": 4}),
    );
    let edges = Ruleset { edges: true, ..lax.clone() };
    for (rows, line, squares, name, side) in [
        ("####/..../....", 1, &[(0, 0), (0, 1), (0, 2), (0, 3)][..], "first row", "top"),
        ("..../..../####", 3, &[(2, 0), (2, 1), (2, 2), (2, 3)], "last row", "bottom"),
        ("#.../#.../#...", 1, &[(0, 0), (1, 0), (2, 0)], "first column", "left"),
        ("...#/...#/...#", 4, &[(0, 3), (1, 3), (2, 3)], "last column", "right"),
    ] {
        let message = format!("the {name} has no white square");
        says(&judged(rows, &edges), "GC003", squares, &message, &json!({"side": side, "line": line}));
    }
    let whites = |least| Ruleset { min_white_per_row: least, ..lax.clone() };
    says(
        &judged("..../#.../....", &whites(3)),
        "GC004",
        &[(0, 0), (1, 0), (2, 0)],
        "column 1 has 2 white, at least 3 needed",
        &json!({"column": 1, "found": 2, "needed": 3}),
    );
    says(
        &judged("..../###./....", &whites(2)),
        "GC004",
        &[(1, 0), (1, 1), (1, 2), (1, 3)],
        "row 2 has 1 white, at least 2 needed",
        &json!({"row": 2, "found": 1, "needed": 2}),
    );
    let blacks = |most| Ruleset { max_black_run: Limit::AtMost(most), ..lax.clone() };
    let message = "column 1 has 2 black squares side by side, at most 1 allowed";
    let data = json!({"direction": "down", "row": 2, "column": 1, "length": 2, "allowed": 1});
    says(&judged("..../#.../#.#.", &blacks(1)), "GC021", &[(1, 0), (2, 0)], message, &data);
    let symmetric = |symmetry| Ruleset { symmetry, ..lax.clone() };
    for (symmetry, transforms) in [
        (Symmetry::Mirror, &["left-right mirror"][..]),
        (Symmetry::Diagonal, &["main diagonal"]),
        (Symmetry::Rot90, &["quarter turn", "half turn"]),
        (
            Symmetry::All,
            &["quarter turn", "half turn", "left-right mirror", "top-bottom mirror", "main diagonal", "other diagonal"],
        ),
    ] {
        let broken = judged(".##/.../#..", &symmetric(symmetry));
        let texts = broken.iter().map(|broken| broken.message.as_str());
        let names: Vec<&str> = texts.filter_map(|text| text.split(" under the ").nth(1)?.split(',').next()).collect();
        assert_eq!(names, transforms, "{symmetry:?}");
    }
    says(
        &judged(".#../..../....", &symmetric(Symmetry::Rot180)),
        "GC002",
        &[(0, 1), (2, 2)],
        "row 1, column 2 is black, its image under the half turn, row 3, column 3, is white",
        &json!({"row": 1, "column": 2, "colour": "black", "transform": "half turn", "image_row": 3, "image_column": 3,
                "image_colour": "white"}),
    );
    says(
        &judged("..../..../....", &symmetric(Symmetry::Rot90)),
        "GC002",
        &[],
        "3 rows and 4 columns, but the group rot90 exchanges rows and columns",
        &json!({"symmetry": "rot90", "height": 3, "width": 4}),
    );
    let connected = Ruleset { connected: true, ..lax };
    says(
        &judged("..#../..#../#####/...##", &connected),
        "GC011",
        &[(0, 3), (3, 0)],
        "3 regions of white squares; cut off: 4 squares at row 1, column 4; 3 squares at row 4, column 1",
        &json!({"row": 1, "column": 4, "regions": 3,
                "cut_off": [{"row": 1, "column": 4, "size": 4}, {"row": 4, "column": 1, "size": 3}]}),
    );
    let many = judged("..#..#..#../###########/..#..#..#..", &connected);
    assert!(many[0].message.ends_with("2 squares at row 3, column 4; and 2 more"), "{}", many[0]);
}

/// Uses the bars of a grid whose squares are symmetrical.
#[test]
fn a_violation_of_a_bar_is_shown_beside_it_and_its_image() {
    let white = grid("..../..../....");
    let mut bars = Bars::default();
    bars.right.insert((0, 1));
    let shape = Shape { bars: &bars, ..Shape::from(&white) };
    let rules = Ruleset { symmetry: Symmetry::Rot180, ..Ruleset::lax() };
    says(
        &Validator::new(&rules).violations_of(shape),
        "GC002",
        &[(0, 1), (0, 2), (2, 2), (2, 1)],
        "a bar between row 1, column 2 and row 1, column 3, none between their images under the half turn, row 3, column 3 \
         and row 3, column 2",
        &json!({"bar_between": [[1, 2], [1, 3]], "transform": "half turn", "images": [[3, 3], [3, 2]]}),
    );
}

const FAIR: &str = "....#/.#.#./...../.#.#./#....";
/// A grid with a triple unch, a word without a checked letter, a hinge, and three regions.
const UNFAIR: &str = "....../.####./.#.##./....../######/.##...";

#[test]
fn word_violations_name_the_word_by_number_and_direction() {
    let fair = grid(FAIR);
    let rules = Ruleset { min_word: 5, ..builtin("british").expect("built in") };
    let found = diagnostic::named(&fair, violations(&fair, &rules));
    assert_eq!(found[0].line(), "GC007 1-Across: 4 letters, at least 5 needed");
    assert_eq!((found.len(), found[0].rule(), found[0].severity.name()), (4, Some("min_word"), "error"));
    let data = json!({"code": "GC007", "rule": "min_word", "word": "1-Across", "message": "4 letters, at least 5 needed",
                      "direction": "across", "row": 1, "column": 1, "length": 4, "needed": 5});
    assert_eq!(serde_json::to_value(&found[0]).expect("JSON"), data);
    let mut data_with_squares = data;
    data_with_squares["severity"] = json!("error");
    data_with_squares["squares"] = json!([[1, 1], [1, 2], [1, 3], [1, 4]]);
    assert_eq!(found[0].as_json(), data_with_squares);
    assert!(is_valid(&fair, &builtin("british").expect("built in")) && !is_valid(&fair, &rules));
    let black = Grid::black(3, 3);
    let nothing = diagnostic::named(&black, violations(&black, &Ruleset::lax()));
    assert_eq!(nothing[0].line(), "GC001 the grid has no white square");
}

#[test]
fn unsatisfied_constraints_state_the_measured_value() {
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
        ("mean-length >= 5", Some("its 6 words: 25 letters")),
        ("lengths = 4", None),
        ("lengths <= 3", Some("it has 4")),
        ("length except 2/3/4/6 = 0", None),
        ("length except 2/3/6 = 0", Some("it has 2 of length 4")),
        ("length except 9 <= 2", None),
        ("blacks-per-row 0..6", None),
    ] {
        let constraint: Constraint = text.parse().expect(text);
        assert_eq!(satisfied(&grid, &[constraint]), found.is_none(), "{text}");
        let expected: Vec<_> = found.map(|found| (constraint, found.to_owned())).into_iter().collect();
        assert_eq!(unsatisfied(&grid, &[constraint]), expected);
    }
    let any_mean: Constraint = "mean-length >= 5".parse().expect("a constraint");
    assert!(satisfied(&Grid::black(3, 3), &[any_mean]) && satisfied(&grid, &[]));
}
