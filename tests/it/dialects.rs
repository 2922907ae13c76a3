//! Tests what some producers write beyond the descriptions of the formats.

use std::fs;

use gridcheck::formats::PuzzleFile;
use gridcheck::formats::puzzle::Feature;
use gridcheck::formats::registry::{Format, read, recognise};
use gridcheck::grid::Grid;

use crate::formats::fixture;
use crate::program::{refused as refusal_of, run, text};

/// Reads a text in the format that it shows.
fn puzzle(text: &str) -> PuzzleFile {
    let format = recognise(text.as_bytes()).expect("a format");
    read(text.as_bytes(), format).unwrap_or_else(|fault| panic!("{fault}"))
}

fn grid(file: &PuzzleFile) -> String {
    file.puzzle().expect("a puzzle").grid.one_line()
}

fn unread(file: &PuzzleFile) -> Vec<&str> {
    file.unread.iter().map(String::as_str).collect()
}

#[test]
fn a_symbol_is_a_letter_in_xd() {
    let file = puzzle("## Grid\nA$AP\n#@##\n\n## Clues\n\nA1. Rapper ~ A$AP\n");
    assert_eq!(grid(&file), "..../#.##");
    assert_eq!(file.puzzle().expect("a puzzle").letters[..4], ["A", "$", "A", "P"]);
    assert_eq!(file.notes, ["'$', '@' without an entry of Rebus: read as a letter"]);
    let file = puzzle("## Metadata\nRebus: $=CASH\n## Grid\nA$AP\n");
    assert_eq!((file.puzzle().expect("a puzzle").letter((0, 1)), file.notes.len()), ("CASH", 0));
}

#[test]
fn a_letter_of_exolve_may_be_several_characters() {
    let exolve = |rows: &str, more: &str| {
        format!("exolve-begin\n  exolve-width: 3\n  exolve-height: 2\n{more}  exolve-grid:\n{rows}exolve-end\n")
    };
    let file = puzzle(&exolve("    \u{915}\u{92E}\u{932}\n    \u{92E}\u{93E}@.\u{92E}\n", ""));
    let found = file.puzzle().expect("a puzzle");
    assert_eq!((grid(&file).as_str(), found.letter((1, 0))), (".../.#.", "\u{92E}\u{93E}"));
    assert_eq!((found.count(Feature::Rebus), found.circles.contains(&(1, 0))), (0, true));
    // With the option, letters beside each other are one square.
    let file = puzzle(&exolve("    AB C D\n    E . \u{92E}\u{93E}F\n", "  exolve-option: rebus-cells\n"));
    assert_eq!(file.puzzle().expect("a puzzle").letters, ["AB", "C", "D", "E", "", "\u{92E}\u{93E}F"]);
    let format = Format::Exolve;
    let fault = read(exolve("    ABC\n    \u{92E}\u{93E}/C\n", "").as_bytes(), format).expect_err("a fault");
    assert!(fault.to_string().starts_with("6:7: exolve: '/' is not a cell"), "{fault}");
}

/// Exolve numbers words of two letters or more. A clue of a lone square names the square.
#[test]
fn lone_squares_of_exolve_have_no_number() {
    let file = puzzle(
        "exolve-begin\n exolve-width: 3\n exolve-height: 2\n exolve-grid:\n  A+ B C\n  D E F\n exolve-across:\n  1 one (2)\n  \
         3 two (3)\n  #a2 alone (1)\n exolve-down:\n  1 three (2)\n  2 four (2)\nexolve-end\n",
    );
    let found = file.puzzle().expect("a puzzle");
    assert!(found.numbers.is_empty(), "the numbers are those of a newspaper: {:?}", found.numbers);
    let clues: Vec<&str> = found.clues.values().map(String::as_str).collect();
    assert_eq!(clues, ["one (2)", "three (2)", "four (2)", "two (3)"]);
    assert_eq!(unread(&file), ["clues without a number"]);
}

