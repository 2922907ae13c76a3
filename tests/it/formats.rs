//! Puzzle files: every format and dialect there is a fixture of, every fault with its place, other people's files where they
//! lie beside this checkout, what is written read back, and bytes that nobody meant.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gridcheck::format::puzzle::{Format, MOST_BYTES, Puzzle, START_BYTES, read, recognise};
use gridcheck::format::{exolve, ipuz};
use gridcheck::grid::{Grid, MAX_SIZE};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The grid that all fixtures hold.
const GRID: &str = "#...../...#.#/.#..../....#./##....";

/// The fixtures, each with its format, and the line on which its grid begins.
const FIXTURES: [(&str, Format, usize); 25] = [
    ("ordinary.puz", Format::Puz, 1),
    ("version_1_2.puz", Format::Puz, 1),
    ("named_before.puz", Format::Puz, 1),
    ("diagramless.puz", Format::Puz, 1),
    ("utf8.puz", Format::Puz, 1),
    ("wrong_checksum.puz", Format::Puz, 1),
    ("other_state.puz", Format::Puz, 1),
    ("across_lite.txt", Format::PuzText, 11),
    ("across_lite_diagramless.txt", Format::PuzText, 11),
    ("across_lite_rebus.txt", Format::PuzText, 11),
    ("plain.ipuz", Format::Ipuz, 1),
    ("styled.ipuz", Format::Ipuz, 19),
    ("diagramless.ipuz", Format::Ipuz, 1),
    ("wrapped.ipuz", Format::Ipuz, 12),
    ("plain.exolve", Format::Exolve, 8),
    ("unsolved.exolve", Format::Exolve, 8),
    ("decorated.exolve", Format::Exolve, 8),
    ("page.html", Format::Exolve, 11),
    ("plain.xd", Format::Xd, 6),
    ("named_sections.xd", Format::Xd, 9),
    ("plain.jpz", Format::Jpz, 9),
    ("applet.jpz", Format::Jpz, 9),
    ("zipped.jpz", Format::Jpz, 9),
    ("plain.qxw", Format::Qxw, 1),
    ("guardian.json", Format::Guardian, 1),
];

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/formats").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The puzzle in some bytes, by what they show themselves to be.
fn recognised(bytes: &[u8]) -> Option<Result<Puzzle, String>> {
    let format = recognise(&bytes[..bytes.len().min(START_BYTES)])?;
    Some(read(bytes, format).map_err(|fault| fault.to_string()))
}

#[test]
fn every_fixture_holds_the_same_grid() {
    for (name, format, line) in FIXTURES {
        let puzzle = recognised(&fixture(name)).unwrap_or_else(|| panic!("{name} is not recognised"));
        let puzzle = puzzle.unwrap_or_else(|fault| panic!("{name}:{fault}"));
        assert_eq!((puzzle.format, puzzle.grid.one_line(), puzzle.line), (format, GRID.to_owned(), line), "{name}");
        let title = match name {
            "utf8.puz" => "Fünf Zeilen ⚔",
            "across_lite_rebus.txt" => "Café",
            _ => "Five rows of six",
        };
        assert_eq!(puzzle.title.as_deref(), Some(title), "{name}");
        let author = if name == "version_1_2.puz" { "Antón" } else { "A. Setter" };
        assert_eq!(puzzle.author.as_deref(), Some(author), "{name}");
        let note = match name {
            "wrong_checksum.puz" => vec!["a checksum is wrong: the file may be damaged"],
            "other_state.puz" => vec!["solution and player's state differ on which squares are black (7 of them)"],
            _ => Vec::new(),
        };
        assert_eq!(puzzle.notes, note, "{name}");
    }
}

#[test]
fn every_fixture_is_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/formats");
    let mut found: Vec<String> = fs::read_dir(folder)
        .expect("the fixtures")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .filter(|name| name != "README.md")
        .collect();
    found.sort();
    let mut listed: Vec<&str> = FIXTURES.iter().map(|(name, ..)| *name).collect();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

