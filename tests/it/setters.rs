//! Tests what setters and archivists keep in their files, in every direction: links between entries, markup, annotations, the habits of
//! other programs, and puzzles on paper.

use std::fs;

use crate::program::{answer, file, name, refused, run};
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::puzzle::{Feature, Puzzle, Start};
use gridcheck::formats::registry::{Format, read, recognise};
use gridcheck::formats::target::{Target, write};
use gridcheck::words::Direction;
use tempfile::tempdir;

const FOLDER: &str = "fixtures/setters/";

fn puzzle(name: &str) -> Puzzle {
    let bytes = fs::read(format!("{}/{FOLDER}{name}", env!("CARGO_MANIFEST_DIR"))).expect("a fixture");
    let file =
        read(&bytes, recognise(&bytes).expect("a known format")).unwrap_or_else(|fault| panic!("{name}:{fault}"));
    file.puzzle().expect("no open square").clone()
}

fn through(puzzle: &Puzzle, target: Target) -> Puzzle {
    let written = write(puzzle, target).unwrap_or_else(|unwritable| panic!("{target}: {unwritable}"));
    let back = read(&written.bytes, target.format()).expect("a puzzle");
    back.puzzle().expect("no open square").clone()
}

#[test]
fn a_clue_for_several_entries_survives_every_format_that_has_links() {
    for name in ["linked.exolve", "continued.ipuz", "guardian-links.json"] {
        let puzzle = puzzle(name);
        assert_eq!(puzzle.count(Feature::Links), 1, "{name}");
        let (_, squares) = puzzle.links.first_key_value().expect("a link");
        assert_eq!(squares.len(), 10, "{name}");
        for target in [Target::Ipuz, Target::Exolve, Target::Jpz, Target::Xd] {
            assert_eq!(through(&puzzle, target).links, puzzle.links, "{name} to {target}");
        }
        let lost = write(&puzzle, Target::Puz).expect("a file").lost;
        assert!(lost.iter().any(|loss| loss.thing == Feature::Links && loss.count == 1), "{lost:?}");
    }
}

#[test]
fn an_answer_that_turns_is_kept_as_squares() {
    let jpz = r#"<?xml version="1.0" encoding="UTF-8"?><crossword-compiler><rectangular-puzzle><crossword>
<grid width="3" height="3">
<cell x="1" y="1" solution="C" number="1"/><cell x="2" y="1" solution="A"/><cell x="3" y="1" solution="T" number="2"/>
<cell x="1" y="2" solution="O"/><cell x="2" y="2" type="block"/><cell x="3" y="2" solution="A"/>
<cell x="1" y="3" solution="G" number="3"/><cell x="2" y="3" solution="U"/><cell x="3" y="3" solution="N"/></grid>
<word id="1" x="1-3" y="1"><cells x="3" y="2"/></word><word id="2" x="3" y="1-3"/>
<clues><title><b>Across</b></title><clue word="1" number="1" format="4">Turns</clue></clues>
</crossword></rectangular-puzzle></crossword-compiler>"#;
    let file = read(jpz.as_bytes(), Format::Jpz).expect("a puzzle");
    let puzzle = file.puzzle().expect("no open square");
    assert_eq!(puzzle.links.values().next(), Some(&vec![(0, 0), (0, 1), (0, 2), (1, 2)]));
    assert_eq!((puzzle.count(Feature::Paths), puzzle.count(Feature::Links)), (1, 0));
    for target in [Target::Jpz, Target::Ipuz] {
        assert_eq!(through(puzzle, target).links, puzzle.links, "{target}");
    }
    assert!(!file.unread.contains("words that the grid does not have"), "{:?}", file.unread);
    assert!(write(puzzle, Target::Exolve).expect("a file").lost.iter().any(|loss| loss.thing == Feature::Paths));
}

/// A grid of two words across and three down, as JPZ with these words and clues.
fn jpz(words: &str, clues: &str) -> PuzzleFile {
    let cell = |(x, letter)| format!("<cell x=\"{x}\" y=\"1\" solution=\"{letter}\"/>");
    let (above, below): (String, String) = ((1..).zip("CAT".chars()).map(cell).collect(), "DOG".into());
    let below: String = (1..).zip(below.chars()).map(cell).collect::<String>().replace("y=\"1\"", "y=\"3\"");
    let blocks = [1, 2, 3].map(|x| format!("<cell x=\"{x}\" y=\"2\" type=\"block\"/>")).concat();
    let text = format!(
        "<?xml version=\"1.0\"?><rectangular-puzzle><crossword><grid width=\"3\" height=\"3\">{above}{blocks}{below}</grid>\
         {words}<clues><title>Across</title>{clues}</clues></crossword></rectangular-puzzle>"
    );
    read(text.as_bytes(), Format::Jpz).expect("a puzzle")
}

