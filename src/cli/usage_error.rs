//! Reports wrong arguments in one line, with a suggestion.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// Names of earlier commands, and what they have become.
const MOVED: [(&str, &str); 3] =
    [("halftone", "draw --halftone"), ("man", "completions --man"), ("rank", "sample --rank-of")];

/// Returns the line: clap's message, except for unknown names, a suggestion if there is one, and where to look.
pub(super) fn in_one_line(error: &Error) -> String {
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
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let moved = MOVED.iter().find(|(name, _)| what == format!("unknown command `{name}`"));
    let hint = match (moved, best(error.get(guess))) {
        (Some((_, now)), _) => format!("; it is `gridcheck {now}` now"),
        _ if what.ends_with("`--size`") && usage.contains("recurrence") => {
            "; a strip has --height M and every width".to_owned()
        }
        (None, Some(guess)) => format!("; did you mean `{guess}`?"),
        (None, None) => String::new(),
    };
    // A message may already say where to look.
    let see = if what.ends_with(')') && what.contains("(see gridcheck") { "" } else { " (see gridcheck --help)" };
    format!("{what}{hint}{see}")
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
