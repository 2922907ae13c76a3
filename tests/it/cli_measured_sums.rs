//! Tests tables and extremes in pieces: `count --by`, `--most` and `--fewest` with files of sums, and their merging.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use crate::program::{Said, answer, feed, file, json_lines, keys, name, one_line, refused, run, text, without_runs};
use gridcheck::checked_log::record;

/// The engines that count in blocks, with measures that each can sort by.
const BY: [(&str, &[&str]); 2] = [
    ("window", &["letters", "blacks", "words", "checked", "unchecked"]),
    ("pinwheel", &["letters", "blacks", "words", "checked", "unchecked", "length 3", "length 4,words"]),
];

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

    /// Writes a file with the first record edited that `edit` changes, and with checks that fit.
    fn forge(&self, from: &str, to: &str, edit: impl Fn(&str) -> Option<String>) -> PathBuf {
        let original = self.read(from);
        let (header, records) = original.split_once('\n').expect("a first line");
        let (mut lines, mut is_edited) = (format!("{header}\n"), false);
        for line in records.lines() {
            let (said, _) = line.rsplit_once(' ').expect("a check");
            let edited = edit(said).filter(|_| !is_edited);
            is_edited |= edited.is_some();
            lines += &record(header, edited.as_deref().unwrap_or(said));
        }
        assert!(is_edited, "{original}");
        let path = self.folder.path().join(to);
        fs::write(&path, lines).expect("room");
        path
    }
}

/// Moves the grids of the last value of a table to the next value. The number of all grids stays.
fn moved(record: &str) -> Option<String> {
    let (before, last) = record.rsplit_once([';', ' '])?;
    let (value, grids) = last.split_once('=')?;
    let separator = &record[before.len()..=before.len()];
    Some(format!("{before}{separator}{}={grids}", value.parse::<u32>().ok()? + 1))
}

