//! The options of the questions, and what they mean in the library.

use std::path::Path;

use anyhow::{anyhow, bail};
use gridcheck_ask::input::Input;
use gridcheck_core::visible::visible;
use gridcheck_formats::recognition::recognise;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The name of a file that has none.
const UNNAMED: &str = "grid";

/// Parses options.
pub fn parsed<T: DeserializeOwned>(options: &str) -> anyhow::Result<T> {
    // A wrong value is reported without its place in the JSON, which is not a text of the caller.
    let parsed = serde_json::from_str::<Value>(options).and_then(serde_json::from_value);
    parsed.map_err(|error| anyhow!("options: {error}"))
}

/// Parses a request about a file, and returns the name of the file too. `key` is the name of the option that must be a file.
pub fn of_file<T: DeserializeOwned>(key: Option<&str>, options: &str) -> anyhow::Result<(String, T)> {
    let mut options: Map<String, Value> = parsed(options)?;
    let name = match options.remove("name") {
        None => UNNAMED.to_owned(),
        Some(Value::String(name)) => name,
        Some(_) => bail!("options: name: expected a text"),
    };
    if let Some(key) = key {
        options.insert(key.to_owned(), Value::String(name.clone()));
    }
    let request = serde_json::from_value(options.into()).map_err(|error| anyhow!("options: {error}"))?;
    Ok((name, request))
}

/// Returns a file with its name. Without the feature `files`, a puzzle is an error that names the import for it.
pub fn named(name: String, bytes: Vec<u8>) -> anyhow::Result<Input> {
    match recognise(&bytes, Path::new(&name)) {
        Ok(format) if !cfg!(feature = "files") && !format.is_list() => {
            bail!("{}: a puzzle of the format {format}, which the import gridcheck/files reads", visible(&name))
        }
        // The library reports a file that shows no format.
        _ => Ok(Input::Bytes { name, bytes }),
    }
}
