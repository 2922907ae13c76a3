//! Expresses constraints as rules, where both have the same meaning.
//!
//! Engines count under rules much faster than under constraints, and grids can be ranked only without constraints. Three
//! equivalences hold for every rule set. They rest on the definition that every run of two or more squares is a word.
//!
//! - No word has one of the lengths from `min_word` to k − 1: the same as `min_word = k`. Shorter runs of two or more break either rule.
//! - No word has one of the lengths above k: the same as `max_word = k`.
//! - No letter is unchecked: the same as `checking = "all"` and `single_cells = false`. A run of one square is an unchecked letter.
//!   This needs a rule set that accepts words with all letters checked, so not one that requires half of them unchecked.
//!
//! A constraint on other lengths too, as in `length except 5/7/9 = 0`, gives rules and remains a constraint.

use super::without_constraints;
use gridcheck_core::constraint::{Constraint, Decided, LengthSet, Measure, Range, RoundedConstraint};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, Ruleset};
use gridcheck_core::size::Size;
use gridcheck_registry::ENGINES;

/// A rule that has the meaning of a constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFromConstraint {
    /// The constraint.
    pub constraint: Constraint,
    /// The rules as in a rule file; empty if the constraint holds under the rules as they are.
    pub rules: Vec<String>,
    /// `true` if the rules have only a part of the meaning, so that the constraint remains.
    pub is_partial: bool,
}

/// Returns a problem with the same grids and fewer constraints or stricter rules, and the constraints that became rules. The name of the rule
/// set stays. The problem stays as it is if the stricter rules would contradict themselves, or if they would prevent ranking.
pub fn with_constraints_as_rules(problem: &Problem) -> (Problem, Vec<RuleFromConstraint>) {
    let rules = stricter(problem);
    let (mut remaining, mut replaced) = (Vec::new(), Vec::new());
    for (&constraint, &rounded) in problem.constraints().iter().zip(problem.rounded_constraints()) {
        let from = RuleFromConstraint {
            constraint,
            rules: contributed(rounded, problem.rules(), &rules),
            is_partial: !holds(rounded, &rules, problem.size()),
        };
        if from.is_partial {
            remaining.push(constraint);
        }
        if !from.is_partial || !from.rules.is_empty() {
            replaced.push(from);
        }
    }
    let is_rankable = |problem: &Problem| ENGINES.ranking(&without_constraints(problem)).is_ok();
    // Fewer constraints cannot contradict each other if more do not.
    match problem.clone().with_rules(rules).and_then(|changed| changed.with_constraints(remaining)) {
        Ok(changed) if is_rankable(&changed) || !is_rankable(problem) => (changed, replaced),
        _ => (problem.clone(), Vec::new()),
    }
}

/// Returns the strictest rules that the constraints of a problem imply.
fn stricter(problem: &Problem) -> Ruleset {
    let longest = problem.size().longest_word();
    let excluded: LengthSet =
        problem.rounded_constraints().iter().flat_map(|&rounded| excluded(rounded).iter()).collect();
    let mut rules = problem.rules().clone();
    let most = match rules.max_word {
        Limit::AtMost(most) => most.min(longest),
        Limit::Unlimited => longest,
    };
    let mut left = (rules.min_word..=most).filter(|&length| !excluded.contains(length));
    // If every length is excluded, no rule says so, and the constraints remain.
    if let Some(shortest) = left.next() {
        let longest_left = left.next_back().unwrap_or(shortest);
        rules.min_word = shortest;
        if longest_left < most {
            rules.max_word = Limit::AtMost(longest_left);
        }
    }
    let accepts_all_checked = matches!(rules.checking, Checking::All | Checking::AtLeastHalf | Checking::Any);
    if accepts_all_checked && problem.rounded_constraints().contains(&ALL_CHECKED) {
        rules.checking = Checking::All;
        rules.single_cells = false;
    }
    rules
}

/// The bounds that allow only 0.
const NONE: Range = Range { least: 0, most: Some(0) };
/// The constraint that every letter is checked.
const ALL_CHECKED: RoundedConstraint = RoundedConstraint::Measure(Measure::Unchecked, NONE);

/// Returns the lengths that no word may have by this constraint.
fn excluded(constraint: RoundedConstraint) -> LengthSet {
    match constraint {
        RoundedConstraint::Measure(Measure::Length(letters), NONE) => [letters].into_iter().collect(),
        RoundedConstraint::EachLength { lengths, range: NONE } => lengths,
        RoundedConstraint::Measure(..)
        | RoundedConstraint::EachLength { .. }
        | RoundedConstraint::BlacksPerRow(_)
        | RoundedConstraint::Lengths(_)
        | RoundedConstraint::Black(..)
        | RoundedConstraint::Hinges(_)
        | RoundedConstraint::MeanLength { .. } => LengthSet::from_iter([]),
    }
}

