//! Tests that every JSON answer has the shape that `docs/schema/answers.json` describes, with no key more and none less.

use std::collections::BTreeSet;
use std::fs;

use crate::json_schema::Schema;
use crate::program::{commands, feed, file, json_lines, name, run, text};
use serde_json::{Value, json};

const SLIP: &str = "fixtures/tour/slip.txt";
const WORDS: &str = "fixtures/tour/words.txt";
const FAKES: &str = "fixtures/externals/fakes.toml";

/// Holds the schema, the answers that were seen, and the commands that gave them.
struct Answers {
    schema: Value,
    seen: BTreeSet<&'static str>,
    commands: BTreeSet<String>,
}

impl Answers {
    fn new() -> Self {
        let schema = fs::read_to_string("docs/schema/answers.json").expect("the schema");
        let schema = serde_json::from_str(&schema).expect("JSON");
        Answers { schema, seen: BTreeSet::new(), commands: BTreeSet::new() }
    }

    /// Returns a validator of one definition.
    fn validator(&self, definition: &str) -> Schema {
        Schema::definition(&self.schema, definition)
    }

    /// Returns the names of the answers that the schema describes.
    fn described(&self) -> BTreeSet<&str> {
        let answers = self.schema["anyOf"].as_array().expect("a list").iter();
        let name = |answer: &'_ Value| answer["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")).is_some();
        assert!(answers.clone().all(name), "each is a definition");
        answers.filter_map(|answer| answer["$ref"].as_str()?.strip_prefix("#/$defs/")).collect()
    }

    /// Requires that a command prints answers of this definition, one a line.
    fn require(&mut self, definition: &'static str, args: &[&str]) {
        self.require_fed(definition, args, "");
    }

    fn require_fed(&mut self, definition: &'static str, args: &[&str], input: &str) {
        let said = feed(&[args, &["--format", "json"]].concat(), input);
        let answers = json_lines(&said.out);
        assert!(!answers.is_empty(), "{args:?}: {}", said.err);
        let validator = self.validator(definition);
        for answer in answers {
            let faults = validator.faults(&answer);
            assert!(faults.is_empty(), "{args:?}: {answer}: {faults:?}");
        }
        self.seen.insert(definition);
        self.commands.insert(args[0].to_owned());
    }
}

/// Returns the commands that have `--format json`.
fn commands_with_json() -> BTreeSet<String> {
    commands().into_iter().filter(|command| run(&[command, "--help"]).out.contains("- json:")).collect()
}

