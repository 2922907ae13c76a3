//! Tests text of other people on a terminal: names, file names and contents of files cannot hide, reverse or forge output.

use std::fs;

use serde_json::json;

use crate::program::{Said, file, gridcheck, json_lines, name, run};

/// File names that break a line, reverse text, control a terminal, or command a GitHub runner.
#[cfg(unix)]
const NAMES: [&str; 7] = [
    "a\u{1b}[31m\u{202e}b\n::error::c.txt",
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

/// In whatever form an answer is, the name of a file commands neither a terminal nor a reader. A command of GitHub begins with `::`.
#[cfg(unix)]
#[test]
fn hostile_file_names_inject_no_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for hostile in NAMES {
        fs::write(folder.path().join(hostile), SLIP).expect("room");
        let here = |command: &str| -> Said {
            let args: Vec<&str> = command.split(' ').map(|word| if word == "NAME" { hostile } else { word }).collect();
            gridcheck(&args).current_dir(folder.path()).output().expect("it starts").into()
        };
        for command in [
            "validate NAME",
            "validate NAME --format github",
            "validate NAME --format json",
            "validate NAME --format sarif",
            "validate NAME --suggest",
            "validate NAME --profile auto",
            "stats NAME",
            "stats NAME --format line",
            "stats NAME --format csv",
            "stats NAME --format json",
            "similar NAME --among NAME",
            "find --like NAME NAME",
            "find --across NAME --size 5",
            "repair NAME",
            "repair NAME --format json",
            "complete NAME",
            "draw NAME",
            "draw NAME NAME",
            "draw NAME --force --out x.svg",
            "convert NAME",
            "convert NAME --to ipuz",
            "convert NAME --black é --to ipuz",
            "sample --rank-of NAME",
            "sample --rank-of NAME --size 3",
            "count --size 3 --given NAME",
            "list --size 3 --given NAME",
            "fill NAME --words NAME",
            "compare --size 3 --engines brute,sat --against NAME",
            "audit NAME",
            "audit --claims NAME",
            "sums NAME",
            "check NAME",
            "explain NAME",
        ] {
            let said = here(command);
            // An annotation is a command of ours, and data have the name as it is.
            let ours = if command.ends_with("github") { "::error file=" } else { "" };
            let is_data = command.ends_with("json") || command.ends_with("sarif");
            let mut lines =
                said.out.lines().map(|line| line.strip_prefix(ours).unwrap_or(line)).chain(said.err.lines());
            let acts = lines.any(|line| if is_data { acts(&line.replace("##[", "")) } else { acts(line) });
            assert!(!acts, "{command} {hostile:?}: {} {}", said.out, said.err);
        }
        // Programs get the unchanged name.
        for command in ["validate NAME --format json", "stats NAME --format json"] {
            assert_eq!(json_lines(&here(command).out)[0]["file"], hostile);
        }
        let sarif: serde_json::Value = serde_json::from_str(&here("validate NAME --format sarif").out).expect("JSON");
        let uri = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        let uri = uri.as_str().expect("a text");
        assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
        let annotations = here("validate NAME --format github").out;
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
