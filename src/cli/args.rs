//! Arguments that several commands share, and the problem that they define.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::engines::{engine_named, one_engine};
use super::lists::ReadOptions;
use super::memory_limit::MEMORY;
use super::report_notes;
use super::sizes::Sizes;
use super::threads::JOBS;
use super::walk::name_of;
use crate::checker::Witnesses;
use crate::constraint::{Constraint, Goal, Measure};
use crate::engines::ENGINES;
use crate::external::Programs;
use crate::formats::registry;
use crate::formats::source::{As, STANDARD_INPUT, Source};
use crate::formats::text::{Options, glyph};
use crate::grid::MAX_SIZE;
use crate::place::line_and_column;
use crate::problem::{Givens, Problem};
use crate::reports::names::no_rules;
pub use crate::reports::question::size;
use crate::reports::question::{measure, on_lattice};
use crate::rules::{Ruleset, builtin};
use crate::run::ClauseUse;
use crate::size::Size;

/// Returns the name of a value as a user types it.
pub fn name_of_value(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The rule set, by name or file.
#[derive(Args)]
pub struct RulesArg {
    /// The rule set: a built-in one (see `gridcheck rules`) or a TOML file; - is standard input.
    #[arg(long, value_name = "NAME|FILE.toml", default_value = "british", allow_hyphen_values = true)]
    pub rules: String,
}

/// The help of `--where`.
const TAKEN: &str = "Take only grids that meet this condition (repeatable), as in 'words 28..32' or 'length 3 <= 2'";

/// The help of `--where` for grids that are read.
const READ: &str = "Skip the grids that do not meet this condition (repeatable), as in 'words 28..32'; they do not change the exit code";

/// Returns the help of `--where`, and what a condition is.
fn with_grammar(help: &str) -> String {
    format!(
        "{help}.\n\nA condition is a measure, then = N, <= N, >= N or A..B. Measures are letters, blacks, words, checked (letters in a word \
     across and a word down), unchecked, mean-length and lengths (the number of different lengths). 'length 3 = 0': no word has 3 \
     letters. 'length 3..5 = 2': two words of each of these lengths. 'length except 5/7 = 0': none of any other length. \
     'blacks-per-row = 1': each row has one. Other measures of black squares are largest-block, black-run (the most side by side), \
     black-edge (the most side by side along an edge) and square-blocks (2 x 2)."
    )
}

/// Changes the help of `--where` for a command that reads grids.
pub fn skips(arg: clap::Arg) -> clap::Arg {
    arg.help(READ).long_help(with_grammar(READ))
}

/// The constraints on the grids.
#[derive(Args)]
pub struct WhereArg {
    /// The conditions; the grids that meet them all.
    #[arg(long = "where", value_name = "CONSTRAINT", value_parser = str::parse::<Constraint>, help = TAKEN, long_help = with_grammar(TAKEN))]
    pub constraints: Vec<Constraint>,
}

/// An extreme of a measure.
#[derive(Args)]
pub struct GoalArgs {
    /// Find the largest value of this measure, and the grids that reach it.
    #[arg(long, value_name = "MEASURE", value_parser = measure, conflicts_with = "fewest")]
    most: Option<Measure>,
    /// Find the smallest value of this measure, and the grids that reach it.
    #[arg(long, value_name = "MEASURE", value_parser = measure)]
    fewest: Option<Measure>,
}

impl GoalArgs {
    pub fn goal(&self) -> Option<Goal> {
        self.most.map(Goal::Most).or(self.fewest.map(Goal::Fewest))
    }
}

/// One counting question.
#[derive(Args)]
pub struct QuestionArgs {
    /// Number of rows and columns, 1 to 64: one number for a square, as in 13, or rows x columns, as in 13x15.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = str::parse::<Sizes>, required = true)]
    pub size: Option<Sizes>,
    #[command(flatten)]
    pub rules: RulesArg,
    /// Take only grids that agree with this partial grid: # black, . white, ? open. A puzzle file works too.
    #[arg(long, value_name = "FILE")]
    pub given: Option<PathBuf>,
    /// Use the setters' lattice: every square in an even row and an even column, counted from 1, is black. Phase 2 shifts it by a
    /// column, 3 by a row, 4 by both.
    #[arg(long, value_name = "PHASE", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub lattice: Option<u8>,
    #[command(flatten)]
    pub constraints: WhereArg,
}

/// One counting question, and the number of threads.
#[derive(Args)]
pub struct ProblemArgs {
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub jobs: JobsArg,
}

/// The number of threads.
#[derive(Args)]
pub struct JobsArg {
    /// Use this many threads; the default is one per processor.
    #[arg(id = JOBS, long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// The memory limit.
#[derive(Args)]
pub struct MemoryArg {
    /// Use at most this much memory, as in 6G or 500MiB.
    ///
    /// It is a number with k, M, G or T (thousands, millions, ...) or with KiB, MiB, GiB or TiB (1024, ...). The program ends at the limit
    /// with exit code 75. With little memory pinwheel takes longer. The default is what the machine or the container has.
    #[arg(id = MEMORY, long, value_name = "SIZE", value_parser = bytes, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

/// Parses a number of bytes, as in 6G, 500MiB or 1.5GB.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size as in 6G, 500M or 2GiB".to_owned();
    let (number, unit) = text.split_at(text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len()));
    let unit = unit.strip_suffix(['B', 'b']).unwrap_or(unit).to_ascii_lowercase();
    let power = |base: u64, letter: &str| {
        ["", "k", "m", "g", "t"].iter().zip(0..).find(|(known, _)| **known == letter).map(|(_, power)| base.pow(power))
    };
    let factor = match unit.strip_suffix('i') {
        Some("") => None,
        Some(letter) => power(1024, letter),
        None => power(1000, &unit),
    };
    let factor = factor.ok_or_else(wrong)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let fraction = digits(part)? as f64 / 10_f64.powi(part.len() as i32);
    let bytes = digits(whole)?.checked_mul(factor).ok_or_else(wrong)?;
    Ok(bytes.saturating_add((fraction * factor as f64) as u64))
}

/// Parses a square, typed from 1 and returned from 0.
pub fn square(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=MAX_SIZE).contains(number));
    let square = text.split_once(',').and_then(|(row, column)| Some((number(row)? - 1, number(column)? - 1)));
    square.ok_or_else(|| format!("expected a row and a column, each from 1 to {MAX_SIZE}, as in 3,4"))
}

