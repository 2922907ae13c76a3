//! Checks that no word exceeds a maximum number of letters.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic};
use crate::place::Word;
use crate::sink::Sink;

/// The code of a word that is too long.
pub const CODE: &Code = &Code {
    name: "GC018",
    key: Some("max_word"),
    title: "a word is too long",
    explanation: "The rule set asks for a most number of letters in every word (max_word).",
};

/// Judges a word.
pub(crate) fn judge(allowed: usize, word: Word, sink: &mut impl Sink) -> ControlFlow<()> {
    if word.length > allowed {
        sink.report(|| {
            let message = format!("{} letters, at most {allowed} allowed", word.length);
            Diagnostic::of_word(CODE, word, message, 0..word.length, [("allowed", json!(allowed))])
        })?;
    }
    ControlFlow::Continue(())
}
