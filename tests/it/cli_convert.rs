//! `convert` on the real program, and the input formats of `validate`.

use std::fs;

use crate::program::{answer, feed, file, name, one_line, refusal, refused, run, text};

/// The grid of the fixtures, a row a line.
const GRID: &str = "#.....\n...#.#\n.#....\n....#.\n##....\n";
const ONE_LINE: &str = "#...../...#.#/.#..../....#./##....\n";
const LIST: &str = "fixtures/cli/british_5x5.txt";

fn puzzle(name: &str) -> String {
    format!("fixtures/formats/{name}")
}

#[test]
fn any_format_becomes_any_other() {
    for from in ["ordinary.puz", "across_lite.txt", "plain.ipuz", "page.html", "plain.xd", "zipped.jpz", "plain.qxw"] {
        assert_eq!(answer(&["convert", &puzzle(from)]), GRID, "{from}");
        assert_eq!(answer(&["convert", &puzzle(from), "--to", "line"]), ONE_LINE, "{from}");
        for to in ["ipuz", "exolve"] {
            let converted = answer(&["convert", &puzzle(from), "--to", to]);
            assert!(converted.contains("Five rows of six") && converted.contains("A. Setter"), "{converted}");
            let back = feed(&["convert", "-"], converted);
            assert_eq!((back.out.as_str(), back.err.as_str(), back.code), (GRID, "", 0), "{from} to {to}");
        }
    }
}

#[test]
fn a_list_stays_a_list() {
    let lines = answer(&["convert", LIST, "--to", "line"]);
    assert_eq!(lines.lines().count(), 17);
    let back = feed(&["convert", "-", "--to", "text"], lines);
    assert_eq!(back.out, answer(&["convert", LIST]));
    assert_eq!(back.out.trim_end(), fs::read_to_string(LIST).expect("a fixture").trim_end());
    for to in ["ipuz", "exolve"] {
        let line = refused(&["convert", LIST, "--to", to]);
        assert!(line.starts_with(LIST) && line.contains("17 grids"), "{line}");
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("grid.ipuz");
    assert_eq!(answer(&["convert", &puzzle("plain.xd"), "--to", "ipuz", "--out", text(&out)]), "");
    assert_eq!(answer(&["convert", text(&out)]), GRID);
    let before = fs::read(&out).expect("written");
    refused(&["convert", LIST, "--to", "ipuz", "--out", text(&out)]);
    refused(&["convert", &puzzle("README.md"), "--out", text(&out)]);
    assert_eq!(fs::read(&out).expect("still there"), before);
    assert_eq!(answer(&["convert", text(&out), "--out", text(&out)]), "", "a file can take its own place");
    assert_eq!(fs::read_to_string(&out).expect("written"), GRID);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let line = refused(&["convert", LIST, "--out", text(folder.path())]);
    assert!(line.contains("--out") && line.contains("something else than a file"), "{line}");
    assert!(refused(&["convert", LIST, "--out", "no/such/folder/x"]).contains("no/such/folder/x"));
}

#[test]
fn the_format_can_be_named() {
    let bare = file("#THEQU\nICK#B#\nR#OWNF\nOXJU#M\n##PSOV\n");
    assert!(refused(&["convert", name(&bare)]).contains("no grid found"), "letters are no plain text");
    let titled = file(format!("Title: x\n\n\n{}", fs::read_to_string(bare.path()).expect("written")));
    assert_eq!(answer(&["convert", name(&titled), "--input-format", "xd"]), GRID);
    let line = refused(&["convert", &puzzle("plain.xd"), "--input-format", "puz"]);
    assert!(line.contains(":byte 2: puz: expected the text ACROSS&DOWN"), "{line}");
    let line = refused(&["validate", &puzzle("plain.xd"), "--input-format", "text"]);
    assert!(line.contains("is not a square") || line.contains("no grid"), "{line}");
    let line = refused(&["convert", LIST, "--input-format", "word"]);
    for known in ["text", "puz", "puz-text", "ipuz", "exolve", "xd", "jpz", "qxw", "guardian"] {
        assert!(line.contains(known), "{line}");
    }
    let line = refused(&["convert", &puzzle("plain.xd"), "--black", "."]);
    assert!(line.contains("--black") && line.contains("xd"), "{line}");
    let dots = file("..#\n...\n#..\n");
    assert_eq!(answer(&["convert", name(&dots), "--black", "."]), "##.\n###\n.##\n");
}

#[test]
fn a_note_does_not_keep_a_file_from_being_read() {
    for (command, code) in [("convert", 0), ("validate", 1)] {
        let said = run(&[command, &puzzle("wrong_checksum.puz")]);
        let note = one_line(&[], &said.err.lines().next().map(|line| format!("{line}\n")).unwrap_or_default());
        assert_eq!(said.code, code, "{said:?}");
        assert!(note.contains("wrong_checksum.puz: a checksum is wrong"), "{note}");
    }
}

#[test]
fn validate_takes_every_format() {
    let files = ["ordinary.puz", "across_lite.txt", "plain.ipuz", "plain.exolve", "plain.xd", "plain.jpz", "plain.qxw"];
    let paths: Vec<String> = files.into_iter().chain(["guardian.json"]).map(puzzle).collect();
    let mut args = vec!["validate", "--rules", "american-loose", LIST];
    args.extend(paths.iter().map(String::as_str));
    let said = run(&args);
    assert_eq!(said.code, 1);
    for (path, line) in paths.iter().zip([1, 11, 1, 8, 6, 9, 1, 1]) {
        assert!(said.out.contains(&format!("{path}:{line}: grid 1, 5 × 6: ")), "{path}: {}", said.out);
    }
    assert!(said.out.contains("\n25 grids by the rules american-loose: "), "{}", said.out);

    let piped = feed(&["validate", "-"], fs::read(puzzle("zipped.jpz")).expect("a fixture"));
    assert!(piped.out.starts_with("standard input:9: grid 1, 5 × 6: "), "{piped:?}");
    let truncated = fs::read(puzzle("ordinary.puz")).expect("a fixture")[..80].to_vec();
    let line = refusal(&[], &feed(&["validate", "-"], truncated));
    assert_eq!(line, "standard input:byte 80: puz: the end: expected 5 × 6 squares twice, solution and state");
}

/// A process may have some 1,024 files open; puzzles are read again like lists.
#[test]
fn there_may_be_many_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = fs::read(puzzle("ordinary.puz")).expect("a fixture");
    let paths: Vec<_> = (0..300).map(|i| folder.path().join(format!("{i}.puz"))).collect();
    for path in &paths {
        fs::write(path, &bytes).expect("room for it");
    }
    let mut args = vec!["validate", "--quiet"];
    args.extend(paths.iter().map(|path| text(path)));
    assert_eq!(run(&args).out, "300 grids by the rules british: 0 valid, 300 invalid\n");
}