/// Parses a positive number.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a whole number from 1".to_owned())
}

/// Parses a time, as in 30, 30s, 10m or 1h30m. A number without a unit is in seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time as in 30s, 10m or 1h30m".to_owned();
    if let Ok(seconds) = text.parse::<u64>() {
        return Ok(Duration::from_secs(seconds));
    }
    let mut seconds: u64 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?);
        let unit = match after.as_bytes().first() {
            Some(b's') => 1,
            Some(b'm') => 60,
            Some(b'h') => 3600,
            _ => return Err(wrong()),
        };
        let part = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(wrong)?;
        seconds = seconds.checked_add(part).ok_or_else(wrong)?;
        rest = &after[1..];
    }
    if text.is_empty() { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

/// The way in which files are read.
#[derive(Args)]
pub struct ReadArgs {
    /// Read this character as black, where the grid is ambiguous (as in 0 and 1). Every other character is then a white square, # too, and
    /// every other letter stands in one.
    #[arg(long, value_name = "CHAR", value_parser = glyph)]
    black: Option<char>,
    /// With --black: read only this character as a white square without a letter.
    #[arg(long, value_name = "CHAR", value_parser = glyph, requires = "black")]
    white: Option<char>,
    /// Read every file in this format where its content does not show the format; text is a list of grids.
    #[arg(long, value_name = "FORMAT", value_parser = input_format())]
    input_format: Option<As>,
}

impl ReadArgs {
    pub fn how(&self) -> anyhow::Result<ReadOptions> {
        let ReadArgs { black, white, input_format } = *self;
        if let (Some(black), Some(white)) = (black, white)
            && black.eq_ignore_ascii_case(&white)
        {
            bail!("--white {white}: {black} is black, and upper and lower case are one character");
        }
        Ok(ReadOptions { what: input_format.unwrap_or_default(), options: Options { black, white } })
    }
}

/// Reads given squares from a file and reports how ambiguous characters were read. Returns the file's name too.
pub fn read_givens(path: &Path) -> anyhow::Result<(String, Givens)> {
    let source = Source::open(path)?;
    let name = source.name().to_owned();
    let (givens, notes) = source.givens()?;
    report_notes(&name, &notes);
    Ok((name, givens))
}

/// Other people's programs that can be used like engines.
#[derive(Args)]
pub struct ExternalsArg {
    /// Read descriptions of further programs from this TOML file.
    ///
    /// They extend external:NAME (built in: clingo, clingo-python, ganak, proved and toulbar2) and certify --prover (built in: cadical and
    /// cadical-lrat). Each is a table [NAME] with command and input (dimacs, plain-dimacs, asp or rules). An engine has count (the line it
    /// prints, with {count}); a prover has {proof} (the file it writes) in command. Optional keys are zero, exits, seconds (the time
    /// limit, 600 by default) and install. A program runs in an empty folder; gridcheck looks for the files that command names in the
    /// folder of FILE.toml and then in the current folder.
    #[arg(long, value_name = "FILE.toml")]
    externals: Option<PathBuf>,
}

impl ExternalsArg {
    /// Returns the built-in programs and those of the file.
    pub fn programs(&self) -> anyhow::Result<Programs> {
        let Some(path) = &self.externals else { return Ok(Programs::builtin()) };
        let name = path.display().to_string();
        let text = read_file(path, &name)?;
        let folder = path.parent().unwrap_or(path);
        Programs::with_file(&text, folder).map_err(|error| anyhow!("{name}:{error}"))
    }
}

/// The engine that is asked for a witness.
#[derive(Args)]
pub struct WitnessArg {
    /// Ask this engine as a witness, however long it takes, also where all colourings can be judged: for example external:proved.
    #[arg(long, value_name = "NAME", value_parser = one_engine)]
    witness: Option<String>,
}

impl WitnessArg {
    /// Returns the engines that may be asked, and the one that is named.
    pub fn witnesses(&self, programs: &Programs) -> anyhow::Result<Witnesses> {
        let Some(name) = &self.witness else { return Ok(ENGINES.into()) };
        let engine = engine_named(name, programs)?;
        if engine.facts().clauses == ClauseUse::ReadsRules {
            bail!("engine {name} cannot be a witness: it reads the rules as clauses, as the certificate does");
        }
        Ok(Witnesses { engines: ENGINES, named: Some(engine) })
    }
}

/// Parses plain text or a puzzle format, by name.
fn input_format() -> impl TypedValueParser<Value = As> {
    let names = std::iter::once(PLAIN_TEXT).chain(registry::Format::ALL.map(registry::Format::name));
    PossibleValuesParser::new(names).map(|name| {
        // The only name that no puzzle format has is that of plain text.
        registry::Format::ALL.into_iter().find(|format| format.name() == name).map_or(As::List, As::Puzzle)
    })
}

const PLAIN_TEXT: &str = "text";

const MOST_RULE_BYTES: u64 = 1 << 20;

impl RulesArg {
    /// Returns the built-in rule set of that name, or reads it from the file; - is standard input.
    pub fn ruleset(&self) -> anyhow::Result<Ruleset> {
        if let Some(rules) = builtin(&self.rules) {
            return Ok(rules);
        }
        let path = self.path();
        let is_path = self.rules == STANDARD_INPUT
            || path.exists()
            || path.extension().is_some_and(|extension| extension == "toml");
        if !is_path {
            return Err(no_rules(&self.rules));
        }
        let name = name_of(path);
        let text = read_text(open(path)?, &name, MOST_RULE_BYTES)?;
        // The name of a pipe, a device or a descriptor is only a number, so it names no rule set.
        let stem =
            path.file_stem().filter(|_| path.is_file() && !path.starts_with("/dev") && !path.starts_with("/proc"));
        let source = stem.map(|stem| stem.to_string_lossy()).unwrap_or_default();
        Ruleset::from_toml(&text, &source).map_err(|error| anyhow!("{name}:{error}"))
    }

    /// Returns the file that it is read from, if it is not built in.
    pub fn input(&self) -> Option<&Path> {
        builtin(&self.rules).is_none().then(|| self.path())
    }

    /// Returns the path of its file, if it is not built in.
    pub fn path(&self) -> &Path {
        Path::new(&self.rules)
    }
}

/// Returns the text of a file of rules, or of a configuration.
pub fn read_file(path: &Path, name: &str) -> anyhow::Result<String> {
    read_text(File::open(path).with_context(|| name.to_owned())?, name, MOST_RULE_BYTES)
}

/// Opens a file, or standard input.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path.as_os_str() == STANDARD_INPUT {
        return Ok(Box::new(std::io::stdin()));
    }
    Ok(Box::new(File::open(path).with_context(|| path.display().to_string())?))
}

