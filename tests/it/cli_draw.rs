//! Tests `gridcheck draw` and `gridcheck halftone` on the real program.

use std::fs;
use std::process::{Command, Stdio};

use crate::pictures::{decoded, encoded, slope, slope_of};
use crate::program::{answer, feed, file, gridcheck, name, refusal, refused, run, text};

/// The command of the README that made a picture in `docs`.
const SHEET: &str = "docs/primitive-7x7.svg";

#[test]
fn the_sheet_of_the_docs_is_what_the_command_makes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("sheet.svg");
    let grids = answer(&["list", "--size", "7", "--primitive"]);
    let args = ["draw", "-", "--order", "paper", "--columns", "14", "--force", "--out", text(&path)];
    let said = feed(&args, grids);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""));
    let (made, kept) = (fs::read(&path).expect("a file"), fs::read(SHEET).expect("the sheet of the docs"));
    assert!(made == kept, "{SHEET} is not what {args:?} makes of the list");
    let sheet = String::from_utf8(kept).expect("text");
    let places: Vec<&str> = sheet.lines().filter_map(|line| line.strip_prefix("<g transform=\"translate(")).collect();
    assert_eq!(places.len(), 182);
    // 14 columns and 13 rows, each of seven squares with one square between.
    assert!(places[13].starts_with("105 1)") && places[14].starts_with("1 9)") && places[181].starts_with("105 97)"));
}

/// Ten grids drawn at random, kept in a file; `slow.rs` draws them again.
#[test]
fn the_gallery_of_lattices_is_what_the_command_makes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("lattices.svg");
    answer(&["draw", "fixtures/tour/lattices.txt", "--columns", "5", "--force", "--out", text(&path)]);
    let kept = fs::read("docs/lattices-15x15.svg").expect("the gallery of the docs");
    assert!(fs::read(&path).expect("a file") == kept, "another picture than that of the docs");
    let constraints = ["--where", "words 28..32", "--where", "length 3 <= 2", "--where", "mean-length 6..7"];
    let granting = answer(&[&["stats", "fixtures/tour/lattices.txt", "--format", "csv"], &constraints[..]].concat());
    assert_eq!(granting.lines().count(), 11, "ten grids and a heading: {granting}");
}

#[test]
fn without_a_terminal_a_drawing_can_be_read_again() {
    let grids = answer(&["list", "--size", "5"]);
    assert_eq!(feed(&["draw", "-"], grids.clone()).out, grids);
    let two = feed(&["draw", "-", "--columns", "2"], "..#\n...\n\n.\n");
    assert_eq!(two.out, "..#  .\n...\n");
}

#[test]
fn numbers_marks_and_open_edges_are_drawn_in_text() {
    let grid = file("#...\n..#.\n....\n");
    let drawn = |extra: &[&str]| answer(&[&["draw", name(&grid)], extra].concat());
    assert_eq!(drawn(&["--open-edge"]), " ...\n..#.\n....\n");
    assert_eq!(drawn(&["--numbers"]), "##1...2.\n3...##..\n4.......\n");
    assert_eq!(drawn(&["--mark", "2,3", "--mark", "3,1"]), "##......\n....#*..\n.*......\n");
    assert_eq!(drawn(&["--numbers", "--mark", "1,2"]), "##1*..2.\n3...##..\n4.......\n");
}

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

