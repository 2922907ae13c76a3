//! Tests `gridcheck certify` and `gridcheck check` on the real program.

use std::fs;
use std::path::Path;

use crate::certificate::{claims_none, without_witness};
use crate::program::{answer, end, fixture, json_lines, keys, refused, run, start, text};
use crate::support::rules;
use gridcheck::problem::Problem;
use serde_json::json;
use tempfile::TempDir;

fn folder() -> TempDir {
    TempDir::new().expect("a temporary folder")
}

#[test]
fn certify_and_check_say_the_same() {
    let parent = folder();
    let place = parent.path().join("british-5");
    let made = answer(&["certify", "--size", "5", "--out", text(&place)]);
    assert!(made.starts_with("Exactly 17 grids of 5 x 5 squares obey the rules of rules.toml (british)"), "{made}");
    assert!(made.ends_with("\naccepted\n"), "{made}");
    for heading in ["\nProved:\n- ", "\nTaken on trust:\n- ", "  digests  ", "  validator  ", "  meaning  "] {
        assert!(made.contains(heading), "{heading}: {made}");
    }
    assert!(!made.contains("Tested, not proved"), "{made}");
    assert_eq!(answer(&["check", text(&place)]), made);
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1, "nothing else is left");
    let mut names: Vec<String> = fs::read_dir(&place)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let expected = ["complete.cnf", "grids.txt", "manifest.json", "problem.cnf", "proof.lrat", "rules.toml"];
    assert_eq!(names, expected);
    // The exported and the certified formula are equal.
    let exported = answer(&["export", "--size", "5", "--to", "dimacs"]);
    assert_eq!(fs::read_to_string(place.join("problem.cnf")).expect("a file"), exported);
}

#[test]
fn json_reports_the_same() {
    let place = folder();
    let args = ["certify", "--size", "5", "--rules", "american", "--out", text(place.path()), "--format", "json"];
    let made = answer(&args);
    let value = &json_lines(&made)[0];
    let expected = [
        "folder",
        "verdict",
        "accepted",
        "claim",
        "grids",
        "findings",
        "meaning",
        "witness",
        "proved",
        "tested",
        "not_established",
        "trusted",
    ];
    assert_eq!(keys(value), expected);
    assert_eq!((&value["verdict"], &value["accepted"]), (&json!("accepted"), &json!(true)));
    assert_eq!(value["meaning"], json!({ "judged": "all", "colourings": 8192 }));
    assert_eq!(answer(&["check", "--format", "json", text(place.path())]), made);
}

