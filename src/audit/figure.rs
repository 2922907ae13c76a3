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

/// The reason why a text is no figure.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns source, size and printed value of the claims about a figure.
    fn about(figure: &str) -> Vec<(String, String, String)> {
        let mut sources = Claims::builtin();
        figure.parse::<Figure>().expect("a figure").select(&mut sources);
        let claims = sources.iter().flat_map(|source| source.claims.iter().map(move |claim| (source, claim)));
        claims.map(|(source, claim)| (source.name.clone(), claim.size.to_string(), claim.printed.clone())).collect()
    }

    #[test]
    fn a_term_is_found_in_every_source() {
        let found = about("A323839(9)");
        assert!(found.len() > 1 && found.iter().all(|(_, size, _)| size == "9"), "{found:?}");
        assert!(found.iter().any(|(source, ..)| source == "keith-2026"), "{found:?}");
        let found = about("A130578(5)");
        let expected = ("brodie-2007-rows".to_owned(), "7x5".to_owned(), "6".to_owned());
        assert_eq!(found, [expected]);
        assert_eq!(about("A130578").len(), 15);
        assert_eq!(about("A000001(3)"), []);
    }

    #[test]
    fn a_number_is_found_with_the_figures_that_contradict_it() {
        let printed: Vec<String> = about("9,381").into_iter().map(|(.., printed)| printed).collect();
        assert!(printed.contains(&"9,381".to_owned()), "{printed:?}");
        assert!(about("16754").len() > 1, "the table gives another");
    }

    #[test]
    fn other_texts_are_no_figures() {
        for text in ["", "A32383", "A323839(", "A323839()", "A323839(x)", "B323839", "A323839(9) ", "1 to 2", "-1"] {
            assert_eq!(text.parse::<Figure>(), Err(NoFigure), "{text}");
        }
    }
}
