//! Tests `gridcheck sums`: pieces are merged, missing ones named, wrong files found.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::program::{Said, answer, feed, json_lines, one_line, refusal, refused, run, text, without_runs};
use gridcheck::checked_log::record;

/// The engines that count in blocks. Each has different blocks.
const COUNTERS: [&str; 2] = ["window", "pinwheel"];

/// British 7 × 7 in pieces of an engine's blocks, in files 1.sums, 2.sums, ... of a folder.
struct PieceFiles {
    engine: &'static str,
    folder: tempfile::TempDir,
    pieces: usize,
}

impl PieceFiles {
    fn by(engine: &'static str, pieces: usize) -> Self {
        let dealt = PieceFiles { engine, folder: tempfile::tempdir().expect("a temporary folder"), pieces };
        for piece in 1..=pieces {
            let args = ["--pieces", &pieces.to_string(), "--piece", &piece.to_string(), "--sums"];
            answer(&dealt.counting(&[&args[..], &[text(&dealt.path(piece))]].concat()));
        }
        dealt
    }

    /// Returns the arguments of a count of the same grids in the same blocks.
    fn counting<'a>(&self, more: &[&'a str]) -> Vec<&'a str> {
        [&["count", "--size", "7", "--engine", self.engine], more].concat()
    }

    fn path(&self, piece: usize) -> PathBuf {
        self.folder.path().join(format!("{piece}.sums"))
    }

    /// Returns the files of these pieces.
    fn files(&self, pieces: impl IntoIterator<Item = usize>) -> Vec<String> {
        pieces.into_iter().map(|piece| text(&self.path(piece)).to_owned()).collect()
    }

    fn all(&self) -> Vec<String> {
        self.files(1..=self.pieces)
    }
}

/// Returns the output for these files, without the line that names the problem.
fn sums(files: &[String], more: &[&str]) -> Said {
    let mut said = run(&[&["sums"], &files.iter().map(String::as_str).collect::<Vec<_>>()[..], more].concat());
    if let Some((first, rest)) = said.err.split_once('\n').filter(|(first, _)| first.contains("× 7 grids")) {
        assert!(
            first.starts_with("gridcheck: 7 × 7 grids, by the engine ") && first.ends_with("rules british"),
            "{first}"
        );
        said.err = rest.to_owned();
    }
    said
}

/// Returns the total of a file, or of several.
fn total(files: &[&str]) -> String {
    let said = sums(&files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>(), &[]);
    assert_eq!(said.code, 0, "{}", said.err);
    said.out
}

/// Returns a file with other numbers and valid checks, as a faulty machine would have written it. The closure `edit` gets a
/// block's name and its number of grids.
fn forged(path: &Path, edit: impl Fn(&str, u128) -> Option<u128>) -> String {
    let file = fs::read_to_string(path).expect("the file is there");
    let (header, records) = file.split_once('\n').expect("a first line");
    let (mut lines, mut total) = (format!("{header}\n"), 0);
    for line in records.lines() {
        let (said, _) = line.rsplit_once(' ').expect("a check");
        let (what, grids) = said.rsplit_once(' ').expect("a number");
        if what.contains(':') {
            let Some(grids) = edit(what, grids.parse().expect("a number")) else { continue };
            total += grids;
            lines += &record(header, &format!("{what} {grids}"));
        } else {
            lines += &record(header, &format!("{what} {total}"));
        }
    }
    lines
}

/// Returns the block of a file with the most grids, and their number.
fn largest(path: &Path) -> (String, u128) {
    let file = fs::read_to_string(path).expect("the file is there");
    let blocks = file.lines().skip(1).filter(|line| line.contains(':')).map(|line| {
        let [block, grids, _] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        (block.to_owned(), grids.parse::<u128>().expect("a number"))
    });
    blocks.max_by_key(|(_, grids)| *grids).expect("a block")
}

