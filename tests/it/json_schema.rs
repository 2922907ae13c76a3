//! Checks JSON values by the keywords of JSON Schema that this project's schemas use. Any other keyword fails the test.
//!
//! The crate `jsonschema` knows all keywords. But it brings 37 crates, and they change the features of others, so `cargo test --release`
//! would build nearly every crate of the program a second time.

use regex_lite::Regex;
use serde_json::{Map, Value, json};

/// A schema, or one definition of it.
pub struct Schema {
    /// The whole schema, in which references are looked up.
    root: Value,
    /// The part that values must match.
    start: Value,
}

impl Schema {
    /// Reads a schema.
    pub fn read(text: &str) -> Self {
        let root: Value = serde_json::from_str(text).expect("JSON");
        Schema { start: root.clone(), root }
    }

    /// Returns the schema of one definition.
    pub fn definition(root: &Value, name: &str) -> Self {
        Schema { root: root.clone(), start: json!({ "$ref": format!("#/$defs/{name}") }) }
    }

    /// Returns `true` if the value matches.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.faults(value).is_empty()
    }

    /// Returns the path of each mismatch and the keyword that it breaks.
    pub fn faults(&self, value: &Value) -> Vec<String> {
        self.faults_at("", &self.start, value)
    }

    fn faults_at(&self, path: &str, schema: &Value, value: &Value) -> Vec<String> {
        match schema {
            Value::Bool(true) => Vec::new(),
            Value::Bool(false) => vec![format!("{path}: nothing may be here: {value}")],
            Value::Object(keywords) => keywords
                .iter()
                .flat_map(|(name, operand)| self.broken(path, keywords, (name, operand), value))
                .collect(),
            other => panic!("{other} is no schema"),
        }
    }

    /// Returns the faults by one keyword of a schema.
    fn broken(
        &self,
        path: &str,
        schema: &Map<String, Value>,
        (name, operand): (&str, &Value),
        value: &Value,
    ) -> Vec<String> {
        let whole = || operand.as_u64().expect("a number") as usize;
        let list = || operand.as_array().expect("a list");
        let matching = || list().iter().filter(|schema| self.faults_at(path, schema, value).is_empty()).count();
        let holds = match name {
            "$schema" | "$defs" | "title" | "description" | "default" | "then" | "else" => true,
            "if" => {
                let branch = if self.faults_at(path, operand, value).is_empty() { "then" } else { "else" };
                return schema.get(branch).map_or(Vec::new(), |schema| self.faults_at(path, schema, value));
            }
            "$ref" => {
                let pointer = operand.as_str().and_then(|text| text.strip_prefix('#')).expect("a place in the schema");
                return self.faults_at(path, self.root.pointer(pointer).expect("a definition"), value);
            }
            "type" => operand.as_array().map_or_else(|| vec![operand], |names| names.iter().collect()).into_iter().any(
                |name| match name.as_str().expect("a name") {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("{other} is no type"),
                },
            ),
            "const" => operand == value,
            "enum" => list().contains(value),
            "anyOf" => matching() > 0,
            "oneOf" => matching() == 1,
            "minimum" => value.as_f64().is_none_or(|number| number >= operand.as_f64().expect("a number")),
            "maximum" => value.as_f64().is_none_or(|number| number <= operand.as_f64().expect("a number")),
            "pattern" => {
                let pattern = Regex::new(operand.as_str().expect("text")).expect("a pattern");
                value.as_str().is_none_or(|text| pattern.is_match(text))
            }
            "minLength" => value.as_str().is_none_or(|text| text.chars().count() >= whole()),
            "maxLength" => value.as_str().is_none_or(|text| text.chars().count() <= whole()),
            "minItems" => value.as_array().is_none_or(|items| items.len() >= whole()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() <= whole()),
            "required" => value
                .as_object()
                .is_none_or(|object| list().iter().all(|key| object.contains_key(key.as_str().expect("a key")))),
            "prefixItems" | "items" | "properties" | "additionalProperties" => {
                let parts = parts(schema, (name, operand), value).into_iter();
                return parts
                    .flat_map(|(key, schema, part)| self.faults_at(&format!("{path}/{key}"), schema, part))
                    .collect();
            }
            other => panic!("tests/it/json_schema.rs does not know the keyword {other}"),
        };
        if holds { Vec::new() } else { vec![format!("{path}: {name} {operand}: {value}")] }
    }
}

/// Returns the items or members of a value to which a keyword applies, each with its key and the schema that it must match.
fn parts<'a>(
    schema: &'a Map<String, Value>,
    (name, operand): (&str, &'a Value),
    value: &'a Value,
) -> Vec<(String, &'a Value, &'a Value)> {
    let items = value.as_array().into_iter().flatten().enumerate().map(|(i, item)| (i.to_string(), item));
    let members = value.as_object().into_iter().flatten().map(|(key, member)| (key.clone(), member));
    let prefix = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
    let named = |key: &str| schema.get("properties").and_then(|properties| properties.get(key));
    match name {
        "prefixItems" => {
            let schemas = operand.as_array().expect("a list");
            schemas.iter().zip(items).map(|(schema, (key, item))| (key, schema, item)).collect()
        }
        "items" => items.skip(prefix).map(|(key, item)| (key, operand, item)).collect(),
        "properties" => members
            .filter_map(|(key, member)| Some((named(&key)?, key, member)))
            .map(|(schema, key, member)| (key, schema, member))
            .collect(),
        _ => members.filter(|(key, _)| named(key).is_none()).map(|(key, member)| (key, operand, member)).collect(),
    }
}

#[test]
fn each_keyword_accepts_and_refuses() {
    let cases = [
        (json!({ "type": "integer" }), json!(1), json!(1.5)),
        (json!({ "type": ["null", "string"] }), json!(null), json!(false)),
        (json!({ "const": 1 }), json!(1), json!(2)),
        (json!({ "enum": ["a", "b"] }), json!("b"), json!("c")),
        (json!({ "anyOf": [{ "minimum": 3 }, { "maximum": 1 }] }), json!(1), json!(2)),
        (json!({ "oneOf": [{ "minimum": 3 }, { "minimum": 5 }] }), json!(4), json!(6)),
        (json!({ "pattern": "^[^\\u0000-\\u001f]+$" }), json!("é"), json!("a\nb")),
        (json!({ "minLength": 1 }), json!("é"), json!("")),
        (json!({ "maxLength": 1 }), json!("é"), json!("éa")),
        (json!({ "minItems": 1, "maxItems": 1 }), json!([1]), json!([])),
        (json!({ "maxItems": 1 }), json!([1]), json!([1, 2])),
        (json!({ "required": ["a"] }), json!({ "a": 1 }), json!({ "b": 1 })),
        (json!({ "prefixItems": [{ "const": 1 }], "items": false }), json!([1]), json!([1, 2])),
        (json!({ "prefixItems": [{ "const": 1 }], "items": { "const": 2 } }), json!([1, 2, 2]), json!([2])),
        (json!({ "properties": { "a": { "const": 1 } } }), json!({ "a": 1, "b": 2 }), json!({ "a": 2 })),
        (json!({ "properties": { "a": true }, "additionalProperties": false }), json!({ "a": 1 }), json!({ "b": 1 })),
        (json!({ "$ref": "#/$defs/one", "$defs": { "one": { "const": 1 } } }), json!(1), json!(2)),
    ];
    for (schema, good, bad) in cases {
        let schema = Schema::read(&schema.to_string());
        assert!(schema.is_valid(&good) && !schema.is_valid(&bad), "{:?} {good} {bad}", schema.root);
    }
}
