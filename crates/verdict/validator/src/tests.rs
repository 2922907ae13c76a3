//! Tests violations of bars, names of words, and the measurements. `tests/it/rules.txt` has the violations of each rule.

mod shapes;

use serde_json::json;

use super::stats::{Measures, satisfied, unsatisfied};
use super::*;
use gridcheck_testing::prelude::*;

/// Uses the bars of a grid whose squares are symmetrical.
#[test]
fn a_violation_of_a_bar_is_shown_beside_it_and_its_image() {
    let barred = grid(".r../..../....");
    let shape = Shape::from(&barred);
    let rules = Ruleset { kind: GridKind::Bars, symmetry: Symmetry::Rot180, ..Ruleset::lax() };
    let found = Validator::new(&rules).violations_of(shape);
    let data = json!({"code": "GC002", "rule": "symmetry", "bar_between": [[1, 2], [1, 3]], "transform": "half turn",
                      "images": [[3, 3], [3, 2]], "severity": "error", "squares": [[1, 2], [1, 3], [3, 3], [3, 2]],
                      "message": "a bar between row 1, column 2 and row 1, column 3, none between their images under the \
                                  half turn, row 3, column 3 and row 3, column 2"});
    assert_eq!(found.iter().map(Diagnostic::as_json).collect::<Vec<_>>(), [data]);
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
