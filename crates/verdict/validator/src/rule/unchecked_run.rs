//! Checks that no word has too many unchecked letters side by side.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::{Pattern, Word};
use crate::sink::Sink;

/// The code of a word with too many adjacent unchecked letters.
pub const CODE: &Code = &Code {
    name: "GC009",
    key: Some("max_unchecked_run"),
    title: "too many adjacent unchecked letters",
    checks: "No word has more unchecked letters side by side than the rules allow (max_unchecked_run).",
    matters: "Unchecked letters (unches) side by side leave the solver with little to go by.",
    example: Example { setting: Setting::Value("1"), rows: "..../.##." },
};

/// Judges a word.
pub(crate) fn judge(allowed: usize, word: Word, pattern: Pattern, sink: &mut impl Sink) -> ControlFlow<()> {
    for (letter, run) in pattern.unchecked_runs_over(allowed) {
        sink.report(CODE, || {
            let from = letter + 1;
            let message = format!(
                "{run} unchecked letters side by side from letter {from} ({pattern}), at most {allowed} allowed"
            );
            let fields = [
                ("pattern", json!(pattern.to_string())),
                ("letter", json!(from)),
                ("run", json!(run)),
                ("allowed", json!(allowed)),
            ];
            Diagnostic::of_word(CODE, word, message, letter..letter + run, fields)
        })?;
    }
    ControlFlow::Continue(())
}