#[test]
fn links_of_jpz_are_kept_and_a_lost_one_is_noted() {
    let words = "<word id=\"a\" x=\"1-3\" y=\"1\"><cells x=\"1-3\" y=\"3\"/></word><word id=\"b\" x=\"1-3\" y=\"3\"/>";
    let whole = "<clue word=\"a\" number=\"1, 2\" format=\"3,3\">Both</clue>";
    let first = Start { row: 0, column: 0, direction: Direction::Across };
    let second = Start { row: 2, ..first };
    // A link names its own word, or the whole answer.
    for link in [
        "<clue word=\"b\" number=\"2\" is-link=\"a\">See 1</clue>",
        "<clue word=\"a\" number=\"2\" is-link=\"a\">See 1</clue>",
    ] {
        for clues in [format!("{whole}{link}"), format!("{link}{whole}")] {
            let file = jpz(words, &clues);
            let puzzle = file.puzzle().expect("no open square");
            assert_eq!(puzzle.links.keys().collect::<Vec<_>>(), [&first], "{clues}");
            assert_eq!((&*puzzle.clues[&first], &*puzzle.clues[&second]), ("Both (3,3)", "See 1"), "{clues}");
            let noted = file.unread.iter().filter(|kind| kind.contains("link") || kind.contains("second"));
            assert_eq!(noted.count(), 0, "{:?}", file.unread);
            let written = String::from_utf8(write(puzzle, Target::Jpz).expect("a file").bytes).expect("text");
            assert!(written.contains("<clue word=\"2\" number=\"2\" is-link=\"1\">See 1</clue>"), "{written}");
        }
    }
    // No clue has the whole answer.
    let file = jpz(words, "<clue word=\"b\" number=\"2\" is-link=\"a\">See 1</clue>");
    assert!(file.unread.contains("links to words that are no answer of several words"), "{:?}", file.unread);
    let apart = "<word id=\"a\" x=\"1-3\" y=\"1\"/><word id=\"b\" x=\"1-3\" y=\"3\"/>";
    let file = jpz(apart, &format!("{whole}<clue word=\"b\" number=\"2\" is-link=\"a\">See 1</clue>"));
    assert!(file.unread.contains("links to words that do not have the cells"), "{:?}", file.unread);
}

#[test]
fn cells_beside_further_words_are_not_lost() {
    let ipuz = |cells: &str| {
        let text = format!(
            r##"{{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"], "dimensions": {{"width": 3, "height": 3}},
            "puzzle": [[1, 0, 0], ["#", "#", "#"], [2, 0, 0]],
            "clues": {{"Across": [{{"number": 1, "clue": "Both", "continued": [{{"direction": "Across", "number": 2}}], "cells": {cells}}}]}}}}"##
        );
        read(text.as_bytes(), Format::Ipuz).expect("a puzzle")
    };
    let cells_of = |file: &PuzzleFile| {
        let puzzle = file.puzzle().expect("no open square");
        assert_eq!(puzzle.links.values().map(Vec::len).collect::<Vec<_>>(), [6]);
        let written = String::from_utf8(write(puzzle, Target::Ipuz).expect("a file").bytes).expect("text");
        assert!(written.contains("\"continued\""), "{written}");
        written.contains("\"cells\"")
    };
    assert!(!cells_of(&ipuz("[[1,1],[2,1],[3,1],[1,3],[2,3],[3,3]]")), "they say what the words say");
    assert!(cells_of(&ipuz("[[1,1],[2,1],[3,1]]")), "they say something else");
}

#[test]
fn a_comment_without_an_end_is_refused() {
    let xd = |comment: &str| format!("Title: T\nAuthor: A\n\n\nCAT\n\n\n{comment}\nA1. Pet ~ CAT\n");
    for whole in ["<!-- a note -->", "<!-- a\nnote -->", "<!---->"] {
        let file = read(xd(whole).as_bytes(), Format::Xd).expect("a puzzle");
        assert_eq!(file.puzzle().expect("no open square").clues.len(), 1, "{whole}");
        assert!(file.unread.contains("comments"));
    }
    let text = file(xd("<!-- a note"));
    let line = refused(&["convert", name(&text), "--to", "ipuz"]);
    assert_eq!(line, format!("{}:8:1: xd: a comment without an end: expected --> in this line or below", name(&text)));
}

