//! Tests tables and extremes in pieces: `count --by`, `--most` and `--fewest` with files of sums, and their merging.

use std::fs;

use crate::program::{Said, file, name, run, text, without_runs};

/// The files of a question in pieces, in a folder.
struct MeasuredPieces {
    asked: Vec<String>,
    folder: tempfile::TempDir,
}

impl MeasuredPieces {
    /// Counts every piece.
    fn of(asked: &[&str], pieces: usize) -> Self {
        let asked = asked.iter().map(|&word| word.to_owned()).collect();
        let counted = MeasuredPieces { asked, folder: tempfile::tempdir().expect("a temporary folder") };
        for piece in 1..=pieces {
            let dealt = ["--pieces", &pieces.to_string(), "--piece", &piece.to_string(), "--sums"];
            let said = counted.count(&[&dealt[..], &[&counted.path(&piece.to_string())]].concat());
            assert_eq!(said.code, 0, "{:?}: {}", counted.asked, said.err);
            assert!(said.out.starts_with(&format!("piece {piece} of {pieces} alone: ")), "{}", said.out);
        }
        counted
    }

    /// Counts with more arguments.
    fn count(&self, more: &[&str]) -> Said {
        let asked: Vec<&str> = self.asked.iter().map(String::as_str).collect();
        run(&[&["count"], &asked[..], more].concat())
    }

    fn path(&self, name: &str) -> String {
        text(&self.folder.path().join(name)).to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// Merges these files.
    fn sums(&self, names: &[&str], more: &[&str]) -> Said {
        let paths: Vec<String> = names.iter().map(|name| self.path(name)).collect();
        run(&[&["sums"], &paths.iter().map(String::as_str).collect::<Vec<_>>()[..], more].concat())
    }
}

/// Larger sizes, cut middle columns, other rules, constraints, given squares and quarter turns.
#[test]
fn larger_tables_are_the_sum_of_their_pieces() {
    let turning = file("name = \"turning\"\nsymmetry = \"rot90\"\n");
    let loose = file("name = \"loose\"\nextends = \"american-loose\"\nconnected = false\n");
    let corner = file("##?????\n???????\n???????\n???????\n???????\n???????\n???????\n");
    // The engine that counts in pieces, and another one that counts the whole.
    let cases: [(&[&str], usize, [&str; 2]); 9] = [
        (&["--size", "11", "--by", "words"], 40, ["window", "pinwheel"]),
        (&["--size", "11", "--most", "words"], 5, ["window", "pinwheel"]),
        (&["--size", "9", "--by", "letters,words"], 4, ["pinwheel", "frontier"]),
        (&["--size", "9", "--fewest", "blacks"], 4, ["pinwheel", "backtrack"]),
        (&["--size", "9", "--by", "words", "--where", "length 3 = 0"], 4, ["pinwheel", "backtrack"]),
        (&["--size", "9", "--most", "letters", "--where", "length 3 = 0"], 4, ["pinwheel", "backtrack"]),
        (&["--size", "7", "--fewest", "letters", "--rules", name(&loose)], 3, ["window", "backtrack"]),
        (&["--size", "7", "--by", "blacks", "--given", name(&corner)], 3, ["window", "backtrack"]),
        (&["--size", "8", "--by", "words", "--rules", name(&turning)], 3, ["pinwheel", "sat"]),
    ];
    for (asked, pieces, [engine, other]) in cases {
        let counted = MeasuredPieces::of(&[asked, &["--engine", engine]].concat(), pieces);
        let alone = run(&[&["count"], asked, &["--engine", other]].concat());
        assert_eq!(alone.code, 0, "{asked:?}: {}", alone.err);
        let names: Vec<String> = (1..=pieces).rev().map(|piece| piece.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let said = counted.sums(&names, &["--out", &counted.path("all")]);
        assert_eq!((said.code, &said.out), (0, &alone.out), "{asked:?}: {}", said.err);
        // The merged file is the file of one count.
        assert_eq!(counted.count(&["--sums", &counted.path("whole")]).out, alone.out, "{asked:?}");
        assert_eq!(without_runs(&counted.read("all")), without_runs(&counted.read("whole")), "{asked:?}");
        let said = counted.sums(&names, &["--recheck", "10", "--seed", "1"]);
        assert_eq!((said.code, &said.out), (0, &alone.out), "{asked:?}: {}", said.err);
    }
}
