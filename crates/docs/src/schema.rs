//! The JSON Schemas of all requests and of all answers, made from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use gridcheck::ask::check::{FolderReport, NoClaim};
use gridcheck::ask::compare::{BinComparison, Comparison};
use gridcheck::ask::complete::CompletionJson;
use gridcheck::ask::convert::ConvertReport;
use gridcheck::ask::count::by_symmetry::SymmetryReport;
use gridcheck::ask::count::report::{
    BlockReport, DistributionReport, EstimateReport, ExtremeReport, Found, MissingReport, NumberReport, PieceReport,
};
use gridcheck::ask::explain::ReenactmentsReport;
use gridcheck::ask::explain::figure::FigureReport;
use gridcheck::ask::explain::layouts::LayoutsReport;
use gridcheck::ask::explain::reenactment::ReenactmentReport;
use gridcheck::ask::fill::report::{FillCount, FilledGrid, NoFill, RankedWords, Unfinished};
use gridcheck::ask::find::report::{FoundReport, SharedReport};
use gridcheck::ask::grid::GridReport;
use gridcheck::ask::json::{About, Versioned};
use gridcheck::ask::recurrence::RecurrenceReport;
use gridcheck::ask::repair::RepairReport;
use gridcheck::ask::request::Request;
use gridcheck::ask::similar::SimilarGrid;
use gridcheck::ask::stats::StatsReport;
use gridcheck::ask::sums::report::SumsJson;
use gridcheck::ask::validate::report::ValidateReport;
use gridcheck::ask::words::FoundWord;
use gridcheck::audit::json::AuditJson;
use gridcheck::checker::Report;
use gridcheck::compare::spot::SpotReport;
use gridcheck::fill::compare::FillComparison;

/// Makes the schema of a type.
type Make = fn(&mut SchemaGenerator) -> Schema;

/// Returns the function that makes the schema of an answer.
const fn of<T: JsonSchema>() -> Make {
    Versioned::<T>::json_schema
}

/// The definition of each answer: its name, the commands that print it, and its schema.
const ANSWERS: &[(&str, &str, Make)] = &[
    ("count", "gridcheck count.", of::<About<Found<NumberReport>>>()),
    ("count_by_measures", "gridcheck count --by with measures or lengths.", of::<About<Found<DistributionReport>>>()),
    ("count_extreme", "gridcheck count --most or --fewest.", of::<About<Found<ExtremeReport>>>()),
    ("count_piece", "gridcheck count --pieces --piece.", of::<About<Found<PieceReport>>>()),
    ("count_block", "gridcheck count --block.", of::<About<Found<BlockReport>>>()),
    (
        "count_estimate",
        "gridcheck count --estimate. Seconds are by the clock, with these threads. Blocks that were cut tell the time of the whole by the part \
         that was done. If nothing was, only the lower end of the interval is known. Fewer than two blocks tell nothing.",
        of::<EstimateReport>(),
    ),
    ("count_missing", "gridcheck count --missing-in.", of::<About<MissingReport>>()),
    ("count_by_symmetry", "gridcheck count --by symmetry.", of::<About<SymmetryReport>>()),
    ("sums", "gridcheck sums.", of::<SumsJson>()),
    ("grid", "gridcheck list and gridcheck sample, a line for each grid; sample adds the rank.", of::<GridReport>()),
    ("compare", "gridcheck compare.", of::<About<Comparison>>()),
    ("compare_bins", "gridcheck compare --by.", of::<About<BinComparison>>()),
    ("spot_checks", "gridcheck compare --spot-checks.", of::<About<SpotReport>>()),
    ("recurrence", "gridcheck recurrence.", of::<RecurrenceReport>()),
    (
        "validate",
        "gridcheck validate, a line for each grid. A file that cannot be read has a line without index and rules, and the finding GC000.",
        of::<ValidateReport>(),
    ),
    ("complete", "gridcheck complete.", of::<CompletionJson>()),
    ("convert", "gridcheck convert in Python: the new file.", of::<ConvertReport>()),
    ("repair", "gridcheck repair, a line for each grid of the file.", of::<RepairReport>()),
    ("similar", "gridcheck similar, a line for each grid shown.", of::<SimilarGrid>()),
    ("find", "gridcheck find.", of::<FoundReport>()),
    (
        "find_shared",
        "gridcheck find --shared: groups of grids that have the same clue numbers and lengths.",
        of::<SharedReport>(),
    ),
    ("stats", "gridcheck stats, a line for each grid.", of::<StatsReport>()),
    ("audit", "gridcheck audit.", of::<AuditJson>()),
    ("explain", "gridcheck explain --size --count.", of::<FigureReport>()),
    ("reenactment", "gridcheck explain ho-2021.", of::<ReenactmentReport>()),
    ("reenactment_of_layouts", "gridcheck explain nanogenmo-2021: numbers of grids.", of::<LayoutsReport>()),
    ("reenactments", "gridcheck explain --list.", of::<ReenactmentsReport>()),
    ("check", "gridcheck check and gridcheck certify.", of::<FolderReport<Report>>()),
    ("check_failed", "gridcheck check where the claim is refused or the time was over.", of::<FolderReport<NoClaim>>()),
    ("fill", "gridcheck fill: one fill, or a line for each fill of --list.", of::<FilledGrid>()),
    (
        "fill_none",
        "gridcheck fill where no fill was found; slots, squares and distinct are there if there is none.",
        of::<NoFill>(),
    ),
    ("fill_count", "gridcheck fill --count.", of::<FillCount>()),
    ("fill_estimate", "gridcheck fill --estimate, and a count that was not finished.", of::<Unfinished>()),
    ("fill_compare", "gridcheck fill --compare.", of::<FillComparison>()),
    ("fill_candidates", "gridcheck fill --candidates: the words for a slot, the best first.", of::<RankedWords>()),
    ("words", "gridcheck words, a line for each word.", of::<FoundWord>()),
];

