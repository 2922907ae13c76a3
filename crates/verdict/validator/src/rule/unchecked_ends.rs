//! Checks that no word has too many unchecked letters at its start or at its end.

use std::ops::ControlFlow;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::{Pattern, Word};
use crate::sink::Sink;
use gridcheck_core::plural::plural;

/// The code of a word with too many unchecked letters at an end.
pub const CODE: &Code = &Code {
    name: "GC010",
    key: Some("max_unchecked_run_at_ends"),
    title: "a word starts or ends with unchecked letters",
    checks: "No word starts or ends with more unchecked letters than the rules allow (max_unchecked_run_at_ends).",
    matters: "Starts and ends of words matter most to a solver.",
    example: Example { setting: Setting::Value("1"), rows: "..../##.#" },
};

/// Judges a word. A word without a checked letter breaks the rule at both ends.
pub(crate) fn judge(allowed: usize, word: Word, pattern: Pattern, sink: &mut impl Sink) -> ControlFlow<()> {
    for (letter, run) in pattern.unchecked_runs_over(allowed) {
        let ends = [(letter == 0, "starts"), (letter + run == word.length, "ends")];
        for (_, does) in ends.into_iter().filter(|&(is_there, _)| is_there) {
            sink.report(CODE, || {
                let letters = plural(run, "unchecked letter");
                let message = format!("{does} with {letters} ({pattern}), at most {allowed} allowed");
                let fields = [
                    ("pattern", json!(pattern.to_string())),
                    ("letter", json!(letter + 1)),
                    ("run", json!(run)),
                    ("allowed", json!(allowed)),
                ];
                Diagnostic::of_word(CODE, word, message, letter..letter + run, fields)
            })?;
        }
    }
    ControlFlow::Continue(())
}