#[test]
fn every_ending_makes_its_kind_of_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (ending, begins) in
        [("svg", &b"<svg"[..]), ("png", b"\x89PNG\r\n\x1a\n"), ("html", b"<!doctype html>"), ("PNG", b"\x89PNG")]
    {
        let path = folder.path().join(format!("picture.{ending}"));
        for _ in 0..2 {
            assert_eq!(
                answer(&["draw", "fixtures/cli/british_5x5.txt", "--numbers", "--force", "--out", text(&path)]),
                ""
            );
        }
        assert!(fs::read(&path).expect("a file").starts_with(begins), "{ending}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 4, "nothing else is left there");
    let (width, height, _) = decoded(&fs::read(folder.path().join("picture.png")).expect("a file"));
    // 17 grids in five columns and four rows, 16 pixels a square.
    assert_eq!((width, height), ((5 * 6 + 1) * 16, (4 * 6 + 1) * 16));
}

/// Names that need care in XML and in a picture.
#[test]
fn grids_of_several_files_have_their_names_below_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    let (one, two, both) = (place("one.txt"), place("a<b>&c.txt"), place("both.txt"));
    fs::write(&one, "...\n...\n...\n").expect("room");
    fs::write(&two, "...\n...\n...\n").expect("room");
    fs::write(&both, "..\n\n.\n").expect("room");

    let svg = place("names.svg");
    answer(&["draw", &one, &two, &both, "--force", "--out", &svg]);
    let drawing = fs::read_to_string(&svg).expect("a file");
    let xml = roxmltree::Document::parse(&drawing).expect("well-formed XML");
    let names = xml.descendants().filter(|node| node.attribute("class") == Some("n"));
    let names: Vec<&str> = names.filter_map(|node| node.text()).collect();
    assert_eq!(names, ["one.txt", "a<b>&c.txt", "both.txt, grid 1", "both.txt, grid 2"]);
    for plain in
        [&["draw", &both, "--force", "--out", &svg][..], &["draw", &one, &two, "--no-names", "--force", "--out", &svg]]
    {
        answer(plain);
        assert!(!fs::read_to_string(&svg).expect("a file").contains("txt"), "{plain:?}");
    }

    let png = place("names.png");
    answer(&["draw", &one, &two, "--scale", "8", "--columns", "1", "--force", "--out", &png]);
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

/// Returns the texts of an SVG that have no class: clue numbers and letters.
fn texts(svg: &str) -> Vec<String> {
    let drawing = fs::read_to_string(svg).expect("a file");
    let xml = roxmltree::Document::parse(&drawing).expect("well-formed XML");
    let texts = xml.descendants().filter(|node| node.has_tag_name("text") && node.attribute("class").is_none());
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn letters_circles_and_solutions_are_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = |name: &str| text(&folder.path().join(name)).to_owned();
    let puzzle = place("circles.ipuz");
    let content = r##"{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 3, "height": 3},
        "puzzle": [[1, 0, {"cell": 2, "style": {"shapebg": "circle"}}], [0, "#", 0], [3, 0, 0]],
        "solution": [["C", "A", "T"], ["O", "#", "O"], ["W", "E", "EST"]]}"##;
    fs::write(&puzzle, content).expect("room");
    let svg = place("a.svg");
    let circles = |svg: &str| fs::read_to_string(svg).expect("a file").matches("<circle").count();

    answer(&["draw", &puzzle, "--numbers", "--force", "--out", &svg]);
    assert_eq!((texts(&svg), circles(&svg)), (vec!["1".to_owned(), "2".to_owned(), "3".to_owned()], 0));
    answer(&["draw", &puzzle, "--letters", "--force", "--out", &svg]);
    assert_eq!((texts(&svg).concat(), circles(&svg)), ("CATOOWEEST".to_owned(), 0));
    answer(&["draw", &puzzle, "--circles", "--force", "--out", &svg]);
    assert_eq!((texts(&svg).concat(), circles(&svg)), (String::new(), 1));
    answer(&["draw", &puzzle, "--solution", "--force", "--out", &svg]);
    assert_eq!((texts(&svg).concat(), circles(&svg)), ("CATOOWEEST".to_owned(), 1));
    // A filled grid in plain text has letters too; one without letters is drawn, and that is said.
    let (filled, empty) = (file("CAT\nO#O\nWED\n"), file("...\n.#.\n...\n"));
    answer(&["draw", name(&filled), "--letters", "--black", "#", "--force", "--out", &svg]);
    assert_eq!(texts(&svg).concat(), "CATOOWED");
    let said = run(&[
        "draw",
        name(&filled),
        name(&empty),
        "--letters",
        "--black",
        "#",
        "--no-names",
        "--force",
        "--out",
        &svg,
    ]);
    assert_eq!((said.code, said.err.as_str()), (0, "gridcheck: note: no letters in 1 of 2 grids\n"));

    // In pixels the letters change the squares in which they stand, and no other.
    let png = place("a.png");
    answer(&["draw", &puzzle, "--scale", "32", "--force", "--out", &png]);
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
fn a_pdf_has_a_page_for_all_grids_or_one_for_each() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = text(&folder.path().join("a.pdf")).to_owned();
    let grids = file("CAT\nO#O\nWED\n\nTWO\nO#A\nPOT\n");
    let pdf = |more: &[&str]| {
        answer(
            &[&["draw", name(&grids), "--black", "#", "--numbers", "--mark", "1,1", "--force", "--out", &out], more]
                .concat(),
        );
        String::from_utf8_lossy(&fs::read(&out).expect("a file")).into_owned()
    };
    let (sheet, pages) = (pdf(&[]), pdf(&["--each-page"]));
    for (text, number) in [(&sheet, 1), (&pages, 2)] {
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"), "{text}");
        assert_eq!(text.matches("/Type /Page\n").count(), number, "{text}");
    }
    // Letters and numbers are text, so they can be found and copied.
    let lettered = pdf(&["--letters"]);
    for letter in ["(C) Tj", "(W) Tj", "(3) Tj"] {
        assert!(lettered.contains(letter), "{letter}: {lettered}");
    }
    assert!(!sheet.contains("(W) Tj"));
    assert_eq!(pdf(&["--letters"]), lettered, "the same bytes");
}

