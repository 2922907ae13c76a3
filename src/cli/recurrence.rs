//! `gridcheck recurrence`: the numbers of grids on a strip, for every width at once.

use std::io::Write;

use clap::Args;
use num_bigint::{BigInt, BigUint, Sign};

use super::help::filled;
use super::{Format, Output, Print, Terminal, Verdict};
use crate::ask::Ask;
use crate::ask::failure::Failure;
use crate::ask::recurrence::{RecurrenceReport, StripRequest};
use crate::plural::plural;
use crate::recurrence::Comparison;

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
pub(super) struct RecurrenceCommand {
    #[command(flatten)]
    request: StripRequest,
    /// The form of the answer. JSON is one object; counts and coefficients in it are text.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

impl RecurrenceCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let report = self.request.ask(terminal);
        terminal.clear();
        self.format.print_report(output, &report?)?;
        Ok(Verdict::Well)
    }
}

impl Print for RecurrenceReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let found = &self.found;
        let (height, symmetry) = (found.height, found.rules.symmetry.name());
        writeln!(output, "{height} × n grids, rules {}, symmetry {symmetry}\n", found.rules.described())?;
        let terms = self.terms.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", ");
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
fn section(output: &mut Output, title: &str, text: &str) -> Result<(), Failure> {
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
