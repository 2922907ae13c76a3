//! Changes of one rule: the steps that lead from a rule set to a similar one.
//!
//! A change drops a rule, tightens or loosens it, or replaces its value by another, preferably a published one. Published values
//! are those of the built-in rule sets, Ferry's (2019) counting of the all-black grid, and Keith's (2026) counting of one grid
//! per class. No rule set can express a minimum on rows alone, so a [`Reading`](super::reading::Reading) holds it separately.

use std::fmt;

use super::minima::Minimum;
use gridcheck_core::rules::{
    BUILTIN, Builtin, Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry,
};
use gridcheck_core::size::Size;

/// One rule that differs from the initial rule set. [`rule`](Change::rule) has the key of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`rule` has their keys")]
pub enum Change {
    MinWord(usize),
    SingleCells(bool),
    Checking(Checking),
    Inside(Limit),
    AtEnds(Limit),
    Edges(bool),
    Connected(bool),
    Symmetry(Symmetry),
    MaxWord(Limit),
    BlackRun(Limit),
    /// The minimum number of white squares; `min_white_per_row` if columns need it too.
    Least(Minimum),
    /// The all-black grid counts as well.
    AllBlack,
    /// Only one grid of each class under the square's symmetries counts.
    PerClass,
}

/// The effect of a change on a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The rule no longer demands anything.
    Dropped,
    /// The rule admits more grids.
    Loosened,
    /// The rule admits fewer grids.
    Tightened,
    /// The rule admits other grids.
    Replaced,
}

impl Change {
    /// Returns every change of one rule that a rule set can express, except minimums of white squares. No word is longer than
    /// a line of a grid of this size.
    pub fn of_rules(base: &Ruleset, size: Size) -> Vec<Change> {
        let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
            base.on_words();
        // One listing answers for every minimum.
        let RulesOnLines { min_white_per_row: _, max_black_run } = base.on_lines();
        let RulesOnGrid { edges, connected, symmetry } = base.on_grid();
        let limits = || [0, 1, 2, 3].map(Limit::AtMost).into_iter().chain([Limit::Unlimited]);
        let ways = Checking::NAMED;
        let mut changes: Vec<Change> = (2..=5).filter(|&least| least != min_word).map(Change::MinWord).collect();
        changes.push(Change::SingleCells(!single_cells));
        changes.extend(ways.into_iter().filter(|&way| way != checking).map(Change::Checking));
        changes.extend(limits().filter(|&limit| limit != max_unchecked_run).map(Change::Inside));
        changes.extend(limits().filter(|&limit| limit != max_unchecked_run_at_ends).map(Change::AtEnds));
        changes.push(Change::Edges(!edges));
        changes.push(Change::Connected(!connected));
        changes.extend(Symmetry::ALL.into_iter().filter(|&group| group != symmetry).map(Change::Symmetry));
        let longest = size.longest_word();
        let lengths = (longest.saturating_sub(4).max(2)..longest).map(Limit::AtMost).chain([Limit::Unlimited]);
        changes.extend(lengths.filter(|&length| length != max_word).map(Change::MaxWord));
        changes.extend(limits().filter(|&limit| limit != max_black_run).map(Change::BlackRun));
        changes
    }

    /// Returns the rule set with this change. A change that no rule set can express leaves it unchanged.
    #[must_use]
    pub fn applied_to(self, base: &Ruleset) -> Ruleset {
        let mut rules = base.clone();
        match self {
            Change::MinWord(least) => rules.min_word = least,
            Change::SingleCells(may) => rules.single_cells = may,
            Change::Checking(checking) => rules.checking = checking,
            Change::Inside(limit) => rules.max_unchecked_run = limit,
            Change::AtEnds(limit) => rules.max_unchecked_run_at_ends = limit,
            Change::Edges(must) => rules.edges = must,
            Change::Connected(must) => rules.connected = must,
            Change::Symmetry(symmetry) => rules.symmetry = symmetry,
            Change::MaxWord(limit) => rules.max_word = limit,
            Change::BlackRun(limit) => rules.max_black_run = limit,
            Change::Least(Minimum { least, columns_too: true }) => rules.min_white_per_row = least,
            Change::Least(_) | Change::AllBlack | Change::PerClass => {}
        }
        rules
    }

