//! Tests `gridcheck draw` and `gridcheck draw --halftone` on the real program.

use std::fs;
use std::process::{Command, Stdio};

use crate::pictures::{decoded, encoded, slope, slope_of};
use crate::program::{answer, feed, file, name, refused, run, text};

/// On a terminal, which `script` simulates, one character shows two squares, and grids are side by side.
#[test]
fn a_terminal_gets_half_blocks() {
    let Ok(script) = which::which("script") else {
        println!("skipped: there is no program `script` to make a terminal");
        return;
    };
    let grid = file("#..\n.#.\n..#\n");
    let on_terminal = |extra: &str| {
        let command = format!("{} draw {} {} {extra}", env!("CARGO_BIN_EXE_gridcheck"), name(&grid), name(&grid));
        let mut script = Command::new(&script);
        script.args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).env("TERM", "xterm");
        let output = script.output().expect("script runs");
        String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n")
    };
    assert_eq!(on_terminal("--color never --columns 2"), "▀▄   ▀▄\n  ▀    ▀\n");
    assert_eq!(on_terminal("--color never --columns 1"), "▀▄\n  ▀\n\n▀▄\n  ▀\n");
    let coloured = on_terminal("--color always --columns 1 --mark 1,2");
    assert!(
        coloured.starts_with("\x1b[38;5;236;48;5;231m▀\x1b[38;5;203;48;5;236m▀\x1b[38;5;231;48;5;231m▀\x1b[0m\n"),
        "{coloured:?}"
    );
    assert!(coloured.contains("\x1b[38;5;236;49m▀\x1b[0m\n"), "nothing below the last row: {coloured:?}");
}

/// Names have as many pixels as letters.
#[test]
fn grids_of_several_files_have_their_names_below_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    let (one, two) = (place("one.txt"), place("a<b>&c.txt"));
    fs::write(&one, "...\n...\n...\n").expect("room");
    fs::write(&two, "...\n...\n...\n").expect("room");

    let png = place("names.png");
    answer(&["draw", &one, &two, "--scale", "8", "--columns", "1", "--out", &png]);
    let (width, height, pixels) = decoded(&fs::read(&png).expect("a file"));
    let is_inked = |x: usize, y: usize| pixels[y * width as usize + x].iter().all(|&light| light < 100);
    // Two places below one another, three squares and two of name high, and wide enough for ten letters of six pixels.
    assert_eq!((width, height), ((1 + 8 + 1) * 8, (1 + 2 * (3 + 2 + 1)) * 8));
    for (name, top) in [("one.txt", 4), ("a<b>&c.txt", 10)] {
        // From below the frame to the top of the next grid.
        let inked = (top * 8 + 1..(top + 3) * 8).flat_map(|y| (0..80).map(move |x| (x, y)));
        let columns: Vec<usize> = inked.filter(|&(x, y)| is_inked(x, y)).map(|(x, _)| x).collect();
        let last = 8 + 6 * (name.len() - 1);
        assert!(columns.len() > 50, "{name} has {} pixels", columns.len());
        assert!(columns.iter().all(|x| (8..last + 6).contains(x)) && columns.iter().any(|&x| x >= last), "{name}");
    }
}

#[test]
fn letters_change_the_squares_in_which_they_stand() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    let puzzle = place("circles.ipuz");
    let content = r##"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 3, "height": 3},
        "puzzle": [[1, 0, {"cell": 2, "style": {"shapebg": "circle"}}], [0, "#", 0], [3, 0, 0]],
        "solution": [["C", "A", "T"], ["O", "#", "O"], ["W", "E", "EST"]]}"##;
    fs::write(&puzzle, content).expect("room");
    let png = place("a.png");
    answer(&["draw", &puzzle, "--scale", "32", "--out", &png]);
    let (width, _, plain) = decoded(&fs::read(&png).expect("a file"));
    answer(&["draw", &puzzle, "--scale", "32", "--letters", "--force", "--out", &png]);
    let (_, _, lettered) = decoded(&fs::read(&png).expect("a file"));
    let changed = |r: usize, c: usize| {
        let pixels = (32 * (r + 1)..32 * (r + 2)).flat_map(|y| (32 * (c + 1)..32 * (c + 2)).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| plain[y * width as usize + x] != lettered[y * width as usize + x]).count()
    };
    for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
        assert_eq!(changed(r, c) > 20, (r, c) != (1, 1), "{r} {c}: {}", changed(r, c));
    }
}

