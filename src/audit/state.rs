//! Keeps opinions in a file, so that an interrupted audit can be resumed.
//!
//! The file is a [checked log](crate::checked_log). Its header names the format and the version of this program, because the
//! opinions belong to the engines of that version. Each record is an opinion as JSON, written as soon as an engine has answered.

use std::path::Path;

use serde_json::{Value, json};

use super::question::Opinion;
use crate::checked_log::{LockedLog, Log, LogError, LogKind};
use crate::constraint::Goal;
use crate::engine::Engine;
use crate::problem::Problem;

/// The known opinions, in memory and, if there is one, in a file.
#[derive(Default)]
pub struct State {
    known: Vec<Entry>,
    log: Option<Log>,
    was_cut_short: bool,
}

/// A question as [`question`] writes it, and an opinion on it.
type Entry = (Value, StoredOpinion);

/// An opinion as the file stores it.
struct StoredOpinion {
    engine: String,
    count: u128,
    seconds: f64,
}

const HEADER: &str = concat!("gridcheck audit state 1, version ", env!("CARGO_PKG_VERSION"));
static KIND: LogKind = LogKind { begins: HEADER, name: "a file of opinions of this version", longest: 1 << 16 };

impl State {
    /// Opens the file at `path` and reads its opinions, or creates it. New opinions are appended.
    ///
    /// # Errors
    /// Fails if the file cannot be read, written or locked, is damaged, or is of another kind or version.
    pub fn open(path: &Path) -> Result<State, LogError> {
        let locked_log = LockedLog::open_or_create(path)?;
        let mut reader = locked_log.reader(&KIND)?;
        if reader.header().is_some_and(|header| header != HEADER) {
            return Err(reader.of_another_kind());
        }
        let mut known = Vec::new();
        while let Some(text) = reader.record()? {
            known.push(parse(&text).ok_or_else(|| reader.damaged("expected an opinion"))?);
        }
        let (has_header, whole, was_cut_short) = (reader.header().is_some(), reader.whole(), reader.was_cut_short());
        let log = if has_header { locked_log.resume(HEADER, whole)? } else { locked_log.begin(HEADER)? };
        Ok(State { known, log: Some(log), was_cut_short })
    }

    /// Returns `true` if the file's last line was cut short and has been dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// Counts the opinions.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns `true` if there are no opinions.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the known opinions of these engines on a question.
    pub fn opinions(&self, asked: (&Problem, Option<Goal>), engines: &[&dyn Engine]) -> Vec<Opinion> {
        let asked = question(asked);
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

    /// Records an opinion.
    pub(super) fn record(&mut self, asked: (&Problem, Option<Goal>), opinion: &Opinion) -> Result<(), LogError> {
        let about = question(asked);
        if let Some(log) = &mut self.log {
            let text = json!({
                "question": about,
                "engine": opinion.engine,
                "count": opinion.count.to_string(),
                "seconds": opinion.seconds,
            });
            log.add(&text.to_string())?;
        }
        let Opinion { engine, witness: _, count, seconds } = *opinion;
        self.known.push((about, StoredOpinion { engine: engine.to_owned(), count, seconds }));
        Ok(())
    }
}

/// Returns a question as the file stores it: size and rules without their name; constraints and a goal if there are any.
fn question((problem, goal): (&Problem, Option<Goal>)) -> Value {
    let mut rules = problem.rules().record();
    if let Some(rules) = rules.as_object_mut() {
        rules.remove("name");
    }
    let mut question = json!({ "size": problem.size(), "rules": rules });
    if !problem.constraints().is_empty() {
        question["where"] = problem.constraints().iter().map(ToString::to_string).collect();
    }
    if let Some(goal) = goal {
        question["goal"] = goal.to_string().into();
    }
    question
}

fn parse(line: &str) -> Option<Entry> {
    let value: Value = serde_json::from_str(line).ok()?;
    let known = StoredOpinion {
        engine: value["engine"].as_str()?.to_owned(),
        count: value["count"].as_str()?.parse().ok()?,
        seconds: value["seconds"].as_f64()?,
    };
    Some((value["question"].clone(), known))
}
