//! What each upright came to: in memory, or in a file that a long count goes on from and anyone can audit.
//!
//! The file is a [checked log](crate::checked_log). Its first line says what was counted; a record is an upright and the centre, by name,
//! and how many grids have them, written as soon as it is known. When the count is done the last record is `total` and the sum.
//! Where nothing is given an upright stands for its reflections too: its grids are those whose crossbar comes no earlier than it, and
//! their reflections in the diagonal. Of two arms the one with fewer white squares comes first; of two with as many, the one
//! that is less as a binary number whose lowest digit is the square at the edge of the grid, white being 1.
//!
//! A name is the squares of the upright from the edge of the grid on, `o` white and `-` black, a colon, and the centre: `o-ooo:o`.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Mutex;

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::NAME;
use super::arm::Arm;
use crate::checked_log::{Claim, Kind, Log, LogError, Reader};
use crate::engine::EngineError;
use crate::locks::locked;
use crate::problem::Problem;

const BEGINS: &str = r#"{"file":"gridcheck upright sums "#;
const FORMAT: &str = "gridcheck upright sums 1";

static KIND: Kind = Kind { begins: BEGINS, name: "the first line of a file of upright sums", longest: 1 << 12 };

/// Why a file of sums by upright cannot be used.
#[derive(Debug, Error)]
pub enum UprightSumsError {
    /// The file cannot be.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Its first line is not understood.
    #[error("{path}:1: {what}")]
    Head {
        /// The file.
        path: String,
        /// What is wrong with it.
        what: String,
    },
    /// It is about another question.
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem {
        /// The file.
        path: String,
        /// The problem it is about.
        theirs: String,
    },
}

/// How many grids each upright has, of those that have been counted.
#[derive(Default)]
pub struct UprightSums {
    state: Mutex<State>,
    was_cut_short: bool,
    version: Option<String>,
}

#[derive(Default)]
struct State {
    known: BTreeMap<String, u128>,
    finished: bool,
    log: Option<Log>,
}

impl UprightSums {
    /// None counted yet, and nothing written.
    pub fn in_memory() -> Self {
        UprightSums::default()
    }

    /// None counted yet; a new file at `path`.
    pub fn create(path: &Path, problem: &Problem) -> Result<Self, UprightSumsError> {
        // A file without its first line is of no use to anyone.
        let claim = Claim::new(path)?;
        UprightSums::begin(claim, problem).inspect_err(|_| drop(std::fs::remove_file(path)))
    }

    /// Those counted in the file at `path`, to go on from; a new file if there is none, or one with nothing on record.
    pub fn resume(path: &Path, problem: &Problem) -> Result<Self, UprightSumsError> {
        let claim = Claim::old_or_new(path)?;
        let mut reader = claim.reader(&KIND)?;
        let Some(head) = same_problem(path, &reader, problem)? else {
            // A file that is empty was not cut short.
            let was_cut_short = reader.was_cut_short();
            return Ok(UprightSums { was_cut_short, ..UprightSums::begin(claim, problem)? });
        };
        let (state, whole) = read(&mut reader, problem)?;
        let was_cut_short = reader.was_cut_short();
        let log = Some(claim.go_on(&head, whole)?);
        Ok(UprightSums { state: Mutex::new(State { log, ..state }), was_cut_short, version: version(&head) })
    }

    /// Those counted in the file at `path`, which is left as it is.
    pub fn read(path: &Path, problem: &Problem) -> Result<Self, UprightSumsError> {
        let mut reader = Reader::open(path, &KIND)?;
        let head = same_problem(path, &reader, problem)?;
        let (state, _) = read(&mut reader, problem)?;
        let version = head.as_deref().and_then(version);
        Ok(UprightSums { state: Mutex::new(state), was_cut_short: reader.was_cut_short(), version })
    }

    fn begin(claim: Claim, problem: &Problem) -> Result<Self, UprightSumsError> {
        let mut head = Map::from_iter([("file".to_owned(), json!(FORMAT))]);
        head.extend(problem.record());
        head.extend([("engine".to_owned(), json!(NAME)), ("version".to_owned(), json!(env!("CARGO_PKG_VERSION")))]);
        let log = Some(claim.begin(&Value::Object(head).to_string())?);
        Ok(UprightSums { state: Mutex::new(State { log, ..State::default() }), ..UprightSums::default() })
    }

    /// Whether the file's last line had been cut short, and was dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// The version of this crate that began the file.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The names of those that have been counted.
    pub(super) fn names(&self) -> Vec<String> {
        locked(&self.state).known.keys().cloned().collect()
    }

    /// How many have been counted.
    pub fn len(&self) -> usize {
        locked(&self.state).known.len()
    }

    /// Whether none has been.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all have been, and their total is on record.
    pub fn is_finished(&self) -> bool {
        locked(&self.state).finished
    }

