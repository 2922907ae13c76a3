//! Defines the sum of a block: a number of grids, a distribution by measures, or an extreme.
//!
//! As text, a sum is one word. A number is written as it is. A distribution lists its values and the number of grids of each, as in
//! `30,8=5;31,8=12` for two measures. An extreme is its value and the number of grids that reach it, as in `34=18`. Without a grid, a
//! distribution and an extreme are `none`.
//!
//! The sum of several blocks is a sum of the same kind. Numbers and distributions are added. Of two extremes the better one remains, and
//! equal ones add their grids.

use std::cmp::Ordering;
use std::fmt;

use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};

/// The kind of sum over the grids of a problem, or of a block: what is asked of an engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SumKind {
    /// The number of grids.
    #[default]
    Plain,
    /// The number of grids for each combination of values of these measures.
    Distribution(Vec<Measure>),
    /// The extreme of a measure, and the number of grids that reach it.
    Extreme(Goal),
}

/// The sum of a block, of several blocks, or of all grids.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum BlockSum {
    /// The number of grids.
    Plain(u128),
    /// The number of grids by measures.
    Distribution(Distribution),
    /// The extreme of a measure; the best is `None` without a grid.
    Extreme { goal: Goal, best: Option<Extreme> },
}

impl SumKind {
    /// Returns the measures that are needed.
    pub fn measures(&self) -> Vec<Measure> {
        match self {
            SumKind::Plain => Vec::new(),
            SumKind::Distribution(by) => by.clone(),
            SumKind::Extreme(goal) => vec![goal.measure()],
        }
    }

    /// Returns the sum of no grid.
    pub fn none(&self) -> BlockSum {
        match self {
            SumKind::Plain => BlockSum::Plain(0),
            SumKind::Distribution(by) => BlockSum::Distribution(Distribution::empty(by)),
            SumKind::Extreme(goal) => BlockSum::Extreme { goal: *goal, best: None },
        }
    }

    /// Converts a distribution to a sum of this kind; `None` on overflow.
    pub fn of_distribution(&self, distribution: Distribution) -> Option<BlockSum> {
        Some(match self {
            SumKind::Plain => BlockSum::Plain(distribution.total()?),
            SumKind::Distribution(_) => BlockSum::Distribution(distribution),
            SumKind::Extreme(goal) => BlockSum::Extreme { goal: *goal, best: distribution.extreme(*goal) },
        })
    }

    /// Parses a sum; `None` if the text is not a sum of this kind as this version writes it.
    pub fn parse(&self, text: &str) -> Option<BlockSum> {
        if *self == SumKind::Plain {
            return text.parse().ok().map(BlockSum::Plain).filter(|sum| sum.to_string() == text);
        }
        let mut found = Distribution::empty(&self.measures());
        for term in text.split(';').filter(|_| text != NONE) {
            let (values, grids) = term.split_once('=')?;
            let values: Vec<u32> = values.split(',').map(|value| value.parse().ok()).collect::<Option<_>>()?;
            if values.len() != found.by.len() {
                return None;
            }
            found.add(values, grids.parse().ok()?)?;
        }
        // One sum has one text. So no value occurs twice, and an extreme has one value.
        self.of_distribution(found).filter(|sum| sum.to_string() == text)
    }
}

/// Writes the kind as in `grids by letters and words`.
impl fmt::Display for SumKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SumKind::Plain => write!(f, "numbers of grids"),
            SumKind::Distribution(by) => {
                let by: Vec<String> = by.iter().map(Measure::to_string).collect();
                write!(f, "grids by {}", by.join(" and "))
            }
            SumKind::Extreme(goal) => write!(f, "{goal}"),
        }
    }
}

impl BlockSum {
    /// Returns the kind of the sum.
    pub fn kind(&self) -> SumKind {
        match self {
            BlockSum::Plain(_) => SumKind::Plain,
            BlockSum::Distribution(distribution) => SumKind::Distribution(distribution.by.clone()),
            BlockSum::Extreme { goal, .. } => SumKind::Extreme(*goal),
        }
    }

    /// Adds the sum of other grids, of the same kind. Returns `None` on overflow.
    pub fn add(&mut self, other: &BlockSum) -> Option<()> {
        match (self, other) {
            (BlockSum::Plain(grids), BlockSum::Plain(more)) => *grids = grids.checked_add(*more)?,
            (BlockSum::Distribution(sum), BlockSum::Distribution(more)) => {
                more.grids.iter().try_for_each(|(values, grids)| sum.add(values.clone(), *grids))?;
            }
            (BlockSum::Extreme { goal, best }, BlockSum::Extreme { goal: asked, best: more }) if goal == asked => {
                *best = match (*best, *more) {
                    (Some(own), Some(more)) => Some(better(*goal, own, more)?),
                    (own, more) => own.or(more),
                };
            }
            (BlockSum::Plain(_) | BlockSum::Distribution(_) | BlockSum::Extreme { .. }, _) => return None,
        }
        Some(())
    }

