//! Checks that every word has a minimum number of letters.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::Word;
use crate::sink::Sink;

/// The code of a word that is too short.
pub const CODE: &Code = &Code {
    name: "GC007",
    key: Some("min_word"),
    title: "a word is too short",
    checks: "Every word has a least number of letters (min_word).",
    matters: "Very short words are hard to clue well.",
    example: Example { setting: Setting::Value("3"), rows: "..#/.../#.." },
};

/// Judges a word.
pub(crate) fn judge(needed: usize, word: Word, sink: &mut impl Sink) -> ControlFlow<()> {
    if word.length < needed {
        sink.report(CODE, || {
            let message = format!("{} letters, at least {needed} needed", word.length);
            Diagnostic::of_word(CODE, word, message, 0..word.length, [("needed", json!(needed))])
        })?;
    }
    ControlFlow::Continue(())
}
