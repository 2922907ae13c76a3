//! Selects the profile that fits a grid.
//!
//! The kind of grid comes first. A grid with bars and without black squares is barred, and only the houses that print such grids are
//! candidates. In other grids, if less than a tenth of the letters are unchecked, only the houses that check every letter are candidates,
//! otherwise only the others. (The Times requires half or more, so it also accepts American grids. One with a fault would be taken for
//! British.)
//!
//! Of the candidates, the one with the least findings is selected: the fewest errors and warnings together, then the fewest errors, then
//! the fewest notes. Errors and warnings count together, because an error of one house is a warning of another. The last criterion is the
//! order in the list of profiles. The profile `lax` is neither a house nor a candidate: it would fit nearly every grid with a fault.

use super::profile::{PROFILES, Profile};
use super::{Linter, Severity};
use gridcheck_core::rules::{Checking, GridKind};
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;

/// The candidate profiles.
pub struct Choice {
    houses: Vec<House>,
}

struct House {
    profile: &'static Profile,
    linter: Linter,
    /// The kind of its grids.
    kind: GridKind,
    /// `true` if the house checks every letter.
    wants_all: bool,
}

/// The number of a profile's findings: errors and warnings, errors, notes.
type Weight = (usize, usize, usize);

impl Choice {
    /// Prepares the profile of every house.
    pub fn new() -> Self {
        let houses = PROFILES.iter().filter(|profile| profile.name != "lax").map(|profile| {
            let rules = profile.ruleset();
            let wants_all = rules.checking == Checking::All;
            House { profile, linter: Linter::by_profile(profile), kind: rules.kind, wants_all }
        });
        Choice { houses: houses.collect() }
    }

    /// Returns the profile that fits a grid best.
    pub fn closest<'a>(&self, shape: impl Into<Shape<'a>>) -> &'static Profile {
        self.weighed(shape.into()).1
    }

    /// Returns the profile that fits best, if it finds neither an error nor a warning.
    pub fn fitting<'a>(&self, shape: impl Into<Shape<'a>>) -> Option<&'static Profile> {
        let ((wrong, ..), profile) = self.weighed(shape.into());
        (wrong == 0).then_some(profile)
    }

    fn weighed(&self, shape: Shape) -> (Weight, &'static Profile) {
        let kind = kind(shape);
        let all_checked = kind == GridKind::Blocks && hardly_unchecked(shape);
        let houses = self.houses.iter().filter(|house| house.kind == kind && house.wants_all == all_checked);
        let weighed = houses.map(|house| (weight(&house.linter, shape), house.profile));
        // There are houses for barred grids, for letters that are all checked, and for others. Of several with the same weight, the first is
        // kept.
        weighed.min_by_key(|(weight, _)| *weight).unwrap_or(((0, 0, 0), &PROFILES[0]))
    }
}

/// Returns the kind of grid.
fn kind(shape: Shape) -> GridKind {
    let Shape { grid, voids } = shape;
    let is_white = grid.whites() == grid.height() * grid.width() && voids.is_empty();
    if is_white && !grid.bars().is_empty() { GridKind::Bars } else { GridKind::Blocks }
}

/// Returns `true` if less than a tenth of the white squares are unchecked letters.
fn hardly_unchecked(shape: Shape) -> bool {
    let unchecked: usize = Words::of(shape).words.iter().map(|word| word.length - word.checked_letters()).sum();
    10 * unchecked < shape.grid.whites()
}

impl Default for Choice {
    fn default() -> Self {
        Choice::new()
    }
}

fn weight(linter: &Linter, shape: Shape) -> Weight {
    let severities = linter.severities(shape);
    let with = |severity| severities.iter().filter(|found| **found == severity).count();
    let (errors, warnings) = (with(Severity::Error), with(Severity::Warning));
    (errors + warnings, errors, with(Severity::Note))
}