/// A fixture as text with one piece of it replaced.
fn altered(name: &str, old: &str, new: &str) -> Vec<u8> {
    let text = String::from_utf8(fixture(name)).expect("a text");
    assert!(text.contains(old), "{name} has no {old:?}");
    text.replacen(old, new, 1).into_bytes()
}

/// A fixture with some bytes replaced.
fn patched(name: &str, offset: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = fixture(name);
    bytes[offset..offset + new.len()].copy_from_slice(new);
    bytes
}

fn fault(bytes: &[u8], format: Format) -> String {
    match read(bytes, format) {
        Err(fault) => fault.to_string(),
        Ok(puzzle) => panic!("read as {format}: {:?}", puzzle.grid),
    }
}

#[test]
fn a_grid_that_is_no_full_rectangle_is_refused_where_it_is() {
    let none = |r, c| {
        format!(
            "row {r}, column {c} is no cell: a grid that is not a full rectangle is not supported, as every rule here is \
             about squares that are black or white"
        )
    };
    let cases = [
        (altered("plain.ipuz", "[[\"#\"", "[[null"), Format::Ipuz, format!("1:181: ipuz: {}", none(1, 1))),
        (
            altered("styled.ipuz", "\"cell\": \"-\"", "\"cell\": null"),
            Format::Ipuz,
            format!("37:4: ipuz: {}", none(2, 3)),
        ),
        (altered("plain.xd", "#THEQU", "_THEQU"), Format::Xd, format!("6:1: xd: {}", none(1, 1))),
        (altered("plain.jpz", "type=\"block\"", "type=\"void\""), Format::Jpz, format!("11:9: jpz: {}", none(1, 1))),
        (altered("plain.qxw", "SQ 1 1 0 0 0", "SQ 1 1 0 0 8"), Format::Qxw, format!("15:1: qxw: {}", none(2, 2))),
    ];
    for (bytes, format, expected) in cases {
        assert_eq!(fault(&bytes, format), expected);
    }
    let question = altered("plain.exolve", "ICK.B.", "IC?.B.");
    assert_eq!(
        fault(&question, Format::Exolve),
        "9:7: exolve: row 2, column 3 is undecided (?): expected . for black, a letter or 0 for white"
    );
    let shape = altered("plain.qxw", "GP 0", "GP 1");
    assert_eq!(
        fault(&shape, Format::Qxw),
        "2:1: qxw: grid type 1 (hexagonal) is not supported, as every rule here is about rectangles: expected type 0"
    );
    assert!(fault(&altered("plain.qxw", "SQ 1 0 0 0 0", "SQ 1 0 0 1 0"), Format::Qxw).contains("merged"));
    assert!(fault(&altered("plain.jpz", "type=\"block\"", "type=\"clue\""), Format::Jpz).contains("arrow words"));
    assert!(fault(&altered("plain.exolve", "exolve-id:", "exolve-3d:"), Format::Exolve).contains("three dimensions"));
}

#[test]
fn a_barred_grid_is_refused_at_the_bar() {
    let bar = |r, c, r2, c2| {
        format!(
            "a bar between row {r}, column {c} and row {r2}, column {c2}: barred grids are not supported, as here a word \
             ends only at a black square or the edge"
        )
    };
    let cases = [
        (altered("plain.exolve", "ICK.B.", "I|CK.B."), Format::Exolve, format!("9:6: exolve: {}", bar(2, 1, 2, 2))),
        (altered("plain.exolve", "ICK.B.", "I_CK.B."), Format::Exolve, format!("9:6: exolve: {}", bar(2, 1, 3, 1))),
        (altered("plain.exolve", "ICK.B.", "IC+K.B."), Format::Exolve, format!("9:7: exolve: {}", bar(2, 2, 2, 3))),
        (
            altered("styled.ipuz", "\"T\"", "\"TL R\""),
            Format::Ipuz,
            "22:4: ipuz: barred has ' ': expected some of T, R, B, L".into(),
        ),
        (altered("styled.ipuz", "\"T\"", "\"rt\""), Format::Ipuz, format!("22:4: ipuz: {}", bar(1, 2, 1, 3))),
        (altered("styled.ipuz", "\"R\"", "\"L\""), Format::Ipuz, format!("37:4: ipuz: {}", bar(2, 3, 2, 2))),
        (
            altered("plain.jpz", "solution=\"T\"", "right-bar=\"true\""),
            Format::Jpz,
            format!("12:9: jpz: {}", bar(1, 2, 1, 3)),
        ),
        (
            altered("plain.jpz", "solution=\"T\"", "bottom-bar=\"true\""),
            Format::Jpz,
            format!("12:9: jpz: {}", bar(1, 2, 2, 2)),
        ),
        (altered("plain.qxw", "SQ 0 1 0", "SQ 0 1 1"), Format::Qxw, format!("14:1: qxw: {}", bar(2, 1, 2, 2))),
        (altered("plain.qxw", "SQ 0 1 0", "SQ 0 1 2"), Format::Qxw, format!("14:1: qxw: {}", bar(2, 1, 3, 1))),
    ];
    for (bytes, format, expected) in cases {
        assert_eq!(fault(&bytes, format), expected);
    }
    let overlapping = altered("guardian.json", "\"length\": 2", "\"length\": 1");
    assert!(fault(&overlapping, Format::Guardian).contains("barred grids are not supported"));
}