/// The version of JSON Schema.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of all answers.
///
/// # Panics
/// Two types have the name of one definition.
pub(crate) fn answers() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut definitions = Map::new();
    for (name, about, make) in ANSWERS.iter().copied() {
        let mut schema = make(&mut generator);
        schema.insert("description".to_owned(), json!(about));
        definitions.insert(name.to_owned(), schema.into());
    }
    add_types(&mut definitions, generator);
    let mut schema = json!({
        "$schema": DRAFT,
        "title": "Answers of gridcheck with --format json",
        "description": "Each line of output is one answer. The shape of an answer depends on the command; each definition names its command.",
        "anyOf": ANSWERS.iter().map(|(name, ..)| json!({ "$ref": format!("#/$defs/{name}") })).collect::<Vec<_>>(),
        "$defs": definitions,
    });
    close(&mut schema);
    tidy(&mut schema, &|text| text.replace("`None`", "null"));
    schema
}

/// Returns the schema of all requests.
///
/// # Panics
/// Two types have the name of one definition.
pub(crate) fn requests() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let requests = Request::json_schema(&mut generator);
    let mut definitions = Map::new();
    add_types(&mut definitions, generator);
    let mut schema = json!({
        "$schema": DRAFT,
        "title": "Requests to gridcheck",
        "description": "A request is an object whose only key is the name of the command. Its value has the options.",
        "oneOf": requests.get("oneOf"),
        "$defs": definitions,
    });
    tidy(&mut schema, &in_json);
    schema
}

/// Adds the definitions of the types that others name.
fn add_types(definitions: &mut Map<String, Value>, mut generator: SchemaGenerator) {
    for (name, schema) in generator.take_definitions(true) {
        let twice = definitions.insert(definition(&name), schema);
        assert!(twice.is_none(), "two definitions for {name}");
    }
}

/// Returns the help of an option as the description of a key: without standard input, which JSON does not name, and with options as keys.
fn in_json(help: &str) -> String {
    let help = ["; - is standard input", " - is standard input.", " (repeatable)"]
        .into_iter()
        .fold(help.to_owned(), |help, of_shell| help.replace(of_shell, ""));
    let mut parts = help.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(part.len());
        let (option, rest) = part.split_at(end);
        text = format!("{text}`{}`{rest}", option.replace('-', "_"));
    }
    text
}

/// Writes descriptions for readers of JSON, and leaves out what is for those of Rust.
fn tidy(schema: &mut Value, describe: &dyn Fn(&str) -> String) {
    match schema {
        Value::Object(keywords) => {
            keywords.retain(|name, value| match name.as_str() {
                "format" => !value.is_string(),
                // A key that is absent has this value anyway.
                "default" => !(value.is_null() || *value == json!(false) || *value == json!([])),
                _ => true,
            });
            for (name, value) in keywords {
                match (name.as_str(), value) {
                    ("description", Value::String(text)) => {
                        *text = describe(&text.split_whitespace().collect::<Vec<_>>().join(" "));
                    }
                    ("$ref", Value::String(path)) => *path = definition(path),
                    (_, value) => tidy(value, describe),
                }
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| tidy(part, describe)),
        _ => {}
    }
}

/// Closes objects: an answer has no other keys. A request says so where it refuses them.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            if keywords.get("type").is_some_and(|kind| kind == "object")
                && !keywords.contains_key("additionalProperties")
            {
                keywords.insert("additionalProperties".to_owned(), json!(false));
            }
            keywords.values_mut().for_each(close);
        }
        Value::Array(parts) => parts.iter_mut().for_each(close),
        _ => {}
    }
}

/// Returns the name of the definition of a type, or its path for that of the type: `ListReport` is `list`.
fn definition(name: &str) -> String {
    let mut snake = String::new();
    for c in name.strip_suffix("Report").unwrap_or(name).chars() {
        if c.is_ascii_uppercase() && snake.ends_with(|before: char| before.is_ascii_alphanumeric()) {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