/// Returns `true` if every grid of the size that obeys the rules meets the constraint.
fn holds(constraint: RoundedConstraint, rules: &Ruleset, size: Size) -> bool {
    if constraint == ALL_CHECKED {
        return rules.checking == Checking::All;
    }
    let lengths = excluded(constraint);
    let is_possible = |length: usize| length >= rules.min_word && allows(rules.max_word, length);
    let excludes_nothing = lengths.iter().next().is_some() && !lengths.iter().any(is_possible);
    excludes_nothing || constraint.decided(size) == Some(Decided::Always)
}

fn allows(limit: Limit, number: usize) -> bool {
    match limit {
        Limit::AtMost(most) => number <= most,
        Limit::Unlimited => true,
    }
}

/// Returns the changed rules that the constraint contributes to.
fn contributed(constraint: RoundedConstraint, before: &Ruleset, after: &Ruleset) -> Vec<String> {
    let lengths = excluded(constraint);
    let mut rules = Vec::new();
    if lengths.iter().any(|length| (before.min_word..after.min_word).contains(&length)) {
        rules.push(format!("min_word = {}", after.min_word));
    }
    if before.max_word != after.max_word && lengths.iter().any(|length| !allows(after.max_word, length)) {
        rules.push(format!("max_word = {}", after.max_word));
    }
    if constraint == ALL_CHECKED && before.checking != after.checking {
        rules.push(format!("checking = {}", after.checking));
        if before.single_cells != after.single_cells {
            rules.push("single_cells = false".to_owned());
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridcheck_testing::{british, problem};

    /// Returns the constraints that became rules, as text, and those that remain.
    fn told(rules: &Ruleset, size: usize, constraints: &[&str]) -> (Vec<String>, Vec<String>) {
        let constraints = constraints.iter().map(|text| text.parse().expect("a constraint")).collect();
        let problem = problem(size, rules.clone()).with_constraints(constraints).expect("they can be");
        let (problem, replaced) = with_constraints_as_rules(&problem);
        let line = |RuleFromConstraint { constraint, rules, is_partial }: &RuleFromConstraint| {
            format!("{constraint} -> {}{}", rules.join(", "), if *is_partial { ", in part" } else { "" })
        };
        (replaced.iter().map(line).collect(), problem.constraints().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn constraints_become_the_rules_that_mean_the_same() {
        let british = british();
        let loose = Ruleset { checking: Checking::AtLeastHalf, ..british.clone() };
        let most_6 = Ruleset { max_word: Limit::AtMost(6), ..british.clone() };
        let none: &[&str] = &[];
        for (rules, constraints, became, remain) in [
            (&british, &["length 3 = 0"][..], &["length 3 = 0 -> min_word = 4"][..], none),
            (&british, &["length 3 <= 0.5"], &["length 3 <= 0.5 -> min_word = 4"], none),
            (
                &british,
                &["length 4 = 0", "length 3 = 0"],
                &["length 4 = 0 -> min_word = 5", "length 3 = 0 -> min_word = 5"],
                none,
            ),
            (&british, &["length 3..5 = 0"], &["length 3..5 = 0 -> min_word = 6"], none),
            (&british, &["length 4 = 0"], none, &["length 4 = 0"]),
            (&british, &["length 3 = 1"], none, &["length 3 = 1"]),
            (&british, &["length 3 <= 1"], none, &["length 3 <= 1"]),
            (&british, &["length 2 = 0"], &["length 2 = 0 -> "], none),
            (&british, &["length 9 = 0"], &["length 9 = 0 -> max_word = 8"], none),
            (
                &most_6,
                &["length 6 = 0", "length 8 = 0"],
                &["length 6 = 0 -> max_word = 5", "length 8 = 0 -> max_word = 5"],
                none,
            ),
            (
                &british,
                &["length except 4/7 = 0"],
                &["length except 4/7 = 0 -> min_word = 4, max_word = 7, in part"],
                &["length except 4/7 = 0"],
            ),
            (&british, &["length except 4/5 = 0"], &["length except 4/5 = 0 -> min_word = 4, max_word = 5"], none),
            (&british, &["words >= 0"], &["words >= 0 -> "], none),
            (&british, &["length 3..9 = 0"], none, &["length 3..9 = 0"]),
            (&british, &["unchecked = 0"], none, &["unchecked = 0"]),
            (&loose, &["unchecked = 0"], &["unchecked = 0 -> checking = \"all\", single_cells = false"], none),
            (&loose, &["unchecked <= 1"], none, &["unchecked <= 1"]),
        ] {
            assert_eq!(told(rules, 9, constraints), (texts(became), texts(remain)), "{constraints:?}");
        }
        // Two of the four letters of a word must be unchecked, not both side by side and none at an end. No grid obeys that.
        let strict =
            Ruleset { max_unchecked_run: Limit::AtMost(1), max_unchecked_run_at_ends: Limit::AtMost(0), ..british };
        let became = ["length except 4 = 0 -> min_word = 4, max_word = 4"].map(str::to_owned).to_vec();
        assert_eq!(told(&strict, 9, &["length except 4 = 0"]), (became, Vec::new()));
    }

    fn texts(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }
}