#[test]
fn black_is_never_guessed() {
    let square = "is not a square of";
    assert_eq!(
        fault(&patched("ordinary.puz", 0x35, b":"), Format::Puz),
        format!("byte 53: puz: ':' {square} an ordinary puzzle: expected . for black, a letter for white")
    );
    assert_eq!(
        fault(&patched("diagramless.puz", 0x35, b"."), Format::Puz),
        format!("byte 53: puz: '.' {square} a diagramless puzzle: expected : for black, a letter for white")
    );
    assert_eq!(
        fault(&patched("named_before.puz", 0x40, b"\x07"), Format::Puz),
        format!("byte 64: puz: '\\x07' {square} an ordinary puzzle: expected . for black, a letter for white")
    );
    assert_eq!(
        fault(&altered("across_lite.txt", "ICK.B.", "ICK:B."), Format::PuzText),
        "12:5: puz-text: ':' and '.' (line 11) in one grid: which is black?"
    );
    for (old, new) in [("ICK.B.", "ICK#B."), ("ICK.B.", "ICK-B.")] {
        assert!(fault(&altered("across_lite.txt", old, new), Format::PuzText).starts_with("12:5: puz-text: "));
    }
    assert!(
        fault(&altered("styled.ipuz", "\"block\": \"X\"", "\"block\": \"-\""), Format::Ipuz)
            .contains("which is black?")
    );
    assert!(fault(&altered("plain.xd", "ICK#B#", "ICK-B#"), Format::Xd).starts_with("7:4: xd: '-' is not a square"));
    assert!(
        fault(&altered("plain.exolve", "ICK.B.", "ICK#B."), Format::Exolve)
            .starts_with("9:8: exolve: '#' is not a cell")
    );
    assert!(
        fault(&altered("plain.jpz", "type=\"block\"", "type=\"dark\""), Format::Jpz)
            .contains("expected letter or block")
    );
}

/// Asserts that each file is refused in words that begin as expected.
fn assert_faults(cases: Vec<(Vec<u8>, Format, &str)>) {
    for (bytes, format, expected) in cases {
        let fault = fault(&bytes, format);
        assert!(fault.starts_with(expected), "expected {expected}\n   found {fault}");
    }
}

