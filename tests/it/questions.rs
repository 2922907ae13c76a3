//! Asks the program the questions of `fixtures/questions.json`. The Python package is asked the same ones.
//!
//! A question names its command, and its options as on the command line. A list of strings is a file with these lines: `input` is the
//! file that is not an option. The answer has these keys at least, one object a line; or the error is this line.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::program::gridcheck;

/// Options whose value is a file.
const FILES: [&str; 4] = ["against", "given", "input", "words"];

/// Writes the file of an option, and returns its name.
fn file(folder: &Path, name: &str, lines: &[String]) -> String {
    fs::write(folder.join(name), lines.join("\n")).expect("room for a file");
    name.to_owned()
}

/// Returns the arguments of a question, whose files are written to the folder.
fn arguments(question: &Map<String, Value>, folder: &Path) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut arguments = vec![text(&question["ask"]), "--format=json".to_owned()];
    for (name, value) in question.iter().filter(|(name, _)| !["ask", "answer", "error"].contains(&name.as_str())) {
        let values = match value {
            Value::Bool(true) => {
                arguments.push(format!("--{name}"));
                continue;
            }
            Value::Object(rules) => {
                let lines: Vec<String> = rules.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                vec![file(folder, "rules.toml", &lines)]
            }
            Value::String(toml) if name == "rules" && toml.contains('\n') => {
                vec![file(folder, "rules.toml", std::slice::from_ref(toml))]
            }
            Value::Array(sides) if name == "size" => {
                vec![sides.iter().map(text).collect::<Vec<_>>().join("x")]
            }
            Value::Array(lines) if FILES.contains(&name.as_str()) => {
                let name = match name.as_str() {
                    "input" => "grid",
                    "words" => "words.txt",
                    name => name,
                };
                vec![file(folder, name, &lines.iter().map(text).collect::<Vec<_>>())]
            }
            Value::Array(values) => values.iter().map(text).collect(),
            value => vec![text(value)],
        };
        match name.as_str() {
            "input" => arguments.extend(values),
            name => arguments.extend(values.iter().map(|value| format!("--{name}={value}"))),
        }
    }
    arguments
}

/// Returns `true` if the value has all that is expected.
fn has(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (Value::Object(value), Value::Object(expected)) => {
            expected.iter().all(|(key, expected)| value.get(key).is_some_and(|value| has(value, expected)))
        }
        (Value::Array(value), Value::Array(expected)) => {
            value.len() == expected.len() && value.iter().zip(expected).all(|(value, expected)| has(value, expected))
        }
        (value, expected) => value == expected,
    }
}

#[test]
fn the_program_answers_the_questions_of_the_table() {
    let questions = include_str!("../../fixtures/questions.json");
    let questions: Vec<Map<String, Value>> = serde_json::from_str(questions).expect("JSON");
    assert!(questions.len() >= 50);
    for question in questions {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = gridcheck(&[]);
        let output = command.args(arguments(&question, folder.path())).current_dir(folder.path()).output();
        let output = output.expect("the program runs");
        let (printed, errors) =
            (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"));
        if let Some(error) = question.get("error").and_then(Value::as_str) {
            assert_eq!((errors, printed), (format!("gridcheck: {error}\n"), String::new()), "{question:?}");
        } else {
            let lines = printed.lines().map(|line| serde_json::from_str(line).expect("JSON"));
            let answer = Value::Array(lines.collect());
            assert!(has(&answer, &question["answer"]), "{question:?}\n{answer}\n{errors}");
        }
    }
}
