//! Reads claims: published figures, from files or built in.

use std::path::Path;

use gridcheck_audit::claims::Claims;

use super::failure::Failure;
use super::host::Host;
use super::input::Input;

/// The largest claims file, and the largest page of an audit, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Reads a claims file.
///
/// # Errors
/// The file cannot be read, or deviates from the schema.
pub fn read(file: &Input, host: &dyn Host) -> Result<Claims, Failure> {
    let text = file.text(host, MAX_BYTES)?;
    Claims::from_json(&text).map_err(|error| Failure::unusable(format!("{}:{error}", file.argument().display())))
}

/// Returns the built-in claims of the source of that name, if no file has the name; otherwise those of the file.
///
/// # Errors
/// As for [`read`], or there is neither such a file nor such a source.
pub fn read_or_builtin(file: &Input, host: &dyn Host) -> Result<Claims, Failure> {
    // A link to nothing is a file that cannot be read.
    let Some(path) = file.path().filter(|path| path.symlink_metadata().is_err()) else { return read(file, host) };
    let (found, others): (Vec<_>, Vec<_>) =
        Claims::builtin().into_iter().partition(|source| Path::new(&source.name) == path);
    let names = || others.iter().map(|source| &*source.name).collect::<Vec<_>>().join(", ");
    let is_name = path.components().count() == 1 && path.extension().is_none();
    match found.into_iter().next() {
        None if is_name => Err(Failure::unusable(format!(
            "{}: neither a file nor a source that comes with the program; these are {}",
            path.display(),
            names()
        ))),
        None => read(file, host),
        Some(source) => Ok(source),
    }
}
