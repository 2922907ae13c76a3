//! Reads a JSON Schema as types: what a programming language can say of it, without ranges and patterns.

use serde_json::{Map, Value};

/// A type of values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// Any value.
    Any,
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    /// A list of whole numbers from 0 to 255.
    Bytes,
    /// Only this value.
    Literal(Value),
    /// The definition of this name.
    Named(String),
    /// A list.
    List(Box<Shape>),
    /// A list of fixed length.
    Tuple(Vec<Shape>),
    /// An object with any keys.
    Table(Box<Shape>),
    /// An object with these keys.
    Object(Vec<Property>),
    /// One of several types.
    OneOf(Vec<Shape>),
}

/// A key of an object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Property {
    pub name: String,
    pub about: Option<String>,
    pub is_required: bool,
    pub shape: Shape,
}

/// A definition of a schema.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Definition {
    pub name: String,
    pub about: Option<String>,
    pub shape: Shape,
}

/// Returns these definitions of a schema and all that they name, each after those that it names.
///
/// # Panics
/// The schema has no such definition, or has a form that no type of this project has.
pub(crate) fn definitions<'a>(schema: &Value, roots: impl IntoIterator<Item = &'a str>) -> Vec<Definition> {
    let mut found = Vec::new();
    for root in roots {
        add(schema, root, &mut found);
    }
    found
}

/// Adds a definition after those that it names.
fn add(schema: &Value, name: &str, found: &mut Vec<Definition>) {
    if found.iter().any(|definition| definition.name == name) {
        return;
    }
    let definition = schema["$defs"][name].as_object().unwrap_or_else(|| panic!("no definition {name}"));
    let shape = shape(definition);
    for named in shape.names() {
        add(schema, named, found);
    }
    found.push(Definition { name: name.to_owned(), about: about(definition), shape });
}

/// Returns the description of a part of a schema.
fn about(part: &Map<String, Value>) -> Option<String> {
    part.get("description").and_then(Value::as_str).map(str::to_owned)
}

/// Returns the type that a part of a schema describes.
fn shape(part: &Map<String, Value>) -> Shape {
    if let Some(path) = part.get("$ref").and_then(Value::as_str) {
        let name = path.strip_prefix("#/$defs/").unwrap_or_else(|| panic!("{path} is in another file"));
        return Shape::Named(name.to_owned());
    }
    if let Some(value) = part.get("const") {
        return Shape::Literal(value.clone());
    }
    if let Some(values) = part.get("enum").and_then(Value::as_array) {
        return one_of(values.iter().cloned().map(Shape::Literal));
    }
    // An object's alternatives say which keys come together. No type says that.
    if let Some(properties) = part.get("properties").and_then(Value::as_object) {
        return object(properties, part.get("required"));
    }
    if let Some(parts) = part.get("anyOf").or(part.get("oneOf")).and_then(Value::as_array) {
        return one_of(parts.iter().map(nested));
    }
    match part.get("type") {
        None => Shape::Any,
        Some(Value::String(kind)) => of_kind(kind, part),
        Some(Value::Array(kinds)) => one_of(kinds.iter().map(|kind| of_kind(kind.as_str().expect("a name"), part))),
        Some(other) => panic!("{other} is not a type"),
    }
}

/// Returns the type that a part within another one describes.
fn nested(part: &Value) -> Shape {
    part.as_object().map_or(Shape::Any, shape)
}

/// Returns the type of a kind of JSON values, with what else the part of the schema says.
fn of_kind(kind: &str, part: &Map<String, Value>) -> Shape {
    match kind {
        "null" => Shape::Null,
        "boolean" => Shape::Boolean,
        "integer" => Shape::Integer,
        "number" => Shape::Number,
        "string" => Shape::Text,
        "array" => list(part),
        "object" => Shape::Table(Box::new(part.get("additionalProperties").map_or(Shape::Any, nested))),
        other => panic!("{other} is not a kind of values"),
    }
}

/// Returns the type of a list.
fn list(part: &Map<String, Value>) -> Shape {
    if let Some(parts) = part.get("prefixItems").and_then(Value::as_array) {
        return Shape::Tuple(parts.iter().map(nested).collect());
    }
    let item = part.get("items").map_or(Shape::Any, nested);
    let length = |bound| part.get(bound).and_then(Value::as_u64);
    match (length("minItems"), length("maxItems")) {
        (Some(least), Some(most)) if least == most => Shape::Tuple(vec![item; most as usize]),
        _ if part.get("items").is_some_and(|item| item["maximum"] == u8::MAX) => Shape::Bytes,
        _ => Shape::List(Box::new(item)),
    }
}

/// Returns the type of an object.
fn object(properties: &Map<String, Value>, required: Option<&Value>) -> Shape {
    let is_required = |name: &String| {
        required.and_then(Value::as_array).is_some_and(|names| names.iter().any(|required| required == name))
    };
    let property = |(name, part): (&String, &Value)| Property {
        name: name.clone(),
        about: part.as_object().and_then(about),
        is_required: is_required(name),
        shape: nested(part),
    };
    Shape::Object(properties.iter().map(property).collect())
}

/// Returns the type of values of any of these types.
fn one_of(shapes: impl Iterator<Item = Shape>) -> Shape {
    let mut several: Vec<Shape> = Vec::new();
    for shape in shapes {
        let parts = if let Shape::OneOf(parts) = shape { parts } else { vec![shape] };
        for part in parts {
            if !several.contains(&part) {
                several.push(part);
            }
        }
    }
    if several.len() == 1 { several.remove(0) } else { Shape::OneOf(several) }
}

impl Shape {
    /// Returns the names of the definitions in it.
    fn names(&self) -> Vec<&str> {
        match self {
            Shape::Named(name) => vec![name],
            other => other.parts().into_iter().flat_map(Shape::names).collect(),
        }
    }

    /// Returns the types that it is made of.
    pub(crate) fn parts(&self) -> Vec<&Shape> {
        match self {
            Shape::List(item) | Shape::Table(item) => vec![item],
            Shape::Tuple(parts) | Shape::OneOf(parts) => parts.iter().collect(),
            Shape::Object(properties) => properties.iter().map(|property| &property.shape).collect(),
            Shape::Any
            | Shape::Null
            | Shape::Boolean
            | Shape::Integer
            | Shape::Number
            | Shape::Text
            | Shape::Bytes
            | Shape::Literal(_)
            | Shape::Named(_) => Vec::new(),
        }
    }
}

/// Returns a name of a schema as a name of a type: `colour_count` is `ColourCount`.
pub(crate) fn pascal(name: &str) -> String {
    name.split('_').map(capitalised).collect()
}

/// Returns a name of a schema as JavaScript writes it: `time_limit` is `timeLimit`.
pub(crate) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &capitalised(word))
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + characters.as_str())
}

/// Returns the name of a type: the one that the list has for a definition, or the name of the definition.
pub(crate) fn type_name(named: &[(&str, &str)], definition: &str) -> String {
    let listed = named.iter().find(|(known, _)| *known == definition);
    listed.map_or_else(|| pascal(definition), |(_, name)| (*name).to_owned())
}
