//! Tests text of other people on a terminal: names, file names and contents of files cannot hide, reverse or forge output.

use std::fs;

use serde_json::json;

use crate::program::{Said, answer, file, gridcheck, json_lines, name, refused, run, text};

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
fn hostile_file_names_inject_no_commands() {
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

/// Returns a claim of one figure by such rules.
fn claim(rules: &serde_json::Value) -> String {
    let source = json!({ "author": "a", "title": "t", "year": 2020, "where": "w" });
    let claim = json!({ "size": 7, "rules": rules, "quantity": "total", "value": "123" });
    json!({ "name": "n", "source": source, "claims": [claim] }).to_string()
}

/// A message names the place, and does not quote three megabytes.
#[test]
fn messages_shorten_quotations_of_long_input() {
    let long = "x".repeat(3 << 20);
    for (args, content) in [
        (&["audit"][..], claim(&json!(long))),
        (&["audit"], claim(&json!({ "name": long }))),
        (&["audit"], claim(&json!({ (long.as_str()): 1 }))),
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
