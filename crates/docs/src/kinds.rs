//! Writes the kinds of values that options take, with the ranges of numbers. The packages for Python and npm check arguments with them, so that
//! an error names the argument, what is expected and what was found.

use serde_json::{Map, Value, json};

/// Returns for each of some commands its options, each with the list of its kinds. A kind is `["boolean"]`, `["string"]`, `["object"]`,
/// `["list"]`, `["integer", least, most]` or `["number", least, most]`; a bound is null if there is none.
pub(crate) fn kinds<'a>(requests: &Value, commands: impl IntoIterator<Item = &'a str>) -> Map<String, Value> {
    let of_command = |command: &'a str| {
        let options = requests["$defs"][command]["properties"].as_object().expect("a request is an object");
        let options = options.iter().map(|(option, part)| {
            let mut found = Vec::new();
            add(requests, part, &mut found);
            (option.clone(), Value::Array(found))
        });
        (command.to_owned(), Value::Object(options.collect()))
    };
    commands.into_iter().map(of_command).collect()
}

/// Adds the kinds of a part of the schema, each once.
fn add(schema: &Value, part: &Value, found: &mut Vec<Value>) {
    if let Some(path) = part["$ref"].as_str() {
        return add(schema, &schema["$defs"][path.trim_start_matches("#/$defs/")], found);
    }
    if let Some(parts) = part["anyOf"].as_array().or(part["oneOf"].as_array()) {
        return parts.iter().for_each(|part| add(schema, part, found));
    }
    let names = match (&part["type"], &part["const"], &part["enum"]) {
        (Value::String(name), ..) => vec![&**name],
        (Value::Array(names), ..) => names.iter().filter_map(Value::as_str).collect(),
        (_, Value::String(_), _) | (.., Value::Array(_)) => vec!["string"],
        _ => panic!("{part} has no kind"),
    };
    for name in names {
        let kind = match name {
            "null" => continue,
            "integer" | "number" => json!([name, part["minimum"], part["maximum"]]),
            "array" => json!(["list"]),
            other => json!([other]),
        };
        if !found.contains(&kind) {
            found.push(kind);
        }
    }
}
