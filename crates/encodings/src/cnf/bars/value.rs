//! Truth values of a formula: a literal, or a constant where the rim decides.

use super::Cnf;

/// A truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// False in every grid.
    False,
    /// True in every grid.
    True,
    /// True if this literal is.
    If(i32),
}

impl Value {
    /// Returns the negation.
    pub(super) fn negated(self) -> Self {
        match self {
            Value::False => Value::True,
            Value::True => Value::False,
            Value::If(literal) => Value::If(-literal),
        }
    }

    /// Returns the statement that there is no bar at `edge`, which is false at the rim.
    pub(super) fn open(edge: Option<i32>) -> Self {
        edge.map_or(Value::False, |bar| Value::If(-bar))
    }

    /// Returns the statement that a run ends at `edge`, which is true at the rim.
    pub(super) fn closed(edge: Option<i32>) -> Self {
        Value::open(edge).negated()
    }

    /// Returns a value that is true exactly when one of these is.
    pub(super) fn one_of(cnf: &mut Cnf, values: &[Value]) -> Self {
        match literals(values) {
            None => Value::True,
            Some(literals) if literals.is_empty() => Value::False,
            Some(literals) => Value::If(cnf.either(&literals)),
        }
    }

    /// Returns a value that is true exactly when all of these are.
    pub(super) fn all_of(cnf: &mut Cnf, values: &[Value]) -> Self {
        let negated: Vec<Value> = values.iter().map(|value| value.negated()).collect();
        Value::one_of(cnf, &negated).negated()
    }
}

/// Adds the clause that one of these values is true.
pub(super) fn require_one(cnf: &mut Cnf, values: &[Value]) {
    match literals(values) {
        None => {}
        Some(literals) if literals.is_empty() => cnf.contradict(),
        Some(literals) => cnf.clause(&literals),
    }
}

/// Returns the literals of a disjunction, each once; `None` if it is always true. Edges of one orbit have the same literal.
fn literals(values: &[Value]) -> Option<Vec<i32>> {
    let mut literals = Vec::new();
    for &value in values {
        match value {
            Value::False => {}
            Value::True => return None,
            Value::If(literal) if literals.contains(&-literal) => return None,
            Value::If(literal) if literals.contains(&literal) => {}
            Value::If(literal) => literals.push(literal),
        }
    }
    Some(literals)
}
