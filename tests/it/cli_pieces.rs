//! Tests counts in pieces on the real program: the pieces add up to the whole, on any machine, and no piece is taken for the
//! whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::program::{Said, answer, file, gridcheck, json_lines, keys, name, refused, run, text, without_runs};

/// Counts a piece into a file of that folder.
fn count_piece(folder: &Path, asked: &[&str], piece: usize, pieces: usize) -> Said {
    let sums = folder.join(format!("{piece}.sums"));
    let dealt = ["--pieces".to_owned(), pieces.to_string(), "--piece".to_owned(), piece.to_string()];
    let mut args = vec!["count"];
    args.extend(asked);
    args.extend(dealt.iter().map(String::as_str));
    args.extend(["--sums", text(&sums)]);
    run(&args)
}

/// Returns the blocks of a file of sums and their numbers.
fn blocks(path: &Path) -> BTreeMap<String, String> {
    let file = fs::read_to_string(path).expect("the file is there");
    let records = file.lines().skip(1).filter(|line| line.contains(':'));
    records
        .map(|line| {
            let [block, grids, _] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            (block.to_owned(), grids.to_owned())
        })
        .collect()
}

/// Returns a rule file for grids that a quarter turn leaves unchanged.
fn turning() -> tempfile::NamedTempFile {
    file("name = \"turning\"\nsymmetry = \"rot90\"\n")
}

#[test]
fn the_pieces_are_the_whole() {
    let corner = file("##?????\n???????\n???????\n???????\n???????\n???????\n???????\n");
    let turning = turning();
    let cases: [&[&str]; 12] = [
        &["--size", "5"],
        &["--size", "7"],
        &["--size", "5", "--engine", "pinwheel"],
        &["--size", "7", "--engine", "pinwheel"],
        &["--size", "9", "--engine", "pinwheel"],
        &["--size", "7", "--given", name(&corner), "--engine", "pinwheel"],
        &["--size", "8"],
        &["--size", "9"],
        &["--size", "7", "--rules", "american"],
        &["--size", "9", "--rules", "american"],
        &["--size", "7", "--given", name(&corner)],
        &["--size", "8", "--rules", name(&turning)],
    ];
    // Each case is cut in two ways, one after the other, and every number of pieces occurs in several.
    let several = [1, 2, 3, 7, 16];
    let ways = |i: usize| [several[i % 5], several[(i + 2) % 5]];
    for (asked, pieces) in cases.iter().enumerate().flat_map(|(i, asked)| ways(i).map(|pieces| (asked, pieces))) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let whole = folder.path().join("whole");
        let total = run(&[&["count"], *asked, &["--sums", text(&whole)]].concat());
        assert_eq!(total.code, 0, "{asked:?}: {}", total.err);
        let (mut all, mut sum) = (BTreeMap::new(), 0_u128);
        for piece in 1..=pieces {
            let said = count_piece(folder.path(), asked, piece, pieces);
            assert_eq!(said.code, 0, "{asked:?}: {}", said.err);
            let found = said.out.strip_prefix(&format!("piece {piece} of {pieces} alone: ")).expect("what it is");
            sum += found.split(' ').next().and_then(|grids| grids.parse::<u128>().ok()).expect("a number");
            for (block, grids) in blocks(&folder.path().join(format!("{piece}.sums"))) {
                assert!(all.insert(block.clone(), grids).is_none(), "{asked:?}: {block} is in two pieces of {pieces}");
            }
        }
        assert_eq!(format!("{sum}\n"), total.out, "{asked:?} in {pieces} pieces");
        assert_eq!(all, blocks(&whole), "{asked:?} in {pieces} pieces");
    }
}

