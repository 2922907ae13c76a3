//! Finds the sources that print a figure, and their other figures for the same rules and quantity.

use super::search::OtherFigure;
use gridcheck_audit::claims::{Claim, Claims};
use gridcheck_audit::quantity::Quantity;
use gridcheck_audit::question::CountedQuantity;
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;

/// A source that prints the figure.
pub struct FigureSource {
    /// The name of the source.
    pub source: String,
    /// The rules under which it gives the figure.
    pub rules: Ruleset,
    /// Its figures for other sizes, small sizes first, each size and figure once.
    pub others: Vec<OtherFigure>,
}

/// Returns the sources that print this figure for this size, each once.
pub fn published(sources: &[Claims], size: Size, figure: u128) -> Vec<FigureSource> {
    let mut found: Vec<FigureSource> = Vec::new();
    for source in sources {
        let theirs = source.claims.iter().filter_map(CountableClaim::of);
        if let Some(claim) = theirs.clone().find(|claim| (claim.size, claim.figure) == (size, figure)) {
            let mut others: Vec<OtherFigure> = theirs
                .filter(|other| other.size != size && other.is_about_what(&claim))
                .map(|other| OtherFigure {
                    size: other.size,
                    figure: other.figure,
                    least: other.rules.min_white_per_row,
                })
                .collect();
            // A source that gives one figure for several minimums contradicts itself; the first minimum is kept.
            others.sort_by_key(|other| (other.size, other.figure));
            others.dedup_by_key(|other| (other.size, other.figure));
            found.push(FigureSource { source: source.name.clone(), rules: claim.rules.clone(), others });
        }
    }
    found
}

/// A claim that can be counted and whose figure fits a `u128`.
#[derive(Clone)]
struct CountableClaim<'a> {
    size: Size,
    rules: &'a Ruleset,
    quantity: &'a Quantity,
    figure: u128,
}

impl<'a> CountableClaim<'a> {
    fn of(claim: &'a Claim) -> Option<Self> {
        let meaning = claim.meaning.as_ref().ok()?;
        let figure = u128::try_from(claim.value.exact()?).ok()?;
        let (problem, quantity) = (&meaning.problem, &meaning.quantity);
        // Only numbers of all grids under some rules can be explained.
        if !problem.constraints().is_empty()
            || !problem.givens().is_empty()
            || quantity.sought() != CountedQuantity::Grids
        {
            return None;
        }
        Some(CountableClaim { size: problem.size(), rules: problem.rules(), quantity, figure })
    }

    /// Returns `true` if both concern the same quantity under the same rules, apart from the size and its minimum.
    fn is_about_what(&self, other: &CountableClaim<'_>) -> bool {
        let plain = |rules: &Ruleset| Ruleset { name: String::new(), min_white_per_row: 0, ..rules.clone() };
        let has_minimum = |claim: &CountableClaim<'_>| claim.rules.min_white_per_row > 0;
        self.quantity == other.quantity
            && plain(self.rules) == plain(other.rules)
            && has_minimum(self) == has_minimum(other)
    }
}
