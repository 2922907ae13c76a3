//! The option `--profile` of commands that make grids.

use clap::Args;

use crate::ask::names::profile_to_ask;
use crate::lint::profile::Profile;

/// The house by whose profile grids are made.
#[derive(Args)]
pub struct HouseArg {
    /// Ask for grids of a house instead of a rule set: one of gridcheck rules --profiles. They break no rule of the profile,
    /// apart from those that are only noted.
    #[arg(long, value_name = "NAME", conflicts_with = "rules")]
    profile: Option<String>,
}

impl HouseArg {
    pub fn profile(&self) -> anyhow::Result<Option<&'static Profile>> {
        Ok(self.profile.as_deref().map(profile_to_ask).transpose()?)
    }
}
