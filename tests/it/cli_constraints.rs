//! Tests constraints, distributions, extremes, draws and ranks on the real program.

use std::collections::BTreeSet;
use std::fs;

use crate::pictures::decoded;
use crate::program::{answer, feed, file, gallery_data, json_lines, name, run, text};

/// Returns the message of a command that fails: one line, nothing printed, exit code 2.
fn refused(args: &[&str]) -> String {
    let said = run(args);
    assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (2, "", 1), "{args:?}: {}", said.err);
    said.err
}

#[test]
fn only_the_grids_that_grant_the_constraints() {
    let constraints = ["--where", "words = 12", "--where", "length 3 >= 6"];
    let count = answer(&[&["count", "--size", "7"][..], &constraints].concat());
    let list = answer(&[&["list", "--size", "7", "--format", "line"][..], &constraints].concat());
    assert_eq!(count.trim(), list.lines().count().to_string());
    assert!(list.lines().count() > 3);
    let all = answer(&["list", "--size", "7", "--format", "line"]);
    let picked = feed(&[&["stats", "--format", "line", "-"][..], &constraints].concat(), all.clone());
    assert_eq!(picked.out.lines().count(), list.lines().count());
    assert!(picked.out.lines().all(|line| line.contains("12 words")));
    let validated = feed(&[&["validate", "--quiet", "-"][..], &constraints].concat(), all.clone());
    assert!(validated.out.starts_with(&format!("{} grids", list.lines().count())), "{}", validated.out);
    assert!(validated.err.contains("not satisfying the constraints left out"), "{}", validated.err);
    let drawn = feed(&[&["draw", "-"][..], &constraints].concat(), all).out;
    assert_eq!(drawn.split("\n\n").count(), list.lines().count());
    let json = answer(&["count", "--size", "7", "--where", "words 12..12", "--format", "json"]);
    assert_eq!(json_lines(&json)[0]["where"], serde_json::json!(["words = 12"]));
    // A count of 0 is a valid answer.
    assert_eq!(answer(&["count", "--size", "7", "--where", "words = 21"]), "0\n");
}

