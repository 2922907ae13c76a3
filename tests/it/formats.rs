//! Tests puzzle files: a fixture of every format and dialect, every fault with its place, other people's files where they lie
//! beside this checkout, and random bytes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::program::shared;
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::puzzle::{Feature, Field, MAX_BYTES};
use gridcheck::formats::recognition::recognise;
use gridcheck::formats::registry::{Format, read};
use gridcheck::grid::Grid;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const GRID: &str = "#...../...#.#/.#..../....#./##....";

/// The fixtures, which hold the same puzzle. `tests/snapshots/files.txt` shows each of them.
pub static FIXTURES: LazyLock<Vec<(String, Vec<u8>, Format)>> = LazyLock::new(|| fixtures("formats"));

/// Returns the format of puzzles that the content of a file shows.
pub fn shown(bytes: &[u8]) -> Option<Format> {
    recognise(bytes, Path::new("")).ok().filter(|format| !format.is_list())
}

/// Returns the puzzle files in a folder of `fixtures`, with their formats.
pub fn fixtures(folder: &str) -> Vec<(String, Vec<u8>, Format)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let (name, bytes) = (path.display().to_string(), fs::read(&path).expect("a file"));
        let format = shown(&bytes)?;
        Some((name, bytes, format))
    };
    fs::read_dir(folder).expect("the fixtures").filter_map(read).collect()
}

/// Returns the puzzle in some bytes of any format; an error if it has bars or voids.
fn recognised(bytes: &[u8]) -> Option<Result<(Format, PuzzleFile), String>> {
    let format = shown(bytes)?;
    let file = read(bytes, format).and_then(|file| file.plain().map(drop).map(|()| file));
    Some(file.map(|file| (format, file)).map_err(|fault| fault.to_string()))
}

fn fault(bytes: &[u8], format: Format) -> String {
    match read(bytes, format).and_then(|file| file.plain().cloned()) {
        Err(fault) => fault.to_string(),
        Ok(puzzle) => panic!("read as {format}: {:?}", puzzle.grid),
    }
}

/// The description beside the files, compared with their content: width, height, black squares, the first row.
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

#[test]
fn other_peoples_files_are_read_as_described() {
    let Some(folder) = shared("formats") else { return };
    for (name, format, width, height, black, says) in SHARED {
        let bytes = fs::read(folder.join(name)).expect("a file that the description lists");
        match recognised(&bytes).unwrap_or_else(|| panic!("{name} is not recognised")) {
            Ok((found, file)) => {
                let grid = &file.puzzle().expect("no open square").grid;
                let blacks = width * height - grid.whites();
                assert_eq!((found, grid.width(), grid.height(), blacks), (format, width, height, black), "{name}");
                assert_eq!(grid.one_line().split('/').next(), Some(says), "{name}");
                assert!(file.notes.is_empty(), "{name}: {:?}", file.notes);
            }
            Err(fault) => assert!(width == 0 && fault.contains(says), "{name}:{fault}"),
        }
    }
    let refused = [
        ("circle.qxw", "grid type 3 (circular) is not supported"),
        ("test-barred.jpz", "expected a grid without bars"),
    ];
    for (name, says) in refused {
        let fault = recognised(&fs::read(folder.join(name)).expect("a file")).expect(name).expect_err(name);
        assert!(fault.contains(says), "{name}:{fault}");
    }
    assert!(recognised(&fs::read(folder.join("ONE_bad.puz")).expect("a file")).is_none(), "no magic text is in it");
}

