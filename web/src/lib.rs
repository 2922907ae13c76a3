//! The functions that the page calls in the library, in WebAssembly.
//!
//! The page holds a [document](gridcheck::formats::document::Document) in JSON: the squares, the letters, the clues. Questions about grids
//! take its *painting* only: rows of `.` (white), `#` (black) and `?` (open), joined by line ends. The answers are JSON. A question that
//! cannot be answered is an error of one line for the user. Nothing is judged, counted or read here: each function puts one question to the
//! library, and the page has no other code about grids.
//!
//! | file | caller |
//! |---|---|
//! | [`at_once`] | the page, at every stroke |
//! | [`at_length`] | its worker, which can be ended at any moment |
//! | [`files`] | the page, when a file is opened or saved |
//! | [`words`] | its workers: fills and candidates from a word list |

mod at_length;
mod at_once;
mod basis;
mod document;
mod files;
mod painting;
mod words;

use wasm_bindgen::JsError;

/// JSON, or an error of one line for the user.
type Answer = Result<String, JsError>;

/// Converts an error of the library to the page's error.
fn told(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}
