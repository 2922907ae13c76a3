//! `gridcheck words`: looks up the words of lists that fit a pattern.

use std::io::Write;

use clap::Args;

use super::list::Printer;
use super::{Format, Output, Terminal, Verdict, write_json};
use crate::ask::AskEach;
use crate::ask::failure::Failure;
use crate::ask::words::{FoundWord, Words, WordsSummary};
use crate::plural::plural;

/// Look up the words of a list that fit a pattern, those with the highest scores first.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck words 'C?T?' --words list.txt
  gridcheck words 'C[AE]?T*' --words list.txt
  gridcheck words '?????ING' --words mine.txt --words broad.txt --min-score 50 --format json

A list has one word a line, or WORD;score, as for gridcheck fill. Exit codes: 0 there are words, 1 there is none, 2 bad use or
unreadable input.")]
pub(super) struct WordsCommand {
    #[command(flatten)]
    request: Words,
    /// Print the words in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

impl WordsCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let mut printer = Printer::new(output, self.format);
        let summary = self.request.ask_each(terminal, &mut |found| {
            let FoundWord { word, score, are_scored } = found;
            printer.write(|output| match self.format {
                Format::Json => write_json(output, &found),
                Format::Text if are_scored => writeln!(output, "{word};{score}"),
                _ => writeln!(output, "{word}"),
            })
        });
        printer.end()?;
        let WordsSummary { found, of_length, below } = summary?;
        if found == 0 && self.format == Format::Text {
            let of_length = plural(of_length, "word");
            match self.request.min_score {
                None => writeln!(output, "No word fits: {of_length} of this length.")?,
                Some(least) => writeln!(
                    output,
                    "No word fits: {of_length} of this length with a score of {least} or more, {below} with a lower one."
                )?,
            }
        }
        Ok(Verdict::well_if(found > 0))
    }
}
