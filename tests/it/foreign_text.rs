//! Tests text of other people on a terminal: names, file names and contents of files cannot hide, reverse or forge output.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::program::{Said, answer, feed, file, gridcheck, json_lines, name, refused, run, text};
use gridcheck::checked_log::record;

/// File names that break a line, reverse text, control a terminal, or command a GitHub runner.
#[cfg(unix)]
const NAMES: [&str; 6] = [
    "a\n0 valid\r.txt",
    "a\u{202e}txt.b\u{2066}",
    "a\u{2028}b\u{2029}c\u{61c}\u{200f}.txt",
    "\u{1b}[2J\u{9b}.txt",
    "::stop-commands::x.txt",
    "##[error]x.txt",
];

/// An invalid grid of 3 × 3.
const SLIP: &str = "###\n#.#\n...\n";

/// Returns `true` if a printed line could do more than show itself.
fn acts(line: &str) -> bool {
    let turns =
        |c: char| matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    line.contains(|c: char| c.is_control() || turns(c)) || line.trim_start().starts_with("::") || line.contains("##[")
}

/// The name of a file commands neither a terminal nor a reader, in whatever form an answer is. Its own commands begin with `::`.
#[cfg(unix)]
#[test]
fn every_form_of_an_answer_shows_a_file_name_plainly() {
    let folder = tempfile::tempdir().expect("a folder");
    let grid = folder.path().join("a\u{1b}[31m\u{202e}b\n::error::c.txt");
    fs::write(&grid, "..#\n...\n#..\n").expect("room");
    let name = text(&grid);
    let all: &[&[&str]] = &[
        &["validate", name],
        &["validate", name, "--format", "github"],
        &["validate", name, "--format", "json"],
        &["validate", name, "--format", "sarif"],
        &["validate", name, "--suggest"],
        &["validate", name, "--profile", "auto"],
        &["stats", name],
        &["stats", name, "--format", "csv"],
        &["stats", name, "--format", "json"],
        &["similar", name, "--among", name],
        &["repair", name],
        &["repair", name, "--format", "json"],
        &["draw", name],
        &["draw", name, "fixtures/cli/british_5x5.txt"],
        &["convert", name],
        &["convert", name, "--to", "ipuz"],
        &["complete", name],
        &["rank", name],
        &["count", "--size", "3", "--given", name],
        &["list", "--size", "3", "--given", name],
        &["fill", name, "--words", name],
        &["compare", "--size", "3", "--against", name],
        &["audit", "--claims", name],
        &["sums", name],
        &["check", name],
        &["explain", name],
    ];
    for args in all {
        let said = run(args);
        for text in [&said.out, &said.err] {
            assert!(!text.contains(['\u{1b}', '\u{202e}']), "{args:?}: {text:?}");
            assert!(!text.lines().any(|line| line.starts_with("::error::c")), "{args:?}: {text:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_cannot_act() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for hostile in NAMES {
        fs::write(folder.path().join(hostile), SLIP).expect("room");
        let here = |args: &[&str]| -> Said {
            let file: &[&str] = if args.contains(&"--against") { &[] } else { &["--", hostile] };
            gridcheck(&[args, file].concat()).current_dir(folder.path()).output().expect("it starts").into()
        };
        for args in [
            &["validate"][..],
            &["stats"],
            &["stats", "--format", "line"],
            &["stats", "--format", "csv"],
            &["repair"],
            &["complete"],
            &["similar", "--among", hostile],
            &["draw", "--out", "x.svg"],
            &["rank", "--size", "3"],
            &["compare", "--size", "3", "--engines", "brute,sat", "--against", hostile],
            &["sums"],
            &["check"],
            &["audit"],
            &["convert", "--black", "é", "--to", "ipuz"],
        ] {
            let said = here(args);
            assert!(
                !said.out.lines().chain(said.err.lines()).any(acts),
                "{args:?} {hostile:?}: {} {}",
                said.out,
                said.err
            );
        }
        // Programs get the unchanged name.
        for args in [&["validate", "--format", "json"][..], &["stats", "--format", "json"]] {
            assert_eq!(json_lines(&here(args).out)[0]["file"], hostile);
        }
        let sarif: serde_json::Value =
            serde_json::from_str(&here(&["validate", "--format", "sarif"]).out).expect("JSON");
        let uri = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        let uri = uri.as_str().expect("a text");
        assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
        let annotations = here(&["validate", "--format", "github"]).out;
        assert!(
            annotations.lines().all(|line| line.starts_with("::error file=") && line.contains(",line=1,title=GC0"))
        );
    }
}

#[cfg(unix)]
#[test]
fn a_table_has_no_formula() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for formula in ["=HYPERLINK(1)", "+1", "-1", "@x"] {
        fs::write(folder.path().join(formula), SLIP).expect("room");
        let mut stats = gridcheck(&["stats", "--format", "csv", "--", formula]);
        let said: Said = stats.current_dir(folder.path()).output().expect("it starts").into();
        assert!(
            said.out.lines().nth(1).is_some_and(|row| row.starts_with(&format!("'{formula},1,1,3,3,"))),
            "{}",
            said.out
        );
    }
}

/// Returns a file of sums by these rules, as another person may have written it.
fn sums_by(folder: &tempfile::TempDir, edit: impl Fn(&str) -> String) -> PathBuf {
    let honest = folder.path().join("honest.sums");
    if !honest.exists() {
        let house = folder.path().join("house.toml");
        fs::write(&house, "min_word = 4\n").expect("room");
        answer(&["count", "--size", "7", "--rules", text(&house), "--sums", text(&honest)]);
    }
    let honest = fs::read_to_string(honest).expect("there");
    let (head, records) = honest.split_once('\n').expect("a first line");
    let head = edit(head);
    let records = records.lines().filter_map(|line| Some(record(&head, line.rsplit_once(' ')?.0)));
    let forged = folder.path().join("forged.sums");
    fs::write(&forged, format!("{head}\n{}", records.collect::<String>())).expect("room");
    forged
}

#[test]
fn sums_say_by_which_rules() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let named = |name: &str| sums_by(&folder, |head| head.replace("\"house\"", &json!(name).to_string()));
    for (name, why) in [
        ("british", ":1: rules: calls itself british, and differs from that built-in set: min_word = 4 (there 3)"),
        ("American", ":1: rules: calls itself American, and differs from that built-in set: "),
        ("brit\u{202e}", ":1: rules: name: expected one line of 1 to 64 visible characters"),
        ("british\u{2028}", ":1: rules: name: expected one line of 1 to 64 visible characters"),
        (" british", ":1: rules: name: expected one line of 1 to 64 visible characters"),
        ("", ":1: rules: name: expected one line of 1 to 64 visible characters"),
        (&"x".repeat(65), ":1: rules: name: expected one line of 1 to 64 visible characters"),
    ] {
        let path = named(name);
        for args in [&["sums"][..], &["sums", "--format", "json"], &["sums", "--recheck", "3"]] {
            let line = refused(&[args, &[text(&path)]].concat());
            assert!(line.starts_with(&format!("{}{why}", text(&path))), "{line}");
        }
    }
    let path = named("house");
    let said = run(&["sums", text(&path)]);
    let first = said.err.lines().next().expect("a line");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(first.starts_with("gridcheck: 7 × 7 grids, by the engine window, rules house (min-4)"), "{first}");
    let json = &json_lines(&answer(&["sums", text(&path), "--format", "json"]))[0];
    assert_eq!((&json["rules"], &json["ruleset"]["min_word"]), (&json!("house (min-4)"), &json!(4)));

    // The rules match, whatever their names.
    let house = folder.path().join("mine.toml");
    fs::write(&house, "extends = \"min-4\"\n").expect("room");
    for meant in ["min-4", text(&house)] {
        assert_eq!(run(&["sums", text(&path), "--rules", meant]).out, said.out);
    }
    let line = refused(&["sums", text(&path), "--rules", "british"]);
    assert_eq!(line, "these are not sums by the rules british: min_word = 4 (there 3)");
}

