//! `gridcheck recurrence`: the numbers of grids on a strip, for every width at once.

use std::io::Write;

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use num_bigint::{BigInt, BigUint, Sign};
use serde::Serialize;

use super::args::RulesArg;
use super::help::filled;
use super::{Format, Output, Terminal, Verdict};
use crate::engine::Engines;
use crate::engine::clock::Moment;
use crate::engine::watch::Watch;
use crate::engines::ENGINES;
use crate::plural::plural;
use crate::recurrence::{Comparison, MAX_HEIGHT, Recurrence, find};
use crate::rules::{Ruleset, Symmetry};
use crate::serial::{EachDigits, RulesName};

/// Find and prove the recurrence for the number of grids of a fixed height and any width.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck recurrence --height 4 --rules american
  gridcheck recurrence --height 5 --rules american --symmetry rot180 --terms 40
  gridcheck recurrence --height 5 --rules no-pairs --format json
  printf 'max_word = 7' | gridcheck recurrence --height 4 --rules -

The answer is proved, and for a second engines count the first terms too: see docs/STRIPS.md. If a term differs, nothing is proved, and the
exit code is 1. Rules that ask for half of the letters checked (british, the default) are refused from 4 rows on, unless
max_word or max_unchecked_run = 1 is set.")]
pub struct RecurrenceCommand {
    /// Rows, 1 to 10.
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = height)]
    height: usize,
    #[command(flatten)]
    rules: RulesArg,
    /// Count grids with this symmetry instead of that of the rule set. rot180 gives the numbers of `gridcheck count` for the built-in sets.
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = symmetry())]
    symmetry: Symmetry,
    /// Print the first K terms, 1 to 1000.
    #[arg(long, value_name = "K", default_value = "12", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1000))]
    terms: u16,
    /// The form of the answer. JSON is one object; counts and coefficients in it are text.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

fn height(text: &str) -> Result<usize, String> {
    let height = text.parse().ok().filter(|height| (1..=MAX_HEIGHT).contains(height));
    height.ok_or_else(|| {
        format!("expected a whole number from 1 to {MAX_HEIGHT}: the states multiply by 4 with each row")
    })
}

/// A symmetry that strips may have, by name.
fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    let known = [Symmetry::None, Symmetry::Rot180];
    PossibleValuesParser::new(known.map(Symmetry::name)).map(move |name| {
        // The parser lets no other name through.
        known.into_iter().find(|symmetry| symmetry.name() == name).unwrap_or(Symmetry::None)
    })
}

/// A recurrence with its question, and as many terms as were asked for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecurrenceAnswer<'a> {
    #[serde(flatten)]
    found: &'a Recurrence,
    rules: RulesName,
    symmetry: Symmetry,
    #[serde(with = "EachDigits")]
    terms: Vec<BigUint>,
    order: usize,
    checked_terms: usize,
    seconds: f64,
}

