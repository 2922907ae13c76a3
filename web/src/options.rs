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

/// Returns a file with its name.
///
/// # Errors
/// As for [`readable`].
pub fn named(name: String, bytes: Vec<u8>) -> anyhow::Result<Input> {
    let input = Input::Bytes { name, bytes };
    readable(Some(&input))?;
    Ok(input)
}

/// Refuses a puzzle without the feature `files`, and names the import for it. The library reports a file that shows no format.
pub fn readable<'a>(inputs: impl IntoIterator<Item = &'a Input>) -> anyhow::Result<()> {
    for input in inputs {
        let (name, bytes) = match input {
            Input::Text { name, text } => (name, text.as_bytes()),
            Input::Bytes { name, bytes } => (name, &**bytes),
            // The library refuses both: there are no files here.
            Input::Path(_) | Input::StandardInput => continue,
        };
        if let Ok(format) = recognise(bytes, Path::new(name))
            && !cfg!(feature = "files")
            && !format.is_list()
        {
            bail!(
                "{}: a puzzle of the format {format}, which the import gridcheck/files reads, and converts to text",
                visible(name)
            );
        }
    }
    Ok(())
}
