//! Rectangles and several sizes on the command line: each command that takes a size or a grid.

use crate::program::{answer, feed, file, json_lines, name, refused, run, text};

/// Returns the standard output of a successful run, whatever notes it reports.
fn noted(args: &[&str]) -> String {
    let said = run(args);
    assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    said.out
}

/// Kleber 2019 as continued by Ferry: American 13 × 15 with words of three letters or more.
#[test]
fn a_published_rectangle() {
    for size in ["13x15", "15x13"] {
        assert_eq!(answer(&["count", "--size", size, "--rules", "american"]), "2772709489316\n");
    }
}

#[test]
fn listed_grids_are_those_of_the_count() {
    let count: usize = noted(&["count", "--size", "5x8"]).trim().parse().expect("a count");
    let lines = noted(&["list", "--size", "5x8", "--format", "line"]);
    assert_eq!(lines.lines().count(), count);
    assert!(count > 10 && lines.lines().all(|line| line.len() == 5 * 8 + 4));
    let validated = feed(&["validate", "--quiet", "-"], noted(&["list", "--size", "5x8"]));
    assert_eq!(validated.code, 0, "{validated:?}");
}

#[test]
fn a_symmetry_that_does_not_fit_is_refused_with_those_that_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    let only = |size| format!(": a grid of {size} can have only none, rot180, mirror, mirrors");
    for symmetry in ["diagonal", "rot90", "diagonals", "all"] {
        let rules = file(format!("extends = \"british\"\nsymmetry = \"{symmetry}\"\n"));
        let rest = ["--size", "5x7", "--rules", name(&rules)];
        for command in [
            &["count"][..],
            &["count", "--by", "words"],
            &["list"],
            &["compare"],
            &["sample"],
            &["certify", "--out", text(&proof)],
            &["export", "--to", "asp"],
        ] {
            let line = refused(&[command, &rest[..]].concat());
            assert!(line.ends_with(&format!("symmetry {symmetry}{}", only("5x7"))), "{command:?}: {line}");
        }
        let painted = file("???\n???\n");
        let line = refused(&["complete", name(&painted), "--rules", name(&rules)]);
        assert!(line.ends_with(&only("2x3")), "{line}");
    }
    assert!(!proof.exists());
}

#[test]
fn types_of_symmetry_add_up_without_any_too() {
    let types = |args: &[&str]| {
        let args = [&["count", "--by", "symmetry", "--format", "json"], args].concat();
        json_lines(&noted(&args)).remove(0)
    };
    let whole = types(&["--size", "4x6", "--rules", "american"]);
    let all = noted(&["count", "--size", "4x6", "--rules", "american"]);
    assert_eq!(whole["total"].as_str().map(|total| format!("{total}\n")), Some(all));
    let loose = file("extends = \"american\"\nsymmetry = \"none\"\nmin_word = 2\n");
    let rules = ["--size", "3x5", "--rules", name(&loose)];
    let kinds = types(&rules);
    let listed = noted(&[&["list", "--format", "line", "--primitive"], &rules[..]].concat());
    assert_eq!(kinds["primitive"].as_str(), Some(&*listed.lines().count().to_string()), "{kinds}");
    assert!(listed.lines().count() > 2);
}

#[test]
fn drawn_grids_have_ranks_and_the_file_gives_the_size() {
    let drawn = noted(&["sample", "--size", "5x9", "--count", "4", "--seed", "7"]);
    let ranks = feed(&["rank", "-"], drawn.as_str());
    assert_eq!((ranks.code, ranks.out.lines().count()), (0, 4), "{ranks:?}");
    let same = feed(&["rank", "--size", "5x9", "-"], drawn.as_str());
    assert_eq!(same.out, ranks.out);
    let again = noted(&["sample", "--size", "5x9", "--rank", ranks.out.lines().next().expect("a rank")]);
    assert!(drawn.starts_with(again.trim_end()), "{again}");
}

#[test]
fn a_certificate_of_a_rectangle_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    let made = run(&["certify", "--size", "4x5", "--rules", "american", "--out", text(&proof)]);
    assert_eq!(made.code, 0, "{made:?}");
    let checked = run(&["check", text(&proof)]);
    assert!(checked.code == 0 && checked.out.contains("4 x 5"), "{checked:?}");
    let manifest = proof.join("manifest.json");
    let turned = std::fs::read_to_string(&manifest).expect("a manifest").replace("4x5", "5x4");
    std::fs::write(&manifest, turned).expect("room");
    assert_ne!(run(&["check", text(&proof)]).code, 0, "the size was turned");
}

