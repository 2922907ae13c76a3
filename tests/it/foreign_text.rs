//! Tests text of other people on a terminal: names, file names and contents of files cannot hide, reverse or forge output.

use std::collections::BTreeSet;
use std::fs;

use gridcheck_core::visible::visible;
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
        // A finding about a word is at the line of its row.
        let lines = ["1", "2", "3"].map(|line| format!(",line={line},title=GC0"));
        let is_annotation =
            |text: &str| text.starts_with("::error file=") && lines.iter().any(|line| text.contains(line.as_str()));
        assert!(annotations.lines().all(is_annotation), "{annotations}");
    }
}

/// A text that commands a runner and a terminal, and one that commands a runner at the start of a line.
const HOSTILE: [&str; 2] = ["##[add-mask]\u{202e}a\u{2066}b\u{200f}\u{1b}[2J", "::stop-commands::x"];

/// Returns files with a text in each place of a puzzle, by format, and with faults that findings and notes quote.
fn hostile_puzzles(text: &str) -> Vec<(&'static str, String)> {
    let key = text.replace(':', "");
    let xd = format!(
        "Title: {text}\nAuthor: {text}\n{key}: {text}\nEditor: {text}\nDate: {text}\n\n\nCAT\nA#O\nBEE\n\n\nA1. {text} (4) ~ {text}\n\
         A1. {text} two ~ CAT\nA1 ^{key}: {text}\nA3. {text}  wide cat bee Ã© (3) ~ BEE\nA9. {text} stray ~ BEE\nB7. {text} ~ X\n\n\
         D1. {text} (3), see 77 down (3) ~ CAB\nD2. {text} (3), see 77 down (3) ~ TOE\n\n\n{text} notes\n"
    );
    let exolve = format!(
        "exolve-begin\n  exolve-title: {text}\n  exolve-setter: {text}\n  exolve-width: 3\n  exolve-height: 3\n  exolve-{key}: {text}\n  \
         exolve-option: {text}\n  exolve-preamble:\n    {text}\n  exolve-grid:\n    CAT\n    A.O\n    BEE\n  exolve-across:\n    1 {text} (4) \
         {text}\n    3 {text} (3)\n    7 {text} (3)\n    {text}\n  exolve-down:\n    1 {text} (3)\n    2 {text} (3)\nexolve-end\n"
    );
    let clues = json!({
        "Across": [{ "number": 1, "clue": format!("<b>{text}</b> (2,2)"), "enumeration": format!("3{text}"), "answer": text, text: 2 },
            { "number": 4, "clue": format!("{text} (3)") }, { "number": text, "clue": text }, [9, text]],
        format!("Down:{text}"): [{ "number": 1, "clue": format!("{text} (3)") }], text: [[1, text]],
    });
    let ipuz = json!({
        "version": text, "kind": ["http://ipuz.org/crossword#1"], "title": text, "author": text, "copyright": text, text: text,
        "dimensions": { "width": 3, "height": 3, text: 1 },
        "puzzle": [[{ "cell": 1, "style": { text: 1 } }, 2, text], [0, "#", 0], [4, 0, { "cell": 0, text: 1 }]],
        "solution": [["C", text, "T"], ["A", "#", "O"], ["B", "E", "E"]], "clues": clues,
    });
    let guardian = json!({
        "name": text, "creator": { "name": text, text: 1 }, "instructions": text, text: 1, "dimensions": { "cols": 3, "rows": 1 },
        "entries": [{ "id": text, "number": 1, "humanNumber": text, "clue": format!("{text} (5)"), "direction": "across", "length": 3,
            "position": { "x": 0, "y": 0 }, "solution": "ABC", "group": [text, "x"], "separatorLocations": { text: [1] } }],
    });
    // XML has no control characters.
    let xml = text.replace('\u{1b}', "");
    let jpz = format!(
        "<crossword-compiler xmlns=\"x\"><rectangular-puzzle xmlns=\"{xml}\"><metadata><title>{xml}</title><creator>{xml}</creator>\
         <description>{xml}</description></metadata><crossword><grid width=\"3\" height=\"2\" zz=\"{xml}\"><grid-look numbering-scheme=\"{xml}\"/>\
         <cell x=\"1\" y=\"1\" solution=\"{xml}\" number=\"1\"/><cell x=\"2\" y=\"1\" number=\"{xml}\"/><cell x=\"3\" y=\"1\" zz=\"{xml}\"/>\
         <cell x=\"1\" y=\"2\" number=\"3\"/><cell x=\"2\" y=\"2\"/><cell x=\"3\" y=\"2\" type=\"block\"/></grid><word id=\"{xml}\" x=\"1-3\" \
         y=\"1\"/><word id=\"2\" x=\"1-2\" y=\"2\"/><clues><title>{xml}</title><clue word=\"{xml}\" number=\"{xml}\" format=\"{xml}\">{xml} \
         (4)</clue><clue word=\"2\" number=\"3\" format=\"9\">{xml} (2)</clue><clue word=\"{xml}7\" number=\"3\">{xml}</clue></clues>\
         </crossword></rectangular-puzzle></crossword-compiler>\n"
    );
    vec![("xd", xd), ("exolve", exolve), ("ipuz", ipuz.to_string()), ("json", guardian.to_string()), ("jpz", jpz)]
}

