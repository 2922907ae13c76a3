//! Rectangles and several sizes on the command line: each command that takes a size or a grid.

use crate::program::{answer, file, json_lines, name};

/// The sequence by a recurrence, which is proved for all widths, equals the counts of engines.
#[test]
fn strips_are_counted_as_their_recurrence_says() {
    let none = file("extends = \"american\"\nsymmetry = \"none\"\n");
    for (symmetry, rules) in [("rot180", "american"), ("none", name(&none))] {
        let args = ["recurrence", "--height", "5", "--rules", "american", "--symmetry", symmetry, "--terms", "40"];
        let said = answer(&[&args[..], &["--format", "json"]].concat());
        let terms = json_lines(&said)[0]["terms"].as_array().expect("terms").clone();
        let counted = answer(&["count", "--size", "5x1..5x40", "--rules", rules, "--format", "bfile"]);
        let counted: Vec<&str> =
            counted.lines().filter_map(|line| line.split_once(' ')).map(|(_, count)| count).collect();
        let terms: Vec<&str> = terms.iter().map(|term| term.as_str().expect("a text")).collect();
        assert_eq!(counted[counted.len() - 40..], terms, "{symmetry}");
        assert_eq!(terms.len(), 40);
    }
}
