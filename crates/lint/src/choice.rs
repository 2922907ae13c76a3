//! Which profile fits a grid.
//!
//! First the kind of grid: where hardly a letter is unchecked (less than a tenth) the houses that want every letter checked are
//! asked, and else the others. (The Times wants half or more, so an American grid is good to it as well, and one with a slip
//! would be called British.) Of these the one that finds least wrong: the fewest errors and warnings together, for what is
//! an error to one house is a warning to another; then the fewest errors, then the fewest notes, then the first in the list of
//! profiles. The profile `lax` is no house and takes no part: it would fit nearly every grid with a slip in it.

use super::profile::{PROFILES, Profile};
use super::{Linter, Severity};
use gridcheck_core::rules::Checking;
use gridcheck_layout::shape::Shape;
use gridcheck_layout::words::Words;

/// The profiles that grids are held against.
pub struct Choice {
    houses: Vec<House>,
}

struct House {
    profile: &'static Profile,
    linter: Linter,
    /// Whether it wants every letter checked.
    wants_all: bool,
}

/// How much a profile finds: errors and warnings, errors, notes.
type Weight = (usize, usize, usize);

impl Choice {
    /// Every house's profile.
    pub fn new() -> Self {
        let houses = PROFILES.iter().filter(|profile| profile.name != "lax").map(|profile| House {
            profile,
            linter: Linter::by_profile(profile),
            wants_all: profile.ruleset().checking == Checking::All,
        });
        Choice { houses: houses.collect() }
    }

    /// The profile that fits a grid best.
    pub fn closest<'a>(&self, shape: impl Into<Shape<'a>>) -> &'static Profile {
        self.weighed(shape.into()).1
    }

    /// The profile that fits it best, if that finds neither an error nor anything to be warned of.
    pub fn fitting<'a>(&self, shape: impl Into<Shape<'a>>) -> Option<&'static Profile> {
        let ((wrong, ..), profile) = self.weighed(shape.into());
        (wrong == 0).then_some(profile)
    }

    fn weighed(&self, shape: Shape) -> (Weight, &'static Profile) {
        let all_checked = hardly_unchecked(shape);
        let houses = self.houses.iter().filter(|house| house.wants_all == all_checked);
        let weighed = houses.map(|house| (weight(&house.linter, shape), house.profile));
        // There are houses of both kinds, and of several that weigh the same the first is kept.
        weighed.min_by_key(|(weight, _)| *weight).unwrap_or(((0, 0, 0), &PROFILES[0]))
    }
}

/// Whether less than a tenth of the white squares are unchecked letters.
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
    let findings = linter.findings(shape);
    let with = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings) = (with(Severity::Error), with(Severity::Warning));
    (errors + warnings, errors, with(Severity::Note))
}
