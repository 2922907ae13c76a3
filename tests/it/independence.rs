//! The independence law, read off the source: an engine uses the grid, the problem and the rule data, and neither another
//! engine, nor the validator, nor anything downstream of the engines. And no engine can have read a published count.

use std::fs;
use std::path::{Path, PathBuf};

use gridcheck::engine::{Ability, ENGINES, Engine, Programs, are_unrelated};
use gridcheck::fill::FILLERS;
use gridcheck::problem::Problem;
use gridcheck::rules::{Ruleset, Symmetry, builtin};

/// An engine's room and the type that is the engine, as the source has them.
struct EngineRoom {
    /// As in `exact_cover`.
    module: String,
    /// As in `ExactCover`.
    of: String,
}

/// Every engine, by what implements the trait in `src/engine`.
fn engines() -> Vec<EngineRoom> {
    let mut found = Vec::new();
    for module in modules() {
        for file in module_sources(&engine_room(), &module) {
            let code = code(&read(&file));
            for implementation in code.split("impl Engine for ").skip(1) {
                let of = words(implementation).next().expect("a type").to_owned();
                found.push(EngineRoom { module: module.clone(), of });
            }
        }
    }
    found
}

/// The modules in `src/engine`, engines or not, without those that are only tests.
fn modules() -> Vec<String> {
    let name = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let entries =
        fs::read_dir(engine_room()).expect("the engine room").map(|entry| name(entry.expect("an entry").path()));
    let mut modules: Vec<String> = entries.filter(|name| name != "mod" && name != "testing").collect();
    modules.sort();
    modules
}

/// The files of a module, which is a file, a folder, or both.
fn module_sources(room: &Path, module: &str) -> Vec<PathBuf> {
    let places = [room.join(module), room.join(format!("{module}.rs"))];
    let files: Vec<PathBuf> = places.iter().filter(|place| place.exists()).flat_map(|place| sources(place)).collect();
    assert!(!files.is_empty(), "{module} has no source");
    files
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The words of code: names, keywords, numbers.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The Rust files below `place`, tests left out.
fn sources(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        let is_test = place.ends_with("tests.rs") || place.ends_with("testing.rs");
        let is_source = place.extension().is_some_and(|extension| extension == "rs") && !is_test;
        return if is_source { vec![place.to_owned()] } else { Vec::new() };
    }
    let entries = fs::read_dir(place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    entries.flat_map(|entry| sources(&entry.expect("a readable folder").path())).collect()
}

/// The code of a file: no comments, nothing from the test module on.
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

/// The names among `names` that occur in the code as a whole word.
fn mentioned<'a>(code: &str, names: &[&'a str]) -> Vec<&'a str> {
    let words: Vec<&str> = words(code).collect();
    names.iter().copied().filter(|name| words.contains(name)).collect()
}

/// What the code of the engine in that module may not mention.
fn forbidden_to<'a>(engine: &str, engines: &'a [EngineRoom]) -> Vec<&'a str> {
    let others = engines.iter().filter(|other| other.module != engine);
    let others = others.flat_map(|other| [other.module.as_str(), other.of.as_str()]);
    // `fault` judges rule sets, for the reader of rule files.
    let downstream = [
        "validator",
        "Validator",
        "violations",
        "is_valid",
        "compare",
        "classify",
        "by_symmetry",
        "stands_for_class",
        "explain",
        "format",
        "cli",
        "fault",
        "fastest",
        "fastest_lister",
        "fastest_measurer",
        "listers",
        "measurers",
        "stats",
        "registry",
        "ENGINES",
    ];
    others.chain(downstream).collect()
}

/// A file or folder of the source.
fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)
}

fn engine_room() -> PathBuf {
    source("engine")
}

#[test]
fn engines_know_nothing_of_one_another_nor_of_the_validator() {
    let engines = engines();
    for EngineRoom { module, .. } in &engines {
        for file in module_sources(&engine_room(), module) {
            // `format!` is the language's.
            let code = code(&read(&file)).replace("format!", "");
            let mentioned = mentioned(&code, &forbidden_to(module, &engines));
            assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
        }
    }
}