#[test]
fn every_answer_has_the_shape_of_the_schema() {
    let mut answers = Answers::new();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let (whole, piece, proof) = (path("whole.sums"), path("piece.sums"), path("proof"));
    let (whole, piece, proof) = (text(&whole), text(&piece), text(&proof));

    answers.require("count", &["count", "--size", "7", "--sums", whole]);
    answers.require("count", &["count", "--size", "6", "--where", "words >= 4"]);
    answers.require("count", &["count", "--size", "3x5..3x7"]);
    answers.require("count_extreme", &["count", "--size", "5,7", "--most", "words"]);
    answers.require("count_by_measures", &["count", "--size", "5", "--by", "letters,words"]);
    answers.require("count_by_measures", &["count", "--size", "5", "--by", "lengths"]);
    answers.require("count_extreme", &["count", "--size", "5", "--most", "words"]);
    answers.require("count_extreme", &["count", "--size", "5", "--most", "words", "--where", "words = 1"]);
    answers.require("count_piece", &["count", "--size", "7", "--pieces", "4", "--piece", "3", "--sums", piece]);
    answers.require("count_estimate", &["count", "--size", "7", "--estimate", "--pieces", "3"]);
    answers.require("count_block", &["count", "--size", "7", "--block", "o--:-", "--sums", whole]);
    for (number, asked) in ["--by", "--most", "--fewest"].into_iter().enumerate() {
        let asked = ["--size", "7", asked, "words"];
        let [of_piece, of_all] = ["piece", "whole"].map(|part| path(&format!("{part} {number}.sums")));
        let (of_piece, of_all) = (text(&of_piece), text(&of_all));
        let pieces = ["--pieces", "4", "--piece", "3", "--sums", of_piece];
        answers.require("count_piece", &[&["count"], &asked[..], &pieces].concat());
        let shape = if asked[2] == "--by" { "count_by_measures" } else { "count_extreme" };
        answers.require(shape, &[&["count"], &asked[..], &["--sums", of_all]].concat());
        answers.require("count_block", &[&["count"], &asked[..], &["--sums", of_all, "--block", "o--:-"]].concat());
        answers.require("sums", &["sums", of_all, "--recheck", "3", "--seed", "1"]);
        answers.require("sums", &["sums", of_piece]);
    }
    answers.require("count_by_symmetry", &["count", "--size", "5", "--by", "symmetry"]);
    answers.require("sums", &["sums", whole, "--recheck", "3", "--seed", "1"]);
    answers.require("sums", &["sums", piece]);
    answers.require("grid", &["list", "--size", "5"]);
    answers.require("grid", &["sample", "--size", "5", "--seed", "1"]);

    answers.require("compare", &["compare", "--size", "5"]);
    answers.require("compare", &["compare", "--size", "5", "--against", "fixtures/cli/british_5x5.txt"]);
    let list = file("...\n...\n...\n\n...\n...\n...\n\n###\n#.#\n###\n");
    answers.require("compare", &["compare", "--size", "3", "--against", name(&list)]);
    answers.require("compare", &["compare", "--size", "3", "--engines", "sat,external:wrong", "--externals", FAKES]);
    answers.require("compare_bins", &["compare", "--size", "5", "--by", "letters"]);
    let engines = ["--engines", "backtrack,sat", "--seed", "1"];
    answers.require("spot_checks", &[&["compare", "--size", "7", "--spot-checks", "2"][..], &engines].concat());
    answers.require("recurrence", &["recurrence", "--height", "2", "--rules", "american"]);

    answers.require("validate", &["validate", "fixtures/cli/british_5x5.txt", "fixtures/cli/ring.txt"]);
    answers.require("validate", &["validate", "fixtures/shapes/voids.xd", "fixtures/shapes/barred.qxw"]);
    answers.require("validate", &["validate", "--profile", "auto", "fixtures/tour/published.txt", SLIP]);
    answers.require("validate", &["validate", "fixtures/cli/bad", "fixtures/cli/ring.txt"]);
    answers.require("validate", &["validate", "--suggest", "--ignore", "GC004", SLIP]);
    answers.require("complete", &["complete", "fixtures/tour/begun.txt"]);
    answers.require("complete", &["complete", "fixtures/tour/stuck.txt"]);
    answers.require("complete", &["complete", "fixtures/tour/begun.txt", "--profile", "exet"]);
    answers.require("repair", &["repair", SLIP]);
    answers.require("repair", &["repair", SLIP, "--profile", "times"]);
    answers.require("similar", &["similar", SLIP, "--among", SLIP]);
    answers.require("stats", &["stats", "fixtures/shapes/both.qxw", "fixtures/cli/ring.txt"]);
    answers.require_fed("stats", &["stats", "-"], "#\n");

    answers.require("audit", &["audit", "--max-size", "5", "--budget", "2s"]);
    answers.require("audit", &["audit", "fixtures/tour/claims.json", "--budget", "0s"]);
    answers.require("explain", &["explain", "--size", "5", "--count", "7", "--also", "7=182", "--budget", "2s"]);
    answers.require("reenactment", &["explain", "ho-2021"]);
    answers.require("reenactment_of_layouts", &["explain", "nanogenmo-2021"]);
    answers.require("reenactments", &["explain", "--list"]);
    answers.require("check", &["certify", "--size", "5", "--out", proof]);
    answers.require("check", &["check", proof]);
    fs::write(path("proof").join("grids.txt"), "...\n").expect("the folder is writable");
    answers.require("check_failed", &["check", proof]);

    let fill = |args: &[&'static str]| [&["fill", "--words", WORDS][..], args].concat();
    answers.require("fill", &fill(&["--size", "4"]));
    answers.require("fill", &fill(&["--size", "4", "--list", "2"]));
    answers.require("fill_count", &fill(&["--size", "4", "--count"]));
    answers.require("fill_count", &fill(&["--size", "4", "--count", "--up-to-transposition"]));
    answers.require("fill_estimate", &fill(&["--size", "4", "--estimate", "50", "--seed", "1"]));
    answers.require("fill_estimate", &fill(&["--size", "4", "--count", "--budget", "0s"]));
    answers.require("fill_compare", &fill(&["--size", "4", "--compare"]));
    let (list, grid) = (file("abcde\nfghi\n"), file(".....\n.####\n.####\n.####\n"));
    answers.require("fill_none", &["fill", "--words", name(&list), name(&grid)]);
    answers.require("fill_none", &fill(&["--size", "4", "--budget", "0s"]));

    assert_eq!(answers.seen, answers.described(), "every shape is tried");
    assert_eq!(answers.commands, commands_with_json(), "every command is tried");
}

/// The schema would be worthless if it accepted any object.
#[test]
fn the_schema_refuses_what_no_answer_has() {
    let answers = Answers::new();
    let good = json_lines(&run(&["count", "--size", "5", "--format", "json"]).out).remove(0);
    let validator = answers.validator("count");
    let changes: [fn(&mut Value); 4] = [
        |answer| answer["more"] = json!(1),
        |answer| answer["count"] = json!(17),
        |answer| answer["schema"] = json!(1),
        |answer| drop(answer.as_object_mut().expect("an object").shift_remove("notes")),
    ];
    assert!(validator.is_valid(&good), "{good}");
    for change in changes {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!validator.is_valid(&bad), "{bad}");
    }
    // Every object of the schema lists its keys.
    let mut open = Vec::new();
    find_open(&answers.schema["$defs"], &mut open);
    assert!(open.is_empty(), "{open:?}");
}

/// Adds the schemas of objects that accept any further key.
fn find_open<'a>(schema: &'a Value, open: &mut Vec<&'a Value>) {
    if schema["type"] == "object" && schema["additionalProperties"].is_null() {
        open.push(schema);
    }
    let parts: Vec<&Value> = match schema {
        Value::Object(map) => map.values().collect(),
        Value::Array(list) => list.iter().collect(),
        _ => Vec::new(),
    };
    for part in parts {
        find_open(part, open);
    }
}