#[test]
fn sums_of_a_rectangle_are_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one.sums", "two.sums"].map(|name| folder.path().join(name));
    for (piece, path) in [("1", &one), ("2", &two)] {
        let args =
            ["count", "--size", "7x9", "--rules", "american", "--pieces", "2", "--piece", piece, "--sums", text(path)];
        assert_eq!(run(&args).code, 0);
    }
    let merged = run(&["sums", text(&one), text(&two)]);
    let total = noted(&["count", "--size", "7x9", "--rules", "american"]);
    assert!(merged.err.contains("7 × 9"), "{merged:?}");
    assert_eq!(merged.out, total);
    let other = refused(&["count", "--size", "9x7", "--rules", "american", "--sums", text(&one), "--resume"]);
    assert!(other.contains("size 7x9") || other.contains("7x9"), "{other}");
}

#[test]
fn several_sizes_are_rows() {
    assert_eq!(answer(&["count", "--size", "3..7/2"]), "    3  1\n    5  17\n    7  650\n");
    assert_eq!(
        answer(&["count", "--size", "5x3..5x6", "--rules", "american", "--format", "csv"]),
        "size,grids\n5x3,1\n5x4,5\n5,12\n5x6,22\n"
    );
    let bfile = answer(&["count", "--size", "3..6", "--rules", "american", "--format", "bfile"]);
    let lines: Vec<&str> = bfile.lines().collect();
    assert!(lines[0].starts_with("# Number of grids, rules american"), "{bfile}");
    assert!(lines[1].ends_with("gridcheck count --size 3..6 --rules american --format bfile"), "{bfile}");
    assert_eq!(lines[2..], ["3 1", "4 3", "5 12", "6 48"]);
    // OEIS A243826 (Pratt 2014): the most clues of American grids.
    let most = answer(&["count", "--size", "3..8", "--rules", "american", "--most", "words", "--format", "bfile"]);
    assert_eq!(most.lines().skip(2).collect::<Vec<_>>(), ["3 6", "4 8", "5 10", "6 12", "7 22", "8 28"]);
}

/// A pipe gives its text only once, and an empty rule file means British.
#[test]
fn the_rules_of_several_sizes_are_read_once() {
    let american = answer(&["rules", "american"]);
    for (format, rows) in [("csv", "size,grids\n5,12\n7,312\n"), ("bfile", "5 12\n7 312\n")] {
        let args = ["count", "--size", "5,7", "--rules", "-", "--format", format];
        let said = feed(&args, american.as_str());
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.out.ends_with(rows), "{}", said.out);
    }
    let said = feed(&["count", "--size", "5,7", "--rules", "-"], "min_word = 0");
    assert_eq!((said.code, said.err.lines().count()), (2, 1), "{said:?}");
}

#[test]
fn a_size_that_fails_leaves_the_others() {
    let said = run(&["count", "--size", "3,65x1", "--engine", "brute"]);
    assert_eq!(said.code, 2, "{said:?}");
    let said = run(&["count", "--size", "5,4,7", "--engine", "window"]);
    assert_eq!((said.code, said.out.as_str()), (2, "    5  17\n    7  650\n"));
    assert!(said.err.contains("size 4: ") && said.err.contains("1 of 3 sizes have no answer"), "{}", said.err);
}

#[test]
fn several_sizes_are_refused_where_one_is_needed() {
    for args in [
        &["list", "--size", "3..5"][..],
        &["count", "--size", "3..5", "--by", "words"],
        &["count", "--size", "3,5", "--sums", "x.sums"],
        &["count", "--size", "5", "--format", "bfile"],
        &["count", "--size", "3x5,4x6", "--format", "bfile"],
        &["count", "--size", "9..3"],
        &["count", "--size", "5,5"],
    ] {
        let line = refused(args);
        assert!(line.contains("size"), "{args:?}: {line}");
    }
}