#[test]
fn the_largest_grid_is_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let grid = file((".".repeat(64) + "\n").repeat(64));
    for ending in ["svg", "png", "html"] {
        let path = folder.path().join(format!("large.{ending}"));
        answer(&["draw", name(&grid), "--numbers", "--mark", "64,64", "--open-edge", "--force", "--out", text(&path)]);
    }
    let (width, ..) = decoded(&fs::read(folder.path().join("large.png")).expect("a file"));
    assert_eq!(width, 66 * 32);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = |name: &str| text(&folder.path().join(name)).to_owned();
    let grid = "fixtures/cli/ring.txt";
    let (svg, png, html) = (out("a.svg"), out("a.png"), out("a.html"));
    let pdf = out("a.pdf");
    let says = |args: &[&str], part: &str| {
        let said = refused(args);
        assert!(said.contains(part), "{args:?}: {said}");
    };
    says(&["draw", grid, "--force", "--out", &out("a.gif")], ".svg, .png, .pdf or .html");
    says(&["draw", grid, "--force", "--out", &out("picture")], ".svg, .png, .pdf or .html");
    says(&["draw", grid, "--out", text(folder.path())], ".svg, .png, .pdf or .html");
    let nowhere = out("no/folder");
    says(&["draw", grid, "--out", &format!("{nowhere}/a.svg")], &format!("a.svg: there is no folder {nowhere}"));
    says(&["draw", grid, "--mark", "0,1"], "from 1 to 64");
    says(&["draw", grid, "--mark", "3;4"], "as in 3,4");
    says(&["draw", grid, "--mark", "9,1", "--force", "--out", &svg], "no square 9,1 to mark");
    says(&["draw", grid, "--columns", "0"], "1..=10000");
    says(&["draw", grid, "--scale", "4"], "--scale is for");
    says(&["draw", grid, "--scale", "4", "--force", "--out", &html], "--scale is for");
    says(&["draw", grid, "--columns", "4", "--force", "--out", &html], "--columns is not for");
    says(&["draw", grid, "--numbers", "--scale", "8", "--force", "--out", &png], "at least 16 pixels");
    says(&["draw", grid, "--letters", "--scale", "9", "--force", "--out", &png], "at least 12 pixels");
    says(&["draw", grid, "--scale", "4", "--force", "--out", &pdf], "--scale is for");
    says(&["draw", grid, "--each-page", "--force", "--out", &svg], "--each-page is for .pdf");
    says(&["draw", grid, "--each-page", "--columns", "2", "--force", "--out", &pdf], "cannot be used with");
    says(&["draw", grid, "--solution", "--numbers", "--force", "--out", &pdf], "cannot be used with");
    for contents in ["--letters", "--circles", "--solution"] {
        says(&["draw", grid, contents], "are for .svg, .png and .pdf pictures");
        says(&["draw", grid, contents, "--force", "--out", &html], "are for .svg, .png and .pdf pictures");
    }
    says(&["count", "--size", "5", "--by", "words", "--force", "--out", &pdf], "ends in .svg or .png");
    says(&["count", "--size", "5", "--by", "words", "--log-scale"], "--out");
    says(&["draw", "fixtures/cli/bad/empty.txt", "--force", "--out", &svg], "no grid found");
    says(&["draw", "fixtures/cli/bad/binary.bin", "--force", "--out", &svg], "binary.bin:");
    says(&["draw", "fixtures/cli/bad/wide.txt", "--force", "--out", &svg], "wide.txt:");
    says(&["draw", "-", "-"], "named twice");
    says(&["draw", &out("none.txt")], "No such file");
    says(&["draw"], "FILE");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "nothing is left there");
}

#[test]
fn too_many_grids_are_refused_before_anything_is_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.html");
    let many = ".\n\n".repeat(65_537);
    let args = ["draw", "-", "--force", "--out", text(&path)];
    let said = refusal(&args, &feed(&args, many));
    assert!(said.contains("more than 65536 grids"), "{said}");
    let large = ((".".repeat(64) + "\n").repeat(64) + "\n").repeat(20);
    let path = folder.path().join("a.png");
    let args = ["draw", "-", "--scale", "32", "--force", "--out", text(&path)];
    let said = refusal(&args, &feed(&args, large));
    assert!(said.contains("more than 64 million pixels; --scale"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "nothing is left there");
}