/// What all engines stand on must judge nothing: a helper there would be a helper to all of them.
#[test]
fn what_engines_share_knows_no_rule() {
    let rules =
        ["Checking", "Limit", "max_unchecked_run", "max_unchecked_run_at_ends", "single_cells", "edges", "connected"];
    let engines = engines();
    let is_shared = |module: &String| engines.iter().all(|engine| engine.module != *module);
    let mut shared = vec![engine_room().join("mod.rs")];
    shared.extend(["problem", "grid.rs", "grid"].iter().flat_map(|room| sources(&source(room))));
    shared.extend(
        modules().iter().filter(|module| is_shared(module)).flat_map(|module| module_sources(&engine_room(), module)),
    );
    for file in shared {
        let mentioned = mentioned(&code(&read(&file)), &rules);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

/// Constraints are shared as data. Whether a grid meets one, every engine, the validator's side and the checker decide alone.
#[test]
fn constraints_are_shared_as_data_only() {
    for file in sources(&source("wish")) {
        let mentioned = mentioned(&code(&read(&file)), &["Grid", "Shape", "Word", "is_white", "stats"]);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}: it could measure a grid", file.display());
    }
    // The checker and brute force take bounds as they were written: a fault in rounding them shows.
    let checker = source("certificate/constraints.rs");
    for file in [checker.clone(), engine_room().join("brute.rs")] {
        let code = code(&read(&file));
        let mentioned = mentioned(&code, &["Constraint", "constraints", "Range", "Mean", "stats", "Measures"]);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
        assert!(code.contains("Wish"), "{} reads no constraint", file.display());
    }
    for file in sources(&source("certificate")) {
        let mentioned = mentioned(&code(&read(&file)), &["stats", "granted", "not_granted"]);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

/// What a piece of code breaks of this: a rule set is taken apart in patterns that name every rule, and its rules are not read
/// in any other way. So a rule that is added is an error wherever rules are read.
fn partial_readings(code: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    for (at, found) in code.match_indices("Ruleset {") {
        // A block that follows a type is no pattern.
        let is_type = ["->", "impl", "struct"].iter().any(|before| code[..at].trim_end().ends_with(before));
        let pattern = code[at + found.len()..].split('}').next().unwrap_or_default();
        if !is_type && pattern.contains("..") {
            breaches.push(format!("Ruleset {{{pattern}}}"));
        }
    }
    // Whatever is declared to be a rule set, by its name.
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
    let mut readers: Vec<PathBuf> = sources(&engine_room());
    readers.extend(
        [source("export"), source("rules/validator"), source("rules/mod.rs"), source("rules/fault.rs")]
            .iter()
            .flat_map(|room| sources(room)),
    );
    for file in readers {
        let breaches = partial_readings(&code(&read(&file)));
        assert!(breaches.is_empty(), "{} reads rules one by one: {breaches:?}", file.display());
    }
    // Nobody reads rules without doing so.
    let export = source("export");
    let mut rooms: Vec<Vec<PathBuf>> = ["cnf", "asp", "dlx"].map(|room| module_sources(&export, room)).to_vec();
    let ours = engines().into_iter().filter(|engine| engine.module != "external");
    rooms.extend(ours.map(|engine| module_sources(&engine_room(), &engine.module)));
    rooms.extend(
        ["rules/validator", "rules/fault.rs", "rules/file.rs", "explain/change.rs"].map(|room| sources(&source(room))),
    );
    for room in rooms {
        let takes_apart = room.iter().any(|file| code(&read(file)).contains("let Ruleset {"));
        assert!(takes_apart, "{} takes no rule set apart", room[0].display());
    }
}

#[test]
fn a_partial_reading_is_seen() {
    let breaches = |code: &str| partial_readings(code).len();
    assert_eq!(breaches("let Ruleset { min_word, .. } = *rules;"), 1);
    assert_eq!(breaches("fn f(asked: &Ruleset) -> bool { asked.edges && self.edges }"), 1);
    assert_eq!(breaches("struct Walk<'a> { law: &'a Ruleset }\nfn f(&self) -> bool { self.law.connected }"), 1);
    assert_eq!(breaches("let least = problem.rules().min_word;"), 1);
    assert_eq!(breaches("fn f(my_rules: &Mine) -> Ruleset { for i in 0..my_rules.edges {} }"), 0);
    assert_eq!(breaches("let Ruleset { name: _, min_word } = *rules; let edges = self.words.min_word;"), 0);
}

/// The module that a source file is, as a path from the crate: `engine/sat/words.rs` is `engine`, `sat`, `words`.
fn module_of(file: &Path) -> Vec<String> {
    let file = file.strip_prefix(source("")).expect("a source file").with_extension("");
    let path = file.iter().map(|part| part.to_string_lossy().into_owned());
    path.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect()
}

/// What a path is made of from `at` on, where it may fork into braces: every path of it, as in `a::{b, c::d}`.
fn forks(code: &str) -> (Vec<Vec<String>>, &str) {
    let mut path = Vec::new();
    let mut rest = code;
    loop {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if end > 0 {
            path.push(rest[..end].to_owned());
        }
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(after) if !after.starts_with('<') => rest = after,
            _ => break,
        }
    }
    let Some(mut inside) = rest.strip_prefix('{').filter(|_| rest.len() < code.len() || path.is_empty()) else {
        return (vec![path], rest);
    };
    let mut all = Vec::new();
    loop {
        inside = inside.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if let Some(after) = inside.strip_prefix('}') {
            return (all, after);
        }
        if inside.is_empty() {
            return (all, inside);
        }
        let (branches, after) = forks(inside);
        all.extend(branches.into_iter().map(|branch| [path.clone(), branch].concat()));
        // What is renamed, and `*`, do not go on.
        inside = after.trim_start_matches(|c: char| !",}".contains(c));
    }
}

/// Every path in the code of a module that leads anywhere else in the crate, spelled from the crate's root: `crate::`,
/// `super::` and `super::super::` are seen through.
fn paths(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let before = &code[..at];
            if before.ends_with("::") || before.ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let mut rest = &code[at..];
            let mut from = module.to_vec();
            if let Some(after) = rest.strip_prefix("crate::") {
                (rest, from) = (after, Vec::new());
            }
            while let Some(after) = rest.strip_prefix("super::") {
                rest = after;
                from.pop();
            }
            found.extend(forks(rest).0.into_iter().map(|path| [from.clone(), path].concat()));
        }
    }
    found
}

