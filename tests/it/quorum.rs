//! Tests `gridcheck sums --quorum`: equal counts of different runs are counted, and one count in several files is one witness.

use std::fs;
use std::io::Write;
use std::process::Command;

use crate::program::{Said, feed, json_lines, refused, run, text};
use gridcheck::checked_log::record;

/// The questions that have sums of blocks: a number, a table and an extreme.
const QUESTIONS: [&[&str]; 4] = [
    &["--engine", "window"],
    &["--engine", "pinwheel"],
    &["--engine", "pinwheel", "--by", "words"],
    &["--engine", "window", "--most", "words"],
];

/// British 7 × 7 in three pieces, in files of a folder.
struct Folder {
    question: &'static [&'static str],
    folder: tempfile::TempDir,
}

impl Folder {
    fn of(question: &'static [&'static str]) -> Self {
        Folder { question, folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self, name: &str) -> String {
        text(&self.folder.path().join(name)).to_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    fn header(&self, name: &str) -> String {
        self.read(name).lines().next().expect("a first line").to_owned()
    }

    fn count(&self, more: &[&str]) -> Said {
        let said = run(&[&["count", "--size", "7"], self.question, more].concat());
        assert_eq!(said.code, 0, "{}", said.err);
        said
    }

    /// Counts each piece in a separate run. Returns the names of the files.
    fn pieces(&self, run: &str) -> Vec<String> {
        let piece = |number: u32| {
            let name = format!("{run}{number}");
            self.count(&["--pieces", "3", "--piece", &number.to_string(), "--sums", &self.path(&name)]);
            name
        };
        (1..=3).map(piece).collect()
    }

    /// Copies a file with other run numbers, or with none, as an earlier version would have written it.
    fn renumbered(&self, from: &str, to: &str, runs: Option<Vec<String>>) {
        let (header, file) = (self.header(from), self.read(from));
        let mut keys: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&header).expect("JSON");
        let old = keys.shift_remove("runs").expect("run numbers");
        assert_eq!(old.as_array().map(Vec::len), Some(1), "{header}");
        keys.extend(runs.map(|runs| ("runs".to_owned(), runs.into())));
        let header = serde_json::Value::Object(keys).to_string();
        let records = file.lines().skip(1).filter_map(|line| line.rsplit_once(' '));
        let records: String = records.map(|(text, _)| record(&header, text)).collect();
        fs::write(self.path(to), format!("{header}\n{records}")).expect("room");
    }

    fn sums(&self, names: &[&str], more: &[&str]) -> Said {
        let paths: Vec<String> = names.iter().map(|name| self.path(name)).collect();
        run(&[&["sums"], &paths.iter().map(String::as_str).collect::<Vec<_>>()[..], more].concat())
    }

    /// Merges the files to a new one. `code` is the expected exit code.
    fn merge(&self, names: &[&str], out: &str, code: i32) {
        let said = self.sums(names, &["--out", &self.path(out)]);
        assert_eq!(said.code, code, "{}", said.err);
    }

    /// Returns the pieces on which fewer than two runs agree, and the notes.
    fn lacking(&self, names: &[&str]) -> (String, String) {
        let said = self.sums(names, &["--missing", "--quorum", "2"]);
        assert_eq!(said.code, 0, "{}", said.err);
        (said.out.replace('\n', " "), said.err)
    }
}

fn lacks(pieces: &str) -> (String, String) {
    (pieces.to_owned(), String::new())
}

fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut zip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    zip.write_all(bytes).expect("room");
    zip.finish().expect("room")
}

#[test]
fn copies_of_a_count_are_one_witness() {
    for question in QUESTIONS {
        let folder = Folder::of(question);
        let (a, b) = (folder.pieces("a"), folder.pieces("b"));
        let [a, b] = [&a, &b].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(folder.lacking(&[&a[..], &b].concat()), lacks(""), "two runs");
        assert_eq!(folder.lacking(&a), lacks("1 2 3 "));
        for (from, to) in a.iter().zip(["copy1", "copy2", "copy3"]) {
            fs::copy(folder.path(from), folder.path(to)).expect("room");
            fs::hard_link(folder.path(from), folder.path(&format!("link{to}"))).expect("room");
            fs::write(folder.path(&format!("zip{to}")), zipped(folder.read(from).as_bytes())).expect("room");
        }
        for other in ["", "link", "zip"] {
            let copies = [1, 2, 3].map(|piece| format!("{other}copy{piece}"));
            let files = [&a[..], &copies.each_ref().map(String::as_str)].concat();
            assert_eq!(folder.lacking(&files), lacks("1 2 3 "), "{other}");
            assert!(!folder.sums(&files, &[]).err.contains("equal results"), "no agreement is reported");
        }
        // One stream with the same pieces twice, or beside the files.
        let all: String = a.iter().map(|name| folder.read(name)).collect();
        let paths: Vec<String> = a.iter().map(|name| folder.path(name)).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let asked = ["sums", "-", "--missing", "--quorum", "2"];
        for (args, input) in [
            (asked.to_vec(), all.repeat(2).into_bytes()),
            (asked.to_vec(), zipped(all.repeat(2).as_bytes())),
            ([&asked[..], &paths].concat(), all.clone().into_bytes()),
        ] {
            let said = feed(&args, input);
            assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "1\n2\n3\n", ""), "{args:?}");
        }
        let b: String = b.iter().map(|name| folder.read(name)).collect();
        assert_eq!(feed(&[&asked[..], &paths].concat(), b).out, "", "another run is a second witness");
    }
}

