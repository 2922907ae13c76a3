//! Tests `convert` on the real program, and the input formats of `validate`.

use std::fs;

use crate::program::{Said, answer, feed, file, name, one_line, refusal, refused, run, text};

/// The grid of the fixtures, one row per line.
const GRID: &str = "#.....\n...#.#\n.#....\n....#.\n##....\n";
const ONE_LINE: &str = "#...../...#.#/.#..../....#./##....\n";
const LIST: &str = "fixtures/cli/british_5x5.txt";

fn puzzle(name: &str) -> String {
    format!("fixtures/formats/{name}")
}

/// Returns the standard output of a successful run, and the notes on standard error, each without the name of the file.
fn noted(said: &Said, name: &str) -> (String, Vec<String>) {
    assert_eq!(said.code, 0, "{said:?}");
    let before = format!("gridcheck: note: {name}: ");
    let note =
        |line: &str| line.strip_prefix(&before).unwrap_or_else(|| panic!("no note on {name}: {line}")).to_owned();
    (said.out.clone(), said.err.lines().map(note).collect())
}

const FORMS: [&str; 6] = ["ipuz", "jpz", "exolve", "puz", "puz-text", "xd"];

#[test]
fn any_format_becomes_any_other() {
    for from in ["ordinary.puz", "across_lite.txt", "plain.ipuz", "page.html", "plain.xd", "zipped.jpz", "plain.qxw"] {
        let path = puzzle(from);
        assert_eq!(noted(&run(&["convert", &path]), &path).0, GRID, "{from}");
        assert_eq!(noted(&run(&["convert", &path, "--to", "line"]), &path).0, ONE_LINE, "{from}");
        for to in FORMS {
            let folder = tempfile::tempdir().expect("a folder");
            let out = folder.path().join("converted");
            noted(&run(&["convert", &path, "--to", to, "--out", text(&out)]), &path);
            let (grid, lost) = noted(&run(&["convert", text(&out)]), text(&out));
            assert_eq!(grid, GRID, "{from} to {to}");
            for thing in ["letters: 23 dropped", "the title", "the author"] {
                assert!(lost.contains(&format!("plain text cannot store {thing}")), "{from} to {to}: {lost:?}");
            }
        }
    }
}

/// Everything that is left out is reported, a line for each kind; everything that the format can hold is kept.
#[test]
fn what_is_left_out_is_said() {
    let path = puzzle("across_lite_rebus.txt");
    let said = |to: &str| noted(&run(&["convert", &path, "--to", to]), &path);
    assert_eq!(
        said("text"),
        (
            GRID.to_owned(),
            [
                "plain text cannot store letters: 23 dropped",
                "plain text cannot store squares of several letters: 1 dropped",
                "plain text cannot store circles: 1 dropped",
                "plain text cannot store clues: 11 dropped",
                "plain text cannot store the title",
                "plain text cannot store the author"
            ]
            .map(str::to_owned)
            .to_vec()
        )
    );
    let (ipuz, notes) = said("ipuz");
    assert_eq!(notes, [""; 0]);
    for there in ["Café", "A. Setter", "\"TEN\"", "\"shapebg\":\"circle\"", "\"clue\":\"Clue 7\""] {
        assert!(ipuz.contains(there), "{there}: {ipuz}");
    }
    let path = puzzle("decorated.exolve");
    let (_, notes) = noted(&run(&["convert", &path, "--to", "jpz"]), &path);
    assert_eq!(
        notes,
        [
            "jpz cannot store that the puzzle is diagramless",
            "jpz cannot store what only the format of the file has: exolve-id",
            "left out: bars that end no word",
            "left out: letters and marks of black squares",
            "left out: marks in squares",
            "left out: remarks, and the text around the puzzle",
            "left out: that some squares are not hidden though others are",
            "left out: which letters are shown from the start"
        ]
    );
    let bars = file("exolve-begin\nexolve-width: 2\nexolve-height: 2\nexolve-grid:\nA|B\nC D\nexolve-end\n");
    for to in ["puz", "puz-text"] {
        let line = refused(&["convert", name(&bars), "--to", to]);
        assert!(line.starts_with(name(&bars)) && line.contains("no room for bars"), "{line}");
    }
    for to in ["text", "line"] {
        assert_eq!(
            refused(&["convert", name(&bars), "--to", to]),
            format!(
                "{}: {to}: no room for bars: it has no bars, and without them the words would be others",
                name(&bars)
            )
        );
    }
    assert!(answer(&["convert", name(&bars), "--to", "jpz"]).contains("right-bar=\"true\""));
}

