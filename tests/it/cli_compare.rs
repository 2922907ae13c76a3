//! Tests `compare` on the real program: several engines, and a published list as one more party.

use crate::program::{
    answer, end, feed, file, fixture, fixture_grids, json_lines, keys, name, refusal, refused, run, shared, start,
};
use gridcheck::engine::{Ability, ENGINES, Engine};
use gridcheck::problem::Problem;
use gridcheck::rules::{Ruleset, Symmetry, builtin};
use serde_json::Value;

/// Returns the engines that can solve a problem in reasonable time, in their order.
fn able(size: usize, rules: &str) -> Vec<&'static dyn Engine> {
    let rules = builtin(rules).unwrap_or_else(|| {
        let text = std::fs::read_to_string(rules).expect("a rule file");
        Ruleset::from_toml(&text, "rules").expect("a rule set")
    });
    let problem = Problem::new(size, rules).expect("a fair problem");
    ENGINES.into_iter().filter(|engine| engine.ability(&problem) == Ability::Able).collect()
}

/// Returns the names in the first column.
fn names<'a>(rows: &[Vec<&'a str>]) -> Vec<&'a str> {
    rows.iter().map(|row| row[0]).collect()
}

/// Returns the rows of the table: the lines between the header and the next empty one, split at runs of spaces.
fn table(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().skip_while(|line| !line.starts_with("party")).skip(1);
    lines.take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().collect()).collect()
}

/// Returns the outcome as JSON, and the exit code.
fn outcome(args: &[&str]) -> (Value, i32) {
    let said = run(&[&["compare", "--format", "json"], args].concat());
    assert_eq!(said.err, "", "{args:?}");
    let mut values = json_lines(&said.out);
    assert_eq!(values.len(), 1, "{args:?}: one object, on one line");
    (values.remove(0), said.code)
}

/// Returns the party that is a list, which must be the last.
fn list_of(outcome: &Value) -> &Value {
    let party = outcome["parties"].as_array().and_then(|parties| parties.last()).expect("parties");
    assert_eq!(party["kind"], "list");
    party
}

#[test]
fn engines_that_agree_share_a_row_each() {
    let text = answer(&["compare", "--size", "5"]);
    let rows = table(&text);
    let engines = able(5, "british");
    assert_eq!(names(&rows), engines.iter().map(|engine| engine.name()).collect::<Vec<_>>());
    let digest = rows.iter().map(|row| row[2]).find(|&digest| digest != "–").expect("some engine lists");
    for (row, engine) in rows.iter().zip(&engines) {
        let (digest, valid) = if engine.lister().is_some() { (digest, "17") } else { ("–", "–") };
        assert_eq!((row[1], row[2], row[3]), ("17", digest, valid), "{text}");
        assert_eq!(row.last(), Some(&"yes"), "{text}");
    }
    assert_eq!(text.matches("party").count(), 1, "one table: {text}");
    assert!(text.contains(&format!("All {} engines agree", engines.len())), "{text}");
}

#[test]
fn the_engines_named_are_the_ones_that_run() {
    let text = answer(&["compare", "--size", "7", "--engines", "sat,backtrack,exact-cover"]);
    let rows = table(&text);
    assert_eq!(names(&rows), ["sat", "backtrack", "exact-cover"]);
    assert!(rows.iter().all(|row| row[1] == "650" && row[2] == rows[0][2]), "{text}");
    assert!(!text.contains("left out"), "{text}");

    let text = answer(&["compare", "--size", "5", "--engines", "brute"]);
    assert!(!text.contains("agree:"), "one engine agrees with nobody: {text}");
}

#[test]
fn an_engine_that_does_not_exist_is_refused_with_those_that_do() {
    for args in [
        &["compare", "--size", "5", "--engines", "backtrack,bactrack"][..],
        &["compare", "--size", "5", "--engines", "bactrack"],
        &["count", "--size", "5", "--engine", "bactrack"],
        &["list", "--size", "5", "--engine", "bactrack"],
    ] {
        let line = refused(args);
        assert!(line.contains("bactrack"), "{line}");
        assert!(ENGINES.iter().all(|engine| line.contains(engine.name())), "{line}");
    }
    refused(&["compare", "--size", "5", "--engines", "sat,"]);
    refused(&["compare", "--size", "5", "--engines", ""]);
}

