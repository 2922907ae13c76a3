//! Tests `gridcheck sums`: pieces are merged, missing ones named, wrong files found.

use std::fs;
use std::path::PathBuf;

use crate::program::{Said, answer, refused, run, text};
use gridcheck::checked_log::record;

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

/// Many pieces cut blocks. Merged in any order they have the total and the file of one count, and a part is no block of it.
#[test]
fn pieces_of_cut_blocks_come_to_the_count() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let count = |more: &[&str]| answer(&[&["count", "--size", "11", "--engine", "window"], more].concat());
    let total = count(&["--sums", &path("whole")]);
    let pieces: Vec<String> = (1..=40).map(|piece| path(&piece.to_string())).collect();
    for (piece, file) in (1..).zip(&pieces) {
        count(&["--pieces", "40", "--piece", &i32::to_string(&piece), "--sums", file]);
    }
    let records =
        |file: &str| fs::read_to_string(file).expect("there").lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let cut: Vec<String> = pieces.iter().flat_map(|file| records(file)).filter(|record| record.contains('/')).collect();
    assert!(cut.len() > 10, "hardly a block is cut: {cut:?}");
    let said = sums(&pieces, &[]);
    assert_eq!((said.code, &said.out), (0, &total), "{}", said.err);
    let turned: Vec<String> = pieces.iter().rev().cloned().collect();
    assert_eq!(sums(&turned, &["--out", &path("out")]).out, total);
    assert_eq!(records(&path("out")), records(&path("whole")));
    assert_eq!(sums(&pieces, &["--recheck", "20", "--seed", "1"]).code, 0);
    // Without one piece there is no total, and a count of the whole goes on from the merged file.
    let said = sums(&pieces[1..], &["--out", &path("begun")]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert_eq!(sums(&pieces[1..], &["--missing"]).out, "1\n");
    assert_eq!(sums(&[&pieces[1..], &pieces[1..2]].concat(), &["--missing"]).out, "1\n", "a doubled piece counts once");
    // That some blocks were counted before is said.
    let resumed = run(&["count", "--size", "11", "--engine", "window", "--sums", &path("begun"), "--resume"]);
    assert_eq!((resumed.code, &resumed.out), (0, &total), "{}", resumed.err);
    assert_eq!(sums(&[path("begun")], &[]).out, total);
    // A part can be counted alone, but no whole count has it.
    let part = cut[0].split(' ').collect::<Vec<_>>();
    assert_eq!(count(&["--block", part[0]]).trim(), part[1]);
    for file in ["whole", "begun"] {
        // The file of whole blocks says nothing about a part, and the file of parts nothing about a block that is cut.
        let block = if file == "whole" { part[0] } else { part[0].split('/').next().unwrap_or_default() };
        let said = run(&["count", "--size", "11", "--engine", "window", "--sums", &path(file), "--block", block]);
        assert!(said.code == 0 && said.err.contains("does not have this block yet"), "{file}: {}", said.err);
    }
    let line = refused(&["sums", &pieces[0], &path("whole")]);
    assert!(line.contains("are sums of different blocks") && line.contains("sums --out"), "{line}");
    let header = fs::read_to_string(path("whole")).expect("there").lines().next().expect("a line").to_owned();
    fs::write(path("forged"), format!("{header}\n{}", record(&header, &format!("{} {}", part[0], part[1]))))
        .expect("room");
    let line = refused(&["sums", &path("forged")]);
    assert!(line.contains("what was counted has no such block"), "{line}");
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
