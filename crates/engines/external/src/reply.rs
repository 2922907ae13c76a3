//! Reads a count from the output of a program, line by line and in bounded memory. Other lines are ignored.
//!
//! A program may print its count several times, on lines of one given form. Two different counts are an error. So is a line of that form
//! that is not whole: it has no end, or is longer than [`MAX_LINE_BYTES`]. The rest of the number may be missing.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use serde::Deserialize;

/// Maximum number of bytes kept of a line. No line with a count is longer.
const MAX_LINE_BYTES: usize = 4096;
/// Maximum number of characters of a line in a message.
const MAX_SHOWN_CHARS: usize = 200;

/// The form of the line with the count: words, and one of them is `{count}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct CountLine(Vec<String>);

const COUNT: &str = "{count}";

/// The lines in which a program states its count.
#[derive(Debug, Clone)]
pub(super) struct CountForm {
    /// The form of the line with the count.
    pub count: CountLine,
    /// A line that means a count of 0.
    pub zero: Option<String>,
}

impl TryFrom<String> for CountLine {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if words.iter().filter(|word| *word == COUNT).count() == 1 {
            Ok(CountLine(words))
        } else {
            Err(format!("expected a line with the word {COUNT} in it once, as in \"Models : {COUNT}\""))
        }
    }
}

impl CountLine {
    /// Returns the word at the place of the count, if the line has this form. A `+` at the end of the line is taken with it: solvers
    /// mark with it that there may be more, as in "Models : 17 +".
    fn find<'a>(&self, line: &'a str) -> Option<Cow<'a, str>> {
        let mut found = None;
        let mut words = line.split_whitespace();
        for expected in &self.0 {
            let word = words.next()?;
            if expected == COUNT {
                found = Some(word);
            } else if expected != word {
                return None;
            }
        }
        match (words.next(), words.next()) {
            (None, _) => found.map(Cow::Borrowed),
            (Some("+"), None) => found.map(|word| format!("{word} +").into()),
            (Some(_), _) => None,
        }
    }
}

/// The reason why there is no count.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoCount {
    /// The count does not fit in 128 bits.
    TooLarge,
    /// Another reason, as text.
    Other(String),
}

/// The output of a program, reduced to its counts and its last line.
pub(super) struct Reply {
    form: CountForm,
    /// The different words at the place of the count, at most two. Two are enough to detect a contradiction.
    found: Vec<String>,
    /// `true` if a line with a count is not whole.
    is_cut: bool,
    last_line: String,
}

impl Reply {
    pub(crate) fn new(form: CountForm) -> Self {
        Reply { form, found: Vec::new(), is_cut: false, last_line: String::new() }
    }

    /// Reads the output to its end.
    pub(crate) fn read(mut self, from: impl Read) -> io::Result<Self> {
        for_each_line(from, |line, is_whole| {
            if line.trim().is_empty() {
                return;
            }
            let zero = self.form.zero.as_deref().filter(|zero| line.split_whitespace().eq(zero.split_whitespace()));
            if let Some(found) = self.form.count.find(line).or(zero.map(|_| "0".into())) {
                self.is_cut |= !is_whole;
                if self.found.len() < 2 && self.found.iter().all(|before| *before != found) {
                    self.found.push(found.into_owned());
                }
            }
            line.clone_into(&mut self.last_line);
        })?;
        Ok(self)
    }

    /// Returns the count if the output holds exactly one, on whole lines.
    pub(crate) fn count(&self) -> Result<u128, NoCount> {
        if self.is_cut {
            let why = format!("printed its count on a line without an end, or of more than {MAX_LINE_BYTES} bytes");
            return Err(NoCount::Other(why));
        }
        match self.found.as_slice() {
            [] => Err(NoCount::Other(format!("printed no line of the form \"{}\"", self.form.count.0.join(" ")))),
            [count] if !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()) => {
                count.parse().map_err(|_| NoCount::TooLarge)
            }
            [other] => Err(NoCount::Other(format!("printed \"{}\" for its count", shown(other)))),
            [one, other, ..] => Err(NoCount::Other(format!("printed two counts, {} and {}", shown(one), shown(other)))),
        }
    }
}

impl AsRef<str> for Reply {
    /// Returns the last line that was not empty.
    fn as_ref(&self) -> &str {
        &self.last_line
    }
}

/// Returns the last line that is not empty.
pub(super) fn last_line(from: impl Read) -> io::Result<String> {
    let mut last = String::new();
    for_each_line(from, |line, _| {
        if !line.trim().is_empty() {
            line.clone_into(&mut last);
        }
    })?;
    Ok(last)
}

/// Shortens a line for a message.
pub(super) fn shown(line: &str) -> String {
    let line = line.trim();
    let end = line.char_indices().nth(MAX_SHOWN_CHARS).map_or(line.len(), |(end, _)| end);
    if end < line.len() { format!("{}...", &line[..end]) } else { line.to_owned() }
}

/// Calls `each` with each line, cut to [`MAX_LINE_BYTES`], and with `true` if that is the whole line and it has an end.
fn for_each_line(from: impl Read, mut each: impl FnMut(&str, bool)) -> io::Result<()> {
    let mut from = BufReader::new(from);
    let (mut line, mut is_cut) = (Vec::new(), false);
    loop {
        let bytes = from.fill_buf()?;
        let (length, ended) =
            bytes.iter().position(|&byte| byte == b'\n').map_or((bytes.len(), false), |newline| (newline, true));
        let kept = length.min(MAX_LINE_BYTES - line.len());
        is_cut |= kept < length;
        line.extend_from_slice(&bytes[..kept]);
        let over = bytes.is_empty();
        from.consume(length + usize::from(ended));
        if ended || over {
            each(&String::from_utf8_lossy(&line), ended && !is_cut);
            line.clear();
            is_cut = false;
        }
        if over {
            return Ok(());
        }
    }
}
