//! Tests `gridcheck audit` on the real program.

use gridcheck::audit::build::BUILD;

use crate::program::{answer, feed, file, json_lines, name, refusal, refused, run, text};
use serde_json::{Value, json};

/// Returns a claims file with these claims about 5 × 5 and 7 × 7.
fn claims(claims: &[(i64, &str, &str, &str)]) -> String {
    let claims: Vec<Value> = claims
        .iter()
        .map(|(size, rules, quantity, value)| {
            json!({ "size": size, "rules": rules, "quantity": quantity, "value": value })
        })
        .collect();
    let source = json!({ "author": "A. Setter", "title": "On *grids*", "year": 2020, "where": "a | drawer" });
    json!({ "name": "setter_2020", "source": source, "claims": claims }).to_string()
}

const RIGHT: [(i64, &str, &str, &str); 2] = [(5, "british", "total", "17"), (7, "american", "total", "312")];
const WRONG: [(i64, &str, &str, &str); 3] =
    [(5, "british", "total", "17"), (7, "ho", "total", "346"), (65, "ho", "total", "1")];

#[test]
fn the_exit_code_states_the_verdict() {
    let right = file(claims(&RIGHT));
    let out = answer(&["audit", name(&right)]);
    assert!(out.contains("confirmed") && out.ends_with("2 confirmed.\n"), "{out}");
    let said = feed(&["audit", "-"], claims(&WRONG));
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.ends_with("1 confirmed, 1 refuted, 1 not understood.\n"), "{}", said.out);
    assert!(said.out.contains("65 × 65 total 1: size 65: expected 1 to 64 rows and columns"), "{}", said.out);
}

/// A malformed claim gets no verdict: it is reported with its place before anything is counted, which here would take hours.
#[test]
fn an_unknown_quantity_is_refused_at_its_place() {
    let input = file(
        claims(&[(19, "british", "total", "1"), (7, "british", "totl", "650")]).replace("{\"size\":7", "\n{\"size\":7"),
    );
    let line = refused(&["audit", name(&input), "--budget", "5h"]);
    assert_eq!(
        line,
        format!(
            "{}:2:40: $.claims[1].quantity: no quantity `totl`, expected one of total, primitive, A, h, r, t, N, up to transposition, most MEASURE or fewest MEASURE",
            name(&input)
        )
    );
}

#[test]
fn strict_fails_where_a_claim_is_left_open() {
    let code = |claims: String, args: &[&str]| feed(&[&["audit", "-"], args].concat(), claims).code;
    assert_eq!(code(claims(&RIGHT), &["--strict"]), 0);
    let odd = [(5, "british", "total", "17"), (65, "british", "total", "1")];
    // No theorem states this, so that it waits for engines.
    let unproved = [(5, "british", "most letters", "21")];
    assert_eq!([code(claims(&odd), &[]), code(claims(&odd), &["--strict"])], [0, 1]);
    let out_of_time =
        [&[][..], &["--strict"]].map(|args| code(claims(&unproved), &[&["--budget", "0s"], args].concat()));
    assert_eq!(out_of_time, [0, 1]);
    assert_eq!(code(claims(&RIGHT[..1]), &["--budget", "0s", "--strict"]), 0, "a theorem states it");
    let said = feed(&["audit", "-", "--format", "json"], claims(&odd));
    assert_eq!(json_lines(&said.out)[0]["conclusive"], json!(false));
}

#[test]
fn json_has_the_right_value_and_who_computed_it() {
    let said = feed(&["audit", "-", "--format", "json"], claims(&WRONG));
    let [outcome] = &json_lines(&said.out)[..] else { panic!("{}", said.out) };
    let claim = &outcome["claims"][1];
    assert_eq!(
        (&claim["verdict"], &claim["right"], &claim["engines"]),
        (&json!("refuted"), &json!("650"), &json!(["window", "pinwheel"]))
    );
    let number = claim["counts"][0].as_u64().expect("a number") as usize;
    assert_eq!(outcome["counts"][number]["count"], "650");
    assert_eq!((&outcome["well"], &outcome["complete"]), (&json!(false), &json!(true)));
    // The printed command gives the same count.
    let command = outcome["counts"][number]["command"].as_str().expect("a command");
    let args: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(answer(&args), "650\n");
}

