//! Checks that no word exceeds a maximum number of letters.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::Word;
use crate::sink::Sink;

/// The code of a word that is too long.
pub const CODE: &Code = &Code {
    name: "GC018",
    key: Some("max_word"),
    title: "a word is too long",
    checks: "No word has more letters than the rules allow (max_word).",
    matters: "Few words and phrases are very long, so a long entry leaves little choice of answers.",
    example: Example { setting: Setting::Value("3"), rows: "..../.##." },
};

/// Judges a word.
pub(crate) fn judge(allowed: usize, word: Word, sink: &mut impl Sink) -> ControlFlow<()> {
    if word.length > allowed {
        sink.report(CODE, || {
            let message = format!("{} letters, at most {allowed} allowed", word.length);
            Diagnostic::of_word(CODE, word, message, 0..word.length, [("allowed", json!(allowed))])
        })?;
    }
    ControlFlow::Continue(())
}