/// The letters of a plain text are kept, and so are squares of the named black character.
#[test]
fn letters_of_a_text_are_kept() {
    let hash = file("CAT#\nA..O\n#DOG\n");
    let dot = file("CAT.\nAREO\n.DOG\n");
    for args in
        [&["convert", name(&hash), "--to", "exolve"][..], &["convert", name(&dot), "--to", "exolve", "--black", "."]]
    {
        let exolve = answer(args);
        assert!(exolve.contains("    CAT.\n") && exolve.contains("    .DOG\n"), "{exolve}");
    }
    let line = refused(&["convert", name(&dot)]);
    assert!(line.ends_with("1:4: '.' may be black or white: which is black? say --black . or --black #"), "{line}");
    let (grid, notes) = noted(&run(&["convert", name(&hash)]), name(&hash));
    assert_eq!(
        (grid.as_str(), notes),
        ("...#\n....\n#...\n", vec!["plain text cannot store letters: 8 dropped".to_owned()])
    );
}

/// A written `.puz` file is read back without a note on its checksums.
#[test]
fn a_puz_file_is_written_with_right_checksums() {
    for from in ["wrong_checksum.puz", "other_state.puz", "version_1_2.puz", "utf8.puz", "plain.ipuz"] {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("new.puz");
        run(&["convert", &puzzle(from), "--to", "puz", "--out", text(&out)]);
        let (grid, notes) = noted(&run(&["convert", text(&out)]), text(&out));
        assert_eq!(grid, GRID, "{from}");
        assert!(notes.iter().all(|note| note.starts_with("plain text cannot store ")), "{from}: {notes:?}");
    }
}

