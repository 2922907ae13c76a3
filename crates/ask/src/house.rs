//! The demands of a profile on grids of one size, for commands that make grids.
//!
//! A profile's rule set is asked of engines. Of its house rules, those whose violation is more than a note are held too: by
//! constraints where these have the same meaning, otherwise by judging each grid. Grids that are drawn also have what the grids that the
//! house prints have in common.

use serde::Deserialize;

use super::failure::Failure;
use super::host::Host;
use super::names::profile_to_ask;
use super::rules::RulesInput;
use gridcheck_core::constraint::{self, Constraint};
use gridcheck_core::grid::Grid;
use gridcheck_core::rules::{GridKind, Ruleset};
use gridcheck_core::size::Size;
use gridcheck_lint::demand::of_house;
use gridcheck_lint::house::{HouseRule, OnSize};
use gridcheck_lint::profile::Profile;
use gridcheck_lint::{Linter, Severity};

/// The option of commands that make grids of a house.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct HouseOption {
    /// Ask for grids of a house: one of gridcheck rules --profiles, or a TOML file. They break no rule of the profile, apart from those
    /// that are only noted. With --rules, that rule set takes the place of the rule set of the house.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub profile: Option<String>,
}

impl HouseOption {
    /// Returns the profile, if one is asked for.
    ///
    /// # Errors
    /// There is no such profile.
    pub fn profile(&self, host: &dyn Host) -> Result<Option<&'static Profile>, Failure> {
        self.profile.as_deref().map(|name| profile_to_ask(name, host)).transpose()
    }

    /// Returns the rules of the request, and the profile with them if one is asked for. Rules that the request does not name are those of
    /// the profile.
    ///
    /// # Errors
    /// There is no such profile, or the rules cannot be read.
    pub fn rules(
        &self,
        rules: Option<&RulesInput>,
        host: &dyn Host,
    ) -> Result<(Ruleset, Option<&'static Profile>), Failure> {
        let profile = self.profile(host)?;
        let rules = rules.map(|rules| rules.ruleset(host)).transpose()?;
        match (profile, rules) {
            (None, None) => Ok((RulesInput::default().ruleset(host)?, None)),
            (None, Some(rules)) => Ok((rules, None)),
            (Some(profile), None) => Ok((profile.ruleset(), Some(profile))),
            (Some(profile), Some(rules)) => Ok((rules.clone(), Some(profile.with_rules(&rules)))),
        }
    }
}

/// The demands of a profile on grids of one size.
pub struct PublisherStyle {
    /// The profile.
    pub profile: &'static Profile,
    /// Constraints that some demands amount to.
    pub constraints: Vec<Constraint>,
    /// The demands for which each grid must be judged.
    each_grid: Vec<HouseRule>,
    /// The demands that are not held because their violation is only a note, in words.
    noted: String,
    /// Text of the constraints that are held beyond the demands, empty if there are none.
    printed: String,
    linter: Linter,
}

impl PublisherStyle {
    /// Sorts the demands of a profile for grids of a size.
    ///
    /// # Errors
    /// No grid of the size passes.
    pub fn of(profile: &'static Profile, size: Size) -> Result<Self, Failure> {
        PublisherStyle::with(profile, size, false)
    }

    /// Sorts the demands, and adds what the grids that the house prints have in common: the demands that are only noted and that a constraint
    /// can express, and the measured bounds of the profile.
    ///
    /// # Errors
    /// No grid of the size passes.
    pub fn as_printed(profile: &'static Profile, size: Size) -> Result<Self, Failure> {
        PublisherStyle::with(profile, size, true)
    }

    fn with(profile: &'static Profile, size: Size, as_printed: bool) -> Result<Self, Failure> {
        let kind = profile.ruleset().kind;
        let (mut constraints, mut each_grid) = (Vec::new(), Vec::new());
        for rule in profile.strict_house_rules() {
            match rule.on_size(size, kind) {
                OnSize::Holds => {}
                OnSize::Fails => {
                    return Err(Failure::unusable(format!(
                        "no grid of {} passes the profile {}: {}",
                        size.rows_by_columns(),
                        profile.name,
                        of_house(rule).words
                    )));
                }
                OnSize::Constraint(constraint) => constraints.push(constraint),
                OnSize::EachGrid => each_grid.push(rule),
            }
        }
        let mut printed = Vec::new();
        let is_noted = |rule: &&HouseRule| profile.severity(rule.code()) == Severity::Note;
        let noted = profile.house.iter().filter(is_noted).filter(|rule| match rule.on_size(size, kind) {
            OnSize::Holds => false,
            OnSize::Constraint(constraint) if as_printed => {
                printed.push(constraint);
                false
            }
            OnSize::Constraint(_) | OnSize::Fails | OnSize::EachGrid => true,
        });
        let noted = in_words(noted);
        // What is known of printed barred grids is a number of words, which says nothing of other sizes.
        let is_other_size = || profile.house.iter().any(|rule| matches!(rule.on_size(size, kind), OnSize::Fails));
        let is_known = kind == GridKind::Blocks || !is_other_size();
        printed.extend(profile.printed().filter(|_| as_printed && is_known));
        constraints.extend(&printed);
        let printed = constraint::in_words(&printed);
        Ok(PublisherStyle { profile, constraints, each_grid, noted, printed, linter: Linter::by_profile(profile) })
    }

    /// Returns `true` if grids are to have what the grids that the house prints have in common.
    pub fn is_as_printed(&self) -> bool {
        !self.printed.is_empty()
    }

    /// Returns sentences on the demands that are not held because their violation is only a note, and on what is held beyond the demands.
    pub fn notes(&self) -> Vec<String> {
        let PublisherStyle { profile, noted, printed, .. } = self;
        let name = profile.name;
        let mut notes = Vec::new();
        if !printed.is_empty() {
            // Barred grids are mostly too many for anything else.
            let or_else = if profile.ruleset().kind == GridKind::Bars { "" } else { " (--wild: each)" };
            notes.push(format!(
                "as the grids of {name} are printed, {printed}: by random walks, not each equally likely{or_else}"
            ));
        }
        if !noted.is_empty() {
            notes.push(format!("the profile {name} only notes these demands, so they are not held: {noted}"));
        }
        notes
    }

    /// Returns `true` if some demand needs a judgement of each grid.
    pub fn judges(&self) -> bool {
        !self.each_grid.is_empty()
    }

    /// Returns the demands that need a judgement of each grid, in words.
    pub fn judged_demands(&self) -> String {
        in_words(&self.each_grid)
    }

    /// Returns `true` if the profile finds nothing in a grid but notes.
    pub fn accepts(&self, grid: &Grid) -> bool {
        self.linter.severities(grid).into_iter().all(|severity| severity == Severity::Note)
    }
}

fn in_words<'a>(rules: impl IntoIterator<Item = &'a HouseRule>) -> String {
    rules.into_iter().map(|&rule| of_house(rule).words).collect::<Vec<_>>().join("; ")
}