#[test]
fn a_draw_of_all_blocks_is_reported_as_such() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("sums");
    answer(&["count", "--size", "5", "--sums", text(&path)]);
    let said = run(&["sums", text(&path), "--recheck", "1000000", "--seed", "1"]);
    assert_eq!((said.code, said.out), (0, answer(&["count", "--size", "5"])));
    assert!(said.err.ends_with(" counted again, which are all on record: all are as recorded\n"), "{}", said.err);
    assert!(!said.err.contains("0.00 %"), "{}", said.err);
}

/// Returns a claim of one figure by such rules.
fn claim(rules: &serde_json::Value, author: &str) -> String {
    let source = json!({ "author": author, "title": "t", "year": 2020, "where": "w" });
    let claim = json!({ "size": 7, "rules": rules, "quantity": "total", "value": "123" });
    json!({ "name": "n", "source": source, "claims": [claim] }).to_string()
}

#[test]
fn claims_cannot_borrow_a_name_or_hide_text() {
    let refused_claim = |rules, author| {
        let said = feed(&["audit", "-"], claim(&rules, author));
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        assert!(!said.err.trim_end().contains(|c: char| c.is_control() || c == '\u{202e}'), "{}", said.err);
        said.err
    };
    let line = refused_claim(json!({ "name": "british", "min_word": 4 }), "a");
    assert!(
        line.contains("$.claims[0].rules.name: calls itself british, and differs from that built-in set: "),
        "{line}"
    );
    let line = refused_claim(json!({ "name": "brit\u{202e}ish", "min_word": 4 }), "a");
    assert!(line.contains("$.claims[0].rules.name: name: expected one line of 1 to 64 visible"), "{line}");
    for hidden in ["a\u{202e}b", "a\u{2028}b", "a\u{1b}[31m"] {
        assert!(refused_claim(json!("british"), hidden).contains("$.source.author: expected one line of text"));
        let line = refused_claim(json!(hidden), "a");
        assert!(line.contains("no built-in rule set `a\\u{"), "{line}");
    }
}