#[test]
fn faults_of_across_lite_have_their_place() {
    assert_faults(vec![
        (b"no magic".to_vec(), Format::Puz, "byte 2: puz: expected the text ACROSS&DOWN and a zero byte"),
        (fixture("ordinary.puz")[..20].to_vec(), Format::Puz, "byte 20: puz: the end: expected a header of 52 bytes"),
        (
            fixture("ordinary.puz")[..90].to_vec(),
            Format::Puz,
            "byte 90: puz: the end: expected 5 × 6 squares twice, solution and state",
        ),
        (
            patched("ordinary.puz", 0x2C, &[65]),
            Format::Puz,
            "byte 44: puz: 65 columns and 5 rows: expected 1 to 64 of each",
        ),
        (
            patched("ordinary.puz", 0x2D, &[0]),
            Format::Puz,
            "byte 44: puz: 6 columns and 0 rows: expected 1 to 64 of each",
        ),
        (b"<GRID>\n".to_vec(), Format::PuzText, "1:1: puz-text: expected <ACROSS PUZZLE> in the first line"),
        (
            altered("across_lite.txt", "6x5", "six"),
            Format::PuzText,
            "9:2: puz-text: expected columns and rows as in 15x15",
        ),
        (
            altered("across_lite.txt", "6x5", "6x6"),
            Format::PuzText,
            "16:1: puz-text: row 6, column 1 is missing: expected every square",
        ),
        (
            altered("across_lite.txt", "6x5", "6x4"),
            Format::PuzText,
            "15:2: puz-text: row 5, column 1 is outside a grid of 4 × 6",
        ),
        (
            altered("across_lite.txt", "ICK.B.", "ICK.B"),
            Format::PuzText,
            "12:7: puz-text: a row of 5, expected 6 as <SIZE> says",
        ),
    ]);
}

#[test]
fn faults_of_json_and_xml_have_their_place() {
    assert_faults(vec![
        (altered("plain.ipuz", "\"puzzle\": [", "\"puzzle\": "), Format::Ipuz, "1:"),
        (
            altered("plain.ipuz", "\"width\": 6", "\"width\": 7"),
            Format::Ipuz,
            "1:180: ipuz: a row of 6, expected 7 as dimensions says",
        ),
        (
            altered("plain.ipuz", "\"height\": 5", "\"height\": 6"),
            Format::Ipuz,
            "1:179: ipuz: 5 rows, expected 6 as dimensions says",
        ),
        (
            altered("plain.ipuz", "crossword#1", "sudoku#1"),
            Format::Ipuz,
            "1:43: ipuz: expected a kind with crossword in its name",
        ),
        (altered("plain.ipuz", "\"#\", 1", "\"#\", true"), Format::Ipuz, "1:186: ipuz: expected a cell"),
        (altered("styled.ipuz", "\"cell\": \"1\"", "\"call\": \"1\""), Format::Ipuz, "22:4: ipuz: expected a cell"),
        (altered("plain.jpz", "</grid>", "</grad>"), Format::Jpz, "41:7: jpz: expected XML: "),
        (
            altered("plain.jpz", "x=\"1\" y=\"1\"", "x=\"0\" y=\"1\""),
            Format::Jpz,
            "11:9: jpz: a cell at x 0, y 1: expected numbers from 1",
        ),
        (
            altered("guardian.json", "\"length\": 5", "\"length\": 50"),
            Format::Guardian,
            "9:3: guardian: an entry of length 50 from x 1, y 0 is not in a grid of 5 × 6",
        ),
    ]);
}

#[test]
fn faults_of_other_texts_have_their_place() {
    assert_faults(vec![
        (
            altered("plain.exolve", "exolve-width: 6", "exolve-width: vi"),
            Format::Exolve,
            "5:1: exolve: exolve-width: expected a whole number",
        ),
        (
            altered("plain.exolve", "ICK.B.", "ICK.B"),
            Format::Exolve,
            "9:10: exolve: a row of 5, expected 6 as exolve-width says",
        ),
        (
            altered("plain.exolve", "exolve-end", ""),
            Format::Exolve,
            "27:1: exolve: the end: expected a line exolve-end",
        ),
        (altered("decorated.exolve", "color\": \"red\"}", ""), Format::Exolve, "8:20: exolve: expected } in this row"),
        (altered("plain.xd", "ICK#B#", "ICK#B#A"), Format::Xd, "7:7: xd: a row of 7, expected 6 as in the rows above"),
        (
            b"Title: a\n".to_vec(),
            Format::Xd,
            "2:1: xd: the end: expected a grid, after two blank lines or a line ## Grid",
        ),
        (
            altered("plain.qxw", "SQ 5 4 0 0 0", "SQ 5 5 0 0 0"),
            Format::Qxw,
            "37:1: qxw: row 6, column 6 is outside a grid of 5 × 6",
        ),
        (
            altered("plain.qxw", "SQ 5 4 0 0 0 V", ""),
            Format::Qxw,
            "41:1: qxw: row 5, column 6 is missing: expected every square",
        ),
    ]);
}