#[test]
fn all_pieces_come_to_the_count() {
    for dealt in COUNTERS.map(|engine| PieceFiles::by(engine, 5)) {
        let whole = dealt.folder.path().join("whole");
        let total = answer(&dealt.counting(&["--sums", text(&whole)]));
        let said = sums(&dealt.all(), &[]);
        assert_eq!((said.code, &said.out, said.err.as_str()), (0, &total, ""));
        // The total is independent of the order, of repeated files, and of the whole file among them or alone.
        let mut files = dealt.files([4, 2, 2, 5, 1, 3]);
        assert_eq!(sums(&files, &[]).out, total);
        files.push(text(&whole).to_owned());
        assert_eq!(sums(&files, &[]).out, total);
        assert_eq!(sums(&files[6..], &["--missing"]).out, "");
        // The merged file equals that of a single count, except for the run numbers and the checks that depend on them.
        let out = dealt.folder.path().join("out");
        assert_eq!(sums(&dealt.all(), &["--out", text(&out)]).out, total);
        let [out_file, whole_file] = [&out, &whole].map(|path| fs::read_to_string(path).expect("there"));
        assert_eq!(without_runs(&out_file), without_runs(&whole_file));
        let said = sums(&dealt.all(), &["--out", text(&out)]);
        assert_eq!(said.code, 2);
        assert!(said.err.contains("there is such a file already"), "{}", said.err);
        assert_eq!(sums(&[text(&out).to_owned()], &["--recheck", "30", "--seed", "1"]).code, 0);
    }
}