impl RecurrenceCommand {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let start = Moment::now();
        terminal.report_in_lines();
        let found = self.found(ENGINES, terminal)?;
        let seconds = start.seconds();
        terminal.clear();
        let answer = || RecurrenceAnswer {
            found: &found,
            rules: (&found.rules).into(),
            symmetry: found.rules.symmetry,
            terms: found.first_terms(self.terms.into()),
            order: found.order(),
            checked_terms: found.terms.len(),
            seconds,
        };
        self.format.print(output, answer, |output| self.print(output, &found))?;
        Ok(Verdict::Well)
    }

    /// Returns the recurrence. Its first terms are those that these engines count.
    fn found(&self, engines: Engines, watch: &dyn Watch) -> anyhow::Result<Recurrence> {
        let rules = Ruleset { symmetry: self.symmetry, ..self.rules.ruleset()? };
        find(self.height, &rules, engines, watch).with_context(|| format!("rules {}", self.rules.rules))
    }

    fn print(&self, output: &mut Output, found: &Recurrence) -> anyhow::Result<()> {
        let (height, symmetry) = (found.height, found.rules.symmetry.name());
        writeln!(output, "{height} × n grids, rules {}, symmetry {symmetry}\n", found.rules.described())?;
        let terms = found.first_terms(self.terms.into());
        let terms = terms.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", ");
        section(output, "a(1), a(2), ...", &format!("{terms}, ..."))?;
        let right = sum(&found.coefficients, |i| format!("a(n-{})", i + 1));
        let title = format!("recurrence of order {}, for n >= {}", found.order(), found.holds_from);
        section(output, &title, &format!("a(n) = {right}"))?;
        let power = |i| match i {
            0 => String::new(),
            1 => "x".to_owned(),
            _ => format!("x^{i}"),
        };
        section(output, "generating function, numerator", &sum(&found.numerator, power))?;
        section(output, "generating function, denominator", &sum(&found.denominator, power))?;
        section(output, "growth rate, the limit superior of a(n)^(1/n)", &format!("{:.12}", found.growth))?;
        let Comparison { compared_terms, engines } = &found.comparison;
        let comparison = format!("a(1) to a({compared_terms}) are also what {} counts.", engines.join(" or "));
        section(output, "comparison", &comparison)?;
        let states = found.states;
        let proof = format!(
            "{} can be reached, {} of them lead to a grid, and merging equal ones leaves {}. So the counts obey a recurrence of order {}, and this one \
             holds for all n, being checked exactly on the first {}. None is shorter.",
            plural(states.reachable, "state"),
            states.useful,
            states.merged,
            found.bound,
            plural(found.terms.len(), "term"),
        );
        section(output, "proof", &proof)
    }
}

const WIDEST: usize = 102;

/// Prints a title and, below it, a text broken into lines.
fn section(output: &mut Output, title: &str, text: &str) -> anyhow::Result<()> {
    writeln!(output, "{title}\n{}", filled(text, WIDEST, 2).join("\n"))?;
    Ok(())
}

/// Writes a sum with these coefficients, those that are 0 left out; `unit` names what each belongs to.
fn sum(coefficients: &[BigInt], unit: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for (i, coefficient) in coefficients.iter().enumerate() {
        let sign = match (coefficient.sign(), text.is_empty()) {
            (Sign::NoSign, _) => continue,
            (Sign::Plus, true) => "",
            (Sign::Minus, true) => "-",
            (Sign::Plus, false) => " + ",
            (Sign::Minus, false) => " - ",
        };
        let (size, unit) = (coefficient.magnitude().to_string(), unit(i));
        let product = match (size.as_str(), unit.as_str()) {
            (_, "") => size,
            ("1", _) => unit,
            _ => format!("{size}*{unit}"),
        };
        text.push_str(sign);
        text.push_str(&product);
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use gridcheck_testing::faulty::{Edit, Faulty};

    use super::*;
    use crate::cli::failure;
    use crate::engine::watch::Unwatched;
    use crate::engines::{Frontier, Kaleidoscope};

    fn command(symmetry: Symmetry) -> RecurrenceCommand {
        let rules = RulesArg { rules: "american".to_owned() };
        RecurrenceCommand { height: 4, rules, symmetry, terms: 12, format: Format::Text }
    }

    /// The program names a term that an engine counts differently, proves nothing and exits with 1.
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
            let error = command(symmetry).found(faulty, &Unwatched).expect_err("another count");
            let failure = failure(&error, None).expect("a failure");
            assert_eq!(failure.exit_code, 1);
            let said = "rules american: nothing is proved: a(";
            assert!(failure.message.starts_with(said), "{}", failure.message);
            assert!(failure.message.contains("but engine faulty counts "), "{}", failure.message);
            let found = command(symmetry).found(right, &Unwatched).expect("equal counts");
            assert!(found.comparison.compared_terms >= 4, "{:?}", found.comparison);
            assert_eq!(found.comparison.engines, [right[0].name()]);
        }
    }
}
