//! Tests `validate` on the real program: one grid or many, the output for each, and the exit code.

use std::fs;

use crate::program::{answer, feed, file, fixture, json_lines, keys, name, refused, run, text};

const LIST: &str = "fixtures/cli/british_5x5.txt";
const RING: &str = "fixtures/cli/ring.txt";

#[test]
fn valid_grids_are_listed_one_a_line() {
    let text = answer(&["validate", LIST]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 18);
    for (i, line) in lines[..17].iter().enumerate() {
        assert_eq!(*line, format!("{LIST}:{}: grid {}, 5 × 5: valid", 6 * i + 1, i + 1));
    }
    assert_eq!(lines[17], "17 grids by the rules british: 17 valid, 0 invalid");
}

/// The hint about the ring beside its findings.
const RING_HINT: &str =
    "gridcheck: note: no error by the profile nyt in 1 invalid grid: try --profile nyt, or --profile auto\n";

#[test]
fn every_violation_has_its_place() {
    let said = run(&["validate", RING]);
    assert_eq!((said.code, said.err.as_str()), (1, RING_HINT));
    for violation in [
        "GC003 error: the first row has no white square",
        "GC003 error: the last row has no white square",
        "GC003 error: the first column has no white square",
        "GC003 error: the last column has no white square",
        "GC008 error: 1-Across: 3 of 3 letters checked (CCC), exactly 2 needed",
        "GC008 error: 4-Across: 3 of 3 letters checked (CCC), exactly 2 needed",
        "GC008 error: 5-Across: 3 of 3 letters checked (CCC), exactly 2 needed",
        "GC008 error: 1-Down: 3 of 3 letters checked (CCC), exactly 2 needed",
        "GC008 error: 2-Down: 3 of 3 letters checked (CCC), exactly 2 needed",
        "GC008 error: 3-Down: 3 of 3 letters checked (CCC), exactly 2 needed",
    ] {
        assert!(said.out.contains(&format!("  {violation}")), "{violation}: {}", said.out);
    }
    assert!(said.out.starts_with(&format!("{RING}:1: grid 1, 5 × 5: 10 errors\n")), "{}", said.out);
    assert!(said.out.ends_with("1 grid by the rules british: 0 valid, 1 invalid\n"), "{}", said.out);
    assert_eq!(run(&["validate", "--rules", "american-loose", RING]).code, 0, "under other rules it is valid");
}

