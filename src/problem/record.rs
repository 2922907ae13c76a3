//! A counting question as data: how a file of sums says what was counted.
//!
//! It outlives versions. A rule that came later is written only where it asks for something, and one that is not there asks for
//! nothing: what was written before there was the rule says the same as after. Wishes have no place in it.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::{Givens, Problem, ProblemError};
use crate::grid::MAX_SIZE;
use crate::rules::{self, Ruleset};

/// Why what is on record is no question.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It does not say so much.
    #[error("expected the key `{0}`")]
    Missing(&'static str),
    /// What a key says is not what it can say.
    #[error("{0}")]
    Value(&'static str),
    /// Its rules are not understood.
    #[error("rules: {0}")]
    Rules(#[from] rules::RecordError),
    /// There is no such question.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Problem {
    /// The keys that [`record`](Problem::record) writes.
    pub const RECORD_KEYS: [&str; 3] = [SIZE, RULES, GIVEN];

    /// Size, rules and what is given, as `from_record` reads them.
    pub fn record(&self) -> Map<String, Value> {
        let mut record = Map::new();
        record.insert(SIZE.to_owned(), json!(self.size));
        record.insert(RULES.to_owned(), self.rules.record());
        if !self.givens.is_empty() {
            record.insert(GIVEN.to_owned(), self.givens.to_string().lines().collect());
        }
        record
    }

    /// Reads what [`record`](Problem::record) writes; other keys are somebody else's.
    ///
    /// ```
    /// use gridcheck::{problem::Problem, rules};
    ///
    /// let british = Problem::new(7, rules::builtin("british").expect("a built-in set"))?;
    /// assert_eq!(Problem::from_record(&british.record()), Ok(british));
    /// # Ok::<(), gridcheck::problem::ProblemError>(())
    /// ```
    pub fn from_record(record: &Map<String, Value>) -> Result<Problem, RecordError> {
        let size = record.get(SIZE).ok_or(RecordError::Missing(SIZE))?;
        let size = size.as_u64().and_then(|size| usize::try_from(size).ok());
        let size = size.ok_or(RecordError::Value("size: expected a whole number"))?;
        let rules = Ruleset::from_record(record.get(RULES).ok_or(RecordError::Missing(RULES))?)?;
        let problem = Problem::new(size, rules)?;
        let Some(rows) = record.get(GIVEN) else { return Ok(problem) };
        let wrong = || RecordError::Value("given: expected rows of #, . and ?, as many as the size says");
        problem.with_givens(givens(rows).ok_or_else(wrong)?).map_err(|_| wrong())
    }

    /// Whether the other's record asks for the same grids: what the rule set is called does not matter.
    pub fn is_recorded_as(&self, other: &Problem) -> bool {
        let Problem { size, rules, givens, wishes: _ } = self;
        let name = other.rules.name.clone();
        (*size, givens) == (other.size, &other.givens) && Ruleset { name, ..rules.clone() } == other.rules
    }

    /// The question in a few words.
    pub fn in_words(&self) -> String {
        let given = if self.givens.is_empty() { "" } else { ", some squares given" };
        format!("size {}, rules {}{given}", self.size, self.rules.name)
    }
}

const SIZE: &str = "size";
const RULES: &str = "rules";
const GIVEN: &str = "given";

/// Rows as [`Givens`] are written.
fn givens(rows: &Value) -> Option<Givens> {
    let rows: Vec<&str> = rows.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    if width > MAX_SIZE {
        return None;
    }
    let mut givens = Givens::open(rows.len(), width);
    for (r, row) in rows.iter().enumerate() {
        if row.len() != width {
            return None;
        }
        givens.fix_written(r, row)?;
    }
    Some(givens)
}
