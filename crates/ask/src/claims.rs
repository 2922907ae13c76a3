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
/// As for [`read`].
pub fn read_or_builtin(file: &Input, host: &dyn Host) -> Result<Claims, Failure> {
    let names_no_file = |path: &&Path| !path.exists();
    let builtin = file
        .path()
        .filter(names_no_file)
        .and_then(|path| Claims::builtin().into_iter().find(|source| Path::new(&source.name) == path));
    builtin.map_or_else(|| read(file, host), Ok)
}