#[test]
fn markup_is_kept_or_becomes_the_nearest_plain_text() {
    let puzzle = puzzle("continued.ipuz");
    let clue = puzzle.clues.values().next().expect("a clue");
    assert_eq!(clue, "Up, wind: 10² mph & more (5,5)");
    for target in [Target::Ipuz, Target::Exolve, Target::Jpz] {
        assert_eq!(through(&puzzle, target).styled, puzzle.styled, "{target}");
    }
    let ipuz = String::from_utf8(write(&puzzle, Target::Ipuz).expect("a file").bytes).expect("text");
    assert!(ipuz.contains("10<sup>2</sup> <i>mph</i> & more"), "{ipuz}");
    for kept in
        ["uniqueid", "origin", "clueplacement", "\"styles\"", "\"answer\":\"awake storm\"", "continued", "label"]
    {
        assert!(ipuz.contains(kept), "{kept}: {ipuz}");
    }
    let puz = write(&puzzle, Target::Puz).expect("a file");
    assert!(
        puz.lost.iter().any(|loss| loss.to_string() == "markup in clues (1): written as plain text"),
        "{:?}",
        puz.lost
    );
    let xd = through(&puzzle, Target::Xd);
    assert_eq!(xd.styled.values().next().map(String::as_str), Some("Up, wind: 10² <i>mph</i> &amp; more (5,5)"));
}