/// A counting engine shows no grids: it refuses to list, and no list is matched with it alone.
#[test]
fn an_engine_that_only_counts_is_not_asked_to_list() {
    for engine in ENGINES {
        let args = ["list", "--size", "5", "--engine", engine.name()];
        let against = ["compare", "--size", "5", "--engines", engine.name(), "--against", &fixture("british_5x5.txt")];
        if engine.lister().is_some() {
            assert_eq!(answer(&args).matches("\n\n").count(), 16, "{}", engine.name());
            answer(&against);
        } else {
            let line = refused(&args);
            assert!(
                line.contains("without listing") && line.contains("backtrack, exact-cover, sat, brute can"),
                "{line}"
            );
            let line = refused(&against);
            // An engine that cannot even count these grids reports that first.
            let why =
                if engine.facts().symmetries.contains(&Symmetry::Rot180) { "only count" } else { "symmetry rot180" };
            assert!(line.contains(why), "{line}");
        }
    }
}

/// Two runs of one engine would be reported as an agreement of two engines.
#[test]
fn an_engine_cannot_vouch_for_itself() {
    let line = refused(&["compare", "--size", "5", "--engines", "sat,brute,sat"]);
    assert!(line.contains("sat") && line.contains("twice"), "{line}");
}

#[test]
fn an_engine_that_cannot_names_one_that_can() {
    let mirror = fixture("rules/mirror.toml");
    for args in [
        &["compare", "--size", "5", "--rules", &mirror, "--engines", "exact-cover"][..],
        &["compare", "--size", "5", "--rules", &mirror, "--engines", "sat,exact-cover"],
        &["count", "--size", "5", "--rules", &mirror, "--engine", "pinwheel"],
        &["list", "--size", "5", "--rules", &mirror, "--engine", "exact-cover"],
    ] {
        let line = refused(args);
        assert!(line.contains("mirror"), "{line}");
        let able = line.rsplit("; ").next().unwrap_or_default();
        assert!(able.contains("sat") && able.contains("can") && !able.contains("exact-cover"), "{line}");
    }
    let text = answer(&["compare", "--size", "5", "--rules", &mirror]);
    let engines: Vec<&str> = able(5, &mirror).into_iter().map(Engine::name).collect();
    assert!(engines.ends_with(&["sat", "brute"]) && names(&table(&text)) == engines, "{text}");
    for engine in ["pinwheel", "exact-cover"] {
        assert!(text.contains(&format!("left out: {engine} (")), "{text}");
    }
    let (outcome, code) = outcome(&["--size", "5", "--rules", &mirror]);
    assert_eq!((code, outcome["left_out"].as_array().map(Vec::len)), (0, Some(ENGINES.len() - engines.len())));
}

#[test]
fn json_has_the_promised_keys_and_types() {
    let list = fixture("british_5x5.txt");
    let (outcome, code) = outcome(&["--size", "5", "--against", &list]);
    assert_eq!(code, 0);
    assert_eq!(keys(&outcome)[..4], ["size", "rules", "agree", "parties"]);
    assert_eq!((&outcome["size"], &outcome["rules"], &outcome["agree"]), (&5.into(), &"british".into(), &true.into()));
    let parties = outcome["parties"].as_array().expect("parties");
    let engines = able(5, "british");
    assert_eq!(parties.len(), engines.len() + 1);
    for (i, party) in parties.iter().enumerate() {
        let expected = ["name", "kind", "count", "digest", "seconds", "valid", "invalid", "missing", "duplicates"];
        assert_eq!(keys(party), expected);
        assert_eq!(party["count"], "17", "a string");
        assert!(party["seconds"].is_number());
        if engines.get(i).is_some_and(|engine| engine.lister().is_none()) {
            assert!([&party["digest"], &party["valid"], &party["invalid"]].into_iter().all(Value::is_null), "{party}");
            continue;
        }
        assert_eq!(party["digest"], list_of(&outcome)["digest"]);
        assert_eq!(party["digest"].as_str().map(str::len), Some(64));
        assert_eq!((&party["valid"], &party["invalid"]), (&17.into(), &0.into()));
    }
    assert!(parties[..engines.len()].iter().all(|party| party["kind"] == "engine"));
    let list_party = list_of(&outcome);
    assert_eq!((&list_party["name"], &list_party["missing"]), (&list.as_str().into(), &0.into()));
    assert_eq!(list_party["duplicates"], 0);
}

