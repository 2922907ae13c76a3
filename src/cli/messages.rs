//! Lines on standard error.

use std::fmt::Display;
use std::io::Write;

use crate::visible::shortened;

/// Reports notes, a line each.
pub(super) fn note_all(notes: impl IntoIterator<Item = impl Display>) {
    notes.into_iter().for_each(|note| report(&format!("note: {note}")));
}

/// Reports the notes on how a file was read, a line each.
pub(super) fn report_notes(file: &str, notes: &[String]) {
    note_all(notes.iter().map(|note| format!("{file}: {note}")));
}

/// Maximum number of characters of a message. A longer message is probably the content of a file.
const MAX_MESSAGE: usize = 10_000;

/// Writes a message to standard error on one line, whatever characters it contains: names of files and arguments are arbitrary.
pub(super) fn report(message: &str) {
    let message = shortened(message, MAX_MESSAGE);
    // If standard error is gone, the message has no reader.
    let _ = writeln!(anstream::stderr(), "gridcheck: {message}");
}
