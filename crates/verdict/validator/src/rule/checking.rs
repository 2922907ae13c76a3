//! Checks the number of checked letters of every word.

use std::ops::{ControlFlow, RangeInclusive};

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Example, Setting};
use crate::place::{Pattern, Word};
use crate::sink::Sink;
use gridcheck_core::rules::Checking;

/// The code of a word with the wrong number of checked letters.
pub const CODE: &Code = &Code {
    name: "GC008",
    key: Some("checking"),
    title: "the wrong number of checked letters",
    checks: "Each word has the required number of checked letters. A letter is checked when it lies in an across \
             word and in a down word.",
    matters: "Checked letters help the solver: an answer gives letters of the words that cross it.",
    example: Example { setting: Setting::Value("\"ceil-half\""), rows: "......./.###.#." },
};

/// Judges a word.
pub(crate) fn judge(checking: Checking, word: Word, pattern: Pattern, sink: &mut impl Sink) -> ControlFlow<()> {
    let expected = expected(checking, word.length);
    if !expected.contains(&pattern.checked()) {
        sink.report(CODE, || broken(word, pattern, &expected))?;
    }
    ControlFlow::Continue(())
}

/// Returns the allowed numbers of checked letters of a word of `length`.
fn expected(checking: Checking, length: usize) -> RangeInclusive<usize> {
    let (low, high) = (length / 2, length.div_ceil(2));
    match checking {
        Checking::All => length..=length,
        Checking::CeilHalf => high..=high,
        Checking::EitherHalf => low..=high,
        Checking::AtLeastHalf => high..=length,
        Checking::Any => 0..=length,
        // Words of a length that is not in the table are wrong.
        Checking::ByLength(table) => match table.unchecked(length) {
            Some(unchecked) => length - unchecked.end()..=length - unchecked.start(),
            None => length + 1..=length,
        },
    }
}

/// Describes a word. It shows the unchecked letters, or the checked ones if they are too many.
fn broken(word: Word, pattern: Pattern, expected: &RangeInclusive<usize>) -> Diagnostic {
    let (checked, length) = (pattern.checked(), word.length);
    let (fewest, most) = (*expected.start(), *expected.end());
    let needed = if fewest == most {
        format!("exactly {fewest} needed")
    } else if fewest > most {
        format!("no number is right for {length} letters")
    } else if most == length {
        format!("at least {fewest} needed")
    } else if most == fewest + 1 {
        format!("{fewest} or {most} needed")
    } else {
        format!("{fewest} to {most} needed")
    };
    let letters = (0..length).filter(|&i| pattern.is_checked(i) == (checked > most));
    let fields = [
        ("pattern", json!(pattern.to_string())),
        ("checked", json!(checked)),
        ("expected_least", json!(fewest)),
        ("expected_most", json!(most)),
    ];
    let message = format!("{checked} of {length} letters checked ({pattern}), {needed}");
    Diagnostic::of_word(CODE, word, message, letters, fields)
}