#[test]
fn constraints_that_cannot_be_meant_are_one_line() {
    for (args, part) in [
        (
            &["count", "--size", "7", "--where", "wrods = 3"][..],
            "column 1: no measure `wrods`, expected one of letters,",
        ),
        (&["count", "--size", "7", "--where", "words"], "column 6: expected =, <= or >="),
        (&["count", "--size", "7", "--where", "length 99 = 1"], "a word has 2 to 7 letters at size 7"),
        (&["count", "--size", "7", "--where", "words 9..3"], "the first number of a range must not"),
        (&["count", "--size", "7", "--where", "words = 3", "--where", "words >= 4"], "words = 3, words >= 4"),
        (&["count", "--size", "7", "--by", "wrods"], "no measure `wrods`"),
        (&["count", "--size", "7", "--by", "words", "--format", "csv", "--out", "x.gif"], "ends in .svg, .png"),
        (&["count", "--size", "7", "--most", "mean-length"], "grids cannot be sorted by mean-length"),
        (&["count", "--size", "7", "--format", "csv"], "--format csv is for --by"),
        (&["count", "--size", "7", "--by", "length 3", "--engine", "kaleidoscope"], "backtrack"),
        (&["count", "--size", "15", "--where", "length 3..15 >= 2", "--engine", "pinwheel"], "13 measures at once"),
        (&["count", "--size", "7", "--by", "words", "--engine", "kaleidoscope"], "kaleidoscope cannot do this"),
        (&["export", "--size", "5", "--where", "words = 6", "--to", "dlx"], "no place for the constraint words = 6"),
        (&["count", "--size", "5", "--where", "length except 5//7 = 0"], "column 17: expected a number of letters"),
        (&["count", "--size", "7", "--where", "blacks-per-row = 1", "--engine", "pinwheel"], "blacks-per-row = 1"),
        (
            &["count", "--size", "7", "--where", "blacks-per-row = 1", "--by", "symmetry"],
            "blacks-per-row = 1 tells rows from columns",
        ),
        (&["sample", "--size", "5", "--count", "18"], "18 different grids are wanted, and there are 17"),
        (&["sample", "--size", "5", "--rank", "17"], "no grid of rank 17: ranks go from 0 to 16"),
    ] {
        let said = refused(args);
        assert!(said.contains(part), "{args:?}: {said}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let sums = folder.path().join("x.sums");
    let said = refused(&["count", "--size", "7", "--where", "blacks-per-row = 1", "--sums", text(&sums)]);
    assert!(said.contains("the constraint blacks-per-row = 1"), "{said}");
    assert!(!sums.exists());
}

#[test]
fn a_distribution_in_every_form() {
    let csv = answer(&["count", "--size", "7", "--by", "letters,words", "--format", "csv"]);
    let json = &json_lines(&answer(&["count", "--size", "7", "--by", "letters,words", "--format", "json"]))[0];
    let rows: Vec<Vec<u64>> = csv
        .lines()
        .skip(1)
        .map(|row| row.split(',').map(|number| number.parse().expect("a number")).collect())
        .collect();
    assert_eq!(csv.lines().next(), Some("letters,words,grids"));
    assert_eq!(rows.iter().map(|row| row[2]).sum::<u64>(), 650);
    assert_eq!(json["grids"].as_array().map(Vec::len), Some(rows.len()));
    let lengths = answer(&["count", "--size", "5", "--by", "lengths"]);
    assert!(lengths.contains("3×2 4×2 5×2") && lengths.ends_with("17 grids in all\n"), "{lengths}");
    let folder = tempfile::tempdir().expect("a folder");
    for (by, fields) in [("words", 7), ("letters,words", rows.len())] {
        let svg = folder.path().join(format!("{}.svg", by.replace(',', "-")));
        answer(&["count", "--size", "7", "--by", by, "--where", "words >= 2", "--out", text(&svg)]);
        let picture = std::fs::read_to_string(&svg).expect("it was written");
        let page = roxmltree::Document::parse(&picture).expect("it is XML");
        let is_field = |node: &roxmltree::Node| matches!(node.attribute("width"), Some("16.0" | "18.0"));
        let drawn = page.descendants().filter(|node| node.has_tag_name("rect") && is_field(node)).count();
        assert_eq!(drawn, fields, "a field for each value, and parts of axes beside them");
        let texts: Vec<&str> = page.descendants().filter_map(|node| node.text()).collect();
        assert!(texts.contains(&"grids") && texts.contains(&"0"), "the axis begins at 0: {texts:?}");
        answer(&["count", "--size", "7", "--by", by, "--log-scale", "--out", text(&svg)]);
        let picture = std::fs::read_to_string(&svg).expect("it was written");
        assert!(picture.contains(">grids (logarithmic)<") && picture.contains(">10<"), "{picture}");
        let png = folder.path().join("chart.png");
        answer(&["count", "--size", "7", "--by", by, "--out", text(&png)]);
        assert!(std::fs::read(&png).expect("it was written").starts_with(b"\x89PNG"));
    }
}

#[test]
fn engines_are_compared_bin_by_bin() {
    let said = answer(&["compare", "--size", "7", "--by", "words", "--engines", "pinwheel,frontier,backtrack,sat"]);
    assert!(said.ends_with("All 4 engines agree bin by bin.\n"), "{said}");
    let json = &json_lines(&answer(&["compare", "--size", "5", "--by", "letters,words", "--format", "json"]))[0];
    assert_eq!((&json["agree"], &json["answers"][0]["count"]), (&true.into(), &"17".into()));
    let folder = tempfile::tempdir().expect("a folder");
    let mirrored = folder.path().join("mirrored.toml");
    fs::write(&mirrored, "extends = \"british\"\nsymmetry = \"mirror\"\n").expect("room for it");
    let args = ["compare", "--size", "7", "--rules", text(&mirrored), "--by", "length 3", "--engines", "kaleidoscope"];
    let said = refused(&args);
    assert!(said.contains("kaleidoscope does not sort grids by these measures"), "{said}");
}

#[test]
fn extremes_and_the_grids_that_reach_them() {
    assert_eq!(answer(&["count", "--size", "9", "--most", "words"]), "most words: 20, in 512 grids\n");
    for goal in ["--most", "--fewest"] {
        for measure in ["letters", "blacks", "words", "checked", "unchecked", "length 3"] {
            let said = answer(&["count", "--size", "7", goal, measure]);
            let listed = run(&["list", "--size", "7", goal, measure, "--format", "line"]);
            let grids = said.rsplit("in ").next().and_then(|rest| rest.split(' ').next()).expect("a number");
            assert_eq!(listed.out.lines().count().to_string(), grids, "{goal} {measure}: {said}");
        }
    }
    let none = run(&["count", "--size", "3", "--most", "words", "--where", "words = 40"]);
    assert_eq!((none.code, none.out.as_str()), (0, "most words: there is no grid\n"));
    assert_eq!(none.err, "gridcheck: note: no grid of size 3 has words = 40\n");
}

/// OEIS A132443 (Brodie 2007): American grids with exactly one black square in each row.
#[test]
fn one_black_square_in_each_row() {
    for engine in ["frontier", "backtrack", "sat"] {
        let size = if engine == "frontier" { "3..11" } else { "3..9" };
        let args = ["count", "--size", size, "--rules", "american", "--format", "bfile", "--engine", engine];
        let counts = answer(&[&args[..], &["--where", "blacks-per-row = 1"]].concat());
        let counts: Vec<&str> =
            counts.lines().filter_map(|line| line.split_once(' ').filter(|(n, _)| *n != "#")?.1.into()).collect();
        let published = ["0", "0", "0", "2", "2", "10", "12", "120", "186"];
        assert_eq!(counts, published[..counts.len()], "{engine}");
    }
}

/// A bound may exceed every integer type, and need not be whole.
#[test]
fn bounds_are_exact() {
    let count = |size: &str, engine: &str, constraints: &[&str]| {
        let constraints: Vec<&str> = constraints.iter().flat_map(|constraint| ["--where", constraint]).collect();
        run(&[&["count", "--size", size, "--engine", engine][..], &constraints].concat())
    };
    let nine = ["letters = 57", "length 4 = 8", "mean-length <= 2147483648"];
    for engine in ["pinwheel", "backtrack", "sat", "exact-cover"] {
        assert_eq!(count("9", engine, &nine).out, "9\n", "{engine}");
    }
    for engine in ["pinwheel", "frontier", "backtrack", "exact-cover", "sat"] {
        for (constraint, grids, note) in [
            ("mean-length >= 2147483648", "0\n", "gridcheck: note: no grid of size 7 has mean-length >= 2147483648\n"),
            (
                "letters <= 9223372036854775808",
                "650\n",
                "gridcheck: note: every grid of size 7 has letters <= 9223372036854775808\n",
            ),
        ] {
            let counted = count("7", engine, &[constraint]);
            assert_eq!((counted.out.as_str(), counted.err.as_str()), (grids, note), "{engine}: {constraint}");
        }
        // A mean is a quotient of letters and words: at 7 x 7 none lies between 5.5 and 5.5000001.
        let [whole, decimals, quotient, beyond] =
            ["5.5", "5.50000000000000000000000000", "11/2", "5.5000001"].map(|mean| {
                count("7", engine, &[&format!("mean-length >= {mean}")]).out.trim().parse::<u32>().expect("a number")
            });
        let equal = count("7", engine, &["mean-length = 11/2"]).out.trim().parse::<u32>().expect("a number");
        assert_eq!([decimals, quotient, beyond + equal], [whole; 3], "{engine}");
        assert!(equal > 0, "{engine}");
    }
}

#[test]
fn draws_have_ranks_and_ranks_have_grids() {
    let drawn = run(&["sample", "--size", "9", "--count", "5", "--seed", "3", "--format", "json"]);
    assert_eq!((drawn.code, drawn.err.as_str()), (0, "gridcheck: 5 grids drawn from 68956 grids, seed 3\n"));
    assert_eq!(
        drawn.out,
        run(&["sample", "--size", "9", "--count", "5", "--seed", "3", "--format", "json", "--jobs", "1"]).out
    );
    let grids = json_lines(&drawn.out);
    assert_eq!(grids.len(), 5);
    for grid in &grids {
        let rank = grid["rank"].as_str().expect("a rank");
        let again = answer(&["sample", "--size", "9", "--rank", rank]);
        let rows: Vec<&str> = grid["rows"].as_array().expect("rows").iter().filter_map(|row| row.as_str()).collect();
        assert_eq!(again.lines().collect::<Vec<_>>(), rows);
        assert_eq!(feed(&["rank", "--size", "9", "-"], again.clone()).out.trim(), rank);
        assert_eq!(feed(&["validate", "--quiet", "-"], again).code, 0);
    }
    let invalid = file(".../.../...");
    let said = run(&["rank", "--size", "5", name(&invalid)]);
    assert_eq!((said.code, said.out.as_str()), (1, "none\n"), "{}", said.err);
    let nothing = run(&["sample", "--size", "7", "--where", "words = 40"]);
    assert_eq!((nothing.code, nothing.out.as_str(), nothing.err.lines().count()), (1, "", 1), "{}", nothing.err);
    let constrained =
        run(&["sample", "--size", "9", "--count", "3", "--seed", "1", "--where", "words = 20", "--format", "line"]);
    assert_eq!(constrained.out.lines().count(), 3);
    assert!(constrained.err.contains("drawn from 512 of 68956 grids, seed 1"), "{}", constrained.err);
}

#[test]
fn a_lattice_in_four_phases() {
    for (phase, black) in [("1", (1, 1)), ("2", (1, 0)), ("3", (0, 1)), ("4", (0, 0))] {
        let grids = answer(&["list", "--size", "7", "--lattice", phase, "--format", "line"]);
        for grid in grids.lines() {
            let rows: Vec<&str> = grid.split('/').collect();
            for r in (black.0..7).step_by(2) {
                assert!((black.1..7).step_by(2).all(|c| rows[r].as_bytes()[c] == b'#'), "{phase}: {grid}");
            }
        }
        assert_eq!(answer(&["count", "--size", "7", "--lattice", phase]).trim(), grids.lines().count().to_string());
    }
    let white = file(".......\n.......\n.......\n.......\n.......\n.......\n.......\n");
    let said = refused(&["count", "--size", "7", "--lattice", "--given", name(&white)]);
    assert!(said.contains("row 2, column 2 is black in it and given as white"), "{said}");
}

#[test]
fn a_certificate_of_constraints() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("six");
    let made = answer(&[
        "certify",
        "--size",
        "5",
        "--where",
        "words = 6",
        "--where",
        "mean-length 3..4",
        "--out",
        text(&place),
    ]);
    assert!(made.ends_with("accepted\n"), "{made}");
    let checked = answer(&["check", text(&place)]);
    let claim = checked.lines().next().expect("a claim");
    assert!(claim.contains("satisfy the constraints words = 6, mean-length 3..4"), "{claim}");
    let count = answer(&["count", "--size", "5", "--where", "words = 6", "--where", "mean-length 3..4"]);
    assert!(claim.starts_with(&format!("Exactly {} grids", count.trim())), "{claim}");
    // Another constraint in the manifest makes another claim.
    let manifest = place.join("manifest.json");
    let other = std::fs::read_to_string(&manifest).expect("it is there").replace("words = 6", "words = 5");
    std::fs::write(&manifest, other).expect("it can be written");
    let said = run(&["check", text(&place)]);
    assert!(
        said.code == 1 && said.out.contains("does not satisfy the constraint words = 5: it has 6"),
        "{} {}",
        said.out,
        said.err
    );
}

#[test]
fn letters_coloured_by_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("five.svg");
    let grids = answer(&["list", "--size", "5", "--limit", "3"]);
    assert_eq!(feed(&["draw", "-", "--lengths", "--out", text(&svg)], grids.clone()).code, 0);
    let picture = std::fs::read_to_string(&svg).expect("it was written");
    assert!(roxmltree::Document::parse(&picture).is_ok() && picture.contains("#e69f00"));
    let png = folder.path().join("five.png");
    assert_eq!(feed(&["draw", "-", "--lengths", "--out", text(&png)], grids.clone()).code, 0);
    let (_, height, pixels) = decoded(&std::fs::read(&png).expect("it was written"));
    assert!(height > 0 && pixels.iter().any(|[red, green, blue]| red != green || green != blue));
    // Colours need a picture, and at five pixels a square the legend is unreadable.
    for flags in [&["draw", "-", "--lengths"][..], &["draw", "-", "--lengths", "--scale", "5", "--out", text(&png)]] {
        let said = feed(flags, grids.clone());
        assert_eq!((said.code, said.err.lines().count()), (2, 1), "{}", said.err);
    }
    // The gallery has a digit for each square, and a colour for each digit; without the flag neither.
    let page = folder.path().join("five.html");
    let data = |flags: &[&str]| {
        assert_eq!(feed(&[&["draw", "-", "--out", text(&page)], flags].concat(), grids.clone()).code, 0);
        let page = std::fs::read_to_string(&page).expect("it was written");
        gallery_data(&page)
    };
    let coloured = data(&["--lengths"]);
    let colours: BTreeSet<u64> =
        coloured["lengths"].as_array().expect("a list").iter().filter_map(|of| of[0].as_u64()).collect();
    let mut digits = BTreeSet::new();
    for grid in coloured["grids"].as_array().expect("a list") {
        let line = grid[5].as_str().expect("a line");
        assert_eq!(line.len(), 25);
        digits.extend(line.chars().filter_map(|digit| digit.to_digit(36)).map(u64::from).filter(|&digit| digit > 0));
    }
    assert!(!digits.is_empty() && digits == colours, "{digits:?} {colours:?}");
    let plain = data(&[]);
    assert!(plain["lengths"].as_array().is_some_and(Vec::is_empty) && plain["grids"][0][5].is_null());
}