    /// Returns the rule's key in a rule file. Two changes of the same rule exclude each other.
    pub const fn rule(self) -> &'static str {
        match self {
            Change::MinWord(_) => "min_word",
            Change::SingleCells(_) => "single_cells",
            Change::Checking(_) => "checking",
            Change::Inside(_) => "max_unchecked_run",
            Change::AtEnds(_) => "max_unchecked_run_at_ends",
            Change::Edges(_) => "edges",
            Change::Connected(_) => "connected",
            Change::Symmetry(_) => "symmetry",
            Change::MaxWord(_) => "max_word",
            Change::BlackRun(_) => "max_black_run",
            Change::Least(_) => "min_white_per_row",
            Change::AllBlack => "white",
            Change::PerClass => "counting",
        }
    }

    /// Returns the effect on the rule as it is in `base`.
    pub fn kind(self, base: &Ruleset) -> ChangeKind {
        use ChangeKind::{Dropped, Loosened, Replaced, Tightened};
        let by_size = |new: usize, old: usize| if new < old { Loosened } else { Tightened };
        let limit = |new: Limit, old: Limit| match (new, old) {
            (Limit::Unlimited, _) => Dropped,
            (Limit::AtMost(new), Limit::AtMost(old)) if new > old => Loosened,
            (Limit::AtMost(_), _) => Tightened,
        };
        let demand = |must: bool| if must { Tightened } else { Dropped };
        match self {
            Change::MinWord(2) | Change::Least(Minimum { least: 0, .. }) | Change::Symmetry(Symmetry::None) => Dropped,
            Change::MinWord(least) => by_size(least, base.min_word),
            Change::SingleCells(may) => demand(!may),
            Change::Checking(new) => match (new, base.checking) {
                (Checking::Any, _) => Dropped,
                (Checking::All, _)
                | (_, Checking::Any)
                | (Checking::CeilHalf, Checking::EitherHalf | Checking::AtLeastHalf) => Tightened,
                (Checking::EitherHalf | Checking::AtLeastHalf, Checking::CeilHalf)
                | (Checking::AtLeastHalf, Checking::All) => Loosened,
                _ => Replaced,
            },
            Change::Inside(new) => limit(new, base.max_unchecked_run),
            Change::AtEnds(new) => limit(new, base.max_unchecked_run_at_ends),
            Change::MaxWord(new) => limit(new, base.max_word),
            Change::BlackRun(new) => limit(new, base.max_black_run),
            Change::Edges(must) | Change::Connected(must) => demand(must),
            Change::Symmetry(new) if holds_all_of(new, base.symmetry) => Tightened,
            Change::Symmetry(new) if holds_all_of(base.symmetry, new) => Loosened,
            Change::Least(Minimum { least, columns_too: true }) => by_size(least, base.min_white_per_row),
            Change::Least(Minimum { least, .. }) if least <= base.min_white_per_row => Loosened,
            Change::Least(_) if base.min_white_per_row == 0 => Tightened,
            Change::Least(_) | Change::Symmetry(_) | Change::PerClass => Replaced,
            Change::AllBlack => Loosened,
        }
    }

    /// Returns the distance between the old and the new value. A rule that is dropped, or that gets a published value, is one
    /// step away. For other values the distance is their difference, or two if they have no order.
    pub fn steps(self, base: &Ruleset) -> usize {
        if self.kind(base) == ChangeKind::Dropped || self.published_as().is_some() {
            return 1;
        }
        let between = |new: Limit, old: Limit| match (new, old) {
            (Limit::AtMost(new), Limit::AtMost(old)) => new.abs_diff(old),
            _ => 2,
        };
        match self {
            Change::MinWord(least) => least.abs_diff(base.min_word),
            Change::Inside(limit) => between(limit, base.max_unchecked_run),
            Change::AtEnds(limit) => between(limit, base.max_unchecked_run_at_ends),
            Change::MaxWord(limit) => between(limit, base.max_word),
            Change::BlackRun(limit) => between(limit, base.max_black_run),
            Change::Symmetry(new) => {
                let (new, old) = (new.group().len(), base.symmetry.group().len());
                if self.kind(base) != ChangeKind::Replaced && new.max(old) == 2 * new.min(old) { 1 } else { 2 }
            }
            Change::Least(Minimum { least, columns_too }) => {
                (least.abs_diff(base.min_white_per_row) + usize::from(!columns_too)).max(1)
            }
            Change::Checking(_) => 2,
            Change::SingleCells(_) | Change::Edges(_) | Change::Connected(_) | Change::AllBlack | Change::PerClass => 1,
        }
    }

    /// Returns the published variant with this value, if there is one.
    pub fn published_as(self) -> Option<&'static str> {
        match self {
            Change::AllBlack => return Some("Ferry 2019"),
            Change::PerClass => return Some("Keith 2026"),
            Change::Least(_) => return None,
            _ => {}
        }
        let has_it = |set: &&Builtin| {
            let rules = set.ruleset();
            self.applied_to(&rules) == rules
        };
        BUILTIN.iter().find(has_it).map(|set| set.name)
    }
}