#[test]
fn merging_makes_no_second_witness() {
    for question in QUESTIONS {
        let folder = Folder::of(question);
        folder.pieces("a");
        folder.pieces("b");
        folder.merge(&["a1", "a2", "a3"], "a", 0);
        assert_eq!(folder.lacking(&["a", "a1", "a2", "a3"]), lacks("1 2 3 "));
        assert_eq!(folder.lacking(&["a", "b1", "b2"]), lacks("3 "), "a merged file is a witness beside another run");
        folder.merge(&["b1", "b2", "b3"], "b", 0);
        assert_eq!(folder.lacking(&["a", "b", "a1"]), lacks(""));
        // Merged again, alone or with its parts, it stays one witness.
        folder.merge(&["a"], "aa", 0);
        folder.merge(&["a2", "a", "a1"], "aaa", 0);
        assert_eq!(folder.lacking(&["a", "aa", "aaa", "a1"]), lacks("1 2 3 "));
        // A file of both runs shares one with each. So does an unfinished one, and what resumes from it.
        folder.merge(&["a1", "b2"], "mixed", 1);
        assert_eq!(folder.lacking(&["mixed", "a1", "b2"]), lacks("1 2 3 "));
        assert_eq!(folder.lacking(&["mixed", "b1", "a2"]), lacks("3 "));
        let before = folder.header("mixed");
        folder.count(&["--sums", &folder.path("mixed"), "--resume"]);
        assert_eq!(folder.header("mixed"), before);
        assert_eq!(folder.lacking(&["mixed", "a1", "a2", "a3"]), lacks("1 "), "it has the number of a1");
        folder.merge(&["a1", "a2", "a3"], "merged", 0);
        assert_eq!(folder.lacking(&["mixed", "merged"]), lacks("1 2 3 "), "the two share a number");
        folder.pieces("c");
        assert_eq!(folder.lacking(&["mixed", "c1", "c2", "c3"]), lacks(""));
        let json = folder.sums(&["mixed", "a1"], &["--format", "json"]);
        let files = &json_lines(&json.out)[0]["files"];
        let runs = |file: usize| files[file]["runs"].as_array().expect("a list").clone();
        assert!(runs(0).len() == 2 && runs(1).len() == 1 && runs(0).contains(&runs(1)[0]), "{files}");
    }
}

#[test]
fn resuming_keeps_the_run_number() {
    let folder = Folder::of(QUESTIONS[0]);
    let whole = folder.path("whole");
    folder.count(&["--sums", &whole]);
    let file = folder.read("whole");
    fs::write(&whole, file.split_inclusive('\n').take(4).collect::<String>()).expect("room");
    fs::copy(&whole, folder.path("begun")).expect("room");
    for name in ["whole", "begun"] {
        folder.count(&["--sums", &folder.path(name), "--resume"]);
        assert_eq!(folder.read(name), file, "what is resumed ends as the same file");
    }
    assert_eq!(folder.lacking(&["whole", "begun"]), lacks("1 "));
    folder.count(&["--sums", &folder.path("other")]);
    assert_ne!(folder.header("other"), folder.header("whole"));
    assert_eq!(folder.lacking(&["whole", "other"]), lacks(""));
    let stream = folder.count(&["--sums", "-"]).out;
    fs::write(folder.path("stream"), &stream).expect("room");
    assert_eq!(folder.lacking(&["whole", "stream"]), lacks(""), "a stream has a number too");
    // A number that is damaged is found by the checks of the records, or is none.
    for (from, to, said) in
        [("\"runs\":[\"", "\"runs\":[\"x", "runs: expected"), ("\"runs\":[", "\"runs\":[1,", "runs: expected")]
    {
        fs::write(folder.path("damaged"), stream.replacen(from, to, 1)).expect("room");
        assert!(refused(&["sums", &folder.path("damaged")]).contains(said), "{to}");
    }
}

