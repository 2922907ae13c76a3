//! Writes the types of the Python package: what a request may have, and what a report has. Numbers that JSON has as text are `int` there.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Value;

use crate::COMMAND;
use crate::kinds::kinds;
use crate::shape::{Definition, Property, Shape, definitions, pascal, type_name};

/// The reports that functions of the package return, by the names that they have in the schema.
const REPORTS: [(&str, &str); 11] = [
    ("audit", "AuditReport"),
    ("compare", "CompareReport"),
    ("complete", "CompleteReport"),
    ("convert", "ConvertReport"),
    ("count", "CountReport"),
    ("count_by_measures", "DistributionReport"),
    ("count_extreme", "ExtremeReport"),
    ("count_by_symmetry", "SymmetryReport"),
    ("recurrence", "RecurrenceReport"),
    ("repair", "RepairReport"),
    ("validate", "ValidateReport"),
];

/// Reports of several shapes. Each has one class with the keys of all its shapes.
const MERGED: [(&str, &str, &[&str]); 2] = [
    ("check_report", "gridcheck check and gridcheck certify.", &["check", "check_failed"]),
    (
        "fill_report",
        "gridcheck fill: what was asked for decides which keys it has.",
        &["fill", "fill_none", "fill_count", "fill_estimate", "fill_compare"],
    ),
];

/// The names of parts of reports that differ from those of the schema, because the module imports these names.
const PARTS: [(&str, &str); 1] = [("list", "PublishedList")];

/// The names that the module imports from `typing`.
const IMPORTS: [&str; 6] = ["Dict", "List", "Literal", "Tuple", "TypedDict", "Union"];

/// The definition of numbers that JSON has as text.
const DIGITS: &str = "digits";

/// The key of reports that is a method of `dict`, so it is not an attribute: `report["values"]` has the value.
const METHOD: &str = "values";

/// The keywords of Python.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Returns the module of types.
pub(crate) fn types(requests: &Value, answers: &Value) -> String {
    let commands: Vec<&str> = commands(requests).collect();
    let mut text = format!(
        "\"\"\"The options of requests and the keys of reports: docs/schema has the schemas. Written by `{COMMAND}`.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from collections.abc import Sequence\n\
         from typing import {}\n\n\
         from ._report import Report\n\n",
        IMPORTS.join(", ")
    );
    text += &digits(answers);
    text += &options(requests, &commands);
    for definition in definitions(requests, commands.iter().copied()) {
        let is_request = commands.contains(&&*definition.name);
        let name = if is_request { format!("{}Request", pascal(&definition.name)) } else { pascal(&definition.name) };
        text += &request(&name, &definition);
    }
    text += "\n\nclass AnyRequest(TypedDict, total=False):\n    \"\"\"A request: the name of a command, and its options.\"\"\"\n\n";
    for command in commands {
        let _ = writeln!(text, "    {command}: {}Request", pascal(command));
    }
    let roots = REPORTS.iter().map(|(name, _)| *name).chain(MERGED.iter().flat_map(|(.., shapes)| *shapes).copied());
    let mut reports = definitions(answers, roots);
    for (name, about, shapes) in MERGED {
        merge(&mut reports, name, about, shapes);
    }
    for definition in &reports {
        text += &report(definition, &reports);
    }
    assert_unique(&text);
    text
}

/// Replaces several definitions by one with the keys of all. A key that not all have may be absent.
fn merge(definitions: &mut Vec<Definition>, name: &str, about: &str, shapes: &[&str]) {
    let mut merged: Vec<Property> = Vec::new();
    for shape in shapes {
        let place = definitions.iter().position(|definition| definition.name == *shape).expect("a definition");
        let Shape::Object(properties) = definitions.remove(place).shape else { panic!("{shape} is an object") };
        for property in properties {
            match merged.iter_mut().find(|known| known.name == property.name) {
                None => merged.push(property),
                Some(known) if known.shape == property.shape => {}
                Some(known) => known.shape = Shape::OneOf(vec![known.shape.clone(), property.shape]),
            }
        }
    }
    for property in &mut merged {
        property.is_required = false;
    }
    let shape = Shape::Object(merged);
    definitions.push(Definition { name: name.to_owned(), about: Some(about.to_owned()), shape });
}

/// Fails if two definitions have one name, or an imported one.
fn assert_unique(module: &str) {
    let mut names: BTreeSet<&str> = IMPORTS.into_iter().collect();
    let starts = module.lines().filter_map(|line| line.strip_prefix("class ").or(line.find(" = ").map(|_| line)));
    for line in starts.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')) {
        let name = line.split(['(', ' ']).next().unwrap_or_default();
        assert!(names.insert(name), "two types of the Python package are named {name}");
    }
}