/// The other contents of other people's files: squares with one letter or several, circles, clues, and omitted features.
#[test]
fn other_peoples_files_are_read_as_a_whole() {
    let Some(folder) = shared("formats") else { return };
    let whole = [
        ("av110622.puz", [189, 0, 0, 78], &[][..]),
        ("washpost.puz", [189, 0, 0, 78], &["bytes before the header"]),
        ("diagramless.puz", [184, 0, 0, 80], &["the player's time"]),
        ("unicode.puz", [9, 0, 0, 6], &[]),
        ("text_format_v1.txt", [191, 0, 0, 78], &[]),
        ("diagramless.txt", [184, 0, 0, 80], &[]),
        ("test.ipuz", [21, 1, 2, 10], &[]),
        ("gaps.ipuz", [24, 0, 0, 10], &["clues of words that the grid does not have: 1 (7-Down)"]),
        ("basic.exolve", [19, 0, 0, 5], &[]),
        ("bars-and-blocks.exolve", [19, 0, 0, 9], &[]),
        ("test.jpz", [21, 1, 2, 10], &["cell-size-in-pixels of grid-look", "clue-square-divider-width of grid-look"]),
        ("test-barred.jpz", [24, 0, 0, 10], &["bars that end no word", "the element applet-settings"]),
        ("nyt1955-01-01.xd", [187, 4, 0, 0], &[]),
        ("guardian-simple.json", [21, 0, 0, 10], &[]),
        ("happycross.qxw", [28, 0, 0, 0], &["settings of Qxw"]),
    ];
    for (name, counts, unread) in whole {
        let bytes = fs::read(folder.join(name)).expect("a file that the description lists");
        let file = read(&bytes, shown(&bytes).expect(name)).unwrap_or_else(|fault| panic!("{name}:{fault}"));
        let puzzle = file.puzzle().expect("no open square");
        let found =
            [Feature::Letters, Feature::Rebus, Feature::Circles, Feature::Clues].map(|thing| puzzle.count(thing));
        let kinds: Vec<&str> = file.unread.iter().map(String::as_str).collect();
        assert_eq!((found, kinds.as_slice()), (counts, unread), "{name}");
    }
}

#[test]
fn forms_of_one_puzzle_agree() {
    let Some(folder) = shared("formats") else { return };
    for names in [&["diagramless.puz", "diagramless.txt"][..], &["test.ipuz", "test.jpz", "guardian-simple.json"]] {
        let grids: Vec<Grid> = names
            .iter()
            .map(|name| recognised(&fs::read(folder.join(name)).expect("a file")).expect(name).expect(name).1)
            .map(|file| file.puzzle().expect("no open square").grid.clone())
            .collect();
        assert!(grids.windows(2).all(|pair| pair[0] == pair[1]), "{names:?}");
    }
}

/// A way to damage a file.
#[derive(Debug, Clone)]
enum Damage {
    Truncate(Index),
    Set(Index, u8),
    Delete(Index, usize),
    Repeat(Index, usize, usize),
    /// A part of another file, from an offset and of a length, inserted here.
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
                let other = &FIXTURES[other].1;
                let from = from.index(other.len());
                let start = at.index(length).min(bytes.len());
                bytes.splice(start..start, other[from..(from + count).min(other.len())].iter().copied());
            }
        }
    }
    bytes
}

/// The registry and the targets know the formats; no format knows them, or another format.
#[test]
fn a_format_uses_no_registry_and_no_other_format() {
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/puzzle/formats/src");
    let formats = ["puz", "puz_text", "ipuz", "exolve", "xd", "jpz", "qxw", "guardian", "site_json"];
    for format in formats {
        let (file, folder) = (room.join(format!("{format}.rs")), room.join(format));
        let files: Vec<_> = if file.is_file() {
            vec![file]
        } else {
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
        };
        assert!(!files.is_empty(), "{format} has no source");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            for line in text.lines().filter(|line| line.starts_with("use ")) {
                let names: Vec<&str> = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
                let others = formats.into_iter().filter(|other| *other != format);
                let known: Vec<&str> = others
                    .chain(["registry", "target", "source", "text", "Format"])
                    .filter(|name| names.contains(name))
                    .collect();
                assert!(known.is_empty(), "{} knows {known:?}: {line}", file.display());
            }
        }
    }
}