#[test]
fn missing_pieces_are_named_and_nothing_looks_whole() {
    for dealt in COUNTERS.map(|engine| PieceFiles::by(engine, 6)) {
        let some = dealt.files([1, 3, 6]);
        let said = sums(&some, &[]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        assert_eq!(one_line(&[], &said.err), "3 of 6 pieces are not whole: 2, 4-5; no total");
        let said = sums(&some, &["--missing"]);
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "2\n4\n5\n", ""));

        // One piece is incomplete.
        let file = fs::read_to_string(dealt.path(3)).expect("there");
        let lines: Vec<&str> = file.lines().collect();
        assert!(lines.len() > 2, "{file}");
        fs::write(dealt.path(3), lines[..lines.len() - 2].join("\n") + "\no-").expect("room");
        let said = sums(&dealt.all(), &[]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        let says = |part: &str| said.err.contains(part);
        assert!(says("3.sums: the last line was cut short, and is dropped\n"), "{}", said.err);
        assert!(says("piece 3 is begun: at most ") && says("1 of 6 pieces is not whole: 3; no total"), "{}", said.err);
        assert_eq!(sums(&dealt.all(), &["--missing"]).out, "3\n");

        // Existing files can be merged, extended with more files, or counted further.
        let (out, rest) = (dealt.folder.path().join("out"), dealt.folder.path().join("rest"));
        let total = answer(&["count", "--size", "7"]);
        assert_eq!(sums(&some[..1], &["--out", text(&out)]).code, 1);
        assert_eq!(sums(&[text(&out).to_owned()], &["--missing"]).out, "2\n3\n4\n5\n6\n");
        let mut more = dealt.files([2, 4, 5, 6]);
        more.push(text(&out).to_owned());
        assert_eq!(sums(&more, &["--missing",]).out, "3\n");
        assert_eq!(sums(&more, &["--out", text(&rest)]).code, 1);
        let said = run(&["count", "--size", "7", "--sums", text(&rest), "--resume"]);
        assert_eq!((said.code, &said.out), (0, &total), "{}", said.err);
        assert_eq!(sums(&[text(&rest).to_owned()], &[]).out, total);
        // A whole count is incomplete.
        let whole = dealt.folder.path().join("whole");
        answer(&dealt.counting(&["--sums", text(&whole)]));
        let file = fs::read_to_string(&whole).expect("there");
        let begun: String = file.split_inclusive('\n').take(5).collect();
        fs::write(&whole, begun).expect("room");
        let said = sums(&[text(&whole).to_owned()], &[]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        assert!(
            said.err
                .ends_with("the count is not whole: no total; gridcheck count --sums FILE --resume goes on with it\n"),
            "{}",
            said.err
        );
    }
}

#[test]
fn a_contradiction_is_named_and_decided() {
    for dealt in COUNTERS.map(|engine| PieceFiles::by(engine, 4)) {
        let (block, grids) = largest(&dealt.path(2));
        let wrong = dealt.folder.path().join("wrong");
        fs::write(&wrong, forged(&dealt.path(2), |name, old| Some(if name == block { old + 2 } else { old })))
            .expect("room");
        let mut files = dealt.all();
        files.push(text(&wrong).to_owned());
        let out = dealt.folder.path().join("out");
        let said = sums(&files, &["--out", text(&out)]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        let line = format!("block {block}: {} says {grids}, {} says {}", files[1], files[4], grids + 2);
        assert!(said.err.contains(&line) && said.err.contains("--recount finds out"), "{}", said.err);
        assert!(!out.exists() && said.err.contains("is not written"), "{}", said.err);
        let said = sums(&files, &["--recount"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        let line = format!("{} says {}, which is WRONG", files[4], grids + 2);
        assert!(
            said.err.contains(&line) && said.err.ends_with(&format!("{} cannot be trusted\n", files[4])),
            "{}",
            said.err
        );
        assert!(!said.err.contains(&format!("{} cannot", files[1])), "{}", said.err);
        let json = &json_lines(&sums(&files, &["--recount", "--format", "json"]).out)[0];
        let says = &json["contradictions"][0]["says"];
        assert_eq!((says[0]["wrong"].as_bool(), says[1]["wrong"].as_bool()), (Some(false), Some(true)));
        assert!(json["total"].is_null() && json["contradictions"][0]["counted"] == grids.to_string());

        // A file that claims to be whole but lacks a block states that the block has no grid.
        fs::write(&wrong, forged(&dealt.path(2), |name, old| (name != block).then_some(old))).expect("room");
        let said = sums(&files, &["--recount"]);
        assert_eq!(said.code, 1);
        assert!(said.err.contains(&format!("{} says 0, which is WRONG", files[4])), "{}", said.err);
    }
}

/// Unknown blocks would enter the total, and no draw would ever find them.
#[test]
fn blocks_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let quarter = folder.path().join("quarter.toml");
    fs::write(&quarter, "symmetry = \"rot90\"\n").expect("room");
    let path = folder.path().join("sums");
    let none = "?????\n".repeat(2);
    let black = folder.path().join("black.txt");
    fs::write(&black, format!("{none}??#??\n{none}")).expect("room");
    for (args, block) in [
        (&["--size", "7", "--rules", "american", "--engine", "pinwheel"][..], "line:---:---"),
        (&["--size", "7", "--rules", text(&quarter)], "black:o--:-o-"),
        (&["--size", "5", "--given", text(&black), "--engine", "pinwheel"], "cross:o-:-o"),
        (&["--size", "5", "--given", text(&black)], "oo:o"),
        (&["--size", "9"], "oo--:-"),
    ] {
        let count = [&["count", "--sums", text(&path)], args].concat();
        answer(&count);
        let file = fs::read_to_string(&path).expect("there");
        let lines: Vec<&str> = file.lines().collect();
        let records = lines[1..lines.len() - 1].join("\n");
        let forged = format!("{}\n{records}\n{}", lines[0], record(lines[0], &format!("{block} 9")));
        fs::write(&path, forged).expect("room");
        let expected = format!(":{}: damaged: what was counted has no such block", lines.len());
        for args in [&["sums", text(&path)][..], &[&count[..], &["--resume"]].concat()] {
            let line = refused(args);
            assert!(line.contains(&expected), "{block}: {line}");
        }
        fs::remove_file(&path).expect("it was there");
    }
}

/// Hours of recounting do not start if the result cannot be written, and what was found is reported even if writing fails.
#[test]
fn the_result_is_printed_even_if_the_file_fails() {
    for dealt in COUNTERS.map(|engine| PieceFiles::by(engine, 2)) {
        let out = dealt.path(2);
        let refusal = refused(&["sums", text(&dealt.path(1)), "--recheck", "1000000", "--out", text(&out)]);
        assert!(refusal.ends_with("there is such a file already, a new one was expected"), "{refusal}");
        let nowhere = dealt.folder.path().join("no/folder");
        let said = sums(&dealt.all(), &["--recheck", "3", "--seed", "1", "--out", text(&nowhere)]);
        assert_eq!((said.code, said.out), (2, answer(&["count", "--size", "7"])));
        assert!(
            said.err.starts_with("gridcheck: 3 draws (seed 1), ") && said.err.contains("no/folder"),
            "{}",
            said.err
        );
        let json = |out: &Path| {
            let said = sums(&dealt.all(), &["--format", "json", "--out", text(out)]);
            (said.code, json_lines(&said.out)[0]["out"].clone())
        };
        assert_eq!(json(&nowhere), (2, serde_json::Value::Null));
        let there = dealt.folder.path().join("out");
        assert_eq!(json(&there), (0, text(&there).into()));
    }
}

/// Drawing from one piece as if it were the whole would never draw the other pieces' blocks.
#[test]
fn a_piece_is_not_drawn_from() {
    let dealt = PieceFiles::by("pinwheel", 2);
    let path = dealt.path(1);
    let grid = dealt.folder.path().join("grid");
    fs::write(&grid, answer(&["list", "--size", "7", "--limit", "1"])).expect("room");
    for args in [
        &["sample", "--size", "7", "--sums", text(&path)][..],
        &["rank", "--size", "7", "--sums", text(&path), text(&grid)],
    ] {
        let line = refused(args);
        assert_eq!(line, format!("{}:1: these are the sums of piece 1 of 2, not of the whole count", path.display()));
    }
}

#[test]
fn blocks_drawn_find_a_file_that_is_wrong() {
    for dealt in COUNTERS.map(|engine| PieceFiles::by(engine, 4)) {
        let total = answer(&["count", "--size", "7"]);
        let said = sums(&dealt.all(), &["--recheck", "3", "--seed", "5"]);
        assert_eq!((said.code, &said.out), (0, &total));
        let line = one_line(&[], &said.err);
        assert!(line.starts_with("3 draws (seed 5), ") && line.contains(": all are as recorded"), "{line}");
        // (1 - p)^3 = 1 % for p = 78.46 %.
        assert!(line.contains("if 78.46 % of the blocks or more were wrong"), "{line}");
        assert_eq!(
            sums(&dealt.all(), &["--recheck", "3", "--seed", "5"]).err,
            said.err,
            "the same seed, the same blocks"
        );

        fs::write(dealt.path(3), forged(&dealt.path(3), |_, old| Some(old + 2))).expect("room");
        assert_ne!(sums(&dealt.all(), &[]).out, total, "by itself nobody sees it");
        let said = sums(&dealt.all(), &["--recheck", "40", "--seed", "5"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        let wrong = text(&dealt.path(3)).to_owned();
        assert!(said.err.ends_with(&format!("{wrong} cannot be trusted: no total\n")), "{}", said.err);
        assert!(said.err.contains("counted again it has "), "{}", said.err);
        let json = &json_lines(&sums(&dealt.all(), &["--recheck", "40", "--seed", "5", "--format", "json"]).out)[0];
        assert!(json["total"].is_null());
        assert!(json["rechecked"]["wrong"].as_array().is_some_and(|wrong| !wrong.is_empty()), "{json}");
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let dealt = PieceFiles::by("pinwheel", 2);
    let other = dealt.folder.path().join("other");
    let file = text(&dealt.path(1)).to_owned();
    let like = dealt.folder.path().join("like.toml");
    fs::write(&like, "name = \"britisch\"\nmin_word = 4\n").expect("room");
    for (args, said) in [
        (&["--size", "9"][..], "are sums of different problems: size 7, rules british; size 9, rules british"),
        (
            &["--size", "7", "--rules", "american"],
            r#"size 7, rules british, checking = "ceil-half", single_cells = true; size 7, rules american, checking = "all""#,
        ),
        (
            &["--size", "7", "--rules", text(&like)],
            "size 7, rules british, min_word = 3; size 7, rules britisch, min_word = 4",
        ),
        (
            &["--size", "7", "--given", "fixtures/tour/corner.txt"],
            "size 7, rules british, nothing given; size 7, rules british, some squares given",
        ),
        (
            &["--size", "7", "--pieces", "3", "--piece", "1"],
            "dealt into 2 pieces; size 7, rules british dealt into 3 pieces",
        ),
    ] {
        let _ = fs::remove_file(&other);
        assert_eq!(run(&[&["count", "--engine", "pinwheel"], args, &["--sums", text(&other)]].concat()).code, 0);
        let line = refused(&["sums", &file, text(&other)]);
        assert!(line.starts_with(&format!("{file} and {}", other.display())) && line.contains(said), "{line}");
    }
    // The other file has the same grids in other blocks.
    let _ = fs::remove_file(&other);
    answer(&["count", "--size", "7", "--sums", text(&other)]);
    let line = refused(&["sums", &file, text(&other)]);
    assert!(line.ends_with("are sums of different blocks: those of engine pinwheel; those of window"), "{line}");
    let line = refused(&dealt.counting(&["--sums", text(&other), "--resume"]));
    assert!(line.ends_with("these are the sums of the blocks of engine window, not of pinwheel"), "{line}");
    let line = refused(&["sample", "--size", "7", "--sums", text(&other)]);
    assert!(line.ends_with("gridcheck count --engine pinwheel --sums FILE makes such a file"), "{line}");
    // Equal rules under another name are equal.
    let _ = fs::remove_file(&other);
    let second = ["--rules", "ho", "--pieces", "2", "--piece", "2", "--sums", text(&other)];
    answer(&dealt.counting(&second));
    assert_eq!(total(&[&file, text(&other)]), answer(&["count", "--size", "7"]));
}

#[test]
fn damaged_files_are_refused_at_the_line() {
    let dealt = PieceFiles::by("pinwheel", 2);
    let path = dealt.path(1);
    let whole = fs::read_to_string(&path).expect("there");
    let header = whole.lines().next().expect("a first line").to_owned();
    let other = fs::read_to_string(dealt.path(2)).expect("there");
    let foreign = other.lines().nth(1).and_then(|line| line.rsplit_once(' ')).expect("a block").0;
    let rehead = |from: &str, to: &str| whole.replacen(from, to, 1);
    let lines = whole.lines().count();
    let said = |line: usize| whole.lines().nth(line).and_then(|line| line.rsplit_once(' ')).expect("a record").0;
    let (native, end) = (said(1), said(lines - 1));
    for (bad, said) in [
        (whole.replacen(':', ";", 12), "expected the first line".to_owned()),
        (rehead("black:", "blank:"), ":2: damaged: ".to_owned()),
        (format!("{header}\n{}", record(&header, foreign)), ":2: damaged: the block is not in the piece".to_owned()),
        (format!("{header}\n{}", record(&header, "total 0")), ":2: damaged: a piece has no total".to_owned()),
        (format!("{header}\n{}", record(&header, "piece 1 7")), ":2: damaged: the record of the piece".to_owned()),
        (
            format!("{header}\n{}", record(&header, "piece 2 0")),
            ":2: damaged: the first line does not name this piece".to_owned(),
        ),
        (
            format!("{whole}{}", record(&header, "piece 1 0")),
            format!(":{}: damaged: the record of the piece", lines + 1),
        ),
        (format!("{whole}{}", record(&header, end)), format!(":{}: damaged: the piece has ended before", lines + 1)),
        (
            format!("{header}\n{}{}", record(&header, "piece 1 0"), record(&header, native)),
            ":3: damaged: nothing was expected of a piece that has ended".to_owned(),
        ),
        (
            rehead("\"rot180\"", "\"none\"").replacen("british", "other", 1),
            ":1: engine pinwheel cannot do this: symmetry none, only rot180 and rot90".to_owned(),
        ),
        (rehead("sums 2", "sums 7"), ":1: `gridcheck block sums 7`".to_owned()),
        (rehead("pinwheel", "frontal"), ":1: engine `frontal`: expected window or pinwheel".to_owned()),
        (rehead(r#""size":7"#, r#""size":7,"colour":1"#), ":1: unknown key `colour`".to_owned()),
        (rehead(r#""min_word":3"#, r#""min_word":3,"no_loops":true"#), ":1: rules: unknown rule `no_loops`".to_owned()),
        (
            rehead(r#""deal":""#, r#""deal":"0"#),
            ":1: this build deals the blocks into pieces in another way".to_owned(),
        ),
        (
            rehead(r#""deal":""#, r#""deal":"0"#).replacen(env!("CARGO_PKG_VERSION"), "0.0.9", 1),
            ":1: version 0.0.9 dealt the blocks".to_owned(),
        ),
        (rehead(r#""piece":1"#, r#""piece":3"#), ":1: piece 3 of 2".to_owned()),
        (String::new(), "the file has no header".to_owned()),
        ("no sums at all\n".to_owned(), "expected the first line".to_owned()),
    ] {
        fs::write(&path, bad).expect("room");
        let line = refused(&["sums", text(&path)]);
        assert!(line.starts_with(text(&path)) && line.contains(&said), "{said}: {line}");
    }
    // If one of several files is empty, its piece is missing.
    fs::write(&path, "").expect("room");
    assert_eq!(sums(&dealt.all(), &["--missing"]).out, "1\n");
    let missing = dealt.folder.path().join("missing");
    assert!(refused(&["sums", text(&missing)]).starts_with(text(&missing)));
    for args in [
        &["sums"][..],
        &["sums", text(&path), "--seed", "1"],
        &["sums", text(&path), "--recheck", "0"],
        &["sums", text(&path), "--recheck", "-1"],
        &["sums", text(&path), "--missing", "--out", "x"],
        &["sums", text(&path), "--missing", "--recheck", "3"],
    ] {
        refused(args);
    }
}

/// A file size limit simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_merged_file() {
    let dealt = PieceFiles::by("pinwheel", 2);
    let out = dealt.folder.path().join("out");
    let script = r#"ulimit -f 2; exec "$0" "$@""#;
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_gridcheck"), "sums"]).args(dealt.all()).args(["--out", text(&out)]);
    let said: Said = command.output().expect("there is a shell").into();
    assert_eq!((said.code, said.out), (crate::program::EXHAUSTED, answer(&["count", "--size", "7"])), "{}", said.err);
    assert!(
        said.err.ends_with(&format!("gridcheck: {}: File too large (os error 27)\n", out.display())),
        "{}",
        said.err
    );
    assert!(!out.exists());
}

/// A long count's file stays readable, with the engine and the version that made it.
#[test]
fn files_of_long_counts_are_read() {
    for (file, size, engine) in [
        ("fixtures/results/british-15.sums", 15, "pinwheel"),
        ("fixtures/results/american-17.sums", 17, "pinwheel"),
        ("fixtures/results/british-17.uprights", 17, "window"),
    ] {
        let whole = fs::read_to_string(file).expect("there");
        let last = whole.lines().last().and_then(|line| line.split(' ').nth(1)).expect("a total");
        assert_eq!(total(&[file]), format!("{last}\n"));
        let json = &json_lines(&answer(&["sums", file, "--format", "json"]))[0];
        assert_eq!((json["size"].as_u64(), json["engine"].as_str()), (Some(size), Some(engine)));
        assert_eq!(json["files"][0]["version"].as_str(), Some("0.1.0"));
        assert!(json["pieces"].is_null());
    }
}

/// Compresses with gzip.
fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut zip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    zip.write_all(bytes).expect("memory takes all");
    zip.finish().expect("memory takes all")
}

/// Without a shared folder, pieces travel through pipes. They are the files that a count writes, unsorted.
#[test]
fn pieces_travel_as_streams() {
    for engine in COUNTERS {
        let total = answer(&["count", "--size", "7", "--engine", engine]);
        let mut stream = Vec::new();
        for piece in ["1", "2", "3"] {
            let args = ["count", "--size", "7", "--engine", engine, "--pieces", "3", "--piece", piece, "--sums", "-"];
            let said = run(&args);
            assert_eq!(said.code, 0, "{}", said.err);
            assert!(one_line(&args, &said.err).starts_with(&format!("piece {piece} of 3 alone: ")), "{}", said.err);
            stream.extend(said.out.into_bytes());
        }
        for sent in [stream.clone(), zipped(&stream)] {
            let said = feed(&["sums", "-"], sent);
            assert_eq!((said.code, said.out), (0, total.clone()), "{}", said.err);
        }
        let said = feed(&["sums", "-", "--format", "json"], stream.clone());
        let files = &json_lines(&said.out)[0]["files"];
        assert_eq!((&files[0]["file"], &files[2]["piece"]), (&"standard input".into(), &3.into()), "{}", said.out);
        let said = run(&["count", "--size", "7", "--engine", engine, "--sums", "-"]);
        assert_eq!((said.code, said.err), (0, format!("gridcheck: {} grids\n", total.trim())));
        // A file that was compressed is read in its place.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("all.sums.gz");
        fs::write(&path, zipped(said.out.as_bytes())).expect("room");
        assert_eq!(run(&["sums", text(&path)]).out, total);
        assert_eq!(feed(&["sums", "-"], said.out).out, total);
    }
}

#[test]
fn what_has_not_arrived_whole_is_refused() {
    let dealt = PieceFiles::by("window", 3);
    let [one, two] = [1, 2].map(|piece| fs::read(dealt.path(piece)).expect("there"));
    let whole = [one.clone(), two.clone()].concat();
    let foreign = run(&["count", "--size", "5", "--pieces", "3", "--piece", "1", "--sums", "-"]).out.into_bytes();
    for (sent, expected) in [
        (whole[..whole.len() - 5].to_vec(), "the stream ends within a line: it has not arrived whole"),
        (one[..20].to_vec(), "standard input:1: the stream ends within a line"),
        (zipped(&whole)[..200].to_vec(), "standard input: the gzip file ends too early"),
        ([whole.clone(), foreign].concat(), "are sums of different problems"),
        ([b"(\xb5/\xfd".to_vec(), whole.clone()].concat(), "zstd -dc"),
        (Vec::new(), "standard input: the file has no header"),
        (b"\n".to_vec(), "standard input:1: expected the first line of a file of block sums"),
        ([whole.clone(), b"x\n".to_vec()].concat(), "damaged: the line does not agree with its check"),
    ] {
        let args = ["sums", "-", "--missing"];
        let line = refusal(&args, &feed(&args, sent));
        assert!(line.contains(expected), "{line}");
    }
    let path = dealt.folder.path().join("cut.gz");
    for kept in [3, 50, zipped(&one).len() - 1] {
        fs::write(&path, &zipped(&one)[..kept]).expect("room");
        let line = refused(&["sums", text(&path)]);
        assert!(line.contains("cut.gz: the gzip file ends too early"), "{kept}: {line}");
    }
    let mut damaged = zipped(&whole);
    damaged[40] ^= 0xff;
    fs::write(&path, &damaged).expect("room");
    assert!(refused(&["sums", text(&path)]).contains("cut.gz: "), "a damaged file is named");
    for (more, expected) in [
        (&["--resume"][..], "--sums -: standard output cannot be resumed"),
        (&["--block", "o--:-"], "--sums -: --block compares with a file"),
        (&["--format", "json"], "--sums -: standard output has the sums"),
    ] {
        let line = refused(&[&["count", "--size", "7", "--sums", "-"], more].concat());
        assert!(line.starts_with(expected), "{line}");
    }
    // A compressed file is not continued, and not changed either.
    let zip = zipped(&one);
    fs::write(&path, &zip).expect("room");
    let args = ["--pieces", "3", "--piece", "1", "--sums", text(&path), "--resume"];
    refused(&dealt.counting(&args));
    assert_eq!(fs::read(&path).expect("there"), zip, "nothing was lost");
}

/// Two machines count some pieces, and one of them errs in one.
#[test]
fn a_quorum_names_what_too_few_machines_have_counted() {
    for dealt in COUNTERS.map(|engine| PieceFiles::by(engine, 4)) {
        for wrong in ["0", "-1", "x", "1001"] {
            assert!(refused(&["sums", text(&dealt.path(1)), "--quorum", wrong]).contains("--quorum"), "{wrong}");
        }
        let second = tempfile::tempdir().expect("a folder");
        let again: Vec<String> = [1, 3]
            .map(|piece| {
                let path = second.path().join(format!("{piece}.sums"));
                let piece = piece.to_string();
                answer(&dealt.counting(&["--pieces", "4", "--piece", &piece, "--sums", text(&path)]));
                text(&path).to_owned()
            })
            .into();
        let total = total(&dealt.all().iter().map(String::as_str).collect::<Vec<_>>());
        let both = [dealt.all(), again.clone()].concat();
        let said = sums(&both, &[]);
        assert_eq!((said.code, &said.out), (0, &total));
        assert_eq!(one_line(&[], &said.err), "2 of 4 pieces have equal results in 2 files or more");
        let said = sums(&both, &["--missing", "--quorum", "2"]);
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "2\n4\n", ""));
        let out = second.path().join("out");
        let said = sums(&both, &["--quorum", "2", "--out", text(&out)]);
        assert_eq!((said.code, said.out.as_str(), out.exists()), (1, "", false), "{}", said.err);
        assert!(
            said.err.ends_with("fewer than 2 files of different runs agree on 2 of 4 pieces: 2, 4; no total\n"),
            "{}",
            said.err
        );
        assert!(said.err.contains("is not written: too few files agree"), "{}", said.err);
        // The same file named twice is one machine.
        let said = sums(&[dealt.all(), dealt.all()].concat(), &["--missing", "--quorum", "2"]);
        assert_eq!(said.out, "1\n2\n3\n4\n");
        // A wrong result is no second one, and two right ones are enough beside it.
        let (name, _) = largest(&dealt.path(1));
        let wrong = second.path().join("wrong");
        fs::write(&wrong, forged(&dealt.path(1), |block, grids| Some(grids + 2 * u128::from(block == name))))
            .expect("room");
        let with_wrong = [dealt.files([1]), vec![text(&wrong).to_owned()]].concat();
        let said = sums(&with_wrong, &["--missing", "--quorum", "2"]);
        assert_eq!((said.code, said.out.as_str()), (1, "1\n2\n3\n4\n"), "{}", said.err);
        let said = sums(&[with_wrong, again].concat(), &["--missing", "--quorum", "2"]);
        assert_eq!((said.code, said.out.as_str()), (1, "2\n3\n4\n"), "{}", said.err);
        let json = sums(&both, &["--quorum", "2", "--format", "json"]);
        let found = &json_lines(&json.out)[0];
        assert_eq!(
            (&found["quorum"], &found["agreed_pieces"], &found["total"]),
            (&2.into(), &2.into(), &serde_json::Value::Null)
        );
    }
}