#[test]
fn json_is_one_object_a_grid() {
    let said = run(&["validate", "--format", "json", LIST, RING]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let objects = json_lines(&said.out);
    assert_eq!(objects.len(), 18, "no summary");
    for object in &objects {
        let keys = keys(object);
        assert!(["file", "index", "rules", "valid", "findings"].iter().all(|key| keys.contains(key)), "{object}");
        let findings = object["findings"].as_array().expect("an array");
        assert_eq!(object["valid"], findings.is_empty());
        for finding in findings {
            assert!(["code", "rule", "message"].iter().all(|key| finding[key].is_string()), "{finding}");
        }
    }
    for (i, object) in objects[..17].iter().enumerate() {
        assert_eq!(
            (&object["file"], &object["index"], &object["valid"]),
            (&LIST.into(), &(i + 1).into(), &true.into())
        );
    }
    let ring = &objects[17];
    assert_eq!((&ring["file"], &ring["index"], &ring["valid"]), (&RING.into(), &1.into(), &false.into()));
    let word = ring["findings"].as_array().and_then(|all| all.iter().find(|one| one["rule"] == "checking"));
    let word = word.expect("a word checked too much");
    assert_eq!((&word["code"], &word["word"]), (&"GC008".into(), &"1-Across".into()));
    assert_eq!((&word["row"], &word["column"], &word["pattern"]), (&2.into(), &2.into(), &"CCC".into()));
}

#[test]
fn standard_input_and_files_mix() {
    let said = feed(&["validate", RING, "-", LIST], fs::read(LIST).expect("a fixture"));
    assert_eq!((said.code, said.err.as_str()), (1, RING_HINT));
    assert!(said.out.contains("standard input:1: grid 1, 5 × 5: valid"), "{}", said.out);
    assert!(said.out.ends_with("35 grids by the rules british: 34 valid, 1 invalid\n"), "{}", said.out);
    let quiet = feed(&["validate", "--quiet", RING, "-", LIST], fs::read(LIST).expect("a fixture"));
    assert_eq!((quiet.code, quiet.err.as_str()), (1, ""));
    assert_eq!(quiet.out, "35 grids by the rules british: 34 valid, 1 invalid\n");

    let line = crate::program::refusal(&[], &feed(&["validate", "-", "-"], fs::read(LIST).expect("a fixture")));
    assert!(line.contains("twice"), "{line}");
}

#[test]
fn rectangles_have_their_own_symmetry() {
    let said = run(&["validate", &fixture("rectangle.txt")]);
    assert!(said.code == 0 && said.out.contains("3 × 5: valid"), "{said:?}");
    assert_eq!(said.err, "", "a rectangle is no mistake");
    // A quarter turn maps a rectangle to another shape.
    let quarter = file("extends = \"british\"\nsymmetry = \"rot90\"\n");
    let said = run(&["validate", "--rules", name(&quarter), &fixture("rectangle.txt")]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("  GC002 error: "), "{}", said.out);
}

#[test]
fn the_black_character_can_be_chosen() {
    let path = fixture("zeros_and_ones.txt");
    let line = refused(&["validate", &path]);
    assert!(line.starts_with(&format!("{path}:1:1: ")) && line.contains("--black"), "{line}");
    let judged =
        |black: &str| json_lines(&run(&["validate", "--black", black, "--format", "json", &path]).out).remove(0);
    let down_words_half_unchecked = judged("1");
    assert!(down_words_half_unchecked["findings"].as_array().is_some_and(|all| all.len() == 2));
    let two_single_squares = judged("0");
    let rules: Vec<&str> = two_single_squares["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter_map(|one| one["rule"].as_str())
        .collect();
    assert!(rules.contains(&"in_word") && rules.contains(&"connected"), "{rules:?}");
    for black in ["", "ab", " ", "/"] {
        refused(&["validate", "--black", black, &path]);
    }
}

#[test]
fn quiet_json_would_have_nothing_to_say() {
    assert!(refused(&["validate", "--quiet", "--format", "json", LIST]).contains("nothing to print"));
}

#[test]
fn even_sizes_are_mentioned() {
    let four = feed(&["validate", "--rules", "american", "-"], "..../..../..../....\n");
    assert_eq!(four.code, 0, "{}", four.out);
    assert!(crate::program::one_line(&[], &four.err).contains("Keith's rule 1"), "{}", four.err);
}

/// A process may often have only 1,024 files open; a shell silently passes more names than that.
#[cfg(unix)]
#[test]
fn there_may_be_more_files_than_can_be_open() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for i in 0..400 {
        fs::write(folder.path().join(format!("{i}.txt")), "...\n.#.\n...\n").expect("room for it");
    }
    let script = format!(
        "ulimit -n 300 && exec {} validate --quiet {}/*.txt",
        env!("CARGO_BIN_EXE_gridcheck"),
        text(folder.path())
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let said = crate::program::Said::from(output);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert_eq!(said.out, "400 grids by the rules british: 400 valid, 0 invalid\n");
}

#[test]
fn a_profile_has_warnings_and_codes_can_be_chosen() {
    // The lattice has words of three and five letters, and newspapers give it a warning or two.
    let said = run(&["validate", "--profile", "nyt", "fixtures/tour/lattice.txt"]);
    let hint =
        "gridcheck: note: no error by the profile keith in 1 invalid grid: try --profile keith, or --profile auto\n";
    assert_eq!((said.code, said.err.as_str()), (1, hint));
    assert!(said.out.contains("GC016 note: 7 × 7, 15 × 15 or 21 × 21 expected"), "{}", said.out);
    assert!(said.out.contains("GC014 note: ") && said.out.contains(" by the profile nyt: 0 valid"), "{}", said.out);
    let chosen = |args: &[&str]| run(&[&["validate", "--profile", "nyt", "fixtures/tour/lattice.txt"], args].concat());
    assert!(!chosen(&["--ignore", "GC008,GC016"]).out.contains("GC016"));
    for (args, said) in [
        (
            vec!["--profile", "guardian"],
            "no profile `guardian`, expected auto or one of keith, times, guardian-cryptic,",
        ),
        (vec!["--select", "GC999"], "expected a code such as GC001"),
        (vec!["--profile", "times", "--rules", "british"], "cannot be used with"),
        (vec!["--select", "GC001", "--ignore", "GC002"], "cannot be used with"),
        (vec!["--quiet", "--format", "sarif"], "nothing to print"),
    ] {
        let line = refused(&[&["validate", RING], &args[..]].concat());
        assert!(line.contains(said), "{args:?}: {line}");
    }
}

/// Part of the rules does not decide validity: the requested findings are shown, and they decide the exit code.
#[test]
fn validity_is_not_said_from_part_of_the_rules() {
    // The slip breaks GC002, GC007 and GC008, and no other rule.
    let slip = "fixtures/tour/slip.txt";
    let valid = |args: &[&str]| {
        let said = run(&[&["validate", "--format", "json", slip], args].concat());
        (said.code, json_lines(&said.out)[0]["valid"].clone())
    };
    assert_eq!(valid(&[]), (1, false.into()));
    assert_eq!(valid(&["--select", "GC008"]), (1, ().into()));
    assert_eq!(valid(&["--select", "GC011"]), (0, ().into()), "nothing of that sort, and yet not valid");
    assert_eq!(valid(&["--ignore", "GC002,GC007,GC008"]), (0, ().into()));
    assert_eq!(valid(&["--ignore", "GC016"]), (1, false.into()), "of no rule set, so nothing is left out");
    assert_eq!(valid(&["--profile", "nyt", "--ignore", "GC014,GC016"]), (1, false.into()), "notes decide nothing");

    let said = run(&["validate", "--select", "GC011", slip, "fixtures/tour/lattice.txt"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (
            0,
            "fixtures/tour/slip.txt:1: grid 1, 7 × 7: nothing found of what is asked for\n\
             fixtures/tour/lattice.txt:1: grid 1, 7 × 7: nothing found of what is asked for\n\
             2 grids by part of the rules british: 0 with errors, 2 without; no verdict: some rules were filtered out\n"
        )
    );
    let quiet = run(&["validate", "--quiet", "--ignore", "GC002", slip]);
    assert_eq!(
        (quiet.code, quiet.out.as_str()),
        (
            1,
            "1 grid by part of the rules british: 1 with errors, 0 without; no verdict: some rules were filtered out\n"
        )
    );
}

/// Seventy-eight findings are less useful than the one line that a setter of American grids needs.
#[test]
fn a_hint_names_the_profile_that_fits() {
    let open = vec![".".repeat(15); 15].join("\n");
    let said = feed(&["validate", "-"], open.clone());
    assert_eq!(said.code, 1);
    assert!(said.out.contains("30 errors"), "{}", said.out);
    assert_eq!(said.err, RING_HINT);
    let fitting = feed(&["validate", "--profile", "nyt", "-"], open.clone());
    assert_eq!((fitting.code, fitting.err.as_str()), (0, ""));
    // Two grids of one kind, one of another, and one that fits no profile.
    let comb = "#.#.#\n.....\n#.#.#\n.....\n#.#.#";
    let several = [&open, &open, comb, ".....\n.#.##\n.....\n.#.#.\n.....", ""].join("\n\n");
    let said = feed(&["validate", "-"], several.clone());
    assert_eq!(
        said.err,
        "gridcheck: note: no error by the profile guardian-cryptic in 1 invalid grid, nyt in 2: try --profile auto\n"
    );
    for args in [
        &["validate", "--quiet", "-"][..],
        &["validate", "--format", "json", "-"],
        &["validate", "--select", "GC008", "-"],
    ] {
        assert_eq!(feed(args, several.clone()).err, "", "{args:?}");
    }
}

#[test]
fn auto_chooses_a_profile_for_each_grid_and_names_it() {
    let open = vec![".".repeat(15); 15].join("\n");
    let comb = "#.#.#\n.....\n#.#.#\n.....\n#.#.#";
    let slip = ".....\n.#.##\n.....\n.#.#.\n.....";
    let grids = [&open, comb, slip, ""].join("\n\n");
    let said = feed(&["validate", "--profile", "auto", "--no-drawing", "-"], grids.clone());
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let headings: Vec<&str> = said.out.lines().filter(|line| line.starts_with("standard input:")).collect();
    assert_eq!(headings[0], "standard input:1: grid 1, 15 × 15, profile nyt: valid");
    assert_eq!(headings[1], "standard input:17: grid 2, 5 × 5, profile guardian-cryptic: valid, 1 note");
    assert!(headings[2].starts_with("standard input:23: grid 3, 5 × 5, profile guardian-cryptic: "), "{}", headings[2]);
    assert!(said.out.contains("\n3 grids by the profile that fits each best: 2 valid, 1 invalid, "), "{}", said.out);
    let objects = json_lines(&feed(&["validate", "--profile", "auto", "--format", "json", "-"], grids).out);
    let profiles: Vec<_> = objects.iter().map(|object| object["profile"].as_str().expect("a name")).collect();
    assert_eq!(profiles, ["nyt", "guardian-cryptic", "guardian-cryptic"]);
}

#[test]
fn squares_are_marked_in_a_drawing() {
    let said = feed(&["validate", "--profile", "lax", "-"], "...##\n.#.##\n...##\n#####\n##...\n");
    let drawing: Vec<&str> = said.out.lines().filter(|line| line.starts_with("    ")).collect();
    assert_eq!(drawing, ["    ...##", "    .#.##", "    ...##", "    #####", "    ##o.."], "{}", said.out);
    let bare = feed(&["validate", "--profile", "lax", "--no-drawing", "-"], "...##\n.#.##\n...##\n#####\n##...\n");
    assert!(!bare.out.contains("    "), "{}", bare.out);
}

#[test]
fn sarif_and_annotations_are_well_formed() {
    let said = run(&["validate", "--format", "sarif", LIST, RING]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let sarif: serde_json::Value = serde_json::from_str(&said.out).expect("one JSON document");
    assert_eq!(sarif["version"], "2.1.0");
    let run_of = &sarif["runs"][0];
    let rules = run_of["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.len() < 18 && rules[0]["id"] == "GC003", "only those that fired: {rules:?}");
    let results = run_of["results"].as_array().expect("results");
    assert_eq!(results.len(), 10);
    assert_eq!((&results[0]["ruleId"], &results[0]["level"]), (&"GC003".into(), &"error".into()));
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], RING);
    let good: serde_json::Value =
        serde_json::from_str(&answer(&["validate", "--format", "sarif", LIST])).expect("JSON without results too");
    assert_eq!(good["runs"][0]["results"].as_array().map(Vec::len), Some(0));

    let said = run(&["validate", "--format", "github", RING]);
    assert_eq!(said.out.lines().count(), 10);
    assert!(
        said.out.starts_with(&format!("::error file={RING},line=1,title=GC003::grid 1: the first row ")),
        "{}",
        said.out
    );
}

#[test]
fn puzzle_files_are_judged_like_lists() {
    let json = |path: &str| json_lines(&run(&["validate", "--format", "json", path]).out).remove(0);
    let puz = json("fixtures/formats/ordinary.puz");
    assert_eq!(puz["index"], 1);
    assert!(puz["findings"].is_array());
}

#[test]
fn codes_and_profiles_are_explained() {
    let text = answer(&["rules", "--explain", "gc012"]);
    assert!(text.starts_with("GC012: one square joins two parts of the grid\n\n## What it checks\n\n"), "{text}");
    assert!(
        text.contains(
            "By the profile times:\n\n    ...#...\n    .#...#.\n    ...#...\n\nGC012 one square joins two parts"
        ),
        "{text}"
    );
    assert!(text.contains("## Profiles\n\n- times (warning): no part hanging on one square\n\n"), "{text}");
    assert!(text.ends_with("## Rule sets\n\nA rule set cannot express the rule.\n\nNone.\n"), "{text}");
    let text = answer(&["rules", "--explain", "GC015"]);
    assert!(text.contains("- nyt (warning): at most 78 words in 15 x 15; at most 140 words in 21 x 21\n"), "{text}");
    let text = answer(&["rules", "--explain", "GC006"]);
    assert!(text.contains("By the rule `single_cells = false`:\n"), "{text}");
    assert!(text.contains("## Profiles\n\n- nyt (error): no run of one square\n\n"), "{text}");
    assert!(
        text.contains("Key `single_cells`. A violation is an error.\n\n- american: no run of one square\n"),
        "{text}"
    );
    let text = answer(&["rules", "--explain", "GC004"]);
    assert!(text.contains("## Profiles\n\nNone.\n\n"), "{text}");
    assert!(text.ends_with("Key `min_white_per_row`. A violation is an error.\n\nNone.\n"), "{text}");
    let text = answer(&["rules", "--explain", "GC009"]);
    assert!(text.contains("- nyt (error): follows from every letter checked\n"), "{text}");
    let text = answer(&["rules", "--explain", "GC008"]);
    for line in [
        "- keith (error): exactly half (rounded up) of each word's letters checked\n",
        "- times (error): at least half of each word's letters checked\n",
        "- guardian-quick (error): exactly half (rounded up or down) of each word's letters checked\n",
        "- nyt (error): every letter checked\n",
        "- no-pairs: exactly half (rounded up) of each word's letters checked\n",
        "- either-half: exactly half (rounded up or down) of each word's letters checked\n",
        "- american-loose: every letter checked\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(answer(&["rules", "--codes"]).contains("GC018"));
    assert!(answer(&["rules", "--profiles"]).contains("timesforthetimes"));
    assert!(refused(&["rules", "--explain", "GC0"]).contains("no code `GC0`"));
}

#[test]
fn a_rule_file_is_printed_as_it_is_in_effect() {
    let printed = answer(&["rules", "fixtures/tour/house.toml"]);
    for line in
        ["name = \"house\"", "min_word = 4", "checking = \"at-least-half\"", "single_cells = true", "edges = true"]
    {
        assert!(printed.lines().any(|found| found == line), "no {line} in {printed}");
    }
    assert_eq!(
        answer(&["rules", name(&file(&printed))]),
        printed,
        "what is printed is a rule file with the same rules"
    );
    assert_eq!(feed(&["rules", "-"], printed.clone()).out, printed);
    let line = refused(&["rules", "fixtures/cli/bad/unknown_key.toml"]);
    assert!(line.starts_with("fixtures/cli/bad/unknown_key.toml:2:1: "), "{line}");
}

/// Neither 63 nor stdin is a valid name for rules.
#[cfg(unix)]
#[test]
fn rules_from_a_pipe_have_their_own_name_or_none() {
    let shell = |script: &str| {
        let output = std::process::Command::new("bash")
            .args(["-c", &script.replace("gridcheck", env!("CARGO_BIN_EXE_gridcheck"))])
            .output();
        output.map(crate::program::Said::from).expect("a shell")
    };
    let named = |script: &str| {
        let said = shell(script);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{script}");
        said.out.lines().find_map(|line| line.strip_prefix("name = ").map(str::to_owned)).expect("a name")
    };
    assert_eq!(named("gridcheck rules <(echo 'min_word = 4')"), "\"unnamed\"");
    assert_eq!(named("gridcheck rules <(echo 'name = \"mine\"')"), "\"mine\"");
    assert_eq!(named("echo 'min_word = 4' | gridcheck rules -"), "\"unnamed\"");
    assert_eq!(named("echo 'min_word = 4' | gridcheck rules /dev/stdin"), "\"unnamed\"");
    assert_eq!(named("gridcheck rules /dev/stdin < fixtures/cli/rules/mirror.toml"), "\"unnamed\"");
    let said = shell("echo 'min_word = 4' | gridcheck compare --size 5 --rules - --engines backtrack");
    assert!(said.code == 0 && said.out.starts_with("5 × 5 grids, rules unnamed\n"), "{said:?}");
    for script in [
        "echo '' | gridcheck validate --rules - -",
        "echo '' | gridcheck count --size 5 --rules - --given -",
        "echo '' | gridcheck compare --size 5 --rules - --against -",
    ] {
        let said = shell(script);
        assert!(said.code == 2 && said.err.contains("named twice"), "{script}: {said:?}");
    }
    let said = shell("echo 'min_word = 1' | gridcheck rules -");
    assert_eq!(
        said.err,
        "gridcheck: standard input:1:12: min_word = 1: expected 2 to 64 (a word is a run of two or more)\n"
    );
}

#[test]
fn statistics_as_text_and_json() {
    let text = answer(&["stats", "fixtures/tour/lattice.txt"]);
    assert!(text.starts_with("fixtures/tour/lattice.txt:1: grid 1, 7 × 7\n"), "{text}");
    for line in ["  words        8, mean length 7.00", "  pieces       1", "  hinges       none"] {
        assert!(text.lines().any(|found| found == line), "no {line:?} in {text}");
    }
    let objects = json_lines(&answer(&["stats", "--format", "json", LIST, RING]));
    assert_eq!(objects.len(), 18);
    assert!(objects[..17].iter().all(|object| object["in_keiths_count"] == true));
    assert_eq!((&objects[17]["in_keiths_count"], &objects[17]["words"]), (&false.into(), &6.into()));
}

/// A reader stops early, as in `gridcheck validate ... | head -1`: the verdict still decides the exit code.
#[test]
fn the_verdict_survives_a_closed_pipe() {
    let valid = "...\n.#.\n...\n\n".repeat(2000);
    let invalid = "...\n.#.\n..#\n\n".repeat(2000);
    for (list, code) in [(&valid, 0), (&invalid, 1), (&format!("{valid}{invalid}"), 1)] {
        let list = crate::program::file(list);
        let list = crate::program::name(&list);
        for args in [
            &["validate", list][..],
            &["validate", "--format", "json", list],
            &["validate", "--format", "sarif", list],
            &["rank", "--size", "3", list],
        ] {
            let mut child = crate::program::start(args);
            drop((child.stdout.take(), child.stderr.take()));
            assert_eq!(crate::program::end(child).code, code, "{args:?}");
        }
        // Figures have no verdict.
        let mut child = crate::program::start(&["stats", list]);
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(crate::program::end(child).code, 0);
    }
}

#[test]
fn a_profile_has_its_name_in_any_case() {
    let by = |name: &str| run(&["validate", "--profile", name, "fixtures/formats/ordinary.puz"]).out;
    assert_eq!(by("NYT"), by("nyt"));
    assert_eq!(by("Auto"), by("auto"));
    let line = refused(&["validate", "--rules", "times", "fixtures/formats/ordinary.puz"]);
    assert_eq!(
        line,
        "`times` is a profile and no rule set: gridcheck validate, repair, sample and complete take --profile times"
    );
}