#[test]
fn annotations_name_what_is_wrong() {
    let said = feed(&["audit", "-", "--format", "github"], claims(&WRONG));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        lines[0],
        "::error title=setter_2020::7 × 7, ho, total 346: refuted, right is 650 (window, pinwheel; proved: ho_7)"
    );
    assert!(
        lines[1].starts_with("::warning title=setter_2020::65 × 65, ho, total 1: not understood; size 65"),
        "{lines:?}"
    );
    assert_eq!(lines[2], "::notice title=gridcheck audit::1 confirmed, 1 refuted, 1 not understood");
}

#[test]
fn a_page_is_held_against_a_later_audit() {
    let input = file(claims(&WRONG));
    let said = run(&["audit", name(&input), "--format", "markdown"]);
    assert_eq!(said.code, 1);
    assert!(
        said.out.contains("| 7 | ho | total | – | 346 | refuted | 650 | window, pinwheel; proved: ho\\_7 |"),
        "{}",
        said.out
    );
    assert!(said.out.contains("## setter\\_2020") && said.out.contains("On \\*grids\\*"), "{}", said.out);
    let page = file(&said.out);
    // Nothing has changed, so the exit code is 0, although a claim is wrong.
    let same = run(&["audit", name(&input), "--expect", name(&page)]);
    assert_eq!((same.code, same.err.as_str()), (0, ""));

    let altered = file(said.out.replace("| refuted | 650 |", "| refuted | 651 |"));
    let differs = run(&["audit", name(&input), "--expect", name(&altered)]);
    assert_eq!(
        (differs.code, differs.err.as_str()),
        (
            1,
            "gridcheck: changed: setter_2020, 7 × 7, ho, total 346: was refuted, right is 651, now refuted, right is 650\n"
        )
    );
    let fewer = file(claims(&WRONG[..1]));
    let gone = run(&["audit", name(&fewer), "--expect", name(&page)]);
    assert_eq!((gone.code, gone.err.lines().count()), (1, 2), "{}", gone.err);
    let smaller = run(&["audit", name(&input), "--expect", name(&page), "--max-size", "5"]);
    assert_eq!((smaller.code, smaller.err.as_str()), (0, ""));
    let no_page = file("# Something else\n");
    let said = run(&["audit", name(&fewer), "--expect", name(&no_page)]);
    assert!(said.code == 2 && said.err.contains("no table of claims"), "{}", said.err);
}

/// The page in the repository is still right, as far as a quick check can tell.
#[test]
fn the_page_in_docs_is_right_up_to_7() {
    let said = run(&["audit", "--max-size", "7", "--expect", "docs/AUDIT.md"]);
    // The page may be by another build; that is noted.
    let changes: Vec<&str> =
        said.err.lines().filter(|line| !line.starts_with("gridcheck: note: the page is by")).collect();
    assert_eq!((said.code, changes), (0, vec![]));
}