/// What the description beside the files says of them, and what is in them: width, height, black squares, the first row.
const SHARED: [(&str, Format, usize, usize, usize, &str); 14] = [
    ("av110622.puz", Format::Puz, 15, 15, 36, ".....#....#...."),
    ("washpost.puz", Format::Puz, 15, 15, 36, "....#....#....."),
    ("diagramless.puz", Format::Puz, 16, 17, 88, "...#...##...#..."),
    ("unicode.puz", Format::Puz, 3, 3, 0, "..."),
    ("text_format_v1.txt", Format::PuzText, 15, 15, 34, "....#.....#...."),
    ("diagramless.txt", Format::PuzText, 16, 17, 88, "...#...##...#..."),
    ("test.ipuz", Format::Ipuz, 5, 5, 4, "....#"),
    ("gaps.ipuz", Format::Ipuz, 7, 5, 11, "...####"),
    ("basic.exolve", Format::Exolve, 5, 5, 6, "....."),
    ("test.jpz", Format::Jpz, 5, 5, 4, "....#"),
    ("happycross.qxw", Format::Qxw, 8, 8, 36, "#.####.#"),
    ("nyt1955-01-01.xd", Format::Xd, 15, 15, 38, ".....#....#...."),
    ("guardian-simple.json", Format::Guardian, 5, 5, 4, "....#"),
    ("bars-and-blocks.exolve", Format::Exolve, 0, 0, 0, "a bar between row 1, column 2 and row 1, column 3"),
];

/// Other people's files, if they lie beside this checkout.
fn shared() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/formats");
    if !folder.is_dir() {
        // Not with println: the test harness would swallow it.
        let _ = writeln!(std::io::stderr(), "skipped: no puzzle files at {}", folder.display());
        return None;
    }
    Some(folder)
}

#[test]
fn other_peoples_files_are_read_as_described() {
    let Some(folder) = shared() else { return };
    for (name, format, width, height, black, says) in SHARED {
        let bytes = fs::read(folder.join(name)).expect("a file that the description lists");
        match recognised(&bytes).unwrap_or_else(|| panic!("{name} is not recognised")) {
            Ok(puzzle) => {
                let grid = &puzzle.grid;
                let blacks = width * height - grid.whites();
                assert_eq!(
                    (puzzle.format, grid.width(), grid.height(), blacks),
                    (format, width, height, black),
                    "{name}"
                );
                assert_eq!(grid.one_line().split('/').next(), Some(says), "{name}");
                assert!(puzzle.notes.is_empty(), "{name}: {:?}", puzzle.notes);
            }
            Err(fault) => assert!(width == 0 && fault.contains(says), "{name}:{fault}"),
        }
    }
    let refused = [
        ("circle.qxw", "grid type 3 (circular) is not supported"),
        ("test-barred.jpz", "barred grids are not supported"),
    ];
    for (name, says) in refused {
        let fault = recognised(&fs::read(folder.join(name)).expect("a file")).expect(name).expect_err(name);
        assert!(fault.contains(says), "{name}:{fault}");
    }
    assert!(recognised(&fs::read(folder.join("ONE_bad.puz")).expect("a file")).is_none(), "no magic text is in it");
}

#[test]
fn forms_of_one_puzzle_agree() {
    let Some(folder) = shared() else { return };
    for names in [&["diagramless.puz", "diagramless.txt"][..], &["test.ipuz", "test.jpz", "guardian-simple.json"]] {
        let grids: Vec<Grid> = names
            .iter()
            .map(|name| recognised(&fs::read(folder.join(name)).expect("a file")).expect(name).expect(name).grid)
            .collect();
        assert!(grids.windows(2).all(|pair| pair[0] == pair[1]), "{names:?}");
    }
}