/// Returns the name of the class of a report, or of a part of one.
fn report_name(definition: &str) -> String {
    type_name(&[&REPORTS[..], &PARTS].concat(), definition)
}

/// Returns the names of the commands.
fn commands(requests: &Value) -> impl Iterator<Item = &str> {
    let requests = requests["oneOf"].as_array().expect("a list").iter();
    requests.flat_map(|request| request["properties"].as_object().expect("an object").keys()).map(String::as_str)
}

/// Returns the keys of numbers that JSON has as text.
fn digits(answers: &Value) -> String {
    let mut keys = BTreeSet::new();
    let all = answers["$defs"].as_object().expect("an object").keys();
    for definition in definitions(answers, all.map(String::as_str)) {
        add_digits(&definition.shape, &mut keys);
    }
    let keys: Vec<String> = keys.iter().map(|key| format!("    \"{key}\",\n")).collect();
    let about = "The keys of numbers that JSON has as text, because other readers of JSON would round them.";
    format!("DIGITS = frozenset((\n{}))\n\"\"\"{about}\"\"\"\n", keys.concat())
}

/// Returns the kinds of values that options take, by command and option.
fn options(requests: &Value, commands: &[&str]) -> String {
    let mut text = "\nOPTIONS: Dict[str, Dict[str, List[List[Union[str, int, None]]]]] = {\n".to_owned();
    for (command, options) in kinds(requests, commands.iter().copied()) {
        let _ = writeln!(text, "    \"{command}\": {{");
        for (option, kinds) in options.as_object().expect("an object") {
            let _ = writeln!(text, "        \"{option}\": {},", kinds.to_string().replace("null", "None"));
        }
        text += "    },\n";
    }
    text + "}\n\"\"\"The kinds of values that options take, with the least and the greatest number.\"\"\"\n"
}

/// Adds the keys of numbers that JSON has as text.
fn add_digits(shape: &Shape, keys: &mut BTreeSet<String>) {
    if let Shape::Object(properties) = shape {
        let numbers = properties.iter().filter(|property| has_digits(&property.shape));
        keys.extend(numbers.map(|property| property.name.clone()));
    }
    shape.parts().into_iter().for_each(|part| add_digits(part, keys));
}

/// Returns `true` if values are numbers as text, or lists of such.
fn has_digits(shape: &Shape) -> bool {
    match shape {
        Shape::Named(name) => name == DIGITS,
        // Their numbers have keys below the one of the whole.
        Shape::Table(_) | Shape::Object(_) => false,
        other => other.parts().into_iter().any(has_digits),
    }
}

/// Returns the definition of a request, or of a part of one.
fn request(name: &str, definition: &Definition) -> String {
    let about = definition.about.as_deref().unwrap_or_default();
    let Shape::Object(properties) = &definition.shape else {
        return format!("\n{name} = {}\n\"\"\"{about}\"\"\"\n", written(&definition.shape, Side::Request));
    };
    let keys = |is_required: bool| {
        let mut text = String::new();
        for property in properties.iter().filter(|property| property.is_required == is_required) {
            if let Some(about) = &property.about {
                let _ = writeln!(text, "    # {about}");
            }
            let _ = writeln!(text, "    {}: {}", property.name, written(&property.shape, Side::Request));
        }
        text
    };
    if properties.iter().any(|property| KEYWORDS.contains(&property.name.as_str())) {
        return request_in_quotes(name, about, properties);
    }
    let (required, others) = (keys(true), keys(false));
    let class = |name: &str, base: &str, about: &str, keys: &str| {
        format!("\n\nclass {name}({base}):\n    \"\"\"{about}\"\"\"\n\n{keys}")
    };
    if required.is_empty() {
        return class(name, "TypedDict, total=False", about, &others);
    }
    let keys = format!("_{name}Keys");
    class(&keys, "TypedDict", "The keys that the request must have.", &required)
        + &class(name, &format!("{keys}, total=False"), about, &others)
}

/// Returns the definition of a request with a key that is a keyword, which no class can have.
fn request_in_quotes(name: &str, about: &str, properties: &[Property]) -> String {
    let mut text = format!("\n{name} = TypedDict(\n    \"{name}\",\n    {{\n");
    for Property { name: key, about, is_required, shape } in properties {
        assert!(!is_required, "{name} must have {key}: no such request has a keyword too");
        if let Some(about) = about {
            let _ = writeln!(text, "        # {about}");
        }
        let _ = writeln!(text, "        \"{key}\": {},", written(shape, Side::Request));
    }
    format!("{text}    }},\n    total=False,\n)\n\"\"\"{about}\"\"\"\n")
}