/// The file of a piece names the constraints, and each of several engines counts as many grids in all.
#[test]
fn constraints_are_counted_in_pieces() {
    let corner = file("##?????\n???????\n???????\n???????\n???????\n???????\n???????\n");
    let turning = turning();
    let cases: [(&[&str], &str); 6] = [
        (&["--size", "7", "--where", "words <= 10"], "backtrack"),
        (&["--size", "9", "--where", "length 3 = 0", "--where", "letters >= 45"], "frontier"),
        (&["--size", "8", "--where", "mean-length >= 4.5"], "backtrack"),
        (&["--size", "7", "--where", "lengths = 2", "--given", name(&corner)], "backtrack"),
        (&["--size", "8", "--where", "words = 16", "--rules", name(&turning)], "backtrack"),
        (&["--size", "7", "--where", "words <= 1"], "backtrack"),
    ];
    for (asked, other) in cases {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // That a size is even is noted.
        let counted = run(&[&["count"], asked, &["--engine", other]].concat());
        assert_eq!(counted.code, 0, "{asked:?}: {}", counted.err);
        let total = counted.out;
        let mut files = Vec::new();
        for piece in (1..=5).rev() {
            let said = count_piece(folder.path(), asked, piece, 5);
            assert_eq!(said.code, 0, "{asked:?}: {}", said.err);
            files.push(text(&folder.path().join(format!("{piece}.sums"))).to_owned());
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let merged = run(&[&["sums"], &files[..]].concat());
        assert_eq!((merged.code, &merged.out), (0, &total), "{asked:?}: {}", merged.err);
        assert!(merged.err.contains(&format!(" where {}", asked[3])), "{}", merged.err);
        let said = run(&[&["sums"], &files[1..], &["--missing"]].concat());
        assert_eq!((said.code, said.out.as_str()), (0, "5\n"));
        assert_eq!(run(&[&["sums"], &files[..], &["--recheck", "10", "--seed", "1"]].concat()).code, 0, "{asked:?}");
        // The file of another question is refused.
        let asked_all: Vec<&str> =
            asked.iter().map(|&part| if part == asked[3] { "words >= 2" } else { part }).collect();
        for other in [&asked_all[..], &asked[..2]] {
            let pieces = ["--pieces", "5", "--piece", "1", "--sums", files[4], "--resume", "--engine", "pinwheel"];
            let said = run(&[&["count"], other, &pieces].concat());
            assert_eq!((said.code, said.out.as_str()), (2, ""), "{asked:?}");
            let line = said.err.lines().last().unwrap_or_default();
            assert!(line.contains("these are the sums of another problem") && line.contains(asked[3]), "{line}");
        }
        let json = json_lines(&answer(&[&["sums"], &files[..], &["--format", "json"]].concat()));
        assert_eq!(json[0]["where"][0], asked[3]);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    count_piece(folder.path(), &["--size", "7", "--engine", "pinwheel"], 1, 2);
    let all = folder.path().join("1.sums");
    let few = folder.path().join("few");
    let args =
        ["count", "--size", "7", "--where", "words <= 10", "--pieces", "2", "--piece", "2", "--sums", text(&few)];
    answer(&args);
    let line = refused(&["sums", text(&all), text(&few)]);
    assert!(line.contains("no constraint") && line.contains("where words <= 10"), "{line}");
}

/// Most pieces are empty, because there are fewer blocks than pieces. Their files are regular.
#[test]
fn of_a_thousand_pieces_most_are_empty() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut files, mut empty) = (Vec::new(), 0);
    // At 5 × 5 a half middle column has two squares, so there are eight middle columns with their centres.
    for piece in (1..=40).chain([999, 1000]) {
        let said = count_piece(folder.path(), &["--size", "5"], piece, 1000);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        if said.out
            == format!(
                "piece {piece} of 1000 alone: 0 grids in 0 blocks: it is empty, for there are more pieces than work\n"
            )
        {
            empty += 1;
        } else {
            assert!(!said.out.contains("empty"), "{}", said.out);
        }
        files.push(text(&folder.path().join(format!("{piece}.sums"))).to_owned());
    }
    assert!(empty >= 30, "{empty} of 42 are empty");
    let mut args = vec!["sums"];
    args.extend(files.iter().map(String::as_str));
    assert_eq!(run(&args).out, answer(&["count", "--size", "5"]), "those that are empty need not be counted");
}

#[test]
fn the_deal_is_the_same_everywhere() {
    let mut seen = BTreeSet::new();
    for extra in [&["--jobs", "1"][..], &["--jobs", "2"], &["--jobs", "2", "--memory", "90M"], &["--memory", "3GiB"]] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let asked = [&["--size", "11", "--rules", "american"], extra].concat();
        let said = count_piece(folder.path(), &asked, 2, 5);
        assert_eq!(said.code, 0, "{extra:?}: {}", said.err);
        let file = fs::read_to_string(folder.path().join("2.sums")).expect("the file is there");
        seen.insert(without_runs(&file).join("\n"));
    }
    assert_eq!(seen.len(), 1, "the same piece comes out in different ways");
    // The name of the rule set does not change the division into pieces.
    let header = |rules: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        count_piece(folder.path(), &["--size", "7", "--rules", rules], 2, 5);
        let file = fs::read_to_string(folder.path().join("2.sums")).expect("the file is there");
        json_lines(file.lines().next().expect("a first line"))[0]["deal"].clone()
    };
    assert_eq!(header("british"), header("ho"));
}

