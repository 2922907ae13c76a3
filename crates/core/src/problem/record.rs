//! Converts a counting question to and from data: the record of a file of sums.
//!
//! The record outlives versions. A newer rule is written only where it requires something, and an absent rule requires nothing. So a record
//! from before the rule keeps its meaning.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::{Givens, Problem, ProblemError};
use crate::constraint::{Constraint, ConstraintError, in_words};
use crate::rules::{self, Ruleset};
use crate::size::Size;

/// The reason why a record is not a question.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A key is missing.
    #[error("expected the key `{0}`")]
    Missing(&'static str),
    /// A key has a value that it cannot have.
    #[error("{0}")]
    Value(&'static str),
    /// The rules are rejected.
    #[error("rules: {0}")]
    Rules(#[from] rules::RecordError),
    /// A constraint is rejected.
    #[error("where: {0}")]
    Constraint(#[from] ConstraintError),
    /// The question is impossible.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

impl Problem {
    /// The keys that [`record`](Problem::record) writes.
    pub const RECORD_KEYS: [&str; 4] = [SIZE, RULES, GIVEN, WHERE];

    /// Returns size, rules, given squares and constraints, as [`from_record`](Problem::from_record) reads them.
    pub fn record(&self) -> Map<String, Value> {
        let mut record = Map::new();
        record.insert(SIZE.to_owned(), json!(self.size));
        record.insert(RULES.to_owned(), self.rules.record());
        if !self.givens.is_empty() {
            record.insert(GIVEN.to_owned(), self.givens.to_string().lines().collect());
        }
        if !self.constraints.is_empty() {
            record.insert(WHERE.to_owned(), self.constraints.iter().map(Constraint::to_string).collect());
        }
        record
    }

    /// Reads the keys that [`record`](Problem::record) writes and ignores all others.
    ///
    /// # Errors
    /// Returns an error if a key is missing or its value is rejected.
    ///
    /// ```
    /// use gridcheck_core::{problem::Problem, rules};
    ///
    /// let british = Problem::new(7, rules::builtin("british").expect("a built-in set"))?;
    /// assert_eq!(Problem::from_record(&british.record()), Ok(british));
    /// # Ok::<(), gridcheck_core::problem::ProblemError>(())
    /// ```
    pub fn from_record(record: &Map<String, Value>) -> Result<Problem, RecordError> {
        let size = record.get(SIZE).ok_or(RecordError::Missing(SIZE))?;
        let size = match size {
            Value::Number(side) => side.to_string().parse().ok(),
            Value::String(size) => size.parse().ok().filter(|size: &Size| !size.is_square()),
            _ => None,
        };
        let size =
            size.ok_or(RecordError::Value("size: expected a number up to 64, or rows and columns as in \"13x15\""))?;
        let rules = Ruleset::from_record(record.get(RULES).ok_or(RecordError::Missing(RULES))?)?;
        let constraints = record.get(WHERE).map_or(Ok(Vec::new()), constraints)?;
        let problem = Problem::of_size(size, rules)?.with_constraints(constraints)?;
        let Some(rows) = record.get(GIVEN) else { return Ok(problem) };
        let wrong = || RecordError::Value("given: expected rows of #, . and ?, as many as the size says");
        problem.with_givens(givens(rows).ok_or_else(wrong)?).map_err(|_| wrong())
    }

    /// Returns `true` if the other's record asks for the same grids. The name of the rule set and the order of the constraints do not
    /// matter.
    pub fn is_recorded_as(&self, other: &Problem) -> bool {
        let Problem { size, rules, givens, constraints, rounded: _ } = self;
        let texts = |constraints: &[Constraint]| constraints.iter().map(Constraint::to_string).collect::<BTreeSet<_>>();
        (*size, givens) == (other.size, &other.givens)
            && rules.has_rules_of(&other.rules)
            && texts(constraints) == texts(&other.constraints)
    }

    /// Describes the question briefly, with its differences from another one, since two rule sets can share a name.
    pub fn in_words_beside(&self, other: &Problem) -> String {
        let mut words = vec![format!("size {}, rules {}", self.size, self.rules.name)];
        let [ours, theirs] = [self, other].map(|problem| match problem.rules.record() {
            Value::Object(rules) => rules,
            _ => Map::new(),
        });
        let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).filter(|key| *key != "name").collect();
        let unlike = keys.into_iter().filter(|key| ours.get(*key) != theirs.get(*key));
        words.extend(unlike.map(|key| ours.get(key).map_or(format!("no {key}"), |value| format!("{key} = {value}"))));
        match (self.givens.is_empty(), other.givens.is_empty()) {
            (true, false) => words.push("nothing given".to_owned()),
            (false, true) => words.push("some squares given".to_owned()),
            (false, false) if self.size == other.size => words.extend(self.square_unlike(other)),
            (true, true) | (false, false) => {}
        }
        match (self.constraints.is_empty(), other.constraints.is_empty()) {
            (true, true) => {}
            (true, false) => words.push("no constraint".to_owned()),
            (false, _) => words.push(format!("where {}", in_words(&self.constraints))),
        }
        words.join(", ")
    }

    /// Describes the first square that is given differently in a problem of the same size.
    fn square_unlike(&self, other: &Problem) -> Option<String> {
        let [ours, theirs] = [self, other].map(|problem| move |(r, c)| problem.givens.colour(r, c));
        let mut squares = self.size.positions();
        let square = squares.find(|&square| ours(square) != theirs(square))?;
        let is = ours(square).map_or("open", |white| if white { "white" } else { "black" });
        Some(format!("row {} column {} {is}", square.0 + 1, square.1 + 1))
    }
}

const SIZE: &str = "size";
const RULES: &str = "rules";
const GIVEN: &str = "given";
const WHERE: &str = "where";

/// Parses constraints, one a text.
fn constraints(texts: &Value) -> Result<Vec<Constraint>, RecordError> {
    let texts: Option<Vec<&str>> = texts.as_array().and_then(|texts| texts.iter().map(Value::as_str).collect());
    let texts = texts.ok_or(RecordError::Value("where: expected a list of constraints"))?;
    texts.into_iter().map(|text| Ok(text.parse()?)).collect()
}

/// Parses rows in the form in which [`Givens`] are written.
fn givens(rows: &Value) -> Option<Givens> {
    let rows: Vec<&str> = rows.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    Givens::of_rows(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    /// A record keeps every kind of constraint, and their order does not matter.
    #[test]
    fn constraints_are_recorded() {
        let texts = [
            "words 3..14",
            "letters >= 20",
            "blacks = 30",
            "checked <= 20",
            "unchecked >= 1",
            "length 3 = 0",
            "length 5..6 <= 4",
            "length except 3/4 = 0",
            "mean-length >= 4.5",
            "lengths <= 3",
            "blacks-per-row <= 5",
        ];
        let constraint = |text: &str| text.parse::<Constraint>().unwrap_or_else(|error| panic!("{text}: {error}"));
        let open = Problem::new(9, builtin("british").expect("built in")).expect("a fair problem");
        let of = |texts: &[&str]| {
            open.clone().with_constraints(texts.iter().map(|text| constraint(text)).collect()).expect("possible")
        };
        for text in texts {
            let problem = of(&[text]);
            assert_eq!(Problem::from_record(&problem.record()), Ok(problem.clone()), "{text}");
            assert!(!problem.is_recorded_as(&open) && !open.is_recorded_as(&problem), "{text}");
        }
        assert!(of(&texts[..2]).is_recorded_as(&of(&[texts[1], texts[0]])));
        assert!(!of(&texts[..2]).is_recorded_as(&of(&texts[1..3])));
        for (wrong, said) in [(json!("words <= 3"), "a list"), (json!([3]), "a list"), (json!(["words <"]), "where: ")]
        {
            let mut record = open.record();
            record.insert("where".to_owned(), wrong);
            let error = Problem::from_record(&record).expect_err("no constraints").to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    /// Describes the differences of two problems, even if their rule sets share a name.
    #[test]
    fn the_first_difference_of_two_problems_is_named() {
        let rules = |min_word| Ruleset { min_word, ..builtin("british").expect("built in") };
        let problem = |size, min_word, given: &[(usize, usize, bool)]| {
            let open = Problem::new(size, rules(min_word)).expect("a fair problem");
            let mut givens = open.givens().clone();
            for &(r, c, white) in given {
                givens.fix(r, c, white);
            }
            open.with_givens(givens).expect("givens of that size")
        };
        let (one, two) = (problem(9, 3, &[]), problem(9, 4, &[(0, 1, true)]));
        assert_eq!(one.in_words_beside(&two), "size 9, rules british, min_word = 3, nothing given");
        assert_eq!(two.in_words_beside(&one), "size 9, rules british, min_word = 4, some squares given");
        let three = problem(9, 4, &[(0, 1, true), (2, 3, false)]);
        assert_eq!(two.in_words_beside(&three), "size 9, rules british, row 3 column 4 open");
        assert_eq!(three.in_words_beside(&two), "size 9, rules british, row 3 column 4 black");
        assert_eq!(problem(7, 3, &[]).in_words_beside(&one), "size 7, rules british");
        let few = one.clone().with_constraints(vec!["words <= 14".parse().expect("a constraint")]).expect("possible");
        assert_eq!(few.in_words_beside(&one), "size 9, rules british, where words <= 14");
        assert_eq!(one.in_words_beside(&few), "size 9, rules british, no constraint");
    }
}