/// Files of earlier versions are read as before. What they cannot show is said.
#[test]
fn files_without_run_numbers_count_with_a_note() {
    for question in QUESTIONS {
        let folder = Folder::of(question);
        folder.pieces("a");
        folder.renumbered("a1", "old", None);
        folder.renumbered("a1", "copy", None);
        let note = "gridcheck: note: files of an earlier version agree on 1 piece; they have no run numbers, so they may be copies of \
                    one file\n";
        assert_eq!(folder.lacking(&["old", "copy"]), ("2 3 ".to_owned(), note.to_owned()));
        let said = folder.sums(&["old", "copy", "a2", "a3"], &[]);
        assert!(said.code == 0 && said.err.ends_with(note), "{}", said.err);
        // One such file beside a numbered one is a second witness without doubt, and one file under two names is one witness.
        assert_eq!(folder.lacking(&["old", "a1"]), lacks("2 3 "));
        assert_eq!(folder.lacking(&["old", "copy", "a1"]), lacks("2 3 "));
        fs::hard_link(folder.path("old"), folder.path("link")).expect("room");
        assert_eq!(folder.lacking(&["old", "link"]), lacks("1 2 3 "));
        // A merged file says that a run without a number is among its own.
        folder.merge(&["old", "a2", "a3"], "merged", 0);
        assert!(folder.header("merged").ends_with(",\"unnumbered\"]}"), "{}", folder.header("merged"));
        assert_eq!(folder.lacking(&["merged", "old"]), ("2 3 ".to_owned(), note.to_owned()));
        let json = folder.sums(&["merged", "old"], &["--quorum", "2", "--format", "json"]);
        let found = &json_lines(&json.out)[0];
        assert_eq!((&found["agreed_pieces"], &found["agreed_without_run_numbers"]), (&1.into(), &1.into()), "{found}");
        // The file on standard input is the one that is named, if it can be seen to be.
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridcheck"));
        command.args(["sums", "-", &folder.path("old"), "--missing", "--quorum", "2"]);
        let output =
            command.stdin(fs::File::open(folder.path("old")).expect("it is there")).output().expect("it starts");
        assert_eq!(Said::from(output).out, "1\n2\n3\n");
    }
    let old = "fixtures/results/british-15.uprights";
    let copy = crate::program::file(fs::read(old).expect("a fixture"));
    let said = run(&["sums", old, crate::program::name(&copy), "--quorum", "2"]);
    assert_eq!((said.code, said.out.as_str()), (0, "2393670267515481\n"), "{}", said.err);
    assert!(said.err.contains("note: files of an earlier version agree; they have no run numbers"), "{}", said.err);
    // Merging files of earlier versions alone gives the file that they gave before.
    let folder = Folder::of(QUESTIONS[0]);
    let said = run(&["sums", old, "--out", &folder.path("out")]);
    let sorted = |file: String| {
        let mut lines: Vec<String> = file.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let before = sorted(fs::read_to_string(old).expect("a fixture"));
    assert_eq!((said.code, sorted(folder.read("out"))), (0, before), "{}", said.err);
}

/// Many files are merged to one whose first line names all of their runs.
#[test]
fn the_first_line_of_a_merged_file_has_room() {
    let folder = Folder::of(QUESTIONS[1]);
    folder.count(&["--pieces", "2", "--piece", "1", "--sums", &folder.path("1")]);
    folder.count(&["--pieces", "2", "--piece", "2", "--sums", &folder.path("2")]);
    folder.merge(&["1", "2"], "both", 0);
    let header: serde_json::Value = serde_json::from_str(&folder.header("both")).expect("JSON");
    assert_eq!(header["runs"].as_array().map(Vec::len), Some(2));
    // With more numbers than a line can have, nothing is written.
    let numbers = |numbers: std::ops::Range<u32>| Some(numbers.map(|number| format!("{number:016x}")).collect());
    folder.renumbered("1", "crowded", numbers(0..55_000));
    folder.renumbered("2", "rest", numbers(60_000..60_300));
    assert_eq!(folder.sums(&["crowded", "rest"], &[]).out, "650\n");
    let said = folder.sums(&["crowded", "rest"], &["--out", &folder.path("none")]);
    assert_eq!((said.code, said.out.as_str()), (2, "650\n"), "{}", said.err);
    assert!(said.err.contains("the sums are of 55300 runs, too many for the first line of one file"), "{}", said.err);
    assert!(!folder.folder.path().join("none").exists());
}