#[test]
fn a_piece_is_named_in_json_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let said = count_piece(folder.path(), &["--size", "7", "--format", "json"], 3, 4);
    let json = &json_lines(&said.out)[0];
    let expected = ["size", "rules", "engine", "piece", "pieces", "blocks", "count_of_piece", "seconds", "notes"];
    assert_eq!(keys(json), expected, "and no count");
    assert_eq!((json["piece"].as_u64(), json["pieces"].as_u64()), (Some(3), Some(4)));
    assert_eq!(json["blocks"].as_u64(), Some(blocks(&folder.path().join("3.sums")).len() as u64));
}

#[test]
fn a_piece_goes_on_and_ends() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = count_piece(folder.path(), &["--size", "9"], 2, 3);
    let path = folder.path().join("2.sums");
    let whole = fs::read_to_string(&path).expect("the file is there");
    assert!(whole.lines().last().is_some_and(|line| line.starts_with("piece 2 ")), "it says that it is whole");
    let again = count_piece(folder.path(), &["--size", "9"], 2, 3);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("there is such a file already"), "{}", again.err);
    for kept in [whole.len(), whole.len() - 3, whole.len() / 2, 200, 10, 0] {
        fs::write(&path, &whole[..kept]).expect("room");
        let resumed = count_piece(folder.path(), &["--size", "9", "--resume"], 2, 3);
        assert_eq!((resumed.code, &resumed.out), (0, &first.out), "{kept}: {}", resumed.err);
        let file = fs::read_to_string(&path).expect("the file is there");
        assert_eq!(without_runs(&file), without_runs(&whole), "{kept}");
    }
    let before = fs::read_to_string(&path).expect("the file is there");
    for (piece, pieces, said) in [
        (1, 3, "2.sums:1: these are the sums of piece 2 of 3, not of piece 1 of 3"),
        (2, 4, "2.sums:1: these are the sums of piece 2 of 3, not of piece 2 of 4"),
    ] {
        let (piece, pieces) = (piece.to_string(), pieces.to_string());
        let line = refused(&[
            "count",
            "--size",
            "9",
            "--pieces",
            &pieces,
            "--piece",
            &piece,
            "--sums",
            text(&path),
            "--resume",
        ]);
        assert!(line.ends_with(said), "{line}");
    }
    let line = refused(&["count", "--size", "9", "--sums", text(&path), "--resume"]);
    assert!(line.ends_with("these are the sums of piece 2 of 3, not of the whole count"), "{line}");
    let line = refused(&[
        "count",
        "--size",
        "9",
        "--rules",
        "american",
        "--pieces",
        "3",
        "--piece",
        "2",
        "--sums",
        text(&path),
        "--resume",
    ]);
    assert!(line.contains("these are the sums of another problem: size 9, rules british"), "{line}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), before, "nothing was lost");
}

#[test]
fn what_is_no_piece_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("x.sums");
    let sums = ["--sums", text(&path)];
    for (asked, said) in [
        (&["--pieces", "16", "--piece", "17"][..], "piece 17 of 16: expected 1 to 16"),
        (&["--pieces", "16", "--piece", "0"], "piece 0 of 16: expected 1 to 16"),
        (&["--pieces", "0", "--piece", "1"], "0 pieces: expected 1 to 10000"),
        (&["--pieces", "10001", "--piece", "1"], "10001 pieces: expected 1 to 10000"),
        (&["--pieces", "16", "--piece", "-1"], "invalid value '-1' for '--piece <K>'"),
        (&["--pieces", "16", "--piece", "x"], "invalid value 'x' for '--piece <K>'"),
        (&["--piece", "1"], "--pieces <N>"),
        (&["--pieces", "16"], "--piece <K>"),
        (&["--pieces", "16", "--piece", "1", "--engine", "sat"], "engine sat does not count in blocks"),
        (&["--pieces", "16", "--piece", "1", "--block", "black:---:---"], "cannot be used with"),
        (&["--pieces", "16", "--piece", "1", "--by", "symmetry"], "--by symmetry makes several counts"),
        (&["--pieces", "16", "--piece", "1", "--where", "blacks-per-row = 1"], "the constraint blacks-per-row = 1"),
        (
            &["--pieces", "16", "--piece", "1", "--where", "words = 12", "--engine", "window"],
            "the constraint words = 12",
        ),
        (&["--pieces", "16", "--piece", "1", "--rules", "fixtures/cli/rules/mirror.toml"], "symmetry mirror"),
    ] {
        let args = [&["count", "--size", "7"], asked, &sums].concat();
        let line = refused(&args);
        assert!(line.contains(said), "{args:?}: {line}");
        assert!(!path.exists(), "{args:?} has made a file");
    }
    let line = refused(&["count", "--size", "7", "--pieces", "16", "--piece", "1"]);
    assert!(line.contains("--sums <FILE>"), "{line}");
}