#[test]
fn a_wrong_certificate_is_refused_with_exit_code_1() {
    let place = folder();
    answer(&["certify", "--size", "3", "--out", text(place.path())]);
    fs::write(place.path().join("proof.lrat"), "0").expect("room");
    let said = run(&["check", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.starts_with("refused: proof.lrat: 1 bytes, the manifest says "), "{}", said.out);
    let said = run(&["check", "--format", "json", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let value = &json_lines(&said.out)[0];
    assert_eq!(keys(value), ["folder", "verdict", "accepted", "why"]);
    assert_eq!((&value["verdict"], &value["accepted"]), (&json!("refused"), &json!(false)));
}

#[test]
fn a_sound_refutation_without_established_meaning_is_exit_code_3() {
    let place = claims_none(&without_witness());
    let said = run(&["check", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    // The first line must not look like a claim, nor the last one like an acceptance.
    assert!(said.out.starts_with("Not established: Exactly 0 grids of 13 x 13 squares obey "), "{}", said.out);
    assert!(said.out.contains("\nNot established:\n- That no other grid"), "{}", said.out);
    let end = "\nnot accepted: the refutation is sound, what the clauses mean is not established\n";
    assert!(said.out.ends_with(end), "{}", said.out);
    let said = run(&["check", "--format", "json", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    let value = &json_lines(&said.out)[0];
    assert_eq!((&value["verdict"], &value["accepted"]), (&json!("meaning-not-established"), &json!(false)));
    assert_eq!((&value["meaning"]["judged"], &value["witness"]), (&json!("some"), &json!(null)));
    for command in ["check", "certify"] {
        let help = answer(&[command, "--help"]);
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("3 the refutation is sound, what the clauses mean is not established"), "{help}");
    }
}

/// Makes a claim that no British grid of a size exists, which only a count refutes.
fn claims_no_british(size: usize) -> TempDir {
    claims_none(&Problem::new(size, rules("british")).expect("a fair size"))
}

#[test]
fn a_verdict_that_is_not_reached_in_time_is_exit_code_3() {
    let place = claims_no_british(21);
    let said = run(&["check", "--seconds", "1", text(place.path())]);
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.out.starts_with("undecided: the time of 1 s was over in "), "{}", said.out);
    assert_eq!(said.out.lines().count(), 1, "{}", said.out);
    let said = run(&["check", "--seconds", "1", "--format", "json", text(place.path())]);
    assert_eq!(said.code, 3, "{}", said.err);
    let value = &json_lines(&said.out)[0];
    assert_eq!(keys(value), ["folder", "verdict", "accepted", "why"]);
    assert_eq!((&value["verdict"], &value["accepted"]), (&json!("undecided"), &json!(false)));
    for wrong in ["0", "-1", "soon"] {
        assert!(refused(&["check", "--seconds", wrong, text(place.path())]).contains("--seconds"));
    }
}

#[test]
fn a_long_witness_is_announced_before_it_is_asked() {
    let place = claims_no_british(13);
    let said = run(&["check", text(place.path())]);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.out.ends_with("counts 162468835136 grids, and 0 are listed\n"), "{}", said.out);
    let first = said.err.lines().next().unwrap_or_default();
    assert!(first.starts_with("gridcheck: note: there are too many colourings to judge them all: "), "{}", said.err);
    assert!(
        first.ends_with(" as a witness, counts the grids; that can take minutes, an estimate follows"),
        "{}",
        said.err
    );
}

/// At the memory limit there is no verdict about the folder.
#[test]
fn a_witness_without_memory_has_its_own_exit_code() {
    let place = claims_no_british(15);
    let said = run(&["check", "--memory", "100M", text(place.path())]);
    assert_eq!((said.code, said.out.as_str()), (crate::program::EXHAUSTED, ""), "{}", said.err);
    let last = said.err.lines().last().unwrap_or_default();
    assert!(last.starts_with("gridcheck: not enough memory (--memory allows 100 MB)"), "{}", said.err);
}

/// A reader stops early, as in `gridcheck check ... | head -c 100`.
#[test]
fn the_verdict_survives_a_closed_pipe() {
    let place = claims_none(&without_witness());
    let mut child = start(&["check", text(place.path())]);
    drop(child.stdout.take());
    let said = end(child);
    assert_eq!((said.code, said.err.as_str()), (3, ""));
}

#[test]
fn long_texts_of_a_manifest_are_refused_by_their_length() {
    let place = claims_no_british(5);
    let manifest = place.path().join("manifest.json");
    let sound = fs::read_to_string(&manifest).expect("a file");
    let long = "x".repeat(400_000);
    for (key, value) in
        [("wishes", json!([long])), ("made_by", json!(long)), ("rules", json!(long)), ("claim", json!(long))]
    {
        let mut forged: serde_json::Value = serde_json::from_str(&sound).expect("JSON");
        forged[key] = value;
        fs::write(&manifest, forged.to_string()).expect("room");
        let line = refused(&["check", text(place.path())]);
        assert!(line.contains(&format!("manifest.json: {key}: a text of 400000 bytes, at most ")), "{line}");
    }
    let mut forged: serde_json::Value = serde_json::from_str(&sound).expect("JSON");
    forged["wishes"] = json!(vec!["words >= 1"; 65]);
    fs::write(&manifest, forged.to_string()).expect("room");
    assert!(refused(&["check", text(place.path())]).contains("65 constraints, at most 64"));
    // An unknown name is quoted, but shortened.
    let mut forged: serde_json::Value = serde_json::from_str(&sound).expect("JSON");
    forged[&long] = json!(1);
    fs::write(&manifest, forged.to_string()).expect("room");
    assert!(refused(&["check", text(place.path())]).len() < 5000);
}

#[test]
fn check_rules_asks_for_the_rules_that_are_meant() {
    let place = folder();
    answer(&["certify", "--size", "5", "--out", text(place.path())]);
    let same = answer(&["check", "--rules", "ho", text(place.path())]);
    assert!(same.contains("  rules.toml    the built-in set british, and the rules of ho, as asked for\n"), "{same}");
    let said = run(&["check", "--rules", "american", text(place.path())]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(
        said.out.starts_with("refused: rules.toml: not the rules of american: single_cells = true"),
        "{}",
        said.out
    );
    let house = crate::program::file("min_word = 4\n");
    let said = run(&["check", "--rules", crate::program::name(&house), text(place.path())]);
    assert_eq!((said.code, said.out.lines().count()), (1, 1));
    assert!(refused(&["check", "--rules", "welsh", text(place.path())]).contains("no built-in rule set `welsh`"));
}

/// A rule file without a name inside gets the name of the file.
#[test]
fn a_rule_file_with_a_built_in_name_is_refused_before_any_work() {
    let parent = folder();
    let rules = parent.path().join("british.toml");
    fs::write(&rules, "extends = \"american\"\n").expect("room");
    let line = refused(&["certify", "--size", "5", "--rules", text(&rules), "--out", text(&parent.path().join("out"))]);
    assert!(line.contains("calls itself british, and differs from that built-in set: "), "{line}");
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1);
}

#[test]
fn what_is_no_certificate_is_exit_code_2() {
    let empty = folder();
    let line = refused(&["check", text(empty.path())]);
    assert!(line.contains("not a certificate that can be checked: manifest.json: "), "{line}");
    assert!(refused(&["check", "no/such/folder"]).contains("no/such/folder: "));
    assert!(refused(&["check", "Cargo.toml"]).contains("manifest.json"));
}

#[test]
fn a_folder_that_cannot_be_made_is_one_clear_line() {
    let parent = folder();
    fs::write(parent.path().join("file"), "x").expect("room");
    let certify = |place: &Path| refused(&["certify", "--size", "5", "--out", text(place)]);
    assert!(certify(parent.path()).ends_with(": the folder is not empty"));
    assert!(certify(&parent.path().join("file")).contains("file: "));
    assert!(certify(&parent.path().join("no/parent")).contains("there is no folder "));
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 1);
}

#[test]
fn too_many_grids_are_refused_before_the_work_begins() {
    let parent = folder();
    let line = refused(&["certify", "--size", "11", "--out", text(&parent.path().join("out"))]);
    assert!(line.contains("60384181 grids, more than the 1000000 that a certificate can have"), "{line}");
    assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
}

#[test]
fn given_squares_are_part_of_the_claim() {
    let place = folder();
    let givens = crate::program::file("#????\n?????\n?????\n?????\n?????\n");
    let made =
        answer(&["certify", "--size", "5", "--given", crate::program::name(&givens), "--out", text(place.path())]);
    assert!(made.contains(" and have the squares of givens.txt: those of grids.txt."), "{made}");
    assert_eq!(answer(&["check", text(place.path())]), made);
}

#[test]
fn rules_from_a_file_are_kept_whole() {
    let place = folder();
    let rules = fixture("rules/two_white_a_row.toml");
    let made = answer(&["certify", "--size", "5", "--rules", &rules, "--out", text(place.path())]);
    assert!(made.contains("(british, min_white_per_row = 2)"), "{made}");
    assert_eq!(answer(&["check", text(place.path())]), made);
}

#[cfg(unix)]
mod unix {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::program::await_listening;

    #[test]
    fn ctrl_c_leaves_nothing() {
        for wait in [300, 1500] {
            let parent = folder();
            let place = parent.path().join("out");
            let child = start(&["certify", "--size", "10", "--out", text(&place)]);
            await_listening(&child);
            sleep(Duration::from_millis(wait));
            let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(sent.expect("there is a kill command").success());
            let said = end(child);
            assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
            assert!(said.err.contains("interrupted in "), "{}", said.err);
            assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
        }
    }

    /// A check has nothing to clean up, so the first signal ends it at every stage.
    #[test]
    fn a_check_ends_at_the_first_signal() {
        let place = claims_no_british(15);
        for (wait, signal, code) in [(0, "TERM", 143), (500, "INT", 130), (1500, "TERM", 143)] {
            let child = start(&["check", text(place.path())]);
            await_listening(&child);
            sleep(Duration::from_millis(wait));
            let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
            assert!(sent.expect("there is a kill command").success());
            let begin = std::time::Instant::now();
            let said = end(child);
            assert_eq!((said.code, said.out.as_str()), (code, ""), "{}", said.err);
            assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        }
    }

    /// A file size limit simulates a full disk.
    #[test]
    fn a_full_disk_leaves_nothing() {
        let parent = folder();
        let place = parent.path().join("out");
        let program = env!("CARGO_BIN_EXE_gridcheck");
        // The signal is ignored, so that the write fails as on a full disk.
        let script =
            format!("trap '' XFSZ; ulimit -f 20; exec '{program}' certify --size 7 --out '{}'", place.display());
        let output = Command::new("bash").args(["-c", &script]).output().expect("there is a bash");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(crate::program::EXHAUSTED), "{said}");
        assert!(said.contains("problem.cnf: ") && said.contains("File too large"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(fs::read_dir(parent.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn a_witness_can_be_named() {
    let parent = tempfile::tempdir().expect("a folder");
    let place = parent.path().join("british-5");
    let place = text(&place);
    let made = run(&["certify", "--size", "5", "--out", place, "--witness", "brute"]);
    assert!(
        made.code == 0 && made.out.contains("the engine brute, which makes no use of clauses, finds the same 17 grids"),
        "{}",
        made.out
    );
    let checked = run(&["check", place, "--witness", "window"]);
    assert!(
        checked.code == 0
            && checked.out.contains("the engine window, which makes no use of clauses, counts 17 grids too"),
        "{}",
        checked.out
    );
    assert!(!run(&["check", place]).out.contains("further witness"));
    assert!(refused(&["check", place, "--witness", "sat"]).contains("cannot be a witness"));
    assert!(refused(&["check", place, "--witness", "nobody"]).contains("no engine `nobody`"));
}

/// A failure of the witness leaves no folder, as any other failure does.
#[test]
fn a_failing_witness_leaves_nothing() {
    let parent = tempfile::tempdir().expect("a folder");
    let file = parent.path().join("programs.toml");
    let entry = |command: &str| format!("command = [\"{command}\"]\ninput = \"asp\"\ncount = \"{{count}}\"\n");
    let entries = format!("[silent]\n{}[missing]\n{}", entry("true"), entry("no-such-program"));
    fs::write(&file, entries).expect("room");
    let place = parent.path().join("certificate");
    for (name, why) in [("silent", "printed no line"), ("missing", "no-such-program"), ("nobody", "no program")] {
        let args = ["certify", "--size", "5", "--out", text(&place), "--externals", text(&file), "--witness"];
        let said = refused(&[&args[..], &[&format!("external:{name}")]].concat());
        assert!(said.contains(why), "{name}: {said}");
        assert!(!place.exists(), "{name} leaves a folder");
    }
}
