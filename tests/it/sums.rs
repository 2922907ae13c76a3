//! Tests `gridcheck sums`: pieces are merged, missing ones named, wrong files found.

use std::path::PathBuf;

use crate::program::{Said, answer, text};

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
