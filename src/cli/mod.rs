//! The command line: converts arguments to the library's types, and answers to text or JSON.
//!
//! Each subcommand has one file. [`args`] has the shared arguments, [`mod@format`] the output formats. [`output`] writes,
//! [`terminal`] shows progress and handles Ctrl-C, [`help`] and [`usage_error`] format help and usage errors.
//!
//! Exit codes:
//!
//! - 0: success.
//! - 1: engines or files disagree, a grid is invalid, or a count is incomplete.
//! - 2: wrong usage or unreadable input.
//! - 3: a certificate's refutation is sound but the meaning of its clauses is not established, or the time ran out before a
//!   verdict.
//! - 75: not enough memory or disk space.
//! - 130: interrupted (143 by SIGTERM, 129 by SIGHUP).

mod args;
mod audit;
mod certify;
mod check;
mod cite;
mod compare;
mod complete;
mod completions;
mod convert;
mod count;
mod draw;
mod explain;
mod export;
mod failure;
mod fill;
mod find;
mod format;
mod help;
mod list;
mod memory_limit;
mod output;
mod page;
mod print;
mod recurrence;
mod repair;
mod rules;
mod run_number;
mod sample;
#[cfg(feature = "schema")]
pub mod schema;
mod signals;
mod similar;
mod stats;
mod stoppable;
mod sum;
mod sums;
mod table;
mod terminal;
mod threads;
mod usage_error;
mod validate;
mod walk;
mod words;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::Write;
use std::sync::OnceLock;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::ask::host::Host;
use crate::ask::sizes::Sizes;
use crate::visible::shortened;
use failure::{Cause, Failure, TRY_AGAIN};
use format::Format;
use output::{Output, write_json};
use print::Print;
use terminal::Terminal;

const AFTER_HELP: &str = "\
Examples:
  gridcheck compare --size 7              is 650 right? ask unrelated engines
  gridcheck compare --size 7 --against valid_7x7_grids.txt
                                          what is wrong with a published list
  gridcheck count --size 9 --rules american
  gridcheck sums piece-*.sums             the pieces of a long count, put together
  gridcheck list --size 5 | gridcheck validate -
  gridcheck sample --size 15 --lattice --count 4
                                          grids at random, each as likely as any other
  gridcheck recurrence --height 4 --rules american
                                          counts of 4 rows and any number of columns
  gridcheck validate mygrid.txt           every broken rule, and where
  gridcheck validate --profile times monday.puz
  gridcheck complete begun.txt            what can become of a grid painted in part
  gridcheck repair mygrid.txt             the nearest valid grids
  gridcheck similar mygrid.txt --among published.txt
                                          has this grid been used?
  gridcheck find --size 5 --across 3,5,3 --down 3,5,3
                                          which grids have these lengths?
  gridcheck stats monday.puz              words, checking, black squares, symmetry
  gridcheck export --size 7 --to asp | clingo --models 0 --quiet
  gridcheck convert puzzle.puz --to ipuz  a puzzle file in another form
  gridcheck fill mygrid.txt --words list.txt
                                          words in a grid, or why there are none
  gridcheck words 'C?T?' --words list.txt
                                          which words fit a pattern
  gridcheck audit                         which published counts hold, and why others do not
  gridcheck draw mygrid.txt --numbers --out mygrid.svg
  gridcheck explain ho-2021               what is wrong in a published program
  gridcheck certify --size 7 --out proof  a folder that proves which grids there are
  gridcheck check proof                   does a folder prove what it claims?
  gridcheck draw portrait.jpg --halftone 9 --out portrait.png
  gridcheck page --out gridcheck.html     a page to paint grids on, in a browser
  gridcheck rules                         the rule sets, profiles and codes of findings
  gridcheck completions fish              commands and flags for your shell
  gridcheck completions --man man1        man pages

Exit codes: 0 all well;
1 engines or files disagree, a grid has an error, a published count is wrong, a certificate is refused, pieces are missing, or nothing
was found;
2 bad use or unreadable input;
3 undecided: the time limit ended the search, or the meaning of a certificate is not established;
75 no memory or disk space, or another run has the file: try again; 130 interrupted by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.";

/// Check published counts of crossword grids, and check whether grids are valid.
#[derive(Parser)]
#[command(name = "gridcheck", version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Colour the output; `NO_COLOR` in the environment also turns colour off.
    #[arg(long, global = true, value_enum, default_value_t = clap::ColorChoice::Auto, value_name = "WHEN")]
    color: clap::ColorChoice,
}

/// Declares the commands, each with the type of its arguments.
macro_rules! commands {
    ($($name:ident($arguments:path)),*) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($arguments)),*
        }

        impl Command {
            fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
                match self {
                    $(Command::$name(command) => command.run(terminal, output)),*
                }
            }
        }
    };
}

commands! {
    Count(count::CountCommand),
    Sums(sums::SumsCommand),
    List(list::ListCommand),
    Sample(sample::SampleCommand),
    Compare(compare::CompareCommand),
    Recurrence(recurrence::RecurrenceCommand),
    Validate(validate::ValidateCommand),
    Complete(complete::CompleteCommand),
    Repair(repair::RepairCommand),
    Similar(similar::SimilarCommand),
    Find(find::FindCommand),
    Convert(convert::ConvertCommand),
    Audit(audit::AuditCommand),
    Explain(explain::ExplainCommand),
    Certify(certify::CertifyCommand),
    Check(check::CheckCommand),
    Export(export::ExportCommand),
    Fill(fill::FillCommand),
    Words(words::WordsCommand),
    Stats(stats::StatsCommand),
    Draw(draw::DrawCommand),
    Page(page::Page),
    Rules(rules::RulesCommand),
    Completions(completions::Completions)
}