#[test]
fn the_same_grids_in_any_order_and_form_agree() {
    let mut grids = fixture_grids("british_5x5.txt");
    grids.reverse();
    let lines = file(grids.join("\n"));
    let json: Vec<String> = grids
        .iter()
        .map(|grid| serde_json::json!({ "rows": grid.split('/').collect::<Vec<_>>() }).to_string())
        .collect();
    let json = file(json.join("\n"));
    let emoji = file(grids.join("\n\n").replace('/', "\n").replace('#', "⬛").replace('.', "⬜"));
    for list in [&lines, &json, &emoji] {
        let text = answer(&["compare", "--size", "5", "--engines", "backtrack", "--against", name(list)]);
        assert_eq!(table(&text).last().and_then(|row| row.last()), Some(&"yes"), "{text}");
        assert!(text.contains("17 grids, 17 matched, 17 valid, 0 invalid, 0 missing, 0 duplicates"), "{text}");
    }
    let said = feed(&["compare", "--size", "5", "--against", "-"], grids.join("\n"));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);

    let binary = file(grids.join("\n\n").replace('/', "\n").replace('#', "1").replace('.', "0"));
    let line = refused(&["compare", "--size", "5", "--against", name(&binary)]);
    assert!(line.starts_with(&format!("{}:1:1: ", name(&binary))) && line.contains("--black"), "{line}");
    answer(&["compare", "--size", "5", "--against", name(&binary), "--black", "1"]);
    assert_eq!(run(&["compare", "--size", "5", "--against", name(&binary), "--black", "0"]).code, 1);
}

#[test]
fn a_missing_grid_of_a_list_is_named() {
    let grids = fixture_grids("british_5x5.txt");
    let missing = &grids[7];
    let list = file(grids.iter().filter(|grid| *grid != missing).cloned().collect::<Vec<_>>().join("\n"));
    let args = ["--size", "5", "--engines", "backtrack,sat", "--against", name(&list)];
    let (outcome, code) = outcome(&args);
    assert_eq!((code, &outcome["agree"]), (1, &false.into()));
    let party = list_of(&outcome);
    assert_eq!((&party["count"], &party["valid"]), (&"16".into(), &16.into()));
    assert_eq!((&party["invalid"], &party["missing"], &party["duplicates"]), (&0.into(), &1.into(), &0.into()));

    let said = run(&[&["compare"], &args[..]].concat());
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let rows = table(&said.out);
    assert_eq!(rows.iter().map(|row| *row.last().expect("cells")).collect::<Vec<_>>(), ["yes", "yes", "NO"]);
    let drawn: Vec<String> = missing.split('/').map(|row| format!("  {row}")).collect();
    assert!(drawn.iter().all(|row| said.out.contains(row.as_str())), "{}", said.out);
    assert!(said.out.contains("the validator finds it valid"), "{}", said.out);
}

#[test]
fn a_repeated_grid_of_a_list_is_located() {
    let mut grids = fixture_grids("british_5x5.txt");
    grids.insert(9, grids[4].clone());
    let list = file(grids.join("\n"));
    let (outcome, code) = outcome(&["--size", "5", "--engines", "backtrack", "--against", name(&list)]);
    assert_eq!((code, &outcome["agree"]), (1, &false.into()), "its count is not 17");
    let party = list_of(&outcome);
    assert_eq!((&party["count"], &party["duplicates"], &party["missing"]), (&"18".into(), &1.into(), &0.into()));
    let said = run(&["compare", "--size", "5", "--engines", "backtrack", "--against", name(&list)]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "reported, and everything else as well");
    assert!(said.out.contains("1 duplicate (") && said.out.contains("at line 10"), "{}", said.out);
}

