//! What the page asks of the library, in WebAssembly.
//!
//! The page holds a *painting*: rows of `.` (white), `#` (black) and `?` (open), joined by line ends. It asks in strings and is
//! answered in JSON; a question that cannot be answered is an error with one line for people. Nothing is judged, counted or read
//! here: each function puts one question to the library, and the page asks no other code about grids.
//!
//! | file | who asks |
//! |---|---|
//! | [`at_once`] | the page, at every stroke |
//! | [`at_length`] | its worker, which can be ended at any moment |
//! | [`files`] | the page, when a file is opened or saved |

mod at_length;
mod at_once;
mod basis;
mod files;
mod painting;

use wasm_bindgen::JsError;

/// JSON, or one line for people.
type Answer = Result<String, JsError>;

/// An error of the library as the page shows it.
fn told(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}