/// Whether a path is at, or below, one of these places.
fn leads_to(path: &[String], places: &[&str]) -> bool {
    let path = path.join("::");
    places.iter().any(|place| path == *place || path.strip_prefix(place).is_some_and(|rest| rest.starts_with("::")))
}

/// The rule data and the names of their values: what an engine may know of `rules`.
const RULE_DATA: [&str; 4] = ["rules::Ruleset", "rules::Checking", "rules::Limit", "rules::Symmetry"];
/// What is wished, and the answers to it, as data.
const WISHES: [&str; 12] = [
    "wish::Bounds",
    "wish::Constraint",
    "wish::Distribution",
    "wish::Extreme",
    "wish::Goal",
    "wish::Kind",
    "wish::Mean",
    "wish::Measure",
    "wish::Range",
    "wish::Rational",
    "wish::Subject",
    "wish::Wish",
];

#[test]
fn engines_use_the_grid_the_problem_the_rule_data_and_what_knows_no_rule() {
    let engines = engines();
    // What engines have in common: their trait, and the modules in which `what_engines_share_knows_no_rule` looks for rules.
    let judges_nothing =
        |module: &String| module != "registry" && engines.iter().all(|engine| engine.module != *module);
    let modules: Vec<String> =
        modules().into_iter().filter(judges_nothing).map(|name| format!("engine::{name}")).collect();
    let traits = ["Ability", "Engine", "EngineError", "Lister", "Run", "Witness"].map(|name| format!("engine::{name}"));
    let shared: Vec<&str> = modules.iter().chain(&traits).map(String::as_str).collect();
    let mut seen = 0;
    for EngineRoom { module, .. } in &engines {
        let own = format!("engine::{module}");
        // Of files it is known how they are kept, not what is in them; and a number drawn at random judges nothing.
        let mut known = [
            &["grid", "problem", "checked_log", "unfinished", "dice", "locks", own.as_str()][..],
            &RULE_DATA,
            &WISHES,
            &shared,
        ]
        .concat();
        // Other people's programs are fed what is exported, and no engine of ours is.
        known.extend((module == "external").then_some("export"));
        for file in module_sources(&engine_room(), module) {
            for path in paths(&code(&read(&file)), &module_of(&file)) {
                assert!(leads_to(&path, &known), "{} uses {}", file.display(), path.join("::"));
                seen += 1;
            }
        }
    }
    assert!(seen > 200, "only {seen} paths");

    // What they share hands nothing of one engine on to another.
    let rooms: Vec<String> =
        engines.iter().flat_map(|EngineRoom { module, of }| [module, of].map(|it| format!("engine::{it}"))).collect();
    let rooms: Vec<&str> = rooms.iter().map(String::as_str).collect();
    let mut seen = 0;
    for name in &modules {
        let name = name.trim_start_matches("engine::");
        for file in module_sources(&engine_room(), name) {
            for path in paths(&code(&read(&file)), &module_of(&file)) {
                assert!(!leads_to(&path, &rooms), "{} uses {}", file.display(), path.join("::"));
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} paths");
}

/// What holds the rule data.
fn rule_files() -> Vec<PathBuf> {
    let validator = source("rules/validator");
    sources(&source("rules")).into_iter().filter(|file| !file.starts_with(&validator)).collect()
}

/// The validator is a witness of its own, and what holds the rule data judges no grid.
#[test]
fn the_validator_and_the_rules_know_nothing_of_engines() {
    let validator = [&["grid", "shape", "rules::validator"][..], &RULE_DATA].concat();
    for file in sources(&source("rules/validator")) {
        for path in paths(&code(&read(&file)), &module_of(&file)) {
            assert!(leads_to(&path, &validator), "{} uses {}", file.display(), path.join("::"));
        }
    }
    for file in rule_files() {
        let code = code(&read(&file));
        for path in paths(&code, &module_of(&file)) {
            let known =
                leads_to(&path, &["grid", "place", "rules", "visible"]) && !leads_to(&path, &["rules::validator"]);
            assert!(known, "{} uses {}", file.display(), path.join("::"));
        }
        // `pub mod validator;` is all that the data say of it.
        assert!(
            mentioned(&code.replace("pub mod validator;", ""), &["validator", "Grid"]).is_empty(),
            "{}",
            file.display()
        );
    }
}

/// Of the functions beside the rule data, an engine may call those that name a value and those that list a group, and none that
/// judges.
#[test]
fn engines_call_no_function_of_the_rules_that_judges() {
    let names = ["name", "group"];
    let functions: Vec<String> = rule_files()
        .iter()
        .flat_map(|file| {
            let code = code(&read(file));
            code.split("fn ").skip(1).map(|text| words(text).next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        })
        .filter(|function| !names.contains(&function.as_str()))
        .collect();
    assert!(functions.contains(&"fault".to_owned()) && functions.contains(&"has_room".to_owned()));
    for file in sources(&engine_room()) {
        let code = code(&read(&file));
        for function in &functions {
            // A method, or a path: what an engine calls its own by that name is its own affair.
            let called = [format!("rules().{function}("), format!("rules.{function}("), format!("Ruleset::{function}")];
            let breach = called.iter().any(|call| code.contains(call));
            assert!(!breach, "{} calls {function} of the rules", file.display());
        }
    }
}

#[test]
fn roundabout_paths_are_seen() {
    let module = ["engine", "sat", "words"].map(str::to_owned);
    let seen = |code: &str| {
        let mut paths: Vec<String> = paths(code, &module).iter().map(|path| path.join("::")).collect();
        paths.sort();
        paths
    };
    assert_eq!(seen("use super::super::brute::{Words, self as b};"), ["engine::brute::Words", "engine::brute::self"]);
    assert_eq!(
        seen("use crate::{grid::Grid, rules::{validator::is_valid, Limit}};"),
        ["grid::Grid", "rules::Limit", "rules::validator::is_valid"]
    );
    assert_eq!(seen("let x = super::super::super::rules::validator::is_valid(g);"), ["rules::validator::is_valid"]);
    assert_eq!(seen("use super::lines::*; my_super::f(); std::mem::take(x)"), ["engine::sat::lines"]);
    assert!(leads_to(&["rules", "Limit", "AtMost"].map(str::to_owned), &RULE_DATA));
    assert!(!leads_to(&["rules", "Limits"].map(str::to_owned), &RULE_DATA));
}

/// A translation of the problem is a reading of the rules of its own, like an engine.
#[test]
fn translations_use_three_rooms_and_not_one_another() {
    let room = source("export");
    for (translation, others) in [("cnf", ["asp", "dlx"]), ("asp", ["cnf", "dlx"]), ("dlx", ["cnf", "asp"])] {
        for file in module_sources(&room, translation) {
            let code = code(&read(&file));
            let forbidden = [&others[..], &["engine", "validator", "compare", "fault", "is_valid"]].concat();
            let mentioned = mentioned(&code, &forbidden);
            assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
        }
    }
}

/// The engines that the source shows are those of the registry, and other people's programs.
#[test]
fn every_engine_is_in_the_registry() {
    let mut registered: Vec<String> = ENGINES.iter().map(|engine| engine.name().replace('-', "_")).collect();
    registered.push("external".to_owned());
    registered.sort();
    assert_eq!(engines().into_iter().map(|engine| engine.module).collect::<Vec<_>>(), registered);
}

/// What an engine is stands on the engine: who chooses among engines asks them.
#[test]
fn nobody_keeps_a_list_of_engines() {
    let engines = engines();
    let types: Vec<&str> = engines.iter().map(|engine| engine.of.as_str()).filter(|of| *of != "External").collect();
    // What fills grids has engines of its own, some of the same names.
    let elsewhere = |file: &PathBuf| !file.starts_with(engine_room()) && !file.starts_with(source("fill"));
    for file in sources(&source("")).into_iter().filter(elsewhere) {
        let code = code(&read(&file));
        let quoted = ENGINES.iter().map(|engine| engine.name()).filter(|name| code.contains(&format!("\"{name}\"")));
        let mut named: Vec<&str> = mentioned(&code, &types).into_iter().chain(quoted).collect();
        // Sums of blocks, and of uprights, are those engines' own.
        if file == source("cli/count.rs") {
            named.retain(|name| !["Pinwheel", "Window"].contains(name));
        }
        assert!(named.is_empty(), "{} names {named:?}", file.display());
    }
}

#[test]
fn an_engine_takes_the_symmetries_that_it_says() {
    for symmetry in Symmetry::ALL {
        let rules = Ruleset { symmetry, ..builtin("british").expect("built in") };
        let problem = Problem::new(5, rules).expect("a fair problem");
        for engine in ENGINES {
            let unable = matches!(engine.ability(&problem), Ability::Unable(_));
            let takes = engine.symmetries().contains(&symmetry);
            assert_eq!(unable, !takes, "{} {}", engine.name(), symmetry.name());
            assert_eq!(engine.wrong_symmetry(&problem).is_none(), takes);
        }
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
    for (engine, other) in ENGINES.into_iter().flat_map(|engine| ENGINES.map(|other| (engine, other))) {
        assert_eq!(are_unrelated(engine, other), engine.name() != other.name(), "{} {}", engine.name(), other.name());
    }
    for engine in ENGINES {
        assert!(are_unrelated(engine, clingo) && are_unrelated(ganak, engine), "{}", engine.name());
    }
}

/// Rooms that describe a grid, or a question, can be had without the engines.
#[test]
fn what_describes_knows_no_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rooms = [
        "dice.rs", "draw", "export", "format", "grid", "grid.rs", "lint", "problem", "rules", "stats", "wish",
        "words.rs",
    ];
    let downstream = ["engine", "classes", "compare", "audit", "explain", "certificate", "cli"];
    for file in rooms.iter().flat_map(|room| sources(&root.join(room))) {
        let code = code(&fs::read_to_string(&file).expect("a source file"));
        let mentioned = mentioned(&code, &downstream);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

/// The engines that fill grids, by what implements their trait in `src/fill`: module and type.
fn fillers() -> Vec<EngineRoom> {
    let mut found = Vec::new();
    let room = source("fill");
    for file in sources(&room) {
        let code = code(&read(&file));
        let module = file.strip_prefix(&room).expect("a file of the room").iter().next().expect("a name");
        let module = Path::new(module).with_extension("").to_string_lossy().into_owned();
        for implementation in code.split("impl Filler for ").skip(1) {
            let of = words(implementation).next().expect("a type").to_owned();
            found.push(EngineRoom { module: module.clone(), of });
        }
    }
    found
}

/// An engine that fills grids, a translation of the question and the validator of fills know the question, and not one another.
#[test]
fn fillers_know_the_question_and_not_one_another() {
    let fillers = fillers();
    let names: Vec<&str> = fillers.iter().map(|filler| filler.of.as_str()).collect();
    assert_eq!(fillers.len(), FILLERS.len(), "{names:?}");
    // Of the engines that list grids only what judges nothing: errors, the stop sign, the threads.
    let shared = ["engine::EngineError", "engine::Run", "engine::listing::for_each_piece", "locks", "dice"];
    let question = ["fill::question", "fill::filler", "fill::list::Words"];
    let mut seen = 0;
    for EngineRoom { module, .. } in &fillers {
        let own = format!("fill::{module}");
        let known = [&shared[..], &question, &[own.as_str()]].concat();
        let others: Vec<&str> = fillers
            .iter()
            .filter(|other| other.module != *module)
            .flat_map(|other| [other.module.as_str(), &other.of])
            .collect();
        for file in module_sources(&source("fill"), module) {
            let code = code(&read(&file));
            let forbidden = [&others[..], &["validator", "Validator", "compare", "core", "export"]].concat();
            assert_eq!(mentioned(&code.replace("\"exact-cover\"", ""), &forbidden), [""; 0], "{}", file.display());
            for path in paths(&code, &module_of(&file)) {
                assert!(leads_to(&path, &known), "{} uses {}", file.display(), path.join("::"));
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} paths");
    for (file, known) in [
        ("validator.rs", &["fill::question", "words::Direction"][..]),
        ("export/dimacs.rs", &["fill::question", "fill::export::heading"]),
        ("export/dlx.rs", &["fill::question", "fill::export::heading"]),
    ] {
        let file = source("fill").join(file);
        for path in paths(&code(&read(&file)), &module_of(&file)) {
            assert!(leads_to(&path, known), "{} uses {}", file.display(), path.join("::"));
        }
    }
    // The validator finds the words of a fill by itself.
    let validator = code(&read(&source("fill/validator.rs")));
    assert_eq!(mentioned(&validator, &["slots", "squares", "places", "Slot", "Square"]), [""; 0]);
}

/// What all that fill grids stand on judges nothing, and knows none of them.
#[test]
fn what_fillers_share_knows_no_filler() {
    let fillers = fillers();
    let mut names: Vec<&str> = fillers.iter().flat_map(|filler| [filler.module.as_str(), filler.of.as_str()]).collect();
    names.extend(["validator", "Validator", "compare", "core"]);
    for file in ["question.rs", "filler.rs", "list.rs", "letters.rs"] {
        let code = code(&read(&source("fill").join(file)));
        assert_eq!(mentioned(&code, &names), [""; 0], "{file}");
    }
}

#[test]
fn a_breach_is_seen() {
    let breach =
        "use crate::rules::validator::is_valid; // sat\nfn f() {}\n#[cfg(test)]\nmod tests { use super::Brute; }";
    let engines = engines();
    assert_eq!(mentioned(&code(breach), &forbidden_to("backtrack", &engines)), ["validator", "is_valid"]);
    let breach = "use super::Brute;";
    assert_eq!(mentioned(breach, &forbidden_to("sat", &engines)), ["Brute"]);
}

#[test]
fn a_program_re_enacted_judges_for_itself() {
    let code = code(&read(&source("explain/ho_2021/procedure.rs")));
    let engines = engines();
    let engines = engines.iter().flat_map(|engine| [engine.module.as_str(), engine.of.as_str()]);
    let judges = ["rules", "Ruleset", "validator", "is_valid", "Judge", "problem", "Problem", "claims"];
    let names: Vec<&str> = engines.chain(judges).collect();
    assert_eq!(mentioned(&code, &names), [""; 0]);
}

#[test]
fn no_published_count_is_in_the_source() {
    let counts = [
        "650",
        "68956",
        "60384181",
        "162468835136",
        "312",
        "31187",
        "17438702",
        "40575832476",
        "404139015237875",
        "2393670267515481",
        "17253201646564115439",
        "2190",
        "586731",
        "397",
        "35324",
        "18446134",
        "346",
        "9381",
        "182",
        "17533",
        "15105263",
        "437",
        "564",
        "17624",
    ];
    for file in sources(&source("")) {
        let text = read(&file);
        // The examples in the command line's help are prose in a string, a command a line.
        let is_example = |line: &&str| line.starts_with("  gridcheck ");
        let code = code(&text).lines().filter(|line| !is_example(line)).collect::<Vec<_>>().join("\n");
        let mentioned = mentioned(&code.replace('_', ""), &counts);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}
