//! Tests that every JSON answer has the shape that `docs/schema/answers.json` describes, with no key more and none less. The schema is made
//! of the types; these tests are for what is stated beside them: the list of answers, the fields of findings, and the forms of fields.
//! Requests are read in forms that `docs/schema/requests.json` states separately, so each example is read, and held against the schema.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use gridcheck::ask::host::Unattended;
use gridcheck::ask::request::Request;

use crate::json_schema::Schema;
use crate::program::{commands, run};
use crate::snapshots;
use serde_json::Value;

/// Reads a file of JSON.
fn json(file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(file).expect("the file")).expect("JSON")
}

/// Returns the schema of all answers.
fn schema() -> Value {
    json("docs/schema/answers.json")
}

/// Returns the definitions of the answers that the schema describes, with their names.
fn definitions(schema: &Value) -> Vec<(&str, Schema)> {
    let answers = schema["anyOf"].as_array().expect("a list").iter();
    let paths = answers.map(|answer| answer["$ref"].as_str().expect("each is a definition"));
    let names = paths.map(|path| path.strip_prefix("#/$defs/").expect("a definition of this file"));
    names.map(|name| (name, Schema::definition(schema, name))).collect()
}

/// Values that stand for what varies in a recorded answer.
const UNFILTERED: [(&str, &str); 5] = [
    (":TIME", ":1"),
    (":[TIMES]", ":[0.5,1.5]"),
    (":BYTES", ":1"),
    (":TERMS", ":1"),
    ("[RUNS]", "[\"0123456789abcdef\"]"),
];

/// Returns the commands with their answers in JSON that the snapshots record whole.
fn recorded() -> Vec<(String, Value)> {
    let mut answers = Vec::new();
    for (command, output) in snapshots::recorded() {
        let lines = output.lines().filter_map(|line| line.strip_prefix("  "));
        for line in lines.filter(|line| line.starts_with("{\"schema\":") && line.ends_with('}')) {
            let line = UNFILTERED.iter().fold(line.to_owned(), |line, (name, value)| line.replace(name, value));
            let answer = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{command}: {error}: {line}"));
            answers.push((command.clone(), answer));
        }
    }
    answers
}

/// Returns the report of `convert`, which only packages of other languages ask for: the command writes the file.
fn converted() -> Value {
    let request = r#"{"convert": {"files": {"name": "mine", "text": "..#\n...\n#.."}, "to": "line"}}"#;
    let request: Request = serde_json::from_str(request).expect("a request");
    let mut answer = Value::Null;
    let asked = request.ask_in_json(&Unattended, |line| {
        answer = serde_json::from_str(&line).expect("JSON");
        ControlFlow::Break(())
    });
    asked.expect("a report");
    answer
}

/// Returns the commands that have `--format json`.
fn commands_with_json() -> BTreeSet<String> {
    commands().into_iter().filter(|command| run(&[command, "--help"]).out.contains("- json:")).collect()
}

#[test]
fn every_answer_has_the_shape_of_the_schema() {
    let schema = schema();
    let definitions = definitions(&schema);
    let mut answers = recorded();
    assert!(answers.len() > 90, "{}", answers.len());
    answers.push(("convert in another language".to_owned(), converted()));
    let (mut seen, mut tried) = (BTreeSet::new(), BTreeSet::new());
    for (command, answer) in answers {
        let fitting: Vec<&str> =
            definitions.iter().filter(|(_, shape)| shape.is_valid(&answer)).map(|(name, _)| *name).collect();
        assert!(!fitting.is_empty(), "{command}: no definition has {answer}");
        seen.extend(fitting);
        let invocations = command.split("gridcheck ").skip(1).filter(|invocation| invocation.contains("json"));
        tried.extend(invocations.filter_map(|invocation| invocation.split(' ').next().map(str::to_owned)));
    }
    let described: BTreeSet<&str> = definitions.iter().map(|(name, _)| *name).collect();
    assert_eq!(seen, described, "every shape is recorded");
    assert_eq!(tried, commands_with_json(), "every command is recorded");
}

/// Returns the examples of requests that are `accepted` or `refused`.
fn examples(outcome: &str) -> Vec<Value> {
    json("fixtures/requests.json")[outcome].as_array().expect("a list").clone()
}

/// Returns the names of the keys of an object.
fn keys(object: &Value) -> impl Iterator<Item = &String> {
    object.as_object().expect("an object").keys()
}

#[test]
fn the_schema_accepts_the_requests_that_are_read() {
    let text = fs::read_to_string("docs/schema/requests.json").expect("the schema");
    let schema = Schema::read(&text);
    for request in examples("accepted") {
        let faults = schema.faults(&request);
        assert!(faults.is_empty(), "{request}: {faults:?}");
        if let Err(error) = serde_json::from_value::<Request>(request.clone()) {
            panic!("{request}: {error}");
        }
    }
    for request in examples("refused") {
        assert!(!schema.is_valid(&request), "the schema accepts {request}");
        assert!(serde_json::from_value::<Request>(request.clone()).is_err(), "{request} is read");
    }
}

#[test]
fn an_example_has_each_option_of_each_request() {
    let (schema, examples) = (json("docs/schema/requests.json"), examples("accepted"));
    let commands: Vec<&String> =
        schema["oneOf"].as_array().expect("a list").iter().flat_map(|request| keys(&request["properties"])).collect();
    assert!(commands.len() >= 16, "{commands:?}");
    for command in commands {
        let asked: BTreeSet<&String> =
            examples.iter().filter_map(|example| example.get(command)).flat_map(keys).collect();
        let described: BTreeSet<&String> = keys(&schema["$defs"][command]["properties"]).collect();
        assert_eq!(asked, described, "{command}");
    }
}