/// Three pieces add up to what one count says, with every measure that the engine supports.
#[test]
fn the_pieces_are_the_whole_table() {
    for (engine, measures) in BY {
        for measure in measures {
            let mut questions = vec![["--by", measure]];
            if !measure.contains(',') {
                questions.extend([["--most", measure], ["--fewest", measure]]);
            }
            for question in questions {
                let asked = ["--size", "7", question[0], question[1]];
                let counted = MeasuredPieces::of(&[&asked[..], &["--engine", engine]].concat(), 3);
                let alone = answer(&[&["count"], &asked[..], &["--engine", "backtrack"]].concat());
                let said = counted.sums(&["2", "3", "1"], &[]);
                assert_eq!((said.code, said.out), (0, alone.clone()), "{asked:?}: {}", said.err);
                let line = one_line(&asked, &said.err);
                assert!(line.contains(&format!("by the engine {engine}, rules british")), "{line}");
                assert_eq!(counted.count(&["--sums", &counted.path("whole")]).out, alone, "{asked:?}");
                assert_eq!(counted.sums(&["whole"], &[]).out, alone, "{asked:?}");
            }
        }
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

/// A count that was killed within a line goes on, and its file ends as that of a count that was not.
#[test]
fn a_table_goes_on_from_any_point_of_its_file() {
    for (engine, question) in
        [("window", ["--by", "words"]), ("pinwheel", ["--by", "letters"]), ("pinwheel", ["--most", "words"])]
    {
        let asked = ["--size", "7", "--engine", engine, question[0], question[1]];
        let counted = MeasuredPieces::of(&asked, 1);
        let whole = counted.count(&["--sums", &counted.path("whole")]).out;
        let file = counted.read("whole");
        for kept in [0, 40, file.len() / 3, file.len() / 2, file.len() - 3] {
            fs::write(counted.path("cut"), &file[..kept]).expect("room");
            let said = counted.count(&["--sums", &counted.path("cut"), "--resume"]);
            assert_eq!((said.code, &said.out), (0, &whole), "{kept} bytes: {}", said.err);
            assert_eq!(without_runs(&counted.read("cut")), without_runs(&file), "{kept} bytes");
        }
        let said = counted.count(&["--sums", &counted.path("whole"), "--resume"]);
        assert_eq!((said.code, said.out), (0, whole), "{}", said.err);
    }
}

#[test]
fn missing_pieces_of_a_table_are_named() {
    let counted = MeasuredPieces::of(&["--size", "7", "--by", "words"], 3);
    let said = counted.sums(&["1", "3"], &["--missing"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "2\n", ""));
    let said = counted.sums(&["1", "3"], &["--out", &counted.path("begun")]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("1 of 3 pieces is not whole: 2; no total"), "{}", said.err);
    // A count of the whole goes on from the merged file.
    let said = counted.count(&["--sums", &counted.path("begun"), "--resume"]);
    assert_eq!((said.code, said.out), (0, answer(&["count", "--size", "7", "--by", "words"])), "{}", said.err);
}

#[test]
fn tables_travel_as_streams() {
    let asked = ["count", "--size", "7", "--by", "words", "--engine", "window"];
    let mut stream = Vec::new();
    for piece in ["1", "2"] {
        let said = run(&[&asked[..], &["--pieces", "2", "--piece", piece, "--sums", "-"]].concat());
        assert!(said.err.contains(&format!("piece {piece} of 2 alone: ")) && said.err.contains(" by words ("));
        stream.extend(said.out.into_bytes());
    }
    let mut zip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let zipped = zip.write_all(&stream).and_then(|()| zip.finish()).expect("memory takes all");
    for sent in [stream.clone(), zipped] {
        let said = feed(&["sums", "-"], sent);
        assert_eq!((said.code, said.out), (0, answer(&asked)), "{}", said.err);
    }
    let said = feed(&["sums", "-"], &stream[..stream.len() - 4]);
    assert!(said.code == 2 && said.err.contains("it has not arrived whole"), "{}", said.err);
    let said = run(&["count", "--size", "7", "--most", "words", "--sums", "-"]);
    assert_eq!((said.code, said.err.as_str()), (0, "gridcheck: most words: 12, in 62 grids\n"));
    assert_eq!(feed(&["sums", "-"], said.out).out, "most words: 12, in 62 grids\n");
}

/// A table with as many grids as the right one, at other values, is found by counting again, and by a second file.
#[test]
fn a_forged_table_is_found() {
    for (engine, question) in [("window", ["--by", "words"]), ("pinwheel", ["--by", "words"])] {
        let counted = MeasuredPieces::of(&["--size", "7", "--engine", engine, question[0], question[1]], 2);
        let forged = counted.forge("1", "forged", moved);
        // Alone, it looks as good as any other.
        assert_eq!(counted.sums(&["forged", "2"], &[]).code, 0);
        let said = counted.sums(&["forged", "2"], &["--recheck", "1000", "--seed", "1"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.err);
        let is_named = |line: &str| line.contains(&format!("{} says 0 grids with words = ", text(&forged)));
        assert!(said.err.lines().any(|line| is_named(line) && line.contains("which is WRONG")), "{}", said.err);
        assert!(said.err.contains(&format!("{} cannot be trusted: no total", text(&forged))), "{}", said.err);
        let said = counted.sums(&["1", "forged", "2"], &[]);
        assert!(said.code == 1 && said.err.contains("files contradict one another on 1 block"), "{}", said.err);
        let said = counted.sums(&["1", "forged", "2"], &["--recount"]);
        assert!(said.err.contains(&format!("{} cannot be trusted", text(&forged))), "{}", said.err);
        let json = json_lines(&counted.sums(&["1", "forged", "2"], &["--recount", "--format", "json"]).out);
        let says = &json[0]["contradictions"][0]["says"];
        assert_eq!((&says[0]["wrong"], &says[1]["wrong"]), (&false.into(), &true.into()), "{says}");
        assert_eq!(says[0]["count"]["by"][0], "words");
        // The quorum of two is reached by equal tables alone.
        counted.count(&["--pieces", "2", "--piece", "1", "--sums", &counted.path("again")]);
        for (files, missing) in [(&["1", "forged", "2"][..], "1\n2\n"), (&["1", "again", "forged", "2"], "2\n")] {
            let said = counted.sums(files, &["--missing", "--quorum", "2"]);
            assert_eq!((said.code, said.out.as_str()), (1, missing), "{}", said.err);
        }
        let said = counted.sums(&["1", "again", "2"], &[]);
        assert!(said.err.contains("1 of 2 pieces have equal results in 2 files or more"), "{}", said.err);
    }
}

/// The grids of a block that was counted alone are compared with the file's.
#[test]
fn a_block_of_a_table_is_counted_again() {
    let asked = ["--size", "7", "--engine", "window", "--most", "words"];
    let counted = MeasuredPieces::of(&asked, 1);
    counted.count(&["--sums", &counted.path("whole")]);
    let file = counted.read("whole");
    let line = file.lines().find(|line| line.contains('=')).expect("a block with grids");
    let (block, value) = line.split_once(' ').expect("a block");
    let (value, grids) = value.split(' ').next().and_then(|sum| sum.split_once('=')).expect("an extreme");
    let said = counted.count(&["--sums", &counted.path("whole"), "--block", block]);
    assert_eq!((said.code, &said.out), (0, &format!("most words: {value}, in {grids} grids\n")), "{}", said.err);
    assert!(said.err.contains(" for this block: the same"), "{}", said.err);
    let forged = counted.forge("whole", "forged", |said| {
        said.strip_prefix(&format!("{block} ")).map(|_| format!("{block} {value}={grids}0"))
    });
    // The block may be the best one, and then the total is wrong too.
    let whole = fs::read_to_string(&forged).expect("the file is there");
    let unfinished: String = whole.split_inclusive('\n').filter(|line| !line.starts_with("total")).collect();
    fs::write(&forged, unfinished).expect("room");
    let said = counted.count(&["--sums", text(&forged), "--block", block]);
    assert!(said.code == 1 && said.err.contains("NOT the same"), "{}", said.err);
    let table = answer(&["count", "--size", "7", "--engine", "window", "--by", "words", "--block", block]);
    assert!(table.contains("7 × 7 grids, rules british, by words"), "{table}");
}

#[test]
fn files_of_other_questions_are_refused() {
    let counted = MeasuredPieces::of(&["--size", "7", "--engine", "pinwheel", "--by", "words"], 2);
    let file = counted.path("1");
    let pieces = ["--pieces", "2", "--piece", "1", "--sums", &file, "--resume"];
    for question in [&[][..], &["--by", "letters"], &["--by", "words,letters"], &["--most", "words"]] {
        let line = refused(&[&["count", "--size", "7", "--engine", "pinwheel"], question, &pieces].concat());
        assert!(line.contains("these are sums of another question: grids by words, not "), "{line}");
    }
    let most = MeasuredPieces::of(&["--size", "7", "--engine", "pinwheel", "--most", "words"], 2);
    let line = refused(&["sums", &file, &most.path("2")]);
    assert!(line.contains("are sums of different questions: grids by words; most words"), "{line}");
    let plain = most.path("plain");
    answer(&["count", "--size", "7", "--engine", "pinwheel", "--sums", &plain]);
    let line = refused(&["sums", &plain, &file]);
    assert!(line.contains("are sums of different questions: numbers of grids; grids by words"), "{line}");
    // Draws and audits need the number of grids of each block.
    let table = counted.path("whole.sums");
    counted.count(&["--sums", &table]);
    for args in [
        &["sample", "--size", "7", "--sums", &table, "--seed", "1"][..],
        &["audit", "--max-size", "3", "--budget", "0s", "--results", text(counted.folder.path())],
    ] {
        let line = refused(args);
        assert!(line.contains("these are sums of another question: grids by words, not numbers of grids"), "{line}");
    }
    // A file that was changed or cut in the middle names the line.
    let original = counted.read("1");
    let cut = original.replacen(';', "", 1);
    fs::write(&file, cut).expect("room");
    let line = refused(&["sums", &file]);
    assert!(line.contains("damaged: the line does not agree with its check"), "{line}");
    let total = counted.forge("2", "few", |said| said.contains('=').then(|| said.replacen('=', "=1", 1)));
    let line = refused(&["sums", text(&total)]);
    assert!(line.contains("the record of the piece is not the sum of its blocks"), "{line}");
    let unsorted = counted.forge("2", "unsorted", |said| {
        let (block, sum) = said.split_once(' ').filter(|(_, sum)| sum.contains(';'))?;
        Some(format!("{block} {}", sum.split(';').rev().collect::<Vec<_>>().join(";")))
    });
    assert!(refused(&["sums", text(&unsorted)]).contains("expected the name of a block"));
}

#[test]
fn what_has_no_sums_of_blocks_is_refused() {
    let mirror = file("name = \"mirrored\"\nsymmetry = \"mirror\"\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("new");
    let sums = ["--sums", text(&path)];
    let piece = ["--pieces", "2", "--piece", "1"];
    let refusals: [(&[&str], &str); 9] = [
        (&["--by", "symmetry"], "--by symmetry makes several counts"),
        (&["--by", "lengths"], "name some lengths, as in --by 'length 3,length 4'"),
        (&["--by", "length 3", "--engine", "window"], "grids by length 3; pinwheel can"),
        (&["--by", "words,letters", "--engine", "window"], "only by one; pinwheel can"),
        (
            &["--by", "words", "--engine", "frontier"],
            "because it merges equal states of all grids; window, pinwheel can",
        ),
        (&["--by", "words", "--engine", "sat"], "because it lists grids; window, pinwheel can"),
        (&["--rules", name(&mirror)], "no engine counts this in blocks (window: symmetry mirror"),
        (
            &["--rules", name(&mirror), "--engine", "kaleidoscope"],
            "because it merges equal states of all grids; no engine can",
        ),
        (&["--most", "words", "--format", "csv"], "--format csv is for --by with measures"),
    ];
    for (asked, said) in refusals {
        let line = refused(&[&["count", "--size", "7"], asked, &sums].concat());
        assert!(line.contains(said), "{asked:?}: {line}");
    }
    let chart = folder.path().join("chart.svg");
    for (asked, said) in [
        (&["--out", text(&chart)][..], "--out draws the table of all grids"),
        (&["--format", "csv"], "--format csv is for the table of all grids"),
    ] {
        let line = refused(&[&["count", "--size", "7", "--by", "words"], asked, &piece, &sums].concat());
        assert!(line.contains(said), "{asked:?}: {line}");
    }
    let line = refused(&["count", "--size", "7", "--by", "words", "--estimate"]);
    assert!(line.contains("--estimate"), "{line}");
    assert!(!path.exists() && !chart.exists());
}

/// The other formats of a table are those of a count without blocks.
#[test]
fn tables_have_all_formats() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let asked = ["count", "--size", "7", "--by", "letters,words"];
    let sums = |name: &str| ["--sums".to_owned(), path(name)];
    let csv = [&asked[..], &["--format", "csv"]].concat();
    let [option, whole] = sums("csv");
    assert_eq!(answer(&[&csv[..], &[&option, &whole]].concat()), answer(&csv));
    for (drawn, more) in [("with.svg", &sums("svg")[..]), ("without.svg", &[])] {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        answer(&[&asked[..], &["--out", &path(drawn)], &more].concat());
    }
    let read = |name: &str| fs::read_to_string(path(name)).expect("the file is there");
    assert_eq!(read("with.svg"), read("without.svg"));

    let json = &json_lines(&answer(&["sums", &whole, "--format", "json"]))[0];
    assert_eq!((&json["by"][1], &json["total"]["count"]), (&"words".into(), &"650".into()));
    let [plain, in_blocks] = [&[][..], &["--sums", &path("json")]].map(|more| {
        let json = json_lines(&answer(&[&asked[..], &["--format", "json", "--engine", "pinwheel"], more].concat()));
        (keys(&json[0]).into_iter().map(str::to_owned).collect::<Vec<_>>(), json[0]["grids"].clone())
    });
    assert_eq!(plain, in_blocks);
    assert_eq!(json["total"]["grids"], plain.1);
    let piece = ["--pieces", "2", "--piece", "1", "--format", "json", "--sums", &path("piece")];
    let json = json_lines(&answer(&[&["count", "--size", "7", "--fewest", "letters"], &piece[..]].concat()));
    assert_eq!(json[0]["count_of_piece"]["goal"], "fewest letters");
}