#[test]
fn words_are_numbered_in_what_is_written() {
    let grid: Grid = GRID.parse().expect("a grid");
    let written: serde_json::Value =
        serde_json::from_str(&ipuz::write(&grid, Some("A \"title\""), None)).expect("JSON");
    let made: serde_json::Value = serde_json::from_slice(&fixture("plain.ipuz")).expect("JSON");
    assert_eq!(written["puzzle"], made["puzzle"], "the fixture's numbers were counted by another program");
    assert_eq!((&written["title"], written.get("author")), (&"A \"title\"".into(), None));
    let across: Vec<_> =
        written["clues"]["Across"].as_array().expect("clues").iter().map(|clue| &clue["number"]).collect();
    assert_eq!(across, [1, 4, 5, 8, 9]);

    let written = exolve::write(&grid, Some("Five rows of six"), Some("A. Setter"));
    let made = String::from_utf8(fixture("unsolved.exolve")).expect("a text");
    let made: Vec<String> =
        made.lines().filter(|line| !line.contains("exolve-id")).map(|line| line.replace(" Clue", "")).collect();
    assert_eq!(written.lines().collect::<Vec<_>>(), made);
}

fn any_grid() -> impl Strategy<Value = Grid> {
    let side = 1..=MAX_SIZE;
    (side.clone(), side).prop_flat_map(|(width, height)| {
        vec(any::<u64>(), height).prop_map(move |rows| Grid::from_rows(width, &rows).expect("1 to 64 of each"))
    })
}

/// One way in which a file can be spoilt.
#[derive(Debug, Clone)]
enum Damage {
    Truncate(Index),
    Set(Index, u8),
    Delete(Index, usize),
    Repeat(Index, usize, usize),
    /// Some of another file, from there and so long, put here.
    Splice(Index, usize, Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = prop_oneof![any::<u8>(), select(b"#.:_|?0<>/\"'{}[],;\n-\0".to_vec())];
    prop_oneof![
        any::<Index>().prop_map(Damage::Truncate),
        (any::<Index>(), byte).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (any::<Index>(), 1..20_usize).prop_map(|(at, length)| Damage::Delete(at, length)),
        (any::<Index>(), 1..20_usize, 1..20_usize).prop_map(|(at, length, times)| Damage::Repeat(at, length, times)),
        (any::<Index>(), 0..FIXTURES.len(), any::<Index>(), 1..60_usize)
            .prop_map(|(at, other, from, length)| Damage::Splice(at, other, from, length)),
    ]
}

fn spoilt(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        let length = bytes.len().max(1);
        match *damage {
            Damage::Truncate(at) => bytes.truncate(at.index(length)),
            Damage::Set(at, byte) => {
                if let Some(place) = bytes.get_mut(at.index(length)) {
                    *place = byte;
                }
            }
            Damage::Delete(at, count) => {
                let start = at.index(length).min(bytes.len());
                bytes.drain(start..(start + count).min(bytes.len()));
            }
            Damage::Repeat(at, count, times) => {
                let start = at.index(length).min(bytes.len());
                let piece = bytes[start..(start + count).min(bytes.len())].repeat(times);
                bytes.splice(start..start, piece);
            }
            Damage::Splice(at, other, from, count) => {
                let other = fixture(FIXTURES[other].0);
                let from = from.index(other.len());
                let start = at.index(length).min(bytes.len());
                bytes.splice(start..start, other[from..(from + count).min(other.len())].iter().copied());
            }
        }
    }
    bytes
}

