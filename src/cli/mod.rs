//! The command line: converts arguments to requests, and reports to text or JSON.
//!
//! Each subcommand has one file, or a folder with its printing. The others:
//!
//! | module | content |
//! |---|---|
//! | [`program`] | parses the arguments, and runs the subcommand; the exit code |
//! | [`mod@verdict`] | what a subcommand found out, as an exit code |
//! | [`args`], [`mod@format`], [`mod@print`] | shared arguments, output formats, reports as text |
//! | [`output`], [`messages`], [`stoppable`] | standard output, the lines on standard error, a writer that Ctrl-C stops |
//! | [`terminal`], [`signals`], [`memory_limit`], [`threads`] | progress, signals to end, the limit on memory, threads |
//! | [`help`], [`usage_error`] | the layout of help, and usage errors in one line |
//! | [`cite`], [`table`], [`sum`], [`run_number`] | citations, tables, sums as text, numbers of runs |

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
mod fill;
mod find;
mod format;
mod help;
mod list;
mod memory_limit;
mod messages;
mod output;
mod page;
mod print;
mod program;
mod recurrence;
mod repair;
mod rules;
mod run_number;
mod sample;
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
mod verdict;
mod words;

use crate::ask::failure::Failure;
use format::Format;
use messages::{note_all, report, report_notes};
use output::{Output, write_json};
use print::Print;
use program::arguments;
use terminal::Terminal;
use verdict::Verdict;

pub use program::main;

/// Declares the commands, each with the type of its arguments.
macro_rules! commands {
    ($($name:ident($arguments:path)),*) => {
        #[derive(clap::Subcommand)]
        enum Command {
            $($name($arguments)),*
        }

        impl Command {
            fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
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
