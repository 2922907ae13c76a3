//! The candidates of a search: every reading of the rules near the initial rule set.
//!
//! A rule set is the initial one with some rules changed. Its candidates are the readings that share this rule set and differ in
//! a property of its grids: a minimum number of white squares, on rows alone or on columns too; one grid per class; the all-black
//! grid. Each of these is one more change. A reading has at most the requested number of changes.

use super::change::Change;
use super::minima::Minimum;
use super::reading::Reading;
use gridcheck_core::rules::Ruleset;
use gridcheck_core::size::Size;

/// Returns the rule sets with at most `most_changes` rules changed, the nearest first.
pub(crate) fn rule_sets(base: &Ruleset, size: Size, most_changes: usize) -> Vec<Reading> {
    let changes = Change::of_rules(base, size);
    let mut sets: Vec<Vec<Change>> = vec![Vec::new()];
    let mut last = sets.clone();
    for _ in 0..most_changes {
        let more = |set: &Vec<Change>| {
            // Adding changes in order creates every set only once.
            let from = set.last().map_or(0, |last| changes.iter().position(|change| change == last).unwrap_or(0));
            let others = changes[from..].iter().filter(|change| set.iter().all(|had| had.rule() != change.rule()));
            others.map(|&change| [set.as_slice(), &[change]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(more).collect();
        sets.extend(last.iter().cloned());
    }
    let mut readings: Vec<Reading> = sets.into_iter().map(|set| Reading::new(base, set)).collect();
    readings.sort_by_key(|reading| reading.distance(base));
    readings
}

/// Returns the readings with this rule set: first the rule set as it is, then minimums in ascending order, then classes.
///
/// Contradictory readings are left out. The all-black grid has no minimum. A minimum on rows alone distinguishes a grid from its
/// images, so there are no classes.
pub(crate) fn candidates(base: &Ruleset, rule_set: &Reading, size: Size, most_changes: usize) -> Vec<Reading> {
    let with = |more: &[Change]| Reading::new(base, rule_set.changes.iter().chain(more).copied().collect());
    let own = Minimum { least: base.min_white_per_row, columns_too: true };
    let minimums =
        (0..=size.longest_word()).flat_map(|least| [true, false].map(|columns_too| Minimum { least, columns_too }));
    let minimums: Vec<Change> = minimums
        .filter(|minimum| *minimum != own && (minimum.least > 0 || minimum.columns_too))
        .map(Change::Least)
        .collect();
    let on_columns_too = |change: &&Change| matches!(change, Change::Least(minimum) if minimum.columns_too);
    let black_may_count = own.least == 0 && !rule_set.rules().edges;

    let mut candidates = vec![with(&[])];
    if rule_set.changes.len() < most_changes {
        candidates.extend(minimums.iter().map(|&minimum| with(&[minimum])));
        candidates.extend(black_may_count.then(|| with(&[Change::AllBlack])));
        candidates.push(with(&[Change::PerClass]));
    }
    if rule_set.changes.len() + 2 <= most_changes {
        candidates.extend(black_may_count.then(|| with(&[Change::PerClass, Change::AllBlack])));
        candidates.extend(minimums.iter().filter(on_columns_too).map(|&minimum| with(&[Change::PerClass, minimum])));
    }
    candidates
}
