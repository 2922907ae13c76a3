//! The program: parses its arguments, runs the command, and returns the exit code.
//!
//! - 0: success.
//! - 1: engines or files disagree, a grid is invalid, or a count is incomplete.
//! - 2: wrong usage or unreadable input.
//! - 3: a certificate's refutation is sound but the meaning of its clauses is not established, or the time ran out before a
//!   verdict.
//! - 75: not enough memory or disk space.
//! - 130: interrupted (143 by SIGTERM, 129 by SIGHUP).

use std::ffi::OsString;
use std::io::Write;
use std::sync::OnceLock;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};

use super::{Command, Output, Terminal, help, memory_limit, report, threads, usage_error};
use crate::ask::failure::Failure;
use crate::ask::host::Host;
use crate::ask::sizes::Sizes;

const AFTER_HELP: &str = "\
Examples:
  gridcheck compare --size 7              is 650 right? ask unrelated engines
  gridcheck compare --size 7 --against valid_7x7_grids.txt
                                          what is wrong with a published list
  gridcheck count --size 9 --rules american
  gridcheck sums piece-*.sums             the pieces of a long count, put together
  gridcheck list --size 5 | gridcheck validate -
  gridcheck sample --size 15 --lattice --count 4
                                          grids at random, all equally likely
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
75 too little memory or disk, or the file is locked; a retry may help; 130 interrupted by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.";

/// Check published counts of crossword grids, and check whether grids are valid.
#[derive(Parser)]
#[command(name = "gridcheck", version, after_help = AFTER_HELP)]
pub(super) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Colour the output; `NO_COLOR` in the environment also turns colour off.
    #[arg(long, global = true, value_enum, default_value_t = clap::ColorChoice::Auto, value_name = "WHEN")]
    color: clap::ColorChoice,
}

/// The arguments of the program, which [`main`] was called with.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Returns the arguments of the program, with its name first. They are empty in another program.
pub(super) fn arguments() -> &'static [OsString] {
    ARGUMENTS.get().map_or(&[], Vec::as_slice)
}

/// Parses the arguments, where the first is the name of the program, and runs the command. Reports an error in one line on standard
/// error. Returns the exit code.
pub fn main(arguments: Vec<OsString>) -> u8 {
    let width = help::width();
    let command = help::grouped(help::fitted(Cli::command(), width), width);
    let arguments = ARGUMENTS.get_or_init(|| arguments);
    let (cli, matches) = match parsed(command, arguments.clone()) {
        Ok(parsed) => parsed,
        Err(error) => return usage(&error, arguments),
    };
    let terminal = match begin(&matches) {
        Ok(terminal) => terminal,
        Err(failure) => return failed(&failure),
    };
    let mut output = Output::new(cli.color);
    let outcome = cli.command.run(&terminal, &mut output);
    let outcome = outcome.and_then(|verdict| Ok(output.flush().map(|()| verdict)?));
    terminal.clear();
    match (outcome, terminal.ending()) {
        (Ok(verdict), _) => verdict.exit_code(),
        (Err(Failure::Stopped), Some(ending)) => {
            report(&terminal.known_so_far(ending.word()));
            ending.exit_code()
        }
        (Err(failure), _) => failed(&failure),
    }
}

fn parsed(command: clap::Command, arguments: Vec<OsString>) -> Result<(Cli, ArgMatches), clap::Error> {
    let matches = command.try_get_matches_from(with_size(arguments))?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// Commands that take a size and no file: `count 7` is `count --size 7`.
pub(super) const OF_SIZE: [&str; 6] = ["count", "list", "compare", "sample", "export", "certify"];

/// Returns the arguments with `--size` before a size that follows the command directly.
fn with_size(mut args: Vec<OsString>) -> Vec<OsString> {
    let text = |at: usize| args.get(at).and_then(|arg| arg.to_str());
    let is_size = text(2).is_some_and(|text| text.parse::<Sizes>().is_ok());
    if is_size && text(1).is_some_and(|command| OF_SIZE.contains(&command)) {
        args.insert(2, "--size".into());
    }
    args
}

/// Returns the command that arguments name.
fn command_in(arguments: &[OsString]) -> Option<String> {
    let is_value = |at: usize| arguments[at - 1] == "--color";
    let texts = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).enumerate().skip(1);
    let (_, name) = texts.into_iter().find(|&(at, text)| !text.starts_with('-') && !is_value(at))?;
    Cli::command().find_subcommand(name).map(|command| command.get_name().to_owned())
}

/// Prepares signals, the memory limit and threads.
fn begin(matches: &ArgMatches) -> Result<Terminal, Failure> {
    let terminal = Terminal::new()?;
    memory_limit::watch(matches, &terminal)?;
    threads::start(matches)?;
    Ok(terminal)
}

/// Prints help and version to standard output, and a usage error in one line. Returns the exit code.
fn usage(error: &clap::Error, arguments: &[OsString]) -> u8 {
    if !matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        return failed(&Failure::unusable(usage_error::in_one_line(error, command_in(arguments).as_deref())));
    }
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            failed(&Failure::of_file("standard output", &error))
        }
        _ if error.use_stderr() => 2,
        _ => 0,
    }
}

/// Reports a failure, unless the reader of the output has gone, which is not one. Returns the exit code.
fn failed(failure: &Failure) -> u8 {
    match failure {
        Failure::Closed => {}
        failure => report(&failure.to_string()),
    }
    failure.exit_code()
}