/// Returns a text of at most `most` bytes.
pub fn read_text(source: impl Read, name: &str, most: u64) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes).with_context(|| name.to_owned())?;
    if bytes.len() as u64 > most {
        bail!("{name}: larger than such a file can be ({most} bytes)");
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let (line, column) = line_and_column(&good, good.len());
        anyhow!("{name}:{line}:{column}: not a text file: not UTF-8")
    })
}

impl QuestionArgs {
    /// Returns the files from which it is read.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.rules.path()).chain(self.given.as_deref())
    }

    /// Returns the files from which it is read, without built-in rules.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.rules.input().into_iter().chain(self.given.as_deref())
    }

    pub fn problem(&self) -> anyhow::Result<Problem> {
        // A command that does not require the size passes it.
        self.problem_of(self.size.as_ref().context("--size is missing")?.one()?)
    }

    /// Builds the problem for grids of this size.
    pub fn problem_of(&self, size: Size) -> anyhow::Result<Problem> {
        at_most_one_stdin(self.paths())?;
        self.problem_under(self.rules.ruleset()?, size)
    }

    /// Builds the problem for grids of this size, with rules that were read before.
    pub fn problem_under(&self, rules: Ruleset, size: Size) -> anyhow::Result<Problem> {
        let mut problem = Problem::of_size(size, rules)?;
        if let Some(path) = &self.given {
            let (name, givens) = read_givens(path)?;
            problem = problem.with_givens(givens).map_err(|error| anyhow!("{name}:1:1: {error}"))?;
        }
        if let Some(phase) = self.lattice {
            problem = on_lattice(problem, phase.into())?;
        }
        Ok(problem.with_constraints(self.constraints.constraints.clone())?)
    }
}

