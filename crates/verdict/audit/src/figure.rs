//! Selects the claims about one figure that a reader asks for.

use num_bigint::BigUint;
use thiserror::Error;

use super::claimed_value::ClaimedValue;
use super::claims::{Claim, Claims, Meaning};
use super::relations::nameless;

/// A figure that a reader asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Figure {
    /// A term of a sequence of the OEIS, as in `A323839(9)`; its index is a size. Without an index, all its terms.
    Term { sequence: String, index: Option<u32> },
    /// A number.
    Number(BigUint),
}

/// The reason why a text is not a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a term of a sequence as in A323839(9), a sequence as in A323839, or a figure as in 9,381")]
pub struct NoFigure;

impl std::str::FromStr for Figure {
    type Err = NoFigure;

    fn from_str(text: &str) -> Result<Self, NoFigure> {
        if let Some(value) = ClaimedValue::parse(text) {
            return value.exact().cloned().map(Figure::Number).ok_or(NoFigure);
        }
        let (sequence, index) = match text.split_once('(') {
            Some((sequence, rest)) => {
                let index = rest.strip_suffix(')').and_then(|index| index.parse().ok());
                (sequence, Some(index.ok_or(NoFigure)?))
            }
            None => (text, None),
        };
        let digits = sequence.strip_prefix('A').ok_or(NoFigure)?;
        let is_sequence = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_sequence { Ok(Figure::Term { sequence: sequence.to_owned(), index }) } else { Err(NoFigure) }
    }
}

impl Figure {
    /// Leaves only the claims about this figure: those that name it, and those of any source that answer the same question.
    pub fn select(&self, sources: &mut [Claims]) {
        let named = |source: &Claims, claim: &Claim| match self {
            Figure::Number(number) => claim.value.exact() == Some(number),
            Figure::Term { sequence, .. } => {
                let place = claim.place.as_deref();
                place.unwrap_or(&source.source.where_found).contains(sequence.as_str())
            }
        };
        let asked: Vec<Meaning> = sources
            .iter()
            .flat_map(|source| source.claims.iter().filter(|claim| named(source, claim)))
            .filter_map(|claim| claim.meaning.clone().ok())
            .collect();
        // The terms of a sequence differ in size.
        let is_alike = |one: &Meaning, other: &Meaning| match self {
            Figure::Number(_) => one.quantity == other.quantity && nameless(&one.problem) == nameless(&other.problem),
            Figure::Term { .. } => {
                one.quantity == other.quantity
                    && one.problem.rules().has_rules_of(other.problem.rules())
                    && one.problem.constraints() == other.problem.constraints()
                    && [one, other].iter().all(|meaning| meaning.problem.givens().is_empty())
            }
        };
        for source in sources {
            let claims = std::mem::take(&mut source.claims);
            let is_asked = |claim: &Claim| {
                let is_like_one = |own: &Meaning| asked.iter().any(|other| is_alike(own, other));
                named(source, claim) || claim.meaning.as_ref().is_ok_and(is_like_one)
            };
            source.claims = claims.into_iter().filter(|claim| is_asked(claim) && self.has_index_of(claim)).collect();
        }
    }

    /// Returns `true` if a claim is about the term of that index. The place of a claim names the index, or the size is the index.
    fn has_index_of(&self, claim: &Claim) -> bool {
        let Figure::Term { sequence, index: Some(index) } = self else { return true };
        let place = claim.place.as_deref().unwrap_or_default();
        match place.split_once(&format!("{sequence}(")) {
            Some((_, rest)) => rest.starts_with(&format!("{index})")),
            None => claim.size.is_square() && claim.size.longer_side() == i64::from(*index),
        }
    }
}
