//! Tests the independence rules. Cargo enforces them: a crate can only use the crates that its `Cargo.toml` lists, so these tests
//! read the manifests. Rules within one crate are tested on the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::prelude::*;
use gridcheck::engine::are_unrelated;
use gridcheck::external::Programs;

fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the words of code: names, keywords, numbers.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// Returns the Rust files below `place`, except tests.
pub fn sources(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        let in_tests = place.parent().is_some_and(|folder| folder.ends_with("tests"));
        let is_test = in_tests || place.ends_with("tests.rs") || place.ends_with("testing.rs");
        let is_source = place.extension().is_some_and(|extension| extension == "rs") && !is_test;
        return if is_source { vec![place.to_owned()] } else { Vec::new() };
    }
    let entries = fs::read_dir(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    entries.flat_map(|entry| sources(&entry.expect("a readable folder").path())).collect()
}

/// Returns the code of a file: no comments, and nothing after the start of the test module.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let uncommented = |line: &str| {
        // A comment starts at the first // that is not inside a string.
        let starts = line.match_indices("//").map(|(at, _)| at);
        let end = starts.into_iter().find(|&at| line[..at].matches('"').count().is_multiple_of(2));
        line[..end.unwrap_or(line.len())].to_owned()
    };
    text.lines().map(uncommented).collect::<Vec<_>>().join("\n")
}

/// Returns the `names` that occur in the code as a whole word.
fn mentioned<'a>(code: &str, names: &[&'a str]) -> Vec<&'a str> {
    let words: Vec<&str> = words(code).collect();
    names.iter().copied().filter(|name| words.contains(name)).collect()
}

/// Returns the `[dependencies]` of a crate, for any system: its parts of gridcheck, without `gridcheck-`, and the rest.
fn dependencies(name: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let manifest: toml::Table = read(&folder(name).join("Cargo.toml")).parse().expect("a manifest");
    let systems = manifest.get("target").and_then(toml::Value::as_table);
    let tables = systems.into_iter().flat_map(toml::Table::values).filter_map(toml::Value::as_table).chain([&manifest]);
    let listed = tables.filter_map(|table| table.get("dependencies")?.as_table()).flat_map(toml::Table::keys);
    let (ours, others): (BTreeSet<&str>, _) =
        listed.map(String::as_str).partition(|name| name.starts_with("gridcheck-"));
    let ours = ours.into_iter().map(|name| name.trim_start_matches("gridcheck-").to_owned()).collect();
    (ours, others.into_iter().map(str::to_owned).collect())
}

/// Returns the crates beside the program, by their names without `gridcheck-`, and their folders: a crate is in `crates` or one level below.
pub fn crates() -> BTreeMap<String, PathBuf> {
    let folders = |place: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(place).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.filter(|path| path.is_dir()).collect()
    };
    let all = folders(&project("crates")).into_iter().flat_map(|place| [folders(&place), vec![place]].concat());
    let name = |folder: &PathBuf| {
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml")).ok()?.parse().expect("a manifest");
        Some(manifest["package"]["name"].as_str()?.trim_start_matches("gridcheck-").to_owned())
    };
    all.filter_map(|folder| Some((name(&folder)?, folder))).collect()
}

fn folder(name: &str) -> PathBuf {
    crates().remove(name).unwrap_or_else(|| panic!("no crate {name}"))
}