/// Reads bytes as every format: whatever they are, the answer is a grid or one line.
fn read_as_everything(bytes: &[u8]) {
    recognise(bytes);
    for format in Format::ALL {
        match read(bytes, format) {
            Ok(puzzle) => {
                let names = [puzzle.title, puzzle.author];
                assert!(names.iter().flatten().all(|name| !name.is_empty() && !name.contains(char::is_control)));
            }
            Err(fault) => {
                let line = fault.to_string();
                assert!(line.chars().count() < 400 && !line.contains(char::is_control), "{line}");
                assert!(line.contains(&format!(": {format}: ")), "{line}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_written_reads_back(grid in any_grid(), title in "\\PC{0,20}", author in "\\PC{0,20}") {
        for (text, format) in [
            (ipuz::write(&grid, Some(&title), Some(&author)), Format::Ipuz),
            (exolve::write(&grid, Some(&title), Some(&author)), Format::Exolve),
        ] {
            let puzzle = recognised(text.as_bytes()).expect("a puzzle").expect("no fault");
            prop_assert_eq!(puzzle.format, format);
            prop_assert_eq!(&puzzle.grid, &grid);
            let words = |name: &str| name.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(words(&puzzle.title.unwrap_or_default()), words(&title));
            prop_assert_eq!(words(&puzzle.author.unwrap_or_default()), words(&author));
        }
    }

    #[test]
    fn any_bytes_come_to_an_end(bytes in vec(any::<u8>(), 0..400)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn any_bytes_after_a_good_start_come_to_an_end(
        start in select(vec![
            "<ACROSS PUZZLE>\n", "#QXW2\nGP 0 2 2\n", "exolve-begin\n", "<?xml version=\"1.0\"?>", "ipuz({", "{\"entries\":",
            "## Grid\n", "PK\u{3}\u{4}", "ab\0\0ACROSS&DOWN\0",
        ]),
        rest in vec(any::<u8>(), 0..200),
    ) {
        read_as_everything(&[start.as_bytes(), &rest].concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_spoilt_file_comes_to_an_end(which in 0..FIXTURES.len(), damages in vec(damage(), 1..4)) {
        read_as_everything(&spoilt(fixture(FIXTURES[which].0), &damages));
    }
}

#[test]
fn a_truncated_file_is_refused_or_whole() {
    for (name, format, _) in FIXTURES {
        let bytes = fixture(name);
        for length in 0..bytes.len() {
            // What is cut off after the grid may not be missed, but another grid must not come of it. An .xd file does not
            // tell the size, so the rows it has, or a part of the first, are a grid.
            if let Ok(puzzle) = read(&bytes[..length], format) {
                let grid = puzzle.grid.one_line();
                let as_good = if format == Format::Xd { GRID.starts_with(&grid) } else { grid == GRID };
                assert!(as_good, "{name}, {length} bytes: {grid}");
            }
        }
    }
}

/// Files made to take long or much memory.
#[test]
fn a_hostile_file_is_refused_soon() {
    let many = |piece: &str| piece.repeat(MOST_BYTES / piece.len());
    let whole = |before: &str, piece: &str, after: &str| {
        let times = (MOST_BYTES - before.len() - after.len()) / piece.len();
        format!("{before}{}{after}", piece.repeat(times))
    };
    let numbered = |before: &str, piece: &dyn Fn(usize) -> String, after: &str| {
        let mut text = before.to_owned();
        let mut i = 0;
        while text.len() < MOST_BYTES - 100 - after.len() {
            text.push_str(&piece(i));
            i += 1;
        }
        text + after
    };
    let jpz = "<rectangular-puzzle><crossword><grid width=\"64\" height=\"64\">";
    let ipuz = "{\"kind\":\"crossword\",\"dimensions\":{\"width\":64,\"height\":64},\"puzzle\":";
    let hostile = [
        (Format::Jpz, many("<a>")),
        (Format::Jpz, many("<a ")),
        (Format::Jpz, many("&amp;")),
        (Format::Jpz, many("<!--")),
        (Format::Jpz, whole(jpz, "<cell/>", "")),
        (Format::Jpz, numbered(&format!("{jpz}<cell "), &|i| format!("a{i}='' "), "/>")),
        (Format::Jpz, numbered("", &|i| format!("<a xmlns:b{i}='c{i}'>"), "")),
        (Format::Jpz, numbered("<!DOCTYPE a [", &|i| format!("<!ENTITY e{} '&e{i};&e{i};'>", i + 1), "]><a>&e9;</a>")),
        (Format::Ipuz, many("[")),
        (Format::Ipuz, many("{\"a\":")),
        (Format::Ipuz, whole(ipuz, "[", "}")),
        (Format::Ipuz, whole(ipuz, "{\"cell\":", "}")),
        (Format::Ipuz, format!("{ipuz}[[{}", many("1,"))),
        (Format::Ipuz, whole(&format!("{ipuz}[["), "1,", "1]]}")),
        (Format::Ipuz, whole(&format!("{ipuz}["), "[],", "[]]}")),
        (Format::Ipuz, whole(&format!("{ipuz}[[{{\"cell\":\"1\",\"style\":{{\"barred\":\""), "TRBL", "\"}}]]}")),
        (Format::Guardian, many("{\"entries\":[")),
        (
            Format::Guardian,
            whole(
                "{\"dimensions\":{\"cols\":64,\"rows\":64},\"entries\":[",
                "{\"position\":{\"x\":0,\"y\":0},\"direction\":\"down\",\"length\":64},",
                "{\"position\":{\"x\":0,\"y\":0},\"direction\":\"down\",\"length\":63}]}",
            ),
        ),
        (
            Format::Guardian,
            "{\"dimensions\":{\"cols\":9,\"rows\":9},\"entries\":[{\"position\":{\"x\":18446744073709551615,\"y\":0},\
             \"direction\":\"across\",\"length\":2}]}"
                .to_owned(),
        ),
        (
            Format::Exolve,
            whole("exolve-begin\nexolve-width: 64\nexolve-height: 64\nexolve-grid:\n", "0\n", "exolve-end\n"),
        ),
        (
            Format::Exolve,
            whole("exolve-begin\nexolve-width: 64\nexolve-height: 64\nexolve-grid:\n0", "|", "\nexolve-end\n"),
        ),
        (Format::Exolve, many("exolve-begin\n")),
        (Format::Xd, numbered("Title: a\nRebus: ", &|i| format!("{i}=A,"), "\n\n\n-")),
        (Format::Xd, whole("## Grid\n", "A\n", "")),
        (Format::Xd, whole("## Grid\n", "A", "")),
        (Format::PuzText, whole("<ACROSS PUZZLE>\n<SIZE>\n64x64\n<GRID>\n", ".\n", "")),
        (Format::PuzText, many("<ACROSS PUZZLE>\n")),
        (Format::Qxw, whole("#QXW2\nGP 0 64 64\n", "SQ 0 0 0 0 0\n", "")),
        (Format::Qxw, format!("#QXW2\nGP 0 {0} {0}\n", u64::MAX)),
        (Format::Qxw, format!("#QXW2\nGP 0 9 9\nSQ {0} {0} 0 0 0\n", u64::MAX)),
        (Format::Puz, many("ACROSS&DOWN\0")),
        (Format::Ipuz, " ".repeat(MOST_BYTES + 1)),
    ];
    for (i, (format, text)) in hostile.into_iter().enumerate() {
        assert!(text.len() <= 2 * MOST_BYTES, "{i}");
        let start = Instant::now();
        let line = fault(text.as_bytes(), format);
        assert!(start.elapsed() < Duration::from_secs(5), "{i}, {format}: {:?}", start.elapsed());
        assert!(line.chars().count() < 400, "{i}: {line}");
        recognise(&text.as_bytes()[..text.len().min(START_BYTES)]);
        assert!(start.elapsed() < Duration::from_secs(6), "{i}, {format}: {:?} to recognise", start.elapsed());
    }
}

#[test]
fn an_archive_that_swells_is_refused() {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    archive.start_file("puzzle.xml", options).expect("room for it");
    for _ in 0..64 {
        archive.write_all(&vec![b' '; 1 << 20]).expect("room for it");
    }
    let bytes = archive.finish().expect("room for it").into_inner();
    assert!(bytes.len() < 1 << 20, "64 MB in {} bytes", bytes.len());
    let line = fault(&bytes, Format::Jpz);
    assert!(line.contains("larger than a puzzle can be"), "{line}");

    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["a.xml", "b.xml"] {
        archive.start_file(name, options).expect("room for it");
    }
    let bytes = archive.finish().expect("room for it").into_inner();
    assert!(fault(&bytes, Format::Jpz).contains("it has 2 files, expected one"));
}