/// The number of a reversed word is in its last square.
#[test]
fn reversed_words_of_exolve_are_numbered_where_they_begin() {
    let exolve = |more: &str| {
        format!(
            "exolve-begin\n exolve-width: 3\n exolve-height: 3\n exolve-grid:\n  ABC\n  D.E\n  FGH\n{more} exolve-across:\n  \
             2 one (3)\n  3 two (3)\n exolve-down:\n  1 three (3)\n  2 four (3)\nexolve-end\n"
        )
    };
    // 1-Across is read from its end, so it is 2, as is the word down from there.
    let file = puzzle(&exolve(" exolve-reversals: a3-c3 xyz\n"));
    let found = file.puzzle().expect("a puzzle");
    let clues: Vec<&str> = found.clues.values().map(String::as_str).collect();
    assert_eq!(clues, ["one (3)", "three (3)", "four (3)", "two (3)"]);
    let expected = ["reversed words that are not two squares, as in a5-a10", "which words are reversed"];
    assert_eq!(unread(&file), expected);
    // 3-Across is reversed too, and nothing begins in its first square.
    let file = puzzle(&exolve(" exolve-reversals: a1-c1\n"));
    let numbers: Vec<&str> = file.puzzle().expect("a puzzle").numbers.values().map(String::as_str).collect();
    assert_eq!(numbers, ["1", "2", "3"]);
    assert!(file.puzzle().expect("a puzzle").numbers.contains_key(&(2, 2)));
    let plain = puzzle(&exolve(""));
    assert!(plain.puzzle().expect("a puzzle").numbers.is_empty());
    assert_eq!(unread(&plain), ["clues of words that the grid does not have: 1 (2-Across)"]);
}

#[test]
fn one_of_several_puzzles_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    let one =
        |rows: &str| format!("exolve-begin\n exolve-width: 2\n exolve-height: 2\n exolve-grid:\n{rows}exolve-end\n");
    fs::write(&path, format!("<p>\n{}</p>\n{}", one("  AB\n  C.\n"), one("  DE\n  FG\n"))).expect("a file");
    let numbered = |number: &str| format!("{}#{number}", text(&path));
    for (number, expected) in [("1", "..\n.#\n"), ("2", "..\n..\n")] {
        let said = run(&["convert", &numbered(number)]);
        assert_eq!((said.code, said.out.as_str()), (0, expected), "{said:?}");
    }
    let said = run(&["validate", "--profile", "lax", &numbered("1"), &numbered("2")]);
    assert_eq!(said.out.matches(": valid").count(), 2, "{said:?}");
    assert!(said.out.contains("#2:14: grid 1"), "its line is that of the page: {said:?}");
    let refused = |arguments: &[&str], expected: &str| {
        let message = refusal_of(arguments);
        assert!(message.contains(expected), "{message}");
    };
    refused(&["convert", text(&path)], "page.html:10:1: exolve: a second puzzle: choose one by its number");
    for number in ["0", "3"] {
        refused(&["convert", &numbered(number)], "expected a number from 1 to 2");
    }
    refused(&["convert", &numbered("x")], "No such file");
    refused(&["convert", "fixtures/formats/plain.ipuz#1"], "and this is none");
    refused(&["convert", "fixtures/cli/british_5x5.txt#1"], "and this is none");
    let before = fs::read(&path).expect("a file");
    refused(&["convert", &numbered("1"), "--in-place", "--to", "exolve"], "which cannot be replaced alone");
    refused(&["convert", &numbered("1"), "--out", text(&path), "--to", "exolve"], "this is the page of the puzzle");
    assert_eq!(fs::read(&path).expect("a file"), before);
    // A file whose name ends so is meant itself.
    let named = numbered("2");
    fs::write(&named, "..\n##\n").expect("a file");
    assert_eq!(run(&["convert", &named]).out, "..\n##\n");
}

