//! `gridcheck recurrence`: the numbers of grids on a strip, for every width at once.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use gridcheck_core::rules::{Ruleset, Symmetry};
use gridcheck_core::serial::{EachDigits, RulesName};
use gridcheck_engine::Engines;
use gridcheck_engine::clock::Moment;
use gridcheck_recurrence::{MAX_HEIGHT, Recurrence, StripError, find};

use super::engines::ENGINES;
use super::failure::Failure;
use super::host::Host;
#[cfg(feature = "clap")]
use super::parse::WrongValue;
#[cfg(feature = "clap")]
use super::rules::DEFAULT;
use super::rules::RulesInput;
use super::{Ask, usage};

/// Finds and proves the recurrence for the number of grids of a fixed height and any width.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Recurrence"))]
#[serde(deny_unknown_fields)]
pub struct StripRequest {
    /// Rows, 1 to 10.
    #[cfg_attr(feature = "clap", arg(long, value_name = "M", allow_negative_numbers = true, value_parser = height))]
    pub height: usize,
    /// The rule set: a built-in one (see `gridcheck rules`) or a TOML file; - is standard input.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml", default_value = DEFAULT, allow_hyphen_values = true))]
    #[serde(default)]
    pub rules: RulesInput,
    /// Count grids with this symmetry instead of that of the rule set. rot180 gives the numbers of `gridcheck count` for the built-in sets.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = symmetry()))]
    #[serde(default = "none")]
    pub symmetry: String,
    /// Print the first K terms, 1 to 1000; the default is 12.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_TERMS))))]
    pub terms: Option<u16>,
}

/// The number of terms that are reported if none is asked for.
const TERMS: u16 = 12;

/// The largest number of terms that are reported.
const MAX_TERMS: u16 = 1000;

/// The symmetries that strips may have.
const SYMMETRIES: [Symmetry; 2] = [Symmetry::None, Symmetry::Rot180];

fn none() -> String {
    Symmetry::None.name().to_owned()
}

#[cfg(feature = "clap")]
fn height(text: &str) -> Result<usize, WrongValue> {
    text.parse().ok().filter(|height| is_height(*height)).ok_or_else(|| WrongValue::new(expected_height()))
}

fn is_height(height: usize) -> bool {
    (1..=MAX_HEIGHT).contains(&height)
}

fn expected_height() -> String {
    format!("expected a whole number from 1 to {MAX_HEIGHT}: the states multiply by 4 with each row")
}

#[cfg(feature = "clap")]
fn symmetry() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(SYMMETRIES.map(Symmetry::name))
}

/// A recurrence with its question, and as many terms as were asked for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct RecurrenceReport {
    #[serde(flatten)]
    pub found: Recurrence,
    rules: RulesName,
    symmetry: Symmetry,
    #[serde(with = "EachDigits")]
    pub terms: Vec<BigUint>,
    order: usize,
    checked_terms: usize,
    seconds: f64,
}

impl Ask for StripRequest {
    type Report = RecurrenceReport;

    fn ask(&self, host: &dyn Host) -> Result<RecurrenceReport, Failure> {
        self.confirmed_by(ENGINES, host)
    }
}

impl StripRequest {
    /// Returns the recurrence. Its first terms are those that these engines count.
    fn confirmed_by(&self, engines: Engines, host: &dyn Host) -> Result<RecurrenceReport, Failure> {
        let start = Moment::now();
        if !is_height(self.height) {
            return Err(usage!([height] ": " (expected_height())));
        }
        let symmetry = SYMMETRIES.into_iter().find(|symmetry| symmetry.name() == self.symmetry);
        let symmetry = symmetry.ok_or_else(|| {
            usage!([symmetry] ": expected " (SYMMETRIES.map(Symmetry::name).join(" or ")) ", not `" (self.symmetry) "`")
        })?;
        if let Some(terms) = self.terms.filter(|terms| !(1..=MAX_TERMS).contains(terms)) {
            return Err(usage!([terms] ": " (terms) " is not in 1..=" (MAX_TERMS)));
        }
        host.work_is_long();
        let rules = Ruleset { symmetry, ..self.rules.ruleset(host)? };
        let found = find(self.height, &rules, engines, host).map_err(|error| self.failure(error))?;
        let terms = found.first_terms(self.terms.unwrap_or(TERMS).into());
        let (order, checked_terms) = (found.order(), found.terms.len());
        let seconds = start.seconds();
        Ok(RecurrenceReport { rules: (&found.rules).into(), symmetry, terms, order, checked_terms, seconds, found })
    }

    /// Adds the name of the rules to the reason why there is no recurrence.
    fn failure(&self, error: StripError) -> Failure {
        let named = |error: &dyn std::fmt::Display| match &self.rules {
            RulesInput::Named(name) => format!("rules {name}: {error}"),
            RulesInput::Toml(_) | RulesInput::Keys(_) => format!("rules.toml: {error}"),
            RulesInput::StandardInput => format!("rules -: {error}"),
        };
        match error {
            StripError::Run(error) => error.into(),
            StripError::Disagreement(found) => Failure::Disagreement(named(&found)),
            error @ (StripError::Height(_)
            | StripError::Symmetry(_)
            | StripError::Rules(_)
            | StripError::Problem(_)
            | StripError::Unsupported(_)
            | StripError::Unbounded(..)
            | StripError::TooManyStates(_)
            | StripError::NoEngine(_)) => Failure::Unusable(named(&error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use gridcheck_registry::{Frontier, Kaleidoscope};
    use gridcheck_testing::faulty::{Edit, Faulty};

    use super::*;
    use crate::host::Unattended;

    fn request(symmetry: Symmetry) -> StripRequest {
        let rules = RulesInput::Named("american".to_owned());
        StripRequest { height: 4, rules, symmetry: symmetry.name().to_owned(), terms: None }
    }

    /// A term that an engine counts differently is named, nothing is proved, and the program exits with 1.
    #[test]
    fn a_term_that_an_engine_counts_differently_is_a_disagreement() {
        static LOOSE: Engines =
            Engines(&[&Faulty::<Edit> { engine: &Kaleidoscope, edit: |rules| rules.edges = false }]);
        static LOOSE_TURNED: Engines =
            Engines(&[&Faulty::<Edit> { engine: &Frontier, edit: |rules| rules.edges = false }]);
        for (symmetry, faulty, right) in [
            (Symmetry::None, LOOSE, Engines(&[&Kaleidoscope])),
            (Symmetry::Rot180, LOOSE_TURNED, Engines(&[&Frontier])),
        ] {
            let failure = request(symmetry).confirmed_by(faulty, &Unattended).err().expect("another count");
            assert_eq!(failure.exit_code(), 1);
            let said = failure.to_string();
            assert!(said.starts_with("rules american: nothing is proved: a("), "{said}");
            assert!(said.contains("but engine faulty counts "), "{said}");
            let report = request(symmetry).confirmed_by(right, &Unattended).expect("equal counts");
            let comparison = &report.found.comparison;
            assert!(comparison.compared_terms >= 4, "{comparison:?}");
            assert_eq!(comparison.engines, [right[0].name()]);
        }
    }
}