/// A message names the place, and does not quote three megabytes.
#[test]
fn what_is_quoted_is_cut() {
    let long = "x".repeat(3 << 20);
    for (args, content) in [
        (&["audit"][..], claim(&json!(long), "a")),
        (&["audit"], claim(&json!({ "name": long }), "a")),
        (&["audit"], claim(&json!({ (long.as_str()): 1 }), "a")),
        (
            &["validate"],
            json!({ "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
            "dimensions": { "width": 3, "height": 3 }, "puzzle": [[long, 0, 0], [0, 0, 0], [0, 0, 0]] })
            .to_string(),
        ),
        (&["validate"], format!("{long}\n")),
        (&["validate"], json!({ "rows": [long] }).to_string()),
        (
            &["fill", "--words", "/dev/null"],
            json!({ "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"],
            "dimensions": { "width": 3, "height": 3 }, "puzzle": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
            "solution": [[long, "A", "A"], ["A", "A", "A"], ["A", "A", "A"]] })
            .to_string(),
        ),
        (&["sums"], format!("{{\"file\":\"gridcheck {long}\"}}\n")),
        (&["check", "--rules", name(&file(format!("checking = \"{long}\"\n"))), "no/folder"], String::new()),
    ] {
        let input = file(content);
        let said = run(&[args, &[name(&input)]].concat());
        assert!(said.out.len() + said.err.len() < 12_000, "{args:?}: {} bytes", said.out.len() + said.err.len());
        assert!(!said.err.contains(&"x".repeat(11_000)), "{args:?}");
    }
}

/// A file size limit simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_names_the_file_that_was_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let grids = folder.path().join("grids.txt");
    fs::write(&grids, answer(&["list", "--size", "7"])).expect("room");
    let out = |name: &str| folder.path().join(name).display().to_string();
    let (picture, list, formula) = (out("out.svg"), out("out.txt"), out("out.cnf"));
    for args in [
        &["draw", text(&grids), "--out", &picture][..],
        &["convert", text(&grids), "--to", "line", "--out", &list],
        &["export", "--size", "7", "--to", "dimacs", "--out", &formula],
    ] {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", r#"ulimit -f 4; exec "$0" "$@""#, env!("CARGO_BIN_EXE_gridcheck")]).args(args);
        let said: Said = command.output().expect("there is a shell").into();
        let out = args.last().expect("a file");
        let expected = format!("gridcheck: --out {out}: File too large (os error 27)\n");
        assert_eq!((said.code, said.err), (crate::program::EXHAUSTED, expected), "{args:?}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");
    }
    let converted = folder.path().join("converted");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", r#"ulimit -f 4; exec "$0" "$@""#, env!("CARGO_BIN_EXE_gridcheck"), "convert", text(&grids)]);
    let said: Said =
        command.args(["--to", "line", "--out-dir", text(&converted)]).output().expect("there is a shell").into();
    let expected = format!("gridcheck: {}/grids.txt: File too large (os error 27)\n", converted.display());
    assert_eq!((said.code, said.err), (crate::program::EXHAUSTED, expected));
    assert_eq!(fs::read_dir(&converted).expect("a folder").count(), 0, "nothing is left behind");
    #[cfg(target_os = "linux")]
    assert_eq!(
        refused(&["draw", text(&grids), "--out", "/proc/out.svg"]),
        "--out /proc/out.svg: No such file or directory (os error 2)"
    );
}
