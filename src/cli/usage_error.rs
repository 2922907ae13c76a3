//! Reports wrong arguments in one line, with a suggestion.

use std::num::{IntErrorKind, ParseIntError};

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::program::OF_SIZE;
use crate::ask::sizes::Sizes;

/// Names that are not commands, and a hint for each. The first three are earlier commands.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("halftone", "it is `gridcheck draw --halftone` now"),
    ("man", "it is `gridcheck completions --man` now"),
    ("rank", "it is `gridcheck sample --rank-of` now"),
    ("version", "did you mean `gridcheck --version`?"),
    ("solve", "`gridcheck fill` writes words into a grid, and no command answers clues"),
];

/// Returns the line: clap's message, except for unknown names, a suggestion if there is one, and where to look. `command` is the command
/// that the arguments name.
pub(super) fn in_one_line(error: &Error, command: Option<&str>) -> String {
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
    let other = OTHER_NAMES.iter().find(|(name, _)| what == format!("unknown command `{name}`"));
    let size = Some(named(ContextKind::InvalidArg)).filter(|text| text.parse::<Sizes>().is_ok());
    let hint = match (other, best(error.get(guess))) {
        (Some((_, hint)), _) => format!("; {hint}"),
        (None, None)
            if error.kind() == ErrorKind::UnknownArgument && command.is_some_and(|name| OF_SIZE.contains(&name)) =>
        {
            size.map_or_else(String::new, |size| format!("; a size is `--size {size}`"))
        }
        _ if what.ends_with("`--size`") && usage.contains("recurrence") => {
            "; a strip has --height M and every width".to_owned()
        }
        (None, Some(guess)) => format!("; did you mean `{guess}`?"),
        (None, None) => String::new(),
    };
    // A message may already say where to look.
    if what.ends_with(')') && what.contains("(see gridcheck") {
        return what + &hint;
    }
    let command = command.map_or_else(String::new, |name| format!(" {name}"));
    format!("{what}{hint} (see gridcheck{command} --help)")
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
    if let Some(fault) = std::error::Error::source(error).and_then(|source| source.downcast_ref::<ParseIntError>()) {
        let named = |kind| best(error.get(kind)).unwrap_or_default();
        let value = named(ContextKind::InvalidValue);
        let expected = match fault.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "a number of this size is not possible",
            // Most numbers are not negative, and `-1` has a digit that such a number cannot have.
            IntErrorKind::InvalidDigit if value.parse::<i64>().is_ok() => "expected a whole number from 0",
            _ => "expected a whole number",
        };
        return format!("invalid value '{value}' for '{}': {expected}", named(ContextKind::InvalidArg));
    }
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}