#[test]
fn a_halftone_is_made_of_the_primitive_grids() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    for (ending, bytes) in [("png", slope_of(140, 130)), ("jpg", slope())] {
        let image = path(&format!("image.{ending}"));
        fs::write(&image, bytes).expect("room on the disk");
        // 14 × 13 tiles use each of the 182 grids once.
        let drawn = answer(&["halftone", &image, "--size", "7", "--columns", "14"]);
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
        assert_eq!(answer(&["halftone", &image, "--size", "7", "--force", "--out", &out]), "");
        let (width, height, _) = decoded(&fs::read(&out).expect("a file"));
        assert_eq!((width, height), (14 * 7 * 2, 13 * 7 * 2));
        let said = run(&["halftone", &image, "--size", "7", "--columns", "20", "--force", "--out", &path("out.svg")]);
        assert_eq!(said.code, 0);
        assert_eq!(said.err, "gridcheck: note: 380 tiles and 182 grids: each grid is used 2 or 3 times\n");
    }
}

#[test]
fn a_halftone_of_nothing_but_one_shade_and_of_a_single_pixel() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("dot.png");
    fs::write(&path, encoded(1, 1, |_, _| [0, 0, 0, 0])).expect("room on the disk");
    let drawn = answer(&["halftone", text(&path), "--size", "7"]);
    // Transparent pixels are white, and the lightest grid is the one with nine black squares.
    assert_eq!(drawn.matches('#').count(), 9, "{drawn}");
    let said = feed(&["halftone", "-", "--size", "7"], fs::read(&path).expect("a file"));
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
fn what_is_no_picture_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let good = slope_of(64, 64);
    fs::write(folder.path().join("good.png"), &good).expect("room");
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    let bomb = header_only(60_000, 60_000);
    let wide = header_only(1_000_000, 1);
    let deep = header_only(19_000, 19_000);
    let mut jpeg = slope();
    jpeg.truncate(jpeg.len() - 100);
    let cases: [(&str, Vec<u8>, &str); 11] = [
        ("cut JPEG", jpeg.clone(), "the file ends before the picture does"),
        ("start of a JPEG", jpeg[..100].to_vec(), "not a PNG or JPEG picture"),
        ("empty", Vec::new(), "not a PNG or JPEG picture"),
        ("text", b"no picture at all\n".to_vec(), "not a PNG or JPEG picture"),
        ("GIF", b"GIF89a\x01\x00\x01\x00\x80\x00\x00".to_vec(), "not a PNG or JPEG picture"),
        ("cut", good[..good.len() / 2].to_vec(), "not a PNG or JPEG picture"),
        ("flipped", flipped, "not a PNG or JPEG picture"),
        ("header", good[..20].to_vec(), "not a PNG or JPEG picture"),
        ("bomb", bomb, "60000 × 60000 pixels"),
        ("wide", wide, "1000000 × 1 pixels"),
        ("deep", deep, "512 MB"),
    ];
    for (what, bytes, part) in cases {
        let path = folder.path().join(what);
        fs::write(&path, bytes).expect("room");
        let said = refused(&["halftone", text(&path), "--size", "9"]);
        assert!(said.starts_with(text(&path)) && said.contains(part), "{what}: {said}");
    }
    let good_path = folder.path().join("good.png");
    let says = |args: &[&str], part: &str| {
        let said = refused(&[&["halftone", text(&good_path)], args].concat());
        assert!(said.contains(part), "{args:?}: {said}");
    };
    says(&["--size", "13"], "expected 7, 9 or 11");
    says(&["--size", "8"], "expected 7, 9 or 11");
    says(&["--size", "9", "--columns", "5000"], "more than 65536 tiles");
    says(&["--size", "9", "--out", "a.html"], ".svg or .png");
    says(&["--size", "9", "--columns", "250", "--scale", "200", "--out", "a.png"], "million pixels");
    says(&["--size", "9", "--out", "no/such/folder/a.png"], "there is no folder no/such/folder");
    says(&[], "--size");
    assert!(refused(&["halftone", text(folder.path()), "--size", "9"]).contains("directory"));
    let help = gridcheck(&["halftone", "--help"]).output().expect("the program starts");
    assert!(String::from_utf8_lossy(&help.stdout).contains("Examples:"));
}