/// Returns the class of a report, or of a part of one. A definition that is not an object has no class.
fn report(definition: &Definition, all: &[Definition]) -> String {
    let Shape::Object(properties) = &definition.shape else { return String::new() };
    let name = report_name(&definition.name);
    let about = definition.about.as_deref().unwrap_or_default();
    let mut text = format!("\n\nclass {name}(Report):\n    \"\"\"{about}\"\"\"\n\n    __slots__ = ()\n");
    let parts: Vec<String> = properties
        .iter()
        .filter_map(|property| Some(format!("\"{}\": {}", property.name, class_of(&property.shape, all)?)))
        .collect();
    if !parts.is_empty() {
        let _ = writeln!(text, "    _parts = {{{}}}", parts.join(", "));
    }
    for Property { name, about, is_required, shape } in properties {
        if KEYWORDS.contains(&name.as_str()) || name == METHOD {
            continue;
        }
        let _ = writeln!(text, "    {name}: {}", written(shape, Side::Report(all)));
        let absent = if *is_required { "" } else { "The key may be absent." };
        let about = about.iter().map(String::as_str).chain([absent]).filter(|text| !text.is_empty());
        let about: Vec<&str> = about.collect();
        if !about.is_empty() {
            let _ = writeln!(text, "    \"\"\"{}\"\"\"", about.join(" "));
        }
    }
    text
}

/// Returns the class of the objects in a value, if they have one.
fn class_of(shape: &Shape, all: &[Definition]) -> Option<String> {
    match shape {
        Shape::Named(name) => {
            let definition = all.iter().find(|definition| definition.name == *name)?;
            match definition.shape {
                Shape::Object(_) => Some(report_name(name)),
                _ => None,
            }
        }
        Shape::List(item) => class_of(item, all),
        Shape::OneOf(shapes) => match &shapes.iter().filter(|shape| **shape != Shape::Null).collect::<Vec<_>>()[..] {
            [shape] => class_of(shape, all),
            _ => None,
        },
        _ => None,
    }
}

/// The part of a question that has a type.
#[derive(Clone, Copy)]
enum Side<'a> {
    /// A request.
    Request,
    /// A report, with all definitions of the schema.
    Report(&'a [Definition]),
}

/// Returns a type.
fn written(shape: &Shape, side: Side<'_>) -> String {
    let all = |shapes: &[Shape]| shapes.iter().map(|shape| written(shape, side)).collect::<Vec<_>>().join(", ");
    match (shape, side) {
        (Shape::Any, _) => "object".to_owned(),
        (Shape::Null, _) => "None".to_owned(),
        (Shape::Boolean, _) => "bool".to_owned(),
        (Shape::Integer, _) => "int".to_owned(),
        (Shape::Number, _) => "float".to_owned(),
        (Shape::Text, _) => "str".to_owned(),
        (Shape::Bytes, Side::Request) => "bytes".to_owned(),
        (Shape::Bytes, Side::Report(_)) => "List[int]".to_owned(),
        (Shape::Literal(value), _) => format!("Literal[{value}]"),
        (Shape::Named(name), Side::Request) => pascal(name),
        (Shape::Named(name), Side::Report(_)) if name == DIGITS => "int".to_owned(),
        (Shape::Named(name), Side::Report(definitions)) => {
            let definition = definitions.iter().find(|definition| definition.name == *name).expect("a definition");
            match &definition.shape {
                Shape::Object(_) => report_name(name),
                shape => written(shape, side),
            }
        }
        (Shape::List(item), Side::Request) => format!("Sequence[{}]", written(item, side)),
        (Shape::List(item), Side::Report(_)) => format!("List[{}]", written(item, side)),
        // JSON has lists only.
        (Shape::Tuple(parts), Side::Report(_)) => format!("List[{}]", written(&parts[0], side)),
        (Shape::Tuple(parts), Side::Request) => format!("Tuple[{}]", all(parts)),
        (Shape::Table(_) | Shape::Object(_), Side::Report(_)) => "Report".to_owned(),
        (Shape::Table(value), Side::Request) => format!("Dict[str, {}]", written(value, side)),
        (Shape::Object(_), Side::Request) => "Dict[str, object]".to_owned(),
        (Shape::OneOf(shapes), _) => {
            let literals: Vec<String> = shapes.iter().filter_map(literal).collect();
            let literals = (!literals.is_empty()).then(|| format!("Literal[{}]", literals.join(", ")));
            let others = shapes.iter().filter(|shape| literal(shape).is_none()).map(|shape| written(shape, side));
            let mut parts: Vec<String> = Vec::new();
            for part in others.chain(literals) {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
            if let [part] = &parts[..] { part.clone() } else { format!("Union[{}]", parts.join(", ")) }
        }
    }
}

/// Returns the only value of a type.
fn literal(shape: &Shape) -> Option<String> {
    if let Shape::Literal(value) = shape { Some(value.to_string()) } else { None }
}