#[test]
fn a_list_stays_a_list() {
    let lines = answer(&["convert", LIST, "--to", "line"]);
    assert_eq!(lines.lines().count(), 17);
    let back = feed(&["convert", "-", "--to", "text"], lines);
    assert_eq!(back.out, answer(&["convert", LIST]));
    assert_eq!(back.out.trim_end(), fs::read_to_string(LIST).expect("a fixture").trim_end());
    for to in FORMS {
        let line = refused(&["convert", LIST, "--to", to]);
        assert!(line.starts_with(LIST) && line.contains("17 grids"), "{line}");
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("grid.ipuz");
    assert_eq!(run(&["convert", &puzzle("plain.xd"), "--to", "ipuz", "--out", text(&out)]).out, "");
    assert_eq!(run(&["convert", text(&out)]).out, GRID);
    let before = fs::read(&out).expect("written");
    refused(&["convert", LIST, "--to", "ipuz", "--out", text(&out)]);
    refused(&["convert", &puzzle("README.md"), "--out", text(&out)]);
    assert_eq!(fs::read(&out).expect("still there"), before);
    let list = folder.path().join("list.txt");
    assert_eq!(run(&["convert", text(&out), "--out", text(&list)]).out, "");
    assert_eq!(fs::read_to_string(&list).expect("written"), GRID);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    let line = refused(&["convert", LIST, "--to", "text", "--out", text(folder.path())]);
    assert!(line.contains("--out") && line.contains("something else than a file"), "{line}");
    assert!(refused(&["convert", LIST, "--out", "no/such/folder/x.txt"]).contains("no/such/folder/x.txt"));
}

#[test]
fn the_format_can_be_named() {
    let bare = file("#THEQU\nICK#B#\nR#OWNF\nOXJU#M\n##PSOV\n");
    let titled = file(format!("Title: x\n\n\n{}", fs::read_to_string(bare.path()).expect("written")));
    let (grid, notes) = noted(&run(&["convert", name(&titled), "--input-format", "xd"]), name(&titled));
    assert_eq!((grid.as_str(), notes.len()), (GRID, 2), "letters and title: {notes:?}");
    let line = refused(&["convert", &puzzle("plain.xd"), "--input-format", "puz"]);
    assert!(line.contains(":byte 2: puz: expected the text ACROSS&DOWN"), "{line}");
    // A file that is named plain text is read as such, whatever its content looks like.
    let line = refused(&["validate", &puzzle("plain.exolve"), "--input-format", "text"]);
    assert!(line.contains("which is black?") || line.contains("no grid"), "{line}");
    let line = refused(&["convert", LIST, "--input-format", "word"]);
    for known in ["text", "puz", "puz-text", "ipuz", "exolve", "xd", "jpz", "qxw", "guardian"] {
        assert!(line.contains(known), "{line}");
    }
    let line = refused(&["convert", &puzzle("plain.ipuz"), "--black", "."]);
    assert!(line.contains("--black") && line.contains("ipuz"), "{line}");
    let dots = file("..#\n...\n#..\n");
    assert_eq!(answer(&["convert", name(&dots), "--black", "."]), "##.\n###\n.##\n");
}

/// In `.xd` a dot is black or white according to the clues; without clues the user decides.
#[test]
fn black_can_be_named_in_xd() {
    let rows = "## Metadata\n\ntitle: Mini\nauthor: A. Setter\n\n## Grid\n\n.CAT\nAREA\nSEE.\n\n## Clues\n\n";
    let unclear = file(format!("{rows}A1. Pet\n"));
    let line = refused(&["validate", name(&unclear)]);
    assert!(line.contains(":8:1: xd: '.' may be black") && line.ends_with("say --black . or --black #"), "{line}");
    let dot = run(&["convert", name(&unclear), "--black", "."]);
    assert_eq!((dot.out.as_str(), dot.code), ("#...\n....\n...#\n", 0));
    let hash = run(&["convert", name(&unclear), "--black", "#"]);
    assert_eq!((hash.out.as_str(), hash.code), ("....\n....\n....\n", 0));
    let line = refused(&["convert", name(&unclear), "--black", "x"]);
    assert!(line.ends_with("xd: --black x: expected --black # or --black ."), "{line}");
    let line = refused(&["convert", &puzzle("plain.xd"), "--black", "."]);
    assert!(line.ends_with("6:1: xd: '#' is black in a grid that has it: leave out --black ."), "{line}");
    let clear = file(format!("{rows}A1. Pet ~ CAT\nA4. Space ~ AREA\nA5. Look ~ SEE\nD4. Like ~ AS\n"));
    let said = run(&["validate", name(&clear)]);
    assert!(said.out.contains("grid 1, 3 × 4") && said.err.contains("'.' is black in it"), "{said:?}");
    let line = refused(&["count", "--size", "3", "--given", name(&unclear)]);
    assert!(line.ends_with("which is black? expected # for black"), "{line}");
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

/// A process may often have only 1,024 files open; puzzles are reopened like lists.
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

/// Writes the same bytes to standard output as to a file: a `.puz` file has control characters, which are no colours.
#[test]
fn binary_output_passes_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.puz");
    let grid = file(GRID);
    let args = ["convert", name(&grid), "--to", "puz"];
    let to_file = run(&[&args[..], &["--out", text(&path)]].concat());
    assert_eq!(to_file.code, 0, "{to_file:?}");
    let piped = crate::program::gridcheck(&args).output().expect("the program starts");
    assert_eq!(piped.stdout, fs::read(&path).expect("the file"));
    assert!(piped.stdout.contains(&0) && piped.stdout.len() > 100);
}

/// The ending of `--out` names the format, and what contradicts it is refused before anything is written.
#[test]
fn the_ending_names_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let from = puzzle("plain.ipuz");
    for (name, to) in [
        ("a.puz", "puz"),
        ("a.ipuz", "ipuz"),
        ("a.jpz", "jpz"),
        ("a.xd", "xd"),
        ("a.exolve", "exolve"),
        ("a.TXT", "text"),
    ] {
        noted(&run(&["convert", &from, "--out", &path(name)]), &from);
        let named = path("named");
        noted(&run(&["convert", &from, "--to", to, "--force", "--out", &named]), &from);
        assert_eq!(fs::read(path(name)).expect("written"), fs::read(&named).expect("written"), "{name}");
    }
    noted(&run(&["convert", &from, "--to", "puz-text", "--force", "--out", &path("a.txt")]), &from);
    assert!(fs::read_to_string(path("a.txt")).expect("written").starts_with("<ACROSS PUZZLE"));
    for (name, args, said) in [
        ("b.puz", &["--to", "ipuz"][..], "the ending .puz belongs to puz, not to ipuz"),
        ("b.svg", &["--to", "text"], "the ending .svg belongs to svg, not to text"),
        ("b.svg", &[], "gridcheck draw writes .svg"),
        ("b.png", &[], "gridcheck draw writes .png"),
        ("b.html", &[], "gridcheck draw writes .html"),
        ("b.pdf", &[], "gridcheck draw writes .pdf"),
        ("b.cnf", &[], "no format .cnf can be written"),
        ("b.grid", &[], "no format has the ending .grid; --to names the format"),
        ("b", &[], "the name has no ending; --to names the format"),
    ] {
        let line = refused(&[&["convert", &from, "--out", &path(name)], args].concat());
        assert!(line.contains(&path(name)) && line.contains(said), "{line}");
        assert!(!fs::exists(path(name)).expect("the folder is there"), "{name}");
    }
}