/// Returns the crates that implement the trait `Engine`, except the faulty engines for tests, and the recurrences of strips as an audit
/// asks for them.
fn engines() -> Vec<String> {
    let is_engine =
        |folder: &Path| sources(&folder.join("src")).iter().any(|file| code(&read(file)).contains("impl Engine for "));
    let mut crates = crates();
    crates.retain(|name, folder| !["audit", "testing"].contains(&name.as_str()) && is_engine(folder));
    crates.into_keys().collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// An engine may use the grid, the problem, the rule data (`core`) and what an engine is (`engine`), and nothing else of this project.
/// So a change to files of sums, pieces or merging (`sums`) compiles no engine.
#[test]
fn engines_depend_on_the_data_and_the_traits_alone() {
    let mut registered: Vec<String> = ENGINES.iter().map(|engine| engine.name().to_owned()).collect();
    registered.push("external".to_owned());
    registered.sort();
    assert_eq!(engines(), registered, "the crates with an engine are those of the list");
    for engine in engines() {
        let (ours, others) = dependencies(&engine);
        let may: &[&str] = match engine.as_str() {
            // These solve exported problems.
            "sat" => &["core", "encodings", "engine"],
            // And write files for their programs.
            "external" => &["core", "encodings", "engine", "files"],
            // And the adapter of its solver.
            "exact-cover" => &["core", "dlx", "encodings", "engine"],
            // Arithmetic that judges nothing.
            "frontier" | "pinwheel" | "window" => &["core", "engine", "weight"],
            _ => &["core", "engine"],
        };
        assert_eq!(ours, set(may), "{engine}");
        let solvers: BTreeSet<&str> =
            ["varisat", "dlx-rs"].into_iter().filter(|&solver| others.contains(solver)).collect();
        match engine.as_str() {
            "sat" => assert_eq!(solvers, ["varisat"].into()),
            _ => assert!(solvers.is_empty(), "{engine} uses {solvers:?}"),
        }
    }
}

/// The adapter of a solver and the weights know neither grids nor rules.
#[test]
fn helpers_of_engines_depend_on_no_crate_of_this_project() {
    assert_eq!(dependencies("dlx"), (set(&[]), set(&["dlx-rs", "thiserror"])));
    assert_eq!(dependencies("weight"), (set(&[]), set(&["foldhash"])));
}

/// The traits of engines rest on the data alone. Files of sums are above the traits, and know no engine.
#[test]
fn traits_depend_on_the_data_and_sums_on_the_traits() {
    assert_eq!(dependencies("engine").0, set(&["core"]));
    assert_eq!(dependencies("files").0, set(&["core"]));
    assert_eq!(dependencies("sums").0, set(&["core", "engine", "files"]));
}

/// Only the list of engines, and tests, depend on engines. What doors offer includes other people's programs.
#[test]
fn no_other_crate_names_an_engine() {
    let engines = engines();
    for name in crates().keys().filter(|name| !["registry", "testing"].contains(&name.as_str())) {
        let mut known: Vec<String> = dependencies(name).0.into_iter().filter(|one| engines.contains(one)).collect();
        known.retain(|one| name != "ask" || one != "external");
        assert!(known.is_empty(), "{name} depends on {known:?}");
    }
}

/// The trust base of a certificate: its checker consists only of what docs/TRUST.md names.
#[test]
fn the_checker_depends_on_no_solver_and_no_translation() {
    let (ours, others) = dependencies("checker");
    assert_eq!(ours, set(&["core", "engine", "validator"]));
    // No program has `schemars`: it describes the report, for a test.
    assert_eq!(others, set(&["num-bigint", "rayon", "schemars", "serde", "serde_json", "sha2", "thiserror"]));
    let trust = read(&project("docs/TRUST.md"));
    for name in ours.iter().map(|name| format!("gridcheck-{name}")).chain(others) {
        assert!(trust.contains(&format!("`{name}`")), "docs/TRUST.md does not name {name}");
    }
}

/// Crates that describe or judge a grid, or translate a problem, depend on no engine and on no traits of engines.
#[test]
fn crates_of_data_and_judges_do_not_depend_on_engines() {
    for (name, may) in [
        ("core", &[][..]),
        ("layout", &["core"]),
        ("validator", &["core", "layout"]),
        ("lint", &["core", "formats", "layout", "validator"]),
        ("encodings", &["core"]),
        ("formats", &["core", "layout"]),
        ("draw", &["core", "layout"]),
    ] {
        assert_eq!(dependencies(name).0, set(may), "{name}");
    }
}

/// The crate of strips reads the rules itself and uses no engine.
#[test]
fn strips_depend_on_the_data_and_the_traits_alone() {
    let (ours, others) = dependencies("recurrence");
    assert_eq!(ours, set(&["core", "engine"]));
    assert_eq!(others, set(&["foldhash", "num-bigint", "schemars", "serde", "thiserror"]));
}

/// Code that all engines share must not judge grids: a fault in it would affect all engines alike.
#[test]
fn shared_code_of_engines_reads_no_rule() {
    let rules =
        ["Checking", "Limit", "max_unchecked_run", "max_unchecked_run_at_ends", "single_cells", "edges", "connected"];
    let core = project("crates/core/src");
    let shared = ["problem", "grid.rs", "grid", "rng.rs", "locks.rs"].map(|name| core.join(name));
    let traits_and_sums = ["crates/engine/src", "crates/sums/src"].map(project);
    for file in shared.iter().chain(&traits_and_sums).flat_map(|place| sources(place)) {
        let mentioned = mentioned(&code(&read(&file)), &rules);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
    // Rules and constraints are data, so their files do not use grids.
    for file in ["rules", "constraint"].iter().flat_map(|name| sources(&core.join(name))) {
        let mentioned = mentioned(&code(&read(&file)), &["Grid", "is_white"]);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

/// The checker and brute force read bounds as they are written, so that a fault in rounding them shows.
#[test]
fn two_readers_of_constraints_do_not_round() {
    for file in ["crates/proof/checker/src/constraints.rs", "crates/engines/brute/src/lib.rs"] {
        let code = code(&read(&project(file)));
        let mentioned = mentioned(&code, &["RoundedConstraint", "rounded_constraints", "Range", "Mean"]);
        assert!(mentioned.is_empty(), "{file} mentions {mentioned:?}");
        assert!(code.contains("Constraint"), "{file} reads no constraint");
    }
    for file in sources(&project("crates/proof/checker/src")) {
        let mentioned = mentioned(&code(&read(&file)), &["stats", "granted", "not_granted"]);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

/// The functions that return a part of a rule set, and the pattern that takes it apart.
const PARTS: [(&str, &str); 3] =
    [(".on_words()", "let RulesOnWords {"), (".on_lines()", "let RulesOnLines {"), (".on_grid()", "let RulesOnGrid {")];

/// Returns the violations in a piece of code: rule sets and their parts must be destructured by patterns that name every rule, and
/// read in no other way. So adding a rule causes an error wherever rules are read.
fn partial_readings(code: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    for (at, found) in ["Ruleset {", "RulesOnWords {", "RulesOnLines {", "RulesOnGrid {"]
        .iter()
        .flat_map(|name| code.match_indices(name))
    {
        // A block after a type is no pattern.
        let is_type = ["->", "impl", "struct"].iter().any(|before| code[..at].trim_end().ends_with(before));
        let pattern = code[at + found.len()..].split('}').next().unwrap_or_default();
        if !is_type && pattern.contains("..") {
            breaches.push(format!("{found}{pattern}}}"));
        }
    }
    for (part, pattern) in PARTS {
        // A reader that declines all other rules about lines need not name them.
        let declines = format!("{part}.whites_up_to(");
        if code.matches(part).count() > code.matches(pattern).count() + code.matches(&declines).count() {
            breaches.push(part.to_owned());
        }
    }
    // Find every variable that is declared as a rule set.
    let declared = code.match_indices("Ruleset").filter_map(|(at, _)| {
        let (name, between) = code[..at].rsplit_once(':')?;
        let is_plain = between.chars().all(|c| c.is_alphanumeric() || " &'_".contains(c));
        let name = name.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        (is_plain && !name.is_empty()).then(|| name.to_owned())
    });
    let mut names: Vec<String> = declared.chain(["rules".to_owned(), "rules()".to_owned()]).collect();
    names.sort();
    names.dedup();
    let british = serde_json::to_value(builtin("british").expect("built in")).expect("a flat table");
    let keys: Vec<&String> = british.as_object().expect("a table").keys().filter(|key| *key != "name").collect();
    for access in names.iter().flat_map(|name| keys.iter().map(move |key| format!("{name}.{key}"))) {
        let is_part = |at: usize| code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        breaches
            .extend(code.match_indices(&access).filter(|(at, _)| !is_part(*at)).map(|(_, access)| access.to_owned()));
    }
    breaches
}

#[test]
fn rule_sets_are_taken_apart_whole() {
    let core = project("crates/core/src/rules");
    let crates_that_read: Vec<PathBuf> =
        engines().iter().map(String::as_str).chain(["encodings", "recurrence", "validator"]).map(folder).collect();
    let mut readers: Vec<PathBuf> = crates_that_read.iter().flat_map(|place| sources(&place.join("src"))).collect();
    readers.extend(["mod.rs", "fault.rs", "parts.rs"].map(|name| core.join(name)));
    for file in readers {
        let breaches = partial_readings(&code(&read(&file)));
        assert!(breaches.is_empty(), "{} reads rules one by one: {breaches:?}", file.display());
    }
    // Each of these files reads rules, and does so as required.
    let mut rooms = vec![core.join("fault.rs")];
    rooms.push(folder("explain").join("src/change.rs"));
    rooms.extend(["cnf", "asp.rs", "cover"].map(|name| project("crates/encodings/src").join(name)));
    // These solve what `encodings` writes.
    let solvers = [folder("external"), folder("exact-cover"), folder("sat")];
    rooms.extend(crates_that_read.into_iter().filter(|place| !solvers.contains(place)).map(|place| place.join("src")));
    for room in rooms {
        let reads = |pattern: &str| sources(&room).iter().any(|file| code(&read(file)).contains(pattern));
        let takes_apart = reads("let Ruleset {") || PARTS.iter().all(|(part, _)| reads(part));
        assert!(takes_apart, "{} takes no rule set apart, or only some of its parts", room.display());
    }
}

#[test]
fn a_partial_reading_is_seen() {
    let breaches = |code: &str| partial_readings(code).len();
    assert_eq!(breaches("let Ruleset { min_word, .. } = *rules;"), 1);
    assert_eq!(breaches("fn f(asked: &Ruleset) -> bool { asked.edges && self.edges }"), 1);
    assert_eq!(breaches("struct Walk<'a> { law: &'a Ruleset }\nfn f(&self) -> bool { self.law.connected }"), 1);
    assert_eq!(breaches("let least = problem.rules().min_word;"), 1);
    assert_eq!(breaches("let RulesOnWords { min_word, .. } = rules.on_words();"), 1);
    assert_eq!(breaches("let part = asked.on_grid(); part.edges"), 1);
    assert_eq!(breaches("let least = asked.on_lines().min_white_per_row;"), 1);
    assert_eq!(breaches("let least = asked.on_lines().whites_up_to(1)?;"), 0);
    assert_eq!(breaches("let RulesOnGrid { edges, connected } = problem.rules().on_grid();"), 0);
    assert_eq!(breaches("fn f(my_rules: &Mine) -> Ruleset { for i in 0..my_rules.edges {} }"), 0);
    assert_eq!(breaches("let Ruleset { name: _, min_word } = *rules; let edges = self.words.min_word;"), 0);
}

/// An engine may call functions beside the rule data that name a value, list a group or decline a value, but none that judges.
#[test]
fn engines_call_no_function_of_the_rules_that_judges() {
    let functions: Vec<String> = sources(&project("crates/core/src/rules"))
        .iter()
        .flat_map(|file| {
            let code = code(&read(file));
            code.split("fn ").skip(1).map(|text| words(text).next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        })
        .filter(|function| {
            !["name", "group", "on_words", "on_lines", "on_grid", "whites_up_to"].contains(&function.as_str())
        })
        .collect();
    assert!(functions.contains(&"fault".to_owned()) && functions.contains(&"has_room".to_owned()));
    for file in engines().iter().flat_map(|engine| sources(&folder(engine).join("src"))) {
        let code = code(&read(&file));
        for function in &functions {
            // Only methods and paths of rule sets count; an engine's own function may have the same name.
            let called = [format!("rules().{function}("), format!("rules.{function}("), format!("Ruleset::{function}")];
            let breach = called.iter().any(|call| code.contains(call));
            assert!(!breach, "{} calls {function} of the rules", file.display());
        }
    }
}

/// A translation of the problem interprets the rules independently, like an engine.
#[test]
fn translations_do_not_use_one_another() {
    let room = project("crates/encodings/src");
    for (translation, others) in [("cnf", ["asp", "cover"]), ("asp.rs", ["cnf", "cover"]), ("cover", ["cnf", "asp"])] {
        for file in sources(&room.join(translation)) {
            let mentioned = mentioned(&code(&read(&file)), &others);
            assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
        }
    }
}

/// Facts about an engine belong to the engine: the program and its parts query the list and name no engine.
#[test]
fn the_program_names_no_engine() {
    let verdict = ["audit", "compare", "explain"].map(|name| format!("crates/verdict/{name}/src"));
    let parts = verdict.iter().map(String::as_str).chain(["crates/puzzle/design/src", "crates/ask/src", "src"]);
    for file in parts.flat_map(|part| sources(&project(part))) {
        let code = code(&read(&file));
        let mut named: Vec<&str> =
            ENGINES.iter().map(|engine| engine.name()).filter(|name| code.contains(&format!("\"{name}\""))).collect();
        named.extend(mentioned(
            &code,
            &["Backtrack", "Brute", "ExactCover", "Frontier", "Kaleidoscope", "Pinwheel", "Sat", "Window"],
        ));
        assert!(named.is_empty(), "{} names {named:?}", file.display());
    }
}

/// Fill engines, translations of the question and the validator of fills know the question, but not one another.
#[test]
fn fillers_depend_on_the_question_and_not_on_each_other() {
    let room = project("crates/puzzle/fill/src");
    let parts = ["backtrack", "exact_cover", "sat", "export", "validator", "compare", "core"];
    let types = ["Search", "Cover", "Clauses", "Validator"];
    for (part, own) in [
        ("backtrack", "Search"),
        ("exact_cover", "Cover"),
        ("sat", "Clauses"),
        ("validator.rs", "Validator"),
        ("export", ""),
    ] {
        let module = part.trim_end_matches(".rs");
        let others: Vec<&str> = parts.into_iter().chain(types).filter(|&name| name != module && name != own).collect();
        for file in sources(&room.join(part)) {
            assert_eq!(mentioned(&code(&read(&file)), &others), [""; 0], "{}", file.display());
        }
    }
    for file in ["question.rs", "filler.rs", "list.rs", "letters.rs"] {
        let names: Vec<&str> = parts.into_iter().chain(types).collect();
        assert_eq!(mentioned(&code(&read(&room.join(file))), &names), [""; 0], "{file}");
    }
    // The validator finds the words of a fill independently.
    let validator = code(&read(&room.join("validator.rs")));
    assert_eq!(mentioned(&validator, &["slots", "squares", "places", "Slot", "Square"]), [""; 0]);
}

#[test]
fn detects_a_breach_outside_comments_and_tests() {
    let breach = "use gridcheck_brute::Brute; // sat\nfn f() {}\n#[cfg(test)]\nmod tests { use super::Window; }";
    assert_eq!(mentioned(&code(breach), &["sat", "Brute", "Window"]), ["Brute"]);
    assert!(dependencies("sat").1.contains("varisat") && dependencies("external").1.contains("rustix"));
}

/// A re-enacted program judges independently.
#[test]
fn a_program_re_enacted_judges_for_itself() {
    let names = "rules Ruleset validator is_valid GridChecker problem Problem claims Engine ENGINES";
    let names: Vec<&str> = names.split(' ').collect();
    assert_eq!(dependencies("programs").0, set(&["core", "engine"]));
    for program in ["ho_2021", "nanogenmo_2021"] {
        let code = code(&read(&project(&format!("crates/verdict/programs/src/{program}.rs"))));
        assert_eq!(mentioned(&code, &names), [""; 0], "{program}");
    }
}

#[test]
fn programs_that_are_fed_the_same_are_one_witness() {
    let programs = Programs::builtin();
    let program = |name: &str| programs.engine(name).expect("built in") as &dyn Engine;
    let [clingo, python] = ["external:clingo", "external:clingo-python"].map(program);
    let [ganak, toulbar2] = ["external:ganak", "external:toulbar2"].map(program);
    assert!(!are_unrelated(clingo, python) && !are_unrelated(ganak, toulbar2));
    assert!(are_unrelated(clingo, ganak) && are_unrelated(python, toulbar2));
    for (engine, other) in ENGINES.into_iter().flat_map(|engine| ENGINES.into_iter().map(move |other| (engine, other)))
    {
        assert_eq!(are_unrelated(engine, other), engine.name() != other.name(), "{} {}", engine.name(), other.name());
    }
    for engine in ENGINES {
        assert!(are_unrelated(engine, clingo) && are_unrelated(python, engine), "{}", engine.name());
        // What `sat` solves is what these programs read.
        let solves_clauses = engine.name() == "sat";
        assert_eq!(are_unrelated(ganak, engine), !solves_clauses, "{}", engine.name());
        assert_eq!(are_unrelated(engine, toulbar2), !solves_clauses, "{}", engine.name());
    }
}

#[test]
fn an_engine_takes_the_symmetries_that_it_says() {
    for symmetry in Symmetry::ALL {
        let rules = Ruleset { symmetry, ..builtin("british").expect("built in") };
        let problem = Problem::new(5, rules).expect("a fair problem");
        for engine in ENGINES {
            let unable = engine.prepare(&problem, &SumKind::Plain).is_err();
            let takes = engine.facts().symmetries.contains(&symmetry);
            assert_eq!(unable, !takes, "{} {}", engine.name(), symmetry.name());
            assert_eq!(engine.facts().wrong_symmetry(&problem).is_none(), takes);
        }
    }
}

#[test]
fn no_published_count_is_in_the_source() {
    let counts = "650 68956 60384181 162468835136 312 31187 17438702 40575832476 404139015237875 2393670267515481 \
                  17253201646564115439 2190 586731 397 35324 18446134 346 9381 182 17533 15105263 437 564 17624";
    let counts: Vec<&str> = counts.split(' ').collect();
    for file in
        sources(&project("src")).into_iter().chain(crates().values().flat_map(|folder| sources(&folder.join("src"))))
    {
        let text = read(&file);
        // The examples in the command line's help are text in a string, one command per line.
        let is_example = |line: &&str| line.starts_with("  gridcheck ");
        let code = code(&text).lines().filter(|line| !is_example(line)).collect::<Vec<_>>().join("\n");
        let mentioned = mentioned(&code.replace('_', ""), &counts);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}