/// Returns `true` if every symmetry of `part` belongs to `whole`.
fn holds_all_of(whole: Symmetry, part: Symmetry) -> bool {
    part.group().iter().all(|transform| whole.group().contains(transform))
}

/// Writes the rule and its new value, as in a rule file if a rule file can express it.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.rule();
        match self {
            Change::MinWord(least) | Change::Least(Minimum { least, columns_too: true }) => {
                write!(f, "{key} = {least}")
            }
            Change::SingleCells(yes) | Change::Edges(yes) | Change::Connected(yes) => write!(f, "{key} = {yes}"),
            Change::Checking(checking) => write!(f, "{key} = {checking}"),
            Change::Inside(limit) | Change::AtEnds(limit) | Change::MaxWord(limit) | Change::BlackRun(limit) => {
                match limit {
                    Limit::AtMost(most) => write!(f, "{key} = {most}"),
                    Limit::Unlimited => write!(f, "{key} = \"unlimited\""),
                }
            }
            Change::Symmetry(symmetry) => write!(f, "{key} = \"{}\"", symmetry.name()),
            Change::Least(Minimum { least, .. }) => write!(f, "{key} = {least}, on rows alone"),
            Change::AllBlack => f.write_str("the all-black grid counts"),
            Change::PerClass => f.write_str("one grid of each class counts"),
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChangeKind::Dropped => "dropped",
            ChangeKind::Loosened => "loosened",
            ChangeKind::Tightened => "tightened",
            ChangeKind::Replaced => "replaced",
        })
    }
}

#[cfg(test)]
mod tests {
    use gridcheck_core::rules::builtin;

    use super::*;

    #[test]
    fn another_symmetry_tightens_loosens_or_replaces_the_old_one() {
        for (old, new, kind) in [
            (Symmetry::Rot180, Symmetry::Rot90, ChangeKind::Tightened),
            (Symmetry::Rot90, Symmetry::Rot180, ChangeKind::Loosened),
            (Symmetry::Rot180, Symmetry::Mirror, ChangeKind::Replaced),
            (Symmetry::Rot180, Symmetry::None, ChangeKind::Dropped),
        ] {
            let base = Ruleset { symmetry: old, ..builtin("british").expect("built in") };
            assert_eq!(Change::Symmetry(new).kind(&base), kind, "{old:?} {new:?}");
        }
    }

    #[test]
    fn another_symmetry_is_one_step_away_if_it_doubles_or_halves_the_group() {
        for (old, new, steps) in [
            (Symmetry::Rot180, Symmetry::Rot90, 1),
            (Symmetry::Rot180, Symmetry::Mirrors, 1),
            (Symmetry::Rot90, Symmetry::All, 1),
            (Symmetry::Rot180, Symmetry::All, 2),
            (Symmetry::Mirror, Symmetry::Rot90, 2),
        ] {
            let base = Ruleset { symmetry: old, ..builtin("british").expect("built in") };
            assert_eq!(Change::Symmetry(new).steps(&base), steps, "{old:?} {new:?}");
        }
    }
}
