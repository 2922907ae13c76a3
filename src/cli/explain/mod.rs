//! `gridcheck explain`: explains a published figure.

pub mod layouts;
pub mod reenactment;
pub mod search;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::args::{RulesArg, Threads, at_most_one_stdin, duration, size};
use super::{Format, Output, Terminal, Verdict};
use crate::ask::claims::read;
use crate::ask::input::Input;
use crate::audit::claims::Claims;
use crate::explain::published::published;
use crate::explain::search::{FigureQuestion, OtherFigure};
use crate::explain::{ho_2021, nanogenmo_2021};
use crate::rules::builtin;
use crate::size::Size;

/// Explain a published count: find rules near the stated ones that give it, or the faults of the program behind it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck explain --size 7 --count 346  do any rules near the stated ones give 346?
  gridcheck explain --size 8 --count 2638 --rules american-loose
  gridcheck explain --size 5 --count 7 --also 7=182 --rules british
  gridcheck explain ho-2021               a published program re-enacted, each of its faults mended
  gridcheck explain --list                the published programs that are re-enacted

Without a NAME, rule sets near the one given are searched. A change drops, loosens or tightens a rule, or replaces it by a published
variant; or it asks for a least number of white squares (in rows, or in rows and columns), counts one grid of each class, or counts the
all-black grid. --changes K makes up to K changes at once. Each rule set that gives the figure is counted by a second engine, and tried on
the source's other figures, which come from the built-in claims, from --claims and from --also. Those that give all the
figures come first, and among them the smallest change: fewest rules, then fewest steps along their values,
then published variants.

Exit code 0: an explanation is found (with a name: the published figures are reproduced); 1: none is.")]
pub struct Explain {
    /// Re-enact this published program; --list has the names.
    #[arg(value_name = "NAME", conflicts_with_all = ["size", "count"], required_unless_present_any = ["size", "count", "list"])]
    name: Option<String>,
    /// List the published programs that are re-enacted.
    #[arg(long, conflicts_with_all = ["name", "size", "count"])]
    list: bool,
    /// Number of rows and columns of the counted grids.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = size, requires = "count")]
    size: Option<Size>,
    /// Explain this figure.
    #[arg(long, value_name = "FIGURE", allow_negative_numbers = true, value_parser = figure, requires = "size")]
    count: Option<u128>,
    /// Start from this rule set, built in or a TOML file. The default is the rule set of the published claim, or british.
    #[arg(long, value_name = "NAME|FILE.toml", conflicts_with = "name")]
    rules: Option<String>,
    /// Look for the figure and others of its source in these claims files; the default is the built-in claims.
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    claims: Vec<PathBuf>,
    /// Add another figure of the same source, as in 9=1234 or 9=1,234.
    #[arg(long, value_name = "N=FIGURE", value_parser = also, conflicts_with = "name")]
    also: Vec<(Size, u128)>,
    /// Change at most this many rules at once.
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4))]
    changes: u8,
    /// Search for at most this time, as in 30s, 10m or 1h30m.
    #[arg(long, alias = "budget", value_name = "TIME", default_value = "2m", value_parser = duration)]
    time_limit: Duration,
    /// Show at most this many of the rule sets that give the figure.
    #[arg(long, value_name = "K", default_value_t = 10)]
    top: usize,
    /// Print the outcome in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
    #[command(flatten)]
    jobs: Threads,
}

/// The report of `--list`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReenactmentsAnswer {
    reenactments: &'static [ReenactedProgram],
}

/// A published program that is re-enacted.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ReenactedProgram {
    name: &'static str,
    about: &'static str,
    #[serde(skip)]
    run: fn(Format, &Terminal, &mut Output) -> anyhow::Result<Verdict>,
}

/// The published programs that are re-enacted.
const REENACTMENTS: [ReenactedProgram; 2] = [
    ReenactedProgram {
        name: ho_2021::NAME,
        about: "British grids of 5 × 5 to 9 × 9, by a program with two faults",
        run: reenactment::run,
    },
    ReenactedProgram {
        name: nanogenmo_2021::NAME,
        about: "15 × 15 layouts of words of 5, 7 or 9 letters, with a list in place of a connectivity test",
        run: layouts::run,
    },
];

/// Prints the published programs that are re-enacted.
fn list(format: Format, output: &mut Output) -> anyhow::Result<Verdict> {
    let width = REENACTMENTS.iter().map(|program| program.name.len()).max().unwrap_or(0);
    let lines = REENACTMENTS.map(|ReenactedProgram { name, about, .. }| format!("{name:width$}  {about}"));
    format.print_line(output, &ReenactmentsAnswer { reenactments: &REENACTMENTS }, lines.join("\n"))?;
    Ok(Verdict::Well)
}

/// Parses a figure, with or without commas.
fn figure(text: &str) -> Result<u128, String> {
    text.replace(',', "").parse().map_err(|_| "expected a whole number, as in 1234 or 1,234".to_owned())
}

fn also(text: &str) -> Result<(Size, u128), String> {
    let (n, count) = text.split_once('=').ok_or_else(|| "expected a size and a figure, as in 9=1234".to_owned())?;
    Ok((size(n)?, figure(count)?))
}

impl Explain {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let names = || REENACTMENTS.map(|reenactment| reenactment.name).join(" or ");
        match (&self.name, self.size, self.count) {
            _ if self.list => list(self.format, output),
            (Some(name), ..) => match REENACTMENTS.iter().find(|reenactment| reenactment.name == name) {
                Some(reenactment) => (reenactment.run)(self.format, terminal, output),
                None => bail!("no program `{name}` is re-enacted here, expected {}", names()),
            },
            (None, Some(size), Some(count)) => self.search(size, count, terminal, output),
            // The argument parser requires one of the two.
            (None, ..) => bail!("expected --size and --count, or {}", names()),
        }
    }

    fn search(&self, size: Size, count: u128, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin(self.claims.iter().map(PathBuf::as_path).chain(self.rules.as_deref().map(Path::new)))?;
        let sources: Vec<Claims> = if self.claims.is_empty() {
            Claims::builtin()
        } else {
            self.claims.iter().map(|path| read(&Input::from(&**path), terminal)).collect::<Result<_, _>>()?
        };
        let published = published(&sources, size, count);
        let base = match (&self.rules, published.first()) {
            (Some(rules), _) => RulesArg { rules: rules.clone() }.ruleset()?,
            (None, Some(published)) => published.rules.clone(),
            (None, None) => builtin("british").ok_or_else(|| anyhow::anyhow!("no rule set british"))?,
        };
        let mut others: Vec<OtherFigure> = published.iter().flat_map(|source| source.others.iter().cloned()).collect();
        others.extend(self.also.iter().map(|&(size, figure)| OtherFigure {
            size,
            figure,
            least: base.min_white_per_row,
        }));
        others.sort_by_key(|other| (other.size, other.figure));
        others.dedup_by_key(|other| (other.size, other.figure));
        let budget = self.time_limit;
        let question = FigureQuestion { size, figure: count, base, others, most_changes: self.changes.into(), budget };
        search::run(&question, &published, self.top, self.format, terminal, output)
    }
}
