//! The candidates of a search: every reading of the rules that is near those at the start.
//!
//! A rule set is the one at the start with some rules changed. Its candidates are the readings that have this rule set in common
//! and differ in what can be told from its grids: a least number of white squares, on rows alone or on columns too; one grid a
//! class; the all-black grid. Each of these is one more change, and a reading has as many changes as asked for, at most.

use super::change::Change;
use super::minima::Minimum;
use super::reading::Reading;
use crate::rules::Ruleset;

/// The rule sets with at most so many rules changed, the nearest first.
pub fn rule_sets(base: &Ruleset, size: usize, most_changes: usize) -> Vec<Reading> {
    let changes = Change::of_rules(base, size);
    let mut sets: Vec<Vec<Change>> = vec![Vec::new()];
    let mut last = sets.clone();
    for _ in 0..most_changes {
        let more = |set: &Vec<Change>| {
            // Changes are taken in their order, so that every set comes once.
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

/// The readings with this rule set: first the rule set as it stands, then minimums from the smallest on, then classes.
///
/// What contradicts itself is left out: no minimum goes with the all-black grid, and a minimum on rows alone tells a grid
/// from its images, so that there are no classes.
pub fn candidates(base: &Ruleset, rule_set: &Reading, size: usize, most_changes: usize) -> Vec<Reading> {
    let with = |more: &[Change]| Reading::new(base, rule_set.changes.iter().chain(more).copied().collect());
    let own = Minimum { least: base.min_white_per_row, columns_too: true };
    let minimums = (0..=size).flat_map(|least| [true, false].map(|columns_too| Minimum { least, columns_too }));
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
