//! Reports wrong arguments in one line, with a suggestion.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// Returns the line: clap's message, except for unknown names, and clap's suggestion if it has one.
pub fn in_one_line(error: &Error) -> String {
    let named = |kind| best(error.get(kind)).unwrap_or_default();
    let (what, guess) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            (format!("unknown command `{}`", named(ContextKind::InvalidSubcommand)), ContextKind::SuggestedSubcommand)
        }
        ErrorKind::UnknownArgument if named(ContextKind::InvalidArg).starts_with('-') => {
            (format!("unknown flag `{}`", named(ContextKind::InvalidArg)), ContextKind::SuggestedArg)
        }
        _ => (message(error), ContextKind::SuggestedValue),
    };
    match best(error.get(guess)) {
        Some(guess) => format!("{what}; did you mean `{guess}`?"),
        None => what,
    }
}

/// Returns the text of a context value. Of several texts it returns the last, which clap ranks best.
fn best(value: Option<&ContextValue>) -> Option<&str> {
    match value? {
        ContextValue::String(text) => Some(text),
        ContextValue::Strings(texts) => texts.last().map(String::as_str),
        _ => None,
    }
}

/// Returns the first paragraph of clap's message.
fn message(error: &Error) -> String {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