#[test]
fn what_is_established_is_not_counted_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let input = file(claims(&RIGHT));
    let args = ["audit", name(&input), "--state", text(&state)];
    let first = answer(&args);
    let said = run(&args);
    assert_eq!((said.code, said.out.as_str()), (0, first.as_str()));
    assert_eq!(said.err, "gridcheck: note: 4 answers were established before\n");
    // With no time budget, the answers come from the file alone.
    let said = run(&[&args[..], &["--budget", "0s"]].concat());
    assert_eq!((said.code, said.out.as_str()), (0, first.as_str()));

    // A truncated line is dropped with a note and counted again; a modified line is refused.
    let whole = std::fs::read_to_string(&state).expect("the state");
    std::fs::write(&state, &whole[..whole.len() - 4]).expect("room");
    let said = run(&args);
    let note = format!("gridcheck: note: {}: the last line was cut short, and is dropped\n", state.display());
    assert_eq!(said.err, format!("{note}gridcheck: note: 3 answers were established before\n"));
    assert_eq!(std::fs::read_to_string(&state).expect("the state").lines().count(), whole.lines().count());
    // A truncated first line is refused too: the file established nothing.
    for kept in [0, 1, 12, whole.find('\n').expect("a first line")] {
        std::fs::write(&state, &whole[..kept]).expect("room");
        let said = run(&args);
        assert_eq!((said.code, said.err), (0, if kept > 0 { note.clone() } else { String::new() }));
        assert_eq!(std::fs::read_to_string(&state).expect("the state").lines().count(), whole.lines().count());
    }
    std::fs::write(&state, whole.replacen("\"17\"", "\"18\"", 1)).expect("room");
    let line = refused(&args);
    assert!(line.contains("state:") && line.ends_with("damaged: the line does not agree with its check"), "{line}");
    std::fs::write(&state, "something else\n").expect("room");
    assert!(refused(&args).contains("state:1: expected a file of opinions"));
    assert_eq!(std::fs::read_to_string(&state).expect("the state"), "something else\n");
}

/// A second audit would write between the lines of the first.
#[test]
fn one_audit_at_a_time_has_a_state_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let long = file(claims(&[(15, "british", "total", "1")]));
    let child = crate::program::start(&["audit", name(&long), "--state", text(&state)]);
    let begin = std::time::Instant::now();
    let header = || std::fs::read_to_string(&state).unwrap_or_default();
    while !header().ends_with('\n') {
        assert!(begin.elapsed() < std::time::Duration::from_secs(30), "no state is begun");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let before = header();
    let quick = file(claims(&RIGHT));
    let args = ["audit", name(&quick), "--state", text(&state)];
    assert_eq!(refused(&args), format!("{}: another run of gridcheck is going on with this file", state.display()));
    let mut child = child;
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    assert_eq!(header(), before);
    assert!(answer(&args).contains("2 confirmed"), "a killed one leaves the file to others");
}

/// A state of any size is read completely.
#[test]
fn a_large_state_is_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let input = file(claims(&RIGHT));
    let args = ["audit", name(&input), "--state", text(&state), "--budget", "0s"];
    assert!(answer(&["audit", name(&input), "--state", text(&state)]).contains("2 confirmed"));
    let whole = std::fs::read_to_string(&state).expect("the state");
    let (header, records) = whole.split_once('\n').expect("a first line");
    // Opinions on unasked questions, 20 MB of them, precede those that are needed.
    let other =
        json!({ "question": "x".repeat(40_000), "engine": "none", "count": "0", "seconds": 0.0, "build": BUILD });
    let other = other.to_string();
    let check = blake3::hash(format!("{header}\n{other}").as_bytes()).to_hex();
    let others = format!("{other} {}\n", &check[..8]).repeat(500);
    let large = format!("{header}\n{others}{records}");
    std::fs::write(&state, &large).expect("room");
    let said = run(&args);
    assert_eq!((said.code, said.err.as_str()), (0, "gridcheck: note: 504 answers were established before\n"));
    assert!(said.out.contains("2 confirmed"), "{}", said.out);
    assert!(std::fs::read_to_string(&state).expect("the state") == large, "it was cut");
}