/// An input is not overwritten, by whatever name it is called. Every command with `--out` refuses it.
#[cfg(unix)]
#[test]
fn no_input_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let bytes = fs::read(puzzle("ordinary.puz")).expect("a fixture");
    fs::write(path("m.puz"), &bytes).expect("room");
    fs::write(path("words.cnf"), "cat\n").expect("room");
    fs::write(path("given.lp"), "?.?\n???\n?#?\n").expect("room");
    fs::hard_link(path("m.puz"), path("hard.puz")).expect("a link");
    std::os::unix::fs::symlink("m.puz", path("soft.puz")).expect("a link");
    std::os::unix::fs::symlink("m.puz", path("m.svg")).expect("a link");
    let roundabout = format!("{}/./m.puz", folder.path().display());
    let (input, svg) = (path("m.puz"), path("m.svg"));
    for out in [&input, &path("hard.puz"), &path("soft.puz"), &roundabout] {
        for command in ["convert", "repair"] {
            let line = refused(&[command, &input, "--out", out]);
            assert_eq!(line, format!("--out {out}: this is the input file; --in-place replaces it"), "{command}");
        }
    }
    for args in [
        &["draw", &input, "--out", &svg][..],
        &["halftone", &input, "--size", "7", "--out", &svg],
        &["fill", &input, "--words", &path("words.cnf"), "--export", "dimacs", "--out", &path("words.cnf")],
        &["export", "--size", "3", "--given", &path("given.lp"), "--to", "asp", "--out", &path("given.lp")],
        &["count", "--size", "3", "--given", &input, "--by", "words", "--out", &svg],
        &["repair", LIST, "--keep", &input, "--out", &input, "--in-place"],
    ] {
        let line = refused(args);
        assert!(line.contains("this is the input file ") && line.ends_with("; name another one"), "{line}");
    }
    let mut piped = std::process::Command::new(env!("CARGO_BIN_EXE_gridcheck"));
    piped.args(["convert", "-", "--out", &input]).stdin(fs::File::open(&input).expect("a file"));
    let piped: Said = piped.output().expect("the program starts").into();
    assert!(piped.err.contains("this is the input file"), "{piped:?}");
    assert_eq!(fs::read(&input).expect("the file"), bytes);
    let line = refused(&["convert", &input, "--out", &path("n.puz"), "--in-place"]);
    assert!(line.contains("not the input file"), "{line}");
    assert!(refused(&["convert", "-", "--in-place", "--to", "text"]).contains("standard input cannot be replaced"));
}

/// With `--in-place` a file is replaced if nothing is lost; otherwise the losses are named and nothing is written.
#[test]
fn a_file_is_replaced_only_without_loss() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let copied = |from: &str, to: &str| {
        fs::copy(puzzle(from), path(to)).expect("room");
        fs::read(path(to)).expect("a file")
    };
    for (from, to) in [("ordinary.puz", "a.puz"), ("across_lite.txt", "a.txt"), ("styled.ipuz", "a.ipuz")] {
        copied(from, to);
        assert_eq!(run(&["convert", &path(to), "--in-place"]).code, 0, "{from}");
        let line = |path: &str| run(&["convert", path, "--to", "ipuz"]).out;
        assert_eq!(line(&path(to)), line(&puzzle(from)), "{from}");
    }
    for (from, to, lost) in [
        ("decorated.exolve", "b.exolve", "left out: marks in squares"),
        ("page.html", "page.exolve", "left out: remarks, and the text around the puzzle"),
        ("plain.xd", "b.xd", "left out: answers that are not the letters of the grid"),
    ] {
        let before = copied(from, to);
        let line = refused(&["convert", &path(to), "--out", &path(to), "--in-place"]);
        assert!(line.starts_with(&format!("{}: not replaced, because this would be lost: ", path(to))), "{line}");
        assert!(line.contains(lost), "{line}");
        assert_eq!(fs::read(path(to)).expect("a file"), before);
    }
    for (list, lost) in [("XOX\nOOO\nXOX\n", None), ("My grid\n\n#.#\n...\n#.#\n", Some("lines that are no rows"))] {
        fs::write(path("list.txt"), list).expect("room");
        let said = run(&["convert", &path("list.txt"), "--in-place"]);
        match lost {
            Some(lost) => assert!(refusal(&[], &said).contains(lost)),
            None => assert_eq!(fs::read_to_string(path("list.txt")).expect("a file"), "#.#\n...\n#.#\n"),
        }
    }
}