/// Reads bytes as every format. Whatever they are, the result is a puzzle or an error of one line.
pub fn read_as_everything(bytes: &[u8]) {
    shown(bytes);
    let one_line = |text: &str| !text.is_empty() && !text.contains(char::is_control);
    for format in Format::ALL {
        let file = read(bytes, format);
        if let Ok(file) = &file {
            assert!(file.unread.iter().all(|kind| one_line(kind)) && file.unread.len() < 40, "{:?}", file.unread);
        }
        match file.as_ref().map_err(Clone::clone).and_then(|file| file.puzzle()) {
            Ok(puzzle) => {
                let texts = puzzle.about.iter().filter(|(field, _)| **field != Field::Notes).map(|(_, text)| text);
                assert!(texts.chain(puzzle.numbers.values()).all(|text| one_line(text)));
                let clues = puzzle.clues.values().map(|clue| &clue.text).filter(|text| !text.is_empty());
                assert!(clues.into_iter().all(|text| one_line(&text.plain())));
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
        read_as_everything(&spoilt(FIXTURES[which].1.clone(), &damages));
    }
}

#[test]
fn a_truncated_file_is_refused_or_whole() {
    for (name, bytes, format) in &*FIXTURES {
        for length in 0..bytes.len() {
            // Text cut off after the grid may go unnoticed, but the grid must not change. An .xd file does not state its size, so
            // any prefix of its rows is a grid.
            if let Ok(file) = read(&bytes[..length], *format) {
                let grid = file.puzzle().expect("no open square").grid.one_line();
                let as_good = if *format == Format::Xd { GRID.starts_with(&grid) } else { grid == GRID };
                assert!(as_good, "{name}, {length} bytes: {grid}");
            }
        }
    }
}

/// These files are made to take much time or memory.
#[test]
fn a_hostile_file_is_refused_soon() {
    let many = |piece: &str| piece.repeat(MAX_BYTES / piece.len());
    let whole = |before: &str, piece: &str, after: &str| {
        let times = (MAX_BYTES - before.len() - after.len()) / piece.len();
        format!("{before}{}{after}", piece.repeat(times))
    };
    let numbered = |before: &str, piece: &dyn Fn(usize) -> String, after: &str| {
        let mut text = before.to_owned();
        let mut i = 0;
        while text.len() < MAX_BYTES - 100 - after.len() {
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
        (Format::Ipuz, " ".repeat(MAX_BYTES + 1)),
    ];
    for (i, (format, text)) in hostile.into_iter().enumerate() {
        assert!(text.len() <= 2 * MAX_BYTES, "{i}");
        let start = Instant::now();
        let line = fault(text.as_bytes(), format);
        assert!(start.elapsed() < Duration::from_secs(5), "{i}, {format}: {:?}", start.elapsed());
        assert!(line.chars().count() < 400, "{i}: {line}");
        shown(text.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(6), "{i}, {format}: {:?} to recognise", start.elapsed());
    }
}

/// Returns a zip archive of files with this content.
fn zipped(names: &[&str], content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for name in names {
        let file = archive.new_file(name).compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().expect("room for it");
        let packed = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
        let mut writer = config.wrap(packed);
        writer.write_all(content).expect("room for it");
        let (packed, descriptor) = writer.finish().expect("room for it");
        packed.finish().expect("room for it");
        entry.finish(descriptor).expect("room for it");
    }
    archive.finish().expect("room for it");
    bytes
}

#[test]
fn an_archive_that_swells_is_refused() {
    let bytes = zipped(&["puzzle.xml"], &vec![b' '; 64 << 20]);
    assert!(bytes.len() < 1 << 20, "64 MB in {} bytes", bytes.len());
    let line = fault(&bytes, Format::Jpz);
    assert!(line.contains("larger than a puzzle can be"), "{line}");

    let bytes = zipped(&["a.xml", "b.xml"], b"");
    assert!(fault(&bytes, Format::Jpz).contains("it has 2 files, expected one"));
}