#[test]
fn rejects_a_wrong_size_of_memory() {
    for wrong in ["", "6X", "-1G", "lots", "1.2.3G"] {
        let line = refused(&["count", "--size", "7", &format!("--memory={wrong}")]);
        assert!(line.contains("invalid value") && line.contains("--memory") || wrong.is_empty(), "{line}");
    }
}

#[test]
fn two_writers_of_a_piece_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("1.sums");
    let args =
        ["count", "--size", "15", "--jobs", "1", "--pieces", "2", "--piece", "1", "--sums", text(&path), "--resume"];
    let mut child = crate::program::start(&args);
    let start = std::time::Instant::now();
    while fs::read_to_string(&path).map_or(0, |text| text.len()) == 0 {
        assert!(start.elapsed() < crate::program::HANGS, "no file is begun");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(refused(&args), format!("{}: another run of gridcheck is going on with this file", path.display()));
    // Reading needs no lock.
    let said = run(&["sums", text(&path), "--missing"]);
    assert_eq!((said.code, said.out.as_str()), (0, "1\n2\n"), "{}", said.err);
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    // The lock of a killed process is released.
    let said = gridcheck(&args).timeout(std::time::Duration::from_secs(3)).output();
    assert!(!String::from_utf8_lossy(&said.expect("it starts").stderr).contains("another run"));
}

/// A sample of blocks says how long all take, and a file keeps its sums.
#[test]
fn an_estimate_counts_blocks_at_random() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("x.sums");
    let args = ["count", "--size", "13", "--estimate=15", "--pieces", "10", "--sums", text(&path), "--format", "json"];
    let found = &json_lines(&answer(&args))[0];
    let kept = blocks(&path).len() as u64;
    assert_eq!((&found["blocks"], &found["counted"], &found["pieces"]), (&82.into(), &kept.into(), &10.into()));
    assert!(kept > 1 && found["seconds"].as_f64() >= found["sample_seconds"].as_f64(), "{found}");
    let interval = [0, 1].map(|end| found["interval"][end].as_f64());
    assert!(interval[0] <= found["seconds"].as_f64() && found["seconds"].as_f64() <= interval[1], "{found}");
    let said = run(&["count", "--size", "13", "--sums", text(&path), "--resume"]);
    assert_eq!((said.code, said.out.as_str()), (0, "162468835136\n"), "{}", said.err);
    assert!(said.err.contains(&format!("note: {kept} blocks were counted before")), "{}", said.err);
    let said = answer(&["count", "--size", "7", "--estimate", "--pieces", "3", "--jobs", "2"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines.len() == 3 && lines[0].starts_with("10 of 10 blocks counted in ") && lines[0].contains("2 threads"),
        "{said}"
    );
    assert!(lines[1].starts_with("all: about ") && lines[2].starts_with("each of 3 pieces: about "), "{said}");
    for (more, expected) in [
        (&["--engine", "pinwheel"][..], "its blocks share work"),
        (&["--engine", "kaleidoscope"], "engine kaleidoscope does not count in blocks"),
        (&["--sums", "-"], "--sums -: an estimate keeps its sums in a file"),
        (&["--pieces", "0"], "0 pieces: expected 1 to 10000"),
        (&["--format", "csv"], "--format csv is for --by"),
        (&["--where", "words <= 5"], "its blocks share work"),
        (&["--where", "words <= 5", "--engine", "window"], "the constraint words <= 5, it takes none"),
    ] {
        let args = [&["count", "--size", "7", "--estimate"], more].concat();
        let line = refused(&args);
        assert!(line.contains(expected), "{line}");
    }
}