/// The result of a command that ended without an error, and its exit code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Well = 0,
    /// Engines or files disagree, a grid is invalid, a published count is wrong, or a part of a count is missing.
    Refuted = 1,
    /// Some files cannot be read; what can be said about the others was said.
    Unreadable = 2,
    /// A certificate's refutation is sound but the meaning of its clauses is not established, or the time ran out before an
    /// answer.
    Undecided = 3,
}

impl Verdict {
    fn exit_code(self) -> u8 {
        self as u8
    }

    /// Returns `Well` or `Refuted`.
    fn well_if(is_well: bool) -> Self {
        if is_well { Verdict::Well } else { Verdict::Refuted }
    }
}

/// The arguments of the program, which [`main`] was called with.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Returns the arguments of the program, with its name first. They are empty in another program.
fn arguments() -> &'static [OsString] {
    ARGUMENTS.get().map_or(&[], Vec::as_slice)
}

/// Parses the arguments, of which the first is the name of the program, and runs the command. Reports an error in one line on standard
/// error. Returns the exit code.
pub fn main(arguments: Vec<OsString>) -> u8 {
    let width = help::width();
    let command = help::grouped(help::fitted(Cli::command(), width), width);
    let arguments = ARGUMENTS.get_or_init(|| arguments);
    let (cli, matches) = match parsed(command, arguments.clone()) {
        Ok(parsed) => parsed,
        Err(error) => return usage(&error),
    };
    let terminal = match begin(&matches) {
        Ok(terminal) => terminal,
        Err(error) => return reported(failure(&error, None)),
    };
    let mut output = Output::new(cli.color);
    let outcome = cli.command.run(&terminal, &mut output);
    let outcome = outcome.and_then(|verdict| Ok(output.flush().map(|()| verdict)?));
    terminal.clear();
    match outcome {
        Ok(verdict) => verdict.exit_code(),
        Err(error) => reported(failure(&error, Some(&terminal))),
    }
}

fn parsed(command: clap::Command, arguments: Vec<OsString>) -> Result<(Cli, ArgMatches), clap::Error> {
    let matches = command.try_get_matches_from(with_size(arguments))?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// Commands that take a size and no file: `count 7` is `count --size 7`.
const OF_SIZE: [&str; 6] = ["count", "list", "compare", "sample", "export", "certify"];

/// Returns the arguments with `--size` before a size that follows the command directly.
fn with_size(mut args: Vec<OsString>) -> Vec<OsString> {
    let text = |at: usize| args.get(at).and_then(|arg| arg.to_str());
    let is_size = text(2).is_some_and(|text| text.parse::<Sizes>().is_ok());
    if is_size && text(1).is_some_and(|command| OF_SIZE.contains(&command)) {
        args.insert(2, "--size".into());
    }
    args
}

/// Prepares signals, the memory limit and threads.
fn begin(matches: &ArgMatches) -> anyhow::Result<Terminal> {
    let terminal = Terminal::new()?;
    memory_limit::watch(matches, &terminal)?;
    threads::start(matches)?;
    Ok(terminal)
}

/// Prints help and version to standard output, and a usage error in one line. Returns the exit code.
fn usage(error: &clap::Error) -> u8 {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let printed = error.print().and_then(|()| std::io::stdout().flush());
        return match printed {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                reported(failure(&anyhow::Error::new(error).context("standard output"), None))
            }
            _ => {
                if error.use_stderr() {
                    2
                } else {
                    0
                }
            }
        };
    }
    reported(Some(Failure { message: usage_error::in_one_line(error), exit_code: 2 }))
}

/// Reports a failure, if there is one. Returns the exit code.
fn reported(failure: Option<Failure>) -> u8 {
    failure.map_or(0, |Failure { message, exit_code }| {
        report(&message);
        exit_code
    })
}

/// Returns the failure that an error means. It is `None` if the reader of the output has gone, which is no failure.
fn failure(error: &anyhow::Error, terminal: Option<&Terminal>) -> Option<Failure> {
    let cause = Cause::of(error);
    let ending = terminal.and_then(|terminal| Some((terminal, terminal.ending()?)));
    let (message, exit_code) = match (cause, ending) {
        (Some(Cause::Closed), _) => return None,
        (Some(Cause::Stopped), Some((terminal, ending))) => (terminal.known_so_far(ending.word()), ending.exit_code()),
        (Some(Cause::NoSpace | Cause::InUse), _) => (format!("{error:#}"), TRY_AGAIN),
        (Some(Cause::Disagreement), _) => (format!("{error:#}"), Verdict::Refuted.exit_code()),
        (Some(Cause::Stopped) | None, _) => (format!("{error:#}"), 2),
    };
    Some(Failure { message, exit_code })
}

/// Reports notes, a line each.
fn note_all(notes: impl IntoIterator<Item = impl Display>) {
    notes.into_iter().for_each(|note| report(&format!("note: {note}")));
}

/// Reports the notes on how a file was read, a line each.
fn report_notes(file: &str, notes: &[String]) {
    note_all(notes.iter().map(|note| format!("{file}: {note}")));
}

/// Maximum number of characters of a message. A longer message is probably the content of a file.
const LONGEST_MESSAGE: usize = 10_000;

/// Writes a message to standard error on one line, whatever characters it contains: names of files and arguments are arbitrary.
fn report(message: &str) {
    let message = shortened(message, LONGEST_MESSAGE);
    // If standard error is gone, the message has no reader.
    let _ = writeln!(anstream::stderr(), "gridcheck: {message}");
}