impl ProblemArgs {
    pub fn problem(&self) -> anyhow::Result<Problem> {
        self.question.problem()
    }
}

/// Fails if standard input is named more than once: the second reader would find nothing.
pub fn at_most_one_stdin<'a, P: AsRef<Path> + ?Sized + 'a>(
    paths: impl IntoIterator<Item = &'a P>,
) -> anyhow::Result<()> {
    if paths.into_iter().filter(|path| path.as_ref().as_os_str() == STANDARD_INPUT).count() > 1 {
        bail!("{STANDARD_INPUT} is named twice, and standard input can be read only once");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_memory_are_decimal_or_binary() {
        for (text, expected) in [
            ("6G", 6_000_000_000),
            ("6GB", 6_000_000_000),
            ("6gb", 6_000_000_000),
            ("6GiB", 6 << 30),
            ("6Gi", 6 << 30),
            ("500M", 500_000_000),
            ("64MiB", 64 << 20),
            ("1k", 1000),
            ("1KiB", 1024),
            ("1.5G", 1_500_000_000),
            ("0.5KiB", 512),
            ("123", 123),
            ("123B", 123),
            ("2T", 2_000_000_000_000),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for wrong in ["", "G", "6X", "6 G", "-6G", "6i", "6iB", "6GG", "1.G", ".5G", "1.2.3G", "99999999999T", "six"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