    /// The grids of the upright of that name, if they were counted; of one that a finished count left out, none.
    pub(super) fn recorded(&self, name: &str) -> Option<u128> {
        let state = locked(&self.state);
        state.known.get(name).copied().or(state.finished.then_some(0))
    }

    /// The sum over all; `None` if it does not fit.
    pub fn total(&self) -> Option<u128> {
        sum(&locked(&self.state).known)
    }

    pub(super) fn learn(&self, name: &str, grids: u128) -> Result<(), EngineError> {
        let mut state = locked(&self.state);
        if let Some(log) = &mut state.log {
            log.add(&format!("{name} {grids}")).map_err(|error| failed(&error))?;
        }
        state.known.insert(name.to_owned(), grids);
        Ok(())
    }

    /// Takes down the total.
    pub(super) fn close(&self) -> Result<(), EngineError> {
        let mut state = locked(&self.state);
        let total = sum(&state.known).ok_or(EngineError::Overflow)?;
        if let Some(log) = &mut state.log {
            log.add(&format!("total {total}")).map_err(|error| failed(&error))?;
        }
        state.finished = true;
        Ok(())
    }
}

/// The name of an upright and the centre.
pub fn name(arm: &Arm, side: usize) -> String {
    let colour = |square| if arm.is_white(square) { 'o' } else { '-' };
    (0..side).map(colour).chain([':', colour(side)]).collect()
}

/// Whether an upright of so many squares could have that name.
pub fn is_name(text: &str, side: usize) -> bool {
    let is_colour = |colour: &u8| b"o-".contains(colour);
    matches!(text.as_bytes().split_at_checked(side), Some((squares, [b':', centre]))
        if squares.iter().all(is_colour) && is_colour(centre))
}

fn version(head: &str) -> Option<String> {
    let head: Value = serde_json::from_str(head).ok()?;
    head["version"].as_str().map(str::to_owned)
}

fn failed(error: &LogError) -> EngineError {
    EngineError::Failed { engine: NAME, what: error.to_string() }
}

fn sum(known: &BTreeMap<String, u128>) -> Option<u128> {
    known.values().try_fold(0u128, |total, &grids| total.checked_add(grids))
}

/// The first line, if there is one; an error if it is about another problem, whatever either calls its rule set.
fn same_problem<R: Read>(
    path: &Path,
    reader: &Reader<R>,
    problem: &Problem,
) -> Result<Option<String>, UprightSumsError> {
    let Some(line) = reader.header() else { return Ok(None) };
    let in_head = |what: String| UprightSumsError::Head { path: path.display().to_string(), what };
    let Ok(Value::Object(head)) = serde_json::from_str::<Value>(line) else {
        return Err(in_head("expected the first line of a file of upright sums".to_owned()));
    };
    if head.get("file") != Some(&json!(FORMAT)) {
        return Err(in_head(format!("this version reads \"{FORMAT}\"")));
    }
    let is_known = |key: &str| ["file", "engine", "version"].contains(&key) || Problem::RECORD_KEYS.contains(&key);
    if let Some(key) = head.keys().find(|key| !is_known(key)) {
        return Err(in_head(format!(
            "unknown key `{key}`: it may change what was counted; a later version may know it"
        )));
    }
    if let Some(engine) = head.get("engine").filter(|engine| **engine != json!(NAME)) {
        return Err(in_head(format!("engine {engine}: expected \"{NAME}\"")));
    }
    let theirs = Problem::from_record(&head).map_err(|error| in_head(error.to_string()))?;
    if theirs.is_recorded_as(problem) {
        return Ok(Some(line.to_owned()));
    }
    Err(UprightSumsError::OtherProblem { path: path.display().to_string(), theirs: theirs.in_words_beside(problem) })
}

/// What the records say, and how many bytes of whole lines there are.
fn read<R: Read>(reader: &mut Reader<R>, problem: &Problem) -> Result<(State, u64), LogError> {
    const A_RECORD: &str = "expected an upright, its grids and a check";
    let mut state = State::default();
    let mut whole = reader.whole();
    while let Some(text) = reader.record()? {
        let fields = text.split_once(' ').and_then(|(name, grids)| Some((name, grids.parse::<u128>().ok()?)));
        let (name, grids) = fields.ok_or_else(|| reader.damaged(A_RECORD))?;
        if state.finished {
            return Err(reader.damaged("nothing was expected after the total"));
        }
        if name == "total" {
            if sum(&state.known) != Some(grids) {
                return Err(reader.damaged("the total is not the sum of the uprights"));
            }
            state.finished = true;
        } else if !is_name(name, problem.size() / 2) {
            return Err(reader.damaged(A_RECORD));
        } else if state.known.insert(name.to_owned(), grids).is_some() {
            return Err(reader.damaged("the upright was there before"));
        }
        whole = reader.whole();
    }
    Ok((state, whole))
}