/// Opinions of another build count, are shown as such, and are renewed on demand.
#[test]
fn opinions_of_another_build_are_renewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let input = file(claims(&RIGHT));
    let args = ["audit", name(&input), "--state", text(&state)];
    answer(&args);
    let whole = std::fs::read_to_string(&state).expect("the state");
    let (header, records) = whole.split_once('\n').expect("a first line");
    let earlier = records.lines().map(|line| {
        let (record, _) = line.rsplit_once(' ').expect("a check");
        let record = record.replace(BUILD, "0.0.9, engines 00000000").replace("\"17\"", "\"18\"");
        let check = blake3::hash(format!("{header}\n{record}").as_bytes()).to_hex();
        format!("{record} {}\n", &check[..8])
    });
    std::fs::write(&state, format!("{header}\n{}", earlier.collect::<String>())).expect("room");
    let said = run(&args);
    assert_eq!(
        said.err,
        "gridcheck: note: 4 answers were established before, 4 by other builds; --renew counts these again\n"
    );
    // The theorem contradicts what the other build is made to say here.
    assert!(said.code == 1 && said.out.contains("engines disagree"), "{}", said.out);
    let page = run(&[&args[..], &["--format", "markdown"]].concat());
    assert!(page.out.contains(" s, by 0.0.9, engines 00000000)"), "{}", page.out);
    let renewed = run(&[&args[..], &["--renew"]].concat());
    assert_eq!((renewed.code, renewed.err.as_str()), (0, ""));
    let said = run(&[&args[..], &["--renew"]].concat());
    assert_eq!((said.code, said.out.as_str()), (0, renewed.out.as_str()));
    assert_eq!(said.err, "gridcheck: note: 4 answers were established before\n");
    assert!(refused(&["audit", "--renew"]).contains("--state"));
}

/// A claim that was open may be confirmed by a faster machine; anything else is a change.
#[test]
fn a_claim_that_was_open_may_be_settled() {
    let input = file(claims(&[(7, "british", "total", "650"), (7, "british", "total", "651")]));
    let said = run(&["audit", name(&input), "--format", "markdown"]);
    for (from, to, code) in [
        ("| 650 | confirmed |", "| 650 | confirmed by one engine |", 0),
        ("| 650 | confirmed |", "| 650 | out of budget |", 0),
        ("| 650 | confirmed |", "| 650 | refuted |", 1),
        ("| 651 | refuted | 650 |", "| 651 | out of budget | – |", 1),
    ] {
        assert!(said.out.contains(from), "{}", said.out);
        let page = file(said.out.replace(from, to));
        assert_eq!(run(&["audit", name(&input), "--expect", name(&page)]).code, code, "{to}");
    }
}

/// A page by other engines is compared all the same, and this is noted.
#[test]
fn a_page_names_its_build_and_its_day() {
    let input = file(claims(&RIGHT));
    let said = run(&["audit", name(&input), "--format", "markdown"]);
    let line = said.out.lines().nth(2).expect("an introduction");
    let begin = "Written by `gridcheck audit --format markdown` on ";
    assert!(line.starts_with(begin) && line.ends_with(&format!(", gridcheck {BUILD}. Claims: 2 confirmed.")), "{line}");
    let other = file(said.out.replace(BUILD, "0.0.9, engines 00000000"));
    let said = run(&["audit", name(&input), "--expect", name(&other)]);
    let note = format!("gridcheck: note: the page is by another build, 0.0.9, engines 00000000; this is {BUILD}\n");
    assert_eq!((said.code, said.err), (0, note));
}

#[test]
fn results_are_taken_from_a_folder_of_sums() {
    let input = file(claims(&[(15, "british", "total", "1"), (17, "american", "total", "1")]));
    let args = ["audit", name(&input), "--budget", "0s", "--results"];
    let said = run(&[&args[..], &["fixtures/results"]].concat());
    assert!(said.code == 1 && said.out.ends_with("2 refuted.\n"), "{}{}", said.out, said.err);
    let folder = tempfile::tempdir().expect("a folder");
    assert!(
        refused(&[&args[..], &[text(folder.path())]].concat()).ends_with("no files of sums (*.sums, *.uprights) in it")
    );
    std::fs::write(folder.path().join("odd.sums"), "something else\n").expect("room");
    assert!(refused(&[&args[..], &[text(folder.path())]].concat()).contains("odd.sums:1: expected"));
    assert!(refused(&[&args[..], &["no-such-folder"]].concat()).starts_with("no-such-folder: "));
}

