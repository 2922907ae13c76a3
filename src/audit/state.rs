//! Opinions kept in a file, so that an audit that ran out of time goes on where it was.
//!
//! The file is text. Its first line names the format and the version of this program, whose engines the opinions are; then
//! a line an opinion, JSON and the first digits of a hash of the first line and it. A line is written as soon as an engine
//! has answered; a last line without its end is not used. Everything else that does not check is damage, and refused.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Value, json};
use thiserror::Error;

use super::question::Opinion;
use crate::engine::Engine;
use crate::problem::Problem;

/// What has been established, in memory and, if wanted, in a file.
#[derive(Default)]
pub struct State {
    known: Vec<Entry>,
    file: Option<File>,
}

/// A question as [`question`] writes it, and an opinion on it.
type Entry = (Value, Known);

/// An opinion as a file has it.
struct Known {
    engine: String,
    count: u128,
    seconds: f64,
}

/// Why a file of opinions cannot be used.
#[derive(Debug, Error)]
pub enum StateError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is not as it was written.
    #[error("{path}:{line}: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
}

const HEADER: &str = concat!("gridcheck audit state 1, version ", env!("CARGO_PKG_VERSION"));
/// The digits of a line's hash.
const CHECK_DIGITS: usize = 8;
/// An audit has a few hundred lines; a file larger than this is another kind of file.
const MOST_BYTES: u64 = 1 << 24;

impl State {
    /// The opinions in the file at `path`, which will hold the new ones too; a new file if there is none.
    pub fn open(path: &Path) -> Result<State, StateError> {
        let file_error = |error| StateError::File { path: path.display().to_string(), error };
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(file_error)?;
        let mut text = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(&mut file, MOST_BYTES), &mut text).map_err(file_error)?;
        let (known, whole) =
            read(&text).map_err(|(line, what)| StateError::Damaged { path: path.display().to_string(), line, what })?;
        // What follows the last whole line was cut short.
        file.set_len(whole as u64).map_err(file_error)?;
        file.seek(SeekFrom::End(0)).map_err(file_error)?;
        if whole == 0 {
            writeln!(file, "{HEADER}").map_err(file_error)?;
        }
        Ok(State { known, file: Some(file) })
    }

    /// How many opinions there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What these engines are known to have said about a problem.
    pub fn opinions(&self, problem: &Problem, engines: &[&dyn Engine]) -> Vec<Opinion> {
        let asked = question(problem);
        let mut opinions: Vec<Opinion> = Vec::new();
        for (_, known) in self.known.iter().filter(|(about, _)| *about == asked) {
            let is_new = |engine: &&&dyn Engine| opinions.iter().all(|other| other.engine != engine.name());
            let Some(engine) = engines.iter().find(|engine| engine.name() == known.engine).filter(is_new) else {
                continue;
            };
            let (engine, witness) = (engine.name(), engine.witness());
            opinions.push(Opinion { engine, witness, count: known.count, seconds: known.seconds });
        }
        opinions
    }

    /// Takes note of an opinion.
    pub(super) fn learn(&mut self, problem: &Problem, opinion: &Opinion) -> io::Result<()> {
        let about = question(problem);
        if let Some(file) = &mut self.file {
            let line = json!({
                "question": about,
                "engine": opinion.engine,
                "count": opinion.count.to_string(),
                "seconds": opinion.seconds,
            })
            .to_string();
            file.write_all(format!("{line} {}\n", check(&line)).as_bytes())?;
        }
        let Opinion { engine, witness: _, count, seconds } = *opinion;
        self.known.push((about, Known { engine: engine.to_owned(), count, seconds }));
        Ok(())
    }
}

/// A problem as the file has it: size and rules, whatever they are called.
fn question(problem: &Problem) -> Value {
    let mut rules = problem.rules().record();
    if let Some(rules) = rules.as_object_mut() {
        rules.remove("name");
    }
    json!({ "size": problem.size(), "rules": rules })
}

fn check(line: &str) -> String {
    blake3::hash(format!("{HEADER}\n{line}").as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
}

/// The opinions in a file, and how many bytes of it are whole lines; or the line that is damaged, and how.
fn read(bytes: &[u8]) -> Result<(Vec<Entry>, usize), (usize, String)> {
    if bytes.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let expected = || (1, format!("expected a file of opinions of this version (\"{HEADER}\")"));
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| expected())?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(expected());
    }
    let known = lines.zip(2..).map(|(line, number)| {
        let opinion = line.rsplit_once(' ').filter(|(said, digits)| check(said) == *digits);
        let (said, _) = opinion.ok_or((number, "damaged: the line does not agree with its check".to_owned()))?;
        parse(said).ok_or((number, "damaged: expected an opinion".to_owned()))
    });
    Ok((known.collect::<Result<_, _>>()?, whole))
}

fn parse(line: &str) -> Option<Entry> {
    let value: Value = serde_json::from_str(line).ok()?;
    let known = Known {
        engine: value["engine"].as_str()?.to_owned(),
        count: value["count"].as_str()?.parse().ok()?,
        seconds: value["seconds"].as_f64()?,
    };
    Some((value["question"].clone(), known))
}
