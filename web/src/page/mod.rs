//! The questions that only the page asks: about the puzzle that it edits, and with word lists.
//!
//! The page holds a [document](gridcheck::formats::document::Document) in JSON: the squares, the letters, the clues. Each question about it has
//! the document as its file. Nothing is judged, counted or read here: each function puts one question to the library, and the page has no
//! other code about grids.
//!
//! | file | questions |
//! |---|---|
//! | [`judging`] | asked at every stroke: findings, measures, entries |
//! | [`grids`] | rules, symmetries, and grids to start from |
//! | [`files`] | files that are opened or saved |
//! | [`words`] | the word list, which a worker keeps, and fills from it |
//! | [`here`] | the words for the entries of a square |
//! | [`help`] | anagrams, hidden words and more for a clue |

mod document;
mod files;
mod grids;
mod help;
mod here;
mod judging;
mod words;

use gridcheck::ask::host::Unattended;
use gridcheck::ask::house::HouseOption;
use gridcheck::ask::rules::RulesInput;
use gridcheck::lint::Linter;
use gridcheck::lint::profile::Profile;
use gridcheck::rules::Ruleset;
use serde::Deserialize;

use crate::in_javascript;

/// A rule set, a profile, or both.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct By {
    #[serde(default)]
    rules: Option<RulesInput>,
    #[serde(flatten)]
    house: HouseOption,
}

impl By {
    /// Returns the rules, and the profile if one is asked for.
    fn rules(&self) -> anyhow::Result<(Ruleset, Option<&'static Profile>)> {
        self.house.rules(self.rules.as_ref(), &Unattended).map_err(in_javascript)
    }

    fn linter(&self) -> anyhow::Result<Linter> {
        let (rules, profile) = self.rules()?;
        Ok(profile.map_or_else(|| Linter::by_rules(&rules), Linter::by_profile).with_clues())
    }
}
