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
        let summary = summary?;
        if summary.found == 0 && self.format == Format::Text {
            writeln!(output, "{}", none_fits(summary, self.request.min_score))?;
        }
        Ok(Verdict::well_if(summary.found > 0))
    }
}

/// Returns the sentence that no word fits, with the numbers of words that could.
fn none_fits(summary: WordsSummary, min_score: Option<i64>) -> String {
    let WordsSummary { found: _, lengths, of_length, below } = summary;
    let (words, lengths) = (plural(of_length, "word"), if lengths == 1 { "this length" } else { "these lengths" });
    match min_score {
        None => format!("No word fits: {words} of {lengths}."),
        Some(least) => {
            format!("No word fits: {words} of {lengths} with a score of {least} or more, {below} with a lower one.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_of_which_lengths_no_word_fits() {
        let one = WordsSummary { found: 0, lengths: 1, of_length: 1, below: 2 };
        let several = WordsSummary { lengths: 64, of_length: 300_000, ..one };
        assert_eq!(none_fits(one, None), "No word fits: 1 word of this length.");
        assert_eq!(none_fits(several, None), "No word fits: 300000 words of these lengths.");
        assert_eq!(
            none_fits(several, Some(5)),
            "No word fits: 300000 words of these lengths with a score of 5 or more, 2 with a lower one."
        );
    }
}