#[test]
fn empty_ranges_are_refused() {
    for (range, fault) in [
        ("9..5", "9..5: the range is empty, its end comes before its start"),
        ("9..5/2", "9..5/2: the range is empty, its end comes before its start"),
        ("5x9..5x3", "5x9..5x3: the range is empty, its end comes before its start"),
        ("9x5..3x5", "9x5..3x5: the range is empty, its end comes before its start"),
        ("7,9..5", "9..5: the range is empty, its end comes before its start"),
        ("3..5/0", "expected a step from 1 to 64 after /, as in 3..15/2"),
        ("5x3..6x9", "5x3..6x9: in a range of rectangles, the rows or the columns stay the same, as in 5x3..5x20"),
        ("3..", "expected whole numbers from 1 to 64, as in 13, 13x15, 3..15 or 3..15/2"),
        ("5x..5x9", "expected whole numbers from 1 to 64, as in 13, 13x15, 3..15 or 3..15/2"),
        ("0x5..9x5", "expected whole numbers from 1 to 64, as in 13, 13x15, 3..15 or 3..15/2"),
        ("5x3..5x65", "expected whole numbers from 1 to 64, as in 13, 13x15, 3..15 or 3..15/2"),
    ] {
        for format in ["text", "csv", "bfile"] {
            let line = refused(&["count", "--size", range, "--format", format]);
            let expected = format!("invalid value '{range}' for '--size <N>': {fault} (see gridcheck --help)");
            assert_eq!(line, expected);
        }
    }
}

/// The sequence by a recurrence, which is proved for all widths, equals the counts of engines.
#[test]
fn strips_are_counted_as_their_recurrence_says() {
    let none = file("extends = \"american\"\nsymmetry = \"none\"\n");
    for (symmetry, rules) in [("rot180", "american"), ("none", name(&none))] {
        let args = ["recurrence", "--height", "5", "--rules", "american", "--symmetry", symmetry, "--terms", "40"];
        let said = answer(&[&args[..], &["--format", "json"]].concat());
        let terms = json_lines(&said)[0]["terms"].as_array().expect("terms").clone();
        let counted = answer(&["count", "--size", "5x1..5x40", "--rules", rules, "--format", "bfile"]);
        let counted: Vec<&str> =
            counted.lines().filter_map(|line| line.split_once(' ')).map(|(_, count)| count).collect();
        let terms: Vec<&str> = terms.iter().map(|term| term.as_str().expect("a text")).collect();
        assert_eq!(counted[counted.len() - 40..], terms, "{symmetry}");
        assert_eq!(terms.len(), 40);
    }
}

/// A file of sums belongs to one shape. A count of another shape leaves it as it is.
#[test]
fn sums_of_another_shape_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sums");
    let count = |size| ["count", "--size", size, "--rules", "american", "--sums", text(&path)];
    answer(&count("5x7"));
    let before = std::fs::read(&path).expect("the sums");
    for size in ["7x5", "5", "7"] {
        let line = refused(&[&count(size)[..], &["--resume"]].concat());
        assert!(line.ends_with("these are the sums of another problem: size 5x7, rules american"), "{line}");
    }
    assert_eq!(std::fs::read(&path).expect("the sums"), before);
    let other = String::from_utf8(before).expect("text").replacen("\"5x7\"", "\"5x\"", 1);
    assert!(refused(&["sums", name(&file(other))]).contains("size: expected a number up to 64, or rows and columns"));
    let turned = folder.path().join("turned");
    answer(&["count", "--size", "7x5", "--rules", "american", "--sums", text(&turned)]);
    let line = refused(&["sums", text(&path), text(&turned)]);
    assert!(line.ends_with("size 5x7, rules american; size 7x5, rules american"), "{line}");
    let square = folder.path().join("square");
    let american = ["--rules", "american", "--sums", text(&square)];
    answer(&[&["count", "--size", "5", "--engine", "pinwheel"], &american[..]].concat());
    let line = refused(&[&["sample", "--size", "5x7"], &american[..]].concat());
    assert!(line.ends_with("these are the sums of another problem: size 5, rules american"), "{line}");
    // A file without a complete first line states nothing, and the grids of a rectangle are listed.
    let begun = file(String::new());
    let drawn = run(&["sample", "--size", "5x7", "--rules", "american", "--seed", "1", "--sums", name(&begun)]);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
}