#[test]
fn an_invalid_grid_of_a_list_gets_its_reason() {
    let mut grids = fixture_grids("british_5x5.txt");
    grids.insert(3, "#####/#...#/#...#/#...#/#####".to_owned());
    let list = file(grids.join("\n"));
    let (outcome, code) = outcome(&["--size", "5", "--engines", "backtrack", "--against", name(&list)]);
    assert_eq!((code, &outcome["agree"]), (1, &false.into()));
    let party = list_of(&outcome);
    assert_eq!((&party["count"], &party["valid"], &party["invalid"]), (&"18".into(), &17.into(), &1.into()));
    let said = run(&["compare", "--size", "5", "--engines", "backtrack", "--against", name(&list)]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.contains("at line 4"), "{}", said.out);
    assert!(said.out.contains("GC003 the first row has no white square"), "{}", said.out);
    assert!(said.out.contains("GC008 1-Across: 3 of 3 letters checked (CCC), exactly 2 needed"), "{}", said.out);
    assert!(said.out.contains("invalid by rule: checking (GC008) 1, edges (GC003) 1\n"), "{}", said.out);
    // The fault has the same code in every command.
    let judged = run(&["validate", "--no-drawing", "fixtures/cli/ring.txt"]).out;
    let named: Vec<String> =
        judged.lines().filter_map(|line| line.strip_prefix("  ")).map(|line| line.replace(" error:", "")).collect();
    assert_eq!(named.len(), 10, "{judged}");
    assert!(named.iter().all(|fault| said.out.contains(fault)), "{named:?} in {}", said.out);
    let differing = &outcome["list"]["invalid"][0]["violations"];
    assert_eq!((&differing[4]["code"], &differing[4]["word"]), (&"GC008".into(), &"1-Across".into()), "{differing}");
}

#[test]
fn a_list_with_a_grid_of_another_size_is_refused_at_its_line() {
    let mut grids = fixture_grids("british_5x5.txt");
    grids.push(".../.#./...".to_owned());
    let list = file(grids.join("\n"));
    for format in ["text", "json"] {
        let line = refused(&["compare", "--size", "5", "--against", name(&list), "--format", format]);
        assert!(line.starts_with(&format!("{}:18:1: ", name(&list))), "{line}");
        assert!(line.contains("3 × 3") && line.contains("5 × 5"), "{line}");
    }
}

/// Only grids that agree with the given squares answer the question; the others are left out of the comparison.
#[test]
fn given_squares_hold_for_the_list_too() {
    let (list, given) = (fixture("british_5x5.txt"), fixture("corner_black.txt"));
    let (outcome, code) = outcome(&["--size", "5", "--against", &list, "--given", &given]);
    assert_eq!((code, &outcome["agree"]), (0, &true.into()), "{outcome}");
    let party = list_of(&outcome);
    let inside = fixture_grids("british_5x5.txt").iter().filter(|grid| grid.starts_with('#')).count();
    assert_eq!(party["count"], inside.to_string());
    assert_eq!((&party["missing"], &party["invalid"]), (&0.into(), &0.into()));
    let text = answer(&["compare", "--size", "5", "--against", &list, "--given", &given]);
    assert!(text.contains(&format!("{} of its grids do not have the given squares", 17 - inside)), "{text}");
}

#[test]
fn standard_input_is_read_for_one_thing() {
    let args = ["compare", "--size", "5", "--given", "-", "--against", "-"];
    let line = refusal(&args, &feed(&args, std::fs::read(fixture("british_5x5.txt")).expect("a fixture")));
    assert!(line.contains("twice"), "{line}");
}

/// A reader stops early, as in `gridcheck compare ... | head -1`.
#[test]
fn the_verdict_survives_a_reader_who_leaves() {
    for (list, code) in [("fixtures/tour/published.txt", 1), ("fixtures/cli/british_5x5.txt", 0)] {
        let mut child = start(&["compare", "--size", "5", "--engines", "backtrack", "--against", list]);
        drop(child.stdout.take());
        let said = end(child);
        assert_eq!((said.code, said.err.as_str()), (code, ""), "{list}");
    }
}

