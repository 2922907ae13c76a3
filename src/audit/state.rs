//! Opinions kept in a file, so that an audit that ran out of time goes on where it was.
//!
//! The file is a [checked log](crate::checked_log). Its header names the format and the version of this program, whose engines
//! the opinions are; a record is an opinion, as JSON, written as soon as an engine has answered.

use std::path::Path;

use serde_json::{Value, json};

use super::question::Opinion;
use crate::checked_log::{Claim, Kind, Log, LogError};
use crate::constraint::Goal;
use crate::engine::Engine;
use crate::problem::Problem;

/// What has been established, in memory and, if wanted, in a file.
#[derive(Default)]
pub struct State {
    known: Vec<Entry>,
    log: Option<Log>,
    was_cut_short: bool,
}

/// A question as [`question`] writes it, and an opinion on it.
type Entry = (Value, Known);

/// An opinion as a file has it.
struct Known {
    engine: String,
    count: u128,
    seconds: f64,
}

const HEADER: &str = concat!("gridcheck audit state 1, version ", env!("CARGO_PKG_VERSION"));
static KIND: Kind = Kind { begins: HEADER, name: "a file of opinions of this version", longest: 1 << 16 };

impl State {
    /// The opinions in the file at `path`, which will hold the new ones too; a new file if there is none.
    pub fn open(path: &Path) -> Result<State, LogError> {
        let claim = Claim::old_or_new(path)?;
        let mut reader = claim.reader(&KIND)?;
        if reader.header().is_some_and(|header| header != HEADER) {
            return Err(reader.of_another_kind());
        }
        let mut known = Vec::new();
        while let Some(text) = reader.record()? {
            known.push(parse(&text).ok_or_else(|| reader.damaged("expected an opinion"))?);
        }
        let (has_header, whole, was_cut_short) = (reader.header().is_some(), reader.whole(), reader.was_cut_short());
        let log = if has_header { claim.go_on(HEADER, whole)? } else { claim.begin(HEADER)? };
        Ok(State { known, log: Some(log), was_cut_short })
    }

    /// Whether the file's last line had been cut short, and was dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// How many opinions there are.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// What these engines are known to have said about a question.
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

    /// Takes note of an opinion.
    pub(super) fn learn(&mut self, asked: (&Problem, Option<Goal>), opinion: &Opinion) -> Result<(), LogError> {
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
        self.known.push((about, Known { engine: engine.to_owned(), count, seconds }));
        Ok(())
    }
}

/// A question as the file has it: size and rules, whatever they are called; constraints and a goal where there are such.
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
    let known = Known {
        engine: value["engine"].as_str()?.to_owned(),
        count: value["count"].as_str()?.parse().ok()?,
        seconds: value["seconds"].as_f64()?,
    };
    Some((value["question"].clone(), known))
}
