//! The independence law, read off the source: an engine uses the grid, the problem and the rule data, and neither another
//! engine, nor the validator, nor anything downstream of the engines. And no engine can have read a published count.

use std::fs;
use std::path::{Path, PathBuf};

const ENGINES: [&str; 7] = ["backtrack", "brute", "exact_cover", "external", "frontier", "pinwheel", "sat"];

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
    let words: Vec<&str> = code.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    names.iter().copied().filter(|name| words.contains(name)).collect()
}

/// What an engine's code may not mention.
fn forbidden_to(engine: &str) -> Vec<&'static str> {
    let types = ["Backtrack", "Brute", "ExactCover", "External", "Frontier", "Pinwheel", "Sat"];
    let others = ENGINES.iter().zip(types).filter(|(name, _)| **name != engine).flat_map(|(&name, of)| [name, of]);
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
        "ENGINES",
    ];
    others.chain(downstream).collect()
}

fn engine_room() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine")
}

#[test]
fn engines_know_nothing_of_one_another_nor_of_the_validator() {
    for engine in ENGINES {
        let files: Vec<PathBuf> = [engine_room().join(engine), engine_room().join(format!("{engine}.rs"))]
            .iter()
            .filter(|place| place.exists())
            .flat_map(|place| sources(place))
            .collect();
        assert!(!files.is_empty(), "{engine} has no source");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            // `format!` is the language's.
            let code = code(&text).replace("format!", "");
            let mentioned = mentioned(&code, &forbidden_to(engine));
            assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
        }
    }
}

/// What all engines stand on must judge nothing: a helper there would be a helper to all of them.
#[test]
fn what_engines_share_knows_no_rule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rules =
        ["Checking", "Limit", "max_unchecked_run", "max_unchecked_run_at_ends", "single_cells", "edges", "connected"];
    for file in [
        "grid.rs",
        "grid/symmetry.rs",
        "problem.rs",
        "engine/leash.rs",
        "engine/listing.rs",
        "engine/locks.rs",
        "engine/run.rs",
        "engine/watch.rs",
        "engine/mod.rs",
    ] {
        let text = fs::read_to_string(root.join(file)).expect("a source file");
        let mentioned = mentioned(&code(&text), &rules);
        assert!(mentioned.is_empty(), "{file} mentions {mentioned:?}");
    }
}

#[test]
fn engines_use_four_rooms() {
    for file in sources(&engine_room()) {
        let text = fs::read_to_string(&file).expect("a source file");
        for path in code(&text).split("crate::").skip(1) {
            let room = path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
            // Other people's programs are fed what is exported, and no engine of ours is.
            let fed = room == "export" && file.starts_with(engine_room().join("external"));
            let known = fed || ["grid", "problem", "rules", "engine"].contains(&room);
            assert!(known, "{} uses crate::{room}", file.display());
        }
    }
}

/// A translation of the problem is a reading of the rules of its own, like an engine.
#[test]
fn translations_use_three_rooms_and_not_one_another() {
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/export");
    for (translation, others) in [("cnf", ["asp", "dlx"]), ("asp", ["cnf", "dlx"]), ("dlx", ["cnf", "asp"])] {
        let files: Vec<PathBuf> = [room.join(translation), room.join(format!("{translation}.rs"))]
            .iter()
            .filter(|place| place.exists())
            .flat_map(|place| sources(place))
            .collect();
        assert!(!files.is_empty(), "{translation} has no source");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            let code = code(&text);
            let forbidden = [&others[..], &["engine", "validator", "compare", "fault", "is_valid"]].concat();
            let mentioned = mentioned(&code, &forbidden);
            assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
        }
    }
}

#[test]
fn the_list_of_engines_here_is_complete() {
    let mut found: Vec<String> = fs::read_dir(engine_room())
        .expect("the engine room")
        .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .filter(|name| {
            !["mod", "leash", "listing", "locks", "parts", "run", "testing", "watch"].contains(&name.as_str())
        })
        .collect();
    found.sort();
    assert_eq!(found, ENGINES);
}

/// Rooms that describe a grid, or a question, can be had without the engines.
#[test]
fn what_describes_knows_no_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rooms =
        ["dice.rs", "draw", "export", "format", "grid", "grid.rs", "lint", "problem.rs", "rules", "stats", "words.rs"];
    let downstream = ["engine", "classes", "compare", "audit", "explain", "certificate", "cli"];
    for file in rooms.iter().flat_map(|room| sources(&root.join(room))) {
        let code = code(&fs::read_to_string(&file).expect("a source file"));
        let mentioned = mentioned(&code, &downstream);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}

#[test]
fn a_breach_is_seen() {
    let breach =
        "use crate::rules::validator::is_valid; // sat\nfn f() {}\n#[cfg(test)]\nmod tests { use super::Brute; }";
    assert_eq!(mentioned(&code(breach), &forbidden_to("backtrack")), ["validator", "is_valid"]);
}

#[test]
fn a_program_re_enacted_judges_for_itself() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explain/ho_2021/procedure.rs");
    let code = code(&fs::read_to_string(file).expect("a source file"));
    let engines = ENGINES.into_iter().chain(["Backtrack", "Brute", "ExactCover", "Frontier", "Pinwheel", "Sat"]);
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
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = fs::read_to_string(&file).expect("a source file");
        // The examples in the command line's help are prose in a string, a command a line.
        let is_example = |line: &&str| line.starts_with("  gridcheck ");
        let code = code(&text).lines().filter(|line| !is_example(line)).collect::<Vec<_>>().join("\n");
        let mentioned = mentioned(&code.replace('_', ""), &counts);
        assert!(mentioned.is_empty(), "{} mentions {mentioned:?}", file.display());
    }
}
