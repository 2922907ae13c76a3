//! Parses the values of options: the forms that a shell takes, and those that JSON has beside them.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use gridcheck_core::grid::MAX_SIZE;

/// The reason why the text of an option has no value, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WrongValue(String);

impl WrongValue {
    pub(crate) fn new(reason: impl Display) -> Self {
        WrongValue(reason.to_string())
    }
}

/// Parses a number of bytes, as in 6G, 500MiB or 1.5GB.
///
/// # Errors
/// It has another form, or does not fit in 64 bits.
pub fn bytes(text: &str) -> Result<u64, WrongValue> {
    let wrong = || WrongValue::new("expected a size as in 6G, 500M or 2GiB");
    let (number, unit) = text.split_at(text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len()));
    let unit = unit.strip_suffix(['B', 'b']).unwrap_or(unit).to_ascii_lowercase();
    let power = |base: u64, letter: &str| {
        ["", "k", "m", "g", "t"].iter().zip(0..).find(|(known, _)| **known == letter).map(|(_, power)| base.pow(power))
    };
    let factor = match unit.strip_suffix('i') {
        Some("") => None,
        Some(letter) => power(1024, letter),
        None => power(1000, &unit),
    };
    let factor = factor.ok_or_else(wrong)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let fraction = digits(part)? as f64 / 10_f64.powi(part.len() as i32);
    let bytes = digits(whole)?.checked_mul(factor).ok_or_else(wrong)?;
    Ok(bytes.saturating_add((fraction * factor as f64) as u64))
}

/// Parses a square, typed from 1 and returned from 0.
///
/// # Errors
/// It has another form, or a number is out of range.
pub fn square(text: &str) -> Result<(usize, usize), WrongValue> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=MAX_SIZE).contains(number));
    let square = text.split_once(',').and_then(|(row, column)| Some((number(row)? - 1, number(column)? - 1)));
    let expected = || format!("expected a row and a column, each from 1 to {MAX_SIZE}, as in 3,4");
    square.ok_or_else(|| WrongValue::new(expected()))
}

/// Parses a positive number.
///
/// # Errors
/// It is 0, or not a whole number.
pub fn at_least_one(text: &str) -> Result<usize, WrongValue> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| WrongValue::new("expected a whole number from 1"))
}

/// Parses a time, as in 30, 30s, 10m or 1h30m. A number without a unit is in seconds.
///
/// # Errors
/// It has another form, or does not fit in 64 bits of seconds.
pub fn duration(text: &str) -> Result<Duration, WrongValue> {
    let wrong = || WrongValue::new("expected a time as in 30s, 10m or 1h30m");
    if let Ok(seconds) = text.parse::<u64>() {
        return Ok(Duration::from_secs(seconds));
    }
    let mut seconds: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?);
        let unit = match after.as_bytes().first() {
            Some(b's') => 1,
            Some(b'm') => 60,
            Some(b'h') => 3600,
            _ => return Err(wrong()),
        };
        let part = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(wrong)?;
        seconds = seconds.checked_add(part).ok_or_else(wrong)?;
        rest = &after[1..];
    }
    if text.is_empty() { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

/// Deserializes a text that `parse` reads.
pub(crate) fn parsed<'de, D: Deserializer<'de>, T, E: Display>(
    deserializer: D,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// The forms of a time in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "expected a number of seconds, or a time as in 30s or 10m")]
pub(crate) enum Time {
    Seconds(#[cfg_attr(feature = "schema", schemars(range(min = 0)))] f64),
    Text(String),
}

/// Reads a time: seconds, or a text as in a shell.
pub(crate) fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let wrong = || D::Error::custom("expected a number of seconds from 0");
    Ok(Some(match Time::deserialize(deserializer)? {
        Time::Seconds(seconds) => Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?,
        Time::Text(text) => duration(&text).map_err(|error| D::Error::custom(format!("{text}: {error}")))?,
    }))
}

/// One value, or several.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub(crate) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    /// Parses each of them. A text that is wrong stands in the error.
    pub(crate) fn each<T: FromStr<Err: Display>, E: Error>(self) -> Result<Vec<T>, E> {
        let texts = match self {
            OneOrMore::One(text) => vec![text],
            OneOrMore::More(texts) => texts,
        };
        let parsed = |text: String| text.parse().map_err(|error| E::custom(format!("{text}: {error}")));
        texts.into_iter().map(parsed).collect()
    }
}

/// Reads a text, or several.
pub(crate) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(text) => vec![text],
        OneOrMore::More(texts) => texts,
    })
}

/// Reads names: a text, or several, each with commas between names.
pub(crate) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    let texts = texts(deserializer)?;
    Ok(Some(texts.iter().flat_map(|text| text.split(',')).map(str::to_owned).collect()))
}

/// A whole number, or a text that says it in another way.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "expected a whole number or a text")]
pub(crate) enum NumberOrText {
    Number(u64),
    Text(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_memory_are_decimal_or_binary() {
        for (text, expected) in [
            ("6G", 6_000_000_000),
            ("6GB", 6_000_000_000),
            ("6gb", 6_000_000_000),
            ("6GiB", 6 << 30),
            ("6Gi", 6 << 30),
            ("500M", 500_000_000),
            ("64MiB", 64 << 20),
            ("1k", 1000),
            ("1KiB", 1024),
            ("1.5G", 1_500_000_000),
            ("0.5KiB", 512),
            ("123", 123),
            ("123B", 123),
            ("2T", 2_000_000_000_000),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for wrong in ["", "G", "6X", "6 G", "-6G", "6i", "6iB", "6GG", "1.G", ".5G", "1.2.3G", "99999999999T", "six"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parses_durations() {
        let seconds = |text| duration(text).map(|duration| duration.as_secs());
        assert_eq!(seconds("1h2m3s"), Ok(3723));
        assert_eq!((seconds("90s"), seconds("90")), (Ok(90), Ok(90)));
        for wrong in ["", "10x", "m", "1.5h", "9999999999999999h", "5124095576030432h", "1h30"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