    /// Returns the number of all grids that were counted. It is `None` on overflow, and for an extreme, which does not have it.
    pub fn grids(&self) -> Option<u128> {
        match self {
            BlockSum::Plain(grids) => Some(*grids),
            BlockSum::Distribution(distribution) => distribution.total(),
            BlockSum::Extreme { .. } => None,
        }
    }
}

/// Returns the better of two extremes, or their grids together if they are equal; `None` on overflow.
fn better(goal: Goal, own: Extreme, more: Extreme) -> Option<Extreme> {
    let order = match goal {
        Goal::Most(_) => own.value.cmp(&more.value),
        Goal::Fewest(_) => more.value.cmp(&own.value),
    };
    Some(match order {
        Ordering::Greater => own,
        Ordering::Equal => Extreme { value: own.value, grids: own.grids.checked_add(more.grids)? },
        Ordering::Less => more,
    })
}

impl From<u128> for BlockSum {
    fn from(grids: u128) -> Self {
        BlockSum::Plain(grids)
    }
}

/// The word for a distribution or an extreme of no grid.
const NONE: &str = "none";

/// Writes the sum as one word, as files have it.
impl fmt::Display for BlockSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |values: &[u32], grids: u128| {
            let values: Vec<String> = values.iter().map(u32::to_string).collect();
            format!("{}={grids}", values.join(","))
        };
        let terms: Vec<String> = match self {
            BlockSum::Plain(grids) => return write!(f, "{grids}"),
            BlockSum::Distribution(found) => found.grids.iter().map(|(values, grids)| term(values, *grids)).collect(),
            BlockSum::Extreme { best, .. } => best.iter().map(|best| term(&[best.value], best.grids)).collect(),
        };
        f.write_str(if terms.is_empty() { NONE } else { "" })?;
        f.write_str(&terms.join(";"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: [Measure; 2] = [Measure::Letters, Measure::Words];

    fn added(kind: &SumKind, texts: &[&str]) -> Option<String> {
        let mut sum = kind.none();
        texts.iter().try_for_each(|text| sum.add(&kind.parse(text).expect("a sum")))?;
        Some(sum.to_string())
    }

    #[test]
    fn adds_sums_of_each_kind_and_detects_overflow() {
        let most = u128::MAX.to_string();
        let by = SumKind::Distribution(BY.to_vec());
        let (greatest, least) = (Goal::Most(Measure::Words), Goal::Fewest(Measure::Words));
        for (kind, texts, sum) in [
            (&SumKind::Plain, vec!["3", "0", "4"], Some("7")),
            (&SumKind::Plain, vec!["1", &most], None),
            (&by, vec!["30,8=5;31,8=2", "none", "4,9=1;31,8=3"], Some("4,9=1;30,8=5;31,8=5")),
            (&by, vec![], Some("none")),
            (&by, vec!["30,8=1", &format!("30,8={most}")], None),
            (&SumKind::Extreme(greatest), vec!["8=5", "none", "9=2", "9=3", "7=100"], Some("9=5")),
            (&SumKind::Extreme(least), vec!["8=5", "none", "9=2", "8=3"], Some("8=8")),
            (&SumKind::Extreme(least), vec!["none"], Some("none")),
            (&SumKind::Extreme(least), vec!["8=5", &format!("8={most}")], None),
        ] {
            assert_eq!(added(kind, &texts).as_deref(), sum, "{kind}: {texts:?}");
        }
        let mut plain = BlockSum::Plain(1);
        assert_eq!((plain.add(&by.none()), plain.grids()), (None, Some(1)));
    }

    /// One sum has one text, so a file cannot state a value twice.
    #[test]
    fn other_texts_are_no_sums() {
        let (by, most) = (SumKind::Distribution(BY.to_vec()), SumKind::Extreme(Goal::Most(Measure::Words)));
        for (kind, texts) in [
            (&SumKind::Plain, vec!["", "none", "1=2", "-1", "+5", "007"]),
            (&by, vec!["", "5", "30=5", "30,8=0", "30,8,1=5", "31,8=5;30,8=1", "30,8=5;30,8=1", "30,8=5;", "030,8=5"]),
            (&by, vec!["none;30,8=5", "30,8=5;none", "30,8=+5", "4294967296,8=5", ",8=5", "30,8="]),
            (&most, vec!["", "5", "8=0", "8=5;9=5", "8,9=5", "none=5"]),
        ] {
            for text in texts {
                assert_eq!(kind.parse(text), None, "{kind}: {text}");
            }
        }
    }
}