#[test]
fn ipuz_may_have_commas_where_json_has_none() {
    let text = String::from_utf8(fixture("styled.ipuz")).expect("a text");
    let strict = puzzle(&text);
    let lenient = text.replace('}', ",}");
    let file = puzzle(&lenient);
    assert_eq!(file.notes, ["a comma before a closing bracket, which JSON does not allow: ignored"]);
    // Entries that only ipuz has are kept as the file spells them.
    let plain = |file: &PuzzleFile| {
        let mut puzzle = file.puzzle().expect("a puzzle").clone();
        puzzle.remove(Feature::Extras);
        puzzle
    };
    assert_eq!((plain(&file), &file.unread), (plain(&strict), &strict.unread));
    let barred = |letters: &str| {
        puzzle(&format!(
            r#"{{"kind": ["crossword"], "dimensions": {{"width": 2, "height": 2}},
            "puzzle": [[0, 0], [0, {{"cell": 0, "style": {{"barred": "{letters}"}}}}]]}}"#
        ))
    };
    assert_eq!(barred("T, L").puzzle(), barred("TL").puzzle());
    assert_eq!(barred("TL").puzzle().expect("a puzzle").count(Feature::Bars), 2);
}

#[test]
fn puz_may_hide_squares_and_keep_dots() {
    let patched = |name: &str, offset: usize, new: u8| {
        let mut bytes = fixture(name);
        bytes[offset] = new;
        read(&bytes, Format::Puz).unwrap_or_else(|fault| panic!("{fault}"))
    };
    // The header has 52 bytes.
    let file = patched("ordinary.puz", 52, b':');
    assert_eq!(file.puzzle().expect("a puzzle").voids, [(0, 0)].into());
    let whole = read(&fixture("diagramless.puz"), Format::Puz).expect("a puzzle");
    let file = patched("diagramless.puz", 52, b'.');
    assert_eq!(grid(&file), grid(&whole));
    assert_eq!(file.puzzle().expect("a puzzle").letters, whole.puzzle().expect("a puzzle").letters);
}

#[test]
fn jpz_may_hold_codewords_and_letters_in_squares_of_clues() {
    let text = String::from_utf8(fixture("plain.jpz")).expect("a text");
    let plain = puzzle(&text);
    let file = puzzle(&text.replace("<crossword>", "<coded>").replace("</crossword>", "</coded>"));
    assert_eq!(grid(&file), grid(&plain));
    assert!(unread(&file).contains(&"that it is a codeword"), "{:?}", file.unread);
    let cell = text.lines().find(|line| line.contains("solution=")).expect("a letter");
    let typed = text.replacen(cell, &cell.replacen("<cell", "<cell type=\"clue\"", 1), 1);
    assert_eq!(puzzle(&typed).puzzle(), plain.puzzle());
    let empty = text.replacen("type=\"block\"", "type=\"clue\"", 1);
    let fault = read(empty.as_bytes(), Format::Jpz).expect_err("a fault").to_string();
    assert!(fault.contains("arrow words are not supported"), "{fault}");
}

/// A design holds what the key `Special` of older files could not: circles and shading together, also in empty squares, and bars.
#[test]
fn xd_holds_circles_shading_and_bars() {
    let mut before = puzzle("## Grid\n.BC\nD#F\nGHI\n").puzzle().expect("a puzzle").clone();
    before.circles = [(0, 0), (0, 1)].into();
    before.shading = [(0, 1), (2, 2)].into();
    before.bars.right = [(0, 0), (2, 1)].into();
    before.bars.below = [(0, 2), (1, 2)].into();
    let written = gridcheck::formats::target::write(&before, gridcheck::formats::target::Target::Xd).expect("a file");
    assert_eq!(written.lost, []);
    let text = String::from_utf8(written.bytes).expect("a text");
    assert_eq!(puzzle(&text).puzzle().expect("a puzzle"), &before, "{text}");
    let grid: Grid = ".../.#./...".parse().expect("a grid");
    assert_eq!(before.grid, grid);
}
