//! Writes the types of the npm package. Its functions take the options of requests under the names of JavaScript, and return reports.

use std::fmt::Write;

use serde_json::Value;

use crate::COMMAND;
use crate::kinds::kinds;
use crate::shape::{Definition, Property, Shape, camel, definitions, type_name};

/// The requests of the package, by the names of their commands.
const REQUESTS: [(&str, &str); 7] = [
    ("complete", "CompleteRequest"),
    ("convert", "ConvertRequest"),
    ("count", "CountRequest"),
    ("repair", "RepairRequest"),
    ("sample", "SampleRequest"),
    ("stats", "StatsRequest"),
    ("validate", "ValidateRequest"),
];

/// The reports of the package, by the names that they have in the schema.
const REPORTS: [(&str, &str); 9] = [
    ("validate", "ValidateReport"),
    ("stats", "StatsReport"),
    ("complete", "CompleteReport"),
    ("repair", "RepairReport"),
    ("count", "CountReport"),
    ("count_by_measures", "DistributionReport"),
    ("count_extreme", "ExtremeReport"),
    ("count_by_symmetry", "SymmetryReport"),
    ("grid", "GridReport"),
];

/// The names of parts that differ from those of the schema. Options of the package have the names of some parts of reports.
const PARTS: [(&str, &str); 3] = [("size", "ReportSize"), ("rules", "RulesName"), ("output_form", "Format")];

/// Returns the types of the requests.
pub(crate) fn requests(schema: &Value) -> String {
    let mut definitions = definitions(schema, REQUESTS.map(|(name, _)| name));
    let is_request = |definition: &&mut Definition| REQUESTS.iter().any(|(name, _)| *name == definition.name);
    for request in definitions.iter_mut().filter(is_request) {
        let Shape::Object(properties) = &mut request.shape else { panic!("a request is an object") };
        for property in properties {
            property.name = camel(&property.name);
            property.about = property.about.as_deref().map(in_javascript);
        }
    }
    let names = [&REQUESTS[..], &PARTS].concat();
    Writer { names: &names, modifier: "readonly " }.file("docs/schema/requests.json", &definitions)
}

/// Returns a module with the kinds of values that the options take, by their names in JavaScript.
pub(crate) fn kinds_of_options(schema: &Value) -> String {
    let mut text = format!(
        "// The kinds of values that options take, with ranges of numbers. Written by `{COMMAND}`.\nexport const KINDS = {{\n"
    );
    for (command, options) in kinds(schema, REQUESTS.map(|(name, _)| name)) {
        let _ = writeln!(text, "  {command}: {{");
        for (option, kinds) in options.as_object().expect("an object") {
            let _ = writeln!(text, "    {}: {kinds},", camel(option));
        }
        text += "  },\n";
    }
    text + "};\n"
}

/// Returns the types of the reports.
pub(crate) fn reports(schema: &Value) -> String {
    let names = [&REPORTS[..], &PARTS].concat();
    let definitions = definitions(schema, REPORTS.map(|(name, _)| name));
    Writer { names: &names, modifier: "" }.file("docs/schema/answers.json", &definitions)
}

/// Returns a description in which the options have the names of JavaScript.
fn in_javascript(about: &str) -> String {
    let parts = about.split('`').enumerate();
    let named = parts.map(|(i, part)| if i % 2 == 1 { camel(part) } else { part.to_owned() });
    named.collect::<Vec<_>>().join("`")
}

/// Writes types.
struct Writer<'a> {
    /// The names of types that differ from those of the schema.
    names: &'a [(&'a str, &'a str)],
    /// Text before the type of a list.
    modifier: &'static str,
}

impl Writer<'_> {
    /// Returns a file with the definitions.
    fn file(&self, schema: &str, definitions: &[Definition]) -> String {
        let mut text = format!("// The types of {schema}, written by `{COMMAND}`.\n");
        for definition in definitions {
            let name = type_name(self.names, &definition.name);
            text += "\n";
            comment(&mut text, "", definition.about.as_deref());
            match &definition.shape {
                Shape::Object(properties) => {
                    let _ = writeln!(text, "export interface {name} {{\n{}}}", self.members(properties));
                }
                shape => {
                    let _ = writeln!(text, "export type {name} = {};", self.written(shape));
                }
            }
        }
        text
    }

    /// Returns the members of an interface, a line each.
    fn members(&self, properties: &[Property]) -> String {
        let mut text = String::new();
        for Property { name, about, is_required, shape } in properties {
            comment(&mut text, "  ", about.as_deref());
            let optional = if *is_required { "" } else { "?" };
            let _ = writeln!(text, "  {name}{optional}: {};", self.written(shape));
        }
        text
    }

    /// Returns a type.
    fn written(&self, shape: &Shape) -> String {
        let all = |shapes: &[Shape], between: &str| {
            shapes.iter().map(|shape| self.written(shape)).collect::<Vec<_>>().join(between)
        };
        let modifier = self.modifier;
        match shape {
            Shape::Any => "unknown".to_owned(),
            Shape::Null => "null".to_owned(),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer | Shape::Number => "number".to_owned(),
            Shape::Text => "string".to_owned(),
            Shape::Bytes => format!("{modifier}number[]"),
            Shape::Literal(value) => value.to_string(),
            Shape::Named(name) => type_name(self.names, name),
            Shape::List(item) => match &**item {
                Shape::OneOf(_) => format!("{modifier}({})[]", self.written(item)),
                item => format!("{modifier}{}[]", self.written(item)),
            },
            Shape::Tuple(parts) => format!("{modifier}[{}]", all(parts, ", ")),
            Shape::Table(value) => format!("Record<string, {}>", self.written(value)),
            Shape::Object(properties) => {
                let member = |Property { name, is_required, shape, .. }: &Property| {
                    format!("{name}{}: {}", if *is_required { "" } else { "?" }, self.written(shape))
                };
                format!("{{ {} }}", properties.iter().map(member).collect::<Vec<_>>().join("; "))
            }
            Shape::OneOf(shapes) => all(shapes, " | "),
        }
    }
}

/// Adds a comment.
fn comment(text: &mut String, indent: &str, about: Option<&str>) {
    if let Some(about) = about {
        let _ = writeln!(text, "{indent}/** {} */", about.replace("*/", "*\\/"));
    }
}