#[test]
fn definitions_and_annotations_of_exolve_are_fields() {
    let puzzle = puzzle("section-without-colon.exolve");
    assert_eq!((puzzle.count(Feature::Clues), puzzle.count(Feature::Definitions)), (4, 1));
    assert_eq!(puzzle.annotations.values().collect::<Vec<_>>(), ["[CAT] Felix the ~cat~."]);
    let back = through(&puzzle, Target::Exolve);
    assert_eq!((&back.styled, &back.annotations), (&puzzle.styled, &puzzle.annotations));
    let ipuz = write(&puzzle, Target::Ipuz).expect("a file");
    let text = String::from_utf8_lossy(&ipuz.bytes).into_owned();
    assert!(text.contains("Felix perhaps") && !text.contains("~{"), "{text}");
    assert!(text.contains(r#""explanation":"[CAT] Felix the ~cat~.""#), "{text}");
    let lost: Vec<String> = ipuz.lost.iter().map(ToString::to_string).collect();
    assert!(lost.contains(&"marked definitions in clues (1): written as plain text".to_owned()), "{lost:?}");
    let jpz = write(&puzzle, Target::Jpz).expect("a file");
    let lost: Vec<String> = jpz.lost.iter().map(ToString::to_string).collect();
    assert!(lost.contains(&"annotations of clues: 1 dropped".to_owned()), "{lost:?}");
}

#[test]
fn the_habits_of_other_programs_are_read() {
    for name in ["style-one-line.xd", "blocks-in-design.xd"] {
        assert_eq!(puzzle(name).count(Feature::Circles), 2, "{name}");
    }
    let comment = puzzle("comment.xd");
    assert_eq!(comment.about.len(), 2, "{:?}", comment.about);
    assert_eq!(puzzle("zipped-on-a-mac.jpz").grid.width(), 3);
    assert_eq!(puzzle("unsolved.puz").count(Feature::Letters), 0);
}

#[test]
fn two_values_of_a_rebus_mark_are_alternatives() {
    let xd = "## Metadata\n\nTitle: Two\nRebus: 1=C 1=B\n\n## Grid\n\n1AT\nO#A\nGUN\n\n## Clues\n\nA1. Pet ~ CAT\nA3. Arm ~ GUN\n\n\
              D1. Swamp ~ BOG\nD2. Brown ~ TAN\n";
    let file = read(xd.as_bytes(), Format::Xd).expect("a puzzle");
    assert!(file.defects.answers.is_empty() && file.unread.is_empty(), "{:?} {:?}", file.defects, file.unread);
    assert_eq!(file.puzzle().expect("no open square").letter((0, 0)), "C/B");
}

#[test]
fn clues_are_checked_without_a_profile_and_their_lines_are_named() {
    let wrong = file(
        "## Metadata\n\nTitle: Wrong\nAuthor: A\n\n## Grid\n\nCAT\nO#A\nGUN\n\n## Clues\n\nA1. Feline (7) ~ CAT\nA3. Weapon (3) ~ GUN\n\n\
                      D1. Part of a wheel (3) ~ COG\nD2. Brown (3) ~ TAN\n",
    );
    let path = name(&wrong);
    let said = run(&["validate", "--no-drawing", path]);
    assert!(said.out.contains("GC101 warning, line 14: 1-Across: the clue ends with (7)"), "{}", said.out);
    let sarif = run(&["validate", "--profile", "nyt", "--format", "sarif", path]).out;
    assert!(sarif.contains("\"startLine\":14"), "{sarif}");
    let github = run(&["validate", "--profile", "nyt", "--format", "github", path]).out;
    assert!(github.contains("line=14,title=GC101"), "{github}");
}

#[test]
fn a_linked_clue_obeys_its_enumeration_over_all_entries() {
    for fixture in ["linked.exolve", "continued.ipuz"] {
        let out = run(&[
            "validate",
            "--profile",
            "guardian-quick",
            "--select",
            "GC101,GC104,GC108",
            &format!("{FOLDER}{fixture}"),
        ])
        .out;
        assert!(out.contains("nothing found"), "{fixture}: {out}");
    }
    let stats = run(&["stats", &format!("{FOLDER}linked.exolve")]).out;
    assert!(stats.contains("linked       1-Across + 5-Across (10 letters)"), "{stats}");
}

#[test]
fn a_folder_is_searched_for_puzzles_of_every_notation() {
    let folder = tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    fs::copy(format!("{FOLDER}continued.ipuz"), place("a.json")).expect("a copy");
    fs::write(place("package.json"), "{\"name\": \"no puzzle\"}").expect("a file");
    let exolve = fs::read_to_string(format!("{FOLDER}linked.exolve")).expect("a fixture");
    let second = exolve.replace("exolve-id: linked", "exolve-id: second");
    fs::write(place("page.html"), format!("<html>\n{exolve}\n{second}</html>\n")).expect("a page");
    let path = folder.path().to_str().expect("a plain name");
    let said = run(&["stats", "--format", "line", path]);
    assert_eq!(said.out.lines().count(), 3, "{} {}", said.out, said.err);
    let page = place("page.html");
    let chosen = format!("{}#second", page.display());
    assert!(run(&["convert", &chosen]).out.starts_with(".....\n"));
    let unknown = format!("{}#third", page.display());
    assert!(refused(&["convert", &unknown]).contains("expected a number from 1 to 2, or an id: linked, second"));
}

#[test]
fn squares_of_several_letters_keep_them_in_a_fill() {
    let grid = file("Title: T\nAuthor: A\nRebus: 1=EAR\n\n\n.1.\n.#.\n...\n\n\nA1. Organ\n");
    let words = file("heart\nhat\ntot\ntat\n");
    let folder = tempdir().expect("a temporary folder");
    let out = folder.path().join("full.ipuz");
    let out = out.to_str().expect("text");
    let fill = |more: &[&str]| run(&[&["fill", name(&grid), "--words", name(&words)], more].concat());
    assert_eq!(fill(&["--out", out]).code, 0);
    let written = read(&fs::read(out).expect("a file"), Format::Ipuz).expect("a puzzle");
    let puzzle = written.puzzle().expect("no open square");
    assert_eq!(puzzle.letters[..3], ["H", "EAR", "T"]);
    let compared = fill(&["--compare", "--repeat"]);
    assert!(compared.code == 0 && compared.out.contains("All 3 engines agree"), "{}{}", compared.out, compared.err);
}

#[test]
fn word_lists_are_read_as_people_keep_them() {
    let list = format!("{FOLDER}words-with-remarks.txt");
    let said = run(&["words", "?O?", "--words", &list]);
    assert_eq!((said.code, said.out.as_str()), (0, "DOG;60\nCOG;0\n"));
    assert!(said.err.contains("note: left out 1 line without a usable word, the first:"), "{}", said.err);
    assert!(refused(&["words", "?O?", "--words", &list, "--strict-list"]).contains(":3:2: '2' is no letter"));
    assert!(refused(&["words", "C+T", "--words", &list]).contains("expected letters"));
}

#[test]
fn a_puzzle_is_printed_with_its_clues() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("puzzle.pdf");
    let out = out.to_str().expect("a plain name");
    let input = format!("{FOLDER}linked.exolve");
    answer(&["draw", &input, "--with", "clues,solution", "--out", out]);
    let pdf = fs::read(out).expect("a file");
    let has = |text: &str| pdf.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has("/Count 2") && has("/FontFile2") && !has("/Helvetica"), "two pages, and embedded fonts");
    answer(&["draw", &input, "--layout", "submission", "--paper", "letter", "--out", out, "--force"]);
    assert!(refused(&["draw", &input, "--with", "clues"]).contains("--with and --layout are for .pdf pictures"));
    assert!(
        refused(&["draw", &input, "--with", "clues", "--each-page", "--out", out, "--force"]).contains("leave out")
    );
}