/// A file size limit simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_established() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let input = file(claims(&RIGHT));
    let script = r#"ulimit -f 1; exec "$0" "$@""#;
    let program = env!("CARGO_BIN_EXE_gridcheck");
    let args = ["audit", name(&input), "--state", text(&state)];
    let output = std::process::Command::new("sh").args(["-c", script, program]).args(args).output();
    let said = String::from_utf8(output.as_ref().expect("there is a shell").stderr.clone()).expect("text");
    assert_eq!(output.expect("there is a shell").status.code(), Some(crate::program::EXHAUSTED), "{said}");
    assert_eq!(said, format!("gridcheck: {}: File too large (os error 27)\n", state.display()));
    let kept = std::fs::read_to_string(&state).expect("the state");
    assert!(kept.ends_with('\n') && kept.lines().count() == 2, "{kept}");
    let said = run(&args);
    assert_eq!((said.code, said.err), (0, "gridcheck: note: 1 answer was established before\n".to_owned()));
    #[cfg(target_os = "linux")]
    assert!(refused(&["audit", name(&input), "--state", "/dev/full"]).starts_with("/dev/full: expected a file"));
}

#[test]
fn bad_input_is_told_in_one_line() {
    for (content, expected) in [
        ("{", ":1:1: EOF while parsing"),
        ("{}", ":1:1: $: name is missing; 1:1: $: source is missing; 1:1: $: claims is missing"),
        ("[]", ":1:1: $: expected an object"),
    ] {
        let input = file(content);
        let line = refused(&["audit", name(&input)]);
        assert!(line.starts_with(&format!("{}{expected}", name(&input))), "{line}");
    }
    let bad = claims(&RIGHT).replace("\"312\"", "312").replace("\"size\":5", "\"size\":\"5x\"");
    let args = ["audit", "-"];
    let line = refusal(&args, &feed(&args, bad));
    assert!(line.contains("$.claims[0].size: expected") && line.contains("$.claims[1].value: expected"), "{line}");
    for shape in [
        r#""x5""#,
        r#""13X15""#,
        r#""5-x7""#,
        r#""5×7""#,
        r#"" 5x7""#,
        r#""5x7x9""#,
        r#""99999999999999999999x3""#,
        r#""5x3..5x9""#,
        "[5,7]",
        r#"{"rows":5,"columns":7}"#,
        "5.5",
        "null",
    ] {
        let input = file(claims(&RIGHT).replace("\"size\":5", &format!("\"size\":{shape}")));
        assert!(refused(&["audit", name(&input)]).contains("$.claims[0].size: expected"), "{shape}");
    }
    assert!(refused(&["audit", "no-such-file.json"]).starts_with("no-such-file.json: "));
    assert!(refused(&["audit", "-", "-"]).contains("named twice"));
    for budget in ["", "10", "m", "10 m", "1d", "-1s", "99999999999999999999s", "99999999999999999h"] {
        assert!(refused(&["audit", "--budget", budget]).contains("1h30m"), "{budget}");
    }
    assert!(answer(&["audit", name(&file(claims(&RIGHT))), "--budget", "1h30m5s"]).contains("2 confirmed"));
}

#[test]
fn a_short_budget_ends_in_time_and_says_what_is_missing() {
    let out = feed(
        &["audit", "-", "--budget", "2s", "--jobs", "1"],
        claims(&[(15, "british", "total", "1"), (5, "ho", "total", "17")]),
    );
    assert_eq!(out.code, 0);
    assert!(out.out.ends_with("1 confirmed, 1 out of budget.\n"), "{}", out.out);
}
