//! Checks that a word has at most as many unchecked letters as checked ones; from nine letters on, one more.

use serde_json::json;

use gridcheck_layout::words::Words;
use gridcheck_validator::diagnostic::{Code, Diagnostic, Example, Setting};
use gridcheck_validator::{Square, Word};

/// The code of a word with more unchecked letters than its length allows.
pub const CODE: &Code = &Code {
    name: "GC013",
    key: None,
    title: "more unchecked letters than the length allows",
    checks: "A word has at most as many unchecked letters as checked ones. A word of nine letters or more may have \
             one more.",
    matters: "A word with more unchecked letters than checked ones leaves the solver with little to go by.",
    example: Example { setting: Setting::Profile("exet"), rows: "#.#.#/...../#.#.#/...../#.#.#" },
};

/// Returns every word with too many unchecked letters.
pub(super) fn all(words: &Words) -> impl Iterator<Item = Diagnostic> {
    words.words.iter().filter_map(move |word| {
        let (length, checked) = (word.length, word.checked_letters());
        let unchecked = length - checked;
        let allowed = checked + usize::from(length >= 9);
        (unchecked > allowed).then(|| {
            let message =
                format!("{unchecked} of {length} letters unchecked, at most {allowed} beside {checked} checked");
            let place =
                Word { direction: word.direction, first: Square { row: word.row, column: word.column }, length };
            let letters = (0..length).filter(|&i| !word.is_checked(i));
            let fields = [("unchecked", json!(unchecked)), ("allowed", json!(allowed))];
            Diagnostic::of_word(CODE, place, message, letters, fields)
        })
    })
}