#[test]
fn a_halftone_is_made_of_the_primitive_grids() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    for (ending, bytes) in [("png", slope_of(140, 130)), ("jpg", slope())] {
        let image = path(&format!("image.{ending}"));
        fs::write(&image, bytes).expect("room on the disk");
        // 14 × 13 tiles use each of the 182 grids once.
        let drawn = answer(&["draw", &image, "--halftone", "7", "--columns", "14"]);
        let mut grids: Vec<String> = Vec::new();
        for block in drawn.split("\n\n") {
            let rows: Vec<Vec<&str>> = block.lines().map(|line| line.split("  ").collect()).collect();
            grids.extend((0..14).map(|i| rows.iter().map(|row| row[i]).collect::<Vec<_>>().join("/")));
        }
        let least =
            |grid: &String| gridcheck::classes::canonical::least_image(&grid.parse().expect("a grid")).one_line();
        let mut used: Vec<String> = grids.iter().map(least).collect();
        used.sort();
        let mut listed: Vec<String> = answer(&["list", "--size", "7", "--primitive", "--format", "line"])
            .lines()
            .map(|line| least(&line.to_owned()))
            .collect();
        listed.sort();
        assert_eq!(used, listed);
        // Without `--columns` there are enough grids.
        let out = path("out.png");
        assert_eq!(answer(&["draw", &image, "--halftone", "7", "--force", "--out", &out]), "");
        let (width, height, _) = decoded(&fs::read(&out).expect("a file"));
        assert_eq!((width, height), (14 * 7 * 2, 13 * 7 * 2));
        let said = run(&["draw", &image, "--halftone", "7", "--columns", "20", "--force", "--out", &path("out.svg")]);
        assert_eq!(said.code, 0);
        assert_eq!(said.err, "gridcheck: note: 380 tiles and 182 grids: each grid is used 2 or 3 times\n");
    }
}

#[test]
fn a_halftone_of_nothing_but_one_shade_and_of_a_single_pixel() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("dot.png");
    fs::write(&path, encoded(1, 1, |_, _| [0, 0, 0, 0])).expect("room on the disk");
    let drawn = answer(&["draw", text(&path), "--halftone", "7"]);
    // Transparent pixels are white, and the lightest grid is the one with nine black squares.
    assert_eq!(drawn.matches('#').count(), 9, "{drawn}");
    let said = feed(&["draw", "-", "--halftone", "7"], fs::read(&path).expect("a file"));
    assert_eq!(said.out, drawn);
}

/// Returns a PNG that declares this size, and ends before its pixels.
fn header_only(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    // The writer appends an end when it is dropped; only the header is kept.
    drop(encoder.write_header().expect("room in memory"));
    bytes.truncate(33);
    bytes.extend_from_slice(b"\x00\x01\x00\x00IDAT\x78\x9c");
    bytes
}

#[test]
fn halftone_refuses_unreadable_and_oversized_pictures() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = slope_of(64, 64);
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    let bomb = header_only(60_000, 60_000);
    let wide = header_only(1_000_000, 1);
    let deep = header_only(19_000, 19_000);
    let mut jpeg = slope();
    jpeg.truncate(jpeg.len() - 100);
    let cases = [
        ("cut JPEG", jpeg, "the file ends before the picture does"),
        ("cut", good[..good.len() / 2].to_vec(), "not a PNG or JPEG picture"),
        ("flipped", flipped, "not a PNG or JPEG picture"),
        ("bomb", bomb, "60000 × 60000 pixels"),
        ("wide", wide, "1000000 × 1 pixels"),
        ("deep", deep, "512 MB"),
    ];
    for (what, bytes, part) in cases {
        let path = folder.path().join(what);
        fs::write(&path, bytes).expect("room");
        let said = refused(&["draw", text(&path), "--halftone", "9"]);
        assert!(said.starts_with(text(&path)) && said.contains(part), "{what}: {said}");
    }
}