/// The published list has 346 grids, of which 334 are valid, of 650 that exist.
#[test]
fn the_list_of_2021() {
    if let Some(path) = shared("published/ho-2021/valid_5x5_grids.txt") {
        answer(&["compare", "--size", "5", "--rules", "ho", "--against", crate::program::text(&path)]);
    }
    let Some(path) = shared("published/ho-2021/valid_7x7_grids.txt") else { return };
    let args = ["--size", "7", "--engines", "backtrack,exact-cover", "--against", crate::program::text(&path)];
    let (outcome, code) = outcome(&args);
    assert_eq!((code, &outcome["agree"]), (1, &false.into()));
    assert_eq!(outcome["parties"][0]["count"], "650");
    let party = list_of(&outcome);
    assert_eq!((&party["count"], &party["valid"]), (&"346".into(), &334.into()));
    assert_eq!((&party["invalid"], &party["missing"], &party["duplicates"]), (&12.into(), &316.into(), &0.into()));

    let said = run(&[&["compare"], &args[..]].concat());
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.contains("346 grids, 334 matched, 334 valid, 12 invalid, 316 missing"), "{}", said.out);
    let reasons = said.out.split("\n\n").filter(|part| part.starts_with("invalid, at line "));
    assert_eq!(reasons.clone().count(), 12, "{}", said.out);
    for reason in reasons {
        assert!(reason.contains("GC008 ") && reason.contains("-Across: "), "each with its reason: {reason}");
    }
}

/// A puzzle file works as a list of one grid, and as given squares.
#[test]
fn puzzle_files_are_given_and_held_against_engines() {
    let convert = |to: &str| {
        let out = tempfile::Builder::new().suffix(&format!(".{to}")).tempfile().expect("a file");
        let grid = file("HELLO\nO#A#L\nWORLD\nL#G#E\nSTEER\n");
        let args = ["convert", name(&grid), "--to", to, "--force", "--out", name(&out)];
        assert_eq!(run(&args).code, 0, "{to}");
        out
    };
    for to in ["ipuz", "jpz", "exolve", "puz", "puz-text", "xd"] {
        let puzzle = convert(to);
        assert_eq!(answer(&["count", "--size", "5", "--given", name(&puzzle)]), "1\n", "{to}");
        let (outcome, code) = outcome(&["--size", "5", "--given", name(&puzzle), "--against", name(&puzzle)]);
        assert_eq!((code, &outcome["agree"]), (0, &true.into()), "{to}: {outcome}");
        let (outcome, code) = self::outcome(&["--size", "5", "--against", name(&puzzle)]);
        assert_eq!((code, &list_of(&outcome)["missing"]), (1, &16.into()), "{to}: {outcome}");
        let line = refused(&["count", "--size", "7", "--given", name(&puzzle)]);
        assert!(line.contains("5 × 5") && !line.contains("JSON"), "{line}");
    }
    let letters = file("HELLO\nO#A#L\nWORLD\nL#G#E\nSTEER\n");
    assert_eq!(answer(&["count", "--size", "5", "--given", name(&letters)]), "1\n");
    // A puzzle format may have open squares: all 17 grids match, then those with a white first row.
    let open = |row: &str| {
        let rows = [row, "?????", "?????", "?????", "?????"].join("\n");
        file(format!("exolve-begin\nexolve-width: 5\nexolve-height: 5\nexolve-grid:\n{rows}\nexolve-end\n"))
    };
    assert_eq!(answer(&["count", "--size", "5", "--given", name(&open("?????"))]), "17\n");
    let white = open("00000");
    let text = file(".....\n?????\n?????\n?????\n?????\n");
    let count = answer(&["count", "--size", "5", "--given", name(&white)]);
    assert_eq!(count, answer(&["count", "--size", "5", "--given", name(&text)]));
    assert_ne!(count, "17\n");
    let line = refused(&["compare", "--size", "5", "--against", name(&white)]);
    assert!(line.contains("exolve: row 2, column 1 is undecided (?)"), "{line}");
}

/// A file that is neither list nor puzzle is not reported as a faulty puzzle.
#[test]
fn no_format_is_guessed() {
    for json in ["{\n  \"a\": 1\n}\n", "{\"a\": 1}\n", "[1, 2]\n", "{\"clues\": []}\n"] {
        let list = file(json);
        for args in [
            &["count", "--size", "5", "--given", name(&list)][..],
            &["compare", "--size", "5", "--against", name(&list)],
            &["validate", name(&list)],
        ] {
            let line = refused(args);
            assert!(!line.contains("not a grid as one line of JSON") && !line.contains(": ipuz:"), "{line}");
        }
    }
    let pretty = file("{\n  \"rows\": [\n    \"#.\"\n  ]\n}\n");
    let line = refused(&["validate", name(&pretty)]);
    assert!(
        line.contains("JSON, but neither ipuz nor Guardian: expected a grid on one line, as in {\"rows\""),
        "{line}"
    );
}