/// Returns a claims file with a text in each place.
fn hostile_claims(text: &str) -> String {
    let source = json!({ "author": text, "title": text, "year": 2020, "where": text, "note": text });
    let counted = |value: &str| json!({ "size": 5, "rules": "british", "quantity": "total", "value": value, "where": text, "note": text });
    let other =
        json!({ "size": 5, "rules": text, "quantity": text, "value": "1", "not_checkable": text, "where": text });
    json!({ "name": text, "source": source, "claims": [counted("17"), counted("18"), other] }).to_string()
}

/// Requires that each line that a command prints shows itself alone. An annotation begins with a command of this program.
fn assert_visible(args: &[&str], said: &Said) {
    for line in said.out.lines().chain(said.err.lines()) {
        let is_ours = args.contains(&"github")
            && ["::error ", "::warning ", "::notice "].iter().any(|ours| line.starts_with(ours));
        let line = if is_ours { &line[2..] } else { line };
        assert_eq!(visible(line), line, "{args:?}");
    }
}

/// Texts, keys and names of a puzzle file are quotations in every finding, note and answer.
#[test]
fn contents_of_puzzles_inject_no_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut codes = BTreeSet::new();
    for hostile in HOSTILE {
        for (ending, puzzle) in hostile_puzzles(hostile) {
            let file = folder.path().join(format!("puzzle.{ending}"));
            let path = file.to_str().expect("UTF-8");
            for command in [
                "validate FILE --profile times",
                "validate FILE --profile times --format github",
                "validate FILE --profile times --format json",
                "validate FILE --profile times --format sarif",
                "validate FILE --profile times --fix",
                "stats FILE",
                "stats FILE --format json",
                "convert FILE --in-place",
                "convert FILE --to puz --force --out out.puz",
                "convert FILE --to xd --force --out out.xd",
                "convert FILE --to ipuz --force --out out.ipuz",
                "convert FILE --to exolve --force --out out.exolve",
                "convert FILE --to jpz --force --out out.jpz",
                "draw FILE --with clues --force --out out.pdf",
                "draw FILE",
                "fill FILE --words FILE",
                "similar FILE --among FILE",
                "complete FILE",
            ] {
                fs::write(&file, &puzzle).expect("room");
                let args: Vec<&str> = command.split(' ').map(|word| if word == "FILE" { path } else { word }).collect();
                let said: Said = gridcheck(&args).current_dir(folder.path()).output().expect("it starts").into();
                assert_visible(&args, &said);
                let found = said.out.split("\"code\":\"").skip(1).map(|rest| rest[..5].to_owned());
                codes.extend(found);
            }
        }
    }
    // The files have faults of most kinds whose findings quote a text.
    for code in ["GC101", "GC103", "GC105", "GC107", "GC108", "GC110", "GC111", "GC112", "GC113", "GC115"] {
        assert!(codes.contains(code), "{code} is not among {codes:?}");
    }
}

#[test]
fn claims_inject_no_commands() {
    for text in ["##[add-mask]x", "::stop-commands::x"] {
        let [one, other] = [text, "other"].map(|name| file(hostile_claims(text).replacen(text, name, 1)));
        let ways = ["--format text", "--format json", "--format github", "--format markdown", "--figure 17", "--cite"];
        for more in ways.map(|way| way.split(' ').collect::<Vec<_>>()) {
            let args = [&["audit", name(&one), name(&other)][..], &more].concat();
            let said = run(&args);
            assert!(said.out.contains("refuted") || more[0] == "--figure", "{args:?}: {} {}", said.out, said.err);
            assert_visible(&args, &said);
        }
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
